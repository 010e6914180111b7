"""Delayed effects and rewards for three Snacks: armed, announced in time, or void."""

import pytest

from tests.engine.monster_muncher.laying import GAME, Laid

BY_THEMSELVES = {"announcements": "by-themselves"}
ARMED = "armed"


def state(t, card):
    return t.g.status.get(card)


# ---- the window
def test_a_delayed_effect_waits_until_it_is_announced():
    t = Laid("rotlet", ben="bone-idle-bill", cara="dread-ned", status={"bone-idle-bill": ARMED}).play("rotlet")
    assert t.offers("ben") == [] and t.why("announce/bone-idle-bill", "ben") == "nothing-to-announce"
    t.choose("dread-ned")
    assert state(t, "bone-idle-bill") == "open" and t.offers("ben") == ["announce/bone-idle-bill"]
    assert t.offers("ada") == t.offers("cara") == []
    t.announce("ben", "bone-idle-bill")
    assert t.row("ben") == "bone-idle-bill+2" and state(t, "bone-idle-bill") == "used" and t.offers("ben") == []
    assert t.told("announces") == [{"p": "s1", "card": "bone-idle-bill", "effect": "watch-destroy"}]


def test_a_delayed_effect_may_be_announced_until_the_next_player_moves():
    t = Laid("rotlet", ada="bone-idle-bill", ben="dread-ned", status={"bone-idle-bill": ARMED}).play("rotlet")
    t.choose("dread-ned")
    assert t.asked == ("ben", "turn")
    t.announce("ada", "bone-idle-bill")
    assert t.asked == ("ben", "turn") and t.row("ada") == "bone-idle-bill+2 rotlet"


def test_an_unannounced_effect_is_void_once_the_next_player_moves():
    status = {"bone-idle-bill": ARMED}
    t = Laid("rotlet grave-grub", ada="bone-idle-bill", ben="dread-ned nib-nudger", status=status)
    t.play("rotlet").choose("dread-ned").discard()
    assert state(t, "bone-idle-bill") == "void" and t.offers("ada") == []
    assert t.told("void") == [{"p": "s0", "card": "bone-idle-bill"}]
    t.play("grave-grub").choose("nib-nudger")
    assert t.offers("ada") == [] and t.row("ada") == "bone-idle-bill rotlet grave-grub"


def test_a_card_played_again_gets_a_fresh_delayed_effect():
    t = Laid("slate-sly", ada="bone-idle-bill", status={"bone-idle-bill": "void"}).play("slate-sly")
    t.choose("bone-idle-bill").choose("none")
    assert t.g.status == {}
    t.discard().discard().discard().play("bone-idle-bill")
    assert state(t, "bone-idle-bill") == ARMED


def test_a_delayed_effect_fires_only_once():
    t = Laid("wormy-wanda", ada="bone-idle-bill dread-ned", ben="sky-sentry", status={"bone-idle-bill": ARMED})
    t.play("wormy-wanda").choose("dread-ned")
    assert t.told("destroys-own") and t.told("destroys") and t.g.moments["bone-idle-bill"].times == 1
    t.announce("ada", "bone-idle-bill")
    assert t.row("ada") == "bone-idle-bill+2 wormy-wanda" and t.offers("ada") == []


def test_an_announcement_can_win_in_another_players_turn():
    t = Laid("rotlet", ben="bone-idle-bill+15", cara="dread-ned", status={"bone-idle-bill": ARMED}).play("rotlet")
    t.choose("dread-ned").announce("ben", "bone-idle-bill")
    assert t.g.winner == 1 and t.offers("ben") == [] and GAME.result(t.g).winners == [1]


@pytest.mark.parametrize("options", [{}, BY_THEMSELVES])
def test_an_announcement_in_mid_ability_decides_nothing(options):
    t = Laid(
        "masked-marmot",
        ada="king-kerfuffle grand-illusor dread-ned+2",
        ben="hocus-hob sky-sentry",
        status={"hocus-hob": ARMED},
        options=options,
    )
    t.play("masked-marmot").choose("sky-sentry")  # swapped for Masked Marmot, then one hunger less
    if not options:
        t.announce("ben", "hocus-hob")
    assert t.hunger("ada") == 19 and t.g.winner < 0


