"""Everything that Ghosts Love Candy shows, over the states of random games."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.message import Button, Menu, Message
from cogs.faces import FACES
from cogs.ghosts_love_candy import options as labels
from cogs.ghosts_love_candy import words as said
from cogs.lookup import Lookup
from cogs.ui.words import Plural, Words
from engine import GAMES
from engine.ghosts_love_candy.abilities import VERBS, slots_of
from engine.ghosts_love_candy.cards import DECKS, Kid
from tests.games.ghosts_love_candy.street import Play
from tests.screens import LONG, SCREENS, BareDesk, BareMore, faults, faults_of_tables, reached, table_of, tables_of

GAME = GAMES["ghosts-love-candy"]
FACE = FACES["ghosts-love-candy"]
RULES = [ast.parse(file.read_text(encoding="utf-8")) for file in Path("engine/ghosts_love_candy").glob("*.py")]
ADA = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn"]


def called(name: str) -> Iterator[ast.Call]:
    for tree in RULES:
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) == name:
                yield call


def constants(node: ast.AST) -> Iterator[str]:
    """The strings that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def first(name: str, place: int = 0) -> set[str]:
    return {text for call in called(name) if len(call.args) > place for text in constants(call.args[place])}


def fields_in(template: object) -> set[str]:
    texts = [template.one, template.other] if isinstance(template, Plural) else [str(template)]
    return {field for text in texts for field in re.findall(r"{(\w+)", text)}


def rows_of(street: Play, seat: int | None = None) -> list[object]:
    """The table's rows, or those of a seat's panel, without the one that always stands there."""
    live = table_of(GAME, street.g, ADA[: street.g.players])
    message = SCREENS.table(live, []) if seat is None else SCREENS.panel(live, seat, True)
    return list(message.rows[:-1])


def texts(row: object) -> list[str]:
    if isinstance(row, Menu):
        return [choice.label for choice in row.choices]
    assert isinstance(row, tuple)
    return [button.label for button in row]


def sentences(street: Play) -> list[str]:
    names = Words(ADA[: street.g.players], FACE.things(GAME.view(street.g)))
    return [FACE.sentence(event, names) for event in street.g.log]


# ---- words
def test_every_line_of_the_log_has_its_sentence() -> None:
    assert first("tell") == set(said.LOG)


def test_every_reason_has_its_sentence() -> None:
    reasons: set[str] = set()
    for tree in RULES:
        for pair in ast.walk(tree):
            if isinstance(pair, ast.Tuple) and len(pair.elts) == 2 and isinstance(pair.elts[1], ast.Dict):
                reasons |= {*constants(pair.elts[0])}
    assert reasons == set(said.WHY)


def test_every_question_and_every_line_of_the_score_has_its_sentence() -> None:
    assert first("Ask", 1) == set(said.SAY) == set(said.NOW)
    keys = {
        text for call in called("Line") for word in call.keywords if word.arg == "key" for text in constants(word.value)
    }
    assert keys == set(said.LINES)


def test_every_verb_that_a_card_may_use_names_its_options() -> None:
    asking = {name for name, verb in VERBS.items() if "haunt" in verb.when}
    assert asking == set(labels.PARTS) == {name.removesuffix("-rival") for name in said.OPTIONS}
    for verb in asking:
        constants = [sorted(map(str, allowed)) for allowed in VERBS[verb].constants]
        for first_word in constants[0] if constants else []:
            effect = (verb, first_word, *(words[0] for words in constants[1:]))
            assert len(slots_of(effect)) == len(labels.PARTS[verb])


def test_each_line_of_the_log_fills_all_its_fields() -> None:
    seen = set()
    for seats in GAME.seats:
        for seed in range(3):
            *_, g = tables_of(GAME, seats, seed)
            names = Words(LONG[:seats], FACE.things(GAME.view(g)))
            for event in g.log:
                seen.add(event.key)
                sentence = FACE.sentence(event, names)
                assert not re.search(r"[{}\[\]]|\bs\d\b", sentence) and not sentence.endswith(".")
                assert fields_in(said.LOG[event.key]) <= {*event.fields, "shown", "first", "rest"}
    assert set(said.LOG) - seen <= {"tie-at-random", "haunts-nobody", "is-scared-for-good", "reshuffled"}


def test_sentences_of_the_log() -> None:
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
    assert sentences(street)[-1] == "Soggy Zombie is scared (12 of 12) and goes to Ada; Chef moves in"
    street = Play("Hose Hero{B2}")
    street.haunt("Hose Hero")
    street.use("hose-hero")
    assert sentences(street)[-1] == "Ada clears 2 ghosts from Hose Hero"


