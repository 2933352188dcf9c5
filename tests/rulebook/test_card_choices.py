"""Choices that custom cards bring, with the promo wonder Messe as the example."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from random import Random
from typing import Any

import attrs
import pytest
from typing_extensions import override

from examples.custom_choice import MESSE, PROMO, ConstructFromFarRow, languages, position
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Card,
    Catalogue,
    CatalogueError,
    ChooseCard,
    CityPosition,
    Colour,
    Cost,
    Deal,
    Fault,
    FormatError,
    Game,
    IllegalMoveError,
    NotationError,
    Pending,
    Phase,
    Player,
    Position,
    PositionError,
    ProgressToken,
    ScienceSymbol,
    State,
    UnknownNameError,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    parse_move,
    serialization,
)
from wonders_duel.effects import CardChoice, Changes, Effect, Shields
from wonders_duel.engine.changes import DraftChanges, without_choice
from wonders_duel.engine.phases import PHASES
from wonders_duel.events import (
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    Gained,
    GameEnded,
    PawnMoved,
    SymbolGained,
    TokenTaken,
    events_between,
)
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.reasons import NotAChoice, NotInThisGame, WrongPhase
from wonders_duel.render import svg, text
from wonders_duel.render.narration import Narrator
from wonders_duel.render.wording import Tense, move_words, standing
from wonders_duel.testing import check_catalogue

NAMES = ("Ann", "Ben")


def _chosen() -> State:
    """Return the position in which player one chooses a card of the far row."""
    return position().apply(parse_move("wonder messe with tavern", PROMO))


def _catalogue(choice: CardChoice, *others: Effect) -> Catalogue:
    """Return the base game with a wonder that brings a choice."""
    tower = Wonder(id="the-tower", name="The Tower", effects=(choice, *others))
    return catalogue.extended("choosing", wonders=[tower])


def _start(cards: Catalogue, **changes: Any) -> State:
    """Return a position in which player one has constructed the tower."""
    values: dict[str, Any] = {
        "catalogue": cards,
        "age": Age.I,
        "structure": {0: "lumber-yard", 1: "quarry", 5: "stable", 6: "tavern"},
        "cities": (
            CityPosition(coins=9, unbuilt=["the-tower"]),
            CityPosition(buildings=["press"]),
        ),
        "board_tokens": ["law"],
        "discard_pile": ["altar"],
        **changes,
    }
    state = Position(**values).state()
    return state.apply(parse_move("wonder the-tower with tavern", cards))


def test_a_covered_card_of_the_far_row_is_constructed_at_no_cost() -> None:
    """The legal moves are the face-up cards of the far row; the card leaves its slot (M1)."""
    state = _chosen()

    assert (state.phase, state.to_move, state.pending) == (
        Phase.CHOICE,
        Player.ONE,
        (Phase.CHOICE,),
    )
    assert [str(move) for move in state.legal_moves] == [
        "choose messe lumber-yard",
        "choose messe quarry",
    ]
    coins = state.cities[0].coins
    after = state.apply(parse_move("choose messe quarry", PROMO))

    assert PROMO.buildings["quarry"] in after.cities[0].buildings
    assert after.cities[0].coins == coins
    assert after.structure.slots[1].building is None
    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, Player.TWO, ())
    assert [slot.index for slot in after.structure.slots if slot.building or slot.back] == [0, 3, 7]


def test_the_choice_is_skipped_without_a_target() -> None:
    """No face-up card in the far row: nothing happens (M1)."""
    state = Position(
        catalogue=PROMO,
        age=Age.I,
        structure={3: "age-i", 6: "tavern", 7: "baths"},
        cities=(CityPosition(coins=30, unbuilt=["messe"]), CityPosition()),
    ).state()
    after = state.apply(parse_move("wonder messe with tavern", PROMO))

    assert (after.phase, after.to_move, after.pending) == (Phase.TURN, Player.TWO, ())


def test_its_effects_happen() -> None:
    """Coins, shields and symbols of the chosen card apply, and can end the game."""
    state = Position(
        catalogue=PROMO,
        age=Age.I,
        structure={0: "guard-tower", 1: "tavern", 6: "baths"},
        pawn=8,
        cities=(CityPosition(coins=30, unbuilt=["messe"]), CityPosition()),
    ).state()
    asked = state.apply(parse_move("wonder messe with baths", PROMO))
    rich = asked.apply(parse_move("choose messe tavern", PROMO))
    won = asked.apply(parse_move("choose messe guard-tower", PROMO))

    assert rich.cities[0].coins == asked.cities[0].coins + 4
    assert won.result is not None
    assert won.result.victory is Victory.MILITARY


def test_an_illegal_choice_is_refused_with_its_targets() -> None:
    """The reason has the cards that can be chosen, and words in every language."""
    state = _chosen()
    cards = PROMO.buildings
    wrong = ChooseCard("messe", "baths", PROMO)

    (reason,) = state.why_not(wrong)
    assert reason == NotAChoice(cards["baths"], (cards["lumber-yard"], cards["quarry"]))
    assert len({to.reason(reason) for to in languages()}) == len(languages())
    with pytest.raises(IllegalMoveError):
        state.apply(wrong)
    assert [state.why_not(move) for move in state.legal_moves] == [(), ()]
    (early,) = position().why_not(wrong)
    assert early == WrongPhase(Phase.TURN, (Phase.CHOICE,))
    assert state.why_not(parse_move("discard baths")) == (WrongPhase(Phase.CHOICE, (Phase.TURN,)),)
    (foreign,) = Game(seed=1).state.why_not(wrong)
    assert foreign == NotInThisGame("messe", "base")


def test_two_choices_are_made_in_the_order_of_the_catalogue() -> None:
    """Two choices are pending; a move of the other one is refused."""
    law = TokenGift()
    cards = _catalogue(law, ConstructFromFarRow())
    state = _start(cards)

    assert state.pending_codes == (10, 11)
    assert [str(move) for move in state.legal_moves] == ["choose gift law"]
    (reason,) = state.why_not(ChooseCard("messe", "quarry", cards))
    assert reason == NotAChoice(cards.buildings["quarry"], ())
    assert str(reason) == "another choice is due"
    after = state.apply(ChooseCard("gift", "law", cards))
    assert cards.tokens["law"] in after.cities[0].tokens
    assert after.phase is Phase.CHOICE
    (reason,) = state.why_not(ChooseCard("gift", "masonry", cards))
    assert str(reason) == "Masonry cannot be chosen; expected Law"
    for other in ("economy", "masonry"):  # whatever their places among the tokens
        with pytest.raises(IllegalMoveError, match=r"expected Law$"):
            state.apply(ChooseCard("gift", other, cards))
    assert {move.choice for move in after.legal_moves if isinstance(move, ChooseCard)} == {"messe"}
    assert "Then: build a card of the far row for free." in " ".join(text(state).split())


class FirstTribute(CardChoice):
    """Takes a progress token of the board, and nothing else."""

    word = "first"
    chosen = "progress token"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return state.board_tokens

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, ProgressToken)
        changes.take_token(card)


class SecondTribute(FirstTribute):
    """Takes another one."""

    word = "second"


def test_a_choice_is_made_with_its_own_move() -> None:
    """A move of the other choice is refused, earlier or later, though it has the same card."""
    cards = _catalogue(FirstTribute(), SecondTribute())
    state = _start(cards, board_tokens=["law", "economy"])
    for word, other in (("first", "second"), ("second", "first")):
        with pytest.raises(IllegalMoveError, match=r"another choice is due$"):
            state.apply(ChooseCard(other, "economy", cards))
        state = state.apply(ChooseCard(word, "law" if word == "first" else "economy", cards))

    assert {token.id for token in state.cities[0].tokens} == {"law", "economy"}


def test_a_chosen_wonder_is_carried_out() -> None:
    """The choice gets the wonder, whatever its place among the wonders."""

    class Omen(CardChoice):
        word = "omen"
        chosen = "wonder"

        @override
        def targets(self, state: State, player: Player) -> Iterable[Card]:
            return state.cities[player.opponent].unbuilt

        @override
        def carry_out(self, changes: Changes, card: Card) -> None:
            assert card in changes.state.cities[1].unbuilt
            changes.construct(changes.state.discard_pile[0])

    cards = _catalogue(Omen())
    two = CityPosition(unbuilt=["the-sphinx", "piraeus"])
    cities = (CityPosition(coins=9, unbuilt=["the-tower"]), two)
    state = _start(cards, cities=cities)
    assert [str(move) for move in state.legal_moves] == [
        "choose omen piraeus",
        "choose omen the-sphinx",
    ]
    for move in state.legal_moves:
        assert state.apply(move).cities[0].buildings == (cards.buildings["altar"],)


def test_choices_have_numbers_of_their_own() -> None:
    """The choices of a catalogue are numbered in its order, after those of the library."""
    cards = _catalogue(TokenGift(), ConstructFromFarRow(), Scripted("discard"))

    assert _start(cards).pending_codes == (10, 11, 12)


def test_each_choice_has_its_phase() -> None:
    """The draw of the library comes before its choice; before no other choice chance is awaited."""
    phases = {
        choice.word: [PHASES[number] for number in choice.phase_numbers if number != -1]
        for choice in PROMO.tables.pending
    }

    assert phases == {
        "board-token": [Phase.BOARD_TOKEN],
        "library-token": [Phase.LIBRARY_TOKEN, Phase.DRAW_TOKENS],
        "revive": [Phase.REVIVE],
        **{f"destroy-{colour}": [Phase.DESTROY] for colour in Colour},
        "messe": [Phase.CHOICE],
    }


@attrs.frozen
class TokenGift(CardChoice):
    """Takes a progress token of the board or the box."""

    word = "gift"
    chosen = "progress token"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return state.board_tokens

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, ProgressToken)
        assert changes.player is Player.ONE
        assert changes.state.cities[0].tokens == ()
        changes.take_token(card)


def test_moves_have_the_last_numbers() -> None:
    """The numbers of other moves do not change; a move is found by its text and its words."""
    moves = PROMO.moves
    assert len(moves) == len(catalogue.moves) + 1 + 73 + 73
    first = moves.index(ChooseCard("messe", PROMO.building_list[0], PROMO))
    assert first == len(moves) - 73
    move = ChooseCard("messe", "quarry", PROMO)
    assert (move.choice, move.card, move.effect) == (
        "messe",
        PROMO.buildings["quarry"],
        ConstructFromFarRow(),
    )
    assert moves.texts["choose messe quarry"] is move
    assert parse_move("choose MESSE Quarry", PROMO) is move
    assert parse_move("choose messe lumb", PROMO) is ChooseCard("messe", "lumber-yard", PROMO)
    assert pickle.loads(pickle.dumps(move)).index == move.index  # noqa: S301 - made here
    twice = parse_move(
        "choose messe stone", PROMO, legal_moves=[ChooseCard("messe", "stone-pit", PROMO)]
    )
    assert twice is ChooseCard("messe", "stone-pit", PROMO)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("choose messe", NotationError),
        ("choose fair quarry", UnknownNameError),
        ("choose messe quary", UnknownNameError),
    ],
)
def test_a_wrong_text_is_refused(given: str, error: type[Exception], wording: Wording) -> None:
    """A text without a card, with an unknown choice, or with an unknown card."""
    with wording.raises(error):
        parse_move(given, PROMO)


def test_the_base_game_has_no_choice(wording: Wording) -> None:
    """A text or a move of a choice that the catalogue does not have."""
    with wording.raises(UnknownNameError):
        parse_move("choose messe quarry")
    with wording.raises(UnknownNameError):
        ChooseCard("mess", "quarry", PROMO)
    with wording.raises(UnknownNameError):
        ChooseCard("messe", "law", PROMO)


class Idle(CardChoice):
    """Offers nothing and changes nothing."""

    word = "idle"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return ()

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        pass


def test_wonders_and_tokens_are_found_by_name() -> None:
    """A choice of a wonder or token reads their names."""

    @attrs.frozen
    class Praise(Idle):
        word = "praise"
        chosen = "wonder"

        @override
        def targets(self, state: State, player: Player) -> Iterable[Card]:
            return state.cities[player].unbuilt

    praise = _catalogue(Praise())
    move = parse_move("choose praise Sphinx", praise)
    assert move == ChooseCard("praise", "the-sphinx", praise)
    assert isinstance(move, ChooseCard)
    assert move.card is praise.wonders["the-sphinx"]
    gifts = _catalogue(TokenGift())
    assert parse_move("choose gift Law", gifts) == ChooseCard("gift", "law", gifts)


def test_it_is_stored() -> None:
    """Texts, documents, records and pickles of a choice are read again."""
    state = _chosen()
    assert "pending=messe" in state.to_text()
    assert State.from_text(state.to_text(), PROMO) == state
    assert State.from_json(state.to_json(), PROMO) == state
    assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - made here
    built = Position.of(state)
    assert built.pending == (Pending(Phase.CHOICE, None, "messe"),)
    assert built.state() == state
    move = ChooseCard("messe", "quarry", PROMO)
    document = serialization.dumps(move)
    assert serialization.loads(document, type(move), catalogue=PROMO) is move
    assert '"choice":"messe"' in document.replace(" ", "")
    (reason,) = state.why_not(ChooseCard("messe", "baths", PROMO))
    assert (
        serialization.loads(
            serialization.dumps(reason, catalogue=PROMO), NotAChoice, catalogue=PROMO
        )
        == reason
    )
    event = CardChosen(Player.ONE, "messe", PROMO.buildings["quarry"])
    assert (
        serialization.loads(
            serialization.dumps(event, catalogue=PROMO), CardChosen, catalogue=PROMO
        )
        == event
    )
    game = Game.from_state(position(), rng=Random(1))
    game.play("wonder messe with tavern")
    game.play("choose messe quarry")
    record = game.record()
    assert type(record).from_text(record.to_text(), PROMO) == record
    assert type(record).from_json(record.to_json(), PROMO) == record


def test_a_covered_card_may_be_missing_only_where_a_choice_can_take_it(wording: Wording) -> None:
    """A position with an empty slot under cards is possible with the Messe, not without it."""
    after = _chosen().apply(ChooseCard("messe", "quarry", PROMO))
    assert State.from_text(after.to_text(), PROMO) == after
    with wording.raises(PositionError):
        Position(age=Age.I, structure={0: "lumber-yard", 2: "age-i", 3: "age-i"}).state()


@pytest.mark.parametrize(
    ("pending", "phase"),
    [
        ([Pending(Phase.CHOICE, None, "fair")], None),
        ([Phase.CHOICE], None),
        ([Pending(Phase.CHOICE, None, "messe")], Phase.TURN),
        ([], Phase.CHOICE),
    ],
)
def test_a_wrong_position_is_refused(pending: list[Pending], phase: Phase | None) -> None:
    """An unknown choice, one without a name, and a phase that does not fit."""
    given = Position.of(_chosen())
    given.pending, given.phase = pending, phase
    with pytest.raises(PositionError):
        given.state()


def test_a_choice_that_has_no_target_is_not_due(wording: Wording) -> None:
    """A position in which a choice is pending needs something to choose."""
    given = Position.of(_chosen())
    given.structure = {7: "baths"}
    with wording.raises(PositionError):
        given.state()
    gifts = _catalogue(TokenGift())
    document = serialization.to_document(_start(gifts))
    document["board_tokens"] = []
    with pytest.raises(FormatError) as caught:
        serialization.from_document(document, catalogue=gifts)
    assert caught.value.faults == (
        Fault("the choice gift has to be made, but there is nothing to choose", "$.pending"),
    )


def test_it_is_described_in_every_language() -> None:
    """Question, action, board, picture and narration have the words of the effect."""
    state = _chosen()
    move = state.legal_moves[0]
    for to in languages():
        sentence = ConstructFromFarRow().summary(to)
        assert sentence in standing(to, state, NAMES)
        assert to.name(PROMO.buildings["lumber-yard"]) in move_words(to, move, NAMES)
        assert move_words(to, move, NAMES) != move_words(to, move, NAMES, Tense.IMPERATIVE)
        assert sentence.split()[0] in text(state, language=to)
        assert "</svg>" in svg(state, language=to)
        assert ConstructFromFarRow().describe(to) in MESSE_TEXTS[to.code]
    game = Game.from_state(position())
    game.play("wonder messe with tavern")
    game.play("choose messe quarry")
    told = "\n".join(Narrator(NAMES).step(2, game.history[1]))
    assert "builds Quarry from the far row, free" in told
    assert "produces 1 stone" in told


MESSE_TEXTS = {to.code: to.sentences(MESSE) for to in languages()}


def test_default_words() -> None:
    """A choice with a description alone has a question, and the actions choose and chooses."""

    @attrs.frozen
    class Plain(CardChoice):
        word = "plain"

        @override
        def describe(self, to: Language = ENGLISH) -> str:
            return "Do something plain."

    plain, card = Plain(), catalogue.buildings["baths"]
    assert plain.later() == "do something plain."
    assert plain.question(position(), NAMES) == "Ann's turn: do something plain."
    assert (plain.action(card), plain.action(card, command=True)) == (
        "chooses Baths",
        "choose Baths",
    )
    for missing in (
        lambda: plain.targets(position(), Player.ONE),
        lambda: plain.carry_out(DraftChanges(position()), card),
    ):
        with pytest.raises(NotImplementedError, match="Plain has no method"):
            missing()


def test_the_events_of_a_choice() -> None:
    """The choice is an event, and the effects of the card follow it."""
    state = Position(
        catalogue=PROMO,
        age=Age.I,
        structure={0: "tavern", 6: "baths"},
        cities=(CityPosition(coins=30, unbuilt=["messe"]), CityPosition()),
    ).state()
    asked = state.apply(parse_move("wonder messe with baths", PROMO))
    move = parse_move("choose messe tavern", PROMO)
    first, second, third, *_ = events_between(asked, move, asked.apply(move))
    tavern = PROMO.buildings["tavern"]
    assert first == CardChosen(Player.ONE, "messe", tavern)
    assert str(first) == "player one chooses Tavern (messe)"
    assert second == BuildingConstructed(Player.ONE, tavern, 0, None)
    assert third == Gained(Player.ONE, 4, tavern)


@attrs.frozen
class Watchful(TokenGift):
    """Takes a progress token, and remembers the positions before and after that."""

    word = "watchful"
    seen: list[State] = attrs.field(factory=list, eq=False)

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        self.seen.append(changes.state)
        super().carry_out(changes, card)
        self.seen.append(changes.state)


def test_a_choice_finds_the_same_positions_for_its_events() -> None:
    """The choice is no longer pending while it changes the position, but those after it are."""
    choice = Watchful()
    cards = _catalogue(choice, ConstructFromFarRow())
    state = _start(cards)
    move = ChooseCard("watchful", "law", cards)
    after = state.apply(move)
    first, last = choice.seen
    assert first.pending_codes == last.pending_codes == state.pending_codes[1:]
    assert (first.cities[0].tokens, last.cities[0].tokens) == ((), (cards.tokens["law"],))

    choice.seen.clear()
    assert TokenTaken(Player.ONE, cards.tokens["law"], from_board=True) in events_between(
        state, move, after
    )
    assert {*choice.seen} == {first, last}


def test_a_choice_sees_its_phase_and_what_it_has_changed() -> None:
    """A card that it has taken has left the structure; the phase is the choice."""
    seen: list[State] = []
    phases: list[Phase] = []

    class Careful(CardChoice):
        word = "careful"

        @override
        def targets(self, state: State, player: Player) -> Iterable[Card]:
            phases.append(state.phase)
            return state.accessible

        @override
        def carry_out(self, changes: Changes, card: Card) -> None:
            assert isinstance(card, Building)
            changes.discard(card)
            seen.append(changes.state)

    cards = _catalogue(Careful())
    state = _start(cards)
    stable = cards.buildings["stable"]
    after = state.apply(ChooseCard("careful", stable, cards))

    assert {*phases} == {Phase.CHOICE}
    (changed,) = seen
    assert stable not in [slot.building for slot in changed.structure]
    assert stable in changed.discard_pile
    assert changed.faces == after.faces
    assert stable in [slot.building for slot in state.structure]


# -- what a choice can change ----------------------------------------------------------------------


@attrs.frozen
class Scripted(CardChoice):
    """Applies one kind of change to the chosen building."""

    word = "scripted"
    act: str

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        buildings = state.catalogue.buildings
        return [
            buildings[one]
            for one in ("stable", "altar", "press", "quarry", "baths", "tavern", "arena")
        ]

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, Building)
        getattr(changes, self.act)(card)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Change something."


def test_a_building_is_constructed_from_the_discard_pile() -> None:
    """It leaves the pile; the same for the last card of the structure."""
    cards = _catalogue(Scripted("construct"))
    state = _start(cards)
    after = state.apply(ChooseCard("scripted", "altar", cards))
    assert cards.buildings["altar"] in after.cities[0].buildings
    assert after.discard_pile == ()
    events = events_between(state, ChooseCard("scripted", "altar", cards), after)
    assert events[1] == BuildingRevived(Player.ONE, cards.buildings["altar"])
    last = _start(cards, structure={0: "stable", 6: "tavern"})
    over = last.apply(ChooseCard("scripted", "stable", cards))
    assert (over.phase, over.faces) == (Phase.DEAL_AGE, b"")


def test_a_building_is_discarded() -> None:
    """From the structure, or from the opponent's city, whose prices change."""
    cards = _catalogue(Scripted("discard"))
    state = _start(cards)
    from_city = state.apply(ChooseCard("scripted", "press", cards))
    assert from_city.cities[1].buildings == ()
    assert {card.id for card in from_city.discard_pile} == {"altar", "press"}
    from_structure = state.apply(ChooseCard("scripted", "stable", cards))
    assert {card.id for card in from_structure.discard_pile} == {"altar", "stable"}
    stable, press = cards.buildings["stable"], cards.buildings["press"]
    assert events_between(state, ChooseCard("scripted", stable, cards), from_structure)[:2] == (
        CardChosen(Player.ONE, "scripted", stable),
        BuildingDiscarded(Player.ONE, stable, 5),
    )
    assert events_between(state, ChooseCard("scripted", press, cards), from_city)[:2] == (
        CardChosen(Player.ONE, "scripted", press),
        BuildingDestroyed(Player.TWO, press),
    )
    mirrored = Position.of(_start(cards))
    mirrored.to_move = Player.TWO
    mirrored.cities = mirrored.cities[::-1]
    other = mirrored.state().apply(ChooseCard("scripted", "press", cards))
    assert other.cities[0].buildings == ()
    beside = _start(
        cards,
        cities=(CityPosition(coins=9, unbuilt=["the-tower"]), CityPosition(buildings=["baths"])),
    )
    after = beside.apply(ChooseCard("scripted", "stable", cards))
    assert after.discard_pile == from_structure.discard_pile
    assert after.cities[1].buildings == (cards.buildings["baths"],)


