/** The panel for playing: whose turn it is, what can be done with a card, and the moves so far. */

import { html, nothing } from "../runtime/lit-html/lit-html.js";
import { chanceView } from "./chance.js";
import { priceOf } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").Action} Action */
/** @typedef {import("./engine.js").View} View */
/** @typedef {import("./board.js").Choice} Choice */

/**
 * @param {App} app
 * @param {View} view
 */
export function playPanel(app, view) {
  const { say } = app;
  return html`
    ${standing(app, view)}
    ${view.at < view.last ? lookingBack(app, view) : nothing}
    ${view.chance ? chanceView(app, view.chance) : nothing}
    ${app.choice ? cardPanel(app, view, app.choice) : choices(app, view)}
    <div class="wp-buttons">
      ${app.engine.features.undo
        ? html`<button type="button" ?disabled=${!view.undo} @click=${() => app.undo()}>${say("undo")}</button>`
        : nothing}
      ${canResign(app, view) && !app.resigning
        ? html`<button type="button" class="wp-ask-resign" @click=${() => app.askToResign(true)}>${say("resign")}</button>`
        : nothing}
    </div>
    ${canResign(app, view) && app.resigning ? resignation(app) : nothing}
    ${moveList(app, view)}
  `;
}

/**
 * @param {App} app
 * @param {View} view
 */
function canResign(app, view) {
  return app.engine.features.resign && view.at === view.last && !view.over;
}

/** @param {App} app */
function resignation(app) {
  const { say } = app;
  return html`<div class="wp-note wp-resign" role="group" aria-label=${say("resign")}>
    <p>${say("reallyResign")}</p>
    <div class="wp-buttons">
      <button type="button" @click=${() => app.resign()}>${say("resign")}</button>
      <button type="button" @click=${() => app.askToResign(false)}>${say("playOn")}</button>
    </div>
  </div>`;
}

/**
 * @param {App} app
 * @param {View} view
 */
export function standing(app, view) {
  const { say } = app;
  const mover = view.mover === "two" ? 1 : 0;
  const before = view.moves[view.at - 1];
  return html`<div class="wp-standing">
    <p class="wp-status">${view.status}</p>
    ${before
      ? html`<p class="wp-hint">${view.players[before.seat === "one" ? 0 : 1].name} ${before.words}${before.told.length ? ` · ${before.told.join(" · ")}` : ""}</p>`
      : nothing}
    <p class="wp-scores">
      ${view.players.map(
        (side, place) => html`<span class="wp-side-${place + 1} ${view.mover && place === mover ? "wp-moves" : ""}"
          ><span class="wp-chip" aria-hidden="true"></span>${side.name} <b>${side.points}</b> ${say("points")}</span
        >`,
      )}
    </p>
    ${app.thinking
      ? html`<div class="wp-thinking">
          <label for="wp-thinking">${say("thinking", { name: view.players[mover].name })}</label>
          <progress id="wp-thinking" max="1" value=${app.done || nothing}></progress>
          <button type="button" @click=${() => {
            app.cancel();
            app.paused = true;
            app.update();
          }}>${say("pause")}</button>
        </div>`
      : view.bot
        ? html`<button type="button" class="wp-first" @click=${() => app.letBotMove()}>${say("resume")}</button>`
        : nothing}
  </div>`;
}

/**
 * @param {App} app
 * @param {View} view
 */
export function lookingBack(app, view) {
  const { say } = app;
  return html`<div class="wp-note">
    <p>${view.at ? say("looking", { at: view.at, last: view.last }) : say("lookingStart")}</p>
    <div class="wp-buttons">
      <button type="button" class="wp-first" @click=${() => app.jump(view.last)}>${say("toGame")}</button>
      ${app.engine.features.undo
        ? html`<button type="button" @click=${() => app.undo(view.at)}>${say("continueHere")}</button>`
        : nothing}
    </div>
  </div>`;
}

/**
 * What can be chosen without a card of the structure: wonders to draft, tokens, who begins.
 * @param {App} app
 * @param {View} view
 */
