"""Analyses: every phase, sums, perspectives, the same everywhere, updates, documents, words, errors."""

from __future__ import annotations

import json
import threading
import time
import weakref
from functools import cache
from hashlib import sha256
from itertools import pairwise
from math import inf, nan, sqrt
from random import Random
from threading import Event
from typing import Any

import attrs
import jsonschema
import pytest

from tests.amounts import part
from tests.builders import EXTENDED
from tests.masked import Masked, readable
from tests.own_cards import OWN
from tests.wording import Wording
from tools import goldens
from wonders_duel import (
    Age,
    BotError,
    CatalogueError,
    CityPosition,
    Deal,
    FormatError,
    Game,
    IllegalMoveError,
    NoMoverError,
    Phase,
    Player,
    Position,
    State,
    WrongTypeError,
    catalogue,
    parse_move,
    serialization,
)
from wonders_duel.chance.outcomes import AgeDealt, CardRevealed
from wonders_duel.engine.chooser import Chooser
from wonders_duel.engine.tally import Tally
from wonders_duel.evaluation import LinearEvaluation, Weights
from wonders_duel.languages import LANGUAGES, Language
from wonders_duel.languages import language as language_of
from wonders_duel.render.analyses import analysis_rows
from wonders_duel.search import (
    Analysis,
    Mark,
    MoveAnalysis,
    Outlook,
    SearchBot,
    Stop,
    analyse,
    analysing,
    review,
    solution,
    solve,
)
from wonders_duel.search import searcher as searcher_module
from wonders_duel.search.findings import ExactValues
from wonders_duel.search.samples import Samples
from wonders_duel.search.searcher import Searcher, edges_of
from wonders_duel.search.solution import Solving
from wonders_duel.search.study import Study
from wonders_duel.search.tree import Tree
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

CATALOGUES = [catalogue, EXTENDED, OWN]
WEIGHTS: Weights = {
    "coins": 0.03,
    "blue points": 0.1,
    "green points": 0.08,
    "symbols": [0, 0.1, 0.3, 0.6, 1.1, 2, 4],
    "built wonders": 0.5,
    "lead": 0.12,
    "next to move": 0.1,
}
EVALUATIONS = {id(cards): LinearEvaluation(WEIGHTS, cards) for cards in CATALOGUES}
EVALUATION = EVALUATIONS[id(catalogue)]
NAMES = ("Ann", "Ben")


class Wrong:
    """An evaluation that raises an error, or returns what is not a number, after some calls."""

    def __init__(self, value: Any, after: int = 0) -> None:
        """Keep the value."""
        self.value = value
        self.after = after

    def log_odds(self, _: State) -> float:
        """Return it, or raise it."""
        self.after -= 1
        if self.after >= 0:
            return 0.0
        if isinstance(self.value, Exception):
            raise self.value
        return self.value  # type: ignore[no-any-return]  # which is the point


def quick(state: State, simulations: int = 60, **options: Any) -> Analysis:
    """Analyse a state with few simulations and samples."""
    chosen: dict[str, Any] = {"evaluation": EVALUATION, "seed": 1, "samples": 2, **options}
    return analyse(state, simulations=simulations, **chosen)


@cache
def phases() -> dict[str, State]:
    """Return a state of each phase of the base game, from the start on."""
    found = {"start": State.start(), "first game": State.start(rules="first-game")}
    for seed in range(12):
        for state in walk(seed, catalogue):
            if not state.is_over:
                found.setdefault(f"{state.phase} {state.age_number}", state)
    return found


@cache
def revealing() -> State:
    """Return a state in which the first of some moves reveals a card."""
    return next(
        state
        for state in walk(3, catalogue)
        if state.legal_moves and state.apply(state.legal_moves[0]).phase is Phase.REVEAL
    )


# -- contents --------------------------------------------------------------------------------------


def _check(analysis: Analysis) -> None:
    """Check what holds for every analysis."""
    state = analysis.state
    assert {one.move for one in analysis.moves} == set(state.legal_moves)
    assert len(analysis.moves) == len(state.legal_moves)
    assert analysis.player is (state.to_move or Player.ONE)
    assert 0 <= analysis.low <= analysis.win_probability <= analysis.high <= 1
    assert bool(analysis.moves) == (state.chance is None)
    assert bool(analysis.outcomes) == (state.chance is not None)
    if analysis.moves:
        assert sum(one.visits for one in analysis.moves) == analysis.simulations
        first = analysis.best
        assert (first.win_probability, first.low, first.high, first.line, first.outlook) == (
            analysis.win_probability,
            analysis.low,
            analysis.high,
            analysis.line,
            analysis.outlook,
        )
    now = state
    for outcome in analysis.outcomes:
        now = now.resolve(outcome)
    for step in analysis.line:
        assert str(step).startswith(f"{now.to_move}: {step.move}")
        assert str(step).endswith(")") == bool(step.outcomes)
        assert step.player is now.to_move
        now = now.apply(step.move)
        for outcome in step.outcomes:
            now = now.resolve(outcome)
    for one in analysis.moves:
        assert 0 <= one.low <= one.win_probability <= one.high <= 1
        assert one.line[0].move is one.move
        _check_replies(one, state.apply(one.move))
    _check_replies(analysis, state)


