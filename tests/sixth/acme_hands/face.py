"""What people see of it: three buttons, a command, its words and its picture."""

from acme_hands import picture
from acme_hands.rules import GAME, HandsView
from acme_hands.words import WORDS
from cogs.ui.controls import Label, Labels
from cogs.ui.face import Face, Pictures
from cogs.ui.in_words import Ending, InWords
from cogs.ui.pictures import looks
from cogs.ui.verbs import Param, SlashVerb
from engine.game import Question
from engine.machine import Event


class HandsLabels(Labels[HandsView]):
    def label(self, question: Question | None, path: str) -> Label:
        return Label(self.voice.name(path), style="primary")


class HandsInWords(InWords[HandsView]):
    def seat_line(self, seat: int) -> str:
        return self.say("table.points", n=self.view.points[seat])

    def sentence(self, event: Event) -> str:
        if event.key != "all-show":
            return super().sentence(event)
        pairs = zip(event.fields["seats"], event.fields["shapes"], strict=True)
        return self.say("log.all-show", shown=[self.say("log.shows", p=seat, shape=shape) for seat, shape in pairs])

    def table(self) -> list[str]:
        return [self.say("table.seat", p=f"s{seat}", n=n) for seat, n in enumerate(self.view.points)]


FACE: Face[HandsView] = Face(
    game=GAME,
    group="hands",
    colour=looks.CHASER.colour,
    words=WORDS,
    labels=HandsLabels,
    in_words=HandsInWords,
    ending=Ending,
    pictures=Pictures(sizes=picture.SIZES, table=picture.table, table_alt=picture.table_alt),
    verbs=(SlashVerb("show", ("{shape}",), (Param("shape"),), ("show",)),),
)
