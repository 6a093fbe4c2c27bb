/**
 * Finds in a text that is TOML 1.1 what TOML 1.0 does not have, which game files are written in:
 * inline tables over several lines or with a comma at their end, the escapes \e and \x, and times
 * without seconds.
 */

/** A place in a text, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Strings of the four kinds, comments, brackets, commas, line ends, and words of anything else. */
const TOKENS =
  /"""(?:\\.|[^\\])*?"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|#[^\n]*|[[\]{},\n]|[^\s"'#=[\]{},]+/gs;
const TIME_WITHOUT_SECONDS = /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d(?!:)/i;

/** Where a text that is TOML 1.1 stops being TOML 1.0; null when it is that, too. */
export function newerPlace(text: string): TextPlace | null {
  const open: string[] = [];
  let before = "";
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const isInline = open.at(-1) === "{";
    const isSpread = isInline && (token === "\n" || (token === "}" && before === ","));
    if (isSpread || hasNewEscape(token) || TIME_WITHOUT_SECONDS.test(token))
      return placeOf(text, index);
    if (token === "[" || token === "{") open.push(token);
    if (token === "]" || token === "}") open.pop();
    before = token;
  }
  return null;
}

function hasNewEscape(token: string): boolean {
  return (
    token.startsWith('"') &&
    [...token.matchAll(/\\(.)/gs)].some(([, sign]) => /[ex]/.test(`${sign}`))
  );
}

function placeOf(text: string, index: number): TextPlace {
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
