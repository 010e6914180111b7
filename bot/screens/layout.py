"""Questions become buttons and selects: one function lays out any list of options."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from bot.i18n.fitting import cut
from bot.screens.custom_id import TABLE, Control
from bot.screens.message import Button, Choice, Menu, Row, Style
from bot.screens.ui_part import GameUIPart, V
from bot.tables.model import LETTERS
from engine import actions
from engine.ai import EventPattern
from engine.game import Question, View

PER_ROW = 4
MAX_BUTTONS = 8  # up to this many options are buttons
MAX_CHOICES = 25  # of a select, by Discord's limit
PAGE = MAX_CHOICES - 1
DECLINING = frozenset({"pass", "skip", "none", "no", "let-go", "done"})  # options that let be, or end
MORE = "_"  # before a page's number, as the last part of a path


def options_below(options: Sequence[str], prefix: str) -> list[str]:
    return [option for option in options if not prefix or option == prefix or option.startswith(prefix + "/")]


def in_rows(buttons: Sequence[Button], per_row: int = 0) -> tuple[Row, ...]:
    """Rows as even as can be: four in one, five or six in two, so that none stands alone."""
    rows = -(-len(buttons) // PER_ROW)
    per_row = per_row or -(-len(buttons) // max(rows, 1))
    return tuple(tuple(buttons[i : i + per_row]) for i in range(0, len(buttons), max(per_row, 1)))


def with_declining(rows: tuple[Row, ...], *refusing: Button) -> tuple[Row, ...]:
    """What refuses or ends stands last: in the only row of buttons if there is room, else in one of its own."""
    only = rows[0] if len(rows) == 1 else None
    if isinstance(only, tuple) and len(only) + len(refusing) <= PER_ROW:
        return ((*only, *refusing),)
    return (*rows, refusing) if refusing else rows


class Label(NamedTuple):
    """What a button or an entry of a select says; `text` is the entry's second line, the emoji stands before it."""

    label: str
    text: str = ""
    style: Style = "secondary"
    emoji: str = ""


class Confirmation(NamedTuple):
    """What the few presses that want a second one are asked: a sentence, and the second button's label."""

    sentence: str
    button: str


class HintEvent(NamedTuple):
    """An event that a hint may give as its reason, where it happens less often (or more, if it is good) than after
    another option.  `key` is the sentence, with the other `option`.
    """

    key: str
    pattern: EventPattern
    is_good: bool = False


