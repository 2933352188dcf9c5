"""The rows of the tables of a report, made of its sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wonders_duel.engine.counting import SOURCES
from wonders_duel.enums import Age, Colour
from wonders_duel.statistics import layout as places
from wonders_duel.statistics.intervals import EVEN, Mean, Share
from wonders_duel.statistics.layout import (
    ACTIONS,
    AGES,
    ENDINGS,
    MOST_PICKS,
    ROLES,
    WAYS,
    layout_of,
)
from wonders_duel.text.summary import Row

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.statistics.report import Report

__all__ = ["FIELDS", "rows_of"]

Value = str | int | float | None


def _ranged(name: str) -> tuple[str, str, str]:
    """Return the names of a figure and of the ends of its interval."""
    return name, f"{name}_low", f"{name}_high"


def _wins(before: str = "") -> tuple[str, ...]:
    """Return the names of a share of victories and its lift."""
    return *_ranged(f"{before}win_share"), *_ranged(f"{before}lift")


_OF_BUILDING: Final = (
    "building",
    "name",
    "age",
    "colour",
    "taken",
    "constructed",
    *_ranged("constructed_share"),
    "by_chain",
    "revived",
    "by_card",
    "discarded",
    *_ranged("discarded_share"),
    "buried",
    *_ranged("buried_share"),
    "destroyed",
    *_wins(),
    *_wins("discarded_"),
)

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "summary": (
        "figure",
        "kind",
        "count",
        "number",
        *_ranged("value"),
        "reference",
        "reference_games",
        "reference_source",
    ),
    "victories": (
        "victory",
        "games",
        *_ranged("share"),
        "by_first",
        *_ranged("by_first_share"),
    ),
    "lengths": ("games", "number", *_ranged("moves"), "deviation", "least", "most"),
    "points": ("source", *(name for role in ROLES for name in _ranged(role))),
    "ages": (
        "age",
        "games",
        "ended",
        *_ranged("ended_share"),
        *(name for action in ACTIONS for name in _ranged(action)),
    ),
    "draft": (
        "wonder",
        "name",
        "offered_first",
        "picked_first",
        *_ranged("picked_first_share"),
        *_wins(),
        *(f"pick_{pick}" for pick in range(1, MOST_PICKS + 1)),
    ),
    "wonders": (
        "wonder",
        "name",
        "drafted",
        *_wins("drafted_"),
        "mean_pick",
        "built",
        *_ranged("built_share"),
        *_wins("built_"),
        *(f"built_in_age_{age}" for age in AGES),
        "reference_tier",
    ),
    "tokens": (
        "token",
        "name",
        "on_board",
        "taken",
        *_ranged("taken_share"),
        "from_board",
        "drawn",
        "from_box",
        "by_card",
        *_wins(),
    ),
    "guilds": _OF_BUILDING,
    "buildings": _OF_BUILDING,
}
"""The fields of each table, in order."""


def _of_share(share: Share) -> tuple[Value, Value, Value]:
    """Return a share and the ends of its interval."""
    return share.share, share.low, share.high


def _of_wins(share: Share) -> tuple[Value, ...]:
    """Return a share of victories and its lift, each with the ends of its interval."""
    lifts: tuple[Value, ...] = (share.lift, share.low - EVEN, share.high - EVEN)
    return *_of_share(share), *lifts


def _of_mean(mean: Mean) -> tuple[Value, Value, Value]:
    """Return a mean and the ends of its interval."""
    return mean.mean, mean.low, mean.high


class _Contents:
    """The counters of a report, by what they count."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.layout = layout_of(report.catalogue)
        self.counts, self._uses, self._halves, self._numbers = report.sums

    def uses(self, number: int, *starts: int) -> int:
        """Return how often a card was used in some ways."""
        return sum(self._uses[start + number] for start in starts)

    def wins(self, number: int, *starts: int) -> Share:
        """Return the share of the victories of the players who used a card in some ways."""
        halves = sum(self._halves[start + number] for start in starts)
        return self.share(halves / 2, self.uses(number, *starts))

    def share(self, count: float, number: int) -> Share:
        return Share(count, number, self.report.confidence)

    def mean(self, place: int) -> Mean:
        return Mean(*self._numbers[place], self.report.confidence)

    # -- games ------------------------------------------------------------------------------------

    def summary(self) -> Iterator[tuple[Value, ...]]:
        counts, games = self.counts, self.report.games
        by_first = counts[places.BY_FIRST : places.BY_SECOND]
        by_second = counts[places.BY_SECOND : places.BY_BLUE]
        ended = {
            ending: one + two for ending, one, two in zip(ENDINGS, by_first, by_second, strict=True)
        }
        shared = ended["shared"]
        first = sum(by_first) - shared
        yield self._share("first player wins", first, games)
        left_out = "first player wins decided games"
        yield self._share(left_out, first, games - shared)
        for ending in ("civilian", "military", "scientific", "shared"):
            yield self._share(f"{ending} victories", ended[ending], games)
        yield self._share("resignations", ended["resignation"], games)
        yield self._share("faults of bots", ended["fault"], games)
        yield self._share("ties broken by blue buildings", counts[places.BY_BLUE], games)
        yield self._mean("moves of a game", places.LENGTHS)
        names = ("the winner", "the loser", "the first player", "the second player")
        for role, name in enumerate(names):
            place = places.POINTS + (role + 1) * places.PER_ROLE - 1
            yield self._mean(f"points of {name}", place)
        yield self._mean("lead of the winner", places.MARGIN)
        declined = counts[places.DECLINED]
        name = "progress tokens declined"
        yield (name, "count", declined, games, declined, None, None, *self._reference(name))

    def _share(self, name: str, count: int, number: int) -> tuple[Value, ...]:
        found = _of_share(self.share(count, number))
        return (name, "share", count, number, *found, *self._reference(name))

    def _mean(self, name: str, place: int) -> tuple[Value, ...]:
        mean = self.mean(place)
        return (name, "mean", None, mean.number, *_of_mean(mean), *self._reference(name))

    def _reference(self, name: str) -> tuple[Value, Value, Value]:
        reference = self.report.reference
        figure = None if reference is None else reference.figures.get(name)
        return (None, None, None) if figure is None else (figure.value, figure.games, figure.source)

    def victories(self) -> Iterator[tuple[Value, ...]]:
        counts = self.counts
        for place, ending in enumerate(ENDINGS):
            is_shared = ending == "shared"
            first = counts[places.BY_FIRST + place]
            games = first + counts[places.BY_SECOND + place]
            share = _of_share(self.share(games, self.report.games))
            by: tuple[Value, ...] = (first, *_of_share(self.share(first, games)))
            yield (ending, games, *share, *((None,) * 4 if is_shared else by))

    def lengths(self) -> Iterator[tuple[Value, ...]]:
        for place, way in enumerate(WAYS):
            mean = self.mean(places.LENGTHS + place)
            ends: tuple[Value, ...] = (mean.least, mean.most) if mean.number else (None, None)
            yield (way, mean.number, *_of_mean(mean), mean.deviation, *ends)

    def points(self) -> Iterator[tuple[Value, ...]]:
        for place, source in enumerate((*SOURCES, "total")):
            means = (
                self.mean(places.POINTS + role * places.PER_ROLE + place)
                for role in range(len(ROLES))
            )
            yield (source, *(value for mean in means for value in _of_mean(mean)))

    def ages(self) -> Iterator[tuple[Value, ...]]:
        counts, games = self.counts, self.mean(places.LENGTHS).number
        for place, age in enumerate(AGES):
            reached, ended = counts[places.REACHED + place], counts[places.ENDED + place]
            first = places.IN_AGES + place * len(ACTIONS)
            means = [self.mean(first + action) for action in range(len(ACTIONS))]
            share = _of_share(self.share(ended, games))
            numbers = (value for mean in means for value in _of_mean(mean))
            yield (str(Age(age)), reached, ended, *share, *numbers)

    # -- cards ------------------------------------------------------------------------------------

    def draft(self) -> Iterator[tuple[Value, ...]]:
        layout = self.layout
        for number, wonder in enumerate(self.report.catalogue.wonder_list):
            offered = self.uses(number, layout.offered)
            picks = [self.uses(number, start) for start in layout.picked]
            # A game that starts amid the draft has no first pick, so there are never more.
            wins = self.wins(number, layout.picked[0])
            share = self.share(picks[0], offered)
            yield (*_card(wonder), offered, picks[0], *_of_share(share), *_of_wins(wins), *picks)

    def wonders(self) -> Iterator[tuple[Value, ...]]:
        layout, reference = self.layout, self.report.reference
        for number, wonder in enumerate(self.report.catalogue.wonder_list):
            hand = self.uses(number, layout.hand)
            picks = [self.uses(number, start) for start in layout.picked]
            total = sum(pick * count for pick, count in enumerate(picks, start=1))
            built = self.uses(number, *layout.built)
            tier = None
            if reference is not None and f"wonder {wonder.id}" in reference.figures:
                tier = round(reference.figures[f"wonder {wonder.id}"].value)
            yield (
                *_card(wonder),
                hand,
                *_of_wins(self.wins(number, layout.hand)),
                total / sum(picks) if any(picks) else None,
                built,
                *_of_share(self.share(built, hand)),
                *_of_wins(self.wins(number, *layout.built)),
                *(self.uses(number, start) for start in layout.built),
                tier,
            )

    def tokens(self) -> Iterator[tuple[Value, ...]]:
        layout = self.layout
        ways = (layout.from_board, layout.from_box, layout.token_by_card)
        for number, token in enumerate(self.report.catalogue.token_list):
            taken = self.uses(number, *ways)
            yield (
                *_card(token),
                self.uses(number, layout.on_board),
                taken,
                *_of_share(self.share(taken, self.report.games)),
                self.uses(number, layout.from_board),
                self.uses(number, layout.drawn),
                self.uses(number, layout.from_box),
                self.uses(number, layout.token_by_card),
                *_of_wins(self.wins(number, *ways)),
            )

    def guilds(self) -> Iterator[tuple[Value, ...]]:
        return self._buildings(are_guilds=True)

    def buildings(self) -> Iterator[tuple[Value, ...]]:
        return self._buildings(are_guilds=False)

    def _buildings(self, *, are_guilds: bool) -> Iterator[tuple[Value, ...]]:
        layout = self.layout
        in_turn = (layout.paid, layout.by_chain, layout.taken_by_card)
        ways = (layout.paid, layout.by_chain, layout.revived, layout.by_card)
        for number, building in enumerate(self.report.catalogue.building_list):
            if (building.colour is Colour.PURPLE) is not are_guilds:
                continue
            used = self.uses(number, *in_turn)
            discarded = self.uses(number, layout.discarded)
            buried = self.uses(number, layout.buried)
            taken = used + discarded + buried
            yield (
                *_card(building),
                str(building.age),
                building.colour.value,
                taken,
                self.uses(number, *ways),
                *_of_share(self.share(used, taken)),
                self.uses(number, layout.by_chain),
                self.uses(number, layout.revived),
                self.uses(number, layout.by_card),
                discarded,
                *_of_share(self.share(discarded, taken)),
                buried,
                *_of_share(self.share(buried, taken)),
                self.uses(number, layout.destroyed),
                *_of_wins(self.wins(number, *ways)),
                *_of_wins(self.wins(number, layout.discarded)),
            )


def _card(card: Card) -> tuple[str, str]:
    return card.id, card.name


_ROWS: Final[Mapping[str, Callable[[_Contents], Iterable[tuple[Value, ...]]]]] = {
    "summary": _Contents.summary,
    "victories": _Contents.victories,
    "lengths": _Contents.lengths,
    "points": _Contents.points,
    "ages": _Contents.ages,
    "draft": _Contents.draft,
    "wonders": _Contents.wonders,
    "tokens": _Contents.tokens,
    "guilds": _Contents.guilds,
    "buildings": _Contents.buildings,
}


def rows_of(report: Report, table: str) -> list[Row]:
    """Return the rows of a table.

    Args:
        report: the report.
        table: the name of the table, one of :data:`FIELDS`.
    """
    names = FIELDS[table]
    return [dict(zip(names, values, strict=True)) for values in _ROWS[table](_Contents(report))]
