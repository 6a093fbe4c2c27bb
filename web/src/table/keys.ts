/** The table by keys: the roving focus, and letters that count only while the focus is there. */
import {
  FIRST_FOUNDATION,
  isCell,
  isColumn,
  isFoundation,
  type Layout,
  type Pile,
  pileCards,
  type Run,
  SUITS_SHOWN,
  upperPiles,
} from "../rules/cards.ts";
import type { ASKED } from "./requests.ts";
import { runLength, type State, seenCount } from "./state.ts";

/** What keys mean to the game. Enter is not among them: it clicks the focused button. */
export interface KeyActions {
  /** Whether letters, digits and signs mean anything. */
  hasSigns(): boolean;
  /** Whether cells and foundations have changed sides. */
  isMirrored(): boolean;
  /** Whether a key belongs to a move that is being typed, or begins one. */
  takes(key: string): boolean;
  type(key: string): void;
  focus(place: Run): void;
  /** Changes how many cards are lifted or would be. */
  lengthen(place: Run): void;
  release(): void;
  quick(): void;
  /** Shows all cards of the pile, large. */
  peek(): void;
  /** Draws from the stock, or turns the waste over. */
  draw(): void;
  /** Says what is free, what can move, or all that lies on the table. */
  hear(what: (typeof ASKED)[number]): void;
  undo(): void;
  redo(): void;
  tip(): void;
  /** Stops the finish. */
  stop(): void;
  /** Brings the focus to the table. */
  enter(): void;
  help(): void;
}

export function listenToKeys(table: HTMLElement, state: State, actions: KeyActions): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
    const action = meaning(table, state, actions, event);
    if (action === null) return;
    event.preventDefault();
    action();
  });
  // Some browsers click a button when Space is let go, whatever became of the press.
  table.addEventListener("keyup", (event) => {
    if (event.key === " ") event.preventDefault();
  });
}

/**
 * What a key does where the focus is; on the page's body, while the table is seen, it does what it
 * does on the table.
 */
function meaning(
  table: HTMLElement,
  state: State,
  actions: KeyActions,
  event: KeyboardEvent,
): (() => void) | null {
  const { target } = event;
  // What asks for a menu on keyboards without a key for it.
  const key = event.shiftKey && event.key === "F10" ? "ContextMenu" : event.key;
  if (!(target instanceof HTMLElement) || event.altKey) return null;
  if (event.ctrlKey || event.metaKey)
    return target.matches("input, select") ? null : controlAction(actions, event);
  if (isSign(key) && !actions.hasSigns()) return null;
  if (state.finishing && (key === "Escape" || key.toLowerCase() === "u")) return actions.stop;
  const typed = actions.takes(key);
  const action = typed ? () => actions.type(key) : tableAction(state, actions, key);
  if (table.contains(target)) return action;
  // Down in the guide they scroll the page.
  if (target !== document.body || scrollY > 0) return null;
  const isEnter = key === "Enter" && !typed;
  if (action === null && !isEnter) return null;
  return () => {
    actions.enter();
    if (isEnter && document.activeElement instanceof HTMLElement) document.activeElement.click();
    action?.();
  };
}

/** A letter, a digit or another sign that is seen; players who speak to their machine turn them off. */
const isSign = (key: string): boolean => key.length === 1 && key !== " ";

function controlAction(actions: KeyActions, event: KeyboardEvent): (() => void) | null {
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? actions.redo : actions.undo;
  return key === "y" && !event.shiftKey ? actions.redo : null;
}

function tableAction(state: State, actions: KeyActions, key: string): (() => void) | null {
  const place = nextFocus(state, key, actions.isMirrored());
  return place === null ? keyAction(state, actions, key) : () => actions.focus(place);
}

function keyAction(state: State, actions: KeyActions, key: string): (() => void) | null {
  const { pile, count } = state.focus;
  const longer = (by: number) => () => {
    const most = runLength(state, pile);
    actions.lengthen({ pile, count: Math.min(most, Math.max(1, count + by)) });
  };
  const known: Readonly<Record<string, () => void>> = {
    Escape: actions.release,
    " ": actions.quick,
    "+": longer(1),
    "-": longer(-1),
    // The key of plus, on keyboards that have it above this sign.
    "=": longer(1),
    v: actions.peek,
    ContextMenu: actions.peek,
    d: actions.draw,
    w: () => actions.hear("free"),
    m: () => actions.hear("moves"),
    s: () => actions.hear("table"),
    u: actions.undo,
    r: actions.redo,
    h: actions.tip,
    "?": actions.help,
  };
  return known[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/**
 * Where a key takes the focus on a table as it is seen; null when it is no key of movement. Rows
 * wrap round.
 */
export function nextFocus(state: State, key: string, isMirrored: boolean): Run | null {
  const { layout, focus, held } = state;
  const rows = rowsOf(layout, isMirrored);
  const row = isColumn(focus.pile) ? rows.columns : rows.upper;
  const at = row.indexOf(focus.pile);
  const across = (index: number) => freeEnd(layout, row[(index + row.length) % row.length] ?? 0);
  switch (key) {
    case "ArrowLeft":
      return across(at - 1);
    case "ArrowRight":
      return across(at + 1);
    case "Home":
      return across(0);
    case "End":
      return across(-1);
    case "ArrowUp":
      return held === null && focus.count < seenCount(state, focus.pile)
        ? { pile: focus.pile, count: focus.count + 1 }
        : otherRow(layout, focus.pile, rows);
    case "ArrowDown":
      return held === null && focus.count > 1
        ? { pile: focus.pile, count: focus.count - 1 }
        : otherRow(layout, focus.pile, rows);
    case "PageUp":
      return freeEnd(layout, rows.upper[0] ?? 0);
    case "PageDown":
      return freeEnd(layout, 0);
    default:
      return areaOf(layout, key.toLowerCase());
  }
}

/** The nearest pile of the other row. */
function otherRow(layout: Layout, pile: Pile, { upper, columns }: Rows): Run {
  const [row, other] = isColumn(pile) ? [columns, upper] : [upper, columns];
  const share = row.indexOf(pile) / Math.max(1, row.length - 1);
  return freeEnd(layout, other[Math.round(share * (other.length - 1))] ?? 0);
}

/** The piles from left to right. */
interface Rows {
  readonly upper: readonly Pile[];
  readonly columns: readonly Pile[];
}

/** On a mirrored table the foundations, in their own order, are at the left of all else. */
function rowsOf(layout: Layout, isMirrored: boolean): Rows {
  const upper = upperPiles(layout);
  const sides = [upper.filter(isFoundation), upper.filter((pile) => !isFoundation(pile))];
  return { upper: isMirrored ? sides.flat() : upper, columns: [...layout.columns.keys()] };
}

function freeEnd(layout: Layout, pile: Pile): Run {
  return { pile, count: Math.min(1, pileCards(layout, pile).length) };
}

/** What the letter C leads to: the first cell, in games without cells the first pile at the left. */
export function letterPile(layout: Layout): Pile | undefined {
  const piles = upperPiles(layout).filter((pile) => !isFoundation(pile));
  return piles.find(isCell) ?? piles[0];
}

/** The first pile of the area that a letter means: the upper left, foundations, columns. */
function areaOf(layout: Layout, letter: string): Run | null {
  const first: Readonly<Record<string, Pile | undefined>> = {
    c: letterPile(layout),
    f: FIRST_FOUNDATION + (SUITS_SHOWN[0] ?? 0),
    k: 0,
  };
  const pile = first[letter];
  return pile === undefined ? null : freeEnd(layout, pile);
}
