"""The weights that come with the library, files of weights, and the levels that play with them."""

from __future__ import annotations

import json
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import EXTENDED
from tests.wording import Wording
from wonders_duel import (
    BotError,
    CatalogueError,
    FormatError,
    Game,
    State,
    WrongTypeError,
    catalogue,
    features,
)
from wonders_duel.bots import BOTS, LEVELS, RandomBot, bot, level
from wonders_duel.evaluation import LinearEvaluation, UnfittedWarning, fitted
from wonders_duel.match import Match
from wonders_duel.search import OnePlyBot, SearchBot, analyse
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

STATES = [state for seed in range(4) for state in walk(seed, catalogue) if state.legal_moves]


@pytest.fixture
def counting() -> LinearEvaluation:
    """Return the evaluation of a catalogue without fitted weights."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return fitted(EXTENDED)


# -- weights ----------------------------------------------------------------------------------------


def test_there_are_weights_for_the_base_game() -> None:
    """Every card has a weight, in some period, and the file says where they come from."""
    evaluation = fitted()
    assert evaluation is fitted(catalogue)
    assert evaluation.catalogue == catalogue
    weighed = {name for table in evaluation.weights for name in table}
    cards = [one.name for one in features.player_layout() if one.name.startswith("building ")]
    assert weighed >= set(cards)
    assert evaluation.origin["states"] > 100_000  # type: ignore[operator]
    assert 0.3 < evaluation.origin["log_loss"] < 0.65  # type: ignore[operator]


def test_weights_know_who_wins() -> None:
    """They predict results of games that nobody has fitted, better than a coin."""
    squares = []
    for seed in range(1000, 1200):
        game = Game(seed=seed)
        game.play_out(RandomBot(seed=seed), RandomBot(seed=seed + 1_000))
        assert game.result is not None
        share = game.result.share("one")
        middle = game.history[len(game.history) * 2 // 3].before
        squares.append((fitted().probability(middle) - share) ** 2)
    assert sum(squares) / len(squares) < 0.18  # 0.25 is a coin


def test_weights_do_not_prefer_a_seat() -> None:
    """For the other seat, the value has the other sign."""
    for state in STATES[::9]:
        assert fitted().log_odds(mirrored(state)) == pytest.approx(-fitted().log_odds(state))


def test_other_cards_are_judged_by_counts(counting: LinearEvaluation) -> None:
    """Without weights for its cards, a catalogue is rated by what can be counted, with a warning."""
    assert counting.catalogue == EXTENDED
    weighed = {name for table in counting.weights for name in table}
    assert {"coins", "lead", "symbols", "blue points", "unbuilt wonders"} <= weighed
    assert not [name for name in weighed if name.startswith("building ")]
    layout = {one.name: one for one in features.player_layout(EXTENDED)}
    for table in counting.weights:
        for name, weights in table.items():
            assert len(weights) == layout[name].high - layout[name].low + 1
    # What the base game has, too, is judged alike.
    base = fitted()
    assert counting.catalogue != base.catalogue
    bots = SearchBot(1, simulations=20), RandomBot(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = Game(seed=1, catalogue=EXTENDED)
        game.play_out(*bots)
        assert game.is_over


def test_the_fallback_is_told() -> None:
    """The warning names the catalogue, once for each."""
    cards = catalogue.extended("my cards", wonders=[EXTENDED.wonders["the-tower"]])
    with pytest.warns(UnfittedWarning, match="no fitted weights for the cards of my cards"):
        fitted(cards)
    fitted(cards)  # a second warning would be an error here


@pytest.mark.parametrize(
    "use",
    [
        lambda state: fitted(state.catalogue),
        lambda state: SearchBot(1, simulations=2).choose(state),
        lambda state: analyse(state, simulations=2, samples=0),
        lambda state: OnePlyBot(1).choose(state),
    ],
    ids=["fitted", "SearchBot", "analyse", "OnePlyBot"],
)
def test_the_warning_is_about_the_code_of_the_user(
    use: Callable[[State], object], request: pytest.FixtureRequest
) -> None:
    """It names the line that uses the library, however deep inside it the weights are read."""
    name = f"cards of {request.node.callspec.id}"  # a warning for each catalogue
    cards = catalogue.extended(name, wonders=[EXTENDED.wonders["the-tower"]])
    with pytest.warns(UnfittedWarning) as caught:
        use(Game(seed=1, catalogue=cards).state)
    assert [one.filename for one in caught] == [__file__]


# -- files ------------------------------------------------------------------------------------------


def test_weights_are_written_and_read() -> None:
    """A text and a pickle give equal weights, and the origin."""
    made = LinearEvaluation({"coins": 0.1, "lead": list(range(19))}, EXTENDED, {"by": "hand"})
    for again in (
        LinearEvaluation.from_json(made.to_json(), catalogue=EXTENDED),
        LinearEvaluation.from_json(made.to_json().encode(), catalogue=EXTENDED),
        pickle.loads(pickle.dumps(made)),  # noqa: S301 - made here
    ):
        assert again.weights == made.weights
        assert dict(again.origin) == {"by": "hand"}
        assert again.catalogue == EXTENDED
    empty = LinearEvaluation({})
    assert LinearEvaluation.from_json(empty.to_json()).weights == empty.weights
    assert json.loads(made.to_json())["periods"]["draft"]["lead"][:3] == [0, 1, 2]


def test_the_order_of_the_keys_of_a_file_is_irrelevant() -> None:
    """Programs in other languages sort the keys, and editors write a byte order mark."""
    made = LinearEvaluation([{"coins": number} for number in range(len(features.PERIODS))])
    text = json.dumps(json.loads(made.to_json()), sort_keys=True)

    for given in (text, "\ufeff" + text, b"\xef\xbb\xbf" + text.encode()):
        assert LinearEvaluation.from_json(given).weights == made.weights


def _edited(**changes: Any) -> str:
    document = json.loads(LinearEvaluation({"coins": 0.1}).to_json())
    return json.dumps(document | changes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        "{}",
        "[" * 100_000,
        _edited(format="weights"),
        _edited(version=2),
        _edited(version=True),
        _edited().replace('"origin"', '"format"'),
        _edited(catalogue=None),
        _edited(catalogue={"name": "x"}),
        _edited(periods=[]),
        _edited(periods={"draft": {}}),
        _edited(periods={key: {"coinz": 1} for key in features.PERIODS}),
        _edited(periods={key: {"coins": [1]} for key in features.PERIODS}),
        _edited(periods=dict.fromkeys(features.PERIODS, 3)),
        _edited(origin=3),
        _edited(unit=[]),
        b"\xff",
    ],
)
def test_bad_files_of_weights(text: str | bytes, wording: Wording) -> None:
    """The error says what is wrong."""
    with wording.raises(FormatError):
        LinearEvaluation.from_json(text)


def test_weights_of_other_cards(wording: Wording) -> None:
    """A file of other cards is refused, and says which it is for."""
    with wording.raises(CatalogueError):
        LinearEvaluation.from_json(LinearEvaluation({}, EXTENDED).to_json())
    with wording.raises(WrongTypeError):
        LinearEvaluation.from_json(3)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        LinearEvaluation({}, None, 3)  # type: ignore[arg-type]


# -- levels -----------------------------------------------------------------------------------------


def test_levels_are_bots_by_name() -> None:
    """A level is what its name says, also for bot(), whatever the case."""
    for name in LEVELS:
        assert repr(level(name, 1)) == repr(bot(f" {name.title()} ", 1)) == repr(BOTS[name](1))
    assert [repr(level(name)) for name in LEVELS] == [
        "<OnePlyBot noise=0.3>",
        "<SearchBot simulations=100>",
        "<SearchBot seconds=1.0>",
        "<SearchBot seconds=10.0>",
    ]
    assert repr(bot("search", 1, {"simulations": 7})) == "<SearchBot simulations=7>"


def test_unknown_levels(wording: Wording) -> None:
    """The error lists the levels."""
    with wording.raises(BotError):
        level("hart")
    with wording.raises(WrongTypeError):
        level(3)  # type: ignore[arg-type]
    with wording.raises(BotError):
        bot("search", 1, {"simulation": 7})
    with wording.raises(BotError):
        bot("hard", 1, {"simulations": 7})


def _score(one: str, two: str, deals: int) -> float:
    match = Match([one, two], deals=deals, seed="levels")
    return sum(match.play(number).quarters for number in range(deals)) / (4 * deals)


@pytest.mark.parametrize("deals", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_levels_beat_what_is_below(deals: int) -> None:
    """The random bot loses to easy, and easy to medium."""
    assert _score("easy", "random", 4) > 0.8
    assert _score("medium", "easy", deals) > 0.6


# -- one move ahead ---------------------------------------------------------------------------------


def test_one_ply_takes_the_best_move() -> None:
    """Without noise, no other move leads to a better state."""
    bot = OnePlyBot(1)
    for state in STATES[::5]:
        sign = -1 if state.player else 1
        values = [sign * fitted().log_odds(state.apply(move)) for move in state.legal_moves]
        assert values[state.legal_moves.index(bot.choose(state))] == max(values)


def test_one_ply_errs_with_noise() -> None:
    """With noise, the choices differ, by the seed."""
    choices = [
        [OnePlyBot(seed, noise=2).choose(state).index for state in STATES[::11]]
        for seed in (1, 1, 2)
    ]
    assert choices[0] == choices[1] != choices[2]
    assert choices[0] != [OnePlyBot().choose(state).index for state in STATES[::11]]


@pytest.mark.parametrize(
    "arguments",
    [
        {"noise": -1},
        {"noise": "1"},
        {"noise": float("inf")},
        pytest.param({"noise": 10**400}, id="more noise than a float can hold"),
        {"evaluation": 3},
        {"seed": []},
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], wording: Wording) -> None:
    """The error says what was expected."""
    with wording.raises(WrongTypeError):
        OnePlyBot(**arguments)


def test_one_ply_needs_a_state_with_moves(wording: Wording) -> None:
    """Anything else is an error."""
    with wording.raises(WrongTypeError):
        OnePlyBot().choose(3)  # type: ignore[arg-type]
    game = Game(seed=1)
    game.play_out(RandomBot(1), RandomBot(2))
    with wording.raises(BotError):
        OnePlyBot().choose(game.state)
