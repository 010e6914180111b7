"""Advanced rules: Constellation prizes."""

import pytest

from engine.cover_your_kingdom import settle
from engine.game import Line
from tests.engine.cover_your_kingdom.table import Tabletop, arrange, deal, game

NINE = ["yedi", "sighclops", "peglegasus", "bragon", "pigxie", "hentaur", "leprecon", "vulcent", "uniquehorn"]


def lit(t: Tabletop, seat: int) -> list[str]:
    return list(t.view().kingdoms[seat].lit)


def sky(seats: int, hand: str, kingdoms: dict | None = None, **more) -> Tabletop:
    options = {"constellations": True, "light_speed": True, **more.pop("options", {})}
    hands = {0: hand, **more.pop("hands", {})}
    return arrange(seats, hands, kingdoms, **more, **options)


# ---- how they work
def test_a_species_lights_its_constellation_on_first_entering_a_kingdom() -> None:
    t = sky(3, "bragon bragon bragon bragon").does(0, "settle/bragon+bragon")
    assert lit(t, 0) == ["bragon"] and t.news() == ["settles", "lights"]
    t.does(0, "settle/bragon+bragon")
    assert lit(t, 0) == ["bragon"] and t.news() == ["settles"]


def test_recruited_and_swapped_clans_light_their_constellations() -> None:
    kingdoms = {0: {"highland": ["yedi yedi"]}, 1: {"highland": ["bragon bragon"], "lowland": ["klaken klaken"]}}
    t = sky(3, "bragon mobgoblins", kingdoms, hands={1: ""}).does(0, "recruit/bragon/c2")
    assert lit(t, 0) == ["bragon"]
    t.does(0, "hire/mobgoblins/c2/c3")
    assert lit(t, 0) == ["bragon", "klaken"] and lit(t, 1) == ["bragon"]


def test_a_clan_won_at_the_inn_or_extended_lights_its_constellation() -> None:
    t = sky(2, "klaken yedi", {0: {"highland": ["yedi yedi"]}}, hands={1: ""}, inn=["spydra", "bragon"])
    t.does(0, "inn/klaken/spydra", "add/yedi/c1")
    assert lit(t, 0) == ["klaken", "yedi"]


def test_wilds_light_nothing() -> None:
    t = sky(3, "spydra klaken").does(0, "settle/spydra+klaken")
    assert lit(t, 0) == ["klaken"]


def test_a_lit_constellation_is_permanent() -> None:
    t = sky(
        3, "bragon bragon yedi", hands={1: "elves yedi", 2: "yedi yedi"}, kingdoms={0: {"lowland": ["klaken klaken"]}}
    )
    t.does(0, "settle/bragon+bragon", "done").does(1, "hire/elves/c2").does(0, "let-go")
    assert t.stack(0, "highland") == [] and lit(t, 0) == ["bragon"]


