"""The parts of a search: users' evaluations of many states, priors and selections."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from math import exp, inf, nan
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from tests.wording import Wording
from wonders_duel import (
    BotError,
    CatalogueError,
    Game,
    Move,
    NoMoverError,
    State,
    WrongTypeError,
    catalogue,
)
from wonders_duel.engine.chooser import Chooser
from wonders_duel.evaluation import LinearEvaluation
from wonders_duel.search import OnePlyBot, Puct, SearchBot, Softmax, analyse
from wonders_duel.search.nodes import Node
from wonders_duel.search.scale import likelihoods
from wonders_duel.search.searcher import Searcher, edges
from wonders_duel.search.tree import Guide, Tree
from wonders_duel.testing.walks import walk

EVALUATION = LinearEvaluation({"coins": 0.03, "blue points": 0.1, "lead": 0.12, "symbols": 0.4})
STATES = [state for state in walk(5, catalogue) if len(state.legal_moves) > 1][::6]


class Batches:
    """The evaluation of these tests, asked for many states at once."""

    def __init__(self) -> None:
        """Start without calls."""
        self.calls: list[int] = []

    def log_odds(self, state: State) -> float:
        """Return the value of one state."""
        return EVALUATION.log_odds(state)

    def log_odds_of(self, states: Sequence[State]) -> Sequence[float]:
        """Return the values of all states, none of which is over."""
        assert states
        assert not any(state.is_over for state in states)
        self.calls.append(len(states))
        return tuple(EVALUATION.log_odds(state) for state in states)


class Same(Puct):
    """The selection of the library, called as a user's one is."""


class SameShares(Softmax):
    """The prior of the library, called as a user's one is."""


class Part:
    """A prior and a selection that return what a test wants."""

    def __init__(self, answer: Callable[..., Any]) -> None:
        """Keep the answer."""
        self.answer = answer

    def shares(
        self, state: State, moves: Sequence[Move], values: Sequence[float]
    ) -> Sequence[float]:
        """Return the answer."""
        return self.answer(state, moves, values)  # type: ignore[no-any-return]

    def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
        """Return the answer."""
        return self.answer(value, share, visits, node_visits)  # type: ignore[no-any-return]


