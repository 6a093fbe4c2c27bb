/** Cards sent where they go by themselves: by one tap, by two, and by the Space key. */
import { capitalised, say } from "../page/i18n.ts";
import { type Pile, pileCards, type Run, runCards, STOCK } from "../rules/cards.ts";
import { bestMove, quickMove } from "./best.ts";
import { draw, hold, pick, playAndTell, press, release } from "./hands.ts";
import { isTooLong, refuse } from "./refusing.ts";
import { cardName } from "./speech.ts";
import { redraw, type Table, tell } from "./table.ts";

/** What taps do beyond picking up; it comes when the first deal lies. */
export interface Sending {
  /** One tap: to the best place, or to be chosen. */
  best(run: Run): void;
  /** Two taps: to its foundation or a cell. */
  quick(pile: Pile): void;
  /** Whether a tap on a pile is but the second half of a double one that has been answered. */
  isEcho(pile: Pile): boolean;
}

/** Hands that click twice by habit do it within this. */
const ECHO = 300;

export function sendingOn(table: Table): Sending {
  const sent = { pile: -1, time: -ECHO };
  return {
    best: (run) => {
      if (sendBest(table, run)) Object.assign(sent, { pile: run.pile, time: performance.now() });
    },
    quick: (pile) => sendQuick(table, pile),
    isEcho: (pile) => {
      const isEcho = sent.pile === pile && performance.now() - sent.time < ECHO;
      sent.time = -ECHO;
      return isEcho;
    },
  };
}

/** Sends what the keys stand on; the focus stays on its pile. */
export function sendFocused(table: Table): void {
  const { held, focus, layout } = table.state;
  const { pile, count } = held ?? focus;
  if (!press(table)) return;
  if (pile === STOCK) return draw(table);
  const index = pileCards(layout, pile).length - count;
  pick(table, { pile, index }, (run) => sendBest(table, run, { pile, count: 1 }));
}

/** False when it was not sent, but picked up or refused. */
function sendBest(table: Table, run: Run, focus?: Run): boolean {
  const { state, ways } = table;
  const move = bestMove(state, run, ways.order);
  if (move === "choose") hold(table, run);
  else if (move === null) refuseAll(table, run);
  else playAndTell(table, move, focus);
  return move !== "choose" && move !== null;
}

/** Says why a run goes nowhere: it is too long, or nothing takes it. */
function refuseAll(table: Table, run: Run): void {
  const { state } = table;
  state.focus = run;
  state.held = null;
  redraw(table);
  const column = [...state.layout.columns.keys()].find((one) => isTooLong(state, run, one));
  if (column !== undefined) return refuse(table, run, column);
  const card = cardName(state.texts, runCards(state.layout, run)[0] ?? 0);
  tell(table, { text: capitalised(say(state.texts, "refused.nowhere", { card })) });
}

function sendQuick(table: Table, pile: Pile): void {
  const move = quickMove(table.state, pile, table.ways.order);
  if (move === undefined) release(table);
  else playAndTell(table, move);
}
