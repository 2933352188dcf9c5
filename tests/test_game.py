"""The ``Game`` class: play, undo, history, setup, and games with outcomes from a real table."""

from __future__ import annotations

import pickle
from random import Random

import attrs
import pytest

from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    ChanceError,
    ChooseBeginner,
    ConstructBuilding,
    Deal,
    DealError,
    DiscardBuilding,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Phase,
    Player,
    Position,
    Result,
    RevealTiming,
    RuleOptionError,
    Rules,
    State,
    Step,
    TokensDealt,
    UndoError,
    WondersDealt,
    WondersDuelError,
    WonderSetup,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.reasons import GameOver, WaitsOnChance


def random_game(seed: int, **options: object) -> Game:
    """Play a random game to its end."""
    game = Game(seed, **options)  # type: ignore[arg-type]
    rng = Random(seed)
    while not game.is_over:
        moves = game.legal_moves
        game.play(moves[int(rng.random() * len(moves))])
    return game


def snapshot(game: Game) -> tuple[object, ...]:
    """Return everything that an error must leave unchanged."""
    return (
        game.state,
        game.history,
        game.setup,
        game.deal,
        game.initial_state,
        pickle.dumps((game.state, game.history, game.setup)),
    )


# -- starting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 2015, "a text", b"bytes", 1.5])
def test_a_seed_makes_a_game_reproducible(seed: float | str | bytes) -> None:
    """The same seed gives the same deal and moves; another seed does not."""
    assert Game(seed).deal == Game(seed).deal
    assert Game(seed).state == Game(seed).state
    assert Game(seed).deal != Game(12345).deal


def test_without_a_seed_each_game_is_different() -> None:
    """Two games without a seed are different."""
    assert Game().deal != Game().deal


@pytest.mark.parametrize(
    "rules",
    [
        "first-game",
        WonderSetup.FIRST_GAME,
        {"wonder_setup": "first-game"},
        {"wonder_setup": WonderSetup.FIRST_GAME},
        Rules(wonder_setup="first-game"),
    ],
)
def test_rules_can_be_given_in_each_form(rules: object) -> None:
    """Rules as text, as a mapping and as an object give the same game."""
    game = Game(seed=1, rules=rules)  # type: ignore[arg-type]

    assert Rules(wonder_setup="first-game") == game.state.rules
    assert Phase.TURN is game.state.phase
    assert len(game.setup) - 1 == 1


def test_the_default_rules_are_a_draft() -> None:
    """Omitting the rules, ``None`` and an empty mapping give the default rules."""
    games = [
        Game(seed=1),
        Game(seed=1, rules=None),
        Game(seed=1, rules={}),
        Game(seed=1, rules="draft"),
    ]

    assert [Rules()] * 4 == [game.state.rules for game in games]
    assert len({game.state for game in games}) == 1


@pytest.mark.parametrize("player", Player)
def test_the_first_player_picks_first(player: Player) -> None:
    """The first player picks first and begins Age I (R2, R12)."""
    game = Game(seed=3, first_player=player)

    assert player is game.to_move
    for _ in range(8):
        game.play(game.legal_moves[0])
    assert Phase.TURN is game.state.phase
    assert player is game.to_move
    assert player is game.state.first_player


def test_the_first_player_can_be_drawn() -> None:
    """A random first player is either seat equally often, fixed by the seed, with the same deal."""
    first = [Game(seed, first_player="random").state.first_player for seed in range(100)]
    again = [Game(seed, first_player="random").state.first_player for seed in range(100)]

    assert first == again
    assert 35 <= first.count(Player.ONE) <= 65
    assert Game(5, first_player="random").deal == Game(5).deal


def test_setup_holds_the_deal_before_the_first_move() -> None:
    """``setup`` holds the tokens and first wonders, from which the state follows."""
    game = Game(seed=1)
    tokens, wonders = game.setup

    assert isinstance(tokens, TokensDealt)
    assert isinstance(wonders, WondersDealt)
    assert set(game.state.board_tokens) == tokens.tokens
    assert set(game.state.offered_wonders) == wonders.wonders
    assert State.start() == game.initial_state
    assert game.state == game.initial_state.resolve(tokens).resolve(wonders)
    assert game.history == ()


def test_a_deal_reproduces_its_game() -> None:
    """The deal and the moves reproduce the whole game."""
    game = random_game(4)
    assert game.deal is not None
    again = Game.from_deal(game.deal)
    for step in game.history:
        again.play(str(step.move))

    assert game.history == again.history
    assert game.setup == again.setup
    assert game.result == again.result


