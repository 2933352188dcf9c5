"""Files of records: both forms, several in a file, and saving that never loses a file."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from tests.amounts import examples
from tests.builders import EXTENDED
from tests.played import FINISHED, UNFINISHED, play
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Colour,
    FormatError,
    Game,
    LimitError,
    Limits,
    Player,
    Position,
    Record,
    RecordError,
    Result,
    State,
    Victory,
    WrongTypeError,
    arena,
    catalogue,
    parse_move,
    records,
    serialization,
    validation,
)
from wonders_duel.effects import Effect, Gain
from wonders_duel.importers import bga
from wonders_duel.match import Match
from wonders_duel.statistics import Report
from wonders_duel.testing import records as some_records
from wonders_duel.text.files import STALE, write_whole
from wonders_duel.validation import validate

ANY: Any = records
"""The module as an untyped program sees it."""
MANY = [FINISHED, UNFINISHED, play(8).record(public=True)]


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder."""
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("name", ["game.txt", "game.json", "game.JSON", "game"])
def test_a_game_is_saved_and_loaded(tmp_path: Path, name: str) -> None:
    """A game is saved in the form that the file name implies, and loaded with everything."""
    game = play(9, 30)
    game.players = ("Ann", "Ben")
    game.annotate(comment="so far", clock=1000)
    game.save(tmp_path / name)
    again = Game.load(tmp_path / name)

    assert (game.state, game.history, game.players) == (again.state, again.history, again.players)
    assert (tmp_path / name).read_text()[0] == ("{" if "." in name and "txt" not in name else "w")
    assert [name] == names_in(tmp_path)


def test_a_game_is_saved_with_its_end(tmp_path: Path) -> None:
    """A resigned game is saved over its old file, here without the hidden cards."""
    game = play(9, 30)
    game.save(tmp_path / "game.txt")
    game.resign("one")
    game.save(str(tmp_path / "game.txt"), public=True)
    record = records.load(tmp_path / "game.txt")

    assert str(record.result) == "Player one resigns, and Player two wins."
    assert record.deal is None


@examples(20)
@given(st.lists(some_records(), max_size=4), st.sampled_from(["text", "json"]), st.booleans())
def test_many_records_in_one_file(made: list[Record], form: Any, windows: bool) -> None:  # noqa: FBT001 - a property
    """A file may have several records, in text or bytes, with either kind of line end."""
    file = StringIO()
    for record in made:
        records.dump(record, file, form)
    text = file.getvalue()
    content = text.encode()
    if windows:
        content = b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")

    assert made == list(records.read(StringIO(text)))
    assert made == list(records.read(BytesIO(content)))


def test_a_document_may_have_any_layout(tmp_path: Path) -> None:
    """A JSON record may have any layout, with commas first or indentation."""
    path = tmp_path / "game"
    text = records.dumps(FINISHED, "json").replace(', "', '\n, "').replace("}, ", "}\n, ")
    path.write_text("  " + text)

    assert records.load(path) == FINISHED
    size = len(text)
    path.write_text(text)
    assert records.load(path, limits=Limits(size=size)) == FINISHED
    with pytest.raises(LimitError):
        records.load(path, limits=Limits(size=size - 1))
    path.write_bytes("€".encode() * 100)
    with pytest.raises(LimitError):
        records.load(path, limits=Limits(size=11))


@pytest.mark.parametrize("margin", ["  ", "\t"])
def test_what_is_in_a_file_may_be_indented(tmp_path: Path, margin: str) -> None:
    """Records, positions and documents may be indented, whatever comes before them."""
    text, line = UNFINISHED.to_text(), UNFINISHED.start.to_text()
    document = records.dumps(UNFINISHED, "json", indent=1)
    items = [text, line, document, line, text, document, document, text, text]
    path = tmp_path / "mixed.txt"
    path.write_text(
        "".join(f"{margin}{one}\n" for item in items for one in item.splitlines()),
        encoding="utf-8",
    )
    findings = list(validate(path))
    indented = "".join(f"{margin}{one}\n" for one in text.splitlines())

    assert [one.kind for one in findings] == [
        *("record", "position", "record", "position", "record"),
        *("record", "record", "record", "record"),
    ]
    assert [one.faults for one in findings] == [()] * len(items)
    assert list(records.read(StringIO(indented * 3))) == [UNFINISHED] * 3


