"""JSON: documents of states, moves, payment plans, scores, outcomes, answers, deals, rules and records.

>>> from wonders_duel import Game, State, serialization
>>> text = serialization.dumps(Game(seed=1).state)
>>> serialization.loads(text, State) == Game(seed=1).state
True
"""

from wonders_duel.serialization.documents import (
    Document,
    dump,
    dumps,
    from_document,
    load,
    loads,
    to_document,
)
from wonders_duel.serialization.schema import FORMATS, schema
from wonders_duel.serialization.strict_json import Json, decoded

__all__ = [
    "FORMATS",
    "Document",
    "Json",
    "decoded",
    "dump",
    "dumps",
    "from_document",
    "load",
    "loads",
    "schema",
    "to_document",
]
