"""Layouts of the table, the hooks for web pages, and what a picture shows of prices and results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from typing_extensions import override

from examples import custom_choice
from tests.amounts import part
from tests.builders import pair_to_decline
from tests.own_cards import laid_out
from tests.pictures import SVG, parsed, picture_breaches, shown_cards, visible_cards
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Card,
    ChooseBeginner,
    CityPosition,
    Colour,
    Cost,
    Game,
    Phase,
    Player,
    Position,
    Resource,
    State,
    UnknownNameError,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.bots import RandomBot
from wonders_duel.effects import CardChoice, Changes
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language
from wonders_duel.render import DARK, LIGHT, Theme, svg
from wonders_duel.render.drawing import cards, emblems, face, marks, symbols
from wonders_duel.render.drawing.means import draw_means
from wonders_duel.render.drawing.pen import pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK
from wonders_duel.testing.walks import walk

LAYOUTS: list[Any] = ["wide", "tall"]
PHONE = 390
SMALLEST = 10


def hooks(picture: str) -> list[ET.Element]:
    """Return the groups that legal moves are about."""
    return [one for one in parsed(picture).iter(f"{SVG}g") if one.get("data-move") is not None]


def in_every_phase() -> Iterator[State]:
    """Yield states of all phases, among them a custom choice and a token that may be declined."""
    for seed in range(6):
        yield from walk(seed, catalogue)
    yield custom_choice.position().apply(
        parse_move("wonder messe with tavern", custom_choice.PROMO)
    )
    yield pair_to_decline()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_legal_move_is_in_the_picture(layout: Any) -> None:
    """The hooks of a picture list exactly the legal moves, each thing its own first and in order."""
    phases = set()
    for state in in_every_phase():
        texts = [str(move) for move in state.legal_moves]
        found: set[str] = set()
        for one in hooks(svg(state, legal_moves=True, layout=layout)):
            moves = str(one.get("data-moves")).split("; ")
            assert str(one.get("class")).startswith("legal ")
            assert one.get("data-move") in moves
            assert moves == [text for text in texts if text in moves]
            found |= set(moves)
        assert found == set(texts)
        assert hooks(svg(state, layout=layout)) == []
        phases.add(state.phase)
    assert len(phases) > 11


def test_a_card_stands_for_its_construction() -> None:
    """The move of an accessible card is its construction if that is legal, else its discard."""
    state = Position(
        age=Age.I,
        structure={0: "altar", 1: "baths", 2: "tavern"},
        cities=(CityPosition(coins=1, unbuilt=["piraeus"]), CityPosition(coins=5)),
    ).state()
    assert {
        (one.get("class"), one.get("data-move"), one.get("data-moves"))
        for one in hooks(svg(state, legal_moves=True))
    } == {
        ("legal card", "discard baths", "discard baths"),
        ("legal card", "build tavern", "build tavern; discard tavern"),
    }


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_card_of_the_structure_has_its_slot(layout: Any) -> None:
    """Each card of the structure has the number of its slot, with or without legal moves."""
    for state in walk(3, catalogue):
        if state.is_over:
            continue
        expected = {str(slot.index) for slot in state.structure if not slot.is_empty}
        for legal_moves in (False, True):
            picture = svg(state, legal_moves=legal_moves, layout=layout)
            assert set(re.findall(r'data-slot="(\d+)"', picture)) == expected


def _size(picture: str) -> str:
    return picture.partition('viewBox="')[2].partition('"')[0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_pictures_of_a_game_have_one_size(layout: Any) -> None:
    """All positions of a game are drawn in the same size, so that a live view does not jump."""
    sizes = set()
    for seed in range(part(12, at_least=2)):
        for state in walk(seed, catalogue):
            sizes.add(_size(svg(state, layout=layout)))
    assert len(sizes) == 1


@attrs.frozen
class _Building(CardChoice):
    """A choice among the buildings of both cities."""

    word = "of-a-city"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return [card for city in state.cities for card in city.buildings]

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        pass

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("Choose a card of a city.")


@attrs.frozen
class _Wonder(_Building):
    """A choice among the wonders of both cities."""

    word = "of-the-wonders"
    chosen = "wonder"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        built = [one.wonder for city in state.cities for one in city.built]
        return [*built, *(card for city in state.cities for card in city.unbuilt)]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("effect", "kinds"),
    [
        (_Building(), {"baths": "legal own", "tavern": "legal opposing"}),
        (_Wonder(), {"hall": "legal wonder", "the-sphinx": "legal wonder"}),
    ],
    ids=["building", "wonder"],
)
def test_a_custom_choice_can_offer_cards_of_both_cities(
    layout: Any, effect: CardChoice, kinds: dict[str, str]
) -> None:
    """Own buildings, those of the opponent and wonders are told apart, and all have a tick."""
    hall = Wonder(id="hall", name="Hall", cost=Cost(), effects=(effect,))
    with_hall = catalogue.extended("with-hall", wonders=[hall])
    cities = (
        CityPosition(unbuilt=["hall"], buildings=["baths"]),
        CityPosition(unbuilt=["the-sphinx"], buildings=["tavern"]),
    )
    structure = {0: "walls", 1: "brewery"}
    state = Position(catalogue=with_hall, age=Age.II, structure=structure, cities=cities).state()
    asked = state.apply(parse_move("wonder hall with walls", with_hall))
    picture = svg(asked, legal_moves=True, layout=layout)

    found = {str(one.get("data-move")).split()[-1]: one.get("class") for one in hooks(picture)}
    assert found == kinds
    tick = f'href="#{marks.tick(LIGHT.legal).id}"'
    assert picture.partition("<g font-family")[2].count(tick) == len(kinds)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_only_a_choice_from_the_discard_pile_needs_more_room(layout: Any) -> None:
    """With legal moves, the tall layout unfolds the discard pile while one of its cards is chosen."""
    usual = _size(svg(State.start(), layout=layout))
    unlike = {
        state.phase
        for seed in range(6)
        for state in walk(seed, catalogue)
        if _size(svg(state, layout=layout, legal_moves=True)) != usual
    }
    assert unlike == ({Phase.REVIVE} if layout == "tall" else set())


def test_both_layouts_show_the_same_cards() -> None:
    """The tall layout shows the cards of the wide one, without those of the folded discard pile.

    After a supremacy, it leaves out the cards of the structure, too.
    """
    over = [list(walk(seed, catalogue))[-1] for seed in range(12)]
    assert any(slot.building for state in over for slot in state.structure)
    for state in [*list(walk(7, catalogue))[::4], *over]:
        tall = svg(state, layout="tall")
        assert list(picture_breaches(tall)) == []
        seen = visible_cards(state)
        assert shown_cards(svg(state)) == seen
        if state.is_over:
            seen -= {slot.building.name for slot in state.structure if slot.building}
        assert shown_cards(tall) == seen - {card.name for card in state.discard_pile}


def _letters(picture: str) -> Iterator[tuple[str, float]]:
    """Yield the texts of a picture with their sizes, in the pixels of a phone."""
    root = parsed(picture)
    named = {f"#{one.get('id')}": one for one in root.iter() if one.get("id")}
    width = float(str(root.get("viewBox")).split()[2])

    def below(one: ET.Element, scale: float) -> Iterator[tuple[str, float]]:
        grown = re.search(r"scale\(([0-9.]+)\)", one.get("transform") or "")
        scale *= float(grown[1]) if grown else 1
        if one.tag == f"{SVG}text":
            yield one.text or "", float(str(one.get("font-size"))) * scale
        if one.tag == f"{SVG}use":
            yield from below(named[str(one.get("href"))], scale)
        for child in one:
            yield from below(child, scale)

    body = root.find(f"{SVG}g")
    assert body is not None
    yield from below(body, PHONE / width)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_tall_layout_is_readable_on_a_phone(code: str) -> None:
    """At a width of 390 pixels, no letter or number is smaller than 10 pixels."""
    small = {
        (text, round(size, 2))
        for seed in range(8)
        for state in list(walk(seed, catalogue))[seed % 3 :: 3]
        for text, size in _letters(
            svg(state, layout="tall", language=code, legal_moves=True, slots=True)
        )
        if text.strip() and size < SMALLEST
    }
    assert small == set()


@pytest.mark.parametrize("layout", ["Wide", "", "narrow", None, 3, b"tall"])
def test_an_unknown_layout_is_refused(wording: Wording, layout: Any) -> None:
    """Only the two layouts are accepted."""
    kind = UnknownNameError if isinstance(layout, str) else WrongTypeError
    with wording.raises(kind):
        svg(State.start(), layout=layout)


def test_only_tables_have_a_layout(wording: Wording) -> None:
    """A card has no layout and no slots."""
    card = catalogue.buildings["baths"]
    with wording.raises(WrongTypeError):
        svg(card, layout="tall")
    with wording.raises(WrongTypeError):
        svg(card, slots=True)
    wrong: Any = 1
    with wording.raises(WrongTypeError):
        svg(State.start(), slots=wrong)


def test_numbers_of_slots_are_shown_on_request() -> None:
    """The numbers of slots, as in messages, are written on the cards."""
    state = Game(seed=1, rules="first-game").state
    assert ">#12</text>" in svg(state, slots=True)
    assert ">#12</text>" in svg(state, slots=True, layout="tall")
    assert ">#12</text>" not in svg(state)


@pytest.mark.parametrize("sizes", [face.WIDE, face.TALL, face.TALL_LARGE], ids=lambda one: one.key)
@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_of_slots_are_above_the_names(sizes: face.Face, code: str) -> None:
    """The number of a slot hides no letter of the name of a card, even if that has two lines."""
    top, height = sizes.number
    held = pen(LIGHT, language(code), catalogue)
    for card in catalogue.building_list:
        markup = cards.building(held, card, sizes).markup
        lines = re.findall(r'<text x="[0-9.]+" y="([0-9.]+)" font-size="([0-9.]+)"', markup)
        assert lines
        assert all(float(y) - 0.72 * float(size) >= top + height for y, size in lines), card


def test_the_number_of_an_awaited_slot_is_below_its_question_mark() -> None:
    """The number of the slot that is about to be revealed does not hide the question mark."""
    state = next(one for one in walk(2, catalogue) if one.phase is Phase.REVEAL)
    awaited = marks.awaited(*face.TALL.card, LIGHT.last)
    (circle,) = re.findall(r'cy="([0-9.]+)" r="([0-9.]+)"', awaited.markup)
    bottom = float(circle[0]) + float(circle[1])
    drawn = svg(state, layout="tall", slots=True)
    (card,) = re.findall(rf'<use href="#{awaited.id}" x="[0-9.]+" y="([0-9.]+)"/>', drawn)
    (number,) = re.findall(
        rf'<use href="#{awaited.id}" [^>]*/><use href="#\w+" x="[0-9.]+" y="([0-9.]+)"/>', drawn
    )
    assert float(number) - float(card) > bottom


def test_the_awaited_card_is_marked() -> None:
    """While the game waits for a reveal, the card in question has a ring."""
    state = next(one for one in walk(2, catalogue) if one.phase is Phase.REVEAL)
    ring = marks.awaited(*cards.CARD, LIGHT.last).id
    assert f'href="#{ring}"' in svg(state)
    assert ring not in svg(Game(seed=1, rules="first-game"))


def test_revealed_cards_are_marked() -> None:
    """In a game, the cards that the last move has revealed are marked."""
    ring = f'href="#{marks.ring(*cards.CARD, LIGHT.last).id}"'
    game = Game(seed=4, rules="first-game")
    bot = RandomBot(seed=1)
    counts = set()
    for _ in range(12):
        game.play(bot.choose(game.state))
        number = len(game.history[-1].outcomes)
        assert svg(game).count(ring) == number
        assert ring not in svg(game.state)
        assert ring not in svg(game, last_move=game.history[-1].move)
        counts.add(number)
    assert {0, 1} <= counts


def test_a_chain_is_marked_in_the_city() -> None:
    """A building that is free by a chain has a link, and its partner in the city a ring."""
    state = Position(
        age=Age.II,
        structure={0: "horse-breeders"},
        cities=(CityPosition(coins=0, buildings=["stable"]), CityPosition(coins=9)),
    ).state()
    picture = svg(state, legal_moves=True)
    circle = f'fill="none" stroke="{LIGHT.legal}" stroke-width="2.4"'
    assert f'href="#{marks.free(LIGHT.legal).id}"' in picture
    assert picture.count(circle) == 1
    assert circle not in svg(state)
    # Player two would have to buy clay and wood.
    assert f'href="#{marks.rival(4, LIGHT.two).id}"' in picture


def test_the_means_of_a_city_are_shown() -> None:
    """A city shows what it produces, what resources cost it, its income and its symbols."""
    state = Position(
        age=Age.II,
        structure={0: "statue"},
        cities=(
            CityPosition(
                coins=3, buildings=["clay-pit", "forum", "caravansery", "tavern", "pharmacist"]
            ),
            CityPosition(buildings=["shelf-quarry", "wood-reserve"]),
        ),
    ).state()
    picture = svg(state)
    used = re.findall(r'href="#(\w+)"', picture)
    assert symbols.coin("4").id in used  # stone, of which the opponent produces two
    assert symbols.coin(f"+{state.cities[0].discard_income}").id in used
    assert symbols.discarded(LIGHT.text).id in used
    over = Position(age=Age.III, phase=Phase.OVER).state()
    assert symbols.coin("2").id not in re.findall(r'href="#(\w+)"', svg(over))


class Recorded(Sheet):
    """A sheet that notes the places of its pictures."""

    def __init__(self) -> None:
        """Start without pictures."""
        super().__init__()
        self.places: list[tuple[float, float, float]] = []

    @override
    def put(
        self, picture: Picture, x: float, y: float, scale: float = 1.0, *, more: str = ""
    ) -> None:
        """Note the middle, the left and the right edge of a picture."""
        right = x + picture.width * scale
        self.places.append((round(y + picture.height * scale / 2), x, right))
        super().put(picture, x, y, scale, more=more)


@pytest.mark.parametrize(
    ("layout", "sizes", "left", "right"),
    [("wide", face.WIDE, 326, 894), ("tall", face.TALL, 0, PHONE)],
)
@pytest.mark.parametrize("last", [10, 12, 38, 199])
def test_a_structure_of_any_width_keeps_to_its_place(
    layout: Any, sizes: face.Face, left: float, right: float, last: int
) -> None:
    """A custom structure that is too wide is scaled down; it lay over the cities, or outside."""
    columns = (*range(0, 10, 2), last)
    game = Game(seed=1, rules="first-game", catalogue=laid_out(columns))
    picture = parsed(svg(game, layout=layout))

    (parent,) = [one for one in picture.iter() if one.findall(f"{SVG}use[@data-slot]")]
    moved = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", parent.get("transform") or "")
    x, scale = (float(moved[1]), float(moved[3])) if moved else (0.0, 1.0)
    places = [float(str(one.get("x"))) for one in parent.findall(f"{SVG}use[@data-slot]")]
    assert len(places) == len(columns)
    assert (moved is None) == (last == 10)
    assert x + scale * min(places) >= left - 0.1
    assert x + scale * (max(places) + sizes.card[0]) <= right + 0.1


@pytest.mark.parametrize("width", [face.WIDE.city, face.TALL.city, face.ALONE.city])
@pytest.mark.parametrize(
    "producers",
    [
        ["caravansery"],
        ["forum", "caravansery"],
        ["forum", "caravansery", "the-great-lighthouse"],
        ["forum", "caravansery", "piraeus"],
        ["forum", "caravansery", "the-great-lighthouse", "piraeus"],
    ],
)
def test_producers_of_a_choice_cover_nothing(width: float, producers: list[str]) -> None:
    """They have room beside the scientific symbols and the discard income, even all four of them."""
    under = iter(["palisade", "baths"])
    owner = CityPosition(
        buildings=[
            *(one for one in producers if one in catalogue.buildings),
            *("workshop", "pharmacist", "library", "school", "academy"),
        ],
        built={one: next(under) for one in producers if one in catalogue.wonders},
    )
    state = Position(age=Age.III, structure={0: "arena"}, cities=(owner, CityPosition())).state()
    sheet = Recorded()
    draw_means(sheet, pen(LIGHT, ENGLISH, catalogue), state.cities[0], None, 0, 0, width)

    assert len(sheet.places) == len(Resource) + len(producers) + 5 + 2
    for (line, _, right), (other, left, _) in pairwise(sorted(sheet.places)):
        assert line != other or right < left + 2  # the symbols touch each other
    assert max(right for _, _, right in sheet.places) <= width + 2


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("victory", Victory)
def test_the_end_says_what_decided_the_game(victory: Victory, layout: Any) -> None:
    """After a supremacy, its reason is drawn large, and the points are for information only."""
    state = next(
        state
        for seed in range(591 if victory is Victory.SCIENTIFIC else 0, 1000)  # the first such game
        for state in walk(seed, catalogue)
        if state.result is not None and state.result.victory is victory
    )
    picture = svg(state, layout=layout)
    is_supremacy = victory is not Victory.CIVILIAN
    assert list(picture_breaches(picture)) == []
    assert ("The points are for information only" in picture) is is_supremacy
    assert ('<g opacity="0.55">' in picture) is is_supremacy
    reasons = [symbols.science(one) for one in _symbols(state)]
    if victory is Victory.MILITARY:
        reasons = [symbols.shield()]
    assert len(reasons) >= (6 if victory is Victory.SCIENTIFIC else 0)
    for reason in reasons if is_supremacy else ():
        scales = re.findall(rf'href="#{reason.id}" transform="[^"]* scale\(([0-9.]+)\)"', picture)
        assert max(map(float, scales)) > 1.5


def _symbols(state: State) -> tuple[Any, ...]:
    assert state.result is not None
    winner = state.result.winner
    return () if winner is None else state.cities[winner].symbols


def test_a_resigned_or_shared_game_has_no_winner_by_points() -> None:
    """A shared victory has a banner in a neutral colour."""
    shared = Position(age=Age.III, phase=Phase.OVER).state()
    assert f'fill="{LIGHT.legal}" rx="10"' in svg(shared)


@pytest.mark.parametrize("beginner", Player)
def test_who_begins_is_said_in_words(beginner: Player) -> None:
    """A player who chooses to begin does not let themselves begin."""
    start = next(one for one in walk(2, catalogue) if one.phase is Phase.BEGIN)
    game = Game.from_state(start)
    game.players = ("Ann", "Ben")
    chooser = game.state.to_move
    assert chooser is not None
    name, other = (("Ann", "Ben")[seat] for seat in (chooser, beginner))
    game.play(ChooseBeginner(beginner))
    picture = svg(game)
    age = game.state.age
    if chooser is beginner:
        assert f">{name} begins age {age}</text>" in picture
    else:
        assert f">{name} lets {other} begin</text>" in picture


def test_seats_have_their_colours() -> None:
    """Each city has the colour of its seat, in both themes."""
    state = Game(seed=1, rules="first-game").state
    for theme in (LIGHT, DARK):
        picture = svg(state, theme=theme, names=("Ann", "Ben"))
        for name, ink in zip(("Ann", "Ben"), theme.seats, strict=True):
            assert re.search(f'<text [^>]*fill="{ink}"[^>]*>{name}</text>', picture)


def test_every_wonder_has_an_emblem() -> None:
    """Each wonder of the base game has an emblem of its own; a custom one has the general sign."""
    assert set(emblems.EMBLEMS) == set(catalogue.wonders)
    drawn = {svg(wonder).partition("<defs>")[2] for wonder in catalogue.wonder_list}
    assert len(drawn) == 12
    assert emblems.emblem("messe", "#000000", 1.0) is None
    for name in emblems.EMBLEMS:
        picture = emblems.emblem(name, "#000000", 1.0)
        assert picture is not None
        assert "<path" in picture.markup


def test_the_track_says_who_leads() -> None:
    """The name of the player who leads and the lead are above the track."""
    state = Position(
        age=Age.I, structure={0: "altar"}, pawn=-4, cities=(CityPosition(), CityPosition())
    ).state()
    assert ">Ben +4</text>" in svg(state, names=("Ann", "Ben"))
    assert ">Ben +4</text>" in svg(state, names=("Ann", "Ben"), layout="tall")
    assert ">Ben +4</text>" in svg(state.track, names=("Ann", "Ben"))


def test_a_large_city_keeps_the_size_of_the_table() -> None:
    """The buildings of a large city and a large discard pile overlap instead."""
    known = [
        card.id
        for age in (Age.I, Age.II)
        for card in [one for one in catalogue.building_list if one.age is age][:20]
    ]
    small, large = (
        Position(
            age=Age.III,
            structure={0: "palace"},
            cities=(CityPosition(buildings=known[:number]), CityPosition()),
            discard_pile=known[number : 2 * number],
        ).state()
        for number in (2, 20)
    )
    for layout in LAYOUTS:
        pictures = [svg(state, layout=layout) for state in (small, large)]
        boxes = {one.partition('viewBox="')[2].partition('"')[0] for one in pictures}
        assert len(boxes) == 1
        assert all(list(picture_breaches(one)) == [] for one in pictures)


def test_the_emblem_of_a_wonder_is_not_covered() -> None:
    """The emblem is below the effects, and beside the cost and the price."""
    for wonder in catalogue.wonder_list:
        art = emblems.emblem(wonder.id, INK, 0.6)
        assert art is not None
        drawn = re.search(
            rf'href="#{art.id}" transform="translate\((\S+) (\S+)\) scale\((\S+)\)', svg(wonder)
        )
        assert drawn is not None
        left, top, scale = map(float, drawn.groups())
        assert top >= 21 + 26
        assert left >= 38
        assert left + art.width * scale <= cards.WONDER[0] - marks.price(1, LIGHT.legal).width
        assert top + art.height * scale <= cards.WONDER[1]


def _places(picture: str, buildings: Sequence[Building]) -> dict[str, tuple[float, float]]:
    """Return where the strips of buildings are, by id; strips are known by their tooltips."""
    root = parsed(picture)
    strips = {
        str(one.get("id")): str(one.findtext(f"{SVG}title")).partition(".")[0]
        for one in root.iter(f"{SVG}g")
        if one.find(f"{SVG}title") is not None
    }
    places = {
        strips[name]: (float(str(one.get("x"))), float(str(one.get("y"))))
        for one in root.iter(f"{SVG}use")
        if (name := str(one.get("href"))[1:]) in strips and one.get("x") is not None
    }
    return {one.id: places[one.name] for one in buildings}


def test_the_buildings_of_a_city_overlap_by_colour() -> None:
    """Each colour has its column, and the names and effects of all buildings are visible."""
    for number in (1, 9, 20, 30):
        known = catalogue.building_list[: 2 * number : 2]
        position = Position(
            age=Age.III,
            structure={0: "palace"},
            cities=(CityPosition(buildings=[one.id for one in known]), CityPosition()),
        )
        places = _places(svg(position.state()), known)
        columns: dict[float, list[float]] = {}
        for left, top in places.values():
            columns.setdefault(left, []).append(top)
        assert len(columns) <= 2
        for tops in columns.values():
            tops.sort()
            assert all(low - high >= 19 for high, low in pairwise(tops))
        for colour in Colour:
            group = [places[one.id] for one in known if one.colour is colour]
            assert len({left for left, _ in group}) <= 1
            assert all(low[1] - high[1] <= 21 for high, low in pairwise(group))


def test_a_crowded_column_gives_a_colour_to_the_other() -> None:
    """If the column of a colour is too long, the colour goes to the shorter one."""
    colours = (Colour.BROWN, Colour.GREY, Colour.YELLOW, Colour.RED)
    known = [one for one in catalogue.building_list if one.colour in colours][:32:2]
    state = Position(
        age=Age.III,
        structure={0: "palace"},
        cities=(CityPosition(buildings=[one.id for one in known]), CityPosition()),
    ).state()
    lefts = [left for left, _ in _places(svg(state), known).values()]
    assert len(set(lefts)) == 2
    assert max(map(lefts.count, lefts)) <= 13


@pytest.mark.parametrize("layout", LAYOUTS)
def test_wonders_on_offer_fit_the_place_of_a_structure(layout: Any) -> None:
    """Four wonders on offer are apart from each other and from everything else."""
    state = Game(seed=1).state
    picture = svg(state, legal_moves=True, layout=layout)
    offers = [
        re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", str(use.get("transform")))
        for group in hooks(picture)
        for use in group.findall(f"{SVG}use")[:1]
    ]
    places = [tuple(map(float, one.groups())) for one in offers if one is not None]
    size = face.WIDE.wonder if layout == "wide" else face.TALL.wonder
    boxes = [(x, y, x + size[0] * scale, y + size[1] * scale) for x, y, scale in places]
    assert len(boxes) == 4
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or one[3] < other[1]
    panels = [
        (float(str(rect.get("x"))), float(str(rect.get("y"))))
        for rect in parsed(picture).iter(f"{SVG}rect")
        if rect.get("rx") == "9"
    ]
    if layout == "tall":
        assert max(bottom for *_, bottom in boxes) < min(top for _, top in panels)
    else:
        assert max(right for _, _, right, _ in boxes) < max(left for left, _ in panels)
        assert max(bottom for *_, bottom in boxes) < max(top for _, top in panels)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_colours_of_a_theme_are_used_as_they_are(layout: Any) -> None:
    """No colour is computed from those of a theme: replay pages put CSS variables in their place."""
    names = [field.name for field in attrs.fields(Theme)]
    one, two = (
        Theme(**{name: f"#fe0{kind}{place:02x}" for place, name in enumerate(names)})
        for kind in (1, 2)
    )
    for state in list(walk(3, catalogue))[::6]:
        first, second = (
            re.sub("w[0-9a-f]{12}", "", svg(state, theme=theme, layout=layout, legal_moves=True))
            for theme in (one, two)
        )
        assert first.replace("#fe01", "#fe02") == second
