"""Check screens without a bot, for tests and `hob check`: Discord's limits, and the actions behind controls.

session = table_of(game, g, ["Ada", "Ben"])
assert faults(table_message(screens.posted(session), [])) == []
assert reached(screens, session, 0) >= set(g.asks[0].options)
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.screens.custom_id import PANEL, Control, InvalidCustomId
from bot.screens.layout import DECLINING
from bot.screens.message import Button, Menu, Message, Row
from bot.screens.panel import panel_message
from bot.screens.table import table_message
from bot.screens.table_screen import Screens
from bot.tables.model import Seat, TableInfo
from bot.tables.session import TableSession
from db import SessionRow
from engine.game import Game
from engine.machine import Table

SHORT_LABEL = 3  # characters
PERSON = 10**18  # ids of people, plus the seat


def table_of(game: Game[Any], g: Table | None, names: Iterable[str], status: str = "", **info: Any) -> TableSession:
    """Return a session as the bot has it in memory; without `g` a lobby."""
    seats = [Seat(person=PERSON + n, name=name) for n, name in enumerate(names)]
    table = TableInfo(host=PERSON, seats=seats, seal="0123456789abcdef" * 4, **info)
    status = status or ("lobby" if g is None else "playing" if g.asks else "over")
    row = SessionRow(
        id="ABC234",
        game=game.slug,
        guild_id=1,
        channel_id=2 * 10**18,
        status=status,
        revision=0,
        schema=1,
        state=None,
        table=table.model_dump(),
        screen={},
        due_at=None,
        created_at=0,
        touched_at=0,
    )
    session = TableSession(row)
    session.apply(table, g)
    return session


# ---- Discord's limits and our own rules
def faults(message: Message) -> list[str]:
    """Return one sentence per fault, also for the text that replaces a missing picture."""
    sentences, fields = [], (*message.fields, *message.instead)
    texts = {
        "content": (message.content, 0, 2000),
        "title": (message.title, 0, 256),
        "text": (message.text, 0, 4096),
        "text without the picture": (message.unpictured, 0, 4096),
        "text below": (message.below, 0, 4096),
        "footer": (message.footer, 0, 2048),
        "alt": (message.alt, 1 if message.picture is not None else 0, 1024),
        **{f"name of field {n}": (f.name, 1, 256) for n, f in enumerate(fields)},
        **{f"value of field {n}": (f.value, 1, 1024) for n, f in enumerate(fields)},
    }
    sentences += [f"{what}: {len(text)} characters" for what, (text, least, most) in texts.items() if len(text) < least]
    sentences += [f"{what}: {len(text)} characters" for what, (text, least, most) in texts.items() if len(text) > most]
    sentences += [f"{what} shows a field: {text}" for what, (text, *_) in texts.items() if "{" in text or "}" in text]
    if len(fields) > 25:
        sentences.append(f"{len(fields)} fields")
    text = max(len(message.text), len(message.unpictured))
    whole = len(message.title) + text + len(message.below) + len(message.footer)
    whole += sum(len(f.name) + len(f.value) for f in fields)
    if whole > 6000:
        sentences.append(f"{whole} characters in one embed")
    return sentences + faults_of_rows(message.rows)


def most_in(row: Sequence[Button]) -> int:
    """Return how many of these buttons a phone shows in one line: five with a number each, otherwise four."""
    return 5 if all(len(button.label) <= SHORT_LABEL for button in row) else 4


def faults_of_rows(rows: Iterable[Row]) -> list[str]:
    rows = list(rows)
    sentences = [f"{len(rows)} rows"] if len(rows) > 5 else []
    buttons = [button for row in rows if not isinstance(row, Menu) for button in row]
    menus = [row for row in rows if isinstance(row, Menu)]
    sentences += [
        f"{len(row)} buttons in a row"
        for row in rows
        if not isinstance(row, Menu) and not 1 <= len(row) <= most_in(row)
    ]
    ids = [*(button.id for button in buttons), *(menu.id for menu in menus)]
    sentences += [f"twice: {twice}" for twice, n in Counter(ids).items() if n > 1]
    sentences += [f"two buttons {twice!r}" for twice, n in Counter(b.label for b in buttons).items() if n > 1]
    sentences += [fault for row in rows if not isinstance(row, Menu) for fault in faults_of_refusing(row)]
    sentences += [fault for button in buttons for fault in faults_of_button(button)]
    sentences += [fault for menu in menus for fault in faults_of_menu(menu)]
    return sentences


def faults_of_refusing(row: Iterable[Button]) -> Iterator[str]:
    """Yield faults of declining buttons: they must be grey, and the last answers in their row."""
    answers = [button for button in row if re.match(r"h:\w+:\d+:\d:(answer|narrow):", button.id)]
    refusing = [button for button in answers if Control.parse(button.id).path in DECLINING]
    yield from (f"{button.label} does not stand last" for button in refusing if button is not answers[-1])
    yield from (f"{button.label} is {button.style}" for button in refusing if button.style != "secondary")


def faults_of_button(button: Button) -> Iterator[str]:
    lettered = 3 * (button.label[1:3] == ": ")
    most = 42 if button.label.endswith(")") else 34  # with numbers or an owner in parentheses at its end
    if not 1 <= len(button.label) <= most + lettered:
        yield f"label of {len(button.label)}: {button.label}"
    if button.style != "link":
        yield from faults_of_id(button.id)


def faults_of_menu(menu: Menu) -> Iterator[str]:
    yield from faults_of_id(menu.id)
    if not 1 <= len(menu.choices) <= 25:
        yield f"{len(menu.choices)} choices in {menu.placeholder}"
    if not 1 <= len(menu.placeholder) <= 150:
        yield f"placeholder of {len(menu.placeholder)}"
    for what in ("label", "value"):
        counted = Counter(getattr(choice, what) for choice in menu.choices)
        yield from (f"two choices with {what} {twice!r} in {menu.placeholder}" for twice, n in counted.items() if n > 1)
    for choice in menu.choices:
        if not (1 <= len(choice.label) <= 100 and 1 <= len(choice.value) <= 100 and len(choice.description) <= 100):
            yield f"choice too long or empty: {choice}"


def faults_of_id(custom_id: str) -> Iterator[str]:
    if len(custom_id) > 100:
        yield f"custom_id of {len(custom_id)}: {custom_id}"
    try:
        if str(Control.parse(custom_id)) != custom_id:
            yield f"read back as another: {custom_id}"
    except InvalidCustomId:
        yield f"not read back: {custom_id}"


# ---- actions behind controls
def reached(screens: Screens, session: TableSession, seat: int, rows: Iterable[Row] | None = None) -> set[str]:
    """Return every option and offer that the seat can reach by its panel's controls, or those of `rows`.

    Raises ValueError for controls that Discord would reject.
    """
    screen = screens.of(session, seat)
    layout = screen.plain.layout(seat, PANEL)
    todo = list(rows if rows is not None else panel_message(screen, True).rows)
    options: set[str] = set()
    seen: set[str] = set()
    while todo:
        for control, value in pressed(todo.pop()):
            if control.seat not in (None, seat):
                continue
            if control.kind in ("answer", "confirm"):
                options.add(value)
            elif control.kind == "pick":
                options |= picks(session, seat, control.path)
            elif control.kind == "narrow" and layout.is_whole(value):
                options.add(value)
            elif control.kind == "narrow" and value and value not in seen:
                seen.add(value)
                below = layout.rows_after(value)
                if wrong := faults_of_rows(below):
                    raise ValueError(f"below {value}: {wrong[0]}")
                todo += below
    return options


def pressed(row: Row) -> Iterator[tuple[Control, str]]:
    """Yield each control of a row with the value that pressing it sends."""
    if isinstance(row, Menu):
        control = Control.parse(row.id)
        yield from ((control, choice.value) for choice in row.choices)
    else:
        for button in row:
            if button.style != "link" and not button.disabled:
                control = Control.parse(button.id)
                yield control, control.path


def picks(session: TableSession, seat: int, path: str) -> set[str]:
    """Return the possible values of a select with several picks: every option that begins with its path."""
    return {option for option in session.view(seat).options_of(seat) if option.rpartition("/")[0] == path}


def faults_of_tables(screens: Screens, game: Game[Any], g: Any, names: list[str]) -> list[str]:
    """Return the faults of all screens of a table in this state: for the channel, for each seat, and at the end."""
    session = table_of(game, g, names[: g.players])
    table = table_message(screens.posted(session), list(g.asks))
    sentences = [f"table: {fault}" for fault in faults(table)]
    for seat in range(g.players) if session.playing else ():
        panel, view = panel_message(screens.posted(session, seat), True), session.view(seat)
        sentences += [f"panel of {seat}: {fault}" for fault in faults(panel)]
        options = {*view.options_of(seat), *view.offers.get(seat, [])}
        missed = options - reached(screens, session, seat, panel.rows)
        sentences += [f"panel of {seat} does not lead to {option}" for option in sorted(missed)]
        public = {o for q in session.view().questions if q.seat == seat in g.asks for o in q.options or []}
        missed = public - reached(screens, session, seat, table.rows) if public else set()
        sentences += [f"the table does not lead {seat} to {option}" for option in sorted(missed)]
    return sentences
