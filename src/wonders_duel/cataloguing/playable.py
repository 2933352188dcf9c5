"""The checks of a catalogue.

A game with an accepted catalogue can always be played to its end, and each of its states can be
stored and read. So the numbers that effects contribute, and their sums over all cards, have ranges:
the engine packs several of them into one int, and every format has limits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building, Card, StructureLayout
from wonders_duel.cataloguing.names import plain
from wonders_duel.effects import CardChoice, Contribution, Effect, Gain, Whenever
from wonders_duel.engine.bitfields import CHAIN_MASK, COUNT_MASK, SHIELD_MASK, TRADE_MASK
from wonders_duel.engine.phases import MOST_CHOICES
from wonders_duel.engine.slots import FIRST_BACK
from wonders_duel.enums import Age, Back, Colour, Resource, ScienceSymbol
from wonders_duel.errors import CatalogueError
from wonders_duel.rules import (
    BOARD_TOKENS,
    DRAFT_GROUP,
    GUILDS_IN_PLAY,
    MOST_CARD_COINS,
    MOST_POINTS,
    MOST_SHIELDS,
    MOST_UNITS,
)
from wonders_duel.support.arguments import is_within
from wonders_duel.support.phrases import LONGEST_SHOWN, counted, one_of, shown

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["checked_sums"]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAME: Final = f"printable text of 1 to {LONGEST_SHOWN} characters"

_TAKEN_WORDS: Final = ("board-token", "library-token", "revive", "destroy")
"""The words of the choices of the library begin with these."""
_CHOSEN: Final = ("building", "wonder", "progress token")
MOST_EFFECTS: Final = 300
"""The most effects of a card."""
MOST_HELPERS: Final = 500
"""The most resource choices, and units of rebates, in a catalogue: pricing tries all of them."""


def checked_sums(catalogue: Catalogue) -> list[Contribution]:
    """Check a catalogue, and return the sum of the contributions of each card's effects.

    Args:
        catalogue: the catalogue, whose lists have been checked to hold cards only.

    Returns:
        The sums of each card: buildings, then wonders, then tokens.

    Raises:
        CatalogueError: the cards do not make up a valid game; the error lists every problem.
    """
    cards: tuple[Card, ...] = (
        *catalogue.building_list,
        *catalogue.wonder_list,
        *catalogue.token_list,
    )
    problems = [
        *_ids(cards),
        *_names(cards),
        *_chains(catalogue.building_list),
        *_other_names(catalogue, cards),
        *_first_game(catalogue),
        *_structures(catalogue.structures),
        *_numbers_of_cards(catalogue),
    ]
    sums = []
    for card in cards:
        total = Contribution()
        sums.append(total)
        problems += _effects(card, total)
    problems += _in_all(cards, sums)
    if problems:
        raise CatalogueError("; ".join(problems))
    return sums


# -- names ----------------------------------------------------------------------------------------


def _is_name(name: object) -> bool:
    """Return whether a value is a valid name."""
    return (
        isinstance(name, str)
        and bool(name.strip())
        and name.isprintable()
        and len(name) <= LONGEST_SHOWN
    )


def _ids(cards: Sequence[Card]) -> Iterator[str]:
    ids: list[str] = []
    for card in cards:
        given: object = card.id
        if not isinstance(given, str) or not _ID.fullmatch(given):
            yield f"the id {shown(given)} is not lower-case words joined by hyphens"
        elif len(given) > LONGEST_SHOWN:
            yield f"the id {shown(given)} is too long; expected at most {LONGEST_SHOWN} characters"
        else:
            ids.append(given)
    for name, number in Counter(ids).items():
        if number > 1:
            yield f"duplicate id {name} ({number} times)"


def _names(cards: Sequence[Card]) -> Iterator[str]:
    for card in cards:
        if not _is_name(card.name):
            yield f"the name {shown(card.name)} of {shown(card.id)} is not {_NAME}"
    names = Counter(plain(card.name) for card in cards if _is_name(card.name))
    for name, number in names.items():
        if number > 1:
            yield f"duplicate name {name!r} ({number} times)"


def _chains(buildings: Sequence[Building]) -> Iterator[str]:
    ids = [building.id for building in buildings]
    for building in buildings:
        if building.free_with is not None and building.free_with not in ids:
            freeing = building.free_with
            named = freeing if _is_name(freeing) else shown(freeing)
            yield f"{building.id} is free with {named}, which is not a building of this catalogue"
        if building.chain_symbol is not None and not _is_name(building.chain_symbol):
            symbol = shown(building.chain_symbol)
            yield f"the chain symbol {symbol} of {building.id} is not {_NAME}"


def _other_names(catalogue: Catalogue, cards: Sequence[Card]) -> Iterator[str]:
    ids = [card.id for card in cards]
    for names, what in ((catalogue.aliases, "alias"), (catalogue.former_names, "former name")):
        for name, meant in names.items():
            if not _is_name(name):
                yield f"the {what} {shown(name)} is not {_NAME}"
            if meant not in ids:
                yield f"the {what} {shown(name)} means {shown(meant)}, which is not a card of this catalogue"
    first: dict[str, str] = {}
    for name, meant in catalogue.aliases.items():
        if not _is_name(name):
            continue
        other = first.setdefault(plain(name), name)
        if catalogue.aliases[other] != meant:
            yield (
                f"the aliases {shown(other)} and {shown(name)} read the same, but mean "
                f"{shown(catalogue.aliases[other])} and {shown(meant)}"
            )
    if not _is_name(catalogue.name):
        yield f"the name {shown(catalogue.name)} of the catalogue is not {_NAME}"


# -- numbers and structures -----------------------------------------------------------------------


def _first_game(catalogue: Catalogue) -> Iterator[str]:
    hands = catalogue.first_game
    if not hands:
        return
    known = [wonder.id for wonder in catalogue.wonder_list]
    if len(hands) != len(Age) - 1:
        yield f"the first game has {counted(len(hands), 'hand')} of wonders; expected two, or none at all"
    for number, hand in enumerate(hands, start=1):
        if len(hand) != DRAFT_GROUP:
            yield (
                f"hand {number} of the first game has {counted(len(hand), 'wonder')}; expected {DRAFT_GROUP}"
            )
    given = [wonder for hand in hands for wonder in hand]
    for place, wonder in enumerate(given):
        if wonder not in known:
            yield f"unknown wonder {wonder} in the first game"
        elif given.index(wonder) < place and wonder not in given[place + 1 :]:
            yield f"duplicate wonder {wonder} in the first game ({given.count(wonder)} times)"


def _structures(structures: Sequence[StructureLayout]) -> Iterator[str]:
    if len(structures) != len(Age):
        yield f"{counted(len(structures), 'structure')}; expected {len(Age)}"
        return
    for age, layout in zip(Age, structures, strict=True):
        least = GUILDS_IN_PLAY if age is Age.III else 1
        if layout.size < least:
            yield f"the structure of age {age} has {counted(layout.size, 'slot')}; expected at least {least}"
        for number, row in enumerate(layout.rows):
            if not row:
                yield f"row {number} of the structure of age {age} is empty"
        bare = [
            str(slot)
            for slot, (up, over) in enumerate(zip(layout.face_up, layout.covered_by, strict=True))
            if not up and not over
        ]
        if bare:
            yield (
                f"in the structure of age {age} nothing covers slot {', '.join(bare)}: every card of an odd row is "
                "dealt face down and needs a card of the next row half a card to its left or right"
            )


def _numbers_of_cards(catalogue: Catalogue) -> Iterator[str]:
    for building in catalogue.building_list:
        if building.colour is Colour.PURPLE and building.age is not Age.III:
            yield f"{building.id} is a guild of age {building.age}; guilds belong to age III"
    if len(catalogue.structures) == len(Age):
        backs = Counter(building.back for building in catalogue.building_list)
        sizes = [layout.size for layout in catalogue.structures]
        needed = {
            Back.AGE_I: sizes[0],
            Back.AGE_II: sizes[1],
            Back.AGE_III: sizes[2] - GUILDS_IN_PLAY,
            Back.GUILD: GUILDS_IN_PLAY,
        }
        for back, number in needed.items():
            if backs[back] < number:
                yield f"{counted(backs[back], 'card')} with the back {back}; expected at least {number}"
    for there, least, what in (
        (len(catalogue.building_list), 0, "building"),
        (len(catalogue.wonder_list), 2 * DRAFT_GROUP, "wonder"),
        (len(catalogue.token_list), BOARD_TOKENS, "progress token"),
    ):
        if there < least:
            yield f"{counted(there, what)}; expected at least {least}"
        elif there > FIRST_BACK:
            yield f"{counted(there, what)}; expected at most {FIRST_BACK}"


# -- contributions of effects ---------------------------------------------------------------------


def _effects(card: Card, total: Contribution) -> Iterator[str]:
    """Add up the contributions of a card's effects, and yield what is out of range."""
    if len(card.effects) > MOST_EFFECTS:
        yield f"{card.id} has {len(card.effects)} effects; expected at most {MOST_EFFECTS}"
    for effect in card.effects:
        effect.contribute(total)
        if type(effect).contribute.__module__ != Effect.__module__:
            # A custom class may contribute anything, so check before the next effect adds to it.
            yield from _reset_invalid(
                f"the effect {type(effect).__name__} of {card.id} contributes", total
            )
    yield from _reset_invalid(f"the effects of {card.id} contribute", total)


