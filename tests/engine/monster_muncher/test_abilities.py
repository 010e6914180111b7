"""The six mechanics, and the additional rules about abilities, tokens, Snacks and full protection."""

import pytest

from tests.engine.monster_muncher.laying import Laid

SHIELDED = {"shield-shake": "shields"}


# ---- Abilities are optional as a whole
def test_a_player_may_skip_an_ability():
    t = Laid("rotlet", ben="sky-sentry dread-ned").play("rotlet")
    assert t.options == ["sky-sentry", "dread-ned", "skip"]
    t.choose("skip")
    assert t.row("ben") == "sky-sentry dread-ned" and t.told("does-not-use") == [{"p": "s0", "card": "rotlet"}]


def test_an_ability_cannot_be_skipped_after_its_first_part():
    t = Laid("shale-sal", ben="sky-sentry[rock-rusk] dread-ned").play("shale-sal").choose("rock-rusk")
    assert t.asked == ("ada", "ability-next") and t.options == ["sky-sentry", "dread-ned"]


def test_a_skipped_ability_does_nothing_at_all():
    t = Laid("party-platter", ada="sky-sentry dread-ned").play("party-platter", "sky-sentry").choose("skip")
    assert t.row("ada") == "sky-sentry[party-platter] dread-ned"


def test_ability_parts_are_resolved_in_the_order_written():
    t = Laid("wormy-wanda", ada="sky-sentry", ben="lurch-lad dread-ned").play("wormy-wanda")
    assert t.options == ["sky-sentry", "skip"]
    t.choose("sky-sentry").choose("dread-ned")
    assert (t.told("destroys-own"), t.told("destroys")) == (
        [{"p": "s0", "cards": ["sky-sentry"]}],
        [{"p": "s0", "q": "s1", "cards": ["dread-ned"]}],
    )


def test_ability_parts_without_targets_are_skipped():
    t = Laid("wormy-wanda", ben="lurch-lad dread-ned").play("wormy-wanda")
    assert t.options == ["lurch-lad", "dread-ned", "skip"]
    t = Laid("pocket-gremble nib-nudger", ben="lurch-lad").play("pocket-gremble")
    assert t.asked == ("ada", "extra-play")


def test_a_card_is_played_even_if_no_ability_part_is_possible():
    t = Laid("rotlet").play("rotlet")
    assert t.asked == ("ben", "turn") and t.told("nothing-to-do") == [{"p": "s0", "card": "rotlet"}]


def test_a_purely_helpful_ability_resolves_automatically():
    t = Laid("double-dumpling", ada="sky-sentry").play("double-dumpling", "sky-sentry")
    assert t.row("ada") == "sky-sentry+2[double-dumpling]" and t.asked == ("ben", "turn")


def test_an_ability_with_only_helpful_parts_left_resolves_automatically():
    t = Laid("marl-mauler", ben="sky-sentry").play("marl-mauler")
    assert t.row("ada") == "marl-mauler+1" and t.asked == ("ben", "turn")
    t = Laid("marl-mauler", ben="sky-sentry[rock-rusk]").play("marl-mauler")
    assert t.options == ["rock-rusk", "skip"]


def test_a_buff_before_the_first_choice_is_not_a_separate_choice():
    t = Laid("sour-spit", ada="sky-sentry", ben="lurch-lad dread-ned").play("sour-spit", "sky-sentry")
    assert t.options == ["lurch-lad", "dread-ned", "skip"]
    t.choose("dread-ned")
    assert t.row("ada") == "sky-sentry+1[sour-spit]" and t.row("ben") == "lurch-lad dread-ned-1"


def test_the_prompt_names_the_effect_on_the_chosen_card():
    t = Laid("hook-hover", ben="nib-nudger giggle-wisp").play("hook-hover")
    assert t.g.asks[0].fields == {"p": "s0", "card": "hook-hover", "verb": "debuff", "who": "foe", "n": 1}
    t.choose("giggle-wisp")
    assert t.g.asks[0].fields == {"p": "s0", "card": "hook-hover", "verb": "steal", "who": "foe", "n": 2}
    t = Laid("grand-illusor", ben="nib-nudger").play("grand-illusor")
    assert t.g.asks[0].fields == {"p": "s0", "card": "grand-illusor", "verb": "use"}


# ---- Buff, Debuff
def test_a_buff_adds_one_hunger_and_a_debuff_removes_one():
    t = Laid("sour-spit", ada="sky-sentry-1", ben="lurch-lad+1 nib-nudger").play("sour-spit", "sky-sentry")
    t.choose("lurch-lad")
    assert t.row("ada") == "sky-sentry+1-1[sour-spit]" and t.row("ben") == "lurch-lad+1-1 nib-nudger"
    assert (t.hunger("ada"), t.hunger("ben")) == (4, 5)
    assert t.told("gives") == [
        {"card": "sour-spit", "m": "sky-sentry", "n": 1},
        {"card": "sour-spit", "m": "lurch-lad", "n": -1},
    ]


