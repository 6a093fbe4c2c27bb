/** What waits in the base to be sent, and the browser's number: docs/formats.md. */
import { change, find } from "../keeping/changes.ts";
import { ask, type Store } from "../keeping/store.ts";
import { isObject } from "../rules/saved.ts";
import { waitLeft } from "./fate.ts";
import { type Letter, randomUuid } from "./letters.ts";

/** Where among the settings the browser's number lies. */
const INSTALLATION = "installation";

/** A letter that waits; others may have answered in the service's place, or its day has not come. */
export type Posted = Letter & { readonly astray?: Astray };

interface Astray {
  readonly times: number;
  /** Until when it is not to be sent again. */
  readonly until: number;
}

/** So often others are asked again before those letters are sent that come after. */
export const OFTEN = 3;

export const readLetters = async (store: Store): Promise<Posted[]> =>
  (await ask(store, "outbox", (outbox) => outbox.getAll())) ?? [];

/** The letter that is to be sent first, and how long its play waits by itself; null where there is none. */
export function nextLetter(
  letters: readonly Posted[],
  now: number,
): { readonly letter: Posted; readonly wait: number } | null {
  const waits = new Map<string, number>();
  for (const { uuid, astray } of letters) {
    const wait = astray && astray.times >= OFTEN ? waitLeft(astray.until, now) : 0;
    waits.set(uuid, Math.max(wait, waits.get(uuid) ?? 0));
  }
  const waitOf = ({ uuid }: Letter) => waits.get(uuid) ?? 0;
  const order = (one: Letter, other: Letter) =>
    waitOf(one) - waitOf(other) || one.made - other.made || rank(one) - rank(other);
  const [letter] = [...letters].sort(order);
  return letter === undefined ? null : { letter, wait: waitOf(letter) };
}

/** A play is begun before it is won. */
const rank = ({ kind }: Letter): number => (kind === "start" ? 0 : 1);

/** Notes in a letter that it waits by itself; one that has been taken back stays so. */
export const noteAstray = (store: Store, letter: Letter, astray: Astray): Promise<boolean> =>
  change(store, ["outbox"], (transaction) => {
    const outbox = transaction.objectStore("outbox");
    find(outbox, [letter.uuid, letter.kind], (found) => {
      if (found !== undefined) outbox.put({ ...letter, astray });
    });
  });

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
