"""The turn, its end, the sample turn, and the end of the game."""

from tests.engine.cover_your_kingdom.table import Tabletop, arrange, game


def calvin() -> Tabletop:
    """Return a table with Calvin on seat 0; Arthur, on seat 2, is the only Ruler with more than one Clan."""
    kingdoms = {
        0: {"lowland": ["klaken klaken"]},
        1: {"highland": ["hentaur hentaur"]},
        2: {"highland": ["bragon bragon", "sighclops sighclops"], "lowland": ["hentaur hentaur"]},
        3: {"lowland": ["klaken klaken"]},
    }
    return arrange(5, {0: "hentaur hentaur bragon klaken spydra wiizzaard", 2: "yedi yedi"}, kingdoms)


def test_the_sample_turn_offers_exactly_these_actions() -> None:
    t = calvin()
    bragons, sighclops, hentaurs = "c3", "c4", "c5"
    assert sorted(t.options(0)) == sorted(
        [
            "settle/hentaur+hentaur/highland",
            "settle/hentaur+hentaur/lowland",
            "settle/spydra+hentaur/highland",
            "settle/spydra+hentaur/lowland",
            "settle/spydra+bragon",
            "settle/spydra+klaken",
            f"recruit/hentaur/{hentaurs}",
            f"recruit/spydra/{sighclops}",
            f"recruit/spydra/{hentaurs}",
            "add/klaken/c1",
            "discard/hentaur",
            "discard/bragon",
            "discard/klaken",
            f"hire/wiizzaard/{bragons}/top",
        ]
    )


def test_the_sample_turn_uncovers_the_bragons_then_recruits_them() -> None:
    t = calvin().does(0, "hire/wiizzaard/c3/top", "recruit/bragon/c3").does(2, "let-go")
    assert t.stack(0, "highland") == ["bragon bragon bragon"]
    assert t.asked() == {1: "action"}


def test_the_first_action_is_compulsory_and_the_second_is_not() -> None:
    t = arrange(3, {0: "bragon klaken"})
    assert "done" not in t.options(0) and t.why_not(0, "done") == ("action-first", {})
    t.does(0, "discard/bragon")
    assert t.options(0)[-1] == "done" and "pass" not in t.options(0)
    t.does(0, "done")
    assert t.asked() == {1: "action"}


def test_the_same_action_may_be_taken_twice() -> None:
    t = arrange(3, {0: "bragon bragon klaken klaken"}).does(0, "settle/bragon+bragon", "settle/klaken+klaken")
    assert t.stack(0, "highland") == ["bragon bragon"] and t.stack(0, "lowland") == ["klaken klaken"]
    assert t.asked() == {1: "action"}


def test_settling_draws_no_cards_before_the_end_of_the_turn() -> None:
    t = arrange(3, {0: "bragon bragon klaken klaken yedi"}).does(0, "settle/bragon+bragon")
    assert t.hand(0) == "yedi klaken klaken"


def test_at_the_end_of_a_turn_hands_are_refilled_to_six_clockwise() -> None:
    hands = {0: "yedi yedi yedi yedi", 1: "bragon bragon bragon bragon bragon", 2: "klaken klaken klaken klaken klaken"}
    t = arrange(3, hands, deck="spydra elves hypnogriff wiizzaard leprecon vulcent", active=1)
    t.does(1, "discard/bragon", "done")
    # Seat 1 draws VulcEnt for its discard, then the LepreCon Man; then seat 2; then seat 0, which draws twice.
    assert t.hand(1) == "bragon bragon bragon bragon leprecon vulcent"
    assert t.hand(2) == "klaken klaken klaken klaken klaken wiizzaard"
    assert t.hand(0) == "yedi yedi yedi yedi hypnogriff elves"
    assert t.asked() == {2: "action"}


def test_a_hand_of_more_than_six_is_kept() -> None:
    t = arrange(3, {0: "yedi klaken", 1: "yedi " * 8, 2: "klaken"}).does(0, "discard/yedi", "done")
    assert len(t.g.hands[1]) == 8


def test_the_crown_goes_to_the_left() -> None:
    t = arrange(3, {0: "yedi", 1: "yedi", 2: "yedi"}, active=2)
    assert t.view().active == 2
    t.does(2, "discard/yedi", "done")
    assert t.view().active == 0


def test_a_stuck_ruler_still_gets_the_secret_action_prompt() -> None:
    t = arrange(3, {0: "spydra elves terrier"})
    assert t.options(0) == ["pass"] and t.ask(0).secret
    assert t.view(1).questions[0].options is None and t.view(0).questions[0].options == ["pass"]


