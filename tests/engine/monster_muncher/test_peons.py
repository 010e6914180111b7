"""The abilities of the fifteen Peons."""

from tests.engine.monster_muncher.laying import Laid


def test_nib_nudger_swaps_itself_with_a_rival_monster_up_to_4():
    t = Laid("nib-nudger", ada="rotlet", ben="dread-ned+1 mount-mumble").play("nib-nudger")
    assert t.options == ["dread-ned", "skip"]
    assert t.choose("dread-ned").row("ada") == "rotlet dread-ned+1" and t.row("ben") == "nib-nudger mount-mumble"


def test_switcheroo_sprout_swaps_another_with_a_rival_and_debuffs_it():
    t = Laid("switcheroo-sprout", ada="mount-mumble", ben="dread-ned grand-illusor").play("switcheroo-sprout")
    assert t.options == ["mount-mumble/dread-ned", "skip"]
    assert t.choose("mount-mumble/dread-ned").row("ada") == "dread-ned-1 switcheroo-sprout"
    assert t.row("ben") == "mount-mumble grand-illusor"


def test_pocket_gremble_swaps_snacks_and_plays_one_extra_card():
    t = Laid("pocket-gremble lurch-lad golden-gumbo", ada="sky-sentry[rock-rusk]", ben="dread-ned[trio-taffy]")
    t.play("pocket-gremble").choose("rock-rusk/trio-taffy")
    assert t.row("ben") == "dread-ned[rock-rusk]" and "play/lurch-lad" in t.options
    t.play("golden-gumbo", "pocket-gremble")
    assert t.row("ada") == "sky-sentry[trio-taffy] pocket-gremble+3[golden-gumbo]"


def test_giggle_wisp_swaps_itself_with_a_rival_monster_up_to_4():
    t = Laid("giggle-wisp", ben="mount-mumble dread-ned").play("giggle-wisp")
    assert t.options == ["dread-ned", "skip"]
    assert t.choose("dread-ned").row("ada") == "dread-ned" and t.row("ben") == "mount-mumble giggle-wisp"


def test_dizzy_dobbin_swaps_another_with_an_equal_and_buffs_it_by_2():
    t = Laid("dizzy-dobbin", ada="dread-ned", ben="nib-nudger lurch-lad-1").play("dizzy-dobbin")
    assert t.options == ["dread-ned/lurch-lad", "skip"]
    assert t.choose("dread-ned/lurch-lad").row("ada") == "lurch-lad+2-1 dizzy-dobbin"


def test_false_fern_debuffs_a_rival_monster_swaps_snacks_and_buffs_itself():
    t = Laid("false-fern", ada="sky-sentry[rock-rusk]", ben="dread-ned[trio-taffy] nib-nudger").play("false-fern")
    t.choose("nib-nudger")
    assert t.row("ada") == "sky-sentry[trio-taffy] false-fern+1" and t.row("ben") == "dread-ned[rock-rusk] nib-nudger-1"


def test_masked_marmot_swaps_itself_with_a_rival_and_debuffs_it():
    t = Laid("masked-marmot", ben="dread-ned sky-sentry+1 baron-bamboozle").play("masked-marmot")
    assert t.options == ["dread-ned", "sky-sentry", "skip"]
    assert t.choose("sky-sentry").row("ada") == "sky-sentry+1-1"
    assert t.row("ben") == "dread-ned masked-marmot baron-bamboozle"


def test_prankle_debuffs_a_rival_monster_and_draws():
    t = Laid("prankle", ben="dread-ned sky-sentry", pile="rotlet nib-nudger").play("prankle").choose("sky-sentry")
    assert t.row("ben") == "dread-ned sky-sentry-1" and t.hand("ada") == ["rotlet", "nib-nudger"]


def test_hocus_hob_grows_by_2_after_a_rivals_swap():
    t = Laid("hocus-hob", hands={"ben": "giggle-wisp"}, ada="dread-ned").play("hocus-hob").play("giggle-wisp")
    t.choose("dread-ned").announce("ada", "hocus-hob")
    assert t.row("ada") == "giggle-wisp hocus-hob+2"


def test_duke_doppel_swaps_another_with_an_equal_and_buffs_itself():
    t = Laid("duke-doppel", ada="nib-nudger", ben="rotlet dread-ned").play("duke-doppel")
    assert t.options == ["nib-nudger/rotlet", "skip"]
    assert t.choose("nib-nudger/rotlet").row("ada") == "rotlet duke-doppel+1" and t.row("ben") == "nib-nudger dread-ned"


def test_trick_treacler_swaps_snacks_and_draws():
    t = Laid("trick-treacler", ada="sky-sentry[rock-rusk]", ben="dread-ned[trio-taffy]", pile="rotlet nib-nudger")
    t.play("trick-treacler").choose("rock-rusk/trio-taffy")
    assert t.row("ada") == "sky-sentry[trio-taffy] trick-treacler" and t.hand("ada") == ["rotlet", "nib-nudger"]


def test_carnival_kip_debuffs_a_rival_monster():
    assert Laid("carnival-kip", ben="dread-ned").play("carnival-kip").choose("dread-ned").row("ben") == "dread-ned-1"


def test_king_kerfuffle_swaps_snacks():
    t = Laid("king-kerfuffle", ada="sky-sentry[rock-rusk]", ben="dread-ned[trio-taffy,full-tray]")
    t.play("king-kerfuffle")
    assert t.options == ["rock-rusk/trio-taffy", "rock-rusk/full-tray", "skip"]
    assert t.choose("rock-rusk/full-tray").row("ben") == "dread-ned[trio-taffy,rock-rusk]"


def test_grand_illusor_draws_and_buffs_a_rival_monster():
    t = Laid("grand-illusor", ben="dread-ned sky-sentry", pile="rotlet nib-nudger").use("grand-illusor")
    assert t.hand("ada") == ["rotlet", "nib-nudger"]
    assert t.choose("sky-sentry").row("ben") == "dread-ned sky-sentry+1"


def test_baron_bamboozle_swaps_another_with_an_equal():
    t = Laid("baron-bamboozle", ada="dread-ned nib-nudger", ben="lurch-lad mount-mumble").play("baron-bamboozle")
    assert t.options == ["dread-ned/lurch-lad", "skip"]
    assert t.choose("dread-ned/lurch-lad").row("ada") == "lurch-lad nib-nudger baron-bamboozle"
