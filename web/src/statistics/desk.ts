/** What the page of the statistics works with. */

import type { Settings, Store } from "../keeping/store.ts";
import type { Texts } from "../page/i18n.ts";
import type { House, HouseGame } from "../rules/house.ts";
import type { Kept } from "./vault.ts";

/** Everything that lives as long as the page. */
export interface Desk {
  readonly store: Store;
  readonly house: House;
  readonly texts: Texts;
  own: readonly HouseGame[];
  /** What the base holds; null when the browser refuses storage. */
  kept: Kept | null;
  settings: Settings;
  noteTimer: number;
  /** Reads the base again and draws what it holds. */
  readonly refresh: () => Promise<void>;
}
