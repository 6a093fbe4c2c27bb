/** The number fields: what they answer, and when they return to the number of the deal. */

import { LAST_DEAL, parseDeal } from "../rules/numbers.ts";
import { dealOf, type State } from "../table/state.ts";
import { say, type Texts } from "./i18n.ts";
import { shortened } from "./shortened.ts";

/** Listens to the forms that ask for a deal; *deal* is given the numbers that are one. */
export function listenToFields(state: State, deal: (number: number) => void): void {
  for (const form of forms()) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(state, form, deal);
    });
    form.addEventListener("input", () => tellFault(form, ""));
    form.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") resetFields(state);
    });
  }
}

/** The fields show the deal's number again, and nothing is wrong with it. */
export function resetFields(state: State): void {
  for (const form of forms()) {
    tellFault(form, "");
    const field = fieldOf(form);
    if (field !== null) field.value = `${dealOf(state) ?? ""}`;
  }
}

/** The fields show the deal's number, but for the one that is being written in. */
export function drawFields(state: State): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[name=deal]"))
    if (document.activeElement !== field) field.value = `${dealOf(state) ?? ""}`;
}

/** The sentence for a text that is no deal number. */
export function badNumber(texts: Texts, text: string): string {
  if (text === "") return say(texts, "number.empty", { last: LAST_DEAL });
  return say(texts, "number.bad", { text: shortened(text), last: LAST_DEAL });
}

function submit(state: State, form: HTMLFormElement, deal: (number: number) => void): void {
  const asked = parseDeal(fieldOf(form)?.value ?? "");
  if ("deal" in asked) deal(asked.deal);
  else tellFault(form, badNumber(state.texts, asked.bad));
}

function tellFault(form: HTMLFormElement, sentence: string): void {
  const field = fieldOf(form);
  const wrong = form.querySelector<HTMLElement>(".wrong");
  if (field === null || wrong === null) return;
  wrong.hidden = sentence === "";
  wrong.textContent = sentence;
  field.ariaInvalid = sentence === "" ? null : "true";
}

const forms = () => document.querySelectorAll<HTMLFormElement>("form.deal");

const fieldOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>("input[name=deal]");
