"""Cover Your Kingdom, for 2 to 8 Rulers."""

from collections import Counter

from engine.cover_your_kingdom import explain, powers, rules as steps, score, settle, state, view
from engine.cover_your_kingdom.rules import CoverOptions
from engine.cover_your_kingdom.state import CARDS, Cover
from engine.decks import Card
from engine.game import Game


class CoverYourKingdom(Game[Cover]):
    slug = "cover-your-kingdom"
    title = "Cover Your Kingdom"
    seats = range(2, 9)
    ViewModel = view.CoverView
    deducible = frozenset({"kingdoms"})  # everyone saw each Clan before it was covered
    orders = view.ORDERS
    Options = CoverOptions
    schema = 2
    upgrades = {1: state.upgrade_used_powers}

    set_up = staticmethod(steps.set_up)
    offer_frames = staticmethod(powers.offers)
    view_fields = staticmethod(view.view_fields)
    redeal_hidden = staticmethod(view.redeal_hidden)
    lines = staticmethod(score.lines)
    standing = staticmethod(score.standing)
    reason = staticmethod(explain.reason)
    weight = staticmethod(score.likelihood)
    rules = state.rules

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        return dict(CARDS)

    def turn(self, g: Cover) -> int:
        return g.active

    def component_counts(self, g: Cover) -> dict[str, int]:
        cards = Counter(g.deck + g.discards + g.retired + g.gone)
        for hand in g.hands:
            cards.update(hand)
        stacks = [stack for kingdom in g.kingdoms for stack in kingdom.values()]
        for stack in [*stacks, g.arriving]:
            for clan in stack:
                cards.update(clan.cards)
        cards.update(guard.card for guard in g.guards)
        cards.update(g.war.cards if g.war else [])
        for pile in g.inn:
            cards.update([*pile.hidden, *[pile.face] * bool(pile.face)])
        tokens = sum(g.tokens.values()) + sum(map(len, g.lit)) if g.tokens else settle.ALL_SPECIES * g.players
        return {**cards, "tokens": tokens, "powers": sum(map(len, g.powers))}
