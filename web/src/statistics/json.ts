/** Finds where a text is no JSON, which browsers tell in different ways, or not at all. */

export interface JsonFault {
  /** No JSON or too deep, a key that is there twice, or a number that is too large. */
  readonly kind: "json" | "twice" | "large";
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** What stands there; empty at the end of the text. */
  readonly text: string;
}

/** What may come next: "first" and "first key" are those of a list or an object that may be empty. */
type Wanted = "value" | "first" | "key" | "first key" | "colon" | "comma" | "end";

/** The lists and objects that are open, the innermost last; of an object its keys. */
type Open = (Set<string> | null)[];

const SPACE = /[ \t\r\n]*/y;
const TOKEN = /[{}[\],:]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A part of a string: browsers give up on a pattern that matches millions of signs at once. */
const PART = /(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/uy;
const MOST_SHOWN = 24;
/** Browsers read deeper texts, but cannot write them again. */
const DEEPEST = 100;

/** The first fault of a text; null when it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  const open: Open = [];
  let wanted: Wanted = "value";
  for (let at = 0; ; ) {
    at += match(SPACE, text, at).length;
    const token = tokenAt(text, at);
    if (token === "" && wanted === "end" && at === text.length) return null;
    const next: Wanted | JsonFault["kind"] = token === "" ? "json" : follow(open, wanted, token);
    if (next === "json" || next === "twice" || next === "large") return faultAt(next, text, at);
    wanted = next;
    at += token.length;
  }
}

function tokenAt(text: string, at: number): string {
  if (text[at] !== '"') return match(TOKEN, text, at);
  let end = at + 1;
  for (let part = " "; part !== ""; end += part.length) part = match(PART, text, end);
  return text[end] === '"' ? text.slice(at, end + 1) : "";
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function follow(open: Open, wanted: Wanted, token: string): Wanted | JsonFault["kind"] {
  const inner = open.at(-1) ?? null;
  switch (wanted) {
    case "value":
    case "first":
      return wanted === "first" && token === "]" ? close(open) : followValue(open, token);
    case "key":
    case "first key":
      if (wanted === "first key" && token === "}") return close(open);
      return inner === null || !token.startsWith('"') ? "json" : followKey(inner, token);
    case "colon":
      return token === ":" ? "value" : "json";
    case "comma":
      if (token === ",") return inner === null ? "value" : "key";
      return token === (inner === null ? "]" : "}") ? close(open) : "json";
    case "end":
      return "json";
  }
}

function followValue(open: Open, token: string): Wanted | JsonFault["kind"] {
  if (token === "{" || token === "[") {
    if (open.length === DEEPEST) return "json";
    open.push(token === "{" ? new Set() : null);
  }
  if (token === "{") return "first key";
  if (token === "[") return "first";
  if (/^[\]},:]/.test(token)) return "json";
  if (/^[-\d]/.test(token) && !Number.isFinite(Number(token))) return "large";
  return open.length === 0 ? "end" : "comma";
}

function followKey(keys: Set<string>, token: string): Wanted | JsonFault["kind"] {
  const key: string = JSON.parse(token);
  if (keys.has(key)) return "twice";
  keys.add(key);
  return "colon";
}

function close(open: Open): Wanted {
  open.pop();
  return open.length === 0 ? "end" : "comma";
}

function faultAt(kind: JsonFault["kind"], text: string, at: number): JsonFault {
  const before = text.slice(0, at).split("\n");
  const [rest = ""] = text.slice(at, at + MOST_SHOWN).split("\n");
  const shown = tokenAt(text, at).slice(0, MOST_SHOWN) || rest.trim();
  return { kind, line: before.length, column: (before.at(-1) ?? "").length + 1, text: shown };
}
