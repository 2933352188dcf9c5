"""Generate the methods of states and cities that list all fields, from the list of the fields.

The classes ``StateDraft`` and ``CityDraft`` list their fields once, in three sections. Between
the markers of cog (``[[[cog`` and ``[[[end]]]``), the sources contain the output of the functions
below. ``python -m tools.fields`` updates it after a change to the fields; with ``--check`` it only
reports text that is out of date.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import cogapp

DRAFTS = {"State": "engine/state_draft.py", "City": "engine/city.py"}
"""The files in the package whose drafts list the fields of the classes."""
FILES = ("engine/state_draft.py", "state.py", "engine/city.py")
"""The files in the package with generated methods."""
PACKAGE = Path(__file__).parent.parent / "src" / "wonders_duel"
SECTIONS = ("constant during a game", "contents", "computed from the contents")
_DEFAULTS = {"int": "0", "tuple[int, ...]": "()"}


class Field(NamedTuple):
    """A field of a class."""

    name: str
    type: str
    section: str
    doc: str
    """Its docstring."""


def read(source: str, name: str) -> list[Field]:
    """Return the fields of a class with their sections.

    Args:
        source: the text of the module.
        name: the name of the class.

    Raises:
        ValueError: a field is in no section or in an unknown one, or it has no docstring.
    """
    lines = source.splitlines()
    (found,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == name
    )
    fields = []
    for node, following in zip(found.body, [*found.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign):
            field = ast.unparse(node.target)
            above = "\n".join(lines[found.lineno : node.lineno])
            *_, section = ["", *re.findall(r"^    # -- (.+?) -+$", above, re.MULTILINE)]
            if section not in SECTIONS:
                raise ValueError(
                    f"unknown section {section!r} of {name}; expected one of {', '.join(SECTIONS)}"
                )
            match following:
                case ast.Expr(value=ast.Constant(value=str(doc))):
                    fields.append(Field(field, ast.unparse(node.annotation), section, doc))
                case _:
                    raise ValueError(f"the field {field} of {name} has no docstring")
    return fields


def _fields(name: str, *sections: str) -> list[Field]:
    """Return the fields of a class in some sections, or in all, from the package of the file."""
    import cog  # noqa: PLC0415 - exists only while cog runs

    (package,) = (one for one in Path(cog.inFile).parents if one.name == "wonders_duel")
    source = (package / DRAFTS[name]).read_text(encoding="utf-8")
    return [
        field for field in read(source, f"{name}Draft") if field.section in (sections or SECTIONS)
    ]


def _write(lines: Iterable[str]) -> None:
    import cog  # noqa: PLC0415 - exists only while cog runs

    cog.outl("\n".join(lines))


class Given(NamedTuple):
    """An argument that is stored in other fields than its own: in words for the engine."""

    argument: Field
    fields: tuple[str, ...]
    """The fields that hold it."""
    value: str
    """What is stored in them."""


GIVEN = (
    Given(
        Field("cities", "tuple[City, City]", SECTIONS[1], "The cities of players one and two."),
        ("one", "two"),
        "cities",
    ),
    Given(
        Field("first_player", "Player", SECTIONS[0], "The first player of the game."),
        ("first_seat",),
        "first_player.value",
    ),
    Given(
        Field("discard_mask", "int", SECTIONS[1], "The discard pile, as bits."),
        ("discard_low", "discard_high"),
        "halves(discard_mask)",
    ),
    Given(
        Field("building_mask", "int", SECTIONS[1], "The buildings, as bits."),
        ("buildings_low", "buildings_high"),
        "halves(building_mask)",
    ),
    Given(
        Field("unbuilt_numbers", "tuple[int, ...]", SECTIONS[1], "The unbuilt wonders, ascending."),
        ("unbuilt_mask",),
        "mask_of(unbuilt_numbers)",
    ),
)
_FIRST = {one.fields[0]: one for one in GIVEN}
_OTHERS = {name for one in GIVEN for name in one.fields[1:]}
_CITIES = GIVEN[0].fields
_STORED = {one.argument: one for one in GIVEN}


def _given(name: str) -> list[Field]:
    """Return the fields that determine the others, with the catalogue instead of the tables."""
    _, *rest = _fields(name, *SECTIONS[:2])
    given = [
        _FIRST[one.name].argument if one.name in _FIRST else one
        for one in rest
        if one.name not in _OTHERS
    ]
    return [Field("catalogue", "Catalogue", SECTIONS[0], "The cards of the game."), *given]


def thaw(name: str) -> None:
    """Write the method that copies all fields to a draft.

    Args:
        name: the name of the frozen class.
    """
    fields = _fields(name)
    _write(
        [
            f"def thaw(self) -> {name}Draft:",
            '    """Return a copy that the engine may change."""',
            "    if _COMPILED:",
            f"        return {name}(",
            *(f"            self.{field.name}," for field in fields),
            "        )",
            f"    draft = {name}Draft()",
            *(f"    draft.{field.name} = self.{field.name}" for field in fields),
            "    return draft",
            "",
        ]
    )


def constructor(name: str) -> None:
    """Write the constructor, which stores all fields.

    Args:
        name: the name of the frozen class.
    """
    fields = _fields(name)
    _write(
        [
            "def __init__(  # compiled only",
            "    self,",
            *(f"    {_parameter(field)}" for field in fields),
            ") -> None:",
            '    """Store the fields; only compiled code calls this."""',
            "    # Compiled, these lines are plain stores.",
            *(f'    object.__setattr__(self, "{field.name}", {field.name})' for field in fields),
            "",
        ]
    )


def _parameter(field: Field, default: str = "") -> str:
    remark = "  # noqa: FBT001 - one of the fields" if field.type == "bool" else ""
    return f"{field.name}: {field.type}{default},{remark}"


def of(name: str, made: str, required: int | None = None, start: str | None = None) -> None:
    """Write the beginning of the method ``of``, up to the lines that compute the other fields.

    Args:
        name: the name of the frozen class.
        made: the name of the class that the method returns.
        required: the number of parameters without a default; all, if left out.
        start: the value of the other fields before they are computed, if they have one.
    """
    given = _given(name)
    required = len(given) if required is None else required
    _, *stored = given
    what = "draft" if made.endswith("Draft") else made.lower()
    computed = [] if start is None else _fields(name, SECTIONS[2])
    _write(
        [
            "@classmethod",
            "def of(",
            "    cls,",
            *(f"    {_parameter(field)}" for field in given[:required]),
            *(f"    {_parameter(one, f' = {_DEFAULTS[one.type]}')}" for one in given[required:]),
            f") -> {made}:",
            f'    """Return a {what} with these fields, and compute the others.',
            "",
            "    Args:",
            *(f"        {field.name}: {_shortened(field.doc)}." for field in given),
            '    """',
            f"    draft = {name}Draft()",
            "    draft.tables = catalogue.tables",
            *(f"    {_stored(field)}" for field in stored),
            *(f"    draft.{field.name} = {start}" for field in computed),
        ]
    )


