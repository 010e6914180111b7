"""The maximum number of cards in play, replacing, Snacks and their Monsters, extra cards."""

import pytest

from tests.engine.monster_muncher.laying import GAME, Laid

FIVE = "dread-ned lurch-lad sky-sentry carnival-kip basalt-baz"
THREE = "dread-ned[rock-rusk,bolt-brittle] lurch-lad[mould-muffin]"


# ---- Maximum cards in play
def test_a_fifth_monster_is_added_without_replacing_another():
    t = Laid("cloud-cruncher", ada="dread-ned lurch-lad sky-sentry carnival-kip")
    assert t.play("cloud-cruncher").row("ada") == "dread-ned lurch-lad sky-sentry carnival-kip cloud-cruncher"


def test_with_five_monsters_a_new_one_must_replace_one():
    t = Laid("cloud-cruncher nib-nudger", ada=FIVE)
    assert t.why("play/cloud-cruncher") == "five-monsters"
    assert [option for option in t.options if option.startswith("play/cloud")] == [
        f"play/cloud-cruncher/{old}" for old in FIVE.split()
    ]


def test_with_fewer_than_five_monsters_none_may_be_replaced():
    t = Laid("cloud-cruncher", ada="dread-ned lurch-lad")
    assert t.why("play/cloud-cruncher/dread-ned") == "replace-at-five"


def test_replacing_carries_tokens_and_snacks_to_the_new_monster():
    t = Laid("cloud-cruncher", ada="dread-ned+3-1[rock-rusk] lurch-lad sky-sentry carnival-kip nib-nudger")
    t.use("cloud-cruncher", "dread-ned")
    assert t.row("ada") == "cloud-cruncher+3-1*[rock-rusk] lurch-lad sky-sentry carnival-kip nib-nudger"
    assert t.g.grave == ["dread-ned"]
    assert t.told("replaces") == [{"p": "s0", "old": "dread-ned", "card": "cloud-cruncher", "n": 4}]


def test_a_replacing_monster_may_use_its_ability():
    t = Laid("rotlet", ada="nib-nudger lurch-lad giggle-wisp carnival-kip grave-grub", ben="mount-mumble sky-sentry")
    t.play("rotlet", "nib-nudger").choose("mount-mumble")
    assert t.row("ben") == "sky-sentry"


def test_a_protected_monster_may_be_replaced_which_ends_protection():
    t = Laid("rotlet", ada="granite-gran* nib-nudger giggle-wisp grave-grub hook-hover")
    assert t.play("rotlet", "granite-gran").row("ada").split()[0] == "rotlet"


def test_a_snacks_protection_carries_over_to_the_replacing_monster():
    row = "dread-ned[shield-shake] nib-nudger giggle-wisp grave-grub hook-hover"
    t = Laid("rotlet", ada=row, status={"shield-shake": "shields"}).play("rotlet", "dread-ned")
    assert t.row("ada").split()[0] == "rotlet*[shield-shake]"


def test_the_delayed_effect_of_a_replaced_monster_is_lost():
    row = "dj-heaven nib-nudger giggle-wisp grave-grub hook-hover"
    t = Laid("rotlet", ada=row, ben="sky-sentry", status={"dj-heaven": "armed"}).play("rotlet", "dj-heaven")
    assert t.g.status == {}


# ---- Snacks
def test_a_snack_must_be_linked_to_one_of_your_monsters():
    t = Laid("rock-rusk dread-ned", ben="sky-sentry")
    assert t.why("play/rock-rusk") == "snack-needs-monster"
    assert t.why("play/rock-rusk/sky-sentry") == "not-yours"
    t = Laid("rock-rusk", ada="dread-ned")
    assert t.why("play/rock-rusk") == "name-monster"
    t.play("rock-rusk", "dread-ned")
    assert t.row("ada") == "dread-ned+1[rock-rusk]"
    assert t.told("plays-snack") == [{"p": "s0", "card": "rock-rusk", "m": "dread-ned"}]


