"""The rulebook's chapter Use an Ability, and a test for every Ability card."""

import pytest

from engine.kingdoms_candy.state import Kingdom
from tests.engine.kingdoms_candy.laying import (
    CARDS,
    answers,
    asked,
    empty,
    kingdom,
    offers,
    options,
    sugars,
    table,
    told,
    villain,
)

YOU = "mopsel"


# ---- Use an Ability
def test_an_ability_without_a_symbol_works_once_a_round_on_your_turn() -> None:
    g = table(villain("uno+candy-alchemy", sugar=9), villain("mopsel+candy-alchemy", sugar=9))
    assert offers(g, 0) == ["use/candy-alchemy"] and not offers(g, 1)
    answers(g, "use/candy-alchemy")
    assert not offers(g, 0) and asked(g) == (0, "action")
    answers(g, "collect")
    assert asked(g) == (1, "action") and offers(g, 1) == ["use/candy-alchemy"] and not offers(g, 0)


def test_an_ability_can_be_used_again_in_the_next_round() -> None:
    g = table(villain("uno+candy-alchemy", sugar=9), villain("mopsel"), events="clearance")
    answers(g, "use/candy-alchemy", "pass", "pass", "pass")
    assert asked(g) == (0, "action") and offers(g) == ["use/candy-alchemy"]


def test_an_ability_can_be_used_while_another_one_is_pending() -> None:
    g = table(villain("uno+candy-alchemy+pickpocket", sugar=9), villain("mopsel", sugar=4), villain("ploom", sugar=1))
    answers(g, "collect")
    assert asked(g) == (0, "pickpocket")
    answers(g, "use/candy-alchemy", "s1")
    assert asked(g) == (1, "action") and g.villains[0].sugar == 9 + 5 - 3 + 2


def test_free_actions_can_be_taken_in_any_order() -> None:
    for order in (["use/candy-alchemy", "use/one-last-lick"], ["use/one-last-lick", "use/candy-alchemy"]):
        g = table(villain("uno+candy-alchemy+one-last-lick", sugar=3), villain("mopsel"))
        answers(g, *order)
        assert g.villains[0].sugar == 5 and g.villains[0].candies == 1


def test_start_of_turn_abilities_are_used_before_the_action() -> None:
    g = table(villain("uno glacimaw+im-inevitable", sugar=9), villain("mopsel", sugar=9), at="round")
    assert offers(g) == ["use/glacimaw", "use/im-inevitable"]
    answers(g, "collect")
    assert asked(g) == (1, "action") and not offers(g)


def test_a_one_time_ability_gets_a_token_and_is_never_used_again() -> None:
    g = table(villain("uno+one-last-lick"), villain("mopsel"), events="clearance")
    answers(g, "use/one-last-lick")
    assert g.villains[0].spent == ["one-last-lick"] == kingdom.view(g).villains[0].tokens
    answers(g, "pass", "pass", "pass")
    assert asked(g) == (0, "action") and not offers(g)


def test_discarding_a_spent_ability_lets_a_new_copy_be_used() -> None:
    me = villain("uno magmot+one-last-lick+sweet-talk", sugar=20)
    me.spent = ["one-last-lick"]
    g = table(me, villain("mopsel"), events="black-candy", at="event", abilities="one-last-lick")
    answers(g, "discard/magmot")
    assert not g.villains[0].spent and g.abilities.discard == ["one-last-lick", "sweet-talk"]
    answers(g, "pass", "buy/one-last-lick/tuck/uno")
    assert offers(g) == ["use/one-last-lick"]


def test_a_discarded_monster_returns_its_token() -> None:
    me = villain("uno magmot", sugar=20)
    me.spent = ["magmot"]  # no card of Hob's deck has such an ability, but an operator's may
    g = table(me, villain("mopsel"), events="black-candy", at="event")
    answers(g, "discard/magmot")
    assert not g.villains[0].spent


def test_an_activation_cost_goes_to_the_kingdom_and_must_be_affordable() -> None:
    g = table(villain("uno pepperfang", sugar=1), villain("mopsel"))
    assert not offers(g)
    g = table(villain("uno pepperfang", sugar=2), villain("mopsel"))
    before = g.sugar
    answers(g, "use/pepperfang")
    assert g.sugar == before + 2 and g.villains[0].sugar == 0


def test_a_card_that_would_change_nothing_cannot_be_used() -> None:
    mine = "uno+im-inevitable+bitter-to-better+one-last-lick thorntooth"
    g = table(villain(mine, sugar=9), villain("mopsel", sugar=1), villain("ploom"))
    assert offers(g) == ["use/one-last-lick", "use/thorntooth/s1"]
    g = table(villain(mine, sugar=130), villain("mopsel"), villain("ploom"))
    assert not offers(g)


# ---- Abilities
def test_pickpocket_takes_2_from_a_chosen_opponent_when_collecting() -> None:
    three = [villain("uno+pickpocket"), villain(YOU, sugar=9), villain("ploom", sugar=1), villain("gnarlin")]
    g = table(*three)
    answers(g, "collect")
    assert asked(g) == (0, "pickpocket") and options(g) == ["s1", "s2", "none"]
    assert g.asks[0].fields == {"p": "s0", "card": "pickpocket", "n": 2}
    answers(g, "s2")
    assert g.villains[0].sugar == 6
    assert told(g, "uses-rob") == [("uses-rob", {"p": "s0", "card": "pickpocket", "q": "s2", "n": 1})]


