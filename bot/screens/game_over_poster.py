"""The end of a game as a poster: what is common to all games.  Each game's `poster.py` says what is its own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeGuard

from bot.i18n.fitting import MAX_ALT, cut, format_number
from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, posters
from bot.pictures.palette import SEATS, GameLook
from bot.pictures.posters import Badge, PosterMoment, PosterRow, Thing
from bot.screens.text_renderer import GameOverText
from bot.screens.ui_part import V
from bot.tables.score_timeline import ScorePoint
from engine.game import Standing, places
from engine.machine import Event, seat_id, seat_of

SEAT = re.compile(r"s\d")
NumberedEvent = tuple[int, Event]  # where it stands in the game's log, and what everybody was told


def is_seat(value: object) -> TypeGuard[str]:
    """Whether a field of an event is a seat's id."""
    return isinstance(value, str) and SEAT.fullmatch(value) is not None


@dataclass(frozen=True)
class GameOverSummary(Generic[V]):
    """A game that is over.  `views` are those of the seats: nothing is secret any more, also where it `early_end`
    early.
    """

    title: str
    views: Sequence[V]
    standings: Sequence[Standing]
    winners: Sequence[int]  # none where it ended early
    score_timeline: Sequence[ScorePoint]  # empty where it is not known
    public_events: Sequence[NumberedEvent]
    endings: Sequence[GameOverText[V]]  # by seat
    sentence: Callable[[Event], str]
    headline: str
    early_end: str = ""  # why early
    note: str = ""  # the round in which
    wins: Sequence[tuple[str, int]] = ()  # of those who have played together before
    foot: str = ""


