/** What the page's buttons do, by the names that they carry. Scripts that come later add theirs. */

import type { Keeper } from "../keeping/keeping.ts";
import type { House } from "../rules/house.ts";
import { press } from "../table/hands.ts";
import type { Asker } from "./asking.ts";
import { closeDialogs } from "./chrome.ts";
import type { Pars } from "./par.ts";
import type { Tour } from "./tour.ts";

/** Everything that lives as long as the page of a table. */
export interface App extends Keeper, Asker {
  readonly house: House;
  /** What the buttons do; a name that is not there yet is waited for. */
  readonly acts: Map<string, (button: HTMLElement) => unknown>;
  /** Draws what later scripts have put round the table. */
  readonly drawers: (() => void)[];
  /** The tour of the table; null until it is wanted. */
  tour: Tour | null;
  /** The fewest moves known for deals; null until one is won. */
  pars: Pars | null;
  /** Settles when the scripts are there that are not needed for the first move. */
  rest: Promise<void>;
}

/** What the start of the page has found, and leaves to be told and kept. */
export interface Found {
  /** The deal's record as the store had it; null when it had none. */
  readonly saved: unknown;
  /** The text of the address that is no deal number. */
  readonly bad: string | null;
  /** Whether the address left it open which deal is laid. */
  readonly isOpen: boolean;
}

/** A button of the page was pressed: what flies lands, what is open closes, and it is done. */
export function listenToButtons(app: App): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-do]") : null;
    if (button === null || button.ariaDisabled === "true") return;
    closeDialogs();
    press(app);
    void act(app, button.dataset.do ?? "", button);
  });
}

async function act({ acts, rest }: App, name: string, button: HTMLElement): Promise<void> {
  if (!acts.has(name)) await rest;
  acts.get(name)?.(button);
}
