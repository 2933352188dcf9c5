"""Pictures of positions and their parts."""

from __future__ import annotations

from typing import assert_type

import attrs

from wonders_duel import Game, State, catalogue
from wonders_duel.languages import language
from wonders_duel.render import DARK, LIGHT, Theme, animate, chart, svg
from wonders_duel.search import review

game = Game(seed=1)
state = game.state
assert_type(svg(game, theme="dark", width=800, legal_moves=True), str)
assert_type(svg(state, last_move=game.legal_moves[0], names=("Ann", "Ben")), str)
assert_type(svg(catalogue.buildings["baths"], language="fi", title="Kylpylä"), str)
assert_type(svg(catalogue.card("law"), language=language("fr"), width=99.5), str)
assert_type(svg(state.cities[0], theme=attrs.evolve(LIGHT, page="#ffffff")), str)
assert_type(svg(game, layout="tall", slots=True), str)
assert_type(LIGHT, Theme)
assert_type(animate(game, theme="auto", analyses=list(review(game.record()))), str)
assert_type(chart(game.record(), theme=DARK, width=400), str)
assert_type(game.chart(analyses=list(review(game.record()))), str)
assert_type(LIGHT.seats, tuple[str, str])
assert_type(DARK.page, str)
assert_type(svg(state.structure) + svg(state.track), str)
assert_type(svg(catalogue.wonders["piraeus"], sentences=True, language="fi"), str)
assert_type(svg(game.score(), names=("Ann", "Ben"), theme="dark"), str)
assert_type(svg(state.military_tokens[0][0], sentences=True), str)
assert_type([svg(built) for built in state.cities[0].built], list[str])
assert_type(State.start()._repr_svg_(), str)  # pyright: ignore[reportPrivateUsage]  # notebooks call it
assert_type(game._repr_mimebundle_(include={"text/html"}), dict[str, str])  # pyright: ignore[reportPrivateUsage]  # so do they
