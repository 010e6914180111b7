"""``python -m benchmarks.arena`` lets computer players compete in some or all games, as `cogs/arena.py` explains."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from cogs.arena import PLAYERS, Match, Player, spans
from cogs.check_game import load_game
from engine import GAMES
from engine.ai import STRENGTHS
from engine.ai.search import Search

SHORT = 4  # games per match in the speed table
SEATS = {
    "candy-chaser": (2, 4),
    "ghosts-love-candy": (3, 4),
    "kingdoms-candy": (2, 4),
    "monster-muncher": (2, 4),
    "cover-your-kingdom": (2, 4),
}


# ---- players
def times(name: str, factor: float) -> Player:
    """Return the player of a level with its budget multiplied by `factor`."""
    strength = STRENGTHS[name]
    more = strength._replace(iterations=int(strength.iterations * factor))
    return lambda game, g, seat, seed: Search(game, g, seat, seed, more).run()[0].option


def player(name: str) -> Player:
    """Return a level, one with a budget like ``normal*4``, `greedy`, `simple` or `random`. Raises KeyError."""
    base, _, factor = name.partition("*")
    return times(base, float(factor)) if factor else PLAYERS[name]


# ---- results
HEAD = (
    f"{'game':<19} {'of':>2}  {'players':>12}{'n':>16}  {'won (95 %)':<17} {'fair':>4}  {'of two (50 %)':<17}  "
    "processor ms a choice: median / 95 % below"
)


def record(match: Match) -> dict[str, Any]:
    return {
        "game": match.game.slug,
        "seats": match.seats,
        "players": match.names,
        "first": match.first,
        "games": match.played,
        "won": round(match.won, 2),
        "share": [round(part, 3) for part in match.share()],
        "two_seats": [round(part, 3) for part in match.pair()],
        "ms": {name: [round(part, 1) for part in spans(spent)] for name, spent in match.spent.items()},
    }


def row(match: Match) -> str:
    spent = "; ".join(
        f"{name} {half:,.1f} / {most:,.1f}" for name in match.names for half, most in [spans(match.spent.get(name, []))]
    )
    return (
        f"{match.game.slug:<19} {match.seats:>2}  {match.names[0]:>10} v {match.names[1]:<10} {match.played:>4}  "
        f"{percent(match.share()):<17} {1 / match.seats:>4.0%}  {percent(match.pair()):<17}  {spent}"
    )


def percent(interval: tuple[float, float, float]) -> str:
    low, share, high = interval
    return f"{share:>4.0%} [{low:.0%}–{high:.0%}]"


# ---- for the speed table
async def run() -> list[tuple[str, str]]:
    """Run short matches: the cost of the normal level, and its wins against greedy."""
    found = []
    for slug, seats in SEATS.items():
        match = Match(GAMES[slug], seats[0], ("normal", "greedy"), SHORT)
        for _ in match.run((PLAYERS["normal"], PLAYERS["greedy"])):
            pass
        half, most = spans(match.spent["normal"])
        found.append((f"{slug}: a choice, median / 95 % below", f"{half:,.0f} / {most:,.0f} ms"))
        found.append(
            (f"{slug}: of {SHORT} games for {seats[0]}; fair share", f"{match.share()[1]:.0%}; {1 / seats[0]:.0%}")
        )
    return found


# ---- the command
def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument(
        "--game", action="append", help="a game, or a project's folder or package as in `hob check`; may be given again"
    )
    parser.add_argument("--players", default="hard,normal,easy,greedy,random", help="every two of these meet")
    parser.add_argument("--games", type=int, default=20, help="games of each match")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal; each is played once a seat")
    parser.add_argument("--seats", help="such as 2,4; numbers that a game does not have are left out")
    parser.add_argument("--json", type=Path, default=Path("arena.jsonl"), help="results are appended to this file")
    chosen = parser.parse_args(arguments)
    try:
        chosen.players = {name: player(name) for name in chosen.players.split(",")}
    except (KeyError, ValueError) as fault:
        parser.error(f"no such player: {fault}; there are {', '.join(PLAYERS)}, and levels like normal*4")
    return chosen


def main(arguments: list[str]) -> None:
    chosen = parsed(arguments)
    print(HEAD)
    for name in chosen.game or [*GAMES]:
        game = GAMES.get(name) or load_game(name).game
        seats = map(int, chosen.seats.split(",")) if chosen.seats else SEATS.get(name, game.seats[:1])
        for count in [count for count in seats if count in game.seats]:
            for names in combinations(chosen.players, 2):
                match = Match(game, count, names, chosen.games, chosen.first)
                for _ in match.run((chosen.players[names[0]], chosen.players[names[1]])):
                    if sys.stderr.isatty():
                        print(f"\r{match.played}/{match.games} {row(match)[:90]}", end="\r", file=sys.stderr)
                print(row(match), flush=True)
                with chosen.json.open("a") as file:
                    file.write(json.dumps({"at": int(time.time()), **record(match)}) + os.linesep)


if __name__ == "__main__":
    main(sys.argv[1:])
