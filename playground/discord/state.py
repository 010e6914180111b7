"""The state of this Discord: servers, channels, people, messages, permissions, and filters of messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from playground.discord import shapes
from playground.discord.fault_injection import Bucket
from playground.discord.shapes import Data

SHOWN = ("content", "embeds", "components")


@dataclass
class Filters:
    """Filters that reject the bot's messages; all are off until a test or the page turns them on.

    The codes are documented, their exact triggers are not:
    https://docs.discord.com/developers/topics/opcodes-and-status-codes#json

    `words` is a keyword rule of a server's AutoMod, which doesn't apply to direct messages.

    `pictures` are the channels ("*" for all) with a filter that rejects every picture as explicit content.
    """

    words: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)

    def refusal(self, channel: Data, body: Data, has_files: bool) -> tuple[int, str] | None:
        """Return the code and message of the filter that rejects a message, None if no filter does."""
        if not (self.words or self.links or self.pictures):
            return None
        text = json.dumps([body.get(key) for key in SHOWN], ensure_ascii=False).lower()
        if "guild_id" in channel and any(word.lower() in text for word in self.words):
            return 200000, "Message was blocked by automatic moderation"
        if any(link.lower() in text for link in self.links):
            return 240000, "Message blocked by harmful links filter"
        if has_files and self.pictures & {"*", channel["id"]}:
            return 20009, "Explicit content cannot be sent to the desired recipient(s)"
        return None


GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT, SCHEDULED_EVENTS = 0, 1, 9, 12, 15, 16
APPLICATION = "1000000000000000001"
JOINED = "2024-01-01T00:00:00.000000+00:00"
LONGEST = 600.0  # seconds that a wait may take on a busy machine: a guard against hanging
THREAD_MINUTES = 60.0  # seconds per minute of `auto_archive_duration`
LOOSE_FILES = 16  # number of files kept after their message was deleted or changed
NONCE_LIFE = 300.0  # seconds: "the past few minutes" (docs: resources/message, Create Message, `enforce_nonce`)
DAY = 86400.0  # seconds
COMMAND_CREATES = 200  # per day, in each server and globally
FIRST_GUILD = 283996800000  # milliseconds since Discord's epoch, for the ids of servers


class ApiError(Exception):
    """Discord's rejection of a request, with a status and a code."""

    def __init__(self, status: int, code: int, message: str, errors: Data | None = None):
        super().__init__(f"{status} {code}: {message} {errors or ''}")
        self.status, self.code, self.errors = status, code, errors
        self.body: Data = {"code": code, "message": message} | ({"errors": errors} if errors else {})


@dataclass
class Guild:
    id: str
    name: str
    owner: str
    roles: dict[str, Data]
    members: dict[str, Data] = field(default_factory=dict)
    channels: dict[str, Data] = field(default_factory=dict)  # including threads
    emojis: list[Data] = field(default_factory=list)
    events: dict[str, Data] = field(default_factory=dict)  # scheduled events
    interested: dict[str, list[str]] = field(default_factory=dict)  # by event: people's ids


@dataclass
class Attached:
    """The files of a message, and which of them its embeds and components show."""

    all: list[Data] = field(default_factory=list)
    shown: dict[str, set[str]] = field(default_factory=dict)

    def beside(self) -> list[Data]:
        """Return the files for `attachments`: those that no embed or component shows."""
        in_embeds = set().union(*self.shown.values())
        return [file for file in self.all if file["id"] not in in_embeds]