def test_buffs_are_permanent():
    t = Laid("double-dumpling", ada="sky-sentry").play("double-dumpling", "sky-sentry").discard().discard().discard()
    assert t.row("ada") == "sky-sentry+2[double-dumpling]"


# ---- Swap
def test_swapped_monsters_keep_their_buffs_debuffs_and_snacks():
    t = Laid("baron-bamboozle", ada="dread-ned+2[rock-rusk]", ben="nib-nudger sky-sentry-1[trio-taffy]")
    t.play("baron-bamboozle").choose("dread-ned/sky-sentry")
    assert t.row("ada") == "sky-sentry-1[trio-taffy] baron-bamboozle"
    assert t.row("ben") == "nib-nudger dread-ned+2[rock-rusk]"
    assert t.told("swaps") == [{"p": "s0", "a": "dread-ned", "q": "s1", "b": "sky-sentry"}]


def test_a_swap_does_not_trigger_an_ability_again():
    t = Laid("nib-nudger", ben="rotlet dread-ned").play("nib-nudger").choose("rotlet")
    assert t.asked == ("ben", "turn") and t.row("ada") == "rotlet"


def test_a_swap_is_between_two_players():
    t = Laid("baron-bamboozle", ada="dread-ned sky-sentry", ben="lurch-lad", cara="aero-auditor").play(
        "baron-bamboozle"
    )
    assert t.options == [
        "dread-ned/lurch-lad",
        "dread-ned/aero-auditor",
        "sky-sentry/lurch-lad",
        "sky-sentry/aero-auditor",
        "skip",
    ]


def test_a_swap_that_leaves_over_three_snacks_destroys_the_excess():
    mine, theirs = "dread-ned[rock-rusk,trio-taffy,golden-gumbo]", "sky-sentry lurch-lad[bolt-brittle,full-tray]"
    t = Laid("baron-bamboozle", ada=mine, ben=theirs).play("baron-bamboozle").choose("dread-ned/sky-sentry")
    assert t.asked == ("ben", "too-many-snacks")
    assert t.options == ["rock-rusk", "trio-taffy", "golden-gumbo", "bolt-brittle", "full-tray"]
    t.choose("trio-taffy").choose("full-tray")
    assert t.row("ben") == "dread-ned[rock-rusk,golden-gumbo] lurch-lad[bolt-brittle]"
    assert t.g.grave == ["trio-taffy", "full-tray"] and t.asked == ("ben", "turn")
    assert t.told("destroys-snack") == [{"p": "s1", "card": "trio-taffy"}, {"p": "s1", "card": "full-tray"}]


def test_swapped_snacks_leave_their_tokens_behind():
    t = Laid("king-kerfuffle", ada="dread-ned+2[rock-rusk]", ben="sky-sentry+3[golden-gumbo,trio-taffy]")
    t.play("king-kerfuffle").choose("rock-rusk/golden-gumbo")
    assert t.row("ada") == "dread-ned+2[golden-gumbo] king-kerfuffle"
    assert t.row("ben") == "sky-sentry+3[rock-rusk,trio-taffy]"


def test_a_swapped_protecting_snack_protects_its_new_monster():
    t = Laid("king-kerfuffle", ada="dread-ned[rock-rusk]", ben="sky-sentry[shield-shake]", status=SHIELDED)
    t.play("king-kerfuffle").choose("rock-rusk/shield-shake")
    assert t.row("ada") == "dread-ned*[shield-shake] king-kerfuffle" and t.row("ben") == "sky-sentry[rock-rusk]"


# ---- Bounce
def test_a_bounced_monster_loses_its_tokens_and_its_snacks_follow_it():
    t = Laid("boulder-bo", hands={"ben": ""}, ben="dread-ned+2-1[rock-rusk,trio-taffy] sky-sentry").play("boulder-bo")
    t.choose("dread-ned")
    assert t.hand("ben") == ["dread-ned", "rock-rusk", "trio-taffy"] and t.row("ben") == "sky-sentry"
    bounced = {"p": "s0", "q": "s1", "cards": ["dread-ned", "rock-rusk", "trio-taffy"]}
    assert t.told("bounces") == [bounced]


def test_bounced_cards_may_be_discarded_but_not_played_for_a_turn():
    t = Laid("boulder-bo", hands={"ben": "nib-nudger giggle-wisp"}, ben="dread-ned").play("boulder-bo")
    t.choose("dread-ned")
    assert t.why("play/dread-ned") == "locked-this-turn" and t.why("discard/dread-ned") is None
    t.choose("discard/giggle-wisp").discard()
    assert t.why("play/dread-ned") is None and t.g.locked == {}


