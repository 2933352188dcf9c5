"""Bots are reproducible, see only public information, and evaluate chance exactly."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from random import Random
from typing import Any

import pytest

from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    BotError,
    CityPosition,
    ConstructBuilding,
    Deal,
    DiscardBuilding,
    Game,
    IllegalMoveError,
    Move,
    Phase,
    Player,
    Position,
    ProgressToken,
    State,
    UnknownNameError,
    Wonder,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot, load_bot, players
from wonders_duel.effects import DrawTokens
from wonders_duel.search import OnePlyBot, SearchBot


class Chooser:
    """A bot that chooses by a function of the state."""

    def __init__(self, move: Move | None = None) -> None:
        """Store the move to choose always, or choose the last legal one."""
        self.move = move
        self.seen: list[State] = []

    def choose(self, state: State) -> Move:
        """Return the chosen move."""
        self.seen.append(state)
        return self.move if self.move is not None else state.legal_moves[-1]


def moves_of(one: Bot, two: Bot, seed: int = 3) -> list[Move]:
    """Play a game out and return its moves."""
    game = Game(seed=seed)
    game.play_out(one, two)
    return [step.move for step in game.history]


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_a_seed_makes_a_bot_reproducible(kind: type[RandomBot | GreedyBot]) -> None:
    """The same seed, as a number or as text, chooses the same moves."""
    for seed in (1, "one"):
        assert moves_of(kind(seed), kind(2)) == moves_of(kind(seed), kind(2))
    assert moves_of(RandomBot(1), kind(2)) != moves_of(RandomBot(9), kind(2))


def test_each_bot_has_a_generator_of_its_own() -> None:
    """Neither another bot nor the global generator affects a bot's choices."""
    now = Game(seed=1).state
    alone = RandomBot(5)
    expected = [alone.choose(now) for _ in range(30)]
    one, other = RandomBot(5), RandomBot(5)
    mixed = []
    before = random.getstate()
    for _ in range(30):
        mixed.append(one.choose(now))
        other.choose(now)
        other.choose(now)

    assert expected == mixed
    assert before == random.getstate()
    assert len(set(expected)) > 1


def test_the_random_bot_is_uniform() -> None:
    """The random bot picks each of four wonders about equally often."""
    now = Game(seed=1).state
    chooser = RandomBot(1)
    chosen = [chooser.choose(now) for _ in range(2000)]

    assert all(420 < chosen.count(move) < 580 for move in now.legal_moves)


@pytest.mark.slow
def test_the_greedy_bot_beats_the_random_one() -> None:
    """The greedy bot beats the random bot in at least 17 of 20 games, from either seat."""
    won = 0
    for seed in range(20):
        seats: tuple[Bot, Bot] = (GreedyBot(seed), RandomBot(seed))
        greedy = Player.ONE if seed % 2 else Player.TWO
        result = Game(seed=seed).play_out(*(seats if greedy is Player.ONE else seats[::-1]))
        won += result.winner is greedy

    assert won >= 17


def test_the_greedy_bot_takes_a_win() -> None:
    """The greedy bot constructs a card that moves the conflict pawn to the capital."""
    now = state(Age.II, ["walls", "school"], city(50), city(50), pawn=7)

    assert ConstructBuilding("walls") is GreedyBot(1).choose(now)


def test_a_prospect_is_the_mean_over_exact_chance() -> None:
    """With two cards to reveal, a prospect is the mean over both, here computed by hand."""
    start = Game(seed=1, rules="first-game").state
    one, two = start.accessible[:2]
    before = start.apply(DiscardBuilding(one)).apply(DiscardBuilding(two))
    assert before.chance is not None
    values: dict[str, float] = {}

    def worth(state: State, player: Player) -> float:
        slot = state.structure[9].building
        assert slot is not None
        assert player is Player.TWO
        return values.setdefault(slot.id, float(len(values) ** 2))

    count = before.chance.count
    mean = sum(number**2 for number in range(count)) / count

    assert count == 11
    assert mean == pytest.approx(GreedyBot(1, judge=worth).prospect(before, Player.TWO))
    assert count == len(values)


