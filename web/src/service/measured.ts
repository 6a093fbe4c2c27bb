/** The row of measured plays in the guide's table of results. */
import type { Language, Texts } from "../page/i18n.ts";
import { say, sayCount } from "../page/i18n.ts";
import { daysText, dayText } from "../statistics/words.ts";
import type { Found, GameResults, Results } from "./found.ts";

const DAY = 86_400_000;

/** Writes how the players of a game fare where the guide says that nobody was measured. */
export function drawMeasured(texts: Texts, game: string, found: Found, now: number): void {
  const results = found.results?.games[game];
  const place = document.querySelector<HTMLElement>("section.guide .results .none");
  const isTheirs = place?.closest<HTMLElement>("section.guide")?.lang === texts.language;
  if (place === null || !isTheirs || found.results === null || !isCounted(results)) return;
  const known = now - found.asked < DAY ? null : found.asked;
  write(place, measuredText(texts, results, found.results.measure, known));
}

/** Nothing that is read moves: what takes more room than it has comes when it is not seen. */
function write(place: HTMLElement, text: string): void {
  if (place.textContent === text) return;
  const [before, height] = [place.textContent, place.offsetHeight];
  place.textContent = text;
  if (place.offsetHeight === height || !isSeen(place)) return;
  place.textContent = before;
  const watch = new IntersectionObserver(([seen]) => {
    if (seen === undefined || seen.isIntersecting) return;
    watch.disconnect();
    place.textContent = text;
  });
  watch.observe(place);
}

function isSeen(place: HTMLElement): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

type Counted = GameResults & { readonly share: number; readonly interval: readonly number[] };

const isCounted = (results: GameResults | undefined): results is Counted =>
  results !== undefined &&
  results.starts > 0 &&
  results.share !== null &&
  results.interval !== null;

/** The sentences; *known* is when they were read, where that is worth saying. */
export function measuredText(
  texts: Texts,
  results: Counted,
  measure: Results["measure"],
  known: number | null,
): string {
  const { starts, share, interval, with_help, first_day, last_day } = results;
  const [low = 0, high = 0] = interval;
  const values = {
    share: percent(texts.language, share),
    interval: `${decimal(texts.language, 100 * low)}–${percent(texts.language, high)}`,
    period: periodText(texts, first_day, last_day),
    measure,
  };
  return [
    sayCount(texts, "measure.results", starts, values),
    with_help === 0 ? "" : sayCount(texts, "measure.results.helped", with_help),
    known === null ? "" : say(texts, "measure.results.known", { date: dayText(texts, known) }),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const ONE_PLACE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const percent = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent", ...ONE_PLACE }).format(share);

const decimal = (language: Language, number: number): string =>
  new Intl.NumberFormat(language, ONE_PLACE).format(number);

/** From the first day to the last one. */
function periodText(texts: Texts, first: string | null, last: string | null): string {
  const [from, to] = [Date.parse(first ?? ""), Date.parse(last ?? "")];
  return Number.isNaN(from + to) || from > to ? "" : daysText(texts, from, to);
}
