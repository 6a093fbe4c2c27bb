/** The settings on a page without a table: its look, and the dialog. */

import { writeSettings } from "../keeping/changes.ts";
import { mergeSettings, type Settings, type Store } from "../keeping/store.ts";
import type { Texts } from "../page/i18n.ts";
import { printRanks } from "../page/wording.ts";
import { showLook, waysHere } from "./choices.ts";
import { wearBack } from "./tuning.ts";

/** A page without a table. */
export interface Aside {
  readonly store: Store;
  readonly texts: Texts;
  settings: Settings;
}

/** Opens the settings; *changed* draws what of the page depends on them. */
export async function openSettingsAside(page: Aside, changed = () => {}): Promise<void> {
  const [{ openSettings }] = await Promise.all([import("./settings.ts"), bringSprite()]);
  show(page);
  await openSettings({
    texts: page.texts,
    store: page.store,
    game: null,
    winnable: undefined,
    settings: () => page.settings,
    change: (changes) => {
      page.settings = mergeSettings(page.settings, changes);
      void writeSettings(page.store, changes);
      show(page);
      changed();
    },
  });
}

function show({ settings, texts }: Aside): void {
  showLook(settings, null);
  printRanks(texts, waysHere(settings));
  void wearBack(settings);
}

/** What cards are drawn with lies on pages with a table, and is fetched by others. */
async function bringSprite(): Promise<void> {
  if (document.querySelector(".sprite") !== null) return;
  const sprite = await fetch(document.body.dataset.sprite ?? "");
  document.body.insertAdjacentHTML("beforeend", await sprite.text());
}
