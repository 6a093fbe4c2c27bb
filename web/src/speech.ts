/** What the table says: names of cards and piles, and a sentence for what happened. */
import {
  type Card,
  FIRST_CELL,
  FIRST_FOUNDATION,
  isCell,
  isColumn,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  rankOf,
  runCards,
  suitOf,
} from "./cards.ts";
import type { Step } from "./formats.ts";
import { capitalised, type Key, say, sayCount, type Texts } from "./i18n.ts";

export function cardName(texts: Texts, card: Card): string {
  return say(texts, "card", {
    suit: say(texts, `suit.${suitOf(card)}` as Key),
    rank: say(texts, `rank.${rankOf(card)}` as Key),
  });
}

/** The rank as it is printed on the card. */
export function rankLetter(texts: Texts, rank: number): string {
  return texts.lines[`letter.${rank}` as Key] ?? `${rank}`;
}

export function pileTitle(texts: Texts, pile: Pile): string {
  if (isColumn(pile)) return say(texts, "pile.column", { n: pile + 1 });
  if (isCell(pile)) return say(texts, "pile.cell", { n: pile - FIRST_CELL + 1 });
  const suit = say(texts, `suit.${pile - FIRST_FOUNDATION}` as Key);
  return say(texts, "pile.foundation", { suit });
}

/** The label of a pile's list. */
export function pileLabel(texts: Texts, layout: Layout, pile: Pile): string {
  const title = capitalised(pileTitle(texts, pile));
  const { length } = pileCards(layout, pile);
  return length === 0
    ? emptyLabel(texts, pile)
    : sayCount(texts, "pile.cards", length, { pile: title });
}

export function emptyLabel(texts: Texts, pile: Pile): string {
  return capitalised(say(texts, "pile.empty", { pile: pileTitle(texts, pile) }));
}

/** The spoken name of a card's button: the card first, then where it lies. */
export function cardLabel(texts: Texts, layout: Layout, pile: Pile, index: number): string {
  const cards = pileCards(layout, pile);
  const card = capitalised(cardName(texts, cards[index] ?? 0));
  const values = { card, pile: pileTitle(texts, pile), at: index + 1, of: cards.length };
  if (!isColumn(pile)) return say(texts, "card.single", values);
  return say(texts, index === cards.length - 1 ? "card.free" : "card.covered", values);
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
  const [first = 0] = runCards(before, { pile: move.source, count: move.count });
  const place = placeName(texts, before, move.target);
  const card = cardName(texts, first);
  if (move.count === 1) return capitalised(say(texts, "said.card", { card, place }));
  return capitalised(say(texts, "said.run", { card, place, n: move.count }));
}

/** What a step did: the move, how many cards followed by themselves, and which card came free. */
export function stepSentence(texts: Texts, before: Layout, after: Layout, step: Step): string {
  const [move] = step;
  if (move === undefined) return "";
  const automatic = step.length - 1;
  const sentences = [moveSentence(texts, before, move)];
  if (automatic > 0) sentences.push(sayCount(texts, "said.auto", automatic));
  const freed = isColumn(move.source) ? pileCards(after, move.source).at(-1) : undefined;
  if (freed !== undefined)
    sentences.push(capitalised(say(texts, "said.freed", { card: cardName(texts, freed) })));
  return sentences.join(" ");
}