def _reset_invalid(who: str, total: Contribution) -> Iterator[str]:
    """Yield each field that is out of range, and reset it to its default."""
    for name, (fits, needed) in _FIELDS.items():
        held: object = getattr(total, name)
        if held is not _DEFAULTS[name] and not fits(held):
            yield f"{who} {shown(held)} as {name}; expected {needed}"
            setattr(total, name, getattr(Contribution(), name))


def _number(least: int, most: int) -> tuple[Callable[[object], bool], str]:
    return (
        lambda held: is_within(held, least, most),
        f"a whole number from {least} to {most}",
    )


def _amounts(
    kind: type, most: int, *, or_none: bool = False
) -> tuple[Callable[[object], bool], str]:
    def fits(held: object) -> bool:
        return isinstance(held, dict) and all(
            (isinstance(key, kind) or (or_none and key is None)) and is_within(value, 0, most)
            for key, value in held.items()
        )

    keys = f"{kind.__name__} members{' or None' if or_none else ''}"
    return fits, f"a dict with whole numbers from 0 to {most} for {keys}"


def _members(kind: type, *, once: bool = False) -> tuple[Callable[[object], bool], str]:
    def fits(held: object) -> bool:
        return (
            isinstance(held, list)
            and all(isinstance(one, kind) for one in held)
            and not (once and len(set(held)) < len(held))
        )

    return fits, f"a list of {kind.__name__} members{', each of them once' if once else ''}"


