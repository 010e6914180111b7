"""Text first: Hob answers a press at once, keeps the old picture, and adds the new one when it is painted."""

from typing import Any

from bot.timing import HOUR
from hob.testing.play import Evening, Person, evening, playing
from hob.testing.reading import controls_of, words_of
from tests.bot.faults import painting_takes


def pictures_of(message: Any) -> list[int]:
    return [attachment.id for attachment in message.attachments]


def edits(hob: Evening) -> int:
    """Count edits of channel messages by the rate-limited route."""
    return len(hob.calls("PATCH", f"/channels/{hob.channel.id}/*"))


def followed(hob: Evening) -> int:
    """Count edits by the token of an interaction."""
    return len(hob.calls("PATCH", "/webhooks/*/@original"))


def begins_to_move(hob: Evening, me: Person, which: int = 0) -> Any:
    return me.begins([c.custom_id for c in controls_of(hob.table) if c.answers][which], hob.table)


async def test_a_press_is_answered_in_words_and_gets_its_picture_later() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        [old], before, alt = pictures_of(hob.table), edits(hob), hob.table.embeds[0].image.description
        with painting_takes(hob, 3):
            press = begins_to_move(hob, await hob.asked())
            await hob.passes(0.1)
            assert press.answer is not None and " rolls " in hob.table_text()
            first, second = hob.table.embeds
            assert pictures_of(hob.table) == [old] and first.image.url and " rolls " in second.description
            assert first.image.description == alt, "the picture keeps its old alt text"
            await hob.passes(4)
        [new] = pictures_of(hob.table)
        assert new != old and hob.table.embeds[0].image.description
        assert (edits(hob), followed(hob)) == (before, 1)
        await hob.passes(600)
        await hob.restart()
        await hob.passes(600)
        assert pictures_of(hob.table) == [new]  # everything is as it was stored


async def test_a_lobby_is_opened_in_words_and_its_cover_follows() -> None:
    async with evening(moment=0) as hob:
        ada = hob.person("Ada")
        with painting_takes(hob, 3):
            await ada.types("chaser new")
            words = hob.table_text()
            assert words.count("Ada") == 1 and not pictures_of(hob.table), "the players are listed once"
            await hob.passes(4)
        assert len(pictures_of(hob.table)) == 1 and "-# A Ada" in hob.table_text()
        assert len([m for m in hob.channel.history() if controls_of(m)]) == 1


async def test_an_outdated_picture_is_not_shown() -> None:
    async with playing("Ada", "Ben", cards="channel", moment=0, pictures=True) as hob:
        await hob.passes(5)
        [old], before = pictures_of(hob.table), edits(hob)
        with painting_takes(hob, 3) as painted:
            for _ in range(3):
                begins_to_move(hob, await hob.asked())
                await hob.passes(1)
            assert hob.table_text().count(" rolls ") == 2 and pictures_of(hob.table) == [old]
            await hob.passes(3)
        assert len(painted) == 1 and (edits(hob), followed(hob)) == (before, 1)
        session = await hob.session()
        assert painted == [hob.app.delivery.table.message(session).picture] and pictures_of(hob.table) != [old]


async def test_simultaneous_presses_need_one_picture() -> None:
    async with playing("Ada", "Ben", cards="channel", moment=0, pictures=True) as hob:
        await hob.passes(5)
        with painting_takes(hob, 0) as painted:
            me = await hob.asked()
            presses = [begins_to_move(hob, me, which) for which in (0, 1, 0)]
            await hob.passes(1)
        assert all(press.answer is not None for press in presses) and hob.table_text().count(" rolls ") == 1
        table = hob.app.delivery.table.message(await hob.session()).picture
        assert painted.count(table) == 1 and followed(hob) <= 1


async def test_a_press_with_a_cached_picture_needs_one_edit() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        [old], before = pictures_of(hob.table), edits(hob)
        with painting_takes(hob, 0):
            begins_to_move(hob, await hob.asked())
            await hob.passes(0.1)
            assert pictures_of(hob.table) != [old] and (edits(hob), followed(hob)) == (before, 0)


async def test_a_kill_between_words_and_picture_still_shows_the_picture() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        [old], hands = pictures_of(hob.table), [pictures_of(hob[name].messages[-1]) for name in ("Ada", "Ben")]
        with painting_takes(hob, 60):
            me = await hob.asked()
            begins_to_move(hob, me)
            await hob.passes(2)
            said = hob.table.embeds[1].description
            assert " rolls " in said and pictures_of(hob.table) == [old]
            before = edits(hob)
            await hob.restart()
        await hob.passes(5)
        assert hob.table.embeds[1].description == said and pictures_of(hob.table) != [old]
        assert edits(hob) == before + 1
        now = [pictures_of(hob[name].messages[-1]) for name in ("Ada", "Ben")]
        assert all(then != after and after for then, after in zip(hands, now, strict=True))


async def test_a_press_whose_picture_follows_is_written_once_until_it_has_come() -> None:
    async with playing("Ada", "Ben", cards="channel", moment=0, pictures=True) as hob:
        await hob.passes(5)
        before = hob.store.writer.jobs
        with painting_takes(hob, 3):
            begins_to_move(hob, await hob.asked())
            await hob.passes(2)
            row = await hob.store.get((await hob.session()).id)
            assert hob.store.writer.jobs == before + 1, "an answer, after which the table must be updated"
            assert row is not None and row.due_at is not None and row.due_at <= hob.app.clock()
            await hob.passes(4)
        row, table = await hob.store.get((await hob.session()).id), (await hob.session()).screen.table
        assert hob.store.writer.jobs == before + 2 and table is not None
        assert row is not None and row.screen["table"]["key"] == table.key


