"""Delayed effects (rulebook: Additional Rules): armed when the card is played, void unless announced in time.

The *moment* of an effect is the event that it waits for; its owner may announce it until the next player moves.
"""

from typing import Any

from engine.machine import seat_id
from engine.monster_muncher.state import MOST_SNACKS, Moment, Monster, Muncher, rules

EVENTS = {
    "watch-swap": "swap",
    "watch-bounce": "bounce",
    "watch-destroy": "destroy",
    "watch-every-destroy": "destroy",
    "watch-steal": "steal",
}
REPEATS = "watch-every-destroy"
INSTEAD = ("watch-steal", "watch-bounce")  # these change the action that has just happened

Watcher = tuple[int, str]  # seat and card


def watchers(g: Muncher, event: str, by: int, whom: int) -> list[Watcher]:
    """Return the armed effects that wait for this event, clockwise from seat `by`; call it before the event happens.

    Swaps and bounces concern the owner of the Monster that is the target, steals all but the thief, destruction all.
    Ruling: if several would change the event, only the first one clockwise does.
    """
    watching: list[Watcher] = []
    if not g.status:
        return watching
    for seat in g.clockwise(by):
        if (event != "destroy" and seat == by) or (event in ("swap", "bounce") and seat != whom):
            continue
        for card in g.in_play(seat):
            verb = g.card(card).delayed_part.verb
            if EVENTS.get(verb) != event:
                continue
            state = g.status.get(card)
            if state == "armed" or (state == "open" and verb == REPEATS and g.moments[card].seat == seat):
                watching.append((seat, card))
    return watching[:1] if event in ("steal", "bounce") else watching


def open_moments(g: Muncher, watchers: list[Watcher], **memory: Any) -> None:
    """Open the moment of these effects.

    An effect that gives tokens needs its card still in place; one that changes the event does not.  With the option
    that effects announce themselves, they happen at once.
    """
    opened = []
    for seat, card in watchers:
        home = g.at_home(seat, card)
        if g.card(card).delayed_part.verb not in INSTEAD and not home:
            continue
        if card in g.moments:
            g.moments[card].times += 1
        else:
            g.moments[card] = Moment(seat, home=home.card if home else "", **memory)
        if card in g.status:
            g.status[card] = "open"
        opened.append((announce, seat, card))
    if g.by_themselves:
        g.push_steps(*opened)


def count_snacks(g: Muncher) -> None:
    """Open the effects that reward three Snacks in play, however they got there, for their owner to announce."""
    armed = [
        (seat, card)
        for seat in g.clockwise(g.active)
        if len(snacks := g.snacks(seat)) >= MOST_SNACKS
        for card in snacks
        if g.status.get(card) == "armed" and g.card(card).delayed_part.verb == "three"
    ]
    open_moments(g, armed)


def announceable(g: Muncher) -> dict[str, Moment]:
    """Return what may be announced now, by card.

    Ruling: it stays with the player who had the card when its moment came, even if the card leaves or is swapped in the
    same turn. Tokens go to the Monster of that moment, wherever it is; once that has left play there are none.
    """
    return {card: moment for card, moment in g.moments.items() if moment.cards or _receivers(g, card, moment)}


def _receivers(g: Muncher, card: str, moment: Moment) -> list[Monster]:
    """Return the Monsters that would get the tokens."""
    part = g.card(card).delayed_part
    if part.who in ("all", "linked"):
        return [monster for monster in g.rows[moment.seat] if part.who == "all" or monster.snacks]
    place = g.where(moment.home or card)
    return [place[1]] if place else []


def _afterwards(g: Muncher, card: str) -> str:
    """Return the state of a card after its effect has been announced."""
    return "armed" if g.card(card).delayed_part.verb == REPEATS else "used"


@rules.step
def announce(g: Muncher, seat: int, card: str) -> None:
    """Announce an effect in time: it happens, and a win is checked afterwards.

    Ruling: in the middle of an ability, the check waits for the ability's end.
    """
    part, moment = g.card(card).delayed_part, g.moments[card]
    moment.times -= 1
    if not moment.times:
        del g.moments[card]
        if card in g.status:
            g.status[card] = _afterwards(g, card)
    fields: dict[str, Any] = {"q": seat_id(moment.holder), "cards": moment.cards} if moment.cards else {}
    g.log_event("announces", p=seat_id(seat), card=card, effect=part.verb, **fields)
    if not any(frame.step == "go_on" for frame in g.stack):  # an ability ends with a check
        g.push_steps("check_win")
    if part.verb == "watch-steal":
        for stolen in moment.cards:  # the card, and the Snacks that follow it
            g.hands[moment.holder].remove(stolen)
            g.hands[seat].append(stolen)
    elif part.verb == "watch-bounce":
        _keep(g, seat, card, moment)
    else:
        for monster in _receivers(g, card, moment):
            gain(g, card, monster, part.n)


def gain(g: Muncher, card: str, monster: Monster, n: int) -> None:
    """Buff with green tokens, debuff with red ones; both kinds stay on the Monster."""
    if n > 0:
        monster.buffs += n
    else:
        monster.debuffs -= n
    monster.given[card] = monster.given.get(card, 0) + n
    g.log_event("gives", card=card, m=monster.card, n=n)


def _keep(g: Muncher, seat: int, card: str, moment: Moment) -> None:
    """Return the bounced Monster to play as it was; this does not make its open effects void."""
    assert moment.monster
    for name in moment.cards:
        g.hands[seat].remove(name)
        g.seen.remove(name)
        del g.locked[name]
    g.rows[seat].insert(moment.at, moment.monster)
    for back, state in moment.status.items():
        g.status[back] = _afterwards(g, back) if state == "open" and back not in g.moments else state
    if card in moment.cards:
        g.status[card] = "used"
    g.push_steps(("too_many_snacks", seat))
    count_snacks(g)


def void_unannounced(g: Muncher) -> None:
    """Make effects void that were not announced before the next player moves, if their card stays in play."""
    for card, moment in g.moments.items():
        if card in g.status:
            g.status[card] = "void"
            g.log_event("void", p=seat_id(moment.seat), card=card)
    g.moments = {}


def is_contested(g: Muncher, card: str) -> bool:
    """Return True if an announcement may still send this stolen card elsewhere.

    Ruling: until then the thief cannot play it, not even as an extra card.
    """
    return bool(g.moments) and any(card in moment.cards for moment in g.moments.values())
