"""Documents that apps are built from: options, reasons, and catalogues in a language."""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.builders import EXTENDED
from tests.own_cards import MORE, Pride
from tests.wording import Wording
from tools import goldens
from wonders_duel import (
    Age,
    Card,
    Catalogue,
    Colour,
    FormatError,
    Game,
    Option,
    Options,
    Phase,
    Player,
    Reason,
    Resource,
    ScienceSymbol,
    State,
    UnknownNameError,
    Victory,
    Wonder,
    catalogue,
    serialization,
)
from wonders_duel.cards import MILITARY_TOKENS, military_points
from wonders_duel.effects import Effect, Points
from wonders_duel.languages import LANGUAGES, TERMS, language
from wonders_duel.testing.walks import walk

VALIDATORS = {
    name: Draft202012Validator(serialization.schema(name))
    for name in ("options", "reason", "catalogue")
}
CATALOGUES = [catalogue, EXTENDED, MORE]


# -- options and reasons --------------------------------------------------------------------------


@pytest.mark.parametrize("cards", CATALOGUES, ids=lambda cards: cards.name)
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_options_and_reasons_survive_a_round_trip(cards: Catalogue, seed: int) -> None:
    """Options and reasons of every phase survive a round trip, illegal and custom ones included."""
    for state in list(walk(seed, cards))[seed::9]:
        options = state.options()
        document = serialization.to_document(options)
        VALIDATORS["options"].validate(document)
        given = cards if options else None  # no option means no cards
        assert serialization.from_document(document, Options, catalogue=given) == options
        for move in cards.moves[seed :: len(cards.moves) // 20]:
            for reason in state.why_not(move):
                told = serialization.to_document(reason, cards)
                VALIDATORS["reason"].validate(told)
                assert serialization.from_document(told, catalogue=cards) == reason


def test_the_document_of_an_option() -> None:
    """An option holds its move as a document, its slot, plan, income and reasons."""
    state = Game(seed=2015, rules="first-game").state
    document: Any = serialization.to_document(state.options())

    assert document["format"] == "wonders-duel/options"
    for option, told in zip(state.options(), document["options"], strict=True):
        assert list(told) == ["move", "slot", "payment", "income", "reasons"]
        move = serialization.to_document(option.move)
        assert told["move"] == {key: move[key] for key in move if key not in ("format", "version")}
        assert (told["slot"], told["income"]) == (option.slot, option.income)
        assert (told["payment"] and told["payment"]["total"]) == (
            option.payment and option.payment.total
        )
        assert [one["type"] for one in told["reasons"]] == ["too-expensive"] * len(option.reasons)


def test_some_options_are_a_document_too() -> None:
    """A subset of the options, of one card or only the legal ones, is a document too."""
    options = Game(seed=2015, rules="first-game").options()
    for some in (options.at(14), Options(one for one in options if one.is_legal), Options()):
        assert serialization.loads(serialization.dumps(some), Options) == some
    assert isinstance(serialization.loads(serialization.dumps(options), Options)[0], Option)


def test_options_name_the_catalogue_of_the_game(wording: Wording) -> None:
    """Options name the catalogue of their game, so a reader with other cards refuses them."""
    options = Game(seed=1, catalogue=EXTENDED).options()
    document = serialization.to_document(options)

    assert document["catalogue"] == {"name": EXTENDED.name, "digest": EXTENDED.digest}
    with wording.raises(FormatError):
        serialization.from_document(document)


@pytest.mark.parametrize("name", goldens.reasons())
def test_every_reason_has_a_document(name: str) -> None:
    """The document of a reason has its class name as ``type``, in kebab case, and its numbers."""
    reason = goldens.reasons()[name]
    document = serialization.to_document(reason)
    kind = str(document["type"])

    assert kind.replace("-", "") == type(reason).__name__.lower()
    assert serialization.kind_of(reason) == "reason"
    assert serialization.from_document(document, type(reason)) == reason
    found = serialization.from_document(document)
    assert isinstance(found, Reason)
    assert found == reason


# -- catalogues -----------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", CATALOGUES, ids=lambda cards: cards.name)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_has_a_document_in_every_language(
    wording: Wording, cards: Catalogue, code: str
) -> None:
    """The document of a catalogue matches its schema in every language and is read back."""
    text = serialization.dumps(cards, language=code)
    document = json.loads(text)

    VALIDATORS["catalogue"].validate(document)
    assert document == serialization.to_document(cards, language=language(code))
    assert document["language"] == code
    assert serialization.loads(text, Catalogue, catalogue=cards) is cards
    other = EXTENDED if cards is not EXTENDED else catalogue
    with wording.raises(FormatError):
        serialization.loads(text, catalogue=other)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_cards_are_described_in_the_language(code: str) -> None:
    """The names and sentences of the cards are in the language asked for, in catalogue order."""
    to = language(code)
    document: Any = serialization.to_document(catalogue, language=code)
    every: tuple[tuple[str, tuple[Card, ...]], ...] = (
        ("buildings", catalogue.building_list),
        ("wonders", catalogue.wonder_list),
        ("tokens", catalogue.token_list),
    )
    for key, cards in every:
        assert [told["id"] for told in document[key]] == [card.id for card in cards]
        assert [told["name"] for told in document[key]] == [to.name(card) for card in cards]
        for told, card in zip(document[key], cards, strict=True):
            assert len(told["effects"]) == len(card.effects)
            assert told["sentences"] == list(to.sentences(card)) != []
    (sphinx,) = (one for one in document["wonders"] if one["id"] == "the-sphinx")
    assert sphinx["name"] == {"en": "The Sphinx", "fi": "Gizan Sfinksi", "fr": "The Sphinx"}[code]


