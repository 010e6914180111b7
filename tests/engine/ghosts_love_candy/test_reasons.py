"""Reasons why an option isn't available; they come from the conditions that build the options."""

import pytest

from tests.engine.ghosts_love_candy.street import Play, game


def test_a_ghost_played_or_returned_to_the_box_cannot_be_chosen() -> None:
    g = game.deal(3, seed="ghosts")
    g.hands[0].remove(7)
    g.ghost_discard.append((0, 7))
    g = game.load(game.dump(g))
    assert game.why_not(g, 0, "7") == ("already-played", {"ghost": 7})
    assert game.why_not(g, 1, "7") is None
    assert game.why_not(game.deal(5, seed="ghosts"), 0, "4") == ("back-in-the-box", {"ghost": 4})
    for option in ("10", "chef", ""):
        assert game.why_not(g, 0, option) == ("not-an-option", {})


def test_changing_an_early_choice_to_an_illegal_one_gives_a_reason() -> None:
    g = game.deal(5, seed="ghosts")
    game.answer(g, 0, "5")
    assert game.why_not(g, 0, "6") == ("back-in-the-box", {"ghost": 6})


def test_only_kids_in_the_row_can_be_haunted() -> None:
    play = Play("Chef", turn="A5", kids={"B": "Skeleton"})
    assert play.why_not("A", "chef") is None
    assert play.why_not("A", "skeleton") == ("no-such-kid", {"kid": "skeleton"})
    for nothing in ("", "xyz", "s1", "gummies"):
        assert play.why_not("A", nothing) == ("not-an-option", {})


def test_a_player_not_asked_gets_only_that_reason() -> None:
    play = Play("Chef", turn="A5")
    assert play.why_not("B", "chef") == ("not-asked", {})


def reasons(play: Play, kid: str, *options: str) -> list[tuple[str, dict[str, str]]]:
    play.haunt(kid)
    assert play.asked == ("A", "ability") and not {*options} & {*play.options}
    return [play.why_not("A", option) for option in options]


def test_mandatory_choices_cannot_be_declined() -> None:
    play = Play("Skeleton", kids={"A": "Chef"})
    assert reasons(play, "Skeleton", "skip") == [("must-use", {"kid": "skeleton"})]


def test_greedy_squirrel_needs_an_adjacent_kid_with_the_chosen_candy() -> None:
    play = Play("Greedy Squirrel", "Chef[gummies]", "Hose Hero[licorice]")
    assert reasons(
        play, "Greedy Squirrel", "hose-hero/licorice", "chef/licorice", "skeleton/gummies", "chef", "greedy-squirrel/x"
    ) == [
        ("not-adjacent", {"kid": "hose-hero"}),
        ("candy-not-there", {"candy": "licorice", "place": "chef"}),
        ("no-such-kid", {"kid": "skeleton"}),
        ("not-an-option", {}),
        ("not-adjacent", {"kid": "greedy-squirrel"}),
    ]


def test_a_kid_without_candy_gives_none() -> None:
    play = Play("Chef[gummies]", "Greedy Squirrel", "Hose Hero")
    assert reasons(play, "Greedy Squirrel", "hose-hero/licorice") == [("no-candy-there", {"place": "hose-hero"})]


def test_you_cannot_trade_candy_you_do_not_have() -> None:
    play = Play("Chef", "Hose Hero[licorice]", stash={"A": "gummies"})
    assert reasons(play, "Chef", "licorice/hose-hero/licorice", "gummies/chef/gummies") == [
        ("candy-not-there", {"candy": "licorice", "place": "s0"}),
        ("no-candy-there", {"place": "chef"}),
    ]


def test_nonsense_instead_of_candy_is_not_an_option() -> None:
    play = Play("Chef", "Hose Hero[licorice]", stash={"A": "gummies"})
    nonsense = ["hose-hero", "xyz", "gummies/hose-hero/chef", "gummies/xyz"]
    assert reasons(play, "Chef", *nonsense) == [("not-an-option", {})] * 4
    play = Play("Bathtub Pirate", stash={"B": "licorice, gummies"})
    play.haunt("Bathtub Pirate")
    assert play.why_not("B", "xyz") == ("not-an-option", {})
    play = Play("Chef[gummies]", "Foil Astronaut", "Skeleton[gummies]", stash={"A": "chocolate"})
    play.haunt("Foil Astronaut")
    play.use("chocolate")
    assert play.why_not("A", "gummies") == ("not-an-option", {})


