"""The base of all messages about a table: names, sentences, who owes a decision, how the game ended."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from bot.i18n.catalogue import using_language
from bot.i18n.fitting import LETTERS
from bot.i18n.translator import Translator, tr
from bot.screens.custom_id import TABLE, Control
from bot.screens.game_ui import GameUI
from bot.screens.layout import Layout
from bot.screens.message import Button, Message, Style
from bot.tables.lobby import occupant_key
from bot.tables.session import TableSession
from bot.tables.time_limit import render_guard
from bot.tables.undo import TOOK_BACK
from engine.game import Question, Result, View
from engine.machine import Event


def link(guild: int | None, channel: int, message: int | None = None) -> str:
    """Return the URL of a message or channel; without a server, of direct messages."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}{f'/{message}' if message else ''}"


class HasLanguage(Protocol):
    @property
    def language(self) -> str: ...


S = TypeVar("S")
About = TypeVar("About", bound=HasLanguage)
More = ParamSpec("More")
Built = TypeVar("Built")


def screen(build: Callable[Concatenate[S, About, More], Built]) -> Callable[Concatenate[S, About, More], Built]:
    """Build a screen in the language of its subject. Raises RenderError if that fails or takes too long."""

    @wraps(build)
    def guarded_build(self: S, about: About, /, *args: More.args, **kwargs: More.kwargs) -> Built:
        with using_language(about.language), render_guard():
            return build(self, about, *args, **kwargs)

    return guarded_build


