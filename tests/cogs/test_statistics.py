"""A server that remembers: the score of the evening, statistics, the board."""

from tests.cogs.tables import over
from tests.db.rows import ended, result
from tests.play import EVERY_GAME, Evening, evening, playing
from tests.reading import words_of


async def again(hob: Evening) -> None:
    """The same table once more, with everybody, to its end."""
    people = list(hob.people.values())
    await people[0].clicks("Play again", on=hob.table)
    for person in people[1:]:
        await person.clicks("Join", on=hob.table)


async def test_the_score_of_the_evening_stands_in_the_lobby_of_the_next_game() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        first = await hob.live()
        winner = first.game.result(first.g).winners[0]  # type: ignore[union-attr]
        await again(hob)
        assert f"**This evening**: {first.info.names()[winner]} 1" in hob.table_text()
        assert (await hob.live()).info.series == first.id
        await hob["Ada"].types("chaser start")
        await over(hob)
        live = await hob.live()
        assert [result.session_id for result in await hob.store.results.series(first.id)] == [first.id, live.id]


async def test_a_result_is_written_once_in_the_commit_that_ends_the_game() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        live = await hob.live()
        row = await hob.store.results.get(live.id)
        assert row is not None and row.ended == "played" and row.game == "candy-chaser"
        assert row.moves == len(await hob.store.answers(live.id))
        assert sorted(seat.place for seat in row.seats if seat.place) == [1, 2]
        assert {seat.person for seat in row.seats} == {person.id for person in hob.people.values()}


async def test_a_game_that_is_ended_is_remembered_but_counts_for_nobody() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        row = await hob.store.results.get((await hob.live()).id)
        assert row is not None and row.ended == "early" and all(seat.place is None for seat in row.seats)
        assert "No game of yours has been counted yet" in await hob["Ada"].types("hob stats")
        assert "has been counted here yet" in await hob["Ada"].types("hob board", game="chaser")


async def test_statistics_and_the_board_after_a_game() -> None:
    async with playing("Ada", "Ben", games=EVERY_GAME) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await over(hob)
        said = await ada.types("hob stats")
        assert f"Statistics of <@{ada.id}>" in said
        assert "**Candy Chaser**: 1 game, " in said and "provisional" in said
        assert "Candy Chaser" in await ada.types("hob stats", game="candy-chaser")
        board = await ben.types("hob board", game="Candy Chaser")
        assert "1. <@" in board and "2. <@" in board and "(1 game, provisional)" in board
        assert "I do not know a game called “whist”" in await ben.types("hob board", game="whist")
        assert await ada.completes("hob board", "game", "chas") == ["Candy Chaser"]
        await ada.types("hob me", shown="off")
        assert f"<@{ada.id}>" not in await ben.types("hob board", game="chaser")
        assert "Statistics of" in await ada.types("hob stats"), "one's own are there all the same"
        await ended(hob.store, result("G1", ada.id, ben.id, guild_id=hob.guild.id))
        said = await ada.types("hob stats")
        assert "**Ghosts Love Candy**: 1 game, 1 won; places lately: 1;" in said and "Most played" not in said
        await ended(hob.store, result("G2", ada.id, ben.id, guild_id=hob.guild.id))
        assert "Most played: Ghosts Love Candy." in await ada.types("hob stats")


async def test_a_server_may_keep_no_board_and_messages_have_none() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await hob.store.save_server(hob.guild.id, {"ratings": False})
        assert "This server keeps no board." in await ada.types("hob board", game="chaser")
        assert "A board is a server's." in await ada.types_to_hob("hob board", game="chaser")
        assert words_of(ada.seen[-1])
