/**
 * The service worker of the page: it keeps the files of the page, so that it works offline.
 *
 * Its scope is the folder of the page. The large files of Pyodide change together, with a new version of
 * this worker, and come from the cache; everything else comes from the network if there is one.
 */

const sw = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = "@VERSION@";
/** The beginning of the names of its caches; another copy of the page on this site has its own. */
const CACHES = `wonders-duel-play ${sw.registration.scope} `;
const CACHE = `${CACHES}${VERSION}`;
const FIXED = /\/runtime\/(pyodide|python_stdlib)[^/]*$/;

sw.addEventListener("install", () => {
  sw.skipWaiting();
});

sw.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
      }
      await sw.clients.claim();
    })(),
  );
});

/**
 * The page lists the files that it has loaded before this worker was there. It is answered only if all
 * files of its folder are kept: it would not work offline if the disk is full, for example. Those of the
 * site around it may be missing.
 */
sw.addEventListener("message", (event) => {
  if (!Array.isArray(event.data?.keep)) return;
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      let isKept = true;
      for (const address of event.data.keep) {
        if (await cache.match(address)) continue;
        try {
          await cache.add(address);
        } catch {
          if (address.startsWith(sw.registration.scope)) isKept = false;
        }
      }
      if (isKept) event.ports[0]?.postMessage("kept");
    })(),
  );
});

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function respond(request) {
  const cache = await caches.open(CACHE);
  if (FIXED.test(request.url)) {
    const kept = await cache.match(request);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    // What cannot be kept, for example as the disk is full, can be shown all the same.
    if (response.ok) await cache.put(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    // The page has two addresses, play/ and play/index.html; it is kept under the one that was visited.
    const path = request.url.split(/[?#]/)[0];
    const other = path.endsWith("/") ? `${path}index.html` : path.replace(/\/index\.html$/, "/");
    for (const address of [request, other]) {
      const kept = await cache.match(address, { ignoreSearch: true });
      if (kept) return kept;
    }
    throw error;
  }
}

sw.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== sw.location.origin) return;
  event.respondWith(respond(request));
});
