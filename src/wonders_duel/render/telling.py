"""The texts of a narrated game, independent of their layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar, assert_never

import attrs

from wonders_duel.cards import Building
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.effects.answers import worded
from wonders_duel.engine.payment import Discounted
from wonders_duel.engine.scoring import Result
from wonders_duel.enums import Player, Victory
from wonders_duel.events import (
    BeginnerChosen,
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    ExtraTurnTaken,
    Gained,
    Looted,
    Lost,
    Paid,
    PairCompleted,
    PawnMoved,
    SymbolGained,
    TokenDeclined,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
)
from wonders_duel.history.remarks import clock_text
from wonders_duel.history.resignation import GameResult, Resignation
from wonders_duel.languages import Language, Named
from wonders_duel.render.explanations import line_words
from wonders_duel.render.wording import decided, resigned_sentence
from wonders_duel.rules import SYMBOLS_TO_WIN

if TYPE_CHECKING:
    from wonders_duel.chance.outcomes import ChanceOutcome
    from wonders_duel.effects import Effect
    from wonders_duel.events import Event
    from wonders_duel.history.step import Step
    from wonders_duel.state import State

__all__ = ["Fragment", "Kind", "NarrationBuilder"]

Action = (
    WonderDrafted
    | BuildingConstructed
    | WonderConstructed
    | BuildingDiscarded
    | TokenTaken
    | TokenDeclined
    | BuildingDestroyed
    | BuildingRevived
    | BeginnerChosen
    | CardChosen
)
"""The event of a player's action; it comes before the other events of its kind."""

_E = TypeVar("_E")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


class Kind(Enum):
    """The kind of a fragment, which determines its layout."""

    HEADING = auto()
    """A heading above the following fragments."""
    SENTENCE = auto()
    """A separate sentence."""
    ASIDE = auto()
    """An action or its consequences, not a complete sentence."""


@attrs.frozen
class Fragment:
    """A fragment of narration before layout for a terminal or a page."""

    kind: Kind
    """The kind, for the layout."""
    text: str
    """The text, on one line."""


