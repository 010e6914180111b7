"""The rules for two Rulers."""

from collections import Counter

import pytest

from engine.cover_your_kingdom.inn import open_inn
from engine.cover_your_kingdom.state import HIRE
from tests.engine.cover_your_kingdom.table import Tabletop, arrange, deal, game

CLANS = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}


# ---- set-up
def test_six_piles_of_seven_make_two_hands_and_the_inn_and_leave_74() -> None:
    t = deal(2)
    assert [len(hand) for hand in t.g.hands] == [7, 7]
    assert [len(pile.hidden) + 1 for pile in t.g.inn] == [7, 7, 7, 7]
    assert len(t.g.deck) == 74


def test_two_rulers_play_with_116_cards_and_no_minnowtaurs() -> None:
    census = game.component_counts(deal(2).g)
    cards = {card: count for card, count in census.items() if card not in ("tokens", "powers")}
    assert sum(cards.values()) == 116 and "minnowtaur" not in cards


def test_no_creature_for_hire_is_face_up_at_the_start() -> None:
    buried = 0
    for seed in range(60):
        g = game.deal(seats=2, seed=str(seed))
        for pile in g.inn:
            assert pile.face not in HIRE
            assert Counter(pile.buried) <= Counter(pile.hidden)
            buried += len(pile.buried)
    assert buried
    view = game.view(g)
    assert [pile.count for pile in view.inn] == [6, 6, 6, 6]


def test_a_pile_with_only_creatures_for_hire_stays_face_down() -> None:
    t = deal(2)
    pile = open_inn(t.g, ["elves", "elves", "wiizzaard"])
    assert (pile.face, len(pile.hidden), pile.buried) == ("", 3, [])
    assert "inn-shuffles-back" not in t.news()
    pile = open_inn(t.g, ["bragon", "elves", "elves"])
    assert (pile.face, pile.hidden, pile.buried) == ("bragon", ["elves", "elves"], ["elves"])


def test_everyone_is_told_which_inn_cards_were_shuffled_back() -> None:
    t = deal(2)
    t.news()
    open_inn(t.g, ["bragon", "elves"])
    told = t.told()
    assert told and {(event.key, event.fields["card"]) for event in told} == {("inn-shuffles-back", "elves")}


def test_hands_are_refilled_to_six_or_by_option_to_seven() -> None:
    for refill, expected in (("6", 6), ("7", 7)):
        t = arrange(2, {0: "bragon bragon klaken", 1: "yedi"}, refill=refill).does(0, "settle/bragon+bragon", "done")
        assert [len(hand) for hand in t.g.hands] == [expected, expected]


def test_a_hand_of_seven_is_kept() -> None:
    t = arrange(2, {0: "bragon klaken", 1: "yedi yedi yedi yedi yedi yedi yedi"}).does(0, "discard/bragon", "done")
    assert len(t.g.hands[1]) == 7


# ---- the Maneland
@pytest.mark.parametrize("horse", ["uniquehorn", "hentaur", "peglegasus"])
def test_horses_live_only_in_the_maneland(horse: str) -> None:
    t = arrange(2, {0: f"{horse} {horse}"})
    assert t.options(0, "settle") == [f"settle/{horse}+{horse}"]
    t.does(0, f"settle/{horse}+{horse}")
    assert t.stack(0, "maneland") == [f"{horse} {horse}"]


def test_pigxies_live_in_any_of_the_three_lands() -> None:
    t = arrange(2, {0: "pigxie pigxie"})
    assert t.options(0, "settle") == [f"settle/pigxie+pigxie/{land}" for land in ("highland", "lowland", "maneland")]


@pytest.mark.parametrize(
    ("species", "land"),
    [(s, "highland") for s in ("yedi", "sighclops", "bragon")]
    + [(s, "lowland") for s in ("leprecon", "vulcent", "klaken")],
)
def test_the_other_six_species_live_in_their_usual_lands(species: str, land: str) -> None:
    t = arrange(2, {0: f"{species} {species}"}).does(0, f"settle/{species}+{species}")
    assert t.stack(0, land) == [f"{species} {species}"]