@pytest.mark.parametrize("indent", [None, 0, 1, 4])
def test_documents_of_any_layout_are_separated(tmp_path: Path, indent: int | None) -> None:
    """Braces at the margin do not end a document, and texts and documents may be mixed."""
    path = tmp_path / "games"
    path.write_text(
        "\n\n".join(records.dumps(one, "json", indent=indent) for one in MANY)
        + "\n# and a text\n"
        + records.dumps(FINISHED)
        + "\n"
    )

    assert [*MANY, FINISHED] == list(records.read(path))
    assert [*MANY, FINISHED] == list(records.read(str(path)))


def test_records_are_read_lazily() -> None:
    """Records are read one at a time, so an endless file can be read."""
    text = records.dumps(FINISHED)

    class Endless:
        """A file that repeats the same record endlessly."""

        def __init__(self) -> None:
            self.lines: Iterator[str] = iter(())
            self.given = 0

        def readline(self, _: int = -1) -> str:
            self.given += 1
            line = next(self.lines, None)
            if line is None:
                self.lines = iter(text.splitlines(keepends=True))
                line = next(self.lines)
            return line

    file: Any = Endless()
    reader = records.read(file)

    assert [next(reader) for _ in range(3)] == [FINISHED] * 3
    assert file.given <= 3 * len(text.splitlines()) + 2


def test_a_fault_in_a_file_has_its_line(wording: Wording, tmp_path: Path) -> None:
    """A fault has its line in the whole file, and records before it are returned."""
    path = tmp_path / "games"
    good = records.dumps(FINISHED)
    path.write_text(good + good.replace("1. one: draft", "1. one: drift"))
    reader = records.read(path)

    assert next(reader) == FINISHED
    with pytest.raises(FormatError) as caught:
        next(reader)
    expected = (
        good.count("\n")
        + 1
        + good.split("\n").index(
            next(line for line in good.split("\n") if line.startswith("1. one"))
        )
    )
    assert caught.value.faults[0].place == f"line {expected}"
    document = records.dumps(FINISHED, "json")
    path.write_text(document + "\n\n" + document.replace('"clay-pool"', '"clay-pole"'))
    reader = records.read(path)
    assert next(reader) == FINISHED
    with wording.raises(FormatError) as caught:
        next(reader)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n# nothing\n",
        (records.dumps(FINISHED) * 2).encode(),
        b"\xff\xfe\x00",
        records.dumps(FINISHED).encode("utf-16"),
        records.dumps(FINISHED).encode()[:700],
        records.dumps(FINISHED, "json").encode()[:-1],
        b"\x00" * 500,
        b'{"format": "wonders-duel/state"}',
    ],
    ids=range(9),
)  # fmt: skip
def test_a_file_without_a_record_is_refused(
    tmp_path: Path, content: bytes, wording: Wording
) -> None:
    """A file without a record is refused with one error that says what it holds."""
    path = tmp_path / "game"
    path.write_bytes(content)
    with wording.raises(FormatError):
        Game.load(path)


def test_files_have_limits(wording: Wording, tmp_path: Path) -> None:
    """A line or record without an end is not read completely."""
    path = tmp_path / "long"
    path.write_bytes(b"x" * 1_200_000)
    with wording.raises(LimitError):
        records.load(path)
    path.write_bytes(b"wonders-duel record 1\n" + b"# more\n" * 200_000)
    with wording.raises(LimitError):
        records.load(path)
    path.write_text(records.dumps(FINISHED))

    assert records.load(path, limits=Limits(size=10_000)) == FINISHED
    with wording.raises(LimitError):
        records.load(path, limits=Limits(size=1_000))


