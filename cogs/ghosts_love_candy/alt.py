"""The pictures of Ghosts Love Candy in words."""

from bot.i18n.translator import Translator
from bot.tables.model import LETTERS
from cogs.ghosts_love_candy.text import candies, ghosts_on, love_phrases
from engine.ghosts_love_candy.state import CANDIES
from engine.ghosts_love_candy.view import StreetView


def now(view: StreetView, voice: Translator) -> str:
    """The round and who does what in it, or how it ended."""
    if view.over:
        key = "picture.boo" if len(view.winners) > 1 else "picture.wins"
        return voice.tr(key, p=[f"s{seat}" for seat in view.winners], n=max(view.totals))
    question = view.questions[0]
    fields = {"round": view.round, "rounds": view.rounds, "p": f"s{question.seat}"}
    match question.say:
        case "haunt":
            return voice.tr("picture.haunts", **fields, ghost=view.revealed[question.seat])
        case "ability":
            return voice.tr("picture.uses", **fields, kid=question.fields["kid"])
        case "hand-over":
            return voice.tr("picture.gives", **fields)
    return voice.tr("picture.chooses", **fields)


def table_alt(view: StreetView, voice: Translator) -> str:
    """The whole table while it fits; else letters for names, and numbers for kinds of candy."""
    return voice.first_fitting(alt_of(view, voice, *brief) for brief in ((False, True), (True, True), (True, False)))


def alt_of(view: StreetView, voice: Translator, letters: bool, kinds: bool) -> str:
    called = voice.with_names(LETTERS) if letters else voice
    both = [voice.tr("seat.name", letter=LETTERS[n], p=f"s{n}") for n in range(view.players)]
    who = voice.with_names(both) if letters else voice
    spots = [spot_alt(view, place, called, kinds) for place in range(len(view.row))]
    parts = [voice.tr("alt.street", round=view.round, rounds=view.rounds, spots=spots)]
    if view.over:
        scores = [who.tr("alt.score", p=f"s{seat}", n=total) for seat, total in enumerate(view.totals)]
        key = "alt.boo" if len(view.winners) > 1 else "alt.wins"
        parts.append(voice.tr(key, p=[f"s{seat}" for seat in view.winners], n=max(view.totals), scores=scores))
    else:
        if view.chosen:
            parts.append(called.tr("alt.chosen", seats=[f"s{seat}" for seat in view.chosen]))
        if view.revealed:
            coming = [seat for seat in view.order if seat in view.revealed]
            turns = [called.tr("table.turn", p=f"s{seat}", ghost=view.revealed[seat]) for seat in coming]
            parts.append(called.tr("alt.turns", turns=turns))
    parts.append(voice.tr("alt.stashes", stashes=[stash_alt(view, seat, who) for seat in range(view.players)]))
    return " ".join(parts)


def stash_alt(view: StreetView, seat: int, voice: Translator) -> str:
    stash = view.stashes[seat]
    said = voice.tr("alt.stash", p=f"s{seat}", n=sum(stash.candy.values()))
    if not stash.kids:
        return said
    return voice.tr("alt.stash-kids", stash=said, kids=voice.tr("table.kids", n=len(stash.kids)))


def spot_alt(view: StreetView, here: int, voice: Translator, kinds: bool) -> str:
    spot, say = view.row[here], voice.tr
    if not spot.kid:
        return say("alt.nobody", place=here + 1)
    parts = [say("alt.kid", place=here + 1, kid=spot.kid, courage=spot.courage)]
    if spot.guard:
        parts.append(say("alt.safe", guard=spot.guard))
    if spot.ghosts:
        parts.append(ghosts_on(spot, voice))
    if spot.candy:
        n = candies(len(spot.candy), voice)
        each = [voice.join([kind] * spot.candy.count(kind)) for kind in CANDIES if kind in spot.candy]
        parts.append(say("alt.candies", candies=n, kinds=each) if kinds else n)
    return ", ".join(parts)


def hand_alt(view: StreetView, voice: Translator) -> str:
    """The own ghosts and Love card first; then the row, for as long as there is room with kinds of candy."""
    return voice.first_fitting(
        hand_alt_of(view, voice, *brief) for brief in ((False, True), (True, True), (True, False))
    )


def hand_alt_of(view: StreetView, voice: Translator, letters: bool, kinds: bool) -> str:
    called = voice.with_names(LETTERS) if letters else voice
    parts = [voice.tr("alt.ghosts" if view.hand else "alt.ghosts-none", ghosts=view.hand)]
    for seat, values in sorted(view.loves.items(), key=lambda love: love[0] != view.seat):
        key = "table.love-card" if seat == view.seat else "table.love-card-of"
        parts.append(voice.tr(key, p=f"s{seat}", loved=love_phrases(values, voice)))
    assert view.seat is not None
    love = view.loves[view.seat]
    spots = []
    for here, spot in enumerate(view.row):
        said = spot_alt(view, here, called, kinds)
        worth = sum(love[candy] for candy in spot.candy)
        spots.append(voice.tr("alt.worth", spot=said, n=worth) if spot.candy else said)
    parts.append(voice.tr("alt.row", spots=spots))
    stash = view.stashes[view.seat]
    candy = [name for name, n in stash.candy.items() for _ in range(n)]
    kids = [voice.tr("table.kid-worth", kid=kid, value=value) for kid, value in stash.kids.items()]
    parts.append(voice.tr("alt.own-stash", things=[voice.join(candy), *kids], n=view.standings[view.seat]))
    rivals = [seat for seat in range(view.players) if seat != view.seat]
    left = [called.tr("table.ghosts-left-of", p=f"s{seat}", ghosts=view.ghosts_left[seat]) for seat in rivals]
    parts.append(voice.tr("alt.rivals", ghosts=left))
    return " ".join(parts)
