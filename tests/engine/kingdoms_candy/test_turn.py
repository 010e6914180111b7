"""The rulebook's chapters Game Round, Player's Turn and Set Collection Bonuses, and Black Cubes at a turn's start."""

import pytest

from engine.machine import IllegalChoice
from tests.engine.kingdoms_candy.laying import (
    answers,
    asked,
    empty,
    kingdom,
    offers,
    options,
    play,
    sugars,
    sweeps,
    table,
    told,
    villain,
)


# ---- Turn order
def test_a_round_goes_clockwise_then_an_event_and_a_new_first_player() -> None:
    g = table(*[villain(name, sugar=5) for name in ("uno", "mopsel", "ploom")], events="sugar-shower clearance")
    for seat in (0, 1, 2):
        assert asked(g) == (seat, "action")
        answers(g, "pass")
    assert g.events == ["sugar-shower"] and sweeps(g)
    assert told(g, "first-player") == [("first-player", {"q": "s1"})]
    assert g.round == 2
    for seat in (1, 2, 0):
        assert asked(g) == (seat, "action")
        answers(g, "pass")
    assert g.events == ["sugar-shower", "clearance"] and sweeps(g, 1) and not sweeps(g)


# ---- Player's turn
def test_a_turn_has_one_action_and_may_be_passed() -> None:
    g = table(villain("uno", sugar=30), villain("mopsel"), monsters="magmot", abilities="pickpocket")
    assert options(g)[0] == "collect" and options(g)[-1] == "pass" and asked(g) == (0, "action")
    assert g.asks[0].fields == {"p": "s0"} and not g.asks[0].secret
    answers(g, "pass")
    assert told(g)[0] == ("passes", {"p": "s0"}) and asked(g) == (1, "action")
    with pytest.raises(IllegalChoice):
        kingdom.answer(g, 0, "collect")


def test_any_player_may_convert_4_sugar_into_1_candy_at_any_time() -> None:
    g = table(villain("uno", sugar=9), villain("mopsel", sugar=7))
    assert kingdom.offers(g, 0) == ["convert/1", "convert/2"] and kingdom.offers(g, 1) == ["convert/1"]
    kingdom.answer(g, 1, "convert/1")
    assert g.villains[1].sugar == 3 and g.villains[1].candies == 1 and asked(g) == (0, "action")
    assert told(g) == [("converts", {"p": "s1", "n": 4, "k": 1})]
    number = g.question
    answers(g, "convert/2")
    assert g.villains[0].sugar == 1 and g.villains[0].candies == 2 and g.question == number
    assert not kingdom.offers(g, 0) and not kingdom.offers(g, 1)


def test_sugar_can_be_converted_while_others_feed_or_discard() -> None:
    g = table(villain("uno magmot", sugar=4), villain("mopsel", sugar=8), events="black-candy", at="event")
    assert asked(g) == (0, "feed")
    kingdom.answer(g, 1, "convert/2")
    answers(g, "keep/3-0-0")
    assert asked(g) == (1, "action") and sweeps(g) and g.villains[1].candies == 2


def test_the_last_player_may_convert_sugar_before_the_event() -> None:
    g = table(villain("uno", sugar=4), villain("", sugar=0), events="toll-of-teeth")
    answers(g, "collect", "collect")
    assert asked(g) == (1, "finish") and options(g) == ["done"] and not g.events
    assert kingdom.offers(g, 1) == ["convert/1"]
    answers(g, "convert/1")
    assert g.villains[1].candies == 1
    assert g.events == ["toll-of-teeth"]  # nothing is left to convert, so the round went on automatically
    assert told(g, "event-toll")[0][1]["gives"] == [2, 1] and told(g, "event-toll")[0][1]["black"] == ["s1"]


def test_the_last_player_may_keep_the_sugar_and_end_the_turn() -> None:
    g = table(villain("uno"), villain(""), events="sugar-shower")
    answers(g, "pass", "collect", "done")
    assert g.events == ["sugar-shower"] and sugars(g)[1] == 5 + 2


