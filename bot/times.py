"""Spans of time in seconds, and an hour as Discord shows it to everybody by their own clock."""

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800


def end_of(began: float, span: float, now: float) -> float:
    """Return when a span ends that began at a stored moment of wall time.

    If it seems to begin later than one span from now, the clock was set back since: then it has ended.  So no clock
    that is set back makes anybody wait for more than twice the span.
    """
    return began + span if began <= now + span else now


def discord_timestamp(at: float, style: str = "R") -> str:
    """By its style: R how far off it is, t the time of day, D the day, F both."""
    return f"<t:{int(at)}:{style}>"
