/** What the store holds beside saved games: games that the player has opened, lessons, files. */
import { find, write } from "./changes.ts";
import { ask, type Store } from "./store.ts";

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

/** The ids of the lessons that were reached. */
export async function readLessons(store: Store): Promise<readonly string[]> {
  return idsIn(await ask(store, "settings", (kept) => kept.get(LESSONS)));
}

/** Adds a lesson to those that were reached, whatever other pages add. */
export function addLesson(store: Store, id: string): Promise<boolean> {
  return write(store, "settings", (kept) => {
    find(kept, LESSONS, (found) => kept.put([...new Set(idsIn(found)).add(id)], LESSONS));
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

/** The games that the player has opened; what is none of them is for the caller to pass over. */
export async function readOwn(store: Store): Promise<unknown[]> {
  return (await ask(store, "own", (own) => own.getAll())) ?? [];
}

/** Writes so that the change is kept even when the page is left in the same moment. */
export function writeAtOnce(
  store: Store,
  name: string,
  change: (objects: IDBObjectStore) => unknown,
): Promise<boolean> {
  return write(store, name, (objects) => {
    change(objects);
    objects.transaction.commit();
  });
}
