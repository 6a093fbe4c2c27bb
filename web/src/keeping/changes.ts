/**
 * Changes of the base, which the first move needs none of: of one part of it, of several together,
 * and of the settings.
 */
import { forgetChosen, noteChosen, notedChosen } from "./chosen.ts";
import { tellOthers } from "./others.ts";
import { mergeSettings, type Settings, type Store } from "./store.ts";

/**
 * Adds choices to those that are kept; what other pages have chosen meanwhile stays. They are noted
 * until they are written, since the page may be left in the same moment.
 */
export async function writeSettings(store: Store, changes: Settings): Promise<boolean> {
  const noted = JSON.stringify(mergeSettings(notedChosen(), changes));
  noteChosen(noted);
  const isWritten = await changeSettings(store, (kept) => mergeSettings(kept, JSON.parse(noted)));
  if (isWritten) forgetChosen(noted);
  return isWritten;
}

/** Changes the settings by what is kept of them, and tells the other pages. */
export async function changeSettings(
  store: Store,
  change: (kept: Settings) => Settings,
): Promise<boolean> {
  const isWritten = await write(store, "settings", (settings) => {
    find(settings, "settings", (found) => {
      settings.put(change(Object(found)), "settings");
      settings.transaction.commit();
    });
  });
  tellOthers(store);
  return isWritten;
}

/** Changes a store of the base; false when that was refused. */
export const write = (
  store: Store,
  name: string,
  request: (objects: IDBObjectStore) => unknown,
): Promise<boolean> =>
  change(store, [name], (transaction) => request(transaction.objectStore(name)));

/**
 * Changes some parts of the base together, or none of them; false when it could not. A base that was
 * closed is opened again for it.
 */
export async function change(
  store: Store,
  names: readonly string[],
  request: (transaction: IDBTransaction) => unknown,
): Promise<boolean> {
  const base = store.base ?? (await store.reopen?.()) ?? null;
  return base !== null && changeIn(base, names, request);
}

function changeIn(
  base: IDBDatabase,
  names: readonly string[],
  request: (transaction: IDBTransaction) => unknown,
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const transaction = base.transaction([...names], "readwrite");
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      attempt(transaction, () => request(transaction));
    } catch {
      resolve(false);
    }
  });
}

/** Reads a record and goes on with it in the same transaction. */
export function find(
  objects: IDBObjectStore,
  key: IDBValidKey,
  then: (found: unknown) => unknown,
): void {
  const asked = objects.get(key);
  asked.onsuccess = () => attempt(objects.transaction, () => then(asked.result));
}

/** What was asked for before a fault is not written alone. */
export function attempt(transaction: IDBTransaction, act: () => unknown): void {
  try {
    act();
  } catch {
    try {
      transaction.abort();
    } catch {
      // It has ended already: the page is being left.
    }
  }
}
