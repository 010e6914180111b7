"""The options of Monster Muncher as paths, such as ``play/dread-ned/rotlet`` and ``announce/dj-heaven``.

The target of an ability is a card, or two of them as ``mine/theirs``.
"""

from typing import NamedTuple

from engine.actions import parts, parts_of

PLAY, DISCARD, DRAW, PASS = "play", "discard", "draw", "pass"  # a turn
NONE = "none"  # no extra card
USE, SKIP = "use", "skip"  # an ability
ANNOUNCE = "announce"


class Play(NamedTuple):
    """A card and its place: the Monster to link it to, the card it replaces, or empty."""

    card: str
    place: str = ""


def play(card: str, place: str = "") -> str:
    return f"play/{card}/{place}" if place else f"play/{card}"


def parse_play(option: str) -> Play:
    return Play(*parts(option, 3)[1:])


def discard(card: str) -> str:
    return f"discard/{card}"


def announce(card: str) -> str:
    return f"announce/{card}"


def target(card: str, mine: str = "") -> str:
    """Return the target of an ability; `mine` is the card given for it, if that is a choice too."""
    return f"{mine}/{card}" if mine else card


class Target(NamedTuple):
    card: str
    mine: str = ""


def parse_target(option: str) -> Target:
    *mine, card = parts_of(option)
    return Target(card, *mine[:1])
