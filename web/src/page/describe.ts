/** Says in words what a game's rules are, from what its record says. */
import { lastRank } from "../rules/cards.ts";
import { fillsCell, type Rules, readRules } from "../rules/formats.ts";
import { type Choice, type House, type HouseGame, offered } from "../rules/house.ts";
import { type CountKey, capitalised, type Key, say, sayCount, type Texts } from "./i18n.ts";

const HIGHEST_RANK = 13;
const SIZES: readonly string[] = ["columns", "cells"];

/** One thing that a game's rules say. */
interface Trait {
  readonly text: string;
  /** Whether it is too common, or too long, to be said where games are not compared. */
  readonly plain: boolean;
}

/** Two short sentences: what lies on the table, and what may go where. */
export function ruleLine(texts: Texts, rules: Rules): string {
  return [tableTraits(texts, rules), playTraits(texts, rules)]
    .map((traits) => traits.filter(({ plain }) => !plain).map(({ text }) => text))
    .map((parts) => `${capitalised(parts.join(", "))}.`)
    .join(" ");
}

/**
 * What is true of the first of some games, and not of all the others; empty where nothing is.
 * Where others have nothing to compare, another trait has said so.
 */
export function differences(texts: Texts, rules: Rules, others: readonly Rules[]): string {
  const read = (one: Rules) => [...tableTraits(texts, one), ...playTraits(texts, one)];
  const compared = others.map(read);
  return read(rules)
    .map(({ text }) => text)
    .filter((text, at) =>
      compared.some((traits) => ![text, ""].includes(traits[at]?.text ?? "") && text !== ""),
    )
    .join(", ");
}

/** What lies on the table, each trait at its place in the list. */
function tableTraits(texts: Texts, rules: Rules): Trait[] {
  const { ranks, columns, hidden, dealt, cells, reserve, draw, passes, leftward } = rules;
  const filled = Array.from({ length: cells }, (_, cell) => cell + 1).filter((cell) =>
    fillsCell(rules, cell - 1),
  );
  const isHiding = hidden.some(Boolean);
  return [
    { text: sayCount(texts, "rule.ranks", ranks), plain: ranks === HIGHEST_RANK },
    said(sayCount(texts, isHiding ? "rule.columns.hidden" : "rule.columns", columns)),
    unsaid(say(texts, "rule.dealt", { sizes: dealt.join(" ") })),
    unsaid(isHiding ? say(texts, "rule.down", { sizes: hidden.join(" ") }) : ""),
    { text: sayCount(texts, "rule.cells", cells), plain: cells === 0 },
    { text: sayCount(texts, "rule.filled", filled.length), plain: filled.length === 0 },
    unsaid(filled.length === 0 ? "" : say(texts, "rule.filled.cells", { cells: filled.join(" ") })),
    { text: sayCount(texts, "rule.reserve", reserve), plain: reserve === 0 },
    { text: say(texts, `rule.draw.${draw}` as Key), plain: draw === 0 },
    passes === 0
      ? unsaid(draw === 0 ? "" : say(texts, "rule.passes.any"))
      : said(sayCount(texts, "rule.passes", passes)),
    unsaid(say(texts, leftward ? "rule.leftward" : "rule.rightward")),
  ];
}

/** What may go where, each trait at its place in the list. */
function playTraits(texts: Texts, rules: Rules): Trait[] {
  const { base, points } = rules;
  const either = (is: boolean, key: Key, plainKey: Key): Trait => ({
    text: say(texts, is ? key : plainKey),
    plain: !is,
  });
  return [
    said(say(texts, rules.sameSuit ? "rule.suit" : "rule.alternating")),
    said(say(texts, emptyKey("rule.empty", rules), { rank: lastRankName(texts, rules) })),
    { text: say(texts, `rule.runs.${rules.runs}`), plain: rules.runs === "supermove" },
    either(rules.wraps, "rule.wrap", "rule.wrap.not"),
    base === 0
      ? said(say(texts, "rule.beak"))
      : { text: say(texts, "rule.base", { rank: rankName(texts, base) }), plain: base === 1 },
    either(rules.foundationReturn, "rule.return", "rule.return.not"),
    either(points !== null, "rule.score", "rule.score.not"),
    unsaid(points === null ? "" : say(texts, "rule.points", { ...points })),
  ];
}

const said = (text: string): Trait => ({ text, plain: false });

const unsaid = (text: string): Trait => ({ text, plain: true });

