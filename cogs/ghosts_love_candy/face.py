"""What people see and press in Ghosts Love Candy."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.delivery.message import Button, Choice, Menu, Row
from bot.tables.info import LETTERS
from cogs.ghosts_love_candy import options, picture
from cogs.ghosts_love_candy import words as said
from cogs.ghosts_love_candy.examples import EXAMPLES
from cogs.ghosts_love_candy.options import card_of, kids_of
from cogs.ui.controls import LEAVES, Layout, beneath, in_rows
from cogs.ui.pending import Face, Label, Page, Param, Verb
from cogs.ui.pictures import looks
from cogs.ui.words import LABEL, Words, counted, cut, signed
from engine import GAMES
from engine.cards import Card
from engine.game import Line, Question, View
from engine.ghosts_love_candy.cards import Kid, Love
from engine.ghosts_love_candy.view import SpotView, StreetView
from engine.machine import Event

GAME = GAMES["ghosts-love-candy"]
GHOSTS = range(1, 10)
TIMES = {
    "haunt": "blue box, at once",
    "in-row": "yellow box, while in the row",
    "scared": "yellow box, when scared",
    "end-row": "yellow box, at the end in the row",
    "stash": "yellow box, in a stash",
}


def numbers(kid: Kid) -> str:
    return f"Courage {kid.courage} · small number {kid.tie:02} · in a stash {signed(kid.stash)} · {TIMES[kid.when]}"


def cards_pages() -> tuple[Page, ...]:
    """Hob's own kids by their small numbers, and the Love cards."""
    cards = GAME.cards()
    kids = sorted((card for card in cards.values() if isinstance(card, Kid)), key=lambda kid: kid.tie)
    texts = [f"• **{kid.tie:02} {kid.name}**, Courage {kid.courage}, {kid.box}: {kid.text}" for kid in kids]
    loves = [f"• **{card.name}**: {card.text}" for card in cards.values() if isinstance(card, Love)]
    half = len(texts) // 2
    return (
        Page("kids-1", "Hob's kids, 01 to 12", "\n".join(texts[:half])),
        Page("kids-2", "Hob's kids, 13 to 24", "\n".join(texts[half:])),
        Page("loves", "Love cards", "\n".join(loves)),
    )


