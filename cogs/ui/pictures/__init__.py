"""The pictures of the tables: README.md beside this file says how to lay one out."""

from cogs.ui.pictures.drawings import art
from cogs.ui.pictures.scene import (
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
    lasting,
)

__all__ = [
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
    "lasting",
]
