/** What a search says about a position, and about all decisions of a game. */

import { html, nothing, svg } from "../runtime/lit-html/lit-html.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Point} Point */
/** @typedef {import("./engine.js").Reply} Reply */
/** @typedef {import("./engine.js").View} View */
/** @typedef {import("./strings.js").Key} Key */

/**
 * What the panel shows.
 * @typedef {object} Found
 * @property {Analysis | null} analysis
 * @property {number} at the position that it is about
 * @property {number} simulations
 * @property {boolean} all whether all moves are shown
 * @property {number} open the move whose replies are shown
 * @property {boolean} every whether all replies are shown
 * @property {Point[] | null} points
 * @property {number} total the decisions of the game
 */

const SOME = 6;
const WORST = 5;
const REPLIES = 8;
/** @type {[number, Key][]} */
const EFFORTS = [
  [400, "quick"],
  [1600, "normal"],
  [6400, "deep"],
  [25600, "deepest"],
];

/**
 * @param {App} app
 * @param {number} share
 */
function percent(app, share) {
  return share.toLocaleString(app.look.language, { style: "percent", maximumFractionDigits: 0 });
}

/**
 * @param {App} app
 * @param {View} view
 */
export function analysisView(app, view) {
  const { found, say } = app;
  const running = app.search && !(found.points && found.points.length < found.total);
  if (view.over) return html`<p class="wp-hint">${say("over")}</p>`;
  const analysis = found.at === view.at ? found.analysis : null;
  return html`<section class="wp-analysis" aria-label=${say("analyse")}>
    <div class="wp-run">
      <label class="wp-field"
        ><span>${say("simulations")}</span
        ><select
          @change=${(/** @type {Event} */ event) => {
            found.simulations = Number(/** @type {HTMLSelectElement} */ (event.target).value);
          }}
        >
          ${EFFORTS.map(([number, name]) => html`<option value=${number} ?selected=${number === found.simulations}>${say(name)}</option>`)}
        </select></label
      >
      ${running
        ? html`<button type="button" @click=${() => app.search?.abort()}>${say("stop")}</button>`
        : html`<button type="button" class="wp-first" @click=${() => app.analyse()}>${say("analysePosition")}</button>`}
    </div>
    ${running
      ? html`<progress max=${found.simulations} value=${analysis?.simulations ?? 0} aria-label=${say("analyse")}></progress>`
      : nothing}
    ${analysis ? result(app, view, analysis) : nothing}
  </section>`;
}

/**
 * @param {App} app
 * @param {View} view
 * @param {Analysis} analysis
 */