def _are_choices(held: object) -> bool:
    return isinstance(held, list) and all(
        isinstance(group, frozenset) and group and all(isinstance(one, Resource) for one in group)
        for group in held
    )


def _are_card_choices(held: object) -> bool:
    return isinstance(held, list) and all(
        isinstance(one, CardChoice)
        and _is_word(one.word)
        and one.chosen in _CHOSEN
        and type(one).targets is not CardChoice.targets
        and type(one).carry_out is not CardChoice.carry_out
        for one in held
    )


def _is_word(word: object) -> bool:
    return (
        isinstance(word, str)
        and len(word) <= LONGEST_SHOWN
        and bool(_ID.fullmatch(word))
        and not word.startswith(_TAKEN_WORDS)
    )


def _are_rebates(held: object) -> bool:
    return isinstance(held, list) and all(map(_is_rebate, held))


def _is_rebate(rebate: object) -> bool:
    if not isinstance(rebate, tuple) or len(rebate) != 2:  # noqa: PLR2004 - units and colour
        return False
    units, colour = rebate
    return is_within(units, 1, MOST_UNITS) and (colour is None or isinstance(colour, Colour))


def _are_triggers(held: object) -> bool:
    return isinstance(held, list) and all(map(_is_trigger, held))


def _is_trigger(pair: object) -> bool:
    if not isinstance(pair, tuple) or len(pair) != 2:  # noqa: PLR2004 - a trigger and its gain
        return False
    trigger, gain = pair
    try:
        Whenever(trigger, gain)
    except CatalogueError:
        return False
    return isinstance(gain, Gain)


