/** The one state object of the page, and what the player's hand does to it. */
import {
  type Card,
  isCell,
  isColumn,
  isFoundation,
  isRed,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  type Run,
  rankOf,
  runCards,
  suitOf,
} from "./cards.ts";
import type { Clock } from "./clock.ts";
import type { AutoplayLevel, Engine, Game, Status } from "./engine.ts";
import type { Rules } from "./formats.ts";
import type { Texts } from "./i18n.ts";

/** The answer to "can it be won?", for one position. */
export type Verdict =
  | { readonly kind: "searching"; readonly states: number }
  | { readonly kind: "solved"; readonly line: readonly Move[] }
  | { readonly kind: "unsolvable" }
  | { readonly kind: "undecided"; readonly why: "memory" | "nodes" | "failed" | "cancelled" };

export interface State {
  readonly engine: Engine;
  readonly rules: Rules;
  texts: Texts;
  autoplay: AutoplayLevel;
  /** The deal's number and its game on the engine's table. */
  deal: number;
  game: Game;
  /** What the engine says of the position; asked again after every change. */
  layout: Layout;
  status: Status;
  legal: readonly Move[];
  /** The cards picked up by a tap, by a key or by a drag. */
  held: Run | null;
  /** Where the keys are: a pile and a number of cards from its free end, 0 in an empty pile. */
  focus: Run;
  /** The move that a tip points at. */
  tip: Move | null;
  /** The move that was made last, marked until the next. */
  last: Move | null;
  clock: Clock;
  /** Whether the game's time goes on: from a move to the win, a restart or another deal. */
  timed: boolean;
  /** Whether the page is hidden; the clock and the finish stand meanwhile. */
  away: boolean;
  /** Whether the finish is running. */
  finishing: boolean;
  /** Whether the finish was stopped in this position: taps on cards choose them again. */
  choosing: boolean;
  verdict: Verdict | null;
}

/** How many cards at a column's free end lie in building order; 1 in every other pile with cards. */
export function runLength({ layout, rules }: State, pile: Pile): number {
  const cards = pileCards(layout, pile);
  if (!isColumn(pile) || cards.length === 0) return Math.min(1, cards.length);
  let length = 1;
  while (length < cards.length && builds(rules, cards, cards.length - length)) length++;
  return length;
}

function builds(rules: Rules, cards: readonly Card[], index: number): boolean {
  const [below = 0, above = 0] = cards.slice(index - 1, index + 1);
  const suits = rules.sameSuit ? suitOf(below) === suitOf(above) : isRed(below) !== isRed(above);
  return suits && rankOf(below) === rankOf(above) + 1;
}

/** The run from a card to its pile's free end; null when the card is covered by something else. */
export function runFrom(state: State, pile: Pile, index: number): Run | null {
  const count = pileCards(state.layout, pile).length - index;
  if (count < 1 || count > runLength(state, pile)) return null;
  if (isFoundation(pile) && !state.legal.some((move) => move.source === pile)) return null;
  return { pile, count };
}

/** How many of the held cards are more than may move onto a card. */
export function excess({ held, status }: State): number {
  return held === null ? 0 : Math.max(0, held.count - Math.max(1, status.capacity));
}

export const findMove = (state: State, { pile, count }: Run, target: Pile): Move | undefined =>
  state.legal.find(
    (move) => move.source === pile && move.target === target && move.count === count,
  );

/** The piles to which exactly this run may go. */
export function targetsOf(state: State, { pile, count }: Run): Pile[] {
  return state.legal
    .filter((move) => move.source === pile && move.count === count)
    .map(({ target }) => target);
}

/**
 * The move that a tap on a target means: the held run, or with more cards from its pile the one
 * number that fits there.
 */
export function tappedMove(state: State, held: Run, target: Pile): Move | undefined {
  const between = state.legal.filter((move) => move.source === held.pile && move.target === target);
  const [only] = between;
  const isOne = between.length === 1 && only !== undefined && only.count >= held.count;
  return findMove(state, held, target) ?? (isOne ? only : undefined);
}

/** Where a free card goes by itself when it is tapped twice: its foundation, or else a cell. */
export function quickMove(state: State, pile: Pile): Move | undefined {
  const moves = state.legal.filter((move) => move.source === pile && move.count === 1);
  return (
    moves.find(({ target }) => isFoundation(target)) ?? moves.find(({ target }) => isCell(target))
  );
}

/** Why a run may not go to a pile. */
export type Refusal =
  | { readonly kind: "many"; readonly most: number; readonly count: number }
  | { readonly kind: "taken"; readonly target: Pile }
  | { readonly kind: "place"; readonly card: Card; readonly target: Pile };

/** Whether a run would fit on a column's free card, and only its length is wrong. */
export function isTooLong(state: State, held: Run, target: Pile): boolean {
  const cards = pileCards(state.layout, target);
  const [head] = runCards(state.layout, held);
  if (!isColumn(target) || cards.length === 0 || head === undefined) return false;
  const fits = builds(state.rules, [cards.at(-1) ?? 0, head], 1);
  return fits && refusal(state, held, target).kind === "many";
}

export function refusal(state: State, held: Run, target: Pile): Refusal {
  const { layout, status } = state;
  const empty = pileCards(layout, target).length === 0;
  const most = Math.max(1, isColumn(target) && !empty ? status.capacity : status.capacityEmpty);
  if (isColumn(target) && held.count > most) return { kind: "many", most, count: held.count };
  if (!isColumn(target) && held.count > 1) return { kind: "many", most: 1, count: held.count };
  if (isCell(target) && !empty) return { kind: "taken", target };
  return { kind: "place", card: runCards(layout, held)[0] ?? 0, target };
}

/** Brings the focus back onto a card after the piles have changed. */
export function settleFocus(state: State): void {
  const { pile, count } = state.focus;
  const { length } = pileCards(state.layout, pile);
  state.focus = { pile, count: Math.min(Math.max(count, Math.min(1, length)), length) };
}
