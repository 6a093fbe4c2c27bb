/** Cards, piles and moves as the engine numbers them (docs/formats.md). */

/** One byte, 4 x (rank - 1) + suit; suits are C 0, D 1, H 2, S 3. */
export type Card = number;

/** One byte: columns from 0, cells from 16, foundations 48 to 51 in the order of the suits. */
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
  readonly cells: readonly (Card | null)[];
  /** How many cards lie on the foundation of each suit. */
  readonly foundations: readonly number[];
}

export const FIRST_CELL = 16;
export const FIRST_FOUNDATION = 48;
export const CARDS = 52;

/** The foundations from left to right: spades, hearts, diamonds, clubs. */
export const SUITS_SHOWN: readonly number[] = [3, 2, 1, 0];

export const suitOf = (card: Card): number => card & 3;
export const rankOf = (card: Card): number => (card >> 2) + 1;
export const isRed = (card: Card): boolean => suitOf(card) === 1 || suitOf(card) === 2;
export const isColumn = (pile: Pile): boolean => pile < FIRST_CELL;
export const isCell = (pile: Pile): boolean => pile >= FIRST_CELL && pile < FIRST_FOUNDATION;
export const isFoundation = (pile: Pile): boolean => pile >= FIRST_FOUNDATION;

/** The cards of a pile, from the deepest to the free one. */
export function pileCards(layout: Layout, pile: Pile): readonly Card[] {
  if (isColumn(pile)) return layout.columns[pile] ?? [];
  if (isCell(pile)) {
    const card = layout.cells[pile - FIRST_CELL] ?? null;
    return card === null ? [] : [card];
  }
  const suit = pile - FIRST_FOUNDATION;
  const height = layout.foundations[suit] ?? 0;
  return Array.from({ length: height }, (_, below) => 4 * below + suit);
}

/** Every pile of a table, in the order in which the eye reads them. */
export function allPiles(layout: Layout): Pile[] {
  return [...upperPiles(layout), ...layout.columns.keys()];
}

/** The cells and then the foundations, from left to right. */
export function upperPiles(layout: Layout): Pile[] {
  const cells = [...layout.cells.keys()].map((cell) => FIRST_CELL + cell);
  return [...cells, ...SUITS_SHOWN.map((suit) => FIRST_FOUNDATION + suit)];
}

/** The cards of a run, from the deepest to the free one. */
export function runCards(layout: Layout, run: Run): readonly Card[] {
  const cards = pileCards(layout, run.pile);
  return cards.slice(cards.length - run.count);
}

export const sameMove = (one: Move, other: Move): boolean =>
  one.source === other.source && one.target === other.target && one.count === other.count;
