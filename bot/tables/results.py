"""The stored result of a game, and for which seats it counts."""

from typing import Any

from bot.tables.model import Seat, TableInfo
from db import PlaceRow, ResultRow
from engine.game import Game, Score

UNRATED = "unrated"  # played to the end, but a daily deal or in a server without ratings


def build_result(
    game: Game[Any], session_id: str, guild: int | None, info: TableInfo, g: Any, now: float, is_rated: bool = True
) -> ResultRow:
    """Return a game's result, and for which seats it counts.

    A game that ended early counts for no seat. A finished one counts for each computer, and for each person who gave
    every answer of their seat and undid none with only computers consenting. A daily deal, or a game in a server
    without ratings, counts but isn't rated.
    """
    result = game.result(g) if not info.ended else None
    scores = {score.seat: score for score in result.scores} if result is not None else {}
    return ResultRow(
        session_id=session_id,
        game=game.slug,
        guild_id=guild,
        ended="early" if result is None else "played" if is_rated else UNRATED,
        moves=info.moves,
        seconds=max(0.0, now - (info.started_at or now)),
        at=now,
        series=info.series or None,
        seats=tuple(_place_row(number, seat, scores.get(number), info) for number, seat in enumerate(info.seats)),
    )


def _place_row(number: int, seat: Seat, score: Score | None, info: TableInfo) -> PlaceRow:
    how = participation(number, seat, info)
    counts = score is not None and how in ("played", "computer")
    return PlaceRow(
        seat=number,
        person=seat.person,
        computer=seat.level if how == "computer" else None,
        place=score.place if score is not None and counts else None,
        points=score.total if score is not None else None,
        how=how,
    )


def participation(number: int, seat: Seat, info: TableInfo) -> str:
    """Return who played a seat, as `PlaceRow.how` stores it; only "played" and "computer" count."""
    if seat.person is None:
        return "left" if seat.vacant else "computer"
    if seat.away:
        return "computer played on"
    if number in info.mended:
        return "went back"
    return "played" if seat.seen_by == [seat.person] else "joined late"
