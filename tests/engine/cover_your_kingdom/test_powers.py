"""Advanced rules: Kingdom powers."""

import json

import pytest

from engine.cover_your_kingdom import powers
from engine.cover_your_kingdom.state import CARDS, POWERS
from engine.game import Line
from tests.engine.cover_your_kingdom.table import Tabletop, arrange, deal, game

KINGDOM = {"highland": ["bragon bragon", "yedi yedi"], "lowland": ["klaken klaken"]}
HORSES = {"highland": ["peglegasus peglegasus"], "lowland": ["uniquehorn uniquehorn"]}


def test_each_power_has_a_class() -> None:
    assert sorted(powers.BY_CARD) == sorted(POWERS)


def test_a_power_with_targets_needs_a_question() -> None:
    with pytest.raises(TypeError, match="Whirl has targets, so it needs a question"):
        type("Whirl", (powers.Power,), {"targets": lambda self, g, me: ["highland"]})


# ---- assigning powers
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_ruler_is_dealt_one_power_and_all_are_different(seats: int) -> None:
    powers = deal(seats, powers="one").g.powers
    assert [len(mine) for mine in powers] == [1] * seats
    assert len({power for mine in powers for power in mine}) == seats


def test_everyone_sees_all_powers() -> None:
    t = deal(4, powers="one")
    assert [kingdom.powers for kingdom in t.view().kingdoms] == t.g.powers


@pytest.mark.parametrize("how", ["one", "two"])
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_rulers_play_without_extra_features_and_subcerbient(seats: int, how: str) -> None:
    dealt = {
        power
        for seed in range(40)
        for mine in game.deal(seats=seats, seed=str(seed), powers=how).powers
        for power in mine
    }
    assert dealt == {power for power in POWERS if not CARDS[power].crowd}
    assert not dealt & {"extra-features", "subcerbient"}


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_rulers_may_have_two_powers_one_of_each_kind(seats: int) -> None:
    for mine in deal(seats, powers="two").g.powers:
        assert [CARDS[power].power for power in mine] == ["action", "modifying"]


def test_four_rulers_get_only_one_power_each() -> None:
    assert [len(mine) for mine in deal(4, powers="two").g.powers] == [1, 1, 1, 1]


# ---- Wiizzz Kid
def kid(active: int = 0, **more) -> Tabletop:
    hands = {0: "bragon leprecon vulcent pigxie", 1: "leprecon pigxie"}
    return arrange(4, hands, {0: KINGDOM}, powers={0: "wiizzz"}, active=active, **more)


def test_wiizzz_kid_swaps_the_top_two_clans_without_using_an_action() -> None:
    t = kid()
    assert game.offers(t.g, 0) == ["power/wiizzz/highland"]
    t.does(0, "power/wiizzz/highland")
    assert t.stack(0, "highland") == ["yedi yedi", "bragon bragon"]
    assert t.ask(0).fields["left"] == 2
    assert t.told()[0][:2] == ("uses-power", {"p": "s0", "power": "wiizzz", "land": "highland"})
    assert "add/bragon/c1" in t.options(0)


def test_wiizzz_kid_may_swap_in_a_turn_without_cards() -> None:
    kingdoms = {0: KINGDOM, 1: {"highland": ["sighclops sighclops"]}}
    t = arrange(3, {0: "", 1: "yedi", 2: "yedi klaken"}, kingdoms, deck="", powers={0: "wiizzz"})
    assert t.asked() == {0: "free-swap"}
    assert arrange(3, {0: "", 1: "yedi", 2: "yedi klaken"}, kingdoms, deck="").asked() == {1: "action"}


def test_wiizzz_kid_swaps_once_per_turn() -> None:
    t = kid().does(0, "power/wiizzz/highland")
    assert game.offers(t.g, 0) == []
    assert t.why_not(0, "power/wiizzz/highland") == ("power-used", {"power": "wiizzz"})


