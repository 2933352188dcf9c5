"""The command line: narrated games, and errors that say what is wrong."""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import city, dealt
from tests.played import play
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    CardRevealed,
    Game,
    Participant,
    Position,
    State,
    __version__,
    catalogue,
    is_compiled,
    serialization,
)
from wonders_duel.bots import bot
from wonders_duel.cli import main
from wonders_duel.languages import LANGUAGES
from wonders_duel.play.command import fresh_seed

GOLDEN = Path(__file__).parent / "golden"
FORMATS = GOLDEN / "formats"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program as a process."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "error", "-m", "wonders_duel", *arguments],
        capture_output=True,
        text=True,
        check=False,
        input=stdin,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what the program prints."""
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("demo-2015.txt", ["--seed", "2015"]),
        ("demo-7-greedy.txt", ["--seed", "7", "--players", "greedy,greedy"]),
        ("demo-2015-fi.txt", ["--seed", "2015", "--language", "fi"]),
        ("demo-2015-fr.txt", ["--seed", "2015", "--language", "FR"]),
    ],
)
def test_the_demo_of_a_seed_is_always_the_same(
    capsys: pytest.CaptureFixture[str], wording: Wording, name: str, arguments: list[str]
) -> None:
    """The demo of a seed prints exactly the golden file, on every Python version."""
    wording.file(GOLDEN / name, told(capsys, "demo", *arguments))


PAIRS = [",".join(pair) for pair in itertools.product(("easy", "greedy", "random"), repeat=2)]


@pytest.mark.parametrize("players", PAIRS)
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]
)
def test_no_line_is_longer_than_79_columns(
    capsys: pytest.CaptureFixture[str], players: str, seed: int
) -> None:
    """Lines have at most 79 columns of printable ASCII, without spaces at the end."""
    for rules in ([], ["--rule", "wonder_setup=first-game", "--rule", "reveal_timing=on-take"]):
        text = told(capsys, "demo", "--seed", str(seed), "--players", players, *rules)
        for line in text.splitlines():
            assert len(line) <= 79
            assert line == line.rstrip()
            assert line.isascii()
            assert line.isprintable()


def test_a_seed_repeats_the_text_and_another_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    """A seed reproduces the text; without one, each game is different and its seed is printed."""
    one, again, other = (told(capsys, "demo", "--seed", seed) for seed in ("5", "5", "6"))
    fresh = told(capsys, "demo")
    seed = fresh.splitlines()[0].rpartition(" ")[2]

    assert one == again
    assert one != other
    assert fresh == told(capsys, "demo", "--seed", seed)
    assert int(seed) > 10**9, "it could be found by trying"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_seed_fits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """The longest seed is printed in full in every language."""
    most = 2**64 - 1
    monkeypatch.setattr("wonders_duel.command_line.narrating.fresh_seed", lambda: most)
    text = told(capsys, "demo", "--players", "random,random", "--language", code)

    assert max(map(len, text.splitlines())) <= 79
    assert f" {most}\n" in text


def test_a_fresh_seed_is_any_of_many() -> None:
    """Fresh seeds come from a large range, so a seed cannot be found by trying."""
    drawn = {fresh_seed() for _ in range(100)}

    assert len(drawn) == 100
    assert max(drawn) < 2**64
    assert sum(one > 2**63 for one in drawn) in range(15, 86)


def test_the_demo_narrates_the_game_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    """The demo narrates the moves, score and winner of the same game in the library."""
    text = told(capsys, "demo", "--seed", "11", "--players", "random,greedy")
    game = Game(seed=11)
    game.play_out(bot("random", 11), bot("greedy", 11))
    numbers = [int(found) for found in re.findall(r"^ *(\d+)\. ", text, re.MULTILINE)]
    total = next(line.split() for line in text.splitlines() if line.startswith("Total"))

    assert list(range(1, len(game.history) + 1)) == numbers
    assert ["Total", *(str(points) for points in game.score().totals)] == total
    assert game.result is not None
    assert game.result.winner is not None
    assert text.splitlines()[-1].startswith(f"{('random', 'greedy')[game.result.winner]} wins")


def test_options_change_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Rule options, also with hyphens, and the first player change the game."""
    plain = told(capsys, "demo", "--seed", "3")
    first = told(capsys, "demo", "--seed", "3", "--rule", "wonder_setup=first-game")
    hyphen = told(capsys, "demo", "--seed", "3", "--rule", "wonder-setup = first-game")
    two = told(capsys, "demo", "--seed", "3", "--first-player", "two")

    assert first == hyphen
    assert "picks" in plain
    assert "picks" not in first
    assert "  1. random  picks" in plain
    assert "  1. greedy  picks" in two


