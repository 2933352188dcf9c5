"""Creates the document of a catalogue in a language."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import partial

from wonders_duel.cards import (
    CAPITAL,
    MILITARY_TOKENS,
    Building,
    ProgressToken,
    StructureLayout,
    Wonder,
    military_points,
)
from wonders_duel.catalogues import Catalogue
from wonders_duel.enums import Age, Back, Colour, Phase, Player, Resource, ScienceSymbol, Victory
from wonders_duel.languages import TERMS, Language
from wonders_duel.serialization.catalogue_shapes import (
    BuildingShape,
    CatalogueShape,
    MovesShape,
    SlotShape,
    StructureShape,
    TokenShape,
    TrackShape,
    TrackTokenShape,
    WonderShape,
    WordsShape,
)
from wonders_duel.serialization.layout import written

__all__ = ["catalogue_shape"]


def catalogue_shape(cards: Catalogue, to: Language) -> CatalogueShape:
    """Return the contents of the document of a catalogue.

    Args:
        cards: the catalogue.
        to: the language of names, sentences, words and terms.
    """
    from wonders_duel.render.sentences import card_sentences  # noqa: PLC0415 - needed only here

    sentences = partial(card_sentences, to=to, catalogue=cards)
    return CatalogueShape(
        name=cards.name,
        digest=cards.digest,
        language=to.code,
        buildings=tuple(_building(card, sentences(card), to) for card in cards.building_list),
        wonders=tuple(_wonder(card, sentences(card), to) for card in cards.wonder_list),
        tokens=tuple(_token(card, sentences(card), to) for card in cards.token_list),
        first_game=cards.first_game,
        structures=tuple(
            _structure(age, layout) for age, layout in zip(Age, cards.structures, strict=True)
        ),
        track=TrackShape(
            capital=CAPITAL,
            points=tuple(military_points(distance) for distance in range(CAPITAL + 1)),
            tokens=tuple(
                TrackTokenShape(
                    distance=token.distance, coins=token.coins, sentences=sentences(token)
                )
                for token in MILITARY_TOKENS
            ),
        ),
        moves=MovesShape(count=len(cards.moves), digest=cards.moves.digest),
        words=WordsShape(
            age=_words(Age, to),
            back=_words(Back, to),
            chain_symbol={
                card.chain_symbol: to.chain_symbol(card.chain_symbol)
                for card in cards.building_list
                if card.chain_symbol is not None
            },
            colour=_words(Colour, to),
            phase=_words(Phase, to),
            player=_words(Player, to),
            resource=_words(Resource, to),
            symbol=_words(ScienceSymbol, to),
            victory=_words(Victory, to),
        ),
        terms={term: to.term(term) for term in TERMS},
    )


def _words(members: Iterable[Enum], to: Language) -> dict[str, str]:
    return {str(written(member)): to.word(member) for member in members}


def _building(card: Building, sentences: tuple[str, ...], to: Language) -> BuildingShape:
    return BuildingShape(
        id=card.id,
        name=to.name(card),
        age=card.age,
        colour=card.colour,
        back=card.back,
        cost=card.cost,
        effects=card.effects,
        sentences=sentences,
        chain_symbol=card.chain_symbol,
        free_with=card.free_with,
    )


def _wonder(card: Wonder, sentences: tuple[str, ...], to: Language) -> WonderShape:
    return WonderShape(
        id=card.id,
        name=to.name(card),
        cost=card.cost,
        effects=card.effects,
        sentences=sentences,
    )


def _token(card: ProgressToken, sentences: tuple[str, ...], to: Language) -> TokenShape:
    return TokenShape(id=card.id, name=to.name(card), effects=card.effects, sentences=sentences)


def _structure(age: Age, layout: StructureLayout) -> StructureShape:
    places = zip(layout.places, layout.face_up, layout.covered_by, strict=True)
    return StructureShape(
        age=age,
        slots=tuple(
            SlotShape(row=row, column=column, face_up=face_up, covered_by=covered_by)
            for (row, column), face_up, covered_by in places
        ),
    )
