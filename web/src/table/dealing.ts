/** Another deal on the table, this one from its start, and the time that it has taken. */
import { openLayout, restartGame } from "../rules/asked.ts";
import { closeGame, type Engine, type Game, setAutoplay } from "../rules/engine.ts";
import type { Rules } from "../rules/formats.ts";
import { type Clock, elapsed, stoppedAt } from "./clock.ts";
import { beginAnew, changed, mustDeal, wind } from "./play.ts";
import type { Start, State } from "./state.ts";

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

/** Puts a fresh deal, or a position, on the table. */
export function layStart(state: State, start: Start): void {
  state.start = start;
  layGame(state, openStart(state.engine, state.rules, start));
}

/** Shows another game on the table; the one that lay there stays open, and is given back. */
export function showGame(state: State, game: Game): Game {
  const before = state.game;
  state.game = game;
  changed(state, []);
  return before;
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

export function openStart(engine: Engine, rules: Rules, start: Start): Game {
  if ("deal" in start) return mustDeal(engine, rules, start.deal);
  const game = openLayout(engine, rules, start.record);
  if (game === null) throw new Error("the engine refused the position");
  return game;
}

/** The clock with at least so many milliseconds counted. */
const atLeast = (clock: Clock, counted: number, now: number): Clock => ({
  ...clock,
  counted: clock.counted + Math.max(0, counted - elapsed(clock, now)),
});
