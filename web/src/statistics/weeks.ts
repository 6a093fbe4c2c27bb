/** Wins by the week in which they ended, each by the calendar of the zone it ended in. */
import type { Result } from "../keeping/results.ts";

const DAY = 86_400_000;

export interface Week {
  /** Its Monday, in days since 1970. */
  readonly monday: number;
  readonly won: number;
}

/** The last weeks up to that of an instant, the oldest first, with the wins of each. */
export function winsByWeek(
  results: readonly Result[],
  now: { readonly instant: number; readonly zone: string },
  weeks: number,
): Week[] {
  const calendars = new Map<string, Intl.DateTimeFormat>();
  const mondays = new Map<number, number>();
  for (const { ended, zone } of results) {
    const monday = mondayOf(dayIn(calendars, ended, zone));
    mondays.set(monday, (mondays.get(monday) ?? 0) + 1);
  }
  const last = mondayOf(dayIn(calendars, now.instant, now.zone));
  return Array.from({ length: weeks }, (_, week) => {
    const monday = last - 7 * (weeks - 1 - week);
    return { monday, won: mondays.get(monday) ?? 0 };
  });
}

/** The instant at noon, by Greenwich, of a day that is counted since 1970. */
export const noonOf = (day: number): number => day * DAY + DAY / 2;

/** The day of an instant in a zone, in days since 1970. */
export function dayIn(
  calendars: Map<string, Intl.DateTimeFormat>,
  instant: number,
  zone: string,
): number {
  const calendar = calendars.get(zone) ?? makeCalendar(zone);
  calendars.set(zone, calendar);
  const parts = calendar.formatToParts(instant);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Math.floor(Date.UTC(part("year"), part("month") - 1, part("day")) / DAY);
}

const makeCalendar = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-GB", { timeZone, calendar: "gregory", dateStyle: "short" });

/** 1 January 1970 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);
