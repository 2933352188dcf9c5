"""Pictures of positions and their parts, and web pages of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from wonders_duel.build import later
from wonders_duel.engine.moves import Move
from wonders_duel.errors import WrongTypeError
from wonders_duel.game import Game
from wonders_duel.languages import Language
from wonders_duel.record import Record
from wonders_duel.render.themes import Theme
from wonders_duel.state import State
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.render.drawing.parts import Part
    from wonders_duel.render.drawing.pieces import Layout
    from wonders_duel.search.analysis import Analysis
else:
    Analysis = later("wonders_duel.search.analysis", "Analysis")
    Layout = later("wonders_duel.render.drawing.pieces", "Layout")
    Part = later("wonders_duel.render.drawing.parts", "Part")

__all__ = ["animate", "chart", "svg"]

NARROWEST: Final = 16
WIDEST: Final = 20_000
"""The minimum and maximum width of a picture, in pixels."""


def svg(
    thing: State | Game | Part,
    *,
    theme: Theme | str = "light",
    width: float | None = None,
    last_move: Move | None = None,
    legal_moves: bool = False,
    sentences: bool = False,
    names: tuple[str, str] | None = None,
    language: Language | str = "en",
    title: str | None = None,
    layout: Layout = "wide",
    slots: bool = False,
) -> str:
    """Draw a position, a part of one, or a score sheet, as an SVG document.

    The document is self-contained: it loads no fonts, images or scripts. The same arguments
    give the same document in every process. One page can contain several documents.

    Args:
        thing: a ``State`` or a ``Game`` for the whole table; or a ``Building``, ``Wonder``,
            ``BuiltWonder``, ``ProgressToken``, ``MilitaryToken``, ``City``, ``Structure``,
            ``Track`` or ``Score``.
        theme: ``light``, ``dark`` or a custom theme.
        width: the width in pixels, from 16 to 20,000; the height follows from it. The default
            depends on the kind of picture, and is 1,220 for a table, or 390 in the tall layout.
        last_move: the move to mark in a state; for a game, its last move by default.
        legal_moves: whether to mark the cards, wonders and tokens of legal moves, with prices;
            for states and games.
        sentences: whether to write the kind, cost and sentences of a card beside it, as
            returned by :meth:`.Language.sentences`; for buildings, wonders and tokens.
        names: the names of the players; for a game, those of its players by default.
        language: the language, such as ``en``.
        title: the title, for screen readers and tooltips; generated if left out.
        layout: for states and games: ``wide`` has the cities at both sides of the structure;
            ``tall`` has its parts stacked, for phones: at its width of 390 pixels, no
            letter is smaller than 10 pixels. All states of a game have the same height in a layout,
            except that ``tall`` is higher with ``legal_moves`` while a player chooses a card of the
            discard pile, of which it only shows the number otherwise. A custom structure that is
            too wide for its place is scaled down.
        slots: whether to write the numbers of the slots on the cards of the structure, as used by
            messages and chance outcomes; for states and games.

    With ``legal_moves``, everything that a move is about is in a group with the class ``legal`` and
    another one for what it is (``card``, ``wonder``, ``token``, ``discarded``, ``opposing``,
    ``begin``, ``decline``, and ``own`` for a building of the player who chooses, which only a custom
    choice offers). Its attribute ``data-move`` has the text of a legal move (for an
    accessible card the construction, if that is legal), and ``data-moves`` those of all moves about
    it, separated by ``; ``. Every card of the structure has ``data-slot``. So a web page can make the
    picture clickable without knowing the rules. Only a custom choice can offer cards that are not
    in the picture, such as progress tokens in the box.

    Returns:
        The document without an XML declaration, so that it can be embedded in HTML.

    Raises:
        WrongTypeError: ``thing`` cannot be drawn, the width is out of range, or another
            argument has the wrong type.
        UnknownNameError: there is no such theme, language or layout.

    >>> from wonders_duel import Game, catalogue
    >>> picture = svg(Game(seed=1).state, theme="dark", legal_moves=True)
    >>> picture[:40], picture[-6:]
    ('<svg xmlns="http://www.w3.org/2000/svg" ', '</svg>')
    >>> "Baths" in svg(catalogue.buildings["baths"], width=100)
    True
    >>> picture = svg(Game(seed=1), legal_moves=True, layout="tall")
    >>> picture.count('class="legal wonder"')
    4
    >>> picture = svg(catalogue.tokens["theology"], sentences=True, language="fi")
    >>> "Teologia" in picture
    True
    """
    from wonders_duel.render.drawing.scenes import document, scene  # noqa: PLC0415 - only needed for drawing

    pixels = _pixels(width)
    drawn = scene(
        thing,
        theme=theme,
        last_move=last_move,
        legal_moves=legal_moves,
        sentences=sentences,
        names=names,
        language=language,
        title=title,
        layout=layout,
        slots=slots,
    )
    return document(drawn, pixels)


def animate(
    game: Game | Record,
    *,
    theme: Theme | str = "auto",
    language: Language | str = "en",
    title: str | None = None,
    analyses: Iterable[Analysis] | None = None,
) -> str:
    """Return a game as a web page to step through.

    The page is a single file that loads nothing else. The arrow keys go to the previous and next
    position, Page Up and Page Down to the beginnings of the ages, Home and End to the first and
    last position, and the space bar plays the game; there are also buttons, a slider, a list of the
    moves, and a chart of points, coins and the conflict pawn, in which a click jumps to the
    position. Where there is little room the drawings have the tall layout, and a swipe leads to the
    next position. ``#12`` after the address of the page leads to the position after move 12. The page contains public information only, so you can share
    the page of an unfinished game.

    Args:
        game: a game, finished or not, or a record.
        theme: ``auto`` for the colour scheme of the reader, ``light``, ``dark`` or a custom
            theme.
        language: the language of names and sentences.
        title: the title of the page; the names of the players if left out.
        analyses: analyses of the decisions, such as those of
            :func:`wonders_duel.search.review`; the chart then shows the win probability.

    Returns:
        An HTML document.

    Raises:
        RecordError: the record contradicts the rules.
        UnknownNameError: there is no such theme or language.
        WrongTypeError: ``game`` is neither a game nor a record, or another argument has the
            wrong type.

    >>> from wonders_duel import Game
    >>> game = Game(seed=1)
    >>> state = game.play(game.legal_moves[0])
    >>> page = animate(game)
    >>> page.startswith("<!DOCTYPE html>"), "https://" in page
    (True, False)
    """
    from wonders_duel.render.pages.animation import page  # noqa: PLC0415 - see above

    return page(game, theme, language, title, analyses)


def chart(
    game: Game | Record,
    *,
    theme: Theme | str = "light",
    width: float | None = None,
    language: Language | str = "en",
    title: str | None = None,
    analyses: Iterable[Analysis] | None = None,
) -> str:
    """Draw the course of a game as an SVG document: points, coins and the conflict pawn, move by move.

    The lines have the colours of the players. The pawn rises towards the capital of player two.

    Args:
        game: a game, finished or not, or a record.
        theme: ``light``, ``dark`` or a custom theme.
        width: the width in pixels, from 16 to 20,000; 640 by default.
        language: the language of the labels.
        title: the title, for screen readers and tooltips; generated if left out.
        analyses: analyses of the decisions, such as those of
            :func:`wonders_duel.search.review`; the win probability of player one is then drawn, too.

    Returns:
        The document without an XML declaration, so that it can be embedded in HTML.

    Raises:
        RecordError: the record contradicts the rules.
        UnknownNameError: there is no such theme or language.
        WrongTypeError: ``game`` is neither a game nor a record, the width is out of range, or another
            argument has the wrong type.

    >>> from wonders_duel import Game
    >>> picture = chart(Game(seed=1), theme="dark")
    >>> "Points of Player one" in picture, picture[-6:]
    (True, '</svg>')
    """
    from wonders_duel.render.drawing.course import course_scene  # noqa: PLC0415 - see above
    from wonders_duel.render.drawing.scenes import document  # noqa: PLC0415

    pixels = _pixels(width)
    drawn = course_scene(game, theme=theme, language=language, title=title, analyses=analyses)
    return document(drawn, pixels)


def _pixels(width: object) -> float | None:
    """Return the width of a picture, checked."""
    if width is None:
        return None
    if (
        isinstance(width, bool)
        or not isinstance(width, (int, float))
        or not NARROWEST <= width <= WIDEST  # also false for NaN
    ):
        raise WrongTypeError(
            f"expected a width in pixels from {NARROWEST} to {WIDEST}, got {shown(width)}"
        )
    return width
