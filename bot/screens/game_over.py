"""The table message after the game, and the score sheets of its rounds."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot.i18n.fitting import cut
from bot.screens.game_over_poster import GameOverSummary
from bot.screens.message import Button, Field, Message, PictureFields, compose, picture_fields
from bot.screens.table_screen import TableScreen, guarded, table_picture
from bot.screens.text_renderer import GameOverText
from bot.tables.lobby import occupant_key
from bot.tables.model import TableMode
from bot.timing import discord_timestamp
from engine.game import Score

EMBED_ROOM = 5800  # of Discord's limit of 6000 characters per embed


class FollowUp(NamedTuple):
    """The end of a mode's game: a text, the button `label` to the next game, and a `further` button elsewhere."""

    text_key: str
    label: str
    kind: str
    path: str = ""
    further: str = ""
    further_path: str = ""


FOLLOW_UPS: dict[TableMode, FollowUp] = {
    "": FollowUp("", "play-again", "again"),
    "learn": FollowUp("said.learned", "learn-again", "learn", "{group}", "open-a-table", "then/{group}"),
    "daily": FollowUp("said.daily-over", "daily", "daily", "page/{group}"),
}


def game_over(screen: TableScreen, notified_seats: list[int]) -> Message:
    """Return the headline and the poster. The scores are behind *Score*, or in the message if it has no picture."""
    footer = screen.tr("message.number", session=screen.session.id)
    picture = poster(screen) if screen.info.settings.pictures else PictureFields(picture=None, alt="")
    # Nothing edits this message when a shared deal may be shown, so its labels must be true before and after.
    later = "-later" if screen.info.policy.shared else ""
    below = (
        *follow_up_buttons(screen),
        *((screen.button(f"look-back{later}", "past"),) if screen.info.persons() else ()),
    )
    has_poster, counted = picture["picture"] is not None, score_fields(screen, len(footer))
    numbers = screen.button("score", "more", "score") if has_poster else screen.button("rules", "rules")
    return Message(
        content=screen.mentions(notified_seats),
        title=cut(screen.headline(), 250),
        text=purpose(screen) or what_else(screen),
        fields=() if has_poster else counted,
        instead=counted if has_poster else (),
        footer=footer,
        colour=screen.ui.colour,
        rows=(
            (
                rematch_button(screen),
                screen.button(f"watch-again{later}", "watch"),
                numbers,
                screen.button("more", "more"),
            ),
            *((below,) if below else ()),
        ),
        **picture,
    )


def purpose(screen: TableScreen) -> str:
    """Return the text about a mode such as learning or the daily deal."""
    key = FOLLOW_UPS[screen.info.purpose].text_key
    if screen.info.policy.shared and (screen.info.ended or screen.info.moved_at >= screen.info.hidden_until):
        key = "said.daily-uncounted"
    at = discord_timestamp(screen.info.hidden_until, "t")
    return screen.tr(key, group=screen.ui.group, at=at) if key else ""


def what_else(screen: TableScreen) -> str:
    """Return a line about what else Hob offers, to show after these people's first game."""
    things = [screen.tr(key) for key in screen.screens.after_game]
    return screen.tr("said.what-else", things=things) if things and not screen.info.wins else ""


def rematch_button(screen: TableScreen) -> Button:
    then = FOLLOW_UPS[screen.info.purpose]
    path = then.path.format(group=screen.ui.group)
    return screen.button(then.label, then.kind, path, "success")


def follow_up_buttons(screen: TableScreen) -> tuple[Button, ...]:
    then = FOLLOW_UPS[screen.info.purpose]
    path = then.further_path.format(group=screen.ui.group)
    return (screen.button(then.further, then.kind, path, "primary"),) if then.further else ()


def score_message(screen: TableScreen) -> Message:
    """Return the scores line by line, below the final table."""
    return Message(
        title=cut(screen.headline(), 250),
        fields=score_fields(screen, 0),
        colour=screen.ui.colour,
        **table_picture(screen),
    )


def score_fields(screen: TableScreen, characters_used: int) -> tuple[Field, ...]:
    """Return each seat's score and the common remarks, for an embed that already has `characters_used`."""
    ending, result = screen.ending, screen.result()
    nothing = zero_lines(ending, result.scores) if result else {}
    scored = [score_field(ending, score) for score in result.scores] if result else []
    fields = scored if result else hands(screen)
    nothing_line = [screen.tr("message.nothing-for", things=list(nothing.values()))] if nothing else []
    below = "\n".join([*nothing_line, *filter(None, [ending.below_scores() if result else ""])])
    room = EMBED_ROOM - characters_used - len(below) - 300
    while sum(len(f.name) + len(f.value) for f in fields) > room:
        fields = [Field(f.name, cut(f.value, max(len(f.value) - 60, 40))) for f in fields]
    return (*fields, *([Field(screen.tr("message.at-the-end"), below)] if below else []))


