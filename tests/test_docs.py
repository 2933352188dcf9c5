"""Statements on the pages about the code are true."""

from __future__ import annotations

import re
import sys
from doctest import DocTestParser
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from wonders_duel import City, Game, Phase, Resource, Wonder, catalogue
from wonders_duel.base_game.aliases import ALIASES
from wonders_duel.bots import BOTS, GreedyBot, load_bot
from wonders_duel.bots.names import RESERVED
from wonders_duel.chance.randomness import draw
from wonders_duel.command_line.parser import parser
from wonders_duel.effects import ProduceOneOf
from wonders_duel.engine.bitfields import RESOURCES, mask_of
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.prices import (
    _exact_cost,
    compute_price,
    missing_units,
    price,
    unit_prices,
)
from wonders_duel.evaluation import NetEvaluation, fitted
from wonders_duel.serialization import FORMATS
from wonders_duel.text.state_text import KEYS, SIDES

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
COMMANDS = next(one.choices for one in parser()._actions if isinstance(one.choices, dict))


def _cheapest(mine: City, theirs: City, entry: CompiledCard) -> int:
    """Return the price by trying every set of units that the flexible producers can make."""
    layout = mine.tables.layout
    prices = unit_prices(mine, theirs)
    missing = missing_units(mine, prices, entry)
    every = frozenset(RESOURCES)
    helpers = [group for group, field in layout.choices for _ in range(field.read(mine.production))]
    helpers += [every] * entry.rebate.read(mine.production)
    taken = {0}
    for group in helpers:
        taken |= {
            one | 1 << unit
            for one in taken
            for unit, resource in enumerate(missing)
            if RESOURCES[resource] in group
        }
    return entry.coin_cost + min(
        sum(prices[resource] for unit, resource in enumerate(missing) if not one >> unit & 1)
        for one in taken
    )


@pytest.mark.parametrize("apart", [True, False])
def test_the_price_is_the_lowest(*, apart: bool) -> None:
    """The fast path and the matching both find the lowest price, whether or not groups overlap."""
    overlapping = Wonder(
        id="the-odd-one",
        name="The Odd One",
        effects=(
            ProduceOneOf(Resource.GLASS, Resource.WOOD),
            ProduceOneOf(Resource.PAPYRUS, Resource.STONE, Resource.GLASS),
        ),
    )
    cards = catalogue if apart else catalogue.extended("odd", wonders=[overlapping])
    tables = cards.tables
    rng = Random(1)

    assert tables.layout.groups_are_apart is apart
    assert tables.layout.is_narrow
    odd = len(tables.wonders) - 1
    for _ in range(40):
        wonders = {odd, *draw(rng, range(len(tables.wonders)), 3)}
        mine = City.of(
            cards,
            7,
            mask_of(draw(rng, range(len(tables.buildings)), 9)),
            mask_of(draw(rng, range(len(tables.tokens)), 3)),
            (),
            tuple(number * len(tables.buildings) for number in sorted(wonders)),
        )
        theirs = City.of(cards, 7, mask_of(draw(rng, range(len(tables.buildings)), 10)))
        for entry in (*tables.buildings, *tables.wonders):
            least = _cheapest(mine, theirs, entry)
            assert least == price(tables, mine, theirs, entry)
            assert least == compute_price(tables.layout, mine, theirs, entry)
            assert least == entry.coin_cost + _exact_cost(tables.layout, mine, theirs, entry)


def test_the_page_of_ids_lists_every_card_in_its_order() -> None:
    """The page of ids lists every card and structure row in order, for ports to other languages."""
    page = (DOCS / "reference" / "ids.md").read_text(encoding="utf-8")
    blocks = [block.split("\n", 1)[1] for block in page.split("```")[1::2]]
    listed = [" ".join(block.split()).split(", ") for block in blocks[:6]]
    cards = (catalogue.buildings, catalogue.wonders, catalogue.tokens)

    assert [name for mapping in cards for name in mapping] == [
        name for block in listed for name in block
    ]
    assert [layout.rows for layout in catalogue.structures] == [
        tuple(
            tuple(int(column) for column in row.partition("columns ")[2].split(","))
            for row in block.strip().splitlines()
        )
        for block in blocks[6:]
    ]
    assert re.findall(r"^\| ([^|`]+) \| `(.+)` \|$", page, re.MULTILINE) == list(ALIASES.items())


