/** The panel beside the table: the rules in short, how many cards may move, the moves, the verdict. */
import { historyOf, replaySteps } from "../rules/asked.ts";
import { closeGame, layoutOf, redoStep } from "../rules/engine.ts";
import type { Step } from "../rules/formats.ts";
import { openStart } from "../table/dealing.ts";
import { moveSentence } from "../table/speech.ts";
import type { State } from "../table/state.ts";
import type { App } from "./acts.ts";
import { verdictText } from "./asking.ts";
import { choiceText, ruleLine } from "./describe.ts";
import { helpRuns } from "./dialogs.ts";
import type { Texts } from "./i18n.ts";
import { writeTexts } from "./wording.ts";

export interface Panel {
  readonly node: HTMLElement;
  readonly find: (part: string) => HTMLElement;
  /** The moves as they are listed, and the sentence of each; in another language all are told anew. */
  texts: Texts | null;
  steps: readonly string[];
  sentences: readonly string[];
  /** The step that was brought into sight last. */
  current: number;
}

const PARTS = `
<button type="button" class="cross" data-do="panel" data-name="do.close" data-title="do.close"><svg aria-hidden="true"><use href="#icon-close"/></svg></button>
<h2 class="game"></h2>
<p class="rule"></p>
<p class="runs"></p>
<h3 id="panel-moves" data-text="settings.moves"></h3>
<p class="none" data-text="settings.moves.none"></p>
<ol tabindex="0" aria-labelledby="panel-moves"></ol>
<p class="told" hidden></p>
<button type="button" class="ask" data-do="verdict" data-text="do.verdict"></button>`;

/** Opens the panel beside the felt. */
export function makePanel({ view, state }: App): Panel {
  const node = document.createElement("aside");
  node.id = "panel";
  node.dataset.name = "settings.panel";
  node.innerHTML = PARTS;
  view.felt.after(node);
  const find = (part: string) => node.querySelector<HTMLElement>(part) as HTMLElement;
  const panel = { node, find, texts: null, steps: [], sentences: [], current: -1 };
  drawPanel(panel, state);
  return panel;
}

export function closePanel({ node }: Panel): void {
  node.remove();
}

/** Writes what has changed since the panel was drawn last. */
export function drawPanel(panel: Panel, state: State): void {
  const { node, find } = panel;
  const { texts, rules, choice, verdict } = state;
  if (panel.texts !== texts) {
    writeTexts(texts, node.parentElement ?? document);
    Object.assign(panel, { texts, steps: [], sentences: [], current: -1 });
    find("ol").replaceChildren();
  }
  write(find(".game"), choiceText(texts, choice).replace(/\.$/, ""));
  write(find(".rule"), ruleLine(texts, rules));
  write(find(".runs"), helpRuns(state));
  const told = find(".told");
  write(told, verdict === null ? "" : verdictText(state, verdict));
  // It takes its room from the list, where the last move is still to be seen.
  if (told.hidden !== (verdict === null)) panel.current = -1;
  told.hidden = verdict === null;
  drawMoves(panel, state);
}

function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Lists the moves; those that can be redone come after the one that was made last. */
function drawMoves(panel: Panel, state: State): void {
  const list = panel.find("ol");
  const steps = historyOf(state.game);
  const kept = keepMoves(panel, state, steps);
  while (list.children.length > kept) list.lastChild?.remove();
  for (const sentence of panel.sentences.slice(kept)) {
    const item = document.createElement("li");
    item.textContent = sentence;
    list.append(item);
  }
  panel.find(".none").hidden = steps.length > 0;
  list.hidden = steps.length === 0;
  markCurrent(panel, list, state.status.steps);
}

/** Tells the moves that are new; how many are as they were. */
function keepMoves(panel: Panel, state: State, steps: readonly Step[]): number {
  const signs = steps.map((step) => JSON.stringify(step));
  const same = signs.findIndex((sign, at) => sign !== panel.steps[at]);
  const kept = same < 0 ? signs.length : same;
  panel.sentences = [...panel.sentences.slice(0, kept), ...tellMoves(state, steps, kept)];
  panel.steps = signs;
  return kept;
}

/** A sentence for each step from one on, told on the layouts that they were played on. */
function tellMoves({ engine, rules, start, texts }: State, steps: readonly Step[], from: number) {
  if (from >= steps.length) return [];
  const game = openStart(engine, rules, start);
  replaySteps(game, steps, from);
  const told = steps.slice(from).map(([move]) => {
    const before = layoutOf(game);
    redoStep(game);
    return move === undefined ? "" : moveSentence(texts, before, move);
  });
  closeGame(game);
  return told;
}

function markCurrent(panel: Panel, list: HTMLElement, current: number): void {
  for (const [at, item] of [...list.children].entries()) {
    item.classList.toggle("undone", at >= current);
    if (at === current - 1) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  if (panel.current === current) return;
  panel.current = current;
  const item = list.children[Math.max(0, current - 1)];
  if (item instanceof HTMLElement)
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
}
