"""What happened in a game, in words: the texts themselves, however they are laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, assert_never

import attrs

from wonders_duel.cards import Building, Card
from wonders_duel.chance import AgeDealt, CardRevealed, TokensDealt, TokensDrawn, WondersDealt
from wonders_duel.enums import Phase, Player, Resource, Victory
from wonders_duel.languages import Language, Named
from wonders_duel.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.payment import Bought, PaymentPlan
from wonders_duel.record import Resignation, Result
from wonders_duel.remarks import clock_text
from wonders_duel.render.brief import brief
from wonders_duel.render.sentences import units
from wonders_duel.render.standing import decided, given_up
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.scoring import Outcome

if TYPE_CHECKING:
    from wonders_duel.chance import ChanceOutcome
    from wonders_duel.effects import Effect
    from wonders_duel.game import Step
    from wonders_duel.state import State

__all__ = ["Kind", "Teller", "Told"]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


class Kind(Enum):
    """What kind of text something is told in."""

    HEADING = auto()
    """A few words above what follows."""
    SENTENCE = auto()
    """A sentence that stands by itself."""
    ASIDE = auto()
    """What a move did, or what came of it: no whole sentence."""


@attrs.frozen
class Told:
    """A piece of a tale, before it is laid out for a terminal or a page."""

    kind: Kind
    """How it is to be laid out."""
    text: str
    """The text, on one line."""


class Teller:
    """Tells a game in pieces.

    Args:
        names: what to call players one and two.
        language: in which language.

    >>> from wonders_duel import Game
    >>> from wonders_duel.languages import language
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> [piece.text for piece in Teller(("Ann", "Ben"), language("en")).step(game.history[0])]
    ['picks The Appian Way']
    """

    def __init__(self, names: tuple[str, str], language: Language) -> None:
        """Hold the names and the language."""
        self.names = names
        self._to = language

    def opening(self, setup: Iterable[ChanceOutcome], start: State) -> Iterator[Told]:
        """Tell what lies on the table before the first move.

        Args:
            setup: what chance answered before it.
            start: the state that followed.
        """
        for outcome in setup:
            if isinstance(outcome, AgeDealt) and start.rules.wonder_setup == "first-game":
                for name, city in zip(self.names, start.cities, strict=True):
                    wonders = _listed(map(self._to.name, city.unbuilt))
                    text = self._to.say("{player} has {wonders}.", player=name, wonders=wonders)
                    yield Told(Kind.SENTENCE, text)
            yield from self.answer(outcome)

    def step(self, step: Step) -> Iterator[Told]:
        """Tell one move and what chance answered to it: first what was done.

        Args:
            step: the move.
        """
        yield Told(Kind.ASIDE, self._action(step))
        brought = self._brought(step)
        if brought:
            yield Told(Kind.ASIDE, _listed(brought))
        shown = [one.building for one in step.answers if isinstance(one, CardRevealed)]
        if shown:
            yield Told(Kind.ASIDE, self._turned_up(shown))
        if step.comment:
            yield Told(Kind.ASIDE, f'"{" ".join(step.comment.split())}"')
        if step.clock is not None:
            yield Told(Kind.ASIDE, self._to.say("clock {time}", time=clock_text(step.clock)))
        for outcome in step.answers:
            if not isinstance(outcome, CardRevealed):
                yield from self.answer(outcome)

    def answer(self, outcome: ChanceOutcome) -> Iterator[Told]:
        """Tell what chance answered.

        Args:
            outcome: the answer.
        """
        to = self._to
        match outcome:
            case TokensDealt(tokens):
                yield Told(Kind.HEADING, to.say("Setup"))
                text = to.say(
                    "Progress tokens on the board: {tokens}.", tokens=self._sorted(tokens)
                )
                yield Told(Kind.SENTENCE, text)
            case WondersDealt(wonders):
                text = to.say("Wonders on offer: {wonders}.", wonders=self._sorted(wonders))
                yield Told(Kind.SENTENCE, text)
            case AgeDealt(age, slots):
                yield Told(Kind.HEADING, to.say("Age {age}", age=to.word(age)))
                shown = _listed(to.name(card) for card in slots if isinstance(card, Building))
                text = to.say("Face up, from the far row on: {cards}.", cards=shown)
                yield Told(Kind.SENTENCE, text)
            case CardRevealed(_, building):
                yield Told(Kind.ASIDE, self._turned_up([building]))
            case TokensDrawn(tokens):
                text = to.say("drawn from the box: {tokens}", tokens=self._sorted(tokens))
                yield Told(Kind.ASIDE, text)
            case _:
                assert_never(outcome)

    def end(self, result: Result | None) -> Iterator[Told]:
        """Tell how a game ended.

        Args:
            result: how; ``None`` if it goes on.
        """
        if result is None:
            yield Told(Kind.SENTENCE, self._to.say("The game goes on."))
            return
        if isinstance(result, Resignation):
            text = given_up(self._to, result.player, self.names)
            yield Told(Kind.SENTENCE, text)
            return
        if result.victory is not Victory.CIVILIAN:
            text = self._to.say("The points do not count: a supremacy ends the game at once.")
            yield Told(Kind.SENTENCE, text)
        yield Told(Kind.SENTENCE, self.result(result))

    def result(self, outcome: Outcome) -> str:
        """Give the outcome as a sentence with the players' names.

        Args:
            outcome: how the game was decided.
        """
        return decided(self._to, outcome, self.names)

    # -- the parts of a move ------------------------------------------------------------------

    def _action(self, step: Step) -> str:
        to, move = self._to, step.move
        match move:
            case DraftWonder(wonder):
                return to.say("picks {wonder}", wonder=to.name(wonder))
            case ConstructBuilding(building):
                paid = self._paid(step)
                if not paid:
                    return to.say("builds {building}, free", building=to.name(building))
                return to.say("builds {building}, {paid}", building=to.name(building), paid=paid)
            case ConstructWonder(wonder, building):
                cards = {"wonder": to.name(wonder), "building": to.name(building)}
                paid = self._paid(step)
                if not paid:
                    return to.say("builds {wonder} with {building}, free", **cards)
                return to.say("builds {wonder} with {building}, {paid}", **cards, paid=paid)
            case DiscardBuilding(building):
                return to.say("discards {building}", building=to.name(building))
            case TakeToken(token):
                if step.before.phase is Phase.BOARD_TOKEN:
                    return to.say("takes {token} from the board", token=to.name(token))
                return to.say("takes {token} from the box", token=to.name(token))
            case DestroyBuilding(building):
                other = self.names[step.player.opponent]
                return to.say(
                    "destroys {building} of {player}", building=to.name(building), player=other
                )
            case ReviveBuilding(building):
                return to.say(
                    "builds {building} from the discard pile, free", building=to.name(building)
                )
            case ChooseBeginner(player):
                assert step.before.age is not None  # one that has been dealt
                age = to.word(step.before.age)
                if player is step.player:
                    return to.say("begins age {age}", age=age)
                return to.say("lets {player} begin age {age}", player=self.names[player], age=age)
            case _:
                assert_never(move)

    def _paid(self, step: Step) -> str:
        """Give what was paid; nothing if it was free of itself."""
        to, plan = self._to, step.before.payment(step.move)
        assert plan is not None  # constructions have a price
        if plan.free_by is not None:
            return to.say("free with {card}", card=to.name(plan.free_by))
        if not plan.total:
            return ""
        bought = _purchases(plan, to)
        if plan.coins and bought:
            bought.insert(0, to.say("{number} of its cost", number=plan.coins))
        price = to.say("for {coins}", coins=self._coins(plan.total))
        parts = [f"{price} ({_listed(bought)})" if bought else price]
        if plan.to_opponent:
            receiver = self.names[step.player.opponent]
            parts.append(
                to.say("of which {number} to {player}", number=plan.to_opponent, player=receiver)
            )
        parts.append(to.say("{number} left", number=plan.held - plan.total))
        return _listed(parts)

    def _brought(self, step: Step) -> list[str]:
        """Give what a move brought: what is printed on the card, then what changed."""
        before, after, player = step.before, step.after, step.player
        parts = [text for text in (brief(one, self._to) for one in _effects(step.move)) if text]
        parts += self._gained(step)
        symbols = len(after.cities[player].symbols)
        if symbols != len(before.cities[player].symbols):
            parts.append(
                self._to.count(
                    "{number} of {needed} symbols",
                    "{number} of {needed} symbols",
                    symbols,
                    needed=SYMBOLS_TO_WIN,
                )
            )
        if after.phase is Phase.BOARD_TOKEN and before.phase is not Phase.BOARD_TOKEN:
            parts.append(self._to.say("a pair"))
        if after.pawn != before.pawn:
            parts.append(self._pawn(after.pawn))
            looted = before.military_mask ^ after.military_mask
            if looted:
                parts.append(
                    self._to.count(
                        "a military token", "{number} military tokens", looted.bit_count()
                    )
                )
        parts += self._lost(step)
        if len(after.cities[player].built_codes) > len(before.cities[player].built_codes):
            parts += self._removed(step)
        if _plays_again(before, after, player):
            parts.append(self._to.say("plays again"))
        return parts

    def _removed(self, step: Step) -> list[str]:
        """Give the wonder that leaves the game after the seventh."""
        built = {one.wonder for city in step.after.cities for one in city.built}
        unbuilt = {wonder for city in step.after.cities for wonder in city.unbuilt}
        return [
            self._to.say("{wonder} leaves the game", wonder=self._to.name(wonder))
            for city in step.before.cities
            for wonder in city.unbuilt
            if wonder not in built | unbuilt
        ]

    def _gained(self, step: Step) -> list[str]:
        """Give the coins that the player got."""
        player = step.player
        plan = step.before.payment(step.move)
        paid = plan.total if plan is not None else 0
        coins = step.after.cities[player].coins
        gained = coins - step.before.cities[player].coins + paid
        if not gained:
            return []
        return [self._to.say("+{coins} (now {total})", coins=self._coins(gained), total=coins)]

    def _lost(self, step: Step) -> list[str]:
        """Give the coins that the opponent lost."""
        other = step.player.opponent
        plan = step.before.payment(step.move)
        earned = plan.to_opponent if plan is not None else 0
        coins = step.after.cities[other].coins
        lost = step.before.cities[other].coins + earned - coins
        if lost <= 0:
            return []
        return [
            self._to.count(
                "{player} loses {number} coin (now {total})",
                "{player} loses {number} coins (now {total})",
                lost,
                player=self.names[other],
                total=coins,
            )
        ]

    def _pawn(self, pawn: int) -> str:
        if not pawn:
            return self._to.say("pawn in the middle")
        leader = self.names[Player.ONE if pawn > 0 else Player.TWO]
        return self._to.say("pawn at {number} for {player}", number=abs(pawn), player=leader)

    def _coins(self, number: int) -> str:
        return self._to.count("{number} coin", "{number} coins", number)

    def _turned_up(self, buildings: Sequence[Building]) -> str:
        cards = _listed(map(self._to.name, buildings))
        number = len(buildings)
        return self._to.count("turned up: {cards}", "turned up: {cards}", number, cards=cards)

    def _sorted(self, cards: Iterable[Named]) -> str:
        return _listed(sorted(map(self._to.name, cards)))


def _plays_again(before: State, after: State, player: Player) -> bool:
    """Whether a turn ended and the same player takes another one in the same age."""
    return (
        before.phase is not Phase.BEGIN
        and after.phase is Phase.TURN
        and before.age == after.age
        and before.age is not None
        and after.to_move is player
    )


def _purchases(plan: PaymentPlan, to: Language) -> list[str]:
    """Give what is bought, one entry for each resource and price."""
    bought: Counter[tuple[Resource, int]] = Counter(
        (line.resource, line.price) for line in plan.lines if isinstance(line, Bought)
    )
    return [
        to.say("{units} at {price}", units=units(resource, number, to), price=price)
        for (resource, price), number in bought.items()
    ]


def _effects(move: Move) -> tuple[Effect, ...]:
    card: Card | None = None
    match move:
        case ConstructBuilding(building) | ReviveBuilding(building):
            card = building
        case ConstructWonder(wonder):
            card = wonder
        case TakeToken(token):
            card = token
        case DraftWonder() | DiscardBuilding() | DestroyBuilding() | ChooseBeginner():
            pass
        case _:
            assert_never(move)
    return () if card is None else card.effects
