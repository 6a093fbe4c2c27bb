/** What an earlier visit has left: the game that was played last, and those that were opened. */

import { choiceOfKey } from "../rules/chosen.ts";
import { type Choice, type House, type HouseGame, keyOf } from "../rules/house.ts";
import { isOpenGame } from "../table/saving.ts";
import { latestGame, readGame } from "./games.ts";
import { type Keeper, layDeal } from "./keeping.ts";
import type { Store } from "./store.ts";

export { readOwnGames } from "../rules/own.ts";

/** The game that was left, with its options; null when there is none. */
export async function choiceLeft(
  store: Store,
  house: House,
  own: readonly HouseGame[],
): Promise<Choice | null> {
  const games = [...house.games, ...own];
  const choiceOf = (key: string) => choiceOfKey(house, games, key);
  const today = Date.now();
  const left = await latestGame(store, (record) =>
    isOpenGame(record, today, (key) => choiceOf(key) !== null),
  );
  return left && choiceOf(left.game);
}

/** The deal of a game that was left; null when there is none. */
export async function dealLeft(store: Store, choice: Choice): Promise<number | null> {
  const [today, wanted] = [Date.now(), keyOf(choice)];
  const left = await latestGame(store, (record) =>
    isOpenGame(record, today, (key) => key === wanted),
  );
  return left?.deal ?? null;
}

/** Lays the deal that is on the table as it was left; its record, null when there is none. */
export async function layLeft(keeper: Keeper): Promise<unknown> {
  const { state, store } = keeper;
  const saved = await readGame(store, { game: keyOf(state.choice), ...state.start });
  layDeal(keeper, state.start, saved);
  return saved;
}
