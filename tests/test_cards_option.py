"""``--catalogue MODULE:NAME``: every command takes the cards of the user."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Event
from typing import Final

import attrs
import pytest
from typing_extensions import override

from tests.importers import played
from wonders_duel import (
    Building,
    CatalogueError,
    Game,
    Move,
    Phase,
    Player,
    State,
    Wonder,
    catalogue,
    records,
)
from wonders_duel.bots import RandomBot
from wonders_duel.cli import main
from wonders_duel.effects import Effect, Gain
from wonders_duel.evaluation.fitted import _fitted as kept
from wonders_duel.importers import bga
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.match import Match
from wonders_duel.match.playing import play_task
from wonders_duel.protocol.thinking import Thinker
from wonders_duel.support.columns import columns

SOURCE = """\
from wonders_duel import Wonder, catalogue

CARDS = catalogue.extended("mine", wonders=[Wonder(id="the-tower", name="The Tower")])
"""
CARDS = catalogue.extended("mine", wonders=[Wonder(id="the-tower", name="The Tower")])
SEED = next(
    seed
    for seed in range(100)
    if CARDS.wonders["the-tower"] in Game(seed=seed, catalogue=CARDS).state.offered_wonders
)
"""The seed of a deal in which the new wonder is among the first four."""
OPTION = ("--catalogue", "own_towers:CARDS")

ADVICE = "name the right one with --catalogue MODULE:NAME, or leave it out for the base game"

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command in a folder with the module, and returns what it prints."""
    (tmp_path / "own_towers.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def work(*arguments: str, code: int = 0) -> str:
        assert main(arguments) == code
        printed = capsys.readouterr()
        return printed.out if code == 0 else printed.err + printed.out

    return work


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Write a record of a game with the cards, and return its name."""
    game = Game(seed=SEED, catalogue=CARDS)
    game.play_out(RandomBot(1), RandomBot(2))
    game.save(tmp_path / "games.txt")
    return "games.txt"


def test_a_demo_deals_the_cards(run: Run) -> None:
    """The wonder is in the deal that the library makes with this seed."""
    assert "The Tower" in run("demo", *OPTION, "--seed", str(SEED))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("replay",), "The Tower"),
        (("replay", "--to", "1"), "wd1 "),
        (("validate",), "1 record: OK"),
        (("analyse", "--simulations", "2"), "mean loss"),
        (("analyse", "--simulations", "2", "--all"), "1 game, "),
        (("report",), "The Tower"),
    ],
    ids=lambda one: "-".join(one) if isinstance(one, tuple) else "",
)
def test_what_was_written_can_be_read(
    run: Run, record: str, command: tuple[str, ...], said: str
) -> None:
    """Commands read records of these cards with the option; without it, they name it."""
    name, *options = command

    assert said in run(name, record, *options, *OPTION)

    refused = run(name, record, *options, code=1)
    assert f"read with base: {ADVICE}" in refused


def test_positions_and_deals(run: Run, tmp_path: Path) -> None:
    """Positions of these cards, as text or JSON, are counted and analysed, also with a deal."""
    game = Game(seed=SEED, catalogue=CARDS)
    position = game.state.to_text()
    assert game.deal is not None
    (tmp_path / "deal.json").write_text(game.deal.to_json(), encoding="utf-8")
    (tmp_path / "state.json").write_text(game.state.to_json(), encoding="utf-8")

    assert run("perft", position, "--depth", "1", *OPTION) == "4\n"
    assert run("perft", "state.json", "--depth", "1", "--deal", "deal.json", *OPTION) == "4\n"
    assert "The Tower" in run("analyse", "state.json", "--simulations", "8", *OPTION)
    assert "--catalogue MODULE:NAME" in run("perft", position, "--depth", "1", code=1)


def test_a_match(run: Run, tmp_path: Path) -> None:
    """A match deals the cards, also from positions; its journal can be resumed and counted."""
    position = Game(seed=SEED, catalogue=CARDS).state.to_text()
    (tmp_path / "starts.txt").write_text(f"{position}\n", encoding="utf-8")
    match = ("match", "random", "random", "--deals", "2", "--workers", "1", *OPTION)

    first = run(*match, "--journal", "j.jsonl", "--records", "games.txt")

    again = run(*match, "--journal", "j.jsonl")
    assert (
        again.split("\nrandom: ")[0].rstrip() == first.split("\nrandom: ")[0].rstrip()
    )  # then come times
    assert all(one.catalogue == CARDS for one in records.read("games.txt", catalogue=CARDS))
    assert "1 match, 2 rows: OK" in run("validate", "j.jsonl", *OPTION)
    assert "The Tower" in run("report", "j.jsonl", *OPTION)
    assert "2 pairs of games" in run(*match, "--starts", "starts.txt")
    assert "--catalogue" in run("report", "j.jsonl", code=1)


def test_a_game_is_played_and_resumed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """``play`` deals the cards, keeps them in the next game, and says how to resume."""

    def typed(text: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return run("play", "--opponent", "random", *arguments)

    shown = typed("draft the-tower\nquit\n", *OPTION, "--seed", str(SEED), "--save", "saved.txt")

    assert "The Tower" in shown
    command = "wonders-duel play --load saved.txt --catalogue own_towers:CARDS"
    assert command in " ".join(shown.split())
    assert "The Tower" in typed("new\nyes\nquit\n", "--load", "saved.txt", *OPTION)


def test_cards_without_weights_are_named_once(run: Run, tmp_path: Path) -> None:
    """A match says that the cards have no fitted weights, and its workers do not repeat it."""
    assert callable(run)  # the module is there
    done = subprocess.run(  # noqa: S603 - our own program
        [
            *(sys.executable, "-m", "wonders_duel", "match", "easy", "random", *OPTION),
            *("--deals", "2", "--workers", "2"),
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )

    assert done.stderr == (
        "wonders-duel: there are no fitted weights for the cards of mine: they are rated by what "
        "can be counted, such as points and coins\n"
    )
    assert done.stdout.startswith("easy against random: 2 pairs of games")


def answers(folder: Path, requests: list[dict[str, object]], *options: str) -> list[dict[str, str]]:
    """Return the last answers of the engine."""
    hello = {"type": "hello", "protocol": 1}
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "wonders_duel", "engine", *options],
        input="".join(json.dumps(one) + "\n" for one in (hello, *requests)),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [one for one in found if one["type"] in {"bestmove", "error"}]


def test_the_engine(run: Run, tmp_path: Path) -> None:
    """The engine reads positions and documents with these cards, and names the option without it."""
    assert callable(run)  # the module is there
    state = Game(seed=SEED, catalogue=CARDS).state
    requests: list[dict[str, object]] = [
        {"type": "go", "id": 1, "position": state.to_text(), "limits": {"simulations": 5}},
        {
            "type": "go",
            "id": 2,
            "state": json.loads(state.to_json()),
            "limits": {"simulations": 5},
        },
    ]

    assert [one["type"] for one in answers(tmp_path, requests, *OPTION)] == ["bestmove", "bestmove"]
    for answer in answers(tmp_path, requests):
        assert answer["message"].endswith(ADVICE)


SUCH = "expected MODULE:NAME, such as towers:CARDS"
LACKS = "cannot import own_towers.py: No module named 'own_towers.py';"


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ("own_towers", 2, f"{SUCH}, got 'own_towers'"),
        (":CARDS", 2, f"{SUCH}, got ':CARDS'"),
        ("./own_towers:X", 2, f"{SUCH}, got './own_towers:X'; did you mean own_towers:X?"),
        ("own_towers:CARS", 2, "there is no 'CARS' in the module own_towers; did you mean CARDS?"),
        (
            "own_towers:NONE",
            2,
            "there is no 'NONE' in the module own_towers; its catalogues are CARDS",
        ),
        (
            "own_towers:Wonder",
            2,
            "'own_towers:Wonder' is not a Catalogue; its catalogues are CARDS",
        ),
        ("empty_towers:X", 2, "there is no 'X' in the module empty_towers; it has no Catalogue"),
        ("no_towers:CARDS", 1, "cannot import no_towers: No module named 'no_towers'"),
        (
            "own_towers.py:CARDS",
            1,
            f"{LACKS} 'own_towers' is not a package; did you mean own_towers:CARDS?",
        ),
        (
            "broken_towers:X",
            1,
            "cannot import broken_towers: ZeroDivisionError: 3 (broken_towers.py, line 1)",
        ),
        (
            "leaving_towers:X",
            1,
            "cannot import leaving_towers: SystemExit: 3 (leaving_towers.py, line 1)",
        ),
    ],
)
@pytest.mark.parametrize("command", ["demo", "validate games.txt", "import 7wd-io games.txt"])
def test_a_wrong_name(
    run: Run, record: str, tmp_path: Path, command: str, given: str, code: int, said: str
) -> None:
    """A name of something else, or a module that fails, is one clear error."""
    assert record
    (tmp_path / "empty_towers.py").write_text("", encoding="utf-8")
    (tmp_path / "broken_towers.py").write_text("raise ZeroDivisionError(3)", encoding="utf-8")
    (tmp_path / "leaving_towers.py").write_text("raise SystemExit(3)", encoding="utf-8")

    printed = run(*command.split(), "--catalogue", given, code=code)

    assert printed == f"wonders-duel: --catalogue: {said}\n"


def test_what_a_module_prints_is_not_output(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs read the output: what a module prints while it is imported goes elsewhere."""
    (tmp_path / "loud_towers.py").write_text(f"print('hello')\n{SOURCE}", encoding="utf-8")
    position = Game(seed=SEED, catalogue=CARDS).state.to_text()

    assert run("perft", position, "--depth", "0", "--catalogue", "loud_towers:CARDS") == "1\n"
    assert capsys.readouterr().err == ""  # it has been read with the output


CHATTY = """\
import attrs
from wonders_duel import Building, catalogue
from wonders_duel.effects import Effect, Gain

@attrs.frozen
class Chatty(Effect):
    def gain(self, state, player):
        print("debug")
        return Gain()

    def score(self, state, player):
        print("debug")
        return 1

    def describe(self, to=None):
        return "chatty"

BLUE = [
    Building(id=f"c-{number}", name=f"C {number}", age=1, colour="blue", effects=(Chatty(),))
    for number in range(45)
]
CARDS = catalogue.extended("chatty", buildings=BLUE)
"""
CHATTY_OPTION = ("--catalogue", "chatty_towers:CARDS")


@pytest.fixture
def chatty(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Write a module with cards whose effects print, and return a game with them."""
    assert callable(run)  # the folder is the current one
    (tmp_path / "chatty_towers.py").write_text(CHATTY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = Game(seed=1, catalogue=import_module("chatty_towers").CARDS)
    while len(game.history) < 12:
        game.play(game.legal_moves[0])
    return game


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (("analyse", "--json", "--simulations", "2"), "a position"),
        (("analyse", "--json", "--simulations", "2"), "a record"),
        (("analyse", "--all", "--simulations", "2"), "a record"),
        (("report", "--json", "-"), "a whole game"),
    ],
    ids=["a position", "a record", "all records", "a report"],
)
def test_what_an_effect_prints_is_not_output(
    command: tuple[str, ...], kind: str, chatty: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs read the output: what an effect prints goes to standard error."""
    name, *options = command
    source = chatty.state.to_text()
    if kind == "a whole game":
        chatty.play_out(RandomBot(1), RandomBot(2))
    if kind != "a position":
        source = "chatty.txt"
        chatty.save(source)
    capsys.readouterr()

    assert main([name, source, *options, *CHATTY_OPTION]) == 0

    printed = capsys.readouterr()
    assert "debug" in printed.err
    assert "debug" not in printed.out


@pytest.mark.parametrize("workers", [1, 2])
def test_what_an_effect_prints_does_not_reach_the_host(
    workers: int, chatty: Game, tmp_path: Path
) -> None:
    """The engine answers in lines of its own only, also if other processes search."""
    limits = {"simulations": 6}
    requests: list[dict[str, object]] = [
        {"type": "set", "id": 1, "options": {"workers": workers}},
        {"type": "go", "id": 2, "position": chatty.state.to_text(), "limits": limits},
    ]

    (answer,) = answers(tmp_path, requests, *CHATTY_OPTION)

    assert answer["type"] == "bestmove"


FAILING = """\
import attrs
from wonders_duel import Building, catalogue
from wonders_duel.effects import Effect

@attrs.frozen
class Bad(Effect):
    def gain(self, state, player):
        raise ZeroDivisionError("my gain")

    def describe(self, to=None):
        return "bad"

BLUE = [
    Building(id=f"b-{number}", name=f"B {number}", age=1, colour="blue", effects=(Bad(),))
    for number in range(45)
]
CARDS = catalogue.extended("failing", buildings=BLUE)
"""
FAILING_OPTION = ("--catalogue", "failing_towers:CARDS")
FAILED = "ZeroDivisionError: my gain (failing_towers.py, line 8)"


def test_a_card_that_fails(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An effect that raises an error is named in one line, and the game so far is saved."""
    (tmp_path / "failing_towers.py").write_text(FAILING, encoding="utf-8")
    said = f"wonders-duel: the cards of failing_towers:CARDS failed: {FAILED}\n"

    assert main(["demo", "--seed", "1", *FAILING_OPTION]) == 1
    assert capsys.readouterr().err == said

    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 60))
    assert main(["play", "--hotseat", "--seed", "1", "--save", "saved.txt", *FAILING_OPTION]) == 1
    error = capsys.readouterr().err
    assert error.startswith("The game is saved to saved.txt.")
    assert error.endswith(said)
    for more in ([], ["--on-fault", "lose"]):
        printed = run("match", "random", "greedy", *more, *FAILING_OPTION, code=1)
        assert "an effect of a card raised ZeroDivisionError: my gain" in printed
        assert "Traceback" not in printed
    assert run("validate", "saved.txt", *FAILING_OPTION) == "saved.txt: 1 record: OK\n"


WIDE = """\
from wonders_duel import Wonder, catalogue

NAME = "\\u4e07\\u91cc\\u306e\\u9577\\u57ce\\u306f\\u4e16\\u754c\\u3067\\u6700\\u3082\\u9577\\u3044"
CARDS = catalogue.extended(
    "wide", wonders=[Wonder(id=f"wide-{one}", name=f"{NAME} {one}") for one in range(12)]
)
"""


def test_names_with_wide_characters_fit_the_lines(run: Run, tmp_path: Path) -> None:
    """A line of a demo has at most 79 columns, also if characters take two of them."""
    (tmp_path / "wide_towers.py").write_text(WIDE, encoding="utf-8")
    option = ("--catalogue", "wide_towers:CARDS")

    for language in ("en", "fi", "fr"):
        told = run("demo", "--seed", "1", "--language", language, *option)
        assert "\u4e07" in told
        assert max(map(columns, told.splitlines())) <= 79


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_no_bot_is_to_blame_for_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """A task ends with an error of the cards: the effect fails in the game, or while a bot looks ahead."""
    (tmp_path / "failing_towers.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    cards = import_module("failing_towers").CARDS

    for on_fault in ("stop", "lose"):
        match = Match([bot, bot], deals=1, catalogue=cards, on_fault=on_fault)
        with pytest.raises(CatalogueError, match="an effect of a card raised ZeroDivisionError"):
            play_task(match, 0)


class Asking:
    """A bot that asks an effect for words that it does not have."""

    def __init__(self, seed: object = None) -> None:
        """Take the seed."""

    def choose(self, state: State) -> Move:
        """Fail."""
        effect = state.catalogue.buildings["altar"].effects[0]
        effect.describe("to nobody")  # type: ignore[arg-type]
        raise ZeroDivisionError(effect)


def test_a_bot_that_calls_an_effect_is_to_blame() -> None:
    """It loses the game, whose cards are not at fault."""
    match = Match(["tests.test_cards_option:Asking", "random"], deals=1, on_fault="lose")

    for game in play_task(match, 0).games:
        assert game.fault is not None
        assert game.fault.error.startswith("raised ")
        assert "ZeroDivisionError" not in game.fault.error


def test_another_failure_of_a_move_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that no effect has raised is not blamed on cards."""
    (tmp_path / "failing_towers.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("wonders_duel.match.playing.Effect", Wonder)  # nothing is an effect now
    cards = import_module("failing_towers").CARDS

    with pytest.raises(ZeroDivisionError, match="my gain"):
        play_task(Match(["random", "random"], deals=1, catalogue=cards), 0)


def test_the_engine_goes_on_when_cards_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search in which an effect raises an error is answered with it."""
    (tmp_path / "failing_towers.py").write_text(FAILING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = Game(seed=1, catalogue=import_module("failing_towers").CARDS)
    while game.state.phase is Phase.DRAFT:
        game.play(game.state.legal_moves[0])
    limits = {"simulations": 5}
    requests: list[dict[str, object]] = [
        {"type": "go", "id": number, "position": game.state.to_text(), "limits": limits}
        for number in (1, 2)
    ]

    assert [one["message"] for one in answers(tmp_path, requests, *FAILING_OPTION)] == [
        f"the cards failed: {FAILED}"
    ] * 2


@attrs.frozen
class Flaky(Effect):
    """An effect that fails now and then."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        if next(_CALLS) % 700 == 699:
            raise ZeroDivisionError("my gain")
        return Gain()

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "flaky"


_CALLS: Final = count()


@pytest.mark.filterwarnings("ignore::wonders_duel.evaluation.UnfittedWarning")
def test_the_engine_searches_anew_after_a_failure() -> None:
    """It does not continue with a tree that was left half done."""
    blue = [
        Building(id=f"f-{number}", name=f"F {number}", age=1, colour="blue", effects=(Flaky(),))
        for number in range(45)
    ]
    game = Game(seed=1, catalogue=catalogue.extended("flaky", buildings=blue))
    while game.state.phase is Phase.DRAFT:
        game.play(game.legal_moves[0])
    thinker = Thinker()
    thinker.start(1)
    moves = []
    for number in range(40):
        with suppress(ZeroDivisionError):
            moves.append(
                thinker.choose(number, game.state, {"simulations": 20}, Event(), lambda _: None)
            )

    assert 0 < len(moves) < 40
    assert set(moves) <= set(game.legal_moves)


def test_an_error_that_is_not_of_the_cards(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own defects are not blamed on cards."""
    position = Game(seed=SEED, catalogue=CARDS).state.to_text()
    assert callable(run)  # the module is there
    monkeypatch.setattr("wonders_duel.command_line.commands.perft", divmod)

    with pytest.raises(TypeError):
        main(["perft", position, "--depth", "0", *OPTION])


LOCAL = """\
import attrs
from wonders_duel import Wonder, catalogue
from wonders_duel.effects import Effect

def made():
    @attrs.frozen
    class Local(Effect):
        def score(self, state, player):
            return 1

        def describe(self, to=None):
            return "local"

    return catalogue.extended("local", wonders=[Wonder(id="one", name="One", effects=(Local(),))])

CARDS = made()
"""


@pytest.mark.parametrize("command", ["match random random", "analyse games.txt --workers 2"])
def test_cards_that_other_processes_cannot_get(run: Run, tmp_path: Path, command: str) -> None:
    """Cards that cannot be pickled are refused before processes are started."""
    (tmp_path / "local_towers.py").write_text(LOCAL, encoding="utf-8")

    printed = run(*command.split(), "--catalogue", "local_towers:CARDS", code=1)

    last = printed.splitlines()[-1]
    assert last.startswith(
        "wonders-duel: --catalogue: the cards cannot be sent to other processes: "
    )
    assert last.endswith("; define their classes outside functions")


def test_weights_are_not_missed_where_nothing_is_rated(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only players that use the weights of the library make the command say that there are none."""
    assert callable(run)  # the module is there
    for players, is_told in (("random,greedy", False), ("random,easy", True)):
        kept.cache_clear()
        assert main(["demo", "--players", players, *OPTION]) == 0
        assert ("no fitted weights" in capsys.readouterr().err) == is_told
    for opponent, is_told in (("--hotseat", False), ("--opponent=greedy", False), ("", True)):
        kept.cache_clear()
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert main(["play", *filter(None, [opponent]), *OPTION]) == 0
        assert ("no fitted weights" in capsys.readouterr().err) == is_told


def test_an_import_writes_all_games_with_the_catalogue(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game without the new cards is written with them, too, so that one catalogue reads the file."""
    log = bga.dumps(played(1).record())
    (tmp_path / "log.json").write_text(log, encoding="utf-8")

    assert main(["import", "bga", "log.json", "--out", "games.txt", *OPTION]) == 0

    assert capsys.readouterr().err == ""
    assert run("validate", "games.txt", *OPTION) == "games.txt: 1 record: OK\n"


def test_the_state_of_the_fixture() -> None:
    """The new wonder is among the first that can be drafted."""
    state = Game(seed=SEED, catalogue=CARDS).state

    assert CARDS.wonders["the-tower"] in state.offered_wonders
    assert State.from_text(state.to_text(), CARDS) == state