def test_only_wiizzz_kid_swaps_and_only_in_their_own_turn() -> None:
    t = kid(active=1)
    assert game.offers(t.g, 0) == [] and game.offers(t.g, 1) == []
    assert t.why_not(0, "power/wiizzz/highland") == ("own-turn", {"power": "wiizzz"})
    assert t.why_not(1, "power/wiizzz/highland") == ("no-power", {"power": "wiizzz"})
    assert kid().why_not(0, "power/wiizzz/lowland") == ("stack-of-one", {"q": "s0", "land": "lowland"})
    assert kid().why_not(0, "power/wiizzz/moon") == ("not-an-option", {})
    assert kid().why_not(0, "power/dissedhard/yedi") == ("no-power", {"power": "dissedhard"})
    assert kid().why_not(0, "power/moonwalk/highland") == ("not-an-option", {})
    assert kid().why_not(9, "power/wiizzz/lowland") == ("not-asked", {})


def test_wiizzz_kid_may_swap_after_the_second_action_too() -> None:
    t = kid().does(0, "discard/leprecon", "discard/vulcent")
    assert t.asked() == {0: "free-swap"} and t.options(0) == ["done"] and not t.ask(0).secret
    assert t.why_not(0, "discard/pigxie") == ("no-action-left", {})
    t.does(0, "power/wiizzz/highland")
    assert t.asked() == {1: "action"}
    t = kid().does(0, "discard/leprecon", "discard/vulcent", "done")
    assert t.asked() == {1: "action"} and t.stack(0, "highland")[-1] == "yedi yedi"


def test_wiizzz_kid_may_swap_after_playing_the_last_card() -> None:
    t = arrange(4, {0: "leprecon"}, {0: KINGDOM}, powers={0: "wiizzz"}, deck="").does(0, "discard/leprecon")
    assert t.asked() == {0: "free-swap"}


def test_wiizzz_kid_is_not_asked_again_once_the_swap_is_used() -> None:
    t = kid().does(0, "power/wiizzz/highland", "discard/leprecon", "discard/vulcent")
    assert t.asked() == {1: "action"}


def test_wiizzz_kid_may_swap_while_a_rival_is_asked() -> None:
    kingdoms = {0: KINGDOM, 1: {"highland": ["bragon bragon"], "lowland": ["vulcent vulcent"]}}
    t = arrange(4, {0: "bragon leprecon", 1: "bragon yedi"}, kingdoms, powers={0: "wiizzz"})
    t.does(0, "recruit/bragon/c4", "power/wiizzz/highland")
    assert t.asked() == {1: "counter"} and t.stack(0, "highland")[-1] == "bragon bragon"


def test_a_table_stored_by_an_older_version_knows_which_power_was_used() -> None:
    t = kid()
    stored = json.loads(game.dump(t.g)) | {"schema": 1}
    del stored["state"]["memory"]
    for swapped, offered in ((True, []), (False, ["power/wiizzz/highland"])):
        stored["state"] |= {"swapped": swapped, "matched": False}
        assert game.offers(game.load(json.dumps(stored).encode()), 0) == offered


# ---- DissedHard
def dissed() -> Tabletop:
    return arrange(
        4, {0: "yedi yedi bragon spydra elves klaken", 1: "yedi"}, powers={0: "dissedhard"}, deck="pigxie " * 6
    )


def test_dissedhard_discards_up_to_two_creatures_before_refilling() -> None:
    t = dissed().does(0, "discard/klaken", "done/yedi+yedi")
    assert t.g.discards == ["klaken", "yedi", "yedi"]
    assert t.hand(0) == "bragon pigxie pigxie pigxie spydra elves"
    assert t.news().count("uses-power") == 1
    assert t.asked() == {1: "action"}


@pytest.mark.parametrize(("top", "below"), [("yedi", "bragon"), ("bragon", "yedi")])
def test_dissedhard_chooses_which_of_two_creatures_lies_on_top(top: str, below: str) -> None:
    t = dissed().does(0, "discard/klaken", "done/yedi+bragon")
    assert t.asked() == {0: "top"} and t.options(0) == ["yedi", "bragon"] and not t.ask(0).secret
    t.does(0, top)
    assert t.g.discards == ["klaken", below, top] and t.asked() == {1: "action"}
    assert [event.fields for event in t.told() if event.key == "leaves-on-top"] == [{"p": "s0", "species": top}]


