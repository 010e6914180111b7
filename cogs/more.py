"""What stands behind *More*: for people who are away, who leave, who come, who want to end; and the shuffle."""

from bot.delivery.control import ASIDE, Control
from bot.delivery.message import Button, Choice, Menu, Message, Row
from bot.sessions.live import Live
from bot.tables.info import Seat, TableInfo, Vote
from bot.tables.refusals import Refusal
from cogs.desk import Desk
from cogs.reply import Reply
from cogs.rights import lost_rights, may_manage
from cogs.ui.controls import in_rows
from cogs.ui.words import cut, display_name, listed, span


class More:
    def __init__(self, desk: Desk) -> None:
        self.desk, self.sessions, self.screens = desk, desk.sessions, desk.screens
        self.timing = desk.hob.settings.timing
        self.verbs = {
            "": self.menu,
            "sit": self.take_free_seat,
            "words": self.table_in_words,
            "down": self.bring_down,
            "nudge": self.nudge,
            "computer": self.computer_for_me,
            "back": self.take_back,
            "leave": self.ask_leave,
            "leave/yes": self.leave,
            "stay": self.stay,
            "end": self.end,
            "end/yes": self.end_now,
            "shuffle": self.shuffle,
            "messages": self.try_messages,
        }

    async def press(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        if control.path.startswith("vote/s") and control.path[6:].isdecimal():
            await self.propose_computer(reply, live, int(control.path[6:]))
        elif control.path == "closer":
            await self.closer(reply, live, values)
        elif control.path in self.verbs:
            await self.verbs[control.path](reply, live)
        else:
            raise Refusal("forged")

    def row(self, live: Live, *those: tuple[str, str, str]) -> tuple[Row, ...]:
        """Buttons of an ephemeral message: label, path, style."""
        return in_rows(
            [
                Button(label, str(Control(live.id, "more", path, place=ASIDE)), style)  # type: ignore[arg-type]
                for label, path, style in those
            ]
        )

    # ---- the menu
    async def menu(self, reply: Reply, live: Live) -> None:
        """Only what applies is shown."""
        person = reply.interaction.user.id
        seat = live.info.seat_of(person)
        buttons: list[tuple[str, str, str]] = []
        if live.g is not None:
            buttons.append(("Table in words", "words", "secondary"))
        buttons.append(("Bring the table down", "down", "secondary"))
        if live.playing and seat is None and self.free_seats(live, person):
            buttons.insert(0, ("Take a free seat", "sit", "success"))
        if live.playing and seat is not None:
            buttons += self.seated(live, seat)
        if (live.playing and seat is not None) or (live.status in ("playing", "frozen") and self.may_end(reply, live)):
            buttons.append(("End the game", "end", "danger"))
        if live.g is not None:
            buttons.append(("Check the shuffle", "shuffle", "secondary"))
        rows = (*self.close_ups(live), *self.row(live, *buttons))
        await reply.whisper(Message(content=self.screens.now(live) or live.game.title, rows=rows))

    def close_ups(self, live: Live) -> tuple[Row, ...]:
        """A select of whose things to look at closely, in a game that draws them."""
        if live.g is None or not live.info.pictures or not self.screens.face(live).close_ups:
            return ()
        choices = tuple(Choice(cut(name, 100), str(seat)) for seat, name in enumerate(live.info.names()))
        return (Menu("A larger picture of…", str(Control(live.id, "more", "closer", place=ASIDE)), choices),)

    async def closer(self, reply: Reply, live: Live, values: list[str]) -> None:
        """One seat's public things, drawn large."""
        seat = int(values[0]) if values and values[0].isdecimal() else len(live.info.seats)
        if live.g is None or seat >= len(live.info.seats) or not self.screens.face(live).close_ups:
            raise Refusal("forged")
        await reply.whisper(self.screens.close_up(live, seat))

    def seated(self, live: Live, seat: int) -> list[tuple[str, str, str]]:
        names, now = live.info.names(), self.sessions.clock()
        buttons = []
        mine = live.info.seats[seat]
        buttons.append(
            ("Take my seat back", "back", "primary")
            if mine.away
            else ("Let a computer play for me", "computer", "secondary")
        )
        waited = {s: now - need.since for s, need in live.info.needs.items() if live.info.seats[s].person}
        sleepers = [s for s, time in waited.items() if s != seat and not live.info.seats[s].away]
        lately = now - live.info.nudged_at < self.timing.nudge_gap
        if not lately and any(waited[s] >= self.timing.nudge[live.info.pace] for s in sleepers):
            who = names[max(sleepers, key=lambda s: waited[s])]
            buttons.append((f"Nudge {who}", "nudge", "secondary"))
        for s in sleepers:
            if waited[s] >= self.timing.sleeper[live.info.pace]:
                buttons.append((f"Computer for {names[s]}", f"vote/s{s}", "secondary"))
        buttons.append(("Leave", "leave", "danger"))
        return buttons

    def seat_of(self, reply: Reply, live: Live) -> int:
        seat = live.info.seat_of(reply.interaction.user.id)
        if seat is None:
            raise Refusal("players-only")
        return seat

    def need_game(self, live: Live) -> None:
        if live.status == "frozen":
            raise Refusal("frozen")
        if not live.playing:
            raise Refusal("over" if live.status == "over" else "not-started")

    # ---- looking
    async def table_in_words(self, reply: Reply, live: Live) -> None:
        if live.g is None:
            raise Refusal("not-started")
        await reply.whisper(Message(text=cut(self.in_words(live), 4096)))

    def in_words(self, live: Live) -> str:
        """The whole public table as text, in the order of the screen."""
        words, view = self.screens.words(live), live.view()
        lines = [self.screens.now(live), *self.screens.last_events(live, words), "**Players**"]
        lines += [
            self.screens.players(live, view, words, spoken=True),
            *self.screens.face(live).table_in_words(view, words),
        ]
        return "\n".join(lines)

    async def bring_down(self, reply: Reply, live: Live) -> None:
        """Post the table anew at the bottom, not more often than every half minute."""
        if rights := lost_rights(self.desk.delivery, live):
            raise Refusal("cannot-post", rights=rights)
        if self.sessions.clock() - live.screen.reposted_at < self.timing.table_command_gap:
            raise Refusal("table-here")
        await self.desk.delivery.post(live)
        await reply.whisper(Message(content=self.desk.say(live, "brought-down")))

    async def shuffle(self, reply: Reply, live: Live) -> None:
        if live.g is None:
            raise Refusal("not-started")
        key = "shuffle-shown" if live.status == "over" else "shuffle-open"
        seed = live.g.seed if live.status == "over" else ""
        await reply.whisper(Message(content=self.desk.say(live, key, seal=live.info.seal, seed=seed)))

    async def try_messages(self, reply: Reply, live: Live) -> None:
        """Their direct messages are open now: try again."""
        self.need_game(live)
        seat = self.seat_of(reply, live)
        live.screen.closed.pop(seat, None)
        live.screen.told = [person for person in live.screen.told if person != reply.interaction.user.id]
        await self.desk.people.wish(reply.interaction.user.id, cards="message")
        await reply.whisper(Message(content=self.desk.say(live, "trying")))

    async def nudge(self, reply: Reply, live: Live) -> None:
        """Ring once more whom the table waits for; once an hour."""
        self.need_game(live)
        mine = self.seat_of(reply, live)
        now = self.sessions.clock()
        wait = self.timing.nudge[live.info.pace]
        late = [seat for seat, need in live.info.needs.items() if now - need.since >= wait]
        late = [seat for seat in late if seat != mine and not live.info.seats[seat].by_computer]
        if not late:
            raise Refusal("nudge-early", wait=span(wait))
        people = self.desk.people
        seats = [seat for seat in late if (await people.wishes(live.info.seats[seat].person or 0)).rings]
        if not seats:
            raise Refusal("nudge-nobody")
        async with live.lock:
            if now - live.info.nudged_at < self.timing.nudge_gap:
                raise Refusal("nudged-lately")
            info = live.draft()
            info.nudged_at = now
            await self.sessions.change(live, info)
        live.screen.nudge = seats  # the keeper rings them
        await reply.whisper(Message(content=self.desk.say(live, "nudged", p=[f"s{seat}" for seat in seats])))

    # ---- coming and going
    async def computer_for_me(self, reply: Reply, live: Live) -> None:
        seat = self.seat_of(reply, live)
        await self.away(live, seat, True, "hob-computer-on")
        await reply.whisper(Message(content=self.desk.say(live, "computer-on")))

    async def take_back(self, reply: Reply, live: Live) -> None:
        self.need_game(live)
        seat = self.seat_of(reply, live)
        said = "back" if live.info.seats[seat].away else "never-away"
        await self.away(live, seat, False, "hob-back")
        await self.desk.show_panel(reply, live, seat, self.desk.say(live, said))

    async def away(self, live: Live, seat: int, away: bool, note: str) -> None:
        async with live.lock:
            self.need_game(live)
            info = live.draft()
            if info.seats[seat].away == away:  # it was pressed twice
                return
            info.seats[seat].away = away
            if seat in info.needs:  # whoever plays from now on, the table waits for them from now on
                info.needs[seat].since = info.needs[seat].asked = self.sessions.clock()
            live.note(info, note, p=f"s{seat}")
            await self.sessions.change(live, info)

    async def ask_leave(self, reply: Reply, live: Live) -> None:
        self.seat_of(reply, live)
        self.need_game(live)
        rows = self.row(live, ("Leave", "leave/yes", "danger"), ("Stay", "stay", "secondary"))
        await reply.whisper(Message(content=self.desk.say(live, "ask-leave"), rows=rows))

    async def stay(self, reply: Reply, live: Live) -> None:
        await reply.edit(Message(content=self.desk.say(live, "back-to-game")))

    async def leave(self, reply: Reply, live: Live) -> None:
        """The seat is vacant: a computer plays on, and the next comer may take it."""
        async with live.lock:
            self.need_game(live)
            seat = self.seat_of(reply, live)
            info = live.draft()
            info.seats[seat].person, info.seats[seat].vacant, info.seats[seat].away = None, True, False
            if info.host == reply.interaction.user.id and info.persons():
                info.host = info.persons()[0]
            live.note(info, "hob-left", p=f"s{seat}")
            await self.sessions.change(live, info, status=self.tally(live, info))
        await reply.edit(Message(content=self.desk.say(live, "left" if live.playing else "ended")))

    def seen_seats(self, live: Live, person: int) -> list[int]:
        """The seats whose secret cards a person has ever seen: they may take no other."""
        seats = enumerate(live.info.seats)
        return [number for number, seat in seats if person in seat.seen_by] if self.screens.has_hand(live) else []

    def free_seats(self, live: Live, person: int) -> list[int]:
        """The vacant seats that a person may take."""
        seen = self.seen_seats(live, person)
        return [number for number, seat in enumerate(live.info.seats) if seat.vacant and (not seen or number in seen)]

    def free_seat(self, live: Live, person: int, wanted: int | None) -> int:
        """The wanted seat, or the first that they may take.  Raises Refusal."""
        seen, free = self.seen_seats(live, person), self.free_seats(live, person)
        if seen and (not free or wanted not in (None, *seen)):
            raise Refusal("seen-taken" if not free else "seen-cards", q=f"s{seen[0]}")
        if not free:
            raise Refusal("no-vacant")
        if wanted is not None and wanted not in free:
            raise Refusal("seat-taken", choices=listed([live.info.names()[seat] for seat in free]))
        return free[0] if wanted is None else wanted

    async def take_free_seat(self, reply: Reply, live: Live) -> None:
        await self.sit_down(reply, live, None)

    async def sit_down(self, reply: Reply, live: Live, wanted: int | None) -> None:
        """Take a vacant seat in mid-game: the wanted one, or the first that they may take."""
        user = reply.interaction.user
        async with live.lock:
            self.need_game(live)
            if live.info.seat_of(user.id) is not None:
                raise Refusal("already-seated")
            seat = self.free_seat(live, user.id, wanted)
            info = live.draft()
            before = info.seats[seat]
            info.seats[seat] = Seat(person=user.id, name=display_name(user), seen_by=sorted({*before.seen_by, user.id}))
            # The seat's name in older lines of the log becomes the newcomer's: the seat is what has a history.
            back = before.name == info.seats[seat].name and user.id in before.seen_by
            live.note(info, "hob-returned" if back else "hob-joined", p=f"s{seat}", q=before.name)
            if info.seat_of(info.host) is None:
                info.host = user.id
            await self.sessions.change(live, info)
        self.desk.arrive(live, reply.interaction)
        if self.screens.has_hand(live):
            await self.desk.show_panel(reply, live, seat, self.desk.say(live, "seated-plain", seat=seat))
        else:
            await reply.whisper(Message(content=self.desk.say(live, "seated-plain", seat=seat)))

    # ---- the end, and votes
    async def end(self, reply: Reply, live: Live) -> None:
        """The host or a moderator ends after a second press; anybody else seated asks the table."""
        if self.may_end(reply, live):
            self.need_table(live)
            rows = self.row(live, ("End it", "end/yes", "danger"), ("Play on", "stay", "secondary"))
            await reply.whisper(Message(content=self.desk.say(live, "ask-end"), rows=rows))
            return
        self.need_game(live)
        self.seat_of(reply, live)
        await self.cast(reply, live, None, agree=True)

    def may_end(self, reply: Reply, live: Live) -> bool:
        return reply.interaction.user.id == live.info.host or may_manage(reply.interaction, live)

    def need_table(self, live: Live) -> None:
        """A frozen one can be ended too."""
        if live.status != "frozen":
            self.need_game(live)

    async def end_now(self, reply: Reply, live: Live) -> None:
        async with live.lock:
            self.need_table(live)
            if not self.may_end(reply, live):
                raise Refusal("only-host")
            info = live.draft()
            self.finish(info, "ended-by", display_name(reply.interaction.user))
            await self.sessions.change(live, info, status="over" if live.g is not None else "closed")
        await reply.edit(Message(content=self.desk.say(live, "ended")))

    def finish(self, info: TableInfo, key: str, name: str) -> None:
        info.ended, info.ended_by, info.vote, info.needs = key, name, None, {}

    async def propose_computer(self, reply: Reply, live: Live, seat: int) -> None:
        self.need_game(live)
        if seat >= len(live.info.seats):
            raise Refusal("forged")
        if self.seat_of(reply, live) == seat:
            raise Refusal("own-seat")
        need, wait = live.info.needs.get(seat), self.timing.sleeper[live.info.pace]
        if need is None or live.info.seats[seat].by_computer:
            raise Refusal("not-awaited", seat=seat)
        if self.sessions.clock() - need.since < wait:
            raise Refusal("vote-early", wait=span(wait))
        await self.cast(reply, live, seat, agree=True)

    async def vote(self, reply: Reply, live: Live, control: Control, values: list[str]) -> None:
        self.need_game(live)
        self.seat_of(reply, live)
        if live.info.vote is None:
            raise Refusal("no-vote")
        await self.cast(reply, live, live.info.vote.seat, agree=control.path == "agree")

    async def cast(self, reply: Reply, live: Live, seat: int | None, agree: bool) -> None:
        """One press each; who was thought to sleep ends the vote by any."""
        person = reply.interaction.user.id
        async with live.lock:
            self.need_game(live)
            info = live.draft()
            sleeper = None if seat is None else info.seats[seat].person
            if seat is not None and (sleeper is None or seat not in info.needs or info.seats[seat].away):
                info.vote = None
                await self.sessions.change(live, info)
                raise Refusal("no-vote")
            if info.vote is None or info.vote.seat != seat:
                info.vote = Vote(seat=seat, by=person, at=self.sessions.clock())
            vote = info.vote
            vote.agreed = [p for p in vote.agreed if p != person] + [person] * agree
            vote.against = [p for p in vote.against if p != person] + [person] * (not agree)
            if person == sleeper:
                info.vote = None
            await self.sessions.change(live, info, status=self.tally(live, info))
        said = "voted" if info.vote is not None else "vote-won" if agree and person != sleeper else "vote-over"
        await reply.whisper(Message(content=self.desk.say(live, said)))

    def tally(self, live: Live, info: TableInfo) -> str:
        """More than half of the persons decides, and so does the first impossible majority.  Returns the new status."""
        vote = info.vote
        if vote is not None:
            sleeper = None if vote.seat is None else info.seats[vote.seat].person
            voters = {person for person in info.persons() if person != sleeper}
            if len(voters.intersection(vote.agreed)) * 2 > len(voters):
                return self.carried(live, info, vote.seat)
            if len(voters.intersection(vote.against)) * 2 >= len(voters):
                info.vote = None
        return live.status

    def carried(self, live: Live, info: TableInfo, seat: int | None) -> str:
        """The vote is won.  Returns the session's status after it."""
        info.vote = None
        if seat is None:
            self.finish(info, "ended-by-vote", "")
            return "over"
        sitter = info.seats[seat]
        sitter.away = True
        if sitter.person is not None:
            live.screen.outvoted.append(sitter.person)
        if seat in info.needs:
            info.needs[seat].asked = self.sessions.clock()
        live.note(info, "hob-computer-voted", p=f"s{seat}")
        return live.status
