/** Days and months of the calendar, as numbers, so that no clock is set forward or back in them. */

import { dayIn } from "../statistics/weeks.ts";

const DAY = 86_400_000;

/** Days are counted since 1970, months since the year 0. */
export type Day = number;
export type Month = number;

/** The day on which the daily deals begin: 1 January 2026. */
export const FIRST_DAY: Day = 20_454;

/** The time zone in which the player is. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day that it is there; a clock that is years behind has that on which the deals begin. */
export const today = (): Day => Math.max(FIRST_DAY, dayAt(Date.now(), zoneHere()));

/** The day that it was at an instant in a time zone. */
export const dayAt = (instant: number, zone: string): Day => dayIn(new Map(), instant, zone);

/** A day as in 2026-12-01. */
export const dateText = (day: Day): string => new Date(day * DAY).toISOString().slice(0, 10);

export function monthOf(day: Day): Month {
  const date = new Date(day * DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export const firstOf = (month: Month): Day => Date.UTC(Math.floor(month / 12), month % 12) / DAY;

/** The weeks of a month from Monday to Sunday; null are days of the months beside it. */
export function weeksOf(month: Month): (Day | null)[][] {
  const [first, end] = [firstOf(month), firstOf(month + 1)];
  const monday = first - weekday(first);
  return Array.from({ length: Math.ceil((end - monday) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const day = monday + 7 * week + at;
      return day < first || day >= end ? null : day;
    }),
  );
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
export const weekday = (day: Day): number => (day + 3) % 7;

/** Where a key leads from a day, between the first one and a last; null for keys that lead nowhere. */
export function dayByKey(key: string, day: Day, last: Day): Day | null {
  const to = KEYS[key]?.(day);
  return to === undefined ? null : Math.max(FIRST_DAY, Math.min(last, to));
}

const KEYS: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => day - 1,
  ArrowRight: (day) => day + 1,
  ArrowUp: (day) => day - 7,
  ArrowDown: (day) => day + 7,
  Home: (day) => day - weekday(day),
  End: (day) => day + 6 - weekday(day),
  PageUp: (day) => inMonth(day, monthOf(day) - 1),
  PageDown: (day) => inMonth(day, monthOf(day) + 1),
};

/** The same day of another month, or its last one where it is shorter. */
const inMonth = (day: Day, month: Month): Day =>
  Math.min(firstOf(month) + day - firstOf(monthOf(day)), firstOf(month + 1) - 1);
