"""The *More* menu: let a computer play, leave, join, end the game, and check the shuffle."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.app import App
from bot.discord_errors import SEND_ERRORS, filter_error, filtered_by
from bot.errors import UserError
from bot.features import Choices, Feature, choices_of
from bot.i18n.fitting import cut, display_name
from bot.interactions.context import InteractionContext
from bot.interactions.dispatch import Handler
from bot.permissions import may_manage
from bot.screens.custom_id import ASIDE, Control
from bot.screens.game_over import score_message
from bot.screens.layout import in_rows
from bot.screens.message import Button, Message, Style
from bot.screens.news import last_events
from bot.screens.panel import explain_buttons, undo_buttons
from bot.screens.table import close_up, explain_picture, players
from bot.screens.table_screen import TableScreen
from bot.tables import history, lobby_options, reminders, seats, votes
from bot.tables.model import TableInfo
from bot.tables.session import TableSession
from bot.tables.shuffle_proof import build_proof
from bot.timing import discord_timestamp, end_of
from cogs.table.play import UndoControls
from db import AnswerRow
from engine import actions
from engine.machine import EngineError
from engine.rng import seal

log = logging.getLogger("hob.menu")
FROM_THE_DEAL = -1  # a revision before every stored snapshot
Rule = Callable[[TableInfo, int, int, float], TableInfo]  # table, person, number of events so far, time


class TableMenu(Feature):
    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.timing, self.undo_controls = app.timing, UndoControls.of(app)
        handlers: dict[str, Handler] = {
            "": self.menu,
            "sit": self.take_seat,
            "words": self.table_in_words,
            "look": self.explain_picture,
            "closer": self.show_close_up,
            "down": self.repost,
            "nudge": self.remind,
            "computer": self.computer_for_me,
            "back": self.return_to_seat,
            "leave": self.ask_leave,
            "leave/yes": self.leave,
            "stay": self.stay,
            "end": self.end,
            "end/yes": self.end_now,
            "shuffle": self.shuffle,
            "score": self.score,
            "messages": self.try_messages,
            "slip": self.undo_controls.undo_answer,
            "slip/ask": partial(self.undo_controls.undo_answer, asking=True),
            "vote": lambda ctx: self.propose_computer(ctx, actions.number(ctx.control.path.removeprefix("vote/s"))),
        }
        app.interactions.handle("more", handlers)
        app.interactions.handle("vote", self.vote)
        choices: dict[str, Any] = {"to": choices_of("computer", "me"), "player": self.complete_awaited_player}
        self.command("seat", self.seat_command, "hob", self.here, **choices)

    async def seat_command(self, ctx: InteractionContext, to: str = "me", player: str | None = None) -> None:
        if player is not None:
            await self.propose_computer(ctx, self.find_seat(ctx.session, player))
        elif to == "computer":
            await self.computer_for_me(ctx)
        else:
            await self.return_to_seat(ctx)

    async def complete_awaited_player(self, interaction: discord.Interaction, typed: str) -> Choices:
        def fits(session: TableSession, seat: int) -> bool:
            asked = seat in session.info.prompts and not session.info.seats[seat].is_computer
            return asked and session.info.seats[seat].person != interaction.user.id

        return await self.complete_seat(interaction, typed, fits)

    # ---- the menu
    async def menu(self, ctx: InteractionContext) -> None:
        """Send the menu, with only the entries that apply."""
        session, person = ctx.session, ctx.person
        seat, screen = session.info.seat_of(person), self.screens.of(session)
        in_menu = [menu_button(screen, "bring-the-table-down", "down")]
        if session.g is not None:
            in_menu.insert(0, menu_button(screen, "table-in-words", "words"))
        if session.playing and seat is None and seats.free_seats(session.info, person, screen.ui.seats_have_hands):
            in_menu.insert(0, menu_button(screen, "take-a-free-seat", "sit", "success"))
        if session.playing and seat is not None:
            in_menu += await self.player_buttons(session, seat)
        if session.status in ("playing", "frozen") and await self.may_end(ctx):
            in_menu.append(menu_button(screen, "end-the-game", "end", "danger"))
        elif session.playing and seat is not None:
            in_menu.append(menu_button(screen, "vote-to-end", "end", "danger"))
        if session.g is not None:
            in_menu.append(menu_button(screen, "check-the-shuffle", "shuffle"))
        if session.playing:
            in_menu[:0] = explain_buttons(screen)
        over = session.status == "over"
        third = screen.third_button() if session.playing else ""
        if session.g is not None and (over or third in ("sit", "closer")):  # its place on the table is taken
            in_menu.insert(0, screen.button("log", "log", place=ASIDE))
        if screen.has_close_ups() and (over or third != "closer"):
            in_menu.insert(0, screen.button("zoom", "more", "closer", place=ASIDE))
        in_menu.sort(key=lambda button: button.style == "danger")  # what ends something comes last
        status = screen.status_line() or session.game.title
        sent = await ctx.send_ephemeral(Message(content=status, rows=in_rows(in_menu)))
        if seat is not None:  # it replaces an older menu or hint, and is deleted at the next question
            await self.app.delivery.ephemeral.note_shown(session, seat, sent)

    async def show_close_up(self, ctx: InteractionContext) -> None:
        """Show one seat's public cards: at first the next player's, then those of the seat picked there."""
        session, picked, count = ctx.session, ctx.picked, len(ctx.session.info.seats)
        seat = 0 if ctx.seat is None else (ctx.seat + 1) % count
        if picked:
            seat = int(picked) if picked.isdecimal() else count
        screen = self.screens.of(session)
        if seat >= count or not screen.has_close_ups():
            raise UserError("forged")
        enlarged = close_up(screen, seat)
        if picked:
            await ctx.edit(enlarged, drop_old=True)
        else:
            await self.app.delivery.ephemeral.reading_shown(session, ctx.seat, await ctx.send_ephemeral(enlarged))

    async def explain_picture(self, ctx: InteractionContext) -> None:
        """Send the table's picture with numbers that are explained below it."""
        ctx.session.require_game()
        screen = self.screens.of(ctx.session)
        if not explain_buttons(screen):
            raise UserError("forged")
        await ctx.send_ephemeral(explain_picture(screen))

    async def player_buttons(self, session: TableSession, seat: int) -> list[Button]:
        screen, now = self.screens.of(session).plain, self.sessions.clock()
        buttons: list[Button] = []
        mine = session.info.seats[seat]
        if mine.away:
            buttons.append(menu_button(screen, "take-my-seat-back", "back", "primary"))
        elif session.info.policy.stand_ins:
            buttons.append(menu_button(screen, "computer-for-me", "computer"))
        if back := undo_buttons(self.screens.of(session, seat)):
            path = actions.join_parts("slip", Control.parse(back[0].id).path)
            buttons.append(back[0]._replace(id=str(Control(session.id, "more", path, place=ASIDE))))
        person, pace = mine.person or 0, session.info.settings.pace
        late = reminders.overdue_seats(session.info, person, now, self.timing.nudge_after[pace])
        if late and not reminders.is_recently_reminded(session.info, now, self.timing.nudge_gap):
            first = late[0]
            with suppress(UserError):  # the menu needs no database
                notifiable = await self.app.people.with_notifications(session.info.persons())
                first = next((other for other in late if session.info.seats[other].person in notifiable), first)
            buttons.append(menu_button(screen, "nudge", "nudge", p=f"s{first}"))
        for other in votes.absent_seats(session.info, now, self.timing.computer_vote_after[pace]):
            if other != seat:
                buttons.append(menu_button(screen, "computer-for", f"vote/s{other}", p=f"s{other}"))
        buttons.append(menu_button(screen, "leave", "leave", "danger"))
        return buttons

    # ---- the table
    async def table_in_words(self, ctx: InteractionContext) -> None:
        if ctx.session.g is None:
            raise UserError("not-started")
        await ctx.send_ephemeral(Message(text=cut(self.in_words(ctx.session), 4096)))

    def in_words(self, session: TableSession) -> str:
        """Return the whole public table as text, in the order of the screen."""
        screen = self.screens.of(session)
        lines = [
            screen.status_line(),
            *last_events(screen),
            screen.tr("message.players-head"),
            players(screen, describe_marks=True),
            *screen.texts.table(),
        ]
        return "\n".join(lines)

    async def repost(self, ctx: InteractionContext) -> None:
        """Repost the table at the bottom, at most once per `Timing.table_command_gap` (30 s)."""
        session = ctx.session
        kind, fields = self.app.delivery.messenger.display_obstacle(session) or ("", {})
        if kind in ("rights", "member"):
            raise UserError("private-thread" if kind == "member" else "cannot-post", **fields)
        now = self.sessions.clock()
        if now < end_of(session.screen.reposted_at, self.timing.table_command_gap, now):
            raise UserError("table-here")
        try:
            await self.app.delivery.table.repost(session)
        except SEND_ERRORS as fault:
            log.info("session %s: not reposted (%s)", session.id, fault)
            raise (filter_error(fault) if filtered_by(fault) else UserError("not-taken")) from fault
        await ctx.ephemeral_note(self.screens.text(session, "said.brought-down"), edit=ctx.place == ASIDE)

    async def shuffle(self, ctx: InteractionContext) -> None:
        session, until = ctx.session, ctx.session.info.hidden_until
        if session.g is None:
            raise UserError("not-started")
        daily, reveals = self.sessions.clock() < until, session.status == "over" and self.sessions.clock() >= until
        key = "said.shuffle-daily" if daily else "said.shuffle-shown" if reveals else "said.shuffle-open"
        seed, file, verdict = "", None, "said.shuffle-fixed"
        if reveals:
            entries = await history.load_entries(self.sessions.store, session.id)
            options = lobby_options.rules_options(session.game, session.info.options)
            proof = build_proof(session.game, session.id, options, session.g, entries)
            seed, file = session.g.seed, (f"{session.game.slug}-{session.id}.json", proof)
            verdict = await self.shuffle_verdict(session, entries)
        explanation = self.screens.text(session, key, seal=session.info.seal, seed=seed, at=discord_timestamp(until))
        await ctx.send_ephemeral(Message(content=f"{self.screens.text(session, verdict)}\n{explanation}", file=file))

    async def shuffle_verdict(self, session: TableSession, entries: list[AnswerRow]) -> str:
        """Replay a finished game from the deal and return the key of the verdict. Raises UserError."""
        assert session.g is not None
        if seal(session.g.seed) != session.info.seal:
            return "said.shuffle-false"
        try:
            past = await history.load_snapshot(self.sessions.store, session, entries, FROM_THE_DEAL)
            is_same = await asyncio.to_thread(past.reproduces, session.g)
        except EngineError:
            is_same = False
        return "said.shuffle-fair" if is_same else "said.shuffle-unrepeatable"

    async def try_messages(self, ctx: InteractionContext) -> None:
        """Retry direct messages, now that the person has allowed them."""
        session = ctx.session
        session.require_game()
        seat, person = session.info.require_seat(ctx.person), ctx.person
        self.app.delivery.panels.try_again(session, seat)
        if (await self.app.people.settings(person)).cards_at(session.info.cards) != "message":
            await self.app.people.change_settings(person, cards="message")
        await ctx.send_ephemeral(Message(content=self.screens.text(session, "said.trying")))

    async def remind(self, ctx: InteractionContext) -> None:
        """Remind the players that the table waits for, at most once per `Timing.nudge_gap` (an hour)."""
        session = ctx.session
        session.require_game()
        notifiable = await self.app.people.with_notifications(session.info.persons())
        settings = await self.app.servers.of(session.guild)
        wait, gap = self.timing.nudge_after[session.info.settings.pace], self.timing.nudge_gap
        async with session.lock:
            session.require_game()
            info = reminders.remind(session.info, ctx.person, notifiable, self.sessions.clock(), wait, gap)
            await self.sessions.change(session, info)
        quiet = settings.quiet_until(info.nudged_at)
        key, at = "said.nudged-later" if quiet else "said.nudged", discord_timestamp(quiet)
        text = self.screens.text(session, key, p=[f"s{seat}" for seat in info.nudged], at=at)
        await ctx.ephemeral_note(text, edit=ctx.place == ASIDE)

    async def score(self, ctx: InteractionContext) -> None:
        session = ctx.session
        if session.status != "over" or session.g is None:
            raise UserError("not-started" if session.g is None else "forged")
        await ctx.send_ephemeral(score_message(self.screens.of(session)))

    # ---- coming and going
    async def apply(self, ctx: InteractionContext, rule: Rule) -> tuple[TableInfo, TableInfo]:
        """Change the game's table by a rule. Return its information before and after: the same for a double press."""
        session = ctx.session
        async with session.lock:
            session.require_game()
            before = session.info
            after = rule(before, ctx.person, session.event_count, self.sessions.clock())
            if after is not before:
                await self.sessions.change(session, after)
        return before, after

    async def computer_for_me(self, ctx: InteractionContext) -> None:
        _, info = await self.apply(ctx, seats.let_computer_play)
        key = "said.computer-on" if info.present_persons() else "said.computer-on-paused"
        await ctx.send_ephemeral(Message(content=self.screens.text(ctx.session, key)))

    async def return_to_seat(self, ctx: InteractionContext) -> None:
        before, info = await self.apply(ctx, seats.return_to_seat)
        key = "said.never-away" if info is before else "said.back"
        await ctx.show_panel(info.require_seat(ctx.person), self.screens.text(ctx.session, key))

    async def ask_leave(self, ctx: InteractionContext) -> None:
        session = ctx.session
        session.info.require_seat(ctx.person)
        session.require_game()
        screen = self.screens.of(session)
        row = menu_button(screen, "leave", "leave/yes", "danger"), menu_button(screen, "stay", "stay")
        key = "said.ask-leave" if len(session.info.persons()) > 1 else "said.ask-leave-last"
        await ctx.ephemeral_note(screen.text(key), (row,), edit=ctx.place == ASIDE)

    async def stay(self, ctx: InteractionContext) -> None:
        await ctx.edit(Message(content=self.screens.text(ctx.session, "said.back-to-game")))

    async def leave(self, ctx: InteractionContext) -> None:
        session = ctx.session
        await self.apply(ctx, seats.leave_seat)
        self.app.delivery.ephemeral.keep_note(session, ctx.seat)
        await ctx.edit(Message(content=self.screens.text(session, "said.left" if session.playing else "said.ended")))

    async def take_seat(self, ctx: InteractionContext, wanted: int | None = None) -> None:
        """Take a vacant seat in mid-game: the wanted one, or the first that this person may take."""
        session, name = ctx.session, display_name(ctx.interaction.user)
        secret = self.screens.ui(session).seats_have_hands
        await ctx.require_welcome()
        _, info = await self.apply(ctx, partial(seats.take_seat, name=name, secret=secret, wanted=wanted))
        await ctx.record_arrival(session)
        seat = info.require_seat(ctx.person)
        sentence = self.screens.text(session, "said.seated-plain", seat=seat)
        if secret:
            await ctx.show_panel(seat, sentence)
        else:
            await ctx.send_ephemeral(Message(content=sentence))

    # ---- the end, and votes
    async def end(self, ctx: InteractionContext) -> None:
        """End the game after a confirmation by the host or a moderator; any other player starts a vote."""
        session = ctx.session
        if await self.may_end(ctx):
            self.require_table(session)
            screen = self.screens.of(session)
            row = menu_button(screen, "end-it", "end/yes", "danger"), menu_button(screen, "play-on", "stay")
            await ctx.ephemeral_note(screen.text("said.ask-end"), (row,), edit=ctx.place == ASIDE)
            return
        if (await self.app.servers.of(session.guild)).ending == "moderators":
            raise UserError("only-moderators-end")
        await self.vote_on(ctx, votes.propose_end)

    async def may_end(self, ctx: InteractionContext) -> bool:
        session = ctx.session
        settings = await self.app.servers.of(session.guild)
        is_alone = settings.ending == "table" and session.info.persons() == [ctx.person]  # the vote would be theirs
        moderator = may_manage(ctx.interaction, session.channel)
        return is_alone or settings.may_end(ctx.person == session.info.host, moderator)

    def require_table(self, session: TableSession) -> None:
        """Raise UserError if there is no table to end; a frozen one can be ended, too."""
        if session.status != "frozen":
            session.require_game()

    async def end_now(self, ctx: InteractionContext) -> None:
        session = ctx.session
        async with session.lock:
            self.require_table(session)
            if not await self.may_end(ctx):
                raise UserError("only-host")
            info = votes.end_game(session.info, "ended-by", display_name(ctx.interaction.user), ctx.person)
            await self.sessions.change(session, info)
            self.app.delivery.ephemeral.keep_note(session, ctx.seat)
        await ctx.edit(Message(content=self.screens.text(session, "said.ended")))

    async def propose_computer(self, ctx: InteractionContext, seat: int | None) -> None:
        wait = self.timing.computer_vote_after[ctx.session.info.settings.pace]
        await self.vote_on(ctx, partial(votes.propose_computer, seat=seat, wait=wait))

    async def vote(self, ctx: InteractionContext) -> None:
        """Cast a vote on the open proposal: to undo, to end, or to let a computer play."""
        session, (verb, _, question) = ctx.session, ctx.control.path.partition("/")
        agree = verb == "agree"
        if session.info.undo_vote is not None:
            await self.undo_controls.vote(ctx, agree, question)
        else:
            await self.vote_on(ctx, partial(votes.cast_vote, agree=agree, question=question))

    async def vote_on(self, ctx: InteractionContext, rule: Rule) -> None:
        before, info = await self.apply(ctx, rule)
        if info.vote is not None:
            known = before.vote is not None and votes.question_id(before.vote) == votes.question_id(info.vote)
            key = "said.voted" if known else "said.back-asked"
        else:
            key = "said.vote-won" if votes.was_won(before, info) else "said.vote-over"
        await ctx.ephemeral_note(self.screens.text(ctx.session, key), edit=ctx.place == ASIDE)


def menu_button(screen: TableScreen, label: str, path: str, style: Style = "secondary", **fields: str) -> Button:
    """Return a button of *More*, in an ephemeral message."""
    return screen.button(label, "more", path, style, ASIDE, **fields)