def test_only_added_pigxies_may_move_and_their_ruler_chooses_where() -> None:
    t = arrange(2, {0: "pigxie hentaur yedi"}, {0: {"maneland": ["hentaur hentaur"], "highland": ["pigxie pigxie"]}})
    assert t.options(0, "add") == ["add/pigxie/c2/stay", "add/pigxie/c2/move", "add/hentaur/c1"]
    t.does(0, "add/pigxie/c2/move")
    assert t.asked() == {0: "land"} and t.options(0) == ["lowland", "maneland"]
    assert t.why_not(0, "highland") == ("not-an-option", {}), "Pigxies do live there, but the Clan comes from there"
    t.does(0, "maneland")
    assert t.stack(0, "maneland") == ["hentaur hentaur", "pigxie pigxie pigxie"]


def test_won_pigxies_go_to_any_of_the_three_lands() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["pigxie pigxie"], "lowland": ["klaken klaken"]}}
    t = arrange(2, {0: "pigxie yedi", 1: "yedi"}, kingdoms).does(0, "recruit/pigxie/c2").does(1, "let-go")
    assert t.options(0) == ["highland", "lowland", "maneland"]


# ---- the Drafty Inn
LUCKY = ["bragon", "bragon", "spydra", "spydra"]


def test_example_a_bragon_or_a_wild_recruits_both_bragons_and_both_spydras() -> None:
    t = arrange(2, {0: "bragon terrier"}, inn=LUCKY)
    assert "inn/bragon/bragon+bragon+spydra+spydra" in t.options(0)
    assert "inn/terrier/bragon+bragon+spydra+spydra" in t.options(0)


def test_example_a_different_clanning_creature_recruits_both_spydras_only() -> None:
    t = arrange(2, {0: "klaken"}, inn=LUCKY)
    assert t.options(0, "inn") == ["inn/klaken/spydra", "inn/klaken/spydra+spydra"]


def test_a_ruler_takes_one_or_more_inn_cards() -> None:
    t = arrange(2, {0: "bragon"}, inn=["bragon", "spydra", "terrier", "yedi"])
    assert t.options(0, "inn") == [
        f"inn/bragon/{cards}"
        for cards in (
            "spydra",
            "terrier",
            "terrier+spydra",
            "bragon",
            "bragon+spydra",
            "bragon+terrier",
            "bragon+terrier+spydra",
        )
    ]


def test_an_inn_clan_needs_a_clanning_creature_and_one_species() -> None:
    t = arrange(2, {0: "terrier bragon elves"}, inn=["spydra", "spydra", "klaken", "yedi"])
    assert t.options(0, "inn") == [
        *[f"inn/bragon/{wilds}" for wilds in ("spydra", "spydra+spydra")],
        *[f"inn/terrier/yedi{wilds}" for wilds in ("", "+spydra", "+spydra+spydra")],
        *[f"inn/terrier/klaken{wilds}" for wilds in ("", "+spydra", "+spydra+spydra")],
    ]
    assert t.why_not(0, "inn/terrier/spydra") == ("two-wilds", {})
    assert t.why_not(0, "inn/terrier/klaken+yedi") == ("one-species", {})
    assert t.why_not(0, "inn/bragon/klaken") == ("no-match", {"card": "bragon", "species": "klaken"})
    assert t.why_not(0, "inn/bragon/hentaur") == ("not-at-inn", {"card": "hentaur"})
    assert t.why_not(0, "inn/klaken/klaken") == ("not-in-hand", {"card": "klaken"})
    assert t.why_not(0, "inn/bragon/dragon") == ("not-an-option", {})
    assert arrange(3, {0: "bragon"}).why_not(0, "inn/bragon/bragon") == ("no-inn", {})


def recruited(defender: str = "yedi", inn: list[str] | None = None, hand: str = "bragon klaken yedi") -> Tabletop:
    t = arrange(2, {0: hand, 1: defender}, inn=inn or ["bragon vulcent", "spydra leprecon", "klaken", "yedi"])
    return t.does(0, "inn/bragon/bragon+spydra")


def test_recruiting_at_the_inn_needs_no_clan_of_your_own() -> None:
    t = recruited().does(1, "let-go")
    assert t.stack(0, "highland") == ["spydra bragon bragon"]
    assert t.told()[0][:2] == (
        "recruits-inn",
        {"p": "s0", "cards": ["bragon", "spydra"], "card": "bragon", "species": "bragon"},
    )


def test_the_rival_is_asked_before_the_clan_settles() -> None:
    t = recruited("bragon yedi")
    assert t.asked() == {1: "inn-challenge"} and t.ask(1).secret
    assert t.options(1) == ["let-go", "bragon"]
    assert t.ask(1).fields == {
        "p": "s1",
        "q": "s0",
        "owner": "s1",
        "cards": ["bragon"],
        "species": "bragon",
        "clan": "",
        "land": "",
        "n": 3,
        "magic": 70,
    }
    war = t.view().war
    assert war.clan == "" and war.cards == ["bragon", "spydra", "bragon"]