def test_a_prospect_follows_two_reveals() -> None:
    """A prospect weighs each pair of revealed cards with its own probability."""
    made = Position.of(Game(seed=1, rules="first-game").state)
    gone = (14, 15, 16)
    structure = list(made.structure)
    made.discard_pile = [structure[slot] for slot in gone]  # type: ignore[misc]
    made.structure = [None if slot in gone else card for slot, card in enumerate(structure)]  # type: ignore[misc]
    made.phase = None
    before = made.state()
    pairs = []

    def worth(state: State, _: Player) -> float:
        pairs.append((state.structure[9].building, state.structure[10].building))
        return 1.0

    prospect = GreedyBot(1, judge=worth).prospect(before, Player.ONE)

    assert 110 == len(pairs) == len(set(pairs))
    assert pytest.approx(prospect) == 1.0


def test_a_prospect_before_a_deal_is_the_position_as_it_is() -> None:
    """Before a deal, which has too many outcomes, the evaluation is that of the state as it is."""
    waiting = Position(age=Age.I).state()
    asked = []

    def worth(state: State, _: Player) -> float:
        asked.append(state)
        return 4.5

    assert GreedyBot(1, judge=worth).prospect(waiting, Player.ONE) == 4.5
    assert [waiting] == asked
    assert Phase.DEAL_AGE is waiting.phase


@pytest.mark.parametrize(("tokens", "asked"), [(35, comb(40, 3)), (50, 1)])
def test_a_prospect_with_too_many_outcomes_is_the_position_as_it_is(
    tokens: int, asked: int
) -> None:
    """Three of 40 tokens are drawn in 9,880 ways, which are all rated; those of 55 are not."""
    more = [ProgressToken(id=f"token-{one}", name=f"Token {one}") for one in range(tokens)]
    before = Position(
        age=Age.I,
        structure={0: "baths", 1: "altar"},
        cities=(CityPosition(unbuilt=["the-gate"]), CityPosition()),
        board_tokens=["law", "economy", "masonry", "strategy", "theology"],
        catalogue=catalogue.extended(
            "many tokens",
            tokens=more,
            wonders=[Wonder(id="the-gate", name="The Gate", effects=(DrawTokens(),))],
        ),
    ).state()
    waiting = before.apply(parse_move("wonder the-gate with altar", before.catalogue))
    rated = []

    def worth(state: State, _: Player) -> float:
        rated.append(state)
        return 4.5

    assert waiting.phase is Phase.DRAW_TOKENS
    assert GreedyBot(1, judge=worth).prospect(waiting, Player.ONE) == pytest.approx(4.5)
    assert len(rated) == asked


def test_a_prospect_is_for_a_player_by_any_name(wording: Wording) -> None:
    """As everywhere, a player can be given by name or number; other arguments are refused."""
    given = state(Age.II, ["walls", "school"])
    bot = GreedyBot(1)

    assert bot.prospect(given, "two") == bot.prospect(given, 1) == bot.prospect(given, Player.TWO)
    with wording.raises(UnknownNameError):
        bot.prospect(given, "three")
    with wording.raises(WrongTypeError):
        bot.prospect(3, "one")  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [bot, load_bot])
def test_settings_are_a_mapping(make: Callable[..., Bot], wording: Wording) -> None:
    """Settings of another type are refused."""
    with wording.raises(WrongTypeError):
        make("greedy", 1, ["judge"])


@pytest.mark.parametrize("source", ["greedy", "process", "wonders_duel.bots:GreedyBot"])
def test_settings_have_names_and_no_seed(source: str, wording: Wording) -> None:
    """A name is a text, and the seed is an argument of its own: no factory sees either."""
    make: Callable[..., Bot] = load_bot if ":" in source else bot
    with wording.raises(WrongTypeError):
        make(source, 1, {3: 1})
    with wording.raises(BotError):
        make(source, 1, {"seed": 2, "command": "true"})


