"""A replay shows every position as it was, for long games and with undone moves."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot.tables.history import RESEED, TAKE_BACK, apply_entry
from cogs.replay import replays
from cogs.replay.replays import Replay
from db import AnswerRow
from engine import GAMES
from engine.machine import Event, clone


def played(slug: str, least: int = 0) -> tuple[list[AnswerRow], list[Any]]:
    """Play a random game with undone moves; return at least `least` entries and the state at each position."""
    game, luck = GAMES[slug], Random(slug)
    g = game.deal(game.seats[0], "watched")
    entries: list[AnswerRow] = []
    tables = [clone(g)]

    def go_on(seat: int, step: str, option: str, back: int | None = None) -> None:
        entry = AnswerRow("ABC234", len(entries), 5000 + len(entries), seat, step, option, None, 0.0, back)
        entries.append(entry)
        tables.append(clone(apply_entry(game, clone(tables[-1] if back is None else tables[back]), entry)))

    while tables[-1].asks:
        seat = luck.choice(sorted(tables[-1].asks))
        go_on(seat, "", luck.choice(tables[-1].asks[seat].options))
        wanted = luck.random() < 0.1 or (len(entries) < least and not tables[-1].asks)
        if wanted:
            back = luck.choice([place for place, table in enumerate(tables[:-1]) if table.asks][-20:])
            go_on(seat, TAKE_BACK, RESEED if luck.random() < 0.3 else "", back)
    return entries, tables


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "least"), [*((slug, 0) for slug in GAMES), ("candy-chaser", 800)])
def test_every_replayed_position_is_the_original(slug: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "MAX_SNAPSHOTS", 8)
    entries, tables = played(slug, least)
    assert len(entries) >= least
    game = GAMES[slug]
    replay = asyncio.run(Replay.of(game, tables[-1], {}, entries))
    assert replay.is_faithful and len(replay.steps) == len(entries)
    places = {entry.revision: place for place, entry in enumerate(entries)}
    backs = {place + 1: places[entry.back_to] for place, entry in enumerate(entries) if entry.back_to is not None}
    assert len(replay._snapshots.keys() - {*backs.keys(), *backs.values()}) <= 8 + 2
    for position in Random(1).sample(range(len(tables)), min(len(tables), 40)):
        g = replay.at(position)
        for seat in (None, *range(g.players)):
            assert game.view(g, seat) == game.view(tables[position], seat)
    for step, before, after in zip(replay.steps, tables, tables[1:], strict=False):
        if step.entry.back_to is None:
            assert step.since == len(before.log) and list(step.events) == after.log[step.since :]
        else:
            assert not step.events and replay.undone_step(step).entry.revision == step.entry.back_to


def test_games_played_by_older_rules_are_detected() -> None:
    entries, tables = played("candy-chaser")
    tables[-1].log.append(Event("told-a-seat-by-older-rules", {}, 1))
    assert asyncio.run(Replay.of(GAMES["candy-chaser"], tables[-1], {}, entries)).is_faithful
    tables[-1].log.append(Event("told-by-older-rules"))
    assert not asyncio.run(Replay.of(GAMES["candy-chaser"], tables[-1], {}, entries)).is_faithful
    first = AnswerRow("ABC234", 0, 1, entries[0].seat, "", "no/such/option", None, 0.0)
    assert not asyncio.run(Replay.of(GAMES["candy-chaser"], tables[-2], {}, [first, *entries[1:]])).is_faithful
