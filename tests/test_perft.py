"""Perft: the stored counts are correct, and two other ways of counting agree."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.property.reference import Reference
from tests.property.reference_perft import leaves
from tests.property.translation import setup_of, words
from tests.wording import Wording
from tools.perft_table import KINDS, PAGE, page, table
from wonders_duel import (
    ChanceError,
    Deal,
    DealError,
    Game,
    Player,
    Rules,
    State,
    WrongTypeError,
    catalogue,
    cli,
    parse_move,
    serialization,
)
from wonders_duel import perft as module
from wonders_duel.perft import divide, perft

TABLE = {str(entry["name"]): entry for entry in table()}
QUICK = 2_500
"""Counts up to this are checked in every run."""
QUICK_PLAIN = 100
"""The same limit for the slow ways of counting."""
PLAIN = 1_500


def _state(name: str) -> State:
    return State.from_text(str(TABLE[name]["position"]))


def _deal(name: str) -> Deal:
    return serialization.loads(json.dumps(TABLE[name]["deal"]), Deal)


def _counts(name: str, *, with_chance: bool) -> list[int]:
    counts = TABLE[name]["leaves with chance" if with_chance else "leaves along the deal"]
    assert isinstance(counts, list)
    return counts


def _check(name: str, least: int, most: int) -> None:
    state, deal = _state(name), _deal(name)
    for with_chance in (True, False):
        for depth, expected in enumerate(_counts(name, with_chance=with_chance), start=1):
            if least <= expected <= most:
                assert expected == perft(state, depth, deal=None if with_chance else deal)


@pytest.mark.parametrize("name", TABLE)
def test_the_table_is_correct(name: str) -> None:
    """The smaller counts of every position are correct."""
    _check(name, 0, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLE)
def test_the_whole_table_is_correct(name: str) -> None:
    """The larger counts of every position are correct."""
    _check(name, QUICK + 1, 10**9)


def test_the_table_is_complete() -> None:
    """The table has every kind of position, and the page shows them all."""
    assert list(KINDS) == list(TABLE)
    for name, (_, is_such) in KINDS.items():
        assert is_such(_state(name)), name
    assert page(table()) == PAGE.read_text(encoding="utf-8")


def _replayed(name: str) -> State:
    """Play the moves that lead to a position."""
    entry = TABLE[name]
    moves = entry["moves"]
    assert isinstance(moves, list)
    rules = Rules(**entry["rules"])  # type: ignore[arg-type]
    first = str(entry["first player"])
    deal = _deal(name)
    state = State.start(rules=rules, first_player=first)
    wanted = _state(name)
    for move in [parse_move(text) for text in moves]:
        while state.chance is not None:
            state = state.resolve(deal.outcome(state))
        state = state.apply(move)
    while state.chance is not None and state != wanted:
        state = state.resolve(deal.outcome(state))
    return state


@pytest.mark.parametrize("name", TABLE)
def test_the_moves_lead_to_the_position(name: str) -> None:
    """The recorded moves lead to the position, for engines that cannot read texts."""
    assert _state(name) == _replayed(name)


# -- counting in other ways -----------------------------------------------------------------------


def _plainly(state: State, depth: int, deal: Deal | None) -> int:
    """Count by visiting every leaf."""
    if state.chance is not None:
        outcomes = (
            [outcome for outcome, _ in state.chance.outcomes()]
            if deal is None
            else [deal.outcome(state)]
        )
        return sum(_plainly(state.resolve(one), depth, deal) for one in outcomes)
    if depth == 0:
        return 1
    return sum(_plainly(state.apply(move), depth - 1, deal) for move in state.legal_moves)


@pytest.mark.parametrize("name", TABLE)
def test_visiting_every_leaf_counts_the_same(name: str) -> None:
    """Counting by visiting every leaf agrees, so shortcuts and caches change no count."""
    state, deal = _state(name), _deal(name)
    for with_chance in (True, False):
        for depth, expected in enumerate(_counts(name, with_chance=with_chance), start=1):
            if expected <= QUICK:
                assert expected == _plainly(state, depth, None if with_chance else deal)


def _check_reference(name: str, most: int) -> None:
    state = _state(name)
    entry = TABLE[name]
    rules = entry["rules"]
    moves = entry["moves"]
    assert isinstance(rules, dict)
    assert isinstance(moves, list)
    game = Reference(
        setup_of(_deal(name)), first_player=int(Player.ONE if entry["first player"] == "one" else Player.TWO), **rules
    )  # fmt: skip
    for text in moves:
        game.play(words(parse_move(text)))
    assert state.to_move is None or game.mover == state.to_move
    for with_chance in (True, False):
        if with_chance and state.chance is not None:
            continue  # the reference resolves chance together with the move before
        for depth, expected in enumerate(_counts(name, with_chance=with_chance), start=1):
            if expected <= most:
                assert expected == leaves(game, depth, with_chance=with_chance)


@pytest.mark.parametrize("name", TABLE)
def test_the_reference_engine_counts_the_same(name: str) -> None:
    """The reference engine, written from the rulings alone, counts the same with chance and a deal."""
    _check_reference(name, QUICK_PLAIN)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLE)
def test_the_reference_engine_counts_the_same_deeper(name: str) -> None:
    """The reference engine agrees on larger counts."""
    _check_reference(name, PLAIN)


# -- the functions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLE)
def test_dividing_adds_up(name: str) -> None:
    """The counts under each move or outcome are those of the position after it."""
    state, deal = _state(name), _deal(name)
    for with_chance in (True, False):
        for depth, expected in enumerate(_counts(name, with_chance=with_chance), start=1):
            if expected > QUICK:
                break
            divided = divide(state, depth, deal=None if with_chance else deal)
            assert expected == sum(divided.values())
            if state.chance is None:
                assert list(divided) == list(state.legal_moves)
            elif with_chance:
                assert list(divided) == [outcome for outcome, _ in state.chance.outcomes()]
            else:
                assert list(divided) == [deal.outcome(state)]


def test_depth_zero_is_one_leaf() -> None:
    """A perft of depth 0 is 1; a game that is over has one leaf at depth 0 and none deeper."""
    over = _state("over")

    assert perft(over, 0) == 1
    assert perft(over, 1) == 0
    assert perft(_state("age-i-opening"), 0) == 1
    assert perft(State.start(), 0) == 252 * 495
    assert perft(State.start(), 0, deal=Deal.random(Random(1))) == 1
    assert perft(_state("two-cards-to-reveal"), 0) == 10 * 9


def test_a_game_that_ends_with_the_last_move_has_a_leaf() -> None:
    """A game whose last move ends it has leaves at depth 1 and none deeper."""
    state = _state("last-card")

    assert [perft(state, depth) for depth in range(3)] == [1, 2, 0]


def test_a_smaller_cache_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A smaller cache, which is cleared when full, gives the same counts."""
    state = _state("age-i-middle")
    expected = perft(state, 4)

    monkeypatch.setattr(module, "MOST_KEPT", 3)

    assert expected == perft(state, 4) == _counts("age-i-middle", with_chance=True)[3]


