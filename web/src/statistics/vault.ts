/** The whole base at once: read, added to, cleared and brought back. */
import { attempt, change, find } from "../keeping/changes.ts";
import type { Store } from "../keeping/store.ts";
import { isObject } from "../rules/saved.ts";
import { type Additions, additionsTo, type Everything } from "./everything.ts";

const RECORDS = ["games", "positions", "results", "own"] as const;
const PARTS = [...RECORDS, "aside", "outbox", "settings"] as const;
/** What is gone when all but the settings is cleared. */
const CLEARED = [...RECORDS, "aside", "outbox"] as const;

/** Where among the settings it stands when all was last saved as a file. */
const FILED = "filed";

/** Everything, the instant when it was last saved as a file, 0 when it never was, and unsent letters. */
export interface Kept extends Everything {
  readonly outbox: readonly unknown[];
  readonly filed: number;
}

/** All that the base holds; null when the browser refuses storage. */
export function readAll({ base }: Store): Promise<Kept | null> {
  return new Promise((resolve) => {
    try {
      if (base === null) return resolve(null);
      const transaction = base.transaction([...PARTS]);
      transaction.onabort = () => resolve(null);
      gather(transaction, resolve);
    } catch {
      resolve(null);
    }
  });
}

/** Adds a file to what is there, all of it or nothing; null when it could not be written. */
export async function addFile(store: Store, file: Everything): Promise<Additions | null> {
  let added: Additions | null = null;
  const isWritten = await change(store, PARTS, (transaction) =>
    gather(transaction, (here) =>
      attempt(transaction, () => {
        added = additionsTo(here, file);
        put(transaction, added);
      }),
    ),
  );
  return isWritten ? added : null;
}

/** Clears all but the settings; what was there, or null when it could not be cleared. */
export async function clearAll(store: Store): Promise<Kept | null> {
  let cleared: Kept | null = null;
  const isWritten = await change(store, PARTS, (transaction) =>
    gather(transaction, (here) =>
      attempt(transaction, () => {
        cleared = here;
        for (const name of CLEARED) transaction.objectStore(name).clear();
        transaction.objectStore("settings").delete("lessons");
      }),
    ),
  );
  return isWritten ? cleared : null;
}

/** Brings back what was cleared; what was played and reached since stays. */
export function bringBack(store: Store, cleared: Kept): Promise<boolean> {
  return change(store, PARTS, (transaction) => {
    for (const name of CLEARED)
      for (const record of cleared[name]) {
        const added = transaction.objectStore(name).add(record);
        added.onerror = (event) => event.preventDefault();
      }
    const settings = transaction.objectStore("settings");
    find(settings, "lessons", (found) => {
      const since = Array.isArray(found) ? found : [];
      settings.put([...new Set([...cleared.lessons, ...since])], "lessons");
    });
  });
}

/** Notes that all was saved as a file. */
export const noteFiled = (store: Store, instant: number): Promise<boolean> =>
  change(store, ["settings"], (transaction) =>
    transaction.objectStore("settings").put(instant, FILED),
  );

function put(transaction: IDBTransaction, added: Everything): void {
  for (const name of RECORDS)
    for (const record of added[name]) transaction.objectStore(name).put(record);
  for (const record of added.aside) transaction.objectStore("aside").add(record);
  const settings = transaction.objectStore("settings");
  settings.put(added.settings, "settings");
  settings.put(added.lessons, "lessons");
}

/** Reads all parts; they are answered in the order in which they are asked. */
function gather(transaction: IDBTransaction, then: (all: Kept) => unknown): void {
  const part = (name: (typeof PARTS)[number]) => transaction.objectStore(name);
  const [games, positions, results, own, aside, outbox] = [
    part("games").getAll(),
    part("positions").getAll(),
    part("results").getAll(),
    part("own").getAll(),
    part("aside").getAll(),
    part("outbox").getAll(),
  ];
  const [settings, lessons, filed] = [
    part("settings").get("settings"),
    part("settings").get("lessons"),
    part("settings").get(FILED),
  ];
  filed.onsuccess = () =>
    then({
      games: games.result,
      positions: positions.result,
      results: results.result,
      own: own.result,
      aside: aside.result,
      outbox: outbox.result,
      settings: isObject(settings.result) ? settings.result : {},
      lessons: Array.isArray(lessons.result) ? lessons.result : [],
      filed: typeof filed.result === "number" ? filed.result : 0,
    });
}
