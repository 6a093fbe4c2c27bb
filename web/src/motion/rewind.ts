/** Undo and redo that are held go on by themselves, ever quicker, until they are let go. */

import type { App } from "../page/acts.ts";
import { takeBack, takeForward } from "../table/hands.ts";

const HOLD_TIME = 400;
const FIRST_GAP = 220;
const LEAST_GAP = 45;
const QUICKENING = 0.88;

interface Hold {
  timer: number;
  /** Whether it has gone on by itself; then the click that follows is no step. */
  gone: boolean;
}

export function listenToHolds(app: App): void {
  const hold: Hold = { timer: 0, gone: false };
  const end = () => {
    clearTimeout(hold.timer);
    hold.timer = 0;
  };
  document.addEventListener("pointerdown", ({ target, button }) => {
    end();
    hold.gone = false;
    const held =
      target instanceof Element ? target.closest("[data-do=undo], [data-do=redo]") : null;
    if (held === null || button !== 0) return;
    hold.timer = window.setTimeout(() => goOn(app, hold, held, FIRST_GAP), HOLD_TIME);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, end);
  document.addEventListener("visibilitychange", end);
  document.addEventListener("contextmenu", (event) => {
    if (hold.timer !== 0 || hold.gone) event.preventDefault();
  });
  document.addEventListener("click", (event) => swallow(hold, event), { capture: true });
}

function goOn(app: App, hold: Hold, button: Element, gap: number): void {
  if (button.ariaDisabled === "true") return;
  hold.gone = true;
  if (button.matches("[data-do=undo]")) takeBack(app);
  else takeForward(app);
  const next = Math.max(LEAST_GAP, gap * QUICKENING);
  hold.timer = window.setTimeout(() => goOn(app, hold, button, next), gap);
}

function swallow(hold: Hold, event: MouseEvent): void {
  if (!hold.gone || event.detail === 0) return;
  hold.gone = false;
  event.stopImmediatePropagation();
  event.preventDefault();
}
