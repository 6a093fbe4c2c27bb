/** Sentences for what is wrong with an address or with a game's file. */

import { optionName, valueName } from "../page/describe.ts";
import { type Key, say, type Texts } from "../page/i18n.ts";
import { shortened } from "../page/shortened.ts";
import {
  type Fault,
  type House,
  type HouseGame,
  type Option,
  offered,
  type WrongOption,
} from "../rules/house.ts";
import type { FileFault, FileKey } from "./gamefile.ts";

/** Says what cannot be played, and what can. */
export function faultText(texts: Texts, house: House, fault: Fault): string {
  if (fault.kind === "options") {
    const { wrong, choice } = fault;
    return wrong.map((one) => wrongText(texts, house, choice.game, one)).join(" ");
  }
  if (fault.kind === "game") return say(texts, "fault.game", { text: shortened(fault.text) });
  // The part of its id after the mark tells files of one name apart, and says nothing to people.
  return say(texts, "fault.own", { text: shortened(fault.text.replace(/~.*/, "")) });
}

function wrongText(
  texts: Texts,
  house: House,
  asked: HouseGame,
  { name, value, option }: WrongOption,
): string {
  const game = asked.names[texts.language];
  if (option !== null)
    return say(texts, "fault.value", {
      game,
      name: labelled(texts, optionName(texts, name), name),
      value: shortened(value),
      allowed: valuesText(texts, asked, option),
    });
  const allowed = offered(house, asked).map((one) => nameText(texts, house, one.name));
  const named = { game, name: nameText(texts, house, name) };
  if (allowed.length === 0) return say(texts, "fault.option.none", named);
  return say(texts, "fault.option", { ...named, allowed: orText(texts, allowed) });
}

/** An option by its name on the page, and as links write it; what is none is only quoted. */
function nameText(texts: Texts, { options }: House, name: string): string {
  return options.some((option) => option.name === name)
    ? labelled(texts, optionName(texts, name), name)
    : say(texts, "fault.quoted", { text: shortened(name) });
}

const labelled = (texts: Texts, label: string, text: string): string =>
  say(texts, "fault.labelled", { label, text });

/** Says what is wrong with a game's file, with the key, its value and what it may be. */
export function fileFaultText(texts: Texts, file: string, fault: FileFault): string {
  const name = shortened(file);
  switch (fault.kind) {
    case "long":
      return say(texts, "file.long", { file: name, most: fault.most });
    case "toml":
      return say(texts, "file.toml", { file: name, line: fault.line, column: fault.column });
    case "table":
      return say(texts, "file.table", { ...fault, file: name, value: valueText(fault.value) });
    case "unknown": {
      const allowed = fault.allowed.join(", ");
      return say(texts, "file.unknown", { file: name, place: shortened(fault.place), allowed });
    }
    case "missing": {
      const allowed = expected(texts, fault.key);
      return say(texts, "file.missing", { file: name, place: fault.place, allowed });
    }
    case "value": {
      const value = valueText(fault.value);
      const allowed = expected(texts, fault.key);
      return say(texts, "file.value", { file: name, place: fault.place, value, allowed });
    }
    case "cross": {
      const why = crossText(texts, fault.key, fault.option);
      const value = valueText(fault.value);
      return say(texts, "file.cross", { file: name, place: fault.place, value, why });
    }
  }
}

function crossText(texts: Texts, { field }: FileKey, name: string): string {
  const key = `file.cross.${field}`;
  const option = name === "" ? "" : labelled(texts, optionName(texts, name), name);
  return say(texts, key in texts.lines ? (key as Key) : "file.cross.else", { option });
}

/** What the value of a key may be. */
function expected(texts: Texts, { kind, low, high, step, length, choices }: FileKey): string {
  const words = choices.map((word) => `"${word}"`);
  switch (kind) {
    case "whole": {
      const few = (high - low) / step < 2;
      const numbers = few ? [`${low}`, `${high}`] : [say(texts, "file.whole", { low, high })];
      return orText(texts, [...numbers, ...words]);
    }
    case "choice":
      return orText(texts, words);
    case "flag":
      return orText(texts, ["false", "true"]);
    case "list":
      return say(texts, "file.list", { n: length, high });
    case "places":
      return say(texts, "file.places", { high });
    case "options":
      return say(texts, "file.options", { allowed: choices.join(", ") });
    case "text":
      return say(texts, "file.words", { most: high });
    case "id":
      return say(texts, "file.id");
  }
}

function valuesText(texts: Texts, game: HouseGame, { name, words, range }: Option): string {
  const numbers =
    range === null ? [] : [say(texts, "fault.range", { low: range[0], high: range[1] })];
  const named = Object.keys(words).map((word) =>
    labelled(texts, valueName(texts, game, name, word), word),
  );
  return orText(texts, [...named, ...numbers]);
}

/** A list with "or" before its last. */
function orText(texts: Texts, parts: readonly string[]): string {
  const [last = "", ...others] = [...parts].reverse();
  return others.length === 0
    ? last
    : say(texts, "file.or", { a: others.reverse().join(", "), b: last });
}

/** A value as a file has it, if it is short. */
function valueText(value: unknown): string {
  const text = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? Number(part) : part));
  return shortened(text ?? "");
}
