"""Moves as text: what is accepted, and the errors for the rest."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import examples
from tests.builders import EXTENDED, city, dealt, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    AmbiguousNameError,
    Building,
    ChooseBeginner,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Pending,
    Phase,
    Player,
    ReviveBuilding,
    TakeToken,
    UnknownNameError,
    WondersDuelError,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.notation import describe_move, move_text
from wonders_duel.reasons import TooExpensive
from wonders_duel.testing import moves

UNDERSTOOD: list[tuple[str, Move]] = [
    # each kind in its full form
    ("draft the-sphinx", DraftWonder("the-sphinx")),
    ("build lumber-yard", ConstructBuilding("lumber-yard")),
    ("discard lumber-yard", DiscardBuilding("lumber-yard")),
    ("wonder the-sphinx with tavern", ConstructWonder("the-sphinx", "tavern")),
    ("token law", TakeToken("law")),
    ("destroy press", DestroyBuilding("press")),
    ("revive baths", ReviveBuilding("baths")),
    ("begin two", ChooseBeginner(Player.TWO)),
    ("decline token", DeclineToken()),
    # other verbs
    ("pick the-sphinx", DraftWonder("the-sphinx")),
    ("construct tavern", ConstructBuilding("tavern")),
    ("sell tavern", DiscardBuilding("tavern")),
    ("take law", TakeToken("law")),
    ("start one", ChooseBeginner(Player.ONE)),
    ("skip", DeclineToken()),
    # case and spaces
    ("BUILD LUMBER-YARD", ConstructBuilding("lumber-yard")),
    ("  build\tlumber-yard \n", ConstructBuilding("lumber-yard")),
    ("Build   Lumber   Yard", ConstructBuilding("lumber-yard")),
    ("build Lumber-Yard", ConstructBuilding("lumber-yard")),
    ("build lumber_yard", ConstructBuilding("lumber-yard")),
    ("Wonder The Sphinx WITH Tavern", ConstructWonder("the-sphinx", "tavern")),
    ("TOKEN Law", TakeToken("law")),
    # printed names
    ("build Chamber of Commerce", ConstructBuilding("chamber-of-commerce")),
    ("build Glass-Blower", ConstructBuilding("glass-blower")),
    ("build Builders' Guild", ConstructBuilding("builders-guild")),
    ("draft The Great Lighthouse", DraftWonder("the-great-lighthouse")),
    ("draft Great Lighthouse", DraftWonder("the-great-lighthouse")),
    (
        "wonder the temple of artemis with town hall",
        ConstructWonder("the-temple-of-artemis", "town-hall"),
    ),
    # aliases
    ("build tribunal", ConstructBuilding("courthouse")),
    ("build courthouse", ConstructBuilding("courthouse")),
    ("build Praetorium", ConstructBuilding("pretorium")),
    ("discard traders guild", DiscardBuilding("merchants-guild")),
    ("wonder zeus with theatre", ConstructWonder("the-statue-of-zeus", "theater")),
    # prefixes of one card
    ("build bath", ConstructBuilding("baths")),
    ("build lum", ConstructBuilding("lumber-yard")),
    ("token theo", TakeToken("theology")),
    ("draft great lig", DraftWonder("the-great-lighthouse")),
    ("wonder pyr with tav", ConstructWonder("the-pyramids", "tavern")),
    ("build The Pyramids with Tavern", ConstructWonder("the-pyramids", "tavern")),
    ("construct pyr WITH tav", ConstructWonder("the-pyramids", "tavern")),
    # an exact name takes precedence over a prefix
    ("build circus", ConstructBuilding("circus")),
    ("build library", ConstructBuilding("library")),
    ("build temple", ConstructBuilding("temple")),
    ("build statue", ConstructBuilding("statue")),
    ("wonder circus with circus", ConstructWonder("circus-maximus", "circus")),
    ("wonder statue with statue", ConstructWonder("the-statue-of-zeus", "statue")),
    # seats
    ("begin 1", ChooseBeginner(Player.ONE)),
    ("begin 2", ChooseBeginner(Player.TWO)),
    ("begin ONE", ChooseBeginner(Player.ONE)),
    ("begin player two", ChooseBeginner(Player.TWO)),
    ("Begin Player 2", ChooseBeginner(Player.TWO)),
    # a move that names nothing
    ("decline", DeclineToken()),
    ("DECLINE TOKEN", DeclineToken()),
    ("decline the token", DeclineToken()),
    ("decline the progress token", DeclineToken()),
    ("dec", DeclineToken()),
]


@pytest.mark.parametrize(("text", "move"), UNDERSTOOD, ids=[text for text, _ in UNDERSTOOD])
def test_a_text_is_parsed(text: str, move: Move) -> None:
    """Every way to write a move gives the one object of that move."""
    assert move is parse_move(text)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("build clay", {"clay-pit", "clay-pool", "clay-reserve"}),
        ("build sto", {"stone-pit", "stone-reserve"}),
        ("discard p", {"pharmacist", "press", "palisade", "port", "palace", "pantheon"}),
        ("token a", {"agriculture", "architecture"}),
        ("token ma", {"masonry", "mathematics"}),
        ("draft great", {"the-great-library", "the-great-lighthouse"}),
        ("wonder great with tavern", {"the-great-library", "the-great-lighthouse"}),
        ("build great with tavern", {"the-great-library", "the-great-lighthouse"}),
        ("wonder sphinx with clay", {"clay-pit", "clay-pool", "clay-reserve"}),
        ("destroy glass", {"glassworks", "glass-blower"}),
    ],
)
def test_an_ambiguous_prefix_names_the_candidates(text: str, candidates: set[str]) -> None:
    """An ambiguous prefix is an error that names each candidate."""
    with pytest.raises(AmbiguousNameError) as caught:
        parse_move(text)

    message = str(caught.value)

    assert candidates == {name for name in candidates if name in message}
    assert isinstance(caught.value, NotationError)


def test_an_ambiguous_prefix_leaves_other_names_out() -> None:
    """The candidates of an ambiguous prefix are the matching cards of the right kind only."""
    with pytest.raises(AmbiguousNameError) as caught:
        parse_move("draft s")

    message = str(caught.value)

    assert "the-sphinx" in message
    assert "the-statue-of-zeus" in message
    assert "stable" not in message
    assert "the-pyramids" not in message


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("build lumberyrd", "lumber-yard"),
        ("build taverm", "tavern"),
        ("build Observatry", "observatory"),
        ("draft sphnix", "the-sphinx"),
        ("token phylosophy", "philosophy"),
        ("wonder piramids with tavern", "the-pyramids"),
        ("wonder the-pyramids with taverm", "tavern"),
        ("build piramids with tavern", "the-pyramids"),
        ("build the-pyramids with taverm", "tavern"),
        ("destroy glasworks", "glassworks"),
        ("revive bathz", "baths"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(text: str, near: str, wording: Wording) -> None:
    """An unknown name is an error that gives the nearest id."""
    with wording.raises(UnknownNameError) as caught:
        parse_move(text)

    assert near in str(caught.value)
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, NotationError)


@pytest.mark.parametrize(
    "text",
    [
        "build the-sphinx",  # a wonder is not a building
        "build law",  # a token is not a building
        "draft tavern",
        "token tavern",
        "token the-sphinx",
        "wonder tavern with tavern",
        "wonder the-sphinx with the-sphinx",
        "build xyzzy",
        "begin three",
        "begin 0",
        "begin both",
    ],
)
def test_a_name_of_the_wrong_kind_is_unknown(text: str, wording: Wording) -> None:
    """A name is searched only among the cards that its verb takes."""
    with wording.raises(UnknownNameError):
        parse_move(text)


@pytest.mark.parametrize("text", ["", "   ", "lumber-yard", "burn tavern", "with", "42"])
def test_a_text_without_a_verb_lists_the_verbs(text: str) -> None:
    """A text without a known verb is an error that quotes it and lists the eight verbs."""
    with pytest.raises(NotationError) as caught:
        parse_move(text)

    message = str(caught.value)
    verbs = ("draft", "build", "discard", "wonder", "token", "destroy", "revive", "begin")

    assert all(verb in message for verb in verbs)
    assert repr(text) in message


def test_a_misspelt_verb_suggests_the_nearest(wording: Wording) -> None:
    """A misspelt verb is an error that suggests the right one."""
    with wording.raises(NotationError):
        parse_move("discrad tavern")


@pytest.mark.parametrize(
    "verb",
    ["draft", "build", "discard", "wonder", "token", "destroy", "revive", "begin", "sell", "take"],
)
def test_a_verb_without_a_name_is_refused(wording: Wording, verb: str) -> None:
    """A verb without a name is an error that says so."""
    with wording.raises(NotationError):
        parse_move(f"{verb}  ")


@pytest.mark.parametrize(
    "text",
    ["wonder the-sphinx", "wonder the-sphinx with", "wonder with tavern", "wonder sphinx tavern"],
)
def test_a_wonder_needs_a_card(wording: Wording, text: str) -> None:
    """A wonder without a card under it is an error that shows how to write the move."""
    with wording.raises(NotationError):
        parse_move(text)


@pytest.mark.parametrize(
    "text", ["build -", "build '", "token ?!", "draft ...", "wonder - with -", "build _"]
)
def test_punctuation_is_not_a_name(text: str, wording: Wording) -> None:
    """A name of punctuation only is unknown."""
    with wording.raises(UnknownNameError):
        parse_move(text)


@pytest.mark.parametrize("thing", [None, 12, b"build tavern", ["build", "tavern"], 1.5])
def test_a_value_that_is_not_a_string_is_refused(thing: object, wording: Wording) -> None:
    """A value that is not a string raises a library error."""
    with wording.raises(WondersDuelError):
        parse_move(thing)  # type: ignore[arg-type]


def test_legal_moves_decide_between_candidates() -> None:
    """A prefix of several cards is clear if only one of them has a legal move."""
    legal: list[Move] = [ConstructBuilding("clay-pool"), DiscardBuilding("clay-pit")]

    assert ConstructBuilding("clay-pool") is parse_move("build clay", legal_moves=legal)
    assert DiscardBuilding("clay-pit") is parse_move("discard clay", legal_moves=legal)


def test_a_building_may_be_called_with_something(wording: Wording) -> None:
    """A building with an object after ``with`` is parsed as that building, also by a prefix."""
    house, hut = (
        Building(id=f"house-with-{end}", name=f"House with {end}", age=1, colour="blue", effects=())
        for end in ("garden", "garage")
    )
    cards = catalogue.extended("houses", buildings=[house, hut])

    assert str(parse_move("build House with Garden", cards)) == "build house-with-garden"
    assert str(parse_move("build house with gara", cards)) == "build house-with-garage"
    with wording.raises(AmbiguousNameError):
        parse_move("build house with ga", cards)
    assert str(parse_move("build pyramids with house with garden", cards)) == (
        "wonder the-pyramids with house-with-garden"
    )


def test_a_wonder_may_be_called_with_something() -> None:
    """The name of a wonder may have ``with`` in it, and so may the name of the card under it."""
    bridge = attrs.evolve(
        catalogue.wonders["piraeus"], id="bridge-with-towers", name="Bridge with Towers"
    )
    house = attrs.evolve(
        catalogue.buildings["tavern"], id="house-with-garden", name="House with Garden"
    )
    cards = catalogue.extended("bridges", buildings=[house], wonders=[bridge])
    move = ConstructWonder("bridge-with-towers", "house-with-garden", cards)

    assert parse_move("wonder bridge with House with Garden", cards) == move
    assert parse_move("wonder Bridge with Towers with House with Garden", cards) == move
    assert parse_move("build Bridge with Towers with house", cards) == move
    with pytest.raises(UnknownNameError, match=r"^unknown building 'towers with bath with tavern'"):
        parse_move("wonder bridge with towers with bath with tavern", cards)


def test_legal_moves_decide_about_wonders_too() -> None:
    """Legal moves also disambiguate prefixes of a wonder and of its card."""
    legal: list[Move] = [
        ConstructWonder("the-great-library", "clay-pool"),
        ConstructWonder("the-sphinx", "clay-pool"),
        ConstructBuilding("clay-pool"),
    ]

    assert legal[0] is parse_move("wonder great with clay", legal_moves=legal)
    assert legal[1] is parse_move("wonder sphinx with clay", legal_moves=legal)
    assert legal[0] is parse_move("build great with clay", legal_moves=legal)


def test_several_legal_moves_stay_ambiguous(wording: Wording) -> None:
    """A text that matches two legal moves stays ambiguous."""
    legal: list[Move] = [ConstructBuilding("clay-pool"), ConstructBuilding("clay-pit")]

    with wording.raises(AmbiguousNameError):
        parse_move("build clay", legal_moves=legal)
    with wording.raises(AmbiguousNameError):
        parse_move("discard clay", legal_moves=legal)


def test_legal_moves_never_override_an_exact_name() -> None:
    """An exact name means its card, even if only another card with that prefix has a legal move."""
    legal: list[Move] = [ConstructWonder("circus-maximus", "tavern")]

    assert ConstructBuilding("circus") is parse_move("build circus", legal_moves=legal)


def test_a_game_plays_texts() -> None:
    """A game accepts moves as text, and resolves prefixes by the legal moves."""
    given = state(Age.I, ["clay-pool", "tavern"], city(7), city(7), left=0b11)
    game = Game.from_state(given)

    after = game.play("Build Clay")

    assert [ConstructBuilding("clay-pool")] == [step.move for step in game.history]
    assert [card.id for card in after.cities[0].buildings] == ["clay-pool"]
    assert game.play("sell tav").cities[1].coins == 9


def test_a_game_accepts_texts_in_queries() -> None:
    """A game accepts moves as text when asked for prices and reasons."""
    given = state(Age.I, ["clay-pit", "tavern"], city(0), city(7))
    game = Game.from_state(given)

    plan = game.payment("build clay pit")
    reasons = game.why_not("build clay pit")

    assert plan is not None
    assert plan.total == 1
    assert reasons == (TooExpensive(price=1, coins=0),)
    assert game.why_not("build tavern") == ()
    assert game.payment("discard tavern") is None


@pytest.mark.parametrize("text", ["", "build", "build nothing", "build clay r", "burn tavern"])
def test_a_refused_text_changes_nothing(text: str) -> None:
    """A refused text leaves the game unchanged."""
    given = state(Age.I, ["clay-pit", "tavern"], city(0), city(7))
    game = Game.from_state(given)

    with pytest.raises((NotationError, IllegalMoveError)):
        game.play(text)

    assert given == game.state
    assert game.history == ()


def test_a_wonder_is_drafted_by_text() -> None:
    """The printed name of a wonder on offer drafts it."""
    game = Game(seed=2)
    picked = game.state.offered_wonders[1]

    after = game.play(f"draft {picked.name}")

    assert [picked] == list(after.cities[0].unbuilt)


def test_a_beginner_is_chosen_by_text() -> None:
    """A player can choose the first player of an age by the name of a seat."""
    every_slot = (1 << 20) - 1
    game = Game.from_state(
        state(Age.II, ["walls", "forum"], left=every_slot, phase=Phase.BEGIN, pawn=-2)
    )

    after = game.play("begin player two")

    assert Player.TWO is after.to_move
    assert Phase.TURN is after.phase


PAIR = ("pharmacist", "dispensary")
CHOOSING = {"the-mausoleum": "stable", "the-statue-of-zeus": "workshop"}
"""Two buildings and two wonders that give a player choices."""


def test_tokens_targets_and_discarded_cards_are_chosen_by_text() -> None:
    """Moves as text are accepted in every phase of a turn."""
    pending = (Phase.BOARD_TOKEN, Phase.REVIVE, Pending(Phase.DESTROY, Colour.BROWN))
    game = Game.from_state(
        state(
            Age.II,
            ["walls"],
            city(7, *PAIR, built=CHOOSING),
            city(7, "press", "quarry", "clay-pit"),
            pending=pending,
            board_tokens=["law", "masonry", "mathematics"],
            discard_pile=["baths", "altar"],
        )
    )

    game.play("take Law")
    game.play("revive bath")
    game.play("destroy Clay Pit")

    one, two = game.state.cities
    assert [token.id for token in one.tokens] == ["law"]
    assert [card.id for card in one.buildings] == ["pharmacist", "baths", "dispensary"]
    assert [card.id for card in two.buildings] == ["quarry", "press"]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (DraftWonder("the-sphinx"), "picks The Sphinx"),
        (ConstructBuilding("tavern"), "builds Tavern"),
        (DiscardBuilding("tavern"), "discards Tavern"),
        (ConstructWonder("the-sphinx", "tavern"), "builds The Sphinx with Tavern"),
        (TakeToken("law"), "takes Law"),
        (DestroyBuilding("press"), "destroys Press"),
        (ReviveBuilding("baths"), "builds Baths from the discard pile"),
        (ChooseBeginner(Player.TWO), "lets Player two begin"),
        (DeclineToken(), "declines the progress token"),
    ],
)
def test_a_move_in_plain_words(move: Move, words: str) -> None:
    """Each kind of move has its own sentence with printed names."""
    assert words == describe_move(move)
    assert str(move) == move_text(move)


def test_only_moves_are_described_and_only_in_a_language() -> None:
    """A text in place of a move or of a language is refused."""
    with pytest.raises(WrongTypeError, match=r"^expected a Move, got 'build tavern'"):
        describe_move("build tavern")  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match=r"^expected a Language, such as .*, got 'fi'"):
        describe_move(DiscardBuilding("tavern"), "fi")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("tavern", NotationError),
        ("build tavernn", UnknownNameError),
        ("discard", NotationError),
        ("build p", AmbiguousNameError),
        ("d tavern now", UnknownNameError),
        ("build " + "x" * 400, UnknownNameError),
        ("decline law", NotationError),
        ("x" * 1_000_000, NotationError),
    ],
)  # fmt: skip
def test_an_error_gives_the_nearest_legal_moves(
    typed: str, error: type[NotationError], wording: Wording
) -> None:
    """The error names the nearest legal moves, and stays short for any input."""
    legal = dealt(1, rules="first-game").legal_moves
    with wording.raises(error) as caught:
        parse_move(typed, legal_moves=legal)

    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("bui tavern", "build tavern"), ("sel tavern", "discard tavern"), ("w piraeus with tav", "wonder piraeus with tavern"), ("TOK law", "token law")],
)  # fmt: skip
def test_a_prefix_of_a_verb_is_enough(wording: Wording, typed: str, expected: str) -> None:
    """A prefix of a verb is enough if only one verb has it, or only one has a legal move."""
    assert expected == str(parse_move(typed))
    with wording.raises(AmbiguousNameError):
        parse_move("b tavern")
    legal = Game(seed=1, rules="first-game").legal_moves
    assert str(parse_move("b tavern", legal_moves=legal)) == "build tavern"


@examples(500)
@given(moves(), st.sampled_from([str.upper, str.title, str.swapcase]))
def test_every_move_is_parsed_in_any_case(move: Move, change: Callable[[str], str]) -> None:
    """Every move is parsed in any case and with the printed names."""
    assert parse_move(str(move)) is move
    assert parse_move(change(str(move))) is move
    assert parse_move(f"  {str(move).replace('-', ' ')} ") is move


def test_printing_and_parsing_are_inverse_for_every_move() -> None:
    """Printing and parsing are inverse for every move of the base game and a custom catalogue."""
    for cards in (catalogue, EXTENDED):
        assert all(parse_move(str(move), cards) is move for move in cards.moves)
        assert list(cards.moves.texts.values()) == list(cards.moves)
