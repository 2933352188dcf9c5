"""The soak: totals that do not depend on the parts, resuming, and detection of faults."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import attrs
import pytest

from tests.property.invariants import random_game
from tests.wording import Wording
from tools.soak import checks
from tools.soak.__main__ import main
from tools.soak.checks import GAME_CHECKS, STATE_CHECKS, Played, StateCheck
from tools.soak.events import EVENTS, EXTREMES, Witness
from tools.soak.figures import REFERENCE, Figures, compared
from tools.soak.games import Plan, play_alone, play_part
from tools.soak.journal import Journal, OtherRunError
from tools.soak.report import lines, totals
from wonders_duel import Deal, Game, IllegalMoveError, Move, Player, Rules, State, Victory

PLAN = Plan(games=40, checked=4, seed=5, size=8)
ROOT = Path(__file__).parents[2]


def _run(*words: str, games: int = 40) -> int:
    return main(["--games", str(games), "--checked", "4", "--seed", "5", "--workers", "1", *words])


def test_the_division_into_parts_is_irrelevant() -> None:
    """The totals are those of the games, however they are divided into parts."""
    whole = totals([play_part(attrs.evolve(PLAN, size=40), 0)])
    parted = totals([play_part(PLAN, number) for number in reversed(range(PLAN.parts))])

    assert parted == whole
    assert (whole.games, whole.checked, whole.found) == (40, 4, 0)
    assert whole.decisions == sum(whole.moves) == sum(whole.phases)
    assert {check.name for check in STATE_CHECKS if check.share == 1} <= set(whole.made)


def test_checked_games_are_spread() -> None:
    """Exactly the requested number of games is checked, spread over the run."""
    plan = Plan(games=1_000_000, checked=100_000, seed=1, size=500)

    assert sum(map(plan.is_checked, range(1_000))) == 100
    assert sum(map(plan.is_checked, range(999_000, 1_000_000))) == 100
    assert plan.parts == 2_000
    assert sum(len(Plan(1_001, 7, 1, 100).numbers(part)) for part in range(11)) == 1_001


def test_a_run_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report has games, decisions, events, memory and the machine, also in a file."""
    assert _run("--folder", str(tmp_path)) == 0

    said = capsys.readouterr().out
    assert "40 games, 4 of them checked in every way" in said
    assert re.search(r"[\d,]+ decisions a second", said)
    assert "CPython" in said or "PyPy" in said
    assert [name for name in EVENTS if f" {name} (R" not in said] == []
    assert [name for name in EXTREMES if f" {name} (game " not in said] == []
    assert "too few to compare" in said
    assert said == (tmp_path / "report.txt").read_text(encoding="utf-8")


