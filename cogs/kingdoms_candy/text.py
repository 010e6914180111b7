"""Kingdom's Candy in words: amounts, events, the whole table, one's own cards, and the end."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from bot.i18n.catalogue import COMMON, Catalogue, card_texts, translate_cards
from bot.i18n.translator import Translator
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine.actions import first_part
from engine.game import Line, Question
from engine.kingdoms_candy import actions
from engine.kingdoms_candy.cards import BLACK_CANDIES, DECKS, KingdomCard
from engine.kingdoms_candy.events import EVENTS_PER_PILE
from engine.kingdoms_candy.view import KingdomView, MarketView, MonsterView, UseView, VillainView
from engine.machine import Event

WORDS = Catalogue("kingdoms-candy", files(__package__) / "text", COMMON, {"card": card_texts(DECKS["hob"].values())})


USED_STATES = ("used", "once-a-game")  # of cards that can't be used again, in this round or ever
PICTURED_STATES = (*USED_STATES, "by-itself", "counts-at-the-end")  # shown by the pictures of cards


# ---- amounts
def sugar(n: int, translator: Translator) -> str:
    return translator.tr("table.sugar", n=n)


def candies(n: int, translator: Translator) -> str:
    return translator.tr("table.candies", n=n)


def black(n: int, translator: Translator) -> str:
    return translator.tr("table.black-cubes", n=n)


def purse(mine: VillainView, translator: Translator) -> list[str]:
    """Return a player's possessions; black cubes only if there are any."""
    parts = [sugar(mine.sugar, translator), candies(mine.candies, translator)]
    return [*parts, black(mine.black, translator)] if mine.black else parts


def gains(mine: VillainView, translator: Translator) -> list[str]:
    """Return a player's next income: sugar, and Candies if there are any."""
    more = [candies(mine.income_candies, translator)] if mine.income_candies else []
    return [sugar(mine.income, translator), *more]


def income(mine: VillainView, translator: Translator) -> str:
    """Return what the player gains automatically at the start of the next turn."""
    if not mine.income and not mine.income_candies:
        return translator.tr("table.income-none")
    return translator.tr("table.income", income=gains(mine, translator))


# ---- a card
def cards_of(view: KingdomView) -> Mapping[str, KingdomCard]:
    return translate_cards(WORDS, DECKS[view.deck])


def colour_and_value(card: KingdomCard, translator: Translator) -> str:
    """Return a card's colour and value, such as "Red 2"."""
    return translator.tr("table.candy", colour=card.colour, value=card.value)


def effect(card: KingdomCard) -> str:
    return card.short or card.text


# ---- the rounds
def forecast(view: KingdomView) -> list[str]:
    """Return each round's Event; for future rounds whether it is Black Candy: "certain", "perhaps" or "no".

    Each pile holds one Black Candy.
    """
    outlook = list(view.events)
    for place in range(len(view.events), BLACK_CANDIES * (EVENTS_PER_PILE + 1)):
        first = place // (EVENTS_PER_PILE + 1) * (EVENTS_PER_PILE + 1)
        coming = view.events[first : first + EVENTS_PER_PILE + 1]
        if any(is_black(view, name) for name in coming):
            outlook.append("no")
        else:
            outlook.append("certain" if len(coming) == EVENTS_PER_PILE else "perhaps")
    return outlook


def outlook(view: KingdomView) -> str:
    """Return whether Black Candy comes this round: "certain", "perhaps" or "no"; empty when the game is over."""
    if view.over:
        return ""
    this = forecast(view)[view.round - 1]
    if this in ("certain", "perhaps", "no"):
        return this
    return "certain" if is_black(view, this) else "no"


def has_fed(view: KingdomView, seat: int) -> bool:
    """Return True if a player has fed their Monsters at this Black Candy, or the game is over."""
    clockwise = [(number - view.first) % len(view.villains) for number in (seat, view.active)]
    return view.over or (view.phase == "black-candy" and clockwise[0] < clockwise[1])


def is_black(view: KingdomView, event: str) -> bool:
    return cards_of(view)[event].verb == "black-candy"


def asks(view: KingdomView, *kinds: str) -> bool:
    """Return True if the view's own seat is asked a question of these kinds."""
    question = view.question_of(view.seat)
    return question is not None and question.say in kinds


def chooses_for_sale(view: KingdomView) -> bool:
    """Return True if the view's own seat may buy or discard a card for sale."""
    return view.seat == view.sweeper or asks(view, "action", "first-player-card")


