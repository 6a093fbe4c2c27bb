/** A table that is played on: its picture, its notes, and what is heard of it. */

import { type Chrome, hideNote, type Note, showNote, speak } from "../page/chrome.ts";
import {
  type Card,
  FIRST_FOUNDATION,
  foundationCard,
  isFoundation,
  type Layout,
  type Move,
} from "../rules/cards.ts";
import type { Step } from "../rules/formats.ts";
import { type Flight, land, startFlights } from "./anim.ts";
import type { Spot } from "./drag.ts";
import type { Peeking } from "./peek.ts";
import type { Refusing } from "./refusing.ts";
import { render, rescueFocus, type View } from "./render.ts";
import type { Sending } from "./sending.ts";
import type { State } from "./state.ts";
import type { Ways } from "./ways.ts";

/** What hands and keys play on. What a page makes of it is behind the functions at its end. */
export interface Table {
  readonly state: State;
  readonly view: View;
  readonly chrome: Chrome;
  /** How the player wants to play. */
  ways: Ways;
  /** Whether the player wants less motion. */
  readonly calm: MediaQueryList;
  /** The search that is running, and what its note says. */
  search: Search | null;
  finishTimer: number;
  finishStart: number;
  lastTap: { readonly spot: Spot; readonly time: number } | null;
  /** Whether the finish is offered here. */
  readonly finishes: boolean;
  /** Draws what stands round the felt. */
  drawRound(): void;
  /** What is said of a new position; null leaves what was said last. */
  sayChange(sentence: string | null): string | null;
  /** The player has changed the position; it is drawn and said. */
  changed(): void;
  /** Ends what plays by itself, such as the finish. */
  stop(): void;
  /** Says why cards do not go where they were sent; it comes when the first deal lies. */
  refusing?: Refusing;
  /** What comes after the first move; see sending.ts, peek.ts, journey.ts and page/sound.ts. */
  sending?: Sending;
  peeking?: Peeking;
  travel?: Travel;
  sound?: (name: Sound) => void;
  /** While a game is played back, undo and redo are steps of that. */
  replay?: ((by: 1 | -1) => void) | null;
}

/** Starts the cards of a supermove on their way; the flights of the other cards. */
export type Travel = (
  table: Table,
  flights: readonly Flight[],
  move: Move,
  before: Layout,
) => readonly Flight[];

export type Sound = "lift" | "lay" | "foundation" | "refused" | "win";

export interface Search {
  readonly control: AbortController;
  note: Note;
}

const NOTE_TIME = 6_000;
export const OFFER_TIME = 10_000;

/** Draws the state anew at its place; what flies lands, as its place may be another one. */
export function redraw(table: Table): void {
  landAll(table);
  render(table.view, table.state);
  table.drawRound();
}

/** Shows and says a sentence. */
export function tell(table: Table, shown: Note, time: number | null = NOTE_TIME): void {
  note(table, shown, time);
  speak(table.chrome, shown.text);
}

/** Shows a note; the focus does not go with the button of the one before. */
export function note(table: Table, shown: Note, time: number | null): void {
  showNote(table.chrome, shown, time, () => {
    hideNote(table.chrome);
    clearNote(table);
  });
  rescueFocus(table.view, table.state);
}

/** Hides the note that is seen; under it is that of the search, for as long as one runs. */
export function clearNote(table: Table): void {
  if (table.search === null) hideNote(table.chrome);
  else if (table.chrome.note !== table.search.note) note(table, table.search.note, null);
  rescueFocus(table.view, table.state);
}

/** After every change of the position: it is drawn, said, and then the page's own matter. */
export function settle(table: Table, step: Step, sentence: string | null, before?: Layout): void {
  picture(table, step, sentence, before);
  table.changed();
}

/** Draws a new position and says what made it; null leaves what was said last. */
export function picture(table: Table, step: Step, sentence: string | null, before?: Layout): void {
  table.search?.control.abort();
  table.search = null;
  table.lastTap = null;
  hideNote(table.chrome);
  fly(table, step, before);
  if (step.length > 0) table.sound?.(soundOf(table, step));
  rescueFocus(table.view, table.state);
  const said = table.sayChange(sentence);
  if (said !== null) speak(table.chrome, said);
}

/** Draws the state, and lets the cards that moved be seen moving. */
export function fly(table: Table, step: Step = [], before?: Layout): void {
  const { ways, calm } = table;
  const automatic = before === undefined ? [] : automaticCards(before, step);
  const flights = render(table.view, table.state, automatic);
  const [move] = step;
  const isLong = before !== undefined && move !== undefined && move.count > 1;
  const isSeen = isLong && ways.pace > 0 && !calm.matches;
  const rest = isSeen ? table.travel?.(table, flights, move, before) : undefined;
  startFlights(rest ?? flights, ways.pace, calm.matches);
  table.drawRound();
}

function soundOf({ state }: Table, step: Step): Sound {
  if (state.status.won) return "win";
  return step.some(({ target }) => isFoundation(target)) ? "foundation" : "lay";
}

export function landAll({ view }: Table): void {
  land(view.cards.map(({ node }) => node));
}

/** The cards that went up by themselves in a step, in their order. */
function automaticCards(before: Layout, step: Step): Card[] {
  const heights = [...before.foundations];
  const cards = step.map(({ target }, at) => {
    if (!isFoundation(target)) return null;
    const suit = target - FIRST_FOUNDATION;
    const height = heights[suit] ?? 0;
    heights[suit] = height + 1;
    return at === 0 ? null : foundationCard(before, suit, height);
  });
  return cards.filter((card) => card !== null);
}
