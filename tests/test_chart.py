"""The chart of the course of a game: every number is at its place, and said in words."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

from tests.own_cards import Pride
from tests.pictures import parsed
from tests.wording import Wording
from wonders_duel import (
    Catalogue,
    Cost,
    DiscardBuilding,
    Game,
    Participant,
    Player,
    catalogue,
)
from wonders_duel.effects import Coins, Effect
from wonders_duel.errors import UnknownNameError, WondersDuelError, WrongTypeError
from wonders_duel.render import DARK, LIGHT, chart
from wonders_duel.search import review

SPACE = "{http://www.w3.org/2000/svg}"


def played(moves: int = 200, seed: int = 8) -> Game:
    """Return a game of random moves between Ann and Ben."""
    game, rng = Game(seed=seed), Random(seed)
    game.players = [Participant("Ann"), Participant("Ben")]
    while not game.is_over and len(game.history) < moves:
        game.play(rng.choice(game.legal_moves))
    return game


def texts(picture: str) -> list[str]:
    """Return the texts that are drawn."""
    root = ET.fromstring(picture)  # noqa: S314 - our own drawing
    return ["".join(one.itertext()) for one in root.iter(f"{SPACE}text")]


def curves(picture: str, colour: str) -> list[list[tuple[float, float]]]:
    """Return the points of the lines of a colour, from the top panel down."""
    root = ET.fromstring(picture)  # noqa: S314 - our own drawing
    found = []
    for one in root.iter(f"{SPACE}path"):
        if one.attrib.get("stroke") == colour and one.attrib.get("stroke-linejoin"):
            pairs = one.attrib["d"].removeprefix("M").split("L")
            found.append([(float(x), float(y)) for x, y in (pair.split() for pair in pairs)])
    return found


def test_every_position_is_drawn() -> None:
    """Points and coins of each player, and the pawn, have a point for each position."""
    game = played()
    states = [game.history[0].before, *(step.after for step in game.history)]
    picture = chart(game)

    for player, colour in zip(Player, LIGHT.seats, strict=True):
        points, coins = curves(picture, colour)
        heights = [y for _, y in points]
        totals = [state.totals[player] for state in states]
        purses = [state.cities[player].coins for state in states]
        assert len(points) == len(coins) == len(states)
        assert heights.index(min(heights)) == totals.index(max(totals))  # upwards is less
        assert [y for _, y in coins].index(min(y for _, y in coins)) == purses.index(max(purses))
        assert [x for x, _ in points] == sorted({x for x, _ in points})
    (pawn,) = curves(picture, LIGHT.text)
    middle = pawn[0][1]
    moved = [(y < middle) - (y > middle) for _, y in pawn]
    assert moved == [(state.pawn > 0) - (state.pawn < 0) for state in states]


def test_the_ends_are_written_beside_the_lines() -> None:
    """The last values are at the right, the labels above, and all of it in the description."""
    game = played()
    end = game.state
    picture = game.chart()

    assert {str(one) for one in end.totals} <= set(texts(picture))
    assert {"Points of Ann", "Points of Ben", "Coins of Ann", "Conflict pawn"} <= set(
        texts(picture)
    )
    assert [one for one in texts(picture) if one.startswith("Age ")] == [
        "Age I",
        "Age II",
        "Age III",
    ]
    assert f"Points of Ann: 2 \N{RIGHTWARDS ARROW} {end.totals[0]}." in picture
    assert "<title>Course of the game</title>" in picture


def test_close_ends_are_written_in_the_order_of_their_lines() -> None:
    """The larger of two close numbers is above the other, at its distance."""
    compared = 0
    for moves in range(20, 75, 3):
        game = played(moves, seed=0)
        root = ET.fromstring(game.chart())  # noqa: S314 - our own drawing
        bold = [one for one in root.iter(f"{SPACE}text") if one.get("font-weight") == "bold"]
        places = [float(one.attrib["y"]) for one in bold]
        one, two = sorted(zip(places, bold, strict=True), key=lambda pair: pair[0])[:2]
        numbers = [int("".join(drawn.itertext())) for _, drawn in (one, two)]
        assert sorted(numbers) == sorted(game.state.totals)
        assert numbers[0] >= numbers[1]
        assert two[0] - one[0] >= 12.9
        assert two[0] < 160
        compared += numbers[0] > numbers[1]
    assert compared > 6


def extreme(effect: Effect) -> Game:
    """Return a game in which each building has one more effect and costs nothing."""
    cards = Catalogue(
        "extreme",
        [
            attrs.evolve(card, cost=Cost(), effects=(*card.effects, effect))
            for card in catalogue.building_list
        ],
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    game, rng = Game(seed=3, catalogue=cards), Random(1)
    while not game.is_over:
        moves = [one for one in game.legal_moves if not isinstance(one, DiscardBuilding)]
        game.play(rng.choice(moves))
    return game


def test_points_below_zero_stay_in_their_panel() -> None:
    """Cards can cost points: the panel begins at the least, and its numbers have their signs."""
    game = extreme(Pride(-3))
    picture = game.chart()
    totals = [state.totals for state in (step.after for step in game.history)]
    least = min(min(pair) for pair in totals)
    panels = [one for one in parsed(picture).iter(f"{SPACE}rect") if one.get("rx") == "6"]
    top = float(panels[0].attrib["y"])
    bottom = top + float(panels[0].attrib["height"])

    assert least < 0
    assert {str(least), *map(str, game.totals)} <= set(texts(picture))
    for colour in LIGHT.seats:
        assert all(top < y < bottom for _, y in curves(picture, colour)[0])
    lines = re.findall(r'class="line points [a-z]+" d="([^"]*)"', game.animate())
    assert len(lines) == 2
    assert all(0 <= float(y) <= 120 for line in lines for y in re.findall(r" ([-.\d]+)", line))


def test_large_numbers_are_written_with_all_digits() -> None:
    """Coins of more than six digits are written as they are, and squeezed into the margins."""
    game = extreme(Coins(90_000))
    picture = game.chart()
    purses = [city.coins for city in game.state.cities]
    squeezed = {
        one.text: float(one.attrib["textLength"])
        for one in parsed(picture).iter(f"{SPACE}text")
        if one.get("textLength")
    }

    assert min(purses) > 1_000_000
    assert {str(purse) for purse in purses} <= set(squeezed)
    assert max(squeezed.values()) <= 35
    assert f"Coins of Player one: 7 \N{RIGHTWARDS ARROW} {purses[0]}." in picture


def test_long_names_are_shortened_in_a_chart() -> None:
    """The label of a line ends before the next one begins, in letters of their usual width."""
    game = played()
    game.players = ("Ann of the very long name that nobody can read in so little room", "Ben")
    (label,) = [one for one in texts(game.chart()) if one.startswith("Points of Ann")]
    assert label.endswith("…")


def test_win_probabilities_are_drawn_if_they_are_known() -> None:
    """With analyses, a panel shows the probability that player one wins; the end is certain."""
    game = played()
    analyses = list(review(game.record(), simulations=2))
    picture = game.chart(analyses=analyses)

    first = curves(picture, LIGHT.one)[0]
    result = game.result
    assert result is not None
    assert len(curves(picture, LIGHT.one)) == 3
    assert len(first) == len(game.history) + 1
    assert first[-1][1] == (min if result.winner is Player.ONE else max)(y for _, y in first)
    assert "Win probability of Ann" in texts(picture)
    assert "100 %" in texts(picture)


@pytest.mark.parametrize(("code", "mark"), [("en", "."), ("fi", ","), ("fr", ",")])
def test_decimals_are_written_as_in_the_language(code: str, mark: str) -> None:
    """A win probability has the decimal mark of the language, drawn and in the sentences."""
    record = played(9).record()
    analyses = list(review(record, simulations=20, seed=1))
    last = f"{100 * analyses[-1].win_probability_of(Player.ONE):.1f}"
    assert not last.endswith(".0")
    last = last.replace(".", mark)

    picture = record.chart(analyses=analyses, language=code)
    assert last in texts(picture)
    assert f"\N{RIGHTWARDS ARROW} {last}." in picture


def test_a_chart_without_any_known_probability_has_an_empty_panel() -> None:
    """Analyses of other positions leave the panel empty."""
    last = list(review(played().record(), simulations=1))[-1:]

    picture = played(3).chart(analyses=last)

    assert "Win probability of Ann" in texts(picture)
    assert len(curves(picture, LIGHT.one)) == 2


def test_a_game_without_moves_has_a_chart() -> None:
    """Before the first move, each line is a point."""
    picture = Game(seed=1).chart()

    assert len(curves(picture, LIGHT.one)) == 2
    assert all(len(one) == 1 for one in curves(picture, LIGHT.one))
    assert "Points of Player one" in texts(picture)


def test_a_record_has_the_chart_of_its_game() -> None:
    """A record and its game give the same chart."""
    game = played()

    assert game.record().chart() == game.chart() == chart(game.record())


def test_options_change_the_chart() -> None:
    """Theme, language, width and title are those that were asked for."""
    game = played(40)
    picture = chart(game, theme="dark", language="fi", width=320, title="My game")

    assert DARK.page in picture
    assert LIGHT.page not in picture
    assert "Pisteet: Ann" in texts(picture)
    assert 'width="320"' in picture
    assert "<title>My game</title>" in picture
    assert re.search(r'<svg [^>]*viewBox="0 0 640 ', picture)
    assert chart(game, title=" \n") == chart(game)


def test_no_letter_is_small() -> None:
    """The smallest letters are 11 units high."""
    sizes = re.findall(r'font-size="([\d.]+)"', played().chart())

    assert min(map(float, sizes)) >= 11


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"theme": "pink"}, UnknownNameError),
        ({"language": "xx"}, UnknownNameError),
        ({"width": 3}, WrongTypeError),
        ({"title": 5}, WrongTypeError),
    ],
)
def test_wrong_options(
    options: dict[str, Any], kind: type[WondersDuelError], wording: Wording
) -> None:
    """A wrong option gives one clear error."""
    with pytest.raises(kind) as raised:
        chart(Game(seed=1), **options)
    wording(str(raised.value))


def test_a_state_has_no_chart(wording: Wording) -> None:
    """Only games and records have a course."""
    state: Any = Game(seed=1).state
    with pytest.raises(WrongTypeError) as raised:
        chart(state)
    wording(str(raised.value))


def test_what_is_not_an_analysis(wording: Wording) -> None:
    """The error names it."""
    some: list[Any] = [[1], 3, 0, played(3)]
    for draw in (played(3).chart, played(3).animate):
        for wrong in some:
            with wording.raises(WrongTypeError):
                draw(analyses=wrong)


def test_analyses_of_any_kind() -> None:
    """A chart takes a list as well as what makes one analysis after the other."""
    game = played(3)
    analyses = list(review(game.record(), simulations=20, seed=1))
    for draw in (game.chart, game.animate):
        assert draw(analyses=iter(analyses)) == draw(analyses=analyses) != draw()
