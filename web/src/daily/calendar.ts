/** The calendar of the daily deals: a month of days, each of which opens its deal. */

import type { App } from "../page/acts.ts";
import { dealAnew } from "../page/deals.ts";
import { choiceText } from "../page/describe.ts";
import { resetFields } from "../page/fields.ts";
import { type Key, say, sayCount } from "../page/i18n.ts";
import { writeTexts } from "../page/wording.ts";
import { noonOf } from "../statistics/weeks.ts";
import { dayText } from "../statistics/words.ts";
import { focusTable } from "../table/render.ts";
import { type Day, dayByKey, FIRST_DAY, firstOf, monthOf, today, weeksOf } from "./days.ts";
import { streakOf, type Wins, wonWhen } from "./streaks.ts";
import { type DealOf, dailyText, fetchDaily, readWins } from "./today.ts";

/** The dialog while it is open. */
interface Calendar {
  readonly app: App;
  readonly dialog: HTMLDialogElement;
  readonly dealOf: DealOf;
  readonly wins: Wins;
  today: Day;
  /** The day that the keys are on; its month is seen. */
  day: Day;
}

/** How often it is looked whether midnight has passed, in milliseconds. */
const A_WHILE = 5_000;

/** The mark of each kind of win: a crown on the day itself, a tick later. */
const MARKS = {
  own: '<path d="m3 8 4.7 3.6L12 5l4.3 6.6L21 8l-1.6 10H4.6z"/>',
  later: '<path class="line" d="m5 12.5 4.6 4.6L19 7.7"/>',
} as const;

type Kind = keyof typeof MARKS;

/** Opens the dialog; it is made anew each time, and gone when it is closed. */
export async function openCalendar(app: App): Promise<void> {
  const { choice } = app.state;
  const dealOf = await fetchDaily(choice);
  if (dealOf === null) return;
  const wins = await readWins(app.store, choice, dealOf);
  const day = today();
  const calendar: Calendar = { app, dialog: makeDialog(app), dealOf, wins, today: day, day };
  draw(calendar);
  listen(calendar);
  document.body.append(calendar.dialog);
  calendar.dialog.showModal();
}

function makeDialog({ state: { texts, choice } }: App): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.id = "daily";
  dialog.setAttribute("aria-labelledby", "daily-head");
  dialog.innerHTML = `<h2 id="daily-head" tabindex="-1" autofocus data-text="do.daily"></h2>
<button type="button" class="cross" data-do="close" data-name="do.close" data-title="do.close"><svg aria-hidden="true"><use href="#icon-close"/></svg></button>
<p class="why"></p>
<p class="streaks"><span><b></b> <span></span></span> <span><b></b> <span data-text="daily.longest"></span></span></p>
<div class="month">${turner("previous", "daily.previous", "m15 5-7 7 7 7")}<h3 id="daily-month" aria-live="polite"></h3>${turner("next", "daily.next", "m9 5 7 7-7 7")}</div>
<table role="grid" aria-labelledby="daily-month"><thead><tr>${'<th scope="col"></th>'.repeat(7)}</tr></thead><tbody></tbody></table>
<p class="legend">${legend("own", "daily.own")} ${legend("later", "daily.later")}</p>
<button type="button" class="play" data-text="daily.play"></button>`;
  writeTexts(texts, dialog);
  part(dialog, ".why").textContent = choiceText(texts, choice);
  return dialog;
}

const turner = (to: "previous" | "next", name: Key, path: string): string =>
  `<button type="button" class="turn" data-turn="${to}" data-name="${name}" data-title="${name}"><svg aria-hidden="true" viewBox="0 0 24 24"><path class="line" d="${path}"/></svg></button>`;

const legend = (kind: Kind, text: Key): string =>
  `<span>${mark(kind)} <span data-text="${text}"></span></span>`;

const mark = (kind: Kind): string =>
  `<svg class="${kind}" aria-hidden="true" viewBox="0 0 24 24">${MARKS[kind]}</svg>`;

function listen(calendar: Calendar): void {
  const { dialog } = calendar;
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) return dialog.close();
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === null) return;
    const { day, turn } = button.dataset;
    if (turn !== undefined) turnTo(calendar, turn === "next" ? "PageDown" : "PageUp");
    else if (day !== undefined) open(calendar, Number(day));
    else if (button.matches(".play")) open(calendar, calendar.today);
  });
  part(dialog, "table").addEventListener("keydown", (event) => walk(calendar, event));
  const timer = setInterval(() => followMidnight(calendar), A_WHILE);
  dialog.addEventListener("close", () => {
    clearInterval(timer);
    dialog.remove();
  });
}

