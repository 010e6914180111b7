"""The table's message in all its states."""

from bot.i18n.fitting import LETTERS, capitalize, cut
from bot.pictures.callouts import annotate
from bot.screens.custom_id import ASIDE, TABLE, Control
from bot.screens.game_over import game_over
from bot.screens.layout import PER_ROW, ROWS, in_rows
from bot.screens.lesson import lesson_message
from bot.screens.lobby import lobby_message
from bot.screens.message import Choice, Field, Menu, Message, Row, picture_fields
from bot.screens.news import last_events
from bot.screens.notifications import turn_notification
from bot.screens.table_screen import TableScreen, guarded, table_picture
from bot.timing import discord_timestamp

TEXT_ROOM = 3900  # of an embed's 4096 characters, for the table as text if it has no picture
FIELD = 1024  # characters in an embed's field
PHONE_TITLE = 36  # characters of a title on a phone's line; the picture says what a longer one would
MARKS = {"chosen": "✓\N{NO-BREAK SPACE}", "chooses": "…\N{NO-BREAK SPACE}", "plays": "▶\N{NO-BREAK SPACE}"}


@guarded
def table_message(screen: TableScreen, notified_seats: list[int]) -> Message:
    """Return the table's message, with mentions of these seats."""
    assert screen.viewer is None  # everyone reads it
    session, since = screen.session, screen.session.idle_since
    idle = since if screen.info.is_warned(since) else None
    reached = {*session.screen.panels, *session.screen.closed, *session.screen.by_channel}
    unreached = [n for n, seat in enumerate(screen.info.seats) if seat.person is not None and n not in reached]
    hands_wait = session.playing and screen.ui.seats_have_hands and bool(unreached)  # direct messages to be sent

    def draw() -> Message:
        if session.status in ("lobby", "closed") and session.g is None:
            return lobby_message(screen)
        if session.status == "frozen" or session.g is None:
            return screen.frozen()
        if screen.info.script and (lesson := lesson_message(screen)) is not None:
            return lesson
        if session.status == "playing":
            return running_game(screen, notified_seats, idle, hands_wait)
        return game_over(screen, notified_seats)

    key = ("table", session.status, tuple(notified_seats), idle, hands_wait, len(session.score_timeline))
    return session.cached(key, draw)


def running_game(screen: TableScreen, notified_seats: list[int], idle: float | None, hands_wait: bool) -> Message:
    """Return the table during the game. `idle` is when the game became idle, if the table warns about that."""
    people, pictures_on = screen.info.present_seats(), screen.info.settings.pictures
    offers = [offer for offer in screen.plain.labels.table_offers() if offer[0] in people]
    unasked = filter(None, map(screen.texts.unasked_actions, dict.fromkeys(seat for seat, _ in offers)))
    text = [screen.tr("said.abandoned", since=discord_timestamp(idle))] if idle is not None else []
    if not people:
        text.append(screen.tr("said.paused", group=screen.ui.group))
    text += [screen.status_line(), *unasked]
    awaited = people.intersection(screen.view.waiting)
    secret = any(question.secret and question.seat in awaited for question in screen.view.questions)
    if secret:
        text.append(f"-# {screen.tr('said.in-secret', button=screen.tr('button.hand'))}")
    text += thinking_lines(screen)
    news = last_events(screen)
    if hands_wait and idle is None:
        news.append(f"-# {screen.tr('said.hands-on-their-way')}")
    rows = [*public_rows(screen, offers), last_row(screen, secret)]
    if not people and screen.info.persons():
        rows.insert(0, (screen.button("take-my-seat-back", "more", "back", "primary"),))
    picture = table_picture(screen)
    has_picture = picture["picture"] is not None
    listed = players(screen, describe_marks=not pictures_on)
    seats = (Field(screen.tr("message.players"), listed),)  # the picture shows them
    if not has_picture:
        text += news
    if not pictures_on:
        room = TEXT_ROOM - len("\n".join(text)) - len(listed)
        text.append(fit_lines("\n".join(["", *screen.texts.table()]), room, screen.tr("message.more")))
    name, note = screen.game.title, screen.texts.note()
    title = f"{name} · {note}" if note else name
    is_too_long = has_picture and len(title) > PHONE_TITLE
    return Message(
        content=turn_notification(screen, notified_seats).content if notified_seats else "",
        mentions=screen.people(notified_seats),
        title=cut(name if is_too_long else title, 80),
        text="\n".join(text),
        unpictured="\n".join([capitalize(note), *text]) if is_too_long else "",
        below="\n".join(news) if has_picture else "",
        fields=() if has_picture else seats,
        instead=seats if has_picture else (),
        footer=screen.tr("message.number", session=screen.session.id),
        colour=screen.ui.colour,
        rows=tuple(rows),
        **picture,
    )


def thinking_lines(screen: TableScreen) -> list[str]:
    """Return a line naming the thinking computers, if only computers owe a decision."""
    people, waiting = screen.info.present_seats(), screen.view.waiting
    if not people or not people.isdisjoint(waiting):
        return []
    seats = [screen.info.seats[seat] for seat in waiting]
    key = "said.thinking" if all(seat.person is None and not seat.vacant for seat in seats) else "said.thinking-for"
    return [f"-# {screen.tr(key, p=[f's{seat}' for seat in waiting])}"]


