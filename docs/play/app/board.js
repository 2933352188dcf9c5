/** The picture of the table: what can be clicked, and the keys that choose among it. */

/** @typedef {import("./engine.js").View} View */

/**
 * What was chosen on the table.
 * @typedef {{slot: number | null, moves: string[]}} Choice
 */

const INTERACTIVE = "[data-choice]";
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Element} element
 * @returns {Choice}
 */
export function choiceOf(element) {
  const slot = element.getAttribute("data-slot") ?? element.closest("[data-slot]")?.getAttribute("data-slot");
  const moves = element.getAttribute("data-moves") ?? "";
  return {
    slot: slot === null || slot === undefined ? null : Number(slot),
    moves: moves ? moves.split("; ") : [],
  };
}

/**
 * Makes what can be chosen in a picture focusable, and names it for screen readers.
 * @param {HTMLElement} board the element with the picture
 * @param {View} view
 * @param {(choice: Choice) => string} label
 */
export function prepare(board, view, label) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  const title = svg.querySelector(":scope > title")?.textContent ?? "";
  // An image hides its parts from screen readers; a group does not.
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", title);
  svg.querySelector(":scope > title")?.remove(); // it would be a tooltip of the whole table
  const known = new Set(view.places.map((place) => place.slot));
  /** @type {Element[]} */
  const found = [];
  for (const element of svg.querySelectorAll("[data-moves], [data-slot]")) {
    if (!element.hasAttribute("data-moves")) {
      // A card that is legal to take is inside its slot, or the other way round.
      const inside = element.querySelector("[data-moves]") ?? element.parentElement?.closest("[data-moves]");
      if (inside || !known.has(Number(element.getAttribute("data-slot")))) continue;
    }
    element.setAttribute("data-choice", "");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.setAttribute("aria-label", label(choiceOf(element)));
    found.push(element);
  }
  const first = found.find((element) => element.hasAttribute("data-moves")) ?? found[0];
  first?.setAttribute("tabindex", "0");
}

/**
 * Gives the focus to something on the table, which Tab then leads to.
 * @param {HTMLElement} board
 * @param {Element} element
 */
function focusOn(board, element) {
  for (const other of board.querySelectorAll(`${INTERACTIVE}[tabindex="0"]`)) other.setAttribute("tabindex", "-1");
  element.setAttribute("tabindex", "0");
  /** @type {SVGElement} */ (element).focus();
}

/**
 * Handles a key on the table.
 * @param {HTMLElement} board
 * @param {KeyboardEvent} event
 * @param {(choice: Choice) => void} choose
 */
export function onKey(board, event, choose) {
  const target = /** @type {Element} */ (event.target).closest(INTERACTIVE);
  if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(choiceOf(target));
    return;
  }
  const direction = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  if (!direction) return;
  event.preventDefault();
  event.stopPropagation();
  const from = centre(target);
  let best = null;
  let least = Infinity;
  for (const element of board.querySelectorAll(INTERACTIVE)) {
    if (element === target) continue;
    const to = centre(element);
    const along = (to.x - from.x) * direction[0] + (to.y - from.y) * direction[1];
    const across = Math.abs((to.x - from.x) * direction[1]) + Math.abs((to.y - from.y) * direction[0]);
    if (along <= 1) continue;
    const distance = along + 2 * across;
    if (distance < least) [best, least] = [element, distance];
  }
  if (best) focusOn(board, best);
}

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Handles a click on the table.
 * @param {MouseEvent} event
 * @param {(choice: Choice | null) => void} choose
 */
export function onClick(event, choose) {
  const target = /** @type {Element} */ (event.target).closest(INTERACTIVE);
  choose(target ? choiceOf(target) : null);
}

/**
 * Gives the focus back to what was chosen, if it is still there.
 * @param {HTMLElement} board
 * @param {Choice | null} choice
 * @returns {boolean} whether there is something to choose
 */
export function focusAgain(board, choice) {
  const all = [...board.querySelectorAll(INTERACTIVE)];
  const same = choice && all.find((element) => {
    const other = choiceOf(element);
    return other.slot === choice.slot && other.moves[0] === choice.moves[0];
  });
  const element = same ?? board.querySelector(`${INTERACTIVE}[tabindex="0"]`);
  if (element) focusOn(board, element);
  return Boolean(element);
}
