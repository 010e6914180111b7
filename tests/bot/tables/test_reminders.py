"""Reminders: which players get one, when, and how often."""

from bot.tables import reminders
from tests.bot.tables.tables import ADA, BEN, CARA, DORA, at_play, refused

NOW, WAIT, GAP = 10_000.0, 600.0, 3600.0
ALL = {ADA, BEN, CARA, DORA}


def test_overdue_players_are_nudged() -> None:
    info = at_play(ADA, BEN, CARA, DORA, computers=1, asked={0: 0, 1: NOW - WAIT, 2: NOW - 700, 3: NOW - 1, 4: 0})
    # longest wait first, without the asking player and computers
    assert reminders.overdue_seats(info, ADA, NOW, WAIT) == [2, 1]
    after = reminders.remind(info, ADA, ALL, NOW, WAIT, GAP)
    assert (after.nudged, after.nudged_at, info.nudged) == ([1, 2], NOW, [])


def test_a_player_replaced_by_a_computer_is_not_nudged() -> None:
    info = at_play(ADA, BEN, asked={1: 0})
    info.seats[1].away = True
    with refused("nudge-early", info, wait=WAIT):
        reminders.remind(info, ADA, ALL, NOW, WAIT, GAP)


def test_players_with_notifications_off_are_not_notified() -> None:
    info = at_play(ADA, BEN, CARA, asked={1: 0, 2: 0})
    assert reminders.remind(info, ADA, {ADA, CARA}, NOW, WAIT, GAP).nudged == [2]
    with refused("nudge-nobody", info):
        reminders.remind(info, ADA, {ADA}, NOW, WAIT, GAP)


def test_nudges_at_a_table_are_limited() -> None:
    info = reminders.remind(at_play(ADA, BEN, asked={1: 0}), ADA, ALL, NOW, WAIT, GAP)
    with refused("nudged-lately", info, wait=GAP):
        reminders.remind(info, ADA, ALL, NOW + GAP - 1, WAIT, GAP)
    assert reminders.is_recently_reminded(info, NOW + GAP - 1, GAP) and not reminders.is_recently_reminded(
        info, NOW + GAP, GAP
    )
    assert reminders.remind(info, ADA, ALL, NOW + GAP, WAIT, GAP).nudged_at == NOW + GAP


def test_only_seated_players_can_nudge() -> None:
    info = at_play(ADA, BEN, asked={1: 0})
    with refused("players-only", info):
        reminders.remind(info, CARA, ALL, NOW, WAIT, GAP)