class KingdomTextRenderer(TextRenderer[KingdomView]):
    @classmethod
    def things(cls, view: KingdomView | None) -> Mapping[str, str]:
        return {card.id: card.name for card in (DECKS["hob"] if view is None else cards_of(view)).values()}

    def fields(self, question: Question) -> Mapping[str, Any]:
        """Add to a feeding question the food and the cost of any shortage, to the end of a turn what is possible."""
        if question.say == "finish":
            verbs = {first_part(offer) for offer in self.view.offers.get(question.seat, [])}
            ways = [verb for verb in (actions.USE, actions.CONVERT) if verb in verbs] or [actions.USE]
            can = "-".join(ways)
            now = self.say(f"table.finishes-{can}", **question.fields)
            return {**question.fields, "can": self.say(f"table.finish-{can}"), "now": now}
        if question.say != "feed":
            return question.fields
        mine = self.view.villains[question.seat]
        has = [sugar(mine.sugar, self.translator), *([candies(mine.candies, self.translator)] if mine.candies else [])]
        if (missing := question.fields["n"] - mine.sugar) <= 0:
            key = "feed-enough"
        elif not mine.candies:
            key = "feed-short-poor"
        else:
            key = "feed-short-last" if self.view.black_candies == BLACK_CANDIES else "feed-short"
        return {**question.fields, "purse": has, "costs": self.say(f"table.{key}", n=missing)}

    def note(self) -> str:
        this = self.ahead()
        key = f"table.note-{this}" if this else "table.note"
        return self.say(key, round=self.view.round, black=self.view.black_candies)

    def ahead(self) -> str:
        """Return the outlook, but not once this round's Black Candy has come: then the game says who feeds."""
        return "" if self.view.phase == "black-candy" else outlook(self.view)

    def unasked_actions(self, seat: int) -> str:
        return self.say("table.may-sweep", q=f"s{seat}") if seat == self.view.sweeper else ""

    def seat_line(self, seat: int) -> str:
        mine = self.view.villains[seat]
        monsters = self.say("table.monsters", n=len(mine.monsters))
        key = "table.seat-first" if seat == self.view.first else "table.seat"
        return self.say(key, purse=purse(mine, self.translator), monsters=monsters, total=mine.total)

    # ---- what happened
    def sentence(self, event: Event) -> str:
        """Return an event's sentence, with several numbers combined."""
        say, fields = self.say, dict(event.fields)
        if "event" in fields:
            fields["does"] = effect(cards_of(self.view)[fields["event"]])
        match event.key:
            case "event-clearance":
                return say("log.event-clearance", **fields)
            case "event-nobody":
                return say("log.event-nobody", **fields)
            case "event-sugar":
                everyone = len(fields["who"]) == self.view.players  # then the shares say what the event does
                shares = self.shares(fields["who"], fields["gets"])
                return say("log.event-sugar-all" if everyone else "log.event-sugar", **fields, shares=shares)
            case "event-share":
                return say("log.event-share", **fields, shares=self.shares(fields["who"], fields["gets"]))
            case "event-toll":
                shares = self.shares(fields["who"], fields["gives"])
                return say("log.event-toll-black" if fields["black"] else "log.event-toll", **fields, shares=shares)
            case "event-truce":
                return self.truce(fields)
            case "event-candy":
                return say("log.event-candy", **fields, loot=candies(fields["n"], self.translator))
            case "uses-halve":
                return say("log.uses-halve", **fields, shares=self.shares(fields["who"], fields["gives"]))
            case "feeds":
                amounts = [(sugar, fields["s"]), (candies, fields["c"]), (black, fields["b"])]
                food = [phrase(n, self.translator) for phrase, n in amounts if n]
                return say("log.feeds" if food else "log.feeds-nothing", **fields, food=food)
        return super().sentence(event)

    def truce(self, fields: Mapping[str, Any]) -> str:
        """Return the sentence of a truce: some return a black cube, others take sugar."""
        shares = self.shares(fields["others"], fields["gets"])
        if not fields["who"]:
            return self.say("log.event-truce", **fields, shares=shares)
        key = "log.event-truce-both" if fields["others"] else "log.event-truce-black"
        return self.say(key, **fields, shares=shares)

    def shares(self, who: Sequence[str], amounts: Sequence[int]) -> list[str]:
        """Return the shares, such as "Ada and Ben 2 each" and "Cara 1"."""
        of: dict[int, list[str]] = {}
        for seat, n in zip(who, amounts, strict=True):
            of.setdefault(n, []).append(seat)
        return [self.say("log.share", who=of[n], n=n) for n in sorted(of, reverse=True)]

    # ---- the panel
    def hand(self) -> str:
        """Return every card of the seat: what it does, and whether it can be used now or why not."""
        view, translator, say = self.view, self.translator, self.say
        mine = view.villains[view.me]
        total = candies(mine.total, translator)
        lines = [
            say("table.hand", purse=purse(mine, translator), income=income(mine, translator), total=total),
            *self.hungry(mine),
        ]
        lines += self.my_monsters(mine) or [say("table.hand-no-monster")]
        if mine.kept:
            lines.append(say("table.hand-kept", kept=self.kept_lines(mine)))
        return "\n".join([*lines, *self.on_sale()])

    def beside_cards(self, brief: bool, market: bool) -> list[str]:
        """Return what the picture of these cards does not show, the most important first.

        If `brief`, it lacks the effects of Abilities; with a `market`, it has the cards for sale.
        """
        view, translator, say = self.view, self.translator, self.say
        mine = view.villains[view.me]
        lines = [
            say("table.hand-counts", income=income(mine, translator), total=candies(mine.total, translator)),
            *self.hungry(mine),
        ]
        if brief:
            lines.append("\n".join(self.my_monsters(mine)))
        elif shut := [use for use in mine.uses if not use.open and use.why not in PICTURED_STATES]:
            cards = [say("table.not-now", card=use.card, state=self.state(use)) for use in shut]
            lines.append(say("table.hand-not-now", cards=cards))
        return lines if market else [*lines, "\n".join(self.on_sale())]

    def hungry(self, mine: VillainView) -> list[str]:
        """Return what the next Black Candy would cost in food."""
        if not mine.monsters or not (this := self.ahead()):
            return []
        return [self.say(f"table.hungry-{this}", n=mine.eats, sugar=sugar(mine.sugar, self.translator))]

    def on_sale(self) -> list[str]:
        """Return what the cards for sale do while one can be bought or discarded; the buttons have no room for it."""
        view = self.view
        lines = self.market(view.monsters, "monsters") if chooses_for_sale(view) else []
        if view.seat == view.sweeper or asks(view, "first-player-card"):
            lines += self.market(view.abilities, "abilities")
        return lines

    def my_monsters(self, mine: VillainView) -> list[str]:
        deck, states, lines = cards_of(self.view), {use.card: self.state(use) for use in mine.uses}, []
        for monster in mine.monsters:
            card, state = deck[monster.id], states[monster.id]
            about = {"candy": colour_and_value(card, self.translator), "eats": monster.eats, "text": effect(card)}
            lines.append(self.say("table.hand-monster", card=card.id, state=state, **about))
            for name in monster.tucked:
                text = effect(deck[name])
                lines.append(self.say("table.hand-tucked", card=name, text=text, state=states[name]))
        return lines

    def state(self, use: UseView) -> str:
        """Return a card's state; an automatic card "worked" instead of "was used"."""
        worked = use.why == "used" and cards_of(self.view)[use.card].by_itself
        return self.say(f"table.state-{'worked' if worked else use.why or 'open'}", **use.fields)

    def kept_lines(self, mine: VillainView) -> list[str]:
        deck = cards_of(self.view)
        return [
            self.say("table.kept-card", card=name, candy=colour_and_value(deck[name], self.translator))
            for name in mine.kept
        ]

    # ---- the table
    def table(self) -> list[str]:
        """Return everything on the table, one line each."""
        view, translator, say = self.view, self.translator, self.say
        lines = [say("table.kingdom", n=view.sugar)]
        lines += [*self.market(view.monsters, "monsters"), *self.market(view.abilities, "abilities")]
        if view.events:
            event = cards_of(view)[view.events[-1]]
            lines.append(say("table.event-now", event=event.id, text=event.text or event.short))
        lines += [say(f"table.outlook-{this}")] if (this := self.ahead()) else []
        key = "table.events" if view.events else "table.events-none"
        lines.append(say(key, events=view.events, left=view.events_left, black=view.black_candies))
        for seat, mine in enumerate(view.villains):
            key = "table.villain-first" if seat == view.first and not view.over else "table.villain"
            has = {
                "purse": purse(mine, translator),
                "eats": mine.eats,
                "income": income(mine, translator),
                "total": mine.total,
            }
            lines += [say(key, p=f"s{seat}", **has), *map(self.monster, mine.monsters)]
            if mine.kept:
                lines.append(say("table.kept", kept=self.kept_lines(mine)))
            if mine.tokens:
                lines.append(say("table.tokens", cards=mine.tokens))
        return lines

    def market(self, row: MarketView, kind: str) -> list[str]:
        """Return the face-up cards of a kind, and the numbers of cards in the deck and discarded."""
        key = f"table.market-{kind}-discarded" if row.discard else f"table.market-{kind}"
        lines = [self.say(key, deck=row.deck, n=len(row.discard), card=row.discard[-1] if row.discard else "")]
        return lines + [self.for_sale(name) if name else self.say("table.empty-place") for name in row.row]

    def for_sale(self, name: str) -> str:
        card = cards_of(self.view)[name]
        key = "table.for-sale" if card.feed is None else "table.for-sale-monster"
        about = {"candy": colour_and_value(card, self.translator), "cost": card.cost, "text": effect(card)}
        return self.say(key, card=name, eats=card.feed, **about)

    def monster(self, monster: MonsterView) -> str:
        key = "table.monster-tucked" if monster.tucked else "table.monster"
        candy = colour_and_value(cards_of(self.view)[monster.id], self.translator)
        return self.say(key, card=monster.id, candy=candy, eats=monster.eats, tucked=monster.tucked)

    def whereabouts(self, card: str) -> list[str]:
        """Return the places of a card; with two copies, there may be two."""
        view, say, places = self.view, self.say, []
        for row in (view.monsters, view.abilities):
            places += [say("table.where-for-sale")] * (card in row.row)
            places += [say("table.where-discarded")] * (card in row.discard)
        for seat, mine in enumerate(view.villains):
            for monster in mine.monsters:
                places += [say("table.where-played", p=f"s{seat}")] * (monster.id == card)
            hosts = [monster.id for monster in mine.monsters if card in monster.tucked]
            places += [say("table.where-tucked", p=f"s{seat}", host=host) for host in hosts]
            places += [say("table.where-kept", p=f"s{seat}")] * (card in mine.kept)
        return places + [say("table.where-happened")] * (card in view.events)