def test_ghosts_and_ties_are_told_player_by_player() -> None:
    g = GAME.deal(3, "ties")
    for seat, ghost in enumerate(["9", "7", "7"]):
        GAME.answer(g, seat, ghost)
    names = Words(ADA[:3], FACE.things(GAME.view(g)))
    reveal, tie = [FACE.sentence(event, names) for event in g.log[1:3]]
    assert reveal == "All reveal: Ada 9, Ben 7, Cara 7"
    assert re.fullmatch(r"(Ben|Cara) draws (\d\d), (Ben|Cara) (\d\d): \1 goes before \3", tie)
    drawn = re.findall(r"\d\d", tie)
    assert drawn[0] > drawn[1]


def test_only_who_looked_reads_the_love_card() -> None:
    street = Play("Tea-Leaf Seer", loves={"C": "love-b"})
    street.haunt("Tea-Leaf Seer")
    street.use("s2")
    live = table_of(GAME, street.g, ADA[:3])
    loved = "Licorice 5, Candy Corn 4, Chocolate 3, Peppermint 2, Gummies 1, Lollipops 0"
    assert f"Cara's Love card: {loved}" in SCREENS.panel(live, 0, True).text
    others = [SCREENS.table(live, []), SCREENS.panel(live, 1, True)]
    assert "Ada looks at Cara's Love card" in others[0].text
    assert not any(loved in repr(message) for message in others)


# ---- whole messages
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_message_of_random_games_is_what_discord_takes(seats: int) -> None:
    for seed in range(2):
        for number, g in enumerate(tables_of(GAME, seats, seed)):
            if number % 4 == 0 or not g.asks:
                assert faults_of_tables(GAME, g, LONG) == []


def test_lobby_rules_and_look_ups_fit() -> None:
    lookup = Lookup(BareDesk())
    lobby = SCREENS.table(table_of(GAME, None, LONG[:6]), [])
    assert faults(lobby) == [] and "Kid deck: Hob's own" in lobby.text and "stand-in" in lobby.footer
    live = table_of(GAME, Play("Chef[gummies]").g, ADA[:3])
    pages = ["now", *(page.slug for page in lookup.pages(FACE))]
    assert len(pages) <= 25 and len(set(pages)) == len(pages) and {"cards", "rulings"} <= {*pages}
    for slug in pages:
        message = lookup.rules_message(FACE, live, 0, slug)
        assert faults(message) == [] and 100 < len(message.text) <= 3900
    assert 0 < len(FACE.guide) <= 6
    for card in GAME.cards().values():
        text = FACE.card_words(card)
        message = Message(title=card.name, text=text, picture=FACE.art.card(card), alt=f"{card.name}: {text}")
        assert faults(message) == [] and card.text in text


def test_the_rules_tell_every_chapter_of_the_rulebook() -> None:
    text = " ".join(page.text for page in FACE.pages)
    for words in (
        "eight rounds",
        "six rounds",
        "ghosts 4 and 6 go back to the box",
        "**1. Place candy.**",
        "**2. Choose a ghost.**",
        "**3. Order of turns.**",
        "small number",
        "**1. Place your ghost**",
        "**2. Take candy.**",
        "**3. The kid's ability.**",
        "**4. Scare kids.**",
        "Courage or more",
        "−2 for each kid in the stash",
        "“BOO!”",
    ):
        assert words in text
    for kid in DECKS["hob"].values():
        assert f"{kid.tie:02} {kid.name}**" in text and kid.text in text


def test_the_rules_page_now_tells_what_is_not_possible_and_why() -> None:
    lookup = Lookup(BareDesk())
    street = Play("Greedy Squirrel", "Chef[gummies]", "Skeleton[gummies]")
    street.haunt("Greedy Squirrel")
    text = lookup.rules_message(FACE, table_of(GAME, street.g, ADA[:3]), 0, "now").text
    assert "• **Gummies from Chef**: Chef 0/15: no ghosts, Gummies" in text
    assert "• Skeleton does not stand beside the kid that you haunt." in text
    g = GAME.deal(5, "box")
    text = lookup.rules_message(FACE, table_of(GAME, g, ADA[:5]), 0, "now").text
    assert "The 4 is back in the box: five or six players play without 4 and 6." in text


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_table_in_words_is_complete(seats: int) -> None:
    more = BareMore()
    for number, g in enumerate(tables_of(GAME, seats, 5)):
        if number % 6:
            continue
        text = more.in_words(table_of(GAME, g, LONG[:seats]))
        assert len(text) <= 4096
        view = GAME.view(g)
        for place, spot in enumerate(view.row, 1):
            kid = DECKS["hob"][spot.kid]
            assert f"{place}. **{kid.name}**, {spot.haunted} of Courage {spot.courage}: " in text and kid.short in text
        for stash in view.stashes:
            assert all(DECKS["hob"][kid].name in text for kid in stash.kids)
        assert f"{view.kids_left} kid" in text
        assert text.count("ghosts in hand: ") == seats
        assert ("Kids: none." in text) == (not view.kid_discard)
        assert ("Candy: none." in text) == (not view.candy_discard)


