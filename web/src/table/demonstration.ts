/** The single moves for which a move of several cards stands, shown on the table one by one. */

import type { Single } from "../lessons/lesson.ts";
import { hideNote } from "../page/chrome.ts";
import { say, type Texts } from "../page/i18n.ts";
import { openLayout } from "../rules/asked.ts";
import { closeGame, type Game, setAutoplay } from "../rules/engine.ts";
import { writeLayout } from "../rules/packing.ts";
import { showGame } from "./dealing.ts";
import { play } from "./play.ts";
import { moveSentence } from "./speech.ts";
import { fly, landAll, type Table, tell } from "./table.ts";

/** A demonstration that is running. */
export interface Demonstration {
  readonly singles: readonly Single[];
  /** The game that lies on the table again when it is over. */
  readonly real: Game;
  readonly end: () => void;
  /** How many moves the player had made. */
  readonly steps: number;
  /** How many of the moves have been shown. */
  shown: number;
  timer: number;
}

type Words = Texts<"lessons.singles.at">;

/** Time to hear or read the sentence of a move. */
const MOVE_TIME = 1_600;
const FIRST_TIME = 600;

/** A sentence for each of the moves. */
export const singleSentences = (texts: Texts, singles: readonly Single[]): string[] =>
  singles.map(({ move, before }) => moveSentence(texts, before, move));

/** Shows the moves from the table before them; *end* follows, also when it was stopped. */
export function demonstrate(
  table: Table,
  words: Words,
  singles: readonly Single[],
  end: () => void,
): Demonstration | null {
  const { state } = table;
  const [first] = singles;
  const game =
    first && openLayout(state.engine, state.rules, writeLayout(first.before, state.rules));
  if (!game) return null;
  setAutoplay(game, "off");
  const { steps } = state.status;
  const real = showGame(state, game);
  const demonstration: Demonstration = { singles, real, end, steps, shown: 0, timer: 0 };
  state.finishing = true;
  fly(table);
  plan(table, words, demonstration, FIRST_TIME);
  return demonstration;
}

/** Lays the game itself on the table again. */
export function endDemonstration(table: Table, { timer, real, end }: Demonstration): void {
  const { state } = table;
  clearTimeout(timer);
  landAll(table);
  closeGame(showGame(state, real));
  state.finishing = false;
  hideNote(table.chrome);
  fly(table);
  end();
}

function plan(table: Table, words: Words, demonstration: Demonstration, time: number): void {
  demonstration.timer = window.setTimeout(() => next(table, words, demonstration), time);
}

function next(table: Table, words: Words, demonstration: Demonstration): void {
  const { state } = table;
  const { singles, shown } = demonstration;
  const single = singles[shown];
  if (single === undefined) return endDemonstration(table, demonstration);
  play(state, single.move, performance.now());
  demonstration.shown += 1;
  fly(table);
  const move = moveSentence(state.texts, single.before, single.move);
  const values = { n: demonstration.shown, of: singles.length, move };
  tell(table, { text: say(words, "lessons.singles.at", values) }, null);
  plan(table, words, demonstration, MOVE_TIME);
}
