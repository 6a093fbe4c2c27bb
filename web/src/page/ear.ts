/** What the table tells when it is asked, by buttons: for fingers and ears that have no keys. */
import { ASKED, hearLines } from "../table/requests.ts";
import type { Table } from "../table/table.ts";
import { type Key, say } from "./i18n.ts";

/** Opens the dialog in which the table answers; what is free is told at once. */
export function openEar(table: Table): void {
  const { state, chrome } = table;
  document.getElementById("ear")?.remove();
  const dialog = document.createElement("dialog");
  dialog.id = "ear";
  dialog.setAttribute("aria-labelledby", "ear-head");
  const cross = document.querySelector("#help .cross")?.cloneNode(true);
  dialog.append(
    head(say(state.texts, "hear.head")),
    ...(cross === undefined ? [] : [cross]),
    questions(table),
    answers(),
  );
  chrome.find("help").after(dialog);
  dialog.showModal();
  answer(table, "free");
}

function head(text: string): HTMLElement {
  const head = document.createElement("h2");
  Object.assign(head, { id: "ear-head", tabIndex: -1, autofocus: true, textContent: text });
  return head;
}

/** A button for each question. */
function questions(table: Table): HTMLElement {
  const choices = document.createElement("p");
  choices.className = "choices";
  choices.append(
    ...ASKED.map((what) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = say(table.state.texts, `hear.do.${what}` as Key);
      button.addEventListener("click", () => answer(table, what));
      return button;
    }),
  );
  return choices;
}

/** The answers are said as they come, and stand there to be read. */
function answers(): HTMLElement {
  const answers = document.createElement("div");
  answers.id = "heard";
  answers.role = "status";
  return answers;
}

function answer({ state, chrome }: Table, what: (typeof ASKED)[number]): void {
  const lines = hearLines(state, what).map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  });
  chrome.find("heard").replaceChildren(...lines);
}
