/** The service worker as a page sees it. */

/** Noted once a window: what the worker keeps was looked through. */
const MENDED = "kungen mended";
/** Where a browser does not tell when it is idle. */
const WHILE = 1_500;

/**
 * Starts the worker when the page has come and has nothing more to do; null where there can be
 * none: on a host without TLS, in some private windows, in old browsers.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  await untilIdle();
  try {
    const started = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    mend(started);
    return started;
  } catch {
    return null;
  }
}

/** Lets the worker bring back what it has lost of what it keeps; one that is to go needs nothing. */
function mend({ active, waiting }: ServiceWorkerRegistration): void {
  if (active === null || waiting !== null || sessionStorage.getItem(MENDED) !== null) return;
  sessionStorage.setItem(MENDED, "true");
  active.postMessage("mend");
}

/** Settles when the page has come and has nothing more to do. */
export async function untilIdle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((then) => addEventListener("load", then, { once: true }));
  await new Promise((then) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(then);
    else setTimeout(then, WHILE);
  });
}
