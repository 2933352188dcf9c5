"""The rules engine for the board game 7 Wonders Duel.

A game knows the rules, deals the cards, and says what is legal:

>>> from wonders_duel import Game
>>> game = Game(seed=2015)
>>> while not game.is_over:
...     state = game.play(game.legal_moves[0])
>>> print(game.result)
Player two wins the civilian victory, 56 to 36.

Where to begin, all imported from here:

* ``Game``: play, ask what things cost and why a move is not legal, undo, save.
* ``State``: a position, frozen and hashable, with all that both players can see:
  what bots are given and searches go through. ``game.state`` is one.
* ``Deal``: what is hidden. ``Deal.random`` deals a game, ``Deal.consistent_with``
  deals what a state leaves open.
* ``Position``: a position typed in by hand, and checked.
* ``catalogue``: the cards of the base game; ``catalogue.extended`` adds your own.
* ``Record``: a whole game, to keep and to replay. ``game.record()`` makes one.

Modules with names of their own, such as ``from wonders_duel import bots``:

* ``wonders_duel.bots``: opponents, and what a bot of yours has to do.
* ``wonders_duel.render``: tables and cards as pictures and as text, games as web pages.
* ``wonders_duel.languages``: names and sentences in English, Finnish and French.
* ``wonders_duel.records``: records in files, one or many, and as rows of tables.
* ``wonders_duel.serialization``: JSON documents, and their schemas.
* ``wonders_duel.notation``: moves as people type them.
* ``wonders_duel.reasons``: why a move is not legal, as objects.
* ``wonders_duel.events``: what a move did, as objects.
* ``wonders_duel.effects``: what cards do, for cards of your own.
* ``wonders_duel.errors``: everything that is raised.
* ``wonders_duel.perft``: lines of moves counted, to compare engines.
* ``wonders_duel.seeds``: generators of random numbers, one for each purpose.
* ``wonders_duel.testing``: a kit for tests of bots, cards and programs of your own.
* ``wonders_duel.validation``: what is wrong with files.

In a terminal, ``wonders-duel play`` lets you play, ``wonders-duel demo`` shows a game
between two bots, and ``wonders-duel --help`` names the rest. The other modules of
this package are its insides.
"""

from wonders_duel import field_docs
from wonders_duel.base_game import BASE_GAME as catalogue
from wonders_duel.build import is_compiled
from wonders_duel.cards import (
    Building,
    BuiltWonder,
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
from wonders_duel.city import City
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
from wonders_duel.options import Option, Options
from wonders_duel.payment import Bought, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.position import CityPosition, Pending, Position
from wonders_duel.reasons import Reason
from wonders_duel.record import Record, Resignation, Turn
from wonders_duel.remarks import Participant, Tags
from wonders_duel.rules import CentrePawnStart, RevealTiming, Rules, WonderSetup
from wonders_duel.scoring import CityScore, Result, Score
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
    "Option",
    "Options",
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
    "Result",
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

field_docs.document_fields(globals().values())


def __dir__() -> list[str]:
    """List what is public; the modules that the package is made of are left out."""
    return __all__
