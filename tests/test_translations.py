"""Boards, pictures and pages are translated: with every message masked, no text is left.

``tests/test_narration.py`` does the same for narrations.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from typing_extensions import override

from tests.masked import CARDS, PLAYERS, Masked, games, readable
from tools.messages import translated
from wonders_duel import Game, Resource, State, catalogue
from wonders_duel.bots import GreedyBot
from wonders_duel.languages import LANGUAGES, Language, language
from wonders_duel.play import advice
from wonders_duel.play.dialogue import Dialogue
from wonders_duel.play.replies import Bots
from wonders_duel.play.store import Store
from wonders_duel.render import animate, svg, text
from wonders_duel.render.board.look import LABEL, TextStyle
from wonders_duel.render.board.spans import plain

OTHERS = [code for code in LANGUAGES if code != "en"]
NUMERALS = {"I", "II", "III"}
MARKS = {
    word
    for card in catalogue.building_list
    for mark in (card.chain_symbol, card.free_with)
    for word in (mark or "").split("-")
}
"""Chain symbols and ids, which are not translated."""


def _states() -> Iterator[State]:
    """Return states of every phase in the games."""
    for game in games():
        yield from (step.after for step in game.history[::23])
        yield game.state


def _boards(to: Language) -> Iterator[str]:
    for state in _states():
        for width in (40, 80, 120):
            yield text(state, language=to, names=PLAYERS, width=width)


def _drawn(picture: str) -> Iterator[str]:
    """Return the texts of a picture, titles and descriptions included."""
    for element in ET.fromstring(picture).iter():  # noqa: S314 - our own
        if not element.tag.endswith("style"):
            yield element.text or ""


def _pictures(to: Language) -> Iterator[str]:
    for game in games()[::4]:
        for step in game.history[::9]:
            yield from _drawn(svg(step.after, language=to, names=PLAYERS, last_move=step.move))
        yield from _drawn(svg(game, language=to, names=PLAYERS))
        for part in (game.state.cities[0], game.state.structure):
            yield from _drawn(svg(part, language=to))
        yield from _drawn(svg(game.state.track, language=to, names=PLAYERS))
        for built in game.state.cities[0].built:
            yield from _drawn(svg(built, language=to))
    for card in CARDS:
        yield from _drawn(svg(card, language=to))


class _Words(HTMLParser):
    """A collector of the texts of a page: contents, labels and the data of its script."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._within: dict[str, str | None] = {}
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = {"tag": tag, **dict(attrs)}
        self.found.append(self._within.get("aria-label") or "")

    @override
    def handle_endtag(self, tag: str) -> None:
        self._within = {}

    @override
    def handle_data(self, data: str) -> None:
        if self._within.get("type") == "application/json":
            given = json.loads(data)
            self.found += given["words"].values()
            for frame in given["frames"]:
                self.found += [frame[part] for part in ("title", "description", "told")]
                self.found += _drawn(f'<g xmlns:xlink="x">{frame["body"]}</g>')
        elif self._within.get("tag") not in {"style", "script"}:
            self.found.append(data)


def _pages(to: Language) -> Iterator[str]:
    for number, game in enumerate(games()[-2:]):
        if number:  # without names the seats have a word
            game.players = PLAYERS
        yield from _Words(animate(game, language=to)).found


def test_every_word_of_a_page_is_translated() -> None:
    """Every text of the page that steps through a game is translated."""
    found = list(_pages(Language("xx", Masked())))

    assert readable(found) - NUMERALS <= MARKS
    assert len(found) > 100


def test_every_word_of_a_board_is_translated() -> None:
    """Every text of a board is translated, except for the resource letters in the legend."""
    letters = "".join(str(resource)[0].upper() for resource in Resource)
    left = readable(_boards(Language("xx", Masked())))

    assert {word for word in left if word.strip(letters)} == set()


def test_every_word_of_a_picture_is_translated() -> None:
    """Every text of a picture is translated, except for numerals of ages and chain marks."""
    assert readable(_pictures(Language("xx", Masked()))) - NUMERALS <= MARKS


COMMANDS = "why cost card hint undo board moves score save new quit help MOVE NAME FILE d w"
MOVES = "draft build pick discard wonder token destroy revive begin with one two"
TYPED = set(f"{COMMANDS} {MOVES}".split(" "))
"""Commands and moves, which are typed in one language, as in the help and the examples."""


