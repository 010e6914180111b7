"""Cover Your Kingdom's Clans, table, log and end in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from bot.i18n.catalogue import COMMON, Catalogue, card_texts, translate_cards
from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine.actions import first_part
from engine.cover_your_kingdom import actions
from engine.cover_your_kingdom.hire import enough
from engine.cover_your_kingdom.powers import BY_CARD
from engine.cover_your_kingdom.state import CARDS, CLANNING, HORSES, MAGIC, CoverCard, Sheet
from engine.cover_your_kingdom.view import ClanView, CoverView, KingdomView, LandView, PileView, WarView
from engine.game import Line, Question
from engine.machine import Event, seat_of

WORDS = Catalogue("cover-your-kingdom", files(__package__) / "text", COMMON, {"card": card_texts(CARDS.values())})


ANY = "any"  # the land of a Pigxie with two Rulers
LANDS_ONLY_FROM = 7  # with this many Rulers, the score names lands only; the log has each Clan's count
# These have another sentence if p is q too.
SELF_DIRECTED_EVENTS = ("wiizzaard-top", "wiizzaard-bottom", "minnowtaur-leaves")
SINGLE_CREATURE_EVENTS = ("adds", "adds-moves", "discards", "leaves-on-top", "lights")  # not about its Clan

TABLE_QUESTIONS = ("action", "free-settle", "land", "inn-mobgoblins", "inn-elves", "inn-wiizzaard")
NAMED_IN_PLURAL = ("elves", "mobgoblins")  # cards that take no article


# ---- cards
def plural_id(species: str | None) -> str:
    """Return the id of several Creatures' name; empty for an unknown species."""
    return f"{species}.many" if species else ""


def card_phrases(cards: Sequence[str], translator: Translator, article: bool = False) -> list[str]:
    """Return a phrase for each kind of card, such as "2 Bragons" and "Terrier", or "a Terrier" with an `article`."""
    phrases = []
    for card, n in Counter(cards).items():
        if n > 1:
            phrases.append(translator.tr("table.several", n=n, kin=plural_id(card)))
        elif article and card not in NAMED_IN_PLURAL:
            phrases.append(translator.tr("table.one", card=card))
        else:
            phrases.append(translator.name(card))
    return phrases


def join_cards(cards: Sequence[str], translator: Translator) -> str:
    """Join the phrases, such as "2 Bragons + Terrier"."""
    return " + ".join(card_phrases(cards, translator))


def magic(cards: Sequence[str]) -> int:
    return sum(MAGIC[card] for card in cards)


def translated_cards() -> Mapping[str, CoverCard]:
    """Return the cards in the current language."""
    return translate_cards(WORDS, CARDS)


def home(view: CoverView, card: str) -> str:
    """Return the land of a Creature; with two Rulers horses live in the Maneland, a Pigxie in any."""
    land = CARDS[card].land
    if view.players > 2 or not land:
        return land
    return "maneland" if card in HORSES else ANY if land == "either" else land


def card_facts(view: CoverView, card: str, translator: Translator) -> str:
    """Return a card's facts, such as "10 magic, Either Land"."""
    facts = CARDS[card]
    if facts.kind == "hire":
        return translator.tr("table.card-hire")
    key = "table.card-wild" if facts.kind == "wild" else "table.card"
    return translator.tr(key, magic=facts.magic, land=home(view, card))


# ---- Clans
class Place(NamedTuple):
    """The place of a Clan; the lowest of a stack has `height` 0."""

    seat: int
    land: LandView
    height: int
    clan: ClanView


def places(view: CoverView) -> Iterator[Place]:
    for kingdom in view.kingdoms:
        for land in kingdom.lands:
            for height, clan in enumerate(land.clans):
                yield Place(kingdom.seat, land, height, clan)


def top_places(view: CoverView) -> list[Place]:
    return [place for place in places(view) if place.clan is place.land.clans[-1]]


def place_of(view: CoverView, clan: str) -> Place:
    return {place.clan.id: place for place in places(view)}[clan]


def at_stake(view: CoverView, war: WarView) -> tuple[int, int]:
    """Return the number of cards, and their magic, that the Clan would have with everything played for it."""
    clan = place_of(view, war.clan).clan if war.clan else None
    n, worth = (len(clan.cards or []), clan.magic or 0) if clan else (0, 0)
    return n + len(war.cards), worth + magic(war.cards)


