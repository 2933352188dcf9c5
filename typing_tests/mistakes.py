"""Mistakes: each line has one that both type checkers have to report.

An unused suppression is an error, so a type that gets lost anywhere in the library is noticed
here.
"""

from __future__ import annotations

from random import Random
from typing import assert_never

from typing_extensions import override

from wonders_duel import (
    Age,
    AgeDealt,
    Building,
    CardRevealed,
    ChanceOutcome,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    DraftWonder,
    Game,
    Limits,
    Move,
    Pending,
    Phase,
    PlanLine,
    Player,
    Position,
    Produced,
    Reason,
    Record,
    Resource,
    Result,
    Rules,
    Score,
    State,
    Turn,
    Victory,
    Wonder,
    catalogue,
    parse_move,
    records,
    serialization,
    testing,
)
from wonders_duel.bots import Bot, GreedyBot, RandomBot, bot
from wonders_duel.effects import (
    CoinRebate,
    Coins,
    CoinsPer,
    Destroy,
    Effect,
    Gain,
    Produce,
    Rebate,
    Symbol,
    TakeBoardToken,
    Whenever,
    YouConstruct,
    YouDiscard,
)
from wonders_duel.languages import language
from wonders_duel.ratings import PairCounts
from wonders_duel.reasons import Covered, TooExpensive, WrongPhase
from wonders_duel.render import svg
from wonders_duel.render.narration import Narrator
from wonders_duel.search import MoveAnalysis, Reply
from wonders_duel.statistics import Mean, ReferenceFigure, Report, Share
from wonders_duel.validation import validate

game = Game(seed=1)
state = game.state
move = game.legal_moves[0]
deal = Deal.random(Random(1))
tavern = catalogue.buildings["tavern"]

