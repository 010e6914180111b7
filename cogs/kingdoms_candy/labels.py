"""The names and places of Kingdom's Candy's controls."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.i18n.fitting import MAX_LABEL, MAX_LABEL_WITH_NUMBERS, cut
from bot.screens.custom_id import PANEL
from bot.screens.layout import (
    Confirmation,
    Expected,
    HintEvent,
    Label,
    Labels,
    Layout,
    fit_a_phone,
    in_rows,
    lines_of,
    options_below,
)
from bot.screens.message import Menu, Row, Style
from cogs.kingdoms_candy.text import black, candies, cards_of, colour_and_value, effect, sugar
from engine.actions import first_part, second_part
from engine.ai import EventPattern
from engine.game import Question
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.actions import Buy, Feed, Use
from engine.kingdoms_candy.cards import BLACK_CANDIES, KingdomCard
from engine.kingdoms_candy.state import EXCHANGE, REMOVAL
from engine.kingdoms_candy.view import KingdomView, VillainView
from engine.machine import seat_of

TURN = ("action", "finish")
OWN_PLACE = (*TURN, "feed")  # in these questions, `rows` places the free actions
PICKS = ("pickpocket", "shortage", "use-now", "first-player-card")
MAX_PURCHASES = 8  # whole purchases in a select; of more, the card comes first and then its place
FIXED = (actions.COLLECT, actions.PASS, actions.DONE)


class KingdomLabels(Labels[KingdomView]):
    hint_events = (
        HintEvent("label.hint-starves", EventPattern("discards-monster|discards-monster-tucked", "p")),
        HintEvent("label.hint-robbed", EventPattern("uses-rob", "q")),
    )

    def label(self, question: Question | None, path: str) -> Label:
        if path in FIXED:
            return Label(self.say(f"label.{path}"))
        if question is not None and question.say in PICKS and path in (question.options or ()):
            return self.pick(question, path)
        if f"placeholder.{path}" in self.translator.catalogue:
            return Label(self.say(f"placeholder.{path}"))
        verb = first_part(path)
        if verb == actions.USE:
            return self.use(question, actions.parse_use(path))
        if verb == actions.BUY:
            return self.buy(question, actions.parse_buy(path))
        if verb == actions.DISCARD:
            return self.release(question, second_part(path))
        if verb == actions.SWEEP:
            if second_part(path) == actions.NONE:
                return Label(self.say("label.first-player-card-none"))
            return self.discard(second_part(path))
        if verb == actions.KEEP and (plan := actions.parse_feed(path)):
            return self.feed(plan)
        if verb in (actions.CONVERT, actions.REMOVE) and (n := actions.parse_number(path)):
            return self.exchange(verb, n)
        return Label(self.translator.name(path))

    def planned_card(self, option: str) -> str:
        card = actions.parse_buy(option).card if first_part(option) == actions.BUY else ""
        return card if card in (*self.view.monsters.row, *self.view.abilities.row) else ""

    def card(self, name: str) -> KingdomCard | None:
        return cards_of(self.view).get(name)

    def about_sale(self, name: str) -> str:
        """Return the printed price of a card for sale, and what it is and does."""
        card = self.card(name)
        if card is None:
            return ""
        candy = colour_and_value(card, self.translator)
        return self.say("label.about-price", n=card.cost, candy=candy, text=effect(card))

    # ---- questions by cards
    def pick(self, question: Question, path: str) -> Label:
        """Return the label of a target, a card or a yes-or-no answer."""
        if path in (actions.NONE, actions.NO):
            return Label(self.say(f"label.{question.say}-{path}"))
        if question.say in ("pickpocket", "shortage"):
            has = self.view.villains[seat_of(path)].sugar
            label = self.translator.tr_fitting("label.take", q=path, n=min(question.fields["n"], has))
            return Label(label, self.say("label.has", n=has))
        if question.say == "first-player-card":
            return self.discard(path)
        target, a, b = second_part(path), question.fields["a"], question.fields["b"]
        if not target:
            return Label(self.say("label.now-both" if b else "label.now", a=a, b=b))
        both, one = ("label.now-on-both", "label.now-on-both-short"), ("label.now-on", "label.now-on-short")
        return Label(self.translator.tr_fitting(*(both if b else one), "label.on", target=target, a=a, b=b))

    # ---- one's own turn
    def exchange(self, verb: str, n: int) -> Label:
        if verb == actions.CONVERT:
            return Label(self.say("label.convert", n=n, sugar=EXCHANGE * n), self.say("label.convert.text"))
        return Label(self.say("label.remove", n=n, sugar=REMOVAL * n), self.say("label.remove.text"))

    def use(self, question: Question | None, wanted: Use) -> Label:
        card = self.card(wanted.card)
        if card is None:
            return Label(cut(self.translator.name(wanted.card), MAX_LABEL))
        if wanted.target:
            key = "label.use-on" if card.activation else "label.use-on-free"
        else:
            key = "label.use" if card.activation else "label.use-free"
        mine = self.buyer(question)
        saves = sum(use.saves for use in mine.uses if use.card == card.id) if mine else 0
        keys = ("label.use-feeding", key) if saves else (key,)
        fields: dict[str, Any] = {"card": card.id, "target": wanted.target, "n": card.activation, "saves": -saves}
        return Label(self.translator.tr_fitting(*keys, **fields), self.about_sale(wanted.target) or effect(card))

    def buy(self, question: Question | None, wanted: Buy) -> Label:
        """Return the label of a card for sale; for an Ability, with the place it goes to."""
        card = self.card(wanted.card)
        if card is None:
            return Label(cut(self.translator.name(wanted.card), MAX_LABEL))
        price, candy = self.price(question, card), colour_and_value(card, self.translator)
        text = self.say("label.about", candy=candy, text=effect(card))
        if card.kind == "ability" and (left := self.sugar(question) - price) >= 0:
            text = self.say("label.about-left", candy=candy, text=effect(card), left=left)
        if card.kind == "monster":
            return Label(self.monster(question, card, price), text)
        fields: dict[str, Any] = {"card": card.id, "n": price}
        if wanted.place == actions.KEEP:
            label = self.translator.tr_fitting("label.buy-keep", **fields)
        elif wanted.place:
            fields["host"] = wanted.monster or wanted.place
            label = self.translator.tr_fitting("label.buy-tuck", room=MAX_LABEL_WITH_NUMBERS, **fields)
        else:
            label = self.translator.tr_fitting("label.buy", **fields)
        return Label(label, text)

    def monster(self, question: Question | None, card: KingdomCard, price: int) -> str:
        """Return a Monster for sale: its price, what the buyer's Monsters would then eat, and the sugar left."""
        mine = self.buyer(question)
        if mine is None or mine.sugar < price or card.id not in mine.eats_with:
            return self.translator.tr_fitting("label.buy", card=card.id, n=price)
        then = {"eats": mine.eats_with[card.id], "left": mine.sugar - price}
        ways = ("label.buy-then", "label.buy-then-short")
        return self.translator.tr_fitting(*ways, room=MAX_LABEL_WITH_NUMBERS, card=card.id, n=price, **then)

    def buyer(self, question: Question | None) -> VillainView | None:
        """Return the villain who is asked, or else the viewer's own."""
        seat = question.seat if question else self.view.seat
        return self.view.villains[seat] if seat is not None else None

    def sugar(self, question: Question | None) -> int:
        mine = self.buyer(question)
        return mine.sugar if mine is not None else 0

    def price(self, question: Question | None, card: KingdomCard) -> int:
        mine = self.buyer(question)
        return mine.prices.get(card.id, card.cost) if mine is not None else card.cost

    # ---- feeding
    def feed(self, plan: Feed) -> Label:
        """Return the label of a feeding plan, with the points it costs; only one that costs nothing stands out."""
        food, cost = self.food(plan), -(plan.candies + plan.black)
        if not cost:
            return Label(self.say("label.feed-all", food=food), style="primary")
        if not plan.black:
            return Label(self.translator.tr_fitting("label.feed-all-at", "label.feed-less-at", food=food, cost=cost))
        if plan.candies or self.view.black_candies == BLACK_CANDIES:
            return Label(self.say("label.feed-less-at", food=food, cost=cost))
        label = self.translator.tr_fitting("label.feed-black-at", "label.feed-less-at", food=food, cost=cost)
        return Label(label, self.say("label.feed-black.text", black=plan.black))

    def food(self, plan: Feed) -> str:
        """Return the food of a plan, short enough for a button."""
        if not plan.sugar and not plan.candies:
            return black(plan.black, self.translator)
        parts = [sugar(plan.sugar, self.translator)] if plan.sugar else []
        parts += [candies(plan.candies, self.translator)] if plan.candies else []
        parts += [self.say("label.black", n=plan.black)] if plan.black else []
        return " + ".join(parts)

    def release(self, question: Question | None, name: str) -> Label:
        """Return the label of a Monster that is discarded instead of fed: the food it saves and the points it costs."""
        mine = self.view.villains[question.seat].monsters if question else []
        monster = next((monster for monster in mine if monster.id == name), None)
        if monster is None:
            return self.discard(name, "danger")
        label = self.translator.tr_fitting("label.discard-fed", card=name, n=-monster.saves)
        text = effect(cards_of(self.view)[name])
        return Label(label, self.say("label.discard-fed.text", n=-monster.loses, text=text), "danger")

    def discard(self, name: str, style: Style = "secondary") -> Label:
        return Label(self.translator.tr_fitting("label.discard", card=name), self.about_sale(name), style)

    # ---- commands, confirmations, unavailable options
    def argument(self, question: Question | None, option: str, param: str) -> str | None:
        """Return only an Ability's place, because the card is already named."""
        return self.place(option) if param == "place" else None

    def place(self, option: str) -> str:
        """Return where a bought Ability goes."""
        wanted = actions.parse_buy(option)
        return self.translator.tr_fitting(f"label.place-{wanted.place}", host=wanted.monster)

    @classmethod
    def may_confirm(cls, option: str) -> bool:
        return option == actions.PASS or first_part(option) == actions.DISCARD

    def confirm(self, question: Question | None, option: str) -> Confirmation | None:
        if question is None:
            return None
        if option == actions.PASS:
            sure = Confirmation(self.say("label.pass-sure"), self.say("label.pass"))
            return sure if question.say == "action" else None
        name = second_part(option)
        tucked = next((m.tucked for m in self.view.villains[question.seat].monsters if m.id == name), [])
        key = "label.discard-sure-tucked" if tucked else "label.discard-sure"
        return Confirmation(self.say(key, m=name, cards=tucked), self.say("label.discard-it"))

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Return cards for sale that can't be bought, kept or tucked, and the player's cards that can't be used."""
        mine, cards = self.view.villains[question.seat], cards_of(self.view)
        idle = [actions.use(use.card) for use in mine.uses if not use.open and not cards[use.card].by_itself]
        if question.say != "action":
            return idle
        host = mine.monsters[0].id if mine.monsters else next(iter(cards))
        ways = [actions.buy(name) for name in self.view.monsters.row if name]
        for name in filter(None, self.view.abilities.row):
            ways += [actions.buy(name, actions.KEEP), actions.buy(name, actions.TUCK, host)]
        return [*(way for way in ways if way not in (question.options or ())), *idle]

    def expected(self, question: Question) -> Iterator[Expected]:
        """Yield buying if everything is too expensive, removing black cubes, and cards whose moment seems to be now."""
        mine, offers = self.view.villains[question.seat], self.view.offers.get(question.seat, [])
        verbs = {first_part(option) for option in (*(question.options or ()), *offers)}
        if question.say == "action" and actions.BUY not in verbs:
            cheapest = min(mine.prices, key=lambda name: mine.prices[name], default="")
            yield Expected(self.say("label.expected-buy"), "turn", [actions.buy(cheapest)])
        if question.say in TURN and mine.black and actions.REMOVE not in verbs:
            yield Expected(self.say("label.expected-remove"), "any-time", [actions.remove(1)])
        for use in mine.uses if question.say in TURN else ():
            if use.why == "costs" or (use.why == "only-before-action" and question.say == "finish"):
                yield Expected(self.say("label.expected-use", card=use.card), "abilities", [actions.use(use.card)])

    # ---- places
    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        match layout.open_question.say:
            case "action":
                return self.turn_rows(layout)
            case "finish":
                return (*self.free_actions(layout), (layout.button(actions.DONE),))
            case "feed":
                return self.feed_rows(layout)
        return None

    def turn_rows(self, layout: Layout) -> tuple[Row, ...]:
        """Return the actions: collecting and passing, cards to buy, free actions.

        All cards are one select, because a phone needs a row for each further control. A single card is a button, if
        it fits next to another one.
        """
        bought = [option for option in layout.options if first_part(option) == actions.BUY]
        collect, last = layout.button(actions.COLLECT), layout.button(actions.PASS)
        rows: list[Row] = [(collect, *map(layout.button, bought[:1]), last)]
        if len(bought) > 1 or lines_of(rows) > 2:
            entries = bought if len(bought) <= MAX_PURCHASES else cards_first(bought)
            choices = tuple(map(layout.choice, entries))
            rows = [(collect, last), Menu(self.say("placeholder.buy"), layout.control("narrow", actions.BUY), choices)]
        return (*rows, *self.free_actions(layout))

    def free_actions(self, layout: Layout) -> tuple[Row, ...]:
        """Return all offers in a panel; at the table, all but converting, which is always possible."""
        offers = self.view.offers.get(layout.seat, [])
        options = offers if layout.place == PANEL else own_turn(offers)
        return (layout.offer_menu(options),) if options else ()

    def feed_rows(self, layout: Layout) -> tuple[Row, ...]:
        """Return the main plans as buttons: without Candies, and as much as possible; the rest is a select.

        Abilities are above them, because feeding ends the chance to use them.
        """
        plans = {option: plan for option in layout.options if (plan := actions.parse_feed(option))}
        spared = [option for option, plan in plans.items() if not plan.candies]
        main = list(dict.fromkeys([spared[0], next(iter(plans))]))
        others = [option for option in layout.options if option not in main]
        less = [option for option in others if option in plans]
        if len(others) == len(less) == 1:
            main, others = main + less, []
        offers = self.view.offers.get(layout.seat, [])
        rows = (*layout.offers(offers if layout.place == PANEL else own_turn(offers)), tuple(map(layout.button, main)))
        if not others:
            return rows
        key = "feed-less" if len(less) == len(others) else "feed-less-or-discard" if less else actions.DISCARD
        return *rows, layout.menu(others, "", 1, self.say(f"placeholder.{key}"))

    def action_phrase(self, question: Question | None, option: str) -> str:
        verb = first_part(option)
        if verb == actions.BUY:
            return self.say("placeholder.buy-ability" if actions.parse_buy(option).place else "placeholder.buy-monster")
        return self.say(f"placeholder.{verb}") if verb in (actions.USE, actions.SWEEP) and "/" in option else ""

    def rows_after(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        """Return the places for one Ability, whose name heads them: as buttons, or as a select if there are many."""
        wanted = actions.parse_buy(path) if first_part(path) == actions.BUY else None
        places = options_below(layout.options, path) if wanted and wanted.card else []
        rows = in_rows([layout.button(option)._replace(label=self.place(option)) for option in places])
        if fit_a_phone(rows):
            return rows or None
        return (layout.menu(places, path, 1, self.say("placeholder.place-it")),)

    def table_offers(self) -> list[tuple[int, str]]:
        """Return the asked seats' free actions that `rows` doesn't show, and the First Player's discard while open."""
        first = self.view.sweeper
        late = [actions.SWEEP, actions.sweep(actions.NONE)] if self.view.offers.get(first) and first >= 0 else []
        return [(first, offer) for offer in late] + [
            (question.seat, offer)
            for question in self.view.questions
            if question.say not in OWN_PLACE
            for offer in own_turn(self.view.offers.get(question.seat, []))
        ]

    def panel_offers(self, seat: int) -> list[str]:
        question = self.view.question_of(seat)
        return [] if question is not None and question.say in OWN_PLACE else self.view.offers.get(seat, [])


def cards_first(bought: Sequence[str]) -> list[str]:
    """Return the cards to buy: an Ability with several places only once, as its place is then asked for."""
    cards = [actions.buy(actions.parse_buy(option).card) for option in bought]
    return [
        card if cards.count(card) > 1 else option
        for number, (card, option) in enumerate(zip(cards, bought, strict=True))
        if card not in cards[:number]
    ]


def own_turn(offers: Sequence[str]) -> list[str]:
    """Return the table's offers: all but converting, which is always possible and in the panel *My monsters*."""
    return [offer for offer in offers if first_part(offer) != actions.CONVERT]