def test_a_deal_is_played_with_rules_and_a_first_player() -> None:
    """A deal accepts rules and a first player, like a new game."""
    deal = Deal.random(Random(1))
    game = Game.from_deal(deal, first_player=Player.TWO, rules={"reveal_timing": "on-take"})

    assert Player.TWO is game.to_move
    assert RevealTiming.ON_TAKE is game.state.rules.reveal_timing
    assert deal is game.deal


# -- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("timing", RevealTiming)
def test_the_history_is_the_game(seed: int, timing: RevealTiming) -> None:
    """Each step leads from its state through its outcomes to the next state."""
    game = random_game(seed, rules={"reveal_timing": timing})
    now = game.initial_state
    for outcome in game.setup:
        now = now.resolve(outcome)
    for step in game.history:
        assert now == step.before
        assert step.player is now.to_move
        now = now.apply(step.move)
        for outcome in step.outcomes:
            now = now.resolve(outcome)
        assert now == step.after
    assert now == game.state
    assert game.is_over
    assert game.to_move is None
    assert game.legal_moves == ()
    assert game.chance is None
    assert game.result == now.result
    assert game.score() == now.score()


def test_play_returns_the_next_state() -> None:
    """``play`` returns the next state, which is then the game's own."""
    game = Game(seed=1)
    before = game.state
    after = game.play(game.legal_moves[1])

    assert after is game.state
    assert before is game.history[0].before
    assert before != after


def test_a_step_is_frozen() -> None:
    """Steps are frozen, and a history is a tuple that later moves do not change."""
    game = Game(seed=1)
    game.play(game.legal_moves[0])
    history = game.history
    game.play(game.legal_moves[0])

    assert len(history) == 1
    assert len(game.history) == 2
    assert isinstance(history[0], Step)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        history[0].player = Player.TWO  # type: ignore[misc]


def test_moves_can_be_given_as_text() -> None:
    """Moves can be given as text with ids, printed names and synonyms, to play and to query."""
    game = Game(seed=1, rules="first-game")
    card = game.state.accessible[0]
    move = DiscardBuilding(card)

    assert game.why_not(f"sell {card.name.upper()}") == ()
    assert game.payment(f"build {card.id}") == game.state.payment(ConstructBuilding(card))
    game.play(f"  Discard   {card.name} ")
    assert move is game.history[0].move


def test_nothing_hidden_is_in_a_repr() -> None:
    """The repr of a game shows only the number of moves and the state."""
    game = Game(seed=1)

    assert f"<Game after 0 moves: {game.state!r}>" == repr(game)
    game.resign("two")
    assert f"<Game after 0 moves, two resigned: {game.state!r}>" == repr(game)


# -- undo -----------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_start() -> None:
    """Undo goes back move by move, chance included, and replaying gives the same game."""
    game = random_game(6)
    steps = list(game.history)
    end = game.state
    for step in reversed(steps):
        assert step.move is game.undo()
        assert step.before == game.state
    assert game.history == ()
    assert len(game.setup) == 2
    for step in steps:
        game.play(step.move)
    assert end == game.state
    assert tuple(steps) == game.history


def test_undo_can_refuse_to_go_over_reveals(wording: Wording) -> None:
    """``undo(over_reveals=False)`` refuses moves with chance outcomes and changes nothing."""
    game = Game(seed=2, rules="first-game")
    refused = undone = 0
    while not game.is_over:
        game.play(game.legal_moves[0])
        last = game.history[-1]
        before = snapshot(game)
        if last.outcomes:
            with pytest.raises(UndoError) as caught:
                game.undo(over_reveals=False)
            assert str(last.outcomes[0]) in str(caught.value)
            if not refused:
                wording(str(caught.value))
            assert before == snapshot(game)
            refused += 1
        else:
            assert last.move is game.undo(over_reveals=False)
            game.play(last.move)
            assert before == snapshot(game)
            undone += 1

    assert refused > 10
    assert undone > 10


@pytest.mark.parametrize("over_reveals", [True, False])
def test_there_is_nothing_to_undo_at_the_start(wording: Wording, over_reveals: bool) -> None:  # noqa: FBT001 - the case
    """The setup cannot be undone."""
    game = Game(seed=1)
    before = snapshot(game)

    with wording.raises(UndoError):
        game.undo(over_reveals=over_reveals)
    assert before == snapshot(game)