def _stored(field: Field) -> str:
    """Return the statement that stores an argument."""
    if field not in _STORED:
        return f"draft.{field.name} = {field.name}"
    given = _STORED[field]
    return f"{', '.join(f'draft.{name}' for name in given.fields)} = {given.value}"


def _shortened(doc: str) -> str:
    """Return the beginning of the docstring of a field, without rulings."""
    text = re.split("[;:.]", doc)[0]
    if re.search(r"R\d", text):
        text = text.partition(",")[0]
    return text[0].lower() + text[1:]


def comparison(name: str) -> None:
    """Write the methods that compare, hash and pickle the fields that determine the others.

    Args:
        name: the name of the frozen class.
    """
    _tables, *constant = _fields(name, SECTIONS[0])
    contents = _fields(name, SECTIONS[1])
    first, *others = [f"self.{one.name} == other.{one.name}" for one in (*contents, *constant)]
    if "one" not in {field.name for field in contents}:  # cities compare the catalogue
        others.append("(self.tables is other.tables or self.catalogue == other.catalogue)")
    hashed = [f"self.{field.name}" for field in contents if field.name not in _CITIES]
    unpacked = []
    if len(hashed) < len(contents):
        unpacked = ["    one, two = self.one, self.two"]
        of_city = _fields("City", SECTIONS[1])
        hashed += [f"{city}.{field.name}" for city in _CITIES for field in of_city]
    pickled = [
        "self.first_seat" if field.name == "first_player" else f"self.{field.name}"
        for field in _given(name)
    ]
    what = name.lower()
    _write(
        [
            "def __eq__(self, other: object) -> bool:",
            f'    """Whether the other {what} has the same contents."""',
            "    if self is other:",
            "        return True",
            f"    if not isinstance(other, {name}):",
            "        return NotImplemented",
            "    return (",
            f"        {first}",
            *(f"        and {one}" for one in others),
            "    )",
            "",
            "def __hash__(self) -> int:",
            '    """Hash the contents."""',
            *unpacked,
            "    return hash(",
            "        (",
            *(f"            {one}," for one in hashed),
            "        )",
            "    )",
            "",
            "def __reduce__(self) -> tuple[object, ...]:",
            '    """Pickle the fields from which the others are computed."""',
            "    return (",
            f"        unpickle.{what},",
            "        (",
            *(f"            {one}," for one in pickled),
            "        ),",
            "    )",
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Update the sources, or check them.

    Args:
        arguments: ``--check``, and the files; those of the command line by default.

    Returns:
        The exit code: not 0 if the check finds text that is out of date.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    files = [one for one in given if one != "--check"]
    files = files or [str(PACKAGE / name) for name in FILES]
    options = ["--check" if "--check" in given else "-r", "-p", "from tools import fields"]
    code: int = cogapp.Cog().main(["cog", *options, *files])
    return code


if __name__ == "__main__":
    raise SystemExit(main())