def test_a_first_game_lists_its_wonders(capsys: pytest.CaptureFixture[str]) -> None:
    """A first game lists the wonders of each player, since no draft shows them (R7)."""
    text = told(capsys, "demo", "--seed", "3", "--rule", "wonder_setup=first-game")
    opening = text.partition("AGE I\n")[0]

    assert "THE DRAFT" not in opening
    assert "The Pyramids" in opening
    assert "The Colossus" in opening


@pytest.mark.parametrize("players", ["random,random", "Random,random", "greedy, GREEDY"])
def test_two_bots_of_a_kind_have_different_names(
    capsys: pytest.CaptureFixture[str], players: str
) -> None:
    """Two bots of the same kind get different names."""
    head = told(capsys, "demo", "--seed", "1", "--players", players).splitlines()[0]
    one, two = re.findall(r"(\w+(?: \d)?) \(player", head)

    assert one != two


WRONG = [
    ["--players", "random,clever"],
    ["--players", "random"],
    ["--players", "random,greedy,random"],
    ["--players", ""],
    ["--players", ","],
    ["--rule", "wonder_setup"],
    ["--rule", "speed=high"],
    ["--rule", "reveal_timing=never"],
    ["--rule", "=x"],
    ["--rule", "wonder_setup=draft", "--rule", "wonder-setup=first-game"],
    ["--language", "ee"],
    ["--language", "fi_FI"],
    ["--language", ""],
]


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_arguments_are_explained(
    capsys: pytest.CaptureFixture[str], arguments: list[str], wording: Wording
) -> None:
    """Wrong arguments are explained on the error stream with exit code 2, without a narration."""
    code = main(["demo", *arguments])
    printed = capsys.readouterr()

    assert code == 2
    assert printed.out == ""
    assert printed.err.startswith("wonders-duel: ")
    wording(printed.err)
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dance"], "unknown command 'dance'; expected one of play, "),
        (
            ["demo", "--seed", "x"],
            "argument --seed: expected a whole number with at most 40 digits",
        ),
        (["demo", "--seed"], "argument --seed: expected one argument"),
        (["analyse", ""], "argument FILE: expected a name, got an empty text"),
        (["import", "bga", "a", "--out", ""], "argument --out: expected a name, got an empty text"),
        (["replay", "a", "--html", ""], "argument --html: expected a name, got an empty text"),
        (["replay", "a", ""], "unrecognized arguments: ''"),
        (["demo", "--seed", "1.5"], "digits, got '1.5'"),
        (["demo", "--seed", "\u0663"], "digits, got '\u0663'"),
        (["demo", "--seed", " 3"], "digits, got ' 3'"),
        (["demo", "--seed", "1_0"], "digits, got '1_0'"),
        (["demo", "--seed", "3" * 41], "digits, got '333"),
        (["play", "--seed", "\u0663"], "digits, got '\u0663'"),
        (["perft", "wd1", "--depth", "1", "--seed", "\u0663"], "digits, got '\u0663'"),
        (["demo", "--first-player", "three"], "argument --first-player: invalid choice: 'three'"),
        (["demo", "--loud"], "unrecognized arguments: --loud"),
        (["demo", "--lo\x1b[31mud"], "unrecognized arguments: --lo\\x1b[31mud"),
        (["demo", "--\u202eseed"], "unrecognized arguments: --\\u202eseed"),
        (["replay", "x", "--to", "\x1b[2J"], ", got '\\x1b[2J'"),
    ],
)
def test_a_usage_error_is_explained(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A usage error gives exit code 2, usage and a message, without output."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.out == ""
    assert printed.err.startswith("usage: wonders-duel")
    assert message in printed.err


def test_a_usage_error_of_the_process_has_no_traceback() -> None:
    """A usage error of the process gives exit code 2, usage and a message, without a traceback."""
    done = run("demo", "--seed", "\u0663")

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("usage: wonders-duel")
    assert "digits, got '\u0663'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_seed_is_any_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    """A seed may be any whole number, negative or very long."""
    for seed in ("-3", "0", "9" * 40):
        head = " ".join(told(capsys, "demo", "--seed", seed).splitlines()[:2])
        assert f"seed {seed}" in " ".join(head.split())


def test_a_wrong_bot_gives_no_traceback() -> None:
    """An unknown bot gives a one-line error and exit code 2."""
    done = run("demo", "--players", "random,greddy")

    assert done.returncode == 2
    assert done.stdout == ""
    assert "did you mean greedy?" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` names the build, and ``--help`` names the command and the bots."""
    build = "compiled" if is_compiled else "pure Python"
    texts = []
    for arguments in (["--version"], ["--help"], ["demo", "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        texts.append(capsys.readouterr().out)
    version, program, demo = texts

    assert version == f"wonders-duel {__version__} ({build})\n"
    assert "demo" in program
    assert "greedy, random" in " ".join(demo.split())
    assert run("--version").stdout == version


def test_the_module_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """``python -m wonders_duel`` prints what ``main`` prints."""
    done = run("demo", "--seed", "4")

    assert done.returncode == 0
    assert done.stderr == ""
    assert told(capsys, "demo", "--seed", "4") == done.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes as in a POSIX shell")
def test_a_closed_pipe_is_the_end() -> None:
    """A reader that closes the pipe early causes no traceback."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "wonders_duel", "demo", "--seed", "1"],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )

    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="pipes as in a POSIX shell")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_hides_no_fault(tmp_path: Path, unbuffered: str) -> None:
    """With a closed pipe, the exit code still reports a bad or missing file."""
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("hello\n\n" * 9, encoding="utf-8")
    Game(seed=1).save(good)
    for file, code in ((bad, 1), (tmp_path / "none", 1), (good, 0)):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as closed:
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-m", "wonders_duel", "validate", str(file)],
                stdout=closed,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=120,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            )
        assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (["demo", "--seed", "1"], ""),
        (["demo", "--seed", "1"], "1"),
        (["--help"], "1"),
        (["play", "--help"], ""),
        pytest.param(["--help"], "", marks=pytest.mark.slow),
        pytest.param(["play", "--help"], "1", marks=pytest.mark.slow),
        (["--version"], ""),
        pytest.param(["--version"], "1", marks=pytest.mark.slow),
    ],
)
def test_a_full_disk_gives_no_traceback(arguments: list[str], unbuffered: str) -> None:
    """A full disk gives a one-line error and a non-zero exit code."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "wonders_duel", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )

    assert done.returncode == 1
    message = "wonders-duel: cannot write the output: No space left on device"
    assert done.stderr.splitlines() == [message]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("stderr", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    ("arguments", "code"), [("demo --players x", 2), ("dance", 2), ("replay none", 1)]
)
def test_errors_without_an_error_stream(arguments: str, code: int, stderr: str) -> None:
    """Without an error stream, errors are reported by the exit code only, not in the output."""
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'exec "$0" -m wonders_duel {arguments} 2{stderr}', sys.executable],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )

    assert (done.returncode, done.stdout) == (code, "")


@pytest.mark.skipif(os.name != "posix", reason="streams as in a POSIX shell")
@pytest.mark.parametrize("command", ["perft - --depth 1", "play --seed 1"])
def test_an_input_that_cannot_be_read(tmp_path: Path, command: str) -> None:
    """An unreadable input is not reported as an output error; during play it ends the input."""
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'exec "$0" -m wonders_duel {command} 0>in', sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )

    if command.startswith("perft"):
        message = "wonders-duel: cannot read the input: Bad file descriptor\n"
        assert (done.returncode, done.stderr) == (1, message)
    else:
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("Goodbye.\n")


