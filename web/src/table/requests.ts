/** What the table tells when it is asked: a tip, what is free, what can move, how all lies. */
import { speak } from "../page/chrome.ts";
import { capitalised, say, type Texts } from "../page/i18n.ts";
import {
  allPiles,
  isCell,
  isColumn,
  isFoundation,
  type Layout,
  type Move,
  pileCards,
  STOCK,
} from "../rules/cards.ts";
import { tipMove } from "../rules/engine.ts";
import { press } from "./hands.ts";
import { cardName, moveSentence, pileLabel, pileTitle, stockLabel } from "./speech.ts";
import { type State, seenCount } from "./state.ts";
import { redraw, type Table, tell } from "./table.ts";

/** Says what the player asks to hear. */
export function hear(table: Table, what: "free" | "moves" | "table"): void {
  const sentences = { free: freeSentence, moves: movesSentence, table: tableSentence };
  speak(table.chrome, sentences[what](table.state));
}

export function tip(table: Table): void {
  if (!press(table)) return;
  const { state } = table;
  state.held = null;
  const shown = state.tip;
  state.tip = tipMove(state.game);
  if (shown === null && state.tip !== null) state.helped++;
  tell(table, { text: tipText(state) }, null);
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
export function freeSentence({ texts, layout }: State): string {
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
  const free =
    cards.length === 0
      ? say(texts, "said.free.none")
      : say(texts, "said.free", { cards: cards.join(", ") });
  if (empty.length === 0) return free;
  return `${free} ${say(texts, "said.empty", { piles: empty.join(", ") })}`;
}

/** The legal moves, of those to equal places and of parts of a run only the first. */
export function movesSentence({ texts, layout, legal }: State): string {
  const heard = new Map<string, string>();
  for (const move of legal) {
    const empty = pileCards(layout, move.target).length === 0;
    const place =
      empty && !isFoundation(move.target) ? `empty ${isCell(move.target)}` : move.target;
    const key = `${move.source} ${place}`;
    if (!heard.has(key)) heard.set(key, capitalised(tipSentence(texts, layout, move)));
  }
  if (heard.size === 0) return say(texts, "tip.none");
  return say(texts, "said.moves", { moves: [...heard.values()].join(" ") });
}

/** The whole table, pile by pile, with every card that is seen. */
export function tableSentence(state: State): string {
  const { texts, rules, layout } = state;
  const piles = allPiles(layout).map((pile) => {
    if (pile === STOCK) return `${stockLabel(texts, rules, layout)}.`;
    const cards = pileCards(layout, pile);
    const names = cards
      .slice(cards.length - seenCount(state, pile))
      .map((card) => cardName(texts, card));
    const label = pileLabel(texts, rules, layout, pile);
    return names.length === 0 ? `${label}.` : `${label}: ${names.join(", ")}.`;
  });
  return piles.join(" ");
}