def test_dissedhard_discards_only_clanning_creatures() -> None:
    t = dissed().does(0, "discard/klaken")
    assert t.options(0, "done") == [
        "done",
        *[
            f"done/{cards}"
            for cards in ("yedi", "bragon", "pigxie", "yedi+yedi", "yedi+bragon", "yedi+pigxie", "bragon+pigxie")
        ],
    ]


def test_dissedhard_is_prompted_after_the_second_action() -> None:
    t = dissed().does(0, "discard/klaken", "settle/spydra+bragon")
    assert t.asked() == {0: "finish"} and t.ask(0).secret
    assert t.why_not(0, "settle/yedi+yedi") == ("no-action-left", {})
    t.does(0, "done/yedi")
    assert t.g.discards == ["klaken", "yedi"] and t.asked() == {1: "action"}


def test_dissedhard_may_discard_nothing_and_is_always_asked() -> None:
    t = arrange(4, {0: "yedi yedi spydra", 1: "yedi"}, powers={0: "dissedhard"}, deck="").does(
        0, "discard/yedi", "discard/yedi"
    )
    assert t.options(0) == ["done"] and t.asked() == {0: "finish"}
    t.does(0, "done")
    assert t.asked() == {1: "action"}


# ---- Match Maker
def maker(hand: str = "yedi yedi bragon bragon klaken klaken") -> Tabletop:
    return arrange(4, {0: hand, 1: "yedi"}, powers={0: "match-maker"})


def test_match_maker_settles_one_clan_a_turn_without_using_an_action() -> None:
    t = maker().does(0, "power/match-maker/yedi+yedi")
    assert t.ask(0).fields["left"] == 2
    assert [event.key for event in t.told()] == ["uses-power", "settles"]
    t.does(0, "settle/bragon+bragon", "settle/klaken+klaken")
    assert t.asked() == {1: "action"}
    assert t.stack(0, "highland") == ["yedi yedi", "bragon bragon"] and t.stack(0, "lowland") == ["klaken klaken"]


def test_only_match_maker_settles_for_free_and_only_once_a_turn() -> None:
    t = maker().does(0, "power/match-maker/yedi+yedi")
    assert t.options(0, "power") == []
    assert t.why_not(0, "power/match-maker/bragon+bragon") == ("power-used", {"power": "match-maker"})
    t = arrange(4, {0: "yedi yedi"})
    assert t.why_not(0, "power/match-maker/yedi+yedi") == ("no-power", {"power": "match-maker"})
    assert maker().why_not(0, "power/match-maker/yedi+bragon") == ("no-match", {"card": "yedi", "species": "bragon"})
    assert maker().why_not(0, "power") == ("not-an-option", {})


def test_clans_are_offered_only_as_free_until_match_maker_is_used() -> None:
    t = maker("yedi yedi bragon bragon")
    assert t.options(0, "settle") == [] and len(t.options(0, "power")) == 2
    assert t.why_not(0, "settle/yedi+yedi") == ("settles-free", {})
    assert t.why_not(0, "settle/yedi+bragon") == ("no-match", {"card": "yedi", "species": "bragon"})
    assert t.why_not(0, "done") == ("action-first", {})
    t.does(0, "power/match-maker/yedi+yedi")
    assert t.options(0, "settle") == ["settle/bragon+bragon"] and t.options(0, "power") == []


def test_a_free_settle_can_count_as_the_required_action() -> None:
    t = maker("yedi yedi bragon").does(0, "power/match-maker/yedi+yedi", "done")
    assert t.asked() == {1: "action"} and t.g.passes == 0


def test_match_maker_may_settle_for_free_after_both_actions() -> None:
    t = maker("yedi yedi bragon bragon klaken").does(0, "discard/bragon", "discard/bragon")
    assert t.asked() == {0: "free-settle"} and t.ask(0).secret
    assert "done" in t.options(0) and "power/match-maker/yedi+yedi" in t.options(0)
    t.does(0, "power/match-maker/yedi+yedi")
    assert t.stack(0, "highland") == ["yedi yedi"] and t.asked() == {1: "action"}


