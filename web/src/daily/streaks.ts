/** The days whose deals were won, counted from the results and never stored. */

import type { Result } from "../keeping/results.ts";
import { type Day, dayAt } from "./days.ts";

/** The wins of a game as its daily deals see them. */
export interface Wins {
  /** The days whose deal was won on the day itself, by the calendar of the place. */
  readonly own: ReadonlySet<Day>;
  /** The last day on which each deal was won. */
  readonly latest: ReadonlyMap<number, Day>;
}

/** Looks at the results of a game; *dealOf* tells the deal of a day. */
export function winsOf(results: readonly Result[], dealOf: (day: Day) => number): Wins {
  const own = new Set<Day>();
  const latest = new Map<number, Day>();
  for (const { deal, ended, zone } of results) {
    const day = dayAt(ended, zone);
    if (deal === dealOf(day)) own.add(day);
    latest.set(deal, Math.max(day, latest.get(deal) ?? day));
  }
  return { own, latest };
}

/** Whether the deal of a day was won on the day or later; one that was won before is still to be. */
export function wonWhen({ own, latest }: Wins, day: Day, deal: number): "own" | "later" | null {
  if (own.has(day)) return "own";
  return (latest.get(deal) ?? day) > day ? "later" : null;
}

/**
 * The days in a row that were won on the day itself, up to today or while that is not won yet up to
 * yesterday, and the most that there ever were.
 */
export function streakOf(own: ReadonlySet<Day>, today: Day): { streak: number; longest: number } {
  const before = (day: Day): number => (own.has(day) ? 1 + before(day - 1) : 0);
  const ends = [...own].filter((day) => !own.has(day + 1));
  return {
    streak: before(own.has(today) ? today : today - 1),
    longest: Math.max(0, ...ends.map(before)),
  };
}