# ---- controls
@pytest.mark.parametrize(
    ("seats", "shape"),
    [(3, ["123", "456", "789"]), (4, ["123", "456", "789"]), (5, ["1235", "789"]), (6, ["1235", "789"])],
)
def test_the_keypad_has_fixed_places(seats: int, shape: list[str]) -> None:
    g = GAME.deal(seats, "keypad")
    g.hands[0].remove(8)
    g = GAME.load(GAME.dump(g))
    GAME.answer(g, 0, "7")
    rows = SCREENS.panel(table_of(GAME, g, ADA[:seats]), 0, True).rows[:-1]
    assert ["".join(button.label[0] for button in row if isinstance(button, Button)) for row in rows] == shape
    buttons = [button for row in rows for button in row if isinstance(button, Button)]
    assert [button.label for button in buttons if button.style == "success"] == ["7 ✓"]
    assert [button.label for button in buttons if button.disabled] == ["8"]
    assert SCREENS.table(table_of(GAME, g, ADA[:seats]), []).rows[:-1] == ()


def test_kids_to_haunt_stand_as_in_the_row() -> None:
    rows = rows_of(Play("Chef{A9}[2 gummies]", "Three-Ball Juggler[2 gummies]", "Skeleton"))
    assert [len(texts(row)) for row in rows] == [3, 3]
    assert texts(rows[0]) == [
        "Chef · 2 candies · 9/15",
        "Three-Ball Jug… · 2 candies · 0/12",
        "Skeleton · no candy · 0/15",
    ]
    rows = rows_of(Play("Chef", players=5))
    assert [len(texts(row)) for row in rows] == [4, 4]


def test_an_empty_spot_keeps_its_place() -> None:
    street = Play("Chef", "Skeleton", "Hose Hero")
    street.g.row[1].kid = ""
    street.g = GAME.load(GAME.dump(street.g))
    row = rows_of(street)[0]
    assert isinstance(row, tuple)
    assert [(button.label, button.disabled) for button in row][1] == ("Spot 2 is empty", True)
    assert faults(SCREENS.table(table_of(GAME, street.g, ADA[:3]), [])) == []


def haunted(kid: str, *row: str, **more: dict[str, str]) -> list[list[str]]:
    """What the table offers of a kid's ability."""
    street = Play(kid, *row, **more)  # type: ignore[arg-type]
    street.haunt(kid)
    rows = rows_of(street)
    live = table_of(GAME, street.g, ADA[:3])
    assert reached(live, 0, SCREENS.table(live, []).rows) >= {*street.options}
    return [texts(row) for row in rows]


def test_what_may_be_declined_begins_with_dont_use_it() -> None:
    skip = ["Don't use it"]
    assert haunted("Greedy Squirrel", "Chef[gummies]") == [skip, ["Gummies from Chef"]]
    assert haunted("Tea-Leaf Seer") == [skip, ["Ben", "Cara"]]
    assert haunted("Hose Hero", "Chef{B2}") == [skip, ["Hose Hero", "Chef"]]
    assert haunted("Sticker Medic", "Chef", kids={"A": "Skeleton"}) == [skip, ["Skeleton"]]
    assert haunted("Foil Astronaut", "Chef[gummies]", stash={"A": "2 licorice"}) == [skip, ["Pay Licorice"]]
    assert haunted("Juice Vampire", "Chef{B9}", stash={"B": "licorice"}) == [skip, ["Licorice from Ben"]]
    assert haunted("Three-Ball Juggler", stash={"A": "gummies", "B": "licorice"}) == [
        skip,
        ["Gummies for Licorice of Ben"],
    ]


def test_what_must_be_done_has_no_way_out() -> None:
    assert haunted("Bathtub Pirate", stash={"B": "2 gummies", "C": "licorice"}) == [["Ben", "Cara"]]
    assert haunted("Skeleton", kids={"A": "Chef"}) == [["Chef → Ben", "Chef → Cara"]]


