/** What the table says: names of cards and piles, and a sentence for what happened. */

import { capitalised, type Key, say, sayCount, type Texts } from "../page/i18n.ts";
import {
  type Card,
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  hiddenCount,
  isCell,
  isColumn,
  isFoundation,
  isReserve,
  type Layout,
  lastRank,
  type Move,
  type Pile,
  pileCards,
  type Run,
  rankOf,
  runCards,
  STOCK,
  suitOf,
  WASTE,
} from "../rules/cards.ts";
import type { Rules, Step } from "../rules/formats.ts";
import type { State } from "./state.ts";

export function cardName(texts: Texts, card: Card): string {
  return say(texts, "card", {
    suit: say(texts, `suit.${suitOf(card)}` as Key),
    rank: say(texts, `rank.${rankOf(card)}` as Key),
  });
}

export const rankName = (texts: Texts, rank: number): string => say(texts, `rank.${rank}` as Key);

export function pileTitle(texts: Texts, pile: Pile): string {
  if (pile === STOCK) return say(texts, "pile.stock");
  if (pile === WASTE) return say(texts, "pile.waste");
  if (isColumn(pile)) return say(texts, "pile.column", { n: pile + 1 });
  if (isCell(pile)) return say(texts, "pile.cell", { n: pile - FIRST_CELL + 1 });
  if (isReserve(pile)) return say(texts, "pile.reserve", { n: pile - FIRST_RESERVE + 1 });
  const suit = say(texts, `suit.${pile - FIRST_FOUNDATION}` as Key);
  return say(texts, "pile.foundation", { suit });
}

/** The label of a pile's list. */
export function pileLabel(texts: Texts, rules: Rules, layout: Layout, pile: Pile): string {
  const { length } = pileCards(layout, pile);
  if (length === 0) return emptyLabel(texts, rules, layout, pile);
  const title = capitalised(pileTitle(texts, pile));
  const whole = sayCount(texts, "pile.cards", length, { pile: title });
  const hidden = isColumn(pile) ? hiddenCount(layout, pile) : 0;
  return hidden === 0 ? whole : sayCount(texts, "pile.hidden", hidden, { pile: whole });
}

/** What an empty pile is, and what it takes where that is not any card. */
export function emptyLabel(texts: Texts, rules: Rules, layout: Layout, pile: Pile): string {
  const title = capitalised(pileTitle(texts, pile));
  if (isFoundation(pile) && layout.base !== 1) {
    const rank = rankName(texts, layout.base);
    return say(texts, "pile.begins", { pile: title, rank });
  }
  if (isColumn(pile) && rules.lastRankOnly) {
    const rank = rankName(texts, lastRank(layout));
    return say(texts, "pile.takes", { pile: title, rank });
  }
  return say(texts, "pile.empty", { pile: title });
}

/** The spoken name of the stock's button: what lies there, what it does, and how often yet. */
export function stockLabel(texts: Texts, rules: Rules, layout: Layout): string {
  const pile = pileLabel(texts, rules, layout, STOCK);
  const { stock } = layout;
  if (stock === null) return pile;
  const left = passesLeft(rules, stock.turnedOver);
  if (stock.cards.length > 0) {
    const n = say(texts, rules.draw === 1 ? "number.1" : "number.3");
    const does = say(texts, "stock.draw", { pile, n });
    return left === null ? does : sayPasses(texts, does, left);
  }
  if (left === 0) return say(texts, "stock.spent", { pile });
  if (stock.waste.length === 0) return pile;
  const does = say(texts, "stock.over", { pile });
  return left === null ? does : sayPasses(texts, does, left);
}

const sayPasses = (texts: Texts, pile: string, left: number): string =>
  left === 0 ? say(texts, "stock.last", { pile }) : sayCount(texts, "stock.passes", left, { pile });

/** How often the waste may still be turned over; null where that is not limited. */
export function passesLeft({ passes }: Rules, turnedOver: number): number | null {
  return passes === 0 ? null : Math.max(0, passes - 1 - turnedOver);
}

export const hiddenLabel = (texts: Texts, count: number): string =>
  sayCount(texts, "cards.hidden", count);

