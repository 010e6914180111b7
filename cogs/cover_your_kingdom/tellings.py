"""What happened, the table and the score in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from cogs.cover_your_kingdom import words as said
from cogs.cover_your_kingdom.clans import gem_of, in_a_row, kin, land_name, one, places, size
from cogs.ui.words import Words, counted
from engine.cover_your_kingdom.cards import CLANNING
from engine.cover_your_kingdom.view import CoverView, KingdomView, LandView, PileView, SheetView
from engine.game import Line
from engine.machine import Event

MANY = 7  # from so many Rulers on, the score names lands only; each Clan's count stands in the log
OWN = ("wiizzaard-top", "wiizzaard-bottom", "minnowtaur-leaves")  # told otherwise where p is q too


def named(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of an event or a question, with species in the plural and cards in a row."""
    found = dict(fields)
    if "species" in fields:
        found["kin"], found["one"] = kin(str(fields["species"])), one(str(fields["species"]))
    elif "b" in fields:
        found["kin"] = kin(str(fields["b"]))
    if "other" in fields:
        found["other_kin"] = kin(str(fields["other"]))
    if isinstance(fields.get("cards"), list):
        found["cards"] = in_a_row(fields["cards"])
    return found


def template(event: Event) -> str:
    """The key of the sentence: some events have two."""
    key, fields = event.key, event.fields
    if key == "settles" and fields["a"] == fields["b"]:
        return "settles-pair"
    if key in OWN and fields["p"] == fields["q"]:
        return f"{key}-own"
    if key == "lights-all" and fields["speed"]:
        return "lights-all-speed"
    if key == "uses-power" and "land" in fields:
        return "uses-power-land"
    if key == "uses-power" and "work" in fields:
        return "uses-power-as"
    return key


# ---- the table
def in_words(view: CoverView, words: Words) -> list[str]:
    top = f", on top {one(view.discard)}" if view.discard else ""
    retired = in_a_row(view.retired) if view.retired else "none"
    lines = [f"**Deck** {view.deck} · **Discard** {view.discards}{top} · **Retired** {retired}"]
    if view.gone:
        lines.append(f"**Under the Elves** {counted(view.gone, 'card')}")
    lines += list(challenge(view, words))
    lines += list(the_inn(view))
    lines += list(stars(view, words))
    for kingdom in view.kingdoms:
        lines += list(kingdom_in_words(view, kingdom, words))
    for n, sheet in enumerate(view.rounds, 1):
        counts = [f"{words.names[seat]} {total}" for seat, total in enumerate(sheet.totals)]
        lines.append(f"**Round {n}** {', '.join(counts)}; won by {words.join([f's{s}' for s in sheet.winners])}")
    return lines


def challenge(view: CoverView, words: Words) -> Iterator[str]:
    war = view.war
    if war is not None:
        for_what = f"{kin(war.species)} from the inn" if not war.clan else f"{kin(war.species)}"
        rulers = f"{words.names[war.attacker]} against {words.names[war.defender]}"
        yield (
            f"**Challenge** {rulers} for the {for_what}: {in_a_row(war.cards)} played, "
            f"{in_a_row(war.last)} last by {words.names[war.by]}"
        )
    for clan in view.arriving:
        yield f"**On the way** {kin(clan.species or '')}, {size(clan)}"


def the_inn(view: CoverView) -> Iterator[str]:
    if view.inn:
        yield f"**Inn** {' · '.join(map(pile_in_words, view.inn))} face down"


def pile_in_words(pile: PileView) -> str:
    """ "Bragon on 6 with Elves"; what was seen and shuffled back is known to lie there."""
    among = f" with {in_a_row(pile.buried)}" if pile.buried else ""
    return f"{one(pile.face) if pile.face else 'nothing'} on {pile.count}{among}"


def stars(view: CoverView, words: Words) -> Iterator[str]:
    if not view.constellations:
        return
    worth = ", ".join(f"{said.LANDS.get(name, 'astronomical')} {n}" for name, n in view.bonus.items())
    yield f"**Constellations** {worth}"
    if view.tokens:
        yield f"**Tokens left** {', '.join(f'{one(species)} {n}' for species, n in view.tokens.items())}"
    if view.light_speed:
        first = f"first {words.names[view.fastest]}" if view.fastest >= 0 else "open"
        yield f"**Light speed** {first}{', nobody else can any more' if view.light_gone else ''}"


def kingdom_in_words(view: CoverView, kingdom: KingdomView, words: Words) -> Iterator[str]:
    held = f"**{words.names[kingdom.seat]}**, {counted(kingdom.hand, 'card')} in hand"
    crown = ", has the crown" if kingdom.seat == view.active and not view.over else ""
    powers = f", {' and '.join(one(power) for power in kingdom.powers)}" if kingdom.powers else ""
    yield f"{held}{powers}{crown}"
    for land in kingdom.lands:
        yield f"• {land_in_words(land, words)}"
    if view.constellations:
        lit = [species for species in CLANNING if species in kingdom.lit]
        yield f"• lit: {', '.join(one(species) for species in lit) or 'nothing'}"


