"""The military track, with player one's capital on the left and player two's on the right."""

from __future__ import annotations

from wonders_duel.cards import CAPITAL, military_points
from wonders_duel.engine.track import Track
from wonders_duel.enums import Player
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import Line, Span, flow, line, plain
from wonders_duel.support.columns import columns

__all__ = ["draw_track", "tell_track", "track_line"]


def draw_track(track: Track, look: TextStyle, width: int) -> list[Line]:
    """Draw the track in three lines.

    Args:
        track: the track.
        look: the language and characters to use.
        width: the available columns, enough for the track and names of 6 columns.
    """
    spaces = range(-CAPITAL, CAPITAL + 1)
    places: dict[int, int] = {}
    row: list[Span] = []
    used = 0
    points: list[tuple[int, int]] = []  # the points of a zone, and its first column
    for space in spaces:
        worth = military_points(abs(space))
        if not points or points[-1][0] != worth:
            if points:
                row.append(Span(f" {look.bar}", "dim"))
                used += 2
            points.append((worth, used))
        places[space] = used + 1
        row += [Span(" "), _space(space, track, look)]
        used += 2
    room = (width - used - 3) // 2
    one, two = (look.cut(line(look.player(player), "bold"), room) for player in Player)
    left = columns(plain(one)) + 1
    above = [" "] * (left + used)
    for side, tokens in zip((-1, 1), track.tokens, strict=True):
        for token in tokens:
            text = f"-${token.coins}"
            start = left + places[side * token.distance] - 1
            above[start : start + len(text)] = text
    below = [" "] * (left + used)
    ends = [start for _, start in points[1:]] + [used + 2]
    for (worth, start), end in zip(points, ends, strict=True):
        text = str(worth) if worth else ""
        middle = left + start + (end - start - 2 - len(text) + 1) // 2
        below[middle : middle + len(text)] = text
    return [
        line("".join(above), "bad"),
        (*one, Span(" "), *row, Span(" "), *two),
        (Span("".join(below), "dim"), Span(" " + look.say("points"), "dim")),
    ]


def track_line(track: Track, look: TextStyle, width: int) -> Line:
    """Draw the track in one line, with the coins of military tokens at their spaces.

    Args:
        track: the track.
        look: the language and characters to use.
        width: the available columns, enough for the track and names of 6 columns.
    """
    coins = {
        side * token.distance: token.coins
        for side, tokens in zip((-1, 1), track.tokens, strict=True)
        for token in tokens
    }
    row: list[Span] = []
    worth = military_points(CAPITAL)
    for space in range(-CAPITAL, CAPITAL + 1):
        if military_points(abs(space)) != worth:
            worth = military_points(abs(space))
            row.append(Span(f" {look.bar}", "dim"))
        mark = _space(space, track, look)
        if space in coins and space != track.pawn:
            mark = Span(f"{coins[space]}", "bad")
        row += [Span(" "), mark]
    room = (width - sum(columns(span.text) for span in row) - 1) // 2
    one, two = (look.cut(line(look.player(player), "bold"), room) for player in Player)
    return (*one, *row, Span(" "), *two)


def _space(space: int, track: Track, look: TextStyle) -> Span:
    if space == track.pawn:
        return Span(look.pawn, "bold bad")
    if abs(space) == CAPITAL:
        return Span(look.capital, "dim")
    return Span(look.dot if space else "+", "dim")


def tell_track(track: Track, look: TextStyle, width: int) -> list[Line]:
    """Return the positions of the conflict pawn and the military tokens in words.

    Args:
        track: the track.
        look: the language and characters to use.
        width: the available columns.
    """
    leader = track.leader
    if leader is None:
        pawn = look.say("pawn on the centre space")
    else:
        pawn = look.say(
            "pawn at {distance} for {player}",
            distance=abs(track.pawn),
            player=look.player(leader),
        )
    items = [line(pawn, "bold")]
    for player, tokens in zip(Player, track.tokens, strict=True):
        for token in tokens:
            text = look.say(
                "{player} -${coins} at {distance}",
                player=look.player(player),
                coins=token.coins,
                distance=token.distance,
            )
            items.append(line(text))
    if width < 2 * columns(plain(items[0])):
        return [one for item in items for one in flow([item], width, indent=2)]
    return flow(items, width, indent=2)
