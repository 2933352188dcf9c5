"""Plays the game of a log by the rules, and notes where the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import attrs

from wonders_duel.cards import StructureLayout
from wonders_duel.catalogues import Catalogue
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.engine.scoring import CityScore
from wonders_duel.enums import Age, Phase, Player, Victory, backs_of
from wonders_duel.errors import DealError, FormatError
from wonders_duel.game import Game
from wonders_duel.importers.cards import cards_for
from wonders_duel.importers.ids import name_of
from wonders_duel.importers.imported import Disagreement, Ending, Imported, Kind
from wonders_duel.importers.logs import CATEGORIES, Entry, Log, running_score
from wonders_duel.importers.missing import MissingCardsError
from wonders_duel.importers.slots import arranged, filled
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, LIBRARY_DRAW
from wonders_duel.support.phrases import counted

__all__ = ["follow"]

_MOST_PROBLEMS: Final = 5
"""The most problems of a deal that a fault lists."""
_VICTORY_RULES: Final = {
    Victory.MILITARY: "R75",
    Victory.SCIENTIFIC: "R68",
    Victory.CIVILIAN: "R78",
}
_CATEGORY_RULES: Final = {"guilds": "R74", "tokens": "R81", "coins": "R82", "military": "R79"}
_COIN_RULES: Final = {"discard": "R50", "token": "R47"}
_FORCED: Final = {Phase.DRAFT: "draft", Phase.DESTROY: "destroy", Phase.REVIVE: "revive"}
"""The kinds of choices that a log may leave out if there is one option: all but tokens."""
_LIBRARY: Final = "the-great-library"
_OPEN_SLOTS: Final = "the slots of cards in Age {age}: any order that the layout allows"
_OPEN_CARDS: Final = "cards of Age {age} that nobody took"
_OPEN_BOARD: Final = "progress tokens on the board that nobody took"
_OPEN_LIBRARY: Final = "progress tokens that the Great Library drew and nobody took"


def follow(log: Log, catalogue: Catalogue | None = None) -> Imported:
    """Play the game of a log.

    Args:
        log: the game.
        catalogue: the cards of games with more cards than the base game.
    """
    return _Follower(log, catalogue).imported()


class _Follower:
    """Plays one game."""

    def __init__(self, log: Log, catalogue: Catalogue | None) -> None:
        self._log = log
        self._cards, self._missing = cards_for(log.draft, catalogue)
        self._filled: list[str] = []
        self._found: list[Disagreement] = []
        self._entry = Entry(kind="draft", seat=None, card="")
        self._turn = 0

    def imported(self) -> Imported:
        """Return the game, as far as it can be played."""
        log = self._log
        missing = tuple(name_of(card) for card in self._missing)
        try:
            deal = self._deal()
        except MissingCardsError:
            raise
        except (DealError, FormatError) as error:
            problems = error.problems[:_MOST_PROBLEMS]
            fault = f"the game cannot be dealt: {'; '.join(problems)}"
            if more := len(error.problems) - len(problems):
                fault += f"; and {counted(more, 'more problem')}"
            return Imported(site=log.site, source=log.source, missing=missing, fault=fault)
        game = Game.from_deal(deal)
        game.players = log.names
        ending = self._play(game)
        record = game.record(public=not log.has_deal)
        tags = {**log.tags, "site": log.site}
        if self._filled:
            tags["filled"] = "; ".join(self._filled)
        if self._found:
            tags["disagreements"] = str(len(self._found))
        return Imported(
            site=log.site,
            source=log.source,
            record=attrs.evolve(record, tags={**record.tags, **tags}),
            ending=ending,
            missing=missing,
            filled=tuple(self._filled),
            disagreements=tuple(self._found),
        )

    # -- the deal ---------------------------------------------------------------------------------

    def _deal(self) -> Deal:
        """Return the deal of the log, with what is open filled in."""
        log = self._log
        if len(log.draft) != 2 * DRAFT_GROUP:
            wonders = counted(len(log.draft), "wonder")
            raise FormatError([f"the log has {wonders} of the draft; expected {2 * DRAFT_GROUP}"])
        self._expect_known()
        board, library = self._tokens()
        ages = [self._age(age) for age in Age]
        return Deal(
            draft=(log.draft[:DRAFT_GROUP], log.draft[DRAFT_GROUP:]),
            board_tokens=board,
            great_library=library,
            ages=ages,
            catalogue=self._cards,
        )

    def _tokens(self) -> tuple[list[str], list[str]]:
        """Return the tokens on the board and those that the Great Library draws."""
        log = self._log
        from_board, from_library = _taken_tokens(log.entries)
        board = _with_taken(log.board, from_board, BOARD_TOKENS)
        library = _with_taken(log.great_library, from_library, LIBRARY_DRAW)[:LIBRARY_DRAW]
        told = {*log.board, *from_board, *log.great_library, *from_library}
        spare = [token.id for token in self._cards.token_list if token.id not in told]
        if lacking := max(BOARD_TOKENS - len(board), 0):
            board += spare[:lacking]
            self._filled.append(_OPEN_BOARD)
        is_drawn = any(one.kind == "wonder" and one.card == _LIBRARY for one in log.entries)
        is_known = len(library) == LIBRARY_DRAW and library == [*log.great_library[:LIBRARY_DRAW]]
        if (library or is_drawn) and not is_known:
            self._filled.append(_OPEN_LIBRARY)
        library += spare[lacking:][: max(LIBRARY_DRAW - len(library), 0)]
        return board, library

    def _expect_known(self) -> None:
        """Raise an error if the log has cards that the catalogue lacks, but for wonders."""
        cards = self._cards
        told = (card for age in self._log.ages for card in age.cards.values())
        names = {name_of(card) for card in told if card not in cards.buildings}
        tokens = (*self._log.board, *self._log.great_library)
        names |= {name_of(token) for token in tokens if token not in cards.tokens}
        names |= {
            name_of(card)
            for entry in self._log.entries
            for card, known in (
                (entry.taken, cards.buildings),
                (entry.card if entry.kind in ("destroy", "revive") else "", cards.buildings),
                (entry.card if entry.kind == "token" else "", cards.tokens),
            )
            if card and card not in known
        }
        if names:
            raise MissingCardsError(tuple(sorted(names)))

    def _age(self, age: Age) -> list[str]:
        """Return the cards of an age in their slots."""
        structure = self._log.ages[age - 1]
        layout = self._cards.structures[age - 1]
        if structure.is_whole:
            return [structure.cards[slot] for slot in sorted(structure.cards)]
        backs = {building.id: building.back for building in self._cards.building_list}
        own = backs_of(age)
        left = (entry.taken for entry in self._log.entries if entry.taken)
        taken = list(dict.fromkeys(card for card in left if backs[card] in own))
        hints = {
            entry.taken: entry.slot
            for entry in self._log.entries
            if entry.taken in taken and entry.slot is not None
        }
        found, misfit = _slots(layout, taken, structure.cards, hints)
        if misfit:
            told = f"{misfit} taken from the structure of Age {age}"
            self._differ("structure", told, "that it was covered or lay elsewhere", "R15")
        told_slots = {*structure.cards.values(), *hints}
        if not told_slots.issuperset(found.values()):
            self._filled.append(_OPEN_SLOTS.format(age=age))
        if taken and len(found) < layout.size:
            self._filled.append(_OPEN_CARDS.format(age=age))
        cards = filled(self._cards, age, found)
        if cards is None:
            raise FormatError([f"the structure of Age {age} has cards of another age"])
        return cards

    # -- the moves --------------------------------------------------------------------------------

    def _play(self, game: Game) -> Ending:
        """Play the moves of the log, and return how they end."""
        for entry in self._log.entries:
            self._fill_in(game, entry)
            chooses = game.state.phase is Phase.BEGIN and entry.kind != "begin"
            if chooses and entry.seat is not None:
                # Not all logs tell this choice; who moves next was chosen.
                game.play(ChooseBeginner(Player(entry.seat), self._cards))
            self._entry = entry
            self._turn = len(game.history) + 1
            if entry.kind == "wonder" and entry.card in self._missing:
                return "stopped"  # what it does is unknown
            if (result := game.state.result) is not None:
                rule = _VICTORY_RULES[result.victory]
                self._differ("move", _told(entry), "the end of the game", rule)
                return "stopped"
            move = self._move(game, entry)
            if move is None:
                return "stopped"
            if not self._is_by_its_player(game, entry):
                return "stopped"
            price = game.state.price(move)
            game.play(move)
            self._compare(game, entry, price)
        if self._log.end.victory is not None:
            self._fill_in(game, None)
        return self._end(game)

    def _fill_in(self, game: Game, entry: Entry | None) -> None:
        """Play the choices with one option that the log leaves out before a move, or at its end."""
        while (kind := _FORCED.get(game.state.phase)) and len(game.legal_moves) == 1:
            move = game.legal_moves[0]
            if entry is not None:
                # Not all logs have a word of its own for a revival.
                is_told = str(move) == f"{kind} {entry.card}"
                if is_told or entry.kind == kind != "draft":
                    return
            game.play(move)

    def _move(self, game: Game, entry: Entry) -> Move | None:
        """Return the move of an entry, if it is legal."""
        if entry.kind == "build" and game.state.phase is Phase.REVIVE:
            entry = attrs.evolve(entry, kind="revive")  # not all logs have a word of its own
        move = _as_move(entry, game, self._cards)
        reasons = [f"no such choice of {entry.card}"] if move is None else game.why_not(move)
        if not reasons:
            return move
        self._differ("move", _told(entry), f"that it is illegal: {reasons[0]}", "R14")
        return None

    def _is_by_its_player(self, game: Game, entry: Entry) -> bool:
        """Return whether the player of a move may move; if not, the log probably lacks a move."""
        mover = game.mover
        if entry.seat is None or entry.seat == mover:
            return True
        rule = "R76" if entry.kind == "begin" else "R54"
        self._differ("player", f"player {Player(entry.seat)}", f"player {mover}", rule)
        return entry.kind == "begin"

    def _compare(self, game: Game, entry: Entry, price: int | None) -> None:
        """Compare what the log says after a move with the game."""
        claims, state = entry.claims, game.state
        coins = (state.cities[0].coins, state.cities[1].coins)
        if claims.price is not None and price is not None and claims.price != price:
            self._differ("price", str(claims.price), str(price), "R28")
        if claims.coins is not None and claims.coins != coins:
            rule = _COIN_RULES.get(entry.kind, "R71")
            self._differ("coins", _pair(claims.coins), _pair(coins), rule)
        if claims.pawn is not None and claims.pawn != state.pawn:
            self._differ("pawn", str(claims.pawn), str(state.pawn), "R69")
        if claims.score is not None and not game.is_over:
            score = state.score()
            one, two = map(running_score, (score.one, score.two))
            if claims.score != (one, two):
                self._differ("score", _pair(claims.score), _pair((one, two)), "R80")

    def _end(self, game: Game) -> Ending:
        """Compare the end, and return how the game ends."""
        end = self._log.end
        self._entry = Entry(kind="draft", seat=None, card="", where="the end")
        self._turn = len(game.history)
        result = game.state.result
        if end.resigned_after is not None and end.resigned_after < len(self._log.entries):
            self._differ("result", "a resignation with moves after it", "the moves", "R78")
        if result is None:
            if end.resigned is not None:
                game.resign(Player(end.resigned))
                return "resigned"
            if end.victory is not None:
                rule = _VICTORY_RULES[Victory(end.victory)]
                self._differ("result", f"a {end.victory} victory", "that the game goes on", rule)
            return "unfinished"
        rule = _VICTORY_RULES[result.victory]
        if end.victory is not None and end.victory != result.victory:
            self._differ("result", f"a {end.victory} victory", f"a {result.victory} one", rule)
        winner = -1 if result.winner is None else int(result.winner)
        if end.winner is not None and end.winner != winner:
            self._differ("result", _won(end.winner), _won(winner), rule)
        if end.resigned is not None and end.resigned == winner:
            self._differ("result", _told_loser(end.resigned), _won(winner), rule)
        score = game.state.score()
        # Some logs have the running score even at the end.
        is_counted = end.is_final or end.totals != (
            running_score(score.one),
            running_score(score.two),
        )
        if end.totals is not None and is_counted and end.totals != score.totals:
            self._differ("points", _pair(end.totals), _pair(score.totals), "R78")
        if end.coins is not None:
            coins = (game.state.cities[0].coins, game.state.cities[1].coins)
            if end.coins != coins:
                self._differ("coins", _pair(end.coins), _pair(coins), "R71")
        if is_counted:
            self._compare_categories((score.one, score.two))
        return "finished"

    def _compare_categories(self, scores: tuple[CityScore, CityScore]) -> None:
        told = self._log.end.categories
        if told is None:
            return
        for category in CATEGORIES:
            for seat, score in enumerate(scores):
                points = told[seat].get(category)
                ours: int = getattr(score, category)
                if points is not None and points != ours:
                    what = f"{category} of player {Player(seat)}"
                    rule = _CATEGORY_RULES.get(category, "R80")
                    self._differ("points", f"{points} for {what}", str(ours), rule)

    def _differ(self, kind: Kind, site: str, engine: str, rule: str) -> None:
        self._found.append(
            Disagreement(
                turn=self._turn,
                where=self._entry.where,
                kind=kind,
                site=site,
                engine=engine,
                rule=rule,
            )
        )


def _taken_tokens(entries: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """Return the tokens that were taken from the board, and those that were chosen after a draw."""
    board: list[str] = []
    library: list[str] = []
    for before, entry in pairwise(entries):
        if entry.kind == "token":
            is_drawn = before.kind == "wonder" and before.card == _LIBRARY
            (library if is_drawn else board).append(entry.card)
    return board, library


def _with_taken(told: Sequence[str], taken: Sequence[str], most: int) -> list[str]:
    """Return the tokens that a log names at a place, and those that were taken there besides."""
    lacking = [token for token in dict.fromkeys(taken) if token not in told[:most]][:most]
    if not lacking or len(told) == most:  # if they differ, the move is not legal
        return list(told)
    return [*told[: most - len(lacking)], *lacking]


def _slots(
    layout: StructureLayout, taken: list[str], known: dict[int, str], hints: dict[str, int]
) -> tuple[dict[int, str], str]:
    """Return the slots of the cards, and the first one that could not be taken as a log says.

    The cards that were taken before it have slots, so that the game can be played up to it.
    """
    for number in range(len(taken), -1, -1):
        some = taken[:number]
        found = arranged(layout, some, known, {one: hints[one] for one in some if one in hints})
        if found is not None:
            return found, "".join(taken[number : number + 1])
    return dict(known), "a card that lies there twice"


def _as_move(entry: Entry, game: Game, cards: Catalogue) -> Move | None:
    """Return the move of an entry; ``None`` for a choice that is not asked for, or of an unknown wonder."""
    if entry.kind in ("draft", "wonder") and entry.card not in cards.wonders:
        return None  # neither the draft of the log nor the catalogue has it
    match entry.kind:
        case "draft":
            return DraftWonder(entry.card, cards)
        case "build":
            return ConstructBuilding(entry.card, cards)
        case "discard":
            return DiscardBuilding(entry.card, cards)
        case "wonder":
            return ConstructWonder(entry.card, entry.under, cards)
        case "token":
            return TakeToken(entry.card, cards)
        case "destroy":
            return DestroyBuilding(entry.card, cards)
        case "revive":
            return ReviveBuilding(entry.card, cards)
        case "begin":
            return ChooseBeginner(Player(int(entry.card)), cards)
        case _:
            for move in game.legal_moves:
                if isinstance(move, ChooseCard) and move.card.id == entry.card:
                    return move
            return None


def _told(entry: Entry) -> str:
    """Return a move of a log in words."""
    under = f" with {entry.under}" if entry.under else ""
    card = str(Player(int(entry.card))) if entry.kind == "begin" else entry.card
    return f"{entry.kind} {card}{under}"


def _pair(values: tuple[int, int]) -> str:
    return f"{values[0]} and {values[1]}"


def _told_loser(loser: int) -> str:
    return f"that player {Player(loser)} loses"


def _won(winner: int) -> str:
    return "a shared victory" if winner < 0 else f"that player {Player(winner)} wins"
