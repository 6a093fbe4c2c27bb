/** A deal that has just been put on the table, shown and said. */

import { say } from "../page/i18n.ts";
import { shuffleNodes } from "../table/render.ts";
import { beakSentence } from "../table/speech.ts";
import type { State } from "../table/state.ts";
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
