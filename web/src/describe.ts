/** Says in words what a game's rules are, from what its record says. */
import type { Rules } from "./formats.ts";
import type { Choice } from "./house.ts";
import { type CountKey, capitalised, type Key, say, sayCount, type Texts } from "./i18n.ts";

const HIGHEST_RANK = 13;

/** Two short sentences: what lies on the table, and what may go where. */
export function ruleLine(texts: Texts, rules: Rules): string {
  const table = [
    sayCount(
      texts,
      rules.hidden.some(Boolean) ? "rule.columns.hidden" : "rule.columns",
      rules.columns,
    ),
    ...counted(texts, "rule.cells", rules.cells),
    ...counted(texts, "rule.reserve", rules.reserve),
    ...(rules.draw === 0 ? [] : [say(texts, `rule.draw.${rules.draw}` as Key)]),
    ...counted(texts, "rule.passes", rules.passes),
  ];
  const play = [
    say(texts, rules.sameSuit ? "rule.suit" : "rule.alternating"),
    say(texts, emptyKey("rule.empty", rules), { rank: lastRankName(texts, rules) }),
    ...(rules.runs === "supermove" ? [] : [say(texts, `rule.runs.${rules.runs}`)]),
    ...(rules.base === 0 ? [say(texts, "rule.beak")] : []),
    ...(rules.base > 1 ? [say(texts, "rule.base", { rank: rankName(texts, rules.base) })] : []),
  ];
  return [table, play].map((parts) => `${capitalised(parts.join(", "))}.`).join(" ");
}

/** The rules in whole sentences, but for how many cards may move just now. */
export function ruleSentences(texts: Texts, rules: Rules): string[] {
  const rank = lastRankName(texts, rules);
  const first = rankName(texts, rules.base);
  const draw = rules.draw === 0 ? [] : [say(texts, `help.draw.${rules.draw}` as Key)];
  return [
    rules.base === 0
      ? say(texts, "help.goal.beak")
      : say(texts, rules.base === 1 ? "help.goal" : "help.goal.base", { first, last: rank }),
    say(texts, rules.sameSuit ? "help.suit" : "help.alternating"),
    ...(rules.wraps ? [say(texts, "help.wrap")] : []),
    say(texts, emptyKey("help.empty", rules), { rank }),
    ...(rules.hidden.some(Boolean) ? [say(texts, "help.hidden")] : []),
    ...(rules.cells === 0 ? [] : [say(texts, "help.cells")]),
    ...(rules.reserve === 0 ? [] : [say(texts, "help.reserve")]),
    ...draw,
    ...counted(texts, "help.passes", rules.passes),
    ...(rules.foundationReturn ? [say(texts, "help.return")] : []),
  ];
}

/** A game by its name, and by the options that are not its own values. */
export function choiceText(texts: Texts, { game, options }: Choice): string {
  const chosen = Object.entries(options).map(
    ([name, value]) => `${optionName(texts, name)}: ${valueName(texts, name, value)}`,
  );
  return `${[game.names[texts.language], ...chosen].join(". ")}.`;
}

export const optionName = (texts: Texts, option: string): string =>
  say(texts, `option.${option}` as Key);

/** A value of an option: words have names of their own, numbers speak for themselves. */
export function valueName({ lines }: Texts, option: string, value: string): string {
  return lines[`option.${option}.${value}` as Key] ?? lines[`option.${value}` as Key] ?? value;
}

function counted(texts: Texts, key: CountKey, count: number): string[] {
  return count === 0 ? [] : [sayCount(texts, key, count)];
}

/** What an empty column takes is named by its rank, but where the first card dealt decides it. */
function emptyKey(stem: "rule.empty" | "help.empty", { lastRankOnly, base }: Rules) {
  if (!lastRankOnly) return `${stem}.any` as const;
  return base === 0 ? (`${stem}.beak` as const) : (`${stem}.last` as const);
}

/** The rank that comes last on the foundations: one below their base. */
function lastRankName(texts: Texts, { base, ranks }: Rules): string {
  return rankName(texts, base === 1 ? ranks : base - 1);
}

function rankName(texts: Texts, rank: number): string {
  return texts.lines[`rank.${rank === 0 ? HIGHEST_RANK : rank}` as Key];
}