def test_any_building_of_a_city_can_be_discarded() -> None:
    """Wherever it stands among the cards of the catalogue, it goes to the discard pile."""
    for building in catalogue.building_list:
        two = CityPosition(buildings=[building.id])
        left = "palace" if building.id != "palace" else "senate"
        state = Position(age=Age.III, structure={0: left}, cities=(CityPosition(), two)).state()
        draft = state.thaw()
        DraftChanges(draft).discard(building)
        after = draft.freeze()

        assert after.cities[1].buildings == ()
        assert after.discard_pile == (building,)


def test_any_building_is_taken_from_where_it_lies() -> None:
    """Wherever it stands among the cards of the catalogue, it leaves the discard pile or the structure."""
    for building in catalogue.building_list:
        rest = next(
            card.id
            for card in catalogue.building_list
            if card.age is building.age and card is not building
        )
        of_pile = Position(age=building.age, structure={0: rest}, discard_pile=[building.id])
        of_structure = Position(age=building.age, structure={0: rest, 1: building.id})
        for given, act, city, pile in (
            (of_pile, "construct", (building,), ()),
            (of_structure, "construct", (building,), ()),
            (of_structure, "discard", (), (building,)),
        ):
            draft = given.state().thaw()
            getattr(DraftChanges(draft), act)(building)
            after = draft.freeze()
            assert after.cities[0].buildings == city
            assert after.discard_pile == pile


