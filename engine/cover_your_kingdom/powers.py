"""The Kingdom powers, a class each (rulebook: Advanced Rules, Kingdom Powers).

A rule that powers may change asks a function at the end of this module, which asks the powers of the Ruler.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from engine import rng
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.settle import choices, discard_choices, lay_off, settle
from engine.cover_your_kingdom.state import ALIKE, CARDS, HORSES, MAGIC, POWERS, Cover, distinct, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, Step, seat_id

FEW_RULERS = 3  # two or three Rulers play without two of the powers, and may have two each


def deal_powers(g: Cover, how: str) -> None:
    """Deal one power each; or, with two or three Rulers, one of each kind.

    Ruling: there are only three powers for free actions, so with four Rulers or more "two each" means one each.
    """
    few = g.players <= FEW_RULERS
    dealt = [power for power in POWERS if not (few and CARDS[power].crowd)]
    g.powers = [[] for _ in range(g.players)]
    kinds = ("action", "modifying") if how == "two" and few else ("",)
    for kind in kinds if how != "off" else ():
        pile = [power for power in dealt if kind in ("", CARDS[power].power)]
        rng.shuffle(g, pile)
        for seat in range(g.players):
            g.powers[seat].append(pile.pop())


class Power:
    """A Kingdom power.  Its methods are hooks of the rules; by default they change nothing.

    It remembers things until the turn ends in `g.memory[self.card]`.
    """

    card: ClassVar[str]  # its id in the deck file
    question: ClassVar[str] = ""  # what a Ruler is asked after the last action if the free action is still possible
    log_text: ClassVar[str] = "uses-power"  # the text key of the log's sentence about its use

    def __init_subclass__(cls) -> None:
        if cls.targets is not Power.targets and not cls.question:
            raise TypeError(f"{cls.__name__} has targets, so it needs a question: the text key of its last offer.")

    # ---- a free action, possible once per turn, at any time of it
    def targets(self, g: Cover, me: int) -> list[str]:
        """Return its targets, as the last parts of the public path `power/<card>/<target>`; "" if it needs none."""
        return []

    def use(self, g: Cover, me: int, target: str) -> None:
        """Act, and log it."""

    def cannot_use(self, g: Cover, me: int, target: str) -> Reason | None:
        """Return why this target is not possible on one's own turn."""

    # ---- free actions that are part of a turn's questions
    def free_settles(self, g: Cover, me: int) -> list[str]:
        """Return the paths of Clans that settle at no action cost."""
        return []

    def endings(self, g: Cover, me: int) -> list[list[str]]:
        """Return the sets of cards that may be discarded to end the turn."""
        return []

    def last_step(self, g: Cover) -> Step | None:
        """Return the step after the last action, None if the power has none."""
        return None

    # ---- modified rules
    def hand_limit(self, cards: int) -> int:
        """Return the number of cards to refill to, which is `cards` for everyone else."""
        return cards

    def magic_each(self, species: str, magic: int) -> int:
        """Return the magic of each Creature of this species in the Ruler's Kingdom.

        The text `score.clan-swine`, which explains it, names Mighty Swine.
        """
        return magic

    def stand_ins(self, species: str) -> list[str]:
        """Return the cards that serve as Wilds when the Ruler recruits or defends Clans of this species."""
        return []

    def works(self, card: str) -> list[str]:
        """Return the Creatures that a hired one can act as, besides itself."""
        return []

    def counts_two(self, card: str) -> bool:
        """Return whether this card counts as two if the Ruler plays it."""
        return False

    def counts_one(self, card: str) -> bool:
        """Return whether this card counts as only one if it is played against the Ruler."""
        return False


@rules.step
def use_power(g: Cover, me: int, card: str, target: str) -> None:
    g.memory[card] = target
    BY_CARD[card].use(g, me, target)


