/** What the page keeps of the games: a deal is laid as it was left, and saved as it changes. */

import { say } from "../page/i18n.ts";
import { nameOf, type Saved, savedGame } from "../rules/saved.ts";
import { HELP } from "../service/help.ts";
import { randomUuid } from "../service/letters.ts";
import { layStart } from "../table/dealing.ts";
import { restore, toSave } from "../table/saving.ts";
import type { Start } from "../table/state.ts";
import { OFFER_TIME, type Table, tell } from "../table/table.ts";
import { showDeal } from "./fresh.ts";
import { keepUnwritten, writeGame } from "./games.ts";
import type { Settings, Store } from "./store.ts";

/** A table whose games are kept. */
export interface Keeper extends Table {
  readonly store: Store;
  settings: Settings;
  /** Counts the deals that were asked for, so that only the last of them is laid. */
  opening: number;
  /** Whether this deal may be saved: not over a game that could neither be read nor set aside. */
  saving: boolean;
  /** The deal's saved game as this page read or wrote it last. */
  known: Saved | null;
  /** When the play on the table was begun for which it was decided whether it is counted. */
  decided?: number;
  /** The address of another player's play that is only looked at; null when the game is the player's. */
  guest: string | null;
  /** Whether the player knows that nothing is saved. */
  warned: boolean;
}

/** Lays a deal as it was saved, afresh when that is null; false when it could not be read. */
export function layDeal(keeper: Keeper, start: Start, saved: unknown): boolean {
  const { state } = keeper;
  keeper.known = savedGame(saved);
  keeper.guest = null;
  if (saved === null) layStart(state, start);
  keeper.saving = saved === null || restore(state, start, saved);
  showDeal(keeper);
  return keeper.saving;
}

/** Saves the game as it is; a deal on which nothing was played leaves no trace. */
export function save(keeper: Keeper): void {
  const { state } = keeper;
  const { canUndo, canRedo } = state.status;
  if ((!canUndo && !canRedo) || keeper.guest !== null) return;
  namePlay(keeper);
  const game = toSave(state, performance.now(), Date.now());
  if (!keeper.saving) return keepUnwritten(keeper.store, game);
  const score = state.rules.points === null ? null : state.status.score;
  const { began } = game.page;
  void writeGame(keeper.store, game, score, keeper.known).then((written) => {
    if (written) return remember(keeper, written, began);
    if (written === undefined || keeper.warned) return;
    keeper.warned = true;
    tell(keeper, { text: say(state.texts, "store.refused") }, OFFER_TIME);
  });
}

/** Knows a game of the deal as written, and when its play began if another page has begun it. */
export function remember(keeper: Keeper, game: Saved, began = game.page.began): void {
  const { state } = keeper;
  if (nameOf(game) !== nameOf(state.start)) return;
  keeper.known = game;
  if (state.began !== began) return;
  state.began = game.page.began ?? 0;
  state.play = game.page.play ?? "";
}

/**
 * A play that has just begun, on a deal of which nothing is kept, is counted if the player wants it,
 * and if it does not go on from another player's.
 */
function namePlay(keeper: Keeper): void {
  const { state, settings, known } = keeper;
  if (state.began === 0 || state.began === keeper.decided) return;
  keeper.decided = state.began;
  const isOurs = "deal" in state.start && state.choice.game.pages !== null;
  const isFresh = known === null && state.help < HELP.solution;
  if (settings.measure === "yes" && isFresh && isOurs) state.play = randomUuid();
}
