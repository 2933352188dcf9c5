/**
 * The web worker of `WorkerEngine`: Pyodide with the library, and `table.py`, which calls it.
 *
 * A call that takes long is carried on in slices. In between, the worker receives messages: short calls
 * are answered at once, and a long one can be cancelled. Another long call waits until the first has ended.
 */

import { loadPyodide } from "../runtime/pyodide.mjs";

/** @typedef {{begin: (id: number, name: string, given: string) => string, step: (id: number) => string, end: (id: number) => void}} Calls */

const runtime = new URL("../runtime/", import.meta.url);

/** @type {Set<number>} */
const cancelled = new Set();
/** @type {Promise<void>} the end of the last call that takes long */
let busy = Promise.resolve();

/** @param {object} message */
function send(message) {
  self.postMessage(message);
}

/** Lets messages in. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * Counts the bytes of all files that are fetched, for the progress bar.
 * @param {number} total
 */
function countBytes(total) {
  const fetchFile = self.fetch.bind(self);
  let bytes = 0;
  let shown = 0;
  self.fetch = async (...request) => {
    const response = await fetchFile(...request);
    if (!response.body) return response;
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes - shown > total / 100 || bytes >= total) {
            shown = bytes;
            send({ loading: { bytes, total, step: bytes < total ? "download" : "start" } });
          }
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { headers: response.headers, status: response.status });
  };
}

/**
 * @param {string | URL} address
 * @returns {Promise<Response>}
 */
async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}: ${address}`);
  return response;
}

/** @returns {Promise<Calls>} */
async function start() {
  const manifest = await (await get(new URL("manifest.json", runtime))).json();
  countBytes(manifest.bytes);
  const glue = get(new URL("./table.py", import.meta.url)).then((response) => response.text());
  /** @type {Promise<[string, ArrayBuffer]>[]} */
  const wheels = manifest.wheels.map((/** @type {string} */ name) =>
    get(new URL(name, runtime))
      .then((response) => response.arrayBuffer())
      .then((content) => [name, content]),
  );
  const pyodide = await loadPyodide({ indexURL: runtime.href });
  for (const [, content] of await Promise.all(wheels)) pyodide.unpackArchive(content, "wheel");
  send({ loading: { bytes: manifest.bytes, total: manifest.bytes, step: "start" } });
  const names = pyodide.toPy({ __name__: "table" });
  pyodide.runPython(await glue, { globals: names, filename: "table.py" });
  const made = names.get("calls");
  return {
    begin: (id, name, given) => made.begin(id, name, given),
    step: (id) => made.step(id),
    end: (id) => made.end(id),
  };
}

/**
 * @param {Calls} calls
 * @param {{id: number, name: string, given: object}} call
 */
async function answer(calls, { id, name, given }) {
  const found = JSON.parse(calls.begin(id, name, JSON.stringify(given)));
  if (!found.long) {
    send({ id, ...found });
    return;
  }
  const carried = carryOn(calls, id, busy);
  busy = carried.catch(() => {}); // the caller reports the error, and the next call goes on
  await carried;
}

/**
 * @param {Calls} calls
 * @param {number} id
 * @param {Promise<void>} before
 */
async function carryOn(calls, id, before) {
  await before;
  /** @type {{update?: object}} */
  let found;
  do {
    await pause();
    found = cancelled.has(id) ? { cancelled: true } : JSON.parse(calls.step(id));
    if ("update" in found) send({ id, update: found.update });
  } while ("update" in found);
  calls.end(id);
  send({ id, ...found });
}

const started = start();
started.then(
  () => send({ loading: { bytes: 1, total: 1, step: "ready" } }),
  (error) => send({ failure: String(error.message ?? error).trim().split("\n").pop() }),
);

self.onmessage = async ({ data }) => {
  if (data.cancel) {
    cancelled.add(data.cancel);
    return;
  }
  try {
    await answer(await started, data);
  } catch (error) {
    // An error of the program, not of the user: the last line of Python's traceback.
    send({ id: data.id, error: String(/** @type {Error} */ (error).message ?? error).trim().split("\n").pop() });
  }
};
