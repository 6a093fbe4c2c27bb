/** The table's picture: as many nodes as there are cards, and the slots, brought in line with the state. */

import type { Texts } from "../page/i18n.ts";
import {
  allPiles,
  type Card,
  FIRST_CELL,
  FIRST_FOUNDATION,
  FIRST_RESERVE,
  hiddenCount,
  isCell,
  isColumn,
  isFoundation,
  isRed,
  isReserve,
  type Layout,
  lastRank,
  type Pile,
  pileCards,
  type Run,
  rankOf,
  runCards,
  STOCK,
  SUITS_SHOWN,
  suitOf,
  WASTE,
} from "../rules/cards.ts";
import type { Rules } from "../rules/formats.ts";
import { type Flight, startOf } from "./anim.ts";
import {
  cardPlace,
  type Form,
  INDEX_TOP,
  indexOn,
  type Plan,
  planTable,
  slotOf,
  type TableShape,
} from "./layout.ts";
import { cardLabel, emptyLabel, hiddenLabel, passesLeft, pileLabel, stockLabel } from "./speech.ts";
import { excess, type State, seenCount, stockMove, targetsOf } from "./state.ts";
import type { Ways } from "./ways.ts";

export interface View {
  readonly felt: HTMLElement;
  readonly table: HTMLElement;
  /** The node of each card; the lot decides anew for each deal which is whose. */
  readonly cards: CardNode[];
  readonly slots: ReadonlyMap<Pile, SlotNode>;
  /** Inside the felt, in CSS pixels; read once for each resize. */
  size: Room;
  plan: Plan | null;
  /** How far the held cards have been dragged; null when they are not. */
  drag: { readonly run: Run; readonly x: number; readonly y: number } | null;
}

/** The room that there is, and how the player wants it used. */
type Room = Pick<TableShape, "width" | "height" | "form" | "mirror" | "merge" | "isLarge">;

export interface CardNode {
  readonly node: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly back: SVGElement;
  /** What is printed on its face; null, and nothing, while it lies face down. */
  printed: Card | null;
  down: boolean;
  /** Where it was drawn last. */
  pile: Pile;
  /** The transform that was set last, so that only changes are written and flights know where from. */
  placed: string;
  level: number;
  classes: string;
  /** How rank and suit are drawn, as a transform. */
  index: string;
  /** Its height where the slot is lower than a card, so that it hides no other slot. */
  height: string;
  /** How the large suit is drawn, as a transform. */
  large: string;
  label: string;
  /** How many cards face down it stands for, where those of a column are one strip. */
  count: string;
}

export interface SlotNode {
  readonly list: HTMLElement;
  /** What is heard of the cards face down. */
  readonly hidden: HTMLElement;
  readonly item: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly sign: SVGElement;
  owns: string;
  label: string;
  /** The symbols and the words that the empty place shows. */
  shown: string;
}

/** In windows that are less than this, in units of the text's size, the bars leave out what they can. */
const LARGE_TEXT = 18;
const RANKS = 13;
const HELD_LEVEL = 120;

export function makeView(felt: HTMLElement, layout: Layout): View {
  const find = (id: string) => felt.querySelector<HTMLElement>(`#${id}`) ?? felt;
  const slots = new Map<Pile, SlotNode>();
  for (const pile of allPiles(layout)) {
    const slot = makeSlot(pile);
    slots.set(pile, slot);
    find(areaOf(pile)).append(slot.list);
  }
  for (const area of AREAS) find(area).hidden = find(area).childElementCount === 0;
  const cards = Array.from({ length: SUITS_SHOWN.length * layout.ranks }, (_, at) => makeCard(at));
  find("cards").append(...cards.map(({ node }) => node));
  const size = { width: 0, height: 0, form: "stack" as const };
  return { felt, table: find("table"), cards, slots, size, plan: null, drag: null };
}

/** Gives each card a node by lot, so that no node tells which card lies there face down. */
export function shuffleNodes({ cards }: View): void {
  for (let left = cards.length; left > 1; left--) {
    const [drawn] = cards.splice(Math.floor(Math.random() * left), 1);
    if (drawn !== undefined) cards.push(drawn);
  }
}

