"""All screens of Kingdom's Candy: Monsters, over the states of random games and over the fullest tables."""

import re
from pathlib import Path
from random import Random

import pytest

from bot.pictures.drawings import drawings
from bot.screens.game_over import score_message
from bot.screens.message import Menu, Message
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from cogs.game_uis import GAME_UIS
from cogs.kingdoms_candy.text import WORDS
from engine import GAMES, machine
from engine.decks import slug
from engine.kingdoms_candy.cards import DECKS
from engine.kingdoms_candy.state import Kingdom
from tests.engine.kingdoms_candy.laying import answers, empty, table, villain
from tests.screens import (
    LONG,
    SCREENS,
    BareLookup,
    BareMore,
    faults,
    faults_of_looking_up,
    faults_of_tables,
    moments_of,
    reached,
    table_of,
    tables_of,
)

GAME = GAMES["kingdoms-candy"]
FACE = GAME_UIS["kingdoms-candy"]
CARDS = DECKS["hob"]
TOLL = "Event: Toll of Teeth (Return 2 sugar; with less, also take 1 black cube)."
TRUCE = "Event: Peppermint Truce (Return 1 black cube, otherwise take 1 sugar)."
ADA = ["Ada", "Ben", "Cara", "Dan", "Eve"]


def fullest(seats: int, seed: int, monsters: int = 8) -> Kingdom:
    """Return a state in which every player has `monsters` Monsters, many tucked and kept cards, and is rich."""
    luck = Random(seed)
    names = {kind: [c.id for c in CARDS.values() if c.kind == kind] for kind in ("monster", "ability", "starter")}
    g: Kingdom = GAME.deal(seats, "fullest")  # type: ignore[assignment]
    for own in g.villains:
        own.monsters = {name: [] for name in (*own.monsters, *luck.sample(names["monster"], monsters - 1))}
        for name in luck.sample(names["ability"], 10):
            own.monsters[luck.choice(list(own.monsters))].append(name)
        own.kept = luck.sample(names["ability"], luck.randrange(7, 10))
        own.sugar, own.candies, own.black = 40, 37, 21
    machine.run(GAME.rules, g)
    return g


# ---- words
def test_every_state_of_an_owned_card_has_a_translation() -> None:
    symbols = {f"only-{card.moment}" for card in CARDS.values() if card.kind != "event" and not card.by_itself}
    symbols -= {f"only-{moment}" for moment in ("any", "once", "start", "end", "event")}
    assert symbols <= WORDS.names("why").keys()
    states = {name.removeprefix("state-") for name in WORDS.names("table") if name.startswith("state-")}
    assert symbols <= states and states - {"open", "worked"} <= WORDS.names("why").keys()


def test_log_lines_of_random_games_have_no_unfilled_placeholders() -> None:
    seen = set()
    for seats in GAME.seats:
        for seed in range(4):
            *_, g = tables_of(GAME, seats, seed)
            story = FACE.text_renderer(GAME.view(g), FACE.translator(ADA, GAME.view(g)))
            for event in g.log:
                seen.add(event.key)
                sentence = story.sentence(event)
                assert "{" not in sentence and not sentence.endswith(".")
                assert not re.search(r"\bs\d\b|[a-z]-[a-z]+-[a-z]", sentence)
    assert len({key.removeprefix("log.") for key in WORDS if key.startswith("log.")} - seen) <= 9


