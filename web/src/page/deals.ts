/** Deals: one is opened as it was left, another or this one from its start at the player's word. */

import { readGame } from "../keeping/games.ts";
import { type Keeper, layDeal } from "../keeping/keeping.ts";
import { keepAside, renew, saveTime } from "../keeping/leaving.ts";
import { keyOf } from "../rules/chosen.ts";
import { impossibleDeals, isImpossible } from "../rules/impossible.ts";
import { restart } from "../table/dealing.ts";
import { stopFinish, takeRestartBack } from "../table/hands.ts";
import { restore, toSave } from "../table/saving.ts";
import { dealOf, type Start, type State } from "../table/state.ts";
import { OFFER_TIME, settle, tell } from "../table/table.ts";
import type { App } from "./acts.ts";
import { asksDaily, dealInAddress, isLink, queryOf } from "./address.ts";
import { offerBack } from "./back.ts";
import { startTitle } from "./chrome.ts";
import { resetFields } from "./fields.ts";
import { capitalised, say, sayCount } from "./i18n.ts";

/**
 * Deals a number that the player asked for, as a new place in the browser's history, and tells of it;
 * what there is to tell of one that lies there already is told without laying it anew.
 */
export async function dealAnew(keeper: Keeper, deal: number, told?: string): Promise<void> {
  if (deal === dealOf(keeper.state)) {
    stay(keeper);
    if (told !== undefined) tell(keeper, { text: told }, OFFER_TIME);
    return;
  }
  if (await openStart(keeper, { deal }, "push"))
    offerBack(keeper, told ?? startNote(keeper.state), () => history.back());
}

export function restartDeal(keeper: Keeper): void {
  const { state } = keeper;
  if (!state.status.canUndo) return;
  const kept = toSave(state, performance.now(), Date.now());
  restart(state, performance.now());
  state.wayBack = () => restore(state, state.start, kept);
  settle(keeper, [], say(state.texts, "said.restarted"));
  offerBack(keeper, say(state.texts, "said.restarted"), () => takeRestartBack(keeper));
}

/** Lays the deal of the place to which the browser's history has gone. */
export function followHistory(keeper: App): void {
  const { state } = keeper;
  addEventListener("popstate", () => {
    if (isLink(location.search)) return void openLinked(keeper);
    const asked = dealInAddress(location.search);
    const deal = asked !== null && "deal" in asked ? asked.deal : dealOf(state);
    const isHere = deal === dealOf(state) && keeper.guest === null;
    if (deal === null || isHere) return stay(keeper);
    void openStart(keeper, { deal }, null).then((laid) => laid && warnImpossible(keeper));
  });
}

/** Opens what the address tells, unless it is there, and says what is wrong with it. */
export async function openLinked(app: App): Promise<void> {
  const { state, guest } = app;
  const { search } = location;
  if (guest === search || (guest === null && queryOf(state.choice, state.start) === search))
    return stay(app);
  const text = asksDaily(search)
    ? await (await import("../daily/today.ts")).openToday(app)
    : await openOther(app, search);
  if (text !== null) tell(app, { text }, OFFER_TIME);
}

/** Opens a position or a play; what is wrong with it, null for nothing. */
async function openOther(app: App, search: string): Promise<string | null> {
  const { openLink } = await import("../sharing/positions.ts");
  const fault = await openLink(app, search, null);
  return fault && say(app.state.texts, fault);
}

/** What there is to say of a deal that was just laid: its number, or that nobody can win it. */
function startNote(state: State): string {
  const { choice, start, texts } = state;
  const deal = dealOf(state);
  if (deal === null || !isImpossible(choice, deal)) return capitalised(startTitle(texts, start));
  const { searched: last } = choice.game;
  return sayCount(texts, "note.impossible", impossibleDeals(choice).length, { deal, last });
}

/**
 * Lays a deal or a position, as it was saved if it was; "push" makes it a new place in the browser's history,
 * null keeps the place and writes what lies there into its address.
 */
export async function openStart(
  keeper: Keeper,
  start: Start,
  place: "push" | null,
): Promise<boolean> {
  const { state, store } = keeper;
  const turn = ++keeper.opening;
  saveTime(keeper);
  const saved = await readGame(store, { game: keyOf(state.choice), ...start });
  if (turn !== keeper.opening) return false;
  stopFinish(keeper);
  const address = queryOf(state.choice, start);
  if (place === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", `${address}${location.hash}`);
  layDeal(keeper, start, saved);
  resetFields(state);
  await keepFound(keeper, saved);
  return true;
}

/** A deal that was found becomes the game that was left, also when no move follows; or is set aside. */
export async function keepFound(keeper: Keeper, saved: unknown): Promise<void> {
  if (!keeper.saving) await keepAside(keeper, saved);
  else if (saved !== null) renew(keeper);
}

/** Whoever asked for another deal stays at this one: what is still being read is not laid. */
function stay(keeper: Keeper): void {
  keeper.opening++;
}

/** Says that a deal is one of those that nobody can win. */
export function warnImpossible(keeper: Keeper): void {
  const { state } = keeper;
  if (!isImpossible(state.choice, dealOf(state)) || state.status.steps > 0) return;
  tell(keeper, { text: startNote(state) }, OFFER_TIME);
}
