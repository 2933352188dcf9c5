"""The formats of documents: their names, and the classes of objects in each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from wonders_duel.catalogues import Catalogue
from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import Move
from wonders_duel.engine.options import Options
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.engine.scoring import Result, Score
from wonders_duel.errors import WrongTypeError
from wonders_duel.events import Event
from wonders_duel.history.step import Step
from wonders_duel.match import Match
from wonders_duel.reasons import Reason
from wonders_duel.record import Record
from wonders_duel.rules import Rules
from wonders_duel.search.analysis import Analysis
from wonders_duel.serialization.layout import OWN_EVENTS
from wonders_duel.state import State
from wonders_duel.support.phrases import one_of, shown

__all__ = ["CLASSES", "KINDS", "Document", "kind_of"]

Document = (
    State
    | Move
    | PaymentPlan
    | Score
    | Result
    | ChanceOutcome
    | Deal
    | Rules
    | Record
    | Step
    | Event
    | Options
    | Reason
    | Catalogue
    | Match
    | Analysis
)
"""All types of objects that have a document."""

KINDS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "state": State,
        "move": Move,
        "payment": PaymentPlan,
        "score": Score,
        "result": Result,
        "outcome": ChanceOutcome,
        "deal": Deal,
        "rules": Rules,
        "record": Record,
        "step": Step,
        "event": OWN_EVENTS,
        "options": Options,
        "reason": Reason,
        "catalogue": Catalogue,
        "match": Match,
        "analysis": Analysis,
    }
)
"""The type of object in each format."""

CLASSES: Final[dict[str, tuple[type, ...]]] = {
    name: (kind,) if isinstance(kind, type) else get_args(kind) for name, kind in KINDS.items()
}
"""The classes of the objects in each format."""


def kind_of(thing: object) -> str:
    """Return the name of an object's format, such as ``state``.

    Args:
        thing: an object of one of the types in ``Document``.

    Raises:
        WrongTypeError: there is no format for this type.

    >>> from wonders_duel import Game
    >>> kind_of(Game(seed=1).state)
    'state'
    """
    for name, classes in CLASSES.items():
        if isinstance(thing, classes):
            return name
    raise WrongTypeError(f"no format for {shown(thing)}; expected {one_of(KINDS)}")