def test_the_page_of_learning_says_what_every_action_is() -> None:
    """The page of learning lists every kind of move with its numbers."""
    page = (DOCS / "reference" / "learn.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \| `(\w+)` \|", page, re.MULTILINE)
    numbers = [range(int(first), int(last or first) + 1) for first, last, _ in rows]

    assert [number for one in numbers for number in one] == [*range(len(catalogue.moves))]
    assert [kind for one, (_, _, kind) in zip(numbers, rows, strict=True) for _ in one] == [
        type(move).__name__ for move in catalogue.moves
    ]
    assert re.search(r": 158 \+ 73 \S wonder \+ building \|$", page, re.MULTILINE)
    for wonder, building in ((0, 0), (3, 40), (11, 72)):
        cards = (catalogue.wonder_list[wonder].id, catalogue.building_list[building].id)
        assert catalogue.moves[158 + 73 * wonder + building].arguments == cards


def test_the_page_of_positions_lists_every_field_in_its_order() -> None:
    """The page of positions lists every field and phase, and its grammar matches what is printed."""
    page = (DOCS / "reference" / "position_text.md").read_text(encoding="utf-8")
    fields = re.findall(r"^\| `([a-z.-]+)` \|", page.partition("| phase |")[0], re.MULTILINE)
    known = [key for key in KEYS if not key.startswith("two.")]
    phases = re.findall(r"\| `([a-z-]+)` \|", page.partition("| phase |")[2])

    assert fields == known
    assert set(phases) == {phase.value for phase in Phase}
    (sides,) = re.findall(r"^side +=(.+)$", page, re.MULTILINE)
    printed = {mask: text for text, mask in SIDES.items()}.values()  # the canonical texts come last
    assert {side.strip(' "') for side in sides.split(" / ")} == {
        side for text in printed for side in text.split("/")
    }
    grammar = re.compile(
        r"wd1 (turn=(one|two) )?phase=[a-z-]+( [a-z.-]+=[!-~]+)* end",
        re.ASCII,
    )
    golden = (TESTS / "golden" / "formats" / "positions.txt").read_text(encoding="utf-8")
    assert all(grammar.fullmatch(line) for line in golden.splitlines())


def test_the_page_of_documents_lists_every_format() -> None:
    """The page of documents lists every format with its prefix."""
    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")

    assert tuple(re.findall(r"^\| `wonders-duel/(\w+)` \|", page, re.MULTILINE)) == FORMATS


def test_disagreements_without_an_option_are_named() -> None:
    """Two disagreements are options; the rules page names the other two, and no page claims more."""
    rules = (DOCS / "explanation" / "rules.md").read_text(encoding="utf-8")
    options = (DOCS / "explanation" / "options.md").read_text(encoding="utf-8")
    turn = (DOCS / "explanation" / "turn.md").read_text(encoding="utf-8")
    without = rules.partition("## Where the printed rules disagree")[2]

    assert re.findall(r"^- \*\*.+ \((R\d+)\)", without, re.MULTILINE) == ["R17", "R84"]
    words = " ".join(without.split())
    assert all(word in words for word in ("*may*", "read literally", "*tasapeli*"))
    for page in (options, turn):  # which reading of the Finnish sentence the option follows
        assert re.search(r"Finnish\s+rulebook,\s+which\s+reveals cards once a card has been", page)
    for path in (DOCS.parent / "README.md", *DOCS.rglob("*.md")):
        text = " ".join(path.read_text(encoding="utf-8").split()).lower()
        assert not re.search(r"disagree,? (there is a rule option|both)", text)


def test_the_discard_pile_lies_face_down() -> None:
    """The glossary says that the discard pile lies face down, as in the rulebooks."""
    glossary = (DOCS / "reference" / "glossary.md").read_text(encoding="utf-8")
    pile = glossary.partition("discard pile\n")[2].partition("\n\n")[0]

    assert "face down" in pile
    assert "face up" not in pile


