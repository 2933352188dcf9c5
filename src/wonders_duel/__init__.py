"""The rules engine for the board game 7 Wonders Duel.

A game applies the rules, deals the cards and lists the legal moves:

>>> from wonders_duel import Game
>>> game = Game(seed=2015)
>>> while not game.is_over:
...     state = game.play(game.legal_moves[0])
>>> print(game.result)
Player two wins the civilian victory, 56 to 36.

The main classes, all imported from here:

* ``Game``: play, query prices and reasons why a move is illegal, undo, save.
* ``State``: an immutable, hashable state with everything that both players can see;
  bots and searches work on it. ``game.state`` is the current one.
* ``Deal``: the hidden cards. ``Deal.random`` deals a new game, ``Deal.consistent_with``
  samples the cards that a state leaves unknown.
* ``Position``: a builder that makes a state from a position entered by hand, and checks it.
* ``catalogue``: the cards of the base game; ``catalogue.extended`` adds custom cards.
* ``Record``: a whole game, to store and replay. ``game.record()`` makes one.

Modules, imported as in ``from wonders_duel import bots``:

* ``wonders_duel.bots``: the built-in bots and the protocol of a bot.
* ``wonders_duel.render``: states and cards as pictures and text, games as web pages.
* ``wonders_duel.languages``: names and sentences in English, Finnish and French.
* ``wonders_duel.records``: record files with one or many games, and records as table rows.
* ``wonders_duel.serialization``: JSON documents and their schemas.
* ``wonders_duel.notation``: the text form of moves.
* ``wonders_duel.reasons``: the reasons why a move is illegal, as objects.
* ``wonders_duel.events``: the consequences of a move, as objects.
* ``wonders_duel.effects``: the effects of cards, for building custom cards.
* ``wonders_duel.errors``: every exception of the library.
* ``wonders_duel.glyphs``: the symbols of effects in pictures.
* ``wonders_duel.messages``: messages that can be worded in any language.
* ``wonders_duel.features``: players and states as documented numbers.
* ``wonders_duel.learn``: observations, actions and environments for learning programs.
* ``wonders_duel.evaluation``: evaluations of states by weights of their features.
* ``wonders_duel.search``: a bot that searches a tree of moves and chance outcomes.
* ``wonders_duel.protocol``: bots that are programs in any language.
* ``wonders_duel.match``: matches between bots, as values.
* ``wonders_duel.arena``: runs of matches with any number of workers, and their journals.
* ``wonders_duel.ratings``: the strength of bots, from the games of matches.
* ``wonders_duel.statistics``: victories, points and cards of many games, as tables and charts.
* ``wonders_duel.importers``: games from the logs of sites.
* ``wonders_duel.perft``: counts of move sequences, to compare engines.
* ``wonders_duel.seeds``: random number generators, one for each purpose.
* ``wonders_duel.testing``: helpers for testing your own bots, cards and programs.
* ``wonders_duel.validation``: checks of record, position and JSON files.

In a terminal, ``wonders-duel play`` starts an interactive game, ``wonders-duel demo`` plays
a game between two bots, and ``wonders-duel --help`` lists the other commands. All other
modules of this package are internal.
"""

from wonders_duel import unpickle
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
from wonders_duel.chance.node import Chance
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.deal import Deal
from wonders_duel.engine.city import City
from wonders_duel.engine.codec import MoveCodec
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
from wonders_duel.engine.options import Option, Options
from wonders_duel.engine.payment import Bought, Discounted, PaymentPlan, PlanLine, Produced, Rebated
from wonders_duel.engine.scoring import CityScore, Result, Score
from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.engine.tally import Tally
from wonders_duel.engine.track import Track
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
    BadGameError,
    BotError,
    CatalogueError,
    ChanceError,
    DealError,
    ExtraError,
    Fault,
    FormatError,
    IllegalMoveError,
    LearningError,
    LimitError,
    MatchError,
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
from wonders_duel.game import Game
from wonders_duel.history.remarks import Participant, Tags
from wonders_duel.history.resignation import Resignation
from wonders_duel.history.step import Step
from wonders_duel.limits import Limits
from wonders_duel.notation import parse_move
from wonders_duel.position import CityPosition, Pending, Position
from wonders_duel.reasons import Reason
from wonders_duel.record import Record, Turn
from wonders_duel.rules import CentrePawnStart, PairToken, RevealTiming, Rules, WonderSetup
from wonders_duel.state import State
from wonders_duel.support import field_docs

__version__ = "0.1.0"

__all__ = [
    "Age",
    "AgeDealt",
    "AmbiguousNameError",
    "Back",
    "BadGameError",
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
    "ChooseCard",
    "City",
    "CityPosition",
    "CityScore",
    "Colour",
    "ConstructBuilding",
    "ConstructWonder",
    "Cost",
    "Deal",
    "DealError",
    "DeclineToken",
    "DestroyBuilding",
    "DiscardBuilding",
    "Discounted",
    "DraftWonder",
    "ExtraError",
    "Fault",
    "FormatError",
    "Game",
    "IllegalMoveError",
    "LearningError",
    "LimitError",
    "Limits",
    "MatchError",
    "MilitaryToken",
    "Move",
    "MoveCodec",
    "NoMoverError",
    "NotationError",
    "Option",
    "Options",
    "PairToken",
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
    "Tally",
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
unpickle.pickle_by_name(__name__, globals().values())


def __dir__() -> list[str]:
    """Return the public names, without the submodules."""
    return __all__
