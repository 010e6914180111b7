"""The stand-in deck, and its kids with the small numbers 1 to 12, including the facts sheet's fixtures."""

from engine.ghosts_love_candy.cards import DECKS
from engine.ghosts_love_candy.state import LOVES
from tests.engine.ghosts_love_candy.street import Play, game, skipped


def test_the_stand_in_deck_matches_the_facts_sheet() -> None:
    deck = DECKS["hob"]
    assert deck.source == "house"
    assert [kid.tie for kid in deck.values()] == [*range(1, 25)]
    assert [(kid.id, kid.courage, kid.stash) for kid in deck.values()] == [
        ("skeleton", 15, -2),
        ("glitter-fairy", 16, -2),
        ("greedy-squirrel", 15, -2),
        ("soggy-zombie", 12, -4),
        ("chef", 15, -2),
        ("hose-hero", 11, -2),
        ("cardboard-robot", 14, -2),
        ("three-ball-juggler", 12, -2),
        ("scruffy-scarecrow", 13, -2),
        ("bathtub-pirate", 14, -2),
        ("tinsel-princess", 14, 2),
        ("tea-leaf-seer", 10, -2),
        ("broom-pilot", 13, -2),
        ("fizzy-scientist", 12, -2),
        ("cheerleader", 10, -2),
        ("foil-astronaut", 14, -2),
        ("pajama-ninja", 14, -2),
        ("gumball-machine", 11, -3),
        ("sticker-medic", 13, -2),
        ("stern-dentist", 13, -2),
        ("parcel-postie", 12, -2),
        ("juice-vampire", 15, -2),
        ("towel-superhero", 13, 0),
        ("top-hat-trickster", 11, -2),
    ]
    moments = [kid.when for kid in deck.values()]
    assert [moments.count(when) for when in ("haunt", "in-row", "scared", "end-row", "stash")] == [14, 2, 1, 4, 3]
    assert {kid.id for kid in deck.values() if kid.box == "blue" and not kid.may} == {"skeleton", "bathtub-pirate"}


# ---- 1 Skeleton
def test_skeleton_moves_a_kid_from_any_stash_to_another_players_stash() -> None:
    play = Play("Skeleton", kids={"A": "Cheerleader", "C": "Chef, Broom Pilot"})
    play.haunt("Skeleton")
    assert play.options == [
        *("cheerleader/s1", "cheerleader/s2"),
        *("chef/s0", "chef/s1", "broom-pilot/s0", "broom-pilot/s1"),
    ]
    play.use("chef/s1")
    assert (play.kids("B"), play.kids("C")) == (["chef"], ["broom-pilot"])
    assert play.told("moves-kid") == [{"p": "A", "kid": "chef", "a": "C", "b": "B"}]


def test_fixture_12_skeleton_must_give_away_your_own_only_princess() -> None:
    play = Play("Skeleton", kids={"A": "Tinsel Princess"})
    play.haunt("Skeleton")
    assert play.options == ["tinsel-princess/s1", "tinsel-princess/s2"]


def test_skeleton_is_skipped_while_no_stash_has_a_kid() -> None:
    play = Play("Skeleton")
    play.haunt("Skeleton")
    assert skipped(play, "skeleton")


def test_skeleton_cannot_move_a_kid_scared_in_the_same_turn() -> None:
    play = Play("Skeleton{B9}", turn="A8")
    play.haunt("Skeleton")
    assert skipped(play, "skeleton") and play.kids("A") == ["skeleton"]


# ---- 2 Glitter Fairy
def test_glitter_fairy_gives_two_points_for_each_ghost_on_her_at_the_end() -> None:
    play = Play("Glitter Fairy{A5 B2 A3}", last=True)
    play.wait()
    assert play.lines("A") == [("ghosts-on", {"kid": "glitter-fairy", "n": 2, "each": 2}, 4)]
    assert (play.total("A"), play.total("B"), play.total("C")) == (4, 2, 0)


# ---- 3 Greedy Squirrel
def test_greedy_squirrel_takes_one_candy_from_an_adjacent_kid() -> None:
    play = Play("Chef[2 gummies, licorice]", "Greedy Squirrel[chocolate]", "Skeleton[peppermint]", "Hose Hero[gummies]")
    play.haunt("Greedy Squirrel")
    assert play.options == ["skip", "chef/gummies", "chef/licorice", "skeleton/peppermint"]
    play.use("chef/gummies")
    assert play.stash("A") == ["chocolate", "gummies"] and play.candy("Chef") == ["gummies", "licorice"]
    assert play.told("takes-candy") == [{"p": "A", "candy": "gummies", "kid": "chef"}]


