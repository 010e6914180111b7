"""Ghosts Love Candy has a sentence for each key of the rules, and the sentence describes what happened."""

import re

from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from cogs.ghosts_love_candy import labels
from cogs.ghosts_love_candy.text import WORDS
from engine import GAMES
from engine.ghosts_love_candy.abilities import VERBS, slots_of
from tests.cogs.ghosts_love_candy.evenings import NAMES
from tests.engine.ghosts_love_candy.street import Play
from tests.screens import LONG, SCREENS, table_of, tables_of

GAME = GAMES["ghosts-love-candy"]
FACE = GAME_UIS["ghosts-love-candy"]


def sentences(street: Play) -> list[str]:
    view = GAME.view(street.g)
    story = FACE.text_renderer(view, FACE.translator(NAMES[: street.g.players], view))
    return [story.sentence(event) for event in street.g.log]


def test_every_effect_with_a_choice_has_option_labels() -> None:
    asking = {name for name, verb in VERBS.items() if "haunt" in verb.when}
    named = {key.split(".")[0].removesuffix("-rival") for key in WORDS.names("label") if "." in key}
    assert asking == set(labels.PARTS) == named
    for verb in asking:
        constants = [sorted(map(str, allowed)) for allowed in VERBS[verb].constants]
        for first_word in constants[0] if constants else []:
            effect = (verb, first_word, *(words[0] for words in constants[1:]))
            assert len(slots_of(effect)) == len(labels.PARTS[verb])


def test_kids_in_a_stash_are_shown_with_what_they_count_there() -> None:
    """The Superhero adds a point to each kid below zero, so that the Zombie counts −3."""
    street = Play("Sticker Medic", kids={"A": "Towel Superhero, Soggy Zombie, Chef"})
    street.haunt("Sticker Medic")
    view = GAME.view(street.g, 0)
    translator = FACE.translator(NAMES[:3], view)
    assert "3 kids (−4)" in FACE.text_renderer(view, translator).seat_line(0)
    discarding = [FACE.labels(view, translator).label(view.question_of(0), kid) for kid in ("soggy-zombie", "chef")]
    assert [label.label for label in discarding] == ["Discard Soggy Zombie −3", "Discard Chef −1"]
    assert discarding[1].text == "−1 in a stash"


def test_log_lines_have_no_unfilled_placeholders() -> None:
    seen = set()
    for seats in GAME.seats:
        for seed in range(3):
            *_, g = tables_of(GAME, seats, seed)
            story = FACE.text_renderer(GAME.view(g), FACE.translator(LONG[:seats], GAME.view(g)))
            for event in g.log:
                seen.add(event.key)
                sentence = story.sentence(event)
                assert not re.search(r"[{}\[\]]|\bs\d\b", sentence) and not sentence.endswith(".")
    assert len(seen) > 20


def test_log_sentences_describe_the_moves() -> None:
    street = Play("Greedy Squirrel[2 gummies]", "Chef[licorice]", turn="A5")
    street.haunt("Greedy Squirrel")
    street.use("chef/licorice")
    assert sentences(street)[:2] == [
        "Ada haunts Greedy Squirrel with the 5 and takes 2 Gummies",
        "Ada takes Licorice from Chef",
    ]
    street = Play("Foil Astronaut", "Chef[licorice]", stash={"A": "gummies"})
    street.haunt("Foil Astronaut")
    street.use("gummies")
    assert sentences(street)[-1] == "Ada puts Gummies on Foil Astronaut and takes Licorice from Chef"
    street = Play("Soggy Zombie{B8 C3}", newcomers="Chef")
    street.haunt("Soggy Zombie")
    assert sentences(street)[-1] == "Soggy Zombie is scared (ghost total 12, Courage 12) and goes to Ada; Chef moves in"
    street = Play("Hose Hero{B2}")
    street.haunt("Hose Hero")
    street.use("hose-hero")
    assert sentences(street)[-1] == "Ada clears 2 ghosts from Hose Hero"


