/** Moves as players type them (docs/formats.md, "Typed moves"). No document is touched here. */
import {
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  isColumn,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  rankOf,
  suitOf,
  WASTE,
} from "../rules/cards.ts";
import { type State, stockMove } from "./state.ts";

/** What a typed move is read on. */
export type Position = Pick<State, "layout" | "rules" | "legal" | "status">;

/** What a text means so far. */
export type Reading =
  /** No move begins so. */
  | { readonly kind: "none" }
  /** More must come; the pile that the cards come from and the one they go to, once told. */
  | { readonly kind: "open"; readonly source: Pile | null; readonly target: Pile | null }
  /** A whole move, legal or not; `open` where more could follow that makes it another one. */
  | { readonly kind: "move"; readonly move: Move; readonly open: "count" | "place" | null }
  /** The stock: its next cards, or the waste turned over, or neither. */
  | { readonly kind: "draw"; readonly move: Move | undefined; readonly open: "place" | null };

const COLUMN_SIGNS = "1234567890";
const CELL_SIGNS = "abcdefgklm";
/** The suits in the order of their numbers. */
const SUIT_SIGNS = "cdhs";
const HOME = "h";
const DRAW = "d";
const COUNT = /^v(?:([1-9]|1[0-9])|([a-d]))$/;
const NONE: Reading = { kind: "none" };

/** Reads a text, in which blanks and capitals mean nothing, as far as it has been typed. */
export function readTyped(position: Position, typed: string): Reading {
  const text = typed.toLowerCase().replace(/\s/g, "");
  const readings = [...sourceSigns(position)].map(([sign, source]) =>
    text.startsWith(sign)
      ? readTarget(position, source, text.slice(sign.length))
      : sign.startsWith(text)
        ? ({ kind: "open", source: null, target: null } as const)
        : NONE,
  );
  if (text === DRAW && position.rules.draw > 0)
    readings.unshift({ kind: "draw", move: stockMove(position), open: null });
  return together(readings.filter(({ kind }) => kind !== "none"));
}

/** One reading of several: a whole move that could go on otherwise is open. */
function together(readings: readonly Reading[]): Reading {
  const whole = readings.find(({ kind }) => kind === "move" || kind === "draw");
  const [first = NONE] = readings;
  if (whole === undefined || readings.length === 1) return whole ?? first;
  return { ...whole, open: "place" } as Reading;
}

/** The signs of the piles that cards may come from. */
function sourceSigns({ layout, rules }: Position): Map<string, Pile> {
  const reserve = layout.reserve.map((_, place): [string, Pile] => [
    `r${place + 1}`,
    FIRST_RESERVE + place,
  ]);
  const waste: [string, Pile][] = layout.stock === null ? [] : [["w", WASTE]];
  const suits = rules.foundationReturn ? [...SUIT_SIGNS] : [];
  const up = suits.map((sign, suit): [string, Pile] => [HOME + sign, FIRST_FOUNDATION + suit]);
  return new Map([...tableSigns(layout), ...reserve, ...waste, ...up]);
}

/** The signs of the columns and the cells. */
function tableSigns({ columns, cells }: Layout): [string, Pile][] {
  return [
    ...columns.map((_, at): [string, Pile] => [COLUMN_SIGNS.charAt(at), at]),
    ...cells.map((_, at): [string, Pile] => [CELL_SIGNS.charAt(at), FIRST_CELL + at]),
  ];
}

function readTarget(position: Position, source: Pile, text: string): Reading {
  if (text === "") return { kind: "open", source, target: null };
  const target =
    text.charAt(0) === HOME
      ? homeOf(position, source)
      : new Map(tableSigns(position.layout)).get(text.charAt(0));
  return target === undefined ? NONE : readCount(position, source, target, text.slice(1));
}

function readCount(position: Position, source: Pile, target: Pile, text: string): Reading {
  const counts = legalCounts(position, source, target);
  if (text === "") {
    const count = counts.at(-1) ?? fittingCount(position, source, target);
    const open = counts.length > 1 ? "count" : null;
    return { kind: "move", move: { source, target, count }, open };
  }
  if (text === "v") return { kind: "open", source, target };
  const [, decimal, digit] = COUNT.exec(text) ?? [];
  if (decimal === undefined && digit === undefined) return NONE;
  const count = decimal === undefined ? Number.parseInt(digit ?? "", 16) : Number(decimal);
  const open = count === 1 && counts.some((other) => other > 9) ? "count" : null;
  return { kind: "move", move: { source, target, count }, open };
}

/** The foundation of a pile's free card; of an empty pile the first there is. */
function homeOf({ layout }: Position, source: Pile): Pile {
  return FIRST_FOUNDATION + suitOf(pileCards(layout, source).at(-1) ?? 0);
}

/** The numbers of cards that may move from pile to pile, ascending. */
function legalCounts({ legal }: Position, source: Pile, target: Pile): number[] {
  return legal
    .filter((move) => move.source === source && move.target === target)
    .map(({ count }) => count);
}

/** The number of cards that would fit if there were room, else 1. */
function fittingCount({ layout, rules, status }: Position, source: Pile, target: Pile): number {
  const [card, host] = [source, target].map((pile) => pileCards(layout, pile).at(-1));
  if (!isColumn(source) || !isColumn(target) || card === undefined || host === undefined) return 1;
  const steps = rankOf(host) - rankOf(card);
  const count = rules.wraps ? (steps + layout.ranks) % layout.ranks : steps;
  return count >= 1 && count <= (status.runs[source] ?? 0) ? count : 1;
}

/** Texts that show how moves are typed in a game. */
export function typedExamples({ layout, rules }: Pick<Position, "layout" | "rules">): string[] {
  const last = COLUMN_SIGNS.charAt(Math.min(layout.columns.length, 6) - 1);
  return [
    `2${last}`,
    ...(layout.cells.length > 0 ? ["3a"] : []),
    ...(layout.reserve.length > 0 ? [`r1${last}`] : []),
    `5${HOME}`,
    ...(rules.draw > 0 ? [`w${last}`, DRAW] : []),
  ];
}
