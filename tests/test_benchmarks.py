"""The benchmarks measure what they claim to, and distinguish a slower build from noise."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from benchmarks import growth, ladder
from benchmarks.__main__ import main
from benchmarks.ladder import UctBot
from benchmarks.measures import MEASURES, kept_positions, play_out
from benchmarks.report import slower, table
from benchmarks.workers import SharedBot
from tools.computed import FOLDER, load
from wonders_duel import Game, is_compiled
from wonders_duel.bots import RandomBot
from wonders_duel.search import SearchBot

ROOT = Path(__file__).parent.parent
FIRST = MEASURES[0].name
MEMORY = next(one.name for one in MEASURES if one.unit == "bytes")


def test_both_ways_to_play_out_make_the_same_decisions() -> None:
    """The two benchmarks of whole games play the same games."""
    fused = [play_out(Random(seed)) for seed in range(20)]

    assert fused == [play_out(Random(seed), fused=False) for seed in range(20)]
    assert 60 <= min(fused) <= max(fused) <= 80


def test_the_stored_positions_have_a_legal_move() -> None:
    """Each state of the tree benchmark comes with one of its own legal moves."""
    kept = kept_positions(500, seed=1)

    assert len(kept) >= 500
    assert all(move in state.legal_moves for state, move in kept)


def test_names_are_used_once() -> None:
    """Every measure has a unique name."""
    assert len({measure.name for measure in MEASURES}) == len(MEASURES)


def test_a_slower_build_is_reported() -> None:
    """A measure that is worse by more than the limit is named, whichever direction is better."""
    figures = {
        "old": {FIRST: [100.0, 110.0, 90.0], MEMORY: [500.0]},
        "new": {FIRST: [80.0, 84.0, 500.0], MEMORY: [600.0]},
    }

    found = slower(figures, "new", "old", 15)
    assert len(found) == 2
    assert "84 games/s in new, 100 in old, 19% worse" in found[0]
    assert "600 bytes in new, 500 in old, 20% worse" in found[1]
    assert slower(figures, "new", "old", 25) == []
    assert slower(figures, "old", "new", 0) == []


def test_the_table_gives_medians_and_spread() -> None:
    """The table has one column per build, and a dash where nothing was measured."""
    about = {"version": "1", "compiled": True, "python": "CPython 3.11.7", "attrs": "26"}
    heading = {"machine": "a machine", "rounds": 3, "builds": {"old": about, "new": about}}
    text = table(heading, {"old": {FIRST: [3.0, 1.0, 2.0]}, "new": {}})

    assert "a machine, 3 rounds" in text
    assert "old: wonders-duel 1 (compiled), CPython 3.11.7, attrs 26" in text
    assert text.splitlines()[-1].split("games/s")[1].split() == ["2", "(1", "to", "3)", "-"]


def _run(*arguments: str, module: str = "benchmarks") -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=120,
    )


def test_the_command_measures_the_installed_build(tmp_path: Path) -> None:
    """The benchmark command prints the figures and writes them to a file."""
    kept = tmp_path / "figures.json"
    done = _run("--rounds", "2", "--only", "printing a move", "--json", str(kept))

    assert done.returncode == 0, done.stderr
    assert f"({'compiled' if is_compiled else 'pure'})" in done.stdout
    figures = json.loads(kept.read_text(encoding="utf-8"))
    assert figures["rounds"] == 2
    (values,) = figures["figures"]["installed"].values()
    assert len(values) == 2
    assert min(values) > 1000


def test_the_command_for_pictures_draws_tables() -> None:
    """Drawing a table takes less than 20 milliseconds, with a wide margin for a busy machine."""
    done = _run("--games", "1", module="benchmarks.pictures")

    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("plain")]
    assert 0 < float(line.split()[1]) < 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--build", "old"], "NAME=FOLDER"),
        (["--build", "old=/nowhere"], "contains wonders_duel/"),
        (["--compare", "new", "old"], "unknown build 'new'"),
        (["--rounds", "0"], "at least 1"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Wrong arguments are refused before anything runs."""
    monkeypatch.setattr(sys, "argv", ["benchmarks", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("benchmarks.ladder", "--deals"),
        ("benchmarks.ladder", "--workers"),
        ("benchmarks.parts", "--games"),
        ("benchmarks.parts", "--rounds"),
        ("benchmarks.pictures", "--games"),
        ("benchmarks.workers", "--deals"),
        ("benchmarks.workers", "--processes"),
        ("benchmarks.workers", "--simulations"),
        ("benchmarks.workers", "--workers"),
        ("tools.balance", "--deals"),
        ("tools.balance", "--workers"),
        ("tools.fuzz.__main__", "--workers"),
        ("tools.seats", "--deals"),
        ("tools.seats", "--workers"),
        ("tools.sequential", "--runs"),
        ("tools.strong_play", "--deals"),
        ("tools.strong_play", "--workers"),
    ],
)
def test_a_number_has_to_be_positive(
    name: str, option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is played or measured before the error, and no default is used for 0."""
    monkeypatch.setattr(sys, "argv", [name, option, "0"])
    with pytest.raises(SystemExit) as ended:
        import_module(name).main()

    assert ended.value.code == 2
    assert f"argument {option}: expected a whole number from 1" in capsys.readouterr().err


@pytest.mark.parametrize(("games", "options"), [(40, []), (2, ["--simulations", "5"])])
def test_the_memory_of_many_games_is_measured(
    games: int,
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of random games, and of games between search bots."""
    file = tmp_path / "growth.json"
    given = ["growth", "--games", str(games), *options, "--json", str(file)]
    monkeypatch.setattr(sys, "argv", given)
    growth.main()

    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert len(rows) == min(games, growth.BLOCKS)
    assert rows[-1]["games"] == games
    assert all(row["speed"] > 0 for row in rows)
    assert len(capsys.readouterr().out.splitlines()) == 2 + len(rows)


@pytest.mark.parametrize("option", ["--games", "--simulations"])
def test_no_games_or_simulations_to_measure(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There must be one at least."""
    monkeypatch.setattr(sys, "argv", ["growth", option, "0"])
    with pytest.raises(SystemExit) as ended:
        growth.main()

    assert ended.value.code == 2
    assert f"{option} must be at least 1, not 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("folder", "rest"), [(True, "the same command goes on"), (False, "the games are lost")]
)
def test_a_stopped_ladder_says_so_in_a_line(
    *,
    folder: bool,
    rest: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ctrl-C ends it with the match that it was in, and whether its games are kept."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play", stopped)
    kept = ["--folder", str(tmp_path)] if folder else []
    assert ladder.main(["easy", *kept]) == 130
    assert capsys.readouterr().err.startswith(f"ladder: stopped in the match of easy; {rest}")


def test_the_ladder_measures_strength(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rung is a match; search with play-outs plays whole games, the same with the same seed."""
    journals = tmp_path / "journals"
    arguments = ["one-ply", "easy=2", "--deals", "1", "--folder", str(journals)]
    assert ladder.main(arguments) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert [line.partition(": ")[0] for line in lines[1:]] == [
        "wonders_duel.search:OnePlyBot - greedy",
        "easy - greedy",
    ]
    assert [line.split(": ")[1].split(",")[0] for line in lines[1:]] == ["2 games", "4 games"]
    assert ladder.main(arguments) == 0
    assert capsys.readouterr().out == told
    for wrong in (
        ["hard-boiled"],
        ["hard=0"],
        ["hard=many"],
        ["easy=3", "--folder", str(journals)],
    ):
        with pytest.raises(SystemExit) as ended:
            ladder.main(wrong)
        assert ended.value.code == 2
        assert "error: " in capsys.readouterr().err

    def moves(seed: int) -> list[str]:
        game = Game(seed=1)
        game.play_out(UctBot(seed, simulations=8), RandomBot(1))
        return [str(step.move) for step in game.history]

    assert moves(1) == moves(1) != moves(2)
    assert UctBot(1, seconds=0.01).choose(Game(seed=1).state) in Game(seed=1).state.legal_moves


def test_several_trees_choose_as_several_processes_do(tmp_path: Path) -> None:
    """The benchmark of the strength of workers plays the same games, without the processes."""
    game = Game(seed=3)
    shared = SharedBot(1, simulations=31, workers=2)
    with SearchBot(1, simulations=31, workers=2) as bot:
        for _ in range(12):
            move = bot.choose(game.state)
            assert shared.choose(game.state) is move
            game.play(move)
    assert SharedBot(1, simulations=1).choose(game.state) in game.legal_moves
    game.play_out(RandomBot(1), RandomBot(2))
    for step in game.history:
        if len(step.before.legal_moves) == 1 or step.before.cards_left == 2:
            assert shared.choose(step.before) in step.before.legal_moves
    done = _run(
        *("strength", "--simulations", "3", "--deals", "1", "--folder", str(tmp_path)),
        module="benchmarks.workers",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": 2 games, ") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="it measures with the module resource")
def test_the_benchmark_of_matches_knows_its_measures() -> None:
    """The benchmark of matches refuses the name of a measure that it does not have."""
    done = _run("thousand", "thousands", module="benchmarks.arena")

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == (
        "python -m benchmarks.arena: error: no such measure: thousands; "
        "expected some of overhead, workers, journal, growth, thousand"
    )


def test_the_time_of_workers() -> None:
    """The benchmark compares more and more workers with one."""
    done = _run("time", "--simulations", "2", "--workers", "2", module="benchmarks.workers")
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[1:]] == [
        "1 workers",
        "2 workers",
    ]


