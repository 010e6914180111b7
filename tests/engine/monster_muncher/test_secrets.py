"""Hidden: hands and the main deck.  Public: the table, the graveyard, trackers, sizes of hands."""

import json

import pytest

from engine.machine import clone
from tests.engine.monster_muncher.laying import GAME, Laid


def test_players_see_only_their_own_hand_and_the_channel_none():
    t = Laid("dread-ned rock-rusk", ben="sky-sentry+1-2[trio-taffy]", status={"trio-taffy": "armed"})
    mine, channel = GAME.view(t.g, 0), GAME.view(t.g, None)
    assert mine.hands == [["dread-ned", "rock-rusk"], None] and channel.hands == [None, None]
    assert mine.hand_sizes == [2, 4] and mine.pile == len(t.g.pile)
    (monster,) = channel.rows[1]
    assert (monster.raw, monster.buffs, monster.debuffs, monster.hunger) == (4, 1, 2, 3)
    assert (monster.snacks[0].card, monster.snacks[0].state) == ("trio-taffy", "armed")
    assert channel.hunger == [0, 3] and channel.goal == 20 and channel.winner is None


def test_turn_options_are_secret_and_ability_options_are_public():
    t = Laid("rotlet", ben="dread-ned")
    assert GAME.view(t.g, 1).questions[0].options is None
    t.play("rotlet")
    assert GAME.view(t.g, None).questions[0].options == ["dread-ned", "skip"]


def test_all_hands_are_shown_when_the_game_is_over():
    t = Laid("dread-ned", ada="sky-sentry+15").play("dread-ned")
    view = GAME.view(t.g, None)
    assert view.winner == 0 and view.hands == t.g.hands
    assert GAME.view(GAME.resample(t.g, None, "over"), None) == view


def test_announcements_are_public():
    t = Laid("pilfer-pod", ben="dread-ned", cara="dj-heaven", status={"dj-heaven": "armed"}).play("pilfer-pod")
    t.choose("dread-ned")
    (moment,) = GAME.view(t.g, None).moments
    assert (moment.seat, moment.card, moment.effect, moment.cards) == (2, "dj-heaven", "watch-steal", ["dread-ned"])
    assert GAME.view(t.g, None).offers == {2: ["announce/dj-heaven"]}


def test_bounced_cards_in_a_hand_are_known_to_everyone():
    t = Laid("boulder-bo", ben="dread-ned").play("boulder-bo").choose("dread-ned")
    view = GAME.view(t.g, None)
    assert view.seen == [[], ["dread-ned"]] and view.locked == {"dread-ned": 1}
    for seed in range(20):
        assert "dread-ned" in GAME.resample(t.g, 0, str(seed)).hands[1]


def test_a_resampled_world_redeals_other_hands_and_the_deck():
    t = Laid("dread-ned", seats=3)
    worlds = [GAME.resample(t.g, 0, str(seed)) for seed in range(20)]
    assert all(world.hands[0] == ["dread-ned"] for world in worlds)
    assert len({tuple(world.hands[1]) for world in worlds}) > 15 and len({tuple(world.pile) for world in worlds}) > 15


def test_a_player_who_drew_instead_holds_only_snacks_in_every_world():
    t = Laid("rock-rusk trio-taffy", pile="dread-ned").choose("draw")
    found = set()
    for seed in range(30):
        world = GAME.resample(t.g, 1, str(seed))
        assert all(world.is_snack(card) for card in world.hands[0][:2]) and world.sure_snacks == [{0: 2}, {}]
        found.add(world.hands[0][2])
    assert len(found) > 5 and not all(t.g.is_snack(card) for card in found)


def test_a_discarded_snack_lowers_the_count_of_known_snacks():
    """Other players can't tell which, so they know the same either way: one of the two remaining cards is a Snack."""
    for drawn, discarded in (("dread-ned", "trio-taffy"), ("prank-popcorn", "prank-popcorn")):
        t = Laid("rock-rusk trio-taffy", pile=drawn).choose("draw").discard()
        t.choose(f"discard/{discarded}")
        assert t.g.sure_snacks[0] == {0: 1}
        hands = [GAME.resample(t.g, 1, str(seed)).hands[0] for seed in range(30)]
        assert {sum(map(t.g.is_snack, hand[:2])) for hand in hands} == {1, 2}


def test_playing_a_monster_keeps_the_count_of_known_snacks():
    t = Laid("rock-rusk trio-taffy", pile="dread-ned").choose("draw").discard().play("dread-ned")
    assert t.g.sure_snacks[0] == {0: 2}


def test_an_old_snapshot_with_named_snacks_is_upgraded_to_counts():
    t = Laid("rock-rusk trio-taffy", pile="dread-ned", rest="grave", grave="rotlet").choose("draw")
    older = json.loads(GAME.dump(t.g))
    older["schema"] = 1
    del older["state"]["sure_snacks"]
    older["state"] |= {"snacks_only": ["rock-rusk", "trio-taffy"], "batch": {"trio-taffy": 1}}
    assert GAME.load(json.dumps(older).encode()).sure_snacks == [{0: 1, 1: 1}, {}]


def test_resampling_respects_hands_held_before_a_reshuffle():
    t = Laid("dread-ned", rest="grave", grave="rotlet")
    before = set(t.hand("ben"))
    t.discard()
    drawn = t.hand("ada")
    assert set(t.g.batch.values()) == {1} and "rotlet" in t.g.batch
    for seed in range(10):
        world = GAME.resample(t.g, None, str(seed))
        assert set(world.hands[1]) == before and set(world.hands[0]) <= set(t.g.batch)
        assert sorted([*world.pile, *world.hands[0]]) == sorted([*t.g.pile, *drawn])


def test_a_play_says_nothing_about_a_card_drawn_later():
    t = Laid("dread-ned", hands={"ben": "sky-sentry"}).discard()
    t.play("sky-sentry")
    assert len(t.hand("ben")) == 1 and GAME.weight(t.g, 0) == 1.0


def test_each_card_drawn_after_a_play_lowers_what_the_hand_says_about_it():
    """All these cards are alike. A discard is replaced, too, so fewer of Ben's cards may have been there before."""
    pile = "duke-doppel trick-treacler carnival-kip basalt-baz quartz-quill onyx-ogle"
    t = Laid(hands={"ben": "sky-sentry dread-ned tombstone-tina lurch-lad"}, pile=pile).discard().play("sky-sentry")
    weights = [GAME.weight(t.g, 0)]
    for _ in range(2):
        t.discard().discard()  # Ada, then Ben
        weights.append(GAME.weight(t.g, 0))
    assert weights[0] == pytest.approx(1 / 4) and weights[0] < weights[1] < weights[2] < 1


def test_a_clone_is_independent():
    t = Laid("dread-ned", ada="sky-sentry")
    twin = clone(t.g)
    twin.rows[0][0].buffs = 9
    assert t.hunger("ada") == 4
