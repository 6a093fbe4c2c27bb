// Bundles each test file for Node and runs Node's own test runner on the results.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const out = mkdtempSync(join(here, "..", "node_modules", ".tests-"));
const entryPoints = readdirSync(here)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => join(here, name));
await build({
  entryPoints,
  outdir: out,
  bundle: true,
  platform: "node",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
const tests = readdirSync(out).map((name) => join(out, name));
const { status } = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(status ?? 1);
