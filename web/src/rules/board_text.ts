/** Board texts, which fc-solve reads too: read and written as docs/formats.md has them. */
import {
  type Card,
  FIRST_FOUNDATION,
  type Layout,
  pileCards,
  rankOf,
  type Stock,
  suitOf,
} from "./cards.ts";
import { hidesCards, type Rules } from "./formats.ts";

/** What is wrong with a board text. */
export type BoardFaultKind =
  /** A word that is no card, no foundation, no rank or no number. */
  | "card"
  | "foundation"
  | "rank"
  | "number"
  /** A card that the text does not show, or that the deck does not have. */
  | "unseen"
  | "deck"
  /** A card, or a line or a foundation, that was there before. */
  | "twice"
  | "again"
  /** A line that nobody knows, and one that this game does not have. */
  | "heading"
  | "closed"
  /** More columns, cells or places of the reserve than the game has. */
  | "columns"
  | "cells"
  | "reserve"
  /** A card face down where none lies so. */
  | "down"
  /** Another base than the game's own, none where it must be told, too many turnings over. */
  | "base"
  | "baseless"
  | "turned"
  | "missing";

export interface BoardFault {
  readonly kind: BoardFaultKind;
  /** From 1; 0 where it is no single line's. */
  readonly line: number;
  /** What stands there; empty where that says nothing. */
  readonly text: string;
  /** The card that is there twice, or those that are missing. */
  readonly cards: readonly Card[];
  /** How many the game has at most. */
  readonly most: number;
}

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const SUITS_WRITTEN = [2, 0, 1, 3];
const RANK_WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...RANKS].map((letter, at) => [letter, at + 1])),
  ...{ 1: 1, E: 1, ES: 1, Ä: 1, 10: 10, KN: 11, B: 11, D: 12 },
};
const SUIT_WORDS = ["CK♣", "DR♦", "H♥", "S♠"];
const EMOJI_SELECTOR = "\ufe0f";
const UNSEEN = "<?>";
const NO_BREAK_SPACE = "\u00a0";
const CELL_WIDTH = 4;
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const HEADING = /^([A-Za-z]+(?:\s+[A-Za-z]+)*)\s*:/;
const OTHER_HEADINGS: Readonly<Record<string, string>> = { founds: "foundations", talon: "stock" };

/** Writes a layout. */
export function writeBoard(layout: Layout, rules: Rules): string {
  const { base, cells, reserve, stock, columns, hidden } = layout;
  const lines = [
    ...(rules.base === 1 ? [] : [`Base: ${RANKS[base - 1]}`]),
    row(
      "Foundations",
      SUITS_WRITTEN.map((suit) => foundationWord(layout, suit)),
    ),
    ...(cells.length === 0 ? [] : [row("Freecells", cells.map(placeWord))]),
    ...(reserve.length === 0 ? [] : [row("Reserve", reserve.map(placeWord))]),
    ...(stock === null ? [] : stockLines(stock, rules)),
  ];
  const down = (card: Card, covered: boolean) => (covered ? `<${cardText(card)}>` : cardText(card));
  for (const [column, cards] of columns.entries())
    lines.push(
      row(
        "",
        cards.map((card, at) => down(card, at < (hidden[column] ?? 0))),
      ),
    );
  return lines.join("\n");
}

const row = (heading: string, words: readonly string[]): string =>
  [`${heading}:`, ...words].join(" ");

/** A card as files have it, such as TS. */
export const cardText = (card: Card): string => `${RANKS[rankOf(card) - 1]}${SUITS[suitOf(card)]}`;

const placeWord = (card: Card | null): string => (card === null ? "-" : cardText(card));

function foundationWord(layout: Layout, suit: number): string {
  const highest = pileCards(layout, FIRST_FOUNDATION + suit).at(-1);
  return `${SUITS[suit]}-${highest === undefined ? 0 : RANKS[rankOf(highest) - 1]}`;
}

function stockLines({ cards, waste, turnedOver }: Stock, { passes }: Rules): string[] {
  return [
    row("Stock", cards.map(cardText)),
    row("Waste", waste.map(cardText)),
    ...(passes === 0 ? [] : [`Turned over: ${turnedOver}`]),
  ];
}

/** The piles of a text as far as it was read, and the first thing that is wrong with it. */
interface Board {
  readonly rules: Rules;
  readonly columns: Card[][];
  readonly hidden: number[];
  cells: (Card | null)[];
  reserve: (Card | null)[];
  stock: Card[];
  waste: Card[];
  turnedOver: number;
  /** 0 where no line has told it. */
  base: number;
  /** The highest card on the foundation of each suit that has one. */
  readonly tops: Map<number, Card>;
  readonly headings: Set<string>;
  /** In which line each card was read. */
  readonly lines: Map<Card, number>;
  fault: BoardFault | null;
}

