/** What the player has chosen, noted at once: the page may be gone before the base has written it. */

import { unlessRefused } from "./refused.ts";

const CHOSEN = "kungen chosen";

/** Notes choices as JSON. */
export function noteChosen(chosen: string): void {
  unlessRefused(() => localStorage.setItem(CHOSEN, chosen));
}

/** The choices that were noted; none where what is noted is none. */
export const notedChosen = (): object =>
  Object(unlessRefused(() => JSON.parse(localStorage.getItem(CHOSEN) ?? "null")));

/** Forgets what was noted, unless more was chosen since. */
export function forgetChosen(written: string): void {
  unlessRefused(() => localStorage.getItem(CHOSEN) === written && localStorage.removeItem(CHOSEN));
}
