"""The command ``import``: counts, reports, files that cannot be read, and resuming."""

from __future__ import annotations

import gzip
import io
import json
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.importers import GAMES, log, played
from tools.fuzz.targets import TARGETS
from wonders_duel import Record, importers, records
from wonders_duel.cli import main
from wonders_duel.command_line.importing import SITES
from wonders_duel.command_line.parser import parser
from wonders_duel.importers import bga, sevenwd_io
from wonders_duel.importers.progress import ImportProgress

PROMO = """\
from wonders_duel import Wonder, catalogue

CARDS = catalogue.extended(
    "promo",
    wonders=[Wonder(id="messe", name="Messe"), Wonder(id="the-statue-of-liberty", name="Liberty")],
)
"""


def counts(printed: str) -> dict[str, int]:
    """Return the counts that the command prints."""
    return {
        line[:14].strip(): int(line[14:].replace(",", ""))
        for line in printed.splitlines()
        if line[14:].strip().replace(",", "").isdigit()
    }


def write_logs(folder: Path, number: int) -> Path:
    """Write a folder of logs, one file of which is compressed."""
    folder.mkdir()
    for seed in range(number):
        (folder / f"{seed:03}.json").write_text(bga.dumps(played(seed).record()), encoding="utf-8")
    (folder / "more.json.gz").write_bytes(
        gzip.compress((GAMES / "bga_1.json").read_bytes() + (GAMES / "bga_2.json").read_bytes())
    )
    return folder


def test_every_site_is_in_every_list() -> None:
    """Each module for a site is in the command, its arguments, the fuzzer and the reference."""
    found = [
        import_module(one.name)
        for one in pkgutil.iter_modules(importers.__path__, "wonders_duel.importers.")
    ]
    modules = {one.FORMAT.site: one.__name__ for one in found if hasattr(one, "FORMAT")}
    page = Path(__file__).parents[1] / "docs" / "reference" / "importers.md"
    shown = re.findall(r"autofunction:: (\S+)", page.read_text(encoding="utf-8"))
    commands = next(one.choices for one in parser()._actions if isinstance(one.choices, dict))
    arguments = {one.dest: one.choices for one in commands["import"]._actions}

    assert SITES.keys() == modules.keys(), "in command_line/importing.py"
    assert set(arguments["site"]) == modules.keys(), "in command_line/parser.py"
    fuzzed = {name.removeprefix("log-") for name in TARGETS if name.startswith("log-")}
    assert fuzzed == modules.keys(), "in tools/fuzz/targets.py"
    assert set(shown) == {
        f"{module}.{name}" for module in modules.values() for name in ("read", "loads", "dumps")
    }, "in docs/reference/importers.md"


def test_a_folder_is_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The records of all games are written and follow the rules."""
    logs = write_logs(tmp_path / "logs", 4)
    out = tmp_path / "games.txt"

    assert main(["import", "bga", str(logs), "--out", str(out), "--report"]) == 0

    found = list(records.read(out))
    assert len(found) == 6
    assert all(record.check().is_over for record in found)
    printed = capsys.readouterr().out
    told = counts(printed)
    assert told["games"] == told["agree"] == told["finished"] == told["written"] == 6
    assert sorted(tmp_path.iterdir()) == [out, logs]


def test_disagreements_and_lacking_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each one is named; without ``--report`` they are only counted."""
    game = log("bga_2")
    game["moves"][5][5] = [0, 0]
    game["moves"][6][5] = [0, 0]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(game), encoding="utf-8")

    assert main(["import", "bga", str(path), "--report"]) == 0
    printed = capsys.readouterr().out
    assert (
        "log.json: turn 14 (move 13): coins: the log has 0 and 0, the rules give 9 and 5" in printed
    )
    assert "\ncoins                 1        2\n" in printed
    assert main(["import", "7wd-io", str(GAMES / "7wd_io_1.json")]) == 0
    assert counts(capsys.readouterr().out) == {
        "games": 1,
        "agree": 1,
        "disagree": 0,
        "lack cards": 1,
        "unreadable": 0,
        "refused files": 0,
    }
    assert main(["import", "7wd-io", str(GAMES / "7wd_io_1.json"), "--report"]) == 0
    assert "7wd_io_1.json: lacks The Statue of Liberty\n" in capsys.readouterr().out


