"""Routes for a server's scheduled events, as far as bots create them: events outside Discord."""

from __future__ import annotations

from datetime import UTC, datetime

from playground.discord import limits, routes, shapes
from playground.discord.rest import Answer, Call, Routes
from playground.discord.shapes import Data
from playground.discord.state import APPLICATION, SCHEDULED_EVENTS, ApiError, Guild, World

route = Routes()

EVENTS = "/guilds/{gid}/scheduled-events"
EVENT = EVENTS + "/{eid}"
OUTSIDE = 3  # entity_type
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
MAY_FOLLOW = {SCHEDULED: {ACTIVE, CANCELED}, ACTIVE: {COMPLETED}}
MAX_EVENTS = 100  # scheduled or active events per server


def guild_of(call: Call, bits: int = 0) -> Guild:
    """Return the server. Raise ApiError if the bot isn't a member, or has none of the permissions `bits` there."""
    guild = routes.guild_of(call)
    pass_time(call.world)
    if bits and not bits & call.world.guild_permissions(guild, APPLICATION):
        raise ApiError(403, 50013, "Missing Permissions")
    return guild


def event_of(call: Call) -> tuple[Guild, Data]:
    guild = guild_of(call)
    if call["eid"] not in guild.events:
        raise ApiError(404, 10070, "Unknown Guild Scheduled Event")
    return guild, guild.events[call["eid"]]


def check(world: World, event: Data, body: Data) -> None:
    """Check a request; `event` is the resulting event, `body` the request's body."""
    form = limits.Form()
    form.length(("name",), event.get("name"), 100, 1, required=True)
    form.length(("description",), event.get("description"), 1000)
    form.choice(("privacy_level",), event.get("privacy_level"), {2})
    form.choice(("entity_type",), event.get("entity_type"), {OUTSIDE})
    metadata = event.get("entity_metadata") or {}
    form.length(("entity_metadata", "location"), metadata.get("location"), 100, 1, required=True)
    start = form.moment(("scheduled_start_time",), event.get("scheduled_start_time"))
    end = form.moment(("scheduled_end_time",), event.get("scheduled_end_time"))
    if start and "scheduled_start_time" in body and start <= datetime.fromtimestamp(world.time(), UTC):
        form.fault(
            ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past."
        )
    if start and end and end <= start:
        code = "GUILD_SCHEDULED_EVENT_END_BEFORE_START"
        form.fault(("scheduled_end_time",), code, "Cannot schedule event to end before its start.")
    form.check()


def set_status(world: World, guild: Guild, event: Data, status: int) -> None:
    """Change the status; an event that is over is sent once more, and not listed any longer."""
    event["status"] = status
    if status in (COMPLETED, CANCELED):
        del guild.events[event["id"]]
    world.emit("GUILD_SCHEDULED_EVENT_UPDATE", event, guild.id, SCHEDULED_EVENTS)
    world.note("event", event)


def pass_time(world: World) -> None:
    """Start and end the events that are due.

    "An external event will automatically begin at its scheduled start time", and end at its scheduled end time (docs:
    resources/guild-scheduled-event, Status Update Automation).
    """
    now = datetime.fromtimestamp(world.time(), UTC)
    for guild in world.guilds.values():
        for event in list(guild.events.values()):
            if event["status"] == SCHEDULED and datetime.fromisoformat(event["scheduled_start_time"]) <= now:
                set_status(world, guild, event, ACTIVE)
            end = event["scheduled_end_time"]
            if event["status"] == ACTIVE and end and datetime.fromisoformat(end) <= now:
                set_status(world, guild, event, COMPLETED)


def event_data(call: Call, event: Data) -> Data:
    """Return the event as a response; `user_count` only if `with_user_count` was requested."""
    counted = call.query.get("with_user_count") in ("1", "true", "True")
    return event if counted else {k: v for k, v in event.items() if k != "user_count"}


@route("GET", EVENTS)
def list_events(call: Call) -> Answer:
    return 200, [event_data(call, event) for event in guild_of(call).events.values()]


@route("POST", EVENTS)
def post_event(call: Call) -> Answer:
    # Since 23 February 2026, Manage Events is not enough to create one (docs: change-log of 24 November 2025;
    # resources/guild-scheduled-event, Permissions Requirements).
    guild = guild_of(call, shapes.CREATE_EVENTS)
    check(call.world, call.body, call.body)
    if len(guild.events) >= MAX_EVENTS:
        raise ApiError(400, 30038, f"Maximum number of guild scheduled events reached ({MAX_EVENTS})")
    event = shapes.scheduled_event(call.world.snowflake(), guild.id, call.world.bot, call.body)
    guild.events[event["id"]] = event
    guild.interested[event["id"]] = []
    call.world.emit("GUILD_SCHEDULED_EVENT_CREATE", event, guild.id, SCHEDULED_EVENTS)
    call.world.note("event", event)
    return 200, event_data(call, event)


@route("GET", EVENT)
def get_event(call: Call) -> Answer:
    return 200, event_data(call, event_of(call)[1])


def may_change(call: Call, event: Data) -> None:
    """Require Manage Events, or for one's own event Create Events (docs: the same section)."""
    own = shapes.CREATE_EVENTS if event["creator_id"] == APPLICATION else 0
    guild_of(call, own | shapes.MANAGE_EVENTS)


@route("PATCH", EVENT)
def patch_event(call: Call) -> Answer:
    guild, event = event_of(call)
    may_change(call, event)
    changed = {**event, **{k: v for k, v in call.body.items() if k in event and k not in ("id", "status")}}
    check(call.world, changed, call.body)
    status = call.body.get("status") or event["status"]
    if status != event["status"] and status not in MAY_FOLLOW.get(event["status"], ()):
        raise ApiError(400, 180000, "Cannot update a finished event")
    event.update(changed)
    set_status(call.world, guild, event, status)
    return 200, event_data(call, event)


@route("DELETE", EVENT)
def delete_event(call: Call) -> Answer:
    guild, event = event_of(call)
    may_change(call, event)
    del guild.events[event["id"]]
    call.world.emit("GUILD_SCHEDULED_EVENT_DELETE", event, guild.id, SCHEDULED_EVENTS)
    call.world.note("event", event)
    return 204, None


@route("GET", EVENT + "/users")
def event_users(call: Call) -> Answer:
    guild, event = event_of(call)
    people = guild.interested[event["id"]]
    bare = {"guild_scheduled_event_id": event["id"], "response": 1}
    return 200, [{**bare, "user_id": uid, "user": call.world.users[uid]} for uid in people]
