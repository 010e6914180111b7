"""The actions that the page can request: what a person does, and faults to inject."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from playground.discord import Interaction, messages, shapes
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION
from playground.subscribers import Viewer

Result = Interaction | Coroutine[Any, Any, None] | None
Action = Callable[[Viewer, Data], Result]

ACTIONS: dict[str, Action] = {}

SLOWNESS = 1.5  # seconds by which each response is delayed


class InvalidAction(Exception):
    """The page requested something that doesn't exist."""


def action(function: Action) -> Action:
    ACTIONS[function.__name__.rstrip("_").replace("_", "-")] = function
    return function


def message_of(viewer: Viewer, order: Data) -> Data:
    message = viewer.subscribers.discord.world.messages.get(str(order["message"]))
    if not message:
        raise InvalidAction("That message was deleted")
    return message


# A person's actions


@action
def open_(viewer: Viewer, order: Data) -> None:
    viewer.open(str(order["channel"]))


@action
def read(viewer: Viewer, order: Data) -> None:
    viewer.read(viewer.channel)


@action
def say(viewer: Viewer, order: Data) -> None:
    viewer.person.say(viewer.channel, str(order["text"]))


@action
def slash(viewer: Viewer, order: Data) -> Result:
    return viewer.person.slash(viewer.channel, order["path"], **order["values"])


@action
def autocomplete(viewer: Viewer, order: Data) -> Result:
    text = order["text"]
    return viewer.person.autocomplete(viewer.channel, order["path"], order["focused"], text, **order["values"])


@action
def click(viewer: Viewer, order: Data) -> Result:
    return viewer.person.click(message_of(viewer, order), order["control"])


@action
def select(viewer: Viewer, order: Data) -> Result:
    return viewer.person.select(message_of(viewer, order), order["control"], *order["values"])


@action
def submit(viewer: Viewer, order: Data) -> Result:
    opened = viewer.subscribers.discord.interactions.by_token[order["token"]]
    return viewer.person.submit(opened, **order["values"])


@action
def dismiss(viewer: Viewer, order: Data) -> None:
    viewer.person.dismiss(message_of(viewer, order))


@action
def delete(viewer: Viewer, order: Data) -> None:
    viewer.person.delete(message_of(viewer, order))


@action
def thread(viewer: Viewer, order: Data) -> None:
    """Create a thread in #games, or in the open channel."""
    name = str(order["name"]).strip()[:100]
    if not name:
        raise InvalidAction("A thread needs a name")
    world = viewer.subscribers.discord.world
    here = world.channels[viewer.channel]
    own = here["type"] in (shapes.TEXT, shapes.ANNOUNCEMENT, shapes.FORUM)
    parent = here["id"] if own else here.get("parent_id") or viewer.subscribers.discord.games
    viewer.open(world.add_thread(parent, name, viewer.person.id)["id"])


@action
def add_person(viewer: Viewer, order: Data) -> None:
    name = str(order["name"]).strip()[:32]
    if not name:
        raise InvalidAction("A person needs a name")
    viewer.subscribers.discord.add_person(name)


# Faults


@action
def close_dms(viewer: Viewer, order: Data) -> None:
    viewer.person.close_dms(bool(order["on"]))


@action
def delete_table(viewer: Viewer, order: Data) -> None:
    """Delete the bot's newest public message here that has controls."""
    world = viewer.subscribers.discord.world
    mine = [m for m in viewer.person.visible(viewer.channel) if m["author"]["id"] == APPLICATION and m["components"]]
    public = [m for m in mine if m["id"] not in world.seen_only_by]
    if not public:
        raise InvalidAction("This channel has no table message")
    messages.delete(world, public[-1])


@action
def delete_channel(viewer: Viewer, order: Data) -> None:
    world, channel = viewer.subscribers.discord.world, viewer.subscribers.discord.world.channels[viewer.channel]
    if channel["type"] not in shapes.THREADS:
        raise InvalidAction("Only threads can be deleted here")
    world.delete_channel(channel["id"])


@action
def mute(viewer: Viewer, order: Data) -> None:
    """Revoke the bot's right to write in this channel, or restore it."""
    world, channel = viewer.subscribers.discord.world, viewer.subscribers.discord.world.channels[viewer.channel]
    if channel["type"] == shapes.DM:
        raise InvalidAction("Direct messages have no permissions")
    bits = shapes.SEND_MESSAGES | shapes.SEND_MESSAGES_IN_THREADS if order["on"] else 0
    world.forbid(channel.get("parent_id") or channel["id"], APPLICATION, bits)


FAILURES: dict[str, dict[str, Any]] = {
    "429": {"status": 429}, "500": {"status": 500}, "503": {"status": 503}, "drop": {"drop": "before"},
    "drop-after": {"drop": "after"},
}  # fmt: skip


@action
def fail(viewer: Viewer, order: Data) -> None:
    how = str(order["how"])
    viewer.subscribers.discord.faults.fail(label=how, **FAILURES[how])
    viewer.subscribers.state_changed()


@action
def slow(viewer: Viewer, order: Data) -> None:
    subscribers, faults = viewer.subscribers, viewer.subscribers.discord.faults
    if subscribers.slow:
        faults.rules.remove(subscribers.slow)
        subscribers.slow = None
    if order["on"]:
        subscribers.slow = faults.fail(delay=SLOWNESS, times=1 << 40)
    subscribers.state_changed()


@action
def twice(viewer: Viewer, order: Data) -> None:
    viewer.subscribers.discord.interactions.repeat += 1


@action
def cut(viewer: Viewer, order: Data) -> Result:
    return viewer.subscribers.discord.gateway.cut(4000)


@action
def invalidate(viewer: Viewer, order: Data) -> None:
    viewer.subscribers.discord.gateway.invalidate()


@action
def hob(viewer: Viewer, order: Data) -> Result:
    """Start, stop, restart or kill the bot's process."""
    child = viewer.subscribers.child
    if not child:
        raise InvalidAction("This playground doesn't run Hob")
    how = order["how"]
    if how == "kill":
        child.kill()
        return None
    return {"start": child.start, "stop": child.stop, "restart": child.restart}[how]()
