"""Positions and games for people."""

from wonders_duel.render.board import text
from wonders_duel.render.pictures import animate, svg
from wonders_duel.render.themes import DARK, LIGHT, Theme

__all__ = ["DARK", "LIGHT", "Theme", "animate", "svg", "text"]