def test_without_the_option_nothing_is_lit() -> None:
    t = arrange(3, {0: "bragon bragon"}).does(0, "settle/bragon+bragon")
    assert lit(t, 0) == [] and t.news() == ["settles"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_up_to_six_rulers_have_ten_tokens_each(seats: int) -> None:
    assert deal(seats, constellations=True).view().tokens == {}


@pytest.mark.parametrize("seats", [7, 8])
def test_seven_or_eight_rulers_take_from_ten_piles_of_six(seats: int) -> None:
    view = deal(seats, constellations=True).view()
    assert list(view.tokens.values()) == [6] * 10


def test_shared_tokens_are_first_come_first_served() -> None:
    t = sky(8, "bragon bragon klaken klaken", hands={1: "bragon bragon"})
    t.g.tokens["bragon"] = 1
    t.g.lit[7] = ["bragon"] * 5
    t.everything = game.component_counts(t.g)
    t.does(0, "settle/bragon+bragon", "settle/klaken+klaken")
    assert lit(t, 0) == ["bragon", "klaken"] and t.view().tokens["bragon"] == 0 and t.view().tokens["klaken"] == 5
    t.does(1, "settle/bragon+bragon")
    assert lit(t, 1) == []


# ---- scoring
@pytest.mark.parametrize(
    ("seats", "highland", "either", "lowland", "astronomical", "total"),
    [
        *[(seats, 20, 10, 20, 50, 100) for seats in (2, 3, 4)],
        *[(seats, 30, 15, 30, 75, 150) for seats in (5, 6)],
        *[(seats, 40, 20, 40, 100, 200) for seats in (7, 8)],
    ],
)
def test_constellation_bonuses_depend_on_the_number_of_rulers(
    seats: int, highland: int, either: int, lowland: int, astronomical: int, total: int
) -> None:
    worth = settle.constellation_bonus(seats)
    assert worth == {"highland": highland, "either": either, "lowland": lowland, "astronomical": astronomical}
    assert sum(worth.values()) == total
    t = finished(seats, [*NINE, "klaken"], speed=False)
    assert total_of(t) == total
    assert t.view().bonus == worth


def finished(seats: int, species: list[str], speed: bool = True) -> Tabletop:
    """Let seat 0, which has lit these and owns nothing, play the last card of the round."""
    t = sky(seats, "yedi", hands=dict.fromkeys(range(1, seats), ""), deck="", options={"light_speed": speed})
    t.g.lit[0] = species
    t.g.speedy = [0] if speed and len(species) == 10 else []
    t.everything = game.component_counts(t.g)
    return t.does(0, "discard/yedi")


def lines(t: Tabletop, seat: int = 0) -> list[Line]:
    return next(score.lines for score in game.result(t.g).scores if score.seat == seat)


def total_of(t: Tabletop, seat: int = 0) -> int:
    return next(score.total for score in game.result(t.g).scores if score.seat == seat)


def test_a_cluster_counts_when_all_its_species_are_lit() -> None:
    t = finished(3, NINE[:5])
    assert lines(t)[0] == Line(key="clusters", fields={"highland": 20}, points=20) and total_of(t) == 20
    t = finished(3, NINE[4:])
    assert lines(t)[0] == Line(key="clusters", fields={"either": 10}, points=10)
    assert [line.key for line in lines(finished(3, NINE[:3]))] == ["creatures"]


def test_three_clusters_earn_the_bonus_and_light_speed_doubles_it() -> None:
    t = finished(3, [*NINE, "klaken"])
    assert lines(t)[:3] == [
        Line(key="clusters", fields={"highland": 20, "either": 10, "lowland": 20}, points=50),
        Line(key="astronomical", points=50),
        Line(key="light-speed", points=50),
    ]
    assert total_of(t) == 150


# ---- light speed bonus
def race(first: int = 0) -> Tabletop:
    """Return a table where each of three Rulers is one Klaken short of all ten."""
    hands = {1: "klaken klaken yedi yedi", 2: "yedi yedi yedi"}
    t = sky(3, "klaken klaken yedi yedi yedi", hands=hands, deck="klaken klaken", active=first)
    t.g.lit = [list(NINE) for _ in range(3)]
    return t


def test_the_first_to_light_all_ten_earns_the_light_speed_bonus() -> None:
    t = race().does(0, "settle/klaken+klaken")
    assert [event.key for event in t.told()] == ["settles", "lights", "lights-cluster", "lights-all"]
    assert t.g.speedy == [0] and t.view().fastest == 0


def test_rivals_can_earn_light_speed_until_the_first_rulers_next_turn() -> None:
    t = race().does(0, "settle/klaken+klaken", "done")
    t.does(1, "settle/klaken+klaken", "done")
    assert t.g.speedy == [0, 1] and not t.view().light_gone
    assert t.asked() == {2: "action"}
    t.does(2, "discard/yedi", "done")
    assert t.view().light_gone


def test_lighting_all_ten_later_earns_nothing() -> None:
    t = race().does(0, "settle/klaken+klaken", "done")
    t.does(1, "discard/yedi", "done").does(2, "discard/yedi", "done").does(0, "discard/yedi", "done")
    t.does(1, "settle/klaken+klaken")
    assert len(lit(t, 1)) == 10 and t.g.speedy == [0]
    assert [event.fields for event in t.told() if event.key == "lights-all"] == [
        {"p": "s0", "speed": True},
        {"p": "s1", "speed": False},
    ]


def test_light_speed_also_ends_when_the_rulers_next_turn_is_skipped() -> None:
    t = sky(3, "klaken klaken", hands={1: "yedi yedi yedi", 2: "yedi yedi yedi"}, deck="")
    t.g.lit[0] = list(NINE)
    t.does(0, "settle/klaken+klaken").does(1, "discard/yedi", "done").does(2, "discard/yedi", "done")
    assert t.view().light_gone and t.asked() == {1: "action"}


def test_the_light_speed_option_turns_on_constellations() -> None:
    assert not arrange(3, {}, constellations=True).view().light_speed
    quick = arrange(3, {}, light_speed=True).view()
    assert quick.light_speed and quick.constellations
    t = race()
    t.g.light_speed = False
    t.does(0, "settle/klaken+klaken")
    assert t.g.speedy == [] and len(lit(t, 0)) == 10


def test_constellations_restart_in_every_round_of_a_contest() -> None:
    t = sky(3, "yedi", hands={1: "", 2: ""}, deck="", options={"contest": "two"})
    t.g.lit[0] = list(NINE)
    t.does(0, "discard/yedi")
    assert t.view().rounds[0].totals == [20 + 10, 0, 0] and lit(t, 0) == []
