"""A table as one reader sees it: names, sentences, who owes a decision, how the game ended."""

from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from bot.i18n.catalogue import current_language, using_language
from bot.i18n.fitting import LETTERS
from bot.i18n.translator import tr
from bot.screens.custom_id import TABLE, Control
from bot.screens.game_ui import GameUI
from bot.screens.layout import Labels, Layout
from bot.screens.message import Button, Message, PictureFields, Style, picture_fields
from bot.screens.text_renderer import GameOverText, TextRenderer
from bot.tables.lobby import occupant_key
from bot.tables.model import Seat
from bot.tables.session import TableSession
from bot.tables.time_limit import render_guard
from bot.tables.undo import TOOK_BACK
from engine.game import Question, Result, View
from engine.machine import Event


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """Return the URL of a message or channel; without a server, of direct messages."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}{f'/{message}' if message else ''}"


def table_link(session: TableSession) -> str:
    """Return the URL of the table's message; of its channel while it has none."""
    posted = session.screen.table
    return link(session.guild, session.channel, posted.id if posted is not None else None)


def table_button(session: TableSession) -> Button:
    return Button(tr("button.go-to-the-table"), table_link(session), "link")


def place(guild: int | None, channel: int) -> str:
    """Return where a table is. Discord has no mention for a direct message channel."""
    return f"<#{channel}>" if guild is not None else tr("message.in-messages")


class HasLanguage(Protocol):
    @property
    def language(self) -> str: ...


About = TypeVar("About", bound=HasLanguage)
More = ParamSpec("More")
Built = TypeVar("Built")


def guarded(build: Callable[Concatenate[About, More], Built]) -> Callable[Concatenate[About, More], Built]:
    """Build a message in the language of its subject. Raises RenderError if that fails or takes too long."""

    @wraps(build)
    def guarded_build(about: About, /, *args: More.args, **kwargs: More.kwargs) -> Built:
        with using_language(about.language), render_guard():
            return build(about, *args, **kwargs)

    return guarded_build


