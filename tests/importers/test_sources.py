"""Files of logs: compressed, in folders, in lines, damaged, and too large."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import tarfile
import zipfile
import zlib
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests.importers import GAMES, log, played
from tests.wording import Wording
from wonders_duel import FormatError, Limits, WondersDuelError, WrongTypeError
from wonders_duel.errors import LimitError
from wonders_duel.importers import Imported, bga, sevenee, sevenwd_io
from wonders_duel.importers.sources import documents

IO_GAME = log("7wd_io_1")
NAMES = ("7wd_io_1", "7wd_io_2", "7wd_io_3")
LINES = "\n".join(json.dumps(log(name)) for name in NAMES)
SMALL = Limits(size=5_000)
BIG = Limits(size=30_000_000, depth=64)


def moves(source: Any) -> list[int]:
    """Return the number of moves of each game."""
    return [len(one.record.turns) if one.record else -1 for one in sevenwd_io.read(source)]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
def test_compressed_files(tmp_path: Path, pack: Any) -> None:
    """Files may be compressed, whatever their name is."""
    path = tmp_path / "games"
    path.write_bytes(pack(f"\ufeff{LINES}\n\n".encode()))

    assert moves(path) == [55, 34, 40]
    with path.open("rb") as file:
        assert moves(file) == [55, 34, 40]


def test_zip_files_and_folders(tmp_path: Path) -> None:
    """A zip file may have many files and folders; hidden files are passed over."""
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/", "")
        archive.writestr("inner/2.json", json.dumps(log("7wd_io_2")))
        archive.writestr("inner/1.json", json.dumps(log("7wd_io_1"), indent=1))
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "3.json").write_text(json.dumps([log("7wd_io_3")]), encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.json").write_text("no log", encoding="utf-8")

    assert moves(tmp_path) == [40, 34, 55]
    names = [one.source for one in sevenwd_io.read(tmp_path / "b.zip")]
    assert names == ["b.zip/inner/2.json", "b.zip/inner/1.json"]


def test_names_of_files_in_folders_of_folders(tmp_path: Path) -> None:
    """Files with the same name in several folders are told apart by their paths."""
    names = ["s1/d1/game.json", "s1/d2/game.json", "s2/d1/game.json"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(json.dumps(IO_GAME), encoding="utf-8")
    (tmp_path / names[1]).write_text("{", encoding="utf-8")

    assert [one.source for one in sevenwd_io.read(tmp_path)] == names
    assert [one.source for one in sevenwd_io.read(tmp_path / names[0])] == ["game.json"]


def test_broken_files_in_a_folder(tmp_path: Path) -> None:
    """A file that is broken or too large is named, and the others are read."""
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(json.dumps(IO_GAME).encode())[:-9])
    (tmp_path / "b.json").write_text(json.dumps(IO_GAME), encoding="utf-8")
    (tmp_path / "c.json").write_bytes(LONG)
    (tmp_path / "d.json").write_text(json.dumps(IO_GAME), encoding="utf-8")
    found = list(sevenwd_io.read(tmp_path, limits=SMALL))
    assert [one.record is None for one in found] == [True, False, True, False]
    assert "is a broken compressed file" in found[0].fault
    assert "c.json has more than 5,000 bytes" in found[2].fault


def test_open_files_and_documents() -> None:
    """Text files, pipes and Python values are sources, too."""
    assert moves(io.StringIO(LINES)) == [55, 34, 40]
    assert moves([log(name) for name in NAMES]) == [55, 34, 40]
    assert moves(tuple(log(name) for name in NAMES)) == [55, 34, 40]
    assert next(bga.read(MappingProxyType(log("bga_1")))) == next(bga.read(log("bga_1")))
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as file:
        file.write(gzip.compress(LINES.encode()))
    with os.fdopen(reading, "rb") as file:
        assert moves(file) == [55, 34, 40]
    assert [one.source for one in sevenwd_io.loads(LINES.encode())][2] == "the input, line 3"


def test_a_damaged_line_loses_no_other() -> None:
    """A torn or foreign line is named, and the others are read, also after a damaged first one."""
    torn = LINES.replace("\n", '\n[{"move": {"id": 1, \n\n', 1)
    found = list(sevenwd_io.loads(torn))
    assert [one.fault == "" for one in found] == [True, False, True, True]
    assert found[2].source == "the input, line 4"
    for odd in ('{"a": 1}', "[]", "null"):
        found = list(sevenwd_io.loads(f"{odd}\n{LINES}\n{odd}"))
        assert [one.fault == "" for one in found] == [False, True, True, True, False]
        assert found[4].fault == "it is not a log of 7wd.io"
    many = list(sevenwd_io.loads("\n".join(["{}"] * 30 + [LINES])))
    assert len(many) == 33
    inside = list(sevenwd_io.read([[*[0] * 30, IO_GAME]][0]))
    assert [one.record is None for one in inside] == [True] * 20 + [False, True]
    assert inside[21].fault == "10 more parts of it cannot be read as games of 7wd.io"


@pytest.mark.parametrize(
    "odd",
    [
        '[{"p1": "Zoé"}]'.encode("cp1252"),
        b'[{"p1": "x", "p1": "y"}]',
        b'{"id": NaN}',
        b'{"id": 123456789012345678901234567890}',
        b"[" * 70 + b"]" * 70,
        b"# my games",
    ],
    ids=["ansi", "key", "nan", "number", "deep", "comment"],
)
def test_damaged_first_lines_lose_no_other(odd: bytes) -> None:
    """Lines that are wrong, but whole, are no start of a document of several lines."""
    found = list(sevenwd_io.loads(b"\r\n".join([odd, odd, *LINES.encode().split(b"\n"), odd])))
    assert [one.fault == "" for one in found] == [False, False, True, True, True, False]


def test_documents_one_after_the_other() -> None:
    """Without a line break between them, the message says what is expected."""
    text = json.dumps(IO_GAME)
    (found,) = sevenwd_io.loads(text + text)
    place = f"(column {len(text) + 1})"
    assert found.fault.endswith(f"{place}; expected one document, or one on each line")


def test_a_disk_that_fails() -> None:
    """An error of the system while a file is read stays one."""

    class Failing(io.BytesIO):
        def readline(self, _: Any = -1) -> bytes:
            raise OSError(5, "the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(sevenwd_io.read(Failing(b"[]")))
    first = list(sevenwd_io.loads(f"[{{\n{LINES}"))
    assert [one.fault == "" for one in first] == [False, True, True, True]
    mixed = list(sevenwd_io.loads(json.dumps([log("7wd_io_1"), 3, {}])))
    assert [one.fault == "" for one in mixed] == [True, False, False]
    assert mixed[1].source == "the input, game 2"
    assert not mixed[1].agrees


def test_several_tables_in_lines() -> None:
    """Lines of packets are games by their tables; a whole game may be among them."""
    text = bga.dumps(played(1).record())
    packets = json.loads(text)["data"]["logs"]
    others = [packet | {"table_id": "2"} for packet in packets]
    mixed = [one for pair in zip(packets, others, strict=True) for one in pair]
    for some in ([*packets, *others], mixed):
        lines = "\n".join(map(json.dumps, [{"ping": 1}, *some, json.loads(text), None]))
        found = list(bga.loads(lines))
        assert [one.agrees for one in found] == [True] * 3
        found = list(bga.loads(lines, limits=Limits(size=10_000)))
        assert sorted(one.fault.partition(";")[0] for one in found) == [
            "it has more than 10,000 bytes",
            "the game has more than 10,000 bytes",
            "the game has more than 10,000 bytes",
        ]
    assert [one.agrees for one in bga.read([None, *mixed])] == [True, True]
    tables = [packet | {"table_id": str(table)} for table in range(20) for packet in packets]
    assert [one.agrees for one in bga.loads("\n".join(map(json.dumps, tables)))] == [True] * 20


def test_a_line_that_is_too_long_loses_no_other() -> None:
    """A line with megabytes of chat is named, and the others are read."""
    long = json.dumps([*IO_GAME, {"chat": "x" * 30_000}])
    lines = "\n".join((json.dumps(IO_GAME), long, json.dumps(IO_GAME)))
    found = list(sevenwd_io.loads(lines, limits=Limits(size=10_000)))
    assert [one.record is None for one in found] == [False, True, False]
    assert found[1].source == "the input, line 2"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (b'[{"move": {"id": 1', "this is not JSON: Expecting ',' delimiter (column 19)"),
        (b'[\n{"move":\n\n', "this is not JSON: Expecting value (line 2, column 9)"),
        (b"\xff\xfe[", "this is not UTF-8: invalid start byte in byte 0; save it as UTF-8"),
        (b"wonders-duel record 1\n\nsetup", "this is not JSON"),
        (b"<!DOCTYPE html>", "(column 1); it looks like a web page; save the log itself"),
        (b"\xef\xbb\xbf<html>\r\n<p>Log</p>\r\n", "(line 1, column 1); it looks like a web page"),
    ],
)
def test_what_is_not_json(content: bytes, fault: str) -> None:
    """A file that is not JSON is one game that cannot be read."""
    (found,) = sevenwd_io.loads(content)
    assert found.record is None
    assert fault in found.fault


@pytest.mark.parametrize("number", ["1700000000123456789", "9" * 5000, "-1e999", "0." + "3" * 60])
def test_long_numbers_that_no_move_needs(number: str) -> None:
    """Such as a time in nanoseconds, anywhere in a log, also if the log is a text in an object."""
    text = json.dumps(IO_GAME).replace('"meta": {', f'"meta": {{"time": {number}, ')
    assert number in text
    for one in (text, json.dumps({"log": text})):
        (found,) = sevenwd_io.loads(one)
        assert found.agrees
    (found,) = sevenwd_io.loads(text.replace('"id": 1,', f'"id": 1, "x": {number}, "y": NaN,', 1))
    assert found.fault == "NaN is not a JSON number ($[0].move.y)"
    (found,) = sevenwd_io.loads(text.replace('"id": 2', f'"id": {number}', 1))
    assert found.fault.startswith(
        f"expected a whole number for the id of move 2, got '{number[:9]}"
    )


def _zip(content: bytes, *, times: int = 1) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for number in range(times):
            archive.writestr(f"{number}.json", content)
    return made.getvalue()


def _stored(name: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, "[]")
    return made.getvalue()


BOMB = gzip.compress(b"[1]" + b" " * 20_000_000, 9)
EMPTY_LINES = gzip.compress(b"\n" * 20_000_000, 9)
LONG = json.dumps([{"move": {"id": 1}, "chat": "x" * 10_000}]).encode()
ANSI = json.dumps(IO_GAME).encode() + '[{"p1": "Zoé"}]'.encode("cp1252")
BROKEN_ZIP = _zip(b"[1]")[:-30]


@pytest.mark.parametrize(
    "call",
    [
        lambda: list(bga.loads("[1, 2]")),
        lambda: list(sevenwd_io.loads("{}")),
        lambda: list(sevenee.loads("[]")),
        lambda: list(bga.read(GAMES / "7wd_io_1.json")),
        lambda: list(sevenwd_io.read(GAMES / "bga_1.json")),
        lambda: list(sevenee.read(GAMES / "bga_1.json")),
        lambda: list(sevenwd_io.loads(LONG, limits=SMALL)),
        lambda: list(sevenwd_io.loads(LONG.replace(b"[", b"[\n"), limits=SMALL)),
        lambda: list(sevenwd_io.loads(BOMB, limits=BIG)),
        lambda: list(sevenwd_io.loads(EMPTY_LINES)),
        lambda: list(sevenwd_io.loads(gzip.compress(b"[1, 2]")[:-9])),
        lambda: list(sevenwd_io.loads(BROKEN_ZIP)),
        lambda: list(sevenwd_io.read(io.TextIOWrapper(io.BytesIO(ANSI), encoding="utf-8"))),
        lambda: bga.read(3),  # type: ignore[arg-type]
        lambda: bga.read(b"[]"),
        lambda: bga.read(type("Half", (), {"readline": print})()),
        lambda: bga.loads(3),  # type: ignore[arg-type]
        lambda: bga.read([], catalogue=3),  # type: ignore[arg-type]
        lambda: bga.read([], limits=3),  # type: ignore[arg-type]
        lambda: bga.dumps(3),  # type: ignore[arg-type]
    ],
)
def test_bad_input(call: Any, wording: Wording) -> None:
    """Each bad input is one clear error."""
    with pytest.raises((FormatError, WrongTypeError)) as raised:
        call()
    assert isinstance(raised.value, WondersDuelError)
    wording(str(raised.value))


def test_a_zip_bomb_in_many_files() -> None:
    """The files of a zip file share one bound."""
    bomb = _zip(json.dumps(IO_GAME).encode() + b" " * 1_000_000, times=40)
    found: list[Imported] = []
    with pytest.raises(LimitError, match="times as large"):
        found.extend(sevenwd_io.loads(bomb))
    assert 0 < len(found) < 40


def test_damaged_files_in_a_zip_file() -> None:
    """A damaged file is named, the others are read, and what systems put beside them is passed over."""
    game = json.dumps(IO_GAME)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in ("a.json", "b.json", "__MACOSX/._a.json", ".DS_Store", "c.json"):
            archive.writestr(name, game if name != "b.json" else game.replace("101", "102"))
    damaged = made.getvalue().replace(game.replace("101", "102").encode(), game.encode())
    found = list(sevenwd_io.loads(damaged))
    assert [one.record is None for one in found] == [False, True, False]
    assert list(sevenwd_io.loads(_zip(b"", times=0))) == []
    (cut,) = sevenwd_io.loads(b"PK\x03\x04" + _stored("a.json")[14:])
    assert "it cannot be read: negative seek value" in cut.fault


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04" + _stored("a.json")[60:],
        _stored("é.json").replace("é".encode(), b"\xff\xff"),
        bz2.compress(LINES.encode())[:60] + b"xxxxxxxxxx" + bz2.compress(LINES.encode())[70:],
        zlib.compress(b"x").join([b"\x1f\x8b\x08\x00", b""]),
        lzma.compress(LINES.encode())[:-40] + b"x" * 40,
    ],
    ids=["no-start", "names", "bz2", "gzip", "xz"],
)
def test_damaged_compressed_files(content: bytes) -> None:
    """However a file is damaged, there is one library error."""
    with pytest.raises(FormatError, match="broken compressed file"):
        list(sevenwd_io.loads(content))


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
def test_compressed_files_in_a_zip_file(pack: Any) -> None:
    """The files of a zip file may be compressed; a damaged one is named, and the others are read."""
    assert moves(io.BytesIO(_zip(pack(LINES.encode()), times=2))) == [55, 34, 40] * 2
    if pack is not bytes:
        found = [*sevenwd_io.loads(_zip(pack(LINES.encode())[:-20], times=2))]
        faults = [one.fault for one in found if one.fault]
        assert ["is a broken compressed file" in one for one in faults] == [True, True]


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(json.dumps(IO_GAME).encode() + b" " * 1_000_000, 9),
        b"".join([gzip.compress(b"", 9)] * 60_000) + gzip.compress(b"[1]"),
    ],
    ids=["large", "many empty parts"],
)
def test_a_bomb_in_a_zip_file(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What compressed files in a zip file become is bounded together with the files."""
    monkeypatch.setattr("wonders_duel.importers.sources._FREE", 1_000_000)
    with pytest.raises(LimitError, match="times as large"):
        list(sevenwd_io.loads(_zip(content, times=20)))