def test_loads_reads_either_form() -> None:
    """``loads`` reads text or bytes in either form, with leading space."""
    for text in (records.dumps(FINISHED), records.dumps(FINISHED, "json", indent=2)):
        assert records.loads(text) == FINISHED
        assert records.loads(text.encode()) == FINISHED
        assert records.loads("\n " + text if text[0] == "{" else text) == FINISHED


@pytest.mark.parametrize(
    "call",
    [
        lambda: ANY.dumps("record"),
        lambda: ANY.dumps(FINISHED, "yaml"),
        lambda: ANY.loads(None),
        lambda: ANY.load(5),
        lambda: ANY.dump(FINISHED, "game.txt"),
        lambda: ANY.dump(FINISHED, BytesIO()),
        lambda: ANY.loads("{}", limits=5),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(call: Any, wording: Wording) -> None:
    """Wrong arguments are refused with what was expected."""
    with wording.raises(WrongTypeError):
        call()


def test_text_is_written_to_files_that_take_it(tmp_path: Path) -> None:
    """A file of bytes, one that is read and one that is closed are refused, and stay as they are."""
    path = tmp_path / "game.txt"
    path.write_bytes(b"")
    with path.open() as read, path.open("rb+") as raw, path.open("w") as closed:
        closed.close()
        for file in (read, raw, closed, BytesIO()):
            with pytest.raises(WrongTypeError, match="that is open for writing text"):
                ANY.dump(FINISHED, file)
    with NamedTemporaryFile("w+", dir=tmp_path) as wrapped:
        records.dump(FINISHED, wrapped)  # not a file of io itself
        wrapped.seek(0)
        assert records.load(wrapped) == FINISHED
    assert not path.read_bytes()


def test_files_are_read_if_they_are_open(tmp_path: Path) -> None:
    """A file that is written and one that is closed are refused before anything is read."""
    path = tmp_path / "game.txt"
    with path.open("w") as written, path.open("rb") as closed:
        closed.close()
        for file in (written, closed):
            with pytest.raises(WrongTypeError, match="a file that is open for reading"):
                ANY.read(file)
            with pytest.raises(WrongTypeError, match="expected an open file"):
                serialization.load(file)
            with pytest.raises(WrongTypeError, match="an open file or a document"):
                bga.read(file)


@pytest.mark.parametrize("wrong", [{"path": 3}, {"catalogue": 3}, {"limits": 3}])
def test_a_check_refuses_wrong_arguments_at_once(wrong: Any, wording: Wording) -> None:
    """Not when its first finding is asked for, by which time the call is far away."""
    with wording.raises(WrongTypeError):
        validate(**{"path": "game.txt", **wrong})


@pytest.mark.parametrize("limit", ["size", "depth", "moves"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "5", True, None])
def test_a_limit_is_a_whole_number(limit: str, value: Any, wording: Wording) -> None:
    """A limit is a whole number from 1."""
    with wording.raises(WrongTypeError):
        Limits(**{limit: value})


def test_a_contradictory_record_is_not_a_game(wording: Wording, tmp_path: Path) -> None:
    """A record that contradicts the rules can be read, but not loaded as a game."""
    path = tmp_path / "game"
    text = records.dumps(FINISHED)
    path.write_text(
        text.replace(f"1. one: {FINISHED.turns[0].move}", f"1. two: {FINISHED.turns[0].move}")
    )

    assert records.load(path) != FINISHED
    with wording.raises(RecordError):
        Game.load(path)


# -- atomic saving --------------------------------------------------------------------------------


class Breaks:
    """A function that raises an error."""

    def __init__(self, error: BaseException) -> None:
        """Store the error."""
        self.error = error

    def __call__(self, *_: object, **__: object) -> None:
        """Raise it."""
        raise self.error


@pytest.fixture(params=["without a name", "hidden"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Use each way of writing a file; a way that the system lacks is skipped."""
    way: str = request.param
    if way == "hidden":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    elif not hasattr(os, "O_TMPFILE"):
        pytest.skip("there are files without a name on Linux only")
    return way


@pytest.mark.needs("permissions of files")
@pytest.mark.parametrize("name", ["fsync", "fdopen", "replace", "chmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_saving_is_atomic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, name: str, error: BaseException
) -> None:
    """After any failure the old file is unchanged, none is left over, and the error names it."""
    path = tmp_path / "game.txt"
    path.write_text("as it was")
    if name == "chmod" and way == "without a name":
        name = "fchmod"
    with monkeypatch.context() as patched:
        patched.setattr(os, name, Breaks(error))
        with pytest.raises(type(error)) as caught:
            FINISHED.save(path)

    assert getattr(caught.value, "filename", str(path)) == str(path)
    assert path.read_text() == "as it was"
    assert names_in(tmp_path) == ["game.txt"]
    FINISHED.save(path)
    assert records.load(path) == FINISHED


KILLED = """
import os, signal, sys
from wonders_duel.text.files import write_whole
_, path, way, name = sys.argv
if way == "hidden" and hasattr(os, "O_TMPFILE"):
    del os.O_TMPFILE
setattr(os, name, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
write_whole(path, "the deal")
"""
"""A program that is killed when it calls a system function."""


@pytest.mark.skipif(os.name == "nt", reason="a program is not killed so there")
@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_leftovers_of_a_killed_program_are_removed(
    tmp_path: Path, way: str, name: str, *, there: bool
) -> None:
    """The next save removes what a killed program left; an unnamed file leaves nothing."""
    path = tmp_path / "game.txt"
    if there:
        path.write_text("as it was")
        path.chmod(0o640)
    arguments = [str(path), way, name]
    done = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False, timeout=60)  # noqa: S603 - our own program
    left = {one.name for one in tmp_path.iterdir()} - {"game.txt"}

    assert done.returncode == -signal.SIGKILL
    assert path.exists() == there
    assert left == (set() if (way, name) == ("without a name", "fsync") else {".game.txt.part"})
    for part in left:
        # The file may belong to a program that is still running, so it is kept for a while.
        FINISHED.save(path)
        assert left | {"game.txt"} == set(names_in(tmp_path))
        if there:
            assert stat.S_IMODE((tmp_path / part).stat().st_mode) & ~0o640 == 0
        os.utime(tmp_path / part, (time() - STALE - 9, time() - STALE - 9))
    UNFINISHED.save(path)
    assert names_in(tmp_path) == ["game.txt"]
    assert records.load(path) == UNFINISHED


@pytest.mark.needs("hard links")
def test_saving_falls_back_to_another_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is saved even if unnamed files cannot be linked or a folder has the temporary name."""
    path = tmp_path / "game.txt"
    monkeypatch.setattr(os, "link", Breaks(FileNotFoundError(2, "there is no /proc")))
    FINISHED.save(path)
    assert names_in(tmp_path) == ["game.txt"]
    (tmp_path / ".game.txt.part").mkdir()
    os.utime(tmp_path / ".game.txt.part", (0, 0))
    UNFINISHED.save(path)

    assert records.load(path) == UNFINISHED
    assert sorted(names_in(tmp_path)) == [".game.txt.part", "game.txt"]


@pytest.mark.usefixtures("way")
def test_the_content_is_on_the_disk_before_the_name_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is flushed and synced, then renamed, and then the folder is synced."""
    done: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(handle: int) -> None:
        done.append(
            "folder"
            if stat.S_ISDIR(os.fstat(handle).st_mode)
            else f"{os.fstat(handle).st_size} bytes"
        )
        real_sync(handle)

    def replace(part: Path, target: Path) -> Path:
        done.append(f"{part.suffix} to {target.name}")
        return real_replace(part, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    write_whole(tmp_path / "note.txt", "häßlich")

    assert done == ["9 bytes", ".part to note.txt", *(["folder"] if os.name == "posix" else [])]
    assert (tmp_path / "note.txt").read_bytes() == "häßlich".encode()


@pytest.mark.needs("error numbers of POSIX")
@pytest.mark.skipif(os.name == "nt", reason="permissions and links are otherwise there")
@pytest.mark.usefixtures("way")
def test_permissions_and_links_are_kept(tmp_path: Path, wording: Wording) -> None:
    """A file keeps its permissions, a new file gets the default ones, and a link stays a link."""
    path = tmp_path / "game.txt"
    FINISHED.save(path)
    usual = tmp_path / "usual"
    usual.write_text("x")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    UNFINISHED.save(link)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert records.load(path) == UNFINISHED
    with wording.raises(IsADirectoryError):
        FINISHED.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        FINISHED.save(tmp_path / "nowhere" / "game.txt")


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_only_regular_files_are_replaced(tmp_path: Path, wording: Wording) -> None:
    """Pipes and devices are not replaced."""
    os.mkfifo(tmp_path / "pipe")
    with wording.raises(OSError):
        FINISHED.save(tmp_path / "pipe")

    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert names_in(tmp_path) == ["pipe"]


@pytest.mark.needs("error numbers of POSIX")
@pytest.mark.skipif(os.name == "nt", reason="permissions are otherwise there")
@pytest.mark.usefixtures("way")
def test_a_private_file_stays_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A new file that replaces a private one is private from the beginning."""
    path = tmp_path / "game.txt"
    path.write_text("mine")
    path.chmod(0o600)
    seen: list[int] = []
    real = os.open

    def opened(name: Any, flags: int, mode: int = 0o777) -> int:
        handle = real(name, flags, mode)
        if flags & os.O_ACCMODE == os.O_WRONLY:
            seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        return handle

    monkeypatch.setattr(os, "open", opened)
    FINISHED.save(path)

    assert seen == [0o600]
    path.chmod(0o400)
    with wording.raises(PermissionError):
        FINISHED.save(path)


@pytest.mark.needs("error numbers of POSIX")
def test_invalid_file_names(wording: Wording, tmp_path: Path) -> None:
    """Invalid names are reported as missing files, and a long name works."""
    for name in ("a\0b", "a\ud800b"):
        with wording.raises(FileNotFoundError):
            FINISHED.save(name)
        with wording.raises(FileNotFoundError):
            records.load(name)
    for wrong in (5, None, b"game.txt"):
        with wording.raises(WrongTypeError):
            ANY.save(FINISHED, wrong)
    FINISHED.save(tmp_path / ("x" * 250))

    assert records.load(tmp_path / ("x" * 250)) == FINISHED


@pytest.mark.parametrize(
    "call",
    [
        Game.load,
        Game(1).save,
        records.load,
        lambda path: list(records.read(path)),
        lambda path: records.save(Game(1).record(), path),
        lambda path: list(validation.validate(path)),
        lambda path: list(bga.read(path)),
        arena.read_journal,
        lambda path: arena.open_journal(path, Match(["random", "random"])),
        lambda path: arena.merge_journals([path], path),
        lambda path: Report.of_files([path]),
    ],
)
def test_a_path_of_bytes_is_refused(call: Any, tmp_path: Path) -> None:
    """What stands for a path of bytes, such as an entry of a folder, is refused like bytes."""
    (tmp_path / "games").write_text(Game(1).record().to_text(), encoding="utf-8")
    with os.scandir(os.fsencode(tmp_path)) as found:
        (entry,) = found
    with pytest.raises(WrongTypeError, match="expected the path of a file as text, got b'"):
        call(entry)


def test_text_files_of_another_encoding(tmp_path: Path, wording: Wording) -> None:
    """A text file in another encoding is refused, even if the caller opened it."""
    path = tmp_path / "game"
    path.write_bytes(b"\xff\xff")
    with path.open(encoding="utf-8") as file, wording.raises(FormatError):
        list(records.read(file))


def test_an_unfinished_document_hides_nothing(tmp_path: Path) -> None:
    """An unfinished document does not hide the records after it."""
    path = tmp_path / "games"
    document = records.dumps(FINISHED, "json", indent=1)
    line = records.dumps(UNFINISHED, "json")
    path.write_text(
        "  " + line + "\n" + document[:-50] + "\n" + line + "\n" + records.dumps(FINISHED)
    )
    findings = list(validate(path))

    assert [bool(finding.faults) for finding in findings] == [False, True, False, False]
    assert next(records.read(path)) == UNFINISHED


def test_a_large_game_is_loaded_with_other_limits(tmp_path: Path, wording: Wording) -> None:
    """A saved game of any size can be loaded with larger limits."""
    game = play(1)
    for number in range(1, len(game.history) + 1):
        game.annotate(number, comment="\\" * 10_000)
    game.save(tmp_path / "game.txt")
    with wording.raises(LimitError):
        Game.load(tmp_path / "game.txt")

    assert game.history == Game.load(tmp_path / "game.txt", limits=Limits(size=10**7)).history


def test_a_file_of_custom_cards_is_read_with_them(wording: Wording, tmp_path: Path) -> None:
    """Every call accepts a catalogue, so files with custom cards can be read."""
    game = play(3, 30, catalogue=EXTENDED)
    game.save(tmp_path / "game.json")

    assert game.state == Game.load(tmp_path / "game.json", catalogue=EXTENDED).state
    with wording.raises(FormatError):
        Game.load(tmp_path / "game.json")


# -- faults in files ------------------------------------------------------------------------------


def test_a_contradiction_has_its_place(tmp_path: Path, wording: Wording) -> None:
    """A contradiction is reported at the line of its move in a text, or of its document."""
    turns = list(UNFINISHED.turns)
    turns[5] = attrs.evolve(turns[5], move=parse_move("build palace"))
    wrong = attrs.evolve(UNFINISHED, turns=turns)
    path = tmp_path / "games"
    lost = attrs.evolve(FINISHED, result=Result(victory=Victory.CIVILIAN, winner=None))
    parts = (UNFINISHED.to_json(), wrong.to_json(), lost.to_json(), wrong.to_text())
    path.write_text("\n".join(parts), encoding="utf-8")
    line = next(
        number
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if text.endswith("build palace")
    )

    sound, document, end, text = validate(path)

    assert sound.faults == ()
    assert [(one.line, one.kind, len(one.faults)) for one in (document, end, text)] == [
        (2, "record", 1),
        (3, "record", 1),
        (4, "record", 1),
    ]
    assert "line 2: turn 6 " in document.faults[0]
    assert text.faults[0].startswith(f"line {line}: turn 6 ")
    assert "line 3: " in end.faults[0]
    for one in (document, end, text):
        wording(one.faults[0])


@attrs.frozen
class Moody(Effect):
    """An effect that is valid until it changes."""

    brings: ClassVar[Any] = Gain()

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return self.brings  # type: ignore[no-any-return]  # it is Any to be wrong


def test_a_fault_of_custom_cards_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """``validate`` replays with custom cards and reports their errors like other faults."""
    folly = Building(id="folly", name="Folly", age=Age.II, colour=Colour.BLUE, effects=(Moody(),))
    cards = catalogue.extended("follies", buildings=[folly])
    start = Position(age=Age.II, structure={0: "folly", 1: "walls"}, catalogue=cards).state()
    game = Game.from_state(start)
    game.play("build folly")
    game.save(tmp_path / "game.txt")
    assert [one.faults for one in validate(tmp_path / "game.txt", catalogue=cards)] == [()]

    monkeypatch.setattr(Moody, "brings", None)

    (found,) = validate(tmp_path / "game.txt", catalogue=cards)
    (fault,) = found.faults
    assert fault.startswith("line 1: Moody(): ")
    wording(fault)
