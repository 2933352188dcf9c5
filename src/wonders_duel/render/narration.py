"""A game told move by move, in plain text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import TextWrapper
from typing import TYPE_CHECKING, assert_never

from wonders_duel.cards import Building, Card
from wonders_duel.chance import AgeDealt, CardRevealed, TokensDealt, TokensDrawn, WondersDealt
from wonders_duel.effects import (
    Coins,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    GuildMajority,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    Produce,
    Revive,
    Shields,
    Symbol,
)
from wonders_duel.enums import Phase, Player, Victory
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
from wonders_duel.record import Record, Resignation, Result
from wonders_duel.remarks import clock_text
from wonders_duel.render.text import score_sheet
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.scoring import Outcome

if TYPE_CHECKING:
    from wonders_duel.chance import ChanceOutcome
    from wonders_duel.game import Game, Step
    from wonders_duel.scoring import Score
    from wonders_duel.state import State

__all__ = ["Narrator"]

WIDTH = 79
"""Characters a line, so that nothing wraps in 80 columns."""


def _coins(number: int) -> str:
    return f"{number} coin{'' if number == 1 else 's'}"


def _listed(words: list[str]) -> str:
    return ", ".join(words)


class Narrator:
    """Tells a game.

    Args:
        names: what to call players one and two, in at most 12 characters each.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> for line in Narrator(("Ann", "Ben")).step(1, game.history[0]):
    ...     print(line)
      1. Ann  picks The Appian Way
    """

    def __init__(self, names: tuple[str, str] = ("one", "two")) -> None:
        """Hold the names."""
        self.names = names
        self._column = max(len(name) for name in names)
        self._margin = " " * (5 + self._column + 2)

    def record(self, record: Record, to: int | None = None) -> Iterator[str]:
        """Tell a recorded game, line by line; the record is checked on the way.

        Args:
            record: the record.
            to: the last move to tell, from 0; all of them, and the result, if left out.

        Raises:
            RecordError: something contradicts the rules; what comes before has been told.
        """
        setup, state = record.opening()
        yield from self._opening(setup, state)
        told = 0
        for number, step in enumerate(record.replay(), start=1):
            if to is not None and number > to:
                break
            yield from self.step(number, step)
            state, told = step.after, number
        if to is not None and told < len(record.turns):
            yield ""
            yield f"After move {told} of {len(record.turns)}:"
            yield state.to_text()
            return
        yield from self._end(state.score(), state.outcome or record.result)

    def opening(self, game: Game) -> Iterator[str]:
        """Tell what lies on the table before the first move.

        Args:
            game: a game.
        """
        start = game.history[0].before if game.history else game.state
        yield from self._opening(game.setup, start)

    def _opening(self, setup: Iterable[ChanceOutcome], start: State) -> Iterator[str]:
        for outcome in setup:
            if isinstance(outcome, AgeDealt) and start.rules.wonder_setup == "first-game":
                for name, city in zip(self.names, start.cities, strict=True):
                    wonders = _listed([str(wonder) for wonder in city.unbuilt])
                    yield from self._block(f"{name} has {wonders}.")
            yield from self.chance(outcome)

    def end(self, game: Game) -> Iterator[str]:
        """Give the score sheet and the result.

        Args:
            game: a game.
        """
        yield from self._end(game.score(), game.outcome)

    def _end(self, score: Score, result: Result | None) -> Iterator[str]:
        yield from self._heading("The score")
        yield score_sheet(score, self.names)
        yield ""
        if result is None:
            yield "The game goes on."
            return
        if isinstance(result, Resignation):
            loser, winner = self.names[result.player], self.names[result.winner]
            yield f"{loser} resigns, and {winner} wins."
            return
        if result.victory is not Victory.CIVILIAN:
            yield "The points do not count: a supremacy ends the game at once."
        yield self.result(result)

    def step(self, number: int, step: Step) -> Iterator[str]:
        """Tell one move and what chance answered to it.

        Args:
            number: the number of the move, from 1.
            step: the move.
        """
        name = self.names[step.player]
        lead = f"{number:3}. {name:{self._column}}  "
        yield from _wrap(self._action(step), lead, self._margin)
        brought = self._brought(step)
        if brought:
            yield from self._wrapped(_listed(brought))
        shown = [str(one.building) for one in step.answers if isinstance(one, CardRevealed)]
        if shown:
            yield from self._wrapped(f"turned up: {_listed(shown)}")
        if step.comment:
            yield from self._wrapped(f'"{" ".join(step.comment.split())}"')
        if step.clock is not None:
            yield from self._wrapped(f"clock {clock_text(step.clock)}")
        for outcome in step.answers:
            if not isinstance(outcome, CardRevealed):
                yield from self.chance(outcome)

    def chance(self, outcome: ChanceOutcome) -> Iterator[str]:
        """Tell what chance answered.

        Args:
            outcome: the answer.
        """
        match outcome:
            case TokensDealt(tokens):
                yield from self._heading("Setup")
                names = sorted(token.name for token in tokens)
                yield from self._block(f"Progress tokens on the board: {_listed(names)}.")
            case WondersDealt(wonders):
                names = sorted(wonder.name for wonder in wonders)
                yield from self._block(f"Wonders on offer: {_listed(names)}.")
            case AgeDealt(age, slots):
                yield from self._heading(f"Age {age}")
                shown = [card.name for card in slots if isinstance(card, Building)]
                yield from self._block(f"Face up, from the far row on: {_listed(shown)}.")
            case CardRevealed(_, building):
                yield from self._wrapped(f"turned up: {building}")
            case TokensDrawn(tokens):
                names = sorted(token.name for token in tokens)
                yield from self._wrapped(f"drawn from the box: {_listed(names)}")
            case _:
                assert_never(outcome)

    def result(self, outcome: Outcome) -> str:
        """Give the outcome as a sentence with the players' names.

        Args:
            outcome: how the game was decided.
        """
        one, two = outcome.totals
        if outcome.winner is None:
            return f"{self.names[0]} and {self.names[1]} share the victory, {one} points each."
        winner = self.names[outcome.winner]
        if outcome.victory is not Victory.CIVILIAN:
            return f"{winner} wins by {outcome.victory} supremacy."
        points = f"{max(one, two)} to {min(one, two)}"
        blue = "; the points of the blue buildings decided" if outcome.by_blue else ""
        return f"{winner} wins, {points} points{blue}."

    # -- the parts of a move ------------------------------------------------------------------

    def _action(self, step: Step) -> str:
        move = step.move
        match move:
            case DraftWonder(wonder):
                return f"picks {wonder}"
            case ConstructBuilding(building):
                return f"builds {building}, {self._paid(step)}"
            case ConstructWonder(wonder, building):
                return f"builds {wonder} with {building}, {self._paid(step)}"
            case DiscardBuilding(building):
                return f"discards {building}"
            case TakeToken(token):
                place = "board" if step.before.phase is Phase.BOARD_TOKEN else "box"
                return f"takes {token} from the {place}"
            case DestroyBuilding(building):
                return f"destroys {building} of {self.names[step.player.opponent]}"
            case ReviveBuilding(building):
                return f"builds {building} from the discard pile, free"
            case ChooseBeginner(player):
                if player is step.player:
                    return f"begins age {step.before.age}"
                return f"lets {self.names[player]} begin age {step.before.age}"
            case _:
                assert_never(move)

    def _paid(self, step: Step) -> str:
        plan = step.before.payment(step.move)
        assert plan is not None  # constructions have a price
        if plan.free_by is not None:
            return f"free with {plan.free_by}"
        if not plan.total:
            return "free"
        parts = _purchases(plan)
        if plan.coins and parts:
            parts.insert(0, f"{plan.coins} of its cost")
        details = f" ({_listed(parts)})" if parts else ""
        receiver = self.names[step.player.opponent]
        owed = f", of which {plan.to_opponent} to {receiver}" if plan.to_opponent else ""
        return f"for {_coins(plan.total)}{details}{owed}, {plan.held - plan.total} left"

    def _brought(self, step: Step) -> list[str]:
        """Give what a move brought: what is printed on the card, then what changed."""
        before, after, player = step.before, step.after, step.player
        parts = [text for text in map(_brief, _effects(step.move)) if text]
        parts += self._gained(step)
        symbols = len(after.cities[player].symbols)
        if symbols != len(before.cities[player].symbols):
            parts.append(f"{symbols} of {SYMBOLS_TO_WIN} symbols")
        if after.phase is Phase.BOARD_TOKEN and before.phase is not Phase.BOARD_TOKEN:
            parts.append("a pair")
        if after.pawn != before.pawn:
            parts.append(f"pawn {self._pawn(after.pawn)}")
            looted = before.military_mask ^ after.military_mask
            if looted:
                parts.append("a military token" if looted.bit_count() == 1 else "2 military tokens")
        parts += self._lost(step)
        if len(after.cities[player].built_codes) > len(before.cities[player].built_codes):
            parts += self._removed(step)
        if _plays_again(before, after, player):
            parts.append("plays again")
        return parts

    def _removed(self, step: Step) -> list[str]:
        """Give the wonder that leaves the game after the seventh."""
        built = {one.wonder for city in step.after.cities for one in city.built}
        unbuilt = {wonder for city in step.after.cities for wonder in city.unbuilt}
        return [
            f"{wonder} leaves the game"
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
        return [f"+{_coins(gained)} (now {coins})"] if gained else []

    def _lost(self, step: Step) -> list[str]:
        """Give the coins that the opponent lost."""
        other = step.player.opponent
        plan = step.before.payment(step.move)
        earned = plan.to_opponent if plan is not None else 0
        coins = step.after.cities[other].coins
        lost = step.before.cities[other].coins + earned - coins
        return [f"{self.names[other]} loses {_coins(lost)} (now {coins})"] if lost > 0 else []

    def _pawn(self, pawn: int) -> str:
        if not pawn:
            return "in the middle"
        leader = self.names[Player.ONE if pawn > 0 else Player.TWO]
        return f"at {abs(pawn)} for {leader}"

    # -- layout -------------------------------------------------------------------------------

    def _heading(self, text: str) -> Iterator[str]:
        yield ""
        yield text.upper()
        yield "-" * len(text)

    def _block(self, text: str) -> Iterator[str]:
        yield from _wrap(text, "", "  ")

    def _wrapped(self, text: str) -> Iterator[str]:
        yield from _wrap(text, self._margin, self._margin)


def _wrap(text: str, first: str, later: str) -> Iterator[str]:
    """Break a text into lines, but not between the article and the name of a wonder."""
    kept = text.replace("The ", "The\N{NO-BREAK SPACE}")
    wrapper = TextWrapper(width=WIDTH, initial_indent=first, subsequent_indent=later)
    for line in wrapper.wrap(kept):
        yield line.replace("\N{NO-BREAK SPACE}", " ")


def _plays_again(before: State, after: State, player: Player) -> bool:
    """Whether a turn ended and the same player takes another one in the same age."""
    return (
        before.phase is not Phase.BEGIN
        and after.phase is Phase.TURN
        and before.age == after.age
        and before.age is not None
        and after.to_move is player
    )


def _purchases(plan: PaymentPlan) -> list[str]:
    """Give what is bought, one entry for each resource and price."""
    bought: dict[tuple[str, int], int] = {}
    for line in plan.lines:
        if isinstance(line, Bought):
            key = (str(line.resource), line.price)
            bought[key] = bought.get(key, 0) + 1
    return [f"{units} {resource} at {price}" for (resource, price), units in bought.items()]


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


def _brief(effect: Effect) -> str:
    """Give an effect in a few words; nothing for those whose result is told."""
    match effect:
        case Points(points):
            return f"{points} point{'' if points == 1 else 's'}"
        case Produce(resource, units):
            return f"produces {units} {resource}"
        case Symbol(symbol):
            return f"symbol {symbol}"
        case (
            Coins()
            | CoinsPer()
            | OpponentLosesCoins()
            | PlayAgain()
            | Shields()
            | Destroy()
            | Revive()
            | DrawTokens()
        ):
            return ""
        case GuildMajority(most, points=points):
            each = f"{most.noun()} in the city with more"
            return f"{points} point{'' if points == 1 else 's'} at the end for each {each}"
        case _:
            text = effect.describe().rstrip(".")
            return text[:1].lower() + text[1:]
