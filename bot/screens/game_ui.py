"""A game's user interface: everything people see of it. Each game defines one, `GAME_UI` in its `ui.py`."""

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple

from bot.errors import UserError
from bot.i18n.catalogue import COMMON, Catalogue, translate_cards
from bot.i18n.fitting import LETTERS, normalize
from bot.i18n.translator import Translator, tr
from bot.pictures import Scene
from bot.pictures.callouts import Callout
from bot.pictures.covers import Cover
from bot.pictures.palette import FELT, GameLook
from bot.pictures.posters import WIDTH
from bot.screens import generic_picture
from bot.screens.game_over_poster import GamePoster
from bot.screens.layout import Labels
from bot.screens.text_renderer import GameOverText, TextRenderer, V
from bot.screens.view_fields import field_kinds
from engine.actions import prefix
from engine.decks import Card
from engine.game import Game, View

LEARNER = 0  # the learner's seat
LessonPicture = Literal["asked", "hand", "both"]


class Lesson(NamedTuple):
    """The lesson of a game.

    `script` lists answers in order, such as "A red": a seat's letter and an option. Seat A is the learner, computers
    play the others. The game's texts explain the position before the learner's first answer in `lesson.1`, before the
    second one in `lesson.2`, and at the end what it taught in `lesson.learned`. `deal` is the seed.

    `picture` is what the message shows: the table, but the hand while a secret question is open (`asked`), always the
    `hand`, or `both` except during a public question, which needs only the table.
    """

    deal: str
    computers: int
    script: tuple[str, ...]
    picture: LessonPicture = "asked"

    def answers(self) -> list[tuple[int, str]]:
        return [(LETTERS.index(letter), option) for letter, option in map(str.split, self.script)]

    def steps(self) -> int:
        """Return how often the learner answers."""
        return sum(seat == LEARNER for seat, _ in self.answers())


OVER = "over"
PLACEHOLDER = re.compile(r"\{(\w+)(\*)?\}")  # an argument of a pattern or of a form of actions
NAMES = ["Ada", "Ben", "Cara", "Dan", "Eve", "Finn", "Gus", "Hana"]


class Example(NamedTuple):
    """A moment of a random game: the first time `question_kind` is asked after at least `answers` answers.

    `question_kind` is a question's key, "" for any, or `OVER` for the end. With `hand` the picture shows the asked
    seat's cards instead of the table.
    """

    answers: int = 0
    question_kind: str = ""
    players: int = 3
    hand: bool = False
    seed: str = "example"
    options: tuple[tuple[str, Any], ...] = ()


@cache
def example_view(game: Game[Any], example: Example) -> View:
    """Return the example's view for the channel, or for the asked seat."""
    g = game.deal(example.players, example.seed, **dict(example.options))
    answered = 0
    while g.asks:
        seat, ask = min(g.asks.items())
        if answered >= example.answers and example.question_kind in ("", ask.say):
            return game.view(g, seat if example.hand else None)
        luck = sha256(f"{example.seed} {answered}".encode()).digest()
        game.answer(g, seat, ask.options[int.from_bytes(luck) % len(ask.options)])
        answered += 1
    return game.view(g, None)


@dataclass(frozen=True)
class Param:
    """An argument of a slash command: a part of the option path.

    The catalogue has its description (`verb.<verb>.<name>`) and the word for its values (`kind.<name>`).
    """

    name: str
    optional: bool = False


@dataclass(frozen=True)
class SlashCommand:
    """A slash command of one game. A pattern is an option path: `{name}` is an argument, `{name*}` takes the rest.

    The command answers the open question if that is one of `question_kinds` (empty: any) and has options of this
    form. Otherwise it takes an offer; with `question_kinds`, a pattern's first argument never matches an offer. The
    catalogue has its description (`verb.<name>`) and the reason why it isn't available (`not-now.<name>`).
    By default, its `params` are the arguments in the patterns; one that only some of them have is optional.
    """

    name: str
    patterns: tuple[str, ...]
    params: tuple[Param, ...] = ()
    question_kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        arguments = [[name for name, _ in PLACEHOLDER.findall(pattern)] for pattern in self.patterns]
        names = dict.fromkeys(name for some in arguments for name in some)
        params = tuple(Param(name, optional=not all(name in some for some in arguments)) for name in names)
        object.__setattr__(self, "params", self.params or params)