async def test_a_picture_that_cannot_be_painted_is_replaced_by_words() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        pictures = hob.app.delivery.messenger.editor
        paint = pictures._paint

        async def fails(scene: Any) -> bytes | None:
            return None

        pictures._paint = fails
        begins_to_move(hob, await hob.asked())
        await hob.passes(2)
        assert pictures_of(hob.table) == [] and not hob.table.embeds[0].image.url
        assert "Players" in hob.table_text() and " rolls " in hob.table_text()
        pictures._paint = paint
        begins_to_move(hob, await hob.asked())
        await hob.passes(2)
        assert len(pictures_of(hob.table)) == 1 and "Players" not in hob.table_text()


async def test_without_a_usable_token_the_picture_comes_by_the_channel() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        [old], before = pictures_of(hob.table), edits(hob)
        hob.discord.inject_error("PATCH", "/webhooks/*", status=401, code=50027)
        with painting_takes(hob, 1):
            begins_to_move(hob, await hob.asked())
            await hob.passes(5)
        assert pictures_of(hob.table) != [old] and edits(hob) == before + 1


async def test_a_hand_is_shown_in_words_at_once() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        with painting_takes(hob, 3):
            ada = hob["Ada"]
            assert "You smuggle" in await ada.clicks("My hand") and pictures_of(ada.seen[-1]) == []
            assert "You smuggle" in ada.seen[-1].embeds[0].description
            await hob.passes(4)
            [hand] = pictures_of(ada.seen[-1])
            assert "You smuggle" not in (ada.seen[-1].embeds[0].description or "")  # the picture shows it
            begins_to_move(hob, await hob.asked())
            await hob.passes(1)
            assert " rolls " in hob.table_text() and pictures_of(ada.seen[-1]) == [hand]
            await hob.passes(4)
            assert pictures_of(ada.seen[-1]) != [hand] != []


async def test_a_picture_already_shown_is_not_sent_again() -> None:
    """When a table has been idle for days, a warning is added and the picture stays."""
    quick = {"look_around": 3600.0, "abandoned_after": {"live": 86400.0, "days": 86400.0}}
    async with playing("Ada", "Ben", pictures=True, **quick) as hob:
        before, shown = edits(hob), pictures_of(hob.table)
        await hob.passes(1.1 * 86400)
        assert "The game ends soon" in hob.table_text()
        assert edits(hob) > before and pictures_of(hob.table) == shown


async def test_an_old_message_gets_its_words_when_a_filter_blocks_its_picture() -> None:
    async with playing("Ada", pictures=True, computers=1, moment=2) as hob:
        ada = hob["Ada"]
        await ada.clicks("Rules", on=hob.table)
        rules = ada.seen[-1]
        await hob.passes(2 * HOUR)
        hob.discord.world.filters.pictures = {str(hob.channel.id)}
        for page in ("Tips", "Our rulings", "Tips", "Tattling"):  # only the last one has a picture
            await ada.selects(page, on=rules)
        await hob.passes(10)
        assert "There is one round of tattling." in words_of(rules)
        before = followed(hob)
        await hob.passes(60)
        assert followed(hob) == before


async def test_turning_pictures_off_removes_them_at_once() -> None:
    async with playing("Ada", "Ben", pictures=True) as hob:
        await hob.change(pictures=False)
        begins_to_move(hob, await hob.asked())
        await hob.settle()
        assert pictures_of(hob.table) == [] and "Players" in hob.table_text()


async def test_until_a_late_picture_arrives_the_table_is_in_words() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        me = await hob.asked()
        assert "You smuggle" not in (me.messages[-1].embeds[0].description or "")
        with painting_takes(hob, 30):
            me.begins(next(c.custom_id for c in controls_of(me.messages[-1]) if c.answers), me.messages[-1])
            await hob.passes(1)
            assert len(pictures_of(me.messages[-1])) == 1, "the older picture stays for a moment so that nothing jumps"
            await hob.passes(9)
            assert pictures_of(me.messages[-1]) == [] and "You smuggle" in me.messages[-1].embeds[0].description
            assert pictures_of(hob.table) == [] and "Players" in words_of(hob.table)
            await hob.passes(60)
        assert len(pictures_of(me.messages[-1])) == len(pictures_of(hob.table)) == 1
        assert "You smuggle" not in (me.messages[-1].embeds[0].description or "")


async def test_after_a_start_words_do_not_wait_for_busy_painters() -> None:
    async with playing("Ada", "Ben", moment=0, pictures=True) as hob:
        await hob.passes(5)
        await hob.restart()
        await hob.passes(1)
        with painting_takes(hob, 30):
            me = await hob.asked()
            me.begins(next(c.custom_id for c in controls_of(me.messages[-1]) if c.answers), me.messages[-1])
            await hob.passes(10)
            assert " rolls " in hob.table_text() and "Players" in words_of(hob.table) and not pictures_of(hob.table)
            await hob.passes(30)
        assert len(pictures_of(hob.table)) == 1 and "Players" not in words_of(hob.table)
