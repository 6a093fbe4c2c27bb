/** The end of a deal, won or stuck: its panel over the table, and what is said of it. */

import { isFirstAsking } from "../keeping/jot.ts";
import type { Keeper } from "../keeping/keeping.ts";
import { historyOf } from "../rules/asked.ts";
import { STOCK } from "../rules/cards.ts";
import { nameOf } from "../rules/saved.ts";
import { clockText, elapsed } from "../table/clock.ts";
import { type State, stockMove } from "../table/state.ts";
import type { App } from "./acts.ts";
import { type Chrome, countText, speak, startTitle, write } from "./chrome.ts";
import { capitalised, say, sayCount } from "./i18n.ts";

/** Shows and says from now on to what end a deal has come, this one too. */
export function followEnd(app: App): void {
  const { chrome, drawers } = app;
  listenToPanel(chrome);
  drawers.push(() => drawEnd(app));
  drawEnd(app);
  app.sayChange = (sentence) => withEnd(app, sentence);
  const said = app.sayChange(null);
  // What was said when the deal was laid is heard with it.
  if (said !== null) speak(chrome, `${chrome.find("live").textContent} ${said}`.trim());
}

/** The panel of a won or stuck game closes by its cross and by Escape. */
function listenToPanel(chrome: Chrome): void {
  chrome.find("end-close").addEventListener("click", () => closePanel(chrome));
  document.addEventListener("keydown", ({ key }) => {
    const inDialog = document.querySelector("dialog[open]") !== null;
    if (key === "Escape" && !inDialog) closePanel(chrome);
  });
}

export function closePanel(chrome: Chrome): void {
  const panel = chrome.find("end");
  if (panel.hidden) return;
  const hadFocus = panel.contains(document.activeElement);
  chrome.closedEnd = panel.dataset.end ?? "";
  panel.hidden = true;
  if (hadFocus) chrome.find("table").querySelector<HTMLElement>("[tabindex='0']")?.focus();
}

/** The end that a deal has come to, "" while it has come to none; draws leave a stuck one stuck. */
function endOf({ status, start }: State): string {
  if (status.won) return `${nameOf(start)} won`;
  return status.stuck ? `${nameOf(start)} stuck` : "";
}

function drawEnd({ chrome, state, ways }: App): void {
  const { texts, status } = state;
  const end = endOf(state);
  if (end !== chrome.closedEnd) chrome.closedEnd = "";
  const panel = chrome.find("end");
  panel.dataset.end = end;
  panel.hidden = end === chrome.closedEnd;
  panel.classList.toggle("stuck", status.stuck);
  // Where nothing ever fitted, there is no other way to look for.
  const isFresh = status.stuck && onlyDrew(state);
  panel.classList.toggle("fresh", isFresh);
  chrome.find("end-undo").hidden = status.won || isFresh;
  if (status.stuck) {
    write(chrome, "end-head", stuckHead(state));
    write(chrome, "end-text", stuckText(state));
  }
  if (status.won) {
    write(chrome, "end-head", say(texts, "won.head"));
    write(chrome, "end-text", wonText(state, ways.quiet));
  }
}

/** What has been won, and in how many moves, how long and with what score, unless that is hidden. */
function wonText(state: State, isQuiet: boolean): string {
  const { texts, rules, status, start } = state;
  const deal = capitalised(startTitle(texts, start));
  if (isQuiet) return say(texts, "won.quiet", { deal });
  const time = clockText(elapsed(state.clock, performance.now()));
  const text = sayCount(texts, "won.text", status.steps, { deal, time });
  return rules.points === null ? text : `${text} ${countText(state)}.`;
}

/** A win is said instead of the move that made it, that the game is stuck after it; each once. */
function withEnd({ chrome, state, ways }: Keeper, sentence: string | null): string | null {
  const end = endOf(state);
  const isTold = end === chrome.toldEnd;
  chrome.toldEnd = end;
  if (isTold || end === "") return sentence;
  if (state.status.won) {
    // Asked after a win and not before, when the player has something to lose.
    if (isFirstAsking()) void navigator.storage?.persist?.();
    return `${say(state.texts, "won.head")} ${wonText(state, ways.quiet)}`;
  }
  return `${sentence ?? ""} ${stuckHead(state)}. ${stuckText(state)}`.trim();
}

/** That no card fits; where the stock can be drawn from, it is not said that there is no move. */
export const stuckHead = (state: State): string =>
  say(state.texts, stockMove(state) === undefined ? "stuck.head" : "stuck.head.stock");

/** What to do then: another way, or after a deal in which nothing ever fitted the next one. */
export function stuckText(state: State): string {
  const key = onlyDrew(state) ? "stuck.fresh" : "stuck.text";
  if (stockMove(state) !== undefined) return say(state.texts, `${key}.stock`);
  const wasDrawn = key === "stuck.fresh" && state.status.steps > 0;
  return say(state.texts, wasDrawn ? "stuck.fresh.spent" : key);
}

/** Whether all that was done so far is to draw and to turn over; also when nothing was. */
export function onlyDrew({ game, status }: State): boolean {
  const moves = historyOf(game).slice(0, status.steps).flat();
  return moves.every(({ source, target }) => source === STOCK || target === STOCK);
}
