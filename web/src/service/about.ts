/** What of the settings is about the service: the switch, and what is sent and stored. */
import { followOthers } from "../keeping/others.ts";
import { readSettings, type Settings, type Store } from "../keeping/store.ts";
import { type Key, say, type Texts } from "../page/i18n.ts";
import { answer } from "./consent.ts";
import { lookFor, readFound } from "./found.ts";

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

/** The section; it is seen as soon as a service is known, or where the player has said yes to one. */
export function makeCounting(host: Counted): HTMLElement {
  const { texts } = host;
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
  void refuseWithoutBase(section, host);
  section.hidden = readFound()?.results == null && host.settings().measure !== "yes";
  if (section.hidden) void showWhenFound(section);
  return section;
}

/** The settings may be opened before the page has looked, or where it may not note what it found. */
async function showWhenFound(section: HTMLElement): Promise<void> {
  const found = await lookFor();
  section.hidden = found?.results == null;
}

/** Where the browser keeps nothing, there is nothing that could be sent: the switch says so. */
async function refuseWithoutBase(section: HTMLElement, { texts, store }: Counted): Promise<void> {
  const box = section.querySelector<HTMLInputElement>("input");
  if (store.base !== null || box === null) return;
  box.disabled = true;
  if ((await store.opening) !== null) {
    box.disabled = false;
    return;
  }
  const why = written("p", say(texts, "measure.unkept"));
  why.id = "measure-unkept";
  box.setAttribute("aria-describedby", why.id);
  box.checked = false;
  box.parentElement?.after(why);
}

function makeSwitch(host: Counted): HTMLElement {
  const label = document.createElement("label");
  label.className = "check";
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = "measure";
  box.checked = host.settings().measure === "yes";
  box.addEventListener("change", () => answer(host, box.checked));
  followAnswers(box, host.store);
  label.append(box, say(host.texts, "measure.switch"));
  return label;
}

/** What is answered on another page while the settings are open is seen in them. */
function followAnswers(box: HTMLInputElement, store: Store): void {
  const following = new AbortController();
  const follow = async () => {
    if (!box.isConnected) return following.abort();
    const before = box.checked;
    const { measure } = await readSettings(store);
    if (measure !== undefined && box.checked === before) box.checked = measure === "yes";
  };
  followOthers(store, follow, following.signal);
}

function written(name: "h3" | "p" | "summary", text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
