"""Web pages to step through a game."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.cards import Building, ProgressToken
from wonders_duel.game import Game
from wonders_duel.history.resignation import Resignation
from wonders_duel.languages import language as language_of
from wonders_duel.languages.seats import seats
from wonders_duel.record import Record
from wonders_duel.render.course import Series, age_starts, course, shown_value, win_shares
from wonders_duel.render.drawing.lettering import FONT
from wonders_duel.render.drawing.marks import moved_card
from wonders_duel.render.drawing.markup import number
from wonders_duel.render.drawing.pen import pen
from wonders_duel.render.drawing.pieces import TableOptions
from wonders_duel.render.drawing.scenes import revealed_slots
from wonders_duel.render.drawing.table import table
from wonders_duel.render.drawing.words import age_heading
from wonders_duel.render.pages.chart import chart
from wonders_duel.render.pages.packing import Pieces
from wonders_duel.render.telling import NarrationBuilder
from wonders_duel.render.themes import COLOURS, DARK, INK, LIGHT, VICTORY_GREEN, Theme, as_theme
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.render.drawing.picture import Scene
    from wonders_duel.render.telling import Fragment
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.state import State

__all__ = ["page"]

_NAMES: Final = tuple(field.name for field in attrs.fields(Theme))
_PLACEHOLDERS: Final = Theme(**{name: f"#fe01{place:02x}" for place, name in enumerate(_NAMES)})
"""A theme of colours that occur nowhere else; the page puts CSS variables in their place."""
_PLACEHOLDER: Final = re.compile('(?<==")#fe01([0-9a-f]{2})(?=")')
"""A placeholder as the value of an attribute: names of players and cards can read the same."""
_AUTO: Final = "auto"
"""The name that stands for the colours that the reader prefers."""
_LAYOUTS: Final = ("wide", "tall")
_SENTENCE: Final = re.compile(r"[^.;:,]*[.;:,]?\s*")
_WORD: Final = re.compile(r"\S+\s*")


@attrs.frozen
class _Frame:
    """One position of the page."""

    label: str
    """The move before it, for the list of moves."""
    told: str
    """The label and the consequences of the move, one per line."""
    state: State
    """The position."""
    chip: str
    """The colour of the card of the move."""
    scenes: tuple[Scene, ...]
    """The drawings, one in each layout."""


def page(
    game: Game | Record,
    theme: Theme | str,
    language: Language | str,
    title: str | None,
    analyses: Iterable[Analysis] | None = None,
) -> str:
    """Return a game as a web page; see :func:`wonders_duel.render.animate`.

    Args:
        game: a game or a record.
        theme: the colours; ``auto`` for those that the reader prefers.
        language: the language of names and sentences.
        title: the title of the page; the names of the players if left out.
        analyses: analyses of the decisions, for the chart.

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
    to = language_of(language)
    colours = _colours(theme)
    one, two = (player.name or seat for player, seat in zip(record.players, seats(to), strict=True))
    frames = list(_frames(record, (one, two), to))
    heading = title if title is not None and title.strip() else f"{one} \N{EN DASH} {two}"
    tags = [f"{key}: {value}" for key, value in record.tags.items() if key != "seed"]
    states = [frame.state for frame in frames]
    lines = course(states, (one, two), to, win_shares(states, analyses))
    return _page(heading, " \N{MIDDLE DOT} ".join(tags), frames, colours, to, lines)


def _colours(theme: Theme | str) -> str:
    """Return the style rules with the colours of the page."""
    if isinstance(theme, str) and theme.strip().lower() == _AUTO:
        dark = (
            f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}"
        )
        return f":root {{ color-scheme: light dark; {_variables(LIGHT)} }}\n{dark}"
    return f":root {{ {_variables(as_theme(theme, _AUTO))} }}"


def _variables(theme: Theme) -> str:
    """Return the colours of a theme as CSS variables."""
    return " ".join(f"--{name}: {getattr(theme, name)};" for name in _NAMES)


def _frames(record: Record, names: tuple[str, str], to: Language) -> Iterator[_Frame]:
    """Return the positions in order, beginning with the one before the first move."""
    builder = NarrationBuilder(names, to)
    resigned = record.result.player if isinstance(record.result, Resignation) else None
    setup, start = record.opening()
    steps = list(record.replay())
    result = (steps[-1].after if steps else start).result or record.result
    end = [] if result is None else [*builder.end(result)]

    def drawn(state: State, options: TableOptions) -> tuple[Scene, ...]:
        held = pen(_PLACEHOLDERS, to, record.catalogue)
        return tuple(
            table(held, state, attrs.evolve(options, layout=layout)) for layout in ("wide", "tall")
        )

    label = to.say("The beginning")
    told = [label, *_texts(builder.opening(setup, start)), *_texts([] if steps else end)]
    options = TableOptions(names=names, resigned=None if steps else resigned)
    yield _Frame(label, "\n".join(told), start, "", drawn(start, options))
    for count, step in enumerate(steps, start=1):
        is_last = count == len(steps)
        action, *others = _texts(builder.step(step))
        said = to.say("{player} {does}", player=names[step.player], does=action)
        label = f"{count}. {said}"
        told = [label, *others, *_texts(end if is_last else [])]
        options = TableOptions(
            names=names,
            last_move=step.move,
            last_player=step.player,
            resigned=resigned if is_last else None,
            revealed=revealed_slots(step.outcomes),
        )
        card = moved_card(step.move)
        chip = COLOURS[card.colour] if isinstance(card, Building) else INK
        if isinstance(card, ProgressToken):
            chip = VICTORY_GREEN
        yield _Frame(label, "\n".join(told), step.after, chip, drawn(step.after, options))