function result(app, view, analysis) {
  const { found, say } = app;
  const one = analysis.player === "one" ? analysis.win : 1 - analysis.win;
  const shown = found.all ? analysis.moves : analysis.moves.slice(0, SOME);
  const open = analysis.moves[found.open];
  const replies = analysis.moves.length ? open?.replies ?? [] : analysis.replies;
  return html`
    <div class="wp-winbar" role="img" aria-label=${view.players.map((side, place) => `${say("winOf", { name: side.name })}: ${percent(app, place ? 1 - one : one)}`).join(", ")}>
      <span class="wp-win-one" style="width:${100 * one}%">${view.players[0].name} ${percent(app, one)}</span
      ><span class="wp-win-two">${view.players[1].name} ${percent(app, 1 - one)}</span>
    </div>
    <p class="wp-hint">${say("analysed", { number: analysis.simulations.toLocaleString(app.look.language) })}</p>
    ${analysis.moves.length
      ? html`<table class="wp-table">
          <caption>${say("best")}</caption>
          <thead><tr><th scope="col">${say("move")}</th><th scope="col">${say("win")}</th><th scope="col" class="wp-wide">${say("interval")}</th><th scope="col">${say("lead")}</th></tr></thead>
          <tbody>
            ${shown.map(
              (move, place) => html`<tr class=${place === found.open ? "wp-open" : ""}>
                <th scope="row">
                  ${move.replies.length
                    ? html`<button type="button" class="wp-link" aria-pressed=${place === found.open} @click=${() => {
                        Object.assign(found, { open: place, every: false });
                        app.update();
                      }}>${move.words}</button>`
                    : move.words}
                </th>
                <td><b>${percent(app, move.win)}</b></td>
                <td class="wp-wide">${interval(app, move.low, move.high, move.win)}</td>
                <td>${move.lead === null ? "–" : signed(app, move.lead)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
        ${!found.all && analysis.moves.length > SOME
          ? html`<button type="button" class="wp-link" @click=${() => {
              found.all = true;
              app.update();
            }}>${say("showAll", { number: analysis.moves.length })}</button>`
          : nothing}`
      : nothing}
    ${replies.length ? replyTable(app, replies, open?.words) : nothing}
    <details class="wp-more"><summary>${say("inWords")}</summary>
      <ul class="wp-about">${analysis.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    </details>
  `;
}

/**
 * @param {App} app
 * @param {number} low
 * @param {number} high
 * @param {number} win
 */
function interval(app, low, high, win) {
  return html`<span class="wp-interval">
    <span class="wp-track" aria-hidden="true"><span style="left:${100 * low}%;right:${100 - 100 * high}%"></span><i style="left:${100 * win}%"></i></span>
    <span>${low === high ? app.say("exact") : `${percent(app, low)}–${percent(app, high)}`}</span>
  </span>`;
}

/**
 * @param {App} app
 * @param {number} lead
 */
function signed(app, lead) {
  return lead.toLocaleString(app.look.language, { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: "always" });
}

/**
 * @param {App} app
 * @param {Reply[]} replies
 * @param {string} [words]
 */
function replyTable(app, replies, words) {
  const { found, say } = app;
  const sorted = [...replies].sort((one, other) => other.win - one.win);
  const shown = found.every ? sorted : sorted.slice(0, REPLIES);
  return html`<table class="wp-table">
    <caption>${say("nextReveal")}${words ? html`: <span>${words}</span>` : nothing}</caption>
    <thead><tr><th scope="col">${say("outcome")}</th><th scope="col">${say("chance")}</th><th scope="col">${say("win")}</th><th scope="col">${say("reply")}</th></tr></thead>
    <tbody>
      ${shown.map(
        (reply) => html`<tr>
          <th scope="row">${reply.outcome}</th>
          <td>${reply.chance === null ? "–" : percent(app, reply.chance)}</td>
          <td><b>${percent(app, reply.win)}</b></td>
          <td>${reply.reply}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  ${shown.length < sorted.length
    ? html`<button type="button" class="wp-link" @click=${() => {
        found.every = true;
        app.update();
      }}>${say("showOutcomes", { number: sorted.length })}</button>`
    : nothing}`;
}

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 30;
const RIGHT = 10;

/**
 * @param {App} app
 * @param {View} view
 */
export function graphView(app, view) {
  const { found, say } = app;
  const { points } = found;
  if (!view.last) return nothing;
  const running = Boolean(app.search && points && points.length < found.total);
  return html`<section class="wp-graph" aria-labelledby="wp-graph-title">
    <h2 id="wp-graph-title">${say("gameGraph")}</h2>
    ${running
      ? html`<div class="wp-run"><progress max=${found.total} value=${points?.length ?? 0} aria-label=${say("gameGraph")}></progress>
          <button type="button" @click=${() => app.search?.abort()}>${say("stop")}</button></div>`
      : html`<button type="button" @click=${() => app.graph()}>${say("makeGraph")}</button>`}
    ${points?.length ? chart(app, view, points) : html`<p class="wp-hint">${say("graphHelp")}</p>`}
  </section>`;
}

/**
 * @param {App} app
 * @param {View} view
 * @param {Point[]} points
 */
function chart(app, view, points) {
  const { found, say } = app;
  const name = view.players[0].name;
  const width = WIDTH - LEFT - RIGHT;
  const every = found.total > 30 ? 10 : 5;
  const x = (/** @type {number} */ at) => LEFT + (width * at) / Math.max(1, found.total);
  const y = (/** @type {number} */ share) => 8 + (HEIGHT - 26) * (1 - share);
  const line = points.map((point) => `${x(point.at).toFixed(1)},${y(point.win).toFixed(1)}`).join(" ");
  const band = [
    ...points.map((point) => `${x(point.at).toFixed(1)},${y(point.high).toFixed(1)}`),
    ...[...points].reverse().map((point) => `${x(point.at).toFixed(1)},${y(point.low).toFixed(1)}`),
  ].join(" ");
  const marked = points.filter((point) => point.mark);
  const jump = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const share = ((event.clientX - box.x) / box.width) * WIDTH;
    app.jump(Math.max(0, Math.min(view.last, Math.round(((share - LEFT) / width) * found.total))));
  };
  const worst = [...points].filter((point) => point.mark).sort((one, other) => other.loss - one.loss).slice(0, WORST);
  return html`
    <svg class="wp-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${say("graphTitle", { name })} @click=${jump}>
      ${[0, 0.5, 1].map(
        (share) => svg`<line class="wp-grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(share)} y2=${y(share)} />
          <text x=${LEFT - 4} y=${y(share) + 3.5} text-anchor="end">${percent(app, share)}</text>`,
      )}
      ${[...Array(Math.floor(found.total / every) + 1).keys()].map(
        (tick) => svg`<text x=${x(every * tick)} y=${HEIGHT - 4} text-anchor="middle">${every * tick}</text>`,
      )}
      <polygon class="wp-band" points=${band} />
      <polyline class="wp-line" points=${line} />
      <line class="wp-cursor" x1=${x(view.at)} x2=${x(view.at)} y1="8" y2=${HEIGHT - 18} />
      ${marked.map((point) =>
        point.seat === "one"
          ? svg`<circle class="wp-mark wp-mark-${point.mark} wp-mark-one" cx=${x(point.at)} cy=${y(point.win)} r="4" />`
          : svg`<rect class="wp-mark wp-mark-${point.mark} wp-mark-two" x=${x(point.at) - 3.5} y=${y(point.win) - 3.5} width="7" height="7" />`,
      )}
    </svg>
    <p class="wp-hint">${say("graphTitle", { name })}</p>
    <input
      type="range"
      min="0"
      max=${view.last}
      .value=${String(view.at)}
      aria-label=${say("graphPosition")}
      @change=${(/** @type {Event} */ event) => app.jump(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <h3>${say("mistakes")}</h3>
    ${worst.length
      ? html`<ol class="wp-worst">
          ${worst.map(
            (point) => html`<li>
              <button type="button" class="wp-row" @click=${() => app.jump(point.at)}>
                <span class="wp-number">${point.at + 1}</span><span class="wp-chip wp-chip-${point.seat}" aria-hidden="true"></span>
                <span><b>${view.players[point.seat === "one" ? 0 : 1].name}</b>: ${point.words} (${say(/** @type {Key} */ (point.mark ?? "mistake"))})
                <small>${say("loses", { number: `−${Math.round(100 * point.loss)}`, best: point.best })}</small></span>
              </button>
            </li>`,
          )}
        </ol>`
      : points.length === found.total
        ? html`<p class="wp-hint">${say("noMistakes")}</p>`
        : nothing}
  `;
}
