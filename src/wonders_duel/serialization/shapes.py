"""Document classes for objects of the library that are not plain attrs classes.

Payment plans, scores, results, chance outcomes, rule options and turns are plain attrs
classes themselves. ``converter`` and ``schema`` treat both in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, assert_never

import attrs

from wonders_duel.cards import CAPITAL, Building, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.engine.options import Option
from wonders_duel.enums import Age, Back, Colour, Phase, Player
from wonders_duel.events import Event
from wonders_duel.history.remarks import Participant, Tags
from wonders_duel.history.resignation import GameResult
from wonders_duel.history.step import Step
from wonders_duel.match.matches import (
    MOST_BOTS,
    MOST_DEALS,
    MOST_STARTS,
    Match,
    OnFault,
    Pairing,
)
from wonders_duel.match.specs import BotSpec
from wonders_duel.position import CityPosition, Pending, Position
from wonders_duel.record import Record, Turn
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, LIBRARY_DRAW, MOST_COINS, Rules
from wonders_duel.search.analysis import (
    MOST_VISITS,
    Analysis,
    LineStep,
    MoveAnalysis,
    Outlook,
    Reply,
)
from wonders_duel.state import State

_T = TypeVar("_T")


def ranged(least: int, most: int) -> int:
    """Return a field for a whole number in a range."""
    return attrs.field(metadata={"minimum": least, "maximum": most})  # type: ignore[no-any-return]  # as attrs types it


def listed(least: int, most: int) -> tuple[_T, ...]:
    """Return a field for a list with a number of items in a range."""
    return attrs.field(metadata={"minItems": least, "maxItems": most})  # type: ignore[no-any-return]  # as attrs types it


# -- moves ----------------------------------------------------------------------------------------


@attrs.frozen
class Draft:
    """Pick a wonder."""

    wonder: Wonder


@attrs.frozen
class Build:
    """Construct a building."""

    building: Building


@attrs.frozen
class Discard:
    """Discard a building for coins."""

    building: Building


@attrs.frozen
class BuildWonder:
    """Construct a wonder with a building card, which is placed under it."""

    wonder: Wonder
    building: Building


@attrs.frozen
class Take:
    """Take a progress token."""

    token: ProgressToken


@attrs.frozen
class Destroy:
    """Put one of the opponent's buildings in the discard pile."""

    building: Building


@attrs.frozen
class Revive:
    """Construct a building from the discard pile."""

    building: Building


@attrs.frozen
class Begin:
    """Choose who begins the age."""

    player: Player


@attrs.frozen
class Decline:
    """Decline the progress token of a pair."""


@attrs.frozen
class Choose:
    """Make a choice that a custom card brings: the word of the choice, and the id of a card."""

    choice: str
    card: str


MoveShape = (
    Draft | Build | Discard | BuildWonder | Take | Destroy | Revive | Begin | Decline | Choose
)


_KINDS: Final[Mapping[type, Callable[..., Move]]] = {
    Draft: DraftWonder,
    Build: ConstructBuilding,
    Discard: DiscardBuilding,
    BuildWonder: ConstructWonder,
    Take: TakeToken,
    Destroy: DestroyBuilding,
    Revive: ReviveBuilding,
    Begin: ChooseBeginner,
    Decline: DeclineToken,
    Choose: ChooseCard,
}
"""The move class of each document class; both have the same arguments in the same order."""


def move_of(shape: MoveShape, catalogue: Catalogue) -> Move:
    """Return the move for its document form."""
    kind = type(shape)
    arguments = [getattr(shape, field.name) for field in attrs.fields(kind)]
    return _KINDS[kind](*arguments, catalogue)


# -- states ---------------------------------------------------------------------------------------


@attrs.frozen
class FaceUp:
    """A face-up card."""

    building: Building


@attrs.frozen
class FaceDown:
    """A face-down card and its back."""

    back: Back


@attrs.frozen
class Empty:
    """An empty slot."""


@attrs.frozen
class PendingShape:
    """A choice that is pending in this turn; a destruction has a colour, a custom choice its word."""

    phase: Phase
    colour: Colour | None = None
    choice: str | None = None


@attrs.frozen
class Built:
    """A constructed wonder and the card under it."""

    wonder: Wonder
    card: Building


