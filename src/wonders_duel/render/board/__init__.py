"""Text rendering of positions, cards and scores, for terminals, files and messages."""

from __future__ import annotations

from typing import Final, assert_never

from wonders_duel.cards import Building, Card, MilitaryToken, ProgressToken, Wonder
from wonders_duel.engine.city import City
from wonders_duel.engine.scoring import Score
from wonders_duel.engine.structure import Structure
from wonders_duel.engine.track import Track
from wonders_duel.errors import WrongTypeError
from wonders_duel.game import Game
from wonders_duel.languages import Language
from wonders_duel.languages import language as find_language
from wonders_duel.render.board.card import card_lines
from wonders_duel.render.board.city import city_lines, purse
from wonders_duel.render.board.layout import structure_lines
from wonders_duel.render.board.look import text_style
from wonders_duel.render.board.page import page
from wonders_duel.render.board.paint import painted
from wonders_duel.render.board.track import draw_track
from wonders_duel.render.sheet import sheet_lines
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import shown

__all__ = ["LEAST_WIDTH", "text"]

LEAST_WIDTH: Final = 20
"""The smallest width of a board, in columns."""
WIDTH: Final = 80


def text(
    thing: State | Game | Card | MilitaryToken | Score,
    *,
    width: int = WIDTH,
    colour: bool | None = None,
    ascii: bool = False,  # noqa: A002 - the usual name of the option
    names: tuple[str, str] | None = None,
    language: str | Language = "en",
) -> str:
    """Draw a position, a card or a score sheet as text.

    The text shows only what both players can see.

    Args:
        thing: a state; a game, with the names of its players, and a resignation; a building, a
            wonder, a progress token or a military token, for its name, cost and
            :meth:`sentences <.Language.sentences>`; or a score, for the score sheet.
        width: the maximum width in columns, at least 20. The structure is drawn from 79 columns
            on and listed below that; from 114 columns on, the cities are side by side.
        colour: whether to use colours. By default, colours are used if the standard output is a
            terminal that supports them; ``NO_COLOR``, ``FORCE_COLOR`` and ``TERM=dumb`` are
            respected. Colours need ``wonders-duel[cli]``.
        ascii: whether to use ASCII only; characters without an ASCII equivalent are escaped.
        names: the names of players one and two; not used for a card.
        language: the language or its code.

    Returns:
        Lines of at most the given width, without trailing spaces.

    Raises:
        WrongTypeError: an argument has the wrong type, or the width is below 20.
        UnknownNameError: there is no such language.

    >>> from wonders_duel import Game, catalogue
    >>> print(text(Game(seed=1).state, names=("Ann", "Ben")).splitlines()[1])
    ▶ Ann's turn: pick a wonder.
    >>> print(text(catalogue.buildings["stable"]))
    Stable
    A building of age I, red.
    Cost: 1 wood.
    Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital.
    Chain symbol horseshoe: lets you construct Horse Breeders for free.
    >>> print(text(Game(seed=1).score(), language="fr").splitlines()[-1])
    Total                                                2             2
    """
    resigned = None
    if isinstance(thing, Game):
        if names is None:
            one, two = thing.players
            names = one.name, two.name
        resigned = thing.resigned
        thing = thing.state
    if not isinstance(thing, (State, Building, Wonder, ProgressToken, MilitaryToken, Score)):
        raise WrongTypeError(
            "expected a State, a Game, a Building, a Wonder, a ProgressToken, a MilitaryToken or a "
            f"Score, got {shown(thing)}"
        )
    expect_number(width, LEAST_WIDTH, "the width")
    if colour is not None:
        expect(colour, bool, "True, False or None for colour")
    look = text_style(find_language(language), ascii=ascii, names=names)
    match thing:
        case State():
            lines = page(thing, look, width, resigned)
        case Score():
            lines = sheet_lines(thing, names, look.language, width, look.clean, look.more)
        case _:
            lines = card_lines(thing, look, width)
    return painted(lines, colour)


def plain_text(thing: State | City | Structure | Track) -> str:
    """Return the ``str`` of a state or a part of one: 80 columns, without colour.

    Args:
        thing: a state, a city, a structure or a track.
    """
    look = text_style(find_language("en"), ascii=False, names=None)
    match thing:
        case State():
            lines = page(thing, look, WIDTH)
        case City():
            lines = [purse(thing, look), *city_lines(thing, look, WIDTH)]
        case Structure():
            lines = structure_lines(thing, look, WIDTH)
        case Track():
            lines = draw_track(thing, look, WIDTH)
        case _:
            assert_never(thing)
    return painted(lines, colour=False)
