"""All of Monster Muncher's screens, over the states of random games."""

import pytest

from bot.screens.game_over import score_message
from bot.screens.message import Menu
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from cogs.monster_muncher.text import WORDS
from cogs.table.lookup import find_card
from engine import GAMES
from engine.monster_muncher.cards import DECKS, LONGEST_ID, PARTIES
from tests.engine.monster_muncher.laying import Laid
from tests.pictures import sprites
from tests.screens import (
    LONG,
    SCREENS,
    BareMore,
    faults,
    faults_of_looking_up,
    faults_of_tables,
    moments_of,
    reached,
    table_of,
    tables_of,
)

GAME = GAMES["monster-muncher"]
FACE = GAME_UIS["monster-muncher"]
SELDOM = {  # may be missing in games as short as these
    *("announces-watch-bounce", "announces-watch-steal", "destroys-snack", "draws-and-ends", "gives-itself", "passes")
}


# ---- words
def test_log_lines_have_no_unfilled_placeholders() -> None:
    seen = set()
    for seats in GAME.seats:
        for seed in range(3):
            *_, g = tables_of(GAME, seats, seed)
            story = FACE.text_renderer(GAME.view(g), FACE.translator(LONG[:seats], GAME.view(g)))
            for event in g.log:
                seen.add(event.key)
                sentence = story.sentence(event)
                assert "{" not in sentence and not sentence.endswith(".")
    assert WORDS.names("log").keys() - seen <= SELDOM


def test_log_sentences_name_the_players_and_cards() -> None:
    t = Laid("wormy-wanda", ada="sky-sentry", ben="dread-ned+2[rock-rusk] lurch-lad").play("wormy-wanda")
    t.choose("sky-sentry").choose("dread-ned")
    story = FACE.text_renderer(GAME.view(t.g), FACE.translator(["Ada", "Ben"], GAME.view(t.g)))
    lines = [story.sentence(event) for event in t.g.log]
    assert lines[0] == "Ada plays Wormy Wanda (+2)"
    assert "Ada destroys their own Sky Sentry" in lines
    assert "Ada destroys Ben's Dread Ned and Rock Rusk" in lines


def test_an_ability_question_quotes_its_text_and_then_the_next_part() -> None:
    t = Laid("wormy-wanda", ada="sky-sentry", ben="dread-ned lurch-lad").play("wormy-wanda")
    session = table_of(GAME, t.g, ["Ada", "Ben"])
    text = "Destroy another of your Monsters. Destroy a rival's Monster."
    assert SCREENS.of(session).status_line() == f"**Ada** may use **Wormy Wanda**: {text}"
    assert (
        "**Wormy Wanda**: Destroy another of your Monsters. Destroy a rival's"
        in panel_message(SCREENS.posted(session, 0), False).content
    )
    session = table_of(GAME, t.choose("sky-sentry").g, ["Ada", "Ben"])
    assert (
        "**Wormy Wanda**, next: destroy a rival's Monster." in panel_message(SCREENS.posted(session, 0), False).content
    )


def test_every_part_that_can_be_asked_has_translations() -> None:
    deck = DECKS["hob"]
    for card in deck.values():
        for part in card.parts:
            if part.chooses:
                name = "-".join(word for word in (part.verb, part.who) if word)
                assert f"table.part-{name}" in WORDS and f"placeholder.{part.verb}" in WORDS
                assert not part.n or part.verb in ("buff", "debuff") or f"table.part-{name}-up-to" in WORDS


