"""Setup, the turn step by step, drawing, and the race to 20."""

import pytest

from engine import GAMES
from tests.engine.monster_muncher.laying import GAME, Laid


# ---- Setup
@pytest.mark.parametrize("seats", range(2, 7))
def test_all_cards_are_shuffled_into_one_deck_and_each_player_draws_four(seats):
    g = GAME.deal(seats=seats, seed="set-up")
    assert [len(hand) for hand in g.hands] == [4] * seats
    assert len(g.pile) == 80 - 4 * seats and not g.grave
    assert g.pile != GAME.deal(seats=seats, seed="another").pile


def test_trackers_begin_at_0_and_nothing_is_in_play():
    g = GAME.deal(seats=6, seed="set-up")
    assert [g.hunger(seat) for seat in range(6)] == [0] * 6 and g.rows == [[]] * 6


def test_the_first_player_is_random():
    assert {GAME.deal(seats=3, seed=str(seed)).active for seed in range(30)} == {0, 1, 2}


def test_turns_go_clockwise():
    t = Laid(seats=3)
    assert t.asked == ("ada", "turn")
    assert t.discard().asked == ("ben", "turn")
    assert t.discard().asked == ("cara", "turn")
    assert t.discard().asked == ("ada", "turn")


# ---- Turn structure
def test_a_player_may_play_a_monster_or_a_snack_or_discard():
    t = Laid("dread-ned rock-rusk", ada="sky-sentry")
    assert t.options == [
        "play/dread-ned",
        "play/rock-rusk/sky-sentry",
        "discard/dread-ned",
        "discard/rock-rusk",
    ]


def test_only_one_card_is_played_per_turn():
    t = Laid("cloud-cruncher dread-ned").use("cloud-cruncher")
    assert t.asked == ("ben", "turn")


def test_a_discarded_card_goes_to_the_graveyard_and_a_new_one_is_drawn():
    t = Laid("dread-ned rock-rusk", pile="sky-sentry").choose("discard/dread-ned")
    assert t.g.grave == ["dread-ned"] and t.hand("ada") == ["rock-rusk", "sky-sentry"]
    assert t.told("discards") == [{"p": "s0", "card": "dread-ned"}]


def test_the_new_card_is_drawn_before_the_ability_is_used():
    t = Laid("rotlet", ben="dread-ned sky-sentry", pile="nib-nudger").play("rotlet")
    assert t.asked == ("ada", "ability") and t.hand("ada") == ["nib-nudger"]


def test_only_the_drawing_player_sees_which_cards_are_drawn():
    t = Laid("rock-rusk dread-ned", pile="nib-nudger").choose("discard/dread-ned")
    assert t.told("draws") == [{"p": "s0", "n": 1}]
    assert t.told("you-draw") == [{"cards": ["nib-nudger"]}]
    assert [event.key for event in GAME.events(t.g, 0)] == ["discards", "draws", "you-draw"]
    assert [event.key for event in GAME.events(t.g, 1)] == ["discards", "draws"]


def test_the_hunger_of_a_new_monster_is_added_to_the_tracker():
    t = Laid("dread-ned", ada="sky-sentry").play("dread-ned")
    assert t.hunger("ada") == 8
    assert t.told("plays") == [{"p": "s0", "card": "dread-ned", "n": 4}]


def test_a_snack_has_no_hunger_of_its_own():
    t = Laid("shield-shake", ada="sky-sentry").play("shield-shake", "sky-sentry")
    assert t.hunger("ada") == 4


def test_trackers_count_raw_hunger_with_buffs_and_debuffs():
    t = Laid(ada="dread-ned+2-1 sky-sentry-1", ben="nib-nudger-4 rotlet+1")
    assert t.hunger("ada") == 5 + 3
    assert t.hunger("ben") == 0  # −3 and 2: the tracker does not go below 0
    assert t.g.hunger_of(t.g.rows[1][0]) == -3