def test_the_greedy_bot_follows_its_evaluation() -> None:
    """With an evaluation function that counts coins, the greedy bot discards."""

    def coins(state: State, player: Player) -> float:
        return float(state.cities[player].coins)

    now = Game(seed=1, rules="first-game").state
    chosen = GreedyBot(1, judge=coins).choose(now)
    best = max(now.apply(move).cities[0].coins for move in now.legal_moves)

    assert best == now.apply(chosen).cities[0].coins


def test_the_evaluation_is_symmetric() -> None:
    """An evaluation for one player is the negative of the other's, and a win is worth 1000."""
    for seed in range(3):
        game = Game(seed=seed)
        game.play_out(RandomBot(1), RandomBot(2))
        for step in game.history[::7]:
            one, two = (players.judge(step.before, player) for player in Player)
            assert one == pytest.approx(-two)
        assert game.result is not None
        assert game.result.winner is not None
        assert players.judge(game.state, game.result.winner) == 1000.0
        assert players.judge(game.state, game.result.winner.opponent) == -1000.0


def test_a_shared_victory_is_worth_0_to_both() -> None:
    """A shared victory is worth 0 to both: better than a defeat and worse than a win."""
    given = state(Age.III, [], city(0, "theater"), city(0, "altar"), left=0)

    assert given.result is not None
    assert given.result.is_shared
    assert [players.judge(given, player) for player in Player] == [0.0, 0.0]


@pytest.mark.parametrize("judge", [None, 3.5, "coins", players])
def test_a_judge_has_to_be_a_function(wording: Wording, judge: object) -> None:
    """An evaluation function that is not callable is refused, and the error gives the signature."""
    with wording.raises(WrongTypeError):
        GreedyBot(1, judge=judge)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "judged",
    [None, "high", math.nan, -math.inf, pytest.param(10**400, id="huge"), 1j, [1.0]],
)
def test_a_judge_who_gives_no_number_is_refused(judged: Any, wording: Wording) -> None:
    """An evaluation that is not a comparable number is refused and named."""
    given = state(Age.II, ["walls", "school"])

    with wording.raises(BotError):
        GreedyBot(1, judge=lambda _state, _player: judged).choose(given)


@pytest.mark.parametrize("judged", [3, True, Fraction(1, 3), -0.5])
def test_a_judge_may_give_any_number(judged: Any) -> None:
    """An evaluation may be an int, a float, a fraction or a bool."""
    given = state(Age.II, ["walls", "school"])
    bot = GreedyBot(1, judge=lambda _state, _player: judged)

    assert bot.prospect(given, Player.ONE) == float(judged)
    assert bot.choose(given) in given.legal_moves


def test_anything_that_chooses_is_a_bot() -> None:
    """Any object with ``choose`` is a bot, and sees only the states in which its seat moves."""
    one, two = Chooser(), Chooser()
    Game(seed=8).play_out(one, two)

    assert {Player.ONE} == {now.to_move for now in one.seen}
    assert {Player.TWO} == {now.to_move for now in two.seen}
    assert all(type(now) is State for now in one.seen)


class Failing:
    """A bot that raises the given error and, if asked to, has a repr that raises too."""

    def __init__(self, error: Exception, *, mute: bool = False) -> None:
        """Store the error and whether the repr fails."""
        self.error = error
        self.mute = mute

    def choose(self, state: State) -> Move:  # noqa: ARG002 - what a bot takes
        """Raise the error."""
        raise self.error

    def __repr__(self) -> str:
        """Raise the error or return a name."""
        if self.mute:
            raise RuntimeError
        return "<Failing>"


@pytest.mark.parametrize(
    "error",
    [ZeroDivisionError("by nothing"), KeyError("law"), BotError("no idea"), AssertionError()],
)
@pytest.mark.parametrize("seat", Player)
def test_an_error_of_a_bot_names_the_bot(error: Exception, seat: Player) -> None:
    """An error in a bot comes out with a note that names the bot; the game is unchanged."""
    game = Game(seed=1)
    one, two = RandomBot(1), Failing(error)

    with pytest.raises(type(error)) as caught:
        game.play_out(*((two, one) if seat is Player.ONE else (one, two)))

    assert caught.value is error
    assert error.__notes__ == [f"raised by the bot of player {seat}, <Failing>"]
    assert len(game.history) == seat.value
    del error.__notes__


