"""The user interface: three buttons, a command, text and a picture."""

from acme_hands import pictures
from acme_hands.rules import GAME, HandsView
from acme_hands.words import WORDS
from bot.pictures import palette
from bot.screens.game_ui import GamePictures, GameUI, Param, SlashCommand
from bot.screens.layout import Label, Labels
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine.game import Question
from engine.machine import Event


class HandsLabels(Labels[HandsView]):
    def label(self, question: Question | None, path: str) -> Label:
        return Label(self.translator.name(path), style="primary")


class HandsInWords(TextRenderer[HandsView]):
    def seat_line(self, seat: int) -> str:
        return self.say("table.points", n=self.view.points[seat])

    def sentence(self, event: Event) -> str:
        if event.key != "all-show":
            return super().sentence(event)
        pairs = zip(event.fields["seats"], event.fields["shapes"], strict=True)
        return self.say("log.all-show", shown=[self.say("log.shows", p=seat, shape=shape) for seat, shape in pairs])

    def table(self) -> list[str]:
        return [self.say("table.seat", p=f"s{seat}", n=n) for seat, n in enumerate(self.view.points)]


GAME_UI: GameUI[HandsView] = GameUI(
    game=GAME,
    group="hands",
    colour=palette.CHASER.colour,
    catalogue=WORDS,
    labels=HandsLabels,
    text_renderer=HandsInWords,
    game_over_text=GameOverText,
    pictures=GamePictures(sizes=pictures.SIZES, table=pictures.table, table_alt=pictures.table_alt),
    slash_commands=(SlashCommand("show", ("{shape}",), (Param("shape"),), ("show",)),),
)
