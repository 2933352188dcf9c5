"""Our own drawing of the game, of shapes and letters.

:func:`wonders_duel.render.svg` makes a document of it; a page that holds many pictures
takes their scenes, and keeps each definition once.
"""

from wonders_duel.render.drawing.picture import Scene
from wonders_duel.render.drawing.scenes import scene

__all__ = ["Scene", "scene"]
