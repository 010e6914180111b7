"""Objects that live as long as the process keep working while connections to Discord come and go."""

from hob.testing.play import Evening, playing
from hob.testing.reading import controls_of, words_of


async def hang_up(hob: Evening) -> None:
    with hob.discord.at_work():
        await hob.bot.close()


async def connect_anew(hob: Evening) -> None:
    hob.bot = hob.new_client()
    await hob.discord.attach(hob.bot)
    await hob.settle()


async def test_a_new_connection_goes_on_with_the_same_tables() -> None:
    async with playing("Ada", "Ben", computers=1) as hob:
        session, table = await hob.session(), hob.table
        await hang_up(hob)
        revision, posts = session.revision, len(hob.calls("POST", "/channels/*/messages"))
        await hob.passes(3600)
        assert session.revision == revision, "computers don't move while no one can see it"
        await connect_anew(hob)
        assert await hob.session() is session and hob.table.id == table.id
        assert {group.name for group in hob.bot.tree.get_commands()} == {"hob", "chaser"}
        me = await hob.asked()
        await me.clicks(next(c.label for c in controls_of(hob.table) if c.answers), on=hob.table)
        assert session.revision > revision and f"• {me.name} rolls" in hob.table_text()
        await me.types("chaser hand")
        assert "You smuggle" in words_of(me.seen[-1])
        assert len(hob.calls("POST", "/channels/*/messages")) > posts  # the player who was absent is notified


async def test_changes_during_an_outage_are_shown_by_the_next_connection() -> None:
    async with playing("Ada", "Ben") as hob:
        await hang_up(hob)
        await hob.change(pace="days")
        session, me = await hob.session(), await hob.asked()
        seat = session.info.seat_of(me.id)
        assert seat is not None
        with hob.discord.at_work():
            await hob.app.sessions.answer(session, seat, "red", None, me.id)
        assert " rolls " not in hob.table_text()
        await connect_anew(hob)
        assert f"• {me.name} rolls" in hob.table_text()
