/** Ties the keys to a table. */
import {
  draw,
  lengthen,
  moveFocus,
  press,
  quick,
  release,
  takeBack,
  takeForward,
} from "./hands.ts";
import { type KeyActions, listenToKeys } from "./keys.ts";
import { focusTable } from "./render.ts";
import { hear } from "./requests.ts";
import type { Table } from "./table.ts";

/** What the page does its own way. */
type OwnKeys = Pick<KeyActions, "tip" | "help">;

/** Plays as the player's keys say. */
export function listenToKeyboard(table: Table, own: OwnKeys): void {
  listenToKeys(table.view.table, table.state, keyActions(table, own));
}

function keyActions(table: Table, own: OwnKeys): KeyActions {
  const { state, view } = table;
  return {
    focus: (place) => moveFocus(table, place),
    lengthen: (place) => lengthen(table, place),
    release: () => {
      if (press(table)) release(table);
    },
    quick: () => quick(table),
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
