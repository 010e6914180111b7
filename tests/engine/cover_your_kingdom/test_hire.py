"""Hire: the five Creatures for hire, played from the hand."""

import pytest

from tests.engine.cover_your_kingdom.table import Tabletop, arrange, game

THREE_HIGH = {"highland": ["bragon bragon", "yedi yedi", "sighclops sighclops"], "lowland": ["klaken klaken"]}
TWO_CLANS = {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}


def test_a_creature_for_hire_is_retired_when_its_work_is_done() -> None:
    t = arrange(3, {0: "wiizzaard yedi"}, {1: THREE_HIGH}).does(0, "hire/wiizzaard/c1/top")
    assert t.view().retired == ["wiizzaard"]


# ---- Wiizzaard
def test_wiizzaard_moves_a_clan_from_the_bottom_to_the_top() -> None:
    t = arrange(3, {0: "wiizzaard yedi"}, {1: THREE_HIGH}).does(0, "hire/wiizzaard/c1/top")
    assert t.stack(1, "highland") == ["yedi yedi", "sighclops sighclops", "bragon bragon"]
    assert t.told()[0][:2] == (
        "wiizzaard-top",
        {"p": "s0", "q": "s1", "clan": "c1", "species": "bragon", "land": "highland"},
    )


def test_wiizzaard_moves_a_clan_from_the_top_to_the_bottom() -> None:
    t = arrange(3, {0: "wiizzaard yedi"}, {1: THREE_HIGH}).does(0, "hire/wiizzaard/c3/bottom")
    assert t.stack(1, "highland") == ["sighclops sighclops", "bragon bragon", "yedi yedi"]
    assert t.news() == ["wiizzaard-bottom"]


def test_wiizzaard_works_in_anyones_kingdom_including_your_own() -> None:
    t = arrange(
        3,
        {0: "wiizzaard"},
        {
            0: {"highland": ["yedi yedi", "sighclops sighclops"]},
            1: TWO_CLANS,
            2: {"lowland": ["vulcent vulcent", "leprecon leprecon"]},
        },
    )
    assert t.options(0, "hire") == [f"hire/wiizzaard/{way}" for way in ("c1/top", "c5/top")]
    assert t.why_not(0, "hire/wiizzaard/c6/bottom") == ("of-two", {"q": "s2", "land": "lowland"})
    t.does(0, "hire/wiizzaard/c1/top")
    assert t.stack(0, "highland") == ["sighclops sighclops", "yedi yedi"]


def test_wiizzaard_cannot_move_a_lone_clan_or_one_between_the_ends() -> None:
    t = arrange(3, {0: "wiizzaard yedi"}, {1: THREE_HIGH})
    assert t.why_not(0, "hire/wiizzaard/c4/top") == ("stack-of-one", {"q": "s1", "land": "lowland"})
    assert t.why_not(0, "hire/wiizzaard/c2/top") == ("in-between", {"q": "s1", "clan": "c2"})
    assert t.why_not(0, "hire/wiizzaard/c1/bottom") == ("not-an-option", {})
    assert t.why_not(0, "hire/wiizzaard/c9/bottom") == ("not-an-option", {})


# ---- Hypnogriff
def test_hypnogriff_takes_three_cards_blindly_and_gives_any_three_back() -> None:
    t = arrange(3, {0: "hypnogriff bragon elves", 1: "klaken klaken yedi yedi pigxie pigxie"})
    t.does(0, "hire/hypnogriff/s1")
    assert len(t.g.hands[0]) == 5 and len(t.g.hands[1]) == 3
    assert t.asked() == {0: "give"} and t.ask(0).secret
    assert t.ask(0).fields == {"p": "s0", "q": "s1", "n": 3}
    taken = t.told(to=0)[0]
    assert taken.key == "hypnogriff-takes" and len(taken.fields["cards"]) == 3
    back = next(option for option in t.options(0) if "bragon" in option and "elves" in option)
    t.does(0, back)
    assert len(t.g.hands[0]) == 2 and len(t.g.hands[1]) == 6
    assert "bragon" in t.g.hands[1] and "elves" in t.g.hands[1]


