"""Bots from installed packages, and bots named as ``module:factory``."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.wording import Wording
from wonders_duel import BotError, Game, Player, WrongTypeError
from wonders_duel import bots as module
from wonders_duel.bots import BOTS, GreedyBot, RandomBot, bot, bot_names, load_bot
from wonders_duel.bots.names import check
from wonders_duel.cli import main
from wonders_duel.play.opponents import called, opponent, short_name
from wonders_duel.support.plugins import GROUP, failure

ANY: Any = module
"""The module as an untyped program sees it."""

SOURCE = """
class First:
    seed = "not given"

    def choose(self, state):
        return state.legal_moves[0]

class Seeded(First):
    def __init__(self, seed=None):
        self.seed = seed

class Keyword(First):
    def __init__(self, *, seed):
        self.seed = seed

class Positional(First):
    def __init__(self, seed="its own", /):
        self.seed = seed

class Other(First):
    def __init__(self, sead="its own", *seed):
        self.seed = sead

class Cards:
    class Bot(Seeded):
        pass

def anything(**options):
    made = First()
    made.seed = options["seed"]
    return made

class Callable(First):
    def __call__(self):
        return First()

class Secretive(type):
    __signature__ = "none of your business"

class Silent(Seeded, metaclass=Secretive):
    pass

class Wordless(Exception):
    def __str__(self):
        raise ValueError("nothing to say")

bot = First()
number = 7
made_class = lambda: First
made_none = lambda: None
made_number = lambda: 7

def fails():
    raise ZeroDivisionError("one\\n two \\x1b[31m")

def ends():
    raise SystemExit(3)

def wordless():
    raise Wordless

def short():
    raise KeyError

def long():
    raise ValueError("x" * 1000)

def needs(depth):
    return First()

def lacks():
    import missing_thing

def misuses():
    from wonders_duel import Game
    Game(seed=1).play(3)
    return 0

class Raises(First):
    def choose(self, state):
        raise ZeroDivisionError("no idea")

class Quits(First):
    def choose(self, state):
        raise SystemExit

class Cheats(First):
    def choose(self, state):
        from wonders_duel import parse_move
        return parse_move("build palace")

class Speaks(First):
    def choose(self, state):
        return "build palace"

class Loops(First):
    def choose(self, state):
        print("thinking", flush=True)
        while True:
            pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of modules on Python's path, and clean up afterwards."""
    (tmp_path / "mybot.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "mypackage").mkdir()
    (tmp_path / "mypackage" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "mypackage" / "inner.py").write_text("from mybot import Seeded\n", encoding="utf-8")
    (tmp_path / "mybroken.py").write_text("x = (\n", encoding="utf-8")
    (tmp_path / "myneedy.py").write_text("import missing_thing\n", encoding="utf-8")
    (tmp_path / "myfailing.py").write_text("\n\n1 / 0\n", encoding="utf-8")
    (tmp_path / "myending.py").write_text("raise SystemExit\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    names = (
        "mybot",
        "mybroken",
        "myneedy",
        "myfailing",
        "myending",
        "mypackage",
        "mypackage.inner",
    )
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]  # it was not imported before
    return tmp_path


def install(folder: Path, package: str, *lines: str) -> None:
    """Install a distribution with entry points for bots in a folder."""
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    text = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    (about / "METADATA").write_text(text, encoding="utf-8")
    points = "\n".join([f"[{GROUP}]", *lines, ""])
    (about / "entry_points.txt").write_text(points, encoding="utf-8")


# -- module:factory -------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("factory", "seed"),
    [
        ("First", "not given"),
        ("Seeded", "seven"),
        ("Keyword", "seven"),
        ("Positional", "its own"),
        ("Other", "its own"),
        ("Cards.Bot", "seven"),
        ("anything", "seven"),
        ("bot.__class__", "not given"),
        ("Silent", "None"),
    ],
)
def test_a_factory_is_called_with_a_seed_if_it_takes_one(factory: str, seed: str) -> None:
    """A factory is a class, a function or a nested name, and gets a seed by name if it takes one."""
    made: Any = load_bot(f"  mybot:{factory} ", "seven")
    state = Game(seed=1).state

    assert str(made.seed) == seed
    assert made.choose(state) is state.legal_moves[0]


@pytest.mark.usefixtures("folder")
def test_a_factory_can_be_nested() -> None:
    """A factory may be in a module of a package and need not be a class."""
    made: Any = load_bot("mypackage.inner:Seeded", 5)
    assert made.seed == 5
    assert type(load_bot("mybot:Callable")).__name__ == "Callable"
    assert isinstance(load_bot("wonders_duel.bots:RandomBot", 5), RandomBot)


