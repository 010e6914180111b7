"""Layout: questions become buttons and selects, the same way for any list of options."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from bot.i18n.catalogue import Template, fields, texts
from bot.i18n.fitting import LETTERS, LONGEST_LABEL, MAX_LABEL, capitalize, cut
from bot.pictures.fonts import drawable, line_width, wrap_text
from bot.pictures.scene import Stack
from bot.screens.custom_id import TABLE, Control
from bot.screens.message import Button, Choice, Menu, Message, Row, Style
from bot.screens.text_renderer import GameUIPart, V
from engine import actions
from engine.ai import EventPattern
from engine.game import Question, View

PER_ROW = 4
ROWS = 5  # by Discord's limit
MAX_BUTTONS = 8  # up to this many options become buttons
MAX_LINES = 4  # of a question's controls on a phone that is 400 px wide
MAX_LINES_OF_ROW = 2  # if a question has only one row, because others are asked, too
# In px on such a phone: a line's width, the size of letters, the width of a button's edges and of an emoji, a gap,
# and the least width of a button.
PHONE, LETTERS_SIZE, EDGES, EMOJI, GAP, NARROWEST = 336, 14, 30, 24, 8, 60
SCREEN = 775  # px: the height that a message has there, with a reserve of 25 because letters differ
EMBED, CONTROL = 303, 42  # px: the width of an embed's text and picture, the height of a control
SIZES = {"content": 16, "embed": 15, "small": 13}  # of letters
LINE_HEIGHT = 1.4  # of their size
BOLD = 0.96  # of the room: bold letters are wider than those measured
MAX_CHOICES = 25  # in a select, by Discord's limit
PAGE = MAX_CHOICES - 1
DECLINING = frozenset({"pass", "skip", "none", "no", "let-go", "done"})  # options that decline or end something
MORE = "_"  # prefix of a page number as the last part of a path


def options_below(options: Sequence[str], prefix: str) -> list[str]:
    return [option for option in options if not prefix or option == prefix or option.startswith(prefix + "/")]


def _needs(template: Template) -> set[str]:
    """Return the names of the fields in a text."""
    return {name for text in texts(template) for name, _ in fields(text)}


def in_rows(buttons: Sequence[Button], per_row: int = 0) -> tuple[Row, ...]:
    """Divide buttons into even rows, so that none is alone: up to four in one row, five or six in two.

    Six are in rows of four and two if a phone then needs fewer lines.
    """
    if not per_row:
        even = -(-len(buttons) // max(-(-len(buttons) // PER_ROW), 1))
        return min((in_rows(buttons, n) for n in (max(even, 1), PER_ROW)), key=lines_of)
    return tuple(tuple(buttons[i : i + per_row]) for i in range(0, len(buttons), per_row))


def lines_of(rows: Sequence[Row]) -> int:
    """Return how many lines these rows take on a phone, which wraps each row by itself."""
    lines = 0
    for row in rows:
        left = 0.0
        for button in row if isinstance(row, tuple) else ():
            width = line_width(*drawable(button.label, "S"), LETTERS_SIZE) + EDGES
            width += EMOJI * (bool(button.emoji) + (button.style == "link"))  # a link has an arrow
            width = max(width, NARROWEST)
            if width > left:
                lines, left = lines + 1, PHONE
            left -= width + GAP
        lines += isinstance(row, Menu)
    return lines


def fit_a_phone(rows: Sequence[Row], most: int = MAX_LINES) -> bool:
    """Return whether these rows have at most `MAX_BUTTONS` buttons and take at most `most` lines on a phone."""
    buttons = sum(len(row) for row in rows if isinstance(row, tuple))
    return buttons <= MAX_BUTTONS and lines_of(rows) <= most


def phone_height(message: Message) -> float:
    """Return about how many px high a message without fields is on a phone."""
    height = _text_height(message.content, PHONE, SIZES["content"]) + lines_of(message.rows) * (CONTROL + GAP)
    if message.text or message.picture is not None:
        height += _text_height(message.text, EMBED, SIZES["embed"]) + (5 if message.text else 4) * GAP
    if message.picture is not None:
        scenes = message.picture.scenes if isinstance(message.picture, Stack) else (message.picture,)
        height += sum(EMBED * scene.height / scene.width for scene in scenes)
    return height


def _text_height(text: str, width: int, letters: int) -> float:
    height = 0.0
    for line in text.split("\n") if text else ():
        size = SIZES["small"] if line.startswith("-# ") else letters
        room = width - 12 * line.startswith("> ") - 18 * ("• " in line[:4])  # without the indent
        words = re.sub(r"<#\d+>", "#channel", re.sub(r"^(> |• |-# )+|\*", "", line))
        lines = wrap_text(words, "S", size, int(room * BOLD) if "**" in line else room, len(words) + 1)
        height += len(lines) * size * LINE_HEIGHT
    return height


def with_declining(rows: tuple[Row, ...], *refusing: Button) -> tuple[Row, ...]:
    """Put declining buttons last: in the only row of buttons if they fit, otherwise in a row of their own."""
    only = rows[0] if len(rows) == 1 else None
    if isinstance(only, tuple) and len(only) + len(refusing) <= PER_ROW:
        return ((*only, *refusing),)
    return (*rows, refusing) if refusing else rows


class Label(NamedTuple):
    """The label of a button or a select's entry, after its emoji; `text` is the second line of an entry."""

    label: str
    text: str = ""
    style: Style = "secondary"
    emoji: str = ""


