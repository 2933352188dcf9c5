/**
 * The page Play and analyse: what it knows, and what it asks an engine for when people do something.
 *
 * `mount(root, engine)` puts the page into an element. `engine.js` describes the engine. `screen.js` draws
 * the page, `playing.js`, `analysis.js`, `chance.js`, `setup.js` and `dialogs.js` its parts.
 */

import { render } from "../runtime/lit-html/lit-html.js";
import { choiceOf, focusAgain, prepare } from "./board.js";
import { page } from "./screen.js";
import { fromFragment, toFragment } from "./share.js";
import { STRINGS, speaker } from "./strings.js";
import { labelOf } from "./words.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Loading} Loading */
/** @typedef {import("./engine.js").Look} Look */
/** @typedef {import("./engine.js").NewGame} NewGame */
/** @typedef {import("./engine.js").View} View */
/** @typedef {import("./board.js").Choice} Choice */
/** @typedef {import("./strings.js").Key} Key */

/**
 * @typedef {object} Settings
 * @property {string} [language] "en", "fi" or "fr"; by default the one used last, or the browser's
 * @property {"light" | "dark" | "auto"} [theme] "auto" follows the page or the system
 * @property {string} [store] the key under which the browser keeps the game; "" keeps nothing
 * @property {boolean} [address] whether the address of the page may hold a game; true by default
 * @property {string} [home] the address of a link back; none if left out
 */

const NARROW = 720;
const LARGEST = 1_000_000;
const ERRORS = /** @type {Record<string, Key>} */ ({
  "@unknown-format": "unknownFormat",
  "@no-game": "noGame",
  "@changed": "changed",
  "@bad-link": "badLink",
  "@too-large": "tooLarge",
  "@unreadable": "unreadable",
});

export class App {
  /**
   * @param {HTMLElement} root
   * @param {Engine} engine
   * @param {Settings} settings
   */
  constructor(root, engine, settings) {
    this.root = root;
    this.engine = engine;
    this.store = settings.store ?? "wonders-duel-play";
    this.theme = settings.theme ?? "auto";
    this.home = settings.home;
    this.usesAddress = settings.address ?? true;
    const kept = this.kept();
    const wanted = [settings.language, kept.language, navigator.language.slice(0, 2), "en"];
    /** @type {Look} */
    this.look = {
      language: wanted.find((code) => code !== undefined && code in STRINGS) ?? "en",
      theme: this.wantedTheme(),
      layout: this.wantedLayout(),
    };
    this.say = speaker(this.look.language);
    /** @type {View | null} */
    this.view = null;
    /** @type {Loading | null} */
    this.loading = null;
    this.began = performance.now();
    this.seconds = 0;
    /** @type {string | null} */
    this.error = null;
    /** @type {Choice | null} */
    this.choice = null;
    /** @type {Choice | null | undefined} what the table has to give the focus to, once it can */
    this.owed = undefined;
    /** @type {string[]} the ids chosen for a chance outcome */
    this.picks = [];
    this.tab = "play";
    /** @type {"new" | "open" | "share" | null} */
    this.dialog = null;
    /** @type {NewGame["seats"]} */
    this.seats = ["person", "person"];
    this.chance = "dealt";
    /** @type {{link: string, position: string} | null} */
    this.shared = null;
    this.copied = "";
    this.announcement = "";
    this.told = 0;
    this.paused = false;
    this.resigning = false;
    this.waits = false;
    this.dropping = false;
    this.isOffline = false;
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {AbortController | null} */
    this.search = null;
    this.done = 0;
    /** @type {import("./analysis.js").Found} */
    this.found = { analysis: null, at: 0, simulations: 1600, all: false, open: 0, every: false, points: null, total: 0 };
    this.form = { mode: engine.features.levels.length ? "bot" : "two", level: "medium" };
    this.update = this.update.bind(this);
  }

  /** Begins: draws the page, and loads what the address or the browser holds. */
  async begin() {
    this.root.classList.add("wonders-play");
    this.watch();
    this.update();
    try {
      this.show(await this.engine.look(this.look));
      if (this.view || this.waits) return;
      if (this.usesAddress && (await this.openAddress())) return;
      const kept = this.kept();
      if (!this.waits && !this.view && this.engine.features.games && kept.record) {
        const { record, seats, chance } = kept;
        this.seats = seats ?? ["person", "person"];
        this.chance = chance ?? "asked";
        await this.ask(() => this.engine.load({ text: record, seats, chance }));
      }
    } catch (error) {
      this.fail(error);
    }
    this.update();
  }

