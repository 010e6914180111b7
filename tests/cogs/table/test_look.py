"""*Explain the table* in the panel of a first game, and in *More*."""

from hob.testing.play import playing
from hob.testing.reading import words_of
from tests.cogs.tables import labels

SEE = "Explain the table"


async def test_a_first_game_offers_to_explain_the_picture() -> None:
    async with playing("Ada", "Ben", coach="first", pictures=True) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        panel = me.seen[-1]
        await me.clicks(SEE, on=panel)
        await hob.passes(5)
        shown = me.seen[-1]
        assert shown.ephemeral and shown.embeds[0].title == SEE and shown.embeds[0].image
        lines = (shown.embeds[1].description or "").split("\n")
        assert lines[0].startswith("**1** The die.") and 6 <= len(lines) <= 8
        alt = words_of(shown)
        assert f"The table, marked with {len(lines)} numbers; the text below explains them. " in alt
        await me.types("chaser move", candy="red")
        await (await hob.asked()).types("chaser move", candy="blue")
        await me.clicks("My hand", on=hob.table)
        assert SEE not in words_of(me.seen[-1]), "only before the first answer"


async def test_the_picture_guide_is_under_more_if_pictures_are_on() -> None:
    async with playing("Ada", "Ben", pictures=True) as hob:
        me = await hob.asked()
        await me.clicks("My hand", on=hob.table)
        assert SEE not in words_of(me.seen[-1]), "an experienced player isn't asked"
        await me.clicks("More", on=hob.table)
        assert labels(me)[0] == SEE and labels(me)[-2] == "Leave", "what ends the game comes last"
        await me.clicks(SEE, on=me.seen[-1])
        assert me.seen[-1].embeds[0].title == SEE
    async with playing("Ada", "Ben") as hob:
        await hob["Ada"].clicks("More", on=hob.table)
        assert SEE not in words_of(hob["Ada"].seen[-1])
