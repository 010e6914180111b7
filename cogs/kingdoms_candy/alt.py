"""The pictures of Kingdom's Candy in words."""

from collections.abc import Sequence

from bot.i18n.translator import Translator
from cogs.kingdoms_candy.text import cards_of, colour_and_value, effect, outlook, purse
from engine.kingdoms_candy.view import KingdomView, MarketView, MonsterView


def now(view: KingdomView, voice: Translator) -> str:
    """Who does what."""
    if view.winners:
        return voice.tr("table.wins", winners=[f"s{seat}" for seat in view.winners])
    if view.over or not view.questions:
        return voice.tr("table.over")
    question = view.questions[0]
    doing = {"feed": "feeds", "first-player-card": "may-discard"}.get(question.say, "acts")
    return voice.tr(f"table.{doing}", p=f"s{question.seat}")


def table_alt(view: KingdomView, voice: Translator) -> str:
    """Everything; where that is too long, counts only of those who are not asked, beginning with the last."""
    say, this = voice.tr, outlook(view)
    monsters, abilities = market(view, view.monsters, voice), market(view, view.abilities, voice)
    event = cards_of(view)[view.events[-1]] if view.events else None
    head = [
        say("alt.kingdom", now=now(view, voice), n=view.sugar),
        say("alt.market", monsters=monsters, abilities=abilities),
        *([say("alt.event", event=event.id, text=event.text or event.short)] if event else []),
        say(f"alt.black-candy-{this}" if this else "alt.black-candy", n=view.black_candies),
    ]
    asked = view.waiting[0] if view.waiting else -1
    order = [*(seat for seat in reversed(range(view.players)) if seat != asked), asked]

    def with_counts_of(brief: Sequence[int]) -> str:
        return " ".join([*head, *(villain(view, voice, seat, seat in brief) for seat in range(view.players))])

    return voice.first_fitting(with_counts_of(order[:number]) for number in range(len(order) + 1))


def market(view: KingdomView, row: MarketView, voice: Translator) -> list[str]:
    cards = [cards_of(view)[name] for name in row.row if name]
    sale = [voice.tr("alt.for-sale", card=c.id, candy=colour_and_value(c, voice), cost=c.cost) for c in cards]
    return sale or [voice.tr("alt.none")]


def villain(view: KingdomView, voice: Translator, seat: int, brief: bool) -> str:
    say, mine = voice.tr, view.villains[seat]
    more = say("alt.in-all", n=mine.total) if view.over else say("alt.income", n=mine.income, total=mine.total)
    key = "alt.has-first" if seat == view.first and not view.over else "alt.has"
    has = say(key, p=f"s{seat}", purse=purse(mine, voice), more=more)
    if brief:
        return say("alt.counts", has=has, monsters=say("table.monsters", n=len(mine.monsters)), kept=len(mine.kept))
    key = "alt.villain-kept" if mine.kept else "alt.villain"
    return say(key, has=has, monsters=monsters_alt(mine.monsters, voice), kept=mine.kept)


def monsters_alt(monsters: Sequence[MonsterView], voice: Translator) -> list[str]:
    """With what is tucked under them."""
    return [
        voice.tr("alt.tucked", card=monster.id, tucked=monster.tucked) if monster.tucked else monster.id
        for monster in monsters
    ] or [voice.tr("alt.none")]


def hand_alt(view: KingdomView, voice: Translator) -> str:
    """One's own cards: what they do if that has room; which can be used now, and which have been."""
    return voice.first_fitting(hand_alt_of(view, voice, texts) for texts in (True, False))


def hand_alt_of(view: KingdomView, voice: Translator, texts: bool) -> str:
    assert view.seat is not None
    say, mine = voice.tr, view.villains[view.seat]
    parts = [
        say("alt.hand", purse=purse(mine, voice), n=mine.income),
        say("alt.monsters", monsters=monsters_alt(mine.monsters, voice)),
    ]
    is_open = [use.card for use in mine.uses if use.open]
    used = [use.card for use in mine.uses if use.why == "used"]
    parts += [say("alt.open-now", cards=is_open)] if is_open else []
    parts += [say("alt.used", cards=used)] if used else []
    parts += [say("alt.kept", cards=mine.kept)] if mine.kept else []
    if texts:
        deck = cards_of(view)
        names = dict.fromkeys(name for monster in mine.monsters for name in (monster.id, *monster.tucked))
        parts += [
            say("alt.does", card=name, text=effect(deck[name]).replace("−", say("number.minus", n="")))
            for name in names
        ]
    return " ".join(parts)
