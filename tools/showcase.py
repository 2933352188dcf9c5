"""The logo, and the pictures of the README: ``python -m tools.showcase``.

It rewrites ``docs/_static/showcase``. Everything is drawn by the library, so run it after each
change of the drawing; a test compares the files with what it would write.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final

from tools.charts import WIDTH, curve
from wonders_duel import Age, BuiltWonder, Game, Player, catalogue
from wonders_duel.bots import GreedyBot
from wonders_duel.evaluation import fitted
from wonders_duel.languages import language
from wonders_duel.play.choices import list_moves
from wonders_duel.render import svg
from wonders_duel.render.board.look import text_style
from wonders_duel.render.board.page import page
from wonders_duel.render.board.spans import Line, Span
from wonders_duel.render.drawing.markup import clean, element, number
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.scenes import document, scene
from wonders_duel.render.themes import DARK, GOLD, LIGHT, Theme

FOLDER: Final = Path(__file__).parents[1] / "docs" / "_static" / "showcase"
FIGURES: Final = FOLDER.parents[1] / "explanation" / "figures.json"
THEMES: Final = {"light": LIGHT, "dark": DARK}
NAMES: Final = ("Ann", "Ben")
SECONDS: Final = 1.2
"""How long each position of the animation is shown."""

MONOSPACE: Final = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


FRAMES: Final = 9
"""The number of positions of the animation."""
FEW: Final = 12
"""How many cards are left in the picture of the table."""
COLUMNS: Final = 96
"""The width of the picture of the terminal."""


def logo(theme: Theme) -> str:
    """Return the logo: a pyramid of cards in the colours of the two players, under a coin.

    Args:
        theme: the colours.
    """
    return _logo(theme.one, theme.two)


def favicon() -> str:
    """Return the logo in colours that can be seen on light and dark tabs."""
    return _logo("#3d84b8", "#c65a43")


def _logo(left: str, right: str) -> str:
    sheet = Sheet()
    width, height, gap = 17.0, 21.0, 3.0
    for row, colours in enumerate(((left, right), (left, GOLD, right), (left, left, right, right))):
        count = len(colours)
        start = 48 - (count * width + (count - 1) * gap) / 2
        for place, colour in enumerate(colours):
            x, y = start + place * (width + gap), 22 + row * (height + gap)
            sheet.rect(x, y, width, height, colour, rx=3.5)
    sheet.circle(48, 11, 8.5, GOLD)
    sheet.circle(48, 11, 4.6, "none", stroke="#8a6a14", stroke_width=1.6)
    return document(sheet.scene(96, 96, "wonders-duel", "A pyramid of cards.", 96), 96)


@cache
def played() -> Game:
    """Return a finished game between two greedy bots."""
    game = Game(seed=2015)
    game.players = NAMES
    game.play_out(GreedyBot(seed=1), GreedyBot(seed=2))
    return game


def _games() -> Iterator[Game]:
    """Yield the game after each of its moves."""
    whole = played()
    game = Game(seed=2015)
    game.players = NAMES
    for step in whole.history:
        game.play(step.move)
        yield game


def table(theme: Theme) -> str:
    """Return the table in the middle of Age II, with the legal moves.

    Args:
        theme: the colours.
    """
    for game in _games():
        if game.state.age is Age.II and game.state.cards_left <= FEW:
            return svg(game, theme=theme, legal_moves=True)
    raise ValueError("expected a game with an Age II")


def animation(theme: Theme) -> str:
    """Return the first moves of Age II as a picture that shows one after the other.

    Args:
        theme: the colours.
    """
    frames = []
    for game in _games():
        if game.state.age is Age.II:
            frames.append(scene(game, theme=theme))
        if len(frames) == FRAMES:
            break
    definitions: dict[str, str] = {}
    for frame in frames:
        definitions.update(frame.definitions)
    whole, share = SECONDS * len(frames), 100 / len(frames)
    style = (
        f"g.f{{visibility:hidden;animation:f {number(whole)}s step-end infinite}}"
        f"@keyframes f{{0%{{visibility:visible}}{number(share)}%,100%{{visibility:hidden}}}}"
        # Those who want no motion see the last position.
        "@media(prefers-reduced-motion:reduce){g.f{animation:none}g.f:last-of-type{visibility:visible}}"
    )
    groups = [
        element("g", frame.body, class_="f", style=f"animation-delay:{number(SECONDS * count)}s")
        for count, frame in enumerate(frames)
    ]
    height = max(frame.height for frame in frames)
    content = (
        element("title", "The first moves of Age II, one after the other")
        + element("style", style)
        + element("defs", "".join(definitions.values()))
        + element("rect", width=frames[0].width, height=height, fill=theme.page)
        + "".join(groups)
    )
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=frames[0].width,
        viewBox=f"0 0 {number(frames[0].width)} {number(height)}",
        role="img",
        style="max-width:100%",
    )


def terminal(theme: Theme) -> str:
    """Return a turn of the game in the terminal.

    Args:
        theme: the colours.
    """
    game = Game(seed=7, rules="first-game")
    look = text_style(language("en"), ascii=False, names=NAMES)
    lines = [*page(game.state, look, COLUMNS), (), *list_moves(game.state, look, COLUMNS)]
    size, height = 13.0, 17.0
    width = COLUMNS * size * 0.6
    sheet = Sheet()
    sheet.rect(0, 0, width + 32, len(lines) * height + 28, theme.panel, rx=8, stroke=theme.line)
    for number_of_line, spans in enumerate(lines):
        sheet.add(_printed(spans, 16, 26 + number_of_line * height, size, theme))
    made = sheet.scene(
        width + 32,
        len(lines) * height + 28,
        "A turn in the terminal",
        "The structure, the cities and the numbered moves as coloured text.",
        width + 32,
    )
    return document(made, None)


def _printed(spans: Line, x: float, y: float, size: float, theme: Theme) -> str:
    """Return a line of a terminal; each span has its place, so that columns fit in any font."""
    parts = []
    column = 0
    for span in spans:
        stripped = span.text.lstrip()
        lead = len(span.text) - len(stripped)
        if stripped:
            wide = len(stripped.rstrip())
            parts.append(
                element(
                    "tspan",
                    clean(stripped.rstrip()),
                    x=x + (column + lead) * size * 0.6,
                    textLength=wide * size * 0.6,
                    **_styled(span, theme),
                )
            )
        column += len(span.text)
    if not parts:
        return ""
    return element(
        "text",
        "".join(parts),
        y=y,
        font_size=size,
        font_family=MONOSPACE,
        fill=theme.text,
        style="white-space:pre",
    )


_DULL: Final = {"dim": ("#5d5344", "#b3aea3"), "grey": ("#5f676d", "#a5adb3")}
_BRIGHT: Final = {
    "brown": ("#7d4f2c", "#d0a07a"),
    "blue": ("#2f62ab", "#7fb0f0"),
    "green": ("#1f6a3d", "#6fc48f"),
    "yellow": ("#85620b", "#e5bd55"),
    "red": ("#a52a25", "#f08a83"),
    "purple": ("#6b3f97", "#c09ae6"),
}
COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    **_DULL,
    **_BRIGHT,
    "good": _BRIGHT["green"],
    "bad": _BRIGHT["red"],
}
"""The colours of the styles on light and on dark ground."""


def _styled(span: Span, theme: Theme) -> dict[str, str]:
    """Return the attributes of a span."""
    styled: dict[str, str] = {}
    for word in span.style.split():
        if word in COLOURS:
            styled["fill"] = COLOURS[word][theme is DARK]
        elif word == "bold":
            styled["font_weight"] = "bold"
    return styled


def _small() -> Iterator[tuple[str, str]]:
    """Yield the small pictures, which look the same on light and dark pages, and their names."""
    dealt = Game(seed=7, rules="first-game").state
    yield "structure", svg(dealt.structure, width=260)
    wonder, card = catalogue.wonders["the-sphinx"], catalogue.buildings["baths"]
    yield "wonder", svg(BuiltWonder(wonder, card), width=150)
    yield "card", svg(catalogue.buildings["university"], width=88)
    yield "token", svg(catalogue.tokens["philosophy"], width=90)
    yield "track", svg(played().state.track, width=260)
    game = played()
    weights = fitted()
    chances = [weights.probability(step.before, Player.ONE) for step in game.history]
    chances.append(float(game.result is not None and game.result.winner is Player.ONE))
    yield "probability", curve(chances, "Win probability", NAMES, LIGHT)
    yield "speed", _speed()
    yield "score", svg(played().score(), width=230, names=NAMES)


def _speed() -> str:
    """Return a chart of the speed of both builds, with large letters."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))["figures"]
    name = "play-outs from the start: dealt, played, who won"
    speeds = {build: median(figures[build][name]) for build in ("compiled", "pure")}
    sheet = Sheet()
    sheet.rect(0, 0, WIDTH, 170, LIGHT.panel, rx=8)
    sheet.text("Random games a second", 20, 30, 26, LIGHT.text)
    for count, (build, speed) in enumerate(speeds.items()):
        y, wide = 58 + 52 * count, 300 * speed / max(speeds.values())
        sheet.rect(20, y, wide, 40, (LIGHT.two, LIGHT.one)[count], rx=4)
        sheet.text(f"{speed:,.0f} {build}", 32 + wide, y + 20, 24, LIGHT.text, bold=True)
    told = ", ".join(f"{build}: {speed:,.0f}" for build, speed in speeds.items())
    return document(sheet.scene(WIDTH, 170, "Random games a second", told, 230), 230)


@cache
def pictures() -> Mapping[str, str]:
    """Return all files by name."""
    made = {f"{name}.svg": picture for name, picture in _small()}
    made["favicon.svg"] = favicon()
    for name, theme in THEMES.items():
        for kind, draw in (
            ("logo", logo),
            ("table", table),
            ("animation", animation),
            ("terminal", terminal),
        ):
            made[f"{kind}-{name}.svg"] = draw(theme)
    return {name: f"{picture}\n" for name, picture in made.items()}


def main() -> None:
    """Write all files, and delete others."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8", newline="\n")
        print(f"{name}: {len(picture) // 1000} kB")


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.showcase", description=__doc__).parse_args()
    main()
