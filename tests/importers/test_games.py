"""The games that people played follow the rules, in every form of their logs."""

from __future__ import annotations

import json
import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.importers import GAMES, log, played
from tests.importers.packets import packets
from wonders_duel import FormatError, Game, Player, Record
from wonders_duel.bots import RandomBot
from wonders_duel.importers import Imported, bga, sevenee, sevenwd_io

EXAMPLES = Path(__file__).parents[2] / "examples"
MOVES = {"7wd_io_1": 55, "7wd_io_2": 34, "7wd_io_3": 40, "bga_1": 58, "bga_2": 73}


def only(found: Any) -> Imported:
    """Return the only game."""
    (imported,) = found
    assert isinstance(imported, Imported)
    return imported


@pytest.mark.parametrize("name", sorted(MOVES))
def test_a_game_that_people_played(name: str) -> None:
    """It replays as far as its cards allow, and disagrees in nothing."""
    site = bga if name.startswith("bga") else sevenwd_io
    imported = only(site.read(GAMES / f"{name}.json"))
    record = imported.record

    assert imported.agrees
    assert record is not None
    assert len(record.turns) == MOVES[name]
    record.check()
    if site is bga:
        assert imported.ending == "finished"
        assert record.deal is None
        assert record.tags["site"] == "bga"
        assert "any order that the layout allows" in record.tags["filled"]
        assert Record.from_text(record.to_text()) == record
    else:
        assert imported.ending == "stopped"
        assert "The Statue of Liberty" in imported.missing
        assert record.deal is not None


def test_with_the_messe_games_play_on() -> None:
    """A catalogue with a promo wonder lets games play on beyond it."""
    promo = runpy.run_path(str(EXAMPLES / "custom_choice.py"))["PROMO"]
    found = [
        only(sevenwd_io.read(GAMES / f"7wd_io_{number}.json", catalogue=promo))
        for number in (1, 2, 3)
    ]

    assert [one.missing for one in found] == [("The Statue of Liberty",)] * 3
    assert [len(one.record.turns) for one in found if one.record] == [55, 50, 63]
    assert all(one.agrees for one in found)


@pytest.mark.parametrize("name", ["bga_1", "bga_2"])
@pytest.mark.parametrize("how", ["tidy", "answer", "shuffled", "doubled", "lines", "nested"])
def test_packets(name: str, how: str, tmp_path: Path) -> None:
    """Packets give the same game as the short form, in every envelope."""
    short = log(name)
    made = packets(short)
    for number, packet in enumerate(made):
        packet["packet_id"] = str(100 + number)
    made.insert(3, {"packet_id": "9999", "move_id": None, "data": [{"type": "clock"}]})
    chat = {"type": "chatmessage", "args": {"text": "hello"}}
    made.append({"packet_id": "10000", "move_id": None, "data": [chat]})
    document: Any = made
    if how == "shuffled":
        random.Random(1).shuffle(made)
    if how == "doubled":
        document = [one for packet in made for one in (packet, packet)]
    if how == "answer":
        players = [{"id": 8001, "name": "A"}, {"id": 8002, "name": "B\u202e"}]
        document = {"status": 1, "data": {"logs": made, "players": players}}
    if how == "nested":
        document = [{"data": {"data": {"packets": made}}}]
    path = tmp_path / "log.json"
    if how == "lines":
        path.write_text("\n".join(map(json.dumps, made)), encoding="utf-8")
    else:
        path.write_text(json.dumps(document), encoding="utf-8")

    imported = only(bga.read(path))
    expected = only(bga.read(short))

    assert imported.record is not None
    assert expected.record is not None
    assert imported.agrees
    assert [one.move for one in imported.record.turns] == [
        one.move for one in expected.record.turns
    ]
    assert imported.record.result == expected.record.result
    assert imported.record.tags["date"] == "2023-11-14"
    names = [player.name for player in imported.record.players]
    assert names == (["A", "B"] if how == "answer" else ["a", "b"])


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
def test_round_trips(site: Any) -> None:
    """What is written is read again: the same moves, the same result, and the deal if the site has it."""
    for seed in range(25):
        game = played(seed)
        first = int(game.initial_state.first_player)
        imported = only(site.loads(site.dumps(game.record())))

        assert imported.agrees
        assert imported.ending == "finished"
        record = imported.record
        assert record is not None
        assert [player.name for player in record.players] == (
            ["Ben", "Ann"] if first else ["Ann", "Ben"]
        )
        assert [str(turn.move) for turn in record.turns if turn.move.spec.kind != 7] == [
            str(step.move) for step in game.history if step.move.spec.kind != 7
        ]
        assert game.result is not None
        assert record.result is not None
        totals = game.state.score().totals
        assert record.check().score().totals == (totals[::-1] if first else totals)
        assert (record.deal == game.deal) is (site is not bga)


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
def test_a_resigned_and_an_unfinished_game(site: Any) -> None:
    """A resignation is kept; a game without an end is unfinished."""
    game = played(4)
    while len(game.history) > 30:
        game.undo()
    unfinished = only(site.loads(site.dumps(game.record())))
    game.resign("one")
    resigned = only(site.loads(site.dumps(game.record())))

    assert unfinished.agrees
    assert unfinished.ending == "unfinished"
    assert resigned.agrees
    assert resigned.ending == "resigned"
    assert resigned.record is not None
    assert str(resigned.record.result) == str(game.result)
    if site is not bga:  # whose logs do not tell who plays before the first pick
        begun = only(site.loads(site.dumps(Game(seed=1).record())))
        assert begun.agrees
        assert begun.ending == "unfinished"
        assert begun.record is not None
        assert begun.record.deal == Game(seed=1).deal


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("loser", Player)
def test_a_resignation_keeps_its_winner(site: Any, seed: int, loser: Player) -> None:
    """Whoever plays first, the same person wins."""
    game = played(seed)
    while len(game.history) > 30:
        game.undo()
    game.resign(loser)
    record = only(site.loads(site.dumps(game.record()))).record
    assert record is not None
    assert record.result is not None
    assert record.result.winner is not None
    assert record.players[record.result.winner].name == ("Ben", "Ann")[loser]


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
@pytest.mark.parametrize(("seed", "winner"), [(45, "two"), (64, "one"), (227, "None")])
def test_ties(site: Any, seed: int, winner: str) -> None:
    """A tie that blue buildings decide, and a shared victory, agree."""
    game = Game(seed=seed)
    game.play_out(RandomBot(seed), RandomBot(seed + 1))
    assert game.score().totals[0] == game.score().totals[1]
    assert str(game.state.result and game.state.result.winner) == winner
    assert only(site.loads(site.dumps(game.record()))).agrees


