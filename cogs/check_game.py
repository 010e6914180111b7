"""`hob check`: play a game at random, look at all its screens and pictures, and say what is wrong, one line each."""

import importlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.i18n.catalogue import ENGLISH, Catalogue, MissingText, Template, using_language
from bot.i18n.fitting import MAX_ALT
from bot.i18n.translator import Translator
from bot.pictures import check as picture_check
from bot.pictures.scene import Scene
from bot.screens.check import faults, faults_of_tables, table_of
from bot.screens.game_over import game_over_summary
from bot.screens.game_ui import GameUI, description
from bot.screens.lobby import cover_of, lobby_message, setting_choices
from bot.screens.table_screen import Screens
from bot.tables.lobby_options import lobby_settings
from bot.tables.session import TableSession
from cogs.arena import PLAYERS, Match, spans
from cogs.games import module_in, module_of, prepare, ui_of
from cogs.table.lookup import RulesLookup
from cogs.table.slash_actions import match_pattern
from engine.ai import choose
from engine.check import RulesCheck, describe_fault
from engine.game import Game
from engine.machine import clone

Finding = tuple[str, str]  # "ok", "warn" or "bad", and a sentence
NAMES = ["Ada", "Ben", "Константин", "W" * 20, "Zoë", "Eve", "Finn the very great", "Hana"]
GAMES = 3  # random games with each number of seats
MAX_LINES = 8  # lines at most about one subject
MAX_ANSWERS = 300  # answers of easy computers
SECTIONS_OF_PLAY = ("ask", "now", "all", "log", "score", "field", "label", "table", "picture", "alt")  # of a text file
COMMAND_SECTIONS = ("verb", "not-now")
MATCHES = (("easy", "random"), ("normal", "easy"), ("hard", "normal"), ("normal", "simple"), ("hard", "simple"))


def report(name: str, games: int = 0) -> int:
    """Check a game by the name that `HOB_GAMES` takes, or a folder with its project; return 1 if something is wrong.

    With a number of `games`, computers of every level compete, too.
    """
    logging.getLogger("hob").setLevel(logging.CRITICAL)  # findings say it better
    worst = 0
    for level, sentence in findings(name, games):
        print(f"{level:5} {sentence}", flush=True)
        worst |= level == "bad"
    return worst


def findings(name: str, games: int = 0) -> Iterator[Finding]:
    try:
        ui = load_game(name)
    except Exception as fault:
        yield "bad", f"{name} can't be loaded: {type(fault).__name__}: {' '.join(str(fault).split())}"
        return
    check = GameCheck(ui)
    check.play()
    yield from check.findings()
    if games and not check.rules.is_broken:
        yield from compete(ui.game, games)


def compete(game: Game[Any], games: int) -> Iterator[Finding]:
    """Let computers play against what each should beat, converted to two seats, and say who wins how often."""
    for better, worse in MATCHES:
        if worse == "simple" and type(game).sensible_actions is Game.sensible_actions:
            continue  # it would choose at random
        match = Match(game, game.seats[0], (better, worse), games)
        for _ in match.run((PLAYERS[better], PLAYERS[worse])):
            pass
        low, share, high = match.pair()
        _, slowest = spans(match.spent.get(better, []))
        yield (
            "ok" if high >= 0.5 else "warn",
            f"The {better} computer wins {share:.0%} (95 %: {low:.0%} to {high:.0%}) of {match.played} games against "
            f"the {worse} one; 95 % of its choices take at most {slowest:.0f} ms.",
        )


def load_game(name: str) -> GameUI[Any]:
    """Return the game of a package, or of the project in a folder. Raises LookupError and what its import raises."""
    module = importlib.import_module(module_of(module_in(Path(name)) if Path(name).is_dir() else name))
    prepare(module)
    ui = ui_of(module)
    if ui is None:
        raise LookupError(f"{module.__name__} has neither GAME_UI nor GAME")
    return ui


class Recorder(Catalogue):
    """A catalogue that notes which texts are used, and which are missing."""

    used: set[str]
    missing: set[str]

    @classmethod
    def watch(cls, catalogue: Catalogue) -> "Recorder":
        catalogue.__class__ = cls
        assert isinstance(catalogue, Recorder)
        catalogue.used, catalogue.missing = set(), set()
        return catalogue

    def __getitem__(self, key: str) -> Template:
        template = super().__getitem__(key)
        (self.missing if type(template) is MissingText else self.used).add(key)
        return template


