"""Positions as one line of text: readable, canonical and stable, so that it can serve as a key.

The grammar is in ``docs/reference/position_text.md``; change it there first. A line
consists of ``wd1`` and fields ``key=value`` in a fixed order; fields with a default
value are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from wonders_duel.cards import MILITARY_TOKENS, Building, Card
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.phases import OVER, PHASES
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK, GONE
from wonders_duel.enums import Age, Back, Player
from wonders_duel.rules import DEFAULT_RULES, Rules
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import PASS_CATALOGUE, shown

if TYPE_CHECKING:
    from wonders_duel.cards import StructureLayout
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.engine.city import City

__all__ = ["catalogue_text", "in_rows", "rule_fields", "state_text"]

MARK = "wd1"
"""The first word of a line: the format and its version."""
END = "end"
"""The last word of a line; a line without it is truncated."""
BASE_TEXT = "base"
"""The name of the base game, which is left out in a line."""

RULE_KEYS = {
    "centre-pawn-start": "centre_pawn_start",
    "pair-token": "pair_token",
    "reveal-timing": "reveal_timing",
    "wonder-setup": "wonder_setup",
}
_DEFAULTS = {key: str(getattr(DEFAULT_RULES, name)) for key, name in RULE_KEYS.items()}

KEYS = (
    "turn",
    "phase",
    "pending",
    "again",
    "first",
    *RULE_KEYS,
    "cards",
    "age",
    "structure",
    "pawn",
    "military",
    *(f"one.{name}" for name in ("coins", "buildings", "tokens", "unbuilt", "built")),
    *(f"two.{name}" for name in ("coins", "buildings", "tokens", "unbuilt", "built")),
    "discard",
    "board",
    "offer",
)
"""The fields in canonical order."""

_TOKEN_COINS = tuple(str(token.coins) for token in MILITARY_TOKENS)
DOWN = "?"
GUILD = "?guild"
GONE_WORD = "-"


def _sides() -> Iterator[tuple[str, int]]:
    """Yield the text of every arrangement of the military tokens, with its bit mask."""
    words = [("", 0)]
    for bit, coins in enumerate(_TOKEN_COINS):
        words += [(f"{word},{coins}", mask | 1 << bit) for word, mask in words]
    sides = [(word.removeprefix(",") or GONE_WORD, mask) for word, mask in words]
    turned = [(",".join(reversed(word.split(","))), mask) for word, mask in sides]
    for one, left in (*turned, *sides):
        for two, right in (*turned, *sides):
            yield f"{one}/{two}", left | right << len(_TOKEN_COINS)


SIDES = dict(_sides())
"""The bit mask for each text that may be written; the canonical texts come last."""
_SIDE_TEXTS = {mask: text for text, mask in _sides()}


# -- printing -------------------------------------------------------------------------------------


def state_text(state: State) -> str:
    """Return a state as a line of text; equal states give the same line.

    Args:
        state: any state.

    Raises:
        WrongTypeError: the argument is not a state.

    >>> from wonders_duel import State
    >>> state_text(State.start())
    'wd1 turn=one phase=deal-tokens pawn=0 military=2,5/2,5 one.coins=7 two.coins=7 end'
    """
    expect(state, State, "a State")
    catalogue = state.catalogue
    names = catalogue.building_list
    parts = [MARK]
    if state.phase_number != OVER:
        parts.append("turn=two" if state.player else "turn=one")
    parts.append(f"phase={PHASES[state.phase_number].value}")
    choices = state.tables.pending
    if state.pending_codes:
        parts.append("pending=" + ",".join([choices[code].word for code in state.pending_codes]))
    if state.extra_turn:
        parts.append("again=yes")
    if state.first_player is Player.TWO:
        parts.append("first=two")
    if state.rules != DEFAULT_RULES:
        parts += rule_fields(state.rules)
    if not catalogue.is_base:
        parts.append(f"cards={catalogue_text(catalogue)}")
    if state.age_number:
        parts.append(f"age={Age(state.age_number)}")
        if state.faces:
            layout = catalogue.structures[state.age_number - 1]
            parts.append(f"structure={_faces_text(state.faces, names, layout)}")
    pawn = f"{state.pawn:+d}" if state.pawn else "0"
    parts.append(f"pawn={pawn} military={_SIDE_TEXTS[state.military_mask]}")
    one, two = state.cities
    _city_fields(parts, "one", one)
    _city_fields(parts, "two", two)
    if state.discard_mask:
        parts.append("discard=" + _ids(names, state.discard_mask))
    if state.board_mask:
        parts.append("board=" + _ids(catalogue.token_list, state.board_mask))
    if state.offer_mask:
        offered = catalogue.token_list if state.age_number else catalogue.wonder_list
        parts.append("offer=" + _ids(offered, state.offer_mask))
    parts.append(END)
    return " ".join(parts)


def rule_fields(rules: Rules) -> list[str]:
    """Return the rule options that differ from the default, as fields of a line."""
    return [
        f"{key}={value}"
        for key, name in RULE_KEYS.items()
        if (value := str(getattr(rules, name))) != _DEFAULTS[key]
    ]


def wrong_cards(given: str | None, catalogue: Catalogue, what: str) -> str | None:
    """Return an error message if a text was written with another catalogue, else ``None``.

    Args:
        given: the catalogue that the text names; ``None`` if it names none.
        catalogue: the catalogue with which the text is read.
        what: a word for the text in the message, such as "record".
    """
    own = BASE_TEXT if catalogue.is_base else catalogue_text(catalogue)
    if (given or BASE_TEXT) == own:
        return None
    return (
        f"the {what} is for the catalogue {shown(given or BASE_TEXT)}, but was read with {own}: "
        f"{PASS_CATALOGUE}"
    )


def catalogue_text(catalogue: Catalogue) -> str:
    """Return the name and the digest of a custom catalogue."""
    return f"{quote(catalogue.name, safe='')}@{catalogue.digest}"


def _ids(cards: Sequence[Card], mask: int) -> str:
    return ",".join([cards[number].id for number in bits(mask)])


def _city_fields(parts: list[str], seat: str, city: City) -> None:
    catalogue = city.catalogue
    names = catalogue.building_list
    parts.append(f"{seat}.coins={city.coins}")
    if city.building_mask:
        parts.append(f"{seat}.buildings={_ids(names, city.building_mask)}")
    if city.token_mask:
        parts.append(f"{seat}.tokens={_ids(catalogue.token_list, city.token_mask)}")
    wonders = catalogue.wonder_list
    if city.unbuilt_numbers:
        unbuilt = ",".join([wonders[number].id for number in city.unbuilt_numbers])
        parts.append(f"{seat}.unbuilt={unbuilt}")
    if city.built_codes:
        under = len(names)
        built = ",".join(
            [f"{wonders[code // under].id}:{names[code % under].id}" for code in city.built_codes]
        )
        parts.append(f"{seat}.built={built}")


def _faces_text(faces: Sequence[int], names: Sequence[Building], layout: StructureLayout) -> str:
    words = [
        names[face].id
        if face < FIRST_BACK
        else GONE_WORD
        if face == GONE
        else GUILD
        if BACK_OF[face] is Back.GUILD
        else DOWN
        for face in faces
    ]
    return in_rows(words, layout)


def in_rows(words: Sequence[str], layout: StructureLayout) -> str:
    """Return a word for each slot of a structure, row by row."""
    rows = []
    start = 0
    for columns in layout.rows:
        rows.append(words[start : start + len(columns)])
        start += len(columns)
    # An invalid outcome may have too few or too many words.
    rows.append(words[start:])
    return "/".join([",".join(row) for row in rows if row])
