"""The options of Monster Muncher as paths, such as ``play/dread-ned/rotlet`` and ``announce/dj-heaven``.

What an ability is done to is a card, or ``mine/theirs``, two of them.
"""

from typing import NamedTuple

from engine.actions import parts, parts_of

PLAY, DISCARD, DRAW, PASS = "play", "discard", "draw", "pass"  # a turn
NONE = "none"  # no extra card
USE, SKIP = "use", "skip"  # an ability
ANNOUNCE = "announce"


def verb(option: str) -> str:
    """What an option begins with."""
    return parts(option, 1)[0]


class Play(NamedTuple):
    """A card and where it goes: beside a Monster, in place of a card, or nowhere special."""

    card: str
    place: str = ""


def play(card: str, place: str = "") -> str:
    return f"play/{card}/{place}" if place else f"play/{card}"


def parse_play(option: str) -> Play:
    return Play(*parts(option, 3)[1:])


def discard(card: str) -> str:
    return f"discard/{card}"


def parse_discard(option: str) -> str:
    return parts(option, 2)[1]


def announce(card: str) -> str:
    return f"announce/{card}"


def parse_announce(option: str) -> str:
    return parts(option, 2)[1]


def target(card: str, mine: str = "") -> str:
    """What an ability is done to; `mine` is what is given for it where that is a choice too."""
    return f"{mine}/{card}" if mine else card


class Target(NamedTuple):
    card: str
    mine: str = ""


def parse_target(option: str) -> Target:
    *mine, card = parts_of(option)
    return Target(card, *mine[:1])
