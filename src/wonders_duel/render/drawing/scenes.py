"""Scenes of everything that can be drawn, and their SVG documents."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from wonders_duel.chance.outcomes import CardRevealed, ChanceOutcome
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.game import Game
from wonders_duel.languages import Language
from wonders_duel.languages import language as language_of
from wonders_duel.languages.seats import seats
from wonders_duel.render.drawing.markup import clean, element, number
from wonders_duel.render.drawing.parts import PARTS, TOLD, Part, part_scene
from wonders_duel.render.drawing.pen import pen
from wonders_duel.render.drawing.picture import Scene
from wonders_duel.render.drawing.pieces import Layout
from wonders_duel.render.drawing.table import TableOptions, table
from wonders_duel.render.themes import Theme, as_theme
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, expect_names
from wonders_duel.support.phrases import shown

__all__ = ["document", "revealed_slots", "scene"]


def scene(
    thing: State | Game | Part,
    *,
    theme: Theme | str = "light",
    last_move: Move | None = None,
    legal_moves: bool = False,
    sentences: bool = False,
    names: tuple[str, str] | None = None,
    language: Language | str = "en",
    title: str | None = None,
    layout: Layout = "wide",
    slots: bool = False,
) -> Scene:
    """Draw a position, or a part of one, with separate definitions for pages with many pictures.

    The arguments are those of :func:`svg`.

    Args:
        thing: the state, game or part.
        theme: the colours.
        last_move: the move to mark.
        legal_moves: whether to mark the legal moves.
        sentences: whether to write the sentences of a card beside it.
        names: the names of the players.
        language: the language.
        title: the title.
        layout: how a table is laid out.
        slots: whether to write the numbers of the slots.

    Raises:
        WrongTypeError: ``thing`` cannot be drawn, or an argument has the wrong type.
        UnknownNameError: there is no such theme, language or layout.
    """
    colours = as_theme(theme)
    words = language_of(language)
    if title is not None:
        expect(title, str, "a title as text")
        title = title if title.strip() else None
    expect(sentences, bool, "True or False for sentences")
    if sentences and not isinstance(thing, TOLD):
        raise WrongTypeError(
            "sentences=True needs a Building, a Wonder, a ProgressToken or a MilitaryToken, "
            f"got {shown(thing)}"
        )
    expect(slots, bool, "True or False for slots")
    expect(legal_moves, bool, "True or False for legal_moves")
    laid_out = _layout(layout)
    if isinstance(thing, (State, Game)):
        state = thing.state if isinstance(thing, Game) else thing
        options = _table_options(
            thing,
            words,
            last_move=last_move,
            legal_moves=legal_moves,
            names=names,
            title=title,
        )
        options = attrs.evolve(options, layout=laid_out, slots=slots)
        return table(pen(colours, words, state.catalogue), state, options)
    if not isinstance(thing, PARTS):
        raise WrongTypeError(
            "expected a State, a Game, a Building, a Wonder, a BuiltWonder, a ProgressToken, a "
            f"MilitaryToken, a City, a Structure, a Track or a Score, got {shown(thing)}"
        )
    if last_move is not None or legal_moves:
        raise WrongTypeError(
            f"moves are marked in a State or a Game, not in a {type(thing).__name__}"
        )
    if laid_out != "wide" or slots:
        raise WrongTypeError(
            f"layout and slots are for a State or a Game, not for a {type(thing).__name__}"
        )
    called = _names(names, words)
    return part_scene(thing, colours, words, called, title, sentences=sentences)


def _layout(layout: object) -> Layout:
    """Return a layout, checked."""
    expect(layout, str, "a layout: wide or tall")
    if layout == "wide":
        return "wide"
    if layout == "tall":
        return "tall"
    raise UnknownNameError(f"unknown layout {shown(layout)}; expected one of wide, tall")


def _names(names: object, words: Language) -> tuple[str, str]:
    """Return the names of the players, checked, or the default names."""
    return seats(words) if names is None else expect_names(names)


def _table_options(
    thing: State | Game,
    words: Language,
    *,
    last_move: Move | None,
    legal_moves: bool,
    names: tuple[str, str] | None,
    title: str | None,
) -> TableOptions:
    """Return the options of a picture of a table."""
    if last_move is not None:
        expect(last_move, BaseMove, "a move")
    called = _names(names, words)
    if isinstance(thing, State):
        return TableOptions(names=called, last_move=last_move, legal_moves=legal_moves, title=title)
    if names is None:
        one, two = thing.players
        called = (one.name or called[0], two.name or called[1])
    player = None
    revealed: frozenset[int] = frozenset()
    if last_move is None and thing.history:
        step = thing.history[-1]
        last_move, player = step.move, step.player
        revealed = revealed_slots(step.outcomes)
    return TableOptions(
        names=called,
        last_move=last_move,
        last_player=player,
        legal_moves=legal_moves,
        resigned=thing.resigned,
        title=title,
        revealed=revealed,
    )


def revealed_slots(outcomes: Iterable[ChanceOutcome]) -> frozenset[int]:
    """Return the slots whose cards were revealed.

    Args:
        outcomes: the chance outcomes after a move.
    """
    return frozenset([one.slot for one in outcomes if isinstance(one, CardRevealed)])


def document(scene: Scene, width: float | None) -> str:
    """Return a scene as an SVG document.

    Args:
        scene: the scene.
        width: the width in pixels; ``None`` for the default width of the scene.
    """
    pixels = scene.pixels if width is None else width
    fit: dict[str, str | float]
    if width is None:
        # Shrink to the available width and keep the aspect ratio. Not all viewers support a height
        # of "auto".
        fit = {"style": "max-width:100%"}
    else:
        fit = {"height": pixels * scene.height / scene.width}
    content = "".join(
        (
            element("title", clean(scene.title) or " "),
            element("desc", clean(scene.description) or " "),
            "<defs>",
            *scene.definitions.values(),
            "</defs>",
            scene.body,
        )
    )
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=pixels,
        viewBox=f"0 0 {number(scene.width)} {number(scene.height)}",
        role="img",
        **fit,
    )
