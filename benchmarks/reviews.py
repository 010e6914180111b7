"""``python -m benchmarks.reviews``: how often reviews call the moves of good players mistakes.

One seat of a kind plays against easy computers and is then reviewed.  `hints` follows every hint, the other kinds are
levels.  A review of a good player should find nothing; one of an easy player shows that it finds mistakes at all.
Reviews never list recommended actions; "contradicted" counts those that they would have listed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from bot.tables.model import Seat, TableInfo
from cogs.coach.mistakes import Judgement, MistakeFinder, decisions_of, ending_decision
from cogs.coach.reasons import LEVEL, advise, finalists
from cogs.coach.review import was_recommended
from cogs.replay.replays import Replay
from db import AnswerRow
from engine import GAMES, Game
from engine.ai import LEVELS, SearchResult, analyse, choose
from engine.rng import derive_seed

HINTS = "hints"  # a player who follows every hint
RIVALS = "easy"
PERSON = 1


class Played(NamedTuple):
    """A finished game, and the table's record of the hints."""

    session: str
    end: Any
    entries: list[AnswerRow]
    info: TableInfo


class Found(NamedTuple):
    """The mistakes that a review of one game listed; without the record it would list `contradicted` hints too."""

    won: bool
    mistakes: list[Judgement]
    contradicted: int
    has_ending: bool


def hint(game: Game[Any], g: Any, session_id: str, seat: int) -> list[str]:
    """Return the actions that a hint would name as best, the best first."""
    result = analyse(game, g, seat, LEVEL, derive_seed(session_id, g.question, seat))
    among = finalists(result)
    final = (
        analyse(game, g, seat, LEVEL, derive_seed(session_id, g.question, seat, *among), among=among) if among else None
    )
    return advise(result, final).recommended


def play(game: Game[Any], seats: int, me: int, kind: str, number: int) -> Played:
    session_id = f"review-{game.slug}-{kind}-{number}"
    g, luck = game.deal(seats, session_id), Random(session_id)
    info = TableInfo(host=PERSON, seats=[Seat(person=PERSON if seat == me else None) for seat in range(seats)])
    entries: list[AnswerRow] = []
    while g.asks:
        offers = [(seat, offer) for seat in range(seats) for offer in game.offers(g, seat) if game.is_expiring(offer)]
        seat = offers[0][0] if offers else next(iter(g.asks))
        level = RIVALS if seat != me or kind == HINTS else kind
        if seat == me and kind == HINTS and seat in g.asks:
            actions = hint(game, g, session_id, seat)
            info.record_hint(seat, g.question, actions)
            option = actions[0]
        elif offers and not game.declining_offer:
            option = offers[0][1]
        else:
            option = choose(game, g, seat, level, luck.getrandbits(64))
        is_asked = seat in g.asks and option in g.asks[seat].options
        step = g.stack[-1].step if is_asked else "offer"
        person = PERSON if seat == me else None
        entries.append(AnswerRow(session_id, len(entries), g.question, seat, step, option, person, 0.0))
        game.answer(g, seat, option)
    return Played(session_id, g, entries, info)


async def review(game: Game[Any], me: int, played: Played) -> Found:
    """Review a game as a player reads it."""
    replay = await Replay.of(game, played.end, {}, played.entries)
    assert replay.is_faithful

    async def run_search(g: Any, seed: int, share: float, among: tuple[str, ...]) -> SearchResult:
        return analyse(game, g, me, LEVEL, seed, share, among)

    async def report(part: float) -> None:
        pass

    finder = MistakeFinder(played.session, replay, me, run_search, report)
    judged = await finder.mistakes(decisions_of(replay, me, PERSON))
    mistakes = [one for one in judged if not was_recommended(played.info, me, one.decision)]
    result = game.result(played.end)
    assert result
    return Found(
        me in result.winners, mistakes, len(judged) - len(mistakes), ending_decision(replay, me, PERSON) is not None
    )


def run(slug: str, kind: str, games: int, first: int, tell: Callable[[str], None]) -> list[Found]:
    game, found = GAMES[slug], []
    for number in range(first, first + games):
        seats = game.seats[number % min(3, len(game.seats))]
        me = number % seats
        found.append(asyncio.run(review(game, me, play(game, seats, me, kind, number))))
        tell(f"{slug} {kind} {number - first + 1}/{games}")
    return found


def row(slug: str, kind: str, found: list[Found], seconds: float) -> str:
    listed = sum(bool(one.mistakes) for one in found)
    return (
        f"{slug:<19} {kind:<7} {len(found):>4} reviews  {listed:>3} list mistakes ({listed / len(found):.0%})"
        f"  {sum(len(one.mistakes) for one in found):>3} mistakes,"
        f" {sum(one.contradicted for one in found)} hints contradicted"
        f"  {sum(one.has_ending for one in found):>3} ended by a move of their own"
        f"  won {sum(one.won for one in found) / len(found):.0%}  {seconds / len(found):.1f} s each"
    )


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews", description=__doc__)
    parser.add_argument("--game", choices=[*GAMES], action="append", help="one of the games; may be given again")
    parser.add_argument("--kinds", default="hints,hard,easy", help=f"{HINTS}, {', '.join(LEVELS)}")
    parser.add_argument("--games", type=int, default=20, help="reviews of each kind in each game")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    chosen = parser.parse_args(arguments)

    def tell(line: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{line:<60}", end="\r", file=sys.stderr)

    for slug in chosen.game or GAMES:
        for kind in chosen.kinds.split(","):
            start = time.process_time()
            found = run(slug, kind, chosen.games, chosen.first, tell)
            print(row(slug, kind, found, time.process_time() - start), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