def test_the_rival_may_win_the_inn_clan_for_their_own_kingdom() -> None:
    t = recruited("bragon yedi").does(1, "bragon")
    assert t.asked() == {0: "counter"}
    t.does(0, "let-go")
    assert t.stack(1, "highland") == ["spydra bragon bragon bragon"]
    assert next(e for e in t.told() if e.key == "lets-go").fields == {
        "p": "s1",
        "q": "s0",
        "clan": "c1",
        "species": "bragon",
        "n": 4,
        "land": "highland",
    }


def test_a_clan_lost_at_the_inn_cannot_be_targeted_again_in_the_turn() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"lowland": ["klaken klaken"]}}
    hands = {0: "bragon bragon terrier elves mobgoblins wiizzaard", 1: "bragon yedi"}
    t = arrange(2, hands, kingdoms, inn=["bragon", "spydra", "klaken", "yedi"])
    t.does(0, "inn/bragon/bragon+spydra").does(1, "bragon").does(0, "let-go")
    assert t.top(1, "highland") == "c3"
    assert not [option for option in t.options(0) if "c3" in option]
    assert t.why_not(0, "recruit/bragon/c3") == ("failed", {"q": "s1", "clan": "c3"})


def test_an_inn_challenge_alternates_and_spydras_count_as_two() -> None:
    t = recruited("spydra yedi", hand="bragon bragon terrier yedi")
    t.does(1, "spydra")
    assert t.options(0) == ["let-go", "bragon+terrier"]
    t.does(0, "bragon+terrier").does(1, "let-go")
    assert t.stack(0, "highland") == ["spydra spydra terrier bragon bragon bragon"]


def test_the_table_shows_the_cards_played_for_an_inn_clan_not_those_taken() -> None:
    t = arrange(2, {0: "terrier klaken", 1: "bragon yedi"}, inn=["bragon", "bragon", "klaken", "yedi"])
    t.does(0, "inn/terrier/bragon+bragon").does(1, "bragon")
    war = t.view().war
    assert war is not None and [(play.seat, play.cards) for play in war.plays] == [(0, ["terrier"]), (1, ["bragon"])]


def test_taken_inn_cards_are_replaced_one_pile_at_a_time() -> None:
    t = recruited().does(1, "let-go")
    assert [pile.face for pile in t.view().inn] == ["vulcent", "leprecon", "klaken", "yedi"]
    assert [event.fields["card"] for event in t.told() if event.key == "inn-turns-up"] == ["vulcent", "leprecon"]


def test_an_emptied_pile_is_not_refilled() -> None:
    t = recruited(inn=["bragon", "spydra", "klaken", "yedi"]).does(1, "let-go")
    assert [pile.face for pile in t.view().inn] == ["", "", "klaken", "yedi"]
    assert not [option for option in t.options(0, "inn") if "bragon" in option]


def test_a_ruler_chooses_the_land_of_pigxies_recruited_at_the_inn() -> None:
    t = arrange(2, {0: "pigxie yedi", 1: "yedi"}, inn=["pigxie", "klaken", "yedi", "yedi"])
    t.does(0, "inn/pigxie/pigxie").does(1, "let-go")
    assert t.asked() == {0: "land"}
    t.does(0, "maneland")
    assert t.stack(0, "maneland") == ["pigxie pigxie"]


def test_the_leftmost_of_two_identical_inn_cards_is_taken() -> None:
    t = arrange(2, {0: "yedi klaken", 1: "klaken"}, inn=["klaken", "yedi vulcent", "yedi leprecon", "bragon"])
    t.does(0, "inn/yedi/yedi").does(1, "let-go")
    assert [pile.face for pile in t.view().inn] == ["klaken", "vulcent", "yedi", "bragon"]


# ---- Creatures for hire at the inn
def turned_up(hire: str, kingdoms: dict, hands: dict[int, str] | None = None) -> Tabletop:
    """Let seat 0 take a Sighclops; the Creature for hire comes up in its place, with a VulcEnt behind it."""
    hands = hands or {0: "sighclops yedi yedi", 1: "klaken klaken klaken"}
    t = arrange(2, hands, kingdoms, inn=[f"sighclops {hire} vulcent", "bragon", "bragon", "bragon"])
    t.does(0, "inn/sighclops/sighclops").does(1, "let-go")
    return t


