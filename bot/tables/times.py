"""Spans of time in seconds, and an hour as Discord shows it to everybody by their own clock."""

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800


def stamp(at: float, style: str = "R") -> str:
    """By its style: R how far off it is, t the time of day, D the day, F both."""
    return f"<t:{int(at)}:{style}>"