class GhostsFace(Face):
    game = GAME
    group = "ghosts"
    alike = True
    at_once = ("loves",)
    blurb = said.BLURB
    colour = looks.GHOSTS.colour
    art = picture
    guide = said.GUIDE
    pages = (*said.PAGES, *cards_pages())
    examples = EXAMPLES
    SAY, NOW, ALL, LOG, WHY, LINES = said.SAY, said.NOW, said.ALL, said.LOG, said.WHY, said.LINES
    PLACEHOLDERS = {"": "Choose…", **{candy: f"{name} for…" for candy, name in said.CANDIES.items()}}
    KINDS = {"kid": "kid", "ghost": "ghost", "candy": "candy", "choice": "choice"}
    verbs = (
        Verb(
            "choose",
            "Choose your ghost for this round, in secret",
            ("{ghost}",),
            "You choose a ghost at the beginning of a round.",
            (Param("ghost", "Its number"),),
            ("choose",),
        ),
        Verb(
            "haunt",
            "Haunt a kid with your ghost",
            ("{kid}",),
            "You haunt on your own turn.",
            (Param("kid", "Which kid"),),
            ("haunt",),
        ),
        Verb(
            "use",
            "Use the ability of the kid you haunt",
            ("{choice*}",),
            "You use an ability when you have just haunted its kid.",
            (Param("choice", "On what, or on whom"),),
            ("ability",),
        ),
        Verb(
            "give",
            "Give up one of your candies",
            ("{candy}",),
            "You give candy only when a rival's kid asks you for it.",
            (Param("candy", "Which candy"),),
            ("hand-over",),
        ),
        Verb(
            "skip",
            "Do not use the ability",
            ("skip",),
            "There is no ability that you could decline.",
            (),
            ("ability",),
        ),
    )

    # ---- names and sentences
    def things(self, view: View | None) -> Mapping[str, str]:
        kids = kids_of(view) if isinstance(view, StreetView) else GAME.cards()
        return {**said.CANDIES, **{kid: card.name for kid, card in kids.items()}}

    def fields(self, view: View, question: Question) -> Mapping[str, Any]:
        """An ability's question says what the card says."""
        if question.say != "ability":
            return question.fields
        if "paid" in question.fields:
            text = said.PAID.format(candy=said.CANDIES[question.fields["paid"]])
        else:
            card = card_of(view, question.fields["kid"])
            text = card.text or card.short
        return {**question.fields, "text": text}

    def note(self, view: View) -> str:
        assert isinstance(view, StreetView)
        return "over" if view.over else f"round {view.round} of {view.rounds}"

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, StreetView)
        stash = view.stashes[seat]
        shown = [f"haunts with {view.revealed[seat]}"] if seat in view.revealed else []
        shown.append(options.candies(sum(stash.candy.values())))
        if stash.kids:
            shown.append(counted(len(stash.kids), "kid"))
        return ", ".join(shown)

    def sentence(self, event: Event, words: Words) -> str:
        fields = {**event.fields}
        if event.key == "all-reveal":
            fields["shown"] = ", ".join(
                f"{words.name(p)} {ghost}" for p, ghost in zip(fields["seats"], fields["ghosts"], strict=True)
            )
        elif event.key == "tie":
            drawn = [
                words.say(said.DRAWS_TOO if place else said.DRAWS, {"p": p, "number": f"{number:02}"})
                for place, (p, number) in enumerate(zip(fields["seats"], fields["numbers"], strict=True))
            ]
            first, *rest = map(words.name, fields["seats"])
            fields |= {"shown": ", ".join(drawn), "first": first, "rest": ", then ".join(rest)}
        elif event.key == "loves":
            most = len(fields["candies"]) - 1
            fields["shown"] = options.loved({c: most - place for place, c in enumerate(fields["candies"])}, words)
        elif event.key in said.OWN and fields["p"] == fields.get("q", fields["a"]):
            return words.say(said.OWN[event.key], fields)
        return words.say(self.LOG[event.key], fields)

    # ---- controls
    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        assert isinstance(view, StreetView)
        say = question.say if question else ""
        if question and say == "ability":
            return options.ability(view, question, path, words)
        if say == "haunt":
            return options.kid_to_haunt(view, path, words)
        if question and say == "hand-over":
            return Label(words.name(path), f"{view.stashes[question.seat].candy.get(path, 0)} in the stash")
        return Label(words.name(path))

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question, view = layout.question, layout.view
        assert question is not None and question.options is not None and isinstance(view, StreetView)
        if question.say == "choose":
            return self.keypad(layout, view, question)
        if question.say == "haunt":
            return self.street(layout, view)
        ways = [option for option in question.options if option != "skip"]
        two = question.say == "ability" and options.names_two(view, question)
        rows = (self.two_kids(layout, view),) if two else self.ways(layout, ways, "")
        return ((layout.button("skip"),), *rows) if len(ways) < len(question.options) else rows

    def ways(self, layout: Layout, ways: Sequence[str], prefix: str) -> tuple[Row, ...]:
        """Few options with short labels are buttons, others a select, where there is room for the whole."""
        if len(ways) <= LEAVES and all(len(layout.label(way).label) <= LABEL for way in ways):
            return in_rows([layout.button(way) for way in ways])
        return (layout.menu(ways, prefix, 1),)

    def narrowed(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        question = layout.question
        ways = beneath((question.options if question else None) or [], path)
        return self.ways(layout, ways, path) if ways else None

    def keypad(self, layout: Layout, view: StreetView, question: Question) -> tuple[Row, ...]:
        """Ghosts at fixed places, played ones disabled; the one chosen can be changed until all have chosen."""
        buttons = []
        for ghost in map(str, view.ghost_set):
            button = layout.button(ghost)
            if ghost == question.given:
                button = Button(f"{ghost} ✓", button.id, "success")
            buttons.append(Button(button.label, button.id, button.style, ghost not in (question.options or ())))
        return in_rows(buttons, 3 if len(buttons) == 9 else 4)

    def street(self, layout: Layout, view: StreetView) -> tuple[Row, ...]:
        """The kids as they stand in the row: three or four beside each other."""
        buttons = [
            layout.button(spot.kid)
            if spot.kid
            else Button(f"Spot {place} is empty", layout.control("answer", f"_{place}"), disabled=True)
            for place, spot in enumerate(view.row, 1)
        ]
        return in_rows(buttons, 3 if len(buttons) == 6 else 4)

    def two_kids(self, layout: Layout, view: StreetView) -> Menu:
        """Two different kids of the row, in either order."""
        choices = tuple(
            Choice(
                cut(layout.words.name(spot.kid), 100), spot.kid, cut(options.about(view, [spot.kid], layout.words), 100)
            )
            for spot in view.row
            if spot.kid
        )
        return Menu(said.TWO_KIDS, layout.control("pick", ""), choices, 2, 2)

    def wonders(self, view: View, question: Question) -> Sequence[str]:
        """Ghosts that are gone; kids and players whom the ability does not reach."""
        assert isinstance(view, StreetView)
        offered = {part for option in question.options or () for part in option.split("/")[:1]}
        if question.say == "choose":
            possible = list(map(str, GHOSTS))
        elif question.say == "ability":
            seats = [f"s{seat}" for seat in range(view.players) if seat != question.seat]
            kids = [spot.kid for spot in view.row if spot.kid not in ("", question.fields["kid"])]
            reached = next((group for group in (seats, kids) if offered & {*group}), [])
            possible = [*reached, *([] if "paid" in question.fields else ["skip"])]
        else:
            possible = []
        return [option for option in possible if option not in offered]

    # ---- in words
    def card_words(self, card: Card) -> str:
        if not isinstance(card, Kid):
            return card.text
        return f"{numbers(card)}\n{card.text or card.short}"

    def whereabouts(self, view: View, card: str, words: Words) -> list[str]:
        assert isinstance(view, StreetView)
        row = [f"number {place} of the row" for place, spot in enumerate(view.row, 1) if spot.kid == card]
        stashes = [f"in {words.names[seat]}'s stash" for seat, stash in enumerate(view.stashes) if card in stash.kids]
        return [*row, *stashes, *["discarded"] * (card in view.kid_discard)]

    def laid(self, view: View) -> Sequence[str]:
        """The kids of the row, then those in stashes."""
        assert isinstance(view, StreetView)
        return [*[spot.kid for spot in view.row if spot.kid], *[kid for stash in view.stashes for kid in stash.kids]]

    def hand(self, view: View, words: Words) -> str:
        assert isinstance(view, StreetView) and view.seat is not None
        lines = [f"Your ghosts: {', '.join(map(str, view.hand)) or 'none'}."]
        for seat, values in sorted(view.loves.items(), key=lambda love: love[0] != view.seat):
            whose = "Your Love card" if seat == view.seat else f"{words.names[seat]}'s Love card"
            lines.append(f"{whose}: {options.loved(values, words)}.")
        return "\n".join(lines)

    def table_in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, StreetView)
        lines = ["**Neighborhood**, from the Kid deck"]
        lines += [self.spot(view, place, spot, words) for place, spot in enumerate(view.row, 1)]
        lines.append("**Stashes**")
        for seat, (name, stash) in enumerate(zip(words.names, view.stashes, strict=True)):
            kids = f"; kids: {words.join(stash.kids)}" if stash.kids else ""
            lines.append(
                f"{LETTERS[seat]} {name}: {sweets(stash.candy, words)}{kids}; ghosts in hand: {view.hand_sizes[seat]}"
            )
        if view.order and view.revealed:
            turns = [f"{words.names[seat]} {view.revealed[seat]}" for seat in view.order if seat in view.revealed]
            lines.append(f"**Turns to come**: {', '.join(turns)}")
        gone: dict[int, list[int]] = {}
        for ghost in view.ghost_discard:
            gone.setdefault(ghost.seat, []).append(ghost.number)
        left = f"{counted(view.kids_left, 'kid')} in the Kid deck, {options.candies(view.candy_left)} in the Candy deck"
        lines.append(f"**Decks**: {left}")
        ghosts_gone = "; ".join(f"{words.names[s]} {', '.join(map(str, sorted(n)))}" for s, n in sorted(gone.items()))
        lines.append(
            f"**Discarded**: ghosts: {ghosts_gone or 'none'}. Kids: {all_of(view.kid_discard, words)}. "
            f"Candy: {all_of(view.candy_discard, words)}."
        )
        return lines

    def spot(self, view: StreetView, place: int, spot: SpotView, words: Words) -> str:
        if not spot.kid:
            return f"{place}. Nobody"
        card = card_of(view, spot.kid)
        ghosts = [f"{words.names[ghost.seat]} {ghost.number}" for ghost in spot.ghosts]
        haunted = f"ghosts {', '.join(ghosts)}{' on top' if len(ghosts) > 1 else ''}" if ghosts else "no ghosts"
        safe = f"; safe beside {words.name(spot.guard)}" if spot.guard else ""
        return (
            f"{place}. **{card.name}**, {spot.haunted} of Courage {spot.courage}: {haunted}; "
            f"candy: {words.join(spot.candy)}{safe}. {card.box.title()}: {card.short or card.text}"
        )

    # ---- the end
    def win_title(self, view: View, words: Words) -> str | None:
        assert isinstance(view, StreetView)
        if len(view.winners) < 2:
            return None
        return words.say(said.BOO, {"p": [f"s{seat}" for seat in view.winners]})

    def line(self, line: Line, words: Words) -> str:
        fields = {**line.fields, "points": line.points}
        if line.key == "candy-changed":
            changes = zip(fields["kids"], fields["by"], fields["replaced"], strict=True)
            fields["shown"] = ", ".join(
                f"{words.name(kid)} {words.name(by) if replaced else signed(by)}" for kid, by, replaced in changes
            )
        elif line.key == "stash-kids":
            values = zip(fields["kids"], fields["values"], strict=True)
            fields["shown"] = ", ".join(f"{words.name(kid)} {signed(value)}" for kid, value in values)
        return words.say(self.LINES[line.key], fields)

    def revealed(self, view: View, seat: int, words: Words) -> str:
        """The Love card, which is no secret any more, and the ghosts that somebody would have played."""
        assert isinstance(view, StreetView)
        loved = words.say(said.LOVED, {"shown": options.loved(view.loves[seat], words)})
        return loved if view.over else words.say(said.IN_HAND, {"loved": loved, "ghosts": view.hand})

    def below_scores(self, view: View, words: Words) -> str:
        """The row, which changed the count."""
        assert isinstance(view, StreetView)
        return words.say(said.ROW_AT_THE_END, {"kids": [spot.kid for spot in view.row if spot.kid]})


def sweets(candy: Mapping[str, int], words: Words) -> str:
    return words.join(list(pieces(candy)))


def all_of(things: Sequence[str], words: Words) -> str:
    return words.join(things) if things else "none"


def pieces(candy: Mapping[str, int]) -> Iterator[str]:
    for name, count in candy.items():
        yield from [name] * count
