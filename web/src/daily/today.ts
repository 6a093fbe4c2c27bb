/** The deal of today and of the days before: opened by an address, and told of when it is won. */

import type { Result } from "../keeping/results.ts";
import { ask, type Store } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import { openStart } from "../page/deals.ts";
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { keyOf } from "../rules/chosen.ts";
import type { Choice } from "../rules/house.ts";
import { parseResult } from "../statistics/records.ts";
import { noonOf } from "../statistics/weeks.ts";
import { dayText } from "../statistics/words.ts";
import { dealOf } from "../table/state.ts";
import { type Day, dateText, dayAt, today, zoneHere } from "./days.ts";
import { dailyDeal } from "./law.ts";
import { ownDays, streakOf, type Wins, winsOf } from "./streaks.ts";
import { fetchWinnable } from "./winnable.ts";

/** Tells the deal of a day. */
export type DealOf = (day: Day) => number;

/** The daily deals of a game with its options; null where it has none. */
export async function fetchDaily(choice: Choice): Promise<DealOf | null> {
  const winnable = await fetchWinnable(choice);
  const key = keyOf(choice);
  return winnable && ((day) => dailyDeal(winnable, key, dateText(day)));
}

/** What was won of a game, in the base or on this visit. */
export async function readWins(store: Store, choice: Choice, dealOf: DealOf): Promise<Wins> {
  const key = keyOf(choice);
  const range = IDBKeyRange.bound([key], [key, []]);
  const kept = await ask<unknown[]>(store, "results", (results) => results.getAll(range));
  const here = [...store.wins.values()].filter(({ game }) => game === key);
  const results = [...(kept ?? []), ...here].map(parseResult);
  return winsOf(
    results.filter((result): result is Result => result !== null),
    dealOf,
  );
}

/** Lays the deal of today, or where there is none what lies already; what to say of that. */
export async function openToday(app: App): Promise<string> {
  const { choice, start, texts } = app.state;
  const daily = await fetchDaily(choice).catch(() => undefined);
  await openStart(app, daily ? { deal: daily(today()) } : start, null);
  if (daily === undefined) return say(texts, "offline.missing");
  return daily === null ? say(texts, "daily.missing") : dailyText(texts, today());
}

/** That a deal is that of a day. */
export const dailyText = (texts: Texts, day: Day): string =>
  say(texts, "daily.of", { date: dayText(texts, noonOf(day), { day: "numeric", month: "long" }) });

/** What there is to say of a win when it is that of today's deal; null when it is another one. */
export async function winText({ state, store, ways }: App): Promise<string | null> {
  const { choice, texts, began, ended } = state;
  const daily = await fetchDaily(choice);
  if (daily === null || dayAt(ended, zoneHere()) !== today()) return null;
  const win = { deal: dealOf(state), began, ended, zone: zoneHere() };
  const day = ownDays(win).find((one) => daily(one) === win.deal);
  if (day === undefined) return null;
  const { own } = await readWins(store, choice, daily);
  // The base may have it only a moment later.
  const { streak } = streakOf(new Set(own).add(day), today());
  const told = say(texts, "daily.won.today");
  return ways.quiet || streak < 2 ? told : `${told} ${sayCount(texts, "daily.streak.now", streak)}`;
}
