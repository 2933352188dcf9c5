"""Summaries and ratings as text, with names in full or as long as a width allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from wonders_duel.enums import Player, Victory
from wonders_duel.support.columns import columns, is_mark
from wonders_duel.support.phrases import counted

if TYPE_CHECKING:
    from wonders_duel.ratings.pairs import PairCounts
    from wonders_duel.ratings.results import BotResults, Summary
    from wonders_duel.ratings.strengths import Ratings

__all__ = ["ratings_table", "summary_lines"]

_NAME: Final = 17
"""The usual width of the names in a table."""
_SHORT_NAME: Final = 16
_LEAST_NAME: Final = 8
"""The most characters to which the names in a table are cut."""
_MOST_PAIRINGS: Final = 45
"""The most pairings that are listed: those of 10 bots."""
_OF_RATINGS: Final = (12, 19, 11, 10)
_OF_WINS: Final = (9, 9, 11, 9, 6, 9, 9)
"""The usual widths of the columns of figures, with the gaps before them."""


def ratings_table(ratings: Ratings, width: int | None = None) -> Iterator[str]:
    """Yield the lines of a table of ratings.

    Args:
        ratings: the ratings.
        width: the columns that there are; names are cut to fit. ``None`` for any number.
    """
    heading = ["player", "Elo", f"{100 * ratings.confidence:g} % interval", "score", "pairs"]
    rows = []
    for rating in ratings.players:
        low, high = rating.interval
        elo = "unknown" if rating.elo is None else f"{rating.elo:+z.1f}"
        interval = "" if low == -inf else f"{low:+z.1f} to {high:>+z6.1f}"
        rows.append([rating.name, elo, interval, f"{rating.score:.4f}", f"{rating.pairs:,}"])
    places = [f"{place:>2}  " for place in ("#", *range(1, len(rows) + 1))]
    yield from _table(heading, rows, _OF_RATINGS, width, places)
    elos = [rating.elo for rating in ratings.players]
    if inf in elos or -inf in elos:
        yield "inf: all games point one way; play more, or against bots in between."
    if None in elos:
        yield f"unknown: not connected with {ratings.anchor} by games; play more pairings."


def summary_lines(summary: Summary, width: int | None = None) -> Iterator[str]:
    """Yield the lines of a summary.

    Args:
        summary: the summary.
        width: the columns that there are; names in tables are cut to fit. ``None`` for any number.
    """
    if not summary.games:
        yield "no games"
        return
    if len(summary.pairings) == 1:
        yield from _of_two(summary)
    else:
        pairs = summary.games // 2
        yield f"{len(summary.bots)} bots, {pairs:,} pairs of games"
        yield ""
        yield from ratings_table(summary.ratings(), width)
        if len(summary.pairings) <= _MOST_PAIRINGS:
            yield ""
            yield from _pairings(summary, width)
    yield ""
    yield from _wins(summary.bots, width)
    yield ""
    yield (
        f"shared victories: {summary.shared:,}; score of seat one: {summary.seat_one:.3f}; "
        f"moves of a game: {summary.mean_moves:.1f}"
    )
    for bot in summary.bots:
        if bot.seconds_per_move is not None:
            yield f"{bot.name}: {_time(bot.seconds_per_move)} for each move"


def _of_two(summary: Summary) -> Iterator[str]:
    pairing = summary.pairings[0]
    counts = pairing.counts
    one, two = pairing.bots
    low, high = counts.score_interval()
    yield f"{one} against {two}: {counted(counts.pairs, 'pair')} of games"
    yield f"pairs by score, 0 to 1: {', '.join(f'{one:,}' for one in counts.counts)}"
    yield f"score {counts.score:.4f} ({low:.4f} to {high:.4f})"
    yield f"Elo {_elo(counts)}, normalised Elo {counts.nelo:+z.1f}, LOS {100 * counts.los:.1f} %"


def _pairings(summary: Summary, width: int | None) -> Iterator[str]:
    for pairing in summary.pairings:
        one, two = pairing.bots
        found = f"{pairing.counts.score:.3f}, Elo {_elo(pairing.counts)}"
        line = f"{one} - {two}: {found}"
        if width is not None and columns(line) > width:
            line = f"{_cut(one, _SHORT_NAME)} - {_cut(two, _SHORT_NAME)}: {found}"
        yield line


def _elo(counts: PairCounts) -> str:
    low, high = counts.elo_interval()
    return f"{counts.elo:+z.1f} ({low:+z.1f} to {high:+z.1f})"


def _wins(bots: tuple[BotResults, ...], width: int | None) -> Iterator[str]:
    heading = ["wins", "all", *map(str, Victory), "fault", "seat one", "seat two"]
    rows = []
    for bot in bots:
        kinds = [bot.wins(kind) for kind in Victory]
        seats = [bot.wins(seat=seat) for seat in Player]
        numbers = [bot.wins(), *kinds, sum(bot.by_fault), *seats]
        rows.append([bot.name, *(f"{number:,}" for number in numbers)])
    yield from _table(heading, rows, _OF_WINS, width, [""] * (len(rows) + 1))


def _table(
    heading: list[str],
    rows: list[list[str]],
    usual: Sequence[int],
    width: int | None,
    before: Sequence[str],
) -> Iterator[str]:
    """Yield the lines of a table of names and figures.

    On a narrow terminal, the columns of figures move together, the names are cut, and what does
    not fit is written below, but no figure is cut.

    Args:
        heading: the headings.
        rows: the rows: a name, and figures as text.
        usual: the usual widths of the columns of figures.
        width: the columns that there are, or ``None``.
        before: what is written before the name in each line, the same number of characters.
    """
    lines = [heading, *rows]
    needed = [max(map(columns, column)) for column in zip(*lines, strict=True)]
    name = max(_NAME, needed[0])
    widths = [max(one, need + 1) for one, need in zip(usual, needed[1:], strict=True)]
    places = list(range(len(widths)))
    if width is not None:
        room = width - len(before[0])
        if sum(widths) + min(name, _NAME) > room:
            widths = [min(one, need + 2) for one, need in zip(widths, needed[1:], strict=True)]
        while sum(widths[place] for place in places) + _LEAST_NAME > room and len(places) > 1:
            places.pop()
        name = max(_LEAST_NAME, min(name, room - sum(widths[place] for place in places)))
    for start, line in zip(before, lines, strict=True):
        figures = "".join(f"{line[place + 1]:>{widths[place]}}" for place in places)
        shown = _cut(line[0], name)
        yield f"{start}{shown}{' ' * (name - columns(shown))}{figures}".rstrip()
    if len(places) < len(widths):
        yield ""
        rest = [[line[0], *line[len(places) + 1 :]] for line in lines]
        yield from _table(rest[0], rest[1:], usual[len(places) :], width, before)


def _cut(name: str, most: int) -> str:
    """Return a name with its middle left out if it is long: variants often differ at the end."""
    if columns(name) <= most:
        return name
    start, end = name, name
    while columns(start) > most - 1 - most // 2:
        start = start[:-1]
    while columns(end) > most // 2 or is_mark(end[0]):
        end = end[1:]
    return f"{start}…{end}"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.2f} ms"