/** Reads a board text, or tells the first thing that is wrong with it. */
export function readBoard(text: string, rules: Rules): { layout: Layout } | { fault: BoardFault } {
  const board = emptyBoard(rules);
  for (const [at, line] of text
    .replace(/^\ufeff/, "")
    .split(LINE_ENDS)
    .entries())
    if (line.trim() !== "" && !line.trimStart().startsWith("#") && board.fault === null)
      readLine(board, line, at + 1);
  const layout = board.fault === null ? layoutOn(board) : null;
  return layout === null || board.fault !== null
    ? { fault: board.fault ?? faultAt("missing", 0) }
    : { layout };
}

function emptyBoard(rules: Rules): Board {
  return {
    rules,
    columns: [],
    hidden: [],
    cells: [],
    reserve: [],
    stock: [],
    waste: [],
    turnedOver: 0,
    base: 0,
    tops: new Map(),
    headings: new Set(),
    lines: new Map(),
    fault: null,
  };
}

const faultAt = (
  kind: BoardFaultKind,
  line: number,
  more: Partial<Omit<BoardFault, "kind" | "line">> = {},
): BoardFault => ({ kind, line, text: "", cards: [], most: 0, ...more });

/** Remembers what is wrong, unless something was wrong before. */
function refuse(board: Board, ...fault: Parameters<typeof faultAt>): void {
  board.fault ??= faultAt(...fault);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

function readLine(board: Board, line: string, number: number): void {
  const [, text] = HEADING.exec(line.trim()) ?? [];
  if (text === undefined) return readColumn(board, wordsOf(line.trim().replace(/^:/, "")), number);
  const name = wordsOf(text.toLowerCase()).join(" ");
  const heading = OTHER_HEADINGS[name] ?? name;
  const read = Object.hasOwn(READERS, heading) ? READERS[heading] : undefined;
  if (read === undefined) return refuse(board, "heading", number, { text });
  if (board.headings.has(heading)) return refuse(board, "again", number, { text });
  if (!hasLine(board.rules, heading)) return refuse(board, "closed", number, { text });
  board.headings.add(heading);
  // Blanks before the first cell stand for empty ones.
  read(board, line.slice(line.indexOf(":") + 1).trimEnd(), number);
}

/** Whether a game has what a line tells. */
function hasLine({ draw, passes }: Rules, heading: string): boolean {
  if (heading === "stock" || heading === "waste") return draw > 0;
  return heading !== "turned over" || passes > 0;
}

const READERS: Readonly<Record<string, (board: Board, text: string, line: number) => void>> = {
  foundations: (board, text, line) => {
    for (const word of wordsOf(text)) readTop(board, word, line);
  },
  freecells: (board, text, line) => {
    board.cells = readPlaces(board, cellWords(text), "cells", line);
  },
  reserve: (board, text, line) => {
    board.reserve = readPlaces(board, wordsOf(text), "reserve", line);
  },
  stock: (board, text, line) => {
    const isCounted = /^\S+\s+cards?$/.test(text.trim());
    if (isCounted) refuse(board, "unseen", line, { text: text.trim() });
    board.stock = readCards(board, wordsOf(text), line);
  },
  waste: (board, text, line) => {
    board.waste = readCards(board, wordsOf(text), line);
  },
  base: (board, text, line) => readBase(board, wordsOf(text).join(" "), line),
  "turned over": (board, text, line) => readNumber(board, wordsOf(text).join(" "), line),
};

function readColumn(board: Board, words: readonly string[], line: number): void {
  const { rules, columns, hidden } = board;
  if (columns.length === rules.columns)
    return refuse(board, "columns", line, { most: rules.columns });
  const bare = words.map((word) => /^<([^<>?]*)>$/.exec(word)?.[1]);
  const first = bare.indexOf(undefined);
  const down = first < 0 ? words.length : first;
  const wrong = bare.findIndex(
    (word, at) => word !== undefined && (at >= down || !hidesCards(rules)),
  );
  if (wrong >= 0) return refuse(board, "down", line, { text: words[wrong] ?? "" });
  if (words.length > 0 && down === words.length)
    return refuse(board, "down", line, { text: words.at(-1) ?? "" });
  columns.push(
    readCards(
      board,
      words.map((word, at) => bare[at] ?? word),
      line,
    ),
  );
  hidden.push(down);
}

function readCards(board: Board, words: readonly string[], line: number): Card[] {
  return words.map((word) => readCard(board, word, line)).filter((card) => card !== null);
}

/** Reads a card, and refuses one of another deck and one that was there before. */
function readCard(board: Board, text: string, line: number): Card | null {
  const card = parseCard(text);
  if (text === UNSEEN) refuse(board, "unseen", line, { text });
  else if (card === null) refuse(board, "card", line, { text });
  else if (card >= SUITS.length * board.rules.ranks) refuse(board, "deck", line, { text });
  else if (board.lines.has(card)) refuse(board, "twice", line, { text, cards: [card] });
  else board.lines.set(card, line);
  return card;
}

/** Reads cells or the reserve: cards, and signs of empty places. */
function readPlaces(
  board: Board,
  words: readonly string[],
  kind: "cells" | "reserve",
  line: number,
): (Card | null)[] {
  const most = board.rules[kind];
  if (words.length > most) refuse(board, kind, line, { most });
  return words.map((word) => (/^[-*]?$/.test(word) ? null : readCard(board, word, line)));
}

/** A word for each cell, empty where fc-solve writes blanks for an empty one. */
function cellWords(written: string): string[] {
  const text = written.replaceAll(NO_BREAK_SPACE, " ");
  const fields = text.match(new RegExp(`.{1,${CELL_WIDTH}}`, "gs")) ?? [];
  const words = fields.map((field) => field.trim());
  const isAligned = words.every(
    (word, at) => word === "" || (fields[at]?.endsWith(word) && !word.includes(" ")),
  );
  return isAligned && !/[^\S ]/.test(text) ? words : wordsOf(text);
}

function readBase(board: Board, text: string, line: number): void {
  const { rules } = board;
  const rank = parseRank(text);
  if (rank === null) return refuse(board, "rank", line, { text });
  if (rank > rules.ranks) return refuse(board, "deck", line, { text });
  if (rules.base !== 0 && rank !== rules.base) return refuse(board, "base", line, { text });
  board.base = rank;
}

function readNumber(board: Board, text: string, line: number): void {
  const most = board.rules.passes - 1;
  if (!/^\d{1,9}$/.test(text)) return refuse(board, "number", line, { text });
  if (Number(text) > most) return refuse(board, "turned", line, { text, most });
  board.turnedOver = Number(text);
}

/** Reads the suit and the rank of a foundation's highest card, such as S-2. */
function readTop(board: Board, word: string, line: number): void {
  const dash = word.indexOf("-");
  const suit = parseSuit(word.slice(0, Math.max(0, dash)));
  const written = word.slice(dash + 1);
  const rank = written === "0" ? 0 : parseRank(written);
  if (suit === null || rank === null) return refuse(board, "foundation", line, { text: word });
  const name = `foundation ${suit}`;
  if (board.headings.has(name)) return refuse(board, "again", line, { text: word });
  board.headings.add(name);
  if (rank > board.rules.ranks) return refuse(board, "deck", line, { text: word });
  if (rank > 0) board.tops.set(suit, 4 * (rank - 1) + suit);
}

/** The layout that was read; null, and what is wrong, where it is none. */
function layoutOn(board: Board): Layout | null {
  const { rules, columns, cells, reserve, stock, waste, turnedOver } = board;
  const base = rules.base === 0 ? board.base : rules.base;
  if (base === 0) refuse(board, "baseless", 0);
  const place = (card: Card) => ((rankOf(card) - base + rules.ranks) % rules.ranks) + 1;
  const foundations = [0, 1, 2, 3].map((suit) => {
    const top = board.tops.get(suit);
    return top === undefined ? 0 : place(top);
  });
  const isUp = (card: Card) => place(card) <= (foundations[suitOf(card)] ?? 0);
  for (const [card, line] of board.lines)
    if (isUp(card)) refuse(board, "twice", line, { text: cardText(card), cards: [card] });
  const deck = Array.from({ length: SUITS.length * rules.ranks }, (_, card) => card);
  const missing = deck.filter((card) => !isUp(card) && !board.lines.has(card));
  if (missing.length > 0) refuse(board, "missing", 0, { cards: missing });
  if (board.fault !== null) return null;
  const whole = <T>(given: readonly T[], length: number, empty: T): T[] =>
    Array.from({ length }, (_, at) => given[at] ?? empty);
  return {
    columns: whole<readonly Card[]>(columns, rules.columns, []),
    hidden: whole(board.hidden, rules.columns, 0),
    cells: whole(cells, rules.cells, null),
    reserve: whole(reserve, rules.reserve, null),
    foundations,
    base,
    ranks: rules.ranks,
    stock: rules.draw === 0 ? null : { cards: stock, waste, turnedOver },
  };
}

/** A card in English, Swedish or Danish letters of any case; null when it is none. */
export function parseCard(text: string): Card | null {
  const word = bareWord(text);
  const [rank, suit] = [parseRank(word.slice(0, -1)), parseSuit(word.slice(-1))];
  return rank === null || suit === null ? null : 4 * (rank - 1) + suit;
}

function parseRank(text: string): number | null {
  const word = bareWord(text);
  return Object.hasOwn(RANK_WORDS, word) ? (RANK_WORDS[word] ?? null) : null;
}

function parseSuit(text: string): number | null {
  const word = bareWord(text);
  const suit = word.length === 1 ? SUIT_WORDS.findIndex((letters) => letters.includes(word)) : -1;
  return suit < 0 ? null : suit;
}

function bareWord(text: string): string {
  const word = text.trim();
  return (word.endsWith(EMOJI_SELECTOR) ? word.slice(0, -1) : word).toUpperCase();
}