def test_a_finished_game_can_be_undone() -> None:
    """After the end, the last move can be undone and another one played."""
    game = random_game(3)
    last = game.undo()

    assert not game.is_over
    assert game.result is None
    assert last in game.legal_moves


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "error"),
    [
        (ConstructBuilding("palace"), IllegalMoveError),
        (ChooseBeginner("one"), IllegalMoveError),
        ("build palace", IllegalMoveError),
        ("dance", NotationError),
        ("", NotationError),
        ("build", NotationError),
        ("build bath-house", NotationError),
        ("wonder the-sphinx", NotationError),
        ("begin three", NotationError),
        (5, WondersDuelError),
        (None, WondersDuelError),
        ([], WondersDuelError),
        (Move, WondersDuelError),
    ],
)
def test_an_invalid_move_changes_nothing(move: object, error: type[WondersDuelError]) -> None:
    """An invalid move leaves the state and the history unchanged, and the game continues."""
    game = Game(seed=1)
    game.play(game.legal_moves[0])
    before = snapshot(game)

    with pytest.raises(error):
        game.play(move)  # type: ignore[arg-type]
    assert before == snapshot(game)
    game.play(game.legal_moves[0])
    assert len(game.history) == 2


def test_after_the_end_no_move_is_legal(wording: Wording) -> None:
    """After the end every move is refused because the game is over, and nothing changes."""
    game = random_game(1)
    before = snapshot(game)

    for move in ("discard baths", DiscardBuilding("baths"), game.history[-1].move):
        with wording.raises(IllegalMoveError):
            game.play(move)
    with wording.raises(ChanceError):
        game.resolve(TokensDealt(()))
    assert before == snapshot(game)


def test_an_outcome_that_is_not_awaited_changes_nothing(wording: Wording) -> None:
    """A game with a deal never waits, so an outcome is refused and changes nothing."""
    game = Game(seed=1)
    before = snapshot(game)

    with wording.raises(ChanceError):
        game.resolve(game.setup[0])
    assert before == snapshot(game)


@pytest.mark.parametrize("seed", [[1], {}, object(), (1, 2), Random(1)])
def test_a_seed_of_a_wrong_type_is_refused(seed: object) -> None:
    """A seed of the wrong type raises a library error."""
    with pytest.raises(WondersDuelError):
        Game(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rules",
    [
        "on-take",
        "first",
        "",
        5,
        [],
        {"speed": "high"},
        {"reveal_timing": "never"},
        {1: "draft"},
        {"wonder_setup": None},
    ],
)
def test_unknown_rules_are_refused(rules: object) -> None:
    """Unknown rules are refused in each form, for a new game and for a deal."""
    with pytest.raises(RuleOptionError):
        Game(seed=1, rules=rules)  # type: ignore[arg-type]
    with pytest.raises(RuleOptionError):
        Game.from_deal(Deal.random(Random(1)), rules=rules)  # type: ignore[arg-type]


@pytest.mark.parametrize("player", [2, -1, None, "three", "", [], 0.5])
def test_an_unknown_player_is_refused(player: object, wording: Wording) -> None:
    """An unknown first player is refused for a new game and for a deal."""
    with wording.raises(WondersDuelError):
        Game(seed=1, first_player=player)  # type: ignore[arg-type]
    with wording.raises(WondersDuelError):
        Game.from_deal(Deal.random(Random(1)), first_player=player)  # type: ignore[arg-type]


# -- from a state ---------------------------------------------------------------------------------


def test_a_game_continues_from_a_state_with_its_deal() -> None:
    """Continued from a state with its deal, a game ends like the original."""
    game = random_game(9)
    middle = game.history[40].before
    again = Game.from_state(middle, game.deal)
    for step in game.history[40:]:
        again.play(step.move)

    assert game.state == again.state
    assert game.history[40:] == again.history
    assert middle == again.initial_state


def test_a_game_continues_from_a_state_with_a_generator() -> None:
    """From a state with a generator, unknown cards are dealt, the same for the same seed."""
    state = Position(
        age=Age.I, structure={0: "baths", 1: "tavern"}, cities=(city(), city())
    ).state()
    one = Game.from_state(state, rng=Random(1))
    two = Game.from_state(state, rng=Random(1))

    assert state == one.state
    assert one.deal is not None
    assert one.deal == two.deal
    result = one.play_out(RandomBot(1), RandomBot(2))
    assert isinstance(result, Result)
    assert result == two.play_out(RandomBot(1), RandomBot(2))


