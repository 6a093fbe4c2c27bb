/** Choices by the keys under which their games are kept. */
import { type Choice, choose, findGame, type House, type HouseGame, isFault } from "./house.ts";

/** The choice whose key this is, to the letter; null when there is none. */
export function choiceOfKey(house: House, games: readonly HouseGame[], key: string): Choice | null {
  const [id = "", written = ""] = key.split(":");
  const game = findGame(games, id);
  if (game === null) return null;
  const pairs = written === "" ? [] : written.split(",").map((pair) => pair.split("="));
  const choice = choose(house, game, Object.fromEntries(pairs));
  return !isFault(choice) && keyOf(choice) === key ? choice : null;
}

/** The key under which games are kept: the game's id and the options that are not its own. */
export function keyOf({ game, options }: Choice): string {
  const written = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return written.length === 0 ? game.id : `${game.id}:${written.join(",")}`;
}