def test_an_announcement_in_mid_ability_makes_no_rival_win():
    t = Laid(
        "masked-marmot",
        ada="king-kerfuffle grand-illusor dread-ned+2[rock-rusk,bolt-brittle]",
        ben="hocus-hob sky-sentry[mould-muffin,prank-popcorn]",
        status={"hocus-hob": ARMED},
    )
    t.play("masked-marmot").choose("sky-sentry")  # Ada has too many Snacks now, and must destroy one
    t.announce("ben", "hocus-hob")
    assert t.g.winner < 0 and t.g.asks


def test_a_player_without_cards_is_asked_while_an_effect_is_open():
    t = Laid("rotlet", hands={"ben": ""}, ada="bone-idle-bill", ben="dread-ned", status={"bone-idle-bill": ARMED})
    t.play("rotlet").choose("dread-ned")
    assert t.asked == ("ben", "turn") and t.options == ["draw"] and t.offers("ada")
    t.choose("draw")
    assert state(t, "bone-idle-bill") == "void"


def test_an_effect_of_a_monster_that_left_play_cannot_be_announced():
    t = Laid("wormy-wanda", ada="dread-ned", ben="bone-idle-bill", status={"bone-idle-bill": ARMED})
    t.play("wormy-wanda").choose("dread-ned")
    assert t.row("ben") == "" and t.offers("ben") == [] and t.g.status == {}
    assert GAME.view(t.g).moments == []


def test_dj_heaven_may_still_be_announced_after_being_destroyed(own_deck):
    options = own_deck(pilfer_pod='[["steal", "foe", 0], ["destroy", "foe", 0]]')
    rows = {"ben": "dread-ned", "cara": "dj-heaven sky-sentry"}
    t = Laid("pilfer-pod", options=options, status={"dj-heaven": ARMED}, **rows).play("pilfer-pod")
    t.choose("dread-ned").choose("dj-heaven")
    assert t.g.grave == ["dj-heaven"] and t.offers("cara") == ["announce/dj-heaven"]
    t.announce("cara", "dj-heaven")
    assert "dread-ned" in t.g.hands[2] and t.g.status == {} and t.offers("cara") == []


def test_a_destroyed_dj_heaven_lapses_when_the_next_player_moves(own_deck):
    options = own_deck(pilfer_pod='[["steal", "foe", 0], ["destroy", "foe", 0]]')
    rows = {"ben": "dread-ned", "cara": "dj-heaven sky-sentry"}
    t = Laid("pilfer-pod", options=options, status={"dj-heaven": ARMED}, **rows).play("pilfer-pod")
    t.choose("dread-ned").choose("dj-heaven").discard()
    assert t.offers("cara") == [] and "dread-ned" in t.g.hands[0] and t.told("void") == []


def test_an_earned_snack_effect_may_be_announced_after_it_is_gone(own_deck):
    options = own_deck(rotlet='[["destroy", "foe", 0], ["destroy-snack"]]')
    rows = {"ben": "dread-ned[beauty-ribs]", "cara": "sky-sentry"}
    t = Laid("rotlet", options=options, status={"beauty-ribs": ARMED}, **rows).play("rotlet")
    t.choose("sky-sentry").announce("ben", "beauty-ribs")
    assert t.row("ben") == "dread-ned+1" and t.g.status == {} and t.offers("ben") == []


def test_an_open_effect_passes_to_the_replacing_monster(own_deck):
    options = own_deck(rotlet='[["destroy", "foe", 0], ["extra", "monster"]]')
    row = "bone-idle-bill dread-ned nib-nudger hook-hover"
    t = Laid("rotlet giggle-wisp", options=options, status={"bone-idle-bill": ARMED}, ada=row, ben="sky-sentry")
    t.play("rotlet").choose("sky-sentry").play("giggle-wisp", "bone-idle-bill")
    t.announce("ada", "bone-idle-bill")
    assert t.row("ada").startswith("giggle-wisp+2 dread-ned")