@pytest.mark.parametrize(
    ("laid", "choices", "line"),
    [
        (table(villain("uno", sugar=9), villain("mopsel"), events="share-the-jar"), "pass pass",
         "Event: Share the Jar (The sole sugar leader gives each opponent 1). Sugar gained from Ada: Ben 1"),
        (table(villain("uno", sugar=4), villain("mopsel"), events="toll-of-teeth"), "pass pass",
         TOLL + " Sugar returned: Ada and Ben 2 each"),
        (table(villain("uno", sugar=4), villain("mopsel"), events="sugar-shower"), "pass pass",
         "Event: Sugar Shower. Sugar gained: Ada and Ben 2 each"),
        (table(villain("uno magmot"), villain("mopsel"), events="home-sweet-home"), "pass pass",
         "Event: Home Sweet Home (Fewest Monsters: take 3 sugar). Sugar gained: Ben 3"),
        (table(villain("uno", sugar=4), villain("", sugar=1), events="toll-of-teeth"), "pass pass",
         TOLL + " Sugar returned: Ada 2, Ben 1. Ben takes a black cube"),
        (table(villain("uno", black=2), villain("mopsel"), events="peppermint-truce"), "pass pass",
         TRUCE + " Ada returns a black cube. Sugar gained: Ben 1"),
        (table(villain("uno", black=2), villain("mopsel", black=1), events="peppermint-truce"), "pass pass",
         TRUCE + " Ada and Ben return a black cube each"),
        (table(villain("uno magmot"), villain("mopsel"), events="the-one-gummy"), "pass pass",
         "Event: The One Gummy (Fewest Candy tokens: take 1 Candy). Ada and Ben take 1 Candy each"),
        (table(villain("uno+im-inevitable", sugar=9), villain("mopsel", sugar=5)), "use/im-inevitable",
         "Ada uses I'm Inevitable; sugar lost: Ben 2"),
        (table(villain("uno magmot", sugar=9), villain("mopsel"), abilities="pickpocket"), "buy/pickpocket/tuck/uno",
         "Ada buys Pickpocket for 4 sugar (−1: Magmot) and tucks it under Uno"),
    ],
)  # fmt: skip
def test_events_are_described_completely(laid: Kingdom, choices: str, line: str) -> None:
    answers(laid, *choices.split())
    story = FACE.text_renderer(GAME.view(laid), FACE.translator(ADA, GAME.view(laid)))
    assert line in [story.sentence(event) for event in laid.log]


# ---- whole messages
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_message_of_random_games_fits_discords_limits(seats: int) -> None:
    for seed in range(2):
        for g in moments_of(tables_of(GAME, seats, seed)):
            assert faults_of_tables(GAME, g, LONG) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_fullest_tables_fit_discords_limits(seats: int) -> None:
    g = fullest(seats, seats)
    assert faults_of_tables(GAME, g, LONG) == []
    answers(g, "collect")
    assert faults_of_tables(GAME, g, LONG) == []
    g = fullest(seats, seats)
    g.stack, g.event_deck = [], ["black-candy"]
    g.push_steps("event_phase")
    machine.run(GAME.rules, g)
    assert next(iter(g.asks.values())).say == "feed"
    assert faults_of_tables(GAME, g, LONG) == []


