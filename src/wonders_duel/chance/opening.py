"""The beginning of a game: the initial state, and the set-up from a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wonders_duel.engine.city import City
from wonders_duel.engine.phases import DEAL_TOKENS
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.enums import Player, seat
from wonders_duel.errors import RuleOptionError
from wonders_duel.rules import STARTING_COINS, Rules, WonderSetup, as_rules

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["initial"]


def initial(
    cards: Catalogue,
    rules: Rules | Mapping[str, str] | str | None,
    first_player: Player | int | str,
) -> StateDraft:
    """Return a draft of the initial state, which waits for the progress tokens to be dealt.

    Args:
        cards: the cards of the game.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        first_player: the player who picks the first wonder and begins Age I.

    Raises:
        RuleOptionError: the setup is ``first-game``, but the catalogue lists no
            wonders for a first game.
    """
    options = as_rules(rules)
    if options.wonder_setup is WonderSetup.FIRST_GAME and not cards.first_game:
        raise RuleOptionError(f"the catalogue {cards.name!r} has no wonders for a first game")
    first = seat(first_player)
    city = City.of(cards, STARTING_COINS)
    return StateDraft.of(
        catalogue=cards,
        rules=options,
        first_player=first,
        faces=b"",
        phase_number=DEAL_TOKENS,
        player=first.value,
        pawn=0,
        discard_mask=0,
        cities=(city, city),
        age_number=0,
        military_mask=0b1111,
        board_mask=0,
        offer_mask=0,
        pending_codes=(),
        extra_turn=False,
    )