def test_long_labels_and_many_options_are_selects_with_the_whole_of_it() -> None:
    trades = haunted("Chef", "Hose Hero[gummies, licorice]", stash={"A": "peppermint"})
    assert trades[1] == ["Peppermint for Gummies on Hose Hero", "Peppermint for Licorice on Hose Hero"]
    names = {**dict.fromkeys("AB", "candy-corn, gummies, chocolate")}
    assert haunted("Three-Ball Juggler", stash=names)[1][0] == "Candy Corn for Candy Corn of Ben"
    pairs = haunted("Top-Hat Trickster", "Chef", "Skeleton")
    assert len(pairs) == 2 and pairs[1][:3] == ["Top-Hat Trickster", "Chef", "Skeleton"]


def test_below_an_option_stands_all_that_lies_on_its_kids_in_letters_where_names_are_too_long() -> None:
    row = ("Broom Pilot", "Chef{B9 C1}[2 gummies, licorice]", "Skeleton{C8}")
    for names, said_below in (
        (ADA, "Chef 10/15: Ben 9, Cara 1 on top, 2 Gummies and Licorice; Skeleton 8/15: Cara 8, no candy"),
        (["W" * 20] * 6, "Chef 10/15: B9 C1 on top, 3 candies; Skeleton 8/15: C8, no candy"),
    ):
        street = Play(*row)
        street.haunt("Broom Pilot")
        menu = SCREENS.table(table_of(GAME, street.g, names[:3]), []).rows[1]
        assert isinstance(menu, Menu)
        assert {choice.label: choice.description for choice in menu.choices}["Chef → Skeleton"] == said_below


def test_a_kid_of_a_stash_is_offered_with_what_it_counts_there() -> None:
    street = Play("Skeleton", kids={"A": "Chef, Gumball Machine, Tinsel Princess"})
    street.haunt("Skeleton")
    text = Lookup(BareDesk()).rules_message(FACE, table_of(GAME, street.g, ADA[:3]), 0, "now").text
    assert "• **Chef → Ben**: −2 in a stash; Ben: no candy" in text
    assert "• **Gumball Machine → Ben**: −3 in a stash; " in text
    assert "• **Tinsel Princess → Ben**: Worth +2 in a stash; " in text


def test_more_than_25_options_are_picked_part_by_part() -> None:
    every = "candy-corn, peppermint, lollipops, gummies, chocolate, licorice"
    rows = haunted("Chef", f"Hose Hero[{every}]", "Skeleton[gummies]", stash={"A": every})
    assert rows[1] == [f"Give {name}" for name in said.CANDIES.values()]
    rows = haunted("Broom Pilot", "Chef{A9}", "Hose Hero{B9}", "Skeleton{C9}", "Parcel Postie{C8}", "Tea-Leaf Seer{C7}")
    assert len(rows[1]) == 25 and rows[1][0] == "Chef → Broom Pilot"


def test_the_foil_astronaut_asks_for_the_second_kid_when_there_are_two() -> None:
    street = Play("Chef[gummies]", "Foil Astronaut", "Skeleton[2 gummies]", stash={"A": "licorice"})
    street.haunt("Foil Astronaut")
    street.use("licorice")
    live = table_of(GAME, street.g, ADA[:3])
    assert [texts(row) for row in rows_of(street)] == [["Chef", "Skeleton"]]
    assert "You pay with Licorice. From which kid do you take all candy?" in SCREENS.panel(live, 0, True).content


def test_the_question_of_an_ability_says_what_the_card_says() -> None:
    street = Play("Tea-Leaf Seer")
    street.haunt("Tea-Leaf Seer")
    live = table_of(GAME, street.g, ADA[:3])
    assert SCREENS.now(live) == "**Ada** uses Tea-Leaf Seer: *You may secretly look at one rival's Love card.*"
    assert "**Tea-Leaf Seer**: You may secretly look at one rival's Love card." in SCREENS.panel(live, 0, True).content


def test_labels_are_short_and_different_with_the_longest_names() -> None:
    assert labels.fitted("{a} → {b}", {"a": "Three-Ball Juggler", "b": "Scruffy Scarecrow"}, 34).count("…") == 2
    twins = [f"{'W' * 20} ({letter})" for letter in "AB"]
    cut = [labels.fitted("Candy Corn from {who}", {"who": twin}, 34) for twin in twins]
    assert len({*cut}) == 2 and all(len(text) <= 34 for text in cut)


