"""Web pages to step through a game."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

import attrs

from wonders_duel.game import Game
from wonders_duel.history.resignation import Resignation
from wonders_duel.languages import language as language_of
from wonders_duel.languages.seats import seats
from wonders_duel.record import Record
from wonders_duel.render.drawing.markup import number
from wonders_duel.render.drawing.pen import pen
from wonders_duel.render.drawing.table import TableOptions, table
from wonders_duel.render.telling import NarrationBuilder
from wonders_duel.render.themes import as_theme
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.render.drawing.picture import Scene
    from wonders_duel.render.telling import Fragment
    from wonders_duel.render.themes import Theme

__all__ = ["page"]


@attrs.frozen
class _Frame:
    """One position of the page."""

    label: str
    """The move before it, for the list of moves."""
    told: str
    """The label and the consequences of the move, one per line."""
    scene: Scene
    """The drawing."""


def page(
    game: Game | Record, theme: Theme | str, language: Language | str, title: str | None
) -> str:
    """Return a game as a web page; see :func:`wonders_duel.render.animate`.

    Args:
        game: a game or a record.
        theme: the colours.
        language: the language of names and sentences.
        title: the title of the page; the names of the players if left out.

    Raises:
        RecordError: the record contradicts the rules.
        UnknownNameError: there is no such theme or language.
        WrongTypeError: ``game`` is neither a game nor a record, or another argument has the
            wrong type.
    """
    expect(game, (Game, Record), "a Game or a Record")
    if title is not None:
        expect(title, str, "a title as text")
    record = game.record() if isinstance(game, Game) else game
    to, colours = language_of(language), as_theme(theme)
    one, two = (player.name or seat for player, seat in zip(record.players, seats(to), strict=True))
    frames = list(_frames(record, (one, two), colours, to))
    heading = title if title is not None else f"{one} \N{EN DASH} {two}"
    tags = [f"{key}: {value}" for key, value in record.tags.items() if key != "seed"]
    return _page(heading, " \N{MIDDLE DOT} ".join(tags), frames, colours, to)


def _frames(
    record: Record, names: tuple[str, str], colours: Theme, to: Language
) -> Iterator[_Frame]:
    """Return the positions in order, beginning with the one before the first move."""
    builder = NarrationBuilder(names, to)
    held = pen(colours, to, record.catalogue)
    resigned = record.result.player if isinstance(record.result, Resignation) else None
    setup, start = record.opening()
    steps = list(record.replay())
    result = (steps[-1].after if steps else start).result or record.result
    end = [] if result is None else [*builder.end(result)]

    label = to.say("The beginning")
    told = [label, *_texts(builder.opening(setup, start)), *_texts([] if steps else end)]
    options = TableOptions(names=names, resigned=None if steps else resigned)
    yield _Frame(label, "\n".join(told), table(held, start, options))
    for count, step in enumerate(steps, start=1):
        is_last = count == len(steps)
        action, *others = _texts(builder.step(step))
        label = f"{count}. {names[step.player]}: {action}"
        told = [label, *others, *_texts(end if is_last else [])]
        options = TableOptions(
            names=names,
            last_move=step.move,
            last_player=step.player,
            resigned=resigned if is_last else None,
        )
        yield _Frame(label, "\n".join(told), table(held, step.after, options))


def _texts(told: Iterable[Fragment]) -> list[str]:
    return [piece.text for piece in told]


def _page(
    heading: str, remarks: str, frames: Sequence[_Frame], colours: Theme, to: Language
) -> str:
    """Return the page."""
    definitions: dict[str, str] = {}
    for frame in frames:
        definitions.update(frame.scene.definitions)
    script = _file("player.js")
    first = frames[0]
    data = {
        "frames": [
            {
                "body": frame.scene.body,
                "title": frame.label,
                "description": frame.scene.description,
                "told": frame.told,
            }
            for frame in frames
        ],
        "words": {"play": to.say("Play"), "pause": to.say("Pause")},
    }
    texts = {
        "heading": heading,
        "remarks": remarks,
        "first_title": first.label,
        "first_description": first.scene.description,
        "first_told": first.told,
        "to_first": to.say("First position"),
        "to_previous": to.say("Previous position"),
        "to_play": to.say("Play"),
        "to_next": to.say("Next position"),
        "to_last": to.say("Last position"),
        "moves": to.say("Moves"),
        "no_script": to.say("Enable JavaScript to step through the game."),
    }
    return Template(_file("page.html")).substitute(
        {word: escape(text) for word, text in texts.items()},
        language=to.code,
        colours=_colours(colours),
        style=_file("player.css"),
        script=script,
        digest=b64encode(sha256(script.encode()).digest()).decode(),
        definitions="".join(definitions.values()),
        # The size of the largest frame, so that nothing moves between frames.
        width=number(max(frame.scene.width for frame in frames)),
        height=number(max(frame.scene.height for frame in frames)),
        first_body=first.scene.body,
        last=len(frames) - 1,
        list="".join(f"<li><button>{escape(frame.label)}</button></li>\n" for frame in frames),
        # Escape "<", so that the data cannot end the script element.
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _colours(theme: Theme) -> str:
    """Return the colours of the page as CSS variables."""
    names = ("page", "panel", "line", "text", "quiet", "last")
    return " ".join(f"--{name}: {getattr(theme, name)};" for name in names)


def _file(name: str) -> str:
    """Read a template file of the page from this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
