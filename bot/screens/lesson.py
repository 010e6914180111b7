"""The message of a lesson: one step above the learner's only choice, and at the end what it taught."""

import re

from bot.i18n.fitting import MAX_ALT, cut
from bot.pictures.scene import Stack
from bot.screens.custom_id import TABLE, Control
from bot.screens.game_over import follow_up_buttons, rematch_button
from bot.screens.game_ui import LEARNER, Lesson
from bot.screens.layout import Layout
from bot.screens.message import Button, Message, PictureFields, Row, picture_fields
from bot.screens.news import shorten
from bot.screens.table_screen import TableScreen, table_picture

SENTENCE_END = re.compile(r"(?<=[.!?]) +")


def lesson_message(screen: TableScreen) -> Message | None:
    """Return the message of a lesson; None if it can't go on, also because its script is of another version."""
    lesson = screen.ui.lesson
    if lesson is None or screen.info.script != lesson.answers():
        return None
    if screen.info.moves == len(lesson.script):
        return lesson_learned(screen)
    step = screen.session.scripted()
    return lesson_step(screen, lesson, step) if screen.session.playing and step is not None else None


def lesson_step(screen: TableScreen, lesson: Lesson, step: tuple[int, str]) -> Message:
    """Return the learner's step, or what happens while computers answer."""
    learner, (seat, option) = screen.seen_by(LEARNER), step
    number = sum(seat == LEARNER for seat, _ in screen.info.script[: screen.info.moves]) + 1
    events: list[str] = []
    rows: tuple[Row, ...] = ()
    if seat == LEARNER:  # the comment says what has happened and what to do, so that all fits on a phone's screen
        text, rows = screen.tr(f"lesson.{number}", b="s1", c="s2"), lesson_rows(learner.plain, option)
    else:
        text, events = screen.status_line(), new_events(screen)
    picture = lesson_picture(learner, lesson)
    has_picture = picture["picture"] is not None
    steps = lesson.steps()
    title = screen.tr("said.lesson-step", game=screen.game.title, n=min(number, steps), of=steps)
    everything = "\n".join([text, *events, *learner.texts.table(), learner.texts.hand()])
    return Message(
        title=cut(title, 250),
        text="\n".join(events) if has_picture else text,  # what happened, the picture, what to do, the buttons
        unpictured=cut(everything, 3900),
        below=text if has_picture else "",
        colour=screen.ui.colour,
        rows=(*rows, tuple(screen.button(label, label) for label in ("rules", "log", "more"))),
        **picture,
    )


def new_events(screen: TableScreen) -> list[str]:
    """Return what has happened since the learner's last answer, which the learner hasn't read yet."""
    since, hidden = screen.info.answered.get(LEARNER, 0), screen.ui.log_only_events
    new = [entry for entry in screen.session.log_entries() if entry.number >= since and entry.event.key not in hidden]
    return shorten(screen, new)


def lesson_rows(learner: TableScreen, option: str) -> tuple[Row, ...]:
    """Return the learner's controls, with the step's choice highlighted.

    If that choice is in a select or behind a second press, it gets a button, and the selects are left out.
    """
    lesson, question, labels = learner.ui.lesson, learner.view.question_of(LEARNER), learner.labels
    shows_hand = lesson is not None and lesson.picture == "hand"
    if question is not None and not question.secret and not shows_hand:  # public and shorter, as at other tables
        labels = learner.seen_by(None).labels
    taken = len(learner.info.taken.get(LEARNER, ()))
    layout = Layout(labels, learner.session.id, LEARNER, question, TABLE, taken_count=taken)
    rows = layout.rows(3) if question is not None and question.options else ()
    offers = labels.panel_offers(LEARNER)
    rows = (*rows, *layout.offers(offers))[:4]
    taught = layout.button(option)
    buttons = [row for row in rows if isinstance(row, tuple)]
    if not any(button.id == taught.id for row in buttons for button in row):
        label = labels.label(question, option)
        refusing = tuple(grey(b) for row in buttons for b in row if Control.parse(b.id).kind == "answer")
        return ((taught._replace(label=cut(label.label, 80), style="primary"), *refusing[:3]),)
    return tuple(
        tuple(button._replace(style="primary") if button.id == taught.id else grey(button) for button in row)
        if isinstance(row, tuple)
        else row
        for row in rows
    )


def grey(button: Button) -> Button:
    return button._replace(style="secondary")


def lesson_picture(learner: TableScreen, lesson: Lesson) -> PictureFields:
    pictures, view, table = learner.ui.pictures, learner.view, table_picture(learner)
    if pictures.hand is None:
        return table
    wanted = learner.info.settings.pictures
    hand = picture_fields(wanted, pictures.hand, pictures.hand_alt, view, learner.plain.translator)
    question = view.question_of(LEARNER)
    if lesson.picture == "hand" or (lesson.picture == "asked" and question is not None and question.secret):
        return hand
    is_public = question is not None and not question.secret  # then the hand may repeat rows of the table
    if lesson.picture == "asked" or is_public or table["picture"] is None or hand["picture"] is None:
        return table
    both = Stack((table["picture"], hand["picture"]))
    sentences = dict.fromkeys(SENTENCE_END.split(f"{table['alt']} {hand['alt']}"))  # both may show the same row
    return PictureFields(picture=both, alt=cut(" ".join(sentences), MAX_ALT))


def set_in_messages(screen: TableScreen) -> str:
    """Return that a table, or the lesson that it plays, is in a person's direct messages."""
    return screen.text("said.lesson-in-messages" if screen.info.script else "said.set-in-messages")


def lesson_refusal(screen: TableScreen) -> str:
    """Return why a choice other than the lesson's is refused."""
    step = screen.session.scripted()
    if step is None or step[0] != LEARNER:
        return screen.text("refused.lesson-waits")
    rows = lesson_rows(screen.seen_by(LEARNER), step[1])
    labels = [b.label for row in rows if isinstance(row, tuple) for b in row if b.style == "primary"]
    return screen.text("refused.lesson", what=labels[0])


def lesson_learned(screen: TableScreen) -> Message:
    """Return the end of a lesson, with the ways to go on."""
    open_a_table = (button._replace(style="success") for button in follow_up_buttons(screen))
    return Message(
        title=cut(screen.tr("said.lesson-learned", game=screen.game.title), 250),
        text=screen.tr("lesson.learned", b="s1", c="s2"),
        footer=screen.tr("message.number", session=screen.session.id),
        colour=screen.ui.colour,
        rows=((*open_a_table, grey(rematch_button(screen)), screen.button("rules", "rules")),),
        **table_picture(screen.seen_by(LEARNER)),
    )
