"""What people see and press in Monster Muncher."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.delivery.message import Row
from bot.tables.info import LETTERS
from cogs.monster_muncher import picture
from cogs.monster_muncher import words as said
from cogs.monster_muncher.examples import EXAMPLES
from cogs.ui.controls import LEAVES, Layout, in_rows
from cogs.ui.pending import Face, Label, Page, Param, Verb
from cogs.ui.pictures import looks
from cogs.ui.words import LABEL, Words, counted, cut, fit, pair
from engine import GAMES
from engine.cards import Card
from engine.game import Line, Question, View
from engine.machine import Event
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

GAME = GAMES["monster-muncher"]
WORDS = {
    "draw": "Draw and end",
    "pass": "Pass",
    "use": "Use it",
    "skip": "Don't use it",
    "none": "No extra card",
}
REVEALED = 600  # characters of a hand below its score
LONG_HAND = 24  # from so many cards on, a hand in words has room for names only


def cards_pages() -> tuple[Page, ...]:
    """Every card of Hob's own, a page for each party and one for the Snacks."""
    cards: dict[str, list[MuncherCard]] = {}
    for card in GAME.cards("hob").values():
        assert isinstance(card, MuncherCard)
        cards.setdefault(card.party or "snack", []).append(card)
    titles = {"peon": "Peons", "stoneskin": "Stoneskins", "zombie": "Zombies", "mecha": "Mechas", "snack": "Snacks"}
    return tuple(
        Page(
            f"cards-{party}",
            f"Hob's {title}",
            "\n".join(f"• **{card.name}**, tier {card.tier}{numbers(card)}: {card.text}" for card in cards[party]),
        )
        for party, title in titles.items()
    )


def numbers(card: MuncherCard) -> str:
    return f", {card.hunger} hunger" if card.kind == "monster" else ""


