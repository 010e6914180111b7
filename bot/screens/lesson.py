"""The message of a lesson: one step above the learner's only choice, and at the end what it taught."""

import re
from typing import Any

from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from bot.pictures.compose import PictureFields, picture_fields
from bot.pictures.scene import Stack
from bot.screens.custom_id import TABLE, Control
from bot.screens.game_over import GameOverMessages
from bot.screens.game_ui import LEARNER, Lesson
from bot.screens.layout import Layout
from bot.screens.message import Button, Message, Row
from bot.screens.news import EventDigest
from bot.tables.session import TableSession
from engine.game import View

SENTENCE_END = re.compile(r"(?<=[.!?]) +")


class LessonMessages(GameOverMessages, EventDigest):
    def lesson_of(self, live: TableSession) -> Lesson | None:
        """Return the lesson that this table plays; None at other tables, and for a script of another version."""
        lesson = self.game_ui(live).lesson
        return lesson if lesson is not None and live.info.script == lesson.answers() else None

    def lesson(self, live: TableSession) -> Message | None:
        """Return the message of a lesson; None at other tables, and if the lesson can't go on."""
        lesson = self.lesson_of(live)
        if lesson is None or live.g is None:
            return None
        if live.info.moves == len(lesson.script):
            return self.lesson_learned(live)
        step = live.scripted()
        return self.lesson_step(live, lesson, step) if live.playing and step is not None else None

    def lesson_step(self, live: TableSession, lesson: Lesson, step: tuple[int, str]) -> Message:
        """Return the learner's step, or what happens while computers answer."""
        ui, view = self.game_ui(live), live.view(LEARNER)
        words, plain = self.translator(live, view), self.translator(live, view, escape=False)
        seat, option = step
        number = sum(seat == LEARNER for seat, _ in live.info.script[: live.info.moves]) + 1
        events = self.last_events(live, words)
        question = view.question_of(LEARNER)
        rows: tuple[Row, ...] = ()
        if seat == LEARNER:
            lines = [words.tr(f"lesson.{number}", b="s1", c="s2")]
            if question is not None:
                lines.append(f"➜ {self.question_text(live, question, words)}")
            rows = self.lesson_rows(live, view, option, plain)
        else:
            lines = [self.status_line(live)]
        hand = ui.text_renderer(view, words).hand()
        text = "\n".join(lines)
        drawn = self.lesson_picture(live, lesson, view, plain)
        shown = drawn["picture"] is not None
        title = words.tr("said.lesson-step", game=live.game.title, n=min(number, lesson.steps()), of=lesson.steps())
        everything = "\n".join([text, *events, *ui.text_renderer(view, words).table(), hand])
        return Message(
            title=cut(title, 250),
            text=text,
            unpictured=cut(everything, 3900),
            below="\n".join(events) if shown else "",
            footer=words.tr("message.number", session=live.id),
            colour=ui.colour,
            rows=(
                *rows,
                tuple(self.button(live, label, label) for label in ("rules", "log", "more")),
            ),
            **drawn,
        )

    def lesson_rows(self, live: TableSession, view: View, option: str, words: Translator) -> tuple[Row, ...]:
        """Return the learner's controls, with the step's choice highlighted.

        If that choice is in a select or behind a second press, it gets a button, and the selects are left out.
        """
        question = view.question_of(LEARNER)
        if question is not None and not question.secret:  # as at other tables, where buttons are public and shorter
            view = live.view()
            words = self.translator(live, view, escape=False)
        labels = self.game_ui(live).labels(view, words)
        layout = Layout(labels, live.id, LEARNER, question, TABLE, taken_count=len(live.info.taken.get(LEARNER, ())))
        rows = layout.rows(3) if question is not None and question.options else ()
        offers = labels.panel_offers(LEARNER)
        rows = (*rows, *layout.offers(offers))[:4]
        taught = layout.button(option)._replace(style="primary")
        buttons = [row for row in rows if isinstance(row, tuple)]
        if not any(button.id == taught.id for row in buttons for button in row):
            label = labels.label(question, option)
            refusing = tuple(self.grey(b) for row in buttons for b in row if Control.parse(b.id).kind == "answer")
            return ((taught._replace(label=cut(label.label, 80)), *refusing[:3]),)
        return tuple(
            tuple(taught if button.id == taught.id else self.grey(button) for button in row)
            if isinstance(row, tuple)
            else row
            for row in rows
        )

    def grey(self, button: Button) -> Button:
        return button._replace(style="secondary")

    def lesson_picture(self, live: TableSession, lesson: Lesson, view: View, words: Translator) -> PictureFields:
        pictures = self.game_ui(live).pictures
        table = picture_fields(live.info.pictures, pictures.table, pictures.table_alt, live.view(), words)
        if pictures.hand is None:
            return table
        hand = picture_fields(live.info.pictures, pictures.hand, pictures.hand_alt, view, words)
        question = view.question_of(LEARNER)
        if lesson.picture == "hand" or (lesson.picture == "asked" and question is not None and question.secret):
            return hand
        if lesson.picture == "asked" or table["picture"] is None or hand["picture"] is None:
            return table
        both: Any = Stack((table["picture"], hand["picture"]))
        said = dict.fromkeys(SENTENCE_END.split(f"{table['alt']} {hand['alt']}"))  # both may show the same row
        return PictureFields(picture=both, alt=cut(" ".join(said), MAX_ALT))

    def lesson_refusal(self, live: TableSession) -> str:
        """Return why a choice other than the lesson's is refused."""
        step, view = live.scripted(), live.view(LEARNER)
        if step is None or step[0] != LEARNER:
            return self.text(live, "refused.lesson-waits")
        labels = self.game_ui(live).labels(view, self.translator(live, view))
        return self.text(live, "refused.lesson", what=labels.label(view.question_of(LEARNER), step[1]).label)

    def lesson_learned(self, live: TableSession) -> Message:
        """Return the end of a lesson, with the ways to go on."""
        ui, words, plain = self.game_ui(live), self.translator(live), self.translator(live, escape=False)
        open_a_table = (button._replace(style="success") for button in self.follow_up_buttons(live))
        return Message(
            title=cut(words.tr("said.lesson-learned", game=live.game.title), 250),
            text=words.tr("lesson.learned", b="s1", c="s2"),
            below="\n".join(self.last_events(live, words)),
            footer=words.tr("message.number", session=live.id),
            colour=ui.colour,
            rows=((*open_a_table, self.grey(self.rematch_button(live)), self.button(live, "rules", "rules")),),
            **picture_fields(live.info.pictures, ui.pictures.table, ui.pictures.table_alt, live.view(), plain),
        )