def size(clan: ClanView, translator: Translator) -> str:
    """Return a Clan's size as far as it is known, such as "3 cards, 45 magic"."""
    if clan.cards is None:
        return translator.tr("table.gem", gem=clan.gem)
    return translator.tr("table.size", n=len(clan.cards), magic=clan.magic)


def worths(clans: Sequence[ClanView], translator: Translator) -> list[str]:
    """Return each Clan's name and magic, such as "Bragons 45"."""
    return [translator.tr("table.worth", clan=plural_id(clan.species), magic=clan.magic) for clan in clans]


def lights(view: CoverView, seat: int, cards: Sequence[str]) -> list[str]:
    """Return the constellations that a Ruler would light if these cards came to the Kingdom."""
    if not view.constellations:
        return []
    lit, left = view.kingdoms[seat].lit, view.tokens
    new = [species for species in CLANNING if species in cards and species not in lit]
    return [species for species in new if not left or left[species]]


def are_open(clans: Sequence[ClanView]) -> bool:
    """Return True if more than the gems of these covered Clans is visible."""
    return all(clan.species for clan in clans)


def land_in_words(land: LandView, translator: Translator) -> str:
    say, name = translator.tr, land.land
    if not land.clans:
        parts = [say("table.land-empty", land=name)]
    else:
        *below, top = land.clans
        parts = [say("table.land", land=name, clan=plural_id(top.species), size=size(top, translator))]
        if wilds := [card for card in top.cards or [] if card != top.species]:
            parts.append(say("table.with", cards=card_phrases(wilds, translator)))
        if below and are_open(below):
            parts.append(say("table.below-clans", clans=worths(below[::-1], translator)))
        elif below:
            parts.append(say("table.below-gems", gems=[clan.gem for clan in below[::-1]]))
    for guard in land.guards:
        parts.append(say("table.guarded" if guard.upright else "table.barred", p=f"s{guard.owner}"))
    return ", ".join(parts)