@pytest.mark.skipif(os.name != "posix", reason="streams as in a POSIX shell")
@pytest.mark.parametrize("arguments", ["demo --seed 1", "--help", "--version"])
def test_no_output_stream_gives_no_traceback(arguments: str) -> None:
    """A closed output stream, as after ``>&-`` in a shell, causes no traceback."""
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", f'exec "$0" -m wonders_duel {arguments} >&-', sys.executable],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_an_interruption_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the program with the shells' exit code and no traceback."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wonders_duel.command_line.narrating.opponent", interrupt)

    assert main(["demo", "--seed", "1"]) == 130


# -- files ----------------------------------------------------------------------------------------


def played(moves: int = 40) -> Game:
    """Play the first moves of a game between two named players."""
    game = dealt(5)
    game.players = ("Ann", "Ben\u00e9dicte the Third")
    for number in range(moves):
        game.play(game.legal_moves[-1], clock=600_000 - 1_000 * number if number < 2 else None)
    game.annotate(3, comment="a fine\nchoice")
    return game


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_record_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """``replay`` prints the players, every move with its annotations, and the score."""
    played().save(tmp_path / name)
    text = told(capsys, "replay", str(tmp_path / name))
    lines = text.splitlines()

    assert lines[:2] == [
        "Ann (player one) against Ben\u00e9dicte the Third (player two)",
        "seed: 5",
    ]
    assert "  1. Ann           picks The Temple of Artemis" in lines
    assert "clock 0:09:59" in text
    assert '"a fine choice"' in text
    assert " 40. " in text
    assert lines[-1] == "The game is not over."
    assert max(map(len, lines)) <= 79