def test_a_card_bounced_on_its_owners_turn_stays_locked_next_turn():
    t = Laid("slate-sly rotlet", ada="sky-sentry", pile="nib-nudger giggle-wisp masked-marmot").play("slate-sly")
    t.choose("sky-sentry")
    assert t.asked == ("ada", "extra-play") and t.why("play/sky-sentry") == "locked"
    t.choose("none").discard()
    assert t.asked == ("ada", "turn") and t.why("play/sky-sentry") == "locked-this-turn"
    t.choose("discard/rotlet").discard()
    assert t.why("play/sky-sentry") is None


def test_the_lock_of_a_bounced_card_ends_when_it_leaves_the_hand():
    t = Laid("boulder-bo", hands={"ben": "nib-nudger"}, ben="dread-ned").play("boulder-bo").choose("dread-ned")
    t.choose("discard/dread-ned")
    assert t.g.locked == {} and t.g.seen == []


def test_a_player_with_only_bounced_snacks_may_draw_and_end_the_turn():
    t = Laid("quartz-quill", hands={"ben": ""}, ben="dread-ned[rock-rusk]", pile="rotlet sky-sentry").play(
        "quartz-quill"
    )
    t.choose("rock-rusk")
    assert t.options == ["discard/rock-rusk", "draw"]
    assert t.choose("draw").hand("ben") == ["rock-rusk", "sky-sentry"]


# ---- Destroy
def test_a_destroyed_monster_goes_to_the_graveyard_with_its_snacks():
    t = Laid("rotlet", ben="dread-ned+3-1[rock-rusk] sky-sentry").play("rotlet").choose("dread-ned")
    assert t.g.grave == ["dread-ned", "rock-rusk"] and t.row("ben") == "sky-sentry"
    assert t.told("destroys") == [{"p": "s0", "q": "s1", "cards": ["dread-ned", "rock-rusk"]}]


# ---- Steal
def test_a_stolen_monster_goes_to_the_thief_with_snacks_and_no_tokens():
    t = Laid("pilfer-pod", hands={"ada": "pilfer-pod"}, ben="dread-ned+3[rock-rusk] sky-sentry", pile="rotlet")
    t.play("pilfer-pod").choose("dread-ned")
    assert t.hand("ada") == ["rotlet", "dread-ned", "rock-rusk"] and t.row("ben") == "sky-sentry"
    assert t.hunger("ada") == 1  # a stolen card counts only once it is played
    t.discard().play("dread-ned")
    assert t.row("ada") == "pilfer-pod dread-ned"
    assert t.told("steals") == [{"p": "s0", "q": "s1", "cards": ["dread-ned", "rock-rusk"]}]


def test_a_stolen_card_may_be_the_extra_card():
    t = Laid("tinker-tern", ben="dread-ned[rock-rusk]").play("tinker-tern").choose("rock-rusk")
    assert t.play("rock-rusk", "tinker-tern").row("ada") == "tinker-tern+1[rock-rusk]"


# ---- Snacks alone
@pytest.mark.parametrize("card", ["tombstone-tina", "quartz-quill", "overlord-orbit"])
def test_removing_a_snack_leaves_its_tokens_on_the_monster(card):
    t = Laid(card, ben="dread-ned+2[rock-rusk,trio-taffy]").play(card).choose("rock-rusk")
    assert t.row("ben") == "dread-ned+2[trio-taffy]"


def test_removing_a_protecting_snack_ends_its_protection():
    t = Laid("tombstone-tina", ben="dread-ned[shield-shake]", status=SHIELDED)
    assert t.row("ben") == "dread-ned*[shield-shake]"
    assert t.play("tombstone-tina").choose("shield-shake").row("ben") == "dread-ned"


def test_snacks_of_a_protected_monster_can_be_targeted():
    t = Laid("tombstone-tina", ben="dread-ned*[rock-rusk]").play("tombstone-tina")
    assert t.options == ["rock-rusk", "skip"]


# ---- Fully protected
@pytest.mark.parametrize("card", ["nib-nudger", "boulder-bo", "rotlet", "pilfer-pod", "carnival-kip"])
def test_a_protected_monster_is_immune_to_every_hostile_ability(card):
    t = Laid(card, ben="dread-ned* sky-sentry").play(card)
    assert t.options == ["sky-sentry", "skip"] and t.why("dread-ned") == "protected"


def test_a_protected_monster_may_be_buffed():
    t = Laid("grand-illusor", ben="dread-ned* sky-sentry").use("grand-illusor").choose("dread-ned")
    assert t.row("ben") == "dread-ned+1* sky-sentry"


