"""The commands ``match`` and ``report``, and the progress of long commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from io import BytesIO, StringIO, TextIOWrapper
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.wording import Wording
from tools import goldens
from wonders_duel import Game, MatchError, records
from wonders_duel.arena import Journal, open_journal, read_journal
from wonders_duel.cli import main
from wonders_duel.command_line import matching, reporting
from wonders_duel.command_line import progress as module
from wonders_duel.command_line.parser import parser
from wonders_duel.command_line.progress import progress
from wonders_duel.match import Match, MatchRow
from wonders_duel.ratings import Sprt, summary
from wonders_duel.statistics import TABLES, Report

BOTS = ("greedy", "random")
MATCH = Match(BOTS, deals=3, seed="cli")
PLAY = ["match", *BOTS, "--deals", "3", "--seed", "cli", "--workers", "1"]


def in_threads(patch: pytest.MonkeyPatch) -> None:
    """Let matches play in threads of this process, which start at once."""
    patch.setattr(matching, "processes", lambda number: partial(ThreadPoolExecutor, number))


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the matches of a test play in threads."""
    in_threads(monkeypatch)


@cache
def played() -> tuple[MatchRow, ...]:
    """Return the rows of the match."""
    return tuple(map(MATCH.play, range(len(MATCH))))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the journal, the records and the page of a match."""
    folder = tmp_path_factory.mktemp("made")
    names = {name: str(folder / name) for name in ("journal", "records", "html")}
    command = [*PLAY, *(part for name in names for part in (f"--{name}", names[name]))]
    with pytest.MonkeyPatch.context() as patch:
        in_threads(patch)
        assert main(command) == 0
    return folder


@pytest.fixture
def files(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a copy of this folder that a test may change."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    capsys.readouterr()
    return tmp_path


def untimed(text: str) -> str:
    """Return a summary without the times of moves."""
    return re.sub(r"(?m)^.* for each move\n", "", text)


def code_of(arguments: list[str]) -> object:
    """Return the exit code of a command."""
    try:
        return main(arguments)
    except SystemExit as error:
        return error.code


# -- match ----------------------------------------------------------------------------------------


def test_a_match_prints_its_summary(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the summary of the rows that the library plays, and nothing else."""
    assert main(PLAY) == 0
    out, err = capsys.readouterr()
    assert untimed(out) == untimed(f"{summary(played(), names=BOTS)}\n")
    assert err == ""


def test_the_files_of_a_match(files: Path) -> None:
    """The journal has the rows, the records are in the order of the tasks, the page is that of a report."""
    with read_journal(files / "journal") as journal:
        assert journal.match == MATCH
        rows = list(journal.ordered())
    assert rows == list(played())
    assert list(records.read(files / "records")) == [
        record for row in rows for record in MATCH.records(row)
    ]
    assert (files / "html").read_text() == Report.of_match(MATCH, rows).to_html(
        title="Match: greedy - random"
    )


