/** How a deal has gone for all whose plays are counted, told beside the player's own result. */

import { ask, type Store } from "../keeping/store.ts";
import { say, sayCount, type Texts } from "../page/i18n.ts";
import { keyOf } from "../rules/chosen.ts";
import { isObject } from "../rules/saved.ts";
import { dealOf, type State } from "../table/state.ts";
import { QUIETLY } from "./found.ts";

/** How the players of a deal fare. */
export interface DealFigures {
  readonly starts: number;
  readonly completed: number;
  readonly with_help: number;
  /** Of the wins without help; null where there are none. */
  readonly fewest_moves: number | null;
}

/** The deal of which there are figures: one of a game of the house, played by its own rules. */
export function figuredDeal({ choice, start }: State): string | null {
  const deal = dealOf({ start });
  const isUsual = choice.game.pages !== null && Object.keys(choice.options).length === 0;
  return isUsual && deal !== null ? `${keyOf(choice)}/${deal}` : null;
}

/** What the service has counted of a deal; null where it cannot be had. */
export async function fetchFigures(deal: string): Promise<DealFigures | null> {
  const answer = await fetch(`api/v1/deals/${deal}`, QUIETLY).catch(() => null);
  const figures: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  return isFigures(figures) ? figures : null;
}

/** A win of the player's: when its play was begun, and in how many moves it was won. */
export interface OwnWin {
  readonly began: number;
  readonly moves: number;
}

/** The player's wins of a deal. */
export async function ownWins(store: Store, deal: string): Promise<readonly OwnWin[]> {
  const [game = "", number] = deal.split("/");
  const place = [game, Number(number)];
  const range = IDBKeyRange.bound([...place, 0], [...place, Number.MAX_SAFE_INTEGER]);
  const results: unknown[] =
    (await ask(store, "results", (results) => results.getAll(range))) ?? [];
  return results
    .map((one) => ({ began: Number(Object(one).began), moves: Number(Object(one).moves) }))
    .filter(({ moves }) => Number.isSafeInteger(moves));
}

/** What stands at a win that is not counted: of all only what it does not contradict. */
export function uncountedText(texts: Texts, figures: DealFigures, own: number): string {
  const { completed, with_help, fewest_moves } = figures;
  const isContradicted =
    completed + with_help === 0 || (fewest_moves !== null && own < fewest_moves);
  return isContradicted ? ownText(texts, own) : figuresText(texts, figures, own);
}

const ownText = (texts: Texts, own: number): string => sayCount(texts, "measure.own", own);

/** The sentence; "" while nobody has begun the deal. */
export function figuresText(texts: Texts, figures: DealFigures, own: number | null): string {
  const { starts, fewest_moves } = figures;
  if (starts === 0) return "";
  const begun = sayCount(texts, "measure.begun", starts);
  const won = wonText(texts, figures);
  const all =
    fewest_moves === null
      ? say(texts, "measure.deal", { begun, won })
      : sayCount(texts, "measure.deal.fewest", fewest_moves, { begun, won });
  return own === null ? all : `${ownText(texts, own)} ${all}`;
}

function wonText(texts: Texts, { completed, with_help }: DealFigures): string {
  if (completed === 0 && with_help === 0) return say(texts, "measure.won.none");
  if (completed === 0) return sayCount(texts, "measure.won.helped", with_help);
  const alone = sayCount(texts, "measure.won", completed);
  return with_help === 0 ? alone : sayCount(texts, "measure.helped", with_help, { won: alone });
}

const isFigures = (data: unknown): data is DealFigures =>
  isObject(data) &&
  [data.starts, data.completed, data.with_help].every(Number.isSafeInteger) &&
  (data.fewest_moves === null || Number.isSafeInteger(data.fewest_moves));
