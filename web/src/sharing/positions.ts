/** Positions and plays that an address tells: docs/formats.md, "Addresses of the page". */

import type { App } from "../page/acts.ts";
import { openStart } from "../page/deals.ts";
import type { Key } from "../page/i18n.ts";
import { canReplay, openLayout } from "../rules/asked.ts";
import { readBoard, writeBoard } from "../rules/board_text.ts";
import { closeGame, type Engine, openDeal } from "../rules/engine.ts";
import { type Rules, readLayout, type Step } from "../rules/formats.ts";
import { parseDeal } from "../rules/numbers.ts";
import { readHistory, writeBytes, writeHistory, writeLayout } from "../rules/packing.ts";
import type { Position, Start, State } from "../table/state.ts";
import { watch } from "./watching.ts";

/** What an address asks for beside a game. */
interface Link {
  readonly start: Start;
  /** A play from there, for all to see; null when the address tells none. */
  readonly play: { readonly steps: readonly Step[]; readonly at: number } | null;
  /** What is wrong with the address; what it says besides holds. */
  readonly fault: Key | null;
}

function readBytes(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The position of a layout record; null when the engine refuses it. */
export function positionOf(engine: Engine, rules: Rules, record: Uint8Array): Position | null {
  const game = openLayout(engine, rules, record);
  if (game === null) return null;
  closeGame(game);
  return {
    layout: writeBoard(readLayout(record, rules), rules),
    record,
    board: writeBytes(record),
  };
}

/** The address of a board text; null when that is none of the game. */
export function boardOfText(rules: Rules, text: string): string | null {
  const read = readBoard(text, rules);
  return "fault" in read ? null : writeBytes(writeLayout(read.layout, rules));
}

/** The part of an address that tells a play and how many of its steps are in effect. */
export const playInQuery = (steps: readonly Step[], at: number): string =>
  `&play=${writeBytes(writeHistory(steps))}&at=${at}`;

/**
 * Opens what an address tells: "push" makes it a new place in the browser's history. Gives what is
 * wrong with the address, which is for the caller to say.
 */
export async function openLink(
  app: App,
  search: string,
  place: "push" | null,
): Promise<Key | null> {
  const { start, play, fault } = readLink(app.state, search);
  if (play === null) await openStart(app, start, place);
  else watch(app, start, play, place === "push" ? search : null);
  return fault;
}

function readLink(state: State, search: string): Link {
  const query = new URLSearchParams(search);
  const [board, play] = [query.get("board"), query.get("play")];
  const start = board === null ? dealIn(query) : boardIn(state, board);
  if (start === null) return { start: state.start, play: null, fault: "share.bad.board" };
  if (play === null) return { start, play: null, fault: null };
  const steps = stepsIn(state, start, play);
  if (steps === null) return { start, play: null, fault: "share.bad.play" };
  if (steps.length === 0) return { start, play: null, fault: null };
  const at = query.get("at") ?? "";
  const most = steps.length;
  return {
    start,
    play: { steps, at: /^\d{1,6}$/.test(at) ? Math.min(+at, most) : most },
    fault: null,
  };
}

function dealIn(query: URLSearchParams): Start | null {
  const asked = parseDeal(query.get("deal") ?? "");
  return "deal" in asked ? asked : null;
}

function boardIn({ engine, rules }: State, board: string): Position | null {
  const record = readBytes(board);
  return record && positionOf(engine, rules, record);
}

/** The steps of a play; null when they are damaged, or not all of them are legal. */
function stepsIn({ engine, rules }: State, start: Start, play: string): Step[] | null {
  const record = readBytes(play);
  if (record === null) return null;
  const steps = readHistory(record);
  if (writeBytes(writeHistory(steps)) !== writeBytes(record)) return null;
  const game =
    "deal" in start ? openDeal(engine, rules, start.deal) : openLayout(engine, rules, start.record);
  return canReplay(game, steps) ? steps : null;
}