@pytest.mark.parametrize("act", ["construct", "discard"])
def test_a_card_is_taken_from_the_structure_once(act: str, wording: Wording) -> None:
    """After that it lies elsewhere, also for the rest of the same choice."""
    structure = {0: "altar", 1: "stable", 2: "baths"}
    draft = Position(age=Age.I, structure=structure).state().thaw()
    changes = DraftChanges(draft)
    changes.discard(catalogue.buildings["stable"])
    if act == "construct":
        changes.construct(catalogue.buildings["stable"])

    with wording.raises(CatalogueError):
        getattr(changes, act)(catalogue.buildings["stable"])


def test_a_card_of_the_last_age_is_taken() -> None:
    """It frees what it covered in the structure of this age, and nothing else."""
    cards = _catalogue(Scripted("discard"))
    state = Position(
        catalogue=cards,
        age=Age.III,
        structure={5: "arena", 7: "palace", 9: "senate", 10: "pantheon"},
        cities=(CityPosition(coins=9, unbuilt=["the-tower"]), CityPosition()),
    ).state()
    state = state.apply(parse_move("wonder the-tower with senate", cards))
    assert cards.buildings["arena"] in state.accessible
    after = state.apply(ChooseCard("scripted", "arena", cards))

    assert after.accessible == (cards.buildings["pantheon"],)


