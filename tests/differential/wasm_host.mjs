// Runs the WebAssembly modules for the tests: a line of JSON in, a line of JSON out.
// In: [{module, call, args, send}], where send is what to put into the exchange first, as hex.
// Out: [{result, data}], where data are the first `result` times `unit` bytes of the exchange
// after the call, as hex.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const modules = new Map();

function moduleNamed(name) {
  if (!modules.has(name)) {
    const compiled = new WebAssembly.Module(readFileSync(`${process.argv[2]}/${name}.wasm`));
    const { exports } = new WebAssembly.Instance(compiled, {});
    exports._initialize();
    modules.set(name, exports);
  }
  return modules.get(name);
}

function perform({ module, call, args, send, unit }) {
  const exports = moduleNamed(module);
  if (send) {
    const bytes = Buffer.from(send, "hex");
    const address = exports.exchange_reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  }
  const result = exports[call](...args);
  const length = unit ? Math.max(result, 0) * unit : 0;
  const view = new Uint8Array(exports.memory.buffer, exports.exchange(), length);
  return { result, data: Buffer.from(view).toString("hex") };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(JSON.parse(line).map(perform)));
}
