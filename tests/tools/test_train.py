"""Training: a small run from nothing to weights, which resumes and is repeatable."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from errno import ENOSPC
from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs
import pytest

from tools.train import weights
from wonders_duel import Game, Player, State, features
from wonders_duel.arena import read_journal
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation

pytest.importorskip("scipy")

from tools.train import rounds, units
from tools.train.__main__ import main, ship, train
from tools.train.fitting import Example, Fit, examples
from tools.train.players import STYLES, Learner, wild_decisions
from tools.train.record import RoundRecord, note, publish, records, table
from tools.train.rounds import Plan, Round, Run

PLAN = Plan((Round(10), Round(1), Round(1, 1, 2)), seed="test", kept=2, tested=2)
WILD = rounds._WILD
LARGER_PLAN = Plan((Round(40), Round(1), Round(1, 4, 6)), seed="test", kept=2, tested=12)


@pytest.fixture(scope="module", autouse=True)
def _few_players() -> Iterator[None]:
    """Let only two styles play, and the player that judges by play-outs think for a moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "_PLAY_OUTS", 2)
        patch.setattr(rounds, "STYLES", ["science"])
        patch.setattr(rounds, "_WILD", ["noisy"])
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run."""
    place = tmp_path_factory.mktemp("train")
    train(Run(PLAN, place), workers=1)
    return place


def _origin(evaluation: LinearEvaluation) -> dict[str, Any]:
    return dict(evaluation.origin)


def _check_weights(folder: Path) -> list[LinearEvaluation]:
    """Check the weights of every round and their origin, and return them."""
    found = [weights.read(folder / f"weights-{number}.json") for number in range(3)]
    for number, fitted in enumerate(found):
        assert _origin(fitted)["round"] <= number
        assert _origin(fitted)["plan"]["seed"] == "test"
        assert len(fitted.weights) == len(features.PERIODS)
        assert _origin(fitted)["states"] > 100
        assert 0.2 < _origin(fitted)["log_loss"] < 0.9
    return found


@pytest.mark.slow
def test_a_run_with_all_players_gives_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every round has weights if all styles play, and think for longer."""
    monkeypatch.setattr(rounds, "_PLAY_OUTS", 150)
    monkeypatch.setattr(rounds, "STYLES", STYLES)
    monkeypatch.setattr(rounds, "_WILD", WILD)
    train(Run(LARGER_PLAN, tmp_path), workers=1)
    _check_weights(tmp_path)


def test_a_run_gives_weights(folder: Path) -> None:
    """Every round has weights with their origin, which rate states in every style."""
    found = _check_weights(folder)
    state = Game(seed=2015, rules="first-game").play("build altar")
    plain = found[1]
    assert plain.log_odds(state) != 0
    lover = weights.styled(plain, STYLES["wonders"])
    assert lover.log_odds(state) == pytest.approx(plain.log_odds(state))
    lover = weights.styled(plain, {"brown cards": 1, "grey cards": 1, "blue cards": 1})
    assert lover.log_odds(state) == pytest.approx(plain.log_odds(state) + 1)
    for name, style in STYLES.items():
        assert weights.styled(plain, style).weights != plain.weights, name