@pytest.mark.parametrize("act", ["construct", "discard"])
@pytest.mark.parametrize("card", ["baths", "tavern"])
def test_a_card_that_is_elsewhere_cannot_be_taken(act: str, card: str, wording: Wording) -> None:
    """A choice whose card is not where it can be taken raises an error that says where to look.

    The tavern was in the structure until the wonder was constructed with it.
    """
    cards = _catalogue(Scripted(act))
    with wording.raises(CatalogueError):
        _start(cards).apply(ChooseCard("scripted", card, cards))


@attrs.frozen
class Gift(CardChoice):
    """Takes a token from anywhere."""

    word = "anything"
    chosen = "progress token"

    @override
    def targets(self, state: State, player: Player) -> Iterable[Card]:
        return state.catalogue.token_list

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        assert isinstance(card, ProgressToken)
        changes.take_token(card)


def test_a_token_is_taken_from_the_board_or_the_box(wording: Wording) -> None:
    """A token in a city cannot be taken."""
    cards = _catalogue(Gift())
    state = _start(
        cards,
        cities=(CityPosition(coins=9, unbuilt=["the-tower"]), CityPosition(tokens=["economy"])),
    )
    board = state.apply(ChooseCard("anything", "law", cards))
    assert (board.board_tokens, board.cities[0].tokens) == ((), (cards.tokens["law"],))
    law, masonry = cards.tokens["law"], cards.tokens["masonry"]
    taken = events_between(state, ChooseCard("anything", law, cards), board)
    assert taken[1:3] == (
        TokenTaken(Player.ONE, law, True),  # noqa: FBT003 - a field of the event
        SymbolGained(Player.ONE, ScienceSymbol.SCALES, 1),
    )
    box = state.apply(ChooseCard("anything", "masonry", cards))
    assert masonry in box.cities[0].tokens
    found = events_between(state, ChooseCard("anything", masonry, cards), box)
    assert found[1] == TokenTaken(Player.ONE, masonry, False)  # noqa: FBT003 - a field of the event
    with wording.raises(CatalogueError):
        state.apply(ChooseCard("anything", "economy", cards))


