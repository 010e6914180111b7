"""The rulebook's "On Your Turn": place your ghost, take candy, resolve the ability, scare kids."""

import pytest

from engine import machine
from engine.decks import slug
from engine.ghosts_love_candy.cards import DECKS
from tests.engine.ghosts_love_candy.street import Play, game


# ---- 1. Place Your Ghost
def test_you_may_pick_any_kid_in_the_neighborhood_haunted_or_not() -> None:
    play = Play("Chef{A9 B6}[gummies]", "Skeleton{A2}", "Hose Hero", turn="A1")
    assert play.asked == ("A", "haunt")
    assert play.options == play.row and len(play.row) == 6
    assert play.g.asks[0].fields == {"p": "s0", "ghost": 1} and not play.g.asks[0].secret
    with pytest.raises(machine.IllegalChoice):
        game.answer(play.g, 0, "cheerleader")


def test_eight_kids_may_be_haunted_with_five_players() -> None:
    assert len(Play(players=5).options) == 8


def test_a_ghost_starts_a_pile_or_goes_on_top_of_it() -> None:
    play = Play("Soggy Zombie", "Tinsel Princess{B2 C1}", turn="A5")
    play.haunt("Tinsel Princess")
    assert play.ghosts("Tinsel Princess") == "B2 C1 A5"
    play.haunt("Soggy Zombie")
    assert play.ghosts("Soggy Zombie") == "B1"


# ---- 2. Take Candy
def test_all_candy_on_the_kid_goes_to_your_stash() -> None:
    play = Play("Soggy Zombie[2 gummies, licorice]", "Chef[chocolate]", turn="A5", stash={"A": "gummies"})
    play.haunt("Soggy Zombie")
    assert play.stash("A") == ["gummies", "gummies", "gummies", "licorice"] and play.candy("Soggy Zombie") == []
    assert play.candy("Chef") == ["chocolate"]
    assert play.told("haunts") == [
        {"p": "A", "kid": "soggy-zombie", "ghost": 5, "candies": ["gummies", "gummies", "licorice"]}
    ]
    assert game.view(play.g).stashes[0].candy == {"gummies": 3, "licorice": 1}


# ---- 3. Resolve Kid Ability
def test_a_kid_without_candy_may_be_haunted_and_its_ability_used() -> None:
    play = Play("Tea-Leaf Seer", turn="A5")
    play.haunt("Tea-Leaf Seer")
    assert play.told("haunts-no-candy") == [{"p": "A", "kid": "tea-leaf-seer", "ghost": 5}]
    assert play.asked == ("A", "ability")


def test_a_blue_box_works_after_taking_candy_and_before_scaring() -> None:
    play = Play("Three-Ball Juggler{C9}[gummies]", turn="A5", stash={"B": "licorice"})
    play.haunt("Three-Ball Juggler")
    assert play.stash("A") == ["gummies"] and "three-ball-juggler" in play.row
    play.use("gummies/licorice")
    assert play.stash("A") == ["licorice"] and play.kids("A") == ["three-ball-juggler"]


def test_a_yellow_box_does_nothing_when_its_kid_is_haunted() -> None:
    for kid in DECKS["hob"].values():
        if kid.box == "yellow":
            play = Play(kid.name, "Skeleton[gummies]", turn="A1", stash={"A": "gummies", "B": "gummies"})
            play.haunt(kid.name)
            assert play.keys == ["haunts-no-candy"] and play.asked == ("B", "haunt")


def test_only_abilities_that_say_may_can_be_declined() -> None:
    for kid in DECKS["hob"].values():
        if kid.box == "blue":
            play = Play(
                "Soggy Zombie{A2}[gummies]",
                kid.name,
                "Tinsel Princess{B2}[licorice]",
                stash={"A": "chocolate", "B": "2 peppermint", "C": "2 gummies"},
                kids={"A": "Cheerleader"},
            )
            play.haunt(kid.name)
            assert (play.options[0] == "skip") == kid.may
            assert play.g.asks[0].fields == {"p": "s0", "kid": kid.id}
            if kid.may:
                before = game.view(play.g).model_dump(include={"row", "stashes"})
                play.use("skip")
                assert play.told("does-not-use") == [{"p": "A", "kid": kid.id}]
                assert game.view(play.g).model_dump(include={"row", "stashes"}) == before


