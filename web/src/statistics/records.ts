/** Reads the records of the base and of files: results, saved games, saved positions. */
import type { Result } from "../keeping/results.ts";
import { HIGHEST_DEAL, isObject, LONGEST, type Saved, type SavedGame } from "../rules/saved.ts";

/** The last instant that a date can have. */
const LAST_INSTANT = 8.64e15;
const MOST_MOVES = 1_000_000;
const MOST_POINTS = 1_000_000;

/** Reads a result of any version; null when it is none. */
export function parseResult(data: unknown): Result | null {
  if (!isObject(data) || data.format !== 1 || typeof data.game !== "string") return null;
  const { game, deal, began, ended, moves, elapsed, helped, score } = data;
  const isSound =
    isCount(deal, HIGHEST_DEAL) &&
    deal > 0 &&
    isCount(began, LAST_INSTANT) &&
    isCount(ended, LAST_INSTANT) &&
    isCount(moves, MOST_MOVES) &&
    isCount(elapsed, LONGEST) &&
    isCount(helped, MOST_MOVES) &&
    (score === undefined || isCount(score, MOST_POINTS));
  if (!isSound || !isZone(data.zone)) return null;
  const scored = score === undefined ? {} : { score };
  const { zone } = data;
  return { format: 1, game, deal, began, ended, zone, moves, elapsed, helped, ...scored };
}

export const isDeal = (saved: Saved | null): saved is SavedGame =>
  saved !== null && "deal" in saved;

const isCount = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** Whether a name is that of a time zone that dates can be written in. */
function isZone(name: unknown): name is string {
  if (typeof name !== "string") return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
