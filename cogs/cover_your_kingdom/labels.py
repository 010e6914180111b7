"""What the controls say: every option of every question, and the beginnings of paths that are picked first."""

from collections.abc import Callable, Sequence

from cogs.cover_your_kingdom.clans import (
    ANY,
    Place,
    called,
    gems_below,
    home,
    in_a_row,
    kin,
    land_name,
    listed,
    magic,
    one,
    place_of,
    size,
)
from cogs.ui.pending import Label
from cogs.ui.words import Words, counted, fit
from engine.cover_your_kingdom.cards import CARDS, MAGIC
from engine.cover_your_kingdom.view import CoverView
from engine.game import Question


class Labels:
    """The words of one seat's options in one view."""

    def __init__(self, view: CoverView, question: Question | None, words: Words) -> None:
        self.view, self.question, self.words = view, question, words
        self.me = question.seat if question else view.active
        self.verbs: dict[str, Callable[[Sequence[str]], Label]] = {
            "settle": self.settle,
            "recruit": self.recruit,
            "hire": self.hire,
            "add": self.add,
            "discard": self.discard,
            "inn": self.inn,
            "done": self.done,
        }

    def of(self, path: str) -> Label:
        head, *rest = path.split("/")
        say = self.question.say if self.question else ""
        if head == "power":
            return self.power(rest)
        if say in ("counter", "inn-challenge", "elves"):
            return self.answer(path)
        if say == "land":
            return self.land(path)
        if say.startswith("inn-"):
            return self.at_the_inn(head, rest)
        if head in self.verbs:
            return self.verbs[head](rest)
        if path == "pass":
            return Label("Pass", "Nothing is possible")
        return Label(listed(path.split("+")))

    # ---- settle and add
    def settle(self, rest: Sequence[str], before: str = "Settle") -> Label:
        if not rest:
            return Label(f"{before}…", "A new Clan of two cards")
        a, b = rest[0].split("+")
        top = b == "top"
        species = self.view.discard if top else b
        what = f"{one(a)} + {one(species)} from the discard" if top else listed([a, b])
        land = rest[1] if len(rest) > 1 else home(self.view, species)
        chosen = land not in ("either", ANY)
        where = f" in the {land_name(land)}" if chosen else ""
        text = self.covering(self.me, land) if chosen else "Into the land you choose"
        return Label(f"{before} {what}{where} · +{magic([a, species])}", text)

    def covering(self, seat: int, land: str) -> str:
        """What a Clan would lie on."""
        stack = next((found.clans for found in self.view.kingdoms[seat].lands if found.land == land), [])
        if not stack:
            return "The first Clan of that land"
        species = stack[-1].species
        return f"Covers {kin(species) if species else 'a Clan'} ({size(stack[-1])})"

    def add(self, rest: Sequence[str]) -> Label:
        if not rest:
            return Label("Add…", "One more Creature to a top Clan of yours")
        place = place_of(self.view, rest[1])
        clan = f"{called(self.view, place)} ({place.clan.magic})"
        here = land_name(place.land.land)
        now = f"Now {size(place.clan)}; {gems_below(place)}"
        if len(rest) < 3:
            label, text = f"Add a {one(rest[0])} to your {clan}", now
        elif rest[2] == "stay":
            label, text = f"Add a {one(rest[0])} to your {clan}, stay in the {here}", now
        else:
            to, text = self.moving(place)
            label = f"Add a {one(rest[0])} to your {clan}, move {to}"
        return Label(f"{label} · +{MAGIC[rest[0]]}", text)

    def moving(self, place: Place) -> tuple[str, str]:
        """Where a Clan of one's own can move to, and what it would lie on there."""
        lands = [found.land for found in self.view.kingdoms[place.seat].lands if found.land != place.land.land]
        if len(lands) == 1:
            return f"to the {land_name(lands[0])}", self.covering(place.seat, lands[0])
        return "to another land", f"Out of the {land_name(place.land.land)}, into the land you choose"

    def discard(self, rest: Sequence[str]) -> Label:
        held = self.view.hand.count(rest[0])
        then = "then draw a card" if self.view.deck else "the deck is empty, so nothing is drawn"
        return Label(f"Discard a {one(rest[0])}", f"You hold {held}; {then}")

    # ---- recruit
    def recruit(self, rest: Sequence[str]) -> Label:
        if not rest:
            return Label("Recruit…", "A top Clan of your rival's")
        if len(rest) == 1:
            return Label(f"With a {one(rest[0])}…", f"{MAGIC[rest[0]]} magic")
        place = place_of(self.view, rest[1])
        won = [*(place.clan.cards or []), rest[0]]
        text = f"To win {counted(len(won), 'card')}, {magic(won)} magic; {gems_below(place)}"
        return Label(f"Recruit {self.theirs(place)} with a {one(rest[0])}", text)

    def theirs(self, place: Place) -> str:
        """ "Ben's Bragons (45)"."""
        worth = f" ({place.clan.magic})" if place.clan.magic is not None else ""
        return f"{self.owner(place.seat)} {called(self.view, place)}{worth}"

    def owner(self, seat: int) -> str:
        return "your" if seat == self.me else f"{self.words.names[seat]}'s"

    def inn(self, rest: Sequence[str]) -> Label:
        if not rest:
            return Label("Inn…", "Creatures that lie face up at the inn")
        if len(rest) == 1:
            return Label(f"Inn, with a {one(rest[0])}…", f"{MAGIC[rest[0]]} magic")
        taken = rest[1].split("+")
        cards = [*taken, rest[0]]
        return Label(
            f"Inn: {listed(taken)} with a {one(rest[0])}",
            f"A Clan of {counted(len(cards), 'card')}, {magic(cards)} magic, if it is not challenged",
        )

    # ---- hire
    def hire(self, rest: Sequence[str]) -> Label:
        card, *target = rest
        work = card
        if target and target[0].startswith("as-"):
            work, target = target[0][3:], target[1:]
        title = one(card) if work == card else f"{one(card)} as {one(work)}"
        if not target:
            text = getattr(CARDS[work], "short", "")
            return Label(f"{title}…", text)
        does = {
            "wiizzaard": self.wiizzaard,
            "hypnogriff": self.hypnogriff,
            "elves": self.elves,
            "mobgoblins": self.mobgoblins,
            "minnowtaur": self.minnowtaur,
        }[work](target)
        return Label(f"{title}: {does.label}", does.text)

    def wiizzaard(self, target: Sequence[str]) -> Label:
        place = place_of(self.view, target[0])
        stack = place.land.clans
        land = land_name(place.land.land)
        if place.height:
            label = f"{self.owner(place.seat)} {called(self.view, place)} to the bottom"
            return Label(label, f"{land}: {size(place.clan)}; then gem {stack[-2].gem} is on top")
        species = stack[-1].species
        label = f"{self.owner(place.seat)} lowest {land} Clan to the top"
        what = f"{kin(place.clan.species)}, {size(place.clan)}" if place.clan.species else f"gem {place.clan.gem}"
        return Label(label, f"{what}; over the {kin(species) if species else 'top Clan'}")

    def hypnogriff(self, target: Sequence[str]) -> Label:
        seat = int(target[0][1:])
        held = self.view.kingdoms[seat].hand
        n = min(3, held)
        return Label(
            f"{counted(n, 'card')} of {self.owner(seat)} hand", f"{counted(held, 'card')} there; you give {n} back"
        )

    def elves(self, target: Sequence[str]) -> Label:
        place = place_of(self.view, target[0])
        return Label(f"{self.theirs(place)} leave the game", f"{size(place.clan)}; {gems_below(place)}")

    def mobgoblins(self, target: Sequence[str]) -> Label:
        mine, theirs = (place_of(self.view, clan) for clan in target)
        return Label(f"{self.theirs(mine)} for {self.theirs(theirs)}", gems_below(theirs).capitalize())

    def minnowtaur(self, target: Sequence[str]) -> Label:
        who, _, land = target[0].partition("-")
        seat = int(who[1:])
        if seat == self.me:
            return Label(f"guard your {land_name(land)}", "Its Clans are safe until your next turn")
        return Label(
            f"bar {self.words.names[seat]}'s {land_name(land)}", "No Clan settles there or is recruited to it next turn"
        )

    # ---- answers
    def answer(self, path: str) -> Label:
        if path == "let-go":
            return Label("Let it go")
        return Label(listed(path.split("+")), f"{magic(path.split('+'))} magic", "primary")

    def land(self, path: str) -> Label:
        return Label(land_name(path), self.covering(self.me, path))

    def at_the_inn(self, clan: str, rest: Sequence[str]) -> Label:
        """A Clan of the rival's; a long name is left out, for the question says it."""
        place = place_of(self.view, clan)
        text = f"{size(place.clan)}; {gems_below(place)}"
        if self.question and self.question.say == "inn-wiizzaard":
            if place.height:
                return Label(f"{called(self.view, place)} to the bottom", text)
            return Label(f"Lowest {land_name(place.land.land)} Clan to the top", text)
        return Label(fit(self.theirs(place), f"{called(self.view, place)} ({place.clan.magic})"), text)

    # ---- the end of a turn, and powers
    def done(self, rest: Sequence[str]) -> Label:
        if not rest:
            return Label("End turn")
        return Label(f"Discard {in_a_row(rest[0].split('+'))}, end turn")

    def power(self, rest: Sequence[str]) -> Label:
        if not rest:
            return Label("Powers…", "They take no action")
        if rest[0] == "match-maker":
            return self.settle(rest[1:], "Free: settle")
        lands = self.view.kingdoms[self.view.active].lands
        *_, below, top = next(land.clans for land in lands if land.land == rest[1])
        text = f"{kin(top.species or '')} ({size(top)}) and the Clan below, gem {below.gem}"
        return Label(f"Free: swap in the {land_name(rest[1])}", text)


