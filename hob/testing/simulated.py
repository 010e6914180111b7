"""The simulated Discord, simcord, with additions for these tests. No other file uses its internals.

* Time passes only when a test lets it; simcord would also fire the bot's timers by the real clock.
* It checks every 4 ms, not every 50, whether the bot is done, because evenings spent most of their time waiting.
* Its copies of payloads are made by pickle, five times as fast as deepcopy, and the localized slash commands are
  computed once for all evenings; before, both took half of an evening's start.
* Work that a test starts in the bot's name counts as the bot's, and is waited for.
* Controls can be forged, and two people can press before the bot has handled the first press.
* Events on Discord's side: deleted messages and channels, faults that end, names, permissions, an absent bot.
"""

import json
import pickle
from contextlib import AbstractContextManager
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import simcord
from discord import app_commands
from simcord import components, gateway, interactions, results
from simcord.backend import serializers
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.http import router

from bot.i18n.common import COMMON

LONGEST = 120.0  # seconds after which the bot must be done, as a limit against hanging
LOOK = 0.004


class Simulated:
    def __init__(self, bot: discord.Client) -> None:
        self._running = simcord.run(bot, settle_timeout=LONGEST)
        _only_virtual_time(self._running._env)

    async def open(self) -> simcord.Env:
        self.env = await self._running.__aenter__()
        return self.env

    async def close(self) -> None:
        await self._running.__aexit__(None, None, None)

    def at_work(self) -> AbstractContextManager[None]:
        """Treat work that is started inside as the bot's own."""
        return self.env._bot_scope()

    async def bot_is_away(self, seconds: float) -> None:
        await self.env._detach_bot()
        self.env.backend.clock.advance(seconds)

    # ---- presses
    def press(self, person: int, guild: int | None, custom_id: str, channel: int, message: int, values: Any) -> Any:
        """Press any control, shown or forged, before the bot handles it."""
        backend = self.env.backend
        stored = backend.get_message(channel, message)
        data = {"custom_id": custom_id, "component_type": 3 if values else 2}
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=guild,
            user_id=person,
            data=data | ({"values": list(values)} if values else {}),
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return record

    def result(self, record: Any) -> simcord.InteractionResult:
        return simcord.InteractionResult(self.env, record)

    # ---- Discord's side
    def reads_in(self, language: str) -> None:
        """Set the language of all clients, as a Discord locale."""
        emit = self.env.backend.emit

        def emitted(event: str, payload: Any, *rest: Any, **more: Any) -> Any:
            if event == "INTERACTION_CREATE":
                payload["locale"] = language
            return emit(event, payload, *rest, **more)

        self.env.backend.emit = emitted  # type: ignore[method-assign]

    def forbid(self, channel: int, rights: dict[str, bool]) -> None:
        """Change the bot's permissions in a channel; without rights, restore them."""
        backend = self.env.backend
        me = backend.bot_user.id
        if not rights:
            backend.delete_overwrite(channel, me)
            return
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        backend.set_overwrite(
            channel, Overwrite(target_id=me, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value)
        )

    def hide(self, channel: int, guild: int) -> None:
        """Hide a channel from everyone but the bot."""
        backend = self.env.backend
        deny, allow = discord.Permissions(view_channel=True).value, discord.Permissions(view_channel=True).value
        for target, kind, yes, no in (
            (guild, OverwriteType.ROLE, 0, deny),
            (backend.bot_user.id, OverwriteType.MEMBER, allow, 0),
        ):
            backend.set_overwrite(channel, Overwrite(target_id=target, type=kind, allow=yes, deny=no))

    def forbid_events(self, guild: int) -> None:
        """Take away Hob's permission to create and manage events of the server."""
        rights = discord.Permissions(manage_events=True, create_events=True).value
        for role in list(self.env.backend.get_guild(guild).roles.values()):
            self.env.backend.edit_role(guild, role.id, {"permissions": role.permissions & ~rights})

    def events(self, guild: int) -> list[Any]:
        """Return the scheduled events of a server."""
        return list(self.env.backend.get_guild(guild).scheduled_events.values())

    def heal(self, path: str = "") -> None:
        """End the injected faults of a path, or all."""
        faults = self.env.backend.faults
        faults[:] = [fault for fault in faults if path and fault["path"] != path]

    def content(self, attached: Any) -> bytes:
        """Return the contents of a file that Hob has sent."""
        url = attached["url"] if isinstance(attached, dict) else attached.url
        found = self.env.backend.cdn.get(url)
        assert found is not None
        return bytes(found)

    @property
    def bot_id(self) -> int:
        return int(self.env.backend.bot_user.id)

    def put_message(self, sent: dict[str, Any]) -> None:
        """Add a message of Hob's that wasn't sent during this evening."""
        self.env.backend.messages[sent["channel_id"]][sent["id"]] = Message(author_id=self.bot_id, **sent)

    def forget_calls(self) -> None:
        self.env.http_requests.clear()

    def delete_message(self, channel: int, message: int) -> None:
        self.env.backend.delete_message(channel, message)

    def delete_channel(self, channel: int) -> None:
        self.env.backend.delete_channel(channel)

    def lose_server(self, guild: int, unavailable: bool = False) -> None:
        """Tell the bot that it was removed from a server, or that the server is unavailable."""
        self.env.backend.emit("GUILD_DELETE", {"id": str(guild)} | ({"unavailable": True} if unavailable else {}))

    def rename(self, guild: int, person: int, nick: str) -> None:
        self.env.backend.guilds[guild].members[person].nick = nick

    def thread(self, guild: simcord.GuildHandle, channel: int, name: str, owner: int) -> ChannelHandle:
        return ChannelHandle(self.env, guild, self.env.backend.create_thread(channel, name, owner_id=owner))


def _only_virtual_time(env: Any) -> None:
    schedule = env._schedule_timer

    def virtually(record: Any, *rest: Any) -> None:
        schedule(record, *rest)
        if record.real_handle is not None:
            record.real_handle.cancel()

    env._schedule_timer = virtually
    env._settle_internal = partial(_settled, env._settle_internal)


async def _settled(settle: Any, **how: Any) -> None:
    """Wait until the bot is done, with our limits; simcord's own limits are too short for restarts."""
    await settle(**how | {"timeout": LONGEST, "idle": LOOK})


def _copy(payload: Any) -> Any:
    return pickle.loads(pickle.dumps(payload))


LOCALIZED: dict[str, Any] = {}  # by the command in English
localize = app_commands.Group.get_translated_payload


async def _localized_once(group: Any, tree: Any, translator: Any) -> Any:
    key = json.dumps([group.to_dict(tree), COMMON.languages()])
    if key not in LOCALIZED:
        LOCALIZED[key] = await localize(group, tree, translator)
    return _copy(LOCALIZED[key])


router.copy = gateway.copy = SimpleNamespace(deepcopy=_copy)  # type: ignore[attr-defined, assignment]
components.deepcopy = serializers.deepcopy = results.deepcopy = _copy  # type: ignore[attr-defined, assignment]
app_commands.Group.get_translated_payload = _localized_once  # type: ignore[method-assign, assignment]
