/** A deal on paper, to be laid with real cards: how it lies, and in what order it is dealt. */

import type { App } from "../page/acts.ts";
import { pathOfGame, queryOf } from "../page/address.ts";
import { startTitle } from "../page/chrome.ts";
import { choiceText, ruleParts } from "../page/describe.ts";
import { capitalised, type Key, say, sayCount, type Texts } from "../page/i18n.ts";
import { rankLetter } from "../page/wording.ts";
import { openLayout } from "../rules/asked.ts";
import {
  type Card,
  FIRST_FOUNDATION,
  isRed,
  type Layout,
  pileCards,
  rankOf,
  SUITS_SHOWN,
  suitOf,
} from "../rules/cards.ts";
import { closeGame, layoutOf, openDeal } from "../rules/engine.ts";
import type { Rules } from "../rules/formats.ts";
import type { State } from "../table/state.ts";

/** Cards that are dealt one after the other, and what their line is called. */
export interface DealtRow {
  readonly name: "row" | "foundations" | "cells" | "reserve" | "stock";
  readonly cards: readonly { readonly card: Card; readonly down: boolean }[];
}

/** What is printed on a card of a rank, in the player's letters. */
type Letters = (rank: number) => string;

/** What a place of the picture shows. */
interface Shown {
  readonly card: Card | null;
  readonly down: boolean;
  /** The suit that an empty foundation waits for. */
  readonly suit?: number;
}

const CARD = { width: 100, height: 140, gap: 8 };
const FAN = 42;
const HIDDEN_FAN = 16;

/** Shows the sheet to the printer; the next thing that the player does takes it away. */
export async function printDeal(app: App): Promise<void> {
  // Its style may still be on its way.
  if (document.readyState !== "complete")
    await new Promise((then) => addEventListener("load", then));
  document.querySelector("#sheet")?.remove();
  const sheet = makeSheet(app);
  document.body.append(sheet);
  document.body.classList.add("printing");
  // Some browsers go on before the sheet is printed, so that it is not taken away then.
  const end = new AbortController();
  const leave = () => {
    document.body.classList.remove("printing");
    sheet.remove();
    end.abort();
  };
  for (const name of ["pointerdown", "keydown"])
    document.addEventListener(name, leave, { signal: end.signal, capture: true });
  window.print();
}

function makeSheet({ state, ways }: App): HTMLElement {
  const { texts, choice, rules, start } = state;
  const layout = startLayout(state);
  const letters = (rank: number) => rankLetter(texts, rank, ways.letters);
  const sheet = document.createElement("section");
  sheet.id = "sheet";
  const title = `${choiceText(texts, choice).replace(/\.$/, "")}, ${startTitle(texts, start)}`;
  const path = pathOfGame(location.pathname, choice.game, texts.language);
  sheet.append(
    element("h1", title),
    element("p", rulesText(texts, rules)),
    picture(letters, layout),
    ...("deal" in start ? order(texts, letters, rules, layout) : []),
    element("p", `${location.origin}${path}${queryOf(choice, start)}`, "address"),
  );
  return sheet;
}

/** The rules, with nothing of what only a screen has. */
function rulesText(texts: Texts, rules: Rules): string {
  const { stock: _, ...parts } = ruleParts(texts, rules);
  const { draw, passes } = rules;
  const drawn = draw === 0 ? [] : [say(texts, `rule.draw.${draw}` as Key)];
  if (passes > 0) drawn.push(sayCount(texts, "rule.passes", passes));
  const stock = draw === 0 ? [] : [`${capitalised(drawn.join(", "))}.`];
  return [...Object.values(parts).flat(), ...stock].join(" ");
}

/** How it lay before the first move. */
function startLayout({ engine, rules, start, layout }: State): Layout {
  const game =
    "deal" in start ? openDeal(engine, rules, start.deal) : openLayout(engine, rules, start.record);
  if (game === null) return layout;
  const begun = layoutOf(game);
  closeGame(game);
  return begun;
}

/** The rows in which a deal is dealt, from how it lies. */
export function dealtRows(layout: Layout, rules: Rules): DealtRow[] {
  const dealt = layout.columns.map(() => 0);
  const columns = [...layout.columns.keys()];
  if (rules.leftward) columns.reverse();
  const rows: DealtRow[] = [];
  const deal = (most: readonly number[]) => {
    for (;;) {
      const row = columns.filter((column) => (dealt[column] ?? 0) < (most[column] ?? 0));
      if (row.length === 0) return;
      rows.push({
        name: "row",
        cards: row.map((column) => {
          const at = dealt[column] ?? 0;
          dealt[column] = at + 1;
          const down = at < (layout.hidden[column] ?? 0);
          return { card: layout.columns[column]?.[at] ?? 0, down };
        }),
      });
    }
  };
  deal(layout.hidden);
  deal(layout.columns.map(({ length }) => length));
  const up = SUITS_SHOWN.flatMap((suit) => pileCards(layout, FIRST_FOUNDATION + suit));
  const others = [
    { name: "foundations", cards: up },
    { name: "cells", cards: layout.cells },
    { name: "reserve", cards: layout.reserve },
    { name: "stock", cards: layout.stock?.cards ?? [] },
  ] as const;
  for (const { name, cards } of others) {
    const there = cards.flatMap((card) => (card === null ? [] : { card, down: name === "stock" }));
    if (there.length > 0) rows.push({ name, cards: there });
  }
  return rows;
}

