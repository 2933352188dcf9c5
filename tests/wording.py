"""The wording of messages, in one golden file: ``pytest --update-messages`` rewrites it for review.

A test asserts what a fault is: the class of the error, its place, the objects. The fixture
``wording`` compares the message, word for word, with the entry of the test in
``tests/golden/messages.toml``.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from types import FunctionType, NoneType, TracebackType
from typing import Any, Generic, NamedTuple, TypeVar, cast

import attrs
import pytest

from wonders_duel import Card, Catalogue, CityPosition, Fault, Pending, Rules
from wonders_duel.engine.moves import BaseMove

NAME = Path("golden") / "messages.toml"
"""The golden file, in the folder of the tests."""

OPTION = "--update-messages"
LONGEST_CASE = 120
"""The most characters of the name of a case."""

LONGEST_PART = 70
"""The most characters of the name of an argument."""

SOME = 4
"""The most items of a list that its name shows all of."""

LARGE = 200
"""The most bits of a number that a name shows."""

NAMED_BY_PYTEST = (str, bytes, int, float, complex, NoneType, Enum)
"""The values whose names in pytest are readable."""

HEADING = f"""\
# The messages that the tests ask for, word for word. `pytest {OPTION}` rewrites this file;
# review the diff.
"""
E = TypeVar("E", bound=BaseException)


class Key(NamedTuple):
    """The place of an entry: a test, and the name of its case."""

    file: str
    test: str
    case: str | None = None

    def __str__(self) -> str:
        """Return the key as pytest names the test."""
        return f"{self.file}::{self.test}" + ("" if self.case is None else f"[{self.case}]")


Texts = tuple[str, ...]
Entries = dict[Key, Texts]


# -- the golden file -------------------------------------------------------------------------------


def _escaped(text: str) -> str:
    """Return a text as it is between the quotes of a string in TOML."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007F")


def _string(text: str) -> str:
    """Return a text as TOML, on lines of its own if it has several."""
    if "\n" not in text:
        return f'"{_escaped(text)}"'
    lines = "\n".join(map(_escaped, text.split("\n")))
    return f'"""\n{lines}"""'


def _value(texts: Texts) -> str:
    """Return the messages of an entry as TOML."""
    if len(texts) == 1:
        return _string(texts[0])
    lines = []
    for text, same in groupby(texts):
        times = len(list(same))
        line = _string(text) if times == 1 else f"{{ text = {_string(text)}, times = {times} }}"
        lines.append(f"  {line},\n")
    return "[\n" + "".join(lines) + "]"


