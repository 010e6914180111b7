"""All of Ghosts Love Candy's screens, over the states of random games."""

import pytest

from bot.screens.game_over import score_message
from bot.screens.message import Menu, Message
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from cogs.ghosts_love_candy.text import WORDS
from engine import GAMES
from engine.ghosts_love_candy.cards import DECKS, Kid
from tests.cogs.ghosts_love_candy.evenings import NAMES, texts
from tests.engine.ghosts_love_candy.street import Play
from tests.screens import (
    LONG,
    SCREENS,
    BareLookup,
    BareMore,
    faults,
    faults_of_tables,
    moments_of,
    table_of,
    tables_of,
)

GAME = GAMES["ghosts-love-candy"]
FACE = GAME_UIS["ghosts-love-candy"]


# ---- whole messages
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_message_of_random_games_fits_discords_limits(seats: int) -> None:
    for seed in range(2):
        for g in moments_of(tables_of(GAME, seats, seed)):
            assert faults_of_tables(GAME, g, LONG) == []


def test_lobby_rules_and_look_ups_fit() -> None:
    lookup = BareLookup()
    lobby = table_message(SCREENS.posted(table_of(GAME, None, LONG[:6])), [])
    assert faults(lobby) == [] and "Kid deck" not in lobby.text + lobby.below and "stand-in" in lobby.footer
    session = table_of(GAME, Play("Chef[gummies]").g, NAMES[:3])
    pages = ["now", *(page.slug for page in lookup.pages(FACE))]
    assert len(pages) <= 25 and len(set(pages)) == len(pages) and {"cards", "rulings"} <= {*pages}
    for slug in pages:
        message = lookup.rules_message(FACE, session, 0, slug)
        assert faults(message) == [] and 100 < len(message.text) <= 3900
    assert 0 < len(FACE.guide) <= 6
    for card in GAME.cards().values():
        text, draw = FACE.about_card(card, FACE.translator()), FACE.pictures.card
        assert draw is not None
        message = Message(title=card.name, text=text, picture=draw(card, FACE.translator()), alt=f"{card.name}: {text}")
        assert faults(message) == [] and card.text in text


def test_the_rules_cover_every_chapter_of_the_rulebook() -> None:
    text = " ".join(page.text for page in FACE.pages)
    for words in (
        "eight rounds",
        "six rounds",
        "ghosts 4 and 6 go back in the box",
        "**1. Place candy.**",
        "**2. Choose a ghost.**",
        "**3. Turn order.**",
        "tie number",
        "**1. Place your ghost**",
        "**2. Take candy.**",
        "**3. The kid's ability.**",
        "**4. Scare kids.**",
        "Courage or more",
        "−2 for each kid in their stash",
        "“BOO!”",
    ):
        assert words in text
    for kid in DECKS["hob"].values():
        assert f"{kid.tie:02} {kid.name}**" in text and kid.text in text


def test_rulings_that_affect_play_are_published() -> None:
    session = table_of(GAME, Play("Chef[gummies]").g, NAMES[:3])
    text = "".join(BareLookup().rules_message(FACE, session, 0, page).text for page in ("rulings", "rulings-2"))
    for words in (
        "only if it's still in the row after the last scare check",
        "If a kid is scared this turn, it reaches a stash too late",
        "also move another kid's top ghost onto the Pilot",
        "if you move candy onto a kid and it is then scared",
        "If the whole neighborhood is empty, a ghost haunts no one",
    ):
        assert words in text


def test_a_kids_page_says_its_rule_once() -> None:
    said = BareLookup().about(FACE, None, FACE.cards("hob")["towel-superhero"])
    assert said.count("gains") == 1 and "Courage 13 · tie number 23 ·" in said and "• The final count goes" in said


def test_the_table_as_text_has_the_full_text_of_a_kid() -> None:
    story = FACE.text_renderer(GAME.view(Play("Cardboard Robot").g), FACE.translator(NAMES[:3]))
    assert DECKS["hob"]["cardboard-robot"].text in "\n".join(story.table())


