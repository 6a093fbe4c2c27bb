/** Two quick taps on a button are two taps, and the browser does not zoom by them. */

const QUICK = 350;
const BUTTONS = "button, a";

/**
 * Some browsers zoom on a second quick tap in spite of `touch-action`. Its end is kept from them,
 * and what it would have clicked is clicked here; two fingers zoom as ever.
 */
export function followQuickTaps(): void {
  const last = { time: -QUICK };
  document.addEventListener("touchend", (event) => answerTap(event, last), { passive: false });
}

function answerTap(event: TouchEvent, last: { time: number }): void {
  const isQuick = event.timeStamp - last.time < QUICK;
  last.time = event.timeStamp;
  if (!isQuick || !event.cancelable || event.touches.length > 0) return;
  const [touch] = event.changedTouches;
  const pressed = event.target instanceof Element ? event.target : null;
  // The felt answers to pointers, whatever becomes of the touch.
  if (pressed?.closest(".table") != null) return event.preventDefault();
  const button = pressed?.closest<HTMLElement>(BUTTONS);
  if (touch === undefined || button == null) return;
  if (!button.contains(document.elementFromPoint(touch.clientX, touch.clientY))) return;
  event.preventDefault();
  button.click();
}
