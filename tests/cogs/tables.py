"""Tables for tests of several features, and helpers to read messages."""

import random
from typing import Any

from bot.screens.game_ui import LEARNER
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from engine.candy_chaser.rules import Chaser
from hob.testing.play import Evening, Person, play_on
from hob.testing.reading import controls_of, words_of


def note_bullets(slug: str, kind: str) -> str:
    """A note of the coach as it stands above a question."""
    return "> • " + GAME_UIS[slug].tr(f"coach.{kind}").replace(". ", ".\n> • ")


def into_tattling(g: Chaser) -> None:
    """Put Blue in front of an open goal."""
    g.cubes |= {"blue": 5, "red": 3}
    g.die = 3


async def tattling(hob: Evening) -> Person:
    """Bring the table to its first tattle; return the person who may tattle."""
    await hob.lay(into_tattling)
    await (await hob.asked()).types("chaser move", candy="blue")
    await hob.settle()
    return await hob.asked()


async def tattle(hob: Evening, me: Person, target: Person, candy: str = "") -> str:
    """Tattle by command and confirm; the accusation is right unless another `candy` is given."""
    session = await hob.session()
    seat = session.info.seat_of(target.id)
    assert session.g is not None and seat is not None
    await me.types("chaser tattle", player=target.name, candy=candy or session.g.objectives[seat])  # type: ignore[attr-defined]
    return await me.clicks("Tattle", on=me.seen[-1])


def labels(person: Person) -> list[str]:
    return [control.label for control in controls_of(person.seen[-1])]


async def other_than(hob: Evening, me: Person) -> Person:
    return next(person for person in hob.people.values() if person is not me)


async def over(hob: Evening) -> None:
    await play_on(hob, random.Random(5))
    await hob.settle()


def thread_of(hob: Evening) -> Any:
    return hob.discord.thread(hob.channel.id, "a thread", hob.people["Ben"].id)


async def own(hob: Evening, me: Person) -> TableSession:
    """Return the table in this person's direct messages with Hob."""
    with hob.discord.at_work():
        session = await hob.app.sessions.at_channel(me.user.dm_channel.id)
    assert session is not None
    return session


def shown(me: Person, session_id: str) -> str:
    """Return the text of the newest direct message about this table."""
    return next(
        words_of(m) for m in reversed(me.messages) if any(f":{session_id}:" in c.custom_id for c in controls_of(m))
    )


# ---- lessons
async def lesson_message(hob: Evening, person: Person) -> Any:
    """Return the lesson's only message."""
    session = await own(hob, person)
    return next(message for message in person.messages if message.id == session.screen.table.id)


async def learners_turn(hob: Evening, person: Person) -> Any:
    """Wait for the computers, and return the lesson's table."""
    session = await own(hob, person)
    for _ in range(60):
        if not session.playing or session.scripted()[0] == LEARNER:
            break
        await hob.passes(2.1)
    return session


async def press_highlighted(hob: Evening, person: Person) -> str:
    """Wait for the computers, press the highlighted choice, and return the answer."""
    await learners_turn(hob, person)
    shown = await lesson_message(hob, person)
    primary = [one for one in buttons(shown) if one["style"] == 1]
    assert len(primary) == 1, "one choice is highlighted"
    return await person.presses(primary[0]["custom_id"], shown)


def buttons(message: Any) -> list[dict[str, Any]]:
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [one for row in rows for one in row["components"] if one["type"] == 2]
