/** The player's choices: what each may be, what the table is told of them, and how it then looks. */

import type { Settings } from "../keeping/store.ts";
import type { Ways } from "../table/ways.ts";
import { KEPT, LOOKS, type Look, soundValues, wear } from "./look.ts";

/** What each choice may be; the first is the usual one. */
export const CHOICES = {
  ...LOOKS,
  letters: ["language", "nordic", "english"],
  tap: ["device", "best", "select"],
  order: ["safe", "foundation", "table"],
  autoplay: ["safe", "off", "all"],
  tips: ["move", "exists"],
  pace: ["normal", "calm", "quick", "none"],
  hold: [350, 200, 500, 800],
  mirror: [false, true],
  merge: [false, true],
  keys: [true, false],
  sound: [false, true],
  quiet: [false, true],
  winnable: [true, false],
} as const;

export type Choices = { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

export const choicesOf = (settings: Settings): Choices => soundValues(CHOICES, settings);

const PACES = { calm: 1.5, normal: 1, quick: 0.5, none: 0 };

/** What the table is told; *isCoarse* is whether it is played on with fingers. */
export function waysOf(settings: Settings, isCoarse: boolean): Ways {
  const { tap, pace, print, ...ways } = choicesOf(settings);
  const usual = isCoarse ? "best" : "select";
  const isLarge = print === "large";
  return { ...ways, tap: tap === "device" ? usual : tap, pace: PACES[pace], isLarge };
}

export const waysHere = (settings: Settings): Ways =>
  waysOf(settings, matchMedia("(pointer: coarse)").matches);

/** The look of a page; each game may have a deck of its own, and null is no game. */
export function lookOf(settings: Settings, game: string | null): Look {
  const look = soundValues(LOOKS, settings);
  const deck = Object(settings.decks)[game ?? ""];
  return LOOKS.deck.includes(deck) ? { ...look, deck } : look;
}

/** Makes this page look as the settings say, and others before they paint. */
export function showLook(settings: Settings, game: string | null): void {
  wear(lookOf(settings, game));
  try {
    localStorage.setItem(KEPT, JSON.stringify(lookOf(settings, null)));
  } catch {
    // Then the next page learns it from the base, a moment after it is painted.
  }
}
