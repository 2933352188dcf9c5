"""Reads a position typed in by hand and notes every problem in it (DESIGN D9).

What is checked, in this order: each thing by itself (names, ranges, limits), the
structure, that nothing is there twice, the counts of the age, and the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS
from wonders_duel.catalogues import Catalogue
from wonders_duel.city import City
from wonders_duel.engine import PICKS, box_tokens
from wonders_duel.enums import Age, Back, Phase, Player, seat
from wonders_duel.errors import NotationError, RuleOptionError, UnknownNameError, expect
from wonders_duel.rules import (
    BOARD_TOKENS,
    DEFAULT_RULES,
    DRAFT_GROUP,
    GUILDS_IN_PLAY,
    LIBRARY_DRAW,
    SYMBOLS_TO_WIN,
    WONDER_LIMIT,
    RevealTiming,
    WonderSetup,
    as_rules,
)
from wonders_duel.stages import NUMBERS
from wonders_duel.state import StateDraft
from wonders_duel.tables import (
    COLOURS,
    FIRST_BACK,
    GONE,
    HIDDEN,
    NOTHING_UNCOVERED,
    PEND_DESTROY,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
    SYMBOL_MASK,
    bits,
)
from wonders_duel.trading import rows_of

if TYPE_CHECKING:
    from wonders_duel.position import Pending, Position

__all__ = ["PositionCheck"]

_AGE_BACKS = (Back.AGE_I, Back.AGE_II, Back.AGE_III)
_CHOICES = (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN, Phase.REVIVE, Phase.DESTROY)


def _is_list(value: object) -> bool:
    """Say whether something holds things one by one; a text does not."""
    return isinstance(value, Iterable) and not isinstance(value, str)


def _is_within(value: object, least: int, most: int | None) -> bool:
    """Say whether something is a whole number in a range."""
    return isinstance(value, int) and least <= value and (most is None or value <= most)


class PositionCheck:
    """Reads a position into a draft of a state and notes every problem on the way."""

    def __init__(self, position: Position) -> None:
        """Read the whole position."""
        expect(position.catalogue, Catalogue, "a Catalogue")
        self.position = position
        self.problems: list[str] = []
        self.catalogue = position.catalogue
        self.tables = position.catalogue.tables
        self.places: dict[str, list[str]] = {}
        self.is_unread = False
        self.draft = StateDraft()
        self._plain_fields()
        self._cities()
        self._structure()
        self._discard_and_tokens()
        self._offer()
        for card, places in self.places.items():
            if len(places) > 1:
                times = "twice" if len(places) == 2 else f"{len(places)} times"  # noqa: PLR2004
                self._note(f"{card} is there {times}: {' and '.join(places)}")
        # What rests on the cards is only checked if all of them could be read.
        if not self.is_unread:
            self._counts()
        self.draft.rows = rows_of(*self.draft.cities)
        self._phase()

    def _note(self, problem: str) -> None:
        self.problems.append(problem)

    # -- reading ------------------------------------------------------------------------------

    def _number(self, thing: object, kind: str, place: str) -> int | None:
        name = thing if isinstance(thing, str) else getattr(thing, "id", None)
        if not isinstance(name, str):
            self._note(
                f"{place}: {thing!r} is no {kind}: write an id or take it from the catalogue"
            )
            self.is_unread = True
            return None
        cards = self.catalogue
        try:
            if kind == "building":
                found = cards.find_building(name).id
                number = cards.number_of_building(found)
            elif kind == "wonder":
                found = cards.find_wonder(name).id
                number = cards.number_of_wonder(found)
            else:
                found = cards.find_token(name).id
                number = cards.number_of_token(found)
        except NotationError as error:
            self._note(f"{place}: {error}")
            self.is_unread = True
            return None
        self.places.setdefault(found, []).append(place)
        return number

    def _mask(self, things: Iterable[object], kind: str, place: str) -> int:
        if not _is_list(things):
            self._note(f"{place}: a list is needed, not {things!r}")
            self.is_unread = True
            return 0
        mask = 0
        for thing in things:
            number = self._number(thing, kind, place)
            if number is not None:
                mask |= 1 << number
        return mask

    def _player(self, value: object, what: str) -> Player:
        try:
            return seat(cast("Player", value))
        except UnknownNameError:
            self._note(f"{what} is {value!r}; it has to be Player.ONE or Player.TWO")
            return Player.ONE

    def _plain_fields(self) -> None:
        position, draft = self.position, self.draft
        draft.tables = position.catalogue.tables
        draft.rules = DEFAULT_RULES
        try:
            draft.rules = as_rules(position.rules)
        except RuleOptionError as error:
            self._note(str(error))
        draft.first_player = self._player(position.first_player, "first_player")
        draft.player = self._player(position.to_move, "to_move").value
        draft.extra_turn = bool(position.extra_turn)
        draft.pawn = 0
        if _is_within(position.pawn, -CAPITAL, CAPITAL):
            draft.pawn = position.pawn
        else:
            self._note(
                f"the conflict pawn is at {position.pawn!r}; it goes from -{CAPITAL} to {CAPITAL}"
            )
        draft.military_mask = 0
        coins_of = [token.coins for token in MILITARY_TOKENS]
        sides = tuple(position.military_tokens) if _is_list(position.military_tokens) else ()
        if len(sides) != len(Player):
            self._note(f"military_tokens has {len(sides)} sides; there have to be {len(Player)}")
            sides = ((), ())
        for player, side in zip(Player, sides, strict=True):
            if not _is_list(side):
                self._note(f"military_tokens: a list is needed for each side, not {side!r}")
                continue
            for coins in side:
                if coins not in coins_of:
                    self._note(f"there is no military token of {coins} coins; there is 2 and 5")
                    continue
                bit = 1 << (2 * player + coins_of.index(coins))
                if draft.military_mask & bit:
                    self._note(
                        f"the military token of {coins} coins lies twice on the side of player {player}"
                    )
                draft.military_mask |= bit
        try:
            draft.age_number = 0 if position.age is None else Age(position.age).value
        except ValueError:
            self._note(f"the age is {position.age!r}; it has to be 1, 2, 3 or None")
            draft.age_number = 0

    def _cities(self) -> None:
        cities = []
        given = tuple(self.position.cities) if _is_list(self.position.cities) else ()
        fields = ("coins", "buildings", "tokens", "unbuilt", "built")
        if len(given) != len(Player) or not all(hasattr(c, f) for c in given for f in fields):
            self._note(f"cities has to be a pair of CityPosition, not {self.position.cities!r}")
            empty = City.of(self.catalogue, 0)
            self.draft.cities = (empty, empty)
            return
        for player, city in zip(Player, given, strict=True):
            where = f"in the city of player {player}"
            coins = city.coins
            if not _is_within(coins, 0, None):
                self._note(f"player {player} has {coins!r} coins; it has to be a number from 0")
                coins = 0
            buildings = self._mask(city.buildings, "building", where)
            tokens = self._mask(city.tokens, "token", where)
            unbuilt = self._mask(city.unbuilt, "wonder", f"{where}, unbuilt")
            codes = []
            if not isinstance(city.built, Mapping):
                self._note(f"{where}, built: a mapping of wonders to cards is needed")
                continue
            for wonder, card in city.built.items():
                number = self._number(wonder, "wonder", f"{where}, built")
                under = self._number(card, "building", f"under a wonder of player {player}")
                if number is not None and under is not None:
                    codes.append(number * len(self.tables.buildings) + under)
            wonders = unbuilt.bit_count() + len(codes)
            if wonders > DRAFT_GROUP:
                self._note(
                    f"player {player} has {wonders} wonders; there are at most {DRAFT_GROUP}"
                )
            cities.append(
                City.of(
                    self.catalogue,
                    coins,
                    buildings,
                    tokens,
                    tuple(bits(unbuilt)),
                    tuple(sorted(codes)),
                )
            )
        if len(cities) < len(Player):
            cities = [City.of(self.catalogue, 0)] * len(Player)
        self.draft.cities = (cities[0], cities[1])
        built = sum(len(city.built_codes) for city in cities)
        unbuilt_left = sum(len(city.unbuilt_numbers) for city in cities)
        if built > WONDER_LIMIT:
            self._note(f"{built} wonders are constructed; there can be {WONDER_LIMIT}")
        elif built == WONDER_LIMIT and unbuilt_left:
            self._note(
                f"{WONDER_LIMIT} wonders are constructed, so the unbuilt one has left the game (R53)"
            )

    def _slots(self, size: int) -> list[object]:
        given = self.position.structure
        if isinstance(given, Mapping):
            slots: list[object] = [None] * size
            for slot, card in given.items():
                if _is_within(slot, 0, size - 1):
                    slots[slot] = card
                else:
                    self._note(f"there is no slot {slot!r}; there are 0 to {size - 1}")
            return slots
        if not _is_list(given):
            self._note(f"structure: a list is needed, not {given!r}")
            self.is_unread = True
            return [None] * size
        slots = list(given)
        if slots and len(slots) != size:
            self._note(f"the structure has {len(slots)} slots; there have to be {size}")
            return [None] * size
        return slots or [None] * size

    def _structure(self) -> None:
        draft = self.draft
        draft.faces = b""
        draft.left = 0
        draft.uncovered = NOTHING_UNCOVERED
        if not draft.age_number:
            if self.position.structure:
                self._note("there is a structure, but no age")
            return
        age = Age(draft.age_number)
        table = self.tables.structures[age - 1]
        faces = []
        for slot, card in enumerate(self._slots(table.size)):
            face = self._face(slot, card, age)
            faces.append(face)
            if face != GONE:
                draft.left |= 1 << slot
        for slot, face in enumerate(faces):
            cover = draft.left & table.covers[slot]
            if face == GONE and cover:
                over = " and ".join(str(one) for one in bits(cover))
                self._note(f"slot {slot} is empty, but slot {over} still lies on it")
            elif face < FIRST_BACK and cover and not table.face_up[slot]:
                self._note(
                    f"slot {slot} shows its face, but it is dealt face down and still covered"
                )
            elif FIRST_BACK <= face < GONE and table.face_up[slot]:
                self._note(f"slot {slot} shows its back, but it is dealt face up")
        if draft.left:
            draft.faces = bytes(faces)
            draft.uncovered = table.uncovered(draft.left)

    def _face(self, slot: int, card: object, age: Age) -> int:
        if card is None:
            return GONE
        place = f"in slot {slot}"
        if isinstance(card, Back) or (isinstance(card, str) and card in {*Back}):
            back = Back(card)
            if back is not _AGE_BACKS[age - 1] and not (age is Age.III and back is Back.GUILD):
                self._note(f"slot {slot} shows the back {back} in age {age}")
            return HIDDEN[back]
        number = self._number(card, "building", place)
        if number is None:
            return GONE
        building = self.catalogue.building_list[number]
        if building.age != age:
            self._note(f"{building.id} {place} is a card of age {building.age}, not of age {age}")
        return number

    def _discard_and_tokens(self) -> None:
        position, draft = self.position, self.draft
        draft.discard_mask = self._mask(position.discard_pile, "building", "in the discard pile")
        draft.board_mask = self._mask(position.board_tokens, "token", "on the board")
        number = draft.board_mask.bit_count()
        if number > BOARD_TOKENS:
            self._note(f"{number} progress tokens on the board; there are at most {BOARD_TOKENS}")

    def _offer(self) -> None:
        kind = "token" if self.draft.age_number else "wonder"
        self.draft.offer_mask = self._mask(self.position.offer, kind, "on offer")

    # -- what has to fit together -------------------------------------------------------------

    def _counts(self) -> None:
        """Count the cards of each age."""
        draft = self.draft
        outside = draft.discard_mask
        for city in draft.cities:
            outside |= city.building_mask | city.buried_mask
        for age in Age:
            if age > draft.age_number:
                self._other_age(age, outside)
        if not draft.age_number:
            return
        age = Age(draft.age_number)
        table = self.tables.structures[age - 1]
        faces = draft.faces or bytes([GONE]) * table.size
        guild_mask = self.tables.back_masks[HIDDEN[Back.GUILD]]
        own_mask = self.tables.back_masks[HIDDEN[_AGE_BACKS[age - 1]]]
        deck = own_mask | guild_mask if age is Age.III else own_mask
        gaps = faces.count(GONE)
        taken = (outside & deck).bit_count()
        if taken > gaps:
            self._note(
                f"{taken} cards of age {age} lie outside the structure, which has only {gaps} gaps"
            )
        shown = sum(1 << face for face in faces if face < FIRST_BACK)
        for back, mask in ((_AGE_BACKS[age - 1], own_mask), (Back.GUILD, guild_mask)):
            hidden = faces.count(HIDDEN[back])
            unseen = (mask & ~(outside | shown)).bit_count()
            if hidden > unseen:
                self._note(
                    f"{hidden} slots show the back {back}, but only {unseen} such cards are unseen"
                )
        if age is Age.III:
            guilds = ((outside | shown) & guild_mask).bit_count()
            guilds += faces.count(HIDDEN[Back.GUILD])
            if guilds > GUILDS_IN_PLAY:
                self._note(f"{guilds} guilds are in the game; there are {GUILDS_IN_PLAY}")
            elif guilds + gaps - taken < GUILDS_IN_PLAY:
                self._note(f"{guilds} guilds are in the game; there have to be {GUILDS_IN_PLAY}")

    def _other_age(self, age: Age, outside: int) -> None:
        """Of an age still to come, enough cards have to be unseen to deal it."""
        guild_mask = self.tables.back_masks[HIDDEN[Back.GUILD]] if age is Age.III else 0
        guilds = GUILDS_IN_PLAY if guild_mask else 0
        needed = self.tables.structures[age - 1].size - guilds
        for mask, number, what in (
            (self.tables.back_masks[HIDDEN[_AGE_BACKS[age - 1]]], needed, f"cards of age {age}"),
            (guild_mask, guilds, "guilds"),
        ):
            there = (outside & mask).bit_count()
            if (mask & ~outside).bit_count() < number:
                self._note(
                    f"{there} {what} lie in the cities and the discard pile, "
                    f"so that age {age} cannot be dealt any more"
                )

    def _phase(self) -> None:
        """Work the phase out, or check the one that is given."""
        draft = self.draft
        codes: list[int] = []
        if not _is_list(self.position.pending):
            self._note(f"pending: a list is needed, not {self.position.pending!r}")
            return
        for choice in self.position.pending:
            code = self._pending_code(choice)
            if code is not None:
                codes.append(code)
        draft.pending_codes = tuple(codes)
        if codes != sorted(codes):
            self._note(
                "the pending choices are not in the order of R22: token, library, revive, destroy"
            )
        given = self.position.phase
        try:
            phase = self._natural_phase() if given is None else Phase(given)
        except ValueError:
            self._note(f"there is no phase {given!r}; there is {', '.join(Phase)}")
            return
        draft.stage = NUMBERS[phase]
        if not self.is_unread:
            for problem in self._misfits(phase):
                self._note(problem)
        if phase is Phase.OVER and not self.problems:
            draft.player = 0
            draft.extra_turn = False

    def _pending_code(self, choice: Pending | Phase) -> int | None:
        phase = choice if isinstance(choice, str) else getattr(choice, "phase", choice)
        colour = getattr(choice, "colour", None)
        if phase == Phase.DESTROY:
            if colour is None:
                self._note(
                    "a pending destruction needs its colour: Pending(Phase.DESTROY, Colour.BROWN)"
                )
                return None
            return PEND_DESTROY + COLOURS.index(colour)
        codes: dict[str, int] = {
            Phase.BOARD_TOKEN: PEND_TOKEN,
            Phase.LIBRARY_TOKEN: PEND_DRAW,
            Phase.REVIVE: PEND_REVIVE,
        }
        if phase not in codes:
            self._note(f"{phase} is no pending choice; there is {', '.join(_CHOICES)}")
            return None
        return codes[phase]

    def _hidden(self) -> bool:
        """Whether an uncovered card is still face down."""
        draft = self.draft
        return any(FIRST_BACK <= draft.faces[slot] < GONE for slot in draft.uncovered.slots)

    def _won(self) -> bool:
        return abs(self.draft.pawn) == CAPITAL or any(
            (city.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN for city in self.draft.cities
        )

    def _natural_phase(self) -> Phase:
        draft = self.draft
        if self._won():
            return Phase.OVER
        on_take = draft.rules.reveal_timing is RevealTiming.ON_TAKE
        if self._hidden() and (on_take or not draft.pending_codes):
            return Phase.REVEAL
        if draft.pending_codes:
            code = draft.pending_codes[0]
            if code == PEND_DRAW:
                return Phase.LIBRARY_TOKEN if draft.offer_mask else Phase.DRAW_TOKENS
            if code == PEND_TOKEN:
                return Phase.BOARD_TOKEN
            return Phase.REVIVE if code == PEND_REVIVE else Phase.DESTROY
        if not draft.age_number:
            if draft.offer_mask:
                return Phase.DRAFT
            if not draft.board_mask:
                return Phase.DEAL_TOKENS
            hands = [len(city.unbuilt_numbers) for city in draft.cities]
            drafted = draft.rules.wonder_setup is WonderSetup.DRAFT
            return (
                Phase.DEAL_WONDERS if drafted and sum(hands) < 2 * DRAFT_GROUP else Phase.DEAL_AGE
            )
        if not draft.left:
            return Phase.OVER if draft.age_number == Age.III else Phase.DEAL_AGE
        return Phase.TURN

    def _misfits(self, phase: Phase) -> list[str]:
        """Say what does not fit the phase."""
        draft = self.draft
        found = []
        if phase is Phase.OVER:
            if not self._won() and (draft.age_number != Age.III or draft.left):
                found.append("the game is not over: nobody has won and cards are left")
            if draft.pending_codes or draft.offer_mask:
                found.append("the game is over, but something is pending or on offer")
            return found
        if self._won():
            found.append(f"the phase is {phase}, but a supremacy has ended the game")
        before = phase in {Phase.DRAFT, Phase.DEAL_TOKENS, Phase.DEAL_WONDERS}
        if before and draft.age_number:
            found.append(
                f"the phase {phase} comes before Age I, but the age is {Age(draft.age_number)}"
            )
        if not before and phase is not Phase.DEAL_AGE and not draft.age_number:
            found.append(f"the phase is {phase}, but there is no age")
        if phase is Phase.DEAL_AGE and (draft.left or draft.age_number == Age.III):
            found.append("the next age cannot be dealt: cards are left, or it is the last")
        if phase in {Phase.TURN, Phase.BEGIN} and not draft.left:
            found.append(f"the phase is {phase}, but no card is left")
        full = (1 << self.tables.structures[draft.age_number - 1].size) - 1
        if phase is Phase.BEGIN and (draft.left != full or draft.age_number == Age.I):
            found.append("who begins is chosen before Ages II and III, while all cards lie there")
        found += self._draft_misfits(phase)
        found += self._choice_misfits(phase)
        return found

    def _draft_misfits(self, phase: Phase) -> list[str]:
        draft = self.draft
        found: list[str] = []
        offered = draft.offer_mask.bit_count()
        hands = [len(city.unbuilt_numbers) for city in draft.cities]
        picked = sum(hands)
        if phase is Phase.DRAFT:
            if (
                not offered
                or (picked + offered) % DRAFT_GROUP
                or picked + offered > 2 * DRAFT_GROUP
            ):
                found.append(
                    f"{offered} wonders on offer do not go with {picked} picked: "
                    f"each group has {DRAFT_GROUP}"
                )
            if any(city.built_codes for city in draft.cities):
                found.append("wonders are constructed during the draft")
            second = picked >= DRAFT_GROUP
            picker = Player(draft.first_player ^ second ^ PICKS[picked % DRAFT_GROUP])
            if draft.player != picker:
                found.append(
                    f"player {picker} picks the next wonder, not player {Player(draft.player)}"
                )
        elif draft.offer_mask and phase is not Phase.LIBRARY_TOKEN:
            found.append(f"something is on offer, but the phase is {phase}")
        if phase is Phase.DEAL_WONDERS:
            if picked not in {0, DRAFT_GROUP}:
                found.append(
                    f"the next wonders are dealt when 0 or {DRAFT_GROUP} are picked, not {picked}"
                )
            if draft.rules.wonder_setup is not WonderSetup.DRAFT:
                found.append("no wonders are drafted in a first game")
        if phase is Phase.DEAL_TOKENS and draft.board_mask:
            found.append("the progress tokens lie on the board already")
        if (
            phase in {Phase.DRAFT, Phase.DEAL_WONDERS}
            and draft.board_mask.bit_count() != BOARD_TOKENS
        ):
            found.append(
                f"{draft.board_mask.bit_count()} progress tokens on the board; "
                f"before Age I there have to be {BOARD_TOKENS}"
            )
        return found

    def _choice_misfits(self, phase: Phase) -> list[str]:
        draft = self.draft
        found = []
        codes = draft.pending_codes
        hidden = self._hidden()
        on_take = draft.rules.reveal_timing is RevealTiming.ON_TAKE
        first = {
            Phase.BOARD_TOKEN: PEND_TOKEN,
            Phase.LIBRARY_TOKEN: PEND_DRAW,
            Phase.DRAW_TOKENS: PEND_DRAW,
            Phase.REVIVE: PEND_REVIVE,
        }
        if phase in first and (not codes or codes[0] != first[phase]):
            found.append(f"the phase is {phase}, but the first pending choice is another one")
        if phase is Phase.DESTROY and (not codes or codes[0] < PEND_DESTROY):
            found.append(f"the phase is {phase}, but the first pending choice is another one")
        if codes and phase not in {*first, Phase.DESTROY, Phase.REVEAL}:
            found.append(f"choices are pending, but the phase is {phase}")
        if phase is Phase.REVEAL and codes and not on_take:
            found.append("cards are turned up after the pending choices")
        if phase is Phase.REVEAL and not hidden:
            found.append("no uncovered card is face down, so none is turned up")
        choosing = phase in {*first, Phase.DESTROY}
        if hidden and (phase is Phase.TURN or (choosing and on_take)):
            found.append(f"an uncovered card is face down, but the phase is {phase}")
        if phase is Phase.BOARD_TOKEN and not draft.board_mask:
            found.append("a token is to be taken from the board, which has none")
        if phase is Phase.REVIVE and not draft.discard_mask:
            found.append("a building is to be constructed from the discard pile, which is empty")
        if phase is Phase.DESTROY and codes and codes[0] >= PEND_DESTROY:
            colour = codes[0] - PEND_DESTROY
            theirs = draft.cities[1 - draft.player].building_mask
            if not theirs & self.tables.colour_masks[colour]:
                found.append(
                    f"a {COLOURS[colour]} building is to be destroyed, but the opponent has none"
                )
        if phase is Phase.LIBRARY_TOKEN:
            number = min(LIBRARY_DRAW, box_tokens(draft).bit_count())
            if draft.offer_mask.bit_count() != number:
                found.append(
                    f"{draft.offer_mask.bit_count()} tokens on offer; there have to be {number}"
                )
        return found
