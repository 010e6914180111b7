"""The actions Add and Discard."""

import pytest

from tests.engine.cover_your_kingdom.table import arrange, game


def test_a_matching_creature_joins_the_top_clan() -> None:
    t = arrange(3, {0: "bragon yedi"}, {0: {"highland": ["terrier bragon"]}})
    assert t.options(0, "add") == ["add/bragon/c1"]
    t.does(0, "add/bragon/c1")
    assert t.stack(0, "highland") == ["terrier bragon bragon"]
    assert t.told()[0][:2] == (
        "adds",
        {"p": "s0", "species": "bragon", "clan": "c1", "land": "highland", "n": 3},
    )


def test_creatures_cannot_be_added_to_covered_or_rival_clans() -> None:
    kingdoms = {0: {"highland": ["bragon bragon", "yedi yedi"]}, 1: {"highland": ["bragon bragon"]}}
    t = arrange(3, {0: "bragon"}, kingdoms)
    assert t.options(0, "add") == []
    assert t.why_not(0, "add/bragon/c1") == ("covered", {"q": "s0", "clan": "c1"})
    assert t.why_not(0, "add/bragon/c2") == ("no-match", {"card": "bragon", "species": "yedi"})
    assert t.why_not(0, "add/bragon/c3") == ("not-yours", {"q": "s1", "clan": "c3"})
    assert t.why_not(0, "add/yedi/c2") == ("not-in-hand", {"card": "yedi"})
    assert t.why_not(0, "add/bragon/c9") == ("not-an-option", {})


def test_wilds_are_not_added() -> None:
    t = arrange(3, {0: "terrier spydra"}, {0: {"highland": ["terrier bragon"]}})
    assert t.options(0, "add") == []
    assert t.why_not(0, "add/terrier/c1") == ("wilds-cannot-add", {"card": "terrier"})


@pytest.mark.parametrize("species", ["pigxie", "hentaur"])
def test_an_either_land_clan_may_move_when_a_creature_is_added(species: str) -> None:
    kingdoms = {0: {"highland": [f"{species} {species}"], "lowland": ["klaken klaken"]}}
    t = arrange(3, {0: f"{species} yedi"}, kingdoms)
    assert t.options(0, "add") == [f"add/{species}/c1/stay", f"add/{species}/c1/move"]
    t.does(0, f"add/{species}/c1/move")
    assert t.stack(0, "highland") == []
    assert t.stack(0, "lowland") == ["klaken klaken", f"{species} {species} {species}"]
    assert t.told()[0][:2] == (
        "adds-moves",
        {"p": "s0", "q": "s0", "species": species, "clan": "c1", "land": "lowland", "n": 3},
    )


def test_an_either_land_clan_may_stay_when_a_creature_is_added() -> None:
    t = arrange(3, {0: "pigxie yedi"}, {0: {"highland": ["pigxie pigxie"]}}).does(0, "add/pigxie/c1/stay")
    assert t.stack(0, "highland") == ["pigxie pigxie pigxie"] and t.news() == ["adds"]


# ---- discard
def test_a_clanning_creature_is_discarded_face_up_and_a_new_card_is_drawn() -> None:
    t = arrange(3, {0: "bragon klaken", 1: "yedi", 2: "yedi"}, deck="yedi yedi spydra")
    t.does(0, "discard/bragon")
    assert t.hand(0) == "klaken spydra"
    assert t.view().discard == "bragon" and t.view().deck == 2
    assert t.told()[0][:2] == ("discards", {"p": "s0", "species": "bragon"})


def test_only_the_drawing_ruler_is_told_which_cards() -> None:
    t = arrange(3, {0: "bragon klaken", 1: "yedi", 2: "yedi"}, deck="elves yedi hentaur yedi spydra")
    t.does(0, "discard/bragon")
    read = len(t.g.log)
    assert t.told(to=0)[-1][:2] == ("you-draw", {"cards": ["spydra"]})
    t.g.limits[0] = 4
    t.does(0, "done")
    assert [event.fields["cards"] for event in t.g.log[read:] if event.to == 0] == [["yedi", "hentaur"]]
    assert not any(event.key == "you-draw" for event in game.events(t.g, 1) if event.to != 1)
    assert not any(event.key == "you-draw" for event in game.events(t.g, None))


def test_only_clanning_creatures_can_be_discarded_one_option_per_species() -> None:
    t = arrange(3, {0: "bragon bragon klaken spydra elves"})
    assert t.options(0, "discard") == ["discard/bragon", "discard/klaken"]
    assert t.why_not(0, "discard/spydra") == ("wilds-cannot-discard", {"card": "spydra"})
    assert t.why_not(0, "discard/elves") == ("hire-cannot-discard", {"card": "elves"})
    assert t.why_not(0, "discard/yedi") == ("not-in-hand", {"card": "yedi"})
    assert t.why_not(0, "discard") == ("not-an-option", {})


def test_a_discard_as_the_first_action_allows_a_second_action() -> None:
    t = arrange(3, {0: "bragon klaken"}, deck="yedi bragon").does(0, "discard/klaken")
    assert t.ask(0).fields == {"p": "s0", "n": 2, "left": 1}
    assert "settle/bragon+bragon" in t.options(0)


def test_discarded_cards_may_be_used_to_settle() -> None:
    t = arrange(3, {0: "bragon bragon"}, deck="yedi").does(0, "discard/bragon", "settle/bragon+top")
    assert t.stack(0, "highland") == ["bragon bragon"]


def test_a_discard_with_an_empty_deck_draws_nothing() -> None:
    t = arrange(3, {0: "bragon", 1: "yedi", 2: "yedi"}, deck="")
    assert t.options(0) == ["discard/bragon"]
    t.does(0, "discard/bragon")
    assert t.hand(0) == "" and t.asked() == {1: "action"}
