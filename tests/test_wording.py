"""The golden file of messages: what is held, what is rewritten, and that no entry is left over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import PLUGIN
from tests.wording import NAME, Key, Wording, message_of, name_of, read, written
from wonders_duel import Age, CityPosition, Fault, FormatError, Rules, WrongTypeError, catalogue

pytest_plugins = "pytester"

ROOT = Path(__file__).parent.parent
ONE = Key("test_one.py", "test_it")


def test_no_message_is_left_over(request: pytest.FixtureRequest) -> None:
    """A test asks for each entry of the golden file; ``pytest --update-messages`` removes others."""
    plugin = request.config.stash[PLUGIN]

    assert plugin.unused() == []
    assert plugin.updates or len(plugin.held) > 100


def test_the_golden_file_is_as_the_command_writes_it() -> None:
    """The golden file is sorted and laid out as the command would write it."""
    text = (Path(__file__).parent / NAME).read_text(encoding="utf-8")

    assert written(read(text)) == text


def test_entries_survive_a_round_trip() -> None:
    """Any text survives a round trip: quotes, lines, control characters, names of any kind."""
    entries = {
        ONE: ("one",),
        Key("test_one.py", "test_two", ""): ("the case of an empty text",),
        Key("test_one.py", "test_two", 'a "b" \\ \x7f\x00'): ("", "a\n\n b \\ ", '"""', "\r\t"),
        Key("rules/test_one.py", "test_two", "1"): ("'a' \"b\"", "same", "same", "same", "other"),
    }

    assert read(written(entries)) == entries
    assert written(read(written(entries))) == written(entries)
    assert '{ text = "same", times = 3 }' in written(entries)


def test_a_message_is_compared_as_a_whole() -> None:
    """A message that differs, is missing or is not asked for fails the test."""
    wording = Wording(ONE, ("one", "two"))
    wording("one")

    with pytest.raises(AssertionError):
        wording("two ")
    with pytest.raises(AssertionError, match="no message number 3"):
        wording("three")
    with pytest.raises(AssertionError, match="does not ask for"):
        Wording(ONE, ("one", "two")).check_all()
    with pytest.raises(AssertionError, match="no message number 1"):
        Wording(ONE, ())("one")


def test_an_error_has_a_class_and_a_message() -> None:
    """The class of the error is checked as well as its message, and no error is a failure."""
    with Wording(ONE, ("no",)).raises(WrongTypeError) as caught:
        raise WrongTypeError("no")
    assert str(caught.value) == "no"
    with pytest.raises(AssertionError), Wording(ONE, ("no",)).raises(WrongTypeError):
        raise WrongTypeError("yes")
    with pytest.raises(FormatError), Wording(ONE, ("no",)).raises(WrongTypeError):
        raise FormatError(["no"])
    with pytest.raises(pytest.fail.Exception), Wording(ONE, ("no",)).raises(WrongTypeError):
        pass


def test_each_fault_has_a_line() -> None:
    """The faults of an error are on lines of their own, and one fault is the message."""
    assert message_of(FormatError(["a"])) == "the input has 1 problem: a"
    assert (
        message_of(FormatError(["a", Fault("b", "$.c")])) == "the input has 2 problems:\na\n$.c: b"
    )


def test_changing_parts_are_hidden() -> None:
    """Paths of folders and modules, addresses in memory, and lines of the tests are replaced."""
    wording = Wording(ONE, None)
    wording.hide("/tmp/x1", "FOLDER")  # noqa: S108 - only a text
    wording("cannot read /tmp/x1/a.txt: <module 'a' from '/b/a.py'>, <object at 0x7f0a>")
    wording("<class 'a.b.C'> and <class 'int'>")
    wording("no idea (test_wording.py, line 96), not a name (mybot.py, line 3)")

    assert wording.texts == [
        "cannot read FOLDER/a.txt: <module 'a' from 'FILE'>, <object at 0x...>",
        "<class 'C'> and <class 'int'>",
        "no idea (test_wording.py, line ...), not a name (mybot.py, line 3)",
    ]


def test_a_text_has_a_file_of_its_own(tmp_path: Path) -> None:
    """A long text is compared with a golden file of its own, or recorded for it."""
    path = tmp_path / "golden.txt"
    path.write_text("one\n")
    Wording(ONE, ()).file(path, "one\n")
    recorded = Wording(ONE, None)
    recorded.file(path, "two\n")

    with pytest.raises(AssertionError):
        Wording(ONE, ()).file(path, "two\n")
    assert recorded.files == {path: "two\n"}
    assert path.read_text() == "one\n"


