"""The versions of the formats, and the upgrades of documents in older versions.

When a format changes so that an older library cannot read it, increase its version in
``CURRENT`` and add to ``UPGRADES`` a function that converts a document of the previous
version. Documents of every version are in ``tests/golden/documents`` and have to stay
readable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wonders_duel.errors import Fault, FormatError
from wonders_duel.serialization.strict_json import Json, integral
from wonders_duel.support.phrases import shown_json

__all__ = ["CURRENT", "UPGRADES", "upgraded"]

CURRENT: Final[dict[str, int]] = {
    "state": 1,
    "move": 1,
    "payment": 1,
    "score": 1,
    "result": 1,
    "outcome": 1,
    "deal": 1,
    "rules": 1,
    "record": 1,
    "step": 1,
    "event": 1,
    "options": 1,
    "reason": 1,
    "catalogue": 1,
    "match": 1,
    "analysis": 1,
}
"""The version in which each format is written."""

UPGRADES: Final[dict[tuple[str, int], Callable[[dict[str, Json]], dict[str, Json]]]] = {}
"""For a format and a version, the function that converts a document to the next version."""


def upgraded(document: dict[str, Json], name: str) -> dict[str, Json]:
    """Return a document in the current version of its format.

    Args:
        document: a document, which is not changed.
        name: the name of its format, such as ``state``.

    Raises:
        FormatError: the version is missing, invalid, or newer than this library.
    """
    version = integral(document.get("version"))
    current = CURRENT[name]
    if type(version) is not int or version < 1:
        wanted = "expected the version of the format, a whole number from 1"
        message = f"{wanted}, got {shown_json(version)}"
        if "version" not in document:
            message = f"missing key; {wanted}"
        raise FormatError([Fault(message, "$.version")])
    if version > current:
        message = (
            f"the document is version {shown_json(version)} of wonders-duel/{name}; this library reads "
            f"up to version {current}: use a newer release"
        )
        raise FormatError([Fault(message, "$.version")])
    while version < current:
        document = UPGRADES[name, version](document)
        version += 1
    return document
