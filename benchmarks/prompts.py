"""How often a turn stops for an answer, in random games: an offer that isn't accepted doesn't stop the game."""

from random import Random
from typing import Any

from engine import GAMES
from engine.game import Game
from engine.machine import Ask

GAMES_EACH = 30
SEATS = 4
TURN = {  # by game, the question asked once per turn
    "candy-chaser": "move",
    "ghosts-love-candy": "haunt",
    "kingdoms-candy": "action",
    "monster-muncher": "turn",
    "cover-your-kingdom": "action",
}
OPTIONS: dict[str, dict[str, Any]] = {"cover-your-kingdom": {"powers": "one"}}


def begins_a_turn(slug: str, ask: Ask) -> bool:
    return ask.say == TURN[slug] and ask.fields.get("n", 1) == 1


def prompts(game: Game[Any]) -> tuple[int, int]:
    """Play some random games; return the number of questions answered and of turns."""
    answered = turns = 0
    for seed in range(GAMES_EACH):
        g, luck = game.deal(SEATS, f"prompts {seed}", **OPTIONS.get(game.slug, {})), Random(seed)
        while g.asks:
            ask = g.asks[min(g.asks)]
            answered, turns = answered + 1, turns + begins_a_turn(game.slug, ask)
            game.answer(g, ask.seat, luck.choice(ask.options))
    return answered, turns


async def run() -> list[tuple[str, str]]:
    found = {game.title: prompts(game) for slug, game in GAMES.items() if slug in TURN}
    return [(f"prompts per turn, {title}", f"{answered / turns:.2f}") for title, (answered, turns) in found.items()]