def test_the_round_pauses_only_for_a_last_player_who_can_convert() -> None:
    g = table(villain("uno", sugar=9), villain("", sugar=6), monsters="sherberg", events="clearance")
    answers(g, "collect")
    assert asked(g) == (1, "action")
    answers(g, "buy/sherberg")
    assert asked(g) == (1, "action") and sweeps(g)


# ---- 1. Collect
def test_collect_takes_5_sugar_from_the_kingdom() -> None:
    g = table(villain("uno"), villain("mopsel"))
    answers(g, "collect")
    assert g.villains[0].sugar == 5 and told(g)[0] == ("collects", {"p": "s0", "n": 5})


def test_collect_takes_missing_sugar_from_the_richest_player() -> None:
    g = table(villain("uno"), villain("mopsel", sugar=100), villain("ploom", sugar=27))
    answers(g, "collect")
    assert sugars(g)[:2] == [5, 98] and g.villains[2].sugar == 29 - 2
    assert told(g)[:2] == [("collects", {"p": "s0", "n": 3}), ("takes", {"p": "s0", "q": "s1", "n": 2})]


def test_collect_takes_a_single_missing_cube_too() -> None:
    g = table(villain("uno"), villain("mopsel", sugar=100), villain("ploom", sugar=26))
    answers(g, "collect")
    assert told(g)[:2] == [("collects", {"p": "s0", "n": 4}), ("takes", {"p": "s0", "q": "s1", "n": 1})]


def test_collect_lets_the_collector_choose_among_the_richest_opponents() -> None:
    g = table(villain("uno", sugar=80), villain("mopsel", sugar=24), villain("ploom", sugar=24), villain("gnarlin"))
    assert g.sugar == 2
    answers(g, "collect")
    assert asked(g) == (0, "shortage") and options(g) == ["s1", "s2"]
    assert g.asks[0].fields == {"p": "s0", "n": 3}
    answers(g, "s2")
    assert g.villains[0].sugar == 85 and told(g)[1] == ("takes", {"p": "s0", "q": "s2", "n": 3})


def test_converting_during_a_shortage_refills_the_kingdom() -> None:
    g = table(villain("uno", sugar=80), villain("mopsel", sugar=24), villain("ploom", sugar=24))
    answers(g, "collect", "convert/1")
    assert told(g)[1] == ("collects", {"p": "s0", "n": 5}) and g.villains[0].sugar == 81


def test_collect_takes_no_more_than_the_richest_opponent_has() -> None:
    g = table(villain("uno", sugar=127), villain("mopsel", sugar=1), villain("ploom"))
    answers(g, "collect")
    assert told(g)[:2] == [("collects", {"p": "s0", "n": 2}), ("takes", {"p": "s0", "q": "s1", "n": 1})]


def test_collect_takes_nothing_if_no_rival_has_any() -> None:
    g = table(villain("uno"), villain("mopsel"))
    empty(g, owner=0)
    answers(g, "collect")
    assert told(g, "collects", "takes") == [("collects", {"p": "s0", "n": 0})]


# ---- 2. Buy a Monster
def test_a_bought_monster_is_paid_for_placed_and_replaced() -> None:
    g = table(villain("uno", sugar=8), villain("mopsel"), monsters="cinnabrute sherberg rockcandor")
    left, kingdoms = len(g.monsters.deck), g.sugar
    following = g.monsters.deck[-1]
    assert "buy/cinnabrute" in options(g) and "buy/rockcandor" not in options(g)
    answers(g, "buy/cinnabrute")
    assert list(g.villains[0].monsters) == ["uno", "cinnabrute"]
    assert g.monsters.row == [following, "sherberg", "rockcandor"] and len(g.monsters.deck) == left - 1
    assert told(g)[0] == ("buys", {"p": "s0", "card": "cinnabrute", "n": 8}) and g.sugar == kingdoms + 8 - 2


