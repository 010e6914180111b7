"""What people see and press in Kingdom's Candy: Monsters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.delivery.control import PANEL
from bot.delivery.message import Row
from cogs.kingdoms_candy import in_words, picture
from cogs.kingdoms_candy import words as said
from cogs.kingdoms_candy.examples import EXAMPLES
from cogs.kingdoms_candy.pages import PAGES, numbers
from cogs.ui.controls import Layout, beneath
from cogs.ui.pending import Face, Label, Param, Verb
from cogs.ui.pictures import looks
from cogs.ui.words import LABEL, Words, counted, cut, fit, pair
from engine import GAMES
from engine.cards import Card
from engine.game import Line, Question, View
from engine.kingdoms_candy.cards import KingdomCard
from engine.kingdoms_candy.view import KingdomView
from engine.machine import Event, seat_of

TURN = ("action", "finish")  # questions beside which free actions have a place of their own
PICKS = ("pickpocket", "shortage", "use-now", "first-player-card")


class KingdomFace(Face):
    game = GAMES["kingdoms-candy"]
    group = "kingdom"
    has_hand = False
    hand_button = "My monsters"
    blurb = said.BLURB
    colour = looks.KINGDOM.colour
    art = picture
    guide = said.GUIDE
    pages = PAGES
    examples = EXAMPLES
    SAY, NOW, LOG, WHY, LINES = said.SAY, said.NOW, said.LOG, said.WHY, said.LINES
    PLACEHOLDERS = said.GROUPS
    KINDS = {
        "card": "card for sale that you can pay",
        "place": "place for it",
        "ability": "card that you can use now",
        "target": "target",
        "candies": "number of Candies",
        "cubes": "number of black cubes",
        "plan": "way to feed",
        "choice": "choice",
    }
    CHOICES = {"first_player": {"always": "at every table", "few": "only with 2 or 3 players"}}
    verbs = (
        Verb("collect", "Collect 5 Sugar Cubes", ("collect",), "You collect on your own turn.", (), ("action",)),
        Verb(
            "buy",
            "Buy a Monster or an Ability",
            ("buy/{card}", "buy/{card}/{place*}"),
            "You buy on your own turn.",
            (
                Param("card", "What to buy"),
                Param("place", "Keep an Ability, or tuck it under which Monster", optional=True),
            ),
            ("action",),
        ),
        Verb(
            "use",
            "Use an ability that is open to you now",
            ("use/{ability}", "use/{ability}/{target}"),
            "None of your abilities is open now; *My monsters* says when each one is.",
            (
                Param("ability", "Which of your cards"),
                Param("target", "On whom, or on which card", optional=True),
            ),
        ),
        Verb(
            "convert",
            "Turn 4 Sugar Cubes into 1 Candy, any number of times",
            ("convert/{candies}",),
            "You need 4 sugar for a Candy.",
            (Param("candies", "How many Candies"),),
        ),
        Verb(
            "remove",
            "Remove Black Cubes for 2 Sugar Cubes each",
            ("remove/{cubes}",),
            "You remove black cubes at the start of your own turn, before your action, for 2 sugar each.",
            (Param("cubes", "How many Black Cubes"),),
        ),
        Verb(
            "feed",
            "Feed your Monsters at Black Candy",
            ("{plan*}",),
            "You feed your Monsters when Black Candy comes.",
            (Param("plan", "What they get, or which Monster to discard first"),),
            ("feed",),
        ),
        Verb(
            "pick",
            "Answer a choice of a card: whom, which or whether",
            ("{choice*}",),
            "No card asks you to choose now.",
            (Param("choice", "Your choice"),),
            PICKS,
        ),
        Verb(
            "done",
            "End your turn",
            ("done",),
            "Turns end by themselves, unless an ability could still be used.",
            (),
            ("finish",),
        ),
        Verb("pass", "Take no action this turn", ("pass",), "You pass on your own turn.", (), ("action",)),
    )

    # ---- names
    def deck(self, view: View | None) -> Mapping[str, Card]:
        return self.game.cards(view.deck if isinstance(view, KingdomView) else "hob")

    def card(self, view: View | None, name: str) -> KingdomCard | None:
        card = self.deck(view).get(name)
        return card if isinstance(card, KingdomCard) else None

    def things(self, view: View | None) -> Mapping[str, str]:
        return {**said.SOURCE, **{card.id: card.name for card in self.deck(view).values()}}

    def note(self, view: View) -> str:
        assert isinstance(view, KingdomView)
        return f"round {view.round} · Black Candy {view.black_candies} of 4"

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, KingdomView)
        mine = view.villains[seat]
        parts = [*in_words.purse(mine), counted(len(mine.monsters), "Monster")]
        return ", ".join([*parts, "First Player"] if seat == view.first else parts)

    def fields(self, view: View, question: Question) -> Mapping[str, Any]:
        """When feeding, what there is to feed with."""
        if question.say != "feed":
            return question.fields
        assert isinstance(view, KingdomView)
        mine = view.villains[question.seat]
        purse = [in_words.sugar(mine.sugar), *([in_words.candies(mine.candies)] if mine.candies else [])]
        return {**question.fields, "purse": " and ".join(purse)}

    # ---- labels
    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        assert isinstance(view, KingdomView)
        verb, *what = path.split("/")
        say = question.say if question else ""
        if path in said.FIXED:
            return Label(said.FIXED[path], style="primary" if path in ("collect", "done") else "secondary")
        if say in PICKS and path in (question.options or [] if question else []):
            assert question is not None
            return self.pick(view, question, path, words)
        if not what:
            return Label(said.GROUPS.get(verb, words.name(verb)))
        if verb in ("convert", "remove"):
            return self.exchange(verb, int(what[0]))
        if verb == "use":
            return self.use(view, what, words)
        if verb == "buy":
            return self.buy(view, question, what, words)
        return self.feed(view, verb, what[0], words)

    def pick(self, view: KingdomView, question: Question, path: str, words: Words) -> Label:
        """An answer to a card that asks: whom, which or whether."""
        if path in ("none", "no"):
            return Label(said.NONE[question.say])
        if question.say in ("pickpocket", "shortage"):
            return self.robbery(view, path, question.fields["n"], words)
        if question.say == "first-player-card":
            return Label(fit(f"Discard {words.name(path)}"), self.text(view, path))
        one, other = question.fields["a"], question.fields["b"]
        price = f"{one} + {other} sugar" if other else f"{one} sugar"
        target = path.partition("/")[2]
        if not target:
            return Label(f"Use it now · {price}", style="primary")
        name = words.name(target)
        return Label(fit(f"Use it on {name} · {price}", f"On {name} · {price}", f"On {name}"))

    def robbery(self, view: KingdomView, victim: str, n: int, words: Words) -> Label:
        has = view.villains[seat_of(victim)].sugar
        return Label(fit(f"Take {min(n, has)} from {words.name(victim)}"), f"Has {has} sugar")

    def exchange(self, verb: str, n: int) -> Label:
        if verb == "convert":
            return Label(f"{4 * n} sugar into {in_words.candies(n)}", "At any time")
        return Label(f"Remove {in_words.black(n)} · {2 * n} sugar", "Before your action")

    def use(self, view: KingdomView, what: Sequence[str], words: Words) -> Label:
        card = self.card(view, what[0])
        if card is None:
            return Label(cut(words.name(what[0]), LABEL))
        cost = f" · {card.activation} sugar" if card.activation else " · free"
        text = card.short or card.text
        if len(what) == 1:
            return Label(cut(card.name, LABEL - len(cost)) + cost, text)
        target = words.name(what[1])
        short = f" · {card.activation} → "
        return Label(pair(card.name, short if card.activation else " → ", target), text)

    def buy(self, view: KingdomView, question: Question | None, what: Sequence[str], words: Words) -> Label:
        """A card for sale; an Ability with what becomes of it."""
        card = self.card(view, what[0])
        if card is None:
            return Label(cut(words.name(what[0]), LABEL))
        price = self.price(view, question, card)
        text = f"{said.COLOURS[card.colour or 'red']} {card.value} · {card.short or card.text}"
        if len(what) == 1:
            cost = f" · {price} sugar"
            priced = cut(card.name, LABEL - len("Buy ") - len(cost)) + cost
            return Label(f"Buy {priced}" if card.kind == "monster" else priced, text)
        if what[1] == "keep":
            candy = f"{said.COLOURS[card.colour or 'red']} {card.value}"
            return Label(fit(f"{card.name} · {price} · keep ({candy})", f"{cut(card.name, 21)} · {price} · keep"), text)
        host = words.name(what[-1])
        ways = (f"{card.name} · {price} · {under} {host}" for under in ("tuck under", "under"))
        return Label(fit(*ways, pair(card.name, f" {price} → ", host)), text)

    def price(self, view: KingdomView, question: Question | None, card: KingdomCard) -> int:
        seat = question.seat if question else view.seat
        return view.villains[seat].prices.get(card.id, card.cost) if seat is not None else card.cost

    def feed(self, view: KingdomView, verb: str, what: str, words: Words) -> Label:
        if verb == "discard":
            return Label(fit(f"Discard {words.name(what)}"), self.text(view, what), "danger")
        sugar, candies, black = (int(n) for n in what.split("-"))
        food = in_words.food(sugar, candies, black)
        if black:
            return Label(food)
        return Label(f"Feed all · {food}", style="primary")

    def text(self, view: KingdomView, name: str) -> str:
        card = self.card(view, name)
        return (card.short or card.text) if card else ""

    def argument(self, view: View, question: Question | None, option: str, param: str, words: Words) -> str | None:
        """The place of an Ability alone, for what is bought has been named before it."""
        if param != "place":
            return None
        how, *host = option.split("/")[2:]
        return words.say(said.PLACES[how], {"m": host[0] if host else ""})

    # ---- controls
    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question = layout.question
        assert question is not None and question.options is not None
        if question.say == "action":
            return self.turn_rows(layout, question.options)
        if question.say == "finish":
            return ((layout.button("done"),), *self.free_actions(layout))
        if question.say == "feed":
            return self.feed_rows(layout, question.options)
        return None

    def turn_rows(self, layout: Layout, options: Sequence[str]) -> tuple[Row, ...]:
        """The actions, each always in the same row: collect and Monsters, Abilities, what is free, passing."""
        monsters = [option for option in options if option.startswith("buy/") and option.count("/") == 1]
        abilities = [option for option in options if option.count("/") > 1]
        rows: list[Row] = [tuple(layout.button(option) for option in ("collect", *monsters))]
        rows += [replace(layout.menu(abilities, "buy", 1), placeholder=said.BUY_ABILITY)] if abilities else []
        return (*rows, *self.free_actions(layout), (layout.button("pass"),))

    def free_actions(self, layout: Layout) -> tuple[Row, ...]:
        """In a panel all offers; on the table not converting, which is always possible."""
        offers = layout.view.offers.get(layout.seat, [])
        found = offers if layout.place == PANEL else own_turn(offers)
        return (layout.offer_menu(found),) if found else ()

    def feed_rows(self, layout: Layout, options: Sequence[str]) -> tuple[Row, ...]:
        """The main ways as buttons: as much as one can, and sugar alone; feeding less and discarding are selects."""
        plans = [option for option in options if option.startswith("keep/")]
        spared = [plan for plan in plans if plan.split("-")[1] == "0"]
        main = list(dict.fromkeys([plans[0], spared[0]]))
        less = [plan for plan in plans if plan not in main]
        buttons = main + less if len(less) == 1 else main
        rows: list[Row] = [tuple(layout.button(plan) for plan in buttons)]
        rows += [replace(layout.menu(less, "keep", 1), placeholder=said.FEED_LESS)] if len(less) > 1 else []
        discards = [option for option in options if option.startswith("discard/")]
        rows += [layout.menu(discards, "discard", 1)] if discards else []
        return tuple(rows)

    def table_offers(self, view: View) -> list[tuple[int, str]]:
        """Free actions of whoever is asked, where `rows` does not place them."""
        return [
            (question.seat, offer)
            for question in view.questions
            if question.say not in TURN
            for offer in own_turn(view.offers.get(question.seat, []))
        ]

    def panel_offers(self, view: View, seat: int) -> list[str]:
        question = view.question_of(seat)
        return [] if question is not None and question.say in TURN else view.offers.get(seat, [])

    def narrowed(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        """One Ability's places, in one select."""
        options = (layout.question.options if layout.question else None) or []
        places = beneath(options, path) if path.startswith("buy/") else []
        return (replace(layout.menu(places, path, 1), placeholder=said.PLACE_IT),) if places else None

    def confirm(self, view: View, question: Question | None, option: str, words: Words) -> tuple[str, str] | None:
        assert isinstance(view, KingdomView)
        if option == "pass" and question is not None and question.say == "action":
            return said.ASK_PASS, "Pass"
        if not option.startswith("discard/") or question is None:
            return None
        name = option.split("/")[1]
        tucked = next((m.tucked for m in view.villains[question.seat].monsters if m.id == name), [])
        template = said.ASK_DISCARD_TUCKED if tucked else said.ASK_DISCARD
        return words.say(template, {"m": name, "cards": tucked}), "Discard"

    def wonders(self, view: View, question: Question) -> Sequence[str]:
        """Cards for sale that cannot be bought, or not kept, or not tucked; one's own that cannot be used."""
        assert isinstance(view, KingdomView)
        mine, options = view.villains[question.seat], question.options or []
        host = mine.monsters[0].id if mine.monsters else "uno"
        ways = [f"buy/{name}" for name in view.monsters.row if name]
        ways += [f"buy/{name}/{how}" for name in view.abilities.row if name for how in ("keep", f"tuck/{host}")]
        idle = [f"use/{use.card}" for use in mine.uses if not use.open and not self.unasked(view, use.card)]
        return [*([way for way in ways if way not in options] if question.say == "action" else []), *idle]

    def unasked(self, view: View, name: str) -> bool:
        card = self.card(view, name)
        return card is not None and card.by_itself

    # ---- words
    def card_words(self, card: Card) -> str:
        assert isinstance(card, KingdomCard)
        return f"{said.KINDS[card.kind]}. {numbers(card)}.\n{card.text}"

    def whereabouts(self, view: View, card: str, words: Words) -> list[str]:
        assert isinstance(view, KingdomView)
        return in_words.whereabouts(view, card, words)

    def hand(self, view: View, words: Words) -> str:
        assert isinstance(view, KingdomView) and view.seat is not None
        return in_words.my_cards(view, self.deck(view), words)

    def table_in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, KingdomView)
        return in_words.table(view, self.deck(view), words)

    def sentence(self, event: Event, words: Words) -> str:
        key, fields = in_words.told(event, words)
        return words.say(self.LOG[key], fields)

    # ---- the end
    def win_title(self, view: View, words: Words) -> str | None:
        assert isinstance(view, KingdomView)
        if len(view.winners) != 1:
            return None
        (winner,) = view.winners
        candies = in_words.candies(view.villains[winner].total)
        return f"{words.names[winner]} wins {self.game.title} with {candies}"

    def line(self, line: Line, words: Words) -> str:
        fields = {**line.fields, "points": line.points}
        if line.key == "bonuses" and fields["cards"]:
            each = [f"{words.name(card)} {n}" for card, n in zip(fields["cards"], fields["each"], strict=True)]
            return words.say(said.LINES["bonuses"], {"shares": ", ".join(each)})
        return words.say(said.LINES["bonuses-none" if line.key == "bonuses" else line.key], fields)


def own_turn(offers: Sequence[str]) -> list[str]:
    """What the table offers: all but converting, which is possible at any time and stands behind *My monsters*."""
    return [offer for offer in offers if not offer.startswith("convert/")]
