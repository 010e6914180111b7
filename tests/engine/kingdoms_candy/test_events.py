"""The rulebook's chapter Events: every event, Black Candy and the First Player card."""

from engine import machine
from engine.kingdoms_candy.cards import DECKS
from engine.kingdoms_candy.events import first_player_card
from engine.kingdoms_candy.state import Kingdom, Villain
from tests.engine.kingdoms_candy.laying import (
    answers,
    asked,
    kingdom,
    offers,
    options,
    sugars,
    sweeps,
    table,
    told,
    villain,
)


def event(name: str, *villains: Villain) -> Kingdom:
    g = table(*villains, events=name, at="event")
    assert g.events == [name]
    return g


def candies(g: Kingdom) -> list[int]:
    return [own.candies for own in g.villains]


def left_by(g: Kingdom) -> list[int]:
    """Return each seat's sugar after the event, without the income of the turn that follows."""
    gained = {fields["p"]: fields["n"] for _, fields in told(g, "gains")}
    return [n - gained.get(f"s{seat}", 0) for seat, n in enumerate(sugars(g))]


# ---- Event Cards
def test_the_one_gummy_gives_1_candy_to_all_with_the_fewest() -> None:
    g = event("the-one-gummy", villain("uno", candies=2), villain("mopsel", candies=1), villain("ploom", candies=1))
    assert candies(g) == [2, 2, 2]
    assert told(g)[0] == ("event-candy", {"event": "the-one-gummy", "who": ["s1", "s2"], "n": 1})


def test_all_players_who_meet_the_condition_receive_the_reward() -> None:
    assert candies(event("the-one-gummy", villain("uno"), villain("mopsel"))) == [1, 1]
    assert candies(event("exlollipor", villain("uno"), villain("mopsel"))) == [1, 1]
    assert left_by(event("home-sweet-home", villain("uno"), villain("mopsel"))) == [3, 3]


def test_exlollipor_gives_1_candy_for_the_most_tucked_abilities() -> None:
    tucked = villain("uno+pickpocket magmot+sugar-rush")
    g = event("exlollipor", villain("mopsel+pickpocket", "diet-plan sweet-talk"), tucked)
    assert candies(g) == [0, 1]


def test_home_sweet_home_gives_3_sugar_for_the_fewest_monsters() -> None:
    g = event("home-sweet-home", villain("uno magmot"), villain("mopsel"), villain(""), villain(""))
    assert left_by(g) == [0, 0, 3, 3]
    assert told(g)[0] == ("event-sugar", {"event": "home-sweet-home", "who": ["s2", "s3"], "gets": [3, 3]})


def test_sugar_shower_gives_2_sugar_each_in_turn_order_while_it_lasts() -> None:
    g = event("sugar-shower", villain("uno"), villain("mopsel", sugar=127), villain("ploom"))
    assert left_by(g) == [2, 128, 0]
    assert told(g)[0] == ("event-sugar", {"event": "sugar-shower", "who": ["s0", "s1", "s2"], "gets": [2, 1, 0]})


def test_toll_of_teeth_takes_2_sugar_or_all_and_a_black_cube() -> None:
    g = event("toll-of-teeth", villain("uno", sugar=5), villain("mopsel", sugar=1), villain("ploom"))
    assert left_by(g) == [3, 0, 0] and [own.black for own in g.villains] == [0, 1, 1]
    who = ["s0", "s1", "s2"]
    assert told(g)[0] == ("event-toll", {"event": "toll-of-teeth", "who": who, "gives": [2, 1, 0], "black": who[1:]})


def test_clearance_replaces_all_six_face_up_cards() -> None:
    g = table(villain("uno"), villain("mopsel"), events="clearance")
    g.monsters.row[1] = ""
    before = [*filter(None, g.monsters.row)], list(g.abilities.row)
    answers(g, "pass", "pass")
    assert (g.monsters.discard, g.abilities.discard) == before
    assert "" not in g.monsters.row + g.abilities.row and told(g, "event-clearance")[0] == (
        "event-clearance",
        {"event": "clearance"},
    )


def test_peppermint_truce_returns_a_black_cube_or_gives_1_sugar() -> None:
    g = event("peppermint-truce", villain("uno", black=2), villain("mopsel", sugar=4), villain("ploom", black=1))
    assert left_by(g) == [0, 5, 0] and [own.black for own in g.villains] == [1, 0, 0]
    fields = {"event": "peppermint-truce", "who": ["s0", "s2"], "others": ["s1"], "gets": [1]}
    assert told(g)[0] == ("event-truce", fields)


def test_share_the_jar_has_the_richest_give_each_opponent_1_sugar() -> None:
    g = event("share-the-jar", villain("uno"), villain("mopsel", sugar=1), villain("ploom"))
    assert left_by(g) == [1, 0, 0]
    fields = {"event": "share-the-jar", "q": "s1", "who": ["s0", "s2"], "gets": [1, 0]}
    assert told(g)[0] == ("event-share", fields)