def test_a_cost_never_goes_below_zero() -> None:
    g = table(villain("uno scorchlet swampgob"), villain("mopsel"), monsters="mistmallow bogglebon magmot")
    assert kingdom.view(g).villains[0].prices["mistmallow"] == 0
    answers(g, "buy/bogglebon")
    assert told(g)[0] == (
        "buys-cheaper",
        {"p": "s0", "card": "bogglebon", "n": 0, "k": 3, "sources": ["scorchlet", "swampgob"]},
    )


def test_shown_hunger_counts_cards_that_will_relieve_it_for_free() -> None:
    g = table(
        villain("uno mossmunch+diet-plan fizzkraken", sugar=9),
        villain("mopsel"),
        monsters="oni-baba bogglebon grilljaw",
    )
    mine = kingdom.view(g).villains[0]
    assert [own.eats for own in mine.monsters] == [2, 0, 3], "Fizzkraken costs sugar"
    assert (mine.eats, mine.eats_with) == (5, {"oni-baba": 8, "bogglebon": 7, "grilljaw": 6}), (
        "Uno eats 1 more for the new one"
    )
    assert [own.saves for own in mine.monsters] == [2, 1, 4], "without Uno's hunger for it"
    g = table(villain("uno mossmunch+diet-plan", sugar=9), villain("mopsel"), events="black-candy", at="event")
    assert kingdom.view(g).villains[0].eats == 1 and options(g)[0] == "keep/1-0-0", "not counted twice"


def test_the_view_shows_feeding_costs_with_each_monster_for_sale() -> None:
    g = table(villain("uno magmot", sugar=9), villain(""), monsters="oni-baba bogglebon rockcandor")
    uno, magmot = 2, 2  # Uno eats 1 more for the new one
    assert kingdom.view(g).villains[0].eats_with == {
        "oni-baba": uno + magmot + 2,
        "bogglebon": uno + magmot + 1,
        "rockcandor": uno + magmot + 4,
    }
    assert kingdom.view(g).villains[1].eats_with["rockcandor"] == 4
    answers(g, "buy/oni-baba")
    assert kingdom.view(g).villains[0].eats == uno + magmot + 2


# ---- 3. Buy an Ability
def test_a_bought_ability_is_paid_for_replaced_and_kept() -> None:
    g = table(villain("uno", sugar=5), villain("mopsel"), abilities="pickpocket sugar-rush im-inevitable")
    following = g.abilities.deck[-1]
    assert [option for option in options(g) if "pickpocket" in option] == [
        *("buy/pickpocket/keep", "buy/pickpocket/tuck/uno")
    ]
    assert not any("inevitable" in option for option in options(g))
    answers(g, "buy/pickpocket/keep")
    assert g.villains[0].kept == ["pickpocket"] and g.abilities.row == [following, "sugar-rush", "im-inevitable"]
    assert told(g)[0] == ("buys-keeps", {"p": "s0", "card": "pickpocket", "n": 5})


def test_an_ability_is_tucked_under_a_monster_with_others() -> None:
    g = table(villain("uno magmot+sugar-rush", sugar=5), villain("mopsel"), abilities="pickpocket")
    answers(g, "buy/pickpocket/tuck/magmot")
    assert g.villains[0].monsters == {"uno": [], "magmot": ["sugar-rush", "pickpocket"]}
    assert told(g)[0][0] == "buys-tucks-cheaper"
    g = table(villain("uno", sugar=5), villain("mopsel"), abilities="pickpocket")
    answers(g, "buy/pickpocket/tuck/uno")
    assert told(g)[0] == ("buys-tucks", {"p": "s0", "card": "pickpocket", "n": 5, "m": "uno"})


