"""Standing orders: what a seat has said in advance to questions outside its turn; nobody but its person may know."""

from typing import Any

from bot.errors import UserError
from bot.tables import seats
from bot.tables.model import OrderAnswer, SeatOrder, TableInfo
from engine.game import Game, OrderEnd

NONE = "none"  # picked in place of an order: ask me


def available_orders(game: Game[Any]) -> dict[str, SeatOrder]:
    """Every order of a game by how a control carries it, and each way in which it ends."""
    ends: list[tuple[str, OrderEnd]] = [(order.key, end) for order in game.orders for end in order.ends]
    return {f"{key}/{end}": SeatOrder(key=key, ends=end) for key, end in ends}


def set_order(info: TableInfo, person: int, game: Game[Any], picked: str) -> TableInfo:
    """A person gives an order in place of the one before, or withdraws it.  Raises Refusal."""
    seat, info = seats.require_seat(info, person), info.copy_for_edit()
    if info.seats[seat].away:
        raise UserError("away")
    order = available_orders(game).get(picked)
    if order is None and picked != NONE:
        raise UserError("bad-order")
    info.seats[seat].order = order
    return info


def expire_at_turn(info: TableInfo, seat: int) -> None:
    """A turn of this seat begins: an order until then is over."""
    order = info.seats[seat].order
    if order is not None and order.ends == "turn":
        info.seats[seat].order = None


def record_answer(info: TableInfo, seat: int, after: int, by_order: bool, now: float) -> None:
    """A person's answer, perhaps by their order, after so many events of the game."""
    before = info.by_order.pop(seat, None)
    if by_order:
        info.by_order[seat] = OrderAnswer(after=before.after if before else info.acted.get(seat, 0), at=now)
    info.acted[seat] = after