def test_a_record_that_begins_with_a_reveal_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``replay`` handles a record that begins at a chance state and ends in a shared victory."""
    waiting = Position(
        age=Age.III,
        structure={0: "palace", 2: Back.AGE_III},
        cities=(city(0, "theater"), city(0, "altar")),
        to_move="two",
    ).state()
    game = Game.from_state(waiting)
    game.resolve(CardRevealed(2, catalogue.buildings["circus"]))
    game.play("discard circus")
    game.play("discard palace")
    game.players = ("Ann", "Ben")
    game.save(tmp_path / "game.txt")

    text = told(capsys, "replay", str(tmp_path / "game.txt"))

    assert text.index("revealed: Circus") < text.index("1. Ann  discards Circus")
    assert text.endswith("Both players share the victory, 3 all.\n")


def test_a_record_is_replayed_in_another_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``replay`` translates players, moves and result, but not tags, comments and positions."""
    path = tmp_path / "games.txt"
    nameless = Game(seed=5)
    nameless.play(nameless.legal_moves[0])
    path.write_text(
        played().record().to_text() + "\n" + nameless.record().to_text(), encoding="utf-8"
    )
    first = told(capsys, "replay", str(path), "--language", "fi").splitlines()
    second = told(capsys, "replay", str(path), "--language", "fi", "--game", "2").splitlines()
    up_to = told(capsys, "replay", str(path), "--language", "fr", "--to", "3").splitlines()

    assert first[:3] == [
        "Tämä on tiedoston ensimmäinen peli; seuraavan näyttää --game 2.",
        "Ann (pelaaja yksi) vastaan Ben\u00e9dicte the Third (pelaaja kaksi)",
        "siemenluku: 5",
    ]
    assert "  1. Ann           valitsee: Artemiin temppeli" in first
    assert "kello 0:09:59" in "\n".join(first)
    assert '"a fine choice"' in "\n".join(first)
    assert first[-1] == "Peli jatkuu."
    assert second[0] == "joku (pelaaja yksi) vastaan joku (pelaaja kaksi)"
    assert any(line.startswith("  1. yksi   valitsee: ") for line in second)
    assert up_to[-2] == "Après le coup 3 sur 40 :"
    assert State.from_text(up_to[-1]) == played().history[3].before
    assert main(["replay", str(path), "--language", "klingon"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    ("encoding", "told"),
    [("ascii", b"Cartes visibles, depuis la rangee"), ("latin-1", b"depuis la rang\xe9e")],
)
def test_a_terminal_without_accents_gets_plain_letters(
    tmp_path: Path, encoding: str, told: bytes
) -> None:
    """An output limited to ASCII gets letters without accents, and nothing fails."""
    path = tmp_path / "game.txt"
    game = Game(seed=1)
    game.players = [Participant("Zo\u00eb"), Participant("\u03a9")]
    game.save(path)
    for arguments in (["demo", "--seed", "1"], ["replay", str(path), "--to", "0"]):
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "wonders_duel", *arguments, "--language", "fr"],
            capture_output=True,
            check=False,
            timeout=120,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )

        assert (done.returncode, done.stderr) == (0, b"")
        if arguments[0] == "demo":
            assert told in done.stdout
            assert b"\\" not in done.stdout
        else:
            assert done.stdout.startswith(b"Zoe (joueur un) contre \\u03a9 (joueur deux)")


