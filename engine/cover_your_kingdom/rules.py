"""The rulebook of Cover Your Kingdom: set-up, the turn, its end, and the end of the game.

The actions have modules of their own: `settle`, `recruit`, `hire`, `add_discard`, `inn` for two Rulers; the advanced
rules are in `stars` and `powers`.
"""

from collections.abc import Callable

from engine import chance
from engine.cover_your_kingdom import add_discard, hands, hire, inn, powers, recruit, score, settle, stars
from engine.cover_your_kingdom.book import Asking, rules
from engine.cover_your_kingdom.cards import CARDS, CREATURES
from engine.cover_your_kingdom.state import HAND, LANDS, MANELAND, PILE, Cover, Sheet, sort_hand
from engine.game import Reason
from engine.machine import Ask, seat_id

ACTIONS = 2


# ---- Set-up
def copies(card: str, players: int) -> int:
    """The box holds 141 cards; two Rulers remove 2 of each species, 2 Terriers, 1 Spydra and both Minnowtaurs."""
    printed = CARDS[card].copies
    if players > 2:
        return printed
    removed = {"spydra": 1, "terrier": 2, "minnowtaur": 2}.get(card, 2 if CARDS[card].kind == "clanning" else 0)
    return printed - removed


def set_up(g: Cover, contest: str, how_many_powers: str, refill: int) -> None:
    g.contest = contest
    powers.deal_powers(g, how_many_powers)
    g.limits = [(refill if g.players == 2 else HAND) + g.has(seat, "vulcent-hands") for seat in range(g.players)]
    g.first = chance.below(g, g.players)
    lay_out(g)


def lay_out(g: Cover) -> None:
    """A round: the deck shuffled, a hand of six each, an empty discard pile; whoever has the crown begins."""
    lands = [*LANDS, MANELAND] if g.players == 2 else LANDS
    g.kingdoms = [{land: [] for land in lands} for _ in range(g.players)]
    g.deck = [card for card in CREATURES for _ in range(copies(card, g.players))]
    chance.shuffle(g, g.deck)
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
    stars.lay_tokens(g)
    g.then((turn, g.first))


# ---- On your turn
@rules.step
def turn(g: Cover, me: int) -> None:
    """One's upright Minnowtaurs leave; then one or two actions.  Who holds no card any more is passed over.

    Ruling: for Minnowtaurs and for the light speed bonus a turn that is passed over has come all the same.
    """
    g.active, g.taken, g.swapped, g.matched = me, 0, False, False
    hire.dismiss(g, [guard for guard in g.guards if guard.owner == me and guard.upright])
    g.light_gone = g.light_gone or g.fastest == me
    g.then((action, me) if g.hands[me] else (end_turn, me))


@rules.step
def action(g: Cover, me: int) -> Asking:
    """Settle, recruit, hire, add or discard, the same twice if one likes; the second may be left out.

    Ruling: who can take no action at all passes.
    """
    free = _free_settles(g, me)
    choices = _actions(g, me)
    if g.taken:
        choices += ["done", *[f"done/{cards}" for cards in powers.leavings(g, me)]]
    elif not choices:
        choices.append("pass")
    fields = {"p": seat_id(me), "n": g.taken + 1, "left": ACTIONS - g.taken}
    choice = yield Ask(me, "action", free + choices, secret=True, fields=fields)
    verb, *path = choice.split("/")
    if verb == "done":
        _end_with(g, me, path)
    elif verb == "pass":
        g.tell("passes", p=seat_id(me))
        g.passes += 1
        g.stuck = [*g.stuck, me] if me not in g.stuck else g.stuck
        g.then((end_turn, me))
    else:
        g.passes = 0
        g.then((go_on, me))
        if verb == "power":
            _settle_free(g, me, path[1:])
        else:
            g.taken += 1
            ACTS[verb](g, me, *path)


def _actions(g: Cover, me: int) -> list[str]:
    found = [f"settle/{tail}" for tail in settle.options(g, me)]
    found += [f"recruit/{tail}" for tail in recruit.options(g, me)]
    found += [f"hire/{tail}" for tail in hire.options(g, me)]
    found += [f"add/{tail}" for tail in add_discard.add_options(g, me)]
    found += [f"inn/{tail}" for tail in inn.options(g, me)] if g.inn else []
    return found + [f"discard/{tail}" for tail in add_discard.discard_options(g, me)]


ACTS: dict[str, Callable[..., None]] = {
    "settle": settle.settle,
    "recruit": recruit.recruit,
    "hire": hire.hire,
    "add": add_discard.add,
    "discard": add_discard.discard,
    "inn": inn.recruit,
}


def _free_settles(g: Cover, me: int) -> list[str]:
    """Match Maker: each turn one Clan settles at no action cost."""
    if g.matched or not g.has(me, "match-maker"):
        return []
    return [f"power/match-maker/{tail}" for tail in settle.options(g, me)]


def _settle_free(g: Cover, me: int, path: list[str]) -> None:
    g.matched = True
    g.tell("uses-power", p=seat_id(me), power="match-maker")
    settle.settle(g, me, *path)


@rules.step
def go_on(g: Cover, me: int) -> None:
    """After an action another may follow; then what a power allows besides."""
    if not g.hands[me]:
        g.then((free_swap, me))
    elif g.taken < ACTIONS:
        g.then((action, me))
    elif g.has(me, "dissedhard"):
        g.then((finish, me))
    elif g.has(me, "match-maker") and not g.matched:
        g.then((free_settle, me))
    else:
        g.then((free_swap, me))