  /** Follows the window, the theme, the address, and files that are dropped. */
  watch() {
    const again = () => this.changeLook({});
    new ResizeObserver(() => {
      if (this.wantedLayout() !== this.look.layout) again();
    }).observe(this.root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
    new MutationObserver(again).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
    if (this.usesAddress) addEventListener("hashchange", () => this.openAddress());
    this.engine.subscribe((view) => this.show(view));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("dragover", (event) => {
      event.preventDefault();
      if (!this.dropping) {
        this.dropping = true;
        this.update();
      }
    });
    this.root.addEventListener("dragleave", (event) => {
      if (!this.root.contains(/** @type {Node | null} */ (event.relatedTarget))) {
        this.dropping = false;
        this.update();
      }
    });
    this.root.addEventListener("drop", (event) => {
      event.preventDefault();
      this.dropping = false;
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) this.openFile(file);
      else if (text) this.open(text);
      this.update();
    });
    const timer = setInterval(() => {
      if (this.loading?.step === "ready") clearInterval(timer);
      else if (this.loading) {
        this.seconds = Math.floor((performance.now() - this.began) / 1000);
        this.update();
      }
    }, 500);
  }

  // -- what is kept and asked -------------------------------------------------------------------

  /** @returns {any} what the browser keeps */
  kept() {
    try {
      return JSON.parse((this.store && localStorage.getItem(this.store)) || "{}");
    } catch {
      return {};
    }
  }

  /** Keeps the game in the browser. */
  async keep() {
    if (!this.store || !this.engine.features.games) return;
    const record = this.view ? await this.engine.text("record") : undefined;
    const { seats, chance } = this;
    try {
      localStorage.setItem(this.store, JSON.stringify({ record, seats, chance, language: this.look.language }));
    } catch {
      // A browser without storage forgets the game, which is all.
    }
  }

