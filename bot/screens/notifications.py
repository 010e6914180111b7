"""The messages below the table: turn notifications, failed direct messages, votes, the end."""

from bot.i18n.catalogue import COMMON
from bot.screens.base import screen
from bot.screens.message import Message
from bot.screens.news import NewsBuilder
from bot.tables import votes
from bot.tables.session import TableSession


class NotificationMessages(NewsBuilder):
    @screen
    def turn_notification(self, session: TableSession, seats: list[int]) -> Message:
        """Return the mention of these seats: the first one's question and, if there's only one, its news."""
        translator, question = self.translator(session), session.view().question_of(seats[0]) if seats else None
        secret = question is not None and question.secret
        sentence = self.question_text(session, question, translator) if question else self.status_line(session)
        lines = [self.mentions(session, seats), sentence]
        if question is not None and len(seats) == 1 and (news := self.for_notification(session, seats[0], translator)):
            lines.append(news)
        if session.screen.outvoted:
            those = " ".join(f"<@{person}>" for person in session.screen.outvoted)
            lines.append(self.text(session, "said.outvoted", mentions=those))
        return Message(
            content="\n".join(lines),
            mentions=self.people(session, seats),
            rows=((self.button(session, "hand", "hand"),),) if secret else (),
        )

    @screen
    def dm_failed_notice(self, session: TableSession, seats: list[int]) -> Message:
        later = [seat for seat in seats if seat in session.screen.dm_retry_at]
        by_key = {"notice": [seat for seat in seats if seat not in later], "notice-later": later}
        say = self.translator(session).tr
        lines = [
            say(f"said.{key}", mentions=self.mentions(session, those), button=say("button.hand"))
            for key, those in by_key.items()
            if those
        ]
        return Message(
            content="\n".join(lines),
            mentions=self.people(session, seats),
            rows=((self.button(session, "hand", "hand"),),),
        )

    @screen
    def filter_notice(self, session: TableSession) -> Message:
        translator, which = self.translator(session), session.screen.denied
        return Message(
            content=translator.tr(
                "said.filtered-host",
                game=session.game.title,
                channel=f"<#{session.channel}>",
                filter=COMMON.names("filter")[which],
                help=translator.tr(f"said.filtered-{which}"),
            )
        )

    @screen
    def vote(self, session: TableSession) -> Message:
        vote, translator = session.info.vote, self.translator(session)
        assert vote is not None
        about = session.info.seat_of(vote.by) if vote.seat is None else vote.seat
        who = f"s{about}" if about is not None else translator.tr("join.somebody")
        key, what = "said.end-vote" if vote.seat is None else "said.computer-vote", ""
        if vote.back is not None:
            key, what = "said.back-vote", self.describe_answer(session, vote.what, translator)
        question, n, m = votes.question_id(vote), votes.agreed_count(session.info), len(votes.voters(session.info))
        return Message(
            content=translator.tr(key, p=who, n=n, m=m, what=what),
            rows=(
                (
                    self.button(session, "agree", "vote", f"agree/{question}", "primary"),
                    self.button(session, "play-on" if vote.seat is None else "wait", "vote", f"against/{question}"),
                ),
            ),
        )

    @screen
    def game_over_notification(self, session: TableSession, seats: list[int]) -> Message:
        fields = {"mentions": self.mentions(session, seats), "headline": self.headline(session)}
        return Message(
            content=self.translator(session).tr("said.farewell", **fields), mentions=self.people(session, seats)
        )
