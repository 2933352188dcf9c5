"""Masked translations, which reveal untranslated text, and games to show with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations

from typing_extensions import override

from tests.builders import pair_to_decline
from wonders_duel import Card, Game, catalogue
from wonders_duel.bots import GreedyBot, RandomBot

PLAYERS = ("7", "8")
"""Names of players without letters."""
CARDS: tuple[Card, ...] = (*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list)


class Masked(NullTranslations):
    """Translations in which every letter is a dot, so that readable words are untranslated.

    The messages that were looked up are recorded.
    """

    def __init__(self) -> None:
        """Start with no messages looked up."""
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def _mask(self, context: str | None, english: str, text: str) -> str:
        self.asked.add((context, english))
        parts = re.split(r"(\{\w+\})", text)
        return "".join(one if one[:1] == "{" else re.sub(r"[^\W\d_]", "·", one) for one in parts)

    @override
    def gettext(self, message: str) -> str:
        return self._mask(None, message, message)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._mask(None, msgid1, msgid1 if n == 1 else msgid2)

    @override
    def pgettext(self, context: str, message: str) -> str:
        return self._mask(context, message, message)


def readable(texts: Iterable[str]) -> set[str]:
    """Return the words that are left after every message was masked."""
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}


@cache
def games() -> tuple[Game, ...]:
    """Return games of both setups with both bots, a resigned one, and one with a declined token."""
    played = []
    for seed in range(14):
        game = Game(seed, rules={"wonder_setup": "first-game"} if seed % 4 == 3 else {})
        game.play_out(RandomBot(seed=seed), GreedyBot(seed=1) if seed % 2 else RandomBot(seed=1))
        played.append(game)
    given_up = Game(seed=99)
    given_up.play(given_up.legal_moves[0], clock=60_000, comment="1, 2, 3")
    given_up.resign("one")
    declined = Game.from_state(pair_to_decline())
    declined.play("decline token")
    return (*played, given_up, declined)
