"""A second rules engine: slow, simple, and written from the rulings and the tables of facts alone.

It works on names of cards in sets, lists and dicts and has one function per rule, so that it can
be checked against the rulings line by line. It knows the whole deal and hides nothing. Moves are
tuples of words:

``("draft", wonder)``, ``("build", building)``, ``("discard", building)``,
``("wonder", wonder, building)``, ``("token", token)``, ``("destroy", building)``,
``("revive", building)`` and ``("begin", seat)``.
"""

from __future__ import annotations

import csv
import functools
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypedDict

FACTS = Path(__file__).parents[1] / "facts"
RESOURCES = ("clay", "wood", "stone", "glass", "papyrus")
AGES = ("I", "II", "III")
FIRST_GAME = (
    ("The Pyramids", "The Great Lighthouse", "The Temple of Artemis", "The Statue of Zeus"),
    ("Circus Maximus", "Piraeus", "The Appian Way", "The Colossus"),
)
CAPITAL = 9
NOTHING = (0, 0, 0, 0)

Row = dict[str, str]
Move = tuple[str, ...]
Extra = tuple[str, str, int, int, int, int]
"""An effect that the base game does not have.

``("whenever", occasion, coins, loss, shields, turns)``, ``("off", kind, coins, 0, 0, 0)`` or
``("token", "", 0, 0, 0, 0)``; an occasion or kind is a colour, ``wonder``, ``chain``, ``discard`` or
``trade``.
"""


def _table(name: str) -> list[Row]:
    with (FACTS / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


class Place(TypedDict):
    """A place of a layout, as in the facts."""

    position: int
    row: int
    x: int
    face_up: bool
    covered_by: list[int]


BUILDINGS = {row["name"]: row for row in _table("buildings.csv")}
WONDERS = {row["name"]: row for row in _table("wonders.csv")}
TOKENS = {row["name"]: row for row in _table("progress_tokens.csv")}
TRACK = {int(row["position"]): row for row in _table("military.csv")}
LAYOUTS: dict[str, list[Place]] = {
    age: layout["positions"]
    for age, layout in json.loads((FACTS / "layouts.json").read_text(encoding="utf-8")).items()
    if age in AGES
}


@dataclass
class Setup:
    """Everything that is random, by name."""

    draft: list[list[str]]
    board_tokens: list[str]
    great_library: list[str]
    ages: list[list[str]]


@dataclass
class City:
    """The city of a player."""

    coins: int = 7
    buildings: set[str] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)
    unbuilt: set[str] = field(default_factory=set)
    built: dict[str, str] = field(default_factory=dict)


@dataclass
class Price:
    """The price of a construction: coins, bought resources, and whether a chain frees it."""

    coins: int
    trade: int
    chained: bool

    @property
    def total(self) -> int:
        """All the coins of the price."""
        return self.coins + self.trade


@dataclass
class Result:
    """The result of a game: the winner's seat, or None for a shared victory."""

    victory: str
    winner: int | None
    by_blue: bool


@functools.cache
def cheapest(
    missing: tuple[str, ...], prices: tuple[tuple[str, int], ...], helpers: tuple[str, ...]
) -> int:
    """Return the lowest price over all assignments of helpers to missing units (R35, R36, R37).

    Args:
        missing: the units that are not produced, in order.
        prices: the price of one unit of each resource.
        helpers: for each helper the resources it can make, joined by bars.
    """
    if not helpers:
        table = dict(prices)
        return sum(table[unit] for unit in missing)
    first, rest = helpers[0], helpers[1:]
    found = [cheapest(missing, prices, rest)]
    for resource in first.split("|"):
        if resource in missing:
            place = missing.index(resource)
            less = missing[:place] + missing[place + 1 :]
            found.append(cheapest(less, prices, rest))
    return min(found)