class Confirmation(NamedTuple):
    """A second question before a serious choice: its sentence, and the label of the confirming button."""

    sentence: str
    button: str


class Expected(NamedTuple):
    """An action that a player expects at a question but that isn't possible.

    `action` names it as its control would; `page` is the rules page about it. The reason shown is that of the first
    of the illegal `options` for which the rules have one, or else the sentence `why`.
    """

    action: str
    page: str
    options: Sequence[str] = ()
    why: str = ""


class HintEvent(NamedTuple):
    """A bad event that a hint may give as its reason: it happens less often than after another option.

    If the event `is_good`, it happens more often instead.  `key` is the sentence, with the other `option` as a field.
    """

    key: str
    pattern: EventPattern
    is_good: bool = False


class Labels(GameUIPart[V]):
    """A game's controls: their labels, and their places if the default layout isn't good enough."""

    hint_events: ClassVar[Sequence[HintEvent]] = ()
    point_step: ClassVar[float] = 1.0  # a hint does not mention smaller differences in points

    def label(self, question: Question | None, path: str) -> Label:
        """Return the label of an option, an offer or a prefix of one. `question` is None for another seat's offer.

        By default it is the text `label.<first part>`, in which `{1}` is the second part of the path, or else the whole
        path in words: `bid/3/fives` is "Bid 3 · fives".
        """
        first, *others = [self._part(part) for part in actions.parts_of(path)]
        key = f"label.{actions.prefix(path, 1)}"
        filled = {str(number): value for number, value in enumerate(others, 1)}
        if key in self.translator.catalogue and _needs(self.translator.catalogue[key]) <= filled.keys():
            whole = self.say(key, **filled)
        else:
            whole = f"{first} {' · '.join(map(self.translator.name, others))}".strip()
        whole = capitalize(whole)
        if len(whole) <= MAX_LABEL:
            return Label(whole)
        return Label(cut(whole if not others else " · ".join(map(self.translator.name, others)), MAX_LABEL), whole)

    def _part(self, part: str) -> int | str:
        """Return a part of a path as a number or in words."""
        if part.isdecimal():
            return int(part)
        return ", ".join(map(self.translator.readable, actions.split_names(part)))

    def rows(self, layout: "Layout") -> tuple[Row, ...] | None:
        """Return a question's controls in the game's own arrangement, built with `layout`; None for the default."""
        return None

    def rows_after(self, layout: "Layout", path: str) -> tuple[Row, ...] | None:
        """Return the controls after the part `path` was picked; None for the default layout."""
        return None

    def table_offers(self) -> list[tuple[int, str]]:
        """Return the offers shown on the table; by default those of the awaited seats."""
        return [(seat, offer) for seat in self.view.waiting for offer in self.view.offers.get(seat, [])]

    def panel_offers(self, seat: int) -> list[str]:
        """Return the offers below the question in a seat's panel: all those that `rows` doesn't show."""
        return self.view.offers.get(seat, [])

    def argument(self, question: Question | None, option: str, param: str) -> str | None:
        """Return the label of a slash command's argument; None for the label of the option up to it."""
        return None

    @classmethod
    def may_confirm(cls, option: str) -> bool:
        """Return True if an option may need a confirmation. This saves computing the seat's view for most options."""
        return False

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        """Return the confirmation for an option that `may_confirm`, or None."""
        return None

    def action_phrase(self, question: Question | None, option: str) -> str:
        """Return what an option does, for text outside its select; "" if its label says it."""
        return ""

    def option_phrase(self, option: str) -> str:
        """Return an option of the view's seat for text outside its select: its label, with what it does."""
        assert self.view.seat is not None
        question = self.view.question_of(self.view.seat)
        label, doing = self.label(question, option).label, self.action_phrase(question, option)
        if not doing:
            return label
        place, _, rest = label.partition(": ")  # "Inn: " need not be repeated
        what = rest if rest and place.casefold() in doing.casefold() else label
        return self.say("hint.doing", doing=doing.rstrip("… "), option=what)

    def has_point_reasons(self) -> bool:
        """Return whether a hint about the open question may give points as a reason."""
        return True

    def hint_ending(self, option: str) -> str:
        """Return what a hint says about an option that ends the game."""
        return self.say("hint.ends")

    def planned_card(self, option: str) -> str:
        """Return the card that a later action would play if a hint may mention it; otherwise ""."""
        return ""

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Return illegal options that a player may expect; the page "Now" says why not (`why.…`)."""
        return ()

    def expected(self, question: Question) -> Iterable[Expected]:
        """Yield actions that a player expects but doesn't get, the most expected first; the panel explains one."""
        return ()

    def placeholder(self, prefix: str) -> str:
        """Return the placeholder of a select below `prefix`: `placeholder.<its first part>`, if it exists."""
        own = f"placeholder.{actions.prefix(prefix, 1)}"
        return self.say(own if own in self.translator.catalogue else "button.choose")


