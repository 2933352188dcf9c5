"""Published figures to compare a report with, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.support.arguments import expect, expect_number, is_finite
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = ["REFERENCES", "Reference", "ReferenceFigure", "as_reference"]


def _number(value: float) -> float:
    if not is_finite(value):
        raise WrongTypeError(f"expected a number as value of a figure, got {shown(value)}")
    return float(value)


def _count(value: int | None) -> int | None:
    if value is not None:
        expect_number(value, 0, "the number of games")
    return value


def _is_text(_: object, attribute: attrs.Attribute[str], value: object) -> None:
    expect(value, str, f"a text as {attribute.name} of a reference")


@attrs.frozen
class ReferenceFigure:
    """One figure of a reference.

    Attributes:
        value: the figure: a share, 0.0 to 1.0, or a mean.
        games: the number of games that it was computed from; ``None`` if that is not published.
        source: where it was published.

    Raises:
        WrongTypeError: a value has another type.

    >>> ReferenceFigure(0.532, games=2_000_000, source="an independent engine").value
    0.532
    """

    value: float = attrs.field(converter=_number)
    games: int | None = attrs.field(converter=_count)
    source: str = attrs.field(validator=_is_text)


def _figures(given: Mapping[str, ReferenceFigure]) -> dict[str, ReferenceFigure]:
    expect(given, Mapping, "a mapping of figures")
    for name, figure in given.items():
        expect(name, str, "the name of a figure")
        expect(figure, ReferenceFigure, "a ReferenceFigure")
    return dict(given)


@attrs.frozen
class Reference:
    """Figures of other games, which a report shows beside its own.

    Attributes:
        name: a short name, for headings.
        about: what games these are, as a sentence.
        figures: the figures by name. The names are the values of the column ``figure`` of the table
            ``summary``; ``wonder`` and an id is the tier of a wonder, 1 for the best.

    Raises:
        WrongTypeError: a value has another type.

    >>> club = {"civilian victories": ReferenceFigure(0.61, 120, "our club in 2025")}
    >>> reference = Reference("club", "Games of our club.", club)
    >>> from wonders_duel.statistics import Collector
    >>> report = Collector().report(reference=reference)
    >>> [
    ...     row["reference"]
    ...     for row in report.rows("summary")
    ...     if row["figure"] == "civilian victories"
    ... ]
    [0.61]
    """

    name: str = attrs.field(validator=_is_text)
    about: str = attrs.field(validator=_is_text)
    figures: dict[str, ReferenceFigure] = attrs.field(converter=_figures, repr=False, hash=False)


# -- random play ----------------------------------------------------------------------------------

_INDEPENDENT: Final = "2,000,000 games of random play by an independent engine"
_TWO_ENGINES: Final = (
    "3,000 games of random play by each of two engines, dfomin/7wd and joelbruns9/boardgame-ai"
)
_MANY: Final = 2_000_000
_BOTH: Final = 6_000


def _random() -> Reference:
    def many(value: float) -> ReferenceFigure:
        return ReferenceFigure(value, _MANY, _INDEPENDENT)

    def both(value: float, games: int = _BOTH) -> ReferenceFigure:
        return ReferenceFigure(value, games, _TWO_ENGINES)

    figures = {
        "first player wins": many(0.532),
        "first player wins decided games": both((1557 + 1559) / (2993 + 2995), 5988),
        "civilian victories": many(round(1 - 0.034 - 0.0011 - 0.0013, 4)),
        "military victories": many(0.034),
        "scientific victories": many(0.0011),
        "shared victories": many(0.0013),
        "moves of a game": many(71.59),
        "points of the winner": both((43.2 + 43.4) / 2),
        "points of the loser": both((32.3 + 31.9) / 2),
        "points of the first player": many(38.3),
        "points of the second player": many(37.2),
    }
    about = (
        "Both players choose each legal move with the same probability. Most figures are of "
        "2,000,000 games of an independent engine; those of winners and losers, and of decided "
        "games, of 6,000 games of two others."
    )
    return Reference("random play", about, figures)


# -- strong self-play -----------------------------------------------------------------------------

_ZEUS: Final = (
    "ZeusAI (Paolini, Moreschini, Veneziano, Iraci: arXiv 2406.00741, IEEE CoG 2024), as quoted by "
    "others who read the paper"
)
_TIERS: Final = (
    (
        "the-temple-of-artemis",
        "piraeus",
        "the-hanging-gardens",
        "the-appian-way",
        "the-sphinx",
    ),
    ("the-statue-of-zeus", "the-great-library"),
    ("the-mausoleum", "circus-maximus", "the-colossus"),
    ("the-great-lighthouse",),
    ("the-pyramids",),
)


def _self_play() -> Reference:
    shares = {
        "first player wins": (0.668, 10_000),
        "civilian victories": (0.617, None),
        "scientific victories": (0.214, None),
        "military victories": (0.169, None),
    }
    figures = {name: ReferenceFigure(*figure, _ZEUS) for name, figure in shares.items()}
    for tier, wonders in enumerate(_TIERS, start=1):
        for wonder in wonders:
            figures[f"wonder {wonder}"] = ReferenceFigure(tier, None, _ZEUS)
    about = (
        "Games of ZeusAI, a neural network with tree search, against itself after training. The "
        "figures are second-hand: quoted from the paper by others."
    )
    return Reference("strong self-play", about, figures)


# -- people ---------------------------------------------------------------------------------------

_MATTLE: Final = "463 games on mattle.online, BoardGameGeek thread 1630458"
_WBC: Final = "156 games at the World Boardgaming Championships 2016, BoardGameGeek thread 1627117"


def _people() -> Reference:
    games = 463
    counts = {
        "first player wins": (245, games),
        "first player wins decided games": (245, 457),
        "civilian victories": (237, games),
        "military victories": (107, games),
        "scientific victories": (113, games),
        "shared victories": (6, games),
    }
    figures = {
        name: ReferenceFigure(count / number, number, _MATTLE)
        for name, (count, number) in counts.items()
    }
    return Reference("people online", "463 games that people played on mattle.online.", figures)


def _tournament() -> Reference:
    name = "first player wins decided games"
    figures = {name: ReferenceFigure(97 / 156, 156, _WBC)}
    about = "156 games at the World Boardgaming Championships 2016; the first player won 97."
    return Reference("tournament", about, figures)


REFERENCES: Final[Mapping[str, Reference]] = MappingProxyType(
    {
        "random": _random(),
        "self-play": _self_play(),
        "people": _people(),
        "tournament": _tournament(),
    }
)
"""The published references by the names that ``reference=`` takes."""


def as_reference(reference: Reference | str | None) -> Reference | None:
    """Return a reference, by name or unchanged.

    Args:
        reference: a name in :data:`REFERENCES`, a reference, or ``None``.

    Raises:
        UnknownNameError: there is no such reference.
        WrongTypeError: it is something else.
    """
    if reference is None or isinstance(reference, Reference):
        return reference
    if not isinstance(reference, str):
        raise WrongTypeError(f"expected a Reference or its name, got {shown(reference)}")
    found = REFERENCES.get(reference)
    if found is None:
        hint = nearest(reference, REFERENCES)
        raise UnknownNameError(
            f"unknown reference {shown(reference)}; expected {one_of(REFERENCES)}{hint}"
        )
    return found