def _texts(told: Iterable[Fragment]) -> list[str]:
    return [piece.text for piece in told]


def _page(
    heading: str,
    remarks: str,
    frames: Sequence[_Frame],
    colours: str,
    to: Language,
    lines: Sequence[Series],
) -> str:
    """Return the page."""
    definitions: dict[str, str] = {}
    for frame in frames:
        for scene in frame.scenes:
            definitions.update(scene.definitions)
    script = _file("player.js")
    first = frames[0]
    ages = age_starts([frame.state for frame in frames])
    pieces = Pieces()
    data = {
        "frames": [
            {
                "title": frame.label,
                "told": frame.told,
                "description": pieces.pack(_SENTENCE.findall(frame.scenes[0].description)),
                "position": pieces.pack(_WORD.findall(frame.state.to_text())),
                **{
                    layout: pieces.pack(map(_coloured, scene.elements))
                    for layout, scene in zip(_LAYOUTS, frame.scenes, strict=True)
                },
            }
            for frame in frames
        ],
        "pieces": pieces.texts,
        "definitions": _coloured("".join(definitions.values())),
        "lines": [[_short(value, to) for value in one.values] for one in lines],
        "ages": ages,
        "words": {
            "play": to.say("Play"),
            "pause": to.say("Pause"),
            "copied": to.say("Copied"),
        },
    }
    texts = {
        "heading": heading,
        "remarks": remarks,
        "first_title": first.label,
        "first_description": first.scenes[0].description,
        "first_told": first.told,
        "to_first": to.say("First position"),
        "to_previous": to.say("Previous position"),
        "to_play": to.say("Play"),
        "to_next": to.say("Next position"),
        "to_last": to.say("Last position"),
        "moves": to.say("Moves"),
        "speed": to.say("Speed"),
        "copy": to.say("Copy position"),
        "no_script": to.say("Enable JavaScript to step through the game."),
    }
    wide, tall = first.scenes
    return Template(_file("page.html")).substitute(
        {word: escape(text) for word, text in texts.items()},
        language=to.code,
        colours=colours,
        style=_file("player.css"),
        script=script,
        digest=b64encode(sha256(script.encode()).digest()).decode(),
        definitions=_coloured(
            "".join({**first.scenes[0].definitions, **first.scenes[1].definitions}.values())
        ),
        font=FONT,
        # The size of the largest frame, so that nothing moves between frames.
        wide_box=_box([frame.scenes[0] for frame in frames]),
        tall_box=_box([frame.scenes[1] for frame in frames]),
        wide_body=_coloured("".join(wide.elements)),
        tall_body=_coloured("".join(tall.elements)),
        last=len(frames) - 1,
        # Targets of links such as #12, so that browsers and link checkers find them.
        anchors="".join(f'<span id="{place}"></span>' for place in range(len(frames))),
        chart=chart(lines, ages, to.say("Course of the game")),
        list=_list(frames, ages, to),
        data=_packed(data),
    )


def _packed(data: Mapping[str, object]) -> str:
    """Return data as compressed JSON in letters: a tenth of its size."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), level=9)).decode()


def _short(value: float | None, to: Language) -> int | str | None:
    """Return a value as the page shows it, and as it takes least room in JSON."""
    if value is None:
        return None
    return int(value) if value == int(value) else shown_value(value, to)


def _box(scenes: Iterable[Scene]) -> str:
    """Return the view box that holds all drawings of a layout."""
    sizes = [(scene.width, scene.height) for scene in scenes]
    return f"0 0 {number(max(size[0] for size in sizes))} {number(max(size[1] for size in sizes))}"


def _coloured(markup: str) -> str:
    """Replace the placeholder colours by those of the reader."""
    return _PLACEHOLDER.sub(lambda found: f"var(--{_NAMES[int(found[1], 16)]})", markup)


def _list(frames: Sequence[_Frame], ages: Sequence[int], to: Language) -> str:
    """Return the list of moves, in groups by age: the move that ends an age is the last of its group."""
    lines = []
    for place, frame in enumerate(frames):
        if place == 0 or place - 1 in ages:
            heading = escape(age_heading(to, frames[max(0, place - 1)].state))
            lines.append("</div>" if place else "")
            lines.append(
                f'<div role="group" aria-label="{heading}"><div class="age" aria-hidden="true">{heading}</div>\n'
            )
        chip = f'<i style="background:{frame.chip}"></i>' if frame.chip else ""
        lines.append(
            f'<div role="option" id="m{place}" aria-selected="false">{chip}{escape(frame.label)}</div>\n'
        )
    return "".join([*lines, "</div>"])


def _file(name: str) -> str:
    """Read a template file of the page from this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
