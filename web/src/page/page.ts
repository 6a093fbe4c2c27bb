/** What the HTML file tells the scripts: where the other files are, and in what language it is. */
import { type Engine, startEngine } from "../rules/engine.ts";
import { isLanguage, type Language, makeTexts, preferredLanguage, type Texts } from "./i18n.ts";

/** An element of the page that must be there. */
export function find(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

/** A JSON file, by the name that the page has for its address. */
export async function fetchJson<T>(name: string): Promise<T> {
  return (await fetch(document.body.dataset[name] ?? "")).json();
}

export const fetchTexts = async (language: Language): Promise<Texts> =>
  makeTexts(language, await fetchJson(language));

/** All texts of the page; those that fetchTexts brings are what the table says in play. */
export const fetchAllTexts = async (language: Language): Promise<Texts> =>
  makeTexts(language, await fetchJson(`${language}All`));

export async function fetchEngine(): Promise<Engine> {
  const response = await fetch(document.body.dataset.rulesWasm ?? "");
  return startEngine(await response.arrayBuffer());
}

/** The language of the page's file, or where that serves several the player's own. */
export function languageOfPage(): Language {
  const { page } = document.documentElement.dataset;
  return isLanguage(page) ? page : preferredLanguage(navigator.languages);
}
