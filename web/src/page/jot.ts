/**
 * What is noted at once, because the page may be gone before the base has written it: how long a
 * game has taken, and the table that the player left. Without such storage nothing is noted.
 */
import { LONGEST } from "../rules/saved.ts";

const TIME = "kungen time";
const TABLE = "kungen table";

/** A deal of a game with its options. */
export interface Place {
  /** The game's key. */
  readonly game: string;
  readonly deal: number;
}

/** Notes the milliseconds that a game has taken so far. */
export function jotTime(place: Place, elapsed: number): void {
  attempt(() => localStorage.setItem(timeName(place), `${elapsed}`));
}

/** The milliseconds that were noted of a game; 0 when there are none. */
export function jottedTime(place: Place): number {
  const elapsed = Number(attempt(() => localStorage.getItem(timeName(place))));
  return Number.isSafeInteger(elapsed) && elapsed > 0 && elapsed <= LONGEST ? elapsed : 0;
}

/** Forgets the time of a game, now that the base has as much of it. */
export function forgetTime(place: Place, written: number): void {
  if (jottedTime(place) <= written) attempt(() => localStorage.removeItem(timeName(place)));
}

/** Notes at which table the player is; another window has its own. */
export function jotTable({ game, deal }: Place): void {
  attempt(() => sessionStorage.setItem(TABLE, `${deal} ${game}`));
}

/** The table that the player left in this window; null when there was none. */
export function jottedTable(): Place | null {
  const jotted = attempt(() => sessionStorage.getItem(TABLE));
  const [, deal = "", game = ""] = /^(\d+) (\S+)$/.exec(jotted ?? "") ?? [];
  return game === "" ? null : { game, deal: Number(deal) };
}

const timeName = ({ game, deal }: Place): string => `${TIME} ${game} ${deal}`;

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
