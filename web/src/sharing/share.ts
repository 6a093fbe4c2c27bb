/** The dialog that shares: links, the position as text, files, and what is opened from them. */

import { ask } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import { isLink, pathOfGame, queryOf } from "../page/address.ts";
import { offerBack } from "../page/back.ts";
import { startTitle } from "../page/chrome.ts";
import { dealAnew } from "../page/deals.ts";
import { choiceText } from "../page/describe.ts";
import { downloadJson } from "../page/download.ts";
import { capitalised, type Key, say } from "../page/i18n.ts";
import { writeTexts } from "../page/wording.ts";
import { historyOf } from "../rules/asked.ts";
import { writeBoard } from "../rules/board_text.ts";
import { layoutRecord } from "../rules/engine.ts";
import type { Choice, HouseGame } from "../rules/house.ts";
import { readOwnGames } from "../rules/own.ts";
import { writeBytes } from "../rules/packing.ts";
import { toSave } from "../table/saving.ts";
import { dealOf, type State } from "../table/state.ts";
import { OFFER_TIME, tell } from "../table/table.ts";
import { isSameChoice, readPasted } from "./pasted.ts";
import { openLink, playInQuery } from "./positions.ts";

/** What a link can lead to. */
type Goal = "deal" | "now" | "play";

interface Sharing {
  readonly app: App;
  readonly dialog: HTMLDialogElement;
  readonly find: <T extends HTMLElement>(part: string) => T;
  /** The games that may be meant by a text; the one on the table is the first. */
  readonly choices: Choice[];
  own: readonly HouseGame[];
}

const COPIED_TIME = 2_000;
const DIALOG = `<h2 id="share-head" tabindex="-1" autofocus data-text="do.share"></h2>
<button type="button" class="cross" data-do="close" data-name="do.close" data-title="do.close"><svg aria-hidden="true" viewBox="0 0 24 24"><path d="m6 6 12 12M18 6 6 18"/></svg></button>
<fieldset class="goals"><legend data-text="share.what"></legend></fieldset>
<div class="row"><input class="address" readonly data-name="share.link"><button type="button" class="copy" data-text="share.copy"></button><button type="button" class="send" data-text="share.send"></button></div>
<p class="told" role="status"></p>
<h3 data-text="share.text"></h3>
<textarea class="board" readonly spellcheck="false" data-name="share.text"></textarea>
<p class="choices"><button type="button" class="copy-text" data-text="share.copy"></button><button type="button" class="save" data-text="share.save"></button><button type="button" data-do="print" data-text="print.do"></button></p>
<form novalidate><h3 data-text="share.open"></h3>
<label class="why" for="share-paste" data-text="share.paste"></label>
<textarea id="share-paste" rows="4" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
<label class="setting"><span data-text="share.game"></span><select></select></label>
<p class="wrong" role="alert" hidden></p>
<p class="choices"><button type="submit" class="strong" data-text="share.open"></button><button type="button" class="file" data-text="share.file"></button><input type="file" accept=".json,.txt,application/json,text/plain" hidden></p></form>
<button type="button" class="close" data-do="close" data-text="do.close"></button>`;

/** Opens the dialog; a text that was pasted on the table is laid before the player. */
export async function openShare(app: App, pasted = ""): Promise<void> {
  document.querySelector("#share")?.remove();
  const { texts, choice } = app.state;
  const dialog = document.createElement("dialog");
  dialog.id = "share";
  dialog.setAttribute("aria-labelledby", "share-head");
  dialog.innerHTML = DIALOG;
  writeTexts(texts, dialog);
  const find = <T extends HTMLElement>(part: string) => dialog.querySelector<T>(part) as T;
  const sharing: Sharing = { app, dialog, find, choices: [choice], own: [] };
  fillGoals(sharing);
  const board = find<HTMLTextAreaElement>(".board");
  board.value = writeBoard(app.state.layout, app.state.rules);
  board.rows = board.value.split("\n").length;
  listen(sharing);
  document.body.append(dialog);
  dialog.showModal();
  sharing.own = await readOwnGames(app.store);
  fillGames(sharing);
  if (pasted !== "") lay(sharing, pasted);
}

/** The goals that there are now; the game on the table where nothing was played. */
function fillGoals(sharing: Sharing): void {
  const { app, find } = sharing;
  const { texts, status } = app.state;
  const goals: Goal[] = ["deal"];
  if (status.steps > 0 && !status.won) goals.push("now");
  if (status.canUndo || status.canRedo) goals.push("play");
  const first: Goal = status.won || app.guest !== null ? "play" : "deal";
  for (const goal of goals) {
    const label = document.createElement("label");
    label.innerHTML = `<input type="radio" name="goal" value="${goal}"><span></span>`;
    const [radio, name] = label.children as unknown as [HTMLInputElement, HTMLElement];
    radio.checked = goal === first;
    name.textContent = say(texts, goalKey(app.state, goal));
    find(".goals").append(label);
  }
  find(".goals").hidden = goals.length === 1;
  find(".send").hidden = typeof navigator.share !== "function";
  writeAddress(sharing);
}

const goalKey = (state: State, goal: Goal): Key =>
  goal === "deal" && dealOf(state) === null ? "share.start" : GOALS[goal];

const GOALS = { deal: "share.deal", now: "share.now", play: "share.play" } as const;

