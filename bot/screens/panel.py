"""A seat's panel: its cards, questions and offers, in a direct message or behind *My hand*."""

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n.translator import Translator
from bot.pictures.compose import picture_fields
from bot.screens.base import drawn
from bot.screens.custom_id import PANEL, Control
from bot.screens.game_over import GameOverMessages
from bot.screens.layout import ROWS, Layout
from bot.screens.lesson import SENTENCE_END
from bot.screens.message import Button, Choice, Menu, Message, Row
from bot.screens.news import EventDigest
from bot.tables import votes
from bot.tables.model import SeatOrder
from bot.tables.seats import NO_ORDER, available_orders, forced_order
from bot.tables.session import TableSession
from engine.game import Question, View
from engine.machine import Event

ROW = 5  # buttons, by Discord's limit


def with_last_row(
    rows: tuple[Row, ...], last: tuple[Button, ...], preferred: tuple[Button, ...] = ()
) -> tuple[Row, ...]:
    """Move a fifth row of buttons into the last row, before `last`. Add the `preferred` buttons if they fit."""
    fifth = rows[ROWS - 1] if len(rows) == ROWS else ()
    if isinstance(fifth, tuple) and len(fifth) + len(last) <= ROW:
        last = (*fifth, *last)
    if len(last) + len(preferred) <= ROW:
        last = (*preferred, *last)
    return (*rows[: ROWS - 1], last)


