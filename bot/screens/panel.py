"""A seat's panel: its cards, questions and offers, in a direct message or behind *My hand*.

`Panels.content_mark` in `bot/delivery/panels.py` says when a sent panel is drawn again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.screens.custom_id import PANEL, Control
from bot.screens.layout import ROWS, SCREEN, Layout, phone_height
from bot.screens.lesson import SENTENCE_END
from bot.screens.message import Button, Choice, Menu, Message, Row, picture_fields
from bot.screens.news import NEWS_LINES, for_panel
from bot.screens.table_screen import TableScreen, guarded, link, place
from bot.tables import votes
from bot.tables.model import SeatOrder
from bot.tables.seats import NO_ORDER, available_orders, forced_order
from engine.game import Question
from engine.machine import Event

ROW = 5  # buttons, by Discord's limit
MAX_SENTENCES = 3  # of a coach's note


def with_last_row(
    rows: tuple[Row, ...], last: tuple[Button, ...], preferred: tuple[Button, ...], merge: bool = False
) -> tuple[Row, ...]:
    """Add the row `last`, with the `preferred` buttons before it if they fit.

    The buttons of a fifth row are moved to the end of `last`, where players look for *End turn*; a phone wraps them.
    With `merge`, so are those of the last of fewer rows, if that leaves room for one preferred button.
    """
    end = rows[-1] if len(rows) == ROWS or (merge and len(rows) > 1) else ()
    if isinstance(end, tuple) and len(end) + len(last) <= (ROW if len(rows) == ROWS else ROW - 1):
        last, rows = (*last, *end), rows[:-1] if end else rows
    if len(last) + len(preferred) <= ROW:
        last = (*preferred, *last)
    return (*rows[: ROWS - 1], last)


@guarded
def panel_message(screen: TableScreen, pictures: bool, coach_note: str = "") -> Message:
    """Return a seat's panel: its cards, questions and offers, the same in a direct message and behind *My hand*.

    If there is a picture, the text has only what the picture doesn't show, and less if a phone has no room for it. The
    coach's note of the kind `coach_note` is above the question; without room for it, only its first sentences.
    """
    if not screen.session.playing:
        return closed_panel(screen)
    away, drawn, view = screen.sitter.away, screen.ui.pictures, screen.view
    note = "" if away else panel_note(screen, coach_note)
    missing, page = ("", "") if away else screen.missing_action()
    asked = panel_sentence(screen) + (f"\n-# {missing}" if missing else "")
    hand = screen.texts.hand()
    picture = picture_fields(pictures and bool(hand), drawn.hand, drawn.hand_alt, view, screen.plain.translator)
    has_picture = picture["picture"] is not None
    rows, last = () if away else panel_rows(screen), panel_last_row(screen, page)
    explain = explain_buttons(screen) if note and screen.seat not in screen.info.last else ()
    others = undo_buttons(screen)
    if note and not screen.info.policy.coached:  # a lesson's notes can't be turned off
        others = (screen.button("enough", "coach", "enough", place=PANEL), *others)
    # With a note, a phone has no room for what the table and the log also say.
    whole = "\n".join(filter(None, [*for_panel(screen, private=bool(note)), hand, *lines_below_hand(screen)]))
    message = Message(
        content=f"{where_it_is(screen)}\n{note}{asked}",
        text=whole,
        unpictured=whole if has_picture else "",
        colour=screen.ui.colour,
        rows=with_last_row(rows, last, (*explain, *others)),
        **picture,
    )
    if not has_picture:
        return message
    for text in shorter_texts(screen, private=bool(note)):
        message = replace(message, text=text)
        if phone_height(message) <= SCREEN:
            return message
    rows = with_last_row(rows, last, others, merge=True)  # *More* has *Explain the table*, too
    message = replace(message, rows=rows)
    for most in (2, 1) if note else ():
        if phone_height(message) > SCREEN:
            note = panel_note(screen, coach_note, most)
            message = replace(message, content=f"{where_it_is(screen)}\n{note}{asked}")
    return message


def shorter_texts(screen: TableScreen, private: bool) -> Iterator[str]:
    """Yield the text with the picture, shorter each time: without parts of `hand_rest`, then with less news."""
    rest = screen.ui.pictures.hand_rest
    parts = list(rest(screen.view, screen.translator)) if rest is not None else []
    most = NEWS_LINES
    while most >= 0:
        yield "\n".join(filter(None, [*for_panel(screen, private, most), *parts, *lines_below_hand(screen)]))
        if len(parts) > 1:
            parts.pop()
        else:
            most -= 1


def panel_sentence(screen: TableScreen) -> str:
    """Return what the seat is asked, or that it has nothing to decide."""
    if screen.sitter.away:
        return screen.tr("refused.away")
    if (question := screen.view.question_of(screen.seat)) is not None:
        return screen.question_text(question)
    kind = "offers" if screen.view.offers.get(screen.seat) else "quiet"
    return screen.tr(f"said.{kind}-panel", now=screen.status_line())


def lines_below_hand(screen: TableScreen) -> list[str]:
    """Return the choice that can still be changed, the offer of an order, and the order given."""
    order, question = screen.sitter.order, screen.view.question_of(screen.seat)
    lines = [screen.tr("said.order", order=describe_order(screen, order))] if order is not None else []
    if not screen.sitter.away and offered_order(screen):
        lines.insert(0, f"-# {screen.tr('said.no-choice')}")
    if question is not None and question.given is not None:
        chosen = screen.labels.label(question, question.given).label
        lines.insert(0, screen.tr("said.chose", what=chosen))
    return lines


def channel_button(screen: TableScreen) -> Button:
    return Button(screen.tr("button.table"), link(screen.session.guild, screen.session.channel), "link")


def where_it_is(screen: TableScreen) -> str:
    at = place(screen.session.guild, screen.session.channel)
    return screen.tr("message.where", game=screen.game.title, place=at)


def immediate_news(screen: TableScreen, events: Sequence[Event]) -> list[str]:
    """Return the private events to show in response to a press on the table."""
    immediate = screen.ui.immediate_events
    return [screen.sentence(event) for event in events if event.to is not None and event.key in immediate]


def panel_rows(screen: TableScreen) -> tuple[Row, ...]:
    layout = screen.plain.layout(screen.seat, PANEL)
    offers = layout.labels.panel_offers(screen.seat)
    rows = layout.rows(4 - bool(offers)) if layout.options else ()
    if offered := offered_order(screen):
        rows = (offer_row(screen, layout, offered),)
    rows = (*rows, *layout.offers(offers))
    return (*rows, *order_rows(screen)) if len(rows) < ROWS - 1 else rows


def undo_buttons(screen: TableScreen) -> tuple[Button, ...]:
    """Return the undo button for a seat's last answer: directly if it is free, otherwise to ask the others."""
    seat, person, how = screen.seat, screen.sitter.person, screen.info.settings.taking_back
    if screen.info.undo_vote is not None:  # the table is asked already
        return ()
    free = screen.info.slip == seat or (person is not None and votes.only_computers_agree(screen.info, person))
    may_ask = free or (how == "consent" and screen.info.vote is None and seat not in screen.info.undo_refused)
    if how == "never" or not may_ask or seat not in screen.info.last or screen.sitter.away:
        return ()
    label, path = ("take-back", "") if free else ("ask-to-take-back", "ask")
    return (screen.button(label, "back", path, place=PANEL),)


