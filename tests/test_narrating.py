"""The commands ``demo`` and ``replay`` on a terminal: colours, boards, and a table in place."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.own_cards import HIGH, WIDE
from tests.test_play_terminal import environment
from wonders_duel import Catalogue, Game, Participant, catalogue
from wonders_duel.cli import main
from wonders_duel.command_line import narrating, output, progress
from wonders_duel.command_line.examples import EXAMPLES, PROGRAM
from wonders_duel.command_line.parser import parser
from wonders_duel.languages import language
from wonders_duel.play.watching import watched
from wonders_duel.render import text
from wonders_duel.render.board.look import text_style
from wonders_duel.render.board.spans import line, plain
from wonders_duel.support.columns import columns
from wonders_duel.testing.walks import walk

if TYPE_CHECKING:
    import pexpect
    import pyte

LOGS = Path(__file__).parent / "importers" / "games"
PATIENCE = 60.0
CODES = re.compile(r"\x1b\[[0-9;]*m")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the program prints."""
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return the name of a file with a whole game."""
    game, rng = Game(seed=5), Random(5)
    game.players = [Participant("Ann"), Participant("Ben")]
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))
    game.save(tmp_path / "game.txt")
    return str(tmp_path / "game.txt")


# -- colours ---------------------------------------------------------------------------------------


def test_colours_change_no_letter(capsys: pytest.CaptureFixture[str]) -> None:
    """With colours, the narration has the same letters."""
    pytest.importorskip("rich")
    plain_text = told(capsys, "demo", "--seed", "4", "--colour", "never")
    coloured = told(capsys, "demo", "--seed", "4", "--colour", "always")

    assert "\x1b[" not in plain_text
    assert CODES.sub("", coloured) == plain_text


def test_cards_have_their_colours() -> None:
    """Names of cards have their colours, headings are bold, and consequences are dim."""
    teller = narrating._Teller(language("en"), catalogue, colour=None)

    def styles(told: str) -> dict[str, str]:
        return {span.text: span.style for span in teller.styled(told)}

    assert styles("  1. Ann  builds Lumber Yard") == {
        "  1. ": "dim",
        "Ann  builds ": "",
        "Lumber Yard": "brown",
    }
    assert styles("          +2 coins (now 3), revealed: Baths")["Baths"] == "blue"
    assert styles("          +2 coins (now 3)") == {"          +2 coins (now 3)": "dim"}
    assert styles("Palace, Senate") == {"Palace": "blue", ", ": "", "Senate": "blue"}
    assert styles("AGE II") == {"AGE II": "bold"}
    assert styles("------") == {"------": "bold"}
    assert styles(" 12. Ben  constructs The Sphinx with Palace")["The Sphinx"] == "bold"
    assert styles("The Sphinxes are no wonder.") == {"The Sphinxes are no wonder.": ""}
    assert teller.styled("") == ()


# -- boards ----------------------------------------------------------------------------------------


def test_the_demo_draws_the_final_board(capsys: pytest.CaptureFixture[str]) -> None:
    """With ``--board``, the final board comes before the score; without a terminal, there is none."""
    without = told(capsys, "demo", "--seed", "4")
    printed = told(capsys, "demo", "--seed", "4", "--board")

    before, score = printed.split("THE SCORE")
    assert "The game is over." in before
    assert "civilian" in score
    assert printed.count("\n") - without.count("\n") > 40
    kept = without.splitlines()
    for one in printed.splitlines():
        if kept and one == kept[0]:
            kept.pop(0)
    assert kept == []  # in their order


def test_a_board_takes_the_place_of_the_position(
    capsys: pytest.CaptureFixture[str], record: str
) -> None:
    """``replay --to N --board`` draws the position after move N, which is its text otherwise."""
    state = Game.load(record).history[19].after
    as_text = told(capsys, "replay", record, "--to", "20")
    drawn = told(capsys, "replay", record, "--to", "20", "--board")

    assert as_text.splitlines()[-1] == state.to_text()
    assert drawn.rstrip("\n").endswith(text(state, width=79, names=("Ann", "Ben"), colour=False))
    heading = f"After move 20 of {len(Game.load(record).history)}:"
    assert drawn.index(heading) == as_text.index(heading)


def test_a_board_ends_a_replay(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """Without ``--to``, or with a number beyond the end, the final board comes before the score."""
    board = text(Game.load(record).state, width=79, names=("Ann", "Ben"), colour=False)

    whole = told(capsys, "replay", record, "--board")
    assert told(capsys, "replay", record, "--board", "--to", "500") == whole
    assert whole.index(board) < whole.index("THE SCORE")
    assert told(capsys, "replay", record) == whole.replace(f"\n{board}\n", "")


def test_the_board_of_a_resigned_game_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The final board says who has resigned, not who would be to move."""
    game = Game(seed=1, rules="first-game")
    game.players = ("Ann", "Ben")
    game.resign("one")
    game.save(tmp_path / "game.txt")

    printed = told(capsys, "replay", str(tmp_path / "game.txt"), "--board")
    assert "The game is over. Ann resigns, and Ben wins." in printed
    assert "turn" not in printed


