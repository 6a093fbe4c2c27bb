/** The backs of the cards that a player can choose; the usual one is in the page's own file too. */
import type { Look } from "./look.ts";

/** The frame that all backs have, round their own drawing. */
const FRAMED = (drawing: string): string =>
  `<rect class="ground" width="100" height="140"/>${drawing}<rect class="frame" x="6" y="6" width="88" height="128" rx="6"/>`;

const pattern = (id: string, size: number, lines: string): string =>
  `<defs><pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" x="50" y="70">${lines}</pattern></defs><rect fill="url(#${id})" x="7" y="7" width="86" height="126" rx="5"/>`;

/** A leaf on its stalk, once for each direction. */
const leaves = (turns: readonly number[]): string =>
  turns
    .map(
      (turn) =>
        `<path class="leaf" transform="rotate(${turn} 50 70)" d="M50 66c-9-8-9-22 0-34 9 12 9 26 0 34z"/>`,
    )
    .join("");

const BACKS: Readonly<Record<Look["back"], string>> = {
  crown: FRAMED(
    `${pattern("back-lattice", 10, '<path class="thread" d="M0 0 10 10M10 0 0 10"/><circle class="knot" cx="5" cy="5" r="1.3"/>')}<path class="medal" d="M50 43c11 0 17 12 17 27s-6 27-17 27-17-12-17-27 6-27 17-27z"/><path class="crown" d="M39 79V64l5.500 6.500L50 58l5.500 12.500L61 64v15zM39 83.500h22"/>`,
  ),
  weave: FRAMED(
    pattern(
      "back-weave",
      20,
      '<path class="thread" d="M0 2.500h10M0 7.500h10M12.500 0v10M17.500 0v10M10 12.500h10M10 17.500h10M2.500 10v10M7.500 10v10"/>',
    ),
  ),
  rings: FRAMED(
    pattern(
      "back-rings",
      20,
      '<g class="thread"><circle cx="10" cy="10" r="9"/><circle cx="10" cy="10" r="5"/><circle r="5"/><circle cx="20" r="5"/><circle cy="20" r="5"/><circle cx="20" cy="20" r="5"/></g><circle class="knot" cx="10" cy="10" r="1.6"/>',
    ),
  ),
  leaves: FRAMED(
    `<rect class="thread" x="12" y="12" width="76" height="116" rx="3"/>${leaves([0, 60, 120, 180, 240, 300])}<circle class="knot" cx="50" cy="70" r="3"/><path class="leaf" d="M50 24c-3-3-3-6 0-9 3 3 3 6 0 9zM50 116c-3 3-3 6 0 9 3-3 3-6 0-9zM22 70c-2-5-2-9 0-14 2 5 2 9 0 14zm0 14c-2-5-2-9 0-14 2 5 2 9 0 14zM78 70c-2-5-2-9 0-14 2 5 2 9 0 14zm0 14c-2-5-2-9 0-14 2 5 2 9 0 14z"/>`,
  ),
};

/** A back as SVG, 100 by 140. */
export const drawnBack = (name: string): string =>
  name in BACKS ? BACKS[name as Look["back"]] : BACKS.crown;

/** Gives the cards that lie face down this back. */
export function drawBack(name: Look["back"]): void {
  const symbol = document.getElementById("card-back");
  if (symbol === null || symbol.dataset.back === name) return;
  symbol.dataset.back = name;
  symbol.innerHTML = drawnBack(name);
}
