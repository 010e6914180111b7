"""What one may wonder about: what the hand seems to allow, and the rules do not."""

from collections.abc import Iterator

from cogs.cover_your_kingdom.clans import Place, home, places
from engine.cover_your_kingdom.cards import CLANNING, KIND, WILD
from engine.cover_your_kingdom.view import CoverView
from engine.game import Question


def wonders(view: CoverView, question: Question) -> list[str]:
    """Options that are not there, the likeliest first; of one Creature for hire a single one."""
    found: Iterator[str] = iter(())
    if question.say == "action":
        found = in_a_turn(view, question)
    elif question.say in ("counter", "elves"):
        species = question.fields["species"]
        found = (card for card in (species, *WILD) if card in view.hand)
    return [option for option in found if option not in (question.options or [])]


def in_a_turn(view: CoverView, question: Question) -> Iterator[str]:
    held = list(dict.fromkeys(view.hand))
    wilds = [card for card in WILD if card in held]
    tops = [place for place in places(view) if place.clan is place.land.clans[-1]]
    for place in tops:
        species = place.clan.species or ""
        for card in [species, *wilds]:
            if card in held and place.seat != question.seat:
                yield f"recruit/{card}/{place.clan.id}"
                break
    for card in held:
        if KIND[card] == "hire" and not any(o.startswith(f"hire/{card}/") for o in question.options or []):
            yield from targets(tops, card, question.seat)
    for species in CLANNING:
        if view.hand.count(species) > 1:
            land = home(view, species)
            lands = [found.land for found in view.kingdoms[question.seat].lands]
            yield from [f"settle/{species}+{species}{'' if land in lands else '/' + other}" for other in lands]
    if len(wilds) > 1:
        yield f"settle/{'+'.join(wilds)}"
    yield from [f"discard/{card}" for card in held if card not in CLANNING]


def targets(tops: list[Place], card: str, me: int) -> Iterator[str]:
    """The first thing that this Creature for hire might have been meant for."""
    mine = [place.clan.id for place in tops if place.seat == me]
    theirs = [place.clan.id for place in tops if place.seat != me]
    if card == "mobgoblins" and theirs:
        yield f"hire/mobgoblins/{(mine or theirs)[0]}/{theirs[0]}"
    elif card == "elves" and theirs:
        yield f"hire/elves/{theirs[0]}"
    elif card == "wiizzaard" and tops:
        yield f"hire/wiizzaard/{(theirs or mine)[0]}/bottom"
