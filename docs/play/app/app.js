/**
 * The page Play and analyse: it draws what an engine returns, and asks it for what people do.
 *
 * `mount(root, engine)` puts the page into an element. `engine.js` describes the engine.
 */

import { html, nothing, render } from "../runtime/lit-html/lit-html.js";
import { unsafeHTML } from "../runtime/lit-html/directives/unsafe-html.js";
import { analysisView, graphView } from "./analysis.js";
import { choiceOf, focusAgain, onClick, onKey, prepare } from "./board.js";
import { chanceView } from "./chance.js";
import { gameForm } from "./setup.js";
import { fromFragment, toFragment } from "./share.js";
import { LANGUAGES, STRINGS, speaker } from "./strings.js";

/** @typedef {import("./engine.js").Action} Action */
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
   */
  async ask(request) {
    try {
      const view = await request();
      this.error = null;
      this.show(view);
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
    await this.ask(() => this.engine.newGame(game));
    this.waits = false;
    this.update();
    this.focusTable();
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
    await this.ask(() => this.engine.play(move));
    focusAgain(this.board(), choice);
  }

  /** @param {number} [keep] */
  async undo(keep) {
    this.cancel();
    await this.ask(() => this.engine.undo(keep));
    this.paused = Boolean(this.view?.bot);
    this.update();
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
      // Without permission, the field is selected to be copied by hand.
      const field = /** @type {HTMLTextAreaElement | null} */ (this.root.querySelector(`#wp-${what}`));
      field?.select();
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

  focusTable() {
    if (this.view) focusAgain(this.board(), null);
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
    this.tab = "play";
    this.update();
    if (choice) {
      /** @type {HTMLElement | null} */ (this.root.querySelector(".wp-card h2"))?.focus();
    } else if (before) {
      focusAgain(this.board(), before);
    }
  }

  /**
   * @param {Choice} choice
   * @returns {string}
   */
  label(choice) {
    const { view } = this;
    if (!view) return "";
    const actions = view.actions.filter((action) => choice.moves.includes(action.move));
    const place = view.places.find((one) => one.slot === choice.slot);
    if (!actions.length) {
      const name = place ? view.about[place.card].name : "";
      return [name, ...(place?.why ?? [])].join(". ");
    }
    const cards = new Set(actions.map((action) => action.card));
    if (cards.size === 1 && actions.length > 1 && actions[0].kind === "wonder") {
      return `${view.about[actions[0].card].name}, ${this.price(actions[0])}`;
    }
    const [first] = actions;
    const price = this.price(first);
    return price ? `${first.words}, ${price}` : first.words;
  }

  /** @param {Action} action */
  price(action) {
    if (action.income !== null) return this.say("income", { number: this.coins(action.income) });
    if (action.price === null) return "";
    return action.price ? this.coins(action.price) : this.say("free");
  }

  /** @param {number} number */
  coins(number) {
    return number === 1 ? this.say("coin") : this.say("coins", { number });
  }

  // -- drawing ------------------------------------------------------------------------------------

  /** Draws the page again. */
  update() {
    this.root.lang = this.look.language;
    this.root.dataset.wpTheme = this.look.theme;
    const open = this.dialog;
    const focused = document.activeElement?.closest(".wp-board [data-choice]");
    render(this.page(), this.root);
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("dialog"));
    if (dialog && !open && dialog.open) dialog.close();
    const { view } = this;
    const board = this.root.querySelector(".wp-board");
    const svg = board?.querySelector("svg");
    if (view && board && svg && !svg.hasAttribute("data-prepared")) {
      svg.setAttribute("data-prepared", "");
      prepare(/** @type {HTMLElement} */ (board), view, (choice) => this.label(choice));
    }
    // A new picture takes the focus with it: give it back to what is at the same place.
    if (focused && !focused.isConnected && board) {
      focusAgain(/** @type {HTMLElement} */ (board), choiceOf(focused));
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

  page() {
    const { say, view } = this;
    return html`
      <div class="wp-bar">
        ${this.home ? html`<a class="wp-home" href=${this.home}>${say("docs")}</a><span class="wp-title">${say("title")}</span>` : nothing}
        <div class="wp-tools">
          ${this.engine.features.games
            ? html`<button type="button" @click=${() => this.openDialog("new")} ?disabled=${!view}>${say("newGame")}</button>
                <button type="button" @click=${() => this.openDialog("open")}>${say("open")}</button>
                <button type="button" @click=${() => this.openDialog("share")} ?disabled=${!view}>${say("share")}</button>`
            : nothing}
        </div>
        <label class="wp-language"
          ><span class="wp-hidden">${say("language")}</span>
          <select @change=${(/** @type {Event} */ event) =>
            this.changeLook({ language: /** @type {HTMLSelectElement} */ (event.target).value })}>
            ${Object.entries(LANGUAGES).map(
              ([code, name]) => html`<option value=${code} ?selected=${code === this.look.language}>${name}</option>`,
            )}
          </select></label
        >
      </div>
      ${this.progress()}
      ${this.error && !this.dialog ? this.errorLine() : nothing}
      ${view ? this.game(view) : this.startScreen()}
      <div class="wp-hidden" role="status" aria-live="polite">${this.announcement}</div>
      ${this.dropping ? html`<div class="wp-drop">${say("dropHere")}</div>` : nothing}
      <dialog @close=${() => this.dialog && this.closeDialog()} aria-labelledby="wp-dialog-title">
        ${this.dialog ? this.dialogContent() : nothing}
      </dialog>
    `;
  }

  errorLine() {
    return html`<p class="wp-error" role="alert">
      <span>${this.error}</span>
      <button type="button" class="wp-plain" aria-label=${this.say("dismiss")} @click=${() => {
        this.error = null;
        this.update();
      }}>✕</button>
    </p>`;
  }

  progress() {
    const { loading } = this;
    if (!loading || loading.step === "ready") return nothing;
    const megabytes = (/** @type {number} */ bytes) =>
      (bytes / 1e6).toLocaleString(this.look.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const words =
      loading.step === "start"
        ? this.say("starting", { seconds: this.seconds })
        : this.say("loading", { done: megabytes(loading.bytes), total: megabytes(loading.total), seconds: this.seconds });
    return html`<div class="wp-progress">
      <label for="wp-progress">${words}</label>
      <progress id="wp-progress" max=${loading.total} value=${loading.bytes}></progress>
    </div>`;
  }

  startScreen() {
    if (!this.engine.features.games) return nothing;
    return html`<section class="wp-start">
      ${this.waits
        ? html`<p class="wp-waits">${this.say("waiting")}</p>`
        : html`${gameForm(this)}
            <p><button type="button" class="wp-link" @click=${() => this.openDialog("open")}>${this.say("analyseOther")}</button></p>`}
    </section>`;
  }

  /** @param {View} view */
  game(view) {
    const { say } = this;
    return html`<div class="wp-game">
      <div class="wp-main">
        <p id="wp-help" class="wp-hidden">${say("tableHelp")}</p>
        <section
          class="wp-board"
          aria-label=${say("table")}
          aria-describedby="wp-help"
          @click=${(/** @type {MouseEvent} */ event) => onClick(event, (choice) => choice && this.choose(choice))}
          @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(this.board(), event, (choice) => this.choose(choice))}
        >
          ${unsafeHTML(view.picture)}
        </section>
      </div>
      <div class="wp-side">
        ${this.engine.features.analysis
          ? html`<div class="wp-tabs" role="tablist" aria-label=${say("title")}>
              ${this.tabButton("play", say("play"))}${this.tabButton("analyse", say("analyse"))}
            </div>`
          : nothing}
        <div class="wp-panel" id="wp-panel" role=${this.engine.features.analysis ? "tabpanel" : nothing} aria-labelledby=${this.engine.features.analysis ? `wp-tab-${this.tab}` : nothing}>
          ${this.tab === "play" ? this.playPanel(view) : this.analysePanel(view)}
        </div>
      </div>
      ${this.tab === "analyse" ? graphView(this, view) : nothing}
    </div>`;
  }

  /**
   * @param {string} name
   * @param {string} words
   */
  tabButton(name, words) {
    const chosen = this.tab === name;
    return html`<button
      type="button"
      role="tab"
      id="wp-tab-${name}"
      aria-selected=${chosen}
      aria-controls="wp-panel"
      tabindex=${chosen ? 0 : -1}
      @click=${() => this.showTab(name)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        this.showTab(name === "play" ? "analyse" : "play");
        /** @type {HTMLElement | null} */ (this.root.querySelector("[role=tab][aria-selected=true]"))?.focus();
      }}
    >
      ${words}
    </button>`;
  }

  /** @param {string} name */
  showTab(name) {
    this.tab = name;
    this.update();
  }

  /** @param {View} view */
  playPanel(view) {
    const { say } = this;
    return html`
      ${this.standing(view)}
      ${view.at < view.last ? this.lookingBack(view) : nothing}
      ${view.chance ? chanceView(this, view.chance) : nothing}
      ${this.choice ? this.cardPanel(view, this.choice) : this.choices(view)}
      <div class="wp-buttons">
        ${this.engine.features.undo
          ? html`<button type="button" ?disabled=${!view.undo} @click=${() => this.undo()}>${say("undo")}</button>`
          : nothing}
      </div>
      ${this.moveList(view)}
    `;
  }

  /** @param {View} view */
  standing(view) {
    const { say } = this;
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
      ${this.thinking
        ? html`<div class="wp-thinking">
            <label for="wp-thinking">${say("thinking", { name: view.players[mover].name })}</label>
            <progress id="wp-thinking" max="1" value=${this.done || nothing}></progress>
            <button type="button" @click=${() => {
              this.cancel();
              this.paused = true;
              this.update();
            }}>${say("pause")}</button>
          </div>`
        : view.bot
          ? html`<button type="button" class="wp-first" @click=${() => this.letBotMove()}>${say("resume")}</button>`
          : nothing}
    </div>`;
  }

  /** @param {View} view */
  lookingBack(view) {
    const { say } = this;
    return html`<div class="wp-note">
      <p>${view.at ? say("looking", { at: view.at, last: view.last }) : say("lookingStart")}</p>
      <div class="wp-buttons">
        <button type="button" class="wp-first" @click=${() => this.jump(view.last)}>${say("toGame")}</button>
        ${this.engine.features.undo
          ? html`<button type="button" @click=${() => this.undo(view.at)}>${say("continueHere")}</button>`
          : nothing}
      </div>
    </div>`;
  }

  /**
   * What can be chosen without a card of the structure: wonders to draft, tokens, who begins.
   * @param {View} view
   */
  choices(view) {
    const { say } = this;
    const free = view.actions.filter((action) => action.slot === null);
    if (view.acts && !free.length) return html`<p class="wp-hint">${say("chooseCard")}</p>${this.cardList(view)}`;
    if (!free.length) return nothing;
    return html`<p class="wp-hint">${say("chooseHere")}</p>
      <ul class="wp-choices">
        ${free.map((action) => {
          const about = view.about[action.card];
          return html`<li>
            ${this.actionButton(action)}
            ${about ? html`<ul class="wp-about">${about.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing}
          </li>`;
        })}
      </ul>`;
  }

  /**
   * The accessible cards as a row of buttons, for those who do not use the picture.
   * @param {View} view
   */
  cardList(view) {
    const open = view.places.filter((place) => !place.why.length);
    return html`<ul class="wp-cards">
      ${open.map((place) => {
        const action = view.actions.find((one) => one.slot === place.slot && one.kind === "build");
        const about = view.about[place.card];
        const moves = view.actions.filter((one) => one.slot === place.slot && !one.why.length).map((one) => one.move);
        return html`<li>
          <button type="button" class="wp-card-button" @click=${() => this.choose({ slot: place.slot, moves })}>
            <span class="wp-colour" data-colour=${about.colour ?? ""} aria-hidden="true"></span>${about.name}
            ${action && !action.why.length
              ? html`<span class="wp-price">${this.price(action)}</span>`
              : html`<span class="wp-price wp-off" aria-hidden="true">${action?.price ?? ""} ✗</span>`}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  /**
   * @param {View} view
   * @param {Choice} choice
   */
  cardPanel(view, choice) {
    const { say } = this;
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
        <button type="button" class="wp-plain" aria-label=${say("close")} @click=${() => this.choose(null)}>✕</button>
      </div>
      ${about ? html`<ul class="wp-about">${about.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing}
      ${place?.why.length ? html`<p class="wp-why">${say("notAccessible")} ${place.why.join(" ")}</p>` : nothing}
      ${single ? html`${this.planLines(single)}<p class="wp-hint">${say("underWonder")}</p>` : nothing}
      <ul class="wp-actions">
        ${actions.map((action) => html`<li>${this.actionButton(action, !single)}</li>`)}
      </ul>
    </section>`;
  }

  /** @param {Action} action */
  planLines(action) {
    return action.plan.length
      ? html`<ul class="wp-plan">${action.plan.map((line) => html`<li>${line}</li>`)}</ul>`
      : nothing;
  }

  /** @param {Action} action */
  folded(action) {
    return action.plan.length
      ? html`<details><summary>${this.say("payment")}</summary>${this.planLines(action)}</details>`
      : nothing;
  }

  /**
   * @param {Action} action
   * @param {boolean} [explains]
   */
  actionButton(action, explains = true) {
    const price = this.price(action);
    const off = action.why.length > 0;
    const label = `wp-move-${action.move.replace(/\W+/g, "-")}`;
    return html`<button
        type="button"
        class="wp-action wp-${action.kind}"
        data-move=${action.move}
        ?disabled=${off}
        aria-describedby=${off || (explains && action.plan.length) ? label : nothing}
        @click=${() => this.play(action.move)}
      >
        <span class="wp-words">${capital(action.words)}</span>
        ${price ? html`<span class="wp-price">${price}</span>` : nothing}
      </button>
      <div id=${label} class="wp-explained">
        ${off ? html`<p class="wp-why">${this.say("whyNot", { why: action.why.join("; ") })}</p>` : nothing}
        ${explains && off ? this.folded(action) : nothing}
        ${explains && !off ? this.planLines(action) : nothing}
      </div>`;
  }

  /**
   * The buttons that step through the game.
   * @param {View} view
   */
  steps({ at, last }) {
    const { say } = this;
    if (!this.engine.features.browse) return nothing;
    return html`<div class="wp-steps">
      <button type="button" aria-label=${say("first")} ?disabled=${!at} @click=${() => this.jump(0)}>${icon("M5 4v16M19 5l-10 7 10 7z")}</button>
      <button type="button" aria-label=${say("back")} ?disabled=${!at} @click=${() => this.jump(at - 1)}>${icon("M17 5l-10 7 10 7z")}</button>
      <button type="button" aria-label=${say("next")} ?disabled=${at === last} @click=${() => this.jump(at + 1)}>${icon("M7 5l10 7-10 7z")}</button>
      <button type="button" aria-label=${say("last")} ?disabled=${at === last} @click=${() => this.jump(last)}>${icon("M19 4v16M5 5l10 7-10 7z")}</button>
    </div>`;
  }

  /** @param {View} view */
  moveList(view) {
    const { say } = this;
    const ages = [say("draftAge"), say("ageI"), say("ageII"), say("ageIII")];
    const { at } = view;
    const browse = this.engine.features.browse;
    /** @type {unknown[]} */
    const rows = [];
    view.moves.forEach((move, place) => {
      if (!place || view.moves[place - 1].age !== move.age) rows.push(html`<li class="wp-age">${ages[move.age]}</li>`);
      const name = view.players[move.seat === "one" ? 0 : 1].name;
      const words = html`<span class="wp-number">${move.number}</span><span class="wp-chip wp-chip-${move.seat}" aria-hidden="true"></span
        ><span><b>${name}</b> ${move.words}${move.told.length ? html`<small>${move.told.join(" · ")}</small>` : nothing}</span>`;
      rows.push(html`<li>
        ${browse
          ? html`<button type="button" class="wp-row" aria-current=${at === move.number ? "step" : nothing} @click=${() => this.jump(move.number)}>${words}</button>`
          : html`<div class="wp-row">${words}</div>`}
      </li>`);
    });
    return html`<section class="wp-moves-list" aria-labelledby="wp-moves-title">
      <div class="wp-moves-head">
        <h2 id="wp-moves-title">${say("moves")}</h2>
        ${this.steps(view)}
      </div>
      ${rows.length ? html`<ol class="wp-list" tabindex="0" aria-label=${say("moves")}>${rows.reverse()}</ol>` : html`<p class="wp-hint">${say("noMoves")}</p>`}
    </section>`;
  }

  /** @param {View} view */
  analysePanel(view) {
    return html`${this.standing(view)} ${view.last ? this.steps(view) : nothing}
    ${view.at < view.last ? this.lookingBack(view) : nothing}
    ${view.chance ? chanceView(this, view.chance) : nothing}
    ${analysisView(this, view)}`;
  }

  dialogContent() {
    const { say } = this;
    const title =
      this.dialog === "new" ? say("newGame") : this.dialog === "open" ? say("openTitle") : say("shareTitle");
    return html`<div class="wp-dialog-head">
        <h2 id="wp-dialog-title">${title}</h2>
        <button type="button" class="wp-plain" aria-label=${say("close")} @click=${() => this.closeDialog()}>✕</button>
      </div>
      ${this.error ? this.errorLine() : nothing}
      ${this.dialog === "new" ? gameForm(this) : this.dialog === "open" ? this.openForm() : this.shareForm()}`;
  }

  openForm() {
    const { say } = this;
    return html`<form
      class="wp-form"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const level = String(data.get("level"));
        const computer = String(data.get("computer"));
        this.open(String(data.get("text")), [computer === "one" ? level : "person", computer === "two" ? level : "person"]);
      }}
    >
      <p>${say("openHelp")}</p>
      <label class="wp-field"><span>${say("openText")}</span><textarea name="text" rows="7" spellcheck="false" required></textarea></label>
      <label class="wp-field"><span>${say("openFile")}</span><input type="file" accept=".txt,.json,text/plain,application/json"
        @change=${(/** @type {Event} */ event) => {
          const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
          if (file) this.openFile(file);
        }} /></label>
      ${this.engine.features.levels.length
        ? html`<div class="wp-pair">
            <label class="wp-field"><span>${say("computerPlays")}</span><select name="computer">
              <option value="">${say("nobody")}</option><option value="one">${say("playerOne")}</option><option value="two">${say("playerTwo")}</option>
            </select></label>
            <label class="wp-field"><span>${say("level")}</span><select name="level">
              ${this.engine.features.levels.map((level) => html`<option value=${level}>${say(/** @type {Key} */ (level))}</option>`)}
            </select></label>
          </div>`
        : nothing}
      <div class="wp-buttons"><button type="submit" class="wp-first">${say("load")}</button></div>
    </form>`;
  }

  shareForm() {
    const { say, shared } = this;
    if (!shared) return nothing;
    const button = (/** @type {string} */ text, /** @type {string} */ what, /** @type {Key} */ words) =>
      html`<button type="button" @click=${() => this.copy(text, what)}>${this.copied === what ? say("copied") : say(words)}</button>`;
    return html`<div class="wp-form">
      <label class="wp-field"><span>${say("link")}</span><textarea id="wp-link" rows="3" readonly .value=${shared.link}></textarea></label>
      <p class="wp-hint">${say("linkHelp")}</p>
      <div class="wp-buttons">${button(shared.link, "link", "copy")}
        <button type="button" @click=${() => this.download("record")}>${say("download")}</button>
        <button type="button" @click=${() => this.download("json")}>${say("downloadJson")}</button>
      </div>
      <label class="wp-field"><span>${say("position")}</span><textarea id="wp-position" rows="3" readonly .value=${shared.position}></textarea></label>
      <div class="wp-buttons">${button(shared.position, "position", "copyPosition")}</div>
      <p class="wp-hint">${say("stored")} ${this.isOffline ? say("offline") : nothing}</p>
    </div>`;
  }
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