def test_the_start_of_a_record_is_drawn(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """``--to 0 --board`` draws the table before the first move."""
    first = Game.load(record).history[0].before

    drawn = told(capsys, "replay", record, "--to", "0", "--board")

    assert drawn.rstrip("\n").endswith(text(first, width=79, names=("Ann", "Ben"), colour=False))


def test_a_terminal_gets_a_board(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    """On a terminal, a board is drawn unless ``--no-board`` is given, as wide as the terminal."""
    monkeypatch.setattr(narrating, "terminal_width", lambda: 118)
    monkeypatch.setattr(output, "terminal_width", lambda: 118)
    state = Game.load(record).history[19].after

    drawn = told(capsys, "replay", record, "--to", "20")
    assert text(state, width=118, names=("Ann", "Ben"), colour=False) in drawn
    kept = told(capsys, "replay", record, "--to", "20", "--no-board")
    assert kept.splitlines()[-1] == state.to_text()


def test_a_page_has_no_board(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """``--board`` with ``--html`` is refused."""
    assert main(["replay", record, "--html", "page.html", "--board"]) == 2
    assert capsys.readouterr().err == (
        "wonders-duel: --board is not valid with --html, whose page has the board\n"
    )


# -- a table in place ------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "rows"), [(80, 24), (100, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("code", ["en", "fi", "fr"])
def test_a_watched_table_fits(width: int, rows: int, code: str) -> None:
    """Each table has as many lines as there are rows, less one, and parts at the same places."""
    look = text_style(language(code), ascii=False, names=("Ann", "Ben"))
    news = [line("Something has happened that takes many words to say, " * 3), line("x")]
    for state in walk(3, catalogue, catalogue.wonders):
        lines = watched(state, look, width, rows, news)
        assert len(lines) == rows - 1, state
        assert max(columns(plain(one)) for one in lines) < width
        assert "Ann" in plain(lines[1]) or "Ann" in plain(lines[2])  # the ends of the track


@pytest.mark.parametrize("cards", [WIDE, HIGH])
@pytest.mark.parametrize("size", [(80, 24), (160, 60)])
def test_a_structure_too_large_to_be_drawn_is_listed(
    cards: Catalogue, size: tuple[int, int]
) -> None:
    """A custom structure that is too wide or too high for the terminal is a list."""
    look = text_style(language("en"), ascii=False, names=("Ann", "Ben"))
    game = Game(seed=1, rules="first-game", catalogue=cards)
    shown = [plain(one) for one in watched(game.state, look, *size, [])]

    assert len(shown) == size[1] - 1
    assert max(map(columns, shown)) < size[0]
    assert any("Press" in one for one in shown)
    assert any("╭" in one for one in shown) == (cards is HIGH and size == (160, 60))


def test_the_latest_news_is_shown() -> None:
    """News fill the room between the structure and the cities; the earlier ones give way."""
    look = text_style(language("en"), ascii=False, names=("Ann", "Ben"))
    state = Game(seed=1, rules="first-game").state
    news = [line(f"event {number}") for number in range(40)]

    shown = [plain(one) for one in watched(state, look, 80, 24, news)]

    seen = [one for one in shown if one.startswith("event")]
    assert seen == [f"event {number}" for number in range(40 - len(seen), 40)]
    assert len(seen) >= 3


@pytest.mark.parametrize("kind", ["", "dumb"])
def test_watching_needs_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Without a terminal that can move the cursor, one line says so."""
    monkeypatch.setenv("TERM", kind)

    assert main(["demo", "--watch"]) == 2
    assert capsys.readouterr().err == (
        "wonders-duel: --watch requires a terminal that can move the cursor; leave it out\n"
    )


def test_a_table_is_cut_if_the_terminal_shrinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal that has become too small shows a part of the table, without wrapping or scrolling."""
    monkeypatch.setattr(narrating, "_expect_screen", lambda: None)
    monkeypatch.setattr(narrating, "get_terminal_size", lambda: os.terminal_size((40, 10)))
    assert main(["demo", "--watch", "--seed", "7", "--pause", "0.001", "--no-board"]) == 0

    tables = re.sub(r"\x1b\[(?:K|J)", "", capsys.readouterr().out).split("\x1b[H")[1:]
    assert len(tables) > 50
    for table in tables[:-1]:  # the score follows the last one
        lines = table.removesuffix("\n").split("\n")
        assert len(lines) == 9
        assert all(columns(one) < 40 for one in lines)


def test_missing_colours_are_reported_beside_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table would hide a line that is printed before it."""
    for name in ("rich", "rich.color", "rich.console", "rich.style"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(narrating, "_expect_screen", lambda: None)
    command = ["demo", "--watch", "--seed", "7", "--pause", "0.001", "--colour", "always"]
    assert main(command) == 0

    out, err = capsys.readouterr()
    assert err == ""
    assert 'Colours require rich: pip install "wonders-duel[cli]"' in out.split("\x1b[H")[1]


def test_a_pause_is_for_watching(capsys: pytest.CaptureFixture[str]) -> None:
    """``--pause`` alone is refused."""
    assert main(["demo", "--pause", "2"]) == 2
    assert capsys.readouterr().err == "wonders-duel: --pause is only valid with --watch\n"


class Screen:
    """The program on a pseudo-terminal, and the screen that a person sees."""

    def __init__(self, child: pexpect.spawn[bytes], screen: pyte.Screen) -> None:
        """Begin with an empty screen."""
        import pyte as emulator  # noqa: PLC0415 - not on every system

        self.child = child
        self._screen = screen
        self._stream = emulator.ByteStream(screen)

    def wait(self, until: str) -> str:
        """Read until the screen shows a text, and return all of it."""
        import pexpect as terminals  # noqa: PLC0415 - not on every system

        patience = monotonic() + PATIENCE
        while until not in (shown := "\n".join(self._screen.display)):
            assert monotonic() < patience, shown
            try:
                self._stream.feed(self.child.read_nonblocking(65536, 0.1))
            except terminals.TIMEOUT:
                continue
            except terminals.EOF:
                assert until in "\n".join(self._screen.display), shown
        return shown

    def end(self) -> str:
        """Wait until the program has ended, and return the last screen."""
        import pexpect as terminals  # noqa: PLC0415 - not on every system

        self.child.expect(terminals.EOF)
        self._stream.feed(self.child.before)
        self.child.close()
        return "\n".join(self._screen.display)


@contextmanager
def terminal(width: int, height: int, *options: str) -> Iterator[Screen]:
    """Start ``demo --watch`` on a pseudo-terminal."""
    terminals = pytest.importorskip("pexpect")
    emulator = pytest.importorskip("pyte")
    child = terminals.spawn(
        sys.executable,
        ["-W", "error", "-m", "wonders_duel", "demo", "--watch", "--seed", "7", *options],
        env=environment(TERM="xterm-256color"),
        dimensions=(height, width),
        timeout=PATIENCE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield Screen(child, emulator.Screen(width, height))
    finally:
        child.close(force=True)


def test_a_game_is_watched() -> None:
    """The table stays in place, and the score comes at the end."""
    with terminal(80, 24, "--pause", "0.001") as screen:
        screen.wait("wins the civilian victory")
        end = screen.end()
    assert "THE SCORE" in end
    assert screen.child.exitstatus == 0


def test_ctrl_c_ends_watching() -> None:
    """Ctrl-C ends the program with exit code 130 and no traceback."""
    with terminal(80, 24, "--pause", "60") as screen:
        first = screen.wait("progress")  # near the end of the table, which may come in pieces
        screen.child.sendintr()
        end = screen.end()
    assert "pick a wonder" in first
    assert screen.child.exitstatus == 130
    assert "Traceback" not in end


def test_a_small_terminal_is_refused() -> None:
    """A terminal that is too small gets one line."""
    with terminal(70, 20) as screen:
        screen.wait("has 70 and 20")
        screen.end()
    assert screen.child.exitstatus == 2


# -- help ------------------------------------------------------------------------------------------


def test_the_program_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command, the help is printed, with examples."""
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("usage: wonders-duel")
    assert "  wonders-duel demo --watch\n      watch two bots\n" in printed


@pytest.mark.parametrize("command", [one for one in EXAMPLES if one != PROGRAM])
def test_the_help_of_a_command_has_its_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """The examples end the help, one per line."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])

    assert ended.value.code == 0
    printed = capsys.readouterr().out
    for arguments, purpose in EXAMPLES[command]:
        assert arguments.startswith(command)
        assert f"\n  wonders-duel {arguments}\n      {purpose}\n" in printed


def test_every_command_has_examples() -> None:
    """There are examples of every command, and of no other."""
    usage = parser().format_help()
    commands = re.findall(r"^    (\w+) ", usage, re.MULTILINE)

    assert sorted([PROGRAM, *commands]) == sorted(EXAMPLES)


@pytest.mark.parametrize(
    "arguments",
    [
        arguments
        for command in EXAMPLES.values()
        for arguments, _ in command
        if not arguments.startswith(("play", "demo --watch"))
    ],
)
def test_the_examples_run(
    arguments: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    record: str,
) -> None:
    """Every example runs as it stands, in a folder that has its files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "EVERY", inf)  # a match on a busy machine would report it
    Path("games.txt").write_text(Path(record).read_text(encoding="utf-8") * 2, encoding="utf-8")
    Path("position.txt").write_text(Game.load(record).history[60].after.to_text(), encoding="utf-8")
    Path("logs").mkdir()
    for name in ("bga_1", "bga_2"):
        shutil.copy(LOGS / f"{name}.json", "logs")
    shutil.copy(LOGS / "7wd_io_1.json", "log.json")
    Path("requests.jsonl").write_text(
        '{"type": "hello", "protocol": 1}\n{"type": "quit"}\n', encoding="utf-8"
    )
    assert (
        main(
            [
                "match",
                "random",
                "greedy",
                "--deals",
                "1",
                "--journal",
                "match.jsonl",
                "--workers",
                "1",
            ]
        )
        == 0
    )
    if arguments.startswith("match random"):
        Path("match.jsonl").unlink()
        arguments += " --deals 1 --workers 1"
    if arguments.startswith("match easy"):
        arguments = arguments.replace("--deals 20", "--deals 2 --workers 1")
    if arguments.startswith("import bga"):
        Path("games.txt").unlink()
    if arguments.startswith("analyse"):
        arguments = f"{arguments.replace('--seconds 5', '--seconds 0.01')} --simulations 2"
    words, _, source = arguments.partition(" < ")
    name, *rest = source.split() or ["position.txt"]
    capfd.readouterr()

    with Path(name).open(encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert main([*words.split(), *rest]) == 0
    told = capfd.readouterr().err
    if arguments.startswith("import 7wd-io"):  # the log has a promo wonder
        assert "the catalogue lacks The Statue of Liberty" in told
    else:
        assert told == ""


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["ply"], "; did you mean play or replay?"),
        (["analyze"], "; did you mean analyse?"),
        (["match", "--workrs", "2", "random", "greedy"], "; did you mean --workers?"),
        (["demo", "--watsh"], "; did you mean --watch?"),
        (["demo", "extra"], "unrecognized arguments: extra\n"),
    ],
)
def test_a_near_name_is_suggested(
    capsys: pytest.CaptureFixture[str], arguments: list[str], hint: str
) -> None:
    """A mistyped command or option is answered with the nearest ones."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert hint in capsys.readouterr().err


def test_counts_come_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``perft --divide`` prints each count before the next one is computed."""
    from wonders_duel.command_line import commands  # noqa: PLC0415 - only here

    seen: list[str] = []

    def counts(*_: object, **__: object) -> Iterator[tuple[str, int]]:
        yield "draft the-sphinx", 3
        seen.append(capsys.readouterr().out)
        yield "draft piraeus", 4

    monkeypatch.setattr(commands, "divided", counts)

    assert main(["perft", Game(seed=1).state.to_text(), "--depth", "1", "--divide"]) == 0
    assert seen == ["draft the-sphinx: 3\n"]
    assert capsys.readouterr().out == "draft piraeus: 4\n7\n"