def _tar() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        game = json.dumps(IO_GAME).encode()
        info = tarfile.TarInfo("game.json")
        info.size = len(game)
        archive.addfile(info, io.BytesIO(game))
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (_tar(), "a tar archive"),
        (gzip.compress(_tar()), "a tar archive"),
        (_zip(_tar()), "a tar archive"),
        (_zip(_zip(b"[]")), "a zip file inside a compressed file"),
        (lzma.compress(_zip(b"[]")), "a zip file inside a compressed file"),
        (gzip.compress(gzip.compress(b"[]")), "a gzip file inside a compressed file"),
    ],
    ids=["tar", "tar.gz", "tar in zip", "zip in zip", "zip.xz", "gz.gz"],
)
def test_files_that_have_to_be_unpacked(content: bytes, what: str) -> None:
    """What cannot be read as it is packed is named, with what to do."""
    (found,) = sevenwd_io.loads(content)
    assert found.fault == f"it is {what}; unpack it, and import the files"


def test_a_name_of_an_archive_in_a_game() -> None:
    """The mark of tar archives is no more than a word where a text has it at the same place."""
    text = json.dumps([{"chat": " " * 246 + "ustar", **IO_GAME[0]}, *IO_GAME[1:]])
    assert text[257:262] == "ustar"
    assert moves(io.StringIO(text)) == [55]


