"""Monster Muncher's table, cards and end in words."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from bot.i18n.catalogue import COMMON, Catalogue, card_texts, translate_cards
from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine.actions import first_part, parts_of
from engine.game import Line, Question, Score
from engine.machine import Event
from engine.monster_muncher import actions
from engine.monster_muncher.cards import DECKS, MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

WORDS = Catalogue("monster-muncher", files(__package__) / "text", COMMON, {"card": card_texts(DECKS["hob"].values())})


MAX_REVEALED_TEXT = 600  # characters of a hand below its score
LONG_HAND = 24  # with this many cards, a hand in words has room for names only


# ---- cards
def deck_of(view: MuncherView) -> Mapping[str, MuncherCard]:
    """Return the cards of the table's deck in the current language."""
    return translate_cards(WORDS, DECKS[view.deck])


def cards_of(monster: MonsterView) -> list[str]:
    return [monster.card, *(snack.card for snack in monster.snacks)]


def last_turn(view: MuncherView, card: str) -> bool:
    """Return True if the viewer's locked card is free after the current turn."""
    return view.active == view.seat and view.locked[card] == 1


def limits_raw_hunger(question: Question) -> bool:
    """Return True if the ability in question reaches only Monsters of a certain raw hunger."""
    verb, n = question.fields.get("verb"), question.fields.get("n", 0)
    return verb == "swap-same" or (verb not in ("buff", "debuff") and n > 0)


# ---- hunger
def total(raw: int, buffs: int, debuffs: int, translator: Translator) -> str:
    """Return a sum such as "4 + 2 − 1 = 5", or "4" without tokens."""
    if not (buffs or debuffs):
        return translator.name(raw)
    key = "both" if buffs and debuffs else "buffed" if buffs else "debuffed"
    return translator.tr(f"table.state-{key}", raw=raw, buffs=buffs, debuffs=debuffs, sum=raw + buffs - debuffs)


def hunger(monster: MonsterView, translator: Translator) -> str:
    return translator.tr("table.state-hunger", raw=total(monster.raw, monster.buffs, monster.debuffs, translator))


def sources(monster: MonsterView, translator: Translator) -> list[str]:
    """Return the known sources, such as "by Encore Eclair +2 and Sour Spit −1"."""
    effects = [translator.tr("table.given", card=card, n=n) for card, n in monster.given.items()]
    return [translator.tr("table.state-given", given=effects)] if effects else []


def state(monster: MonsterView, translator: Translator) -> str:
    """Return a state: "4 + 2 − 1 = 5 hunger, by Encore Eclair +2 and Sour Spit −1, fully protected, with Rock Rusk"."""
    parts = [hunger(monster, translator), *sources(monster, translator)]
    if monster.protected:
        parts.append(translator.tr("table.state-protected"))
    if monster.snacks:
        parts.append(translator.tr("table.state-with", snacks=[snack.card for snack in monster.snacks]))
    return ", ".join(parts)