class CoverTextRenderer(TextRenderer[CoverView]):
    @classmethod
    def things(cls, view: CoverView | None) -> Mapping[str, str]:
        """Return the names of cards (those that are not shortened) and of Clans."""
        names = {card.id: card.name for card in CARDS.values() if f"thing.{card.id}" not in WORDS}
        if view is None:
            return names
        translator = Translator(WORDS, things=WORDS.names("thing"))
        clans = [place.clan for place in places(view)]
        return names | {
            clan.id: translator.name(plural_id(clan.species))
            if clan.species
            else translator.tr("table.covered", gem=clan.gem)
            for clan in clans
        }

    def fields(self, question: Question) -> Mapping[str, Any]:
        """Return the question's fields, with the cards that answer or hold the Clan."""
        fields = self.name_fields(question.fields)
        if question.say == "elves":
            holder, hirer = (self.view.kingdoms[seat_of(question.fields[who])].powers for who in ("p", "q"))
            holds = "-".join(["holds", *enough(holder, hirer)])
            return {**fields, "holds": self.say(f"table.{holds}", **fields)}
        if self.view.war is None or question.say not in ("counter", "inn-challenge"):
            return fields
        answers = self.say("table.answers-two" if self.view.war.two else "table.answers", **fields)
        war, seat = self.view.war, question.seat
        clan = place_of(self.view, war.clan) if war.clan else None
        at_stake = [*war.cards, *(clan.clan.cards or [] if clan and clan.seat != seat else [])]
        if lit := lights(self.view, seat, at_stake):
            answers = self.say("table.answers-and-lights", answers=answers, species=lit)
        if len(war.plays) > 1:
            answers = self.say("table.answers-after", answers=answers, plays=self.plays(war))
        kind = "inn" if not fields["clan"] else "yours" if fields["owner"] == f"s{seat}" else "theirs"
        wanted = self.say(f"table.wanted-{kind}", **fields)
        return {**fields, "answers": answers, "wanted": wanted}

    def coach_note_kinds(self, question: Question) -> Sequence[str]:
        """Return the notes on settling, the inn and recruiting, each as soon as it is possible."""
        if question.say != "action":
            return (question.say,)
        verbs = {first_part(option) for option in question.options or ()}
        further = (("inn", actions.INN), ("recruit", actions.RECRUIT))
        first = "action" if actions.SETTLE in verbs else "round"
        begins = first == "action" or not self.view.kingdoms[question.seat].clans  # both notes name the goal
        return (*([first] if begins else []), *(kind for kind, verb in further if verb in verbs))

    def plays(self, war: WarView) -> list[str]:
        """Return the plays in their order, such as "Ada Spydra" and "Ben 2 Bragons"."""
        return [
            self.say("table.play", p=f"s{play.seat}", cards=join_cards(play.cards, self.translator))
            for play in war.plays
        ]

    def name_fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Add the plural of a question's species, and count its cards."""
        named = dict(fields)
        if "species" in fields:
            named["kin"] = plural_id(fields["species"])
        if isinstance(fields.get("cards"), list):
            named["cards"] = card_phrases(fields["cards"], self.translator)
            named["played"] = card_phrases(fields["cards"], self.translator, article=True)
        return named

    def sentence(self, event: Event) -> str:
        fields = dict(event.fields)
        if event.key not in SINGLE_CREATURE_EVENTS:
            fields |= {name: plural_id(fields[name]) for name in ("species", "other") if name in fields}
        if isinstance(fields.get("cards"), list):
            fields["cards"] = card_phrases(fields["cards"], self.translator, article=True)
        if event.key in ("inn-turns-up", "inn-shuffles-back"):
            (fields["card"],) = card_phrases([fields["card"]], self.translator, article=True)
        key = variant(event)
        return self.say(f"log.{key}", **{**fields, "b": plural_id(fields["b"])} if key == "settles-pair" else fields)

    def note(self) -> str:
        view = self.view
        if view.contest != "one":
            return self.say(f"table.contest-{view.contest}", n=view.round)
        return "" if view.over else self.say("table.deck-of" if view.deck else "table.deck-empty", n=view.deck)

    def seat_line(self, seat: int) -> str:
        view, say, kingdom = self.view, self.say, self.view.kingdoms[seat]
        parts = [say("table.cards", n=kingdom.hand), say("table.clans", n=kingdom.clans)]
        if view.constellations:
            parts.append(say("table.lit-number", n=len(kingdom.lit)))
        parts += [self.translator.name(power) for power in kingdom.powers]
        if view.contest == "first-to-2":
            parts += [say("table.rounds-won", n=kingdom.victories)] * (kingdom.victories > 0)
        elif view.rounds and not view.over:
            parts.append(say("table.so-far", n=sum(done.totals[seat] for done in view.rounds)))
        return ", ".join(parts)

    def hand(self) -> str:
        view, say = self.view, self.say
        counts = Counter(view.hand)
        cards = [
            say(
                "table.held",
                cards=card_phrases([card] * n, self.translator),
                about=card_facts(view, card, self.translator),
            )
            for card, n in counts.items()
        ]
        return "\n".join(
            [say("table.hand" if cards else "table.hand-empty", cards=cards), *self.effects(), *self.covered_clans()]
        )

    def effects(self) -> list[str]:
        view, say = self.view, self.say
        telling = [card for card in dict.fromkeys(view.hand) if CARDS[card].kind != "clanning"]
        cards = translated_cards()
        lines = [say("table.does", card=card, text=cards[card].short) for card in telling]
        lines += [say("table.power", power=p, text=cards[p].short) for p in view.kingdoms[view.me].powers]
        return lines

    def covered_clans(self) -> list[str]:
        """Return the Clans that one's own Clans cover, in one line: a phone has no room for one a Land."""
        lands = [
            self.say("table.covered-in", land=land.land, clans=worths(land.clans[-2::-1], self.translator))
            for land in self.view.kingdoms[self.view.me].lands
            if len(land.clans) > 1
        ]
        return [self.say("table.you-cover", lands=lands)] if lands else []

    def whereabouts(self, card: str) -> list[str]:
        """Return where its copies are visible: in Clans, at the inn, on top of the discard pile, as a Ruler's power."""
        view, say = self.view, self.say
        clans = [
            say("table.copies-in", n=place.clan.cards.count(card), p=f"s{place.seat}", land=place.land.land)
            for place in places(view)
            if place.clan.cards and card in place.clan.cards
        ]
        powers = [say("table.power-of", p=f"s{kingdom.seat}") for kingdom in view.kingdoms if card in kingdom.powers]
        inn = [say("table.at-the-inn")] * any(pile.face == card for pile in view.inn)
        gone = [say("table.on-discard")] * (view.discard == card) + [say("table.is-retired")] * (card in view.retired)
        return [*clans, *powers, *inn, *gone]

    # ---- the table
    def table(self) -> list[str]:
        view, say = self.view, self.say
        piles = [
            say("table.deck", n=view.deck),
            say("table.discard-top" if view.discard else "table.discard", n=view.discards, card=view.discard),
            say(
                "table.retired" if view.retired else "table.retired-none",
                cards=card_phrases(view.retired, self.translator),
            ),
        ]
        lines = [" · ".join(piles)]
        if view.gone:
            lines.append(say("table.gone", n=view.gone))
        lines += [*self.challenge(), *self.inn(), *self.stars()]
        for kingdom in view.kingdoms:
            lines += self.kingdom(kingdom)
        for n, sheet in enumerate(view.rounds, 1):
            counts = [say("table.count", p=f"s{seat}", n=total) for seat, total in enumerate(sheet.totals)]
            lines.append(say("table.round", n=n, counts=counts, winners=[f"s{seat}" for seat in sheet.winners]))
        return lines

    def challenge(self) -> Iterator[str]:
        war = self.view.war
        if war is not None:
            yield self.say(
                "table.challenge" if war.clan else "table.challenge-inn",
                p=f"s{war.attacker}",
                q=f"s{war.defender}",
                kin=plural_id(war.species),
                plays=self.plays(war),
                n=at_stake(self.view, war)[0],
            )
        for clan in self.view.arriving:
            yield self.say("table.arriving", clan=plural_id(clan.species), size=size(clan, self.translator))

    def inn(self) -> Iterator[str]:
        if self.view.inn:
            yield self.say("table.inn", piles=[self.pile(pile) for pile in self.view.inn])

    def pile(self, pile: PileView) -> str:
        """Return a pile, such as "Bragon on 6 with Elves": everyone saw cards that were shuffled back."""
        key = "pile" if pile.face else "pile-no-face"
        buried = card_phrases(pile.buried, self.translator)
        return self.say(f"table.{key}-with" if buried else f"table.{key}", card=pile.face, n=pile.count, cards=buried)

    def stars(self) -> Iterator[str]:
        view, say = self.view, self.say
        if not view.constellations:
            return
        yield say("table.constellations", bonus=[say("table.star", what=name, n=n) for name, n in view.bonus.items()])
        if view.tokens:
            yield say("table.tokens", tokens=[say("table.star", what=name, n=n) for name, n in view.tokens.items()])
        if view.light_speed:
            key = "light-first" if view.fastest >= 0 else "light-open"
            yield say(f"table.{key}-gone" if view.light_gone else f"table.{key}", p=f"s{view.fastest}")

    def kingdom(self, kingdom: KingdomView) -> Iterator[str]:
        view, say = self.view, self.say
        parts = [say("table.kingdom", p=f"s{kingdom.seat}", n=kingdom.hand)]
        parts += [self.translator.join(kingdom.powers)] if kingdom.powers else []
        parts += [say("table.crown")] if kingdom.seat == view.active and not view.over else []
        yield ", ".join(parts)
        for land in kingdom.lands:
            yield say("table.line", text=land_in_words(land, self.translator))
        if view.constellations:
            lit = [species for species in CLANNING if species in kingdom.lit]
            yield say("table.lit" if lit else "table.lit-none", species=lit)


