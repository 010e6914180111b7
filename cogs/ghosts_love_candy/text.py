"""The street of Ghosts Love Candy and its end in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from bot.i18n.catalogue import COMMON, Catalogue, card_texts, translate_cards
from bot.i18n.fitting import LETTERS
from bot.i18n.translator import Translator
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine import GAMES
from engine.actions import parts_of
from engine.game import Line, Question
from engine.ghosts_love_candy.abilities import parse_pair
from engine.ghosts_love_candy.cards import DECKS, LOVE_CARDS, Kid
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import GhostView, SpotView, StreetView
from engine.machine import Event

WORDS = Catalogue(
    "ghosts-love-candy",
    files(__package__) / "text",
    COMMON,
    {"card": card_texts(DECKS["hob"].values()) | card_texts(LOVE_CARDS.values(), "name")},
)

MINUS = re.compile(r"−(\d+)")  # alt texts spell it out


def kids_of(view: StreetView) -> Mapping[str, Kid]:
    return translate_cards(WORDS, DECKS[view.deck])


def candies(n: int, translator: Translator) -> str:
    return translator.tr("table.candies", n=n) if n else translator.tr("table.no-candy")


def love_phrases(values: Mapping[str, int], translator: Translator) -> list[str]:
    return [translator.tr("table.loved", candy=candy, value=value) for candy, value in values.items()]


def pile_text(ghosts: Sequence[str], joint: str, translator: Translator) -> str:
    """Return the ghosts of a kid, the last on top."""
    key = "table.ghosts-on-top" if len(ghosts) > 1 else "table.ghosts-on"
    return translator.tr(key, ghosts=joint.join(ghosts))


def ghosts_on(spot: SpotView, translator: Translator) -> str:
    """Return a kid's ghosts, such as "ghosts Ada 3, Ben 5 on top"."""
    if not spot.ghosts:
        return translator.tr("table.no-ghosts")
    ghosts = [translator.tr("table.turn", p=f"s{ghost.seat}", ghost=ghost.number) for ghost in spot.ghosts]
    return translator.tr("table.some-ghosts", ghosts=pile_text(ghosts, ", ", translator))


def by_seat(ghosts: Sequence[GhostView]) -> dict[int, list[int]]:
    """Return the numbers of these ghosts by their owners."""
    numbers: dict[int, list[int]] = {}
    for ghost in sorted(ghosts, key=lambda ghost: (ghost.seat, ghost.number)):
        numbers.setdefault(ghost.seat, []).append(ghost.number)
    return numbers


