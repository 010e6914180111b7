"""Event digests: what happened since a player's last turn, to them first, then the rest in brief."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.i18n.translator import Translator
from bot.screens.base import MessageBuilder
from bot.tables.session import LogEntry, TableSession
from engine.machine import Event, seat_id

IN_PANEL = (8, 900)  # lines and characters
ON_TABLE = (6, 700)
LAST_EVENTS = 5  # the table shows at least this many, if there are
LOOK_BACK = 60  # events; older ones are only counted
MAX_NOTIFICATION_TEXT = 160  # characters


class DigestLine(NamedTuple):
    """A sentence, the number of events it covers, and whether it can be left out."""

    text: str
    events: int
    minor: bool


class EventDigest(MessageBuilder):
    def events_since(self, live: TableSession, seat: int, viewer: int | None) -> list[LogEntry]:
        """Return what the viewer may read of the events since the seat's person last answered."""
        before, silent = live.info.acted.get(seat, 0), self.game_ui(live).log_only_events
        if seat == viewer and (by_order := live.info.by_order.get(seat)):  # they haven't seen what their order did
            before = by_order.after
        return [told for told in live.log_entries(viewer) if told.number >= before and told.event.key not in silent]

    def fold_events(self, live: TableSession, those: Sequence[LogEntry], words: Translator) -> list[DigestLine]:
        """Return a line per event; the same action by several players in a row becomes one line."""
        alike: list[list[LogEntry]] = []
        for told in those:
            if alike and is_same_action(alike[-1][-1], told):
                alike[-1].append(told)
            else:
                alike.append([told])
        minor, lines = self.game_ui(live).minor_events, []
        for first, *others in alike:
            text = self.entry_sentence(live, first, words)
            if others:
                who = [other.event.fields["p"] for other in others]
                text = words.with_names(first.names).tr("said.likewise", told=text, p=who)
            lines.append(DigestLine(text, 1 + len(others), first.event.key in minor))
        return lines

    def shorten(
        self, live: TableSession, those: Sequence[LogEntry], seat: int | None, words: Translator, most: int, room: int
    ) -> list[str]:
        """Return at most `most` lines: first what happened to `seat`, then the rest without its oldest lines."""
        older, those = len(those[:-LOOK_BACK]), those[-LOOK_BACK:]
        own = [told for told in those if seat is not None and concerns(told.event, seat)]
        mine = self.fold_events(live, own, words)
        rest = self.fold_events(live, [told for told in those if told not in own], words)
        left_out = older
        while (
            len(mine) + len(rest) + bool(left_out) > most or sum(len(line.text) + 3 for line in (*mine, *rest)) > room
        ):
            among = rest or mine
            missed = among.pop(next((n for n, line in enumerate(among) if line.minor), 0))
            left_out += missed.events
        lines = [f"• {line.text}" for line in (*mine, *rest)]
        return [*lines, f"-# {words.tr('said.more-in-log', n=left_out)}"] if left_out else lines

    def for_panel(self, live: TableSession, seat: int, words: Translator) -> list[str]:
        """Return what a seat reads above its cards."""
        at_once = self.game_ui(live).immediate_events
        fresh = [told for told in self.events_since(live, seat, seat) if told.event.key not in at_once]
        # The last answer's private events aren't new, but they may be shown nowhere else.
        told_me = [
            told for told in live.log_entries(seat)[-8:] if told.event.to == seat and told.event.key not in at_once
        ]
        lines = [f"• {self.entry_sentence(live, told, words)}" for told in told_me[-3:] if told not in fresh]
        if fresh:
            key = "said.since-your-turn" if seat in live.info.acted else "said.so-far"
            lines += [f"**{words.tr(key)}**", *self.shorten(live, fresh, seat, words, *IN_PANEL)]
        return lines

    def last_events(self, live: TableSession, words: Translator) -> list[str]:
        """Return the table's events: since the only awaited person's last turn, and at least the last few."""
        view, face = live.view(), self.game_ui(live)
        asked = [seat for seat in view.waiting if not live.info.seats[seat].is_computer]
        if len(view.waiting) == len(asked) == 1 and asked[0] in live.info.acted:
            since = self.events_since(live, asked[0], None)
            if len(since) > LAST_EVENTS:
                heading = words.tr("said.since-their-turn", p=seat_id(asked[0]))
                return [f"**{heading}**", *self.shorten(live, since, None, words, *ON_TABLE)]
        last = [told for told in live.log_entries() if told.event.key not in face.log_only_events][-LAST_EVENTS:]
        lines = [f"• {self.entry_sentence(live, told, words)}" for told in last]
        while sum(len(line) + 1 for line in lines) > ON_TABLE[1]:
            lines.pop(0)
        return lines

    def for_notification(self, live: TableSession, seat: int, words: Translator) -> str:
        """Return the public events for a notification to a seat; "" if there are none."""
        since = self.events_since(live, seat, None)[-LOOK_BACK:] if seat in live.info.acted else []
        own = [told for told in since if concerns(told.event, seat)]
        lines = self.fold_events(live, [*own, *reversed([told for told in since if told not in own])], words)
        texts: list[str] = []
        for line in lines:
            if sum(map(len, texts)) + len(line.text) > MAX_NOTIFICATION_TEXT:
                break
            texts.append(line.text)
        return words.tr("said.ring-since", told="; ".join(texts)) if texts else ""


def is_same_action(one: LogEntry, other: LogEntry) -> bool:
    """Return True if two events differ only in who acted."""
    a, b = one.event, other.event
    alike = (a.key, a.to, one.names, {**a.fields, "p": ""}) == (b.key, b.to, other.names, {**b.fields, "p": ""})
    return alike and "p" in a.fields and "p" in b.fields and a.fields["p"] != b.fields["p"]


def concerns(event: Event, seat: int) -> bool:
    """Return True if something happened to a seat, or was told only to it."""
    me = seat_id(seat)
    return event.to == seat or any(
        me == value or (isinstance(value, list) and me in value) for value in event.fields.values()
    )