def test_hypnogriff_may_give_back_the_same_cards() -> None:
    t = arrange(3, {0: "hypnogriff bragon bragon", 1: "klaken yedi pigxie"}).does(0, "hire/hypnogriff/s1")
    t.does(0, "yedi+pigxie+klaken")
    assert t.hand(0) == "bragon bragon" and t.hand(1) == "yedi pigxie klaken"


@pytest.mark.parametrize(("hand", "back"), [("klaken", 1), ("klaken yedi", 2)])
def test_hypnogriff_takes_all_of_a_small_hand_and_returns_as_many(hand: str, back: int) -> None:
    t = arrange(3, {0: "hypnogriff bragon bragon bragon", 1: hand}).does(0, "hire/hypnogriff/s1")
    assert t.hand(1) == "" and t.ask(0).fields["n"] == back
    t.does(0, "+".join(["bragon"] * back))
    assert len(t.g.hands[1]) == back


def test_hypnogriff_cannot_target_an_empty_hand_or_your_own() -> None:
    t = arrange(3, {0: "hypnogriff", 1: ""})
    assert t.options(0, "hire") == ["hire/hypnogriff/s2"]
    assert t.why_not(0, "hire/hypnogriff/s1") == ("no-hand", {"q": "s1"})
    assert t.why_not(0, "hire/hypnogriff/s0") == ("yourself", {})
    assert t.why_not(0, "hire/hypnogriff/s7") == ("not-an-option", {})


def test_only_the_two_rulers_learn_which_cards_the_hypnogriff_moved() -> None:
    t = arrange(3, {0: "hypnogriff bragon", 1: "klaken yedi pigxie"}).does(
        0, "hire/hypnogriff/s1", "yedi+bragon+klaken"
    )
    for seat in (None, 2):
        assert [event.key for event in game_events(t, seat) if event.key.startswith("hypno")] == ["hypnogriff"]
    for seat in (0, 1):
        private = [event for event in game_events(t, seat) if event.to == seat]
        assert [event.key for event in private] == ["hypnogriff-takes", "hypnogriff-gives"]
        assert private[0].fields["cards"] == ["yedi", "pigxie", "klaken"]
        assert private[1].fields["cards"] == ["yedi", "bragon", "klaken"]


def game_events(t: Tabletop, seat: int | None) -> list:
    return game.events(t.g, seat)


# ---- Grumbledalf's Elves
def elves(defender: str) -> Tabletop:
    t = arrange(3, {0: "elves elves yedi", 1: defender}, {1: TWO_CLANS})
    return t.does(0, "hire/elves/c1")


def test_elves_lure_a_top_clan_out_of_the_game() -> None:
    t = elves("yedi yedi")
    assert t.asked() == {1: "elves"} and t.ask(1).secret and t.options(1) == ["let-go"]
    assert t.ask(1).fields == {
        "p": "s1",
        "q": "s0",
        "species": "bragon",
        "clan": "c1",
        "land": "highland",
        "n": 2,
        "magic": 30,
    }
    t.does(1, "let-go")
    assert t.stack(1, "highland") == [] and t.g.gone == ["bragon", "bragon"]
    assert t.told()[0].key == "elves-lure" and t.view().gone == 2


def test_a_ruler_without_cards_is_not_asked_to_answer_elves() -> None:
    t = elves("")
    assert t.g.gone == ["bragon", "bragon"] and t.asked() == {0: "action"}