def test_the_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache never exceeds its limit."""
    limit = 5
    sizes: list[int] = []

    class Watched(dict[object, int]):
        def __setitem__(self, key: object, value: int) -> None:
            super().__setitem__(key, value)
            sizes.append(len(self))

    monkeypatch.setattr(module, "MOST_KEPT", limit)
    counter = module._Counter(None)
    monkeypatch.setattr(counter, "_known", Watched())
    state = _state("age-i-middle")

    assert counter.count(state, 4) == perft(state, 4)
    assert len(sizes) > 5 * limit
    assert max(sizes) == limit


@pytest.mark.parametrize(
    ("name", "outcomes"),
    [
        ("age-i-last-card", "647,647,525,324,800"),
        ("choice-with-the-last-card", "36,831,433,179,340,800"),
    ],
)
def test_a_line_that_needs_the_deal_of_an_age_is_refused(
    name: str, outcomes: str, wording: Wording
) -> None:
    """Perft without a deal refuses a line with the deal of an age, which has too many outcomes."""
    with wording.raises(ChanceError) as counted:
        perft(_state(name), 1)
    with pytest.raises(ChanceError) as divided:
        divide(_state(name), 1)

    assert outcomes in str(counted.value)
    assert str(counted.value) == str(divided.value)


def test_the_deal_of_an_age_at_the_root_is_refused(wording: Wording) -> None:
    """Perft without a deal refuses the deal of an age at the root too."""
    deal = _deal("begin-age-ii")
    state = _replayed("age-i-last-card")
    state = state.apply(state.legal_moves[0])

    assert state.phase == "deal-age"
    for depth in (0, 1, 2):
        with wording.raises(ChanceError):
            perft(state, depth)
    with wording.raises(ChanceError):
        divide(state, 1)
    with wording.raises(DealError):
        perft(state, 1, deal=deal)


@pytest.mark.parametrize("depth", [-1, True, 1.0, "2", None])
def test_a_depth_is_a_whole_number(wording: Wording, depth: object) -> None:
    """A depth is a whole number from 0, or from 1 for ``divide``."""
    with wording.raises(WrongTypeError):
        perft(State.start(), depth)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        divide(State.start(), depth)  # type: ignore[arg-type]


def test_wrong_types_are_refused(wording: Wording) -> None:
    """A value that is not a state or a deal is refused."""
    with wording.raises(WrongTypeError):
        perft("wd1", 1)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        perft(State.start(), 1, deal=7)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        divide(State.start(), 0)
    functions: tuple[Callable[..., object], ...] = (perft, divide, module.divided)
    for count in functions:
        with pytest.raises(TypeError, match="positional"):
            count(State.start(), 1, Deal.random(Random(1)))


# -- the command -----------------------------------------------------------------------------------

TEXT = str(TABLE["sixth-symbol"]["position"])


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["perft", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_counts_with_chance(capsys: pytest.CaptureFixture[str]) -> None:
    """``perft --chance`` prints one number."""
    assert _run(capsys, TEXT, "--depth", "3", "--chance") == (0, "244\n", "")


def test_the_command_counts_along_a_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``perft`` counts along the deal of a file, or one drawn from a seed."""
    file = tmp_path / "deal.json"
    file.write_text(_deal("sixth-symbol").to_json(), encoding="utf-8")
    state = State.from_text(TEXT)
    drawn = [perft(state, 4, deal=Deal.consistent_with(state, Random(seed))) for seed in (0, 3)]

    assert _run(capsys, TEXT, "--depth", "4", "--deal", str(file)) == (0, "128\n", "")
    assert _run(capsys, TEXT, "--depth", "4") == (0, f"{drawn[0]}\n", "")
    assert _run(capsys, TEXT, "--depth", "4", "--seed", "3") == (0, f"{drawn[1]}\n", "")


