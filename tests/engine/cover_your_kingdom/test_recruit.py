"""Recruit: its conditions, the challenge, Wild Creatures."""

from pathlib import Path

import pytest

from engine.machine import IllegalChoice
from hob.testing.transcripts import check_transcript
from tests.engine.cover_your_kingdom.table import Tabletop, arrange, game

TRANSCRIPTS = Path(__file__).parent / "transcripts"
TWO_CLANS = {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}


def larissa_and_mike() -> Tabletop:
    """Return a table with Larissa on seat 0 and Mike on seat 1; his Bragons are clan c2."""
    kingdoms = {0: {"lowland": ["yedi yedi"]}, 1: TWO_CLANS}
    return arrange(4, {0: "bragon bragon terrier pigxie", 1: "spydra leprecon"}, kingdoms)


def test_example_larissa_recruits_mikes_bragons() -> None:
    t = larissa_and_mike()
    check_transcript(game, TRANSCRIPTS / "larissa-recruits-mikes-bragons.txt", t.g)
    assert t.stack(0, "highland") == ["spydra terrier bragon bragon bragon bragon"]
    assert t.stack(1, "highland") == [] and t.stack(1, "lowland") == ["klaken klaken"]


def test_a_challenge_survives_a_restart_after_each_card() -> None:
    t = larissa_and_mike()
    for seat, option in ((0, "recruit/bragon/c2"), (1, "spydra"), (0, "bragon+terrier"), (1, "let-go")):
        t.does(seat, option)
        t.g = game.load(game.dump(t.g))
    assert t.stack(0, "highland") == ["spydra terrier bragon bragon bragon bragon"]


def test_you_need_a_clan_of_your_own() -> None:
    t = arrange(3, {0: "bragon"}, {1: TWO_CLANS})
    assert t.options(0, "recruit") == []
    assert t.why_not(0, "recruit/bragon/c1") == ("needs-own-clan", {})


def test_only_the_top_of_a_stack_is_at_risk() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon", "sighclops sighclops"]}}
    t = arrange(3, {0: "bragon sighclops"}, kingdoms)
    assert t.options(0, "recruit") == ["recruit/sighclops/c3"]
    assert t.why_not(0, "recruit/bragon/c2") == ("covered", {"q": "s1", "clan": "c2"})


def test_a_kingdoms_only_clan_is_safe_but_a_lands_only_clan_is_not() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"]}, 2: TWO_CLANS}
    t = arrange(3, {0: "bragon klaken"}, kingdoms)
    assert t.options(0, "recruit") == ["recruit/bragon/c3", "recruit/klaken/c4"]
    assert t.why_not(0, "recruit/bragon/c2") == ("only-clan", {"q": "s1", "clan": "c2"})


def test_rulers_cannot_recruit_from_their_own_kingdom() -> None:
    t = arrange(3, {0: "bragon"}, {0: TWO_CLANS})
    assert t.options(0, "recruit") == []
    assert t.why_not(0, "recruit/bragon/c1") == ("yours", {"clan": "c1"})


def test_a_matching_card_or_a_wild_begins_a_challenge() -> None:
    t = arrange(3, {0: "bragon klaken yedi terrier spydra"}, {0: {"highland": ["yedi yedi"]}, 1: TWO_CLANS})
    assert t.options(0, "recruit") == [
        f"recruit/{way}" for way in ("bragon/c2", "klaken/c3", "terrier/c2", "terrier/c3", "spydra/c2", "spydra/c3")
    ]
    assert t.why_not(0, "recruit/yedi/c2") == ("no-match", {"card": "yedi", "species": "bragon"})
    assert t.why_not(0, "recruit/elves/c2") == ("not-in-hand", {"card": "elves"})
    assert t.why_not(0, "recruit/bragon/c9") == ("not-an-option", {})


