"""The converter between the library's objects and JSON values, one for each catalogue.

Reading is strict: no value is converted to another type, no key is ignored, and every
fault is reported with its path.
"""

from __future__ import annotations

from typing import Any

from cattrs import Converter

from wonders_duel.cards import Building, Card, MilitaryToken, ProgressToken, Wonder
from wonders_duel.catalogues import CardsById, Catalogue, per_catalogue
from wonders_duel.history.resignation import GameResult
from wonders_duel.serialization.hooks import reads, same
from wonders_duel.serialization.layout import CARD_TAGS, ENUMS, SHAPES, UNIONS, written
from wonders_duel.serialization.lists import register_lists
from wonders_duel.serialization.objects import register_object, register_union
from wonders_duel.serialization.special_objects import (
    register_analyses,
    register_catalogues,
    register_deals,
    register_matches,
    register_moves,
    register_options,
    register_records,
    register_slots,
    register_states,
    register_steps,
)
from wonders_duel.serialization.values import (
    card_reader,
    finder,
    id_writer,
    member_reader,
    military_token,
    number,
    tag_writer,
    text,
    texts,
    truth,
    whole,
)

__all__ = ["converter_for"]


@per_catalogue
def converter_for(catalogue: Catalogue) -> Converter:
    """Return the converter of a catalogue.

    Args:
        catalogue: the cards of the documents.
    """
    converter = Converter(detailed_validation=True, forbid_extra_keys=True)
    _register_values(converter)
    _register_cards(converter, catalogue)
    register_lists(converter)
    for kind, shape in SHAPES.items():
        register_object(converter, kind, shape)
    for union in (*UNIONS, GameResult | None):
        register_union(converter, union)
    register_slots(converter)
    register_moves(converter, catalogue)
    register_states(converter, catalogue)
    register_deals(converter, catalogue)
    register_records(converter, catalogue)
    register_matches(converter, catalogue)
    register_analyses(converter)
    register_steps(converter)
    register_options(converter)
    register_catalogues(converter, catalogue)
    return converter


def _register_values(converter: Converter) -> None:
    """Read and write numbers, texts, enum members and military tokens."""
    reads(converter, int, whole)
    reads(converter, float, number)
    reads(converter, float | None, lambda value: None if value is None else number(value))
    reads(converter, bool, truth)
    reads(converter, str, text)
    reads(converter, dict[str, str], texts)
    reads(converter, MilitaryToken, military_token)
    converter.register_unstructure_hook(MilitaryToken, lambda token: token.coins)
    for kind in ENUMS:
        reads(converter, kind, member_reader(kind))
        reads(converter, kind | None, member_reader(kind, optional=True))
        converter.register_unstructure_hook(kind, written)


def _register_cards(converter: Converter, catalogue: Catalogue) -> None:
    """Read and write cards: as ids, or as ids with tags where several kinds are allowed."""
    of: tuple[tuple[type, CardsById[Any]], ...] = (
        (Building, catalogue.buildings),
        (Wonder, catalogue.wonders),
        (ProgressToken, catalogue.tokens),
    )
    write_id, write_tagged = id_writer(catalogue), tag_writer(catalogue)
    for kind, known in of:
        reads(converter, kind, finder(known))
        converter.register_unstructure_hook(kind, write_id)
    tagged = {tag: finder(known) for tag, (_, known) in zip(CARD_TAGS.values(), of, strict=True)}
    some = {tag: tagged[tag] for tag in ("building", "wonder")}
    any_card = card_reader(tagged)
    reads(converter, Card, any_card)
    reads(converter, Card | None, lambda value: None if value is None else any_card(value))
    reads(converter, Building | Wonder, card_reader(some))
    offered = {tag: tagged[tag] for tag in ("wonder", "token")}
    reads(converter, Wonder | ProgressToken, card_reader(offered))
    for union in (Card, Card | None, Building | Wonder, Wonder | ProgressToken):
        converter.register_unstructure_hook_func(same(union), write_tagged)
