/** A lesson: a fixed position with a goal, and how it stands with both. No document is touched here. */

import { historyOf, openLayout, reachesGoal, singleMoves } from "../rules/asked.ts";
import type { Layout, Move } from "../rules/cards.ts";
import { closeGame, layoutOf, layoutRecord, playMove, setAutoplay } from "../rules/engine.ts";
import { readMoves } from "../rules/formats.ts";
import { layGame } from "../table/dealing.ts";
import { changeAutoplay } from "../table/play.ts";
import type { State } from "../table/state.ts";

/** A lesson as tools/lessons.py exports it in a language; records and moves are in hexadecimal. */
export interface Lesson {
  readonly id: string;
  /** The key of its game. */
  readonly game: string;
  readonly deal: number | null;
  readonly layout: string;
  /** Null where the goal is a complete search. */
  readonly goal: string | null;
  /** In how many moves it is to be reached; null where that is not limited. */
  readonly moves: number | null;
  readonly line: readonly string[];
  readonly proof: boolean;
  /** The states that the complete search goes through, where they are known. */
  readonly states: number | null;
  readonly name: string;
  readonly task: string;
  readonly missed: string;
  readonly reason: string;
}

export type Standing = "open" | "reached" | "missed";

/** A lesson that is being played. */
export interface Sitting {
  readonly lesson: Lesson;
  standing: Standing;
  /** After how many moves the goal was reached: what is played after that does no harm. */
  reachedAt: number | null;
  /** The position as it was judged last. */
  record: Uint8Array;
  /** The single moves of the last move, when it was of several cards at a time. */
  singles: readonly Single[];
}

/** A move of one card that is a part of a supermove, and the table before it. */
export interface Single {
  readonly move: Move;
  readonly before: Layout;
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The layout record of a lesson's position. */
export const positionOf = ({ layout }: Lesson): Uint8Array => bytesOf(layout);

/** Lays a lesson's position on the table; null when the engine refuses it. */
export function sit(state: State, lesson: Lesson): Sitting | null {
  const game = openLayout(state.engine, state.rules, positionOf(lesson));
  if (game === null) return null;
  layGame(state, game);
  changeAutoplay(state, "off");
  const record = layoutRecord(game);
  return { lesson, standing: "open", reachedAt: null, record, singles: [] };
}

/** Tells anew how the lesson stands, after any change of the position. */
export function judge(state: State, sitting: Sitting): void {
  const { game, last } = state;
  sitting.singles = last === null ? [] : singlesOf(state, sitting.record, last);
  sitting.record = layoutRecord(game);
  sitting.standing = standingOf(state, sitting);
}

function standingOf({ game, status }: State, sitting: Sitting): Standing {
  const { moves, goal, proof } = sitting.lesson;
  const { steps, stuck, won } = status;
  if (sitting.reachedAt !== null && steps < sitting.reachedAt) sitting.reachedAt = null;
  if (sitting.reachedAt !== null) return "reached";
  if (proof) return "open";
  const isInTime = moves === null || steps <= moves;
  if (isInTime && goal !== null && reachesGoal(game, bytesOf(goal))) {
    sitting.reachedAt = steps;
    return "reached";
  }
  return stuck || won || (moves !== null && steps >= moves) ? "missed" : "open";
}

/** A complete search has shown what the lesson is about; moves do not take it back. */
export function prove(sitting: Sitting): void {
  sitting.reachedAt = 0;
  sitting.standing = "reached";
}

/** Forgets that the goal was reached, where the game has been started again. */
export function startOver(sitting: Sitting): void {
  sitting.reachedAt = null;
}

/** The lesson's next move; null where what was played is not the beginning of its own line. */
export function nextOfLine({ game, status }: State, { lesson }: Sitting): Move | null {
  const played = historyOf(game).slice(0, status.steps).flat();
  const line = lesson.line.flatMap((move) => readMoves(bytesOf(move)));
  return played.every((move, at) => isSame(move, line[at])) ? (line[played.length] ?? null) : null;
}

const isSame = (one: Move, other: Move | undefined): boolean =>
  one.source === other?.source && one.target === other.target && one.count === other.count;

/** The single moves for which a move from a position stands; empty when it moves one card. */
function singlesOf({ engine, rules }: State, record: Uint8Array, move: Move): Single[] {
  const game = openLayout(engine, rules, record);
  if (game === null) return [];
  setAutoplay(game, "off");
  const singles = singleMoves(game, move).map((move) => {
    const before = layoutOf(game);
    playMove(game, move);
    return { move, before };
  });
  closeGame(game);
  return singles.length > 1 ? singles : [];
}
