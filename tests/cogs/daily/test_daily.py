"""The deal of the day: the same for every player, one try each, and no details before midnight UTC."""

import json
import random
import sqlite3
from contextlib import closing
from typing import Any
from unittest import mock

from bot.tables.session import TableSession
from bot.timing import DAY
from cogs.game_uis import GAME_UIS
from db import StoreUnavailable
from hob.testing.play import Evening, Person, evening, play_on, play_some
from hob.testing.reading import controls_of, words_of
from tests.cogs.tables import own, shown

GAME = "Monster Muncher"
SECRET = "UPDATE marks SET secret = 'fixed'"  # it seeds the deals


def rows(hob: Evening, statement: str) -> list[Any]:
    with closing(sqlite3.connect(hob.data / "hob.sqlite3")) as connection, connection:
        return connection.execute(statement).fetchall()


async def plays(hob: Evening, person: Person, luck: int) -> None:
    """Play the table in this person's direct messages to its end."""
    channel, hob.channel = hob.channel, person.user.dm_channel
    await hob.change(pictures=False)
    assert await play_on(hob, random.Random(luck)) >= 3
    await hob.settle()
    hob.channel = channel


async def midnight(hob: Evening) -> None:
    await hob.passes(DAY - hob.clock() % DAY + 60)


async def opens_the_page(hob: Evening) -> tuple[Person, Any]:
    """Let Ada open the page of today's Monster Muncher deal."""
    rows(hob, SECRET)
    ada = hob.person("Ada")
    await ada.types("hob daily", game="muncher")
    return ada, ada.find("Play today's deal")


async def starts(hob: Evening, person: Person) -> TableSession:
    """Start this person's try at the Monster Muncher deal, and return its table."""
    await person.types("hob daily", game="muncher")
    await person.clicks("Play today's deal")
    await hob.settle()
    return await own(hob, person)


async def finishes(hob: Evening, *people: Person) -> None:
    for luck, person in enumerate(people, 1):
        await starts(hob, person)
        await plays(hob, person, luck)


async def test_the_daily_page_offers_each_game() -> None:
    async with evening(moment=1.0) as hob:
        ada = hob.person("Ada")
        said = await ada.types("hob daily")
        assert [c.label for c in controls_of(ada.seen[-1])] == [ui.game.title for ui in GAME_UIS.values()]
        assert (
            "one try" in said
            and "no one finished" not in said
            and len(ada.seen[-1].embeds[0].description.split("\n")) == 3
        )
        said = await ada.clicks(GAME, on=ada.seen[-1])
        assert (
            "Play today's deal" in ada.labels()
            and "**Yesterday** no one finished the deal." in said
            and "Share my result" not in said
        )


async def test_a_try_that_could_not_be_saved_leaves_the_deal_unopened() -> None:
    async with evening(moment=1.0) as hob:
        ada, page = await opens_the_page(hob)
        with mock.patch.object(type(hob.store), "commit", side_effect=StoreUnavailable("away")):
            assert "couldn't save that" in await ada.clicks("Play today's deal", on=page)
        await hob.restart()
        [[undealt]] = rows(hob, "SELECT id FROM sessions")
        for verb in ("start", "options", "computer"):
            assert "Type `/hob daily` to start it" in await ada.forges(f"h:{undealt}:0:-:lobby:{verb}", page), verb
        assert not rows(hob, "SELECT id FROM sessions WHERE state NOTNULL"), "it can't be tried in advance"
        lobby = ada.find("Cancel table")
        assert [c.label for c in controls_of(lobby)] == ["How to play", "Leave", "Cancel table"]
        assert "didn't start" in words_of(lobby)
        with mock.patch.object(type(hob.store.dailies), "claim", return_value=False):
            assert "You've already had your one try" in await ada.clicks("Play today's deal", on=page)
        assert not rows(hob, "SELECT id FROM sessions WHERE state NOTNULL OR status = 'lobby'")
        await ada.clicks("Play today's deal", on=page)
        await hob.settle()
        assert (await own(hob, ada)).playing, "no try has been used up"


async def test_pressing_twice_starts_one_try_against_normal_computers() -> None:
    async with evening(moment=1.0) as hob:
        ada, page = await opens_the_page(hob)
        await hob.at_once((ada, "Play today's deal"), (ada, "Play today's deal"))
        await hob.passes(15)  # computers that begin have moved, so no move replaces what she reads
        session = await own(hob, ada)
        assert session.playing and [seat.level for seat in session.info.seats[1:]] == ["normal"] * 3
        assert len(rows(hob, "SELECT * FROM tries")) == 1
        assert len(rows(hob, "SELECT * FROM sessions WHERE state NOTNULL")) == 1
        assert "Hint" not in shown(ada, session.id) and session.info.settings.taking_back == "free"
        assert "No computer can take over here" in await ada.forges(
            f"h:{session.id}:0:-:more:computer", ada.messages[-1]
        )
        await hob.restart()
        said = await ada.clicks("Play today's deal", on=page)
        assert f"• **{GAME}**: in progress." in said and "Go to table" in said