def test_lines_that_end_with_carriage_returns() -> None:
    """The advice is about the ends of the lines, of which there is one for each document."""
    (found,) = sevenwd_io.loads(LINES.replace("\n", "\r"))
    assert found.fault.endswith(
        "its lines end with a carriage return alone; save it with line feeds"
    )


class Pipe(io.RawIOBase):
    """A file that cannot be seeked, or cannot even say so."""

    def __init__(self, content: bytes) -> None:
        """Store the content."""
        self._file = io.BytesIO(content)

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes."""
        found = self._file.read(len(buffer))
        buffer[: len(found)] = found
        return len(found)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, _zip])
def test_pipes(pack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes are read as they come; only zip files have to be copied, up to a bound."""
    content = pack(LINES.encode())
    assert moves(Pipe(content)) == [55, 34, 40]
    monkeypatch.setattr("wonders_duel.importers.sources._MOST_ZIPPED", 1000)
    if pack is _zip:
        with pytest.raises(LimitError, match="a zip file of more than 1,000 bytes"):
            moves(Pipe(content))
    else:
        assert moves(Pipe(content)) == [55, 34, 40]


def test_documents_of_several_lines() -> None:
    """The first line of a document need not be JSON, even if the second one is."""
    text = bga.dumps(played(1).record())
    head, packets = text.split('"logs": [', 1)
    lines = f'{head}"logs": [\n' + packets.replace('}, {"channel"', '}\n, {"channel"')
    (found,) = bga.loads(lines)
    assert found.agrees


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    """A null character in a name, or one that cannot be encoded, is an error of the system."""
    with pytest.raises(FileNotFoundError, match="no file can have this name"):
        list(bga.read(name))


def test_a_document_with_numbers_as_keys() -> None:
    """A dictionary that no JSON text can hold is refused like any other that is not a log."""
    document: Any = {1: 2, None: [{"data": 3}]}
    for one in (document, {"1": 2, "x": [{"data": 3}]}):
        with pytest.raises(FormatError, match="is not a log of Board Game Arena"):
            list(bga.read(one))


def test_a_zip_file_with_a_password() -> None:
    """A file that cannot be opened is named, and the others are read."""
    made = bytearray(_zip(json.dumps(log("7wd_io_1")).encode(), times=2))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        made[made.index(mark) + place] |= 1  # encrypted
    found = list(sevenwd_io.loads(bytes(made)))

    assert [one.record is None for one in found] == [True, False]
    assert "it cannot be read" in found[0].fault


def test_documents_have_their_size() -> None:
    """The size of a document is that of its bytes."""
    (one,) = documents(io.BytesIO(b"[1, 2]"), BIG)
    assert (one.value, one.size, one.is_line) == ([1, 2], 6, False)
