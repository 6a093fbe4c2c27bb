/** The page of the statistics: what was played, and everything as a file. */

import { useLate } from "../keeping/belated.ts";
import { writeSettings } from "../keeping/changes.ts";
import { latestGame } from "../keeping/games.ts";
import { jottedTable } from "../keeping/jot.ts";
import type { Result } from "../keeping/results.ts";
import { openStore, readSettings } from "../keeping/store.ts";
import { startWorker } from "../offline/worker.ts";
import { pathOfGame, queryOf } from "../page/address.ts";
import { isLanguage, type Language, say, type Texts } from "../page/i18n.ts";
import { fetchJson, fetchTexts, find, languageOfPage } from "../page/page.ts";
import { pathOfStatistics } from "../page/paths.ts";
import { writeTexts } from "../page/wording.ts";
import { choiceOfKey } from "../rules/chosen.ts";
import type { Choice, House } from "../rules/house.ts";
import { LAST_DEAL } from "../rules/numbers.ts";
import { readOwnGames } from "../rules/own.ts";
import { savedGame } from "../rules/saved.ts";
import { openSettingsAside } from "../settings/aside.ts";
import { choicesOf, showLook } from "../settings/choices.ts";
import { isOpenGame } from "../table/saving.ts";
import { drawWeeks, weekRows, weeksIn } from "./chart.ts";
import { countAll } from "./count.ts";
import type { Desk } from "./desk.ts";
import { listenToFiles, remind } from "./files.ts";
import { isDeal, parseResult } from "./records.ts";
import { drawResult, drawTally, type Shown } from "./tallies.ts";
import { readAll } from "./vault.ts";
import { winsByWeek } from "./weeks.ts";
import { dateOf, type Named, wholeName } from "./words.ts";

const LATEST = 20;

boot().catch((error: unknown) => console.error(error));
void startWorker();

async function boot(): Promise<void> {
  const [store, house] = await Promise.all([openStore(), fetchJson<House>("house")]);
  const settings = await readSettings(store);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const texts = await fetchTexts(language);
  const desk: Desk = {
    store,
    house,
    texts,
    own: [],
    kept: null,
    settings,
    noteTimer: 0,
    refresh: () => refresh(desk),
  };
  if (language !== languageOfPage()) history.replaceState(null, "", addressIn(house, language));
  writeTexts(texts);
  showLook(settings, null);
  document.title = say(texts, "stats.title");
  await refresh(desk);
  await leadBack(desk);
  listen(desk);
  document.body.dataset.ready = "true";
  if (await useLate(store)) await refresh(desk);
}

/** Reads the base again and draws what it holds. */
async function refresh(desk: Desk): Promise<void> {
  const { store } = desk;
  [desk.kept, desk.own] = await Promise.all([readAll(store), readOwnGames(store)]);
  if (desk.kept !== null) desk.settings = await readSettings(store);
  draw(desk);
}

function draw(desk: Desk): void {
  const { texts, kept } = desk;
  const results = resultsOf(desk);
  const games = (kept?.games ?? []).map(savedGame).filter(isDeal);
  const tallies = countAll(games, results);
  const shown = shownTo(desk);
  find("lead").textContent = leadText(texts, results);
  find("empty").hidden = tallies.length > 0;
  find("empty-text").textContent = say(texts, kept === null ? "stats.refused" : "stats.empty");
  find("counted").hidden = tallies.length === 0;
  find("keep").hidden = kept === null;
  find("tallies").replaceChildren(...tallies.map((tally) => drawTally(shown, tally)));
  drawWhich(desk, [...new Set(results.map(({ game }) => game))]);
  drawOverTime(desk);
  remind(desk, results);
}

const resultsOf = ({ kept }: Desk): Result[] =>
  (kept?.results ?? [])
    .map(parseResult)
    .filter((result) => result !== null)
    .sort((one, other) => one.ended - other.ended);

/** How results are shown: in which words, and whether loudly. */
function shownTo({ texts, house, own, settings }: Desk): Shown {
  const games = [...house.games, ...own];
  return {
    texts,
    quiet: choicesOf(settings).quiet,
    nameOf: (key) => ({ key, choice: choiceOfKey(house, games, key) }),
    linkOf: ({ choice }, deal) =>
      choice === null || deal > LAST_DEAL
        ? null
        : pathOfGame(location.pathname, choice.game, texts.language) + queryOf(choice, { deal }),
    dailyOf: ({ key, choice }) =>
      choice === null || !house.winnable.includes(key)
        ? null
        : `${pathOfGame(location.pathname, choice.game, texts.language)}?${dailyQuery(choice)}`,
  };
}