def test_endings_are_exact() -> None:
    """After the last reveal, values and replies are those of the solution."""
    state = Position(
        age=Age.III,
        structure={0: "palace", 2: "age-iii", 5: "senate"},
        cities=(CityPosition(coins=8), CityPosition(coins=12)),
    ).state()
    replies = [
        (reply, state.apply(one.move).resolve(reply.outcomes[0]))
        for one in analyse(state, simulations=300, seed=1).moves
        for reply in one.replies
    ]
    assert len(replies) > 10
    for reply, after in replies:
        solution = solve(after)
        assert solution is not None
        assert reply.win_probability == pytest.approx(float(solution.share(state.mover)))
        best = {one.move for one in solution.moves if one.share("one") == solution.share("one")}
        assert reply.move in best


def _last_states(seeds: range) -> list[State]:
    """Return the last states of some games: some with a choice, some that wait for chance."""
    return [
        state
        for seed in seeds
        for state in walk(seed, catalogue)
        if state.age is Age.III and state.cards_left < 7 and not state.is_over
    ]


def test_what_can_be_solved_is_exact() -> None:
    """Every move has its exact value, so that no best move is called a blunder."""
    players = set()
    estimated = 0
    for state in _last_states(range(part(10, at_least=2))):
        solution = solve(state, nodes=10_000)
        if solution is None:
            continue
        players.add(state.to_move)
        analysis = quick(state, 20, samples=0)
        assert analysis.is_exact
        share = float(solution.share(state.to_move or "one"))
        assert analysis.low == analysis.win_probability == analysis.high == share
        values = {one.move: float(one.share(analysis.player)) for one in solution.moves}
        for one in analysis.moves:
            assert one.is_exact
            assert one.win_probability == values[one.move]
        if state.to_move:
            again = quick(state, 1, samples=0, played=state.legal_moves[0])
            assert again.loss == share - values[state.legal_moves[0]]
        estimated += abs(_without_solver(state).win_probability - share) > 0.01
    assert players == {None, Player.ONE, Player.TWO}
    assert estimated > 5