/** The options that a game offers, by their names on the page. */
export function choicesText(texts: Texts, house: House, game: HouseGame): string {
  const names = offered(house, game).map(({ name }) => optionName(texts, name));
  const choices = names.length === 0 ? say(texts, "own.choices.none") : names.join(", ");
  return say(texts, "own.choices", { choices });
}

/** The sizes that a game may have, where it is in none that was chosen; else empty. */
export function sizesText(texts: Texts, house: House, { game, options }: Choice): string {
  const sizes = offered(house, game).filter(({ name }) => SIZES.includes(name));
  if (sizes.length === 0 || sizes.some(({ name }) => name in options)) return "";
  const ranges = sizes.map(({ name, range }) => {
    const [low, high] = range ?? [1, 1];
    return `${optionName(texts, name).toLowerCase()} ${say(texts, "fault.range", { low, high })}`;
  });
  return say(texts, "games.sizes", { sizes: ranges.join(", ") });
}

/** The part of the table that a rule is about. */
export type RulePart = "foundations" | "columns" | "empty" | "cells" | "reserve" | "stock";

/** The rules in whole sentences, but for how many cards may move just now. */
export const ruleSentences = (texts: Texts, rules: Rules): string[] =>
  Object.values(ruleParts(texts, rules)).flat();

/** The sentences by the part of the table that they are about. */
export function ruleParts(texts: Texts, rules: Rules): Readonly<Record<RulePart, string[]>> {
  const rank = lastRankName(texts, rules);
  const first = rankName(texts, rules.base);
  const draw = rules.draw === 0 ? [] : [say(texts, `help.draw.${rules.draw}` as Key)];
  return {
    foundations: [
      rules.base === 0
        ? say(texts, "help.goal.beak")
        : say(texts, rules.base === 1 ? "help.goal" : "help.goal.base", { first, last: rank }),
      ...(rules.foundationReturn ? [say(texts, "help.return")] : []),
    ],
    columns: [
      say(texts, rules.sameSuit ? "help.suit" : "help.alternating"),
      ...(rules.wraps ? [say(texts, "help.wrap")] : []),
      ...(rules.hidden.some(Boolean) ? [say(texts, "help.hidden")] : []),
    ],
    empty: [say(texts, emptyKey("help.empty", rules), { rank })],
    cells: rules.cells === 0 ? [] : [say(texts, "help.cells")],
    reserve: rules.reserve === 0 ? [] : [say(texts, "help.reserve")],
    stock: [
      ...draw,
      ...(rules.draw === 0 || rules.passes === 1 ? [] : [say(texts, "help.turn")]),
      ...counted(texts, "help.passes", rules.passes),
    ],
  };
}

/** A game by its name, and by the options that are not its own values. */
export function choiceText(texts: Texts, { game, options }: Choice): string {
  const chosen = Object.entries(options).map(
    ([name, value]) => `${optionName(texts, name)}: ${valueName(texts, game, name, value)}`,
  );
  return `${[game.names[texts.language], ...chosen].join(". ")}.`;
}

export const optionName = (texts: Texts, option: string): string =>
  say(texts, `option.${option}` as Key);

/** A value of a game's option: words have names of their own, numbers speak for themselves. */
export function valueName(
  { lines }: Texts,
  { record }: HouseGame,
  option: string,
  value: string,
): string {
  // The rank that comes last is the king's only where the base is the ace of a whole deck.
  const { base, ranks } = readRules(record);
  const word = value === "king" && (base !== 1 || ranks !== HIGHEST_RANK) ? "last" : value;
  return lines[`option.${option}.${word}` as Key] ?? lines[`option.${word}` as Key] ?? value;
}

function counted(texts: Texts, key: CountKey, count: number): string[] {
  return count === 0 ? [] : [sayCount(texts, key, count)];
}

/** What an empty column takes is named by its rank, but where the first card dealt decides it. */
function emptyKey(stem: "rule.empty" | "help.empty", { lastRankOnly, base }: Rules) {
  if (!lastRankOnly) return `${stem}.any` as const;
  return base === 0 ? (`${stem}.beak` as const) : (`${stem}.last` as const);
}

const lastRankName = (texts: Texts, rules: Rules): string => rankName(texts, lastRank(rules));

function rankName(texts: Texts, rank: number): string {
  return texts.lines[`rank.${rank === 0 ? HIGHEST_RANK : rank}` as Key];
}