def test_pickpocket_is_optional_and_skipped_if_no_rival_has_sugar() -> None:
    g = table(villain("uno+pickpocket"), villain(YOU, sugar=9), villain("ploom", sugar=1))
    answers(g, "collect", "none")
    assert g.villains[0].sugar == 5 and "pickpocket" not in g.villains[0].used
    g = table(villain("uno+pickpocket"), villain(YOU))
    answers(g, "collect")
    assert asked(g) == (1, "action")


def test_pickpocket_takes_automatically_from_the_only_rival_with_sugar() -> None:
    g = table(villain("uno+pickpocket"), villain(YOU, sugar=9), villain("ploom"))
    answers(g, "collect")
    assert asked(g) == (1, "action") and g.villains[0].sugar == 7
    assert told(g, "uses-rob") == [("uses-rob", {"p": "s0", "card": "pickpocket", "q": "s1", "n": 2})]


def test_im_inevitable_returns_half_of_every_opponents_sugar_for_3_sugar() -> None:
    g = table(villain("uno+im-inevitable", sugar=8), villain(YOU, sugar=7), villain("ploom", sugar=1))
    answers(g, "use/im-inevitable")
    assert sugars(g) == [5, 4, 1]
    assert told(g)[0][1] == {"p": "s0", "card": "im-inevitable", "who": ["s1", "s2"], "gives": [3, 0]}


def test_converting_sugar_in_time_makes_im_inevitable_useless() -> None:
    g = table(villain("uno+im-inevitable", sugar=8), villain(YOU, sugar=8))
    kingdom.answer(g, 1, "convert/2")
    assert not offers(g)


def test_one_last_lick_takes_5_without_counting_as_collecting() -> None:
    g = table(villain("uno+one-last-lick khulgrok"), villain(YOU))
    answers(g, "use/one-last-lick")
    assert g.villains[0].sugar == 5 and asked(g) == (0, "action")
    assert told(g) == [("uses-gain-sugar", {"p": "s0", "card": "one-last-lick", "n": 5})]


def test_one_last_lick_takes_only_what_the_kingdom_has() -> None:
    g = table(villain("uno+one-last-lick"), villain(YOU, sugar=127))
    answers(g, "use/one-last-lick")
    assert g.villains[0].sugar == 3


def test_sugar_rush_takes_1_at_the_beginning_of_the_turn() -> None:
    g = table(villain("uno+sugar-rush"), villain(YOU), at="round")
    assert told(g) == [("gains", {"p": "s0", "n": 3, "sources": ["uno", "sugar-rush"]})]


def test_sweet_talk_makes_a_monster_1_cheaper_next_to_a_kept_one() -> None:
    g = table(villain("uno+sweet-talk", "sweet-talk", sugar=3), villain(YOU), monsters="sherberg")
    answers(g, "buy/sherberg")
    assert told(g)[0][1] == {
        **{"p": "s0", "card": "sherberg", "n": 3, "k": 2},
        "sources": ["sweet-talk", "sweet-talk"],
    }


def test_bitter_to_better_returns_1_black_cube_for_1_sugar() -> None:
    g = table(villain("uno+bitter-to-better", sugar=1, black=2), villain(YOU))
    answers(g, "use/bitter-to-better")
    assert (g.villains[0].sugar, g.villains[0].black) == (0, 1)
    assert told(g) == [("uses-return-black", {"p": "s0", "card": "bitter-to-better", "n": 1})]


def test_diet_plan_makes_its_own_monster_eat_2_less() -> None:
    g = table(villain("uno rockcandor+diet-plan", sugar=9), villain(YOU), events="black-candy", at="event")
    assert told(g)[-1] == ("uses-host-eats-less", {"p": "s0", "card": "diet-plan", "m": "rockcandor", "n": 2})
    assert options(g)[0] == "keep/3-0-0"


def test_diet_plan_and_grilljaw_help_different_monsters() -> None:
    g = table(villain("grilljaw magmot+diet-plan", sugar=9), villain(YOU), events="black-candy", at="event")
    assert told(g, "feeds")[0][1] == {"p": "s0", "n": 2, "s": 0, "c": 0, "b": 0}


def test_a_feeding_cost_never_goes_below_zero() -> None:
    g = table(villain("scorchlet+diet-plan magmot", sugar=9), villain(YOU), events="black-candy", at="event")
    assert options(g)[0] == "keep/2-0-0" and "discard/scorchlet" not in options(g)


def test_candy_alchemy_takes_1_candy_for_3_sugar() -> None:
    g = table(villain("uno+candy-alchemy", sugar=3), villain(YOU))
    answers(g, "use/candy-alchemy")
    assert (g.villains[0].sugar, g.villains[0].candies) == (0, 1)


