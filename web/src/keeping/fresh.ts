/** A deal that has just been put on the table: which one by lot, and how it is shown. */

import { say } from "../page/i18n.ts";
import { type Choice, impossibleDeals } from "../rules/house.ts";
import { randomDeal } from "../rules/numbers.ts";
import { shuffleNodes } from "../table/render.ts";
import { beakSentence } from "../table/speech.ts";
import { dealOf, type State } from "../table/state.ts";
import { picture, type Table } from "../table/table.ts";

/** Shows and says the deal; no node tells which card lies there face down. */
export function showDeal(table: Table): void {
  shuffleNodes(table.view);
  picture(table, [], dealtSentence(table.state));
}

export function dealtSentence({ texts, rules, layout, start }: State): string {
  const beak = beakSentence(texts, rules, layout);
  const laid = "deal" in start ? say(texts, "said.dealt", start) : say(texts, "said.laid");
  return [laid, beak].join(" ").trim();
}

/** Whether the deal is one of those that nobody can win. */
export function isImpossible(state: State): boolean {
  const deal = dealOf(state);
  return deal !== null && impossibleDeals(state.choice).includes(deal);
}

/** A deal by lot, but none that nobody can win. */
export function drawDeal(choice: Choice): number {
  const draw = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return randomDeal(impossibleDeals(choice), draw);
}
