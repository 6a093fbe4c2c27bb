/** The table with a lesson: its task, how it stands, and what is said of it. */
import type lessonTexts from "../../locales/lessons.sv.json";
import { addLesson } from "../keeping/shelf.ts";
import type { Settings, Store } from "../keeping/store.ts";
import {
  closeDialogs,
  hideNote,
  makeChrome,
  speak,
  takeNoteAction,
  write,
} from "../page/chrome.ts";
import { drawHelp, openDialog } from "../page/dialogs.ts";
import { openEar } from "../page/ear.ts";
import { type Key, say, sayCount, type Texts } from "../page/i18n.ts";
import { fetchEngine } from "../page/page.ts";
import { followQuickTaps } from "../page/quicktaps.ts";
import { printRanks, writeTexts } from "../page/wording.ts";
import { choiceOfKey } from "../rules/chosen.ts";
import type { House } from "../rules/house.ts";
import type { SolverHome } from "../rules/verdict.ts";
import { waysHere } from "../settings/choices.ts";
import { listenToDeckKey, openSettings, type Tuned, tune } from "../settings/tuning.ts";
import { restart } from "../table/dealing.ts";
import {
  type Demonstration,
  demonstrate,
  endDemonstration,
  singleSentences,
} from "../table/demonstration.ts";
import { press, takeBack } from "../table/hands.ts";
import { travel } from "../table/journey.ts";
import { listenToKeyboard } from "../table/keyboard.ts";
import { listenToHands } from "../table/listening.ts";
import { peekingOn } from "../table/peek.ts";
import { newState } from "../table/play.ts";
import { refusingOn } from "../table/refusing.ts";
import { makeView, rescueFocus } from "../table/render.ts";
import { tip, tipSentence } from "../table/requests.ts";
import { sendingOn } from "../table/sending.ts";
import { fly, redraw, settle, tell } from "../table/table.ts";
import {
  judge,
  type Lesson,
  nextOfLine,
  positionOf,
  prove,
  type Sitting,
  sit,
  startOver,
} from "./lesson.ts";
import { study } from "./study.ts";

export type LessonTexts = Texts<Key | keyof typeof lessonTexts>;

/** All that there is to learn, and to learn it with. */
export interface School {
  readonly store: Store;
  readonly house: House;
  readonly lessons: readonly Lesson[];
  readonly texts: LessonTexts;
  readonly settings: Settings;
}

/** A table on which a lesson lies. */
interface Room extends Tuned {
  readonly home: SolverHome;
  readonly sitting: Sitting;
  lessons: readonly Lesson[];
  texts: LessonTexts;
  /** The single moves that are being shown. */
  showing: Demonstration | null;
  /** The study that is running, or what became of it; null until the next one is begun. */
  studying: Studying | null;
  /** What lies open over the table where there is no room beside it. */
  sheet: Sheet | null;
}

type Sheet = "brief" | "outcome";

interface Studying {
  readonly control: AbortController;
  states: number;
  end: "proven" | "cancelled" | "failed" | null;
}

/** There is room for the texts beside the table; lessons.css asks the same. */
const ROOMY = "(min-width: 60em) and (min-height: 501px)";

/** Lays a lesson on the table; what the page does in another language is given back. */
export async function attend(school: School, lesson: Lesson): Promise<Speak> {
  const room = await makeRoom(school, lesson);
  writeTexts(room.texts);
  tune(room);
  fly(room);
  listen(room);
  speak(room.chrome, openingSentence(room));
  return (texts, lessons) => speakAnew(room, texts, lessons);
}

/** Goes on in another language. */
type Speak = (texts: LessonTexts, lessons: readonly Lesson[]) => void;

