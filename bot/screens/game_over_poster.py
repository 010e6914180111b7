"""The end of a game as a poster: what is common to all games.  Each game's `poster.py` says what is its own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeGuard

from bot.i18n.fitting import ALT, cut, minus
from bot.i18n.translator import Voice
from bot.pictures import Pieces, Scene, posters
from bot.pictures.palette import SEATS, GameLook
from bot.pictures.posters import Badge, Moment, Row, Thing
from bot.screens.text_renderer import Ending
from bot.screens.ui_part import V
from bot.tables.score_timeline import Point
from engine.game import Standing, places
from engine.machine import Event, seat_id, seat_of

SEAT = re.compile(r"s\d")
Told = tuple[int, Event]  # where it stands in the game's log, and what everybody was told


def is_seat(value: object) -> TypeGuard[str]:
    """Whether a field of an event is a seat's id."""
    return isinstance(value, str) and SEAT.fullmatch(value) is not None


@dataclass(frozen=True)
class Finale(Generic[V]):
    """A game that is over.  `views` are those of the seats: nothing is secret any more, also where it `ended` early."""

    title: str
    views: Sequence[V]
    standings: Sequence[Standing]
    winners: Sequence[int]  # none where it ended early
    course: Sequence[Point]  # empty where it is not known
    told: Sequence[Told]
    endings: Sequence[Ending[V]]  # by seat
    sentence: Callable[[Event], str]
    headline: str
    ended: str = ""  # why early
    note: str = ""  # the round in which
    wins: Sequence[tuple[str, int]] = ()  # of those who have played together before
    foot: str = ""


