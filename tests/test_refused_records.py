"""The exact messages and places with which records are refused.

``python -m tests.test_refused_records`` rewrites the golden files; review the diff.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.test_record import CONTRADICTIONS, NOT_NOTED
from tests.test_record_text import FAULTS, HEADERS, PLAIN, line
from tests.wording import Wording
from wonders_duel import Limits, Record, WondersDuelError, catalogue, records
from wonders_duel.text.state_text import catalogue_text

FOLDER = Path(__file__).parent / "golden" / "refused_records"

KNOWN = "wonders-duel record 1\nfirst player: one"
"""The beginning of a record, without an end."""
TEXTS = [
    *(text for text, _ in FAULTS),
    # Lines
    " # a remark\n#\nwonders-duel record 2",
    "wonders-duel record 0\nend",
    "wonders-duel record x\nend",
    "2\nend",
    f"{PLAIN}\n# a remark\n\nend",
    f"{PLAIN}\nand so on\nand so on",
    PLAIN.replace("end", "ends"),
    KNOWN + "\nsetup board law\nsetupper => law\nsetup : x\nset\nend",
    KNOWN + "\n" + "x" * 60 + ": y\n" + "x" * 61 + ": y\nend",
    KNOWN + "\n" + "\n".join(f"t{number}" for number in range(30)),
    # Headers
    KNOWN + "\nfirst  playr: x\nplayer three: x\nplayer one a b: x\nplayer: x\nfirst player x: y\nend",
    KNOWN + "\nplayer one rating: 5\nplayer one  rating: 6\nplayer one Rang: 1\nplayer two: \x07\nend",
    KNOWN + "\na one: x\nz two: x\nplayer one two: x\nplayers one: x\nend",
    KNOWN + "\na game\ncards: other@0123456789abcdef\nend",
    KNOWN + "\ncards: other@0123456789abcdef" + "\n1. draft the-oracle" * 30 + "\nend",
    KNOWN + "\ntag tag x: 5\ntag Tag: 5\ntag: 6\ntag tag: 7\nend",
    KNOWN + "\na: \\q \\n \\x \\\\ \\\nend",
    "wonders-duel record 1\nevent: x\n\nround: y\nend",
    "wonders-duel record 1\nstart: wd1 end\nwonder-setup: first-game\nreveal-timing: on-take\nend",
    KNOWN + "\nwonder-setup: x\nreveal-timing: y\nend",
    "wonders-duel record 1\nfirst player: x\nreveal-timing: y\nend",
    KNOWN + "\nresult: x\ndeal library: law\ncards: other@0123456789abcdef\nend",
    "\n".join([KNOWN, *HEADERS[5:8], "end"]),
    "\n".join([KNOWN, *HEADERS[3:9], "end"]).replace("/", "/ the-mausoleum /", 1),
    "\n".join([KNOWN, *HEADERS[3:9], "end"]).replace("/", "/ the-mausoleum / the-oracle /", 1),
    *(
        f"{KNOWN}\nresult: {result}\nend"
        for result in (
            "",
            "two wins, two resigned",
            "one wins, civilian, 1-2, by red",
            "shared, one, 3-4",
            "three wins, civilian, 1-2",
            "one wins, civilian, 1---2",
            "one wins, civilian, 1-" + "2" * 19,
            "shared, civilian, 1-" + "2" * 19,
        )
    ),
    KNOWN + "".join(f"\nplayer one t{number}: x" for number in range(101)) + "\nend",
    KNOWN + "".join(f"\nt{number}: x" for number in range(101)) + "\nend",
    # Turns, and lines before them
    KNOWN + "\n1. draft the-sphinx\nevent: x\nsetup => board law\nend",
    line(4, "setup =>\nevent: x\nsetup=> board law"),
    KNOWN + "\nsetup \t=> board lore\nend",
    line(5, "1"),
    line(5, "0. draft the-sphinx\nevent: x"),
    line(5, "01. one: draft the-sphinx"),
    line(5, "1000000000. one: draft the-sphinx"),
    line(5, "999999999. one: draft the-sphinx"),
    line(5, "1.{hm}"),
    line(5, "1.[0:00:01]"),
    line(5, "1. draft the-sphinx [0:00:01] {hm}"),
    line(5, "1. draft the-sphinx {hm} [0:00:01] {hm}"),
    line(5, "1. draft the-sphinx {h\\q}m} [0:00]"),
    line(5, "1. draft the-sphinx {h\x07m} [0:00:00]"),
    line(5, "1. draft the-sphinx [10000:00:00]"),
    line(5, "1. one: two: draft the-sphinx"),
    line(5, "1. draft the-sphinx => card 1 baths => card 2 baths"),
    line(5, "1. draft the-sphinx => card 1 baths;;card 2 bath"),
    line(5, "1. draft the-sphinx => " + "; ".join(["card 1 baths"] * 301)),
]  # fmt: skip


def _said(make: Callable[[], object]) -> Iterator[str]:
    """Return all faults of an error, one per line."""
    try:
        made = make()
    except WondersDuelError as error:
        told = getattr(error, "faults", ()) or [error]
        yield f"{type(error).__name__}"
        yield from (f"  {one}" for one in told)
    else:
        message = f"this is not refused: {made!r}"
        raise AssertionError(message)


def _short(text: str) -> str:
    """Return the lines of a text that are not in the plain record."""
    lines = [one for one in text.split("\n") if one not in PLAIN.split("\n")]
    shown = repr("\n".join(lines))
    return shown if len(shown) < 300 else f"{shown[:300]}..."


def texts() -> str:
    """Return the refusals of invalid texts."""
    cards = catalogue.edited("no first game", remove=[catalogue.first_game[0][0]])
    first_game = f"{KNOWN}\nwonder-setup: first-game\ncards: {catalogue_text(cards)}\nend"
    bare = "wonders-duel record 1\nend"
    cases: list[tuple[str, Callable[[], object]]] = [
        *((_short(text), partial(Record.from_text, text)) for text in TEXTS),
        ("a move too many", lambda: Record.from_text(PLAIN, limits=Limits(moves=1))),
        ("without headers, in a file", lambda: list(records.read(io.StringIO(f"{PLAIN}\n{bare}")))),
        ("cards without a first game", lambda: Record.from_text(first_game, cards)),
    ]
    return "\n\n".join("\n".join([name, *_said(read)]) for name, read in cases) + "\n"


def replays() -> str:
    """Return the refusals of records that contradict the rules, their deal or their result."""
    blocks = ["\n".join([name, *_said(record.check)]) for name, record, _ in CONTRADICTIONS]
    return "\n\n".join(blocks) + "\n"


def notes() -> str:
    """Return the refusals of values that a record cannot hold."""
    return "".join(f"{said}\n" for make in NOT_NOTED for said in _said(make))


GOLDEN: Mapping[str, Callable[[], str]] = {
    "texts.txt": texts,
    "replays.txt": replays,
    "notes.txt": notes,
}


@pytest.mark.parametrize("name", GOLDEN)
def test_refusals_match_the_golden_file(wording: Wording, name: str) -> None:
    """The golden file has each fault in order, with its line or turn."""
    wording.file(FOLDER / name, GOLDEN[name]())


def main() -> None:
    """Write the golden files."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in GOLDEN.items():
        (FOLDER / name).write_text(made(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