def test_identical_abilities_for_sale_are_one_choice() -> None:
    g = table(villain("uno", sugar=5), villain("mopsel"), abilities="pickpocket pickpocket sugar-rush")
    assert options(g).count("buy/pickpocket/keep") == 1
    answers(g, "buy/pickpocket/keep")
    assert g.abilities.row[0] != "pickpocket" == g.abilities.row[1]


def test_a_second_copy_of_a_tucked_ability_can_only_be_kept() -> None:
    g = table(villain("uno+pickpocket magmot", sugar=9), villain("mopsel"), abilities="pickpocket")
    assert [option for option in options(g) if "pickpocket" in option] == ["buy/pickpocket/keep"]


def test_a_second_copy_of_a_kept_ability_can_only_be_tucked() -> None:
    g = table(villain("uno magmot", "pickpocket", sugar=9), villain("mopsel"), abilities="pickpocket")
    assert [option for option in options(g) if "pickpocket" in option] == [
        *("buy/pickpocket/tuck/uno", "buy/pickpocket/tuck/magmot")
    ]


def test_an_ability_can_only_be_bought_for_a_free_place() -> None:
    g = table(villain("uno+pickpocket", "pickpocket", sugar=9), villain("mopsel"), abilities="pickpocket")
    assert not any("pickpocket" in option for option in options(g))
    g = table(villain("", sugar=9), villain("mopsel"), abilities="pickpocket")
    assert [option for option in options(g) if "pickpocket" in option] == ["buy/pickpocket/keep"]


def test_a_kept_ability_cannot_be_used() -> None:
    g = table(villain("uno", "candy-alchemy one-last-lick", sugar=9), villain("mopsel"))
    assert not offers(g)


# ---- A deck runs out
def test_an_empty_deck_is_refilled_from_its_shuffled_discards() -> None:
    g = table(villain("uno", sugar=9), villain("mopsel"), monsters="magmot sherberg mossmunch")
    g.monsters.deck, g.monsters.discard = [], g.monsters.deck
    answers(g, "buy/magmot")
    assert g.monsters.row[0] and len(g.monsters.deck) == 15 and not g.monsters.discard


def test_an_empty_place_is_refilled_once_there_are_discards() -> None:
    g = table(villain("uno", sugar=9), villain("mopsel+pickpocket", sugar=9), abilities="no-waiting diet-plan")
    g.abilities.deck = []
    answers(g, "buy/diet-plan/keep", "buy/no-waiting/keep")
    assert g.abilities.row.count("") == 2 and "" not in kingdom.view(g).villains[0].prices
    g = table(villain("uno magmot+sweet-talk"), villain("mopsel"), events="black-candy", at="event")
    g.abilities.row[0] = ""
    g.abilities.deck = []
    kingdom.answer(g, 0, "discard/magmot")
    assert g.abilities.row[0] == "sweet-talk"


# ---- Black Sugar Cubes
def test_black_cubes_can_be_removed_for_2_sugar_each_at_turn_start() -> None:
    g = table(villain("uno", sugar=5, black=3), villain("mopsel", sugar=9, black=1))
    assert offers(g) == ["remove/1", "remove/2"] and not offers(g, 1)
    answers(g, "remove/2")
    assert g.villains[0].sugar == 1 and g.villains[0].black == 1 and asked(g) == (0, "action")
    assert told(g) == [("removes", {"p": "s0", "n": 2})]


def test_black_cubes_cannot_be_removed_after_the_action() -> None:
    g = table(villain("uno+candy-alchemy", sugar=5, black=3), villain("mopsel"))
    answers(g, "collect")
    assert asked(g) == (0, "finish") and offers(g) == ["use/candy-alchemy"]