class Counted(Batches):
    """Counts the states that it is asked for alone, too."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self.single = 0

    @override
    def log_odds(self, state: State) -> float:
        """Count another one."""
        self.single += 1
        return EVALUATION.log_odds(state)


def _grown(state: State, simulations: int = 300, **parts: Any) -> Tree:
    parts.setdefault("evaluation", EVALUATION)
    return Searcher(parts.pop("evaluation"), 1, 10**9, **parts).think(state, simulations, None)


def _visits(tree: Tree) -> dict[int, int]:
    return {edge.move: edge.visits for edge in edges(tree)}


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    edge = node.edges
    while edge is not None:
        if edge.child is not None:
            yield from _nodes(edge.child)
        reveal = edge.reveals
        while reveal is not None:
            yield from _nodes(reveal.node)
            reveal = reveal.following
        edge = edge.following


# -- batches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
def test_batches_change_nothing(state: State) -> None:
    """A search that asks for many states at once finds what one finds that asks for each."""
    batches = Batches()
    tree = _grown(state, evaluation=batches)
    assert _visits(tree) == _visits(_grown(state))
    asked = [node for node in _nodes(tree.root) if not node.is_over]
    # A call for each node with moves that go on, of the states after all of its moves.
    assert len(batches.calls) <= len(asked)
    assert max(batches.calls) >= len(state.legal_moves) - 1


def test_games_are_played_on_in_batches() -> None:
    """An analysis asks for single states only to begin, and finds the same."""
    batches = Counted()
    found = analyse(STATES[0], simulations=60, samples=2, seed=1, evaluation=batches)
    assert found == analyse(STATES[0], simulations=60, samples=2, seed=1, evaluation=EVALUATION)
    assert found.outlook is not None
    assert batches.single <= 2
    assert len(batches.calls) > 100


def test_one_ply_asks_for_all_moves_at_once() -> None:
    """It chooses as if it had asked for each, with noise, too."""
    batches = Counted()
    moves = [
        OnePlyBot(1, evaluation=one, noise=0.5).choose(STATES[0]) for one in (batches, EVALUATION)
    ]
    assert moves[0] == moves[1]
    assert batches.calls == [len(STATES[0].legal_moves)]
    assert batches.single == 1


def test_an_evaluation_of_single_states_will_do() -> None:
    """It is asked for each state, also in games that are played on and by one ply."""

    class Single:
        """The evaluation of these tests, asked for one state at a time."""

        def log_odds(self, state: State) -> float:
            """Return the value of a state."""
            return EVALUATION.log_odds(state)

    single = Single()
    found = analyse(STATES[0], simulations=60, samples=2, seed=1, evaluation=single)
    assert found == analyse(STATES[0], simulations=60, samples=2, seed=1, evaluation=EVALUATION)
    chosen = OnePlyBot(1, evaluation=single).choose(STATES[0])
    assert chosen == OnePlyBot(1, evaluation=EVALUATION).choose(STATES[0])


def test_a_batch_without_states_is_not_asked_for() -> None:
    """If every move ends the game, there is nothing to evaluate."""
    last = next(
        state
        for seed in range(9)
        for state in walk(seed, catalogue)
        if state.legal_moves and all(state.apply(move).is_over for move in state.legal_moves)
    )
    batches = Batches()
    tree = _grown(last, 9, evaluation=batches)
    assert _visits(tree) == _visits(_grown(last, 9))
    assert batches.calls == []


def test_a_batch_has_a_number_for_each_state(wording: Wording) -> None:
    """Everything else is one clear error."""

    class Wrong(Batches):
        answer: Any = ()

        def log_odds_of(self, states: Sequence[State]) -> Sequence[float]:
            del states
            return self.answer  # type: ignore[no-any-return]

    for answer in ((), [0.5], None, 3, ["1"] * 4):
        evaluation = Wrong()
        evaluation.answer = answer
        with wording.raises(BotError):
            SearchBot(1, evaluation=evaluation).choose(Game(seed=3).state)


def test_a_batch_that_fails(wording: Wording) -> None:
    """The error says where, and a clear error of the library passes through."""

    class Failing(Batches):
        error: Exception = ZeroDivisionError("by zero")

        def log_odds_of(self, states: Sequence[State]) -> Sequence[float]:
            del states
            raise self.error

    evaluation = Failing()
    with wording.raises(BotError) as caught:
        SearchBot(1, evaluation=evaluation).choose(Game(seed=3).state)
    assert caught.value.__cause__ is evaluation.error
    evaluation.error = BotError("no network")
    with pytest.raises(BotError) as caught:
        SearchBot(1, evaluation=evaluation).choose(Game(seed=3).state)
    assert caught.value is evaluation.error


# -- priors and selections -------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("parts", [{"selection": Same()}, {"prior": SameShares()}])
def test_the_parts_of_the_library_can_be_written_outside(
    state: State, parts: dict[str, Any]
) -> None:
    """The formulas in Python lead to the same tree as the compiled ones, but for rounding."""
    theirs, ours = _grown(state, **parts), _grown(state)
    assert theirs.guide is not None
    assert ours.guide is None
    one, other = _visits(theirs), _visits(ours)
    assert sum(one.values()) == sum(other.values())
    apart = sum(abs(one.get(move, 0) - other.get(move, 0)) for move in {*one, *other})
    assert apart <= 0.02 * sum(one.values())


def test_a_tree_adds_up_with_any_parts() -> None:
    """Every visit of a node is one of its moves, each move has been begun once."""
    rng = Random(7)
    chaos = Part(lambda *arguments: rng.random() if len(arguments) == 4 else [rng.random()] * 99)
    even = Part(lambda _, moves, __: [1] * len(moves))
    for state in STATES:
        for parts in ({"prior": even}, {"selection": chaos}, {"prior": even, "selection": chaos}):
            tree = _grown(state, 75, **parts)
            for node in _nodes(tree.root):
                if node.is_final:
                    continue
                moves = []
                visits = 1
                edge = node.edges
                while edge is not None:
                    moves.append(edge.move)
                    visits += edge.visits
                    edge = edge.following
                assert node.visits == visits
                assert len(node.untried[: node.left]) == node.left
                legal = node.state.legal_moves
                assert len(set(moves)) == len(moves) == len(legal) - node.left
                assert {tree.moves[move] for move in moves} <= set(legal)


def test_a_prior_decides_what_is_tried() -> None:
    """A move without a share is tried only as long as its value is the highest."""
    state = STATES[2]
    only = state.legal_moves[0]
    prior = Part(lambda here, moves, _: [float(here != state or move is only) for move in moves])
    tree = _grown(state, 100, prior=prior, selection=Puct(exploration=50))
    assert _visits(tree)[only.index] > 90


def test_a_prior_is_asked_for_values_in_order() -> None:
    """The values are log-odds for the player who decides, from the lowest to the highest."""
    seen: list[tuple[State, Sequence[Move], Sequence[float]]] = []

    def answer(*arguments: Any) -> list[float]:
        seen.append(arguments)
        return [1.0] * len(arguments[1])

    _grown(STATES[3], 50, prior=Part(answer))
    assert len(seen) > 30
    for state, moves, values in seen:
        assert set(moves) == set(state.legal_moves)
        assert list(values) == sorted(values)
        sign = -1 if state.player else 1
        for move, value in zip(moves, values, strict=True):
            after = state.apply(move)
            if not after.is_over:
                assert value == pytest.approx(sign * EVALUATION.log_odds(after), abs=1e-3)


def test_a_selection_is_asked_about_every_move() -> None:
    """It gets values from -1 to 1, shares with the sum 1, and the visits of the move and the node."""
    state = STATES[3]
    asked: list[tuple[float, float, int, int]] = []

    def answer(*arguments: Any) -> float:
        asked.append(arguments)
        return Puct().score(*arguments)

    _grown(state, 1, selection=Part(answer))
    assert len(asked) == len(state.legal_moves)
    assert sum(share for _, share, _, _ in asked) == pytest.approx(1)
    assert {(visits, of_node) for _, _, visits, of_node in asked} == {(0, 1)}
    _grown(state, 100, selection=Part(answer))
    assert all(-1 <= value <= 1 and 0 <= share <= 1 for value, share, _, _ in asked)
    assert all(visits < of_node for _, _, visits, of_node in asked)


def test_the_parts_of_the_library_have_settings() -> None:
    """More exploration and a higher temperature spread the visits."""
    state = STATES[1]

    def most(**parts: Any) -> int:
        return max(_visits(_grown(state, 400, **parts)).values())

    usual = most()
    assert most(selection=Puct(), prior=Softmax()) == usual
    assert most(selection=Puct(exploration=20)) < usual < most(selection=Puct(exploration=0.01))
    assert most(prior=Softmax(temperature=100)) < usual
    assert most(prior=Softmax(temperature=1e-9)) > usual
    assert len(_visits(_grown(state, 400, selection=Puct(exploration=0)))) < len(state.legal_moves)


def test_the_best_move_has_the_share_1() -> None:
    """The shares of the others fall by e with each temperature, whatever the best value is."""
    for best in (-20.0, 0.0, 3.5):
        shares = Softmax(0.5).shares(STATES[0], [], [best - 1.0, best, best - 0.5])
        assert shares == pytest.approx([exp(-2), 1, exp(-1)])


def test_few_tables_of_temperatures_are_kept() -> None:
    """A search for the best temperature tries many, and needs no more memory for it."""
    for number in range(20):
        SearchBot(1, simulations=1, prior=Softmax(1.0 + number / 100)).choose(STATES[0])
    assert likelihoods.cache_info().currsize <= 8


def test_analyses_take_parts() -> None:
    """``analyse`` uses them as a bot does, also for moves that a search would neglect."""
    even = Part(lambda _, moves, __: [1] * len(moves))
    state = STATES[2]
    found = analyse(
        state,
        simulations=400,
        samples=0,
        seed=1,
        evaluation=Batches(),
        prior=even,
        selection=Same(3.0),
        played=state.legal_moves[-1],
    )
    assert sum(one.visits for one in found.moves) == 400
    assert min(one.visits for one in found.moves) > 2
    usual = analyse(state, simulations=400, samples=0, seed=1, evaluation=EVALUATION)
    assert usual.moves != found.moves


def test_parts_are_pickled_with_their_bot() -> None:
    """A bot with parts of the library keeps them."""
    bot = SearchBot(3, simulations=20, prior=Softmax(2.0), selection=Puct(3.0))
    again = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own
    assert again._given == bot._given
    assert again.choose(STATES[0]) == bot.choose(STATES[0])


@pytest.mark.parametrize(
    "shares",
    [None, [], [1.0], 3, [nan] * 20, [inf] * 20, [-1.0, *[1.0] * 19], [0.0] * 20, [1e308] * 20],
)
def test_wrong_shares(shares: Any, wording: Wording) -> None:
    """A prior returns a number from 0 for each move, not all of them 0."""

    def answer(_: State, moves: Sequence[Move], __: Sequence[float]) -> Any:
        return shares[: len(moves)] if isinstance(shares, list) else shares

    assert len(STATES[1].legal_moves) <= 20
    with wording.raises(BotError):
        SearchBot(1, evaluation=EVALUATION, prior=Part(answer)).choose(STATES[1])


def test_too_many_shares(wording: Wording) -> None:
    """A number that belongs to no move is an error, too."""
    bot = SearchBot(
        1, evaluation=EVALUATION, prior=Part(lambda _, moves, __: [1.0] * (len(moves) + 1))
    )
    with wording.raises(BotError):
        bot.choose(STATES[1])


@pytest.mark.parametrize("score", [None, nan, "1", 1j])
def test_wrong_scores(score: Any, wording: Wording) -> None:
    """A selection returns a finite number."""
    bot = SearchBot(1, evaluation=EVALUATION, selection=Part(lambda *_: score))
    with wording.raises(BotError):
        bot.choose(STATES[1])


def test_parts_that_fail(wording: Wording) -> None:
    """The error names the part."""

    def fail(*_: Any) -> Any:
        raise LookupError("nothing")

    def fail_later(*_: Any) -> Any:
        yield 0.5
        raise LookupError("nothing more")

    class Later(Batches):
        log_odds_of: Any = fail_later

    class Hidden:
        __iter__ = fail

    all_parts: list[dict[str, Any]] = [
        {"prior": Part(fail)},
        {"selection": Part(fail)},
        {"prior": Part(fail_later)},
        {"prior": Part(lambda *_: Hidden())},
        {"evaluation": Later()},
    ]
    for parts in all_parts:
        with wording.raises(BotError):
            SearchBot(1, **{"evaluation": EVALUATION, **parts}).choose(STATES[1])


def test_parts_that_use_the_library_wrongly(wording: Wording) -> None:
    """Its errors in a part are not those of the search: the game is not over, for example."""
    waiting = next(state for state in walk(5, catalogue) if state.chance is not None)

    class Eager(Batches):
        log_odds_of: Any = None

        def log_odds(self, state: State) -> float:
            return float(state.mover)

    def play_nonsense(state: State, *_: object) -> Any:
        return state.apply("nonsense")  # type: ignore[arg-type]

    with pytest.raises(NoMoverError) as expected:
        assert waiting.mover
    with wording.raises(BotError) as caught:
        analyse(waiting, simulations=9, evaluation=Eager())
    assert str(expected.value) in str(caught.value)
    assert type(caught.value.__cause__) is NoMoverError
    with wording.raises(BotError):
        SearchBot(1, evaluation=EVALUATION, prior=Part(play_nonsense)).choose(STATES[1])


def test_errors_that_pass_through() -> None:
    """An evaluation for other cards says so itself, and a clear error of a bot needs no addition."""

    def raise_it(*_: object) -> Any:
        raise error

    for error in (CatalogueError("other cards"), BotError("no network")):
        bot = SearchBot(1, evaluation=EVALUATION, selection=Part(raise_it))
        with pytest.raises(type(error)) as caught:
            bot.choose(STATES[1])
        assert caught.value is error


def test_numbers_from_a_generator() -> None:
    """A part may make its numbers one by one."""

    def even(_: State, moves: Sequence[Move], __: Sequence[float]) -> Any:
        return (1 for _ in moves)

    choices = [
        SearchBot(1, evaluation=EVALUATION, prior=Part(prior), simulations=20).choose(STATES[1])
        for prior in (even, lambda *given: list(even(*given)))
    ]
    assert choices[0] is choices[1]


@pytest.mark.parametrize(
    "parts",
    [
        {"prior": 3},
        {"prior": Softmax},
        {"prior": Puct()},
        {"selection": "puct"},
        {"selection": Puct},
        {"selection": Softmax()},
    ],
)
def test_wrong_parts(parts: dict[str, Any], wording: Wording) -> None:
    """What lacks the method is refused at once."""
    with wording.raises(WrongTypeError):
        SearchBot(1, **parts)


@pytest.mark.parametrize("value", [nan, inf, "1", True, None, -1, 10**400])
def test_wrong_settings(value: Any, wording: Wording) -> None:
    """The settings of the library's parts are finite numbers."""
    with wording.raises(WrongTypeError):
        Puct(exploration=value)
    with wording.raises(WrongTypeError):
        Softmax(temperature=value)
    with wording.raises(WrongTypeError):
        Softmax(temperature=0)


