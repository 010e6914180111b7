"""Standing orders in a seat's own panel: which it has given, and a select to give another or to withdraw it."""

from bot.screens.base import Telling
from bot.screens.custom_id import PANEL, Control
from bot.screens.message import Choice, Menu, Row
from bot.tables import standing_orders
from bot.tables.model import Order
from bot.tables.session import Live


class Orders(Telling):
    def order_told(self, live: Live, order: Order) -> str:
        """What it says, and until when."""
        words = self.words(live)
        return words.say(f"said.order-until-{order.ends}", what=words.say(f"order.{order.key}"))

    def order_line(self, live: Live, seat: int) -> list[str]:
        order = live.info.seats[seat].order
        return [] if order is None else [self.words(live).say("said.order", order=self.order_told(live, order))]

    def order_rows(self, live: Live, seat: int) -> tuple[Row, ...]:
        """Outside of the seat's own turn, which no order is for."""
        given, offered = live.info.seats[seat].order, standing_orders.offered(live.game)
        if not (offered and live.info.policy.orders) or live.g is None or live.game.turn(live.g) == seat:
            return ()
        choices = [
            Choice(self.order_told(live, order), path, default=order == given) for path, order in offered.items()
        ]
        if given is not None:
            choices.insert(0, Choice(self.words(live).say("said.order-none"), standing_orders.NONE))
        control = Control(live.id, "order", seat=seat, place=PANEL)
        return (Menu(self.words(live).say("said.orders"), str(control), tuple(choices)),)