_FIELDS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "production": _amounts(Resource, MOST_UNITS),
    "choices": (_are_choices, "a list of frozensets of Resource members, none of them empty"),
    "fixed_prices": _amounts(Resource, MOST_CARD_COINS),
    "rebates": (
        _are_rebates,
        f"a list of pairs: a whole number from 1 to {MOST_UNITS}, and a Colour or None",
    ),
    "coin_rebates": _amounts(Colour, MOST_CARD_COINS, or_none=True),
    "coins": _number(0, MOST_CARD_COINS),
    "opponent_loses": _number(0, MOST_CARD_COINS),
    "shields": _number(0, MOST_SHIELDS),
    "points": _number(-MOST_POINTS, MOST_POINTS),
    "symbols": _members(ScienceSymbol, once=True),
    "play_again": (lambda held: isinstance(held, bool), "True or False"),
    "token_draws": _number(0, MOST_CHOICES),
    "board_tokens": _number(0, MOST_CHOICES),
    "revivals": _number(0, MOST_CHOICES),
    "destructions": _members(Colour),
    "trade_coins": _number(0, 1),
    "wonders_again": _number(0, 1),
    "chain_bonus": _number(0, CHAIN_MASK),
    "card_choices": (
        _are_card_choices,
        (
            "a list of CardChoice effects that define targets() and carry_out(), each with lower-case words "
            f"joined by hyphens as word, at most {LONGEST_SHOWN} characters that do not begin with "
            f"{one_of(_TAKEN_WORDS)}, and with {one_of(_CHOSEN)} as chosen"
        ),
    ),
    "extra_shields": _amounts(Colour, MOST_SHIELDS),
    "triggers": (_are_triggers, "a list of pairs that Whenever accepts: a Trigger and a Gain"),
}
"""For each field of a contribution, its check and its description."""

_DEFAULTS: Final[Mapping[str, object]] = {name: getattr(Contribution(), name) for name in _FIELDS}
"""For each field its default: a number is the same object there as in a new contribution."""


def _in_all(cards: Sequence[Card], sums: Sequence[Contribution]) -> Iterator[str]:
    """Yield each sum over all cards that exceeds its limit."""
    limits: list[tuple[int, str, Iterable[int]]] = [
        (TRADE_MASK, "cards that bring the opponent's trade coins", [s.trade_coins for s in sums]),
        (TRADE_MASK, "cards that make wonders play again", [s.wonders_again for s in sums]),
        (CHAIN_MASK, "coins for a chain", [s.chain_bonus for s in sums]),
        (
            MOST_CHOICES,
            "choices that cards bring",
            [
                s.token_draws
                + s.board_tokens
                + s.revivals
                + len(s.destructions)
                + len(s.card_choices)
                for s in sums
            ],
        ),
        (MOST_HELPERS, "producers of a choice", [len(s.choices) for s in sums]),
        (
            MOST_HELPERS,
            "resources taken off by rebates",
            [units for s in sums for units, _ in s.rebates],
        ),
    ]
    for colour in Colour:
        extra = [total.extra_shields.get(colour, 0) for total in sums]
        limits.append((SHIELD_MASK, f"extra shields on {colour} buildings", extra))
        there = [isinstance(card, Building) and card.colour is colour for card in cards]
        limits.append((COUNT_MASK, f"{colour} buildings", [int(one) for one in there]))
    for most, what, numbers in limits:
        if sum(numbers) > most:
            yield f"{sum(numbers)} {what} in all; expected at most {most}"
    named: dict[str, CardChoice] = {}
    for choice in chain.from_iterable(total.card_choices for total in sums):
        if named.setdefault(choice.word, choice) != choice:
            yield f"duplicate choice {choice.word}: {shown(named[choice.word])} and {shown(choice)}"