def _without_solver(state: State, simulations: int = 20) -> Analysis:
    """Return the analysis of a state that must not be solved first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Searcher, "solving", lambda *_: None)
        return quick(state, simulations, samples=0)


def test_a_best_move_is_not_the_exact_value_of_its_state_if_others_are_open() -> None:
    """A search that is stopped early has solved what follows one move, and hardly tried the others."""
    open_ones = 0
    for state in _last_states(range(6)):
        analysis = _without_solver(state, 2)
        if not analysis.moves or not analysis.best.is_exact:
            continue
        assert analysis.low == analysis.win_probability
        is_sure = analysis.low == 1 or all(one.is_exact for one in analysis.moves)
        assert analysis.is_exact == is_sure
        assert analysis.high == max(one.high for one in analysis.moves)
        assert ("(exact;" in analysis.sentences()[1]) == is_sure
        open_ones += not is_sure
    assert open_ones > 2


def test_replies_that_the_tree_has_solved_are_not_solved_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are the best ones, and reading hundreds of them does not take longer than the search."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("wonders_duel.search.reading.best_moves", never)
    structure = {0: "palace", 1: "pretorium", 2: "age-iii", 5: "senate"}
    solved = 0
    for coins in (4, 12, 30):
        cities = (
            CityPosition(coins=coins, unbuilt=["the-sphinx"]),
            CityPosition(coins=12, unbuilt=["the-colossus"]),
        )
        state = Position(age=Age.III, structure=structure, cities=cities).state()
        analysis = quick(state, 100, samples=0)
        for one in analysis.moves:
            for reply in one.replies:
                after = state.apply(one.move)
                for outcome in reply.outcomes:
                    after = after.resolve(outcome)
                solution = solve(after, nodes=1_000)
                assert solution is not None
                assert reply.win_probability == float(solution.share(analysis.player))
                first = solution.moves[0]
                assert reply.move in [
                    one.move
                    for one in solution.moves
                    if attrs.evolve(one, move=first.move) == first
                ]
                solved += 1
    assert solved > 20


def test_of_best_moves_one_without_shared_victories_is_best() -> None:
    """Moves that are exactly the best are those that the solution has first."""
    differing = 0
    for state in _last_states(range(10)):
        solution = solve(state, nodes=10_000)
        if solution is None or len(solution.moves) < 2:
            continue
        first = solution.moves[0]
        best = {one.move for one in solution.moves if attrs.evolve(one, move=first.move) == first}
        differing += len(best) < len(solution.moves)
        for simulations in (1, 60):
            assert quick(state, simulations, samples=0).best.move in best
        for one in best:
            assert quick(state, 1, samples=0, played=one).best.was_played
    assert differing > 2


def test_what_takes_too_long_to_solve_is_estimated() -> None:
    """A small limit of time, or a stop, leaves the values to the search."""
    state = next(state for state in _last_states(range(1)) if state.to_move)
    assert quick(state, 100).is_exact
    searcher = Searcher(EVALUATION, 1, 10_000_000)
    now = time.process_time
    assert _exact(searcher, state, 100, None, now, lambda: False) is not None
    early = next(state for state in walk(0, catalogue) if state.cards_left == 10)
    late = next(state for state in walk(0, catalogue) if state.age is Age.III and state.mover)
    for one in (early, late):
        assert searcher.solving(one, 100, None, now, lambda: False) is None
    ten = next(one for one in walk(0, catalogue) if one.age is Age.III and one.cards_left == 10)
    assert _exact(searcher, ten, 10**9, now(), now, lambda: False) is None
    assert _exact(searcher, ten, 10**9, None, now, lambda: True) is None


def _exact(searcher: Searcher, *arguments: Any) -> ExactValues | None:
    """Solve the rest of a game, and return the values."""
    solving = searcher.solving(*arguments)
    assert solving is not None
    while solving.goes_on():
        assert solving.values is None
    return solving.values


def test_many_samples_take_no_time() -> None:
    """There are no more games than visits, however many may be played."""
    analysis = quick(revealing(), 20, samples=10**9)
    assert sum(one.outlook.games for one in analysis.moves if one.outlook is not None) < 40


def _check_replies(analysis: Analysis | MoveAnalysis, before: State) -> None:
    """Check the replies to the chance outcomes after a state."""
    if isinstance(analysis, MoveAnalysis) and analysis.visits:
        assert bool(analysis.replies) == (before.chance is not None)
    for reply in analysis.replies:
        now = before
        probability = 1.0
        for outcome in reply.outcomes:
            assert now.chance is not None
            probability /= now.chance.count
            now = now.resolve(outcome)
        assert reply.player is now.to_move
        assert reply.move in now.legal_moves
        if any(isinstance(outcome, AgeDealt) for outcome in reply.outcomes):
            assert reply.probability is None
        else:
            assert reply.probability == pytest.approx(probability)
    every = sum(reply.probability or 0.0 for reply in analysis.replies)
    assert every <= 1 + 1e-9
    moves = {reply.move for reply in analysis.replies}
    assert {reply.move for reply in analysis.changes} == moves - {analysis.usual_reply}
    assert 0 <= analysis.change_probability < 1
    assert bool(analysis.changes) == (analysis.change_probability > 0)


@pytest.mark.parametrize("name", phases())
def test_every_phase_is_analysed(name: str) -> None:
    """Decisions and chance nodes of every phase: moves, lines and replies agree with the rules."""
    _check(quick(phases()[name]))


def test_every_kind_of_chance_and_decision_is_met() -> None:
    """The states above are of every phase but that of a custom choice."""
    assert {state.phase for state in phases().values()} >= set(Phase) - {
        Phase.CHOICE,
        Phase.OVER,
    }


@pytest.mark.parametrize("number", range(len(CATALOGUES)))
def test_custom_cards_are_analysed(number: int) -> None:
    """With other catalogues, and an evaluation for them."""
    cards = CATALOGUES[number]
    evaluation = EVALUATIONS[id(cards)]
    for state in list(walk(number, cards))[:-1][::9]:
        _check(quick(state, 20, samples=1, evaluation=evaluation))


def test_a_move_of_another_catalogue_is_the_one_played() -> None:
    """As for a game: ``parse_move`` reads moves of the base game, whose numbers are others."""
    game = Game(seed=3, catalogue=EXTENDED)
    for _ in range(12):
        game.play(game.legal_moves[0])
    state = game.state
    own = next(move for move in state.legal_moves if str(move) == "build press")
    given = parse_move("build press")
    assert given.index != own.index
    evaluation = LinearEvaluation({"coins": 0.1}, EXTENDED)
    found = analyse(state, simulations=40, samples=0, seed=1, evaluation=evaluation, played=given)
    assert found.played is not None
    assert found.played.move is own
    assert found.played.visits >= 8
    assert found == analyse(
        state, simulations=40, samples=0, seed=1, evaluation=evaluation, played=own
    )


def test_all_outcomes_of_one_reveal_are_drawn() -> None:
    """Their probabilities are exact, and add up to 1; the win probability is close to their mean."""
    state = next(
        state
        for state in walk(3, catalogue)
        if state.phase is Phase.REVEAL
        and state.chance is not None
        and state.resolve(next(iter(state.chance.outcomes()))[0]).chance is None
    )
    assert state.chance is not None
    analysis = quick(state, 300)
    assert len(analysis.replies) == state.chance.count
    assert {reply.outcomes for reply in analysis.replies} == {
        (outcome,) for outcome, _ in state.chance.outcomes()
    }
    assert {reply.probability for reply in analysis.replies} == {1 / state.chance.count}
    assert sum(reply.visits for reply in analysis.replies) == analysis.simulations
    mean = sum(reply.win_probability for reply in analysis.replies) / len(analysis.replies)
    assert analysis.win_probability == pytest.approx(mean, abs=0.02)


def test_what_changes_the_reply() -> None:
    """A reply is another one only where it is: the usual one has the largest probability."""
    analysis = quick(revealing(), 400)
    one = max(analysis.moves, key=lambda one: len({reply.move for reply in one.replies}))
    weights: dict[str, float] = {}
    for reply in one.replies:
        assert reply.probability is not None
        weights[str(reply.move)] = weights.get(str(reply.move), 0.0) + reply.probability
    assert len(weights) > 1
    assert weights[str(one.usual_reply)] == max(weights.values())
    assert one.change_probability == pytest.approx(
        1 - max(weights.values()) / sum(weights.values())
    )
    assert str(one.changes[0]).endswith(f" %): {one.changes[0].move}")


def test_every_move_is_visited() -> None:
    """Every move gets a part of the simulations, and the one that was played a fifth."""
    state = phases()["turn 1"]
    analysis = quick(state, 400, samples=0)
    assert min(one.visits for one in analysis.moves) >= 4
    worst = analysis.moves[-1].move
    again = quick(state, 400, samples=0, played=worst)
    assert again.played is not None
    assert again.played.move is worst
    assert 79 <= again.played.visits <= 90
    assert again.loss == again.best.win_probability - again.played.win_probability > 0
    assert sum(one.was_played for one in again.moves) == 1
    assert (analysis.played, analysis.loss, analysis.mark) == (None, 0.0, None)


def test_the_bot_agrees() -> None:
    """With many simulations, the bot chooses a move that the analysis likes."""
    state = phases()["turn 2"]
    move = SearchBot(1, simulations=800, evaluation=EVALUATION).choose(state)
    analysis = quick(state, 800, samples=0)
    value = next(one for one in analysis.moves if one.move is move).win_probability
    assert value == pytest.approx(analysis.best.win_probability, abs=0.05)


def test_a_win_is_certain() -> None:
    """A move that wins at once has the probability 1, exactly; the other player's is 0."""
    state = Position(
        age=Age.I,
        structure={0: "baths", 1: "guard-tower", 2: "altar"},
        pawn=8,
        military_tokens=((2, 5), ()),
    ).state()
    analysis = quick(state, 40, samples=20)
    assert analysis.best.move == parse_move("build guard-tower")
    assert (analysis.low, analysis.win_probability, analysis.high) == (1, 1, 1)
    assert analysis.win_probability_of("two") == 0
    assert analysis.interval_of("two") == (0, 0)
    assert analysis.interval_of("one") == (1, 1)
    outlook = analysis.outlook
    assert outlook is not None
    assert outlook.victories("one") == {"military": 1, "scientific": 0, "civilian": 0}
    assert outlook.margin_error == 0