def test_match_maker_is_always_asked_and_may_decline() -> None:
    t = maker("yedi bragon klaken elves").does(0, "discard/bragon", "discard/klaken")
    assert t.asked() == {0: "free-settle"} and t.options(0) == ["done"]
    t.does(0, "done")
    assert t.asked() == {1: "action"}


def test_after_a_free_settle_a_stuck_ruler_can_only_end_the_turn() -> None:
    t = arrange(4, {0: "yedi yedi elves", 1: "yedi"}, powers={0: "match-maker"}, deck="").does(
        0, "power/match-maker/yedi+yedi"
    )
    assert t.options(0) == ["done"]


# ---- Equinity
def equine(attacker: str, defender: str, powers: dict[int, str]) -> Tabletop:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: HORSES}
    return arrange(4, {0: attacker, 1: defender}, kingdoms, powers=powers)


def test_equinity_recruits_peglegasi_and_uniquehorns_with_hentaurs() -> None:
    t = equine("hentaur yedi", "yedi", {0: "equinity"})
    assert t.options(0, "recruit") == ["recruit/hentaur/c2", "recruit/hentaur/c3"]
    t.does(0, "recruit/hentaur/c2").does(1, "let-go")
    assert t.stack(0, "highland")[-1] == "hentaur peglegasus peglegasus"
    assert {event.key for event in t.told()} >= {"uses-power"}


def test_equinity_defends_with_hentaurs() -> None:
    t = equine("peglegasus yedi", "hentaur yedi", {1: "equinity"}).does(0, "recruit/peglegasus/c2")
    assert t.options(1) == ["let-go", "hentaur"]
    t.does(1, "hentaur").does(0, "let-go")
    assert t.stack(1, "highland") == ["hentaur peglegasus peglegasus peglegasus"]


def test_at_most_one_hentaur_helps_to_counter_a_spydra() -> None:
    t = equine("spydra", "hentaur hentaur peglegasus", {1: "equinity"}).does(0, "recruit/spydra/c2")
    assert t.options(1) == ["let-go", "peglegasus+hentaur"]


def test_hentaurs_hold_a_horse_clan_against_elves() -> None:
    t = equine("elves", "hentaur hentaur", {1: "equinity"}).does(0, "hire/elves/c2")
    assert t.options(1) == ["let-go", "hentaur+hentaur"]


def test_equinity_does_not_apply_to_settling_or_to_other_rulers() -> None:
    t = equine("hentaur peglegasus", "yedi", {0: "equinity"})
    assert t.options(0, "settle") == []
    t = equine("hentaur peglegasus", "yedi", {1: "equinity"})
    assert t.options(0, "recruit") == ["recruit/peglegasus/c2"]


def test_a_substitute_hentaur_lights_its_own_constellation() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: HORSES}
    t = arrange(4, {0: "hentaur", 1: ""}, kingdoms, powers={0: "equinity"}, constellations=True)
    t.does(0, "recruit/hentaur/c2")
    assert t.view().kingdoms[0].lit == ["peglegasus", "hentaur"]


def test_with_two_rulers_a_hentaur_substitutes_at_the_inn() -> None:
    t = arrange(
        2, {0: "hentaur", 1: "yedi"}, inn=["peglegasus", "uniquehorn", "spydra", "hentaur"], powers={0: "equinity"}
    )
    assert t.options(0, "inn") == [
        "inn/hentaur/spydra",
        "inn/hentaur/hentaur",
        "inn/hentaur/hentaur+spydra",
        "inn/hentaur/peglegasus",
        "inn/hentaur/peglegasus+spydra",
        "inn/hentaur/uniquehorn",
        "inn/hentaur/uniquehorn+spydra",
    ]
    t.does(0, "inn/hentaur/peglegasus+spydra").does(1, "let-go")
    assert t.stack(0, "maneland") == ["spydra hentaur peglegasus"]