def test_nothing_happens_after_the_end() -> None:
    """A change that ends the game is the last one (R18)."""

    @attrs.frozen
    class Twice(CardChoice):
        word = "twice"

        @override
        def targets(self, state: State, player: Player) -> Iterable[Card]:
            return [state.catalogue.buildings["guard-tower"]]

        @override
        def carry_out(self, changes: Changes, card: Card) -> None:
            assert isinstance(card, Building)
            changes.construct(card)
            changes.construct(catalogue.buildings["altar"])
            changes.discard(catalogue.buildings["press"])
            changes.take_token(catalogue.tokens["law"])

    cards = _catalogue(Twice())
    state = _start(cards, pawn=8, structure={0: "guard-tower", 6: "tavern"})
    after = state.apply(ChooseCard("twice", "guard-tower", cards))
    assert after.is_over
    assert [card.id for card in after.discard_pile] == ["altar"]
    assert after.cities[1].count(Colour.GREY) == 1
    assert [token.id for token in after.board_tokens] == ["law"]
    tower = cards.buildings["guard-tower"]
    kinds = [type(one) for one in events_between(state, ChooseCard("twice", tower, cards), after)]
    assert kinds == [CardChosen, BuildingConstructed, PawnMoved, GameEnded]


def test_wrong_targets_are_reported(wording: Wording) -> None:
    """Targets of another kind, or unknown ones."""

    @attrs.frozen
    class Wrong(Idle):
        word = "wrong"

        @override
        def targets(self, state: State, player: Player) -> Iterable[Card]:
            return [catalogue.tokens["law"]]

    with wording.raises(CatalogueError):
        _start(_catalogue(Wrong()))


