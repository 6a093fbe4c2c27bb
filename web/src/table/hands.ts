/** What each gesture does: the game, then the picture and the voice. */

import { speak } from "../page/chrome.ts";
import { capitalised, say } from "../page/i18n.ts";
import {
  isFoundation,
  type Move,
  type Pile,
  pileCards,
  type Run,
  runCards,
  STOCK,
} from "../rules/cards.ts";
import type { Spot } from "./drag.ts";
import { play, playFinish, redo, undo, unrestart } from "./play.ts";
import { cardName, liftSentence, stepSentence, undoneSentence } from "./speech.ts";
import {
  findMove,
  runFrom,
  type State,
  seenCount,
  settleFocus,
  stockMove,
  tappedMove,
} from "./state.ts";
import { clearNote, fly, landAll, OFFER_TIME, redraw, settle, type Table, tell } from "./table.ts";

const DOUBLE_TAP = 400;
/** Between the cards of the finish: at first, at least, and how much of its time takes one off. */
const FINISH_GAP = 80;
const LEAST_GAP = 30;
const FINISH_QUICKENING = 0.04;

/** The start of every gesture: what flies lands. False when it stopped what runs and is done. */
export function press(table: Table): boolean {
  landAll(table);
  if (!table.state.finishing) return true;
  table.stop();
  return false;
}

/**
 * A hand came down on the table. The second of two quick taps on a place where the first one
 * started the finish does not stop it.
 */
export function touch(table: Table): boolean {
  const since = performance.now() - table.finishStart;
  return !(table.state.finishing && since < DOUBLE_TAP) && press(table);
}

export function tap(table: Table, spot: Spot): void {
  // Two quick taps on the stock draw twice.
  if (spot?.pile === STOCK) return choose(table, spot);
  const { sending, ways } = table;
  if (spot !== null && sending?.isEcho(spot.pile)) return;
  if (isDoubleTap(table, spot)) sending?.quick(spot?.pile ?? 0);
  else choose(table, spot, ways.tap === "best" ? sending?.best : undefined);
}

/** A place was chosen: its cards are taken, as a rule picked up, or what is held goes there. */
export function choose(table: Table, spot: Spot, take?: (run: Run) => void): void {
  const { state } = table;
  if (table.finishes && state.held === null && startsFinish(state, spot)) return finish(table);
  if (spot === null) return release(table);
  if (spot.pile === STOCK) return chooseStock(table);
  if (state.held === null) return pick(table, spot, take);
  if (state.held.pile === spot.pile) return pickOther(table, state.held, spot);
  const move = tappedMove(state, state.held, spot.pile);
  if (move !== undefined) return playAndTell(table, move);
  const tooLong = table.refusing?.isTooLong(state.held, spot.pile) ?? false;
  const other = tooLong ? null : runFrom(state, spot.pile, spot.index);
  if (other !== null && !isFoundation(spot.pile)) return hold(table, other);
  table.refusing?.refuse(state.held, spot.pile);
}

/** While there are cards to draw, a tap on a card or on the stock means what it always does. */
function startsFinish(state: State, spot: Spot): boolean {
  const { status, choosing, layout } = state;
  const isCard = spot !== null && pileCards(layout, spot.pile)[spot.index] !== undefined;
  if (spot?.pile === STOCK && stockMove(state) !== undefined) return false;
  const choosesCards = choosing || (layout.stock?.cards.length ?? 0) > 0;
  return status.canFinish && !(choosesCards && isCard && !isFoundation(spot.pile));
}

/** A tap on the stock lets go of what is held, and draws or turns over. */
function chooseStock(table: Table): void {
  const { state } = table;
  state.held = null;
  state.focus = { pile: STOCK, count: 1 };
  draw(table);
}

/** Draws from the stock or turns the waste over; the focus stays where it is. */
export function draw(table: Table): void {
  if (!press(table)) return;
  const { state } = table;
  const move = stockMove(state);
  if (move !== undefined) return playAndTell(table, move, state.focus);
  if (state.layout.stock === null) return;
  table.refusing?.refuseStock();
  redraw(table);
}

function isDoubleTap(table: Table, spot: Spot): boolean {
  const { lastTap, state } = table;
  const now = performance.now();
  table.lastTap = { spot, time: now };
  if (spot === null || lastTap === null || lastTap.spot === null) return false;
  const same = lastTap.spot.pile === spot.pile && lastTap.spot.index === spot.index;
  const free = spot.index === pileCards(state.layout, spot.pile).length - 1;
  const isDouble = same && free && now - lastTap.time < DOUBLE_TAP;
  if (isDouble) table.lastTap = null;
  return isDouble;
}

export function pick(
  table: Table,
  spot: NonNullable<Spot>,
  take = (run: Run) => hold(table, run),
): void {
  const { state } = table;
  const cards = pileCards(state.layout, spot.pile);
  const run = runFrom(state, spot.pile, spot.index);
  if (run !== null) return take(run);
  const count = Math.min(cards.length - spot.index, seenCount(state, spot.pile));
  state.focus = { pile: spot.pile, count };
  const card = cards[spot.index];
  if (card === undefined || isFoundation(spot.pile)) return redraw(table);
  table.refusing?.refuseCovered(spot.pile, spot.index);
  redraw(table);
}