def test_wilds_do_not_change_the_species_that_matches_a_clan() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["spydra bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "bragon"}, kingdoms).does(0, "recruit/bragon/c2")
    assert t.g.war and t.g.war.species == "bragon"


@pytest.mark.parametrize(
    ("seats", "reach"), [(5, [1, 2, 3, 4]), (6, [1, 2, 4, 5]), (7, [1, 2, 5, 6]), (8, [1, 2, 6, 7])]
)
def test_six_to_eight_rulers_recruit_from_two_seats_on_either_side(seats: int, reach: list[int]) -> None:
    kingdoms = {
        seat: {"highland": ["bragon"], "lowland": ["klaken"]} if seat else {"highland": ["yedi yedi"]}
        for seat in range(seats)
    }
    t = arrange(seats, {0: "bragon elves"}, kingdoms)
    clans = {t.top(seat, "highland"): seat for seat in range(1, seats)}
    assert [clans[option.split("/")[2]] for option in t.options(0, "recruit")] == reach
    far = sorted(set(range(1, seats)) - set(reach))
    for seat in far:
        assert t.why_not(0, f"recruit/bragon/{t.top(seat, 'highland')}") == ("too-far", {"q": f"s{seat}"})


def test_creatures_for_hire_may_target_kingdoms_at_any_distance() -> None:
    kingdoms = {0: {"highland": ["yedi"]}, 4: TWO_CLANS}
    t = arrange(8, {0: "elves hypnogriff mobgoblins minnowtaur wiizzaard"}, kingdoms)
    assert {"hire/elves/c2", "hire/hypnogriff/s4", "hire/mobgoblins/c1/c3", "hire/minnowtaur/s4-highland"} <= set(
        t.options(0, "hire")
    )


# ---- the challenge
def attack(attacker: str, defender: str, card: str = "bragon") -> Tabletop:
    t = arrange(3, {0: attacker, 1: defender}, {0: {"lowland": ["vulcent vulcent"]}, 1: TWO_CLANS})
    return t.does(0, f"recruit/{card}/c2")


def test_a_challenge_alternates_until_one_ruler_gives_up() -> None:
    t = attack("bragon bragon terrier", "bragon bragon terrier")
    t.does(1, "bragon").does(0, "bragon").does(1, "bragon").does(0, "terrier").does(1, "terrier")
    assert t.stack(1, "highland") == ["terrier terrier bragon bragon bragon bragon bragon bragon"]
    assert t.asked() == {1: "action"}  # the seat without cards gave up automatically, which ended the turn


def test_a_ruler_without_cards_lets_go_automatically() -> None:
    t = attack("bragon yedi", "")
    assert t.stack(0, "highland") == ["bragon bragon bragon"]
    assert t.asked() == {0: "action"}


def test_a_ruler_without_matching_cards_is_still_asked() -> None:
    t = attack("bragon", "yedi yedi")
    assert t.asked() == {1: "counter"} and t.ask(1).secret
    assert t.options(1) == ["let-go"]


def test_the_defender_who_plays_last_keeps_the_clan_with_all_cards() -> None:
    t = attack("bragon yedi pigxie", "terrier")
    t.does(1, "terrier").does(0, "let-go")
    assert t.stack(1, "highland") == ["terrier bragon bragon bragon"]
    assert t.told()[-1][:2] == (
        "gives-up",
        {"p": "s0", "q": "s1", "species": "bragon", "n": 4, "clan": "c2", "land": "highland"},
    )


def test_a_ruler_who_could_counter_may_let_go() -> None:
    t = attack("bragon yedi", "bragon spydra").does(1, "let-go")
    assert t.stack(0, "highland") == ["bragon bragon bragon"] and t.hand(1) == "bragon spydra"


def test_no_card_is_drawn_during_a_challenge() -> None:
    t = attack("bragon yedi", "bragon yedi")
    deck = len(t.g.deck)
    t.does(1, "bragon").does(0, "let-go")
    assert len(t.g.deck) == deck and t.hand(0) == "yedi" and t.hand(1) == "yedi"


def test_wilds_lie_below_the_creatures_of_a_won_clan() -> None:
    t = attack("terrier spydra yedi", "bragon yedi", card="terrier")
    t.does(1, "bragon").does(0, "spydra").does(1, "let-go")
    assert t.stack(0, "highland") == ["terrier spydra bragon bragon bragon"]


def test_a_won_clan_covers_the_top_of_its_land() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: TWO_CLANS}
    t = arrange(3, {0: "bragon yedi", 1: "yedi"}, kingdoms).does(0, "recruit/bragon/c2").does(1, "let-go")
    assert t.stack(0, "highland") == ["yedi yedi", "bragon bragon bragon"]


