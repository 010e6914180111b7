"""The table when the game is over, and the score sheets of its rounds."""

from typing import Any

from bot.delivery.message import Field, Message
from bot.sessions.live import Live
from cogs.ui.in_words import Ending
from cogs.ui.pictured import pictured
from cogs.ui.telling import Telling
from cogs.words.room import cut
from cogs.words.voice import Voice
from engine.game import Score

EMBED_ROOM = 5800  # of Discord's 6000 characters for all of an embed


class Endings(Telling):
    def over(self, live: Live, ringing: list[int]) -> Message:
        face, view, words = self.face(live), live.view(), self.words(live)
        ending, result, plain = face.ending(view, words), self.result(live), self.words(live, escape=False)
        scored = [self.score_field(ending, score, words) for score in result.scores] if result else []
        fields = scored if result else self.hands(live, words)
        below = ending.below_scores() if result else ""
        seed = live.g.seed if live.g is not None else ""
        footer = words.say("message.sealed-and-shown", seed=seed, seal=short(live.info.seal), session=live.id)
        room = EMBED_ROOM - len(footer) - len(below) - 300
        while sum(len(f.name) + len(f.value) for f in fields) > room:
            fields = [Field(f.name, cut(f.value, max(len(f.value) - 60, 40))) for f in fields]
        return Message(
            content=self.mentions(live, ringing),
            title=cut(self.headline(live), 250),
            fields=(*fields, *([Field(words.say("message.at-the-end"), below)] if below else [])),
            footer=footer,
            colour=face.colour,
            rows=(
                (
                    self.button(live, "play-again", "again", "", "success"),
                    self.button(live, "log", "log"),
                    self.button(live, "rules", "rules"),
                    self.button(live, "check-the-shuffle", "more", "shuffle"),
                ),
            ),
            **pictured(live.info.pictures, face.pictures.table, face.pictures.table_alt, view, plain),
        )

    def hands(self, live: Live, words: Voice) -> list[Field]:
        """A game ended early shows what everybody held: its seed, which is shown too, would tell it anyway."""
        face = self.face(live)
        if not face.has_hand:
            return []
        held = [(name, face.ending(live.view(seat), words).revealed(seat)) for seat, name in enumerate(words.names)]
        return [Field(cut(name, 250), cut(secret or "–", 600)) for name, secret in held]

    def score_field(self, ending: Ending[Any], score: Score, words: Voice) -> Field:
        """A seat's score, and below it what it kept secret."""
        lines = [ending.line(line) for line in score.lines]
        if self.faces[ending.view.game].points and score.total is not None:
            lines.append(words.say("said.total", n=score.total))
        secret = ending.revealed(score.seat)
        counted = cut(" · ".join(lines) or "–", 1000 - len(secret))
        return Field(cut(ending.placed(score), 250), f"{counted}\n{secret}".rstrip())

    def sheets(self, live: Live) -> list[Message]:
        """The score sheets of earlier rounds, each a message of its own that stays."""
        if live.g is None:
            return []
        face, words = self.face(live), self.words(live)
        return [
            Message(
                title=cut(title, 250),
                fields=tuple(Field(cut(name, 250), cut(lines or "–", 1000)) for name, lines in seats),
                footer=words.say("message.number", session=live.id),
                colour=face.colour,
            )
            for title, seats in face.ending(live.view(), words).sheets()
        ]


def short(seal: str) -> str:
    """The first 16 digits, in fours, as one reads them aloud."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4)) + " …"
