"""Cover Your Kingdom, for 2 to 8 Rulers."""

from collections import Counter
from typing import Any

from engine.cover_your_kingdom import explain, opponent_model, rules, score, stars, state, view
from engine.cover_your_kingdom.cards import CARDS
from engine.cover_your_kingdom.rules import CoverOptions
from engine.cover_your_kingdom.state import Cover
from engine.decks import Card
from engine.game import Game, Line, Reason, Standing


class CoverYourKingdom(Game[Cover]):
    slug = "cover-your-kingdom"
    title = "Cover Your Kingdom"
    seats = range(2, 9)
    rules = state.rules
    Table = Cover
    ViewModel = view.CoverView
    deducible = frozenset({"kingdoms"})  # every Clan was seen before it was covered
    orders = view.ORDERS
    Options = CoverOptions

    def set_up(self, g: Cover, game_options: CoverOptions) -> None:
        rules.set_up(g, game_options)

    def offer_frames(self, g: Cover, seat: int) -> dict[str, Any]:
        return rules.offer_frames(g, seat)

    def view_fields(self, g: Cover, seat: int | None) -> dict[str, Any]:
        return view.view_fields(g, seat)

    def redeal_hidden(self, g: Cover, seat: int | None) -> None:
        view.redeal_hidden(g, seat)

    def lines(self, g: Cover, seat: int) -> list[Line]:
        return score.lines(g, seat)

    def standing(self, g: Cover) -> list[Standing]:
        return score.standing(g)

    def reason(self, g: Cover, seat: int, option: str) -> Reason | None:
        return explain.reason(g, seat, option)

    def cards(self, deck: str = "hob") -> dict[str, Card]:
        return dict(CARDS)

    def weight(self, world: Cover, seat: int) -> float:
        return opponent_model.likelihood(world, seat)

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
        tokens = sum(g.tokens.values()) + sum(map(len, g.lit)) if g.tokens else stars.ALL * g.players
        return {**cards, "tokens": tokens, "powers": sum(map(len, g.powers))}
