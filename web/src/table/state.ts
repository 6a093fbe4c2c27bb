/** The one state object of the page, and what the player's hand does to it. */

import type { Texts } from "../page/i18n.ts";
import {
  hiddenCount,
  isColumn,
  isFoundation,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  type Run,
  STOCK,
  WASTE,
} from "../rules/cards.ts";
import type { AutoplayLevel, Engine, Game, Status } from "../rules/engine.ts";
import type { Rules } from "../rules/formats.ts";
import type { Choice } from "../rules/house.ts";
import type { Clock } from "./clock.ts";

/** The answer to "can it be won?", for one position. */
export type Verdict =
  | { readonly kind: "searching"; readonly states: number }
  | { readonly kind: "solved"; readonly line: readonly Move[] }
  | { readonly kind: "unsolvable" }
  | { readonly kind: "undecided"; readonly why: "memory" | "nodes" | "failed" | "cancelled" };

/** What a game began with: a numbered deal, or a position that was dealt from none. */
export type Start = { readonly deal: number } | Position;

export interface Position {
  /** The board text, by which it is kept. */
  readonly layout: string;
  /** The layout record, and as an address has it. */
  readonly record: Uint8Array;
  readonly board: string;
}

export interface State {
  readonly engine: Engine;
  /** Which game is played, with which options. */
  readonly choice: Choice;
  readonly rules: Rules;
  texts: Texts;
  autoplay: AutoplayLevel;
  /** What was laid, and its game on the engine's table. */
  start: Start;
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
  /** Whether that move was taken back: then it is the way that the cards went home. */
  isBack: boolean;
  clock: Clock;
  /** Whether the game's time goes on: from a move to the win, a restart or another deal. */
  timed: boolean;
  /** Whether the deal was started again, and nothing was done since. */
  restarted: boolean;
  /** The game as it was before that; null once anything is done. */
  wayBack: (() => boolean) | null;
  /** The instants of this play's first move and of its win; 0 until then. */
  began: number;
  ended: number;
  /** Whether this play of the deal has been won: another first move begins anew. */
  done: boolean;
  /** Tips shown in this play. */
  helped: number;
  /** The highest level of help taken in it, see service/help.ts. */
  help: number;
  /** The number under which it is counted; "" while it is not. */
  play: string;
  /** Whether the page is hidden; the clock and the finish stand meanwhile. */
  away: boolean;
  /** Whether the finish is running, or whatever else plays by itself. */
  finishing: boolean;
  /** Whether the finish was stopped in this position: taps on cards choose them again. */
  choosing: boolean;
  verdict: Verdict | null;
}

/** The number of the deal; null in a position that was dealt from none. */
export const dealOf = ({ start }: Pick<State, "start">): number | null =>
  "deal" in start ? start.deal : null;

/** How many cards at a pile's free end lie in building order; 1 in piles other than columns. */
export function runLength({ layout, status }: State, pile: Pile): number {
  if (pile === STOCK) return 0;
  if (isColumn(pile)) return status.runs[pile] ?? 0;
  return Math.min(1, pileCards(layout, pile).length);
}

/** How many cards of a pile, at its free end, are seen one by one. */
export function seenCount({ layout, rules }: State, pile: Pile): number {
  const { length } = pileCards(layout, pile);
  if (isColumn(pile) || pile === STOCK) return length - hiddenCount(layout, pile);
  return Math.min(length, pile === WASTE ? rules.draw : 1);
}

/** The run from a card to its pile's free end; null when the card is covered by something else. */
export function runFrom(state: State, pile: Pile, index: number): Run | null {
  const count = pileCards(state.layout, pile).length - index;
  if (count < 1 || count > runLength(state, pile)) return null;
  if (isFoundation(pile) && !state.legal.some((move) => move.source === pile)) return null;
  return { pile, count };
}

/** How many of the cards that are held, or that the focus would lift, may not move onto a card. */
export function excess(state: State): number {
  const { pile, count } = state.held ?? state.focus;
  if (count > runLength(state, pile)) return 0;
  return Math.max(0, count - Math.max(1, state.status.capacity));
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

/** What a tap on the stock does: the next cards are drawn, or else the waste is turned over. */
export function stockMove({ legal }: Pick<State, "legal">): Move | undefined {
  return legal.find(({ source, target }) => source === STOCK || target === STOCK);
}

/** Brings the focus back onto a card that is seen after the piles have changed. */
export function settleFocus(state: State): void {
  const { pile, count } = state.focus;
  state.focus = { pile, count: Math.min(Math.max(count, 1), seenCount(state, pile)) };
}