def _name(name: str) -> str:
    """Return a name as a key in TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else f'"{_escaped(name)}"'


def _order(key: Key) -> tuple[str, bool, str, str]:
    """Return what keys are sorted by: first the tests of a file that have no cases."""
    return key.file, key.case is not None, key.test, key.case or ""


def written(entries: Mapping[Key, Texts]) -> str:
    """Return entries as the golden file has them: sorted, with a table for each test."""
    parts = [HEADING]
    table = None
    for key in sorted(entries, key=_order):
        path = (key.file,) if key.case is None else (key.file, key.test)
        if path != table:
            table = path
            parts.append(f"\n[{'.'.join(map(_name, path))}]\n")
        parts.append(
            f"{_name(key.test if key.case is None else key.case)} = {_value(entries[key])}\n"
        )
    return "".join(parts)


def read(text: str) -> Entries:
    """Return the entries of the golden file."""
    entries: Entries = {}

    def add(key: Key, value: str | list[str | dict[str, Any]]) -> None:
        texts: list[str] = []
        for one in [value] if isinstance(value, str) else value:
            texts += [one] if isinstance(one, str) else [one["text"]] * one["times"]
        entries[key] = tuple(texts)

    for file, tests in tomllib.loads(text).items():
        for test, value in tests.items():
            if isinstance(value, dict):
                for case, texts in value.items():
                    add(Key(file, test, case), texts)
            else:
                add(Key(file, test), value)
    return entries


# -- the fixture -----------------------------------------------------------------------------------


def message_of(error: BaseException) -> str:
    """Return the whole message of an error, each of several faults on a line of its own."""
    faults: Collection[Fault] = getattr(error, "faults", ())
    text = str(error)
    if len(faults) > 1:
        listed = "; ".join(map(str, faults))
        assert text.endswith(f": {listed}"), "a message lists all faults"
        return "\n".join([text.removesuffix(f" {listed}"), *map(str, faults)])
    return text


class _Raises(Generic[E]):
    """A context that expects an error with the message of the golden file."""

    def __init__(self, wording: Wording, error: type[E]) -> None:
        """Store the class of the error."""
        self._wording = wording
        self._raises = pytest.raises(error)

    def __enter__(self) -> pytest.ExceptionInfo[E]:
        self._caught = self._raises.__enter__()
        return self._caught

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> bool:
        expected = self._raises.__exit__(kind, error, place)
        if expected:
            self._wording(message_of(self._caught.value))
        return expected


class Wording:
    """The messages of one test, compared with the golden file or recorded for it."""

    def __init__(self, key: Key, held: Texts | None, parameters: Iterable[str] = ()) -> None:
        """Create the messages of a test.

        Args:
            key: the test.
            held: its messages in the golden file; ``None`` to record them.
            parameters: the names of its parameters.
        """
        # pytest names a case after a parameter and a number if its value has no name.
        unnamed = rf"(^|-)(<lambda>|{'|'.join(parameters)})\d+(-|$)"
        assert not re.search(unnamed, key.case or ""), f"the case needs a name: {key}"
        assert len(key.case or "") <= LONGEST_CASE, f"the case needs a short name: {key}"
        self.key = key
        self.texts: list[str] = []
        self.files: dict[Path, str] = {}
        self._held = held
        self._replaced: list[tuple[str, str]] = []

    def hide(self, text: object, name: str) -> None:
        """Replace a text that differs in each run, such as the path of a folder, by a name."""
        self._replaced.append((str(text), name))

    def __call__(self, text: str) -> None:
        """Compare the next message of the test with the golden file.

        Args:
            text: the message, or any other text that people read.
        """
        for different, name in self._replaced:
            text = text.replace(different, name)
        text = re.sub(r"from '[^']*\.py'", "from 'FILE'", text)
        text = re.sub(r"<class '[\w.]+\.(\w+)'>", r"<class '\1'>", text)
        text = re.sub(r" at 0x[0-9a-fA-F]+", " at 0x...", text)
        text = _lines_of_tests().sub(r"\1, line ...", text)
        self.texts.append(text)
        if self._held is not None:
            number = len(self.texts)
            assert number <= len(self._held), (
                f"{NAME} has no message number {number} for {self.key}; run pytest {OPTION}: {text}"
            )
            held = self._held[number - 1]
            assert text == held, (
                f"the message of {self.key} has changed; run pytest {OPTION} if it should have:\n"
                f"before: {held}\nnow:    {text}"
            )

    def raises(self, error: type[E]) -> _Raises[E]:
        """Return a context that expects an error, and its message as in the golden file.

        Args:
            error: the class of the error.
        """
        return _Raises(self, error)

    def file(self, path: Path, text: str) -> None:
        """Compare a text with a golden file of its own, or record it for that file.

        Args:
            path: the golden file.
            text: what it is expected to contain.
        """
        self.files[path] = text
        if self._held is not None:
            assert text == path.read_text(encoding="utf-8")

    def check_all(self) -> None:
        """Check that the test has asked for all its messages in the golden file."""
        if self._held is not None:
            left = self._held[len(self.texts) :]
            assert not left, f"{self.key} does not ask for {left}; run pytest {OPTION}"


@cache
def _lines_of_tests() -> re.Pattern[str]:
    """Return what finds the line of a file of the tests, which changes with each edit above it."""
    names = sorted(path.name for path in Path(__file__).parent.rglob("*.py"))
    return re.compile(rf"\b({'|'.join(map(re.escape, names))}), line [0-9]+")


# -- the plugin ------------------------------------------------------------------------------------


class Plugin:
    """A plugin of pytest that has the entries of the golden file, and rewrites it if asked to.

    It rewrites nothing unless every test passes. A run of some files rewrites the entries of those
    files; only a run of all files removes the entries of a file that does not exist.
    """

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        """Read the golden file in a folder of tests."""
        self._config = config
        self._folder = folder
        self._path = folder / NAME
        self.updates: bool = config.getoption(OPTION, default=False)
        self.held = read(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}
        self.collected: dict[str, set[Key]] = {}
        self._asked: Entries = {}
        self._files: dict[Path, str] = {}
        self._report = ""

    def key(self, item: pytest.Function) -> Key:
        """Return the key of a test."""
        callspec = getattr(item, "callspec", None)
        file = item.path.relative_to(self._folder).as_posix()
        return Key(file, item.originalname, callspec.id if callspec else None)

    def wording(self, item: pytest.Function) -> Wording:
        """Return the messages of a test."""
        key = self.key(item)
        parameters = item.callspec.params if hasattr(item, "callspec") else ()
        return Wording(key, None if self.updates else self.held.get(key, ()), parameters)

    def unused(self) -> list[str]:
        """Return the entries that no test asks for.

        The cases are compared for the files whose tests have been collected in this run; for the
        others, only the names of the tests.
        """
        return [
            str(key)
            for key in self.held
            if (
                key not in self.collected[key.file]
                if key.file in self.collected
                else key.test not in _asking(self._folder / key.file)
            )
        ]

    def _is_removed(self, key: Key) -> bool:
        """Return whether this run is to remove an entry: its test is gone, or its file."""
        if key.file in self.collected:
            return key not in self.collected[key.file]
        return self._is_full() and not (self._folder / key.file).exists()

    def _is_full(self) -> bool:
        """Return whether this run is one of the whole folder of tests."""
        start = self._config.invocation_params.dir
        return any(
            self._folder.is_relative_to((start / argument).resolve())
            for argument in self._config.args
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Note all tests of a file that ask for messages, even if only some of them are to run."""
        report = yield
        # With --last-failed, a report leaves out the tests that passed before.
        is_whole = report.passed and not self._config.getoption("lf", default=False)
        is_ours = collector.path.is_relative_to(self._folder)
        if is_whole and is_ours and isinstance(collector, pytest.Module):
            found = [one for one in report.result if isinstance(one, pytest.Function)]
            file = collector.path.relative_to(self._folder).as_posix()
            self.collected[file] = {self.key(one) for one in found if "wording" in one.fixturenames}
        return report

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave only the tests that ask for messages if those are rewritten."""
        if self.updates:
            others = [one for one in items if "wording" not in getattr(one, "fixturenames", ())]
            config.hook.pytest_deselected(items=others)
            items[:] = [one for one in items if one not in others]
            if hasattr(config, "workeroutput"):  # of pytest-xdist
                config.workeroutput["messages"] = {
                    file: [list(key) for key in keys] for file, keys in self.collected.items()
                }

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Check that a test has asked for all its messages, or add them to its report."""
        yield
        wording = getattr(item, "funcargs", {}).get("wording")
        if isinstance(wording, Wording):
            wording.check_all()
            if self.updates:
                files = [[str(path), text] for path, text in wording.files.items()]
                found = [list(wording.key), wording.texts, files]
                item.user_properties.append(("messages", found))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the messages of a test that has passed, in whichever process it ran."""
        if self.updates and report.when == "call" and report.passed:
            for name, value in report.user_properties:
                if name == "messages":
                    found = cast("tuple[list[str], list[str], list[list[str]]]", value)  # see above
                    key, texts, files = found
                    self._asked[Key(*key)] = tuple(texts)
                    self._files |= {Path(path): text for path, text in files}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take the tests that another process has collected."""
        collected = getattr(node, "workeroutput", {}).get("messages", {})
        self.collected |= {file: {Key(*key) for key in keys} for file, keys in collected.items()}

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Rewrite the golden files if all tests have passed."""
        if not self.updates or hasattr(self._config, "workeroutput"):
            return
        if exitstatus != pytest.ExitCode.OK:
            self._report = f"{NAME.name}: not rewritten, since not every test has run and passed"
            return
        kept = {key: texts for key, texts in self.held.items() if not self._is_removed(key)}
        made = {**kept, **self._asked}
        made = {key: texts for key, texts in made.items() if texts}
        changed = sum(made[key] != texts for key, texts in kept.items() if key in made)
        added = len(made.keys() - self.held.keys())
        removed = len(self.held.keys() - made.keys())
        self._path.write_text(written(made), encoding="utf-8", newline="\n")
        for path, text in self._files.items():
            path.write_text(text, encoding="utf-8", newline="\n")
        self._report = (
            f"{NAME.name}: {changed} changed, {added} added, {removed} removed, {len(made)} in all"
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what has changed."""
        if self._report:
            terminalreporter.write_line(self._report)


