/** Playing: what a move, an undo or a new deal does to the state. No document is touched here. */

import type { Texts } from "../page/i18n.ts";
import type { Move } from "../rules/cards.ts";
import {
  AUTOPLAY_LEVELS,
  type AutoplayLevel,
  closeGame,
  type Engine,
  finishStep,
  type Game,
  historyOf,
  layoutOf,
  legalMoves,
  openDeal,
  playMove,
  redoStep,
  replaySteps,
  restartGame,
  setAutoplay,
  statusOf,
  undoStep,
} from "../rules/engine.ts";
import {
  type PageNotes,
  parseSaved,
  type Rules,
  readRules,
  type SavedGame,
  type Step,
  saveSteps,
} from "../rules/formats.ts";
import { type Choice, type House, keyOf, recordOf } from "../rules/house.ts";
import { LAST_DEAL } from "../rules/numbers.ts";
import { atLeast, elapsed, startClock, stopClock, stoppedAt } from "./clock.ts";
import { type State, settleFocus } from "./state.ts";

/** A day: so far a clock may have been ahead when it saved a game. */
const CLOCKS_DIFFER = 86_400_000;

export function newState(
  engine: Engine,
  house: House,
  choice: Choice,
  texts: Texts,
  deal: number,
): State {
  const rules = readRules(recordOf(house, choice));
  const game = mustDeal(engine, rules, deal);
  return {
    engine,
    choice,
    rules,
    texts,
    autoplay: AUTOPLAY_LEVELS[1],
    deal,
    game,
    layout: layoutOf(game),
    status: statusOf(game),
    legal: legalMoves(game),
    held: null,
    focus: { pile: 0, count: 1 },
    tip: null,
    last: null,
    clock: stoppedAt(0),
    timed: false,
    restarted: false,
    began: 0,
    ended: 0,
    done: false,
    helped: 0,
    away: false,
    finishing: false,
    choosing: false,
    verdict: null,
  };
}

/** The first deal that is not stuck as it is dealt; deal 1 where all the first ones are. */
export function firstDeal(engine: Engine, rules: Rules): number {
  for (let deal = 1; deal <= FIRST_TRIED; deal++) {
    const game = mustDeal(engine, rules, deal);
    const { stuck } = statusOf(game);
    closeGame(game);
    if (!stuck) return deal;
  }
  return 1;
}

const FIRST_TRIED = 100;

/** Puts a fresh deal on the table. */
export function dealNumber(state: State, deal: number): void {
  state.deal = deal;
  layGame(state, mustDeal(state.engine, state.rules, deal));
}

/** Puts a game on the table in place of the one that lies there. */
export function layGame(state: State, game: Game): void {
  closeGame(state.game);
  state.game = game;
  state.timed = state.restarted = false;
  setAutoplay(state.game, state.autoplay);
  beginAnew(state);
  state.focus = { pile: 0, count: 1 };
  changed(state, []);
}

/** Shows another game on the table; the one that lay there stays open, and is given back. */
export function showGame(state: State, game: Game): Game {
  const before = state.game;
  state.game = game;
  changed(state, []);
  return before;
}

/** Brings a saved game back as it was; false, and a fresh deal, when it cannot be read. */
export function restore(state: State, deal: number, saved: unknown): boolean {
  const read = parseSaved(saved);
  dealNumber(state, deal);
  if (read === null || read.game.deal !== deal || read.game.game !== keyOf(state.choice))
    return false;
  if (!replaySteps(state.game, read.steps, read.game.position)) {
    dealNumber(state, deal);
    return false;
  }
  state.restarted = read.game.restarted === true;
  // Takes the marks away that the replay has left.
  if (state.restarted) restartGame(state.game);
  takeNotes(state, read.game.page);
  changed(state, []);
  return true;
}

function takeNotes(state: State, { elapsed, won, began, ended, helped }: PageNotes): void {
  state.clock = stoppedAt(elapsed);
  state.began = began ?? 0;
  state.ended = ended ?? 0;
  state.done = won || ended !== undefined;
  state.helped = helped ?? 0;
}

