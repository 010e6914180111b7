"""A server's history: the score of the evening, statistics, the leaderboard."""

import re
from dataclasses import replace

from bot.pictures.check import faults
from bot.pictures.palette import PAPER
from cogs.game_uis import GAME_UIS
from cogs.stats.pictures import LeaderboardLine, StatsPlate, leaderboard, statistics
from engine import GAMES
from hob.testing.play import EVERY_GAME, Evening, Person, evening, playing
from hob.testing.reading import words_of
from tests.bot.delivery.damaged import overwrite
from tests.cogs.tables import over
from tests.db.rows import change, ended, result
from tests.screens import LONG


async def again(hob: Evening) -> None:
    """Play another game with the same people to its end."""
    people = list(hob.people.values())
    await people[0].clicks("Play again", on=hob.table)
    for person in people[1:]:
        await person.clicks("Join", on=hob.table)


async def test_a_rematch_lobby_shows_the_games_won_so_far() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        first = await hob.session()
        winner = first.game.result(first.g).winners[0]  # type: ignore[union-attr]
        await again(hob)
        assert f"**Games won so far**: {first.info.names()[winner]} 1" in hob.table_text()
        assert (await hob.session()).info.series == first.id
        await hob["Ada"].types("chaser start")
        await over(hob)
        session = await hob.session()
        assert [result.session_id for result in await hob.store.results.series(first.id)] == [first.id, session.id]


async def test_a_result_is_written_once_in_the_commit_that_ends_the_game() -> None:
    async with playing("Ada", "Ben") as hob:
        await over(hob)
        session = await hob.session()
        row = await hob.store.results.get(session.id)
        assert row is not None and row.ended == "played" and row.game == "candy-chaser"
        assert row.moves == len(await hob.store.answers(session.id))
        assert sorted(seat.place for seat in row.seats if seat.place) == [1, 2]
        assert {seat.person for seat in row.seats} == {person.id for person in hob.people.values()}


async def test_an_ended_game_is_listed_but_does_not_count() -> None:
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        row = await hob.store.results.get((await hob.session()).id)
        assert row is not None and row.ended == "early" and all(seat.place is None for seat in row.seats)
        assert "None of your games have been counted yet" in await hob["Ada"].types("hob stats")
        said = await hob["Ada"].types("hob board", game="chaser")
        assert said == "No one is on this server's Candy Chaser leaderboard yet."


async def test_statistics_and_leaderboard_after_a_game() -> None:
    async with playing("Ada", "Ben", games=EVERY_GAME) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await over(hob)
        said = await ada.types("hob stats")
        assert f"Statistics for <@{ada.id}>" in said
        assert "**Candy Chaser**: 1 game, " in said and "Rating" not in said
        assert "Candy Chaser" in await ada.types("hob stats", game="candy-chaser")
        board = await ben.types("hob board", game="Candy Chaser")
        assert "1. <@" in board and ": won 1 of 1 game" in board and "2. <@" in board and ": won 0 of 1 game" in board
        assert "There's no game called “whist”" in await ben.types("hob board", game="whist")
        assert await ada.completes("hob board", "game", "chas") == ["Candy Chaser"]
        said = await ada.types("hob stats", game="muncher")
        assert said == "There are no Monster Muncher games in these statistics yet."
        await ada.types("hob me", shown="off")
        assert f"<@{ada.id}>" not in await ben.types("hob board", game="chaser")
        await ben.types("hob me", shown="off")
        assert "No one is on this server's" in await ben.types("hob board", game="chaser"), "but games are counted"
        assert "Statistics for" in await ada.types("hob stats"), "their own statistics are shown all the same"
        await ended(hob.store, result("G1", ada.id, ben.id, guild_id=hob.guild.id))
        said = await ada.types("hob stats")
        assert (
            "**Ghosts Love Candy**: 1 game, 1 won; average place 1.0, recent placings 1;" in said
            and "Most played" not in said
        )
        await ended(hob.store, result("G2", ada.id, ben.id, guild_id=hob.guild.id))
        assert "Most played: Ghosts Love Candy." in await ada.types("hob stats")


async def test_statistics_and_leaderboard_have_pictures() -> None:
    async with playing("Ada", "Ben", computers=1, games=EVERY_GAME) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await over(hob)
        damaged = (await hob.session()).id
        await ended(hob.store, *(result(f"G{n}", ada.id, ben.id, guild_id=hob.guild.id) for n in range(12)))
        said = await ada.types("hob stats")
        drawn = picture_of(ada)
        assert f"Most frequent opponent: <@{ben.id}>, 13 games together." in said
        assert drawn.startswith(
            "Ada\nGhosts Love Candy: 12 games · 12 won · average place 1.0 · best score 9; recent placings: 1"
        )
        await ben.types("hob me", shown="off")
        assert "Most frequent opponent" not in await ada.types("hob stats")
        await ada.types("hob board", game="chaser")
        lines = picture_of(ada).split("\n")
        assert lines[0] == "Candy Chaser" and any(re.search(" Ada: won [01] of 1 game", line) for line in lines)
        assert not any("Ben" in line or "computer" in line for line in lines), "no one is rated yet"
        await ended(hob.store, result("H", ada.id, ben.id, guild_id=hob.guild.id, at=9e9))
        await ada.types("hob board", game="ghosts")
        assert "1. Someone: " in picture_of(ada), "the name is unknown because the player's last table was deleted"
        overwrite(hob, damaged, "table", "not JSON")
        assert " of 1 game" in await ada.types("hob board", game="chaser"), (
            "a damaged table doesn't break the leaderboard"
        )
        assert any(" Someone: " in line for line in picture_of(ada).split("\n"))
        await ada.types("hob me", pictures="off")
        assert await ada.types("hob board", game="chaser") and not ada.seen[-1].embeds[0].image.url