def test_a_run_resumes(folder: Path) -> None:
    """What is missing is made again, with the same weights; another plan is refused."""
    expected = (folder / "weights-1.json").read_bytes()
    (folder / "weights-1.json").unlink()
    (folder / "candidate-1.json").unlink()
    lines = (folder / "round-1.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "round-1.jsonl").write_bytes(b"".join(lines[:-2]))
    train(Run(PLAN, folder), workers=1)
    assert (folder / "weights-1.json").read_bytes() == expected
    with pytest.raises(ValueError, match="another plan"):
        Run(Plan(PLAN.rounds, seed="other"), folder)


def test_the_order_in_which_games_are_finished_does_not_matter(folder: Path) -> None:
    """The weights are the same with any number of processes, which finish the games in any order."""
    run = Run(PLAN, folder)
    expected = run.fit(1).weights.to_json()
    journal = folder / "round-1.jsonl"
    before = journal.read_bytes()
    first, *rows = before.splitlines(keepends=True)
    journal.write_bytes(b"".join([first, *reversed(rows)]))
    try:
        assert run.fit(1).weights.to_json() == expected
    finally:
        journal.write_bytes(before)


def test_a_full_disk_leaves_no_half_of_a_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of a run is complete or missing, so that the same command resumes the run."""

    def full(_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    place = tmp_path / "run"
    run = Run(PLAN, place)
    train(run, workers=1)
    for name in ("candidate-1.json", "weights-1.json"):
        (place / name).unlink()
    noted = (place / "training.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            run.fit(1)
        with pytest.raises(OSError, match="No space left"):
            run.keep(0, None)
        with pytest.raises(OSError, match="No space left"):
            note(place, RoundRecord(7, 10, 200, 0.6, 0.65, [None], 40, 0.55, "H1"))
        with pytest.raises(OSError, match="No space left"):
            Run(PLAN, tmp_path / "new")
    assert not (place / "candidate-1.json").exists()
    assert (place / "weights-0.json").read_bytes() == (folder / "weights-0.json").read_bytes()
    assert (place / "training.json").read_bytes() == noted
    assert not (tmp_path / "new" / "plan.json").exists()
    train(run, workers=1)
    assert (place / "weights-1.json").read_bytes() == (folder / "weights-1.json").read_bytes()


def test_every_complete_round_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is stopped before a round is complete has its record after it is resumed."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    run = Run(attrs.evolve(PLAN, rounds=PLAN.rounds[:2]), tmp_path)
    train(run, workers=1)
    (tmp_path / "weights-1.json").unlink()
    (tmp_path / "training.json").unlink()
    with monkeypatch.context() as patch:
        patch.setattr("tools.train.__main__.note", stopped)
        with pytest.raises(KeyboardInterrupt):
            train(run, workers=1)
    train(run, workers=1)
    assert [one.round for one in records(tmp_path)] == [1]


def test_a_stopped_run_says_so_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends it without a traceback."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tools.train.__main__.train", stopped)
    assert main(["--folder", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "train: stopped; the same command goes on\n"


def test_a_run_resumes_after_its_weights_are_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It resumes with its own weights, though the library has newer ones by now."""
    first, second = (
        LinearEvaluation({"coins": number}, origin={"number": number}) for number in (1.0, 2.0)
    )
    arguments = ["--go-on", "--rounds", "0", "--folder", str(tmp_path)]
    for shipped in (first, second):
        monkeypatch.setattr("tools.train.__main__.fitted", lambda shipped=shipped: shipped)
        monkeypatch.setattr("tools.train.rounds.fitted", lambda shipped=shipped: shipped)
        assert main(arguments) == 0
        assert _origin(weights.read(tmp_path / "weights-0.json")) == {"number": 1.0}


@pytest.mark.parametrize("number", ["0", "33"])
def test_wrong_numbers_of_units(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are an error before anything is played."""
    place = tmp_path / "run"
    with pytest.raises(SystemExit):
        main(["--unit-rounds", "2", "--units", "3", number, "--folder", str(place)])
    assert "expected numbers of units from 1 to 32" in capsys.readouterr().err
    assert not place.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", "-1"], "argument --rounds: expected a whole number from 0"),
        (["--deals", "9", "0"], "argument --deals: expected a whole number from 1"),
        (["--simulations", "-1"], "argument --simulations: expected a whole number from 0"),
        (["--late", "-1"], "argument --late: expected a whole number from 0"),
        (["--unit-rounds", "-1"], "argument --unit-rounds: expected a whole number from 0"),
        (["--workers", "0"], "argument --workers: expected a whole number from 1"),
        (["--ship", "3"], "run has no weights of round 3"),
    ],
)
def test_wrong_arguments(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are an error before the plan is written, so that the right ones can follow."""
    place = tmp_path / "run"
    with pytest.raises(SystemExit):
        main([*arguments, "--folder", str(place)])
    assert message in capsys.readouterr().err
    assert not place.exists()


def test_the_folder_of_another_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is an error that says what to do, and so is a folder that cannot be made."""
    with pytest.raises(SystemExit):
        main(["--folder", str(folder)])
    assert "pass the arguments of that run, or another --folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--folder", str(folder / "plan.json")])
    assert "plan.json" in capsys.readouterr().err


def test_a_damaged_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged file of a run is an error in one line."""
    arguments = ["--go-on", "--rounds", "1", "--deals", "1", "--workers", "1"]
    (tmp_path / "weights-0.json").write_text("{", encoding="utf-8")
    assert main([*arguments, "--folder", str(tmp_path)]) == 1
    message = capsys.readouterr().err
    assert message.startswith("train: ")
    assert "this is not JSON" in message
    assert message.count("\n") == 1


def test_the_units_and_deals_of_each_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last number is for all further rounds."""
    monkeypatch.setattr("tools.train.__main__.train", lambda _, __: None)
    arguments = ["--go-on", "--rounds", "1", "--unit-rounds", "3", "--units", "16", "32"]
    arguments += ["--deals", "9", "8", "7"]
    assert main([*arguments, "--folder", str(tmp_path)]) == 0
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert [one["units"] for one in plan["rounds"]] == [0, 0, 16, 32, 32]
    assert [one["deals"] for one in plan["rounds"]] == [0, 9, 8, 7, 7]


@pytest.mark.slow
def test_a_run_fits_hidden_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Units are fitted on top of the linear weights, resume with the same numbers, and are shipped."""
    monkeypatch.setattr(units, "_STEPS", 40)
    arguments = ["--go-on", "--rounds", "0", "--unit-rounds", "2", "--units", "3", "--deals", "1"]
    arguments += ["--simulations", "1", "--late", "2", "--workers", "1", "--folder", str(tmp_path)]
    assert main(arguments) == 0
    expected = (tmp_path / "candidate-2.json").read_bytes()
    for name in ("candidate-2", "weights-2"):
        (tmp_path / f"{name}.json").unlink()
    assert main(arguments) == 0
    assert (tmp_path / "candidate-2.json").read_bytes() == expected
    made = weights.read(tmp_path / "candidate-1.json")
    assert isinstance(made, NetEvaluation)
    assert len(made.units) == 3
    assert any(unit.mine["coins"] for unit in made.units)
    linear = weights.read(tmp_path / "weights-0.json").weights[4]["building altar"][1]
    assert made.weights[4]["building altar"][1] == pytest.approx(linear, rel=0.2)
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    plan["rounds"] = tuple(Round(**one) for one in plan["rounds"])
    assert set(Run(Plan(**plan), tmp_path).shipped(1)) == {"base"}
    styled = weights.styled(made, STYLES["war"])
    assert isinstance(styled, NetEvaluation)
    assert styled.units == made.units


_EMPTY: Final = [0] * len(features.player_layout())
_COINS, _QUILL, _NEXT = (features.index(name) for name in ("coins", "symbol quill", "next to move"))


def _coins_and_quills(games: int, *, target: Callable[[float], float]) -> Iterator[Example]:
    """Yield states in which coins win with a symbol, and without it they lose.

    Args:
        games: their number.
        target: gives the target of a state from who won.
    """
    rng = Random(1)
    for game in range(games):
        own, other = _EMPTY.copy(), _EMPTY.copy()
        own[_COINS] = rng.choice([0, 10])
        own[_QUILL] = rng.choice([0, 1])
        own[_NEXT], other[_NEXT] = rng.choice([(1, 0), (0, 1)])
        share = float(bool(own[_COINS]) == bool(own[_QUILL]))
        yield Example(tuple(own), tuple(other), 4, target(share), share, game, 0.0)


@pytest.mark.slow
def test_units_learn_what_a_sum_cannot_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coins that win only with a symbol are learnt by units: the loss falls far below the linear one."""
    monkeypatch.setattr(units, "_STEPS", 400)

    def fitted() -> Fit:
        # The first units learn who won, not the targets.
        found = _coins_and_quills(4_000, target=lambda _: 0.5)
        return units.fit_units(found, {}, present=LinearEvaluation({}), units=8)

    made = fitted()
    assert made.before == pytest.approx(0.693, abs=0.001)
    assert made.loss < 0.5
    assert made.examples == 4_000

    # Smaller sums with larger outputs are the same.
    monkeypatch.setattr(units, "_MOST", 5.0)
    smaller = fitted().weights
    assert isinstance(made.weights, NetEvaluation)
    assert isinstance(smaller, NetEvaluation)
    for one, other in zip(made.weights.units, smaller.units, strict=True):
        coins_before, coins_now = _number(one.mine["coins"]), _number(other.mine["coins"])
        assert sum(abs(_number(weight)) for weight in other.mine.values()) < 5
        assert abs(coins_now) < abs(coins_before)
        assert coins_now * other.output[4] == pytest.approx(
            coins_before * one.output[4], rel=0.05, abs=0.001
        )


@pytest.mark.slow
def test_units_go_on_from_the_present_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Present units are begun with, if there are as many, and learn the targets."""
    monkeypatch.setattr(units, "_STEPS", 400)
    found = list(_coins_and_quills(4_000, target=lambda share: share))
    made = units.fit_units(found, {}, present=LinearEvaluation({}), units=8)
    monkeypatch.setattr(units, "_STEPS", 1)
    same = units.fit_units(found, {}, present=made.weights, units=8)
    other = units.fit_units(found, {}, present=made.weights, units=7)
    monkeypatch.setattr(units, "_STEPS", 60)
    wrong = list(_coins_and_quills(4_000, target=lambda share: 1 - share))
    worse = units.fit_units(wrong, {}, present=made.weights, units=8)

    assert same.loss == pytest.approx(made.loss, abs=0.01)
    assert other.loss > made.loss + 0.1
    assert worse.loss > made.loss + 0.01


def _number(weight: object) -> float:
    assert isinstance(weight, float)
    return weight


def test_a_run_is_recorded(folder: Path, tmp_path: Path) -> None:
    """Every round says what was played and fitted, and how the new weights did in their match."""
    first, *others = records(folder)
    assert (first.round, first.pairs, first.tested) == (0, 10, 0)
    assert (first.before, first.score, first.verdict) == (None, None, None)
    for one in others:
        assert one.pairs == len(Run(PLAN, folder).match(one.round))
        assert one.states > 100
        assert one.before is not None
        assert one.tested == PLAN.tested
        assert one.score is not None
        assert len(one.by_period) == len(features.PERIODS)
    assert others[1].log_loss == _origin(weights.read(folder / "candidate-2.json"))["log_loss"]
    publish(folder, attrs.asdict(PLAN), 2, tmp_path)
    headings, rows = table(tmp_path)
    assert [len(row) for row in rows] == [len(headings)] * 3
    assert rows[0][:4] == [PLAN.seed, "0", "20", f"{first.states:,}"]


def test_a_round_is_noted_once(tmp_path: Path) -> None:
    """A round that is made again replaces its entry, and the rounds are in order."""
    assert records(tmp_path) == []
    one = RoundRecord(1, 10, 200, 0.6, 0.65, [None], 40, 0.55, "H1")
    zero = RoundRecord(0, 20, 500, 0.69, None, [None], 0, None, None)
    for entry in (one, zero, RoundRecord(1, 10, 200, 0.5, 0.65, [None], 40, 0.45, None)):
        note(tmp_path, entry)
    assert [entry.log_loss for entry in records(tmp_path)] == [0.69, 0.5]


def test_the_page_has_the_runs_that_the_weights_rest_on(tmp_path: Path) -> None:
    """A run is published after those that it went on from, and in place of itself."""

    def shown(plan: Plan, last: int, losses: list[float]) -> list[list[str]]:
        run = tmp_path / plan.seed
        run.mkdir(exist_ok=True)
        for number, loss in enumerate(losses):
            note(run, RoundRecord(number, 10, 200, loss, None, [None], 0, None, None))
        publish(run, attrs.asdict(plan), last, tmp_path)
        return [[*row[:2], row[5]] for row in table(tmp_path)[1]]

    assert table(tmp_path)[1] == []
    first = Plan((Round(1),), "first")
    assert shown(first, 1, [0.7, 0.6, 0.5]) == [["first", "0", "0.7000"], ["first", "1", "0.6000"]]
    assert shown(first, 0, [0.7]) == [["first", "0", "0.7000"]]
    second = attrs.evolve(first, seed="second", begins={"plan": attrs.asdict(first)})
    shown(second, 0, [0.4])
    third = attrs.evolve(first, seed="third", begins={"plan": attrs.asdict(second)})
    expected = [["first", "0", "0.7000"], ["second", "0", "0.4000"], ["third", "0", "0.3000"]]
    assert shown(third, 0, [0.3]) == expected
    assert shown(third, 0, [0.2])[-1] == ["third", "0", "0.2000"]
    assert shown(second, 0, [0.1]) == [expected[0], ["second", "0", "0.1000"]]
    assert shown(attrs.evolve(first, seed="other"), 0, [0.6]) == [["other", "0", "0.6000"]]


@pytest.mark.parametrize("kept", [0.0, 0.75, 1.0])
def test_the_target_of_a_state(kept: float) -> None:
    """A target is the result, softened by the values of the states from this one on."""
    evaluation = LinearEvaluation({"coins": 0.1})
    game = Game(seed=1)
    states: list[State] = []
    while len(states) < 12:
        states.append(game.state)
        game.play(game.legal_moves[0])
    values = [1 / (1 + exp(-evaluation.log_odds(state))) for state in states]
    found = list(
        examples(1, states, 1.0, evaluation, [1.0] * 10, Random(1), [kept] * len(features.PERIODS))
    )

    expected = [1.0]
    for value in reversed(values):
        expected.append(kept * expected[-1] + (1 - kept) * value)
    assert 0 < len(found) < len(states)
    assert {round(one.target, 9) for one in found} <= {round(one, 9) for one in expected[1:]}
    assert {one.share for one in found} == {1.0}


def test_states_before_a_wild_decision_teach_nothing(folder: Path) -> None:
    """The states of a game begin after the last wild decision of either player."""
    run = Run(PLAN, folder)
    match = run.match(2)
    number, most = 0, 0
    for (states, share), row in zip(run._games(2), _rows(folder), strict=True):
        task, game, moves = row
        wild = [wild_decisions(match.bot_seed(task, game, seat), PLAN.wild) for seat in Player]
        number += 1
        most = max(most, *wild)
        assert share in {0.0, 0.5, 1.0}
        assert len(states) <= len(moves) - max(wild) or not states
        if not any(wild):
            assert len(states) == len(moves)
    assert number == 2 * len(match)
    assert 0 < most <= PLAN.wild


def _rows(folder: Path) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the task, the game and the moves of each game of the last round."""
    with read_journal(folder / "round-2.jsonl") as journal:
        for row in journal.ordered():
            for game, played in enumerate(row.games):
                yield row.task, game, played.moves


@pytest.mark.parametrize("style", ["", "random", "noisy", "play-outs", "war"])
def test_a_learner_is_wild_first(folder: Path, style: str) -> None:
    """It makes its first decisions in its style, and legal moves always."""
    path = str(folder / "weights-1.json")
    seed = next(seed for seed in range(100) if wild_decisions(seed, 3) == 3)
    bots = [
        Learner(seed, weights=path, style=style, simulations=2, late=2, wild=3, play_outs=2),
        Learner(
            seed,
            weights=path,
            wild_weights=str(folder / "weights-0.json"),
            simulations=2,
            late=2,
            wild=3,
        ),
    ]
    game = Game(seed=2)
    game.play_out(*bots)
    assert game.is_over


def test_what_can_be_counted_is_fitted_alone(folder: Path, tmp_path: Path) -> None:
    """Weights for all catalogues have none for a single card, wonder, token or symbol."""
    ship(Run(PLAN, folder), 1, tmp_path)
    found = {name: weights.read(tmp_path / f"{name}.json") for name in ("base", "counts")}
    assert found["base"].weights == weights.read(folder / "weights-1.json").weights
    names = {name for table in found["counts"].weights for name in table}
    assert {"coins", "lead", "blue points", "unbuilt wonders", "clay price"} <= names
    assert not {"building altar", "built piraeus", "symbol globe", "price piraeus"} & names
    assert names < {name for table in found["base"].weights for name in table}


def test_a_learner_without_weights_plays_at_random() -> None:
    """It chooses legal moves."""
    game = Game(seed=2)
    game.play_out(Learner(1), Learner(2))
    assert game.is_over
