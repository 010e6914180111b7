"""News: what happened since a player's last turn, in order, shortened to the most important lines."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

from bot.i18n.translator import Translator
from bot.screens.table_screen import TableScreen
from bot.tables.session import LogEntry
from engine.machine import Event, seat_id

NEWS_LINES = 5  # as a phone wraps them, so that picture and buttons are on one screen
PHONE_LINE = 42  # characters
LAST_EVENTS = 5  # the table shows up to this many unless it waits for exactly one person
FEWEST_EVENTS = 2  # it shows an asked player at least these, even if they are older than their last answer
LOOK_BACK = 60  # events; older ones are only counted
MAX_NOTIFICATION_TEXT = 160  # characters


class Weight(IntEnum):
    """The importance of a line; if there is no room for all, the lightest lines are dropped first."""

    MINOR = 0
    ORDINARY = 1
    MAJOR = 2  # attacks and feeding
    OWN = 3  # it happened to the reader
    PRIVATE = 4  # no one else was told


class NewsLine(NamedTuple):
    """A sentence, the number of events it covers, its weight, and whether it happened to the reader."""

    text: str
    events: int
    weight: Weight
    is_own: bool


def events_since(screen: TableScreen, seat: int, viewer: int | None) -> list[LogEntry]:
    """Return the events since the seat's person last answered, as far as the viewer may read them."""
    before, silent = screen.info.acted.get(seat, 0), screen.ui.log_only_events
    if seat == viewer and (by_order := screen.info.by_order.get(seat)):  # they haven't seen what their order did
        before = by_order.after
    entries = screen.session.log_entries(viewer)
    return [entry for entry in entries if entry.number >= before and entry.event.key not in silent]


def fold_events(screen: TableScreen, those: Sequence[LogEntry], seat: int | None) -> list[NewsLine]:
    """Return the lines in order; repeated events become one line, as do incomes and what several players did."""
    income = screen.ui.income_events
    alike: list[list[LogEntry]] = []
    for entry in those:
        if alike and continues(alike[-1], entry):
            alike[-1].append(entry)
        else:
            alike.append([entry])
    lines: list[NewsLine] = []
    after_income = False
    for group in alike:
        line, is_income = news_line(screen, group, seat), group[0].event.key in income
        if is_income and after_income:
            before = lines.pop()
            line = NewsLine(
                screen.tr("said.incomes", told=before.text, more=line.text),
                before.events + line.events,
                max(before.weight, line.weight),
                before.is_own or line.is_own,
            )
        lines.append(line)
        after_income = is_income
    return lines


def news_line(screen: TableScreen, alike: Sequence[LogEntry], seat: int | None) -> NewsLine:
    """Return one line for events that are equal, or differ only in who acted."""
    ui, (first, *others) = screen.ui, alike
    text = screen.sentence(first.event, first.names)
    if others and is_repeated(first, others[0]):
        text = screen.tr("said.times", told=text, n=len(alike))
    elif others:
        who = [other.event.fields["p"] for other in others]
        text = screen.translator.with_names(first.names).tr("said.likewise", told=text, p=who)
    is_own = seat is not None and any(concerns(entry.event, seat) for entry in alike)
    is_minor, is_major = (first.event.key in keys for keys in (ui.minor_events, ui.major_events))
    weight = Weight.MINOR if is_minor else Weight.MAJOR if is_major else Weight.ORDINARY
    if is_own:
        weight = Weight.OWN if first.event.to is None else Weight.PRIVATE
        weight = Weight.ORDINARY if is_minor else weight
    return NewsLine(text, len(alike), weight, is_own)


