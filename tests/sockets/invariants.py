"""Check that Discord shows the correct screens, and that the store agrees with what people were told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.screens.message import ComponentView
from bot.screens.table import table_message
from bot.screens.table_screen import Screens
from bot.tables import lobby_options
from bot.tables.history import apply_entry
from bot.tables.session import TableSession
from cogs.game_uis import GAME_UIS
from db import AnswerRow, SessionRow, Store, effective_line
from engine import GAMES
from playground.discord import Loopback
from playground.discord.state import APPLICATION, LONGEST
from tests.sockets.server import HobServer, Pressed

Data = dict[str, Any]
AFTER_GAME = ["night.what-else", "daily.what-else", "stats.what-else"]  # as the features register them


def live_of(row: SessionRow) -> TableSession:
    """Return the session as a fresh start reads it."""
    session = TableSession(row)
    if row.state is not None:
        session.apply(session.info, session.game.load(row.state))
    return session


def shown(message: Data) -> Data:
    """Return the parts of a message that must be correct, in a form that both sides have."""
    embeds = message.get("embeds") or [{}]
    embed = embeds[0]
    controls = [
        [(c.get("label") or c.get("placeholder"), c.get("custom_id") or c.get("url")) for c in row["components"]]
        for row in message.get("components") or []
    ]
    return {
        "content": message.get("content") or "",
        "title": embed.get("title", ""),
        "text": [each.get("description", "") for each in embeds],
        "fields": [(f["name"], f["value"]) for f in embed.get("fields", [])],
        "footer": (embeds[-1].get("footer") or {}).get("text", ""),
        "controls": controls,
    }


def fresh(session: TableSession) -> Data:
    """Return the table message computed only from the stored row."""
    ping, table = session.screen.ping, session.screen.table
    within = ping is not None and table is not None and ping.id == table.id
    screens = Screens(GAME_UIS)
    screens.after_game += AFTER_GAME
    message = table_message(screens.posted(session), ping.seats if ping and within else [])
    rows = ComponentView(message.rows).to_components()
    embeds = [embed.to_dict() for embed in message.embeds(message.picture is not None)]
    return shown({"content": message.content, "embeds": embeds, "components": rows})


def ours(discord: Loopback, cid: str) -> list[Data]:
    """Return the bot's public messages in a channel."""
    mine = [m for m in discord.world.in_channel(cid) if m["author"]["id"] == APPLICATION]
    return [m for m in mine if m["id"] not in discord.world.seen_only_by]


def wrong(discord: Loopback, row: SessionRow) -> str:
    """Return what is wrong with a session's messages in Discord, or an empty string."""
    session = live_of(row)
    table = session.screen.table
    if table is None:
        return "no table message"
    message = discord.world.messages.get(str(table.id))
    if message is None:
        return "the table message is gone"
    there, right = shown(message), fresh(session)
    if there != right:
        return "\n".join(f"shows {there[key]}\nnot {right[key]}" for key in right if there[key] != right[key])
    return ""


def orphans(discord: Loopback, rows: list[SessionRow], cid: str) -> list[str]:
    """Return the bot's messages in a channel that no session knows, except those that end a game."""
    known: set[int] = set()
    for row in rows:
        screen = live_of(row).screen
        posted = [screen.table, screen.ping, screen.notice, screen.vote, *screen.panels.values()]
        known |= {one.id for one in posted if one is not None}
    said = [m for m in ours(discord, cid) if int(m["id"]) not in known]
    farewells = [m for m in said if m["content"].startswith("The game is over") and not m["components"]]
    return [
        f"{m['id']} in {cid}: {m['content']!r} {[e.get('title') for e in m['embeds']]} {shown(m)['controls']}"
        for m in said
        if m not in farewells
    ]


def leads_to(row: SessionRow, answers: Sequence[AnswerRow]) -> bool:
    """Return True if the stored answers lead to the stored state: none is missing, none was applied twice."""
    if row.state is None:
        return True
    game = GAMES[row.game]
    end: Any = game.load(row.state)
    g = game.deal(end.players, end.seed, **lobby_options.rules_options(game, row.table.get("options", {})))
    try:
        for entry in effective_line(answers):
            g = apply_entry(game, g, entry)
    except Exception:  # the rules may raise anything for answers that don't fit
        return False
    return bool(game.dump(g) == game.dump(end))


async def replayed(store: Store, row: SessionRow) -> bool:
    return leads_to(row, await store.answers(row.id))


async def not_right(home: HobServer, rows: Sequence[SessionRow]) -> list[str]:
    """Return the faults of these tables; `rows` must include every session of their channels."""
    found = [f"{row.id} {row.status}: {fault}" for row in rows if (fault := wrong(home.discord, row))]
    for channel in {row.channel_id for row in rows}:
        found += orphans(home.discord, [r for r in rows if r.channel_id == channel], str(channel))
    return found