class KingdomGameOverText(GameOverText[KingdomView]):
    def headline(self) -> str | None:
        if len(self.view.winners) != 1:
            return None
        (winner,) = self.view.winners
        return self.say("score.wins", p=f"s{winner}", n=self.view.villains[winner].total)

    def line(self, line: Line) -> str:
        if line.key != "bonuses":
            return super().line(line)
        each = zip(line.fields["cards"], line.fields["each"], strict=True)
        shares = [self.say("score.bonus", card=card, n=n) for card, n in each]
        return self.say("score.bonuses" if shares else "score.bonuses-none", shares=shares, points=line.points)

    def zero_line(self, line: Line) -> str:
        return "" if line.key == "sugar" and line.fields["n"] else self.say(f"score.{line.key}.nothing")


# ---- the pictures in words
def now(view: KingdomView, translator: Translator) -> str:
    """Return who does what, or who has won."""
    if view.winners:
        return translator.tr("table.wins", winners=[f"s{seat}" for seat in view.winners])
    if view.over or not view.questions:
        return translator.tr("table.over")
    question = view.questions[0]
    doing = {"feed": "feeds", "first-player-card": "may-discard"}.get(question.say, "acts")
    return translator.tr(f"table.{doing}", p=f"s{question.seat}")


def table_alt(view: KingdomView, translator: Translator) -> str:
    """Describe everything; if too long, leave out the cards for sale, and only count the cards of players not asked."""
    say, this, deck = translator.tr, outlook(view), cards_of(view)
    monsters, abilities = market(view, view.monsters, translator), market(view, view.abilities, translator)
    event = deck[view.events[-1]] if view.events else None
    head = [
        say("alt.kingdom", now=now(view, translator), n=view.sugar),
        say("alt.market", monsters=monsters, abilities=abilities),
        *([say("alt.event", event=event.id, text=event.text or event.short)] if event else []),
        say(f"alt.black-candy-{this}" if this else "alt.black-candy", n=view.black_candies),
        *([say("alt.unfed")] if this else []),
    ]
    does = all_for_sale_do(view, translator)
    asked = view.waiting[0] if view.waiting else -1
    order = [*(seat for seat in reversed(range(view.players)) if seat != asked), asked]

    def with_counts_of(brief: Sequence[int]) -> str:
        return " ".join([*head, *(villain(view, translator, seat, seat in brief) for seat in range(view.players))])

    whole = with_counts_of([])
    ways = (with_counts_of(order[:number]) for number in range(len(order) + 1))
    return translator.first_fitting((" ".join([whole, *does]), *ways))