class Labels(GameUIPart[V]):
    """A game's controls: what they are called, and where they stand if the law of layout is not kind enough."""

    hint_events: ClassVar[Sequence[HintEvent]] = ()
    point_step: ClassVar[float] = 1.0  # points below which a hint does not speak of a difference

    def label(self, question: Question | None, path: str) -> Label:
        """A control for an option, an offer (`question` None where that is another's), or the beginning of one."""
        return Label(self.translator.name(actions.last_part(path)))

    def rows(self, layout: "Layout") -> tuple[Row, ...] | None:
        """Controls of a question in places of the game's own, made by `layout`.  None: the law of layout."""
        return None

    def rows_after(self, layout: "Layout", path: str) -> tuple[Row, ...] | None:
        """What follows the part `path` that was picked first.  None: the law of layout."""
        return None

    def table_offers(self) -> list[tuple[int, str]]:
        """Offers that stand on the table: by default those of whoever is asked."""
        return [(seat, offer) for seat in self.view.waiting for offer in self.view.offers.get(seat, [])]

    def panel_offers(self, seat: int) -> list[str]:
        """Offers that stand below the question in a seat's panel: all that `rows` does not show itself."""
        return self.view.offers.get(seat, [])

    def argument(self, question: Question | None, option: str, param: str) -> str | None:
        """What an argument of a slash command is called.  None: the label of the option up to it."""
        return None

    @classmethod
    def may_confirm(cls, option: str) -> bool:
        """Whether `confirm` is asked about an option; nearly all are answered without, and need no view of a seat."""
        return False

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        """For the few presses that want a second one; asked where it `may_confirm`."""
        return None

    def action_phrase(self, question: Question | None, option: str) -> str:
        """What is done by an option, for whoever reads it outside its select; empty where its own label tells it."""
        return ""

    def has_point_reasons(self) -> bool:
        """Return whether points are what the open question is about, so that a hint may speak of them."""
        return True

    def hint_ending(self, option: str) -> str:
        """What a hint says of an option that ends the game."""
        return self.say("hint.ends")

    def planned_card(self, option: str) -> str:
        """The card that a later action would play, if a hint may announce it; else empty."""
        return ""

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Options one may wonder why they are not there; the page "Now" says what the rules say (`why.…`)."""
        return ()

    def placeholder(self, prefix: str) -> str:
        """What a select of options that begin with `prefix` says: `placeholder.<its first part>`, if there is one."""
        own = f"placeholder.{actions.prefix(prefix, 1)}"
        return self.say(own if own in self.translator.catalogue else "button.choose")


class Layout:
    """The controls of one question (or of a seat's offers) on one message."""

    def __init__(
        self,
        labels: Labels[Any],
        session: str,
        seat: int,
        question: Question | None,
        place: int = TABLE,
        show_letter: bool = False,
        taken_count: int = 0,
    ) -> None:
        self.labels, self.session, self.seat = labels, session, seat
        self.question, self.place, self.lettered = question, place, show_letter
        self.taken = taken_count  # how many offers the seat has taken
        self.view: View = labels.view
        self.say = labels.say
        self.number = question.number if question else (self.view.questions[0].number if self.view.questions else 0)

    def control(self, kind: str, path: str) -> str:
        return str(Control(self.session, kind, path, self.number, self.seat, self.place, self.taken))

    def label(self, path: str) -> Label:
        label = self.labels.label(self.question, path)
        text = label.label
        if self.lettered:
            text = self.say("button.lettered", letter=LETTERS[self.seat], label=text)
        return label._replace(label=cut(text, 80))

    def button(self, option: str) -> Button:
        """What may be chosen; or the beginning of it, to go on from."""
        label, _, style, emoji = self.label(option)
        asked = (self.question.options or []) if self.question else []
        every = [*asked, *self.view.offers.get(self.seat, [])]
        begins = option not in every and any(longer.startswith(f"{option}/") for longer in every)
        return Button(label, self.control("narrow" if begins else "answer", option), style, emoji=emoji)

    def rows(self, most: int = 4) -> tuple[Row, ...]:
        """All of a question's options in at most `most` rows."""
        assert self.question is not None and self.question.options is not None
        own = self.labels.rows(self)
        return own if own is not None else self.rows_below(self.question.options, "", most)

    def rows_below(self, options: Sequence[str], prefix: str, most: int = 4) -> tuple[Row, ...]:
        """The options that begin with `prefix`, by the law: buttons, else a select for each next part."""
        refusing = [option for option in options if option in DECLINING]
        options = [option for option in options if option not in DECLINING]
        last = [self.button(option) for option in refusing]
        if len(options) + len(last) <= MAX_BUTTONS:
            rows = with_declining(in_rows([self.button(option) for option in options]), *last)
            if len(rows) <= most:
                return rows
        if most == 1:
            return (self.menu([*options, *refusing], prefix, 1),)
        depth = actions.part_count(prefix)
        groups: dict[str, list[str]] = {}
        alone = []
        for option in options:
            if actions.part_count(option) > depth + 1:
                groups.setdefault(actions.prefix(option, depth + 1), []).append(option)
            else:
                alone.append(option)
        if not groups or len(groups) + bool(alone) + bool(last) > most:
            return with_declining((self.menu(options, prefix, 1),), *last)
        rows = in_rows([self.button(o) for o in alone]) if len(alone) <= PER_ROW else (self.menu(alone, prefix, 1),)
        return with_declining((*rows, *(self.menu(found, group, 1) for group, found in groups.items())), *last)

    def menu(self, options: Sequence[str], prefix: str, page: int) -> Menu:
        """One select: of whole options if they fit, else of the next part, else of a page of these."""
        depth = actions.part_count(prefix)
        if len(options) <= MAX_CHOICES:
            entries, kind = list(options), "answer"
        else:
            entries = list(dict.fromkeys(actions.prefix(option, depth + 1) for option in options))
            kind = "narrow"
            if len(entries) > MAX_CHOICES:
                shown = entries[(page - 1) * PAGE : page * PAGE]
                more = actions.join_parts(prefix, f"{MORE}{page + 1 if page * PAGE < len(entries) else 1}")
                choices = (*map(self.choice, shown), Choice(self.say("button.more-choices"), more))
                here = actions.join_parts(prefix, f"{MORE}{page}")  # unlike the id of Back, which may stand below
                return Menu(self.placeholder(prefix), self.control("narrow", here), choices)
        return Menu(self.placeholder(prefix), self.control(kind, prefix), tuple(map(self.choice, entries)))

    def choice(self, path: str) -> Choice:
        label = self.label(path)
        return Choice(cut(label.label, 100), path, cut(label.text, 100), emoji=label.emoji)

    def placeholder(self, prefix: str) -> str:
        return cut(self.labels.placeholder(prefix), 100)

    def rows_after(self, path: str) -> tuple[Row, ...]:
        """What follows a picked part, with a way back.  `path` may end in a page's number."""
        asked = (self.question.options or []) if self.question else []
        options = [*asked, *self.view.offers.get(self.seat, [])]
        prefix, last = actions.parent(path), actions.last_part(path)
        page = int(last[1:]) if last.startswith(MORE) and last[1:].isdecimal() else 0
        rows = self.labels.rows_after(self, path)
        if rows is None and not options_below(options, prefix if page else path):  # it was on offer once
            return ()
        if rows is None and page:
            rows = (self.menu(options_below(options, prefix), prefix, page),)
        elif rows is None:
            rows = self.rows_below(options_below(options, path), path)
        return (*rows, (Button(self.say("button.back"), self.control("narrow", "")),))

    def offers(self, offers: Sequence[str]) -> tuple[Row, ...]:
        """A seat's offers: a row of buttons, or one select."""
        if not offers:
            return ()
        if len(offers) <= PER_ROW:
            return (tuple(self.button(offer) for offer in offers),)
        return (self.offer_menu(offers),)

    def offer_menu(self, offers: Sequence[str]) -> Menu:
        menu = self.menu(offers, "", 1)
        kind = "narrow" if len(offers) > MAX_CHOICES else "answer"
        return Menu(self.say("button.free-actions"), self.control(kind, "offers"), menu.choices)
