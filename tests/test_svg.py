"""Pictures: contents, marks, and refused arguments."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from gettext import NullTranslations
from itertools import combinations
from random import Random
from typing import Any

import attrs
import pytest
from typing_extensions import override

from examples import custom_choice
from tests.builders import BASE_PHASES, EXTENDED, pair_to_decline
from tests.pictures import parsed, picture_breaches, shown_cards
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Building,
    BuiltWonder,
    Card,
    City,
    CityPosition,
    CityScore,
    Colour,
    ConstructWonder,
    Cost,
    Deal,
    DeclineToken,
    DiscardBuilding,
    Game,
    Phase,
    Position,
    ProgressToken,
    Resource,
    ScienceSymbol,
    State,
    Structure,
    Track,
    UnknownNameError,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    effects,
    parse_move,
)
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.effects import (
    CardChoice,
    Cards,
    Coins,
    CoinSets,
    CoinsPer,
    Effect,
    GuildMajority,
    Points,
    Produce,
    Shields,
    Tally,
)
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, LANGUAGES, Language
from wonders_duel.languages import language as language_of
from wonders_duel.render import DARK, LIGHT, Theme, svg, themes
from wonders_duel.render.drawing import cards, marks, pen, scene, symbols
from wonders_duel.render.drawing.effects import drawn, effects_picture
from wonders_duel.render.drawing.face import TALL, WIDE, Face
from wonders_duel.render.drawing.lettering import text_width
from wonders_duel.render.drawing.outlines import CHAINS, KINDS, MORE
from wonders_duel.render.drawing.picture import Picture
from wonders_duel.render.wording import standing
from wonders_duel.testing.walks import walk

NAMES = ("Ann", "Ben")


def _symbols(effect: Effect) -> list[Picture]:
    """Return the drawn symbols of an effect."""
    return [drawn(glyph) for glyph in effect.symbols() or ()]


def _reached(phase: Phase) -> State:
    """Return a state of a random game in the given phase."""
    return next(
        state
        for seed in range(0, 400, 2)
        for state in walk(seed, catalogue, catalogue.wonders)
        if state.phase is phase
    )


EVERY_PHASE: dict[Phase, State] = {
    **{phase: _reached(phase) for phase in BASE_PHASES},
    Phase.CHOICE: custom_choice.position().apply(
        parse_move("wonder messe with tavern", custom_choice.PROMO)
    ),
}


EVERY_CARD: list[Card] = [
    *catalogue.building_list,
    *catalogue.wonder_list,
    *catalogue.token_list,
]


def _description(picture: str) -> str:
    return parsed(picture).findtext("{http://www.w3.org/2000/svg}desc") or ""


def _title(picture: str) -> str:
    return parsed(picture).findtext("{http://www.w3.org/2000/svg}title") or ""


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_every_card_has_a_picture(card: Card) -> None:
    """A picture has the name of its card, and a description with its cost and effects."""
    picture = svg(card)

    assert list(picture_breaches(picture)) == []
    assert shown_cards(picture) == {card.name} == {_title(picture)}
    assert all(sentence in _description(picture) for sentence in card.sentences)
    if not isinstance(card, ProgressToken):
        assert f"Cost: {card.cost}." in _description(picture)


def test_every_effect_of_the_base_game_has_symbols() -> None:
    """Every effect class of the library is drawn by symbols, without its sentence."""
    classes = {
        one
        for one in vars(effects).values()
        if isinstance(one, type) and issubclass(one, Effect) and one not in {Effect, CardChoice}
    }
    samples = [effect for card in EVERY_CARD for effect in card.effects]
    samples += (effects.TakeBoardToken(), effects.CoinRebate(2, Colour.BLUE, wonders=True))

    assert {type(effect) for effect in samples} == classes
    assert all(effect.symbols() for effect in samples)


class Hidden(Effect):
    """An effect that a picture need not show."""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return ()


def test_an_effect_without_symbols_is_not_drawn() -> None:
    """An empty tuple of symbols draws nothing: neither symbols nor the caption."""
    shown = effects_picture((Points(3),), ENGLISH, 100, 20)

    assert effects_picture((Points(3), Hidden()), ENGLISH, 100, 20).id == shown.id


def test_many_equal_symbols_become_a_number() -> None:
    """Up to three equal symbols are drawn one by one, more as a number and a symbol."""
    clay = symbols.resource(Resource.CLAY)

    assert _symbols(Produce(Resource.CLAY, 3)) == [clay] * 3
    assert _symbols(Produce(Resource.CLAY, 4)) == [symbols.times(4), clay]
    assert cards.cost_row(Cost(coins=2, clay=5)) == [symbols.coin("2"), *[clay] * 5]
    assert cards.cost_row(Cost(clay=6, glass=1)) == [
        symbols.times(6),
        clay,
        symbols.resource(Resource.GLASS),
    ]


def _markup(picture: Picture) -> str:
    return picture.markup + "".join(map(_markup, picture.parts))


@attrs.frozen
class Oracle(Effect):
    """A custom effect."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Tells which card comes next & what it costs."


