/** Where everything lies: a pure function of the table's size and the lengths of its piles. */
import { FIRST_CELL, FIRST_FOUNDATION, isColumn, type Pile, SUITS_SHOWN } from "./cards.ts";

/** Slots above the columns, or in rails at both sides of them (a phone on its side). */
export type Form = "stack" | "rails";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Table {
  /** CSS pixels inside the table's own element. */
  readonly width: number;
  readonly height: number;
  readonly form: Form;
  readonly columns: readonly number[];
  readonly cells: number;
}

/** Rank and suit at a card's head. */
export interface Index {
  /** Their size as a share of the full one. */
  readonly scale: number;
  /** From the card's upper edge to their own, as a share of the card's width. */
  readonly top: number;
}

export interface Plan {
  readonly card: { readonly width: number; readonly height: number };
  /** The empty place of each pile. */
  readonly slots: ReadonlyMap<Pile, Box>;
  /** The visible strip of a covered card in each column, in CSS pixels. */
  readonly fans: readonly number[];
  /** How rank and suit are drawn on the cards of each column. */
  readonly indexes: readonly Index[];
  readonly width: number;
  readonly height: number;
}

const RATIO = 1.4;
/** A column of this length keeps strips that can be read; longer ones are pressed together. */
const LONG_COLUMN = 13;
const LEAST_STRIP = 22;
const READABLE_STRIP = 0.275;
const TOUCH_STRIP = 24;

/** Rank and suit at full size, as page.html draws them, the tail of Q included: shares of the width. */
export const INDEX_TOP = 0.12;
export const INDEX_HEIGHT = 0.385;
/** The share of a strip that they fill where it has no room for the full size, and where they end. */
const INDEX_OF_STRIP = 0.85;
const INDEX_END = 0.94;

interface Spacing {
  readonly margin: number;
  /** Between neighbours, in CSS pixels and as a share of a card's width. */
  readonly gap: number;
  readonly gapShare: number;
  /** Between the slots and the columns. */
  readonly row: number;
  /** The strip of a covered card where there is room, as a share of a card's width. */
  readonly strip: number;
}

export function planTable(table: Table): Plan {
  const space = spacing(table);
  const width = cardWidth(table, space);
  const card = { width, height: round(width * RATIO) };
  const gap = round(space.gap + space.gapShare * width);
  const slots = table.form === "rails" ? railSlots : stackSlots;
  const boxes = slots(table, space, card, gap);
  const fans = table.columns.map((length, column) => {
    const top = boxes.get(column)?.y ?? 0;
    const room = table.height - space.margin - top - card.height;
    return fan(length, Math.max(TOUCH_STRIP, space.strip * width), room);
  });
  const indexes = fans.map((strip) => fitIndex(strip / width));
  return { card, slots: boxes, fans, indexes, width: table.width, height: table.height };
}

/** The largest rank and suit that lie wholly inside a strip, given as a share of the card's width. */
function fitIndex(strip: number): Index {
  const height = Math.min(INDEX_HEIGHT, INDEX_OF_STRIP * strip);
  return { scale: height / INDEX_HEIGHT, top: Math.min(INDEX_TOP, INDEX_END * strip - height) };
}

/** Where a card lies, the *index*-th of its pile from the deepest. */
export function cardPlace(plan: Plan, pile: Pile, index: number): { x: number; y: number } {
  const slot = slotOf(plan, pile);
  const fanned = isColumn(pile) ? index * (plan.fans[pile] ?? 0) : 0;
  return { x: slot.x, y: round(slot.y + fanned) };
}

/**
 * The pile on which a held card comes down: of *targets*, the one whose strip lies most under the
 * card's upper half; null when none does.
 */
export function dropPile(
  plan: Plan,
  held: { x: number; y: number },
  targets: readonly Pile[],
): Pile | null {
  const upper = { ...held, width: plan.card.width, height: plan.card.height / 2 };
  let best: Pile | null = null;
  let most = 0;
  for (const pile of targets) {
    const covered = overlap(upper, stripOf(plan, pile));
    if (covered > most) [best, most] = [pile, covered];
  }
  return best;
}

/** The pile whose strip holds a point; null on the bare felt. */
export function pileAt(plan: Plan, point: { x: number; y: number }): Pile | null {
  for (const pile of plan.slots.keys()) {
    const { x, y, width, height } = stripOf(plan, pile);
    const [right, down] = [point.x - x, point.y - y];
    if (right >= 0 && right <= width && down >= 0 && down <= height) return pile;
  }
  return null;
}

