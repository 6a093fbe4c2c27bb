/** A base that is opened only when the page has begun without it, or again when it was closed. */
import { unlessRefused } from "./refused.ts";
import { openBase, type Store } from "./store.ts";

/** Noted once a window: the page was loaded anew for a late base. */
const AGAIN = "kungen late";

/**
 * Uses the base as soon as it is there; whether that was late. It is opened again when the browser
 * has closed it, of which *reopened* is told.
 */
export async function useLate(store: Store, reopened = () => {}): Promise<boolean> {
  const isLate = store.base === null;
  if (isLate) store.base = await store.opening;
  if (store.base !== null) followClosing(store, store.base, reopened);
  return isLate && store.base !== null;
}

/**
 * Some browsers close the base in the background, and all do when the player has them forget the
 * site. They may not open it at once: then each change tries again.
 */
function followClosing(store: Store, base: IDBDatabase, reopened: () => unknown): void {
  base.onclose = () => {
    let trying: Promise<IDBDatabase | null> | null = null;
    const tryAgain = async () => {
      store.base = await openBase(() => {});
      trying = null;
      if (store.base === null) return null;
      store.reopen = null;
      followClosing(store, store.base, reopened);
      reopened();
      return store.base;
    };
    store.base = null;
    store.reopen = () => {
      trying ??= tryAgain();
      return trying;
    };
    void store.reopen();
  };
}

/** Whether the page has not been loaded anew for a late base before; then it may be now. */
export function isFirstTime(): boolean {
  const first = unlessRefused(() => {
    const isFirst = sessionStorage.getItem(AGAIN) === null;
    sessionStorage.setItem(AGAIN, "true");
    return isFirst;
  });
  return first ?? false;
}