def test_a_player_moving_their_own_things_is_named_once() -> None:
    street = Play("Pajama Ninja", "Chef", turn="A5")
    street.haunt("Pajama Ninja")
    street.use("chef")
    assert sentences(street)[1] == "Ada moves their 5 from Pajama Ninja to Chef"
    for stash, option, told in (
        ("A", "chef/s1", "Ada moves Chef from their stash to Ben's"),
        ("B", "chef/s0", "Ada moves Chef from Ben's stash to Ada's"),
    ):
        street = Play("Skeleton", kids={stash: "Chef"})
        street.haunt("Skeleton")
        street.use(option)
        assert sentences(street)[1] == told
    street = Play("Broom Pilot", "Chef{B2}")
    street.haunt("Broom Pilot")
    street.use("chef/broom-pilot")
    assert sentences(street)[1] == "Ada moves Ben's 2 from Chef to Broom Pilot"


def test_the_log_lists_revealed_ghosts_and_tie_draws_by_player() -> None:
    g = GAME.deal(3, "ties")
    for seat, ghost in enumerate(["9", "7", "7"]):
        GAME.answer(g, seat, ghost)
    story = FACE.text_renderer(GAME.view(g), FACE.translator(NAMES[:3], GAME.view(g)))
    reveal, tie = map(story.sentence, g.log[1:3])
    assert reveal == "Ghosts revealed: Ada 9, Ben 7, Cara 7"
    assert re.fullmatch(
        r"(Ben|Cara) and (Ben|Cara) tied\. Each drew a kid\. \1's tie number (\d+) beats \2's (\d+), so \1 goes first",
        tie,
    )
    drawn = [int(number) for number in re.findall(r"\d+", tie)]
    assert drawn[0] > drawn[1]


def test_a_three_way_tie_lists_every_draw() -> None:
    g = GAME.deal(3, "ties")
    for seat in range(3):
        GAME.answer(g, seat, "7")
    story = FACE.text_renderer(GAME.view(g), FACE.translator(NAMES[:3], GAME.view(g)))
    tie = story.sentence(g.log[2])
    name = "Ada|Ben|Cara"
    assert re.fullmatch(
        rf"Tied players each drew a kid \(tie numbers: ({name}) \d\d, ({name}) \d\d, ({name}) \d\d\)\."
        r" \1 goes first, then \2, then \3",
        tie,
    ), tie


def test_the_log_distinguishes_too_few_kids_from_none_left_to_draw() -> None:
    g = GAME.deal(3, "ties")
    g.stashes[0].kids, g.kids = g.kids[:-1], g.kids[-1:]
    none = GAME.deal(3, "ties")
    none.stashes[0].kids, none.kids = none.kids, []
    for dealt, said in ((g, "Too few kids are left to draw"), (none, "No kids are left to draw")):
        for seat in range(3):
            GAME.answer(dealt, seat, "7")
        story = FACE.text_renderer(GAME.view(dealt), FACE.translator(NAMES[:3], GAME.view(dealt)))
        assert story.sentence(dealt.log[2]).startswith(f"{said}, so the order is random: ")


def test_only_the_player_who_looked_sees_the_love_card() -> None:
    street = Play("Tea-Leaf Seer", loves={"C": "love-b"})
    street.haunt("Tea-Leaf Seer")
    street.use("s2")
    session = table_of(GAME, street.g, NAMES[:3])
    loved = "Licorice 5, Candy Corn 4, Chocolate 3, Peppermint 2, Gummies 1, Lollipops 0"
    assert f"Cara's Love card: {loved}" in panel_message(SCREENS.posted(session, 0), False).text
    assert f"Cara's Love card: {loved}" in panel_message(SCREENS.posted(session, 0), True).alt
    others = [table_message(SCREENS.posted(session), []), panel_message(SCREENS.posted(session, 1), True)]
    assert "Ada looks at Cara's Love card" in others[0].below
    assert not any(loved in repr(message) for message in others)