def test_the_document_of_a_building() -> None:
    """A building has its age, colour, back, cost, chain symbol, and the building that frees it."""
    document: Any = serialization.to_document(catalogue)
    for told, card in zip(document["buildings"], catalogue.building_list, strict=True):
        assert told["age"] == card.age
        assert (told["colour"], told["back"]) == (card.colour, card.back)
        assert told["chain_symbol"] == card.chain_symbol
        assert told["free_with"] == card.free_with
        assert told["cost"].pop("coins") == card.cost.coins
        assert {key: units for key, units in told["cost"].items() if units} == {
            str(resource): units for resource, units in card.cost.resources.items()
        }


def test_effects_have_a_type() -> None:
    """Each effect has its type and numbers; every class of the base game is covered."""
    document: Any = serialization.to_document(catalogue)
    by_id = {
        told["id"]: told["effects"]
        for key in ("buildings", "wonders", "tokens")
        for told in document[key]
    }

    assert by_id["lumber-yard"] == [{"type": "produce", "resource": "wood", "units": 1}]
    assert by_id["forum"] == [{"type": "produce-one-of", "resources": ["glass", "papyrus"]}]
    assert by_id["stone-reserve"] == [{"type": "fixed-price", "resource": "stone", "price": 1}]
    assert by_id["masonry"] == [{"type": "rebate", "units": 2, "on": "blue"}]
    assert by_id["architecture"] == [{"type": "rebate", "units": 2, "on": None}]
    assert by_id["shipowners-guild"] == [
        {
            "type": "guild-majority",
            "most": {"type": "cards", "colours": ["brown", "grey"]},
            "coins": 1,
            "points": 1,
        }
    ]
    assert by_id["arena"][0] == {"type": "coins-per", "coins": 2, "per": {"type": "wonders"}}
    assert by_id["moneylenders-guild"][0]["most"] == {"type": "coin-sets", "size": 3}
    assert {"type": "symbol", "symbol": "scales"} in by_id["law"]
    assert {"type": "destroy", "colour": "brown"} in by_id["the-statue-of-zeus"]
    assert by_id["economy"] == [
        {
            "type": "whenever",
            "trigger": {"type": "opponent-trades"},
            "gives": {"type": "coins-paid"},
        }
    ]
    assert by_id["strategy"] == [
        {
            "type": "whenever",
            "trigger": {"type": "you-construct", "colours": ["red"]},
            "gives": {
                "type": "gain",
                "coins": 0,
                "opponent_loses": 0,
                "shields": 1,
                "play_again": False,
            },
        }
    ]
    assert by_id["theology"][0]["trigger"] == {"type": "you-construct-wonder"}
    assert by_id["urbanism"][1]["trigger"] == {"type": "you-use-chain"}
    met = {effect["type"] for effects in by_id.values() for effect in effects}
    assert len(met) == 17
    assert "other-effect" not in met


def test_custom_effects_are_named_and_described() -> None:
    """Custom effects and tallies are named and described, also subclasses of the library's."""
    document: Any = serialization.to_document(MORE)
    cards = {
        told["id"]: told for key in ("buildings", "wonders", "tokens") for told in document[key]
    }
    own = [
        (effect["name"], told["sentences"])
        for told in cards.values()
        for effect in told["effects"]
        if effect["type"] == "other-effect"
    ]
    counted = [
        effect[key]
        for told in cards.values()
        for effect in told["effects"]
        for key in ("per", "most")
        if key in effect
    ]

    assert {name for name, _ in own} >= {"Tribute", "Pride"}
    assert all(sentences for _, sentences in own)
    assert "Exacts a tribute." in {text for _, sentences in own for text in sentences}
    assert {"type": "other-tally", "name": "Tokens"} in counted

    class Twice(Points):
        """A tally that counts double."""

    twice = catalogue.extended(
        "twice", wonders=[Wonder(id="the-tower", name="The Tower", effects=(Twice(2), Pride(1)))]
    )
    told: Any = serialization.to_document(twice)
    assert [one["name"] for one in told["wonders"][-1]["effects"]] == ["Twice", "Pride"]