class Reference:
    """A game between the seats 0 and 1.

    Args:
        setup: the deal.
        first_player: the seat that begins.
        centre_pawn_start: ``last-player-chooses`` or ``last-player-begins``.
        pair_token: ``must`` or ``may``.
        reveal_timing: ``end-of-action`` or ``on-take``.
        wonder_setup: ``draft`` or ``first-game``.
        extras: effects of cards that the base game does not have, by name.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        first_player: int,
        centre_pawn_start: str,
        pair_token: str,
        reveal_timing: str,
        wonder_setup: str,
        extras: Mapping[str, Sequence[Extra]] = MappingProxyType({}),
    ) -> None:
        """Set up the game for the first decision."""
        self.setup = setup
        self.extras = dict(extras)
        self.first_player = first_player
        self.centre_pawn_start = centre_pawn_start
        self.pair_token = pair_token
        self.reveal_timing = reveal_timing
        self.cities = [City(), City()]
        self.board = set(setup.board_tokens)
        self.military = {(0, 2), (0, 5), (1, 2), (1, 5)}
        self.pawn = 0
        self.discards: set[str] = set()
        self.age = 0
        self.cards: dict[int, str] = {}
        self.face_up: set[int] = set()
        self.pending: list[str] = []
        self.extra_turn = False
        self.just_received = 0
        self.mover = first_player
        self.offer: set[str] = set()
        self.result: Result | None = None
        self.happened: Counter[str] = Counter()
        if wonder_setup == "first-game":
            self.cities[first_player].unbuilt |= set(FIRST_GAME[0])
            self.cities[1 - first_player].unbuilt |= set(FIRST_GAME[1])
            self.begin_age(first_player)
        else:
            self.phase = "draft"
            self.offer = set(setup.draft[0])

    # -- the wonder draft ---------------------------------------------------------------------

    def draft(self, wonder: str) -> None:
        """R6, R12: P1 P2 P2 P1, then P2 P1 P1 P2; the first player of the draft begins Age I."""
        self.offer.remove(wonder)
        self.cities[self.mover].unbuilt.add(wonder)
        picks = sum(len(city.unbuilt) for city in self.cities)
        if picks == 8:
            self.begin_age(self.first_player)
            return
        if picks == 4:
            self.offer = set(self.setup.draft[1])
        follows = [0, 1, 1, 0, 1, 0, 0, 1][picks]
        self.mover = follows if self.first_player == 0 else 1 - follows

    # -- the structure ------------------------------------------------------------------------

    def lay_out(self) -> None:
        """R10, R20: deal the 20 cards of the next age."""
        self.age += 1
        self.cards = dict(enumerate(self.setup.ages[self.age - 1]))
        self.face_up = {
            place["position"] for place in LAYOUTS[AGES[self.age - 1]] if place["face_up"]
        }

    def uncovered(self) -> list[int]:
        """R15: return the places whose card is not covered."""
        return [
            place["position"]
            for place in LAYOUTS[AGES[self.age - 1]]
            if place["position"] in self.cards
            and not any(over in self.cards for over in place["covered_by"])
        ]

    def accessible(self) -> set[str]:
        """R14, R15: return the accessible cards."""
        if self.age == 0:
            return set()
        return {self.cards[place] for place in self.uncovered() if place in self.face_up}

    def reveal(self) -> None:
        """R16, R19: reveal every uncovered card."""
        self.face_up |= set(self.uncovered())

    def take(self, building: str) -> None:
        """Take a card from the structure."""
        place = next(place for place, card in self.cards.items() if card == building)
        del self.cards[place]
        self.face_up.discard(place)

    def seen(self) -> dict[int, str]:
        """R11, R21: return what both players see of each place with a card."""
        hidden = {"1": "age-i", "2": "age-ii", "3": "age-iii", "guild": "guild"}
        return {
            place: card if place in self.face_up else hidden[BUILDINGS[card]["age"]]
            for place, card in self.cards.items()
        }

    # -- prices -------------------------------------------------------------------------------

    def colour_count(self, seat: int, *colours: str) -> int:
        """Return the number of buildings of some colours in a city."""
        return sum(BUILDINGS[card]["colour"] in colours for card in self.cities[seat].buildings)

    def own_production(self, seat: int) -> Counter[str]:
        """R26, R27, R29: return the production of a city's brown and grey cards."""
        made: Counter[str] = Counter()
        for card in self.cities[seat].buildings:
            if BUILDINGS[card]["colour"] in {"brown", "grey"}:
                amount, _, resource = BUILDINGS[card]["produces"].rpartition(" ")
                made[resource] += int(amount or 1)
        return made

    def choice_producers(self, seat: int) -> list[str]:
        """R27, R35: return the yellow cards and built wonders with flexible production."""
        city = self.cities[seat]
        every = [BUILDINGS[card]["produces"] for card in city.buildings]
        every += [WONDERS[wonder]["produces"] for wonder in city.built]
        return [produces for produces in every if "|" in produces]

    def unit_price(self, seat: int, resource: str) -> int:
        """R28 to R33: return 2 plus 1 per symbol of the opponent, or 1 with a fixed price."""
        for card in self.cities[seat].buildings:
            if resource in BUILDINGS[card]["trade_fixed"].split("+"):
                return 1
        return 2 + self.own_production(1 - seat)[resource]

    def rebate(self, seat: int, kind: str) -> int:
        """R37: return how many resources Architecture or Masonry takes off."""
        return sum(
            int(TOKENS[token]["resource_rebate"])
            for token in self.cities[seat].tokens
            if TOKENS[token]["rebate_on"] == kind
        )

    def trade_cost(self, seat: int, card: Row, kind: str) -> int:
        """R32, R36: return the lowest price of the missing resources."""
        made = self.own_production(seat)
        missing = tuple(
            resource
            for resource in RESOURCES
            for _ in range(max(0, int(card[f"cost_{resource}"]) - made[resource]))
        )
        if not missing:
            return 0
        prices = tuple((resource, self.unit_price(seat, resource)) for resource in RESOURCES)
        helpers = self.choice_producers(seat) + ["|".join(RESOURCES)] * self.rebate(seat, kind)
        return cheapest(missing, prices, tuple(sorted(helpers)))

    def building_price(self, seat: int, building: str) -> Price:
        """R24, R25, R41 to R43: return the price of a building; a chain makes it free."""
        card = BUILDINGS[building]
        if card["free_if_owning"] in self.cities[seat].buildings:
            return Price(0, 0, chained=True)
        return self.with_coins_off(
            seat,
            card["colour"],
            int(card["cost_coins"]),
            self.trade_cost(seat, card, card["colour"]),
        )

    def wonder_price(self, seat: int, wonder: str) -> Price:
        """R25, R52: return the price of a wonder, resources only."""
        trade = self.trade_cost(seat, WONDERS[wonder], "wonder")
        return self.with_coins_off(seat, "wonder", 0, trade)

    def with_coins_off(self, seat: int, kind: str, coins: int, trade: int) -> Price:
        """Take coins off a price: off the coin part, then off what is paid for resources."""
        off = sum(extra[2] for extra in self.extras_of(seat) if extra[:2] == ("off", kind))
        self.happened["coins off"] += off > 0
        paid = max(0, coins - off)
        return Price(paid, max(0, trade - max(0, off - coins)), chained=False)

    def extras_of(self, seat: int) -> Iterator[Extra]:
        """Return the effects in a city that the base game does not have."""
        city = self.cities[seat]
        for card in (*city.buildings, *city.tokens, *city.built):
            yield from self.extras.get(card, ())

    def triggered(self, seat: int, *occasions: str) -> tuple[int, int, int, int]:
        """Return the coins, the loss, the shields and the turns of all triggers of a city."""
        found = [NOTHING]
        found += [
            one[2:] for one in self.extras_of(seat) if one[0] == "whenever" and one[1] in occasions
        ]
        for occasion in occasions:
            self.happened[f"trigger: {occasion}"] += len(found) > 1
        coins, loss, shields, turns = map(sum, zip(*found, strict=True))
        return coins, loss, shields, turns

    def queue_board_tokens(self, card: str) -> None:
        """R63, R64: queue the tokens that a card takes from the board, before other choices."""
        for _ in [one for one in self.extras.get(card, ()) if one[0] == "token"]:
            self.happened["token by a card"] += 1
            self.pending.insert(0, "board-token")

    def pay(self, price: Price) -> None:
        """R39, R40: pay; the owner of Economy gets the trade part at once."""
        self.cities[self.mover].coins -= price.total
        other = self.cities[1 - self.mover]
        self.just_received = 0
        if "Economy" in other.tokens and price.trade:
            other.coins += price.trade
            self.just_received = price.trade
            self.happened["Economy"] += 1
        if price.trade:
            coins, loss, _, _ = self.triggered(1 - self.mover, "trade")
            other.coins += coins
            self.cities[self.mover].coins -= min(loss, self.cities[self.mover].coins)

    # -- legal moves --------------------------------------------------------------------------

    def legal(self) -> set[Move]:
        """Return the legal moves of the player to move."""
        match self.phase:
            case "draft":
                return {("draft", wonder) for wonder in self.offer}
            case "turn":
                return self.legal_turn()
            case "board-token":
                moves: set[Move] = {("token", token) for token in self.board}
                return moves | {("decline",)} if self.pair_token == "may" else moves
            case "library-token":
                return {("token", token) for token in self.offer}
            case "revive":
                return {("revive", card) for card in self.discards}
            case "destroy-brown":
                return {("destroy", card) for card in self.targets("brown")}
            case "destroy-grey":
                return {("destroy", card) for card in self.targets("grey")}
            case "begin":
                return {("begin", "0"), ("begin", "1")}
            case _:
                return set()

    def legal_turn(self) -> set[Move]:
        """R14, R38, R52: return constructions, discards, and wonders over a card."""
        city = self.cities[self.mover]
        moves: set[Move] = set()
        affordable = [
            wonder
            for wonder in city.unbuilt
            if self.wonder_price(self.mover, wonder).total <= city.coins
        ]
        for card in self.accessible():
            moves.add(("discard", card))
            if self.building_price(self.mover, card).total <= city.coins:
                moves.add(("build", card))
            moves |= {("wonder", wonder, card) for wonder in affordable}
        return moves

    # -- playing ------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a legal move and everything that follows from it."""
        if move not in self.legal():
            raise ValueError(f"{move} is not legal")
        match move:
            case ("draft", wonder):
                self.draft(wonder)
            case ("begin", seat):
                self.start_turn(int(seat))
            case ("build", card):
                self.construct_building(card)
                self.go_on()
            case ("discard", card):
                self.discard(card)
                self.go_on()
            case ("wonder", wonder, card):
                self.construct_wonder(wonder, card)
                self.go_on()
            case ("decline",):
                self.pending.remove("board-token")
                self.happened["declined"] += 1
                self.go_on()
            case (choice, thing):
                self.decide(choice, thing)
                self.go_on()

    def start_turn(self, seat: int) -> None:
        """Begin a turn."""
        self.mover = seat
        self.extra_turn = False
        self.phase = "turn"

    def construct_building(self, card: str) -> None:
        """R22: pay, add the card to the city, apply its effects; R44: Urbanism pays for a chain."""
        price = self.building_price(self.mover, card)
        self.happened["Masonry"] += (
            BUILDINGS[card]["colour"] == "blue" and self.rebate(self.mover, "blue") > 0
        )
        self.pay(price)
        self.take(card)
        if price.chained:
            self.happened["chain"] += 1
            for token in self.cities[self.mover].tokens:
                bonus = int(TOKENS[token]["coins_per_chain"])
                self.cities[self.mover].coins += bonus
                self.happened["Urbanism"] += bonus > 0
            self.cities[self.mover].coins += self.triggered(self.mover, "chain")[0]
        self.raise_building(card, chained=price.chained)

    def raise_building(self, card: str, *, chained: bool = False) -> None:
        """Add a card to the city and apply its effects: coins, shields, symbol (R22)."""
        coins, loss, shields, turns = self.triggered(self.mover, BUILDINGS[card]["colour"])
        if chained:
            _, more_loss, more_shields, more_turns = self.triggered(self.mover, "chain")
            loss, shields, turns = loss + more_loss, shields + more_shields, turns + more_turns
        self.cities[self.mover].buildings.add(card)
        self.building_coins(card)
        self.cities[self.mover].coins += coins
        self.lose(1 - self.mover, loss)
        self.extra_turn = self.extra_turn or turns > 0
        shields += int(BUILDINGS[card]["shields"])
        if BUILDINGS[card]["colour"] == "red":
            extra = sum(int(TOKENS[one]["extra_shields"]) for one in self.cities[self.mover].tokens)
            shields += extra
            self.happened["Strategy"] += extra
            self.happened["Strategy by the Mausoleum"] += extra and self.phase == "revive"
        self.move_pawn(shields)
        self.queue_board_tokens(card)
        self.look_for_pair(card)

    def building_coins(self, card: str) -> None:
        """R71, R72: return immediate coins, those for own cards or wonders, and a guild's coins."""
        city = self.cities[self.mover]
        row = BUILDINGS[card]
        city.coins += int(row["coins_now"])
        if row["coins_per"]:
            each, _, what = row["coins_per"].partition(" per ")
            number = len(city.built) if what == "wonder" else self.colour_count(self.mover, what)
            city.coins += int(each) * number
        if row["guild_rule"]:
            city.coins += self.guild_count(card) * int(guild_rule(card)["coins"])

    def guild_count(self, guild: str) -> int:
        """R72 to R74: return the count of a guild in the city that has more."""
        what = guild_rule(guild)["most"]
        if what == "wonder":
            return max(len(city.built) for city in self.cities)
        if what == "3coins":
            return max(city.coins // 3 for city in self.cities)
        return max(self.colour_count(seat, *what.split("+")) for seat in (0, 1))

    def move_pawn(self, shields: int) -> None:
        """R69, R70, R75: move step by step towards the opponent, who loses to each token passed."""
        other = 1 - self.mover
        tokens_before = len(self.military)
        for _ in range(shields):
            if abs(self.pawn) == CAPITAL:
                break
            self.pawn += 1 if self.mover == 0 else -1
            coins = int(TRACK[self.pawn]["token_coins"])
            victim = {"A": 0, "B": 1, "": None}[TRACK[self.pawn]["token_victim"]]
            if victim == other and (other, coins) in self.military:
                self.military.remove((other, coins))
                self.lose(other, coins)
        self.happened["both military tokens"] += tokens_before - len(self.military) == 2

    def lose(self, seat: int, coins: int) -> None:
        """R49: take no more coins than there are."""
        city = self.cities[seat]
        self.happened["loss cut short"] += coins > city.coins
        self.happened["Economy's coins lost at once"] += (
            self.just_received > 0 and coins > city.coins - self.just_received
        )
        city.coins = max(0, city.coins - coins)

    def look_for_pair(self, card: str) -> None:
        """R63, R64: the second copy of a symbol gives a token, if the board has one left."""
        symbol = BUILDINGS[card]["science_symbol"]
        if not symbol:
            return
        owned = [BUILDINGS[one]["science_symbol"] for one in self.cities[self.mover].buildings]
        if owned.count(symbol) == 2:
            if self.board:
                self.pending.append("board-token")
            else:
                self.happened["pair with an empty board"] += 1

    def discard(self, card: str) -> None:
        """R50, R51: gain 2 coins and 1 for each own yellow card."""
        self.take(card)
        self.discards.add(card)
        coins, loss, shields, turns = self.triggered(self.mover, "discard")
        self.cities[self.mover].coins += 2 + self.colour_count(self.mover, "yellow") + coins
        self.lose(1 - self.mover, loss)
        self.extra_turn = self.extra_turn or turns > 0
        self.move_pawn(shields)

    def construct_wonder(self, wonder: str, card: str) -> None:
        """R22, R52 to R57, R61: pay, put the card under the wonder, apply the wonder's effects."""
        city = self.cities[self.mover]
        row = WONDERS[wonder]
        self.happened["Architecture"] += self.rebate(self.mover, "wonder") > 0
        self.pay(self.wonder_price(self.mover, wonder))
        self.take(card)
        coins, loss, shields, turns = self.triggered(self.mover, "wonder")
        city.unbuilt.remove(wonder)
        city.built[wonder] = card
        self.limit_wonders()
        self.extra_turn = row["play_again"] == "1" or "Theology" in city.tokens
        self.happened["Theology"] += row["play_again"] == "0" and self.extra_turn
        self.extra_turn = self.extra_turn or turns > 0
        city.coins += int(row["coins"]) + coins
        self.lose(1 - self.mover, int(row["opponent_loses"]) + loss)
        self.move_pawn(int(row["shields"]) + shields)
        self.queue_board_tokens(wonder)
        self.special(row["special_action"])

    def limit_wonders(self) -> None:
        """R53: after the seventh wonder the eighth goes back to the box."""
        if sum(len(city.built) for city in self.cities) == 7:
            self.happened["seventh wonder"] += 1
            for city in self.cities:
                city.unbuilt.clear()

    def special(self, action: str) -> None:
        """R58, R59, R60: queue the choice of a wonder, if there is something to choose."""
        match action:
            case "progress_token_from_box_draw_3_keep_1":
                self.pending.append("library-token")
            case "construct_free_from_discard":
                if self.discards or self.pending:
                    self.pending.append("revive")
                else:
                    self.happened["nothing to revive"] += 1
            case "discard_opponent_brown_card":
                self.queue_destruction("brown")
            case "discard_opponent_grey_card":
                self.queue_destruction("grey")
            case _:
                pass

    def queue_destruction(self, colour: str) -> None:
        """R58: queue a destruction unless there is no target; after other choices there may be one."""
        if self.targets(colour) or self.pending:
            self.pending.append(f"destroy-{colour}")
        else:
            self.happened["nothing to destroy"] += 1

    def targets(self, colour: str) -> set[str]:
        """R58: return the opponent's cards of a colour."""
        theirs = self.cities[1 - self.mover].buildings
        return {card for card in theirs if BUILDINGS[card]["colour"] == colour}

    def decide(self, choice: str, thing: str) -> None:
        """R58, R59, R60, R63: settle the pending choice."""
        asked = self.pending.pop(0)
        self.happened[asked] += 1
        match choice:
            case "token":
                self.board.discard(thing)
                self.offer = set()
                self.gain_token(thing)
            case "revive":
                self.discards.remove(thing)
                self.raise_building(thing)
                self.happened["no Urbanism by the Mausoleum"] += (
                    "Urbanism" in self.cities[self.mover].tokens
                    and BUILDINGS[thing]["free_if_owning"] in self.cities[self.mover].buildings
                )
                self.happened["pair by the Mausoleum"] += "board-token" in self.pending
            case _:
                self.cities[1 - self.mover].buildings.remove(thing)
                self.discards.add(thing)

    def gain_token(self, token: str) -> None:
        """R47, R67, R88: take a token, and its coins at once."""
        city = self.cities[self.mover]
        city.tokens.add(token)
        self.happened["Theology too late for its own wonder"] += (
            token == "Theology" and self.phase == "library-token" and not self.extra_turn
        )
        city.coins += int(TOKENS[token]["coins_now"])
        self.queue_board_tokens(token)

    # -- consequences -------------------------------------------------------------------------

    def go_on(self) -> None:
        """R17, R18, R22: supremacy, choices, reveals, then the end of the age or the next turn."""
        if self.supremacy():
            return
        if self.reveal_timing == "on-take":
            self.reveal()
        while self.pending and not self.is_possible(self.pending[0]):
            self.pending.pop(0)
        if self.pending:
            self.phase = self.pending[0]
            if self.phase == "library-token":
                self.offer = set(self.setup.great_library)
            self.happened["choice before a reveal"] += bool(set(self.uncovered()) - self.face_up)
            self.happened["choice with the last card of an age"] += not self.cards
            return
        self.reveal()
        if not self.cards:
            self.happened["extra turn lost"] += self.extra_turn
            self.end_age()
        elif self.extra_turn:
            self.happened["extra turn"] += 1
            self.start_turn(self.mover)
        else:
            self.start_turn(1 - self.mover)

    def is_possible(self, choice: str) -> bool:
        """R58, R59, R64: return whether there is something to choose."""
        match choice:
            case "board-token":
                return bool(self.board)
            case "revive":
                return bool(self.discards)
            case "destroy-brown":
                return bool(self.targets("brown"))
            case "destroy-grey":
                return bool(self.targets("grey"))
            case _:
                return True

    def symbols(self, seat: int) -> set[str]:
        """R67: return the different symbols of a city, Law included."""
        city = self.cities[seat]
        every = {BUILDINGS[card]["science_symbol"] for card in city.buildings}
        every |= {TOKENS[token]["science_symbol"] for token in city.tokens}
        return every - {""}

    def supremacy(self) -> bool:
        """R57, R68, R75: check for a capital reached, or six different symbols."""
        if abs(self.pawn) == CAPITAL:
            self.finish("military", self.mover, by_blue=False)
        elif len(self.symbols(self.mover)) >= 6:
            self.happened["six symbols with Law"] += "Law" in self.cities[self.mover].tokens
            self.finish("scientific", self.mover, by_blue=False)
        return self.result is not None

    def end_age(self) -> None:
        """R76, R77, R78: score, or deal the next age and determine who chooses the first player."""
        if self.age == 3:
            self.count()
            return
        if self.pawn == 0 and self.centre_pawn_start == "last-player-begins":
            self.happened["last player begins"] += 1
            self.begin_age(self.mover)
            return
        if self.pawn == 0:
            chooser = self.mover
            self.happened["last player chooses"] += 1
        else:
            chooser = 1 if self.pawn > 0 else 0
            self.happened["weaker player chooses"] += 1
        self.lay_out()
        self.mover = chooser
        self.extra_turn = False
        self.phase = "begin"

    def begin_age(self, seat: int) -> None:
        """R12, R77: deal an age that a player begins without a choice."""
        self.lay_out()
        self.start_turn(seat)

    def finish(self, victory: str, winner: int | None, *, by_blue: bool) -> None:
        """End the game; R18: uncovered cards stay face down."""
        self.happened["choice dropped by a supremacy"] += bool(self.pending)
        self.happened["reveal prevented by a supremacy"] += bool(
            set(self.uncovered()) - self.face_up
        )
        self.happened[f"{victory} victory by a choice"] += self.phase not in {"turn", "over"}
        self.pending = []
        self.phase = "over"
        self.result = Result(victory, winner, by_blue)

    def count(self) -> None:
        """R83, R84: points decide, then those of blue cards; otherwise the victory is shared."""
        totals = [sum(self.points(seat).values()) for seat in (0, 1)]
        blue = [self.points(seat)["blue"] for seat in (0, 1)]
        if totals[0] != totals[1]:
            self.finish("civilian", int(totals[1] > totals[0]), by_blue=False)
        elif blue[0] != blue[1]:
            self.happened["tie broken by blue"] += 1
            self.finish("civilian", int(blue[1] > blue[0]), by_blue=True)
        else:
            self.happened["shared victory"] += 1
            self.finish("civilian", None, by_blue=False)

    def points(self, seat: int) -> dict[str, int]:
        """R74, R79 to R82: return the points of a city by source."""
        city = self.cities[seat]
        found = dict.fromkeys(
            ["blue", "green", "yellow", "guilds", "wonders", "tokens", "coins", "military"], 0
        )
        for card in city.buildings:
            colour = BUILDINGS[card]["colour"]
            if colour in found:
                found[colour] += int(BUILDINGS[card]["victory_points"])
            elif colour == "purple":
                found["guilds"] += self.guild_count(card) * int(guild_rule(card)["vp"])
        for wonder in city.built:
            found["wonders"] += int(WONDERS[wonder]["victory_points"])
        for token in city.tokens:
            found["tokens"] += int(TOKENS[token]["victory_points"])
            found["tokens"] += int(TOKENS[token]["per_token_vp"]) * len(city.tokens)
        found["coins"] = city.coins // 3
        if TRACK[self.pawn]["leader"] == "AB"[seat]:
            found["military"] = int(TRACK[self.pawn]["leader_vp"])
        return found


def guild_rule(guild: str) -> dict[str, str]:
    """Return what a guild counts and gives."""
    parts = [part.split("=") for part in BUILDINGS[guild]["guild_rule"].split(";")]
    return dict(parts)
