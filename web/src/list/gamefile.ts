/** Reads a game's file: checks it key by key, and packs the rules record that it says. */
import { parse, TomlError } from "smol-toml";
import type { OwnGame } from "../keeping/shelf.ts";
import { rulesFault } from "../rules/asked.ts";
import type { Engine } from "../rules/engine.ts";
import { byteOf, type Option } from "../rules/house.ts";
import { newerPlace } from "./toml.ts";

/** A key of a game's file, as kungen.keys has it. */
export interface FileKey {
  readonly table: string;
  readonly name: string;
  readonly field: string;
  readonly kind: "whole" | "choice" | "flag" | "list" | "places" | "options" | "text" | "id";
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly default: number | boolean | string | readonly [] | null;
  /** The place in the rules record, null for none. */
  readonly offset: number | null;
  /** The bytes in the record. */
  readonly length: number;
  /** The format of files that has the key first. */
  readonly since: number;
}

/** All that the page knows of game files, as tools/build_web.py exports it. */
export interface KeyTable {
  readonly tag: number;
  readonly version: number;
  readonly length: number;
  /** The byte that says whether the game has a score. */
  readonly scored: number;
  /** The characters that a file has at most. */
  readonly most: number;
  readonly keys: readonly FileKey[];
}

/** Why a file is no game; a place is a key with its table, or a table. */
export type FileFault =
  | { readonly kind: "long"; readonly most: number }
  | { readonly kind: "toml"; readonly line: number; readonly column: number }
  | { readonly kind: "table"; readonly place: string; readonly value: unknown }
  | { readonly kind: "unknown"; readonly place: string; readonly allowed: readonly string[] }
  | { readonly kind: "missing"; readonly place: string; readonly key: FileKey }
  | {
      readonly kind: "value";
      readonly place: string;
      readonly key: FileKey;
      readonly value: unknown;
    }
  | {
      /** A value that is allowed by itself; *option* is the one that cannot be offered. */
      readonly kind: "cross";
      readonly place: string;
      readonly key: FileKey;
      readonly value: unknown;
      readonly option: string;
    };

type TomlTable = Readonly<Record<string, unknown>>;
type Result<T> = { readonly good: T } | { readonly fault: FileFault };

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/**
 * No control characters, those that turn the direction of writing among them, no line ends, halves
 * of characters or what is no character.
 */
