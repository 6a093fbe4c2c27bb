/** What the page keeps of the games: deals are opened as they were left, and saved as they change. */

import type { AutoplayLevel } from "../rules/engine.ts";
import { parseSaved, type SavedGame } from "../rules/formats.ts";
import { type Choice, impossibleDeals, keyOf } from "../rules/house.ts";
import { randomDeal } from "../rules/numbers.ts";
import { elapsed } from "../table/clock.ts";
import { planFinish, stopFinish } from "../table/hands.ts";
import { changeAutoplay, dealNumber, goAway, passTime, restore, toSave } from "../table/play.ts";
import { shuffleNodes } from "../table/render.ts";
import { beakSentence, stuckHead, stuckText } from "../table/speech.ts";
import type { State } from "../table/state.ts";
import { OFFER_TIME, picture, type Table, tell } from "../table/table.ts";
import { pathOfGame, queryOf } from "./address.ts";
import { dealTitle, endOf } from "./chrome.ts";
import { resetFields } from "./fields.ts";
import { capitalised, say, sayCount } from "./i18n.ts";
import { forgetTime, jotTime } from "./jot.ts";
import {
  isUnwritten,
  keepUnwritten,
  readGame,
  renewGame,
  type Settings,
  type Store,
  setAside,
  writeGame,
  writeSettings,
} from "./store.ts";

/** A table whose games are kept. */
export interface Keeper extends Table {
  readonly store: Store;
  settings: Settings;
  /** Counts the deals that were asked for, so that only the last of them is laid. */
  opening: number;
  /** Whether this deal may be saved: not over a game that could neither be read nor set aside. */
  saving: boolean;
  /** The deal's saved game as this page read or wrote it last. */
  known: SavedGame | null;
  /** Whether the player knows that nothing is saved. */
  warned: boolean;
}

/** What there is to say of a deal that was just laid: its number, or that nobody can win it. */
export function dealNote({ choice, deal, texts }: State): string {
  const impossible = impossibleDeals(choice);
  const { searched: last } = choice.game;
  if (impossible.includes(deal))
    return sayCount(texts, "note.impossible", impossible.length, { deal, last });
  return capitalised(dealTitle(texts, deal));
}

/**
 * Lays a deal, as it was saved if it was; "push" makes it a new place in the browser's history,
 * null keeps the place and writes the number into its address.
 */
