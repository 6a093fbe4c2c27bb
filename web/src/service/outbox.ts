/** What waits in the base to be sent, and the browser's number: docs/formats.md. */
import { change, find } from "../keeping/changes.ts";
import { ask, type Store } from "../keeping/store.ts";
import { isObject } from "../rules/saved.ts";
import { type Letter, randomUuid } from "./letters.ts";

/** Where among the settings the browser's number lies. */
const INSTALLATION = "installation";

/** The letter that is to be sent first; null where there is none. */
export async function firstLetter(store: Store): Promise<Letter | null> {
  const letters: Letter[] = (await ask(store, "outbox", (outbox) => outbox.getAll())) ?? [];
  const [first] = letters.sort((one, other) => one.made - other.made || rank(one) - rank(other));
  return first ?? null;
}

/** A play is begun before it is won. */
const rank = ({ kind }: Letter): number => (kind === "start" ? 0 : 1);

export const removeLetter = (store: Store, letter: Letter): Promise<boolean> =>
  change(store, ["outbox"], (transaction) =>
    transaction.objectStore("outbox").delete([letter.uuid, letter.kind]),
  );

/** Keeps aside what will never be taken, and why. */
export const refuseLetter = (store: Store, letter: Letter, refused: unknown): Promise<boolean> =>
  change(store, ["outbox", "aside"], (transaction) => {
    transaction.objectStore("outbox").delete([letter.uuid, letter.kind]);
    transaction.objectStore("aside").add({ letter, refused });
  });

/** The browser's number, made where there is none; null when it cannot be kept. */
export async function installationOf(store: Store): Promise<string | null> {
  let installation = "";
  const isKept = await change(store, ["settings"], (transaction) => {
    const settings = transaction.objectStore("settings");
    find(settings, INSTALLATION, (found) => {
      installation = typeof found === "string" ? found : randomUuid();
      if (installation !== found) settings.put(installation, INSTALLATION);
    });
  });
  return isKept ? installation : null;
}

/** Forgets the browser's number, all that waits, and under which number each play was counted. */
export function forgetCounting(store: Store): Promise<boolean> {
  store.letters.clear();
  return change(store, ["outbox", "settings", "games"], (transaction) => {
    transaction.objectStore("outbox").clear();
    transaction.objectStore("settings").delete(INSTALLATION);
    const asked = transaction.objectStore("games").openCursor();
    asked.onsuccess = () => {
      const cursor = asked.result;
      if (cursor === null) return;
      if (isObject(cursor.value?.page) && "play" in cursor.value.page) {
        const { play: _, ...page } = cursor.value.page;
        cursor.update({ ...cursor.value, page });
      }
      cursor.continue();
    };
  });
}
