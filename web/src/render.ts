/** The table's picture: 52 card nodes and the slots, brought in line with the state. */
import type { Flight } from "./anim.ts";
import {
  allPiles,
  CARDS,
  type Card,
  FIRST_FOUNDATION,
  isCell,
  isColumn,
  isFoundation,
  isRed,
  type Layout,
  type Pile,
  pileCards,
  rankOf,
  runCards,
  suitOf,
  upperPiles,
} from "./cards.ts";
import type { Texts } from "./i18n.ts";
import { cardPlace, type Form, INDEX_TOP, type Plan, planTable, slotOf } from "./layout.ts";
import { cardLabel, emptyLabel, pileLabel, rankLetter } from "./speech.ts";
import { excess, type State, targetsOf } from "./state.ts";

export interface View {
  readonly felt: HTMLElement;
  readonly table: HTMLElement;
  /** One node for each card, for ever. */
  readonly cards: readonly CardNode[];
  readonly slots: ReadonlyMap<Pile, SlotNode>;
  /** Inside the felt, in CSS pixels; read once for each resize. */
  size: { width: number; height: number; form: Form };
  plan: Plan | null;
  /** How far the held cards have been dragged; null when they are not. */
  drag: { readonly x: number; readonly y: number } | null;
}

export interface CardNode {
  readonly node: HTMLElement;
  readonly button: HTMLButtonElement;
  /** The transform that was set last, so that only changes are written and flights know where from. */
  placed: string;
  level: number;
  classes: string;
  /** How rank and suit are drawn, as a transform. */
  index: string;
  label: string;
}

export interface SlotNode {
  readonly list: HTMLElement;
  readonly item: HTMLElement;
  readonly button: HTMLButtonElement;
  owns: string;
  label: string;
}

const RANKS = 13;
const TWO_SIGNS_WIDE = 43;
const HELD_LEVEL = 60;
const FULL_INDEX = { scale: 1, top: INDEX_TOP };

export function makeView(felt: HTMLElement, layout: Layout): View {
  const find = (id: string) => felt.querySelector<HTMLElement>(`#${id}`) ?? felt;
  const slots = new Map<Pile, SlotNode>();
  for (const pile of allPiles(layout)) {
    const slot = makeSlot(pile);
    slots.set(pile, slot);
    find(isColumn(pile) ? "columns" : isCell(pile) ? "cells" : "foundations").append(slot.list);
  }
  const cards = Array.from({ length: CARDS }, (_, card) => makeCard(card));
  find("cards").append(...cards.map(({ node }) => node));
  const size = { width: 0, height: 0, form: "stack" as const };
  return { felt, table: find("table"), cards, slots, size, plan: null, drag: null };
}

/**
 * Prints the ranks in the letters of the player's language. Each is drawn once and used by four
 * cards; the cards themselves hold no text, so that their names are what is heard and nothing else.
 */