@rules.step
def free_swap(g: Cover, me: int) -> AskStep:
    """Keep the turn open while a free action is still possible."""
    if free := offers(g, me):
        card, _ = actions.parse_power(next(iter(free)))
        yield Ask(me, BY_CARD[card].question, [actions.DONE], fields={"p": seat_id(me)}, stays=True)
    g.push_steps(("end_turn", me))


class WiizzzKid(Power):
    """A swap of a top Clan with the one right below it."""

    card = "wiizzz"
    question = "free-swap"
    log_text = "uses-power-land"

    def targets(self, g: Cover, me: int) -> list[str]:
        return [land for land, stack in g.kingdoms[me].items() if len(stack) > 1]

    def use(self, g: Cover, me: int, target: str) -> None:
        stack = g.kingdoms[me][target]
        stack[-2:] = [stack[-1], stack[-2]]
        log_use(g, me, self.card, land=target)

    def cannot_use(self, g: Cover, me: int, target: str) -> Reason | None:
        return ("stack-of-one", {"q": seat_id(me), "land": target}) if target in g.kingdoms[me] else None


class DissedHard(Power):
    card = "dissedhard"

    def endings(self, g: Cover, me: int) -> list[list[str]]:
        """Return what may be discarded at the end of the turn: one Creature or two.

        Ruling: "Creatures" that can be discarded are Clanning ones, and no card is drawn for these.
        """
        cards = discard_choices(g, me)
        pairs = [[a, b] for a, b in combinations_with_replacement(cards, 2) if a != b or g.hands[me].count(a) > 1]
        return [*([card] for card in cards), *pairs]

    def last_step(self, g: Cover) -> Step:
        return finish


@rules.step
def finish(g: Cover, me: int) -> AskStep:
    """Ask after the second action, with any hand."""
    ways = [actions.DONE, *map(actions.done, endings(g, me))]
    choice = yield Ask(me, "finish", ways, secret=True, fields={"p": seat_id(me)})
    leave(g, me, actions.parse_done(choice))


def leave(g: Cover, me: int, cards: list[str]) -> None:
    """Discard these cards, then end the turn."""
    g.push_steps(("end_turn", me))
    if not cards:
        return
    log_use(g, me, DissedHard.card)
    for card in cards:
        lay_off(g, me, card)
    if len(distinct(cards)) > 1:
        g.push_steps((leave_on_top, me))


@rules.step
def leave_on_top(g: Cover, me: int) -> AskStep:
    """Put two discarded Creatures in order.  Ruling: if they differ, their Ruler chooses which is on top."""
    pair = g.discards[-2:]
    top = yield Ask(me, "top", pair, fields={"p": seat_id(me), "cards": pair})
    g.discards[-2:] = sorted(pair, key=lambda card: card == top)
    g.log_event("leaves-on-top", p=seat_id(me), species=top)


class MatchMaker(Power):
    """One Clan a turn settles at no action cost."""

    card = actions.MATCH_MAKER

    def free_settles(self, g: Cover, me: int) -> list[str]:
        return [] if self.card in g.memory else [*map(actions.free_settle, choices(g, me))]

    def last_step(self, g: Cover) -> Step | None:
        return None if self.card in g.memory else free_settle

    def use(self, g: Cover, me: int, target: str) -> None:
        log_use(g, me, self.card)
        settle(g, me, *actions.parse_free_settle(target))


@rules.step
def free_settle(g: Cover, me: int) -> AskStep:
    """Ask after the second action, with any hand, unless the power was already used this turn."""
    ways = [actions.DONE, *free_settles(g, me)]
    choice = yield Ask(me, "free-settle", ways, secret=True, fields={"p": seat_id(me)})
    if choice != actions.DONE:
        use_power(g, me, *actions.parse_power(choice))
    g.push_steps(("end_turn", me))


class Equinity(Power):
    card = "equinity"

    def stand_ins(self, species: str) -> list[str]:
        return ["hentaur"] if species in HORSES and species != "hentaur" else []


class ExtraFeatures(Power):
    card = "extra-features"

    def works(self, card: str) -> list[str]:
        return [other for other in ALIKE if other != card] if card in ALIKE else []


