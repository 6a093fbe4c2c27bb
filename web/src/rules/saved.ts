/** The saved game of docs/formats.md, read and written. */
import {
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  isCell,
  isColumn,
  isReserve,
  type Move,
  type Pile,
  STOCK,
  WASTE,
} from "./cards.ts";
import type { Step } from "./formats.ts";

/** A saved game, version 1, with the page's own keys beside it. */
export interface SavedGame {
  readonly format: 1;
  readonly game: string;
  readonly deal: number;
  readonly steps: readonly (readonly SavedMove[])[];
  readonly position: number;
  /** Whether nothing was done since the deal was started again. */
  readonly restarted?: true;
  readonly page: PageNotes;
}

/** A saved game of a position that was not dealt from a number. */
export interface SavedPosition extends Omit<SavedGame, "deal"> {
  /** The position as board text. */
  readonly layout: string;
}

export type Saved = SavedGame | SavedPosition;

/** What a saved game began with: a numbered deal, or a position by its board text. */
export type Begun = { readonly deal: number } | { readonly layout: string };

/** What tells a start from all others of its game. */
export const nameOf = (begun: Begun): number | string =>
  "deal" in begun ? begun.deal : begun.layout;

export type SavedMove = readonly [string, string, number];

/** What the page adds to a saved game. */
export interface PageNotes {
  /** Milliseconds on the clock. */
  readonly elapsed: number;
  readonly won: boolean;
  /** When the game was last saved, in milliseconds since 1970; missing in a finished game. */
  readonly open?: number;
  /** When the first move of this play of the deal was made, and when it was first won. */
  readonly began?: number;
  readonly ended?: number;
  /** Tips shown in this play; missing where there were none. */
  readonly helped?: number;
  /** The highest level of help that was taken in this play; missing where none was. */
  readonly help?: number;
  /** The number under which this play is counted; missing where it is not. */
  readonly play?: string;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const COUNTS = ["open", "began", "ended", "helped", "help"] as const;

const SUIT_LETTERS = "CDHS";
export const HIGHEST_DEAL = 2 ** 33 - 1;
/** A thousand hours; no clock that was kept with care says more. */
export const LONGEST = 3_600_000_000;

export function pileName(pile: Pile): string {
  if (pile === STOCK) return "stock";
  if (pile === WASTE) return "waste";
  if (isColumn(pile)) return `column${pile + 1}`;
  if (isCell(pile)) return `cell${pile - FIRST_CELL + 1}`;
  if (isReserve(pile)) return `reserve${pile - FIRST_RESERVE + 1}`;
  return `foundation${SUIT_LETTERS[pile - FIRST_FOUNDATION]}`;
}

export function parsePile(name: string): Pile | null {
  if (name === "stock") return STOCK;
  if (name === "waste") return WASTE;
  const suit = /^foundation([CDHS])$/.exec(name)?.[1];
  if (suit !== undefined) return FIRST_FOUNDATION + SUIT_LETTERS.indexOf(suit);
  const [, area = "", place = ""] = /^(column|cell|reserve)([1-9]|1[0-6])$/.exec(name) ?? [];
  const number = Number(place);
  if (number === 0 || (area !== "reserve" && number > 10)) return null;
  const first = area === "column" ? 0 : area === "cell" ? FIRST_CELL : FIRST_RESERVE;
  return first + number - 1;
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
export function parseSaved(data: unknown): { game: Saved; steps: Step[] } | null {
  if (!isObject(data) || data.format !== 1 || typeof data.game !== "string") return null;
  const { game } = data;
  const start = parseStart(data);
  if (start === null || !Array.isArray(data.steps)) return null;
  const steps = data.steps.map(parseStep);
  if (!steps.every((step) => step !== null)) return null;
  const position = data.position ?? steps.length;
  if (!isCount(position) || position > steps.length) return null;
  const { restarted = false } = data;
  if (typeof restarted !== "boolean") return null;
  // A reader that did not know of restarts may have gone on, and kept what it did not know.
  const again = restarted && position === 0 ? ({ restarted } as const) : {};
  const page = parseNotes(data.page);
  const saved = saveSteps(steps);
  return { game: { format: 1, game, ...start, steps: saved, position, ...again, page }, steps };
}

/** A saved game has either the number of a deal or a board text. */
function parseStart({ deal, layout }: Record<string, unknown>) {
  if (deal === undefined) return typeof layout === "string" ? { layout } : null;
  const isDeal = isCount(deal) && deal >= 1 && deal <= HIGHEST_DEAL && layout === undefined;
  return isDeal ? { deal } : null;
}

/** The saved game of a record, of a numbered deal or of a position; null when it is none. */
export const savedGame = (record: unknown): Saved | null => parseSaved(record)?.game ?? null;

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
  const counts = COUNTS.filter((name) => isCount(notes[name])).map((name) => [name, notes[name]]);
  const isNamed = typeof notes.play === "string" && UUID.test(notes.play);
  const play = isNamed ? { play: notes.play as string } : {};
  return { elapsed, won: notes.won === true, ...Object.fromEntries(counts), ...play };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