def test_a_stopped_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped run resumes with the unfinished part, and the totals are the same."""
    played: list[int] = []

    def stopping(plan: Plan, number: int) -> object:
        if len(played) == 17:
            raise KeyboardInterrupt
        played.append(number)
        return play_part(plan, number)

    monkeypatch.setattr("tools.soak.workers.play_part", stopping)
    assert _run("--folder", str(tmp_path)) == 130
    monkeypatch.undo()
    journal = tmp_path / "journal.jsonl"
    content = journal.read_bytes()
    journal.write_bytes(content[:-100])

    assert _run("--folder", str(tmp_path)) == 0
    plan = Plan(40, 4, 5, 1)
    with Journal(tmp_path, plan) as known:
        assert known.missing(plan) == []
        assert known.sessions == 3
        found = totals(known.parts.values())
    assert found == totals(play_part(plan, number) for number in range(40))
    numbers = [
        line["part"]["part"]["number"]
        for line in map(json.loads, journal.read_text(encoding="utf-8").splitlines())
        if "part" in line
    ]
    assert sorted(numbers) == list(range(40))


def test_a_finished_run_is_only_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the end of a run, the same command only reports."""
    assert _run("--folder", str(tmp_path)) == 0
    monkeypatch.setattr("tools.soak.workers.play_part", lambda *_: pytest.fail("played"))

    assert _run("--folder", str(tmp_path)) == 0


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished run."""
    folder = tmp_path_factory.mktemp("soak")
    assert _run("--folder", str(folder)) == 0
    return folder


@pytest.mark.parametrize("words", [("--seed", "6"), ("--checked", "5"), ("--games", "41")])
def test_another_run_is_refused(
    words: tuple[str, ...], finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run with other settings is refused unless the existing results are discarded."""
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    before = (tmp_path / "journal.jsonl").read_bytes()
    capsys.readouterr()

    assert _run("--folder", str(tmp_path), *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(
        r"soak: .* holds another run: .* instead of .*; --fresh throws .*\n", said.err
    )
    assert (tmp_path / "journal.jsonl").read_bytes() == before
    assert _run("--folder", str(tmp_path), *words, "--fresh") == 0


def test_other_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of other code are not mixed with those of the current code."""
    Journal(tmp_path, PLAN).close()
    monkeypatch.setattr("tools.soak.journal.code_digest", lambda: "0" * 16)

    with pytest.raises(OtherRunError, match=r"code [0-9a-f]{16} instead of 0{16}"):
        Journal(tmp_path, PLAN)


@pytest.mark.needs("locks")
def test_two_at_once_are_refused(tmp_path: Path, wording: Wording) -> None:
    """A folder belongs to one process at a time."""
    with Journal(tmp_path, PLAN), wording.raises(OtherRunError):
        Journal(tmp_path, PLAN)


def _broken(state: State, move: Move, _: Deal) -> None:
    assert state.pawn < 3, f"{move} is wrong"


def test_a_fault_is_found_and_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault is stored with game, position and command; the exit code is 1, also after a stop."""
    monkeypatch.setattr(checks, "STATE_CHECKS", (StateCheck("planted", 1.0, _broken),))

    assert _run("--folder", str(tmp_path)) == 1
    said = capsys.readouterr().out
    (path, *_) = sorted(tmp_path.glob("finding-*.txt"))
    story = path.read_text(encoding="utf-8")
    assert "planted" in story
    assert "is wrong" in story
    (line,) = re.findall(r"^wd1 .*$", story, re.MULTILINE)
    assert State.from_text(line).pawn >= 3
    game = path.stem.removeprefix("finding-")
    assert f"python -m tools.soak --seed 5 --game {game}\n" in said
    assert main(["--seed", "5", "--game", game]) == 1
    assert story.splitlines()[0] in capsys.readouterr().out
    assert _run("--folder", str(tmp_path)) == 1


def test_a_fault_of_the_engine_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the engine is found in unchecked games too, in full for the first few."""
    monkeypatch.setattr(Witness, "see", _fails)
    part = play_part(Plan(30, 0, 5, 30), 0)

    assert part.found == 30
    assert len(part.findings) == 20
    assert "no such card" in part.findings[0].error
    assert part.findings[0].position.startswith("wd1 ")


def _fails(*_: object) -> None:
    raise RuntimeError("no such card")


@pytest.mark.slow
def test_every_check_is_run() -> None:
    """A game with every check in every state has no findings."""
    part = play_alone(PLAN, 3)

    assert part.findings == []
    names = {check.name for check in STATE_CHECKS} | {check.name for check in GAME_CHECKS}
    assert set(part.made) == names
    assert part.made["every move of the codec"] == part.decisions


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.name)
def test_checks_of_games_can_fail(check: checks.GameCheck) -> None:
    """Each check of games fails on a falsified game."""
    deal = Deal.random(Random(3))
    steps = [(state, move) for state, move, _ in random_game(Random(3))]
    game = Game.from_deal(deal)
    for _, move in steps:
        game.play(move)
    check.run(Played(deal, Rules(), Player.ONE, tuple(steps), game.state))

    with pytest.raises((AssertionError, IllegalMoveError)):
        check.run(Played(deal, Rules(), Player.TWO, tuple(steps), game.state))


def test_events_are_counted() -> None:
    """Counted events agree with the outcomes and the states."""
    witness = Witness()
    victories = dict.fromkeys(Victory, 0)
    seventh = tokens = begun = 0
    rng = Random(12)
    for number in range(150):
        witness.begin(number)
        last = None
        for state, move, deal in random_game(rng):
            after = state.play(move, deal)
            witness.see(state, len(state.legal_moves), move, after)
            last = move, state, after
            begun += str(state.phase) == "begin"
            tokens += len(state.military_tokens[0]) + len(state.military_tokens[1])
            tokens -= len(after.military_tokens[0]) + len(after.military_tokens[1])
        assert last is not None
        witness.end(*last)
        result = last[2].result
        assert result is not None
        victories[result.victory] += result.winner is not None
        seventh += sum(len(city.built) for city in last[2].cities) == 7

    events = witness.events
    assert {victory: events[f"a {victory} victory"] for victory in Victory} == victories
    assert events["a seventh wonder"] == seventh
    own = events["the eighth wonder of who built the seventh is left out"]
    assert own + events["the eighth wonder of the other player is left out"] == seventh
    assert events["a 2-coin military token"] + events["a 5-coin military token"] == tokens
    chosen = [name for name in EVENTS if "begins" in name or "lets the other" in name]
    centre = {
        "an age begins with the pawn on the centre space",
        "the last player begins, by the rule option",
    }
    assert sum(events[name] for name in set(chosen) - centre) == begun
    assert sum(witness.phases) == sum(witness.moves)


def test_figures_are_compared() -> None:
    """The reference figures pass and others fail."""
    games = 100_000
    figures = Figures()
    figures.games = games
    mean, spread = 71.59, 1.97
    for power in range(4):
        figures.decisions[power] = round(
            games * ((mean + spread) ** (power + 1) + (mean - spread) ** (power + 1)) / 2
        )
    figures.shares = {
        "first player wins": 53_200,
        "shared": 130,
        "military": 3_400,
        "scientific": 110,
    }
    figures.civilian = 96_490
    figures.points = [
        [round(points * 96_490), round((points**2 + 90) * 96_490)] for points in (38.3, 37.2)
    ]
    assert [row.name for row in compared(figures) if row.is_off] == []

    figures.shares["military"] = 4_000
    figures.points[1][0] += 2 * 96_490
    figures.points[1][1] += 160 * 96_490
    off = [row.name for row in compared(figures) if row.is_off]
    assert off == ["military", "civilian points, second"]
    assert REFERENCE == 2_000_000


def test_a_figure_that_is_off_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A figure that is too far off fails the run, like a finding."""
    monkeypatch.setattr("tools.soak.report.ENOUGH", 2)
    monkeypatch.setattr("tools.soak.figures.DECISIONS", 50.0)

    assert _run("--folder", str(tmp_path)) == 1
    assert "TOO FAR" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("--games", "0"), ("--games", "x"), ("--workers", "0")])
