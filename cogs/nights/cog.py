"""`/hob night`: plan an evening, with its guests and their votes for a game; its host can change or cancel it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

import discord

from bot.app import App
from bot.discord_errors import SEND_ERRORS
from bot.errors import UserError
from bot.features import Feature
from bot.i18n.catalogue import current_language
from bot.i18n.fitting import cut
from bot.i18n.translator import tr
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import Handler
from bot.permissions import channel_ids, may_manage, require_editable_channel, require_rights, role_ids
from bot.screens.custom_id import ASIDE, NOWHERE, Control
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.screens.table_screen import link
from bot.servers import time_zone
from bot.timing import DAY, HOUR, MINUTE, discord_timestamp
from cogs.nights import model
from cogs.nights.messages import NightMessages, may_make_events
from cogs.nights.model import Night
from cogs.nights.scheduler import NightScheduler
from cogs.nights.screens import MAX_GAMES, title_of
from cogs.nights.service import Nights, StoredNight
from engine.actions import parts

MAX_DAYS = 15  # in the select
MAX_OTHER_NIGHTS = 5  # other nights of the server that are listed
STEPS = (-15 * MINUTE, 15 * MINUTE)
VOTE = "-"
STAMP = re.compile(r"<t:(\d{1,11})(:\w)?>")
CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
SPAN = re.compile(r"(?:(\d{1,3})d)?\s*(?:(\d{1,4})h)?\s*(?:(\d{1,5})m(?:in)?)?")


class NightPlan:
    """A plan being edited: time, repetition, and the game's group or VOTE. Its controls carry it as text.

    A changed night may have a game that isn't offered now: then `group` is its slug.
    """

    def __init__(self, at: float, weekly: bool = False, group: str = VOTE) -> None:
        self.at, self.weekly, self.group = at // MINUTE * MINUTE, weekly, group

    def __str__(self) -> str:
        return f"{round(self.at / MINUTE)}/{'w' if self.weekly else 'o'}/{self.group}"

    @classmethod
    def parse(cls, path: str) -> tuple[str, "NightPlan"]:
        """Parse the path of a control: what it does, and its plan. Raises UserError."""
        verb, minute, weekly, group = parts(path, 4)
        if not minute.isdecimal() or weekly not in ("o", "w"):
            raise UserError("forged")
        return verb, cls(int(minute) * MINUTE, weekly == "w", group)


class TableNights(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.clock = app.clock
        self.nights = Nights(app.store, app.settings.limits, app.clock)
        self.messages = NightMessages(app.delivery.messenger, self.nights, app.people, app.servers, app.games)
        scheduler = NightScheduler(app, self.messages)
        self.nights.wake = scheduler.runner.wake
        app.scheduler.jobs.append(scheduler)
        actions: dict[str, Handler] = {
            "new": self.night,
            **dict.fromkeys(("plan", "day", "hour", "game"), self.change_plan),
            "set": self.set,
            "come": self.sign_up,
            "vote": self.sign_up,
            "away": self.sign_off,
            "change": self.change,
            "cancel": self.ask_cancel,
            "yes": self.cancel,
            "no": self.discard,
        }
        app.interactions.handle("night", actions, table="none")
        app.screens.after_game.append("night.what-else")
        self.command("night", self.night, game=self.complete_game)

    # ---- planning
    async def night(self, ctx: InteractionContext, when: str = "", game: str = "", weekly: bool = False) -> None:
        settings = await self.app.servers.of(self.server(ctx).id)
        group = self.app.games.named(game).group if game else VOTE
        zone = settings.time_zone
        at = next_time(20, 0, self.clock(), zone)
        if when:
            at = parse_time(when, self.clock(), zone if settings.zone else None)
        plan = NightPlan(at, weekly, group)
        model.require_valid_time(plan.at, self.clock())
        await ctx.send_ephemeral(await self.planner(ctx, NOWHERE, plan))

    def server(self, ctx: InteractionContext) -> discord.Guild:
        """Return the server. Raises UserError outside of one."""
        if ctx.interaction.guild is None:
            raise UserError("night-server")
        return ctx.interaction.guild

    async def planner(self, ctx: InteractionContext, id: str, plan: NightPlan) -> Message:
        """Return the planner: the chosen values, with the time in the user's time zone, and controls for them."""
        guild = self.server(ctx)
        lines = [tr("night.plan", at=discord_timestamp(plan.at, "F"), until=discord_timestamp(plan.at))]
        settings = await self.app.servers.of(guild.id)
        zone = settings.zone.replace("_", " ")
        weekly = tr("night.plan-weekly", zone=zone) if zone else tr("night.plan-weekly-utc")
        lines.append(weekly if plan.weekly else tr("night.plan-once"))
        nights = await self.nights.of_server(guild.id)
        game = next((stored.night.game for stored in nights if stored.id == id), "")
        title = title_of(self.app.games, self.slug(plan.group, game))
        lines.append(tr("night.plan-game", game=title) if title else tr("night.plan-vote"))
        if not may_make_events(guild):
            lines.append(tr("night.plan-no-event"))
        others = [stored for stored in nights if stored.id != id and stored.night.stage == "planned"]
        if others:
            lines_of_others = [
                tr("night.plan-other", at=discord_timestamp(one.night.at, "F"), channel=self.link(one))
                for one in others
            ]
            lines += ["", tr("night.plan-others"), *lines_of_others[:MAX_OTHER_NIGHTS]]
        lines.append(tr("night.plan-zone", zone=zone) if zone else tr("night.plan-zone-utc"))
        return Message(content="\n".join(lines)[:2000], rows=self.plan_rows(id, plan, settings.time_zone))

    def plan_rows(self, id: str, plan: NightPlan, zone: tzinfo) -> tuple[Row, ...]:
        now = self.clock()

        def button(label: str, path: str, style: Style = "secondary", disabled: bool = False) -> Button:
            return Button(cut(label, 80), night_custom_id(id, path), style, disabled)

        def step(seconds: float) -> Button:
            label = tr("night.minutes", n=round(seconds / MINUTE))
            moved = NightPlan(plan.at + seconds, plan.weekly, plan.group)
            return button(label, f"plan/{moved}", disabled=not now < moved.at <= now + model.MAX_AHEAD)

        chosen, today = datetime.fromtimestamp(plan.at, zone), datetime.fromtimestamp(now, zone)
        dates = [today.date() + timedelta(days=n) for n in range(MAX_DAYS)]
        if chosen.date() not in dates:
            dates.append(chosen.date())
        same_time = [datetime.combine(date, chosen.timetz()) for date in dates]
        days = tuple(
            Choice(day_label(one, today), minutes_of(one), default=one.date() == chosen.date())
            for one in same_time
            if one.timestamp() > now
        )
        # When the clocks skip an hour, it is the same moment as another one: list that moment once.
        same_day = {minutes_of(one): one for one in (chosen.replace(hour=hour) for hour in range(24))}
        hours = tuple(
            Choice(f"{one:%H:%M}", minutes, default=one.hour == chosen.hour)
            for minutes, one in same_day.items()
            if now < one.timestamp() <= now + model.MAX_AHEAD
        )
        games = [(VOTE, tr("night.vote-instead"))]
        games += [(ui.group, ui.game.title) for ui in self.app.games.values()]
        picks = tuple(Choice(cut(title, 100), group, "", group == plan.group) for group, title in games[:MAX_GAMES])
        again = NightPlan(plan.at, not plan.weekly, plan.group)
        return (
            Menu(tr("night.day-which"), night_custom_id(id, f"day/{plan}"), days),
            Menu(tr("night.hour-which"), night_custom_id(id, f"hour/{plan}"), hours),
            (
                *map(step, STEPS),
                button(tr("night.make-once" if plan.weekly else "night.make-weekly"), f"plan/{again}"),
            ),
            Menu(tr("night.vote"), night_custom_id(id, f"game/{plan}"), picks),
            (
                button(tr("night.set" if id == NOWHERE else "night.set-changed"), f"set/{plan}", "success"),
                button(tr("night.no"), "no"),
            ),
        )

    def slug(self, group: str, game: str = "") -> str:
        """Return the slug of the group's game; empty if the guests vote. `game` is the night's so far.

        Raises UserError.
        """
        if group == VOTE:
            return ""
        return game if group == game else self.app.games.of_group(group).game.slug

    # ---- presses
    async def change_plan(self, ctx: InteractionContext) -> None:
        """Show the planner with the pressed or picked value."""
        verb, plan = NightPlan.parse(ctx.control.path)
        if verb in ("day", "hour") and ctx.picked.isdecimal():
            plan.at = int(ctx.picked) * MINUTE
        elif verb == "game" and ctx.picked:
            plan.group = ctx.picked
        model.require_valid_time(plan.at, self.clock())
        await ctx.edit(await self.planner(ctx, ctx.control.session_id, plan))

    async def discard(self, ctx: InteractionContext) -> None:
        await ctx.edit(Message(content=tr("night.is-nothing")))

    async def set(self, ctx: InteractionContext) -> None:
        id, (_, plan) = ctx.control.session_id, NightPlan.parse(ctx.control.path)
        guild = self.server(ctx)
        if id != NOWHERE:
            game = self.slug(plan.group, (await self.require_own_night(ctx)).night.game)
            zone = (await self.app.servers.of(guild.id)).zone

            def modify(night: Night) -> Night:
                changed = with_server_locale(model.reschedule(night, plan.at, plan.weekly, game, self.clock()), zone)
                same_time = (changed.at, zone) == (night.at, night.zone)  # maybe an hour late, see `repeat_next_week`
                return changed.model_copy(update={"clock": night.clock}) if same_time else changed

            await self.nights.change(id, modify)
            await ctx.edit(Message(content=tr("night.is-changed")))
            return
        interaction = ctx.interaction
        assert interaction.channel_id is not None
        settings = await ctx.require_welcome()
        settings.admit(channel_ids(interaction), interaction.permissions.manage_messages, role_ids(interaction))
        require_editable_channel(interaction)  # the night's message changes with each guest
        await require_rights(interaction)
        night = model.plan(ctx.person, plan.at, plan.weekly, self.slug(plan.group), self.clock())
        await self.nights.create(guild.id, interaction.channel_id, with_server_locale(night, settings.zone))
        await ctx.edit(Message(content=tr("night.is-set")))

    async def sign_up(self, ctx: InteractionContext) -> None:
        """Sign the presser up, maybe with a vote for a game."""
        if ctx.picked and ctx.picked not in self.app.games:
            raise UserError("forged")
        await self.night_here(ctx)
        await ctx.require_welcome()
        await self.change_guests(ctx, lambda night: model.sign_up(night, ctx.person, ctx.picked))

    async def sign_off(self, ctx: InteractionContext) -> None:
        await self.night_here(ctx)
        await self.change_guests(ctx, lambda night: model.sign_off(night, ctx.person))

    async def change_guests(self, ctx: InteractionContext, modify: Callable[[Night], Night]) -> None:
        """Change the pressed night; the response to the press updates its message."""
        stored = await self.nights.change(ctx.control.session_id, modify, wake=False)
        message, pressed = self.messages.screen(stored).night(), ctx.interaction.message
        elsewhere, messenger = pressed is None or pressed.id != stored.night.message, self.app.delivery.messenger
        hidden = stored.night.message in messenger.without_embeds
        if elsewhere or hidden or messenger.limits.old(stored.night.message):  # as in `TableMessage.respond`
            await ctx.response.acknowledge()
            self.nights.wake(stored.id)
            return
        try:
            await ctx.response.put(lambda: message.edit_payload(None))
            key = message.key
        except SEND_ERRORS as fault:
            await ctx.edit_failed(fault, message)
            key = ""
        await self.nights.mark_shown(stored, key)

    async def night_here(self, ctx: InteractionContext) -> StoredNight:
        """Return the pressed night, of this server. Raises UserError."""
        stored = await self.nights.open(ctx.control.session_id)
        if stored.guild != ctx.interaction.guild_id:
            raise UserError("forged")
        return stored

    async def require_own_night(self, ctx: InteractionContext) -> StoredNight:
        """Return the pressed night. Raises UserError unless it's still to come and the presser's to change."""
        stored = await self.night_here(ctx)
        if stored.night.host != ctx.person and not may_manage(ctx.interaction, stored.channel):
            raise UserError("night-only-host")
        model.require_planned(stored.night)
        return stored

    async def change(self, ctx: InteractionContext) -> None:
        stored, uis = await self.require_own_night(ctx), self.app.games
        group = uis[stored.night.game].group if stored.night.game in uis else stored.night.game or VOTE
        plan = NightPlan(stored.night.at, stored.night.weekly, group)
        await ctx.send_ephemeral(await self.planner(ctx, stored.id, plan))

    async def ask_cancel(self, ctx: InteractionContext) -> None:
        stored = await self.require_own_night(ctx)
        yes = Button(tr("night.yes-cancel"), night_custom_id(stored.id, "yes"), "danger")
        row = (yes, Button(tr("button.back"), night_custom_id(stored.id, "no")))
        key = "night.ask-cancel-all" if stored.night.weekly else "night.ask-cancel"
        text = tr(key, at=discord_timestamp(stored.night.at, "F"))
        await ctx.send_ephemeral(Message(content=text, rows=(row,)))

    async def cancel(self, ctx: InteractionContext) -> None:
        stored = await self.require_own_night(ctx)
        await self.nights.change(stored.id, model.cancel)
        await ctx.edit(Message(content=tr("night.is-cancelled")))

    def link(self, stored: StoredNight) -> str:
        if not stored.night.message:
            return f"<#{stored.channel}>"
        return link(stored.guild, stored.channel, stored.night.message)


