import { LAST_DEAL } from "../rules/numbers.ts";
import { clockText, elapsed } from "../table/clock.ts";
import { dealOf, type Start, type State } from "../table/state.ts";
import { type Key, say, sayCount, type Texts } from "./i18n.ts";
import { find } from "./page.ts";

/** A note that lies over the table's foot. */
export interface Note {
  readonly text: string;
  readonly action?: { readonly name: string; readonly run: () => void };
}

export interface Chrome {
  readonly find: (id: string) => HTMLElement;
  /** What was written last, so that nothing is written twice. */
  readonly written: Map<string, string>;
  noteTimer: number;
  /** The note that is seen. */
  note: Note | null;
  /** The end whose panel the player has closed, and the one that was told. */
  closedEnd: string;
  toldEnd: string;
}

export function makeChrome(): Chrome {
  const ends = { closedEnd: "", toldEnd: "" };
  return { find, written: new Map(), noteTimer: 0, note: null, ...ends };
}

/** Hides the note and gives what its button does. */
export function takeNoteAction(chrome: Chrome): (() => void) | null {
  const { note } = chrome;
  hideNote(chrome);
  return note?.action?.run ?? null;
}

export const startTitle = (texts: Texts, start: Start): string =>
  "deal" in start ? say(texts, "deal.title", { deal: start.deal }) : say(texts, "deal.own");

export function drawChrome(chrome: Chrome, state: State, now: number): void {
  const { texts, choice, start, status } = state;
  const game = choice.game.names[texts.language];
  const title = startTitle(texts, start);
  document.title = `${game}, ${title}`;
  write(chrome, "game", `${game}, `);
  write(chrome, "deal-title", title);
  write(chrome, "moves", countText(state));
  drawCapacity(chrome, state);
  drawClock(chrome, state, now);
  drawButtons(state);
  chrome.find("offer").hidden = !status.canFinish || state.finishing;
  chrome.find("stopping").hidden = !state.finishing;
}

/** The score in games that have one, else the number of moves. */
export function countText({ texts, rules, status }: State): string {
  return rules.points === null
    ? sayCount(texts, "status.moves", status.steps)
    : sayCount(texts, "status.score", status.score);
}

export function drawClock(chrome: Chrome, state: State, now: number): void {
  write(chrome, "clock", clockText(elapsed(state.clock, now)));
}

/** Says one sentence to those who listen; the latest wins. */
export function speak(chrome: Chrome, sentence: string): void {
  chrome.find("live").textContent = sentence;
}

/**
 * Shows a note for some milliseconds and then does what follows, or until the position changes
 * when there are none.
 */
export function showNote(chrome: Chrome, note: Note, time: number | null, then: () => void): void {
  clearTimeout(chrome.noteTimer);
  chrome.find("note-text").textContent = note.text;
  const button = chrome.find("note-do");
  button.hidden = note.action === undefined;
  button.textContent = note.action?.name ?? "";
  chrome.note = note;
  chrome.find("note").hidden = false;
  if (time !== null) chrome.noteTimer = window.setTimeout(then, time);
}

export function hideNote(chrome: Chrome): void {
  clearTimeout(chrome.noteTimer);
  chrome.note = null;
  chrome.find("note").hidden = true;
}

export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog")) if (dialog.open) dialog.close();
}

/** How many cards may move together; while some are held, also into an empty column. */
function drawCapacity(chrome: Chrome, { texts, rules, status, held }: State): void {
  chrome.find("capacity").hidden = rules.runs !== "supermove" || status.won;
  const { capacity: n, capacityEmpty: empty } = status;
  const ending = held === null || empty === 0 ? "" : ".empty";
  for (const form of ["short", "long"] as const) {
    const key = form === "short" ? "status.capacity" : "status.capacity.long";
    const id = `capacity-${form}`;
    write(chrome, id, say(texts, `${key}${ending}` as Key, { n, empty }));
    // Its place is as wide as its longest text, so that nothing beside it moves.
    chrome.find(id).dataset.longest = say(texts, `${key}.empty` as Key, LARGE_CAPACITY);
  }
}

const LARGE_CAPACITY = { n: 40, empty: 20 };

/** A button that can do nothing says so, and stays where it is. */
function drawButtons(state: State): void {
  const { status, finishing, wayBack } = state;
  const deal = dealOf(state);
  const can: Readonly<Record<string, boolean>> = {
    undo: status.canUndo || wayBack !== null,
    redo: status.canRedo,
    restart: status.canUndo,
    history: status.canUndo || status.canRedo,
    tip: !status.won && !status.stuck,
    verdict: !status.won,
    finish: status.canFinish && !finishing,
    previous: deal !== 1,
    next: deal !== LAST_DEAL,
  };
  for (const [name, possible] of Object.entries(can))
    for (const button of document.querySelectorAll(`[data-do=${name}]`))
      button.ariaDisabled = possible ? null : "true";
}

export function write(chrome: Chrome, id: string, text: string): void {
  if (chrome.written.get(id) === text) return;
  chrome.written.set(id, text);
  chrome.find(id).textContent = text;
}