def test_only_the_player_whose_turn_it_is_uses_the_ability() -> None:
    play = Play("Tea-Leaf Seer", turn="A5")
    play.haunt("Tea-Leaf Seer")
    with pytest.raises(machine.IllegalChoice):
        game.answer(play.g, 1, "s0")


# ---- 4. Scare Kids
@pytest.mark.parametrize(("ghost", "scared"), [(5, False), (6, True), (7, True)])
def test_a_kid_is_scared_when_its_ghosts_equal_or_exceed_its_courage(ghost: int, scared: bool) -> None:
    play = Play("Soggy Zombie{B2 C4}", turn=f"A{ghost}")
    play.haunt("Soggy Zombie")
    assert (play.kids("A") == ["soggy-zombie"]) == scared


def test_the_kid_goes_to_the_stash_of_the_last_player_who_haunted_it() -> None:
    play = Play("Soggy Zombie{A9 B8}", turn="A1")
    play.haunt("Tinsel Princess")
    assert play.kids("B") == ["soggy-zombie"] and play.kids("A") == []


def test_a_scared_kids_ghosts_and_candy_go_and_a_new_kid_takes_its_spot() -> None:
    play = Play(
        "Chef", "Soggy Zombie{A9 B8}[2 gummies]", turn="A1", newcomers="Bathtub Pirate, Juice Vampire", stash={"A": ""}
    )
    gone = len(play.g.candy_discard)
    play.haunt("Tinsel Princess")
    assert play.row[:2] == ["chef", "bathtub-pirate"]
    assert play.candy("Bathtub Pirate") == [] and play.ghosts("Bathtub Pirate") == ""
    assert play.g.ghost_discard == [(0, 9), (1, 8)]
    assert play.g.candy_discard[gone:] == ["gummies", "gummies"]
    assert play.told("is-scared") == [
        {"kid": "soggy-zombie", "sum": 17, "courage": 12, "q": "B", "new": "bathtub-pirate"}
    ]


def test_kids_are_checked_from_the_kid_deck_outward() -> None:
    play = Play("Soggy Zombie{A9 B8}", "Chef{B9 C6}", turn="A1", newcomers="Bathtub Pirate, Juice Vampire")
    play.haunt("Tinsel Princess")
    assert play.row[:2] == ["bathtub-pirate", "juice-vampire"]
    assert [event["q"] for event in play.told("is-scared")] == ["B", "C"]


def test_the_turn_ends_after_kids_are_scared() -> None:
    play = Play("Soggy Zombie{A9 B8}", turn="A1")
    play.haunt("Tinsel Princess")
    assert play.asked == ("B", "haunt")


def test_a_new_kid_comes_from_the_discards_when_the_deck_is_empty() -> None:
    play = Play("Soggy Zombie{A9 B8}", turn="A1")
    play.g.kid_discard, play.g.kids = play.g.kids, []
    play.haunt("Tinsel Princess")
    assert play.keys == ["haunts-no-candy", "reshuffled", "is-scared"]
    assert play.g.kid_discard == [] and len(play.g.kids) == 17


# ---- the facts sheet's fixtures about scaring
def test_fixture_1_cheerleader_protects_until_she_is_scared_herself() -> None:
    play = Play("Chef{A9 B6}", "Cheerleader{B7 C3}", "Skeleton{A8 C8}", "Hose Hero")
    play.wait()
    assert play.kids("C") == ["cheerleader", "skeleton"] and play.row[0] == "chef"
    assert play.told("is-safe") == [{"kid": "chef", "guard": "cheerleader"}]
    play.wait()
    assert play.kids("B") == ["chef"]


def test_fixture_2_scarecrow_takes_three_courage_from_both_neighbours() -> None:
    play = Play("Chef", "Scruffy Scarecrow", "Tinsel Princess", "Hose Hero")
    assert [spot.courage for spot in game.view(play.g).row][:4] == [12, 13, 11, 11]


