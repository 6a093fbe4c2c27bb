/** What comes before the first paint: every page looks as the player has chosen. */
import { unlessRefused } from "../keeping/refused.ts";
import { KEPT, keptLook, wear } from "./look.ts";

const wearKept = () => wear(keptLook());

wearKept();
const { lang, dataset } = document.documentElement;
// Words that would change their language before they are read come when they have changed it.
const isNew = unlessRefused(() => localStorage.getItem(KEPT)) === null;
if (isNew && [dataset.page, navigator.language.slice(0, 2)].includes(lang)) dataset.newcomer = "";
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", wearKept);
// Another page has changed the look, while this one was seen or while the browser kept it.
addEventListener("storage", ({ key }) => key === KEPT && wearKept());
addEventListener("pageshow", ({ persisted }) => persisted && wearKept());
