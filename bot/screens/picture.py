"""A message's picture with its alt text."""

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
    """Return a Message's picture fields from the `given` arguments.

    A field that fails is empty: text never waits for it.
    """
    picture = compose(draw, *given) if wanted and draw is not None else None
    alt = compose(tell, *given) if wanted and tell is not None else None
    return {"picture": picture, "alt": cut(alt or "", MAX_ALT)}
