"""Standing orders in a seat's panel: the current one, and a select to change or withdraw it."""

from bot.screens.base import MessageBuilder
from bot.screens.custom_id import PANEL, Control
from bot.screens.layout import Layout
from bot.screens.message import Button, Choice, Menu, Row
from bot.tables import seats
from bot.tables.model import SeatOrder
from bot.tables.session import TableSession


class OrderControls(MessageBuilder):
    def describe_order(self, live: TableSession, order: SeatOrder) -> str:
        """Return what the order does, and until when."""
        words = self.translator(live)
        return words.tr(f"said.order-until-{order.ends}", what=words.tr(f"order.{order.key}"))

    def order_line(self, live: TableSession, seat: int) -> list[str]:
        order = live.info.seats[seat].order
        return [] if order is None else [self.translator(live).tr("said.order", order=self.describe_order(live, order))]

    def offered_order(self, live: TableSession, seat: int) -> str:
        """Return the slug of the order to offer at a question that leaves no choice; "" if there is none."""
        if not live.info.policy.orders or live.g is None or live.info.seats[seat].order is not None:
            return ""
        offered = seats.forced_order(live.game, live.g, seat)
        return offered[0] if offered else ""

    def offer_row(self, live: TableSession, layout: Layout, slug: str) -> Row:
        """Return the buttons of a question that leaves no choice: answer from now on, or just this once."""
        question = layout.question
        assert question is not None and question.options
        once, words = layout.button(question.options[0]), self.translator(live)
        control = Control(live.id, "order", slug, question.number, layout.seat, PANEL)
        always = Button(words.tr("button.always", what=once.label), str(control))
        return (always, once._replace(label=words.tr("button.once")))

    def order_rows(self, live: TableSession, seat: int) -> tuple[Row, ...]:
        """Return the select, except during the seat's own turn, which no order covers."""
        given, offered = live.info.seats[seat].order, seats.available_orders(live.game)
        if not (offered and live.info.policy.orders) or live.g is None or live.game.turn(live.g) == seat:
            return ()
        choices = [
            Choice(self.describe_order(live, order), path, default=order == given) for path, order in offered.items()
        ]
        if given is not None:
            choices.insert(0, Choice(self.translator(live).tr("said.order-none"), seats.NO_ORDER))
        control = Control(live.id, "order", seat=seat, place=PANEL)
        return (Menu(self.translator(live).tr("said.orders"), str(control), tuple(choices)),)
