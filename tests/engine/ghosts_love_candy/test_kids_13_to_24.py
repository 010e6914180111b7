"""The stand-in deck's kids with the small numbers 13 to 24, including the facts sheet's fixtures."""

from tests.engine.ghosts_love_candy.street import Play, game, skipped


# ---- 13 Broom Pilot
def test_fixture_6_broom_pilot_moves_a_top_ghost_so_that_a_rival_gets_one() -> None:
    play = Play("Broom Pilot", "Fizzy Scientist{A5}", "Skeleton{B2 C9}", turn="A3")
    play.haunt("Broom Pilot")
    assert "broom-pilot/skeleton" not in play.options
    play.use("skeleton/fizzy-scientist")
    assert play.kids("C") == ["fizzy-scientist"] and play.ghosts("Skeleton") == "B2"
    assert play.told("moves-ghost") == [{"p": "A", "q": "C", "ghost": 9, "a": "skeleton", "b": "fizzy-scientist"}]


def test_broom_pilot_may_be_the_target_but_not_the_source() -> None:
    play = Play("Broom Pilot{B3}", "Chef[gummies]", "Skeleton{B2}", turn="A3")
    play.haunt("Broom Pilot")
    others = [kid for kid in play.row if kid != "skeleton"]
    assert play.options == ["skip", *(f"skeleton/{kid}" for kid in others)]
    play.use("skeleton/chef")
    assert play.ghosts("Chef") == "B2" and play.candy("Chef") == ["gummies"], "a moved ghost takes no candy"
    play = Play("Broom Pilot", "Skeleton{B2}", turn="A3")
    play.haunt("Broom Pilot")
    play.use("skeleton/broom-pilot")
    assert play.ghosts("Broom Pilot") == "A3 B2"


def test_broom_pilot_is_skipped_while_no_other_kid_is_haunted() -> None:
    play = Play("Broom Pilot{B3}")
    play.haunt("Broom Pilot")
    assert skipped(play, "broom-pilot")


# ---- 14 Fizzy Scientist, 20 Stern Dentist
def test_fixture_7_scientist_replaces_a_0_and_dentist_goes_below_0() -> None:
    for row, value in [
        ([], 0),
        (["Stern Dentist"], -1),
        (["Fizzy Scientist"], 3),
        (["Stern Dentist", "Fizzy Scientist"], 2),
        (["Fizzy Scientist", "Stern Dentist"], 2),
    ]:
        play = Play(*row, stash={"A": "2 lollipops"}, loves={"A": "love-b"}, last=True)
        play.wait()
        assert play.total("A") == 2 * value


def test_fizzy_scientist_changes_only_candies_with_a_printed_0() -> None:
    play = Play(
        "Fizzy Scientist", "Stern Dentist", stash={"A": "lollipops"}, loves={"A": "love-c"}, last=True
    )  # Lollipops 1
    play.wait()
    less = {"kids": ["stern-dentist"], "by": [-1], "replaced": [False]}
    assert play.lines("A") == [
        ("candy-changed", {"candy": "lollipops", "n": 1, "value": 0, **less}, 0),
    ]


# ---- 15 Cheerleader
def test_cheerleader_keeps_adjacent_kids_from_being_scared_but_not_herself() -> None:
    play = Play("Chef{A8 B7}", "Cheerleader{B9 C2}", "Skeleton", "Soggy Zombie{A9 C4}")
    play.wait()
    assert play.row[0] == "chef" and play.kids("C") == ["cheerleader", "soggy-zombie"]


# ---- 16 Foil Astronaut
def test_fixture_11_foil_astronaut_takes_adjacent_candy_for_one_of_yours() -> None:
    play = Play("Chef", "Foil Astronaut{B9}", "Skeleton[2 peppermint]", turn="A5", stash={"A": "candy-corn"})
    gone = len(play.g.candy_discard)
    play.haunt("Foil Astronaut")
    assert play.options == ["skip", "candy-corn"]
    play.use("candy-corn")
    assert play.stash("A") == ["peppermint", "peppermint"] and play.kids("A") == ["foil-astronaut"]
    assert play.g.candy_discard[gone:] == ["candy-corn"]
    assert play.told("pays-and-takes") == [
        {
            "p": "A",
            "candy": "candy-corn",
            "kid": "foil-astronaut",
            "candies": ["peppermint", "peppermint"],
            "a": "skeleton",
        }
    ]


def test_foil_astronaut_asks_which_neighbour_only_if_both_have_candy() -> None:
    row = ("Chef[gummies]", "Foil Astronaut", "Skeleton[2 peppermint]")
    play = Play(*row, stash={"A": "candy-corn, licorice"})
    play.haunt("Foil Astronaut")
    assert play.options == ["skip", "candy-corn", "licorice"]
    play.use("licorice")
    assert play.asked == ("A", "ability") and play.options == ["chef", "skeleton"]
    assert play.g.asks[0].fields == {"p": "s0", "kid": "foil-astronaut", "paid": "licorice"}
    play.use("chef")
    assert play.stash("A") == ["candy-corn", "gummies"] and play.candy("Foil Astronaut") == ["licorice"]