export function slotOf(plan: Plan, pile: Pile): Box {
  const slot = plan.slots.get(pile);
  if (slot === undefined) throw new Error(`pile ${pile} is not on this table`);
  return slot;
}

/** A column takes drops anywhere down to the table's edge, another pile on its slot. */
function stripOf(plan: Plan, pile: Pile): Box {
  const slot = slotOf(plan, pile);
  return isColumn(pile) ? { ...slot, height: plan.height - slot.y } : slot;
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function spacing({ width, form }: Table): Spacing {
  if (form === "rails") return { margin: 2, gap: 3, gapShare: 0, row: 0, strip: 0.52 };
  if (width < 600) return { margin: 4, gap: 3, gapShare: 0, row: 6, strip: 0.6 };
  return { margin: 12, gap: 0, gapShare: 0.08, row: 14, strip: 0.52 };
}

/** The widest card that fits the columns beside each other and a long column under each other. */
function cardWidth(table: Table, space: Spacing): number {
  const across = table.columns.length + (table.form === "rails" ? 2 : 0);
  const gaps = across - 1;
  const byWidth =
    (table.width - 2 * space.margin - gaps * space.gap) / (across + gaps * space.gapShare);
  return Math.max(16, Math.floor(2 * Math.min(byWidth, widthForHeight(table, space))) / 2);
}

/** Strips are a share of the card's width, but never under the least. */
function widthForHeight({ height, form }: Table, { margin, row }: Spacing): number {
  const rows = (form === "rails" ? 1 : 2) * RATIO;
  const free = height - 2 * margin - row;
  const strips = LONG_COLUMN - 1;
  const largeCards = free / (rows + strips * READABLE_STRIP);
  const smallCards = (free - strips * LEAST_STRIP) / rows;
  return Math.min(largeCards, smallCards);
}

type Card = Plan["card"];

function stackSlots(table: Table, { margin, row }: Spacing, card: Card, gap: number) {
  const count = table.columns.length;
  const wide = count * card.width + (count - 1) * gap;
  const left = round((table.width - wide) / 2);
  const right = left + wide - card.width;
  const upper = table.cells + SUITS_SHOWN.length;
  const pitch = Math.min(card.width + gap, (wide - card.width) / (upper - 1));
  const boxes = new Map<Pile, Box>();
  for (let cell = 0; cell < table.cells; cell++)
    boxes.set(FIRST_CELL + cell, { x: round(left + cell * pitch), y: margin, ...card });
  for (const [at, suit] of [...SUITS_SHOWN].reverse().entries())
    boxes.set(FIRST_FOUNDATION + suit, { x: round(right - at * pitch), y: margin, ...card });
  const y = round(margin + card.height + row);
  for (let column = 0; column < count; column++)
    boxes.set(column, { x: round(left + column * (card.width + gap)), y, ...card });
  return boxes;
}

function railSlots(table: Table, { margin }: Spacing, card: Card, gap: number) {
  const count = table.columns.length;
  const wide = (count + 2) * card.width + (count + 1) * gap;
  const left = round((table.width - wide) / 2);
  const boxes = new Map<Pile, Box>();
  const rail = (piles: readonly Pile[], x: number) => {
    const most = (table.height - 2 * margin - card.height) / Math.max(1, piles.length - 1);
    const pitch = Math.min(card.height + gap, most);
    for (const [at, pile] of piles.entries()) {
      const height = at === piles.length - 1 ? card.height : Math.min(card.height, pitch - gap);
      boxes.set(pile, { x, y: round(margin + at * pitch), width: card.width, height });
    }
  };
  rail(
    Array.from({ length: table.cells }, (_, cell) => FIRST_CELL + cell),
    left,
  );
  for (let column = 0; column < count; column++)
    boxes.set(column, { x: left + (column + 1) * (card.width + gap), y: margin, ...card });
  rail(
    SUITS_SHOWN.map((suit) => FIRST_FOUNDATION + suit),
    round(left + wide - card.width),
  );
  return boxes;
}

function fan(length: number, easy: number, room: number): number {
  return Math.max(1, Math.min(easy, room / Math.max(1, length - 1)));
}

const round = (length: number): number => Math.round(4 * length) / 4;
