/** A base that was opened only when the page had begun without it. */
import { unlessRefused } from "./refused.ts";
import type { Store } from "./store.ts";

/** Noted once a window: the page was loaded anew for a late base. */
const AGAIN = "kungen late";

/** Uses the base as soon as it is there; whether that was late. */
export async function useLate(store: Store): Promise<boolean> {
  if (store.base !== null) return false;
  store.base = await store.opening;
  return store.base !== null;
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
