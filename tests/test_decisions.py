"""How well the players of many games decided: ``analyse --all``."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.importers import GAMES, played
from wonders_duel import Game, Record, Turn, WrongTypeError, parse_move, records
from wonders_duel.cli import main
from wonders_duel.command_line import reviewing
from wonders_duel.importers import bga
from wonders_duel.languages import Language
from wonders_duel.search import analyse, review
from wonders_duel.statistics.decisions import DecisionCount, Decisions
from wonders_duel.support.columns import columns as width_of


def test_decisions_are_counted() -> None:
    """The counts are those of the analyses, by player and by kind; forced moves are left out."""
    game = played(2)
    analyses = list(review(game.record(), simulations=10, seed=1))
    decisions = Decisions()
    for one in analyses:
        decisions.add(one, ("Ann", "Ben"))

    free = [one for one in analyses if len(one.moves) > 1]
    assert 0 < len(free) < len(analyses)
    every = decisions.every
    assert every.decisions == len(free)
    assert every.best == sum(one.played is one.best for one in free)
    assert every.mean_loss == pytest.approx(sum(one.loss for one in free) / len(free))
    assert every.best_share == every.best / len(free)
    marks = [one.mark for one in free]
    assert every.inaccuracies == marks.count("inaccuracy")  # type: ignore[arg-type]
    assert every.mistakes == marks.count("mistake")  # type: ignore[arg-type]
    assert every.blunders == marks.count("blunder")  # type: ignore[arg-type]
    for rows in (decisions.by_player(), decisions.by_kind()):
        counts = [count for _, count in rows]
        assert sum(count.decisions for count in counts) == len(free)
        assert sum(count.lost for count in counts) == pytest.approx(every.lost)
    assert {name for name, _ in decisions.by_player()} == {"Ann", "Ben"}
    assert next(decisions.by_kind())[0] == "draft a wonder"
    assert DecisionCount().best_share == DecisionCount().mean_loss == 0


def test_only_analyses_of_moves_count() -> None:
    """An analysis without the move that was played is refused, and so is anything else."""
    unplayed = analyse(Game(seed=1).state, simulations=2)
    count = DecisionCount()
    with pytest.raises(WrongTypeError, match="a move that was played"):
        Decisions().add(unplayed, ("a", "b"))
    with pytest.raises(WrongTypeError, match="a move that was played"):
        count.add(unplayed)
    with pytest.raises(WrongTypeError, match="an Analysis"):
        Decisions().add(3, ("a", "b"))  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="an Analysis"):
        count.add(3)  # type: ignore[arg-type]
    assert count == DecisionCount()


@pytest.mark.parametrize("names", [None, "ab", ("a",), ("a", 2), {"one": "a"}])
def test_the_names_of_decisions_are_two(names: Any) -> None:
    """A string is not taken for two names of a letter, and nothing is counted."""
    decisions = Decisions()
    analysis = next(review(played(2).record(), simulations=2, seed=1))
    with pytest.raises(WrongTypeError, match="expected the names of two players"):
        decisions.add(analysis, names)
    assert decisions.every == DecisionCount()


def test_the_tables_of_imported_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From logs to a table: who found the best move how often, and with which moves much was lost."""
    path = tmp_path / "games.txt"
    for name in ("bga_1", "bga_2"):
        (imported,) = bga.read(GAMES / f"{name}.json")
        assert imported.record is not None
        with path.open("a", encoding="utf-8") as file:
            records.dump(imported.record, file)

    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("2 games, 125 decisions between two or more moves\n")
    assert "\nPlayer one " in printed
    assert "\ndraft a wonder " in printed
    assert "\nall " in printed

    monkeypatch.setattr(sys, "stdin", io.StringIO(path.read_text(encoding="utf-8")))
    monkeypatch.setattr(reviewing, "_MOST", 1)
    assert main(["analyse", "-", "--all", "--simulations", "2"]) == 0
    assert "\nand 1 others\n" in capsys.readouterr().out


@pytest.mark.parametrize("columns", [None, 150, 79, 40])
def test_names_are_whole_where_they_fit(
    columns: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file or pipe gets whole names; a terminal gets lines of up to 79 columns, or of its width."""
    path = tmp_path / "games.txt"
    names = ("A name of thirty-two characters.", "Ben")
    game = Game(seed=1)
    game.players = names
    game.play(game.legal_moves[0])
    path.write_text(game.record().to_text(), encoding="utf-8")
    monkeypatch.setattr(reviewing, "terminal_width", lambda: columns)
    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "1 game, 1 decision between two or more moves"
    if columns in {None, 150}:
        assert f"\n{names[0]}  " in "\n".join(lines)
    else:
        assert "\nA name of thirty-… " in "\n".join(lines)
        assert max(map(len, lines)) == 79


@pytest.mark.parametrize(("columns", "name"), [(None, "浴" * 12), (79, f"{'浴' * 8}…")])
def test_wide_characters_take_two_columns(
    columns: int | None,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The numbers are below each other, also beside names in East Asian characters."""
    path = tmp_path / "games.txt"
    game = Game(seed=1)
    game.players = ("浴" * 12, "Ben")
    for _ in range(2):
        game.play(game.legal_moves[0])
    path.write_text(game.record().to_text(), encoding="utf-8")
    monkeypatch.setattr(reviewing, "terminal_width", lambda: columns)
    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:6]
    assert any(one.startswith(f"{name} ") for one in lines)
    assert len(set(map(width_of, lines))) == 1


def test_games_that_break_the_rules_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes before the fault counts; a file without decisions has no tables."""
    path = tmp_path / "games.txt"
    record = attrs.evolve(Game(seed=1).record(), turns=[Turn(parse_move("build tavern"))])
    path.write_text(record.to_text(), encoding="utf-8")
    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 1
    printed = capsys.readouterr()
    assert printed.out == "1 game, 0 decisions between two or more moves\n"
    assert printed.err.startswith("game 1: turn 1 of the record: ")
    assert main(["analyse", str(tmp_path / "none"), "--all"]) == 1
    assert "cannot read" in capsys.readouterr().err
    with path.open("a", encoding="utf-8") as file:
        file.write("wonders-duel record 1\n\n1. one: fly\n")
    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 1
    assert capsys.readouterr().out.startswith("1 game, ")
    assert main(["analyse", Game(seed=1).state.to_text(), "--all"]) == 1
    assert "leave it out for a position" in capsys.readouterr().err
    for option in (["--json"], ["--html", "x.html"], ["--game", "2"]):
        assert main(["analyse", str(path), "--all", *option]) == 2
        assert f"{option[0]} is not valid with --all" in capsys.readouterr().err


def test_ctrl_c_prints_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tables of the games so far are printed, with the exit code 130."""
    path = tmp_path / "games.txt"
    for seed in range(3):
        with path.open("a", encoding="utf-8") as file:
            records.dump(played(seed).record(), file)
    names = reviewing.names_of

    def interrupting(record: Record, to: Language) -> tuple[str, str]:
        signal.raise_signal(signal.SIGINT)
        monkeypatch.setattr(reviewing, "names_of", names)
        return names(record, to)

    monkeypatch.setattr(reviewing, "names_of", interrupting)
    assert main(["analyse", str(path), "--all", "--simulations", "2"]) == 130
    printed = capsys.readouterr()
    assert printed.out.startswith("1 game, ")
    assert all(len(line) < 80 for line in printed.out.splitlines())
    assert printed.err == "wonders-duel: stopped in game 1\n"
