"""The names and places of Ghosts Love Candy's controls."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n.fitting import LONGEST_LABEL, MAX_LABEL, cut, format_signed
from bot.screens.custom_id import PANEL
from bot.screens.layout import (
    MAX_BUTTONS,
    Expected,
    HintEvent,
    Label,
    Labels,
    Layout,
    fit_a_phone,
    in_rows,
    options_below,
    with_declining,
)
from bot.screens.message import Button, Choice, Menu, Row
from cogs.ghosts_love_candy.text import candies, kids_of, pile_text
from engine.actions import number, part_count, parts_of, prefix
from engine.ai import EventPattern
from engine.decks import Effect
from engine.game import Question
from engine.ghosts_love_candy.abilities import RIVALS, SKIP, USE, parse_pair, slots_of
from engine.ghosts_love_candy.view import SpotView, StreetView
from engine.machine import seat_of

GHOSTS = range(1, 10)
# The parts of an ability's path, in the order of its slots.
PARTS = {
    "take-candy": ("source", "candy"),
    "beg-candy": ("source",),
    "take-all-candy": ("source",),
    "pay-to-take": ("here", "paid", "source"),
    "move-candy": ("source", "target"),
    "trade-candy": ("give", "source", "take"),
    "clear-ghosts": ("source",),
    "move-ghost": ("source", "target"),
    "move-kid": ("moved", "target"),
    "send-home": ("moved",),
    "swap-kids": ("pair",),
    "peek": ("source",),
}
ABOUT_FEAR = ("clear-ghosts", "move-ghost", "swap-kids")  # abilities whose targets are labelled with fear and Courage
ABOUT_POINTS = ("move-kid", "send-home")  # and those whose targets are kids of stashes
NAMED_ABILITIES = ("clear-ghosts", "send-home")  # abilities with options that name the action
MAX_SEAT_LABEL = 76  # maximum length of a label in a select, with a seat's letter before it
MAX_DESCRIPTION = 100  # maximum length of the line below it
CUT_NAME = re.compile(r"(.*?).?…?( \([A-H]\))?")  # a cut name keeps the letter that tells equal names apart


class GhostsLabels(Labels[StreetView]):
    hint_events = (
        HintEvent("label.hint-finds-nobody", EventPattern("haunts-nobody", "p")),
        HintEvent("label.hint-scares", EventPattern("is-scared|is-scared-for-good", "q")),
        HintEvent("label.hint-robbed", EventPattern("takes-candy-from-player", "q")),
    )

    def label(self, question: Question | None, path: str) -> Label:
        say = question.say if question else ""
        if question and say == "ability":
            return self.ability(question, path)
        if say == "haunt":
            return self.kid_to_haunt(path)
        if question and say == "hand-over":
            n = self.view.stashes[question.seat].candy.get(path, 0)
            return Label(self.translator.name(path), self.say("label.in-stash", n=n))
        return Label(self.translator.name(path))

    def spot(self, kid: str) -> SpotView | None:
        return next((spot for spot in self.view.row if spot.kid == kid), None)

    def fit_names(
        self, key: str, room: int, names: dict[str, str], numbers: Mapping[str, str] | None = None, **fields: object
    ) -> str:
        """Fill in names, each followed by its `numbers`; cut the longest names until the text fits."""
        names, behind = {field: self.translator.name(name) for field, name in names.items()}, numbers or {}

        def shown() -> dict[str, str]:
            return {field: f"{name} {behind[field]}" if field in behind else name for field, name in names.items()}

        while len(text := self.say(key, **shown(), **fields)) > room:
            longest = max(names, key=lambda name: len(names[name]))
            match = CUT_NAME.fullmatch(names[longest])
            assert match is not None
            names[longest] = f"{match[1].rstrip()}…{match[2] or ''}"
        return text

    # ---- kids to haunt
    def kid_to_haunt(self, kid: str) -> Label:
        """Return the table's short label, or in a panel what haunting the kid would bring."""
        spot = self.spot(kid)
        if spot is None:
            return Label(self.translator.name(kid))
        if self.view.seat is not None and self.view.seat in self.view.revealed:
            return self.mine_to_haunt(spot, self.view.seat)
        return Label(self.short_sum(spot), kids_of(self.view)[kid].text)

    def short_sum(self, spot: SpotView) -> str:
        """Return a label such as `Juggler · 9/12`, short enough for two in a row on a phone; the picture shows more.

        The sum includes the viewer's own ghost, as in the picture of their hand.
        """
        cards, me = kids_of(self.view), self.view.seat
        nick, nicks = cards[spot.kid].nick, [cards[other.kid].nick for other in self.view.row if other.kid]
        ghost = self.view.revealed.get(me, 0) if me is not None else 0
        fields: dict[str, Any] = {"haunted": spot.haunted + ghost, "courage": spot.courage}
        if nick and nicks.count(nick) == 1:
            return self.say("label.haunt", kid=nick, **fields)
        return self.fit_names("label.haunt", MAX_LABEL, {"kid": spot.kid}, None, **fields)

    def mine_to_haunt(self, spot: SpotView, me: int) -> Label:
        """Return the candy's worth by the asked player's Love card, and whether they would now get the kid."""
        ghost, kid = self.view.revealed[me], kids_of(self.view)[spot.kid]
        scared = spot.haunted + ghost >= spot.courage
        fate = "safe" if scared and spot.guard else "scared" if scared else "stays"
        sums = {"haunted": spot.haunted, "ghost": ghost, "courage": spot.courage}
        outcome = self.say(f"label.fate-{fate}", **sums, guard=spot.guard, value=kid.stash)
        whole, brief = (self.worth(spot.candy, self.view.loves[me], each) for each in (True, False))
        label = self.say("label.haunt-for", kid=spot.kid, worth=whole, fate=outcome)
        if len(label) > LONGEST_LABEL:
            label = self.say("label.haunt-for", kid=spot.kid, worth=brief, fate=outcome)
        return Label(label, kid.text if 0 < len(kid.text) <= MAX_DESCRIPTION else kid.short)

    def worth(self, candy: Sequence[str], values: Mapping[str, int], each: bool) -> str:
        """Return "Gummies 5 + 2 Licorice 1 = 7"; without `each`, only the number of candies and the total."""
        if not candy:
            return self.say("table.no-candy")
        total = sum(values[kind] for kind in candy)
        if not each:
            return self.say("label.candies-for", candies=candies(len(candy), self.translator), total=total)
        counts = {kind: candy.count(kind) for kind in values if kind in candy}
        parts = [
            self.say("label.candy-worth" if n == 1 else "label.candies-worth", n=n, candy=kind, value=values[kind])
            for kind, n in counts.items()
        ]
        return self.say("label.worth" if len(candy) == 1 else "label.worth-sum", parts=" + ".join(parts), total=total)

    # ---- abilities
    def ability(self, question: Question, path: str) -> Label:
        """Return the label of an option of the ability in question, or of its beginning."""
        if path == SKIP:
            return Label(self.say("label.skip"))
        if path == USE:
            return Label(self.fit_names("label.use", MAX_LABEL, {"kid": question.fields["kid"]}))
        if "paid" in question.fields:
            return Label(f"{self.translator.name(path)} {self.number('take-all-candy', path)}", self.about([path]))
        effect = self.effect(question)
        chosen = self.parts(effect, path)
        if "next-rival" in effect:
            chosen["source"] = f"s{(question.seat + 1) % self.view.players}"
        verb, *constants = map(str, effect)
        rival = f"label.{verb}-rival.{'+'.join(sorted(chosen))}"
        own = rival if {*constants} & {*RIVALS} and rival in self.translator.catalogue else ""
        numbers = {name: n for name, part in chosen.items() if (n := self.number(verb, part))}
        label = self.fit_names(own or f"label.{verb}.{'+'.join(sorted(chosen))}", MAX_SEAT_LABEL, chosen, numbers)
        named = [part for name, part in chosen.items() if name in ("source", "moved", "target", "a", "b")]
        return Label(label, self.about(named, label))

    def number(self, verb: str, part: str) -> str:
        """Return a target's relevant number: fear and Courage, points in a stash, or candies; otherwise ""."""
        spot = self.spot(part)
        if spot is not None and verb in ABOUT_FEAR:
            return self.say("label.fear", haunted=spot.haunted, courage=spot.courage)
        if spot is not None and verb == "take-all-candy":
            return self.say("label.amount", candies=candies(len(spot.candy), self.translator))
        if verb == "beg-candy":
            owned = sum(self.view.stashes[seat_of(part)].candy.values())
            return self.say("label.amount", candies=candies(owned, self.translator))
        worth = self.stash_worth(part) if verb in ABOUT_POINTS else None
        return format_signed(worth) if worth is not None else ""

    def stash_worth(self, kid: str) -> int | None:
        """Return what a kid counts in the stash it is in; None if it's in none."""
        return next((stash.kids[kid] for stash in self.view.stashes if kid in stash.kids), None)

    def effect(self, question: Question) -> Effect:
        return kids_of(self.view)[question.fields["kid"]].effects[question.fields.get("nth", 0)]

    def parts(self, effect: Effect, path: str) -> dict[str, str]:
        """Return the parts of an option by name. An option leaves out parts with only one possibility."""
        verb = str(effect[0])
        names = [name for name, slot in zip(PARTS[verb], slots_of(effect), strict=True) if slot.is_choice]
        chosen = dict(zip(names, parts_of(path), strict=False))
        if "pair" in chosen:
            chosen["a"], chosen["b"] = parse_pair(chosen.pop("pair"))
        return chosen

    def action_phrase(self, question: Question | None, option: str) -> str:
        if question is None or question.say != "ability" or option in (SKIP, USE):
            return ""
        verb = str(self.effect(question)[0])
        return "" if verb in NAMED_ABILITIES else self.say(f"placeholder.{verb}")

    # ---- descriptions
    def about(self, things: Iterable[str], label: str = "") -> str:
        """Describe the named kids and players; two of them in fewer words, and one if it is too long."""
        named = list(dict.fromkeys(things))
        whole, brief = ("; ".join(self.one(thing, label, brief) for thing in named) for brief in (False, True))
        return whole if len(whole) <= MAX_DESCRIPTION and len(named) == 1 else brief

    def one(self, thing: str, label: str, brief: bool) -> str:
        """Describe a kid of the row, a player, or a kid of a stash; `brief` only counts candies.

        A player who is already named in `label` is not named again.
        """
        spot = self.spot(thing)
        if spot is not None:
            return self.haunted_text(spot, brief)
        if re.fullmatch(r"s\d", thing):
            stash = self.view.stashes[int(thing[1])]
            bare, here = self.translator.name(thing) == label, candies(sum(stash.candy.values()), self.translator)
            if not stash.kids:
                return here if bare else self.say("label.player", q=thing, candies=here)
            kids = self.say("table.kids", n=len(stash.kids))
            return self.say("label.player-bare-kids" if bare else "label.player-kids", q=thing, candies=here, kids=kids)
        kid = kids_of(self.view)[thing]
        if kid.when == "stash":
            return (kid.short or kid.text).rstrip(".")
        return self.say("label.value", value=self.stash_worth(thing) or 0)

    def haunted_text(self, spot: SpotView, brief: bool) -> str:
        called = [self.say("label.ghost", p=f"s{ghost.seat}", ghost=ghost.number) for ghost in spot.ghosts]
        ghosts = pile_text(called, " ", self.translator) if called else self.say("table.no-ghosts")
        named = spot.candy and not brief
        candy = self.translator.name(spot.candy) if named else candies(len(spot.candy), self.translator)
        fields = {"haunted": spot.haunted, "courage": spot.courage, "ghosts": ghosts, "candy": candy}
        return self.say("label.spot", kid=spot.kid, **fields)

    # ---- places
    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question = layout.open_question
        if question.say == "choose":
            return self.keypad(layout)
        if question.say == "haunt" and layout.place == PANEL:  # which has room for what each kid would bring
            return (layout.menu(layout.options, "", 1, self.say("placeholder.haunt")),)
        if question.say == "haunt":
            return self.street(layout)
        ways = [option for option in layout.options if option != SKIP]
        skip = [layout.button(SKIP)] if len(ways) < len(layout.options) else []
        unpaid = question.say == "ability" and "paid" not in question.fields
        if unpaid and PARTS[str(self.effect(question)[0])] == ("pair",):
            return with_declining((self.two_kids(layout),), *skip)
        return self.ways(layout, ways, "", *skip)

    def ways(self, layout: Layout, ways: Sequence[str], chosen: str, *last: Button) -> tuple[Row, ...]:
        """Return buttons for a few options with short labels, otherwise a select, which has room for long ones.

        A long select asks only for the part after the `chosen` ones, unless that is all there is to choose.
        """
        buttons = [layout.button(way) for way in ways]
        rows = with_declining(in_rows(buttons), *last)
        if fit_a_phone(rows) and all(len(button.label) <= MAX_LABEL for button in buttons):
            return rows
        question, placeholder = layout.question, ""
        if not chosen and question and question.say == "ability":
            placeholder = self.say(f"placeholder.{self.effect(question)[0]}")
        groups = dict[str, list[str]]()
        for way in ways:
            groups.setdefault(prefix(way, part_count(chosen) + 1), []).append(way)
        if len(ways) <= MAX_BUTTONS or len(groups) in (1, len(ways)):
            return with_declining((layout.menu(ways, chosen, 1, placeholder),), *last)
        begun = [options[0] if len(options) == 1 else begin for begin, options in groups.items()]
        menu = replace(layout.menu(begun, chosen, 1, placeholder), id=layout.control("narrow", chosen))
        return with_declining((menu,), *last)

    def rows_after(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        ways = options_below(layout.options, path)
        return self.ways(layout, ways, path) if ways else None

    def keypad(self, layout: Layout) -> tuple[Row, ...]:
        """Return the ghosts at fixed places, played ones disabled; the choice can be changed until all have chosen."""
        buttons = []
        for ghost in map(str, self.view.ghost_set):
            button = layout.button(ghost)
            if ghost == layout.open_question.given:
                button = Button(self.say("label.chosen", ghost=ghost), button.id, "success")
            buttons.append(Button(button.label, button.id, button.style, ghost not in layout.options))
        return in_rows(buttons, 5 if len(buttons) == 9 else 4)

    def street(self, layout: Layout) -> tuple[Row, ...]:
        """Return the kids in the order of the row. A phone has room for two side by side, so six are in three rows."""
        buttons = [
            layout.button(spot.kid)._replace(label=self.short_sum(spot))
            if spot.kid
            else Button(self.say("label.empty-spot", place=place), layout.control("answer", f"_{place}"), disabled=True)
            for place, spot in enumerate(self.view.row, 1)
        ]
        return in_rows(buttons, 2 if len(buttons) == 6 else 4)

    def two_kids(self, layout: Layout) -> Menu:
        """Return a select for two different kids of the row, in either order."""
        kids = [spot.kid for spot in self.view.row if spot.kid]
        numbers = {kid: self.number("swap-kids", kid) for kid in kids}
        choices = tuple(
            Choice(cut(f"{self.translator.name(kid)} {numbers[kid]}", 100), kid, cut(self.about([kid]), 100))
            for kid in kids
        )
        return Menu(self.say("placeholder.swap-kids"), layout.control("pick", ""), choices, 2, 2)

    def expected(self, question: Question) -> Iterator[Expected]:
        """Yield the ghosts in the box (in round 1), kids and players out of reach, and not using an ability."""
        for option in self.unavailable_candidates(question):
            if question.say == "ability":
                action = self.say("label.expected-skip") if option == SKIP else self.translator.name(option)
                yield Expected(action, "abilities", [option])
            elif self.view.round == 1 and number(option) not in self.view.ghost_set:
                yield Expected(self.translator.name(option), "set-up", [option])

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Return ghosts that are gone, and kids and players out of the ability's reach."""
        offered = {parts_of(option)[0] for option in question.options or ()}
        if question.say == "choose":
            possible = list(map(str, GHOSTS))
        elif question.say == "ability":
            seats = [f"s{seat}" for seat in range(self.view.players) if seat != question.seat]
            kids = [spot.kid for spot in self.view.row if spot.kid not in ("", question.fields["kid"])]
            reached = next((group for group in (seats, kids) if offered & {*group}), [])
            possible = [*reached, *([] if "paid" in question.fields else [SKIP])]
        else:
            possible = []
        return [option for option in possible if option not in offered]
