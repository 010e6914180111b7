"""The action Settle."""

import pytest

from tests.engine.cover_your_kingdom.table import arrange


def test_two_identical_clanning_creatures_from_the_hand_make_a_clan() -> None:
    t = arrange(3, {0: "bragon bragon klaken"}).does(0, "settle/bragon+bragon")
    assert t.stack(0, "highland") == ["bragon bragon"]
    assert t.hand(0) == "klaken"
    assert t.told()[0][:2] == (
        "settles",
        {"p": "s0", "a": "bragon", "b": "bragon", "land": "highland", "clan": "c1"},
    )


def test_a_clanning_creature_pairs_with_a_match_on_the_discard_pile() -> None:
    t = arrange(3, {0: "bragon klaken"}, discards="yedi bragon")
    assert t.options(0, "settle") == ["settle/bragon+top"]
    t.does(0, "settle/bragon+top")
    assert t.stack(0, "highland") == ["bragon bragon"]
    assert t.news() == ["settles-from-discard"]
    assert t.view().discard == "yedi"


def test_a_wild_pairs_with_a_clanning_creature_and_lies_below_it() -> None:
    t = arrange(3, {0: "klaken spydra"}).does(0, "settle/spydra+klaken")
    assert t.stack(0, "lowland") == ["spydra klaken"]


def test_a_wild_pairs_with_the_top_of_the_discard_pile_and_lies_below_it() -> None:
    t = arrange(3, {0: "terrier bragon"}, discards="klaken")
    assert t.options(0, "settle") == ["settle/terrier+bragon", "settle/terrier+top"]
    t.does(0, "settle/terrier+top")
    assert t.stack(0, "lowland") == ["terrier klaken"] and not t.g.discards


def test_two_wilds_cannot_settle() -> None:
    t = arrange(3, {0: "terrier terrier spydra spydra"})
    assert t.options(0) == ["pass"]
    assert t.why_not(0, "settle/terrier+spydra") == ("two-wilds", {})


def test_a_new_clan_always_has_exactly_two_cards() -> None:
    t = arrange(3, {0: "yedi yedi yedi"})
    assert t.options(0, "settle") == ["settle/yedi+yedi"]


@pytest.mark.parametrize("species", ["pigxie", "hentaur"])
@pytest.mark.parametrize("land", ["highland", "lowland"])
def test_creatures_with_both_icons_go_to_either_land(species: str, land: str) -> None:
    t = arrange(3, {0: f"{species} {species}"})
    assert t.options(0, "settle") == [f"settle/{species}+{species}/highland", f"settle/{species}+{species}/lowland"]
    t.does(0, f"settle/{species}+{species}/{land}")
    assert t.stack(0, land) == [f"{species} {species}"]


@pytest.mark.parametrize(
    ("species", "land"),
    [(s, "highland") for s in ("yedi", "sighclops", "peglegasus", "bragon")]
    + [(s, "lowland") for s in ("leprecon", "vulcent", "uniquehorn", "klaken")],
)
def test_a_clan_goes_to_the_land_of_its_icon(species: str, land: str) -> None:
    t = arrange(3, {0: f"{species} {species}"}).does(0, f"settle/{species}+{species}")
    assert t.stack(0, land) == [f"{species} {species}"]


def test_a_new_clan_covers_the_former_top_and_clans_never_merge() -> None:
    t = arrange(3, {0: "bragon bragon"}, {0: {"highland": ["bragon bragon"]}}).does(0, "settle/bragon+bragon")
    assert t.stack(0, "highland") == ["bragon bragon", "bragon bragon"]
    clans = t.view(1).kingdoms[0].lands[0].clans
    assert [(clan.id, clan.covered) for clan in clans] == [("c1", True), ("c2", False)]


def test_only_the_gem_of_a_covered_clan_stays_visible() -> None:
    t = arrange(3, {}, {0: {"highland": ["spydra bragon", "yedi yedi"]}})
    for rival in (1, None):
        below, top = t.view(rival).kingdoms[0].lands[0].clans
    assert (below.gem, below.species, below.cards, below.magic) == (15, None, None, None)
    assert (top.gem, top.species, top.cards, top.magic) == (5, "yedi", ["yedi", "yedi"], 10)


def test_rulers_may_look_at_their_own_covered_clans() -> None:
    t = arrange(3, {}, {0: {"highland": ["spydra bragon", "yedi yedi"]}, 1: {"highland": ["yedi yedi", "yedi yedi"]}})
    below = t.view(0).kingdoms[0].lands[0].clans[0]
    assert below.covered and (below.species, below.cards, below.magic) == ("bragon", ["spydra", "bragon"], 55)
    assert t.view(0).kingdoms[1].lands[0].clans[0].species is None


def test_an_option_keeps_covered_clans_visible_to_everyone() -> None:
    t = arrange(3, {}, {0: {"highland": ["spydra bragon", "yedi yedi"]}}, covered="open")
    below = t.view(None).kingdoms[0].lands[0].clans[0]
    assert below.covered and below.cards == ["spydra", "bragon"] and below.magic == 55


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("settle/bragon+bragon", ("not-in-hand", {"card": "bragon"})),
        ("settle/klaken+bragon", ("no-match", {"card": "klaken", "species": "bragon"})),
        ("settle/elves+elves", ("not-in-hand", {"card": "elves"})),
        ("settle/bragon+elves", ("no-match", {"card": "bragon", "species": "elves"})),
        ("settle/hentaur+hentaur/maneland", ("other-land", {"species": "hentaur", "land": "maneland"})),
        ("settle/bragon+top", ("no-discard", {})),
        ("settle/bragon", ("not-an-option", {})),
        ("settle/bragon+dragon", ("not-an-option", {})),
        ("settle/bragon+bragon+bragon", ("not-an-option", {})),
        ("settle", ("not-an-option", {})),
    ],
)
def test_why_not_explains_pairs_that_cannot_settle(option: str, reason: tuple) -> None:
    t = arrange(3, {0: "bragon klaken hentaur hentaur elves"})
    assert t.why_not(0, option) == reason