def test_of_winning_moves_the_one_that_was_played_is_best() -> None:
    """Also where the game is far from its end, so that it cannot be solved."""
    cards = ("barracks", "walls", "temple", "statue", "rostrum", "school")
    cities = (CityPosition(coins=60), CityPosition(coins=20))
    structure = dict(enumerate(cards))
    state = Position(age=Age.II, structure=structure, cities=cities, pawn=8).state()
    winning = [parse_move("build barracks"), parse_move("build walls")]
    for move in winning:
        analysis = quick(state, 200, samples=0, played=move)
        assert analysis.best is analysis.played
        assert analysis.is_exact
        assert sum(one.is_exact for one in analysis.moves) == len(winning)
    analysis = quick(state, 200, samples=0, played=parse_move("build temple"))
    assert analysis.best.move in winning
    assert analysis.loss > 0


def test_the_intervals_mean_something() -> None:
    """The values after more simulations are mostly within them; more simulations narrow them."""
    inside, number = 0, 0
    widths: list[list[float]] = [[], []]
    for state in [one for seed in (1, 2) for one in walk(seed, catalogue) if one.legal_moves][::19]:
        few, many = quick(state, 100, samples=0), quick(state, 600, samples=0, seed=2)
        later = {one.move: one for one in many.moves}
        for one in few.moves:
            inside += one.low <= later[one.move].win_probability <= one.high
            number += 1
        for place, analysis in enumerate((few, many)):
            widths[place].append(analysis.high - analysis.low)
    assert number > 40
    assert inside / number > 0.85
    assert sum(widths[1]) < sum(widths[0])


def test_probabilities_are_those_of_the_deciding_player() -> None:
    """With the seats exchanged, everything is the same from the other side."""
    fair = LinearEvaluation({"coins": 0.1, "blue points": 0.2, "lead": 0.2})
    state = next(
        state
        for state in walk(8, catalogue)
        if state.legal_moves and state.age_number == 3 and state.cards_left == 3
    )
    one, two = (quick(now, 200, evaluation=fair) for now in (state, mirrored(state)))
    assert one.player is two.player.opponent
    assert one.win_probability == pytest.approx(two.win_probability, abs=0.002)
    assert one.win_probability_of(one.player.opponent) == 1 - one.win_probability
    assert one.interval_of("one") == pytest.approx(two.interval_of("two"), abs=0.01)
    assert one.best.move == two.best.move
    for first, second in zip(one.moves, two.moves, strict=True):
        assert first.win_probability == pytest.approx(second.win_probability, abs=0.02)


def test_nothing_hidden_is_used() -> None:
    """Two games that look the same, with other cards face down, have the same analysis."""
    state = Deal.random(Random(1))
    games = [Game.from_deal(state) for _ in range(2)]
    for game in games:
        for _ in range(12):
            game.play(game.legal_moves[0])
    now = games[0].state
    others = [Game.from_state(now, Deal.consistent_with(now, Random(seed))) for seed in (5, 6)]
    assert others[0].deal != others[1].deal
    first, second = (quick(game.state, 100) for game in others)
    assert first == second


def test_analyses_are_the_same_everywhere() -> None:
    """With simulations and a seed, both builds find the same on every machine."""
    states = [phases()["turn 1"], phases()["draft 0"], phases()["deal-age 1"], revealing()]
    text = "\n".join(quick(state, 100).to_json() for state in states)
    assert sha256(text.encode()).hexdigest()[:16] == "8a9d81cf578f961e"
    assert quick(revealing(), 100, seed=3) != quick(revealing(), 100, seed=4)


@pytest.mark.parametrize("probability", [0.0, None])
def test_replies_that_never_come_say_nothing(probability: float | None) -> None:
    """A document from elsewhere may have only such replies: then no other one is better."""
    state = revealing()
    while state.chance is None:
        state = state.apply(state.legal_moves[0])
    analysis = quick(state)
    never = [attrs.evolve(one, visits=0, probability=probability) for one in analysis.replies]
    read = Analysis.from_json(attrs.evolve(analysis, replies=tuple(never)).to_json())
    assert read.usual_reply == never[0].move
    assert read.change_probability == 0
    assert any("with a probability of 100 %" in one for one in read.sentences())


# -- games played on -------------------------------------------------------------------------------


