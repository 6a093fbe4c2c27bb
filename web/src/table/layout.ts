/** Where everything lies: a pure function of the table's size and the lengths of its piles. */
import {
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  isColumn,
  type Pile,
  STOCK,
  SUITS_SHOWN,
  WASTE,
} from "../rules/cards.ts";

/** Slots above the columns, or in rails at both sides of them (a phone on its side). */
export type Form = "stack" | "rails";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the places of the piles depend on: the room there is, and how much lies there. */
export interface TableShape {
  /** CSS pixels inside the table's own element. */
  readonly width: number;
  readonly height: number;
  readonly form: Form;
  /** Whether cells and foundations have changed sides. */
  readonly mirror?: boolean;
  /** Whether the cards of a column that lie face down are one strip. */
  readonly merge?: boolean;
  /** Whether rank and suit are as large as cards have room for. */
  readonly isLarge?: boolean;
  /** How many cards lie in each column, and how many of them face down. */
  readonly columns: readonly number[];
  readonly hidden: readonly number[];
  /** How many cards the longest column of the deal has, and a run of all ranks. */
  readonly dealt: number;
  readonly ranks: number;
  readonly cells: number;
  /** Places of the reserve. */
  readonly reserve: number;
  /** Cards in the waste, null without a stock; and how many of them, the free ones, are seen. */
  readonly waste: number | null;
  readonly fanned: number;
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
  /** The same of a card face down, and how many there are in each column. */
  readonly downs: readonly number[];
  readonly hidden: readonly number[];
  /** The first card of the waste that is seen, and how far the next ones lie from each other. */
  readonly waste: { readonly first: number; readonly x: number; readonly y: number };
  /** Whether cards face down lie in one strip. */
  readonly merge: boolean;
  /** The height of rank and suit at full size, as a share of a card's width. */
  readonly index: number;
  /** How rank and suit are drawn on the cards of each column. */
  readonly indexes: readonly Index[];
  readonly width: number;
  readonly height: number;
}

const RATIO = 1.4;
/** A column of this length keeps strips that can be read; longer ones are pressed together. */
const LONG_COLUMN = 13;
/** Where the deal's columns are longer than this, the longest that they can become keep them too. */
const SHORT_DEAL = 9;
const LEAST_STRIP = 22;
const READABLE_STRIP = { usual: 0.275, large: 0.36 };
const TOUCH_STRIP = 24;
/** In a low window a long column's strips fall to this, before the cards become too narrow. */
const PRESSED_STRIP = 17;
/** For the sake of a long column cards do not become narrower than this. */
const LEAST_CARD = { small: 44, large: 60 };
/** The strip of a card face down, and the step from one card of the waste to the next. */
const DOWN_STRIP = 0.17;
/** The one strip of all cards face down: there is room for their number. */
const MERGED_STRIP = 0.36;
const WASTE_STEP = 0.5;
/** Between the slots at the left and the foundations, where a row has more than the columns. */
const PARTING = 0.3;
/** More slots than this in a rail would cover each other's rank and suit. */
const RAIL = 10;

/** Rank and suit at full size, as page.html draws them, the tail of Q included: shares of the width. */
export const INDEX_TOP = 0.12;
export const INDEX_HEIGHT = 0.385;
/** The same where they are printed large, as settings.css draws them. */
const LARGE_INDEX = 0.5;
/** The share of a strip that they fill where it has no room for the full size, and where they end. */
const INDEX_OF_STRIP = 0.85;
const INDEX_END = 0.94;

interface Spacing {
  /** At the sides and at the foot: room for the ring of a card that lies there. */
  readonly margin: number;
  /** At the head: room for the ring of a card that is lifted there. */
  readonly head: number;
  /** Between neighbours, in CSS pixels and as a share of a card's width. */
  readonly gap: number;
  readonly gapShare: number;
  /** Between the slots and the columns. */
  readonly row: number;
  /** The strip of a covered card where there is room, as a share of a card's width. */
  readonly strip: number;
}

export function planTable(table: TableShape): Plan {
  const space = spacing(table);
  const shelves = table.form === "rails" ? null : bestShelves(table, space);
  const width = cardWidth(table, space, shelves);
  const card = { width, height: round(width * RATIO) };
  const gap = round(space.gap + space.gapShare * width);
  const room = { table, space, card, gap };
  const boxes = shelves === null ? railSlots(room) : stackSlots(room, shelves);
  const strips = table.columns.map((length, column) => fan(room, length, boxes, column));
  const fans = strips.map(({ open }) => open);
  const index = table.isLarge === true ? LARGE_INDEX : INDEX_HEIGHT;
  return {
    card,
    slots: boxes,
    fans,
    downs: strips.map(({ down }) => down),
    hidden: table.hidden,
    waste: wasteFan(room),
    merge: table.merge === true,
    index,
    indexes: fans.map((strip) => fitIndex(strip / width, index)),
    width: table.width,
    height: table.height,
  };
}

/** What the places of all piles are worked out from. */
interface Room {
  readonly table: TableShape;
  readonly space: Spacing;
  readonly card: Plan["card"];
  readonly gap: number;
}