async def test_a_finished_try_tells_nothing_of_the_deal_before_midnight() -> None:
    async with evening(moment=1.0) as hob:
        rows(hob, SECRET)
        ada = hob.person("Ada")
        session = await starts(hob, ada)
        seed = session.info.deal
        hob.channel, channel = ada.user.dm_channel, hob.channel
        await play_some(hob, random.Random(1), 2)
        hob.channel = channel
        await hob.restart()
        await plays(hob, ada, 1)
        await hob.restart()
        assert "Everyone gets the same deal today" in ada.reads() and seed not in ada.reads()
        for label in ("Replay after midnight", "Review after midnight"):
            await ada.clicks(label)
            assert "Others can still play this deal today." in ada.reads(), label
            ada.seen.clear()
        await ada.forges(f"h:{session.id}:0:-:more:shuffle", ada.messages[-1])
        assert "Others can still play this deal; the seed" in ada.reads() and seed not in ada.reads()
        await ada.clicks("Daily deals")
        assert (
            "Leaderboard so far: #1 of 1." in words_of(ada.messages[-1]) + ada.reads() and "Share" not in ada.labels()
        )


async def test_a_result_is_shared_once_and_only_where_one_can_post() -> None:
    async with evening(moment=1.0) as hob:
        rows(hob, SECRET)
        ada, ben = (hob.person(name, send_messages=True) for name in ("Ada", "Ben"))
        await finishes(hob, ada)
        said = await ada.types("hob daily", game="muncher")
        assert "Leaderboard so far: #1 of 1." in said and "Play today's deal" not in said
        await ada.clicks("Share my result", on=ada.seen[-1])
        card = hob.channel.history()[-1]
        assert card.content.startswith(f"Ada played today's **{GAME}** deal: place ") and "1 of 1" in card.content
        assert "You just shared a result" in await ada.clicks("Share my result", on=ada.find("Share my result"))
        assert "a table that no longer exists" in await ada.forges("h:000000:0:-:daily:play/poker", card)
        share = "h:000000:0:-:daily:share/muncher"
        assert f"You have no result for this {GAME} deal" in await ben.forges(share, card)
        await starts(hob, ben)
        assert "only in a server channel where you can post" in await ben.forges(share, ben.messages[-1]) + ben.reads()


async def test_everyone_gets_the_same_deal_and_ending_early_does_not_count() -> None:
    async with evening(moment=1.0) as hob:
        rows(hob, SECRET)
        ada, ben, cara = hob.person("Ada"), hob.person("Ben"), hob.person("Cara")
        first, second = await starts(hob, ada), await starts(hob, ben)
        assert first.g is not None and second.g is not None
        assert (first.g.seed, first.info.seal) == (second.g.seed, second.info.seal)
        await ben.types_to_hob("hob end")
        await ben.clicks("End it")
        await hob.settle()
        assert "Your try is used up" in ben.reads() and "share your result" not in ben.reads()
        said = await ben.types("hob daily", game="muncher")
        assert "doesn't count, because you didn't finish" in said and "Play today's deal" not in said
        await plays(hob, ada, 1)
        await starts(hob, cara)
        await plays(hob, cara, 2)
        assert "Leaderboard so far: #2 of 2." in await cara.types("hob daily", game="muncher")


async def test_results_are_compared_and_shared_after_midnight() -> None:
    async with evening(moment=1.0, look_around=900) as hob:
        rows(hob, SECRET)
        ada, ben, cara, dora = (hob.person(name, send_messages=True) for name in ("Ada", "Ben", "Cara", "Dora"))
        await dora.types("hob me", shown="off")
        await ada.types("hob daily", game="muncher")
        await finishes(hob, ada, cara, dora)
        await ada.types("hob daily", game="muncher")  # a page from before midnight
        await midnight(hob)
        await hob.restart()
        for which in ("Share my result", "Share yesterday's result"):
            if which != "Share my result":
                await ada.types("hob daily", game="muncher")
            await ada.clicks(which, on=ada.find(which))
            card = hob.channel.history()[-1].content
            assert card.startswith("Ada played the **") and "`/hob daily`" not in card, which
            assert " of 3." in card and "so far" not in card, "all are present"
            await hob.passes(10)
        said = await ben.types("hob daily", game="muncher")
        assert "Share yesterday's result" not in said and "Leaderboard: #" not in said
        assert "**Yesterday** 3 players finished the deal." in said and "not played yet" in said
        assert f"<@{ada.id}>" in said and f"<@{cara.id}>" in said and f"<@{dora.id}>" not in said
        said = await ada.types_to_hob("hob daily", game="muncher")
        assert "<@" not in ada.messages[-1].content and "Leaderboard: #" in said + ada.reads()
        said = await dora.types("hob daily")
        assert f"<@{ada.id}>" in said and "No one from here" not in said
        assert "Yesterday" not in await dora.types_to_hob("hob daily"), "there is no leaderboard of a server"


