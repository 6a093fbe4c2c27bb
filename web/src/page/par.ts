/** The fewest moves that are known to win a deal, told when it is won. */

import type { Choice } from "../rules/house.ts";
import { dealOf } from "../table/state.ts";
import type { App } from "./acts.ts";
import { write } from "./chrome.ts";
import { say } from "./i18n.ts";
import { fetchJson } from "./page.ts";

/** By games: the first deal, and a digit for it and for each one after it. */
export type Pars = Readonly<Record<string, { readonly first: number; readonly moves: string }>>;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function followPar(app: App): void {
  app.drawers.push(() => drawPar(app));
  drawPar(app);
}

/** The fewest moves known for a deal; null where none are. */
export function fewestMoves(pars: Pars, { game, options }: Choice, deal: number): number | null {
  const par = pars[game.id];
  if (par === undefined || Object.keys(options).length > 0) return null;
  const moves = DIGITS.indexOf(par.moves[deal - par.first] ?? "-");
  return moves < 0 ? null : moves;
}

function drawPar(app: App): void {
  const { state, chrome, ways } = app;
  const deal = dealOf(state);
  const isTold = state.status.won && !ways.quiet && deal !== null;
  if (isTold && app.pars === null) void bringPars(app);
  const fewest = isTold ? fewestMoves(app.pars ?? {}, state.choice, deal) : null;
  chrome.find("end-par").hidden = fewest === null;
  if (fewest !== null) write(chrome, "end-par", parText(app, fewest));
}

function parText({ state }: App, n: number): string {
  const { texts, status } = state;
  if (status.steps === n) return say(texts, "par.equal");
  return say(texts, status.steps < n ? "par.fewer" : "par.more", { n });
}

/** They come with the first win; where they cannot, nothing is said. */
async function bringPars(app: App): Promise<void> {
  app.pars = {};
  app.pars = await fetchJson<Pars>("pars").catch(() => ({}));
  drawPar(app);
}