def market(view: KingdomView, row: MarketView, translator: Translator) -> list[str]:
    """Return the cards of a kind for sale, at the active player's price."""
    prices, cards = view.villains[view.active].prices, []
    for name in filter(None, row.row):
        card = cards_of(view)[name]
        about = {"card": name, "candy": colour_and_value(card, translator), "cost": prices.get(name, card.cost)}
        key = "alt.for-sale" if card.feed is None else "alt.for-sale-monster"
        cards.append(translator.tr(key, **about, eats=card.feed))
    return cards or [translator.tr("alt.none")]


def villain(view: KingdomView, translator: Translator, seat: int, brief: bool) -> str:
    say, mine = translator.tr, view.villains[seat]
    coming = gains(mine, translator)
    more = say("alt.in-all", n=mine.total) if view.over else say("alt.income", n=coming, total=mine.total)
    key = "alt.has-first" if seat == view.first and not view.over else "alt.has"
    has = say(key, p=f"s{seat}", purse=purse_alt(mine, translator), more=more)
    if brief:
        return say("alt.counts", has=has, monsters=say("table.monsters", n=len(mine.monsters)), kept=len(mine.kept))
    key = "alt.villain-kept" if mine.kept else "alt.villain"
    return say(key, has=has, monsters=monsters_alt(mine.monsters, translator), kept=mine.kept)