@attrs.frozen
class Twice(Points):
    """An effect that wraps another and adds to it."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Counts twice."


@attrs.frozen
class Streets(Tally):
    """A custom tally."""

    @override
    def count(self, city: City) -> int:
        return 1

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "street"


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (Oracle(), "Tells which card"),
        (Twice(2), "Counts twice."),
        (CoinsPer(2, Streets()), "Gives 2 coins"),
        (GuildMajority(Streets(), points=1), "Is worth 1"),
    ],
)
def test_an_unknown_effect_is_written_out(effect: Effect, sentence: str) -> None:
    """An unknown effect is written out on each kind of card, with the full text as a tooltip."""
    building = Building(id="x", name="X", age=Age.I, colour=Colour.RED, effects=(effect, Coins(2)))
    wonder = Wonder(id="y", name="Y", effects=(effect,))
    token = ProgressToken(id="z", name="Z", effects=(effect, Points(2)))

    assert effect.symbols() is None
    for card in (building, wonder, token):
        picture = svg(card)
        written = " ".join(one.text or "" for one in parsed(picture).iter() if "text" in one.tag)
        assert list(picture_breaches(picture)) == []
        assert sentence.split(maxsplit=1)[0] in written
        assert effect.describe() in _description(picture)
    strip = cards.strip(pen.Pen(LIGHT, ENGLISH, catalogue), building)
    assert f">{sentence.split(maxsplit=1)[0]}" in _markup(strip)


def test_overlong_texts_are_shortened() -> None:
    """Long names, sentences and numbers are shortened, with the full name as a tooltip."""
    long = "The Most Honourable Company of Merchants and Adventurers"
    building = Building(
        id="x",
        name=long,
        age=Age.I,
        colour=Colour.RED,
        cost=Cost(coins=100_000, clay=9, wood=9, stone=9, glass=9, papyrus=9),
        effects=(Points(100_000), *(Shields(4) for _ in range(9))),
    )
    picture = svg(building)

    assert list(picture_breaches(picture)) == []
    assert shown_cards(picture) == {long}
    assert "…" in picture
    assert "…" in svg(Wonder(id="x", name="x" * 50 + " " + "y" * 50))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("face", [WIDE, TALL], ids=["wide", "tall"])
def test_no_name_of_the_base_game_is_shortened(face: Face, code: str) -> None:
    """Every building has its whole name: in the structure, in a city, and under a wonder."""
    tool = pen.Pen(LIGHT, language_of(code), catalogue)
    pictures = {
        (card.id, draw.__name__): draw(tool, card, face)
        for card in catalogue.building_list
        for draw in (cards.building, cards.strip, cards.tucked)
    }
    assert [what for what, drawn in pictures.items() if "…" in _markup(drawn)] == []


def test_symbols_stay_legible() -> None:
    """Too many symbols are cut rather than shrunk, with all of them in the tooltip."""
    effects = tuple(Coins(number) for number in range(1, 61))
    wonder = Wonder(id="x", name="X", effects=effects)
    picture = svg(wonder)
    scales = [float(text) for text in re.findall(r"scale\(([0-9.]+)\)", picture)]

    assert min(scales) > 0.3
    assert "…" in picture
    assert "Gives 60 coins" in _description(picture)
    assert list(picture_breaches(picture)) == []
    for number, left_out in ((12, False), (40, True)):
        few = svg(attrs.evolve(wonder, effects=effects[:number]))
        assert ("…" in few) is left_out


def test_an_effect_without_a_description_takes_no_space() -> None:
    """An effect without a description leaves no empty plate on the card."""

    class Silent(Effect):
        @override
        def describe(self, to: Language = ENGLISH) -> str:
            return " "

    plain = Building(id="x", name="X", age=Age.I, colour=Colour.RED, effects=())
    silent = attrs.evolve(plain, effects=(Silent(),))

    assert svg(silent).count("<rect") == svg(plain).count("<rect")


def test_long_numbers_stay_on_their_coin() -> None:
    """A long number is as wide on its coin as one of five digits."""
    sizes = [
        float(re.findall(r'font-size="([0-9.]+)"', symbols.coin("1" * digits).markup)[0])
        for digits in (5, 10)
    ]
    assert sizes[1] == pytest.approx(sizes[0] / 2, abs=0.01)


def test_letters_are_measured() -> None:
    """In text widths, combining marks take no room and full-width characters take all of theirs."""
    assert text_width("e\u0301", 10) == text_width("e", 10)
    assert text_width("\u5bae", 10) == 10
    assert text_width("W", 10) > text_width("i", 10)
    assert text_width("Baths", 10, bold=True) > text_width("Baths", 10)


def test_characters_that_xml_forbids_are_replaced() -> None:
    """Characters that XML forbids are replaced in names, sentences and names of players."""
    odd = Building(id="x\0", name="Salt \0& <Pepper>\ufffe \ud800", age=Age.I, colour=Colour.RED)
    picture = svg(odd)

    assert list(picture_breaches(picture)) == []
    assert "Salt &amp; &lt;Pepper&gt;" in picture.replace("\ufffd", "")
    table = svg(State.start(), names=("\x1b[1m", '"<&>\ud800'), title="\0")
    assert list(picture_breaches(table)) == []


def test_names_do_not_turn_the_text_around_them() -> None:
    """Characters that change the direction of text are replaced; right-to-left letters stay."""
    turning = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    picture = svg(State.start(), names=(f"Ann{turning}", "\u05d0\u05d1"))

    assert not set(turning) & set(picture)
    assert ">Ann\ufffd" in picture
    assert ">\u05d0\u05d1<" in picture


def test_a_chain_is_drawn_as_its_symbol() -> None:
    """A chain is drawn as the symbol of its first building, or as a letter if there is none."""
    stable, breeders = (catalogue.buildings[name] for name in ("stable", "horse-breeders"))
    shoe = symbols.chain("horseshoe").id
    lone = attrs.evolve(breeders, id="x", free_with="nowhere")
    first = Building(id="pier", name="Pier", age=Age.I, colour=Colour.BLUE)
    then = Building(id="then", name="Then", age=Age.I, colour=Colour.BLUE, free_with="pier")
    more = catalogue.extended("more", buildings=[first, then])

    assert shoe in svg(stable)
    assert shoe in svg(breeders)
    assert _description(svg(breeders)).endswith("(chain symbol horseshoe).")
    assert _description(svg(stable)).endswith("lets you construct Horse Breeders for free.")
    assert symbols.chain("n").id in svg(lone)
    assert "nowhere" in _description(svg(lone))
    assert symbols.chain("p").id in svg(more.buildings["then"])
    assert symbols.chain("").id == symbols.chain("?").id == symbols.chain(" ").id


# -- distinguishable symbols -----------------------------------------------------------------------


def _shapes(markup: str) -> str:
    """Return a drawing without its colours and its name."""
    return re.sub(r' (fill|stroke|id)="[#a-z0-9]*"', "", markup)


@pytest.mark.parametrize(
    "drawn",
    [
        [symbols.resource(one) for one in Resource],
        [symbols.science(one) for one in ScienceSymbol],
        [symbols.chain(one) for one in CHAINS],
        [symbols.sign(one) for one in KINDS.values()],
        [symbols.kind(one) for one in Colour],
        [cards.back(one) for one in Back],
        [symbols.coin("1"), symbols.medal("1"), symbols.loss("1"), symbols.shield("1")],
    ],
)
def test_symbols_differ_without_their_colours(drawn: Sequence[Picture]) -> None:
    """Symbols that could be confused differ in shape, not only in colour."""
    shapes = [
        _shapes(one.markup) + "".join(_shapes(part.markup) for part in one.parts) for one in drawn
    ]

    assert all(one != other for one, other in combinations(shapes, 2))


def test_every_chain_symbol_of_the_base_game_is_drawn() -> None:
    """Every chain symbol of the base game has a drawing instead of a letter."""
    assert set(CHAINS) == {card.chain_symbol for card in catalogue.building_list} - {None}


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_letters_and_marks_have_enough_contrast(theme: Theme) -> None:
    """Contrast meets the web accessibility guidelines: 4.5 for letters and 3 for marks."""
    for ground in (theme.page, theme.panel):
        assert _contrast(theme.text, ground) >= 7
        assert _contrast(theme.quiet, ground) >= 4.5
        assert _contrast(theme.legal, ground) >= 3
        assert _contrast(theme.last, ground) >= 3
    for paper in (theme.paper, theme.built):
        assert _contrast(themes.INK, paper) >= 7
        assert _contrast(themes.FAINT, paper) >= 3
    assert _contrast(themes.WHITE, theme.legal) >= 3
    assert _contrast(themes.WHITE, themes.VICTORY_GREEN) >= 4.5
    # The inside of a medal or its edge differs from the ground.
    medal = symbols.medal("3").markup
    inks = re.findall(r'(?:fill|stroke)="(#\w{6})"', medal)[:2]
    assert max(_contrast(ink, theme.panel) for ink in inks) >= 4.5
    assert _contrast(themes.INK, themes.GOLD) >= 4.5
    assert all(_contrast(themes.WHITE, colour) >= 4.5 for colour in themes.BACKS.values())


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_phase_has_a_picture(phase: Phase, theme: str) -> None:
    """Each phase has a picture that says, also as text, what happens next."""
    state = EVERY_PHASE[phase]
    picture = svg(state, theme=theme, legal_moves=True, names=NAMES)
    now = standing(ENGLISH, state, NAMES)

    assert list(picture_breaches(picture)) == []
    assert picture.count(now) >= 2
    if state.to_move is not None:
        assert now.startswith(f"{NAMES[state.to_move]}'s turn: ")
    assert "Ann" in _title(picture)
    assert "Ann: " in _description(picture)


def test_the_cards_of_a_custom_choice_are_marked() -> None:
    """The cards that can be chosen are marked, covered or not; the chosen one is the last move."""
    state = EVERY_PHASE[Phase.CHOICE]
    move = state.legal_moves[0]
    marked = svg(state, legal_moves=True)
    after = svg(state.apply(move), last_move=move)

    assert len(state.legal_moves) == 2
    assert marked.count(LIGHT.legal) - svg(state).count(LIGHT.legal) >= 2
    assert after.count(LIGHT.last) > svg(state.apply(move)).count(LIGHT.last)


def test_the_description_lists_what_is_in_play() -> None:
    """The description lists what is in play during the draft, in an age and at the end."""
    turn = Position(
        age=Age.III,
        structure={0: "palace", 1: "pantheon", 2: "guild", 3: "age-iii", 6: "circus"},
        pawn=-4,
        military_tokens=([5], [2, 5]),
        discard_pile=["altar", "baths"],
        board_tokens=["law"],
        cities=(
            CityPosition(coins=1, buildings=["walls"], built={"the-sphinx": "forum"}),
            CityPosition(coins=12, tokens=["economy"], unbuilt=["piraeus"]),
        ),
    ).state()

    assert _description(svg(turn, names=NAMES)) == (
        "Age III. Ann's turn: take a card. 5 cards are left. Accessible: Circus. Covered: Palace, Pantheon. "
        "The conflict pawn is 4 spaces towards Ann. "
        "Military tokens on the side of Ann: 5. Military tokens on the side of Ben: 2, 5. "
        "Progress tokens on the board: Law. Discard pile: Altar, Baths. "
        "Ann: 1 coin; buildings: Walls; constructed wonders: The Sphinx with Forum. "
        "Ben: 12 coins; progress tokens: Economy; wonders to construct: Piraeus."
    )
    assert "Wonders on offer: " in _description(svg(EVERY_PHASE[Phase.DRAFT]))
    assert "Progress tokens drawn: " in _description(svg(EVERY_PHASE[Phase.LIBRARY_TOKEN]))
    assert _description(svg(EVERY_PHASE[Phase.OVER])).startswith("The end. Player ")
    assert _title(svg(turn)) == "Player one – Player two: Age III"  # noqa: RUF001 - a dash


@pytest.mark.parametrize("victory", Victory)
def test_a_finished_game_shows_points_and_the_winner(victory: Victory) -> None:
    """A finished game shows points and the winner, also when points do not decide."""
    state = next(
        state
        for seed in range(591 if victory is Victory.SCIENTIFIC else 0, 1000)  # the first such game
        for state in walk(seed, catalogue)
        if state.result is not None and state.result.victory is victory
    )
    picture = svg(state)

    assert "Civilian buildings" in picture
    assert all(symbols.medal(str(total)).id in picture for total in state.score().totals)
    assert picture.count(f"#{_crown(LIGHT)}") == 1


def _crown(theme: Theme) -> str:
    return symbols.sign(KINDS[Colour.PURPLE], theme.last).id


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_points_of_a_finished_game_are_said_in_words(code: str) -> None:
    """The score sheet of a finished game is part of the description, after French colons, too."""
    *_, end = walk(1, catalogue)
    assert end.is_over
    picture, names = svg(end, language=code, names=("Ann", "Ben")), ("Ann", "Ben")
    sheet = _description(svg(end.score(), language=code, names=names))
    space = " " if code == "fr" else ""
    assert sheet.startswith(f"Ann{space}: ")
    assert _description(picture).endswith(f" {sheet}")
    assert f"<title>Ann \N{EN DASH} Ben{space}: " in picture


def test_a_shared_victory_has_two_crowns() -> None:
    """A shared victory shows two crowns, and an unfinished game none."""
    shared = Position(age=Age.III, phase=Phase.OVER).state()

    assert svg(shared).count(f"#{_crown(LIGHT)}") == 2
    assert _crown(LIGHT) not in svg(State.start())


def test_other_points_are_shown_if_there_are_any() -> None:
    """The score sheet has a row for other points only if there are some."""
    fort = Building(id="fort", name="Fort", age=Age.I, colour=Colour.RED, effects=(Points(4),))
    more = catalogue.extended("forts", buildings=[fort])
    over = Position(
        catalogue=more,
        age=Age.III,
        phase=Phase.OVER,
        cities=(CityPosition(buildings=["fort"]), CityPosition()),
    ).state()

    assert "Other buildings" in svg(over)
    assert "Other buildings" not in svg(EVERY_PHASE[Phase.OVER])


def test_a_resigned_game_says_so() -> None:
    """A resigned game says so and shows neither a player to move nor legal moves."""
    game = Game(seed=1, rules="first-game")
    game.players = NAMES
    game.resign("one")
    picture = svg(game, legal_moves=True)

    assert "Ann resigns, and Ben wins." in picture
    assert picture.count(f"#{_crown(LIGHT)}") == 1
    assert LIGHT.legal not in picture.replace(_crown(LIGHT), "")


# -- marks -----------------------------------------------------------------------------------------


def _last(size: tuple[float, float], radius: float = 7) -> str:
    return f'"#{marks.outline(*size, LIGHT.last, "7 3", radius).id}"'


def test_the_last_move_of_a_game_is_marked() -> None:
    """The last move is marked where its card is now, and described with the player's name."""
    game = Game(seed=3, rules="first-game")
    card = game.state.accessible[0]
    game.play(DiscardBuilding(card))
    assert svg(game).count(_last(cards.STRIP)) == 1
    assert f"Player one discards {card.name}" in svg(game)
    assert _last(cards.STRIP) not in svg(game.state)
    marked = svg(game.state, last_move=game.history[-1].move)
    assert marked.count(_last(cards.STRIP)) == 1
    assert f">discards {card.name}<" in marked


