"""The deck's data: Hob's own matches the facts sheet, and an operator's is checked with all errors reported."""

from collections import Counter

import pytest

from engine.decks import InvalidDeck
from engine.game import InvalidOptions
from engine.monster_muncher.cards import DECKS, PARTIES
from tests.engine.monster_muncher.laying import GAME, Laid

HOUSE = DECKS["hob"]


def test_there_are_60_monsters_and_20_snacks():
    assert Counter(card.kind for card in HOUSE.values()) == {"monster": 60, "snack": 20}


def test_parties_have_three_monsters_per_tier_with_hunger_equal_to_tier():
    monsters = [card for card in HOUSE.values() if card.kind == "monster"]
    assert Counter((card.party, card.tier) for card in monsters) == {
        (p, tier): 3 for p in PARTIES for tier in range(1, 6)
    }
    assert all(card.hunger == card.tier for card in monsters)


def test_each_tier_has_four_snacks_without_hunger():
    snacks = [card for card in HOUSE.values() if card.kind == "snack"]
    assert Counter(card.tier for card in snacks) == dict.fromkeys(range(1, 6), 4)
    assert not any(card.hunger or card.party for card in snacks)


def test_every_card_of_hobs_deck_has_texts_and_effects():
    assert all(card.text and card.short and card.effects for card in HOUSE.values())
    assert HOUSE.source == "house"
    assert GAME.cards()["dj-heaven"].name == "DJ Heaven" and GAME.cards() == dict(HOUSE)


def test_each_mechanic_belongs_to_exactly_one_party():
    for party, verb in (("peon", "swap"), ("stoneskin", "bounce"), ("zombie", "destroy"), ("mecha", "steal")):
        users = Counter(
            card.party for card in HOUSE.values() if card.party and any(p.verb.startswith(verb) for p in card.parts)
        )
        assert users == {party: users[party]} and users[party] >= 8


# ---- an operator's deck
def test_a_game_uses_the_chosen_deck_and_remembers_its_name(own_deck):
    g = GAME.deal(seats=3, seed="own", **own_deck(titan_tollbot='[["draw", 3]]'))
    assert g.deck == "own" and GAME.view(g, None).deck == "own"
    assert GAME.load(GAME.dump(g)) == g and GAME.cards("own")["titan-tollbot"].effects == (("draw", 3),)


def test_a_card_without_an_ability_is_simply_played(own_deck):
    t = Laid("titan-tollbot", options=own_deck(titan_tollbot="[]")).play("titan-tollbot")
    assert t.asked == ("ben", "turn") and [event.key for event in t.g.log] == ["plays", "draws", "you-draw"]


def test_an_unknown_deck_is_refused():
    with pytest.raises(InvalidOptions, match="unknown deck 'none'"):
        GAME.deal(seats=2, deck="none")


@pytest.mark.parametrize(
    ("card", "effects", "fault"),
    [
        ("rotlet", '[["eat", "foe"]]', "unknown verb 'eat'"),
        ("rotlet", '[["destroy", "self", 0]]', "destroy can't take 'self'"),
        ("rotlet", '[["destroy", "foe"]]', "destroy needs 2 constants, not 1"),
        ("rotlet", '[["buff", "host", 1]]', "a Monster says self, a Snack says host"),
        ("rock_rusk", '[["buff", "self", 1]]', "a Monster says self, a Snack says host"),
        ("rotlet", '[["three", "all", 1]]', "three is for snack, not for monster"),
        ("rotlet", '[["watch-steal"], ["watch-bounce"]]', "at most one lasting effect"),
        ("rock_rusk", '[["protect", "host", 0], ["three", "all", 1]]', "at most one lasting effect"),
        ("rock_rusk", "[]\nhunger = 2", "a Snack has no hunger of its own"),
        ("rock_rusk", '[]\nparty = "peon"', "Monsters, and no Snacks, belong to a party"),
        ("rotlet", '[]\nid = "skip"', "a reserved word"),
        ("rotlet", '[]\nid = "s2"', "a reserved word"),
        ("rotlet", '[]\nid = "a-very-very-long-named-card"', "longer than 26"),
        ("rotlet", "[[]]", "unknown verb ''"),
    ],
)
def test_a_faulty_deck_is_refused_with_the_reason(own_deck, card, effects, fault):
    with pytest.raises(InvalidDeck, match=fault):
        own_deck(**{card: effects})


def test_a_deck_with_wrong_card_counts_is_refused(tmp_path):
    file = tmp_path / "few.toml"
    file.write_text('game = "monster-muncher"\n[[card]]\nname = "X"\nkind = "snack"\ntier = 1\n')
    with pytest.raises(InvalidDeck) as found:
        DECKS.add("few", file)
    assert "0 cards of kind monster, not 60" in str(found.value) and "1 cards of kind snack, not 20" in str(found.value)


def test_an_extra_snack_is_skipped_without_a_monster_for_it(own_deck):
    t = Laid("nib-nudger rock-rusk", options=own_deck(nib_nudger='[["destroy", "own-other", 0], ["extra", "snack"]]'))
    t.play("nib-nudger")
    assert t.asked == ("ada", "extra-play")
    t = Laid(
        "pilfer-pod rock-rusk", options=own_deck(pilfer_pod='[["swap", "self", 0], ["extra", "snack"]]'), ben="rotlet"
    )
    assert t.play("pilfer-pod").choose("rotlet").asked == ("ada", "extra-play")
    t.g.rows[1].extend(t.g.rows[0])
    t.g.rows[0].clear()
    t.g = GAME.load(GAME.dump(t.g))
    assert t.asked == ("ben", "turn")


def test_ability_parts_about_a_card_that_left_its_row_are_skipped(own_deck):
    options = own_deck(nib_nudger='[["swap", "self", 4], ["buff", "self", 1], ["watch-steal"], ["buff", "got", 1]]')
    t = Laid("nib-nudger", options=options, ben="rotlet sky-sentry").play("nib-nudger").choose("sky-sentry")
    assert t.row("ada") == "sky-sentry+1" and t.row("ben") == "rotlet nib-nudger" and t.g.status == {}
