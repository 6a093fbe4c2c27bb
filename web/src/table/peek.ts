/** A look at a pile: the pressed card large, and all cards of its pile in a list to choose from. */
import { speak } from "../page/chrome.ts";
import { capitalised, say } from "../page/i18n.ts";
import {
  type Card,
  hiddenCount,
  isFoundation,
  type Pile,
  pileCards,
  STOCK,
} from "../rules/cards.ts";
import type { Spot } from "./drag.ts";
import { pick, press } from "./hands.ts";
import { cardPlace, slotOf } from "./layout.ts";
import { focusTable } from "./render.ts";
import { cardLabel, cardName, hiddenLabel, pileLabel } from "./speech.ts";
import { runFrom, type State, seenCount } from "./state.ts";
import type { Table } from "./table.ts";

/** What a look at a pile shows, from its deepest card to the free one. */
export interface Peek {
  readonly pile: Pile;
  /** How many cards lie face down under the others. */
  readonly hidden: number;
  readonly rows: readonly PeekRow[];
  /** The card that was pressed; null when it lies face down. */
  readonly pressed: Card | null;
}

export interface PeekRow {
  readonly card: Card;
  /** Its place in the pile, the deepest card being 0. */
  readonly index: number;
  /** Whether it can be picked up. */
  readonly isFree: boolean;
}

/** Opens and closes the look. */
export interface Peeking {
  /** False when there is nothing to see. The list that stays open takes the focus. */
  open(spot: Spot, stays: boolean): boolean;
  /** False when none was open. */
  close(): boolean;
}

/** What is to be seen of a pile; null where that is nothing. */
export function peekAt(state: State, spot: Spot): Peek | null {
  if (spot === null || spot.pile === STOCK) return null;
  const { pile } = spot;
  const cards = pileCards(state.layout, pile);
  const first = isFoundation(pile) ? 0 : cards.length - seenCount(state, pile);
  const rows = cards.slice(first).map((card, at) => {
    const index = first + at;
    return { card, index, isFree: runFrom(state, pile, index) !== null };
  });
  if (rows.length === 0) return null;
  const pressed = spot.index < first ? null : (cards[spot.index] ?? null);
  return { pile, hidden: hiddenCount(state.layout, pile), rows, pressed };
}

/** Shows the pile on which the keys stand. */
export function peekFocused(table: Table): void {
  const { pile, count } = table.state.focus;
  const index = pileCards(table.state.layout, pile).length - Math.max(1, count);
  if (press(table)) table.peeking?.open({ pile, index }, true);
}

export function peekingOn(table: Table): Peeking {
  const dialog = document.createElement("dialog");
  dialog.className = "peek";
  dialog.setAttribute("aria-labelledby", "peek-head");
  document.body.append(dialog);
  const close = () => closePeek(table, dialog);
  listenToList(table, dialog, close);
  return {
    close,
    open: (spot, stays) => {
      dialog.close();
      const peek = peekAt(table.state, spot);
      if (peek !== null) openPeek(table, dialog, peek, stays);
      return peek !== null;
    },
  };
}

function closePeek({ view, state }: Table, dialog: HTMLDialogElement): boolean {
  if (!dialog.open) return false;
  const hadFocus = dialog.contains(document.activeElement);
  dialog.close();
  if (hadFocus) focusTable(view, state);
  return true;
}

function listenToList(table: Table, dialog: HTMLDialogElement, close: () => boolean): void {
  dialog.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>("[data-row]");
    const { pile, row: index } = row?.dataset ?? {};
    if (row === null && target.closest(".cross") === null) return;
    close();
    if (row !== null) take(table, { pile: Number(pile), index: Number(index) });
  });
  dialog.addEventListener("focusin", ({ target }) => {
    const card = target instanceof HTMLElement ? target.dataset.large : undefined;
    if (card !== undefined) drawLarge(table, dialog, Number(card));
  });
  // Before the keys of the table, and of the panel that lies on it.
  document.addEventListener("keydown", (event) => answerKey(dialog, event, close), true);
  document.addEventListener("pointerdown", ({ target }) => {
    // A hand on the felt puts it away by itself, and that is then all it did.
    const isNear =
      target instanceof Node && (dialog.contains(target) || table.view.felt.contains(target));
    if (!isNear) close();
  });
}

/** A row was chosen: its cards are picked up, or why they cannot be is said. */
function take(table: Table, spot: NonNullable<Spot>): void {
  if (!press(table)) return;
  table.state.held = null;
  pick(table, spot);
}