@attrs.frozen(kw_only=True)
class CityShape:
    """The city of a player."""

    coins: int = ranged(0, MOST_COINS)
    buildings: tuple[Building, ...]
    tokens: tuple[ProgressToken, ...]
    unbuilt: tuple[Wonder, ...] = listed(0, DRAFT_GROUP)
    built: tuple[Built, ...] = listed(0, DRAFT_GROUP)


@attrs.frozen(kw_only=True)
class StateShape:
    """A state: everything that both players can see. ``turn_of`` is null if the game is over.

    ``structure`` has an entry for each slot of the age, in reading order from the far row;
    it is empty if no card is left. The pawn is positive on player two's side.
    ``military_tokens`` has the coins on the remaining tokens on player one's side, then on
    player two's.
    """

    rules: Rules
    first_player: Player
    turn_of: Player | None
    phase: Phase
    pending: tuple[PendingShape, ...]
    extra_turn: bool
    age: Age | None
    structure: tuple[FaceUp | FaceDown | Empty, ...]
    pawn: int = ranged(-CAPITAL, CAPITAL)
    military_tokens: tuple[tuple[int, ...], ...] = listed(2, 2)
    cities: tuple[CityShape, ...] = listed(2, 2)
    discard_pile: tuple[Building, ...]
    board_tokens: tuple[ProgressToken, ...] = listed(0, BOARD_TOKENS)
    offered_wonders: tuple[Wonder, ...] = listed(0, DRAFT_GROUP)
    offered_tokens: tuple[ProgressToken, ...] = listed(0, LIBRARY_DRAW)


def state_shape(state: State) -> StateShape:
    """Return the document form of a state."""
    position = Position.of(state)
    return StateShape(
        rules=state.rules,
        first_player=state.first_player,
        turn_of=state.turn_of,
        phase=state.phase,
        pending=tuple(
            PendingShape(one.phase, one.colour, one.choice)
            for one in position.pending
            if isinstance(one, Pending)
        ),
        extra_turn=position.extra_turn,
        age=state.age,
        structure=tuple(
            FaceUp(slot.building)
            if slot.building is not None
            else FaceDown(slot.back)
            if slot.back is not None
            else Empty()
            for slot in state.structure
        ),
        pawn=state.pawn,
        military_tokens=tuple(tuple(t.coins for t in side) for side in state.military_tokens),
        cities=tuple(
            CityShape(
                coins=city.coins,
                buildings=city.buildings,
                tokens=city.tokens,
                unbuilt=city.unbuilt,
                built=tuple(Built(one.wonder, one.card) for one in city.built),
            )
            for city in state.cities
        ),
        discard_pile=state.discard_pile,
        board_tokens=state.board_tokens,
        offered_wonders=state.offered_wonders,
        offered_tokens=state.offered_tokens,
    )


def position_of(shape: StateShape) -> Position:
    """Return the position for the document form of a state, in order to check it."""
    slots: list[Building | Back | None] = []
    for slot in shape.structure:
        match slot:
            case FaceUp(building):
                slots.append(building)
            case FaceDown(back):
                slots.append(back)
            case Empty():
                slots.append(None)
            case _:
                assert_never(slot)
    one, two = (
        CityPosition(
            coins=city.coins,
            buildings=city.buildings,
            tokens=city.tokens,
            unbuilt=city.unbuilt,
            built={built.wonder.id: built.card for built in city.built},
        )
        for city in shape.cities
    )
    return Position(
        cities=(one, two),
        to_move=shape.turn_of or Player.ONE,
        age=shape.age,
        structure=slots,
        pawn=shape.pawn,
        military_tokens=shape.military_tokens,  # type: ignore[arg-type]  # there are two
        discard_pile=shape.discard_pile,
        board_tokens=shape.board_tokens,
        offer=shape.offered_tokens if shape.age else shape.offered_wonders,
        phase=shape.phase,
        pending=[Pending(one.phase, one.colour, one.choice) for one in shape.pending],
        extra_turn=shape.extra_turn,
        first_player=shape.first_player,
        rules=shape.rules,
    )


# -- options --------------------------------------------------------------------------------------


@attrs.frozen
class OptionsShape:
    """The options of the player to move, legal or not."""

    options: tuple[Option, ...]


# -- deals and records ----------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class DealShape:
    """The deal of a game, which is hidden from the players.

    ``draft`` has the two groups of wonders; ``ages`` has the card in each slot of Ages I, II
    and III, including face-down cards.
    """

    draft: tuple[tuple[Wonder, ...], ...] = listed(2, 2)
    board_tokens: tuple[ProgressToken, ...] = listed(BOARD_TOKENS, BOARD_TOKENS)
    great_library: tuple[ProgressToken, ...] = listed(0, LIBRARY_DRAW)
    ages: tuple[tuple[Building, ...], ...] = listed(3, 3)


