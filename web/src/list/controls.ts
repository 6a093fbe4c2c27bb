/** The form controls by which a game's options are chosen. */
import { optionName, valueName } from "../page/describe.ts";
import type { Texts } from "../page/i18n.ts";
import {
  type Choice,
  type House,
  type HouseGame,
  type Option,
  type Options,
  offered,
} from "../rules/house.ts";

/** A control for each option that the game offers; *change* is given all options as they are then. */
export function makeControls(
  texts: Texts,
  house: House,
  choice: Choice,
  change: (options: Options) => void,
): HTMLElement[] {
  const values = new Map<string, string>();
  return offered(house, choice.game).map((option) => {
    const value = chosenValue(choice, option.name);
    values.set(option.name, value);
    return makeControl(texts, choice.game, option, value, (chosen) => {
      values.set(option.name, chosen);
      change(Object.fromEntries(values));
    });
  });
}

function makeControl(
  texts: Texts,
  game: HouseGame,
  option: Option,
  value: string,
  change: (value: string) => void,
): HTMLElement {
  const label = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = optionName(texts, option.name);
  if ("true" in option.words) {
    label.className = "check";
    label.append(checkBox(option.name, value, change), name);
  } else {
    label.className = "setting";
    label.append(name, selection(texts, game, option, value, change));
  }
  return label;
}

function checkBox(name: string, value: string, change: (value: string) => void): HTMLElement {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = name;
  box.checked = value === "true";
  box.addEventListener("change", () => change(`${box.checked}`));
  return box;
}

function selection(
  texts: Texts,
  game: HouseGame,
  { name, words, range }: Option,
  value: string,
  change: (value: string) => void,
): HTMLElement {
  const select = document.createElement("select");
  select.name = name;
  const [low, high] = range ?? [1, 0];
  const numbers = Array.from({ length: high - low + 1 }, (_, at) => `${low + at}`);
  for (const one of [...Object.keys(words), ...numbers]) {
    const choice = document.createElement("option");
    choice.value = one;
    choice.textContent = valueName(texts, game, name, one);
    select.add(choice);
  }
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  return select;
}

/** The value that an option has in a choice. */
export function chosenValue({ game, options }: Choice, name: string): string {
  return options[name] ?? game.offers[name] ?? "";
}