@pytest.mark.parametrize(
    ("word", "chosen"), [("", "building"), ("Two Words", "building"), (5, "building"), ("a", "age")]
)
def test_a_wrong_choice_is_refused(word: Any, chosen: Any, wording: Wording) -> None:
    """A choice needs a word of the form of an id, and one of three kinds of cards."""
    kind = type("Odd", (Idle,), {"word": word, "chosen": chosen})
    with wording.raises(CatalogueError):
        _catalogue(kind())


@pytest.mark.parametrize("missing", ["targets", "carry_out"])
def test_a_choice_without_a_method_is_refused(missing: str, wording: Wording) -> None:
    """A choice has to say what can be chosen and what then happens."""
    kind = type("Odd", (Idle,), {missing: getattr(CardChoice, missing)})
    with wording.raises(CatalogueError):
        _catalogue(kind())


def test_two_choices_need_two_words(wording: Wording) -> None:
    """Different choices with one word are refused, equal ones are the same."""
    with wording.raises(CatalogueError):
        _catalogue(Scripted("construct"), Scripted("discard"))
    assert len(_catalogue(Scripted("construct"), Scripted("construct")).tables.card_choices) == 1


def test_a_word_of_the_library_is_refused(wording: Wording) -> None:
    """The words of the choices of the library are taken."""
    kind = type("Odd", (Idle,), {"word": "revive"})
    with wording.raises(CatalogueError):
        _catalogue(kind())


