/** The records of docs/formats.md, read and written. */
import type { Card, Layout, Move, Stock } from "./cards.ts";

/** What a rules record says. */
export interface Rules {
  readonly record: Uint8Array;
  readonly ranks: number;
  readonly columns: number;
  readonly cells: number;
  readonly sameSuit: boolean;
  /** Whether an empty column takes the last rank only. */
  readonly lastRankOnly: boolean;
  readonly runs: "supermove" | "any-length" | "single";
  readonly foundationReturn: boolean;
  /** Whether a king also lies on an ace. */
  readonly wraps: boolean;
  /** The rank that the foundations begin with; 0 where it is that of the first card dealt. */
  readonly base: number;
  /** Places of the reserve. */
  readonly reserve: number;
  /** Cards drawn at a time; 0 without a stock. */
  readonly draw: number;
  /** How often the stock may be gone through; 0 as often as one likes. */
  readonly passes: number;
  /** Whether rows are dealt from the last column on. */
  readonly leftward: boolean;
  /** Cards that the deal gives to each column, and how many of them face down. */
  readonly dealt: readonly number[];
  readonly hidden: readonly number[];
  /** Null in games without a score. */
  readonly points: Points | null;
}

/** What a card that moves adds to the score. */
export interface Points {
  readonly toFoundation: number;
  readonly fromWaste: number;
  readonly turned: number;
  readonly fromFoundation: number;
}

/** The moves that one move of the player made: the move itself, then the automatic ones. */
export type Step = readonly Move[];

export const NO_CARD = 255;
const SUITS = 4;
const RECORD_LENGTH = 50;
const RUNS = ["supermove", "any-length", "single"] as const;

/** Reads a rules record of either version, written in hexadecimal. */
export function readRules(hex: string): Rules {
  const record = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  // A record of version 1 lacks the later places, and means 0 there, but for the base.
  const whole = new Uint8Array(RECORD_LENGTH);
  whole[10] = 1;
  whole.set(record);
  const at = (place: number) => whole[place] ?? 0;
  const columns = at(3);
  return {
    record,
    ranks: at(2),
    columns,
    cells: at(4),
    sameSuit: at(5) === 1,
    lastRankOnly: at(6) === 1,
    runs: RUNS[at(7)] ?? "supermove",
    foundationReturn: at(8) === 1,
    wraps: at(9) === 1,
    base: at(10),
    reserve: at(11),
    draw: at(12),
    passes: at(13),
    leftward: at(14) === 1,
    dealt: dealtSizes(whole, columns),
    hidden: [...whole.subarray(26, 26 + columns)],
    points: at(15) === 1 ? readPoints(whole) : null,
  };
}

/** Whether the deal fills a cell, the first being 0. */
export const fillsCell = ({ record }: Rules, cell: number): boolean => record[36 + cell] === 1;

/** Columns without sizes of their own get evenly what cells, reserve and foundations leave. */
function dealtSizes(whole: Uint8Array, columns: number): number[] {
  const sizes = [...whole.subarray(16, 16 + columns)];
  if (sizes.some((size) => size > 0)) return sizes;
  const [, , ranks = 0, , , , , , , , base = 1, reserve = 0] = whole;
  const filled = whole.subarray(36, 46).reduce((sum, cell) => sum + cell, 0);
  const left = SUITS * ranks - filled - reserve - (base === 0 ? SUITS - 1 : 0);
  return sizes.map((_, column) => Math.max(0, Math.ceil((left - column) / columns)));
}

function readPoints(whole: Uint8Array): Points {
  const [toFoundation = 0, fromWaste = 0, turned = 0, fromFoundation = 0] = new Int8Array(
    whole.buffer,
    46,
  );
  return { toFoundation, fromWaste, turned, fromFoundation };
}

/** Whether a game deals cards face down, so that its layouts say where they lie. */
export const hidesCards = ({ hidden }: Rules): boolean => hidden.some((count) => count > 0);

export function readLayout(bytes: Uint8Array, rules: Rules): Layout {
  let at = 0;
  const next = () => bytes[at++] ?? 0;
  const cards = (length: number): Card[] => Array.from({ length }, next);
  const columns: Card[][] = [];
  const hidden: number[] = [];
  for (let column = 0; column < rules.columns; column++) {
    const length = next();
    hidden.push(hidesCards(rules) ? next() : 0);
    columns.push(cards(length));
  }
  const single = (card: number) => (card === NO_CARD ? null : card);
  const cells = cards(rules.cells).map(single);
  const reserve = cards(rules.reserve).map(single);
  const foundations = cards(SUITS);
  const base = rules.base === 0 ? next() : rules.base;
  const readStock = (): Stock => ({
    cards: cards(next()),
    waste: cards(next()),
    turnedOver: next(),
  });
  const stock = rules.draw === 0 ? null : readStock();
  return { columns, hidden, cells, reserve, foundations, base, ranks: rules.ranks, stock };
}

export function readMoves(bytes: Uint8Array): Move[] {
  return Array.from({ length: Math.floor(bytes.length / 3) }, (_, index) => ({
    source: bytes[3 * index] ?? 0,
    target: bytes[3 * index + 1] ?? 0,
    count: bytes[3 * index + 2] ?? 0,
  }));
}