# Games
Game(seed=[1])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Game(1, "two")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Game(first_player=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Game(rules={"wonder_setup": 1})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
Game(catalogue="base")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Game.from_deal(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Game.from_state(deal)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Game.load(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.play(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.play(move, "a comment")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
game.play(move, clock=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.undo(False)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
game.state = state  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
game.is_over = True  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
game.tags = {"key": 1}  # type: ignore[dict-item]  # pyright: ignore[reportAttributeAccessIssue]
game.players = [1, 2]  # type: ignore[list-item]  # pyright: ignore[reportAttributeAccessIssue]
game.resolve(move)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.result.winner  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.chance.count  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.payment(move).total  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.deal.ages  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.result.share("one")  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.share(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.to_move.opponent  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
game.play_out(GreedyBot(), None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
winner: Player = game.play_out(GreedyBot(), RandomBot()).winner  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

# States
state.coins  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
state.cities[2]  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
state.cities["one"]  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
state.cities[0].count("blue")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.apply("build tavern")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.apply(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.apply(move, deal)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
state.play(move)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
state.resolve(deal)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.legal_moves.append(move)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
state.structure[0].building.name  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
state.unseen(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.totals["one"]  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
state.payment(move, player=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
State.start(rules=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
State.from_text(b"")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
State.from_json(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
state.to_json(indent="two")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
{state: 1}["state"]  # type: ignore[index]  # pyright: ignore[reportArgumentType]

# Both fail at run time, but pyright misses them: the fields come from the draft class, which is
# mutable, and pyright checks only whether the class that declares a field is frozen.
state.pawn = 3  # type: ignore[misc]
state.cities[0].coins = 3  # type: ignore[misc]

# Moves
ConstructBuilding()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
ConstructBuilding(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ConstructBuilding(catalogue.wonders["the-pyramids"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ConstructWonder("the-pyramids")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
ConstructBuilding("tavern").wonder  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
ConstructBuilding("tavern").index = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
move.building  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
parse_move(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
catalogue.moves["build tavern"]  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
catalogue.moves.index(0.5, "start")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def forgotten(move: Move) -> str:
    """Leave out a kind of move."""
    match move:
        case DraftWonder() | ConstructWonder(_, _):
            return "wonder"
        case ConstructBuilding(wonder=_):  # type: ignore[misc]  # pyright: ignore[reportUnknownVariableType]
            return "no such part"
        case _:
            assert_never(move)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


# Chance and deals
def unanswered(outcome: ChanceOutcome) -> int:
    """Leave out a kind of outcome."""
    match outcome:
        case CardRevealed(slot, _):
            return slot
        case _:
            assert_never(outcome)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


state.resolve(CardRevealed(tavern, 0))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
AgeDealt([1], [])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
AgeDealt(1, ["tavern"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Deal()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Deal.random([1])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Deal.consistent_with(deal, Random(1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
deal.ages[0][0] = tavern  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
deal.outcome(move)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


# Prices, points, reasons
def unpaid(line: PlanLine) -> Resource:
    """Leave out a kind of line."""
    match line:
        case Produced(resource, _):
            return resource
        case _:
            assert_never(line)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def unexplained(reason: Reason) -> int:
    """Leave out a reason."""
    match reason:
        case TooExpensive(price, _):
            return price
        case _:
            assert_never(reason)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


Covered(tavern, 3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
WrongPhase(Phase.TURN)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Reply(outcomes=(), player=Player.ONE, move=move)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
MoveAnalysis(move=move, line=(), replies=(), outlook=None)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
score: Score = state.score().one  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
state.score()["one"]  # type: ignore[index]  # pyright: ignore[reportArgumentType]
state.score().one.blue = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
Result(victory=3, winner=None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Result(victory=Victory.MILITARY, winner=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Result(victory=Victory.MILITARY, winner=None, totals=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Result(victory=Victory.MILITARY, winner=None, by_blue="no")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Cards and effects
Building(id="x", name="X", age=Age.I)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Building(id="x", name="X", age=[1], colour=Colour.BLUE)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Building(id="x", name="X", age=Age.I, colour=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Building(id="x", name="X", age=Age.I, colour=Colour.BLUE, effects=(Coins,))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Building("x", "X", Age.I, Colour.BLUE)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Wonder(id="x", name="X", cost=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Cost(gold=3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
tavern.age = Age.II  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
catalogue.buildings["tavern"] = tavern  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
catalogue.buildings["tavern"].effects[0].coins  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
catalogue.find("tavern").colour  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
catalogue.wonders["the-pyramids"].colour  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
catalogue.extended("x", buildings=[catalogue.wonders["the-pyramids"]])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Produce(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Produce(Resource.CLAY, "two")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Symbol(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Destroy(None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Rebate(1, on=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
CoinRebate(1, None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Rebate(1, "blue")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Whenever(YouConstruct(None), Gain(shields=1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Whenever(YouDiscard, Gain(coins=1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Whenever(YouDiscard(), 1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
CoinRebate(1, wonders=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
TakeBoardToken(2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
CoinsPer(1, Colour.BLUE)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Gain(points=3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


class Late(Effect):
    """A hook with wrong parameter and return types."""

    @override
    def gain(self, state: State) -> Gain:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return Gain()

    @override
    def score(self, state: State, player: Player) -> str:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return "three"

    @override
    def scores(self, state: State, player: Player) -> int:  # type: ignore[misc]  # pyright: ignore[reportGeneralTypeIssues]
        return 3


# Bots
class Mute:
    """Not a bot: it returns the name of a move."""

    def choose(self, state: State) -> str:
        """Return a name."""
        return str(state.legal_moves[0])


mute: Bot = Mute()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
game.play_out(Mute(), RandomBot())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
GreedyBot(judge=len)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
GreedyBot(seed=[1])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
bot(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Positions
Position(age="two")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Position(structure=["tavern", 3])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Position(cities=(CityPosition(), CityPosition(), CityPosition()))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Position(state)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
CityPosition(coins="seven")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
CityPosition(built=["the-pyramids"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Pending(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Pending(Phase.DESTROY, 3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Rules and limits
Rules(wonder_set_up="draft")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Rules(wonder_setup=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Limits(1000)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Limits(size="large")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Records, files, documents
Record(start=deal)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Record(turns=[move])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Record(players=[1, 2])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Turn("build tavern")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Turn(move, clock="a minute")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
record = game.record()
record.turns = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
record.result.winner  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
moves: int = record.summary()["decisions"]  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
record.summary().winner  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
record.save(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
records.save(record)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
records.dumps(record, "yaml")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
records.loads(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
for found in records.read("games.txt"):
    found.move  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
validate(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wrong: Deal = serialization.loads("{}", State)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
unread: State = serialization.loads("{}")  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
unlike: ChanceOutcome = serialization.loads("{}", Move)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
state.resolve(serialization.loads("{}", Move))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.play(serialization.from_document({}, ChanceOutcome))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
game.play(serialization.loads("{}"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
serialization.loads("{}", Move).building  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
serialization.loads("{}", move)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
serialization.loads("{}", 3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
serialization.dumps(tavern)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
serialization.to_document(game)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
serialization.schema(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
document: dict[str, int] = serialization.to_document(state)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

# Languages
language(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
finnish = language("fi")
finnish.name("The Sphinx")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
finnish.word("blue")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
finnish.count("{number} coin", "{number} coins", "2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
finnish.with_names({"Park": 1})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
finnish.code = "fr"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
Narrator(("Ann", "Ben"), "fi")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]

# Pictures
svg(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(catalogue)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(state, "dark")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
svg(state, width="100")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(state, layout="narrow")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(state, theme=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(state, names=("Ann",))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
svg(state, last_move="build tavern")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
drawn: bytes = svg(state)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

# Ratings and statistics
PairCounts("abcde")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
PairCounts(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Share(1, 2, "high")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Mean(1, 2, 4, 2, 2, confidence=None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ReferenceFigure("half", 10, "our club")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Report.of([], confidence="high")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# The testing kit
testing.nonsense  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
testing.check_bot(Mute())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
testing.check_catalogue([tavern])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
wrong_strategy: int = testing.states()  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
