"""The reasons why an option is not on offer in Candy Chaser."""

from engine.candy_chaser.actions import PASS, is_amount, parse_tattle
from engine.candy_chaser.state import CANDIES, Chaser
from engine.game import Reason
from engine.machine import seat_id


def reason(g: Chaser, seat: int, option: str) -> Reason | None:
    """Return the reason; None if the seat is just not asked, or if the option makes no sense."""
    first, candy = parse_tattle(option)
    amount = is_amount(first) or is_amount(candy)
    if not g.tattling:
        if amount:
            return "full-number", {"die": g.die}
        if option == PASS or option != first:
            return "not-tattling-yet", {}
        return None if first in CANDIES else ("no-candy", {"candy": first})
    if amount or first in CANDIES:
        return "move-is-over", {}
    if first == seat_id(seat):
        return "not-yourself", {}
    target = next((who for who in range(g.players) if seat_id(who) == first), None)
    if target is None:
        return None
    if target not in g.remaining():
        return "is-out", {"t": first}
    if candy not in CANDIES:
        return "no-candy", {"candy": candy}
    return None if candy in g.tattles[seat] else ("card-given-away", {"candy": candy})