class MessageBuilder:
    """Builds messages about tables. `game_uis` is keyed by the game's slug."""

    def __init__(self, game_uis: dict[str, GameUI[Any]]) -> None:
        self.game_uis = game_uis
        self.after_game: list[str] = []  # keys of what features offer in the line below a finished game

    def game_ui(self, session: TableSession) -> GameUI[Any]:
        return self.game_uis[session.game.slug]

    def has_hand(self, session: TableSession) -> bool:
        return self.game_ui(session).seats_have_hands

    def translator(self, session: TableSession, view: View | None = None, escape: bool = True) -> Translator:
        """Return the translator for this table; by default for the channel's view."""

        def make() -> Translator:
            return self.game_ui(session).translator(session.info.names(), view, escape)

        if view is None:
            view = session.view() if session.g is not None else None
        elif view is not session.view(view.seat):  # a view of another moment
            return make()
        return session.cached(("translator", view is not None, view and view.seat, escape), make)

    def sentence(
        self, session: TableSession, event: Event, translator: Translator, names: Sequence[str] | None = None
    ) -> str:
        """Return what happened; with `names`, the players' names at that time."""
        if names is not None:
            translator = translator.with_names(names)
        note = f"note.{event.key}"
        if event.key == TOOK_BACK:
            what = self.describe_answer(session, event.fields["told"], translator)
            return translator.tr(note, p=event.fields["p"], what=what)
        if note in translator.catalogue:
            return translator.tr(note, **event.fields)
        return self.game_ui(session).text_renderer(session.view(), translator).sentence(event)

    def describe_answer(self, session: TableSession, description: list[Any], translator: Translator) -> str:
        """Return what the answer of an undo did, from its event's key and fields; a generic text if it was secret."""
        if not description:
            return translator.tr("join.a-secret-choice")
        return self.sentence(session, Event(*description), translator)

    def question_text(self, session: TableSession, question: Question, translator: Translator) -> str:
        fields = self.game_ui(session).text_renderer(session.view(), translator).fields(question)
        return translator.tr(f"ask.{question.say}", **{**fields, "p": f"s{question.seat}"})

    def status_line(self, session: TableSession, escape: bool = True) -> str:
        """Return one line that says who must do what."""
        translator = self.translator(session, escape=escape)
        if session.status == "over" and session.g is not None:
            return translator.tr("message.over", headline=self.headline(session, translator))
        if not session.playing:
            return ""
        view = session.view()
        seats = sorted({*view.waiting, *view.chosen})
        question = view.questions[0]
        if len(seats) > 1:
            marks = [("message.has-chosen" if seat in view.chosen else "message.chooses", f"s{seat}") for seat in seats]
            who = " · ".join(translator.tr(key, p=p) for key, p in marks)
            return translator.tr("message.all", sentence=translator.tr(f"all.{question.say}"), marks=who)
        fields = self.game_ui(session).text_renderer(view, translator).fields(question)
        return translator.tr(f"now.{question.say}", **{**fields, "p": f"s{question.seat}"})

    def result(self, session: TableSession) -> Result | None:
        return session.game.result(session.g) if session.g is not None else None

    def early_end_reason(self, session: TableSession, translator: Translator) -> str:
        """Return why there is no winner; "" if there is one."""
        if not session.info.ended and self.result(session) is not None:
            return ""
        return translator.tr(f"ended.{session.info.ended or 'ended-by-vote'}", by=session.info.ended_by)

    def headline(self, session: TableSession, translator: Translator | None = None) -> str:
        translator, result = translator or self.translator(session), self.result(session)
        if result is None or session.info.ended:
            return self.early_end_reason(session, translator).rstrip(".")
        own = self.game_ui(session).game_over_text(session.view(), translator).headline()
        if own:
            return own
        if len(result.winners) > 1:
            return translator.tr("said.share", p=[f"s{seat}" for seat in result.winners])
        total = next(score.total for score in result.scores if score.seat == result.winners[0])
        key = "said.wins-with" if self.game_ui(session).has_points and total is not None else "said.wins"
        return translator.tr(key, p=f"s{result.winners[0]}", game=session.game.title, total=total)

    def series_score(self, session: TableSession) -> str:
        """Return the score of the series before this game, best first; "" if there are no wins yet."""
        translator = self.translator(session)
        names = {occupant_key(seat): f"s{n}" for n, seat in enumerate(session.info.seats)}
        won = sorted(session.info.wins.items(), key=lambda one: -one[1])
        score = [translator.tr("said.evening-won", name=names.get(who) or occupant_name(who), n=n) for who, n in won]
        return translator.tr("said.evening", score=score) if score else ""

    def people(self, session: TableSession, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(person for seat in seats if (person := session.info.seats[seat].person) is not None)

    def mentions(self, session: TableSession, seats: Sequence[int]) -> str:
        return " ".join(f"<@{person}>" for person in self.people(session, seats))

    def link(self, session: TableSession) -> str:
        """Return the URL of the table's message; of its channel while it has none."""
        posted = session.screen.table
        return link(session.guild, session.channel, posted.id if posted is not None else None)

    def place(self, guild: int | None, channel: int) -> str:
        """Return where a table is. Discord has no mention for a direct message channel."""
        return f"<#{channel}>" if guild is not None else tr("message.in-messages")

    def has_close_ups(self, session: TableSession) -> bool:
        """Return True if the table's picture is one of those too full for a phone."""
        return (
            session.g is not None
            and session.info.settings.pictures
            and self.game_ui(session).pictures.close_up is not None
        )

    def third_button(self, session: TableSession) -> Literal["log", "sit", "closer"]:
        """Return the path of the third button in the table's last row. *More* has those of them that it replaces."""
        if session.info.has_vacant_seat():
            return "sit"
        return "closer" if self.has_close_ups(session) and not session.info.script else "log"

    def log_path(self, session: TableSession) -> str:
        """Return which buttons of the table lead to the log: *Log*, or *More → Log*."""
        say, is_on_table = self.translator(session).tr, self.third_button(session) == "log"
        return say("button.log") if is_on_table else f"{say('button.more')} → {say('button.log')}"

    def button(
        self,
        session: TableSession,
        label: str,
        kind: str,
        path: str = "",
        style: Style = "secondary",
        place: int = TABLE,
    ) -> Button:
        """Return one of Hob's own buttons, labelled `button.<label>`."""
        return Button(
            self.translator(session).tr(f"button.{label}"), str(Control(session.id, kind, path, place=place)), style
        )

    def text(self, session: TableSession | None, key: str, /, **fields: Any) -> str:
        """Return a common sentence, such as `said.voted`; at a table it can name the seats, host and commands."""
        if session is None:
            return tr(key, **fields)
        translator, seat = self.translator(session), fields.pop("seat", None)
        base = {
            "game": session.game.title,
            "group": self.game_ui(session).group,
            "n": len(session.info.seats),
            "least": session.game.seats[0],
            "code": session.info.fault,
            "host": self.host_name(session),
            "now": self.status_line(session),
            "button": translator.tr("button.hand"),
            "link": self.link(session),
            "session": session.id,
            **({"p": f"s{seat}", "letter": LETTERS[seat]} if seat is not None else {}),
        }
        return translator.tr(key, **{**base, **fields})

    def host_name(self, session: TableSession) -> str:
        seat = session.info.seat_of(session.info.host)
        return f"s{seat}" if seat is not None else f"<@{session.info.host}>"

    def frozen(self, session: TableSession) -> Message:
        say = self.translator(session).tr
        return Message(
            title=session.game.title,
            text=say("refused.frozen", code=session.info.fault),
            colour=self.game_ui(session).colour,
            footer=say("message.number", session=session.id),
            rows=((self.button(session, "log", "log"), self.button(session, "more", "more")),),
        )

    def layout(
        self,
        session: TableSession,
        view: View,
        seat: int,
        translator: Translator,
        place: int,
        show_letter: bool = False,
    ) -> Layout:
        """Return the layout of a seat's question and offers."""
        question, taken = view.question_of(seat), len(session.info.taken.get(seat, ()))
        labels = self.game_ui(session).labels(view, translator)
        return Layout(labels, session.id, seat, question, place, show_letter, taken)

    # ---- why not
    def why_not(self, session: TableSession, seat: int, key: str, fields: dict[str, Any]) -> str:
        """Return a sentence that explains why an answer is illegal."""
        if known := self.rules_reason(session, seat, key, fields):
            return known
        if key == "not-an-option":
            return self.text(session, "refused.not-an-option", choices=self.describe_choices(session, seat))
        return self.text(session, "refused.stale")

    def rules_reason(self, session: TableSession, seat: int, key: str, fields: dict[str, Any]) -> str:
        """Return the sentence for a reason given by the rules; "" if the game has none."""
        translator, text_key = self.translator(session, session.view(seat)), f"why.{key}"
        return translator.tr(text_key, **{**fields, "p": f"s{seat}"}) if text_key in translator.catalogue else ""

    def reason(self, session: TableSession, seat: int, option: str) -> str:
        """Return why the rules forbid a seat this option now; "" if it's legal or has no sentence."""
        why = session.game.why_not(session.g, seat, option) if session.g is not None else None
        return self.rules_reason(session, seat, *why) if why is not None else ""

    def missing_action(self, session: TableSession, seat: int) -> tuple[str, str]:
        """Return why the first missing action isn't possible, and the slug of the rules page about it, or ""."""
        view = session.view(seat)
        question, translator = view.question_of(seat), self.translator(session, view)
        if question is None or not question.options or question.given is not None:
            return "", ""
        for action, page, options, why in self.game_ui(session).labels(view, translator).expected(question):
            reasons = (self.reason(session, seat, option) for option in options)
            if reason := next(filter(None, reasons), why):
                return translator.tr("said.why-not", action=action, why=reason), page
        return "", ""

    def describe_choices(self, session: TableSession, seat: int) -> str:
        """Return the labels of the possible choices, in one line."""
        ui, view = self.game_ui(session), session.view(seat)
        translator = self.translator(session, view, escape=True)
        question = view.question_of(seat)
        paths = (question.options or []) if question else view.offers.get(seat, [])
        labels = ui.labels(view, translator)
        return translator.join_labels([labels.label(question, path).label for path in paths])


def occupant_name(who: str) -> str:
    """Return the name of an absent occupant from their `lobby.occupant_key`."""
    return f"<@{who}>" if who.isdecimal() else who