class GhostsTextRenderer(TextRenderer[StreetView]):
    @classmethod
    def things(cls, view: StreetView | None) -> Mapping[str, str]:
        kids = translate_cards(WORDS, GAMES["ghosts-love-candy"].cards()) if view is None else kids_of(view)
        return {kid: card.name for kid, card in kids.items()}

    def fields(self, question: Question) -> Mapping[str, Any]:
        """Add the card's text to an ability's question."""
        if question.say != "ability":
            return question.fields
        if "paid" in question.fields:
            return {**question.fields, "text": self.say("table.paid", candy=question.fields["paid"])}
        card = kids_of(self.view)[question.fields["kid"]]
        return {**question.fields, "text": card.text or card.short}

    def sentence(self, event: Event) -> str:
        fields = event.fields
        match event.key:
            case "all-reveal":
                pairs = zip(fields["seats"], fields["ghosts"], strict=True)
                return self.say("log.all-reveal", shown=[self.say("log.reveals", p=p, ghost=n) for p, n in pairs])
            case "tie":
                return self.tie(fields["seats"], fields["numbers"])
            case "loves":
                most = len(fields["candies"]) - 1
                values = {candy: most - place for place, candy in enumerate(fields["candies"])}
                return self.say("log.loves", q=fields["q"], shown=love_phrases(values, self.translator))
            case "moves-ghost" if fields["p"] == fields["q"]:
                return self.say("log.moves-ghost-own", **fields)
            case "moves-kid" if fields["p"] == fields["a"]:
                return self.say("log.moves-kid-own", **fields)
        return super().sentence(event)

    def tie(self, seats: Sequence[str], numbers: Sequence[int]) -> str:
        """Return the drawn numbers and the resulting order."""
        if len(seats) == 2:
            return self.say("log.tie-two", p=seats[0], q=seats[1], n=numbers[0], m=numbers[1])
        sentences = [self.say("log.draws", p=p, n=n) for p, n in zip(seats, numbers, strict=True)]
        first, rest, *others = seats
        for other in others:
            rest = self.say("log.then", most=rest, last=other)
        return self.say("log.tie", shown=sentences, first=first, rest=rest)

    def note(self) -> str:
        view = self.view
        return self.say("table.over") if view.over else self.say("table.round", n=view.round, rounds=view.rounds)

    def seat_line(self, seat: int) -> str:
        stash, revealed = self.view.stashes[seat], self.view.revealed
        parts = [self.say("table.haunts-with", ghost=revealed[seat])] if seat in revealed else []
        parts.append(candies(sum(stash.candy.values()), self.translator))
        if stash.kids:
            parts.append(self.say("table.kids-worth", n=len(stash.kids), value=sum(stash.kids.values())))
        return self.say("table.seat", parts=parts)

    def hand(self) -> str:
        view, say = self.view, self.say
        lines = [say("table.ghosts" if view.hand else "table.ghosts-none", ghosts=view.hand)]
        for seat, values in sorted(view.loves.items(), key=lambda love: love[0] != view.seat):
            key = "table.love-card" if seat == view.seat else "table.love-card-of"
            lines.append(say(key, p=f"s{seat}", loved=love_phrases(values, self.translator)))
        lines.append(say("table.so-far", n=view.standings[view.me]))
        rivals = [seat for seat in range(view.players) if seat != view.seat]
        left = [say("table.ghosts-left-of", p=f"s{seat}", ghosts=view.ghosts_left[seat]) for seat in rivals]
        lines.append(say("table.ghosts-left", ghosts=left))
        return "\n".join(lines)

    def cards_on_table(self) -> Sequence[str]:
        """Return the kids of the row, then those in stashes."""
        stashed = [kid for stash in self.view.stashes for kid in stash.kids]
        return [*[spot.kid for spot in self.view.row if spot.kid], *stashed]

    def whereabouts(self, card: str) -> list[str]:
        view, say = self.view, self.say
        places = [say("table.number-of-row", place=n) for n, spot in enumerate(view.row, 1) if spot.kid == card]
        places += [say("table.in-stash", p=f"s{n}") for n, stash in enumerate(view.stashes) if card in stash.kids]
        return [*places, say("table.in-discard")] if card in view.kid_discard else places

    # ---- the table
    def table(self) -> list[str]:
        view, say = self.view, self.say
        lines = [say("table.neighborhood"), *(self.spot(place, spot) for place, spot in enumerate(view.row, 1))]
        lines += [say("table.stashes"), *map(self.stash, range(view.players))]
        if view.order and view.revealed:
            coming = [seat for seat in view.order if seat in view.revealed]
            turns = [say("table.turn", p=f"s{seat}", ghost=view.revealed[seat]) for seat in coming]
            lines.append(say("table.turns", turns=turns))
        kids, candy = say("table.kids", n=view.kids_left), candies(view.candy_left, self.translator)
        lines.append(say("table.decks", kids=kids, candies=candy))
        gone = by_seat(view.ghost_discard).items()
        ghosts = [say("table.discarded-ghosts", p=f"s{seat}", ghosts=numbers) for seat, numbers in gone]
        kids, candy = self.all_of(view.kid_discard), self.all_of(view.candy_discard)
        lines.append(say("table.discarded", ghosts=ghosts or [say("table.none")], kids=kids, candy=candy))
        return lines

    def spot(self, place: int, spot: SpotView) -> str:
        if not spot.kid:
            return self.say("table.nobody", place=place)
        card = kids_of(self.view)[spot.kid]
        return self.say(
            "table.spot-safe" if spot.guard else "table.spot",
            place=place,
            kid=spot.kid,
            haunted=spot.haunted,
            courage=spot.courage,
            ghosts=ghosts_on(spot, self.translator),
            candy=spot.candy,
            guard=spot.guard,
            box=self.say("table.blue-box" if card.box == "blue" else "table.yellow-box"),
            text=card.text or card.short,
        )

    def stash(self, seat: int) -> str:
        stash = self.view.stashes[seat]
        candy = [name for name, n in stash.candy.items() for _ in range(n)]
        key = "table.stash-kids" if stash.kids else "table.stash"
        kids = [self.say("table.kid-worth", kid=kid, value=value) for kid, value in stash.kids.items()]
        return self.say(key, p=f"s{seat}", candy=candy, kids=kids, n=self.view.hand_sizes[seat])

    def all_of(self, things: Sequence[str]) -> str:
        return self.translator.name(things) if things else self.say("table.none")


