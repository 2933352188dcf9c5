"""The layout of documents: the shape of each class, the unions and the enums.

``converter`` writes and reads documents by it, and ``schema`` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Final, Never, get_args

import attrs

from wonders_duel.cards import Building, Cost, ProgressToken, Wonder
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.engine.options import Option
from wonders_duel.engine.payment import Bought, Discounted, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.engine.scoring import CityScore, Result, Score
from wonders_duel.engine.tally import Tally as PlayOutTally
from wonders_duel.enums import (
    Age,
    Back,
    Colour,
    Phase,
    Player,
    Resource,
    ScienceSymbol,
    Victory,
)
from wonders_duel.events import (
    AgeOver,
    BeginnerChosen,
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    Event,
    ExtraTurnGained,
    ExtraTurnLost,
    ExtraTurnTaken,
    Gained,
    GameEnded,
    Looted,
    Lost,
    Paid,
    PairCompleted,
    PawnMoved,
    SymbolGained,
    TokenDeclined,
    TokensReturned,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
)
from wonders_duel.history.remarks import (
    Participant,
    checked_clock,
    checked_comment,
    checked_name,
)
from wonders_duel.history.resignation import GameResult, Resignation
from wonders_duel.match.matches import MOST_BOTS, MOST_STARTS, OnFault, Pairing
from wonders_duel.match.specs import BotSpec
from wonders_duel.notation import VERBS
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotAChoice,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    Reason,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.record import Turn
from wonders_duel.rules import CentrePawnStart, PairToken, RevealTiming, Rules, WonderSetup
from wonders_duel.search.analysis import (
    MOST_REPLIES,
    LineStep,
    MoveAnalysis,
    Outlook,
    Reply,
)
from wonders_duel.serialization import shapes
from wonders_duel.serialization.catalogue_shapes import (
    CARD_SHAPES,
    EFFECT_TAGS,
    EFFECTS,
    GAINS,
    TALLIES,
    TRIGGERS,
)
from wonders_duel.state import State

__all__ = [
    "CARD_TAGS",
    "ENUMS",
    "MANY",
    "MOST_ITEMS",
    "OWN_EVENTS",
    "SHAPES",
    "UNIONS",
    "Shape",
    "written",
]

MOST_ITEMS: Final = 300
"""The maximum number of items of a list, unless it has a limit of its own."""
MANY: Final[Mapping[object, int | None]] = {
    Turn: None,
    State: MOST_STARTS,
    BotSpec: MOST_BOTS,
    Reply: MOST_REPLIES,
}
"""Items of which there may be more: their numbers, or ``None`` if that is limited elsewhere."""


@attrs.frozen
class Shape:
    """How a class is written as an object with a key for each attribute.

    Attributes:
        tag: the value of the key ``type`` where the class is a member of a union.
        derived: keys derived from the other keys, which are written for convenience.
        omitted: keys that are left out of the document if they are empty.
        complete: whether all keys are required, although some attributes have defaults.
        validators: the validators of attributes with names, comments and clocks.
    """

    tag: str = ""
    derived: tuple[str, ...] = ()
    omitted: tuple[str, ...] = ()
    complete: bool = False
    validators: Mapping[str, Callable[[Never], object]] = MappingProxyType({})


_REMARKS: Final[Mapping[str, Callable[[Never], object]]] = {
    "comment": checked_comment,
    "clock": checked_clock,
}

SHAPES: Final[Mapping[type, Shape]] = {
    **{kind: Shape(verb) for kind, verb in zip(get_args(shapes.MoveShape), VERBS, strict=True)},
    TokensDealt: Shape("tokens-dealt"),
    WondersDealt: Shape("wonders-dealt"),
    AgeDealt: Shape("age-dealt"),
    CardRevealed: Shape("card-revealed"),
    TokensDrawn: Shape("tokens-drawn"),
    Produced: Shape("produced"),
    Rebated: Shape("rebated"),
    Bought: Shape("bought"),
    Discounted: Shape("discounted"),
    shapes.FaceUp: Shape("face-up"),
    shapes.FaceDown: Shape("face-down"),
    shapes.Empty: Shape("empty"),
    shapes.NewGame: Shape("new-game"),
    shapes.FromPosition: Shape("position"),
    Result: Shape("result", complete=True),
    Resignation: Shape("resignation"),
    Paid: Shape("paid"),
    Gained: Shape("gained"),
    Lost: Shape("lost"),
    Looted: Shape("looted"),
    WonderDrafted: Shape("wonder-drafted"),
    BuildingConstructed: Shape("building-constructed"),
    BuildingDiscarded: Shape("building-discarded"),
    WonderConstructed: Shape("wonder-constructed"),
    WonderRemoved: Shape("wonder-removed"),
    BuildingDestroyed: Shape("building-destroyed"),
    BuildingRevived: Shape("building-revived"),
    TokenTaken: Shape("token-taken"),
    TokenDeclined: Shape("token-declined"),
    TokensReturned: Shape("tokens-returned"),
    PawnMoved: Shape("pawn-moved"),
    SymbolGained: Shape("symbol-gained"),
    PairCompleted: Shape("pair-completed"),
    ExtraTurnGained: Shape("extra-turn-gained"),
    ExtraTurnTaken: Shape("extra-turn-taken"),
    ExtraTurnLost: Shape("extra-turn-lost"),
    AgeOver: Shape("age-over"),
    BeginnerChosen: Shape("beginner-chosen"),
    CardChosen: Shape("card-chosen"),
    GameEnded: Shape("game-ended"),
    GameOver: Shape("game-over"),
    WaitsOnChance: Shape("waits-on-chance"),
    WrongPhase: Shape("wrong-phase"),
    NotInThisGame: Shape("not-in-this-game"),
    NotLaidOut: Shape("not-laid-out", complete=True),
    FaceDown: Shape("face-down", complete=True),
    Covered: Shape("covered"),
    TooExpensive: Shape("too-expensive", derived=("short",), complete=True),
    NotYourWonder: Shape("not-your-wonder"),
    AlreadyBuilt: Shape("already-built"),
    SevenWonders: Shape("seven-wonders"),
    NotOffered: Shape("not-offered"),
    NotInDiscardPile: Shape("not-in-discard-pile"),
    NotADestructionTarget: Shape("not-a-destruction-target"),
    TokenIsMandatory: Shape("token-is-mandatory"),
    NotAChoice: Shape("not-a-choice"),
    **{kind: Shape(tag) for kind, tag in EFFECT_TAGS.items()},
    shapes.PendingShape: Shape(omitted=("colour", "choice")),
    shapes.Built: Shape(),
    shapes.CityShape: Shape(),
    shapes.StateShape: Shape(),
    shapes.DealShape: Shape(),
    shapes.RecordShape: Shape(),
    shapes.MatchShape: Shape(),
    BotSpec: Shape(complete=True),
    shapes.AnalysisShape: Shape(),
    MoveAnalysis: Shape(complete=True),
    LineStep: Shape(),
    Reply: Shape(),
    Outlook: Shape(),
    PlayOutTally: Shape(complete=True),
    shapes.StepShape: Shape(omitted=("comment", "clock"), validators=_REMARKS),
    Participant: Shape(omitted=("tags",), validators={"name": checked_name}),
    Turn: Shape(omitted=("outcomes", "comment", "clock"), validators=_REMARKS),
    Rules: Shape(),
    PaymentPlan: Shape(derived=("total",), complete=True),
    CityScore: Shape(derived=("total",), complete=True),
    Score: Shape(),
    Option: Shape(),
    shapes.OptionsShape: Shape(),
    **{kind: Shape() for kind in CARD_SHAPES},
    Cost: Shape(complete=True),
}
"""The classes that are written as an object, each with its shape."""

OWN_EVENTS: Final = reduce(
    or_, [one for one in get_args(Event) if one not in get_args(ChanceOutcome)]
)
"""The events that are not chance outcomes, which have a separate format."""

UNIONS: Final = (
    shapes.MoveShape,
    ChanceOutcome,
    Event,
    OWN_EVENTS,
    PlanLine,
    shapes.FaceUp | shapes.FaceDown | shapes.Empty,
    shapes.FaceUp | shapes.FaceDown,
    shapes.NewGame | shapes.FromPosition,
    GameResult,
    Reason,
    EFFECTS,
    TALLIES,
    TRIGGERS,
    GAINS,
)
"""The unions in documents."""

CARD_TAGS: Final[Mapping[type, str]] = {
    Building: "building",
    Wonder: "wonder",
    ProgressToken: "token",
}
"""The value of the key ``type`` of a card of any kind, beside its ``id``."""

ENUMS: Final = (
    Player,
    Age,
    Phase,
    Colour,
    Back,
    Resource,
    ScienceSymbol,
    Victory,
    CentrePawnStart,
    PairToken,
    RevealTiming,
    WonderSetup,
    Pairing,
    OnFault,
)
"""The enums in documents."""


def written(member: Enum) -> str | int:
    """Return the value of an enum member in documents."""
    if isinstance(member, Age):
        return int(member)
    return str(member)
