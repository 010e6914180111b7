"""A seat's panel: its cards, questions and offers, in a direct message or behind *My hand*."""

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n.translator import Translator
from bot.pictures.compose import picture_fields
from bot.screens.base import link, screen
from bot.screens.custom_id import PANEL, Control
from bot.screens.game_over import GameOverMessages
from bot.screens.layout import ROWS, Layout
from bot.screens.lesson import SENTENCE_END
from bot.screens.message import Button, Choice, Menu, Message, Row
from bot.screens.news import NewsBuilder
from bot.tables import votes
from bot.tables.model import SeatOrder
from bot.tables.seats import NO_ORDER, available_orders, forced_order
from bot.tables.session import TableSession
from engine.game import Question, View
from engine.machine import Event

ROW = 5  # buttons, by Discord's limit


def with_last_row(rows: tuple[Row, ...], last: tuple[Button, ...], preferred: tuple[Button, ...]) -> tuple[Row, ...]:
    """Add the row `last`, with the `preferred` buttons before it if they fit.

    A fifth row of buttons goes to its end, where players look for *End turn*, and a phone wraps it.
    """
    fifth = rows[ROWS - 1] if len(rows) == ROWS else ()
    if isinstance(fifth, tuple) and len(fifth) + len(last) <= ROW:
        last = (*last, *fifth)
    if len(last) + len(preferred) <= ROW:
        last = (*preferred, *last)
    return (*rows[: ROWS - 1], last)


