/** A table follows the settings: it is drawn and played as they say, and they are chosen at it. */

import type { Winnable } from "../daily/winnable.ts";
import { writeSettings } from "../keeping/changes.ts";
import { mergeSettings, type Settings, type Store } from "../keeping/store.ts";
import { say } from "../page/i18n.ts";
import { printRanks } from "../page/wording.ts";
import { measure } from "../table/listening.ts";
import { changeAutoplay } from "../table/play.ts";
import { redraw, type Table, tell } from "../table/table.ts";
import { choicesOf, lookOf, showLook, waysHere } from "./choices.ts";
import { LOOKS } from "./look.ts";

/** A table whose player has settings. */
export interface Tuned extends Table {
  readonly store: Store;
  settings: Settings;
}

/** Brings a table in line with the settings. */
export function tune(table: Tuned): void {
  const { state, settings } = table;
  table.ways = waysHere(settings);
  showLook(settings, state.choice.game.id);
  document.body.classList.toggle("quiet", table.ways.quiet);
  // Where nothing is finished by itself, nothing is played by itself.
  if (table.finishes) changeAutoplay(state, choicesOf(settings).autoplay);
  printRanks(state.texts, table.ways);
  void wearBack(settings);
  measure(table);
  redraw(table);
}

/** The usual back is in the page's own file. */
export async function wearBack(settings: Settings): Promise<void> {
  const { back } = choicesOf(settings);
  const worn = document.getElementById("card-back")?.dataset.back ?? "crown";
  if (back !== worn) (await import("./backs.ts")).drawBack(back);
}

/** The player has chosen something here. */
export function choose(table: Tuned, changes: Settings): void {
  table.settings = mergeSettings(table.settings, changes);
  void writeSettings(table.store, changes);
  tune(table);
}

/** Opens the dialog; *winnable* is what it tells of the deals that are drawn here. */
export async function openSettings(table: Tuned, winnable?: Winnable | null): Promise<void> {
  const settings = await import("./settings.ts");
  const { choice, texts } = table.state;
  await settings.openSettings({
    texts,
    store: table.store,
    game: { id: choice.game.id, name: choice.game.names[texts.language] },
    winnable,
    settings: () => table.settings,
    change: (changes) => choose(table, changes),
  });
}

/** The key that goes on to the next deck while the focus is on the table, or nowhere. */
export function listenToDeckKey(table: Tuned): void {
  document.addEventListener("keydown", ({ key, target, defaultPrevented }) => {
    if (key !== "*" || defaultPrevented || !table.ways.keys) return;
    const isHere = target === document.body || table.view.table.contains(target as Node);
    if (!isHere || document.querySelector("dialog[open]") !== null) return;
    nextDeck(table);
  });
}

/** The game's cards get the next of the decks, and keep it. */
export function nextDeck(table: Tuned): void {
  const { choice, texts } = table.state;
  const { deck } = lookOf(table.settings, choice.game.id);
  const next = LOOKS.deck[(LOOKS.deck.indexOf(deck) + 1) % LOOKS.deck.length] ?? deck;
  choose(table, { decks: { [choice.game.id]: next } });
  tell(table, { text: say(texts, "look.deck", { deck: say(texts, `settings.deck.${next}`) }) });
}