# ---- whole messages
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_message_of_random_games_fits_discords_limits(seats: int) -> None:
    for seed in range(2):
        for g in moments_of(tables_of(GAME, seats, seed)):
            assert faults_of_tables(GAME, g, LONG) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_end_fits_with_the_most_cards(seats: int) -> None:
    row = "dread-ned+9-8[rock-rusk,trio-taffy,full-tray] switcheroo-sprout+5-5 baron-bamboozle-4 sky-sentry-2 rotlet"
    t = Laid("carnival-kip", ada=row, ben="lurch-lad", seats=seats)
    t.g.rows[0][0].buffs = 30
    t.play("carnival-kip", "rotlet")
    session = table_of(GAME, t.g, LONG[:seats])
    assert session.status == "over" and faults(table_message(SCREENS.posted(session), [])) == []
    message = score_message(SCREENS.of(session))
    assert faults(message) == []
    assert message.title == f"Ada wins Monster Muncher with {t.hunger('ada')} hunger"
    assert message.fields[0].name == f"1. Ada {t.hunger('ada')} hunger"
    assert "Dread Ned 4 + 30 − 8 = 26 with Rock Rusk, Trio Taffy and Full Tray" in message.fields[0].value
    assert "Ada was first to 20, on their own turn" in message.fields[0].value


def test_lobby_rules_and_look_ups_fit() -> None:
    lobby = table_of(GAME, None, LONG[:6])
    assert faults(table_message(SCREENS.posted(lobby), [])) == []
    t = Laid("rotlet nib-nudger", ben="dread-ned")
    session = table_of(GAME, t.g, ["Ada", "Ben"])
    assert faults_of_looking_up(FACE, session) == []


def test_the_rules_cover_every_chapter_of_the_rulebook() -> None:
    text = " ".join(page.text for page in FACE.pages)
    verbs = ["Buff", "Debuff", "Swap", "Bounce", "Destroy", "Steal"]
    for word in (
        *verbs,
        "graveyard",
        "tracker",
        "Raw hunger",
        "Fully protected",
        "Announce",
        "DJ Heaven",
        "Beauty Ribs",
    ):
        assert word in text
    for party in map(FACE.translator().name, PARTIES):
        assert f"{party}s**" in text
    assert len(FACE.rulings) == len({*FACE.rulings}) > 20


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_table_as_text_is_complete(seats: int) -> None:
    more = BareMore()
    for number, g in enumerate(tables_of(GAME, seats, 5)):
        if number % 5:
            continue
        session = table_of(GAME, g, LONG[:seats])
        text = more.in_words(session)
        view = GAME.view(g)
        assert len(text) <= 4096
        for row in g.rows:
            for monster in row:
                assert f"• {DECKS['hob'][monster.card].name}, " in text
                assert all(f"with {DECKS['hob'][snack].name}" in text for snack in monster.snacks)
        assert text.count("fully protected") >= sum(m.protected for row in view.rows for m in row)
        for moment in view.moments:
            assert f"may announce {DECKS['hob'][moment.card].name}" in text
        for who in range(seats):
            for card in view.seen[who]:
                assert DECKS["hob"][card].name in text


# ---- controls
def test_a_turn_has_a_select_to_play_and_one_to_discard() -> None:
    t = Laid("rotlet rock-rusk", ada="dread-ned lurch-lad")
    play, discard = [
        row
        for row in panel_message(SCREENS.posted(table_of(GAME, t.g, LONG[:2]), 0), True).rows
        if isinstance(row, Menu)
    ]
    assert [choice.label for choice in play.choices] == ["Rotlet", "Rock Rusk on Dread Ned", "Rock Rusk on Lurch Lad"]
    assert play.choices[0].description == "Zombie, 1 hunger: Destroy a rival Monster"
    assert play.placeholder == "Play…" and discard.placeholder == "Discard…"
    assert [choice.label for choice in discard.choices] == ["Rotlet", "Rock Rusk"]


def test_playing_into_a_full_row_names_the_replaced_monster() -> None:
    t = Laid("rotlet", ada="dread-ned lurch-lad sky-sentry-2 marl-mauler slate-sly")
    play = panel_message(SCREENS.posted(table_of(GAME, t.g, LONG[:2]), 0), True).rows[0]
    assert isinstance(play, Menu) and play.choices[0].label == "Rotlet for Dread Ned"