def test_the_gallery_shows_every_card() -> None:
    """The gallery shows every card, by age and colour, and the wonders and tokens in both states."""
    page = (DOCS / "reference" / "gallery.md").read_text(encoding="utf-8")
    walls = re.findall(r"^```\{gallery\} (.+)$", page, re.MULTILINE)
    kinds = {f"{card.age} {card.colour}" for card in catalogue.building_list}

    assert sorted(walls) == sorted({*kinds, "wonders", "tokens", "military", "track", "structures"})


def test_the_page_of_analyses_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The table of the page about ``analyse`` has all options of the command."""
    page = (DOCS / "howto" / "analyse.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`--.+?) \|", page, re.MULTILINE)
    with pytest.raises(SystemExit):
        parser().parse_args(["analyse", "--help"])

    listed = {option for row in rows for option in re.findall(r"`(--[a-z]+)", row)}
    options = set(re.findall(r"^ .*?(--[a-z]+)", capsys.readouterr().out, re.MULTILINE))
    assert listed | {"--help"} == options


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_each_of_its_options_is_on_a_page(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """The pages mention each command and each option at least once."""
    pages = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    with pytest.raises(SystemExit):
        parser().parse_args([command, "--help"])
    options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", capsys.readouterr().out))
    mentioned = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", pages))

    assert re.search(rf"\bwonders-duel {command}\b", pages), "on no page"
    assert options - mentioned <= {"--color", "--help"}


def test_the_bots_of_the_page_of_bots_have_the_settings_that_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each ``mybot:NAME`` of the page can be created from what the page defines, with its settings."""
    page = (DOCS / "howto" / "bots.md").read_text(encoding="utf-8")
    examples = DocTestParser().get_examples(re.sub(r"^```.*$", "", page, flags=re.MULTILINE))
    module = ModuleType("mybot")
    for example in examples:
        if re.match(r"from|class|def|evaluation =", example.source):
            exec(example.source, vars(module))  # noqa: S102 - the page is ours
    monkeypatch.setitem(sys.modules, "mybot", module)
    named = set(re.findall(r"(mybot:\w+)((?:,\w+=\d+)*)", page))

    assert ("mybot:searcher", ",simulations=10") in named
    for name, settings in sorted(named):
        given = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", settings)}
        assert callable(load_bot(name, seed=1, settings=given).choose)


def test_the_page_of_bots_lists_every_reserved_name() -> None:
    """The page about bots lists the names that a package cannot give to its bots."""
    page = " ".join((DOCS / "howto" / "bots.md").read_text(encoding="utf-8").split())
    listed = page.partition("The built-in names are reserved")[2].partition(". ")[0]

    assert set(re.findall(r"`(\w+)`", listed)) == {*BOTS, *RESERVED}


def test_pages_agree_on_the_size_of_a_record() -> None:
    """Three pages say how large the record of a whole game is, and a game is about as large."""
    game = Game(seed=7)
    game.play_out(GreedyBot(1), GreedyBot(2))
    sizes = (len(game.record().to_text()), len(game.record().to_json()))
    both = r"about ([\d,]+) characters as text and ([\d,]+) as JSON"
    said = [_said("howto/strangers", both), _said("explanation/performance", both)]
    (as_text,) = _said("howto/process_pool", r"a whole game as text \| about ([\d,]+) \|")

    assert said[0] == said[1]
    assert said[0][0] == as_text
    for number, size in zip(said[0], sizes, strict=True):
        assert 0.85 < size / number < 1.15


def _said(page: str, pattern: str) -> list[int]:
    """Return the numbers in the only place of a page that matches."""
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())
    (found,) = re.finditer(pattern, text)
    return [int(number.replace(",", "")) for number in found.groups()]


def test_the_page_of_training_counts_the_weights() -> None:
    """The pages about training and performance say how many weights and units the evaluation has."""
    evaluation = fitted()
    numbers, features, units = _said(
        "explanation/training",
        r"about ([\d,]+) numbers, one for each value of (\d+) features; (\d+) hidden units",
    )

    assert isinstance(evaluation, NetEvaluation)
    assert len(evaluation.units) == units
    assert _said("explanation/performance", r"has (\d+) features and (\d+) hidden units") == [
        features,
        units,
    ]
    for period in evaluation.weights:
        assert len(period) == features
        assert round(sum(map(len, period.values())), -2) == numbers
