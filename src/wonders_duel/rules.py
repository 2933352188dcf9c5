"""The numbers of the rules and the rule options, which select between variants of a rule."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Never, TypeVar

import attrs

from wonders_duel import unpickle
from wonders_duel.errors import RuleOptionError
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = ["CentrePawnStart", "PairToken", "RevealTiming", "Rules", "WonderSetup", "as_rules"]

BOARD_TOKENS: Final = 5
"""The number of progress tokens on the board (R4)."""
LIBRARY_DRAW: Final = 3
"""The number of progress tokens that the Great Library draws from the box (R60)."""
DRAFT_GROUP: Final = 4
"""The number of wonders in each group of the draft (R6)."""
STARTING_COINS: Final = 7
"""The coins of each player at the start (R3)."""
MOST_COINS: Final = 999_999_999
"""The most coins that a city can have; the bank never runs out below that (R48)."""
MOST_UNITS: Final = 20
"""The most units of a resource in a cost, in a card's production or in a rebate."""
MOST_CARD_COINS: Final = 100_000
"""The most coins in a cost or an effect of a card."""
MOST_POINTS: Final = 100_000
"""The most victory points printed on a card."""
MOST_SCORED: Final = 1_000_000_000
"""The most victory points that an effect can score in a state."""
MOST_SHIELDS: Final = 31
"""The most shields of a card, or that a card adds to later ones of a colour."""
MOST_CHAIN_COINS: Final = 4095
"""The most coins that effects pay for each construction by a chain."""
DISCARD_INCOME: Final = 2
"""The coins for discarding a card, without those for yellow buildings (R50)."""
TRADE_PRICE: Final = 2
"""The price of a resource, without the opponent's production (R28)."""
WONDER_LIMIT: Final = 7
"""The most wonders that can be constructed in a game (R53)."""
SYMBOLS_TO_WIN: Final = 6
"""The number of different scientific symbols that wins the game (R68)."""
GUILDS_IN_PLAY: Final = 3
"""The number of guilds among the cards of Age III (R8)."""


class CentrePawnStart(StrEnum):
    """Who begins an age when the conflict pawn is on the centre space (R77).

    >>> from wonders_duel import Rules
    >>> Rules(centre_pawn_start="last-player-begins").centre_pawn_start
    <CentrePawnStart.LAST_PLAYER_BEGINS: 'last-player-begins'>
    """

    LAST_PLAYER_CHOOSES = "last-player-chooses"
    """The last active player chooses who begins; the default."""
    LAST_PLAYER_BEGINS = "last-player-begins"
    """The last active player begins, without a choice."""


class PairToken(StrEnum):
    """Whether a player must take the progress token of a pair (R63).

    >>> from wonders_duel import Rules
    >>> Rules(pair_token="may").pair_token
    <PairToken.MAY: 'may'>
    """

    MUST = "must"
    """The player takes a token if there is one on the board; the default."""
    MAY = "may"
    """The player takes a token or declines it, as the rulebooks say."""


class RevealTiming(StrEnum):
    """When uncovered cards are revealed (R17).

    >>> from wonders_duel import Rules
    >>> Rules(reveal_timing="on-take").reveal_timing
    <RevealTiming.ON_TAKE: 'on-take'>
    """

    END_OF_ACTION = "end-of-action"
    """After every choice of the turn; the default."""
    ON_TAKE = "on-take"
    """After the card's immediate effects, before the choices; not after a supremacy.

    One reading of the Finnish rulebook, by which cards are revealed once a card has been chosen.
    """


class WonderSetup(StrEnum):
    """How the wonders are dealt (R7).

    >>> from wonders_duel import Game
    >>> game = Game(seed=1, rules="first-game")
    >>> game.state.rules.wonder_setup
    <WonderSetup.FIRST_GAME: 'first-game'>
    """

    DRAFT = "draft"
    """The players draft them; the default."""
    FIRST_GAME = "first-game"
    """Each player gets the four wonders that the rulebook assigns for a first game.

    The player who begins has the Pyramids.
    """


