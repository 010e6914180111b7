"""What should be on screen, as pure functions of a session: written in cogs, compared by delivery with what is."""

from typing import Any, Protocol, cast

from bot.delivery.message import Message
from bot.sessions.limits import fit
from bot.sessions.live import Live


class Screens(Protocol):
    def table(self, live: Live, ringing: list[int]) -> Message: ...
    def panel(self, live: Live, seat: int, pictures: bool, coached: bool = False) -> Message: ...
    def closing(self, live: Live) -> Message: ...
    def overtaken(self, live: Live) -> Message: ...
    def aged(self, live: Live, panel: Message) -> Message: ...
    def ping(self, live: Live, seats: list[int]) -> Message: ...
    def notice(self, live: Live, seats: list[int]) -> Message: ...
    def vote(self, live: Live) -> Message: ...
    def farewell(self, live: Live, seats: list[int]) -> Message: ...
    def sheets(self, live: Live) -> list[Message]: ...
    def has_hand(self, live: Live) -> bool: ...


class _Limited:
    def __init__(self, screens: Screens) -> None:
        self._screens = screens

    def __getattr__(self, name: str) -> Any:
        draw = getattr(self._screens, name)

        def drawn(*about: Any) -> Any:
            with fit():
                return draw(*about)

        return drawn


def within_limits(screens: Screens) -> Screens:
    """The same screens; what cannot be drawn in time, or at all, raises Unfit."""
    return cast(Screens, _Limited(screens))