def test_a_deal_and_a_generator_exclude_each_other(wording: Wording) -> None:
    """A deal and a generator together are refused."""
    game = Game(seed=1)

    with wording.raises(ChanceError):
        Game.from_state(game.state, game.deal, rng=Random(1))


def test_a_deal_that_does_not_fit_is_refused() -> None:
    """A deal that does not fit the state is refused with every conflict."""
    with pytest.raises(DealError) as caught:
        Game.from_state(Game(seed=1, rules="first-game").state, Deal.random(Random(2)))
    assert len(caught.value.problems) > 3


def test_a_game_without_a_deal_takes_outcomes_from_the_table() -> None:
    """A game without a deal waits at each chance node; its history has the outcomes as usual."""
    told = random_game(7)
    deal = told.deal
    assert deal is not None
    game = Game.from_state(State.start())

    assert game.deal is None
    for step in told.history:
        while game.chance is not None:
            assert game.to_move is None
            assert game.legal_moves == ()
            before = snapshot(game)
            with pytest.raises(IllegalMoveError) as caught:
                game.play(step.move)
            assert caught.value.reasons == (WaitsOnChance(game.state.phase),)
            with pytest.raises(ChanceError):
                game.resolve("a card")  # type: ignore[arg-type]
            assert before == snapshot(game)
            outcome = deal.outcome(game.state)
            assert game.resolve(outcome) is game.state
        game.play(step.move)
    while game.chance is not None:
        game.resolve(deal.outcome(game.state))
    assert told.history == game.history
    assert told.setup == game.setup
    assert told.result == game.result


def test_undo_without_a_deal_takes_back_the_outcomes() -> None:
    """Undo in a game without a deal takes back the outcomes too, even while waiting for one."""
    game = Game.from_state(State.start(rules=Rules(wonder_setup="first-game")))
    rng = Random(5)
    while game.chance is not None:
        game.resolve(game.chance.sample(rng))
    start = game.state
    first, second = (DiscardBuilding(card) for card in game.state.accessible[:2])
    game.play(first)
    game.play(second)

    assert game.chance is not None
    waiting = game.state
    assert second is game.undo()
    assert game.chance is None
    game.play(second)
    assert waiting == game.state
    game.resolve(game.chance.sample(rng))
    assert len(game.history[-1].outcomes) == 1
    with pytest.raises(UndoError):
        game.undo(over_reveals=False)
    game.undo()
    game.undo()
    assert start == game.state
    assert len(game.setup) == 2


def test_a_wrong_outcome_can_be_entered_again(wording: Wording) -> None:
    """A wrong outcome can be undone and entered again, before the first move and after a move."""
    game = Game.from_state(State.start(rules=Rules(wonder_setup="first-game")))
    rng = Random(5)
    states = [game.state]
    while game.chance is not None:
        states.append(game.resolve(game.chance.sample(rng)))
    setup = game.setup

    assert [game.undo_outcome() for _ in setup] == list(reversed(setup))
    assert game.state == states[0]
    assert game.setup == ()
    with wording.raises(UndoError):
        game.undo_outcome()
    for outcome in setup:
        game.resolve(outcome)
    assert game.state == states[-1]

    for card in game.state.accessible[:2]:
        game.play(DiscardBuilding(card))
    waiting = game.state
    assert game.chance is not None
    first = game.chance.sample(rng)
    game.resolve(first)
    after = game.history[-1].after
    assert game.undo_outcome() == first
    assert game.state == waiting == game.history[-1].after
    assert game.history[-1].outcomes == ()
    game.resolve(first)
    assert (game.state, game.history[-1].outcomes) == (after, (first,))
    assert len(game.history) == 2

    while game.chance is None:
        game.play(DiscardBuilding(game.state.accessible[0]))
    waiting = game.state
    later = game.chance.sample(rng)
    game.resolve(later)
    assert len(game.history) > 2
    assert game.undo_outcome() == later
    assert game.state == waiting == game.history[-1].after
    assert (game.history[1].after, game.history[1].outcomes) == (after, (first,))


def test_of_two_reveals_the_last_is_undone(wording: Wording) -> None:
    """Undoing one of two outcomes keeps the first; both keep their move from being undone."""
    game = Game.from_state(state(Age.II, ["walls", "school"]))
    rng = Random(2)
    game.play(DiscardBuilding("school"))
    assert game.chance is not None
    game.resolve(game.chance.sample(rng))
    game.play(DiscardBuilding("walls"))
    assert game.chance is not None
    first = game.chance.sample(rng)
    middle = game.resolve(first)
    assert game.chance is not None
    last = game.chance.sample(rng)
    game.resolve(last)
    told = game.history[-1].outcomes

    with wording.raises(UndoError):
        game.undo(over_reveals=False)
    assert game.undo_outcome() == last
    assert told == (first, last)
    assert game.state == middle
    assert game.history[-1].outcomes == (first,)