def test_the_rules_page_now_says_what_is_not_possible_and_why() -> None:
    lookup = BareLookup()
    street = Play("Greedy Squirrel", "Chef[gummies]", "Skeleton[gummies]")
    street.haunt("Greedy Squirrel")
    text = lookup.rules_message(FACE, table_of(GAME, street.g, NAMES[:3]), 0, "now").text
    assert "• **Gummies from Chef**: Chef 0/15: no ghosts, Gummies" in text
    assert "• Skeleton isn't next to the kid you're haunting." in text
    g = GAME.deal(5, "box")
    text = lookup.rules_message(FACE, table_of(GAME, g, NAMES[:5]), 0, "now").text
    assert "The 4 is back in the box. With five or six players, ghosts 4 and 6 aren't used." in text


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_table_as_text_is_complete(seats: int) -> None:
    more = BareMore()
    for number, g in enumerate(tables_of(GAME, seats, 5)):
        if number % 6:
            continue
        text = more.in_words(table_of(GAME, g, LONG[:seats]))
        assert len(text) <= 4096
        view = GAME.view(g)
        for place, spot in enumerate(view.row, 1):
            kid = DECKS["hob"][spot.kid]
            assert (
                f"{place}. **{kid.name}**, Courage {spot.courage}, ghost total {spot.haunted}: " in text
                and (kid.text or kid.short) in text
            )
        for stash in view.stashes:
            assert all(DECKS["hob"][kid].name in text for kid in stash.kids)
        assert f"{view.kids_left} kid" in text
        assert text.count("ghosts in hand: ") == seats
        assert ("· kids none ·" in text) == (not view.kid_discard)
        assert (text.partition("**Discarded**")[2].split("\n")[0].endswith("· candy none")) == (not view.candy_discard)


# ---- the end
def test_the_end_shows_the_score_line_by_line() -> None:
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
    session = table_of(GAME, street.g, NAMES[:3])
    message = score_message(SCREENS.of(session))
    assert faults(message) == []
    assert message.title == f"Ada wins Ghosts Love Candy with {street.total('A')} points"
    field = message.fields[0]
    assert field.name == f"1. Ada {street.total('A')}"
    for line in (
        "Chocolate 1 × 3 = 3",
        "Lollipops 2 × 2 (Fizzy Scientist 3, Stern Dentist −1) = 4",
        "6 different candies (Cardboard Robot) +5",
        "Ghosts on Glitter Fairy: 2 × 2 = 4",
        "Kids in the stash 0: Skeleton −2, Tinsel Princess +2, Towel Superhero 0",
        "Towel Superhero: 1 kid +1",
    ):
        assert line in field.value
    assert [field.value.splitlines()[-1][:29] for field in message.fields[:3]] == [
        "Love card: Licorice 5, Candy ",
        "Love card: Chocolate 5, Licor",
        "Love card: Candy Corn 5, Pepp",
    ]
    assert message.text == ""  # no text above the winner
    assert (message.fields[-1].name, message.fields[-1].value) == (
        "At the end",
        "In the row: Fizzy Scientist, Stern Dentist, Glitter Fairy, Cardboard Robot, Sticker Medic and Soggy Zombie.",
    )


def test_a_tie_says_boo_and_offers_to_play_again() -> None:
    street = Play(
        "Soggy Zombie", stash={"A": "candy-corn", "B": "licorice"}, loves={"A": "love-a", "B": "love-b"}, last=True
    )
    street.wait()
    assert street.total("A") == street.total("B") == 5
    session = table_of(GAME, street.g, NAMES[:3])
    message = score_message(SCREENS.of(session))
    wording = "shout “BOO!” and share first place"
    assert message.title == f"Ada and Ben {wording}"
    assert wording in WORDS["page.end"] and wording in WORDS["ruling.shared"] and wording in str(message)
    assert [field.name for field in message.fields] == ["1. Ada 5", "1. Ben 5", "3. Cara 0", "At the end"]
    assert "Play again" in texts(table_message(SCREENS.posted(session), []).rows[0])


def test_the_longest_end_fits() -> None:
    for seed in range(8):
        *_, g = tables_of(GAME, 6, seed)
        message = score_message(SCREENS.of(table_of(GAME, g, ["*" * 20] * 6)))
        assert faults(message) == [] and not any("…" in field.value for field in message.fields)


