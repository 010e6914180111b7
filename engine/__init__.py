"""Hob's rules: games behind one door.  Knows no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.cover_your_kingdom import CoverYourKingdom
from engine.game import Game
from engine.ghosts_love_candy import GhostsLoveCandy
from engine.kingdoms_candy import KingdomsCandy
from engine.monster_muncher import MonsterMuncher

GAMES: dict[str, Game[Any]] = {}  # by slug; `register` adds to it


def register(game: Game[Any]) -> Game[Any]:
    """Add a game to `GAMES`, such as one of another package when that is imported; it returns the game.

    The same class again, from a module that was loaded anew, takes its place.  Raises ValueError if another game has
    this slug.
    """
    old, new = (f"{type(g).__module__}.{type(g).__qualname__}" for g in (GAMES.get(game.slug, game), game))
    if old != new:
        raise ValueError(f"two games are called {game.slug}: {old} and {new}")
    GAMES[game.slug] = game
    return game


for _game in (CandyChaser(), GhostsLoveCandy(), KingdomsCandy(), MonsterMuncher(), CoverYourKingdom()):
    register(_game)

__all__ = ["GAMES", "Game", "register"]
