"""The base of the parts of a game's user interface."""

from typing import Generic, TypeVar

from bot.i18n.translator import Translator
from engine.game import View

V = TypeVar("V", bound=View)


class GameUIPart(Generic[V]):
    """A part of a game's user interface for one view and translator, created for each message."""

    def __init__(self, view: V, voice: Translator) -> None:
        self.view, self.translator, self.say = view, voice, voice.tr
