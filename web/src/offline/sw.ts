/**
 * The service worker: it keeps the page of one build, all of it, and serves that without a network
 * until the player takes a newer one. The list of the build's files is written before this script.
 */
import { fileOf, type Kept, type Pack, unpack, wantedIn } from "./files.ts";

/** The build that this worker keeps; tools/build_web.py writes it. */
declare const BUILD: Kept;

interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Lifetime {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

// The page's types have no name for a service worker's own scope.
const worker = globalThis as unknown as {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: Lifetime) => void): void;
  addEventListener(name: "fetch", listener: (event: Asked) => void): void;
  addEventListener(name: "message", listener: (event: Lifetime & MessageEvent) => void): void;
};

const { scope } = worker.registration;
/** Each place of a host has its own caches, and each build its own among them. */
const ours = `kungen ${new URL(scope).pathname} `;
const cacheName = ours + BUILD.version;
/** What a cache has that a build was served from. */
const SERVED = "served";
/** Files on their way at a time: what the page itself asks for meanwhile comes between them. */
const AT_A_TIME = 6;
/** What belongs to one body and not to what the worker answers with. */
const OF_A_BODY = ["content-encoding", "content-length", "etag", "last-modified", "vary"];

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  // What cannot be fetched now is fetched when it is asked for, or the next time.
  if (event.data === "mend") event.waitUntil(keepAll().catch(() => {}));
});
worker.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const wanted = method === "GET" ? wantedIn(scope, url, mode === "navigate") : null;
  if (wanted?.kind === "file") event.respondWith(serve(wanted.name, event.request));
  if (wanted?.kind === "page") event.respondWith(servePage(wanted.name, event.request));
});

/** Keeps all of the build that is not kept yet, or not as it was built. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  const waiting = Object.keys(BUILD.files);
  const keepNext = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      await keep(cache, name);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, keepNext));
  await keepPages(cache);
}

/** Keeps a file; what an older build has of it need not be fetched. */
async function keep(cache: Cache, name: string): Promise<Response> {
  const kept = await cache.match(address(name));
  if (kept !== undefined && (await isAsBuilt(kept, name))) return kept;
  const older = await caches.match(address(name));
  if (older !== undefined && (await isAsBuilt(older, name))) return put(cache, name, older);
  const isDamaged = kept !== undefined || older !== undefined;
  const fetched = await fetch(address(name), { cache: isDamaged ? "reload" : "default" });
  if (await isAsBuilt(fetched, name)) return put(cache, name, fetched);
  throw new Error(`${name} is not of this build`);
}

/** Unpacks the pages that are not kept as they were built. */
async function keepPages(cache: Cache): Promise<void> {
  const pack: Pack = await (await keep(cache, BUILD.pack)).json();
  const headers = await headersOfPages(cache);
  for (const name of BUILD.pages) {
    const text = unpack(pack, name) ?? "";
    const kept = await cache.match(address(name));
    if ((await kept?.text()) === text) continue;
    const status = name === BUILD.missing ? 404 : 200;
    await cache.put(address(name), new Response(text, { status, headers }));
  }
}

/** Pages from here are as safe as those from the host, which says in their headers what they may do. */
async function headersOfPages(cache: Cache): Promise<Headers> {
  const asked = await fetch(scope, { method: "HEAD" }).catch(() => null);
  const told = asked?.ok ? asked : await keep(cache, BUILD.pack);
  const headers = headersOf(told);
  headers.set("content-type", "text/html; charset=utf-8");
  return headers;
}

function headersOf(answer: Response): Headers {
  const headers = new Headers(answer.headers);
  for (const name of OF_A_BODY) headers.delete(name);
  return headers;
}

/** Puts a file into the cache as an answer of its own, however the host led to it. */
async function put(cache: Cache, name: string, found: Response): Promise<Response> {
  const answer = new Response(await found.arrayBuffer(), { headers: headersOf(found) });
  await cache.put(address(name), answer.clone());
  return answer;
}

async function isAsBuilt(answer: Response, name: string): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").startsWith(BUILD.files[name] ?? "none");
}

/**
 * From now on this build is served. The one before stays, for tables that are still played on with
 * its scripts; all others go, and so do those that waited and were never served.
 */
async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  const others = names.filter((name) => name !== cacheName);
  const served = await Promise.all(others.map(wasServed));
  const before = others[served.lastIndexOf(true)];
  for (const name of others) if (name !== before) await caches.delete(name);
  const cache = await caches.open(cacheName);
  await cache.put(address(SERVED), new Response());
  await worker.clients.claim();
}

async function wasServed(name: string): Promise<boolean> {
  const cache = await caches.open(name);
  return (await cache.match(address(SERVED))) !== undefined;
}

/** A file or a page of this build, a file of one before, or what the network has. */
async function serve(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const file = fileOf(BUILD, name);
  const kept = (await cache.match(address(file ?? name))) ?? (await caches.match(address(name)));
  if (kept !== undefined) return kept;
  if (file === null) return fetch(request);
  // There may be no room to keep it again.
  if (!BUILD.pages.includes(file)) return keep(cache, file).catch(() => fetch(request));
  await keepPages(cache).catch(() => {});
  return (await cache.match(address(file))) ?? fetch(request);
}

/** What is asked for as a page; where there is none, the page for that is shown. */
async function servePage(name: string, request: Request): Promise<Response> {
  try {
    return await serve(name, request);
  } catch {
    return await showMissing(name, new URL(request.url).search);
  }
}

/** Its addresses are relative: from further down the way leads beside the pages first. */
async function showMissing(name: string, search: string): Promise<Response> {
  const last =
    name
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  if (name !== last) return Response.redirect(address(last) + search);
  const cache = await caches.open(cacheName);
  return (await cache.match(address(BUILD.missing))) ?? Response.error();
}

const address = (name: string): string => new URL(name, scope).href;
