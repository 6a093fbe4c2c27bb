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
}

const NAME = "kungen";
const VERSION = 1;
/** The latest unfinished game is found by the time of its last save. */
const BY_TIME = "open";

/** A browser that has not opened its storage by then is not waited for. */
const PATIENCE = 2_000;

export async function openStore(): Promise<Store> {
  try {
    return { base: await openBase(indexedDB.open(NAME, VERSION)) };
  } catch {
    return { base: null };
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

export function readGame(store: Store, game: string, deal: number): Promise<unknown> {
  return ask(store, "games", (games) => games.get([game, deal]));
}

/** The deal of the unfinished game that was saved last. */
export async function latestDeal(store: Store): Promise<number | null> {
  const cursor = await ask(store, "games", (games) =>
    games.index(BY_TIME).openCursor(null, "prev"),
  );
  const deal: unknown = cursor?.value.deal;
  return typeof deal === "number" ? deal : null;
}

export function writeGame(store: Store, saved: SavedGame): Promise<boolean> {
  return write(store, "games", (games) => games.put(saved));
}

/** Keeps what could not be read, so that saving the deal anew does not lose it. */
export function setAside(store: Store, unreadable: unknown): Promise<boolean> {
  return write(store, "aside", (aside) => aside.add(unreadable));
}

export async function readSettings(store: Store): Promise<Settings> {
  const found = await ask(store, "settings", (settings) => settings.get("settings"));
  return typeof found === "object" && found !== null ? found : {};
}

export function writeSettings(store: Store, settings: Settings): Promise<boolean> {
  return write(store, "settings", (kept) => kept.put(settings, "settings"));
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
      // At once, so that the move is kept even when the page is left in the same moment.
      transaction.commit();
    } catch {
      resolve(false);
    }
  });
}
