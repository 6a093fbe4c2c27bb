/** Leads from an address that asks for no game that there is to the list of games. */
import type { House } from "../rules/house.ts";
import type { Language } from "./i18n.ts";
import { pathOfList } from "./paths.ts";

/** The list of games says what is wrong with the address, and what there is instead. */
export function leadToList(house: House, language: Language): void {
  const query = new URLSearchParams(location.search);
  const { game } = document.body.dataset;
  if (game !== undefined && game !== "" && !query.has("own")) query.set("game", game);
  location.replace(`${pathOfList(location.pathname, house, language)}?${query}`);
}