def test_an_outlook_of_no_games_says_nothing() -> None:
    """A document from elsewhere may have one."""
    analysis = quick(revealing(), samples=0)
    empty = Outlook(tally=Tally(), margin_error=None)
    moves = tuple(attrs.evolve(one, outlook=empty) for one in analysis.moves)
    read = Analysis.from_json(attrs.evolve(analysis, outlook=empty, moves=moves).to_json())
    assert read.outlook == empty
    assert read.to_text() == analysis.to_text()


@pytest.mark.parametrize("error", [-1, nan, inf, "3"])
def test_the_error_of_an_outlook_is_a_number(error: Any, wording: Wording) -> None:
    """A standard error is never below 0, also in a document."""
    with wording.raises(WrongTypeError):
        Outlook(tally=Tally(), margin_error=error)
    tally: Any = 3
    with wording.raises(WrongTypeError):
        Outlook(tally=tally, margin_error=None)


@pytest.mark.parametrize("place", ["margin_error", "shared", "military"])
def test_no_number_of_an_outlook_is_below_0(place: str) -> None:
    """The reader refuses such documents, and so does their schema."""
    document: Any = serialization.to_document(goldens.analysis())
    validator = jsonschema.Draft202012Validator(serialization.schema("analysis"))
    outlook = document["outlook"]
    validator.validate(document)
    if place == "margin_error":
        outlook[place] = -1.0
    else:
        outlook["tally"][place] = -1 if place == "shared" else [0, -1]
    with pytest.raises(FormatError, match=rf"\$\.outlook.*{place}.*not -1"):
        serialization.from_document(document, Analysis)
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(document)


