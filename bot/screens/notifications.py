"""The messages below the table: pings, notices, votes, the end."""

from bot.i18n.catalogue import COMMON
from bot.screens.base import drawn
from bot.screens.message import Message
from bot.screens.news import EventDigest
from bot.tables.session import TableSession


class NotificationMessages(EventDigest):
    @drawn
    def ping(self, live: TableSession, seats: list[int]) -> Message:
        view = live.view()
        question = view.question_of(seats[0]) if seats else None
        said = self.question_text(live, question, self.translator(live)) if question else self.status_line(live)
        secret = question is not None and question.secret
        words = self.translator(live)
        lines = [self.mentions(live, seats), said]
        if question is not None and len(seats) == 1 and (news := self.for_notification(live, seats[0], words)):
            lines.append(news)
        if live.screen.outvoted:
            those = " ".join(f"<@{person}>" for person in live.screen.outvoted)
            lines.append(self.translator(live).tr("said.outvoted", mentions=those))
        return Message(
            content="\n".join(lines),
            mentions=self.people(live, seats),
            rows=((self.button(live, "hand", "hand"),),) if secret else (),
        )

    @drawn
    def notice(self, live: TableSession, seats: list[int]) -> Message:
        later = [seat for seat in seats if seat in live.screen.dm_retry_at]
        told = {"notice": [seat for seat in seats if seat not in later], "notice-later": later}
        say, button = self.translator(live).tr, self.game_ui(live).hand_button
        return Message(
            content="\n".join(
                say(f"said.{key}", mentions=self.mentions(live, those), button=button)
                for key, those in told.items()
                if those
            ),
            mentions=self.people(live, seats),
            rows=((self.button(live, "hand", "hand"),),),
        )

    @drawn
    def filtered(self, live: TableSession) -> Message:
        words, which = self.translator(live), live.screen.denied
        return Message(
            content=words.tr(
                "said.filtered-host",
                game=live.game.title,
                channel=f"<#{live.channel}>",
                filter=COMMON.names("filter")[which],
                help=words.tr(f"said.filtered-{which}"),
            )
        )

    @drawn
    def vote(self, live: TableSession) -> Message:
        vote, words = live.info.vote, self.translator(live)
        assert vote is not None
        sleeper = None if vote.seat is None else live.info.seats[vote.seat].person
        voters = [person for person in live.info.persons() if person != sleeper]
        if vote.back is not None:
            voters = live.info.present_persons()
        about = live.info.seat_of(vote.by) if vote.seat is None else vote.seat
        who = f"s{about}" if about is not None else words.tr("join.somebody")
        key = (
            "said.back-vote"
            if vote.back is not None
            else "said.end-vote"
            if vote.seat is None
            else "said.computer-vote"
        )
        what = self.describe_answer(live, vote.what, words) if vote.back is not None else ""
        return Message(
            content=words.tr(key, p=who, n=len({*vote.agreed} & {*voters}), m=len(voters), what=what),
            rows=(
                (
                    self.button(live, "agree", "vote", "agree", "primary"),
                    self.button(live, "play-on" if vote.seat is None else "wait", "vote", "against"),
                ),
            ),
        )

    @drawn
    def farewell(self, live: TableSession, seats: list[int]) -> Message:
        fields = {"mentions": self.mentions(live, seats), "headline": self.headline(live)}
        return Message(content=self.translator(live).tr("said.farewell", **fields), mentions=self.people(live, seats))