def variant(event: Event) -> str:
    """Return the key of the event's sentence; some events have two."""
    key, fields = event.key, event.fields
    if key == "settles" and fields["a"] == fields["b"]:
        return "settles-pair"
    if key in SELF_DIRECTED_EVENTS and fields["p"] == fields["q"]:
        return f"{key}-own"
    if key == "lights-all" and fields["speed"]:
        return "lights-all-speed"
    if key == "uses-power":
        return "uses-power-as" if "work" in fields else BY_CARD[fields["power"]].log_text
    return key


# ---- the end
def result(view: CoverView, translator: Translator) -> tuple[str, dict[str, Any]]:
    """Return the key and fields of the sentence about the winner."""
    first = view.winners[0]
    if view.contest == "first-to-2":
        won = translator.tr("score.won-rounds", n=view.kingdoms[first].victories)
    else:
        won = translator.tr("score.won-magic", n=sum(sheet.totals[first] for sheet in view.rounds))
    key = "wins" if len(view.winners) == 1 else "share"
    fields = {"p": [f"s{seat}" for seat in view.winners], "won": won, "n": len(view.rounds)}
    return f"{key}-in" if view.contest in ("two", "three") else key, fields


class CoverGameOverText(GameOverText[CoverView]):
    def headline(self) -> str | None:
        if not self.view.winners:
            return None
        key, fields = result(self.view, self.translator)
        return self.say(f"score.{key}", **fields)

    def sheets(self) -> list[tuple[str, list[tuple[str, str]]]]:
        view = self.view
        return [self.sheet(n, done) for n, done in enumerate(view.rounds, 1) if not view.over or n < view.round]

    def sheet(self, number: int, done: Sheet) -> tuple[str, list[tuple[str, str]]]:
        """Return how one round of a contest ended, best first."""
        ranked = sorted(range(len(done.totals)), key=lambda seat: (-done.totals[seat], -done.creatures[seat]))
        seats = []
        for seat in ranked:
            lines = [self.line(line) for line in done.lines[seat]]
            lines.append(self.say("score.creatures", n=done.creatures[seat]))
            seats.append((self.say("table.count", p=f"s{seat}", n=done.totals[seat]), " · ".join(lines)))
        winners, most = [f"s{seat}" for seat in done.winners], done.totals[done.winners[0]]
        key = "log.wins-round" if len(winners) == 1 else "score.round-shared"
        return self.say(key, p=winners, n=number, magic=most), seats

    def secrets(self, seat: int) -> str:
        """Return the hand after an early end; otherwise every hand is empty."""
        return self.say("score.in-hand", cards=card_phrases(self.view.hand, self.translator)) if self.view.hand else ""

    def line(self, line: Line) -> str:
        fields = line.fields
        if line.key == "land":
            clans = fields["clans"]
            if len(self.translator.names) >= LANDS_ONLY_FROM:
                return self.say("score.land-sum", land=fields["land"], points=line.points, n=len(clans))
            names = [self.clan(clan) for clan in clans]
            return self.say("score.land", land=fields["land"], points=line.points, clans=names)
        if line.key == "clusters":
            return self.say("score.clusters", clusters=[self.say("table.star", what=c, n=n) for c, n in fields.items()])
        if line.key == "round" and fields["won"]:
            return self.say("score.round-won", **fields)
        return super().line(line)

    def clan(self, clan: Mapping[str, Any]) -> str:
        """Return a Clan's count, such as "Bragons 3 cards 45 + Spydra 40"."""
        key = "score.clan-swine" if clan["swine"] else "score.clan-one" if clan["n"] == 1 else "score.clan"
        text = self.say(key, **{**clan, "kin": plural_id(clan["species"])})
        if not clan["wilds"]:
            return text
        wilds = card_phrases(clan["wilds"], self.translator)
        return self.say("score.clan-wilds", clan=text, wilds=wilds, magic=clan["wild_magic"])