def test_a_record_is_replayed_up_to_a_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``replay --to`` stops after a move and prints the position there as text."""
    game = played()
    game.resign("two")
    game.save(tmp_path / "game.txt")
    for number in (0, 1, 12, 39):
        lines = told(capsys, "replay", str(tmp_path / "game.txt"), "--to", str(number)).splitlines()
        assert lines[-2] == f"After move {number} of 40:"
        assert State.from_text(lines[-1]) == game.history[number].before
    for beyond in ("40", "99"):
        text = told(capsys, "replay", str(tmp_path / "game.txt"), "--to", beyond)
        assert text.endswith("Ben\u00e9dicte th resigns, and Ann wins.\n")


def test_one_of_several_games_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """``replay --game`` selects a game by its number in the file."""
    path = tmp_path / "games.txt"
    path.write_text("\n".join(Game(seed).record().to_text() for seed in (1, 2)), encoding="utf-8")

    assert "seed: 1" in told(capsys, "replay", str(path))
    assert "seed: 2" in told(capsys, "replay", str(path), "--game", "2")
    assert main(["replay", str(path), "--game", "3"]) == 1
    wording(capsys.readouterr().err)
    with path.open("a", encoding="utf-8") as file:
        file.write("\nwonders-duel record 1\nnonsense\n")
    assert "seed: 2" in told(capsys, "replay", str(path), "--game", "2")  # the rest is not read


@pytest.mark.parametrize(("columns", "width"), [("44", 43), ("70", 69), ("200", 79)])
def test_narrations_fit_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    """On a narrow terminal, lines end earlier; elsewhere they have the usual width."""

    class Output(io.StringIO):
        def isatty(self) -> bool:
            """Return that it is a terminal."""
            return True

    path = tmp_path / "game.txt"
    game = Game(1)
    game.play_out(bot("greedy"), bot("greedy"))
    game.players = ("Ann of the Seven Hills", "Ben of the Long Walls and Towers")
    path.write_text(game.record().to_text(), encoding="utf-8")
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("NO_COLOR", "1")
    for arguments in (["replay", str(path), "--no-board"], ["demo", "--seed", "1", "--no-board"]):
        shown = Output()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", shown)
            assert main(arguments) == 0
        lines = shown.getvalue().splitlines()
        assert width - 12 < max(map(len, lines)) <= width


@pytest.mark.parametrize("width", range(60, 100, 7))
def test_help_can_be_copied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """A name with a hyphen stays on one line, whatever the width."""
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    lines = capsys.readouterr().out.splitlines()

    assert any('"wonders-duel[cli]"' in line for line in lines)
    assert not [line for line in lines if line.endswith("wonders-")]
    assert max(map(len, lines)) < width


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "random", "greedy", "--html", "-"],
        ["match", "random", "greedy", "--records", "-"],
        ["report", "games.txt", "--markdown", "-"],
        ["report", "games.txt", "--csv", "-"],
        ["import", "bga", "logs", "--out", "-"],
        ["analyse", "games.txt", "--html", "-"],
        ["replay", "games.txt", "--html", "-"],
        ["match", "random", "random", "--deals", "1", "--workers", "1", "--journal", "-"],
        ["play", "--save", "-"],
    ],
    ids=lambda one: f"{one[0]} {one[-2]}",
)
def test_a_dash_is_no_output(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    """A dash stands for standard input elsewhere; a file of this name is not what is meant."""
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text(Game(1).record().to_text(), encoding="utf-8")
    Path("logs").mkdir()
    Path("logs", "log.json").write_text("{}", encoding="utf-8")
    assert main(arguments) == 1
    assert "does not stand for standard output here" in capsys.readouterr().err
    assert not Path("-").exists()


@pytest.mark.parametrize(
    ("file", "verdict"),
    [
        ("analysis.json", "2 analyses: OK"),
        ("match.json", "2 matches: OK"),
        ("options.json", "2 options: OK"),
        ("rules.json", "2 rules: OK"),
        ("score.json", "2 scores: OK"),
    ],
)
def test_documents_are_counted_in_the_plural(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, verdict: str
) -> None:
    """``validate`` counts documents with the plural of the name of their format."""
    path = tmp_path / file
    path.write_text(2 * (FORMATS / file).read_text(encoding="utf-8"), encoding="utf-8")

    assert told(capsys, "validate", str(path)) == f"{path}: {verdict}\n"


def test_an_invalid_record_is_replayed_up_to_the_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """An invalid record is replayed up to the fault; the error then gives the place."""
    path = tmp_path / "game.txt"
    text = played().record().to_text()
    lines = text.splitlines()
    wrong = next(index for index, line in enumerate(lines) if line.startswith("20. "))
    lines[wrong] = "20. build palace"
    path.write_text("\n".join(lines), encoding="utf-8")

    assert main(["replay", str(path)]) == 1
    printed = capsys.readouterr()
    assert " 19. " in printed.out
    assert " 20. " not in printed.out
    assert "turn 20 " in printed.err
    wording(printed.err)
    assert main(["validate", str(path)]) == 1
    wording(capsys.readouterr().out)


def test_files_are_validated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """``validate`` checks every format and several objects per file; the exit code tells faults."""
    good, bad = tmp_path / "good", tmp_path / "bad"
    game = played()
    parts = [
        *(path.read_text(encoding="utf-8") for path in sorted(FORMATS.iterdir()) if path.name != "moves.txt"),
        game.state.to_text() + "\n",
    ]  # fmt: skip
    good.write_text("# all sorts of things\n" + "\n".join(parts), encoding="utf-8")
    text = game.state.to_text()
    bad.write_text(
        "\n".join(
            [
                re.sub(r"pawn=\S+", "pawn=12", text),
                text,
                serialization.dumps(catalogue.moves[12]).replace("lumber", "limber"),
                '{"format": "wonders-duel/record"}',
                "hello",
            ]
        ),
        encoding="utf-8",
    )

    verdict = told(capsys, "validate", str(good))
    assert "18 positions" in verdict
    assert verdict.endswith(": OK\n")
    assert main(["validate", str(bad), str(good), str(tmp_path / "none")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{bad}: line 1, characters ")
    assert "line 3, $.building: " in lines[1]
    assert "line 4, $.version: " in lines[2]
    for line in lines[:3]:
        wording(line)
    assert lines[-3].endswith("faults")
    assert lines[-2].endswith("OK")
    assert lines[-1].endswith("cannot read the file: No such file or directory")


@pytest.mark.parametrize("command", ["replay", "validate", "report", "analyse", "play --load"])
@pytest.mark.parametrize(
    ("ending", "fault"),
    [
        ("cards: other@0123456789abcdef", "name the right one with --catalogue MODULE:NAME"),
        ("# " + "x" * 1_000_000, "it is longer than 1,000,000 characters"),
    ],
    ids=["catalogue", "size"],
)
def test_a_command_gives_no_advice_for_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, ending: str, fault: str
) -> None:
    """An error does not name an argument that only a call in Python has."""
    path = tmp_path / "game.txt"
    header, *lines = played().record().to_text().splitlines()
    path.write_text("\n".join([header, ending, *lines]), encoding="utf-8")

    assert main([*command.split(), str(path)]) == 1
    printed = "".join(capsys.readouterr())
    assert fault in printed
    assert "pass " not in printed.replace("pass --skip-bad", "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello\n",
        b"\xff\xfe",
        b"x" * 2_000_000,
        b"wd1 phase=turn\n",
        b'{"a":' * 100_000,
    ],
    ids=range(6),
)
def test_a_file_of_an_unknown_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, wording: Wording
) -> None:
    """A file of an unknown format is reported as a fault."""
    path = tmp_path / "file"
    path.write_bytes(content)

    assert main(["validate", str(path)]) == 1
    wording(capsys.readouterr().out)
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.startswith("wonders-duel: ")


def test_standard_input_is_read(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wording: Wording,
) -> None:
    """``-`` is standard input for ``replay`` and ``validate``, also when it is empty or missing."""
    text = played().record().to_text()
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    expected = told(capsys, "replay", str(path))

    def piped(content: str, *arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode()), "utf-8"))
        return main([*arguments])

    assert piped(text, "replay", "-") == 0
    assert capsys.readouterr() == (expected, "")
    page = tmp_path / "page.html"
    for options in ((), ("--force",)):
        assert piped(text, "replay", "-", "--html", str(page), *options) == 0
    assert page.exists()
    capsys.readouterr()
    for content in (text, "hello\n", ""):
        piped(content, "validate", "-")
        wording(capsys.readouterr().out)
    for content in (played().state.to_text(), ""):
        assert piped(content, "replay", "-") == 1
        wording(capsys.readouterr().err)
    monkeypatch.setattr(sys, "stdin", None)
    for command in ("replay", "validate"):
        assert main([command, "-"]) == 1
        assert "empty" in "".join(capsys.readouterr())


def test_a_missing_file_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A missing file and a folder are reported as unreadable."""
    assert main(["replay", str(tmp_path / "none")]) == 1
    assert ": No such file" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 1
    assert "cannot read" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["replay", "analyse", "report"])