async def test_after_midnight_the_best_game_can_be_watched() -> None:
    async with evening(moment=1.0, look_around=900) as hob:
        rows(hob, SECRET)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await finishes(hob, ada)
        await midnight(hob)
        await ben.types("hob daily", game="muncher")
        best = ben.seen[-1]
        assert (await ben.clicks("Watch yesterday's best", on=best)).startswith(f"{GAME} · step 0 of ")
        await hob.restart()
        assert f"{GAME} · step 1 of " in await ben.clicks("▶", on=ben.seen[-1]), "move by move"
        today = f"h:000000:0:-:daily:best/muncher/{int(hob.clock() // DAY)}"
        assert "There's no game from that day to watch here." in await ben.forges(today, best)
        assert "Yesterday's best here" in await ben.types("hob daily")


async def test_after_midnight_the_seed_is_public_and_the_try_can_be_erased() -> None:
    async with evening(moment=1.0, look_around=900) as hob:
        rows(hob, SECRET)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await finishes(hob, ada, ben)
        session = await own(hob, ada)
        await midnight(hob)
        await ada.types("hob replay", table=session.id)
        await ada.clicks("Check the shuffle")
        assert session.info.deal in words_of(ada.seen[-1])
        assert GAME in await ada.types("hob stats") and rows(hob, "SELECT ended FROM results")[0] == ("unrated",)
        await ada.types("hob me", data="export")
        (file,) = ada.seen[-1].attachments
        [told] = json.loads(hob.discord.content(file))["daily deals"]
        assert told["session_id"] == session.id
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert not rows(hob, f"SELECT * FROM tries WHERE person = {ada.id}")
        assert "**Yesterday** 1 player finished the deal." in await ben.types("hob daily", game="muncher")


async def test_deleting_ones_data_gives_no_second_try() -> None:
    async with evening(moment=1.0) as hob:
        ada, page = await opens_the_page(hob)
        first = await starts(hob, ada)
        await ada.types("hob me", data="forget")
        await ada.clicks("Delete my data")
        assert "your try doesn't count" in await ada.types("hob daily", game="muncher")
        await ada.clicks("Play today's deal", on=page)
        assert rows(hob, "SELECT session_id FROM tries") == [(first.id,)]


async def test_tries_finished_after_midnight_or_never_delivered_do_not_count() -> None:
    async with evening(moment=1.0, look_around=900) as hob:
        rows(hob, SECRET)
        ada = hob.person("Ada")
        await ada.types_to_hob("hob daily", game="chaser")
        ada.closes_messages()
        await ada.types("hob daily", game="chaser")
        assert "I can't DM you" in await ada.clicks("Play today's deal")
        ada.opens_messages()
        [[hidden]] = rows(hob, "SELECT id FROM sessions")
        for told in ("more:words", "more:score", "log:"):
            said = await ada.forges(f"h:{hidden}:0:-:{told}", ada.seen[-1])
            assert said == "This game is over.\nDaily deals", told
        said = await ada.types("hob daily", game="chaser")
        assert "not played yet" in said, "no one has seen any of it"
        await ada.clicks("Play today's deal", on=ada.seen[-1])
        first = await own(hob, ada)
        await midnight(hob)
        assert not any(f":{hidden}:" in c.custom_id for m in ada.messages for c in controls_of(m) if c.custom_id)
        assert "not played yet" in await ada.types("hob daily", game="chaser")
        assert "in our DMs" in await ada.clicks("Play today's deal", on=ada.seen[-1])
        await plays(hob, ada, 4)
        assert first.status == "over" and "Your try is used up" in ada.reads()
        assert "no one finished the deal" in await ada.types("hob daily", game="chaser"), "not on its day"
        await ada.clicks("Play today's deal", on=ada.seen[-1])
        again = await own(hob, ada)
        assert again.playing and again.info.deal != first.info.deal, "another day, another deal"


async def test_a_winner_is_first_where_most_points_do_not_win() -> None:
    """In Candy Chaser a player who was caught may have the candy that is farthest ahead."""
    async with evening(games=["candy-chaser"], moment=1.0, look_around=900) as hob:
        rows(hob, SECRET)
        ada, ben = hob.person("Ada"), hob.person("Ben")
        for luck, person in enumerate((ada, ben)):
            await person.types("hob daily", game="chaser")
            await person.clicks("Play today's deal")
            await plays(hob, person, luck)
        rows(hob, f"UPDATE places SET place = 1, points = 3 WHERE person = {ada.id}")
        rows(hob, f"UPDATE places SET place = 2, points = 6 WHERE person = {ben.id}")
        await midnight(hob)
        said = await ada.types("hob daily", game="chaser")
        assert 0 < said.index(f"<@{ada.id}>: place 1") < said.index(f"<@{ben.id}>: place 2"), said
        assert "points" not in said
