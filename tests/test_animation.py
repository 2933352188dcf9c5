"""The HTML page that steps through a game, checked as text; ``browser_tests`` checks its behaviour."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from typing_extensions import override

from tests.played import play
from tests.wording import Wording
from wonders_duel import (
    Game,
    Record,
    RecordError,
    Turn,
    UnknownNameError,
    WrongTypeError,
    parse_move,
)
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.render import DARK, LIGHT, animate
from wonders_duel.render.telling import NarrationBuilder
from wonders_duel.search import review


class _Outline(HTMLParser):
    """A parser that records every id, every reference to one, and the open elements."""

    EMPTY = frozenset({"meta", "input"})

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.uses: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element that begins."""
        self.handle_startendtag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the id of an element and the ids it refers to."""
        values = dict(attrs)
        if values.get("id"):
            self.ids.append(cast("str", values["id"]))
        if tag == "use":
            self.uses.append(cast("str", values["href"]))

    @override
    def handle_endtag(self, tag: str) -> None:
        """Compare an end tag with the open elements."""
        assert self.open.pop() == tag


def _data(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="record" type="text/plain">(.*?)</script>', page)
    assert found is not None
    return cast("dict[str, Any]", json.loads(zlib.decompress(b64decode(found[1]))))


def _frames(page: str) -> list[dict[str, str]]:
    """Return the positions, with the pieces of their texts put together."""
    data = _data(page)
    return [
        {
            key: value if isinstance(value, str) else "".join(data["pieces"][one] for one in value)
            for key, value in frame.items()
        }
        for frame in data["frames"]
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_game_is_narrated_position_by_position(code: str) -> None:
    """There is a frame for the start and for each move, with the text of the narration."""
    game = play(2015)
    game.players = ("Ann", "Ben")
    page = animate(game, language=code)
    frames = _frames(page)
    outline = _Outline(page)

    assert len(frames) == 1 + len(game.history)
    assert f'<html lang="{code}">' in page
    assert "Ann \u2013 Ben" in page
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert {str(number) for number in range(len(frames))} <= set(outline.ids)
    for number, (frame, step) in enumerate(zip(frames[1:], game.history, strict=True), start=1):
        assert frame["title"].startswith(f"{number}. {('Ann', 'Ben')[step.player]} ")
        assert frame["told"].startswith(frame["title"])
        assert f"{escape(frame['title'])}</div>" in page
        assert frame["position"] == step.after.to_text()
    defined = set(re.findall(r'id="(\w+)"', _data(page)["definitions"]))
    for frame in frames:
        for layout in ("wide", "tall"):
            used = set(re.findall(r'<use href="#(\w+)"', frame[layout]))
            assert used
            assert used <= defined
    assert set(outline.uses) <= {f"#{one}" for one in outline.ids}


def test_the_last_frame_names_the_winner() -> None:
    """The last frame names the winner; so does a resignation, even before the first move."""
    game = play(2015)
    assert game.result is not None
    builder = NarrationBuilder(("Player one", "Player two"), language("en"))
    given_up = Game(seed=1)
    given_up.resign("two")
    later = play(1, 3)
    later.resign("one")

    assert builder.result(game.result) in _frames(animate(game))[-1]["told"]
    assert "Player two resigns, and Player one wins." in _frames(animate(given_up))[0]["told"]
    assert "resigns" not in _frames(animate(later))[0]["told"]
    assert "Player one resigns, and Player two wins." in _frames(animate(later))[-1]["told"]
    assert "wins" not in _frames(animate(play(1, 3)))[-1]["told"]


def test_a_record_gives_the_same_page() -> None:
    """A game, its record and its public record give the same page, which shows nothing of the deal."""
    game = play(7, 30)
    page = animate(game)
    deal = game.deal
    assert deal is not None
    seen = {outcome for step in game.history for outcome in map(str, step.outcomes)}
    # A visible card may name another one: the building that it makes free by its chain.
    drawn = set(re.findall(r"<title>([^<.]+)\.", _data(page)["definitions"]))
    hidden = [card.name for age in deal.ages for card in age if card.name not in drawn]

    assert animate(game.record()) == page
    assert animate(game.record(public=True)) == page
    assert game.animate() == game.record().animate() == page
    assert len(hidden) > 20
    assert seen


def test_tags_are_shown_but_the_seed_is_not() -> None:
    """Tags are shown next to the title, but not the seed, which would give away what is hidden."""
    game = Game(seed=424242)
    game.tags = {**game.tags, "event": "Friday & more"}
    page = animate(game, title="<Our game>")

    assert "424242" not in page
    assert "<p>event: Friday &amp; more</p>" in page
    assert "<h1>&lt;Our game&gt;</h1>" in page
    assert "<title>&lt;Our game&gt;</title>" in page


def test_nothing_on_the_page_can_be_run_but_its_script() -> None:
    """User text cannot close an element, and the policy allows only the one script, by its digest."""
    wicked = "</script><script>alert(1)</script><!-- ${title} $digest ]]>"
    game = Game(seed=1)
    game.players = (wicked, "B")
    game.play(game.legal_moves[0], comment=wicked)
    page = animate(game, title=f"{wicked} \u2028")
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    policy = re.search(r"script-src 'sha256-([^']+)'", page)

    assert len(scripts) == 2
    assert policy is not None
    assert policy[1] == b64encode(sha256(scripts[1].encode()).digest()).decode()
    assert "<!--" not in page
    assert wicked in unescape(page)
    assert f'"{" ".join(wicked.split())}"' in _frames(page)[1]["told"]
    assert "http" not in page.replace("http-equiv", "")


def test_the_theme_colours_page_and_drawings() -> None:
    """A theme, given by name or as an object, colours the page and the drawings."""
    game = play(1, 3)
    page = animate(game, theme="dark")

    assert f"--page: {DARK.page};" in page
    assert animate(game, theme=DARK) == page != animate(game)


def test_an_empty_title_is_replaced() -> None:
    """Without letters in its title, a page has the names of the players as its heading."""
    game = play(1, 3)

    assert "<h1>Today</h1>" in animate(game, title="Today")
    assert animate(game, title="") == animate(game, title=" \n") == animate(game)


def test_names_that_read_like_colours_stay_as_they_are() -> None:
    """Only the colours of the drawings are replaced by variables, no text."""
    game = play(1, 3)
    plain = animate(game)
    game.players = ("#fe0101", "#fe01zz")
    page = animate(game)
    (first, *_), variables = _frames(page), re.compile(r"var\(--\w+\)")

    assert ">#fe0101<" in first["wide"]
    assert ">#fe01zz<" in first["wide"]
    assert "#fe01" not in re.sub("#fe01(01|zz)", "", json.dumps(_data(page)))
    assert len(variables.findall(first["wide"])) == len(
        variables.findall(_frames(plain)[0]["wide"])
    )


def test_wrong_arguments_are_refused(wording: Wording) -> None:
    """Each wrong argument has its own error."""
    with wording.raises(WrongTypeError):
        animate(cast("Game", Game(seed=1).state))
    with wording.raises(UnknownNameError):
        animate(Game(seed=1), theme="drak")
    with wording.raises(UnknownNameError):
        animate(Game(seed=1), language="xx")
    with wording.raises(WrongTypeError):
        animate(Game(seed=1), title=cast("str", 5))
    record = Game(seed=1).record()
    broken = Record(start=record.start, deal=record.deal, turns=[Turn(parse_move("build tavern"))])
    with wording.raises(RecordError):
        animate(broken)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_of_a_whole_game_is_small(code: str) -> None:
    """The page of a whole game takes less than 300 kB, with both layouts and colour schemes."""
    for seed in (2015, 4, 7):
        assert len(animate(play(seed), language=code).encode()) < 300_000


def test_the_reader_chooses_the_colour_scheme() -> None:
    """By default the page has the colours of both schemes; a named theme has only its own."""
    page = animate(play(1, 3))
    assert page == animate(play(1, 3), theme=" Auto ")
    assert "@media screen and (prefers-color-scheme: dark)" in page
    assert f"--page: {LIGHT.page};" in page
    assert f"--page: {DARK.page};" in page
    assert "prefers-color-scheme" not in animate(play(1, 3), theme="light")
    assert "fe01" not in str(_data(page))


def test_the_whole_list_of_moves_is_printed() -> None:
    """On paper, nothing scrolls, and what only a screen can use is left out."""
    printed = animate(play(1, 3)).partition("@media print {")[2]
    assert "#moves { height: auto; max-height: none; overflow: visible; }" in printed
    assert "#controls, #now { display: none; }" in printed
    assert "#moves i { print-color-adjust: exact; }" in printed  # the squares are backgrounds


def test_moves_are_listed_in_their_ages() -> None:
    """The move that ends an age is the last of its age, also if the game goes on from there."""
    game = play(2015)
    late = Game.from_state(game.history[40].after, deal=game.deal)
    late.play(game.history[41].move)
    for one, begin in ((game, "The wonders"), (late, "Age II")):
        expected: list[tuple[str, list[int]]] = []
        start = one.record().start
        states = [start, start, *(step.after for step in one.history[:-1])]
        for number, state in enumerate(states):
            heading = f"Age {'I' * state.age_number}" if state.age_number else "The wonders"
            if not expected or expected[-1][0] != heading:
                expected.append((heading, []))
            expected[-1][1].append(number)
        groups = re.split(r'<div role="group" aria-label="', animate(one))[1:]
        found = [
            (group.partition('"')[0], [int(place) for place in re.findall(r'id="m(\d+)"', group)])
            for group in groups
        ]
        assert found == expected
        assert found[0][0] == begin


def test_the_chart_shows_the_course_of_the_game() -> None:
    """The chart has points, coins and the pawn of each position, and what analyses say."""
    game = play(2015)
    states = [game.record().opening()[1], *(step.after for step in game.history)]
    lines = _data(animate(game))["lines"]
    assert lines == [
        [state.totals[0] for state in states],
        [state.totals[1] for state in states],
        [state.cities[0].coins for state in states],
        [state.cities[1].coins for state in states],
        [state.pawn for state in states],
    ]
    analyses = list(review(play(2015, 5).record(), simulations=5, seed=1))
    with_analyses = animate(game, analyses=analyses)
    line = _data(with_analyses)["lines"][0]
    assert "Win probability of Player one" in with_analyses
    assert [value is not None for value in line[:7]] == [True] * 5 + [False] * 2
    assert line[-1] in {0, 50, 100}
    decimals = [value for value in line if isinstance(value, str)]
    assert decimals == [f"{float(value):.1f}" for value in decimals] != []
    finnish = _data(animate(game, analyses=analyses, language="fi"))["lines"][0]
    assert [value for value in finnish if isinstance(value, str)] == [
        value.replace(".", ",") for value in decimals
    ]
    assert animate(game, analyses=[]) == animate(game)