def players(screen: TableScreen, describe_marks: bool = False) -> str:
    """Return a line per seat. `describe_marks` spells out the marks before the names."""
    view, lines = screen.view, []
    together = len(view.waiting) + len(view.chosen) > 1
    for number, seat in enumerate(screen.info.seats):
        waiting = number in view.waiting
        doing = "chosen" if number in view.chosen else "chooses" if waiting and together else "plays"
        role = "free" if seat.vacant else "computer" if seat.person is None else "away" if seat.away else ""
        asked = waiting or number in view.chosen
        names = [
            screen.tr("seat.name", letter=LETTERS[number], p=f"s{number}"),
            *([screen.tr(f"seat.{role}", level=screen.tr(f"level.{seat.level}"))] if role else []),
            *([screen.tr(f"seat.{doing}")] if asked and describe_marks else []),
            *([status] if (status := screen.texts.seat_line(number)) else []),
        ]
        lines.append(f"{MARKS[doing] if asked else ''}{', '.join(names)}")
    return cut("\n".join(lines), FIELD)


def public_rows(screen: TableScreen, offers: list[tuple[int, str]]) -> tuple[Row, ...]:
    """Return the controls of public questions and of these seats' `offers`, at most four rows."""
    people = screen.info.present_seats().intersection(screen.view.waiting)
    public = [
        question for question in screen.view.questions if question.options is not None and question.seat in people
    ]
    several = len(public) > 1
    rows: list[Row] = []
    most = 4 - bool(offers)
    for question in public:
        rows += screen.plain.layout(question.seat, TABLE, several).rows(1 if several else most)
    only = public[0].seat if len(public) == 1 else None
    below = offer_rows(screen, offers, only) if offers else ()
    if rows and len(rows) + len(below) == ROWS:
        end, offer = rows[-1], below[0]
        if isinstance(end, tuple) and isinstance(offer, tuple) and len(end) + len(offer) <= PER_ROW:
            return (*rows[:-1], (*offer, *end))  # the declining button stays last
    return (*rows, *below)[: ROWS - 1]


def offer_rows(screen: TableScreen, offers: list[tuple[int, str]], asked_seat: int | None) -> tuple[Row, ...]:
    """Return one seat's offers, or several seats' with a letter before each label, except for `asked_seat`."""
    layouts = {seat: screen.plain.layout(seat, TABLE, show_letter=seat != asked_seat) for seat, _ in offers}
    if len(layouts) == 1:
        (layout,) = layouts.values()
        return layout.offers([offer for _, offer in offers])
    return in_rows([layouts[seat].button(offer) for seat, offer in offers])


def last_row(screen: TableScreen, secret: bool = False) -> Row:
    """Return the last row: four buttons, because phones wrap a fifth. Without room, the log is behind *More*."""
    name, third = screen.third_button(), screen.button("log", "log")
    if name == "sit":
        third = screen.button("take-a-free-seat", "more", "sit", "success")
    elif name == "closer":
        third = screen.button("zoom", "more", "closer")
    return (
        screen.button("hand", "hand", style="primary" if secret else "secondary"),
        screen.button("rules", "rules"),
        third,
        screen.button("more", "more"),
    )


def explain_picture(screen: TableScreen) -> Message:
    """Return the table's picture with numbers, and below it what they mean."""
    pictures, view, plain = screen.ui.pictures, screen.view, screen.plain.translator
    scene, keys = annotate(pictures.table(view, plain), pictures.callouts)
    lines = [f"**{n}** {plain.tr(f'look.{key}')}" for n, key in enumerate(keys, 1)]
    return Message(
        title=plain.tr("button.what-do-i-see"),
        unpictured="\n".join(lines),
        below="\n".join(lines),
        colour=screen.ui.colour,
        picture=scene,
        alt=plain.first_fitting([plain.tr("said.look-alt", n=len(keys), alt=pictures.table_alt(view, plain))]),
    )


def close_up(screen: TableScreen, seat: int) -> Message:
    """Return one seat's public things, enlarged, and a select of the seats."""
    pictures, plain = screen.ui.pictures, screen.plain.translator
    choices = [Choice(cut(name, 100), str(n), default=n == seat) for n, name in enumerate(screen.info.names())]
    control = Control(screen.session.id, "more", "closer", place=ASIDE)
    return Message(
        title=cut(plain.names[seat], 250),
        colour=screen.ui.colour,
        rows=(Menu(plain.tr("button.zoom-to"), str(control), tuple(choices)),),
        **picture_fields(True, pictures.close_up, pictures.close_up_alt, screen.view, plain, seat),
    )


def fit_lines(text: str, room: int, more: str) -> str:
    """Return as many whole lines as fit, and where to find the rest."""
    lines = text.split("\n")
    while len(lines) > 1 and len("\n".join(lines)) > room:
        lines = [*lines[:-2], f"-# {more}"]
    return cut("\n".join(lines), max(room, 1))