def test_bulk_buyer_takes_2_more_when_its_owner_collects() -> None:
    g = table(villain("uno+bulk-buyer khulgrok"), villain(YOU))
    answers(g, "collect")
    assert told(g)[1] == ("gains", {"p": "s0", "n": 5, "sources": ["bulk-buyer", "khulgrok"]})


def test_bonus_sugar_comes_after_the_five_and_is_limited_by_the_kingdom() -> None:
    g = table(villain("uno khulgrok"), villain(YOU, sugar=124))
    answers(g, "collect")
    assert told(g)[:2] == [("collects", {"p": "s0", "n": 5}), ("gains", {"p": "s0", "n": 1, "sources": ["khulgrok"]})]
    g = table(villain("uno khulgrok"), villain(YOU, sugar=125))
    answers(g, "collect")
    assert told(g) == [("collects", {"p": "s0", "n": 5})] and sugars(g) == [5, 125]


def test_a_free_ability_is_used_even_if_the_kingdom_has_nothing_left() -> None:
    g = table(villain("uno khulgrok"), villain(YOU, sugar=130))
    answers(g, "collect")
    assert g.villains[0].used == ["khulgrok"] and sugars(g) == [5, 125]


# ---- No Waiting: an ability that uses an ability
def waiting(sugar: int, ability: str, monsters: str = "uno+no-waiting") -> Kingdom:
    opponents = [villain(YOU, sugar=9), villain("ploom", sugar=9)]
    return table(villain(monsters, sugar=sugar), *opponents, abilities=ability)


def test_no_waiting_uses_pickpocket_at_once_on_a_chosen_opponent() -> None:
    g = waiting(6, "pickpocket")
    answers(g, "buy/pickpocket/tuck/uno")
    assert asked(g) == (0, "use-now") and options(g) == ["use/s1", "use/s2", "no"]
    answers(g, "use/s2")
    assert sugars(g)[0] == 2 and g.villains[2].sugar == 7 and g.villains[0].used == ["no-waiting", "pickpocket"]
    assert told(g, "uses-use-now") == [("uses-use-now", {"p": "s0", "card": "no-waiting", "ability": "pickpocket"})]


def test_no_waiting_uses_sugar_rush_and_bulk_buyer_at_once() -> None:
    for ability, gain in (("sugar-rush", 1), ("bulk-buyer", 2)):
        g = waiting(6, ability)
        answers(g, f"buy/{ability}/tuck/uno", "use")
        assert g.villains[0].sugar == 6 - CARDS[ability].cost - 1 + gain


def test_no_waiting_is_optional() -> None:
    g = waiting(6, "sugar-rush")
    answers(g, "buy/sugar-rush/tuck/uno", "no")
    assert g.villains[0].sugar == 2 and not g.villains[0].used and asked(g) == (1, "action")


@pytest.mark.parametrize(
    ("sugar", "choice"),
    [
        (9, "sugar-rush/keep"),  # only if it is tucked
        (4, "sugar-rush/tuck/uno"),  # nothing left to pay with
        (9, "im-inevitable/tuck/uno"),  # 1 + 3 is too much
        (9, "sweet-talk/tuck/uno"),  # no Monster is being bought
        (9, "diet-plan/tuck/uno"),  # no feeding
        (9, "candy-alchemy/tuck/uno"),  # can be used in this turn anyway
        (9, "one-last-lick/tuck/uno"),
    ],
)
def test_no_waiting_asks_only_if_it_would_help(sugar: int, choice: str) -> None:
    g = waiting(sugar, choice.split("/")[0])
    answers(g, f"buy/{choice}")
    assert asked(g)[1] != "use-now"


def test_of_two_cards_that_use_an_ability_at_once_only_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    magmot = CARDS["magmot"].model_dump() | {"effect": ("use-now",)}
    monkeypatch.setitem(CARDS, "magmot", type(CARDS["magmot"]).model_validate(magmot))
    g = waiting(9, "sugar-rush", "uno+no-waiting magmot")
    answers(g, "buy/sugar-rush/tuck/uno", "use")
    assert g.villains[0].used == ["no-waiting", "sugar-rush"] and asked(g)[1] != "use-now"


def test_mistmallow_pays_for_no_waiting() -> None:
    g = waiting(4, "sugar-rush", "uno+no-waiting mistmallow")
    answers(g, "buy/sugar-rush/tuck/mistmallow")
    assert asked(g) == (0, "use-now")


def test_sugar_may_be_spent_elsewhere_while_no_waiting_asks() -> None:
    g = waiting(8, "sugar-rush", "uno+no-waiting+candy-alchemy")
    answers(g, "buy/sugar-rush/tuck/uno")
    assert asked(g) == (0, "use-now")
    answers(g, "use/candy-alchemy")
    assert asked(g) == (0, "use-now")
    g = waiting(7, "sugar-rush", "uno+no-waiting+candy-alchemy")
    answers(g, "buy/sugar-rush/tuck/uno", "use/candy-alchemy")
    assert asked(g) == (1, "action")


def test_one_last_lick_is_not_offered_when_the_kingdom_is_empty() -> None:
    g = table(villain("uno+one-last-lick"), villain(YOU))
    empty(g)
    assert not offers(g)