def panel_last_row(screen: TableScreen, page: str) -> tuple[Button, ...]:
    """Return the last row: at most three buttons, so that a fifth row's button fits. *Rules* opens on `page`."""
    row = [screen.button("rules", "rules", page), channel_button(screen)]
    if screen.sitter.away:  # direct messages don't matter while away
        row.insert(0, screen.button("take-my-seat-back", "more", "back", "primary"))
        return tuple(row)
    if screen.session.screen.closed.get(screen.seat) == screen.sitter.person:  # the panel is in the table's channel
        row = [screen.button("try-messages-again", "more", "messages"), row[0]]
    if screen.info.settings.hints and has_choice(screen):
        row.insert(0, screen.button("what-would-you-do", "coach", "hint"))
    return tuple(row)


@guarded
def notes_on(screen: TableScreen, question: Question) -> list[str]:
    """Return the kinds of coach notes on this question of the seat, by priority; none if it leaves no choice."""
    if len(question.options or []) < 2 and not screen.view.offers.get(question.seat):
        return []
    return [*screen.texts.coach_note_kinds(question)]


def panel_note(screen: TableScreen, kind: str, most: int = MAX_SENTENCES) -> str:
    """Return the coach's note for a panel. At a lesson's table, an introduction precedes the first one."""
    note = coach_note(screen, kind, most) if kind else ""
    begins = screen.info.policy.coached and not screen.info.script and screen.seat not in screen.info.last
    return f"{screen.ui.tr('said.lesson')}{note}" if note and begins else note


