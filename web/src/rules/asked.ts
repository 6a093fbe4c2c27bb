/** What the engine is asked beside play: is a record good, is a goal reached, does a line win. */
import type { Card, Move, Pile } from "./cards.ts";
import { closeGame, type Engine, type Game, read, runsOf, statusOf, write } from "./engine.ts";
import { type Rules, readMoves, type Step } from "./formats.ts";
import { readHistory, writeHistory } from "./packing.ts";

/** What is wrong with a rules record. */
export interface RulesFault {
  /** The byte in the record. */
  readonly place: number;
  /** What was expected there, in the words of the engine. */
  readonly expected: string;
}

/** Why the engine would refuse a rules record; null when it is good. */
export function rulesFault(wasm: Engine, record: Uint8Array): RulesFault | null {
  write(wasm, record);
  const length = wasm.rules_fault(record.length);
  if (length === 0) return null;
  const fault = read({ wasm }, length);
  const place = new DataView(fault.buffer).getUint32(0, true);
  return { place, expected: String.fromCharCode(...fault.subarray(4)) };
}

/** Whether a card is needed in no column any more, as autoplay has it. */
export const isSafe = (game: Game, card: Card): boolean =>
  read(game, game.wasm.game_safe(game.handle)).includes(card);

/** Whether the layout reaches the goal that a record tells. */
export function reachesGoal(game: Game, goal: Uint8Array): boolean {
  write(game.wasm, goal);
  return game.wasm.game_goal(game.handle, goal.length) === 1;
}

/** The moves of single cards for which a legal move stands; empty when it is not legal. */
export const singleMoves = (game: Game, { source, target, count }: Move): Move[] =>
  readMoves(read(game, 3 * game.wasm.game_expand(game.handle, source, target, count)));

/** Whether a line of moves, played by the rules from a layout, ends in a win. */
export function lineWins(
  wasm: Engine,
  rules: Rules,
  layout: Uint8Array,
  line: readonly Move[],
): boolean {
  const steps = line.map((move) => [move]);
  return playsOut(openLayout(wasm, rules, layout), steps, (game) => statusOf(game).won);
}

/** Whether a game can be opened and a history played in it; closes it. */
export function canReplay(game: Game | null, steps: readonly Step[]): boolean {
  return playsOut(game, steps, () => true);
}

function playsOut(
  game: Game | null,
  steps: readonly Step[],
  isGood: (game: Game) => boolean,
): boolean {
  if (game === null) return false;
  const isPlayed = replaySteps(game, steps, steps.length) && isGood(game);
  closeGame(game);
  return isPlayed;
}

/**
 * How long the run at the free end of a column would be with some cards moved there, whatever the
 * capacity; 0 when the engine refuses the layout in which they are.
 */
export function runIn(wasm: Engine, rules: Rules, layout: Uint8Array, column: Pile): number {
  const game = openLayout(wasm, rules, layout);
  if (game === null) return 0;
  const length = runsOf(game)[column] ?? 0;
  closeGame(game);
  return length;
}

export const tipMove = (game: Game): Move | null =>
  readMoves(read(game, 3 * game.wasm.game_tip(game.handle)))[0] ?? null;

export const restartGame = (game: Game): number => game.wasm.game_restart(game.handle);

/** Lays out a layout record; null when the engine refuses it. */
export function openLayout(wasm: Engine, rules: Rules, layout: Uint8Array): Game | null {
  write(wasm, Uint8Array.of(...rules.record, ...layout));
  const handle = wasm.game_open_layout(rules.record.length, layout.length);
  return handle > 0 ? { wasm, rules, handle } : null;
}

/** Plays a history and steps back to a position; false when the engine refuses any of its moves. */
export function replaySteps(game: Game, steps: readonly Step[], position: number): boolean {
  const history = writeHistory(steps);
  write(game.wasm, history);
  return game.wasm.game_replay(game.handle, history.length, position) >= 0;
}

export const historyOf = (game: Game): Step[] =>
  readHistory(read(game, game.wasm.game_history(game.handle)));