WRONG = [
    "mybot",
    "",
    "easy",
    " Greedy ",
    "process",
    ":",
    "mybot:",
    ":First",
    "mybot:First()",
    "mybot:First:Second",
    "my bot:First",
    "mybot\x1b[31m:First",
    ".mybot:First",
    "./mybot.py:First",
    "mypackage/inner.py:Seeded",
    "mypackage\\inner.py:Seeded",
    "mybot.py:First",
    "mybott:First",
    "mypackage.outer:First",
    "mybot:Frist",
    "mybot:First.Second",
    "mybot:number",
    "mybot:bot",
    "mybot:made_class",
    "mybot:made_none",
    "mybot:made_number",
    "mybot:needs",
    "mybot:fails",
    "mybot:ends",
    "mybot:short",
    "mybot:wordless",
    "mybot:long",
    "mybot:lacks",
    "mybot:misuses",
    "mybroken:First",
    "myneedy:First",
    "myfailing:First",
    "myending:First",
]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("source", WRONG)
def test_a_factory_that_makes_no_bot_is_reported(
    capsys: pytest.CaptureFixture[str], source: str, wording: Wording
) -> None:
    """A name that gives no bot is reported in one line by the library and by the command line."""
    with wording.raises(BotError) as caught:
        load_bot(source)
    assert str(caught.value).isprintable()

    if ":" in source:
        assert main(["demo", "--players", f"greedy,{source}"]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err == f"wonders-duel: {caught.value}\n"


def test_the_name_of_a_bot_is_a_string(wording: Wording) -> None:
    """The name of a bot has to be a string."""
    for wrong in (None, 5, GreedyBot):
        with wording.raises(WrongTypeError):
            ANY.load_bot(wrong)
        with wording.raises(WrongTypeError):
            ANY.bot(wrong)


def test_an_error_without_a_place_is_reported() -> None:
    """An error without a traceback is reported without a place."""
    assert failure(ValueError("so")) == "ValueError: so"


def test_a_name_imports_nothing(folder: Path, wording: Wording) -> None:
    """An untrusted bot name is only looked up: no module is imported for it."""
    for name in ("mybot:Seeded", "os:abort", "mybot", "myfailing"):
        with wording.raises(BotError):
            bot(name)
    assert "mybot" not in sys.modules
    assert folder.is_dir()


# -- installed packages ---------------------------------------------------------------------------


def test_a_package_provides_bots(folder: Path, wording: Wording) -> None:
    """Bots of packages are listed after the built-in ones and created by name, with their seeds."""
    install(folder, "bots-of-ann", "Zeta = mybot:First", "search-2 = mybot:Seeded [extra]")
    made: Any = bot(" Search-2", "seven")

    assert bot_names() == (*BOTS, "search-2", "zeta")
    assert made.seed == "seven"
    assert type(bot("ZETA")).__name__ == "First"
    check("search-2", {})
    with pytest.raises(BotError, match="has no setting 'depth'"):
        check("zeta", {"depth": 3})
    with wording.raises(BotError):
        bot("serch-2")


def test_names_that_are_already_used(folder: Path, wording: Wording) -> None:
    """Built-in names take precedence; a name of two packages is refused unless both mean the same."""
    lines = (
        "greedy = mybot:First",
        "human = mybot:First",
        "process = mybot:First",
        "mine = mybot:First",
    )
    install(folder, "bots-of-ann", *lines, "same = mybot:First")
    install(folder, "bots-of-ben", "Mine = mybot:Seeded", "same = mybot:First")

    assert bot_names() == (*BOTS, "mine", "same")
    assert isinstance(bot("greedy"), GreedyBot)
    assert type(bot("same")).__name__ == "First"
    with wording.raises(BotError):
        bot("mine")


def test_an_entry_point_may_have_spaces_and_extras(folder: Path) -> None:
    """Spaces around the colon and extras are allowed, and make no other bot."""
    install(folder, "bots-of-ann", "spaced = mybot : First", "same = mybot:First")
    install(folder, "bots-of-ben", "same = mybot: First [extra]")

    assert type(bot("spaced")).__name__ == "First"
    assert type(bot("same")).__name__ == "First"


def test_names_that_cannot_be_typed_are_left_out(folder: Path) -> None:
    """Names with a comma, a colon or control characters are left out."""
    odd = ("a,b", "a:b", "a b", "-x", "\x1b[31m", "ä", "a..b")
    install(
        folder, "bots-of-ann", *(f"{name} = mybot:First" for name in odd), "a.b_c-1 = mybot:First"
    )

    assert bot_names() == (*BOTS, "a.b_c-1")


@pytest.mark.parametrize(
    "line",
    [
        "mine = mybott:First",
        "mine = mybot",
        "mine = mybot:made_none",
        "mine = myfailing:First",
    ],
)
def test_a_broken_package_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], line: str, wording: Wording
) -> None:
    """A broken package is reported differently from an unknown name."""
    install(folder, "bots-of-ann", line)
    with wording.raises(BotError) as caught:
        bot("mine")

    assert main(["demo", "--players", "mine,greedy"]) == 2
    assert capsys.readouterr().err == f"wonders-duel: {caught.value}\n"