def test_elves_cannot_target_a_kingdoms_only_clan_or_your_own_clans() -> None:
    t = arrange(3, {0: "elves"}, {0: TWO_CLANS, 1: {"highland": ["bragon bragon"]}, 2: THREE_HIGH})
    assert t.options(0, "hire") == ["hire/elves/c6", "hire/elves/c7"]
    assert t.why_not(0, "hire/elves/c3") == ("only-clan", {"q": "s1", "clan": "c3"})
    assert t.why_not(0, "hire/elves/c1") == ("yours", {"clan": "c1"})
    assert t.why_not(0, "hire/elves/c4") == ("covered", {"q": "s2", "clan": "c4"})
    assert t.why_not(0, "hire/elves/c9") == ("not-an-option", {})


@pytest.mark.parametrize(
    ("hand", "ransom"),
    [
        ("spydra", "spydra"),
        ("bragon bragon", "bragon+bragon"),
        ("bragon terrier", "bragon+terrier"),
        ("terrier terrier", "terrier+terrier"),
    ],
)
def test_a_spydra_or_two_matches_or_terriers_hold_a_clan_against_elves(hand: str, ransom: str) -> None:
    t = elves(hand)
    assert t.options(1) == ["let-go", ransom]
    t.does(1, ransom)
    assert t.stack(1, "highland") == ["bragon bragon"]
    assert sorted(t.g.gone) == sorted(ransom.split("+"))
    assert t.told()[0][:2] == (
        "elves-held",
        {"p": "s0", "q": "s1", "cards": ransom.split("+"), "species": "bragon", "clan": "c1"},
    )


def test_the_options_list_every_way_to_hold_a_clan() -> None:
    t = elves("bragon bragon terrier terrier spydra")
    assert t.options(1) == ["let-go", "spydra", "bragon+bragon", "bragon+terrier", "terrier+terrier"]


def test_a_clan_that_was_held_may_not_be_targeted_again_that_turn() -> None:
    t = elves("spydra").does(1, "spydra")
    assert t.options(0, "hire") == ["hire/elves/c2"]
    assert t.why_not(0, "hire/elves/c1") == ("failed", {"q": "s1", "clan": "c1"})


def test_why_not_explains_cards_that_cannot_hold_a_clan() -> None:
    t = elves("bragon terrier klaken")
    assert t.why_not(1, "bragon") == ("elves-take-two", {"species": "bragon"})
    assert t.why_not(1, "bragon+bragon") == ("not-in-hand", {"card": "bragon"})
    assert t.why_not(1, "bragon+klaken") == ("no-match", {"card": "klaken", "species": "bragon"})
    assert t.why_not(1, "dragon") == ("not-an-option", {})


# ---- Mobgoblins
def test_mobgoblins_swap_top_clans_with_a_rival_each_to_its_own_land() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "mobgoblins", 2: ""}, kingdoms)
    assert t.options(0, "hire") == ["hire/mobgoblins/c1/c2"]  # even a rival's only Clan
    t.does(0, "hire/mobgoblins/c1/c2")
    assert t.stack(0, "highland") == [] and t.stack(0, "lowland") == ["klaken klaken"]
    assert t.stack(1, "highland") == ["yedi yedi"] and t.stack(1, "lowland") == []
    assert t.told()[0][:2] == (
        "swaps",
        {"p": "s0", "q": "s1", "species": "yedi", "other": "klaken", "clan": "c1", "theirs": "c2"},
    )


def test_each_ruler_chooses_the_land_of_a_swapped_either_land_clan() -> None:
    kingdoms = {0: {"highland": ["pigxie pigxie"]}, 1: {"lowland": ["hentaur hentaur"]}}
    t = arrange(3, {0: "mobgoblins yedi"}, kingdoms).does(0, "hire/mobgoblins/c1/c2")
    assert t.asked() == {0: "land"} and t.ask(0).fields["species"] == "hentaur"
    t.does(0, "highland")
    assert t.asked() == {1: "land"} and t.ask(1).fields["species"] == "pigxie"
    t.does(1, "lowland")
    assert t.stack(0, "highland") == ["hentaur hentaur"] and t.stack(1, "lowland") == ["pigxie pigxie"]