# ---- Free actions after the second action
@rules.step
def finish(g: Cover, me: int) -> Asking:
    """DissedHard, asked whatever is in the hand."""
    choices = ["done", *[f"done/{cards}" for cards in powers.leavings(g, me)]]
    choice = yield Ask(me, "finish", choices, secret=True, fields={"p": seat_id(me)})
    _end_with(g, me, choice.split("/")[1:])


@rules.step
def free_settle(g: Cover, me: int) -> Asking:
    """Match Maker, if not used in this turn yet; asked whatever is in the hand."""
    choice = yield Ask(me, "free-settle", ["done", *_free_settles(g, me)], secret=True, fields={"p": seat_id(me)})
    if choice != "done":
        _settle_free(g, me, choice.split("/")[2:])
    g.then((end_turn, me))


@rules.step
def free_swap(g: Cover, me: int) -> Asking:
    """Wiizzz Kid: the turn stays open while the swap can still be made; it is an offer."""
    if powers.swaps(g, me):
        yield Ask(me, "free-swap", ["done"], fields={"p": seat_id(me)}, stays=True)
    g.then((end_turn, me))


def _end_with(g: Cover, me: int, path: list[str]) -> None:
    g.then((end_turn, me))
    if path:
        powers.leave(g, me, path[0].split("+"))


# ---- Ending your turn
@rules.step
def end_turn(g: Cover, me: int) -> None:
    """Sideways Minnowtaurs have done their work; hands are refilled clockwise, and the crown goes left.

    Ruling: when all who still hold cards have passed in a row, and no Minnowtaur is about to leave, the round is over.
    """
    hire.dismiss(g, [guard for guard in g.guards if guard.seat == me and not guard.upright])
    g.failed = []
    for seat in g.around(me):
        hands.refill(g, seat)
    hands.tell_empty_hands(g)
    holding = g.players - len(g.out)
    over = not holding or (g.passes >= holding and not g.guards)
    g.then(end_round if over else (turn, (me + 1) % g.players))


# ---- Ending the game
@rules.step
def end_round(g: Cover) -> None:
    """The magic of every Kingdom is counted; an extended contest deals another round.

    Ruling: the crown moves one seat on; powers are kept for the whole contest, constellations begin anew.
    """
    g.rounds.append(score.sheet(g))
    sheet = g.rounds[-1]
    for seat in range(g.players):
        _tell_count(g, seat, sheet)
    if g.contest != "one":
        for seat in sheet.winners:
            g.tell("wins-round", p=seat_id(seat), n=g.round, magic=sheet.totals[seat])
    if score.is_decided(g):
        g.finished = True
        return
    g.round += 1
    g.first = (g.first + 1) % g.players
    lay_out(g)


def _tell_count(g: Cover, seat: int, sheet: Sheet) -> None:
    """A Kingdom, Clan by Clan, and what it comes to."""
    p = seat_id(seat)
    for line in sheet.lines[seat]:
        for clan in line.fields.get("clans", []):
            magic, count = clan["magic"] + clan["wild_magic"], clan["n"] + len(clan["wilds"])
            fields = {"species": clan["species"], "clan": clan["clan"], "n": count, "magic": magic}
            g.tell("counts-clan", p=p, land=line.fields["land"], **fields)
    g.tell("counts", p=p, magic=sheet.totals[seat], n=sheet.creatures[seat])


# ---- Why not
WHY = {
    "settle": settle.why,
    "recruit": recruit.why,
    "hire": hire.why,
    "add": add_discard.why_add,
    "discard": add_discard.why_discard,
    "inn": inn.why,
}


def why_not(g: Cover, seat: int, option: str) -> Reason | None:
    """The reason why this is not on offer to the asked seat."""
    verb, *path = option.split("/")
    ask = g.asks.get(seat) or g.changes.get(seat)
    if option.startswith("power/wiizzz/") and seat in range(g.players):
        return powers.why_not_swap(g, seat, path[1])
    if ask is None:
        return None
    if ask.say in ("counter", "inn-challenge"):
        return recruit.why_answer(g, seat, option)
    if ask.say == "elves":
        return hire.why_held(g, seat, ask.fields, option)
    if ask.say.startswith("inn-"):
        return inn.why_both(g, seat, ask.fields["card"], option)
    if ask.say == "land":
        return _why_land(g, seat, ask.fields["species"], option)
    if ask.say == "action":
        return _why_action(g, seat, verb, path)
    return ("no-action-left", {}) if verb in ACTS else None


def _why_land(g: Cover, seat: int, species: str, land: str) -> Reason | None:
    if land not in g.kingdoms[seat]:
        return None
    return settle.forbidden(g, seat, land) or ("other-land", {"species": species, "land": land})


def _why_action(g: Cover, me: int, verb: str, path: list[str]) -> Reason | None:
    if verb == "done":
        return None if path else ("action-first", {})
    if verb == "pass":
        return "something-possible", {}
    if verb == "power" and path[:1] == ["match-maker"]:
        if not g.has(me, "match-maker"):
            return "no-power", {"power": "match-maker"}
        return ("power-used", {"power": "match-maker"}) if g.matched else settle.why(g, me, path[1:])
    return WHY[verb](g, me, path) if verb in WHY else None
