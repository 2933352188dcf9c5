"""Play-outs from a state: random games to the end, one as a state or many as a tally."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, get_args

from wonders_duel.chance.deal_numbers import numbers_of
from wonders_duel.chance.random_source import RandomSource
from wonders_duel.engine import turn
from wonders_duel.engine.chooser import Chooser
from wonders_duel.engine.consequences import resume
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.engine.phases import DEAL_TOKENS, OVER
from wonders_duel.engine.play_out import COUNTS, add_end, add_games, play_on
from wonders_duel.engine.tally import Tally
from wonders_duel.errors import DealError, IllegalMoveError, WrongTypeError
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.support.arguments import expect, is_finite, is_within
from wonders_duel.support.browser import is_in_browser
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.state import State

__all__ = ["Policy", "play_out", "play_outs"]

Policy = Mapping[type[Move], float] | Callable[["State"], Move]
"""How the moves of a play-out are chosen: weights by class of move, or a function of the state."""

_MOST_GAMES = 10**12
BLOCK = 64
"""The games that draw from one generator; a tally does not depend on which thread plays a block."""


def play_out(state: State, rng: Random | None, deal: Deal | None, policy: Policy | None) -> State:
    """Play a game to its end; see ``State.play_out``."""
    if rng is not None:
        expect(rng, Random, "a random.Random")
    weights, function = _read(policy)
    chooser = Chooser(rng or Random(), weights)
    source = _source(state, deal, chooser)
    source.begin()
    try:
        if function is not None:
            return _played(state, source, function)
        draft = state.thaw()
        play_on(draft, source, chooser)
    except (IllegalMoveError, IndexError):
        _expect_fit(state, deal)
        raise
    return draft.freeze()


def play_outs(
    state: State,
    number: int,
    seed: Seed,
    deal: Deal | None,
    policy: Policy | None,
    threads: int,
) -> Tally:
    """Play many games to their ends; see ``State.play_outs``."""
    for count, least, what in ((number, 0, "number of games"), (threads, 1, "number of threads")):
        if not is_within(count, least, _MOST_GAMES):
            raise WrongTypeError(f"expected a {what} from {least}, got {shown(count)}")
    weights, function = _read(policy)
    expect_seed(seed)
    if seed is None:
        seed = Random().getrandbits(64)
    _expect_deal(state, deal)

    def play_block(first: int) -> list[int]:
        sums = [0] * COUNTS
        chooser = Chooser(generator(f"play-outs from {first}", seed), weights)
        source = _source(state, deal, chooser)
        games = min(BLOCK, number - first)
        try:
            if function is None:
                add_games(state, games, source, chooser, sums)
            else:
                for _ in range(games):
                    source.begin()
                    add_end(_played(state, source, function), sums)
        except (IllegalMoveError, IndexError):
            _expect_fit(state, deal)
            raise
        return sums

    firsts = range(0, number, BLOCK)
    if threads == 1 or is_in_browser():
        blocks = [play_block(first) for first in firsts]
    else:
        # Rarely needed, and slow to import.
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

        with ThreadPoolExecutor(threads) as pool:
            blocks = list(pool.map(play_block, firsts))
    total = [0] * COUNTS
    for sums in blocks:
        total = [one + more for one, more in zip(total, sums, strict=True)]
    return Tally.of(total)


def _played(state: State, source: ChanceSource, policy: Callable[[State], Move]) -> State:
    """Play a game to its end with the moves that a function chooses."""
    draft = state.thaw()
    resume(draft, source)
    now = draft.freeze()
    while now.phase_number < DEAL_TOKENS:
        now = turn.apply(now, policy(now), source).freeze()
    return now


def _source(state: State, deal: Deal | None, chooser: Chooser) -> ChanceSource:
    _expect_deal(state, deal)
    return RandomSource(state, chooser) if deal is None else numbers_of(deal)


def _expect_deal(state: State, deal: Deal | None) -> None:
    if deal is None or state.phase_number == OVER:
        return
    numbers_of(deal)
    if deal.catalogue != state.catalogue:
        raise DealError(
            [f"the deal is of the catalogue {deal.catalogue.name}, not {state.catalogue.name}"]
        )


def _expect_fit(state: State, deal: Deal | None) -> None:
    """Raise `DealError` if a deal contradicts a state, which is only asked when a game has failed.

    Asking before each game would take as long as a game in the compiled build.
    """
    problems = () if deal is None else deal.conflicts(state)
    if problems:
        raise DealError(problems) from None


def _read(
    policy: Policy | None,
) -> tuple[list[float] | None, Callable[[State], Move] | None]:
    """Return the weight of each kind of move, or the function; neither for equal weights."""
    if policy is None:
        return None, None
    if not isinstance(policy, Mapping):
        if not callable(policy):
            raise WrongTypeError(
                "expected weights by class of move, as in {DiscardBuilding: 0.1}, or a function of "
                f"the state that returns a move; got {shown(policy)}"
            )
        return None, policy
    weights = [1.0] * len(get_args(Move))
    given: Iterable[tuple[object, object]] = policy.items()
    for kind, weight in given:
        if not isinstance(kind, type) or not issubclass(kind, BaseMove) or kind is BaseMove:
            raise WrongTypeError(
                f"expected a class of moves as key of the weights, got {shown(kind)}"
            )
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise WrongTypeError(
                f"expected a number as weight of {kind.__name__}, got {shown(weight)}"
            )
        if not is_finite(weight) or weight < 0:
            raise WrongTypeError(
                f"expected a weight of {kind.__name__} from 0, got {shown(weight)}"
            )
        weights[kind.kind] = float(weight)
    return weights, None