def test_the_old_owner_announces_an_open_effect_of_a_swapped_monster(own_deck):
    options = own_deck(rotlet='[["destroy", "foe", 0], ["swap", "self", 0]]')
    t = Laid("rotlet", options=options, status={"bone-idle-bill": ARMED}, ben="bone-idle-bill sky-sentry")
    t.play("rotlet").choose("sky-sentry")
    assert t.row("ada") == "bone-idle-bill" and t.offers("ada") == []
    t.announce("ben", "bone-idle-bill")
    assert t.row("ada") == "bone-idle-bill+2" and state(t, "bone-idle-bill") == "used"


def test_a_stolen_and_replayed_card_has_no_open_effects(own_deck):
    options = own_deck(rotlet='[["destroy", "foe", 0], ["steal", "foe", 0], ["extra", "monster"]]')
    rows = {"ben": "dread-ned", "cara": "bone-idle-bill[beauty-ribs]"}
    t = Laid("rotlet", options=options, status={"bone-idle-bill": ARMED}, **rows)
    t.play("rotlet").choose("dread-ned").play("bone-idle-bill")
    assert state(t, "bone-idle-bill") == ARMED and t.offers("cara") == t.offers("ada") == []


def test_the_old_owner_announces_an_open_reward_of_a_swapped_snack():
    rows = {"ada": "dread-ned[trio-taffy]", "ben": "sky-sentry[bolt-brittle] lurch-lad[mould-muffin,rock-rusk]"}
    t = Laid("pocket-gremble baron-bamboozle", status={"trio-taffy": ARMED}, **rows)
    t.play("pocket-gremble").choose("trio-taffy/bolt-brittle")
    assert t.offers("ben") == ["announce/trio-taffy"]
    t.play("baron-bamboozle").choose("dread-ned/sky-sentry")
    assert t.row("ada").startswith("sky-sentry[trio-taffy]")
    assert t.offers("ada") == [] and t.offers("ben") == ["announce/trio-taffy"]
    t.announce("ben", "trio-taffy")
    assert t.row("ada").startswith("sky-sentry+2[trio-taffy]") and state(t, "trio-taffy") == "used"


def test_an_open_reward_swapped_away_is_void_if_not_announced():
    rows = {"ada": "dread-ned[trio-taffy]", "ben": "sky-sentry[bolt-brittle] lurch-lad[mould-muffin,rock-rusk]"}
    t = Laid("pocket-gremble baron-bamboozle", status={"trio-taffy": ARMED}, **rows)
    t.play("pocket-gremble").choose("trio-taffy/bolt-brittle")
    t.play("baron-bamboozle").choose("dread-ned/sky-sentry").discard()
    assert state(t, "trio-taffy") == "void" and t.told("void") == [{"p": "s1", "card": "trio-taffy"}]


# ---- announcements by themselves
def test_an_option_makes_announcements_automatic():
    rows, status = {"ada": "dread-ned", "ben": "bone-idle-bill sky-sentry"}, {"bone-idle-bill": ARMED}
    t = Laid("wormy-wanda", options=BY_THEMSELVES, status=status, **rows).play("wormy-wanda").choose("dread-ned")
    assert t.asked == ("ada", "ability-next") and t.row("ben") == "bone-idle-bill+2 sky-sentry"
    assert t.offers("ben") == []


def test_automatic_announcements_go_clockwise():
    rows = {"ada": "sky-sentry[beauty-ribs]", "ben": "dread-ned", "cara": "bone-idle-bill"}
    status = {"bone-idle-bill": ARMED, "beauty-ribs": ARMED}
    t = Laid("rotlet", options=BY_THEMSELVES, status=status, **rows).play("rotlet").choose("dread-ned")
    assert [event["card"] for event in t.told("announces")] == ["beauty-ribs", "bone-idle-bill"]


