/**
 * Saved games and settings in IndexedDB, as far as the first move needs them.
 * Each function settles even when the browser refuses storage: a save then answers false, a read
 * null.
 */
import type { SavedGame, SavedPosition } from "../rules/saved.ts";
import type { Letter } from "../service/letters.ts";
import type { Choices } from "../settings/choices.ts";
import { notedChosen } from "./chosen.ts";
import { unlessRefused } from "./refused.ts";
import type { Result } from "./results.ts";

/** What the player has chosen, as it is kept: each is read with the usual value for what is unsound. */
export interface Settings extends Partial<Readonly<Record<keyof Choices, unknown>>> {
  readonly language?: unknown;
  /** The options of each game as they were chosen last, and the deck of those that have their own. */
  readonly options?: unknown;
  readonly decks?: unknown;
  /** Whether the player has been here before. */
  readonly visited?: unknown;
  /** Whether the tour of the table is still to be offered. */
  readonly tour?: unknown;
  /** Whether the player's plays are counted: "yes", "no", or "asked" when the question was left. */
  readonly measure?: unknown;
}

/** A saved game of a numbered deal, or of a position. */
type Saved = SavedGame | SavedPosition;

export interface Store {
  /** Null when the browser refuses storage, or has not opened it so far. */
  base: IDBDatabase | null;
  /** The base, however late it is opened; null when that was refused. */
  readonly opening: Promise<IDBDatabase | null>;
  /** Tries to open a base that the browser has closed; missing or null while none was. */
  reopen?: (() => Promise<IDBDatabase | null>) | null;
  /** The games of this visit that are not in the base, or not yet. */
  readonly unwritten: Map<string, Saved>;
  /** The wins of this visit whose results are not in the base, or not yet. */
  readonly wins: Map<string, Result>;
  /** What the service is to be told of this visit and is not in the base, or not yet. */
  readonly letters: Map<string, Letter>;
  /** By which the other pages are told of new settings; see others.ts. */
  channel?: BroadcastChannel | null;
  /** Told when there is more in the outbox. */
  posted?: () => unknown;
  /** The places of games that were laid when nobody could say what the base holds of them. */
  readonly unseen: Set<string>;
}

const NAME = "kungen";
const VERSION = 4;
/** The latest unfinished game is found by the time of its last save. */
export const BY_TIME = "open";

/** The page begins without a base that is not open by then: late.ts takes it up afterwards. */
const PATIENCE = 2_000;

export async function openStore(): Promise<Store> {
  let begin = () => {};
  const waited = new Promise<null>((resolve) => {
    begin = () => resolve(null);
  });
  setTimeout(begin, PATIENCE);
  const opening = openBase(begin);
  const base = await Promise.race([opening, waited]);
  return {
    base,
    opening,
    unwritten: new Map(),
    wins: new Map(),
    letters: new Map(),
    unseen: new Set(),
  };
}

/** Opens the base; *blocked* is told that an older page still holds it. */
export function openBase(blocked: () => void): Promise<IDBDatabase | null> {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
    request.onblocked = blocked;
    request.onerror = reject;
    request.onsuccess = () => {
      // A newer page in another tab may need to change the base.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  }).catch(() => null);
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
  if (oldVersion < 4) base.createObjectStore("outbox", { keyPath: ["uuid", "kind"] });
}

export async function readSettings(store: Store): Promise<Settings> {
  const found = await ask(store, "settings", (settings) => settings.get("settings"));
  return mergeSettings(Object(found), notedChosen());
}

/** What is chosen for some games leaves what is chosen for others. */
export function mergeSettings(kept: Settings, changes: Settings): Settings {
  const { options, decks } = changes;
  const games = {
    ...(options ? { options: { ...Object(kept.options), ...options } } : {}),
    ...(decks ? { decks: { ...Object(kept.decks), ...decks } } : {}),
  };
  return { ...kept, ...changes, ...games };
}

/** Where a page notes the game that it was left with before the base had it. */
export const DEPARTED = "kungen departed";

/** Whether anything of games is kept: played ones, positions, or opened ones. */
export async function holdsGames(store: Store): Promise<boolean> {
  if (unlessRefused(() => localStorage.getItem(DEPARTED))) return true;
  const names = ["games", "positions", "own"];
  const counts = await Promise.all(names.map((name) => ask(store, name, (all) => all.count())));
  return counts.some((count) => count !== 0);
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
