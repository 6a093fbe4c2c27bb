/**
 * Saved games and settings in IndexedDB. Each function settles even when the browser refuses
 * storage: a save then answers false, a read null.
 */
import { parseSaved, type SavedGame, type SavedPosition } from "../rules/formats.ts";
import { forgetTime, jottedTime } from "./jot.ts";

export interface Settings {
  readonly language?: unknown;
  readonly autoplay?: unknown;
  /** The options of each game as they were chosen last. */
  readonly options?: unknown;
  /** Whether the player has been here before. */
  readonly visited?: unknown;
  /** Whether the tour of the table is still to be offered. */
  readonly tour?: unknown;
}

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

/** A saved game of a numbered deal, or of a position. */
type Saved = SavedGame | SavedPosition;

export interface Store {
  /** Null when the browser refuses storage. */
  readonly base: IDBDatabase | null;
  /** The games of this visit that are not in the base, or not yet. */
  readonly unwritten: Map<string, Saved>;
}

const NAME = "kungen";
const VERSION = 3;
/** The latest unfinished game is found by the time of its last save. */
const BY_TIME = "open";

/** Where among the settings files lie that the list of games is to open. */
const HANDED = "files";
/** Where among the settings it stands which lessons were reached. */
const LESSONS = "lessons";

/** A browser that has not opened its storage by then is not waited for. */
const PATIENCE = 2_000;

export async function openStore(): Promise<Store> {
  const unwritten = new Map<string, Saved>();
  try {
    return { base: await openBase(indexedDB.open(NAME, VERSION)), unwritten };
  } catch {
    return { base: null, unwritten };
  }
}

function openBase(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("storage does not answer")), PATIENCE);
    request.onblocked = () => reject(new Error("storage is held by an older page"));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // A newer page in another tab may need to change the base.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** Makes what a base of an older version lacks; what it holds stays as it is. */
function upgrade(base: IDBDatabase, oldVersion: number): void {
  if (oldVersion < 1) {
    const games = base.createObjectStore("games", { keyPath: ["game", "deal"] });
    games.createIndex(BY_TIME, "page.open");
    base.createObjectStore("aside", { autoIncrement: true });
    base.createObjectStore("settings");
  }
  if (oldVersion < 2) base.createObjectStore("own", { keyPath: "id" });
  if (oldVersion < 3) {
    base.createObjectStore("positions", { keyPath: ["game", "layout"] });
    base.createObjectStore("results", { keyPath: ["game", "deal", "began"] });
  }
}

/** A saved game as it was left, on this visit or before, with all the time that it took. */
export async function readGame(store: Store, game: string, deal: number): Promise<unknown> {
  const kept = store.unwritten.get(place(game, deal));
  const found = kept ?? (await ask(store, "games", (games) => games.get([game, deal])));
  const saved = parseSaved(found)?.game;
  const elapsed = jottedTime({ game, deal });
  if (saved === undefined || elapsed <= saved.page.elapsed) return found;
  return { ...(found as object), page: { ...saved.page, elapsed } };
}

/** The unfinished game that was saved last, of the records that *isGood* does not pass over. */
export async function latestGame(
  { base }: Store,
  isGood: (record: unknown) => boolean,
): Promise<{ readonly game: string; readonly deal: number } | null> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(null);
      const games = base.transaction("games").objectStore("games");
      const asked = games.index(BY_TIME).openCursor(null, "prev");
      asked.onerror = () => resolve(null);
      asked.onsuccess = () => {
        const cursor = asked.result;
        if (cursor === null) resolve(null);
        else if (isGood(cursor.value)) resolve(cursor.value);
        else cursor.continue();
      };
    } catch {
      resolve(null);
    }
  });
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

export async function writeGame(store: Store, saved: SavedGame): Promise<boolean> {
  keepUnwritten(store, saved);
  const written = await writeAtOnce(store, "games", (games) => games.put(saved));
  if (written) forgetTime(saved, saved.page.elapsed);
  const at = place(saved.game, saved.deal);
  if (written && store.unwritten.get(at) === saved) store.unwritten.delete(at);
  return written;
}

/** A saved game of a position, as it was left. */
export async function readPosition(store: Store, game: string, layout: string): Promise<unknown> {
  const kept = store.unwritten.get(place(game, layout));
  return kept ?? (await ask(store, "positions", (positions) => positions.get([game, layout])));
}

export async function writePosition(store: Store, saved: SavedPosition): Promise<boolean> {
  const at = place(saved.game, saved.layout);
  store.unwritten.set(at, saved);
  const written = await writeAtOnce(store, "positions", (positions) => positions.put(saved));
  if (written && store.unwritten.get(at) === saved) store.unwritten.delete(at);
  return written;
}

/** Keeps a game for this visit only. */
export function keepUnwritten(store: Store, saved: SavedGame): void {
  store.unwritten.set(place(saved.game, saved.deal), saved);
}

/** Whether the game as it is now is kept for this visit only. */
export const isUnwritten = (store: Store, game: string, deal: number): boolean =>
  store.unwritten.has(place(game, deal));

const place = (game: string, deal: number | string): string => `${game} ${deal}`;

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

export async function readSettings(store: Store): Promise<Settings> {
  const found = await ask(store, "settings", (settings) => settings.get("settings"));
  return typeof found === "object" && found !== null ? found : {};
}

export function writeSettings(store: Store, settings: Settings): Promise<boolean> {
  return writeAtOnce(store, "settings", (kept) => kept.put(settings, "settings"));
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

/** Writes so that the change is kept even when the page is left in the same moment. */
function writeAtOnce(
  store: Store,
  name: string,
  change: (objects: IDBObjectStore) => unknown,
): Promise<boolean> {
  return write(store, name, (objects) => {
    change(objects);
    objects.transaction.commit();
  });
}

/** The games that the player has opened; what is none of them is for the caller to pass over. */
export async function readOwn(store: Store): Promise<unknown[]> {
  return (await ask(store, "own", (own) => own.getAll())) ?? [];
}

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

function ask<T>(
  { base }: Store,
  name: string,
  request: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(null);
      const asked = request(base.transaction(name).objectStore(name));
      asked.onsuccess = () => resolve(asked.result ?? null);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

function write(
  { base }: Store,
  name: string,
  change: (objects: IDBObjectStore) => unknown,
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(false);
      const transaction = base.transaction(name, "readwrite");
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      change(transaction.objectStore(name));
    } catch {
      resolve(false);
    }
  });
}
