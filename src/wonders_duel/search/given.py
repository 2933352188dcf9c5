"""Evaluations, priors and selections that users have written, checked whenever they return."""

from __future__ import annotations

from operator import methodcaller
from typing import TYPE_CHECKING, Final

from wonders_duel.build import override
from wonders_duel.errors import BotError, CatalogueError
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation, fitted
from wonders_duel.evaluation.rating import WON, Rating
from wonders_duel.search.parts import Puct, Softmax
from wonders_duel.search.scale import STEPS
from wonders_duel.search.tree import Guide
from wonders_duel.state import State
from wonders_duel.support.arguments import finite_number
from wonders_duel.support.phrases import shown
from wonders_duel.support.plugins import failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.search.parts import Evaluation, Prior, Selection

__all__ = ["guide_of", "rating_of"]

_OURS: Final = (LinearEvaluation, NetEvaluation)
"""The evaluations of the library; a class that is derived from them may rate states otherwise."""
_ONE: Final = "log_odds(state) of the evaluation"
_MANY: Final = "log_odds_of(states) of the evaluation"
_SHARES: Final = "shares(state, moves, values) of the prior"
_SCORE: Final = "score(value, share, visits, node_visits) of the selection"


def rating_of(evaluation: Evaluation | None, state: State) -> Rating:
    """Return how a search rates a state and those that follow it.

    Args:
        evaluation: the evaluation; ``None`` for the one that comes with the library.
        state: the state.
    """
    if evaluation is None:
        evaluation = fitted(state.catalogue)
    if isinstance(evaluation, LinearEvaluation) and type(evaluation) in _OURS:
        evaluation.log_odds(state)  # checks the cards, as the rating does not
        return evaluation.rating
    given = _Given(evaluation)
    given.log_odds(state)
    return given


def guide_of(prior: Prior | None, selection: Selection | None) -> Guide | None:
    """Return what chooses the moves to try, if it is not what the library has.

    Args:
        prior: the prior; ``None`` for the one of the library.
        selection: the selection; ``None`` for the one of the library.
    """
    if _is_ours(prior, Softmax) and _is_ours(selection, Puct):
        return None
    # Not "or": a prior that is a dict, for example, may be empty.
    return _GivenGuide(
        Softmax() if prior is None else prior, Puct() if selection is None else selection
    )


def _is_ours(part: object, ours: type) -> bool:
    return part is None or type(part) is ours


class _Given(Rating):
    """The rating of an evaluation that a user has written."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        # It may be a property, which may fail.
        many = _called(getattr, _MANY, evaluation, "log_odds_of", None)
        self._many: Callable[..., object] | None = many if callable(many) else None

    @override
    def log_odds(self, state: StateDraft) -> float:
        """Return what the evaluation returns, and check it."""
        assert isinstance(state, State)  # a search rates frozen states
        if state.is_over:
            return _of_end(state)
        return finite_number(_called(methodcaller("log_odds", state), _ONE, self.evaluation), _ONE)

    @override
    def is_batched(self) -> bool:
        return self._many is not None

    @override
    def log_odds_of(self, states: list[State]) -> list[float]:
        """Return what the evaluation returns for several states, and check it."""
        if self._many is None:
            return [self.log_odds(state) for state in states]
        going_on = [state for state in states if not state.is_over]
        number = len(going_on)  # now, since the evaluation may empty the list
        found: list[float] = []
        if going_on:
            given = _called(self._many, _MANY, going_on)
            found = _numbers(given, number, _MANY)
        odds = iter(found)
        return [_of_end(state) if state.is_over else next(odds) for state in states]


def _of_end(state: State) -> float:
    return WON * (2.0 * state.share(0) - 1.0)


class _GivenGuide(Guide):
    """A prior and a selection, one of which a user has written."""

    def __init__(self, prior: Prior, selection: Selection) -> None:
        self._prior = prior
        self._selection = selection

    @override
    def shares(self, state: State, moves: list[Move], steps: list[int]) -> list[float]:
        """Return what the prior returns, divided by its sum, and check it."""
        values = [one / STEPS for one in steps]
        given = _called(methodcaller("shares", state, moves, values), _SHARES, self._prior)
        found = _numbers(given, len(moves), _SHARES)
        total = 0.0
        for one in found:
            if one < 0:
                raise BotError(f"expected numbers from 0 from {_SHARES}, got {shown(one)}")
            total += one
        if not 0 < total < float("inf"):
            raise BotError(
                f"expected numbers with a finite sum above 0 from {_SHARES}, got a sum of {total:g}"
            )
        return [one / total for one in found]

    @override
    def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
        """Return what the selection returns, and check it."""
        ask = methodcaller("score", value, share, visits, node_visits)
        return finite_number(_called(ask, _SCORE, self._selection), _SCORE)


def _called(function: Callable[..., object], name: str, *arguments: object) -> object:
    """Return what a function returns that runs code of a user.

    This looks up methods, too, which may be properties that fail. Of the errors of the library,
    only those pass through that a search promises: another one would seem to be about the arguments
    of the search.
    """
    try:
        return function(*arguments)
    except (BotError, CatalogueError):
        raise
    except Exception as error:
        whose = name.rpartition(" of ")[2]
        raise BotError(f"{whose} failed: {failure(error)}") from error


def _numbers(values: object, length: int, name: str) -> list[float]:
    """Return finite numbers as a list, or raise ``BotError``."""
    items = _called(_iterator, name, values)
    if items is None:
        raise BotError(f"expected {length} numbers from {name}, got {shown(values)}")
    found = _called(list, name, items)  # a generator of the user runs now
    assert isinstance(found, list)
    if len(found) != length:
        raise BotError(f"expected {length} numbers from {name}, got {len(found)}")
    return [finite_number(one, name) for one in found]


def _iterator(values: object) -> Iterator[object] | None:
    """Return an iterator of values; ``None`` if they are something else."""
    try:
        found: Iterator[object] = iter(values)  # type: ignore[call-overload]
    except TypeError:
        return None
    return found
