/** A game played back: a slider over its moves, steps, and play. Looking changes nothing. */

import type { App } from "../page/acts.ts";
import { hideNote, speak } from "../page/chrome.ts";
import { capitalised, say } from "../page/i18n.ts";
import { writeTexts } from "../page/wording.ts";
import { historyOf } from "../rules/asked.ts";
import { stopClock } from "../table/clock.ts";
import { goAway } from "../table/dealing.ts";
import { focusTable } from "../table/render.ts";
import { type Arrival, countSteps, goTo } from "../table/replay.ts";
import { stepSentence } from "../table/speech.ts";
import type { State } from "../table/state.ts";
import { fly, landAll } from "../table/table.ts";

export interface HistoryOptions {
  /** After how many steps it opens; else where the game is, and a won one plays from its start. */
  readonly at?: number;
  /**
   * What follows when it closes, in place of saving: *goesOn* when the player plays on from the
   * position that is seen, else the game lies as it lay before.
   */
  readonly closed?: (goesOn: boolean) => void;
}

interface Player {
  readonly app: App;
  readonly options: HistoryOptions;
  readonly panel: HTMLElement;
  readonly find: <T extends HTMLElement = HTMLElement>(part: string) => T;
  /** How the game lay when it was opened, and what the clock and a restart had come to. */
  readonly kept: Pick<State, "game" | "timed" | "restarted" | "wayBack">;
  readonly position: number;
  /** The steps as they were, so that a new move is told from a step. */
  readonly steps: string;
  readonly ended: AbortController;
  arrival: Arrival;
  /** 0 while it stands. */
  timer: number;
}

const STEP_TIME = 700;
const LEAST_TIME = 350;
const FIRST_TIME = 900;

const PANEL = `
  <p class="told"><b class="at"></b> <span class="did"></span></p>
  <input type="range" min="0" step="1" data-name="history.slider">
  <div class="steps">
    <button type="button" data-do="undo" data-name="history.back" data-title="history.back"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M17 5v14l-9-7zM6 5v14"/></svg></button>
    <button type="button" class="play"><svg viewBox="0 0 24 24" aria-hidden="true"><path d=""/></svg></button>
    <button type="button" data-do="redo" data-name="history.forward" data-title="history.forward"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 5v14l9-7zM18 5v14"/></svg></button>
    <button type="button" class="here" data-text="history.here"></button>
    <button type="button" class="shut" data-name="do.close" data-title="do.close"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>
  </div>`;
const SIGNS = { play: "M8 5v14l11-7z", pause: "M8 5v14M16 5v14" };

/** Opens the player of the game that lies on the table, unless it is open or nothing was played. */
export function showHistory(app: App, options: HistoryOptions = {}): void {
  const { state } = app;
  const count = countSteps(state);
  if (app.replay || count === 0) return;
  const player = makePlayer(app, options);
  app.replay = (by) => stepBy(player, by);
  forget(app);
  listen(player, count);
  const atEnd = state.status.won && options.at === undefined;
  arrive(player, atEnd ? 0 : (options.at ?? player.position));
  player.find(atEnd ? ".play" : "input").focus();
  if (atEnd) plan(player, FIRST_TIME);
}

function makePlayer(app: App, options: HistoryOptions): Player {
  const { state } = app;
  const { game, timed, restarted, wayBack, status, layout } = state;
  const panel = document.createElement("section");
  panel.className = "player";
  panel.innerHTML = PANEL;
  panel.dataset.name = "do.history";
  app.view.felt.after(panel);
  writeTexts(state.texts, panel.parentElement ?? document);
  document.body.classList.add("replaying");
  return {
    app,
    options,
    panel,
    find: <T extends HTMLElement>(part: string) => panel.querySelector<T>(part) as T,
    kept: { game, timed, restarted, wayBack },
    position: status.steps,
    steps: stepsOf(state),
    ended: new AbortController(),
    arrival: { step: [], before: layout },
    timer: 0,
  };
}

const stepsOf = ({ game }: State): string => JSON.stringify(historyOf(game));

/** What was said of the position goes, and the clock stands. */
function forget(app: App): void {
  const { state } = app;
  app.search?.control.abort();
  app.search = null;
  hideNote(app.chrome);
  state.held = null;
  state.timed = state.restarted = false;
  state.clock = stopClock(state.clock, performance.now());
}

function listen(player: Player, count: number): void {
  const { app, panel, find, ended } = player;
  const slider = find<HTMLInputElement>("input");
  const { signal } = ended;
  slider.max = `${count}`;
  slider.addEventListener("input", () => {
    // To pause puts the slider where the game still is.
    const position = slider.valueAsNumber;
    pause(player);
    arrive(player, position);
  });
  find(".play").addEventListener("click", () => turnPlay(player));
  find(".here").addEventListener("click", () => close(player, true));
  find(".shut").addEventListener("click", () => close(player, false));
  app.view.felt.addEventListener("pointerdown", () => pause(player), { signal });
  document.addEventListener("keydown", (event) => leaveByKey(player, event), {
    capture: true,
    signal,
  });
  document.addEventListener("visibilitychange", () => pause(player), { signal });
  const draw = () => follow(player);
  app.drawers.push(draw);
  signal.addEventListener("abort", () => {
    app.drawers.splice(app.drawers.indexOf(draw), 1);
    panel.remove();
  });
}

