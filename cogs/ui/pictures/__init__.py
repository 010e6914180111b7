"""The pictures of the tables: README.md beside this file says how to lay one out."""

from cogs.ui.pictures.drawings import art
from cogs.ui.pictures.scene import (
    Group,
    Layout,
    Panel,
    PictureFault,
    Piece,
    Scene,
    Sprite,
    Text,
    Words,
    at,
    grid,
)

__all__ = [
    "Group",
    "Layout",
    "Panel",
    "PictureFault",
    "Piece",
    "Scene",
    "Sprite",
    "Text",
    "Words",
    "art",
    "at",
    "grid",
]