def shorten(screen: TableScreen, those: Sequence[LogEntry], log_path: str = "", most: int = NEWS_LINES) -> list[str]:
    """Return at most `most` lines in order, dropping light and old ones; the viewer's own events are bold.

    `log_path` says where to find the others; by default it is the path at the table.
    """
    left_out, those = len(those[:-LOOK_BACK]), those[-LOOK_BACK:]
    lines = fold_events(screen, those, screen.viewer)
    while len(lines) > 1 and sum(-(-len(line.text) // PHONE_LINE) for line in lines) + bool(left_out) > most:
        missed = min(lines, key=lambda line: line.weight)
        lines.remove(missed)
        left_out += missed.events
    bullets = [f"• **{line.text}**" if line.is_own else f"• {line.text}" for line in lines]
    if not left_out:
        return bullets
    more = screen.tr("said.more-in-log", n=left_out, log=log_path or screen.log_path())
    return [*bullets, f"-# {more}"]


def for_panel(screen: TableScreen, private: bool, most: int = NEWS_LINES) -> list[str]:
    """Return the news above a seat's cards, in about `most` lines; with `private`, only what was told to it alone.

    With 0 lines, only the newest private news is left, unless a picture of the hand shows it.
    """
    at_once, seat = screen.ui.immediate_events, screen.seat
    since = events_since(screen, seat, seat)
    fresh = [one for one in since if one.event.key not in at_once and (one.event.to == seat or not private)]
    # The last answer's private events aren't new, but they may be shown nowhere else.
    begun = screen.info.answered.get(seat, 0)
    told_me = [
        entry
        for entry in screen.session.log_entries(seat)
        if entry.number >= begun and entry.event.to == seat and entry.event.key not in at_once
    ]
    if not most:
        minor = screen.ui.minor_events
        told_me, fresh = ([e for e in es if e.event.to == seat and e.event.key not in minor] for es in (told_me, fresh))
    lines = [f"• {screen.sentence(entry.event, entry.names)}" for entry in told_me[-3:] if entry not in fresh]
    log_path = f"{screen.tr('button.table')} → {screen.log_path()}"  # a panel has no button for the log
    return lines + shorten(screen, fresh, log_path, most)


def last_events(screen: TableScreen) -> list[str]:
    """Return the table's events since the only awaited person's last answer, otherwise the last few.

    If nothing has happened since, return what that answer did.
    """
    waiting, silent = screen.session.view().waiting, screen.ui.log_only_events
    entries = [entry for entry in screen.session.log_entries() if entry.event.key not in silent]
    recent = entries[-LAST_EVENTS:]
    if len(waiting) == 1 and waiting[0] in screen.info.acted and not screen.info.seats[waiting[0]].is_computer:
        begun = screen.info.answered.get(waiting[0], 0)
        since = events_since(screen, waiting[0], None)
        own = [entry for entry in entries if entry.number >= begun]
        recent = max(since or own, entries[-FEWEST_EVENTS:], key=len)
    return shorten(screen, recent)


def for_notification(screen: TableScreen, seat: int) -> str:
    """Return the public events for a notification to a seat; "" if there are none."""
    since = events_since(screen, seat, None)[-LOOK_BACK:] if seat in screen.info.acted else []
    lines = [*enumerate(fold_events(screen, since, seat))]
    chosen: list[tuple[int, str]] = []
    # The reader's own events come first, then the newest.
    for number, line in sorted(lines, key=lambda one: (-one[1].is_own, -one[0])):
        if sum(len(text) for _, text in chosen) + len(line.text) > MAX_NOTIFICATION_TEXT:
            break
        chosen.append((number, line.text))
    texts = [text for _, text in sorted(chosen)]
    return screen.tr("said.ring-since", told="; ".join(texts)) if texts else ""


def fold_repeats(lines: Iterable[str], translator: Translator) -> list[str]:
    """Return the lines; equal ones in a row become one, with their number."""
    counted = [(line, len([*run])) for line, run in groupby(lines)]
    return [line if n == 1 else translator.tr("said.times", told=line, n=n) for line, n in counted]


def continues(group: Sequence[LogEntry], entry: LogEntry) -> bool:
    """Return True if an entry belongs to a group of equal events, or of events that differ only in who acted."""
    if is_repeated(group[0], entry):
        return is_repeated(group[0], group[-1])
    if len(group) > 1 and is_repeated(*group[:2]):
        return False
    last, a, b = group[-1], group[-1].event, entry.event
    alike = (a.key, a.to, last.names, {**a.fields, "p": ""}) == (b.key, b.to, entry.names, {**b.fields, "p": ""})
    return alike and "p" in a.fields and "p" in b.fields and a.fields["p"] != b.fields["p"]


def is_repeated(one: LogEntry, other: LogEntry) -> bool:
    return (one.event, one.names) == (other.event, other.names)


def concerns(event: Event, seat: int) -> bool:
    """Return True if something happened to a seat, or was told only to it."""
    me = seat_id(seat)
    return event.to == seat or any(
        me == value or (isinstance(value, list) and me in value) for value in event.fields.values()
    )
