/** What each gesture does: the game, then the picture, the voice and the save, in that order. */
import { queryOf } from "./address.ts";
import { land, startFlights } from "./anim.ts";
import {
  type Card,
  FIRST_FOUNDATION,
  foundationCard,
  isFoundation,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  type Run,
  runCards,
  STOCK,
} from "./cards.ts";
import {
  type Chrome,
  dealTitle,
  drawChrome,
  endOf,
  hideNote,
  type Note,
  showNote,
  speak,
} from "./chrome.ts";
import { elapsed } from "./clock.ts";
import type { Spot } from "./drag.ts";
import { type AutoplayLevel, layoutRecord, tipMove } from "./engine.ts";
import { resetFields } from "./fields.ts";
import { parseSaved, type SavedGame, type Step } from "./formats.ts";
import { type House, impossibleDeals, keyOf } from "./house.ts";
import { capitalised, say, sayCount } from "./i18n.ts";
import { forgetTime, jotTime } from "./jot.ts";
import {
  changeAutoplay,
  dealNumber,
  goAway,
  passTime,
  play,
  playFinish,
  redo,
  restart,
  restore,
  toSave,
  undo,
} from "./play.ts";
import { render, rescueFocus, shuffleNodes, type View } from "./render.ts";
import {
  beakSentence,
  cardName,
  coveredText,
  freeSentence,
  liftSentence,
  movesSentence,
  refusalText,
  stepSentence,
  stockRefusal,
  stuckHead,
  stuckText,
  tableSentence,
  tipText,
  undoneSentence,
} from "./speech.ts";
import {
  findMove,
  isTooLong,
  quickMove,
  type Refusal,
  refusal,
  runFrom,
  type State,
  seenCount,
  settleFocus,
  stockMove,
  tappedMove,
  type Verdict,
} from "./state.ts";
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
import { askSolver, positionKey, type SolverHome } from "./verdict.ts";

/** Everything that lives as long as the page. */
export interface App {
  readonly state: State;
  readonly house: House;
  readonly view: View;
  readonly chrome: Chrome;
  readonly store: Store;
  readonly home: SolverHome;
  /** Whether the player wants less motion. */
  readonly calm: MediaQueryList;
  /** Proven verdicts by position. */
  readonly verdicts: Map<string, Verdict>;
  settings: Settings;
  /** The search that is running, and what its note says. */
  search: { readonly control: AbortController; note: Note } | null;
  finishTimer: number;
  finishStart: number;
  lastTap: { readonly spot: Spot; readonly time: number } | null;
  /** Counts the deals that were asked for, so that only the last of them is laid. */
  opening: number;
  /** Whether this deal may be saved: not over a game that could neither be read nor set aside. */
  saving: boolean;
  /** The deal's saved game as this page read or wrote it last. */
  known: SavedGame | null;
  /** Whether the player knows that nothing is saved. */
  warned: boolean;
}

const DOUBLE_TAP = 400;
const FINISH_STEP = 90;
const NOTE_TIME = 6_000;
const OFFER_TIME = 10_000;

/** Draws the state anew at its place, without flights. */
export function redraw(app: App): void {
  render(app.view, app.state);
  drawChrome(app.chrome, app.state, performance.now());
}

/** The start of every gesture: what flies lands. False when it stopped the finish and is done. */
export function press(app: App): boolean {
  landAll(app);
  if (!app.state.finishing) return true;
  stopFinish(app);
  return false;
}

/**
 * A hand came down on the table. The second of two quick taps on a place where the first one
 * started the finish does not stop it.
 */
export function touch(app: App): boolean {
  const since = performance.now() - app.finishStart;
  return !(app.state.finishing && since < DOUBLE_TAP) && press(app);
}

export function tap(app: App, spot: Spot): void {
  // Two quick taps on the stock draw twice.
  if (spot?.pile === STOCK) return choose(app, spot);
  if (isDoubleTap(app, spot)) quickFrom(app, spot?.pile ?? 0);
  else choose(app, spot);
}

