"""The rules of Cover Your Kingdom: set-up, the turn, its end, and the end of the game.

The actions are in `settle` (with add, discard and constellations), `recruit`, `hire` and `inn` (two Rulers); the
Kingdom powers are in `powers`.
"""

from collections.abc import Callable
from typing import Any, Literal

from pydantic import model_validator

from engine import rng
from engine.actions import first_part
from engine.cover_your_kingdom import actions, hands, hire, inn, powers, recruit, score, settle
from engine.cover_your_kingdom.state import (
    CARDS,
    CREATURES,
    HAND,
    LANDS,
    MANELAND,
    PILE,
    Cover,
    Sheet,
    rules,
    sort_hand,
)
from engine.game import GameOptions
from engine.machine import Ask, AskStep, seat_id

ACTIONS = 2


# ---- Set-up
def copies(card: str, players: int) -> int:
    """Return the copies of a card: 141 cards in all; two Rulers remove 2 of each species, 2 Terriers, 1 Spydra and
    both Minnowtaurs.
    """
    printed = CARDS[card].copies
    if players > 2:
        return printed
    removed = {"spydra": 1, "terrier": 2, "minnowtaur": 2}.get(card, 2 if CARDS[card].kind == "clanning" else 0)
    return printed - removed


class CoverOptions(GameOptions):
    contest: Literal["one", "two", "three", "first-to-2"] = "one"
    constellations: bool = False
    light_speed: bool = False
    powers: Literal["off", "one", "two"] = "off"
    covered: Literal["gems", "open"] = "gems"
    refill: Literal["6", "7"] = "6"

    @model_validator(mode="before")
    @classmethod
    def _stars_for_light_speed(cls, options: dict[str, Any]) -> dict[str, Any]:
        """Switch constellations on for light speed, which needs them."""
        return {**options, "constellations": True} if options.get("light_speed") else options


def set_up(g: Cover, game_options: CoverOptions) -> None:
    g.contest, g.constellations, g.light_speed = (
        game_options.contest,
        game_options.constellations,
        game_options.light_speed,
    )
    g.open_clans = game_options.covered == "open"
    powers.deal_powers(g, game_options.powers)
    cards = int(game_options.refill) if g.players == 2 else HAND
    g.limits = [powers.hand_limit(g, seat, cards) for seat in range(g.players)]
    g.first = rng.randbelow(g, g.players)
    lay_out(g)


def lay_out(g: Cover) -> None:
    """Set up a round: a shuffled deck, the hands, an empty discard pile; the Ruler with the crown begins."""
    lands = [*LANDS, MANELAND] if g.players == 2 else LANDS
    g.kingdoms = [{land: [] for land in lands} for _ in range(g.players)]
    g.deck = [card for card in CREATURES for _ in range(copies(card, g.players))]
    rng.shuffle(g, g.deck)
    g.discards, g.retired, g.gone, g.inn, g.guards = [], [], [], [], []
    g.known, g.stuck, g.out, g.passes = [], [], [], 0
    count = PILE if g.players == 2 else HAND
    g.hands = [[g.deck.pop() for _ in range(count)] for _ in range(g.players)]
    if g.players == 2:
        piles = [[g.deck.pop() for _ in range(PILE)] for _ in range(4)]
        g.inn = [inn.open_inn(g, pile) for pile in piles]
    for seat, hand in enumerate(g.hands):
        sort_hand(hand)
        hands.refill(g, seat)
    settle.lay_tokens(g)
    g.push_steps((turn, g.first))


# ---- On your turn
@rules.step
def turn(g: Cover, me: int) -> None:
    """Retire one's upright Minnowtaurs; then take one or two actions.  A Ruler without cards is passed over.

    Ruling: for Minnowtaurs, Wiizzz Kid and the light speed bonus, a turn that is passed over counts as a turn.
    """
    g.active, g.taken, g.memory = me, 0, {}
    hire.retire_guards(g, [guard for guard in g.guards if guard.owner == me and guard.upright])
    g.light_gone = g.light_gone or g.fastest == me
    g.push_steps((action, me) if g.hands[me] else (powers.free_swap, me))


