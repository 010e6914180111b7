"""The pictures of Cover Your Kingdom in words."""

from collections import Counter

from bot.i18n.fitting import ALT, cut
from bot.i18n.translator import Voice
from cogs.cover_your_kingdom.text import counted, home, kin, land_in_words, result
from engine.cover_your_kingdom.cards import CARDS, CLANNING
from engine.cover_your_kingdom.view import CoverView
from engine.game import Question

TOLD = ("action", "counter", "inn-challenge", "elves", "give", "land")  # questions that are told each in its way


def deed(question: Question) -> str:
    """What whoever is asked does: a question's own key, or that of several alike."""
    if question.say in TOLD:
        return question.say
    return "inn" if question.say.startswith("inn-") else "finish"


def now(view: CoverView, voice: Voice) -> str:
    """One short line: the round, and who does what."""
    if view.winners:
        key, fields = result(view, voice)
        return voice.say(f"picture.{key}", **fields)
    if len(view.waiting) + len(view.chosen) > 1:
        return voice.say("picture.both-choose")
    question = view.questions[0] if view.questions else None
    if question is None:
        return ""
    told = voice.say(f"picture.now-{deed(question)}", p=f"s{question.seat}", n=view.taken + 1)
    return voice.say("picture.round", n=view.round, now=told) if view.contest != "one" else told


def yours(view: CoverView, voice: Voice) -> str:
    """The same for the one who looks at a hand; nothing if they need not choose."""
    question = view.question_of(view.seat) if view.seat is not None else None
    if question is None or view.seat not in view.waiting:
        return ""
    return voice.say(f"picture.yours-{deed(question)}", n=view.taken + 1)


def table_alt(view: CoverView, voice: Voice) -> str:
    """All Kingdoms if they fit; else only that of the asked in full, and of the others their counts."""
    say = voice.say
    key = "alt.head" if view.discard else "alt.head-no-discard"
    head = [say(key, now=now(view, voice), deck=view.deck, card=view.discard)]
    if view.retired:
        head.append(say("alt.retired", cards=counted(view.retired, voice)))
    if view.war is not None:
        war = view.war
        fields = {"p": f"s{war.attacker}", "q": f"s{war.defender}", "kin": kin(war.species), "by": f"s{war.by}"}
        head.append(say("alt.war" if war.clan else "alt.war-inn", **fields, cards=counted(war.cards, voice)))
    if view.inn:
        head.append(say("alt.inn", cards=[pile.face or say("join.nothing") for pile in view.inn]))
    full = [kingdom_alt(view, seat, voice) for seat in range(view.players)]
    short = [
        say("alt.kingdom-short", p=f"s{seat}", held=held(view, seat, voice), clans=clans(view, seat, voice))
        for seat in range(view.players)
    ]
    asked = view.waiting[0] if view.waiting else view.active
    most = [full[seat] if seat == asked else short[seat] for seat in range(view.players)]
    return voice.alt(" ".join([*head, *seats]) for seats in (full, most, short))


def kingdom_alt(view: CoverView, seat: int, voice: Voice) -> str:
    kingdom = view.kingdoms[seat]
    parts = [held(view, seat, voice), *kingdom.powers]
    if view.constellations:
        lit = [species for species in CLANNING if species in kingdom.lit]
        parts.append(voice.say("alt.lit" if lit else "alt.lit-none", species=lit))
    lands = [land_in_words(found, voice) for found in kingdom.lands]
    return voice.say("alt.kingdom", p=f"s{seat}", parts=parts, lands=lands)


def clans(view: CoverView, seat: int, voice: Voice) -> str:
    return voice.say("table.clans", n=view.kingdoms[seat].clans)


def held(view: CoverView, seat: int, voice: Voice) -> str:
    """How many cards; at the end, how much magic."""
    if view.over and view.rounds:
        key = "alt.magic" if view.contest == "one" else "alt.magic-last-round"
        return voice.say(key, n=view.rounds[-1].totals[seat])
    return voice.say("table.cards", n=view.kingdoms[seat].hand)


def close_up_alt(view: CoverView, voice: Voice, seat: int) -> str:
    return cut(kingdom_alt(view, seat, voice), ALT)


def hand_alt(view: CoverView, voice: Voice) -> str:
    cards = [card_alt(view, card, n, voice) for card, n in Counter(view.hand).items()]
    return cut(voice.say("alt.hand" if cards else "alt.hand-empty", cards=cards), ALT)


def card_alt(view: CoverView, card: str, n: int, voice: Voice) -> str:
    found, land = CARDS[card], home(view, card)
    key = "alt.held-hire" if found.kind == "hire" else "alt.held" if land else "alt.held-wild"
    return voice.say(key, cards=counted([card] * n, voice), n=n, magic=found.magic, land=land)
