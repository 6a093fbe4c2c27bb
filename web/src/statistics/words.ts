/** Results in words: games with their options, dates, times and numbers as the language has them. */

import type { Result } from "../keeping/results.ts";
import { optionName, valueName } from "../page/describe.ts";
import { capitalised, type Language, say, type Texts } from "../page/i18n.ts";
import type { Choice } from "../rules/house.ts";

/** The calendars of the languages; English dates are written as in Europe. */
const CALENDARS: Readonly<Record<Language, string>> = { sv: "sv", da: "da", en: "en-GB" };

/** A key of a game that the page knows, or one that it does not, as it is. */
export interface Named {
  readonly key: string;
  readonly choice: Choice | null;
}

export const gameName = (texts: Texts, { key, choice }: Named): string =>
  choice === null ? say(texts, "stats.earlier", { key }) : choice.game.names[texts.language];

/** The options that are not the game's own values; empty where there are none. */
export function optionsText(texts: Texts, { choice }: Named): string {
  if (choice === null) return "";
  const { game, options } = choice;
  const chosen = Object.entries(options).map(
    ([name, value]) =>
      `${optionName(texts, name).toLowerCase()}: ${valueName(texts, game, name, value)}`,
  );
  return capitalised(chosen.join(", "));
}

/** A game with its options on one line. */
export function wholeName(texts: Texts, named: Named): string {
  const options = optionsText(texts, named);
  return options === "" ? gameName(texts, named) : `${gameName(texts, named)} (${options})`;
}

/** The date of a win, by the calendar of the place where the game ended. */
export const dateOf = ({ language }: Texts, { ended, zone }: Result): string =>
  new Intl.DateTimeFormat(CALENDARS[language], { dateStyle: "medium", timeZone: zone }).format(
    ended,
  );

/** The time of day of a win, by the clocks of the place where the game ended. */
export const hourOf = ({ language }: Texts, { ended, zone }: Result): string =>
  new Intl.DateTimeFormat(CALENDARS[language], { timeStyle: "short", timeZone: zone }).format(
    ended,
  );

/** A day that belongs to no place. */
export const dayText = (
  { language }: Texts,
  instant: number,
  style: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string =>
  new Intl.DateTimeFormat(CALENDARS[language], { ...style, timeZone: "UTC" }).format(instant);

/** From one day to another, what they share said once. */
export const daysText = ({ language }: Texts, first: number, last: number): string =>
  new Intl.DateTimeFormat(CALENDARS[language], { dateStyle: "long", timeZone: "UTC" }).formatRange(
    first,
    last,
  );

export const shareText = ({ language }: Texts, share: number): string =>
  new Intl.NumberFormat(CALENDARS[language], { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );

/** A mean as a whole number. */
export const meanText = ({ number }: Texts, mean: number): string =>
  number.format(Math.round(mean));