@cache
def _asking(path: Path) -> set[str]:
    """Return the names of the tests of a file that ask for messages."""
    if not path.exists():
        return set()
    return {
        one.name
        for one in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(one, ast.FunctionDef)
        if "wording" in {argument.arg for argument in (*one.args.args, *one.args.kwonlyargs)}
    }


# -- names of cases --------------------------------------------------------------------------------


def name_of(value: object) -> str | None:
    """Return a short name for an argument of a test, or ``None`` where that of pytest is readable.

    Args:
        value: the argument: a collection, a position's part, a lambda or a long text.

    >>> name_of({"pawn": 12, "rules": "draft"}), name_of([1, None]), name_of("law")
    ('pawn=12 rules=draft', '[1 None]', None)
    """
    if isinstance(value, FunctionType) and value.__name__ == "<lambda>":
        text = _source(value)
    elif isinstance(value, str) and len(value) > LONGEST_PART:
        text = value
    elif isinstance(value, Mapping):
        text = _pairs(value.items()) or "{}"
    elif isinstance(value, Catalogue):
        text = value.name
    elif isinstance(value, (list, tuple, set, frozenset, CityPosition, Rules, Card, BaseMove)):
        text = _shown(value)
    elif isinstance(value, int) and value.bit_length() > LARGE:
        text = "a huge number"
    elif isinstance(value, NAMED_BY_PYTEST) or hasattr(value, "__name__"):
        return None
    else:
        text = type(value).__name__
    text = " ".join(text.split())
    if not text:
        return None
    return text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 1]}…"


