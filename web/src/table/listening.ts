/** Ties hands, keys and the room that there is to a table. */
import { listenToPointers } from "./drag.ts";
import { choose, drop, lift, refuseDrag, release, tap, touch } from "./hands.ts";
import type { Form } from "./layout.ts";
import { drawFocus, focusTable, resize, type View } from "./render.ts";
import { redraw, type Table } from "./table.ts";

/** A phone on its side; forms.css lays its bars by the same question. */
const RAILS = "(orientation: landscape) and (max-height: 500px)";

/** Fits a table to its element. */
export function measure({ view, ways }: Table): void {
  const form: Form = matchMedia(RAILS).matches ? "rails" : "stack";
  resize(view, form, ways);
}

/** Plays as the player's hands say. */
export function listenToHands(table: Table): void {
  const { state, view } = table;
  const endDrag = listenToPointers(view, state, {
    press: () => !table.peeking?.close() && touch(table),
    tap: (spot) => tap(table, spot),
    choose: (spot) => choose(table, spot),
    lift: (run) => lift(table, run),
    drop: (target, nearest) => drop(table, target, nearest),
    cancel: () => release(table),
    refuse: (spot) => refuseDrag(table, spot),
    isTooLong: (held, pile) => table.refusing?.isTooLong(held, pile) ?? false,
    holdTime: () => table.ways.hold,
    peek: (spot, stays) => table.peeking?.open(spot, stays) ?? false,
    unpeek: () => table.peeking?.close(),
    settle: () => drawFocus(view, state),
  });
  followSize(table, endDrag);
  keepFocus(table);
}

function followSize(table: Table, endDrag: () => void): void {
  const { view } = table;
  new ResizeObserver(() => {
    const before = sizeOf(view);
    measure(table);
    // A card in the hand would hang where the table was.
    if (sizeOf(view) !== before) {
      endDrag();
      table.peeking?.close();
    }
    redraw(table);
  }).observe(view.felt);
}

const sizeOf = ({ size }: View): string => `${size.width} ${size.height} ${size.form}`;

/** Some browsers take the focus from a button as soon as it is hidden. */
function keepFocus({ view, state }: Table): void {
  document.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof Element) || target.checkVisibility({ visibilityProperty: true }))
      return;
    // A dialog that closes gives the focus back by itself, in WebKit after this event.
    const soon = target.closest("dialog") === null ? queueMicrotask : setTimeout;
    soon(() => {
      if (document.activeElement === document.body) focusTable(view, state);
    });
  });
}
