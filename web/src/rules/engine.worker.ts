/** The solver in its own thread: one question, some reports of progress, one answer. */
import { readMoves } from "./formats.ts";

export interface Question {
  readonly wasm: string;
  readonly rules: Uint8Array;
  readonly layout: Uint8Array;
  readonly memory: number;
}

export type Answer =
  | { readonly kind: "progress"; readonly states: number }
  | { readonly kind: "solved"; readonly line: ReturnType<typeof readMoves> }
  | { readonly kind: "unsolvable" }
  | { readonly kind: "nodes" | "memory" | "failed" };

interface SolverExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  exchange(): number;
  exchange_reserve(bytes: number): number;
  solver_open(
    rules: number,
    layout: number,
    bytes: number,
    nodes: number,
    strategy: number,
  ): number;
  solver_step(handle: number, nodes: number): number;
  solver_line(handle: number): number;
  solver_progress(handle: number): number;
}

/** Nodes between two reports: some hundredths of a second. */
const SLICE = 20_000;
const NO_NODE_LIMIT = 0;
/** First along what looks best, then completely. */
const FAST = 1;
const STATES_WORD = 1;

// The page's types have no name for a worker's own scope, which posts without a target.
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Question>) => void;
  postMessage(answer: Answer): void;
};

scope.onmessage = ({ data }) => {
  answer(data).then(
    (last) => scope.postMessage(last),
    () => scope.postMessage({ kind: "failed" }),
  );
};

async function answer(question: Question): Promise<Answer> {
  const solver = await start(question.wasm);
  const { rules, layout, memory } = question;
  write(solver, Uint8Array.of(...rules, ...layout));
  const handle = solver.solver_open(rules.length, layout.length, memory, NO_NODE_LIMIT, FAST);
  if (handle <= 0) return { kind: handle === -4 ? "memory" : "failed" };
  for (;;) {
    const found = solver.solver_step(handle, SLICE);
    // The last one says how far the whole search went.
    scope.postMessage({ kind: "progress", states: readProgress(solver, handle) });
    if (found === 1) return { kind: "solved", line: readLine(solver, handle) };
    if (found === 2) return { kind: "unsolvable" };
    if (found === 3) return { kind: "nodes" };
    if (found === 4) return { kind: "memory" };
    if (found !== 0) return { kind: "failed" };
  }
}

async function start(address: string): Promise<SolverExports> {
  const response = await fetch(address);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  const solver = instance.exports as SolverExports;
  solver._initialize();
  return solver;
}

function readLine(solver: SolverExports, handle: number) {
  return readMoves(read(solver, 3 * solver.solver_line(handle)));
}

function readProgress(solver: SolverExports, handle: number): number {
  const words = new Uint32Array(read(solver, 4 * solver.solver_progress(handle)).buffer);
  return words[STATES_WORD] ?? 0;
}

function write(solver: SolverExports, bytes: Uint8Array): void {
  const address = solver.exchange_reserve(bytes.length);
  new Uint8Array(solver.memory.buffer, address, bytes.length).set(bytes);
}

function read(solver: SolverExports, length: number): Uint8Array {
  const address = solver.exchange();
  return new Uint8Array(solver.memory.buffer.slice(address, address + length));
}