class Page(NamedTuple):
    """A page of the rules look-up."""

    slug: str
    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class GamePictures(Generic[V]):
    """A game's pictures and their alt texts (`…_alt`, at most 1024 characters).

    `sizes` are the sprites to rasterise in advance: the prefix of their names, and sizes in pixels.
    """

    sizes: Mapping[str, Sequence[int]]
    table: Callable[[V, Translator], Scene]
    table_alt: Callable[[V, Translator], str]
    hand: Callable[[V, Translator], Scene] | None = None  # of `view.seat`
    hand_alt: Callable[[V, Translator], str] | None = None
    # The parts of the hand's text that its picture doesn't show, the most important first. The first is always shown,
    # so secrets belong there; the others if a phone has room.
    hand_rest: Callable[[V, Translator], Sequence[str]] | None = None
    card: Callable[[Card, Translator], Scene] | None = None
    close_up: Callable[[V, Translator, int], Scene] | None = None  # one seat's public things, enlarged, behind *More*
    close_up_alt: Callable[[V, Translator, int], str] | None = None
    callouts: Sequence[Callout] = ()  # for *Explain the table*, the most important first


DERIVED: Any = None  # the default of a field that depends on others


@dataclass(frozen=True, kw_only=True)
class GameUI(Generic[V]):
    """One game's user interface.  Everything but the game has a default, made of its rules, its views and its texts.

    `labels`, `text_renderer` and `game_over_text` are instantiated per view and translator.
    """

    game: Game[Any]
    group: str = DERIVED  # the group of its slash commands; by default the game's slug
    look: GameLook = FELT  # of the pictures that every game has
    colour: int = DERIVED  # by default the look's
    catalogue: Catalogue = DERIVED  # by default of the folder `text` next to the rules
    labels: type[Labels[V]] = Labels
    text_renderer: type[TextRenderer[V]] = TextRenderer
    game_over_text: type[GameOverText[V]] = GameOverText
    pictures: GamePictures[V] = DERIVED  # by default the middle, a plate for each seat, and the hand
    poster: type[GamePoster[V]] = DERIVED  # shown at the end
    cover: Cover = DERIVED  # shown in the lobby
    slash_commands: Sequence[SlashCommand] = DERIVED  # by default of the forms in the game's `actions`
    lesson: Lesson | None = None  # of `/hob learn`; without one, it opens a practice table
    examples: Mapping[str, Example] = field(default_factory=dict)  # slug of a page -> the picture below it
    about_card: Callable[[Card, Translator], str] = lambda card, _: card.text  # card details for the rules look-up
    more_pages: Callable[[Translator], list[Page]] = lambda _: []  # rules pages generated from data such as cards
    page_fields: Callable[[Translator], Mapping[str, str]] = lambda _: {}  # values of such data on other pages
    has_hand: bool | None = None  # seats have secrets, so panels go by DM; by default, a random game finds out
    has_points: bool = True  # the headline states the winner's total
    log_only_events: Sequence[str] = ()  # obvious events, shown only in the log
    minor_events: Sequence[str] = ()  # left out first: also drawn cards, which a picture shows
    major_events: Sequence[str] = ()  # attacks and similar events, left out last
    income_events: Sequence[str] = ()  # events that share one line if they follow each other
    # Private events that are shown in response to the press, and that the hand's text repeats.
    immediate_events: Sequence[str] = ()
    # True if different questions share options: explain an illegal option only for the command's own questions
    ambiguous_options: bool = False

    def __post_init__(self) -> None:
        derived: dict[str, Callable[[], Any]] = {
            "group": lambda: self.game.slug,
            "colour": lambda: self.look.colour,
            "catalogue": lambda: Catalogue(self.game.slug, text_folder(self.game), COMMON),
            "pictures": lambda: generic_pictures(self.game.title, self.look),
            "poster": lambda: generic_picture.poster(self.look),
            "cover": lambda: Cover(self.look, ()),
            "slash_commands": lambda: commands_of(self.game.actions),
        }
        for name, make in derived.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, make())

    @property
    def seats_have_hands(self) -> bool:
        return field_kinds(self.game).has_hand if self.has_hand is None else self.has_hand

    @property
    def sprite_sizes(self) -> Mapping[str, Sequence[int]]:
        """Return the sprites to rasterise in advance: of the pictures and of the poster with its scenery."""
        parts = ("stage", "confetti", "front", "band")
        scenery = {f"{part}_{self.look.ground}": (WIDTH,) for part in parts}
        return {**self.pictures.sizes, **scenery, **self.poster.sizes}

    # ---- texts without a table
    def cards(self, deck: str = "hob") -> Mapping[str, Card]:
        return translate_cards(self.catalogue, self.game.cards(deck))

    def translator(self, names: Sequence[str] = (), view: V | None = None, escape: bool = True) -> Translator:
        """Return a translator for these players and the things that this view shows."""
        things = {**self.catalogue.names("thing"), **self.text_renderer.things(view)}
        return Translator(self.catalogue, names, things, escape)

    def tr(self, key: str, /, **fields: Any) -> str:
        return self.translator().tr(key, **fields)

    @property
    def blurb(self) -> str:
        """Return the game in one sentence: `game.blurb`, else the first line of its class's docstring."""
        if "game.blurb" in self.catalogue:
            return self.tr("game.blurb")
        about = description(self.game).partition("\n")[0]
        return about or self.tr("default.blurb", least=self.game.seats[0], most=self.game.seats[-1])

    @property
    def guide(self) -> list[str]:
        """Return the game's summary, at most six lines."""
        return list(self.catalogue.names("guide").values())

    @property
    def rulings(self) -> list[str]:
        """Return our interpretations of unclear rules."""
        return list(self.catalogue.names("ruling").values())

    @property
    def pages(self) -> list[Page]:
        """Return the rules in our own words, one page per rulebook chapter; without any, the class's docstring."""
        texts, translator = self.catalogue.names("page"), self.translator()
        slugs = [key.removesuffix(".title") for key in texts if key.endswith(".title")]
        fields = self.page_fields(translator)
        pages = [Page(slug, texts[f"{slug}.title"], translator.tr(f"page.{slug}", **fields)) for slug in slugs]
        pages += self.more_pages(translator)
        return pages or [Page("rules", self.tr("button.rules"), description(self.game) or self.blurb)]