def _shown(value: object) -> str:
    """Return a part of a collection as :func:`name_of` shows it."""
    if isinstance(value, (Enum, type)):
        return value.name.lower() if isinstance(value, Enum) else value.__name__
    if isinstance(value, Card):
        return str(value.id)
    if isinstance(value, Mapping):
        return f"{{{_pairs(value.items())}}}"
    if isinstance(value, (set, frozenset)):
        return f"{{{' '.join(sorted(map(_shown, value)))}}}"
    if isinstance(value, (list, tuple)):
        parts = list(map(_shown, value))
        return f"[{' '.join([parts[0], '…', parts[-1]] if len(parts) > SOME else parts)}]"
    if isinstance(value, Pending):
        return _shown([value.phase, value.colour])
    if isinstance(value, (CityPosition, Rules)):
        fields = attrs.asdict(value, recurse=False)
        default = attrs.asdict(type(value)(), recurse=False)
        return f"{{{_pairs((name, one) for name, one in fields.items() if one != default[name])}}}"
    if isinstance(value, int) and value.bit_length() > LARGE:
        return "a huge number"
    known = isinstance(value, (*NAMED_BY_PYTEST, BaseMove))
    return str(value) if known else type(value).__name__


def _pairs(pairs: Iterable[tuple[object, object]]) -> str:
    """Return names with their values."""
    return " ".join(f"{_shown(name)}={_shown(value)}" for name, value in pairs)


def _source(function: FunctionType) -> str:
    """Return the body of a lambda as it is written; empty if its line has several of them."""
    code = function.__code__
    found = [body for line, body in _lambdas(code.co_filename) if line == code.co_firstlineno]
    return found[0] if len(found) == 1 else ""


@cache
def _lambdas(path: str) -> tuple[tuple[int, str], ...]:
    """Return the line and the body of each lambda in a file."""
    source = Path(path).read_text(encoding="utf-8")
    lines = source.encode().split(b"\n")  # ast.get_source_segment splits it for each node
    return tuple(
        (node.lineno, _segment(lines, node.body))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Lambda)
    )


def _segment(lines: Sequence[bytes], node: ast.expr) -> str:
    """Return an expression as it is written in the lines of a file."""
    assert node.end_lineno is not None
    *before, last = lines[node.lineno - 1 : node.end_lineno]
    text = b"\n".join([*before, last[: node.end_col_offset]])
    return text[node.col_offset :].decode()
