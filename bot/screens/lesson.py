"""The message of a lesson: one step above the learner's only choice, and at the end what it taught."""

import re

from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from bot.pictures.compose import PictureFields, picture_fields
from bot.pictures.scene import Stack
from bot.screens.custom_id import TABLE, Control
from bot.screens.game_over import GameOverMessages
from bot.screens.game_ui import LEARNER, Lesson
from bot.screens.layout import Layout
from bot.screens.message import Button, Message, Row
from bot.screens.news import NewsBuilder
from bot.tables.session import TableSession
from engine.game import View

SENTENCE_END = re.compile(r"(?<=[.!?]) +")


class LessonMessages(GameOverMessages, NewsBuilder):
    def lesson_of(self, session: TableSession) -> Lesson | None:
        """Return the lesson that this table plays; None at other tables, and for a script of another version."""
        lesson = self.game_ui(session).lesson
        return lesson if lesson is not None and session.info.script == lesson.answers() else None

    def lesson(self, session: TableSession) -> Message | None:
        """Return the message of a lesson; None at other tables, and if the lesson can't go on."""
        lesson = self.lesson_of(session)
        if lesson is None or session.g is None:
            return None
        if session.info.moves == len(lesson.script):
            return self.lesson_learned(session)
        step = session.scripted()
        return self.lesson_step(session, lesson, step) if session.playing and step is not None else None

    def lesson_step(self, session: TableSession, lesson: Lesson, step: tuple[int, str]) -> Message:
        """Return the learner's step, or what happens while computers answer."""
        ui, view = self.game_ui(session), session.view(LEARNER)
        translator, plain = self.translator(session, view), self.translator(session, view, escape=False)
        seat, option = step
        number = sum(seat == LEARNER for seat, _ in session.info.script[: session.info.moves]) + 1
        events = self.new_events(session, translator)
        question = view.question_of(LEARNER)
        rows: tuple[Row, ...] = ()
        if seat == LEARNER:
            lines = [translator.tr(f"lesson.{number}", b="s1", c="s2")]
            rows = self.lesson_rows(session, view, option)
            is_alone = sum(len(row) if isinstance(row, tuple) else 1 for row in rows) == 1
            if question is not None and not is_alone:  # with one button, the comment above says all
                lines.append(f"➜ {self.question_text(session, question, translator)}")
        else:
            lines = [self.status_line(session)]
        hand = ui.text_renderer(view, translator).hand()
        text = "\n".join(lines)
        picture = self.lesson_picture(session, lesson, view, plain)
        has_picture = picture["picture"] is not None
        title = translator.tr(
            "said.lesson-step", game=session.game.title, n=min(number, lesson.steps()), of=lesson.steps()
        )
        everything = "\n".join([text, *events, *ui.text_renderer(view, translator).table(), hand])
        return Message(
            title=cut(title, 250),
            text="\n".join(events) if has_picture else text,  # what happened, the picture, what to do, the buttons
            unpictured=cut(everything, 3900),
            below=text if has_picture else "",
            footer=translator.tr("message.number", session=session.id),
            colour=ui.colour,
            rows=(*rows, tuple(self.button(session, label, label) for label in ("rules", "log", "more"))),
            **picture,
        )

    def new_events(self, session: TableSession, translator: Translator) -> list[str]:
        """Return what has happened since the learner's last answer, which the learner hasn't read yet."""
        since, hidden = session.info.answered.get(LEARNER, 0), self.game_ui(session).log_only_events
        new = [entry for entry in session.log_entries() if entry.number >= since and entry.event.key not in hidden]
        return self.shorten(session, new, None, translator)

    def lesson_rows(self, session: TableSession, view: View, option: str, escape: bool = False) -> tuple[Row, ...]:
        """Return the learner's controls, with the step's choice highlighted.

        If that choice is in a select or behind a second press, it gets a button, and the selects are left out.
        """
        ui, question = self.game_ui(session), view.question_of(LEARNER)
        shows_hand = ui.lesson is not None and ui.lesson.picture == "hand"
        if question is not None and not question.secret and not shows_hand:  # public and shorter, as at other tables
            view = session.view()
        labels = ui.labels(view, self.translator(session, view, escape))
        layout = Layout(
            labels, session.id, LEARNER, question, TABLE, taken_count=len(session.info.taken.get(LEARNER, ()))
        )
        rows = layout.rows(3) if question is not None and question.options else ()
        offers = labels.panel_offers(LEARNER)
        rows = (*rows, *layout.offers(offers))[:4]
        taught = layout.button(option)
        buttons = [row for row in rows if isinstance(row, tuple)]
        if not any(button.id == taught.id for row in buttons for button in row):
            label = labels.label(question, option)
            refusing = tuple(self.grey(b) for row in buttons for b in row if Control.parse(b.id).kind == "answer")
            return ((taught._replace(label=cut(label.label, 80), style="primary"), *refusing[:3]),)
        return tuple(
            tuple(button._replace(style="primary") if button.id == taught.id else self.grey(button) for button in row)
            if isinstance(row, tuple)
            else row
            for row in rows
        )

    def grey(self, button: Button) -> Button:
        return button._replace(style="secondary")

    def lesson_picture(
        self, session: TableSession, lesson: Lesson, view: View, translator: Translator
    ) -> PictureFields:
        pictures = self.game_ui(session).pictures
        table = picture_fields(session.info.settings.pictures, pictures.table, pictures.table_alt, view, translator)
        if pictures.hand is None:
            return table
        hand = picture_fields(session.info.settings.pictures, pictures.hand, pictures.hand_alt, view, translator)
        question = view.question_of(LEARNER)
        if lesson.picture == "hand" or (lesson.picture == "asked" and question is not None and question.secret):
            return hand
        is_public = question is not None and not question.secret  # then the hand may repeat rows of the table
        if lesson.picture == "asked" or is_public or table["picture"] is None or hand["picture"] is None:
            return table
        both = Stack((table["picture"], hand["picture"]))
        sentences = dict.fromkeys(SENTENCE_END.split(f"{table['alt']} {hand['alt']}"))  # both may show the same row
        return PictureFields(picture=both, alt=cut(" ".join(sentences), MAX_ALT))

    def set_in_messages(self, session: TableSession) -> str:
        """Return that a table, or the lesson that it plays, is in a person's direct messages."""
        return self.text(session, "said.lesson-in-messages" if session.info.script else "said.set-in-messages")

    def lesson_refusal(self, session: TableSession) -> str:
        """Return why a choice other than the lesson's is refused."""
        step, view = session.scripted(), session.view(LEARNER)
        if step is None or step[0] != LEARNER:
            return self.text(session, "refused.lesson-waits")
        rows = self.lesson_rows(session, view, step[1], escape=True)
        labels = [b.label for row in rows if isinstance(row, tuple) for b in row if b.style == "primary"]
        return self.text(session, "refused.lesson", what=labels[0])

    def lesson_learned(self, session: TableSession) -> Message:
        """Return the end of a lesson, with the ways to go on."""
        ui, translator, plain = self.game_ui(session), self.translator(session), self.translator(session, escape=False)
        open_a_table = (button._replace(style="success") for button in self.follow_up_buttons(session))
        return Message(
            title=cut(translator.tr("said.lesson-learned", game=session.game.title), 250),
            text=translator.tr("lesson.learned", b="s1", c="s2"),
            below="\n".join(self.new_events(session, translator)),
            footer=translator.tr("message.number", session=session.id),
            colour=ui.colour,
            rows=((*open_a_table, self.grey(self.rematch_button(session)), self.button(session, "rules", "rules")),),
            **picture_fields(
                session.info.settings.pictures, ui.pictures.table, ui.pictures.table_alt, session.view(LEARNER), plain
            ),
        )