def land_in_words(land: LandView, words: Words) -> str:
    name = land_name(land.land)
    if not land.clans:
        parts = [f"{name} empty"]
    else:
        *below, top = land.clans
        parts = [f"{name}, top {kin(top.species or '')} {size(top)}"]
        if top.cards and any(card != top.species for card in top.cards):
            parts.append(f"with {in_a_row([card for card in top.cards if card != top.species])}")
        if below:
            gems = ", ".join(gem_of(clan) for clan in below[::-1])
            known = all(clan.species for clan in below)
            parts.append(f"below {'' if known else 'gem ' if len(below) == 1 else 'gems '}{gems}")
    for guard in land.guards:
        parts.append(
            "guarded by a Minnowtaur" if guard.upright else f"barred by {words.names[guard.owner]}'s Minnowtaur"
        )
    return ", ".join(parts)


def whereabouts(view: CoverView, card: str, words: Words) -> list[str]:
    """Where its copies can be seen: in Clans, at the inn, on top of the discard, as somebody's power or guard."""
    clans = [
        f"{counted(found.clan.cards.count(card), 'card')} in {words.names[found.seat]}'s {land_name(found.land.land)}"
        for found in places(view)
        if found.clan.cards and card in found.clan.cards
    ]
    powers = [f"{words.names[kingdom.seat]}'s power" for kingdom in view.kingdoms if card in kingdom.powers]
    inn = ["face up at the inn"] * any(pile.face == card for pile in view.inn)
    gone = ["on top of the discard"] * (view.discard == card) + ["retired"] * (card in view.retired)
    return [*clans, *powers, *inn, *gone]


# ---- the end
def headline(view: CoverView, words: Words, game: str = " Cover Your Kingdom") -> str | None:
    if not view.winners:
        return None
    who, first = words.join([f"s{seat}" for seat in view.winners]), view.winners[0]
    if view.contest == "first-to-2":
        won = counted(view.kingdoms[first].victories, "round")
    else:
        won = f"{sum(sheet.totals[first] for sheet in view.rounds)} magic"
    added = f" in {len(view.rounds)} rounds" if view.contest in ("two", "three") else ""
    if len(view.winners) > 1:
        return f"{who} share the win with {won} each{added}"
    return f"{who} wins{game} with {won}{added}"


def sheet(number: int, done: SheetView, words: Words) -> tuple[str, list[tuple[str, str]]]:
    """How one round of a contest ended, best first."""
    won = {"p": [f"s{seat}" for seat in done.winners], "n": number, "magic": done.totals[done.winners[0]]}
    ranked = sorted(range(len(done.totals)), key=lambda seat: (-done.totals[seat], -done.creatures[seat]))
    seats = []
    for seat in ranked:
        lines = [score_line(line, words) for line in done.lines[seat]]
        creatures = words.say(said.LINES["creatures"], {"n": done.creatures[seat]})
        seats.append((f"{words.names[seat]} {done.totals[seat]}", " · ".join([*lines, creatures])))
    return words.say(said.LOG["wins-round"] if len(done.winners) == 1 else said.ROUND_SHARED, won), seats


def score_line(line: Line, words: Words) -> str:
    fields, key = line.fields, line.key
    if key == "land":
        land = said.LANDS[fields["land"]]
        if len(words.names) >= MANY:
            return words.say(said.LINES["land-sum"], {"land": land, "n": len(fields["clans"]), "sum": line.points})
        return words.say(
            said.LINES["land"],
            {"land": land, "n": line.points, "clans": ", ".join(clan_count(clan, words) for clan in fields["clans"])},
        )
    if key == "clusters":
        clusters = [f"{said.LANDS[cluster]} {n}" for cluster, n in fields.items()]
        return words.say(said.LINES["clusters"], {"clusters": ", ".join(clusters)})
    if key == "round" and fields["won"]:
        key = "round-won"
    return words.say(said.LINES[key], {"n": line.points, **fields})


def clan_count(clan: Mapping[str, Any], words: Words) -> str:
    """ "Bragons 3 cards 45 + Spydra 40"."""
    key = "clan-swine" if clan["swine"] else "clan-one" if clan["n"] == 1 else "clan"
    fields = {**clan, "kin": kin(clan["species"]), "species": one(clan["species"])}
    text = words.say(said.LINES[key], fields)
    if clan["wilds"]:
        fields = {"clan": text, "wilds": in_a_row(clan["wilds"]), "magic": clan["wild_magic"]}
        text = words.say(said.LINES["clan-wilds"], fields)
    return text
