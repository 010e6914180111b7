"""Screens as pure functions of a session. The table's message is here, the others are in the other modules."""

from functools import partial

from bot.i18n.fitting import LETTERS, capitalize, cut
from bot.i18n.translator import Translator
from bot.pictures.callouts import annotate
from bot.pictures.compose import picture_fields
from bot.screens.base import screen
from bot.screens.custom_id import ASIDE, TABLE, Control
from bot.screens.layout import PER_ROW, ROWS, in_rows
from bot.screens.lesson import LessonMessages
from bot.screens.lobby import LobbyMessages
from bot.screens.message import Choice, Field, Menu, Message, Row
from bot.screens.notifications import NotificationMessages
from bot.screens.panel import PanelMessages
from bot.tables.session import TableSession
from bot.times import discord_timestamp
from engine.game import View

TEXT_ROOM = 3900  # of an embed's 4096 characters, for the table as text if it has no picture
FIELD = 1024  # characters in an embed's field
PHONE_TITLE = 36  # characters of a title on a phone's line; the picture says what a longer one would
MARKS = {"chosen": "✓\N{NO-BREAK SPACE}", "chooses": "…\N{NO-BREAK SPACE}", "plays": "▶\N{NO-BREAK SPACE}"}


class Screens(LobbyMessages, LessonMessages, PanelMessages, NotificationMessages):
    """All messages about a table. `game_uis` is keyed by the game's slug."""

    # ---- the table message in all its states
    @screen
    def table(self, session: TableSession, notified_seats: list[int]) -> Message:
        since = session.idle_since
        idle = since if session.info.is_warned(since) else None
        hands_waiting = session.playing and self.hands_waiting(session)
        key = ("table", session.status, *notified_seats, "", idle, hands_waiting, len(session.score_timeline))
        return session.cached(key, partial(self._table, session, notified_seats, idle, hands_waiting))

    def _table(
        self, session: TableSession, notified_seats: list[int], idle: float | None, hands_waiting: bool
    ) -> Message:
        if session.status in ("lobby", "closed") and session.g is None:
            return self.lobby(session)
        if session.status == "frozen" or session.g is None:
            return self.frozen(session)
        if session.info.script and (lesson := self.lesson(session)) is not None:
            return lesson
        if session.status == "playing":
            return self.running_game(session, notified_seats, idle, hands_waiting)
        return self.game_over(session, notified_seats)

    def running_game(
        self, session: TableSession, notified_seats: list[int], idle: float | None, hands_waiting: bool
    ) -> Message:
        """Return the table during the game. `idle` is when the game became idle, if the table warns about that."""
        ui, view = self.game_ui(session), session.view()
        translator, plain = self.translator(session), self.translator(session, escape=False)
        renderer, people = ui.text_renderer(view, translator), session.info.present_seats()
        offers = [offer for offer in ui.labels(view, plain).table_offers() if offer[0] in people]
        unasked = filter(None, map(renderer.unasked_actions, dict.fromkeys(seat for seat, _ in offers)))
        where, thinking = self.answer_places(session, view), self.thinking_lines(session, view, translator)
        text = [*self.pause_lines(session, idle, translator), self.status_line(session), *unasked, *where, *thinking]
        news = self.last_events(session, translator)
        if hands_waiting and idle is None:
            news.append(f"-# {translator.tr('said.hands-on-their-way')}")
        rows = [*self.public_rows(session, view, plain, offers), self.last_row(session, secret=bool(where))]
        if not people and session.info.persons():
            rows.insert(0, (self.button(session, "take-my-seat-back", "more", "back", "primary"),))
        picture = picture_fields(session.info.settings.pictures, ui.pictures.table, ui.pictures.table_alt, view, plain)
        has_picture = picture["picture"] is not None
        players = self.players(session, view, translator, describe_marks=not session.info.settings.pictures)
        seats = (Field(translator.tr("message.players"), players),)  # the picture shows them
        if not has_picture:
            text += news
        if not session.info.settings.pictures:
            room = TEXT_ROOM - len("\n".join(text)) - len(players)
            text.append(fit_lines("\n".join(["", *renderer.table()]), room, translator.tr("message.more")))
        name, note = session.game.title, renderer.note()
        title = f"{name} · {note}" if note else name
        is_too_long = has_picture and len(title) > PHONE_TITLE
        return Message(
            content=self.turn_notification(session, notified_seats).content if notified_seats else "",
            mentions=self.people(session, notified_seats),
            title=cut(name if is_too_long else title, 80),
            text="\n".join(text),
            unpictured="\n".join([capitalize(note), *text]) if is_too_long else "",
            below="\n".join(news) if has_picture else "",
            fields=() if has_picture else seats,
            instead=seats if has_picture else (),
            footer=translator.tr("message.number", session=session.id),
            colour=ui.colour,
            rows=tuple(rows),
            **picture,
        )

    def pause_lines(self, session: TableSession, idle: float | None, translator: Translator) -> list[str]:
        """Return that the game will end because it is idle since `idle`, and that it pauses while no person plays."""
        lines = [translator.tr("said.abandoned", since=discord_timestamp(idle))] if idle is not None else []
        if not session.info.present_seats():
            lines.append(translator.tr("said.paused", group=self.game_ui(session).group))
        return lines

    def answer_places(self, session: TableSession, view: View) -> list[str]:
        """Tell players where to answer a question that isn't on the table."""
        people = session.info.present_seats().intersection(view.waiting)
        if not any(question.secret and question.seat in people for question in view.questions):
            return []
        say = self.translator(session, view).tr
        return [f"-# {say('said.in-secret', button=say('button.hand'))}"]

    def thinking_lines(self, session: TableSession, view: View, translator: Translator) -> list[str]:
        """Return a line naming the thinking computers, if only computers owe a decision."""
        people = session.info.present_seats()
        if not people or not people.isdisjoint(view.waiting):
            return []
        seats = [session.info.seats[seat] for seat in view.waiting]
        key = "said.thinking" if all(seat.person is None and not seat.vacant for seat in seats) else "said.thinking-for"
        return [f"-# {translator.tr(key, p=[f's{seat}' for seat in view.waiting])}"]

    def hands_waiting(self, session: TableSession) -> bool:
        """Return True while first direct messages with hands are still to be sent."""
        if not self.game_ui(session).seats_have_hands:
            return False
        reached = {*session.screen.panels, *session.screen.closed, *session.screen.by_channel}
        return any(seat.person is not None and n not in reached for n, seat in enumerate(session.info.seats))

    def players(self, session: TableSession, view: View, translator: Translator, describe_marks: bool = False) -> str:
        """Return a line per seat. `describe_marks` spells out the marks before the names."""
        renderer = self.game_ui(session).text_renderer(view, translator)
        lines = []
        together = len(view.waiting) + len(view.chosen) > 1
        for number, seat in enumerate(session.info.seats):
            waiting = number in view.waiting
            doing = "chosen" if number in view.chosen else "chooses" if waiting and together else "plays"
            role = "free" if seat.vacant else "computer" if seat.person is None else "away" if seat.away else ""
            asked = waiting or number in view.chosen
            names = [
                translator.tr("seat.name", letter=LETTERS[number], p=f"s{number}"),
                *([translator.tr(f"seat.{role}", level=translator.tr(f"level.{seat.level}"))] if role else []),
                *([translator.tr(f"seat.{doing}")] if asked and describe_marks else []),
                *([status] if (status := renderer.seat_line(number)) else []),
            ]
            lines.append(f"{MARKS[doing] if asked else ''}{', '.join(names)}")
        return cut("\n".join(lines), FIELD)

    def public_rows(
        self, session: TableSession, view: View, translator: Translator, offers: list[tuple[int, str]]
    ) -> tuple[Row, ...]:
        """Return the controls of public questions and of these seats' `offers`, at most four rows."""
        people = session.info.present_seats().intersection(view.waiting)
        public = [question for question in view.questions if question.options is not None and question.seat in people]
        several = len(public) > 1
        rows: list[Row] = []
        most = 4 - bool(offers)
        for question in public:
            rows += self.layout(session, view, question.seat, translator, TABLE, several).rows(1 if several else most)
        only = public[0].seat if len(public) == 1 else None
        below = self.offer_rows(session, view, translator, offers, only) if offers else ()
        if rows and len(rows) + len(below) == ROWS:
            end, offer = rows[-1], below[0]
            if isinstance(end, tuple) and isinstance(offer, tuple) and len(end) + len(offer) <= PER_ROW:
                return (*rows[:-1], (*offer, *end))  # the declining button stays last
        return (*rows, *below)[: ROWS - 1]

    def offer_rows(
        self,
        session: TableSession,
        view: View,
        translator: Translator,
        offers: list[tuple[int, str]],
        asked_seat: int | None,
    ) -> tuple[Row, ...]:
        """Return one seat's offers in the default layout, or those of several side by side.

        Labels start with the seat's letter, except for `asked_seat`.
        """
        layouts = {
            seat: self.layout(session, view, seat, translator, TABLE, show_letter=seat != asked_seat)
            for seat, _ in offers
        }
        if len(layouts) == 1:
            (layout,) = layouts.values()
            return layout.offers([offer for _, offer in offers])
        return in_rows([layouts[seat].button(offer) for seat, offer in offers])

    def last_row(self, session: TableSession, secret: bool = False) -> Row:
        """Return the last row: four buttons, because phones wrap a fifth. Without room, the log is behind *More*."""
        name, third = self.third_button(session), self.button(session, "log", "log")
        if name == "sit":
            third = self.button(session, "take-a-free-seat", "more", "sit", "success")
        elif name == "closer":
            third = self.button(session, "zoom", "more", "closer")
        return (
            self.button(session, "hand", "hand", style="primary" if secret else "secondary"),
            self.button(session, "rules", "rules"),
            third,
            self.button(session, "more", "more"),
        )

    def explain_picture(self, session: TableSession) -> Message:
        """Return the table's picture with numbers, and below it what they mean."""
        pictures, view, plain = self.game_ui(session).pictures, session.view(), self.translator(session, escape=False)
        scene, keys = annotate(pictures.table(view, plain), pictures.callouts)
        lines = [f"**{n}** {plain.tr(f'look.{key}')}" for n, key in enumerate(keys, 1)]
        return Message(
            title=plain.tr("button.what-do-i-see"),
            unpictured="\n".join(lines),
            below="\n".join(lines),
            colour=self.game_ui(session).colour,
            picture=scene,
            alt=plain.first_fitting([plain.tr("said.look-alt", n=len(keys), alt=pictures.table_alt(view, plain))]),
        )

    def close_up(self, session: TableSession, seat: int) -> Message:
        """Return one seat's public things, enlarged, and a select of the seats."""
        ui, view, plain = self.game_ui(session), session.view(), self.translator(session, escape=False)
        choices = [Choice(cut(name, 100), str(n), default=n == seat) for n, name in enumerate(session.info.names())]
        control = Control(session.id, "more", "closer", place=ASIDE)
        return Message(
            title=cut(plain.names[seat], 250),
            colour=ui.colour,
            rows=(Menu(plain.tr("button.zoom-to"), str(control), tuple(choices)),),
            **picture_fields(True, ui.pictures.close_up, ui.pictures.close_up_alt, view, plain, seat),
        )


def fit_lines(text: str, room: int, more: str) -> str:
    """Return as many whole lines as fit, and where to find the rest."""
    lines = text.split("\n")
    while len("\n".join(lines)) > room:
        lines = [*lines[:-2], f"-# {more}"]
    return "\n".join(lines)
