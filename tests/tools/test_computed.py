"""The tools that compute the tables of the pages about pairs of games and balance."""

from __future__ import annotations

import json
import re
import shutil
from math import log, sqrt
from pathlib import Path
from statistics import fmean

import pytest

from benchmarks import ladder
from tests.match_rows import game
from tools import balance, calibration, seats, sequential, strong_play
from tools.computed import FOLDER, command_of, load, markdown, save, within
from wonders_duel import Player
from wonders_duel.match import MatchGame, MatchRow
from wonders_duel.seeds import generator
from wonders_duel.statistics import REFERENCES

PAGES = FOLDER.parent


def test_figures_show_their_interval() -> None:
    """A figure has its interval behind it, all with the same number of digits."""
    assert within(0.534, 0.5, 0.56789, 2) == "0.53 (0.50 to 0.57)"
    assert within(2.04, -1, 5.25, 1, signed=True) == "+2.0 (-1.0 to +5.2)"


def test_tables_as_markdown() -> None:
    """A table has a line for its headings, one that separates them, and one for each row."""
    assert markdown((("a", "b"), [["1", "2"], ["3", "4"]])).splitlines() == [
        "| a | b |",
        "| --- | --- |",
        "| 1 | 2 |",
        "| 3 | 4 |",
    ]


def test_figures_are_written_to_a_new_folder(tmp_path: Path) -> None:
    """What took hours to measure is not lost if the folder does not exist."""
    save(tmp_path / "new" / "folder", "some", {"games": 2})
    assert load(tmp_path / "new" / "folder", "some") == {"games": 2}


# -- balance --------------------------------------------------------------------------------------


def test_balance_plays_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays each bot against itself, writes its statistics, and prints a table."""
    arguments = ["summary", "--deals", "2", "--workers", "1", "--folder", str(tmp_path)]
    balance.main([*arguments, "--bots", "random"])
    only_random = capsys.readouterr().out
    balance.main([*arguments, "--bots", "greedy"])
    both = capsys.readouterr().out

    assert sorted(path.stem for path in tmp_path.iterdir()) == ["balance_greedy", "balance_random"]
    assert only_random.startswith("|  | random, 4 games | random play |")
    assert both.startswith("|  | random, 4 games | greedy, 4 games | random play |")
    assert set(load(tmp_path, "balance_random")["tables"]) == set(balance.KEPT)


def test_balance_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without figures, or without a folder, there is a clear error; otherwise nothing has to be played."""
    for folder, expected in (
        (tmp_path, "has no figures of a bot"),
        (tmp_path / "none", "there is no folder"),
    ):
        with pytest.raises(SystemExit) as caught:
            balance.main(["tokens", "--folder", str(folder), "--bots"])
        assert caught.value.code == 2
        assert expected in capsys.readouterr().err
    balance.play("random", 1, tmp_path, 1)
    balance.main(["tokens", "--folder", str(tmp_path), "--bots"])
    assert capsys.readouterr().out.startswith("|  | random: taken, %")


def test_every_table_of_balance(tmp_path: Path) -> None:
    """Every table has as many cells in each row as headings, even if a token was never taken."""
    balance.play("random", 1, tmp_path, 1)
    found = {name: balance.table(name, tmp_path) for name in balance.TABLES}

    assert all(len(row) == len(headings) for headings, rows in found.values() for row in rows)
    assert [len(rows) for _, rows in found.values()] == [9, 3, 12, 10]
    assert any("-" in cells[1:] for cells in found["tokens"][1])


@pytest.mark.parametrize("name", balance.TABLES)
def test_the_search_has_its_columns(name: str, tmp_path: Path) -> None:
    """They are added to those of the simple bots, whose lifts give the order of the rows."""
    for bot in balance.DEALS:
        shutil.copy(FOLDER / f"balance_{bot}.json", tmp_path)
    headings, rows = balance.table(name, tmp_path)
    with_search, wider = balance.table(name)

    added = [place for place, one in enumerate(with_search) if one.startswith("search")]
    assert len(added) == {"summary": 1, "victories": 2, "wonders": 3, "tokens": 2}[name]
    assert [one for place, one in enumerate(with_search) if place not in added] == headings
    assert [[cell for place, cell in enumerate(row) if place not in added] for row in wider] == [
        list(row) for row in rows
    ]