async function makeRoom(school: School, lesson: Lesson): Promise<Room> {
  const { house, texts, store, lessons, settings } = school;
  const engine = await fetchEngine();
  const choice = choiceOfKey(house, house.games, lesson.game);
  if (choice === null) throw new Error(`the house has no game ${lesson.game}`);
  const state = newState(engine, house, choice, texts, 1);
  const sitting = sit(state, lesson);
  if (sitting === null) throw new Error(`the engine refuses the position of ${lesson.id}`);
  const { worker = "", solverWasm: wasm = "" } = document.body.dataset;
  const chrome = makeChrome();
  const room: Room = {
    state,
    view: makeView(chrome.find("felt"), state.layout),
    chrome,
    ways: waysHere(settings),
    settings,
    calm: matchMedia("(prefers-reduced-motion: reduce)"),
    search: null,
    finishTimer: 0,
    finishStart: 0,
    lastTap: null,
    finishes: false,
    drawRound: () => draw(room),
    sayChange: (sentence) => sayChange(room, sentence),
    changed: () => changed(room),
    stop: () => stopShowing(room),
    travel,
    store,
    home: { worker, wasm, engine, rules: state.rules },
    sitting,
    lessons,
    texts,
    showing: null,
    studying: null,
    sheet: "brief",
  };
  return room;
}

function openingSentence({ sitting, lessons, texts }: Room): string {
  const { name, task, moves } = textsOf(lessons, sitting);
  const within = moves === null ? "" : sayCount(texts, "lessons.within", moves);
  return `${placeText(lessons, sitting, texts)}: ${name}. ${task} ${within}`.trim();
}

/** The lesson in the language that is spoken now. */
const textsOf = (lessons: readonly Lesson[], { lesson }: Sitting): Lesson =>
  lessons.find(({ id }) => id === lesson.id) ?? lesson;

const numberOf = (lessons: readonly Lesson[], { lesson }: Sitting): number =>
  lessons.findIndex(({ id }) => id === lesson.id);

const placeText = (lessons: readonly Lesson[], sitting: Sitting, texts: LessonTexts): string =>
  say(texts, "lessons.place", { n: numberOf(lessons, sitting) + 1, of: lessons.length });

/** How the lesson stands, and what was said of the move before that; only news comes up by itself. */
function sayChange(room: Room, sentence: string | null): string | null {
  const { state, sitting, lessons } = room;
  const before = sitting.standing;
  judge(state, sitting);
  room.sheet = null;
  if (sitting.standing === before || sitting.standing === "open") return sentence;
  room.sheet = "outcome";
  const { missed, reason } = textsOf(lessons, sitting);
  const end =
    sitting.standing === "reached" ? `${say(room.texts, "lessons.reached")} ${reason}` : missed;
  return `${sentence ?? ""} ${end}`.trim();
}

/** After every move: what is reached is kept, and single moves are offered. */
function changed(room: Room): void {
  const { sitting, texts } = room;
  const { standing, singles } = sitting;
  if (standing === "reached") void addLesson(room.store, sitting.lesson.id);
  draw(room);
  if (standing !== "open" || singles.length === 0 || matchMedia(ROOMY).matches) return;
  const action = { name: say(texts, "lessons.singles.show"), run: () => showSingles(room) };
  // Nothing else leads to them where the sheet has the task.
  tell(room, { text: say(texts, "lessons.singles", { n: singles.length }), action }, null);
}

/** Writes everything that stands round the felt. */
function draw(room: Room): void {
  const { chrome, sitting, lessons, texts, sheet } = room;
  const { name, task, proof } = textsOf(lessons, sitting);
  document.title = `${name} – ${say(texts, "lessons.head")}`;
  write(chrome, "lesson-place", placeText(lessons, sitting, texts));
  write(chrome, "lesson-name", name);
  write(chrome, "brief-head", name);
  write(chrome, "task", task);
  write(chrome, "moves", movesText(room));
  chrome.find("study").hidden = !proof;
  write(chrome, "study-end", studyEndText(room));
  chrome.find("lesson").dataset.sheet = sheet ?? "none";
  chrome.find("lesson").dataset.standing = sitting.standing;
  drawOutcome(room);
  drawSingles(room);
  drawButtons(room);
  drawWays(lessons, sitting);
}

/** How many moves were made of those that are allowed. */
function movesText({ state, sitting, texts, showing }: Room): string {
  const { moves } = sitting.lesson;
  const used = showing === null ? state.status.steps : showing.steps;
  if (moves === null) return sayCount(texts, "status.moves", used);
  return sayCount(texts, "lessons.moves", moves, { used: Math.min(used, moves) });
}

