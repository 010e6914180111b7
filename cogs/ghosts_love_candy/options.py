"""What the options of a kid's ability say: the parts of a path, named by the verb that the card uses."""

import re
from collections.abc import Iterable, Mapping
from string import Formatter

from bot.tables.info import LETTERS
from cogs.ghosts_love_candy.words import IN_A_STASH, OPTIONS, SKIP, USE
from cogs.ui.pending import Label
from cogs.ui.words import LABEL, Words, counted
from engine.cards import Deck, Effect
from engine.game import Question, View
from engine.ghosts_love_candy.abilities import slots_of
from engine.ghosts_love_candy.cards import DECKS, Kid
from engine.ghosts_love_candy.places import RIVALS
from engine.ghosts_love_candy.view import SpotView, StreetView

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
WHOLE = 76  # a label may be so long in a select, with a seat's letter before it
BELOW = 100  # and so long the line below it
CUT = re.compile(r"(.*?).?…?( \([A-H]\))?")  # a name that is cut keeps the letter by which two alike differ


# ---- small things
def kids_of(view: StreetView) -> Deck[Kid]:
    return DECKS[view.deck]


def card_of(view: View, kid: str) -> Kid:
    assert isinstance(view, StreetView)
    return kids_of(view)[kid]


def candies(n: int) -> str:
    return counted(n, "candy", "candies") if n else "no candy"


def loved(values: Mapping[str, int], words: Words) -> str:
    return ", ".join(f"{words.name(candy)} {value}" for candy, value in values.items())


def spot_of(view: StreetView, kid: str) -> SpotView | None:
    return next((spot for spot in view.row if spot.kid == kid), None)


def fields_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def fitted(template: str, names: Mapping[str, str], room: int) -> str:
    """The template with its names, the longest of which are cut while it is too long."""
    names = dict(names)
    while len(text := template.format(**names)) > room:
        longest = max(names, key=lambda name: len(names[name]))
        match = CUT.fullmatch(names[longest])
        assert match is not None
        names[longest] = f"{match[1].rstrip()}…{match[2] or ''}"
    return text


# ---- whom to haunt
def kid_to_haunt(view: StreetView, kid: str, words: Words) -> Label:
    """`Chef · 2 candies · 9/15`; where that is too long the name is cut."""
    spot = spot_of(view, kid)
    if spot is None:
        return Label(words.name(kid))
    template = f"{{kid}} · {candies(len(spot.candy))} · {spot.haunted}/{spot.courage}"
    return Label(fitted(template, {"kid": words.name(kid)}, LABEL), card_of(view, kid).text)


# ---- abilities
def ability(view: StreetView, question: Question, path: str, words: Words) -> Label:
    """An option of the ability that is asked about, or its beginning."""
    if path == "skip":
        return Label(SKIP)
    if path == "use":
        return Label(fitted(USE, {"kid": words.name(question.fields["kid"])}, LABEL), "", "primary")
    if "paid" in question.fields:
        return Label(words.name(path), about(view, [path], words))
    effect = effect_of(view, question)
    chosen = parts(effect, path)
    if "next-rival" in effect:
        chosen["source"] = f"s{(question.seat + 1) % view.players}"
    names = {name: words.name(part) for name, part in chosen.items()}
    named = [part for name, part in chosen.items() if name in ("source", "moved", "target", "a", "b")]
    label = fitted(template(effect, set(chosen)), names, WHOLE)
    return Label(label, about(view, named, words).removeprefix(f"{label}: "))


def effect_of(view: StreetView, question: Question) -> Effect:
    return card_of(view, question.fields["kid"]).effects[question.fields.get("nth", 0)]


def names_two(view: StreetView, question: Question) -> bool:
    """Whether this ability names two kids at once."""
    return "paid" not in question.fields and PARTS[str(effect_of(view, question)[0])] == ("pair",)


def parts(effect: Effect, path: str) -> dict[str, str]:
    """The parts of an option by their names; only those are in it that are a choice."""
    verb = str(effect[0])
    shown = [name for name, slot in zip(PARTS[verb], slots_of(effect), strict=True) if slot.shown]
    chosen = dict(zip(shown, path.split("/"), strict=False))
    if "pair" in chosen:
        chosen["a"], _, chosen["b"] = chosen.pop("pair").partition("+")
    return chosen


def template(effect: Effect, chosen: set[str]) -> str:
    verb, *constants = map(str, effect)
    templates = OPTIONS.get(f"{verb}-rival", OPTIONS[verb]) if {*constants} & {*RIVALS} else OPTIONS[verb]
    return next(template for template in templates if fields_of(template) == chosen)


def about(view: StreetView, things: Iterable[str], words: Words) -> str:
    """What lies on the kids, or with the players, that an option names; in fewer words where they are too many."""
    named = list(dict.fromkeys(things))
    whole, brief = ("; ".join(one(view, thing, words, brief) for thing in named) for brief in (False, True))
    return whole if len(whole) <= BELOW else brief


def one(view: StreetView, thing: str, words: Words, brief: bool) -> str:
    """A kid of the row, a player, or a kid of a stash; `brief` says letters for names, and counts candies."""
    spot = spot_of(view, thing)
    if spot is not None:
        called = [f"{LETTERS[g.seat]}{g.number}" if brief else f"{words.names[g.seat]} {g.number}" for g in spot.ghosts]
        ghosts = (" " if brief else ", ").join(called) + (" on top" if len(called) > 1 else "")
        candy = words.join(spot.candy) if spot.candy and not brief else candies(len(spot.candy))
        return f"{words.name(thing)} {spot.haunted}/{spot.courage}: {ghosts or 'no ghosts'}, {candy}"
    if re.fullmatch(r"s\d", thing):
        stash = view.stashes[int(thing[1])]
        here = [candies(sum(stash.candy.values())), *([counted(len(stash.kids), "kid")] if stash.kids else [])]
        return f"{words.name(thing)}: {', '.join(here)}"
    kid = card_of(view, thing)
    return (kid.short or kid.text).rstrip(".") if kid.when == "stash" else words.say(IN_A_STASH, {"value": kid.stash})
