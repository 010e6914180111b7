"""Hob opens direct messages slowly, and after Discord's error 40003 none for ten minutes."""

from typing import Any

from bot.timing import MINUTE
from hob.testing.play import Evening, Person, evening
from hob.testing.reading import controls_of, words_of

OPENING = "/users/@me/channels"
NAMES = ("Ada", "Ben", "Cara", "Dora")
LATER = "Discord won't let me open more DMs right now."


def openings(hob: Evening) -> int:
    return len(hob.calls("POST", OPENING))


def refuse(hob: Evening, times: int | None = 1) -> None:
    hob.discord.inject_error("POST", OPENING, status=403, code=40003, message="Too fast", times=times)


def hands(hob: Evening) -> list[str]:
    """Return the names of the people who have a hand in their direct messages."""
    return [person.name for person in hob.people.values() if any("You smuggle" in words_of(m) for m in person.messages)]


def notices(hob: Evening) -> list[Any]:
    return [m for m in hob.channel.history() if LATER in m.content or "I couldn't DM you" in m.content]


async def start(hob: Evening, *names: str) -> list[Person]:
    await hob.set_table("chaser", *names)
    await hob[names[0]].types("chaser start")
    return [hob[name] for name in names]


async def test_dm_channels_are_opened_three_seconds_apart() -> None:
    async with evening(moment=0, dm_open_gap=3.0) as hob:
        await start(hob, *NAMES)
        seen = []
        for _ in range(11):
            seen.append(openings(hob))
            await hob.passes(1)
        assert seen == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
        assert hands(hob) == [*NAMES]


async def test_messages_to_open_dms_do_not_wait_for_new_ones() -> None:
    async with evening(moment=0, dm_open_gap=60.0) as hob:
        await start(hob, "Ada", "Ben")
        await hob.passes(61)
        assert hands(hob) == ["Ada", "Ben"]
        await hob["Ada"].types("hob end")
        await hob["Ada"].clicks("End it")
        hob.channel = hob.guild.create_text_channel("second")
        await start(hob, "Cara", "Dora", "Ada", "Ben")
        await hob.passes(5)
        second = f"in <#{hob.channel.id}>"
        assert all(any(second in words_of(m) for m in hob[name].messages) for name in ("Ada", "Ben"))
        assert openings(hob) == 2, "Cara and Dora wait"
        await hob.passes(120)
        assert hands(hob) == [*NAMES]


async def test_after_error_40003_dms_pause_for_ten_minutes() -> None:
    async with evening(moment=1) as hob:
        await start(hob, "Dora", "Eva")
        await hob.settle()
        hob.channel, before = hob.guild.create_text_channel("second"), openings(hob)
        refuse(hob)
        people = await start(hob, "Ada", "Ben", "Cara", "Dora")
        await hob.passes(10)
        assert openings(hob) == before + 1, "one was refused, and no other was tried"
        assert any(f"in <#{hob.channel.id}>" in words_of(m) for m in hob["Dora"].messages), "her DMs were open"
        [notice] = notices(hob)
        assert notice.content.startswith(" ".join(f"<@{person.id}>" for person in people[:3]))
        assert LATER in notice.content and "under *My hand*" in notice.content
        assert [control.label for control in controls_of(notice)] == ["My hand"]
        assert "I'm still sending out the cards" not in hob.table_text()
        await hob["Ben"].clicks("My hand", on=notice)
        assert "You smuggle" in words_of(hob["Ben"].seen[-1])
        await hob.passes(9 * MINUTE)
        assert openings(hob) == before + 1
        await hob.passes(MINUTE)
        assert openings(hob) == before + 4 and notices(hob) == []
        assert hands(hob) == ["Dora", "Eva", "Ada", "Ben", "Cara"]
        session = await hob.session()
        assert session.screen.closed == {} and session.screen.dm_retry_at == {}


async def test_dms_rejected_again_mention_players_only_once() -> None:
    async with evening(moment=1) as hob:
        refuse(hob, None)
        await start(hob, "Ada", "Ben")
        await hob.passes(10)
        [notice] = notices(hob)
        await hob.passes(35 * MINUTE)
        assert [m.id for m in notices(hob)] == [notice.id] and openings(hob) == 4
        hob.discord.heal(OPENING)
        await hob.passes(10 * MINUTE)
        assert notices(hob) == [] and hands(hob) == ["Ada", "Ben"]


async def test_a_player_whose_dms_turn_out_closed_is_told() -> None:
    async with evening(moment=1) as hob:
        refuse(hob)
        _, ben = await start(hob, "Ada", "Ben")
        await hob.passes(10)
        ben.closes_messages()
        await hob.passes(11 * MINUTE)
        [notice] = notices(hob)
        assert notice.content.startswith(f"<@{ben.id}>: I couldn't DM you your cards") and LATER not in notice.content
        assert hands(hob) == ["Ada"]
        await hob.passes(30 * MINUTE)
        assert [m.id for m in notices(hob)] == [notice.id]


async def test_a_restart_during_the_pause_still_sends_all_dms() -> None:
    async with evening(moment=1) as hob:
        refuse(hob)
        await start(hob, "Ada", "Ben")
        await hob.passes(10)
        await hob.restart()
        await hob.passes(5 * MINUTE)
        assert hands(hob) == []
        await hob.passes(6 * MINUTE)
        assert hands(hob) == ["Ada", "Ben"]


async def test_a_clock_set_back_does_not_extend_the_pause() -> None:
    async with evening(moment=1) as hob:
        refuse(hob)
        await start(hob, "Ada", "Ben")
        await hob.passes(10)
        hob.clock_is_off = -5 * 3600
        await hob.passes(11 * MINUTE)
        assert hands(hob) == ["Ada", "Ben"]


async def test_a_lesson_asked_for_during_the_pause_says_what_to_do() -> None:
    async with evening(moment=1) as hob:
        ada, ben = hob.person("Ada"), hob.person("Ben")
        refuse(hob)
        for person in (ada, ben):
            said = await person.types("hob learn", game="chaser")
            assert "Discord won't let me open new DMs for the next 10 minutes." in said
        assert openings(hob) == 1


async def test_a_lesson_whose_first_dm_is_rate_limited_is_postponed() -> None:
    async with evening(moment=1) as hob:
        ada = hob.person("Ada")
        path = f"/channels/{ada.user.dm_channel.id}/messages"
        hob.discord.inject_error("POST", path, status=400, code=40003, message="Too fast", times=1)
        for _ in range(2):
            said = await ada.types("hob learn", game="chaser")
            assert "Discord won't let me open new DMs for the next 10 minutes." in said
        assert openings(hob) == 1 and ada.messages == []
        await hob.passes(10 * MINUTE)
        await ada.types("hob learn", game="chaser")
        assert "Candy Chaser" in words_of(ada.messages[-1])