/** Forgets what is noted of a play of the deal. */
function beginAnew(state: State): void {
  state.clock = stoppedAt(0);
  state.began = state.ended = state.helped = 0;
  state.done = false;
}

/** Whether a record is an unfinished game of a known key, saved at a time that has been. */
export function isOpenGame(
  record: unknown,
  today: number,
  isKnown: (key: string) => boolean,
): boolean {
  const game = parseSaved(record)?.game;
  if (game === undefined || !isKnown(game.game) || game.deal > LAST_DEAL) return false;
  return !game.page.won && (game.page.open ?? 0) <= today + CLOCKS_DIFFER;
}

/** The saved game that would bring this one back. */
export function toSave(state: State, now: number, today: number): SavedGame {
  const { status, began, ended, helped } = state;
  const { won, steps } = status;
  const notes = {
    elapsed: elapsed(state.clock, now),
    won,
    ...(began === 0 ? {} : { began }),
    ...(ended === 0 ? {} : { ended }),
    ...(helped === 0 ? {} : { helped }),
  };
  return {
    format: 1,
    game: keyOf(state.choice),
    deal: state.deal,
    steps: saveSteps(historyOf(state.game)),
    position: steps,
    ...(state.restarted ? { restarted: true } : {}),
    page: won ? notes : { ...notes, open: today },
  };
}

/** Plays a move and the automatic ones after it; the step, empty when the move is not legal. */
export function play(state: State, move: Move, now: number): Step {
  const step = playMove(state.game, move);
  if (step.length === 0) return step;
  // The deal is played again; steps that are only redone are the play that was won.
  if (state.done && state.status.steps === 0) beginAnew(state);
  ticked(state, step, now);
  return step;
}

/** Plays one card of the finish. */
export function playFinish(state: State, now: number): Step {
  const step = finishStep(state.game);
  if (step.length > 0) ticked(state, step, now);
  return step;
}

/** Takes the last step back; the step as it was played. */
export function undo(state: State, now: number): Step {
  const step = undoStep(state.game);
  if (step.length > 0) ticked(state, [], now);
  return step;
}

export function redo(state: State, now: number): Step {
  const step = redoStep(state.game);
  if (step.length > 0) ticked(state, step, now);
  return step;
}

export function restart(state: State, now: number): void {
  restartGame(state.game);
  changed(state, []);
  state.restarted = true;
  state.timed = false;
  if (state.done) state.clock = stoppedAt(0);
  wind(state, now);
}

/** The page was hidden or is seen again. */
export function goAway(state: State, away: boolean, now: number): void {
  state.away = away;
  wind(state, now);
}

/** The game has taken at least so long, as another page or an earlier visit knows. */
export function passTime(state: State, milliseconds: number, now: number): void {
  state.clock = atLeast(state.clock, milliseconds, now);
}

export function changeAutoplay(state: State, level: AutoplayLevel): void {
  state.autoplay = level;
  setAutoplay(state.game, level);
}

function ticked(state: State, step: Step, now: number): void {
  changed(state, step);
  state.restarted = false;
  state.timed = !state.status.won;
  noteInstants(state, Date.now());
  wind(state, now);
}

function noteInstants(state: State, today: number): void {
  if (state.began === 0) state.began = today;
  if (!state.status.won || state.done) return;
  state.ended = today;
  state.done = true;
}

/** Lets the clock run or stand, as the game and the page are. */
function wind(state: State, now: number): void {
  const { clock, timed, away } = state;
  state.clock = timed && !away ? startClock(clock, now) : stopClock(clock, now);
}

/** Asks the engine again, and forgets what belonged to the position before. */
function changed(state: State, step: Step): void {
  state.layout = layoutOf(state.game);
  state.status = statusOf(state.game);
  state.legal = legalMoves(state.game);
  state.held = null;
  state.tip = null;
  state.verdict = null;
  state.choosing = false;
  state.last = step[0] ?? null;
  settleFocus(state);
}

function mustDeal(engine: Engine, rules: Rules, deal: number): Game {
  const game = openDeal(engine, rules, deal);
  if (game === null) throw new Error(`the engine refused deal ${deal}`);
  return game;
}