class GameCheck:
    def __init__(self, ui: GameUI[Any]) -> None:
        self.ui, self.game = ui, ui.game
        self.rules = RulesCheck(ui.game)
        self.catalogue = Recorder.watch(ui.catalogue)
        self.screens = Screens({ui.game.slug: ui})
        self.lookup = RulesLookup.__new__(RulesLookup)
        self.lookup.screens = self.screens
        self.on_screens: dict[str, None] = {}
        self.in_pictures: dict[str, None] = {}
        self.moments = self.pictures = 0
        self.actions: set[str] = set()
        self._met: Counter[tuple[object, ...]] = Counter()

    def play(self) -> None:
        """Play all random games, and look at their screens in each language of the game."""
        for language in self.catalogue.languages():
            with using_language(language):
                self._look_at_lobby(language)
                for seats in self.game.seats:
                    for number in range(GAMES if language == ENGLISH else 1):
                        self._play_one(seats, f"check {number}", language)
        for name, value in _other_options(self.game):
            self._play_one(self.game.seats[0], f"check {name}", ENGLISH, **{name: value})

    def _play_one(self, seats: int, seed: str, language: str, **options: Any) -> None:
        if self.rules.is_broken:
            return
        for g in self.rules.play(seats, seed, **options):
            self.actions |= {option for ask in g.asks.values() for option in ask.options}
            self.actions |= {offer for seat in range(g.players) for offer in self.game.offers(g, seat)}
            kind = language, seats, *sorted(ask.say for ask in g.asks.values())
            self._met[kind] += 1
            if not g.asks or self._met[kind].bit_count() == 1:  # the 1st, 2nd, 4th, 8th … question of each kind
                self._look_at(clone(g) if not g.asks else self.game.load(self.game.dump(g)), language)

    # ---- what people see
    def _look_at_lobby(self, language: str) -> None:
        session = table_of(self.game, None, NAMES[: self.game.seats[0]], language=language)
        self._note("lobby", lambda: faults(lobby_message(self.screens.of(session))))
        self._note("options", self._options, session)
        self._draw("cover", cover_of, self.screens.of(session).plain)
        for page in self.lookup.pages(self.ui):
            self._note(f"page {page.slug}", self._page, None, page.slug)

    def _look_at(self, g: Any, language: str) -> None:
        self.moments += 1
        names = NAMES[: g.players]
        session = table_of(self.game, g, names, language=language)
        self._note("", faults_of_tables, self.screens, self.game, g, names)
        self._note("page Now", self._page, session, "now")
        self._note("log", self._log, session)
        plain = self.ui.translator(names, self.game.view(g), escape=False)
        self._note("table in words", self._texts, self.game.view(g), plain)
        self._draw("table", self.ui.pictures.table, self.game.view(g), plain)
        for seat in range(g.players) if self.ui.pictures.hand is not None else ():
            view = self.game.view(g, seat)
            translator = self.ui.translator(names, view, escape=False)
            if self.ui.text_renderer(view, translator).hand():
                self._draw("hand", self.ui.pictures.hand, view, translator)
        if not g.asks:
            self._draw("poster", self._poster, session, plain)

    def _options(self, session: TableSession) -> list[str]:
        return [f"{one.setting.name} has no title" for one in setting_choices(self.ui, session.info) if not one.title]

    def _page(self, session: TableSession | None, slug: str) -> list[str]:
        return faults(self.lookup.rules_message(self.ui, session, None if session is None else 0, slug))

    def _texts(self, view: Any, translator: Translator) -> list[str]:
        self.ui.text_renderer(view, translator).table()
        alt = self.ui.pictures.table_alt(view, translator)
        if 0 < len(alt) <= MAX_ALT:
            return []
        return [f"the alt text has {len(alt)} characters, which must be 1 to {MAX_ALT}"]

    def _log(self, session: TableSession) -> Iterator[str]:
        assert session.g is not None
        screen = self.screens.of(session)
        for event in session.g.log:
            if "{" in screen.sentence(event):
                names = ", ".join(event.fields)
                yield f"a sentence shows a field without a value: log.{event.key}; the event has only {names}"

    def _poster(self, session: TableSession, plain: Translator) -> Scene:
        return self.ui.poster(game_over_summary(self.screens.of(session)), session.view(), plain).scene()

    def _note(self, where: str, look: Callable[..., Iterable[str]], *args: Any) -> None:
        try:
            sentences = list(look(*args))
        except Exception as fault:
            sentences = [describe_fault(fault).replace("the rules raise", "building it raises")]
        for sentence in sentences:
            self.on_screens[f"{where}: {sentence}" if where else sentence] = None

    def _draw(self, where: str, draw: Callable[..., Scene] | None, *args: Any) -> None:
        self.pictures += 1
        try:
            assert draw is not None
            sentences = picture_check.faults(draw(*args), NAMES)
        except Exception as fault:
            sentences = [describe_fault(fault).replace("the rules raise", "drawing it raises")]
        for sentence in sentences:
            self.in_pictures[f"{where}: {sentence}"] = None

    # ---- what is said about it
    def findings(self) -> Iterator[Finding]:
        rules, seats = self.rules, self.game.seats
        whole = f"The rules keep the contract in {rules.games} random games of {seats[0]} to {seats[-1]} players."
        yield from _section("bad", rules.faults(), whole)
        lacking = [f"text/en.toml lacks {key}: people read its key in words." for key in sorted(self.catalogue.missing)]
        commands = [key for key in self._command_keys() if key not in self.catalogue]
        lacking += [f"text/en.toml lacks {key}: a slash command needs it." for key in commands]
        yield from _section("bad", lacking, f"No text is missing; {len([*self.catalogue])} are the game's own.")
        yield from _section("warn", self._unused())
        if "game.blurb" not in self.catalogue and not description(self.game):
            yield "warn", f"Nothing says what the game is about: give {type(self.game).__name__} a docstring."
        all_fit = f"{self.moments} moments fit into Discord's messages, and every action can be reached by buttons."
        yield from _section("bad", self._screen_faults(), all_fit)
        yield from _section("bad", self.in_pictures, f"{self.pictures} pictures are sound.")
        yield from _section("bad", self._commands())
        for language in self.catalogue.languages()[1:]:
            gaps = [key for key in self.catalogue if key not in self.catalogue.translated(language)]
            of, some = len([*self.catalogue]), ", ".join(gaps[:5])
            sentence = f"text/{language}.toml lacks {len(gaps)} of {of} texts: {some}."
            yield ("warn", sentence) if gaps else ("ok", f"text/{language}.toml is complete.")
        if not rules.is_broken:
            yield self._computers()

    def _screen_faults(self) -> list[str]:
        """Return a line for each fault; a field without a value is reported once for its event, not for each screen."""
        events = [sentence for sentence in self.on_screens if sentence.startswith("log: a sentence shows a field")]
        others = [sentence for sentence in self.on_screens if sentence not in events]
        relevant = [sentence for sentence in others if not (events and "shows a field: " in sentence)]
        return [" ".join(sentence.split()) for sentence in (*events, *relevant)]

    def _unused(self) -> list[str]:
        own = [key for key in self.catalogue if key.partition(".")[0] in SECTIONS_OF_PLAY]
        return [f"text/en.toml has {key}, which no random game said." for key in own if key not in self.catalogue.used]

    def _command_keys(self) -> Iterator[str]:
        for command in self.ui.slash_commands:
            yield from (f"{section}.{command.name}" for section in COMMAND_SECTIONS)
            for param in command.params:
                yield from (f"verb.{command.name}.{param.name}", f"kind.{param.name}")

    def _commands(self) -> Iterator[str]:
        for command in self.ui.slash_commands:
            if not any(match_pattern(p, a) is not None for p in command.patterns for a in self.actions):
                yield f"/{self.ui.group} {command.name} fits no action that a random game offered."

    def _computers(self) -> Finding:
        g = self.game.deal(self.game.seats[0], "computers")
        try:
            for number in range(MAX_ANSWERS):
                if not g.asks:
                    return "ok", f"Easy computers play it to its end in {number} answers."
                seat = min(g.asks)
                self.game.answer(g, seat, choose(self.game, g, seat, "easy", number))
        except Exception as fault:
            return "bad", f"An easy computer fails: {describe_fault(fault)}."
        return "ok", f"Easy computers play it; {MAX_ANSWERS} answers didn't end it."


def _section(level: str, sentences: Iterable[str], otherwise: str = "") -> Iterator[Finding]:
    """Yield a finding per sentence, the last one for all further ones; without any, that all is well."""
    every = list(sentences)
    yield from ((level, sentence) for sentence in every[:MAX_LINES])
    if len(every) > MAX_LINES:
        yield level, f"… and {len(every) - MAX_LINES} more like these."
    if not every and otherwise:
        yield "ok", otherwise


def _other_options(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """Yield each value of the game's options that isn't the default."""
    for setting in lobby_settings(game):
        if setting.name in game.Options.model_fields:
            yield from ((setting.name, value) for value in setting.values if value != setting.default)