def test_an_inn_hypnogriff_takes_two_blind_cards_and_returns_none() -> None:
    t = turned_up("hypnogriff", {})
    assert t.asked() == {0: "action"}
    assert t.hand(0) == "klaken klaken" and t.hand(1) == "yedi yedi klaken"
    assert t.view().inn[0].face == "vulcent" and t.view().retired == ["hypnogriff"]
    public = [event for event in t.told() if event.key == "inn-hypnogriff"]
    assert [event.fields for event in public] == [{"p": "s0", "q": "s1", "n": 2}, {"p": "s1", "q": "s0", "n": 2}]


def test_an_inn_hypnogriff_takes_all_cards_of_a_small_hand() -> None:
    t = turned_up("hypnogriff", {}, {0: "sighclops yedi", 1: "klaken klaken"})
    assert t.hand(0) == "klaken klaken" and t.hand(1) == "yedi"


def test_an_inn_hypnogriff_silently_skips_an_empty_hand() -> None:
    t = arrange(2, {0: "sighclops", 1: "klaken yedi"}, deck="", inn=["sighclops hypnogriff vulcent", "yedi"])
    t.does(0, "inn/sighclops/sighclops").does(1, "let-go")
    assert t.hand(0) == "yedi klaken" and t.hand(1) == ""
    assert [event.fields for event in t.told() if event.key == "inn-hypnogriff"] == [{"p": "s0", "q": "s1", "n": 2}]


def test_inn_mobgoblins_let_both_rulers_take_a_top_clan_at_once() -> None:
    t = turned_up("mobgoblins", {0: {"lowland": ["vulcent vulcent"]}, 1: CLANS[1]})
    assert t.asked() == {0: "inn-mobgoblins", 1: "inn-mobgoblins"}
    assert t.options(0) == ["c2", "c3"] and t.options(1) == ["c4", "c1"] and not t.ask(0).secret
    assert t.ask(0).fields == {"p": "s0", "q": "s1", "card": "mobgoblins"}
    t.does(0, "c2")
    assert t.asked() == {1: "inn-mobgoblins"} and t.view(1).chosen == [0]
    t.does(1, "c1")
    assert t.stack(0, "highland") == ["sighclops sighclops", "bragon bragon"] and t.stack(0, "lowland") == []
    assert t.stack(1, "lowland") == ["klaken klaken", "vulcent vulcent"] and t.stack(1, "highland") == []
    assert [event.key for event in t.told()][-5:] == [
        *["inn-takes"] * 2,
        *["arrives"] * 2,
        "inn-turns-up",
    ]


def test_a_single_inn_target_is_chosen_automatically() -> None:
    t = turned_up("mobgoblins", CLANS)
    assert t.asked() == {0: "inn-mobgoblins"} and list(t.g.changes) == [1]  # seat 0 has one top clan, the new one


def test_an_inn_creature_without_a_target_does_nothing() -> None:
    t = turned_up("mobgoblins", {})
    assert t.asked() == {0: "action"}
    assert t.stack(1, "highland") == ["sighclops sighclops"]


def test_rulers_choose_the_land_of_pigxies_taken_by_inn_mobgoblins() -> None:
    t = turned_up("mobgoblins", {0: {"lowland": ["pigxie pigxie"]}, 1: {"highland": ["pigxie pigxie"]}})
    t.does(1, "c1")
    assert t.asked() == {0: "land"} and t.options(0) == ["highland", "lowland", "maneland"]
    t.does(0, "maneland")
    assert t.asked() == {1: "land"}


def test_inn_elves_lure_a_top_clan_of_each_ruler_without_a_challenge() -> None:
    t = turned_up("elves", CLANS, {0: "sighclops yedi", 1: "spydra spydra"})
    t.does(0, "c3")
    assert t.stack(1, "lowland") == [] and t.stack(0, "highland") == ["yedi yedi"]
    assert sorted(t.g.gone) == ["klaken", "klaken", "sighclops", "sighclops"]
    assert t.asked() == {0: "action"}


def test_inn_elves_take_even_the_only_clan() -> None:
    t = turned_up("elves", {1: {"highland": ["bragon bragon"]}})
    assert t.stack(1, "highland") == [] and t.stack(0, "highland") == []