function answerKey(dialog: HTMLDialogElement, event: KeyboardEvent, close: () => boolean): void {
  if (!dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (key === "Tab") close();
  const isAway = key === "Escape" || key.toLowerCase() === "v";
  const row = rowAfter(dialog, key);
  if (!isAway && row === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isAway) close();
  else row?.focus();
}

/** Where a key takes the focus in the list, which is as far as the list goes. */
function rowAfter(dialog: HTMLDialogElement, key: string): HTMLElement | undefined {
  const rows = [...dialog.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: Math.max(0, at - 1),
    ArrowDown: Math.min(rows.length - 1, at + 1),
    Home: 0,
    End: rows.length - 1,
  };
  return rows[steps[key] ?? -1];
}

function openPeek(table: Table, dialog: HTMLDialogElement, peek: Peek, stays: boolean): void {
  const { state, chrome } = table;
  drawPeek(table, dialog, peek);
  const pressed = peek.rows.find(({ card }) => card === peek.pressed);
  const seen = pressed ?? peek.rows.at(-1);
  if (seen === undefined) return;
  drawLarge(table, dialog, seen.card);
  const focused = document.activeElement;
  dialog.show();
  placePeek(table, dialog, peek);
  if (stays) dialog.querySelector<HTMLElement>(`[data-row="${seen.index}"]`)?.focus();
  else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  const { texts, rules, layout } = state;
  const heard = pressed && cardLabel(texts, rules, layout, peek.pile, pressed.index);
  speak(chrome, `${heard ?? capitalised(hiddenLabel(texts, peek.hidden))}.`);
}

/** Writes the list: cards face down together, then each card with its sign and its name. */
function drawPeek(table: Table, dialog: HTMLDialogElement, peek: Peek): void {
  const { texts, rules, layout } = table.state;
  const head = document.createElement("h2");
  head.id = "peek-head";
  head.textContent = pileLabel(texts, rules, layout, peek.pile);
  const cross = document.createElement("button");
  Object.assign(cross, { type: "button", className: "cross", ariaLabel: say(texts, "do.close") });
  cross.innerHTML = '<svg aria-hidden="true"><use href="#icon-close"/></svg>';
  const large = document.createElement("div");
  large.className = "large-card";
  const list = document.createElement("ol");
  list.style.setProperty("--rows", `${peek.rows.length + (peek.hidden > 0 ? 1 : 0)}`);
  if (peek.hidden > 0) {
    const hidden = document.createElement("li");
    hidden.className = "hidden-cards";
    hidden.textContent = hiddenLabel(texts, peek.hidden);
    list.append(hidden);
  }
  list.append(...peek.rows.map((row) => makeRow(table, peek, row)));
  dialog.replaceChildren(head, cross, large, list);
}

function makeRow(table: Table, { pile, pressed }: Peek, { card, index, isFree }: PeekRow) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const name = document.createElement("span");
  name.textContent = capitalised(cardName(table.state.texts, card));
  button.type = "button";
  button.classList.toggle("free", isFree);
  if (card === pressed) button.ariaCurrent = "true";
  Object.assign(button.dataset, { row: index, pile, large: card });
  button.append(copyOf(table, card), name);
  item.append(button);
  return item;
}

function drawLarge(table: Table, dialog: HTMLDialogElement, card: Card): void {
  dialog.querySelector(".large-card")?.replaceChildren(copyOf(table, card));
}

/** A card as it looks on the table, which is only to be seen. */
function copyOf({ view }: Table, card: Card): HTMLElement {
  const copy = document.createElement("div");
  const face = document.createElement("div");
  const original = view.cards[card]?.button;
  copy.className = "card";
  copy.ariaHidden = "true";
  face.className = original?.className ?? "face";
  face.append(...[...(original?.children ?? [])].map((part) => part.cloneNode(true)));
  copy.append(face);
  return copy;
}

const GAP = 12;
const EDGE = 8;

/** Lays it beside the pile, or where that is too narrow under it, and always inside the window. */
function placePeek({ view, state }: Table, dialog: HTMLDialogElement, peek: Peek): void {
  const { plan } = view;
  if (plan === null) return;
  const { pile, pressed, rows } = peek;
  const { left, top } = view.felt.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const near = left + slotOf(plan, pile).x;
  const far = near + plan.card.width;
  const isLeft = near + far < innerWidth;
  const x = isLeft ? far + GAP : near - GAP - width;
  const isBeside = x >= EDGE && x + width <= innerWidth - EDGE;
  const last = pileCards(state.layout, pile).length - 1;
  const index = rows.find(({ card }) => card === pressed)?.index ?? last;
  const foot = top + cardPlace(plan, pile, last).y + plan.card.height + GAP;
  const middle = top + cardPlace(plan, pile, index).y - height / 2;
  dialog.style.left = `${inside(x, innerWidth - width)}px`;
  dialog.style.top = `${inside(isBeside ? middle : foot, innerHeight - height)}px`;
}

const inside = (place: number, room: number): number =>
  Math.max(EDGE, Math.min(place, room - EDGE));
