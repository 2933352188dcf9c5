"""Count the events in games, above all the rare ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from wonders_duel import Move, Result, State, Victory, catalogue
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.engine.bitfields import (
    AGAIN_MASK,
    CHAIN_MASK,
    CHAIN_SHIFT,
    COLOURS,
    COUNT_BITS,
    COUNT_MASK,
    SHIELD_MASK,
    SYMBOL_BITS,
    TRADE_MASK,
)
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.moves import (
    KIND_BEGIN,
    KIND_CONSTRUCT,
    KIND_DECLINE,
    KIND_DISCARD,
    KIND_REVIVE,
    KIND_TOKEN,
    KIND_WONDER,
)
from wonders_duel.engine.phases import BEGIN as CHOOSING
from wonders_duel.engine.phases import LIBRARY_TOKEN, OVER, PEND_DESTROY, PEND_REVIVE, PHASES, TURN
from wonders_duel.engine.prices import price
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.enums import AGE_BACKS, Age, Back, Colour
from wonders_duel.rules import WONDER_LIMIT

__all__ = ["EVENTS", "EXTREMES", "Witness"]

EVENTS: Final[Mapping[str, str]] = {
    "a card built by a chain": "R42",
    "a chain built on a card that was itself built by a chain": "R41",
    "a chain paid for by Urbanism": "R44",
    "coins of a trade go to Economy": "R39",
    "more shields by Strategy": "R69",
    "two cards turned up at once": "R19",
    "a pair of symbols": "R63",
    "the token of a pair declined": "R63",
    "a pair with no token left on the board": "R64",
    "a pair by a revived card": "R59",
    "a choice with the last card of an age": "R66",
    "a 2-coin military token": "R70",
    "a 5-coin military token": "R70",
    "both military tokens at once": "R70",
    "a military token takes fewer coins than it says": "R49",
    "The Appian Way takes fewer coins than it says": "R61",
    "an extra turn": "R54",
    "two extra turns in a row": "R54",
    "three or more extra turns in a row": "R54",
    "an extra turn lost at the end of Age I": "R55",
    "an extra turn lost at the end of Age II": "R55",
    "an extra turn lost at the end of Age III": "R55",
    "an extra turn by Theology": "R56",
    "a play-again wonder with Theology": "R56",
    "nothing to destroy: brown": "R58",
    "nothing to destroy: grey": "R58",
    "a building destroyed: brown": "R58",
    "a building destroyed: grey": "R58",
    "the Mausoleum with an empty discard pile": "R59",
    "a revived guild": "R59",
    "a revived card with more shields by Strategy": "R59",
    "a revived card that a chain would have freed": "R45",
    "a seventh wonder": "R53",
    "the eighth wonder of who built the seventh is left out": "R53",
    "the eighth wonder of the other player is left out": "R53",
    "Law from the board": "R67",
    "Law by the Great Library": "R67",
    "an age begins with the pawn on the centre space": "R77",
    "the weaker player begins an age": "R76",
    "the weaker player lets the other begin": "R76",
    "the last player begins, by choice": "R77",
    "the last player lets the other begin": "R77",
    "the last player begins, by the rule option": "R77",
    "a supremacy before a choice": "R57",
    "a supremacy with the last card of Age III": "R78",
    "a military victory": "R75",
    "a military victory by a wonder": "R57",
    "a military victory by a revived card": "R59",
    "a scientific victory": "R68",
    "a scientific victory by a revived card": "R59",
    "a scientific victory by Law from the board": "R67",
    "a scientific victory by Law by the Great Library": "R67",
    "a civilian victory": "R78",
    "a tie decided by blue cards": "R83",
    "a shared victory": "R84",
    "a shared victory without a blue card": "R84",
    "a game with no wonder": "R52",
    "a city without a building": "R78",
    "a city that ends without a coin": "R82",
}
"""The events counted, each time they happen, with their ruling."""

EXTREMES: Final = (
    "decisions of the longest game",
    "decisions of the shortest game",
    "legal moves at once",
    "coins of a city",
    "points of a city at the end of Age III",
    "points ahead in a civilian victory",
    "buildings of a city",
    "progress tokens of a city",
    "extra turns in a row",
)
"""The extremes: the most or fewest of any game, with its number."""

_LAW: Final = catalogue.number_of_token("law")
_PLAYERS: Final = 2
_LAST_AGE: Final = 3
_BACKS: Final = tuple(HIDDEN[back] for back in AGE_BACKS)
_GUILD: Final = HIDDEN[Back.GUILD]
_PURPLE: Final = COLOURS.index(Colour.PURPLE)
_BLUE: Final = COLOURS.index(Colour.BLUE)
_AGES: Final = tuple(Age)


def _count(counts: int, colour: int) -> int:
    return counts >> COUNT_BITS * colour & COUNT_MASK


class Witness:
    """An observer that counts the events of one game after the other.

    Attributes:
        events: how often each event happened.
        moves: how often each move of the codec was played.
        phases: the number of decisions in each phase, by its number.
        extremes: the most or the fewest, with the lowest number of a game that had it.
    """

    def __init__(self) -> None:
        """Start with empty counts."""
        self.events: Counter[str] = Counter()
        self.moves = [0] * len(catalogue.moves)
        self.phases = [0] * len(PHASES)
        self.extremes: dict[str, tuple[int, int]] = {}
        self.begin(0)

    def begin(self, number: int) -> None:
        """Start to watch a game.

        Args:
            number: its number.
        """
        self._number = number
        self._decisions = 0
        self._by_chain = 0
        """The buildings built by a chain, as bits."""
        self._turn = (0, 0)
        """The age and the player of the last turn."""
        self._again = 0
        """The number of extra turns in a row."""
        self._most = 0
        """The most legal moves of a decision."""
        self._coins = 0

    def see(self, before: State, moves: int, move: Move, after: State) -> None:
        """Count the events of a move.

        Args:
            before: the state in which it is played.
            moves: the number of legal moves.
            move: the move.
            after: the next state with a decision, or the end.
        """
        self._decisions += 1
        self._most = max(self._most, moves)
        self.moves[move.index] += 1
        self.phases[before.phase_number] += 1
        player = before.player
        if before.phase_number == TURN:
            self._begin_turn(before)
        spec = move.spec
        kind, entry = spec.kind, spec.entry
        if kind == KIND_CONSTRUCT:
            self._construct(before, entry)
        elif kind == KIND_WONDER:
            self._wonder(before, entry)
        elif kind == KIND_REVIVE:
            self._revive(before, entry)
        elif kind == KIND_BEGIN:
            self._chosen(before, entry.number)
        elif kind == KIND_TOKEN:
            if entry.number == _LAW:
                drawn = before.phase_number == LIBRARY_TOKEN
                self.events["Law by the Great Library" if drawn else "Law from the board"] += 1
        elif kind == KIND_DECLINE:
            self.events["the token of a pair declined"] += 1
        elif kind != KIND_DISCARD and before.pending_codes:
            colour = COLOURS[before.pending_codes[0] - PEND_DESTROY]
            self.events[f"a building destroyed: {colour}"] += 1
        if before.age_number:
            self._after(before, kind, after)
        coins = after.cities[player].coins
        self._coins = max(self._coins, coins)

    def _begin_turn(self, before: State) -> None:
        """Check whether this turn is an extra turn."""
        turn = (before.age_number, before.player)
        if turn == self._turn:
            self._again += 1
            self.events["an extra turn"] += 1
            if self._again == 2:
                self.events["two extra turns in a row"] += 1
            elif self._again == 3:
                self.events["three or more extra turns in a row"] += 1
            self._extreme("extra turns in a row", self._again)
        else:
            self._again = 0
        self._turn = turn

    def _construct(self, before: State, entry: CompiledCard) -> None:
        mine = before.cities[before.player]
        if entry.chain & mine.counts:
            self.events["a card built by a chain"] += 1
            if mine.modifiers >> CHAIN_SHIFT & CHAIN_MASK:
                self.events["a chain paid for by Urbanism"] += 1
            if self._by_chain >> entry.free_with & 1:
                self.events["a chain built on a card that was itself built by a chain"] += 1
            self._by_chain |= entry.bit
        else:
            self._paid(before, entry)
        if entry.shields and mine.modifiers >> entry.shield_shift & SHIELD_MASK:
            self.events["more shields by Strategy"] += 1

    def _paid(self, before: State, entry: CompiledCard) -> int:
        """Return the coins that go to Economy."""
        mine, theirs = before.cities[before.player], before.cities[1 - before.player]
        if not theirs.modifiers & TRADE_MASK:
            return 0
        trade = price(before.tables, mine, theirs, entry) - entry.coin_cost
        if trade > 0:
            self.events["coins of a trade go to Economy"] += 1
        return trade

    def _wonder(self, before: State, entry: CompiledCard) -> None:
        events = self.events
        player = before.player
        mine, theirs = before.cities[player], before.cities[1 - player]
        trade = self._paid(before, entry)
        if len(mine.built_codes) + len(theirs.built_codes) == WONDER_LIMIT - 1:
            events["a seventh wonder"] += 1
            own = len(mine.unbuilt_numbers) > 1
            whose = "who built the seventh" if own else "the other player"
            events[f"the eighth wonder of {whose} is left out"] += 1
        theology = bool(mine.modifiers & AGAIN_MASK)
        if theology:
            events[
                "a play-again wonder with Theology"
                if entry.play_again
                else "an extra turn by Theology"
            ] += 1
        if (theology or entry.play_again) and before.left.bit_count() == 1:
            events[f"an extra turn lost at the end of Age {_AGES[before.age_number - 1]}"] += 1
        if entry.loses and theirs.coins + trade < entry.loses:
            events["The Appian Way takes fewer coins than it says"] += 1
        for code in entry.pending:
            if code >= PEND_DESTROY and not _count(theirs.counts, code - PEND_DESTROY):
                events[f"nothing to destroy: {COLOURS[code - PEND_DESTROY]}"] += 1
            elif code == PEND_REVIVE and not before.discard_mask:
                events["the Mausoleum with an empty discard pile"] += 1

    def _revive(self, before: State, entry: CompiledCard) -> None:
        mine = before.cities[before.player]
        if entry.colour == _PURPLE:
            self.events["a revived guild"] += 1
        if entry.shields and mine.modifiers >> entry.shield_shift & SHIELD_MASK:
            self.events["a revived card with more shields by Strategy"] += 1
        if entry.chain & mine.counts:
            self.events["a revived card that a chain would have freed"] += 1

    def _chosen(self, before: State, beginner: int) -> None:
        """Count who begins an age."""
        own = beginner == before.player
        if before.pawn:
            what = "begins an age" if own else "lets the other begin"
            self.events[f"the weaker player {what}"] += 1
        else:
            what = "begins, by choice" if own else "lets the other begin"
            self.events[f"the last player {what}"] += 1

    def _after(self, before: State, kind: int, after: State) -> None:
        """Count consequences of any move: tokens, pairs, revealed cards, a new age."""
        events = self.events
        player = before.player
        if after.military_mask != before.military_mask:
            self._tokens(before, after)
        gained = after.cities[player].science >> SYMBOL_BITS
        gained &= ~(before.cities[player].science >> SYMBOL_BITS)
        if gained:
            events["a pair of symbols"] += 1
            if not before.board_mask:
                events["a pair with no token left on the board"] += 1
            if kind == KIND_REVIVE:
                events["a pair by a revived card"] += 1
        if after.phase_number == OVER:
            return
        if after.age_number != before.age_number:
            if not after.pawn:
                events["an age begins with the pawn on the centre space"] += 1
                if after.phase_number != CHOOSING:
                    events["the last player begins, by the rule option"] += 1
        elif not after.left:
            events["a choice with the last card of an age"] += before.left > 0
        elif after.faces != before.faces:
            back = _BACKS[after.age_number - 1]
            down = before.faces.count(back) + before.faces.count(_GUILD)
            if down - after.faces.count(back) - after.faces.count(_GUILD) == _PLAYERS:
                events["two cards turned up at once"] += 1

    def _tokens(self, before: State, after: State) -> None:
        events = self.events
        player = before.player
        gone = before.military_mask & ~after.military_mask
        gone = gone >> 2 * (1 - player) & 0b11
        taken = 0
        for number, token in enumerate(MILITARY_TOKENS):
            if gone >> number & 1:
                events[f"a {token.coins}-coin military token"] += 1
                taken += token.coins
        if gone == 0b11:
            events["both military tokens at once"] += 1
        theirs = before.cities[1 - player]
        if theirs.coins < taken and not after.cities[1 - player].coins:
            events["a military token takes fewer coins than it says"] += 1

    def _extreme(self, name: str, value: int, *, fewest: bool = False) -> None:
        known = self.extremes.get(name)
        if known is None or (value < known[0] if fewest else value > known[0]):
            self.extremes[name] = (value, self._number)

    def end(self, last: Move, before: State, state: State) -> None:
        """Count how a game ends.

        Args:
            last: the last move.
            before: the state in which it was played.
            state: the end.
        """
        events = self.events
        result = state.result
        assert result is not None
        kind = last.spec.kind
        events[f"a {result.victory} victory"] += result.winner is not None
        if result.victory is Victory.CIVILIAN:
            self._civilian(result, state)
        else:
            if before.age_number == _LAST_AGE and not state.left:
                events["a supremacy with the last card of Age III"] += 1
            by = ""
            if kind == KIND_REVIVE:
                by = "a revived card"
            elif kind == KIND_WONDER:
                by = "a wonder"
                events["a supremacy before a choice"] += bool(last.spec.entry.pending)
            elif kind == KIND_TOKEN:
                drawn = before.phase_number == LIBRARY_TOKEN
                by = "Law by the Great Library" if drawn else "Law from the board"
            if by:
                events[f"a {result.victory} victory by {by}"] += 1
        one, two = state.cities
        events["a game with no wonder"] += not one.built_codes and not two.built_codes
        for city in state.cities:
            events["a city without a building"] += not city.building_mask
            events["a city that ends without a coin"] += not city.coins
            self._extreme("buildings of a city", city.building_mask.bit_count())
            self._extreme("progress tokens of a city", city.token_mask.bit_count())
        self._extreme("decisions of the longest game", self._decisions)
        self._extreme("decisions of the shortest game", self._decisions, fewest=True)
        self._extreme("legal moves at once", self._most)
        self._extreme("coins of a city", self._coins)

    def _civilian(self, result: Result, state: State) -> None:
        events = self.events
        events["a tie decided by blue cards"] += result.by_blue
        if result.winner is None:
            events["a shared victory"] += 1
            blue = sum(_count(city.counts, _BLUE) for city in state.cities)
            events["a shared victory without a blue card"] += not blue
        first, second = result.totals
        self._extreme("points of a city at the end of Age III", max(first, second))
        self._extreme("points ahead in a civilian victory", abs(first - second))
