"""The names of Cover Your Kingdom's controls."""

from collections.abc import Iterator, Sequence

from bot.screens.layout import Expected, HintEvent, Label, Labels
from cogs.cover_your_kingdom.text import (
    ANY,
    Place,
    are_open,
    card_phrases,
    home,
    join_cards,
    lights,
    magic,
    place_of,
    places,
    plural_id,
    size,
    top_places,
    translated_cards,
    worths,
)
from engine.actions import first_part, parts_of
from engine.ai import EventPattern
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.hire import HYPNOGRIFF_CARDS
from engine.cover_your_kingdom.powers import WiizzzKid
from engine.cover_your_kingdom.state import CLANNING, KIND, MAGIC, WILD
from engine.cover_your_kingdom.view import ClanView, CoverView
from engine.game import Question
from engine.machine import seat_of

ANSWERS = ("counter", "inn-challenge", "elves")  # questions that are answered with cards


class CoverLabels(Labels[CoverView]):
    hint_events = (
        HintEvent("label.hint-loses-clan", EventPattern("lets-go", "q")),
        HintEvent("label.hint-fails", EventPattern("gives-up", "p")),
        HintEvent("label.hint-lured", EventPattern("elves-lure", "q")),
    )
    point_step = 10.0

    def label(self, question: Question | None, path: str) -> Label:
        say = question.say if question else ""
        if first_part(path) == actions.POWER:
            return self.power(path, "label.swap.text")
        if question is not None and say in ANSWERS:
            return self.answer(path, say)
        if question is not None and say == "land":
            return Label(self.say("label.pick-in-land", land=path, over=self.over(question.seat, path)))
        if say.startswith("inn-"):
            return self.at_the_inn(path, say)
        if first_part(path) == actions.DONE:
            thrown = card_phrases(actions.parse_done(path), self.translator)
            return Label(self.say("label.done-discard" if thrown else "label.done", cards=thrown))
        if path == actions.PASS:
            return Label(self.say("label.pass"), self.say("label.pass.text"))
        action = actions.parse_action(path)
        return self.action(action) if action else Label(join_cards(actions.parse_cards(path), self.translator))

    def action(self, action: actions.Action) -> Label:
        match action:
            case actions.Settle():
                return self.settle(action)
            case actions.Recruit():
                return self.recruit(action)
            case actions.Hire():
                return self.hire(action)
            case actions.Add():
                return self.add(action)
            case actions.Inn():
                return self.inn(action)
            case actions.Discard():
                return self.discard(action.card)

    # ---- settle and add
    def settle(self, action: actions.Settle, free: bool = False) -> Label:
        if not action.a:
            begin = self.say("label.free-settle-begin" if free else "label.settle-begin")
            return Label(begin, self.say("label.settle-begin.text"))
        species = self.species(action.b)
        land = action.land or home(self.view, species)
        fields = {"cards": self.pair(action), "land": land, "magic": self.counts([action.a, species], species)}
        if land in ("either", ANY):
            key, text = "label.free-settle" if free else "label.settle", self.say("label.settle.text")
        else:
            key = "label.free-settle-in" if free else "label.settle-in"
            text = self.covering(self.view.active, land)
        return Label(self.say(key, **fields), self.with_lights(text, [action.a, species]))

    def with_lights(self, text: str, cards: Sequence[str], key: str = "label.and-lights") -> str:
        """Add to a second line the constellations that these cards would light."""
        lit = lights(self.view, self.view.active, cards)
        return self.say(key, text=text, species=lit) if lit else text

    def species(self, card: str) -> str:
        """Return the species of a new Clan by its second card, which may be the top of the discard pile."""
        return self.view.discard if card == actions.FROM_DISCARD else card

    def pair(self, action: actions.Settle, from_discard: str = "label.from-discard") -> str:
        """Return the two cards of a new Clan."""
        if action.b == actions.FROM_DISCARD:
            return self.say(from_discard, a=action.a, b=self.view.discard)
        return join_cards([action.a, action.b], self.translator)

    def top_clan(self, seat: int, land: str) -> ClanView | None:
        stack = next((place.clans for place in self.view.kingdoms[seat].lands if place.land == land), [])
        return stack[-1] if stack else None

    def covering(self, seat: int, land: str) -> str:
        top = self.top_clan(seat, land)
        if top is None:
            return self.say("label.first-clan")
        return self.say("label.covers", clan=plural_id(top.species), size=size(top, self.translator))

    def over(self, seat: int, land: str) -> str:
        """Return what a Clan would cover in a land, as part of a line."""
        top = self.top_clan(seat, land)
        if top is None:
            return self.say("label.pick-still-empty")
        return self.say("label.pick-covers", clan=plural_id(top.species), magic=top.magic)

    def add(self, action: actions.Add) -> Label:
        if not action.clan:
            return Label(self.say("label.add-begin"), self.say("label.add-begin.text"))
        place = place_of(self.view, action.clan)
        cards, worth = self.stake(place, action.card)
        fields = {"card": action.card, "clan": self.worth(place), "magic": self.counts([action.card], action.card)}
        becomes = self.say("table.size", n=len(cards), magic=worth)
        text = self.say("label.add.text", size=becomes, below=self.below(place))
        if not action.way:
            return Label(self.say("label.add", **fields), text)
        here = place.land.land
        if action.way == actions.STAY:
            return Label(self.say("label.add-stay", **fields, land=here), text)
        if to := self.only_other_land(place):
            return Label(self.say("label.add-move", **fields, land=to), self.covering(place.seat, to))
        return Label(self.say("label.add-move-open", **fields), self.say("label.add-move-open.text", land=here))

    def only_other_land(self, place: Place) -> str:
        """Return the only land where one's Clan can move to; empty if there are several."""
        lands = [other.land for other in self.view.kingdoms[place.seat].lands if other.land != place.land.land]
        return lands[0] if len(lands) == 1 else ""

    def discard(self, card: str) -> Label:
        key = "label.discard.text" if self.view.deck else "label.discard-empty.text"
        return Label(self.say("label.discard", card=card), self.say(key, n=self.view.hand.count(card)))

    # ---- recruit
    def recruit(self, action: actions.Recruit) -> Label:
        if not action.card:
            return Label(self.say("label.recruit-begin"), self.say("label.recruit-begin.text"))
        if not action.clan:
            label = self.say("label.recruit-with", card=action.card)
            return Label(label, self.say("label.magic", magic=MAGIC[action.card]))
        place = place_of(self.view, action.clan)
        won, worth = self.stake(place, action.card)
        text = self.say("label.recruit.text", n=len(won), magic=worth, below=self.below(place))
        return Label(self.say("label.recruit", clan=self.whose(place), card=action.card), self.with_lights(text, won))

    def counts(self, cards: Sequence[str], species: str) -> int:
        """Return what these cards count in a Clan of this species in the viewer's Kingdom."""
        gems = {} if self.view.seat is None else self.view.kingdoms[self.view.seat].gems
        return sum(gems.get(card, MAGIC[card]) if card == species else MAGIC[card] for card in cards)

    def stake(self, place: Place, card: str) -> tuple[list[str], int]:
        """Return the cards of a Clan with this one, and what they count in the viewer's Kingdom."""
        cards = [*(place.clan.cards or []), card]
        return cards, self.counts(cards, place.clan.species or "")

    def inn_clan(self, action: actions.Inn) -> tuple[list[str], int]:
        """Return the cards of the Clan that an action at the inn brings, and what they count."""
        species = next((card for card in action.taken if card in CLANNING), action.card)
        cards = [*action.taken, action.card]
        return cards, self.counts(cards, species)

    def inn(self, action: actions.Inn) -> Label:
        if not action.card:
            return Label(self.say("label.inn-begin"), self.say("label.inn-begin.text"))
        if not action.taken:
            label = self.say("label.inn-with", card=action.card)
            return Label(label, self.say("label.magic", magic=MAGIC[action.card]))
        cards, worth = self.inn_clan(action)
        text = self.say("label.inn.text", n=len(cards), magic=worth)
        label = self.say("label.inn", cards=join_cards(action.taken, self.translator), card=action.card)
        return Label(label, self.with_lights(text, cards))

    # ---- Clans
    def clan_label(self, place: Place) -> str:
        """Return a top Clan's name, such as "Bragons", with its land if a Kingdom has two top Clans of that name."""
        clans = plural_id(place.clan.species)
        same = [
            other
            for other in places(self.view)
            if other.seat == place.seat and not other.clan.covered and other.clan.species == place.clan.species
        ]
        if len(same) > 1:
            return self.say("label.of-land", land=place.land.land, clan=clans)
        return self.translator.name(clans)

    def worth(self, place: Place) -> str:
        """Return a name with its magic, such as "Bragons (45)"."""
        return self.say("label.worth", clan=self.clan_label(place), magic=place.clan.magic)

    def whose(self, place: Place) -> str:
        """Return an owner's Clan, such as "Ben's Bragons (45)"."""
        key = "label.your-worth" if place.seat == self.view.active else "label.whose-worth"
        return self.say(key, p=f"s{place.seat}", clan=self.clan_label(place), magic=place.clan.magic)

    def below(self, place: Place, how: str = "below") -> str:
        """Return what is visible under a Clan, nearest first; open Clans take more room, so fewer are listed."""
        clans = place.land.clans[: place.height][::-1]
        if not clans:
            return self.say(f"label.{how}-none")
        most = 3 if are_open(clans) else 6
        more, first = len(clans) > most, clans[:most]
        if are_open(clans):
            worth = worths(first, self.translator)
            return self.say(f"label.{how}-clans-more" if more else f"label.{how}-clans", clans=worth)
        return self.say(f"label.{how}-gems-more" if more else f"label.{how}-gems", gems=[clan.gem for clan in first])

    # ---- hire
    def hire(self, action: actions.Hire) -> Label:
        fields = {"card": action.card, "work": action.work}
        another = action.work != action.card
        if not action.target:
            begin = self.say("label.hire-as-begin" if another else "label.hire-begin", **fields)
            return Label(begin, translated_cards()[action.work].short)
        does = self.does(action)
        return does._replace(label=self.say("label.hire-as" if another else "label.hire", **fields, does=does.label))

    def does(self, action: actions.Hire) -> Label:
        work = {
            "wiizzaard": self.wiizzaard,
            "hypnogriff": self.hypnogriff,
            "elves": self.elves,
            "mobgoblins": self.mobgoblins,
            "minnowtaur": self.minnowtaur,
        }[action.work]
        return work(action.target)

    def wiizzaard(self, target: Sequence[str]) -> Label:
        place = place_of(self.view, target[0])
        own, stack = place.seat == self.view.active, place.land.clans
        fields = {"p": f"s{place.seat}", "land": place.land.land}
        clan_size = size(place.clan, self.translator)
        if place.height:
            key = "label.your-to-bottom" if own else "label.to-bottom"
            text = self.say("label.to-bottom.text", land=place.land.land, size=clan_size, gem=stack[-2].gem)
            return Label(self.say(key, **fields, clan=self.clan_label(place)), text)
        known, top = place.clan.species, plural_id(stack[-1].species)
        key = "label.to-top.text" if known else "label.to-top-covered.text"
        text = self.say(key, clan=plural_id(known), size=clan_size, top=top)
        return Label(self.say("label.your-to-top" if own else "label.to-top", **fields), text)

    def hypnogriff(self, target: Sequence[str]) -> Label:
        seat = seat_of(target[0])
        hand = self.view.kingdoms[seat].hand
        n = min(HYPNOGRIFF_CARDS, hand)
        text = self.say("label.hypnogriff.text", held=hand, n=n)
        return Label(self.say("label.hypnogriff", n=n, p=target[0]), text)

    def elves(self, target: Sequence[str]) -> Label:
        place = place_of(self.view, target[0])
        return Label(self.say("label.elves", clan=self.whose(place)), self.what(place))

    def mobgoblins(self, target: Sequence[str]) -> Label:
        mine, theirs = (place_of(self.view, clan) for clan in target)
        label = self.say("label.mobgoblins", mine=self.whose(mine), theirs=self.whose(theirs))
        return Label(label, self.below(theirs, "under"))

    def minnowtaur(self, target: Sequence[str]) -> Label:
        who, land = actions.parse_beside(target[0])
        if seat_of(who) == self.view.active:
            return Label(self.say("label.guard", land=land), self.say("label.guard.text"))
        return Label(self.say("label.bar", p=who, land=land), self.say("label.bar.text"))

    # ---- answers
    def answer(self, path: str, say: str) -> Label:
        if path == actions.LET_GO:
            return Label(self.say("label.let-them-go" if say == "elves" else "label.let-go"))
        cards = actions.parse_cards(path)
        return Label(join_cards(cards, self.translator), self.say("label.magic", magic=magic(cards)))

    def at_the_inn(self, path: str, say: str) -> Label:
        """Return the label of a rival's Clan; a long name is left out, because the question contains it."""
        clan, _ = actions.parse_end_of_stack(path)
        place = place_of(self.view, clan)
        if say != "inn-wiizzaard":
            p, called = f"s{place.seat}", self.clan_label(place)
            label = self.translator.tr_fitting(
                "label.whose-worth", "label.worth", p=p, clan=called, magic=place.clan.magic
            )
        elif place.height:
            label = self.say("label.inn-to-bottom", clan=self.clan_label(place))
        else:
            label = self.say("label.inn-to-top", land=place.land.land)
        return Label(label, self.what(place))

    def what(self, place: Place) -> str:
        return self.say("label.clan.text", size=size(place.clan, self.translator), below=self.below(place))

    # ---- powers
    def power(self, path: str, swap_text: str) -> Label:
        """Return the label of a free action: of its power and target, unless the power has texts of its own."""
        power, target = actions.parse_power(path)
        if not power:
            return Label(self.say("label.powers-begin"), self.say("label.powers-begin.text"))
        if power == actions.MATCH_MAKER:
            return self.settle(actions.parse_free_settle(target), free=True)
        if power == WiizzzKid.card:
            lands = self.view.kingdoms[self.view.active].lands
            *_, below, top = next(place.clans for place in lands if place.land == target)
            fields = {"clan": plural_id(top.species), "size": size(top, self.translator), "gem": below.gem}
            return Label(self.say("label.swap", land=target), self.say(swap_text, **fields, magic=top.magic))
        return Label(self.say("label.free", what=parts_of(path)[1:]))

    # ---- arguments of slash commands
    def argument(self, question: Question | None, option: str, param: str) -> str | None:
        """Return the name of a single argument."""
        action, name = actions.parse_action(option), self.translator.name
        match action, param:
            case None, "land":
                return name(option)
            case actions.Settle(a=a), "cards" if a:
                return self.pair(action)
            case actions.Settle(land=land), "land" if land:
                return name(land)
            case actions.Recruit(clan=clan), "clan" if clan:
                return self.whose(place_of(self.view, clan))
            case actions.Hire(target=[_, *_], card=card), "creature":
                return name(card)
            case actions.Hire(target=[_, *_], card=card, work=work), "target":
                does = self.does(action).label
                return does if work == card else self.say("label.as", work=work, does=does)
            case actions.Add(clan=clan), "land" if clan:
                return self.way(action)
            case actions.Inn(taken=[_, *_]), "take":
                return join_cards(action.taken, self.translator)
            case actions.Recruit() | actions.Add() | actions.Inn() | actions.Discard(), "card" if action.card:
                return name(action.card)
        return None

    def way(self, action: actions.Add) -> str:
        place = place_of(self.view, action.clan)
        fields = {"kin": plural_id(action.card), "land": place.land.land}
        if not action.way:
            return self.say("label.kin-of", **fields)
        if action.way == actions.STAY:
            return self.say("label.kin-stay", **fields)
        to = self.only_other_land(place)
        return self.say("label.kin-move" if to else "label.kin-move-open", **fields, to=to)

    def action_phrase(self, question: Question | None, option: str) -> str:
        verb = first_part(option)
        return self.say(f"placeholder.{verb}") if verb in (actions.HIRE, actions.INN) else ""

    # ---- what is not possible
    def expected(self, question: Question) -> Iterator[Expected]:
        """Yield in a turn the missing kinds of actions, and in a challenge the cards that don't fit."""
        offered = question.options or []
        if question.say == "action":
            yield from self.expected_turn_actions(question, {first_part(option) for option in offered})
        elif question.say in ("counter", "elves") and len(offered) == 1:
            hand = [card for card in (question.fields["species"], *WILD) if card in self.view.hand]
            yield Expected(self.say("label.expected-counter"), "challenge", hand)

    def expected_turn_actions(self, question: Question, verbs: set[str]) -> Iterator[Expected]:
        missing = self.unavailable_candidates(question)
        by_verb = {verb: [option for option in missing if first_part(option) == verb] for verb in actions.PARSERS}
        if not verbs & {actions.RECRUIT, actions.INN}:
            why = self.nothing_to_recruit(question.seat)
            yield Expected(self.say("label.expected-recruit"), "recruit", by_verb[actions.RECRUIT], why)
        for option in by_verb[actions.HIRE]:
            yield Expected(self.translator.name(actions.parse_hire(option).card), "hire", [option])
        if not verbs & {actions.SETTLE, actions.POWER, actions.ADD}:
            why = self.say("label.expected-no-pair")
            yield Expected(self.say("label.expected-settle"), "settle", by_verb[actions.SETTLE], why)

    def nothing_to_recruit(self, me: int) -> str:
        """Return why no card in hand recruits anything."""
        tops = top_places(self.view)
        if all(place.seat != me for place in tops):
            return self.say("why.needs-own-clan")
        species = list(dict.fromkeys(place.clan.species for place in tops if place.seat != me))
        key = "label.expected-no-card-for-clans" if species else "label.expected-no-clans"
        return self.say(key, species=species)

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Return illegal options that the hand seems to allow, likeliest first; one per Creature for hire."""
        candidates: Iterator[str] = iter(())
        if question.say == "action":
            candidates = self.unavailable_turn_actions(question)
        elif question.say in ("counter", "elves"):
            candidates = (card for card in (question.fields["species"], *WILD) if card in self.view.hand)
        return [option for option in candidates if option not in (question.options or [])]

    def unavailable_turn_actions(self, question: Question) -> Iterator[str]:
        hand = list(dict.fromkeys(self.view.hand))
        wilds = [card for card in WILD if card in hand]
        tops = top_places(self.view)
        for place in tops:
            fits = [card for card in [place.clan.species or "", *wilds] if card in hand]
            if fits and place.seat != question.seat:
                yield actions.recruit(fits[0], place.clan.id)
        possible = map(actions.parse_action, question.options or [])
        hired = {action.card for action in possible if isinstance(action, actions.Hire)}
        for card in hand:
            if KIND[card] == "hire" and card not in hired:
                yield from unavailable_hires(tops, card, question.seat)
        for species in CLANNING:
            if self.view.hand.count(species) > 1:
                land = home(self.view, species)
                lands = [own_land.land for own_land in self.view.kingdoms[question.seat].lands]
                yield from [actions.settle(species, species, other) for other in ([""] if land in lands else lands)]
        if len(wilds) > 1:
            yield actions.settle(*wilds)
        yield from [actions.discard(card) for card in hand if card not in CLANNING]


def unavailable_hires(tops: list[Place], card: str, me: int) -> Iterator[str]:
    """Yield the first use that this Creature for hire might have been meant for."""
    mine = [place.clan.id for place in tops if place.seat == me]
    theirs = [place.clan.id for place in tops if place.seat != me]
    if card == "mobgoblins" and theirs:
        yield actions.hire(card, card, actions.trade((mine or theirs)[0], theirs[0]))
    elif card == "elves" and theirs:
        yield actions.hire(card, card, theirs[0])
    elif card == "wiizzaard" and tops:
        yield actions.hire(card, card, actions.end_of_stack((theirs or mine)[0], actions.TO_BOTTOM))
