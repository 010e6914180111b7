"""*Look back with the coach*: the decisions of one's own that cost most, when the game is over."""

import random

from tests.play import play_on, playing
from tests.reading import controls_of, words_of

LOOK = "Look back with the coach"


async def test_who_has_played_reads_what_cost_most_and_sees_it_again() -> None:
    async with playing("Ada", "Ben", command="muncher") as hob:
        ada, ben = hob["Ada"], hob["Ben"]
        live = await hob.live()
        assert "A game can be watched when it is over." in await ada.forges(f"h:{live.id}:0:-:past:", hob.table)
        await play_on(hob, random.Random(3))
        await hob.settle()
        stranger = hob.person("Cara")
        assert "Only the players of this table" in await stranger.clicks(LOOK, on=hob.table)
        hob.moment = 0
        thoughts = hob.process.thinker.counts.thought
        await ada.clicks(LOOK, on=hob.table)
        told = [str(call.json) for call in hob.calls("*") if call.json]
        assert any("I look back at what you chose … 0 %" in one for one in told), "at once"
        assert hob.process.thinker.counts.thought > thoughts
        found = ada.seen[-1]
        said = words_of(found)
        assert "Monster Muncher · what cost you most" in said and "**1." in said
        assert "You chose **" in said and "I would have chosen **" in said
        assert "A few moves later: " in said or "I saw you win more often" in said
        looks = [c.label for c in controls_of(found)]
        assert 1 <= len(looks) <= 3 and looks[0] == "Look at 1"
        assert "cost you most" not in ben.reads(), "it is hers alone"
        await hob.restart()
        await ada.clicks("Look at 1", on=found)
        assert " of 42" in words_of(ada.seen[-1]).split("\n")[0] and ada.seen[-1].id != found.id
        await ada.clicks(LOOK, on=hob.table)
        await hob.settle()
        assert words_of(ada.seen[-1]) == said, "the same after a restart"
        thoughts = hob.process.thinker.counts.thought
        assert await ada.clicks(LOOK, on=hob.table) == said and hob.process.thinker.counts.thought == thoughts
        await hob.process.thinker.close()  # no process answers any more
        await ben.clicks(LOOK, on=hob.table)
        assert words_of(ben.seen[-1]) == "I could not look back at this game. Please press again."
