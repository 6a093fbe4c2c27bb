/** Everything as a file: saved, read and cleared, with a way back. */

import { forgetTimes } from "../keeping/jot.ts";
import type { Result } from "../keeping/results.ts";
import { readSettings } from "../keeping/store.ts";
import { downloadJson } from "../page/download.ts";
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { find } from "../page/page.ts";
import { shortened } from "../page/shortened.ts";
import { showLook } from "../settings/choices.ts";
import type { Desk } from "./desk.ts";
import { type Additions, type FileFault, readFile, writeFile } from "./everything.ts";
import { addFile, bringBack, clearAll, noteFiled, readAll } from "./vault.ts";
import { dayText } from "./words.ts";

const NOTE_TIME = 10_000;
/** Wins that are in no file until the page reminds of it: the first time, and later. */
const FIRST_WINS = 10;
const MORE_WINS = 20;

export function listenToFiles(desk: Desk): void {
  const field = find("file") as HTMLInputElement;
  find("save").addEventListener("click", () => void saveFile(desk));
  find("clear").addEventListener("click", () => void clear(desk));
  field.addEventListener("change", () => {
    const files = [...(field.files ?? [])];
    // The same file can be chosen again.
    field.value = "";
    void openFiles(desk, files);
  });
  const { classList } = document.body;
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    classList.add("dropping");
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    classList.remove("dropping");
    void openFiles(desk, [...(event.dataTransfer?.files ?? [])]);
  });
}

/** Says when all was last saved as a file, and now and then that it is time again. */
export function remind({ texts, kept }: Desk, results: readonly Result[]): void {
  const filed = kept?.filed ?? 0;
  const since = results.filter(({ ended }) => ended > filed).length;
  const isDue = since >= (filed === 0 ? FIRST_WINS : MORE_WINS);
  const line = find("remind");
  line.classList.toggle("due", isDue);
  line.hidden = !isDue && filed === 0;
  if (isDue) line.textContent = say(texts, "stats.remind", { n: since });
  else line.textContent = say(texts, "stats.filed", { date: dayText(texts, localNoon(filed)) });
}

async function saveFile(desk: Desk): Promise<void> {
  const all = await readAll(desk.store);
  if (all === null) return refuse(say(desk.texts, "store.refused"));
  const now = Date.now();
  const day = new Date(localNoon(now)).toISOString().slice(0, 10);
  downloadJson(`kungen-${day}`, writeFile(all, now));
  await noteFiled(desk.store, now);
  await desk.refresh();
}

/** Noon, by Greenwich, of the day that an instant is in here. */
function localNoon(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12);
}

async function openFiles(desk: Desk, files: readonly File[]): Promise<void> {
  const { texts, store } = desk;
  const [file] = files;
  if (file === undefined || files.length > 1) return refuse(say(texts, "own.several"));
  const text = await readText(file);
  if (text === null) return refuse(say(texts, "file.text", { file: shortened(file.name) }));
  const read = readFile(text);
  if ("kind" in read) return refuse(faultText(texts, file.name, read));
  const added = await addFile(store, read.good);
  if (added === null) return refuse(say(texts, "store.refused"));
  showLook(await readSettings(store), null);
  await desk.refresh();
  showNote(desk, addedText(texts, added), null);
}

/** The text of a file in UTF-8; null when it is none, or cannot be read. */
async function readText(file: File): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function faultText(texts: Texts, name: string, fault: FileFault): string {
  const file = shortened(name);
  switch (fault.kind) {
    case "json":
    case "twice":
    case "large": {
      const isAtEnd = fault.kind === "json" && fault.text === "";
      const key = isAtEnd ? "stats.fault.end" : (`stats.fault.${fault.kind}` as const);
      const { line, column, text } = fault;
      return say(texts, key, { file, line, column, text });
    }
    case "other":
      return say(texts, "stats.fault.other", { file });
    case "version":
      return say(texts, "stats.fault.version", { file, text: shortened(fault.text) });
    case "list":
    case "object":
      return say(texts, `stats.fault.${fault.kind}`, { file, place: fault.place });
  }
}

/** What came with a file, and how much of it could not be read. */
function addedText(texts: Texts, { results, games, positions, unread, of }: Additions): string {
  const [wins, saves] = [results.length, games.length + positions.length];
  const parts = [
    sayCount(texts, "stats.added.wins", wins),
    sayCount(texts, "stats.added.games", saves),
  ];
  const isNew = wins + saves > 0;
  const added = say(texts, isNew ? "stats.added" : "stats.added.none", {
    wins: parts[0] ?? "",
    games: parts[1] ?? "",
  });
  return unread === 0 ? added : `${added} ${say(texts, "stats.unread", { unread, of })}`;
}

async function clear(desk: Desk): Promise<void> {
  const { texts, store } = desk;
  const cleared = await clearAll(store);
  if (cleared === null) return refuse(say(texts, "store.refused"));
  forgetTimes();
  await desk.refresh();
  showNote(desk, say(texts, "stats.cleared"), async () => {
    if (!(await bringBack(store, cleared))) refuse(say(texts, "store.refused"));
    await desk.refresh();
  });
}

/** Says what is wrong, and puts the focus there. */
function refuse(sentence: string): void {
  const fault = find("fault");
  find("note").hidden = true;
  fault.textContent = sentence;
  fault.hidden = false;
  fault.focus();
}

/** Shows and says a sentence for some seconds, with a way back where there is one. */
function showNote(desk: Desk, sentence: string, undo: (() => unknown) | null): void {
  clearTimeout(desk.noteTimer);
  find("fault").hidden = true;
  find("note").hidden = false;
  find("note-text").textContent = sentence;
  find("live").textContent = sentence;
  const button = find("note-do");
  button.hidden = undo === null;
  button.onclick = () => {
    find("note").hidden = true;
    undo?.();
    find("clear").focus();
  };
  if (undo !== null) button.focus();
  desk.noteTimer = window.setTimeout(() => {
    find("note").hidden = true;
  }, NOTE_TIME);
}
