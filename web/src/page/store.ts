/**
 * Saved games and settings in IndexedDB, as the first move needs them; the rest is in `shelf`.
 * Each function settles even when the browser refuses storage: a save then answers false, a read
 * null.
 */
import { parseSaved, type SavedGame, type SavedPosition } from "../rules/formats.ts";
import { forgetTime, jottedTime } from "./jot.ts";
import { resultOf } from "./results.ts";

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
export const BY_TIME = "open";

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

/**
 * Writes a game, and when it is won its result; the game as it was written, or null. *isSure* says
 * that no other page can have begun this play, so that nothing is read before.
 */
export async function writeGame(
  store: Store,
  saved: SavedGame,
  score: number | null,
  isSure: boolean,
): Promise<SavedGame | null> {
  keepUnwritten(store, saved);
  let game = saved;
  const isWritten = await change(store, ["games", "results"], (transaction) => {
    if (isSure) {
      putGame(transaction, game, score);
      return transaction.commit();
    }
    const found = transaction.objectStore("games").get([game.game, game.deal]);
    found.onsuccess = () =>
      attempt(transaction, () => {
        game = adopt(saved, found.result);
        putGame(transaction, game, score);
      });
  });
  if (!isWritten) return null;
  forgetTime(game, game.page.elapsed);
  const at = place(game.game, game.deal);
  if (store.unwritten.get(at) === saved) store.unwritten.delete(at);
  return game;
}

function putGame(transaction: IDBTransaction, saved: SavedGame, score: number | null): void {
  transaction.objectStore("games").put(saved);
  const result = resultOf(saved, score);
  if (result === null) return;
  const added = transaction.objectStore("results").add(result);
  // A result that is there stays as it is.
  added.onerror = (event) => event.preventDefault();
}

/** A game that another page plays too, and not to its end yet, is one play. */
function adopt(saved: SavedGame, record: unknown): SavedGame {
  const { began, ended } = parseSaved(record)?.game.page ?? {};
  if (began === undefined || ended !== undefined) return saved;
  return { ...saved, page: { ...saved.page, began } };
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

export async function readSettings(store: Store): Promise<Settings> {
  const found = await ask(store, "settings", (settings) => settings.get("settings"));
  return typeof found === "object" && found !== null ? found : {};
}

export function writeSettings(store: Store, settings: Settings): Promise<boolean> {
  return writeAtOnce(store, "settings", (kept) => kept.put(settings, "settings"));
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

/** The games that the player has opened; what is none of them is for the caller to pass over. */
export async function readOwn(store: Store): Promise<unknown[]> {
  return (await ask(store, "own", (own) => own.getAll())) ?? [];
}

/** Asks a store of the base for something; null when it has none, or there is no base. */
export function ask<T>(
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

/** Changes a store of the base; false when that was refused. */
export const write = (
  store: Store,
  name: string,
  request: (objects: IDBObjectStore) => unknown,
): Promise<boolean> =>
  change(store, [name], (transaction) => request(transaction.objectStore(name)));

/** Changes some parts of the base together, or none of them; false when it could not. */
export function change(
  { base }: Store,
  names: readonly string[],
  request: (transaction: IDBTransaction) => unknown,
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(false);
      const transaction = base.transaction([...names], "readwrite");
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      attempt(transaction, () => request(transaction));
    } catch {
      resolve(false);
    }
  });
}

/** What was asked for before a fault is not written alone. */
function attempt(transaction: IDBTransaction, act: () => unknown): void {
  try {
    act();
  } catch {
    transaction.abort();
  }
}
