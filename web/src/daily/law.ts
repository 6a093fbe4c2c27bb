/** The daily deal, the same for everybody and the same as src/kungen/daily.py has it. */

import { sha256 } from "@noble/hashes/sha2.js";
import { type Winnable, winnableDeal } from "./winnable.ts";

/** The deal of a game, by its key, for a date as in 2026-12-01. */
export function dailyDeal(winnable: Winnable, key: string, date: string): number {
  const sum = sha256(new TextEncoder().encode(`${key} ${date}`));
  const place = sum.reduce((rest, byte) => (rest * 256 + byte) % winnable.count, 0);
  return winnableDeal(winnable, place);
}