@pytest.mark.usefixtures("threads")
def test_files_are_not_replaced(
    files: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """Files that exist are replaced only if asked for; this is noticed before a game is played."""
    for name in ("records", "html"):
        assert main([*PLAY, f"--{name}", str(files / name)]) == 1
        wording(capsys.readouterr().err)
    (files / "records").write_text("x")
    assert main([*PLAY, "--records", str(files / "records"), "--force"]) == 0
    assert len(list(records.read(files / "records"))) == 6


def _closed(*_: object, **__: object) -> None:
    """Print to a pipe that nobody reads."""
    raise BrokenPipeError(32, "Broken pipe")


@pytest.mark.usefixtures("threads")
def test_the_files_of_a_match_whose_result_nobody_reads(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are written although the reader of the result has closed the pipe, as ``head`` does."""
    monkeypatch.setattr(matching, "_print", _closed)
    names = {name: tmp_path / f"new {name}" for name in ("records", "html")}
    more = [part for name, path in names.items() for part in (f"--{name}", str(path))]
    options = parser().parse_args([*PLAY, *more])
    with pytest.raises(BrokenPipeError):
        options.run(options)
    for name, path in names.items():
        assert path.read_bytes() == (files / name).read_bytes()
    assert "code" not in options


def test_an_unread_result_hides_no_lost_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the reader has closed the pipe, the exit code still says that a task has no row."""

    def lost(_: object, __: Match, journal: Journal, *___: object) -> Iterator[MatchRow]:
        journal.append(played()[:1])
        yield played()[0]
        raise MatchError("left out a task")

    monkeypatch.setattr(matching, "_rows", lost)
    monkeypatch.setattr(matching, "_print", _closed)
    options = parser().parse_args([*PLAY, "--records", str(tmp_path / "records")])
    with pytest.raises(BrokenPipeError):
        options.run(options)
    assert options.code == 1
    assert len(list(records.read(tmp_path / "records"))) == 2


@pytest.mark.usefixtures("threads")
def test_a_match_is_resumed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A journal with one of the rows gives the same file, and the same summary."""
    journal = files / "journal"
    whole = journal.read_bytes()
    journal.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]) + b'{"ta')
    assert main([*PLAY, "--journal", str(journal)]) == 0
    assert sorted(journal.read_bytes().splitlines()) == sorted(whole.splitlines())
    resumed = untimed(capsys.readouterr().out)
    assert resumed == untimed(f"{summary(played(), names=BOTS)}\n")


@pytest.mark.needs("processes")
def test_a_test_stops_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The test decides at the same pair with any number of workers."""
    said = set()
    bots = ("random", "random")
    for workers in "12":
        journal = tmp_path / workers
        command = ["match", *bots, "--deals", "90000", "--sprt=-60,60", "--workers", workers]
        assert main([*command, "--journal", str(journal)]) == 0
        said.add(capsys.readouterr().out.splitlines()[-1])
        with read_journal(journal) as read:
            assert 3 < len(read) < 90_000
    (line,) = said
    expected = Sprt(-60, 60)
    match = Match(bots, deals=90_000)
    for task in count():
        if expected.add(match.play(task)):
            break
    assert line == str(expected)


def test_the_result_of_a_test_does_not_depend_on_the_workers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tasks that are finished after the last one that counts, or before an earlier one, change nothing."""
    found = []
    for number, order in enumerate(([0, 1, 2], [2, 0, 1])):

        def arriving(
            match: Match, *_: object, order: list[int] = order, **__: object
        ) -> Iterator[MatchRow]:
            return (match.play(first + one) for first in count(step=3) for one in order)

        monkeypatch.setattr(matching, "run", arriving)
        names = [str(tmp_path / f"{number}.{one}") for one in ("txt", "html")]
        files = ["--records", names[0], "--html", names[1]]
        bots = ["random", "random"]
        assert main(["match", *bots, "--deals", "90000", "--sprt=-110,100", *files]) == 0
        out = untimed(capsys.readouterr().out)
        found.append((out, *(Path(name).read_text("utf-8") for name in names)))
    assert found[0] == found[1]
    pairs = int(re.search(r": (\d+) pairs of games", found[0][0])[1])  # type: ignore[index]
    assert f": {pairs} pairs, H" in found[0][0]
    assert pairs % 3 != 0
    assert found[0][1].count("\nend\n") == 2 * pairs


def test_rows_before_a_lost_task_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the match is interrupted, rows that wait for an earlier one are part of the result."""

    def stopped(match: Match, *_: object, **__: object) -> Iterator[MatchRow]:
        yield from (match.play(task) for task in (0, 2))
        raise KeyboardInterrupt

    monkeypatch.setattr(matching, "run", stopped)
    assert main([*PLAY, "--sprt", "0,20"]) == 130
    out = capsys.readouterr().out
    assert ": 2 pairs of games" in out
    assert out.endswith(": 1 pair, undecided\n")


def test_a_test_that_is_decided_after_a_lost_task(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tasks after it count at the end of the match, up to the decision."""

    def lost(match: Match, *_: object, **__: object) -> Iterator[MatchRow]:
        yield from (match.play(task) for task in range(1, 90))
        raise MatchError("left out 1 task")

    bots = ("random", "random")
    monkeypatch.setattr(matching, "run", lost)
    assert main(["match", *bots, "--deals", "90", "--sprt=-100,100"]) == 1
    out, err = capsys.readouterr()
    expected = Sprt(-100, 100)
    expected.skip(0)
    match = Match(bots, deals=90)
    pairs = next(task for task in range(1, 90) if expected.add(match.play(task)))
    assert out.splitlines()[-1] == str(expected)
    assert f": {pairs} pairs of games" in out
    assert err == "wonders-duel: left out 1 task\n"


@pytest.mark.usefixtures("threads")
def test_many_bots_play_a_round_robin_or_a_gauntlet(capsys: pytest.CaptureFixture[str]) -> None:
    """The pairings are those of the match."""
    for options, pairs in (([], 3), (["--gauntlet"], 2)):
        assert main(["match", "random", "random", "random", "--deals", "1", *options]) == 0
        assert capsys.readouterr().out.startswith(f"3 bots, {pairs} pairs of games\n")


@pytest.mark.usefixtures("threads")
def test_a_match_from_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Positions as text are the starts, in turn."""
    states = [state for state in goldens.positions().values() if not state.is_over][:3]
    starts = tmp_path / "starts"
    text = "\n\n".join(state.to_text() for state in states) + "\n"
    starts.write_text(text, encoding="utf-8-sig")  # with the mark of editors on Windows
    journal = tmp_path / "journal"
    command = ["match", "random", "random", "--deals", "4", "--starts", str(starts)]
    assert main([*command, "--times", "--journal", str(journal)]) == 0
    with read_journal(journal) as read:
        assert read.match == Match(["random"] * 2, deals=4, starts=states, times=True)
        assert all(game.seconds is not None for row in read for game in row.games)
    assert "4 pairs" in capsys.readouterr().out


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    "arguments",
    [
        ["greedy"],
        ["gready", "random"],
        ["gready", "random", "--journal", "FOLDER/new"],
        ["tests.arena_bots:broken", "random", "--on-fault", "lose"],
        ["tests.arena_bots:Raising", "random", "--journal", "FOLDER/new"],
        ["greedy", "human"],
        ["greedy", "random", "--seed", "a\nb"],
        ["greedy", "random", "--starts", "FOLDER/over"],
        ["greedy", "random", "--starts", "FOLDER/comments"],
        ["greedy", "random", "--deals", "0"],
        ["greedy", "random", "--deals", "-3"],
        ["greedy", "random", "--deals", "3.5"],
        ["tests.arena_bots:broken", "random"],
        ["tests.arena_bots:Raising", "random"],
        ["greedy,depth=3", "random"],
        ["greedy,judge=abc", "random"],
        ["search,simulations=0", "random"],
        ["search,seconds=-1", "random"],
        ["search,second=1", "random"],
        ["hard,workers=0", "random"],
        ["easy,workers=2", "random"],
        ["nosuch:Bot", "random"],
        ["tests.arena_bots:NoSuch", "random"],
        ["random", "tests.arena_bots:Mended,depth=3"],
        ["greedy", "random", "--rule", "pair_token"],
        ["greedy", "random", "--rule", "pair_token=x"],
        ["greedy", "random", "--sprt", "20"],
        ["greedy", "random", "--sprt", "20,0"],
        ["greedy", "random", "--sprt", "0,x"],
        ["greedy", "random", "--sprt", "0,1_0"],
        ["greedy", "random", "--sprt", "0,\N{ARABIC-INDIC DIGIT FIVE}"],
        ["greedy", "random", "random", "--sprt", "0,20"],
        ["greedy", "random", "--starts", "FOLDER/none"],
        ["greedy", "random", "--starts", "FOLDER"],
        ["greedy", "random", "--starts", "FOLDER/text"],
        ["greedy", "random", "--starts", "FOLDER/empty"],
        ["greedy", "random", "--starts", "FOLDER/latin"],
        ["greedy", "random", "--journal", "FOLDER"],
        ["greedy", "random", "--journal", "FOLDER/text"],
        ["greedy", "random", "--records", "FOLDER/none/records"],
        ["greedy", "random", "--html", "FOLDER/none/page"],
        ["greedy", "random", "--html", "FOLDER", "--force"],
        ["greedy", "random", "--journal", "FOLDER/new", "--force"],
        ["greedy", "random", "--times"],
        ["greedy", "random", "--journal", "FOLDER/x", "--records", "FOLDER/./x"],
        ["greedy", "random", "--html", "FOLDER/x", "--records", "FOLDER/x", "--force"],
        ["greedy", "random", "--starts", "FOLDER/text", "--html", "FOLDER/text", "--force"],
    ],
    ids=" ".join,
)
def test_a_match_that_cannot_be_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wording: Wording, arguments: list[str]
) -> None:
    """One clear error, and no traceback."""
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "latin").write_bytes(b"\xe9\n")
    (tmp_path / "comments").write_text("# nothing yet\n\n  # here\n")
    positions = goldens.positions().values()
    over = next(state for state in positions if state.is_over)
    begun = next(state for state in positions if not state.is_over)
    (tmp_path / "over").write_text(f"# two\n{begun.to_text()}\n{over.to_text()}\n")
    given = [part.replace("FOLDER", str(tmp_path)) for part in arguments]
    command = ["match", "--deals", "2", "--workers", "1", *given]
    code = code_of(command)
    error = capsys.readouterr().err
    is_usage = error.startswith("usage: ")  # whose layout depends on the version of Python
    wording(f"{error.splitlines()[-1] if is_usage else error.rstrip()}\nexit code {code}")
    assert not (tmp_path / "new").exists()  # the match that it would be of may be misspelt


