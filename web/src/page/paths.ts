/** The paths of the pages beside the table. */
import type { House } from "../rules/house.ts";
import { beside } from "./address.ts";
import type { Language } from "./i18n.ts";

/** The path of the page of the lessons. */
export function pathOfLessons(path: string, house: House, language: Language): string {
  return beside(path, house.lessons[language]);
}

/** The path of the list of games. */
export function pathOfList(path: string, house: House, language: Language): string {
  return beside(path, house.lists[language]);
}

/** The path of the page of the statistics. */
export function pathOfStatistics(path: string, house: House, language: Language): string {
  return beside(path, house.statistics[language]);
}
