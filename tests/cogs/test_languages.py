"""A table uses its server's language for everyone and everything; other messages use their reader's language."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.i18n.catalogue import using_language
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_ui import GameUI
from bot.screens.message import Menu, Message
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.servers import ServerSettings
from bot.tables.model import parse_stored
from cogs.game_uis import GAME_UIS
from hob.testing.play import Evening, InProcessPainter, Person, evening, play_on, play_some
from hob.testing.reading import controls_of, words_of
from tests.bot.i18n.made_up import CODE, english, learn, marked
from tests.cogs.tables import own
from tests.pictures import words as painted
from tests.screens import SCREENS, BareLookup, moments_of, table_of, tables_of

NAMES = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hal"]
NOTHING = b"\x89PNG\r\n\x1a\n"  # enough of a PNG, because its contents don't matter
SAID = ("content", "title", "description", "label", "placeholder", "text", "name", "value")
every_game = pytest.mark.parametrize("slug", GAME_UIS)


@pytest.fixture(autouse=True)
def _another_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(tmp_path, monkeypatch)


def texts_of(message: Message) -> Iterator[str]:
    """Yield all texts of a message, including those in its picture."""
    yield from (message.content, message.title, message.text, message.unpictured, message.below, message.footer)
    yield message.alt
    for field in (*message.fields, *message.instead):
        yield from (field.name, field.value)
    for row in message.rows:
        if isinstance(row, Menu):
            yield row.placeholder
            yield from (text for choice in row.choices for text in (choice.label, choice.description))
        else:
            yield from (button.label for button in row)
    if message.picture is not None:
        yield from painted(message.picture)


@every_game
def test_table_screens_contain_no_untranslated_text(slug: str) -> None:
    game = GAME_UIS[slug].game
    players, left = game.seats[-1], set()
    for g in moments_of(tables_of(game, players, 1)):
        session = table_of(game, g, NAMES[:players], language=CODE)
        with using_language(session.info.language):
            shown = [table_message(SCREENS.posted(session), list(g.asks))]
            if session.playing:
                shown += [
                    panel_message(SCREENS.posted(session, seat), pictured)
                    for seat in range(players)
                    for pictured in (True, False)
                ]
            left |= {*english((text for message in shown for text in texts_of(message)), NAMES)}
    assert sorted(left)[:5] == []


@every_game
def test_rule_pages_and_cards_contain_no_untranslated_text(slug: str) -> None:
    ui, lookup = GAME_UIS[slug], BareLookup()
    players = ui.game.seats[0]
    session = table_of(ui.game, ui.game.deal(players, "a page"), NAMES[:players], language=CODE)
    with using_language(CODE):
        pages = ["now", *(page.slug for page in lookup.pages(ui))]
        told = [text for page in pages for text in texts_of(lookup.rules_message(ui, session, 0, page))]
        for card in ui.cards().values():
            assert ui.pictures.card is not None
            told += [
                card.name,
                ui.about_card(card, ui.translator()),
                *painted(ui.pictures.card(card, ui.translator())),
            ]
    assert sorted({*english(told, NAMES)})[:5] == []


def test_creating_a_second_game_ui_keeps_the_translations() -> None:
    kingdom = GAME_UIS["kingdoms-candy"]
    GameUI(game=kingdom.game)  # with a catalogue of its own, of the same name
    with using_language(CODE):
        assert kingdom.cards()["uno"].text != kingdom.game.cards()["uno"].text


def said(sent: Any) -> Iterator[str]:
    """Yield all texts in the body of a call to Discord."""
    if isinstance(sent, list):
        for part in sent:
            yield from said(part)
    elif isinstance(sent, dict):
        for key, value in sent.items():
            if isinstance(value, str) and key in SAID and (key != "value" or "inline" in sent):
                yield value
            elif isinstance(value, dict | list):
                yield from said(value)


async def made_up(hob: Evening) -> Person:
    """Set the server's language to the made-up one, and forget the calls so far."""
    mia = hob.person("Mia", manage_guild=True, manage_messages=True)
    await mia.types("hob server")
    await mia.selects("Language: Èñ", on=mia.seen[-1])
    hob.discord.forget_calls()
    return mia


def left_in(hob: Evening, *more: str) -> list[str]:
    # Discord shows commands to everyone
    calls = [call for call in hob.calls("*") if not call.path.endswith("/commands")]
    sent = [text for call in calls for text in said(call.json)]
    return sorted({*english([*sent, *more], [*hob.people])})


