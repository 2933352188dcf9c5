"""Pictures of states and games of every kind."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import examples
from tests.builders import EXTENDED
from tests.pictures import picture_breaches, shown_cards, visible_cards
from wonders_duel import Game, State
from wonders_duel.render import svg
from wonders_duel.testing import games, states, texts

MANY = examples(200)
SOME = examples(60)
THEMES = st.sampled_from(["light", "dark"])


@MANY
@given(state=st.one_of(states(), states(EXTENDED)), theme=THEMES, legal_moves=st.booleans())
def test_every_picture_shows_what_is_visible_and_nothing_else(
    state: State, theme: str, *, legal_moves: bool
) -> None:
    """A picture is valid XML without dead links, with each visible card and no hidden one."""
    picture = svg(state, theme=theme, legal_moves=legal_moves)

    assert list(picture_breaches(picture)) == []
    assert shown_cards(picture) == visible_cards(state)


@SOME
@given(games(), texts(), texts())
def test_every_game_has_a_picture(game: Game, one: str, two: str) -> None:
    """Every game has a picture with its last move and any names of players."""
    for picture in (svg(game), svg(game, names=(one, two), title=one, legal_moves=True)):
        assert list(picture_breaches(picture)) == []
        assert shown_cards(picture) == visible_cards(game.state)


@SOME
@given(states())
def test_every_part_has_a_picture(state: State) -> None:
    """Both cities, the structure and the track of any state have pictures."""
    for part in (*state.cities, state.structure, state.track):
        assert list(picture_breaches(svg(part))) == []