# ---- Set collection bonuses: Monsters
@pytest.mark.parametrize(
    ("monsters", "sugar"),
    [
        ("magmot", 0),
        ("magmot khulgrok", 1),
        ("magmot khulgrok scorchlet", 2),
        ("magmot khulgrok scorchlet grilljaw", 3),
        ("magmot khulgrok scorchlet grilljaw pepperfang", 3),
        ("magmot khulgrok sherberg oni-yami", 2),
    ],
)
def test_monsters_of_a_colour_give_1_to_3_sugar_at_the_start_of_a_turn(monsters: str, sugar: int) -> None:
    g = table(villain(monsters), villain("mopsel"), at="round")
    assert g.villains[0].sugar == sugar == kingdom.view(g).villains[0].income
    assert told(g) == ([("gains", {"p": "s0", "n": sugar, "sources": ["set"]})] if sugar else [])


@pytest.mark.parametrize(
    ("monsters", "candies"),
    [
        ("magmot oni-yami", 0),
        ("magmot oni-yami swampgob", 1),
        ("magmot oni-yami swampgob khulgrok", 1),
        ("magmot oni-yami swampgob khulgrok sherberg verdimont", 2),
    ],
)
def test_each_set_of_three_colours_gives_1_candy_at_turn_start(monsters: str, candies: int) -> None:
    g = table(villain(monsters), villain("mopsel"), at="round")
    assert g.villains[0].candies == candies == kingdom.view(g).villains[0].income_candies


def test_income_is_limited_by_the_sugar_in_the_kingdom() -> None:
    g = table(villain("uno cinnabrute"), villain("mopsel", sugar=127), at="round")
    assert sugars(g) == [3, 127] and told(g) == [
        ("gains", {"p": "s0", "n": 3, "sources": ["set", "uno", "cinnabrute"]})
    ]
    g = table(villain("uno"), villain("mopsel", sugar=130), at="round")
    assert sugars(g) == [0, 130] and not told(g)


# ---- Set collection bonuses: untucked Abilities
def test_each_kept_ability_makes_its_colour_of_monsters_1_cheaper() -> None:
    g = table(villain("uno", "pickpocket im-inevitable sugar-rush"), villain("mopsel"), monsters="khulgrok sherberg")
    prices = kingdom.view(g).villains[0].prices
    assert (prices["khulgrok"], prices["sherberg"]) == (5, 4)
    assert kingdom.view(g).villains[1].prices["khulgrok"] == 7


def test_tucked_abilities_do_not_count_toward_sets() -> None:
    g = table(villain("uno+pickpocket+sugar-rush+no-waiting", sugar=9), villain("mopsel"), monsters="khulgrok")
    answers(g, "buy/khulgrok")
    assert told(g)[0] == ("buys", {"p": "s0", "card": "khulgrok", "n": 7}) and not g.villains[0].candies


def test_each_set_of_colours_kept_gives_1_candy_per_monster_bought() -> None:
    kept = "pickpocket im-inevitable sugar-rush sweet-talk no-waiting diet-plan"
    g = table(villain("uno", kept, sugar=9), villain("mopsel"), monsters="mossmunch")
    answers(g, "buy/mossmunch")
    assert g.villains[0].candies == 2 and told(g)[1] == ("gains-set-candy", {"p": "s0", "n": 2})


# ---- The turn's end
def test_the_turn_ends_automatically_unless_an_ability_is_still_usable() -> None:
    g = table(villain("uno+candy-alchemy", sugar=3), villain("mopsel"))
    answers(g, "collect")
    assert asked(g) == (0, "finish") and options(g) == ["done"]
    answers(g, "use/candy-alchemy")
    assert asked(g) == (1, "action") and g.villains[0].candies == 1
    g = table(villain("uno+candy-alchemy", sugar=3), villain("mopsel"))
    answers(g, "collect", "done")
    assert asked(g) == (1, "action")


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_game_lasts_10_to_12_rounds(seats: int) -> None:
    for seed in range(12):
        g = play(seats, f"rounds {seed}")
        assert g.round in (10, 11, 12) and g.round == len(g.events) and g.black_candies == 4
        assert kingdom.result(g) is not None and g.events[-1] == "black-candy"
