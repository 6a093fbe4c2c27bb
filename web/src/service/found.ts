/**
 * Whether there is a service beside the page, and what it last said of all plays. To ask tells
 * nothing of the player.
 */
import { unlessRefused } from "../keeping/refused.ts";
import { isObject } from "../rules/saved.ts";

/** How the players of a game fare. */
export interface GameResults {
  readonly starts: number;
  readonly completed: number;
  readonly with_help: number;
  readonly share: number | null;
  readonly interval: readonly [number, number] | null;
  readonly first_day: string | null;
  readonly last_day: string | null;
}

export interface Results {
  /** The version of what is measured. */
  readonly measure: number;
  readonly games: Readonly<Record<string, GameResults>>;
}

/** What was found when it was asked for last: the results, or null where there is no service. */
export interface Found {
  readonly asked: number;
  readonly results: Results | null;
}

const FOUND = "kungen service";
const [HOUR, DAY] = [3_600_000, 86_400_000];

/** What an earlier visit has found; null where none has asked. */
export function readFound(): Found | null {
  const found = unlessRefused(() => JSON.parse(localStorage.getItem(FOUND) ?? "null"));
  if (!isObject(found) || typeof found.asked !== "number") return null;
  return { asked: found.asked, results: isResults(found.results) ? found.results : null };
}

/** Whether to ask again: where there was none not on the same day, else for newer results. */
export function isStale(found: Found | null, now: number): boolean {
  if (found === null || found.asked > now) return true;
  return now - found.asked >= (found.results === null ? DAY : HOUR);
}

/** Looks for the service, if that is worth it by now; what is known afterwards. */
export async function lookFor(): Promise<Found | null> {
  const before = readFound();
  const isHosted = location.protocol.startsWith("http");
  if (!isHosted || !navigator.onLine || !isStale(before, Date.now())) return before;
  const answer = await fetch("api/v1/results", QUIETLY).catch(() => null);
  if (answer === null) return before;
  const results = answer.ok ? await answer.json().catch(() => null) : null;
  // A service that only stumbles is still there.
  if (before?.results && !isResults(results) && answer.status >= 429) return before;
  const found = { asked: Date.now(), results: isResults(results) ? results : null };
  unlessRefused(() => localStorage.setItem(FOUND, JSON.stringify(found)));
  return found;
}

/** Without cookies, and without the address of the page. */
export const QUIETLY: RequestInit = {
  credentials: "omit",
  referrerPolicy: "no-referrer",
  cache: "no-store",
};

const isResults = (data: unknown): data is Results =>
  isObject(data) && typeof data.measure === "number" && isObject(data.games);