def test_foil_astronaut_is_skipped_without_adjacent_candy_or_payment() -> None:
    play = Play("Chef", "Foil Astronaut", "Skeleton", stash={"A": "candy-corn"})
    play.haunt("Foil Astronaut")
    assert skipped(play, "foil-astronaut")
    play = Play("Chef[gummies]", "Foil Astronaut")
    play.haunt("Foil Astronaut")
    assert skipped(play, "foil-astronaut")


# ---- 17 Pajama Ninja
def test_fixture_13_pajama_ninja_moves_the_new_ghost_to_another_kid() -> None:
    play = Play("Pajama Ninja{B9}", "Hose Hero{C4}[2 gummies]", turn="A7")
    gone = len(play.g.candy_discard)
    play.haunt("Pajama Ninja")
    assert play.options == ["skip", *play.row[1:]]
    play.use("hose-hero")
    assert play.kids("A") == ["hose-hero"] and play.stash("A") == []
    assert play.ghosts("Pajama Ninja") == "B9" and play.g.candy_discard[gone:] == ["gummies", "gummies"]
    assert play.told("moves-ghost") == [{"p": "A", "q": "A", "ghost": 7, "a": "pajama-ninja", "b": "hose-hero"}]
    assert play.asked == ("B", "haunt"), "Hose Hero's ability is not used"


def test_pajama_ninja_is_skipped_if_he_is_the_only_kid() -> None:
    play = Play("Pajama Ninja", "Chef")
    play.g.stashes[2].kids, play.g.row[2:] = play.row[2:], []
    play.g.row[1].kid = ""
    play.g.stashes[2].kids.append("chef")
    play.g = game.load(game.dump(play.g))
    assert play.told("can-do-nothing")[0] == {"p": "A", "kid": "pajama-ninja"}


# ---- 18 Gumball Machine
def test_gumball_machine_counts_minus_three_in_a_stash() -> None:
    play = Play(kids={"A": "Gumball Machine"}, last=True)
    play.wait()
    assert play.total("A") == -3


def test_gumball_machine_gives_nothing_at_the_row_end_or_without_candy() -> None:
    play = Play("Chef", "Hose Hero", "Skeleton", "Soggy Zombie", "Parcel Postie[gummies]", "Gumball Machine{A5 C6}")
    play.wait()
    assert play.kids("C") == ["gumball-machine"] and play.stash("C") == []
    assert play.told("can-do-nothing") == [{"p": "C", "kid": "gumball-machine"}]
    play = Play("Gumball Machine{A5 C6}", "Chef")
    play.wait()
    assert play.told("can-do-nothing") == [{"p": "C", "kid": "gumball-machine"}]


def test_gumball_machine_does_nothing_when_skeleton_moves_it_later() -> None:
    play = Play("Skeleton", "Chef[gummies]", kids={"B": "Gumball Machine"})
    play.haunt("Skeleton")
    play.use("gumball-machine/s2")
    assert play.stash("C") == [] and play.candy("Chef") == ["gummies"]


# ---- 19 Sticker Medic
def test_sticker_medic_discards_only_kids_from_your_own_stash() -> None:
    play = Play("Sticker Medic", kids={"A": "Chef, Tinsel Princess", "B": "Skeleton"})
    play.haunt("Sticker Medic")
    assert play.options == ["skip", "chef", "tinsel-princess"]
    play.use("chef")
    assert play.kids("A") == ["tinsel-princess"] and play.g.kid_discard == ["chef"]
    assert play.told("sends-home") == [{"p": "A", "kid": "chef"}]


def test_sticker_medic_is_skipped_while_your_stash_has_no_kid() -> None:
    play = Play("Sticker Medic", kids={"B": "Skeleton"})
    play.haunt("Sticker Medic")
    assert skipped(play, "sticker-medic")


# ---- 20 Stern Dentist
def test_score_lines_name_stern_dentist_as_a_cause() -> None:
    play = Play(
        "Fizzy Scientist", "Stern Dentist", stash={"A": "2 lollipops, licorice"}, loves={"A": "love-b"}, last=True
    )
    play.wait()
    by = {"kids": ["fizzy-scientist", "stern-dentist"], "by": [3, -1], "replaced": [True, False]}
    assert play.lines("A") == [
        ("candy-changed", {"candy": "lollipops", "n": 2, "value": 2, **by}, 4),
        ("candy", {"candy": "licorice", "n": 1, "value": 5}, 5),
    ]