@pytest.mark.parametrize("case", ["value0", "a-value12", "<lambda>3-b", "x" * 121])
def test_a_case_needs_a_name(case: str) -> None:
    """A case with a number instead of a name, or with a long one, is refused."""
    with pytest.raises(AssertionError, match="needs a"):
        Wording(Key("test_one.py", "test_it", case), None, ["other", "value"])
    assert Wording(Key("test_one.py", "test_it", "age1"), None, ["value"]).texts == []


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"age": Age.I, "cities": (CityPosition(coins=3), 5)}, "age=i cities=[{coins=3} 5]"),
        ({}, "{}"),
        ({"a": {"b": {3, 1}}, "c": Rules(reveal_timing="on-take")}, "a={b={1 3}} c={reveal_timing=on_take}"),
        (["a", 1, None, str, "b"], "[a … b]"),
        (catalogue.buildings["baths"], "baths"),
        (catalogue, "base"),
        ("x" * 71, "x" * 69 + "…"),
        (10**100, "a huge number"),
        (object(), "object"),
        ([object(), iter([])], "[object list_iterator]"),
        (lambda: catalogue.find("law"), 'catalogue.find("law")'),
        ("law", None),
        (b"law", None),
        (Age.II, None),
        (Age, None),
        (None, None),
    ],
    ids=range(16),
)  # fmt: skip
def test_values_have_names(value: object, name: str | None) -> None:
    """A value that pytest would only number has a short name."""
    assert name_of(value) == name


TESTS = """
from pathlib import Path

import pytest
from wonders_duel import WrongTypeError

def test_plain(wording):
    wording("one")
    wording.file(Path(__file__).parent / "long.txt", "long")

@pytest.mark.parametrize("text", ["a", "b"])
def test_cases(wording, text):
    with wording.raises(WrongTypeError):
        raise WrongTypeError(text)

def test_other():
    assert False
"""
FAILING = """
def test_failing(wording):
    wording("new")
    assert False
"""
CONFTEST = """
import sys
from pathlib import Path
from tests.conftest import *
from tests.conftest import PLUGIN, Plugin, pytest_configure as _

def pytest_configure(config):
    config.stash[PLUGIN] = Plugin(config, Path(__file__).parent)
    config.pluginmanager.register(config.stash[PLUGIN])
"""


PLAIN = Key("test_one.py", "test_plain")
CASE_A = Key("test_one.py", "test_cases", "a")
CASE_B = Key("test_one.py", "test_cases", "b")
DEAD = Key("test_one.py", "test_dead")
NO_FILE = Key("test_gone.py", "test_it")
ELSEWHERE = Key("test_two.py", "test_it")
DEAD_ELSEWHERE = Key("test_two.py", "test_dead")
BEFORE = {
    PLAIN: ("x",),
    CASE_A: ("a",),
    DEAD: ("y",),
    NO_FILE: ("z",),
    ELSEWHERE: ("old",),
    DEAD_ELSEWHERE: ("v",),
}
ELSEWHERE_TESTS = 'def test_it(wording):\n    wording("new")\n'
RECORDED = {PLAIN: ("one",), CASE_A: ("a",), CASE_B: ("b",)}
PROCESSES = [[], pytest.param(["-p", "xdist", "-n", "2"], marks=pytest.mark.slow)]
NOT_REWRITTEN = "messages.toml: not rewritten, since not every test has run and passed"


class _Folder:
    """A folder with two files of tests, and with golden files that are not up to date."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        """Write the files."""
        self._pytester = pytester
        self.path = path = pytester.path
        self.write("pytest.ini", "[pytest]\n")
        self.write("conftest.py", CONFTEST)
        self.write("test_one.py", TESTS)
        self.write("test_two.py", ELSEWHERE_TESTS)
        self.write("long.txt", "short")
        (path / NAME).parent.mkdir()
        self.write(str(NAME), written(BEFORE))

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.path / name).write_text(text)

    def run(self, *arguments: str) -> str:
        """Run pytest, in this process if it starts no others, and return what it prints."""
        given = ["-p", "no:cacheprovider", "-q", *arguments]
        if "-n" in arguments:
            done = self._pytester.runpytest_subprocess(*given)
        else:
            done = self._pytester.runpytest_inprocess(*given)
        return "\n".join([*done.outlines, *done.errlines])

    def entries(self) -> dict[Key, tuple[str, ...]]:
        """Return the entries of the golden file, in any order."""
        return read((self.path / NAME).read_text())

    def check_unchanged(self) -> None:
        """Check that no golden file has been written."""
        assert (self.path / NAME).read_text() == written(BEFORE)
        assert (self.path / "long.txt").read_text() == "short"


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> _Folder:
    """Return a folder with tests and golden files."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("COVERAGE_PROCESS_START", "")
    return _Folder(pytester)


