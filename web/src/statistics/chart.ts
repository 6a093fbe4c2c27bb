/** The wins of the last weeks as a picture, and in words for those who do not see it. */
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { noonOf, type Week } from "./weeks.ts";
import { dayText } from "./words.ts";

const SVG = "http://www.w3.org/2000/svg";
/** In CSS pixels: the least room of a week, and the highest bar. */
const LEAST_STEP = 13;
const HIGHEST = 132;
const MOST_WEEKS = 52;
const MONTH = 365 / 12 / 7;

/** Of how many weeks there is room for the bars. */
export const weeksIn = (width: number): number =>
  Math.max(1, Math.min(MOST_WEEKS, Math.floor(width / LEAST_STEP)));

/** Where a picture is drawn: its width, and how large its letters are, both in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly letters: number;
}

/** Bars from the bottom up, one for each week; the highest and the months are written. */
export function drawWeeks(texts: Texts, weeks: readonly Week[], room: Room): SVGSVGElement {
  const { width, letters } = room;
  const most = Math.max(1, ...weeks.map(({ won }) => won));
  const step = width / weeks.length;
  const floor = letters + HIGHEST;
  const viewBox = `0 0 ${width} ${floor + 1.5 * letters}`;
  const svg = draw("svg", { viewBox, role: "img" });
  svg.setAttribute("aria-label", weeksText(texts, weeks));
  for (const [at, { won }] of weeks.entries()) {
    const height = won === 0 ? 2 : (HIGHEST * won) / most;
    // Where the picture is not shown, it has no width.
    const wide = Math.max(0, step - 4);
    const box = { x: at * step + 2, y: floor - height, width: wide, height, rx: 2 };
    svg.append(draw("rect", { ...box, class: won === 0 ? "none" : "won" }));
    if (won === most && won > 0)
      svg.append(word(texts.number.format(won), (at + 0.5) * step, box.y - 5, "middle"));
  }
  // Every second month or fewer, where the letters are large.
  const every = Math.ceil((3 * letters) / (MONTH * step));
  for (const [month, { at, name }] of months(texts, weeks).entries())
    if (month % every === 0) svg.append(word(name, at * step + 2, floor + letters, "start"));
  return svg as SVGSVGElement;
}

/** What the picture shows: how many, and when most. */
export function weeksText(texts: Texts, weeks: readonly Week[]): string {
  const won = weeks.reduce((sum, week) => sum + week.won, 0);
  const [first] = weeks;
  if (won === 0 || first === undefined)
    return say(texts, "stats.weeks.none", { weeks: weeks.length });
  const top = weeks.reduce((best, week) => (week.won > best.won ? week : best), first);
  const monday = dayText(texts, noonOf(top.monday), { day: "numeric", month: "long" });
  return sayCount(texts, "stats.weeks.text", won, { weeks: weeks.length, most: top.won, monday });
}

/** The weeks that had wins as rows of a table, the last one first. */
export function weekRows(texts: Texts, weeks: readonly Week[]): [string, string][] {
  return weeks
    .filter(({ won }) => won > 0)
    .map(({ monday, won }): [string, string] => [
      dayText(texts, noonOf(monday)),
      texts.number.format(won),
    ])
    .reverse();
}

/** The weeks in which a month begins, but for one cut off at the picture's end. */
function months(texts: Texts, weeks: readonly Week[]): { at: number; name: string }[] {
  return weeks.flatMap(({ monday }, at) => {
    const date = new Date(noonOf(monday));
    const isFirst = date.getUTCDate() <= 7 && at < weeks.length - 1;
    const name = dayText(texts, date.getTime(), { month: "short" });
    return isFirst ? [{ at, name }] : [];
  });
}

function word(text: string, x: number, y: number, anchor: string): Element {
  const node = draw("text", { x, y, "text-anchor": anchor });
  node.textContent = text;
  return node;
}

function draw(name: string, values: Readonly<Record<string, string | number>>): Element {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) node.setAttribute(key, `${value}`);
  return node;
}
