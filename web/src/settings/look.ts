/** How everything looks: the marks of the root element that the style sheets read. */

import { unlessRefused } from "../keeping/refused.ts";

/** What of the settings changes how things look, and what each may be; the first is the usual one. */
export const LOOKS = {
  theme: ["device", "light", "dark"],
  felt: ["green", "blue", "wine", "graphite"],
  back: ["crown", "weave", "rings", "leaves"],
  deck: ["two", "families", "four"],
  print: ["usual", "large"],
  /** Whether the panel stands beside the table: its room is left before it comes. */
  panel: [false, true],
} as const;

export type Look = { readonly [Name in keyof typeof LOOKS]: (typeof LOOKS)[Name][number] };

/** What of some settings is sound; the rest is as usual. */
export function soundValues<Values extends Readonly<Record<string, readonly unknown[]>>>(
  values: Values,
  kept: unknown,
): { readonly [Name in keyof Values]: Values[Name][number] } {
  const found = Object(kept);
  const pairs = Object.entries(values).map(([name, [usual, ...others]]) => {
    return [name, others.includes(found[name]) ? found[name] : usual];
  });
  return Object.fromEntries(pairs);
}

/** Where pages find the look before they paint. */
export const KEPT = "kungen look";

/** The look that was kept; some browsers refuse storage, and others hold what is none. */
export function keptLook(): Look {
  return soundValues(
    LOOKS,
    unlessRefused(() => JSON.parse(localStorage.getItem(KEPT) ?? "null")),
  );
}

/** Marks the root element, with the theme of the device where the player leaves it to that. */
export function wear(look: Look): void {
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = look.theme === "device" ? (isDark ? "dark" : "light") : look.theme;
  Object.assign(root.dataset, look, { theme });
  // Before the first paint no style sheet is there to ask, and the file's own colours stand.
  const bar = getComputedStyle(root).getPropertyValue("--bar");
  if (bar === "") return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    meta.content = bar;
}
