"""Drawings of the game, made of vector shapes and text.

:func:`wonders_duel.render.svg` turns a scene into a document. A page with many pictures
combines their scenes and contains each definition once.
"""

from wonders_duel.render.drawing.picture import Scene
from wonders_duel.render.drawing.scenes import scene

__all__ = ["Scene", "scene"]