export async function openNumber(
  keeper: Keeper,
  deal: number,
  place: "push" | null,
): Promise<boolean> {
  const { state, store } = keeper;
  const turn = ++keeper.opening;
  saveTime(keeper);
  const saved = await readGame(store, keyOf(state.choice), deal);
  if (turn !== keeper.opening) return false;
  stopFinish(keeper);
  const address = queryOf(state.choice, deal);
  if (place === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", `${address}${location.hash}`);
  keeper.saving = true;
  keeper.known = savedGame(saved);
  shuffleNodes(keeper.view);
  if (saved === null) dealNumber(state, deal);
  const readable = saved === null || restore(state, deal, saved);
  picture(keeper, [], dealtSentence(state));
  resetFields(state);
  if (!readable) await keepAside(keeper, saved);
  // So that this is the game that was left, also when no move follows.
  else if (saved !== null) renew(keeper);
  return true;
}

function dealtSentence({ texts, rules, layout, deal }: State): string {
  const beak = beakSentence(texts, rules, layout);
  return [say(texts, "said.dealt", { deal }), beak].join(" ").trim();
}

/** Whoever asked for another deal stays at this one: what is still being read is not laid. */
export function stay(keeper: Keeper): void {
  keeper.opening++;
}

/** Lays the game as another page has left it since this one read or wrote it. */
export async function catchUp(keeper: Keeper): Promise<void> {
  const { state, store, known, opening } = keeper;
  const { layout, deal } = state;
  const key = keyOf(state.choice);
  if (state.finishing || isUnwritten(store, key, deal)) return;
  const found = savedGame(await readGame(store, key, deal));
  if (opening !== keeper.opening || layout !== state.layout || state.finishing) return;
  if (found === null) return;
  if (isSame(found, known)) return passTime(state, found.page.elapsed, performance.now());
  keeper.known = found;
  const kept = restore(state, deal, found);
  picture(keeper, [], say(state.texts, "said.dealt", { deal }));
  if (!kept) await keepAside(keeper, found);
}

/** What could not be read is never overwritten: it is set aside, or else the deal is not saved. */
async function keepAside(keeper: Keeper, unreadable: unknown): Promise<void> {
  keeper.saving = false;
  forgetTime({ game: keyOf(keeper.state.choice), deal: keeper.state.deal }, Infinity);
  keeper.saving = await setAside(keeper.store, unreadable);
  tell(keeper, { text: say(keeper.state.texts, "store.unreadable") }, OFFER_TIME);
}

/** Says that a deal is one of those that nobody can win. */
export function warnImpossible(keeper: Keeper): void {
  const { choice, deal, status } = keeper.state;
  if (!impossibleDeals(choice).includes(deal) || status.steps > 0) return;
  tell(keeper, { text: dealNote(keeper.state) }, OFFER_TIME);
}

export function chooseAutoplay(keeper: Keeper, level: AutoplayLevel): void {
  changeAutoplay(keeper.state, level);
  keeper.settings = { ...keeper.settings, autoplay: level };
  void writeSettings(keeper.store, keeper.settings);
}

/** The page was hidden or is seen again: the clock and the finish stand, or go on. */
export function leave(keeper: Keeper, away: boolean): void {
  clearTimeout(keeper.finishTimer);
  goAway(keeper.state, away, performance.now());
  if (away) saveTime(keeper);
  else void catchUp(keeper);
  planFinish(keeper);
}

/** A win is said instead of the move that made it, that the game is stuck after it; each once. */
export function withEnd({ chrome, state }: Keeper, sentence: string | null): string | null {
  // Asked after a win and not before, when the player has something to lose.
  if (state.status.won) void navigator.storage?.persist?.();
  const end = endOf(state);
  const isTold = end === chrome.toldEnd;
  chrome.toldEnd = end;
  if (isTold || end === "") return sentence;
  if (state.status.won) return say(state.texts, "won.head");
  return `${sentence ?? ""} ${stuckHead(state)}. ${stuckText(state)}`.trim();
}

/** Saves the game as it is; a deal on which nothing was played leaves no trace. */
export function save(keeper: Keeper): void {
  const { state } = keeper;
  const { canUndo, canRedo } = state.status;
  if (!canUndo && !canRedo) return;
  const game = toSave(state, performance.now(), Date.now());
  if (!keeper.saving) return keepUnwritten(keeper.store, game);
  void writeGame(keeper.store, game).then((saved) => {
    if (saved) return remember(keeper, game);
    if (keeper.warned) return;
    keeper.warned = true;
    tell(keeper, { text: say(state.texts, "store.refused") }, OFFER_TIME);
  });
}

/**
 * Saves how long the game has taken, when no move was played since it was saved: at once, and then
 * as all else is.
 */
export function saveTime(keeper: Keeper): void {
  const { state } = keeper;
  const known = keeper.known?.deal === state.deal ? keeper.known : null;
  const time = elapsed(state.clock, performance.now());
  if (time === 0 || known?.page.elapsed === time) return;
  jotTime({ game: keyOf(state.choice), deal: state.deal }, time);
  if (known !== null) return renew(keeper);
  if (keeper.warned || !keeper.saving)
    keepUnwritten(keeper.store, toSave(state, performance.now(), Date.now()));
}

/** Saves a game anew, unless another page has played on meanwhile. */
function renew(keeper: Keeper): void {
  const game = toSave(keeper.state, performance.now(), Date.now());
  const isOurs = (record: unknown) => isSame(savedGame(record), keeper.known);
  void renewGame(keeper.store, game, isOurs).then((saved) => {
    if (saved) remember(keeper, game);
  });
}

function remember(keeper: Keeper, game: SavedGame): void {
  if (game.deal === keeper.state.deal) keeper.known = game;
}

const savedGame = (record: unknown): SavedGame | null => parseSaved(record)?.game ?? null;

/** Whether two saved games are the same, however long they took. */
const isSame = (one: SavedGame | null, other: SavedGame | null): boolean =>
  JSON.stringify(timeless(one)) === JSON.stringify(timeless(other));

const timeless = (game: SavedGame | null) =>
  game === null ? null : { ...game, page: { ...game.page, elapsed: 0 } };

/** The address is that of the game's page in the player's language. */
export function moveTo({ state }: Keeper): void {
  const { choice, deal, texts } = state;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  history.replaceState(null, "", `${path}${queryOf(choice, deal)}${location.hash}`);
}

/** A deal by lot, but none that nobody can win. */
export function drawDeal(choice: Choice): number {
  const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return randomDeal(impossibleDeals(choice), draw);
}
