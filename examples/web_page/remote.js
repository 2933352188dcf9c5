/** The engine of the page that asks the web service: see `engine.js` of the page. */

/** @typedef {import("/page/app/engine.js").Look} Look */
/** @typedef {import("/page/app/engine.js").View} View */

const AGAIN = 3000;
/** The milliseconds after which a stream that the server has refused is asked for again. */

/** @implements {import("/page/app/engine.js").Engine} */
export class RemoteEngine {
  /**
   * @param {string} id the game
   * @param {string} key the key of a player; "" for a spectator
   */
  constructor(id, key) {
    this.features = { levels: [], analysis: false, games: false, undo: key !== "", resign: key !== "", browse: false };
    this.address = `/games/${encodeURIComponent(id)}`;
    this.key = key;
    /** @type {(isConnected: boolean) => void} called when the connection is lost, and is there again */
    this.onConnection = () => {};
    /** @type {Set<(view: View) => void>} */
    this.listeners = new Set();
    /** @type {Look} */
    this.shown = { language: "en", theme: "light", layout: "wide" };
    this.version = -1;
    /** @type {EventSource | null} */
    this.events = null;
    addEventListener("pagehide", () => this.events?.close());
    addEventListener("pageshow", (event) => event.persisted && this.listen());
  }

  /**
   * @param {string} what
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async ask(what, body) {
    const headers = this.key ? { Authorization: `Bearer ${this.key}` } : {};
    const given = body ? { method: "POST", body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${this.address}/${what}`, given);
    const isJson = response.headers.get("Content-Type") === "application/json";
    const found = isJson ? await response.json() : await response.text();
    if (!response.ok) throw new Error(isJson ? found.error : `${response.status} ${response.statusText}`);
    return found;
  }

  /** @param {Look} look */
  async look(look) {
    this.shown = look;
    const view = await this.view();
    if (!this.events) this.listen();
    return view;
  }

  /** @returns {Promise<View>} */
  async view() {
    const view = await this.ask(`view?${new URLSearchParams({ ...this.shown })}`);
    this.version = Math.max(this.version, view.version);
    for (const listener of this.listeners) listener(view);
    return view;
  }

  /** @param {string} move */
  async play(move) {
    return this.change("moves", { move });
  }

  async undo() {
    return this.change("undo", {});
  }

  async resign() {
    return this.change("resign", {});
  }

  /**
   * @param {string} what
   * @param {object} fields
   */
  async change(what, fields) {
    await this.ask(what, { key: this.key, version: this.version, ...fields });
    return this.view();
  }

  /**
   * @param {string} form
   * @returns {Promise<string>}
   */
  async text(form) {
    if (form !== "public" && form !== "record") throw new Error("The server has only the record of the game.");
    return this.ask("record");
  }

  /** @param {(view: View) => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Follows the game. The browser connects again by itself, and says which event it got last. */
  listen() {
    this.events?.close();
    const events = (this.events = new EventSource(`${this.address}/events?after=${this.version}`));
    events.onopen = () => this.onConnection(true);
    events.onmessage = ({ data }) => this.tell(JSON.parse(data).version);
    events.onerror = () => {
      this.onConnection(false);
      // Unless the server has refused it.
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.events === events && this.listen(), AGAIN);
    };
  }

  /** @param {number} version */
  async tell(version) {
    if (version <= this.version) return;
    try {
      await this.view();
    } catch {
      // The next event brings the game up to date.
    }
  }
}

for (const name of ["newGame", "load", "resolve", "bot", "analyse", "graph"]) {
  RemoteEngine.prototype[name] = () => Promise.reject(new Error("The server does not offer this."));
}
