"""A picture of a message, and what it says to those who cannot see it."""

from collections.abc import Callable
from typing import Any, TypedDict

from bot.i18n.fitting import MAX_ALT, cut
from bot.pictures.compose import compose


class PictureFields(TypedDict):
    picture: Any
    alt: str


def picture_fields(
    wanted: bool, draw: Callable[..., Any] | None, tell: Callable[..., str] | None, *given: Any
) -> PictureFields:
    """The two fields of a Message, made of the `given`; each is empty where it fails, for words wait for no picture."""
    picture = compose(draw, *given) if wanted and draw is not None else None
    alt = compose(tell, *given) if wanted and tell is not None else None
    return {"picture": picture, "alt": cut(alt or "", MAX_ALT)}