@pytest.mark.parametrize("option", ["--records", "--html"])
def test_no_match_is_played_for_a_file_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    wording: Wording,
    option: str,
) -> None:
    """The games would be lost at the end of the match, since nothing keeps them."""

    def played_in_vain(*_: Any) -> int:
        raise AssertionError

    monkeypatch.setattr(matching, "_played", played_in_vain)
    old = tmp_path / "old"
    old.write_text("old")
    old.chmod(0o400)
    assert main([*PLAY, option, str(old), "--force"]) == 1
    wording(capsys.readouterr().err)

    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != tmp_path)
    assert main([*PLAY, option, str(tmp_path / "new")]) == 1
    wording(capsys.readouterr().err)


@pytest.mark.usefixtures("threads")
def test_a_bot_that_fails_later(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wording: Wording
) -> None:
    """The journal keeps the rows before, and the error says that the same command resumes."""
    journal = tmp_path / "journal"
    bot = f"tests.arena_bots:Mended,task=2,mark={tmp_path / 'mark'}"
    command = ["match", bot, "random", "--deals", "4", "--workers", "1", "--journal", str(journal)]
    assert main(command) == 1
    wording(capsys.readouterr().err.replace(str(tmp_path), "FOLDER"))
    with read_journal(journal) as read:
        assert 0 < len(read) < 4
    (tmp_path / "mark").touch()
    assert main(command) == 0
    assert ": 4 pairs of games" in capsys.readouterr().out


