/** Cards, piles and moves as the engine numbers them (docs/formats.md). */

/** One byte, 4 x (rank - 1) + suit; suits are C 0, D 1, H 2, S 3. */
export type Card = number;

/**
 * One byte: columns from 0, cells from 16, places of the reserve from 32, foundations 48 to 51 in
 * the order of the suits, stock 64, waste 65.
 */
export type Pile = number;

export interface Move {
  readonly source: Pile;
  readonly target: Pile;
  readonly count: number;
}

/** Some cards at the free end of a pile. */
export interface Run {
  readonly pile: Pile;
  readonly count: number;
}

export interface Layout {
  /** Each column from its deepest card to its free one. */
  readonly columns: readonly (readonly Card[])[];
  /** How many cards of each column lie face down, always its deepest ones. */
  readonly hidden: readonly number[];
  readonly cells: readonly (Card | null)[];
  readonly reserve: readonly (Card | null)[];
  /** How many cards lie on the foundation of each suit. */
  readonly foundations: readonly number[];
  /** The rank that the foundations begin with, and the number of ranks in the deck. */
  readonly base: number;
  readonly ranks: number;
  /** Null in games without a stock. */
  readonly stock: Stock | null;
}

/** The cards that are still to be drawn, and those that have been. */
export interface Stock {
  /** The next card to be drawn is the first. */
  readonly cards: readonly Card[];
  /** The free card is the last. */
  readonly waste: readonly Card[];
  /** How often the waste was turned over, where that is limited; else 0. */
  readonly turnedOver: number;
}

export const FIRST_CELL = 16;
export const FIRST_RESERVE = 32;
export const FIRST_FOUNDATION = 48;
export const STOCK = 64;
export const WASTE = 65;
export const CARDS = 52;

/** The foundations from left to right: spades, hearts, diamonds, clubs. */
export const SUITS_SHOWN: readonly number[] = [3, 2, 1, 0];

export const suitOf = (card: Card): number => card & 3;
export const rankOf = (card: Card): number => (card >> 2) + 1;
export const isRed = (card: Card): boolean => suitOf(card) === 1 || suitOf(card) === 2;
export const isColumn = (pile: Pile): boolean => pile < FIRST_CELL;
export const isCell = (pile: Pile): boolean => pile >= FIRST_CELL && pile < FIRST_RESERVE;
export const isReserve = (pile: Pile): boolean => pile >= FIRST_RESERVE && pile < FIRST_FOUNDATION;
export const isFoundation = (pile: Pile): boolean => pile >= FIRST_FOUNDATION && pile < STOCK;

/** The cards of a pile, from the deepest to the free one. */
export function pileCards(layout: Layout, pile: Pile): readonly Card[] {
  if (isColumn(pile)) return layout.columns[pile] ?? [];
  if (isCell(pile)) return oneCard(layout.cells[pile - FIRST_CELL]);
  if (isReserve(pile)) return oneCard(layout.reserve[pile - FIRST_RESERVE]);
  if (pile === STOCK) return [...(layout.stock?.cards ?? [])].reverse();
  if (pile === WASTE) return layout.stock?.waste ?? [];
  const suit = pile - FIRST_FOUNDATION;
  const height = layout.foundations[suit] ?? 0;
  return Array.from({ length: height }, (_, below) => foundationCard(layout, suit, below));
}

const oneCard = (card: Card | null | undefined): readonly Card[] =>
  card === null || card === undefined ? [] : [card];

/** The card of a foundation that has so many others below it. */
export function foundationCard({ base, ranks }: Layout, suit: number, below: number): Card {
  return 4 * ((base - 1 + below) % ranks) + suit;
}

/** The rank that comes last on the foundations, one below their base. */
export const lastRank = ({ base, ranks }: Pick<Layout, "base" | "ranks">): number =>
  ((base + ranks - 2) % ranks) + 1;

/** How many cards of a pile, its deepest ones, lie face down. */
export function hiddenCount(layout: Layout, pile: Pile): number {
  return pile === STOCK ? pileCards(layout, pile).length : (layout.hidden[pile] ?? 0);
}

/** Every pile of a table, in the order in which the eye reads them. */
export function allPiles(layout: Layout): Pile[] {
  return [...upperPiles(layout), ...layout.columns.keys()];
}

/** The stock and the waste, the cells, the reserve and then the foundations, from left to right. */
export function upperPiles(layout: Layout): Pile[] {
  const cells = [...layout.cells.keys()].map((cell) => FIRST_CELL + cell);
  const reserve = [...layout.reserve.keys()].map((place) => FIRST_RESERVE + place);
  const foundations = SUITS_SHOWN.map((suit) => FIRST_FOUNDATION + suit);
  return [...(layout.stock === null ? [] : [STOCK, WASTE]), ...cells, ...reserve, ...foundations];
}

/** The cards of a run, from the deepest to the free one. */
export function runCards(layout: Layout, run: Run): readonly Card[] {
  const cards = pileCards(layout, run.pile);
  return cards.slice(cards.length - run.count);
}

export const sameMove = (one: Move, other: Move): boolean =>
  one.source === other.source && one.target === other.target && one.count === other.count;