class Poster(Generic[V]):
    """What a game's poster shows; made anew for each."""

    look: ClassVar[GameLook]
    telling: ClassVar[Sequence[str]] = ()  # events that may have decided it
    close: ClassVar[float] = 0.76
    shrink: ClassVar[float] = 0.0
    lead: ClassVar[str] = ""
    neutral: ClassVar[bool] = False

    def __init__(self, finale: Finale[V], view: V, voice: Voice) -> None:
        self.finale, self.view, self.voice, self.say = finale, view, voice, voice.say

    # ---- what a game says
    def hero(self) -> Pieces:
        """The party: all of the left half but stage and headline."""
        raise NotImplementedError

    def secrets(self, seat: int) -> Sequence[Thing]:
        """What a seat kept secret, or what its score is made of."""
        return ()

    def words(self, seat: int) -> str:
        """A word behind the secrets."""
        return ""

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        """The moment as two or three things."""
        return self.people(event)

    def when(self, index: int, event: Event) -> str:
        """The round of the moment."""
        return self.say("poster.last")

    def tint(self, seat: int) -> str:
        return SEATS[seat]

    def out(self, seat: int) -> bool:
        return False

    def score(self, seat: int) -> str:
        return minus(self.finale.standings[seat].total)

    def goal(self, seat: int) -> str:
        """A drawing instead of the score."""
        return ""

    def bounds(self) -> tuple[float, float]:
        """What a bar of no length stands for, and a full one."""
        totals = [standing.total for standing in self.finale.standings]
        return min(0, *totals), max(totals)

    def moment(self) -> Told | None:
        """From when the winner led for good; if they always did, or that was little, what brought most of their lead.

        Only what they have never lost again counts.  None where nothing decided it: they won little by little.
        """
        found, course = [told for told in self.finale.told if told[1].key in self.telling], self.finale.course
        if not self.finale.winners or not course or not found:
            told = found or self.finale.told
            return told[-1] if told else None
        leads = [self.lead_in(point) for point in course]
        kept = {n: min(leads[n:]) - leads[n - 1] for n in range(1, len(leads))}
        for_good = 1 + max((n for n, lead in enumerate(leads) if lead < min(1, leads[-1])), default=-1)
        for n in (for_good, *sorted(kept, key=lambda n: (-kept[n], -n))):
            inside = [told for told in found if course[n].since <= told[0] < course[n].events]
            if inside and n in kept and self.matters(kept[n]):
                by = seat_id(self.mover(course[n - 1], course[n]))
                return next((told for told in inside if by in told[1].fields.values()), inside[0])
        return None

    def mover(self, before: Point, after: Point) -> int:
        """Who brought the winner further: the winner by what they gained, or a rival by what was lost."""
        grown = [now - then for then, now in zip(before.totals, after.totals, strict=True)]
        winner = self.finale.winners[0]
        return max(range(len(grown)), key=lambda seat: grown[seat] if seat == winner else -grown[seat])

    def matters(self, kept: int) -> bool:
        """Whether so much of a lead is half of it, or an eighth of the score."""
        last, winner = self.finale.course[-1], self.finale.winners[0]
        return kept > 0 and (2 * kept >= self.lead_in(last) or 8 * kept >= last.totals[winner])

    # ---- what helps to say it
    def lead_in(self, point: Point) -> int:
        winner = self.finale.winners[0]
        return point.totals[winner] - max(
            n for seat, n in enumerate(point.totals) if seat not in self.finale.winners[:1]
        )

    def gained(self, index: int, seat: int) -> int:
        """By how much a seat's score changed at a place of the log."""
        for before, after in zip(self.finale.course, self.finale.course[1:], strict=False):
            if after.since <= index < after.events:
                return after.totals[seat] - before.totals[seat]
        return 0

    def chip(self, index: int, event: Event, round_: str) -> str:
        """The round, and what it brought to whom the event is about."""
        about = event.fields.get("p") or event.fields.get("q")
        n = self.gained(index, seat_of(about)) if is_seat(about) else 0
        return self.say("poster.gained", when=round_, n=n) if n > 0 else round_

    def people(self, event: Event) -> list[Badge]:
        """Whom an event names."""
        seats = [seat_of(event.fields[key]) for key in ("p", "q", "t") if is_seat(event.fields.get(key))]
        return [Badge(seat, 52 + 44 * i - 22 * (len(seats) - 1), 40, 56) for i, seat in enumerate(seats[:2])]

    @property
    def early(self) -> bool:
        return bool(self.finale.ended)

    @property
    def order(self) -> list[int]:
        """The seats, best first."""
        ranks = places(list(self.finale.standings))
        return sorted(range(len(ranks)), key=lambda seat: (seat not in self.finale.winners, ranks[seat]))

    @property
    def best(self) -> int:
        """Whose things the party is about: the winner, or who stood first."""
        return self.order[0]

    @property
    def points(self) -> str:
        """What the number carrier shows."""
        return self.score(self.best)

    # ---- the picture
    def scene(self) -> Scene:
        low, high = self.bounds()
        return posters.poster(
            posters.Poster(
                look=self.look,
                title=self.finale.title,
                head=self.head(),
                series=self.say(
                    "poster.series", wins=[self.say("poster.won", name=name, n=n) for name, n in self.wins()]
                )
                if self.finale.wins
                else "",
                rows=tuple(self.row(seat) for seat in self.order),
                low=low,
                high=high,
                moment=self.decided(),
                foot=self.finale.foot,
                hero=self.hero(),
                still=posters.scenery(self.look.ground, self.early),
                close=self.close,
                shrink=self.shrink,
                lead=self.lead,
                neutral=self.neutral,
            )
        )

    def wins(self) -> list[tuple[str, int]]:
        return sorted(self.finale.wins, key=lambda won: -won[1])[:3]

    def head(self) -> tuple[str, ...]:
        winners = [f"s{seat}" for seat in self.finale.winners]
        if not winners:
            return (self.say("poster.early"),)
        if len(winners) > 2:
            return (self.say("poster.shared"),)
        if len(winners) == 2:
            both = self.say("poster.both", p=winners[0], q=winners[1])
            return posters.headed(both, self.say("poster.both-win", both=both), self.say("poster.win"))
        name = self.voice.name(winners[0])
        return posters.headed(name, self.say("poster.wins", p=winners[0]), self.say("poster.wins-alone"))

    def row(self, seat: int) -> Row:
        course = [point.totals[seat] for point in self.finale.course]
        return Row(
            seat=seat,
            name=self.voice.names[seat],
            score=self.score(seat),
            value=self.finale.standings[seat].total,
            course=tuple(course) or (self.finale.standings[seat].total,),
            tint=self.tint(seat),
            secrets=tuple(self.secrets(seat)),
            gold=seat in self.finale.winners,
            out=self.out(seat),
            goal=self.goal(seat),
            words=self.words(seat),
        )

    def decided(self) -> Moment:
        found = self.moment()
        if found is None and self.finale.told:
            winner = Badge(self.best, 52, 36, 60)
            return Moment(self.say("poster.little-by-little"), self.say("poster.no-moment"), (winner,))
        if found is None:
            return Moment(self.say("poster.last"), self.finale.ended or self.finale.headline, ())
        index, event = found
        things = tuple(self.window(event))
        if not self.early:
            return Moment(self.when(index, event), self.finale.sentence(event), things)
        note = self.finale.note.partition(" · ")[0]
        return Moment(note[:1].upper() + note[1:] or self.say("poster.last"), self.finale.ended, things)

    # ---- the same in words
    def alt(self) -> str:
        """Who won, the scores with what was secret, what decided it."""
        moment, order = self.decided(), self.order
        how = "early" if self.early else "moment" if self.moment() else "no-moment"
        scores = [self.say("poster.alt-score", p=f"s{seat}", score=self.spoken(seat)) for seat in order]
        whole = [
            self.say("poster.alt", game=self.finale.title, headline=self.finale.headline),
            self.say("poster.alt-scores", scores=scores),
            self.say(f"poster.alt-{how}", when=moment.when, words=moment.words.rstrip(".")),
            *filter(None, map(self.revealed, order)),
        ]
        while len(" ".join(whole)) > ALT and len(whole) > 1:
            whole.pop()
        return cut(" ".join(whole), ALT)

    def spoken(self, seat: int) -> str:
        return self.say("poster.spoken", n=self.finale.standings[seat].total)

    def revealed(self, seat: int) -> str:
        kept = self.finale.endings[seat].revealed(seat).rstrip(".")
        return self.say("poster.alt-secret", p=f"s{seat}", kept=kept) if kept else ""