@every_game
async def test_table_messages_are_in_the_tables_language(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(InProcessPainter, "png", paint_nothing(drawn))
    group = GAME_UIS[slug].group
    async with evening(games=[slug], coach="on") as hob:
        mia = await made_up(hob)
        await hob.set_table(group, "Ada", "Ben", computers=GAME_UIS[slug].game.seats[0] - 1, pictures=True)
        ada, session = hob["Ada"], await hob.session()
        assert session.info.language == CODE
        await ada.presses(str(Control(session.id, "lobby", "options")), hob.table)
        await ada.types(f"{group} rules")
        assert not [*english(await ada.completes(f"{group} rules", "page"))]
        await ada.types(f"{group} start")
        await hob.settle()
        await play_some(hob, random.Random(1), 6)
        for kind in ("hand", "more", "rules"):
            await ada.presses(str(Control(session.id, kind)), hob.table)
        await ada.forges(str(Control(session.id, "log", place=ASIDE)), hob.table)
        for path in ("words", "closer", "computer", "back", "leave", "shuffle"):
            await ada.forges(str(Control(session.id, "more", path, place=ASIDE)), hob.table)
        await ada.forges(str(Control(session.id, "coach", "hint")), hob.table)
        await hob["Ben"].types("hob end")
        await mia.types("hob end")
        await mia.forges(str(Control(session.id, "more", "end/yes", place=ASIDE)), hob.table)
        await hob.settle()
        await ada.presses(str(Control(session.id, "again")), hob.table)
        assert (await hob.session()).info.language == CODE and (await hob.session()).id != session.id
        assert left_in(hob, *drawn)[:5] == []


def paint_nothing(drawn: list[str]) -> Any:
    async def png(self: InProcessPainter, scene: Any) -> bytes:
        for one in getattr(scene, "scenes", (scene,)):
            drawn.extend(painted(one))
        return NOTHING

    return png


async def test_server_messages_are_in_the_servers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands without a table, a game night, and a finished game: rematch, score and review."""
    drawn: list[str] = []
    monkeypatch.setattr(InProcessPainter, "png", paint_nothing(drawn))
    async with evening(games=["candy-chaser"], language=CODE) as hob:
        hob.discord.forget_calls()
        await hob.set_table("chaser", "Ada", "Ben", pictures=True)
        ada = hob["Ada"]
        await ada.types("chaser start")
        await hob.settle()
        session = await hob.session()
        await play_on(hob, random.Random(1))
        await hob.settle()
        for command in (
            "help",
            "tables",
            "me",
            "stats",
            "daily",
            "server",
            "computer",
            "take-back",
            "seat",
            "log",
            "end",
        ):
            await ada.types(f"hob {command}")
        await ada.types("hob board", game="Candy Chaser")
        await ada.types("hob stats", game="Nothing")
        await ada.types("chaser move", candy="blue")
        for kind in ("watch", "more", "past"):
            await ada.presses(
                next(c.custom_id for c in controls_of(hob.table) if f":{kind}:" in c.custom_id), hob.table
            )
        await ada.types("hob replay", table=session.id)
        await ada.types("hob night", when="2h")
        await ada.presses(next(c.custom_id for c in controls_of(ada.seen[-1]) if ":set/" in c.custom_id), ada.seen[-1])
        await hob.discord.bot_is_away(2 * 3600)
        await hob.restart()
        await hob.settle()
        assert any(thread.history() for thread in hob.channel.threads)
        assert left_in(hob, *drawn)[:5] == []


async def test_servers_have_a_language_and_dms_use_the_players_own() -> None:
    async with evening(games=["candy-chaser"], language=CODE) as hob:
        [commands] = [call.json for call in hob.calls("PUT", "*/commands")]
        help = next(one for group in commands for one in group["options"] if one["name"] == "help")
        assert marked(help["description"]) == help["description_localizations"][CODE], (
            "as a client of that language shows"
        )
        ada, mia = hob.person("Ada"), hob.person("Mia", manage_guild=True)
        told = await ada.types("hob help")
        assert not [*english([told])], "without a server setting, Hob's default language is used"
        said_in_english = await ada.types_to_hob("hob help")
        assert marked("Open a table…") in told and "Open a table…" in said_in_english
        await mia.types("hob server")
        screen = mia.seen[-1]
        await mia.forges(Control.aside("server", "set/language/xx"), screen)
        assert parse_stored(ServerSettings, await hob.store.servers.settings(hob.guild.id)).language == ""
        await mia.selects("Ĺàñğùàğè: English", on=screen)
        assert "Settings for all tables in" in words_of(mia.seen[-1]), "immediately"
        await ada.types("chaser new")
        session = await hob.session()
        assert "new table" in hob.table_text() and session.info.language == "en"
        await mia.selects("Language: Èñ", on=mia.seen[-1])
        await ada.types("chaser join")
        assert "new table" in hob.table_text(), "a table keeps its language"
        hob.discord.reads_in(CODE)
        assert not [*english([await ada.types_to_hob("hob help")])]
        await ada.types_to_hob("hob learn", game="candy-chaser")
        assert (await own(hob, ada)).info.language == CODE
        hob.discord.reads_in("fi")
        assert not [*english([await ada.types_to_hob("hob help")])], "a language Hob doesn't speak"
        await hob.restart()
        assert (await hob.session()).info.language == "en" and not [*english([await ada.types("hob help")])]


async def test_a_person_reads_their_language_although_it_is_another_regions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bot.i18n.made_up.CODE", "es-ES")
    learn(tmp_path, monkeypatch)
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        hob.discord.reads_in("es-419")
        assert marked("Open a table…") in await ada.types_to_hob("hob help")
        hob.discord.reads_in("sv-SE")
        assert "Open a table…" in await ada.types_to_hob("hob help")