def test_long_card_names_in_a_custom_deck_fit(tmp_path: Path) -> None:
    """A deck file may have names of up to 40 characters."""

    def renamed(match: re.Match[str]) -> str:
        return f'name = "{match[1][:16].ljust(40, "x")}"\nid = "{slug(match[1])}"'

    house = Path("engine/kingdoms_candy/cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "long.toml"
    file.write_text(re.sub('name = "(.+)"', renamed, house), encoding="utf-8")
    DECKS.add("long", file)
    try:
        for g in moments_of(tables_of(GAME, 4, 3, deck="long")):
            assert faults_of_tables(GAME, g, LONG) == []
        session = table_of(GAME, g, LONG[:4], options={"deck": "long"})
        assert faults(table_message(SCREENS.posted(session), [])) == []
    finally:
        del DECKS["long"]


def test_the_panel_offers_every_conversion_and_removal() -> None:
    g = table(
        villain("uno+bitter-to-better bogglebon thorntooth pepperfang", sugar=120, black=12), villain("mopsel", sugar=1)
    )
    assert len(GAME.offers(g, 0)) > 25
    assert faults_of_tables(GAME, g, ADA) == []
    session = table_of(GAME, g, ADA[:2])
    assert reached(session, 0) >= {"convert/30", "remove/12", "use/pepperfang", "use/thorntooth/s1"}
    shown = reached(session, 0, table_message(SCREENS.posted(session), []).rows)
    assert "remove/12" in shown and not any(option.startswith("convert") for option in shown)


def test_players_not_on_turn_may_convert_in_their_panel() -> None:
    g = table(villain("uno"), villain("mopsel", sugar=9))
    session = table_of(GAME, g, ADA[:2])
    assert reached(session, 1) >= {"convert/1", "convert/2"}
    assert not any("convert" in str(row) for row in table_message(SCREENS.posted(session), []).rows)


def test_the_rules_explain_every_timing_symbol() -> None:
    text = next(page.text for page in FACE.pages if page.slug == "abilities")
    for moment, sign in {
        "any": "lightning",
        "start": "sunrise",
        "collect": "sack",
        "buy-ability": "card with a plus",
        "buy-monster": "Monster with a plus",
        "black-candy": "black cube",
        "once": "hourglass",
        "end": "flag",
    }.items():
        assert f"when_{moment}" in drawings() and f"• **{sign}**" in text


def test_abilities_of_any_name_length_share_the_tuck_wording() -> None:
    for host, abilities in (
        ("uno", "diet-plan candy-alchemy im-inevitable"),
        ("toffle", "sweet-talk candy-alchemy one-last-lick"),
    ):
        g = table(villain(host, sugar=4), villain("mopsel"), abilities=abilities)
        menu = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).rows[1]
        assert isinstance(menu, Menu)
        tucked = [choice.label for choice in menu.choices if "under" in choice.label]
        assert len(tucked) > 1 and all(label.endswith(f" (under {host.capitalize()})") for label in tucked)


def test_the_turn_screen_has_a_fixed_layout() -> None:
    laid = villain("uno+bitter-to-better glacimaw", sugar=5, black=1)
    g = table(laid, villain("mopsel"), monsters="magmot mistmallow verdimont", abilities="pickpocket sugar-rush")
    first_row, cards, free, last = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).rows
    assert [button.label for button in first_row] == ["Collect 5", "Pass"]
    assert isinstance(cards, Menu) and cards.placeholder == "Buy…"
    assert [choice.label for choice in cards.choices] == [
        "Magmot · 4 (then hunger 7, sugar 1)",
        "Mistmallow · 3 (then hunger 6, sugar 2)",
        "Pickpocket · 5 (keep)",
        "Pickpocket · 5 (under Uno)",
        "Pickpocket · 5 (under Glacimaw)",
        "Sugar Rush · 4 (keep)",
        "Sugar Rush · 4 (under Uno)",
        "Sugar Rush · 4 (under Glacimaw)",
    ]
    assert cards.choices[3].description == "0 sugar left · Red 2 · Collect: take 2 sugar from an opponent too"
    assert isinstance(free, Menu) and [choice.label for choice in free.choices] == [
        "Bitter to Better · 1 sugar",
        "Glacimaw · 1 sugar",
        "Remove 1 black cube · 2 sugar",
    ]
    assert [button.label for button in last] == ["My monsters", "Rules", "Zoom in", "More"]


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "Oni Baba · 6 (then hunger 3, sugar 1)"), ("de", "Oni Baba · 6 (dann Hunger 3, Zucker 1)")],
)
def test_buying_a_monster_shows_price_feeding_cost_and_sugar_left(language: str, label: str) -> None:
    g = table(villain("uno", sugar=7), villain("mopsel"), monsters="oni-baba")
    menu = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2], language=language)), []).rows[1]
    assert isinstance(menu, Menu) and label in [choice.label for choice in menu.choices]


def test_unavailable_actions_take_no_space() -> None:
    g = table(villain("uno", sugar=0), villain("mopsel"))
    rows = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).rows
    assert [button.label for button in rows[0]] == ["Collect 5", "Pass"]
    g = table(villain("uno", sugar=3), villain("mopsel"), monsters="magmot mistmallow mossmunch")
    rows = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).rows
    only = "Mistmallow · 3 (then hunger 2, sugar 0)"
    assert [button.label for button in rows[0]] == ["Collect 5", only, "Pass"], "one Monster needs no select"
    rows = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2], language="de")), []).rows
    assert [button.label for button in rows[0]] == ["5 sammeln", "Passen"], "German buttons take three lines"
    assert isinstance(rows[1], Menu) and len(rows[1].choices) == 1


