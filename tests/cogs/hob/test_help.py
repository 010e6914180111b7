"""`/hob help` leads to everything: a table, a lesson, today's deal, an evening, statistics, replays."""

from unittest import mock

from bot.servers import ServerSettings
from db import StoreUnavailable
from hob.testing.play import evening, playing
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import over, own

WHAT_ELSE = "There's more: "


async def test_help_has_five_short_rows_and_working_controls() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        said = await ada.types("hob help")
        help = ada.seen[-1]
        rows = help.content.split("\n")[1:-1]
        names = ["Play", "Today's deal", "Game nights", "Statistics", "Replays"]
        assert [row.split("**")[1] for row in rows] == names
        assert [c.placeholder or c.label for c in controls_of(help)] == [
            *("Open a table…", "Learn a game…"),
            *("Today's deal", "Game night", "Statistics"),
        ]
        assert "Candy Chaser: " in said
        assert "one try each" in await ada.clicks("Today's deal", on=help)
        assert "A game night here" in await ada.clicks("Game night", on=help)
        assert "None of your games have been counted yet" in await ada.clicks("Statistics", on=help)
        await ada.selects("Monster Muncher", on=help)
        await hob.settle()
        session = await hob.session()
        assert (session.game.slug, session.status) == ("monster-muncher", "lobby") and "Ada" in hob.table_text()
        assert "no longer exists" in await ada.forges("h:000000:0:-:help:open#2", help, "poker")
        assert "no longer exists" in await ada.forges("h:000000:0:-:help:burn#2", help, "muncher")


async def test_help_says_where_a_persons_cards_appear() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await hob.store.servers.save(hob.guild.id, ServerSettings(cards="channel").model_dump(mode="json"))
        await ben.types("hob me", cards="message")
        in_channel, by_message = "Your cards are under **My hand**;", "I DM you your cards;"
        assert in_channel in await ada.types("hob help") and by_message in await ada.types_to_hob("hob help")
        assert by_message in await ben.types("hob help")
        with mock.patch.object(type(hob.store.servers), "settings", side_effect=StoreUnavailable("away")):
            assert "**Play**" in await ada.types("hob help"), "help needs no database"


async def test_a_finished_game_suggests_other_features_only_once() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        assert WHAT_ELSE + "game nights `/hob night` · today's deal `/hob daily`" in hob.table_text()
        await hob["Ada"].clicks("Play again", on=hob.table)
        await hob["Ben"].clicks("Join", on=hob.table)
        await hob["Ada"].types("chaser start")
        await over(hob)
        assert WHAT_ELSE not in hob.table_text()


async def test_a_lesson_uses_the_language_of_the_reply_that_started_it() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada = hob.person("Ada")
        await hob.store.servers.save(hob.guild.id, ServerSettings(language="de").model_dump(mode="json"))
        hob.app.servers.forget()
        await ada.types("hob help")
        await ada.selects("Candy Chaser", on=ada.seen[-1], menu="Spiel lernen…")
        session = await own(hob, ada)
        assert session.info.language == "de" and "Direktnachricht" in words_of(ada.seen[-1])
        await ada.types_to_hob("hob end")
        await ada.clicks("Beenden")
        await ada.clicks("Lektion wiederholen")
        again = await own(hob, ada)
        assert again is not session and again.info.language == "de"