def test_the_reason_skips_the_implied_rival_of_an_option() -> None:
    play = Play("Three-Ball Juggler", stash={"A": "gummies", "B": "licorice"})
    assert reasons(play, "Three-Ball Juggler", "gummies/chocolate") == [
        ("candy-not-there", {"candy": "chocolate", "place": "s1"})
    ]


def test_broom_pilot_needs_a_haunted_source_and_a_different_target() -> None:
    play = Play("Broom Pilot", "Chef{B2}", "Hose Hero")
    assert reasons(play, "Broom Pilot", "hose-hero/chef", "chef/chef", "broom-pilot/chef") == [
        ("no-ghost-there", {"kid": "hose-hero"}),
        ("not-this-kid", {"kid": "chef"}),
        ("not-this-kid", {"kid": "broom-pilot"}),
    ]


def test_bathtub_pirate_needs_a_richer_rival() -> None:
    play = Play(
        "Bathtub Pirate", players=4, stash={"A": "gummies", "B": "2 licorice", "C": "gummies", "D": "2 gummies"}
    )
    assert reasons(play, "Bathtub Pirate", "s2", "s0", "s4", "chef") == [
        ("not-richer", {"q": "s2"}),
        ("not-yourself", {}),
        ("not-an-option", {}),
        ("not-an-option", {}),
    ]


def test_a_rival_can_give_only_candy_they_have() -> None:
    play = Play("Bathtub Pirate", stash={"B": "licorice, gummies"})
    play.haunt("Bathtub Pirate")
    assert play.why_not("B", "chocolate") == ("candy-not-there", {"candy": "chocolate", "place": "s1"})


def test_a_rival_must_haunt_next_to_the_kid_and_have_candy() -> None:
    play = Play("Chef{B3 C2}", "Juice Vampire", players=4, stash={"B": "gummies", "D": "licorice"})
    assert reasons(play, "Juice Vampire", "s3/licorice", "s2/gummies", "s1/licorice") == [
        ("no-ghost-beside", {"q": "s3"}),
        ("no-candy-there", {"place": "s2"}),
        ("candy-not-there", {"candy": "licorice", "place": "s1"}),
    ]


def test_a_stash_kid_must_go_to_another_player() -> None:
    play = Play("Skeleton", kids={"A": "Chef"})
    assert reasons(play, "Skeleton", "chef/s0", "chef/s7", "hose-hero/s1") == [
        ("somebody-else", {"q": "s0"}),
        ("not-an-option", {}),
        ("not-in-a-stash", {"kid": "hose-hero"}),
    ]


def test_only_your_own_stash_kid_can_be_sent_home() -> None:
    play = Play("Sticker Medic", kids={"A": "Chef", "B": "Skeleton"})
    assert reasons(play, "Sticker Medic", "skeleton") == [("not-your-kid", {"kid": "skeleton"})]


def test_a_kid_cannot_swap_with_itself_or_a_kid_outside_the_row() -> None:
    play = Play("Top-Hat Trickster", "Chef", kids={"A": "Skeleton"})
    assert reasons(play, "Top-Hat Trickster", "chef+chef", "chef+skeleton", "chef") == [
        ("not-this-kid", {"kid": "chef"}),
        ("no-such-kid", {"kid": "skeleton"}),
        ("not-an-option", {}),
    ]


def test_foil_astronaut_takes_candy_only_from_an_adjacent_kid() -> None:
    play = Play("Chef[gummies]", "Foil Astronaut", "Hose Hero[licorice]", "Skeleton[gummies]", stash={"A": "chocolate"})
    play.haunt("Foil Astronaut")
    assert play.why_not("A", "gummies") == ("candy-not-there", {"candy": "gummies", "place": "s0"})
    play.use("chocolate")
    assert play.why_not("A", "skeleton") == ("not-adjacent", {"kid": "skeleton"})
    assert play.why_not("A", "foil-astronaut") == ("not-this-kid", {"kid": "foil-astronaut"})


@pytest.mark.parametrize("players", [3, 6])
def test_legal_options_have_no_reason(players: int) -> None:
    play = Play(players=players)
    assert [play.why_not("A", option) for option in play.options] == [None] * len(play.options)
