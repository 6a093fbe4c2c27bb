/** The number fields: what they answer, and when they return to the number of the deal. */

import { parseDeal } from "../rules/numbers.ts";
import type { State } from "../table/state.ts";
import { badNumber } from "./chrome.ts";

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
export function resetFields({ deal }: State): void {
  for (const form of forms()) {
    tellFault(form, "");
    const field = fieldOf(form);
    if (field !== null) field.value = `${deal}`;
  }
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
