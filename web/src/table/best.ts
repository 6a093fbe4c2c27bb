/** Where cards go by themselves: the best place for one tap, and that for a double one. */
import { isSafe } from "../rules/asked.ts";
import {
  type Card,
  foundationCard,
  isCell,
  isColumn,
  isFoundation,
  type Move,
  type Pile,
  pileCards,
  type Run,
  STOCK,
  suitOf,
} from "../rules/cards.ts";
import type { State } from "./state.ts";
import type { Ways } from "./ways.ts";

type Order = Ways["order"];

/** A move, or that the player must choose between places, or null where there is none to go to. */
export type Best = Move | "choose" | null;

/**
 * The best place for a run, one of the legal ones; see "One tap" in docs/architecture.md. A single
 * card also stands for the longest run of its column that goes onto a card.
 */
export function bestMove(state: State, run: Run, order: Order): Best {
  const moves = state.legal.filter((move) => move.source === run.pile && move.target !== STOCK);
  const isMeant = moves.some(({ count }) => count >= run.count);
  if (isFoundation(run.pile)) return isMeant ? "choose" : null;
  const exact = moves.filter(({ count }) => count === run.count);
  const home = exact.find(({ target }) => isFoundation(target));
  if (home !== undefined && isPreferred(state, home, order)) return home;
  const joins = joinsOf(state, run.count === 1 ? moves : exact);
  if (joins.length > 0) return only(joins);
  if (exact.some((move) => isOnto(state, move))) return "choose";
  const aside = asideOf(state, exact);
  if (order === "table" && aside !== undefined) return aside;
  const left = [aside, home].filter((move) => move !== undefined);
  return left.length > 0 ? only(left) : isMeant ? "choose" : null;
}

/** Where a free card goes when it is tapped twice: its foundation or a cell, as the order has it. */
export function quickMove(state: State, pile: Pile, order: Order): Move | undefined {
  const moves = state.legal.filter((move) => move.source === pile && move.count === 1);
  const home = moves.find(({ target }) => isFoundation(target));
  const cell = moves.find(({ target }) => isCell(target));
  return home !== undefined && isPreferred(state, home, order) ? home : (cell ?? home);
}

function only(moves: readonly Move[]): Move | "choose" {
  const [first, second] = moves;
  return first !== undefined && second === undefined ? first : "choose";
}

function isPreferred(state: State, { source }: Move, order: Order): boolean {
  const card = pileCards(state.layout, source).at(-1);
  return (
    order === "foundation" || (order === "safe" && card !== undefined && isSafe(state.game, card))
  );
}

/** The longest of the moves onto a card that are good for something. */
function joinsOf(state: State, moves: readonly Move[]): Move[] {
  const joins = moves.filter((move) => isOnto(state, move) && isUseful(state, move));
  const longest = Math.max(...joins.map(({ count }) => count));
  return joins.filter(({ count }) => count === longest);
}

const isOnto = ({ layout }: State, { target }: Move): boolean =>
  isColumn(target) && pileCards(layout, target).length > 0;

/**
 * A run that lies on a card that fits is not taken to another that fits no better, unless the card
 * under it goes up.
 */
function isUseful({ layout, status }: State, { source, count }: Move): boolean {
  if (!isColumn(source)) return true;
  const below = pileCards(layout, source).at(-count - 1);
  return below === undefined || count === status.runs[source] || isNextUp(layout, below);
}

function isNextUp(layout: State["layout"], card: Card): boolean {
  const suit = suitOf(card);
  return foundationCard(layout, suit, layout.foundations[suit] ?? 0) === card;
}

/** To the first empty cell, or else into the first empty column; a whole column stays. */
function asideOf({ layout }: State, moves: readonly Move[]): Move | undefined {
  const cell = moves.find(({ target }) => isCell(target));
  if (cell !== undefined) return cell;
  return moves.find(
    ({ source, target, count }) =>
      isColumn(target) &&
      pileCards(layout, target).length === 0 &&
      !(isColumn(source) && pileCards(layout, source).length === count),
  );
}
