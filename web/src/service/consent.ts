/** The question whether the player's plays may be counted: one line, once, and no dialog. */
import { changeSettings } from "../keeping/changes.ts";
import type { Settings, Store } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import { speak } from "../page/chrome.ts";
import { type Key, say } from "../page/i18n.ts";
import { writeTexts } from "../page/wording.ts";
import { choose } from "../settings/tuning.ts";
import { focusTable } from "../table/render.ts";
import { redraw, tell } from "../table/table.ts";
import { forgetCounting, installationOf } from "./outbox.ts";

/** A page on which the question can be answered. */
export interface Answering {
  readonly store: Store;
  change(changes: Settings): void;
}

/** The player has answered. */
export function answer({ store, change }: Answering, isYes: boolean): void {
  change({ measure: isYes ? "yes" : "no" });
  void (isYes ? installationOf(store) : forgetCounting(store));
}

/** What matters for when to ask. */
export interface Moment {
  readonly measure: unknown;
  /** Whether the tour is offered, and whether its player came for the first time with this page. */
  readonly isTour: boolean;
  readonly isNewcomer: boolean;
  /** Milliseconds since the page was opened. */
  readonly time: number;
  /** Whether the panel of a win is seen. */
  readonly isWon: boolean;
  /** Whether a deal lies there as it was dealt, and others were played before. */
  readonly isFresh: boolean;
  readonly hasPlayed: boolean;
}

const MINUTE = 60_000;
/** Who goes on sooner has not read the question. */
const TO_READ = 1_000;

/** Asked is at a win or before another deal is begun, once, and not in a newcomer's first minute. */
export function isAsked(moment: Moment): boolean {
  const { measure, isTour, isNewcomer, time, isWon, isFresh, hasPlayed } = moment;
  if (measure !== undefined || isTour || (isNewcomer && time < MINUTE)) return false;
  return isWon || (isFresh && hasPlayed);
}

/** The question and its line, while that is seen. */
export interface Question {
  readonly app: App;
  readonly isNewcomer: boolean;
  /** Whether a deal was played before the one that lies there. */
  hasPlayed: boolean;
  line: HTMLElement | null;
  /** Whether the line lies in the panel of a win: when that is left, it has been asked. */
  wasWon: boolean;
  /** Whether the line was there to be read: in little room a note hides it. */
  wasSeen: boolean;
  /** Whether it is to be heard yet. */
  isUnsaid: boolean;
  /** What is said to the answer, where the line lay in the panel of a win. */
  reply: HTMLElement | null;
}

/** Asks when it is time; *hasPlayed* is whether an earlier visit has left games. */
export function followQuestion(app: App, isNewcomer: boolean, hasPlayed: boolean): void {
  const nothing = { line: null, wasWon: false, wasSeen: false, isUnsaid: false, reply: null };
  const question: Question = { app, isNewcomer, hasPlayed, ...nothing };
  const { acts, drawers } = app;
  acts
    .set("measure-yes", () => reply(question, true))
    .set("measure-no", () => reply(question, false))
    .set("measure-what", () => explain(app));
  const { sayChange } = app;
  app.sayChange = (sentence) => heard(question, sayChange(sentence));
  drawers.push(() => drawQuestion(question));
  const closing = new MutationObserver(() => drawQuestion(question));
  closing.observe(app.chrome.find("end"), { attributeFilter: ["hidden"] });
  drawQuestion(question);
  if (isNewcomer) setTimeout(() => drawQuestion(question), MINUTE - performance.now());
}

function momentOf({ app, isNewcomer, hasPlayed }: Question): Moment {
  const { settings, state, guest, chrome } = app;
  const { won, canUndo, canRedo } = state.status;
  return {
    measure: settings.measure,
    isTour: settings.tour === true,
    isNewcomer,
    time: performance.now(),
    isWon: won && guest === null && !chrome.find("end").hidden,
    isFresh: !(canUndo || canRedo) && guest === null,
    hasPlayed,
  };
}

function drawQuestion(question: Question): void {
  const { app, line } = question;
  const moment = momentOf(question);
  if (!moment.isFresh) question.hasPlayed = true;
  if (!moment.isWon) question.reply?.remove();
  const isLeft = question.wasWon && !moment.isWon;
  // A play that is looked at lies before what is asked, and what is asked comes back after it.
  const isLooking = Boolean(app.replay) || app.guest !== null;
  if (isAsked(moment) && !isLeft && !isLooking) return showLine(question, moment.isWon);
  if (line === null) return;
  const isPassed = question.wasSeen && !isLooking;
  removeLine(question);
  if (isPassed && moment.measure === undefined) void noteAsked(app);
}