function drawOutcome(room: Room): void {
  const { chrome, sitting, texts } = room;
  const { standing, singles } = sitting;
  const isSearching = isInSearch(room);
  const text = outcomeText(room);
  chrome.find("outcome").hidden = text === "" && singles.length === 0;
  const head = standing === "open" || isSearching ? "" : say(texts, HEADS[standing]);
  write(chrome, "outcome-head", head);
  write(chrome, "outcome-text", text);
  chrome.find("outcome-head").hidden = head === "";
  chrome.find("outcome-text").hidden = text === "";
  drawStates(room, isSearching);
  chrome.find("outcome-undo").hidden = standing !== "missed";
  chrome.find("outcome-again").hidden = standing === "open" || isSearching;
  chrome.find("outcome-cancel").hidden = !isSearching;
  chrome.find("choices").hidden = standing === "open" && !isSearching;
}

const HEADS = { reached: "lessons.reached", missed: "lessons.missed" } as const;

function outcomeText({ sitting, lessons, texts, studying }: Room): string {
  const { standing } = sitting;
  const { missed, reason } = textsOf(lessons, sitting);
  if (studying?.end === null) return searchText(texts, studying);
  if (standing === "missed") return missed;
  return standing === "open" ? "" : `${provenText(texts, studying)} ${reason}`.trim();
}

/** What became of a search that shows nothing. */
function studyEndText({ texts, studying }: Room): string {
  const end = studying?.end ?? "proven";
  if (end === "proven") return "";
  return say(texts, end === "cancelled" ? "lessons.study.cancelled" : "lessons.study.failed");
}

const isInSearch = ({ studying }: Room): boolean => studying?.end === null;

/** The sheet that has what there is to be read now. */
const sheetOf = (room: Room): Sheet =>
  room.sitting.standing === "open" && !isInSearch(room) ? "brief" : "outcome";

const searchText = (texts: LessonTexts, { states }: Studying): string =>
  states === 0
    ? say(texts, "lessons.study.start")
    : sayCount(texts, "lessons.study.progress", states);

const provenText = (texts: LessonTexts, studying: Studying | null): string =>
  studying?.end === "proven" ? say(texts, "lessons.study.done", { n: studying.states }) : "";

function drawStates({ chrome, sitting, studying }: Room, isSearching: boolean): void {
  const bar = chrome.find("states") as HTMLProgressElement;
  const { states } = sitting.lesson;
  bar.hidden = !isSearching;
  if (states === null) return bar.removeAttribute("value");
  bar.max = states;
  bar.value = Math.min(studying?.states ?? 0, states);
}

function drawSingles({ chrome, sitting, texts, calm }: Room): void {
  const { singles } = sitting;
  const sentences = singleSentences(texts, singles);
  chrome.find("singles").hidden = singles.length === 0;
  write(chrome, "singles-head", say(texts, "lessons.singles", { n: singles.length }));
  // Who wants less motion reads the list.
  chrome.find("singles-show").hidden = calm.matches;
  const list = chrome.find("singles-list");
  for (const [at, sentence] of sentences.entries()) {
    const item = list.children[at] ?? list.appendChild(document.createElement("li"));
    if (item.textContent !== sentence) item.textContent = sentence;
  }
  while (list.children.length > singles.length) list.lastChild?.remove();
}

/** A button that can do nothing says so, and stays where it is. */
function drawButtons(room: Room): void {
  const { state, sitting, sheet, studying, showing, chrome } = room;
  const { stuck, canUndo } = state.status;
  const isOpen = sitting.standing === "open";
  // What is shown is a move that the player has made.
  const hasMoved = canUndo || showing !== null;
  const can: Readonly<Record<string, boolean>> = {
    undo: hasMoved,
    again: hasMoved || studying !== null,
    tip: (isOpen || sitting.lesson.proof) && (!stuck || showing !== null),
    search: isOpen && !isInSearch(room),
  };
  for (const [name, possible] of Object.entries(can))
    for (const button of document.querySelectorAll(`[data-do=${name}]`))
      button.ariaDisabled = possible ? null : "true";
  const toSheet = chrome.find("to-sheet");
  toSheet.ariaExpanded = `${sheet !== null}`;
  toSheet.setAttribute("aria-controls", sheetOf(room));
}