async def all_right(home: HobServer) -> None:
    """Wait until each table matches the screen computed from its stored row, and no message is orphaned."""
    left: list[str] = ["nobody has looked"]
    try:
        async with asyncio.timeout(LONGEST):
            while left := await not_right(home, await home.sessions()):  # noqa: ASYNC110  a database sends no event
                await asyncio.sleep(0.1)
    except TimeoutError:
        log = home.log.read_text()[-6000:] if home.log.exists() else ""
        raise AssertionError("\n".join([*left, log])) from None


@dataclass
class Ledger:
    """The differences between the store and what people were told; all but `backs` and `answers` should be empty."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)  # tables with answers that don't lead to their state
    backs: int = 0  # undone answers
    answers: int = 0

    def add(self, other: Ledger) -> None:
        self.lost += other.lost
        self.doubled += other.doubled
        self.astray += other.astray
        self.backs += other.backs
        self.answers += other.answers


async def ledger(home: HobServer, rows: Sequence[SessionRow], presses: Sequence[Pressed]) -> Ledger:
    """Check that acknowledged presses are stored, no question is answered twice, and answers lead to the state.

    `presses` are all presses at the tables of `rows`.
    """
    found, store = Ledger(), await home.kept()
    pressed: dict[str, list[Pressed]] = {}
    for press in presses:
        pressed.setdefault(press.control.session_id, []).append(press)
    for row in rows:
        answers, here = await store.answers(row.id), pressed.get(row.id, [])
        given = [answer for answer in answers if answer.back_to is None]
        found.answers += len(given)
        found.backs += len(answers) - len(given)
        found.doubled += [f"{row.id}: {what}" for what in doubled(answers, here)]
        if not leads_to(row, answers):
            found.astray.append(row.id)
        lost = [press for press in here if press.moves and not any(map(press.gave, given))]
        chosen = stood(row, answers) if lost else set()
        for press in lost:
            if (press.control.question, press.control.seat, press.option) not in chosen:
                found.lost.append(f"{press.control} {press.option} by {press.person}, answered {press.said!r}")
        told = sum(press.accepted and "That move has been undone." in press.said for press in here)
        if len(answers) - len(given) < told:
            found.lost.append(f"{row.id}: {told} were told that it is taken back, {len(answers) - len(given)} are kept")
    return found


def stood(row: SessionRow, answers: Sequence[AnswerRow]) -> set[tuple[int, int, str]]:
    """Return the pending choices (question, seat, option) of simultaneous questions, at every step of the history.

    They include forced choices, and choices that remained when an undo gave the question another number.
    """
    found: set[tuple[int, int, str]] = set()
    if row.state is None:
        return found
    game = GAMES[row.game]
    end: Any = game.load(row.state)
    for until in [n for n, entry in enumerate(answers) if entry.back_to is not None] + [len(answers)]:
        g = game.deal(end.players, end.seed, **lobby_options.rules_options(game, row.table.get("options", {})))
        for entry in effective_line(answers[:until]):
            g = apply_entry(game, g, entry)
            given = g.stack[-1].given if g.stack else {}
            found |= {(g.question, seat, option) for seat, option in given.items()}
    return found


def doubled(answers: Sequence[AnswerRow], presses: Sequence[Pressed]) -> list[str]:
    """Return the answers that the history has more often than they were given.

    While others still choose, a seat may choose again; an offer may be taken once each time it is drawn.
    """
    given = [answer for answer in answers if answer.back_to is None]
    found = [] if len({a.revision for a in answers}) == len(answers) else ["a revision twice"]
    undone = [answer.back_to for answer in answers if answer.back_to is not None]
    found += [f"{back} taken back twice" for back, times in Counter(undone).items() if times > 1]
    last: dict[tuple[int, int], str] = {}
    for answer in (answer for answer in given if answer.step != "offer"):
        if last.get((answer.question, answer.seat)) == answer.option:
            found.append(f"question {answer.question} answered twice by {answer.seat}: {answer.option}")
        last[answer.question, answer.seat] = answer.option
    taken: dict[tuple[int, str], list[AnswerRow]] = {}
    for answer in (answer for answer in given if answer.step == "offer" and answer.person is not None):
        taken.setdefault((answer.seat, answer.option), []).append(answer)
    for (seat, option), offers in taken.items():
        drawn = {  # an offer of an earlier question may still be open
            (press.person, press.control.question, press.control.taken)
            for press in presses
            if (press.accepted or not press.it.over) and any(map(press.gave, offers))
        }
        if len(offers) > max(1, len(drawn)):
            found.append(f"the offer {option} taken {len(offers)} times by {seat}")
    return found