/** The largest rank and suit that lie wholly inside a strip; both as shares of the card's width. */
function fitIndex(strip: number, full: number): Index {
  const height = Math.min(full, INDEX_OF_STRIP * strip);
  return { scale: height / full, top: Math.min(INDEX_TOP, INDEX_END * strip - height) };
}

/** How rank and suit are drawn on a pile's cards: in a column's strips, in a slot that is low. */
export function indexOn(plan: Plan, pile: Pile): Index {
  const index = isColumn(pile) ? plan.indexes[pile] : undefined;
  return index ?? fitIndex(slotOf(plan, pile).height / plan.card.width, plan.index);
}

/** Where a card lies, the *index*-th of its pile from the deepest. */
export function cardPlace(plan: Plan, pile: Pile, index: number): { x: number; y: number } {
  const { x, y } = slotOf(plan, pile);
  if (isColumn(pile)) {
    const hidden = plan.hidden[pile] ?? 0;
    const down = Math.min(index, hidden);
    const steps = plan.merge ? Math.min(1, Math.floor(down / Math.max(1, hidden))) : down;
    const strips = steps * (plan.downs[pile] ?? 0) + (index - down) * (plan.fans[pile] ?? 0);
    return { x, y: round(y + strips) };
  }
  const steps = pile === WASTE ? Math.max(0, index - plan.waste.first) : 0;
  return { x: round(x + steps * plan.waste.x), y: round(y + steps * plan.waste.y) };
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

/** Under this width a table is a phone's. */
const SMALL = 600;

function spacing({ width, form, isLarge }: TableShape): Spacing {
  const strip = isLarge === true ? 0.66 : 0.52;
  if (form === "rails") return { margin: 3, head: 10, gap: 3, gapShare: 0, row: 0, strip };
  if (width < SMALL)
    return { margin: 4, head: 10, gap: 3, gapShare: 0, row: 6, strip: Math.max(0.6, strip) };
  return { margin: 12, head: 12, gap: 0, gapShare: 0.08, row: 14, strip };
}

/** The slots above the columns, row by row: at the left, and at the right end of the row. */
interface Shelf {
  readonly left: readonly Pile[];
  readonly right: readonly Pile[];
}

const FOUNDATIONS = SUITS_SHOWN.map((suit) => FIRST_FOUNDATION + suit);

const stockPiles = ({ waste }: TableShape): Pile[] => (waste === null ? [] : [STOCK, WASTE]);

/** Cells and places of the reserve. */
function singles({ cells, reserve }: TableShape): Pile[] {
  return [
    ...Array.from({ length: cells }, (_, cell) => FIRST_CELL + cell),
    ...Array.from({ length: reserve }, (_, place) => FIRST_RESERVE + place),
  ];
}

/** All in one row, or the cells and the reserve in rows of their own: where cards are widest. */
function bestShelves(table: TableShape, space: Spacing): readonly Shelf[] {
  const [left, right] = [stockPiles(table), FOUNDATIONS];
  const own = singles(table);
  const plans = [[{ left: [...left, ...own], right }]];
  for (let rows = 1; rows <= Math.min(3, own.length); rows++)
    plans.push([
      { left, right },
      ...inRows(own, rows).map((piles) => ({ left: piles, right: [] })),
    ]);
  const widths = plans.map((shelves) => cardWidth(table, space, shelves));
  return plans[widths.indexOf(Math.max(...widths))] ?? [];
}

function inRows(piles: readonly Pile[], rows: number): Pile[][] {
  const each = Math.ceil(piles.length / rows);
  return Array.from({ length: rows }, (_, row) => piles.slice(row * each, (row + 1) * each));
}

/** How many cards beside each other a row takes. */
function breadth({ columns, fanned }: TableShape, { left, right }: Shelf): number {
  const fan = left.includes(WASTE) ? WASTE_STEP * (fanned - 1) : 0;
  const cards = left.length + right.length + fan;
  return cards > columns.length && right.length > 0 && left.length > 0 ? cards + PARTING : cards;
}

/** The widest card that fits all rows beside and a long column under each other. */
function cardWidth(table: TableShape, space: Spacing, shelves: readonly Shelf[] | null): number {
  const count = table.columns.length;
  const across =
    shelves === null
      ? count + 1 + leftRails(table).length
      : Math.max(count, ...shelves.map((shelf) => breadth(table, shelf)));
  const gaps = across - 1;
  const byWidth =
    (table.width - 2 * space.margin - gaps * space.gap) / (across + gaps * space.gapShare);
  const byHeight = widthForHeight(table, space, shelves?.length ?? 0);
  return Math.max(16, Math.floor(2 * Math.min(byWidth, byHeight)) / 2);
}

/** Strips are a share of the card's width, but never under the least. */
function widthForHeight(table: TableShape, space: Spacing, shelves: number): number {
  const { margin, head, row, gap } = space;
  const rows = (shelves + 1) * RATIO;
  const free = table.height - head - margin - row - Math.max(0, shelves - 1) * gap;
  const readable = READABLE_STRIP[table.isLarge === true ? "large" : "usual"];
  const forColumn = (length: number) => {
    const strips = length - 1;
    const largeCards = free / (rows + strips * readable);
    const smallCards = (free - strips * LEAST_STRIP) / rows;
    return Math.min(largeCards, smallCards);
  };
  const usual = forColumn(LONG_COLUMN);
  const pressed = (free - (LONG_COLUMN - 1) * PRESSED_STRIP) / rows;
  if (table.dealt <= SHORT_DEAL) return Math.max(usual, Math.min(pressed, LEAST_CARD.small));
  const least = table.width < SMALL || table.form === "rails" ? LEAST_CARD.small : LEAST_CARD.large;
  return Math.max(forColumn(table.dealt + table.ranks - 1), Math.min(usual, least));
}

function stackSlots({ table, space, card, gap }: Room, shelves: readonly Shelf[]) {
  const { head, row } = space;
  const pitch = card.width + gap;
  const breadths = shelves.map((shelf) => breadth(table, shelf));
  const wide = (cards: number) => cards * pitch - gap;
  const all = wide(Math.max(table.columns.length, ...breadths));
  const left = round((table.width - all) / 2);
  const boxes = new Map<Pile, Box>();
  const put = (pile: Pile, x: number, y: number) => boxes.set(pile, { x: round(x), y, ...card });
  let y = head;
  const atEnd = (cards: number) => left + all - wide(cards);
  for (const shelf of shelves) {
    const { left: own, right: up } = shelf;
    const mirrored = [atEnd(breadth(table, { left: own, right: [] })), left] as const;
    const [ownX, upX] = table.mirror === true ? mirrored : [left, atEnd(up.length)];
    for (const [at, pile] of own.entries()) put(pile, ownX + at * pitch, y);
    for (const [at, pile] of [...up.entries()].reverse()) put(pile, upX + at * pitch, y);
    y = round(y + card.height + gap);
  }
  y = round(y - gap + row);
  const first = (table.width - wide(table.columns.length)) / 2;
  for (let column = 0; column < table.columns.length; column++)
    put(column, first + column * pitch, y);
  return boxes;
}

/** What stands at the left side of the columns, rail by rail. */
function leftRails(table: TableShape): Pile[][] {
  const piles = [...stockPiles(table), ...singles(table)];
  return inRows(piles, Math.max(1, Math.ceil(piles.length / RAIL)));
}

function railSlots(room: Room) {
  const { table, card, gap, space } = room;
  const rails = leftRails(table);
  const count = table.columns.length;
  const pitch = card.width + gap;
  const left = round((table.width - (count + rails.length + 1) * pitch + gap) / 2);
  const boxes = new Map<Pile, Box>();
  const isMirrored = table.mirror === true;
  const first = left + (isMirrored ? 1 : rails.length) * pitch;
  const [own, up] = isMirrored ? [first + count * pitch, left] : [left, first + count * pitch];
  for (const [at, piles] of rails.entries()) fillRail(room, boxes, piles, own + at * pitch);
  for (let column = 0; column < count; column++)
    boxes.set(column, { x: first + column * pitch, y: space.head, ...card });
  fillRail(room, boxes, FOUNDATIONS, round(up));
  return boxes;
}

/** Where cards of full height do not fit under each other, all are as much lower. */
function fillRail(room: Room, boxes: Map<Pile, Box>, piles: readonly Pile[], x: number): void {
  const { table, card, gap, space } = room;
  const fanned = piles.includes(WASTE) ? wasteFan(room).y * (table.fanned - 1) : 0;
  const high = table.height - space.head - space.margin - fanned + gap;
  const height = Math.min(card.height, Math.floor(high / Math.max(1, piles.length)) - gap);
  let y = space.head;
  for (const pile of piles) {
    boxes.set(pile, { x, y, width: card.width, height });
    y = round(y + height + gap + (pile === WASTE ? fanned : 0));
  }
}

/** Beside each other above the columns, under each other in a rail. */
function wasteFan({ table, card }: Room): Plan["waste"] {
  const first = Math.max(0, (table.waste ?? 0) - Math.max(1, table.fanned));
  const step = round(WASTE_STEP * card.width);
  return table.form === "rails" ? { first, x: 0, y: step } : { first, x: step, y: 0 };
}

/** The strips of a column's covered cards, open and face down. */
function fan(room: Room, length: number, boxes: ReadonlyMap<Pile, Box>, column: Pile) {
  const { table, space, card } = room;
  const covered = Math.max(1, length - 1);
  const hidden = Math.min(covered, table.hidden[column] ?? 0);
  const open = Math.max(TOUCH_STRIP, space.strip * card.width);
  const isMerged = table.merge === true;
  const down = (isMerged ? MERGED_STRIP : DOWN_STRIP) * card.width;
  const downs = (isMerged ? Math.min(1, hidden) : hidden) * down;
  const high = table.height - space.margin - (boxes.get(column)?.y ?? 0) - card.height;
  const share = Math.min(1, high / (downs + (covered - hidden) * open));
  return { open: Math.max(1, share * open), down: Math.max(1, share * down) };
}

const round = (length: number): number => Math.round(4 * length) / 4;