# ---- DJ Heaven
def test_dj_heaven_takes_the_next_stolen_card_from_the_thief():
    t = Laid(
        "pilfer-pod", hands={"cara": ""}, ben="dread-ned+2[rock-rusk]", cara="dj-heaven", status={"dj-heaven": ARMED}
    )
    t.play("pilfer-pod").choose("dread-ned").announce("cara", "dj-heaven")
    assert t.hand("cara") == ["dread-ned", "rock-rusk"] and "dread-ned" not in t.hand("ada")
    assert t.told("announces") == [
        {"p": "s2", "card": "dj-heaven", "effect": "watch-steal", "q": "s0", "cards": ["dread-ned", "rock-rusk"]}
    ]
    t.discard().play("dread-ned")
    assert t.row("cara") == "dj-heaven dread-ned" and state(t, "dj-heaven") == "used"


def test_dj_heaven_brings_itself_back_when_stolen():
    t = Laid("pilfer-pod", hands={"ben": ""}, ben="dj-heaven", status={"dj-heaven": ARMED}).play("pilfer-pod")
    t.choose("dj-heaven").announce("ben", "dj-heaven")
    assert t.hand("ben") == ["dj-heaven"] and t.g.status == {}


def test_dj_heaven_ignores_its_own_players_steals():
    t = Laid("pilfer-pod", ada="dj-heaven", ben="dread-ned", status={"dj-heaven": ARMED}).play("pilfer-pod")
    t.choose("dread-ned")
    assert t.offers("ada") == [] and state(t, "dj-heaven") == ARMED and "dread-ned" in t.hand("ada")


def test_the_thief_keeps_the_card_if_dj_heaven_is_not_announced():
    t = Laid("pilfer-pod", ben="dread-ned", cara="dj-heaven", status={"dj-heaven": ARMED}).play("pilfer-pod")
    t.choose("dread-ned").discard()
    assert state(t, "dj-heaven") == "void" and "dread-ned" in t.hand("ada")


def test_a_contested_stolen_card_cannot_be_the_extra_card():
    status = {"dj-heaven": ARMED}
    t = Laid("tinker-tern lurch-lad", ben="dread-ned[rock-rusk]", cara="dj-heaven", status=status, rest="ben")
    t.play("tinker-tern").choose("rock-rusk")
    assert (
        t.asked == ("ada", "extra-play")
        and t.options == ["none"]
        and t.why("play/rock-rusk/tinker-tern") == "contested"
    )
    assert GAME.view(t.g, None).contested == ["rock-rusk"]
    t.announce("cara", "dj-heaven").choose("none")
    assert t.asked == ("ben", "turn") and t.row("ada") == "tinker-tern"
    t = Laid("tinker-tern", ben="dread-ned[rock-rusk]", cara="dj-heaven", status=status, rest="ben")
    t.play("tinker-tern").choose("rock-rusk")
    assert t.asked == ("ben", "turn")  # everyone sees that Ada holds nothing else


# ---- Onyx Ogle
def test_onyx_ogle_keeps_the_next_monster_a_rival_bounces_in_play():
    row = "nib-nudger dread-ned+2-1[rock-rusk,shield-shake] onyx-ogle"
    t = Laid("boulder-bo", hands={"ben": "lurch-lad"}, ben=row, status={"onyx-ogle": ARMED})
    t.play("boulder-bo").choose("dread-ned")
    assert t.row("ben") == "nib-nudger onyx-ogle"
    t.announce("ben", "onyx-ogle")
    assert t.row("ben") == row and t.hand("ben") == ["lurch-lad"] and not t.g.locked and not t.g.seen
    assert t.told("announces")[0]["cards"] == ["dread-ned", "rock-rusk", "shield-shake"]


