"""``--catalogue MODULE:NAME``: every command takes the cards of the user."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wonders_duel import Game, State, Wonder, catalogue, records
from wonders_duel.bots import RandomBot
from wonders_duel.cli import main

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
    assert "read with base: name the right one with --catalogue MODULE:NAME" in refused


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


def test_the_engine(run: Run, tmp_path: Path) -> None:
    """The engine reads positions and documents with these cards, and names the option without it."""
    assert callable(run)  # the module is there
    state = Game(seed=SEED, catalogue=CARDS).state
    requests = [
        {"type": "hello", "protocol": 1},
        {"type": "go", "id": 1, "position": state.to_text(), "limits": {"simulations": 5}},
        {
            "type": "go",
            "id": 2,
            "state": json.loads(state.to_json()),
            "limits": {"simulations": 5},
        },
    ]

    def answers(*options: str) -> list[dict[str, str]]:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "wonders_duel", "engine", *options],
            input="".join(json.dumps(one) + "\n" for one in requests),
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        )
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return [one for one in found if one["type"] in {"bestmove", "error"}]

    assert [one["type"] for one in answers(*OPTION)] == ["bestmove", "bestmove"]
    for answer in answers():
        assert answer["message"].endswith("name the right one with --catalogue MODULE:NAME")


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ("own_towers", 2, "--catalogue: expected MODULE:NAME, got 'own_towers'"),
        (":CARDS", 2, "--catalogue: expected MODULE:NAME, got ':CARDS'"),
        ("own_towers:NONE", 2, "--catalogue: 'own_towers:NONE' is not a Catalogue"),
        ("own_towers:Wonder", 2, "--catalogue: 'own_towers:Wonder' is not a Catalogue"),
        ("no_towers:CARDS", 1, "--catalogue: cannot import no_towers: No module named 'no_towers'"),
        ("broken_towers:X", 1, "--catalogue: cannot import broken_towers: division by zero"),
        ("leaving_towers:X", 1, "--catalogue: cannot import leaving_towers: 3"),
    ],
)
@pytest.mark.parametrize("command", ["demo", "validate games.txt", "import 7wd-io games.txt"])
def test_a_wrong_name(
    run: Run, record: str, tmp_path: Path, command: str, given: str, code: int, said: str
) -> None:
    """A name of something else, or a module that fails, is one clear error."""
    assert record
    (tmp_path / "broken_towers.py").write_text("1 / 0", encoding="utf-8")
    (tmp_path / "leaving_towers.py").write_text("raise SystemExit(3)", encoding="utf-8")

    assert run(*command.split(), "--catalogue", given, code=code) == f"wonders-duel: {said}\n"


def test_the_state_of_the_fixture() -> None:
    """The new wonder is among the first that can be drafted."""
    state = Game(seed=SEED, catalogue=CARDS).state

    assert CARDS.wonders["the-tower"] in state.offered_wonders
    assert State.from_text(state.to_text(), CARDS) == state
