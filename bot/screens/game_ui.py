"""A game's face: everything that people see of it.  Each game has one, `FACE` in its `face.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from bot.i18n.card_texts import translate_cards
from bot.i18n.catalogue import Catalogue
from bot.i18n.translator import Translator
from bot.pictures import Scene
from bot.pictures.covers import Cover
from bot.screens.game_over_poster import GamePoster
from bot.screens.layout import Labels
from bot.screens.rule_examples import Example
from bot.screens.slash_verbs import SlashCommand
from bot.screens.text_renderer import GameOverText, TextRenderer
from bot.screens.ui_part import V
from engine.decks import Card
from engine.game import Game


class Page(NamedTuple):
    """A page of the rules look-up."""

    slug: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class GamePictures(Generic[V]):
    """How a game's pictures are laid out, and the same in words (`…_alt`, at most 1024 characters).

    `sizes` are the sprites to be rendered when the program starts: the beginning of a name, and its sizes in pixels.
    """

    sizes: Mapping[str, Sequence[int]]
    table: Callable[[V, Translator], Scene]
    table_alt: Callable[[V, Translator], str]
    hand: Callable[[V, Translator], Scene] | None = None  # of `view.seat`
    hand_alt: Callable[[V, Translator], str] | None = None
    hand_rest: Callable[[V, Translator], str] | None = (
        None  # of the hand's words those whose matter its picture leaves out
    )
    card: Callable[[Card, Translator], Scene] | None = None
    close_up: Callable[[V, Translator, int], Scene] | None = None  # one seat's public things, large, behind *More*
    close_up_alt: Callable[[V, Translator, int], str] | None = None


def text_of(card: Card, voice: Translator) -> str:
    return card.text


def no_pages(voice: Translator) -> list[Page]:
    return []


def no_fields(voice: Translator) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, kw_only=True)
class GameUI(Generic[V]):
    """One game as people see it.  `labels`, `text_renderer` and `game_over_text` are made for a view and a voice when
    needed.
    """

    game: Game[Any]
    group: str  # its slash commands stand under this word
    colour: int
    catalogue: Catalogue
    labels: type[Labels[V]]
    text_renderer: type[TextRenderer[V]]
    game_over_text: type[GameOverText[V]]
    pictures: GamePictures[V]
    poster: type[GamePoster[V]] | None = None  # of the end; without one the table is shown again
    cover: Cover | None = None  # of the lobby; without one it is shown in words
    slash_commands: Sequence[SlashCommand] = ()
    examples: Mapping[str, Example] = field(default_factory=dict)  # slug of a page -> the picture below it
    about_card: Callable[[Card, Translator], str] = text_of  # numbers and text of a card, for looking up
    more_pages: Callable[[Translator], list[Page]] = no_pages  # of the rules, made of data such as cards
    page_fields: Callable[[Translator], Mapping[str, str]] = no_fields  # what such data fills in on the other pages
    has_hand: bool = True  # a seat has secrets: its panel goes out by direct message
    has_points: bool = True  # the winner's total is said in the headline
    log_only_events: Sequence[str] = ()  # events that go without saying, and stand in the log only
    minor_events: Sequence[str] = ()  # events that can be missed where there is no room for all
    major_events: Sequence[str] = ()  # attacks and the like, which are left out last
    income_events: Sequence[str] = ()  # events that make one line where they follow each other
    immediate_events: Sequence[
        str
    ] = ()  # news for one seat that its press is answered with, and that its hand's words repeat
    ambiguous_options: bool = False  # of different questions, so that why not is told only of a verb's own questions

    # ---- what it says without a table
    def cards(self, deck: str = "hob") -> Mapping[str, Card]:
        return translate_cards(self.game.slug, self.game.cards(deck))

    def translator(self, names: Sequence[str] = (), view: V | None = None, escape: bool = True) -> Translator:
        """Says its words of these players and of what this view shows."""
        things = {**self.catalogue.names("thing"), **self.text_renderer.things(view)}
        return Translator(self.catalogue, names, things, escape)

    def tr(self, key: str, /, **fields: Any) -> str:
        return self.translator().tr(key, **fields)

    @property
    def hand_button(self) -> str:
        return self.tr("button.hand")

    @property
    def blurb(self) -> str:
        return self.tr("game.blurb")

    @property
    def guide(self) -> list[str]:
        """The game in at most six lines."""
        return list(self.catalogue.names("guide").values())

    @property
    def rulings(self) -> list[str]:
        """Our own readings of the rulebook."""
        return list(self.catalogue.names("ruling").values())

    @property
    def pages(self) -> list[Page]:
        """The rules in our own words, one page per rulebook chapter."""
        texts, voice = self.catalogue.names("page"), self.translator()
        slugs = [key.removesuffix(".title") for key in texts if key.endswith(".title")]
        fields = self.page_fields(voice)
        told = [Page(slug, texts[f"{slug}.title"], voice.render(texts[slug], fields)) for slug in slugs]
        return [*told, *self.more_pages(voice)]