def test_onyx_ogle_keeps_itself_in_play():
    t = Laid("boulder-bo", ben="nib-nudger onyx-ogle+1", status={"onyx-ogle": ARMED}).play("boulder-bo")
    t.choose("onyx-ogle").announce("ben", "onyx-ogle")
    assert t.row("ben") == "nib-nudger onyx-ogle+1" and state(t, "onyx-ogle") == "used"


def test_a_bounced_onyx_ogle_is_fresh_if_not_announced():
    t = Laid("boulder-bo", ben="nib-nudger onyx-ogle", status={"onyx-ogle": ARMED}).play("boulder-bo")
    t.choose("onyx-ogle").discard()
    assert t.told("void") == [] and t.g.status == {} and "onyx-ogle" in t.hand("ben")


def test_onyx_ogle_ignores_bounced_snacks_and_its_players_own_bounces():
    t = Laid("quartz-quill", ben="onyx-ogle[rock-rusk]", status={"onyx-ogle": ARMED}).play("quartz-quill")
    assert t.choose("rock-rusk").offers("ben") == []
    t = Laid("mount-mumble", ada="onyx-ogle nib-nudger", status={"onyx-ogle": ARMED}).play("mount-mumble")
    assert t.choose("nib-nudger").offers("ada") == []
    t = Laid("boulder-bo", ben="nib-nudger", cara="onyx-ogle", status={"onyx-ogle": ARMED}).play("boulder-bo")
    assert t.choose("nib-nudger").offers("cara") == []


def test_effects_on_a_monster_kept_in_play_keep_waiting():
    status = {"onyx-ogle": ARMED, "beauty-ribs": ARMED, "bone-idle-bill": "void"}
    t = Laid("boulder-bo", ben="onyx-ogle bone-idle-bill[beauty-ribs]", status=status).play("boulder-bo")
    t.choose("bone-idle-bill").announce("ben", "onyx-ogle")
    assert t.g.status == {"onyx-ogle": "used", "beauty-ribs": ARMED, "bone-idle-bill": "void"}


def test_a_monster_kept_in_play_can_bring_too_many_snacks(own_deck):
    options = own_deck(boulder_bo='[["bounce", "foe", 0], ["swap", "own-other", 0]]')
    rows = {"ada": "sky-sentry[bolt-brittle,full-tray]", "ben": "nib-nudger[rock-rusk,trio-taffy] dread-ned onyx-ogle"}
    t = Laid("boulder-bo", options=options, status={"onyx-ogle": ARMED}, **rows).play("boulder-bo")
    t.choose("nib-nudger").choose("sky-sentry/dread-ned").announce("ben", "onyx-ogle")
    assert t.asked == ("ben", "too-many-snacks") and len(t.options) == 4
    t.choose("rock-rusk")
    assert t.row("ben") == "nib-nudger[trio-taffy] sky-sentry[bolt-brittle,full-tray] onyx-ogle"


def test_open_effects_on_a_kept_monster_may_still_be_announced(own_deck):
    options = own_deck(boulder_bo='[["destroy", "foe", 0], ["bounce", "foe", 0]]')
    status = {"onyx-ogle": ARMED, "bone-idle-bill": ARMED}
    t = Laid("boulder-bo", options=options, status=status, ben="bone-idle-bill onyx-ogle rotlet").play("boulder-bo")
    t.choose("rotlet").choose("bone-idle-bill")
    assert t.offers("ben") == ["announce/onyx-ogle"]
    t.announce("ben", "onyx-ogle")
    assert t.offers("ben") == ["announce/bone-idle-bill"] and state(t, "bone-idle-bill") == "open"
    t.announce("ben", "bone-idle-bill")
    assert t.row("ben").startswith("bone-idle-bill+2") and state(t, "bone-idle-bill") == "used"