# ---- arguments of slash commands
def argument(labels: Labels, option: str, param: str) -> str | None:
    """What an argument is called by itself."""
    head, *rest = option.split("/")
    if head == "settle" and rest:
        return {"cards": pair(labels, rest[0]), "land": land_name(rest[-1])}.get(param)
    if head == "recruit" and len(rest) == 2:
        place = place_of(labels.view, rest[1])
        return {"clan": labels.theirs(place), "card": one(rest[0])}.get(param)
    if head == "hire" and len(rest) > 1:
        return {"creature": one(rest[0]), "target": target(labels, rest)}.get(param)
    if head == "add" and len(rest) > 1:
        return {"card": one(rest[0]), "land": way(labels, rest)}.get(param)
    if head == "discard":
        return {"card": one(rest[0])}.get(param)
    if head == "inn" and len(rest) == 2:
        return {"card": one(rest[0]), "take": listed(rest[1].split("+"))}.get(param)
    return None


def pair(labels: Labels, cards: str) -> str:
    a, b = cards.split("+")
    return f"{one(a)} + {one(labels.view.discard)} from the discard" if b == "top" else listed([a, b])


def target(labels: Labels, rest: Sequence[str]) -> str:
    said_ = labels.hire(rest).label
    name, _, what = said_.partition(": ")
    return f"as {name.partition(' as ')[2]}: {what}" if " as " in name else what


def way(labels: Labels, rest: Sequence[str]) -> str:
    place = place_of(labels.view, rest[1])
    here = f"{kin(rest[0])} of the {land_name(place.land.land)}"
    if len(rest) < 3:
        return here
    return f"{here}, stay there" if rest[2] == "stay" else f"{here}, move {labels.moving(place)[0]}"
