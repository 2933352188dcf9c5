"""Reads typed moves, by their numbers or in the language of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.engine.moves import (
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DiscardBuilding,
)
from wonders_duel.enums import Player
from wonders_duel.errors import AmbiguousNameError, NotationError, UnknownNameError
from wonders_duel.notation import begins_move, parse_move
from wonders_duel.play.choices import move_words
from wonders_duel.play.fitting import wonders_to_build
from wonders_duel.play.misread import misread
from wonders_duel.support.phrases import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from wonders_duel.cards import Card
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.engine.moves import Move
    from wonders_duel.game import Game
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.state import State

__all__ = ["NoMoveError", "Reader"]

MOST_DIGITS: Final = 4
"""The maximum number of digits of a move number."""
_SHORT: Final = re.compile(r"(?:d\s*|w\s*([0-9])\s+)([0-9]{1,4})", re.IGNORECASE | re.ASCII)
"""The number on a card, to discard the card or to build a wonder with it."""

GAP: Final = "{}"
"""The placeholder for a name in a message."""
_BEGIN: Final = {("begin", str(player)) for player in Player}
"""The moves that name a player, as the library writes them."""
_NAMED: Final = {"draft": Wonder, "wonder": Wonder, "token": ProgressToken}
"""The kind of card that is named after a verb, if it is not a building."""


class NoMoveError(NotationError):
    """What was typed is neither a move nor a command."""


class Reader:
    """Reads moves, with the verbs and names of a language in addition to those of the library.

    Args:
        look: the style in which moves are shown.
        cards: the cards.
    """

    def __init__(self, look: TextStyle, cards: Catalogue) -> None:
        """Collect the verbs and names as they are shown."""
        self._look = look
        every: list[Card] = [*cards.building_list, *cards.wonder_list, *cards.token_list]
        self._ids = {_bare(look.name(card)): card.id for card in every}
        self._ids[_bare(look.say("the progress token"))] = "token"
        self._translated = {card.id for card in every if look.name(card) != card.name}
        self._every = every
        self._names = {_bare(look.name(card)): look.name(card) for card in every}
        self._players = {str(player): str(player) for player in Player}
        if len({_bare(look.player(player)) for player in Player}) == len(Player):
            # The names are shown, so they go before the seats: a player can be called "one".
            self._players |= {_bare(look.player(player)): str(player) for player in Player}
        shown = (
            ("draft", look.say("pick {wonder}", wonder=GAP), look.say("pick")),
            ("build", look.say("build {card}", card=GAP), look.say("build")),
            ("discard", look.say("discard {card}", card=GAP), look.say("discard")),
            ("wonder", look.say("wonder")),
            ("token", look.say("take {token}", token=GAP), look.say("take")),
            ("destroy", look.say("destroy {card}", card=GAP), look.say("destroy")),
            ("revive", look.say("revive {card}", card=GAP), look.say("revive")),
            ("begin", look.say("let {player} begin", player=GAP), look.say("begin")),
            ("decline", look.say("decline the progress token"), look.say("decline")),
        )
        ways = {_around(text): verb for verb, *texts in shown for text in texts}
        # The longest first: the verb of one move may be the beginning of another.
        self._ways = sorted(ways.items(), key=lambda way: -len(way[0][0]))
        both = look.say("build {wonder} with {card}", wonder=GAP, card=GAP).split(GAP)[1]
        between = {"with", look.say("with"), both.strip(" ,")}
        self._between = re.compile(
            rf"(?:,|\s)\s*(?:{'|'.join(map(re.escape, between))})\s+", re.IGNORECASE
        )

    def read(self, text: str, game: Game, commands: Iterable[str]) -> Move:
        """Read a move, by its number in the list, by the numbers on cards, or by its text.

        Args:
            text: the text that was typed.
            game: the game, whose legal moves have the numbers.
            commands: the commands that the text may have been meant to be.

        Raises:
            NoMoveError: the text is neither a move nor a command.
            NotationError: there is no such number or card, or the text is not a move.
        """
        moves = game.legal_moves
        short = _SHORT.fullmatch(text)
        if short is not None and moves:
            return self._short(game.state, moves, *short.groups())
        digits = text.rstrip(".")
        if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
            if not 1 <= int(digits) <= len(moves):
                if not moves:
                    raise NotationError(
                        self._look.say("The game is over; there are no moves left.")
                    )
                raise NotationError(
                    self._look.say(
                        "there is no move {number}; expected 1 to {most}",
                        number=int(digits),
                        most=len(moves),
                    )
                )
            return moves[int(digits) - 1]
        chosen = self.choice(text, moves)
        if chosen is not None:
            return chosen
        moved = self.move(text, moves)
        try:
            return parse_move(moved, game.state.catalogue, moves)
        except NotationError as error:
            raise self._misread(error, text, moved, moves, commands) from None

    def _misread(
        self,
        error: NotationError,
        typed: str,
        moved: str,
        moves: Iterable[Move],
        commands: Iterable[str],
    ) -> NotationError:
        """Return the error for a text that is not a move, in the language of the game."""
        is_move = begins_move(moved)
        commands = list(commands) if len(typed.split()) == 1 else []
        close = nearest(typed.lower(), commands)
        if self._look.language.code == "en":
            told = f"{error}{close}"
        else:
            shown = [(str(move), move_words(move, self._look)) for move in moves]
            meant = {_plain(words): words for _, words in shown}
            meant |= dict(shown) | {word: word for word in commands}
            plain = _plain(typed)
            if isinstance(error, AmbiguousNameError | UnknownNameError) and not any(
                one.startswith(plain) for one in meant
            ):
                plain, meant = self._begun(moved) or (plain, meant)
            told = misread(error, typed, plain, meant, self._look, is_move=is_move)
        return NoMoveError(told) if close or not is_move else NotationError(told)

    def _begun(self, moved: str) -> tuple[str, dict[str, str]] | None:
        """Return the part of a move that is the beginning of several names, and those names."""
        verb, _, rest = moved.partition(" ")
        for place, part in enumerate(self._between.split(rest)):
            kind = _NAMED.get(verb, Building) if place == 0 else Building
            begun, found = _bare(part), {}
            for card in self._every:
                names = (self._look.name(card), card.name, card.name.removeprefix("The "))
                if isinstance(card, kind) and any(_bare(one).startswith(begun) for one in names):
                    found[f"{begun} {card.id}"] = self._look.name(card)
            if len(found) > 1:
                return begun, found
        return None

    def card(self, text: str, cards: Catalogue) -> Card:
        """Return the card with a name, in the language of the game or in English.

        Args:
            text: the name that was typed, or its beginning.
            cards: the cards.

        Raises:
            NotationError: no card has the name, or several begin with it.
        """
        try:
            return cards.find(self.names(text))
        except NotationError as error:
            if self._look.language.code == "en":
                raise
            told = misread(error, text, _plain(text), self._names, self._look, is_move=True)
            raise NotationError(told) from None

    def move(self, text: str, moves: Iterable[Move] = ()) -> str:
        """Return a move with the verb and the ids of the library, as far as they are known.

        Args:
            text: the text that was typed.
            moves: the legal moves, which decide between several cards with the same beginning.
        """
        words = text.split()
        bare = tuple(_bare(word.rstrip(":")) for word in words)
        if bare in _BEGIN:  # with a seat, as hints and completion write it
            return " ".join(bare)
        for (before, after), verb in self._ways:
            end = max(len(before), len(words) - len(after))
            if bare[: len(before)] == before and bare[end:] == after:
                rest = " ".join(words[len(before) : end]).removeprefix(":").strip()
                rest = self._player(rest) if verb == "begin" else self.names(rest, moves)
                return f"{verb} {rest}".rstrip()
        verb, space, rest = text.partition(" ")
        return f"{verb}{space}{self.names(rest, moves)}"

    def choice(self, text: str, moves: Iterable[Move]) -> Move | None:
        """Return the choice that a custom card brings if the text is as it is displayed.

        Its words are those of the card, which may begin with the verb of another move. The beginning
        of a name is enough if there is one word before it, and no other choice begins so.

        Args:
            text: the text that was typed.
            moves: the legal moves.
        """
        typed, verb = _plain(text), self._look.say("choose")
        begun = []
        for move in moves:
            if isinstance(move, ChooseCard):
                ways = (
                    _plain(f"{verb} {self._look.name(move.card)}"),
                    _plain(f"choose {move.card.name}"),
                    _plain(move_words(move, self._look)),
                )
                if typed in ways:
                    return move
                if any(way.startswith(typed) for way in ways):
                    begun.append(move)
        return begun[0] if len(begun) == 1 and len(typed.split()) > 1 else None

    def names(self, text: str, moves: Iterable[Move] = ()) -> str:
        """Replace the names of cards in the language, or their beginnings, by their ids.

        Args:
            text: the name of a card, or of a wonder and a building.
            moves: the legal moves, which decide between several cards with the same beginning.
        """
        legal = {name for move in moves for name in move.arguments}
        parts = self._between.split(text)
        return " with ".join([self._id(part, legal) for part in parts])

    def _id(self, text: str, legal: AbstractSet[str]) -> str:
        """Return the id of the card with a name; the text itself if there is none.

        The beginning of a translated name is enough, as that of an English one is in the library.
        """
        typed = _bare(text)
        if typed in self._ids:
            return self._ids[typed]
        found = {card for name, card in self._ids.items() if typed and name.startswith(typed)}
        found = found & legal if len(found) > 1 else found
        return found.pop() if len(found) == 1 and found <= self._translated else text

    def _short(self, state: State, moves: Sequence[Move], wonder: str | None, number: str) -> Move:
        """Return the move for the number on a card: to discard it, or to build a wonder with it."""
        meant = moves[int(number) - 1] if 1 <= int(number) <= len(moves) else None
        card = meant.building if isinstance(meant, ConstructBuilding | DiscardBuilding) else None
        wonders = wonders_to_build(state)
        if wonder is None:
            wanted = [one for one in moves if isinstance(one, DiscardBuilding)]
            found = [one for one in wanted if one.building is card]
            if found:
                return found[0]
        elif 1 <= int(wonder) <= len(wonders):
            chosen = wonders[int(wonder) - 1]
            for move in moves:
                if (
                    isinstance(move, ConstructWonder)
                    and move.wonder is chosen
                    and move.building is card
                ):
                    return move
        raise NotationError(
            self._look.say(
                "this is not possible; type a number that is shown on a card, and of a wonder that is listed"
            )
        )

    def _player(self, name: str) -> str:
        return self._players.get(_bare(name), name)


def _around(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words before and after the name in a message."""
    before, _, after = text.partition(GAP)
    return tuple(_bare(before.rstrip(" :")).split()), tuple(_bare(after).split())


def _plain(text: str) -> str:
    """Return a text without capitals, accents, colons and more than one space between words."""
    return " ".join(_bare(word.rstrip(":")) for word in text.split())


def _bare(text: str) -> str:
    """Return a text in lower case and without accents, which not every keyboard has."""
    return "".join(one for one in normalize("NFKD", text.strip().casefold()) if not combining(one))