def test_the_references_are_those_of_the_library() -> None:
    """The columns on the right show the published figures in percent."""
    headings, rows = balance.table("summary")
    first = dict(zip(headings, rows[0], strict=True))

    assert list(headings[-4:]) == [reference.name for reference in REFERENCES.values()]
    assert first["strong self-play"] == "66.8"
    assert first["tournament"] == ""


def test_random_play_agrees_with_another_engine() -> None:
    """The shares of random play are within their intervals, widened to 99.9 %, of the published ones."""
    reference = REFERENCES["random"].figures
    rows = {one["figure"]: one for one in load(FOLDER, "balance_random")["tables"]["summary"]}

    for name in ("first player wins", "military victories", "scientific victories"):
        share, number = rows[name]["value"], rows[name]["number"]
        error = sqrt(share * (1 - share) / number)
        assert abs(share - reference[name].value) < 3.3 * error, name


# -- strong play and strength ---------------------------------------------------------------------


def test_stopped_strong_play_says_so_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends it without a traceback."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strong_play, "play", stopped)
    assert strong_play.main(["--folder", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "strong_play: stopped; the same command goes on\n"


def test_strong_play_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays what its journal lacks, writes the figures, and prints all tables."""
    journal = tmp_path / "games.jsonl"
    folder = tmp_path / "figures"
    folder.mkdir()
    arguments = ["--bot", "random", "--deals", "3", "--workers", "1"]
    arguments += ["--folder", str(folder), "--journal", str(journal)]
    strong_play.main(arguments)
    once = capsys.readouterr()
    assert once.out.count("\n| --- ") == len(strong_play.TABLES)
    assert once.out.startswith("\n| random | strong play, 6 games | random play |")
    assert once.err == "3 of 3 deals\n"
    figures = (folder / "strong_play.json").read_bytes()
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    strong_play.main(arguments)
    assert capsys.readouterr().out == once.out
    assert (folder / "strong_play.json").read_bytes() == figures
    strong_play.main(["tokens", "--folder", str(folder)])
    assert capsys.readouterr().out.splitlines() == once.out.splitlines()[-13:]
    with pytest.raises(SystemExit):
        strong_play.main([*arguments, "--deals", "4"])
    assert "name another file with --journal" in capsys.readouterr().err
    journal.unlink()
    with pytest.raises(SystemExit):
        strong_play.main([*arguments, "--bot", "none"])
    assert "unknown bot 'none'" in capsys.readouterr().err
    assert not journal.exists()


def test_predictions_are_compared_with_results() -> None:
    """Each range has the mean prediction and the share won, with an interval by games, not by states."""
    given = [
        calibration.Prediction(game, part, probability, score)
        for game, part, probability, score in (
            (0, "draft", 0.5, 1.0),
            (0, "Age I", 0.58, 1.0),
            (1, "draft", 0.51, 0.0),
            (1, "Age II", 1.0, 1.0),
            (2, "Age III", 0.57, 0.5),
        )
    ]
    figures = calibration.figures_of(given)
    middle, sure = figures["bins"]

    assert (middle["from"], middle["to"], middle["states"]) == (0.5, 0.6, 4)
    assert middle["predicted"] == 0.54
    assert middle["won"] == 0.625
    # The games differ from the mean by 2 * 0.375, -0.625 and -0.125.
    error = 1.96 * sqrt(0.75**2 + 0.625**2 + 0.125**2) / 4
    assert middle["won_low"] == pytest.approx(0.625 - error, abs=1e-4)
    assert middle["won_high"] == 1.0
    assert (sure["from"], sure["won"], sure["won_low"]) == (0.9, 1.0, 1.0)
    draft, *_, whole = figures["parts"]
    assert draft["brier"] == pytest.approx((0.5**2 + 0.51**2) / 2, abs=1e-5)
    assert draft["log_loss"] == pytest.approx(-(log(0.5) + log(0.49)) / 2, abs=1e-5)
    assert [one["part"] for one in figures["parts"]] == [*calibration.PARTS, "whole game"]
    assert (whole["states"], draft["states"]) == (5, 2)
    short = calibration.figures_of(given[:1])  # a game may end before Age III
    assert [one["part"] for one in short["parts"]] == ["draft", "whole game"]


def test_calibration_plays_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays games, writes the figures, and prints all tables, or one of them."""
    arguments = ["--games", "2", "--simulations", "2", "--workers", "1", "--folder", str(tmp_path)]
    calibration.main(arguments)
    once = capsys.readouterr().out
    calibration.main(["parts", "--folder", str(tmp_path)])

    assert once.count("\n| --- ") == 2
    assert once.endswith(capsys.readouterr().out)
    file = load(tmp_path, "calibration")
    number = sum(one["states"] for one in file["bins"])
    assert number == file["parts"][-1]["states"] == sum(one["states"] for one in file["parts"][:-1])
    assert (file["games"], file["simulations"]) == (2, 2)
    for wrong, expected in (
        (["bins", "--folder", str(tmp_path / "none")], "there is no folder"),
        (["bins", "--folder", str(tmp_path.parent)], "has no calibration.json"),
        ([*arguments, "--games", "0"], "expected at least one game, got --games 0"),
        ([*arguments, "--workers", "0"], "the number of workers"),
        ([*arguments, "--simulations", "0"], "simulations"),
    ):
        with pytest.raises(SystemExit):
            calibration.main(wrong)
        assert expected in capsys.readouterr().err


def test_predictions_hold() -> None:
    """In the measured games, each range of predictions is as right as the page says."""
    file = load(FOLDER, "calibration")

    assert (file["games"], file["simulations"]) == (calibration.GAMES, calibration.SIMULATIONS)
    for one in file["bins"]:
        assert abs(one["predicted"] - one["won"]) < 0.05
    losses = [one["log_loss"] for one in file["parts"][:-1]]
    assert losses == sorted(losses, reverse=True)


def test_strong_play_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without figures, or without a folder, there is a clear error."""
    for folder, expected in (
        (tmp_path, "has no strong_play.json"),
        (tmp_path / "none", "there is no folder"),
    ):
        with pytest.raises(SystemExit) as caught:
            strong_play.main(["tokens", "--folder", str(folder)])
        assert caught.value.code == 2
        assert expected in capsys.readouterr().err


def test_the_table_of_the_ladder(tmp_path: Path) -> None:
    """It has a row for each rung, with the interval of the score and that of Elo."""
    figures = tmp_path / "ladder.json"
    arguments = ["greedy", "--deals", "3", "--folder", str(tmp_path), "--json", str(figures)]
    assert ladder.main(arguments) == 0
    headings, rows = ladder.table(tmp_path)
    assert len(rows) == 1
    shown = dict(zip(headings, rows[0], strict=True))
    assert (shown["bot"], shown["against"], shown["games"]) == ("greedy", "random", "6")
    assert shown["score, %"].startswith("100.0\n")
    assert shown["Elo"].endswith(" to …")


# -- pairs ----------------------------------------------------------------------------------------


def row(first: MatchGame, second: MatchGame) -> MatchRow:
    """Return a row with two games."""
    return MatchRow(0, 0, (0, 1), (first, second))


def test_seats_of_known_scores() -> None:
    """The ratio is 0 if a deal decides for a seat, 2 if it decides for a bot, and 1 for independent games."""
    one, two = game(winner=Player.ONE), game(winner=Player.TWO)
    by_seat = seats.measure(seats.count([row(one, one), row(two, two)]))
    by_bot = seats.measure(seats.count([row(one, two), row(two, one)]))
    pairs = [row(first, second) for first in (one, two) for second in (one, two)]
    independent = seats.measure(seats.count(pairs))

    assert [by_seat.same_seats, by_bot.same_seats, independent.same_seats] == [0, 2, 1]
    assert by_seat.seat_one == 0.5
    assert independent.any_seat == 1
    assert by_seat.seat_one_error == pytest.approx(0.5 / sqrt(2))


def test_the_advantage_of_a_seat_is_not_in_the_ratio() -> None:
    """An advantage of seat one lowers the variance compared with random seats only."""
    one, two, none = game(winner=Player.ONE), game(winner=Player.TWO), game(winner=None)
    firsts = [one] * 8 + [two, none]
    found = seats.measure(seats.count([row(x, y) for x in firsts for y in firsts]))

    assert found.same_seats == pytest.approx(1)
    assert found.any_seat < 0.6
    assert found.seat_one == pytest.approx(0.85)


def test_seats_plays_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays the three matches and prints a row for each."""
    seats.main(["--deals", "2", "--workers", "1", "--folder", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) == 5
    assert lines[3].startswith("| greedy against random | 2 |")


def test_simulated_tests_keep_their_error_rates() -> None:
    """Tests of a bot that is much better are short and nearly always right."""
    needed, accepted = sequential.lengths((0, 50), 200, 20, generator("test", 1))

    assert accepted == 20
    assert 10 < fmean(needed) < 60


def test_sequential_simulates_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command prints a row for each true difference, and the same ones every time."""
    monkeypatch.setattr(sequential, "TESTS", ((0, 200),))
    sequential.main(["--runs", "3", "--folder", str(tmp_path)])
    once = capsys.readouterr().out
    sequential.main(["--runs", "3", "--folder", str(tmp_path)])

    assert capsys.readouterr().out == once
    assert re.findall(r"^\| 0 or 200 \| ([-+]\d+) ", once, re.MULTILINE) == [
        "-100",
        "+0",
        "+100",
        "+200",
        "+400",
        "+800",
    ]


# -- the pages ------------------------------------------------------------------------------------


def test_a_table_has_the_command_that_makes_it() -> None:
    """The command of training would begin another run, so its table has none."""
    assert command_of(["ladder"]) == "$ python -m benchmarks.ladder"
    assert command_of(["balance", "tokens"]) == "$ python -m tools.balance tokens"
    assert command_of(["train"]) is None


def test_the_files_are_of_whole_runs() -> None:
    """The tables on the pages are of as many games and runs as the tools play by default."""
    for bot, deals in balance.DEALS.items():
        assert load(FOLDER, f"balance_{bot}")["games"] == 2 * deals
    found = [
        (*one["bots"], sum(map(sum, one["results"]))) for one in load(FOLDER, "seats")["matches"]
    ]
    assert found == list(seats.MATCHES)
    assert load(FOLDER, "sequential")["runs"] == sequential.RUNS


def test_every_table_is_on_a_page() -> None:
    """Each table of the tools is on a page, and each file of figures is used."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*.md")))
    shown = set(re.findall(r"^```\{computed\} (.+)$", text, re.MULTILINE))

    assert shown == {
        "browser",
        "ladder",
        "learning",
        "mutation",
        "seats",
        "sequential",
        "train",
        *(f"balance {name}" for name in balance.TABLES),
        *(f"calibration {name}" for name in calibration.TABLES),
        *(f"strong_play {name}" for name in strong_play.TABLES),
    }
    charts = set(re.findall(r"^```\{plotted\} (.+)$", text, re.MULTILINE))
    assert {"agreement", "calibration", "growth"} <= charts
    assert {path.stem for path in FOLDER.iterdir()} == {
        "agreement",
        "browser",
        "calibration",
        "growth",
        "ladder",
        "learning",
        "seats",
        "sequential",
        "strong_play",
        "training",
        *(f"balance_{bot}" for bot in balance.DEALS),
    }
    assert all(json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.iterdir())