def test_a_bot_with_a_failing_repr_does_not_hide_its_error(wording: Wording) -> None:
    """A bot whose repr raises is still named, in the note and in messages about wrong arguments."""
    error = ZeroDivisionError("by nothing")
    mute = Failing(error, mute=True)

    with pytest.raises(ZeroDivisionError, match="by nothing"):
        Game(seed=1).play_out(mute, RandomBot(1))
    assert error.__notes__ == ["raised by the bot of player one, a Failing that cannot be shown"]
    with wording.raises(WrongTypeError):
        RandomBot(1).choose(mute)  # type: ignore[arg-type]


def test_the_names_of_bots_in_messages() -> None:
    """Bots show their classes, and what differs from the default."""
    assert repr(RandomBot(1)) == "<RandomBot>"
    assert repr(GreedyBot(1)) == "<GreedyBot>"
    assert repr(GreedyBot(1, judge=lambda *_: 0.0)) == "<GreedyBot judge=<lambda>>"
    assert repr(GreedyBot(1, judge=partial(max, 1))) == "<GreedyBot judge=partial>"
    assert repr(type("Mine", (RandomBot,), {})(1)) == "<Mine>"


def test_a_wrong_choice_names_the_bot() -> None:
    """The error for a wrong or illegal choice says which bot chose it."""
    for choice, kind in ((DiscardBuilding("baths"), IllegalMoveError), (5, WrongTypeError)):
        with pytest.raises(kind) as caught:
            Game(seed=1).play_out(Chooser(choice), RandomBot(1))  # type: ignore[arg-type]
        (note,) = caught.value.__notes__
        assert note.startswith("chosen by the bot of player one, <tests.test_bots.Chooser")


def test_an_illegal_move_of_a_bot_is_refused() -> None:
    """An illegal move of a bot is refused and leaves the game unchanged."""
    game = Game(seed=1)
    before = game.state

    with pytest.raises(IllegalMoveError):
        game.play_out(Chooser(DiscardBuilding("baths")), RandomBot(1))
    assert before is game.state
    assert game.history == ()


def test_the_moves_before_an_illegal_one_are_kept() -> None:
    """The moves that bots made before an illegal one are kept, so that the game can continue."""
    game = Game(seed=1)

    with pytest.raises(IllegalMoveError):
        game.play_out(RandomBot(1), Chooser(DiscardBuilding("baths")))
    assert [step.player for step in game.history] == [Player.ONE]
    game.play_out(RandomBot(1), RandomBot(2))
    assert game.is_over


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("written", [str, str.upper, "  {} ".format])
def test_bots_are_made_by_their_names(name: str, written: type[str]) -> None:
    """Bots are found by name, in any case and with surrounding spaces."""
    made = bot(written(name), 3)
    now = Game(seed=2).state

    kinds = {"random": RandomBot, "greedy": GreedyBot, "easy": OnePlyBot}
    assert kinds.get(name, SearchBot) is type(made)
    if name not in {"hard", "expert"}:  # they take seconds
        assert bot(name, 3).choose(now) is made.choose(now)


@pytest.mark.parametrize("name", ["clever", "", "greedybot", "random,greedy"])
def test_an_unknown_bot_is_refused(wording: Wording, name: str) -> None:
    """An unknown bot is refused with the list of the known ones."""
    with wording.raises(BotError):
        bot(name)


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_a_bot_refuses_states_without_a_player_to_move(
    wording: Wording, kind: type[RandomBot | GreedyBot]
) -> None:
    """A bot raises ``BotError`` in a chance state and at the end of the game."""
    for now in (State.start(), Position(age=Age.III).state()):
        with wording.raises(BotError):
            kind(1).choose(now)


def test_bots_do_not_see_the_deal() -> None:
    """With different face-down cards, a bot chooses the same move."""
    now = Game(seed=1, rules="first-game").state
    rng = Random(1)
    chosen = set()
    for _ in range(5):
        game = Game.from_state(now, Deal.consistent_with(now, rng))
        chosen.add(GreedyBot(4).choose(game.state))

    assert len(chosen) == 1