def test_discarding_a_card_for_sale_shows_its_price_and_effect() -> None:
    g = table(villain("bogglebon", sugar=9), villain("mopsel"), monsters="magmot")
    menu = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).rows[-2]
    assert isinstance(menu, Menu) and menu.choices[0].label == "Bogglebon → Magmot · 1 sugar"
    assert menu.choices[0].description == f"4 sugar · Red 2 · {CARDS['magmot'].short}"


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "Convert sugar or end your turn.", "**Ben** may convert sugar (*My monsters*) or end their turn."),
        (
            "de",
            "Tausche Zucker ein oder beende deinen Zug.",
            "**Ben** darf Zucker eintauschen (Knopf *Monster*) oder den Zug",
        ),
    ],
)
def test_the_end_of_a_turn_names_only_what_is_possible(language: str, asks: str, says: str) -> None:
    g = table(villain("mopsel"), villain("uno"))
    answers(g, "pass", "collect")
    session = table_of(GAME, g, ADA[:2], language=language)
    assert asks in panel_message(SCREENS.posted(session, 1), False).content
    assert says in table_message(SCREENS.posted(session), []).text
    g = table(villain("uno+candy-alchemy", sugar=7), villain("mopsel"), monsters="magmot")
    answers(g, "buy/magmot")
    session = table_of(GAME, g, ADA[:2])
    assert "Use more abilities or end your turn." in panel_message(SCREENS.posted(session, 0), False).content
    assert SCREENS.of(session).status_line() == "**Ada** may use abilities or end their turn."


def test_feeding_offers_the_main_payments_as_buttons() -> None:
    hungry = villain("uno magmot oni-baba", sugar=4, candies=1)
    g = table(hungry, villain("mopsel"), events="black-candy", at="event")
    session = table_of(GAME, g, ADA[:2])
    main, others, _ = table_message(SCREENS.posted(session), []).rows
    assert [button.label for button in main] == ["4 sugar + 2 black · −2 for now", "4 sugar + 1 Candy + 1 black · −2"]
    assert {button.style for button in main} == {"secondary"}, "a colour would be advice"
    assert isinstance(others, Menu) and others.placeholder == "Feed less or discard…"
    assert [choice.label for choice in others.choices[-4:]] == [
        "6 black cubes · −6 for now",
        "Discard Uno · hunger −2",
        "Discard Magmot · hunger −3",  # Uno eats 1 less, too
        "Discard Oni Baba · hunger −3",
    ]
    assert others.choices[-2].description == f"score −2 · {CARDS['magmot'].short}"
    assert SCREENS.of(session).status_line() == "**Ada** feeds 3 Monsters that eat 6 in all."
    said = panel_message(SCREENS.posted(session, 0), False)
    assert "they eat 6. You have 4 sugar and 1 Candy. You're 2 sugar short. For each missing sugar, pay" in said.content
    hungry = villain("uno magmot oni-baba", sugar=4)
    poor = table_of(GAME, table(hungry, villain(""), events="black-candy", at="event"), ADA[:2])
    asked = panel_message(SCREENS.posted(poor, 0), False).content
    assert "You're 2 sugar short and have no Candies: take 2 black cubes (−1 point each)." in asked
    g.black_candies = 4
    last = table_of(GAME, g, ADA[:2])
    assert "ties go to the player with more Candy tokens." in panel_message(SCREENS.posted(last, 0), False).content
    assert table_message(SCREENS.posted(last), []).rows[0][0].label == "4 sugar + 2 black · −2"  # type: ignore[index]
    rich = table(villain("uno magmot oni-baba", sugar=9), villain(""), events="black-candy", at="event")
    button = table_message(SCREENS.posted(table_of(GAME, rich, ADA[:2])), []).rows[0][0]  # type: ignore[index]
    assert (button.label, button.style) == ("Feed all · 6 sugar", "primary")
    panel = panel_message(SCREENS.posted(table_of(GAME, rich, ADA[:2]), 0), False)
    assert "You have 9 sugar. That's enough." in panel.content and "when Monsters eat" not in panel.text
    assert "Black Candy: 1 of 4\n" in table_message(SCREENS.posted(table_of(GAME, rich, ADA[:2])), []).unpictured


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_title_forecasts_black_candy_even_in_late_rounds(language: str) -> None:
    calm = [name for name, card in CARDS.items() if card.kind == "event" and card.verb != "black-candy"]
    ends = set()
    for pile in ([], calm[:1], calm[:2], ["black-candy"]):
        g = table(villain("uno"), villain("mopsel"), black_candies=3)
        g.events, g.round = [*(["black-candy", *calm[2:4]] * 3), *pile], 10 + len(pile)
        message = table_message(SCREENS.posted(table_of(GAME, g, ADA[:2], language=language)), [])
        title = message.unpictured.split("\n")[0]
        assert {"en": "3 of 4, ", "de": "3 von 4, "}[language] in title
        ends.add(title.split(", ")[-1])
    whole = {
        "en": {"maybe this round", "due this round", "none this round"},
        "de": {"vielleicht kommt eins", "diese Runde kommt eins", "diese Runde keins"},
    }
    assert ends == whole[language]


