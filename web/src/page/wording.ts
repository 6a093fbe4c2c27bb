/** What stands printed on the page and on its cards, in the player's words and letters. */
import type { Ways } from "../table/ways.ts";
import type { Key, Texts } from "./i18n.ts";

const RANKS = 13;
const TWO_SIGNS_WIDE = { usual: 43, large: 39 };

/** Writes the fixed texts of a part of the page in the player's language, as far as they are there. */
export function writeTexts({ language, lines }: Texts, root: ParentNode = document): void {
  document.documentElement.lang = language;
  for (const [mark, property] of FIXED)
    for (const element of root.querySelectorAll<HTMLElement>(`[data-${mark}]`)) {
      const line = lines[element.dataset[mark] as Key];
      if (line !== undefined) element[property] = line;
    }
}

/** What of an element each mark's text is. */
const FIXED = [
  ["text", "textContent"],
  ["name", "ariaLabel"],
  ["title", "title"],
] as const;

/**
 * Prints the ranks in the letters that the player wants. Each is drawn once and used by four cards;
 * the cards themselves hold no text, so that their names are what is heard and nothing else.
 */
export function printRanks(texts: Texts, ways: Ways): void {
  for (let rank = 1; rank <= RANKS; rank++) {
    const text = document.querySelector(`#rank-${rank} text`);
    const letters = rankLetter(texts, rank, ways.letters);
    if (text === null || text.textContent === letters) continue;
    text.textContent = letters;
    const isWide = letters.length > 1;
    text.classList.toggle("narrow", isWide);
    text.setAttribute("x", isWide ? "3" : "22");
    text.setAttribute("text-anchor", isWide ? "start" : "middle");
    // Two signs are pressed together, so that they never reach the suit whatever the font.
    if (isWide)
      text.setAttribute("textLength", `${TWO_SIGNS_WIDE[ways.isLarge ? "large" : "usual"]}`);
    else text.removeAttribute("textLength");
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

const LETTERS: Readonly<Record<Ways["letters"], Readonly<Record<number, string>>>> = {
  language: {},
  nordic: { 1: "E", 11: "Kn", 12: "D", 13: "K" },
  english: { 1: "A", 11: "J", 12: "Q", 13: "K" },
};

/** The rank as it is printed on the card, in the letters of the language or in others. */
export function rankLetter(texts: Texts, rank: number, letters: Ways["letters"]): string {
  const own = LETTERS[letters][rank];
  return own ?? texts.lines[`letter.${rank}` as Key] ?? `${rank}`;
}