class NarrationBuilder:
    """Narrates a game in fragments.

    Args:
        names: the names of players one and two.
        language: the language.
        tells_cards: whether to list the face-up cards of a new age.

    >>> from wonders_duel import Game
    >>> from wonders_duel.languages import language
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> [
    ...     piece.text
    ...     for piece in NarrationBuilder(("Ann", "Ben"), language("en")).step(game.history[0])
    ... ]
    ['picks The Great Library']
    """

    def __init__(
        self, names: tuple[str, str], language: Language, *, tells_cards: bool = True
    ) -> None:
        """Store the arguments."""
        self.names = names
        self._to = language
        self._tells_cards = tells_cards

    def opening(self, setup: Iterable[ChanceOutcome], start: State) -> Iterator[Fragment]:
        """Narrate the setup before the first move.

        Args:
            setup: the chance outcomes of the setup.
            start: the state after it.
        """
        for outcome in setup:
            if isinstance(outcome, AgeDealt) and start.rules.wonder_setup == "first-game":
                for name, city in zip(self.names, start.cities, strict=True):
                    wonders = _listed(map(self._to.name, city.unbuilt))
                    text = self._to.say("{player} has {wonders}.", player=name, wonders=wonders)
                    yield Fragment(Kind.SENTENCE, text)
            yield from self.outcome(outcome)

    def step(self, step: Step) -> Iterator[Fragment]:
        """Narrate a move and the chance outcomes after it, beginning with the action.

        Args:
            step: the move.
        """
        events = step.events
        yield Fragment(Kind.ASIDE, self._action(step, events))
        consequences = self._consequences(step, events)
        if consequences:
            yield Fragment(Kind.ASIDE, _listed(consequences))
        shown = [event.building for event in _of(CardRevealed, events)]
        if shown:
            yield Fragment(Kind.ASIDE, self._revealed(shown))
        if step.comment:
            yield Fragment(Kind.ASIDE, f'"{" ".join(step.comment.split())}"')
        if step.clock is not None:
            yield Fragment(Kind.ASIDE, self._to.say("clock {time}", time=clock_text(step.clock)))
        for event in events:
            if isinstance(event, WondersDealt | AgeDealt | TokensDrawn):
                yield from self.outcome(event)

    def outcome(self, outcome: ChanceOutcome) -> Iterator[Fragment]:
        """Narrate a chance outcome.

        Args:
            outcome: the outcome.
        """
        to = self._to
        match outcome:
            case TokensDealt(tokens):
                yield Fragment(Kind.HEADING, to.say("Setup"))
                text = to.say(
                    "Progress tokens on the board: {tokens}.", tokens=self._sorted(tokens)
                )
                yield Fragment(Kind.SENTENCE, text)
            case WondersDealt(wonders):
                text = to.say("Wonders on offer: {wonders}.", wonders=self._sorted(wonders))
                yield Fragment(Kind.SENTENCE, text)
            case AgeDealt(age, slots):
                yield Fragment(Kind.HEADING, to.say("Age {age}", age=to.word(age)))
                if self._tells_cards:
                    shown = _listed(to.name(card) for card in slots if isinstance(card, Building))
                    text = to.say("Face-up cards, far row first: {cards}.", cards=shown)
                    yield Fragment(Kind.SENTENCE, text)
            case CardRevealed(_, building):
                yield Fragment(Kind.ASIDE, self._revealed([building]))
            case TokensDrawn(tokens):
                text = to.say("drawn from the box: {tokens}", tokens=self._sorted(tokens))
                yield Fragment(Kind.ASIDE, text)
            case _:
                assert_never(outcome)

    def end(self, result: GameResult | None) -> Iterator[Fragment]:
        """Narrate the end of a game.

        Args:
            result: the result; ``None`` if the game is not over.
        """
        if result is None:
            yield Fragment(Kind.SENTENCE, self._to.say("The game is not over."))
            return
        if isinstance(result, Result) and result.victory is not Victory.CIVILIAN:
            text = self._to.say(
                "The points are for information only: a supremacy ends the game immediately."
            )
            yield Fragment(Kind.SENTENCE, text)
        yield Fragment(Kind.SENTENCE, self.result(result))

    def result(self, result: GameResult) -> str:
        """Return the result as a sentence with the players' names.

        Args:
            result: the result of the game.
        """
        if isinstance(result, Resignation):
            return resigned_sentence(self._to, result.player, self.names)
        return decided(self._to, result, self.names)

    # -- the parts of a move ------------------------------------------------------------------

    def _action(self, step: Step, events: Sequence[Event]) -> str:
        """Return the action of the player."""
        to, action = self._to, _find_action(events)
        match action:
            case WonderDrafted(_, wonder):
                return to.say("picks {wonder}", wonder=to.name(wonder))
            case BuildingConstructed(_, building, _, free_by):
                paid = self._paid(step, _of(Paid, events))
                if free_by is not None:
                    paid = to.say("free with {card}", card=to.name(free_by))
                if not paid:
                    return to.say("builds {building}, free", building=to.name(building))
                return to.say("builds {building}, {paid}", building=to.name(building), paid=paid)
            case WonderConstructed(_, wonder, building):
                cards = {"wonder": to.name(wonder), "building": to.name(building)}
                paid = self._paid(step, _of(Paid, events))
                if not paid:
                    return to.say("builds {wonder} with {building}, free", **cards)
                return to.say("builds {wonder} with {building}, {paid}", **cards, paid=paid)
            case BuildingDiscarded(_, building):
                return to.say("discards {building}", building=to.name(building))
            case TokenTaken(_, token, from_board):
                if from_board:
                    return to.say("takes {token} from the board", token=to.name(token))
                return to.say("takes {token} from the box", token=to.name(token))
            case TokenDeclined():
                return to.say("declines the progress token")
            case BuildingDestroyed(owner, building):
                return to.say(
                    "destroys {building} of {player}",
                    building=to.name(building),
                    player=self.names[owner],
                )
            case BuildingRevived(_, building):
                return to.say(
                    "builds {building} from the discard pile, free", building=to.name(building)
                )
            case CardChosen(_, choice, card):
                effect = step.before.tables.card_choices[choice]
                return worded(effect, "action", effect.action(card, to))
            case BeginnerChosen(player, by, dealt):
                age = to.word(dealt)
                if player is by:
                    return to.say("begins age {age}", age=age)
                return to.say("lets {player} begin age {age}", player=self.names[player], age=age)
            case _:
                assert_never(action)

    def _paid(self, step: Step, payments: Sequence[Paid]) -> str:
        """Return the payment; empty if the construction was free."""
        to, total = self._to, sum(paid.coins for paid in payments)
        if not total:
            return ""
        plan = step.before.payment(step.move)
        assert plan is not None  # constructions have a price
        reasons = _purchases(payments, to)
        reasons += [line_words(line, to) for line in plan.lines if isinstance(line, Discounted)]
        if plan.coins and reasons:
            reasons.insert(0, to.say("{number} of its cost", number=plan.coins))
        price = to.say("for {coins}", coins=self._coins(total))
        parts = [f"{price} ({_listed(reasons)})" if reasons else price]
        parts += [
            to.say("of which {number} to {player}", number=paid.coins, player=self.names[paid.to])
            for paid in payments
            if paid.to is not None
        ]
        held = step.before.cities[step.player].coins
        parts.append(to.say("{number} left", number=held - total))
        return _listed(parts)

    def _consequences(self, step: Step, events: Sequence[Event]) -> list[str]:
        """Return the consequences of a move: lasting effects of the card, then other changes."""
        to, after = self._to, step.after
        texts = [worded(one, "lasting", one.lasting(to)) for one in _effects(events)]
        parts = [text for text in texts if text]
        gained = sum(one.coins for one in _of(Gained, events) if one.player is step.player)
        if gained:
            total = after.cities[step.player].coins
            parts.append(to.say("+{coins} (now {total})", coins=self._coins(gained), total=total))
        symbols = _of(SymbolGained, events)
        if symbols:
            parts.append(
                to.count(
                    "{number} of {needed} symbols",
                    "{number} of {needed} symbols",
                    symbols[-1].total,
                    needed=SYMBOLS_TO_WIN,
                )
            )
        # A pair has no effect if no token is left on the board, or at the end of the game.
        if _of(PairCompleted, events) and after.board_tokens and not after.is_over:
            parts.append(to.say("a pair"))
        parts += [self._pawn(event.end) for event in _of(PawnMoved, events)]
        looted = _of(Looted, events)
        if looted:
            parts.append(to.count("a military token", "{number} military tokens", len(looted)))
        parts += self._losses(step, events)
        parts += [
            to.say("{wonder} leaves the game", wonder=to.name(event.wonder))
            for event in _of(WonderRemoved, events)
        ]
        parts += [to.say("plays again") for _ in _of(ExtraTurnTaken, events)]
        return parts

    def _losses(self, step: Step, events: Sequence[Event]) -> Iterator[str]:
        """Yield the losses of both players, and what the opponent gains."""
        to, after = self._to, step.after
        other = step.player.opponent
        for player in (other, step.player):
            lost = sum(
                event.coins
                for event in events
                if isinstance(event, Lost | Looted) and event.player is player
            )
            if lost:
                yield to.count(
                    "{player} loses {number} coin (now {total})",
                    "{player} loses {number} coins (now {total})",
                    lost,
                    player=self.names[player],
                    total=after.cities[player].coins,
                )
        gained = sum(one.coins for one in _of(Gained, events) if one.player is other)
        if gained:
            yield to.count(
                "{player} gains {number} coin (now {total})",
                "{player} gains {number} coins (now {total})",
                gained,
                player=self.names[other],
                total=after.cities[other].coins,
            )

    def _pawn(self, pawn: int) -> str:
        if not pawn:
            return self._to.say("pawn on the centre space")
        leader = self.names[Player.ONE if pawn > 0 else Player.TWO]
        return self._to.say("pawn at {number} for {player}", number=abs(pawn), player=leader)

    def _coins(self, number: int) -> str:
        return self._to.count("{number} coin", "{number} coins", number)

    def _revealed(self, buildings: Sequence[Building]) -> str:
        cards = _listed(map(self._to.name, buildings))
        number = len(buildings)
        return self._to.count("revealed: {cards}", "revealed: {cards}", number, cards=cards)

    def _sorted(self, cards: Iterable[Named]) -> str:
        return _listed(sorted(map(self._to.name, cards)))


def _of(kind: type[_E], events: Sequence[Event]) -> list[_E]:
    """Return the events of a class."""
    return [event for event in events if isinstance(event, kind)]


def _find_action(events: Sequence[Event]) -> Action:
    """Return the action of the player."""
    return next(event for event in events if isinstance(event, Action))


def _purchases(payments: Sequence[Paid], to: Language) -> list[str]:
    """Return the purchases, one entry for each resource and price."""
    bought = Counter((line.resource, line.price) for paid in payments for line in paid.bought)
    return [
        to.say("{units} at {price}", units=to.units(resource, number), price=price)
        for (resource, price), number in bought.items()
    ]


def _effects(events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of the cards that the player received."""
    for event in events:
        match event:
            case BuildingConstructed(_, card) | BuildingRevived(_, card):
                yield from card.effects
            case WonderConstructed(_, card) | TokenTaken(_, card):
                yield from card.effects
            case _:
                pass