# ---- drawing instead of playing
def test_a_player_with_only_snacks_may_draw_and_end_the_turn():
    t = Laid("rock-rusk trio-taffy", pile="dread-ned").choose("draw")
    assert t.hand("ada") == ["rock-rusk", "trio-taffy", "dread-ned"] and t.asked == ("ben", "turn")
    assert t.told("draws-and-ends") == [{"p": "s0"}] and t.told("you-draw") == [{"cards": ["dread-ned"]}]


def test_a_player_with_only_snacks_may_still_play_one():
    t = Laid("rock-rusk trio-taffy", ada="sky-sentry")
    assert "play/rock-rusk/sky-sentry" in t.options and "discard/rock-rusk" in t.options


def test_a_player_with_a_monster_in_hand_cannot_draw_instead():
    t = Laid("rock-rusk dread-ned")
    assert "draw" not in t.options and t.why("draw") == "only-snacks"


def test_a_player_without_cards_draws_one_automatically():
    t = Laid(hands={"ben": ""}, pile="nib-nudger dread-ned").discard()
    assert t.hand("ben") == ["dread-ned"] and t.asked == ("ada", "turn")
    assert t.told("draws-and-ends") == [{"p": "s1"}]


# ---- Deck recycling
def test_an_empty_deck_is_refilled_from_the_graveyard():
    t = Laid("dread-ned", rest="grave")
    graveyard = sorted([*t.g.grave, "dread-ned"])
    t.discard()
    assert t.g.grave == [] and sorted([*t.g.pile, *t.hand("ada")]) == graveyard
    assert len(t.told("graveyard-becomes-deck")) == 1


def test_the_graveyard_is_recycled_when_the_last_card_is_drawn():
    t = Laid("rotlet dread-ned", pile="nib-nudger", rest="grave", seats=3)
    graveyard = sorted(t.g.grave)
    t.play("rotlet")
    assert sorted(t.g.pile) == graveyard and t.g.grave == []
    assert [event.key for event in GAME.events(t.g)] == [
        "plays",
        "draws",
        "graveyard-becomes-deck",
        "nothing-to-do",
    ]


def test_the_recycled_graveyard_is_shuffled():
    t = Laid("rotlet dread-ned", pile="nib-nudger", rest="grave")
    graveyard = [*t.g.grave]
    t.play("rotlet")
    assert t.g.pile != graveyard and sorted(t.g.pile) == sorted(graveyard)


def test_a_player_does_not_redraw_their_own_discard():
    t = Laid("rotlet dread-ned", hands={"ben": "rock-rusk"}, pile="nib-nudger", rest="grave").play("rotlet")
    t.choose("discard/rock-rusk")
    assert t.g.grave == ["rock-rusk"] and len(t.hand("ben")) == 1


def test_drawing_the_last_card_instead_of_playing_also_recycles():
    t = Laid("rock-rusk trio-taffy", pile="nib-nudger", rest="grave").choose("draw")
    assert t.g.grave == [] and t.g.pile
    assert [event.key for event in GAME.events(t.g)] == ["draws-and-ends", "graveyard-becomes-deck"]


def test_with_an_empty_graveyard_recycling_waits_for_the_next_draw():
    t = Laid("dread-ned rock-rusk", pile="nib-nudger", rest="ben").play("dread-ned")
    assert t.g.pile == [] == t.g.grave and not t.told("graveyard-becomes-deck")
    t.choose("discard/golden-gumbo")
    assert t.g.pile == [] == t.g.grave and t.hand("ben")[-1] == "golden-gumbo"


def test_nothing_is_drawn_when_deck_and_graveyard_are_empty():
    t = Laid("dread-ned titan-tollbot", ada="cloud-cruncher", rest="ben").play("titan-tollbot")
    assert t.hand("ada") == ["dread-ned"]  # neither at the end of the turn nor by the ability
    assert not t.told("draws") and t.told("nothing-to-do") == [{"p": "s0", "card": "titan-tollbot"}]


