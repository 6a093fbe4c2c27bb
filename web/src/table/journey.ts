/** A supermove as it is seen: its cards go by the single moves for which it stands. */
import { openLayout, singleMoves } from "../rules/asked.ts";
import {
  type Card,
  isColumn,
  type Layout,
  type Move,
  type Pile,
  pileCards,
} from "../rules/cards.ts";
import { closeGame } from "../rules/engine.ts";
import { writeLayout } from "../rules/packing.ts";
import { ABOVE_ALL, type Flight, land, MOVE_EASING, MOVE_TIME } from "./anim.ts";
import { cardPlace, type Plan } from "./layout.ts";
import { placeOf } from "./render.ts";
import type { State } from "./state.ts";
import type { Table } from "./table.ts";

/** One card's single move: the how-manyth of all it is, and the place to which it goes. */
export interface Hop {
  readonly at: number;
  readonly pile: Pile;
  readonly index: number;
}

/** Between the starts of single moves while there are few, and the longest that all may take. */
const HOP_GAP = 40;
const LONGEST = 420;
/** Cards in the air are above those that rest on their way. */
const IN_AIR = 30;

/** Starts the cards of a supermove; gives the flights of the others, which wait where they follow. */
export function travel(
  table: Table,
  flights: readonly Flight[],
  move: Move,
  before: Layout,
): readonly Flight[] {
  const { state, view, ways } = table;
  const { plan } = view;
  const hops = hopsOf(before, singlesOf(state, move, before));
  if (plan === null || hops.size < 2) return flights;
  const journeys = [...hops].flatMap(([card, stops]) => {
    const flight = flights.find(({ node }) => node === view.cards[card]?.node);
    const index = pileCards(before, move.source).indexOf(card);
    return flight === undefined ? [] : [{ flight, stops, index }];
  });
  if (!journeys.every(({ flight }) => isFromPile(plan, flight, move.source))) return flights;
  const times = timesOf([...hops.values()].flat().length);
  for (const { flight, stops, index } of journeys) {
    land([flight.node]);
    const frames = framesOf(plan, flight, index, stops, times);
    flight.node.animate(frames, { duration: times.total * ways.pace, fill: "backwards" });
  }
  const gone = new Set(journeys.map(({ flight }) => flight));
  const later = times.total - MOVE_TIME;
  return flights
    .filter((flight) => !gone.has(flight))
    .map((flight) => (flight.delay > 0 ? { ...flight, delay: flight.delay + later } : flight));
}

function singlesOf({ engine, rules }: State, move: Move, before: Layout): Move[] {
  const game = openLayout(engine, rules, writeLayout(before, rules));
  if (game === null) return [];
  const singles = singleMoves(game, move);
  closeGame(game);
  return singles;
}

/** The hops of each card that single moves from a layout move. */
export function hopsOf(before: Layout, singles: readonly Move[]): Map<Card, Hop[]> {
  const piles = new Map<Pile, Card[]>();
  const pileOf = (pile: Pile) => {
    const cards = piles.get(pile) ?? [...pileCards(before, pile)];
    piles.set(pile, cards);
    return cards;
  };
  const hops = new Map<Card, Hop[]>();
  for (const [at, { source, target }] of singles.entries()) {
    const card = pileOf(source).pop();
    if (card === undefined) continue;
    const cards = pileOf(target);
    hops.set(card, [...(hops.get(card) ?? []), { at, pile: target, index: cards.length }]);
    cards.push(card);
  }
  return hops;
}

/** Cards that were dragged have been on their way in the hand. */
function isFromPile(plan: Plan, { from }: Flight, source: Pile): boolean {
  const { x } = cardPlace(plan, source, 0);
  return isColumn(source) && from.startsWith(placeOf(x, 0).split(",")[0] ?? "");
}

interface Times {
  readonly total: number;
  /** Between the starts of two single moves. */
  readonly gap: number;
}

function timesOf(count: number): Times {
  const total = Math.min(LONGEST, MOVE_TIME + (count - 1) * HOP_GAP);
  return { total, gap: (total - MOVE_TIME) / Math.max(1, count - 1) };
}

/** A card lies in its pile, flies over all, and lies again, until it is where the model has it. */
function framesOf(
  plan: Plan,
  { from, to }: Flight,
  first: number,
  hops: readonly Hop[],
  { total, gap }: Times,
): Keyframe[] {
  let [transform, rest] = [from, ABOVE_ALL + first];
  const frames: Keyframe[] = [{ offset: 0, transform, zIndex: rest }];
  for (const [number, { at, pile, index }] of hops.entries()) {
    const next = hops[number + 1];
    const start = at * gap;
    const end = Math.min(start + MOVE_TIME, next === undefined ? total : next.at * gap);
    const air = ABOVE_ALL + IN_AIR + index;
    frames.push(
      { offset: start / total, transform, zIndex: rest },
      { offset: start / total, transform, zIndex: air, easing: MOVE_EASING },
    );
    const { x, y } = cardPlace(plan, pile, index);
    [transform, rest] = [next === undefined ? to : placeOf(x, y), ABOVE_ALL + index];
    frames.push(
      { offset: end / total, transform, zIndex: air },
      { offset: end / total, transform, zIndex: rest },
    );
  }
  return [...frames, { offset: 1, transform, zIndex: rest }];
}
