"""Every ruling has code and tests, and no unknown ruling is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import rulings

ALL = range(1, rulings.COUNT + 1)
PAGE = rulings.page()
MOOT = {one.number for one in PAGE if one.is_moot}
ROOT = rulings.ROOT


def test_the_page_has_every_ruling_in_order() -> None:
    """The page lists every ruling in order with a sentence; the four moot ones have reasons."""
    assert [one.number for one in PAGE] == list(ALL)
    assert all(one.text.endswith(".") for one in PAGE)
    assert {34, 65, 86, 87} == MOOT
    assert all(": " in one.text for one in PAGE if one.is_moot)


@pytest.mark.parametrize("number", [number for number in ALL if number not in MOOT])
def test_a_ruling_has_its_code_and_a_test(number: int) -> None:
    """Each ruling is named in the docstring of a definition and of a test."""
    assert [place for place in rulings.code() if number in place.rulings]
    assert [place for place in rulings.tests() if number in place.rulings]


def test_no_unknown_ruling_is_named() -> None:
    """Code, tests and pages name only existing rulings, also at the ends of spans."""
    files = [
        *rulings.PACKAGE.rglob("*.py"),
        *(rulings.TESTS / "rulebook").glob("*.py"),
        *rulings.TESTS.glob("test_*.py"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "README.md",
    ]
    named = {
        (file.name, number)
        for file in files
        for number in rulings.all_numbers(file.read_text(encoding="utf-8"))
    }

    assert {one for one in named if one[1] not in ALL} == set()
    assert {number for _, number in named} == set(ALL)


def test_every_worked_case_names_a_ruling() -> None:
    """Each worked case names its rulings, and each part has the expected number of cases."""
    cases = [one for one in _functions() if re.match(r"[abc]\d+_", one)]
    showing = {one.name.removeprefix("test_") for one in rulings.tests()}
    found = {(one[0], int(one[1:3])) for one in cases}

    assert [one for one in cases if one not in showing] == []
    for part, count in (("a", 37), ("b", 56), ("c", 16)):
        assert {number for kind, number in found if kind == part} == set(range(1, count + 1))


def _functions() -> list[str]:
    texts = [
        path.read_text(encoding="utf-8") for path in (rulings.TESTS / "rulebook").glob("test_*.py")
    ]
    return re.findall(r"^def test_(\w+)", "\n".join(texts), re.MULTILINE)


def test_a_place_is_the_definition_that_names_the_ruling() -> None:
    """Rulings are found in comments and docstrings of modules, classes, functions, attributes."""
    source = '''"""Cards (R1)."""

# Who picks (R6).
PICKS = 3
"""How many (R7), and R8 to R12."""


class Card:
    """A card (R2)."""

    cost: int
    """Its cost (R3)."""
    # What it brings (R4).
    gain: int = 0

    def pay(self) -> None:
        """Pay (R5)."""
        if self.cost:  # R9
            pass


@print
def drop() -> None:
    """Drop it."""
    # Now (R10).
    print()


print("R11")
'''
    found = rulings._by_definition(source)

    assert found == {
        ("", 1): {1},
        ("PICKS", 4): {6, 7},
        ("Card", 8): {2},
        ("Card.cost", 11): {3},
        ("Card.gain", 14): {4},
        ("Card.pay", 16): {5, 9},
        ("drop", 23): {10},
    }


def test_a_span_counts_for_none() -> None:
    """A span of rulings counts for none of them, while a list counts for each."""
    assert rulings.numbers("R28 to R37, R38 and R40") == {38, 40}
    assert rulings.all_numbers("R28 to R37, R38 and R40") == {28, 37, 38, 40}


def test_a_line_of_the_page() -> None:
    """A line of the page has a number, an optional moot mark, and a text."""
    assert rulings.read_line("R3: 7 coins.") == rulings.Ruling(3, "7 coins.", is_moot=False)
    assert rulings.read_line("R34 (moot): No: why.") == rulings.Ruling(34, "No: why.", is_moot=True)
    assert rulings.read_line("R34 (moor): No.") is None
    assert rulings.read_line("## R3: 7 coins.") is None


def test_the_program_prints_where_a_ruling_is(capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints the text of a ruling, and each place with its file, line and name."""
    status = rulings.main(["R50"])

    first, *lines = capsys.readouterr().out.splitlines()
    tests_at, elsewhere_at = lines.index("  tests:"), lines.index("  elsewhere:")
    code, tests = lines[1:tests_at], lines[tests_at + 1 : elsewhere_at]
    assert status == 0
    assert first == f"R50: {PAGE[49].text}"
    assert lines[0] == "  code:"
    assert len(code) == len([one for one in rulings.code() if 50 in one.rulings])
    assert len(tests) == len([one for one in rulings.tests() if 50 in one.rulings])
    for line in (*code, *tests):
        path, at, name = line.strip().rsplit(":", 2)
        text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(at) - 1]
        assert name.rpartition(".")[2] in text or name.endswith(Path(path).stem)


def test_the_program_prints_lines_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """The program prints the lines of pages and of the second engine that name a ruling."""
    rulings.main(["R17"])

    lines = capsys.readouterr().out.splitlines()
    named = [line.strip().split(":", 2) for line in lines[lines.index("  elsewhere:") + 1 :]]
    assert {path for path, _, _ in named} >= {
        "docs/explanation/turn.md",
        "tests/property/reference.py",
    }
    for path, at, text in named:
        line = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(at) - 1]
        assert "R17" in line
        assert line.strip() == text.strip()


def test_a_ruling_may_be_named_nowhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of the rulings itself does not count as elsewhere."""
    rulings.main(["R62"])

    assert capsys.readouterr().out.splitlines()[-1] == "  elsewhere: none"


def test_the_program_takes_several_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    """Several rulings are printed in the given order; a moot one has no code."""
    rulings.main(["R34", "r1"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [f"R34 (moot): {PAGE[33].text}", "  code: none", "  tests:"]
    assert [line for line in lines if line.startswith("R")][1:] == [f"R1: {PAGE[0].text}"]


@pytest.mark.parametrize("word", ["R0", "R91", "R99", "50", "R", "army"])
def test_an_unknown_ruling_is_refused(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown ruling is an error that names the known ones."""
    with pytest.raises(SystemExit) as refused:
        rulings.main([word])

    said = capsys.readouterr().err.splitlines()[-1]
    assert refused.value.code == 2
    assert said.endswith(f"error: argument RULING: unknown ruling '{word}'; expected R1 to R90")
