/**
 * The one interface between the page and whatever applies the rules.
 *
 * The page (`app.js`) never applies a rule: it asks an `Engine`, and draws the `View` that comes back.
 * This module defines that interface, and `WorkerEngine`, which runs the library in a web worker of the
 * browser. Another implementation, for example one that asks a server, passes the same object to `mount`
 * of `app.js`. All methods are asynchronous. They reject with an `Error` whose message is one line for
 * people; a call that was cancelled by its `AbortSignal` rejects with a `DOMException` named `AbortError`.
 *
 * Moves are exchanged as the move text of the library ("build baths"), positions and records in its
 * text formats, cards as their ids. Everything that people read comes in the language of `Look`.
 *
 * Where an implementation cannot do something, its `features` say so, and the page hides it.
 */

/** @typedef {"one" | "two"} Seat */

/**
 * How pictures and words are made.
 * @typedef {object} Look
 * @property {string} language "en", "fi" or "fr"
 * @property {"light" | "dark"} theme
 * @property {"wide" | "tall"} layout the layout of the picture; "tall" is for phones
 */

/**
 * What an implementation offers.
 * @typedef {object} Features
 * @property {string[]} levels the levels of bots that can take a seat, the weakest first; empty for none
 * @property {boolean} analysis whether `analyse` and `graph` work
 * @property {boolean} games whether `newGame` and `load` work; otherwise there is one game, given from outside
 * @property {boolean} undo whether `undo` works
 * @property {boolean} resign whether `resign` works
 * @property {boolean} browse whether `view(at)` shows earlier positions
 */

/**
 * A new game.
 * @typedef {object} NewGame
 * @property {[string, string]} names the names of players one and two
 * @property {[string, string]} seats for each player "person", or the level of a bot
 * @property {"draft" | "first-game"} setup draft the wonders, or take those of a first game
 * @property {"dealt" | "asked"} chance whether the engine deals the cards, or asks for each chance outcome
 * @property {"one" | "two" | "random"} [first] who begins; player one by default
 * @property {number | string} [seed] makes the deal reproducible
 */

/**
 * A text to read: a record or a position, as text or as JSON.
 * @typedef {object} Load
 * @property {string} text
 * @property {[string, string]} [seats] as for a new game; two persons by default
 * @property {"dealt" | "asked"} [chance] as for a new game; "asked" by default
 */

/**
 * Something that the player to move can do, or cannot do for a reason.
 * @typedef {object} Action
 * @property {string} move the move text
 * @property {string} kind the first word of the move text: build, discard, wonder, draft, token, …
 * @property {string} words the move as a command, such as "build Baths"
 * @property {string} card the id of what the move is about: the wonder for a wonder, otherwise the card or token
 * @property {number | null} slot the slot of the card that it takes; null outside a turn
 * @property {number | null} price the price in coins; null for a move without one
 * @property {number | null} income the coins of a discard; null for any other move
 * @property {string[]} plan the payment, one item a line
 * @property {string[]} why the reasons why it is illegal; empty if it is legal
 */

/**
 * A card that lies face up in the structure.
 * @typedef {object} Place
 * @property {number} slot
 * @property {string} card the id
 * @property {string[]} why why it cannot be taken now; empty if it can
 */

/**
 * What a card is and does.
 * @typedef {object} About
 * @property {string} name
 * @property {string[]} sentences
 * @property {string} [colour] of a building
 */

/**
 * A chance outcome that is to be chosen.
 * @typedef {object} Chance
 * @property {string} kind reveal, deal-tokens, deal-wonders, deal-age or draw-tokens
 * @property {number | null} slot the slot of the card to be revealed
 * @property {number} need how many are to be chosen
 * @property {{id: string, name: string, picture: string}[]} from the cards to choose from, each with an SVG
 * @property {{slot: number, row: number, column: number, hidden: boolean}[]} places for the deal of an age: what
 *   each of the chosen ids is for; "guild" or the back of the age for a hidden place
 * @property {string[]} backs the ids of backs for hidden places; a single one needs no choice
 */

/**
 * A move that was played.
 * @typedef {object} Played
 * @property {number} number from 1
 * @property {Seat} seat
 * @property {string} words such as "builds Baths"
 * @property {string[]} told what followed: effects, cards revealed
 * @property {number} age the age in which it was played, 0 for the draft
 */

