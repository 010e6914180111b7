"""What each seat and the channel may see, and worlds consistent with it."""

from random import Random

import pytest

from engine.ghosts_love_candy.state import LOVES
from tests.engine.ghosts_love_candy.street import Play, game


def test_everyone_sees_the_row_outward_with_candy_ghosts_and_sums() -> None:
    play = Play("Chef{A9 B6}[2 gummies]", "Cheerleader")
    for viewer in (None, 0, 1, 2):
        chef = game.view(play.g, viewer).row[0]
        assert (chef.kid, chef.courage, chef.haunted, chef.guard) == ("chef", 15, 15, "cheerleader")
        assert chef.candy == ["gummies", "gummies"]
        assert [(ghost.seat, ghost.number) for ghost in chef.ghosts] == [(0, 9), (1, 6)]
        assert game.view(play.g, viewer).row[1].guard == ""


def test_everyone_sees_stashes_discards_and_what_is_left() -> None:
    play = Play(
        "Soggy Zombie{B9 C8}[gummies]", stash={"A": "licorice, 2 gummies"}, kids={"B": "Chef"}, discarded="Hose Hero"
    )
    play.wait()
    view = game.view(play.g)
    assert [(stash.candy, stash.kids) for stash in view.stashes] == [
        ({"gummies": 2, "licorice": 1}, {}),
        ({}, {"chef": -2}),
        ({}, {"soggy-zombie": -4}),
    ]
    assert view.kid_discard == ["hose-hero"] and view.candy_discard[-1] == "gummies"
    assert [(ghost.seat, ghost.number) for ghost in view.ghost_discard] == [(1, 9), (2, 8)]
    assert (view.kids_left, view.candy_left) == (len(play.g.kids), len(play.g.candy))
    assert (view.deck, view.round, view.rounds, view.active) == ("hob", 1, 8, 1)


def test_a_hand_is_private_but_its_size_is_public() -> None:
    g = game.deal(5, seed="hands")
    for viewer in (None, 0, 3):
        view = game.view(g, viewer)
        assert view.hand == ([] if viewer is None else g.hands[viewer]) and view.hand_sizes == [7] * 5
        assert view.ghost_set == [1, 2, 3, 5, 7, 8, 9]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_unknown_love_cards_and_decks_are_redealt_but_seen_ones_stay(viewer: int | None) -> None:
    play = Play("Tea-Leaf Seer")
    play.haunt("Tea-Leaf Seer")
    play.use("s2")
    g = play.g
    twins = [game.resample(g, viewer, str(n)) for n in range(150)]
    assert {twin.loves[2] for twin in twins} == (
        {g.loves[2]} if viewer == 0 else {*LOVES} - {*g.loves[viewer:][:1]} if viewer is not None else {*LOVES}
    )
    for twin in twins:
        assert sorted(twin.loves + twin.box) == sorted(LOVES)
        assert twin.hands == g.hands and twin.row == g.row and twin.seen == g.seen
        assert viewer is None or twin.loves[viewer] == g.loves[viewer]
    assert len({tuple(twin.kids) for twin in twins}) == len({tuple(twin.candy) for twin in twins}) == 150
    assert g.kids != twins[0].kids and sorted(g.kids) == sorted(twins[0].kids)


def test_early_choices_of_others_are_redealt() -> None:
    g = game.deal(4, seed="early")
    for seat in (0, 1):
        game.answer(g, seat, "9")
    given = [game.resample(g, 0, str(n)).stack[-1].given for n in range(60)]
    assert {choice[0] for choice in given} == {"9"} and len({choice[1] for choice in given}) == 9


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_viewer_cannot_tell_redealt_worlds_apart(players: int) -> None:
    luck = Random(players)
    g = game.deal(players, seed="leak")
    while g.asks:
        for viewer in (None, *range(players)):
            twin = game.resample(g, viewer, str(luck.random()))
            assert game.view(twin, viewer) == game.view(g, viewer)
        me = luck.choice(sorted(g.asks))
        game.answer(g, me, luck.choice(g.asks[me].options))
    assert game.resample(g, 0, "over").loves == g.loves


def test_everyone_sees_which_ghosts_each_player_has_left() -> None:
    play = Play("Chef{B7 C9}", turn="A5")
    left = game.view(play.g).ghosts_left
    assert left == play.g.hands and 5 not in left[0] and 7 not in left[1] and 9 not in left[2]


@pytest.mark.parametrize("players", [3, 6])
def test_standings_show_only_scores_of_known_love_cards(
    players: int,
) -> None:
    g, luck = game.deal(players, seed="so far"), Random(players)
    while g.asks:
        assert game.view(g).standings == {}
        for seat in range(players):
            known = {seat, *g.seen[seat]}
            assert game.view(g, seat).standings == {who: game.standing(g)[who].total for who in sorted(known)}
        seat = min(g.asks)
        game.answer(g, seat, luck.choice(g.asks[seat].options))
    assert [*game.view(g).standings.values()] == game.view(g).totals