def test_a_player_with_only_snacks_and_no_deck_must_play_or_discard():
    t = Laid("rock-rusk", rest="ben")
    assert t.options == ["discard/rock-rusk"] and t.why("draw") == "nothing-to-draw"


def test_a_player_without_cards_who_cannot_draw_passes():
    t = Laid("dread-ned", hands={"cara": ""}, seats=3, rest="ben").play("dread-ned")
    t.use("granite-gran")
    assert t.told("passes") == [{"p": "s2"}, {"p": "s0"}] and t.asked == ("ben", "turn")


# ---- the race to 20
def test_reaching_20_wins_before_the_ability_is_used():
    t = Laid("rotlet", ada="dread-ned+15", ben="sky-sentry").play("rotlet")
    assert not t.g.asks and t.g.winner == 0 and t.row("ben") == "sky-sentry"
    assert t.told("reaches") == [{"p": "s0", "n": 20}]


def test_hunger_of_19_is_not_enough_to_win():
    t = Laid("rotlet", ada="dread-ned+14", ben="sky-sentry").play("rotlet")
    assert t.asked == ("ada", "ability")


def test_an_ability_can_bring_the_winning_hunger():
    t = Laid("golden-gumbo", ada="dread-ned+13").play("golden-gumbo", "dread-ned")
    assert t.g.winner == 0 and t.hunger("ada") == 20


def test_a_swap_can_make_another_player_win():
    t = Laid("giggle-wisp", ada="dread-ned", ben="nib-nudger basalt-baz+14").play("giggle-wisp").choose("nib-nudger")
    assert t.row("ben") == "giggle-wisp basalt-baz+14" and t.g.winner == 1
    assert [line.key for line in GAME.result(t.g).scores[0].lines][-1] == "passed-other-turn"


def test_if_several_players_reach_20_the_active_one_wins():
    t = Laid("mount-mumble", ada="dread-ned+11", ben="sky-sentry+18")
    assert t.play("mount-mumble").g.winner == 0 and t.hunger("ben") > t.hunger("ada")


def test_ties_at_20_go_to_the_most_hunger_then_the_next_clockwise():
    for hungers, winner in (((21, 22), 2), ((22, 21), 1), ((21, 21), 1)):
        t = Laid("dread-ned", ben=f"sky-sentry+{hungers[0] - 4}", cara=f"lurch-lad+{hungers[1] - 4}")
        assert t.play("dread-ned").g.winner == winner


# ---- the end
def test_the_final_score_lists_each_monster():
    t = Laid("onyx-ogle", ada="dread-ned+2-1[rock-rusk] sky-sentry+8", ben="lurch-lad", cara="carnival-kip nib-nudger")
    assert GAME.result(t.g) is None
    t.play("onyx-ogle")
    result = GAME.result(t.g)
    assert result.winners == [0] and [(score.seat, score.place, score.total) for score in result.scores] == [
        (0, 1, 21),
        (2, 2, 5),
        (1, 3, 4),
    ]
    first = [(line.key, line.points) for line in result.scores[0].lines]
    assert first == [("monster", 5), ("monster", 12), ("monster", 4), ("passed-own-turn", None)]
    assert result.scores[0].lines[0].fields == {
        "m": "dread-ned",
        "raw": 4,
        "buffs": 2,
        "debuffs": 1,
        "snacks": ["rock-rusk"],
    }
    assert [line.key for line in result.scores[1].lines] == ["monster", "monster"]


def test_tied_players_behind_the_winner_share_a_place():
    t = Laid("dread-ned", ada="sky-sentry+14", ben="lurch-lad", cara="carnival-kip", dan="nib-nudger").play("dread-ned")
    assert [(score.seat, score.place) for score in GAME.result(t.g).scores] == [(0, 1), (1, 2), (2, 2), (3, 4)]


def test_the_game_is_registered_with_its_title_and_seats():
    game = GAMES["monster-muncher"]
    assert game.title == "Monster Muncher" and list(game.seats) == [2, 3, 4, 5, 6]