class PanelMessages(GameOverMessages, EventDigest):
    @drawn
    def panel(self, live: TableSession, seat: int, pictures: bool, coach_note: str = "") -> Message:
        """Return a seat's panel: its cards, questions and offers, the same in a direct message and behind *My hand*.

        If there is a picture, the text has only the cards that the picture doesn't show. The coach's note of the kind
        `coach_note` is above the question.
        """
        face = self.game_ui(live)
        if not live.playing:
            return self.closing(live)
        view, words = live.view(seat), self.translator(live, live.view(seat))
        question = view.question_of(seat)
        where = self.where_it_is(live, words)
        away = live.info.seats[seat].away
        if away:
            said = words.tr("refused.away")
        elif question is not None:
            said = self.question_text(live, question, words)
        else:
            said = words.tr(f"said.{'offers' if view.offers.get(seat) else 'quiet'}-panel", now=self.status_line(live))
        lesson = live.info.policy.coached
        note = self.coach_note(live, coach_note) if coach_note and not away else ""
        missing, page = ("", "") if away else self.missing_action(live, seat)
        if note and lesson and seat not in live.info.last:
            note = f"{words.tr('said.lesson')}{note}"
        hand, rest = face.text_renderer(view, words).hand(), face.pictures.hand_rest
        plain = self.translator(live, view, escape=False)
        drawn = picture_fields(pictures and bool(hand), face.pictures.hand, face.pictures.hand_alt, view, plain)
        news, after = self.for_panel(live, seat, words), self.order_line(live, seat)
        if not away and self.offered_order(live, seat):
            after.insert(0, f"-# {words.tr('said.no-choice')}")
        if question is not None and question.given is not None:
            chosen = face.labels(view, words).label(question, question.given).label
            after.insert(0, words.tr("said.chose", what=chosen))
        whole = "\n".join([*news, *([hand] if hand else []), *after])
        beside = rest(view, words) if rest is not None else ""
        shown = drawn["picture"] is not None
        return Message(
            content=f"{where}\n{note}{said}" + (f"\n-# {missing}" if missing else ""),
            text="\n".join([*news, *([beside] if beside else []), *after]) if shown else whole,
            unpictured=whole if shown else "",
            colour=face.colour,
            rows=with_last_row(
                () if away else self.panel_rows(live, view, seat, question, plain),
                self.panel_last_row(live, seat, page),
                (self.explain_buttons(live) if note and seat not in live.info.last else ())
                + ((self.button(live, "enough", "coach", "enough", place=PANEL),) if note and not lesson else ())
                + self.undo_buttons(live, seat),
            ),
            **drawn,
        )

    def where_it_is(self, live: TableSession, words: Translator) -> str:
        at = self.place(live.guild, live.channel)
        return words.tr("message.where", game=live.game.title, place=at)

    def immediate_news(self, live: TableSession, events: Sequence[Event]) -> list[str]:
        """Return the private events to show in response to a press on the table."""
        words = self.translator(live)
        told = [event for event in events if event.to is not None and event.key in self.game_ui(live).immediate_events]
        return [self.sentence(live, event, words) for event in told]

    def panel_rows(
        self, live: TableSession, view: View, seat: int, question: Question | None, words: Translator
    ) -> tuple[Row, ...]:
        layout = self.layout(live, view, seat, words, PANEL)
        offers = layout.labels.panel_offers(seat)
        rows = layout.rows(4 - bool(offers)) if question and question.options else ()
        if offered := self.offered_order(live, seat):
            rows = (self.offer_row(live, layout, offered),)
        rows = (*rows, *layout.offers(offers))
        return (*rows, *self.order_rows(live, seat)) if len(rows) < ROWS - 1 else rows

    def undo_buttons(self, live: TableSession, seat: int) -> tuple[Button, ...]:
        """Return the undo button for a seat's last answer: directly if it is free, otherwise to ask the others."""
        person, how, vote = live.info.seats[seat].person, live.info.undo_mode, live.info.vote
        if vote is not None and vote.back is not None:  # the table is asked already
            return ()
        free = live.info.slip == seat or (person is not None and votes.only_computers_agree(live.info, person))
        if how == "never" or seat not in live.info.last or live.info.seats[seat].away or not (free or how == "consent"):
            return ()
        label, path = ("take-back", "") if free else ("ask-to-take-back", "ask")
        return (self.button(live, label, "back", path, place=PANEL),)

    def panel_last_row(self, live: TableSession, seat: int, page: str = "") -> tuple[Button, ...]:
        """Return the last row: at most three buttons, so that a fifth row's button fits. *Rules* opens on `page`."""
        row = [
            self.button(live, "rules", "rules", page),
            Button(self.game_ui(live).tr("button.table"), self.link(live), "link"),
        ]
        if live.info.seats[seat].away:  # direct messages don't matter while away
            row.insert(0, self.button(live, "take-my-seat-back", "more", "back", "primary"))
            return tuple(row)
        if live.screen.closed.get(seat) == live.info.seats[seat].person:  # the panel is in the table's channel
            row = [self.button(live, "try-messages-again", "more", "messages"), row[0]]
        if live.info.hints and self.has_choice(live, seat):
            row.insert(0, self.button(live, "what-would-you-do", "coach", "hint"))
        return tuple(row)

    @drawn
    def notes_on(self, live: TableSession, question: Question) -> list[str]:
        """Return the kinds of coach notes that may come with this question, by priority.

        Notes explain only what is possible now, so a question without a choice has none.
        """
        view = live.view(question.seat)
        if len(question.options or []) < 2 and not view.offers.get(question.seat):
            return []
        return [*self.game_ui(live).text_renderer(view, self.translator(live, view)).coach_note_kinds(question)]

    def coach_note(self, live: TableSession, kind: str) -> str:
        """Return the coach's note on a kind of question, one bullet a sentence; "" if the game has none."""
        say, key = self.game_ui(live).tr, f"coach.{kind}"
        if key not in self.game_ui(live).catalogue:
            return ""
        bullets = [f"• {sentence}" for sentence in SENTENCE_END.split(say(key))]
        return say("said.coached", note="\n> ".join(bullets))

    def has_choice(self, live: TableSession, seat: int) -> bool:
        """Return True if the seat has an open question with more than one possible answer."""
        view = live.view(seat)
        question = view.question_of(seat)
        options = (question.options or []) if question and seat in view.waiting else []
        return len(options) > 1 or bool(options and view.offers.get(seat))

    @drawn
    def closing(self, live: TableSession) -> Message:
        """Return the final content of a direct message, when its game is over or its seat has changed hands."""
        words = self.translator(live)
        over = words.tr("said.panel-over", winner=self.headline(live)) if live.status == "over" else ""
        text = over or (self.frozen(live).text if live.status == "frozen" else words.tr("refused.no-seat"))
        return Message(
            content=f"{self.where_it_is(live, words)}\n{text}",
            rows=((Button(words.tr("button.table"), self.link(live), "link"),),),
        )

    @drawn
    def overtaken(self, live: TableSession) -> Message:
        """Return the final content of an ephemeral panel, after a newer one of its seat was shown."""
        words = self.translator(live)
        return Message(content=f"{self.where_it_is(live, words)}\n{words.tr('said.panel-overtaken')}")

    @drawn
    def aged(self, live: TableSession, panel: Message) -> Message:
        """Return an expired ephemeral panel. Hob can't edit it any more, but still answers its presses."""
        said = self.translator(live).tr("said.panel-aged", button=self.game_ui(live).hand_button)
        return replace(panel, content=f"{panel.content}\n-# {said}")

    def explain_buttons(self, live: TableSession) -> tuple[Button, ...]:
        """Return the button *Explain the picture*, if the game explains its picture."""
        explained = live.info.pictures and self.game_ui(live).pictures.callouts
        return (self.button(live, "what-do-i-see", "more", "look", place=PANEL),) if explained else ()

    # ---- standing orders in a panel: the current one, and a select to change or withdraw it
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
        offered = forced_order(live.game, live.g, seat)
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
        given, offered = live.info.seats[seat].order, available_orders(live.game)
        if not (offered and live.info.policy.orders) or live.g is None or live.game.turn(live.g) == seat:
            return ()
        choices = [
            Choice(self.describe_order(live, order), path, default=order == given) for path, order in offered.items()
        ]
        if given is not None:
            choices.insert(0, Choice(self.translator(live).tr("said.order-none"), NO_ORDER))
        control = Control(live.id, "order", seat=seat, place=PANEL)
        return (Menu(self.translator(live).tr("said.orders"), str(control), tuple(choices)),)