const TEXT = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]+$/u;
/** A character that leaves a mark. */
const SEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant by itself
  /[^\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/u;
const STOCK_OPTIONS = ["draw", "passes"];
const SIZE_OPTIONS = ["columns", "cells"];

/** The game that a file's text says, or the first thing that is wrong with it. */
export function readGameFile(
  text: string,
  table: KeyTable,
  options: readonly Option[],
  engine: Engine,
): Result<OwnGame> {
  const read = readToml(text, table.most);
  if ("fault" in read) return read;
  const file = checkFile(read.good, table.keys);
  if ("fault" in file) return file;
  const record = packRecord(file.good.found, table);
  const fault =
    listFault(file.good) ??
    recordFault(file.good, record, engine) ??
    optionFault(file.good, record, options);
  return fault === null ? { good: gameOf(file.good, record, options) } : { fault };
}

function readToml(text: string, most: number): Result<TomlTable> {
  if ([...text].length > most) return { fault: { kind: "long", most } };
  try {
    // So that 1.0 is told from 1.
    const good = parse(text, { integersAsBigInt: true });
    const newer = newerPlace(text);
    return newer === null ? { good } : { fault: { kind: "toml", ...newer } };
  } catch (error) {
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    return { fault: { kind: "toml", line, column } };
  }
}

/** A file whose keys and values are all allowed, each by itself. */
interface CheckedFile {
  readonly found: TomlTable;
  /** The keys that files of its format have. */
  readonly keys: readonly FileKey[];
}

function checkFile(found: TomlTable, keys: readonly FileKey[]): Result<CheckedFile> {
  const [first] = keys;
  const fault = first === undefined ? null : valueFault(first, found);
  if (fault !== null) return { fault };
  const known = keys.filter(({ since }) => BigInt(since) <= (found.format as bigint));
  const wrong = tableFault(found, keys) ?? unknownFault(found, known) ?? firstFault(found, known);
  return wrong === null ? { good: { found, keys: known } } : { fault: wrong };
}

function tableFault(found: TomlTable, keys: readonly FileKey[]): FileFault | null {
  const name = tablesOf(keys).find((table) => table in found && !isTable(found[table]));
  return name === undefined ? null : { kind: "table", place: name, value: found[name] };
}

function unknownFault(found: TomlTable, keys: readonly FileKey[]): FileFault | null {
  const tables = tablesOf(keys);
  for (const table of [...tables, ""]) {
    const allowed = keys.filter((key) => key.table === table).map(({ name }) => name);
    const there = Object.keys(tableOf(found, table));
    const places = table === "" ? [...allowed, ...tables] : allowed;
    const name = there.find((key) => !places.includes(key));
    if (name !== undefined)
      return { kind: "unknown", place: placeName(table, name), allowed: places };
  }
  return null;
}

function firstFault(found: TomlTable, keys: readonly FileKey[]): FileFault | null {
  for (const key of keys) {
    const fault = valueFault(key, found);
    if (fault !== null) return fault;
  }
  return null;
}

function valueFault(key: FileKey, found: TomlTable): FileFault | null {
  const value = tableOf(found, key.table)[key.name];
  const place = placeOf(key);
  if (value === undefined) return key.required ? { kind: "missing", place, key } : null;
  return allows(key, value) ? null : { kind: "value", place, key, value };
}

function allows(key: FileKey, value: unknown): boolean {
  switch (key.kind) {
    case "whole":
      return typeof value === "string" ? key.choices.includes(value) : isNumber(key, value);
    case "choice":
      return typeof value === "string" && key.choices.includes(value);
    case "flag":
      return typeof value === "boolean";
    case "text":
      return typeof value === "string" && isName(value, key.high);
    case "id":
      return typeof value === "string" && ID.test(value);
    default:
      return Array.isArray(value) && allowsList(key, value);
  }
}

const isName = (text: string, longest: number): boolean =>
  [...text].length <= longest && SEEN.test(text) && TEXT.test(text);

function isNumber({ low, high, step }: FileKey, value: unknown): boolean {
  if (typeof value !== "bigint" || value < low || value > high) return false;
  return (Number(value) - low) % step === 0;
}

function allowsList(key: FileKey, values: readonly unknown[]): boolean {
  if (key.kind === "options") {
    const names = values.filter((name) => typeof name === "string" && key.choices.includes(name));
    return names.length === values.length && new Set(names).size === names.length;
  }
  if (values.length > key.length || !values.every((value) => isNumber(key, value))) return false;
  const numbers = values.map(Number);
  return (
    key.kind === "list" ||
    numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
  );
}

function packRecord(found: TomlTable, table: KeyTable): Uint8Array {
  const record = new Uint8Array(table.length);
  record[0] = table.tag;
  record[1] = table.version;
  record[table.scored] = "score" in found ? 1 : 0;
  for (const key of table.keys) {
    const isThere = !["stock", "score"].includes(key.table) || key.table in found;
    if (key.offset !== null && isThere) record.set(packValue(key, valueIn(found, key)), key.offset);
  }
  return record;
}

function packValue({ kind, choices, length }: FileKey, value: unknown): number[] {
  if (kind === "choice") return [choices.indexOf(`${value}`)];
  if (kind === "whole") return [typeof value === "string" ? 0 : Number(value) & 255];
  if (kind === "flag") return [value === true ? 1 : 0];
  const numbers = (value as readonly unknown[]).map(Number);
  if (kind === "list") return numbers;
  return Array.from({ length }, (_, place) => (numbers.includes(place + 1) ? 1 : 0));
}

/** What a list says that its bytes in the record do not: how long it is, and that it is there. */
function listFault({ found, keys }: CheckedFile): FileFault | null {
  const columns = Number(tableOf(found, "layout").columns);
  for (const key of keys.filter(({ kind }) => kind === "list")) {
    const list = valueIn(found, key) as readonly bigint[];
    const isEmptied = key.field === "column_sizes" && list.every((size) => size === 0n);
    if (list.length > 0 && (list.length !== columns || isEmptied)) return cross(found, key);
  }
  return null;
}

function recordFault(file: CheckedFile, record: Uint8Array, engine: Engine): FileFault | null {
  const fault = rulesFault(engine, record);
  if (fault === null) return null;
  const { place } = fault;
  const key = file.keys.find(
    ({ offset, length }) => offset !== null && offset <= place && place < offset + length,
  );
  return cross(file.found, crowding(file, key) ?? key ?? (file.keys[0] as FileKey));
}

/** Where cards are short and the file says nothing of columns: the key that took too many. */
function crowding({ found, keys }: CheckedFile, key: FileKey | undefined): FileKey | null {
  if (key?.field !== "column_sizes" || "stock" in found) return null;
  if ((valueIn(found, key) as readonly unknown[]).length > 0) return null;
  const isReserved = Number(tableOf(found, "layout").reserve ?? 0) > 0;
  return keys.find(({ field }) => field === (isReserved ? "reserve" : "base")) ?? null;
}

function optionFault(
  { found, keys }: CheckedFile,
  record: Uint8Array,
  options: readonly Option[],
): FileFault | null {
  const offering = keys.find(({ kind }) => kind === "options");
  const wrong = offeredBy(found, options).find((option) => !canOffer(found, record, option));
  if (offering === undefined || wrong === undefined) return null;
  return cross(found, offering, wrong.name);
}

/** Whether a game can offer an option: it must have what the option changes, and not be so already. */
function canOffer(found: TomlTable, record: Uint8Array, option: Option): boolean {
  const { columns = [], cells = [] } = tableOf(found, "deal") as Record<string, unknown[]>;
  if (SIZE_OPTIONS.includes(option.name) && columns.length + cells.length > 0) return false;
  if (STOCK_OPTIONS.includes(option.name) && !("stock" in found)) return false;
  const own = ownValue(record, option);
  return byteOf(option, own) !== null && !(option.name === "single-card" && own === "true");
}

/** The value that the record has for an option. */
function ownValue(record: Uint8Array, { place, words }: Option): string {
  const byte = record[place] ?? 0;
  if ("true" in words) return `${words.true === byte}`;
  return Object.keys(words).find((word) => words[word] === byte) ?? `${byte}`;
}

function gameOf({ found }: CheckedFile, record: Uint8Array, options: readonly Option[]): OwnGame {
  const { en = found.id, sv = en, da = en } = tableOf(found, "names") as Record<string, string>;
  const offered = offeredBy(found, options);
  return {
    id: `${found.id}~${hash([...record, ...offered.map(({ place }) => place)])}`,
    names: { sv: `${sv}`, da: `${da}`, en: `${en}` },
    record: [...record].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    offers: Object.fromEntries(offered.map((option) => [option.name, ownValue(record, option)])),
    rules: JSON.parse(
      JSON.stringify(found, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
    ),
  };
}

/** Tells files of one id apart: FNV-1a, 32 bits, in hexadecimal. */
function hash(bytes: readonly number[]): string {
  const mixed = bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5);
  return (mixed >>> 0).toString(16).padStart(8, "0");
}

function offeredBy({ options: names = [] }: TomlTable, options: readonly Option[]): Option[] {
  return options.filter(({ name }) => (names as readonly unknown[]).includes(name));
}

function cross(found: TomlTable, key: FileKey, option = ""): FileFault {
  return { kind: "cross", place: placeOf(key), key, value: valueIn(found, key), option };
}

const valueIn = (found: TomlTable, key: FileKey): unknown =>
  tableOf(found, key.table)[key.name] ?? key.default;

const tableOf = (found: TomlTable, name: string): TomlTable =>
  name === "" ? found : ((found[name] ?? {}) as TomlTable);

const tablesOf = (keys: readonly FileKey[]): string[] => [
  ...new Set(keys.map(({ table }) => table).filter((table) => table !== "")),
];

const isTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const placeOf = ({ table, name }: FileKey): string => placeName(table, name);

const placeName = (table: string, name: string): string =>
  table === "" ? name : `[${table}] ${name}`;