def test_the_text_forecasts_black_candy_and_shows_current_totals() -> None:
    g = table(villain("uno magmot", sugar=9), villain("mopsel", sugar=2), events="clearance")
    session = table_of(GAME, g, ADA[:2])
    message, view = table_message(SCREENS.posted(session), []), GAME.view(g)
    assert message.title == "Kingdom's Candy: Monsters", "on a phone, all of it would take two lines"
    assert message.unpictured.split("\n")[0].endswith("Black Candy: 0 of 4, maybe this round")
    for seat, mine in enumerate(view.villains):
        assert f"score now {mine.total}" in message.instead[0].value.split("\n")[seat]
    panel = panel_message(SCREENS.posted(session, 0), False).text
    assert "Black Candy may come this round: your Monsters eat 3; you have 9 sugar." in panel
    story = "\n".join(FACE.text_renderer(view, FACE.translator(ADA[:2], view)).table())
    assert "**Black Candy** may come this round" in story
    g = table(villain("uno"), villain("mopsel"), events="clearance share-the-jar")
    assert (
        "Black Candy: 0 of 4, maybe this round\n"
        in table_message(SCREENS.posted(table_of(GAME, g, ADA[:2])), []).unpictured
    )


def test_no_income_is_announced_to_those_who_have_no_more_turn() -> None:
    def panels(g: Kingdom) -> list[str]:
        session = table_of(GAME, g, ADA[:2])
        return [panel_message(SCREENS.posted(session, seat), False).text for seat in range(2)]

    g = table(villain("uno magmot", sugar=9), villain("mopsel", sugar=9), black_candies=3)
    assert all("next income " in panel for panel in panels(g)), "the last Black Candy may come later"
    g.event_box += g.event_deck[1:]
    g.event_deck = ["black-candy"]
    ada, ben = panels(g)
    assert "no more income" in ada and "next income " in ben, "Ben's last turn is still to come"
    g = table(
        villain("uno magmot", sugar=9), villain("mopsel", sugar=9), black_candies=3, events="black-candy", at="event"
    )
    assert all("no more income" in panel and "next income" not in panel for panel in panels(g)), (
        "they feed, and it ends"
    )


