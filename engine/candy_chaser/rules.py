"""Candy Chaser: the table, its options as paths, and the rules, paragraph by paragraph of the rulebook."""

from dataclasses import dataclass, field
from typing import NamedTuple

from engine import rng
from engine.actions import parts
from engine.game import GameOptions, Line, Reason, Standing
from engine.machine import Ask, AskStep, Rules, Table, seat_id, seat_of

rules = Rules()

CANDIES = ["blue", "purple", "green", "yellow", "red"]  # top to bottom of the board; in a tie the higher one wins
DIE = [-2, -1, 1, 1, 2, 3]  # Ruling: no zero, −2 to +3 as printed; which value occurs twice is our choice.
FLOOR, TOP, GOAL = -2, 5, 6  # the goal space is one past 5
ZONE = 3  # the bordered zone begins here


@dataclass
class Slide:
    """One Tattletale card slid to a player; only those two may know its candy."""

    accuser: int
    target: int
    candy: str
    right: bool


@dataclass
class Chaser(Table):
    objectives: list[str] = field(default_factory=list)  # by seat
    box: list[str] = field(default_factory=list)  # Objective cards that were not dealt
    tattles: list[list[str]] = field(default_factory=list)  # Tattletale cards left, by seat
    cubes: dict[str, int] = field(default_factory=dict)
    active: int = 0
    die: int = 0
    moved: str = ""  # the cube moved last, and where it came from
    moved_from: int = 0
    tattling: bool = False
    slid: list[Slide] = field(default_factory=list)

    def eliminated(self) -> dict[int, Slide]:
        """Return the eliminated seats, each with the Tattletale card that eliminated it."""
        return {slide.target if slide.right else slide.accuser: slide for slide in self.slid}

    def remaining(self) -> list[int]:
        out = self.eliminated()
        return [seat for seat in range(self.players) if seat not in out]


# ---- options: a cube to move is its candy, a card to slide is ``s1/red``
PASS = "pass"


class Tattle(NamedTuple):
    """A Tattletale card for a player; parts that were not typed are empty."""

    target: str
    candy: str


def tattle_option(target: int, candy: str) -> str:
    return f"{seat_id(target)}/{candy}"


def parse_tattle(option: str) -> Tattle:
    return Tattle(*parts(option, 2))


def is_amount(part: str) -> bool:
    """Return whether `part` is a number of spaces, which no question asks for."""
    return part.lstrip("+-").isdigit()


# ---- set-up
def set_up(g: Chaser, game_options: GameOptions) -> None:
    """Put the cubes on 0; deal a secret Objective and a set of Tattletale cards each; box the rest unseen."""
    cards = CANDIES.copy()
    rng.shuffle(g, cards)
    g.objectives, g.box = cards[: g.players], cards[g.players :]
    g.tattles = [CANDIES.copy() for _ in range(g.players)]
    g.cubes = dict.fromkeys(CANDIES, 0)
    g.push_steps((roll_die, rng.randbelow(g, g.players)))


# ---- Marketing Phase
@rules.step
def roll_die(g: Chaser, me: int) -> None:
    """Begin the turn with a roll; the results range from −2 to +3."""
    g.active, g.die = me, rng.roll(g, DIE)
    g.push_steps((move_cube, me))


@rules.step
def move_cube(g: Chaser, me: int) -> AskStep:
    """Move one cube of any colour by the number rolled; then the next player clockwise rolls, or tattling begins."""
    candy = yield Ask(me, "move", CANDIES, fields={"p": seat_id(me), "die": g.die})
    start, end = g.cubes[candy], landing(g.cubes, candy, g.die)
    g.cubes[candy], g.moved, g.moved_from = end, candy, start
    key = "stays" if end == start else "moves" if end - start == g.die else "stops"
    g.log_event("goes-in" if end == GOAL else key, p=seat_id(me), die=g.die, candy=candy, a=start, b=end)
    if end < GOAL:
        g.push_steps((roll_die, (me + 1) % g.players))
        return
    order = [*g.clockwise(me)[1:], me]
    g.tattling, g.die = True, 0
    g.log_event("tattling-begins", candy=candy, q=seat_id(order[0]))
    g.push_steps(*[(chance_to_tattle, seat) for seat in order], reveal)


def landing(cubes: dict[str, int], candy: str, die: int) -> int:
    """Return where the cube goes: exactly the number rolled, but at most to the last space open to it."""
    return max(FLOOR, min(cubes[candy] + die, GOAL if goal_is_open(cubes, candy) else TOP))