/** The card in whose node an element lies; null when it lies in none. */
export function cardAt({ cards }: View, element: Element): Card | null {
  const node = element.closest(".card");
  const card = cards.findIndex((one) => one.node === node);
  return card < 0 ? null : card;
}

const AREAS = ["stock", "cells", "reserve", "foundations", "columns"] as const;

function areaOf(pile: Pile): (typeof AREAS)[number] {
  if (isColumn(pile)) return "columns";
  if (isCell(pile)) return "cells";
  if (isReserve(pile)) return "reserve";
  return isFoundation(pile) ? "foundations" : "stock";
}

/** Fits the table to its element, and the bars to the text's size; called once for each resize. */
export function resize(view: View, form: Form, { mirror, merge, isLarge }: Ways): void {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isTight = Math.min(innerWidth, innerHeight) < LARGE_TEXT * rem;
  document.body.classList.toggle("large-text", isTight);
  const { clientWidth: width, clientHeight: height } = view.felt;
  view.size = { width, height, form, mirror, merge, isLarge };
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

/** Whether the held cards are those that a drag has lifted. */
export const isDragging = ({ drag }: View, { held }: State): boolean =>
  drag !== null && drag.run === held;

/** Moves the dragged cards after the pointer: nothing but their transforms changes. */
export function renderDrag(view: View, state: State): void {
  const { plan, drag } = view;
  if (plan === null || drag === null || !isDragging(view, state)) return;
  const { pile, count } = drag.run;
  const start = pileCards(state.layout, pile).length - count;
  for (const [at, card] of runCards(state.layout, drag.run).entries()) {
    const { x, y } = cardPlace(plan, pile, start + at);
    place(view.cards[card], x + drag.x, y + drag.y, HELD_LEVEL + at);
  }
}

/** The button of a place: a card of its pile, or the slot of an empty one. */
export function buttonAt(view: View, layout: Layout, pile: Pile, count: number) {
  const cards = pile === STOCK ? [] : pileCards(layout, pile);
  const card = cards[cards.length - Math.max(1, count)];
  return card === undefined ? view.slots.get(pile)?.button : view.cards[card]?.button;
}

/** A plan's slots stay the same object while they lie where they lay, and stay untouched. */
function planFor({ size, plan }: View, { layout, rules }: State): Plan {
  const fresh = planTable(shapeOf(size, layout, rules));
  const same =
    plan !== null &&
    plan.width === fresh.width &&
    plan.height === fresh.height &&
    plan.card.width === fresh.card.width &&
    plan.slots.get(0)?.x === fresh.slots.get(0)?.x &&
    plan.slots.get(FIRST_FOUNDATION)?.x === fresh.slots.get(FIRST_FOUNDATION)?.x;
  return same ? { ...fresh, slots: plan.slots } : fresh;
}

/** The shape of a game's table in a room of this size. */
export function shapeOf(size: View["size"], layout: Layout, rules: Rules): TableShape {
  return {
    ...size,
    columns: layout.columns.map(({ length }) => length),
    hidden: layout.hidden,
    dealt: Math.max(...rules.dealt),
    ranks: layout.ranks,
    cells: layout.cells.length,
    reserve: layout.reserve.length,
    waste: layout.stock?.waste.length ?? null,
    fanned: rules.draw,
  };
}

function placeSlots(view: View, plan: Plan): void {
  if (view.plan?.slots === plan.slots) return;
  view.felt.style.setProperty("--gutter", `${slotOf(plan, 0).x}px`);
  view.table.style.setProperty("--card-width", `${plan.card.width}px`);
  view.table.style.setProperty("--card-height", `${plan.card.height}px`);
  for (const [pile, { item }] of view.slots) {
    const { x, y, width, height } = slotOf(plan, pile);
    Object.assign(item.style, {
      transform: placeOf(x, y),
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
  const down = hiddenCount(state.layout, pile);
  drawSlot(view, state, pile, cards);
  const held = state.held?.pile === pile ? state.held.count : 0;
  const ground = groundLevel(pile);
  for (const [index, card] of cards.entries()) {
    const node = view.cards[card];
    if (node === undefined) continue;
    const isHeld = index >= cards.length - held;
    const turned = turn(node, index < down);
    const moved = turned || node.pile !== pile;
    node.pile = pile;
    printFace(node, index < down ? null : card);
    const classes = cardClasses(view, state, pile, index, isHeld);
    if (classes !== node.classes) node.node.className = node.classes = classes;
    drawIndex(node, plan, pile);
    cutCard(node, plan, pile);
    countHidden(node, plan.merge && isColumn(pile) && index === down - 1 ? down : 0);
    const free = cards.length - (!isDragging(view, state) || isHeld ? 0 : held);
    drawLarge(node, plan, pile, index < free - 1);
    nameCard(node, state, pile, index);
    if (isHeld && isDragging(view, state)) continue;
    const { x, y } = cardPlace(plan, pile, index);
    const from = node.placed;
    const level = ground + index;
    if (!(place(node, x, y, level) || turned) || from === "") continue;
    const delay = startOf(order.indexOf(card) + 1);
    const face = turned ? { face: node.button, back: node.back, down: node.down } : null;
    flights.push({ node: node.node, from, to: node.placed, level, delay, moved, turn: face });
  }
}

/** Lays a card face down or up; false when it lay so already. */
function turn(node: CardNode, down: boolean): boolean {
  const turned = node.down !== down;
  node.down = down;
  return turned;
}

/** Slots in a rail may overlap: a card lies over those of the slot above it. */
function groundLevel(pile: Pile): number {
  if (isFoundation(pile)) return 1 + RANKS * SUITS_SHOWN.indexOf(pile - FIRST_FOUNDATION);
  if (isCell(pile)) return CELL_LEVEL + pile - FIRST_CELL;
  if (isReserve(pile)) return CELL_LEVEL + pile - FIRST_RESERVE;
  return pile === WASTE ? WASTE_LEVEL : 1;
}

/** Above the slot of the stock, which lies above the stock's cards. */
const WASTE_LEVEL = 56;
const CELL_LEVEL = 100;

/** A place on the felt as a transform. */
export const placeOf = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** Sets where a card lies; false when it lay there already. */
function place(card: CardNode | undefined, x: number, y: number, level: number): boolean {
  if (card === undefined) return false;
  const transform = placeOf(x, y);
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
  const seen = seenCount(state, pile);
  const down = hiddenCount(state.layout, pile);
  if (index < down) names.push("down");
  const isUnder = !isColumn(pile) && fromFree > Math.max(1, seen);
  if (isUnder || (view.size.merge && index < down - 1)) names.push("buried");
  if (pile === WASTE && fromFree > 1 && view.size.form === "stack") names.push("aside");
  if (isHeld) names.push(isDragging(view, state) ? "dragged" : "held");
  const lifted = held ?? state.focus;
  if (pile === lifted.pile && fromFree <= lifted.count && fromFree > lifted.count - excess(state))
    names.push(isHeld ? "over" : "much");
  const isDraw = pile === STOCK || tip?.source === STOCK || tip?.target === STOCK;
  if (!isDraw && tip?.source === pile && fromFree <= tip.count) names.push("tip");
  if (!isDraw && tip?.target === pile && fromFree === 1) names.push("tip");
  if (pile !== STOCK && last?.target === pile && fromFree <= last.count) names.push("last");
  if (fromFree === 1 && isLeft(state, pile)) names.push("left");
  if (fromFree === 1 && held !== null && targetsOf(state, held).includes(pile))
    names.push("target");
  return names.join(" ");
}

/** Whether a card was just taken back from a pile. */
const isLeft = ({ last, isBack }: State, pile: Pile): boolean => isBack && last?.source === pile;

/** Draws rank and suit as large as the strips of the card's column let them be seen. */
function drawIndex(card: CardNode, plan: Plan, pile: Pile): void {
  const { scale, top } = indexOn(plan, pile);
  // In the units of the drawing, in which a card is 100 wide.
  const down = 100 * (top - INDEX_TOP);
  const index = `translateY(${down.toFixed(2)}px) scale(${scale.toFixed(3)})`;
  if (index === card.index) return;
  card.index = index;
  card.node.style.setProperty("--index", index);
}

/** Writes on a card face down how many lie there. */
function countHidden(card: CardNode, hidden: number): void {
  const count = hidden === 0 ? "" : `${hidden}`;
  if (count === card.count) return;
  card.count = card.button.dataset.count = count;
}

/** In a narrow rail a card shows no more than its slot has room for. */
function cutCard(card: CardNode, plan: Plan, pile: Pile): void {
  const room = slotOf(plan, pile).height;
  const height = isColumn(pile) || room >= plan.card.height ? "" : `${room}px`;
  if (height === card.height) return;
  card.node.style.height = card.height = height;
}

/** The large suit moves up where less of the card is seen, and goes where it would be cut. */
function drawLarge(card: CardNode, plan: Plan, pile: Pile, isCovered: boolean): void {
  const { width, height } = plan.card;
  const strip = plan.fans[pile] ?? height;
  const seen = isColumn(pile) ? (isCovered ? strip : height) : slotOf(plan, pile).height;
  // In the units of the drawing, in which a card is 100 wide.
  const cut = (100 * (height - seen)) / width;
  const isHidden = isCovered && seen <= LARGE_TOP * width;
  const large = cut > MOST_CUT ? "scale(0)" : `translateY(${-cut.toFixed(2)}px)`;
  const drawn = cut <= 0 || isHidden ? "" : large;
  if (drawn === card.large) return;
  card.large = drawn;
  card.node.style.setProperty("--large", drawn);
}

/** More than this leaves no room for the large suit under the small one. */
const MOST_CUT = 28;
/** Where the large suit and its frame begin, as a share of the card's width. */
const LARGE_TOP = 0.68;

/** Prints a card's face; null takes everything away that would tell which card it is. */
function printFace(node: CardNode, card: Card | null): void {
  if (node.printed === card) return;
  const { button } = node;
  node.printed = card;
  button.className = card === null ? "face" : faceClasses(card);
  if (card === null) delete button.dataset.card;
  else button.dataset.card = `${card}`;
  printPart(button, ".rank", card === null ? null : `#rank-${rankOf(card)}`);
  printPart(button, ".small, .large", card === null ? null : `#suit-${suitOf(card)}`);
}

function faceClasses(card: Card): string {
  const names = ["face", isRed(card) ? "red" : "black", `of-${suitOf(card)}`];
  if (rankOf(card) > HIGHEST_PLAIN) names.push("royal");
  return names.join(" ");
}

const HIGHEST_PLAIN = 10;

function printPart(face: HTMLElement, part: string, symbol: string | null): void {
  for (const use of face.querySelectorAll(part))
    if (symbol === null) use.removeAttribute("href");
    else use.setAttribute("href", symbol);
}

function nameCard(node: CardNode, state: State, pile: Pile, index: number): void {
  const { texts, rules, layout } = state;
  const { length } = pileCards(layout, pile);
  const unheard = length - index > seenCount(state, pile);
  const label = unheard ? "" : cardLabel(texts, rules, layout, pile, index);
  if (label === node.label) return;
  node.label = label;
  if (unheard) node.button.removeAttribute("aria-label");
  else node.button.setAttribute("aria-label", label);
  // Of a foundation and the waste only what is seen is there for the ear, of cards face down none.
  node.node.ariaHidden = unheard ? "true" : null;
}

function drawSlot(view: View, state: State, pile: Pile, cards: readonly Card[]): void {
  const slot = view.slots.get(pile);
  if (slot === undefined) return;
  const { held, tip, texts, rules, layout } = state;
  const seen = cards.slice(cards.length - seenCount(state, pile));
  const owns = seen.map((card) => view.cards[card]?.node.id).join(" ");
  const empty = cards.length === 0;
  const isTarget = empty && held !== null && targetsOf(state, held).includes(pile);
  const isDraw = tip?.source === STOCK || tip?.target === STOCK;
  slot.item.classList.toggle("target", isTarget);
  slot.item.classList.toggle("tip", isDraw ? pile === STOCK : empty && tip?.target === pile);
  slot.item.classList.toggle("full", !empty);
  slot.item.classList.toggle("left", empty && isLeft(state, pile));
  const label = pileLabel(texts, rules, layout, pile);
  if (label !== slot.label) slot.list.ariaLabel = slot.label = label;
  if (pile === STOCK) slot.button.ariaLabel = stockLabel(texts, rules, layout);
  else if (empty) slot.button.ariaLabel = emptyLabel(texts, rules, layout, pile);
  drawHidden(slot, texts, isColumn(pile) ? hiddenCount(layout, pile) : 0);
  drawSign(slot, state, pile);
  if (owns === slot.owns) return;
  slot.owns = owns;
  if (owns === "") slot.list.removeAttribute("aria-owns");
  else slot.list.setAttribute("aria-owns", owns);
  slot.item.ariaHidden = owns === "" ? null : "true";
}

/** All cards of a pile that lie face down are one thing to the ear. */
function drawHidden({ hidden }: SlotNode, texts: Texts, count: number): void {
  const text = count === 0 ? "" : hiddenLabel(texts, count);
  if (hidden.textContent === text) return;
  hidden.textContent = text;
  hidden.hidden = count === 0;
}

/** Draws what an empty place is for. */
function drawSign(slot: SlotNode, state: State, pile: Pile): void {
  const signs = signsOf(state, pile);
  const shown = signs.join(" ");
  if (shown === slot.shown) return;
  slot.shown = shown;
  slot.sign.setAttribute("viewBox", `0 0 ${SIGN * Math.max(1, signs.length)} ${SIGN}`);
  slot.sign.classList.toggle("pair", signs.length > 1);
  slot.sign.replaceChildren(...signs.map(makeSign));
}

/** In the units of the signs' drawings. */
const SIGN = 32;

/** Of a foundation its suit, with its base where that is not the ace; of the stock what it does. */
function signsOf(state: State, pile: Pile): string[] {
  const { layout, rules } = state;
  if (isFoundation(pile)) {
    const suit = `suit-${pile - FIRST_FOUNDATION}`;
    return layout.base === 1 ? [suit] : [`rank-${layout.base}`, suit];
  }
  if (isColumn(pile)) return rules.lastRankOnly ? [`rank-${lastRank(layout)}`] : [];
  if (pile !== STOCK || layout.stock === null) return [];
  if (stockMove(state) === undefined) return ["sign-spent"];
  const left = passesLeft(rules, layout.stock.turnedOver);
  if (left !== null) return ["sign-over", `${left}`];
  return layout.stock.cards.length > 0 ? [] : ["sign-over"];
}

function makeSign(name: string, at: number): SVGElement {
  const isNumber = /^\d/.test(name);
  const sign = document.createElementNS("http://www.w3.org/2000/svg", isNumber ? "text" : "use");
  sign.setAttribute("x", `${SIGN * at}`);
  if (isNumber) sign.textContent = name;
  else sign.setAttribute("href", `#${name}`);
  for (const side of ["width", "height"]) sign.setAttribute(side, `${SIGN}`);
  if (isNumber) sign.setAttribute("y", "26");
  return sign;
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

function makeCard(at: number): CardNode {
  const node = cloneTemplate("card");
  node.id = `node-${at}`;
  const button = node.querySelector("button");
  const back = node.querySelector<SVGElement>(".back");
  if (button === null || back === null) throw new Error("the card's template is incomplete");
  return {
    node,
    button,
    back,
    printed: null,
    down: false,
    pile: NOWHERE,
    placed: "",
    level: 0,
    classes: "",
    index: "",
    height: "",
    large: "",
    label: "?",
    count: "",
  };
}

const NOWHERE: Pile = -1;

function makeSlot(pile: Pile): SlotNode {
  const list = cloneTemplate("slot");
  const [hidden, item] = list.children;
  const button = list.querySelector("button");
  const sign = list.querySelector("svg");
  if (!(hidden instanceof HTMLElement && item instanceof HTMLElement) || !button || !sign)
    throw new Error("the slot's template is incomplete");
  button.dataset.pile = `${pile}`;
  item.classList.toggle("stock", pile === STOCK);
  return { list, hidden, item, button, sign, owns: "?", label: "?", shown: "" };
}

function cloneTemplate(id: string): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const node = template?.content.firstElementChild?.cloneNode(true);
  if (!(node instanceof HTMLElement)) throw new Error(`the page has no template ${id}`);
  return node;
}