  /** @returns {"light" | "dark"} */
  wantedTheme() {
    const given = this.theme === "auto" ? document.body.dataset.theme ?? "auto" : this.theme;
    if (given === "light" || given === "dark") return given;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  /** @returns {"wide" | "tall"} */
  wantedLayout() {
    return this.root.clientWidth && this.root.clientWidth < NARROW ? "tall" : "wide";
  }

  /** @param {Partial<Look>} change */
  async changeLook(change) {
    this.look = { ...this.look, theme: this.wantedTheme(), layout: this.wantedLayout(), ...change };
    this.say = speaker(this.look.language);
    this.update();
    const at = this.view?.at;
    const view = await this.engine.look(this.look).catch(() => null);
    if (view && at !== undefined && at < view.last) await this.jump(at);
    else if (view) this.show(view);
    if ("language" in change) {
      this.found.analysis = null;
      this.found.points = null;
      await this.keep();
    }
  }

  /**
   * Asks the engine for something that leads to another view; shows the error if it refuses.
   * @param {() => Promise<View>} request
   * @param {() => void} [then] what follows at once: until the game is kept, people have gone on
   */
  async ask(request, then = () => {}) {
    try {
      const view = await request();
      this.error = null;
      this.show(view);
    } catch (error) {
      this.fail(error);
      then();
      return false;
    }
    then();
    try {
      await this.keep();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    const said = error instanceof Error ? error.message : String(error);
    this.error = said in ERRORS ? this.say(ERRORS[said]) : said;
    this.announcement = this.error;
    this.update();
  }

  /**
   * Shows a view.
   * @param {View | null} view
   */
  show(view) {
    if (!view) return;
    const before = this.view;
    const isNew = before?.version !== view.version;
    this.view = view;
    if (isNew || before?.at !== view.at) {
      this.choice = null;
      this.picks = [];
    }
    if (isNew) {
      this.resigning = false;
      const from = before && before.last < view.last ? before.last : Math.max(view.last - 1, 0);
      const said = view.moves
        .slice(from)
        .map((move) => [`${view.players[move.seat === "one" ? 0 : 1].name} ${move.words}.`, ...move.told].join(" "));
      this.announcement = [...said, view.status].join(" ");
      this.shared = null;
      if (this.found.points && (before?.last ?? 0) > view.last) this.found.points = null;
      if (this.found.analysis && !this.search) this.found.analysis = null;
    } else {
      this.announcement = view.status;
    }
    this.update();
    if (view.bot && view.at === view.last && !this.thinking && !this.paused) this.letBotMove();
  }

  /** Lets the bot move whose turn it is. */
  async letBotMove() {
    this.paused = false;
    const thinking = (this.thinking = new AbortController());
    this.done = 0;
    this.update();
    const begun = this.engine.bot({
      signal: thinking.signal,
      onUpdate: ({ done }) => {
        this.done = done;
        this.update();
      },
    });
    /** @type {View | null} */
    let view = null;
    try {
      view = await begun;
    } catch (error) {
      this.fail(error);
    }
    if (this.thinking === thinking) this.thinking = null;
    if (view && !thinking.signal.aborted) {
      // Whoever looks at an earlier position stays there.
      if (this.view && this.view.at < this.view.last) await this.jump(this.view.at);
      else this.show(view);
      await this.keep();
    }
    this.update();
  }

  /** Cancels the bot and any search. */
  cancel() {
    this.thinking?.abort();
    this.thinking = null;
    this.search?.abort();
    this.search = null;
  }

  // -- actions -----------------------------------------------------------------------------------

  /** @param {NewGame} game */
  async start(game) {
    this.cancel();
    this.paused = false;
    this.seats = game.seats;
    this.chance = game.chance;
    this.found = { ...this.found, analysis: null, points: null };
    this.dialog = null;
    this.waits = true;
    this.tab = "play";
    this.clearAddress();
    this.update();
    await this.ask(
      () => this.engine.newGame(game),
      () => {
        this.waits = false;
        this.update();
        if (this.view) this.giveFocus(null);
      },
    );
  }

  /**
   * Opens a record or a position.
   * @param {string} text
   * @param {NewGame["seats"]} [seats]
   */
  async open(text, seats = ["person", "person"]) {
    this.cancel();
    this.waits = true;
    const opened = await this.ask(() => this.engine.load({ text, seats, chance: "asked" }));
    this.waits = false;
    if (opened) {
      this.seats = seats;
      this.chance = "asked";
      this.found = { ...this.found, analysis: null, points: null };
      this.dialog = null;
      this.tab = "analyse";
      await this.keep();
    }
    this.update();
    return opened;
  }

  /** @param {File} file */
  async openFile(file) {
    try {
      if (file.size > LARGEST) throw new Error("@too-large");
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      await this.open(text);
    } catch (error) {
      this.fail(error instanceof TypeError ? new Error("@unreadable") : error);
    }
  }

  /** Opens the game that the address holds, if it holds one. */
  async openAddress() {
    let text = null;
    try {
      text = await fromFragment(location.hash);
    } catch {
      this.fail(new Error("@bad-link"));
      this.clearAddress();
      return false;
    }
    if (text === null) return false;
    const opened = await this.open(text);
    this.clearAddress();
    return opened;
  }

  clearAddress() {
    if (this.usesAddress && location.hash) history.replaceState(null, "", location.pathname + location.search);
  }

  /** @param {string} move */
  async play(move) {
    const { choice } = this;
    this.choice = null;
    await this.ask(
      () => this.engine.play(move),
      () => this.giveFocus(choice),
    );
  }

  /** @param {number} [keep] */
  async undo(keep) {
    this.cancel();
    await this.ask(() => this.engine.undo(keep));
    this.paused = Boolean(this.view?.bot);
    this.update();
  }

  /**
   * Asks whether to resign, or takes the question back.
   * @param {boolean} asks
   */
  askToResign(asks) {
    this.resigning = asks;
    this.update();
    /** @type {HTMLElement | null} */ (this.root.querySelector(asks ? ".wp-resign button" : ".wp-ask-resign"))?.focus();
  }

  async resign() {
    this.cancel();
    this.resigning = false;
    await this.ask(() => this.engine.resign());
  }

  /** @param {string[] | null} ids */
  async resolve(ids) {
    this.picks = [];
    await this.ask(() => this.engine.resolve(ids));
  }

  /** @param {number} at */
  async jump(at) {
    try {
      this.show(await this.engine.view(at));
    } catch (error) {
      this.fail(error);
    }
  }

  async analyse() {
    if (!this.view) return;
    this.search?.abort();
    const search = (this.search = new AbortController());
    const { at } = this.view;
    Object.assign(this.found, { analysis: null, at, all: false, open: 0, every: false });
    this.update();
    try {
      const { simulations } = this.found;
      const options = { at, simulations };
      this.found.analysis = await this.engine.analyse(options, {
        signal: search.signal,
        onUpdate: (analysis) => {
          this.found.analysis = analysis;
          this.update();
        },
      });
      const { analysis } = this.found;
      this.announcement = `${analysis.sentences.slice(0, 4).join(" ")}`;
    } catch (error) {
      this.fail(error);
    }
    if (this.search === search) this.search = null;
    this.update();
  }

  async graph() {
    if (!this.view) return;
    this.search?.abort();
    const search = (this.search = new AbortController());
    Object.assign(this.found, { points: [], total: this.view.last });
    this.update();
    try {
      this.found.points = await this.engine.graph(
        { simulations: 100 },
        {
          signal: search.signal,
          onUpdate: (points) => {
            this.found.points = points;
            this.update();
          },
        },
      );
    } catch (error) {
      this.fail(error);
    }
    if (this.search === search) this.search = null;
    this.update();
  }

  /** @param {"new" | "open" | "share"} name */
  async openDialog(name) {
    this.error = null;
    this.copied = "";
    if (name === "share" && this.view) {
      const text = await this.engine.text(this.isOver() ? "record" : "public");
      const link = new URL(location.href);
      link.hash = await toFragment(text);
      this.shared = { link: link.href, position: await this.engine.text("position", this.view.at) };
    }
    this.dialog = name;
    this.update();
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("dialog"));
    if (dialog && !dialog.open) dialog.showModal();
  }

  closeDialog() {
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("dialog"));
    dialog?.close();
    this.dialog = null;
    this.error = null;
    this.update();
  }

