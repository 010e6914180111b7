"""What each seat has seen: views, and resampled worlds consistent with it."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine.cover_your_kingdom.state import CLANNING, Cover, Known
from engine.game import CorruptSnapshot
from tests.engine.cover_your_kingdom.table import Tabletop, arrange, game

DEALS = range(40)


def holds(g: Cover, seat: int) -> Counter:
    return Counter(g.hands[seat])


def worlds(t: Tabletop, seat: int | None) -> list[Cover]:
    return [game.resample(t.g, seat, str(deal)) for deal in DEALS]


def satisfied(g: Cover, viewer: int) -> bool:
    """Return whether everything that this seat remembers can be true at once."""
    memories = [known for known in g.known if known.seat == viewer]
    for places in product(*[known.holders for known in memories]):
        needed = Counter((who, known.card) for who, known in zip(places, memories, strict=True))
        if all(holds(g, who)[card] >= count for (who, card), count in needed.items()):
            return True
    return False


def test_only_its_ruler_sees_a_hand() -> None:
    t = arrange(3, {0: "bragon", 1: "klaken", 2: "yedi"})
    assert [t.view(seat).hand for seat in (None, 0, 1, 2)] == [[], ["bragon"], ["klaken"], ["yedi"]]
    assert [kingdom.hand for kingdom in t.view().kingdoms] == [1, 1, 1] and t.view().hands is None


def test_a_resampled_world_keeps_your_hand_and_all_hand_sizes() -> None:
    t = arrange(3, {0: "bragon"})
    hands = {tuple(world.hands[1]) for world in worlds(t, 0)}
    assert len(hands) > 30 and {len(hand) for hand in hands} == {6}
    assert all(world.hands[0] == ["bragon"] for world in worlds(t, 0))


def test_only_both_rulers_remember_what_the_hypnogriff_moved() -> None:
    t = arrange(3, {0: "hypnogriff bragon elves spydra", 1: "klaken yedi pigxie"})
    t.does(0, "hire/hypnogriff/s1", "bragon+spydra+elves")
    for world in worlds(t, 0):
        assert world.hands[1] == ["bragon", "spydra", "elves"]
    for world in worlds(t, 1):
        assert world.hands[0] == ["yedi", "pigxie", "klaken"]
    assert len({tuple(world.hands[1]) for world in worlds(t, 2)}) > 30


def test_a_known_card_is_forgotten_once_it_is_played() -> None:
    t = arrange(3, {0: "hypnogriff bragon", 1: "klaken klaken klaken"}, deck="yedi " * 9 + "pigxie " * 9)
    t.does(0, "hire/hypnogriff/s1", "bragon+klaken+klaken", "done")
    assert [(known.seat, known.card) for known in t.g.known] == [
        (1, "klaken"),
        (0, "bragon"),
        (0, "klaken"),
        (0, "klaken"),
    ]
    t.does(1, "discard/klaken")
    assert [(known.seat, known.card) for known in t.g.known] == [(1, "klaken"), (0, "bragon"), (0, "klaken")]


def test_a_known_card_may_have_moved_on_to_another_hand() -> None:
    hands = {0: "hypnogriff bragon", 1: "klaken yedi pigxie", 2: "hypnogriff yedi yedi yedi"}
    t = arrange(4, hands, deck="")
    t.does(0, "hire/hypnogriff/s1", "yedi+bragon+klaken", "done")
    t.does(1, "discard/yedi", "done")
    t.does(2, "hire/hypnogriff/s1")
    t.does(2, "yedi+yedi")
    # Seat 0 saw Bragon and Klaken go to seat 1; seat 2 took both unseen and gave two cards back unseen.
    mine = [known for known in t.g.known if known.seat == 0]
    assert sorted((known.card, tuple(known.holders)) for known in mine) == [("bragon", (1, 2)), ("klaken", (1, 2))]
    for world in worlds(t, 0):
        assert satisfied(world, 0)
        assert holds(world, 1) + holds(world, 2) >= Counter({"bragon": 1, "klaken": 1})


def test_playing_a_known_card_updates_its_possible_holders() -> None:
    t = arrange(4, {0: "yedi", 1: "bragon bragon klaken", 2: "bragon klaken", 3: "klaken"}, deck="", active=1)
    t.g.known = [Known(0, "bragon", [1, 2]), Known(0, "bragon", [1]), Known(0, "bragon", [1, 3])]
    t.does(1, "discard/bragon")
    # The entry with a single possible holder is removed first; the others cover the other copies.
    assert [known.holders for known in t.g.known] == [[1, 2], [1, 3]]
    t.does(1, "discard/bragon")
    assert [sorted(known.holders) for known in t.g.known] == [[1, 2, 3]]


def test_a_ruler_who_passed_is_known_to_hold_no_clanning_creature() -> None:
    t = arrange(3, {0: "spydra terrier elves", 1: "bragon klaken elves", 2: "yedi yedi"}, deck="yedi spydra")
    t.g.limits = [3, 3, 2]
    t.does(0, "pass")
    for world in worlds(t, 1):
        assert not set(world.hands[0]) & set(CLANNING)
    assert any(set(world.hands[2]) - set(CLANNING) for world in worlds(t, 1))


def test_a_ruler_with_new_cards_is_no_longer_known_as_stuck() -> None:
    t = arrange(3, {0: "spydra terrier elves", 1: "bragon", 2: "yedi yedi"}, deck="yedi klaken")
    t.does(0, "pass")
    assert t.g.stuck == []
    t = arrange(3, {0: "spydra terrier elves", 1: "hypnogriff yedi", 2: "yedi yedi"}, deck="")
    t.does(0, "pass")
    assert t.g.stuck == [0]
    t.does(1, "hire/hypnogriff/s0", "yedi+terrier+spydra")
    assert t.g.stuck == []


def test_rulers_who_passed_are_remembered_as_stuck() -> None:
    t = arrange(3, {0: "spydra", 1: "klaken klaken klaken", 2: "elves"}, deck="")
    t.g.guards = []
    t.does(0, "pass").does(1, "settle/klaken+klaken", "done").does(2, "pass")
    assert t.g.stuck == [0, 2]


def test_a_world_leaves_out_what_other_rulers_remember() -> None:
    t = arrange(4, {0: "hypnogriff bragon elves", 1: "klaken yedi pigxie spydra"})
    t.does(0, "hire/hypnogriff/s1")
    t.does(0, t.options(0)[0])
    for viewer in (None, 0, 1, 2, 3):
        for world in worlds(t, viewer):
            assert world.known == [known for known in t.g.known if known.seat == viewer]
            for seat in range(4):
                assert satisfied(world, seat)
                game.resample(world, seat, "again")


def test_resampling_keeps_reshuffled_hires_in_their_inn_pile() -> None:
    found = 0
    for seed in range(30):
        t = Tabletop(game.deal(seats=2, seed=str(seed)))
        buried = [pile.buried for pile in t.g.inn]
        found += sum(map(len, buried))
        for world in worlds(t, 0)[:5]:
            for pile, known in zip(world.inn, buried, strict=True):
                assert Counter(known) <= Counter(pile.hidden) and len(pile.hidden) == 6
    assert found


def test_a_reshuffled_hire_is_forgotten_when_it_turns_up() -> None:
    t = arrange(2, {0: "bragon yedi", 1: "yedi"}, inn=["bragon elves yedi", "bragon", "bragon", "bragon"])
    t.g.inn[0].buried = ["elves"]
    t.does(0, "inn/bragon/bragon").does(1, "let-go")
    assert t.g.inn[0].buried == []


def test_redealing_fits_all_known_cards_into_small_hands() -> None:
    t = arrange(4, {0: "yedi", 1: "bragon", 2: "klaken", 3: "yedi"}, deck="pigxie")
    t.g.known = [Known(0, "yedi", [2, 3]), Known(0, "bragon", [1, 2]), Known(0, "klaken", [1, 2])]
    assert {(*w.hands[1], *w.hands[2], *w.hands[3]) for w in worlds(t, 0)} == {
        ("bragon", "klaken", "yedi"),
        ("klaken", "bragon", "yedi"),
    }


def test_a_stuck_ruler_is_dealt_the_only_card_they_can_hold() -> None:
    t = arrange(3, {0: "elves", 1: "yedi yedi", 2: "klaken"}, deck="")
    t.does(0, "pass")
    t.g.known = [Known(1, "elves", [0, 2])]
    assert {(*w.hands[0], *w.hands[2]) for w in worlds(t, 1)} == {("elves", "klaken")}


def test_a_snapshot_with_more_players_than_hands_is_rejected() -> None:
    t = arrange(3, {})
    with pytest.raises(CorruptSnapshot, match="3 hands and 3 Kingdoms for 4 players"):
        game.load(game.dump(t.g).replace(b'"players":3', b'"players":4'))


def test_remembered_cards_stay_true_in_random_hypnogriff_games() -> None:
    luck = Random(5)
    moved = 0
    for seed in range(25):
        g = game.deal(seats=2 + seed % 7, seed=str(seed), powers="one")
        while g.asks:
            seat = luck.choice(sorted(g.asks))
            options = g.asks[seat].options
            hypno = [option for option in options if "hypnogriff" in option]
            game.answer(g, seat, luck.choice(hypno or options))
            moved += bool(hypno)
            if g.known and luck.random() < 0.2:
                assert all(satisfied(g, viewer) for viewer in range(g.players))
                viewer = luck.choice([None, *range(g.players)])
                twin = game.resample(g, viewer, str(seed))
                assert game.view(twin, viewer) == game.view(g, viewer)
                assert all(satisfied(twin, other) for other in range(g.players))
    assert moved > 40


def test_a_finished_game_has_nothing_to_redeal() -> None:
    t = arrange(3, {0: "yedi", 1: "", 2: ""}, deck="").does(0, "discard/yedi")
    assert game.view(game.resample(t.g, None, "x"), 1) == t.view(1)
