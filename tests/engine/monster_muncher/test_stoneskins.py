"""The abilities of the fifteen Stoneskins."""

from tests.engine.monster_muncher.laying import Laid

RIVALS = "rotlet giggle-wisp granite-gran dread-ned mount-mumble"  # of raw hunger 1 to 5


def test_pebblet_pip_bounces_a_rival_monster_and_buffs_itself():
    t = Laid("pebblet-pip", ben="mount-mumble dread-ned").play("pebblet-pip").choose("mount-mumble")
    assert t.row("ben") == "dread-ned" and "mount-mumble" in t.hand("ben") and t.row("ada") == "pebblet-pip+1"


def test_gravel_gus_bounces_a_rival_monster_and_draws():
    t = (
        Laid("gravel-gus", ben="mount-mumble dread-ned", pile="rotlet nib-nudger")
        .play("gravel-gus")
        .choose("dread-ned")
    )
    assert t.row("ben") == "mount-mumble" and t.hand("ada") == ["rotlet", "nib-nudger"]


def test_shale_sal_bounces_a_rival_snack_then_a_rival_monster():
    t = Laid("shale-sal", ben="mount-mumble[rock-rusk,trio-taffy] dread-ned").play("shale-sal")
    assert t.options == ["rock-rusk", "trio-taffy", "skip"]
    t.choose("trio-taffy").choose("mount-mumble")
    assert t.row("ben") == "dread-ned" and t.hand("ben")[-3:] == ["trio-taffy", "mount-mumble", "rock-rusk"]


def test_boulder_bo_bounces_a_rival_monster():
    t = Laid("boulder-bo", ben=RIVALS.replace("mount-mumble", "grand-illusor")).play("boulder-bo")
    assert t.options == [*RIVALS.split()[:4], "grand-illusor", "skip"]
    assert "rotlet" in t.choose("rotlet").hand("ben")


def test_flint_finn_bounces_a_rival_monster_up_to_4_and_draws():
    t = Laid("flint-finn", ben=RIVALS, pile="nib-nudger prankle").play("flint-finn")
    assert t.options == [*RIVALS.split()[:4], "skip"]
    assert "dread-ned" in t.choose("dread-ned").hand("ben") and t.hand("ada") == ["nib-nudger", "prankle"]


def test_slate_sly_bounces_an_own_monster_plays_another_and_gains_2():
    t = (
        Laid("slate-sly lurch-lad rock-rusk", ada="dread-ned+1", pile="nib-nudger")
        .play("slate-sly")
        .choose("dread-ned")
    )
    assert t.options == ["play/lurch-lad", "play/nib-nudger", "none"]
    assert t.play("lurch-lad").row("ada") == "slate-sly+2 lurch-lad"
    assert t.hand("ada") == ["rock-rusk", "nib-nudger", "dread-ned"]


def test_cobble_cora_bounces_a_rival_monster_up_to_4():
    t = Laid("cobble-cora", ben=RIVALS).play("cobble-cora")
    assert t.options == [*RIVALS.split()[:4], "skip"] and "rotlet" in t.choose("rotlet").hand("ben")


def test_granite_gran_fully_protects_herself():
    t = Laid("granite-gran").use("granite-gran")
    assert t.asked == ("ben", "turn") and t.row("ada") == "granite-gran*"
    assert t.told("is-protected") == [{"card": "granite-gran", "m": "granite-gran"}]


def test_marl_mauler_bounces_a_rival_snack_and_buffs_itself():
    t = Laid("marl-mauler", ben="dread-ned+1[rock-rusk]").play("marl-mauler").choose("rock-rusk")
    assert t.row("ben") == "dread-ned+1" and "rock-rusk" in t.hand("ben") and t.row("ada") == "marl-mauler+1"


def test_basalt_baz_bounces_a_rival_monster_up_to_3():
    t = Laid("basalt-baz", ben=RIVALS).play("basalt-baz")
    assert t.options == [*RIVALS.split()[:3], "skip"] and "granite-gran" in t.choose("granite-gran").hand("ben")


def test_quartz_quill_bounces_a_rival_snack():
    t = Laid("quartz-quill", ben="dread-ned[rock-rusk]", cara="sky-sentry[trio-taffy]").play("quartz-quill")
    assert t.options == ["rock-rusk", "trio-taffy", "skip"] and "trio-taffy" in t.choose("trio-taffy").hand("cara")


def test_onyx_ogle_keeps_a_monster_that_a_rival_bounces():
    t = Laid("onyx-ogle", hands={"ben": "boulder-bo"}, ada="dread-ned+2").play("onyx-ogle").play("boulder-bo")
    t.choose("dread-ned").announce("ada", "onyx-ogle")
    assert t.row("ada") == "dread-ned+2 onyx-ogle"


def test_mount_mumble_bounces_another_own_monster_and_draws():
    t = Laid("mount-mumble", ada="dread-ned nib-nudger", pile="rotlet prankle").play("mount-mumble")
    assert t.options == ["dread-ned", "nib-nudger", "skip"]
    assert t.choose("nib-nudger").hand("ada") == ["rotlet", "nib-nudger", "prankle"]


def test_colossus_clunk_bounces_a_rival_monster_up_to_2():
    t = Laid("colossus-clunk", ben=RIVALS).play("colossus-clunk")
    assert t.options == [*RIVALS.split()[:2], "skip"] and "giggle-wisp" in t.choose("giggle-wisp").hand("ben")


def test_gneiss_guard_fully_protects_another_own_monster_up_to_2():
    t = Laid("gneiss-guard", ada="nib-nudger giggle-wisp dread-ned").play("gneiss-guard")
    assert t.options == ["nib-nudger", "giggle-wisp", "skip"]
    assert t.choose("giggle-wisp").row("ada") == "nib-nudger giggle-wisp* dread-ned gneiss-guard"


def test_cards_protected_by_gneiss_guard_stay_protected_without_it():
    t = Laid("gneiss-guard", hands={"ben": "rotlet"}, ada="nib-nudger").play("gneiss-guard").choose("nib-nudger")
    assert t.play("rotlet").choose("gneiss-guard").row("ada") == "nib-nudger*"