class GamePoster(Generic[V]):
    """What a game's poster shows; made anew for each."""

    look: ClassVar[GameLook]
    decisive_events: ClassVar[Sequence[str]] = ()  # events that may have decided it
    close: ClassVar[float] = 0.76
    shrink: ClassVar[float] = 0.0
    lead: ClassVar[str] = ""
    neutral_seats: ClassVar[bool] = False

    def __init__(self, summary: GameOverSummary[V], view: V, voice: Translator) -> None:
        self.summary, self.view, self.voice, self.say = summary, view, voice, voice.tr

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

    def is_eliminated(self, seat: int) -> bool:
        return False

    def score(self, seat: int) -> str:
        return format_number(self.summary.standings[seat].total)

    def goal(self, seat: int) -> str:
        """A drawing instead of the score."""
        return ""

    def bounds(self) -> tuple[float, float]:
        """What a bar of no length stands for, and a full one."""
        totals = [standing.total for standing in self.summary.standings]
        return min(0, *totals), max(totals)

    def moment(self) -> NumberedEvent | None:
        """From when the winner led for good; if they always did, or that was little, what brought most of their lead.

        Only what they have never lost again counts.  None where nothing decided it: they won little by little.
        """
        found, course = (
            [told for told in self.summary.public_events if told[1].key in self.decisive_events],
            self.summary.score_timeline,
        )
        if not self.summary.winners or not course or not found:
            told = found or self.summary.public_events
            return told[-1] if told else None
        leads = [self.lead_in(point) for point in course]
        kept = {n: min(leads[n:]) - leads[n - 1] for n in range(1, len(leads))}
        for_good = 1 + max((n for n, lead in enumerate(leads) if lead < min(1, leads[-1])), default=-1)
        for n in (for_good, *sorted(kept, key=lambda n: (-kept[n], -n))):
            inside = [told for told in found if course[n].since <= told[0] < course[n].events]
            if inside and n in kept and self.is_significant(kept[n]):
                by = seat_id(self.mover(course[n - 1], course[n]))
                return next((told for told in inside if by in told[1].fields.values()), inside[0])
        return None

    def mover(self, before: ScorePoint, after: ScorePoint) -> int:
        """Who brought the winner further: the winner by what they gained, or a rival by what was lost."""
        grown = [now - then for then, now in zip(before.totals, after.totals, strict=True)]
        winner = self.summary.winners[0]
        return max(range(len(grown)), key=lambda seat: grown[seat] if seat == winner else -grown[seat])

    def is_significant(self, lead: int) -> bool:
        """Whether so much of a lead is half of it, or an eighth of the score."""
        last, winner = self.summary.score_timeline[-1], self.summary.winners[0]
        return lead > 0 and (2 * lead >= self.lead_in(last) or 8 * lead >= last.totals[winner])

    # ---- what helps to say it
    def lead_in(self, point: ScorePoint) -> int:
        winner = self.summary.winners[0]
        return point.totals[winner] - max(
            n for seat, n in enumerate(point.totals) if seat not in self.summary.winners[:1]
        )

    def gain(self, index: int, seat: int) -> int:
        """By how much a seat's score changed at a place of the log."""
        for before, after in zip(self.summary.score_timeline, self.summary.score_timeline[1:], strict=False):
            if after.since <= index < after.events:
                return after.totals[seat] - before.totals[seat]
        return 0

    def chip(self, index: int, event: Event, round_: str) -> str:
        """The round, and what it brought to whom the event is about."""
        about = event.fields.get("p") or event.fields.get("q")
        n = self.gain(index, seat_of(about)) if is_seat(about) else 0
        return self.say("poster.gained", when=round_, n=n) if n > 0 else round_

    def people(self, event: Event) -> list[Badge]:
        """Whom an event names."""
        seats = [seat_of(event.fields[key]) for key in ("p", "q", "t") if is_seat(event.fields.get(key))]
        return [Badge(seat, 52 + 44 * i - 22 * (len(seats) - 1), 40, 56) for i, seat in enumerate(seats[:2])]

    @property
    def is_early(self) -> bool:
        return bool(self.summary.early_end)

    @property
    def order(self) -> list[int]:
        """The seats, best first."""
        ranks = places(list(self.summary.standings))
        return sorted(range(len(ranks)), key=lambda seat: (seat not in self.summary.winners, ranks[seat]))

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
            posters.PosterSpec(
                look=self.look,
                title=self.summary.title,
                head=self.head(),
                series=self.say(
                    "poster.series", wins=[self.say("poster.won", name=name, n=n) for name, n in self.wins()]
                )
                if self.summary.wins
                else "",
                rows=tuple(self.row(seat) for seat in self.order),
                low=low,
                high=high,
                moment=self.decisive_moment(),
                foot=self.summary.foot,
                hero=self.hero(),
                still=posters.scenery(self.look.ground, self.is_early),
                close=self.close,
                shrink=self.shrink,
                lead=self.lead,
                neutral=self.neutral_seats,
            )
        )

    def wins(self) -> list[tuple[str, int]]:
        return sorted(self.summary.wins, key=lambda won: -won[1])[:3]

    def head(self) -> tuple[str, ...]:
        winners = [f"s{seat}" for seat in self.summary.winners]
        if not winners:
            return (self.say("poster.early"),)
        if len(winners) > 2:
            return (self.say("poster.shared"),)
        if len(winners) == 2:
            both = self.say("poster.both", p=winners[0], q=winners[1])
            return posters.split_headline(both, self.say("poster.both-win", both=both), self.say("poster.win"))
        name = self.voice.name(winners[0])
        return posters.split_headline(name, self.say("poster.wins", p=winners[0]), self.say("poster.wins-alone"))

    def row(self, seat: int) -> PosterRow:
        course = [point.totals[seat] for point in self.summary.score_timeline]
        return PosterRow(
            seat=seat,
            name=self.voice.names[seat],
            score=self.score(seat),
            value=self.summary.standings[seat].total,
            score_timeline=tuple(course) or (self.summary.standings[seat].total,),
            tint=self.tint(seat),
            secrets=tuple(self.secrets(seat)),
            gold=seat in self.summary.winners,
            out=self.is_eliminated(seat),
            goal=self.goal(seat),
            words=self.words(seat),
        )

    def decisive_moment(self) -> PosterMoment:
        found = self.moment()
        if found is None and self.summary.public_events:
            winner = Badge(self.best, 52, 36, 60)
            return PosterMoment(self.say("poster.little-by-little"), self.say("poster.no-moment"), (winner,))
        if found is None:
            return PosterMoment(self.say("poster.last"), self.summary.early_end or self.summary.headline, ())
        index, event = found
        things = tuple(self.window(event))
        if not self.is_early:
            return PosterMoment(self.when(index, event), self.summary.sentence(event), things)
        note = self.summary.note.partition(" · ")[0]
        return PosterMoment(note[:1].upper() + note[1:] or self.say("poster.last"), self.summary.early_end, things)

    # ---- the same in words
    def alt(self) -> str:
        """Who won, the scores with what was secret, what decided it."""
        moment, order = self.decisive_moment(), self.order
        how = "early" if self.is_early else "moment" if self.moment() else "no-moment"
        scores = [self.say("poster.alt-score", p=f"s{seat}", score=self.seat_alt(seat)) for seat in order]
        whole = [
            self.say("poster.alt", game=self.summary.title, headline=self.summary.headline),
            self.say("poster.alt-scores", scores=scores),
            self.say(f"poster.alt-{how}", when=moment.when, words=moment.words.rstrip(".")),
            *filter(None, map(self.secrets_text, order)),
        ]
        while len(" ".join(whole)) > MAX_ALT and len(whole) > 1:
            whole.pop()
        return cut(" ".join(whole), MAX_ALT)

    def seat_alt(self, seat: int) -> str:
        return self.say("poster.spoken", n=self.summary.standings[seat].total)

    def secrets_text(self, seat: int) -> str:
        kept = self.summary.endings[seat].secrets(seat).rstrip(".")
        return self.say("poster.alt-secret", p=f"s{seat}", kept=kept) if kept else ""