def test_every_kind_of_move_is_marked() -> None:
    """Every kind of move is marked on its wonder, token or strip, except who begins."""
    sizes = {
        "DraftWonder": (cards.WONDER, 7.0),
        "ConstructWonder": (cards.WONDER, 7.0),
        "TakeToken": ((cards.DISC, cards.DISC), cards.DISC / 2 + 2),
        "ConstructBuilding": (cards.STRIP, 7.0),
        "DestroyBuilding": (cards.STRIP, 7.0),
        "ReviveBuilding": (cards.STRIP, 7.0),
    }
    found = set()
    for phase in (Phase.DRAFT, Phase.TURN, Phase.BOARD_TOKEN, Phase.DESTROY, Phase.REVIVE):
        state = EVERY_PHASE[phase]
        for move in state.legal_moves:
            kind = type(move).__name__
            if kind in sizes and kind not in found:
                size, radius = sizes[kind]
                assert svg(state.apply(move), last_move=move).count(_last(size, radius)) == 1
                found.add(kind)
    begin = EVERY_PHASE[Phase.BEGIN]
    move = begin.legal_moves[0]

    assert found | {"ConstructWonder"} == set(sizes)
    assert LIGHT.last not in svg(begin.apply(move), last_move=move)
    assert "lets Player one begin" in svg(begin.apply(move), last_move=move)