def test_full_protection_also_applies_to_the_owners_abilities():
    t = Laid("countess-decay", ada="dread-ned* sky-sentry").play("countess-decay")
    assert t.options == ["sky-sentry", "skip"] and t.why("dread-ned") == "protected"
    t = Laid("baron-bamboozle", ada="dread-ned* lurch-lad", ben="sky-sentry").play("baron-bamboozle")
    assert t.options == ["lurch-lad/sky-sentry", "skip"] and t.why("dread-ned/sky-sentry") == "protected"


@pytest.mark.parametrize(
    ("card", "place"), [("granite-gran", ""), ("shield-shake", "dread-ned"), ("titan-tart", "dread-ned")]
)
def test_a_player_may_decline_full_protection(card, place):
    t = Laid(card, ada="dread-ned").play(card, place)
    assert t.asked == ("ada", "ability") and t.options == ["use", "skip"]
    assert "*" not in t.choose("skip").row("ada") and t.told("does-not-use") == [{"p": "s0", "card": card}]


def test_a_monster_left_unprotected_can_be_swapped_by_its_owner():
    t = Laid("granite-gran duke-doppel", ben="prankle").play("granite-gran").choose("skip").discard()
    assert t.play("duke-doppel").options == ["granite-gran/prankle", "skip"]
    t = Laid("granite-gran duke-doppel", ben="prankle").use("granite-gran").discard()
    assert t.play("duke-doppel").asked == ("ben", "turn")


def test_a_monster_on_a_protected_place_cannot_swap_or_debuff_itself():
    row = "lurch-lad[shield-shake] nib-nudger rotlet grave-grub hook-hover"
    t = Laid("giggle-wisp", ada=row, ben="sky-sentry", status=SHIELDED).play("giggle-wisp", "lurch-lad")
    assert t.asked == ("ben", "turn") and t.told("nothing-to-do")
    t = Laid("rigor-morris", ada="nib-nudger[shield-shake] rotlet grave-grub shale-sal hook-hover", status=SHIELDED)
    t.play("rigor-morris", "nib-nudger")
    assert t.row("ada").startswith("rigor-morris*[shield-shake]") and not t.told("gives")


# ---- Raw hunger
def test_raw_hunger_is_the_number_on_the_card_without_tokens():
    t = Laid("dread-ned", ben="sky-sentry-3 nib-nudger+5 giggle-wisp").play("dread-ned")
    assert t.options == ["nib-nudger", "giggle-wisp", "skip"] and t.why("sky-sentry") == "raw-above"
    t = Laid("baron-bamboozle", ada="dread-ned-2", ben="giggle-wisp lurch-lad+3").play("baron-bamboozle")
    assert t.options == ["dread-ned/lurch-lad", "skip"] and t.why("dread-ned/giggle-wisp") == "raw-differs"


# ---- Why not
def test_why_not_explains_illegal_targets():
    t = Laid("shale-sal", ada="lurch-lad", ben="sky-sentry*[rock-rusk] dread-ned nib-nudger").play("shale-sal")
    assert t.why("trio-taffy") == "not-in-play" and t.why("dread-ned") == "wrong-side"
    t.choose("rock-rusk")
    assert t.asked == ("ada", "ability-next")
    assert t.why("sky-sentry") == "protected" and t.why("x/dread-ned") == "not-an-option"
    assert t.why("lurch-lad") == "wrong-side" and t.why("dread-ned") is None


def test_why_not_explains_a_swap_that_names_only_the_rivals_monster():
    t = Laid("baron-bamboozle", ada="dread-ned", ben="sky-sentry* lurch-lad mount-mumble").play("baron-bamboozle")
    assert t.options == ["dread-ned/lurch-lad", "skip"]
    assert t.why("sky-sentry") == "protected" and t.why("mount-mumble") == "wrong-side"


def test_why_not_names_no_limit_if_the_ability_has_no_target():
    t = Laid("rigor-morris", ben="sky-sentry").play("rigor-morris")
    assert t.options == ["use", "skip"] and t.why("sky-sentry") == "wrong-side"


def test_why_not_explains_impossible_swaps_and_choices():
    t = Laid("nib-nudger", ben="mount-mumble dread-ned").play("nib-nudger")
    assert t.why("mount-mumble") == "raw-above" and t.why("use") == "not-an-option"
    t = Laid(
        "baron-bamboozle",
        ada="dread-ned[rock-rusk,trio-taffy] nib-nudger",
        ben="sky-sentry lurch-lad[bolt-brittle,full-tray]",
    )
    t.play("baron-bamboozle").choose("dread-ned/sky-sentry")
    assert t.asked == ("ben", "too-many-snacks") and t.why("golden-gumbo") == "not-an-option"
