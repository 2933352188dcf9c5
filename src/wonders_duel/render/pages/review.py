"""A web page with the analyses of all decisions of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from wonders_duel.enums import Player
from wonders_duel.render.analyses import interval, mark_word, percent
from wonders_duel.render.drawing.markup import clean, number
from wonders_duel.render.drawing.words import labelled
from wonders_duel.render.pages.plain import plain_page
from wonders_duel.render.reviews import losses
from wonders_duel.render.wording import Tense, move_words
from wonders_duel.search.analysis import Mark

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.search.analysis import Analysis

__all__ = ["review_page"]

WIDTH: Final = 360
"""The width of the graph, that of a small phone, so that the letters are never scaled down much."""
HEIGHT: Final = 190
_LEFT: Final = 30
_RIGHT: Final = 354
_TOP: Final = 8
_BOTTOM: Final = 168
_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_EVERY: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_MOST_TICKS: Final = 10
_SHAPES: Final = {
    Mark.INACCURACY: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    Mark.MISTAKE: "m-4.5 -4.5h9v9h-9z",
    Mark.BLUNDER: "m0 -7l7 7l-7 7l-7 -7z",
}
"""Shapes that differ, for those who do not see colours."""


def review_page(analyses: Sequence[Analysis], names: tuple[str, str], to: Language) -> str:
    """Return the page.

    Args:
        analyses: the analyses of all decisions in order, with the moves that were played; at
            least one.
        names: the names of the players.
        to: the language.
    """
    title = to.say("Analysis: {one} - {two}", one=names[0], two=names[1])
    simulations = to.say(
        "Simulations for each decision: {number}.",
        number=max(analysis.simulations for analysis in analyses),
    )
    style = files(__package__).joinpath("review.css").read_text(encoding="utf-8")
    body = [
        f"<p>{clean(simulations)}</p>",
        *(f"<p>{clean(sentence)}</p>" for sentence in losses(to, names, analyses)),
        *_figure(analyses, names, to),
        *_table(analyses, names, to),
    ]
    return plain_page(title, to.code, style, body)


def _figure(analyses: Sequence[Analysis], names: tuple[str, str], to: Language) -> Iterator[str]:
    """Yield the graph of the win probability of player one."""
    said = to.say("Win probability of {player} before each move, in percent", player=names[0])
    yield "<figure>"
    yield f'<figcaption class="note">{clean(said)}</figcaption>'
    keys = [
        f'<li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="mark" d="M8 8{shape}"/></svg>'
        f"{clean(mark_word(to, mark))}</li>"
        for mark, shape in _SHAPES.items()
    ]
    yield f'<ul class="legend">{"".join(keys)}</ul>'
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="graph-title">'
    yield f'<title id="graph-title">{clean(said)}</title>'
    for tick in _TICKS:
        y = number(_y(tick))
        kind = "centre" if tick == 0.5 else "grid"  # noqa: PLR2004 - even
        yield f'<path class="{kind}" d="M{_LEFT} {y}H{_RIGHT}"/>'
        yield f'<text class="tick" x="{_LEFT - 6}" y="{number(_y(tick) + 4)}" text-anchor="end">{100 * tick:g}</text>'
    places = [_x(place, len(analyses)) for place in range(len(analyses))]
    step = next(one for one in _EVERY if len(analyses) <= one * _MOST_TICKS or one == _EVERY[-1])
    for place in range(0, len(analyses), step):
        yield f'<text class="tick" x="{number(places[place])}" y="{_BOTTOM + 15}" text-anchor="middle">{place + 1}</text>'
    for place in range(1, len(analyses)):
        if analyses[place].state.age_number > analyses[place - 1].state.age_number:
            x = number((places[place - 1] + places[place]) / 2)
            yield f'<path class="age" d="M{x} {_TOP}V{_BOTTOM}"/>'
    ends = [analysis.interval_of(Player.ONE) for analysis in analyses]
    upper = [f"{number(x)} {number(_y(high))}" for x, (_, high) in zip(places, ends, strict=True)]
    lower = [f"{number(x)} {number(_y(low))}" for x, (low, _) in zip(places, ends, strict=True)]
    yield f'<path class="band" d="M{"L".join([*upper, *reversed(lower)])}z"/>'
    shares = [analysis.win_probability_of(Player.ONE) for analysis in analyses]
    points = [f"{number(x)} {number(_y(share))}" for x, share in zip(places, shares, strict=True)]
    yield f'<path class="graph" d="M{"L".join(points)}"/>'
    for place, analysis in enumerate(analyses):
        if analysis.mark is not None:
            text = labelled(to, str(place + 1), mark_word(to, analysis.mark))
            shape = _SHAPES[analysis.mark]
            yield f'<path class="mark" d="M{points[place]}{shape}"><title>{clean(text)}</title></path>'
    yield "</svg>"
    yield "</figure>"


def _x(place: int, number_of_places: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * (place + 0.5) / number_of_places


def _y(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def _table(analyses: Sequence[Analysis], names: tuple[str, str], to: Language) -> Iterator[str]:
    """Yield the table of the decisions."""
    label = clean(to.say("Decisions"))
    # A box that scrolls has to be reachable by keyboard.
    yield f'<div class="table" tabindex="0" role="region" aria-label="{label}"><table>'
    headings = [
        ("", "#"),
        (' class="text"', to.say("Player")),
        (' class="text"', to.say("Move")),
        ("", to.say("Win %")),
        ("", to.say("95 % interval")),
        ("", to.say("Loss")),
        (' class="text"', to.say("Mark")),
        (' class="text"', to.say("Best move")),
    ]
    heads = "".join(f'<th scope="col"{kind}>{clean(text)}</th>' for kind, text in headings)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for count, analysis in enumerate(analyses, start=1):
        played, best = analysis.played, analysis.best
        assert played is not None  # it was given to the analysis
        is_best = played is best
        cells = [
            ("", percent(to, played.win_probability, 1)),
            ("", interval(to, played)),
            ("", "" if is_best else percent(to, analysis.loss, 1)),
            (' class="text"', "" if analysis.mark is None else mark_word(to, analysis.mark)),
            (
                ' class="text"',
                "" if is_best else move_words(to, best.move, names, Tense.IMPERATIVE),
            ),
        ]
        texts = [names[analysis.player], move_words(to, played.move, names, Tense.IMPERATIVE)]
        start = "".join(f'<td class="text">{clean(text)}</td>' for text in texts)
        rest = "".join(f"<td{kind}>{clean(text)}</td>" for kind, text in cells)
        kind = "" if analysis.mark is None else f' class="{analysis.mark}"'
        yield f'<tr{kind}><th scope="row">{count}</th>{start}{rest}</tr>'
    yield "</tbody></table></div>"