function leaveByKey(player: Player, event: KeyboardEvent): void {
  const { held } = player.app.state;
  const isOurs = held === null && document.querySelector("dialog[open]") === null;
  if (event.key !== "Escape" || !isOurs) return;
  event.preventDefault();
  // The panel of a won game lies under it, and stays.
  event.stopImmediatePropagation();
  close(player, false);
}

/** Shows the position after so many steps; a single step forward is seen moving. */
function arrive(player: Player, position: number): void {
  const { app } = player;
  const isNext = position === app.state.status.steps + 1;
  landAll(app);
  player.arrival = goTo(app.state, position);
  const { step, before } = player.arrival;
  if (isNext) {
    fly(app, step, before);
    app.sound?.("lay");
  } else fly(app);
}

function stepBy(player: Player, by: 1 | -1): void {
  const { state, chrome } = player.app;
  pause(player);
  arrive(player, state.status.steps + by);
  speak(chrome, told(player));
}

/** After whatever was drawn: the player shows where the game is, or sees that it goes on. */
function follow(player: Player): void {
  const { state } = player.app;
  if (state.game !== player.kept.game) return end(player);
  if (state.restarted || stepsOf(state) !== player.steps) return goOn(player);
  draw(player);
}

function draw(player: Player): void {
  const { app, find } = player;
  const { texts, status } = app.state;
  const slider = find<HTMLInputElement>("input");
  if (slider.valueAsNumber !== status.steps) slider.value = `${status.steps}`;
  find(".at").textContent = placeText(player);
  find(".did").textContent = didText(player);
  slider.setAttribute("aria-valuetext", told(player));
  const plays = player.timer !== 0;
  const button = find(".play");
  const name = say(texts, plays ? "history.pause" : "do.history");
  if (button.title !== name) button.title = button.ariaLabel = name;
  button.querySelector("path")?.setAttribute("d", plays ? SIGNS.pause : SIGNS.play);
}

function placeText({ app, find }: Player): string {
  const { texts, status } = app.state;
  const of = Number(find<HTMLInputElement>("input").max);
  if (status.steps === 0) return say(texts, "history.start");
  return say(texts, "history.at", { at: status.steps, of });
}

function didText({ app, arrival: { step, before } }: Player): string {
  const { texts, layout } = app.state;
  return capitalised(stepSentence(texts, before, layout, step));
}

const told = (player: Player): string => `${placeText(player)}. ${didText(player)}`.trim();

function turnPlay(player: Player): void {
  const { app } = player;
  if (player.timer !== 0) {
    pause(player);
    return speak(app.chrome, told(player));
  }
  if (!app.state.status.canRedo) arrive(player, 0);
  plan(player, app.state.status.steps === 0 ? FIRST_TIME : 0);
}

function plan(player: Player, time: number): void {
  player.timer = window.setTimeout(() => playNext(player), time);
  draw(player);
}

function playNext(player: Player): void {
  const { state, ways } = player.app;
  player.timer = 0;
  arrive(player, state.status.steps + 1);
  if (state.status.canRedo) plan(player, Math.max(LEAST_TIME, STEP_TIME * ways.pace));
  else speak(player.app.chrome, told(player));
}

function pause(player: Player): void {
  if (player.timer === 0) return;
  clearTimeout(player.timer);
  player.timer = 0;
  draw(player);
}

/** Closes it: the game goes on from the position that is seen, or lies as it lay before. */
function close(player: Player, goesOn: boolean): void {
  const { app, kept, position, options } = player;
  const { state } = app;
  pause(player);
  landAll(app);
  const isMoved = state.status.steps !== position;
  if (!goesOn && isMoved) goTo(state, position);
  if (!(goesOn && isMoved)) Object.assign(state, kept);
  else state.timed = kept.timed;
  end(player);
  goAway(state, state.away, performance.now());
  fly(app);
  if (options.closed !== undefined) options.closed(goesOn);
  else if (goesOn && isMoved) app.changed();
}

/** A move was played from the position that is seen. */
function goOn(player: Player): void {
  end(player);
  player.options.closed?.(true);
}

function end(player: Player): void {
  const { app, panel, ended } = player;
  const hadFocus = panel.contains(document.activeElement);
  clearTimeout(player.timer);
  player.timer = 0;
  app.replay = null;
  ended.abort();
  document.body.classList.remove("replaying");
  if (hadFocus) focusTable(app.view, app.state);
}
