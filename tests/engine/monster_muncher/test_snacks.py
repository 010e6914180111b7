"""The abilities of the twenty Snacks."""

import pytest

from tests.engine.monster_muncher.laying import GAME, Laid

PEON, STONESKIN, ZOMBIE, MECHA = "carnival-kip", "basalt-baz", "dread-ned", "sky-sentry"


def two_or_one(snack, own):
    """Check that the Snack's Monster grows by 1, or by 2 if it belongs to the party that likes the Snack."""
    for host in (PEON, STONESKIN, ZOMBIE, MECHA):
        t = Laid(snack, ada=host).play(snack, host)
        assert t.row("ada") == f"{host}+{2 if host == own else 1}[{snack}]" and t.asked == ("ben", "turn")


def test_prank_popcorn_buffs_its_monster_and_a_peon_twice():
    two_or_one("prank-popcorn", PEON)


def test_rock_rusk_buffs_its_monster_and_a_stoneskin_twice():
    two_or_one("rock-rusk", STONESKIN)


def test_mould_muffin_buffs_its_monster_and_a_zombie_twice():
    two_or_one("mould-muffin", ZOMBIE)


def test_bolt_brittle_buffs_its_monster_and_a_mecha_twice():
    two_or_one("bolt-brittle", MECHA)


def test_double_dumpling_buffs_its_monster_by_2():
    t = Laid("double-dumpling", ada=PEON).play("double-dumpling", PEON)
    assert t.row("ada") == f"{PEON}+2[double-dumpling]"


def test_sour_spit_buffs_its_monster_and_debuffs_a_rival_one():
    t = Laid("sour-spit", ada=PEON, ben=ZOMBIE).play("sour-spit", PEON).choose(ZOMBIE)
    assert t.row("ada") == f"{PEON}+1[sour-spit]" and t.row("ben") == f"{ZOMBIE}-1"


def test_second_serving_buffs_its_monster_and_draws():
    t = Laid("second-serving", ada=PEON, pile="rotlet prankle").play("second-serving", PEON)
    assert t.row("ada") == f"{PEON}+1[second-serving]" and t.hand("ada") == ["rotlet", "prankle"]


def test_trio_taffy_buffs_its_monster_by_2_more_with_three_snacks():
    t = Laid("trio-taffy", ada=f"{PEON}[full-tray] {ZOMBIE}[rock-rusk]").play("trio-taffy", PEON)
    assert t.row("ada") == f"{PEON}+1[full-tray,trio-taffy] {ZOMBIE}[rock-rusk]"
    assert t.announce("ada", "trio-taffy").row("ada") == f"{PEON}+3[full-tray,trio-taffy] {ZOMBIE}[rock-rusk]"


def test_shield_shake_fully_protects_its_monster():
    t = Laid("shield-shake", ada=PEON).use("shield-shake", PEON)
    assert t.asked == ("ben", "turn") and t.row("ada") == f"{PEON}*[shield-shake]"


def test_swap_soup_buffs_its_monster_and_swaps_one_with_an_equal():
    t = Laid("swap-soup", ada=f"{PEON} nib-nudger", ben=f"{ZOMBIE} rotlet").play("swap-soup", PEON)
    assert t.options == [f"{PEON}/{ZOMBIE}", "nib-nudger/rotlet", "skip"]
    t.choose(f"{PEON}/{ZOMBIE}")
    assert t.row("ada") == f"{ZOMBIE} nib-nudger" and t.row("ben") == f"{PEON}+1[swap-soup] rotlet"


def test_bounce_burger_buffs_its_monster_and_bounces_a_rival_snack():
    t = Laid("bounce-burger", ada=PEON, ben=f"{ZOMBIE}[rock-rusk]").play("bounce-burger", PEON).choose("rock-rusk")
    assert t.row("ada") == f"{PEON}+1[bounce-burger]" and "rock-rusk" in t.hand("ben")


def test_full_tray_also_buffs_all_fed_monsters_with_three_snacks():
    t = Laid("full-tray", ada=f"{PEON}[bolt-brittle] {ZOMBIE}[rock-rusk] {MECHA}").play("full-tray", PEON)
    assert t.announce("ada", "full-tray").row("ada") == (
        f"{PEON}+2[bolt-brittle,full-tray] {ZOMBIE}+1[rock-rusk] {MECHA}"
    )