# ---- Extra Features
@pytest.mark.parametrize("card", ["minnowtaur", "hypnogriff", "wiizzaard"])
def test_extra_features_lets_three_hires_act_as_one_another(card: str) -> None:
    kingdoms = {1: KINGDOM}
    for ability, target in (("minnowtaur", "s1-highland"), ("hypnogriff", "s1"), ("wiizzaard", "c1/top")):
        t = arrange(4, {0: f"{card} yedi yedi yedi", 1: "klaken"}, kingdoms, powers={0: "extra-features"})
        way = f"hire/{card}/{target}" if ability == card else f"hire/{card}/as-{ability}/{target}"
        assert way in t.options(0)
        t.does(0, way)
        assert ("uses-power" in t.news()) == (ability != card)
        if ability == "minnowtaur":
            assert t.g.guards[0].card == card
        elif ability == "wiizzaard":
            assert t.stack(1, "highland")[-1] == "bragon bragon" and t.g.retired == [card]
        else:
            assert t.asked() == {0: "give"} and t.g.retired == [card]


def test_a_creature_acting_as_a_minnowtaur_retires_as_itself() -> None:
    t = arrange(4, {0: "wiizzaard yedi", 1: "klaken klaken"}, powers={0: "extra-features"})
    t.does(0, "hire/wiizzaard/as-minnowtaur/s1-highland", "done").does(1, "discard/klaken", "done")
    assert t.g.retired == ["wiizzaard"]


def test_extra_features_exclude_elves_mobgoblins_and_other_rulers() -> None:
    t = arrange(4, {0: "elves mobgoblins wiizzaard"}, {1: KINGDOM}, powers={0: "extra-features"})
    assert all("as-" not in option for option in t.options(0) if "wiizzaard/as-" not in option)
    assert t.why_not(0, "hire/elves/as-wiizzaard/c1/top") == ("not-an-option", {})
    t = arrange(4, {0: "wiizzaard"}, {1: KINGDOM})
    assert all("as-" not in option for option in t.options(0))


# ---- Mighty Swine
def test_mighty_swine_pigxies_score_15_each_at_the_end() -> None:
    kingdoms = {0: {"highland": ["terrier pigxie pigxie pigxie pigxie"]}, 1: {"highland": ["pigxie pigxie"]}}
    hands = {0: "yedi", 1: "", 2: "", 3: ""}
    t = arrange(4, hands, kingdoms, powers={0: "mighty-swine"}, deck="").does(0, "discard/yedi")
    scores = {score.seat: score for score in game.result(t.g).scores}
    assert scores[0].total == 20 + 4 * 15 and scores[1].total == 10
    line: Line = scores[0].lines[0]
    assert line.fields["clans"][0] | {"clan": ""} == {
        "clan": "",
        "species": "pigxie",
        "n": 4,
        "each": 15,
        "magic": 60,
        "wilds": ["terrier"],
        "wild_magic": 20,
        "swine": True,
    }


def test_mighty_swine_pigxies_count_15_in_views_and_challenges() -> None:
    kingdoms = {
        0: {"highland": ["terrier pigxie pigxie"], "lowland": ["klaken klaken"]},
        1: {"highland": ["pigxie pigxie"], "lowland": ["klaken klaken"]},
    }
    hands = {0: "pigxie", 1: "pigxie pigxie"}
    t = arrange(4, hands, kingdoms, powers={0: "mighty-swine"}, active=1)
    first, second = game.view(t.g).kingdoms[:2]
    assert [land.clans[0].magic for land in first.lands] == [50, 30] and first.gems == {"pigxie": 15}
    assert [land.clans[0].magic for land in second.lands] == [10, 30] and second.gems == {}
    t.does(1, "recruit/pigxie/c1")
    assert t.g.asks[0].fields["magic"] == 20 + 3 * 15
    t.does(0, "pigxie")
    assert t.g.asks[1].fields["magic"] == 20 + 4 * 5


def test_the_elves_prompt_shows_the_clans_magic_for_its_own_ruler() -> None:
    kingdoms = {0: {"highland": ["pigxie pigxie"], "lowland": ["klaken klaken"]}}
    t = arrange(4, {0: "yedi", 1: "elves"}, kingdoms, powers={0: "mighty-swine"}, active=1).does(1, "hire/elves/c1")
    assert t.g.asks[0].fields["magic"] == 30


