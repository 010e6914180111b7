"""The abilities of the fifteen Mechas."""

from tests.engine.monster_muncher.laying import Laid

RIVALS = "rotlet giggle-wisp granite-gran dread-ned mount-mumble"  # of raw hunger 1 to 5


def stolen(t, *cards):
    return t.hand("ada")[-len(cards) :] == [*cards]


def test_pilfer_pod_steals_a_rival_monster_up_to_4():
    t = Laid("pilfer-pod", ben=RIVALS).play("pilfer-pod")
    assert t.options == [*RIVALS.split()[:4], "skip"] and stolen(t.choose("dread-ned"), "dread-ned")


def test_magna_mite_steals_a_rival_monster_up_to_3_and_buffs_itself():
    t = Laid("magna-mite", ben=RIVALS).play("magna-mite")
    assert t.options == [*RIVALS.split()[:3], "skip"] and stolen(t.choose("rotlet"), "rotlet")
    assert t.row("ada") == "magna-mite+1"


def test_snatch_drone_steals_a_rival_snack_then_a_rival_monster_up_to_3():
    t = Laid("snatch-drone", ben="dread-ned[rock-rusk] nib-nudger giggle-wisp[trio-taffy]").play("snatch-drone")
    assert t.options == ["rock-rusk", "trio-taffy", "skip"]
    t.choose("rock-rusk")
    assert t.options == ["nib-nudger", "giggle-wisp"]
    assert stolen(t.choose("giggle-wisp"), "rock-rusk", "giggle-wisp", "trio-taffy")


def test_claw_unit_seven_steals_a_rival_monster_up_to_3():
    t = Laid("claw-unit-seven", ben=RIVALS).play("claw-unit-seven")
    assert t.options == [*RIVALS.split()[:3], "skip"] and stolen(t.choose("granite-gran"), "granite-gran")


def test_tinker_tern_steals_a_rival_snack_and_plays_one_more_snack():
    t = Laid("tinker-tern golden-gumbo lurch-lad", ben="dread-ned[rock-rusk]", pile="nib-nudger").play("tinker-tern")
    t.choose("rock-rusk")
    assert t.options == ["play/golden-gumbo/tinker-tern", "play/rock-rusk/tinker-tern", "none"]
    assert t.play("golden-gumbo", "tinker-tern").row("ada") == "tinker-tern+3[golden-gumbo]"


def test_hook_hover_debuffs_a_rival_monster_then_steals_one_up_to_2():
    t = Laid("hook-hover", ben=RIVALS).play("hook-hover").choose("mount-mumble")
    assert t.options == RIVALS.split()[:2] and stolen(t.choose("rotlet"), "rotlet")
    assert t.row("ben") == "giggle-wisp granite-gran dread-ned mount-mumble-1"


def test_dj_heaven_takes_the_next_stolen_card():
    t = Laid("dj-heaven", hands={"ben": "pilfer-pod"}, cara="dread-ned").play("dj-heaven").play("pilfer-pod")
    assert stolen(t.choose("dread-ned").announce("ada", "dj-heaven"), "dread-ned")


def test_vault_vulture_steals_a_rival_snack_and_buffs_itself():
    t = Laid("vault-vulture", ben="dread-ned+2[rock-rusk]").play("vault-vulture").choose("rock-rusk")
    assert stolen(t, "rock-rusk") and t.row("ada") == "vault-vulture+1" and t.row("ben") == "dread-ned+2"


def test_turbo_talon_steals_a_rival_monster_up_to_2():
    t = Laid("turbo-talon", ben=RIVALS).play("turbo-talon")
    assert t.options == [*RIVALS.split()[:2], "skip"] and stolen(t.choose("giggle-wisp"), "giggle-wisp")


def test_sky_sentry_steals_a_rival_snack():
    t = Laid("sky-sentry", ben="dread-ned[rock-rusk]", cara="lurch-lad[trio-taffy]").play("sky-sentry")
    assert t.options == ["rock-rusk", "trio-taffy", "skip"] and stolen(t.choose("trio-taffy"), "trio-taffy")


def test_cloud_cruncher_fully_protects_itself():
    assert Laid("cloud-cruncher").use("cloud-cruncher").row("ada") == "cloud-cruncher*"


def test_aero_auditor_debuffs_a_rival_monster():
    assert Laid("aero-auditor", ben="dread-ned").play("aero-auditor").choose("dread-ned").row("ben") == "dread-ned-1"


def test_titan_tollbot_draws():
    t = Laid("titan-tollbot", pile="rotlet prankle").play("titan-tollbot")
    assert t.hand("ada") == ["rotlet", "prankle"] and t.asked == ("ben", "turn")


def test_overlord_orbit_steals_a_rival_snack():
    t = Laid("overlord-orbit", ben="dread-ned[rock-rusk]").play("overlord-orbit").choose("rock-rusk")
    assert stolen(t, "rock-rusk") and t.row("ben") == "dread-ned"


def test_halo_harvester_buffs_another_own_monster():
    t = Laid("halo-harvester", ada="dread-ned nib-nudger").play("halo-harvester")
    assert t.options == ["dread-ned", "nib-nudger", "skip"]
    assert t.choose("nib-nudger").row("ada") == "dread-ned nib-nudger+1 halo-harvester"
