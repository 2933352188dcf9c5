"""The inner parts of a search: keys of positions, scales, counts, spreads, limits and draws."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from itertools import accumulate, combinations, pairwise, product
from math import comb, exp, inf, lcm, nan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import attrs
import pytest

from tests.builders import EXTENDED
from tests.test_endgame import Clock, late
from tests.test_search import EVALUATION, Points
from wonders_duel import (
    Age,
    CardRevealed,
    Catalogue,
    CityPosition,
    Game,
    Move,
    Phase,
    Player,
    Position,
    State,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.effects import DrawTokens, Effect, Gain
from wonders_duel.engine.chooser import Chooser
from wonders_duel.search import (
    OnePlyBot,
    SearchBot,
    Solution,
    analyse,
    limits,
    reading,
    searcher,
    solution,
    solve,
)
from wonders_duel.search.analysis import Reply
from wonders_duel.search.chance import UNIQUE, Outcomes, waits
from wonders_duel.search.endgame import Endgame, OutOfNodesError, scale_of
from wonders_duel.search.findings import ExactValues, Finding, Findings, added_up, sums_of
from wonders_duel.search.limits import expect_limits, expect_workers, is_interval
from wonders_duel.search.nodes import Edge, Node, found_below
from wonders_duel.search.reading import FIRST_SPREAD, MOST_PARTS, Spreads
from wonders_duel.search.samples import Samples
from wonders_duel.search.scale import MOST_STEPS, likelihoods, steps_of
from wonders_duel.search.searcher import NODE_BYTES, Searcher, edges, edges_of
from wonders_duel.search.solution import Solving
from wonders_duel.search.transpositions import Keys
from wonders_duel.search.tree import Tree
from wonders_duel.seeds import generator
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

HIDDEN_ROW = {
    0: "palace",
    1: "obelisk",
    2: "age-iii",
    3: "age-iii",
    4: "guild",
    5: "senate",
    6: "arsenal",
    7: "study",
    8: "gardens",
}
"""Slots of Age III, of which the second row is face down."""
BOARD = ("economy", "law", "masonry", "philosophy", "theology")


def _nothing() -> None:
    """Do nothing in the pauses."""


def _never() -> bool:
    return False


# -- values ----------------------------------------------------------------------------------------


def test_a_move_that_was_not_tried_has_the_value_after_it() -> None:
    """That of the evaluation, for the player who decides."""
    for state in [one for one in walk(3, catalogue) if len(one.legal_moves) > 4][::6]:
        found = analyse(state, simulations=1, evaluation=EVALUATION, samples=0)
        untried = [one for one in found.moves if not one.visits]
        assert len(untried) > 1
        sign = -1 if state.to_move is Player.TWO else 1
        for one in untried:
            odds = sign * EVALUATION.log_odds(state.apply(one.move))
            assert one.win_probability == pytest.approx(1 / (1 + exp(-odds)), abs=0.001)


def test_a_solved_ending_in_the_tree_has_an_exact_value() -> None:
    """It may be any number, and is that of the player who decides."""
    edge = Edge(3, 0.25, 1.0, None)
    assert reading._exact(edge, 1.0) is None
    edge.child = Node(Game(seed=1).state, 1.0)
    edge.child.value = 0.5
    assert reading._exact(edge, 1.0) is None
    edge.child.is_final = True
    assert [reading._exact(edge, sign) for sign in (1.0, -1.0)] == [0.75, 0.25]


def test_of_equal_moves_those_with_more_visits_come_first() -> None:
    """Behind the best move, which comes first in any case."""
    ties = 0
    for state in (one for seed in range(0, 24, 4) for one in late(seed) if one.legal_moves):
        moves = analyse(state, simulations=200, evaluation=EVALUATION, samples=0).moves[1:]
        keys = [(-one.win_probability, -one.visits) for one in moves]
        assert keys == sorted(keys)
        ties += sum(one[0] == two[0] and one != two for one, two in pairwise(keys))
    assert ties > 5


def test_every_difference_has_a_likelihood() -> None:
    """The best move is as likely as can be, and one that loses at once is beside one that wins."""
    found = likelihoods()
    assert len(found) == 2 * MOST_STEPS + 1
    assert found[0] == 1.0
    assert sorted(found, reverse=True) == found


# -- endings ---------------------------------------------------------------------------------------


def _key(state: State, unseen: int = 0) -> tuple[object, ...]:
    return Keys(state.tables).of(state, unseen)


def test_only_games_that_are_over_have_the_values_at_the_ends() -> None:
    """However sure an evaluation is, a victory is better, and a defeat worse."""
    for odds in (12.0, 999.0):
        assert (steps_of(odds), steps_of(-odds)) == (MOST_STEPS - 1, 1 - MOST_STEPS)
    for odds in (1000.0, 1500.0):
        assert (steps_of(odds), steps_of(-odds)) == (MOST_STEPS, -MOST_STEPS)


def test_states_that_differ_have_different_keys() -> None:
    """Neither the pawn, the phase, the player nor the extra turn can stand for one of the others."""
    cities = (CityPosition(coins=1), CityPosition(coins=1, buildings=["sawmill"]))
    settled = Position(
        age=Age.III,
        structure={0: "palace", 1: "obelisk"},
        cities=cities,
        discard_pile=["altar"],
        board_tokens=BOARD,
    )
    keys = []
    for pawn, mover, extra, phase in product(
        range(-8, 9), Player, (False, True), (Phase.TURN, Phase.REVIVE, Phase.BOARD_TOKEN)
    ):
        pending = () if phase is Phase.TURN else (phase,)
        if extra and not pending:
            continue  # it has begun
        state = attrs.evolve(
            settled, pawn=pawn, to_move=mover, extra_turn=extra, phase=phase, pending=pending
        ).state()
        keys.append(_key(state))
    assert len(set(keys)) == len(keys) == 17 * 2 * 5


@pytest.mark.parametrize(
    "change",
    [
        {"structure": {0: "palace", 1: "senate"}},
        {"structure": {0: "palace"}},
        {"cities": (CityPosition(coins=4), CityPosition(coins=5))},
        {"cities": (CityPosition(coins=5), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4, buildings=["altar"]), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4), CityPosition(coins=4, buildings=["altar"]))},
        {"cities": (CityPosition(coins=4), CityPosition(coins=4, buildings=["senate"]))},
        {"cities": (CityPosition(coins=4, buildings=["senate"]), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4, tokens=["strategy"]), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4), CityPosition(coins=4, tokens=["strategy"]))},
        {"cities": (CityPosition(coins=4, unbuilt=["piraeus"]), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4), CityPosition(coins=4, unbuilt=["piraeus"]))},
        {"cities": (CityPosition(coins=4, built={"piraeus": "altar"}), CityPosition(coins=4))},
        {"cities": (CityPosition(coins=4), CityPosition(coins=4, built={"piraeus": "altar"}))},
        {"military_tokens": ((5,), (2, 5))},
        {"military_tokens": ((2, 5), (2,))},
        {"board_tokens": BOARD[1:]},
    ],
)
def test_everything_that_can_count_is_in_the_key(change: dict[str, Any]) -> None:
    """What a position consists of tells its key from another one."""
    position = Position(
        age=Age.III,
        structure={0: "palace", 1: "obelisk"},
        cities=(CityPosition(coins=4), CityPosition(coins=4)),
        board_tokens=BOARD,
    )
    assert _key(position.state()) != _key(attrs.evolve(position, **change).state())


def test_what_cannot_count_is_not_in_the_key() -> None:
    """The discard pile counts only while a card of it can come back, the unseen ones while one is hidden."""
    cities = (CityPosition(built={"piraeus": "altar"}), CityPosition(unbuilt=["the-mausoleum"]))
    position = Position(age=Age.III, structure={0: "palace"}, cities=cities)
    other = attrs.evolve(position, discard_pile=["theatre"])
    later = attrs.evolve(position, discard_pile=["study"])
    keys = [_key(one.state()) for one in (position, other, later)]
    assert len(set(keys)) == 3
    for one in (position, other, later):
        one.cities = (cities[0], CityPosition())
    same = attrs.evolve(position, cities=(CityPosition(built={"piraeus": "baths"}), CityPosition()))
    assert len({_key(one.state()) for one in (position, other, later, same)}) == 1
    state = position.state()
    assert _key(state, 1) == _key(state, 2)
    hidden = attrs.evolve(position, structure={0: "palace", 2: "age-iii", 5: "senate"}).state()
    assert _key(hidden, 1) != _key(hidden, 2)


def test_the_discard_pile_counts_whichever_wonders_the_opponent_has() -> None:
    """A city with the Mausoleum can bring back cards beside any other wonder, and with any in the other city."""
    mausoleum = "the-mausoleum"
    others = [wonder for wonder in catalogue.wonders if wonder != mausoleum]
    for other in others:
        for mine, theirs in (
            ([mausoleum], [other]),
            ([other], [mausoleum]),
            ([mausoleum, other], []),
        ):
            cities = (CityPosition(unbuilt=mine), CityPosition(unbuilt=theirs))
            empty = Position(age=Age.III, structure={0: "palace"}, cities=cities)
            piled = attrs.evolve(empty, discard_pile=["theatre"])
            assert _key(empty.state()) != _key(piled.state())


def test_any_wonders_are_told_apart() -> None:
    """The constructed wonders are a set, whatever their numbers add up to."""
    position = Position(age=Age.III, structure={0: "palace"})
    keys = set()
    pairs = list(combinations(catalogue.wonders, 2))
    for first, second in pairs:
        built = CityPosition(built={first: "altar", second: "baths"})
        keys.add(_key(attrs.evolve(position, cities=(built, CityPosition())).state()))
    assert len(keys) == len(pairs) == 66


class Scoring(Effect):
    """Is worth as many points as there are cards in the discard pile."""

    def score(self, state: State, player: Player) -> int:
        """Return the points."""
        del player
        return len(state.discard_pile)


class Gaining(Effect):
    """Gives as many coins as there are cards in the discard pile."""

    def gain(self, state: State, player: Player) -> Gain:
        """Return the gain."""
        del player
        return Gain(coins=len(state.discard_pile))


@pytest.mark.parametrize("effect", [Scoring(), Gaining()])
def test_cards_of_your_own_can_look_at_everything(effect: Effect) -> None:
    """If there is one, states are the same only if they are equal."""
    cards = Catalogue(
        "own",
        [
            attrs.evolve(card, effects=(effect,)) if card.id == "senate" else card
            for card in catalogue.building_list
        ],
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    for one, same in ((catalogue, True), (cards, False)):
        position = Position(age=Age.III, structure={0: "palace"}, catalogue=one)
        other = attrs.evolve(position, discard_pile=["altar"])
        assert (_key(position.state()) == _key(other.state())) is same


def _choices(tokens: int) -> int:
    """Return what the numbers of draws from a box divide, however many tokens are left in it."""
    return lcm(*(comb(number, min(number, 3)) for number in range(1, tokens + 1)))


def test_the_scale_is_divisible_by_every_chance() -> None:
    """It has a factor for each hidden card and for each draw that can still come."""
    library = CityPosition(unbuilt=["the-great-library"])
    known = Position(age=Age.III, structure={0: "palace"}, board_tokens=BOARD)
    assert scale_of(known.state()) == 2
    hidden = attrs.evolve(known, structure=HIDDEN_ROW).state()
    guilds, others = (len(hidden.unseen(back)) for back in ("guild", "age-iii"))
    assert scale_of(hidden) == 2 * guilds * others * (others - 1)
    box = len(catalogue.token_list) - len(BOARD)
    for cities in ((library, CityPosition()), (CityPosition(), library)):
        assert scale_of(attrs.evolve(known, cities=cities).state()) == 2 * _choices(box)
    built = CityPosition(built={"the-great-library": "altar"})
    assert scale_of(attrs.evolve(known, cities=(built, CityPosition())).state()) == 2


def test_the_scale_counts_draws_of_all_cards() -> None:
    """Buildings and tokens can lead to draws as well, until somebody has them."""
    draws = (DrawTokens(),)
    cards = Catalogue(
        "draws",
        [
            attrs.evolve(card, effects=draws) if card.id in {"senate", "palace"} else card
            for card in catalogue.building_list
        ],
        catalogue.wonder_list,
        [
            attrs.evolve(token, effects=draws) if token.id in {"law", "economy"} else token
            for token in catalogue.token_list
        ],
        catalogue.structures,
    )
    known = Position(age=Age.III, structure={0: "arsenal"}, board_tokens=BOARD, catalogue=cards)
    each = _choices(len(cards.token_list) - len(BOARD))
    assert scale_of(known.state()) == 2 * each**4
    left = ("masonry", "philosophy", "theology")
    some = attrs.evolve(
        known,
        board_tokens=left,
        cities=(
            CityPosition(buildings=["senate"], tokens=["law"]),
            CityPosition(buildings=["palace"], tokens=["economy"]),
        ),
    )
    assert scale_of(some.state()) == 2
    some.cities = (CityPosition(buildings=["senate"], tokens=["law"]), CityPosition())
    some.board_tokens = ("economy", *left)
    assert scale_of(some.state()) == 2 * each**2


def _needed(solver: Callable[[Endgame], object], state: State) -> int:
    """Return how many moves and chance outcomes deep a search must be able to go."""
    for depth in range(50):
        endgame = Endgame(state, 1_000_000, _nothing)
        endgame.most_depth = depth
        try:
            solver(endgame)
        except OutOfNodesError:
            continue
        return depth
    raise AssertionError(state)


def test_the_depth_is_counted() -> None:
    """Each level of a search counts once on its way down, and no longer on its way back."""
    position = Position(
        age=Age.III, structure={0: "palace", 1: "obelisk", 2: "senate", 3: "arsenal"}
    )
    state = position.state()
    moves = list(state.legal_moves)
    assert _needed(Endgame.value, state) == 4
    assert _needed(lambda endgame: endgame.values(moves), state) == 3
    assert _needed(Endgame.best, state) == 3
    assert _needed(lambda endgame: endgame.lead(state, 100_000), state) == 4


def test_a_search_that_was_left_does_not_count_for_the_next() -> None:
    """An ending that takes too many nodes leaves no levels behind."""
    position = Position(
        age=Age.III, structure={0: "palace", 1: "obelisk", 2: "senate", 3: "arsenal"}
    )
    state = position.state()
    endgame = Endgame(state, 1_000_000, _nothing)
    endgame.most_depth = _needed(Endgame.value, state)
    for nodes in range(1, 4):
        with pytest.raises(OutOfNodesError):
            endgame.lead(state, nodes)
        endgame.known = {}
    assert endgame.lead(state, 100_000) == Endgame(state, 100_000, _nothing).lead(state, 100_000)


def _tied(cards: int, seat: Player) -> State:
    """Return a state in which moves with the same share are shared more or less often."""
    maker = CityPosition(
        coins=9,
        buildings=["glassworks", "press", "sawmill", "brickyard"],
        unbuilt=["the-great-library"],
    )
    other = CityPosition(coins=4, buildings=["palace"])
    state = Position(
        age=Age.III,
        structure=dict(enumerate(("town-hall", "arsenal")[:cards])),
        cities=(maker, other),
        board_tokens=["agriculture", "banking", "law", "mathematics", "urbanism"],
        to_move=Player.ONE if cards == 1 else Player.TWO,
        catalogue=EXTENDED,
    ).state()
    return state if seat is Player.ONE else mirrored(state)


def _ties(solution: Solution) -> bool:
    """Return whether a move has the share of the best one, but is shared more often."""
    first = solution.moves[0]
    return any(
        one.share(0) == first.share(0) and one.shared > first.shared for one in solution.moves
    )


@pytest.mark.parametrize("cards", [1, 2])
@pytest.mark.parametrize("seat", Player)
def test_of_equal_shares_the_rarer_shared_victory_is_best(cards: int, seat: Player) -> None:
    """The search for all best moves leaves out those that are shared more often."""
    state = _tied(cards, seat)
    solution = solve(state)
    assert solution is not None
    assert _ties(solution) == (cards == 1)
    first = solution.moves[0]
    best = {
        one.move
        for one in solution.moves
        if (one.share(0), one.shared) == (first.share(0), first.shared)
    }
    chosen, share = Endgame(state, 100_000, _nothing).best()
    assert set(chosen) <= best
    assert share == float(first.share(state.mover))
    found = _exact_values(state, 100_000)
    assert found is not None
    assert set(found.best) == {move.spec.index for move in best}


def _exact_values(state: State, nodes: int) -> ExactValues | None:
    """Solve the rest of a game, and return the values."""
    solving = Solving(state, nodes, _nothing)
    while solving.goes_on():
        assert solving.values is None
    return solving.values


def test_what_is_solved_in_parts_has_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on where it stopped, and the parts together take little more than the whole."""
    states = [state for state in walk(1, catalogue) if state.age is Age.III]
    state = next(state for state in states if state.cards_left == 8 and state.to_move)
    whole = Solving(state, 10**6, _nothing)
    monkeypatch.setattr(solution, "_PART", 10**6)
    assert not whole.goes_on()
    nodes = whole._endgame.nodes
    monkeypatch.setattr(solution, "_PART", nodes // 9)
    parts = Solving(state, 10**6, _nothing)
    number = 1
    while parts.goes_on():
        number += 1
        assert parts._endgame.nodes < number * (nodes // 9 + 60)
    assert 9 <= number < 20
    assert parts.values == whole.values is not None


def test_what_cannot_be_solved_does_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many states, a stop, or something that is never searched through."""
    monkeypatch.setattr(solution, "_PART", 500)
    late_ones = [state for state in walk(2, catalogue) if state.age is Age.III]
    ten = next(state for state in late_ones if state.cards_left == 10 and state.to_move)
    few = Solving(ten, 1_700, _nothing)
    assert [few.goes_on() for _ in range(4)] == [True, True, True, False]

    def stop() -> None:
        raise OutOfNodesError

    monkeypatch.setattr(solution, "_PART", 5_000)
    stopped = Solving(ten, 10**6, stop)
    assert not stopped.goes_on()
    states = [state for state in walk(2, catalogue) if state.age is Age.I and state.cards_left == 1]
    dealt = Solving(states[0], 10**6, _nothing)
    assert not dealt.goes_on()
    assert [one.values for one in (few, stopped, dealt)] == [None] * 3


def test_exact_values_are_those_of_the_solution() -> None:
    """For both seats, with every move that is best."""
    states = [state for seed in range(2, 20) for state in list(late(seed))[::2]]
    seen = 0
    for state in states:
        solution = solve(state, nodes=500)
        found = _exact_values(state, 500)
        assert (solution is None) == (found is None)
        if solution is None or found is None:
            continue
        if not state.legal_moves:
            assert found.wins == {0: float(solution.share("one"))}
            continue
        player = state.mover
        moves = {one.move.spec.index: one for one in solution.moves}
        assert found.wins == {number: float(one.share(player)) for number, one in moves.items()}
        rated = {number: (one.share(player), -one.shared) for number, one in moves.items()}
        best = max(rated.values())
        assert set(found.best) == {number for number, one in rated.items() if one == best}
        seen += 1
    assert seen > 30


@pytest.mark.parametrize("seat", Player)
def test_of_equal_shares_any_rarer_one_is_best(
    seat: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if none of them is never shared, which is rare in games."""
    structure = {0: "palace", 1: "obelisk"}
    state = Position(age=Age.III, structure=structure, to_move=seat, pawn=1).state()
    moves = [move.spec.index for move in state.legal_moves]
    values = [(6, 4, 12), (6, 2, 12)] * len(moves)
    monkeypatch.setattr(solution, "_values", lambda *_: values[: len(moves)])
    found = _exact_values(state, 1)
    assert found is not None
    assert found.best == tuple(moves[1::2])
    assert set(found.wins.values()) == {0.5}


# -- chance ----------------------------------------------------------------------------------------


def _waiting() -> list[State]:
    """Return states that wait for chance, of each kind and of several kinds in a row."""
    found: dict[object, State] = {}
    for seed in range(64):
        for state in walk(seed, catalogue, preferred={"the-great-library"}):
            if waits(state):
                found.setdefault((state.phase, state.age, tuple(state.pending_codes)), state)
    return list(found.values())


def test_the_keys_of_outcomes_tell_them_apart() -> None:
    """The same key stands for the same state, and another state has another key."""
    drawn = 0
    waiting = _waiting()
    assert (Phase.REVEAL, (Phase.LIBRARY_TOKEN,)) in [(one.phase, one.pending) for one in waiting]
    for state in waiting:
        outcomes = Outcomes(state, Chooser(Random(1)))
        known: dict[int, State] = {}
        for _ in range(150):
            if outcomes.is_exhausted:
                break
            after = outcomes.draw()
            if outcomes.key != UNIQUE:
                assert known.setdefault(outcomes.key, after) == after
                drawn += 1
        assert len(set(known.values())) == len(known)
    assert drawn > 100


# -- trees -----------------------------------------------------------------------------------------


def _below(node: Node, depth: int) -> list[tuple[int, Node]]:
    """Return the nodes below a node with their depth in moves."""
    found = []
    for edge in edges_of(node):
        children = [] if edge.child is None else [edge.child]
        reveal = edge.reveals
        while reveal is not None:
            children.append(reveal.node)
            reveal = reveal.following
        for child in children:
            found.append((depth + 1, child))
            found += _below(child, depth + 1)
    return found


def _grown(state: State, simulations: int, exploration: float = 1.5) -> Tree:
    tree = Tree(state, EVALUATION.rating, Chooser(Random(1)), exploration)
    tree.grow(simulations)
    return tree


def test_states_are_found_some_moves_below_a_node() -> None:
    """Across chance outcomes and into the next age, and no deeper than asked."""
    ages, depths = set(), set()
    states = [state for state in walk(5, catalogue) if state.legal_moves]
    last = [
        one for one, after in pairwise(states) if one.age and after.age and one.age != after.age
    ]
    for state in (states[0], states[15], states[-12], *last):
        tree = _grown(state, 900, exploration=0.02)
        every = _below(tree.root, 0)
        shallow: dict[State, int] = {}
        for depth, node in every:
            shallow[node.state] = min(depth, shallow.get(node.state, depth))
        for _, node in every[:: 1 + len(every) // 60]:
            needed = shallow[node.state]
            for depth in range(9):
                found = found_below(tree.root, node.state, depth)
                assert (found is not None) == (depth >= needed)
                assert found is None or found.state == node.state
            depths.add(needed)
            ages.add((state.age, node.state.age))
    assert any(before != after for before, after in ages)
    assert max(depths) > 5


def test_a_guide_may_score_below_zero() -> None:
    """The move with the highest score is tried, whatever the scores are."""

    class Distant:
        def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
            return value + share * sqrt(node_visits) / (visits + 1) - 50

    class Near(Distant):
        def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
            return super().score(value, share, visits, node_visits) + 75

    for seed in range(3):
        state = Game(seed=seed).state
        chosen = {
            SearchBot(1, simulations=60, evaluation=EVALUATION, selection=one).choose(state)
            for one in (Distant(), Near())
        }
        assert len(chosen) == 1


def test_a_move_tried_early_keeps_its_share() -> None:
    """In whatever order the moves are tried, each has what the prior said of it."""
    state = next(one for one in walk(5, catalogue) if one.age and len(one.legal_moves) > 8)

    class Rising:
        def shares(
            self, _state: State, moves: Sequence[Move], _values: Sequence[float]
        ) -> Sequence[float]:
            return [1.0 + move.index for move in moves]

    moves = state.legal_moves
    total = sum(1 + move.index for move in moves)
    shares = {move.index: (1 + move.index) / total for move in moves}
    tree = Searcher(EVALUATION, 1, 90_000_000, prior=Rising()).new_tree(state)
    for early in (moves[4], moves[-1], moves[0]):
        tree.visit_move(early.index)
    tree.grow(400)
    for move in moves:
        tree.visit_move(move.index)
    tried = list(edges(tree))
    assert {edge.move: edge.prior for edge in tried} == shares
    assert len(tried) == len(moves)
    assert sum(edge.visits for edge in tried) == 403 + len(moves)


# -- intervals -------------------------------------------------------------------------------------


def _edge(visits: int, total: float, static: float = 0.25) -> Edge:
    edge = Edge(3, static, 1.0, None)
    edge.visits, edge.total = visits, total
    edge.value = (total + static) / (visits + 1)
    return edge


def _after_parts(parts: list[tuple[int, float]]) -> Spreads:
    """Return the spreads of a search with one move after some parts, of ten simulations each."""
    root = _grown(Game(seed=2).state, 1)
    spreads = Spreads()
    for number, (visits, total) in enumerate(parts, 1):
        root.root.edges = _edge(visits, total)
        spreads.add(root, 10 * number)
    return spreads


def test_the_spread_of_a_move_is_that_of_its_parts() -> None:
    """The squares of what the parts differ from the mean, and one part with the assumed spread."""
    spreads = _after_parts([(4, 2.0), (4, 2.0), (9, 3.5)])
    edge = _edge(15, 8.0)
    rests = [(4, 2.0), (5, 1.5), (6, 4.5)]  # nothing came back in the second part
    squares = sum((total - visits * edge.value) ** 2 for visits, total in rests)
    squares += FIRST_SPREAD**2 * 15 / 3
    assert spreads.square(edge) == pytest.approx(squares * 4 / 3 / 16**2)


def test_the_mean_is_compared_with_an_early_one() -> None:
    """With that after an eighth of the parts, and with the first one while there are fewer."""
    edge = _edge(90, 30.0)
    for number in (2, 8, 15, 16, 17, 24, 40):
        marks = [(one, one * one / 100) for one in range(1, number + 1)]
        visits, total = marks[max(0, number // 8 - 1)]
        expected = edge.value - (total + 0.25) / (visits + 1)
        assert _after_parts(marks).change(edge) == pytest.approx(expected)
    assert _after_parts([(5, 5.0)]).change(edge) == pytest.approx(edge.value - 0.25)


def test_parts_grow_when_there_are_many() -> None:
    """Two of them become one, and those that follow are twice as long."""
    tree = _grown(Game(seed=2).state, 1)
    spreads = Spreads()
    kept = []
    for simulations in range(10, 10 * 4 * MOST_PARTS + 1, 10):
        tree.root.edges = _edge(simulations, simulations / 4)
        spreads.add(tree, simulations)
        kept.append(len(spreads._marks))
    assert max(kept) < MOST_PARTS
    # 64 parts of 10 become 32 of 20, then 32 of 40, then 32 of 80.
    assert [kept.count(1), kept[62:66]] == [1, [63, 32, 32, 33]]
    visits = [mark[3][0] for mark in spreads._marks]
    assert {after - before for before, after in pairwise(visits)} == {80}
    assert visits[0] == 80


# -- samples ---------------------------------------------------------------------------------------


def _samples(games: int, margins: int, squares: int) -> Samples:
    samples = Samples()
    samples.games, samples.margins, samples.squares = games, margins, squares
    samples.sums[0] = games
    return samples


def test_samples_of_a_move_are_added_up() -> None:
    """Those of workers that have not tried the move are left out."""
    together = Samples.together([None, _samples(2, 6, 20), None, _samples(3, -3, 9)])
    assert together is not None
    assert (together.games, together.margins, together.squares) == (5, 3, 29)
    assert together.sums[0] == 5
    assert Samples.together([None, None]) is None


def _finding(move: int, visits: int, total: float, **others: Any) -> Finding:
    nothing: dict[str, Any] = {
        "static": 0.1,
        "exact": None,
        "square": 0.0,
        "change": 0.0,
        "outcomes": (),
        "rest": (),
        "replies": (),
        "samples": None,
    }
    return Finding(move=move, visits=visits, total=total, **{**nothing, **others})


def _reply(building: str, visits: int, win_probability: float, move: str) -> Reply:
    return Reply(
        outcomes=(CardRevealed(13, catalogue.buildings[building]),),
        probability=0.125,
        visits=visits,
        player=Player.TWO,
        move=parse_move(move),
        win_probability=win_probability,
    )


def test_what_several_searches_found_is_added_up() -> None:
    """Means are weighted by their visits, errors shrink, and what moves with each stays."""
    one = Findings(
        simulations=10,
        tried=(
            _finding(4, 3, 1.5, square=0.5, change=0.25, samples=_samples(2, 6, 20)),
            _finding(5, 6, -2.0, exact=0.75),
        ),
        untried=((6, 0.3), (7, 0.2)),
        exact=ExactValues({4: 0.5}, (4,)),
    )
    two = Findings(
        simulations=20,
        tried=(
            _finding(6, 1, 0.5),
            _finding(5, 9, 4.0),
            _finding(4, 11, 2.5, static=0.2, square=0.125, change=-0.5, samples=_samples(3, -3, 9)),
        ),
        untried=((7, 0.2),),
    )
    assert Findings.together([one]) is one
    both = Findings.together([one, two])
    assert both.simulations == 30
    assert [found.move for found in both.tried] == [4, 5, 6]
    assert both.untried == ((7, 0.2),)
    assert both.exact is one.exact
    assert Findings.together([two, two]).exact is None
    four, five, six = both.tried
    # The value after the move counts once for each search: 4 of 16, and 12 of 16.
    assert (four.visits, four.total, four.static) == (14, 4.0, 0.1)
    assert four.square == 0.25 * 0.25 * 0.5 + 0.75 * 0.75 * 0.125
    assert four.change == 0.25 * 0.25 + 0.75 * -0.5
    assert four.samples is not None
    assert four.samples.games == 5
    assert (five.visits, five.total, five.exact, five.value) == (15, 2.0, 0.75, 0.5)
    assert six == two.tried[0]


def test_of_exactly_best_moves_the_search_decides() -> None:
    """The one that was played comes first; without simulations of any, it is the first one."""
    tried = (_finding(4, 30, 27.0), _finding(5, 20, -8.0), _finding(7, 20, -2.0))
    exact = ExactValues({4: 0.25, 5: 0.75, 6: 0.75, 7: 0.75}, (5, 6, 7))
    found = Findings(simulations=70, tried=tried, untried=((6, 0.3),), exact=exact)
    assert [found.best(played) for played in (None, 4, 5, 6, 7)] == [7, 7, 5, 6, 7]
    untried = attrs.evolve(found, tried=tried[:1])
    assert [untried.best(played) for played in (None, 4, 6)] == [5, 5, 6]
    assert attrs.evolve(found, exact=None).best(None) == 4


def test_the_sums_of_several_searches_are_added_up() -> None:
    """What came back is added; the value after a move is the same for all."""
    one = sums_of(7, [_edge(2, 0.5), _other(4, -1.0)])
    two = sums_of(9, [_other(3, 0.75)])
    assert (one.simulations, two.simulations) == (7, 9)
    first, second = added_up([one, two])
    assert (first.move, first.visits, first.total, first.value) == (3, 2, 0.5, 0.25)
    assert (second.move, second.visits, second.total, second.static) == (8, 7, -0.25, 0.75)
    assert second.value == 0.5 / 8


def _other(visits: int, total: float) -> Edge:
    edge = Edge(8, 0.75, 1.0, None)
    edge.visits, edge.total = visits, total
    return edge


def test_replies_of_several_searches_are_added_up() -> None:
    """The reply is that of the search with the most visits, and the value a mean by visits."""
    one = _finding(4, 3, 1.5, replies=(_reply("press", 1, 0.5, "discard press"),))
    replies = (_reply("tavern", 4, 0.125, "build tavern"), _reply("press", 3, 1.0, "build press"))
    two = _finding(4, 5, 1.5, replies=replies)
    searches = [Findings(simulations=3, tried=(found,), untried=()) for found in (one, two)]
    found = Findings.together(searches).tried[0].replies
    assert found == (_reply("press", 4, 0.875, "build press"), replies[0])


@pytest.mark.parametrize("visits", [(49, 43, 3), (13, 23, 22, 2)])
def test_a_reply_of_several_searches_wins_at_most_always(visits: tuple[int, ...]) -> None:
    """Shares of 1 may add up to more than 1 in floats."""
    assert [*accumulate(number / sum(visits) for number in visits)][-1] > 1.0
    searches = [
        Findings(
            simulations=number,
            tried=(
                _finding(4, number, 1.0, replies=(_reply("press", number, 1.0, "build press"),)),
            ),
            untried=(),
        )
        for number in visits
    ]
    assert Findings.together(searches).tried[0].replies[0].win_probability == 1.0


def test_the_error_of_a_margin_is_no_root_of_a_negative_number() -> None:
    """Games with the same margin have no spread, however floats are rounded."""
    for margin in range(10**8, 10**8 + 40):
        outlook = _samples(7, 7 * margin, 7 * margin * margin).outlook()
        assert outlook is not None
        assert outlook.margin_error is not None
        assert outlook.margin_error >= 0
    spread = _samples(4, 8, 4 * 4 + 2 * 9).outlook()  # 2 ± 3, twice 2
    assert spread is not None
    assert spread.margin_error == pytest.approx(stdev([5, -1, 2, 2]) / 2)


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2, 5])
def test_each_worker_draws_in_its_own_way(place: int) -> None:
    """The first one draws as a search without others does."""
    name = f"search, worker {place + 1}" if place else "search"
    own = Searcher(EVALUATION, 7, 10_000_000, place=place).generator("search")
    assert own.random() == generator(name, 7).random()


def test_the_memory_for_endings_is_what_the_tree_leaves() -> None:
    """The nodes of a tree and the positions of endings that it keeps take theirs."""
    memory = 9_000_000
    one = Searcher(EVALUATION, 1, memory)
    free = one._solving_nodes(None) * 300
    assert memory - NODE_BYTES - 300 < free <= memory
    assert one._solving_nodes(77) == 77
    state = next(
        state for state in walk(3, catalogue) if state.age is Age.III and state.cards_left == 7
    )
    tree = one.think(state, 400, None)
    assert tree.solved() > 100
    taken = tree.nodes * NODE_BYTES + tree.solved() * 600
    left = one._solving_nodes(None) * 300
    assert memory - taken - NODE_BYTES - 300 < left < memory - taken + 2 * NODE_BYTES


def test_nothing_is_solved_before_the_last_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than ten cards or before Age III, no time is spent on it."""
    asked: list[int] = []

    def note(state: State, *_: object) -> None:
        asked.append(state.cards_left)

    monkeypatch.setattr(searcher, "best_moves", note)
    monkeypatch.setattr(searcher, "Solving", note)
    one = Searcher(EVALUATION, 1, 9_000_000)
    for state in walk(3, catalogue):
        if state.legal_moves:
            assert one.solved(state, 50, None, time.process_time) is None
            assert one.solving(state, 50, None, time.process_time, _never) is None
    assert set(asked) == set(range(1, 11))


@pytest.mark.parametrize(("simulations", "most"), [(50, 20_000), (1_001, 20_020), (None, None)])
def test_the_nodes_of_endings_follow_from_the_simulations(
    monkeypatch: pytest.MonkeyPatch, simulations: int | None, most: int | None
) -> None:
    """Five for each simulation, and twenty for all moves of an analysis, but at least 20,000."""
    nodes: list[int] = []
    monkeypatch.setattr(searcher, "best_moves", lambda _, number, __: nodes.append(number))
    monkeypatch.setattr(searcher, "Solving", lambda _, number, __: nodes.append(number))
    one = Searcher(EVALUATION, 1, 90_000_000)
    state = next(late(2))
    one.solved(state, simulations, None, time.process_time)
    one.solving(state, simulations, None, time.process_time, _never)
    room = one._solving_nodes(None)
    assert nodes == [room if simulations is None else 5 * simulations, most or room]


def test_the_steps_follow_the_time_that_they_take() -> None:
    """A step is twice as long after a quick one, at most 16 simulations, and half after a slow one."""
    one = Searcher(EVALUATION, 1, 90_000_000)
    tree = one.begin(Game(seed=1).state)
    takes = [0.001] * 6 + [0.003] * 3 + [0.01] * 6 + [0.0] * 3 + [99.0]
    times = iter([0.0, *accumulate(takes)])
    grown: list[int] = []
    steps = list(one.steps(tree, None, 90.0, lambda: next(times), grown.append))
    quick, kept, slow = [1, 2, 4, 8, 16, 16], [16, 16, 16], [16, 8, 4, 2, 1, 1]
    assert steps == grown == [*quick, *kept, *slow, 1, 2, 4, 8]
    assert next(times, None) is None
    # Without a limit of time, the steps do not depend on it.
    assert list(one.steps(tree, 40, None, lambda: next(times), grown.append)) == [16, 16, 8]


def test_the_end_of_the_time_counts_what_it_takes_to_free_the_tree() -> None:
    """The time for each node is kept free."""
    one = Searcher(EVALUATION, 1, 90_000_000)
    tree = one.begin(Game(seed=1).state)
    assert tree.nodes == 1
    for spare, number in ((0.0, 10), (3.5, 7), (9.0, 1)):
        clock = Clock(1.0)  # 1 when it begins, 11 after the tenth step
        steps = one.steps(tree, None, 11.0, clock, lambda _: None, spare)
        assert len(list(steps)) == number


def test_solving_ends_after_a_quarter_of_the_time() -> None:
    """The clock counts from the beginning of solving, and a stop ends it at once."""
    pause = searcher._solving_pause(100.0, Clock(20.0), _never)  # begins at 20, a quarter of 80
    for _ in range(2):  # at 40, when the time is just over, and at 60
        with pytest.raises(OutOfNodesError):
            pause()
    slow = searcher._solving_pause(100.0, Clock(9.0), _never)  # from 9 to 31.75
    slow()  # 18
    slow()  # 27
    with pytest.raises(OutOfNodesError):
        slow()  # 36
    searcher._solving_pause(None, Clock(1.0), _never)()
    with pytest.raises(OutOfNodesError):
        searcher._solving_pause(None, Clock(1.0), lambda: True)()


def test_endings_in_the_tree_end_with_the_time() -> None:
    """Solving them ends when the time is over, and later."""
    searcher._end_at(5.0, lambda: 4.9)
    for now in (5.0, 5.1):
        with pytest.raises(OutOfNodesError):
            searcher._end_at(5.0, lambda now=now: now)  # type: ignore[misc]


def test_each_worker_needs_memory() -> None:
    """The least memory is that of as many searches."""
    expect_limits(1, None, "process", 3_000_000, 3)
    with pytest.raises(WrongTypeError, match="3000000"):
        expect_limits(1, None, "process", 2_999_999, 3)


def test_an_interval_is_at_least_0() -> None:
    """Negative numbers of seconds and nan are no intervals; infinity is one."""
    assert [value for value in (-inf, -1.0, nan, 0, 0.5, inf, "1", None) if is_interval(value)] == [
        0,
        0.5,
        inf,
    ]


def test_the_limit_of_workers_is_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many workers as there can be here are allowed, and no more."""
    monkeypatch.setattr(limits, "MOST_WORKERS_HERE", 61)
    assert [expect_workers(count) for count in (1, 60, 61)] == [1, 60, 61]
    for count in (62, 256):
        with pytest.raises(
            WrongTypeError, match=f"^expected at most 61 workers on Windows, got {count}$"
        ):
            expect_workers(count)


def test_the_defaults_are_those_of_the_page() -> None:
    """A tree has room for 1 GiB, and 256 processes can share the work, or 61 on Windows."""
    assert limits.MEMORY == 1024**3
    assert (61 if os.name == "nt" else 256) == limits.MOST_WORKERS_HERE


# -- one ply ---------------------------------------------------------------------------------------


def test_the_noise_is_the_standard_deviation() -> None:
    """The errors have the mean 0 and spread as said."""
    bot = OnePlyBot(1, evaluation=Points(), noise=2.5)
    errors = [bot._error() for _ in range(4_000)]
    assert fmean(errors) == pytest.approx(0, abs=0.15)
    assert stdev(errors) == pytest.approx(2.5, rel=0.05)
    assert OnePlyBot(1, evaluation=Points())._error() == 0


def test_the_errors_are_the_same_everywhere() -> None:
    """A seed stands for certain errors in every version, so that its games can be played again."""
    bot = OnePlyBot(7, evaluation=Points(), noise=1.0)
    assert [round(bot._error(), 9) for _ in range(4)] == [
        0.272656934,
        0.191140618,
        0.967131709,
        0.395670442,
    ]


@pytest.mark.parametrize("seat", Player)
def test_the_noise_is_added_to_the_log_odds(seat: Player) -> None:
    """Each player makes the same mistakes: an error is added to the log-odds for the player to move."""
    position = Position(
        age=Age.III,
        structure={0: "palace", 1: "obelisk", 2: "arsenal", 3: "study", 4: "gardens"},
        to_move=seat,
        cities=(CityPosition(coins=40), CityPosition(coins=40)),
    )
    state = position.state()
    sign = 1 if seat is Player.ONE else -1
    odds = [sign * Points().log_odds(state.apply(move)) for move in state.legal_moves]
    bot, errors = (OnePlyBot(3, evaluation=Points(), noise=0.7) for _ in range(2))
    for _ in range(40):
        values = [one + errors._error() for one in odds]
        assert bot.choose(state) == state.legal_moves[values.index(max(values))]


def test_the_noise_is_shown_without_zeros() -> None:
    """The noise of 2 is shown as the whole number that it is."""
    assert repr(OnePlyBot(noise=2)) == "<OnePlyBot noise=2>"


def test_a_forced_move_needs_no_errors() -> None:
    """The moves chosen later are the same as if it had not been asked for."""
    states = [one for one in walk(3, catalogue) if one.legal_moves]
    free = [one for one in states if len(one.legal_moves) > 1]
    assert len(states) > len(free) + 2
    both, alone = (OnePlyBot(1, evaluation=Points(), noise=2.5) for _ in range(2))
    chosen = {state: both.choose(state) for state in states}
    assert [chosen[state] for state in free] == [alone.choose(state) for state in free]


@pytest.mark.parametrize("seat", Player)
def test_each_player_takes_the_best_move(seat: Player) -> None:
    """One ply ahead, by an evaluation that speaks for player one."""
    position = Position(
        age=Age.III,
        structure={0: "palace", 1: "obelisk", 2: "arsenal"},
        to_move=seat,
        cities=(CityPosition(coins=40), CityPosition(coins=40)),
    )
    state = position.state()
    sign = 1 if seat is Player.ONE else -1
    values = {move: sign * EVALUATION.log_odds(state.apply(move)) for move in state.legal_moves}
    assert len(set(values.values())) > 2
    assert OnePlyBot(1, evaluation=EVALUATION).choose(state) == max(
        values, key=lambda one: values[one]
    )