const dailyQuery = ({ options }: Choice) => new URLSearchParams({ deal: "daily", ...options });

function leadText(texts: Texts, results: readonly Result[]): string {
  const [first] = results;
  if (first === undefined) return "";
  const key = results.length === 1 ? "stats.lead.one" : "stats.lead.other";
  return say(texts, key, { n: results.length, date: dateOf(texts, first) });
}

/** The choice of a game for what is shown over time, where more than one was won. */
function drawWhich({ texts, house, own }: Desk, keys: readonly string[]): void {
  const select = find("which") as HTMLSelectElement;
  const games = [...house.games, ...own];
  const named = keys.map((key): Named => ({ key, choice: choiceOfKey(house, games, key) }));
  const before = select.value;
  const options = named
    .map((one) => new Option(wholeName(texts, one), one.key))
    .sort((one, other) => one.text.localeCompare(other.text, texts.language));
  select.replaceChildren(new Option(say(texts, "stats.all"), ""), ...options);
  select.value = keys.includes(before) ? before : "";
  find("which-field").hidden = keys.length < 2;
}

/** The picture of the weeks and the latest results, of one game or of all. */
function drawOverTime(desk: Desk): void {
  drawPicture(desk);
  const shown = shownTo(desk);
  const latest = chosenResults(desk).slice(-LATEST).reverse();
  find("latest").classList.toggle("quiet", shown.quiet);
  find("latest").hidden = latest.length === 0;
  find("latest-rows").replaceChildren(...latest.map((result) => drawResult(shown, result)));
}

function chosenResults(desk: Desk): Result[] {
  const key = (find("which") as HTMLSelectElement).value;
  return resultsOf(desk).filter(({ game }) => key === "" || game === key);
}

function drawPicture(desk: Desk): void {
  const { texts } = desk;
  const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const room = { width: find("weeks").clientWidth, letters };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = { instant: Date.now(), zone };
  const weeks = winsByWeek(chosenResults(desk), now, weeksIn(room.width));
  const rows = weekRows(texts, weeks);
  find("weeks").replaceChildren(drawWeeks(texts, weeks, room));
  find("weeks-more").hidden = rows.length === 0;
  find("weeks-rows").replaceChildren(...rows.map(([monday, won]) => makeRow(monday, won)));
}

function makeRow(monday: string, won: string): HTMLElement {
  const row = document.createElement("tr");
  const [day, count] = [document.createElement("th"), document.createElement("td")];
  day.scope = "row";
  count.className = "number";
  day.textContent = monday;
  count.textContent = won;
  row.append(day, count);
  return row;
}

/** The ways to the table lead to the one that the player left. */
async function leadBack({ store, house, own, texts }: Desk): Promise<void> {
  const choiceOf = (key: string) => choiceOfKey(house, [...house.games, ...own], key);
  const isThere = (key: string) => choiceOf(key) !== null;
  const today = Date.now();
  const left =
    jottedTable() ?? (await latestGame(store, (record) => isOpenGame(record, today, isThere)));
  const choice = left && choiceOf(left.game);
  if (left === null || choice === null) return;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".to-table"))
    link.href = path + queryOf(choice, left);
}

const addressIn = (house: House, language: Language): string =>
  pathOfStatistics(location.pathname, house, language) + location.hash;

function listen(desk: Desk): void {
  listenToFiles(desk);
  find("settings-open").addEventListener("click", () => {
    void openSettingsAside(desk, () => draw(desk));
  });
  find("which").addEventListener("change", () => drawOverTime(desk));
  // Other letters or another window: the picture has another width.
  new ResizeObserver(() => drawPicture(desk)).observe(find("weeks"));
  const language = document.querySelector<HTMLSelectElement>(".language select");
  if (language !== null) language.value = desk.texts.language;
  language?.addEventListener("change", () => {
    if (isLanguage(language.value)) void chooseLanguage(desk, language.value);
  });
  // What was played meanwhile in another window.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void refresh(desk);
  });
}

async function chooseLanguage({ store, house }: Desk, language: Language): Promise<void> {
  await writeSettings(store, { language });
  location.assign(addressIn(house, language));
}