def _another(bots: Bots) -> tuple[Game, Bots]:
    return Game(seed=9), bots


def _talk(to: Language) -> Iterator[str]:
    """Play some games with every query whose reply is not an explanation in English."""
    for number, setup in enumerate(("draft", "first-game")):
        game = Game(seed=number, rules={"wonder_setup": setup})
        bots = (None, GreedyBot(seed=number) if number == 1 else None)
        look = TextStyle(language=to, names=PLAYERS)
        talk = Dialogue(
            game,
            bots,
            look,
            Store(Path(f"{number}.txt")),
            Random(number),
            partial(_another, bots),
        )
        replies = [talk.start()]
        for turn in range(200):
            moves = len(game.legal_moves)
            if not moves:
                break
            if turn % 25 == 0:
                asked = (
                    "hint",
                    "help",
                    "why",
                    "cost",
                    "card",
                    "board",
                    "undo",
                    "new",
                    f"why {moves}",
                )
                replies += map(talk.answer, asked)
            replies.append(talk.answer(str(turn * 7 % len(game.legal_moves) + 1)))
        replies += map(talk.answer, ("hint", "moves", "score", "undo!", "quit"))
        for reply in replies:
            yield from (plain(line) for line in reply.lines)


def test_every_word_of_a_game_in_the_terminal_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal game translates all but commands, example ids and resource letters."""
    ids = {word for card in CARDS for word in card.id.split("-")}
    letters = "".join(str(resource)[0].upper() for resource in Resource)
    monkeypatch.setattr(advice, "SIMULATIONS", 20)
    monkeypatch.chdir(tmp_path)  # short file names, so that no line breaks inside one
    lines = [line for line in _talk(Language("xx", Masked())) if ".txt" not in line]
    left = {word for word in readable(lines) if word.strip(letters)}

    assert left - TYPED - ids == set()


@cache
def _asked() -> frozenset[tuple[str | None, str]]:
    """Show everything, and return the messages that were looked up."""
    masked = Masked()
    to = Language("xx", masked)
    assert len([*_boards(to), *_pictures(to), *_pages(to)]) > 1000
    return frozenset(masked.asked)


@pytest.mark.parametrize("code", OTHERS)
def test_everything_looked_up_is_translated(code: str) -> None:
    """Everything that is looked up is translated, except for names with a fallback."""
    messages = translated(code)
    found = {key: messages.get(key[1], context=key[0]) for key in _asked()}
    english = {key for key, one in found.items() if one is None or not one.string}

    assert {context for context, _ in english} == {"name"}


def test_the_french_age_is_spelled_as_printed() -> None:
    """The cards of the French edition have no circumflex on it."""
    texts = [one.string for one in translated("fr") if one.string]
    assert "Age" in str(texts)
    assert "\N{LATIN CAPITAL LETTER A WITH CIRCUMFLEX}ge" not in str(texts)


def test_french_texts_use_french_quotation_marks() -> None:
    """No French text has other quotation marks or apostrophes than the rest of them."""
    texts = [str(one.string) for one in translated("fr") if one.id and one.string]
    assert len(texts) > 600
    odd = {'"', "\N{RIGHT SINGLE QUOTATION MARK}"}
    assert [text for text in texts if not text.startswith("(") and odd & set(text)] == []


@pytest.mark.parametrize(
    ("code", "terms"),
    [
        ("fi", {"Conflict pawn": "Rintamalinjamerkki", "Coins of {player}": "Rahat: {player}"}),
        ("fr", {"wonders {number}/{most}": "Merveilles {number}/{most}"}),
    ],
)
def test_things_have_one_name_in_all_texts(code: str, terms: dict[str, str]) -> None:
    """Labels call things what the rulebooks call them."""
    to = language(code)
    for message, shown in terms.items():
        values = {name: f"{{{name}}}" for name in ("player", "number", "most")}
        assert to.say(message, **values) == shown
    assert to.say("discard").split()[-1] in {"poista", "défausser"}
    assert "hylk" not in to.say(
        'type "{number}" to discard the card [{number}d] for ${coins}', number=1, coins=2
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_labels_fit_their_column(code: str) -> None:
    """No label at the left of a board is cut."""
    labels = """build discard wonder pick take destroy revive choose begin decline cards covered makes
        prices science tokens progress discarded"""
    for label in labels.split():
        assert len(language(code).say(label)) <= LABEL
