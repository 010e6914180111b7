"""Time spans in seconds, and Discord's timestamps, shown in each reader's own time zone."""

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800


def end_of(began: float, span: float, now: float) -> float:
    """Return when a span ends that began at a stored wall time.

    If it seems to begin more than one span from now, someone set the clock back, and the span counts as over. So
    setting the clock back never makes anyone wait longer than twice the span.
    """
    return began + span if began <= now + span else now


def discord_timestamp(at: float, style: str = "R") -> str:
    """Return a Discord timestamp in a style: R relative, t time of day, D date, F both."""
    return f"<t:{int(at)}:{style}>"
