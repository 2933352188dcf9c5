"""The messages in the code, the template, the translations and the installed files agree."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from tools.messages import (
    KEYWORDS,
    PACKAGE,
    TEMPLATE,
    TRANSLATED,
    compiled,
    path,
    template,
    translated,
)

RENEW = "python -m tools.messages brings the files up to date"


@cache
def _template() -> Catalog:
    """Return the template that is made from the code."""
    return template()


@pytest.fixture(scope="module")
def sources() -> list[tuple[Path, ast.Module]]:
    """Return the code of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in files]


def _places(messages: Catalog) -> dict[tuple[object, object], set[str]]:
    """Return each message with the source files in which it occurs."""
    return {
        (one.context, one.id): {place for place, _ in one.locations} for one in messages if one.id
    }


def _filled(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _forms(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def test_the_template_has_the_messages_of_the_code() -> None:
    """The template has exactly the messages of the code, with their places."""
    with TEMPLATE.open("rb") as file:
        there = read_po(file)

    assert _places(there) == _places(_template()), RENEW


def test_no_message_is_inside_an_f_string(sources: list[tuple[Path, ast.Module]]) -> None:
    """Before Python 3.12, an f-string is one token, and the extraction does not look into it."""
    found = [
        f"{file.name}:{call.lineno}"
        for file, tree in sources
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in KEYWORDS
    ]

    assert found == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_translators_have_the_messages_of_the_template(code: str) -> None:
    """Translators have exactly the messages of the template, none fuzzy or obsolete."""
    messages = translated(code)
    with path(code).open("rb") as file:
        read = read_po(file)

    assert _places(messages) == _places(_template()), RENEW
    assert [one.id for one in messages if one.fuzzy] == []
    assert dict(read.obsolete) == {}
    assert (read.num_plurals, read.plural_expr) == (messages.num_plurals, messages.plural_expr)


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_compiled_file_is_that_of_the_translation(code: str) -> None:
    """The installed compiled file is made from the translation, message by message."""
    with path(code, "mo").open("rb") as file:
        there = read_mo(file)
    made = read_mo(BytesIO(compiled(translated(code))))

    def plain(messages: Catalog) -> set[tuple[object, ...]]:
        return {(one.context, _forms(one.id), _forms(one.string)) for one in messages if one.id}

    assert plain(there) == plain(made), RENEW
    assert there.plural_forms == made.plural_forms


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_is_complete(code: str) -> None:
    """Every sentence is translated in every plural form, with the English names in braces."""
    messages = translated(code)
    for one in messages:
        if not one.id:
            continue
        english, forms = _forms(one.id), _forms(one.string)
        if one.context not in {"name", "term"}:
            assert all(forms), one.id
        if len(english) > 1:
            assert len(forms) == messages.num_plurals, one.id
        for form in filter(None, forms):
            # The singular may omit the number, as in English.
            assert _filled(form) in [_filled(text) for text in english], one.id
            assert form == form.strip(" "), one.id


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    """Walk the code, except for functions of the same name that pass messages on."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef) and child.name in KEYWORDS):
            yield from _walked(child)


def _calls(
    sources: list[tuple[Path, ast.Module]],
) -> Iterator[tuple[str, list[ast.expr], list[ast.keyword]]]:
    """Return each call in the code that takes a message: the place, the messages, the values."""
    for file, tree in sources:
        if file.name in {"messages.py", "unpickle.py"}:
            continue  # it words messages that were made elsewhere
        for node in _walked(tree):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            where = f"{file.name}:{node.lineno}"
            if called in {"say", "Message"}:
                yield where, node.args, node.keywords
            elif called == "count" and len(node.args) >= 3:  # other methods named count take fewer
                yield where, node.args[:2], [*node.keywords, ast.keyword("number", node.args[2])]


def test_every_message_is_a_literal(sources: list[tuple[Path, ast.Module]]) -> None:
    """Every message is a literal in the code and gets exactly the values that it names."""
    calls = list(_calls(sources))
    found = {one.id if isinstance(one.id, str) else one.id[0] for one in _template()}
    for where, messages, keywords in calls:
        texts = [one.value for one in messages if isinstance(one, ast.Constant)]
        given = {keyword.arg for keyword in keywords}
        assert len(texts) == len(messages), where
        # Some versions of Python hide the contents of f-strings.
        assert texts[0] in found, where
        if None not in given:  # the values are explicit
            named = set().union(*(_filled(str(text)) for text in texts))
            assert named <= given, where
            assert given - named <= {"number"}, where  # used for the plural, if nothing else

    assert len(calls) > 50


def test_a_zipped_package_has_all_languages(tmp_path: Path) -> None:
    """Languages are found in a zipped package too."""
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as to:
        for file in PACKAGE.rglob("*"):
            if file.suffix in {".py", ".mo"}:
                to.write(file, Path("wonders_duel") / file.relative_to(PACKAGE))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from wonders_duel import catalogue, languages\n"
        "assert '.zip' in languages.__file__\n"
        "print(languages.language('fi').name(catalogue.wonders['the-sphinx']))"
    )
    # Not measured: coverage could not read lines of a deleted archive.
    plain = {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-W", "error", "-c", code],
        env=plain,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.stdout, done.stderr) == ("Gizan Sfinksi\n", "")


def test_a_message_that_changes_is_noticed() -> None:
    """The tests above notice an added or removed message."""
    more = deepcopy(_template())
    more["{player} yawns"] = Message("{player} yawns", locations=[("wonders_duel/cli.py", 0)])

    assert set(_places(more)) - set(_places(_template())) == {(None, "{player} yawns")}
    assert _filled("{player} loses {number} coin") == {"player", "number"}
