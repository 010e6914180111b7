"""The rulebook's chapters Contents and Game Set Up."""

from collections import Counter
from pathlib import Path

import pytest

import engine.kingdoms_candy
from engine.decks import Decks, InvalidDeck
from engine.game import InvalidOptions
from engine.kingdoms_candy.cards import DECKS, KingdomCard
from tests.engine.kingdoms_candy.laying import CARDS, asked, kingdom

HOUSE = Path(engine.kingdoms_candy.__file__).with_name("cards.toml")


# ---- Contents
def test_the_card_counts_match_the_rulebook() -> None:
    kinds: Counter[str] = Counter()
    for card in CARDS.values():
        kinds[card.kind] += card.copies
    assert kinds == {"starter": 6, "monster": 19, "ability": 30, "event": 12, "first-player": 1}
    assert CARDS.source == "house" and kingdom.house


def test_ability_cards_have_cost_colour_value_symbol_and_three_copies() -> None:
    abilities = [card for card in CARDS.values() if card.kind == "ability"]
    assert len(abilities) == 10 and {card.copies for card in abilities} == {3}
    assert all(card.cost and card.value and card.colour for card in abilities)


def test_three_one_time_tokens_are_enough() -> None:
    assert sum(card.copies for card in CARDS.values() if card.moment == "once") == 3


@pytest.mark.parametrize("seats", range(2, 6))
def test_130_sugar_and_every_card_are_on_the_table(seats: int) -> None:
    pieces = kingdom.component_counts(kingdom.deal(seats=seats, seed="set-up"))
    cards = {name: card.copies for name, card in CARDS.items() if card.kind != "first-player"}
    assert pieces == {"sugar": 130, **cards}


# ---- Starting Monster, Sugar Cubes
@pytest.mark.parametrize("seats", range(2, 6))
def test_everyone_gets_one_random_starter_and_5_sugar(seats: int) -> None:
    seen = set()
    for seed in range(30):
        g = kingdom.deal(seats=seats, seed=f"starter {seed}")
        starters = [name for villain in g.villains for name in villain.monsters]
        assert len(starters) == seats and sorted(starters + g.starter_box) == sorted(
            name for name, card in CARDS.items() if card.kind == "starter"
        )
        waiting = [own.sugar for seat, own in enumerate(g.villains) if seat != g.first]
        assert waiting == [5] * (seats - 1) and g.villains[g.first].sugar == 7
        seen.add(starters[0])
    assert len(seen) == 6


def test_the_sweet_cave_starts_on_2() -> None:
    g = kingdom.deal(seats=5, seed="cave")
    assert [(own.income, own.income_candies) for own in kingdom.view(g).villains] == [(2, 0)] * 5


# ---- Event Deck
def test_the_event_deck_is_four_piles_of_two_events_and_a_black_candy() -> None:
    places: set[tuple[int, int]] = set()
    for seed in range(30):
        deck = kingdom.deal(seats=2, seed=f"events {seed}").event_deck
        piles = [deck[at : at + 3] for at in range(0, 12, 3)]
        assert [pile.count("black-candy") for pile in piles] == [1, 1, 1, 1]
        assert len(set(deck)) == 9
        places.update((at, pile.index("black-candy")) for at, pile in enumerate(piles))
    assert len(places) == 12


# ---- Ability Deck
def test_the_ability_deck_has_one_of_each_type_at_the_bottom() -> None:
    g = kingdom.deal(seats=2, seed="abilities")
    cards = g.abilities.deck + g.abilities.row
    assert len(set(cards[:10])) == 10 == g.abilities.bottom
    assert set(Counter(cards[10:]).values()) == {2}
    assert cards[:10] != kingdom.deal(seats=2, seed="others").abilities.deck[:10]


# ---- Kingdom
def test_three_abilities_and_three_monsters_start_face_up() -> None:
    g = kingdom.deal(seats=2, seed="kingdom")
    assert [len(g.abilities.row), len(g.abilities.deck), len(g.monsters.row), len(g.monsters.deck)] == [3, 27, 3, 16]
    assert not g.abilities.discard and not g.monsters.discard


# ---- First Player
def test_any_player_may_be_the_first_player() -> None:
    firsts = set()
    for seed in range(40):
        g = kingdom.deal(seats=5, seed=f"first {seed}")
        assert asked(g) == (g.first, "action")
        firsts.add(g.first)
    assert firsts == set(range(5))