def test_damaged_package_metadata(wording: Wording, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged package metadata do not affect the built-in bots."""

    def damaged(**_: object) -> object:
        raise TypeError("no value")

    monkeypatch.setattr(metadata, "entry_points", damaged)

    assert isinstance(bot("random"), RandomBot)
    for ask in (bot_names, lambda: bot("mine")):
        with wording.raises(BotError):
            ask()


def test_no_metadata_are_read_for_the_built_in_bots() -> None:
    """Package metadata are read only for names that are not built in."""
    code = (
        "import sys\n"
        "from wonders_duel.cli import main\n"
        "assert main(['demo', '--seed', '1']) == 0\n"
        "assert 'importlib.metadata' not in sys.modules\n"
        "import wonders_duel.bots\n"
        "wonders_duel.bots.bot_names()\n"
        "assert 'importlib.metadata' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603 - our own code

    assert (done.returncode, done.stderr) == (0, "")


# -- on the command line --------------------------------------------------------------------------

SCRIPT = "import sys\nfrom wonders_duel.cli import main\nsys.exit(main())\n"
"""The command's script as an installer writes it, in its own folder."""


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder."""
    script = folder / "bin" / "wonders-duel"
    script.parent.mkdir(exist_ok=True)
    script.write_text(SCRIPT, encoding="utf-8")
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "error", str(script), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables},
    )


def test_the_demo_takes_custom_bots(folder: Path) -> None:
    """The demo accepts a bot from the current folder and one from an installed package."""
    site = folder / "site"
    site.mkdir()
    install(site, "bots-of-ann", "ann = annsbot:Bot")
    code = "from wonders_duel.bots import RandomBot as Bot\n"
    (site / "annsbot.py").write_text(code, encoding="utf-8")
    players = ["--players", "mypackage.inner:Seeded,Ann"]
    done = run(folder, "demo", "--seed", "5", *players, PYTHONPATH=str(site))
    lines = done.stdout.splitlines()

    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "inner:Seeded (player one) against ann (player two), seed 5"
    assert max(map(len, lines)) <= 79
    assert lines[-1].startswith(("inner:Seeded", "ann"))
    again = run(folder, "demo", "--seed", "5", *players, PYTHONPATH=str(site))
    assert again.stdout == done.stdout


def test_the_current_folder_is_searched_unless_forbidden(folder: Path) -> None:
    """Only ``module:factory`` names search the current folder, unless Python's safe path is on."""
    (folder / "calendar.py").write_text("raise SystemExit('wrong calendar')\n", encoding="utf-8")
    here = run(folder, "demo", "--seed", "5", "--players", "mybot:First,random")
    safe = run(folder, "demo", "--seed", "5", "--players", "mybot:First,random", PYTHONSAFEPATH="1")
    other = run(folder, "demo", "--seed", "5")

    assert (here.returncode, here.stderr) == (0, "")
    assert safe.returncode == 2
    assert safe.stderr == "wonders-duel: unknown module 'mybot'\n"
    assert (other.returncode, other.stderr) == (0, "")


@pytest.mark.needs("folders that can be deleted while they are used")
@pytest.mark.skipif(os.name != "posix", reason="a folder in use cannot be removed there")
def test_a_deleted_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deleted current folder is ignored."""
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    before = list(sys.path)

    state = Game(seed=1).state
    assert opponent("mybot:First", 1, Player.ONE).choose(state) is state.legal_moves[0]
    assert sys.path == before


def test_the_folder_goes_to_the_front_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder is put first on the path once, as by ``python -m``."""
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one != str(folder)])
    before = list(sys.path)
    for _ in range(2):
        opponent("mybot:First", 1, Player.ONE)

    assert sys.path == [str(folder), *before]


FAILING = [
    "Raises",
    "Quits",
    "Cheats",
    "Speaks",
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("factory", FAILING)
def test_a_bot_that_fails_ends_the_demo(
    capsys: pytest.CaptureFixture[str], factory: str, wording: Wording
) -> None:
    """An error of a bot ends the demo without a traceback, with an exit code of its own."""
    assert main(["demo", "--seed", "1", "--players", f"greedy,mybot:{factory}"]) == 1
    printed = capsys.readouterr()

    wording(printed.err)
    assert printed.err.startswith("wonders-duel: ")
    assert len(printed.err.splitlines()) == 1
    assert "  1. greedy" in printed.out


def test_names_fit_on_a_line() -> None:
    """Long names are shortened to the factory, and equal names are numbered."""
    assert short_name("greedy") == "greedy"
    assert short_name("a-bot-with-a-long-name") == "a-bot-with-a"
    assert short_name("mybot:MyBot") == "mybot:MyBot"
    assert short_name("my.package.mybot:MyBot") == "mybot:MyBot"
    assert short_name("mypackage:Outer.Inner") == "Inner"
    assert short_name("mypackage:MonteCarloTreeSearch") == "MonteCarloTr"
    assert called(("a:Bot", "b:Bot")) == ("a:Bot", "b:Bot")
    assert called(("x:MonteCarloTree", "y:MonteCarloTree")) == ("MonteCarlo 1", "MonteCarlo 2")
