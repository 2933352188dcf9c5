"""The ids of cards on the sites, which ``ids.csv`` lists with ours."""

from __future__ import annotations

import re
from csv import DictReader
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from wonders_duel.errors import FormatError
from wonders_duel.importers.tolerance import optional_number
from wonders_duel.support.phrases import shown

__all__ = ["Kind", "Site", "card_id", "name_of", "site_id"]

Site = Literal["bga", "7wd_io", "sevenee"]
"""The columns of the table: the sites."""
Kind = Literal["building", "wonder", "token"]
"""The kinds of cards in the table."""

_FILE: Final = files("wonders_duel.importers") / "ids.csv"


@cache
def _rows() -> tuple[dict[str, str], ...]:
    return tuple(DictReader(_FILE.read_text(encoding="utf-8").splitlines()))


@cache
def _by_site(site: Site, kind: Kind) -> dict[str, str]:
    """Return our ids by those of a site."""
    return {row[site]: row["id"] for row in _rows() if row["kind"] == kind and row[site]}


@cache
def _by_ours(site: Site, kind: Kind) -> dict[str, str]:
    """Return the ids of a site by ours."""
    return {ours: theirs for theirs, ours in _by_site(site, kind).items()}


@cache
def _by_word(kind: Kind) -> dict[str, str]:
    """Return our ids by names without spaces and capitals, with and without the article."""
    found = {}
    for row in _rows():
        if row["kind"] == kind:
            word = _word(row["name"])
            found[word] = found[word.removeprefix("the")] = row["id"]
    return found


def _word(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


def card_id(site: Site, kind: Kind, given: object) -> str:
    """Return our id of a card of a site.

    Args:
        site: the site.
        kind: the kind of card.
        given: the id there, a number or a text of digits; some logs have names instead.

    Raises:
        FormatError: the table has no such card.
    """
    number = optional_number(given)
    if isinstance(given, str) or number is not None:
        text = str(given if number is None else number).strip()
        found = _by_site(site, kind).get(text) or _by_word(kind).get(_word(text))
        if found is not None:
            return found
    if given is None:
        raise FormatError([f"the id of the {kind} is missing"])
    raise FormatError([f"unknown {kind} {shown(given)}"])


def site_id(site: Site, kind: Kind, ours: str) -> int:
    """Return the id of a card on a site.

    Args:
        site: the site.
        kind: the kind of card.
        ours: our id.

    Raises:
        FormatError: the site does not have the card.
    """
    found = _by_ours(site, kind).get(ours)
    if found is None:
        raise FormatError([f"the site has no {kind} {shown(ours)}"])
    return int(found)


@cache
def name_of(ours: str) -> str:
    """Return the printed name of a card.

    Args:
        ours: our id.
    """
    return next((row["name"] for row in _rows() if row["id"] == ours), ours)