@pytest.mark.usefixtures("threads")
def test_faults_are_counted_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report of the records says the same as a report of the journal."""
    files = [tmp_path / "journal", tmp_path / "records"]
    command = ["match", "tests.arena_bots:Raising", "random", "--deals", "3", "--workers", "1"]
    options = ["--journal", str(files[0]), "--records", str(files[1]), "--on-fault", "lose"]
    assert main([*command, *options]) == 0
    assert "fault" in capsys.readouterr().out
    tables = [Report.of_files([file]).to_dict() for file in files]
    assert tables[0] == tables[1]
    victories = {
        str(row["victory"]): row["games"] for row in Report.of_files(files).rows("victories")
    }
    assert (victories["fault"], victories["resignation"]) == (12, 0)


@pytest.fixture
def without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write no line of progress, as a busy machine, on which workers start slowly, would."""
    monkeypatch.setattr(module, "EVERY", inf)


@pytest.mark.usefixtures("without_progress")
@pytest.mark.needs("processes")
def test_a_bot_that_kills_its_worker(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wording: Wording
) -> None:
    """The other games are summed up, the journal has them, and the exit code is 1."""
    command = ["match", "tests.arena_bots:Killer,tasks=2", "random", "--deals", "4"]
    journal = str(tmp_path / "journal")
    for options in (["--sprt", "0,20"], ["--journal", journal]):
        assert main([*command, "--workers", "1", *options]) == 1
        out, err = capsys.readouterr()
        assert ": 3 pairs of games" in out
        assert out.splitlines()[-1].endswith("3 pairs, undecided") is ("--sprt" in options)
        wording(err)
    with read_journal(journal) as read:
        assert list(read.missing()) == [2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match ends with an error that names the journal."""
    path = tmp_path / "journal"

    def opened(*arguments: Any) -> Journal:
        made = open_journal(*arguments)
        full = os.open("/dev/full", os.O_RDWR)
        os.dup2(full, made._file.fileno())
        os.close(full)
        return made

    monkeypatch.setattr(matching, "open_journal", opened)
    assert main([*PLAY, "--journal", str(path)]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"wonders-duel: cannot write {path}: No space left on device\n")


@pytest.mark.usefixtures("without_progress")
@pytest.mark.needs("processes")
def test_nothing_is_printed_if_every_task_ends_its_worker(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """There is no summary of no games."""
    command = ["match", "tests.arena_bots:Killer,tasks=0", "random", "--deals", "1"]
    assert main([*command, "--workers", "1"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    wording(err)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_match_that_is_stopped(tmp_path: Path, by: signal.Signals, code: int) -> None:
    """Ctrl-C and SIGTERM end with a line that says how to resume, and a whole journal."""
    journal = tmp_path / "journal"
    command = ["match", "random", "random", "--deals", "100000", "--workers", "2"]
    program = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "wonders_duel", *command, "--journal", str(journal)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not journal.exists() or journal.stat().st_size < 20_000:
        time.sleep(0.02)
    program.send_signal(by)
    try:
        out, err = program.communicate(timeout=20)
    finally:
        program.kill()  # nothing is left if this fails
    assert program.returncode == code
    assert out == ""
    with read_journal(journal) as read:
        assert not read.cut_off
        done = len(read)
    assert err == (
        f"wonders-duel: stopped after {done:,} of 100,000 pairs of games; "
        "the same command resumes\n"
    )


def test_a_match_that_is_stopped_without_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line that says so does not get into the output instead."""

    def run(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wonders_duel.command_line.matching.run", run)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["match", "random", "random", "--deals", "2", "--workers", "1"]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_match_that_is_killed_leaves_no_warning(tmp_path: Path) -> None:
    """The process of Python that removes what is left of the executor is silent."""
    journal = tmp_path / "journal"
    command = ["match", "random", "random", "--deals", "100000", "--workers", "2"]
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        program = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "wonders_duel", *command, "--journal", str(journal)],
            stdout=subprocess.PIPE,
            stderr=file,
        )
        while not journal.exists() or journal.stat().st_size < 5_000:
            time.sleep(0.02)
        program.kill()
        program.communicate()  # until all processes that have this pipe have ended
    assert errors.read_text() == ""


