"""JSON documents of states, moves, payment plans, scores, deals, records and other objects.

>>> from wonders_duel import Game, State, serialization
>>> text = serialization.dumps(Game(seed=1).state)
>>> serialization.loads(text, State) == Game(seed=1).state
True
"""

from wonders_duel.serialization.documents import from_document, to_document
from wonders_duel.serialization.formats import Document, kind_of
from wonders_duel.serialization.json_texts import dump, dumps, load, loads
from wonders_duel.serialization.schema import FORMATS, schema
from wonders_duel.serialization.strict_json import Json

__all__ = [
    "FORMATS",
    "Document",
    "Json",
    "dump",
    "dumps",
    "from_document",
    "kind_of",
    "load",
    "loads",
    "schema",
    "to_document",
]
