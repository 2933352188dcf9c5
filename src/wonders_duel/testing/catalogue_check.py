"""Checks that the engine can play with the cards of a catalogue."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial

import attrs

from wonders_duel.cards import Card
from wonders_duel.catalogues import Catalogue
from wonders_duel.deal import Deal
from wonders_duel.effects import Contribution, Effect, Gain
from wonders_duel.engine.city import City
from wonders_duel.engine.custom_choice import Custom
from wonders_duel.engine.decision import decision_of
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, expect_number, expect_progress
from wonders_duel.support.phrases import shown
from wonders_duel.testing.invariants import (
    form_breaches,
    move_breaches,
    name_breaches,
    option_breaches,
    plan_breaches,
    state_breaches,
    step_breaches,
)
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.problems import Problems
from wonders_duel.testing.walks import walk

__all__ = ["CatalogueReport", "check_catalogue"]

NAMES = ("Ann", "Ben")
"""The names of the players in questions."""
OFTEN, SELDOM, RARELY = 5, 20, 100
"""The intervals, in states, of the more expensive checks."""


@attrs.frozen
class CatalogueReport:
    """The games that were played with a catalogue without a problem.

    Attributes:
        games: the number of games, all played to the end.
        states: the number of states in them.
        unmet: the cards that entered no city, so that their effects were not tested.
            More games may reach them, except for a card that nobody can pay for.

    >>> from wonders_duel import catalogue
    >>> from wonders_duel.testing import check_catalogue
    >>> report = check_catalogue(catalogue, games=2)
    >>> report.games
    2
    """

    games: int
    states: int
    unmet: tuple[Card, ...]


def check_catalogue(
    catalogue: Catalogue,
    *,
    games: int = 50,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> CatalogueReport:
    """Check that the engine can play with the cards of a catalogue.

    First each card is checked alone: its effects are hashable, picklable and have
    printable texts, and its id and name find it. Then random games are played with all
    rule options, preferring cards that have not been played yet. In these games the
    invariants of every game have to hold, states have to survive conversion to text,
    JSON and pickle and back, and effects have to return the same value when called
    twice, without changing the state; custom choices have printable texts.

    Args:
        catalogue: the cards.
        games: the number of games, at least 1.
        seed: selects the games, at least 0; the same seed gives the same games.
        progress: called with how many games are done, and how many there are; from 0 on.

    Returns:
        The numbers of games and states, and the cards that were not played.

    Raises:
        CatalogueError: the first few problems, each with the card or the position; if
            an effect raised an error, that error is the cause.
        WrongTypeError: ``catalogue`` is not a catalogue, ``games`` or ``seed`` is not a whole number
            in its range, or ``progress`` cannot be called.

    >>> from wonders_duel import catalogue
    >>> check_catalogue(catalogue, games=20).unmet
    ()
    """
    expect(catalogue, Catalogue, "a Catalogue")
    expect_number(games, 1, "games")
    expect_number(seed, 0, "seed")
    expect_progress(progress)
    found = _Found(catalogue)
    for card in _cards(catalogue):
        for effect in card.effects:
            found.take(f" (of {card.id})", partial(_effect_breaches, effect, card))
    found.take("", partial(name_breaches, catalogue))
    found.finish()
    states = 0
    unmet = {card.id: card for card in _cards(catalogue)}
    for done in range(games):
        if progress is not None:
            progress(done, games)
        states += _play(found, seed + done, unmet)
        found.finish()
    if progress is not None:
        progress(games, games)
    return CatalogueReport(games, states, tuple(unmet.values()))


def _cards(catalogue: Catalogue) -> tuple[Card, ...]:
    return (*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list)


def _effect_breaches(effect: Effect, card: Card) -> Iterator[str]:
    """Check that an effect of a card is immutable, hashable, picklable and has a description."""
    kind = type(effect).__name__
    outside = sorted(vars(effect)) if hasattr(effect, "__dict__") else []
    if outside:
        yield (
            f"the effect {kind} has the attribute {', '.join(outside)} outside its fields: "
            "define it as a field of a class with @attrs.frozen"
        )
        return
    try:
        hash(effect)
    except TypeError as error:
        yield f"the effect {kind} is not hashable ({error}): use frozen classes with frozen fields"
    try:
        again = pickle.loads(pickle.dumps(effect))  # noqa: S301 - created here
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything
        yield f"the effect {kind} cannot be pickled: {error}"
    else:
        if again != effect:
            yield f"the effect {kind} is not equal to a pickled copy of itself"
    text: object = effect.describe()
    if not isinstance(text, str) or not text or not text.isprintable():
        yield f"the effect {kind}: expected a printable sentence from describe(), got {shown(text)}"
    elif text != effect.describe():
        yield f"the effect {kind}: describe() returned different texts when called twice"
    yield from _word_breaches(effect, card)
    first, second = Contribution(), Contribution()
    effect.contribute(first)
    effect.contribute(second)
    if first != second:
        yield f"the effect {kind}: contribute() had different results when called twice"


def _word_breaches(effect: Effect, card: Card) -> Iterator[str]:
    """Check that an effect of a card has printable texts in every language, and valid symbols."""
    kind = type(effect).__name__
    for code in LANGUAGES:
        to = language(code)
        for word in ("describe", "summary", "lasting", "caption"):
            yield from _text_breaches(effect, word, getattr(effect, word)(to), code)
        told: object = effect.sentences(card, to)
        if isinstance(told, tuple):
            for text in told:
                yield from _text_breaches(effect, "sentences", text, code)
        else:
            yield f"the effect {kind}: expected a tuple of texts from sentences(), got {shown(told)}"
    drawn: object = effect.symbols()
    if drawn is None:
        return
    if not isinstance(drawn, tuple) or not all(isinstance(one, Glyph) for one in drawn):
        yield (
            f"the effect {kind}: expected a tuple of Glyph objects or None from symbols(), "
            f"got {shown(drawn)}"
        )


def _text_breaches(effect: Effect, word: str, text: object, code: str) -> Iterator[str]:
    """Check that a method of an effect returned printable text."""
    if not isinstance(text, str) or not text.isprintable():
        yield (
            f"the effect {type(effect).__name__}: {word}() returns {shown(text)} in the language {code}; "
            "expected printable text"
        )


def _choice_breaches(state: State) -> Iterator[str]:
    """Check that a pending custom choice has printable texts in every language."""
    decision = decision_of(state)
    if not isinstance(decision, Custom):
        return
    effect = decision.effect
    for code in LANGUAGES:
        to = language(code)
        yield from _text_breaches(effect, "question", effect.question(state, NAMES, to), code)
        yield from _text_breaches(effect, "later", effect.later(to), code)
        for card in effect.targets(state, Player(state.player)):
            for command in (False, True):
                text = effect.action(card, to, command=command)
                yield from _text_breaches(effect, "action", text, code)


def _in_play(city: City) -> Iterator[Card]:
    """Yield the cards of a city whose effects apply."""
    yield from city.buildings
    yield from city.tokens
    for built in city.built:
        yield built.wonder


def _play(found: _Found, number: int, unmet: dict[str, Card]) -> int:
    """Play a game, check its states and return their number."""
    deal = Deal.random(number, found.catalogue)
    states = walk(number, found.catalogue, unmet)
    count = 0
    where = ""
    while not found.problems.is_enough and (state := found.next(states, where)) is not None:
        where = f" (game {number}, {state.to_text()})"
        _check(found, state, where, number + count, deal)
        count += 1
        for city in state.cities:
            for card in _in_play(city):
                unmet.pop(card.id, None)
    return count


def _check(found: _Found, state: State, where: str, number: int, deal: Deal) -> None:
    """Check a state; the more expensive checks apply to only some of the states."""
    before = hash(state), repr(state)
    found.take(where, partial(state_breaches, state))
    if number % OFTEN == 0:
        found.take(where, partial(_outcome_breaches, state))
    found.take(where, partial(_choice_breaches, state))
    if number % SELDOM == 0:
        found.take(where, partial(form_breaches, state))
        found.take(where, partial(option_breaches, state))
        moves = state.legal_moves
        if moves:
            found.take(where, partial(plan_breaches, state))
            found.take(where, partial(step_breaches, state, moves[number % len(moves)], deal))
    if number % RARELY == 0:
        found.take(where, partial(move_breaches, state))
    if before != (hash(state), repr(state)):
        found.problems.keep("an effect changed the state", where)


def _outcome_breaches(state: State) -> Iterator[str]:
    """Check that effects which depend on the state return consistent values of the right type."""
    mirror = mirrored(state)
    for player in Player:
        for card in _in_play(state.cities[player]):
            for effect in card.effects:
                what = f"the effect {type(effect).__name__} of {card.id}"
                seats = (state, player), (mirror, player.opponent)
                yield from _consistent(f"{what}: gain", Gain, effect.gain, seats)
                yield from _consistent(f"{what}: score", int, effect.score, seats)


def _consistent(
    what: str,
    kind: type,
    ask: Callable[[State, Player], object],
    seats: tuple[tuple[State, Player], tuple[State, Player]],
) -> Iterator[str]:
    """Check the type of a value, and that it is the same when called twice and mirrored."""
    here, there = seats
    first = ask(*here)
    if not isinstance(first, kind) or isinstance(first, bool):
        yield f"{what} returned {shown(first)}; expected {kind.__name__}"
    elif ask(*here) != first:
        yield f"{what} returned another value when called again"
    elif ask(*there) != first:
        yield f"{what} returned another value when the players' seats were exchanged"


class _Found:
    """Runs checks of a catalogue and collects the problems."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.problems = Problems()

    def take(self, where: str, check: Callable[[], Iterator[str]]) -> None:
        """Run a check, and record what it yields or raises."""
        try:
            for problem in check():
                self.problems.keep(problem, where)
        except Exception as error:  # noqa: BLE001 - foreign code may raise anything
            self._raised(where, error)

    def next(self, states: Iterator[State], where: str) -> State | None:
        """Return the next state, or ``None`` at the end or if an error is raised."""
        try:
            return next(states, None)
        except Exception as error:  # noqa: BLE001 - foreign code may raise anything
            self._raised(where, error)
            return None

    def _raised(self, where: str, error: Exception) -> None:
        """Record an error, with the effect that raised it."""
        culprit = ""
        trace = error.__traceback__
        while trace is not None:
            me = trace.tb_frame.f_locals.get("self")
            if isinstance(me, Effect):
                culprit = f" by {trace.tb_frame.f_code.co_name} of the effect {type(me).__name__}"
            trace = trace.tb_next
        text = shown(str(error))
        self.problems.keep(f"{type(error).__name__} was raised{culprit}: {text}", where, error)

    def finish(self) -> None:
        """Raise `CatalogueError` if there were problems."""
        if message := "; ".join(self.problems):
            message = f"the catalogue {self.catalogue.name!r}: {message}"
            raise CatalogueError(message) from self.problems.cause
