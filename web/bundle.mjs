// Bundles the page's scripts: node bundle.mjs OUT. Writes what each needs to OUT/scripts.json.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "rolldown";

const [out = "."] = process.argv.slice(2);
const src = join(import.meta.dirname, "src");
// The table, the list of games, the lessons, the statistics; the rest is found from them.
const pages = ["page/app.ts", "list/chooser.ts", "lessons/lessons.ts", "statistics/statistics.ts"];
// Each by itself: the engine's own thread, what every page does before it paints, the service worker.
const alone = ["rules/engine.worker.ts", "settings/early.ts", "offline/sw.ts"];
const common = { transform: { target: "es2022" }, logLevel: "warn" };

/** The modules that the table needs for the first move: one file, which the other pages share. */
async function firstModules() {
  const app = join(src, pages[0]);
  const { output } = await build({ ...common, input: app, write: false });
  const entry = output.find(({ isEntry }) => isEntry);
  return new Set(Object.keys(entry.modules).filter((path) => path !== app));
}

const first = await firstModules();
const { output } = await build({
  ...common,
  input: pages.map((path) => join(src, path)),
  output: {
    dir: out,
    format: "esm",
    minify: true,
    entryFileNames: "[name].[hash].js",
    chunkFileNames: "[name].[hash].js",
    hashCharacters: "hex",
    codeSplitting: { groups: [{ name: "table", test: (path) => first.has(path) }] },
  },
});
for (const path of alone) {
  const file = join(out, `${basename(path, ".ts")}.js`);
  await build({
    ...common,
    input: join(src, path),
    output: { file, format: "iife", minify: true },
  });
}

const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
const needs = (file, found = new Set()) => {
  for (const path of chunks.get(file)?.imports ?? [])
    if (!found.has(path)) needs(path, found.add(path));
  return [...found];
};
const scripts = output
  .filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)
  .map(({ facadeModuleId, fileName }) => [
    basename(facadeModuleId, ".ts"),
    { file: fileName, needs: needs(fileName) },
  ]);
writeFileSync(join(out, "scripts.json"), JSON.stringify(Object.fromEntries(scripts)));
