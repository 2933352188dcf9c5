"""The engine of the page: games, pictures and analyses for ``worker.js``, as JSON.

It runs under Pyodide in a web worker and uses only the public interface of the library. ``Table`` has
a method for each call of the interface that ``engine.js`` describes. Some calls take long: their
methods are generators that yield updates, so that the worker can look in between whether the
page has cancelled them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    Building,
    CardRevealed,
    ChanceOutcome,
    ConstructBuilding,
    ConstructWonder,
    FormatError,
    Game,
    Move,
    Option,
    Phase,
    Player,
    PositionError,
    Record,
    State,
    Step,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
    WondersDuelError,
    bots,
)
from wonders_duel.languages import Language
from wonders_duel.languages import language as language_of
from wonders_duel.render import svg
from wonders_duel.render.narration import Narrator

if TYPE_CHECKING:
    from wonders_duel.search import Analysis, MoveAnalysis, Reply, SearchBot

Json = dict[str, Any]
Layout = Literal["wide", "tall"]
Long = Generator[Any, None, Any]
"""A call that takes long: it yields updates and returns the result."""

PERSON = "person"
SLICE = 0.5
"""The seconds after which a thinking bot looks whether it has been cancelled."""
SLICES = {"hard": 2, "expert": 20}
"""Levels that think by the clock: one second and ten, in slices. Their tree is kept between slices."""
EVERY = 0.3
"""The seconds between two updates of an analysis."""
SAMPLES = 30
"""The games that an analysis plays on after each move."""
PICTURE = 96
"""The width of a card to choose, in pixels."""
WIDE = 10_000
"""The width of a line of narration, which the page wraps itself."""
HIDDEN_ROW = 2
"""Every second row is dealt face down."""


class InputError(Exception):
    """An error that the page shows as one line; ``@`` and a name stand for a sentence of the page."""


class Table:
    """A game, and how it is shown."""

    def __init__(self) -> None:
        """Start without a game, in English."""
        self._to: Language = language_of("en")
        self._theme = "light"
        self._layout: Layout = "wide"
        self._rng = Random()
        self._game: Game | None = None
        self._seats = (PERSON, PERSON)
        self._asks = False
        self._version = 0
        self._thinkers: dict[str, SearchBot] = {}
        self._told: list[tuple[Step, Json]] = []

    # -- calls ---------------------------------------------------------------------------------

    def look(self, language: str, theme: str, layout: Layout) -> Json | None:
        """Change the language, the theme and the layout of pictures."""
        self._to = language_of(language)
        self._theme, self._layout = theme, layout
        self._told.clear()
        return self.view() if self._game is not None else None

    def new_game(
        self,
        names: list[str],
        seats: list[str],
        setup: str,
        chance: str,
        first: str = "one",
        seed: int | str | None = None,
    ) -> Json:
        """Start a game."""
        if first == "random":
            first = str(self._rng.choice(list(Player)))
        if chance == "asked":
            game = Game.from_state(State.start(first_player=first, rules={"wonder_setup": setup}))
        else:
            game = Game(seed, first_player=first, rules={"wonder_setup": setup})
        game.players = (names[0], names[1])
        return self._begin(game, seats, chance)

    def load(self, text: str, seats: list[str] | None = None, chance: str = "asked") -> Json:
        """Read a record or a position, as text or as JSON."""
        read = _read(text)
        game = Game.from_record(read) if isinstance(read, Record) else Game.from_state(read)
        return self._begin(game, seats or [PERSON, PERSON], chance)

    def view(self, at: int | None = None) -> Json:
        """Return the position after some moves, or the last one."""
        game = self._now()
        steps = game.history
        last = len(steps)
        number = last if at is None else max(0, min(at, last))
        state = game.state if number == last else _state_after(game, number)
        names = self._names()
        mover = state.to_move
        level = self._seats[mover] if mover is not None and not game.is_over else PERSON
        acts = number == last and mover is not None and level == PERSON and not game.is_over
        about: dict[str, Json] = {}
        places = self._places(state, about)
        actions = [self._action(option, about) for option in state.options()] if acts else []
        over = game.is_over and number == last
        return {
            "version": self._version,
            "at": number,
            "last": last,
            "picture": self._picture(game, state, number, acts=acts),
            "status": self._status(game, state, over=over),
            "phase": str(state.phase),
            "mover": None if mover is None or over else str(mover),
            "bot": None if level == PERSON or number < last else level,
            "acts": acts,
            "over": over,
            "players": [
                {
                    "name": names[player],
                    "seat": self._seats[player],
                    "points": state.totals[player],
                    "coins": state.cities[player].coins,
                }
                for player in Player
            ],
            "places": places,
            "actions": actions,
            "about": about,
            "chance": self._chance(state) if number == last and not over else None,
            "moves": self._moves(),
            "undo": self._can_undo(game),
        }

    def play(self, move: str) -> Json:
        """Play a move."""
        game = self._now()
        game.play(move)
        return self._changed()

    def undo(self, keep: int | None = None) -> Json:
        """Undo what the person did last, be it a move or a resignation, or all moves but some."""
        game = self._now()
        if game.resigned is not None:
            game.resume()
            if keep is None:
                return self._changed()
        if keep is not None:
            while len(game.history) > max(0, keep):
                game.undo()
        elif self._asks and game.deal is None and _chosen(game):
            game.undo_outcome()
        else:
            while game.history:
                game.undo()
                if game.to_move is not None and self._seats[game.to_move] == PERSON:
                    break
        return self._changed()

    def resign(self) -> Json:
        """Let the person resign; of two, the one who is to move."""
        game = self._now()
        persons = [player for player in Player if self._seats[player] == PERSON]
        game.resign(persons[0] if len(persons) == 1 else game.mover)
        return self._changed()

    def resolve(self, ids: list[str] | None) -> Json:
        """Apply a chance outcome: the given cards, or random ones."""
        game = self._now()
        if game.chance is None:
            raise InputError(self._to.status(game.state, self._names()))
        outcome = game.chance.sample(self._rng) if ids is None else _outcome(game.state, ids)
        game.resolve(outcome)
        return self._changed()

    def bot(self) -> Long:
        """Let the bot move whose turn it is, and yield how much of its time is over."""
        game, version = self._now(), self._version
        level = self._seats[game.mover]
        if level not in SLICES:
            move = bots.level(level, self._rng.random().hex()).choose(game.state)
        else:
            from wonders_duel.search import SearchBot  # noqa: PLC0415 - the board comes first

            thinker = self._thinkers.setdefault(level, SearchBot(seconds=SLICE, clock="wall"))
            number = SLICES[level] if len(game.legal_moves) > 1 else 1
            move = game.legal_moves[0]
            for done in range(number):
                move = thinker.choose(game.state)
                yield {"done": (done + 1) / number}
        if self._version != version:
            raise InputError("@changed")
        game.play(move)
        return self._changed()

    def analyse(self, simulations: int, at: int | None = None) -> Long:
        """Analyse the position after some moves."""
        from wonders_duel.search import analysing  # noqa: PLC0415 - the board comes first

        game = self._now()
        state = game.state if at is None else _state_after(game, at)
        found: Json = {}
        for analysis in analysing(state, simulations=simulations, samples=SAMPLES, every=EVERY):
            found = self._analysis(analysis)
            yield found
        return found | {"final": True}

    def graph(self, simulations: int) -> Long:
        """Analyse every decision of the game, and yield those done so far."""
        from wonders_duel.search import review  # noqa: PLC0415 - the board comes first

        points: list[Json] = []
        for number, analysis in enumerate(review(self._now().record(), simulations=simulations)):
            points.append(self._point(number, analysis))
            yield points
        return points

    def text(self, form: str, at: int | None = None) -> str:
        """Return the game or a position as text."""
        game = self._now()
        if form == "position":
            return (game.state if at is None else _state_after(game, at)).to_text()
        record = game.record(public=form == "public")
        return record.to_json() if form == "json" else record.to_text()

    def words_of(self, error: WondersDuelError) -> str:
        """Return an error as one line."""
        return self._to.error(error).splitlines()[0]

    # -- the game ------------------------------------------------------------------------------

    def _now(self) -> Game:
        if self._game is None:
            raise InputError("@no-game")
        return self._game

    def _names(self) -> tuple[str, str]:
        one, two = self._now().players
        return one.name or self._to.say("Player one"), two.name or self._to.say("Player two")

    def _begin(self, game: Game, seats: Iterable[str], chance: str) -> Json:
        one, two = seats
        self._game, self._seats, self._asks = game, (one, two), chance == "asked"
        self._thinkers.clear()
        self._told.clear()
        return self._changed()

    def _can_undo(self, game: Game) -> bool:
        chosen = game.deal is None and bool(game.setup)
        return bool(game.history) or chosen or game.resigned is not None

    def _changed(self) -> Json:
        """Draw what is not asked for, and return the last position."""
        game = self._now()
        while not self._asks and game.chance is not None:
            game.resolve(game.chance.sample(self._rng))
        self._version += 1
        return self.view()

    # -- views ---------------------------------------------------------------------------------

    def _picture(self, game: Game, state: State, number: int, *, acts: bool) -> str:
        names = self._names()
        last = game.history[number - 1].move if number else None
        if number == len(game.history) and game.is_over:
            return svg(game, theme=self._theme, names=names, language=self._to, layout=self._layout)
        return svg(
            state,
            theme=self._theme,
            last_move=last,
            legal_moves=acts,
            names=names,
            language=self._to,
            layout=self._layout,
        )

    def _status(self, game: Game, state: State, *, over: bool) -> str:
        names = self._names()
        if over and game.result is not None:
            return Narrator(names, language=self._to).result(game.result)
        return self._to.status(state, names)

    def _places(self, state: State, about: dict[str, Json]) -> list[Json]:
        places = []
        for slot in state.structure:
            if slot.building is None:
                continue
            self._describe(slot.building, about)
            why: list[str] = []
            if state.phase is Phase.TURN and not slot.is_accessible:
                reasons = state.why_not(ConstructBuilding(slot.building))
                why = [self._to.reason(reason) for reason in reasons[:1]]
            places.append({"slot": slot.index, "card": slot.building.id, "why": why})
        return places

    def _action(self, option: Option, about: dict[str, Json]) -> Json:
        move = option.move
        card = _card_of(move)
        if card is not None:
            self._describe(card, about)
        plan = [] if option.payment is None else self._to.payment(option.payment).splitlines()
        return {
            "move": str(move),
            "kind": str(move).split()[0],
            "words": self._to.move(move, self._names()),
            "card": "" if card is None else card.id,
            "slot": option.slot,
            "price": None if option.payment is None else option.payment.total,
            "income": option.income,
            "plan": [line.strip() for line in plan[1:]],
            "why": [self._to.reason(reason) for reason in option.reasons],
        }

    def _describe(self, card: Any, about: dict[str, Json]) -> None:
        if card.id not in about:
            about[card.id] = {
                "name": self._to.name(card),
                "sentences": list(self._to.sentences(card)),
            }
            if isinstance(card, Building):
                about[card.id]["colour"] = str(card.colour)

    def _chance(self, state: State) -> Json | None:
        chance = state.chance
        if chance is None:
            return None
        cards: Iterable[Any]
        places: list[Json] = []
        backs: list[str] = []
        need = 1
        if chance.phase is Phase.DEAL_AGE and chance.age is not None:
            places, backs = _places_of(state, chance.age)
            need = len(places)
            cards = [card for back in backs for card in state.unseen(back)]
        else:
            some = [_cards_in(outcome) for outcome, _ in chance.outcomes()]
            need = len(some[0])
            cards = {card.id: card for chosen in some for card in chosen}.values()
        return {
            "kind": str(chance.phase),
            "slot": chance.slot,
            "need": need,
            "from": [
                {
                    "id": card.id,
                    "name": self._to.name(card),
                    "picture": svg(card, width=PICTURE, theme=self._theme, language=self._to),
                }
                for card in cards
            ],
            "places": places,
            "backs": backs,
        }

    def _moves(self) -> list[Json]:
        steps = self._now().history
        del self._told[len(steps) :]
        names = self._names()
        narrator = Narrator(names, language=self._to, width=WIDE)
        for number, step in enumerate(steps, start=1):
            if number <= len(self._told):
                if self._told[number - 1][0] is step:
                    continue
                del self._told[number - 1 :]
            first, *others = narrator.step(number, step)
            words = first.split(f"{number}. {names[step.player]}", 1)[-1].strip()
            told = {
                "number": number,
                "seat": str(step.player),
                "words": words,
                "told": [line.strip() for line in others if line.strip()],
                "age": 0 if step.before.age is None else int(step.before.age),
            }
            self._told.append((step, told))
        return [told for _, told in self._told]

    # -- analyses ------------------------------------------------------------------------------

    def _analysis(self, analysis: Analysis) -> Json:
        return {
            "player": str(analysis.player),
            "win": analysis.win_probability,
            "low": analysis.low,
            "high": analysis.high,
            "simulations": analysis.simulations,
            "moves": [self._judged(one, analysis.player) for one in analysis.moves],
            "replies": [self._reply(one) for one in analysis.replies],
            "sentences": list(analysis.sentences(self._to, self._names())),
            "final": False,
        }

    def _judged(self, one: MoveAnalysis, player: Player) -> Json:
        lead = None
        if one.outlook is not None and one.outlook.games:
            lead = one.outlook.margin if player is Player.ONE else -one.outlook.margin
        return {
            "move": str(one.move),
            "words": self._to.move(one.move, self._names()),
            "win": one.win_probability,
            "low": one.low,
            "high": one.high,
            "visits": one.visits,
            "lead": lead,
            "replies": [self._reply(reply) for reply in one.replies],
        }

    def _reply(self, reply: Reply) -> Json:
        cards = [card for outcome in reply.outcomes for card in _cards_in(outcome)]
        return {
            "outcome": ", ".join(self._to.name(card) for card in cards),
            "chance": reply.probability,
            "win": reply.win_probability,
            "reply": self._to.move(reply.move, self._names()),
        }

    def _point(self, number: int, analysis: Analysis) -> Json:
        names, played = self._names(), analysis.played
        low, high = analysis.interval_of(Player.ONE)
        return {
            "at": number,
            "seat": str(analysis.player),
            "win": analysis.win_probability_of(Player.ONE),
            "low": low,
            "high": high,
            "words": "" if played is None else self._to.move(played.move, names),
            "best": self._to.move(analysis.best.move, names),
            "loss": analysis.loss,
            "mark": None if analysis.mark is None else str(analysis.mark),
        }


def _read(text: str) -> Record | State:
    """Read a record or a position."""
    text = text.strip()
    try:
        if text.startswith("{"):
            from wonders_duel import serialization  # noqa: PLC0415 - slow to import

            read = serialization.loads(text)
            if isinstance(read, (Record, State)):
                return read
        elif text.startswith("wd1"):
            return State.from_text(text)
        elif text.startswith("wonders-duel record"):
            return Record.from_text(f"{text}\n")
    except (FormatError, PositionError) as error:
        raise InputError(str(error.faults[0])) from None
    raise InputError("@unknown-format")


def _state_after(game: Game, number: int) -> State:
    """Return the position in which a move is played, or the last one."""
    steps = game.history
    return steps[number].before if number < len(steps) else game.state


def _chosen(game: Game) -> bool:
    """Return whether a chance outcome was chosen since the last move."""
    return bool(game.history[-1].outcomes if game.history else game.setup)


def _card_of(move: Move) -> Any:
    """Return what a move is about: its wonder, token or building."""
    if isinstance(move, ConstructWonder):
        return move.wonder
    for name in ("building", "wonder", "token", "card"):
        card = getattr(move, name, None)
        if card is not None:
            return card
    return None


def _cards_in(outcome: ChanceOutcome) -> list[Any]:
    """Return the cards of a chance outcome."""
    match outcome:
        case CardRevealed():
            return [outcome.building]
        case WondersDealt():
            return sorted(outcome.wonders, key=lambda wonder: wonder.name)
        case TokensDealt() | TokensDrawn():
            return sorted(outcome.tokens, key=lambda token: token.name)
        case AgeDealt():
            return [card for card in outcome.slots if isinstance(card, Building)]


def _places_of(state: State, age: Age) -> tuple[list[Json], list[str]]:
    """Return the places of a structure that is about to be dealt, and its backs."""
    places: list[Json] = []
    for row, columns in enumerate(state.catalogue.structures[age - 1].rows):
        for column in columns:
            hidden = row % HIDDEN_ROW == 1
            places.append({"slot": len(places), "row": row, "column": column, "hidden": hidden})
    backs = {
        Age.I: [Back.AGE_I],
        Age.II: [Back.AGE_II],
        Age.III: [Back.AGE_III, Back.GUILD],
    }
    return places, [str(back) for back in backs[age]]


def _outcome(state: State, ids: list[str]) -> ChanceOutcome:
    """Return the chance outcome with some cards."""
    chance, cards = state.chance, state.catalogue
    assert chance is not None  # checked by the caller
    match chance.phase:
        case Phase.REVEAL:
            assert chance.slot is not None  # of the card to be revealed
            return CardRevealed(chance.slot, cards.find_building(ids[0]))
        case Phase.DEAL_TOKENS:
            return TokensDealt(map(cards.find_token, ids))
        case Phase.DEAL_WONDERS:
            return WondersDealt(map(cards.find_wonder, ids))
        case Phase.DEAL_AGE:
            assert chance.age is not None  # the one to be dealt
            backs = set(map(str, Back))
            return AgeDealt(
                chance.age,
                [Back(one) if one in backs else cards.find_building(one) for one in ids],
            )
        case _:
            return TokensDrawn(map(cards.find_token, ids))


class Calls:
    """The calls of ``worker.js``: names and JSON in, JSON out."""

    def __init__(self) -> None:
        """Set the table."""
        self._table = Table()
        self._long: dict[int, Iterator[str]] = {}

    def begin(self, number: int, name: str, given: str) -> str:
        """Make a call; one that takes long is only begun, and ``step`` carries it on.

        Returns:
            ``{"value": …}``, ``{"error": …}`` or ``{"long": true}``, as JSON.
        """
        arguments = json.loads(given)
        method: Callable[..., Any] = getattr(self._table, name)

        def call() -> Json:
            made = method(**arguments)
            if isinstance(made, Generator):
                self._long[number] = self._updates(made)
                return {"long": True}
            return {"value": made}

        return self._safe(call)

    def step(self, number: int) -> str:
        """Carry on a call that takes long.

        Returns:
            ``{"update": …}``, ``{"value": …}`` or ``{"error": …}``, as JSON.
        """
        return next(self._long[number])

    def end(self, number: int) -> None:
        """Forget a call that takes long."""
        self._long.pop(number, None)

    def _updates(self, made: Long) -> Iterator[str]:
        while True:

            def advance() -> Json:
                try:
                    return {"update": next(made)}
                except StopIteration as end:
                    return {"value": end.value}

            yield self._safe(advance)

    def _safe(self, call: Callable[[], Json]) -> str:
        try:
            found = call()
        except InputError as error:
            found = {"error": str(error)}
        except WondersDuelError as error:
            found = {"error": self._table.words_of(error)}
        return json.dumps(found)


calls = Calls()
