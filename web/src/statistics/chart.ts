/** The wins of the last weeks as a picture, and in words for those who do not see it. */
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { noonOf, type Week } from "./weeks.ts";
import { dayText } from "./words.ts";

const SVG = "http://www.w3.org/2000/svg";
/** In the picture's own units: a week, the height, and the room for words over and under bars. */
const STEP = 22;
const HEIGHT = 176;
const TOP = 18;
const FOOT = 22;

/** Bars from the bottom up, one for each week; the highest and the months are written. */
export function drawWeeks(texts: Texts, weeks: readonly Week[]): SVGSVGElement {
  const most = Math.max(1, ...weeks.map(({ won }) => won));
  const viewBox = `0 0 ${STEP * weeks.length} ${HEIGHT}`;
  const svg = draw("svg", { viewBox, role: "img" });
  svg.setAttribute("aria-label", weeksText(texts, weeks));
  const floor = HEIGHT - FOOT;
  for (const [at, { won }] of weeks.entries()) {
    const height = won === 0 ? 2 : ((floor - TOP) * won) / most;
    const box = { x: at * STEP + 2, y: floor - height, width: STEP - 4, height, rx: 2 };
    svg.append(draw("rect", { ...box, class: won === 0 ? "none" : "won" }));
    if (won === most && won > 0)
      svg.append(word(texts.number.format(won), (at + 0.5) * STEP, box.y - 5, "middle"));
  }
  for (const { at, name } of months(texts, weeks))
    svg.append(word(name, at * STEP + 2, HEIGHT - 6, "start"));
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
