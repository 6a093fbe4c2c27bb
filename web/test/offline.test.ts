/** What the service worker answers, and with what. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileOf, type Kept, type Pack, unpack, wantedIn } from "../src/offline/files.ts";
import { PAGE } from "./built.ts";

const KEPT: Kept = {
  version: "1",
  files: { "table.0a1b2c3d.js": "12345678", "pages.0a1b2c3d.json": "12345678" },
  pack: "pages.0a1b2c3d.json",
  pages: ["404.html", "harpan.html", "index.html"],
  missing: "404.html",
};

test("a page is found with and without its ending, in any case, and the front page without a name", () => {
  for (const name of ["harpan", "harpan.html", "Harpan", "HARPAN.html"])
    assert.equal(fileOf(KEPT, name), "harpan.html");
  for (const name of ["", "index", "index.html"]) assert.equal(fileOf(KEPT, name), "index.html");
  assert.equal(fileOf(KEPT, "table.0a1b2c3d.js"), "table.0a1b2c3d.js");
});

test("what is shown for a missing page is no page by itself", () => {
  for (const name of ["404", "404.html", "nonsense", "a/harpan", "harpan/", "toString"])
    assert.equal(fileOf(KEPT, name), null);
});

test("only what lies in the worker's place is answered", () => {
  const scope = "https://host/cards/";
  const wanted = (url: string, isPage = false) => wantedIn(scope, url, isPage);
  assert.deepEqual(wanted("https://host/cards/harpan?deal=5#guide", true), {
    kind: "page",
    name: "harpan",
  });
  assert.deepEqual(wanted("https://host/cards/", true), { kind: "page", name: "" });
  assert.deepEqual(wanted("https://host/cards/table.js"), { kind: "file", name: "table.js" });
  for (const url of ["https://host/other", "https://other/cards/harpan", "https://host/cards"])
    assert.equal(wanted(url, true), null);
});

test("what the server answers itself passes by, and so does the worker's own script", () => {
  for (const name of ["api", "api/deals/617", "healthz", "sw.js"])
    for (const isPage of [true, false])
      assert.equal(wantedIn("https://host/", `https://host/${name}`, isPage), null);
  assert.notEqual(wantedIn("https://host/", "https://host/apiary", true), null);
});

test("a page is put together from the parts of the pack", () => {
  const pack = { parts: ["<a>", "b", "</a>", "c"], pages: { "x.html": [3, 1, 0, 2, 2, 1] } };
  assert.equal(unpack(pack, "x.html"), "c<a>b</a>");
  assert.equal(unpack(pack, "y.html"), null);
});

test("the pack of the page has every page as it was built", () => {
  const script = readFileSync(join(PAGE, "sw.js"), "utf8");
  const told: Kept = JSON.parse(script.slice("const BUILD=".length, script.indexOf(";\n")));
  const pack: Pack = JSON.parse(readFileSync(join(PAGE, told.pack), "utf8"));
  for (const name of told.pages)
    assert.equal(unpack(pack, name), readFileSync(join(PAGE, name), "utf8"), name);
});
