/** Saved games in the store, and what becomes of them: docs/formats.md, "The page's storage". */
import { nameOf, parseSaved, type Saved } from "../rules/saved.ts";
import { forgetTime, jottedTime, type Place } from "./jot.ts";
import { resultOf } from "./results.ts";
import { writeAtOnce } from "./shelf.ts";
import { ask, attempt, BY_TIME, change, type Store, write } from "./store.ts";

/** A saved game as it was left, on this visit or before, with all the time that it took. */
export async function readGame(store: Store, place: Place): Promise<unknown> {
  const kept = store.unwritten.get(nameIn(place));
  const found = kept ?? (await ask(store, partOf(place), (games) => games.get(keyIn(place))));
  const saved = parseSaved(found)?.game;
  const elapsed = jottedTime(place);
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
 * Writes a game, and when it is won its result; the game as it was written, or null. *known* is
 * the saved game of the same place as this page has read or written it last.
 */
export async function writeGame(
  store: Store,
  saved: Saved,
  score: number | null,
  known: Saved | null,
): Promise<Saved | null> {
  keepUnwritten(store, saved);
  const isNoted = saved.page.ended !== undefined && known?.page.ended === saved.page.ended;
  const written: Written = { saved, score, isNoted };
  // Nothing needs to be read where no other page can have begun this play.
  const isSure = known !== null && known.page.began === saved.page.began;
  const atOnce = isSure ? await putAtOnce(store, written) : null;
  const game = atOnce ?? (await putAfter(store, written));
  if (game === null) return null;
  forgetTime(game, game.page.elapsed);
  const at = nameIn(game);
  if (store.unwritten.get(at) === saved) store.unwritten.delete(at);
  return game;
}

interface Written {
  readonly saved: Saved;
  readonly score: number | null;
  /** Whether the result is in the base already. */
  readonly isNoted: boolean;
}

/** Writes so that it is kept even when the page ends in the same moment; not over a result. */
async function putAtOnce(store: Store, written: Written): Promise<Saved | null> {
  const isWritten = await change(store, partsOf(written), (transaction) => {
    putGame(transaction, written);
    transaction.commit();
  });
  return isWritten ? written.saved : null;
}

/** Reads first whether another page plays the deal, too; a result that is there stays as it is. */
async function putAfter(store: Store, written: Written): Promise<Saved | null> {
  let game = written.saved;
  const isWritten = await change(store, partsOf(written), (transaction) => {
    const found = transaction.objectStore(partOf(game)).get(keyIn(game));
    found.onsuccess = () =>
      attempt(transaction, () => {
        game = adopt(game, found.result);
        const added = putGame(transaction, { ...written, saved: game });
        if (added !== null) added.onerror = (event) => event.preventDefault();
      });
  });
  return isWritten ? game : null;
}

const partsOf = ({ saved }: Written): string[] => [partOf(saved), "results"];

function putGame(transaction: IDBTransaction, { saved, score, isNoted }: Written) {
  transaction.objectStore(partOf(saved)).put(saved);
  const result = "deal" in saved && !isNoted ? resultOf(saved, score) : null;
  return result && transaction.objectStore("results").add(result);
}

/** A game that another page plays too, and not to its end yet, is one play. */
function adopt(saved: Saved, record: unknown): Saved {
  const { began, ended } = parseSaved(record)?.game.page ?? {};
  if (began === undefined || ended !== undefined) return saved;
  return { ...saved, page: { ...saved.page, began } };
}

/** Keeps a game for this visit only. */
export function keepUnwritten(store: Store, saved: Saved): void {
  store.unwritten.set(nameIn(saved), saved);
}

/** Whether the game as it is now is kept for this visit only. */
export const isUnwritten = (store: Store, place: Place): boolean =>
  store.unwritten.has(nameIn(place));

const nameIn = (place: Place): string => keyIn(place).join(" ");

/** The part of the base in which a game is kept, and its key there. */
const partOf = (place: Place): "games" | "positions" => ("deal" in place ? "games" : "positions");

const keyIn = (place: Place): [string, number | string] => [place.game, nameOf(place)];

/** The deal of the unfinished game that was saved last under each key. */
export async function latestDeals(
  store: Store,
  isGood: (record: unknown) => boolean,
): Promise<ReadonlyMap<string, number>> {
  const games = await ask(store, "games", (games) => games.index(BY_TIME).getAll());
  const good = (games ?? []).filter(isGood);
  return new Map(good.map(({ game, deal }) => [game, deal]));
}

/** Writes a game over the one that *isOurs* accepts, and over no other; false when it did not. */
export async function renewGame(
  store: Store,
  saved: Saved,
  isOurs: (record: unknown) => boolean,
): Promise<boolean> {
  let ours = false;
  const written = await write(store, partOf(saved), (games) => {
    const found = games.get(keyIn(saved));
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
