"""The messages under the table: pings, hints, votes, the farewell."""

from bot.i18n.common import COMMON
from bot.screens.base import drawn
from bot.screens.message import Message
from bot.screens.news import News
from bot.tables.session import Live


class Notices(News):
    @drawn
    def ping(self, live: Live, seats: list[int]) -> Message:
        view = live.view()
        question = view.question_of(seats[0]) if seats else None
        said = self.say(live, question, self.words(live)) if question else self.now(live)
        secret = question is not None and question.secret
        words = self.words(live)
        lines = [self.mentions(live, seats), said]
        if question is not None and len(seats) == 1 and (news := self.for_ring(live, seats[0], words)):
            lines.append(news)
        if live.screen.outvoted:
            those = " ".join(f"<@{person}>" for person in live.screen.outvoted)
            lines.append(self.words(live).say("said.outvoted", mentions=those))
        return Message(
            content="\n".join(lines),
            mentions=self.people(live, seats),
            rows=((self.button(live, "hand", "hand"),),) if secret else (),
        )

    @drawn
    def notice(self, live: Live, seats: list[int]) -> Message:
        later = [seat for seat in seats if seat in live.screen.dm_retry_at]
        told = {"notice": [seat for seat in seats if seat not in later], "notice-later": later}
        say, button = self.words(live).say, self.face(live).hand_button
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
    def filtered(self, live: Live) -> Message:
        words, which = self.words(live), live.screen.denied
        return Message(
            content=words.say(
                "said.filtered-host",
                game=live.game.title,
                channel=f"<#{live.channel}>",
                filter=COMMON.names("filter")[which],
                help=words.say(f"said.filtered-{which}"),
            )
        )

    @drawn
    def vote(self, live: Live) -> Message:
        vote, words = live.info.vote, self.words(live)
        assert vote is not None
        sleeper = None if vote.seat is None else live.info.seats[vote.seat].person
        voters = [person for person in live.info.persons() if person != sleeper]
        if vote.back is not None:
            voters = live.info.present_persons()
        about = live.info.seat_of(vote.by) if vote.seat is None else vote.seat
        who = f"s{about}" if about is not None else words.say("join.somebody")
        key = (
            "said.back-vote"
            if vote.back is not None
            else "said.end-vote"
            if vote.seat is None
            else "said.computer-vote"
        )
        what = self.what(live, vote.what, words) if vote.back is not None else ""
        return Message(
            content=words.say(key, p=who, n=len({*vote.agreed} & {*voters}), m=len(voters), what=what),
            rows=(
                (
                    self.button(live, "agree", "vote", "agree", "primary"),
                    self.button(live, "play-on" if vote.seat is None else "wait", "vote", "against"),
                ),
            ),
        )

    @drawn
    def farewell(self, live: Live, seats: list[int]) -> Message:
        fields = {"mentions": self.mentions(live, seats), "headline": self.headline(live)}
        return Message(content=self.words(live).say("said.farewell", **fields), mentions=self.people(live, seats))
