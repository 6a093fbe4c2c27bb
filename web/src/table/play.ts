/** Playing: what a move, an undo or a new deal does to the state. No document is touched here. */

import type { Texts } from "../page/i18n.ts";
import { type Move, STOCK } from "../rules/cards.ts";
import {
  AUTOPLAY_LEVELS,
  type AutoplayLevel,
  closeGame,
  type Engine,
  finishStep,
  type Game,
  layoutOf,
  legalMoves,
  openDeal,
  playMove,
  redoStep,
  setAutoplay,
  statusOf,
  undoStep,
} from "../rules/engine.ts";
import { type Rules, readRules, type Step } from "../rules/formats.ts";
import { type Choice, type House, recordOf } from "../rules/house.ts";
import { startClock, stopClock, stoppedAt } from "./clock.ts";
import { type State, settleFocus } from "./state.ts";

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
    start: { deal },
    game,
    layout: layoutOf(game),
    status: statusOf(game),
    legal: legalMoves(game),
    held: null,
    focus: { pile: 0, count: 1 },
    tip: null,
    last: null,
    isBack: false,
    clock: stoppedAt(0),
    timed: false,
    restarted: false,
    wayBack: null,
    began: 0,
    ended: 0,
    done: false,
    helped: 0,
    help: 0,
    play: "",
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

/** Forgets what is noted of a play of the deal. */
export function beginAnew(state: State): void {
  state.clock = stoppedAt(0);
  state.began = state.ended = state.helped = state.help = 0;
  state.play = "";
  state.done = false;
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
  if (step.length === 0) return step;
  ticked(state, [], now);
  state.last = wayHome(step);
  state.isBack = true;
  return step;
}

/** Brings back the game that was there before the deal was started again; false when there is none. */
export function unrestart(state: State): boolean {
  return state.wayBack?.() ?? false;
}

export function redo(state: State, now: number): Step {
  const step = redoStep(state.game);
  if (step.length > 0) ticked(state, step, now);
  return step;
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
export function wind(state: State, now: number): void {
  const { clock, timed, away } = state;
  state.clock = timed && !away ? startClock(clock, now) : stopClock(clock, now);
}

/** Asks the engine again, and forgets what belonged to the position before. */
export function changed(state: State, step: Step): void {
  state.layout = layoutOf(state.game);
  state.status = statusOf(state.game);
  state.legal = legalMoves(state.game);
  state.held = null;
  state.tip = null;
  state.verdict = null;
  state.choosing = false;
  state.last = lastMove(step);
  state.isBack = false;
  state.wayBack = null;
  settleFocus(state);
}

/** Where the cards that the player moved in a step lie after it: some may have gone up at once. */
function lastMove([first, ...automatic]: Step): Move | null {
  if (first === undefined) return null;
  const gone = automatic.filter(({ source }) => source === first.target);
  const count = first.count - gone.length;
  return count > 0 ? { ...first, count } : (gone.at(-1) ?? null);
}

/** The move of a step the other way round; none for the stock, whose cards tell nothing. */
function wayHome([first]: Step): Move | null {
  if (first === undefined || first.source === STOCK || first.target === STOCK) return null;
  return { source: first.target, target: first.source, count: first.count };
}

export function mustDeal(engine: Engine, rules: Rules, deal: number): Game {
  const game = openDeal(engine, rules, deal);
  if (game === null) throw new Error(`the engine refused deal ${deal}`);
  return game;
}
