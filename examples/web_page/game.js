/** The page of a game: that of the documentation, with our server behind it. */

import { mount } from "/page/app/app.js";
import { RemoteEngine } from "/files/remote.js";

const [, , id] = location.pathname.split("/");
const offline = /** @type {HTMLElement} */ (document.querySelector("#offline"));
const engine = new RemoteEngine(id, location.hash.slice(1));
engine.subscribe(showTitle);
engine.onConnection = (isConnected) => {
  offline.textContent = isConnected ? "" : "The connection is lost. Trying again…";
  offline.hidden = isConnected;
  document.documentElement.dataset.connected = String(isConnected);
};

/**
 * Says in the title of the window who this is, and whose turn it is: the window may be behind others.
 * @param {import("/page/app/engine.js").View & {you: string | null}} view
 */
function showTitle({ you, players, status }) {
  document.title = you ? `${players[you === "one" ? 0 : 1].name}: ${status}` : status;
}

mount(document.querySelector("#game"), engine, { store: "", address: false });
