/** The games of the house and their options, as tools/build_web.py exports them. */
import type { Language } from "../page/i18n.ts";

/** What an option may be, and the byte of the rules record that it sets. */
export interface Option {
  readonly name: string;
  readonly place: number;
  /** Words, and the byte that each stands for. */
  readonly words: Readonly<Record<string, number>>;
  /** Whole numbers from the first to the last stand for themselves. */
  readonly range: readonly [number, number] | null;
}

/** A game of the house, or one that the player has opened. */
export interface HouseGame {
  readonly id: string;
  readonly names: Readonly<Record<Language, string>>;
  /** The rules record in hexadecimal. */
  readonly record: string;
  /** The options that the game offers, with its own values. */
  readonly offers: Options;
  /** The page files in each language, the best first; none for a game that the player has opened. */
  readonly pages: Readonly<Record<Language, readonly string[]>> | null;
  /** The deals that nobody can win, where they are rare, and the last deal that was searched. */
  readonly impossible: readonly number[];
  readonly searched: number;
  /** When the player opened it last, in milliseconds since 1970; none for a game of the house. */
  readonly opened?: number;
}

export type Options = Readonly<Record<string, string>>;

export interface House {
  /** All options that a game may offer, in the order that they have in a key. */
  readonly options: readonly Option[];
  readonly games: readonly HouseGame[];
  /** The page file of the list of games in each language. */
  readonly lists: Readonly<Record<Language, string>>;
  /** The page files of the lessons and of the statistics. */
  readonly lessons: Readonly<Record<Language, string>>;
  readonly statistics: Readonly<Record<Language, string>>;
  /** The keys of the games of which it is known which deals are proven to be winnable. */
  readonly winnable: readonly string[];
}

/** A game with its options. */
export interface Choice {
  readonly game: HouseGame;
  /** The options that are not the game's own values, in the order of a key. */
  readonly options: Options;
}

/** What is wrong with a game or with options that were asked for. */
export type Fault =
  /** A game that is not there, of the house or one that somebody has opened. */
  | { readonly kind: "game" | "own"; readonly text: string }
  /** Options that cannot be; *choice* has those that can. */
  | { readonly kind: "options"; readonly choice: Choice; readonly wrong: readonly WrongOption[] };

/** An option that was asked for and cannot be; *option* is null where the game does not offer it. */
export interface WrongOption {
  readonly name: string;
  readonly value: string;
  readonly option: Option | null;
}

export function findGame(games: readonly HouseGame[], id: string): HouseGame | null {
  return games.find((game) => game.id === id) ?? null;
}

/** The byte that a value of an option stands for; null when the option cannot have it. */
export function byteOf({ words, range }: Option, value: string): number | null {
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  if (word !== undefined) return word;
  if (range === null || !/^[1-9]\d{0,2}$/.test(value)) return null;
  const number = Number(value);
  return number >= range[0] && number <= range[1] ? number : null;
}

/** A game with the options that were asked for, or those of them that it cannot have. */
export function choose(house: House, game: HouseGame, asked: Options): Choice | Fault {
  const wrong = Object.entries(asked)
    .map(([name, value]) => ({ name, value, option: optionOf(house, game, name) }))
    .filter(({ value, option }) => option === null || byteOf(option, value) === null);
  const choice = soundChoice(house, game, asked);
  return wrong.length === 0 ? choice : { kind: "options", choice, wrong };
}

/** A game with those of the options that were asked for that it can have. */
export function soundChoice(house: House, game: HouseGame, asked: Options): Choice {
  const chosen = offered(house, game).flatMap((option) => {
    const { name } = option;
    const value = asked[name];
    const isSound = value !== undefined && byteOf(option, value) !== null;
    return isSound && value !== game.offers[name] ? [[name, value] as const] : [];
  });
  return { game, options: Object.fromEntries(chosen) };
}

export const isFault = (found: Choice | Fault): found is Fault => "kind" in found;

/** The options that a game offers, in the order of a key. */
export function offered(house: House, game: HouseGame): Option[] {
  return house.options.filter(({ name }) => Object.hasOwn(game.offers, name));
}

function optionOf(house: House, game: HouseGame, name: string): Option | null {
  return offered(house, game).find((option) => option.name === name) ?? null;
}

/** The rules record of a choice in hexadecimal: the game's, with a byte changed for each option. */
export function recordOf(house: House, { game, options }: Choice): string {
  const bytes = game.record.match(/../g) ?? [];
  for (const option of house.options) {
    const value = options[option.name];
    const byte = value === undefined ? null : byteOf(option, value);
    if (byte !== null) bytes[option.place] = byte.toString(16).padStart(2, "0");
  }
  return bytes.join("");
}

/** What is played where nothing was asked for: the first game, with its own values. */
export function firstChoice({ games: [game] }: House): Choice {
  if (game === undefined) throw new Error("the house has no game");
  return { game, options: {} };
}