def test_texts_describe_the_effect_of_the_current_event() -> None:
    g = table(villain("uno", sugar=4), villain("mopsel"), events="toll-of-teeth", at="event")
    view = GAME.view(g)
    text = DECKS["hob"]["toll-of-teeth"].text
    assert f"**Event** Toll of Teeth: {text}" in FACE.text_renderer(view, FACE.translator(ADA[:2], view)).table()
    assert f"Event: Toll of Teeth. {text}" in FACE.pictures.table_alt(view, FACE.translator(ADA[:2], view))


def test_a_panel_explains_every_card() -> None:
    mine = villain("uno+candy-alchemy+pickpocket oni-yami glacimaw+diet-plan", "sugar-rush", sugar=2)
    g = table(mine, villain("mopsel"), events="black-candy")
    text = panel_message(SCREENS.posted(table_of(GAME, g, ADA[:2]), 0), False).text
    for line in (
        "• **Uno**, Red 1, eats 2: Start of turn: take 2 sugar (automatic)",
        "↳ **Candy Alchemy**: Your turn, 3 sugar: take 1 Candy (needs 3 sugar)",
        "↳ **Pickpocket**: Collect: take 2 sugar from an opponent too (when you collect)",
        "• **Oni Yami**, Blue 1, eats 2: End: 1 Candy per other Monster of yours (at the end)",
        "• **Glacimaw**, Blue 3, eats 1: Before your action, 1 sugar: take 1 Candy (**usable now**)",
        "↳ **Diet Plan**: Black Candy: its Monster eats 2 less (automatic)",
        "Kept (worth Candies; Monsters of the same colour cost less): Sugar Rush Blue 2",
    ):
        assert line in text


def test_the_rules_page_now_says_what_is_not_possible() -> None:
    g = table(villain("uno+candy-alchemy", sugar=2), villain("mopsel"), monsters="rockcandor")
    message = BareLookup().rules_message(FACE, table_of(GAME, g, ADA[:2]), 0, "now")
    assert "Rockcandor costs 10 sugar; you have 2." in message.text
    assert "• **Collect 5**" in message.text and faults(message) == []


def test_lobby_rules_and_look_ups_fit() -> None:
    lobby = table_of(GAME, None, LONG[:5], options={"first_player": "few"})
    message = table_message(SCREENS.posted(lobby), [])
    assert faults(message) == [] and "our own stand-in cards" in message.footer
    assert "First Player's ability: with 2–3 players" in message.below and "Cards" not in message.below
    session = table_of(GAME, table(villain("uno"), villain("mopsel")), ["Ada", "Ben"])
    assert faults_of_looking_up(FACE, session) == []


def test_the_rules_cover_every_chapter_of_the_rulebook() -> None:
    text = " ".join(page.text for page in FACE.pages)
    for word in (
        "Starting Monster", "130", "5 sugar", "Collect", "Tuck", "Keep", "4 sugar into 1 Candy", "2 sugar to remove",
        "hourglass", "First Player", "Black Candy", "a tie", "Exlollipor", "fourth", "black cube", "Home Sweet Home",
    ):  # fmt: skip
        assert word.lower() in text.lower(), word
    assert {card.name for card in CARDS.values()} <= set(re.findall(r"\*\*(.+?)\*\*", text))


# ---- in words
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_table_as_text_is_complete(seats: int) -> None:
    more = BareMore()
    for number, g in enumerate(tables_of(GAME, seats, 5)):
        if number % 6 and g.asks:
            continue
        text = more.in_words(table_of(GAME, g, LONG[:seats]))
        assert len(text) <= 4096
        assert f"**Kingdom** {g.sugar} sugar" in text and f"Black Candy {g.black_candies} of 4" in text
        for name in filter(None, [*g.monsters.row, *g.abilities.row]):
            assert f"• {CARDS[name].name}, " in text
        for own in g.villains:
            for monster, tucked in own.monsters.items():
                assert f"• {CARDS[monster].name}, " in text and all(CARDS[name].name in text for name in tucked)
            assert all(CARDS[name].name in text for name in own.kept)
        assert all(CARDS[name].name in text for name in g.events)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_table_as_text_fits_with_every_card_in_play(seats: int) -> None:
    g: Kingdom = GAME.deal(seats, "all")  # type: ignore[assignment]
    for number, name in enumerate([*g.monsters.deck, *g.starter_box]):
        g.villains[number % seats].monsters[name] = []
    for number, name in enumerate(g.abilities.deck):
        own = g.villains[number % seats]
        if name in own.kept and not own.host(name):
            own.monsters[next(iter(own.monsters))].append(name)
        elif name not in own.kept:
            own.kept.append(name)
    machine.run(GAME.rules, g)
    assert 2000 < len(BareMore().in_words(table_of(GAME, g, LONG[:seats]))) <= 4096
    assert faults_of_tables(GAME, g, LONG) == []


