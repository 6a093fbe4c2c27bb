/** Why cards do not go where they were sent. */
import { capitalised, say, type Texts } from "../page/i18n.ts";
import { runIn } from "../rules/asked.ts";
import {
  type Card,
  hiddenCount,
  isCell,
  isColumn,
  isReserve,
  type Layout,
  lastRank,
  type Pile,
  pileCards,
  type Run,
  rankOf,
  runCards,
  STOCK,
  WASTE,
} from "../rules/cards.ts";
import type { Rules } from "../rules/formats.ts";
import { writeLayout } from "../rules/packing.ts";
import { cardName, passesLeft, pileTitle, placeName, rankName } from "./speech.ts";
import type { State } from "./state.ts";
import { type Table, tell } from "./table.ts";

/** What a table says no with; it comes when the first deal lies. */
export interface Refusing {
  /** Whether cards would fit on a column, and only are too many. */
  isTooLong(held: Run, target: Pile): boolean;
  refuse(held: Run, target: Pile): void;
  /** A card that others cover was to be picked up. */
  refuseCovered(pile: Pile, index: number): void;
  /** Nothing more can be drawn. */
  refuseStock(): void;
}

export function refusingOn(table: Table): Refusing {
  const { state } = table;
  return {
    isTooLong: (held, target) => isTooLong(state, held, target),
    refuse: (held, target) => refuse(table, held, target),
    refuseCovered: (pile, index) => tell(table, { text: coveredText(state, pile, index) }),
    refuseStock: () => tell(table, { text: stockRefusal(state.texts, state.rules, state.layout) }),
  };
}

/** Says why a run does not go to a pile. */
export function refuse(table: Table, run: Run, target: Pile): void {
  const { state } = table;
  table.sound?.("refused");
  tell(table, { text: refusalText(state, refusal(state, run, target)) });
}

/** Why a run may not go to a pile. */
export type Refusal =
  | { readonly kind: "many"; readonly most: number; readonly count: number }
  | { readonly kind: "taken" | "closed"; readonly target: Pile }
  | { readonly kind: "rank"; readonly rank: number }
  | { readonly kind: "place"; readonly card: Card; readonly target: Pile };

/** Whether a run would fit on a column's free card, and only its length is wrong. */
export function isTooLong(state: State, held: Run, target: Pile): boolean {
  const most = Math.max(1, state.status.capacity);
  return held.count > most && isColumn(held.pile) && fitsOn(state, held, target);
}

/** Whether a run and the free card of a column lie in building order, as the engine tells it. */
function fitsOn({ engine, rules, layout }: State, held: Run, target: Pile): boolean {
  if (!isColumn(target) || pileCards(layout, target).length === 0) return false;
  const columns = layout.columns.map((cards, column) => {
    if (column === held.pile) return cards.slice(0, cards.length - held.count);
    return column === target ? [...cards, ...runCards(layout, held)] : cards;
  });
  const hidden = layout.hidden.map((count, column) =>
    Math.max(0, Math.min(count, (columns[column]?.length ?? 0) - 1)),
  );
  const moved = writeLayout({ ...layout, columns, hidden }, rules);
  return runIn(engine, rules, moved, target) > held.count;
}

export function refusal(state: State, held: Run, target: Pile): Refusal {
  const { layout, rules, status } = state;
  const { count } = held;
  const card = runCards(layout, held)[0] ?? 0;
  const empty = pileCards(layout, target).length === 0;
  if (isReserve(target) || target === STOCK || target === WASTE) return { kind: "closed", target };
  const rank = lastRank(layout);
  if (isColumn(target) && empty && rules.lastRankOnly && rankOf(card) !== rank)
    return { kind: "rank", rank };
  const capacity = isColumn(target) ? (empty ? status.capacityEmpty : status.capacity) : 1;
  const most = Math.max(1, capacity);
  if (count > most) return { kind: "many", most, count };
  if (isCell(target) && !empty) return { kind: "taken", target };
  return { kind: "place", card, target };
}

/** Why what was held did not go where it was laid. */
function refusalText({ texts, layout }: State, why: Refusal): string {
  switch (why.kind) {
    case "many":
      return say(texts, "refused.many", { most: why.most, n: why.count });
    case "taken":
    case "closed":
      return say(texts, `refused.${why.kind}`, { place: pileTitle(texts, why.target) });
    case "rank":
      return say(texts, "refused.rank", { rank: rankName(texts, why.rank) });
    case "place": {
      const card = cardName(texts, why.card);
      return say(texts, "refused.place", { card, place: placeName(texts, layout, why.target) });
    }
  }
}

/** Why a card cannot be picked up; which card it is, is not said of one face down. */
export function coveredText({ texts, layout }: State, pile: Pile, index: number): string {
  if (index < hiddenCount(layout, pile)) return say(texts, "refused.hidden");
  const card = cardName(texts, pileCards(layout, pile)[index] ?? 0);
  return capitalised(say(texts, "refused.covered", { card }));
}

/** Why nothing more can be drawn. */
export function stockRefusal(texts: Texts, rules: Rules, layout: Layout): string {
  const left = passesLeft(rules, layout.stock?.turnedOver ?? 0);
  const wasted = (layout.stock?.waste.length ?? 0) > 0;
  return say(texts, left === 0 && wasted ? "refused.spent" : "refused.stock");
}