def test_a_constructed_wonder_is_marked() -> None:
    """A constructed wonder is marked together with the card under it."""
    state = Position(
        age=Age.I,
        structure={0: "altar"},
        cities=(CityPosition(coins=50, unbuilt=["piraeus"]), CityPosition()),
    ).state()
    move = ConstructWonder("piraeus", "altar")
    picture = svg(state.apply(move), last_move=move)

    assert picture.count(_last(cards.WONDER)) == 1
    assert "builds Piraeus with Altar" in picture


def test_legal_moves_are_marked_with_their_prices() -> None:
    """On request, constructions, discards and wonders that are legal are marked, with prices."""
    state = Position(
        age=Age.I,
        structure={0: "altar", 1: "baths", 2: "tavern"},
        cities=(CityPosition(coins=1, unbuilt=["piraeus"]), CityPosition(coins=5)),
    ).state()
    green = LIGHT.legal
    framed = f'"#{marks.outline(*cards.CARD, green).id}"'
    picture = svg(state, legal_moves=True)

    assert [card.id for card in state.accessible] == ["baths", "tavern"]
    assert picture.count(framed) == 1  # the tavern is free, the baths are too expensive
    assert picture.count(marks.price(0, green).id) == 2  # drawn once and used once
    assert picture.count(marks.expensive(2).id) == 2
    assert picture.count(marks.rival(2, LIGHT.two).id) == 0  # the opponent pays as much
    assert marks.outline(*cards.WONDER, green).id not in picture
    assert framed not in svg(state)
    rich = attrs.evolve(
        Position.of(state), cities=(CityPosition(coins=99, unbuilt=["piraeus"]), CityPosition())
    ).state()
    assert marks.outline(*cards.WONDER, green).id in svg(rich, legal_moves=True)


