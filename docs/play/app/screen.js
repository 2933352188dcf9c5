/** The page as a whole: the bar at the top, the table, and beside it a panel with two tabs. */

import { html, nothing } from "../runtime/lit-html/lit-html.js";
import { unsafeHTML } from "../runtime/lit-html/directives/unsafe-html.js";
import { analysisView, graphView } from "./analysis.js";
import { onClick, onKey } from "./board.js";
import { chanceView } from "./chance.js";
import { dialogContent, errorLine } from "./dialogs.js";
import { lookingBack, playPanel, standing, steps } from "./playing.js";
import { gameForm } from "./setup.js";
import { LANGUAGES } from "./strings.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").View} View */

/** @param {App} app */
export function page(app) {
  const { say, view } = app;
  return html`
    <div class="wp-bar">
      ${app.home ? html`<a class="wp-home" href=${app.home}>${say("docs")}</a><span class="wp-title">${say("title")}</span>` : nothing}
      <div class="wp-tools">
        ${app.engine.features.games
          ? html`<button type="button" @click=${() => app.openDialog("new")} ?disabled=${!view}>${say("newGame")}</button>
              <button type="button" @click=${() => app.openDialog("open")}>${say("open")}</button>
              <button type="button" @click=${() => app.openDialog("share")} ?disabled=${!view}>${say("share")}</button>`
          : nothing}
      </div>
      <label class="wp-language"
        ><span class="wp-hidden">${say("language")}</span>
        <select @change=${(/** @type {Event} */ event) =>
          app.changeLook({ language: /** @type {HTMLSelectElement} */ (event.target).value })}>
          ${Object.entries(LANGUAGES).map(
            ([code, name]) => html`<option value=${code} ?selected=${code === app.look.language}>${name}</option>`,
          )}
        </select></label
      >
    </div>
    ${progress(app)}
    ${app.error && !app.dialog ? errorLine(app) : nothing}
    ${view ? game(app, view) : startScreen(app)}
    <div class="wp-hidden" role="status" aria-live="polite">${app.announcement}</div>
    ${app.dropping ? html`<div class="wp-drop">${say("dropHere")}</div>` : nothing}
    <dialog @close=${() => app.dialog && app.closeDialog()} aria-labelledby="wp-dialog-title">
      ${app.dialog ? dialogContent(app) : nothing}
    </dialog>
  `;
}

/** @param {App} app */
function progress(app) {
  const { loading } = app;
  if (!loading || loading.step === "ready") return nothing;
  const megabytes = (/** @type {number} */ bytes) =>
    (bytes / 1e6).toLocaleString(app.look.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const words =
    loading.step === "start"
      ? app.say("starting", { seconds: app.seconds })
      : app.say("loading", { done: megabytes(loading.bytes), total: megabytes(loading.total), seconds: app.seconds });
  return html`<div class="wp-progress">
    <label for="wp-progress">${words}</label>
    <progress id="wp-progress" max=${loading.total} value=${loading.bytes}></progress>
  </div>`;
}

/** @param {App} app */
function startScreen(app) {
  if (!app.engine.features.games) return nothing;
  return html`<section class="wp-start">
    ${app.waits
      ? html`<p class="wp-waits">${app.say("waiting")}</p>`
      : html`${gameForm(app)}
          <p><button type="button" class="wp-link" @click=${() => app.openDialog("open")}>${app.say("analyseOther")}</button></p>`}
  </section>`;
}

/**
 * @param {App} app
 * @param {View} view
 */
function game(app, view) {
  const { say } = app;
  return html`<div class="wp-game">
    <div class="wp-main">
      <p id="wp-help" class="wp-hidden">${say("tableHelp")}</p>
      <section
        class="wp-board"
        aria-label=${say("table")}
        aria-describedby="wp-help"
        @click=${(/** @type {MouseEvent} */ event) => onClick(event, (choice) => choice && app.choose(choice))}
        @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(app.board(), event, (choice) => app.choose(choice))}
      >
        ${unsafeHTML(view.picture)}
      </section>
    </div>
    <div class="wp-side">
      ${app.engine.features.analysis
        ? html`<div class="wp-tabs" role="tablist" aria-label=${say("title")}>
            ${tabButton(app, "play", say("play"))}${tabButton(app, "analyse", say("analyse"))}
          </div>`
        : nothing}
      <div class="wp-panel" id="wp-panel" role=${app.engine.features.analysis ? "tabpanel" : nothing} aria-labelledby=${app.engine.features.analysis ? `wp-tab-${app.tab}` : nothing}>
        ${app.tab === "play" ? playPanel(app, view) : analysePanel(app, view)}
      </div>
    </div>
    ${app.tab === "analyse" ? graphView(app, view) : nothing}
  </div>`;
}

/**
 * @param {App} app
 * @param {string} name
 * @param {string} words
 */
function tabButton(app, name, words) {
  const chosen = app.tab === name;
  return html`<button
    type="button"
    role="tab"
    id="wp-tab-${name}"
    aria-selected=${chosen}
    aria-controls="wp-panel"
    tabindex=${chosen ? 0 : -1}
    @click=${() => app.showTab(name)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      app.showTab(name === "play" ? "analyse" : "play");
      /** @type {HTMLElement | null} */ (app.root.querySelector("[role=tab][aria-selected=true]"))?.focus();
    }}
  >
    ${words}
  </button>`;
}

/**
 * @param {App} app
 * @param {View} view
 */
function analysePanel(app, view) {
  return html`${standing(app, view)} ${view.last ? steps(app, view) : nothing}
  ${view.at < view.last ? lookingBack(app, view) : nothing}
  ${view.chance ? chanceView(app, view.chance) : nothing}
  ${analysisView(app, view)}`;
}