/** The ways to the next lesson, and to all of them. */
function drawWays(lessons: readonly Lesson[], sitting: Sitting): void {
  const next = lessons[numberOf(lessons, sitting) + 1];
  const book = location.pathname;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".next")) {
    link.hidden = next === undefined || !(isInBar(link) || sitting.standing === "reached");
    link.href = `${book}?lesson=${next?.id ?? ""}`;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".all")) {
    link.hidden = !isInBar(link) && (sitting.standing !== "reached" || next !== undefined);
    link.href = `${book}#lesson-${sitting.lesson.id}`;
  }
}

const isInBar = (link: HTMLElement): boolean => link.closest(".bar") !== null;

function listen(room: Room): void {
  const { chrome, view, state } = room;
  listenToHands(room);
  room.sending = sendingOn(room);
  room.refusing = refusingOn(room);
  room.peeking = peekingOn(room);
  followQuickTaps();
  listenToDeckKey(room);
  listenToKeyboard(room, { tip: () => showTip(room), help: () => openHelp(room) });
  document.addEventListener("click", (event) => clickButton(room, event));
  chrome.find("note-do").addEventListener("click", () => {
    const act = takeNoteAction(chrome);
    rescueFocus(view, state);
    act?.();
  });
  document.addEventListener("keydown", (event) => hearKey(room, event), true);
  // What the browser kept does not know what was chosen meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  guard(room);
}