  isOver() {
    return Boolean(this.view && !this.view.bot && this.view.over);
  }

  /** @param {"record" | "json"} form */
  async download(form) {
    const text = await this.engine.text(form);
    const link = document.createElement("a");
    const type = form === "json" ? "application/json" : "text/plain";
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = form === "json" ? "wonders-duel.json" : "wonders-duel.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /**
   * @param {string} text
   * @param {string} what
   */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without permission, or https, the field is selected to be copied by hand.
      const field = /** @type {HTMLTextAreaElement | null} */ (this.root.querySelector(`#wp-${what}`));
      field?.focus();
      field?.select();
      return;
    }
    this.copied = what;
    this.announcement = this.say("copied");
    this.update();
  }

  // -- keys and the table -------------------------------------------------------------------------

  /** @returns {HTMLElement} */
  board() {
    return /** @type {HTMLElement} */ (this.root.querySelector(".wp-board") ?? this.root);
  }

  /**
   * Gives the focus to the table, now or when it has something to choose again.
   * @param {Choice | null} choice what had it before
   */
  giveFocus(choice) {
    this.owed = focusAgain(this.board(), choice) ? undefined : choice;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Escape" && this.choice && !this.dialog) {
      event.preventDefault();
      this.choose(null);
      return;
    }
    if (target.matches("input, textarea, select, summary") || this.dialog || event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (!this.view || target.closest("[role=tablist]")) return;
    const { at, last } = this.view;
    const jumps = /** @type {Record<string, number>} */ ({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last });
    const to = jumps[event.key];
    if (to === undefined || !this.engine.features.browse || target.closest(".wp-board, .wp-picks")) return;
    event.preventDefault();
    if (to >= 0 && to <= last && to !== at) this.jump(to);
  }

  /**
   * Shows what can be done with something on the table.
   * @param {Choice | null} choice
   */
  choose(choice) {
    const before = this.choice;
    this.choice = choice;
    this.owed = undefined;
    this.tab = "play";
    this.update();
    if (choice) {
      /** @type {HTMLElement | null} */ (this.root.querySelector(".wp-card h2"))?.focus();
    } else if (before) {
      focusAgain(this.board(), before);
    }
  }

  // -- drawing ------------------------------------------------------------------------------------

  /** Draws the page again. */
  update() {
    this.root.lang = this.look.language;
    this.root.dataset.wpTheme = this.look.theme;
    const open = this.dialog;
    const focused = document.activeElement?.closest(".wp-board [data-choice]");
    render(page(this), this.root);
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("dialog"));
    if (dialog && !open && dialog.open) dialog.close();
    const { view } = this;
    const board = this.root.querySelector(".wp-board");
    const svg = board?.querySelector("svg");
    if (view && board && svg && !svg.hasAttribute("data-prepared")) {
      svg.setAttribute("data-prepared", "");
      prepare(/** @type {HTMLElement} */ (board), view, (choice) => labelOf(this, choice));
    }
    // A new picture takes the focus with it: give it back to what is at the same place.
    if (focused && !focused.isConnected && board) {
      focusAgain(/** @type {HTMLElement} */ (board), choiceOf(focused));
    }
    if (this.owed !== undefined) {
      // Whoever has moved the focus keeps it.
      if (document.activeElement && document.activeElement !== document.body) this.owed = undefined;
      else this.giveFocus(this.owed);
    }
    this.markChoice();
  }

  /** Marks what is chosen on the table. */
  markChoice() {
    for (const element of this.root.querySelectorAll(".wp-board .wp-chosen")) element.classList.remove("wp-chosen");
    const { choice } = this;
    if (!choice) return;
    for (const element of this.root.querySelectorAll(".wp-board [data-choice]")) {
      const moves = element.getAttribute("data-moves");
      const same = choice.moves.length ? moves === choice.moves.join("; ") : element.getAttribute("data-slot") === String(choice.slot);
      if (same) element.classList.add("wp-chosen");
    }
  }

  /** @param {string} name */
  showTab(name) {
    this.tab = name;
    this.update();
  }
}

/**
 * Puts the page into an element.
 * @param {HTMLElement} root
 * @param {Engine} engine
 * @param {Settings} [settings]
 * @returns {App}
 */
export function mount(root, engine, settings = {}) {
  const app = new App(root, engine, settings);
  void app.begin();
  return app;
}
