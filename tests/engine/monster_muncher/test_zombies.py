"""The abilities of the fifteen Zombies."""

from tests.engine.monster_muncher.laying import Laid

RIVALS = "nib-nudger giggle-wisp granite-gran sky-sentry mount-mumble"  # of raw hunger 1 to 5


def destroyed(t, *cards):
    return t.g.grave == [*cards]


def test_rotlet_destroys_a_rival_monster():
    t = Laid("rotlet", ben=RIVALS).play("rotlet")
    assert t.options == [*RIVALS.split(), "skip"] and destroyed(t.choose("mount-mumble"), "mount-mumble")


def test_moldy_molly_destroys_a_rival_monster_up_to_4_and_buffs_herself():
    t = Laid("moldy-molly", ben=RIVALS).play("moldy-molly")
    assert t.options == [*RIVALS.split()[:4], "skip"]
    assert destroyed(t.choose("sky-sentry"), "sky-sentry") and t.row("ada") == "moldy-molly+1"


def test_grave_grub_destroys_a_rival_snack_then_a_rival_monster_up_to_4():
    t = Laid("grave-grub", ben="sky-sentry[rock-rusk] nib-nudger mount-mumble").play("grave-grub").choose("rock-rusk")
    assert t.options == ["sky-sentry", "nib-nudger"] and destroyed(t.choose("nib-nudger"), "rock-rusk", "nib-nudger")


def test_shamble_sam_destroys_a_rival_monster_up_to_4():
    t = Laid("shamble-sam", ben=RIVALS).play("shamble-sam")
    assert t.options == [*RIVALS.split()[:4], "skip"] and destroyed(t.choose("nib-nudger"), "nib-nudger")


def test_wormy_wanda_destroys_another_own_monster_then_a_rival_one():
    t = Laid("wormy-wanda", ada="dread-ned lurch-lad", ben="mount-mumble sky-sentry").play("wormy-wanda")
    assert t.options == ["dread-ned", "lurch-lad", "skip"]
    assert destroyed(t.choose("lurch-lad").choose("mount-mumble"), "lurch-lad", "mount-mumble")


def test_crypt_chomper_destroys_a_rival_monster_up_to_3_and_draws():
    t = Laid("crypt-chomper", ben=RIVALS, pile="rotlet prankle").play("crypt-chomper")
    assert t.options == [*RIVALS.split()[:3], "skip"] and destroyed(t.choose("granite-gran"), "granite-gran")
    assert t.hand("ada") == ["rotlet", "prankle"]


def test_ghoulash_destroys_a_rival_monster_up_to_3():
    t = Laid("ghoulash", ben=RIVALS).play("ghoulash")
    assert t.options == [*RIVALS.split()[:3], "skip"] and destroyed(t.choose("giggle-wisp"), "giggle-wisp")


def test_sir_sludge_destroys_a_rival_snack_and_buffs_himself():
    t = Laid("sir-sludge", ben="sky-sentry[rock-rusk]").play("sir-sludge").choose("rock-rusk")
    assert destroyed(t, "rock-rusk") and t.row("ada") == "sir-sludge+1" and t.row("ben") == "sky-sentry"


def test_bone_idle_bill_grows_by_2_when_an_ability_destroys_a_monster():
    t = Laid("bone-idle-bill", hands={"ben": "rotlet"}, ada="sky-sentry").play("bone-idle-bill").play("rotlet")
    assert t.choose("sky-sentry").announce("ada", "bone-idle-bill").row("ada") == "bone-idle-bill+2"


def test_dread_ned_destroys_a_rival_monster_up_to_2():
    t = Laid("dread-ned", ben=RIVALS).play("dread-ned")
    assert t.options == [*RIVALS.split()[:2], "skip"] and destroyed(t.choose("nib-nudger"), "nib-nudger")


def test_tombstone_tina_destroys_a_rival_snack():
    t = Laid("tombstone-tina", ben="sky-sentry[rock-rusk,trio-taffy]").play("tombstone-tina")
    assert t.options == ["rock-rusk", "trio-taffy", "skip"] and destroyed(t.choose("trio-taffy"), "trio-taffy")


def test_lurch_lad_debuffs_a_rival_monster():
    assert Laid("lurch-lad", ben="sky-sentry").play("lurch-lad").choose("sky-sentry").row("ben") == "sky-sentry-1"


def test_countess_decay_destroys_another_own_monster_and_draws_2():
    t = Laid("countess-decay", ada="sky-sentry", pile="rotlet prankle nib-nudger").play("countess-decay")
    assert destroyed(t.choose("sky-sentry"), "sky-sentry") and t.hand("ada") == ["rotlet", "prankle", "nib-nudger"]
    assert t.told("draws") == [{"p": "s0", "n": 1}]
    assert t.told("draws-by") == [{"p": "s0", "n": 2, "card": "countess-decay"}]


def test_plague_piper_destroys_a_rival_snack():
    t = Laid("plague-piper", ben="sky-sentry[rock-rusk]").play("plague-piper").choose("rock-rusk")
    assert destroyed(t, "rock-rusk") and t.row("ben") == "sky-sentry"


def test_rigor_morris_draws_and_debuffs_himself():
    t = Laid("rigor-morris", pile="rotlet prankle").play("rigor-morris")
    assert t.options == ["use", "skip"]
    assert t.choose("use").row("ada") == "rigor-morris-1" and t.hand("ada") == ["rotlet", "prankle"]
