/** The records and the saved game of docs/formats.md, read and written. */
import {
  type Card,
  FIRST_CELL,
  FIRST_FOUNDATION,
  isCell,
  isColumn,
  type Layout,
  type Move,
  type Pile,
} from "./cards.ts";

export interface Rules {
  readonly record: Uint8Array;
  readonly columns: number;
  readonly cells: number;
  readonly sameSuit: boolean;
}

/** The moves that one move of the player made: the move itself, then the automatic ones. */
export type Step = readonly Move[];

/** A saved game, version 1, with the page's own keys beside it. */
export interface SavedGame {
  readonly format: 1;
  readonly game: string;
  readonly deal: number;
  readonly steps: readonly (readonly SavedMove[])[];
  readonly position: number;
  readonly page: PageNotes;
}

export type SavedMove = readonly [string, string, number];

/** What the page adds to a saved game. */
export interface PageNotes {
  /** Milliseconds on the clock. */
  readonly elapsed: number;
  readonly won: boolean;
  /** When the game was last saved, in milliseconds since 1970; missing in a finished game. */
  readonly open?: number;
}

const EMPTY_CELL = 255;
const SUIT_LETTERS = "CDHS";
const HIGHEST_DEAL = 2 ** 33 - 1;
/** A thousand hours; no clock that was kept with care says more. */
const LONGEST = 3_600_000_000;

/** Reads a rules record that the build wrote in hexadecimal. */
export function readRules(hex: string): Rules {
  const record = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const [, , , columns = 0, cells = 0, build = 0] = record;
  return { record, columns, cells, sameSuit: build === 1 };
}

export function readLayout(bytes: Uint8Array, rules: Rules): Layout {
  let at = 0;
  const columns: Card[][] = [];
  for (let column = 0; column < rules.columns; column++) {
    const length = bytes[at] ?? 0;
    columns.push([...bytes.subarray(at + 1, at + 1 + length)]);
    at += 1 + length;
  }
  const cells = [...bytes.subarray(at, at + rules.cells)].map((card) =>
    card === EMPTY_CELL ? null : card,
  );
  return { columns, cells, foundations: [...bytes.subarray(at + rules.cells)] };
}

export function readMoves(bytes: Uint8Array): Move[] {
  return Array.from({ length: Math.floor(bytes.length / 3) }, (_, index) => ({
    source: bytes[3 * index] ?? 0,
    target: bytes[3 * index + 1] ?? 0,
    count: bytes[3 * index + 2] ?? 0,
  }));
}

export function readHistory(bytes: Uint8Array): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + 3 * (bytes[at] ?? 0);
    steps.push(readMoves(bytes.subarray(at + 1, end)));
    at = end;
  }
  return steps;
}

export function writeHistory(steps: readonly Step[]): Uint8Array {
  return Uint8Array.from(
    steps.flatMap((step) => [
      step.length,
      ...step.flatMap(({ source, target, count }) => [source, target, count]),
    ]),
  );
}

export function pileName(pile: Pile): string {
  if (isColumn(pile)) return `column${pile + 1}`;
  if (isCell(pile)) return `cell${pile - FIRST_CELL + 1}`;
  return `foundation${SUIT_LETTERS[pile - FIRST_FOUNDATION]}`;
}

export function parsePile(name: string): Pile | null {
  const [, area, place = ""] = /^(column|cell|foundation)([CDHS]|[1-9]|10)$/.exec(name) ?? [];
  if (area === undefined) return null;
  const suit = SUIT_LETTERS.indexOf(place);
  if (area === "foundation") return suit < 0 ? null : FIRST_FOUNDATION + suit;
  if (suit >= 0) return null;
  return Number(place) - 1 + (area === "cell" ? FIRST_CELL : 0);
}

export function saveSteps(steps: readonly Step[]): SavedMove[][] {
  return steps.map((step) =>
    step.map(({ source, target, count }) => [pileName(source), pileName(target), count]),
  );
}

/**
 * Reads a saved game of any version; null when it is none. Whether its moves are legal is for the
 * engine to say. The page's own keys may be missing.
 */
export function parseSaved(data: unknown): { game: SavedGame; steps: Step[] } | null {
  if (!isObject(data) || data.format !== 1 || typeof data.game !== "string") return null;
  const { deal, game } = data;
  if (!isCount(deal) || deal < 1 || deal > HIGHEST_DEAL || !Array.isArray(data.steps)) return null;
  const steps = data.steps.map(parseStep);
  if (!steps.every((step) => step !== null)) return null;
  const position = data.position ?? steps.length;
  if (!isCount(position) || position > steps.length) return null;
  const page = parseNotes(data.page);
  return { game: { format: 1, game, deal, steps: saveSteps(steps), position, page }, steps };
}

function parseStep(data: unknown): Step | null {
  if (!Array.isArray(data) || data.length === 0 || data.length > 255) return null;
  const moves = data.map(parseMove);
  return moves.every((move) => move !== null) ? moves : null;
}

function parseMove(data: unknown): Move | null {
  if (!Array.isArray(data) || data.length !== 3) return null;
  const [from, to, count] = data;
  const source = typeof from === "string" ? parsePile(from) : null;
  const target = typeof to === "string" ? parsePile(to) : null;
  if (source === null || target === null || !isCount(count) || count > 52) return null;
  return { source, target, count };
}

function parseNotes(data: unknown): PageNotes {
  const notes = isObject(data) ? data : {};
  const elapsed = isCount(notes.elapsed) && notes.elapsed <= LONGEST ? notes.elapsed : 0;
  const open = isCount(notes.open) ? { open: notes.open } : {};
  return { elapsed, won: notes.won === true, ...open };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
