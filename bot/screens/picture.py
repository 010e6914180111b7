"""A picture of a message, and what it says to those who cannot see it."""

from collections.abc import Callable
from typing import Any, TypedDict

from bot.i18n.fitting import ALT, cut
from bot.pictures.compose import composed


class Pictured(TypedDict):
    picture: Any
    alt: str


def pictured(wanted: bool, draw: Callable[..., Any] | None, tell: Callable[..., str] | None, *given: Any) -> Pictured:
    """The two fields of a Message, made of the `given`; each is empty where it fails, for words wait for no picture."""
    picture = composed(draw, *given) if wanted and draw is not None else None
    alt = composed(tell, *given) if wanted and tell is not None else None
    return {"picture": picture, "alt": cut(alt or "", ALT)}
