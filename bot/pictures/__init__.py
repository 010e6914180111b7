"""The pictures of the tables. README.md in this folder explains how to lay one out."""

from bot.pictures.drawings import art as art
from bot.pictures.scene import (
    MAX_HEIGHT as MAX_HEIGHT,
    Group as Group,
    Lines as Lines,
    PictureFault as PictureFault,
    Piece as Piece,
    Pieces as Pieces,
    Scene as Scene,
    Shape as Shape,
    Sprite as Sprite,
    Text as Text,
    at as at,
    cached_group as cached_group,
)
