/**
 * The offer of the tour: the file has it, so that a newcomer reads it before the cards lie there,
 * and it stands until it is answered or a first move is made.
 */
import { writeSettings } from "../keeping/changes.ts";
import { focusTable } from "../table/render.ts";
import type { App } from "./acts.ts";

/** Offers the tour to those who have not answered yet. */
export function followOffer(app: App): void {
  const end = app.chrome.find("end");
  const draw = () => drawOffer(app, !end.hidden);
  app.acts.set("no-tour", () => answerOffer(app));
  app.drawers.push(draw);
  // The panel of an end has the offer's place, and can be closed without anything being drawn.
  new MutationObserver(draw).observe(end, { attributeFilter: ["hidden"] });
  draw();
}

function drawOffer(app: App, isWaiting: boolean): void {
  const { settings, state, chrome, guest } = app;
  const isPlayed = state.status.steps > 0;
  // Who looks at another player's game first has not begun to play.
  if (settings.tour === true && isPlayed && guest === null) return answerOffer(app);
  chrome.find("tour-offer").hidden = isWaiting || isPlayed;
  document.documentElement.toggleAttribute("data-newcomer", settings.tour === true);
}

/** The player has said whether the tour is wanted. */
export function answerOffer(app: App): void {
  const hadFocus = app.chrome.find("tour-offer").contains(document.activeElement);
  document.documentElement.removeAttribute("data-newcomer");
  if (hadFocus) focusTable(app.view, app.state);
  app.settings = { ...app.settings, tour: false };
  void writeSettings(app.store, { tour: false });
}