@rules.step
def action(g: Cover, me: int) -> AskStep:
    """Settle, recruit, hire, add or discard, the same twice if wanted; the second action is optional.

    Ruling: a Ruler who can take no action at all passes.
    Ruling: a Ruler who has only settled by Match Maker may end the turn too, for that Clan might have been the action.
    """
    ways = [*(powers.free_settles(g, me) or settle.choices(g, me)), *other_actions(g, me)]
    if g.taken or actions.MATCH_MAKER in g.memory:
        ways += [actions.DONE, *map(actions.done, powers.endings(g, me))]
    elif not ways:
        ways.append(actions.PASS)
    fields = {"p": seat_id(me), "n": g.taken + 1, "left": ACTIONS - g.taken}
    choice = yield Ask(me, "action", ways, secret=True, fields=fields)
    verb = first_part(choice)
    if verb == actions.DONE:
        powers.leave(g, me, actions.parse_done(choice))
    elif verb == actions.PASS:
        g.log_event("passes", p=seat_id(me))
        g.passes += 1
        g.stuck = [*g.stuck, me] if me not in g.stuck else g.stuck
        g.push_steps((end_turn, me))
    else:
        g.passes = 0
        g.push_steps((go_on, me))
        if verb == actions.POWER:
            powers.use_power(g, me, *actions.parse_power(choice))
        else:
            g.taken += 1
            ACTION_RULES[verb](g, me, *actions.PARSERS[verb](choice))


def other_actions(g: Cover, me: int) -> list[str]:
    return [
        *recruit.choices(g, me),
        *hire.choices(g, me),
        *settle.add_choices(g, me),
        *(inn.choices(g, me) if g.inn else []),
        *map(actions.discard, settle.discard_choices(g, me)),
    ]


ACTION_RULES: dict[str, Callable[..., None]] = {
    actions.SETTLE: settle.settle,
    actions.RECRUIT: recruit.recruit,
    actions.HIRE: hire.hire,
    actions.ADD: settle.add,
    actions.DISCARD: settle.discard,
    actions.INN: inn.recruit,
}


@rules.step
def go_on(g: Cover, me: int) -> None:
    """Continue after an action: with another one, then with what a power allows."""
    if not g.hands[me]:
        g.push_steps((powers.free_swap, me))
    else:
        g.push_steps((action if g.taken < ACTIONS else powers.last_step(g, me), me))


# ---- Ending your turn
@rules.step
def end_turn(g: Cover, me: int) -> None:
    """Retire the sideways Minnowtaurs of this Kingdom, refill hands clockwise, and pass the crown to the left.

    Ruling: when all who still hold cards have passed in a row, and no Minnowtaur is about to leave, the round is over.
    """
    hire.retire_guards(g, [guard for guard in g.guards if guard.seat == me and not guard.upright])
    g.failed = []
    for seat in g.clockwise(me):
        hands.refill(g, seat)
    hands.log_empty_hands(g)
    holding = g.players - len(g.out)
    over = not holding or (g.passes >= holding and not g.guards)
    g.push_steps(end_round if over else (turn, (me + 1) % g.players))


# ---- Ending the game
@rules.step
def end_round(g: Cover) -> None:
    """Count the magic of every Kingdom; an extended contest deals another round.

    Ruling: the crown moves one seat on; powers are kept for the whole contest, constellations start again.
    """
    g.rounds.append(score.sheet(g))
    sheet = g.rounds[-1]
    for seat in range(g.players):
        _log_count(g, seat, sheet)
    if g.contest != "one":
        for seat in sheet.winners:
            g.log_event("wins-round", p=seat_id(seat), n=g.round, magic=sheet.totals[seat])
    if score.is_decided(g):
        g.finished = True
        return
    g.round += 1
    g.first = (g.first + 1) % g.players
    lay_out(g)


def _log_count(g: Cover, seat: int, sheet: Sheet) -> None:
    """Log a Kingdom, Clan by Clan, and its total."""
    p = seat_id(seat)
    for line in sheet.lines[seat]:
        for clan in line.fields.get("clans", []):
            magic, count = clan["magic"] + clan["wild_magic"], clan["n"] + len(clan["wilds"])
            fields = {"species": clan["species"], "clan": clan["clan"], "n": count, "magic": magic}
            g.log_event("counts-clan", p=p, land=line.fields["land"], **fields)
    g.log_event("counts", p=p, magic=sheet.totals[seat], n=sheet.creatures[seat])
