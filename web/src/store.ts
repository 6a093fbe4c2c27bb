/**
 * Saved games and settings in IndexedDB. Each function settles even when the browser refuses
 * storage: a save then answers false, a read null.
 */
import type { SavedGame } from "./formats.ts";

export interface Settings {
  readonly language?: unknown;
  readonly autoplay?: unknown;
  /** Whether the player has been here before. */
  readonly visited?: unknown;
}

export interface Store {
  /** Null when the browser refuses storage. */
  readonly base: IDBDatabase | null;
  /** The games of this visit that are not in the base, or not yet. */
  readonly unwritten: Map<number, SavedGame>;
}

const NAME = "kungen";
const VERSION = 1;
/** The latest unfinished game is found by the time of its last save. */
const BY_TIME = "open";

/** A browser that has not opened its storage by then is not waited for. */
const PATIENCE = 2_000;

export async function openStore(): Promise<Store> {
  const unwritten = new Map<number, SavedGame>();
  try {
    return { base: await openBase(indexedDB.open(NAME, VERSION)), unwritten };
  } catch {
    return { base: null, unwritten };
  }
}

function openBase(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  request.onupgradeneeded = () => {
    const games = request.result.createObjectStore("games", { keyPath: ["game", "deal"] });
    games.createIndex(BY_TIME, "page.open");
    request.result.createObjectStore("aside", { autoIncrement: true });
    request.result.createObjectStore("settings");
  };
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

/** A saved game as it was left, on this visit or before. */
export async function readGame(store: Store, game: string, deal: number): Promise<unknown> {
  return store.unwritten.get(deal) ?? ask(store, "games", (games) => games.get([game, deal]));
}

/**
 * The deal of the unfinished game that was saved last; *isGood* passes over records that are no
 * game of this table.
 */
export async function latestDeal(
  { base }: Store,
  isGood: (record: unknown) => boolean,
): Promise<number | null> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(null);
      const games = base.transaction("games").objectStore("games");
      const asked = games.index(BY_TIME).openCursor(null, "prev");
      asked.onerror = () => resolve(null);
      asked.onsuccess = () => {
        const cursor = asked.result;
        if (cursor === null) resolve(null);
        else if (isGood(cursor.value)) resolve(cursor.value.deal);
        else cursor.continue();
      };
    } catch {
      resolve(null);
    }
  });
}

export async function writeGame(store: Store, saved: SavedGame): Promise<boolean> {
  keepUnwritten(store, saved);
  const written = await writeAtOnce(store, "games", (games) => games.put(saved));
  if (written && store.unwritten.get(saved.deal) === saved) store.unwritten.delete(saved.deal);
  return written;
}

/** Keeps a game for this visit only. */
export function keepUnwritten(store: Store, saved: SavedGame): void {
  store.unwritten.set(saved.deal, saved);
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