def test_fixture_3_gumball_machine_gives_the_candy_one_spot_outward() -> None:
    play = Play("Chef[gummies]", "Gumball Machine{A5 C6}[licorice]", "Skeleton[2 gummies]")
    play.wait()
    assert play.kids("C") == ["gumball-machine"] and play.stash("C") == ["gummies", "gummies"]
    assert "licorice" in play.g.candy_discard and play.candy("Chef") == ["gummies"] and play.candy("Skeleton") == []
    assert play.told("gives-candy") == [
        {"kid": "gumball-machine", "q": "C", "candies": ["gummies", "gummies"], "a": "skeleton"}
    ]


def test_fixture_4_the_next_spot_is_checked_after_its_candy_is_gone() -> None:
    play = Play("Gumball Machine{A9 B2}", "Tea-Leaf Seer{C9 C1}[3 chocolate]", turn="B1")
    gone = len(play.g.candy_discard)
    play.wait()
    assert play.kids("B") == ["gumball-machine"] and play.stash("B") == ["chocolate"] * 3
    assert play.kids("C") == ["tea-leaf-seer"] and len(play.g.candy_discard) == gone


# ---- rulings of the scare check
def test_a_kid_without_ghosts_is_never_scared() -> None:
    play = Play("Cheerleader", "Scruffy Scarecrow")
    play.wait()
    assert not play.told("is-scared")


def test_a_new_kid_affects_spots_not_yet_checked() -> None:
    row = ("Soggy Zombie{A9 B8}", "Chef{A8 B6}")
    play = Play(*row, newcomers="Scruffy Scarecrow")
    play.wait()
    assert play.told("is-scared")[1] == {**play.told("is-scared")[1], "kid": "chef", "sum": 14, "courage": 12}
    play = Play("Soggy Zombie{A9 B8}", "Chef{A8 B7}", newcomers="Cheerleader")
    play.wait()
    assert play.told("is-safe") == [{"kid": "chef", "guard": "cheerleader"}]


@pytest.mark.parametrize("scared", ["Soggy Zombie", "Gumball Machine"])  # the latter's ability interrupts the check
def test_a_new_kid_does_not_affect_spots_already_checked(scared: str) -> None:
    play = Play("Chef{A8 B5}", f"{scared}{{A9 B8}}", newcomers="Scruffy Scarecrow")
    play.wait()
    assert play.row[:2] == ["chef", "scruffy-scarecrow"]
    play.wait()
    assert play.kids("B") == [slug(scared), "chef"]


def test_protection_beats_reduced_courage() -> None:
    play = Play("Cheerleader", "Chef{A8 B7}", "Scruffy Scarecrow")
    play.wait()
    assert "chef" in play.row and play.told("is-safe")


def test_the_log_repeats_that_a_kid_is_safe_after_its_ghosts_left() -> None:
    play = Play("Cheerleader", "Tea-Leaf Seer{B7}", "Scruffy Scarecrow", "Broom Pilot", "Soggy Zombie", turn="A2")
    play.wait()
    play.haunt("Broom Pilot")
    play.use("tea-leaf-seer/soggy-zombie")
    assert len(play.told("is-safe")) == 1 and play.g.safe == []
    play.haunt("Broom Pilot")
    play.use("soggy-zombie/tea-leaf-seer")
    assert len(play.told("is-safe")) == 2


def test_the_log_mentions_a_safe_kid_only_once() -> None:
    play = Play("Chef{A8 B7}", "Cheerleader")
    play.wait()
    play.wait()
    assert len(play.told("is-safe")) == 1
    play.g.at("chef").ghosts.remove((1, 7))
    play.g.hands[1].append(7)
    play.wait()
    assert play.g.safe == []


def test_a_protected_kid_stays_in_the_row_when_the_game_ends() -> None:
    play = Play("Chef{A8 B7}", "Cheerleader", last=True)
    play.wait()
    assert game.result(play.g) and play.row[0] == "chef" and play.kids("B") == []