def test_a_guide_has_to_be_written() -> None:
    """The base class of what a tree reads guides nobody."""
    guide = Guide()
    with pytest.raises(NotImplementedError):
        guide.score(0.0, 0.0, 0, 1)
    with pytest.raises(NotImplementedError):
        guide.shares(STATES[0], [], [])
    tree = Tree(STATES[0], EVALUATION.rating, Chooser(Random(1)))
    assert tree.rating.log_odds_of([STATES[0]]) == [tree.rating.log_odds(STATES[0])]


def test_parts_may_be_empty_containers() -> None:
    """A prior with a table of its own counts also as long as the table is empty."""

    class Remembered(dict[State, list[float]]):
        def shares(self, state: State, moves: Sequence[Move], *_: object) -> list[float]:
            return self.setdefault(state, [1.0] * len(moves))

    class Scores(list[float]):
        def score(self, *arguments: Any) -> float:
            self.append(Puct().score(*arguments))
            return self[-1]

    prior, selection = Remembered(), Scores()
    _grown(STATES[3], 20, prior=prior, selection=selection)
    assert len(prior) == 21
    assert len(selection) >= 20


def test_a_method_that_cannot_be_read_is_an_error() -> None:
    """The method for many states may be a property, which may fail."""

    class Failing(Batches):
        @property
        def log_odds_of(self) -> Any:
            message = "no weights"
            raise ValueError(message)

    with pytest.raises(BotError, match=r"the evaluation failed: .*no weights"):
        analyse(STATES[0], simulations=2, evaluation=Failing())


