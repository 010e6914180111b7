"""The table when the game is over, and the score sheets of its rounds."""

from bot.delivery.message import Field, Message
from bot.sessions.live import Live
from cogs.ui import common
from cogs.ui.face import Face
from cogs.ui.pictures.compose import composed
from cogs.ui.telling import Telling
from cogs.ui.words import ALT, Words, cut
from engine.game import Score, View

EMBED_ROOM = 5800  # of Discord's 6000 characters for all of an embed


class Endings(Telling):
    def over(self, live: Live, ringing: list[int]) -> Message:
        face, view, words = self.face(live), live.view(), self.words(live)
        result = self.result(live)
        fields = (
            [self.score_field(face, view, score, words) for score in result.scores]
            if result
            else self.hands(live, words)
        )
        below = face.below_scores(view, words) if result else ""
        plain, draw = self.words(live, escape=False), live.info.pictures
        seed = live.g.seed if live.g is not None else ""
        footer = f"Seed “{seed}” · seal {short(live.info.seal)} · Table {live.id}"
        room = EMBED_ROOM - len(footer) - len(below) - 300
        while sum(len(f.name) + len(f.value) for f in fields) > room:
            fields = [Field(f.name, cut(f.value, max(len(f.value) - 60, 40))) for f in fields]
        return Message(
            content=self.mentions(live, ringing),
            title=cut(self.headline(live), 250),
            fields=(*fields, *([Field(common.AT_THE_END, below)] if below else [])),
            footer=footer,
            colour=face.colour,
            rows=(
                (
                    self.button(live, "Play again", "again", "", "success"),
                    self.button(live, "Log", "log"),
                    self.button(live, "Rules", "rules"),
                    self.button(live, "Check the shuffle", "more", "shuffle"),
                ),
            ),
            picture=composed(face.art.table, view, plain.names) if draw else None,
            alt=cut(composed(face.art.table_alt, view, plain.names) or "", ALT) if draw else "",
        )

    def hands(self, live: Live, words: Words) -> list[Field]:
        """A game ended early shows what everybody held: its seed, which is shown too, would tell it anyway."""
        face = self.face(live)
        if not face.has_hand:
            return []
        held = [(name, face.revealed(live.view(seat), seat, words)) for seat, name in enumerate(words.names)]
        return [Field(cut(name, 250), cut(secret or "–", 600)) for name, secret in held]

    def score_field(self, face: Face, view: View, score: Score, words: Words) -> Field:
        """A seat's score, and below it what it kept secret."""
        who = words.names[score.seat]
        lines = [face.line(line, words) for line in score.lines]
        if face.points and score.total is not None:
            lines.append(words.say(common.SAID["total"], {"n": score.total}))
        secret = face.revealed(view, score.seat, words)
        counted = cut(" · ".join(lines) or "–", 1000 - len(secret))
        return Field(cut(face.score_name(score.place, who, score.total), 250), f"{counted}\n{secret}".rstrip())

    def sheets(self, live: Live) -> list[Message]:
        """The score sheets of earlier rounds, each a message of its own that stays."""
        if live.g is None:
            return []
        face, words = self.face(live), self.words(live)
        return [
            Message(
                title=cut(title, 250),
                fields=tuple(Field(cut(name, 250), cut(lines or "–", 1000)) for name, lines in seats),
                footer=f"Table {live.id}",
                colour=face.colour,
            )
            for title, seats in face.sheets(live.view(), words)
        ]


def short(seal: str) -> str:
    """The first 16 digits, in fours, as one reads them aloud."""
    return " ".join(seal[i : i + 4] for i in range(0, 16, 4)) + " …"