class GhostsGameOverText(GameOverText[StreetView]):
    def headline(self) -> str | None:
        """Return the tied players' shout, or None."""
        winners = self.view.winners
        return self.say("score.boo", p=[f"s{seat}" for seat in winners]) if len(winners) > 1 else None

    def line(self, line: Line) -> str:
        fields = {**line.fields, "points": line.points}
        if line.key == "candy-changed":
            changes = zip(fields["kids"], fields["by"], fields["replaced"], strict=True)
            fields["shown"] = [
                self.say("score.replaced" if replaced else "score.changed", kid=kid, by=by)
                for kid, by, replaced in changes
            ]
        elif line.key == "stash-kids":
            values = zip(fields["kids"], fields["values"], strict=True)
            fields["shown"] = [self.say("score.stash-kid", kid=kid, by=value) for kid, value in values]
        return self.say(f"score.{line.key}", **fields)

    def secrets(self, seat: int) -> str:
        """Return the Love card and, after an early end, the ghosts left in hand."""
        known = love_phrases(self.view.loves[seat], self.translator)
        if self.view.over:
            return self.say("score.loved", loved=known)
        return self.say("score.in-hand", loved=known, ghosts=self.view.hand)

    def below_scores(self) -> str:
        """Return the kids of the row, which changed the count."""
        return self.say("score.row", kids=[spot.kid for spot in self.view.row if spot.kid])


# ---- the pictures in words
def now(view: StreetView, translator: Translator) -> str:
    """Return the current action, or how the game ended."""
    if view.over:
        key = "picture.boo" if len(view.winners) > 1 else "picture.wins"
        return translator.tr(key, p=[f"s{seat}" for seat in view.winners], n=max(view.totals))
    question = view.questions[0]
    seat = f"s{question.seat}"
    match question.say:
        case "haunt":
            return translator.tr("picture.haunts", p=seat, ghost=view.revealed[question.seat])
        case "ability":
            return translator.tr("picture.uses", p=seat, kid=question.fields["kid"])
        case "hand-over":
            return translator.tr("picture.gives", p=seat)
    return translator.tr("picture.chooses")


def round_of(view: StreetView, translator: Translator) -> str:
    return translator.tr("picture.round", round=view.round, rounds=view.rounds)


def table_alt(view: StreetView, translator: Translator) -> str:
    """Describe the whole table; if that's too long, with letters for names, without rules or kinds of candy."""
    return translator.first_fitting(alt_of(view, translator, brief) for brief in BRIEFS)


@dataclass(frozen=True)
class Brief:
    """How to shorten a description: letters for names, no kinds of candy, no rules of kids."""

    letters: bool
    kinds: bool = True
    rules: bool = True


BRIEFS = (
    Brief(False),
    Brief(True),
    Brief(False, rules=False),
    Brief(True, rules=False),
    Brief(True, kinds=False, rules=False),
)


def alt_of(view: StreetView, translator: Translator, brief: Brief) -> str:
    called = translator.with_names(LETTERS) if brief.letters else translator
    both = [translator.tr("seat.name", letter=LETTERS[n], p=f"s{n}") for n in range(view.players)]
    who = translator.with_names(both) if brief.letters else translator
    spots = [spot_alt(view, place, called, brief) for place in range(len(view.row))]
    parts = [translator.tr("alt.street", round=view.round, rounds=view.rounds, spots=spots)]
    if view.over:
        scores = [who.tr("alt.score", p=f"s{seat}", n=total) for seat, total in enumerate(view.totals)]
        key = "alt.boo" if len(view.winners) > 1 else "alt.wins"
        parts.append(translator.tr(key, p=[f"s{seat}" for seat in view.winners], n=max(view.totals), scores=scores))
        if scoring := scoring_kids(view):
            parts.append(translator.tr("alt.counting", kids=[view.row[here].kid for here in scoring]))
    else:
        parts += beside_alt(view, translator)
        if view.chosen:
            parts.append(called.tr("alt.chosen", seats=[f"s{seat}" for seat in view.chosen]))
        if view.revealed:
            coming = [seat for seat in view.order if seat in view.revealed]
            turns = [called.tr("table.turn", p=f"s{seat}", ghost=view.revealed[seat]) for seat in coming]
            parts.append(called.tr("alt.turns", turns=turns))
    parts.append(translator.tr("alt.stashes", stashes=[stash_alt(view, seat, who) for seat in range(view.players)]))
    return " ".join(parts)


def beside_alt(view: StreetView, translator: Translator) -> list[str]:
    """Return the neighbours to choose from, which the pictures tint."""
    focus = focus_of(view)
    if not focus.neighbours:
        return []
    kids = [view.row[here].kid for here in sorted(focus.neighbours)]
    return [translator.tr("alt.beside", kid=view.row[focus.place].kid, kids=kids)]


