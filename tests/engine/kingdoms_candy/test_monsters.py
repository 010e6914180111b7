"""A test for every Starting Monster and Monster with an ability."""

import pytest

from tests.engine.kingdoms_candy.laying import (
    CARDS,
    answers,
    asked,
    kingdom,
    offers,
    options,
    sugars,
    table,
    told,
    villain,
)

YOU = "mopsel"


# ---- Starters
@pytest.mark.parametrize("name", [card.id for card in CARDS.values() if card.kind == "starter"])
def test_starters_take_2_sugar_at_the_beginning_of_the_turn(name: str) -> None:
    g = table(villain(name), villain("mopsel" if name == "uno" else "uno"), at="round")
    assert g.villains[0].sugar == 2 and told(g) == [("gains", {"p": "s0", "n": 2, "sources": [name]})]
    assert g.villains[0].used == [name]


# ---- Monsters
def test_magmot_makes_an_ability_1_cheaper() -> None:
    g = table(villain("uno magmot", sugar=4), villain(YOU), abilities="pickpocket")
    answers(g, "buy/pickpocket/keep")
    assert told(g)[0] == (
        "buys-keeps-cheaper",
        {"p": "s0", "card": "pickpocket", "n": 4, "k": 1, "sources": ["magmot"]},
    )
    assert g.villains[0].sugar == 0 and g.villains[0].used == ["magmot"]


def test_magmot_makes_no_monster_cheaper() -> None:
    g = table(villain("uno magmot", sugar=4), villain(YOU), monsters="sherberg")
    assert "buy/sherberg" not in options(g)


def test_khulgrok_takes_3_more_when_its_owner_collects() -> None:
    g = table(villain("uno khulgrok"), villain(YOU))
    answers(g, "collect")
    assert g.villains[0].sugar == 8
    assert told(g)[:2] == [
        ("collects", {"p": "s0", "n": 5}),
        ("gains", {"p": "s0", "n": 3, "sources": ["khulgrok"]}),
    ]


def test_scorchlet_makes_a_monster_1_cheaper() -> None:
    g = table(villain("uno scorchlet", sugar=4), villain(YOU), monsters="sherberg")
    answers(g, "buy/sherberg")
    assert told(g)[0][1] == {"p": "s0", "card": "sherberg", "n": 4, "k": 1, "sources": ["scorchlet"]}


def test_scorchlet_does_nothing_for_its_own_purchase() -> None:
    g = table(villain("uno", sugar=4), villain(YOU), monsters="scorchlet")
    answers(g, "buy/scorchlet")
    assert told(g)[0] == ("buys", {"p": "s0", "card": "scorchlet", "n": 4})


def test_cinnabrute_takes_2_at_the_beginning_of_the_turn() -> None:
    g = table(villain("cinnabrute"), villain(YOU), at="round")
    assert g.villains[0].sugar == 2


def test_grilljaw_makes_the_monster_that_gains_most_eat_2_less() -> None:
    g = table(villain("mossmunch rockcandor grilljaw", sugar=9), villain(YOU), events="black-candy", at="event")
    assert told(g)[-1] == ("uses-one-eats-less", {"p": "s0", "card": "grilljaw", "n": 2})
    assert options(g)[0] == "keep/6-0-0" and g.villains[0].used == ["grilljaw"]
    assert [own.eats for own in kingdom.view(g).villains[0].monsters] == [2, 2, 2]


def test_of_two_such_cards_the_stronger_one_helps_the_hungriest_monster(monkeypatch: pytest.MonkeyPatch) -> None:
    magmot = CARDS["magmot"].model_dump() | {"moment": "black-candy", "effect": ("one-eats-less", 3)}
    monkeypatch.setitem(CARDS, "magmot", type(CARDS["magmot"]).model_validate(magmot))
    g = table(villain("grilljaw magmot khulgrok", sugar=9), villain(YOU), events="black-candy", at="event")
    assert options(g)[0] == "keep/2-0-0", "3 − 3 and 2 − 2, so only one that eats 2 is left"


def test_grilljaw_works_after_it_or_another_monster_is_discarded() -> None:
    g = table(villain("mossmunch rockcandor grilljaw", sugar=9), villain(YOU), events="black-candy", at="event")
    answers(g, "discard/rockcandor")
    assert options(g)[0] == "keep/2-0-0"
    answers(g, "discard/grilljaw")
    assert g.villains[0].monsters == {"mossmunch": []} and asked(g) == (1, "action")


def test_grilljaw_alone_eats_nothing_at_all() -> None:
    g = table(villain("grilljaw"), villain(YOU), events="black-candy", at="event")
    assert told(g, "feeds")[0] == ("feeds", {"p": "s0", "n": 1, "s": 0, "c": 0, "b": 0})


def test_pepperfang_takes_1_candy_for_2_sugar() -> None:
    g = table(villain("uno pepperfang", sugar=2), villain(YOU))
    answers(g, "use/pepperfang")
    assert g.villains[0].candies == 1 and told(g) == [("uses-gain-candy", {"p": "s0", "card": "pepperfang", "n": 1})]


