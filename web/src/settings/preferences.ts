/** The player's settings at the table: taken up when they are chosen, here or on another page. */

import { fetchWinnable } from "../daily/winnable.ts";
import { writeSettings } from "../keeping/changes.ts";
import { followOthers } from "../keeping/others.ts";
import { readSettings } from "../keeping/store.ts";
import type { App } from "../page/acts.ts";
import { moveTo } from "../page/address.ts";
import { retell } from "../page/asking.ts";
import { closeDialogs } from "../page/chrome.ts";
import { drawHelp, drawMenu } from "../page/dialogs.ts";
import { resetFields } from "../page/fields.ts";
import { isLanguage, type Language, say } from "../page/i18n.ts";
import { fetchAllTexts } from "../page/page.ts";
import type { Panel } from "../page/panel.ts";
import { printRanks, writeTexts } from "../page/wording.ts";
import { redraw, tell } from "../table/table.ts";
import { choicesOf } from "./choices.ts";
import { choose, listenToDeckKey, nextDeck, openSettings, tune } from "./tuning.ts";

/** Follows the settings; *relink* leads the page's links to the pages in its language. */
export function followSettings(app: App, relink: () => void): void {
  const select = app.chrome.find("language") as HTMLSelectElement;
  select.addEventListener("change", () => {
    if (isLanguage(select.value)) void chooseLanguage(app, select.value, select, relink);
  });
  app.acts.set("settings", () => openSettingsHere(app)).set("deck", () => nextDeck(app));
  listenToDeckKey(app);
  followOthers(app.store, () => void catchUp(app, relink));
  followPanel(app);
  tune(app);
}

/** The settings of a table where deals are drawn by lot: they tell which may come. */
async function openSettingsHere(app: App): Promise<void> {
  await openSettings(app, await fetchWinnable(app.state.choice).catch(() => undefined));
}

/** Where there is room beside the table for a panel; settings.css asks the same. */
const ROOMY = "(min-width: 60em) and (min-height: 501px) and (orientation: landscape)";

/** The panel is fetched when it is wanted, and is gone where it has no room. */
function followPanel(app: App): void {
  const room = matchMedia(ROOMY);
  let panel: Panel | null = null;
  const follow = async () => {
    const isWanted = () => room.matches && choicesOf(app.settings).panel;
    if (!isWanted() && panel === null) return;
    const { closePanel, drawPanel, makePanel } = await import("../page/panel.ts");
    if (!isWanted()) {
      if (panel !== null) closePanel(panel);
      panel = null;
    } else if (panel === null) panel = makePanel(app);
    else drawPanel(panel, app.state);
  };
  app.drawers.push(() => void follow());
  room.addEventListener("change", follow);
  app.acts.set("panel", () => choose(app, { panel: !choicesOf(app.settings).panel }));
}

async function chooseLanguage(
  app: App,
  language: Language,
  select: HTMLSelectElement,
  relink: () => void,
): Promise<void> {
  const texts = await fetchAllTexts(language).catch(() => null);
  if (select.value !== language) return;
  if (texts === null) {
    select.value = app.state.texts.language;
    closeDialogs();
    return tell(app, { text: say(app.state.texts, "language.failed") });
  }
  app.state.texts = texts;
  // Chosen on another page it is written already.
  if (app.settings.language !== language) {
    app.settings = { ...app.settings, language };
    void writeSettings(app.store, { language });
  }
  moveTo(app.state);
  writeTexts(app.state.texts);
  relink();
  drawMenu(app.chrome, app.state);
  drawHelp(app.chrome, app.state);
  printRanks(app.state.texts, app.ways);
  retell(app);
  resetFields(app.state);
  redraw(app);
}

/** Takes up what the player has chosen on another page; what was chosen here meanwhile stands. */
export async function catchUp(app: App, relink: () => void): Promise<void> {
  const { settings } = app;
  const read = await readSettings(app.store);
  if (app.settings !== settings) return catchUp(app, relink);
  app.settings = { ...settings, ...read, visited: true };
  // Nothing is drawn anew, and no drag disturbed, where nothing was chosen.
  if (JSON.stringify(app.settings) !== JSON.stringify(settings)) tune(app);
  const { language } = app.settings;
  const select = app.chrome.find("language") as HTMLSelectElement;
  if (!isLanguage(language) || language === app.state.texts.language) return;
  select.value = language;
  await chooseLanguage(app, language, select, relink);
}
