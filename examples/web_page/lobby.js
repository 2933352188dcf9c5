/** Starts a game, and shows the links of the players and of those who watch. */

const form = /** @type {HTMLFormElement} */ (document.querySelector("#new"));
const error = /** @type {HTMLElement} */ (document.querySelector("#error"));
const links = /** @type {HTMLElement} */ (document.querySelector("#links"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = ["one", "two"].map((name) => new FormData(form).get(name));
  error.hidden = true;
  try {
    const response = await fetch("/games", { method: "POST", body: JSON.stringify({ players }) });
    const game = await response.json();
    if (!response.ok) throw new Error(game.error);
    const page = new URL(`/play/${game.id}`, location.href).href;
    // What follows the # is never sent to a server: it stays out of logs.
    show([
      [game.players[0], `${page}#${game.keys.one}`, "one"],
      [game.players[1], `${page}#${game.keys.two}`, "two"],
      ["Spectators", page, "spectators"],
    ]);
  } catch (problem) {
    error.textContent = String(/** @type {Error} */ (problem).message);
    error.hidden = false;
  }
});

/** @param {[string, string, string][]} made */
function show(made) {
  const list = /** @type {HTMLElement} */ (links.querySelector("dl"));
  list.replaceChildren();
  for (const [name, address, id] of made) {
    const term = document.createElement("dt");
    term.textContent = name;
    const link = document.createElement("a");
    Object.assign(link, { href: address, textContent: address, id: `link-${id}`, target: "_blank" });
    const item = document.createElement("dd");
    item.append(link);
    list.append(term, item);
  }
  links.hidden = false;
}
