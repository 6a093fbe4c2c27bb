/** What the page's address says: a game, its options, a deal, and by the page's name a language. */
import {
  type Choice,
  choose,
  type Fault,
  findGame,
  firstChoice,
  type House,
  type HouseGame,
} from "../rules/house.ts";
import { parseDeal } from "../rules/numbers.ts";
import type { State } from "../table/state.ts";
import type { Language } from "./i18n.ts";

/** What sites add to the links that they pass on; it says nothing of the game. */
const TRACKS = /^utm_|clid$/;

/** Whether an address asks for a fresh deal instead of the one that was left. */
export const asksAnew = (search: string): boolean => /[?&]deal=new(&|$)/.test(search);

/** Whether an address asks for the deal of the day. */
export const asksDaily = (search: string): boolean => /[?&]deal=daily(&|$)/i.test(search);

/** The deal that an address asks for: a number, a text that is none, or null when it asks for none. */
export function dealInAddress(search: string): { deal: number } | { bad: string } | null {
  const text = new URLSearchParams(search).get("deal");
  return text === null || asksAnew(search) || asksDaily(search) ? null : parseDeal(text);
}

/**
 * The game and the options that an address asks for, or what is wrong with them; null when it asks
 * for nothing. *page* is the game whose page this is, *own* are the games that the player has opened.
 */
export function choiceInAddress(
  house: House,
  own: readonly HouseGame[],
  page: string | null,
  search: string,
): Choice | Fault | null {
  const { deal, board, play, at, ...more } = Object.fromEntries(new URLSearchParams(search));
  const { own: opened, ...asked } = more;
  for (const name of Object.keys(asked)) if (TRACKS.test(name)) delete asked[name];
  const isAsked = (deal ?? board ?? play) !== undefined || Object.keys(asked).length > 0;
  const id = opened ?? page ?? (isAsked ? firstChoice(house).game.id : null);
  if (id === null) return null;
  const game = findGame(opened === undefined ? house.games : own, id);
  if (game !== null) return choose(house, game, asked);
  return { kind: opened === undefined ? "game" : "own", text: id };
}

/** Whether an address tells what is read only later: a position, a play, the deal of the day. */
export const isLink = (search: string): boolean =>
  /[?&](board|play)=/.test(search) || asksDaily(search);

/** What an address asks for: a numbered deal, or a position. */
export type Asked = { readonly deal: number } | { readonly board: string };

/** The part of an address that says the deal and the options, and which own game it is. */
export function queryOf({ game, options }: Choice, asked: Asked | null): string {
  const query = new URLSearchParams({
    ...(game.pages === null ? { own: game.id } : {}),
    ...(asked === null ? {} : "deal" in asked ? { deal: `${asked.deal}` } : { board: asked.board }),
    ...options,
  });
  return query.size === 0 ? "" : `?${query}`;
}

/**
 * The path of a game's page in a language, from the path of another page of the house beside it. A
 * page whose name ends in .html leads to such, since its host may know no shorter names.
 */
export function pathOfGame(path: string, { pages }: HouseGame, language: Language): string {
  return beside(path, pages?.[language][0] ?? null);
}

/** The address is that of the game's page in the player's language, and says what it said. */
export function moveTo({ choice, texts }: State): void {
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  history.replaceState(null, "", `${path}${location.search}${location.hash}`);
}

/** Whether a path is that of a page of a game in a language. */
export function isPageOf({ pages }: HouseGame, path: string, language: Language): boolean {
  const name = pageName(path);
  return pages === null ? /^(index)?$/.test(name) : pages[language].includes(name);
}

/** The name of the page file that a path leads to, without .html; empty for the front page. */
export const pageName = (path: string): string =>
  (path.split("/").at(-1) ?? "").replace(/\.html$/, "");

export function beside(path: string, page: string | null): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (page === null) return folder;
  const isShort = pageName(path) !== "" && !path.endsWith(".html");
  return `${folder}${page}${isShort ? "" : ".html"}`;
}
