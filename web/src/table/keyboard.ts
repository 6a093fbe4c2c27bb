/** Ties the keys and the focus to a table. */
import { speak } from "../page/chrome.ts";
import { say } from "../page/i18n.ts";
import { makeTyping, takesKey, typeKey } from "../page/typed.ts";
import { draw, press, release, takeBack, takeForward } from "./hands.ts";
import { type KeyActions, listenToKeys } from "./keys.ts";
import { peekFocused } from "./peek.ts";
import { focusTable } from "./render.ts";
import { hear } from "./requests.ts";
import { sendFocused } from "./sending.ts";
import type { Table } from "./table.ts";
import { lengthen, moveFocus } from "./walking.ts";

/** What the page does its own way. */
type OwnKeys = Pick<KeyActions, "tip" | "help">;

/** Plays as the player's keys say. */
export function listenToKeyboard(table: Table, own: OwnKeys): void {
  listenToKeys(table.view.table, table.state, keyActions(table, own));
  sayKeysAtFirst(table);
}

/** The first time that the keys come to the table in a visit, it says which there are. */
function sayKeysAtFirst(table: Table): void {
  const { view, chrome, state } = table;
  const first = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    view.table.removeEventListener("focusin", first);
    speak(chrome, say(state.texts, table.ways.keys ? "key.hint" : "key.hint.plain"));
  };
  view.table.addEventListener("focusin", first);
}

function keyActions(table: Table, own: OwnKeys): KeyActions {
  const { state, view } = table;
  const typing = makeTyping(table);
  return {
    hasSigns: () => table.ways.keys,
    isMirrored: () => table.ways.mirror,
    takes: (key) => takesKey(typing, key),
    type: (key) => typeKey(table, typing, key),
    focus: (place) => moveFocus(table, place),
    lengthen: (place) => lengthen(table, place),
    release: () => {
      if (press(table)) release(table);
    },
    quick: () => sendFocused(table),
    peek: () => peekFocused(table),
    undo: () => takeBack(table),
    redo: () => takeForward(table),
    tip: own.tip,
    draw: () => draw(table),
    hear: (what) => hear(table, what),
    help: () => {
      press(table);
      own.help();
    },
    stop: () => press(table),
    enter: () => focusTable(view, state),
  };
}
