/** Saved games in the store, and what becomes of them: docs/formats.md, "The page's storage". */
import {
  nameOf,
  type Saved,
  type SavedGame,
  type SavedPosition,
  savedGame,
} from "../rules/saved.ts";
import { begunLetter, type Letter, wonLetter } from "../service/letters.ts";
import { change, find, write } from "./changes.ts";
import { forgetTime, jottedTime, type Place } from "./jot.ts";
import { resultOf } from "./results.ts";
import { writeAtOnce } from "./shelf.ts";
import { ask, BY_TIME, type Store } from "./store.ts";

/** A saved game as it was left, on this visit or before, with all the time that it took. */
export async function readGame(store: Store, place: Place): Promise<unknown> {
  const kept = store.unwritten.get(nameIn(place));
  if (store.base === null) markUnseen(store, place);
  const found = kept ?? (await ask(store, partOf(place), (games) => games.get(keyIn(place))));
  const saved = savedGame(found);
  const elapsed = jottedTime(place);
  if (saved === null || elapsed <= saved.page.elapsed) return found;
  return { ...(found as object), page: { ...saved.page, elapsed } };
}

/** The unfinished game that was saved last, of the records that *isGood* does not pass over. */
export async function latestGame(
  { base }: Store,
  isGood: (record: unknown) => boolean,
): Promise<SavedGame | null> {
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

/** The unfinished position that was saved last, of those that *isGood* does not pass over. */
export async function latestPosition(
  store: Store,
  isGood: (record: unknown) => boolean,
): Promise<SavedPosition | null> {
  const kept: unknown[] = (await ask(store, "positions", (positions) => positions.getAll())) ?? [];
  const [latest] = kept
    .filter((record): record is SavedPosition => isGood(record))
    .sort((one, other) => openOf(other) - openOf(one));
  return latest ?? null;
}

/** When a game was last saved; 0 when nobody knows. */
export const openOf = (saved: Saved | null): number => saved?.page.open ?? 0;

/**
 * Writes a game, and when it is won its result; the game as it was written, null when it was
 * refused, or undefined when a later state of it is being written. *known* is the saved game of the
 * same place as this page has read or written it last.
 */
export async function writeGame(
  store: Store,
  saved: Saved,
  score: number | null,
  known: Saved | null,
): Promise<Saved | null | undefined> {
  const at = nameIn(saved);
  const isFirst = known === null && !store.unwritten.has(at);
  keepUnwritten(store, saved);
  const isNoted = saved.page.ended !== undefined && known?.page.ended === saved.page.ended;
  if (isFirst) noteLetter(store, at, begunLetter(saved));
  if (!isNoted) noteWin(store, saved, score);
  if (store.unseen.has(at)) return writeUnseen(store, saved);
  // Nothing needs to be read where no other page can have begun this play, or where nothing is.
  const isSure = known !== null && known.page.began === saved.page.began;
  const atOnce = isSure || isFirst ? await putAtOnce(store, saved, isFirst) : null;
  if (atOnce === null && store.unwritten.get(at) !== saved) return undefined;
  return written(store, saved, atOnce ?? (await putAfter(store, saved, score)));
}

/** Notes that a game was written, if it was. */
function written(store: Store, saved: Saved, game: Saved | null): Saved | null {
  if (game === null) return null;
  forgetTime(game, game.page.elapsed);
  const at = nameIn(game);
  if (store.unwritten.get(at) === saved) store.unwritten.delete(at);
  store.unseen.delete(at);
  return game;
}

/** Nobody has seen what the base holds of this place. */
export const markUnseen = (store: Store, place: Place): unknown => store.unseen.add(nameIn(place));

/** Writes a game where nothing is, or the same play; over no other, and in any case its win. */
async function writeUnseen(store: Store, saved: Saved): Promise<Saved | null> {
  const game = await putGame(store, saved, (transaction, put, addWins) => {
    find(transaction.objectStore(partOf(saved)), keyIn(saved), (found) => {
      const isOurs = savedGame(found)?.page.began === saved.page.began;
      if (found === undefined || isOurs) put(saved);
      for (const added of addWins()) added.onerror = (event) => event.preventDefault();
    });
  });
  return written(store, saved, game);
}

/** Writes the games of this visit for which there was no base; *tell* is told of each. */
export async function writeUnwritten(store: Store, tell: (game: Saved) => unknown): Promise<void> {
  const games = [...store.unwritten.values()];
  for (const game of games) markUnseen(store, game);
  const writeOne = async (game: Saved) => (await writeUnseen(store, game)) && tell(game);
  await Promise.all(games.map(writeOne));
}

/** Keeps the result of a game that is won until it is written, and what is told of it. */
function noteWin(store: Store, saved: Saved, score: number | null): void {
  const result = "deal" in saved ? resultOf(saved, score) : null;
  if (result === null) return;
  store.wins.set(winName(saved), result);
  noteLetter(store, winName(saved), wonLetter(saved));
}

function noteLetter({ letters }: Store, name: string, letter: Letter | null): void {
  if (letter === null) letters.delete(name);
  else letters.set(name, letter);
}

const winName = (saved: Saved): string => `${nameIn(saved)} ${saved.page.ended}`;

/**
 * Writes so that it is kept even when the page ends in the same moment; not over a result, and the
 * first state of a game over nothing.
 */
function putAtOnce(store: Store, saved: Saved, isFirst: boolean): Promise<Saved | null> {
  return putGame(store, saved, (transaction, put, addWins) => {
    put(saved, isFirst ? "add" : "put");
    addWins();
    transaction.commit();
  });
}

/** Reads first whether another page plays the deal, too; a result that is there stays as it is. */
function putAfter(store: Store, saved: Saved, score: number | null): Promise<Saved | null> {
  return putGame(store, saved, (transaction, put, addWins) => {
    find(transaction.objectStore(partOf(saved)), keyIn(saved), (found) => {
      const game = adopt(saved, found);
      if (game.page.play !== saved.page.play) store.letters.delete(nameIn(saved));
      if (store.wins.has(winName(game))) noteWin(store, game, score);
      put(game);
      for (const added of addWins()) added.onerror = (event) => event.preventDefault();
    });
  });
}

/** *request* puts a game, and adds the results that are not written yet; the game if it was put. */
async function putGame(
  store: Store,
  saved: Saved,
  request: (
    transaction: IDBTransaction,
    put: (game: Saved, how?: "add" | "put") => void,
    addWins: () => IDBRequest[],
  ) => void,
): Promise<Saved | null> {
  const { wins, letters } = store;
  let game: Saved | null = null;
  let noted: string[] = [];
  const isWritten = await change(store, [partOf(saved), "results", "outbox"], (transaction) =>
    request(
      transaction,
      (one, how = "put") => {
        game = one;
        transaction.objectStore(partOf(one))[how](one);
      },
      () => {
        noted = [...wins.keys(), ...letters.keys()];
        const results = transaction.objectStore("results");
        const outbox = transaction.objectStore("outbox");
        return [
          ...[...wins.values()].map((win) => results.add(win)),
          ...[...letters.values()].map((letter) => outbox.add(letter)),
        ];
      },
    ),
  );
  if (!isWritten) return null;
  const isTold = letters.size > 0;
  for (const name of noted) {
    wins.delete(name);
    letters.delete(name);
  }
  if (isTold) store.posted?.();
  return game;
}

/** A game that another page plays too, and not to its end yet, is one play. */
function adopt(saved: Saved, record: unknown): Saved {
  const { began, ended, play } = savedGame(record)?.page ?? {};
  if (began === undefined || ended !== undefined) return saved;
  const { play: _, ...notes } = saved.page;
  return { ...saved, page: { ...notes, began, ...(play === undefined ? {} : { play }) } };
}

/** Keeps a game for this visit only. */
export function keepUnwritten(store: Store, saved: Saved): void {
  store.unwritten.set(nameIn(saved), saved);
}

/** Whether the game as it is now is kept for this visit only. */
export const isUnwritten = (store: Store, place: Place): boolean =>
  store.unwritten.has(nameIn(place));

/** The game of a place as it is being written, over none that nobody has seen; null when it is not. */
export function writing({ base, unwritten, unseen }: Store, place: Place): Saved | null {
  const name = nameIn(place);
  return base === null || unseen.has(name) ? null : (unwritten.get(name) ?? null);
}

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
    find(games, keyIn(saved), (found) => {
      ours = isOurs(found);
      if (ours) games.put(saved);
    });
  });
  if (written && ours) forgetTime(saved, saved.page.elapsed);
  return written && ours;
}

/** Keeps what could not be read, so that saving the deal anew does not lose it. */
export function setAside(store: Store, unreadable: unknown): Promise<boolean> {
  return writeAtOnce(store, "aside", (aside) => aside.add(unreadable));
}