# ---- the poster
def poster(screen: TableScreen) -> PictureFields:
    """Return the poster of the end."""
    composed = compose(screen.ui.poster, game_over_summary(screen), screen.view, screen.plain.translator)
    if composed is None:
        return PictureFields(picture=None, alt="")
    return picture_fields(True, composed.scene, composed.alt)


def game_over_summary(screen: TableScreen) -> GameOverSummary[Any]:
    plain, session, result = screen.plain, screen.session, screen.result()
    assert session.g is not None
    early, seats = plain.early_end_reason(), range(session.g.players)
    date = datetime.fromtimestamp(screen.info.moved_at, UTC)
    day = plain.tr("date.day", day=date.day, month=plain.tr(f"month.{date.month}"), year=f"{date.year}")
    place = screen.info.server
    return GameOverSummary(
        title=screen.game.title,
        views=[session.view(seat) for seat in seats],
        standings=screen.game.standing(session.g),
        winners=[] if early or result is None else result.winners,
        score_timeline=session.score_timeline,
        public_events=[(index, event) for index, event in enumerate(session.g.log) if event.to is None],
        endings=[screen.ui.game_over_text(session.view(seat), plain.translator) for seat in seats],
        sentence=plain.sentence,
        headline=plain.headline(),
        early_end=early,
        note=plain.texts.note(),
        wins=series(screen),
        foot=plain.tr("poster.foot" if place else "poster.foot-alone", place=place, date=day),
    )


def series(screen: TableScreen) -> list[tuple[str, int]]:
    """Return the wins in this series, including this game; empty after its first game."""
    before = screen.info.wins
    result = screen.result()
    if not before or result is None:
        return []
    won = {seat for seat in result.winners if not screen.info.ended}
    seats = enumerate(zip(screen.info.seats, screen.info.names(), strict=True))
    counted = [(name, before.get(occupant_key(seat), 0) + (n in won)) for n, (seat, name) in seats]
    return [(name, n) for name, n in counted if n]


def hands(screen: TableScreen) -> list[Field]:
    """Return all hands of a game that ended early. The published seed reveals them anyway."""
    if not screen.ui.seats_have_hands:
        return []
    translator = screen.translator
    secrets = [
        (name, screen.ui.game_over_text(screen.session.view(seat), translator).secrets(seat))
        for seat, name in enumerate(translator.names)
    ]
    return [Field(cut(name, 250), cut(secret or "–", 600)) for name, secret in secrets]


def zero_lines(ending: GameOverText[Any], scores: Sequence[Score]) -> dict[str, str]:
    """Return, by key, the names of score lines that are zero for everyone."""
    lines = [{line.key: line for line in score.lines} for score in scores]
    keys = [key for key, line in lines[0].items() if all(other.get(key) == line for other in lines)]
    named = {key: ending.zero_line(lines[0][key]) for key in keys if lines[0][key].points == 0}
    return {key: name for key, name in named.items() if name}


def score_field(ending: GameOverText[Any], score: Score) -> Field:
    """Return a seat's score below its heading, which has the total, then its secrets."""
    lines = [ending.line(line) for line in score.lines if line.points != 0 or not ending.zero_line(line)]
    secret = ending.secrets(score.seat)
    counted = cut("\n".join(lines), 1000 - len(secret))
    return Field(cut(ending.score_heading(score), 250), f"{counted}\n{secret}".strip() or "–")


@guarded
def score_sheets(screen: TableScreen) -> list[Message]:
    """Return the score sheets of earlier rounds, each a permanent message."""
    return screen.session.cached("sheets", lambda: _sheets(screen)) if screen.session.g is not None else []


def _sheets(screen: TableScreen) -> list[Message]:
    return [
        Message(
            title=cut(title, 250),
            fields=tuple(Field(cut(name, 250), cut(lines or "–", 1000)) for name, lines in seats),
            footer=screen.tr("message.number", session=screen.session.id),
            colour=screen.ui.colour,
        )
        for title, seats in screen.ending.sheets()
    ]