def test_workers_are_measured_without_a_name_too(tmp_path: Path) -> None:
    """The benchmark of workers, run as the pages say it, measures both the time and the strength."""
    done = _run(
        *("--simulations", "2", "--workers", "1", "--deals", "1", "--folder", str(tmp_path)),
        module="benchmarks.workers",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("1 workers: ") == 1
    assert done.stdout.count(": 2 games, ") == 2


# -- environments ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_environments_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line has a positive median between its least and its most, in the table and in the file."""
    pytest.importorskip("numpy")
    from benchmarks import learning  # noqa: PLC0415 - it needs numpy

    learning.main(["--rounds", "2", "--json", str(tmp_path / "learning.json")])
    printed = capsys.readouterr().out
    headings, rows = learning.table(tmp_path)

    assert len(headings) == 3
    assert len(rows) >= 6
    figures = json.loads((tmp_path / "learning.json").read_text(encoding="utf-8"))["figures"]
    for name, median, _ in rows:
        one = figures[name]
        assert 0 < one["low"] <= one["median"] <= one["high"]
        assert name in printed
        assert median.endswith(one["unit"])


def test_the_page_about_environments_has_all_lines() -> None:
    """The stored figures are those of every framework and of the other games."""
    assert len(load(FOLDER, "learning")["figures"]) == 11