def test_beauty_ribs_buffs_its_monster_again_per_destroyed_monster():
    t = Laid("beauty-ribs", hands={"ben": "rotlet"}, ada=f"{PEON} {ZOMBIE}").play("beauty-ribs", PEON).play("rotlet")
    assert t.choose(ZOMBIE).announce("ada", "beauty-ribs").row("ada") == f"{PEON}+2[beauty-ribs]"


def test_grave_gravy_buffs_its_monster_by_2_and_destroys_a_rival_snack():
    t = Laid("grave-gravy", ada=PEON, ben=f"{ZOMBIE}[rock-rusk]").play("grave-gravy", PEON).choose("rock-rusk")
    assert t.row("ada") == f"{PEON}+2[grave-gravy]" and t.g.grave == ["rock-rusk"]


def test_magnet_mints_buffs_its_monster_and_steals_a_rival_snack():
    t = Laid("magnet-mints", ada=PEON, ben=f"{ZOMBIE}[rock-rusk]").play("magnet-mints", PEON).choose("rock-rusk")
    assert t.row("ada") == f"{PEON}+1[magnet-mints]" and t.hand("ada")[-1] == "rock-rusk"


def test_party_platter_buffs_its_monster_and_gives_two_more_buffs():
    t = Laid("party-platter", ada=f"{PEON} {ZOMBIE} nib-nudger").play("party-platter", PEON)
    assert t.options == [ZOMBIE, "nib-nudger", "skip"]
    t.choose(ZOMBIE)
    assert t.options == [ZOMBIE, "nib-nudger"]
    assert t.choose("nib-nudger").row("ada") == f"{PEON}+1[party-platter] {ZOMBIE}+1 nib-nudger+1"


def test_golden_gumbo_buffs_its_monster_by_3():
    assert Laid("golden-gumbo", ada=PEON).play("golden-gumbo", PEON).row("ada") == f"{PEON}+3[golden-gumbo]"


def test_titan_tart_buffs_its_monster_by_2_and_fully_protects_it():
    t = Laid("titan-tart", ada=PEON).use("titan-tart", PEON)
    assert t.asked == ("ben", "turn") and t.row("ada") == f"{PEON}+2*[titan-tart]"


def test_encore_eclair_buffs_its_monster_by_2_and_plays_one_more_monster():
    t = Laid("encore-eclair rock-rusk titan-tollbot", ada=PEON, pile="nib-nudger prankle").play("encore-eclair", PEON)
    assert t.options == ["play/titan-tollbot", "play/nib-nudger", "none"]
    assert t.play("titan-tollbot").row("ada") == f"{PEON}+2[encore-eclair] titan-tollbot"


def test_triple_feast_also_buffs_all_own_monsters_with_three_snacks():
    t = Laid("triple-feast", ada=f"{PEON}[bolt-brittle] {ZOMBIE}[rock-rusk] {MECHA}").play("triple-feast", PEON)
    assert t.announce("ada", "triple-feast").row("ada") == (
        f"{PEON}+2[bolt-brittle,triple-feast] {ZOMBIE}+1[rock-rusk] {MECHA}+1"
    )


@pytest.mark.parametrize("snack", ["trio-taffy", "full-tray", "triple-feast"])
def test_three_snack_rewards_are_armed_without_a_prompt(snack):
    t = Laid(snack, ada=PEON).play(snack, PEON)
    assert t.asked == ("ben", "turn") and t.g.status == {snack: "armed"} and t.row("ada") == f"{PEON}+1[{snack}]"


def test_a_monster_remembers_which_cards_have_changed_its_hunger():
    t = Laid("golden-gumbo titan-tart", ada=f"{PEON}", hands={"ben": "aero-auditor"}, rest="ben")
    t.play("golden-gumbo", PEON).discard().use("titan-tart", PEON)
    (monster,) = GAME.view(t.g).rows[0]
    assert monster.given == {"golden-gumbo": 3, "titan-tart": 2} and monster.buffs == 5