/** Closes the calendar and lays the deal of a day. */
function open({ app, dialog, dealOf }: Calendar, day: Day): void {
  dialog.close();
  resetFields(app.state);
  focusTable(app.view, app.state);
  void dealAnew(app, dealOf(day), dailyText(app.state.texts, day));
}

function walk(calendar: Calendar, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const day = dayByKey(event.key, calendar.day, calendar.today);
  if (day === null) return;
  event.preventDefault();
  calendar.day = day;
  draw(calendar);
  part(calendar.dialog, "[tabindex='0']").focus();
}

function turnTo(calendar: Calendar, key: "PageUp" | "PageDown"): void {
  calendar.day = dayByKey(key, calendar.day, calendar.today) ?? calendar.day;
  draw(calendar);
}

/** The day becomes another one while the dialog is open. */
function followMidnight(calendar: Calendar): void {
  const day = today();
  if (day === calendar.today) return;
  const hadFocus = part(calendar.dialog, "table").contains(document.activeElement);
  calendar.today = day;
  calendar.day = Math.min(calendar.day, day);
  draw(calendar);
  if (hadFocus) part(calendar.dialog, "[tabindex='0']").focus();
}

function draw(calendar: Calendar): void {
  const { app, dialog, day, today: last } = calendar;
  const { texts } = app.state;
  const month = monthOf(day);
  drawStreak(calendar);
  const title = dayText(texts, noonOf(day), { month: "long", year: "numeric" });
  const head = part(dialog, "#daily-month");
  if (head.textContent !== title) head.textContent = title;
  const weeks = weeksOf(month);
  drawWeekdays(calendar);
  part(dialog, "tbody").replaceChildren(...weeks.map((week) => drawWeek(calendar, week)));
  const ends = { previous: month > monthOf(FIRST_DAY), next: month < monthOf(last) };
  for (const [turn, possible] of Object.entries(ends))
    part(dialog, `[data-turn=${turn}]`).ariaDisabled = possible ? null : "true";
}

function drawStreak({ app, dialog, wins, today: last }: Calendar): void {
  const { streak, longest } = streakOf(wins.own, last);
  const line = part(dialog, ".streaks");
  line.hidden = app.ways.quiet || longest === 0;
  const { texts } = app.state;
  const [now, most] = line.querySelectorAll("b");
  if (now !== undefined) now.textContent = texts.number.format(streak);
  if (most !== undefined) most.textContent = texts.number.format(longest);
  part(line, "b + span").textContent = sayCount(texts, "daily.streak", streak);
}

function drawWeekdays({ app, dialog }: Calendar): void {
  const { texts } = app.state;
  // Any week: its days have the same names.
  const monday = firstOf(monthOf(FIRST_DAY)) + 4;
  for (const [at, head] of [...dialog.querySelectorAll("th")].entries()) {
    const noon = noonOf(monday + at);
    head.textContent = dayText(texts, noon, { weekday: "narrow" });
    head.setAttribute("aria-label", dayText(texts, noon, { weekday: "long" }));
  }
}

function drawWeek(calendar: Calendar, week: readonly (Day | null)[]): HTMLElement {
  const row = document.createElement("tr");
  row.append(...week.map((day) => drawDay(calendar, day)));
  return row;
}

/** A day of the month; what lies ahead is no button, and what belongs to other months is empty. */
function drawDay(calendar: Calendar, day: Day | null): HTMLElement {
  const cell = document.createElement("td");
  if (day === null) return cell;
  const number = `${day - firstOf(monthOf(day)) + 1}`;
  if (day > calendar.today) {
    cell.className = "ahead";
    cell.textContent = number;
  } else cell.append(makeButton(calendar, day, number));
  return cell;
}

const WON = { own: "daily.day.own", later: "daily.day.later" } as const;

function makeButton(calendar: Calendar, day: Day, number: string): HTMLElement {
  const { app, wins, dealOf } = calendar;
  const { texts } = app.state;
  const won = wonWhen(wins, day, dealOf(day));
  const date = dayText(texts, noonOf(day), { day: "numeric", month: "long" });
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.day = `${day}`;
  button.tabIndex = day === calendar.day ? 0 : -1;
  if (day === calendar.today) button.setAttribute("aria-current", "date");
  button.ariaLabel = won === null ? date : say(texts, WON[won], { date });
  button.textContent = number;
  if (won === null) return button;
  button.classList.add(won);
  button.insertAdjacentHTML("beforeend", mark(won));
  return button;
}

function part(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the calendar has no ${selector}`);
  return found;
}
