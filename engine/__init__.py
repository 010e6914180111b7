"""Hob's rules: four games behind one door.  Knows no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.game import Game
from engine.ghosts_love_candy import GhostsLoveCandy
from engine.kingdoms_candy import KingdomsCandy
from engine.monster_muncher import MonsterMuncher

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (CandyChaser(), GhostsLoveCandy(), KingdomsCandy(), MonsterMuncher())}

__all__ = ["GAMES", "Game"]