def test_several_snacks_may_be_linked_to_one_monster():
    t = Laid("rock-rusk", ada="dread-ned[trio-taffy,golden-gumbo]").play("rock-rusk", "dread-ned")
    assert t.row("ada") == "dread-ned+1[trio-taffy,golden-gumbo,rock-rusk]"


def test_with_three_snacks_a_new_one_must_replace_one():
    t = Laid("golden-gumbo", ada=THREE)
    assert t.why("play/golden-gumbo/dread-ned") == "three-snacks"
    assert t.why("play/golden-gumbo") == "three-snacks"
    assert t.options[:3] == [f"play/golden-gumbo/{old}" for old in ("rock-rusk", "bolt-brittle", "mould-muffin")]


def test_with_fewer_than_three_snacks_none_may_be_replaced():
    assert Laid("golden-gumbo", ada="dread-ned[rock-rusk]").why("play/golden-gumbo/rock-rusk") == "replace-at-three"


def test_a_replaced_snack_is_destroyed_and_its_benefit_stays():
    t = Laid("golden-gumbo", ada="dread-ned+2[rock-rusk,bolt-brittle] lurch-lad[mould-muffin]")
    t.play("golden-gumbo", "rock-rusk")
    assert t.row("ada") == "dread-ned+5[golden-gumbo,bolt-brittle] lurch-lad[mould-muffin]"
    assert t.g.grave == ["rock-rusk"]
    assert t.told("replaces") == [{"p": "s0", "old": "rock-rusk", "card": "golden-gumbo", "n": 0}]


def test_a_new_snack_takes_the_place_of_the_replaced_one():
    t = Laid("golden-gumbo", ada=THREE).play("golden-gumbo", "mould-muffin")
    assert t.row("ada") == "dread-ned[rock-rusk,bolt-brittle] lurch-lad+3[golden-gumbo]"


def test_protection_from_a_replaced_snack_is_permanent():
    row = "dread-ned[shield-shake] nib-nudger[mould-muffin,rock-rusk] hook-hover giggle-wisp grave-grub"
    t = Laid("golden-gumbo rotlet", ada=row, status={"shield-shake": "shields"})
    t.play("golden-gumbo", "shield-shake")
    assert t.row("ada").startswith("dread-ned+3*[golden-gumbo]")
    t.discard().play("rotlet", "dread-ned")
    assert t.row("ada").startswith("rotlet+3*[golden-gumbo]")


def test_a_replaced_snack_loses_its_waiting_effect():
    row = "dread-ned[beauty-ribs] lurch-lad[mould-muffin,rock-rusk]"
    t = Laid("golden-gumbo", ada=row, status={"beauty-ribs": "armed"}).play("golden-gumbo", "beauty-ribs")
    assert t.g.status == {}


# ---- Extra cards
def test_no_card_is_drawn_for_an_extra_card():
    t = Laid(
        "tinker-tern rock-rusk dread-ned", ada="sky-sentry", ben="lurch-lad[trio-taffy]", pile="nib-nudger giggle-wisp"
    )
    t.play("tinker-tern").choose("trio-taffy")
    assert t.asked == ("ada", "extra-play") and t.hand("ada") == ["rock-rusk", "dread-ned", "nib-nudger", "trio-taffy"]
    t.play("rock-rusk", "sky-sentry")
    assert t.hand("ada") == ["dread-ned", "nib-nudger", "trio-taffy"] and t.asked == ("ben", "turn")


def test_an_extra_card_must_be_of_the_named_kind_and_is_optional():
    t = Laid("tinker-tern rock-rusk dread-ned", ben="lurch-lad[trio-taffy]", pile="nib-nudger")
    t.play("tinker-tern").choose("trio-taffy")
    assert t.options == ["play/rock-rusk/tinker-tern", "play/trio-taffy/tinker-tern", "none"]
    assert t.why("play/dread-ned") == "wrong-kind" and t.why("discard/dread-ned") == "not-an-option"
    assert t.why("draw") == "not-an-option"
    assert t.choose("none").asked == ("ben", "turn")