class MuncherFace(Face):
    game = GAME
    group = "muncher"
    blurb = said.BLURB
    colour = looks.MUNCHER.colour
    log_only = ("draws",)
    art = picture
    guide = said.GUIDE
    pages = (*said.PAGES, *cards_pages())
    examples = EXAMPLES
    SAY, NOW, WHY, LINES = said.SAY, said.NOW, said.WHY, said.LINES
    LOG = said.LOG
    PLACEHOLDERS = {"play": "Play…", "discard": "Discard…", "announce": "Announce…"}
    CHOICES = {"announcements": {"by-hand": "by hand (rulebook)"}}
    KINDS = {"card": "card", "on": "Monster or Snack of yours", "target": "target", "snack": "Snack of yours"}
    verbs = (
        Verb(
            "play",
            "Play a Monster or a Snack",
            ("play/{card}/{on}", "play/{card}"),
            "You play a card on your own turn.",
            (
                Param("card", "What to play"),
                Param("on", "A Snack's Monster, or what the card replaces", optional=True),
            ),
            ("turn", "extra-play"),
        ),
        Verb(
            "discard",
            "Discard a card instead of playing",
            ("discard/{card}",),
            "You discard on your own turn.",
            (Param("card", "What to discard"),),
            ("turn",),
        ),
        Verb(
            "draw",
            "Draw and end your turn when you hold only Snacks",
            ("draw", "pass"),
            "You draw instead of playing on your own turn.",
            (),
            ("turn",),
        ),
        Verb(
            "use",
            "Use the ability, on this target",
            ("use", "{target*}"),
            "You use an ability when you have just played its card.",
            (Param("target", "On which card, or which two cards", optional=True),),
            ("ability", "ability-next"),
        ),
        Verb(
            "skip",
            "Do not use the ability, or play no extra card",
            ("skip", "none"),
            "There is nothing that you could skip.",
            (),
            ("ability", "extra-play"),
        ),
        Verb(
            "announce",
            "Announce a delayed effect before it is void",
            ("announce/{card}",),
            "You announce a delayed effect when its moment has come.",
            (Param("card", "Whose effect"),),
        ),
        Verb(
            "destroy",
            "Destroy one of your Snacks beyond three",
            ("{snack}",),
            "You destroy a Snack when you have more than 3.",
            (Param("snack", "Which Snack"),),
            ("too-many-snacks",),
        ),
    )

    # ---- names
    def deck(self, view: View | None) -> Mapping[str, Card]:
        return self.game.cards(view.deck if isinstance(view, MuncherView) else "hob")

    def things(self, view: View | None) -> Mapping[str, str]:
        names = {card.id: card.name for card in self.deck(view).values()}
        return {**said.KINDS, **said.EFFECTS, **names}

    def fields(self, view: View, question: Question) -> Mapping[str, Any]:
        """An ability's text, and that of the part that is being decided on."""
        fields = question.fields
        if question.say not in ("ability", "ability-next"):
            return fields
        part = "-".join(word for word in (fields["verb"], fields.get("who")) if word)
        limited = part + "-up-to" * (fields.get("n", 0) > 0)
        template = said.PARTS.get(limited) or said.PARTS.get(part) or ""
        return {
            **fields,
            "text": self.deck(view)[fields["card"]].text,
            "part": template.format(n=fields.get("n")),
        }

    def seat_line(self, view: View, seat: int, words: Words) -> str:
        assert isinstance(view, MuncherView)
        return f"{view.hunger[seat]} hunger, {counted(view.hand_sizes[seat], 'card')}"

    def note(self, view: View) -> str:
        assert isinstance(view, MuncherView)
        return f"first to {view.goal}"

    # ---- controls
    def label(self, view: View, question: Question | None, path: str, words: Words) -> Label:
        assert isinstance(view, MuncherView)
        verb, *names = path.split("/")
        if not names:
            return Label(WORDS[verb]) if verb in WORDS else self.target(view, verb, words)
        if verb == "announce":
            return self.announcement(view, names[0], words)
        if verb in ("play", "discard"):
            return self.card(view, verb, names, words)
        mine, theirs = words.name(verb), words.name(names[-1])
        owner, text = self.owner(view, names[-1]), self.target(view, names[-1], words).text
        if owner is None:
            return Label(pair(mine, " for ", theirs), text)
        whose = (words.names[owner], LETTERS[owner])
        ways = (*(f"{mine} for {who}'s {theirs}" for who in whose), pair(mine, " for ", theirs))
        return Label(fit(*ways), f"{whose[0]}'s, {text}")

    def card(self, view: MuncherView, verb: str, names: Sequence[str], words: Words) -> Label:
        """A card of the hand, perhaps with the place where it goes."""
        card = self.deck(view).get(names[0])
        if not isinstance(card, MuncherCard):
            return Label(cut(words.name(names[0]), LABEL))
        text = card.short or card.text
        if card.kind == "monster":
            text = f"{said.PARTIES[card.party or 'peon']}, {card.hunger} hunger: {text or 'no ability'}"
        if verb == "discard" and card.id in view.locked:
            text = said.LOCKED[last_turn(view, card.id)]
        if len(names) == 1:
            return Label(cut(card.name, LABEL), text)
        place = self.deck(view).get(names[1])
        onto = card.kind == "snack" and isinstance(place, MuncherCard) and place.kind == "monster"
        return Label(pair(card.name, " on " if onto else " for ", words.name(names[1])), text)

    def target(self, view: MuncherView, card: str, words: Words) -> Label:
        """A card in play, whose it is, and what it is like now."""
        for row in view.rows:
            for monster in row:
                if card == monster.card:
                    return Label(self.whose(view, card, words), self.state(monster, words))
                if any(card == snack.card for snack in monster.snacks):
                    return Label(self.whose(view, card, words), f"on {words.name(monster.card)}")
        return Label(cut(words.name(card), LABEL))

    def owner(self, view: MuncherView, card: str) -> int | None:
        return next((seat for seat, row in enumerate(view.rows) if any(card in cards_of(m) for m in row)), None)

    def whose(self, view: MuncherView, card: str, words: Words) -> str:
        """ "Ben's Rotlet", with Ben's letter alone where the label would be too long."""
        owner, name = self.owner(view, card), words.name(card)
        if owner is None:
            return cut(name, LABEL)
        return fit(f"{words.names[owner]}'s {name}", f"{LETTERS[owner]}'s {name}")

    def state(self, monster: MonsterView, words: Words) -> str:
        """ "4 + 2 − 1 = 5 hunger, protected, with Rock Rusk"."""
        parts = [f"{total(monster.raw, monster.buffs, monster.debuffs)} hunger"]
        parts += ["fully protected"] * monster.protected
        parts += [f"with {words.join([snack.card for snack in monster.snacks])}"] * bool(monster.snacks)
        return ", ".join(parts)

    def announcement(self, view: MuncherView, card: str, words: Words) -> Label:
        moment = next((moment for moment in view.moments if moment.card == card), None)
        times = f" (×{moment.times})" if moment and moment.times > 1 else ""
        text = said.EFFECTS.get(moment.effect, "") if moment else ""
        return Label(cut(f"Announce {words.name(card)}", LABEL - 3 - len(times)) + times, text, "primary")

    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        question = layout.question
        assert question is not None and question.options is not None
        if question.say in ("turn", "extra-play"):
            return self.hand_rows(layout, question.options)
        if question.say in ("ability", "ability-next"):
            return self.ability_rows(layout, question)
        return None

    def hand_rows(self, layout: Layout, options: Sequence[str]) -> tuple[Row, ...]:
        """A select of what may be played, one of what may be discarded, and what else there is."""
        found = {verb: [o for o in options if o.startswith(f"{verb}/")] for verb in ("play", "discard")}
        alone = tuple(layout.button(option) for option in options if "/" not in option)
        menus = [layout.menu(those, verb, 1) for verb, those in found.items() if those]
        return (*menus, alone) if alone else tuple(menus)

    def ability_rows(self, layout: Layout, question: Question) -> tuple[Row, ...]:
        """Up to eight targets as buttons, else a select; refusing stands apart."""
        assert question.options is not None
        if question.options == ["use", "skip"]:
            return ((layout.button("use"), layout.button("skip")),)
        targets = [option for option in question.options if option != "skip"]
        skip = ((layout.button("skip"),),) if len(targets) < len(question.options) else ()
        if len(targets) <= LEAVES:
            return (*in_rows([layout.button(option) for option in targets]), *skip)
        menu = layout.menu(targets, "", 1)
        return (replace(menu, placeholder=said.TARGETS.get(question.fields["verb"], "Choose…")), *skip)

    def wonders(self, view: View, question: Question) -> Sequence[str]:
        """Cards of the hand that cannot be played, drawing instead; Monsters that an ability does not reach."""
        assert isinstance(view, MuncherView)
        options = question.options or []
        if question.say in ("turn", "extra-play"):
            playable = {option.split("/")[1] for option in options if option.startswith("play/")}
            held = view.hands[question.seat] or []
            draw = ["draw"] if question.say == "turn" and "draw" not in options else []
            return [*(f"play/{card}" for card in held if card not in playable), *draw]
        if question.say not in ("ability", "ability-next") or any("/" in option for option in options):
            return []
        rivals = (row for seat, row in enumerate(view.rows) if seat != question.seat)
        return [m.card for row in rivals for m in row if m.card not in options and {*options} - {"use", "skip"}]

    def table_offers(self, view: View) -> list[tuple[int, str]]:
        """Everybody's announcements: their moment passes with the next move."""
        return [(seat, offer) for seat, offers in view.offers.items() for offer in offers]

    # ---- words
    def card_words(self, card: Card) -> str:
        assert isinstance(card, MuncherCard)
        kind = f"Monster, {said.PARTIES[card.party]}" if card.party else "Snack"
        hunger = f", {card.hunger} hunger" if card.party else ""
        lines = [f"{kind}, tier {card.tier}{hunger}.", card.text or "No ability."]
        if card.delayed:
            lines.append("To be announced before the next player moves; else it is void while the card stays in play.")
        return "\n".join(lines)

    def whereabouts(self, view: View, card: str, words: Words) -> list[str]:
        assert isinstance(view, MuncherView)
        places = ["in the graveyard"] * (card in view.grave)
        for name, row, seen in zip(words.names, view.rows, view.seen, strict=True):
            places += [f"in {name}'s row, {self.state(m, words)}" for m in row if m.card == card]
            places += [f"on {name}'s {words.name(m.card)}" for m in row for snack in m.snacks if snack.card == card]
            places += [f"in {name}'s hand"] * (card in seen)
        return places

    def hand(self, view: View, words: Words) -> str:
        assert isinstance(view, MuncherView) and view.seat is not None
        held = view.hands[view.seat] or []
        if not held:
            return "Your hand is empty."
        if len(held) > LONG_HAND:
            lines = [f"Your hand: {words.join(held)}."]
        else:
            lines = ["Your hand:", *(f"• **{words.name(card)}**, {self.held(view, card)}" for card in held)]
        for last, until in said.LOCKED.items():
            if locked := [card for card in held if card in view.locked and last_turn(view, card) == last]:
                lines.append(f"{until}: {words.join(locked)}.")
        contested = [card for card in held if card in view.contested]
        if contested:
            lines.append(f"Stolen, and somebody may still announce it away: {words.join(contested)}.")
        return "\n".join(lines)

    def held(self, view: MuncherView, card: str) -> str:
        found = self.deck(view)[card]
        assert isinstance(found, MuncherCard)
        kind = f"{said.PARTIES[found.party]}, {found.hunger} hunger" if found.party else "Snack"
        return f"{kind}: {found.short or found.text or 'no ability'}"

    def table_in_words(self, view: View, words: Words) -> list[str]:
        assert isinstance(view, MuncherView)
        top = f", on top {words.name(view.grave[-1])}" if view.grave else ""
        lines = [f"**Deck** {view.pile} cards · **Graveyard** {len(view.grave)}{top}"]
        lines += [
            f"{words.names[moment.seat]} may announce {words.name(moment.card)}: {words.name(moment.effect)}."
            for moment in view.moments
        ]
        for seat, row in enumerate(view.rows):
            lines.append(f"**{words.names[seat]}**, {view.hunger[seat]} of {view.goal} hunger")
            lines += [f"• {self.monster_in_words(view, monster, words)}" for monster in row] or ["• no Monster"]
            lines += self.seen_in_words(view, seat, words)
        return lines

    def monster_in_words(self, view: MuncherView, monster: MonsterView, words: Words) -> str:
        card = self.deck(view)[monster.card]
        assert isinstance(card, MuncherCard) and card.party
        parts = [f"{words.name(card.id)}, {said.PARTIES[card.party]}, tier {card.tier}"]
        parts.append(f"{total(monster.raw, monster.buffs, monster.debuffs)} hunger")
        parts += ["fully protected"] * monster.protected
        parts += [said.STATES[state] for state in [monster.state] if state]
        for snack in monster.snacks:
            state = f" ({said.STATES[snack.state]})" if snack.state else ""
            parts.append(f"with {words.name(snack.card)}{state}")
        return ", ".join(parts)

    def seen_in_words(self, view: MuncherView, seat: int, words: Words) -> list[str]:
        """What everybody has seen going into a hand."""
        seen = [
            f"{words.name(card)}{' (locked)' if card in view.locked else ''}"
            f"{' (may be announced away)' if card in view.contested else ''}"
            for card in view.seen[seat]
        ]
        return [f"• seen going to the hand: {', '.join(seen)}"] if seen else []

    def sentence(self, event: Event, words: Words) -> str:
        if event.key == "announces" and "cards" in event.fields:
            return words.say(said.ANNOUNCED[str(event.fields["effect"])], event.fields)
        return super().sentence(event, words)

    # ---- the end
    def win_title(self, view: View, words: Words) -> str | None:
        assert isinstance(view, MuncherView)
        if view.winner is None:
            return None
        return f"{words.names[view.winner]} wins Monster Muncher with {view.hunger[view.winner]} hunger"

    def score_name(self, place: int, who: str, total: int | None) -> str:
        return f"{place}. {who} {total} hunger"

    def revealed(self, view: View, seat: int, words: Words) -> str:
        """The cards that were left in the hand."""
        assert isinstance(view, MuncherView)
        held = view.hands[seat]
        return cut(words.say(said.IN_HAND, {"cards": held}), REVEALED) if held else ""

    def line(self, line: Line, words: Words) -> str:
        if line.key != "monster":
            return super().line(line, words)
        fields = line.fields
        key = "monster-snacks" if fields["snacks"] else "monster"
        return words.say(said.LINES[key], {**fields, "sum": total(fields["raw"], fields["buffs"], fields["debuffs"])})


def last_turn(view: MuncherView, card: str) -> bool:
    """Whether this locked card of the viewer's is free when the turn that is under way has ended."""
    return view.active == view.seat and view.locked[card] == 1


def cards_of(monster: MonsterView) -> list[str]:
    return [monster.card, *(snack.card for snack in monster.snacks)]


def total(raw: int, buffs: int, debuffs: int) -> str:
    """ "4 + 2 − 1 = 5", or "4" where there is no token."""
    said = f"{raw}" + f" + {buffs}" * bool(buffs) + f" − {debuffs}" * bool(debuffs)
    return said if not (buffs or debuffs) else f"{said} = {raw + buffs - debuffs}".replace("= -", "= −")
