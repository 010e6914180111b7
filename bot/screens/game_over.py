"""The table message after the game, and the score sheets of its rounds."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot.i18n.fitting import cut
from bot.i18n.translator import Translator
from bot.pictures.compose import PictureFields, compose, picture_fields
from bot.screens.base import MessageBuilder, screen
from bot.screens.game_over_poster import GameOverSummary
from bot.screens.message import Button, Field, Message
from bot.screens.text_renderer import GameOverText
from bot.tables.lobby import occupant_key
from bot.tables.model import TableMode
from bot.tables.session import TableSession
from bot.times import discord_timestamp
from engine.game import Score

EMBED_ROOM = 5800  # of Discord's limit of 6000 characters per embed


class FollowUp(NamedTuple):
    """What a mode shows after its game: a text, the button to the next game, and a `further` button."""

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


class GameOverMessages(MessageBuilder):
    def game_over(self, session: TableSession, notified_seats: list[int]) -> Message:
        """Return the headline and the poster. The scores are behind *Score*, or in the message if it has no picture."""
        ui, translator = self.game_ui(session), self.translator(session)
        footer = translator.tr("message.number", session=session.id)
        picture = self.poster(session) if session.info.settings.pictures else PictureFields(picture=None, alt="")
        # Nothing edits this message when a shared deal may be shown, so its labels must be true before and after.
        later = "-later" if session.info.policy.shared else ""
        below = (
            *self.follow_up_buttons(session),
            *((self.button(session, f"look-back{later}", "past"),) if session.info.persons() else ()),
        )
        poster, counted = picture["picture"] is not None, self.score_fields(session, len(footer))
        numbers = self.button(session, "score", "more", "score") if poster else self.button(session, "rules", "rules")
        return Message(
            content=self.mentions(session, notified_seats),
            title=cut(self.headline(session), 250),
            text=self.purpose(session) or self.what_else(session),
            fields=() if poster else counted,
            instead=counted if poster else (),
            footer=footer,
            colour=ui.colour,
            rows=(
                (
                    self.rematch_button(session),
                    self.button(session, f"watch-again{later}", "watch"),
                    numbers,
                    self.button(session, "more", "more"),
                ),
                *((below,) if below else ()),
            ),
            **picture,
        )

    def purpose(self, session: TableSession) -> str:
        """Return the text about a mode such as learning or the daily deal."""
        key = FOLLOW_UPS[session.info.purpose].text_key
        if session.info.policy.shared and (session.info.ended or session.info.moved_at >= session.info.hidden_until):
            key = "said.daily-uncounted"
        at = discord_timestamp(session.info.hidden_until, "t")
        return self.translator(session).tr(key, group=self.game_ui(session).group, at=at) if key else ""

    def what_else(self, session: TableSession) -> str:
        """Return a line about what else Hob offers, to show after these people's first game."""
        translator = self.translator(session)
        things = [translator.tr(key) for key in self.after_game]
        return translator.tr("said.what-else", things=things) if things and not session.info.wins else ""

    def rematch_button(self, session: TableSession) -> Button:
        then = FOLLOW_UPS[session.info.purpose]
        path = then.path.format(group=self.game_ui(session).group)
        return self.button(session, then.label, then.kind, path, "success")

    def follow_up_buttons(self, session: TableSession) -> tuple[Button, ...]:
        then = FOLLOW_UPS[session.info.purpose]
        path = then.further_path.format(group=self.game_ui(session).group)
        return (self.button(session, then.further, then.kind, path, "primary"),) if then.further else ()

    def score(self, session: TableSession) -> Message:
        """Return the scores line by line, below the final table."""
        ui, view, plain = self.game_ui(session), session.view(), self.translator(session, escape=False)
        return Message(
            title=cut(self.headline(session), 250),
            fields=self.score_fields(session, 0),
            colour=ui.colour,
            **picture_fields(session.info.settings.pictures, ui.pictures.table, ui.pictures.table_alt, view, plain),
        )

    def score_fields(self, session: TableSession, characters_used: int) -> tuple[Field, ...]:
        """Return each seat's score and the common remarks, for an embed that already has `characters_used`."""
        translator, result = self.translator(session), self.result(session)
        ending = self.game_ui(session).game_over_text(session.view(), translator)
        nothing = self.zero_lines(ending, result.scores) if result else {}
        scored = [self.score_field(ending, score) for score in result.scores] if result else []
        fields = scored if result else self.hands(session, translator)
        nothing_line = [translator.tr("message.nothing-for", things=list(nothing.values()))] if nothing else []
        below = "\n".join([*nothing_line, *filter(None, [ending.below_scores() if result else ""])])
        room = EMBED_ROOM - characters_used - len(below) - 300
        while sum(len(f.name) + len(f.value) for f in fields) > room:
            fields = [Field(f.name, cut(f.value, max(len(f.value) - 60, 40))) for f in fields]
        return (*fields, *([Field(translator.tr("message.at-the-end"), below)] if below else []))

    # ---- the poster
    def poster(self, session: TableSession) -> PictureFields:
        """Return the poster of the end."""
        ui, view, plain = self.game_ui(session), session.view(), self.translator(session, escape=False)
        composed = compose(ui.poster, self.game_over_summary(session, plain), view, plain)
        if composed is None:
            return PictureFields(picture=None, alt="")
        return picture_fields(True, composed.scene, composed.alt)

    def game_over_summary(self, session: TableSession, plain: Translator) -> GameOverSummary[Any]:
        assert session.g is not None
        result, view = self.result(session), session.view()
        early = self.early_end_reason(session, plain)
        date = datetime.fromtimestamp(session.info.moved_at, UTC)
        day = plain.tr("date.day", day=date.day, month=plain.tr(f"month.{date.month}"), year=f"{date.year}")
        place = session.info.server
        return GameOverSummary(
            title=session.game.title,
            views=[session.view(seat) for seat in range(session.g.players)],
            standings=session.game.standing(session.g),
            winners=[] if early or result is None else result.winners,
            score_timeline=session.score_timeline,
            public_events=[(index, event) for index, event in enumerate(session.g.log) if event.to is None],
            endings=[
                self.game_ui(session).game_over_text(session.view(seat), plain) for seat in range(session.g.players)
            ],
            sentence=lambda event: self.sentence(session, event, plain),
            headline=self.headline(session, plain),
            early_end=early,
            note=self.game_ui(session).text_renderer(view, plain).note(),
            wins=self.series(session),
            foot=plain.tr("poster.foot" if place else "poster.foot-alone", place=place, date=day),
        )

    def series(self, session: TableSession) -> list[tuple[str, int]]:
        """Return the wins in this series, including this game; empty after its first game."""
        before = session.info.wins
        result = self.result(session)
        if not before or result is None:
            return []
        won = {seat for seat in result.winners if not session.info.ended}
        seats = enumerate(zip(session.info.seats, session.info.names(), strict=True))
        counted = [(name, before.get(occupant_key(seat), 0) + (n in won)) for n, (seat, name) in seats]
        return [(name, n) for name, n in counted if n]

    def hands(self, session: TableSession, translator: Translator) -> list[Field]:
        """Return all hands of a game that ended early. The published seed reveals them anyway."""
        ui = self.game_ui(session)
        if not ui.seats_have_hands:
            return []
        secrets = [
            (name, ui.game_over_text(session.view(seat), translator).secrets(seat))
            for seat, name in enumerate(translator.names)
        ]
        return [Field(cut(name, 250), cut(secret or "–", 600)) for name, secret in secrets]

    def zero_lines(self, ending: GameOverText[Any], scores: Sequence[Score]) -> dict[str, str]:
        """Return, by key, the names of score lines that are zero for everyone."""
        lines = [{line.key: line for line in score.lines} for score in scores]
        keys = [key for key, line in lines[0].items() if all(other.get(key) == line for other in lines)]
        named = {key: ending.zero_line(lines[0][key]) for key in keys if lines[0][key].points == 0}
        return {key: name for key, name in named.items() if name}

    def score_field(self, ending: GameOverText[Any], score: Score) -> Field:
        """Return a seat's score below its heading, which has the total, then its secrets."""
        lines = [ending.line(line) for line in score.lines if line.points != 0 or not ending.zero_line(line)]
        secret = ending.secrets(score.seat)
        counted = cut("\n".join(lines) or "–", 1000 - len(secret))
        return Field(cut(ending.score_heading(score), 250), f"{counted}\n{secret}".rstrip())

    @screen
    def sheets(self, session: TableSession) -> list[Message]:
        """Return the score sheets of earlier rounds, each a permanent message."""
        return session.cached("sheets", lambda: self._sheets(session))

    def _sheets(self, session: TableSession) -> list[Message]:
        if session.g is None:
            return []
        ui, translator = self.game_ui(session), self.translator(session)
        return [
            Message(
                title=cut(title, 250),
                fields=tuple(Field(cut(name, 250), cut(lines or "–", 1000)) for name, lines in seats),
                footer=translator.tr("message.number", session=session.id),
                colour=ui.colour,
            )
            for title, seats in ui.game_over_text(session.view(), translator).sheets()
        ]