# -- report ---------------------------------------------------------------------------------------


def test_a_report_is_printed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is that of the library, for journals and records."""
    for name in ("journal", "records"):
        assert main(["report", str(files / name)]) == 0
        expected = Report.of_files([files / name])
        assert expected.games == 6
        assert capsys.readouterr().out == f"{expected.to_text(width=None)}\n"
    both = [str(files / "journal"), str(files / "records")]
    assert main(["report", *both, "--table", "draft", "--reference", "people"]) == 0
    expected = Report.of_files(both, reference="people")
    assert capsys.readouterr().out == f"{expected.to_text('draft', width=None)}\n"
    assert main(["report", *both, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12


def test_a_report_of_standard_input(
    files: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wording: Wording,
) -> None:
    """``-`` stands for records or a journal that are piped, also beside files."""

    def piped(content: bytes, *arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(content), "utf-8"))
        return main(["report", *arguments])

    whole = (files / "journal").read_bytes()
    for name in ("journal", "records"):
        assert piped((files / name).read_bytes(), "-") == 0
        expected = Report.of_files([files / name])
        assert capsys.readouterr() == (f"{expected.to_text(width=None)}\n", "")
    page = str(files / "page.html")
    assert piped(whole, str(files / "journal"), "-", "--html", page) == 0  # the same games
    wording(capsys.readouterr().err)
    unfinished = b"".join(whole.splitlines(keepends=True)[:3])
    assert piped(unfinished, "-", str(files / "records")) == 0
    wording(capsys.readouterr().err)
    for content in (b"", b"hello\n"):
        assert piped(content, "-") == 1
        wording(capsys.readouterr().err)


def test_a_report_of_an_unfinished_match(
    files: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """A line on standard error says how much of the match there is."""
    lines = (files / "journal").read_bytes().splitlines(keepends=True)
    (files / "journal").write_bytes(b"".join(lines[:3]))
    assert main(["report", str(files / "journal"), str(files / "records")]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("10 games ")
    wording(err)


def test_a_report_is_written(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every form, and without a text."""
    out = {name: files / f"report.{name}" for name in ("html", "json", "markdown", "csv")}
    options = [part for name, path in out.items() for part in (f"--{name}", str(path))]
    assert main(["report", str(files / "journal"), *options]) == 0
    expected = Report.of_files([files / "journal"])
    assert out["html"].read_text() == expected.to_html()
    assert json.loads(out["json"].read_text()) == json.loads(expected.to_json())
    assert out["markdown"].read_text() == expected.to_markdown()
    assert {path.stem for path in out["csv"].iterdir()} == set(TABLES)
    for table in TABLES:
        assert (out["csv"] / f"{table}.csv").read_text() == expected.to_csv(table)
    said = "".join(f"wrote {out[name]}\n" for name in ("html", "json", "markdown", "csv"))
    assert capsys.readouterr() == (said, "")
    options = ["--html", str(out["html"]), "--force", "--json", "-"]
    assert main(["report", str(files / "journal"), *options]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6  # nothing else is on standard output


def test_a_report_that_nobody_reads(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All files are written although the reader of the document has closed the pipe."""
    monkeypatch.setattr(reporting, "print", _closed, raising=False)
    out = {name: files / f"report.{name}" for name in ("html", "markdown", "csv")}
    more = [part for name, path in out.items() for part in (f"--{name}", str(path))]
    for json_too in (["--json", "-"], []):
        command = ["report", str(files / "journal"), "--force", *json_too, *more]
        options = parser().parse_args(command)
        with pytest.raises(BrokenPipeError):
            options.run(options)
        assert options.code == 0
        expected = Report.of_files([files / "journal"])
        assert out["html"].read_text() == expected.to_html()
        assert out["markdown"].read_text() == expected.to_markdown()
        assert len(list(out["csv"].iterdir())) == len(TABLES)
        for path in (out["html"], out["markdown"]):
            path.unlink()


def test_a_report_that_is_written_in_part(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files before the one that cannot be written are named, and the exit code is 1."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", out["csv"])

    out = {name: str(files / f"report.{name}") for name in ("html", "csv")}
    more = [part for name, path in out.items() for part in (f"--{name}", path)]
    monkeypatch.setattr(Report, "to_csv", full)
    assert main(["report", str(files / "journal"), *more]) == 1
    said, err = capsys.readouterr()
    assert said == f"wrote {out['html']}\n"
    assert "No space left on device" in err


def test_a_bad_game_is_left_out_if_asked_for(
    files: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """It is named with its line; all other games count."""
    path = files / "records"
    path.write_text(path.read_text().replace("\n1. ", "\n1. draft baths", 1))
    assert main(["report", str(path)]) == 1
    wording(capsys.readouterr().err)
    assert main(["report", str(path), "--skip-bad"]) == 0
    out, err = capsys.readouterr()
    assert out == f"{Report.of_files([path], skip_bad=True).to_text(width=None)}\n"
    wording(err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["FOLDER/none"],
        ["FOLDER"],
        ["FOLDER/journal", "--table", "wonder"],
        ["FOLDER/journal", "--reference", "peple"],
        ["FOLDER/journal", "--html", "FOLDER/html"],
        ["FOLDER/journal", "--html", "FOLDER/none/page"],
        ["FOLDER/journal", "--csv", "FOLDER/html/x"],
        ["FOLDER/journal", "--csv", "FOLDER/html"],
        ["FOLDER/journal", "--csv", "FOLDER/html", "--force"],
        ["FOLDER/journal", "--html", "FOLDER/journal", "--force"],
        ["FOLDER/journal", "--json", "-", "--force"],
        ["FOLDER/journal", "--json", "-", "--table", "summary"],
        ["FOLDER/journal", "--html", "FOLDER/y", "--json", "FOLDER/y"],
        ["FOLDER/damaged"],
        ["FOLDER/empty"],
        ["FOLDER/records", "FOLDER/empty", "--html", "FOLDER/page"],
        ["FOLDER/empty", "--skip-bad"],
        ["FOLDER/begun"],
    ],
    ids=" ".join,
)
def test_a_report_that_cannot_be_made(
    files: Path, capsys: pytest.CaptureFixture[str], wording: Wording, arguments: list[str]
) -> None:
    """One clear error."""
    lines = (files / "journal").read_bytes().splitlines(keepends=True)
    (files / "damaged").write_bytes(b"".join([*lines[:2], lines[2][:30] + b"\n", *lines[3:]]))
    (files / "begun").write_bytes(lines[0])
    (files / "empty").write_text("# no game yet\n")
    given = [part.replace("FOLDER", str(files)) for part in arguments]
    code = main(["report", *given])
    out, err = capsys.readouterr()
    assert out == ""
    wording(f"{err.rstrip()}\nexit code {code}")
    assert not (files / "page").exists()


def test_no_report_is_made_for_a_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    files: Path,
    wording: Wording,
) -> None:
    """An existing folder that takes no files is refused before the games are counted."""
    (files / "tables").mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: Path(path).name != "tables")
    monkeypatch.setattr(reporting, "Collector", None)  # does not count
    assert main(["report", str(files / "journal"), "--csv", str(files / "tables"), "--force"]) == 1
    wording(capsys.readouterr().err)


def test_a_journal_is_validated(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The match and the rows are counted, and faults are listed."""
    journal = files / "journal"
    assert main(["validate", str(journal)]) == 0
    assert capsys.readouterr().out == f"{journal}: 1 match, 3 rows: OK\n"
    journal.write_bytes(journal.read_bytes()[:-1])
    assert main(["validate", str(journal)]) == 1
    first, verdict = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{journal}: line 4 is incomplete; ")
    assert verdict == f"{journal}: 1 match, 3 rows: 1 fault"
    match = files / "match"
    match.write_text(2 * f"{MATCH.to_json(indent=1)}\n")
    capsys.readouterr()
    assert main(["validate", str(match)]) == 0
    assert capsys.readouterr().out == f"{match}: 2 matches: OK\n"


def test_the_demo_takes_settings(capsys: pytest.CaptureFixture[str]) -> None:
    """As a match does; what has an equals sign belongs to the bot before it."""
    lines = []
    for last in ("true", "false"):
        players = f"tests.arena_bots:Discarding,last={last},random"
        assert main(["demo", "--seed", "3", "--players", players]) == 0
        lines.append(capsys.readouterr().out)
    assert lines[0] != lines[1]
    assert all(one.startswith("Discarding (player one) against random") for one in lines)
    assert main(["demo", "--players", "greedy,last=3,random"]) == 2
    assert "greedy has no setting 'last'" in capsys.readouterr().err


COMMANDS = ("three", "report", "validate", "perft")

# -- progress -------------------------------------------------------------------------------------


def test_lines_of_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line every ten seconds, with the rate and the time left."""
    now = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    with progress("pairs", 1_000, done=100, line=lambda: "Elo +3", in_pipes=True) as shown:
        shown.show(150)
        now[0] = 10.0
        shown.show(200)
        now[0] = 19.0
        shown.show(300)
        now[0] = 20.0
        shown.show(100)
    with progress("games", None, in_pipes=True) as shown:
        now[0] = 31.0
        shown.show(2_200)
    with progress("games", None) as shown:
        now[0] = 99.0
        shown.show(1)
    with progress("pairs", 1_000, in_pipes=True, at_most=True) as shown:
        now[0] = 109.0
        shown.show(100)
    assert capsys.readouterr().err.splitlines() == [
        "200 of 1,000 pairs, 10.0 a second, 0:01:20 left, Elo +3",
        "100 of 1,000 pairs, 0.0 a second, Elo +3",
        "2,200 games, 200.0 a second",
        "100 of 1,000 pairs, 10.0 a second, at most 0:01:30 left",
    ]


class Terminal(StringIO):
    """A standard stream that is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


class EncodedTerminal(TextIOWrapper):
    """A terminal that can show only the characters of an encoding."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def test_a_live_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table above it, with and without a total; without rich, lines."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with progress("pairs", 7, done=2, table=lambda: [("bots", "Elo"), ("a - b", "+3")]) as bar:
        bar.show(3)
    with progress("games", None) as bar:
        bar.show(4)
    assert "3/7" in shown.getvalue()
    assert "a - b" in shown.getvalue()
    assert "4 games, " in shown.getvalue()
    assert "4/?" not in shown.getvalue()
    assert "at most" not in shown.getvalue()
    with progress("pairs", 7, at_most=True) as bar:
        bar.show(4)
    assert "at most" in shown.getvalue()
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    monkeypatch.setattr(module, "EVERY", 0.0)
    shown.truncate(0)
    with progress("games", None) as bar:
        bar.show(4)
    assert shown.getvalue().strip("\0").startswith("4 games, ")


@pytest.mark.usefixtures("threads")
def test_lines_of_a_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no terminal, a line now and then has the Elo of two bots."""
    monkeypatch.setattr(module, "EVERY", 0.0)
    assert main(PLAY) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all(re.search(r" a second(, .* left)?, Elo \S+ \(\S+ to \S+\)$", one) for one in lines)
    assert main(["match", "random", "random", "random", "--deals", "1"]) == 0
    assert "Elo" not in capsys.readouterr().err


@pytest.mark.usefixtures("threads")
def test_commands_on_a_terminal(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match shows its table, and a report its tables in colour."""
    shown, out = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(sys, "stdout", out)
    assert main([*PLAY, "--sprt", "0,20"]) == 0
    assert "greedy - random" in shown.getvalue()
    assert "SPRT" in shown.getvalue()
    assert main(["report", str(files / "journal")]) == 0
    assert "Victories" in out.getvalue()
    for with_rich in (True, False):
        out.truncate(0)
        assert main(["report", str(files / "journal"), "--table", "tokens"]) == 0
        assert "Agriculture" in out.getvalue()
        assert "Victories" not in out.getvalue()
        assert ("┏" in out.getvalue()) is with_rich
        assert "|" not in out.getvalue()
        monkeypatch.setattr(reporting, "find_spec", lambda _: None)


@pytest.mark.usefixtures("threads")
def test_a_narrow_terminal(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables fit into the columns of the terminal, and names in headlines are not cut."""
    shown, out = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", "60")
    long = "tests.arena_bots:Discarding,last=true"
    assert main(["match", long, "greedy", "--deals", "2", "--sprt", "0,20", "--workers", "1"]) == 0
    text = out.getvalue()
    assert f"{long} against greedy: 2 pairs of games\n" in text
    tables = [line for line in text.splitlines()[1:] if ": " not in line]
    assert max(map(len, tables)) < 60
    live = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.getvalue())
    assert re.search(r"\(\S+ to \S+\) +\S+", live)
    assert "…" not in live
    monkeypatch.setattr(reporting, "find_spec", lambda _: None)
    out.truncate(0)
    assert main(["report", str(files / "journal")]) == 0
    assert max(map(len, out.getvalue().strip("\0").splitlines())) < 60


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "utf-8"])
def test_an_output_without_dashes(
    files: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """Where the output cannot show a dash or a minus, tables are in ASCII, with the same columns."""
    written = BytesIO()
    out = EncodedTerminal(written, encoding=encoding, newline="\n")
    monkeypatch.setenv("COLUMNS", "61")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["report", str(files / "journal")]) == 0
    out.flush()
    text = written.getvalue().decode(encoding)
    plain = Report.of_match(MATCH, played()).to_text(width=60)
    special = "\N{EN DASH}\N{MINUS SIGN}\N{HORIZONTAL ELLIPSIS}"
    assert set(special) <= set(plain)
    if encoding == "utf-8":
        assert "┏" in text
        assert "\N{EN DASH}" in text
    else:
        assert text == plain.translate(str.maketrans(special, "--.")) + "\n"


