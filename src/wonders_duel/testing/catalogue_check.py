"""Whether the cards of a catalogue go together with the engine."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial

import attrs

from wonders_duel.cards import Card
from wonders_duel.catalogues import Catalogue
from wonders_duel.city import City
from wonders_duel.deal import Deal
from wonders_duel.effects import Contribution, Effect, Gain
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError, expect, expect_number, shown
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.state import State
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
from wonders_duel.testing.walks import walk

__all__ = ["CatalogueReport", "check_catalogue"]

MOST_PROBLEMS = 5
"""Problems after which the check stops looking for more."""
OFTEN, SELDOM, RARELY = 5, 20, 100
"""One state in so many is looked at so closely."""


@attrs.frozen
class CatalogueReport:
    """What was played with a catalogue, when nothing was wrong with it.

    Attributes:
        games: how many games were played to the end.
        states: how many states they had.
        unmet: the cards that came into no city: what they do was not tried.
            More games may meet them; a card that nobody can pay for stays here.

    >>> from wonders_duel import catalogue
    >>> from wonders_duel.testing import check_catalogue
    >>> report = check_catalogue(catalogue, games=2)
    >>> report.games
    2
    """

    games: int
    states: int
    unmet: tuple[Card, ...]


def check_catalogue(catalogue: Catalogue, *, games: int = 50, seed: int = 0) -> CatalogueReport:
    """Check that the cards of a catalogue can be played with.

    First each card by itself: its effects have a hash, are the same from a
    pickle and describe themselves; its id and name find it; its moves have
    texts and numbers. Then random games with all rule options, in which the
    cards that were not met yet are taken first: what holds in every game has to
    hold with these cards too, states come back from text, JSON and pickle, and
    effects give the same value when asked twice and leave the state alone.

    Args:
        catalogue: the cards.
        games: how many games, from 1.
        seed: which games, from 0; the same seed plays the same.

    Returns:
        How much was played, and which cards nobody met.

    Raises:
        CatalogueError: the first few things that are wrong, each with the card
            or the position; if an effect raised an error, that is the cause.
        WrongTypeError: it is no catalogue, or no whole number from 1.

    >>> from wonders_duel import catalogue
    >>> check_catalogue(catalogue, games=20).unmet
    ()
    """
    expect(catalogue, Catalogue, "a Catalogue")
    expect_number(games, 1, "games")
    expect_number(seed, 0, "seed")
    found = _Found(catalogue)
    for card in _cards(catalogue):
        for effect in card.effects:
            found.take(f" (of {card.id})", partial(_effect_breaches, effect))
    found.take("", partial(name_breaches, catalogue))
    found.finish()
    states = 0
    unmet = {card.id: card for card in _cards(catalogue)}
    for number in range(seed, seed + games):
        states += _play(found, number, unmet)
        found.finish()
    return CatalogueReport(games, states, tuple(unmet.values()))


def _cards(catalogue: Catalogue) -> tuple[Card, ...]:
    return (*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list)


def _effect_breaches(effect: Effect) -> Iterator[str]:
    """An effect is a value that describes itself."""
    kind = type(effect).__name__
    outside = sorted(vars(effect)) if hasattr(effect, "__dict__") else []
    if outside:
        yield (
            f"the effect {kind} holds {', '.join(outside)} where nothing compares it: "
            "make it a field of a class with @attrs.frozen"
        )
        return
    try:
        hash(effect)
    except TypeError as error:
        yield f"the effect {kind} has no hash ({error}): frozen classes with frozen fields have one"
    try:
        again = pickle.loads(pickle.dumps(effect))  # noqa: S301 - just made
    except Exception as error:  # noqa: BLE001 - whatever a stranger's class may raise
        yield f"the effect {kind} cannot be pickled: {error}"
    else:
        if again != effect:
            yield f"the effect {kind} is not equal to itself from a pickle"
    said: object = effect.describe()
    if not isinstance(said, str) or not said or not said.isprintable():
        yield f"the effect {kind} describes itself as {shown(said)}, not as a printable sentence"
    elif said != effect.describe():
        yield f"the effect {kind} describes itself differently when asked twice"
    yield from _word_breaches(effect, kind)
    first, second = Contribution(), Contribution()
    effect.contribute(first)
    effect.contribute(second)
    if first != second:
        yield f"the effect {kind} contributes something else when asked twice"


def _word_breaches(effect: Effect, kind: str) -> Iterator[str]:
    """An effect has printable words in every language, and symbols that exist."""
    for code in LANGUAGES:
        to = language(code)
        for word in ("describe", "summary", "lasting", "caption"):
            said: object = getattr(effect, word)(to)
            if not isinstance(said, str) or not said.isprintable():
                yield f"the effect {kind}: {word}() returns {shown(said)} in the language {code}; expected printable text"
    drawn: object = effect.symbols()
    if drawn is None:
        return
    if not isinstance(drawn, tuple) or not all(isinstance(one, Glyph) for one in drawn):
        yield f"the effect {kind}: expected a tuple of Glyph objects or None from symbols(), got {shown(drawn)}"


def _in_play(city: City) -> Iterator[Card]:
    """Go through the cards of a city whose effects hold."""
    yield from city.buildings
    yield from city.tokens
    for built in city.built:
        yield built.wonder


def _play(found: _Found, number: int, unmet: dict[str, Card]) -> int:
    """Play a game and check its states; give how many there were."""
    deal = Deal.random(number, found.catalogue)
    states = walk(number, found.catalogue, unmet)
    count = 0
    where = ""
    while not found.is_enough and (state := found.next(states, where)) is not None:
        where = f" (game {number}, {state.to_text()})"
        _check(found, state, where, number + count, deal)
        count += 1
        for city in state.cities:
            for card in _in_play(city):
                unmet.pop(card.id, None)
    return count


def _check(found: _Found, state: State, where: str, number: int, deal: Deal) -> None:
    """Check a state, some more closely than others."""
    before = hash(state), repr(state)
    found.take(where, partial(state_breaches, state))
    if number % OFTEN == 0:
        found.take(where, partial(_outcome_breaches, state))
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
        found.keep("an effect has changed the state", where)


def _outcome_breaches(state: State) -> Iterator[str]:
    """Effects that depend on the position give a value of the right kind, the same when asked twice."""
    mirror = mirrored(state)
    for player in Player:
        for card in _in_play(state.cities[player]):
            for effect in card.effects:
                what = f"the effect {type(effect).__name__} of {card.id}"
                seats = (state, player), (mirror, player.opponent)
                yield from _alike(f"{what}: gain", Gain, effect.gain, seats)
                yield from _alike(f"{what}: score", int, effect.score, seats)


def _alike(
    what: str,
    kind: type,
    ask: Callable[[State, Player], object],
    seats: tuple[tuple[State, Player], tuple[State, Player]],
) -> Iterator[str]:
    """The value is of the right kind, and the same when asked twice and from the other seat."""
    here, there = seats
    first = ask(*here)
    if not isinstance(first, kind) or isinstance(first, bool):
        yield f"{what} gave {shown(first)}, not {kind.__name__}"
    elif ask(*here) != first:
        yield f"{what} gave another value when asked again"
    elif ask(*there) != first:
        yield f"{what} gave another value when the players changed seats"


class _Found:
    """What is wrong so far."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._problems: dict[str, str] = {}
        self._cause: Exception | None = None

    @property
    def is_enough(self) -> bool:
        """Whether to stop looking for more."""
        return len(self._problems) >= MOST_PROBLEMS

    def keep(self, problem: str, where: str, cause: Exception | None = None) -> None:
        """Keep what is wrong, the first time that it is met, and the error that shows it."""
        if not self.is_enough and problem not in self._problems:
            self._problems[problem] = where
            self._cause = self._cause or cause

    def take(self, where: str, check: Callable[[], Iterator[str]]) -> None:
        """Make a check, and keep what it finds or raises."""
        try:
            for problem in check():
                self.keep(problem, where)
        except Exception as error:  # noqa: BLE001 - whatever a stranger's effect may raise
            self._raised(where, error)

    def next(self, states: Iterator[State], where: str) -> State | None:
        """Play one step further; ``None`` at the end, or where that raises."""
        try:
            return next(states, None)
        except Exception as error:  # noqa: BLE001 - whatever a stranger's effect may raise
            self._raised(where, error)
            return None

    def _raised(self, where: str, error: Exception) -> None:
        """Keep an error, with the effect that it comes from."""
        culprit = ""
        trace = error.__traceback__
        while trace is not None:
            me = trace.tb_frame.f_locals.get("self")
            if isinstance(me, Effect):
                culprit = f" by {trace.tb_frame.f_code.co_name} of the effect {type(me).__name__}"
            trace = trace.tb_next
        told = shown(str(error))
        self.keep(f"{type(error).__name__} was raised{culprit}: {told}", where, error)

    def finish(self) -> None:
        """Raise if something was wrong."""
        if self._problems:
            found = (f"{problem}{where}" for problem, where in self._problems.items())
            message = f"the catalogue {self.catalogue.name!r}: {'; '.join(found)}"
            raise CatalogueError(message) from self._cause
