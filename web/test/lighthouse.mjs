/**
 * Runs Lighthouse over addresses, as a phone, in a Chromium that listens already.
 *
 *     node lighthouse.mjs '{"port": 9222, "addresses": ["http://…"], "categories": ["seo"]}'
 *
 * Prints a line of JSON for each: the score of each category, and what takes from it.
 */
import lighthouse from "lighthouse";

const { port, addresses, categories } = JSON.parse(process.argv[2]);
const flags = {
  port,
  onlyCategories: categories,
  disableFullPageScreenshot: true,
  logLevel: "error",
};

for (const address of addresses) {
  const { lhr } = await lighthouse(address, flags);
  process.stdout.write(`${JSON.stringify({ address, ...told(lhr) })}\n`);
}

function told({ audits, categories: found, runtimeError }) {
  const scores = Object.entries(found).map(([name, { score }]) => [name, score]);
  const lacking = Object.values(found).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
      .map(({ id }) => `${audits[id].title} ${itemsOf(audits[id])}`),
  );
  return { scores: Object.fromEntries(scores), lacking, error: runtimeError?.message ?? null };
}

function itemsOf({ details, explanation }) {
  const items = details?.items ?? [explanation ?? ""];
  return items.map((item) => JSON.stringify(item).slice(0, 400)).join(" ");
}
