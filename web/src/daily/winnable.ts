/** The deals that are proven to be winnable: docs/formats.md, "The page's data". */

import { fetchJson } from "../page/page.ts";
import { keyOf } from "../rules/chosen.ts";
import type { Choice, House } from "../rules/house.ts";

/** A range of deals that was searched, as the file of all ranges tells it. */
export type Range = { readonly first: number; readonly last: number } & (
  | { readonly but: readonly number[] }
  | { readonly bits: string }
);

/** The winnable deals of a range. */
export interface Winnable {
  readonly first: number;
  readonly last: number;
  /** The deals between that are not known to be winnable, in rising order. */
  readonly others: readonly number[];
  readonly count: number;
}

/** Whether a game with its options has such deals. */
export const hasWinnable = (house: House, choice: Choice): boolean =>
  house.winnable.includes(keyOf(choice));

/** The winnable deals of a game with its options; null where none are known. */
export async function fetchWinnable(choice: Choice): Promise<Winnable | null> {
  const range = (await fetchJson<Record<string, Range>>("winnable"))[keyOf(choice)];
  return range === undefined ? null : readRange(range);
}

export function readRange(range: Range): Winnable {
  const { first, last } = range;
  const others = "but" in range ? range.but : unmarked(range);
  return { first, last, others, count: last - first + 1 - others.length };
}

/** The winnable deal at a place, from 0, in rising order. */
export function winnableDeal({ first, others }: Winnable, place: number): number {
  let deal = first + place;
  for (const other of others) {
    if (other > deal) break;
    deal++;
  }
  return deal;
}

/** The deals whose bit is 0; the first deal has the highest bit of the first byte. */
function unmarked({ first, last, bits }: Range & { readonly bits: string }): number[] {
  const bytes = atob(bits);
  const deals = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return deals.filter((_, place) => !((bytes.charCodeAt(place >> 3) << (place & 7)) & 0x80));
}