def deal_shape(deal: Deal) -> DealShape:
    """Return the document form of a deal."""
    return DealShape(
        draft=deal.draft,
        board_tokens=deal.board_tokens,
        great_library=deal.great_library,
        ages=deal.ages,
    )


@attrs.frozen(kw_only=True)
class NewGame:
    """The start of a record with a new game."""

    first_player: Player
    rules: Rules


@attrs.frozen(kw_only=True)
class FromPosition:
    """The start of a record with a position."""

    state: State


@attrs.frozen(kw_only=True)
class RecordShape:
    """A game record: the players, the start, the deal if it is known, the moves and the result."""

    players: tuple[Participant, ...] = listed(2, 2)
    tags: Tags
    start: NewGame | FromPosition
    deal: Deal | None
    setup: tuple[ChanceOutcome, ...]
    turns: tuple[Turn, ...]
    result: GameResult | None


def record_shape(record: Record) -> RecordShape:
    """Return the document form of a record."""
    start = record.start
    return RecordShape(
        players=record.players,
        tags=record.tags,
        start=NewGame(first_player=start.first_player, rules=start.rules)
        if record.is_new_game
        else FromPosition(state=start),
        deal=record.deal,
        setup=record.setup,
        turns=record.turns,
        result=record.result,
    )


# -- matches --------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class MatchShape:
    """A match: the bots, and everything else that decides what its games are.

    ``starts`` are the states from which the games start, in turn; without any, new games with
    the rules are played.
    """

    bots: tuple[BotSpec, ...] = listed(2, MOST_BOTS)
    pairing: Pairing
    deals: int = ranged(1, MOST_DEALS)
    seed: str
    rules: Rules
    starts: tuple[State, ...] = listed(0, MOST_STARTS)
    on_fault: OnFault
    times: bool


def match_shape(match: Match) -> MatchShape:
    """Return the document form of a match."""
    return MatchShape(
        bots=match.bots,
        pairing=match.pairing,
        deals=match.deals,
        seed=match.seed,
        rules=match.rules,
        starts=match.starts,
        on_fault=match.on_fault,
        times=match.times,
    )


# -- analyses -------------------------------------------------------------------------------------


def _chance() -> float:
    return attrs.field(metadata={"minimum": 0, "maximum": 1})  # type: ignore[no-any-return]  # as attrs types it


@attrs.frozen(kw_only=True)
class AnalysisShape:
    """What a search has found out about a state.

    ``player`` is the player to move, or player one if the state waits for chance; probabilities
    are those of that player. ``outcomes`` and ``replies`` are empty if a player is to move,
    ``moves`` is empty if the state waits for chance.
    """

    state: State
    simulations: int = ranged(0, MOST_VISITS)
    player: Player
    win_probability: float = _chance()
    low: float = _chance()
    high: float = _chance()
    moves: tuple[MoveAnalysis, ...]
    outcomes: tuple[ChanceOutcome, ...]
    line: tuple[LineStep, ...]
    replies: tuple[Reply, ...]
    outlook: Outlook | None


def analysis_shape(analysis: Analysis) -> AnalysisShape:
    """Return the document form of an analysis."""
    return AnalysisShape(
        state=analysis.state,
        simulations=analysis.simulations,
        player=analysis.player,
        win_probability=analysis.win_probability,
        low=analysis.low,
        high=analysis.high,
        moves=analysis.moves,
        outcomes=analysis.outcomes,
        line=analysis.line,
        replies=analysis.replies,
        outlook=analysis.outlook,
    )


# -- steps ----------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class StepShape:
    """One move of a game: its events, and the states before and after it.

    ``events`` and ``after`` are derived from the rest, for programs that only show the move.
    """

    player: Player
    move: Move
    outcomes: tuple[ChanceOutcome, ...]
    events: tuple[Event, ...]
    before: State
    after: State
    comment: str | None = None
    clock: int | None = None


def step_shape(step: Step) -> StepShape:
    """Return the document form of a step."""
    return StepShape(
        player=step.player,
        move=step.move,
        outcomes=step.outcomes,
        events=step.events,
        before=step.before,
        after=step.after,
        comment=step.comment,
        clock=step.clock,
    )
