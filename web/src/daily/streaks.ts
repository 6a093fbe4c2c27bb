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
  for (const result of results) {
    const { deal, ended, zone } = result;
    const day = dayAt(ended, zone);
    for (const one of ownDays(result)) if (deal === dealOf(one)) own.add(one);
    latest.set(deal, Math.max(day, latest.get(deal) ?? day));
  }
  return { own, latest };
}

/** The days whose deal a win is in time for: that on which it was won, and that on which it began. */
export const ownDays = ({
  began,
  ended,
  zone,
}: Pick<Result, "began" | "ended" | "zone">): Day[] => [
  dayAt(ended, zone),
  ...(ended - began < LONGEST_PLAY ? [dayAt(began, zone)] : []),
];

/** Who plays past midnight has still won the deal of the day; who leaves it for the night has not. */
const LONGEST_PLAY = 6 * 3_600_000;

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
  // Who has travelled west may have won tomorrow's already.
  return {
    streak: Math.max(before(today + 1), before(today), before(today - 1)),
    longest: Math.max(0, ...ends.map(before)),
  };
}