def goal_is_open(cubes: dict[str, int], candy: str) -> bool:
    """Return whether the cube may enter the goal: at least one other cube has a value of 3 or higher."""
    return any(place >= ZONE for other, place in cubes.items() if other != candy)


# ---- Tattletale Phase
@rules.step
def chance_to_tattle(g: Chaser, me: int) -> None:
    """Give the seat its chance to tattle, in one round from the left of the player who reached the goal.

    Eliminated players do not tattle, nor does the last one left.
    """
    left = g.remaining()
    if me in left and len(left) > 1:
        g.active = me
        g.push_steps((tattle, me))


@rules.step
def tattle(g: Chaser, me: int) -> AskStep:
    """Slide a card to a player, or pass.

    A right guess eliminates the target, and the accuser may tattle again.  A wrong one eliminates the accuser.
    Only these two see the card.
    """
    cards = [tattle_option(target, candy) for target in g.remaining() if target != me for candy in g.tattles[me]]
    before = [slide.target for slide in g.slid if slide.accuser == me]
    fields = {"p": seat_id(me), **({"t": seat_id(before[-1])} if before else {})}
    choice = yield Ask(me, "tattle-again" if before else "tattle", [PASS, *cards], secret=True, fields=fields)
    if choice == PASS:
        g.log_event("does-not-tattle", p=seat_id(me))
        return
    who, candy = parse_tattle(choice)
    target = seat_of(who)
    right = g.objectives[target] == candy
    g.tattles[me].remove(candy)
    g.slid.append(Slide(me, target, candy, right))
    verdict = "right" if right else "wrong"
    g.log_event(f"you-slid-{verdict}", to=me, t=who, candy=candy)
    g.log_event(f"slid-to-you-{verdict}", to=target, p=seat_id(me), candy=candy)
    g.log_event(f"tattles-{verdict}", p=seat_id(me), t=who)
    if right:
        g.push_steps((chance_to_tattle, me))


# ---- Determining the Winner
@rules.step
def reveal(g: Chaser) -> None:
    """End the game: the remaining player with the highest candy wins; a sole remaining player always does."""
    left = g.remaining()
    if len(left) == 1:
        g.log_event("only-left", p=seat_id(left[0]))
    g.active = -1


def is_over(g: Chaser) -> bool:
    return g.tattling and not g.stack


def standing(g: Chaser) -> list[Standing]:
    """Rank the remaining players before the eliminated ones, by candy; in a tie, the one higher on the board wins.

    Ruling: the rulebook ranks only the winner; the eliminated share the place behind all who are left.
    """
    out, standings = g.eliminated() if g.slid else {}, []
    for seat, candy in enumerate(g.objectives):
        place = g.cubes[candy]
        standings.append(Standing(place, (FLOOR - 1, 0) if seat in out else (place, -CANDIES.index(candy))))
    return standings


def lines(g: Chaser, seat: int) -> list[Line]:
    """Return what the seat smuggled, and what eliminated it or put it ahead of the next one in a tie."""
    candy = g.objectives[seat]
    own_lines = [Line(key="smuggled", fields={"candy": candy, "place": g.cubes[candy]})]
    if slide := g.eliminated().get(seat):
        by = Line(key="out-tattled", fields={"p": seat_id(slide.accuser)}) if slide.right else Line(key="out-wrong")
        return [*own_lines, by]
    tied = [other for other in map(g.objectives.__getitem__, g.remaining()) if g.cubes[other] == g.cubes[candy]]
    below = [other for other in CANDIES[CANDIES.index(candy) + 1 :] if other in tied]
    return [*own_lines, Line(key="stands-above", fields={"a": candy, "b": below[0]})] if below else own_lines


# ---- reasons why an option is not on offer
def reason(g: Chaser, seat: int, option: str) -> Reason | None:
    """Return why `option` isn't on offer; None if the seat just isn't asked, or if the option makes no sense."""
    first, candy = parse_tattle(option)
    amount = is_amount(first) or is_amount(candy)
    if not g.tattling:
        if amount:
            return "full-number", {"die": g.die}
        if option == PASS or option != first:
            return "not-tattling-yet", {}
        return None if first in CANDIES else ("no-candy", {"candy": first})
    if amount or first in CANDIES:
        return "move-is-over", {}
    if first == seat_id(seat):
        return "not-yourself", {}
    target = next((who for who in range(g.players) if seat_id(who) == first), None)
    if target is None:
        return None
    if target not in g.remaining():
        return "is-out", {"t": first}
    if candy not in CANDIES:
        return "no-candy", {"candy": candy}
    return None if candy in g.tattles[seat] else ("card-given-away", {"candy": candy})