@pytest.mark.parametrize(
    ("language", "limited", "equal"),
    [
        ("en", "Pocket Gremble 6 (raw 1, Ben)", "Rotlet 1 (Ben)"),
        ("de", "Pocket Gremble 6 (Grundhunger 1, Ben)", "Rotlet 1 (Ben)"),
    ],
)
def test_a_limit_of_raw_hunger_shows_the_printed_number_of_changed_targets(
    language: str, limited: str, equal: str
) -> None:
    row = "pocket-gremble+5 rotlet"
    t = Laid("moldy-molly", ben=row).play("moldy-molly")  # reaches raw hunger up to 4
    rows = table_message(SCREENS.posted(table_of(GAME, t.g, ["Ada", "Ben"], language=language)), []).rows
    assert [button.label for button in rows[0]][:2] == [limited, equal]
    t = Laid("lurch-lad", ben=row).play("lurch-lad")  # without a limit
    rows = table_message(SCREENS.posted(table_of(GAME, t.g, ["Ada", "Ben"], language=language)), []).rows
    assert rows[0][0].label == "Pocket Gremble 6 (Ben)"


def test_a_snack_as_a_target_names_its_monster() -> None:
    row = "trick-treacler[golden-gumbo] rotlet[rock-rusk]"
    t = Laid("quartz-quill", ben=row).play("quartz-quill")
    for language, labels in {
        "en": ["Golden Gumbo on Trick Treacler (Ember)", "Rock Rusk on Rotlet (Ember)"],
        "de": ["Golden Gumbo auf Trick Treacler (Ember)", "Rock Rusk auf Rotlet (Ember)"],
    }.items():
        rows = table_message(SCREENS.posted(table_of(GAME, t.g, ["Ada", "Ember"], language=language)), []).rows
        assert [button.label for button in rows[0]][:2] == labels


def test_targets_are_buttons_or_a_select_with_declining_last() -> None:
    t = Laid("rotlet", ben="dread-ned lurch-lad").play("rotlet")
    rows = table_message(SCREENS.posted(table_of(GAME, t.g, ["Ada", "Ben"])), []).rows
    assert [b.label for b in rows[0]] == ["Dread Ned 4 (Ben)", "Lurch Lad 4 (Ben)", "Don't use it"]
    t = Laid("quartz-quill", ben="trick-treacler[golden-gumbo,trio-taffy] rotlet[rock-rusk,full-tray]")
    session = table_of(GAME, t.play("quartz-quill").g, ["Ada", "Ember"])
    menu, skip = table_message(SCREENS.posted(session), []).rows[:2]
    assert isinstance(menu, Menu) and len(menu.choices) == 4, "as buttons, they would take five lines on a phone"
    rival = "dread-ned lurch-lad sky-sentry marl-mauler slate-sly"
    t = Laid("rotlet", ben=rival, cara="nib-nudger prankle hook-hover hocus-hob").play("rotlet")
    menu, skip = table_message(SCREENS.posted(table_of(GAME, t.g, ["Ada", "W" * 20, "Cara"])), []).rows[:2]
    assert isinstance(menu, Menu) and menu.placeholder == "Destroy…" and len(menu.choices) == 9
    assert menu.choices[0].label == f"Dread Ned 4 ({'W' * 20})" and menu.choices[0].description == "4 hunger"
    assert [b.label for b in skip] == ["Don't use it"]


def test_many_swaps_are_reachable_in_two_picks() -> None:
    row = "dread-ned lurch-lad carnival-kip tombstone-tina"
    rivals = [
        "marl-mauler vault-vulture hocus-hob prankle ghoulash",
        "slate-sly nib-nudger rotlet hook-hover boulder-bo",
    ]
    t = Laid("switcheroo-sprout", ada=row, ben=rivals[0], cara=rivals[1]).play("switcheroo-sprout")
    session = table_of(GAME, t.g, LONG[:3])
    assert len(t.options) == 41 and reached(session, 0) >= set(t.options)
    menu = table_message(SCREENS.posted(session), []).rows[0]
    assert isinstance(menu, Menu) and menu.choices[0].label == "Dread Ned 4 (Ada)"
    assert reached(session, 0, table_message(SCREENS.posted(session), []).rows) >= set(t.options)


