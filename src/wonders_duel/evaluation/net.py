"""``NetEvaluation``: linear weights and a few hidden units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from math import floor
from types import MappingProxyType
from typing import Final, Self

import attrs

from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.phases import OVER
from wonders_duel.enums import Player, seat
from wonders_duel.errors import FormatError, UnknownNameError, WrongTypeError
from wonders_duel.evaluation import files
from wonders_duel.evaluation.linear import LinearEvaluation
from wonders_duel.evaluation.periods import LinearSums
from wonders_duel.evaluation.sums import PeriodSums
from wonders_duel.evaluation.units import MOST_SUM, MOST_UNITS, OUTPUT_STEPS, STEPS, UnitSums
from wonders_duel.evaluation.weights import Table, Weights, is_number, read_table
from wonders_duel.features.layout import PERIODS, player_layout_of
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown
from wonders_duel.support.remaking import kept_of, remake

__all__ = ["NetEvaluation", "Unit", "is_seen"]

_MOST_OUTPUT: Final = 1_000.0
_SEEN: Final = frozenset(["coins", "lead", "tokens ahead"])
"""The features that a unit can have weights of, besides cards by colour and those of one thing."""
_THINGS: Final = frozenset(["building", "token", "unbuilt", "built", "symbol", "pair"])
_COUNTS: Final = frozenset(["unbuilt wonders", "built wonders"])


@attrs.frozen
class Unit:
    """A hidden unit: a sum of weights that counts only where it is above 0.

    It can have weights of ``coins``, the numbers of cards of each colour (``red cards``), single
    buildings, symbols, pairs, progress tokens, constructed and unbuilt wonders (``building forum``,
    ``symbol globe``, ``token law``, ``built piraeus``), ``lead`` and ``tokens ahead``. Of more than
    15 cards of a colour, 15 count. Everything else has linear weights only.

    Attributes:
        mine: the weights of the features of the player who decides next, as a
            :class:`LinearEvaluation` takes them.
        theirs: those of the opponent's features.
        bias: what is added to the sum, one number from -127 to 127 for each of the ten periods in
            :data:`wonders_duel.features.PERIODS`.
        output: what the sum is multiplied by where it is above 0, one number from -1000 to 1000 for
            each period.

    A unit is checked when an evaluation is made of it.

    >>> unit = Unit({"coins": 1}, {"red cards": -0.5}, bias=[-2] * 10, output=[0.3] * 10)
    >>> unit.mine["coins"], unit.bias[0]
    (1, -2)
    """

    mine: Mapping[str, float | Sequence[float]]
    theirs: Mapping[str, float | Sequence[float]]
    bias: Sequence[float]
    output: Sequence[float]


class NetEvaluation(LinearEvaluation):
    """A linear evaluation with hidden units, which say what features are worth together.

    The value of a state for the player who decides next is that of the linear weights, and for each
    unit whose sum is above 0, the sum multiplied by the output of the period. So coins can be worth
    more to a player with unbuilt wonders, for example, which no sum of weights can say. Weights of
    units are rounded to whole steps of 1/128, outputs to 1/4096.

    Args:
        weights: the linear weights, as for :class:`LinearEvaluation`.
        units: the hidden units, 0 to 32.
        catalogue: the cards of the games; those of the base game if left out.
        origin: where the weights come from, as values for JSON.

    Raises:
        UnknownNameError: there is no such feature, or units cannot have weights of it.
        WrongTypeError: an argument has another type, a number is not finite or out of range, there
            are too many or too few of them, the sum of a unit can be more than 127 or less than
            -127, or JSON has no such values as ``origin``.

    The object can be passed to a bot, used in several threads, and pickled.

    >>> from wonders_duel import Game
    >>> rich = Unit({"coins": 1}, {"coins": -1}, bias=[5] * 10, output=[0.1] * 10)
    >>> evaluation = NetEvaluation({}, [rich])
    >>> state = Game(seed=2015, rules="first-game").play("discard altar")  # two decides, 7 to 9
    >>> round(evaluation.log_odds(state), 2)
    -0.3
    """

    __slots__ = ("_units",)

    def __init__(
        self,
        weights: Weights | Sequence[Weights],
        units: Iterable[Unit],
        catalogue: Catalogue | None = None,
        origin: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        """Read the weights."""
        super().__init__(weights, catalogue, origin)
        expect(units, Iterable, "an iterable of units")
        given_units = tuple(units)
        if len(given_units) > MOST_UNITS:
            raise WrongTypeError(f"expected at most {MOST_UNITS} units, got {len(given_units)}")
        cards, tables = self._catalogue, self._tables
        layout = player_layout_of(cards)
        names = [feature.name for feature in layout]
        sides: list[list[PeriodSums]] = [[], []]
        biases: list[list[int]] = [[] for _ in PERIODS]
        outputs: list[list[int]] = [[] for _ in PERIODS]
        for unit in given_units:
            expect(unit, Unit, "a Unit")
            most = 0.0
            absent = 0.0
            for side, given in zip(sides, (unit.mine, unit.theirs), strict=True):
                table = _steps(given, cards)
                side.append(PeriodSums(tables, [list(table.get(name, ())) for name in names]))
                most += sum(max(map(abs, values)) for values in table.values())
                absent += sum(values[0] for name, values in table.items() if _is_thing(name))
            # The sums of sets begin with what a city without any of the things has.
            bias = [int(absent) + one for one in _whole(unit.bias, "bias", STEPS, MOST_SUM)]
            most += max(map(abs, bias))
            if most > MOST_SUM * STEPS:
                raise WrongTypeError(
                    f"expected weights with which the sum of a unit is at most {MOST_SUM:g}; with "
                    f"these, it can be {most / STEPS:g}"
                )
            output = _whole(unit.output, "output", OUTPUT_STEPS, _MOST_OUTPUT)
            for period in range(len(PERIODS)):
                biases[period].append(bias[period])
                outputs[period].append(output[period])
        # Copies, so that the text stays that of these weights whatever happens to the lists given.
        self._units = tuple([_copied(unit) for unit in given_units])
        linear = self._sums
        assert isinstance(linear, LinearSums)
        mine, theirs = sides
        if self._units:
            self._sums = UnitSums(tables, linear, mine, theirs, biases, outputs)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The hidden units, as copies."""
        return tuple([_copied(unit) for unit in self._units])

    def terms(self, state: State, player: Player | int | str = Player.ONE) -> dict[str, float]:
        """Return what each feature contributes to the value of a state, the largest amounts first.

        Args:
            state: any state, even one that waits for chance.
            player: the player.

        Returns:
            The contributions of the linear weights by name of feature, and that of all units
            together as ``units``, without those that are 0. Their sum is the value. Empty if the
            game is over.

        Raises:
            CatalogueError: the state has other cards than the weights.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.
        """
        found = super().terms(state, player)
        sums = self._sums
        if isinstance(sums, UnitSums) and state.phase_number != OVER:
            added = sums.log_odds(state) - sums.linear.log_odds(state)
            if added:
                found["units"] = -added if seat(player) is Player.TWO else added
        return dict(sorted(found.items(), key=lambda one: -abs(one[1])))

    def to_json(self) -> str:
        """Return the weights as text, with a line for each feature and period.

        >>> unit = Unit({"coins": 0.5}, {}, bias=[0] * 10, output=[0.1] * 10)
        >>> evaluation = NetEvaluation({"coins": 0.1}, [unit])
        >>> NetEvaluation.from_json(evaluation.to_json()).units == evaluation.units
        True
        """
        units = [
            {
                "mine": _listed(unit.mine),
                "theirs": _listed(unit.theirs),
                "bias": list(unit.bias),
                "output": list(unit.output),
            }
            for unit in self._units
        ]
        return files.to_text(self._periods, self._catalogue, self._origin, units)

    @classmethod
    def _made(
        cls,
        periods: Sequence[Weights],
        units: Sequence[object],
        cards: Catalogue,
        origin: Mapping[str, object],
    ) -> Self:
        made = []
        for unit in units:
            if not isinstance(unit, dict) or set(unit) != _PARTS:
                parts = ", ".join(sorted(_PARTS))
                raise FormatError([f"weights: expected {parts} of a unit, got {shown(unit)}"])
            made.append(Unit(**unit))
        return cls(periods, made, cards, origin=origin)

    def __getstate__(self) -> dict[str, object]:
        """Return the arguments, and what a derived class has added."""
        return kept_of(self, {**self._arguments(), "units": self._units}, _MADE)

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Start again with the same arguments."""
        remake(self, kept, NetEvaluation.__init__)

    def __repr__(self) -> str:
        """Return the number of weights and units, and the catalogue."""
        number = len({name for table in self._periods for name in table})
        return (
            f"<NetEvaluation of {number} features and {len(self._units)} units of "
            f"{self._catalogue.name}>"
        )


_MADE: Final = frozenset((*LinearEvaluation.__slots__, *NetEvaluation.__slots__))
"""The attributes that the arguments make."""
_PARTS: Final = frozenset(one.name for one in attrs.fields(Unit))


def _copied(unit: Unit) -> Unit:
    mine, theirs = (
        {name: weight if is_number(weight) else copy(weight) for name, weight in weights.items()}
        for weights in (unit.mine, unit.theirs)
    )
    return Unit(mine, theirs, copy(unit.bias), copy(unit.output))


def _listed(weights: Mapping[str, float | Sequence[float]]) -> dict[str, object]:
    return {name: weight if is_number(weight) else list(weight) for name, weight in weights.items()}


def is_seen(name: str) -> bool:
    """Return whether a unit can have weights of a feature.

    Args:
        name: the name of a feature of a player.
    """
    return name in _SEEN or name.endswith(" cards") or _is_thing(name)


def _is_thing(name: str) -> bool:
    """Return whether a feature says that a player has a certain thing."""
    return name.partition(" ")[0] in _THINGS and name not in _COUNTS


def _steps(weights: Weights, catalogue: Catalogue) -> Table:
    """Return the weights of a unit in whole steps, for each value."""
    found = {}
    for name, values in read_table(weights, catalogue).items():
        if not is_seen(name):
            raise UnknownNameError(
                f"a unit cannot have weights of {shown(name)}, which has linear ones only; expected "
                "coins, lead, tokens ahead, cards of a colour, or one building, symbol, pair, token or "
                "wonder"
            )
        found[name] = tuple([float(_rounded(value, STEPS)) for value in values])
    return found


def _whole(values: object, name: str, steps: int, most: float) -> list[int]:
    """Return a number for each period in whole steps."""
    given = list(values) if isinstance(values, list | tuple) else []
    if len(given) != len(PERIODS) or not all(
        is_number(value) and abs(value) <= most for value in given
    ):
        raise WrongTypeError(
            f"expected a list of {len(PERIODS)} numbers from {-most:g} to {most:g} as {name} of a unit, "
            f"got {shown(values)}"
        )
    return [_rounded(value, steps) for value in given]


def _rounded(value: float, steps: int) -> int:
    return floor(value * steps + 0.5)