/** Escape puts the sheet away; single moves that are shown end by it, and before what other keys do. */
function hearKey(room: Room, event: KeyboardEvent): void {
  const { key } = event;
  const isShowing = room.showing !== null;
  if (isShowing && (key === "Escape" || ANSWERED.test(key))) stopShowing(room);
  if (key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
  if (isShowing) event.stopPropagation();
  else openSheet(room, null);
}

/** Undo, redo and the hint. */
const ANSWERED = /^[urzyh]$/i;

/** Where the moves are used up, the table waits for undo; a hand on it puts the task away. */
function guard(room: Room): void {
  const { view } = room;
  const stop = (event: Event, isAnswered = false) => {
    const { target } = event;
    if (target instanceof Element && target.closest(".foot") !== null) return;
    if (room.sheet === "brief") openSheet(room, null);
    if (room.state.finishing || room.sitting.standing !== "missed") return;
    event.stopPropagation();
    event.preventDefault();
    if (isAnswered) return;
    if (room.sheet !== "outcome") openSheet(room, "outcome");
    speak(room.chrome, textsOf(room.lessons, room.sitting).missed);
  };
  view.felt.addEventListener("pointerdown", (event) => stop(event), true);
  // A click that follows no pointer; the one after a tap has had its answer.
  view.felt.addEventListener("click", (event) => stop(event, event.detail !== 0), true);
  view.table.addEventListener("keydown", (event) => PLAYS.test(event.key) && stop(event), true);
}

/** Keys that move cards by themselves, or begin a move that is typed; Enter clicks. */
const PLAYS = /^[ dD.0-9]$/;

function openSheet(room: Room, sheet: Sheet | null): void {
  room.sheet = sheet;
  draw(room);
}

function openHelp({ chrome, state }: Room): void {
  drawHelp(chrome, state);
  openDialog(chrome, "help");
}

function clickButton(room: Room, { target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-do]") : null;
  if (button === null || button.ariaDisabled === "true") return;
  const { sheet } = room;
  const acts: Readonly<Record<string, () => unknown>> = {
    undo: () => takeBack(room),
    again: () => playAgain(room),
    tip: () => showTip(room),
    sheet: () => openSheet(room, sheet === null ? sheetOf(room) : null),
    "close-sheet": () => openSheet(room, null),
    search: () => search(room),
    cancel: () => room.studying?.control.abort(),
    singles: () => showSingles(room),
    listen: () => openEar(room),
    settings: () => openSettings(room),
  };
  closeDialogs();
  // Single moves that are shown give way to what was pressed.
  press(room);
  acts[button.dataset.do ?? ""]?.();
}

/** Everything is as it was at first; that the lesson is done stays in the book. */
function playAgain(room: Room): void {
  const { state, sitting, lessons, texts } = room;
  room.studying?.control.abort();
  room.studying = null;
  restart(state, performance.now());
  startOver(sitting);
  const { task, proof } = textsOf(lessons, sitting);
  settle(room, [], say(texts, "lessons.restarted", { task }));
  // There the search is begun anew.
  if (proof) openSheet(room, "brief");
}

/** The lesson's next move; of a lesson without a line any sensible one. */
function showTip(room: Room): void {
  const { state, sitting, texts } = room;
  const { proof } = sitting.lesson;
  if (sitting.standing !== "open" && !proof) return;
  if (room.sheet !== null) openSheet(room, null);
  if (proof) return tip(room);
  if (!press(room)) return;
  state.held = null;
  state.tip = nextOfLine(state, sitting);
  const text =
    state.tip === null
      ? say(texts, "lessons.tip.back")
      : say(texts, "lessons.tip", { move: tipSentence(texts, state.layout, state.tip) });
  tell(room, { text }, null);
  redraw(room);
}

/** Shows the single moves of the last move on the table. */
function showSingles(room: Room): void {
  const { singles } = room.sitting;
  room.sheet = null;
  room.showing = demonstrate(room, room.texts, singles, () => {
    room.showing = null;
    if (sheetOf(room) === "outcome") room.sheet = "outcome";
    speak(room.chrome, say(room.texts, "lessons.singles.end"));
    draw(room);
  });
  // Round the table stands what is true of the player's own game.
  draw(room);
  rescueFocus(room.view, room.state);
}

function stopShowing(room: Room): void {
  if (room.showing !== null) endDemonstration(room, room.showing);
}

/** Lets the solver go through everything from the lesson's start. */
async function search(room: Room): Promise<void> {
  const { chrome, sitting } = room;
  const control = new AbortController();
  const studying: Studying = { control, states: 0, end: null };
  room.studying = studying;
  openSheet(room, "outcome");
  chrome.find("outcome-cancel").focus();
  speak(chrome, say(room.texts, "lessons.study.start"));
  // Who starts again has done with this search.
  const isLatest = () => room.studying === studying;
  const follow = (states: number) => {
    studying.states = states;
    if (isLatest()) draw(room);
  };
  const finding = await study(room.home, positionOf(sitting.lesson), follow, control.signal);
  if (!isLatest()) return;
  studying.end = ENDS[finding.kind] ?? "failed";
  if (studying.end === "proven") {
    prove(sitting);
    void addLesson(room.store, sitting.lesson.id);
  }
  endSearch(room);
}

const ENDS: Readonly<Record<string, Studying["end"]>> = {
  unsolvable: "proven",
  cancelled: "cancelled",
};

/** Shows and says what the search came to; the focus goes from its button to what is next. */
function endSearch(room: Room): void {
  const { chrome, showing } = room;
  const hadFocus = document.activeElement === chrome.find("outcome-cancel");
  const sheet = sheetOf(room);
  // What is shown on the table is seen to its end.
  if (showing === null) room.sheet = sheet;
  draw(room);
  const isProven = sheet === "outcome";
  speak(chrome, isProven ? outcomeText(room) : studyEndText(room));
  const ways = chrome
    .find(isProven ? "choices" : "study")
    .querySelectorAll<HTMLElement>("a, button");
  const first = [...ways].find((way) => way.checkVisibility());
  if (hadFocus) first?.focus({ preventScroll: true });
}

function speakAnew(room: Room, texts: LessonTexts, lessons: readonly Lesson[]): void {
  press(room);
  room.texts = room.state.texts = texts;
  room.lessons = lessons;
  writeTexts(texts);
  printRanks(texts, room.ways);
  hideNote(room.chrome);
  speak(room.chrome, "");
  redraw(room);
}