/** A place was chosen: it is picked up, or what is held goes there. */
export function choose(app: App, spot: Spot): void {
  const { state } = app;
  if (state.held === null && startsFinish(state, spot)) return finish(app);
  if (spot === null) return release(app);
  if (spot.pile === STOCK) return chooseStock(app);
  if (state.held === null) return pick(app, spot);
  if (state.held.pile === spot.pile) return pickOther(app, state.held, spot);
  const move = tappedMove(state, state.held, spot.pile);
  if (move !== undefined) return playAndTell(app, move);
  const tooLong = isTooLong(state, state.held, spot.pile);
  const other = tooLong ? null : runFrom(state, spot.pile, spot.index);
  if (other !== null && !isFoundation(spot.pile)) return hold(app, other);
  refuse(app, refusal(state, state.held, spot.pile));
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
function chooseStock(app: App): void {
  const { state } = app;
  state.held = null;
  state.focus = { pile: STOCK, count: 1 };
  draw(app);
}

/** Draws from the stock or turns the waste over; the focus stays where it is. */
export function draw(app: App): void {
  if (!press(app)) return;
  const { state } = app;
  const move = stockMove(state);
  if (move !== undefined) return playAndTell(app, move, state.focus);
  if (state.layout.stock === null) return;
  tell(app, { text: stockRefusal(state.texts, state.rules, state.layout) });
  redraw(app);
}

function isDoubleTap(app: App, spot: Spot): boolean {
  const { lastTap, state } = app;
  const now = performance.now();
  app.lastTap = { spot, time: now };
  if (spot === null || lastTap === null || lastTap.spot === null) return false;
  const same = lastTap.spot.pile === spot.pile && lastTap.spot.index === spot.index;
  const free = spot.index === pileCards(state.layout, spot.pile).length - 1;
  const isDouble = same && free && now - lastTap.time < DOUBLE_TAP;
  if (isDouble) app.lastTap = null;
  return isDouble;
}

function pick(app: App, spot: NonNullable<Spot>): void {
  const { state } = app;
  const cards = pileCards(state.layout, spot.pile);
  const run = runFrom(state, spot.pile, spot.index);
  if (run !== null) return hold(app, run);
  const count = Math.min(cards.length - spot.index, seenCount(state, spot.pile));
  state.focus = { pile: spot.pile, count };
  const card = cards[spot.index];
  if (card === undefined || isFoundation(spot.pile)) return redraw(app);
  tell(app, { text: coveredText(state, spot.pile, spot.index) });
  redraw(app);
}

/** A drag was tried with cards that are not free. */
export function refuseDrag(app: App, spot: NonNullable<Spot>): void {
  app.lastTap = null;
  pick(app, spot);
}

/** A tap on the held pile: the same card lets go, another one is held instead. */
function pickOther(app: App, held: Run, spot: NonNullable<Spot>): void {
  const run = runFrom(app.state, spot.pile, spot.index);
  if (run === null || run.count === held.count) release(app);
  else hold(app, run);
}

function hold(app: App, run: Run): void {
  const { state } = app;
  state.held = state.focus = run;
  state.tip = null;
  clearNote(app);
  speak(app.chrome, liftSentence(state, run));
  redraw(app);
}

/** A drag has begun. */
export function lift(app: App, run: Run): void {
  app.lastTap = null;
  app.state.held = app.state.focus = run;
  app.state.tip = null;
  clearNote(app);
  redraw(app);
}

/** A drag has ended over a pile. */
export function drop(app: App, target: Pile | null, nearest: Pile | null): void {
  const { state } = app;
  const { held } = state;
  if (held === null) return;
  const move = target === null ? undefined : findMove(state, held, target);
  if (move !== undefined) return playAndTell(app, move);
  state.held = null;
  fly(app);
  if (nearest !== null && nearest !== held.pile) refuse(app, refusal(state, held, nearest));
}

/** Lets go of the held cards; with none held, does nothing. */
export function release(app: App): void {
  const { state } = app;
  landAll(app);
  if (state.held !== null) {
    const card = cardName(state.texts, runCards(state.layout, state.held)[0] ?? 0);
    speak(app.chrome, capitalised(say(state.texts, "said.dropped", { card })));
  }
  state.held = null;
  fly(app);
}

/** Sends the focused card to its foundation, or else to a cell. */
export function quick(app: App): void {
  if (press(app)) quickFrom(app, app.state.focus.pile);
}

function quickFrom(app: App, pile: Pile): void {
  if (pile === STOCK) return draw(app);
  const move = quickMove(app.state, pile);
  if (move === undefined) release(app);
  else playAndTell(app, move);
}

/** Says what the player asks to hear. */
export function hear(app: App, what: "free" | "moves" | "table"): void {
  const sentences = { free: freeSentence, moves: movesSentence, table: tableSentence };
  speak(app.chrome, sentences[what](app.state));
}

export function moveFocus(app: App, place: Run): void {
  landAll(app);
  app.state.focus = place;
  render(app.view, app.state);
}

/** Takes more or fewer cards at the focus; cards that are held stay held. */
export function lengthen(app: App, { pile, count }: Run): void {
  const { state } = app;
  landAll(app);
  if (state.held !== null && state.held.pile !== pile) return;
  const run = runFrom(state, pile, pileCards(state.layout, pile).length - count);
  if (run !== null) hold(app, run);
}

export function takeBack(app: App): void {
  if (!press(app)) return;
  app.state.held = null;
  const step = undo(app.state, performance.now());
  if (step.length === 0) return;
  const { texts, layout } = app.state;
  settle(app, [], undoneSentence(texts, layout, step[0] ?? NO_MOVE));
}

const NO_MOVE = { source: 0, target: 0, count: 0 };

export function takeForward(app: App): void {
  if (!press(app)) return;
  const before = app.state.layout;
  const step = redo(app.state, performance.now());
  if (step.length === 0) return;
  const move = stepSentence(app.state.texts, before, app.state.layout, step);
  settle(app, step, say(app.state.texts, "said.redone", { move }), before);
}

export function restartDeal(app: App): void {
  const { state } = app;
  if (!state.status.canUndo) return;
  const kept = toSave(state, performance.now(), Date.now());
  restart(state, performance.now());
  settle(app, [], say(state.texts, "said.restarted"));
  offerBack(app, say(state.texts, "said.restarted"), () => {
    restore(state, kept.deal, kept);
    settle(app, [], "");
  });
}

/** Offers for some seconds to take back a restart or a new deal. */
export function offerBack(app: App, text: string, run: () => void): void {
  const action = { name: say(app.state.texts, "do.undo"), run };
  note(app, { text, action }, OFFER_TIME);
}

/** What there is to say of a deal that was just laid: its number, or that nobody can win it. */
export function dealNote({ choice, deal, texts }: State): string {
  if (impossibleDeals(choice).includes(deal)) return say(texts, "note.impossible", { deal });
  return capitalised(dealTitle(texts, deal));
}

/**
 * Lays a deal, as it was saved if it was; "push" makes it a new place in the browser's history,
 * null keeps the place and writes the number into its address.
 */
export async function openNumber(app: App, deal: number, place: "push" | null): Promise<boolean> {
  const { state, store } = app;
  const turn = ++app.opening;
  saveTime(app);
  const saved = await readGame(store, keyOf(state.choice), deal);
  if (turn !== app.opening) return false;
  stopFinish(app);
  const address = queryOf(state.choice, deal);
  if (place === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  app.saving = true;
  app.known = savedGame(saved);
  shuffleNodes(app.view);
  if (saved === null) dealNumber(state, deal);
  const readable = saved === null || restore(state, deal, saved);
  picture(app, [], dealtSentence(state));
  resetFields(state);
  if (!readable) await keepAside(app, saved);
  // So that this is the game that was left, also when no move follows.
  else if (saved !== null) renew(app);
  return true;
}

function dealtSentence({ texts, rules, layout, deal }: State): string {
  const beak = beakSentence(texts, rules, layout);
  return [say(texts, "said.dealt", { deal }), beak].join(" ").trim();
}

/** Whoever asked for another deal stays at this one: what is still being read is not laid. */
export function stay(app: App): void {
  app.opening++;
}

/** Lays the game as another page has left it since this one read or wrote it. */
export async function catchUp(app: App): Promise<void> {
  const { state, store, known, opening } = app;
  const { layout, deal } = state;
  const key = keyOf(state.choice);
  if (state.finishing || isUnwritten(store, key, deal)) return;
  const found = savedGame(await readGame(store, key, deal));
  if (opening !== app.opening || layout !== state.layout || state.finishing) return;
  if (found === null) return;
  if (isSame(found, known)) return passTime(state, found.page.elapsed, performance.now());
  app.known = found;
  const kept = restore(state, deal, found);
  picture(app, [], say(state.texts, "said.dealt", { deal }));
  if (!kept) await keepAside(app, found);
}

/** What could not be read is never overwritten: it is set aside, or else the deal is not saved. */
async function keepAside(app: App, unreadable: unknown): Promise<void> {
  app.saving = false;
  forgetTime({ game: keyOf(app.state.choice), deal: app.state.deal }, Infinity);
  app.saving = await setAside(app.store, unreadable);
  tell(app, { text: say(app.state.texts, "store.unreadable") }, OFFER_TIME);
}

/** Says that a deal is one of those that nobody can win. */
export function warnImpossible(app: App): void {
  const { choice, deal, status } = app.state;
  if (!impossibleDeals(choice).includes(deal) || status.steps > 0) return;
  tell(app, { text: dealNote(app.state) }, OFFER_TIME);
}

export function chooseAutoplay(app: App, level: AutoplayLevel): void {
  changeAutoplay(app.state, level);
  app.settings = { ...app.settings, autoplay: level };
  void writeSettings(app.store, app.settings);
}

export function tip(app: App): void {
  if (!press(app)) return;
  const { state } = app;
  state.held = null;
  state.tip = tipMove(state.game);
  tell(app, { text: tipText(state) }, null);
  redraw(app);
}

/** Starts the finish; it stops at the next press, or when there is nothing more to play. */
export function finish(app: App): void {
  const { state, chrome } = app;
  if (!state.status.canFinish || state.finishing) return;
  state.finishing = true;
  state.held = null;
  app.finishStart = performance.now();
  speak(chrome, say(state.texts, "said.finishing"));
  finishNext(app);
}

function finishNext(app: App): void {
  const before = app.state.layout;
  const step = playFinish(app.state, performance.now());
  if (step.length === 0 || app.state.status.won) app.state.finishing = false;
  // How to stop it was said at the start, and stays the last that was.
  if (step.length > 0) settle(app, step, null, before);
  planFinish(app);
}

function planFinish(app: App): void {
  const { finishing, away } = app.state;
  if (finishing && !away) app.finishTimer = window.setTimeout(() => finishNext(app), FINISH_STEP);
}

/** The page was hidden or is seen again: the clock and the finish stand, or go on. */
export function leave(app: App, away: boolean): void {
  clearTimeout(app.finishTimer);
  goAway(app.state, away, performance.now());
  if (away) saveTime(app);
  else void catchUp(app);
  planFinish(app);
}

function stopFinish(app: App): void {
  clearTimeout(app.finishTimer);
  if (!app.state.finishing) return;
  app.state.finishing = false;
  app.state.choosing = true;
  speak(app.chrome, say(app.state.texts, "said.stopped"));
  redraw(app);
}

/** Asks the solver about this position; the next change of it ends the search. */
export async function ask(app: App): Promise<void> {
  const { state } = app;
  if (state.status.won) return;
  if (app.search !== null) return tell(app, app.search.note, null);
  const key = positionKey(state.layout);
  const known = app.verdicts.get(key);
  if (known !== undefined) return showVerdict(app, known);
  const control = new AbortController();
  const search = { control, note: searchNote(app, control, 0) };
  app.search = search;
  state.verdict = { kind: "searching", states: 0 };
  tell(app, search.note, null);
  const onProgress = (states: number) => drawSearch(app, states);
  const verdict = await askSolver(app.home, layoutRecord(state.game), onProgress, control.signal);
  if (verdict.kind !== "undecided") app.verdicts.set(key, verdict);
  if (app.search !== search) return;
  app.search = null;
  showVerdict(app, verdict);
}

function showVerdict(app: App, verdict: Verdict): void {
  app.state.verdict = verdict;
  tell(app, { text: verdictText(app.state, verdict) }, null);
}

function searchNote({ state }: App, control: AbortController, states: number): Note {
  const { texts } = state;
  const text = verdictText(state, { kind: "searching", states });
  return { text, action: { name: say(texts, "do.cancel"), run: () => control.abort() } };
}

/** Says how far the search has come, unless another note is to be read first. */
function drawSearch(app: App, states: number): void {
  const { search, chrome } = app;
  if (search === null) return;
  const isSeen = chrome.note === search.note;
  app.state.verdict = { kind: "searching", states };
  search.note = searchNote(app, search.control, states);
  if (isSeen) note(app, search.note, null);
}

/** Hides the note that is seen; under it is that of the search, for as long as one runs. */
function clearNote(app: App): void {
  if (app.search === null) hideNote(app.chrome);
  else if (app.chrome.note !== app.search.note) note(app, app.search.note, null);
  rescueFocus(app.view, app.state);
}

/** What was said in another language goes, and what still counts is said in the player's. */
export function retell(app: App): void {
  const { state, search } = app;
  const states = state.verdict?.kind === "searching" ? state.verdict.states : 0;
  if (search !== null) search.note = searchNote(app, search.control, states);
  hideNote(app.chrome);
  clearNote(app);
  speak(app.chrome, "");
}

function verdictText({ texts, status, choice, deal }: State, verdict: Verdict): string {
  const hopeless = status.steps === 0 || impossibleDeals(choice).includes(deal);
  switch (verdict.kind) {
    case "searching":
      return verdict.states === 0
        ? say(texts, "verdict.searching")
        : say(texts, "verdict.progress", { n: verdict.states });
    case "solved":
      return sayCount(texts, "verdict.solved", verdict.line.length);
    case "unsolvable":
      return say(texts, hopeless ? "verdict.hopeless" : "verdict.unsolvable");
    case "undecided":
      return say(texts, `verdict.${verdict.why}`);
  }
}

function refuse(app: App, why: Refusal): void {
  tell(app, { text: refusalText(app.state, why) });
}

/** Plays a move. The focus goes with the cards, where the player's eyes are, or where it is said. */
function playAndTell(app: App, move: Move, focus: Run = { pile: move.target, count: 1 }): void {
  const { state } = app;
  const { layout: before, status } = state;
  const step = play(state, move, performance.now());
  if (step.length === 0) return;
  state.focus = focus;
  settleFocus(state);
  settle(app, step, stepSentence(state.texts, before, state.layout, step), before);
  if (state.status.uselessPass && !status.uselessPass && !state.status.stuck)
    tell(app, { text: say(state.texts, "useless.pass") }, OFFER_TIME);
}

/** After every change of the position: draw it, say it, save it. */
function settle(app: App, step: Step, sentence: string | null, before?: Layout): void {
  picture(app, step, sentence, before);
  save(app);
}

/** Draws a new position and says what made it; null leaves what was said last. */
function picture(app: App, step: Step, sentence: string | null, before?: Layout): void {
  app.search?.control.abort();
  app.search = null;
  app.lastTap = null;
  hideNote(app.chrome);
  fly(app, before === undefined ? [] : automaticCards(before, step));
  // Asked after a win and not before, when the player has something to lose.
  if (app.state.status.won) void navigator.storage?.persist?.();
  rescueFocus(app.view, app.state);
  const said = withEnd(app, sentence);
  if (said !== null) speak(app.chrome, said);
}

/** A win is said instead of the move that made it, that the game is stuck after it; each once. */
function withEnd({ chrome, state }: App, sentence: string | null): string | null {
  const end = endOf(state);
  const isTold = end === chrome.toldEnd;
  chrome.toldEnd = end;
  if (isTold || end === "") return sentence;
  if (state.status.won) return say(state.texts, "won.head");
  return `${sentence ?? ""} ${stuckHead(state)}. ${stuckText(state)}`.trim();
}

/** Saves the game as it is; a deal on which nothing was played leaves no trace. */
function save(app: App): void {
  const { state } = app;
  const { canUndo, canRedo } = state.status;
  if (!canUndo && !canRedo) return;
  const game = toSave(state, performance.now(), Date.now());
  if (!app.saving) return keepUnwritten(app.store, game);
  void writeGame(app.store, game).then((saved) => {
    if (saved) return remember(app, game);
    if (app.warned) return;
    app.warned = true;
    tell(app, { text: say(state.texts, "store.refused") }, OFFER_TIME);
  });
}

/**
 * Saves how long the game has taken, when no move was played since it was saved: at once, and then
 * as all else is.
 */
export function saveTime(app: App): void {
  const { state } = app;
  const known = app.known?.deal === state.deal ? app.known : null;
  const time = elapsed(state.clock, performance.now());
  if (time === 0 || known?.page.elapsed === time) return;
  jotTime({ game: keyOf(state.choice), deal: state.deal }, time);
  if (known !== null) return renew(app);
  if (app.warned || !app.saving)
    keepUnwritten(app.store, toSave(state, performance.now(), Date.now()));
}

/** Saves a game anew, unless another page has played on meanwhile. */
function renew(app: App): void {
  const game = toSave(app.state, performance.now(), Date.now());
  const isOurs = (record: unknown) => isSame(savedGame(record), app.known);
  void renewGame(app.store, game, isOurs).then((saved) => {
    if (saved) remember(app, game);
  });
}

function remember(app: App, game: SavedGame): void {
  if (game.deal === app.state.deal) app.known = game;
}

const savedGame = (record: unknown): SavedGame | null => parseSaved(record)?.game ?? null;

/** Whether two saved games are the same, however long they took. */
const isSame = (one: SavedGame | null, other: SavedGame | null): boolean =>
  JSON.stringify(timeless(one)) === JSON.stringify(timeless(other));

const timeless = (game: SavedGame | null) =>
  game === null ? null : { ...game, page: { ...game.page, elapsed: 0 } };

/** Shows and says a sentence. */
export function tell(app: App, shown: Note, time: number | null = NOTE_TIME): void {
  note(app, shown, time);
  speak(app.chrome, shown.text);
}

/** Shows a note; the focus does not go with the button of the one before. */
function note(app: App, shown: Note, time: number | null): void {
  showNote(app.chrome, shown, time, () => {
    hideNote(app.chrome);
    clearNote(app);
  });
  rescueFocus(app.view, app.state);
}

/** Draws the state, and lets the cards that moved be seen moving. */
function fly(app: App, automatic: readonly Card[] = []): void {
  const flights = render(app.view, app.state, automatic);
  startFlights(flights, app.calm.matches);
  drawChrome(app.chrome, app.state, performance.now());
}

function landAll({ view }: App): void {
  land(view.cards.map(({ node }) => node));
}

/** The cards that went up by themselves in a step, in their order. */
function automaticCards(before: Layout, step: Step): Card[] {
  const heights = [...before.foundations];
  const cards = step.map(({ target }, at) => {
    if (!isFoundation(target)) return null;
    const suit = target - FIRST_FOUNDATION;
    const height = heights[suit] ?? 0;
    heights[suit] = height + 1;
    return at === 0 ? null : foundationCard(before, suit, height);
  });
  return cards.filter((card) => card !== null);
}