function order(texts: Texts, letters: Letters, rules: Rules, layout: Layout): HTMLElement[] {
  const rows = dealtRows(layout, rules);
  const how = [say(texts, "print.how")];
  if (rules.leftward) how.push(say(texts, "print.leftward"));
  if (rows.some(({ cards }) => cards.some(({ down }) => down))) how.push(say(texts, "print.down"));
  const list = document.createElement("ol");
  for (const [at, row] of rows.entries()) {
    const line = document.createElement("li");
    line.append(element("b", rowName(texts, row, at + 1)));
    for (const { card, down } of row.cards)
      line.append(dealtCard(letters(rankOf(card)), card, down));
    list.append(line);
  }
  return [element("h2", say(texts, "print.order")), element("p", how.join(" ")), list];
}

function rowName(texts: Texts, { name }: DealtRow, n: number): string {
  if (name === "row") return say(texts, "print.row", { n });
  return name === "stock" ? capitalised(say(texts, "pile.stock")) : say(texts, `area.${name}`);
}

function dealtCard(letters: string, card: Card, down: boolean): HTMLElement {
  const place = element("span", letters, down ? "dealt down" : "dealt");
  place.dataset.card = `${card}`;
  place.insertAdjacentHTML(
    "beforeend",
    `<svg viewBox="0 0 32 32"${redMark(card)}><use href="#suit-${suitOf(card)}"/></svg>`,
  );
  return place;
}

const redMark = (card: Card): string => (isRed(card) ? ' class="red"' : "");

/** The table as it lies before the first move. */
function picture(letters: Letters, layout: Layout): SVGElement {
  const { width, height, gap } = CARD;
  const upper = upperRow(layout);
  const columns = layout.columns.map((cards, column) =>
    cards.map((card, at) => ({ card, down: at < (layout.hidden[column] ?? 0) })),
  );
  const whole = columns.length * (width + gap) - gap;
  const size = Math.min(1, whole / (upper.length * (width + gap) - gap));
  const row = upper.map((shown, at) => {
    const x = (at * (whole - width * size)) / Math.max(1, upper.length - 1);
    return `<g transform="translate(${x} 0) scale(${size})">${place(letters, shown)}</g>`;
  });
  const top = height * size + 2 * gap;
  const drawn = columns.map((cards, column) => drawColumn(letters, cards, column, top));
  const lengths = columns.map((cards) => cards.reduce((sum, { down }) => sum + fan(down), height));
  const tall = top + Math.max(...lengths);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `-2 -2 ${whole + 4} ${tall + 4}`);
  svg.setAttribute("preserveAspectRatio", "xMidYMin");
  svg.setAttribute("class", "layout");
  svg.innerHTML = [...row, ...drawn].join("");
  return svg;
}

const fan = (down: boolean): number => (down ? HIDDEN_FAN : FAN);

function upperRow(layout: Layout): Shown[] {
  const { stock, cells, reserve } = layout;
  const up = (card: Card | null) => ({ card, down: false });
  const homes = SUITS_SHOWN.map((suit) => ({
    ...up(pileCards(layout, FIRST_FOUNDATION + suit).at(-1) ?? null),
    suit,
  }));
  const drawn: Shown[] =
    stock === null
      ? []
      : [{ card: null, down: stock.cards.length > 0 }, up(stock.waste.at(-1) ?? null)];
  return [...drawn, ...[...cells, ...reserve].map(up), ...homes];
}

function drawColumn(
  letters: Letters,
  cards: readonly Shown[],
  column: number,
  top: number,
): string {
  let y = top;
  const x = column * (CARD.width + CARD.gap);
  if (cards.length === 0)
    return `<g transform="translate(${x} ${y})">${place(letters, { card: null, down: false })}</g>`;
  return cards
    .map((shown) => {
      const drawn = `<g transform="translate(${x} ${y})">${place(letters, shown)}</g>`;
      y += fan(shown.down);
      return drawn;
    })
    .join("");
}

/** A card face up or face down, or an empty place. */
function place(letters: Letters, { card, down, suit: home }: Shown): string {
  const { width, height } = CARD;
  const look = down ? "down" : card === null ? "empty" : "up";
  const box = `<rect class="${look}" width="${width}" height="${height}" rx="8"/>`;
  if (card === null || down)
    return home === undefined
      ? box
      : `${box}<use class="home" href="#suit-${home}" x="34" y="54" width="32" height="32"/>`;
  const suit = `<use${redMark(card)} href="#suit-${suitOf(card)}"`;
  const text = letters(rankOf(card));
  const narrow = text.length > 1 ? ' textLength="40" lengthAdjust="spacingAndGlyphs"' : "";
  return `${box}<text x="8" y="36"${narrow}>${text}</text>${suit} x="56" y="8" width="32" height="32"/>${suit} x="28" y="74" width="44" height="44"/>`;
}

function element(name: string, text: string, look = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (look !== "") made.className = look;
  return made;
}
