"""Hob's rules: five games behind one door.  Knows no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.cover_your_kingdom import CoverYourKingdom
from engine.game import Game
from engine.ghosts_love_candy import GhostsLoveCandy
from engine.kingdoms_candy import KingdomsCandy
from engine.monster_muncher import MonsterMuncher

GAMES: dict[str, Game[Any]] = {
    game.slug: game
    for game in (CandyChaser(), GhostsLoveCandy(), KingdomsCandy(), MonsterMuncher(), CoverYourKingdom())
}

__all__ = ["GAMES", "Game"]