@pytest.mark.parametrize(
    ("part", "method"), [("evaluation", "log_odds"), ("prior", "shares"), ("selection", "score")]
)
def test_a_method_that_cannot_be_read_any_longer_is_an_error(part: str, method: str) -> None:
    """Every method may be a property, which may fail after the bot has been created."""

    def read(_: object) -> Callable[..., float]:
        if is_lost:
            message = "no weights"
            raise ValueError(message)
        return lambda *_: 0.0

    is_lost = False
    lost: Any = type("Lost", (), {method: property(read)})()
    bots: list[SearchBot | OnePlyBot] = [SearchBot(1, simulations=2, **{part: lost})]
    if part == "evaluation":
        bots.append(OnePlyBot(1, evaluation=lost))
    is_lost = True
    for bot in bots:
        with pytest.raises(BotError, match=f"the {part} failed: ValueError: no weights"):
            bot.choose(STATES[0])


def test_a_batch_may_be_used_up() -> None:
    """An evaluation may empty the list of states that it gets."""

    class Emptying(Batches):
        def log_odds_of(self, states: Sequence[State]) -> Sequence[float]:
            found = super().log_odds_of(states)
            assert isinstance(states, list)
            states.clear()
            return found

    state = Game(seed=3).state
    moves = [
        SearchBot(1, simulations=20, evaluation=one()).choose(state) for one in (Batches, Emptying)
    ]
    assert moves[0] == moves[1]