/** Who plays on has read the question, which stays in the settings; an answer on another page stands. */
async function noteAsked(app: App): Promise<void> {
  app.settings = { ...app.settings, measure: "asked" };
  let measure: unknown = "asked";
  await changeSettings(app.store, (kept) => {
    measure = kept.measure ?? measure;
    return { ...kept, measure };
  });
  if (measure === "asked") return;
  app.settings = { ...app.settings, measure };
  redraw(app);
}

const PARTS = `<span data-text="measure.ask"></span>
<span class="ways"><button type="button" data-do="measure-yes" data-text="measure.yes"></button>
<button type="button" data-do="measure-no" data-text="measure.no"></button>
<button type="button" data-do="measure-what" data-text="measure.what"></button></span>`;

/**
 * The line lies in the panel of a win, where that is scrolled above its buttons, and before a deal at
 * the table's foot.
 */
function showLine(question: Question, isWon: boolean): void {
  const { app } = question;
  question.wasWon = isWon;
  const place = isWon ? app.chrome.find("end") : document.querySelector(".foot");
  if (question.line === null) {
    question.line = makeLine(app);
    question.isUnsaid = true;
    followSight(question, question.line);
  }
  if (question.line.parentElement === place) return;
  question.line.classList.toggle("note", !isWon);
  place?.append(question.line);
  if (isWon && place !== null && place.scrollHeight > place.clientHeight)
    place.querySelector(".choices")?.before(question.line);
}

function makeLine({ state }: App): HTMLElement {
  const line = document.createElement("section");
  line.className = "measure";
  line.dataset.name = "measure.name";
  line.innerHTML = PARTS;
  const holder = document.createElement("div");
  holder.append(line);
  writeTexts(state.texts, holder);
  return line;
}

function removeLine(question: Question): void {
  question.line?.remove();
  question.line = null;
  question.wasWon = false;
  question.wasSeen = false;
  question.isUnsaid = false;
}

/** The question is heard after what is said of the win or of the deal. */
function heard(question: Question, said: string | null): string | null {
  if (said === null || !question.isUnsaid || !isSeen(question.line)) return said;
  question.isUnsaid = false;
  return `${said} ${say(question.app.state.texts, "measure.ask")}`;
}

/** Where nothing else is said of what was drawn, or the line gets its room later, it is said then. */
function followSight(question: Question, line: HTMLElement): void {
  const watch = new ResizeObserver(() => {
    if (!isSeen(line)) return;
    sayLate(question);
    setTimeout(() => {
      if (question.line !== line || !isSeen(line)) return;
      watch.disconnect();
      question.wasSeen = true;
    }, TO_READ);
  });
  watch.observe(line);
}

const isSeen = (line: HTMLElement | null): boolean => line !== null && line.offsetHeight > 0;

function sayLate(question: Question): void {
  const { chrome } = question.app;
  if (!question.isUnsaid) return;
  const said = heard(question, chrome.find("live").textContent);
  if (said !== null) speak(chrome, said.trim());
}

function reply(question: Question, isYes: boolean): void {
  const { app, line, wasWon } = question;
  const key = isYes ? "measure.thanks" : "measure.declined";
  const text = say(app.state.texts, key);
  if (wasWon && line !== null) question.reply = putReply(line, key, text);
  removeLine(question);
  answer({ store: app.store, change: (changes) => choose(app, changes) }, isYes);
  focusTable(app.view, app.state);
  if (wasWon) speak(app.chrome, text);
  else tell(app, { text });
}

/** A note would lie over the buttons of the panel. */
function putReply(line: HTMLElement, key: Key, text: string): HTMLElement {
  const reply = document.createElement("p");
  reply.className = line.className;
  reply.dataset.text = key;
  reply.textContent = text;
  line.replaceWith(reply);
  return reply;
}

/** Opens the settings where it stands what is sent. */
async function explain(app: App): Promise<void> {
  await app.acts.get("settings")?.(app.chrome.find("end"));
  const details = document.querySelector<HTMLDetailsElement>("#settings .counting details");
  if (details === null) return;
  details.open = true;
  details.querySelector("summary")?.focus({ preventScroll: true });
  // The head of the dialog stays over what is scrolled.
  const section = details.parentElement as HTMLElement;
  const top = document.querySelector<HTMLElement>("#settings .top")?.offsetHeight ?? 0;
  section.style.scrollMarginTop = `${top}px`;
  section.scrollIntoView();
}