def test_share_the_jar_does_nothing_when_two_are_richest() -> None:
    g = event("share-the-jar", villain("uno"), villain("mopsel", sugar=3), villain("ploom", sugar=3))
    assert left_by(g) == [0, 3, 3] and told(g)[0] == ("event-nobody", {"event": "share-the-jar"})


def test_the_deck_has_exactly_the_events_tested_here() -> None:
    events = {card.id for card in DECKS["hob"].values() if card.kind == "event"}
    assert events == {
        *("the-one-gummy", "exlollipor", "home-sweet-home", "sugar-shower", "toll-of-teeth", "clearance"),
        *("peppermint-truce", "share-the-jar", "black-candy"),
    }


# ---- Black Candy
def black(*villains: Villain, before: int = 0) -> Kingdom:
    return table(*villains, events="black-candy", at="event", black_candies=before)


def test_everyone_feeds_in_turn_order_and_the_sugar_is_returned() -> None:
    three = [villain("uno magmot", sugar=9), villain("mopsel sherberg", sugar=9), villain("ploom")]
    g = black(*three)
    assert told(g) == [("black-candy", {"n": 1})] and asked(g) == (0, "feed")
    kingdoms = g.sugar
    answers(g, "keep/3-0-0")
    assert g.sugar == kingdoms + 3 and asked(g) == (1, "feed")
    answers(g, "keep/3-0-0")
    assert asked(g) == (1, "action")
    assert told(g, "feeds") == [
        ("feeds", {"p": "s0", "n": 2, "s": 3, "c": 0, "b": 0}),
        ("feeds", {"p": "s1", "n": 2, "s": 3, "c": 0, "b": 0}),
        ("feeds", {"p": "s2", "n": 1, "s": 0, "c": 0, "b": 0}),
    ]


def test_candies_make_up_for_missing_sugar_and_black_cubes_for_the_rest() -> None:
    g = black(villain("uno magmot oni-baba", sugar=4, candies=1), villain("mopsel"))
    assert options(g) == [
        *("keep/4-1-1", "keep/4-0-2", "keep/3-0-3", "keep/2-0-4", "keep/1-0-5", "keep/0-0-6"),
        *("discard/uno", "discard/magmot", "discard/oni-baba"),
    ]
    answers(g, "keep/4-1-1")
    me = g.villains[0]
    assert (me.sugar, me.candies, me.black) == (0, 0, 1) and len(me.monsters) == 3


def test_a_player_may_take_black_cubes_instead_of_paying_sugar() -> None:
    g = black(villain("magmot", sugar=9), villain("mopsel"))
    answers(g, "keep/1-0-1")
    assert (g.villains[0].sugar, g.villains[0].black) == (8, 1)


def test_an_unfed_monster_is_discarded_with_its_abilities_at_no_cost() -> None:
    g = black(villain("uno magmot+pickpocket+sugar-rush oni-baba", sugar=3), villain("mopsel"))
    answers(g, "discard/magmot")
    assert asked(g) == (0, "feed") and g.asks[0].fields == {"p": "s0", "n": 3, "monsters": 2}
    assert g.monsters.discard == ["magmot"] and g.abilities.discard == ["pickpocket", "sugar-rush"]
    assert told(g)[-1] == (
        "discards-monster-tucked",
        {"p": "s0", "m": "magmot", "cards": ["pickpocket", "sugar-rush"]},
    )
    answers(g, "keep/3-0-0")
    assert g.villains[0].black == 0


def test_a_starter_eats_1_for_each_other_monster_that_stays() -> None:
    g = black(villain("uno magmot oni-baba", sugar=9), villain("mopsel"))
    answers(g, "discard/oni-baba")
    assert [own.eats for own in kingdom.view(g).villains[0].monsters] == [1, 2]


def test_a_starter_may_be_discarded_and_leaves_the_game() -> None:
    g = black(villain("uno magmot", sugar=9), villain("mopsel"))
    answers(g, "discard/uno")
    assert "uno" in g.starter_box and not g.monsters.discard
    assert told(g)[-1] == ("discards-monster", {"p": "s0", "m": "uno"})


def test_a_lone_starter_eats_nothing_and_its_player_is_not_asked() -> None:
    g = black(villain("uno", sugar=9), villain("mopsel"))
    assert asked(g) == (1, "action") and left_by(g) == [9, 0]


def test_without_monsters_there_is_nothing_to_feed() -> None:
    g = black(villain("", sugar=9), villain("magmot"))
    assert asked(g) == (1, "feed")
    answers(g, "discard/magmot")
    assert asked(g) == (1, "action") and not told(g, "feeds")


def test_relief_ends_with_its_black_candy_even_without_monsters() -> None:
    for choices in (["keep/4-0-0"], ["discard/grilljaw", "discard/rockcandor"]):
        g = black(villain("rockcandor grilljaw", sugar=9), villain("mopsel"))
        answers(g, *choices)
        assert asked(g) == (1, "action") and g.villains[0].relief == [] and g.villains[0].less == {}


