/**
 * What is noted at once, because the page may be gone before the base has written it: how long a
 * game has taken, and the table that the player left. Without such storage nothing is noted.
 */

import type { Asked } from "../page/address.ts";
import { type Begun, LONGEST, nameOf } from "../rules/saved.ts";
import { unlessRefused } from "./refused.ts";

const TIME = "kungen time";
const TABLE = "kungen table";
const ASKED = "kungen asked";

/** A deal, or a position, of a game with its options. */
export type Place = Begun & {
  /** The game's key. */
  readonly game: string;
};

/** Notes the milliseconds that a game has taken so far. */
export function jotTime(place: Place, elapsed: number): void {
  unlessRefused(() => localStorage.setItem(timeName(place), `${elapsed}`));
}

/** The milliseconds that were noted of a game; 0 when there are none. */
export function jottedTime(place: Place): number {
  const elapsed = Number(unlessRefused(() => localStorage.getItem(timeName(place))));
  return Number.isSafeInteger(elapsed) && elapsed > 0 && elapsed <= LONGEST ? elapsed : 0;
}

/** Forgets the time of a game, now that the base has as much of it. */
export function forgetTime(place: Place, written: number): void {
  if (jottedTime(place) <= written) unlessRefused(() => localStorage.removeItem(timeName(place)));
}

/** Forgets the times of all games. */
export function forgetTimes(): void {
  unlessRefused(() => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`${TIME} `));
    for (const name of names) localStorage.removeItem(name);
  });
}

/** Whether the browser has not been asked before to keep all for good; then it is now. */
export function isFirstAsking(): boolean {
  const first = unlessRefused(() => {
    const isFirst = localStorage.getItem(ASKED) === null;
    localStorage.setItem(ASKED, "true");
    return isFirst;
  });
  return first ?? true;
}

/** Notes at which table the player is; another window has its own. */
export function jotTable(game: string, asked: Asked): void {
  const name = "deal" in asked ? asked.deal : asked.board;
  unlessRefused(() => sessionStorage.setItem(TABLE, `${name} ${game}`));
}

/** The table that the player left in this window; null when there was none. */
export function jottedTable(): (Asked & { readonly game: string }) | null {
  const jotted = unlessRefused(() => sessionStorage.getItem(TABLE));
  const [, name = "", game = ""] = /^([\w-]+) (\S+)$/.exec(jotted ?? "") ?? [];
  if (game === "") return null;
  return /^\d+$/.test(name) ? { game, deal: Number(name) } : { game, board: name };
}

const timeName = (place: Place): string => `${TIME} ${place.game} ${nameOf(place)}`;
