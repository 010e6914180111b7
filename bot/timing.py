"""Pauses and timeouts, time spans in seconds, and Discord's timestamps, which readers see in their own time zone."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Seconds = Amount


class PaceDurations(BaseModel):
    """Seconds, for tables with the pace "live" and "days"."""

    model_config = ConfigDict(extra="forbid")

    live: Seconds
    days: Seconds

    def __getitem__(self, pace: Literal["live", "days"]) -> float:
        return self.live if pace == "live" else self.days


class Timing(BaseModel):
    """The pauses and timeouts that operators can set, in seconds unless noted otherwise."""

    model_config = ConfigDict(extra="forbid")

    computer_pause: Seconds = 1.5  # between moves of computer players
    computer_patience: Seconds = 4.0  # for a search; then a public question gets a random answer
    computer_secret: Seconds = 2.0  # a computer's secret answer always takes this long
    computer_hold: Seconds = 20.0  # computers wait this long while a person has an expiring offer
    order_least: Seconds = 2.0  # minimum delay of a standing order's answer
    order_spread: Seconds = 6.0  # random addition to it, at most
    order_forced_spread: Seconds = 18.0  # the same if nothing else is possible, as long as people take to choose
    table_edit_gap: Seconds = 1.0  # between two edits of a table through the channel
    panel_edit_gap: Seconds = 10.0  # between two updates of the awaited players in a direct message
    dm_gap: Seconds = 1.0  # between two new direct messages
    dm_open_gap: Seconds = 3.0  # between two first messages to new people
    present_after_press: Seconds = 120.0  # players who pressed a button this recently are present
    late_ring: Seconds = 60.0  # a present player is notified after this time if the question is still open
    repost_after_messages: Annotated[int, Field(ge=1)] = 8  # messages below a table that get it reposted
    repost_after_seconds: Seconds = 1800.0  # the same by age, if Hob may not read the history
    repost_gap: Seconds = 120.0  # between two reposts
    table_command_gap: Seconds = 30.0  # between two reposts by command
    token_life: Seconds = 840.0  # how long an ephemeral panel can be updated
    start_by_others: Seconds = 600.0  # after this silence of the host, any seated player may start
    lobby_life: Seconds = 86400.0  # until a lobby closes
    # Before others may send a reminder, and until an undecided vote on an undo expires.
    nudge_after: PaceDurations = PaceDurations(live=600.0, days=21600.0)
    computer_vote_after: PaceDurations = PaceDurations(live=600.0, days=86400.0)  # before a vote for a computer
    nudge_gap: Seconds = 3600.0  # between two reminders at a table
    vote_life: Seconds = 86400.0  # until an undecided vote expires, except on an undo: see `nudge_after`
    abandoned_after: PaceDurations = PaceDurations(live=259200.0, days=1814400.0)  # until an idle game's warning
    abandoned_life: PaceDurations = PaceDurations(live=86400.0, days=604800.0)  # from the warning to its end
    look_around: Seconds = 30.0  # between two polls of the database for due sessions
    redraw_gap: Seconds = 1.0  # between two redrawn tables, after a restore or `hob redraw`
    retry: Seconds = 30.0  # before retrying what Discord refused
    answer_within: Seconds = 3.0  # Discord's limit for the answer to a press
    hand_over: Seconds = 60.0  # how long a stopping process waits for others to take over its shards

    @model_validator(mode="before")
    @classmethod
    def _keep_the_other_pace(cls, given: Any) -> Any:
        """Complete durations of which only one pace is set."""
        for name, field in cls.model_fields.items() if isinstance(given, dict) else ():
            if isinstance(field.default, PaceDurations) and isinstance(value := given.get(name), dict):
                given = {**given, name: {**vars(field.default), **value}}
        return given


def end_of(began: float, span: float, now: float) -> float:
    """Return when a span ends that began at a stored wall time.

    If it seems to begin more than one span from now, someone set the clock back, and the span counts as over. So
    setting the clock back never makes anyone wait longer than twice the span.
    """
    return began + span if began <= now + span else now


def discord_timestamp(at: float, style: str = "R") -> str:
    """Return a Discord timestamp in a style: R relative, t time of day, D date, F both."""
    return f"<t:{int(at)}:{style}>"