@pytest.mark.parametrize("coins", [7, 40, 144, 12_345, 1_000_000])
def test_the_price_of_the_opponent_fits_its_circle(coins: int) -> None:
    """A price of custom cards is written smaller rather than beyond the circle of 16 units."""
    drawn = marks.rival(coins, LIGHT.two).markup
    found = re.search(r'<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)</text>', drawn)

    assert found is not None
    assert found[2] == str(coins)
    assert text_width(found[2], float(found[1]), bold=True) < 13


def test_a_declined_token_has_no_mark() -> None:
    """Only the tokens are marked as legal; the move that declines them is named (R63)."""
    state = pair_to_decline()
    picture = svg(state, legal_moves=True)
    after = svg(state.apply(DeclineToken()), last_move=DeclineToken())

    assert picture.count(f'href="#{marks.tick(LIGHT.legal).id}"') == 3  # with that of the button
    assert 'class="legal decline" data-move="decline token"' in picture
    assert "or decline it." in picture
    assert "declines the progress token" in after
    assert LIGHT.last not in after


@pytest.mark.parametrize(
    "phase",
    [
        Phase.DRAFT,
        Phase.BOARD_TOKEN,
        Phase.LIBRARY_TOKEN,
        Phase.REVIVE,
        Phase.DESTROY,
        Phase.BEGIN,
    ],
)
def test_choices_are_marked(phase: Phase) -> None:
    """Each legal choice has a mark."""
    state = EVERY_PHASE[phase]
    sign = f'"#{marks.tick(LIGHT.legal).id}"'

    assert svg(state, legal_moves=True).count(sign) == len(state.legal_moves)
    assert sign not in svg(state)


# -- parts -----------------------------------------------------------------------------------------


