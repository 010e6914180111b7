"""Hob's rules: one game behind one door.  Knows no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.game import Game

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (CandyChaser(),)}

__all__ = ["GAMES", "Game"]
