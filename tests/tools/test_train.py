"""Training: a small run from nothing to weights, which resumes and is repeatable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.train import weights
from wonders_duel import Game, features
from wonders_duel.evaluation import LinearEvaluation

pytest.importorskip("scipy")

from tools.train.__main__ import ship, train
from tools.train.players import STYLES, Learner
from tools.train.rounds import Plan, Round, Run

PLAN = Plan((Round(40), Round(1), Round(1, 4, 6)), seed="test", kept=2, tested=12)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run."""
    place = tmp_path_factory.mktemp("train")
    train(Run(PLAN, place), workers=1)
    return place


def _origin(evaluation: LinearEvaluation) -> dict[str, Any]:
    return dict(evaluation.origin)


def test_a_run_gives_weights(folder: Path) -> None:
    """Every round has weights with their origin, which rate states."""
    found = [weights.read(folder / f"weights-{number}.json") for number in range(3)]
    for number, fitted in enumerate(found):
        assert _origin(fitted)["round"] <= number
        assert _origin(fitted)["plan"]["seed"] == "test"
        assert len(fitted.weights) == len(features.PERIODS)
        assert _origin(fitted)["states"] > 100
        assert 0.2 < _origin(fitted)["log_loss"] < 0.9
    state = Game(seed=2015, rules="first-game").play("build altar")
    plain = found[1]
    assert plain.log_odds(state) != 0
    lover = weights.styled(plain, STYLES["wonders"])
    assert lover.log_odds(state) == pytest.approx(plain.log_odds(state))
    lover = weights.styled(plain, {"brown cards": 1, "grey cards": 1, "blue cards": 1})
    assert lover.log_odds(state) == pytest.approx(plain.log_odds(state) + 1)


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