def test_the_command_divides(capsys: pytest.CaptureFixture[str]) -> None:
    """``perft --divide`` prints a line per move and the sum, and only the sum at depth 0."""
    state = State.from_text(TEXT)
    code, out, _ = _run(capsys, TEXT, "--depth", "2", "--divide", "--chance")
    lines = out.splitlines()

    assert code == 0
    assert lines == [
        *(f"{move}: {perft(state.apply(move), 1)}" for move in state.legal_moves),
        "16",
    ]
    assert _run(capsys, TEXT, "--depth", "0", "--divide") == (0, "1\n", "")


@pytest.mark.parametrize("there", [True, False])
def test_the_command_reads_the_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    """``perft -`` reads standard input; if there is none, it is empty."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TEXT}\n") if there else None)
    code, out, err = _run(capsys, "-", "--depth", "1", "--chance")

    assert (code, out) == ((0, "4\n") if there else (1, ""))
    assert there or err == "wonders-duel: the input is empty; expected a position\n"


def test_the_input_may_be_any_bytes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Input that is not text is one fault, with its place."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"wd1 \xff end"), "utf-8"))
    code, _, err = _run(capsys, "-", "--depth", "1")

    assert code == 1
    assert "the input has 1 problem: line 1: this is not UTF-8: invalid start byte in byte 4" in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["wd1 end", "--depth", "1"], 1, "the position has"),
        ([TEXT, "--depth", "1", "--deal", "nowhere.json"], 1, "cannot read nowhere.json: No such"),
        ([TEXT, "--depth", "1", "--deal", "."], 1, "cannot read .: "),
        ([TEXT, "--depth", "-1"], 2, "at most 9 digits, got '-1'"),
        ([TEXT, "--depth", "1", "--chance", "--seed", "1"], 2, "not allowed with"),
        ([TEXT], 2, "the following arguments are required: --depth"),
        ([str(TABLE["age-i-last-card"]["position"]), "--depth", "1", "--chance"], 1, "the deal of age II"),
    ],
)  # fmt: skip
def test_the_command_reports_errors(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str
) -> None:
    """Wrong arguments of ``perft`` give one message without a traceback."""
    found: object
    try:
        found = cli.main(["perft", *words])
    except SystemExit as end:
        found = end.code
    printed = capsys.readouterr()

    assert (found, printed.out) == (code, "")
    assert message in printed.err
    assert "Traceback" not in printed.err


def test_the_command_refuses_a_deal_that_does_not_fit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wording: Wording
) -> None:
    """A deal that does not fit is refused with every conflict, an invalid file with its place."""
    file = tmp_path / "deal.json"
    file.write_text(Deal.random(Random(1)).to_json(), encoding="utf-8")
    code, out, err = _run(capsys, TEXT, "--depth", "1", "--deal", str(file))

    assert (code, out) == (1, "")
    wording(err)
    file.write_text("[1", encoding="utf-8")
    code, _, err = _run(capsys, TEXT, "--depth", "1", "--deal", str(file))
    assert code == 1
    assert err.startswith(f"wonders-duel: {file} is not a deal: ")
    assert "this is not JSON" in err


def test_perft_takes_custom_cards() -> None:
    """The counts follow the catalogue, here with a longer draft."""
    wonder = catalogue.wonder_list[0]
    more = catalogue.extended(
        "thirteen", wonders=[type(wonder)(id="the-tower", name="The Tower", effects=wonder.effects)]
    )
    state = Game(seed=1, catalogue=more).state

    assert perft(state, 4) == 24 * 126


def test_the_command_reads_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A position is a text, or the name of a file with one; an odd text is not a name."""
    position = Game(seed=1).state.to_text()
    path = tmp_path / "position.txt"
    path.write_text(f"\ufeff{position}\n", encoding="utf-8")
    counts = set()
    for given in (position, str(path)):
        assert cli.main(["perft", given, "--depth", "2"]) == 0
        counts.add(capsys.readouterr().out)
    assert counts == {"12\n"}
    path.write_text(Game(seed=1).state.to_json(indent=1), encoding="utf-8")
    assert cli.main(["perft", str(path), "--depth", "2"]) == 0
    assert capsys.readouterr().out == "12\n"


def test_the_command_refuses_a_file_without_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    """Each file that does not have one position is one line, which names it."""
    contents = {
        "empty.txt": b"",
        "binary.txt": b"wd1 \xff end",
        "hello.txt": b"hello",
        "wrong.txt": b"# a position\nwd1 nonsense end\n",
        "two.txt": f"{TEXT}\n{TEXT}\n".encode(),
        "game.txt": Game(seed=1).record().to_text().encode(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    names = [str(tmp_path / name) for name in (*contents, "missing.txt")]
    for given in (*names, f"{TEXT}\n{TEXT}", "x" * 5000, "a\0b", str(tmp_path)):
        assert cli.main(["perft", given, "--depth", "2"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        wording(re.sub(": (Is a directory|Permission denied)$", ": SYSTEM", err.rstrip()))


def test_the_command_names_a_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without permission is one line, like everywhere."""
    path = tmp_path / "position.txt"
    path.write_text(TEXT, encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert cli.main(["perft", str(path), "--depth", "1"]) == 1
    assert f"cannot read {path}: Permission denied" in capsys.readouterr().err