def test_a_match_in_another_thread(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the main thread can be asked to end by a signal; a match runs in any."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(main, PLAY).result() == 0
    assert ": 3 pairs of games" in capsys.readouterr().out


@pytest.mark.parametrize("journal", [True, False])
def test_ctrl_c_says_how_to_resume(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    wording: Wording,
    journal: bool,  # noqa: FBT001 - a case
) -> None:
    """Without a journal, the result so far is printed."""

    def stopped(*_: object, **__: object) -> Iterator[MatchRow]:
        yield MATCH.play(0)
        raise KeyboardInterrupt

    monkeypatch.setattr(matching, "run", stopped)
    options = ["--journal", str(tmp_path / "journal")] if journal else []
    assert main([*PLAY, *options, "--sprt", "0,20"]) == 130
    out, err = capsys.readouterr()
    wording(err)
    assert out.startswith("greedy against random: 1 pair of games\n") is not journal
    assert out.endswith(": 1 pair, undecided\n") is not journal
    assert (out == "") is journal


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
@pytest.mark.parametrize(
    "with_rich", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["rich", "plain"]
)
@pytest.mark.parametrize(
    "command",
    ["match", *(pytest.param(one, marks=pytest.mark.slow) for one in COMMANDS)],
)
def test_progress_on_a_terminal(files: Path, command: str, with_rich: bool) -> None:  # noqa: FBT001
    """A live bar on standard error, or nothing within ten seconds; standard output stays the same."""
    pexpect = pytest.importorskip("pexpect")
    position = next(state for state in goldens.positions().values() if state.legal_moves).to_text()
    arguments = {
        "match": [*PLAY, "--sprt", "0,20"],
        "three": ["match", *BOTS, "random", "--deals", "2", "--workers", "1"],
        "report": ["report", str(files / "records")],
        "validate": ["validate", str(files / "records")],
        "perft": ["perft", position, "--depth", "1"],
    }[command]
    without = "" if with_rich else "sys.modules['rich'] = None; "
    program = f"import sys; {without}from wonders_duel.cli import main; sys.exit(main())"
    began = time.monotonic()
    plain = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    is_quick = time.monotonic() < began + module.EVERY
    out = files / "out"
    terminal = pexpect.spawn(
        "/bin/sh",
        ["-c", 'exec "$@" > "$0"', str(out), sys.executable, "-c", program, *arguments],
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path)},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=30,
    )
    shown = terminal.read()
    terminal.close()
    assert terminal.exitstatus == 0, shown
    assert untimed(out.read_text()) == untimed(plain.stdout)
    if is_quick:  # on a busy machine, a match may take longer, and report its progress
        assert plain.stderr == ""
    assert ("/s," in shown) is with_rich
    assert ("95 % interval" in shown) is (with_rich and command in ("match", "three"))


def test_a_file_of_a_report_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """The error names the file; with --skip-bad, the other files are counted."""
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_bytes(b"\xff\x00")
    game = Game(seed=1)
    game.resign("one")
    game.save(good)
    assert main(["report", str(good), str(bad)]) == 1
    wording(capsys.readouterr().err)
    assert main(["report", str(bad), str(good), "--skip-bad"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("left out: ")
    assert "bad.txt" in printed.err
    assert "100" in printed.out


def test_a_pair_in_several_journals_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parts of a match may overlap, and be there beside the whole."""
    match = Match(["random", "random"], deals=3, seed="parts")
    paths = [tmp_path / "one", tmp_path / "two"]
    for path, tasks in zip(paths, ((0, 1), (1, 2)), strict=True):
        with open_journal(path, match) as journal:
            journal.append(map(match.play, tasks))
    assert main(["report", *map(str, paths)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("6 games ")
    assert "1 of 2 pairs of games are left out: an earlier file has them" in printed.err
