"""The messages below the table: turn notifications, failed direct messages, votes, the end.

By direct message, the panel is the notification (`panel.py`).
"""

from bot.i18n.catalogue import COMMON
from bot.screens.message import Message
from bot.screens.news import for_notification
from bot.screens.table_screen import TableScreen, guarded
from bot.tables import votes


@guarded
def turn_notification(screen: TableScreen, seats: list[int]) -> Message:
    """Return the mention of these seats: the first one's question and, if there's only one, its news."""
    assert screen.viewer is None  # everyone reads it
    question = screen.view.question_of(seats[0]) if seats else None
    secret = question is not None and question.secret
    sentence = screen.question_text(question) if question else screen.status_line()
    lines = [screen.mentions(seats), sentence]
    if question is not None and len(seats) == 1 and (news := for_notification(screen, seats[0])):
        lines.append(news)
    if screen.session.screen.outvoted:
        those = " ".join(f"<@{person}>" for person in screen.session.screen.outvoted)
        lines.append(screen.text("said.outvoted", mentions=those))
    return Message(
        content="\n".join(lines),
        mentions=screen.people(seats),
        rows=((screen.button("hand", "hand"),),) if secret else (),
    )


@guarded
def dm_failed_notice(screen: TableScreen, seats: list[int]) -> Message:
    later = [seat for seat in seats if seat in screen.session.screen.dm_retry_at]
    by_key = {"notice": [seat for seat in seats if seat not in later], "notice-later": later}
    lines = [
        screen.tr(f"said.{key}", mentions=screen.mentions(those), button=screen.tr("button.hand"))
        for key, those in by_key.items()
        if those
    ]
    return Message(
        content="\n".join(lines),
        mentions=screen.people(seats),
        rows=((screen.button("hand", "hand"),),),
    )


@guarded
def filter_notice(screen: TableScreen) -> Message:
    which = screen.session.screen.denied
    return Message(
        content=screen.tr(
            "said.filtered-host",
            game=screen.game.title,
            channel=f"<#{screen.session.channel}>",
            filter=COMMON.names("filter")[which],
            help=screen.tr(f"said.filtered-{which}"),
        )
    )


@guarded
def vote_message(screen: TableScreen) -> Message:
    vote = screen.info.vote
    assert screen.viewer is None and vote is not None
    about = screen.info.seat_of(vote.by) if vote.seat is None else vote.seat
    who = f"s{about}" if about is not None else screen.tr("join.somebody")
    key, what = "said.end-vote" if vote.seat is None else "said.computer-vote", ""
    if vote.back is not None:
        key, what = "said.back-vote", screen.describe_answer(vote.what)
    question, n, m = votes.question_id(vote), votes.agreed_count(screen.info), len(votes.voters(screen.info))
    return Message(
        content=screen.tr(key, p=who, n=n, m=m, what=what),
        rows=(
            (
                screen.button("agree", "vote", f"agree/{question}", "primary"),
                screen.button("play-on" if vote.seat is None else "wait", "vote", f"against/{question}"),
            ),
        ),
    )


@guarded
def game_over_notification(screen: TableScreen, seats: list[int]) -> Message:
    fields = {"mentions": screen.mentions(seats), "headline": screen.headline()}
    return Message(content=screen.tr("said.farewell", **fields), mentions=screen.people(seats))