def test_what_a_site_cannot_hold() -> None:
    """Positions, other rules, unknown cards and public records are refused."""
    game = played(4)
    start = game.history[20].before
    promo = runpy.run_path(str(EXAMPLES / "custom_choice.py"))["PROMO"]
    custom = next(
        one
        for one in (Game(seed=seed, catalogue=promo) for seed in range(60))
        if any(
            card.id == "messe" for group in (one.deal.draft if one.deal else ()) for card in group
        )
    )
    custom.play_out(RandomBot(1), RandomBot(2))
    for site in (bga, sevenwd_io, sevenee):
        with pytest.raises(FormatError, match="starts from a position"):
            site.dumps(Game.from_state(start).record())
        with pytest.raises(FormatError, match="other rule options"):
            site.dumps(Game(seed=1, rules="first-game").record())
    for picks in (0, 7):
        draft = Game(seed=1)
        for _ in range(picks):
            draft.play(draft.legal_moves[0])
        for _ in ("unfinished", "resigned"):
            with pytest.raises(FormatError, match="the game ends in the draft"):
                bga.dumps(draft.record())
            if not draft.is_over:
                draft.resign("two")
    for site in (sevenwd_io, sevenee):
        with pytest.raises(FormatError, match="the record has no deal"):
            site.dumps(game.record(public=True))
    for site in (bga, sevenee):
        with pytest.raises(FormatError, match="the site has no"):
            site.dumps(custom.record())


def test_a_chosen_card_of_the_messe_survives() -> None:
    """A custom choice is written, and read with the same catalogue."""
    promo = runpy.run_path(str(EXAMPLES / "custom_choice.py"))["PROMO"]

    def game_of(seed: int) -> Game:
        game = Game(seed=seed, catalogue=promo)
        game.play_out(RandomBot(seed), RandomBot(seed + 1))
        return game

    game = next(
        one
        for one in map(game_of, range(200))
        if any(str(step.move).startswith("choose") for step in one.history)
    )
    imported = only(sevenwd_io.loads(sevenwd_io.dumps(game.record()), catalogue=promo))

    assert imported.agrees
    assert imported.record is not None
    assert [one.move for one in imported.record.turns] == [step.move for step in game.history]


def test_players_without_names_and_with_the_same() -> None:
    """Names are made up where a log needs different ones."""
    game = played(2)
    game.players = ("", "")
    record = only(sevenwd_io.loads(sevenwd_io.dumps(game.record()))).record
    assert record is not None
    assert [one.name for one in record.players] == ["one", "two"]
    game.players = ("Kim", "Kim")
    record = only(sevenwd_io.loads(sevenwd_io.dumps(game.record()))).record
    assert record is not None
    assert [one.name for one in record.players] == ["Kim", "Kim 2"]