/** A drag was tried with cards that are not free. */
export function refuseDrag(table: Table, spot: NonNullable<Spot>): void {
  table.lastTap = null;
  pick(table, spot);
}

/** A tap on the held pile: the same card lets go, another one is held instead. */
function pickOther(table: Table, held: Run, spot: NonNullable<Spot>): void {
  const run = runFrom(table.state, spot.pile, spot.index);
  if (run === null || run.count === held.count) release(table);
  else hold(table, run);
}

export function hold(table: Table, run: Run): void {
  const { state } = table;
  state.held = state.focus = run;
  state.tip = null;
  table.sound?.("lift");
  clearNote(table);
  speak(table.chrome, liftSentence(state, run));
  redraw(table);
}

/** A drag has begun. */
export function lift(table: Table, run: Run): void {
  table.lastTap = null;
  table.state.held = table.state.focus = run;
  table.state.tip = null;
  table.sound?.("lift");
  clearNote(table);
  redraw(table);
}

/** A drag has ended over a pile. */
export function drop(table: Table, target: Pile | null, nearest: Pile | null): void {
  const { state } = table;
  const { held } = state;
  if (held === null) return;
  const move = target === null ? undefined : findMove(state, held, target);
  if (move !== undefined) return playAndTell(table, move);
  state.held = null;
  fly(table);
  if (nearest !== null && nearest !== held.pile) table.refusing?.refuse(held, nearest);
}

/** Lets go of the held cards; with none held, does nothing. */
export function release(table: Table): void {
  const { state } = table;
  landAll(table);
  if (state.held !== null) {
    const card = cardName(state.texts, runCards(state.layout, state.held)[0] ?? 0);
    speak(table.chrome, capitalised(say(state.texts, "said.dropped", { card })));
  }
  state.held = null;
  fly(table);
}

export function takeBack(table: Table): void {
  if (!press(table)) return;
  if (table.replay) return table.replay(-1);
  table.state.held = null;
  const step = undo(table.state, performance.now());
  if (step.length === 0) return takeRestartBack(table);
  const { texts, layout } = table.state;
  settle(table, [], undoneSentence(texts, layout, step[0] ?? NO_MOVE));
}

/** The game lies as it was before it was started again, if nothing was done since. */
export function takeRestartBack(table: Table): void {
  const { texts } = table.state;
  if (!unrestart(table.state)) return;
  settle(table, [], say(texts, "said.undone", { move: say(texts, "said.restarted") }));
}

const NO_MOVE = { source: 0, target: 0, count: 0 };

export function takeForward(table: Table): void {
  if (!press(table)) return;
  if (table.replay) return table.replay(1);
  const before = table.state.layout;
  const step = redo(table.state, performance.now());
  if (step.length === 0) return;
  const move = stepSentence(table.state.texts, before, table.state.layout, step);
  settle(table, step, say(table.state.texts, "said.redone", { move }), before);
}

/** Plays a move. The focus goes with the cards, where the player's eyes are, or where it is said. */
export function playAndTell(
  table: Table,
  move: Move,
  focus: Run = { pile: move.target, count: 1 },
): void {
  const { state } = table;
  const { layout: before, status } = state;
  const step = play(state, move, performance.now());
  if (step.length === 0) return;
  state.focus = focus;
  settleFocus(state);
  settle(table, step, stepSentence(state.texts, before, state.layout, step), before);
  if (state.status.uselessPass && !status.uselessPass && !state.status.stuck)
    tell(table, { text: say(state.texts, "useless.pass") }, OFFER_TIME);
}

/** Starts the finish; it stops at the next press, or when there is nothing more to play. */
export function finish(table: Table): void {
  const { state, chrome } = table;
  if (!state.status.canFinish || state.finishing) return;
  state.finishing = true;
  state.held = null;
  table.finishStart = performance.now();
  speak(chrome, say(state.texts, "said.finishing"));
  finishNext(table);
}

function finishNext(table: Table): void {
  const before = table.state.layout;
  const step = playFinish(table.state, performance.now());
  if (step.length === 0 || table.state.status.won) table.state.finishing = false;
  // How to stop it was said at the start, and stays the last that was.
  if (step.length > 0) settle(table, step, null, before);
  planFinish(table);
}

export function planFinish(table: Table): void {
  const { finishing, away } = table.state;
  if (finishing && !away)
    table.finishTimer = window.setTimeout(() => finishNext(table), finishGap(table));
}

function finishGap({ finishStart, ways }: Table): number {
  const since = performance.now() - finishStart;
  return Math.max(LEAST_GAP, (FINISH_GAP - FINISH_QUICKENING * since) * ways.pace);
}

export function stopFinish(table: Table): void {
  clearTimeout(table.finishTimer);
  if (!table.state.finishing) return;
  table.state.finishing = false;
  table.state.choosing = true;
  speak(table.chrome, say(table.state.texts, "said.stopped"));
  redraw(table);
}
