"""Screens as pure functions of a session: lobby, table, panels, pings, the end."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.i18n.fitting import capitalize, cut
from bot.i18n.translator import Translator
from bot.pictures.callouts import annotate
from bot.pictures.compose import picture_fields
from bot.screens.base import drawn
from bot.screens.custom_id import ASIDE, PANEL, TABLE, Control
from bot.screens.layout import PER_ROW, Layout, in_rows
from bot.screens.lesson import SENTENCE_END, LessonMessages
from bot.screens.lobby import LobbyMessages
from bot.screens.message import Button, Choice, Field, Menu, Message, Row
from bot.screens.notifications import NotificationMessages
from bot.tables import votes
from bot.tables.model import LETTERS, SeatOrder
from bot.tables.seats import NO_ORDER, available_orders, forced_order
from bot.tables.session import TableSession
from bot.times import discord_timestamp
from engine.game import Question, View
from engine.machine import Event

TEXT_ROOM = 3900  # of an embed's 4096 characters, for the table as text if it has no picture
FIELD = 1024  # characters in an embed's field
PHONE_TITLE = 36  # characters of a title on a phone's line; the picture says what a longer one would
ROWS = 5
MARKS = {"chosen": "✓ ", "chooses": "… ", "plays": "▶ "}
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


class Screens(LobbyMessages, LessonMessages, NotificationMessages):
    """All messages about a table. `game_uis` is keyed by the game's slug."""

    # ---- the table message in all its states
    @drawn
    def table(self, live: TableSession, ringing: list[int]) -> Message:
        idle = self.abandoned_since(live)
        hands_waiting = live.playing and self.hands_waiting(live)
        key = ("table", live.status, *ringing, "", idle, hands_waiting, len(live.score_timeline))
        return live.cached(key, partial(self._table, live, ringing, idle, hands_waiting))

    def abandoned_since(self, live: TableSession) -> float | None:
        """Return when the game became idle if the table now warns that it will end; otherwise None."""
        return live.idle_since if live.info.is_warned(live.idle_since) else None

    def _table(self, live: TableSession, ringing: list[int], idle: float | None, hands_waiting: bool) -> Message:
        if live.status in ("lobby", "closed") and live.g is None:
            return self.lobby(live)
        if live.status == "frozen" or live.g is None:
            return self.frozen(live)
        if live.info.script and (lesson := self.lesson(live)) is not None:
            return lesson
        if live.status == "playing":
            return self.playing(live, ringing, idle, hands_waiting)
        return self.game_over(live, ringing)

    def where_it_is(self, live: TableSession, words: Translator) -> str:
        at = self.place(live.guild, live.channel)
        return words.tr("message.where", game=live.game.title, place=at)

    def frozen(self, live: TableSession) -> Message:
        face = self.game_ui(live)
        said = self.translator(live).tr("refused.frozen", code=live.info.fault)
        return Message(
            title=live.game.title,
            text=said,
            colour=face.colour,
            footer=self.translator(live).tr("message.number", session=live.id),
            rows=((self.button(live, "log", "log"), self.button(live, "more", "more")),),
        )

    def playing(self, live: TableSession, ringing: list[int], idle: float | None, hands_waiting: bool) -> Message:
        """Return the table during the game. `idle` is when the game became idle, if the table warns about that."""
        face, view, words = self.game_ui(live), live.view(), self.translator(live)
        in_words, plain = face.text_renderer(view, words), self.translator(live, escape=False)
        name, note = live.game.title, in_words.note()
        title = f"{name} · {note}" if note else name
        where = self.answer_places(live, view)
        people = live.info.present_seats()
        offers = [offer for offer in face.labels(view, plain).table_offers() if offer[0] in people]
        unasked = filter(None, map(in_words.unasked_actions, dict.fromkeys(seat for seat, _ in offers)))
        text = [self.status_line(live), *unasked, *where, *self.thinking_lines(live, view, words)]
        told = self.last_events(live, words)
        rows = [*self.public_rows(live, view, plain, offers), self.last_row(live, secret=bool(where))]
        if not people:  # computers play for all
            text.insert(0, words.tr("said.paused", group=face.group))
            if live.info.persons():
                rows.insert(0, (self.button(live, "take-my-seat-back", "more", "back", "primary"),))
        if idle is not None:
            text.insert(0, words.tr("said.abandoned", since=discord_timestamp(idle)))
        elif hands_waiting:
            told.append(f"-# {words.tr('said.hands-on-their-way')}")
        drawn = picture_fields(live.info.pictures, face.pictures.table, face.pictures.table_alt, view, plain)
        players = self.players(live, view, words, describe_marks=not live.info.pictures)
        seats = (Field(words.tr("message.players"), players),)  # the picture shows them
        shown = drawn["picture"] is not None
        is_too_long = shown and len(title) > PHONE_TITLE
        if not shown:
            text += told
        if not live.info.pictures:
            room = TEXT_ROOM - len("\n".join(text)) - len(players)
            text.append(fit_lines("\n".join(["", *in_words.table()]), room, words.tr("message.more")))
        return Message(
            content=self.ping(live, ringing).content if ringing else "",
            mentions=self.people(live, ringing),
            title=cut(name if is_too_long else title, 80),
            text="\n".join(text),
            unpictured="\n".join([capitalize(note), *text]) if is_too_long else "",
            below="\n".join(told) if shown else "",
            fields=() if shown else seats,
            instead=seats if shown else (),
            footer=words.tr("message.number", session=live.id),
            colour=face.colour,
            rows=tuple(rows),
            **drawn,
        )

    def answer_places(self, live: TableSession, view: View) -> list[str]:
        """Tell players where to answer a question that isn't on the table."""
        asked = live.info.present_seats().intersection(view.waiting)
        if not any(question.secret and question.seat in asked for question in view.questions):
            return []
        said = self.translator(live, view).tr("said.in-secret", button=self.game_ui(live).hand_button)
        return [f"-# {said}"]

    def thinking_lines(self, live: TableSession, view: View, words: Translator) -> list[str]:
        """Return a line naming the thinking computers, if only computers owe a decision."""
        people = live.info.present_seats()
        if not people or not people.isdisjoint(view.waiting):
            return []
        asked = [live.info.seats[seat] for seat in view.waiting]
        key = "said.thinking" if all(seat.person is None and not seat.vacant for seat in asked) else "said.thinking-for"
        return [f"-# {words.tr(key, p=[f's{seat}' for seat in view.waiting])}"]

    def hands_waiting(self, live: TableSession) -> bool:
        """Return True while first direct messages with hands are still to be sent."""
        if not self.game_ui(live).seats_have_hands:
            return False
        reached = {*live.screen.panels, *live.screen.closed, *live.screen.by_channel}
        return any(seat.person is not None and n not in reached for n, seat in enumerate(live.info.seats))

    def players(self, live: TableSession, view: View, words: Translator, describe_marks: bool = False) -> str:
        """Return a line per seat. `describe_marks` spells out the marks before the names."""
        in_words = self.game_ui(live).text_renderer(view, words)
        lines = []
        together = len(view.waiting) + len(view.chosen) > 1
        for number, seat in enumerate(live.info.seats):
            waiting = number in view.waiting
            doing = "chosen" if number in view.chosen else "chooses" if waiting and together else "plays"
            role = (
                "computer"
                if seat.person is None and not seat.vacant
                else "free"
                if seat.vacant
                else "away"
                if seat.away
                else ""
            )
            asked = waiting or number in view.chosen
            told = [
                words.tr("seat.name", letter=LETTERS[number], p=f"s{number}"),
                *([words.tr(f"seat.{role}", level=words.tr(f"level.{seat.level}"))] if role else []),
                *([words.tr(f"seat.{doing}")] if asked and describe_marks else []),
                *([status] if (status := in_words.seat_line(number)) else []),
            ]
            lines.append(f"{MARKS[doing] if asked else ''}{', '.join(told)}")
        return cut("\n".join(lines), FIELD)

    def public_rows(
        self, live: TableSession, view: View, words: Translator, offers: list[tuple[int, str]]
    ) -> tuple[Row, ...]:
        """Return the controls of public questions and of these seats' `offers`, at most four rows."""
        asked = live.info.present_seats().intersection(view.waiting)
        public = [question for question in view.questions if question.options is not None and question.seat in asked]
        several = len(public) > 1
        rows: list[Row] = []
        most = 4 - bool(offers)
        for question in public:
            rows += self.layout(live, view, question.seat, words, TABLE, several).rows(1 if several else most)
        only = public[0].seat if len(public) == 1 else None
        below = self.offer_rows(live, view, words, offers, only) if offers else ()
        if rows and len(rows) + len(below) == ROWS:
            end, offer = rows[-1], below[0]
            if isinstance(end, tuple) and isinstance(offer, tuple) and len(end) + len(offer) <= PER_ROW:
                return (*rows[:-1], (*offer, *end))  # the declining button stays last
        return (*rows, *below)[: ROWS - 1]

    def layout(
        self, live: TableSession, view: View, seat: int, words: Translator, place: int, show_letter: bool = False
    ) -> Layout:
        """Return the layout of a seat's question and offers."""
        question, taken = view.question_of(seat), len(live.info.taken.get(seat, ()))
        labels = self.game_ui(live).labels(view, words)
        return Layout(labels, live.id, seat, question, place, show_letter, taken)

    def offer_rows(
        self, live: TableSession, view: View, words: Translator, offers: list[tuple[int, str]], asked_seat: int | None
    ) -> tuple[Row, ...]:
        """Return one seat's offers in the default layout, or those of several side by side.

        Labels start with the seat's letter, except for `asked_seat`.
        """
        layouts = {
            seat: self.layout(live, view, seat, words, TABLE, show_letter=seat != asked_seat) for seat, _ in offers
        }
        if len(layouts) == 1:
            (layout,) = layouts.values()
            return layout.offers([offer for _, offer in offers])
        return in_rows([layouts[seat].button(offer) for seat, offer in offers])

    def last_row(self, live: TableSession, secret: bool = False) -> Row:
        """Return the last row: four buttons, because phones wrap a fifth. Without room, the log is behind *More*."""
        third = self.button(live, "log", "log")
        if any(seat.vacant for seat in live.info.seats):
            third = self.button(live, "take-a-free-seat", "more", "sit", "success")
        elif self.has_close_ups(live):
            third = self.button(live, "zoom", "more", "closer")
        return (
            self.button(live, "hand", "hand", style="primary" if secret else "secondary"),
            self.button(live, "rules", "rules"),
            third,
            self.button(live, "more", "more"),
        )

    def has_close_ups(self, live: TableSession) -> bool:
        """Return True if the table's picture is one of those too full for a phone."""
        return live.g is not None and live.info.pictures and self.game_ui(live).pictures.close_up is not None

    # ---- panels
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

    def explain_picture(self, live: TableSession) -> Message:
        """Return the table's picture with numbers, and below it what they mean."""
        pictures, view, plain = self.game_ui(live).pictures, live.view(), self.translator(live, escape=False)
        scene, keys = annotate(pictures.table(view, plain), pictures.callouts)
        lines = [f"**{n}** {plain.tr(f'look.{key}')}" for n, key in enumerate(keys, 1)]
        return Message(
            title=plain.tr("button.what-do-i-see"),
            unpictured="\n".join(lines),
            below="\n".join(lines),
            colour=self.game_ui(live).colour,
            picture=scene,
            alt=cut(plain.tr("said.look-alt", n=len(keys), alt=pictures.table_alt(view, plain)), FIELD),
        )

    def close_up(self, live: TableSession, seat: int) -> Message:
        """Return one seat's public things, enlarged, and a select of the seats."""
        face, view, plain = self.game_ui(live), live.view(), self.translator(live, escape=False)
        choices = [Choice(cut(name, 100), str(n), default=n == seat) for n, name in enumerate(live.info.names())]
        control = Control(live.id, "more", "closer", place=ASIDE)
        return Message(
            title=cut(plain.names[seat], 250),
            colour=face.colour,
            rows=(Menu(plain.tr("button.zoom-to"), str(control), tuple(choices)),),
            **picture_fields(True, face.pictures.close_up, face.pictures.close_up_alt, view, plain, seat),
        )

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


def fit_lines(text: str, room: int, more: str) -> str:
    """Return as many whole lines as fit, and where to find the rest."""
    lines = text.split("\n")
    while len("\n".join(lines)) > room:
        lines = [*lines[:-2], f"-# {more}"]
    return "\n".join(lines)
