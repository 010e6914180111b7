"""What the pieces of a game's face have in common."""

from typing import Generic, TypeVar

from bot.i18n.translator import Translator
from engine.game import View

V = TypeVar("V", bound=View)


class GameUIPart(Generic[V]):
    """One job of a face, for one view and in one voice; made anew for each message."""

    def __init__(self, view: V, voice: Translator) -> None:
        self.view, self.translator, self.say = view, voice, voice.tr
