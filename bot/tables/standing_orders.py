"""Standing orders answer questions outside a seat's turn in advance. Only the seat's person may know them."""

from typing import Any

from bot.errors import UserError
from bot.tables import seats
from bot.tables.model import OrderAnswer, SeatOrder, TableInfo
from engine.game import Game, OrderEnd

NONE = "none"  # picked instead of an order: ask me


def available_orders(game: Game[Any]) -> dict[str, SeatOrder]:
    """Return every order of a game with each of its endings, by the slug that a control carries."""
    ends: list[tuple[str, OrderEnd]] = [(order.key, end) for order in game.orders for end in order.ends]
    return {f"{key}/{end}": SeatOrder(key=key, ends=end) for key, end in ends}


def is_forced(game: Game[Any], order: SeatOrder) -> bool:
    """Return True if the order answers only questions that leave no choice."""
    return any(known.forced for known in game.orders if known.key == order.key)


def forced_order(game: Game[Any], g: Any, seat: int) -> tuple[str, SeatOrder] | None:
    """Return the order, and its slug, that would answer the seat's question because nothing else is possible."""
    forced = ((slug, order) for slug, order in available_orders(game).items() if is_forced(game, order))
    return next(((slug, order) for slug, order in forced if game.ordered(g, seat, order.key) is not None), None)


def set_order(info: TableInfo, person: int, game: Game[Any], picked: str) -> TableInfo:
    """Give a standing order in place of the previous one, or withdraw it. Raises UserError."""
    seat, info = seats.require_seat(info, person), info.copy_for_edit()
    if info.seats[seat].away:
        raise UserError("away")
    order = available_orders(game).get(picked)
    if order is None and picked != NONE:
        raise UserError("bad-order")
    info.seats[seat].order = order
    return info


def expire_at_turn(info: TableInfo, seat: int) -> None:
    """Drop a seat's order that lasts until its turn, which now begins."""
    order = info.seats[seat].order
    if order is not None and order.ends == "turn":
        info.seats[seat].order = None


def record_answer(info: TableInfo, seat: int, after: int, by_order: bool, now: float) -> None:
    """Record an answer by a person or their order, after `after` events of the game."""
    before = info.by_order.pop(seat, None)
    if by_order:
        info.by_order[seat] = OrderAnswer(after=before.after if before else info.acted.get(seat, 0), at=now)
    info.acted[seat] = after