def purse_alt(mine: VillainView, translator: Translator) -> list[str]:
    """Return a player's possessions, and what the Monsters eat."""
    return [*purse(mine, translator), translator.tr("alt.eats", n=mine.eats)]


def monsters_alt(monsters: Sequence[MonsterView], translator: Translator) -> list[str]:
    names = []
    for monster in monsters:
        name = translator.tr("alt.hungry", card=monster.id, n=monster.eats)
        names.append(translator.tr("alt.tucked", card=name, tucked=monster.tucked) if monster.tucked else name)
    return names or [translator.tr("alt.none")]


def does_alt(card: KingdomCard, translator: Translator) -> str:
    return translator.tr("alt.does", card=card.id, text=effect(card).replace("−", translator.tr("number.minus", n="")))


def all_do(view: KingdomView, mine: VillainView, translator: Translator) -> list[str]:
    """Return what each card does that a player has in play."""
    names = dict.fromkeys(name for monster in mine.monsters for name in (monster.id, *monster.tucked))
    return [does_alt(cards_of(view)[name], translator) for name in names]


def all_for_sale_do(view: KingdomView, translator: Translator) -> list[str]:
    names = dict.fromkeys(name for name in (*view.monsters.row, *view.abilities.row) if name)
    return [does_alt(cards_of(view)[name], translator) for name in names]


def close_up_alt(view: KingdomView, translator: Translator, seat: int) -> str:
    """Describe one player's cards, and their effects if there is room."""
    mine = view.villains[seat]
    parts = [villain(view, translator, seat, False), *used_alt(mine, translator)]
    return translator.first_fitting(
        [" ".join([*parts, *all_do(view, mine, translator)]), " ".join(parts), villain(view, translator, seat, True)]
    )


def used_alt(mine: VillainView, translator: Translator) -> list[str]:
    used = [use.card for use in mine.uses if use.why in USED_STATES]
    return [translator.tr("alt.used", cards=used)] if used else []


def hand_alt(view: KingdomView, translator: Translator) -> str:
    """Describe the player's cards, which are usable or used, and the cards for sale; effects if there's room."""
    return translator.first_fitting(hand_alt_of(view, translator, texts) for texts in (True, False))


def hand_alt_of(view: KingdomView, translator: Translator, texts: bool) -> str:
    say, mine = translator.tr, view.villains[view.me]
    parts = [
        say("alt.hand", purse=purse_alt(mine, translator), n=gains(mine, translator)),
        say("alt.monsters", monsters=monsters_alt(mine.monsters, translator)),
    ]
    is_open = [use.card for use in mine.uses if use.open]
    parts += [say("alt.open-now", cards=is_open)] if is_open else []
    parts += used_alt(mine, translator)
    parts += [say("alt.kept", cards=mine.kept)] if mine.kept else []
    does = all_do(view, mine, translator)
    if chooses_for_sale(view):
        monsters, abilities = market(view, view.monsters, translator), market(view, view.abilities, translator)
        parts.append(say("alt.market", monsters=monsters, abilities=abilities))
        does += all_for_sale_do(view, translator)
    return " ".join([*parts, *(dict.fromkeys(does) if texts else [])])
