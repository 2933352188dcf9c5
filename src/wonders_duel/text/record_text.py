"""The writer of the text form of records: headers, then one numbered turn per line.

The grammar is in ``docs/reference/record_text.md``; change it there first. The
parser is in ``record_parser``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wonders_duel.cards import Card
from wonders_duel.deal import Deal
from wonders_duel.enums import SEATS, Age
from wonders_duel.history.remarks import clock_text
from wonders_duel.history.resignation import GameResult, Resignation
from wonders_duel.record import Record
from wonders_duel.text.outcome_text import outcome_text, spaced_rows
from wonders_duel.text.record_parser import END, FIRST_LINE, RESERVED
from wonders_duel.text.state_text import catalogue_text, rule_fields, state_text

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.chance.outcomes import ChanceOutcome

__all__ = ["record_text"]

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "}": "\\}"}


def record_text(record: Record) -> str:
    """Return a record as text.

    Args:
        record: any record.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play("draft the-great-library", comment="three tokens")
    >>> print(record_text(game.record(public=True)))
    wonders-duel record 1
    first player: one
    <BLANKLINE>
    setup => board agriculture, architecture, masonry, mathematics, strategy; wonders piraeus, the-great-library, the-great-lighthouse, the-hanging-gardens
    1. one: draft the-great-library {three tokens}
    end
    <BLANKLINE>
    """
    catalogue = record.catalogue
    lines = [FIRST_LINE]
    for key, value in record.tags.items():
        shielded = f"tag {key}" if key in RESERVED else key
        lines.append(_header(shielded, value))
    for seat, participant in zip(SEATS, record.players, strict=True):
        if participant.name:
            lines.append(_header(f"player {seat}", participant.name))
        lines += [_header(f"player {seat} {key}", tag) for key, tag in participant.tags.items()]
    if not catalogue.is_base:
        lines.append(f"cards: {catalogue_text(catalogue)}")
    if record.is_new_game:
        lines.append(f"first player: {record.start.first_player}")
        lines += [field.replace("=", ": ") for field in rule_fields(record.start.rules)]
    else:
        lines.append(f"start: {state_text(record.start)}")
    if record.deal is not None:
        lines += _deal_lines(record.deal)
    if record.result is not None:
        lines.append(f"result: {_result_text(record.result)}")
    lines.append("")
    if record.setup:
        lines.append("setup" + _outcomes_text(record.setup, catalogue))
    for number, turn in enumerate(record.turns, start=1):
        who = f"{turn.player}: " if turn.player is not None else ""
        line = f"{number}. {who}{turn.move}{_outcomes_text(turn.outcomes, catalogue)}"
        if turn.comment is not None:
            line += f" {{{_escaped(turn.comment)}}}"
        if turn.clock is not None:
            line += f" [{clock_text(turn.clock)}]"
        lines.append(line)
    lines.append(END)
    return "\n".join(lines) + "\n"


def _header(key: str, value: str) -> str:
    """Return a header line with an escaped value."""
    return f"{key}: {_escaped(value)}" if value else f"{key}:"


def _escaped(text: str) -> str:
    """Return a text escaped for one line; spaces at either end are escaped, since readers strip them."""
    for character, escape in _ESCAPES.items():
        if character in text:
            text = text.replace(character, escape)
    if text[:1] == " ":
        text = "\\s" + text[1:]
    if text[-1:] == " ":
        text = text[:-1] + "\\s"
    return text


def _outcomes_text(outcomes: Sequence[ChanceOutcome], catalogue: Catalogue) -> str:
    if not outcomes:
        return ""
    return " => " + "; ".join([outcome_text(outcome, catalogue) for outcome in outcomes])


def _deal_lines(deal: Deal) -> list[str]:
    def listed(cards: Iterable[Card]) -> str:
        return ", ".join([card.id for card in cards])

    return [
        f"deal draft: {' / '.join(listed(group) for group in deal.draft)}",
        f"deal board: {listed(deal.board_tokens)}",
        f"deal library: {listed(deal.great_library)}",
        *(
            f"deal age {age}: {spaced_rows([card.id for card in cards], layout)}"
            for age, cards, layout in zip(Age, deal.ages, deal.catalogue.structures, strict=True)
        ),
    ]


def _result_text(result: GameResult) -> str:
    if isinstance(result, Resignation):
        return f"{result.winner} wins, {result.player} resigned"
    totals = f"{result.totals[0]}-{result.totals[1]}"
    who = "shared" if result.winner is None else f"{result.winner} wins"
    return f"{who}, {result.victory}, {totals}" + (", by blue" if result.by_blue else "")
