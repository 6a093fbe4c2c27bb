/** What the keys do with the place where they stand. */
import { pileCards, type Run } from "../rules/cards.ts";
import { hold } from "./hands.ts";
import { runFrom } from "./state.ts";
import { landAll, redraw, type Table } from "./table.ts";

/** Takes more or fewer cards at the focus; cards that are held stay held. */
export function lengthen(table: Table, { pile, count }: Run): void {
  const { state } = table;
  landAll(table);
  if (state.held !== null && state.held.pile !== pile) return;
  const run = runFrom(state, pile, pileCards(state.layout, pile).length - count);
  if (run !== null) hold(table, run);
}

export function moveFocus(table: Table, place: Run): void {
  table.state.focus = place;
  redraw(table);
}