def test_parts_have_their_own_pictures() -> None:
    """Each part has its own picture, in notebooks too."""
    game = Game(seed=1, rules="first-game")
    state = game.state
    built = Position(
        age=Age.I,
        structure={0: "altar"},
        cities=(CityPosition(built={"piraeus": "baths"}), CityPosition()),
    ).state()
    one = built.cities[0].built[0]

    for thing, title in (
        (game, "Player one – Player two: Age I"),  # noqa: RUF001 - a dash
        (state, "Player one – Player two: Age I"),  # noqa: RUF001 - a dash
        (state.cities[0], "City"),
        (state.structure, "Structure of age I"),
        (State.start().structure, "Structure"),
        (state.track, "Military track"),
        (one, "Piraeus"),
        (MILITARY_TOKENS[0], "Military token"),
        (state.score(), "The score"),
        (state.accessible[0], state.accessible[0].name),
        (state.cities[0].unbuilt[0], state.cities[0].unbuilt[0].name),
        (state.board_tokens[0], state.board_tokens[0].name),
    ):
        picture = thing._repr_svg_()
        forms = thing._repr_mimebundle_()
        assert picture == svg(thing) == forms["image/svg+xml"]
        assert forms["text/html"] == f"<div>{picture}</div>"
        assert forms["text/plain"] == repr(thing)
        assert list(picture_breaches(svg(thing))) == []
        assert _title(svg(thing)) == title
        assert _title(svg(thing, title="Mine & yours")) == "Mine & yours"
    assert _description(svg(one)).endswith("Constructed with Baths.")


def test_notebooks_choose_the_forms_of_a_picture() -> None:
    """Only the media types in ``include`` are returned, and none in ``exclude``."""
    card = catalogue.buildings["baths"]
    html, picture, text = "text/html", "image/svg+xml", "text/plain"

    for include, exclude, expected in (
        (None, None, [html, picture, text]),
        ({html, "image/png"}, None, [html]),
        ([], None, []),
        (None, [html], [picture, text]),
        ({html, text}, {text}, [html]),
    ):
        assert list(card._repr_mimebundle_(include, exclude)) == expected
        assert list(card._repr_mimebundle_(include=include, exclude=exclude)) == expected


def test_a_structure_of_another_catalogue_is_drawn_with_it() -> None:
    """A structure is drawn with its own catalogue's chain symbols; face-down cards show none."""
    deal = Deal.random(Random(1), EXTENDED)
    state = Game.from_deal(deal).state
    while state.age is None:
        state = state.play(state.legal_moves[0], deal)
    hidden = Structure(
        Age.I,
        tuple(attrs.evolve(slot, building=None, back=Back.AGE_I) for slot in state.structure),
    )

    assert shown_cards(svg(state.structure)) == {
        slot.building.name for slot in state.structure if slot.building is not None
    }
    assert shown_cards(svg(hidden)) == set()


def test_the_track_names_the_side() -> None:
    """The description of the track uses the players' names, or their seats without names."""
    track = Track(1, ((), ()))

    assert _description(svg(track)) == "The conflict pawn is 1 space towards Player two."
    assert _description(svg(track, names=NAMES)) == "The conflict pawn is 1 space towards Ben."
    assert _description(svg(Track(0, ((), ())))) == "The conflict pawn is on the centre space."


def _written(picture: str) -> list[str]:
    """Return the texts of a picture that are not parts of symbols."""
    return [one.text or "" for one in parsed(picture)[-1] if one.tag.endswith("}text")]


def test_a_score_is_a_sheet() -> None:
    """A score is drawn as a sheet with names, every source of points, and totals."""
    over = EVERY_PHASE[Phase.OVER]
    score = over.score()
    for theme in (LIGHT, DARK):
        picture = svg(score, names=NAMES, theme=theme)
        assert _written(picture)[:2] == ["Ann", "Ben"]
        assert all(symbols.medal(str(total)).id in picture for total in score.totals)
        assert f'fill="{theme.text}"' in picture
    assert _description(svg(score, names=NAMES)) == " ".join(
        f"{name}: Civilian buildings {city.blue}, Scientific buildings {city.green}, "
        f"Commercial buildings {city.yellow}, Guilds {city.guilds}, Wonders {city.wonders}, "
        f"Progress tokens {city.tokens}, Coins {city.coins}, Military {city.military}, "
        f"Total {city.total}."
        for name, city in zip(NAMES, (score.one, score.two), strict=True)
    )
    assert "Pelaaja yksi: Hallintorakennukset " in _description(svg(score, language="fi"))
    assert "Other buildings" not in svg(score)
    assert "Other buildings 0, Total" in svg(attrs.evolve(score, two=CityScore(other=4)))


def test_names_on_a_sheet_stay_in_their_columns() -> None:
    """Long names on a sheet stay in their columns."""
    long = "The Most Honourable Company"
    picture = svg(State.start().score(), names=(long, "B"))
    name = _written(picture)[0]

    assert long.startswith(name.removesuffix("…"))
    assert text_width(name, 13, bold=True) <= 96
    assert long in _description(picture)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_sentences_are_shown_beside_a_card(theme: Theme, code: str) -> None:
    """Sentences beside a card are complete, inside the picture, without overlaps, and legible."""
    for card in (*EVERY_CARD, *MILITARY_TOKENS):
        picture = svg(card, sentences=True, theme=theme, language=code)
        root = parsed(picture)
        _, _, width, height = map(float, str(root.get("viewBox")).split())
        (body,) = (one for one in root if one.tag.endswith("}g"))
        lines = [one for one in body if one.tag.endswith("}text")]
        places = [float(str(one.get("y"))) for one in lines]
        sizes = [float(str(one.get("font-size"))) for one in lines]

        assert list(picture_breaches(picture)) == []
        assert _description(picture) == _description(svg(card, language=code))
        assert {one.get("fill") for one in lines} <= {theme.text, theme.quiet}
        assert "…" not in picture
        for above, below, size in zip(places, places[1:], sizes[1:], strict=False):
            assert below - above >= size
        assert places[-1] < height
        for one, size in zip(lines, sizes, strict=True):
            bold = one.get("font-weight") == "bold"
            assert float(str(one.get("x"))) + text_width(one.text or "", size, bold=bold) <= width


