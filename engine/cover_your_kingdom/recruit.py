"""Recruit: lure a rival's top Clan away, and the challenge over it."""

from engine.cover_your_kingdom import actions, hands, powers, settle
from engine.cover_your_kingdom.actions import LET_GO
from engine.cover_your_kingdom.settle import open_lands, place, take_clan
from engine.cover_your_kingdom.state import WILD, Cover, Spot, War, clan_order, rules
from engine.game import Reason
from engine.machine import Ask, AskStep, Fields, seat_id

MANY_RULERS = 6  # with six or more Rulers, one recruits only from the two seats to either side
REACH = 2


# ---- what may be attacked
def cannot_attack(g: Cover, me: int, spot: Spot) -> Reason | None:
    """Return why no rival can do anything to this Clan: a Minnowtaur guards it, or an attempt has failed this turn.

    Ruling: an upright Minnowtaur keeps out every rival's Elves, Mobgoblins and Wiizzaard too.
    Ruling: "in any fashion" means recruiting, Elves, Mobgoblins and Wiizzaard alike.
    """
    if g.is_guarded(spot.seat, spot.land):
        return "guarded", {"q": seat_id(spot.seat), "land": spot.land}
    if me == g.active and spot.clan.id in g.failed:
        return "failed", {"q": seat_id(spot.seat), "clan": spot.clan.id}
    return None


def cannot_reach(me: int, spot: Spot) -> Reason | None:
    """Return why this Clan can't be attacked: only the top Clan of a rival's stack can."""
    if spot.seat == me:
        return "yours", {"clan": spot.clan.id}
    if spot.depth:
        return "covered", {"q": seat_id(spot.seat), "clan": spot.clan.id}
    return None


def only_clan(g: Cover, spot: Spot) -> Reason | None:
    """Return a reason if this is the Kingdom's only Clan, which is safe; a land's only Clan isn't."""
    clans = sum(map(len, g.kingdoms[spot.seat].values()))
    return ("only-clan", {"q": seat_id(spot.seat), "clan": spot.clan.id}) if clans == 1 else None


def too_far(g: Cover, me: int, seat: int) -> Reason | None:
    apart = (seat - me) % g.players
    near = g.players < MANY_RULERS or apart <= REACH or g.players - apart <= REACH
    return None if near else ("too-far", {"q": seat_id(seat)})


def cannot_recruit(g: Cover, me: int, spot: Spot) -> Reason | None:
    """Return why a Clan cannot be recruited, by all conditions.

    Ruling: it also needs a land of one's own where the Clan could go.
    """
    if not any(g.kingdoms[me].values()):
        return "needs-own-clan", {}
    fault = cannot_reach(me, spot) or only_clan(g, spot) or too_far(g, me, spot.seat) or cannot_attack(g, me, spot)
    if fault or open_lands(g, me, spot.clan.species):
        return fault
    return "barred-own", {"land": g.lands_for(spot.clan.species)[0]}


def choices(g: Cover, me: int) -> list[str]:
    """Return the options by card, then clockwise through the Kingdoms."""
    by_card: dict[str, list[str]] = {card: [] for card in g.hands[me]}
    for seat in g.rivals(me):
        if too_far(g, me, seat):
            continue
        for spot in g.tops(seat):
            species = spot.clan.species
            cards = [card for card in (species, *stand_ins(g, me, species)) if card in by_card]
            if cards and cannot_recruit(g, me, spot) is None:
                for card in cards:
                    by_card[card].append(actions.recruit(card, spot.clan.id))
    return [choice for of_card in by_card.values() for choice in of_card]


# ---- what may be played for a Clan
def stand_ins(g: Cover, seat: int, species: str) -> list[str]:
    """Return what joins a Clan besides its own species: Wilds, and what powers add."""
    more = powers.stand_ins(g, seat, species) if g.powers[seat] else []
    return [*more, *WILD] if more else WILD


def needs_two(g: Cover, seat: int, war: War) -> bool:
    """Return whether the last play is a single card that counts as two."""
    return len(war.last) == 1 and powers.counts_two(war.last[0], g.powers[war.by], g.powers[seat])


