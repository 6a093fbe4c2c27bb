/**
 * The game that the page was left with before the base had it: some browsers give up what is being
 * written when a page goes. It is noted then, and written by the next page.
 */
import { type Saved, savedGame } from "../rules/saved.ts";
import { openOf, readGame, writeGame, writing } from "./games.ts";
import type { Place } from "./jot.ts";
import { unlessRefused } from "./refused.ts";
import { DEPARTED, type Store } from "./store.ts";

/** Notes a game with its score if it is still being written, and over no other that is kept. */
export function noteDeparted(store: Store, place: Place, score: number | null): void {
  const game = writing(store, place);
  if (game !== null)
    unlessRefused(() => localStorage.setItem(DEPARTED, JSON.stringify({ game, score })));
}

/** Writes the game that was noted, unless the base has it or a later state of it by now. */
export async function writeDeparted(store: Store): Promise<void> {
  if (store.base === null) return;
  await writeNoted(
    store,
    unlessRefused(() => JSON.parse(localStorage.getItem(DEPARTED) ?? "null")),
  );
  unlessRefused(() => localStorage.removeItem(DEPARTED));
}

async function writeNoted(store: Store, noted: unknown): Promise<void> {
  const { game: record, score } = Object(noted);
  const game = savedGame(record);
  if (game === null) return;
  const found = await readGame(store, game);
  const known = savedGame(found);
  // What cannot be read stays for whoever can.
  if (found != null && (known === null || savedAt(known) >= savedAt(game))) return;
  await writeGame(store, game, typeof score === "number" ? score : null, known);
}

/** When a game was saved last: a won one says only when it was won. */
const savedAt = (saved: Saved | null): number => Math.max(openOf(saved), saved?.page.ended ?? 0);
