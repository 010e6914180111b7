"""Replays of finished games: how long the first view takes, and a step to any moment.

Measures the longest of some random games at a full table, in CPU time; a step replays the game to that moment, computes
the view, and lays out and paints the picture from warm sprites.
"""

import time
from random import Random
from typing import Any

from bot.pictures.render import render
from cogs.game_uis import GAME_UIS
from cogs.replay.replays import Replay
from db import AnswerRow
from engine import GAMES
from engine.game import Game

GAMES_EACH, STEPS, WARM = 3, 60, 20
LONGEST = {"cover-your-kingdom": {"contest": "three"}}


def played(game: Game[Any], number: int) -> tuple[Any, list[AnswerRow]]:
    luck, entries = Random(number), list[AnswerRow]()
    g = game.deal(seats=game.seats[-1], seed=f"replay {number}", **LONGEST.get(game.slug, {}))
    while g.asks:
        seat = luck.choice(sorted(g.asks))
        option = luck.choice(g.asks[seat].options)
        entries.append(AnswerRow("REPLAY", len(entries), g.question, seat, "", option, None, 0.0))
        game.answer(g, seat, option)
    return g, entries


async def run() -> list[tuple[str, str]]:
    rows = []
    for slug, game in GAMES.items():
        end, entries = max((played(game, number) for number in range(GAMES_EACH)), key=lambda one: len(one[1]))
        began = time.process_time()
        replay = await Replay.of(game, end, LONGEST.get(slug, {}), entries)
        first, luck, spent = time.process_time() - began, Random(slug), []
        ui, names = GAME_UIS[slug], [f"Player {seat}" for seat in range(end.players)]
        for _ in range(WARM + STEPS):
            began = time.process_time()
            view = game.view(replay.at(luck.randrange(len(entries))), None)
            render(ui.pictures.table(view, ui.translator(names, view, escape=False)))
            spent.append(1000 * (time.process_time() - began))
        spent = sorted(spent[WARM:])
        rows.append((f"{game.title}, {len(entries)} answers: first look", f"{1000 * first:.0f} ms"))
        rows.append(("  a step", f"{spent[STEPS // 2]:.0f} ms, 95 % {spent[int(0.95 * STEPS)]:.0f} ms"))
    return rows
