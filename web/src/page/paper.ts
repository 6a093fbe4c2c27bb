import type { App } from "./acts.ts";
export function printDeal(_app: App): void {}