class MuncherTextRenderer(TextRenderer[MuncherView]):
    @classmethod
    def things(cls, view: MuncherView | None) -> Mapping[str, str]:
        return {card.id: card.name for card in DECKS[view.deck if view is not None else "hob"].values()}

    def coach_note_kinds(self, question: Question) -> Sequence[str]:
        """Add the note on Snacks as soon as one can be played."""
        if question.say != "turn":
            return (question.say,)
        plays = [actions.parse_play(option) for option in question.options or () if first_part(option) == actions.PLAY]
        kinds = {card.kind for play in plays if (card := deck_of(self.view).get(play.card)) is not None}
        return tuple(note for note, kind in (("turn", "monster"), ("snack", "snack")) if kind in kinds)

    def fields(self, question: Question) -> Mapping[str, Any]:
        """Add the ability's text, and that of the part being decided on."""
        fields = question.fields
        if question.say not in ("ability", "ability-next"):
            return fields
        part = f"table.part-{'-'.join(word for word in (fields['verb'], fields.get('who')) if word)}"
        limited = f"{part}-up-to" if fields.get("n", 0) > 0 else part
        key = next((key for key in (limited, part) if key in self.translator.catalogue), None)
        sentence = self.say(key, n=fields.get("n", 0)) if key else ""
        return {**fields, "text": deck_of(self.view)[fields["card"]].text, "part": sentence}

    def sentence(self, event: Event) -> str:
        if event.key == "announces" and "cards" in event.fields:
            return self.say(f"log.announces-{event.fields['effect']}", **event.fields)
        if event.key == "gives" and event.fields["card"] == event.fields["m"]:
            return self.say("log.gives-itself", **event.fields)
        return super().sentence(event)

    def seat_line(self, seat: int) -> str:
        return self.say("table.seat", hunger=self.view.hunger[seat], n=self.view.hand_sizes[seat])

    def whereabouts(self, card: str) -> list[str]:
        view, say = self.view, self.say
        places = [say("table.card-in-graveyard")] * (card in view.grave)
        for seat, (row, seen) in enumerate(zip(view.rows, view.seen, strict=True)):
            p = f"s{seat}"
            places += [say("table.card-in-row", p=p, state=state(m, self.translator)) for m in row if m.card == card]
            places += [say("table.card-on", p=p, card=m.card) for m in row for s in m.snacks if s.card == card]
            places += [say("table.card-in-hand", p=p)] * (card in seen)
        return places

    # ---- the hand
    def hand(self) -> str:
        names = self.view.hand
        return "\n".join([self.held_cards(), *self.locked_lines(names)]) if names else self.say("table.hand-empty")

    def held_cards(self) -> str:
        names = self.view.hand
        if len(names) > LONG_HAND:
            return self.say("table.hand-long", cards=names)
        return "\n".join([self.say("table.hand"), *map(self.hand_card, names)])

    def locked_lines(self, cards: Sequence[str]) -> list[str]:
        """Return until when cards of the hand are locked, and which an announcement may still take away."""
        view, say, lines = self.view, self.say, []
        for last, key in ((True, "locked-this-turn"), (False, "locked-next-turn")):
            if locked := [card for card in cards if card in view.locked and last_turn(view, card) == last]:
                lines.append(say(f"table.{key}", cards=locked))
        if contested := [card for card in cards if card in view.contested]:
            lines.append(say("table.contested", cards=contested))
        return lines

    def hand_card(self, card: str) -> str:
        facts = deck_of(self.view)[card]
        text = facts.short or facts.text
        key = "held-snack" if not facts.party else "held-monster" if text else "held-monster-plain"
        return self.say(f"table.{key}", card=card, party=facts.party, hunger=facts.hunger, text=text)

    # ---- the table
    def table(self) -> list[str]:
        view, say = self.view, self.say
        top = view.grave[-1] if view.grave else ""
        key = "table.piles-top" if top else "table.piles"
        lines = [say(key, pile=view.pile, grave=len(view.grave), card=top)]
        lines += [say("table.may-announce", p=f"s{m.seat}", card=m.card, effect=m.effect) for m in view.moments]
        for seat, row in enumerate(view.rows):
            lines.append(say("table.row", p=f"s{seat}", hunger=view.hunger[seat], goal=view.goal))
            lines += [self.monster(monster) for monster in row] or [say("table.row-empty")]
            if view.seen[seat]:
                lines.append(say("table.seen", cards=[self.known_card(card) for card in view.seen[seat]]))
        return lines

    def monster(self, monster: MonsterView) -> str:
        card, say = deck_of(self.view)[monster.card], self.say
        states = [hunger(monster, self.translator), *sources(monster, self.translator)]
        states += [say("table.state-protected")] * monster.protected
        states += [say(f"table.state-{monster.state}")] if monster.state else []
        for snack in monster.snacks:
            now = say(f"table.state-{snack.state}") if snack.state else ""
            states.append(say("table.snack-state" if now else "table.snack", card=snack.card, state=now))
        return say("table.monster", card=card.id, party=card.party, tier=card.tier, states=states)

    def known_card(self, card: str) -> str:
        """Return a card that everyone saw going into a hand."""
        locked, contested = card in self.view.locked, card in self.view.contested
        if not (locked or contested):
            return self.translator.name(card)
        key = "seen-both" if locked and contested else "seen-locked" if locked else "seen-contested"
        return self.say(f"table.{key}", card=card)


class MuncherGameOverText(GameOverText[MuncherView]):
    def headline(self) -> str | None:
        winner = self.view.winner
        return None if winner is None else self.say("score.wins", p=f"s{winner}", n=self.view.hunger[winner])

    def score_heading(self, score: Score) -> str:
        return self.say("score.placed", place=score.place, p=f"s{score.seat}", total=score.total)

    def secrets(self, seat: int) -> str:
        """Return the cards left in the hand."""
        hand = self.view.hands[seat]
        return cut(self.say("score.in-hand", cards=hand), MAX_REVEALED_TEXT) if hand else ""

    def line(self, line: Line) -> str:
        if line.key != "monster":
            return super().line(line)
        fields = line.fields
        summands = total(fields["raw"], fields["buffs"], fields["debuffs"], self.translator)
        return self.say("score.monster-snacks" if fields["snacks"] else "score.monster", **{**fields, "sum": summands})


