"""Questions become buttons and selects: one function lays out any list of options."""

from collections.abc import Sequence

from bot.delivery.control import TABLE, Control
from bot.delivery.message import Button, Choice, Menu, Row
from bot.tables.info import LETTERS
from cogs.ui.face import Face, Label
from cogs.ui.words import Words, cut
from engine.game import Question, View

PER_ROW = 4
LEAVES = 8  # up to this many options are buttons
CHOICES = 25  # of a select, by Discord's limit
PAGE = CHOICES - 1
MORE = "_"  # before a page's number, as the last part of a path


def parts(path: str) -> list[str]:
    return path.split("/") if path else []


def beneath(options: Sequence[str], prefix: str) -> list[str]:
    return [option for option in options if not prefix or option == prefix or option.startswith(prefix + "/")]


def in_rows(buttons: Sequence[Button], per_row: int = PER_ROW) -> tuple[Row, ...]:
    return tuple(tuple(buttons[i : i + per_row]) for i in range(0, len(buttons), per_row))


class Layout:
    """The controls of one question (or of a seat's offers) on one message."""

    def __init__(
        self,
        face: Face,
        session: str,
        view: View,
        seat: int,
        question: Question | None,
        words: Words,
        place: int = TABLE,
        lettered: bool = False,
        taken: int = 0,
    ) -> None:
        self.face, self.session, self.view, self.seat = face, session, view, seat
        self.question, self.words, self.place, self.lettered = question, words, place, lettered
        self.taken = taken  # how many offers the seat has taken
        self.number = question.number if question else (view.questions[0].number if view.questions else 0)

    def control(self, kind: str, path: str) -> str:
        return str(Control(self.session, kind, path, self.number, self.seat, self.place, self.taken))

    def label(self, path: str) -> Label:
        label = self.face.label(self.view, self.question, path, self.words)
        text = f"{LETTERS[self.seat]}: {label.label}" if self.lettered else label.label
        return label._replace(label=cut(text, 80))

    def button(self, option: str) -> Button:
        label, _, style = self.label(option)
        return Button(label, self.control("answer", option), style)

    def rows(self, most: int = 4) -> tuple[Row, ...]:
        """All of a question's options in at most `most` rows."""
        assert self.question is not None and self.question.options is not None
        own = self.face.rows(self)
        return own if own is not None else self.beneath(self.question.options, "", most)

    def beneath(self, options: Sequence[str], prefix: str, most: int = 4) -> tuple[Row, ...]:
        """The options that begin with `prefix`, by the law: buttons, else a select for each next part."""
        if len(options) <= LEAVES and len(options) <= PER_ROW * most:
            return in_rows([self.button(option) for option in options])
        depth = len(parts(prefix))
        groups: dict[str, list[str]] = {}
        alone = []
        for option in options:
            rest = parts(option)[depth:]
            if len(rest) > 1:
                groups.setdefault("/".join(parts(option)[: depth + 1]), []).append(option)
            else:
                alone.append(option)
        if not groups or len(groups) + bool(alone) > most:
            return (self.menu(options, prefix, 1),)
        rows: list[Row] = list(in_rows([self.button(o) for o in alone])) if len(alone) <= PER_ROW else []
        if len(alone) > PER_ROW:
            rows.append(self.menu(alone, prefix, 1))
        rows += [self.menu(found, group, 1) for group, found in groups.items()]
        return tuple(rows)

    def menu(self, options: Sequence[str], prefix: str, page: int) -> Menu:
        """One select: of whole options if they fit, else of the next part, else of a page of these."""
        depth = len(parts(prefix))
        if len(options) <= CHOICES:
            entries, kind = list(options), "answer"
        else:
            entries = list(dict.fromkeys("/".join(parts(option)[: depth + 1]) for option in options))
            kind = "narrow"
            if len(entries) > CHOICES:
                shown = entries[(page - 1) * PAGE : page * PAGE]
                more = [*parts(prefix), f"{MORE}{page + 1 if page * PAGE < len(entries) else 1}"]
                choices = (*map(self.choice, shown), Choice("More…", "/".join(more)))
                here = "/".join([*parts(prefix), f"{MORE}{page}"])  # unlike the id of Back, which may stand below
                return Menu(self.placeholder(prefix), self.control("narrow", here), choices)
        return Menu(self.placeholder(prefix), self.control(kind, prefix), tuple(map(self.choice, entries)))

    def choice(self, path: str) -> Choice:
        label = self.label(path)
        return Choice(cut(label.label, 100), path, cut(label.text, 100))

    def placeholder(self, prefix: str) -> str:
        return cut(self.face.PLACEHOLDERS.get(prefix.split("/")[0], "Choose…"), 100)

    def narrowed(self, path: str) -> tuple[Row, ...]:
        """What follows a picked part, with a way back.  `path` may end in a page's number."""
        asked = (self.question.options or []) if self.question else []
        options = [*asked, *self.view.offers.get(self.seat, [])]
        prefix, _, last = path.rpartition("/")
        page = int(last[1:]) if last.startswith(MORE) and last[1:].isdecimal() else 0
        rows = self.face.narrowed(self, path)
        if rows is None and not beneath(options, prefix if page else path):  # it was on offer once
            return ()
        if rows is None and page:
            rows = (self.menu(beneath(options, prefix), prefix, page),)
        elif rows is None:
            rows = self.beneath(beneath(options, path), path)
        return (*rows, (Button("Back", self.control("narrow", "")),))

    def offers(self, offers: Sequence[str]) -> tuple[Row, ...]:
        """A seat's offers: a row of buttons, or one select."""
        if not offers:
            return ()
        if len(offers) <= PER_ROW:
            return (tuple(self.button(offer) for offer in offers),)
        return (self.offer_menu(offers),)

    def offer_menu(self, offers: Sequence[str]) -> Menu:
        menu = self.menu(offers, "", 1)
        kind = "narrow" if len(offers) > CHOICES else "answer"
        return Menu("Free actions…", self.control(kind, "offers"), menu.choices)