def test_wrong_arguments_are_refused(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong arguments are refused as by argparse."""
    with pytest.raises(SystemExit) as caught:
        main([*words])
    assert caught.value.code == 2
    assert "expected a whole number from 1" in capsys.readouterr().err


def _command(folder: Path, *words: str) -> list[str]:
    plan = ["--games", "3000", "--checked", "30", "--seed", "5", "--workers", "2"]
    return [sys.executable, "-m", "tools.soak", *plan, "--folder", str(folder), *words]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_it_survives_termination(tmp_path: Path) -> None:
    """An interrupted, terminated or killed run leaves no process and resumes to the same totals."""
    journal = tmp_path / "journal.jsonl"
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        before = journal.stat().st_size if journal.exists() else 0
        run = subprocess.Popen(  # noqa: S603 - our own words
            _command(tmp_path),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # A background process of a script ignores interrupts, and so would this one.
            preexec_fn=_heed_interrupts,  # noqa: PLW1509 - no thread is at work here
        )
        _wait(lambda: journal.exists() and journal.stat().st_size > before + 10_000)  # noqa: B023 - at once
        run.send_signal(number)
        _, said = run.communicate(timeout=60)
        if number == signal.SIGKILL:
            assert run.returncode == -signal.SIGKILL
        else:
            assert run.returncode == 130
            assert "the same command goes on" in said
        _wait(lambda: not _alive(run.pid))  # noqa: B023 - at once
    ended = subprocess.run(  # noqa: S603 - our own words
        _command(tmp_path), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr

    plan = Plan(3000, 30, 5, 15)
    with Journal(tmp_path, plan) as known:
        assert known.sessions == 5
        found = totals(known.parts.values())
    assert found == totals(play_part(plan, number) for number in range(plan.parts))


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait(done: object) -> None:
    """Wait until a condition holds."""
    assert callable(done)
    ends = time.monotonic() + 60
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.05)


def _alive(group: int) -> bool:
    """Return whether any process of a group is alive."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_report_of_nothing_checked(tmp_path: Path) -> None:
    """A run without checked games reports no checks."""
    plan = Plan(5, 0, 5, 5)
    with Journal(tmp_path, plan) as journal:
        journal.keep(play_part(plan, 0))
        said = list(lines(plan, journal, 1))
    assert "Checks" not in said
    assert any("5 games, 0 of them checked" in line for line in said)