class PanelMessages(GameOverMessages, NewsBuilder):
    @screen
    def panel(self, session: TableSession, seat: int, pictures: bool, coach_note: str = "") -> Message:
        """Return a seat's panel: its cards, questions and offers, the same in a direct message and behind *My hand*.

        If there is a picture, the text has only the cards that the picture doesn't show. The coach's note of the kind
        `coach_note` is above the question.
        """
        if not session.playing:
            return self.closing(session)
        ui, view = self.game_ui(session), session.view(seat)
        translator, plain = self.translator(session, view), self.translator(session, view, escape=False)
        away = session.info.seats[seat].away
        note = "" if away else self.panel_note(session, seat, coach_note)
        missing, page = ("", "") if away else self.missing_action(session, seat)
        head = f"{self.where_it_is(session, translator)}\n{note}{self.panel_sentence(session, view, seat, translator)}"
        hand, rest = ui.text_renderer(view, translator).hand(), ui.pictures.hand_rest
        picture = picture_fields(pictures and bool(hand), ui.pictures.hand, ui.pictures.hand_alt, view, plain)
        has_picture = picture["picture"] is not None
        remaining = rest(view, translator) if rest is not None else ""
        # With a note, a phone has no room for what the table and the log also say.
        news = self.for_panel(session, seat, translator, private=bool(note))
        below = self.lines_below_hand(session, view, seat, translator)
        whole = "\n".join([*news, *([hand] if hand else []), *below])
        return Message(
            content=f"{head}\n-# {missing}" if missing else head,
            text="\n".join([*news, *([remaining] if remaining else []), *below]) if has_picture else whole,
            unpictured=whole if has_picture else "",
            colour=ui.colour,
            rows=with_last_row(
                () if away else self.panel_rows(session, view, seat, plain),
                self.panel_last_row(session, seat, page),
                (*(self.note_buttons(session, seat) if note else ()), *self.undo_buttons(session, seat)),
            ),
            **picture,
        )

    def panel_sentence(self, session: TableSession, view: View, seat: int, translator: Translator) -> str:
        """Return what the seat is asked, or that it has nothing to decide."""
        if session.info.seats[seat].away:
            return translator.tr("refused.away")
        if (question := view.question_of(seat)) is not None:
            return self.question_text(session, question, translator)
        kind = "offers" if view.offers.get(seat) else "quiet"
        return translator.tr(f"said.{kind}-panel", now=self.status_line(session))

    def lines_below_hand(self, session: TableSession, view: View, seat: int, translator: Translator) -> list[str]:
        """Return the choice that can still be changed, the offer of an order, and the order given."""
        lines, question = self.order_line(session, seat), view.question_of(seat)
        if not session.info.seats[seat].away and self.offered_order(session, seat):
            lines.insert(0, f"-# {translator.tr('said.no-choice')}")
        if question is not None and question.given is not None:
            chosen = self.game_ui(session).labels(view, translator).label(question, question.given).label
            lines.insert(0, translator.tr("said.chose", what=chosen))
        return lines

    def channel_button(self, session: TableSession) -> Button:
        return Button(self.translator(session).tr("button.table"), link(session.guild, session.channel), "link")

    def where_it_is(self, session: TableSession, translator: Translator) -> str:
        at = self.place(session.guild, session.channel)
        return translator.tr("message.where", game=session.game.title, place=at)

    def immediate_news(self, session: TableSession, events: Sequence[Event]) -> list[str]:
        """Return the private events to show in response to a press on the table."""
        translator = self.translator(session)
        immediate = [
            event for event in events if event.to is not None and event.key in self.game_ui(session).immediate_events
        ]
        return [self.sentence(session, event, translator) for event in immediate]

    def panel_rows(self, session: TableSession, view: View, seat: int, translator: Translator) -> tuple[Row, ...]:
        layout = self.layout(session, view, seat, translator, PANEL)
        offers = layout.labels.panel_offers(seat)
        rows = layout.rows(4 - bool(offers)) if layout.options else ()
        if offered := self.offered_order(session, seat):
            rows = (self.offer_row(session, layout, offered),)
        rows = (*rows, *layout.offers(offers))
        return (*rows, *self.order_rows(session, seat)) if len(rows) < ROWS - 1 else rows

    def undo_buttons(self, session: TableSession, seat: int) -> tuple[Button, ...]:
        """Return the undo button for a seat's last answer: directly if it is free, otherwise to ask the others."""
        person, how = session.info.seats[seat].person, session.info.settings.taking_back
        if session.info.undo_vote is not None:  # the table is asked already
            return ()
        free = session.info.slip == seat or (person is not None and votes.only_computers_agree(session.info, person))
        may_ask = free or how == "consent"
        if how == "never" or not may_ask or seat not in session.info.last or session.info.seats[seat].away:
            return ()
        label, path = ("take-back", "") if free else ("ask-to-take-back", "ask")
        return (self.button(session, label, "back", path, place=PANEL),)

    def panel_last_row(self, session: TableSession, seat: int, page: str) -> tuple[Button, ...]:
        """Return the last row: at most three buttons, so that a fifth row's button fits. *Rules* opens on `page`."""
        row = [
            self.button(session, "rules", "rules", page),
            self.channel_button(session),
        ]
        if session.info.seats[seat].away:  # direct messages don't matter while away
            row.insert(0, self.button(session, "take-my-seat-back", "more", "back", "primary"))
            return tuple(row)
        if session.screen.closed.get(seat) == session.info.seats[seat].person:  # the panel is in the table's channel
            row = [self.button(session, "try-messages-again", "more", "messages"), row[0]]
        if session.info.settings.hints and self.has_choice(session, seat):
            row.insert(0, self.button(session, "what-would-you-do", "coach", "hint"))
        return tuple(row)

    @screen
    def notes_on(self, session: TableSession, question: Question) -> list[str]:
        """Return the kinds of coach notes that may come with this question, by priority.

        Notes explain only what is possible now, so a question without a choice has none.
        """
        view = session.view(question.seat)
        if len(question.options or []) < 2 and not view.offers.get(question.seat):
            return []
        return [*self.game_ui(session).text_renderer(view, self.translator(session, view)).coach_note_kinds(question)]

    def panel_note(self, session: TableSession, seat: int, kind: str) -> str:
        """Return the coach's note for a panel. At a lesson's table, an introduction precedes the first one."""
        note = self.coach_note(session, kind) if kind else ""
        begins = session.info.policy.coached and not session.info.script and seat not in session.info.last
        return f"{self.game_ui(session).tr('said.lesson')}{note}" if note and begins else note

    def note_buttons(self, session: TableSession, seat: int) -> tuple[Button, ...]:
        """Return the buttons of a panel with a note: before the first answer one about the picture, and *Enough*."""
        explain = self.explain_buttons(session) if seat not in session.info.last else ()
        lesson = session.info.policy.coached
        return explain if lesson else (*explain, self.button(session, "enough", "coach", "enough", place=PANEL))

    def coach_note(self, session: TableSession, kind: str) -> str:
        """Return the coach's note on a kind of question, one bullet a sentence; "" if the game has none."""
        say, key = self.game_ui(session).tr, f"coach.{kind}"
        if key not in self.game_ui(session).catalogue:
            return ""
        bullets = [f"• {sentence}" for sentence in SENTENCE_END.split(say(key))]
        return say("said.coached", note="\n> ".join(bullets))

    def has_choice(self, session: TableSession, seat: int) -> bool:
        """Return True if the seat has an open question with more than one possible answer."""
        view = session.view(seat)
        options = view.options_of(seat) if seat in view.waiting else []
        return len(options) > 1 or bool(options and view.offers.get(seat))

    @screen
    def closing(self, session: TableSession) -> Message:
        """Return the final content of a direct message, when its game is over or its seat has changed hands."""
        translator = self.translator(session)
        over = translator.tr("said.panel-over", winner=self.headline(session)) if session.status == "over" else ""
        text = over or (self.frozen(session).text if session.status == "frozen" else translator.tr("refused.no-seat"))
        return Message(
            content=f"{self.where_it_is(session, translator)}\n{text}",
            rows=((self.channel_button(session),),),
        )

    @screen
    def replaced_panel(self, session: TableSession) -> Message:
        """Return the final content of an ephemeral panel, after a newer one of its seat was shown."""
        translator = self.translator(session)
        return Message(content=f"{self.where_it_is(session, translator)}\n{translator.tr('said.panel-overtaken')}")

    @screen
    def expired_panel(self, session: TableSession, panel: Message) -> Message:
        """Return an expired ephemeral panel. Hob can't edit it any more, but still answers its presses."""
        say = self.translator(session).tr
        sentence = say("said.panel-aged", button=say("button.hand"))
        return replace(panel, content=f"{panel.content}\n-# {sentence}")

    def explain_buttons(self, session: TableSession) -> tuple[Button, ...]:
        """Return the button *Explain the table*, if the game explains its picture."""
        explained = session.info.settings.pictures and self.game_ui(session).pictures.callouts
        return (self.button(session, "what-do-i-see", "more", "look", place=PANEL),) if explained else ()

    # ---- standing orders in a panel: the current one, and a select to change or withdraw it
    def describe_order(self, session: TableSession, order: SeatOrder) -> str:
        """Return what the order does, and until when."""
        translator = self.translator(session)
        return translator.tr(f"said.order-until-{order.ends}", what=translator.tr(f"order.{order.key}"))

    def order_line(self, session: TableSession, seat: int) -> list[str]:
        order = session.info.seats[seat].order
        if order is None:
            return []
        return [self.translator(session).tr("said.order", order=self.describe_order(session, order))]

    def offered_order(self, session: TableSession, seat: int) -> str:
        """Return the slug of the order to offer at a question that leaves no choice; "" if there is none."""
        if not session.info.policy.orders or session.g is None or session.info.seats[seat].order is not None:
            return ""
        offered = forced_order(session.game, session.g, seat)
        return offered[0] if offered else ""

    def offer_row(self, session: TableSession, layout: Layout, slug: str) -> Row:
        """Return the buttons of a question that leaves no choice: answer from now on, or just this once."""
        once, translator = layout.button(layout.options[0]), self.translator(session)
        control = Control(session.id, "order", slug, layout.number, layout.seat, PANEL)
        always = Button(translator.tr("button.always", what=once.label), str(control))
        return (always, once._replace(label=translator.tr("button.once", what=once.label)))

    def order_rows(self, session: TableSession, seat: int) -> tuple[Row, ...]:
        """Return the select, except during the seat's own turn, which no order covers."""
        standing, offered = session.info.seats[seat].order, available_orders(session.game)
        if not (offered and session.info.policy.orders) or session.g is None or session.game.turn(session.g) == seat:
            return ()
        choices = [
            Choice(self.describe_order(session, order), path, default=order == standing)
            for path, order in offered.items()
        ]
        if standing is not None:
            choices.insert(0, Choice(self.translator(session).tr("said.order-none"), NO_ORDER))
        control = Control(session.id, "order", seat=seat, place=PANEL)
        return (Menu(self.translator(session).tr("said.orders"), str(control), tuple(choices)),)