async def test_ratings_begin_at_1000_and_show_after_ten_games() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")

        async def plays(first: int, last: int) -> None:
            games = [result(f"G{n}", ada.id, ben.id, game="candy-chaser", at=float(n)) for n in range(first, last)]
            await ended(hob.store, *(replace(one, guild_id=hob.guild.id) for one in games))

        await plays(0, 9)
        assert "Rating" not in await ada.types("hob stats")
        board = await ada.types("hob board", game="chaser")
        assert f"1. <@{ada.id}>: won 9 of 9 games" in board and f"2. <@{ben.id}>: won 0 of 9 games" in board
        await plays(9, 10)
        rating = int(re.findall(r"Rating (\d+)\.", await ada.types("hob stats"))[0])
        board = await ada.types("hob board", game="chaser")
        assert 1000 < rating < 2000 and f"1. <@{ada.id}>: rating {rating} (10 games)" in board
        one = result("H", ada.id, "hard", game="candy-chaser", at=10.0)
        await ended(hob.store, replace(one, guild_id=hob.guild.id))
        assert re.search(r"computer, hard: rating \d+ \(1 game\)", await ada.types("hob board", game="chaser"))


async def test_players_with_equal_results_share_a_place() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, ben, cara, dan = (hob.person(name) for name in ("Ada", "Ben", "Cara", "Dan"))
        pairs = (ada, cara), (ben, dan)
        games = [result(f"G{a.id}", a.id, b.id, game="candy-chaser", guild_id=hob.guild.id) for a, b in pairs]
        await ended(hob.store, *games)
        board = await ada.types("hob board", game="chaser")
        assert re.findall(r"(\d)\. <@(\d+)>", board) == [
            ("1", str(ada.id)),
            ("1", str(ben.id)),
            ("3", str(cara.id)),
            ("3", str(dan.id)),
        ]
        assert re.findall(r"\b(\d)\. Someone", picture_of(ada)) == ["1", "1", "3", "3"]


async def test_unreadable_seats_only_hide_names_on_the_leaderboard() -> None:
    async with playing("Ada", "Ben", games=EVERY_GAME) as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        await over(hob)
        row = await hob.store.get((await hob.session()).id)
        assert row is not None
        await hob.store.create(replace(row, id="BENS22", channel_id=1, revision=0), [ben.id])
        bens = result("BENS22", ben.id, game=row.game, guild_id=hob.guild.id, at=9e9)
        await hob.store.commit(change("BENS22", status="over", table=row.table, answer=None, result=bens))
        for seats in ("null", "5", '"Ada"', "[null]", '["Ada"]', f'[{{"person": {ada.id}, "name": ["Ada"]}}]'):
            overwrite(hob, row.id, "table", f'{{"host": {ada.id}, "seats": {seats}}}')
            assert "<@" in await ben.types("hob board", game="chaser"), seats
            drawn = picture_of(ben)
            assert " Someone: " in drawn and " Ben: " in drawn and "Ada" not in drawn, seats


def picture_of(person: Person) -> str:
    """Return the alt text of the last picture that this person saw."""
    (picture,) = person.seen[-1].attachments
    return str(picture.description)


def test_statistics_and_leaderboard_pictures_fit_in_every_game() -> None:
    records_ = [
        StatsPlate(GAMES[slug].title, PAPER, "112 games · 51 won · average place 1.8 · best 1240", [1, 8] * 5, "1012")
        for slug in GAMES
    ]
    many = [LeaderboardLine(n, LONG[n % 8], "12 Siege", "112 Partien", n / 13, n % 3 == 0, n < 7) for n in range(1, 14)]
    for slug in GAMES:
        cover = GAME_UIS[slug].cover
        assert cover is not None
        for scene in (
            statistics(cover.look, LONG[0], "Statistics", records_),
            leaderboard(cover.look, GAMES[slug].title, "Server leaderboard", many),
        ):
            assert faults(scene, LONG) == [], slug


async def test_the_leaderboard_can_be_disabled_and_is_unavailable_in_dms() -> None:
    async with evening() as hob:
        ada = hob.person("Ada")
        await hob.store.servers.save(hob.guild.id, {"ratings": False})
        assert "This server has turned off its leaderboard." in await ada.types("hob board", game="chaser")
        assert "Each server has its own leaderboard." in await ada.types_to_hob("hob board", game="chaser")
        assert words_of(ada.seen[-1])


async def test_the_leaderboard_lists_players_of_mostly_unrated_games() -> None:
    async with evening(games=["candy-chaser"]) as hob:
        ada, ben, cara, dan = (hob.person(name) for name in ("Ada", "Ben", "Cara", "Dan"))
        games = [result(f"A{n}", ada.id, ben.id, game="candy-chaser", at=float(n)) for n in range(21)]
        games = [replace(one, guild_id=hob.guild.id) for one in games]
        await ended(hob.store, *(replace(one, ended="unrated") for one in games[:12]), *games[12:])
        other = result("C1", cara.id, dan.id, game="candy-chaser", at=100.0)
        await ended(hob.store, replace(other, guild_id=hob.guild.id))
        said = await ada.types("hob board", game="chaser")
        assert all(f"<@{person.id}>" in said for person in (ada, ben, cara, dan)), said


async def test_statistics_have_the_places_of_a_game_not_played_lately() -> None:
    async with evening() as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        await ended(hob.store, result("OLD", ada.id, ben.id, game="candy-chaser", at=1.0))
        later = [result(f"G{n}", ada.id, ben.id, game="ghosts-love-candy", at=float(9 + n)) for n in range(101)]
        await ended(hob.store, *later)
        said = await ada.types("hob stats", game="chaser")
        assert "average place 1" in said, said
