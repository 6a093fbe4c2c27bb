/** Leads from an address that asks for no game that there is to the list of games. */

import { isFirstTime } from "../keeping/belated.ts";
import type { Store } from "../keeping/store.ts";
import type { House } from "../rules/house.ts";
import type { Language } from "./i18n.ts";
import { pathOfList } from "./paths.ts";

/** A game that the player has opened lies in the base, which may be late. */
const PATIENCE = 10_000;

/** The list of games says what is wrong with the address, and what there is instead. */
export async function leadToList(house: House, language: Language, store: Store): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (store.base === null && query.has("own")) {
    const waited = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
    if ((await Promise.race([store.opening, waited])) && isFirstTime()) return location.reload();
  }
  const { game } = document.body.dataset;
  if (game !== undefined && game !== "" && !query.has("own")) query.set("game", game);
  location.replace(`${pathOfList(location.pathname, house, language)}?${query}`);
}