def test_greedy_squirrel_needs_adjacent_candy_and_rows_do_not_wrap() -> None:
    play = Play("Greedy Squirrel", "Skeleton", "Chef[gummies]", "Hose Hero", "Tinsel Princess", "Soggy Zombie[gummies]")
    play.haunt("Greedy Squirrel")
    assert skipped(play, "greedy-squirrel")


# ---- 4 Soggy Zombie
def test_soggy_zombie_counts_minus_four_in_a_stash() -> None:
    play = Play(kids={"A": "Soggy Zombie"}, last=True)
    play.wait()
    assert play.lines("A") == [("stash-kids", {"kids": ["soggy-zombie"], "values": [-4]}, -4)]


# ---- 5 Chef
def test_chef_trades_a_candy_of_yours_for_one_on_any_kid() -> None:
    play = Play("Chef", "Skeleton[2 gummies]", "Hose Hero[licorice]", stash={"A": "gummies, chocolate"})
    play.haunt("Chef")
    assert play.options == [
        "skip",
        *("gummies/skeleton/gummies", "gummies/hose-hero/licorice"),
        *("chocolate/skeleton/gummies", "chocolate/hose-hero/licorice"),
    ]
    play.use("chocolate/hose-hero/licorice")
    assert play.stash("A") == ["gummies", "licorice"] and play.candy("Hose Hero") == ["chocolate"]
    assert play.told("trades-with-kid") == [{"p": "A", "give": "chocolate", "take": "licorice", "kid": "hose-hero"}]


def test_chef_may_trade_equal_types_which_changes_nothing() -> None:
    play = Play("Chef", "Skeleton[gummies]", stash={"A": "gummies"})
    play.haunt("Chef")
    play.use("gummies/skeleton/gummies")
    assert play.stash("A") == ["gummies"] and play.candy("Skeleton") == ["gummies"]


def test_chef_is_skipped_while_your_stash_or_the_row_has_no_candy() -> None:
    play = Play("Chef", "Skeleton[gummies]")
    play.haunt("Chef")
    assert skipped(play, "chef")
    play = Play("Chef[gummies]", stash={"A": "gummies"})
    play.haunt("Chef")
    assert skipped(play, "chef"), "his own candy has just been taken"


# ---- 6 Hose Hero
def test_hose_hero_discards_all_ghosts_here_or_on_an_adjacent_kid() -> None:
    play = Play("Chef{A9 B2}", "Hose Hero{C2}", "Skeleton", "Tinsel Princess{B9}")
    play.haunt("Hose Hero")
    assert play.options == ["skip", "chef", "hose-hero"]
    play.use("chef")
    assert play.ghosts("Chef") == "" and play.g.ghost_discard == [(0, 9), (1, 2)]
    assert play.told("clears-ghosts") == [{"p": "A", "n": 2, "kid": "chef"}]


def test_fixture_14_hose_hero_may_save_himself_from_being_scared() -> None:
    play = Play("Hose Hero{B8}", turn="A9")
    play.haunt("Hose Hero")
    play.use("hose-hero")
    assert play.row[0] == "hose-hero" and play.kids("A") == [] and play.ghosts("Hose Hero") == ""


# ---- 7 Cardboard Robot
def test_fixture_9_cardboard_robot_scores_five_per_set_besides_candies() -> None:
    stash = "2 candy-corn, 2 peppermint, 2 lollipops, 3 gummies, 2 chocolate, 2 licorice"
    play = Play("Cardboard Robot", stash={"A": stash}, loves={"A": "love-a"}, last=True)
    play.wait()
    assert ("sets", {"kid": "cardboard-robot", "n": 2, "each": 5}, 10) in play.lines("A")
    assert play.total("A") == 42 and play.lines("B") == []


# ---- 8 Three-Ball Juggler
def test_three_ball_juggler_trades_a_candy_with_the_next_player() -> None:
    stash = {"A": "gummies", "B": "licorice, chocolate", "C": "peppermint"}
    play = Play("Three-Ball Juggler", turn="B1", stash=stash)
    play.haunt("Three-Ball Juggler")
    assert play.options == ["skip", "chocolate/peppermint", "licorice/peppermint"]
    play = Play("Three-Ball Juggler", turn="C1", stash=stash)
    play.haunt("Three-Ball Juggler")
    assert play.options == ["skip", "peppermint/gummies"], "after the last seat comes the first"
    play.use("peppermint/gummies")
    assert (play.stash("C"), play.stash("A")) == (["gummies"], ["peppermint"])
    assert play.told("trades-with-player") == [{"p": "C", "give": "peppermint", "take": "gummies", "q": "A"}]