def test_the_attacker_chooses_the_land_of_a_won_either_land_clan() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["hentaur hentaur"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "hentaur yedi", 1: "yedi"}, kingdoms).does(0, "recruit/hentaur/c2").does(1, "let-go")
    assert t.asked() == {0: "land"} and not t.ask(0).secret
    assert t.options(0) == ["highland", "lowland"]
    assert t.view().arriving[0].cards == ["hentaur"] * 3
    assert t.why_not(0, "maneland") == ("not-an-option", {})
    t.does(0, "lowland")
    assert t.stack(0, "lowland") == ["hentaur hentaur hentaur"]


# ---- Wild Creatures
def test_a_spydra_is_countered_by_another_or_by_two_matching_cards() -> None:
    t = attack("spydra", "spydra bragon bragon terrier terrier", card="spydra")
    assert t.options(1) == ["let-go", "spydra", "bragon+bragon", "bragon+terrier"]
    assert t.why_not(1, "bragon") == ("spydra-takes-two", {"species": "bragon", "card": "spydra"})
    assert t.why_not(1, "terrier+terrier") == ("spydra-takes-two", {"species": "bragon", "card": "spydra"})
    assert t.why_not(1, "bragon+spydra") == ("spydra-takes-two", {"species": "bragon", "card": "spydra"})
    with pytest.raises(IllegalChoice):
        t.does(1, "terrier+terrier")


def test_two_terriers_do_not_counter_a_spydra() -> None:
    t = attack("spydra", "terrier terrier", card="spydra")
    assert t.options(1) == ["let-go"]


def test_a_single_matching_card_does_not_counter_a_spydra() -> None:
    t = attack("spydra", "bragon yedi", card="spydra")
    assert t.options(1) == ["let-go"]


def test_one_card_counters_the_two_that_countered_a_spydra() -> None:
    t = attack("spydra bragon terrier", "bragon terrier yedi", card="spydra")
    t.does(1, "bragon+terrier")
    assert t.options(0) == ["let-go", "bragon", "terrier"]
    assert t.why_not(0, "bragon+terrier") == ("one-card", {})


def test_a_spydra_that_counters_a_spydra_requires_two_cards_again() -> None:
    t = attack("spydra bragon bragon", "spydra bragon", card="spydra").does(1, "spydra")
    assert t.options(0) == ["let-go", "bragon+bragon"]


def test_why_not_explains_cards_that_cannot_counter() -> None:
    t = attack("bragon", "bragon klaken")
    assert t.why_not(1, "klaken") == ("no-match", {"card": "klaken", "species": "bragon"})
    assert t.why_not(1, "spydra") == ("not-in-hand", {"card": "spydra"})
    assert t.why_not(1, "dragon") == ("not-an-option", {})
    assert t.why_not(2, "bragon") == ("not-asked", {})


# ---- failing
def failed() -> Tabletop:
    """Let seat 0 fail to recruit c3 with its first action; c3 covers another clan."""
    kingdoms = {
        0: {"lowland": ["vulcent vulcent"]},
        1: {"highland": ["yedi yedi", "bragon bragon"], "lowland": ["klaken klaken"]},
    }
    hand = "bragon terrier elves mobgoblins wiizzaard"
    t = arrange(3, {0: hand, 1: "bragon yedi"}, kingdoms)
    assert t.top(1, "highland") == "c3"
    return t.does(0, "recruit/bragon/c3").does(1, "bragon").does(0, "let-go")


@pytest.mark.parametrize(
    "option", ["recruit/terrier/c3", "hire/elves/c3", "hire/mobgoblins/c1/c3", "hire/wiizzaard/c3/bottom"]
)
def test_a_clan_cannot_be_targeted_again_in_the_turn_of_a_failed_attack(option: str) -> None:
    t = failed()
    assert option not in t.options(0)
    assert t.why_not(0, option) == ("failed", {"q": "s1", "clan": "c3"})
    assert t.view().failed == ["c3"]


def test_other_clans_may_be_targeted_after_a_failed_attack() -> None:
    t = failed()
    assert {"recruit/terrier/c4", "hire/elves/c4", "hire/mobgoblins/c1/c4", "hire/wiizzaard/c2/top"} <= set(
        t.options(0)
    )


def test_the_clan_may_be_targeted_again_in_the_next_turn() -> None:
    t = failed().does(0, "done")
    assert t.view().failed == []
