"""The fields of states and cities are listed once; the methods that list them are generated."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import attrs
import pytest

import wonders_duel
from tests.wording import Wording
from tools import digest, fields
from wonders_duel import City, State

PACKAGE = Path(wonders_duel.__file__).parent
"""The installed package; its sources may be the only ones."""
SOURCES = [PACKAGE / name for name in fields.FILES]


def _copied(folder: Path) -> list[Path]:
    """Copy the sources with the fields to a package in another folder."""
    copies = []
    for source in SOURCES:
        copy = folder / "wonders_duel" / source.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        copies.append(copy)
    return copies


def test_the_generated_text_is_up_to_date() -> None:
    """The methods in the sources are those that the fields give."""
    assert fields.main(["--check", *map(str, SOURCES)]) == 0


def test_a_new_field_is_reported_and_added_everywhere(tmp_path: Path) -> None:
    """The check fails after a field was added; the generator then adds it to every method."""
    copies = _copied(tmp_path)
    files = [str(path) for path in copies]
    for name, above in (("State", "    pawn: int"), ("City", "    coins: int")):
        path = tmp_path / "wonders_duel" / fields.DRAFTS[name]
        text = path.read_text(encoding="utf-8")
        added = f'    camels: int\n    """The animals."""\n{above}'
        path.write_text(text.replace(above, added, 1), encoding="utf-8")

    assert fields.main(["--check", *files]) != 0
    assert fields.main(files) == 0
    assert fields.main(["--check", *files]) == 0

    methods = {
        f"{node.name}.{method.name}": ast.unparse(method)
        for path in copies
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef)
    }
    for name in fields.DRAFTS:
        of = "StateDraft.of" if name == "State" else "City.of"
        for method, times in (
            (f"{name}Draft.thaw", 3),
            (of, 4),
            (f"{name}.__init__", 3),
            (f"{name}.__eq__", 2),
            (f"{name}.__hash__", 3 if name == "State" else 1),  # it hashes both cities
            (f"{name}.__reduce__", 1),
        ):
            assert len(re.findall(r"\bcamels\b", methods[method])) == times


def test_an_incomplete_field_is_an_error(wording: Wording) -> None:
    """A field in no section or in an unknown one, or without a docstring, is an error."""
    with wording.raises(ValueError):
        fields.read("class Draft:\n    coins: int\n", "Draft")
    with wording.raises(ValueError):
        fields.read("class Draft:\n    # -- odds -----\n\n    coins: int\n", "Draft")
    with wording.raises(ValueError):
        fields.read("class Draft:\n    # -- contents -----\n\n    coins: int\n", "Draft")


@pytest.mark.parametrize("kind", [State, City])
def test_the_list_has_every_field(kind: type) -> None:
    """The list in the source has the fields of the class in their order."""
    source = (PACKAGE / fields.DRAFTS[kind.__name__]).read_text(encoding="utf-8")
    listed = fields.read(source, f"{kind.__name__}Draft")

    assert [field.name for field in listed] == [field.name for field in attrs.fields(kind)]
    assert {field.section for field in listed} == set(fields.SECTIONS)


def test_the_digests_have_every_field_that_can_change() -> None:
    """The recorded digests of games contain every field, apart from tables and constant ones."""
    source = inspect.getsource(digest.describe) + inspect.getsource(digest._production)
    named = set(re.findall(r"\.(\w+)", source))
    names = {field.name for kind in (State, City) for field in attrs.fields(kind)}
    instead = {
        "phase_number": "phase",
        "player": "turn_of",
        "one": "cities",
        "two": "cities",
        "discard_low": "discard_mask",
        "discard_high": "discard_mask",
        "buildings_low": "building_mask",
        "buildings_high": "building_mask",
        "unbuilt_mask": "unbuilt_numbers",
        "fixed_mask": "production",
        "fixed_units": "production",
    }

    assert set(instead.values()) <= named
    assert names - named - set(instead) == {"rules", "first_seat", "opened"}
