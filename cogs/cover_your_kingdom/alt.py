"""The pictures of Cover Your Kingdom in words."""

from collections import Counter

from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from cogs.cover_your_kingdom.text import card_phrases, home, land_in_words, plural_id, result
from engine.cover_your_kingdom.cards import CARDS, CLANNING
from engine.cover_your_kingdom.view import CoverView
from engine.game import Question

ANSWERED_ALONE = (
    "action",
    "counter",
    "inn-challenge",
    "elves",
    "give",
    "land",
)  # questions that are told each in its way


def question_group(question: Question) -> str:
    """What whoever is asked does: a question's own key, or that of several alike."""
    if question.say in ANSWERED_ALONE:
        return question.say
    return "inn" if question.say.startswith("inn-") else "finish"


def now(view: CoverView, voice: Translator) -> str:
    """One short line: the round, and who does what."""
    if view.winners:
        key, fields = result(view, voice)
        return voice.tr(f"picture.{key}", **fields)
    if len(view.waiting) + len(view.chosen) > 1:
        return voice.tr("picture.both-choose")
    question = view.questions[0] if view.questions else None
    if question is None:
        return ""
    told = voice.tr(f"picture.now-{question_group(question)}", p=f"s{question.seat}", n=view.taken + 1)
    return voice.tr("picture.round", n=view.round, now=told) if view.contest != "one" else told


def yours(view: CoverView, voice: Translator) -> str:
    """The same for the one who looks at a hand; nothing if they need not choose."""
    question = view.question_of(view.seat) if view.seat is not None else None
    if question is None or view.seat not in view.waiting:
        return ""
    return voice.tr(f"picture.yours-{question_group(question)}", n=view.taken + 1)


def table_alt(view: CoverView, voice: Translator) -> str:
    """All Kingdoms if they fit; else only that of the asked in full, and of the others their counts."""
    say = voice.tr
    key = "alt.head" if view.discard else "alt.head-no-discard"
    head = [say(key, now=now(view, voice), deck=view.deck, card=view.discard)]
    if view.retired:
        head.append(say("alt.retired", cards=card_phrases(view.retired, voice)))
    if view.war is not None:
        war = view.war
        fields = {"p": f"s{war.attacker}", "q": f"s{war.defender}", "kin": plural_id(war.species), "by": f"s{war.by}"}
        head.append(say("alt.war" if war.clan else "alt.war-inn", **fields, cards=card_phrases(war.cards, voice)))
    if view.inn:
        head.append(say("alt.inn", cards=[pile.face or say("join.nothing") for pile in view.inn]))
    full = [kingdom_alt(view, seat, voice) for seat in range(view.players)]
    short = [
        say("alt.kingdom-short", p=f"s{seat}", held=hand_text(view, seat, voice), clans=clans(view, seat, voice))
        for seat in range(view.players)
    ]
    asked = view.waiting[0] if view.waiting else view.active
    most = [full[seat] if seat == asked else short[seat] for seat in range(view.players)]
    return voice.first_fitting(" ".join([*head, *seats]) for seats in (full, most, short))


def kingdom_alt(view: CoverView, seat: int, voice: Translator) -> str:
    kingdom = view.kingdoms[seat]
    parts = [hand_text(view, seat, voice), *kingdom.powers]
    if view.constellations:
        lit = [species for species in CLANNING if species in kingdom.lit]
        parts.append(voice.tr("alt.lit" if lit else "alt.lit-none", species=lit))
    lands = [land_in_words(found, voice) for found in kingdom.lands]
    return voice.tr("alt.kingdom", p=f"s{seat}", parts=parts, lands=lands)


def clans(view: CoverView, seat: int, voice: Translator) -> str:
    return voice.tr("table.clans", n=view.kingdoms[seat].clans)


def hand_text(view: CoverView, seat: int, voice: Translator) -> str:
    """How many cards; at the end, how much magic."""
    if view.over and view.rounds:
        key = "alt.magic" if view.contest == "one" else "alt.magic-last-round"
        return voice.tr(key, n=view.rounds[-1].totals[seat])
    return voice.tr("table.cards", n=view.kingdoms[seat].hand)


def close_up_alt(view: CoverView, voice: Translator, seat: int) -> str:
    return cut(kingdom_alt(view, seat, voice), MAX_ALT)


def hand_alt(view: CoverView, voice: Translator) -> str:
    cards = [card_alt(view, card, n, voice) for card, n in Counter(view.hand).items()]
    return cut(voice.tr("alt.hand" if cards else "alt.hand-empty", cards=cards), MAX_ALT)


def card_alt(view: CoverView, card: str, n: int, voice: Translator) -> str:
    found, land = CARDS[card], home(view, card)
    key = "alt.held-hire" if found.kind == "hire" else "alt.held" if land else "alt.held-wild"
    return voice.tr(key, cards=card_phrases([card] * n, voice), n=n, magic=found.magic, land=land)
