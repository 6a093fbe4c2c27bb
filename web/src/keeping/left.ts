/** What an earlier visit has left: the game that was played last, and those that were opened. */

import { queryOf } from "../page/address.ts";
import { choiceOfKey, keyOf } from "../rules/chosen.ts";
import { readRules } from "../rules/formats.ts";
import { type Choice, type House, type HouseGame, recordOf } from "../rules/house.ts";
import { isOpenGame } from "../table/saving.ts";
import { latestGame, latestPosition, openOf, readGame } from "./games.ts";
import { type Keeper, layDeal } from "./keeping.ts";
import type { Store } from "./store.ts";

export { readOwnGames } from "../rules/own.ts";
export { writeDeparted } from "./departed.ts";

/** The game that was left, with its options; null when there is none. */
export async function choiceLeft(
  store: Store,
  house: House,
  own: readonly HouseGame[],
): Promise<Choice | null> {
  const games = [...house.games, ...own];
  const choiceOf = (key: string) => choiceOfKey(house, games, key);
  const [game, position] = await lastLeft(store, (key) => choiceOf(key) !== null);
  const left = openOf(position) > openOf(game) ? position : game;
  return left && choiceOf(left.game);
}

/** The deal and the position that were left last, of games with some keys. */
function lastLeft(store: Store, isKnown: (key: string) => boolean) {
  const today = Date.now();
  const isLeft = (record: unknown) => isOpenGame(record, today, isKnown);
  return Promise.all([latestGame(store, isLeft), latestPosition(store, isLeft)]);
}

/** Writes into the address the position that was left, where no deal was left after it; whether so. */
export async function leadToPosition(store: Store, house: House, choice: Choice): Promise<boolean> {
  const wanted = keyOf(choice);
  const [game, position] = await lastLeft(store, (key) => key === wanted);
  if (position === null || openOf(position) <= openOf(game)) return false;
  const { boardOfText } = await import("../sharing/positions.ts");
  const board = boardOfText(readRules(recordOf(house, choice)), position.layout);
  if (board === null) return false;
  history.replaceState(null, "", `${queryOf(choice, { board })}${location.hash}`);
  return true;
}

/** The deal of a game that was left; null when there is none. */
export async function dealLeft(store: Store, choice: Choice): Promise<number | null> {
  const wanted = keyOf(choice);
  const [left] = await lastLeft(store, (key) => key === wanted);
  return left?.deal ?? null;
}

/** Lays the deal that is on the table as it was left; its record, null when there is none. */
export async function layLeft(keeper: Keeper): Promise<unknown> {
  const { state, store } = keeper;
  const saved = await readGame(store, { game: keyOf(state.choice), ...state.start });
  layDeal(keeper, state.start, saved);
  return saved;
}
