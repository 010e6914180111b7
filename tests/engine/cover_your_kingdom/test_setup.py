"""Contents and Set-up, and the cards."""

import pytest

from engine.cover_your_kingdom.rules import copies
from engine.cover_your_kingdom.state import CARDS, CLUSTERS, HIRE, POWERS, CoverCard, check
from engine.decks import Deck, Decks, InvalidDeck
from tests.engine.cover_your_kingdom.table import deal, game

ALL = range(2, 9)


def test_the_box_holds_116_clanning_creatures_15_wild_and_10_for_hire() -> None:
    counts = {
        kind: sum(card.copies for card in CARDS.values() if card.kind == kind) for kind in ("clanning", "wild", "hire")
    }
    assert counts == {"clanning": 116, "wild": 15, "hire": 10}
    assert CARDS["terrier"].copies == 10 and CARDS["spydra"].copies == 5


@pytest.mark.parametrize(
    ("species", "number", "magic", "land"),
    [
        ("yedi", 13, 5, "highland"),
        ("sighclops", 13, 5, "highland"),
        ("peglegasus", 11, 10, "highland"),
        ("bragon", 9, 15, "highland"),
        ("leprecon", 13, 5, "lowland"),
        ("vulcent", 13, 5, "lowland"),
        ("uniquehorn", 11, 10, "lowland"),
        ("klaken", 9, 15, "lowland"),
        ("pigxie", 13, 5, "either"),
        ("hentaur", 11, 10, "either"),
        ("terrier", 10, 20, ""),
        ("spydra", 5, 40, ""),
        *[(hire, 2, 0, "") for hire in ("minnowtaur", "hypnogriff", "elves", "wiizzaard", "mobgoblins")],
    ],
)
def test_each_creature_has_the_right_copies_magic_and_land(species: str, number: int, magic: int, land: str) -> None:
    card = CARDS[species]
    assert (card.copies, card.magic, card.land) == (number, magic, land)


def test_the_gems_of_the_box_are_worth_1325() -> None:
    magic = {kind: sum(c.copies * c.magic for c in CARDS.values() if kind in (c.land, c.id)) for kind in CLUSTERS}
    assert magic == {"highland": 375, "either": 175, "lowland": 375}
    assert sum(card.copies * card.magic for card in CARDS.values()) == 375 + 175 + 375 + 200 + 200


def test_four_species_live_in_each_land_and_two_in_either() -> None:
    assert {land: len(species) for land, species in CLUSTERS.items()} == {"highland": 4, "either": 2, "lowland": 4}


def test_every_card_can_be_looked_up() -> None:
    cards = game.cards()
    assert len(cards) == 17 + len(POWERS)
    assert all(card.text and card.short for card in cards.values() if card.kind != "clanning")


def test_a_deck_with_a_missing_copy_is_refused(tmp_path) -> None:
    file = tmp_path / "small.toml"
    file.write_text('game = "cover-your-kingdom"\n[[card]]\nname = "Bragon"\nkind = "clanning"\ncopies = 9\n')
    with pytest.raises(InvalidDeck, match="clanning: 1 kinds with 9 copies, not 10 with 116"):
        Decks("cover-your-kingdom", CoverCard, file, check)


def test_a_power_must_be_marked_as_action_or_modifying() -> None:
    power = CARDS["wiizzz"]
    deck = Deck({**CARDS, power.id: power.model_copy(update={"power": ""})})
    assert [*check(deck)] == ['wiizzz: a power needs `power = "action"` or `"modifying"`, other cards have none']
    assert [*check(CARDS)] == []


@pytest.mark.parametrize("seats", ALL[1:])
def test_each_ruler_gets_six_cards_and_the_rest_form_the_deck(seats: int) -> None:
    t = deal(seats)
    assert [len(hand) for hand in t.g.hands] == [6] * seats
    assert len(t.g.deck) == 141 - 6 * seats


@pytest.mark.parametrize("seats", ALL[1:])
def test_the_discard_and_retired_piles_start_empty(seats: int) -> None:
    view = deal(seats).view()
    assert (view.discard, view.discards, view.retired, view.gone) == ("", 0, [], 0)


@pytest.mark.parametrize("seats", ALL[1:])
def test_a_kingdom_starts_with_an_empty_highland_and_lowland(seats: int) -> None:
    for kingdom in deal(seats).view().kingdoms:
        assert [(land.land, land.clans, land.guards) for land in kingdom.lands] == [
            ("highland", [], []),
            ("lowland", [], []),
        ]


def test_the_standard_game_ignores_tokens_and_powers() -> None:
    view = deal(4).view()
    assert not view.constellations and not view.tokens and not view.bonus
    assert [kingdom.powers for kingdom in view.kingdoms] == [[], [], [], []]


def test_the_first_holder_of_the_crown_is_random() -> None:
    firsts = {game.deal(seats=5, seed=str(seed)).active for seed in range(60)}
    assert firsts == {0, 1, 2, 3, 4}
    t = deal(5)
    assert list(t.g.asks) == [t.g.first]


def test_two_rulers_remove_25_cards() -> None:
    left = {card: copies(card, 2) for card in CARDS if CARDS[card].kind != "power"}
    assert sum(left.values()) == 116
    assert [left[card] for card in ("yedi", "hentaur", "klaken", "terrier", "spydra", "minnowtaur")] == [
        11,
        9,
        7,
        8,
        4,
        0,
    ]
    assert sum(left[card] for card in HIRE) == 8