class TableScreen:
    """A table as its viewer sees it, a seat or the channel (None). Made for each message, in the current language."""

    def __init__(self, screens: "Screens", session: TableSession, viewer: int | None, escape: bool = True) -> None:
        self.screens, self.session, self.viewer, self.escape = screens, session, viewer, escape
        self.info, self.game, self.ui = session.info, session.game, screens.game_uis[session.game.slug]
        self.language = current_language()
        view = session.view(viewer) if session.g is not None else None
        self.translator = session.cached(
            ("translator", view is not None, viewer, escape),
            lambda: self.ui.translator(self.info.names(), view, escape),
        )
        self.tr = self.translator.tr
        if view is not None:
            self.view: View = view
            self.labels: Labels[Any] = self.ui.labels(view, self.translator)
            self.texts: TextRenderer[Any] = self.ui.text_renderer(view, self.translator)

    @cached_property
    def public_texts(self) -> TextRenderer[Any]:
        """Return the texts about what everyone may know."""
        return self.texts if self.viewer is None else self.ui.text_renderer(self.session.view(), self.translator)

    def seen_by(self, viewer: int | None) -> "TableScreen":
        return TableScreen(self.screens, self.session, viewer, self.escape)

    @cached_property
    def plain(self) -> "TableScreen":
        """Return the same without Markdown's escapes, for pictures and labels."""
        return TableScreen(self.screens, self.session, self.viewer, escape=False)

    @property
    def seat(self) -> int:
        assert self.viewer is not None
        return self.viewer

    @property
    def sitter(self) -> Seat:
        return self.info.seats[self.seat]

    @cached_property
    def ending(self) -> GameOverText[Any]:
        return self.ui.game_over_text(self.session.view(), self.translator)

    # ---- sentences
    def sentence(self, event: Event, names: Sequence[str] | None = None) -> str:
        """Return what happened; with `names`, the players' names at that time."""
        translator = self.translator if names is None else self.translator.with_names(names)
        note = f"note.{event.key}"
        if event.key == TOOK_BACK:
            return translator.tr(note, p=event.fields["p"], what=self.describe_answer(event.fields["told"], names))
        if note in translator.catalogue:
            return translator.tr(note, **event.fields)
        if translator is self.translator:
            return self.public_texts.sentence(event)
        return self.ui.text_renderer(self.session.view(), translator).sentence(event)

    def describe_answer(self, description: list[Any], names: Sequence[str] | None = None) -> str:
        """Return what the answer of an undo did, from its event's key and fields; a generic text if it was secret."""
        return self.sentence(Event(*description), names) if description else self.tr("join.a-secret-choice")

    def question_text(self, question: Question) -> str:
        fields = self.public_texts.fields(question)
        return self.tr(f"ask.{question.say}", **{**fields, "p": f"s{question.seat}"})

    def status_line(self) -> str:
        """Return one line that says who must do what."""
        if self.session.status == "over" and self.session.g is not None:
            return self.tr("message.over", headline=self.headline())
        if not self.session.playing:
            return ""
        view = self.session.view()
        seats = sorted({*view.waiting, *view.chosen})
        question = view.questions[0]
        if len(seats) > 1:
            marks = [("message.has-chosen" if seat in view.chosen else "message.chooses", f"s{seat}") for seat in seats]
            who = " · ".join(self.tr(key, p=p) for key, p in marks)
            return self.tr("message.all", sentence=self.tr(f"all.{question.say}"), marks=who)
        return self.tr(f"now.{question.say}", **{**self.public_texts.fields(question), "p": f"s{question.seat}"})

    def text(self, key: str, /, **fields: Any) -> str:
        """Return a common sentence, such as `said.voted`, that can name the seats, host and commands."""
        seat, host = fields.pop("seat", None), self.info.seat_of(self.info.host)
        base = {
            "game": self.game.title,
            "group": self.ui.group,
            "n": len(self.info.seats),
            "least": self.game.seats[0],
            "code": self.info.fault,
            "host": f"s{host}" if host is not None else f"<@{self.info.host}>",
            "now": self.status_line(),
            "button": self.tr("button.hand"),
            "link": table_link(self.session),
            "session": self.session.id,
            **({"p": f"s{seat}", "letter": LETTERS[seat]} if seat is not None else {}),
        }
        return self.tr(key, **{**base, **fields})

    # ---- the end
    def result(self) -> Result | None:
        return self.game.result(self.session.g) if self.session.g is not None else None

    def early_end_reason(self) -> str:
        """Return why there is no winner; "" if there is one."""
        if not self.info.ended and self.result() is not None:
            return ""
        return self.tr(f"ended.{self.info.ended or 'ended-by-vote'}", by=self.info.ended_by)

    def headline(self) -> str:
        result = self.result()
        if result is None or self.info.ended:
            return self.early_end_reason().rstrip(".")
        own = self.ending.headline()
        if own:
            return own
        if len(result.winners) > 1:
            return self.tr("said.share", p=[f"s{seat}" for seat in result.winners])
        total = next(score.total for score in result.scores if score.seat == result.winners[0])
        key = "said.wins-with" if self.ui.has_points and total is not None else "said.wins"
        return self.tr(key, p=f"s{result.winners[0]}", game=self.game.title, total=total)

    def series_score(self) -> str:
        """Return the score of the series before this game, best first; "" if there are no wins yet."""
        names = {occupant_key(seat): f"s{n}" for n, seat in enumerate(self.info.seats)}
        won = sorted(self.info.wins.items(), key=lambda one: -one[1])
        names = {who: f"<@{who}>" if who.isdecimal() else who for who, _ in won} | names  # some are absent
        score = [self.tr("said.evening-won", name=names[who], n=n) for who, n in won]
        return self.tr("said.evening", score=score) if score else ""

    # ---- people and places
    def people(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(person for seat in seats if (person := self.info.seats[seat].person) is not None)

    def mentions(self, seats: Sequence[int]) -> str:
        return " ".join(f"<@{person}>" for person in self.people(seats))

    # ---- controls
    def button(
        self, label: str, kind: str, path: str = "", style: Style = "secondary", place: int = TABLE, **fields: Any
    ) -> Button:
        """Return one of Hob's own buttons, labelled `button.<label>`."""
        return Button(
            self.tr(f"button.{label}", **fields), str(Control(self.session.id, kind, path, place=place)), style
        )

    def layout(self, seat: int, place: int, show_letter: bool = False) -> Layout:
        """Return the layout of a seat's question and offers."""
        question, taken = self.view.question_of(seat), len(self.info.taken.get(seat, ()))
        return Layout(self.labels, self.session.id, seat, question, place, show_letter, taken)

    def has_close_ups(self) -> bool:
        """Return True if the table is shown as a picture, and its game enlarges parts of it for phones."""
        return self.session.g is not None and self.info.settings.pictures and self.ui.pictures.close_up is not None

    def third_button(self) -> Literal["log", "sit", "closer"]:
        """Return what the third button in the table's last row does. *More* has the others that are possible."""
        if any(seat.vacant for seat in self.info.seats):
            return "sit"
        return "closer" if self.has_close_ups() and not self.info.script else "log"

    def log_path(self) -> str:
        """Return which buttons of the table lead to the log: *Log*, or *More → Log*."""
        is_on_table = self.third_button() == "log"
        return self.tr("button.log") if is_on_table else f"{self.tr('button.more')} → {self.tr('button.log')}"

    def frozen(self) -> Message:
        return Message(
            title=self.game.title,
            text=self.tr("refused.frozen", code=self.info.fault),
            colour=self.ui.colour,
            footer=self.tr("message.number", session=self.session.id),
            rows=((self.button("log", "log"), self.button("more", "more")),),
        )

    # ---- why not: about the actions of the screen's seat
    def why_not(self, key: str, fields: dict[str, Any]) -> str:
        """Return a sentence that explains why an answer is illegal."""
        if known := self.rules_reason(key, fields):
            return known
        if key == "not-an-option":
            return self.text("refused.not-an-option", choices=self.describe_choices())
        return self.text("refused.stale")

    def rules_reason(self, key: str, fields: dict[str, Any]) -> str:
        """Return the sentence for a reason given by the rules; "" if the game has none."""
        text_key = f"why.{key}"
        return self.tr(text_key, **{**fields, "p": f"s{self.seat}"}) if text_key in self.translator.catalogue else ""

    def reason(self, option: str) -> str:
        """Return why the rules forbid this option now; "" if it's legal or has no sentence."""
        why = self.game.why_not(self.session.g, self.seat, option) if self.session.g is not None else None
        return self.rules_reason(*why) if why is not None else ""

    def missing_action(self) -> tuple[str, str]:
        """Return why the first missing action isn't possible, and the slug of the rules page about it, or ""."""
        question = self.view.question_of(self.seat)
        if question is None or not question.options or question.given is not None:
            return "", ""
        for action, page, options, why in self.labels.expected(question):
            if reason := next(filter(None, map(self.reason, options)), why):
                return self.tr("said.why-not", action=action, why=reason), page
        return "", ""

    def describe_choices(self) -> str:
        """Return the labels of the possible choices, in one line."""
        question = self.view.question_of(self.seat)
        paths = (question.options or []) if question else self.view.offers.get(self.seat, [])
        return self.translator.join_labels([self.labels.label(question, path).label for path in paths])


class Screens:
    """Makes the screens of tables. `game_uis` is keyed by the game's slug."""

    def __init__(self, game_uis: dict[str, GameUI[Any]]) -> None:
        self.game_uis = game_uis
        self.after_game: list[str] = []  # keys of what features offer in the line below a finished game

    def ui(self, session: TableSession) -> GameUI[Any]:
        return self.game_uis[session.game.slug]

    def of(self, session: TableSession, viewer: int | None = None) -> TableScreen:
        """Return the screen in the current language. Raises RenderError."""
        with render_guard():
            return TableScreen(self, session, viewer)

    def posted(self, session: TableSession, viewer: int | None = None) -> TableScreen:
        """Return the screen in the table's language, the same until the table changes. Raises RenderError."""
        with using_language(session.info.language):
            return session.cached(("screen", viewer), lambda: self.of(session, viewer))

    def text(self, session: TableSession | None, key: str, /, **fields: Any) -> str:
        """Return a common sentence, at a table or without one."""
        return tr(key, **fields) if session is None else self.of(session).text(key, **fields)


def table_picture(screen: TableScreen) -> PictureFields:
    """Return the table's picture, unless it is switched off."""
    pictures, wanted = screen.ui.pictures, screen.info.settings.pictures
    return picture_fields(wanted, pictures.table, pictures.table_alt, screen.view, screen.plain.translator)
