"""The gallery: pictures and descriptions of every card, generated from the catalogue.

The argument of the directive ``gallery`` is an age and a colour, such as ``I brown``, or
``wonders``, ``tokens``, ``military``, ``track``, ``structures``, ``city``, ``built-wonder``, ``chart``,
``table`` for a whole position, or ``table`` and an option of ``svg`` from ``OPTIONS``. Each card has its id as an anchor, and a label for links from other pages:
``{ref}`card-baths```. Every picture exists in light and dark; the theme shows the right one.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from tools.showcase import played
from wonders_duel import (
    Age,
    Back,
    Building,
    BuiltWonder,
    Card,
    City,
    CityPosition,
    Colour,
    Game,
    MilitaryToken,
    Position,
    ProgressToken,
    State,
    Structure,
    Track,
    Wonder,
    catalogue,
    parse_move,
)
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.render import chart, svg

FOLDER = "_static/gallery"
THEMES = ("light", "dark")
WIDTHS = {
    Building: 110,
    Wonder: 200,
    ProgressToken: 90,
    MilitaryToken: 66,
    Track: 700,
    Structure: 520,
    Game: 760,
    State: 760,
    City: 420,
    BuiltWonder: 200,
}
OTHER_WIDTHS = {"table-tall": 390, "chart": 640}


def _structures() -> Iterator[tuple[Age, Structure]]:
    """Yield each age with its structure as it is dealt."""
    rng = Random(2015)
    state = State.start(rules="first-game")
    seen = 0
    while not state.is_over:
        if state.chance:
            state = state.resolve(state.chance.sample(rng))
        else:
            state = state.apply(rng.choice(state.legal_moves))
        if state.age is not None and state.age > seen:
            seen = state.age
            yield state.age, state.structure


def _table() -> Game:
    """Return a game played to the middle of Age II."""
    game, rng = Game(seed=2015), Random(2015)
    while game.state.age is not Age.II or game.state.cards_left > 11:
        game.play(rng.choice(game.legal_moves))
    return game


def _awaited() -> State:
    """Return the state of the page about chance, which waits for a card."""
    game = Game(seed=2015, rules="first-game")
    game.play("build stone-pit")
    state = game.play("build pharmacist")
    return state.apply(state.legal_moves[1])


def _priced() -> State:
    """Return the state of the page about payment."""
    payer = CityPosition(
        coins=3, buildings=["press", "caravansery", "clay-pool"], tokens=["masonry"]
    )
    opponent = CityPosition(buildings=["shelf-quarry", "glassworks"], tokens=["economy"])
    return Position(age=Age.III, structure={0: "palace"}, cities=(payer, opponent)).state()


def _choosing() -> State:
    """Return the state of the page about the order of a turn."""
    row = {0: "walls", 1: "statue", 2: "aqueduct", 6: Back.AGE_II, 7: Back.AGE_II, 11: "dispensary"}
    position = Position(
        age=Age.II,
        structure=row,
        cities=(CityPosition(coins=9, buildings=["pharmacist"]), CityPosition()),
        board_tokens=["law", "economy"],
    )
    return position.state().apply(parse_move("build dispensary"))


ALT = {
    "table-turn": "A table in the middle of a turn: both progress tokens can be chosen, cards below are hidden",
    "chart": "Lines for the points and coins of both players, and for the conflict pawn, in three ages",
    "city": "A city: coins, production, prices, wonders, and buildings in columns by colour",
    "built-wonder": "A constructed wonder with the card below it",
    "table": "A table in the middle of Age II: the structure between the cities of both players",
    "table-legal": "The same table: legal moves have a green frame and their price",
    "table-tall": "The same table for a phone: its parts below each other",
    "table-slots": "The same table with the numbers of the slots",
    "table-fi": "The same table in Finnish",
    "table-chance": "A table that waits for a card: it has a ring and a question mark",
    "table-payment": "A table with the price of the Palace: 2 coins",
}
"""What pictures of tables show."""
OPTIONS: dict[str, dict[str, Any]] = {
    "table-legal": {"legal_moves": True},
    "table-tall": {"layout": "tall", "legal_moves": True},
    "table-slots": {"slots": True},
    "table-fi": {"language": "fi"},
    "table-chance": {"slots": True},
    "table-turn": {"legal_moves": True},
    "table-payment": {"legal_moves": True},
}
"""Pictures of the table with options, by file name."""
Component = Card | MilitaryToken
Thing = Component | Track | Structure | Game | State | City | BuiltWonder


def _id(card: Component) -> str:
    """Return the name of a component in links; military tokens have no ids."""
    return f"military-{card.coins}" if isinstance(card, MilitaryToken) else card.id


def _name(card: Component) -> str:
    return "Military token" if isinstance(card, MilitaryToken) else card.name


def _things() -> dict[str, Thing]:
    """Return all drawn objects by file name, without theme and suffix."""
    cards: list[Card] = [
        *catalogue.building_list,
        *catalogue.wonder_list,
        *catalogue.token_list,
    ]
    found: dict[str, Thing] = {_id(card): card for card in (*cards, *MILITARY_TOKENS)}
    found["track"] = State.start().track
    found["table"] = _table()
    found |= dict.fromkeys(OPTIONS, found["table"])
    found |= {"table-chance": _awaited(), "table-payment": _priced(), "table-turn": _choosing()}
    end = played()
    found |= {
        "chart": end,
        "city": end.state.cities[0],
        "built-wonder": end.state.cities[0].built[0],
    }
    found |= {f"structure-{age}".lower(): laid for age, laid in _structures()}
    return found


THINGS = _things()


def _width(name: str, thing: Thing) -> int:
    """Return the width of a picture in pixels."""
    return OTHER_WIDTHS.get(name) or WIDTHS[type(thing)]


def _facts(card: Component) -> Iterator[str]:
    """Yield the printed facts other than effects."""
    if isinstance(card, Building):
        yield f"{card.colour.kind} ({card.colour.value}), age {card.age}"
    if isinstance(card, Building | Wonder):
        yield "free" if card.cost.is_free else f"costs {card.cost}"
    if isinstance(card, Building) and card.colour is Colour.PURPLE:
        yield "three of the seven guilds are in a game"


def _names(card: Component) -> Iterator[tuple[str, str]]:
    """Yield the language codes and names that differ from English."""
    for code in LANGUAGES:
        to = language(code)
        name = to.term(_name(card)) if isinstance(card, MilitaryToken) else to.name(card)
        if name != _name(card):
            yield code, name


class Gallery(SphinxDirective):
    """A directive that shows a group of cards, or a picture."""

    required_arguments = 1
    final_argument_whitespace = True

    @override
    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # Sphinx cannot track the cards as files
        what = self.arguments[0]
        if what in {"built-wonder", "chart", "city", "track", "table", *OPTIONS}:
            return [self._picture(what)]
        if what == "structures":
            return [self._picture(name) for name in THINGS if name.startswith("structure-")]
        group = nodes.container(classes=["gallery"])
        group += [self._card(card) for card in self._chosen(what)]
        return [group]

    def _chosen(self, what: str) -> list[Component]:
        if what == "military":
            return [*MILITARY_TOKENS]
        if what == "wonders":
            return [*catalogue.wonder_list]
        if what == "tokens":
            return [*catalogue.token_list]
        age, _, colour = what.partition(" ")
        return [
            card
            for card in catalogue.building_list
            if card.age is Age[age] and card.colour is Colour(colour)
        ]

    def _picture(self, name: str) -> nodes.raw:
        thing = THINGS[name]
        width = _width(name, thing)
        base = "../" * self.env.docname.count("/") + FOLDER
        text = escape(
            ALT.get(name) or str(getattr(thing, "name", f"the {name}".replace("-", " of age ")))
        )
        images = (
            f'<img class="only-{theme} drawn" src="{base}/{name}-{theme}.svg" width="{width}"'
            f' alt="{text}" loading="lazy">'
            for theme in THEMES
        )
        if isinstance(thing, (Game, State)):  # small print: a click shows it in full size
            linked = (
                f'<a class="only-{theme}" href="{base}/{name}-{theme}.svg">{image}</a>'
                for theme, image in zip(THEMES, images, strict=True)
            )
            return nodes.raw("", "".join(linked), format="html")
        return nodes.raw("", "".join(images), format="html")

    def _card(self, card: Component) -> nodes.container:
        standard = self.env.domains.standard_domain
        key, name = _id(card), _name(card)
        standard.note_hyperlink_target(f"card-{key}", self.env.docname, key, name)
        entry = nodes.container(classes=["component"], ids=[key])
        entry += self._picture(key)
        words = nodes.container(classes=["words"])
        title = nodes.paragraph(classes=["name"])
        title += nodes.strong(text=name)
        if not isinstance(card, MilitaryToken):
            title += nodes.Text(" ")
            title += nodes.literal(text=key)
        words += title
        if facts := "; ".join(_facts(card)):
            words += nodes.paragraph(text=f"{facts[0].upper()}{facts[1:]}.")
        words += [nodes.paragraph(text=sentence) for sentence in card.sentences]
        if names := " · ".join(f"{code} {name}" for code, name in _names(card)):
            line = nodes.paragraph(classes=["names"])
            line += nodes.emphasis(text=names)
            words += line
        entry += words
        return entry


def draw(app: Sphinx, error: Exception | None) -> None:
    """Write the picture files after the build."""
    if error is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, thing in THINGS.items():
        for theme in THEMES:
            options = OPTIONS.get(name, {})
            width = _width(name, thing)
            if name == "chart" and isinstance(thing, Game):
                picture = chart(thing, theme=theme, width=width)
            else:
                picture = svg(thing, theme=theme, width=width, **options)
            (folder / f"{name}-{theme}.svg").write_text(picture, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive, and the function that writes the pictures."""
    app.add_directive("gallery", Gallery)
    app.connect("build-finished", draw)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
