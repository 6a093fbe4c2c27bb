/** What the table tells when it is asked: a tip, what is free, what can move, how all lies. */
import { speak } from "../page/chrome.ts";
import { capitalised, type Key, say, type Texts } from "../page/i18n.ts";
import { tipMove } from "../rules/asked.ts";
import {
  allPiles,
  FIRST_FOUNDATION,
  isCell,
  isColumn,
  isFoundation,
  isReserve,
  type Layout,
  type Move,
  type Pile,
  pileCards,
  STOCK,
  WASTE,
} from "../rules/cards.ts";
import { HELP, takeHelp } from "../service/help.ts";
import { press } from "./hands.ts";
import { cardName, moveSentence, pileLabel, pileTitle, rankName, stockLabel } from "./speech.ts";
import { type State, seenCount } from "./state.ts";
import { redraw, type Table, tell } from "./table.ts";

/** What the player may ask to hear: what is free, what can move, how all lies. */
export const ASKED = ["free", "moves", "table"] as const;

/** Says what the player asks to hear. */
export function hear(table: Table, what: (typeof ASKED)[number]): void {
  speak(table.chrome, hearLines(table.state, what).join(" "));
}

/** The answer to a question, in short lines. */
export function hearLines(state: State, what: (typeof ASKED)[number]): string[] {
  return { free: freeLines, moves: movesLines, table: tableLines }[what](state);
}

/** Shows a tip, or says that there is one; only what was shown counts as help. */
export function tip(table: Table): void {
  if (!press(table)) return;
  const { state, ways } = table;
  state.held = null;
  const found = tipMove(state.game);
  const isTold = found !== null && ways.tips === "exists";
  const shown = state.tip;
  state.tip = isTold ? null : found;
  if (shown === null && state.tip !== null) {
    state.helped++;
    takeHelp(state, HELP.move);
  }
  tell(table, { text: isTold ? say(state.texts, "tip.exists") : tipText(state) }, null);
  redraw(table);
}

/** What a tip says: a move, or why there is none. */
export function tipText({ texts, layout, rules, legal, status, tip }: State): string {
  if (tip !== null) return say(texts, "tip.move", { move: tipSentence(texts, layout, tip) });
  if (status.won || status.stuck) return say(texts, "tip.none");
  const down = rules.foundationReturn && legal.some(({ source }) => isFoundation(source));
  return say(texts, down ? "tip.circle.down" : "tip.circle");
}

/** The sentence for a move that is not played yet, which tells of no card that is not seen. */
export function tipSentence(texts: Texts, layout: Layout, move: Move): string {
  if (move.source === STOCK) return say(texts, "tip.draw");
  return move.target === STOCK ? say(texts, "tip.over") : moveSentence(texts, layout, move);
}

/** Every card that may be lifted, and the empty places that take one. */
function freeLines({ texts, layout }: State): string[] {
  const piles = allPiles(layout).filter((pile) => !isFoundation(pile) && pile !== STOCK);
  const cards = piles.flatMap((pile) => {
    const card = pileCards(layout, pile).at(-1);
    const values = { card: cardName(texts, card ?? 0), pile: pileTitle(texts, pile) };
    return card === undefined ? [] : [say(texts, "place.on", values)];
  });
  const empty = piles
    .filter((pile) => isColumn(pile) || isCell(pile))
    .filter((pile) => pileCards(layout, pile).length === 0)
    .map((pile) => pileTitle(texts, pile));
  return [
    cards.length === 0
      ? say(texts, "hear.free.none")
      : say(texts, "hear.free", { cards: cards.join(", ") }),
    ...(empty.length === 0 ? [] : [say(texts, "hear.empty", { piles: empty.join(", ") })]),
  ];
}

/** The legal moves, of those to equal places and of parts of a run only the first. */
function movesLines({ texts, layout, legal }: State): string[] {
  const heard = new Map<string, string>();
  for (const move of legal) {
    const empty = pileCards(layout, move.target).length === 0;
    const place =
      empty && !isFoundation(move.target) ? `empty ${isCell(move.target)}` : move.target;
    const key = `${move.source} ${place}`;
    if (!heard.has(key)) heard.set(key, capitalised(tipSentence(texts, layout, move)));
  }
  const [first, ...others] = heard.values();
  if (first === undefined) return [say(texts, "tip.none")];
  return [say(texts, "hear.moves", { moves: first }), ...others];
}

/** The whole table with every card that is seen: a line for each column and for each area above. */
function tableLines(state: State): string[] {
  const { layout } = state;
  const piles = allPiles(layout);
  return [
    ...(layout.stock === null ? [] : [`${stockLabel(state.texts, state.rules, layout)}.`]),
    ...(layout.stock === null ? [] : [pileLine(state, WASTE)]),
    areaLine(state, "area.cells", piles.filter(isCell)),
    areaLine(state, "area.reserve", piles.filter(isReserve)),
    areaLine(state, "area.foundations", piles.filter(isFoundation)),
    ...piles.filter(isColumn).map((column) => pileLine(state, column)),
  ].filter((line) => line !== "");
}

function pileLine(state: State, pile: Pile): string {
  const { texts, rules, layout } = state;
  const cards = pileCards(layout, pile);
  const names = cards
    .slice(cards.length - seenCount(state, pile))
    .map((card) => cardName(texts, card));
  const label = pileLabel(texts, rules, layout, pile);
  return names.length === 0 ? `${label}.` : `${label}: ${names.join(", ")}.`;
}

/** The free cards of an area's piles in their order; "" where the game has no such area. */
function areaLine({ texts, layout }: State, area: Key, piles: readonly Pile[]): string {
  const title = { pile: say(texts, area) };
  const rank = rankName(texts, layout.base);
  const pile =
    piles.every(isFoundation) && layout.base !== 1
      ? say(texts, "hear.base", { ...title, rank })
      : title.pile;
  const cards = piles.map((one) => pileCards(layout, one).at(-1));
  if (piles.length === 0) return "";
  if (cards.every((card) => card === undefined)) return say(texts, "hear.all-empty", { pile });
  const names = cards.map((card, at) =>
    card === undefined ? emptyName(texts, piles[at] ?? 0) : cardName(texts, card),
  );
  return say(texts, "hear.line", { pile, cards: names.join(", ") });
}

/** An empty place among others, of a foundation with its suit. */
function emptyName(texts: Texts, pile: Pile): string {
  if (!isFoundation(pile)) return say(texts, "hear.none");
  const suit = say(texts, `suit.${pile - FIRST_FOUNDATION}` as Key);
  return say(texts, "hear.none.suit", { suit });
}