def test_after_a_resignation_no_outcome_is_undone(wording: Wording) -> None:
    """A resigned game has to be resumed before an outcome is undone, as before a move is."""
    game = Game.from_state(State.start())
    assert game.chance is not None
    outcome = game.chance.sample(Random(1))
    after = game.resolve(outcome)
    game.resign("one")

    with wording.raises(UndoError):
        game.undo_outcome()
    assert (game.state, game.setup, game.resigned) == (after, (outcome,), Player.ONE)
    game.resume()
    assert game.undo_outcome() == outcome


def test_after_a_resignation_every_move_has_a_reason() -> None:
    """After a resignation, a move is refused, and ``why_not`` says the same."""
    game = Game(seed=1)
    move = game.legal_moves[0]
    assert game.why_not(move) == ()
    game.resign("two")

    for form in (move, str(move), parse_move("build baths")):
        assert game.why_not(form) == (GameOver(),)
        with pytest.raises(IllegalMoveError) as caught:
            game.play(form)
        assert caught.value.reasons == (GameOver(),)
    game.resume()
    assert game.why_not(move) == ()


@pytest.mark.parametrize("text", ["draft", "draft the-pyramid of Khufu", "piraeus", "draft the"])
def test_after_a_resignation_no_move_is_suggested(text: str) -> None:
    """A text that is not a move is answered without legal moves: a resigned game has none."""
    game = Game(seed=2015)
    game.resign("two")

    for call in (game.play, game.why_not, game.payment):
        with pytest.raises(NotationError) as caught:
            call(text)
        for move in game.state.legal_moves:
            assert str(move) not in str(caught.value)


@pytest.mark.parametrize("wrong", [None, 5, b"build baths", ("build", "baths")])
def test_after_a_resignation_a_wrong_type_is_no_move_either(wrong: object) -> None:
    """What is not a move is refused as such, whether or not a player has resigned."""
    game, resigned = Game(seed=1), Game(seed=1)
    resigned.resign("one")
    messages = set()
    for call in (game.play, game.why_not, resigned.play, resigned.why_not):
        with pytest.raises(WrongTypeError) as caught:
            call(wrong)  # type: ignore[arg-type]  # a wrong type on purpose
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_a_game_with_a_deal_has_no_outcomes_to_undo(wording: Wording) -> None:
    """A game with a deal has no outcomes to undo."""
    game = Game(seed=1)
    before = snapshot(game)

    with wording.raises(UndoError):
        game.undo_outcome()
    assert snapshot(game) == before


def test_a_game_without_a_deal_cannot_be_played_out(wording: Wording) -> None:
    """A game without a deal cannot be played out; the error says how to start one that can."""
    game = Game.from_state(State.start())

    with wording.raises(ChanceError):
        game.play_out(RandomBot(1), RandomBot(2))


@pytest.mark.parametrize("wrong", [None, "greedy", RandomBot, 5])
def test_an_object_that_cannot_choose_is_not_a_bot(wording: Wording, wrong: object) -> None:
    """A class or a name is refused as a bot, in either seat, before anything is played."""
    game = Game(seed=5)

    for pair in ((wrong, RandomBot(1)), (RandomBot(1), wrong)):
        with wording.raises(WrongTypeError):
            game.play_out(*pair)
    assert game.history == ()


def test_bots_play_a_game_out() -> None:
    """Bots play out a game from any state; a finished game returns its result at once."""
    game = Game(seed=5)
    game.play(game.legal_moves[0])
    result = game.play_out(GreedyBot(1), RandomBot(2))

    assert result == game.result
    assert game.is_over
    number = len(game.history)
    assert result == game.play_out(RandomBot(1), RandomBot(2))
    assert number == len(game.history)


def test_another_catalogue_can_be_played() -> None:
    """A game with another catalogue accepts moves by their ids, also moves of the base game."""
    other = catalogue.extended("other")
    game = Game(seed=1, rules="first-game", catalogue=other)
    card = game.state.accessible[0].id
    game.play(DiscardBuilding(card))

    assert other is game.state.catalogue
    assert other is game.history[0].move.catalogue
    assert game.record() == Game.from_record(game.record()).record()
    assert card in {one.id for one in game.state.discard_pile}
