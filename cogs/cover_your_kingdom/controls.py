"""Where Cover Your Kingdom's controls are, and the short entries of a turn's selects: first a card, then a place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.i18n.fitting import LETTERS, capitalize, cut
from bot.screens.layout import MAX_CHOICES, PER_ROW, Label, Layout, options_below
from bot.screens.message import Button, Choice, Menu, Row
from cogs.cover_your_kingdom.labels import CoverLabels
from cogs.cover_your_kingdom.text import Place, card_facts, home, join_cards, place_of
from engine.actions import first_part, part_count, prefix
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.state import MAGIC
from engine.machine import seat_of

MENUS = (  # the turn's selects in their order: a placeholder's key, and the first parts of its options
    ("settle", (actions.POWER, actions.SETTLE, actions.ADD)),
    ("recruit", (actions.INN, actions.RECRUIT)),
    ("hire", (actions.HIRE,)),
    ("discard", (actions.DISCARD,)),
)
TARGETED = {actions.INN, actions.RECRUIT, actions.HIRE}
FEW_TARGETS = 5  # up to this many targets are listed in one select, each with its card
PICK_LIGHTS = "label.pick-lights"  # as in the labels, with few words
MANY_TARGETS = 8  # with more targets for one card, its select asks only for the next part


class CoverControls(CoverLabels):
    def panel_offers(self, seat: int) -> list[str]:
        """In a turn, the first select contains the free powers."""
        question = self.view.question_of(seat)
        return [] if question and question.say == "action" else super().panel_offers(seat)

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question, offered = layout.open_question, layout.options
        match question.say:
            case "action":
                return self.turn(layout)
            case "give":
                n = question.fields["n"]
                placeholder = self.say("placeholder.give" if n == 1 else "placeholder.give-n", n=n)
                return (self.pick(layout, placeholder, "", list(map(actions.parse_cards, offered)), n, n),)
            case "finish":
                return self.discard_rows(layout, self.say("label.done"))
            case "inn-wiizzaard" if len(offered) > PER_ROW:
                placeholder = self.say("placeholder.move")
                if layout.lettered:
                    placeholder = self.say("button.lettered", letter=LETTERS[layout.seat], label=placeholder)
                return (layout.menu(offered, "", 1, placeholder),)
            case "free-settle":
                free = [option for option in offered if option != actions.DONE]
                return (*self.menus(layout, "power", free), (layout.button(actions.DONE),))
        return None

    def turn(self, layout: Layout) -> tuple[Row, ...]:
        """Return the selects in fixed order, without empty ones, and below them the buttons that end the turn."""
        rows: list[Row] = []
        for name, verbs in MENUS:
            options = [option for verb in verbs for option in layout.possible if first_part(option) == verb]
            rows += self.menus(layout, name, options)
        if discard_sets(layout.options):
            rows.append((Button(self.say("label.done-begin"), layout.control("narrow", actions.DONE)),))
        else:
            rows += [(layout.button(last),) for last in (actions.DONE, actions.PASS) if last in layout.options]
        return tuple(rows)

    def menus(self, layout: Layout, name: str, offered: Sequence[str]) -> Iterable[Menu]:
        """Return a select of cards whose id contains its name, because its options may begin with different verbs."""
        if not offered:
            return []
        verbs = {first_part(option) for option in offered}
        menu = self.entries_menu(layout, offered, "") or layout.menu(offered, verbs.pop() if len(verbs) == 1 else "", 1)
        return [replace(menu, id=layout.control("narrow", name), placeholder=self.placeholder(name))]

    def rows_after(self, layout: Layout, path: str) -> tuple[Row, ...] | None:
        """Return a select of what to do with a card; for DissedHard, the ways to end the turn."""
        if not layout.options:
            return None
        if path == actions.DONE:
            return self.discard_rows(layout, self.say("label.done-none"))
        is_turn = first_part(path) in (*actions.PARSERS, actions.POWER)
        options = options_below(layout.possible, path) if is_turn else []
        menu = self.entries_menu(layout, options, path) if options else None
        return (menu,) if menu else None

    def discard_rows(self, layout: Layout, none: str) -> tuple[Row, ...]:
        end = Button(none, layout.control("answer", actions.DONE))
        choices = discard_sets(layout.options)
        if not choices:
            return ((end,),)
        most = max(map(len, choices))
        placeholder = self.say("placeholder.done-two" if most > 1 else "placeholder.done")
        return self.pick(layout, placeholder, actions.DONE, choices, 1, most), (end,)

    def pick(
        self, layout: Layout, placeholder: str, path: str, choices: Sequence[Sequence[str]], least: int, most: int
    ) -> Menu:
        """Return a select of several cards of the hand; the second of equal cards is `#2`."""
        pickable = {card for choice in choices for card in choice}
        counts: Counter[str] = Counter()
        entries = []
        for card in [card for card in self.view.hand if card in pickable]:
            counts[card] += 1
            n, facts = counts[card], card_facts(self.view, card, self.translator)
            if n == 1:
                entries.append(Choice(self.translator.name(card), card, facts))
            else:
                entries.append(Choice(self.say(f"label.copy-{n}", card=card), f"{card}#{n}", facts))
        return Menu(placeholder, layout.control("pick", path), tuple(entries), least, min(most, len(entries)))

    # ---- selects in two steps
    def entries_menu(self, layout: Layout, offered: Sequence[str], path: str) -> Menu | None:
        """Return a select of the next step below `path`, the best first; None if it would be too long.

        An entry with only one continuation is that option itself. A few targets are listed without a step of their own.
        """
        depth, named = part_count(path), card_parts(offered[0]) <= part_count(path)
        groups = group_by(offered, depth + 1 if named else 0)
        targets = {first_part(option) for option in offered} <= TARGETED and len(offered) <= FEW_TARGETS
        if targets or (named and (len(offered) <= MANY_TARGETS or len(groups) == len(offered))):
            groups = {option: [option] for option in offered}
        if len(groups) > MAX_CHOICES:
            return None
        choices = []
        for begin, options in sorted(groups.items(), key=lambda group: self.rank(group[1]), reverse=True):
            alone = len(options) == 1
            line = self.line(options[0], depth) if alone else self.beginning(begin, options)
            choices.append(Choice(cut(line.label, 100), options[0] if alone else begin, cut(line.text, 100)))
        placeholder = self.placeholder(path)
        if named:
            placeholder = self.say("label.pick-next", what=self.beginning(path, offered).label.rstrip("…"))
        return Menu(cut(placeholder, 100), layout.control("narrow", path), tuple(choices))

    def rank(self, options: Sequence[str]) -> tuple[bool, int]:
        """Return the sort key of these options: free ones and the inn first, then by magic."""
        first = first_part(options[0]) in (actions.POWER, actions.INN)
        return first, max(map(self.gain, options))

    def gain(self, option: str) -> int:
        """Return the magic that an option gains; for a discard, minus the magic it loses."""
        match actions.parse_action(option):
            case actions.Settle(a=a, b=b):
                species = self.species(b)
                return self.counts([a, species], species)
            case actions.Add(card=card):
                return self.counts([card], card)
            case actions.Recruit(clan=clan, card=card):
                return self.stake(place_of(self.view, clan), card)[1]
            case actions.Inn() as action:
                return self.inn_clan(action)[1]
            case actions.Discard(card=card):
                return -MAGIC[card] - 100 * (self.view.hand.count(card) > 1)
            case actions.Hire(target=[clan], work="elves"):
                return place_of(self.view, clan).clan.magic or 0
            case actions.Hire(target=[mine, theirs], work="mobgoblins"):
                return self.trade_gain(mine, theirs)
            case actions.Hire(target=[clan, *_], work="wiizzaard"):
                place = place_of(self.view, clan)
                return place.land.clans[-2 if place.height else 0].gem
            case actions.Hire(target=[seat], work="hypnogriff"):
                return self.view.kingdoms[seat_of(seat)].hand
        return 0

    def trade_gain(self, mine: str, theirs: str) -> int:
        return (place_of(self.view, theirs).clan.magic or 0) - (place_of(self.view, mine).clan.magic or 0)

    def beginning(self, path: str, options: Sequence[str]) -> Label:
        """Return the entry of a card or a further part that has several continuations."""
        choices, best = self.say("label.pick-choices", n=len(options)), max(map(self.gain, options))
        match actions.parse_action(path):
            case actions.Settle() as settle:
                return Label(self.new_clan(path, settle), self.say("label.pick-choose-land"))
            case actions.Add(card=card):
                return Label(self.say("label.pick-add-begin", card=card, magic=best), choices)
            case actions.Recruit(card=card):
                return Label(
                    self.say("label.pick-begin", what=card), self.say("label.pick-up-to", n=len(options), magic=best)
                )
            case actions.Inn(card=card):
                return Label(
                    self.say("label.pick-inn-begin", card=card), self.say("label.pick-up-to-magic", magic=best)
                )
            case actions.Hire(target=[mine], work="mobgoblins"):
                return Label(self.say("label.pick-begin", what=self.whose(place_of(self.view, mine))), choices)
        return Label(self.label(None, path).label, choices)

    def line(self, option: str, depth: int) -> Label:
        """Return the entry of an option without its first `depth` parts, which were chosen before."""
        action, named = actions.parse_action(option), card_parts(option) <= depth
        match action:
            case actions.Settle(a=a, b=b):
                land = action.land or home(self.view, self.species(b))
                over = self.over(self.view.active, land)
                text = capitalize(over) if named else self.say("label.pick-in-land", land=land, over=over)
                label = self.translator.name(land) if named else self.new_clan(option, action)
                return Label(label, self.with_lights(text, [a, self.species(b)], PICK_LIGHTS))
            case actions.Add():
                return self.addition(action)
            case actions.Discard(card=card):
                n = self.view.hand.count(card)
                text = self.say("label.pick-you-have", n=n) if n > 1 else ""
                return Label(self.say("label.worth", clan=card, magic=MAGIC[card]), text)
            case actions.Recruit() | actions.Inn() | actions.Hire():
                way = self.target(action, depth)
                if named:
                    return way._replace(label=capitalize(way.label))
                key = "label.pick-inn" if isinstance(action, actions.Inn) else "label.hire"
                return way._replace(label=self.say(key, card=action.card, does=way.label))
        return self.power(option, "label.pick-swap")

    def new_clan(self, path: str, settle: actions.Settle) -> str:
        """Return the two cards of a new Clan and its magic."""
        species = self.species(settle.b)
        cards = self.pair(settle, "label.pick-from-discard")
        key = "label.pick-free-settle" if first_part(path) == actions.POWER else "label.pick-settle"
        return self.say(key, cards=cards, magic=self.counts([settle.a, species], species))

    def addition(self, action: actions.Add) -> Label:
        place = place_of(self.view, action.clan)
        cards, worth = self.stake(place, action.card)
        clan, becomes = self.worth(place), self.say("label.pick-becomes", n=len(cards), magic=worth)
        if not action.way:
            magic = self.counts([action.card], action.card)
            return Label(self.say("label.pick-add", card=action.card, clan=clan, magic=magic), becomes)
        if action.way == actions.STAY:
            return Label(self.say("label.pick-stay", clan=clan), becomes)
        if to := self.only_other_land(place):
            return Label(self.say("label.pick-move-to", clan=clan, land=to), capitalize(self.over(place.seat, to)))
        return Label(self.say("label.pick-move", clan=clan), self.say("label.pick-choose-land"))

    def target(self, action: actions.Recruit | actions.Inn | actions.Hire, depth: int) -> Label:
        """Return what a card is played for, without the card."""
        match action:
            case actions.Recruit(card=card, clan=clan):
                place = place_of(self.view, clan)
                won, worth = self.stake(place, card)
                stake = self.say("label.pick-stake", magic=worth)
                return Label(self.whose(place), self.with_lights(stake, won, PICK_LIGHTS))
            case actions.Inn():
                cards, worth = self.inn_clan(action)
                text = self.say("label.pick-size", n=len(cards), magic=worth)
                return Label(join_cards(action.taken, self.translator), self.with_lights(text, cards, PICK_LIGHTS))
            case actions.Hire(target=target, work=work) if work == action.card or depth > 2:
                return self.work(work, target)
            case actions.Hire(target=target, work=work):
                does = self.work(work, target)
                return does._replace(label=self.say("label.as", work=work, does=does.label))

    def work(self, work: str, target: Sequence[str]) -> Label:
        """Return the action of a hired Creature and its target, in few words."""
        if work == "wiizzaard":
            return self.wiizzaard_move(place_of(self.view, target[0]))
        if work == "mobgoblins":
            mine, theirs = (place_of(self.view, clan) for clan in target)
            label = self.say("label.mobgoblins", mine=self.worth(mine), theirs=self.whose(theirs))
            return Label(label, self.say("label.pick-gain", magic=self.trade_gain(*target)))
        if work == "elves":
            place = place_of(self.view, target[0])
            return Label(
                self.whose(place), self.say("label.pick-size", n=len(place.clan.cards or []), magic=place.clan.magic)
            )
        if work == "hypnogriff":
            n = self.view.kingdoms[seat_of(target[0])].hand
            return self.hypnogriff(target)._replace(text=self.say("label.pick-in-hand", n=n))
        guards = seat_of(actions.parse_beside(target[0])[0]) == self.view.active
        return self.minnowtaur(target)._replace(text=self.say("label.pick-guards" if guards else "label.pick-bars"))

    def wiizzaard_move(self, place: Place) -> Label:
        own = place.seat == self.view.active
        if place.height:
            text = self.say("label.pick-uncovers", gem=place.land.clans[-2].gem)
            return Label(self.say("label.pick-down", clan=self.whose(place)), text)
        species = place.clan.species
        worth = self.worth(place) if species else self.say("table.gem", gem=place.clan.gem)
        key = "label.pick-your-up" if own else "label.pick-up"
        return Label(self.say(key, p=f"s{place.seat}", land=place.land.land), worth)


def card_parts(option: str) -> int:
    """Return how many parts of an option name the action and its card."""
    return 3 if first_part(option) == actions.POWER else 2


def group_by(options: Iterable[str], count: int) -> dict[str, list[str]]:
    """Group options by their first `count` parts; 0: by action and card."""
    groups: dict[str, list[str]] = {}
    for option in options:
        groups.setdefault(prefix(option, count or card_parts(option)), []).append(option)
    return groups


def discard_sets(offered: Iterable[str]) -> list[list[str]]:
    """Return the sets of cards that may be discarded at the end of the turn."""
    sets = [actions.parse_done(option) for option in offered if first_part(option) == actions.DONE]
    return [cards for cards in sets if cards]