def test_mobgoblins_need_your_own_clan_and_swap_only_top_clans() -> None:
    t = arrange(3, {0: "mobgoblins"}, {1: THREE_HIGH})
    assert t.options(0) == ["pass"]
    assert t.why_not(0, "hire/mobgoblins/c1/c4") == ("needs-own-clan", {})
    t = arrange(3, {0: "mobgoblins"}, {0: {"highland": ["yedi yedi", "yedi yedi"]}, 1: THREE_HIGH})
    assert t.why_not(0, "hire/mobgoblins/c1/c6") == ("covered", {"q": "s0", "clan": "c1"})
    assert t.why_not(0, "hire/mobgoblins/c2/c3") == ("covered", {"q": "s1", "clan": "c3"})
    assert t.why_not(0, "hire/mobgoblins/c6/c2") == ("not-yours", {"q": "s1", "clan": "c6"})
    assert t.why_not(0, "hire/mobgoblins/c2/c1") == ("yours", {"clan": "c1"})
    assert t.why_not(0, "hire/mobgoblins/c2") == ("not-an-option", {})


# ---- Minnowtaur
def guarded() -> Tabletop:
    """Return a table where seat 0 guards its Highland, and it is seat 1's turn."""
    kingdoms = {
        0: {"highland": ["yedi yedi", "bragon bragon"], "lowland": ["klaken klaken"]},
        1: {"lowland": ["vulcent vulcent"]},
    }
    hands = {0: "minnowtaur yedi", 1: "bragon klaken elves mobgoblins wiizzaard", 2: "leprecon"}
    return arrange(3, hands, kingdoms).does(0, "hire/minnowtaur/s0-highland", "done")


def test_an_upright_minnowtaur_protects_a_land_from_recruiting_and_attacks() -> None:
    t = guarded()
    assert [event.key for event in t.told()] == ["minnowtaur-guards"]
    assert t.view().kingdoms[0].lands[0].guards[0].upright
    attacks = [option for option in t.options(1) if option.split("/")[0] in ("recruit", "hire")]
    assert attacks == ["recruit/klaken/c3", "hire/elves/c3", "hire/mobgoblins/c4/c3"]
    for option in ("recruit/bragon/c2", "hire/elves/c2", "hire/mobgoblins/c4/c2", "hire/wiizzaard/c1/top"):
        assert t.why_not(1, option) == ("guarded", {"q": "s0", "land": "highland"})


def test_an_upright_minnowtaur_leaves_at_the_start_of_your_next_turn() -> None:
    t = guarded().does(1, "discard/bragon", "done").does(2, "discard/leprecon")
    assert t.g.guards
    t.does(2, "done")
    assert not t.g.guards and t.view().retired == ["minnowtaur"] and t.news()[-1] == "minnowtaur-leaves"


def test_an_upright_minnowtaur_does_not_hinder_its_own_ruler() -> None:
    kingdoms = {0: {"highland": ["yedi yedi", "bragon bragon"]}}
    t = arrange(3, {0: "minnowtaur wiizzaard"}, kingdoms).does(0, "hire/minnowtaur/s0-highland")
    assert "hire/wiizzaard/c1/top" in t.options(0)


def barred(hand: str = "yedi yedi klaken klaken pigxie pigxie", active: int = 1) -> Tabletop:
    """Return a table where seat 0 has barred seat 1's Highland, and it is seat 1's turn."""
    kingdoms = {
        1: {"highland": ["sighclops sighclops", "pigxie pigxie"]},
        2: {"highland": ["bragon bragon"], "lowland": ["hentaur hentaur"]},
    }
    t = arrange(3, {0: "minnowtaur yedi bragon", 1: hand, 2: "bragon"}, kingdoms)
    return t.does(0, "hire/minnowtaur/s1-highland", "done")