def test_three_ball_juggler_is_skipped_while_either_stash_is_empty() -> None:
    for stash in ({"A": "gummies", "C": "gummies"}, {"B": "gummies"}):
        play = Play("Three-Ball Juggler", stash=stash)
        play.haunt("Three-Ball Juggler")
        assert skipped(play, "three-ball-juggler")


# ---- 9 Scruffy Scarecrow
def test_scruffy_scarecrow_takes_three_courage_from_adjacent_kids() -> None:
    play = Play("Chef{A9 B3}", "Scruffy Scarecrow{B9 C3}", "Skeleton{A8 C4}", "Glitter Fairy{C9}")
    play.wait()
    assert play.kids("B") == ["chef"] and play.told("is-scared")[0]["courage"] == 12
    assert play.kids("C") == ["skeleton"] and play.row[1] == "scruffy-scarecrow"


# ---- 10 Bathtub Pirate
def test_bathtub_pirate_makes_a_richer_rival_pick_a_candy_for_you() -> None:
    stash = {"A": "gummies", "B": "2 licorice, chocolate", "C": "2 peppermint"}
    play = Play("Bathtub Pirate", stash=stash)
    play.haunt("Bathtub Pirate")
    assert play.options == ["s1", "s2"]
    play.use("s1")
    assert play.asked == ("B", "hand-over") and play.options == ["chocolate", "licorice"]
    assert play.g.asks[1].fields == {"p": "s1", "q": "s0", "kid": "bathtub-pirate"} and not play.g.asks[1].secret
    play.give("licorice")
    assert play.stash("A") == ["gummies", "licorice"] and play.stash("B") == ["licorice", "chocolate"]
    assert play.told("asks-for-candy") == [{"p": "A", "q": "B", "candy": "licorice"}]
    assert play.asked == ("B", "haunt")


def test_fixture_15_more_candy_counts_after_taking_and_excludes_ties() -> None:
    play = Play("Bathtub Pirate", stash={"A": "gummies", "B": "licorice"})
    play.haunt("Bathtub Pirate")
    assert skipped(play, "bathtub-pirate")
    play = Play("Bathtub Pirate[gummies]", stash={"A": "gummies", "B": "licorice, chocolate"})
    play.haunt("Bathtub Pirate")
    assert skipped(play, "bathtub-pirate")
    play = Play("Bathtub Pirate", stash={"A": "gummies", "B": "licorice, chocolate"})
    play.haunt("Bathtub Pirate")
    assert play.asked == ("B", "hand-over"), "the only richer rival is chosen automatically"


def test_with_one_type_of_candy_the_rival_has_no_choice() -> None:
    play = Play("Bathtub Pirate", stash={"B": "2 licorice"})
    play.haunt("Bathtub Pirate")
    assert play.stash("A") == ["licorice"] and play.asked == ("B", "haunt")


# ---- 11 Tinsel Princess
def test_tinsel_princess_counts_plus_two_in_a_stash() -> None:
    play = Play(kids={"A": "Skeleton, Tinsel Princess"}, last=True)
    play.wait()
    assert play.lines("A") == [("stash-kids", {"kids": ["skeleton", "tinsel-princess"], "values": [-2, 2]}, 0)]


# ---- 12 Tea-Leaf Seer
def test_tea_leaf_seer_shows_only_you_a_rivals_love_card_for_the_game() -> None:
    play = Play("Tea-Leaf Seer", loves={"B": "love-b"})
    play.haunt("Tea-Leaf Seer")
    assert play.options == ["skip", "s1", "s2"] and not play.g.asks[0].secret
    play.use("s1")
    assert play.told("looks") == [{"p": "A", "q": "B"}]
    assert [event for event in play.g.log if event.to is not None] == [
        ("loves", {"q": "s1", "candies": LOVES["love-b"]}, 0)
    ]
    assert game.view(play.g, 0).loves.keys() == {0, 1}
    assert game.view(play.g, 0).loves[1]["licorice"] == 5
    assert game.view(play.g, 2).loves.keys() == {2} and game.view(play.g).loves == {}
    assert "loves" not in [event.key for event in game.events(play.g, 1)]


def test_tea_leaf_seer_may_look_at_the_same_card_again() -> None:
    play = Play("Tea-Leaf Seer")
    play.g.seen[0] = [1]
    play.haunt("Tea-Leaf Seer")
    play.use("s1")
    assert play.g.seen[0] == [1] and play.told("loves")