_Option = TypeVar("_Option", CentrePawnStart, PairToken, RevealTiming, WonderSetup)


def _option(kind: type[_Option], name: str, value: object) -> _Option:
    try:
        return kind(value)  # type: ignore[arg-type]  # any value may be looked up
    except ValueError:
        values = [member.value for member in kind]
        hint = nearest(value, values) if isinstance(value, str) else ""
        message = (
            f"unknown value {shown(value)} of the rule option {name}; "
            f"expected {one_of(values)}{hint}"
        )
        raise RuleOptionError(message) from None


@attrs.frozen(init=False)
class Rules:
    """The rule options of a game. They are immutable and part of every state.

    Args:
        centre_pawn_start: who begins an age when the pawn is on the centre space.
        pair_token: whether a player must take the progress token of a pair.
        reveal_timing: when uncovered cards are revealed.
        wonder_setup: how the wonders are dealt.

    Each argument is a member of its enum, or the member's value.

    Raises:
        RuleOptionError: an option or a value is unknown.

    >>> Rules(reveal_timing="on-take").reveal_timing
    <RevealTiming.ON_TAKE: 'on-take'>
    >>> Rules(reveal_timing="at-once")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.RuleOptionError: unknown value 'at-once' of the rule option reveal_timing; expected one of end-of-action, on-take
    """

    centre_pawn_start: CentrePawnStart
    pair_token: PairToken
    reveal_timing: RevealTiming
    wonder_setup: WonderSetup

    def __init__(
        self,
        *,
        centre_pawn_start: CentrePawnStart | str = CentrePawnStart.LAST_PLAYER_CHOOSES,
        pair_token: PairToken | str = PairToken.MUST,
        reveal_timing: RevealTiming | str = RevealTiming.END_OF_ACTION,
        wonder_setup: WonderSetup | str = WonderSetup.DRAFT,
        **unknown: Never,
    ) -> None:
        """Check and store the options."""
        names = [field.name for field in attrs.fields(Rules)]
        for name in unknown:
            message = (
                f"unknown rule option {shown(name)}; expected {one_of(names)}{nearest(name, names)}"
            )
            raise RuleOptionError(message)
        self.__attrs_init__(
            _option(CentrePawnStart, "centre_pawn_start", centre_pawn_start),
            _option(PairToken, "pair_token", pair_token),
            _option(RevealTiming, "reveal_timing", reveal_timing),
            _option(WonderSetup, "wonder_setup", wonder_setup),
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the values of the options."""
        names = [field.name for field in attrs.fields(Rules)]
        return (unpickle.rules, tuple([getattr(self, name).value for name in names]))


DEFAULT_RULES = Rules()


def as_rules(rules: Rules | Mapping[str, str] | str | None) -> Rules:
    """Return a ``Rules`` object for any accepted description of the rules.

    Args:
        rules: a ``Rules`` object, its options as a mapping, the name of a wonder
            setup, or ``None`` for the defaults.

    Raises:
        RuleOptionError: an option or a value is unknown.

    >>> as_rules("first-game").wonder_setup
    <WonderSetup.FIRST_GAME: 'first-game'>
    """
    if rules is None:
        return DEFAULT_RULES
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        if rules in {*WonderSetup}:
            return Rules(wonder_setup=rules)
        message = (
            f"not valid rules: {shown(rules)}; expected a Rules object, its options as a mapping, "
            f"or a wonder setup: {', '.join(WonderSetup)}"
        )
        raise RuleOptionError(message)
    if isinstance(rules, Mapping):
        return Rules(**{str(name): value for name, value in rules.items()})  # type: ignore[arg-type]  # Rules checks
    message = (
        f"not valid rules: {shown(rules)}; expected a Rules object or its options as a mapping"
    )
    raise RuleOptionError(message)
