/** Deal numbers: which there are, and which the player means. */

export const LAST_DEAL = 1_000_000;

/** Groups of three digits, divided by spaces, by points or by commas. */
const GROUPED = /^\d{1,3}(?:( \d{3})+|(\.\d{3})+|(,\d{3})+)$/;

/** What the page, and people, write before a number. */
const BEFORE = /^(giv|uddeling|deal)?\s*(nr\.?|#)?\s*(?=\d)/i;

/** Reads a deal number as people write it in any of the languages, in groups of three or in none. */
export function parseDeal(text: string): { deal: number } | { bad: string } {
  const written = text.trim().replace(BEFORE, "").replace(/\s/g, " ");
  const digits = GROUPED.test(written) ? written.replace(/[ .,]/g, "") : written;
  const deal = /^\d{1,16}$/.test(digits) ? Number(digits) : 0;
  return deal >= 1 && deal <= LAST_DEAL ? { deal } : { bad: text.trim() };
}