def test_an_inn_wiizzaard_moves_a_clan_of_each_rival() -> None:
    three = ["bragon bragon", "peglegasus peglegasus", "yedi yedi"]
    t = turned_up("wiizzaard", {0: {"highland": ["yedi yedi", "bragon bragon"]}, 1: {"highland": three}})
    assert t.options(0) == ["c3/top", "c5/bottom"] and t.options(1) == ["c1/top", "c6/bottom"]
    assert t.why_not(0, "c1/top") == ("yours", {"clan": "c1"})
    t.does(1, "c1/top").does(0, "c5/bottom")
    assert t.stack(0, "highland") == ["bragon bragon", "sighclops sighclops", "yedi yedi"]
    assert t.stack(1, "highland") == ["yedi yedi", "bragon bragon", "peglegasus peglegasus"]


def test_an_inn_wiizzaard_swaps_a_stack_of_two_automatically() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon", "yedi yedi", "sighclops sighclops"]}}
    t = turned_up("wiizzaard", kingdoms)
    assert t.asked() == {0: "inn-wiizzaard"}
    t = turned_up("wiizzaard", {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon", "yedi yedi"]}})
    assert t.asked() == {0: "action"} and t.stack(1, "highland") == ["yedi yedi", "bragon bragon"]


def test_an_inn_wiizzaard_without_any_stack_of_two_does_nothing() -> None:
    t = turned_up("wiizzaard", {1: CLANS[1]})
    assert t.asked() == {0: "action"} and t.view().inn[0].face == "vulcent"


def test_one_creature_for_hire_may_follow_another() -> None:
    t = turned_up("hypnogriff elves wiizzaard", {})
    assert t.view().retired == ["hypnogriff", "elves", "wiizzaard"]
    assert t.view().inn[0].face == "vulcent"


def test_why_not_explains_illegal_inn_targets() -> None:
    kingdoms = {1: {"highland": ["yedi yedi", "bragon bragon"], "lowland": ["klaken klaken"]}}
    t = turned_up("mobgoblins", kingdoms)
    assert t.why_not(0, "c1") == ("covered", {"q": "s1", "clan": "c1"})
    assert t.why_not(0, "c4") == ("yours", {"clan": "c4"})
    assert t.why_not(0, "c9") == ("not-an-option", {})
    three = ["yedi yedi", "peglegasus peglegasus", "sighclops sighclops"]
    t = turned_up(
        "wiizzaard", {1: {"highland": ["yedi yedi", "bragon bragon"], "maneland": three, "lowland": ["klaken klaken"]}}
    )
    assert t.why_not(0, "c6/top") == ("stack-of-one", {"q": "s1", "land": "lowland"})
    assert t.why_not(0, "c2/bottom") == ("of-two", {"q": "s1", "land": "highland"})


def test_a_clan_that_survived_recruiting_is_not_an_inn_target() -> None:
    hands = {0: "sighclops bragon yedi", 1: "bragon bragon yedi"}
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(2, hands, kingdoms, inn=["sighclops mobgoblins vulcent", "yedi", "yedi", "yedi"])
    t.does(0, "recruit/bragon/c2").does(1, "bragon").does(0, "let-go")
    t.does(0, "inn/sighclops/sighclops").does(1, "let-go")
    assert t.asked() == {1: "action"}  # each had one target left, so there was no choice
    assert t.stack(0, "lowland") == ["klaken klaken"]


# ---- Creatures for hire from the hand follow the standard rules
def test_hiring_from_the_hand_follows_the_standard_rules() -> None:
    t = arrange(2, {0: "elves mobgoblins wiizzaard hypnogriff", 1: "spydra yedi"}, CLANS)
    assert t.options(0, "hire") == [
        "hire/hypnogriff/s1",
        "hire/elves/c2",
        "hire/elves/c3",
        "hire/mobgoblins/c1/c2",
        "hire/mobgoblins/c1/c3",
    ]
    t.does(0, "hire/elves/c2").does(1, "spydra")
    assert t.stack(1, "highland") == ["bragon bragon"]


def test_a_kingdoms_only_clan_is_safe_with_two_rulers_too() -> None:
    t = arrange(2, {0: "bragon"}, {0: CLANS[0], 1: {"highland": ["bragon bragon"]}})
    assert t.options(0, "recruit") == []


def test_cards_left_at_the_inn_do_not_delay_the_end_of_the_game() -> None:
    t = arrange(2, {0: "yedi", 1: "spydra"}, deck="", inn=["bragon", "bragon", "spydra", "spydra"])
    t.does(0, "discard/yedi").does(1, "inn/spydra/bragon")
    assert game.result(t.g).winners == [1]
