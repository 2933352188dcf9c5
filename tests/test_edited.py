"""Catalogues with cards replaced, removed or added."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest

from tests.wording import Wording
from wonders_duel import (
    Building,
    Catalogue,
    CatalogueError,
    Cost,
    Game,
    ProgressToken,
    RuleOptionError,
    UnknownNameError,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.bots import RandomBot
from wonders_duel.effects import Points
from wonders_duel.testing import check_catalogue

PALACE = attrs.evolve(catalogue.buildings["palace"], cost=Cost(coins=1), effects=(Points(9),))
SPHINX = attrs.evolve(catalogue.wonders["the-sphinx"], cost=Cost())
LAW = attrs.evolve(catalogue.tokens["law"], effects=(Points(5),))
TOWER = Wonder(id="the-tower", name="The Tower", cost=Cost(stone=1), effects=(Points(1),))
BANKING = ProgressToken(id="banking", name="Banking", effects=(Points(3),))


def test_cards_are_replaced_in_place() -> None:
    """A replaced card of any kind keeps its place, and moves, aliases and the first game stay."""
    made = catalogue.edited("mine", replace=[PALACE, SPHINX, LAW])

    assert made.buildings["palace"] is PALACE
    assert made.wonders["the-sphinx"] is SPHINX
    assert made.tokens["law"] is LAW
    assert made.name == "mine"
    assert [str(move) for move in made.moves] == [str(move) for move in catalogue.moves]
    assert (made.aliases, made.former_names) == (catalogue.aliases, catalogue.former_names)
    assert (made.first_game, made.structures) == (catalogue.first_game, catalogue.structures)
    assert made.find("glassblower").id == catalogue.find("glassblower").id
    assert catalogue.buildings["palace"] is not PALACE
    changed = [one for one in catalogue.buildings if made.card(one) != catalogue.card(one)]
    changed += [one for one in catalogue.wonders if made.card(one) != catalogue.card(one)]
    changed += [one for one in catalogue.tokens if made.card(one) != catalogue.card(one)]
    assert changed == ["palace", "the-sphinx", "law"]


def test_cards_are_removed_with_their_aliases() -> None:
    """Removing a card removes its aliases and keeps those of the other cards."""
    gone = catalogue.find("theatre").id
    assert set(catalogue.aliases.values()) >= {gone}
    freed = [
        attrs.evolve(card, free_with=None)
        for card in catalogue.building_list
        if card.free_with == gone
    ]
    made = catalogue.edited("mine", remove=[gone, "courthouse", "pretorium"], replace=freed)

    assert gone not in made.buildings
    assert set(made.aliases) == {
        name
        for name, one in catalogue.aliases.items()
        if one not in {gone, "courthouse", "pretorium"}
    }
    assert "courthouse" in catalogue.former_names
    assert "courthouse" not in made.former_names
    assert [card.id for card in made.building_list] == [
        card.id
        for card in catalogue.building_list
        if card.id not in {gone, "courthouse", "pretorium"}
    ]
    assert made.first_game == catalogue.first_game


def test_cards_are_added_after_the_others() -> None:
    """Cards of each kind are added last, in their order; the ids can be in any iterable."""
    orchard = attrs.evolve(catalogue.buildings["quarry"], id="orchard", name="Orchard")
    made = catalogue.edited(
        "mine", add=(card for card in (TOWER, BANKING, orchard)), remove={"palace"}
    )

    assert made.building_list[-1] is orchard
    assert made.wonder_list[-1] is TOWER
    assert made.token_list[-1] is BANKING
    assert len(made.building_list) == len(catalogue.building_list)
    assert "palace" not in made.buildings


def test_a_first_game_needs_its_wonders(wording: Wording) -> None:
    """Without one of its wonders the first-game setup is refused; other wonders do not matter."""
    hands = [wonder for hand in catalogue.first_game for wonder in hand]
    other = next(wonder for wonder in catalogue.wonders if wonder not in hands)

    assert catalogue.edited("mine", remove=[other]).first_game == catalogue.first_game
    made = catalogue.edited("mine", remove=[hands[5]])
    assert made.first_game == ()
    with wording.raises(RuleOptionError):
        Game(catalogue=made, rules="first-game")


def test_an_edited_catalogue_can_be_played() -> None:
    """An edited catalogue can be played and passes ``check_catalogue``."""
    made = catalogue.edited(
        "mine", replace=[PALACE, SPHINX], remove=["circus", "piraeus"], add=[TOWER, BANKING]
    )
    game = Game(seed=5, catalogue=made)
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))

    assert game.is_over
    assert check_catalogue(made, games=2).games == 2


def test_nothing_to_edit_gives_the_same_cards() -> None:
    """An edit without changes gives the same cards under another name."""
    made = catalogue.edited("mine")

    assert made != catalogue
    assert made.edited("base") == catalogue


@pytest.mark.parametrize(
    "edit",
    [
        {"replace": [attrs.evolve(TOWER, id="palace")]},
        {"replace": [attrs.evolve(PALACE, id="law")]},
        {"replace": [PALACE, PALACE]},
        {"replace": [PALACE], "remove": ["palace"]},
        {"remove": ["palace", "palace"]},
        {"remove": ["baths"]},
        {"add": [PALACE]},
        {"remove": list(catalogue.wonders)[:5]},
    ],
)  # fmt: skip
def test_inconsistent_edits_are_refused(edit: dict[str, Any], wording: Wording) -> None:
    """Inconsistent edits are refused with every problem in one error."""
    with wording.raises(CatalogueError):
        catalogue.edited("mine", **edit)


@pytest.mark.parametrize(
    "edit",
    [
        {"replace": [TOWER]},
        {"remove": ["the-piramids"]},
    ],
)
def test_an_unknown_card_is_refused(edit: dict[str, Any], wording: Wording) -> None:
    """An unknown card is refused with the nearest names."""
    with wording.raises(UnknownNameError):
        catalogue.edited("mine", **edit)


@pytest.mark.parametrize(
    "edit",
    [
        {"remove": "palace"},
        {"remove": [PALACE]},
        {"replace": PALACE},
        {"replace": ["palace"]},
        {"add": 5},
        {"add": [5]},
    ],
)  # fmt: skip
def test_wrong_types_are_refused(edit: dict[str, Any], wording: Wording) -> None:
    """Wrong types are refused before anything is done."""
    with wording.raises(WrongTypeError):
        catalogue.edited("mine", **edit)


def test_a_custom_class_of_card_is_of_its_kind() -> None:
    """A subclass of ``Building`` replaces a building of any class."""

    @attrs.frozen(kw_only=True, repr=False)
    class Ruin(Building):
        """A building that used to be another."""

    ruin = Ruin(id="palace", name="Ruin", age=3, colour="blue")
    made = catalogue.edited("mine", replace=[ruin])

    assert made.buildings["palace"] is ruin


def test_a_subclass_stays_one() -> None:
    """Editing a subclass of ``Catalogue`` gives that subclass, as ``extended`` does."""

    class Mine(Catalogue):
        """A custom catalogue class."""

    mine = Mine(
        "mine",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    assert type(mine.edited("again")) is Mine


def test_an_equal_card_of_another_catalogue_changes_nothing() -> None:
    """Of several equal cards, an unpickled one is that of the catalogue that was made first."""
    card = ProgressToken(id="lottery", name="Lottery", effects=(Points(2),))
    first = catalogue.extended("first", tokens=[card])
    others = [catalogue.extended(f"other {n}", tokens=[attrs.evolve(card)]) for n in range(20)]

    assert all(other.tokens["lottery"] is not first.tokens["lottery"] for other in others)
    for _ in range(3):
        again = pickle.loads(pickle.dumps(first.tokens["lottery"]))  # noqa: S301 - made here
        assert again is first.tokens["lottery"]