# ---- 21 Parcel Postie
def test_parcel_postie_moves_all_candy_of_a_kid_onto_another() -> None:
    play = Play("Parcel Postie", "Chef[2 gummies]", "Skeleton{B9 C5}[licorice]", turn="A1")
    play.haunt("Parcel Postie")
    assert len(play.options) == 1 + 2 * 5 and "chef/chef" not in play.options
    assert {"chef/parcel-postie", "skeleton/chef"} <= {*play.options}, (
        "Postie himself and a kid without candy are targets"
    )
    play.use("chef/skeleton")
    assert play.candy("Chef") == [] and play.candy("Skeleton") == ["licorice", "gummies", "gummies"]
    assert play.told("moves-all-candy") == [{"p": "A", "candies": ["gummies", "gummies"], "a": "chef", "b": "skeleton"}]


def test_candy_moved_to_a_kid_about_to_be_scared_is_discarded() -> None:
    play = Play("Parcel Postie", "Chef[2 gummies]", "Skeleton{B9 C6}", turn="A1")
    gone = len(play.g.candy_discard)
    play.haunt("Parcel Postie")
    play.use("chef/skeleton")
    assert play.g.candy_discard[gone:] == ["gummies", "gummies"]


def test_parcel_postie_is_skipped_without_candy_in_the_row() -> None:
    play = Play("Parcel Postie[gummies]")
    play.haunt("Parcel Postie")
    assert skipped(play, "parcel-postie")


# ---- 22 Juice Vampire
def test_fixture_16_juice_vampire_takes_candy_from_an_adjacent_rival() -> None:
    stash = {"A": "peppermint", "B": "gummies, licorice", "C": "chocolate"}
    play = Play("Chef", "Juice Vampire{B3}", stash=stash, turn="A2")
    play.haunt("Juice Vampire")
    assert skipped(play, "juice-vampire"), "a ghost on the Vampire himself does not count"
    play = Play("Chef{B3 A5}", "Juice Vampire", stash=stash, turn="A2")
    play.haunt("Juice Vampire")
    assert play.options == ["skip", "s1/gummies", "s1/licorice"], "any rival's ghost in the pile counts"
    play.use("s1/licorice")
    assert play.stash("A") == ["peppermint", "licorice"] and play.stash("B") == ["gummies"]
    assert play.told("takes-candy-from-player") == [{"p": "A", "candy": "licorice", "q": "B"}]


def test_juice_vampire_is_skipped_if_adjacent_rivals_have_no_candy() -> None:
    play = Play("Chef{B3}", "Juice Vampire", stash={"C": "gummies"})
    play.haunt("Juice Vampire")
    assert skipped(play, "juice-vampire")


# ---- 23 Towel Superhero
def test_fixture_8_towel_superhero_counts_0_and_raises_kids_below_0_by_one() -> None:
    kids = "Towel Superhero, Tinsel Princess, Soggy Zombie, Skeleton, Gumball Machine"
    play = Play(
        "Chef",
        "Hose Hero",
        "Parcel Postie",
        "Broom Pilot",
        "Sticker Medic",
        "Glitter Fairy",
        kids={"A": kids},
        last=True,
    )
    play.haunt("Glitter Fairy")
    values = {"kids": ["towel-superhero", "tinsel-princess", "soggy-zombie", "skeleton", "gumball-machine"]}
    assert play.lines("A") == [
        ("ghosts-on", {"kid": "glitter-fairy", "n": 1, "each": 2}, 2),
        ("stash-kids", {**values, "values": [0, 2, -4, -2, -3]}, -7),
        ("kids-gain", {"kid": "towel-superhero", "n": 3, "each": 1}, 3),
    ]


def test_towel_superhero_alone_adds_no_score_line() -> None:
    play = Play(kids={"A": "Towel Superhero"}, last=True)
    play.wait()
    assert [key for key, _, _ in play.lines("A")] == ["stash-kids"] and play.total("A") == 0


# ---- 24 Top-Hat Trickster
def test_fixture_5_top_hat_trickster_swaps_kids_but_not_ghosts_and_candy() -> None:
    play = Play("Top-Hat Trickster", "Chef{B5 C7}[gummies]", "Hose Hero", turn="A1")
    gone = len(play.g.candy_discard)
    play.haunt("Top-Hat Trickster")
    assert len(play.options) == 1 + 15 and "top-hat-trickster+chef" in play.options
    play.use("chef+hose-hero")
    assert play.kids("C") == ["hose-hero"] and play.row[2] == "chef" and play.ghosts("Chef") == ""
    assert play.g.candy_discard[gone:] == ["gummies"]
    assert play.told("swaps-kids") == [{"p": "A", "a": "chef", "b": "hose-hero"}]
    assert not play.told("clears-ghosts"), "a kid that was swapped does not use its ability"


def test_top_hat_trickster_may_swap_himself() -> None:
    play = Play("Top-Hat Trickster", "Glitter Fairy{B5}", turn="A9")
    play.haunt("Top-Hat Trickster")
    play.use("top-hat-trickster+glitter-fairy")
    assert play.row[:2] == ["glitter-fairy", "top-hat-trickster"]
    assert (play.ghosts("Glitter Fairy"), play.ghosts("Top-Hat Trickster")) == ("A9", "B5")