@dataclass
class World:
    """The whole state, in memory. Objects are stored in their wire format, additional data in separate fields."""

    clock: Callable[[], float] = time.monotonic
    began: float | None = None  # wall-clock time at the start; None: the machine's
    base: str = "http://127.0.0.1"
    users: dict[str, Data] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Data] = field(default_factory=dict)
    messages: dict[str, Data] = field(default_factory=dict)
    written: dict[str, dict[str, Data]] = field(default_factory=dict)  # messages by channel
    attached: dict[str, Attached] = field(default_factory=dict)  # by message
    dms: dict[str, str] = field(default_factory=dict)  # person to channel
    seen_only_by: dict[str, str] = field(default_factory=dict)  # ephemeral message to its reader
    dismissed: set[str] = field(default_factory=set)
    commands: dict[str | None, dict[str, Data]] = field(default_factory=dict)  # by guild; None: global
    command_creates: dict[str | None, list[float]] = field(default_factory=dict)  # by guild: creation times
    emojis: dict[str, Data] = field(default_factory=dict)  # of the application
    files: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    loose: deque[str] = field(default_factory=deque)  # files without a message, oldest first
    closed_dms: set[str] = field(default_factory=set)
    dm_openings: list[float] = field(default_factory=list)  # times when the bot recently opened direct messages
    dm_openings_limit: Bucket | None = None  # None: no limit
    # By author and nonce: the message and when it was sent, independent of the channel (docs: resources/message).
    nonces: dict[tuple[str, str], tuple[str, float]] = field(default_factory=dict)
    locales: dict[str, str] = field(default_factory=dict)  # person to their client's language
    user_installs: set[str] = field(default_factory=set)  # people who have added the app to their account
    thread_members: dict[str, set[str]] = field(default_factory=dict)  # by thread
    thread_activity: dict[str, float] = field(default_factory=dict)  # by active thread: time of the last activity
    filters: Filters = field(default_factory=Filters)
    announced_edits: dict[str, list[float]] = field(default_factory=dict)  # by message in an announcement channel
    events: list[Callable[[str, Data, str | None, int | None], None]] = field(default_factory=list)
    watchers: list[Callable[[str, Data], None]] = field(default_factory=list)
    poll: float = 0.02  # seconds: how often `until` looks if nothing has changed
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    lag: Callable[[], int] = lambda: 0  # iterations of the event loop until the next response or event is sent
    keeps_files: bool = True  # False: an edit without `attachments` removes all files, and embeds' links to them
    portal: Data = field(default_factory=dict)  # the application's settings in the developer portal

    def __post_init__(self) -> None:
        self.bot = shapes.user(APPLICATION, "Hob", bot=True)
        self.users[APPLICATION] = self.bot
        self._started_at = (time.time() if self.began is None else self.began) - self.clock()
        self._born = FIRST_GUILD
        self._newest_id = 0

    @property
    def integration_types(self) -> list[str]:
        """Return how the app can be installed according to the portal: "0" on servers, "1" on people's accounts."""
        return sorted(self.portal.get("integration_types_config", {"0": {}}))

    def time(self) -> float:
        """Return the wall-clock time in seconds; it advances when a test advances the clock."""
        return self._started_at + self.clock()

    def snowflake(self) -> str:
        """Return a new id: it contains the creation time, and is greater than all earlier ones.

        https://docs.discord.com/developers/reference#snowflakes
        """
        self._newest_id = max(self._newest_id + 1, (int(self.time() * 1000) - shapes.EPOCH) << 22)
        return str(self._newest_id)

    def age(self, snowflake: str) -> float:
        """Return the seconds since an id was created."""
        return self.time() - ((int(snowflake) >> 22) + shapes.EPOCH) / 1000

    # Events

    def emit(self, event: str, data: Data, guild: str | None = None, intent: int | None = None) -> None:
        """Send an event to the bot if it has the intent. For servers without the bot, only interactions are sent."""
        there = self.guilds.get(guild or "")
        if there and APPLICATION not in there.members and event != "INTERACTION_CREATE":
            return
        for listener in self.events:
            listener(event, data, guild, intent)

    def note(self, kind: str, data: Data) -> None:
        """Notify observers of this Discord: the page, waiting tests."""
        for watcher in list(self.watchers):
            watcher(kind, data)
        self.changed.set()

    async def lags(self) -> None:
        """Let a response or an event be late, so that either may come first."""
        for _ in range(self.lag()):
            await asyncio.sleep(0)

    async def until(self, condition: Callable[[], Any], within: float = LONGEST) -> Any:
        """Wait until `condition` returns a true value; return it. Looks after each change and every `poll` seconds."""
        end = asyncio.get_running_loop().time() + within
        while not (value := condition()):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), self.poll)
        return value

    # Servers, people, channels

    def add_user(self, name: str, shown: str | None = None) -> Data:
        who = shapes.user(self.snowflake(), name, shown)
        self.users[who["id"]] = who
        return who

    def add_guild(self, name: str, owner: str, shard: int = 0, of: int = 1, *, bot: bool = True) -> Guild:
        """Create a server on this shard. Its id lies in the past, so that later objects have greater ids.

        `bot`: whether the bot is a member.
        """
        gid = self._guild_id(shard, of)
        everyone = shapes.role(gid, "@everyone", shapes.ORDINARY)
        own = shapes.role(self.snowflake(), self.bot["username"], shapes.ORDINARY, 1, {"bot_id": APPLICATION})
        guild = Guild(gid, name, owner, {gid: everyone, own["id"]: own} if bot else {gid: everyone})
        self.guilds[gid] = guild
        guild.members[owner] = shapes.member(self.users[owner], [], None, JOINED)
        if bot:
            guild.members[APPLICATION] = shapes.member(self.bot, [own["id"]], None, JOINED)
            self.emit("GUILD_CREATE", self.whole_guild(guild), gid)
        return guild

    def _guild_id(self, shard: int, of: int) -> str:
        self._born += 1
        self._born += (shard - self._born) % of
        return str(self._born << 22)

    def remove_guild(self, gid: str) -> None:
        """Delete a server with its channels, as its owner can."""
        for cid in list(self.guilds[gid].channels):
            self.forget_channel(cid)
        del self.guilds[gid]
        self.emit("GUILD_DELETE", {"id": gid}, gid)
        self.note("guild", {"id": gid})

    def dismiss_bot(self, gid: str) -> None:
        """Remove the bot from a server."""
        self.emit("GUILD_DELETE", {"id": gid}, gid)
        del self.guilds[gid].members[APPLICATION]
        self.note("guild", {"id": gid})

    def invite_bot(self, gid: str) -> None:
        """Add the bot to a server again, with its own role there."""
        guild = self.guilds[gid]
        own = [id for id, role in guild.roles.items() if role.get("tags", {}).get("bot_id") == APPLICATION]
        joined_at = datetime.fromtimestamp(self.time(), UTC).isoformat()
        guild.members[APPLICATION] = shapes.member(self.bot, own, None, joined_at)
        self.emit("GUILD_CREATE", self.whole_guild(guild), gid)

    def join(self, gid: str, uid: str, nick: str | None = None) -> Data:
        guild = self.guilds[gid]
        member = guild.members[uid] = shapes.member(self.users[uid], [], nick, shapes.now())
        self.emit("GUILD_MEMBER_ADD", {**member, "guild_id": gid}, gid, GUILD_MEMBERS)
        self.note("people", self.users[uid])
        return member

    def leave(self, gid: str, uid: str) -> None:
        del self.guilds[gid].members[uid]
        self.emit("GUILD_MEMBER_REMOVE", {"guild_id": gid, "user": self.users[uid]}, gid, GUILD_MEMBERS)
        self.note("people", self.users[uid])

    def add_role(self, gid: str, name: str, permissions: int) -> Data:
        """Create a role (docs: events/gateway-events, Guild Role Create; it needs the GUILDS intent)."""
        role = shapes.role(self.snowflake(), name, permissions, len(self.guilds[gid].roles))
        self.guilds[gid].roles[role["id"]] = role
        self.emit("GUILD_ROLE_CREATE", {"guild_id": gid, "role": role}, gid, GUILDS)
        return role

    def change_role(self, gid: str, rid: str, permissions: int) -> None:
        """Change a role's permissions, and send the event (docs: events/gateway-events, Guild Role Update)."""
        role = self.guilds[gid].roles[rid]
        with self._threads_synced(gid):
            role["permissions"] = str(permissions)
            self.emit("GUILD_ROLE_UPDATE", {"guild_id": gid, "role": role}, gid, GUILDS)
        self.note("guild", {"id": gid})

    def delete_role(self, gid: str, rid: str) -> None:
        """Delete a role, and remove it from its members (docs: events/gateway-events, Guild Role Delete)."""
        for uid, member in self.guilds[gid].members.items():
            if rid in member["roles"]:
                self.set_roles(gid, uid, [role for role in member["roles"] if role != rid])
        del self.guilds[gid].roles[rid]
        self.emit("GUILD_ROLE_DELETE", {"guild_id": gid, "role_id": rid}, gid, GUILDS)

    def set_roles(self, gid: str, uid: str, roles: list[str]) -> None:
        """Replace a member's roles.

        The bot receives its own update "regardless of whether the GUILD_MEMBERS intent is set" (docs: events/gateway).
        """
        with self._threads_synced(gid):
            self._change_member(gid, uid, roles=roles)

    def time_out(self, gid: str, uid: str, seconds: float) -> None:
        """Time a member out; 0 ends it. Owners and administrators are exempt.

        https://docs.discord.com/developers/topics/permissions#permissions-for-timed-out-members
        """
        until = datetime.fromtimestamp(self.time() + seconds, UTC).isoformat()
        self._change_member(gid, uid, communication_disabled_until=until)

    def is_timed_out(self, gid: str, uid: str) -> bool:
        guild = self.guilds[gid]
        until = guild.members[uid]["communication_disabled_until"] if uid in guild.members else None
        if until is None or self.guild_permissions(guild, uid) == shapes.EVERYTHING:
            return False
        return datetime.fromtimestamp(self.time(), UTC) < datetime.fromisoformat(until)

    def _change_member(self, gid: str, uid: str, **fields: Any) -> None:
        member = self.guilds[gid].members[uid]
        member.update(fields)
        intent = None if uid == APPLICATION else GUILD_MEMBERS
        self.emit("GUILD_MEMBER_UPDATE", {**member, "guild_id": gid}, gid, intent)
        self.note("people", self.users[uid])

    def add_group(self, name: str, *people: str) -> Data:
        """Create a group channel. Bots can't join one (docs: interaction context PRIVATE_CHANNEL)."""
        channel = shapes.group_channel(self.snowflake(), name, [self.users[uid] for uid in people])
        self.channels[channel["id"]] = channel
        return channel

    def add_channel(self, gid: str, name: str, kind: int = shapes.TEXT) -> Data:
        channel = shapes.guild_channel(self.snowflake(), gid, name, len(self.guilds[gid].channels), kind)
        self.channels[channel["id"]] = self.guilds[gid].channels[channel["id"]] = channel
        self.emit("CHANNEL_CREATE", channel, gid)
        self.note("channel", channel)
        return channel

    def add_thread(
        self, parent: str, name: str, owner: str, tid: str | None = None, archive_after: int = 1440,
        private: bool = False,
    ) -> Data:  # fmt: skip
        above = self.channels[parent]
        thread = shapes.thread(tid or self.snowflake(), above, name, owner, archive_after, private)
        self.channels[thread["id"]] = self.guilds[above["guild_id"]].channels[thread["id"]] = thread
        self.thread_members[thread["id"]] = {owner}
        self.thread_activity[thread["id"]] = self.clock()
        if self.views(thread["id"], APPLICATION):
            self.emit("THREAD_CREATE", {**thread, "newly_created": True}, above["guild_id"])
        self.note("channel", thread)
        return thread

    def add_to_thread(self, tid: str, uid: str) -> None:
        """Add a person to a thread. The bot learns of a private thread only when it is added.

        https://docs.discord.com/developers/topics/threads#gaining-access-to-private-threads
        """
        thread, members = self.channels[tid], self.thread_members[tid]
        if uid in members:
            return
        members.add(uid)
        thread["member_count"] = len(members)
        member = shapes.thread_member(tid, uid)
        if uid == APPLICATION:
            self.emit("THREAD_CREATE", {**thread, "member": member}, thread["guild_id"])
            more = {"id": tid, "guild_id": thread["guild_id"], "member_count": len(members)}
            self.emit("THREAD_MEMBERS_UPDATE", more | {"added_members": [member]}, thread["guild_id"])
        self.note("channel", thread)

    def remove_from_thread(self, tid: str, uid: str) -> None:
        thread, members = self.channels[tid], self.thread_members[tid]
        members.discard(uid)
        thread["member_count"] = len(members)
        if uid == APPLICATION:
            left = {"id": tid, "guild_id": thread["guild_id"], "member_count": len(members)}
            self.emit("THREAD_MEMBERS_UPDATE", left | {"removed_member_ids": [uid]}, thread["guild_id"])
        self.note("channel", thread)

    def set_thread(self, tid: str, **state: Any) -> Data:
        """Archive, unarchive, lock or unlock a thread, or change when it archives automatically.

        Unarchiving and a new `auto_archive_duration` count as activity; an edited message doesn't.
        https://docs.discord.com/developers/topics/threads#active-%26-archived-threads
        """
        metadata = {**self.channels[tid]["thread_metadata"], **state}
        if state.keys() & {"archived", "auto_archive_duration"}:
            metadata["archive_timestamp"] = shapes.now()
        if metadata["archived"]:
            self.thread_activity.pop(tid, None)
        elif state.keys() & {"archived", "auto_archive_duration"}:
            self.thread_activity[tid] = self.clock()
        return self.change_channel(tid, thread_metadata=metadata)

    def archive_idle_threads(self) -> None:
        """Archive the threads without a new message for their `auto_archive_duration`, in minutes."""
        for tid, active in list(self.thread_activity.items()):
            span = self.channels[tid]["thread_metadata"]["auto_archive_duration"] * THREAD_MINUTES
            if self.clock() - active >= span:
                self.set_thread(tid, archived=True)

    def delete_channel(self, cid: str) -> Data:
        channel = self.channels[cid]
        beside = self.guilds[channel["guild_id"]].channels.values() if "guild_id" in channel else ()
        for below in [c["id"] for c in beside if c.get("parent_id") == cid]:
            self.delete_channel(below)
        self.forget_channel(cid)
        if channel["type"] in shapes.THREADS:
            payload = {k: channel[k] for k in ("id", "guild_id", "parent_id", "type")}
            self.emit("THREAD_DELETE", payload, channel["guild_id"])
        else:
            self.emit("CHANNEL_DELETE", channel, channel.get("guild_id"))
        return channel

    def forget_channel(self, cid: str) -> None:
        channel = self.channels.pop(cid)
        self.thread_members.pop(cid, None)
        self.thread_activity.pop(cid, None)
        if "guild_id" in channel:
            del self.guilds[channel["guild_id"]].channels[cid]
        for message in list(self.in_channel(cid)):
            self.forget_message(message)
        self.note("channel-gone", channel)

    def keep_message(self, message: Data) -> None:
        self.messages[message["id"]] = message
        self.written.setdefault(message["channel_id"], {})[message["id"]] = message

    def forget_message(self, message: Data) -> bool:
        """Delete a message with its files; return True if it was visible to everyone."""
        del self.messages[message["id"]], self.written[message["channel_id"]][message["id"]]
        for file in self.attached.pop(message["id"], Attached()).all:
            self.forget_file(file["id"])
        return self.seen_only_by.pop(message["id"], None) is None

    def forget_file(self, fid: str) -> None:
        """Drop a file, but keep the last ones for a while, as Discord does: a page may be about to load them."""
        self.loose.append(fid)
        while len(self.loose) > LOOSE_FILES:
            del self.files[self.loose.popleft()]

    def change_channel(self, cid: str, **fields: Any) -> Data:
        channel = self.channels[cid]
        with self._threads_synced(channel["guild_id"]):
            channel.update(fields)
            thread = channel["type"] in shapes.THREADS
            if not thread or self.views(cid, APPLICATION):
                self.emit("THREAD_UPDATE" if thread else "CHANNEL_UPDATE", channel, channel["guild_id"])
        self.note("channel", channel)
        return channel

    @contextlib.contextmanager
    def _threads_synced(self, gid: str) -> Iterator[None]:
        """Send the bot the active threads of the channels that a change lets it view.

        https://docs.discord.com/developers/topics/threads#gaining-access-to-channels
        """
        guild = self.guilds[gid]

        def viewed() -> set[str]:
            return {
                c["id"]
                for c in guild.channels.values()
                if c["type"] not in shapes.THREADS and self.views(c["id"], APPLICATION)
            }

        before = viewed()
        yield
        gained = viewed() - before
        threads = [thread for thread in self.active_threads(guild) if thread["parent_id"] in gained]
        if gained:
            mine = [thread["id"] for thread in threads if APPLICATION in self.thread_members[thread["id"]]]
            members = [shapes.thread_member(tid, APPLICATION) for tid in mine]
            sync = {"guild_id": gid, "channel_ids": sorted(gained), "threads": threads, "members": members}
            self.emit("THREAD_LIST_SYNC", sync, gid, GUILDS)

    def active_threads(self, guild: Guild) -> list[Data]:
        """Return the threads of a server that aren't archived and that the bot may view."""
        threads = [c for c in guild.channels.values() if c["type"] in shapes.THREADS]
        return [c for c in threads if not c["thread_metadata"]["archived"] and self.views(c["id"], APPLICATION)]

    def dm(self, uid: str) -> Data:
        """Return the DM channel between a person and the bot, creating it if necessary."""
        if uid in self.dms:
            return self.channels[self.dms[uid]]
        channel = shapes.dm_channel(self.snowflake(), self.users[uid])
        self.channels[channel["id"]] = channel
        self.dms[uid] = channel["id"]
        self.note("channel", channel)
        return channel

    def open_dm(self, uid: str) -> Data:
        """Open the DM channel for the bot. Raise ApiError if it has recently opened too many others."""
        limit = self.dm_openings_limit
        if limit is not None and uid not in self.dms:
            self.dm_openings = [at for at in self.dm_openings if self.clock() - at < limit.per]
            if len(self.dm_openings) >= limit.limit:
                raise ApiError(403, 40003, "You are opening direct messages too fast")
            self.dm_openings.append(self.clock())
        return self.dm(uid)

    def knows_bot(self, uid: str) -> bool:
        """Return True if a person shares a server with the bot, or has added the app to their account."""
        shared = any({uid, APPLICATION} <= guild.members.keys() for guild in self.guilds.values())
        return shared or uid in self.user_installs

    def whole_guild(self, guild: Guild) -> Data:
        """Return a server as in GUILD_CREATE. Without the members intent, the only member is the bot.

        Its threads are the active ones that the bot may view.
        https://docs.discord.com/developers/events/gateway-events#guild-create
        """
        mine = guild.channels.values()
        bare = [({k: v for k, v in c.items() if k != "guild_id"}) for c in mine if c["type"] not in shapes.THREADS]
        return {
            **shapes.guild(guild.id, guild.name, guild.owner, list(guild.roles.values()), guild.emojis),
            "joined_at": JOINED, "large": False, "unavailable": False, "member_count": len(guild.members),
            "members": [guild.members[APPLICATION]], "channels": bare,
            "threads": self.active_threads(guild), "presences": [], "voice_states": [],
            "stage_instances": [], "guild_scheduled_events": list(guild.events.values()), "soundboard_sounds": [],
        }  # fmt: skip

    # Permissions

    def permissions(self, cid: str, uid: str) -> int:
        """Return a person's permissions in a channel, computed as Discord does."""
        channel = self.channels[cid]
        if channel["type"] == shapes.DM:
            return shapes.ORDINARY & ~shapes.CREATE_PUBLIC_THREADS
        if channel["type"] == shapes.GROUP_DM:
            mine = any(person["id"] == uid for person in channel["recipients"])
            return shapes.ORDINARY & ~shapes.CREATE_PUBLIC_THREADS if mine else 0
        guild = self.guilds[channel["guild_id"]]
        have = self.guild_permissions(guild, uid)
        if have in (0, shapes.EVERYTHING):
            return have
        roles = [guild.id, *guild.members[uid]["roles"]]
        in_thread = channel["type"] in shapes.THREADS
        above = self.channels[channel["parent_id"]] if in_thread else channel
        have = self._overwritten(have, above["permission_overwrites"], guild.id, roles, uid)
        if not have & shapes.VIEW_CHANNEL:
            return 0
        speak = shapes.SEND_MESSAGES_IN_THREADS if in_thread else shapes.SEND_MESSAGES
        if not have & speak:
            have &= ~(shapes.EMBED_LINKS | shapes.ATTACH_FILES | shapes.MENTION_EVERYONE)
        if self.is_timed_out(guild.id, uid):
            have &= shapes.VIEW_CHANNEL | shapes.READ_MESSAGE_HISTORY
        return have

    def views(self, cid: str, uid: str) -> bool:
        """Return True if a person may view a channel.

        A private thread is visible only to its members and to people with Manage Threads.
        https://docs.discord.com/developers/topics/threads#permissions
        """
        channel, have = self.channels[cid], self.permissions(cid, uid)
        if not have & shapes.VIEW_CHANNEL:
            return False
        private = channel["type"] == shapes.PRIVATE_THREAD and not have & shapes.MANAGE_THREADS
        return not private or uid in self.thread_members[cid]

    @staticmethod
    def guild_permissions(guild: Guild, uid: str) -> int:
        """Return a person's permissions on a server, without its channels' overwrites."""
        if uid not in guild.members:
            return 0
        have = 0
        for rid in (guild.id, *guild.members[uid]["roles"]):
            have |= int(guild.roles[rid]["permissions"])
        return shapes.EVERYTHING if uid == guild.owner or have & shapes.ADMINISTRATOR else have

    @staticmethod
    def _overwritten(have: int, overwrites: list[Data], everyone: str, roles: list[str], uid: str) -> int:
        def layer(ids: list[str]) -> None:
            nonlocal have
            deny = allow = 0
            for overwrite in overwrites:
                if overwrite["id"] in ids:
                    deny |= int(overwrite["deny"])
                    allow |= int(overwrite["allow"])
            have = have & ~deny | allow

        layer([everyone])
        layer([r for r in roles if r != everyone])
        layer([uid])
        return have

    def forbid(self, cid: str, uid: str, bits: int) -> None:
        """Deny permissions to one person (or the bot) in one channel; 0 restores them."""
        others = [o for o in self.channels[cid]["permission_overwrites"] if o["id"] != uid]
        mine = [{"id": uid, "type": 1, "allow": "0", "deny": str(bits)}] if bits else []
        self.change_channel(cid, permission_overwrites=others + mine)

    # Look-ups

    def channel(self, cid: str) -> Data:
        if cid not in self.channels:
            raise ApiError(404, 10003, "Unknown Channel")
        return self.channels[cid]

    def message(self, mid: str | None, cid: str | None = None) -> Data:
        """Return a message. Raise ApiError if it doesn't exist; with `cid`, ephemeral messages don't."""
        stored = self.messages.get(mid or "")
        if not stored or (cid and (stored["channel_id"] != cid or mid in self.seen_only_by)):
            raise ApiError(404, 10008, "Unknown Message")
        return stored

    def in_channel(self, cid: str) -> Iterator[Data]:
        return iter(self.written.get(cid, {}).values())

    def as_event(self, message: Data) -> Data:
        """Return a message as a gateway event: on a server with guild_id and member, in a DM without."""
        channel = self.channels[message["channel_id"]]
        if "guild_id" not in channel:
            return message
        member = self.guilds[channel["guild_id"]].members.get(message["author"]["id"])
        payload = {**message, "guild_id": channel["guild_id"]}
        return payload | ({"member": {k: v for k, v in member.items() if k != "user"}} if member else {})
