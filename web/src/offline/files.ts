/** What a build keeps of its files, and which of them an address asks for. */

/** A build: its version, its files with the beginning of their SHA-256, and its pages. */
export interface Kept {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file in which all pages are. */
  readonly pack: string;
  readonly pages: readonly string[];
  /** The page that is shown where there is none. */
  readonly missing: string;
}

/** All pages in one: what several have lies there once. */
export interface Pack {
  readonly parts: readonly string[];
  /** For each page the first and the number of its parts, run after run. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
}

/** A page as it was built; null when it is not in the pack. */
export function unpack({ parts, pages }: Pack, name: string): string | null {
  const runs = pages[name];
  if (runs === undefined) return null;
  const found = runs.map((first, at) =>
    at % 2 === 0 ? parts.slice(first, first + (runs[at + 1] ?? 0)).join("") : "",
  );
  return found.join("");
}

/** What an address asks for beside the worker, by its name; pages may be asked for from further down. */
export interface Wanted {
  readonly kind: "file" | "page";
  readonly name: string;
}

/**
 * What an address asks for in the worker's place; null for what is none of the page's own: other
 * hosts, and what the server answers itself.
 */
export function wantedIn(scope: string, url: string, isPage: boolean): Wanted | null {
  const { origin, pathname } = new URL(url);
  const place = new URL(scope);
  if (origin !== place.origin || !pathname.startsWith(place.pathname)) return null;
  const name = pathname.slice(place.pathname.length);
  if (/^(api(\/|$)|healthz$|sw\.js$)/.test(name)) return null;
  if (isPage) return { kind: "page", name };
  return name.includes("/") ? null : { kind: "file", name };
}

/**
 * The page or the file that is shown for a name, which may lack the ending of a page; null when
 * the build has none, or only what is shown for a missing one.
 */
export function fileOf({ files, pages, missing }: Kept, name: string): string | null {
  const page = `${name === "" ? "index" : name.replace(/\.html$/, "").toLowerCase()}.html`;
  if (pages.includes(page)) return page === missing ? null : page;
  return Object.hasOwn(files, name) ? name : null;
}
