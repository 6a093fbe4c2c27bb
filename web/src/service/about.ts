/** What of the settings is about the service: the switch, and what is sent and stored. */
import type { Settings, Store } from "../keeping/store.ts";
import { type Key, say, type Texts } from "../page/i18n.ts";
import { answer } from "./consent.ts";
import { readFound } from "./found.ts";

/** The page whose settings they are. */
export interface Counted {
  readonly texts: Texts;
  readonly store: Store;
  settings(): Settings;
  change(changes: Settings): void;
}

const ABOUT: readonly Key[] = [
  "measure.about.sent",
  "measure.about.asked",
  "measure.about.kept",
  "measure.about.not",
];

/** The section; null where there is no service, and the player has never said yes to one. */
export function makeCounting(host: Counted): HTMLElement | null {
  const { texts } = host;
  const isThere = readFound()?.results != null;
  if (!isThere && host.settings().measure !== "yes") return null;
  const section = document.createElement("section");
  section.className = "counting";
  const about = document.createElement("details");
  const paragraphs = ABOUT.map((key) => written("p", say(texts, key)));
  about.append(written("summary", say(texts, "measure.about")), ...paragraphs);
  section.append(
    written("h3", say(texts, "measure.head")),
    makeSwitch(host),
    written("p", say(texts, "measure.short")),
    about,
  );
  return section;
}

function makeSwitch(host: Counted): HTMLElement {
  const label = document.createElement("label");
  label.className = "check";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = "measure";
  box.checked = host.settings().measure === "yes";
  box.addEventListener("change", () => answer(host, box.checked));
  label.append(box, say(host.texts, "measure.switch"));
  return label;
}

function written(name: "h3" | "p" | "summary", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