def stash_alt(view: StreetView, seat: int, translator: Translator) -> str:
    stash = view.stashes[seat]
    sentence = translator.tr("alt.stash", p=f"s{seat}", n=sum(stash.candy.values()))
    if not stash.kids:
        return sentence
    return translator.tr("alt.stash-kids", stash=sentence, kids=translator.tr("table.kids", n=len(stash.kids)))


def spot_alt(view: StreetView, here: int, translator: Translator, brief: Brief) -> str:
    spot, say = view.row[here], translator.tr
    if not spot.kid:
        return say("alt.nobody", place=here + 1)
    card = kids_of(view)[spot.kid]
    rule = MINUS.sub(lambda match: say("number.minus", n=match[1]), (card.brief or card.short or card.text).rstrip("."))
    key = "alt.kid-rule" if brief.rules and rule else "alt.kid"
    parts = [say(key, place=here + 1, kid=spot.kid, courage=spot.courage, rule=rule)]
    if spot.guard:
        parts.append(say("alt.safe", guard=spot.guard))
    if spot.ghosts:
        parts.append(ghosts_on(spot, translator))
    if spot.candy:
        n = candies(len(spot.candy), translator)
        each = [translator.join([kind] * spot.candy.count(kind)) for kind in CANDIES if kind in spot.candy]
        parts.append(say("alt.candies", candies=n, kinds=each) if brief.kinds else n)
    return ", ".join(parts)


def hand_alt(view: StreetView, translator: Translator) -> str:
    """Describe the player's ghosts and Love card, then the row, with rules and kinds of candy if they fit."""
    return translator.first_fitting(hand_alt_of(view, translator, brief) for brief in BRIEFS)


def hand_alt_of(view: StreetView, translator: Translator, brief: Brief) -> str:
    called = translator.with_names(LETTERS) if brief.letters else translator
    parts = [translator.tr("alt.ghosts" if view.hand else "alt.ghosts-none", ghosts=view.hand)]
    for seat, values in sorted(view.loves.items(), key=lambda love: love[0] != view.seat):
        key = "table.love-card" if seat == view.seat else "table.love-card-of"
        parts.append(translator.tr(key, p=f"s{seat}", loved=love_phrases(values, translator)))
    love = view.loves[view.me]
    spots = []
    for here, spot in enumerate(view.row):
        sentence = spot_alt(view, here, called, brief)
        worth = sum(love[candy] for candy in spot.candy)
        spots.append(translator.tr("alt.worth", spot=sentence, n=worth) if spot.candy else sentence)
    parts += [translator.tr("alt.row", spots=spots), *beside_alt(view, translator)]
    stash = view.stashes[view.me]
    candy = [name for name, n in stash.candy.items() for _ in range(n)]
    kids = [translator.tr("table.kid-worth", kid=kid, value=value) for kid, value in stash.kids.items()]
    parts.append(translator.tr("alt.own-stash", things=[translator.join(candy), *kids], n=view.standings[view.me]))
    rivals = [seat for seat in range(view.players) if seat != view.seat]
    left = [called.tr("table.ghosts-left-of", p=f"s{seat}", ghosts=view.ghosts_left[seat]) for seat in rivals]
    parts.append(translator.tr("alt.rivals", ghosts=left))
    return " ".join(parts)


# ---- what the open questions are about, which the pictures highlight
NEXT_TO = {"adjacent", "here-or-adjacent", "adjacent-rival"}  # words of abilities that need a neighbour


@dataclass(frozen=True)
class Focus:
    """The places of the kid whose ability is used, of its neighbours if they matter, and of the kids to choose from."""

    place: int = -1  # −1: no ability in use needs a neighbour
    neighbours: frozenset[int] = frozenset()
    choices: frozenset[str] = frozenset()  # empty if every kid can be chosen


def focus_of(view: StreetView) -> Focus:
    places = {spot.kid: here for here, spot in enumerate(view.row) if spot.kid}
    choices, place = set[str](), -1
    for question in view.questions:
        if question.say not in ("haunt", "ability"):
            continue
        parts = [part for option in question.options or () for part in parts_of(option)]
        choices |= {kid for part in parts for kid in parse_pair(part)}
        if question.say == "ability":
            effect = DECKS[view.deck][question.fields["kid"]].effects[question.fields.get("nth", 0)]
            if NEXT_TO & {*map(str, effect)}:
                place = places.get(question.fields["kid"], -1)
    neighbours = {place - 1, place + 1} & {*places.values()} if place >= 0 else set[int]()
    return Focus(place, frozenset(neighbours), frozenset(choices & {*places}) if {*places} - choices else frozenset())


def scoring_kids(view: StreetView) -> list[int]:
    """Return the places of kids that change the final count from the row."""
    return [here for here, spot in enumerate(view.row) if spot.kid and DECKS[view.deck][spot.kid].when == "end-row"]
