/** What the page's address says: a deal, and by the page's name a language. */
import type { Language } from "./i18n.ts";
import { parseDeal } from "./numbers.ts";

const PAGES: Readonly<Record<Language, string>> = {
  sv: "kungen-patiens",
  da: "napoleon",
  en: "freecell",
};

/** The deal that an address asks for: a number, a text that is none, or null when it asks for none. */
export function dealInAddress(search: string): { deal: number } | { bad: string } | null {
  const text = new URLSearchParams(search).get("deal");
  return text === null ? null : parseDeal(text);
}

export const addressOfDeal = (deal: number): string => `?deal=${deal}`;

/** The same place in another language; the front page, which has every language, stays. */
export function pathInLanguage(path: string, language: Language): string {
  const names = Object.values(PAGES).join("|");
  return path.replace(new RegExp(`(^|/)(?:${names})(\\.html)?$`), `$1${PAGES[language]}$2`);
}