def test_announcements_on_the_table_carry_the_seat_letter() -> None:
    status = {"bone-idle-bill": "armed", "beauty-ribs": "armed"}
    t = Laid("rotlet", ben="bone-idle-bill sky-sentry", cara="lurch-lad[beauty-ribs]", status=status)
    t.play("rotlet").choose("sky-sentry")
    session = table_of(GAME, t.g, ["Ada", "Ben", "Cara"])
    rows = table_message(SCREENS.posted(session), []).rows
    assert [b.label for b in rows[0]] == ["B: Announce Bone Idle Bill", "C: Announce Beauty Ribs"]
    assert [b.label for b in panel_message(SCREENS.posted(session, 2), True).rows[0]] == ["Announce Beauty Ribs"]
    assert "announce/beauty-ribs" in reached(session, 2) and reached(session, 0) == set()


def test_labels_stay_short_and_distinct_with_the_longest_names() -> None:
    t = Laid("rotlet", ben="switcheroo-sprout", seats=2)
    view = GAME.view(t.g, 0)
    label = FACE.labels(view, FACE.translator(["Ada", "W" * 20], view)).label
    assert label(None, "switcheroo-sprout").label == "Switcheroo Sprout 1 (B)"
    assert label(None, "baron-bamboozle/switcheroo-sprout").label == "Baron Bambo… for Switcheroo Sprout"
    assert len(label(None, "baron-bamboozle/switcheroo-sprout").label) <= 34
    assert max(map(len, DECKS["hob"])) <= LONGEST_ID


def test_cards_are_found_by_any_spelling() -> None:
    cards = GAME.cards("hob")
    for typed in ("dj heaven", "DJ Heaven", "djheaven", "dj-heaven"):
        found = find_card(cards, typed)
        assert found is not None and found.name == "DJ Heaven"
    assert find_card(cards, "nobody") is None


# ---- secrets
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_messages_to_others_never_name_a_hidden_card(seats: int) -> None:
    names = {card.id: card.name for card in DECKS["hob"].values()}
    for g in moments_of(tables_of(GAME, seats, 9)):
        if not g.asks:
            continue
        session = table_of(GAME, g, LONG[:seats])
        known = {card for row in g.rows for m in row for card in (m.card, *m.snacks)} | {*g.grave, *g.seen}
        recent = " ".join(SCREENS.of(session).sentence(told.event, told.names) for told in session.log_entries())
        table = repr(table_message(SCREENS.posted(session), []))
        for seat in range(seats):
            hidden = [names[card] for card in g.hands[seat] if card not in known and names[card] not in recent]
            panels = "".join(
                repr(panel_message(SCREENS.posted(session, other), True)) for other in range(seats) if other != seat
            )
            assert [name for name in hidden if name in table] == []
            assert [name for name in hidden if name in panels] == []


def test_the_table_as_text_names_cards_that_changed_hunger() -> None:
    laid = Laid("golden-gumbo titan-tart", ada="carnival-kip", rest="ben").play("golden-gumbo", "carnival-kip")
    laid.discard().use("titan-tart", "carnival-kip")
    view = GAME.view(laid.g)
    story = "\n".join(FACE.text_renderer(view, FACE.translator(["Ada", "Ben"], view)).table())
    assert "hunger, from Golden Gumbo +3 and Titan Tart +2" in story


# ---- the private panel
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_hand_picture_shows_the_rows_of_possible_targets(seats: int) -> None:
    t = Laid("rotlet prankle", ben="dread-ned lurch-lad", seats=seats).play("rotlet")
    view = GAME.view(t.g, 0)
    names = [f"Player{letter}" for letter in "ABCDEF"[:seats]]
    said = FACE.translator(names, view, escape=False)
    drawn = FACE.pictures.hand(view, said)  # type: ignore[misc]
    assert {"mun_dread-ned", "mun_lurch-lad", "mun_prankle"} <= set(sprites(drawn))
    alt = FACE.pictures.hand_alt(view, said)  # type: ignore[misc]
    assert "Dread Ned" in alt and "Prankle" in alt and len(alt) <= 1024
    before = GAME.view(Laid("rotlet prankle", ben="dread-ned lurch-lad", seats=seats).g, 0)
    assert "mun_dread-ned" not in sprites(FACE.pictures.hand(before, said))  # type: ignore[misc]