/**
 * A player in the position shown.
 * @typedef {object} Side
 * @property {string} name
 * @property {string} seat "person", a level, or what an implementation calls it
 * @property {number} points as if the game ended now
 * @property {number} coins
 */

/**
 * The game after some moves.
 * @typedef {object} View
 * @property {number} version a number that grows with each change of the game
 * @property {number} at the number of moves before the position shown
 * @property {number} last the number of moves of the game
 * @property {string} picture the position as an SVG; see `data-move` in the documentation of pictures
 * @property {string} status whose turn it is, or how the game ended
 * @property {string} phase the phase of the position
 * @property {Seat | null} mover who is to move in the position shown
 * @property {string | null} bot the level of the bot that is to move; null if there is none
 * @property {boolean} acts whether the person at this page may move now; false before the last position
 * @property {boolean} over whether the game is over in the position shown
 * @property {[Side, Side]} players
 * @property {Place[]} places the face-up cards
 * @property {Action[]} actions the options of the player to move, if `acts`
 * @property {Record<string, About>} about what the cards of places and actions are
 * @property {Chance | null} chance the outcome that is to be chosen, if the game waits for one
 * @property {Played[]} moves all moves of the game
 * @property {boolean} undo whether something can be undone
 */

/**
 * What a search found out about a move; probabilities are those of the player to move.
 * @typedef {object} Judged
 * @property {string} move
 * @property {string} words
 * @property {number} win the win probability, 0 to 1
 * @property {number} low the lower end of the 95 % interval
 * @property {number} high the upper end
 * @property {number} visits
 * @property {number | null} lead the mean lead in points of the player to move
 * @property {Reply[]} replies the best reply after each chance outcome
 */

/**
 * @typedef {object} Reply
 * @property {string} outcome the chance outcome in words
 * @property {number | null} chance its probability
 * @property {number} win the win probability after it, of the player of the analysis
 * @property {string} reply the best move after it
 */

/**
 * An analysis of a position.
 * @typedef {object} Analysis
 * @property {Seat} player whose probabilities these are
 * @property {number} win
 * @property {number} low
 * @property {number} high
 * @property {number} simulations
 * @property {Judged[]} moves the best one first
 * @property {Reply[]} replies for a position that waits for chance: the best move after each outcome
 * @property {string[]} sentences the analysis in words
 * @property {boolean} final whether this is the end of the analysis
 */

/**
 * A decision of a game in the graph.
 * @typedef {object} Point
 * @property {number} at the number of moves before the decision
 * @property {Seat} seat who decided
 * @property {number} win the win probability of player one before it
 * @property {number} low
 * @property {number} high
 * @property {string} words the move that was played
 * @property {string} best the best move
 * @property {number} loss what the move lost in win probability
 * @property {string | null} mark inaccuracy, mistake or blunder
 */

/**
 * @template T
 * @typedef {object} Progress
 * @property {(update: T) => void} [onUpdate] called with what is known so far
 * @property {AbortSignal} [signal] cancels the call
 */

/**
 * @typedef {object} Engine
 * @property {Features} features
 * @property {(look: Look) => Promise<View | null>} look changes pictures and words; null without a game
 * @property {(game: NewGame) => Promise<View>} newGame
 * @property {(load: Load) => Promise<View>} load
 * @property {(at?: number) => Promise<View>} view the position after so many moves, the last one by default
 * @property {(move: string) => Promise<View>} play
 * @property {(keep?: number) => Promise<View>} undo without a number, undoes the last thing done: a chance outcome
 *   that was chosen, or a move with what bots played after it; with one, keeps so many moves
 * @property {() => Promise<View>} resign lets the person at this page resign; the player to move, if there are two
 * @property {(ids: string[] | null) => Promise<View>} resolve chooses the chance outcome; null draws it
 * @property {(progress?: Progress<{done: number}>) => Promise<View>} bot lets the bot move whose turn it is
 * @property {(options: {at?: number, simulations: number}, progress?: Progress<Analysis>) => Promise<Analysis>} analyse
 * @property {(options: {simulations: number}, progress?: Progress<Point[]>) => Promise<Point[]>} graph
 * @property {(form: "record" | "public" | "json" | "position", at?: number) => Promise<string>} text the game as a
 *   record, the same without hidden cards, as JSON, or the position
 * @property {(listener: (view: View) => void) => (() => void)} subscribe calls a function with each view that comes
 *   from elsewhere, such as the move of another player; returns a function that ends it
 */

