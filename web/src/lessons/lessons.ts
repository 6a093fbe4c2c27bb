/** The page of the lessons: a book to read, or a table with the lesson that the address asks for. */

import { useLate } from "../keeping/belated.ts";
import { writeSettings } from "../keeping/changes.ts";
import { latestGame } from "../keeping/games.ts";
import { jottedTable } from "../keeping/jot.ts";
import { readLessons } from "../keeping/shelf.ts";
import { openStore, readSettings, type Store } from "../keeping/store.ts";
import { startWorker } from "../offline/worker.ts";
import { pathOfGame, queryOf } from "../page/address.ts";
import { isLanguage, type Language, makeTexts, say, sayCount } from "../page/i18n.ts";
import { fetchJson, find, languageOfPage } from "../page/page.ts";
import { pathOfLessons } from "../page/paths.ts";
import { shortened } from "../page/shortened.ts";
import { choiceOfKey } from "../rules/chosen.ts";
import type { House } from "../rules/house.ts";
import { readOwnGames } from "../rules/own.ts";
import { openSettingsAside } from "../settings/aside.ts";
import { showLook } from "../settings/choices.ts";
import { isOpenGame } from "../table/saving.ts";
import { attend, type LessonTexts, type School } from "./classroom.ts";
import type { Lesson } from "./lesson.ts";

/** What tools/book.py exports in a language. */
interface Exported {
  readonly words: LessonTexts["lines"];
  readonly lessons: readonly Lesson[];
}

boot().catch((error: unknown) => {
  // The book is there in any case.
  find("failed").hidden = false;
  console.error(error);
});
void startWorker();

async function boot(): Promise<void> {
  const id = new URLSearchParams(location.search).get("lesson");
  show(id === null ? "book" : "lesson");
  document.getElementById(`lesson-${id}`)?.classList.add("open");
  const [store, house] = await Promise.all([openStore(), fetchJson<House>("house")]);
  const settings = await readSettings(store);
  const language = isLanguage(settings.language) ? settings.language : languageOfPage();
  const { texts, lessons } = await fetchLessons(language);
  const school = { store, house, lessons, texts, settings };
  const lesson = lessons.find((one) => one.id === id);
  const isMoved = language !== languageOfPage();
  if (lesson === undefined) {
    if (isMoved) return location.replace(addressIn(house, language));
    await openBook(school, id);
    const page = { store, texts, settings };
    showLook(settings, null);
    find("settings-open").addEventListener("click", () => void openSettingsAside(page));
    listenToLanguage(school, null);
  } else {
    if (isMoved) history.replaceState(null, "", addressIn(house, language));
    const goOn = await attend(school, lesson);
    listenToLanguage(school, goOn);
  }
  await leadBack(school);
  document.body.dataset.ready = "true";
  await useLate(store);
}

/** Shows the book or the table; the other is not there. */
function show(mode: "book" | "lesson"): void {
  document.body.dataset.mode = mode;
  for (const id of ["book", "lesson"]) find(id).hidden = id !== mode;
}

async function fetchLessons(
  language: Language,
): Promise<{ readonly texts: LessonTexts; readonly lessons: readonly Lesson[] }> {
  const suffix = `${language.charAt(0).toUpperCase()}${language.slice(1)}`;
  const [lines, { words, lessons }] = await Promise.all([
    fetchJson<LessonTexts["lines"]>(language),
    fetchJson<Exported>(`lessons${suffix}`),
  ]);
  return { texts: makeTexts(language, { ...lines, ...words }), lessons };
}

/** This page, and the lesson that is open, in a language. */
function addressIn(house: House, language: Language): string {
  const { pathname, search, hash } = location;
  return `${pathOfLessons(pathname, house, language)}${search}${hash}`;
}

/** Marks what was reached, and says it when there is no such lesson as was asked for. */
async function openBook({ store, texts, lessons }: School, id: string | null): Promise<void> {
  const done = await readLessons(store);
  const reached = lessons.filter((lesson) => done.includes(lesson.id));
  for (const lesson of reached)
    for (const mark of document.querySelectorAll<HTMLElement>(`#lesson-${lesson.id} .done`))
      mark.hidden = false;
  const progress = find("progress");
  const of = lessons.length;
  progress.textContent = sayCount(texts, "lessons.done.of", reached.length, { of });
  if (reached.length > 0) progress.dataset.known = "";
  if (id === null) return;
  const fault = find("fault");
  fault.textContent = say(texts, "lessons.unknown", { text: shortened(id) });
  fault.hidden = false;
  // The book comes up as it is to be read, and nothing in it moves.
  show("book");
  fault.focus();
}

/** The ways to the table lead to the one that the player left. */
async function leadBack({ store, house, texts }: School): Promise<void> {
  const own = await readOwnGames(store);
  const choiceOf = (key: string) => choiceOfKey(house, [...house.games, ...own], key);
  const left = jottedTable() ?? (await lastTable(store, (key) => choiceOf(key) !== null));
  const choice = left && choiceOf(left.game);
  if (left === null || choice === null) return;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".to-table"))
    link.href = `${path}${queryOf(choice, left)}`;
}

function lastTable(store: Store, isKnown: (key: string) => boolean) {
  const today = Date.now();
  return latestGame(store, (record) => isOpenGame(record, today, isKnown));
}

type GoOn = Awaited<ReturnType<typeof attend>>;

/** *goOn* is what a lesson does in another language; the book in it is another page. */
function listenToLanguage(school: School, goOn: GoOn | null): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>(".language select")) {
    select.value = school.texts.language;
    select.addEventListener("change", () => {
      if (isLanguage(select.value)) void chooseLanguage(school, select.value, goOn);
    });
  }
}

async function chooseLanguage(school: School, language: Language, goOn: GoOn | null) {
  const { store, house } = school;
  await writeSettings(store, { language });
  const address = addressIn(house, language);
  if (goOn === null) return location.assign(address);
  const { texts, lessons } = await fetchLessons(language);
  history.replaceState(null, "", address);
  await leadBack({ ...school, texts });
  goOn(texts, lessons);
}
