"""Human-readable output: text, pictures and web pages of positions and games."""

from wonders_duel import unpickle
from wonders_duel.render.board import text
from wonders_duel.render.pictures import animate, chart, svg
from wonders_duel.render.themes import DARK, LIGHT, Theme

__all__ = ["DARK", "LIGHT", "Theme", "animate", "chart", "svg", "text"]

unpickle.pickle_by_name(__name__, globals().values())