def test_an_effect_that_does_nothing_is_named() -> None:
    """A plain Effect has the document of a custom one."""
    idle = catalogue.extended(
        "idle", wonders=[Wonder(id="the-tower", name="The Tower", effects=(Effect(),))]
    )
    told: Any = serialization.to_document(idle)

    assert told["wonders"][-1]["effects"] == [{"type": "other-effect", "name": "Effect"}]


def test_the_structures_say_where_each_card_lies() -> None:
    """The structures list rows, columns and covers, enough for a client to draw a state."""
    document: Any = serialization.to_document(catalogue)
    assert [one["age"] for one in document["structures"]] == [1, 2, 3]
    met = 0
    for state in goldens.positions().values():
        if state.phase is not Phase.TURN:
            continue
        told: Any = serialization.to_document(state)
        slots = document["structures"][told["age"] - 1]["slots"]
        left = {n for n, face in enumerate(told["structure"]) if face["type"] != "empty"}
        for slot, place in zip(state.structure, slots, strict=True):
            assert (place["row"], place["column"]) == (slot.row, slot.column)
            assert tuple(n for n in place["covered_by"] if n in left) == slot.covered_by
            assert place["face_up"] == (slot.row % 2 == 0)
        free = {n for n in left if not left & set(slots[n]["covered_by"])}
        assert free == {option.slot for option in state.options()}
        met += 1
    assert met == 3


def test_the_track_the_moves_the_words_and_the_terms() -> None:
    """The document holds the track, the moves, the translated words and the terms."""
    document: Any = serialization.to_document(catalogue, language="fi")
    to = language("fi")

    assert document["track"] == {
        "capital": 9,
        "points": [military_points(distance) for distance in range(10)],
        "tokens": [
            {"distance": 3, "coins": 2, "sentences": list(to.sentences(MILITARY_TOKENS[0]))},
            {"distance": 6, "coins": 5, "sentences": list(to.sentences(MILITARY_TOKENS[1]))},
        ],
    }
    assert document["moves"] == {"count": 1193, "digest": catalogue.moves.digest}
    assert document["first_game"] == [list(hand) for hand in catalogue.first_game]
    assert document["terms"] == {term: to.term(term) for term in TERMS}
    kinds: dict[str, type[Enum]] = {"colour": Colour, "phase": Phase, "player": Player, "resource": Resource, "symbol": ScienceSymbol, "victory": Victory}  # fmt: skip
    for key, kind in kinds.items():
        assert document["words"][key] == {str(one): to.word(one) for one in kind}
    assert document["words"]["age"] == {str(int(age)): to.word(age) for age in Age}
    assert document["words"]["back"]["guild"] == "kilta"
    symbols = {card.chain_symbol for card in catalogue.building_list} - {None}
    assert document["words"]["chain_symbol"] == {
        one: to.chain_symbol(one) for one in symbols if one is not None
    }


def test_added_names_are_in_the_document() -> None:
    """The document uses the card names that were added to a language."""
    to = language("fi").with_names({"Palace": "Palatsi"})
    document: Any = serialization.to_document(catalogue, language=to)

    (palace,) = (one for one in document["buildings"] if one["id"] == "palace")
    assert palace["name"] == "Palatsi"


def test_the_digest_of_the_moves_is_reproducible() -> None:
    """The digest of the moves follows from the published list, and differs for other cards."""
    text = (goldens.FOLDER / "moves.txt").read_bytes()

    assert catalogue.moves.digest == hashlib.sha256(text).hexdigest()[:16]
    assert EXTENDED.moves.digest != catalogue.moves.digest


def test_an_unknown_language_is_refused(wording: Wording) -> None:
    """Every call that takes a language refuses an unknown one."""
    for thing in (catalogue, State.start()):
        with wording.raises(UnknownNameError):
            serialization.to_document(thing, language="ee")


def test_other_documents_have_no_language() -> None:
    """Other documents hold ids only, so they are the same in every language."""
    state = Game(seed=3).state

    for thing in (state, state.options(), *state.why_not(catalogue.moves[0])):
        assert serialization.dumps(thing, language="fr") == serialization.dumps(thing)
