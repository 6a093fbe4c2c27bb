/** The dialogs that the table opens: its menu and its help. */
import { isCell, STOCK } from "../rules/cards.ts";
import { letterPile } from "../table/keys.ts";
import type { State } from "../table/state.ts";
import { type Chrome, write } from "./chrome.ts";
import { choiceText, ruleSentences } from "./describe.ts";
import { say, sayCount } from "./i18n.ts";
import { examplesText } from "./typed.ts";

export function openDialog(chrome: Chrome, id: "menu" | "help"): void {
  const dialog = chrome.find(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** What the menu says of the game, and what is chosen there. */
export function drawMenu(chrome: Chrome, { texts, choice }: State): void {
  choose(chrome, "language", texts.language);
  write(chrome, "menu-game", choiceText(texts, choice));
}

function choose(chrome: Chrome, id: string, value: string): void {
  const select = chrome.find(id);
  if (select instanceof HTMLSelectElement) select.value = value;
}

/** How this game is played, with the numbers of the position. */
export function drawHelp(chrome: Chrome, state: State): void {
  const { texts, rules, choice } = state;
  const game = choice.game.names[texts.language];
  write(chrome, "help-head", say(texts, "help.head", { game }));
  const sentences = ruleSentences(texts, rules).map((sentence) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    return paragraph;
  });
  chrome.find("help-rules").replaceChildren(...sentences);
  write(chrome, "help-runs", helpRuns(state));
  write(chrome, "help-hands", say(texts, rules.cells === 0 ? "help.hands" : "help.hands.cells"));
  drawHelpKeys(chrome, state);
}

/** The keys, but for those that mean nothing in this game. */
function drawHelpKeys(chrome: Chrome, { texts, rules, layout }: State): void {
  const place = letterPile(layout);
  const has = { stock: rules.draw > 0, runs: rules.runs !== "single", upper: place !== undefined };
  for (const [part, isThere] of Object.entries(has))
    for (const line of document.querySelectorAll<HTMLElement>(`[data-for=${part}]`))
      line.hidden = !isThere;
  const examples = examplesText({ texts, layout, rules });
  write(chrome, "help-typed", say(texts, "help.key.typed", { examples }));
  if (place === undefined) return;
  const area = isCell(place) ? "cells" : place === STOCK ? "stock" : "reserve";
  write(chrome, "help-upper", say(texts, `help.key.upper.${area}`));
}

/** How many cards may move together, and why. */
export function helpRuns(state: State): string {
  const { texts, rules, status } = state;
  if (rules.runs !== "supermove") return say(texts, `help.runs.${rules.runs}`);
  const { capacity: n, capacityEmpty: empty } = status;
  const most = say(texts, empty === 0 ? "help.runs" : "help.runs.empty", { n, empty });
  return rules.cells === 0 ? most : `${most} ${helpSum(state)}`;
}

/** How the number that may move comes from the cells that are free and the columns that are empty. */
function helpSum({ texts, layout, status: { capacity: n } }: State): string {
  const free = layout.cells.filter((card) => card === null).length;
  const cells = sayCount(texts, "rule.cells", free);
  const times = n / (free + 1);
  return times > 1
    ? say(texts, "help.runs.sum.columns", { cells, times, n })
    : say(texts, "help.runs.sum", { cells, n });
}
