"""The pictures of Monster Muncher in words."""

from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from cogs.monster_muncher.text import card_of
from engine.monster_muncher.cards import MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView


def now(view: MuncherView, voice: Translator) -> str:
    """Who has won, or who does what."""
    if view.winner is not None:
        return voice.tr("picture.wins", p=f"s{view.winner}")
    if not view.questions:
        return ""
    question = view.questions[0]
    does = "ability" if question.say.startswith("ability") else question.say
    return voice.tr(f"picture.{does}", p=f"s{question.seat}")


def table_alt(view: MuncherView, voice: Translator) -> str:
    """Everything; where that is too long, of all but the asked player only the counts."""
    top = view.grave[-1] if view.grave else ""
    key = "alt.piles-top" if top else "alt.piles"
    head = voice.tr(key, pile=view.pile, grave=len(view.grave), card=top, now=now(view, voice))
    seats = [seat_alt(view, voice, who, True) for who in range(view.players)]
    shown = view.waiting or [view.active]
    brief = [seats[who] if who in shown else seat_alt(view, voice, who, False) for who in range(view.players)]
    return voice.first_fitting(" ".join([head, *those]) for those in (seats, brief))


def seat_alt(view: MuncherView, voice: Translator, who: int, whole: bool) -> str:
    row = view.rows[who]
    fields = {"p": f"s{who}", "hunger": view.hunger[who], "goal": view.goal, "n": view.hand_sizes[who]}
    if not row:
        return voice.tr("alt.seat", **fields)
    if whole:
        return voice.tr("alt.seat-monsters", **fields, monsters=[monster_alt(m, voice) for m in row])
    monsters = voice.tr("alt.monsters", n=len(row))
    return voice.tr("alt.seat-brief", seat=voice.tr("alt.in-hand", **fields), monsters=monsters)


def monster_alt(m: MonsterView, voice: Translator) -> str:
    say = voice.tr
    changed = m.buffs or m.debuffs
    words = [say("alt.monster-changed" if changed else "alt.monster", card=m.card, raw=m.raw, hunger=m.hunger)]
    words += [say("alt.plus", n=m.buffs)] if m.buffs else []
    words += [say("alt.minus", n=m.debuffs)] if m.debuffs else []
    parts = [" ".join(words), *[say("alt.protected")] * m.protected]
    parts[-1] = waiting(parts[-1], m.state, voice)
    if m.snacks:
        snacks = [waiting(snack.card, snack.state, voice) for snack in m.snacks]
        parts.append(say("alt.with", snacks=snacks))
    return ", ".join(parts)


def waiting(what: str, state: str, voice: Translator) -> str:
    """What the bells say."""
    return voice.tr(f"alt.{state}", what=what) if state else voice.name(what)


def hand_alt(view: MuncherView, voice: Translator) -> str:
    held = view.hands[view.seat] or [] if view.seat is not None else []
    if not held:
        return voice.tr("table.hand-empty")
    locks = [card for card in held if card in view.locked]
    end = [voice.tr("alt.locked", cards=locks)] if locks else []
    cards = [card_alt(card, voice) for name in held if (card := card_of(view, name))]
    whole = " ".join([voice.tr("alt.hand", cards=cards), *end])
    return whole if len(whole) <= MAX_ALT else cut(" ".join([voice.tr("alt.hand-short", cards=held), *end]), MAX_ALT)


def card_alt(card: MuncherCard, voice: Translator) -> str:
    text = card.short or card.text
    key = f"alt.card-{'monster' if card.party else 'snack'}{'' if text else '-plain'}"
    spoken = (text[:1].lower() + text[1:]).replace("−", voice.tr("number.minus", n=""))
    return voice.tr(key, card=card.id, party=card.party, hunger=card.hunger, text=spoken)
