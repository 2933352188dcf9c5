/** The form for a new game. */

import { html, nothing } from "../runtime/lit-html/lit-html.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./strings.js").Key} Key */

/** @type {[string, Key, Key][]} */
const MODES = [
  ["bot", "against", "againstHelp"],
  ["two", "twoPeople", "twoPeopleHelp"],
  ["table", "realTable", "realTableHelp"],
];

/**
 * @param {App} app
 */
export function gameForm(app) {
  const { form, say } = app;
  const { levels } = app.engine.features;
  const change = (/** @type {object} */ values) => {
    Object.assign(form, values);
    app.update();
  };
  const isBot = form.mode === "bot";
  return html`<form class="wp-form" @submit=${(/** @type {SubmitEvent} */ event) => submit(app, event)}>
    <fieldset class="wp-modes">
      <legend class="wp-hidden">${say("newGame")}</legend>
      ${MODES.filter(([mode]) => mode !== "bot" || levels.length).map(
        ([mode, name, help]) => html`<label class="wp-mode"
          ><input type="radio" name="mode" value=${mode} .checked=${form.mode === mode} @change=${() => change({ mode })} />
          <span><b>${say(name)}</b><small>${say(help)}</small></span></label
        >`,
      )}
    </fieldset>
    ${isBot
      ? html`<fieldset class="wp-levels">
          <legend>${say("level")}</legend>
          ${levels.map(
            (level) => html`<label
              ><input type="radio" name="level" value=${level} .checked=${form.level === level} @change=${() => change({ level })} /><span
                >${say(/** @type {Key} */ (level))}</span
              ></label
            >`,
          )}
          <p class="wp-hint">${say(/** @type {Key} */ (form.level))}: ${say(/** @type {Key} */ (`${form.level}Help`))}</p>
        </fieldset>`
      : nothing}
    <div class="wp-pair">
      ${isBot
        ? html`<label class="wp-field"><span>${say("yourName")}</span><input name="one" maxlength="12" autocomplete="off" /></label>`
        : html`<label class="wp-field"><span>${say("nameOne")}</span><input name="one" maxlength="12" autocomplete="off" /></label>
            <label class="wp-field"><span>${say("nameTwo")}</span><input name="two" maxlength="12" autocomplete="off" /></label>`}
      <label class="wp-field"
        ><span>${say("begins")}</span
        ><select name="first">
          <option value="one">${isBot ? say("beginsYou") : say("beginsOne")}</option>
          <option value="two">${isBot ? say("beginsOther") : say("beginsTwo")}</option>
          <option value="random">${say("beginsRandom")}</option>
        </select></label
      >
      <label class="wp-field"
        ><span>${say("wonders")}</span
        ><select name="setup">
          <option value="draft">${say("draft")}</option>
          <option value="first-game">${say("firstGame")}</option>
        </select></label
      >
    </div>
    ${form.mode === "table"
      ? nothing
      : html`<details class="wp-more">
          <summary>${say("more")}</summary>
          <label class="wp-field"><span>${say("seed")}</span><input name="seed" autocomplete="off" maxlength="40" /></label>
        </details>`}
    <div class="wp-buttons"><button type="submit" class="wp-first">${say("start")}</button></div>
  </form>`;
}

/**
 * @param {App} app
 * @param {SubmitEvent} event
 */
function submit(app, event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const mode = text("mode") || "two";
  const level = text("level");
  const { say } = app;
  const seed = text("seed");
  /** @type {[string, string]} */
  const names =
    mode === "bot" ? [text("one"), say(/** @type {Key} */ (level))] : [text("one"), text("two")];
  void app.start({
    names,
    seats: mode === "bot" ? ["person", level] : ["person", "person"],
    setup: text("setup") === "first-game" ? "first-game" : "draft",
    chance: mode === "table" ? "asked" : "dealt",
    first: /** @type {"one" | "two" | "random"} */ (text("first")),
    ...(seed ? { seed: /^\d{1,15}$/.test(seed) ? Number(seed) : seed } : {}),
  });
}
