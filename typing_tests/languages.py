"""Names and sentences in another language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_type

from wonders_duel import Age, Building, Card, Colour, Game, MilitaryToken, Player, catalogue
from wonders_duel.languages import LANGUAGES, TERMS, Language, Named, language
from wonders_duel.render.narration import Narrator
from wonders_duel.render.sheet import score_sheet

finnish = language("fi")
assert_type(finnish, Language)
assert_type(language(finnish), Language)
assert_type(finnish.code, str)
for code in LANGUAGES:
    assert_type(language(code).word(Colour.BLUE), str)
for term in TERMS:
    assert_type(finnish.term(term), str)
assert_type(finnish.word(Age.I), str)
assert_type(finnish.chain_symbol("horseshoe"), str)
assert_type(finnish.sentences(catalogue.buildings["baths"]), tuple[str, ...])
assert_type(finnish.sentences(catalogue.card("law")), tuple[str, ...])
assert_type(finnish.sentences(MilitaryToken(distance=3, coins=2)), tuple[str, ...])
assert_type(finnish.say("picks {wonder}", wonder="Via Appia"), str)
assert_type(finnish.count("{number} coin", "{number} coins", 2), str)


class Expansion:
    """A user-defined class with a name."""

    name = "Beyond the Walls"


def labelled(card: Card, thing: Named) -> tuple[str, str]:
    """Name anything that has a name."""
    return assert_type((finnish.name(card), finnish.name(thing)), tuple[str, str])


assert_type(labelled(catalogue.tokens["law"], Expansion()), tuple[str, str])
park = Building(id="park", name="Park", age=1, colour="blue", effects=())
assert_type(finnish.with_names({park.name: "Puisto"}), Language)

game = Game(seed=1)
narrator = Narrator(("Ann", "Ben"), language="fr")
assert_type(narrator.names, tuple[str, str])
assert_type(Narrator(language=finnish).opening(game), Iterator[str])
assert_type(score_sheet(game.score(), language=finnish), str)
assert_type(finnish.word(Player.ONE), str)
for reason in game.why_not("build palace"):
    assert_type(finnish.reason(reason), str)
plan = game.payment("build palace")
if plan is not None:
    assert_type(finnish.payment(plan), str)
assert_type(finnish.move(game.legal_moves[0], ("Aino", "Veikko")), str)
assert_type(finnish.status(game.state), str)