# ---- the pictures in words
def question_group(question: Question) -> str:
    """Return the key of what the asked Ruler does: the question's own key, or one for several questions."""
    if f"picture.now-{question.say}" in WORDS:
        return question.say
    return "inn" if question.say.startswith("inn-") else "finish"


def now(view: CoverView, translator: Translator) -> str:
    """Return one short line: the round, and who does what."""
    if view.winners:
        key, fields = result(view, translator)
        return translator.tr(f"picture.{key}", **fields)
    if len(view.waiting) + len(view.chosen) > 1:
        return translator.tr("picture.both-choose")
    question = view.questions[0] if view.questions else None
    if question is None:
        return ""
    doing = translator.tr(f"picture.now-{question_group(question)}", p=f"s{question.seat}", n=view.taken + 1)
    return translator.tr("picture.round", n=view.round, now=doing) if view.contest != "one" else doing


def yours(view: CoverView, translator: Translator) -> str:
    """Return in one short line what the viewer must do; empty if they need not choose."""
    question = view.question_of(view.seat)
    if question is None or view.seat not in view.waiting:
        return ""
    return translator.tr(f"picture.yours-{question_group(question)}", n=view.taken + 1)


def table_alt(view: CoverView, translator: Translator) -> str:
    """Describe all Kingdoms if they fit; else that of the asked Ruler, and only the counts of the others."""
    say = translator.tr
    key = "alt.head" if view.discard else "alt.head-no-discard"
    head = [say(key, now=now(view, translator), deck=view.deck, card=view.discard)]
    if view.retired:
        head.append(say("alt.retired", cards=card_phrases(view.retired, translator)))
    if view.war is not None:
        war = view.war
        fields = {"p": f"s{war.attacker}", "q": f"s{war.defender}", "kin": plural_id(war.species), "by": f"s{war.by}"}
        head.append(say("alt.war" if war.clan else "alt.war-inn", **fields, cards=card_phrases(war.cards, translator)))
        n, worth = at_stake(view, war)
        answer = say("picture.answer-two" if war.two else "picture.answer", species=war.species)
        head.append(say("alt.at-stake", n=n, magic=worth, answer=answer))
    elif view.bonus:
        head.append(say("alt.bonus", bonus=[say("table.star", what=name, n=n) for name, n in view.bonus.items()]))
    if view.inn:
        head.append(say("alt.inn", cards=[pile.face or say("join.nothing") for pile in view.inn]))
    full = [kingdom_alt(view, seat, translator) for seat in range(view.players)]
    short = [
        say(
            "alt.kingdom-short",
            p=f"s{seat}",
            held=hand_text(view, seat, translator),
            clans=say("table.clans", n=view.kingdoms[seat].clans),
        )
        for seat in range(view.players)
    ]
    main = view.waiting[0] if view.waiting else view.active
    most = [full[seat] if seat == main else short[seat] for seat in range(view.players)]
    return translator.first_fitting(" ".join([*head, *seats]) for seats in (full, most, short))


