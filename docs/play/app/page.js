/** The page of the documentation: the library in a worker, and a service worker for offline use. */

import { mount } from "./app.js";
import { WorkerEngine } from "./engine.js";

const root = document.querySelector("#wonders-duel");
if (root instanceof HTMLElement) {
  /** @type {import("./app.js").App | undefined} */
  let app;
  const engine = new WorkerEngine({
    onLoading: (loading) => {
      if (!app) return;
      app.loading = loading;
      if (loading.step === "ready") document.documentElement.dataset.ready = String(Math.round(performance.now()));
      app.update();
    },
  });
  app = mount(root, engine, { home: root.dataset.home });
  app.loading = { bytes: 0, total: 1, step: "download" };
  app.update();
  const shown = app;
  const kept = () => {
    document.documentElement.dataset.offline = "yes";
    shown.isOffline = true;
  };
  engine.ready.then(() => keepFiles(kept), (/** @type {Error} */ error) => {
    shown.loading = null;
    shown.fail(new Error(shown.say("loadFailed", { error: error.message })));
  });
}

/**
 * Lets the service worker keep everything that the page has loaded.
 * @param {() => void} kept called when it has
 */
async function keepFiles(kept) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url), {
      scope: new URL("../", import.meta.url).href,
    });
    await navigator.serviceWorker.ready;
    const manifest = await (await fetch(new URL("../runtime/manifest.json", import.meta.url))).json();
    const runtime = Object.keys(manifest.files).map((name) => new URL(`../runtime/${name}`, import.meta.url).href);
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    const own = ["table.py", "worker.js"].map((name) => new URL(`./${name}`, import.meta.url).href);
    const here = location.href.split("#")[0];
    const keep = [here, ...own, ...runtime, ...loaded].filter((address) => address.startsWith(location.origin));
    /** @type {ServiceWorker | null} */
    let told = null;
    const tell = () => {
      if (registration.active === told) return;
      told = registration.active;
      const channel = new MessageChannel();
      channel.port1.onmessage = kept;
      told?.postMessage({ keep: [...new Set(keep)] }, [channel.port2]);
    };
    // A new version of the worker deletes what the old one kept, and may take over at any time.
    navigator.serviceWorker.addEventListener("controllerchange", tell);
    tell();
  } catch {
    // Without a service worker, as in a private window, the page works online only.
  }
}
