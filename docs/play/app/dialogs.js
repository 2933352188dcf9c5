/** The dialogs: a new game, another game or position, and what can be shared; and the line with an error. */

import { html, nothing } from "../runtime/lit-html/lit-html.js";
import { gameForm } from "./setup.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./strings.js").Key} Key */

/** @param {App} app */
export function dialogContent(app) {
  const { say } = app;
  const title =
    app.dialog === "new" ? say("newGame") : app.dialog === "open" ? say("openTitle") : say("shareTitle");
  return html`<div class="wp-dialog-head">
      <h2 id="wp-dialog-title">${title}</h2>
      <button type="button" class="wp-plain" aria-label=${say("close")} @click=${() => app.closeDialog()}>✕</button>
    </div>
    ${app.error ? errorLine(app) : nothing}
    ${app.dialog === "new" ? gameForm(app) : app.dialog === "open" ? openForm(app) : shareForm(app)}`;
}

/** @param {App} app */
export function errorLine(app) {
  return html`<p class="wp-error" role="alert">
    <span>${app.error}</span>
    <button type="button" class="wp-plain" aria-label=${app.say("dismiss")} @click=${() => {
      app.error = null;
      app.update();
    }}>✕</button>
  </p>`;
}

/** @param {App} app */
function openForm(app) {
  const { say } = app;
  return html`<form
    class="wp-form"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const level = String(data.get("level"));
      const computer = String(data.get("computer"));
      app.open(String(data.get("text")), [computer === "one" ? level : "person", computer === "two" ? level : "person"]);
    }}
  >
    <p>${say("openHelp")}</p>
    <label class="wp-field"><span>${say("openText")}</span><textarea name="text" rows="7" spellcheck="false" required></textarea></label>
    <label class="wp-field"><span>${say("openFile")}</span><input type="file" accept=".txt,.json,text/plain,application/json"
      @change=${(/** @type {Event} */ event) => {
        const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
        if (file) app.openFile(file);
      }} /></label>
    ${app.engine.features.levels.length
      ? html`<div class="wp-pair">
          <label class="wp-field"><span>${say("computerPlays")}</span><select name="computer">
            <option value="">${say("nobody")}</option><option value="one">${say("playerOne")}</option><option value="two">${say("playerTwo")}</option>
          </select></label>
          <label class="wp-field"><span>${say("level")}</span><select name="level">
            ${app.engine.features.levels.map((level) => html`<option value=${level}>${say(/** @type {Key} */ (level))}</option>`)}
          </select></label>
        </div>`
      : nothing}
    <div class="wp-buttons"><button type="submit" class="wp-first">${say("load")}</button></div>
  </form>`;
}

/** @param {App} app */
function shareForm(app) {
  const { say, shared } = app;
  if (!shared) return nothing;
  const button = (/** @type {string} */ text, /** @type {string} */ what, /** @type {Key} */ words) =>
    html`<button type="button" @click=${() => app.copy(text, what)}>${app.copied === what ? say("copied") : say(words)}</button>`;
  return html`<div class="wp-form">
    <label class="wp-field"><span>${say("link")}</span><textarea id="wp-link" rows="3" readonly .value=${shared.link}></textarea></label>
    <p class="wp-hint">${say("linkHelp")}</p>
    <div class="wp-buttons">${button(shared.link, "link", "copy")}
      <button type="button" @click=${() => app.download("record")}>${say("download")}</button>
      <button type="button" @click=${() => app.download("json")}>${say("downloadJson")}</button>
    </div>
    <label class="wp-field"><span>${say("position")}</span><textarea id="wp-position" rows="3" readonly .value=${shared.position}></textarea></label>
    <div class="wp-buttons">${button(shared.position, "position", "copyPosition")}</div>
    <p class="wp-hint">${say("stored")} ${app.isOffline ? say("offline") : nothing}</p>
  </div>`;
}
