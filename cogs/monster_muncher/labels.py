"""The names and places of Monster Muncher's controls."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.i18n.fitting import LETTERS, MAX_LABEL, MAX_LABEL_WITH_NUMBERS, cut
from bot.screens.layout import Expected, HintEvent, Label, Labels, Layout, fit_a_phone, in_rows, with_declining
from bot.screens.message import Row
from cogs.monster_muncher.text import cards_of, deck_of, last_turn, limits_raw_hunger, state
from engine.actions import first_part, second_part
from engine.ai import EventPattern
from engine.game import Question
from engine.monster_muncher import actions
from engine.monster_muncher.view import MonsterView, MuncherView

OPTIONS_WITHOUT_CARD = (actions.DRAW, actions.PASS, actions.USE, actions.SKIP, actions.NONE)


class MuncherLabels(Labels[MuncherView]):
    hint_events = (
        HintEvent("label.hint-reaches", EventPattern("reaches", "p"), is_good=True),
        HintEvent("label.hint-beaten", EventPattern("reaches", "p", own=False)),
        HintEvent("label.hint-destroyed", EventPattern("destroys", "q")),
        HintEvent("label.hint-stolen", EventPattern("steals", "q")),
    )

    def label(self, question: Question | None, path: str) -> Label:
        if path in OPTIONS_WITHOUT_CARD:
            return Label(self.say(f"label.{path}"))
        verb = first_part(path)
        if verb == actions.ANNOUNCE:
            return self.announcement(second_part(path))
        if verb == actions.PLAY:
            return self.play(*actions.parse_play(path))
        if verb == actions.DISCARD:
            return self.discard(second_part(path))
        target = actions.parse_target(path)
        if target.mine:
            return self.swap(question, target.mine, target.card)
        return self.target(question, target.card)

    def planned_card(self, option: str) -> str:
        card = actions.parse_play(option).card if first_part(option) == actions.PLAY else ""
        return card if card in self.view.hand else ""

    # ---- the hand
    def play(self, card: str, place: str) -> Label:
        """Return the label of a card in hand, with its place if it is given."""
        facts = deck_of(self.view).get(card)
        if not place:
            return Label(cut(self.translator.name(card), MAX_LABEL), self.about(card))
        there = deck_of(self.view).get(place)
        onto = facts is not None and facts.kind == "snack" and there is not None and there.kind == "monster"
        key = "label.card-on" if onto else "label.card-for"
        return Label(self.translator.tr_fitting(key, card=card, place=place), self.about(card))

    def discard(self, card: str) -> Label:
        text = self.about(card)
        if card in self.view.locked:
            text = self.say("label.locked-this-turn" if last_turn(self.view, card) else "label.locked-next-turn")
        return Label(cut(self.translator.name(card), MAX_LABEL), text)

    def about(self, card: str) -> str:
        facts = deck_of(self.view).get(card)
        if facts is None:
            return ""
        text = facts.short or facts.text
        if facts.kind == "snack":
            return text
        key = "label.monster" if text else "label.monster-plain"
        return self.say(key, party=facts.party, hunger=facts.hunger, text=text)

    # ---- cards in play
    def target(self, question: Question | None, card: str) -> Label:
        """Return the label of a card in play: its owner and its present state."""
        for row in self.view.rows:
            for monster in row:
                if card == monster.card:
                    return Label(self.whose_monster(question, monster), state(monster, self.translator))
                if any(card == snack.card for snack in monster.snacks):
                    label = self.whose("label.whose-snack", MAX_LABEL_WITH_NUMBERS, card=card, place=monster.card)
                    return Label(label, self.say("label.on", card=monster.card))
        return Label(cut(self.translator.name(card), MAX_LABEL))

    def owner(self, card: str) -> int | None:
        rows = enumerate(self.view.rows)
        return next((seat for seat, row in rows if any(card in cards_of(monster) for monster in row)), None)

    def whose_monster(self, question: Question | None, monster: MonsterView) -> str:
        """Return a Monster's label with its hunger now, "Rotlet 3 (Ben)", and if it matters, its raw hunger."""
        fields: dict[str, Any] = {"card": monster.card, "hunger": monster.hunger}
        if question is None or not limits_raw_hunger(question) or monster.raw == monster.hunger:
            return self.whose("label.whose-hunger", **fields)
        return self.whose("label.whose-printed", MAX_LABEL_WITH_NUMBERS, **fields, raw=monster.raw)

    def whose(self, key: str, room: int = MAX_LABEL, *, card: str, **fields: Any) -> str:
        """Return the label of a card in play with its owner's name or, if that is too long, with their letter."""
        names = self.owner_names(self.owner(card))
        labels = (self.say(key, card=card, **fields, p=name) for name in names)
        fitting = next((label for label in labels if len(label) <= room), "")
        return fitting or self.translator.tr_fitting(key, room=room, **fields, card=card, p=names[-1])

    def owner_names(self, owner: int | None) -> Sequence[str]:
        """Return a seat's player name, and its letter as the shorter form."""
        return () if owner is None else (f"s{owner}", LETTERS[owner])

    def swap(self, question: Question | None, mine: str, theirs: str) -> Label:
        """Return the label of a swap, with both Monsters' hunger now if there is room."""
        owner, text = self.owner(theirs), self.target(question, theirs).text
        names = self.owner_names(owner)
        monsters = {monster.card: monster for row in self.view.rows for monster in row}
        ways = []
        if {mine, theirs} <= monsters.keys():
            a, b = monsters[mine], monsters[theirs]
            limited = question is not None and limits_raw_hunger(question) and (b.hunger != b.raw or a.hunger != a.raw)
            key = "label.swap-printed" if limited else "label.swap-hunger"
            fields = {"mine": mine, "a": a.hunger, "theirs": theirs, "b": b.hunger, "raw": b.raw}
            ways += [self.say(key, p=name, **fields) for name in names]
        ways = [way for way in ways if len(way) <= MAX_LABEL_WITH_NUMBERS]
        plain = [self.say("label.swap", mine=mine, p=name, theirs=theirs) for name in names]
        plain += [self.say("label.swap-letter", mine=mine, p=name, theirs=theirs) for name in names[1:]]
        plain.append(self.translator.tr_fitting("label.swap-short", mine=mine, theirs=theirs))
        ways += [way for way in plain if len(way) <= MAX_LABEL]
        return Label(ways[0], text if owner is None else self.say("label.swap.text", p=f"s{owner}", state=text))

    def announcement(self, card: str) -> Label:
        moment = next((moment for moment in self.view.moments if moment.card == card), None)
        times, text = (moment.times, self.translator.name(moment.effect)) if moment else (1, "")
        key = "label.announce-times" if times > 1 else "label.announce"
        return Label(self.translator.tr_fitting(key, card=card, times=times), text, "primary")

    # ---- places
    def rows(self, layout: Layout) -> tuple[Row, ...] | None:
        say = layout.open_question.say
        if say in ("turn", "extra-play"):
            return self.hand_rows(layout)
        return self.ability_rows(layout) if say in ("ability", "ability-next") else None

    def hand_rows(self, layout: Layout) -> tuple[Row, ...]:
        """Return a select of playable cards, one of cards to discard, and buttons for everything else."""
        offered, verbs = layout.options, (actions.PLAY, actions.DISCARD)
        by_verb = {verb: [option for option in offered if first_part(option) == verb] for verb in verbs}
        alone = tuple(layout.button(option) for option in offered if option in OPTIONS_WITHOUT_CARD)
        menus = [layout.menu(those, verb, 1) for verb, those in by_verb.items() if those]
        return (*menus, alone) if alone else tuple(menus)

    def ability_rows(self, layout: Layout) -> tuple[Row, ...]:
        """Return few targets as buttons, otherwise as a select."""
        if layout.options == [actions.USE, actions.SKIP]:
            return ((layout.button(actions.USE), layout.button(actions.SKIP)),)
        targets = [option for option in layout.options if option != actions.SKIP]
        skip = [layout.button(actions.SKIP)] if len(targets) < len(layout.options) else []
        buttons = with_declining(in_rows([layout.button(option) for option in targets]), *skip)
        if fit_a_phone(buttons):
            return buttons
        own = f"placeholder.{layout.open_question.fields['verb']}"
        placeholder = self.say(own) if own in self.translator.catalogue else ""
        return with_declining((layout.menu(targets, "", 1, placeholder),), *skip)

    def action_phrase(self, question: Question | None, option: str) -> str:
        """Return the action: a card is played or discarded, or an ability affects its target."""
        if option in OPTIONS_WITHOUT_CARD or first_part(option) == actions.ANNOUNCE:
            return ""
        verb = first_part(option)
        if verb not in (actions.PLAY, actions.DISCARD):
            verb = question.fields.get("verb", "") if question is not None else ""
        own = f"placeholder.{verb}"
        return self.say(own) if own in self.translator.catalogue else ""

    def expected(self, question: Question) -> Iterator[Expected]:
        """Yield the cards in hand that can't be played, or a rival's strongest Monster out of an ability's reach."""
        kind = question.fields.get("kind", "any")
        for option in self.unavailable_candidates(question):
            card = actions.parse_play(option).card if first_part(option) == actions.PLAY else ""
            facts = deck_of(self.view).get(card)
            if facts is not None and kind in ("any", facts.kind):
                yield Expected(self.say("label.expected-play", card=card), "limits", [option])
        rivals = (row for seat, row in enumerate(self.view.rows) if seat != question.seat)
        hunger = {monster.card: monster.hunger for row in rivals for monster in row}
        if question.say in ("ability", "ability-next") and hunger.keys() & {*(question.options or ())}:
            for card in sorted(self.unavailable_candidates(question), key=lambda card: -hunger[card]):
                yield Expected(self.target(question, card).label, "abilities", [card])

    def unavailable_candidates(self, question: Question) -> Sequence[str]:
        """Return what isn't on offer: cards in hand, drawing a card, and Monsters that an ability can't reach."""
        offered = question.options or []
        if question.say in ("turn", "extra-play"):
            playable = {actions.parse_play(option).card for option in offered if first_part(option) == actions.PLAY}
            hand = self.view.hands[question.seat] or []
            draw = [actions.DRAW] if question.say == "turn" and actions.DRAW not in offered else []
            return [*(actions.play(card) for card in hand if card not in playable), *draw]
        if question.say not in ("ability", "ability-next") or any(actions.parse_target(o).mine for o in offered):
            return []
        if not {*offered} - {actions.USE, actions.SKIP}:
            return []
        rivals = (row for seat, row in enumerate(self.view.rows) if seat != question.seat)
        return [monster.card for row in rivals for monster in row if monster.card not in offered]

    def table_offers(self) -> list[tuple[int, str]]:
        """Return all announcements, because their moment passes with the next move."""
        return [(seat, offer) for seat, offers in self.view.offers.items() for offer in offers]