def test_outlooks_add_up() -> None:
    """The samples of a move: their number, kinds of victory, points and standard errors."""
    analysis = quick(phases()["turn 2"], 300, samples=20)
    for one in analysis.moves:
        outlook = one.outlook
        assert outlook is not None  # with so many simulations, every move has been tried
        assert outlook.games == min(20, (one.visits + 1) // 2)
        kinds = [*outlook.victories(0).values(), *outlook.victories(1).values()]
        assert sum(kinds) + outlook.tally.shared / outlook.games == pytest.approx(1)
        assert outlook.margin == outlook.points("one") - outlook.points("two")
        assert (outlook.margin_error is None) == (outlook.games == 1)
    assert Outlook(tally=Tally(), margin_error=None).points("one") == 0


def test_the_error_of_the_margin() -> None:
    """It is the standard error of the leads at the ends of the samples."""
    tree = Tree(revealing(), EVALUATION.rating, Chooser(Random(1)))
    tree.grow(50)
    edge = max(edges_of(tree.root), key=lambda edge: edge.visits)
    samples, chooser = Samples(), Chooser(Random(2))
    leads = []
    last = Outlook(tally=Tally(), margin_error=None)
    assert samples.outlook() is None
    for games in range(1, 13):
        samples.add(edge, EVALUATION.rating, chooser, lambda: False)
        now = samples.outlook()
        assert now is not None
        leads.append(now.margin * games - last.margin * (games - 1))
        last = now
    mean = sum(leads) / 12
    spread = sum((lead - mean) ** 2 for lead in leads)
    assert last.margin == pytest.approx(mean)
    assert last.margin_error == pytest.approx(sqrt(spread / 11 / 12))


# -- updates and limits ----------------------------------------------------------------------------


def test_updates_grow() -> None:
    """Analyses follow each other with more simulations; the last one is that of analyse()."""
    state = revealing()
    found = list(
        analysing(state, simulations=80, seed=1, samples=3, evaluation=EVALUATION, every=0)
    )
    counts = [one.simulations for one in found]
    assert counts == sorted(counts)
    assert counts[:5] == [16, 32, 48, 64, 80]
    assert all(one.outlook is None for one in found[:4])
    assert found[-1] == quick(state, 80, samples=3)
    for one in found[:3]:
        _check(one)
    seen: list[Analysis] = []
    last = quick(state, 80, samples=3, on_update=seen.append, every=0)
    assert seen == found
    assert last == found[-1]
    assert [quick(state, 80, samples=3, on_update=seen.append, every=inf)] == seen[-1:]


def test_a_loop_may_be_left() -> None:
    """The iterator can be closed, and an error of the function ends the analysis."""
    iterator = analysing(revealing(), seconds=60, evaluation=EVALUATION, every=0)
    assert next(iterator).simulations == 1
    iterator.close()
    assert list(iterator) == []

    def fail(_: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        quick(revealing(), on_update=fail, every=0)


def test_updates_come_while_the_rest_of_the_game_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They have the same simulations, and the last ones the exact values; the loop may be left."""
    monkeypatch.setattr(solution, "_PART", 2_000)
    states = [state for state in walk(1, catalogue) if state.age is Age.III]
    state = next(state for state in states if state.cards_left == 8 and state.to_move)
    limits: dict[str, Any] = {"samples": 0, "seed": 1, "evaluation": EVALUATION, "every": 0}
    found = list(analysing(state, simulations=480, **limits))
    counts = [one.simulations for one in found]
    assert counts == sorted(counts)
    assert counts.count(400) > 3
    assert [one.is_exact for one in found if one.simulations == 400] == [False] * (
        counts.count(400) - 1
    ) + [True]
    assert found[-1].is_exact
    at_end = list(analysing(state, simulations=320, **limits))
    assert [one.simulations for one in at_end].count(320) == counts.count(400)
    assert [one.is_exact for one in at_end].count(True) == 1
    iterator = analysing(state, seconds=1000, **limits)
    assert any(one.simulations == other.simulations for one, other in pairwise(iterator))
    iterator.close()


def test_what_was_solved_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search that goes on needs its memory."""
    made: list[weakref.ref[Solving]] = []

    def solve_it(*arguments: Any) -> Solving:
        solving = Solving(*arguments)
        made.append(weakref.ref(solving))
        return solving

    monkeypatch.setattr(searcher_module, "Solving", solve_it)
    state = _last_states(range(1))[0]
    found = analysing(state, simulations=500, seed=1, evaluation=EVALUATION, every=0)
    assert next(one for one in found if one.is_exact).simulations < 500
    assert [one() for one in made] == [None]


def test_another_thread_can_stop_an_analysis() -> None:
    """It returns what it has found until then."""
    stop = Event()
    found: list[Analysis] = []

    def run() -> None:
        found.append(analyse(revealing(), seconds=500, evaluation=EVALUATION, stop=stop))

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.05)
    stop.set()
    thread.join(60)
    assert found[0].simulations >= 1
    assert found[0].outlook is None
    _check(found[0])


def test_an_analysis_that_is_stopped_while_it_solves_has_found_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Solving can take long: the search makes some simulations before, within a part of its time."""
    stop = Event()
    solving: list[int] = []

    def solve_until_stopped(*_: object) -> None:
        solving.append(1)
        stop.set()

    monkeypatch.setattr(Searcher, "solving", solve_until_stopped)

    def simulations(**limits: Any) -> int:
        stop.clear()
        return analyse(
            revealing(), **limits, samples=0, evaluation=EVALUATION, stop=stop
        ).simulations

    assert 400 <= simulations(seconds=1000) < 500
    assert 400 <= simulations(simulations=10_000) < 500
    assert simulations(simulations=7) == 7
    assert 2 <= simulations(simulations=10_000, memory=1_000_000) < 400
    assert 1 <= simulations(seconds=0.05) < 10_000
    assert len(solving) == 5


def test_games_are_stopped_too() -> None:
    """If it is stopped after the search, the games played so far count."""

    class After:
        """Stops after some looks."""

        def __init__(self, looks: int) -> None:
            """Keep the number of looks."""
            self.looks = looks

        def is_set(self) -> bool:
            """Return whether to stop."""
            self.looks -= 1
            return self.looks < 0

    def games(looks: int) -> int:
        stop: Stop = After(looks)
        analysis = quick(revealing(), 64, samples=50, stop=stop)
        assert analysis.simulations == 64
        return sum(one.outlook.games for one in analysis.moves if one.outlook is not None)

    assert games(4) == games(5) == 0  # in the middle of the first game
    assert 0 < games(300) < games(600) < games(1_000_000)


def test_limits_are_kept() -> None:
    """The first limit counts, and that of the memory; games are played within the time."""
    state = revealing()
    assert analyse(state, simulations=30, seconds=60, evaluation=EVALUATION).simulations == 30
    assert analyse(state, seconds=1e-9, evaluation=EVALUATION).simulations == 1
    full = analyse(state, seconds=500, memory=1_000_000, samples=0, evaluation=EVALUATION)
    assert 200 < full.simulations < 5000
    for clock in ("process", "wall"):
        timed = analyse(state, seconds=0.5, samples=10**6, clock=clock, evaluation=EVALUATION)
        assert timed.simulations > 0
        assert timed.outlook is not None
    assert analyse(phases()["turn 3"], samples=0, evaluation=EVALUATION).simulations == 1600


def test_time_is_left_to_read_the_tree() -> None:
    """The deal of an age has many outcomes, each with a reply; here, each look at the clock takes time."""
    state = phases()["deal-age 2"]
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return looks * 0.000_2

    study = Study(state, Searcher(EVALUATION, 1, 100_000_000), None, solves=False)
    for _ in study.steps(None, 0.1, clock, 0, lambda: False):
        pass
    replies = len(study.findings().tried[0].replies)
    assert replies > 50
    assert 0.02 < clock() < 0.1 - 0.000_16 * replies


# -- documents and words ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["start", "draft 0", "turn 1", "deal-age 2", "reveal 3"])
def test_analyses_survive_a_round_trip(name: str) -> None:
    """As a document, in its schema, and as a value."""
    state = phases()[name]
    played = state.legal_moves[-1] if state.legal_moves else None
    analysis = quick(state, 100, played=played)
    document = serialization.to_document(analysis)
    jsonschema.Draft202012Validator(serialization.schema("analysis")).validate(document)
    assert json.loads(analysis.to_json(indent=1)) == document
    again = Analysis.from_json(analysis.to_json())
    assert again == analysis
    assert hash(again) == hash(analysis)
    assert again.catalogue is catalogue
    assert serialization.kind_of(again) == "analysis"


def test_own_cards_survive_a_round_trip() -> None:
    """The document names the catalogue."""
    state = list(walk(1, EXTENDED))[40]
    analysis = quick(state, 30, evaluation=EVALUATIONS[id(EXTENDED)])
    assert Analysis.from_json(analysis.to_json(), catalogue=EXTENDED) == analysis


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("win_probability", 1.5),
        ("win_probability", "0.5"),
        ("low", None),
        ("simulations", -1),
        ("simulations", 2.5),
        ("player", "two"),
        ("moves", []),
        ("outlook", 3),
    ],
)
def test_wrong_documents_are_refused(key: str, value: object, wording: Wording) -> None:
    """Each fault has its path."""
    document = serialization.to_document(goldens.analysis())
    with wording.raises(FormatError):
        serialization.from_document({**document, key: value}, Analysis)


def test_moves_are_there_once(wording: Wording) -> None:
    """A document with a move twice is refused."""
    document: Any = serialization.to_document(goldens.analysis())
    with wording.raises(FormatError):
        serialization.from_document(
            {**document, "moves": [*document["moves"], document["moves"][0]]}, Analysis
        )


@pytest.mark.parametrize(
    ("kind", "field", "wrong"),
    [
        ("step", "player", "one"),
        ("step", "move", "build baths"),
        ("step", "outcomes", []),
        ("step", "outcomes", ("baths",)),
        ("reply", "player", None),
        ("reply", "move", 3),
        ("reply", "outcomes", None),
        ("reply", "win_probability", None),
        ("move", "move", "build baths"),
        ("move", "line", ("build baths",)),
        ("move", "replies", []),
        ("move", "outlook", 0.5),
        ("move", "was_played", 1),
        ("move", "win_probability", None),
        ("move", "low", None),
        ("analysis", "state", None),
        ("analysis", "player", 0),
        ("analysis", "moves", (3,)),
        ("analysis", "outcomes", []),
        ("analysis", "line", None),
        ("analysis", "replies", (None,)),
        ("analysis", "outlook", "good"),
        ("analysis", "win_probability", None),
        ("analysis", "high", None),
    ],
)
def test_the_parts_of_an_analysis_have_types(
    kind: str, field: str, wrong: Any, wording: Wording
) -> None:
    """One that is made by hand is refused where it is made, not where it is used."""
    golden = goldens.analysis()
    reply = next(one for move in golden.moves for one in move.replies)
    whole: Any = {
        "step": golden.line[0],
        "reply": reply,
        "move": golden.best,
        "analysis": golden,
    }[kind]
    assert attrs.evolve(whole) == whole

    with wording.raises(WrongTypeError):
        attrs.evolve(whole, **{field: wrong})


def test_contradictions_are_refused(wording: Wording) -> None:
    """A probability outside its interval, of a move and of the analysis, and two moves played."""
    golden = goldens.analysis()
    document: Any = serialization.to_document(golden)
    for low, high in ((0.9, 1.0), (0.0, 0.1)):
        for wrong in (
            {**document, "low": low, "high": high},
            {**document, "moves": [{**document["moves"][0], "low": low, "high": high}]},
        ):
            with wording.raises(FormatError):
                serialization.from_document(wrong, Analysis)
        with wording.raises(WrongTypeError):
            attrs.evolve(golden.best, low=low, high=high)
    with wording.raises(WrongTypeError):
        attrs.evolve(
            golden, moves=tuple(attrs.evolve(one, was_played=True) for one in golden.moves)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_words(language: str, wording: Wording) -> None:
    """The golden analysis in every language."""
    for line in goldens.analysis().to_text(language, NAMES).splitlines():
        wording(line)


def test_every_kind_of_sentence(wording: Wording) -> None:
    """Chance of every kind, marks, shared victories, and a move that was the best one."""
    golden = goldens.analysis()
    for name in ("start", "deal-age 1", "reveal 2", "deal-wonders 0", "draw-tokens 1"):
        state = next(one for key, one in phases().items() if key.split()[0] == name.split()[0])
        for sentence in quick(state, 40).sentences(names=NAMES):
            wording(sentence)
    best, other = golden.moves
    tally = Tally(civilian=(1, 0), shared=1)
    single = Outlook(tally=Tally(civilian=(1, 0)), margin_error=None)
    for loss in (0.01, 0.06, 0.11, 0.21):
        moves = (best, attrs.evolve(other, win_probability=0.5 - loss))
        changed = attrs.evolve(golden, moves=moves)
        wording(changed.sentences(names=NAMES)[-1])
        assert changed.mark is Mark.of(loss)
    shared = attrs.evolve(golden, outlook=Outlook(tally=tally, margin_error=0.0))
    wording("\n".join(shared.sentences(names=NAMES)))
    assert "games" not in "".join(attrs.evolve(golden, outlook=None).sentences())
    moves = (attrs.evolve(best, was_played=True), attrs.evolve(other, was_played=False))
    played = attrs.evolve(golden, moves=moves, outlook=single)
    wording("\n".join(played.sentences(names=NAMES)))
    assert str(golden) == golden.to_text()


def test_a_reply_lists_few_outcomes() -> None:
    """A reply that is best after many outcomes lists the first five of them."""
    analysis = quick(revealing(), 400)
    best = max(analysis.moves, key=lambda one: len(one.replies))
    usual = attrs.evolve(best.replies[0], probability=1.0)
    moved = [
        attrs.evolve(one, move=parse_move("discard tavern"), probability=0.1)
        for one in best.replies
    ]
    for number, more in ((5, ""), (6, ", …")):
        changed = moved[:number]
        replies = (usual, *changed)
        one = attrs.evolve(best, replies=replies)
        rest = tuple(other for other in analysis.moves if other is not best)
        *_, said = attrs.evolve(analysis, moves=(one, *rest)).sentences()
        listed = ", ".join(
            f"revealed: {outcome.building.name}: 10.0 %"
            for reply in changed[:5]
            for outcome in reply.outcomes
            if isinstance(outcome, CardRevealed)
        )
        assert said == f"Other replies: discard Tavern ({listed}{more})"


def test_semicolons_follow_the_language() -> None:
    """In French, there is a space before a semicolon."""
    analysis = quick(State.start(), 40)
    french = " ".join(analysis.sentences("fr", names=NAMES))
    assert french.count(" ; ") == french.count(";")
    english = " ".join(analysis.sentences("en", names=NAMES))
    assert " ;" not in english
    assert english.count("; pick ") == french.count(" ; choisir ") > 1


def test_every_word_is_translated() -> None:
    """With every message masked, no text is left; every language has every message."""
    to = Language("xx", Masked())
    texts = []
    for state in phases().values():
        played = state.legal_moves[-1] if state.legal_moves else None
        texts.append(quick(state, 40, samples=1, played=played).to_text(to, ("7", "8")))
    assert readable(texts) <= {"I", "II", "III"}


def test_lines_fit() -> None:
    """No line of a text is wider than 79 columns."""
    for state in phases().values():
        analysis = quick(state, 40, samples=1)
        for language in LANGUAGES:
            text = analysis.to_text(language_of(language))
            assert max(map(len, text.splitlines())) <= 79


def test_moves_are_whole() -> None:
    """No move of a table is cut, in any phase and language, so that all rows differ."""
    met = set()
    for state in phases().values():
        if not state.legal_moves:
            continue
        met.add(state.phase)
        analysis = quick(state, 2, samples=0)
        for code in LANGUAGES:
            to = language_of(code)
            _, *rows = analysis_rows(analysis, to)
            heading, *lines = analysis.to_text(code).partition("\n\n")[0].splitlines()
            room = heading.index(to.say("Win %"))
            moves: list[str] = []
            for line in lines:
                if line.startswith(" "):
                    moves[-1] += f" {line.strip()}"
                else:
                    moves.append(line[:room].strip())
            assert moves == [cells[0] for cells in rows]
            assert len(set(moves)) == len(state.legal_moves)
    assert {Phase.DRAFT, Phase.TURN, Phase.REVIVE, Phase.DESTROY} < met


# -- errors ----------------------------------------------------------------------------------------


def test_a_finished_game_is_refused(wording: Wording) -> None:
    """The error is the same for both functions, and before anything is asked for."""
    over = list(walk(1, catalogue))[-1]
    for function in (analyse, analysing):
        with wording.raises(NoMoverError):
            function(over, evaluation=EVALUATION)
    with pytest.raises(NoMoverError):
        _ = quick(State.start()).best


@pytest.mark.parametrize(
    "options",
    [
        {"simulations": 0},
        {"seconds": 0},
        {"seconds": inf},
        {"seconds": nan},
        {"samples": -1},
        {"memory": 10},
        {"clock": "sun"},
        {"clock": []},
        pytest.param({"seconds": 10**400}, id="more seconds than a float can hold"),
        pytest.param({"every": 10**400}, id="more than a float can hold as every"),
        {"every": nan},
        {"evaluation": 3},
        {"every": -1},
        {"every": "often"},
        {"every": True},
        {"stop": True},
        {"stop": Event},
        {"on_update": 3},
        {"played": "build baths"},
        {"seed": []},
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(options: dict[str, Any], wording: Wording) -> None:
    """Wrong limits and arguments of a wrong type are refused with what was expected."""
    with wording.raises(WrongTypeError):
        analyse(revealing(), **{"evaluation": EVALUATION, **options})


def test_other_wrong_arguments_are_refused(wording: Wording) -> None:
    """No state, an illegal move, and weights of another catalogue; what has the right one is known."""
    others: list[Any] = ["state", 3, Game(seed=1), Position()]
    for other in others:
        with wording.raises(WrongTypeError):
            analyse(other, evaluation=EVALUATION)
    for other in others[2:]:
        with wording.raises(WrongTypeError):
            review(other)
    with wording.raises(IllegalMoveError):
        analyse(revealing(), evaluation=EVALUATION, played=parse_move("build palace"))
    with wording.raises(CatalogueError):
        analyse(revealing(), evaluation=EVALUATIONS[id(EXTENDED)])


@pytest.mark.parametrize("after", [0, 40], ids=["at once", "later"])
@pytest.mark.parametrize("value", [nan, None, ValueError("too hard"), BotError("own")], ids=str)
def test_a_bad_evaluation_is_one_error(value: object, after: int, wording: Wording) -> None:
    """It is the same for an analysis and for a bot, whenever it happens."""
    with wording.raises(BotError):
        analyse(revealing(), simulations=50, evaluation=Wrong(value, after))
    with wording.raises(BotError):
        SearchBot(1, simulations=50, evaluation=Wrong(value, after)).choose(revealing())


def test_marks() -> None:
    """The smallest losses of each mark."""
    losses = {
        0.0: None,
        0.0499: None,
        0.05: "inaccuracy",
        0.1: "mistake",
        0.2: "blunder",
        1: "blunder",
    }
    assert {loss: Mark.of(loss) for loss in losses} == losses


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (1.0, 0.8, "blunder"),
        (0.7, 0.5, "blunder"),
        (0.9, 0.8, "mistake"),
        (0.3, 0.25, "inaccuracy"),
    ],
)
def test_marks_of_exact_losses(best: float, played: float, mark: str) -> None:
    """The difference of two probabilities may be a little too small."""
    assert best - played < {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}[mark]
    assert Mark.of(best - played) == mark


def test_a_move_in_one_line() -> None:
    """Printed, the analysis of a move is short."""
    one = attrs.evolve(
        quick(revealing()).best, win_probability=0.5, low=0.25, high=0.7512, visits=1
    )
    assert str(one) == f"{one.move}: 50.0 % (25.0 to 75.1 %), 1 visit"


@pytest.mark.parametrize("loss", ["much", None, nan, True])
def test_a_loss_is_a_number(loss: Any, wording: Wording) -> None:
    """Anything else has no mark, and is not a probability."""
    with wording.raises(WrongTypeError):
        Mark.of(loss)
    if loss is not None:
        with wording.raises(WrongTypeError):
            attrs.evolve(quick(revealing()), win_probability=loss)