class Layout:
    """The controls of one question, or of a seat's offers, in one message."""

    def __init__(
        self,
        labels: Labels[Any],
        session_id: str,
        seat: int,
        question: Question | None,
        place: int = TABLE,
        show_letter: bool = False,
        taken_count: int = 0,
    ) -> None:
        self.labels, self.session_id, self.seat = labels, session_id, seat
        self.question, self.place, self.lettered = question, place, show_letter
        self.taken = taken_count  # number of offers the seat has taken
        self.view: View = labels.view
        self.say = labels.say
        self.number = question.number if question else (self.view.questions[0].number if self.view.questions else 0)
        self.options = (question.options or []) if question else []  # of the question
        self.possible = [*self.options, *self.view.offers.get(seat, [])]  # and the seat's offers

    @property
    def open_question(self) -> Question:
        """Return the question whose controls these are. Only if they aren't a seat's offers alone."""
        assert self.question is not None
        return self.question

    def control(self, kind: str, path: str) -> str:
        return str(Control(self.session_id, kind, path, self.number, self.seat, self.place, self.taken))

    def label(self, path: str) -> Label:
        label = self.labels.label(self.question, path)
        text = label.label
        if self.lettered:
            text = self.say("button.lettered", letter=LETTERS[self.seat], label=text)
        return label._replace(label=cut(text, LONGEST_LABEL))

    def button(self, option: str) -> Button:
        """Return a button for an option, or for a prefix of options to narrow down."""
        label, _, style, emoji = self.label(option)
        begins = option not in self.possible and any(longer.startswith(f"{option}/") for longer in self.possible)
        return Button(label, self.control("narrow" if begins else "answer", option), style, emoji=emoji)

    def rows(self, most: int = 4) -> tuple[Row, ...]:
        """Return all options of a question in at most `most` rows."""
        own = self.labels.rows(self)
        return own if own is not None else self.rows_below(self.options, "", most)

    def rows_below(self, options: Sequence[str], prefix: str, most: int = 4) -> tuple[Row, ...]:
        """Return the options below `prefix` in the default layout: buttons, otherwise a select per next part."""
        refusing = [option for option in options if option in DECLINING]
        options = [option for option in options if option not in DECLINING]
        last, buttons = [self.button(option) for option in refusing], [self.button(option) for option in options]
        rows = with_declining(in_rows(buttons), *last)
        if len(rows) <= most and fit_a_phone(rows, MAX_LINES if most > 1 else MAX_LINES_OF_ROW):
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
        return with_declining((*rows, *(self.menu(below, group, 1) for group, below in groups.items())), *last)

    def menu(self, options: Sequence[str], prefix: str, page: int, placeholder: str = "") -> Menu:
        """Return one select: of whole options if they fit, otherwise of the path's next part, paged if necessary."""
        depth, placeholder = actions.part_count(prefix), placeholder or cut(self.labels.placeholder(prefix), 100)
        if len(options) <= MAX_CHOICES:
            entries, kind = list(options), "answer"
        else:
            entries = list(dict.fromkeys(actions.prefix(option, depth + 1) for option in options))
            kind = "narrow"
            if len(entries) > MAX_CHOICES:
                on_page = entries[(page - 1) * PAGE : page * PAGE]
                more = actions.join_parts(prefix, f"{MORE}{page + 1 if page * PAGE < len(entries) else 1}")
                choices = (*map(self.choice, on_page), Choice(self.say("button.more-choices"), more))
                here = actions.join_parts(prefix, f"{MORE}{page}")  # differs from the id of Back, which may be below
                return Menu(placeholder, self.control("narrow", here), choices)
        return Menu(placeholder, self.control(kind, prefix), tuple(map(self.choice, entries)))

    def choice(self, path: str) -> Choice:
        label = self.label(path)
        return Choice(cut(label.label, 100), path, cut(label.text, 100), emoji=label.emoji)

    def is_whole(self, path: str) -> bool:
        """Return True if a picked path is an option and no other option begins with it."""
        return options_below(self.possible, path) == [path]

    def rows_after(self, path: str) -> tuple[Row, ...]:
        """Return the controls after a part was picked, with a Back button. `path` may end in a page number."""
        options = self.possible
        prefix, last = actions.parent(path), actions.last_part(path)
        page = int(last[1:]) if last.startswith(MORE) and last[1:].isdecimal() else 0
        rows = self.labels.rows_after(self, path)
        if rows is None and not options_below(options, prefix if page else path):  # no longer on offer
            return ()
        if rows is None and page:
            rows = (self.menu(options_below(options, prefix), prefix, page),)
        elif rows is None:
            rows = self.rows_below(options_below(options, path), path)
        return (*rows, (Button(self.say("button.back"), self.control("narrow", "")),))

    def offers(self, offers: Sequence[str]) -> tuple[Row, ...]:
        """Return a seat's offers as a row of buttons or one select."""
        if not offers:
            return ()
        if len(offers) <= PER_ROW:
            return (tuple(self.button(offer) for offer in offers),)
        return (self.offer_menu(offers),)

    def offer_menu(self, offers: Sequence[str]) -> Menu:
        menu = self.menu(offers, "", 1)
        kind = "narrow" if len(offers) > MAX_CHOICES else "answer"
        return Menu(self.say("button.free-actions"), self.control(kind, "offers"), menu.choices)
