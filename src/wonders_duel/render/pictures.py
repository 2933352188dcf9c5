"""Pictures of positions and of their parts, and of a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.errors import WrongTypeError, shown
from wonders_duel.languages import Language
from wonders_duel.render.themes import Theme

if TYPE_CHECKING:
    from wonders_duel.game import Game
    from wonders_duel.moves import Move
    from wonders_duel.record import Record
    from wonders_duel.render.drawing.parts import Part
    from wonders_duel.state import State

__all__ = ["animate", "svg"]

NARROWEST: Final = 16
WIDEST: Final = 20_000
"""Pixels that a picture can be wide."""


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
) -> str:
    """Draw a position, a part of one, or a score sheet, as an SVG document.

    The document stands by itself: no fonts, pictures or programs from elsewhere. The same
    thing gives the same text in every process. Several documents can stand in one page.

    Args:
        thing: a ``State`` or a ``Game`` for the whole table; or a ``Building``, ``Wonder``,
            ``BuiltWonder``, ``ProgressToken``, ``MilitaryToken``, ``City``, ``Structure``,
            ``Track`` or ``Score``.
        theme: ``light``, ``dark``, or a theme of your own.
        width: how many pixels it is wide, from 16 to 20,000; the height follows. Each
            kind of thing has a width of its own if left out, 1,220 for a table.
        last_move: the move to mark in a state; a game marks its own last one by itself.
        legal_moves: whether to mark what can be done: cards, wonders and tokens that can
            be taken, with prices; for states and games.
        sentences: whether to write beside a card what it is, costs and does, as
            :meth:`.Language.sentences` has it; for buildings, wonders and tokens.
        names: what to call the players; a game knows the names of its players.
        language: the language, such as ``en``.
        title: the title, for screen readers and for those who point at the picture; found
            if left out.

    Returns:
        The document, without an XML declaration, so that it can stand in HTML.

    Raises:
        WrongTypeError: something that cannot be drawn, a width that is none, or another
            argument of a wrong kind.
        UnknownNameError: there is no such theme or language.

    >>> from wonders_duel import Game, catalogue
    >>> picture = svg(Game(seed=1).state, theme="dark", legal_moves=True)
    >>> picture[:40], picture[-6:]
    ('<svg xmlns="http://www.w3.org/2000/svg" ', '</svg>')
    >>> "Baths" in svg(catalogue.buildings["baths"], width=100)
    True
    >>> told = svg(catalogue.tokens["theology"], sentences=True, language="fi")
    >>> "Teologia" in told
    True
    """
    from wonders_duel.render.drawing.scenes import document, scene  # noqa: PLC0415 - whoever draws nothing need not load it

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
    )
    return document(drawn, pixels)


def animate(
    game: Game | Record,
    *,
    theme: Theme | str = "light",
    language: Language | str = "en",
    title: str | None = None,
) -> str:
    """Return a game as a page for a browser that steps through it.

    The page is one file that fetches nothing: drawings, style and script are in it. The arrow
    keys go back and forth, Home and End to the first and the last position, the space bar plays;
    there are buttons, a slider and a list of the moves, too. ``#12`` after the address of the
    page leads to the position after move 12. It shows what was on the table and nothing more, so
    that the page of a game that goes on gives nothing away.

    Args:
        game: a game, as far as it has gone, or a record.
        theme: ``light``, ``dark``, or a theme of your own.
        language: of names and sentences.
        title: of the page; the names of the players if left out.

    Returns:
        An HTML document.

    Raises:
        RecordError: the record contradicts the rules.
        UnknownNameError: there is no such theme or language.
        WrongTypeError: something else than a game is given.

    >>> from wonders_duel import Game
    >>> game = Game(seed=1)
    >>> state = game.play(game.legal_moves[0])
    >>> page = animate(game)
    >>> page.startswith("<!DOCTYPE html>"), "https://" in page
    (True, False)
    """
    from wonders_duel.render.pages.animation import page  # noqa: PLC0415 - see above

    return page(game, theme, language, title)


def _pixels(width: object) -> float | None:
    """Return the width of a picture, or refuse what is none."""
    if width is None:
        return None
    if (
        isinstance(width, bool)
        or not isinstance(width, (int, float))
        or not NARROWEST <= width <= WIDEST  # no comparison with "not a number" holds
    ):
        raise WrongTypeError(
            f"the width of a picture is a number of pixels from {NARROWEST} to {WIDEST}, "
            f"not {shown(width)}"
        )
    return width
