/**
 * The base that is opened when the table is laid already, or that the browser closes: it is used
 * from then on, and nothing that it holds is written over by a game that was begun without it.
 */
import type { App, Found } from "../page/acts.ts";
import { queryOf } from "../page/address.ts";
import { isUntouched } from "../page/offline.ts";
import { isFirstTime, useLate } from "./belated.ts";
import { writeSettings } from "./changes.ts";
import { isUnwritten, markUnseen, writeUnwritten } from "./games.ts";
import { remember, save } from "./keeping.ts";
import { placeOf } from "./leaving.ts";
import { holdsGames, openBase, readSettings } from "./store.ts";

/** Follows the base; *catchUp* takes up the settings that a late one has. */
export async function followBase(app: App, found: Found, catchUp: () => unknown): Promise<void> {
  const { store } = app;
  if (await useLate(store)) await takeUp(app, found, catchUp);
  // Whether the tour is still to be offered only the base can say.
  if (store.base === null) void writeSettings(store, { visited: true });
  else followClosing(app, store.base);
}

async function takeUp(app: App, { isOpen }: Found, catchUp: () => unknown): Promise<void> {
  const { store, state } = app;
  markUnseen(store, placeOf(app));
  const written = writeUnwritten(store, (game) => remember(app, game));
  const isKnown = (await readSettings(store)).visited === true || (await holdsGames(store));
  if (isKnown && isUntouched(app) && store.unwritten.size === 0 && isFirstTime()) {
    if (!isOpen) return location.reload();
    const address = queryOf(state.choice, null) || location.pathname;
    return location.replace(`${address}${location.hash}`);
  }
  await written;
  app.warned = isUnwritten(store, placeOf(app));
  if (isKnown) await catchUp();
  else await writeSettings(store, { visited: true, tour: app.settings.tour });
}

/** Opens the base again when the browser has closed it, as some do in the background. */
function followClosing(app: App, base: IDBDatabase): void {
  const { store } = app;
  base.onclose = async () => {
    store.base = null;
    store.base = await openBase(() => {});
    if (store.base === null) return;
    followClosing(app, store.base);
    if (isUnwritten(store, placeOf(app))) save(app);
  };
}
