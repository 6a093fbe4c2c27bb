/** What the store holds that the first move does not need: own games, lessons, games of other pages. */
import type { SavedGame } from "../rules/formats.ts";
import { forgetTime } from "./jot.ts";
import { ask, BY_TIME, type Store, write, writeAtOnce } from "./store.ts";

/** Where among the settings files lie that the list of games is to open. */
const HANDED = "files";
/** Where among the settings it stands which lessons were reached. */
const LESSONS = "lessons";

/** A game that the player has opened, as it is kept. */
export interface OwnGame {
  readonly id: string;
  readonly names: Readonly<Record<string, string>>;
  readonly record: string;
  readonly offers: Readonly<Record<string, string>>;
  /** The tables and keys of the game's file, as a saved game has them. */
  readonly rules: unknown;
  /** When it was opened last, in milliseconds since 1970; missing in games kept long ago. */
  readonly opened?: number;
}

/** The deal of the unfinished game that was saved last under each key. */
export async function latestDeals(
  store: Store,
  isGood: (record: unknown) => boolean,
): Promise<ReadonlyMap<string, number>> {
  const games = await ask(store, "games", (games) => games.index(BY_TIME).getAll());
  const good = (games ?? []).filter(isGood);
  return new Map(good.map(({ game, deal }) => [game, deal]));
}

/** Writes a game over the one that *isOurs* accepts, and over no other; false when it did not. */
export async function renewGame(
  store: Store,
  saved: SavedGame,
  isOurs: (record: unknown) => boolean,
): Promise<boolean> {
  let ours = false;
  const written = await write(store, "games", (games) => {
    const found = games.get([saved.game, saved.deal]);
    found.onsuccess = () => {
      ours = isOurs(found.result);
      if (ours) games.put(saved);
    };
  });
  if (written && ours) forgetTime(saved, saved.page.elapsed);
  return written && ours;
}

/** Keeps what could not be read, so that saving the deal anew does not lose it. */
export function setAside(store: Store, unreadable: unknown): Promise<boolean> {
  return writeAtOnce(store, "aside", (aside) => aside.add(unreadable));
}

/** The ids of the lessons that were reached. */
export async function readLessons(store: Store): Promise<readonly string[]> {
  return idsIn(await ask(store, "settings", (kept) => kept.get(LESSONS)));
}

/** Adds a lesson to those that were reached, whatever other pages add. */
export function addLesson(store: Store, id: string): Promise<boolean> {
  return write(store, "settings", (kept) => {
    const found = kept.get(LESSONS);
    found.onsuccess = () => kept.put([...new Set(idsIn(found.result)).add(id)], LESSONS);
  });
}

const idsIn = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];

export const writeOwn = (store: Store, game: OwnGame): Promise<boolean> =>
  writeAtOnce(store, "own", (own) => own.put(game));

/** Removes a game from the list; its saved games stay, for when it is opened again. */
export const removeOwn = (store: Store, id: string): Promise<boolean> =>
  writeAtOnce(store, "own", (own) => own.delete(id));

/** Lays files ready for the list of games, which opens them. */
export const handOver = (store: Store, files: readonly File[]): Promise<boolean> =>
  writeAtOnce(store, "settings", (kept) => kept.put(files, HANDED));

/** The files that were handed over, once. */
export async function takeOver(store: Store): Promise<File[]> {
  const files = await ask(store, "settings", (kept) => kept.get(HANDED));
  if (!Array.isArray(files)) return [];
  await writeAtOnce(store, "settings", (kept) => kept.delete(HANDED));
  return files.filter((file) => file instanceof File);
}
