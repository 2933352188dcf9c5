"""Effects as rows of symbols."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wonders_duel.effects import (
    Cards,
    ChainBonus,
    Coins,
    CoinSets,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    ExtraShield,
    FixedPrice,
    GainTradeCoins,
    GuildMajority,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    PointsPerToken,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    Shields,
    Symbol,
    Tally,
    Wonders,
    WondersPlayAgain,
)
from wonders_duel.languages import Language
from wonders_duel.render.brief import counted
from wonders_duel.render.drawing import glyphs, symbols
from wonders_duel.render.drawing.lettering import text_width, wrapped
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.sentences import sentence
from wonders_duel.render.themes import INK
from wonders_duel.rules import LIBRARY_DRAW

__all__ = ["effect_symbols", "effects_picture", "written"]

MINUS: Final = "\N{MINUS SIGN}"
FEW: Final = 3
"""How many of the same symbol are drawn side by side; more are a number and one symbol."""
SMALLEST: Final = 0.35
"""How small symbols are made, in parts of their size, before some are left out."""
SENTENCE_SIZES: Final = (9.0, 8.0, 7.0, 6.0)
LEADING: Final = 1.12
"""From one line to the next, in sizes of the font."""


def _repeated(picture: Picture, number: int) -> list[Picture]:
    return [picture] * number if number <= FEW else [symbols.times(number), picture]


def _tally(tally: Tally) -> list[Picture] | None:
    """Draw what is counted; nothing for a way of counting that is not known."""
    if type(tally) is Cards:
        return [symbols.kind(colour) for colour in tally.colours]
    if type(tally) is Wonders:
        return [symbols.wonder()]
    if type(tally) is CoinSets:
        return [symbols.coin(str(tally.size))]
    return None


def _with_tally(before: list[Picture], tally: Tally, after: list[Picture]) -> list[Picture] | None:
    counted = _tally(tally)
    return None if counted is None else [*before, symbols.slash(), *counted, *after]


def _guild(effect: GuildMajority) -> list[Picture] | None:
    brings = []
    if effect.coins:
        brings.append(symbols.coin(str(effect.coins)))
    if effect.points:
        brings.append(symbols.medal(str(effect.points)))
    return _with_tally(brings, effect.most, [symbols.sign(glyphs.MORE)])


def _choice(effect: ProduceOneOf) -> list[Picture]:
    row: list[Picture] = []
    for resource in effect.resources:
        row += [symbols.slash(), symbols.resource(resource)]
    return row[1:]


def _rebate(effect: Rebate) -> list[Picture]:
    what = symbols.wonder() if effect.on is None else symbols.kind(effect.on)
    return [what, symbols.word(f"{MINUS}{effect.units}"), symbols.any_resource()]


def _of_buildings(effect: Effect) -> list[Picture] | None:
    """Draw what the base game has on its buildings."""
    match effect:
        case Produce(resource, units):
            return _repeated(symbols.resource(resource), units)
        case ProduceOneOf():
            return _choice(effect)
        case FixedPrice(resource, price):
            return [symbols.resource(resource), symbols.word("="), symbols.coin(str(price))]
        case Points(points):
            return [symbols.medal(str(points))]
        case Symbol(symbol):
            return [symbols.science(symbol)]
        case Coins(coins):
            return [symbols.coin(str(coins))]
        case CoinsPer(coins, per):
            return _with_tally([symbols.coin(str(coins))], per, [])
        case GuildMajority():
            return _guild(effect)
        case Shields(shields):
            return _repeated(symbols.shield(), shields)
        case _:
            return None


def _of_others(effect: Effect) -> list[Picture] | None:
    """Draw what only wonders and progress tokens of the base game have."""
    match effect:
        case OpponentLosesCoins(coins):
            return [symbols.loss(f"{MINUS}{coins}")]
        case PlayAgain():
            return [symbols.sign(glyphs.AGAIN)]
        case Destroy(colour):
            return [symbols.destroyed(colour)]
        case Revive():
            return [symbols.revived()]
        case DrawTokens():
            one = [symbols.word("1"), symbols.token()]
            return [symbols.word(str(LIBRARY_DRAW)), symbols.token(), symbols.arrow(), *one]
        case Rebate():
            return _rebate(effect)
        case GainTradeCoins():
            return [symbols.any_resource(), symbols.arrow(), symbols.coin("")]
        case PointsPerToken(points):
            return [symbols.medal(str(points)), symbols.slash(), symbols.token()]
        case ChainBonus(coins):
            return [symbols.sign(glyphs.LINK), symbols.arrow(), symbols.coin(str(coins))]
        case ExtraShield(shields, on=on):
            return [symbols.kind(on), symbols.word("+"), *_repeated(symbols.shield(), shields)]
        case WondersPlayAgain():
            return [symbols.wonder(), symbols.arrow(), symbols.sign(glyphs.AGAIN)]
        case _:
            return None


def effect_symbols(effect: Effect) -> list[Picture] | None:
    """Return the symbols of an effect, from left to right.

    Args:
        effect: the effect. Only the classes of this library are known, none of
            their subclasses, which may do something else.

    Returns:
        The symbols; ``None`` for an effect that is not known here.
    """
    if type(effect).__module__ != Effect.__module__:
        return None
    row = _of_buildings(effect)
    return _of_others(effect) if row is None else row


def effects_picture(
    effects: Iterable[Effect],
    words: Language,
    width: float,
    height: float,
    *,
    gap: float = 4,
    largest: float = 1.0,
) -> Picture:
    """Draw effects side by side, as large as there is room, and as a sentence what has no symbol.

    Args:
        effects: the effects.
        words: the language.
        width: the room for them.
        height: the same, from above.
        gap: between two effects.
        largest: how much larger than their own size they can be.

    Returns:
        A picture as wide as what is drawn and as high as the room.
    """
    rows: list[list[Picture]] = []
    sentences: list[str] = []
    for effect in effects:
        row = effect_symbols(effect)
        if row is not None:
            rows.append(row)
        elif text := _in_short(effect, words).strip():
            sentences.append(text)
    drawn = _legible([_group(row) for row in rows], width, gap)
    if sentences:
        used = sum(picture.width + gap for picture in drawn)
        room = max(width - used, width / 2)
        drawn.append(written(" ".join(sentences), room, height))
    sheet = Sheet()
    scale = 1.0 if sentences else largest
    right = sheet.row(drawn, 0, height / 2, width, gap=gap, height=height, largest=scale)
    return sheet.picture(right, height)


def _in_short(effect: Effect, words: Language) -> str:
    """Return an effect that has no symbols in a sentence that is as short as can be."""
    own = type(effect).describe is not Effect.describe
    if isinstance(effect, (CoinsPer, GuildMajority)) and not own:
        return counted(effect, words)
    return sentence(effect, words)


def _legible(pictures: list[Picture], width: float, gap: float) -> list[Picture]:
    """Leave out at the end what would make everything too small to be seen.

    Args:
        pictures: the pictures.
        width: the room for them.
        gap: between two of them.
    """
    used = 0.0
    for number, picture in enumerate(pictures):
        used += picture.width + gap
        if used * SMALLEST > width:
            return [*pictures[:number], symbols.word("…")]
    return pictures


def _group(row: list[Picture]) -> Picture:
    """Put the symbols of one effect together."""
    if len(row) == 1:
        return row[0]
    width = sum(picture.width for picture in row) + len(row) - 1
    height = max(picture.height for picture in row)
    sheet = Sheet()
    sheet.row(row, 0, height / 2, width, gap=1)
    return sheet.picture(width, height)


def written(text: str, width: float, height: float) -> Picture:
    """Write a sentence in the place of symbols; what has no room is cut.

    Args:
        text: the sentence.
        width: the room for it.
        height: the same, from above.
    """
    lines = max(1, int(height // (SENTENCE_SIZES[-1] * LEADING)))
    size, rows = SENTENCE_SIZES[-1], wrapped(text, width, SENTENCE_SIZES[-1], lines)
    for larger in SENTENCE_SIZES[:-1]:
        room = int(height // (larger * LEADING))
        got = wrapped(text, width, larger, room) if room else ()
        if " ".join(got) == " ".join(text.split()):
            size, rows = larger, got
            break
    sheet = Sheet()
    step = size * LEADING
    for number, line in enumerate(rows):
        sheet.text(line, 0, (number + 0.5) * step, size, INK, room=text_width(line, size))
    widest = max((text_width(line, size) for line in rows), default=1.0)
    return sheet.picture(widest, max(step * len(rows), 1.0))