function writeAddress({ app, find }: Sharing): void {
  const goal = find<HTMLInputElement>(".goals :checked").value as Goal;
  find<HTMLInputElement>(".address").value = addressOf(app, goal);
}

/** The address of what is shared, as anybody can open it. */
function addressOf({ state }: App, goal: Goal): string {
  const { choice, start, texts, game, status } = state;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  const begun = goal === "now" ? { board: writeBytes(layoutRecord(game)) } : start;
  // A game that was won is seen from its start.
  const at = status.won ? 0 : status.steps;
  const play = goal === "play" ? playInQuery(historyOf(game), at) : "";
  return `${location.origin}${path}${queryOf(choice, begun)}${play}`;
}

function listen(sharing: Sharing): void {
  const { app, dialog, find } = sharing;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  find(".goals").addEventListener("change", () => writeAddress(sharing));
  const [address, board] = [
    find<HTMLInputElement>(".address"),
    find<HTMLTextAreaElement>(".board"),
  ];
  for (const field of [address, board]) field.addEventListener("focus", () => field.select());
  find(".copy").addEventListener("click", () => void copy(sharing, address));
  find(".copy-text").addEventListener("click", () => void copy(sharing, board));
  find(".send").addEventListener("click", () => {
    // Who thinks better of it is told nothing.
    navigator.share({ title: document.title, url: address.value }).catch(() => {});
  });
  find(".save").addEventListener("click", () => void saveFile(app));
  listenToOpening(sharing);
}

function listenToOpening(sharing: Sharing): void {
  const { dialog, find } = sharing;
  const file = find<HTMLInputElement>("input[type=file]");
  find(".file").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen !== undefined)
      void chosen.text().then((text) => lay(sharing, text) && open(sharing));
    file.value = "";
  });
  find("textarea:not([readonly])").addEventListener("input", () => tellFault(sharing, ""));
  find("select").addEventListener("change", () => tellFault(sharing, ""));
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    open(sharing);
  });
}

/** Copies what a field has, or marks it where the browser lets nobody copy. */
async function copy(
  { app, find }: Sharing,
  field: HTMLInputElement | HTMLTextAreaElement,
): Promise<void> {
  const { texts } = app.state;
  const told = find(".told");
  try {
    await navigator.clipboard.writeText(field.value);
    told.textContent = say(texts, "share.copied");
  } catch {
    field.focus();
    field.select();
    told.textContent = say(texts, "share.marked");
  }
  setTimeout(() => told.replaceChildren(), COPIED_TIME);
}

/** Gives the game as a file that every version of Kungen reads. */
async function saveFile({ state, store }: App): Promise<void> {
  const { game } = state.choice;
  const { format, page, ...played } = toSave(state, performance.now(), Date.now());
  // The number under which the play is counted is for nobody else.
  const { play: _, ...notes } = page;
  const saved = { ...played, page: notes };
  const kept = game.pages === null ? await ask(store, "own", (own) => own.get(game.id)) : null;
  const rules = kept === null ? {} : { rules: kept.rules };
  const text = `${JSON.stringify({ format, ...rules, ...saved })}\n`;
  downloadJson(["kungen", game.id, dealOf(state)].filter((part) => part !== null).join("-"), text);
}

function fillGames({ app, choices, own, find }: Sharing): void {
  const { texts, choice } = app.state;
  for (const game of [...app.house.games, ...own]) {
    const other = { game, options: {} };
    if (!isSameChoice(choice, other)) choices.push(other);
  }
  const options = choices.map(
    (one, at) => new Option(choiceText(texts, one).replace(/\.$/, ""), `${at}`),
  );
  find("select").replaceChildren(...options);
}

/** Lays a text ready to be opened, and says at once what is wrong with it; whether nothing is. */
function lay(sharing: Sharing, text: string): boolean {
  const { find } = sharing;
  find<HTMLTextAreaElement>("#share-paste").value = text;
  const read = readChosen(sharing);
  tellFault(sharing, "fault" in read ? read.fault : "");
  find("form .strong").focus();
  return !("fault" in read);
}

function readChosen({ app, own, choices, find }: Sharing) {
  const chosen = choices[Number(find<HTMLSelectElement>("select").value)] ?? app.state.choice;
  return readPasted(app, own, chosen, find<HTMLTextAreaElement>("#share-paste").value);
}

/** Opens what the field has: on this table, or on that of the game that it is of. */
function open(sharing: Sharing): void {
  const { app, dialog } = sharing;
  const { state } = app;
  const read = readChosen(sharing);
  if ("fault" in read) return tellFault(sharing, read.fault);
  dialog.close();
  const { choice, query } = read;
  if (isSameChoice(choice, state.choice)) return void openHere(app, query);
  location.assign(pathOfGame(location.pathname, choice.game, state.texts.language) + query);
}

async function openHere(app: App, query: string): Promise<void> {
  const { state } = app;
  if (!isLink(query)) return dealAnew(app, Number(new URLSearchParams(query).get("deal")));
  const fault = await openLink(app, query, "push");
  if (fault !== null) return tell(app, { text: say(state.texts, fault) }, OFFER_TIME);
  if (app.guest === null)
    offerBack(app, capitalised(startTitle(state.texts, state.start)), () => history.back());
}

function tellFault({ find }: Sharing, sentence: string): void {
  const wrong = find("form .wrong");
  wrong.hidden = sentence === "";
  wrong.textContent = sentence;
  find("#share-paste").ariaInvalid = sentence === "" ? null : "true";
}
