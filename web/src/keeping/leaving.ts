/** The page is left and seen again: what is saved then, and taken up as another page has left it. */

import { drawClock } from "../page/chrome.ts";
import { say } from "../page/i18n.ts";
import { keyOf } from "../rules/chosen.ts";
import { nameOf, type Saved, savedGame } from "../rules/saved.ts";
import { elapsed } from "../table/clock.ts";
import { goAway, passTime } from "../table/dealing.ts";
import { planFinish } from "../table/hands.ts";
import { restore, toSave } from "../table/saving.ts";
import { OFFER_TIME, picture, tell } from "../table/table.ts";
import { noteDeparted } from "./departed.ts";
import { dealtSentence } from "./fresh.ts";
import { isUnwritten, keepUnwritten, readGame, renewGame, setAside } from "./games.ts";
import { forgetTime, jotTable, jotTime, jottedTime, type Place } from "./jot.ts";
import { type Keeper, remember } from "./keeping.ts";

const CLOCK_STEP = 250;

/** Keeps what the player did when the page is left, and takes up what was done meanwhile. */
export function followLeaving(keeper: Keeper): void {
  document.addEventListener("visibilitychange", () => leave(keeper, document.hidden));
  leave(keeper, document.hidden);
  addEventListener("focus", () => void catchUp(keeper));
  addEventListener("pagehide", () => {
    saveTime(keeper);
    const { rules, status } = keeper.state;
    noteDeparted(keeper.store, placeOf(keeper), rules.points === null ? null : status.score);
    jotTable(keyOf(keeper.state.choice), keeper.state.start);
  });
  setInterval(() => tick(keeper), CLOCK_STEP);
}

/** Lays the game as another page has left it since this one read or wrote it. */
async function catchUp(keeper: Keeper): Promise<void> {
  const { state, store, known, opening } = keeper;
  const { layout, start } = state;
  const place = placeOf(keeper);
  if (state.finishing || keeper.guest !== null || isUnwritten(store, place)) return;
  const found = savedGame(await readGame(store, place));
  if (opening !== keeper.opening || layout !== state.layout || state.finishing) return;
  if (found === null) return;
  if (isSame(found, known)) return passTime(state, found.page.elapsed, performance.now());
  keeper.known = found;
  const kept = restore(state, start, found);
  picture(keeper, [], dealtSentence(state));
  if (!kept) await keepAside(keeper, found);
}

/** What could not be read is never overwritten: it is set aside, or else the deal is not saved. */
export async function keepAside(keeper: Keeper, unreadable: unknown): Promise<void> {
  keeper.saving = false;
  forgetTime(placeOf(keeper), Infinity);
  keeper.saving = await setAside(keeper.store, unreadable);
  tell(keeper, { text: say(keeper.state.texts, "store.unreadable") }, OFFER_TIME);
}

/** The page was hidden or is seen again: the clock and the finish stand, or go on. */
function leave(keeper: Keeper, away: boolean): void {
  clearTimeout(keeper.finishTimer);
  goAway(keeper.state, away, performance.now());
  if (away) saveTime(keeper);
  else void catchUp(keeper);
  planFinish(keeper);
}

/**
 * Saves how long the game has taken, when no move was played since it was saved: at once, and then
 * as all else is.
 */
export function saveTime(keeper: Keeper): void {
  const { state } = keeper;
  const isKnown = keeper.known !== null && nameOf(keeper.known) === nameOf(state.start);
  const known = isKnown ? keeper.known : null;
  const time = elapsed(state.clock, performance.now());
  if (time === 0 || keeper.guest !== null || known?.page.elapsed === time) return;
  jotTime(placeOf(keeper), time);
  if (known !== null) return renew(keeper);
  if (keeper.warned || !keeper.saving)
    keepUnwritten(keeper.store, toSave(state, performance.now(), Date.now()));
}

/** Saves a game anew, unless another page has played on meanwhile. */
export function renew(keeper: Keeper): void {
  const game = toSave(keeper.state, performance.now(), Date.now());
  const isOurs = (record: unknown) => isSame(savedGame(record), keeper.known);
  void renewGame(keeper.store, game, isOurs).then((saved) => {
    if (saved) remember(keeper, game);
  });
}

/** Whether two saved games are the same, however long they took, counted or not, in any order. */
const isSame = (one: Saved | null, other: Saved | null): boolean =>
  JSON.stringify(timeless(one)) === JSON.stringify(timeless(other));

const timeless = (saved: Saved | null) => {
  const game = savedGame(saved);
  return game === null ? null : { ...game, page: { ...game.page, elapsed: 0, play: null } };
};

/** Shows the time, and notes it whenever another second is seen: the page may end without a word. */
function tick(keeper: Keeper): void {
  const { state, chrome } = keeper;
  const [now, place] = [performance.now(), placeOf(keeper)];
  const time = elapsed(state.clock, now);
  drawClock(chrome, state, now);
  const isSeen = secondsIn(time) !== secondsIn(jottedTime(place));
  if (state.clock.since !== null && isSeen) jotTime(place, time);
}

const secondsIn = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Where the game on the table is kept. */
export const placeOf = ({ state }: Keeper): Place => ({
  game: keyOf(state.choice),
  ...state.start,
});
