"""How often a turn stops for an answer, in games at random: an offer that is not taken stops nobody."""

from random import Random
from typing import Any

from engine import GAMES
from engine.game import Game
from engine.machine import Ask

GAMES_EACH = 30
SEATS = 4
TURN = {  # the question that each turn of a game has once
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
    """Questions that were answered, and turns, in some random games."""
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
