"""The pictures of the tables. README.md in this folder explains how to lay one out."""

from bot.pictures.drawings import art
from bot.pictures.scene import (
    MAX_HEIGHT,
    Group,
    Lines,
    PictureFault,
    Piece,
    Pieces,
    Scene,
    Shape,
    Sprite,
    Text,
    at,
    cached_group,
)

__all__ = [
    "MAX_HEIGHT",
    "Group",
    "Lines",
    "PictureFault",
    "Piece",
    "Pieces",
    "Scene",
    "Shape",
    "Sprite",
    "Text",
    "art",
    "at",
    "cached_group",
]
