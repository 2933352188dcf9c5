"""The rules engine for the board game 7 Wonders Duel."""

from wonders_duel.base_game import BASE_GAME as catalogue
from wonders_duel.build import is_compiled
from wonders_duel.cards import (
    Building,
    Card,
    Cost,
    MilitaryToken,
    ProgressToken,
    StructureLayout,
    Wonder,
)
from wonders_duel.catalogues import Catalogue
from wonders_duel.chance import (
    AgeDealt,
    CardRevealed,
    Chance,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.city import BuiltWonder, City
from wonders_duel.codec import MoveCodec
from wonders_duel.deal import Deal
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
from wonders_duel.errors import (
    AmbiguousNameError,
    BotError,
    CatalogueError,
    ChanceError,
    DealError,
    Fault,
    FormatError,
    IllegalMoveError,
    LimitError,
    NoMoverError,
    NotationError,
    PositionError,
    RecordError,
    RuleOptionError,
    UndoError,
    UnfinishedError,
    UnknownNameError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.game import Game, Step
from wonders_duel.limits import Limits
from wonders_duel.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.notation import parse_move
from wonders_duel.payment import Bought, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.position import CityPosition, Pending, Position
from wonders_duel.reasons import Reason
from wonders_duel.record import Record, Resignation, Turn
from wonders_duel.remarks import Participant, Tags
from wonders_duel.rules import CentrePawnStart, RevealTiming, Rules, WonderSetup
from wonders_duel.scoring import CityScore, Outcome, Score
from wonders_duel.state import State
from wonders_duel.structure import Slot, Structure
from wonders_duel.track import Track

__version__ = "0.1.0"

__all__ = [
    "Age",
    "AgeDealt",
    "AmbiguousNameError",
    "Back",
    "BotError",
    "Bought",
    "Building",
    "BuiltWonder",
    "Card",
    "CardRevealed",
    "Catalogue",
    "CatalogueError",
    "CentrePawnStart",
    "Chance",
    "ChanceError",
    "ChanceOutcome",
    "ChooseBeginner",
    "City",
    "CityPosition",
    "CityScore",
    "Colour",
    "ConstructBuilding",
    "ConstructWonder",
    "Cost",
    "Deal",
    "DealError",
    "DestroyBuilding",
    "DiscardBuilding",
    "DraftWonder",
    "Fault",
    "FormatError",
    "Game",
    "IllegalMoveError",
    "LimitError",
    "Limits",
    "MilitaryToken",
    "Move",
    "MoveCodec",
    "NoMoverError",
    "NotationError",
    "Outcome",
    "Participant",
    "PaymentPlan",
    "Pending",
    "Phase",
    "PlanLine",
    "Player",
    "Position",
    "PositionError",
    "Produced",
    "ProgressToken",
    "Reason",
    "Rebated",
    "Record",
    "RecordError",
    "Resignation",
    "Resource",
    "RevealTiming",
    "ReviveBuilding",
    "RuleOptionError",
    "Rules",
    "ScienceSymbol",
    "Score",
    "Slot",
    "State",
    "Step",
    "Structure",
    "StructureLayout",
    "Tags",
    "TakeToken",
    "TokensDealt",
    "TokensDrawn",
    "Track",
    "Turn",
    "UndoError",
    "UnfinishedError",
    "UnknownNameError",
    "Victory",
    "Wonder",
    "WonderSetup",
    "WondersDealt",
    "WondersDuelError",
    "WrongTypeError",
    "__version__",
    "catalogue",
    "is_compiled",
    "parse_move",
]
