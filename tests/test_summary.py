"""A game as one row of a table: its columns, in a form that fits any table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from csv import DictReader, DictWriter
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from tests.builders import EXTENDED, city, state
from wonders_duel import (
    Age,
    Deal,
    Game,
    Player,
    Position,
    Record,
    State,
    catalogue,
    records,
)
from wonders_duel.bots import RandomBot

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "record.md"
ONE, TWO = Player


def played(seed: int, **options: str) -> Game:
    """Return a game that two random bots have finished."""
    game = Game(seed=seed, rules=options or None)
    game.play_out(RandomBot(seed=f"{seed} one"), RandomBot(seed=f"{seed} two"))
    return game


def every_kind() -> Iterator[Game]:
    """Yield finished, unfinished, resigned, companion, public and custom games."""
    yield played(1)
    yield played(2, wonder_setup="first-game", reveal_timing="on-take")
    yield Game(seed=3)
    unfinished = Game(seed=4, first_player="two")
    for _ in range(30):
        unfinished.play(unfinished.legal_moves[0])
    yield unfinished
    resigned = Game(seed="a text")
    resigned.players = ("Ann", "Ben")
    resigned.resign("one")
    yield resigned
    yield Game.from_state(State.start())  # waits for chance outcomes
    yield played(5).record(public=True).game()
    yield Game.from_state(state(Age.II, ["temple", "school"], city(5, "baths")), rng=Random(1))
    other = Game(seed=6, catalogue=EXTENDED)
    other.play_out(RandomBot(seed=1), RandomBot(seed=2))
    yield other


def test_the_page_lists_the_columns() -> None:
    """The page lists the columns in order: those of the game, then those of each seat."""
    text = PAGE.read_text(encoding="utf-8")
    tables = re.findall(r"^\| column \| value \|\n\|---\|---\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    game, seat = (
        [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]
        for table in tables
    )

    assert (
        *game,
        *(f"one_{name}" for name in seat),
        *(f"two_{name}" for name in seat),
    ) == records.COLUMNS


def test_every_game_has_the_same_columns() -> None:
    """Every game has the same columns in the same order, with plain JSON values."""
    for game in every_kind():
        row = game.summary()

        assert tuple(row) == records.COLUMNS
        assert json.loads(json.dumps(row)) == row
        assert {type(value) for value in row.values()} <= {str, int, float, bool, type(None)}
        assert game.record().summary() == row
        public = {**row, "seed": None}
        assert game.record(public=True).summary() == public


def test_rows_survive_csv() -> None:
    """Rows survive CSV as texts, and only None becomes an empty cell."""
    rows = [game.summary() for game in every_kind()]
    file = StringIO(newline="")
    writer = DictWriter(file, records.COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    file.seek(0)
    read = list(DictReader(file))

    assert read == [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in rows
    ]
    assert not any("\n" in cell or "," in cell for row in read for cell in row.values())


@pytest.mark.parametrize("seed", range(4))
def test_a_row_agrees_with_its_game(seed: int) -> None:
    """Every column agrees with the game."""
    game = played(seed)
    row = game.summary()
    result, score, now = game.state.result, game.score(), game.state
    assert result is not None

    assert (row["seed"], row["catalogue"], row["start"]) == (str(seed), "base", "new-game")
    assert row["wonder_setup"] == "draft"
    assert row["reveal_timing"] == "end-of-action"
    assert row["centre_pawn_start"] == "last-player-chooses"
    assert (row["first_player"], row["is_over"], row["resigned"]) == ("one", True, None)
    assert row["victory"] == result.victory.value
    assert row["winner"] == str(result.winner)
    assert row["by_blue"] is result.by_blue
    assert row["decisions"] == len(game.history)
    assert (row["age"], row["pawn"]) == (now.age, now.pawn)
    assert row["cards_left"] == now.cards_left
    for player in Player:
        own = {key[4:]: value for key, value in row.items() if key.startswith(f"{player}_")}
        mine, sheet = now.cities[player], score[player]
        assert own["name"] == ""
        assert own["share"] == result.share(player)
        assert own["points"] == sheet.total == result.totals[player]
        for source in ("blue", "green", "yellow", "guilds", "wonders"):
            assert own[f"points_{source}"] == getattr(sheet, source)
        for source in ("tokens", "coins", "military", "other"):
            assert own[f"points_{source}"] == getattr(sheet, source)
        drafted = [
            str(step.move).removeprefix("draft ")
            for step in game.history
            if str(step.move).startswith("draft ") and step.player is player
        ]
        assert str(own["wonders_drafted"]).split() == _in_order(drafted)
        assert own["wonders_built"] == " ".join(one.wonder.id for one in mine.built)
        assert own["buildings"] == " ".join(card.id for card in mine.buildings)
        assert own["tokens"] == " ".join(token.id for token in mine.tokens)
        assert own["coins"] == mine.coins
        assert own["symbols"] == " ".join(symbol.value for symbol in mine.symbols)


def _in_order(wonders: list[str]) -> list[str]:
    return [wonder.id for wonder in catalogue.wonder_list if wonder.id in wonders]


def test_shields_are_those_on_cards() -> None:
    """Shields count on buildings and constructed wonders, not on unbuilt ones."""
    now = state(
        Age.III,
        ["palace"],
        city(
            0,
            "guard-tower",
            "barracks",
            built={"the-colossus": "baths"},
            unbuilt=["the-statue-of-zeus"],
        ),
        city(0, "palisade", tokens=["strategy"]),
    )
    row = Game.from_state(now).summary()

    assert (row["one_shields"], row["two_shields"]) == (1 + 1 + 2, 1)


def test_the_wonder_that_left_the_game_was_drafted() -> None:
    """The wonder that left the game after the seventh (R53) counts as drafted."""
    for seed in range(200):
        game = played(seed)
        row = game.summary()
        drafted = [str(row[f"{player}_wonders_drafted"]).split() for player in Player]
        built = [str(row[f"{player}_wonders_built"]).split() for player in Player]
        assert [len(one) for one in drafted] == [4, 4]
        assert all({*most} >= {*some} for most, some in zip(drafted, built, strict=True))
        if sum(map(len, built)) == 7:
            break
    else:
        pytest.fail("seven wonders were never built")

    assert sum(len(one.unbuilt) for one in game.state.cities) == 0


def test_an_unfinished_draft_is_listed() -> None:
    """Before Age I the row lists the wonders picked so far."""
    game = Game(seed=1)
    picked = [game.legal_moves[2], game.legal_moves[0]]
    for move in picked:
        game.play(move)
    row = game.summary()

    assert row["one_wonders_drafted"] == str(picked[0]).removeprefix("draft ")
    assert row["two_wonders_drafted"] == str(picked[1]).removeprefix("draft ")
    assert (row["age"], row["cards_left"], row["decisions"]) == (None, 0, 2)
    assert (row["is_over"], row["victory"], row["winner"]) == (False, None, None)
    assert (row["one_share"], row["two_share"]) == (None, None)


def test_a_position_shows_its_initial_wonders() -> None:
    """A game from a position has its initial wonders and no seed."""
    now = state(
        Age.II,
        ["temple", "school"],
        city(5, unbuilt=["the-sphinx"]),
        city(5, built={"the-pyramids": "baths"}),
    )
    row = Game.from_state(now, rng=Random(1)).summary()

    assert (row["start"], row["seed"], row["age"]) == ("position", None, 2)
    assert row["one_wonders_drafted"] == "the-sphinx"
    assert (row["two_wonders_drafted"], row["two_wonders_built"]) == ("the-pyramids",) * 2


def test_a_resignation_has_a_winner_but_no_victory() -> None:
    """A resignation has a winner but no victory, with the points of the moment."""
    game = Game(seed=1)
    game.players = ("Ann", "Ben")
    game.resign("one")
    row = game.summary()

    assert (row["is_over"], row["victory"], row["resigned"]) == (True, None, "one")
    assert (row["winner"], row["by_blue"]) == ("two", False)
    assert (row["one_share"], row["two_share"]) == (0.0, 1.0)
    assert (row["one_name"], row["two_name"]) == ("Ann", "Ben")
    assert (row["one_points"], row["one_points_coins"]) == (2, 2)


def test_a_shared_victory_has_no_winner_and_two_halves() -> None:
    """A shared victory has no winner and two half shares (R84); a blue tie-break is noted (R83)."""
    shared = Game.from_state(Position(age=Age.III, structure=[]).state()).summary()
    blue = Position(age=Age.III, structure=[])
    blue.cities[0].buildings = ["baths"]
    blue.cities[1].coins += 9
    decided = Game.from_state(blue.state()).summary()

    assert (shared["is_over"], shared["victory"], shared["winner"]) == (True, "civilian", None)
    assert (shared["one_share"], shared["two_share"]) == (0.5, 0.5)
    assert (decided["one_points"], decided["two_points"]) == (5, 5)
    assert (decided["winner"], decided["by_blue"]) == ("one", True)


def test_a_game_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row of a game needs no replay; a record is replayed and has to be valid."""
    game = played(1)
    expected = game.summary()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Record, "replay", refuse)
    monkeypatch.setattr(Game, "from_record", refuse)
    monkeypatch.setattr(Deal, "outcome", refuse)
    assert game.summary() == expected
    with pytest.raises(AssertionError):
        game.record().summary()
