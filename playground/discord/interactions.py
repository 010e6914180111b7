"""Interactions: created by a person, answered by the bot within three seconds, with follow-ups for 15 minutes."""

from __future__ import annotations

import asyncio
import secrets
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from playground.discord import forms, limits, messages, shapes
from playground.discord.messages import PEOPLE_PING, Files
from playground.discord.shapes import EPHEMERAL, LOADING, Data
from playground.discord.state import APPLICATION, ApiError, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, THINKING, UPDATE_LATER, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

DEADLINE, TOKEN_LIFE = 3.0, 900.0  # seconds to the first response; seconds in which follow-ups are possible
# "Apps are limited to 5 followup messages per interaction if it was initiated from a user-installed app and isn't
# installed in the server" (docs: interactions/receiving-and-responding, Create Followup Message).
FOLLOW_UPS = 5
GUILD_CONTEXT, BOT_DM_CONTEXT, PRIVATE_CONTEXT = 0, 1, 2  # docs: interaction context types
GUILD_INSTALL, USER_INSTALL = 0, 1  # docs: resources/application, application integration types
# The `app_permissions` in direct and group messages with other people (docs: change-log of March 2024).
IN_PRIVATE = shapes.ATTACH_FILES | shapes.EMBED_LINKS | shapes.MENTION_EVERYONE
LATE = 0.2  # seconds that a swapped event waits for the next one


@dataclass(frozen=True, eq=False)
class PendingEvent:
    """An interaction as a gateway event."""

    payload: Data
    guild: str | None


@dataclass
class Interaction:
    """An interaction and its outcome."""

    id: str
    token: str
    kind: int
    channel: str
    user: str
    data: Data
    source: str | None  # the message with the pressed control
    born: float
    metadata: Data = field(default_factory=dict)
    answer: int | None = None  # type of the first response
    original: str | None = None  # the message that "@original" refers to
    modal: Data | None = None
    choices: list[Data] | None = None
    failed: bool = False
    option_type: int = forms.STRING  # type of the option being completed
    owners: Data = field(default_factory=dict)  # `authorizing_integration_owners`
    follow_ups: int = 0

    @property
    def over(self) -> bool:
        return self.failed or self.answer is not None


