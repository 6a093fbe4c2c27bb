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

/** The fewest moves in which the player has won a deal; null where there is no win. */
export async function ownFewest(store: Store, deal: string): Promise<number | null> {
  const [game = "", number] = deal.split("/");
  const place = [game, Number(number)];
  const range = IDBKeyRange.bound([...place, 0], [...place, Number.MAX_SAFE_INTEGER]);
  const results: unknown[] =
    (await ask(store, "results", (results) => results.getAll(range))) ?? [];
  const moves = results.map((one) => Number(Object(one).moves)).filter(Number.isSafeInteger);
  return moves.length === 0 ? null : Math.min(...moves);
}

/** The sentence; "" while nobody has begun the deal. */
export function figuresText(texts: Texts, figures: DealFigures, own: number | null): string {
  const { starts, completed, with_help, fewest_moves } = figures;
  if (starts === 0) return "";
  const begun = sayCount(texts, "measure.begun", starts);
  const alone =
    completed === 0 ? say(texts, "measure.won.none") : sayCount(texts, "measure.won", completed);
  const won =
    with_help === 0 ? alone : sayCount(texts, "measure.helped", with_help, { won: alone });
  const all =
    fewest_moves === null
      ? say(texts, "measure.deal", { begun, won })
      : sayCount(texts, "measure.deal.fewest", fewest_moves, { begun, won });
  return own === null ? all : `${sayCount(texts, "measure.own", own)} ${all}`;
}

const isFigures = (data: unknown): data is DealFigures =>
  isObject(data) &&
  [data.starts, data.completed, data.with_help].every(Number.isSafeInteger) &&
  (data.fewest_moves === null || Number.isSafeInteger(data.fewest_moves));