/**
 * What is known while the engine loads.
 * @typedef {object} Loading
 * @property {number} bytes the bytes loaded so far
 * @property {number} total all bytes
 * @property {"download" | "start" | "ready"} step
 */

/**
 * The library in a web worker of this page.
 * @implements {Engine}
 */
export class WorkerEngine {
  /**
   * @param {object} [options]
   * @param {string | URL} [options.worker] the address of `worker.js`
   * @param {(loading: Loading) => void} [options.onLoading] called while it loads
   */
  constructor({ worker = new URL("./worker.js", import.meta.url), onLoading = () => {} } = {}) {
    /** @type {Features} */
    this.features = {
      levels: ["easy", "medium", "hard", "expert"],
      analysis: true,
      games: true,
      undo: true,
      resign: true,
      browse: true,
    };
    /** @type {Map<number, {done: (value: any) => void, failed: (error: Error) => void, update?: (update: any) => void}>} */
    this.calls = new Map();
    this.count = 0;
    this.worker = new Worker(worker, { type: "module" });
    /** @type {Promise<void>} resolved when the library has been loaded */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.loading) {
          onLoading(data.loading);
          if (data.loading.step === "ready") resolve();
        } else if (data.failure) {
          reject(new Error(data.failure));
        } else {
          this.receive(data);
        }
      };
      this.worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be started"));
    });
  }

  /**
   * @param {{id: number, value?: any, update?: any, error?: string, cancelled?: boolean}} data
   */
  receive({ id, value, update, error, cancelled }) {
    const call = this.calls.get(id);
    if (!call) return;
    if (update !== undefined) {
      call.update?.(update);
      return;
    }
    this.calls.delete(id);
    if (cancelled) call.failed(new DOMException("cancelled", "AbortError"));
    else if (error !== undefined) call.failed(new Error(error));
    else call.done(value);
  }

  /**
   * @param {string} name
   * @param {object} [given]
   * @param {Progress<any>} [progress]
   * @returns {Promise<any>}
   */
  async call(name, given = {}, { onUpdate, signal } = {}) {
    await this.ready;
    signal?.throwIfAborted();
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.calls.set(id, { done, failed, update: onUpdate });
      signal?.addEventListener("abort", () => this.worker.postMessage({ cancel: id }), { once: true });
      this.worker.postMessage({ id, name, given });
    });
  }

  /** @param {Look} look */
  look(look) {
    return this.call("look", look);
  }

  /** @param {NewGame} game */
  newGame(game) {
    return this.call("new_game", game);
  }

  /** @param {Load} load */
  load(load) {
    return this.call("load", load);
  }

  /** @param {number} [at] */
  view(at) {
    return this.call("view", { at });
  }

  /** @param {string} move */
  play(move) {
    return this.call("play", { move });
  }

  /** @param {number} [keep] */
  undo(keep) {
    return this.call("undo", { keep });
  }

  resign() {
    return this.call("resign");
  }

  /** @param {string[] | null} ids */
  resolve(ids) {
    return this.call("resolve", { ids });
  }

  /** @param {Progress<{done: number}>} [progress] */
  bot(progress) {
    return this.call("bot", {}, progress);
  }

  /**
   * @param {{at?: number, simulations: number}} options
   * @param {Progress<Analysis>} [progress]
   */
  analyse(options, progress) {
    return this.call("analyse", options, progress);
  }

  /**
   * @param {{simulations: number}} options
   * @param {Progress<Point[]>} [progress]
   */
  graph(options, progress) {
    return this.call("graph", options, progress);
  }

  /**
   * @param {"record" | "public" | "json" | "position"} form
   * @param {number} [at]
   */
  text(form, at) {
    return this.call("text", { form, at });
  }

  /** @param {(view: View) => void} _listener */
  subscribe(_listener) {
    return () => {}; // nobody else changes a game in this worker
  }

  /** Ends the worker. */
  close() {
    this.worker.terminate();
  }
}
