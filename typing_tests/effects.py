"""Effects of the base game, custom choices, and the symbols of pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_type

from typing_extensions import override

from wonders_duel import Building, Card, Colour, Game, Player, Resource, State, catalogue
from wonders_duel.effects import (
    CardChoice,
    Cards,
    Changes,
    CoinSets,
    CoinsPer,
    DrawTokens,
    Effect,
    OpponentLosesCoins,
    PlayAgain,
    PointsPerToken,
    Revive,
    Shields,
    Wonders,
)
from wonders_duel.glyphs import GLYPHS, Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.messages import Message
from wonders_duel.seeds import Seed, generator

effects: list[Effect] = [
    CoinsPer(2, CoinSets(size=4)),
    CoinsPer(2, Wonders()),
    DrawTokens(),
    OpponentLosesCoins(3),
    PlayAgain(),
    PointsPerToken(points=3),
    Revive(),
    Shields(shields=2),
]
assert_type(CoinSets().size, int)
assert_type([effect.symbols() for effect in effects], list[tuple[Glyph, ...] | None])
assert_type([effect.describe() for effect in effects], list[str])
assert_type(Cards(Colour.BLUE).count(Game(seed=1).state.cities[0]), int)


class Salvage(CardChoice):
    """A custom choice with each of its methods."""

    word = "salvage"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return state.discard_pile

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert_type(changes.state, State)
        assert_type(changes.player, Player)
        if isinstance(card, Building):
            changes.construct(card)
            changes.discard(card)
        for token in changes.state.board_tokens:
            changes.take_token(token)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return "choose a discarded card"

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("revive"), Glyph(Resource.CLAY), Glyph("coin", text="3"))


choice = Salvage()
assert_type(choice.word, str)
assert_type(choice.question(Game(seed=1).state, ("North", "South")), str)
assert_type(choice.action(catalogue.buildings["tavern"], command=True), str)
assert_type(GLYPHS, tuple[str, ...])
assert_type(repeated(Glyph("shield"), 3), tuple[Glyph, ...])
assert_type(Message("{card} is not here", card=catalogue.buildings["tavern"]).words(ENGLISH), str)

seed: Seed = b"mine"
assert_type(generator("draws of my bot", seed).random(), float)
