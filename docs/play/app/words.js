/** Words for prices, and for what is on the table. */

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./engine.js").Action} Action */
/** @typedef {import("./board.js").Choice} Choice */

/**
 * @param {App} app
 * @param {Choice} choice
 * @returns {string}
 */
export function labelOf(app, choice) {
  const { view } = app;
  if (!view) return "";
  const actions = view.actions.filter((action) => choice.moves.includes(action.move));
  const place = view.places.find((one) => one.slot === choice.slot);
  if (!actions.length) {
    const name = place ? view.about[place.card].name : "";
    return [name, ...(place?.why ?? [])].join(". ");
  }
  const cards = new Set(actions.map((action) => action.card));
  if (cards.size === 1 && actions.length > 1 && actions[0].kind === "wonder") {
    return `${view.about[actions[0].card].name}, ${priceOf(app, actions[0])}`;
  }
  const [first] = actions;
  const price = priceOf(app, first);
  return price ? `${first.words}, ${price}` : first.words;
}

/**
 * @param {App} app
 * @param {Action} action
 */
export function priceOf(app, action) {
  if (action.income !== null) return app.say("income", { number: coinsOf(app, action.income) });
  if (action.price === null) return "";
  return action.price ? coinsOf(app, action.price) : app.say("free");
}

/**
 * @param {App} app
 * @param {number} number
 */
function coinsOf(app, number) {
  return number === 1 ? app.say("coin") : app.say("coins", { number });
}