def test_relief_ignores_discarded_monsters() -> None:
    g = black(villain("rockcandor grilljaw", sugar=9), villain("mopsel"))
    g.villains[0].monsters = {}
    assert g.villains[0].relief == [2] and g.eats(g.villains[0]) == {} and kingdom.view(g).villains[0].eats == 0


def test_either_of_two_equally_hungry_monsters_may_be_discarded() -> None:
    g = black(villain("magmot grilljaw", sugar=9), villain("mopsel"))
    assert options(g)[-2:] == ["discard/magmot", "discard/grilljaw"]


def test_black_candy_abilities_work_only_while_their_owner_feeds() -> None:
    g = table(villain("uno fizzkraken", sugar=9), villain("mopsel magmot", sugar=9))
    assert not offers(g)
    g = black(villain("uno magmot", sugar=9), villain("mopsel fizzkraken", sugar=9))
    assert not offers(g, 1)
    answers(g, "keep/3-0-0")
    assert offers(g, 1) == ["use/fizzkraken"]


def test_black_candy_abilities_end_before_the_first_player_discards() -> None:
    g = black(villain("uno"), villain("mopsel fizzkraken", sugar=9))
    answers(g, "keep/4-0-0")
    assert asked(g) == (1, "action") and not offers(g, 1) and sweeps(g)
    assert kingdom.why_not(g, 1, "use/fizzkraken") == ("only-black-candy", {"card": "fizzkraken"})


def test_the_game_ends_after_the_fourth_black_candy() -> None:
    g = black(villain("uno magmot", sugar=9), villain("mopsel", sugar=9), before=3)
    assert kingdom.result(g) is None
    answers(g, "keep/3-0-0")
    assert not g.asks and kingdom.result(g) is not None and not kingdom.offers(g, 1)
    assert kingdom.view(g).over and kingdom.view(g).active == -1 and kingdom.view(g).phase == "over"


# ---- First Player
def test_after_the_event_the_first_player_may_discard_a_face_up_card() -> None:
    g = table(villain("uno"), villain("mopsel"), events="exlollipor", at="event")
    assert asked(g) == (1, "action") and g.first == 1 and not sweeps(g, 1)
    assert sweeps(g) == [*g.monsters.row, *dict.fromkeys(g.abilities.row), "none"]
    card, following = g.monsters.row[2], g.monsters.deck[-1]
    kingdom.answer(g, 0, f"sweep/{card}")
    assert g.monsters.row[2] == following and g.monsters.discard == [card]
    assert told(g, "discards-card") == [("discards-card", {"p": "s0", "card": card})]
    assert not sweeps(g) and asked(g) == (1, "action")
    assert kingdom.why_not(g, 0, f"sweep/{following}") == ("sweep-over", {})


def test_the_first_player_may_leave_all_face_up_cards() -> None:
    g = table(villain("uno"), villain("mopsel"), events="exlollipor", at="event")
    kingdom.answer(g, 0, "sweep/none")
    assert not g.monsters.discard and asked(g) == (1, "action") and not sweeps(g)


def test_the_first_players_discard_lapses_when_the_next_player_acts() -> None:
    g = table(villain("uno"), villain("mopsel", sugar=4), events="exlollipor", at="event")
    kingdom.answer(g, 1, "convert/1")  # not an action
    assert sweeps(g) and kingdom.why_not(g, 0, "sweep/uno") == ("not-in-the-kingdom", {"card": "uno"})
    answers(g, "pass")
    assert not sweeps(g) and kingdom.why_not(g, 0, "sweep/no-such-card") == ("not-an-option", {})


def test_the_first_player_may_also_discard_after_a_black_candy() -> None:
    g = black(villain("uno"), villain("mopsel"))
    assert asked(g) == (1, "action") and sweeps(g)


def test_an_option_limits_the_first_players_discard_to_2_or_3_players() -> None:
    four = [villain(name) for name in ("uno", "mopsel", "ploom", "toffle")]
    assert sweeps(table(*four[:3], events="clearance", at="event", first_player="few"))
    assert not sweeps(table(*four, events="clearance", at="event", first_player="few"))
    assert sweeps(table(*four, events="clearance", at="event"))


def test_a_stored_first_player_question_can_still_be_answered() -> None:
    for choice in ("none", "card"):
        g = table(villain("uno"), villain("mopsel"), events="exlollipor")
        g.push_steps(first_player_card)
        machine.run(kingdom.rules, g)
        assert asked(g) == (0, "first-player-card") and options(g)[0] == "none"
        card = g.monsters.row[0]
        answers(g, card if choice == "card" else choice)
        assert g.monsters.discard == [card] * (choice == "card") and asked(g) == (0, "action")
    g.leader = False
    g.push_steps(first_player_card)
    machine.run(kingdom.rules, g)
    assert asked(g) == (0, "action")