@pytest.mark.parametrize("text", ["AGE I\n\n[1] Baths", "AGE I, one line, and it goes on " * 200])
def test_a_text_instead_of_a_file(
    command: str, text: str, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """Whoever passes the text itself reads that, not what the system says about such a name."""
    assert main([command, text]) == 1
    wording(capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments", [["--to", "-1"], ["--to", "x"], ["--game", "1.5"], ["--game", "0"]]
)
def test_a_number_of_a_move_is_whole(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A move or game number that is not a whole number is a usage error."""
    with pytest.raises(SystemExit) as ended:
        main(["replay", "file", *arguments])

    assert ended.value.code == 2
    assert re.search(
        "expected a whole number from [01], with at most 9 digits,|expected one argument",
        capsys.readouterr().err,
    )


def test_names_in_any_script_reach_any_terminal(tmp_path: Path) -> None:
    """Characters that the terminal cannot show are escaped."""
    game = played(10)
    game.players = ("\u738b", "\u0394")
    game.save(tmp_path / "game.txt")
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "wonders_duel", "replay", str(tmp_path / "game.txt")],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )

    assert done.returncode == 0
    assert b"\\u738b" in done.stdout


def test_replay_writes_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """``replay --html`` writes the page in the language asked for, and prints no narration."""
    source, page = tmp_path / "game.txt", tmp_path / "game.html"
    game = play(5, 9)
    game.save(source)
    text = told(capsys, "replay", str(source), "--html", str(page), "--language", "fi")

    assert page.read_text(encoding="utf-8") == game.animate(language="fi")
    assert text.splitlines() == [
        f"{page} on kirjoitettu: avaa se selaimessa ja käytä nuolinäppäimiä"
    ]


def test_a_page_replaces_files_only_with_force(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wording: Wording
) -> None:
    """The page replaces an existing file only with ``--force``, and never the record itself."""
    source, page, other = tmp_path / "game.txt", tmp_path / "game.html", tmp_path / "other.txt"
    game = play(5, 9)
    game.save(source)
    page.write_text("mine", encoding="utf-8")
    os.link(source, other)
    names = [str(source), str(other), f"{tmp_path}/./game.txt"]
    if os.name == "posix":
        (tmp_path / "link.txt").symlink_to(source)
        names.append(str(tmp_path / "link.txt"))

    errors = set()
    for force in ([], ["--force"]):
        for name in names:
            assert main(["replay", str(source), "--html", name, *force]) == 1
            printed = capsys.readouterr()
            assert printed.out == ""
            errors.add(printed.err.replace(str(source), "PAGE"))
            assert Game.load(source).history == game.history
    (error,) = errors
    wording(error)
    assert main(["replay", str(source), "--html", str(page)]) == 1
    wording(capsys.readouterr().err)
    assert page.read_text(encoding="utf-8") == "mine"
    told(capsys, "replay", str(source), "--html", str(page), "--force")
    assert page.read_text(encoding="utf-8") == game.animate()
    assert main(["replay", str(source), "--force"]) == 2
    wording(capsys.readouterr().err)


@pytest.mark.skipif(os.name != "posix", reason="no file can be called so there")
def test_the_name_of_a_file_is_escaped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The name of a file is escaped, so it cannot control the terminal."""
    evil = tmp_path / "e\x1b[31mRED\u202e.txt"
    other = str(tmp_path / "none\x07")
    Game(seed=1).save(evil)
    Path(f"{evil}2").write_text("\x1b[2J", encoding="utf-8")
    over = Game(seed=1)
    over.resign("one")
    over.save(f"{evil}3")
    page = f"{evil}.html"
    Path(f"{evil}.folder").mkdir()
    position = Game(seed=1).state.to_text()
    commands = [
        ["validate", str(evil), f"{evil}2", other],
        ["replay", other],
        ["replay", str(evil), "--game", "9"],
        ["replay", str(evil), "--html", str(evil)],
        ["replay", str(evil), "--html", page],
        ["replay", str(evil), "--html", page],
        ["replay", str(evil), "--html", f"{evil}.folder"],
        ["replay", str(evil), "--html", f"{other}/none/page.html"],
        ["perft", position, "--depth", "1", "--deal", other],
        ["perft", position, "--depth", "1", "--deal", str(evil)],
        ["play", "--load", other],
        ["play", "--load", f"{evil}2"],
        ["play", "--load", f"{evil}3"],
        ["play", "--save", str(evil)],
    ]
    for command in commands:
        main(command)
        printed = capsys.readouterr()
        said = printed.out + printed.err
        assert said.replace("\n", "").isprintable(), command
        assert "\\x1b[31mRED\\u202e.txt" in said or "none\\x07" in said


def test_a_page_that_cannot_be_written_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A failed write gives a line and no file; ``--to`` and ``--html`` exclude each other."""
    source = tmp_path / "game.txt"
    Game(seed=1).save(source)

    assert main(["replay", str(source), "--html", str(tmp_path / "no" / "game.html")]) == 1
    assert "cannot write" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["replay", str(source), "--html", "game.html", "--to", "3"])
    assert "not allowed with argument" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [source]