def commands_of(forms: Sequence[str]) -> tuple[SlashCommand, ...]:
    """Return a slash command for each first word of these forms of actions, such as `bid/{count}/{face}`."""
    by_name: dict[str, list[str]] = {}
    for form in forms:
        if not form.startswith("{"):
            by_name.setdefault(prefix(form, 1), []).append(form)
    return tuple(SlashCommand(name, tuple(patterns)) for name, patterns in by_name.items())


def description(game: Game[Any]) -> str:
    """Return the docstring of a game's class."""
    return inspect.cleandoc(type(game).__doc__ or "")


def text_folder(game: Game[Any]) -> Path:
    """Return the folder `text` next to the module of a game's rules."""
    return Path(sys.modules[type(game).__module__].__file__ or "").parent / "text"


def generic_pictures(title: str, look: GameLook) -> GamePictures[Any]:
    """Return the pictures of a game that defines none."""
    return GamePictures(
        sizes=generic_picture.sizes(look),
        table=partial(generic_picture.table, title, look),
        table_alt=partial(generic_picture.table_alt, title),
        hand=partial(generic_picture.hand, title, look),
        hand_alt=generic_picture.hand_alt,
    )


class Games(dict[str, GameUI[Any]]):
    """Each game's `GameUI` by its slug. A game's cog registers its own."""

    def register(self, ui: GameUI[Any]) -> None:
        """Offer a game."""
        self[ui.game.slug] = ui

    def of_group(self, group: str) -> GameUI[Any]:
        """Return the game with this command group, as a control names it. Raises UserError."""
        ui = next((ui for ui in self.values() if ui.group == group), None)
        if ui is None:
            raise UserError("forged")
        return ui

    def named(self, typed: str) -> GameUI[Any]:
        """Return the game with this title, command group or slug. Raises UserError."""
        for ui in self.values():
            if normalize(typed) in (normalize(ui.game.title), normalize(ui.group), normalize(ui.game.slug)):
                return ui
        titles = ", ".join(ui.game.title for ui in self.values())
        raise UserError("unknown", kind=tr("sort.game"), text=typed[:40], choices=titles)