def test_oni_baba_takes_2_candies_after_a_purchase_other_than_herself() -> None:
    g = table(villain("uno", sugar=6), villain(YOU), monsters="oni-baba")
    answers(g, "buy/oni-baba")
    assert g.villains[0].candies == 0
    g = table(villain("uno oni-baba", sugar=6), villain(YOU), monsters="sherberg")
    answers(g, "buy/sherberg")
    assert g.villains[0].candies == 2
    assert told(g)[1] == ("uses-gain-candy", {"p": "s0", "card": "oni-baba", "n": 2})


def test_sherberg_takes_2_more_when_its_owner_collects() -> None:
    g = table(villain("uno sherberg"), villain(YOU))
    answers(g, "collect")
    assert g.villains[0].sugar == 7


def test_glacimaw_takes_1_candy_for_1_sugar_before_the_action() -> None:
    g = table(villain("glacimaw", sugar=1), villain(YOU))
    answers(g, "use/glacimaw")
    assert (g.villains[0].sugar, g.villains[0].candies) == (0, 1)


def test_mistmallow_takes_2_after_an_ability_is_bought() -> None:
    g = table(villain("uno mistmallow", sugar=3), villain(YOU), abilities="pickpocket diet-plan")
    assert "buy/pickpocket/keep" not in options(g)
    answers(g, "buy/diet-plan/keep")
    assert g.villains[0].sugar == 2
    assert told(g)[1] == ("gains", {"p": "s0", "n": 2, "sources": ["mistmallow"]})


def test_fizzkraken_makes_each_other_monster_eat_1_less_for_1_sugar() -> None:
    g = table(villain("uno magmot fizzkraken", sugar=9), villain(YOU), events="black-candy", at="event")
    assert options(g)[0] == "keep/7-0-0" and offers(g) == ["use/fizzkraken"]
    answers(g, "use/fizzkraken")
    assert asked(g) == (0, "feed") and options(g)[0] == "keep/5-0-0" and not offers(g)
    assert [own.eats for own in kingdom.view(g).villains[0].monsters] == [1, 1, 3]
    answers(g, "keep/5-0-0")
    assert g.villains[0].less == {} and g.villains[0].sugar == 3


def test_fizzkraken_works_when_discarded_and_is_useless_alone() -> None:
    g = table(villain("magmot fizzkraken", sugar=9), villain(YOU), events="black-candy", at="event")
    answers(g, "use/fizzkraken", "discard/fizzkraken")
    assert options(g)[0] == "keep/1-0-0"
    g = table(villain("fizzkraken", sugar=9), villain(YOU), events="black-candy", at="event")
    assert not offers(g)


def test_mossmunch_takes_1_at_the_beginning_of_the_turn() -> None:
    g = table(villain("mossmunch"), villain(YOU), at="round")
    assert g.villains[0].sugar == 1


def test_thorntooth_takes_2_from_the_richest_opponent_for_1_sugar() -> None:
    three = [villain("uno thorntooth", sugar=20), villain(YOU, sugar=6), villain("ploom", sugar=6), villain("gnarlin")]
    g = table(*three)
    assert offers(g) == ["use/thorntooth/s1", "use/thorntooth/s2"]
    answers(g, "use/thorntooth/s2")
    assert sugars(g) == [21, 6, 4, 0]
    assert told(g) == [("uses-rob", {"p": "s0", "card": "thorntooth", "q": "s2", "n": 2})]


def test_thorntooth_takes_less_from_an_opponent_with_less() -> None:
    g = table(villain("uno thorntooth", sugar=1), villain(YOU, sugar=1))
    answers(g, "use/thorntooth/s1")
    assert sugars(g) == [1, 0]


def test_bogglebon_discards_a_face_up_card_for_1_sugar_and_refills_it() -> None:
    g = table(
        villain("bogglebon", sugar=2), villain(YOU), monsters="magmot", abilities="pickpocket pickpocket pickpocket"
    )
    assert g.abilities.row == ["pickpocket"] * 3
    assert offers(g) == [f"use/bogglebon/{name}" for name in [*g.monsters.row, "pickpocket"]]
    following = g.abilities.deck[-1]
    answers(g, "use/bogglebon/pickpocket")
    assert g.abilities.discard == ["pickpocket"] and g.abilities.row[0] == following
    assert told(g) == [("uses-clear-slot", {"p": "s0", "card": "bogglebon", "c": "pickpocket"})]


def test_swampgob_makes_a_monster_2_cheaper() -> None:
    g = table(villain("swampgob", sugar=3), villain(YOU), monsters="sherberg")
    answers(g, "buy/sherberg")
    assert told(g)[0][1]["sources"] == ["swampgob"] and g.villains[0].sugar == 0


def test_creepcaramel_takes_3_before_feeding() -> None:
    g = table(villain("uno creepcaramel"), villain(YOU), events="black-candy", at="event")
    assert told(g)[-1] == ("gains", {"p": "s0", "n": 3, "sources": ["creepcaramel"]})
    assert options(g)[0] == "keep/3-0-0"
