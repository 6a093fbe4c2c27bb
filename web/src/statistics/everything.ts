/** Everything that the player keeps, as one file: docs/formats.md, "Everything in one file". */
import type { Result } from "../keeping/results.ts";
import { parseOwn } from "../rules/own.ts";
import { isObject, nameOf, type Saved, savedGame } from "../rules/saved.ts";
import { type JsonFault, jsonFault } from "./json.ts";
import { isDeal, parseResult } from "./records.ts";

/** The records as the base has them; whether they can be read is for others to say. */
export interface Everything {
  readonly games: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly results: readonly unknown[];
  readonly aside: readonly unknown[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly lessons: readonly string[];
  readonly own: readonly unknown[];
}

/** What is wrong with a file. */
export type FileFault =
  | JsonFault
  /** It is JSON, but nothing that was saved here. */
  | { readonly kind: "other" }
  | { readonly kind: "version"; readonly text: string }
  /** A part of it is not what it must be. */
  | { readonly kind: "list" | "object"; readonly place: string };

/** What a file adds to what is there. */
export interface Additions extends Everything {
  /** How many of the file's records could not be read, and of how many. */
  readonly unread: number;
  readonly of: number;
}

const NAME = "everything";
const FORMAT = 1;
const LISTS = ["games", "positions", "results", "aside", "lessons", "own"] as const;

/** The file's text; each record is a line, so that a fault in one is found by its number. */
export function writeFile(all: Everything, saved: number): string {
  const list = (records: readonly unknown[]) =>
    records.length === 0 ? "[]" : `[\n${records.map((one) => JSON.stringify(one)).join(",\n")}\n]`;
  const kept = { ...all, aside: all.aside.filter((one) => !isRefused(one)) };
  const lines = LISTS.map((name) => `"${name}": ${list(kept[name])}`);
  const settings = JSON.stringify(withoutConsent(all.settings));
  const head = `"format": ${FORMAT}, "kungen": "${NAME}", "saved": ${saved}`;
  return `{${[head, `"settings": ${settings}`, ...lines].join(",\n")}}\n`;
}

/** What the service has refused belongs to this browser, as what it has not been sent yet. */
const isRefused = (record: unknown): boolean =>
  isObject(record) && "letter" in record && "refused" in record;

/** A yes was said on this host alone. */
function withoutConsent({ measure, ...settings }: Readonly<Record<string, unknown>>) {
  return settings;
}

/** Reads a file of any version. */
export function readFile(text: string): { readonly good: Everything } | FileFault {
  const fault = jsonFault(text);
  if (fault !== null) return fault;
  const data: unknown = JSON.parse(text);
  if (!isObject(data) || data.kungen !== NAME) return { kind: "other" };
  if (data.format !== FORMAT) return { kind: "version", text: JSON.stringify(data.format) ?? "" };
  const wrong = LISTS.find((name) => data[name] !== undefined && !Array.isArray(data[name]));
  if (wrong !== undefined) return { kind: "list", place: wrong };
  const { settings = {} } = data;
  if (!isObject(settings)) return { kind: "object", place: "settings" };
  const list = (name: (typeof LISTS)[number]) => (data[name] ?? []) as unknown[];
  const [games, positions, results] = [list("games"), list("positions"), list("results")];
  const lessons = list("lessons").filter((id) => typeof id === "string");
  return {
    good: { games, positions, results, aside: list("aside"), settings, lessons, own: list("own") },
  };
}

/** What of a file is new beside what is there. */
export function additionsTo(here: Everything, file: Everything): Additions {
  const games = laterOnes(here.games, file.games, (saved) => isDeal(saved));
  const positions = laterOnes(here.positions, file.positions, (saved) => !isDeal(saved));
  const results = newOnes(here.results, file.results, (data) => resultAt(parseResult(data)));
  const own = newOnes(here.own, file.own, (data) => parseOwn(data)?.id ?? null);
  const parts = [games, positions, results, own];
  const aside = [...file.aside, ...parts.flatMap(({ aside }) => aside)];
  return {
    games: games.added,
    positions: positions.added,
    results: results.added,
    own: own.added,
    aside: newTexts(here.aside, aside),
    settings: { ...withoutConsent(file.settings), ...here.settings },
    lessons: [...new Set([...here.lessons, ...file.lessons])],
    unread: parts.reduce((sum, { unread }) => sum + unread, 0),
    of: file.games.length + file.positions.length + file.results.length + file.own.length,
  };
}

interface Added {
  readonly added: readonly unknown[];
  /** What could not be read and is in none of the places that records have. */
  readonly aside: readonly unknown[];
  readonly unread: number;
}

/** The records that are in no place that is taken. */
function newOnes(
  here: readonly unknown[],
  there: readonly unknown[],
  keyOf: (record: unknown) => string | null,
): Added {
  const taken = new Set(here.map(keyOf));
  const added: unknown[] = [];
  const aside = there.filter((record) => keyOf(record) === null);
  for (const record of there) {
    const key = keyOf(record);
    if (key === null || taken.has(key)) continue;
    taken.add(key);
    added.push(record);
  }
  return { added, aside, unread: aside.length };
}

/** Of two records in one place the later or finished one stays; only what changes is added. */
function laterOnes(
  here: readonly unknown[],
  there: readonly unknown[],
  isRight: (saved: Saved) => boolean,
): Added {
  const kept = new Map<string, Saved>();
  const added = new Map<string, unknown>();
  const aside: unknown[] = [];
  for (const saved of here.map(savedGame)) if (saved) kept.set(placeOf(saved), saved);
  for (const record of there) {
    const saved = savedGame(record);
    if (saved === null || !isRight(saved)) {
      aside.push(record);
      continue;
    }
    const rival = kept.get(placeOf(saved));
    if (rival !== undefined && !isLater(saved, rival)) continue;
    kept.set(placeOf(saved), saved);
    added.set(placeOf(saved), record);
  }
  const records = [...added.values()];
  return { added: records, aside: [...aside, ...replaced(here, records)], unread: aside.length };
}

/** Unreadable games of deals that get a readable one are set aside, as on the table. */
function replaced(here: readonly unknown[], added: readonly unknown[]): unknown[] {
  const places = new Set(added.map(rawPlace));
  return here.filter((record) => savedGame(record) === null && places.has(rawPlace(record)));
}

/** A record's place in the base, also where the rest of it cannot be read. */
function rawPlace(record: unknown): string {
  return isObject(record) ? JSON.stringify([record.game, record.deal, record.layout]) : "";
}

/** Whether a saved game stays and not its rival; of equal ones the rival does. */
function isLater(one: Saved, rival: Saved): boolean {
  if (one.page.won !== rival.page.won) return one.page.won;
  return instantOf(one) > instantOf(rival);
}

const instantOf = ({ page }: Saved): number => (page.won ? page.ended : page.open) ?? 0;

const placeOf = (saved: Saved): string => JSON.stringify([saved.game, nameOf(saved)]);

const resultAt = (result: Result | null): string | null =>
  result && JSON.stringify([result.game, result.deal, result.began]);

/** The records that are not there to the letter, each once. */
function newTexts(here: readonly unknown[], there: readonly unknown[]): unknown[] {
  const known = new Set(here.map((record) => JSON.stringify(record)));
  return there.filter((record) => {
    const text = JSON.stringify(record);
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
}