def test_games_with_an_expansion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each one gets a line, and is not written; as with promo wonders, the exit code is 0."""
    logs = write_logs(tmp_path / "logs", 2)
    game = json.loads((logs / "000.json").read_text(encoding="utf-8"))
    game["data"]["logs"][9]["data"].append({"type": "placeDivinity", "args": {}})
    (logs / "000.json").write_text(json.dumps(game), encoding="utf-8")
    out = tmp_path / "games.txt"

    assert main(["import", "bga", str(logs), "--out", str(out)]) == 0
    printed = capsys.readouterr()
    found = counts(printed.out)
    assert (found["games"], found["agree"], found["lack cards"], found["unreadable"]) == (
        4,
        3,
        1,
        0,
    )
    assert found["written"] == 3
    fault = "the game has the Pantheon expansion, which this library does not have"
    assert printed.err == f"{logs / '000.json'}: {fault}\n"


def test_games_that_are_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says how many they are, which cards they have, and what to do."""
    names = [str(GAMES / f"7wd_io_{number}.json") for number in (1, 2)]
    for given, told, lacking in (
        (names, "2 games are", "Messe and The Statue of Liberty"),
        (names[:1], "1 game is", "The Statue of Liberty"),
    ):
        out = tmp_path / f"{len(given)}.txt"
        assert main(["import", "7wd-io", *given, "--out", str(out)]) == 0
        printed = capsys.readouterr()
        assert counts(printed.out)["written"] == 0
        assert printed.err == (
            f"wonders-duel: {told} not written, because the catalogue lacks {lacking}; "
            "pass one that has them with --catalogue\n"
        )
        assert not out.exists(), "an empty file would be in the way of the next import"

        assert main(["import", "7wd-io", *given]) == 0
        stops = told.replace(" are", " stop").replace(" is", " stops")
        assert capsys.readouterr().err == (
            f"wonders-duel: {stops} early, because the catalogue lacks {lacking}; "
            "pass one that has them with --catalogue\n"
        )


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each one gets a line, and the others are imported."""
    good = GAMES / "bga_1.json"
    torn = tmp_path / "torn.json"
    torn.write_text('{"draft": [', encoding="utf-8")
    names = [str(tmp_path / "none"), str(GAMES / "7wd_io_1.json"), str(torn), str(good)]

    assert main(["import", "bga", *names]) == 1
    printed = capsys.readouterr()
    found = counts(printed.out)
    assert (found["games"], found["agree"], found["unreadable"], found["refused files"]) == (
        2,
        1,
        1,
        2,
    )
    lines = printed.err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("wonders-duel: cannot read ")
    told = "is not a log of Board Game Arena: it is one of 7wd.io; import it as 7wd-io"
    assert lines[1] == f"wonders-duel: {names[1]} {told}"
    assert lines[2].startswith(f"{torn}: this is not JSON")


def test_a_folder_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the wrong folder: nothing is written, and an empty file is not called a success."""
    (tmp_path / "logs" / "older").mkdir(parents=True)
    out = tmp_path / "games.txt"
    assert main(["import", "bga", str(tmp_path / "logs"), "--out", str(out)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "there are no files in" in printed.err
    assert not out.exists()


def test_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dash stands for standard input, which may be closed."""
    text = sevenwd_io.dumps(played(3).record())
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    out = tmp_path / "games.txt"
    assert main(["import", "7wd-io", "-", "--out", str(out)]) == 0
    assert len(list(records.read(out))) == 1
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["import", "7wd-io", "-"]) == 0
    assert counts(capsys.readouterr().out)["games"] == 0


def test_a_catalogue_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A catalogue with the lacking cards lets games play on."""
    (tmp_path / "promo_cards.py").write_text(PROMO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    name = str(GAMES / "7wd_io_1.json")

    assert main(["import", "7wd-io", name, "--catalogue", "promo_cards:CARDS"]) == 0
    assert counts(capsys.readouterr().out)["lack cards"] == 0


@pytest.mark.parametrize("stopped_after", [0, 1, 3, 7, 9])
def test_resuming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped_after: int) -> None:
    """An import that was stopped anywhere resumes, and gives the same records and counts."""
    logs = write_logs(tmp_path / "logs", 5)
    lines = [bga.dumps(played(seed).record()) for seed in range(5, 9)]
    (logs / "lines.json").write_text("\n".join(lines), encoding="utf-8")
    whole, out = tmp_path / "whole.txt", tmp_path / "games.txt"
    assert main(["import", "bga", str(logs), "--out", str(whole)]) == 0

    monkeypatch.setattr("wonders_duel.importers.progress._EVERY", -1.0)
    played_on = 0
    write = records.dumps

    def stopping(record: Record) -> str:
        nonlocal played_on
        played_on += 1
        if played_on > stopped_after:
            raise KeyboardInterrupt
        return write(record)

    monkeypatch.setattr("wonders_duel.command_line.importing.dumps", stopping)
    assert main(["import", "bga", str(logs), "--out", str(out)]) == 130
    with out.open("ab") as file:
        file.write(b"torn")  # what was written after the last note
    monkeypatch.setattr("wonders_duel.command_line.importing.dumps", write)
    assert main(["import", "bga", str(logs), "--out", str(out)]) == 1  # it exists
    assert main(["import", "bga", str(logs), "--out", str(out), "--resume"]) == 0

    assert out.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "games.txt.import").exists()


def test_wrong_notes_and_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A note of another import is refused, and so are options without ``--out``."""
    name, out = str(GAMES / "bga_1.json"), tmp_path / "games.txt"
    note = tmp_path / "games.txt.import"
    out.write_bytes(b"")
    for text, said in (
        ('{"format": "x"}', "games.txt.import is not the note of an import of bga"),
        (
            '{"format": "wonders-duel/import", "site": "sevenee"}',
            "is not the note of an import of bga",
        ),
        ('{"format": "wonders-duel/import", "site": "bga", "length": 9}', "is shorter than"),
        (
            '{"format": "wonders-duel/import", "site": "bga", "done": {"x": -1}}',
            "games.txt.import is damaged: a number is negative",
        ),
        ("{", "this is not JSON"),
    ):
        note.write_text(text, encoding="utf-8")
        assert main(["import", "bga", name, "--out", str(out), "--resume"]) == 1
        assert said in capsys.readouterr().err
    for options in (["--resume"], ["--force"]):
        assert main(["import", "bga", name, *options]) == 2
        assert "only valid with --out FILE" in capsys.readouterr().err
    assert main(["import", "bga", name, "--out", name]) == 1
    assert "names a file that is read" in capsys.readouterr().err
    assert main(["import", "bga", name, "--out", str(out), "--force"]) == 0
    assert len(list(records.read(out))) == 1


def test_the_output_is_never_an_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An output among the logs of a folder overwrites none of them, and is not read."""
    logs = write_logs(tmp_path / "logs", 1)
    assert main(["import", "bga", str(logs), "--out", str(logs / "000.json"), "--force"]) == 1
    assert "names a file that is read" in capsys.readouterr().err
    assert main(["import", "bga", str(logs), "--out", str(logs / "games.txt")]) == 0
    assert counts(capsys.readouterr().out)["games"] == 3


def test_a_full_disk_and_a_closed_pipe_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of the output file names it; a reader that has gone ends the program in silence."""

    def fails(error: OSError) -> None:
        raise error

    name, out = str(GAMES / "bga_1.json"), tmp_path / "games.txt"
    monkeypatch.setattr(
        "wonders_duel.command_line.importing.dumps",
        lambda _: fails(OSError(28, "the disk is full")),
    )
    assert main(["import", "bga", name, "--out", str(out)]) == 1
    assert "games.txt: the disk is full" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(
        "wonders_duel.command_line.importing._Import._print",
        lambda _: fails(BrokenPipeError(32, "Broken pipe")),
    )
    options = parser().parse_args(["import", "bga", name, "--out", str(out), "--force"])
    with pytest.raises(BrokenPipeError):
        options.run(options)
    monkeypatch.setattr(
        "wonders_duel.command_line.importing._Import._add",
        lambda *_: fails(BrokenPipeError(32, "Broken pipe")),
    )
    with pytest.raises(BrokenPipeError):
        options.run(options)


def test_larger_logs_need_a_larger_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--size`` bounds each log; a refused file is counted, and the exit code is 1."""
    logs = write_logs(tmp_path / "logs", 1)
    assert main(["import", "bga", str(logs / "000.json"), "--size", "1000"]) == 1
    printed = capsys.readouterr()
    assert "has more than 1,000 bytes; pass a larger limit (--size) to allow it" in printed.err
    assert counts(printed.out)["refused files"] == 1


def test_notes_are_not_written_all_the_time(tmp_path: Path) -> None:
    """A note is written once a second at most, or when it has to be."""
    out = tmp_path / "games.txt"
    noted = ImportProgress(str(out), "bga", resumes=True)
    with out.open("w+b") as file:
        noted.note(file)
        assert not (tmp_path / "games.txt.import").exists()
        noted.note(file, now=True)
        assert (tmp_path / "games.txt.import").exists()


def test_a_folder_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An output in a folder that does not exist is one line."""
    out = tmp_path / "none" / "games.txt"
    assert main(["import", "bga", str(GAMES / "bga_1.json"), "--out", str(out)]) == 1
    assert "there is no such folder" in capsys.readouterr().err


def test_what_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that disappears while it is imported is one line."""

    def gone(*_: object) -> None:
        raise OSError(5, "the disk is gone")

    monkeypatch.setattr("wonders_duel.importers.sources._unpacked", gone)
    assert main(["import", "bga", str(GAMES / "bga_1.json")]) == 1
    assert "the disk is gone" in capsys.readouterr().err
    del tmp_path
