/** The rules in WebAssembly: which moves are legal, what they do, and what follows from them. */
import type { Layout, Move } from "./cards.ts";
import { type Rules, readLayout, readMoves, type Step } from "./formats.ts";

interface RulesExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  exchange(): number;
  exchange_reserve(bytes: number): number;
  rules_fault(rulesLength: number): number;
  game_open(rulesLength: number, numberLow: number, numberHigh: number): number;
  game_open_layout(rulesLength: number, layoutLength: number): number;
  game_close(handle: number): void;
  game_layout(handle: number): number;
  game_status(handle: number): number;
  game_runs(handle: number): number;
  game_moves(handle: number): number;
  game_play(handle: number, source: number, target: number, count: number): number;
  game_undo(handle: number): number;
  game_redo(handle: number): number;
  game_restart(handle: number): number;
  game_finish_step(handle: number): number;
  game_tip(handle: number): number;
  game_autoplay(handle: number, level: number): void;
  game_safe(handle: number): number;
  game_goal(handle: number, length: number): number;
  game_expand(handle: number, source: number, target: number, count: number): number;
  game_history(handle: number): number;
  game_replay(handle: number, length: number, position: number): number;
}

/** A deal on the engine's table. */
export interface Game {
  readonly wasm: RulesExports;
  readonly rules: Rules;
  readonly handle: number;
}

export interface Status {
  readonly won: boolean;
  readonly stuck: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canFinish: boolean;
  /** Whether the stock was gone through and nothing came of it. */
  readonly uselessPass: boolean;
  readonly steps: number;
  /** How many cards may move onto a card, and into an empty column (0 when there is none). */
  readonly capacity: number;
  readonly capacityEmpty: number;
  readonly onFoundations: number;
  /** 0 in games without one. */
  readonly score: number;
  /** The length of the run at the free end of each column, whatever the capacity. */
  readonly runs: readonly number[];
}

export const AUTOPLAY_LEVELS = ["off", "safe", "all"] as const;
export type AutoplayLevel = (typeof AUTOPLAY_LEVELS)[number];

export type Engine = RulesExports;

export async function startEngine(source: BufferSource): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(source);
  const wasm = instance.exports as RulesExports;
  wasm._initialize();
  return wasm;
}

/** Deals a number; null when the engine refuses the rules or the number. */
export function openDeal(wasm: Engine, rules: Rules, deal: number): Game | null {
  write(wasm, rules.record);
  const handle = wasm.game_open(rules.record.length, deal >>> 0, Math.floor(deal / 2 ** 32));
  return handle > 0 ? { wasm, rules, handle } : null;
}

export const closeGame = (game: Game): void => game.wasm.game_close(game.handle);

export function layoutRecord(game: Game): Uint8Array {
  return read(game, game.wasm.game_layout(game.handle));
}

export const layoutOf = (game: Game): Layout => readLayout(layoutRecord(game), game.rules);

export function statusOf(game: Game): Status {
  const bytes = read(game, 4 * game.wasm.game_status(game.handle));
  const [flags = 0, steps = 0, , capacity = 0, capacityEmpty = 0, , onFoundations = 0, score = 0] =
    new Uint32Array(bytes.buffer);
  return {
    won: (flags & 1) !== 0,
    stuck: (flags & 2) !== 0,
    canUndo: (flags & 4) !== 0,
    canRedo: (flags & 8) !== 0,
    canFinish: (flags & 16) !== 0,
    uselessPass: (flags & 32) !== 0,
    steps,
    capacity,
    capacityEmpty,
    onFoundations,
    score,
    runs: runsOf(game),
  };
}

export const runsOf = (game: Game): number[] => [...read(game, game.wasm.game_runs(game.handle))];

export const legalMoves = (game: Game): Move[] =>
  readMoves(read(game, 3 * game.wasm.game_moves(game.handle)));

/** Plays a move; the step that it made, empty when the move is not legal. */
export function playMove(game: Game, { source, target, count }: Move): Step {
  return readMoves(read(game, 3 * game.wasm.game_play(game.handle, source, target, count)));
}

export const undoStep = (game: Game): Step =>
  readMoves(read(game, 3 * game.wasm.game_undo(game.handle)));

export const redoStep = (game: Game): Step =>
  readMoves(read(game, 3 * game.wasm.game_redo(game.handle)));

export const finishStep = (game: Game): Step =>
  readMoves(read(game, 3 * game.wasm.game_finish_step(game.handle)));

export const setAutoplay = (game: Game, level: AutoplayLevel): void =>
  game.wasm.game_autoplay(game.handle, AUTOPLAY_LEVELS.indexOf(level));

/** Writes bytes into the engine's exchange buffer. */
export function write(wasm: Engine, bytes: Uint8Array): void {
  const address = wasm.exchange_reserve(bytes.length);
  new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
}

/** Reads so many bytes of the engine's exchange buffer. */
export function read({ wasm }: { readonly wasm: Engine }, length: number): Uint8Array {
  const address = wasm.exchange();
  return new Uint8Array(wasm.memory.buffer.slice(address, address + length));
}
