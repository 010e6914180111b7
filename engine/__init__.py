"""The rules of Hob's games.  The package uses no Discord, no database, no clock and no `random` module."""

from typing import Any

from engine.candy_chaser import CandyChaser
from engine.cover_your_kingdom import CoverYourKingdom
from engine.game import Game
from engine.ghosts_love_candy import GhostsLoveCandy
from engine.kingdoms_candy import KingdomsCandy
from engine.monster_muncher import MonsterMuncher

GAMES: dict[str, Game[Any]] = {}  # by slug; `register` adds to it


def register(game: Game[Any]) -> Game[Any]:
    """Add a game to `GAMES` and return it; a package with a game of its own calls this when it is imported.

    The same class from a reloaded module replaces the older one.  Raises ValueError if a different game has this slug.
    """
    old, new = _class_path(GAMES.get(game.slug, game)), _class_path(game)
    if old != new:
        raise ValueError(f"two games have the name {game.slug}: {old} and {new}")
    GAMES[game.slug] = game
    return game


def _class_path(game: Game[Any]) -> str:
    return f"{type(game).__module__}.{type(game).__qualname__}"


for _game in (CandyChaser(), GhostsLoveCandy(), KingdomsCandy(), MonsterMuncher(), CoverYourKingdom()):
    register(_game)

__all__ = ["GAMES", "Game", "register"]
