"""The notifications of Board Game Arena as the moves of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

import attrs

from wonders_duel.base_game import BASE_GAME
from wonders_duel.errors import FormatError
from wonders_duel.importers.bga_notifications import (
    MOVES,
    Notification,
    in_order,
    is_revival,
    mover,
    name_in,
    notifications,
)
from wonders_duel.importers.faults import at
from wonders_duel.importers.ids import Kind, card_id
from wonders_duel.importers.logs import Claims, End, Entry, Log, Structure
from wonders_duel.importers.missing import MissingCardsError
from wonders_duel.importers.slots import SIZE, age_of
from wonders_duel.importers.tolerance import Map, clean, items, mapping, optional_number
from wonders_duel.support.phrases import counted

__all__ = ["CONCEDED", "CONDITIONS", "REVEAL", "SCORING", "SITE", "SUPREMACIES", "packets_log"]

SITE: Final = "bga"

_GAME: Final = "sevenwondersduel"
"""The name of the game on the site."""
REVEAL: Final = "nextAgeDraftpoolReveal"
"""The notification of the structure of an age."""
_LATEST: Final = 10**11
"""A time in seconds in the distant future, so that no time of a log is out of the calendar."""
_AGES: Final = {"I": 0, "II": 1, "III": 2}
SUPREMACIES: Final = {
    "nextPlayerTurnScientificSupremacy": "scientific",
    "nextPlayerTurnMilitarySupremacy": "military",
}
"""The notifications of a supremacy, with our kind of victory."""
SCORING: Final = "nextPlayerTurnEndGameScoring"
"""The notification of the end of Age III."""
CONDITIONS: Final = {1: "scientific", 2: "military", 3: "civilian", 4: "civilian", 5: "civilian"}
"""The numbers of the ways to end, with our kind of victory."""
_CATEGORIES: Final = {
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "guilds",
    "guilds": "guilds",
    "wonders": "wonders",
    "progresstokens": "tokens",
    "coins": "coins",
    "military": "military",
}
"""The names of categories after ``player_score_``, with ours."""
CONCEDED: Final = "playerConcedeGame"
"""The notification of a player who gives up."""
_GAVE_UP: Final = {
    CONCEDED,
    "gameResultNeutralized",
    "playerEliminated",
    "playerQuit",
    "skipTurnOfPlayer",
    "tableInfosChanged",
    "zombie",
}
"""The notifications that may tell that a player has left."""
_GAME_END: Final = 99
"""The number of the state in which a game is over."""
_MOST_WITHOUT_SCORING: Final = 1
"""The most points that the site gives if nobody has counted them."""
_AGORA: Final = "the Agora expansion"
_PANTHEON: Final = "the Pantheon expansion"
_WONDERS: Final = {
    "curia-julia": _AGORA,
    "knossos": _AGORA,
    "the-sanctuary": _PANTHEON,
    "the-divine-theater": _PANTHEON,
}
"""The wonders of the expansions."""
_EXPANSIONS: Final = {
    _PANTHEON: {
        "takeToken",
        "placeDivinity",
        "activateDivinity",
        "returnDivinities",
        "deconstructWonder",
        "placeSnakeToken",
        "placeMinervaToken",
        "discardMilitaryToken",
        "applyMilitaryToken",
    },
    _AGORA: {
        "placeInfluence",
        "moveInfluence",
        "removeInfluence",
        "decreeControlChanged",
        "constructConspiracy",
        "conspireKeepBoth",
        "chooseConspireRemnantPosition",
        "prepareConspiracy",
        "triggerConspiracy",
        "lockProgressToken",
        "moveDecree",
        "swapBuilding",
        "takeBuilding",
        "takeUnconstructedWonder",
        "destroyConstructedWonder",
        "nextPlayerTurnPoliticalSupremacy",
    },
}
"""The notifications that only games with an expansion have."""
_SITUATIONS: Final = {"divinitiesSituation": _PANTHEON, "conspiraciesSituation": _AGORA}
"""What only states of games with an expansion show."""
_OPTIONS: Final = {"pantheon": _PANTHEON, "agora": _AGORA}
"""What the page of a game has for an expansion."""


def packets_log(
    packets: Iterable[object], names: dict[str, str], source: str, table: str, page: Map
) -> Log:
    """Return the game of some packets, which may be doubled and out of order.

    Args:
        packets: the packets.
        names: the names of the players by their ids.
        source: the file and the place in it.
        table: the number of the table; an empty text if only the packets have it.
        page: the state when the page was loaded, as far as it is there.

    Raises:
        FormatError: the game is damaged, or has cards that the table of ids does not have.
        MissingCardsError: it was played with an expansion.
    """
    found = in_order(packets)
    other = next((name for one in found if (name := clean(one.get("gamename")))), _GAME)
    if other != _GAME:
        raise FormatError([f"it is a game of {other}"])
    expansions = {name for key, name in _OPTIONS.items() if _is_true(page.get(key))}
    return _Reader(names, source, table).log(found, expansions)


class _Reader:
    """Reads the packets of one game."""

    def __init__(self, names: dict[str, str], source: str, table: str) -> None:
        self._names = names
        self._source = source
        self._table = table
        self._players: list[str] = []
        self._entries: list[Entry] = []
        self._great_library: list[str] = []
        self._ages = [Structure(), Structure(), Structure()]
        self._places: list[dict[tuple[int, int], int]] = [{}, {}, {}]
        self._is_near_first = False
        """Whether the row that is the nearest to the players has the least number."""
        self._end = End()
        self._end_kind = ""
        self._has_conceded = False
        self._situation: Map = {}

    def log(self, packets: list[Map], expansions: set[str]) -> Log:
        """Return the game."""
        found = list(notifications(packets))
        missing = expansions.union(*map(_expansions, found))
        if not missing:
            self._great_library = _drawn_tokens(found)
            self._find_players(found)
        begun = 0
        for place, notification in enumerate(found if not missing else []):
            with at(notification.place or "the log"):
                self._read(notification)
            if place + 1 == len(found) or found[place + 1].place != notification.place:
                self._claim(begun)
                begun = len(self._entries)
        missing |= {_WONDERS[entry.card] for entry in self._entries if entry.card in _WONDERS}
        if missing:
            raise MissingCardsError(tuple(name for name in _EXPANSIONS if name in missing))
        one, two = (self._names.get(player, "") for player in self._players)
        return Log(
            site=SITE,
            source=self._source,
            names=(one, two),
            draft=tuple(entry.card for entry in self._entries if entry.kind == "draft"),
            great_library=tuple(self._great_library),
            ages=(self._ages[0], self._ages[1], self._ages[2]),
            entries=tuple(self._entries),
            end=self._end,
            tags=dict(_tags(packets, self._table)),
        )

    def _find_players(self, found: list[Notification]) -> None:
        """Find the players; the first one picks the first wonder."""
        for one in found:
            player = mover(one.args)
            if not player or one.kind not in (MOVES if self._players else {"wonderSelected"}):
                continue
            if player not in self._players:
                self._players.append(player)
                if len(self._players) > 2:  # noqa: PLR2004 - the players
                    break
            name = name_in(one.args.get("player_name"))
            if name and not self._names.get(player):
                self._names[player] = name
        if not self._players and any(one.kind == "wonderSelected" for one in found):
            raise FormatError(["the log does not say who picks the wonders (playerId)"])
        if not self._players and any(one.kind in MOVES for one in found):
            raise FormatError(["the log begins after the draft"])
        if not self._players:
            raise FormatError(["the log has no moves"])
        if len(self._players) != 2:  # noqa: PLR2004 - the players
            players = counted(len(self._players), "player")
            raise FormatError([f"the log has moves of {players}; expected 2"])

    def _seat(self, given: object) -> int | None:
        """Return the seat of a player; ``None`` if it is none of them."""
        player = clean(given)
        return self._players.index(player) if player in self._players else None

    def _read(self, one: Notification) -> None:
        """Read a notification."""
        args = one.args
        seat = self._seat(mover(args))
        payment = mapping(args.get("payment"))

        def card(kind: Kind, key: str) -> str:
            return card_id("bga", kind, args.get(key))

        def add(entry: Entry) -> None:
            claims = Claims(price=optional_number(payment.get("cost")), pawn=_pawn(payment))
            if entry.kind != "draft" and seat == self._end.resigned:  # picks may be automatic
                self._come_back()
            self._entries.append(attrs.evolve(entry, where=one.place, claims=claims))

        match one.kind:
            case "wonderSelected":
                add(Entry(kind="draft", seat=seat, card=card("wonder", "wonderId")))
            case kind if kind == REVEAL:
                self._reveal(args)
            case "constructBuilding":
                building = card("building", "buildingId")
                if is_revival(args):
                    add(Entry(kind="revive", seat=seat, card=building))
                else:
                    add(
                        Entry(
                            kind="build", seat=seat, card=building, slot=self._slot(args, building)
                        )
                    )
            case "discardBuilding":
                building = card("building", "buildingId")
                add(
                    Entry(kind="discard", seat=seat, card=building, slot=self._slot(args, building))
                )
            case "constructWonder":
                under = card("building", "buildingId")
                wonder = card("wonder", "wonderId")
                slot = self._slot(args, under)
                add(Entry(kind="wonder", seat=seat, card=wonder, under=under, slot=slot))
            case "opponentDiscardBuilding":
                add(Entry(kind="destroy", seat=seat, card=card("building", "buildingId")))
            case "progressTokenChosen":
                add(Entry(kind="token", seat=seat, card=card("token", "progressTokenId")))
            case "gameStateChange":
                self._see(mapping(args.get("args")))
                if _is_game_end(args):
                    self._give_up(self._seat(_loser(args)))
            case kind if kind in SUPREMACIES or kind == SCORING:
                self._finish(kind, args)
            case kind if kind in _GAVE_UP:
                self._give_up(self._loser(kind, args), has_conceded=kind == CONCEDED)
            case "zombieBack":
                if self._player(args) in (None, self._end.resigned):
                    self._come_back()
            case _:
                pass  # chat, clocks and what the page shows

    def _see(self, state: Map) -> None:
        """Read what a change of the state shows of the players and of the structure."""
        situation = mapping(state.get("playersSituation"))
        self._situation = situation or self._situation
        players = [mapping(situation.get(player)) for player in self._players]
        marks = ("winner", "endGameCondition")
        if self._end_kind and any(one.get(mark) for one in (situation, *players) for mark in marks):
            # The first notification of the end may come before the scoring.
            self._finish(self._end_kind, {"endGamePlayersSituation": situation})
        for one in _laid(state):
            building = _building(one)
            age = age_of(building)
            if age is None:
                continue
            # The state may come before the notification of a new structure.
            known, slot = self._ages[age - 1].cards, self._places[age - 1].get(_place(one))
            if slot is not None and building not in known.values():
                known.setdefault(slot, building)

    def _loser(self, kind: str, args: Map) -> int | None:
        """Return the seat of the player who has left; ``None`` if nobody has."""
        if kind == "tableInfosChanged":
            return self._seat(args.get("who_quits"))
        if kind == "skipTurnOfPlayer" and not _is_true(args.get("zombie")):
            return None
        return self._player(args)

    def _give_up(self, loser: int | None, *, has_conceded: bool = False) -> None:
        """Note that a player has left; a later one counts instead if moves came between them."""
        after = len(self._entries)
        if self._end_kind or self._has_conceded:
            return  # players may leave when the game is over
        if loser is None or after == self._end.resigned_after:
            return
        self._has_conceded = has_conceded
        self._end = attrs.evolve(self._end, resigned=loser, resigned_after=after)

    def _come_back(self) -> None:
        """Note that the player who has left is back; a concession is final."""
        if not self._has_conceded:
            self._end = attrs.evolve(self._end, resigned=None, resigned_after=None)

    def _player(self, args: Map) -> int | None:
        """Return the seat of the player whom a notification names; ``None`` if it names none."""
        for key in ("player_id", "playerId", "who_quits"):
            if (seat := self._seat(args.get(key))) is not None:
                return seat
        return self._named(name_in(args.get("player_name")))

    def _named(self, name: str) -> int | None:
        """Return the seat of the player with a name; ``None`` if there is none."""
        names = [self._names.get(player) for player in self._players]
        return names.index(name) if name and names.count(name) == 1 else None

    def _reveal(self, args: Map) -> None:
        """Read the structure of an age."""
        age = _AGES.get(clean(args.get("ageRoman")))
        cards = _laid(args)
        if age is None or len(cards) != SIZE:
            return
        places = [_place(one) for one in cards]
        counts = Counter(row for row, _ in places)
        widths = [counts[row] for row in sorted(counts)]
        expected = [len(row) for row in BASE_GAME.structures[age].rows]
        if len(set(places)) < SIZE or widths not in (expected, expected[::-1]):
            return  # the slots are rebuilt
        if expected != expected[::-1]:  # the rows of Age III are alike from both sides
            self._is_near_first = widths == expected[::-1]
        ordered = sorted(
            places, key=lambda one: (-one[0] if self._is_near_first else one[0], one[1])
        )
        slots = {place: slot for slot, place in enumerate(ordered)}
        known = {}
        for place, one in zip(places, cards, strict=True):
            if building := _building(one):
                known[slots[place]] = building
        self._places[age] = slots
        self._ages[age] = Structure(cards=known)

    def _slot(self, args: Map, building: str) -> int | None:
        """Return the slot of a building, if its row and column are there."""
        age = age_of(building)
        row = optional_number(args.get("buildingRow"))
        column = optional_number(args.get("buildingColumn"))
        if age is None or row is None or column is None:
            return None
        return self._places[age - 1].get((row, column))

    def _of_players(self, situation: Map, key: str) -> tuple[int, int] | None:
        """Return a number of both players."""
        found = [
            optional_number(mapping(situation.get(player)).get(key)) for player in self._players
        ]
        match found:
            case [int(one), int(two)]:
                return one, two
        return None

    def _claim(self, begun: int) -> None:
        """Add to the last entry of a move what the log says after it."""
        situation, self._situation = self._situation, {}
        if begun == len(self._entries):
            return
        last = self._entries[-1]
        claims = attrs.evolve(
            last.claims,
            coins=self._of_players(situation, "coins"),
            score=self._of_players(situation, "score"),
        )
        self._entries[-1] = attrs.evolve(last, claims=claims)

    def _finish(self, kind: str, args: Map) -> None:
        """Read the end of the game, which counts even if a player has left before."""
        self._end_kind = kind
        self._come_back()
        final = mapping(args.get("endGamePlayersSituation"))
        situation = final or mapping(args.get("playersSituation"))
        condition = optional_number(situation.get("endGameCondition"))
        players = [mapping(situation.get(player)) for player in self._players]
        if condition is None:
            condition = next(
                (
                    at
                    for one in players
                    if (at := optional_number(one.get("endGameCondition"))) is not None
                ),
                None,
            )
        is_scored = kind == SCORING
        victory = SUPREMACIES.get(kind) or CONDITIONS.get(condition or 3)
        self._end = attrs.evolve(
            self._end,
            victory=victory,
            is_final=bool(final),
            winner=-1 if condition == 5 else self._winner(situation, players),  # noqa: PLR2004
            totals=self._of_players(situation, "score") if is_scored else None,
            categories=(_points(players[0]), _points(players[1])) if is_scored else None,
        )

    def _winner(self, situation: Map, players: list[Map]) -> int | None:
        """Return the seat of the winner, if the log says who won."""
        winners = [seat for seat, one in enumerate(players) if optional_number(one.get("winner"))]
        return winners[0] if len(winners) == 1 else self._seat(situation.get("winner"))


def _expansions(one: Notification) -> Iterator[str]:
    """Yield the expansions without which the site does not send a notification."""
    yield from (name for name, theirs in _EXPANSIONS.items() if one.kind in theirs)
    if one.kind == REVEAL and len(_laid(one.args)) > SIZE:
        yield _AGORA  # with senators
    for state in (one.args, mapping(one.args.get("args"))):
        yield from (name for key, name in _SITUATIONS.items() if items(state.get(key)))


def _is_game_end(state: Map) -> bool:
    return optional_number(state.get("id")) == _GAME_END or clean(state.get("name")) == "gameEnd"


def _loser(state: Map) -> object:
    """Return the player who lost by the result of the site; ``None`` if nobody has given up.

    The player has conceded, or has the worse rank without a scoring.
    """
    result = items(mapping(state.get("args")).get("result")) or items(state.get("result"))
    rows = [mapping(one) for one in result]
    conceded = [one for one in rows if _is_true(one.get("concede"))]
    if len(conceded) == 1:
        return conceded[0].get("player")
    if any((optional_number(one.get("score")) or 0) > _MOST_WITHOUT_SCORING for one in rows):
        return None  # the log lacks moves
    match [optional_number(one.get("rank")) for one in rows]:
        case [int(one), int(two)] if one != two:
            return rows[int(two > one)].get("player")
    return None


def _is_true(given: object) -> bool:
    """Return whether a truth value is true, which may be a number or a text."""
    return given is True or bool(optional_number(given)) or clean(given).lower() == "true"


def _drawn_tokens(found: list[Notification]) -> list[str]:
    """Return the tokens that the Great Library draws, which only the log of their player has."""
    for one in found:
        private = mapping(mapping(one.args.get("args")).get("_private"))
        for inside in (private, *map(mapping, private.values())):
            tokens = [
                mapping(token).get("id", token) if isinstance(token, dict) else token
                for token in items(inside.get("progressTokensFromBox"))
            ]
            if tokens:
                return [card_id("bga", "token", token) for token in tokens]
    return []


def _laid(args: Map) -> list[Map]:
    """Return the cards of the structure that a notification or a state shows."""
    return [mapping(one) for one in items(mapping(args.get("draftpool")).get("cards"))]


def _place(card: Map) -> tuple[int, int]:
    """Return the row and the column of a card in the structure."""
    return optional_number(card.get("row")) or 0, optional_number(card.get("column")) or 0


def _building(card: Map) -> str:
    """Return our id of a card in the structure; an empty text if it is face down."""
    building = card.get("building")
    given = mapping(building).get("id") if isinstance(building, dict) else building
    return card_id("bga", "building", given) if optional_number(given) else ""


def _pawn(payment: Map) -> int | None:
    """Return where the pawn is after a construction with shields."""
    if not optional_number(payment.get("militarySteps")):
        return None
    return optional_number(payment.get("militaryNewPosition"))


def _points(player: Map) -> dict[str, int]:
    """Return the points of a player by category, as far as the log has them."""
    found = {}
    for name, ours in _CATEGORIES.items():
        points = optional_number(player.get(f"player_score_{name}"))
        if points is not None:
            found[ours] = points
    return found


def _tags(packets: list[Map], table: str) -> Iterator[tuple[str, str]]:
    """Yield what is known of the table."""
    for packet in packets[:1]:
        if table := clean(packet.get("table_id")) or table:
            yield "table", table
        time = optional_number(packet.get("time"))
        if time is not None and 0 < time < _LATEST:
            yield "date", datetime.fromtimestamp(time, UTC).date().isoformat()
