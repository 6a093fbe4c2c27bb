/** A game as it is saved, and brought back. No document is touched here. */
import { historyOf, replaySteps, restartGame } from "../rules/asked.ts";
import { keyOf } from "../rules/chosen.ts";
import { LAST_DEAL } from "../rules/numbers.ts";
import {
  nameOf,
  type PageNotes,
  parseSaved,
  type Saved,
  savedGame,
  saveSteps,
} from "../rules/saved.ts";
import { elapsed, stoppedAt } from "./clock.ts";
import { layStart } from "./dealing.ts";
import { changed } from "./play.ts";
import type { Start, State } from "./state.ts";

/** A day: so far a clock may have been ahead when it saved a game. */
const CLOCKS_DIFFER = 86_400_000;

/** Brings a saved game back as it was; false, and what it began with, when it cannot be read. */
export function restore(state: State, start: Start, saved: unknown): boolean {
  const read = parseSaved(saved);
  layStart(state, start);
  if (
    read === null ||
    nameOf(read.game) !== nameOf(start) ||
    read.game.game !== keyOf(state.choice)
  )
    return false;
  if (!replaySteps(state.game, read.steps, read.game.position)) {
    layStart(state, start);
    return false;
  }
  state.restarted = read.game.restarted === true;
  // Takes the marks away that the replay has left.
  if (state.restarted) restartGame(state.game);
  takeNotes(state, read.game.page);
  changed(state, []);
  return true;
}

function takeNotes(state: State, notes: PageNotes): void {
  const { elapsed, won, began, ended, helped, help, play } = notes;
  state.clock = stoppedAt(elapsed);
  state.began = began ?? 0;
  state.ended = ended ?? 0;
  state.done = won || ended !== undefined;
  state.helped = helped ?? 0;
  state.help = help ?? 0;
  state.play = play ?? "";
}

/** Whether a record is an unfinished game of a known key, saved at a time that has been. */
export function isOpenGame(
  record: unknown,
  today: number,
  isKnown: (key: string) => boolean,
): boolean {
  const game = savedGame(record);
  if (game === null || !isKnown(game.game)) return false;
  if ("deal" in game && game.deal > LAST_DEAL) return false;
  return !game.page.won && (game.page.open ?? 0) <= today + CLOCKS_DIFFER;
}

/** The saved game that would bring this one back. */
export function toSave(state: State, now: number, today: number): Saved {
  const { status, start, began, ended, helped, help, play } = state;
  const { won, steps } = status;
  const notes = {
    elapsed: elapsed(state.clock, now),
    won,
    ...(began === 0 ? {} : { began }),
    ...(ended === 0 ? {} : { ended }),
    ...(helped === 0 ? {} : { helped }),
    ...(help === 0 ? {} : { help }),
    ...(play === "" ? {} : { play }),
  };
  return {
    format: 1,
    game: keyOf(state.choice),
    ...("deal" in start ? { deal: start.deal } : { layout: start.layout }),
    steps: saveSteps(historyOf(state.game)),
    position: steps,
    ...(state.restarted ? { restarted: true } : {}),
    page: won ? notes : { ...notes, open: today },
  };
}