# ---- the end
def test_the_score_matches_the_rulebooks_example_line_by_line() -> None:
    mine = villain("magmot+sugar-rush oni-yami", "im-inevitable one-last-lick sweet-talk", 1, 6, 2)
    g = table(mine, villain("uno"), events="black-candy", at="event", black_candies=3)
    g.villains[0].sugar = 5
    machine.run(GAME.rules, g)
    answers(g, "keep/4-0-0")
    message = score_message(SCREENS.of(table_of(GAME, g, ADA[:2])))
    assert message.title == "Ada wins Kingdom's Candy: Monsters (15 Candies)"
    assert message.fields[0].name == "1. Ada 15"
    assert message.fields[0].value == (
        "Monsters 3\nKept Abilities 6\nTucked Abilities 1\nCandy tokens 6\n1 sugar = 0 Candies\n"
        "Black cubes −2\nBonuses: Oni Yami 1"
    )
    assert message.fields[1].value == "Monsters 1", "the heading has the total, and lines of 0 say nothing"
    assert not any("No points for" in field.value for field in message.fields)


def test_score_lines_that_no_one_has_are_merged_below_the_scores() -> None:
    g = table(villain("uno", candies=2), villain("mopsel"), events="black-candy", at="event", black_candies=3)
    g.villains[0].sugar, g.villains[1].sugar = 3, 2
    machine.run(GAME.rules, g)
    while g.asks:
        answers(g, next(option for option in next(iter(g.asks.values())).options if option.endswith("-0-0")))
    first, second, below = score_message(SCREENS.of(table_of(GAME, g, ADA[:2]))).fields
    assert first.value == "Monsters 1\nCandy tokens 2\n3 sugar = 0 Candies"
    assert second.value == "Monsters 1\n2 sugar = 0 Candies"
    assert below.value == "No points for: kept Abilities, tucked Abilities, black cubes, bonuses."


def test_a_tie_names_its_tiebreaker_and_full_ties_share_the_win() -> None:
    def end(*villains: tuple[str, int, int]) -> Message:
        laid = [villain(monsters, sugar=sugar, candies=candies) for monsters, sugar, candies in villains]
        g = table(*laid, events="black-candy", at="event", black_candies=3)
        while g.asks:
            answers(g, "keep/0-0-0" if "keep/0-0-0" in next(iter(g.asks.values())).options else "pass")
        return score_message(SCREENS.of(table_of(GAME, g, ADA[: len(villains)])))

    more = end(("uno", 0, 3), ("", 0, 4))
    assert more.title.startswith("Ben wins") and "More Candy tokens: 4 to 3" in more.fields[0].value
    assert end(("", 0, 4), ("", 0, 4)).title == "Ada and Ben share the win"


def test_a_sugar_shortage_offers_opponents_by_name() -> None:
    g = table(villain("uno"), villain("mopsel"), villain("ploom"))
    empty(g)
    g.pay(1, 60)
    g.gain(2, 60)
    g.villains[1].sugar = g.villains[2].sugar = 65
    g.sugar = 0
    machine.run(GAME.rules, g)
    answers(g, "collect")
    rows = table_message(SCREENS.posted(table_of(GAME, g, ADA[:3])), []).rows
    assert [button.label for button in rows[0]] == ["Take 5 from Ben", "Take 5 from Cara"]
