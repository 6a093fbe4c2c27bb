/** The cards of the statistics, one for each key of a game, and the rows of the latest results. */

import type { Result } from "../keeping/results.ts";
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { clockText } from "../table/clock.ts";
import type { Averages, Tally } from "./count.ts";
import { dateOf, gameName, hourOf, meanText, type Named, optionsText, shareText } from "./words.ts";

/** How results are shown. */
export interface Shown {
  readonly texts: Texts;
  /** Whether time, score and streaks are hidden. */
  readonly quiet: boolean;
  readonly nameOf: (key: string) => Named;
  /** The address of a deal; null where the page does not know its game. */
  readonly linkOf: (named: Named, deal: number) => string | null;
  /** The address of the deal of the day; null where the game has none. */
  readonly dailyOf: (named: Named) => string | null;
}

/** A line of a card: what it is, its value, and the win that it belongs to. */
type Line = readonly [name: string, value: string, win: Result | null];

export function drawTally(shown: Shown, tally: Tally): HTMLElement {
  const { texts } = shown;
  const { share, won, givenUp, undated } = tally;
  const template = document.getElementById("tally") as HTMLTemplateElement;
  const item = template.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const named = shown.nameOf(tally.key);
  item.dataset.key = tally.key;
  write(item, "h2", gameName(texts, named));
  write(item, ".options", optionsText(texts, named));
  write(item, ".share b", share === null ? "" : shareText(texts, share));
  write(item, ".share span", shareLine(texts, tally));
  part(item, ".meter").hidden = won + givenUp === 0;
  part(item, ".meter i").style.width = `${100 * (share ?? 0)}%`;
  const lines = linesOf(shown, tally);
  part(item, "dl").hidden = lines.length === 0;
  part(item, "dl").append(...lines.flatMap((line) => drawLine(shown, line)));
  write(item, ".undated", undated === 0 ? "" : sayCount(texts, "stats.undated", undated));
  drawDaily(item, texts, shown.dailyOf(named));
  return item;
}

function drawDaily(item: HTMLElement, texts: Texts, address: string | null): void {
  part(item, ".today").hidden = address === null;
  write(item, ".today a", say(texts, "do.daily"));
  if (address !== null) part(item, ".today a").setAttribute("href", address);
}

/** What the share is a share of. */
function shareLine(texts: Texts, { share, won, givenUp, open }: Tally): string {
  if (share === null) return sayCount(texts, "stats.open", open);
  return say(texts, "stats.share", { won, of: won + givenUp, given: givenUp });
}

function linesOf({ texts, quiet }: Shown, tally: Tally): Line[] {
  const { won, streak, longest, fastest, fewest, highest, average, unhelped, tips } = tally;
  const number = (value: number) => texts.number.format(value);
  const time = (win: Result) => clockText(win.elapsed);
  const loud: Line[] = [
    [say(texts, "stats.streak"), say(texts, "stats.streak.text", { streak, longest }), null],
    ...lineOf(say(texts, "stats.fastest"), fastest, time),
    ...lineOf(say(texts, "stats.highest"), highest, ({ score = 0 }) => number(score)),
  ];
  const helped = say(texts, "stats.unhelped.text", { unhelped, won });
  const told = tips === 0 ? helped : `${helped}, ${sayCount(texts, "stats.tips", tips)}`;
  return [
    ...(quiet ? [] : loud),
    ...lineOf(say(texts, "stats.fewest"), fewest, ({ moves }) => number(moves)),
    ...(average === null
      ? []
      : [[say(texts, "stats.average"), averageText(texts, average, quiet), null] as const]),
    ...(won === 0 ? [] : [[say(texts, "stats.unhelped"), told, null] as const]),
  ];
}

const lineOf = (name: string, win: Result | null, tell: (win: Result) => string): Line[] =>
  win === null ? [] : [[name, tell(win), win]];

function averageText(texts: Texts, { moves, elapsed, score }: Averages, quiet: boolean): string {
  const parts = [say(texts, "stats.average.moves", { moves: meanText(texts, moves) })];
  if (!quiet) parts.push(clockText(elapsed));
  if (!quiet && score !== null)
    parts.push(say(texts, "stats.average.score", { score: meanText(texts, score) }));
  return parts.join(", ");
}

function drawLine(shown: Shown, [name, value, win]: Line): HTMLElement[] {
  const [term, told] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  told.append(value);
  if (win !== null) told.append(", ", drawDeal(shown, win));
  return [term, told];
}

/** The number of a deal, which leads to it where the page knows its game. */
function drawDeal({ texts, nameOf, linkOf }: Shown, { game, deal }: Result): HTMLElement {
  const address = linkOf(nameOf(game), deal);
  const node = document.createElement(address === null ? "span" : "a");
  node.textContent = say(texts, "deal.title", { deal });
  if (address !== null) node.setAttribute("href", address);
  return node;
}

/** A row of the latest results. */
export function drawResult(shown: Shown, result: Result): HTMLElement {
  const { texts, nameOf } = shown;
  const named = nameOf(result.game);
  const row = document.createElement("tr");
  const when = document.createElement("time");
  when.dateTime = new Date(result.ended).toISOString();
  when.append(dateOf(texts, result), " ", small(hourOf(texts, result)));
  const [game, options] = [gameName(texts, named), optionsText(texts, named)];
  const deal = [`${game}, `, drawDeal(shown, result)];
  const { helped } = result;
  const tips = helped === 0 ? [] : [" ", small(sayCount(texts, "stats.tips", helped))];
  const score =
    result.score === undefined
      ? []
      : [" ", small(say(texts, "stats.average.score", { score: meanText(texts, result.score) }))];
  const moves = cell("number moves", texts.number.format(result.moves), ...tips);
  const time = cell("number loud", clockText(result.elapsed), ...score);
  moves.dataset.name = say(texts, "stats.moves");
  time.dataset.name = say(texts, "stats.time");
  row.append(
    cell("when", when),
    cell("played", ...deal, ...(options === "" ? [] : [" ", small(options)])),
    moves,
    time,
  );
  return row;
}

function cell(name: string, ...content: (string | Node)[]): HTMLElement {
  const node = document.createElement("td");
  node.className = name;
  node.append(...content);
  return node;
}

function small(text: string): HTMLElement {
  const node = document.createElement("small");
  node.textContent = text;
  return node;
}

function write(item: HTMLElement, selector: string, text: string): void {
  const node = part(item, selector);
  node.textContent = text;
  node.hidden = text === "";
}

function part(item: HTMLElement, selector: string): HTMLElement {
  const found = item.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`a card has no ${selector}`);
  return found;
}
