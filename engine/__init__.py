"""Hob's rules: two games behind one door.  Knows no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.game import Game
from engine.ghosts_love_candy import GhostsLoveCandy

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (CandyChaser(), GhostsLoveCandy())}

__all__ = ["GAMES", "Game"]
