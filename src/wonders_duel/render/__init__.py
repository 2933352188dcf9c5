"""Positions and games for people."""

from wonders_duel.render.board import text

__all__ = ["text"]