def test_extra_shields_apply() -> None:
    """A red card constructed by a choice gets the extra shield of Strategy."""
    red = Building(
        id="fort", name="Fort", age=Age.I, colour=Colour.RED, cost=Cost(), effects=(Shields(1),)
    )
    cards = PROMO.extended("red", buildings=[red])
    state = Position(
        catalogue=cards,
        age=Age.I,
        structure={0: "fort", 6: "baths"},
        cities=(CityPosition(coins=30, unbuilt=["messe"], tokens=["strategy"]), CityPosition()),
    ).state()
    asked = state.apply(parse_move("wonder messe with baths", cards))
    assert asked.apply(ChooseCard("messe", "fort", cards)).pawn == 2


def test_games_are_played_to_their_end() -> None:
    """Random games with the Messe pass all the checks of a catalogue."""
    report = check_catalogue(PROMO, games=3, seed=4)
    assert report.games == 3
    state = State.dealt(Deal.random(3, PROMO))
    assert len(state.catalogue.wonder_list) == 13


@pytest.mark.parametrize("returned", [None, 5, "baths"])
def test_targets_that_are_no_list_are_reported(wording: Wording, returned: Any) -> None:
    """What is not a list of cards is refused, and a text is none."""
    kind = type("Odd", (Idle,), {"word": "odd", "targets": lambda *_: returned})
    with wording.raises(CatalogueError):
        _start(_catalogue(kind()))


@pytest.mark.parametrize("act", ["construct", "discard", "take_token"])
def test_a_change_takes_a_card_and_not_its_id(wording: Wording, act: str) -> None:
    """An id in place of the card is refused, and so is a card of another kind."""
    change = getattr(DraftChanges(without_choice(_chosen())), act)
    for wrong in ("baths", MESSE):
        with wording.raises(WrongTypeError):
            change(wrong)