def test_effects_announced_while_the_monster_was_away_stay_used(own_deck):
    options = own_deck(boulder_bo='[["swap-snacks"], ["bounce", "foe", 0]]')
    status = {"onyx-ogle": ARMED, "triple-feast": ARMED}
    rows = {"ada": "nib-nudger[triple-feast]", "ben": "onyx-ogle sky-sentry[rock-rusk,bolt-brittle,trio-taffy]"}
    t = Laid("boulder-bo", options=options, status=status, **rows).play("boulder-bo")
    t.choose("triple-feast/rock-rusk").choose("sky-sentry").announce("ben", "triple-feast")
    assert t.row("ben") == "onyx-ogle+1"
    t.announce("ben", "onyx-ogle")
    assert state(t, "triple-feast") == "used" and t.offers("ben") == []


# ---- several effects that would change the same event
def test_only_the_next_player_clockwise_can_take_a_stolen_card(own_deck):
    options = own_deck(vault_vulture='[["watch-steal"]]')
    status = {"dj-heaven": ARMED, "vault-vulture": ARMED}
    rows = {"ben": "dread-ned", "cara": "dj-heaven", "dan": "vault-vulture"}
    t = Laid("pilfer-pod", options=options, status=status, **rows).play("pilfer-pod").choose("dread-ned")
    assert t.offers("cara") == ["announce/dj-heaven"] and t.offers("dan") == []
    assert state(t, "vault-vulture") == ARMED


# ---- Hocus Hob
def test_hocus_hob_grows_when_a_rival_swaps_its_players_monster():
    t = Laid("nib-nudger", ben="hocus-hob dread-ned", status={"hocus-hob": ARMED}).play("nib-nudger")
    t.choose("dread-ned").announce("ben", "hocus-hob")
    assert t.row("ben") == "hocus-hob+2 nib-nudger"


def test_hocus_hob_ignores_own_swaps_and_swaps_of_other_players():
    t = Laid("nib-nudger", ada="hocus-hob", ben="dread-ned", status={"hocus-hob": ARMED}).play("nib-nudger")
    assert t.choose("dread-ned").offers("ada") == []
    t = Laid("nib-nudger", cara="hocus-hob", ben="dread-ned", status={"hocus-hob": ARMED}).play("nib-nudger")
    assert t.choose("dread-ned").offers("cara") == []


def test_a_swapped_hocus_hob_keeps_waiting_for_its_new_player():
    t = Laid("nib-nudger", ben="hocus-hob", status={"hocus-hob": ARMED}).play("nib-nudger").choose("hocus-hob")
    assert t.offers("ben") == t.offers("ada") == [] and state(t, "hocus-hob") == ARMED


# ---- Beauty Ribs
def test_beauty_ribs_triggers_for_each_monster_an_ability_destroys():
    t = Laid("wormy-wanda", ada="dread-ned", ben="sky-sentry[beauty-ribs] lurch-lad", status={"beauty-ribs": ARMED})
    t.play("wormy-wanda").choose("dread-ned").choose("lurch-lad")
    assert t.g.moments["beauty-ribs"].times == 2
    t.announce("ben", "beauty-ribs")
    assert t.row("ben") == "sky-sentry+1[beauty-ribs]" and state(t, "beauty-ribs") == "open"
    t.announce("ben", "beauty-ribs")
    assert t.row("ben") == "sky-sentry+2[beauty-ribs]" and state(t, "beauty-ribs") == ARMED


def test_beauty_ribs_ignores_replaced_monsters():
    row = "dread-ned[beauty-ribs] nib-nudger hook-hover giggle-wisp grave-grub"
    t = Laid("cloud-cruncher", ada=row, status={"beauty-ribs": ARMED}).play("cloud-cruncher", "nib-nudger")
    assert t.g.grave == ["nib-nudger"] and t.offers("ada") == [] and not t.g.moments


def test_beauty_ribs_ignores_destroyed_snacks():
    t = Laid("tombstone-tina", ada="dread-ned[beauty-ribs]", ben="sky-sentry[rock-rusk]", status={"beauty-ribs": ARMED})
    assert t.play("tombstone-tina").choose("rock-rusk").offers("ada") == []