# ---- the pictures in words
def now(view: MuncherView, translator: Translator) -> str:
    """Return the winner, or who does what."""
    if view.winner is not None:
        return translator.tr("picture.wins", p=f"s{view.winner}")
    if not view.questions:
        return ""
    question = view.questions[0]
    does = "ability" if question.say.startswith("ability") else question.say
    return translator.tr(f"picture.{does}", p=f"s{question.seat}")


def table_alt(view: MuncherView, translator: Translator) -> str:
    """Describe everything; if too long, only counts of all but the asked player."""
    top = view.grave[-1] if view.grave else ""
    key = "alt.piles-top" if top else "alt.piles"
    head = translator.tr(key, pile=view.pile, grave=len(view.grave), card=top, now=now(view, translator))
    seats = [seat_alt(view, translator, who, True) for who in range(view.players)]
    in_full = view.waiting or [view.active]
    brief = [seats[who] if who in in_full else seat_alt(view, translator, who, False) for who in range(view.players)]
    return translator.first_fitting(" ".join([head, *those]) for those in (seats, brief))


def seat_alt(view: MuncherView, translator: Translator, who: int, whole: bool) -> str:
    row = view.rows[who]
    fields = {"p": f"s{who}", "hunger": view.hunger[who], "goal": view.goal, "n": view.hand_sizes[who]}
    if not row:
        return translator.tr("alt.seat", **fields)
    if whole:
        return translator.tr("alt.seat-monsters", **fields, monsters=[monster_alt(m, translator) for m in row])
    monsters = translator.tr("alt.monsters", n=len(row))
    return translator.tr("alt.seat-brief", seat=translator.tr("alt.in-hand", **fields), monsters=monsters)


def monster_alt(m: MonsterView, translator: Translator) -> str:
    say = translator.tr
    changed = m.buffs or m.debuffs
    words = [say("alt.monster-changed" if changed else "alt.monster", card=m.card, raw=m.raw, hunger=m.hunger)]
    words += [say("alt.plus", n=m.buffs)] if m.buffs else []
    words += [say("alt.minus", n=m.debuffs)] if m.debuffs else []
    parts = [" ".join(words), *[say("alt.protected")] * m.protected]
    parts[-1] = waiting(parts[-1], m.state, translator)
    if m.snacks:
        snacks = [waiting(snack.card, snack.state, translator) for snack in m.snacks]
        parts.append(say("alt.with", snacks=snacks))
    return ", ".join(parts)


def waiting(what: str, state: str, translator: Translator) -> str:
    """Add the state of a delayed effect, which the picture shows as a bell."""
    return translator.tr(f"alt.{state}", what=what) if state else translator.name(what)


def rows_to_choose_from(view: MuncherView) -> list[int]:
    """Return the seats with cards in play among which the viewer now chooses the target of an ability."""
    question = view.question_of(view.seat)
    if question is None or question.say not in ("ability", "ability-next"):
        return []
    targets = {name for option in question.options or [] for name in parts_of(option)}
    rows = enumerate(view.rows)
    return [seat for seat, row in rows if any(targets & {*cards_of(monster)} for monster in row)]


def hand_alt(view: MuncherView, translator: Translator) -> str:
    rows = [seat_alt(view, translator, seat, True) for seat in rows_to_choose_from(view)]
    return cut(" ".join([*rows, cards_alt(view, translator)]), MAX_ALT)


def cards_alt(view: MuncherView, translator: Translator) -> str:
    names = view.hand
    if not names:
        return translator.tr("table.hand-empty")
    locks = [card for card in names if card in view.locked]
    end = [translator.tr("alt.locked", cards=locks)] if locks else []
    cards = [card_alt(deck_of(view)[name], translator) for name in names]
    whole = " ".join([translator.tr("alt.hand", cards=cards), *end])
    return whole if len(whole) <= MAX_ALT else " ".join([translator.tr("alt.hand-short", cards=names), *end])


def card_alt(card: MuncherCard, translator: Translator) -> str:
    text = card.short or card.text
    key = f"alt.card-{'monster' if card.party else 'snack'}{'' if text else '-plain'}"
    spoken = (text[:1].lower() + text[1:]).replace("−", translator.tr("number.minus", n=""))
    return translator.tr(key, card=card.id, party=card.party, hunger=card.hunger, text=spoken)
