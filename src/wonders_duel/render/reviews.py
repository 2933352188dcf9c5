"""Analyses of all decisions of a game, as lines of text: the moves with what they lose, and a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.enums import Player
from wonders_duel.render.analyses import folded, mark_word, percent
from wonders_duel.render.board.spans import WIDTH, Line, cut, line, pad, plain, tidy
from wonders_duel.render.wording import Tense, move_words
from wonders_duel.search.analysis import Mark
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.search.analysis import Analysis

__all__ = ["graph", "losses", "review_heading", "review_lines"]

_NAME: Final = 12
_DOES: Final = 34
_NUMBER: Final = 7
_MORE: Final = "\N{HORIZONTAL ELLIPSIS}"
_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_LABELS: Final = 4
_ROWS: Final = 8


def _rows(
    number: str, name: str, does: str, win: str, loss: str = "", mark: str = ""
) -> Iterator[str]:
    """Yield a line with columns of fixed widths; a long move goes on in the next line."""
    first, *rest = folded(does, _DOES)
    yield _row(number, name, first, win, loss, mark)
    for one in rest:
        yield _row("", "", one, "", "", "")


def _row(number: str, name: str, does: str, win: str, loss: str, mark: str) -> str:
    """Return a line with columns of fixed widths; a longer heading takes the room of the move."""
    room = max(_NUMBER, columns(win))
    cells: list[Line] = [
        pad((), line(number), 3, _MORE),
        pad(cut(line(name), _NAME, _MORE), (), _NAME, _MORE),
        pad(cut(line(does), _DOES, _MORE), (), _DOES + _NUMBER - room, _MORE),
        pad((), line(win), room, _MORE),
        pad((), line(loss), _NUMBER, _MORE),
    ]
    return f"{' '.join(plain(cell) for cell in cells)} {mark}".rstrip()


def review_heading(to: Language) -> str:
    """Return the heading above the lines of a review.

    Args:
        to: the language.
    """
    return _row("", "", to.say("Move"), to.say("Win %"), to.say("Loss"), "")


def review_lines(
    to: Language, names: tuple[str, str], number: int, analysis: Analysis
) -> Iterator[str]:
    """Yield the lines for a decision: the move, its win probability, its loss, and a better move.

    Args:
        to: the language.
        names: the names of the players.
        number: the number of the move, from 1.
        analysis: the analysis of the decision, with the move that was played.
    """
    played = analysis.played
    assert played is not None  # it was given to the analysis
    mark = analysis.mark
    yield from _rows(
        f"{number}",
        tidy(names[analysis.player]),
        move_words(to, played.move, names, Tense.IMPERATIVE),
        percent(to, played.win_probability, 1),
        percent(to, analysis.loss, 1) if played is not analysis.best else "",
        "" if mark is None else mark_word(to, mark),
    )
    if mark is not None:
        better = to.say(
            "better: {move}",
            move=move_words(to, analysis.best.move, names, Tense.IMPERATIVE),
        )
        yield from _rows("", "", better, percent(to, analysis.best.win_probability, 1))


def losses(to: Language, names: tuple[str, str], analyses: Sequence[Analysis]) -> Iterator[str]:
    """Yield a sentence for each player: the mean loss, and how many moves have each mark.

    Args:
        to: the language.
        names: the names of the players.
        analyses: the analyses of the decisions, with the moves that were played.
    """
    for player in Player:
        own = [one for one in analyses if one.player is player]
        total = 0.0
        for one in own:
            total += one.loss
        marks = Counter(one.mark for one in own)
        yield to.say(
            "{player}: mean loss {loss} percentage points; inaccuracies: {inaccuracies}, mistakes: {mistakes}, blunders: {blunders}.",
            player=tidy(names[player]),
            loss=percent(to, total / max(1, len(own)), 1),
            inaccuracies=marks[Mark.INACCURACY],
            mistakes=marks[Mark.MISTAKE],
            blunders=marks[Mark.BLUNDER],
        )


def graph(shares: Sequence[float], *, width: int = WIDTH, ascii: bool = False) -> Iterator[str]:  # noqa: A002 - the usual name of the option
    """Yield the lines of a graph of win probabilities.

    Args:
        shares: the probabilities from 0 to 1, at least one; neighbouring ones share a column if
            there are more of them than columns.
        width: the available columns, from 20.
        ascii: whether to use ASCII only.

    >>> for row in graph([0.5, 0.6, 0.9, 0.25], width=20):
    ...     print(row)
    100 │  ▂
        │  █
        │  █
        │ ▆█
     50 │███
        │███
        │████
      0 │████
    """
    room = width - _LABELS - 1
    each = -(-len(shares) // room)
    columns = []
    for first in range(0, len(shares), each):
        some = shares[first : first + each]
        total = 0.0
        for share in some:
            total += share
        columns.append(round(total / len(some) * _ROWS * 8))
    labels = {0: "100", _ROWS // 2: "50", _ROWS - 1: "0"}
    bar = "|" if ascii else "│"
    for row in range(_ROWS):
        base = (_ROWS - 1 - row) * 8
        filled = (min(8, max(0, column - base)) for column in columns)
        drawn = "".join(
            ("#" if eighths > 4 else " ") if ascii else _EIGHTHS[eighths]  # noqa: PLR2004 - half
            for eighths in filled
        )
        yield f"{labels.get(row, ''):>3} {bar}{drawn}".rstrip()