def test_a_title_is_shown_above_the_sentences() -> None:
    """A custom title replaces that of the picture, and the card keeps its name."""
    picture = svg(catalogue.tokens["law"], sentences=True, title="Token 4")

    assert _title(picture) == "Token 4"
    assert ">Law</text>" in picture


def test_a_long_description_is_cut() -> None:
    """A long description of a custom effect is cut, so the picture stays small."""

    class Long(Effect):
        @override
        def describe(self, to: Language = ENGLISH) -> str:
            return "word " * 1000

    card = ProgressToken(id="x", name="X", effects=(Long(),))
    picture = svg(card, sentences=True)

    assert "…" in picture
    assert list(picture_breaches(picture)) == []


def test_a_wide_structure_is_drawn_whole() -> None:
    """A custom structure with more columns than the base game's is drawn completely."""
    slots = [
        attrs.evolve(slot, column=slot.column + 6) for slot in EVERY_PHASE[Phase.TURN].structure
    ]
    wide = svg(Structure(Age.I, tuple(slots)))

    assert float(wide.partition('viewBox="0 0 ')[2].split()[0]) > 700


# -- documents -------------------------------------------------------------------------------------


def test_pictures_can_be_on_one_page() -> None:
    """Pictures on one page may share ids, since equal ids have equal contents in all themes."""
    shouting = Language("xx", _Shouting())
    card = catalogue.buildings["baths"]
    state = EVERY_PHASE[Phase.TURN]
    known: dict[str, str] = {}
    for theme in ("light", "dark"):
        for language in ("en", shouting):
            for thing in (card, state, state.cities[0]):
                drawn = scene(thing, theme=theme, language=language)
                for name, markup in drawn.definitions.items():
                    assert known.setdefault(name, markup) == markup
    assert svg(card, theme="dark") != svg(card)


class _Shouting(NullTranslations):
    """A language in capitals."""

    @override
    def gettext(self, message: str) -> str:
        return re.sub(r"(?<!\{)\b\w+\b(?!\})", lambda found: found[0].upper(), message)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    @override
    def pgettext(self, context: str, message: str) -> str:
        return message.upper()


def test_everything_is_in_the_language() -> None:
    """Names, words and sentences are in the language, and ids stay."""
    shouting = Language("xx", _Shouting())
    for state in EVERY_PHASE.values():
        picture = svg(state, language=shouting, legal_moves=True)
        described = re.sub(r"\bI+\b", "", _description(picture))
        assert described == described.upper()
        assert {name.upper() for name in shown_cards(svg(state))} == shown_cards(picture)


def test_effects_are_described_in_the_language() -> None:
    """Tooltips and descriptions give the effects in the language."""
    french = svg(catalogue.buildings["walls"], language="fr")

    assert french.count("avance le pion conflit de 2 cases vers l'adversaire.") == 2


def test_the_picture_of_a_position_is_small() -> None:
    """The position itself takes a few thousand characters, since definitions are shared."""
    for state in EVERY_PHASE.values():
        drawn = scene(state, legal_moves=True)
        assert len(drawn.body) < 15_000
        assert set(re.findall(r'href="#(\w+)"', drawn.body)) <= set(drawn.definitions)


def test_a_picture_is_the_same_in_every_process() -> None:
    """The picture is the same text in every process, whatever the hash seed."""
    program = (
        "from hashlib import sha256\n"
        "from wonders_duel import catalogue\n"
        "from wonders_duel.render import svg\n"
        "from wonders_duel.testing.walks import walk\n"
        "states = list(walk(2, catalogue, catalogue.wonders))[::18]\n"
        "texts = [svg(state, legal_moves=True, theme='dark') for state in states]\n"
        "print(sha256(''.join(texts).encode()).hexdigest())\n"
    )
    printed = {
        subprocess.run(  # noqa: S603 - this interpreter
            [sys.executable, "-c", program],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("0", "1")
    }

    assert len(printed) == 1


def test_threads_draw_the_same() -> None:
    """Threads that share pens draw the same pictures."""
    states = list(walk(4, catalogue))
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(svg, states))

    assert drawn == [svg(state) for state in states]


