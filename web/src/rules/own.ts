/** The games that the player has opened, as the store keeps them. */

import { readOwn } from "../keeping/shelf.ts";
import type { Store } from "../keeping/store.ts";
import { LANGUAGES } from "../page/i18n.ts";
import type { HouseGame } from "./house.ts";
import { isObject } from "./saved.ts";

/** A rules record as far as the lists read it: its version and length, ranks, columns and cells. */
const RECORD = /^4b(?:01(?=.{14}$)|02(?=.{96}$))0[1-9a-d]0[1-9a]0[0-9a](?:[0-9a-f]{2})*$/;

/** The opened games; what the store holds and is none of them is passed over. */
export async function readOwnGames(store: Store): Promise<HouseGame[]> {
  return sortOwn(await readOwn(store));
}

/** What is a game of what the store holds, the latest opened first. */
export const sortOwn = (kept: readonly unknown[]): HouseGame[] =>
  latestFirst(kept.map(parseOwn).filter((game) => game !== null));

export const latestFirst = (games: readonly HouseGame[]): HouseGame[] =>
  [...games].sort((one, other) => (other.opened ?? 0) - (one.opened ?? 0));

/** A kept game as the lists have it; null when it is none. */
export function parseOwn(data: unknown): HouseGame | null {
  if (!isObject(data) || typeof data.id !== "string" || typeof data.record !== "string")
    return null;
  const { id, record, names, offers } = data;
  const opened = Number.isSafeInteger(data.opened) ? Number(data.opened) : 0;
  if (!RECORD.test(record) || !isTexts(names) || !isTexts(offers)) return null;
  const [sv, da, en] = LANGUAGES.map((language) => names[language]);
  if (sv === undefined || da === undefined || en === undefined) return null;
  return {
    id,
    names: { sv, da, en },
    record,
    offers,
    pages: null,
    impossible: [],
    searched: 0,
    opened,
  };
}

const isTexts = (data: unknown): data is Record<string, string> =>
  isObject(data) && Object.values(data).every((value) => typeof value === "string");