def test_an_extra_card_resolves_before_the_first_card_continues():
    t = Laid("slate-sly rotlet", ada="sky-sentry+1", ben="lurch-lad dread-ned").play("slate-sly").choose("sky-sentry")
    t.play("rotlet").choose("lurch-lad")
    assert t.row("ada") == "slate-sly+2 rotlet" and t.row("ben") == "dread-ned"
    assert [event.key for event in t.g.log][-2:] == ["destroys", "gives"]


def test_an_extra_card_can_bring_another_extra_card():
    t = Laid("encore-eclair slate-sly nib-nudger", ada="dread-ned lurch-lad")
    t.play("encore-eclair", "dread-ned").play("slate-sly").choose("lurch-lad").play("nib-nudger")
    assert t.row("ada") == "dread-ned+2[encore-eclair] slate-sly+2 nib-nudger"


def test_an_extra_monster_can_win_before_its_ability():
    t = Laid("encore-eclair mount-mumble", ada="dread-ned+9").play("encore-eclair", "dread-ned").play("mount-mumble")
    assert t.g.winner == 0 and t.hunger("ada") == 20


def test_a_player_without_cards_plays_no_extra_card():
    t = Laid("encore-eclair", ada="dread-ned", rest="ben").play("encore-eclair", "dread-ned")
    assert t.asked == ("ben", "turn") and t.row("ada") == "dread-ned+2[encore-eclair]"


def test_a_hand_without_a_fitting_card_is_still_asked():
    t = Laid("encore-eclair rock-rusk", ada="dread-ned", pile="trio-taffy").play("encore-eclair", "dread-ned")
    assert t.options == ["none"] and t.g.asks[0].secret


def test_a_known_hand_is_not_asked_for_an_extra_card_it_lacks():
    hand = "encore-eclair rock-rusk"
    t = Laid(hand, ada="dread-ned", ben="lurch-lad", pile="trio-taffy")
    t.g.seen = ["rock-rusk"]
    t.play("encore-eclair", "dread-ned")
    assert t.options == ["none"]  # the other players don't know the card drawn
    t = Laid(hand, ada="dread-ned", ben="lurch-lad", rest="ben")
    t.g.seen = ["rock-rusk"]
    assert t.play("encore-eclair", "dread-ned").asked == ("ben", "turn")
    t = Laid(hand, ada="dread-ned", ben="lurch-lad", rest="ben")
    t.g.sure_snacks[0] = {0: 2}
    assert t.play("encore-eclair", "dread-ned").asked == ("ben", "turn")
    t = Laid("encore-eclair nib-nudger", ada="dread-ned", ben="lurch-lad", rest="ben")
    t.g.seen = ["nib-nudger"]
    assert t.play("encore-eclair", "dread-ned").options == ["play/nib-nudger", "none"]


def test_extra_card_abilities_skip_the_use_or_skip_prompt():
    t = Laid("encore-eclair slate-sly", ada="dread-ned").play("encore-eclair", "dread-ned")
    assert t.asked == ("ada", "extra-play") and t.row("ada") == "dread-ned+2[encore-eclair]"
    assert t.choose("none").asked == ("ben", "turn")


# ---- Why not
@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("play/dread-ned", "not-in-hand"),
        ("play/no-such-card", "not-in-hand"),
        ("play/rock-rusk/dread-ned/x", "not-yours"),
        ("play/lurch-lad/rock-rusk", "not-yours"),
        ("discard/dread-ned", "not-in-hand"),
        ("draw", "only-snacks"),
        ("play", "not-an-option"),
        ("pass", "not-an-option"),
        ("announce/dj-heaven", "nothing-to-announce"),
        ("discard/rock-rusk", None),
    ],
)
def test_why_not_explains_illegal_turn_options(option, reason):
    assert Laid("rock-rusk lurch-lad", ada="sky-sentry").why(option) == reason


def test_a_monster_does_not_replace_a_snack():
    assert Laid("lurch-lad", ada="sky-sentry[rock-rusk]").why("play/lurch-lad/rock-rusk") == "five-monsters"


def test_a_player_not_asked_is_told_so():
    t = Laid("lurch-lad")
    assert t.why("play/lurch-lad", "ben") == "not-asked"
    assert GAME.why_not(t.g, 9, "draw") == ("not-asked", {})