def test_the_cache_of_a_pen_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of a pen is limited, and a deleted custom card is not confused with another."""
    monkeypatch.setattr(pen, "MOST", 3)
    held = pen.Pen(LIGHT, ENGLISH, catalogue)
    pictures = [cards.building(held, card) for card in catalogue.building_list]

    assert len(held._drawn) <= 3
    assert [one.markup for one in pictures] == [
        cards.building(held, card).markup for card in catalogue.building_list
    ]
    last = catalogue.building_list[-1]
    assert cards.building(held, last) is cards.building(held, last)


@pytest.mark.parametrize("width", [16, 100.5, 1200, 20_000])
def test_a_picture_is_as_wide_as_asked_for(width: float) -> None:
    """The width is the requested one, and the height follows."""
    root = parsed(svg(CARD, width=width))

    assert float(str(root.get("width"))) == width
    assert list(picture_breaches(svg(CARD, width=width))) == []


CARD = catalogue.buildings["baths"]


# -- refused arguments -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "width", [0, -5, 15.9, 20_001, 10**400, float("nan"), float("inf"), "100", True, b"1", [100]]
)
def test_an_invalid_width_is_refused(wording: Wording, width: Any) -> None:
    """A width that is too small, too large or not a number is refused."""
    with wording.raises(WrongTypeError):
        svg(CARD, width=width)


START = State.start()
NO_TEXT: Any = []


@pytest.mark.parametrize(
    ("thing", "arguments", "error"),
    [
        (5, {}, WrongTypeError),
        (catalogue, {}, WrongTypeError),
        (Building, {}, WrongTypeError),
        (CARD, {"theme": "lihgt"}, UnknownNameError),
        (CARD, {"theme": 5}, WrongTypeError),
        (CARD, {"language": "klingon"}, UnknownNameError),
        (CARD, {"language": 5}, WrongTypeError),
        (CARD, {"language": []}, WrongTypeError),
        (CARD, {"sentences": 5}, WrongTypeError),
        (START, {"sentences": True}, WrongTypeError),
        (START.score(), {"sentences": True}, WrongTypeError),
        (START.score(), {"legal_moves": True}, WrongTypeError),
        (CARD, {"title": 5}, WrongTypeError),
        (CARD, {"legal_moves": True}, WrongTypeError),
        (CARD, {"last_move": DiscardBuilding("baths")}, WrongTypeError),
        (
            attrs.evolve(CARD, name=NO_TEXT),
            {},
            WrongTypeError,
        ),
        (attrs.evolve(CARD, id=NO_TEXT), {}, WrongTypeError),
        (START, {"last_move": "build baths"}, WrongTypeError),
        (START, {"legal_moves": START.legal_moves}, WrongTypeError),
        (START, {"names": "ab"}, WrongTypeError),
        (START, {"names": ("a",)}, WrongTypeError),
        (START, {"names": (1, 2)}, WrongTypeError),
    ],
)
def test_wrong_arguments_are_refused(
    thing: Any, arguments: dict[str, Any], error: type[Exception], wording: Wording
) -> None:
    """Wrong arguments are refused with an error that says what was expected."""
    with wording.raises(error):
        svg(thing, **arguments)


@pytest.mark.parametrize(
    ("wonder", "card"), [("the-sphinx", CARD), (catalogue.wonders["the-sphinx"], "baths")]
)
def test_the_parts_of_a_constructed_wonder_are_cards(
    wording: Wording, wonder: Any, card: Any
) -> None:
    """Their ids alone cannot be drawn."""
    with wording.raises(WrongTypeError):
        svg(BuiltWonder(wonder, card))


@pytest.mark.parametrize("colour", ["", "white", "#fff", "#1234567", 5, None, '"><script>'])
def test_a_theme_takes_colours_only(wording: Wording, colour: Any) -> None:
    """A theme takes only valid colours, so it cannot break the document."""
    with wording.raises(WrongTypeError):
        attrs.evolve(LIGHT, page=colour)


def test_accepted_arguments() -> None:
    """A custom theme, a theme by name and an empty title are accepted."""
    mine = attrs.evolve(LIGHT, page="#fedcba")
    picture = svg(START, theme=mine)

    assert list(picture_breaches(picture)) == []
    assert 'fill="#fedcba"' in picture
    assert svg(START, title=" ") == svg(START)
    assert svg(START, theme=" Dark ") == svg(START, theme=DARK)


def test_tallies_are_drawn() -> None:
    """Sets of coins are drawn, and a building of each colour where several count."""
    guild = GuildMajority(Cards(Colour.RED), coins=2)
    assert _symbols(guild) == [
        symbols.coin("2"),
        symbols.slash(),
        symbols.kind(Colour.RED),
        symbols.sign(MORE),
    ]
    assert _symbols(CoinsPer(1, CoinSets(3))) == [
        symbols.coin("1"),
        symbols.slash(),
        symbols.coin("3"),
    ]
    assert _symbols(CoinsPer(1, Cards(Colour.RED, Colour.BLUE))) == [
        symbols.coin("1"),
        symbols.slash(),
        symbols.kind(Colour.RED),
        symbols.kind(Colour.BLUE),
    ]


def test_a_picture_shrinks_to_fit_unless_a_width_is_given() -> None:
    """A picture without a width shrinks to fit its page."""
    free, fixed = parsed(svg(CARD)), parsed(svg(CARD, width=300))

    assert (free.get("style"), free.get("height")) == ("max-width:100%", None)
    assert (fixed.get("style"), fixed.get("width")) == (None, "300")
    assert float(fixed.get("height", 0)) > 300