@pytest.mark.parametrize("processes", PROCESSES)
def test_the_command_rewrites_the_golden_files(folder: _Folder, processes: list[str]) -> None:
    """One command records all messages and removes those that no test asks for."""
    said = folder.run("--update-messages", *processes)

    assert folder.entries() == {**RECORDED, ELSEWHERE: ("new",)}
    assert (folder.path / "long.txt").read_text() == "long"
    assert "messages.toml: 2 changed, 1 added, 3 removed, 4 in all" in said
    assert "4 passed" in said
    assert "1 failed, 4 passed" in folder.run(*processes)


def test_a_message_without_an_entry_fails(folder: _Folder) -> None:
    """Without the option, a test whose message has no entry fails and names the command."""
    said = folder.run("-k", "cases")

    assert "has no message number 1 for test_one.py::test_cases[b]; run pytest --update" in said
    assert "1 failed, 1 passed" in said
    folder.check_unchanged()


@pytest.mark.parametrize("processes", PROCESSES)
def test_a_failing_test_leaves_the_golden_files_alone(
    folder: _Folder, processes: list[str]
) -> None:
    """Nothing is rewritten if a test fails for another reason than its wording."""
    folder.write("test_two.py", FAILING)

    said = folder.run("--update-messages", *processes)

    assert NOT_REWRITTEN in said
    assert "1 failed, 3 passed" in said
    folder.check_unchanged()


@pytest.mark.parametrize("arguments", [*PROCESSES, ["--continue-on-collection-errors"]])
@pytest.mark.parametrize("name", ["test_one.py", "test_two.py"])
def test_a_file_that_cannot_be_collected_leaves_the_golden_files_alone(
    folder: _Folder, name: str, arguments: list[str]
) -> None:
    """Nothing is rewritten if a file has an error, even if all other tests pass."""
    folder.write(name, "import missing_module\n")

    assert NOT_REWRITTEN in folder.run("--update-messages", *arguments)
    folder.check_unchanged()


@pytest.mark.parametrize(
    "arguments", [["test_one.py"], ["test_one.py::test_cases", "test_one.py::test_plain"]]
)
def test_a_run_of_a_file_changes_only_its_entries(folder: _Folder, arguments: list[str]) -> None:
    """A run of some files rewrites their entries and keeps those of all other files."""
    said = folder.run("--update-messages", *arguments)

    others = (NO_FILE, ELSEWHERE, DEAD_ELSEWHERE)
    assert folder.entries() == {**RECORDED, **{key: BEFORE[key] for key in others}}
    assert "messages.toml: 1 changed, 1 added, 1 removed, 6 in all" in said


@pytest.mark.parametrize("arguments", [["-k", "plain"], ["test_one.py::test_plain"]])
def test_a_run_of_a_test_changes_no_other_messages(folder: _Folder, arguments: list[str]) -> None:
    """A run of some tests keeps the messages of the others, in all files that exist."""
    folder.run("--update-messages", *arguments)

    assert folder.entries()[PLAIN] == ("one",)
    assert folder.entries()[CASE_A] == ("a",)
    assert folder.entries()[ELSEWHERE] == ("old",)
    assert CASE_B not in folder.entries()


def test_a_run_of_the_tests_that_failed_keeps_the_other_entries(folder: _Folder) -> None:
    """With ``--last-failed``, tests are not collected, and no entry of a file is removed."""
    arguments = ("-p", "cacheprovider", "-o", "cache_dir=cache")
    folder.run(*arguments, "test_one.py::test_plain")

    said = folder.run(*arguments, "--last-failed", "--update-messages")

    assert "1 passed" in said
    assert folder.entries() == {
        **{key: texts for key, texts in BEFORE.items() if key != NO_FILE},
        PLAIN: ("one",),
    }


@pytest.mark.parametrize("skip", ["import pytest\npytest.skip(allow_module_level=True)\n", ""])
def test_a_skipped_file_keeps_its_entries(folder: _Folder, skip: str) -> None:
    """A file that is skipped keeps its entries; one that has no such tests any more loses them."""
    folder.write("test_two.py", skip)

    folder.run("--update-messages")

    kept = {key: BEFORE[key] for key in (ELSEWHERE, DEAD_ELSEWHERE)} if skip else {}
    assert folder.entries() == {**RECORDED, **kept}


def test_a_run_without_tests_changes_nothing(folder: _Folder) -> None:
    """If no test is selected, nothing is rewritten."""
    assert NOT_REWRITTEN in folder.run("--update-messages", "-k", "nothing")
    folder.check_unchanged()