def coach_note(screen: TableScreen, kind: str, most: int = MAX_SENTENCES) -> str:
    """Return the coach's note on a kind of question, one bullet for each of `most` sentences; "" if there is none."""
    say, key = screen.ui.tr, f"coach.{kind}"
    if key not in screen.ui.catalogue:
        return ""
    bullets = [f"• {sentence}" for sentence in SENTENCE_END.split(say(key))[:most]]
    return say("said.coached", note="\n> ".join(bullets))


def has_choice(screen: TableScreen) -> bool:
    """Return True if the seat has an open question with more than one possible answer."""
    view, seat = screen.view, screen.seat
    options = view.options_of(seat) if seat in view.waiting else []
    return len(options) > 1 or bool(options and view.offers.get(seat))


@guarded
def closed_panel(screen: TableScreen) -> Message:
    """Return the final content of a direct message, when its game is over or its seat has changed hands."""
    over = screen.tr("said.panel-over", winner=screen.headline()) if screen.session.status == "over" else ""
    text = over or (screen.frozen().text if screen.session.status == "frozen" else screen.tr("refused.no-seat"))
    return Message(content=f"{where_it_is(screen)}\n{text}", rows=((channel_button(screen),),))


@guarded
def replaced_panel(screen: TableScreen) -> Message:
    """Return the final content of an ephemeral panel, after a newer one of its seat was shown."""
    return Message(content=f"{where_it_is(screen)}\n{screen.tr('said.panel-overtaken')}")


@guarded
def expired_panel(screen: TableScreen, panel: Message) -> Message:
    """Return an expired ephemeral panel. Hob can't edit it any more, but still answers its presses."""
    sentence = screen.tr("said.panel-aged", button=screen.tr("button.hand"))
    return replace(panel, content=f"{panel.content}\n-# {sentence}")


def explain_buttons(screen: TableScreen) -> tuple[Button, ...]:
    """Return the button *Explain the table*, if the game explains its picture."""
    explained = screen.info.settings.pictures and screen.ui.pictures.callouts
    return (screen.button("what-do-i-see", "more", "look", place=PANEL),) if explained else ()


# ---- standing orders in a panel: the current one, and a select to change or withdraw it
def describe_order(screen: TableScreen, order: SeatOrder) -> str:
    """Return what the order does, and until when."""
    return screen.tr(f"said.order-until-{order.ends}", what=screen.tr(f"order.{order.key}"))


def offered_order(screen: TableScreen) -> str:
    """Return the slug of the order to offer at a question that leaves no choice; "" if there is none."""
    if not screen.info.policy.orders or screen.session.g is None or screen.sitter.order is not None:
        return ""
    offered = forced_order(screen.game, screen.session.g, screen.seat)
    return offered[0] if offered else ""


def offer_row(screen: TableScreen, layout: Layout, slug: str) -> Row:
    """Return the buttons of a question that leaves no choice: answer from now on, or just this once."""
    once = layout.button(layout.options[0])
    control = Control(screen.session.id, "order", slug, layout.number, layout.seat, PANEL)
    always = Button(screen.tr("button.always", what=once.label), str(control))
    return (always, once._replace(label=screen.tr("button.once", what=once.label)))


def order_rows(screen: TableScreen) -> tuple[Row, ...]:
    """Return the select, except during the seat's own turn, which no order covers."""
    standing, offered, g = screen.sitter.order, available_orders(screen.game), screen.session.g
    if not (offered and screen.info.policy.orders) or g is None or screen.game.turn(g) == screen.seat:
        return ()
    choices = [Choice(describe_order(screen, order), path, "", order == standing) for path, order in offered.items()]
    if standing is not None:
        choices.insert(0, Choice(screen.tr("said.order-none"), NO_ORDER))
    control = Control(screen.session.id, "order", seat=screen.seat, place=PANEL)
    return (Menu(screen.tr("said.orders"), str(control), tuple(choices)),)