# ---- the end
def test_the_end_counts_line_by_line() -> None:
    street = Play(
        "Fizzy Scientist",
        "Stern Dentist",
        "Glitter Fairy{A2 B5}",
        "Cardboard Robot",
        stash={"A": "2 lollipops, candy-corn, peppermint, gummies, chocolate, licorice", "B": "3 chocolate"},
        kids={"A": "Skeleton, Tinsel Princess, Towel Superhero"},
        loves={"A": "love-b", "B": "love-f", "C": "love-a"},
        last=True,
    )
    street.haunt("Glitter Fairy")
    live = table_of(GAME, street.g, ADA[:3])
    message = SCREENS.table(live, [])
    assert faults(message) == []
    assert message.title == f"Ada wins Ghosts Love Candy with {street.total('A')} points"
    field = message.fields[0]
    assert field.name == f"1. Ada {street.total('A')}"
    for line in (
        "Chocolate 1 × 3 = 3",
        "Lollipops 2 × 2 (Fizzy Scientist 3, Stern Dentist −1) = 4",
        "6 different candies × 1 (Cardboard Robot) = 5",
        "Ghosts on Glitter Fairy 2 × 2 = 4",
        "Kids in the stash: Skeleton −2, Tinsel Princess +2, Towel Superhero 0",
        "Towel Superhero: 1 kid + 1 = 1",
        f"Total {street.total('A')}",
    ):
        assert line in field.value
    assert [field.value.splitlines()[-1][:28] for field in message.fields[:3]] == [
        "Loved Licorice 5, Candy Corn",
        "Loved Chocolate 5, Licorice ",
        "Loved Candy Corn 5, Peppermi",
    ]
    assert message.text == ""  # nothing stands above who won
    assert (message.fields[-1].name, message.fields[-1].value) == (
        "At the end",
        "In the row: Fizzy Scientist, Stern Dentist, Glitter Fairy, Cardboard Robot, Sticker Medic and Soggy Zombie.",
    )


def test_a_tie_is_called_boo_and_may_be_played_again() -> None:
    street = Play(
        "Soggy Zombie", stash={"A": "candy-corn", "B": "licorice"}, loves={"A": "love-a", "B": "love-b"}, last=True
    )
    street.wait()
    assert street.total("A") == street.total("B") == 5
    message = SCREENS.table(table_of(GAME, street.g, ADA[:3]), [])
    assert message.title == "Ada and Ben tie: BOO!"
    assert [field.name for field in message.fields] == ["1. Ada 5", "1. Ben 5", "3. Cara 0", "At the end"]
    assert "Play again" in texts(message.rows[0])


def test_the_longest_end_fits() -> None:
    for seed in range(25):
        *_, g = tables_of(GAME, 6, seed)
        message = SCREENS.table(table_of(GAME, g, ["*" * 20] * 6), [])
        assert faults(message) == [] and not any("…" in field.value for field in message.fields)


# ---- an operator's deck
def test_an_operators_kids_have_names_texts_and_a_stand_in_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {
        f"kid-{n}": Kid(
            id=f"kid-{n}",
            name=f"Kid number {n} of a longer name than most",
            text="A rival gives you candy, then you may look. " * 6,
            tie=n,
            courage=15,
            when="haunt",
            may=n % 2 == 0,
            effects=(("take-candy", "rival"), ("swap-kids", "any-kid"), ("trade-candy", "rival"))[n % 3 :],
        )
        for n in range(1, 25)
    }
    deck = type(DECKS["hob"])(own)
    deck.name = "mine"
    monkeypatch.setitem(DECKS, "mine", deck)
    lookup = Lookup(BareDesk())
    for g in tables_of(GAME, 5, 1, deck="mine"):
        if g.round < 4 or not g.asks:
            assert faults_of_tables(GAME, g, LONG) == []
            live = table_of(GAME, g, LONG[:5], options={"deck": "mine"})
            assert "Kid number" in SCREENS.table(live, []).alt and "kid_unknown" in repr(
                SCREENS.table(live, []).picture
            )
            if g.asks:
                assert faults(lookup.rules_message(FACE, live, next(iter(g.asks)), "now")) == []


# ---- secrets
@pytest.mark.parametrize("seats", GAME.seats)
def test_nobody_else_sees_a_chosen_ghost_a_hand_or_a_love_card(seats: int) -> None:
    """Another ghost chosen, other Love cards dealt: the channel and all others are shown the very same."""
    for number, g in enumerate(tables_of(GAME, seats, 9)):
        if number % 5 or not g.asks:
            continue
        names = LONG[:seats]
        for viewer in (None, 0, seats - 1):
            twin = GAME.resample(g, viewer, f"twin {number}")
            one, other = table_of(GAME, g, names), table_of(GAME, twin, names)
            assert SCREENS.table(one, []) == SCREENS.table(other, [])
            assert BareMore().in_words(one) == BareMore().in_words(other)
            if viewer is not None:
                assert SCREENS.panel(one, viewer, True) == SCREENS.panel(other, viewer, True)
