"""What people see and press in Cover Your Kingdom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.delivery.message import Button, Choice, Menu, Row
from bot.tables.info import LETTERS
from cogs.cover_your_kingdom import picture, tellings
from cogs.cover_your_kingdom import words as said
from cogs.cover_your_kingdom.clans import home, in_a_row, kin, magic, one, places
from cogs.cover_your_kingdom.examples import EXAMPLES
from cogs.cover_your_kingdom.labels import Labels, argument
from cogs.cover_your_kingdom.pages import PAGES
from cogs.cover_your_kingdom.wonders import wonders
from cogs.ui.controls import CHOICES, PER_ROW, Layout, beneath
from cogs.ui.pending import Face, Label, Param, Verb
from cogs.ui.pictures import looks
from cogs.ui.words import Words, counted
from engine import GAMES
from engine.cards import Card
from engine.cover_your_kingdom.cards import CARDS, HORSES, CoverCard
from engine.cover_your_kingdom.hire import enough
from engine.cover_your_kingdom.view import CoverView
from engine.game import Line, Question, View
from engine.machine import Event, seat_of

INN = ("inn-mobgoblins", "inn-elves", "inn-wiizzaard")
MENUS = (  # the turn's selects in their order: what it says, and which options stand in it
    ("settle", ("power", "settle", "add")),
    ("recruit", ("inn", "recruit")),
    ("hire", ("hire",)),
    ("discard", ("discard",)),
)


class CoverFace(Face):
    game = GAMES["cover-your-kingdom"]
    group = "cover"
    blurb = said.BLURB
    colour = looks.COVER.colour
    art = picture
    close_ups = True
    log_only = ("lights", "counts-clan")
    guide = said.GUIDE
    pages = PAGES
    examples = EXAMPLES
    SAY, NOW, ALL, LOG, WHY, LINES = said.SAY, said.NOW, said.ALL, said.LOG, said.WHY, said.LINES
    CHOICES = said.CHOICES
    PLACEHOLDERS = {
        "settle": "Settle or add…",
        "power": "Settle…",
        "recruit": "Recruit…",
        "hire": "Hire…",
        "add": "Add…",
        "discard": "Discard…",
        "inn": "Recruit from the inn…",
    }
    KINDS = {
        "cards": "choice of cards",
        "card": "card",
        "land": "land",
        "clan": "Clan",
        "creature": "Creature for hire",
        "target": "target",
        "take": "choice of cards at the inn",
        "choice": "choice",
    }
    verbs = (
        Verb(
            "settle",
            "Settle a Clan of two Creatures",
            ("settle/{cards}", "settle/{cards}/{land}"),
            "You settle on your own turn, with two cards that make a Clan.",
            (Param("cards", "Which two"), Param("land", "Where, if they may live in more than one", optional=True)),
            ("action",),
        ),
        Verb(
            "recruit",
            "Recruit the top Clan of a rival",
            ("recruit/{card}/{clan}",),
            "You recruit on your own turn, with a card that fits a top Clan you may go for.",
            (Param("clan", "Whose Clan"), Param("card", "The card you play for it")),
            ("action",),
        ),
        Verb(
            "hire",
            "Hire a Creature for an action",
            ("hire/{creature}/{target*}",),
            "You hire on your own turn, a Creature for hire that finds something to do.",
            (Param("creature", "Whom you hire"), Param("target", "What it does, and to whom")),
            ("action",),
        ),
        Verb(
            "add",
            "Add a Creature to your top Clan",
            ("add/{card}/{land*}",),
            "You add on your own turn, a Creature like those of a top Clan of yours.",
            (Param("card", "Which Creature"), Param("land", "To which Clan, and whether it moves", optional=True)),
            ("action",),
        ),
        Verb(
            "discard",
            "Discard a Creature and draw",
            ("discard/{card}",),
            "You discard on your own turn, a Clanning Creature.",
            (Param("card", "Which Creature"),),
            ("action",),
        ),
        Verb(
            "counter",
            "Answer a challenge with Creatures, or let it go",
            ("{cards}",),
            "You answer when somebody wants a Clan of yours, or answers you.",
            (Param("cards", "What you play, or to let it go"),),
            ("counter", "inn-challenge", "elves"),
        ),
        Verb(
            "give",
            "Give cards back after the Hypnogriff",
            ("{cards}",),
            "You give cards back when your Hypnogriff has taken some.",
            (Param("cards", "Which of your cards"),),
            ("give",),
        ),
        Verb(
            "land",
            "Choose the land of a Clan",
            ("{land}",),
            "You choose a land when a Clan comes to you that may live in more than one.",
            (Param("land", "Where it goes"),),
            ("land",),
        ),
        Verb(
            "inn",
            "Recruit from the Drafty Inn",
            ("inn/{card}/{take}",),
            "You recruit from the inn on your own turn, and only with two Rulers.",
            (Param("card", "The card you play"), Param("take", "What you take")),
            ("action",),
        ),
        Verb(
            "choose",
            "Use a Kingdom power, or answer a Creature hired at the inn",
            ("power/{choice*}", "done/{choice}", "{choice}", "{choice}/top", "{choice}/bottom"),
            "There is no power to use and no Creature at the inn to answer.",
            (Param("choice", "What you choose"),),
            ("action", "finish", "top", "free-settle", *INN),
        ),
        Verb(
            "done",
            "End your turn",
            ("done",),
            "You end your own turn, after one action or two.",
            (),
            ("action", "finish", "free-settle", "free-swap"),
        ),
        Verb(
            "pass",
            "Pass when nothing else is possible",
            ("pass",),
            "You pass on your own turn, when nothing else is possible.",
            (),
            ("action",),
        ),
    )

    # ---- names
    def things(self, view: View | None) -> Mapping[str, str]:
        names = {card: one(card) for card in CARDS} | said.LANDS
        if isinstance(view, CoverView):
            for place in places(view):
                species = place.clan.species
                names[place.clan.id] = kin(species) if species else f"covered Clan with gem {place.clan.gem}"
        return names

    def note(self, view: View) -> str:
        assert isinstance(view, CoverView)
        if view.contest in said.CONTESTS:
            return said.CONTESTS[view.contest].format(n=view.round)
        return "" if view.over else f"deck of {view.deck}" if view.deck else "the deck is empty"

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, CoverView)
        kingdom = view.kingdoms[seat]
        parts = [counted(kingdom.hand, "card"), counted(kingdom.clans, "Clan")]
        if view.constellations:
            parts.append(f"{len(kingdom.lit)} lit")
        parts += [one(power) for power in kingdom.powers]
        if view.contest == "first-to-2":
            parts += [f"{counted(kingdom.victories, 'round')} won"] * (kingdom.victories > 0)
        elif view.rounds and not view.over:
            parts.append(f"{sum(done.totals[seat] for done in view.rounds)} so far")
        return ", ".join(parts)

    def fields(self, view: View, question: Question) -> Mapping[str, Any]:
        assert isinstance(view, CoverView)
        if question.say == "elves":
            holder, hirer = (view.kingdoms[seat_of(question.fields[who])].powers for who in ("p", "q"))
            fields = tellings.named(question.fields)
            return {**fields, "holds": said.HOLDS[tuple(enough(holder, hirer))].format(**fields)}
        if view.war is None or question.say not in ("counter", "inn-challenge"):
            return tellings.named(question.fields)
        fields = {**question.fields, "inn": int(not question.fields["clan"])}
        return tellings.named({**fields, "answers": said.ANSWERS[view.war.two].format(**tellings.named(fields))})

    def sentence(self, event: Event, words: Words) -> str:
        return words.say(said.LOG[tellings.template(event)], tellings.named(event.fields))

    # ---- controls
    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        assert isinstance(view, CoverView)
        label = Labels(view, question, words).of(path)
        if path == "let-go" and question is not None and question.say == "elves":
            return label._replace(label="Let them go")
        return label

    def argument(self, view: View, question: Question | None, option: str, param: str, words: Words) -> str | None:
        assert isinstance(view, CoverView)
        return argument(Labels(view, question, words), option, param)

    def wonders(self, view: View, question: Question) -> Sequence[str]:
        assert isinstance(view, CoverView)
        return wonders(view, question)

    def panel_offers(self, view: View, seat: int) -> list[str]:
        """In a turn the free powers stand in its first select."""
        question = view.question_of(seat)
        return [] if question and question.say == "action" else super().panel_offers(view, seat)

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question = layout.question
        assert question is not None and question.options is not None
        if question.say == "action":
            return self.turn(layout, question.options)
        if question.say in ("counter", "inn-challenge", "elves"):
            rows = layout.beneath([option for option in question.options if option != "let-go"], "")
            return (*rows, (layout.button("let-go"),))
        if question.say == "give":
            return (self.pick(layout, "", question.options, *[question.fields["n"]] * 2),)
        if question.say == "finish":
            return self.leavings(layout, question.options, "End turn")
        if question.say == "inn-wiizzaard" and len(question.options) > PER_ROW:
            letter = f"{LETTERS[layout.seat]}: " * layout.lettered
            return (replace(layout.menu(question.options, "", 1), placeholder=f"{letter}{said.MOVE}"),)
        if question.say == "free-settle":
            free = [option for option in question.options if option != "done"]
            return (*self.menus(layout, "power", free), (layout.button("done"),))
        return None

    def turn(self, layout: Layout, options: Sequence[str]) -> tuple[Row, ...]:
        """Selects in fixed order, left out when empty; below them what ends the turn."""
        rows: list[Row] = []
        offers = layout.view.offers.get(layout.seat, [])
        for name, heads in MENUS:
            found = [o for head in heads for o in [*options, *offers] if o.split("/")[0] == head]
            if name == "recruit":  # at the inn one may take less than there is, but seldom wants to
                found.sort(key=inn_magic, reverse=True)
            rows += self.menus(layout, name, found)
        if any(option.startswith("done/") for option in options):
            rows.append((Button("End turn…", layout.control("narrow", "done")),))
        else:
            rows += [(layout.button(last),) for last in ("done", "pass") if last in options]
        return tuple(rows)

    def menus(self, layout: Layout, name: str, options: Sequence[str]) -> Iterable[Menu]:
        """A select whose name is in its id too, for its options may begin with several words."""
        if not options:
            return []
        heads = {option.split("/")[0] for option in options}
        menu = layout.menu(options, heads.pop() if len(heads) == 1 else "", 1)
        kind = "answer" if len(options) <= CHOICES else "narrow"
        return [replace(menu, id=layout.control(kind, name), placeholder=self.PLACEHOLDERS[name])]

    def narrowed(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        """A turn's actions stay in selects, for they are too long for buttons.  DissedHard: how the turn is ended."""
        question = layout.question
        if question is None or question.options is None:
            return None
        if path == "done":
            return self.leavings(layout, question.options, "Discard none")
        found = beneath([*question.options, *layout.view.offers.get(layout.seat, [])], path)
        return (layout.menu(found, path, 1),) if 0 < len(found) <= CHOICES else None

    def leavings(self, layout: Layout, options: Sequence[str], none: str) -> tuple[Row, ...]:
        end = Button(none, layout.control("answer", "done"))
        cards = [option for option in options if option.startswith("done/")]
        if not cards:
            return ((end,),)
        most = 2 if any("+" in option for option in cards) else 1
        menu = self.pick(layout, "done", [option.removeprefix("done/") for option in cards], 1, most)
        return (replace(menu, placeholder="Discard one or two…" if most > 1 else "Discard…"), (end,))

    def pick(self, layout: Layout, path: str, choices: Sequence[str], least: int, most: int) -> Menu:
        """A select of several out of the hand; of cards alike the second is `#2`."""
        assert isinstance(layout.view, CoverView)
        pickable = {card for choice in choices for card in choice.split("+")}
        seen: Counter[str] = Counter()
        entries = []
        for card in layout.view.hand:
            if card in pickable:
                seen[card] += 1
                n = seen[card]
                label = one(card) if n == 1 else f"{one(card)}, the {said.NTH[n]}"
                text = described(card, home(layout.view, card))
                entries.append(Choice(label, card if n == 1 else f"{card}#{n}", text))
        placeholder = "Give back…" if least == 1 else f"Give {least} cards back…"
        return Menu(placeholder, layout.control("pick", path), tuple(entries), least, min(most, len(entries)))

    # ---- words
    def card_words(self, card: Card) -> str:
        assert isinstance(card, CoverCard)
        if card.kind == "power":
            kind = "allows a free action" if card.power == "action" else "alters a rule"
            return f"Kingdom power: it {kind}.\n{card.text}"
        about = described(card.id, card.land)
        lines = [f"{about[0].upper()}{about[1:]}. {counted(card.copies, 'card')} in the deck."]
        if card.id in HORSES:
            lines.append("With two Rulers it lives in the Maneland.")
        elif card.land == "either":
            lines.append("With two Rulers it lives in any of the three lands.")
        return "\n".join([*lines, card.text] if card.text else lines)

    def whereabouts(self, view: View, card: str, words: Words) -> list[str]:
        assert isinstance(view, CoverView)
        return tellings.whereabouts(view, card, words)

    def hand(self, view: View, words: Words) -> str:
        assert isinstance(view, CoverView) and view.seat is not None
        held = Counter(view.hand)
        cards = " · ".join(f"{in_a_row([card] * n)} ({described(card, home(view, card))})" for card, n in held.items())
        lines = [f"Your hand: {cards or 'no cards'}."]
        telling = [card for card in held if CARDS[card].kind != "clanning"]
        lines += [f"-# {one(card)} · {CARDS[card].short}" for card in telling]
        lines += [f"-# Your power **{one(p)}** · {CARDS[p].short}" for p in view.kingdoms[view.seat].powers]
        return "\n".join(lines)

    def table_in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, CoverView)
        return tellings.in_words(view, words)

    # ---- the end
    def win_title(self, view: View, words: Words) -> str | None:
        assert isinstance(view, CoverView)
        return tellings.headline(view, words)

    def sheets(self, view: View, words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
        assert isinstance(view, CoverView)
        return [
            tellings.sheet(n, done, words) for n, done in enumerate(view.rounds, 1) if not view.over or n < view.round
        ]

    def revealed(self, view: View, seat: int, words: Words) -> str:
        """The hand, when the game was ended early; it goes on until every hand is empty."""
        assert isinstance(view, CoverView)
        return words.say(said.IN_HAND, {"cards": in_a_row(view.hand)}) if view.hand else ""

    def line(self, line: Line, words: Words) -> str:
        return tellings.score_line(line, words)


def inn_magic(option: str) -> int:
    """What an option of the inn would bring; all others come after these, as they are."""
    head, *cards = option.replace("+", "/").split("/")
    return magic(cards) if head == "inn" else 0


def described(card: str, land: str) -> str:
    """ "10 magic, Either Land"."""
    found = CARDS[card]
    if found.kind == "hire":
        return "for hire"
    return f"{found.magic} magic, {said.LANDS[land] if land else 'wild'}"
