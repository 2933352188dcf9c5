/** The chance outcome that people choose: what is dealt, revealed or drawn on a real table. */

import { html, nothing } from "../runtime/lit-html/lit-html.js";
import { unsafeHTML } from "../runtime/lit-html/directives/unsafe-html.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").Chance} Chance */

/**
 * @param {App} app
 * @param {Chance} chance
 */
export function chanceView(app, chance) {
  return html`<section class="wp-chance ${app.tab === "play" ? "wp-sheet" : ""}" aria-labelledby="wp-chance-title">
    <h2 id="wp-chance-title">${question(app, chance)}</h2>
    ${chance.places.length ? structure(app, chance) : nothing}
    <ul class="wp-picks">
      ${chance.from
        .filter((card) => !chance.places.length || !app.picks.includes(card.id))
        .map(
          (card) => html`<li>
            <button
              type="button"
              class="wp-pick"
              aria-label=${card.name}
              aria-pressed=${chance.need > 1 && !chance.places.length ? app.picks.includes(card.id) : nothing}
              ?disabled=${chance.places.length > 0 && isHidden(chance, app.picks.length)}
              @click=${() => pick(app, chance, card.id)}
            >
              <span aria-hidden="true">${unsafeHTML(card.picture)}</span>
            </button>
          </li>`,
        )}
    </ul>
    ${chance.places.length && isHidden(chance, app.picks.length) && chance.backs.length > 1
      ? html`<div class="wp-buttons">
          <button type="button" @click=${() => pick(app, chance, chance.backs[0])}>${app.say("backAge")}</button>
          <button type="button" @click=${() => pick(app, chance, chance.backs[1])}>${app.say("backGuild")}</button>
        </div>`
      : nothing}
    <div class="wp-buttons">
      ${chance.need > 1
        ? html`<button type="button" class="wp-first" ?disabled=${app.picks.length !== chance.need} @click=${() => app.resolve(app.picks)}>${app.say("confirm")}</button>`
        : nothing}
      ${app.picks.length && chance.places.length
        ? html`<button type="button" @click=${() => takeBack(app, chance)}>${app.say("takeBack")}</button>`
        : nothing}
      <button type="button" @click=${() => app.resolve(null)}>${app.say("random")}</button>
    </div>
  </section>`;
}

/**
 * @param {App} app
 * @param {Chance} chance
 */
function question(app, chance) {
  const { picks, say } = app;
  switch (chance.kind) {
    case "reveal":
      return say("reveal", { slot: chance.slot ?? "" });
    case "deal-tokens":
      return `${say("dealTokens")} ${say("chosen", { number: picks.length, need: chance.need })}`;
    case "deal-wonders":
      return `${say("dealWonders")} ${say("chosen", { number: picks.length, need: chance.need })}`;
    case "draw-tokens":
      return `${say("drawTokens")} ${say("chosen", { number: picks.length, need: chance.need })}`;
    default: {
      const place = chance.places[picks.length];
      if (!place) return say("dealDone");
      const row = chance.places.filter((other) => other.row === place.row);
      return say("dealAge", { row: place.row + 1, place: row.indexOf(place) + 1, count: row.length });
    }
  }
}

/**
 * @param {Chance} chance
 * @param {number} number
 */
function isHidden(chance, number) {
  return chance.places[number]?.hidden ?? true;
}

/**
 * The structure as it has been entered so far.
 * @param {App} app
 * @param {Chance} chance
 */
function structure(app, chance) {
  const names = new Map(chance.from.map((card) => [card.id, card.name]));
  return html`<div class="wp-structure" aria-hidden="true">
    ${chance.places.map(
      (place) => html`<span
        class="wp-place ${place.hidden ? "wp-back" : ""} ${place.slot === app.picks.length ? "wp-now" : ""}"
        style="grid-row:${place.row + 1};grid-column:${place.column + 1} / span 2"
        >${names.get(app.picks[place.slot]) ?? (app.picks[place.slot] === "guild" ? "♛" : "")}</span
      >`,
    )}
  </div>`;
}

/**
 * @param {App} app
 * @param {Chance} chance
 * @param {string} id
 */
function pick(app, chance, id) {
  if (chance.need === 1) {
    void app.resolve([id]);
    return;
  }
  if (!chance.places.length && app.picks.includes(id)) app.picks = app.picks.filter((other) => other !== id);
  else if (app.picks.length < chance.need) app.picks = fill(chance, [...app.picks, id]);
  app.announcement = question(app, chance);
  app.update();
}

/**
 * Fills hidden places that can only have one back.
 * @param {Chance} chance
 * @param {string[]} picks
 */
function fill(chance, picks) {
  while (chance.backs.length === 1 && picks.length < chance.need && isHidden(chance, picks.length)) {
    picks = [...picks, chance.backs[0]];
  }
  return picks;
}

/**
 * @param {App} app
 * @param {Chance} chance
 */
function takeBack(app, chance) {
  let picks = app.picks.slice(0, -1);
  while (chance.backs.length === 1 && picks.length && chance.places[picks.length].hidden) picks = picks.slice(0, -1);
  app.picks = picks;
  app.update();
}
