"""Composing pictures safely: text never waits for a picture, and its faults never break a table."""

import logging
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

from bot.i18n.fitting import MAX_ALT, cut

log = logging.getLogger("hob.pictures")
Result = TypeVar("Result")


logged_faults: set[str] = set()


def log_once(fault: BaseException) -> None:
    """Log each fault once, however many tables show the same picture."""
    if repr(fault) not in logged_faults:
        logged_faults.add(repr(fault))
        log.error("picture omitted: %r", fault, exc_info=fault)


def compose(make: Callable[..., Result], *arguments: Any) -> Result | None:
    """Return what a game's picture module makes of the arguments; None if it fails."""
    try:
        return make(*arguments)
    except Exception as fault:
        log_once(fault)
        return None


class PictureFields(TypedDict):
    picture: Any
    alt: str


def picture_fields(
    wanted: bool, draw: Callable[..., Any] | None, tell: Callable[..., str] | None, *arguments: Any
) -> PictureFields:
    """Return a Message's picture fields from the `arguments`.

    A field that fails is empty: text never waits for it.
    """
    picture = compose(draw, *arguments) if wanted and draw is not None else None
    alt = compose(tell, *arguments) if wanted and tell is not None else None
    return {"picture": picture, "alt": cut(alt or "", MAX_ALT)}