def test_a_sideways_minnowtaur_bars_settling_in_a_land() -> None:
    t = barred()
    assert [event.key for event in t.told()] == ["minnowtaur-bars"]
    assert t.options(1, "settle") == ["settle/pigxie+pigxie/lowland", "settle/klaken+klaken"]
    assert t.why_not(1, "settle/yedi+yedi") == ("barred-own", {"land": "highland"})
    assert t.why_not(1, "settle/pigxie+pigxie/highland") == ("barred-own", {"land": "highland"})


def test_a_sideways_minnowtaur_bars_recruiting_to_a_land() -> None:
    t = barred("bragon hentaur yedi")
    assert t.options(1, "recruit") == ["recruit/hentaur/c4"]
    assert t.why_not(1, "recruit/bragon/c3") == ("barred-own", {"land": "highland"})
    t.does(1, "recruit/hentaur/c4").does(2, "let-go")
    assert t.stack(1, "lowland") == ["hentaur hentaur hentaur"]  # the only open land, so there is no question


def test_a_barred_land_still_accepts_added_creatures_and_moved_clans() -> None:
    kingdoms = {1: {"lowland": ["pigxie pigxie"], "highland": ["yedi yedi"]}}
    t = arrange(3, {0: "minnowtaur bragon", 1: "yedi pigxie klaken"}, kingdoms)
    t.does(0, "hire/minnowtaur/s1-highland", "done").does(1, "add/yedi/c2", "add/pigxie/c1/move")
    assert t.stack(1, "highland") == ["yedi yedi yedi", "pigxie pigxie pigxie"]


def test_a_barred_land_can_still_receive_a_swapped_clan() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "minnowtaur bragon mobgoblins", 1: "bragon"}, kingdoms)
    t.does(0, "hire/minnowtaur/s1-highland", "hire/mobgoblins/c1/c3")
    assert t.stack(1, "highland") == ["bragon bragon", "yedi yedi"]


def test_a_sideways_minnowtaur_leaves_after_the_rivals_next_turn() -> None:
    t = barred().does(1, "discard/yedi")
    assert t.g.guards
    t.does(1, "done")
    assert not t.g.guards and t.view().retired == ["minnowtaur"]


def test_a_second_minnowtaur_cannot_be_placed_at_the_same_land() -> None:
    t = arrange(3, {0: "minnowtaur minnowtaur bragon"})
    assert t.options(0, "hire") == [
        f"hire/minnowtaur/s{seat}-{land}" for seat in range(3) for land in ("highland", "lowland")
    ]
    t.does(0, "hire/minnowtaur/s0-highland")
    assert t.why_not(0, "hire/minnowtaur/s0-highland") == ("guarded-own", {"land": "highland"})
    t = arrange(3, {0: "minnowtaur minnowtaur bragon"}).does(0, "hire/minnowtaur/s2-lowland")
    assert t.why_not(0, "hire/minnowtaur/s2-lowland") == ("barred", {"q": "s2", "land": "lowland"})
    assert t.why_not(0, "hire/minnowtaur/s2-maneland") == ("not-an-option", {})


def test_a_sideways_minnowtaur_leaves_when_the_rivals_turn_is_skipped() -> None:
    t = arrange(3, {0: "minnowtaur yedi", 1: "", 2: "yedi"}, deck="")
    t.does(0, "hire/minnowtaur/s1-lowland")
    t.does(0, "done")
    assert t.asked() == {2: "action"} and not t.g.guards


def test_why_not_explains_creatures_that_cannot_be_hired() -> None:
    t = arrange(3, {0: "elves bragon"})
    assert t.why_not(0, "hire/wiizzaard/c1/top") == ("not-in-hand", {"card": "wiizzaard"})
    assert t.why_not(0, "hire/bragon") == ("not-an-option", {})
    assert t.why_not(0, "hire/elves/as-wiizzaard/c1/top") == ("not-an-option", {})