def night_custom_id(id: str, path: str) -> str:
    return str(Control(id, "night", path, place=ASIDE))


def with_server_locale(night: Night, zone: str) -> Night:
    """Return the night with the server's language and time zone, and its time of day there.

    A weekly night whose time of day the clocks skip keeps that of its plan: a later week has it again.
    """
    clock = f"{datetime.fromtimestamp(night.at, time_zone(zone)):%H:%M}"
    return night.model_copy(update={"language": current_language(), "zone": zone, "clock": clock})


def day_label(day: datetime, today: datetime) -> str:
    """Return a day as weekday and date; today and tomorrow by name."""
    days = (day.date() - today.date()).days
    name = tr(f"weekday.{day.weekday()}")
    key = ("night.day-today", "night.day-tomorrow")[days] if days in (0, 1) else "night.day"
    return tr(key, weekday=name, day=day.day, month=tr(f"month.{day.month}"))


def minutes_of(moment: datetime) -> str:
    return str(round(moment.timestamp() / MINUTE))


def next_time(hour: int, minute: int, now: float, zone: tzinfo) -> float:
    """Return the next moment with this time of day in the zone."""
    today = datetime.fromtimestamp(now, zone).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (today if today.timestamp() > now else today + timedelta(days=1)).timestamp()


def parse_time(typed: str, now: float, zone: tzinfo | None = None) -> float:
    """Parse a time from now, a Discord timestamp, a time with its zone, or one in the server's time `zone`.

    Raises UserError for anything else: Hob doesn't know the user's time zone, and never guesses it.
    """
    text = " ".join(typed.split())
    if stamp := STAMP.fullmatch(text):
        return float(stamp[1])
    if (span := SPAN.fullmatch(text.lower())) and any(span.groups()):
        days, hours, minutes = (int(part or 0) for part in span.groups())
        return now + days * DAY + hours * HOUR + minutes * MINUTE
    if zone is not None and (clock := CLOCK.fullmatch(text)):
        return next_time(int(clock[1]), int(clock[2]), now, zone)
    try:
        time = datetime.fromisoformat(re.sub(r"\s*(UTC|GMT|Z)$", "+00:00", text, flags=re.IGNORECASE))
        if time.tzinfo is not None or zone is not None:
            return (time if time.tzinfo is not None else time.replace(tzinfo=zone)).timestamp()
    except (ValueError, OverflowError):
        pass
    tomorrow = datetime.fromtimestamp(now + DAY, UTC)
    key = "night-when" if zone is None else "night-when-zone"
    raise UserError(key, text=text[:40], example=int(now + DAY), date=f"{tomorrow:%Y-%m-%d}")


def setup(app: App) -> None:
    TableNights(app)