function choices(app, view) {
  const { say } = app;
  const free = view.actions.filter((action) => action.slot === null);
  if (view.acts && !free.length) return html`<p class="wp-hint">${say("chooseCard")}</p>${cardList(app, view)}`;
  if (!free.length) return nothing;
  return html`<p class="wp-hint">${say("chooseHere")}</p>
    <ul class="wp-choices">
      ${free.map((action) => {
        const about = view.about[action.card];
        return html`<li>
          ${actionButton(app, action)}
          ${about ? html`<ul class="wp-about">${about.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing}
        </li>`;
      })}
    </ul>`;
}

/**
 * The accessible cards as a row of buttons, for those who do not use the picture.
 * @param {App} app
 * @param {View} view
 */
function cardList(app, view) {
  const open = view.places.filter((place) => !place.why.length);
  return html`<ul class="wp-cards">
    ${open.map((place) => {
      const action = view.actions.find((one) => one.slot === place.slot && one.kind === "build");
      const about = view.about[place.card];
      const moves = view.actions.filter((one) => one.slot === place.slot && !one.why.length).map((one) => one.move);
      return html`<li>
        <button type="button" class="wp-card-button" @click=${() => app.choose({ slot: place.slot, moves })}>
          <span class="wp-colour" data-colour=${about.colour ?? ""} aria-hidden="true"></span>${about.name}
          ${action && !action.why.length
            ? html`<span class="wp-price">${priceOf(app, action)}</span>`
            : html`<span class="wp-price wp-off" aria-hidden="true">${action?.price ?? ""} ✗</span>`}
        </button>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {App} app
 * @param {View} view
 * @param {Choice} choice
 */
function cardPanel(app, view, choice) {
  const { say } = app;
  const chosen = view.actions.filter((action) => choice.moves.includes(action.move));
  const isWonder = chosen.length > 0 && chosen.every((action) => action.kind === "wonder") && choice.slot === null;
  const place = view.places.find((one) => one.slot === choice.slot);
  const slot = place ? view.actions.filter((action) => action.slot === choice.slot) : chosen;
  const id = place && !isWonder ? place.card : chosen[0]?.card;
  const about = id ? view.about[id] : undefined;
  const actions = isWonder ? chosen : slot;
  const single = isWonder ? actions[0] : undefined;
  return html`<section class="wp-card" aria-labelledby="wp-card-title">
    <div class="wp-card-head">
      <h2 id="wp-card-title" tabindex="-1">
        ${about?.colour ? html`<span class="wp-colour" data-colour=${about.colour} aria-hidden="true"></span>` : nothing}${about?.name ?? say("actions")}
      </h2>
      <button type="button" class="wp-plain" aria-label=${say("close")} @click=${() => app.choose(null)}>✕</button>
    </div>
    ${about ? html`<ul class="wp-about">${about.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing}
    ${place?.why.length ? html`<p class="wp-why">${say("notAccessible")} ${place.why.join(" ")}</p>` : nothing}
    ${single ? html`${planLines(app, single)}<p class="wp-hint">${say("underWonder")}</p>` : nothing}
    <ul class="wp-actions">
      ${actions.map((action) => html`<li>${actionButton(app, action, !single)}</li>`)}
    </ul>
  </section>`;
}

/**
 * @param {App} app
 * @param {Action} action
 */
function planLines(app, action) {
  return action.plan.length
    ? html`<ul class="wp-plan">${action.plan.map((line) => html`<li>${line}</li>`)}</ul>`
    : nothing;
}

/**
 * @param {App} app
 * @param {Action} action
 */
function folded(app, action) {
  return action.plan.length
    ? html`<details><summary>${app.say("payment")}</summary>${planLines(app, action)}</details>`
    : nothing;
}

/**
 * @param {App} app
 * @param {Action} action
 * @param {boolean} [explains]
 */
function actionButton(app, action, explains = true) {
  const price = priceOf(app, action);
  const off = action.why.length > 0;
  const label = `wp-move-${action.move.replace(/\W+/g, "-")}`;
  return html`<button
      type="button"
      class="wp-action wp-${action.kind}"
      data-move=${action.move}
      ?disabled=${off}
      aria-describedby=${off || (explains && action.plan.length) ? label : nothing}
      @click=${() => app.play(action.move)}
    >
      <span class="wp-words">${capital(action.words)}</span>
      ${price ? html`<span class="wp-price">${price}</span>` : nothing}
    </button>
    <div id=${label} class="wp-explained">
      ${off ? html`<p class="wp-why">${app.say("whyNot", { why: action.why.join("; ") })}</p>` : nothing}
      ${explains && off ? folded(app, action) : nothing}
      ${explains && !off ? planLines(app, action) : nothing}
    </div>`;
}

/**
 * The buttons that step through the game.
 * @param {App} app
 * @param {View} view
 */
export function steps(app, { at, last }) {
  const { say } = app;
  if (!app.engine.features.browse) return nothing;
  return html`<div class="wp-steps">
    <button type="button" aria-label=${say("first")} ?disabled=${!at} @click=${() => app.jump(0)}>${icon("M5 4v16M19 5l-10 7 10 7z")}</button>
    <button type="button" aria-label=${say("back")} ?disabled=${!at} @click=${() => app.jump(at - 1)}>${icon("M17 5l-10 7 10 7z")}</button>
    <button type="button" aria-label=${say("next")} ?disabled=${at === last} @click=${() => app.jump(at + 1)}>${icon("M7 5l10 7-10 7z")}</button>
    <button type="button" aria-label=${say("last")} ?disabled=${at === last} @click=${() => app.jump(last)}>${icon("M19 4v16M5 5l10 7-10 7z")}</button>
  </div>`;
}

/**
 * @param {App} app
 * @param {View} view
 */
function moveList(app, view) {
  const { say } = app;
  const ages = [say("draftAge"), say("ageI"), say("ageII"), say("ageIII")];
  const { at } = view;
  const browse = app.engine.features.browse;
  /** @type {unknown[]} */
  const rows = [];
  view.moves.forEach((move, place) => {
    if (!place || view.moves[place - 1].age !== move.age) rows.push(html`<li class="wp-age">${ages[move.age]}</li>`);
    const name = view.players[move.seat === "one" ? 0 : 1].name;
    const words = html`<span class="wp-number">${move.number}</span><span class="wp-chip wp-chip-${move.seat}" aria-hidden="true"></span
      ><span><b>${name}</b> ${move.words}${move.told.length ? html`<small>${move.told.join(" · ")}</small>` : nothing}</span>`;
    rows.push(html`<li>
      ${browse
        ? html`<button type="button" class="wp-row" aria-current=${at === move.number ? "step" : nothing} @click=${() => app.jump(move.number)}>${words}</button>`
        : html`<div class="wp-row">${words}</div>`}
    </li>`);
  });
  return html`<section class="wp-moves-list" aria-labelledby="wp-moves-title">
    <div class="wp-moves-head">
      <h2 id="wp-moves-title">${say("moves")}</h2>
      ${steps(app, view)}
    </div>
    ${rows.length ? html`<ol class="wp-list" tabindex="0" aria-label=${say("moves")}>${rows.reverse()}</ol>` : html`<p class="wp-hint">${say("noMoves")}</p>`}
  </section>`;
}

/**
 * A small picture of a button, drawn with the colour of its text.
 * @param {string} path
 */
function icon(path) {
  return html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d=${path} /></svg>`;
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