def kingdom_alt(view: CoverView, seat: int, translator: Translator) -> str:
    kingdom = view.kingdoms[seat]
    parts = [hand_text(view, seat, translator), *kingdom.powers]
    if view.constellations:
        lit = [species for species in CLANNING if species in kingdom.lit]
        parts.append(translator.tr("alt.lit" if lit else "alt.lit-none", species=lit))
    lands = [land_in_words(land_view, translator) for land_view in kingdom.lands]
    return translator.tr("alt.kingdom", p=f"s{seat}", parts=parts, lands=lands)


def hand_text(view: CoverView, seat: int, translator: Translator) -> str:
    """Return the number of cards; at the end, the magic."""
    if view.over and view.rounds:
        key = "alt.magic" if view.contest == "one" else "alt.magic-last-round"
        return translator.tr(key, n=view.rounds[-1].totals[seat])
    return translator.tr("table.cards", n=view.kingdoms[seat].hand)


def close_up_alt(view: CoverView, translator: Translator, seat: int) -> str:
    return cut(kingdom_alt(view, seat, translator), MAX_ALT)


def chooses_on_the_table(view: CoverView) -> bool:
    """Return True if the viewer chooses among Clans and Lands, so that the picture of their hand shows these, too."""
    question = view.question_of(view.seat)
    return question is not None and question.say in TABLE_QUESTIONS and (bool(view.inn) or any(places(view)))


def hand_alt(view: CoverView, translator: Translator) -> str:
    cards = [card_alt(view, card, n, translator) for card, n in Counter(view.hand).items()]
    own = translator.tr("alt.hand" if cards else "alt.hand-empty", cards=cards)
    rulers = range(view.players) if chooses_on_the_table(view) else ()
    return cut(" ".join([own, *(kingdom_alt(view, seat, translator) for seat in rulers)]), MAX_ALT)


def card_alt(view: CoverView, card: str, n: int, translator: Translator) -> str:
    facts, land = CARDS[card], home(view, card)
    key = "alt.held-hire" if facts.kind == "hire" else "alt.held" if land else "alt.held-wild"
    return translator.tr(key, cards=card_phrases([card] * n, translator), n=n, magic=facts.magic, land=land)