# ---- VulcEnt Hands
def test_vulcent_hands_hold_one_extra_card() -> None:
    for seed in range(20):
        g = game.deal(seats=8, seed=str(seed), powers="one")
        assert [len(hand) for hand in g.hands] == [7 if power == ["vulcent-hands"] else 6 for power in g.powers]
    t = arrange(4, {0: "yedi klaken", 1: "yedi"}, powers={0: "vulcent-hands"}).does(0, "discard/yedi", "done")
    assert len(t.g.hands[0]) == 7 and len(t.g.hands[1]) == 6


def test_with_two_rulers_vulcent_hands_also_hold_one_extra_card() -> None:
    seven = {len(hand) for s in range(30) for hand in game.deal(seats=2, seed=str(s), powers="one", refill="7").hands}
    assert seven == {7, 8}
    six = {len(hand) for s in range(30) for hand in game.deal(seats=2, seed=str(s), powers="one").hands}
    assert six == {7}


# ---- SubCerbient
def fight(attacker: str, defender: str, powers: dict[int, str], card: str) -> Tabletop:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    return arrange(4, {0: attacker, 1: defender}, kingdoms, powers=powers).does(0, f"recruit/{card}/c2")


def test_subcerbient_terriers_count_as_two() -> None:
    t = fight("terrier yedi", "bragon bragon terrier", {0: "subcerbient"}, "terrier")
    assert t.options(1) == ["let-go", "bragon+bragon", "bragon+terrier"]
    assert t.why_not(1, "bragon") == ("spydra-takes-two", {"species": "bragon", "card": "terrier"})
    assert [event.key for event in t.told()] == ["plays-for", "uses-power"]


def test_other_terriers_count_as_one() -> None:
    t = fight("terrier yedi", "bragon terrier", {1: "subcerbient"}, "terrier")
    assert t.options(1) == ["let-go", "bragon", "terrier"]


def test_spydras_played_against_subcerbient_count_as_one() -> None:
    t = fight("spydra yedi", "bragon terrier", {1: "subcerbient"}, "spydra")
    assert t.options(1) == ["let-go", "bragon", "terrier"]
    t.does(1, "terrier")
    assert t.options(0) == ["let-go"]  # the Terrier in the answer counts as two


def test_one_subcerbient_terrier_holds_a_clan_against_elves() -> None:
    kingdoms = {1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = arrange(4, {0: "elves", 1: "terrier"}, kingdoms, powers={1: "subcerbient"}).does(0, "hire/elves/c1")
    assert t.options(1) == ["let-go", "terrier"]
    t.does(1, "terrier")
    assert t.g.gone == ["terrier"]


def test_a_subcerbient_terrier_is_never_paired_to_hold_a_clan() -> None:
    kingdoms = {1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    hands = {0: "elves", 1: "bragon bragon terrier terrier spydra"}
    t = arrange(4, hands, kingdoms, powers={1: "subcerbient"}).does(0, "hire/elves/c1")
    assert t.options(1) == ["let-go", "spydra", "terrier", "bragon+bragon"]
    assert t.why_not(1, "bragon+terrier") == ("holds-alone", {"card": "terrier"})
    assert t.why_not(1, "terrier+terrier") == ("holds-alone", {"card": "terrier"})
    assert t.why_not(1, "bragon") == ("elves-take-two", {"species": "bragon"})


def test_one_spydra_does_not_hold_a_clan_against_subcerbient_elves() -> None:
    kingdoms = {1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    hands = {0: "elves", 1: "bragon terrier spydra spydra"}
    t = arrange(4, hands, kingdoms, powers={0: "subcerbient"}).does(0, "hire/elves/c1")
    pairs = ["bragon+terrier", "bragon+spydra", "terrier+spydra", "spydra+spydra"]
    assert t.options(1) == ["let-go", *pairs]
    assert t.why_not(1, "spydra") == ("spydra-counts-one", {"species": "bragon", "power": "subcerbient"})
    assert t.why_not(1, "bragon") == ("elves-take-two", {"species": "bragon"})
    t.does(1, "terrier+spydra")
    assert t.stack(1, "highland") == ["bragon bragon"] and t.g.gone == ["terrier", "spydra"]
