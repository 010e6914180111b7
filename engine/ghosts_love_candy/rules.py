"""The rules of Ghosts Love Candy, paragraph by paragraph of the rulebook."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine import rng
from engine.actions import number, parts_of
from engine.game import DeckOptions, Reason
from engine.ghosts_love_candy.abilities import KIDS, SKIP, CandySlot, KidSlot, Slot, option_paths, slots_of
from engine.ghosts_love_candy.cards import DECKS, kids_of
from engine.ghosts_love_candy.state import (
    CANDIES,
    CANDIES_OF_A_TYPE,
    LOVES,
    Spot,
    Stash,
    Street,
    ghosts_of_a_set,
    rules,
)
from engine.machine import Ask, AskAllStep, AskStep, seat_id


# ---- Game Setup
class GhostsOptions(DeckOptions):
    decks = DECKS


def set_up(g: Street, game_options: GhostsOptions) -> None:
    """Deal ghosts and a secret Love card each; lay out the row of kids and the Kid deck; shuffle the candies."""
    g.deck = game_options.deck
    loves, g.kids = list(LOVES), list(kids_of(g))
    g.candy = [candy for candy in CANDIES for _ in range(CANDIES_OF_A_TYPE)]
    for cards in (loves, g.kids, g.candy):
        rng.shuffle(g, cards)
    g.loves, g.box = loves[: g.players], loves[g.players :]
    g.hands = [ghosts_of_a_set(g.players) for _ in range(g.players)]
    g.stashes = [Stash() for _ in range(g.players)]
    g.seen = [[] for _ in range(g.players)]
    spots, g.rounds = (6, 8) if g.players < 5 else (8, 6)
    g.row = [Spot(g.kids.pop()) for _ in range(spots)]
    g.push_steps(place_candy)


# ---- How to Play
@rules.step
def place_candy(g: Street) -> None:
    """Put one candy on each kid of the neighborhood."""
    g.round += 1
    for spot in g.row:
        if spot.kid:
            spot.candy.append(g.candy.pop())
    g.log_event("round", n=g.round)
    g.push_steps(choose_ghosts, end_round)


@rules.step
def choose_ghosts(g: Street) -> AskAllStep:
    """Let each player choose a ghost of the hand in secret; the last choice reveals them all."""
    chosen = yield {
        me: Ask(me, "choose", [str(ghost) for ghost in hand], secret=True, fields={"p": seat_id(me)})
        for me, hand in enumerate(g.hands)
    }
    g.revealed = {me: int(ghost) for me, ghost in chosen.items()}
    for me, ghost in g.revealed.items():
        g.hands[me].remove(ghost)
    seats = sorted(g.revealed, key=lambda me: -g.revealed[me])
    g.log_event("all-reveal", seats=[seat_id(me) for me in seats], ghosts=[g.revealed[me] for me in seats])
    determine_order(g)
    g.push_steps(turn)


def determine_order(g: Street) -> None:
    """Order the turns, the highest ghost first. Kids drawn for ties are discarded after all ties are settled."""
    drawn: list[str] = []
    g.order = []
    for ghost in range(9, 0, -1):
        tied = [me for me, number in g.revealed.items() if number == ghost]
        g.order += tied if len(tied) < 2 else settle_tie(g, tied, drawn)
    g.kid_discard += drawn


def settle_tie(g: Street, tied: list[int], drawn: list[str]) -> list[int]:
    """Draw a kid for each tied player in seat order; the higher small number goes first.

    Ruling: if Kid deck and discarded kids are too few for all of them, chance orders the whole group.
    """
    if len(g.kids) + len(g.kid_discard) < len(tied):
        left = g.kids or g.kid_discard
        rng.shuffle(g, tied)
        g.log_event("tie-too-few" if left else "tie-at-random", seats=[seat_id(me) for me in tied])
        return tied
    kids = kids_of(g)
    cards = {me: draw_kid(g) for me in tied}
    drawn += cards.values()
    order = sorted(tied, key=lambda me: -kids[cards[me]].tie)
    g.log_event(
        "tie",
        seats=[seat_id(me) for me in order],
        kids=[cards[me] for me in order],
        numbers=[kids[cards[me]].tie for me in order],
    )
    return order


def draw_kid(g: Street) -> str:
    """Draw the top card of the Kid deck; when it has run out, shuffle the discarded kids. Empty if there are none.

    Ruling: the discarded kids are shuffled when the next card is needed.
    """
    if not g.kids and g.kid_discard:
        g.kids, g.kid_discard = g.kid_discard, []
        rng.shuffle(g, g.kids)
        g.log_event("reshuffled")
    return g.kids.pop() if g.kids else ""


# ---- On Your Turn
@rules.step
def turn(g: Street) -> None:
    """Let the next player place the ghost, take the candy and use the ability; then scare kids. Repeat for all."""
    g.active = next((me for me in g.order if me in g.revealed), -1)
    if g.active >= 0:
        g.push_steps((haunt, g.active), (scare_kids, 0), turn)


@rules.step
def haunt(g: Street, me: int) -> AskStep:
    """Haunt any kid, on top of its other ghosts, and take all its candy; then resolve a blue box.

    Ruling: should the whole neighborhood be empty, the ghost goes to the discard.
    """
    kids = KidSlot().candidates(g)
    ghost = g.revealed[me]
    kid = (yield Ask(me, "haunt", kids, fields={"p": seat_id(me), "ghost": ghost})) if kids else ""
    del g.revealed[me]
    if not kid:
        g.ghost_discard.append((me, ghost))
        g.log_event("haunts-nobody", p=seat_id(me), ghost=ghost)
        return
    spot = g.at(kid)
    spot.ghosts.append((me, ghost))
    candies, spot.candy = spot.candy, []
    g.stashes[me].candy += candies
    if candies:
        g.log_event("haunts", p=seat_id(me), kid=kid, ghost=ghost, candies=candies)
    else:
        g.log_event("haunts-no-candy", p=seat_id(me), kid=kid, ghost=ghost)
    if kids_of(g)[kid].when == "haunt":
        g.push_steps((use_ability, me, kid, g.spot_of(kid)))


@rules.step
def use_ability(g: Street, me: int, kid: str, here: int, nth: int = 0) -> AskStep:
    """Do what the kid says, one effect after the other.

    Ruling: an ability is skipped if any part of it is impossible; one that says "may" is declined as a whole.
    """
    card = kids_of(g)[kid]
    ways = [option_paths(g, me, here, slots_of(effect)) for effect in card.effects[nth:]]
    if not all(ways):
        g.log_event("can-do-nothing", p=seat_id(me), kid=kid)
    if not ways or not all(ways):
        return
    skip = [SKIP] if card.may and not nth else []
    further = {"nth": nth} if nth else {}
    choice = yield Ask(me, "ability", [*skip, *ways[0]], fields={"p": seat_id(me), "kid": kid, **further})
    if choice == SKIP:
        g.log_event("does-not-use", p=seat_id(me), kid=kid)
        return
    verb, *constants = card.effects[nth]
    g.push_steps(
        (str(verb).replace("-", "_"), me, kid, here, ways[0][choice], *constants),
        *([(use_ability, me, kid, here, nth + 1)] if len(ways) > 1 else []),
    )


# ---- Scare Kids
@rules.step
def scare_kids(g: Street, first: int) -> None:
    """Check the kids from the Kid deck outward, each spot once; a newcomer is not checked."""
    for here in range(first, len(g.row)):
        if g.row[here].kid and is_scared(g, here):
            kid, owner = scare(g, here)
            if kids_of(g)[kid].when == "scared":
                g.push_steps((use_ability, owner, kid, here), (scare_kids, here + 1))
                return


def is_scared(g: Street, here: int) -> bool:
    """Return True if the ghosts on the kid reach its Courage and no other kid protects it.

    Ruling: Courage and protection are looked up at the moment a spot is checked.
    """
    kid = g.row[here].kid
    scared = bool(g.row[here].ghosts) and haunted_by(g, here) >= courage(g, here)
    guard = guard_of(g, here) if scared else ""
    if guard and kid not in g.safe:
        g.safe.append(kid)
        g.log_event("is-safe", kid=kid, guard=guard)
    elif kid in g.safe and not guard:
        g.safe.remove(kid)
    return scared and not guard


def haunted_by(g: Street, here: int) -> int:
    return sum(number for _, number in g.row[here].ghosts)


def courage(g: Street, here: int) -> int:
    """Return the Courage of a kid among its neighbours."""
    return sum((int(by) for _, (by,) in _effects_on(g, here, "courage")), kids_of(g)[g.row[here].kid].courage)


def guard_of(g: Street, here: int) -> str:
    """Return the kid that keeps this one from being scared, or an empty string."""
    return next((guard for guard, _ in _effects_on(g, here, "guard")), "")


def _effects_on(g: Street, here: int, verb: str) -> list[tuple[str, list[str | int]]]:
    """Return the kids of the row whose yellow box applies this verb to the kid at `here`, each with the constants."""
    kids = kids_of(g)
    return [
        (spot.kid, constants)
        for place, spot in enumerate(g.row)
        if spot.kid and kids[spot.kid].when == "in-row"
        for name, word, *constants in kids[spot.kid].effects
        if name == verb and KIDS[str(word)](place, here)
    ]


def scare(g: Street, here: int) -> tuple[str, int]:
    """Move the kid to the stash of the last player who haunted it, discard ghosts and candy, and draw a new kid.

    Ruling: if no kid is left to move in, the spot stays empty and gets no more candy.
    """
    spot = g.row[here]
    kid, owner = spot.kid, spot.ghosts[-1][0]
    fields: dict[str, Any] = {"kid": kid, "sum": haunted_by(g, here), "courage": courage(g, here), "q": seat_id(owner)}
    g.stashes[owner].kids.append(kid)
    g.ghost_discard += spot.ghosts
    g.candy_discard += spot.candy
    g.row[here] = Spot(draw_kid(g))
    if g.row[here].kid:
        g.log_event("is-scared", **fields, new=g.row[here].kid)
    else:
        g.log_event("is-scared-for-good", **fields)
    return kid, owner


# ---- End of Round, End of Game
@rules.step
def end_round(g: Street) -> None:
    """End the round; the cards of the neighborhood stay. The round that placed the last candy is the last.

    Ruling: even if candy is left over because of empty spots, the game ends after eight or six rounds.
    """
    if g.round < g.rounds:
        g.push_steps(place_candy)


# ---- reasons why an option is not on offer
def reason(g: Street, seat: int, option: str) -> Reason | None:
    """Return why `option` isn't on offer; None if the seat is not asked, or if the option makes no sense."""
    if seat not in g.asks and seat not in g.changes:
        return None
    frame = g.stack[-1]
    if frame.step == "choose_ghosts":
        return _no_such_ghost(g, option)
    if frame.step == "haunt":
        return _no_such_path(g, seat, -1, [KidSlot()], option)
    if frame.step == "beg_candy":
        return _no_such_path(g, seat, -1, [CandySlot()], option)
    if frame.step == "pay_to_take":
        _, _, here, path, source = frame.args
        asked = replace(slots_of(("pay-to-take", source))[2], is_choice=True)
        return _no_such_path(g, seat, here, [asked], option, path)
    _, kid, here, *nth = frame.args
    card = kids_of(g)[kid]
    if option == SKIP:
        return "must-use", {"kid": kid}
    return _no_such_path(g, seat, here, slots_of(card.effects[nth[0] if nth else 0]), option)


def _no_such_ghost(g: Street, option: str) -> Reason | None:
    ghost = number(option)
    if ghost not in range(1, 10):
        return None
    played = ghost in ghosts_of_a_set(g.players)
    return "already-played" if played else "back-in-the-box", {"ghost": ghost}


def _no_such_path(
    g: Street, me: int, here: int, slots: Iterable[Slot], option: str, named: Iterable[str] = ()
) -> Reason | None:
    """Return why the first wrong part after those in `named` is illegal; None if it isn't even of the right kind."""
    parts, path = parts_of(option), [*named]
    for slot in slots:
        allowed = [part for part in slot.candidates(g) if slot.cannot_name(g, me, here, path, part) is None]
        if not slot.is_choice or not parts:
            path += allowed[:1]
            continue
        if not slot.accepts(g, parts[0]):
            return None
        fault = slot.cannot_name(g, me, here, path, parts[0])
        if fault:
            return fault
        path.append(parts.pop(0))
    return None
