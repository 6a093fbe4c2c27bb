/** Saved games in the store, and what becomes of them: docs/formats.md, "The page's storage". */
import { parseSaved, type SavedGame, type SavedPosition } from "../rules/saved.ts";
import { forgetTime, jottedTime } from "./jot.ts";
import { resultOf } from "./results.ts";
import { ask, attempt, BY_TIME, change, type Store, write, writeAtOnce } from "./store.ts";

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