export function printRanks(texts: Texts): void {
  for (let rank = 1; rank <= RANKS; rank++) {
    const text = document.querySelector(`#rank-${rank} text`);
    const letters = rankLetter(texts, rank);
    if (text === null) continue;
    text.textContent = letters;
    const isWide = letters.length > 1;
    text.classList.toggle("narrow", isWide);
    text.setAttribute("x", isWide ? "3" : "22");
    text.setAttribute("text-anchor", isWide ? "start" : "middle");
    // Two signs are pressed together, so that they never reach the suit whatever the font.
    if (isWide) text.setAttribute("textLength", `${TWO_SIGNS_WIDE}`);
    else text.removeAttribute("textLength");
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** Fits the table to its element; called once for each resize. */
export function resize(view: View, form: Form): void {
  view.size = { width: view.felt.clientWidth, height: view.felt.clientHeight, form };
}

/**
 * Draws the state. Gives the flights of the cards that have moved; their delays are in the order
 * of *order*, the cards of a step as they were played.
 */
export function render(view: View, state: State, order: readonly Card[] = []): Flight[] {
  const plan = planFor(view, state);
  if (plan !== view.plan) placeSlots(view, plan);
  view.plan = plan;
  const flights: Flight[] = [];
  for (const pile of allPiles(state.layout)) drawPile(view, state, plan, pile, flights, order);
  drawFocus(view, state);
  return flights;
}

/** Moves the dragged cards after the pointer: nothing but their transforms changes. */
export function renderDrag(view: View, state: State): void {
  if (view.plan === null || view.drag === null || state.held === null) return;
  const { pile, count } = state.held;
  const start = pileCards(state.layout, pile).length - count;
  for (const [at, card] of runCards(state.layout, state.held).entries()) {
    const { x, y } = cardPlace(view.plan, pile, start + at);
    place(view.cards[card], x + view.drag.x, y + view.drag.y, HELD_LEVEL + at);
  }
}

/** The button of a place: a card of its pile, or the slot of an empty one. */
export function buttonAt(view: View, layout: Layout, pile: Pile, count: number) {
  const cards = pileCards(layout, pile);
  const card = cards[cards.length - Math.max(1, count)];
  return card === undefined ? view.slots.get(pile)?.button : view.cards[card]?.button;
}

/** A plan stays the same object while nothing moves on the table, so that slots stay untouched. */
function planFor({ size, plan }: View, { layout }: State): Plan {
  const columns = layout.columns.map(({ length }) => length);
  const fresh = planTable({ ...size, columns, cells: layout.cells.length });
  const same =
    plan !== null &&
    plan.width === fresh.width &&
    plan.height === fresh.height &&
    plan.card.width === fresh.card.width &&
    plan.slots.get(0)?.x === fresh.slots.get(0)?.x;
  return same ? { ...fresh, slots: plan.slots } : fresh;
}

function placeSlots(view: View, plan: Plan): void {
  if (view.plan?.slots === plan.slots) return;
  view.felt.style.setProperty("--gutter", `${slotOf(plan, 0).x}px`);
  view.table.style.setProperty("--card-width", `${plan.card.width}px`);
  view.table.style.setProperty("--card-height", `${plan.card.height}px`);
  for (const [pile, { item }] of view.slots) {
    const { x, y, width, height } = slotOf(plan, pile);
    Object.assign(item.style, {
      transform: `translate(${x}px, ${y}px)`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }
}

function drawPile(
  view: View,
  state: State,
  plan: Plan,
  pile: Pile,
  flights: Flight[],
  order: readonly Card[],
): void {
  const cards = pileCards(state.layout, pile);
  drawSlot(view, state, pile, cards);
  const held = state.held?.pile === pile ? state.held.count : 0;
  const ground = groundLevel(state.layout, pile);
  for (const [index, card] of cards.entries()) {
    const node = view.cards[card];
    if (node === undefined) continue;
    const isHeld = index >= cards.length - held;
    const classes = cardClasses(view, state, pile, index, isHeld);
    if (classes !== node.classes) node.node.className = node.classes = classes;
    drawIndex(node, plan, pile);
    nameCard(node, state, pile, index);
    if (isHeld && view.drag !== null) continue;
    const { x, y } = cardPlace(plan, pile, index);
    const from = node.placed;
    const level = ground + index;
    if (!place(node, x, y, level) || from === "") continue;
    const delay = flightDelay(order, card);
    flights.push({ node: node.node, from, to: node.placed, level, delay });
  }
}

/** Slots in a rail may overlap: a card lies over those of the slot above it. */
function groundLevel(layout: Layout, pile: Pile): number {
  return isColumn(pile) ? 1 : 1 + SUIT_LENGTH * (upperPiles(layout).indexOf(pile) % RAIL_LENGTH);
}

const SUIT_LENGTH = 13;
const RAIL_LENGTH = 4;
const STAGGER = 65;

function flightDelay(order: readonly Card[], card: Card): number {
  return (order.indexOf(card) + 1) * STAGGER;
}

/** Sets where a card lies; false when it lay there already. */
function place(card: CardNode | undefined, x: number, y: number, level: number): boolean {
  if (card === undefined) return false;
  const transform = `translate(${x}px, ${y}px)`;
  if (level !== card.level) card.node.style.zIndex = `${level}`;
  card.level = level;
  if (transform === card.placed) return false;
  card.node.style.transform = card.placed = transform;
  return true;
}

function cardClasses(view: View, state: State, pile: Pile, index: number, isHeld: boolean): string {
  const { length } = pileCards(state.layout, pile);
  const fromFree = length - index;
  const { tip, last, held } = state;
  const names = ["card"];
  if (isFoundation(pile) && fromFree > 1) names.push("buried");
  if (isHeld) names.push(view.drag === null ? "held" : "dragged");
  if (isHeld && index < length - (held?.count ?? 0) + excess(state)) names.push("over");
  if (tip?.source === pile && fromFree <= tip.count) names.push("tip");
  if (tip?.target === pile && fromFree === 1) names.push("tip");
  if (last?.target === pile && fromFree <= last.count) names.push("last");
  if (fromFree === 1 && held !== null && targetsOf(state, held).includes(pile))
    names.push("target");
  return names.join(" ");
}

/** Draws rank and suit as large as the strips of the card's column let them be seen. */
function drawIndex(card: CardNode, plan: Plan, pile: Pile): void {
  const { scale, top } = plan.indexes[pile] ?? FULL_INDEX;
  // In the units of the drawing, in which a card is 100 wide.
  const down = 100 * (top - INDEX_TOP);
  const index = `translateY(${down.toFixed(2)}px) scale(${scale.toFixed(3)})`;
  if (index === card.index) return;
  card.index = index;
  card.node.style.setProperty("--index", index);
}

function nameCard(node: CardNode, state: State, pile: Pile, index: number): void {
  const covered = isFoundation(pile) && index < pileCards(state.layout, pile).length - 1;
  const label = covered ? "" : cardLabel(state.texts, state.layout, pile, index);
  if (label === node.label) return;
  node.label = label;
  node.button.setAttribute("aria-label", label);
  // On a foundation only the card that is seen is there for the ear.
  node.node.ariaHidden = covered ? "true" : null;
}

function drawSlot(view: View, state: State, pile: Pile, cards: readonly Card[]): void {
  const slot = view.slots.get(pile);
  if (slot === undefined) return;
  const heard = isFoundation(pile) ? cards.slice(-1) : cards;
  const owns = heard.map((card) => `card-${card}`).join(" ");
  const { held, tip } = state;
  const empty = cards.length === 0;
  const isTarget = empty && held !== null && targetsOf(state, held).includes(pile);
  slot.item.classList.toggle("target", isTarget);
  slot.item.classList.toggle("tip", empty && tip?.target === pile);
  const label = pileLabel(state.texts, state.layout, pile);
  if (label !== slot.label) slot.list.ariaLabel = slot.label = label;
  if (empty) slot.button.ariaLabel = emptyLabel(state.texts, pile);
  if (owns === slot.owns) return;
  slot.owns = owns;
  if (owns === "") slot.list.removeAttribute("aria-owns");
  else slot.list.setAttribute("aria-owns", owns);
  slot.item.ariaHidden = owns === "" ? null : "true";
}

/** When the button that was used is gone, the focus goes to the table and not to nowhere. */
export function rescueFocus(view: View, state: State): void {
  const { activeElement } = document;
  if (activeElement?.checkVisibility({ visibilityProperty: true }) !== false) return;
  focusTable(view, state);
}

/** Brings the focus to the place of the table where the keys are. */
export function focusTable(view: View, { layout, focus }: State): void {
  buttonAt(view, layout, focus.pile, focus.count)?.focus({ preventScroll: true });
}

/** One place of the table is in the order of the Tab key: the one where the keys are. */
export function drawFocus(view: View, state: State): void {
  const { pile, count } = state.focus;
  const button = buttonAt(view, state.layout, pile, count);
  const before = view.table.querySelector<HTMLElement>("button[tabindex='0']");
  if (button === undefined) return;
  if (before !== null && before !== button) before.tabIndex = -1;
  button.tabIndex = 0;
  const { activeElement } = document;
  if (activeElement !== button && view.table.contains(activeElement))
    button.focus({ preventScroll: true });
}

function makeCard(card: Card): CardNode {
  const node = cloneTemplate("card");
  node.id = `card-${card}`;
  const button = node.querySelector("button");
  if (button === null) throw new Error("the card's template is incomplete");
  button.dataset.card = `${card}`;
  button.classList.add(isRed(card) ? "red" : "black");
  if (rankOf(card) <= 10) node.querySelector(".court")?.remove();
  for (const use of node.querySelectorAll("use")) {
    const isRank = use.classList.contains("rank");
    use.setAttribute("href", isRank ? `#rank-${rankOf(card)}` : `#suit-${suitOf(card)}`);
  }
  return { node, button, placed: "", level: 0, classes: "", index: "", label: "?" };
}

function makeSlot(pile: Pile): SlotNode {
  const list = cloneTemplate("slot");
  const item = list.querySelector<HTMLElement>(".slot");
  const button = list.querySelector("button");
  if (button === null || item === null) throw new Error("the slot's template is incomplete");
  button.dataset.pile = `${pile}`;
  if (isFoundation(pile))
    list.querySelector("use")?.setAttribute("href", `#suit-${pile - FIRST_FOUNDATION}`);
  else list.querySelector("svg")?.remove();
  return { list, item, button, owns: "?", label: "?" };
}

function cloneTemplate(id: string): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const node = template?.content.firstElementChild?.cloneNode(true);
  if (!(node instanceof HTMLElement)) throw new Error(`the page has no template ${id}`);
  return node;
}
