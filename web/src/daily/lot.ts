/** A deal by lot: of those that are proven to be winnable, where the player wants it so. */

import type { Settings } from "../keeping/store.ts";
import type { Choice, House } from "../rules/house.ts";
import { impossibleDeals } from "../rules/impossible.ts";
import { LAST_DEAL } from "../rules/numbers.ts";
import { choicesOf } from "../settings/choices.ts";
import { fetchWinnable, hasWinnable, winnableDeal } from "./winnable.ts";

/** Gives numbers from 0 to below 2^32, equally likely. */
type Draw = () => number;

const byChance: Draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

export async function drawDeal(house: House, choice: Choice, settings: Settings): Promise<number> {
  // Of a game all of whose numbers were searched the house itself tells the few that are left out.
  const isTold = choice.game.searched === LAST_DEAL;
  const isWanted = choicesOf(settings).winnable && hasWinnable(house, choice) && !isTold;
  // Where the list cannot be had, any deal is better than none.
  const winnable = isWanted ? await fetchWinnable(choice).catch(() => null) : null;
  return winnable === null
    ? randomDeal(impossibleDeals(choice), byChance)
    : winnableDeal(winnable, below(winnable.count, byChance));
}

/** A number but those left out. */
export function randomDeal(leftOut: readonly number[], draw: Draw): number {
  for (;;) {
    const deal = below(LAST_DEAL, draw) + 1;
    if (!leftOut.includes(deal)) return deal;
  }
}

/** A whole number from 0 to below another, each equally likely. */
export function below(count: number, draw: Draw): number {
  const fair = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const drawn = draw();
    if (drawn < fair) return drawn % count;
  }
}