# ---- an operator's deck
def test_an_operators_custom_kids_get_texts_and_a_stand_in_picture(monkeypatch: pytest.MonkeyPatch) -> None:
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
    lookup = BareLookup()
    for g in moments_of(tables_of(GAME, 5, 1, deck="mine")):
        if g.round < 4 or not g.asks:
            assert faults_of_tables(GAME, g, LONG) == []
            session = table_of(GAME, g, LONG[:5], options={"deck": "mine"})
            if g.asks:
                assert "Kid number" in table_message(SCREENS.posted(session), []).alt and "kid_unknown" in repr(
                    table_message(SCREENS.posted(session), []).picture
                )
                assert faults(lookup.rules_message(FACE, session, next(iter(g.asks)), "now")) == []


# ---- secrets
@pytest.mark.parametrize("seats", GAME.seats)
def test_others_see_no_chosen_ghost_hand_or_love_card(seats: int) -> None:
    """With another chosen ghost or other Love cards, the channel and the other players see exactly the same."""
    for number, g in enumerate(moments_of(tables_of(GAME, seats, 9))):
        if not g.asks:
            continue
        names = LONG[:seats]
        for viewer in (None, 0, seats - 1):
            twin = GAME.resample(g, viewer, f"twin {number}")
            one, other = table_of(GAME, g, names), table_of(GAME, twin, names)
            assert table_message(SCREENS.posted(one), []) == table_message(SCREENS.posted(other), [])
            assert BareMore().in_words(one) == BareMore().in_words(other)
            if viewer is not None:
                assert panel_message(SCREENS.posted(one, viewer), True) == panel_message(
                    SCREENS.posted(other, viewer), True
                )


def test_a_panel_values_each_kids_candy_and_says_who_would_get_it() -> None:
    street = Play(
        "Chef{B9}[gummies, 2 licorice]",
        "Soggy Zombie{B8}",
        "Cheerleader{C4}[gummies]",
        "Greedy Squirrel[peppermint]",
        turn="A6",
        kids={"B": "Skeleton"},
        loves={"A": "love-a"},
    )
    session = table_of(GAME, street.g, NAMES[:3])
    panel = panel_message(SCREENS.posted(session, 0), True)
    menu = panel.rows[0]
    assert isinstance(menu, Menu) and menu.placeholder == "Haunt a kid…"
    labels = {choice.value: choice.label for choice in menu.choices}
    assert labels["chef"] == "Chef · Gummies 2 + 2× Licorice 0 = 2 · ghosts 9+6 of 15: scared, −2 for you"
    assert labels["soggy-zombie"] == "Soggy Zombie · no candy · ghosts 8+6 of 12: safe next to Cheerleader"
    assert labels["greedy-squirrel"] == "Greedy Squirrel · Peppermint 4 · ghosts 0+6 of 15"
    assert {choice.value: choice.description for choice in menu.choices}["chef"] == DECKS["hob"]["chef"].text
    assert {*labels} == {*street.options}
    assert "Your score if the game ended now: **0**." in panel.unpictured
    assert "Ghosts left: Ben 2, 3, 4, 5, 6, 7 · Cara " in panel.unpictured
    assert "worth 2 to you" in panel.alt
    public = str(table_message(SCREENS.posted(session), []))
    assert "Chef · 9/15" in public and "Gummies 2" not in public and "1 kid (−2)" in public


def test_too_much_candy_for_a_label_is_shown_as_its_sum() -> None:
    heap = "2 candy-corn, 2 peppermint, 2 lollipops, 2 gummies, 2 chocolate, 2 licorice"
    street = Play(f"Three-Ball Juggler{{B9}}[{heap}]", turn="A6", loves={"A": "love-a"})
    menu = panel_message(SCREENS.posted(table_of(GAME, street.g, NAMES[:3]), 0), True).rows[0]
    assert isinstance(menu, Menu)
    assert menu.choices[0].label == "Three-Ball Juggler · 12 candies = 30 · ghosts 9+6 of 12: scared, −2 for you"


def test_a_kids_overlong_text_is_replaced_by_its_short_text() -> None:
    street = Play("Gumball Machine", "Cheerleader", turn="A6")
    menu = panel_message(SCREENS.posted(table_of(GAME, street.g, NAMES[:3]), 0), True).rows[0]
    assert isinstance(menu, Menu)
    said = {choice.value: choice.description for choice in menu.choices}
    assert said["gumball-machine"] == DECKS["hob"]["gumball-machine"].short and "…" not in "".join(said.values())