# ---- Options
def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(InvalidOptions, match="unknown deck 'elsewhere'"):
        kingdom.deal(seats=2, deck="elsewhere")
    assert kingdom.cards()["uno"].name == "Uno"


# ---- A deck of the operator
def deck(tmp_path: Path, *changes: tuple[str, str]) -> Decks[KingdomCard]:
    """Load Hob's deck with some lines changed, as ``own``."""
    text = HOUSE.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    decks = Decks("kingdoms-candy", KingdomCard, HOUSE, DECKS.check)
    decks.add_folder(tmp_path)
    return decks


def card(name: str) -> str:
    """Return the lines of one card."""
    return next(part for part in HOUSE.read_text(encoding="utf-8").split("[[card]]") if f'name = "{name}"' in part)


def test_an_operators_deck_can_be_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = deck(tmp_path, ('name = "Magmot"', 'name = "Lava Lump"'))
    monkeypatch.setitem(DECKS, "own", decks["own"])
    g = kingdom.deal(seats=2, seed="own", deck="own")
    assert g.deck == "own" and kingdom.component_counts(g)["lava-lump"] == 1
    assert kingdom.view(kingdom.load(kingdom.dump(g))).deck == "own"


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("Magmot", '["cheaper", 1]', '["juggle", 1]', "unknown verb 'juggle'"),
        ("Magmot", '["cheaper", 1]', '["halve", 2]', "halve is for any or start or once, not for buy-ability"),
        ("Magmot", '["cheaper", 1]', '["cheaper"]', "cheaper needs 1 constants, not 0"),
        ("Magmot", 'colour = "red"', "", "have a colour"),
        ("Magmot", "feed = 2", "", "say what they feed on"),
        ("Uno", 'colour = "red"', 'colour = "red"\nfeed = 2', "say what they feed on"),
        ("Magmot", "feed = 2", "feed = 2\nactivation = 2", "cheaper takes no activation cost at buy-ability"),
        ("Magmot", 'moment = "buy-ability"', 'moment = "event"', "moment of events and of First Player"),
        ("Clearance", '"clearance"', '"clear-slot"', "clear-slot is the effect of First Player"),
        ("First Player", '"clear-slot"', '"clearance"', "clear-slot is the effect of First Player"),
        ("Creepcaramel", '"gain-sugar"', '"host-eats-less"', "only an ability has a host"),
        ("Magmot", 'name = "Magmot"', 'name = "The great Magmot of Lava Lake"', "its id has at most 24 characters"),
        ("Magmot", 'name = "Magmot"', 'name = "None"', "its id isn't a reserved word"),
        ("Magmot", 'name = "Magmot"', 'name = "S1"', "its id isn't a reserved word"),
        (
            "Magmot",
            'kind = "monster"',
            'kind = "monster"\ncopies = 2',
            "one copy of each monster; found more of magmot",
        ),
        ("Black Candy", "copies = 4", "copies = 3", "one event with black-candy, in 4 copies"),
    ],
)
def test_a_faulty_deck_is_refused_with_the_reason(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    lines = card(name)
    with pytest.raises(InvalidDeck, match=fault):
        deck(tmp_path, (lines, lines.replace(old, new)))


def test_a_deck_with_too_few_cards_lists_everything_missing(tmp_path: Path) -> None:
    kept = "".join(f"[[card]]{card(name)}" for name in ("Uno", "Magmot", "Pickpocket", "Clearance"))
    (tmp_path / "own.toml").write_text(f'game = "kingdoms-candy"\n{kept}', encoding="utf-8")
    with pytest.raises(InvalidDeck) as fault:
        Decks("kingdoms-candy", KingdomCard, HOUSE, DECKS.check).add_folder(tmp_path)
    assert str(fault.value).splitlines() == [
        f"own.toml: a deck has {text}"
        for text in (
            *("5 starters or more", "3 monsters or more", "one event with black-candy, in 4 copies"),
            *("8 other events or more", "one first-player card"),
        )
    ]


def test_the_first_player_option_turns_the_ability_on_or_off() -> None:
    for seats, chosen, wanted in ((2, "off", False), (3, "few", True), (4, "few", False), (5, "always", True)):
        assert kingdom.deal(seats=seats, seed="first", first_player=chosen).leader is wanted
