"""Line drawings of the wonders, in a 40 x 40 square: our own, reduced to a few strokes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wonders_duel.render.drawing.outlines import ring
from wonders_duel.render.drawing.picture import Picture, Sheet

__all__ = ["EMBLEMS", "SIZE", "emblem"]

SIZE: Final = 40
"""The width and height of an emblem."""

EMBLEMS: Final = {
    # A road of slabs between two pines.
    "the-appian-way": "M13 37L18 9M27 37L22 9M20 35v-5M20 26v-4M20 18v-3M16 30h8M17.5 20h5M3 37h34"
    "M7 37V22M33 37V22M7 7C2 11 2 18 3 22H11C12 18 12 11 7 7zM33 7C28 11 28 18 29 22H37C38 18 38 11 33 7z",
    # A race course around an obelisk.
    "circus-maximus": "M2 25a18 9 0 1 0 36 0a18 9 0 1 0-36 0M10 25a10 4 0 1 0 20 0a10 4 0 1 0-20 0"
    "M18 25L19 9L20 6L21 9L22 25M2 25v5a18 9 0 0 0 36 0v-5M8 31v5M14 33.5v5M26 33.5v5M32 31v5",
    # A man with a torch astride the entrance of a harbour.
    "the-colossus": f"{ring(19, 8, 3)}M19 11L18 22M22 12L20 22M18 22L10 34M20 22L30 34M22 12L30 7"
    "M17 12L10 18M30 7V2M28 3L30 0L32 3zM5 34h10M25 34h10M5 34v4M35 34v4M1 38q5-2 9 0t9 0t9 0t9 0",
    # Shelves of scrolls under a gable.
    "the-great-library": f"M3 13L20 4L37 13zM6 13V37H34V13M6 25H34M3 37H37"
    f"{ring(11.5, 20, 3)}{ring(20, 20, 3)}{ring(28.5, 20, 3)}{ring(11.5, 32, 3)}{ring(20, 32, 3)}"
    f"{ring(28.5, 32, 3)}",
    # A tower in three steps, with beams of light.
    "the-great-lighthouse": "M12 36L14 23H26L28 36zM15 23V14H25V23M18 14V8H22V14M17 8H23L20 3z"
    "M15 6L4 2M15 9L3 12M25 6L36 2M25 9L37 12M5 36H35M18 36V31H22V36",
    # Terraces with hanging plants.
    "the-hanging-gardens": "M3 37H37V29H3zM8 29V20H32V29M14 20V12H26V20M20 12V5M20 5Q15 3 13 8M20 5"
    "Q25 3 27 8M6 29q-2 3 0 6M12 29q2 3 0 5M28 29q-2 3 0 5M34 29q2 3 0 6M11 20q-2 3 0 6M17 20q2 2 0 4"
    "M23 20q-2 2 0 4M29 20q2 3 0 6",
    # A tomb: steps on columns on a high base.
    "the-mausoleum": "M4 37H36M7 37V28H33V37M10 28V17M16.6 28V17M23.4 28V17M30 28V17M8 17H32V14H8z"
    "M11 14V11H29V14M14 11V8H26V11M17 8V5H23V8M20 5V2",
    # A sailing ship before the quay.
    "piraeus": "M4 26H36L31 34H10zM20 26V4M20 5L33 20H20M20 9L9 20H20M2 38q4.5-3 9 0t9 0t9 0t9 0"
    "M20 4h5v3h-5",
    # Three pyramids under the sun.
    "the-pyramids": f"M1 35L14 12L27 35zM14 12L18 35M21 24L27 15L39 35H27M27 15L30 35{ring(32, 8, 3.5)}",
    # A lion with the head of a man.
    "the-sphinx": "M3 36H37V31Q37 21 28 21H21M3 36V32H11V16L8 24M11 16Q11 6 16.5 6T22 16V21M22 16L25 24"
    "M11 12H22M14.5 15h.2M18.5 15h.2M15 18.5q1.5 1 3 0M11 27h6M30 36q-2-5 2-7",
    # A king on a throne, with a sceptre.
    "the-statue-of-zeus": f"{ring(18, 8, 3.5)}M10 37V10M10 26H23V37M14 37V30M18 12V25M18 15L28 20M18 15"
    "L14 21M29 5V37M26 37h6M27 5L29 1L31 5zM7 37h26M14 4L18 2L22 4",
    # A temple with six columns.
    "the-temple-of-artemis": "M2 14L20 3L38 14zM4 18H36V14H4zM8 18V33M12.8 18V33M17.6 18V33M22.4 18V33"
    "M27.2 18V33M32 18V33M5 33H35M3 37H37M5 33L3 37M35 33L37 37M17 11h6",
}
"""The strokes of the wonders of the base game, by id."""


@lru_cache(maxsize=64)
def emblem(which: str, ink: str, opacity: float) -> Picture | None:
    """Draw the emblem of a wonder.

    Args:
        which: the id of the wonder.
        ink: the colour.
        opacity: the opacity, from 0 to 1.

    Returns:
        The picture; ``None`` for a custom wonder.
    """
    strokes = EMBLEMS.get(which)
    if strokes is None:
        return None
    sheet = Sheet()
    sheet.path(
        strokes,
        stroke=ink,
        stroke_width=1.3,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_opacity=opacity,
    )
    return sheet.picture(SIZE, SIZE)