class InteractionService:
    """Delivers interactions to the bot and handles its responses."""

    def __init__(self, world: World, deadline: float, token_life: float):
        self.world, self.deadline, self.token_life = world, deadline, token_life
        self.by_token: dict[str, Interaction] = {}  # by token
        self.tokens: dict[str, str] = {}  # token by interaction id
        self.waiting: list[Interaction] = []  # without a first response
        self.repeat = 0  # how many of the next interactions to deliver twice
        self.swap = 0  # how many of the next ones to swap with their successor, if that follows soon
        self.repeated = self.swapped = 0  # totals
        self._late: PendingEvent | None = None

    def begin(
        self, kind: int, uid: str, cid: str, data: Data, source: Data | None = None, cause: Interaction | None = None
    ) -> Interaction:
        """Create an interaction: send the event, and start its three seconds."""
        world = self.world
        world.archive_idle_threads()
        sid = source["id"] if source else None
        token = secrets.token_urlsafe(40)
        it = Interaction(world.snowflake(), token, kind, cid, uid, data, sid, world.clock())
        it.owners = self._owners(it, cause or (self.cause_of(source) if source else None))
        it.metadata = self._metadata(it, cause)
        self.by_token[it.token] = it
        self.tokens[it.id] = it.token
        self.waiting.append(it)
        self._deliver(PendingEvent(self.payload(it, source), world.channels[cid].get("guild_id")))
        world.note("interaction", {"interaction": it})
        return it

    def _deliver(self, event: PendingEvent) -> None:
        late, self._late = self._late, None
        if late is None and self.swap:
            self.swap, self._late = self.swap - 1, event
            asyncio.get_running_loop().call_later(LATE, self._catch_up, event)
            return
        self._emit(event)
        if late is not None:
            self.swapped += 1
            self._emit(late)

    def _catch_up(self, event: PendingEvent) -> None:
        if self._late is event:
            self._late = None
            self._emit(event)

    def _emit(self, event: PendingEvent) -> None:
        for _ in range(2 if self.repeat else 1):
            self.world.emit("INTERACTION_CREATE", event.payload, event.guild)
        self.repeated += self.repeat > 0
        self.repeat = max(0, self.repeat - 1)

    def context(self, cid: str) -> int:
        """Return the interaction context of a channel (docs: interaction context types)."""
        kind = self.world.channels[cid]["type"]
        return {shapes.DM: BOT_DM_CONTEXT, shapes.GROUP_DM: PRIVATE_CONTEXT}.get(kind, GUILD_CONTEXT)

    def installs(self, cid: str, uid: str) -> set[int]:
        """Return the installation types by which a person can use the app in a channel.

        A server that the bot is a member of, and the bot's own direct messages, count as guild installations.
        """
        gid = self.world.channels[cid].get("guild_id")
        invited = APPLICATION in self.world.guilds[gid].members if gid else self.context(cid) == BOT_DM_CONTEXT
        own = uid in self.world.user_installs
        return ({GUILD_INSTALL} if invited else set()) | ({USER_INSTALL} if own else set())

    def _owners(self, it: Interaction, cause: Interaction | None) -> Data:
        """Return who installed the app here (docs: receiving-and-responding, Authorizing Integration Owners Object).

        For a control, that is the owner for the interaction that created its message, not for the person who presses.
        """
        if cause is not None:
            return dict(cause.owners)
        here = self.installs(it.channel, it.user)
        for commands in self.world.commands.values():  # "the command must be supported in the installation context"
            if command := commands.get(it.data.get("id", "")):
                here &= set(command["integration_types"])
        gid = self.world.channels[it.channel].get("guild_id")
        known = {GUILD_INSTALL: gid or "0", USER_INSTALL: it.user}
        return {str(kind): known[kind] for kind in sorted(here)}

    def payload(self, it: Interaction, source: Data | None) -> Data:
        world, channel = self.world, self.world.channels[it.channel]
        gid, context = channel.get("guild_id"), self.context(it.channel)
        may = world.permissions(it.channel, it.user)
        # Where it isn't a member, an app has only its user's permissions (docs: resources/application, User Context).
        own = world.permissions(it.channel, APPLICATION) if str(GUILD_INSTALL) in it.owners else may
        data: Data = {
            "id": it.id, "application_id": APPLICATION, "type": it.kind, "token": it.token, "version": 1,
            "data": it.data, "channel_id": it.channel, "channel": {**channel, "permissions": str(may)},
            # "Selected language of the invoking user" (docs: receiving-and-responding, Interaction Structure).
            "locale": world.locales.get(it.user, "en-US"),
            "app_permissions": str(IN_PRIVATE if context == PRIVATE_CONTEXT else own),
            "entitlements": [], "authorizing_integration_owners": it.owners, "context": context,
            "attachment_size_limit": limits.MAX_FILE,
        }  # fmt: skip
        if source:
            data["message"] = source
        if not gid:
            return data | {"user": world.users[it.user]}
        member = {**world.guilds[gid].members[it.user], "permissions": str(may)}
        guild = {"id": gid, "features": [], "locale": "en-US"}
        return data | {"guild_id": gid, "guild": guild, "guild_locale": "en-US", "member": member}

    def cause_of(self, message: Data) -> Interaction | None:
        """Return the interaction that a message responds to."""
        metadata = message.get("interaction_metadata") or {}
        return self.by_token.get(self.tokens.get(metadata.get("id", ""), ""))

    def _metadata(self, it: Interaction, cause: Interaction | None) -> Data:
        metadata: Data = {
            "id": it.id, "type": it.kind, "user": self.world.users[it.user],
            "authorizing_integration_owners": it.owners,
        }  # fmt: skip
        if it.kind == COMPONENT:
            metadata["interacted_message_id"] = it.source
        elif cause:
            metadata["triggering_interaction_metadata"] = cause.metadata
        return metadata

    def tick(self) -> None:
        """Fail interactions that weren't answered in time."""
        self.waiting = [it for it in self.waiting if not it.over]
        for it in self.waiting:
            if self.world.clock() - it.born > self.deadline:
                it.failed = True
                self.world.note("failed", {"interaction": it})

    # The first response

    def callback(self, iid: str, token: str, body: Data, files: Files) -> Data:
        it = self.by_token.get(token)
        if not it or it.id != iid or (not it.over and self.world.clock() - it.born > self.deadline) or it.failed:
            raise ApiError(404, 10062, "Unknown interaction")
        if it.answer is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind: Any = body.get("type")
        data = body.get("data") or {}
        self._may_answer(it, kind)
        self.world.channel(it.channel)
        message = self._apply(it, kind, data, files)
        it.answer = kind
        self.world.note("answer", {"interaction": it})
        return self._response(it, message)

    def _may_answer(self, it: Interaction, kind: Any) -> None:
        allowed = {REPLY, THINKING, MODAL}
        if it.kind == AUTOCOMPLETE:
            allowed = {CHOICES}
        elif it.kind == MODAL_SUBMIT:
            allowed = {REPLY, THINKING}
        if it.source and it.kind != AUTOCOMPLETE:
            allowed |= {UPDATE_LATER, UPDATE}
        form = limits.Form()
        form.choice(("type",), kind, allowed)
        form.check()

    def _apply(self, it: Interaction, kind: int, data: Data, files: Files) -> Data | None:
        if kind in (REPLY, THINKING):
            message = self._write(it, data, files, LOADING if kind == THINKING else 0)
            it.original = message["id"]
            return message
        if kind in (UPDATE, UPDATE_LATER):
            it.original = it.source
            source = self.world.message(it.source)
            return self.edit(source, data, files) if kind == UPDATE else source
        if kind == CHOICES:
            form = limits.Form()
            forms.check_choices(form, ("data", "choices"), data.get("choices") or [], it.option_type)
            form.check()
            it.choices = data.get("choices") or []
        elif kind == MODAL:
            modal = forms.ModalForm(self.world.emojis)
            modal.modal(data)
            modal.check()
            it.modal = {**data, "components": shapes.number_components(deepcopy(data["components"]))}
        return None

    def _write(self, it: Interaction, data: Data, files: Files, flags: int = 0, first: bool = True) -> Data:
        extra: Data = {"application_id": APPLICATION, "webhook_id": APPLICATION}
        above = it.source if first else it.original
        extra["interaction_metadata"] = dict(it.metadata)
        if not first and it.original:
            extra["interaction_metadata"]["original_response_message_id"] = it.original
        reference = self.world.messages.get(above or "")
        if reference:
            gid = self.world.channels[it.channel].get("guild_id")
            shape = {"type": 0, "channel_id": it.channel, "message_id": above} | ({"guild_id": gid} if gid else {})
            extra["message_reference"] = shape
        only_for = it.user if int(data.get("flags") or 0) & EPHEMERAL else None
        self._may_write(it, ephemeral=only_for is not None)
        return messages.create(
            self.world, it.channel, data, files, self.world.bot, pings=PEOPLE_PING, only_for=only_for, flags=flags,
            kind=19 if reference else 20, **extra,
        )  # fmt: skip

    def edit(self, message: Data, data: Data, files: Files) -> Data:
        """Edit a message by an interaction's token. Raise ApiError if the channel prevents edits (`may_edit_in`)."""
        messages.may_edit_in(self.world, message)
        return messages.edit(self.world, message, data, files, PEOPLE_PING)

    def _may_write(self, it: Interaction, ephemeral: bool) -> None:
        """Raise ApiError if a locked thread prevents a reply; otherwise, a public reply unarchives the thread.

        Without Manage Threads, a public reply fails in any locked thread, an ephemeral one only if it is also archived.
        https://github.com/discord/discord-api-docs/issues/5517
        """
        channel = self.world.channels[it.channel]
        state = channel.get("thread_metadata", {})
        may = self.world.permissions(it.channel, APPLICATION) & shapes.MANAGE_THREADS
        if state.get("archived") and state["locked"] and not may:
            raise ApiError(400, 50083, "Thread is archived")
        if not ephemeral:
            messages.unarchive(self.world, channel)

    def _response(self, it: Interaction, message: Data | None) -> Data:
        data: Data = {"id": it.id, "type": it.kind}
        if message:
            data["response_message_id"] = message["id"]
            data["response_message_loading"] = bool(message["flags"] & LOADING)
            data["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
        response: Data = {"interaction": data}
        if message and it.answer in (REPLY, UPDATE):
            response["resource"] = {"type": it.answer, "message": message}
        return response

    # Follow-ups

    def require_interaction(self, token: str) -> Interaction:
        it = self.by_token.get(token)
        if not it or it.answer in (None, CHOICES):
            raise ApiError(404, 10015, "Unknown Webhook")
        if self.world.clock() - it.born > self.token_life:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        self.world.channel(it.channel)
        return it

    def follow_up(self, token: str, body: Data, files: Files) -> Data:
        """Create a follow-up message, or replace the "thinking" message if that is still there."""
        it = self.require_interaction(token)
        original = self.world.messages.get(it.original or "")
        if original and original["flags"] & LOADING:
            return self.edit(original, body, files)
        if list(it.owners) == [str(USER_INSTALL)] and it.follow_ups >= FOLLOW_UPS:
            raise ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages")
        it.follow_ups += 1
        return self._write(it, body, files, first=False)

    def own_message(self, token: str, mid: str) -> Data:
        it = self.require_interaction(token)
        message = self.world.message(it.original if mid == "@original" else mid)
        written_by_it = message.get("interaction_metadata", {}).get("id") == it.id
        if message["channel_id"] != it.channel or not (written_by_it or message["id"] == it.original):
            raise ApiError(404, 10008, "Unknown Message")
        return message
