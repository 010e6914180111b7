"""What every message about a table is made of: names, sentences, who must do what, how it ended."""

from collections.abc import Sequence

from bot.delivery.control import Control
from bot.delivery.message import Button
from bot.sessions.live import Live
from cogs.ui import common
from cogs.ui.face import Face
from cogs.ui.words import Words
from engine.game import Question, Result, View
from engine.machine import Event


class Telling:
    """`faces` by the game's slug."""

    def __init__(self, faces: dict[str, Face]) -> None:
        self.faces = faces

    def face(self, live: Live) -> Face:
        return self.faces[live.game.slug]

    def has_hand(self, live: Live) -> bool:
        return self.face(live).has_hand

    def words(self, live: Live, view: View | None = None, escape: bool = True) -> Words:
        face = self.face(live)
        if view is None and live.g is not None:
            view = live.view()
        return Words(live.info.names(), face.things(view), escape)

    def sentence(self, live: Live, event: Event, words: Words) -> str:
        note = common.NOTES.get(event.key)
        return words.say(note, event.fields) if note else self.face(live).sentence(event, words)

    def say(self, live: Live, question: Question, words: Words) -> str:
        face = self.face(live)
        return words.say(face.SAY[question.say], {**face.fields(live.view(), question), "p": f"s{question.seat}"})

    def now(self, live: Live) -> str:
        """One line: who must do what."""
        if live.status == "over" and live.g is not None:
            return self.headline(live) + "."
        if not live.playing:
            return ""
        face, view, words = self.face(live), live.view(), self.words(live)
        asked = sorted({*view.waiting, *view.chosen})
        if len(asked) > 1:
            marks = " · ".join(f"{'✓' if seat in view.chosen else '…'} {words.names[seat]}" for seat in asked)
            return f"{face.ALL[view.questions[0].say]} {marks}"
        question = view.questions[0]
        return words.say(face.NOW[question.say], {**face.fields(view, question), "p": f"s{question.seat}"})

    def result(self, live: Live) -> Result | None:
        return live.game.result(live.g) if live.g is not None else None

    def headline(self, live: Live) -> str:
        words, result = self.words(live), self.result(live)
        if result is None or live.info.ended:
            return words.say(common.ENDED[live.info.ended or "ended-by-vote"], {"by": live.info.ended_by}).rstrip(".")
        own = self.face(live).win_title(live.view(), words)
        if own:
            return own
        if len(result.winners) > 1:
            return words.say(common.SAID["share"], {"p": [f"s{seat}" for seat in result.winners]})
        total = next(score.total for score in result.scores if score.seat == result.winners[0])
        key = "wins-with" if self.face(live).points and total is not None else "wins"
        return words.say(common.SAID[key], {"p": f"s{result.winners[0]}", "game": live.game.title, "total": total})

    def people(self, live: Live, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(person for seat in seats if (person := live.info.seats[seat].person) is not None)

    def mentions(self, live: Live, seats: Sequence[int]) -> str:
        return " ".join(f"<@{person}>" for person in self.people(live, seats))

    def link(self, live: Live, message: int | None = None) -> str:
        guild = live.guild if live.guild is not None else "@me"
        return f"https://discord.com/channels/{guild}/{live.channel}{f'/{message}' if message else ''}"

    def button(self, live: Live, label: str, kind: str, path: str = "", style: str = "secondary") -> Button:
        return Button(label, str(Control(live.id, kind, path)), style)  # type: ignore[arg-type]