def test_a_ruler_may_pass_only_when_nothing_else_is_possible() -> None:
    t = arrange(3, {0: "bragon"})
    assert t.why_not(0, "pass") == ("something-possible", {})


def test_a_ruler_may_settle_with_the_discarded_card_or_stop() -> None:
    t = arrange(3, {0: "bragon spydra"}, deck="").does(0, "discard/bragon")
    assert t.options(0) == ["settle/spydra+top", "done"]


def test_the_turn_of_a_ruler_without_cards_ends_after_one_action() -> None:
    t = arrange(3, {0: "bragon bragon", 1: "yedi"}, deck="").does(0, "settle/bragon+bragon")
    assert t.asked() == {1: "action"}


# ---- ending the game
def test_play_continues_without_drawing_when_the_deck_is_empty() -> None:
    t = arrange(3, {0: "bragon klaken yedi", 1: "yedi", 2: "yedi"}, deck="vulcent").does(0, "discard/bragon")
    assert [event.key for event in t.told()] == ["discards", "deck-empty"]
    t.does(0, "discard/yedi")
    assert t.hand(0) == "vulcent klaken"


def test_the_empty_deck_is_announced_once_even_while_refilling() -> None:
    t = arrange(3, {0: "bragon klaken", 1: "yedi", 2: "yedi"}, deck="vulcent vulcent").does(0, "discard/bragon", "done")
    assert t.news().count("deck-empty") == 1 and t.view().deck == 0


def test_a_ruler_without_cards_is_skipped_but_their_clans_stay_targets() -> None:
    kingdoms = {0: {"lowland": ["klaken klaken"]}, 1: {"highland": ["bragon bragon"], "lowland": ["vulcent vulcent"]}}
    t = arrange(3, {0: "bragon yedi", 1: "", 2: "yedi yedi"}, kingdoms, deck="")
    t.does(0, "recruit/bragon/c2")
    assert t.stack(0, "highland") == ["bragon bragon bragon"]
    t.does(0, "done")
    assert t.asked() == {2: "action"}
    assert [event.fields for event in t.told() if event.key == "no-cards"] == [{"p": "s1"}]


def test_the_game_ends_when_every_hand_is_empty() -> None:
    t = arrange(3, {0: "bragon", 1: "yedi", 2: "klaken"}, deck="")
    t.does(0, "discard/bragon").does(1, "discard/yedi")
    assert game.result(t.g) is None
    t.does(2, "discard/klaken")
    assert game.result(t.g) is not None and t.view().over
    assert [event.fields["p"] for event in t.told() if event.key == "no-cards"] == ["s0", "s1", "s2"]


def test_the_round_ends_when_all_rulers_with_cards_pass_in_a_row() -> None:
    t = arrange(3, {0: "spydra", 1: "", 2: "elves"}, deck="")
    t.does(0, "pass")
    assert game.result(t.g) is None
    t.does(2, "pass")
    assert game.result(t.g) is not None
    assert t.news() == ["passes", "no-cards", "passes", "counts", "counts", "counts"]
    assert t.view().hands == [["spydra"], [], ["elves"]]


def test_an_action_resets_the_count_of_passes() -> None:
    t = arrange(3, {0: "spydra", 1: "bragon klaken", 2: "elves"}, deck="")
    t.does(0, "pass").does(1, "discard/bragon", "done").does(2, "pass")
    assert t.options(0) == ["settle/spydra+top"]


def test_a_departing_minnowtaur_resets_the_count_of_passes() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "terrier", 1: "minnowtaur minnowtaur spydra", 2: ""}, kingdoms, deck="", active=1)
    t.does(1, "hire/minnowtaur/s1-highland", "hire/minnowtaur/s1-lowland").does(0, "pass").does(1, "pass")
    assert "recruit/terrier/c2" in t.options(0)


def test_the_last_ruler_may_act_again_after_rival_minnowtaurs_leave() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: "terrier", 1: "minnowtaur minnowtaur", 2: ""}, kingdoms, deck="", active=1)
    t.does(1, "hire/minnowtaur/s1-highland", "hire/minnowtaur/s1-lowland").does(0, "pass")
    assert not t.g.guards and "recruit/terrier/c2" in t.options(0)


def test_the_game_ends_if_everyone_is_stuck_while_the_deck_has_cards() -> None:
    t = arrange(3, {0: "spydra " * 5 + "elves", 1: "terrier " * 6, 2: "terrier " * 4 + "elves wiizzaard"})
    t.does(0, "pass").does(1, "pass").does(2, "pass")
    assert game.result(t.g) is not None