/** The spoken name of a card's button: the card first, then where it lies. */
export function cardLabel(
  texts: Texts,
  rules: Rules,
  layout: Layout,
  pile: Pile,
  index: number,
): string {
  const cards = pileCards(layout, pile);
  const name = cardName(texts, cards[index] ?? 0);
  const isBeak =
    rules.base === 0 && !isFoundation(pile) && rankOf(cards[index] ?? 0) === layout.base;
  const card = capitalised(isBeak ? say(texts, "card.beak", { card: name }) : name);
  const values = { card, pile: pileTitle(texts, pile), at: index + 1, of: cards.length };
  const isOne = !isColumn(pile) && (pile !== WASTE || rules.draw === 1);
  if (isOne) return say(texts, "card.single", values);
  return say(texts, index === cards.length - 1 ? "card.free" : "card.covered", values);
}

/** The card that the foundations begin with, where the deal decides it. */
export function beakSentence(texts: Texts, rules: Rules, layout: Layout): string {
  const beak = layout.columns.flat().find((card) => rankOf(card) === layout.base);
  if (rules.base !== 0 || beak === undefined) return "";
  return say(texts, "said.beak", { card: cardName(texts, beak) });
}

/** A pile as the place that a card goes to: its free card and the pile, or just the pile. */
export function placeName(texts: Texts, layout: Layout, pile: Pile): string {
  const free = isColumn(pile) ? pileCards(layout, pile).at(-1) : undefined;
  const title = pileTitle(texts, pile);
  if (free === undefined) return title;
  return say(texts, "place.on", { card: cardName(texts, free), pile: title });
}

/** One sentence for a move, on the layout before it. */
export function moveSentence(texts: Texts, before: Layout, move: Move): string {
  const cards = runCards(before, { pile: move.source, count: move.count });
  if (move.target === STOCK) return sayCount(texts, "said.over", move.count);
  if (move.source === STOCK) {
    // The last card drawn is the free one of the waste.
    const card = capitalised(cardName(texts, cards[0] ?? 0));
    return sayCount(texts, "said.drawn", move.count, { card });
  }
  const place = placeName(texts, before, move.target);
  const card = cardName(texts, cards[0] ?? 0);
  if (move.count === 1) return capitalised(say(texts, "said.card", { card, place }));
  return capitalised(say(texts, "said.run", { card, place, n: move.count }));
}

/** What was taken back, on the layout that came back: what a draw had freed is free no more. */
export function undoneSentence(texts: Texts, before: Layout, move: Move): string {
  if (move.target === STOCK) return say(texts, "said.undone.over");
  if (move.source === STOCK && move.count > 1)
    return sayCount(texts, "said.undone.drawn", move.count);
  return say(texts, "said.undone", { move: moveSentence(texts, before, move) });
}

/** What a step did: the move, how many cards followed by themselves, and which cards came free. */
export function stepSentence(texts: Texts, before: Layout, after: Layout, step: Step): string {
  const [move] = step;
  if (move === undefined) return "";
  const automatic = step.length - 1;
  const sentences = [moveSentence(texts, before, move)];
  if (automatic > 0) sentences.push(sayCount(texts, "said.auto", automatic));
  const turned = turnedColumns(before, after);
  for (const column of turned) sentences.push(freedSentence(texts, after, column, "said.turned"));
  if (isColumn(move.source) && !turned.includes(move.source))
    sentences.push(freedSentence(texts, after, move.source, "said.freed"));
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** The columns in which a card was turned up. */
function turnedColumns(before: Layout, after: Layout): Pile[] {
  return [...after.columns.keys()].filter(
    (column) => hiddenCount(after, column) < hiddenCount(before, column),
  );
}

function freedSentence(
  texts: Texts,
  after: Layout,
  column: Pile,
  key: "said.turned" | "said.freed",
): string {
  const card = pileCards(after, column).at(-1);
  return card === undefined ? "" : capitalised(say(texts, key, { card: cardName(texts, card) }));
}

/** What was lifted. */
export function liftSentence({ texts, layout }: State, run: Run): string {
  const card = cardName(texts, runCards(layout, run)[0] ?? 0);
  if (run.count === 1) return capitalised(say(texts, "said.lifted", { card }));
  return say(texts, "said.lifted.run", { card, n: run.count });
}