def answers(g: Cover, seat: int, war: War) -> list[str]:
    """Return the answers: one card that matches; to a card that counts as two, a Spydra or two that match.

    At most one of the two is a stand-in.
    Ruling: those two count as one answer, so a single card answers them; a Ruler plays two only if necessary.
    Ruling: a Hentaur that serves as a Wild may be that one stand-in, like a Terrier.
    Ruling: a Spydra alone answers a Terrier that SubCerbient makes two, and then counts as one itself.
    """
    hand, species = g.hands[seat], war.species
    others = [card for card in stand_ins(g, seat, species) if card in hand]
    if not needs_two(g, seat, war):
        return ([species] if species in hand else []) + others
    options = [actions.cards([species, species])] if hand.count(species) >= 2 else []
    if species in hand:
        options += [actions.cards([species, card]) for card in others if card != "spydra"]
    return ["spydra", *options] if "spydra" in hand else options


# ---- the challenge
def recruit(g: Cover, me: int, card: str, clan_id: str) -> None:
    """Play the first card next to the Clan; its Ruler may counter."""
    spot = g.spot(clan_id)
    species = spot.clan.species
    g.war = War(me, spot.seat, clan_id, species, [], [], me)
    q = seat_id(spot.seat)
    g.log_event("plays-for", p=seat_id(me), cards=[card], q=q, species=species, clan=clan_id, land=spot.land)
    play_into(g, g.war, me, [card])
    g.push_steps((challenge, spot.seat))


def play_into(g: Cover, war: War, seat: int, cards: list[str]) -> None:
    """Play cards into the challenge, and log which power made a card fit."""
    hands.play(g, seat, cards)
    war.cards += cards
    war.last, war.by, war.plays = cards, seat, war.plays + 1
    powers.log_uses_for(g, seat, cards, war.species)


@rules.step
def challenge(g: Cover, seat: int) -> AskStep:
    """Challenge and counter as long as both want; the last to play wins.

    Every Ruler who holds any cards is asked, because skipping the question would reveal the hand.
    """
    war = g.war
    assert war
    if not g.hands[seat]:
        end_war(g, war, seat)
        return
    say = "inn-challenge" if not war.clan and war.plays == 1 else "counter"
    choice = yield Ask(seat, say, [LET_GO, *answers(g, seat, war)], secret=True, fields=stakes(g, seat, war))
    if choice == LET_GO:
        end_war(g, war, seat)
        return
    foe = war.by
    play_into(g, war, seat, actions.parse_cards(choice))
    g.log_event("answers", p=seat_id(foe), q=seat_id(seat), cards=war.last, species=war.species)
    g.push_steps((challenge, foe))


def stakes(g: Cover, seat: int, war: War) -> Fields:
    """Return what is at stake, all of it public.  Its magic is what it would count for the asked seat."""
    spot = g.find(war.clan)
    cards = [*spot.clan.cards, *war.cards] if spot else war.cards
    return {
        "p": seat_id(seat),
        "q": seat_id(war.by),
        "owner": seat_id(war.defender),
        "cards": war.last,
        "species": war.species,
        "clan": war.clan,
        "land": spot.land if spot else "",
        "n": len(cards),
        "magic": powers.magic(g, seat, cards, war.species),
    }


def end_war(g: Cover, war: War, loser: int) -> None:
    """Give the Clan with all cards played to the winner, Wilds below.

    A Clan that its Ruler keeps stays where it is.  One that the attacker has not won may not be targeted again this
    turn in any fashion.  Ruling: nor may one that the attacker lost at the inn.
    """
    g.war = None
    winner = war.by
    if not war.clan:
        g.arriving.append(g.new_clan(war.cards, war.species))
        clan = g.arriving[-1]
        g.failed += [clan.id] * (winner == war.defender)
    else:
        spot = g.spot(war.clan)
        clan = spot.clan
        clan.cards = clan_order([*clan.cards, *war.cards], war.species)
        if winner == spot.seat:
            keep(g, spot, loser)
            return
        take_clan(g, spot)
    g.push_steps((place, winner, clan.id, open_lands(g, winner, clan.species), "lets-go", seat_id(loser)))


def keep(g: Cover, spot: Spot, loser: int) -> None:
    clan = spot.clan
    p, q = seat_id(loser), seat_id(spot.seat)
    g.log_event("gives-up", p=p, q=q, species=clan.species, n=len(clan.cards), clan=clan.id, land=spot.land)
    g.failed.append(clan.id)
    settle.light_new_species(g, spot.seat, clan.cards)