def test_one_missed_announcement_makes_beauty_ribs_void():
    t = Laid("wormy-wanda", ada="dread-ned", ben="sky-sentry[beauty-ribs] lurch-lad", status={"beauty-ribs": ARMED})
    t.play("wormy-wanda").choose("dread-ned").choose("lurch-lad").announce("ben", "beauty-ribs").discard()
    assert state(t, "beauty-ribs") == "void" and t.row("ben") == "sky-sentry+1[beauty-ribs]"


def test_beauty_ribs_is_destroyed_with_its_monster():
    t = Laid("rotlet", ben="dread-ned[beauty-ribs]", status={"beauty-ribs": ARMED}).play("rotlet").choose("dread-ned")
    assert t.offers("ben") == [] and t.g.grave == ["dread-ned", "beauty-ribs"]


# ---- three Snacks in play
def test_any_third_snack_opens_the_reward():
    t = Laid("rock-rusk", ada="dread-ned[trio-taffy,bolt-brittle]", status={"trio-taffy": ARMED})
    t.play("rock-rusk", "dread-ned")
    assert t.offers("ada") == ["announce/trio-taffy"]
    t = Laid("trio-taffy", ada="dread-ned[rock-rusk,bolt-brittle]").play("trio-taffy", "dread-ned")
    assert t.offers("ada") == ["announce/trio-taffy"]
    t.announce("ada", "trio-taffy")
    assert t.row("ada") == "dread-ned+3[rock-rusk,bolt-brittle,trio-taffy]" and state(t, "trio-taffy") == "used"


def test_two_snacks_do_not_open_the_reward():
    t = Laid("trio-taffy", ada="dread-ned[rock-rusk]").play("trio-taffy", "dread-ned")
    assert t.offers("ada") == [] and state(t, "trio-taffy") == ARMED


def test_an_unannounced_reward_becomes_void():
    t = Laid("trio-taffy", ada="dread-ned[rock-rusk,bolt-brittle]").play("trio-taffy", "dread-ned").discard()
    assert state(t, "trio-taffy") == "void" and t.offers("ada") == []


def test_a_reward_is_also_reached_through_a_swap():
    rows = {"ada": "dread-ned[trio-taffy] nib-nudger[full-tray]", "ben": "sky-sentry[rock-rusk,bolt-brittle]"}
    t = Laid("baron-bamboozle", status={"full-tray": ARMED}, **rows).play("baron-bamboozle")
    assert t.choose("dread-ned/sky-sentry").offers("ada") == ["announce/full-tray"]


def test_a_reward_goes_with_its_snack_to_another_player():
    rows = {"ada": "dread-ned[trio-taffy]", "ben": "sky-sentry[bolt-brittle,mould-muffin,rock-rusk]"}
    t = Laid("king-kerfuffle", status={"trio-taffy": ARMED}, **rows).play("king-kerfuffle")
    t.choose("trio-taffy/bolt-brittle")
    assert t.offers("ada") == [] and t.offers("ben") == ["announce/trio-taffy"]
    t.announce("ben", "trio-taffy")
    assert t.row("ben") == "sky-sentry+2[trio-taffy,mould-muffin,rock-rusk]"


def test_several_rewards_may_open_at_once():
    row, status = "dread-ned[trio-taffy] nib-nudger[full-tray]", {"trio-taffy": ARMED, "full-tray": ARMED}
    t = Laid("triple-feast", ada=row, status=status).play("triple-feast", "nib-nudger")
    assert t.offers("ada") == ["announce/trio-taffy", "announce/full-tray", "announce/triple-feast"]
    t.announce("ada", "full-tray").announce("ada", "triple-feast").announce("ada", "trio-taffy")
    assert t.row("ada") == "dread-ned+4[trio-taffy] nib-nudger+3[full-tray,triple-feast]"


def test_an_option_makes_rewards_automatic():
    t = Laid("trio-taffy", ada="dread-ned[rock-rusk,bolt-brittle]", options=BY_THEMSELVES)
    assert t.play("trio-taffy", "dread-ned").row("ada") == "dread-ned+3[rock-rusk,bolt-brittle,trio-taffy]"