class MightySwine(Power):
    card = "mighty-swine"

    def magic_each(self, species: str, magic: int) -> int:
        return 15 if species == "pigxie" else magic


class VulcEntHands(Power):
    card = "vulcent-hands"

    def hand_limit(self, cards: int) -> int:
        return cards + 1


class SubCerbient(Power):
    card = "subcerbient"

    def counts_two(self, card: str) -> bool:
        return card == "terrier"

    def counts_one(self, card: str) -> bool:
        return card == "spydra"


BY_CARD = {power.card: power() for power in Power.__subclasses__()}


# ---- functions that the rules call; they ask the hooks above
def powers_of(g: Cover, seat: int) -> Iterable[Power]:
    return map(BY_CARD.__getitem__, g.powers[seat])


def offers(g: Cover, seat: int) -> dict[str, Any]:
    """Return the free actions as frames by path.  Ruling: "at any time" of a turn means one's own turn."""
    return {
        actions.power(power.card, target): (use_power, seat, power.card, target)
        for power in (powers_of(g, seat) if seat == g.active else ())
        if power.card not in g.memory
        for target in power.targets(g, seat)
    }


def free_settles(g: Cover, me: int) -> list[str]:
    return [path for power in powers_of(g, me) for path in power.free_settles(g, me)]


def endings(g: Cover, me: int) -> list[list[str]]:
    return [cards for power in powers_of(g, me) for cards in power.endings(g, me)]


def last_step(g: Cover, me: int) -> Step:
    return next((step for power in powers_of(g, me) if (step := power.last_step(g))), free_swap)


def cannot_use(g: Cover, me: int, card: str, target: str) -> Reason | None:
    power = BY_CARD[card]
    if card not in g.powers[me]:
        return "no-power", {"power": card}
    if power.question and me != g.active:
        return "own-turn", {"power": card}
    return ("power-used", {"power": card}) if card in g.memory else power.cannot_use(g, me, target)


def hand_limit(g: Cover, seat: int, cards: int) -> int:
    for power in powers_of(g, seat):
        cards = power.hand_limit(cards)
    return cards


def magic_each(g: Cover, seat: int, species: str) -> int:
    each = MAGIC[species]
    for power in powers_of(g, seat):
        each = power.magic_each(species, each)
    return each


def magic(g: Cover, seat: int, cards: list[str], species: str) -> int:
    """Return the magic of these cards of a Clan of this species in a Ruler's Kingdom, Wilds as printed."""
    each = magic_each(g, seat, species)
    return sum(each if card == species else MAGIC[card] for card in cards)


def stand_ins(g: Cover, seat: int, species: str) -> list[str]:
    return [card for power in powers_of(g, seat) for card in power.stand_ins(species)]


def works(g: Cover, me: int, card: str) -> list[str]:
    return [card, *(work for power in powers_of(g, me) for work in power.works(card))]


def counts_two(card: str, mine: list[str], theirs: list[str]) -> bool:
    """Return whether a card counts as two if a Ruler with the powers `mine` plays it against one with `theirs`."""
    two = card == "spydra" or any(BY_CARD[power].counts_two(card) for power in mine)
    return two and not any(BY_CARD[power].counts_one(card) for power in theirs)


def log_uses_for(g: Cover, seat: int, cards: list[str], species: str) -> None:
    """Log the powers that made these cards fit a Clan of this species."""
    for power in powers_of(g, seat):
        if any(card in power.stand_ins(species) for card in cards) or (len(cards) == 1 and power.counts_two(cards[0])):
            log_use(g, seat, power.card)


def log_use(g: Cover, seat: int, power: str, **fields: Any) -> None:
    """Log that a power was used.

    The game's text module picks the sentence: the power's `log_text`, or with the field `work` one that names the
    Creature whose action `card` performed.
    """
    g.log_event("uses-power", p=seat_id(seat), power=power, **fields)
