"""The table message after the game, and the score sheets of its rounds."""

from collections.abc import Container, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot.i18n.fitting import cut
from bot.i18n.translator import Translator
from bot.pictures.compose import PictureFields, compose, picture_fields
from bot.screens.base import MessageBuilder, drawn
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
    def game_over(self, live: TableSession, ringing: list[int]) -> Message:
        """Return the headline and the poster. The scores are behind *Score*, or in the message if it has no picture."""
        face, words = self.game_ui(live), self.translator(live)
        footer = words.tr("message.number", session=live.id)
        drawn = self.poster(live) if live.info.pictures else PictureFields(picture=None, alt="")
        below = (
            *self.follow_up_buttons(live),
            *((self.button(live, "look-back", "past"),) if live.info.persons() else ()),
        )
        poster, counted = drawn["picture"] is not None, self.score_fields(live, len(footer))
        numbers = self.button(live, "score", "more", "score") if poster else self.button(live, "rules", "rules")
        return Message(
            content=self.mentions(live, ringing),
            title=cut(self.headline(live), 250),
            text=self.purpose(live) or self.what_else(live),
            fields=() if poster else counted,
            instead=counted if poster else (),
            footer=footer,
            colour=face.colour,
            rows=(
                (
                    self.rematch_button(live),
                    self.button(live, "watch-again", "watch"),
                    numbers,
                    self.button(live, "more", "more"),
                ),
                *((below,) if below else ()),
            ),
            **drawn,
        )

    def purpose(self, live: TableSession) -> str:
        """Return the text about a mode such as learning or the daily deal."""
        key = FOLLOW_UPS[live.info.purpose].text_key
        at = discord_timestamp(live.info.hidden_until, "t")
        return self.translator(live).tr(key, group=self.game_ui(live).group, at=at) if key else ""

    def what_else(self, live: TableSession) -> str:
        """Return a line about what else Hob offers, to show after these people's first game."""
        words = self.translator(live)
        things = [words.tr(key) for key in self.after_game]
        return words.tr("said.what-else", things=things) if things and not live.info.wins else ""

    def rematch_button(self, live: TableSession) -> Button:
        then = FOLLOW_UPS[live.info.purpose]
        return self.button(live, then.label, then.kind, then.path.format(group=self.game_ui(live).group), "success")

    def follow_up_buttons(self, live: TableSession) -> tuple[Button, ...]:
        then = FOLLOW_UPS[live.info.purpose]
        path = then.further_path.format(group=self.game_ui(live).group)
        return (self.button(live, then.further, then.kind, path, "primary"),) if then.further else ()

    def score(self, live: TableSession) -> Message:
        """Return the scores line by line, below the final table."""
        face, view, plain = self.game_ui(live), live.view(), self.translator(live, escape=False)
        return Message(
            title=cut(self.headline(live), 250),
            fields=self.score_fields(live, 0),
            colour=face.colour,
            **picture_fields(live.info.pictures, face.pictures.table, face.pictures.table_alt, view, plain),
        )

    def score_fields(self, live: TableSession, characters_used: int) -> tuple[Field, ...]:
        """Return each seat's score and the common remarks, for an embed that already has `characters_used`."""
        words, result = self.translator(live), self.result(live)
        ending = self.game_ui(live).game_over_text(live.view(), words)
        nothing = self.zero_lines(ending, result.scores) if result else {}
        scored = [self.score_field(ending, score, words, nothing) for score in result.scores] if result else []
        fields = scored if result else self.hands(live, words)
        said = [words.tr("message.nothing-for", things=list(nothing.values()))] if nothing else []
        below = "\n".join([*said, *filter(None, [ending.below_scores() if result else ""])])
        room = EMBED_ROOM - characters_used - len(below) - 300
        while sum(len(f.name) + len(f.value) for f in fields) > room:
            fields = [Field(f.name, cut(f.value, max(len(f.value) - 60, 40))) for f in fields]
        return (*fields, *([Field(words.tr("message.at-the-end"), below)] if below else []))

    # ---- the poster
    def poster(self, live: TableSession) -> PictureFields:
        """Return the poster of the end."""
        face, view, plain = self.game_ui(live), live.view(), self.translator(live, escape=False)
        made = compose(face.poster, self.game_over_summary(live, plain), view, plain)
        return PictureFields(picture=None, alt="") if made is None else picture_fields(True, made.scene, made.alt)

    def game_over_summary(self, live: TableSession, plain: Translator) -> GameOverSummary[Any]:
        assert live.g is not None
        result, view = self.result(live), live.view()
        early = self.early_end_reason(live, plain)
        date = datetime.fromtimestamp(live.info.moved_at, UTC)
        said = plain.tr("date.day", day=date.day, month=plain.tr(f"month.{date.month}"), year=f"{date.year}")
        place = live.info.server
        return GameOverSummary(
            title=live.game.title,
            views=[live.view(seat) for seat in range(live.g.players)],
            standings=live.game.standing(live.g),
            winners=[] if early or result is None else result.winners,
            score_timeline=live.score_timeline,
            public_events=[(index, event) for index, event in enumerate(live.g.log) if event.to is None],
            endings=[self.game_ui(live).game_over_text(live.view(seat), plain) for seat in range(live.g.players)],
            sentence=lambda event: self.sentence(live, event, plain),
            headline=self.headline(live, plain),
            early_end=early,
            note=self.game_ui(live).text_renderer(view, plain).note(),
            wins=self.series(live),
            foot=plain.tr("poster.foot" if place else "poster.foot-alone", place=place, date=said),
        )

    def early_end_reason(self, live: TableSession, words: Translator) -> str:
        """Return why there is no winner; "" if there is one."""
        if not live.info.ended and self.result(live) is not None:
            return ""
        return words.tr(f"ended.{live.info.ended or 'ended-by-vote'}", by=live.info.ended_by)

    def series(self, live: TableSession) -> list[tuple[str, int]]:
        """Return the wins in this series, including this game; empty after its first game."""
        before = live.info.wins
        result = self.result(live)
        if not before or result is None:
            return []
        won = {seat for seat in result.winners if not live.info.ended}
        seats = enumerate(zip(live.info.seats, live.info.names(), strict=True))
        counted = [(name, before.get(occupant_key(seat), 0) + (n in won)) for n, (seat, name) in seats]
        return [(name, n) for name, n in counted if n]

    def hands(self, live: TableSession, words: Translator) -> list[Field]:
        """Return all hands of a game that ended early. The published seed reveals them anyway."""
        face = self.game_ui(live)
        if not face.seats_have_hands:
            return []
        held = [
            (name, face.game_over_text(live.view(seat), words).secrets(seat)) for seat, name in enumerate(words.names)
        ]
        return [Field(cut(name, 250), cut(secret or "–", 600)) for name, secret in held]

    def zero_lines(self, ending: GameOverText[Any], scores: Sequence[Score]) -> dict[str, str]:
        """Return, by key, the names of score lines that are zero for everyone."""
        lines = [{line.key: line for line in score.lines} for score in scores]
        keys = [key for key, line in lines[0].items() if all(other.get(key) == line for other in lines)]
        named = {key: ending.zero_line(lines[0][key]) for key in keys if lines[0][key].points == 0}
        return {key: name for key, name in named.items() if name}

    def score_field(self, ending: GameOverText[Any], score: Score, words: Translator, nothing: Container[str]) -> Field:
        """Return a seat's score, with the total after the lines that add up to it, then its secrets."""
        shown = [line for line in score.lines if line.key not in nothing]
        lines = list(map(ending.line, shown))
        if self.game_uis[ending.view.game].has_points and score.total is not None:
            adds_up = sum(line.points or 0 for line in score.lines) == score.total
            counts = [number for number, line in enumerate(shown, 1) if line.points is not None] if adds_up else []
            lines.insert(counts[-1] if counts else len(lines), words.tr("said.total", n=score.total))
        secret = ending.secrets(score.seat)
        counted = cut("\n".join(lines) or "–", 1000 - len(secret))
        return Field(cut(ending.score_heading(score), 250), f"{counted}\n{secret}".rstrip())

    @drawn
    def sheets(self, live: TableSession) -> list[Message]:
        """Return the score sheets of earlier rounds, each a permanent message."""
        return live.cached("sheets", lambda: self._sheets(live))

    def _sheets(self, live: TableSession) -> list[Message]:
        if live.g is None:
            return []
        face, words = self.game_ui(live), self.translator(live)
        return [
            Message(
                title=cut(title, 250),
                fields=tuple(Field(cut(name, 250), cut(lines or "–", 1000)) for name, lines in seats),
                footer=words.tr("message.number", session=live.id),
                colour=face.colour,
            )
            for title, seats in face.game_over_text(live.view(), words).sheets()
        ]
