"""The layout of documents: the tag of each class, and its derived and optional keys.

``converter`` writes and reads documents by it, and ``schema`` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import reduce
from operator import or_
from typing import Final, Never, get_args

from wonders_duel.cards import Building, Cost, ProgressToken, Wonder
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
    TokensReturned,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
)
from wonders_duel.notation import VERBS
from wonders_duel.options import Option
from wonders_duel.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.payment import Bought, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    Reason,
    SevenWonders,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.record import Turn
from wonders_duel.remarks import (
    Participant,
    checked_clock,
    checked_comment,
    checked_name,
)
from wonders_duel.resignation import GameResult, Resignation
from wonders_duel.rules import CentrePawnStart, RevealTiming, Rules, WonderSetup
from wonders_duel.scoring import CityScore, Result, Score
from wonders_duel.serialization import shapes
from wonders_duel.serialization.catalogue_shapes import (
    CARD_SHAPES,
    EFFECT_TAGS,
    EFFECTS,
    TALLIES,
)

__all__ = [
    "ALL_KEYS_REQUIRED",
    "CARD_TAGS",
    "DERIVED",
    "ENUMS",
    "FIELD_VALIDATORS",
    "MOST_ITEMS",
    "OMITTED",
    "OWN_EVENTS",
    "PLAIN",
    "TAGS",
    "UNIONS",
    "written",
]

MOST_ITEMS: Final = 300
"""The maximum number of items of a list, except the turns of a record, which have a separate limit."""

TAGS: Final[Mapping[type, str]] = {
    **dict(zip(get_args(shapes.MoveShape), VERBS, strict=True)),
    TokensDealt: "tokens-dealt",
    WondersDealt: "wonders-dealt",
    AgeDealt: "age-dealt",
    CardRevealed: "card-revealed",
    TokensDrawn: "tokens-drawn",
    Produced: "produced",
    Rebated: "rebated",
    Bought: "bought",
    shapes.FaceUp: "face-up",
    shapes.FaceDown: "face-down",
    shapes.Empty: "empty",
    shapes.NewGame: "new-game",
    shapes.FromPosition: "position",
    Result: "result",
    Resignation: "resignation",
    Paid: "paid",
    Gained: "gained",
    Lost: "lost",
    Looted: "looted",
    WonderDrafted: "wonder-drafted",
    BuildingConstructed: "building-constructed",
    BuildingDiscarded: "building-discarded",
    WonderConstructed: "wonder-constructed",
    WonderRemoved: "wonder-removed",
    BuildingDestroyed: "building-destroyed",
    BuildingRevived: "building-revived",
    TokenTaken: "token-taken",
    TokensReturned: "tokens-returned",
    PawnMoved: "pawn-moved",
    SymbolGained: "symbol-gained",
    PairCompleted: "pair-completed",
    ExtraTurnGained: "extra-turn-gained",
    ExtraTurnTaken: "extra-turn-taken",
    ExtraTurnLost: "extra-turn-lost",
    AgeOver: "age-over",
    BeginnerChosen: "beginner-chosen",
    GameEnded: "game-ended",
    GameOver: "game-over",
    WaitsOnChance: "waits-on-chance",
    WrongPhase: "wrong-phase",
    NotInThisGame: "not-in-this-game",
    NotLaidOut: "not-laid-out",
    FaceDown: "face-down",
    Covered: "covered",
    TooExpensive: "too-expensive",
    NotYourWonder: "not-your-wonder",
    AlreadyBuilt: "already-built",
    SevenWonders: "seven-wonders",
    NotOffered: "not-offered",
    NotInDiscardPile: "not-in-discard-pile",
    NotADestructionTarget: "not-a-destruction-target",
    **EFFECT_TAGS,
}
"""The value of the key ``type`` for each member of a union."""

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
)
"""The unions in documents."""

CARD_TAGS: Final[Mapping[type, str]] = {
    Building: "building",
    Wonder: "wonder",
    ProgressToken: "token",
}
"""The value of the key ``type`` of a card of any kind, beside its ``id``."""

DERIVED: Final[Mapping[type, tuple[str, ...]]] = {
    PaymentPlan: ("total",),
    CityScore: ("total",),
    TooExpensive: ("short",),
}
"""Keys derived from the other keys, which are written for convenience."""

ALL_KEYS_REQUIRED: Final = (Result, CityScore, Cost, NotLaidOut, FaceDown)
"""Classes all of whose keys are required, although some attributes have defaults."""

OMITTED: Final[Mapping[type, tuple[str, ...]]] = {
    Turn: ("outcomes", "comment", "clock"),
    shapes.PendingShape: ("colour",),
    Participant: ("tags",),
    shapes.StepShape: ("comment", "clock"),
}
"""Keys that are left out of the document if they are empty."""

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
    RevealTiming,
    WonderSetup,
)
"""The enums in documents."""

FIELD_VALIDATORS: Final[Mapping[tuple[type, str], Callable[[Never], object]]] = {
    (Turn, "comment"): checked_comment,
    (Turn, "clock"): checked_clock,
    (shapes.StepShape, "comment"): checked_comment,
    (shapes.StepShape, "clock"): checked_clock,
    (Participant, "name"): checked_name,
}
"""The validators of fields with names, comments and clocks."""

PLAIN: Final = (
    *TAGS,
    shapes.PendingShape,
    shapes.Built,
    shapes.CityShape,
    shapes.StateShape,
    shapes.DealShape,
    shapes.RecordShape,
    shapes.StepShape,
    Participant,
    Turn,
    Rules,
    PaymentPlan,
    CityScore,
    Score,
    Option,
    shapes.OptionsShape,
    *CARD_SHAPES,
)
"""The classes that are written as an object with a key for each attribute."""


def written(member: Enum) -> str | int:
    """Return the value of an enum member in documents."""
    if isinstance(member, Age):
        return int(member)
    return str(member)
