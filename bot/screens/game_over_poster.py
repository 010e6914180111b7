"""The end of a game as a poster: the parts common to all games. Each game adds its own in `pictures.py`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeGuard

from bot.i18n.fitting import MAX_ALT, cut, format_number
from bot.i18n.translator import Translator
from bot.pictures import Pieces, Scene, posters
from bot.pictures.palette import SEATS, GameLook
from bot.pictures.posters import Badge, PosterMoment, PosterRow, Thing
from bot.screens.text_renderer import GameOverText, V
from bot.tables.session import ScorePoint
from engine.game import Standing, places
from engine.machine import Event, seat_id, seat_of

SEAT = re.compile(r"s\d")
NumberedEvent = tuple[int, Event]  # index in the game's log, and the public event


def is_seat(value: object) -> TypeGuard[str]:
    """Return True if a field of an event is a seat's id."""
    return isinstance(value, str) and SEAT.fullmatch(value) is not None


@dataclass(frozen=True)
class GameOverSummary(Generic[V]):
    """A finished game. `views` are by seat: nothing is secret any more, even if the game ended early."""

    title: str
    views: Sequence[V]
    standings: Sequence[Standing]
    winners: Sequence[int]  # none if it ended early
    score_timeline: Sequence[ScorePoint]  # empty if unknown
    public_events: Sequence[NumberedEvent]
    endings: Sequence[GameOverText[V]]  # by seat
    sentence: Callable[[Event], str]
    headline: str
    early_end: str = ""  # why it ended early, "" if it didn't
    note: str = ""  # the current round
    wins: Sequence[tuple[str, int]] = ()  # in previous games of the series, by name
    foot: str = ""


class GamePoster(Generic[V]):
    """A game's poster, created for each finished game."""

    look: ClassVar[GameLook]
    sizes: ClassVar[Mapping[str, Sequence[int]]] = {}  # sprites to rasterise in advance, besides the scenery
    decisive_events: ClassVar[Sequence[str]] = ()  # events that may have decided it
    spacing: ClassVar[float] = 0.76  # between a seat's secrets, as a share of their size
    shrink: ClassVar[float] = 0.0  # how much smaller each secret is than the one before it
    sign: ClassVar[str] = ""  # the drawing before the secrets
    neutral_seats: ClassVar[bool] = False

    def __init__(self, summary: GameOverSummary[V], view: V, translator: Translator) -> None:
        self.summary, self.view, self.translator, self.say = summary, view, translator, translator.tr

    # ---- hooks for a game
    def hero(self) -> Pieces:
        """Return the illustration: the left half without stage and headline."""
        raise NotImplementedError

    def secrets(self, seat: int) -> Sequence[Thing]:
        """Return what a seat kept secret, or what its score consists of."""
        return ()

    def words(self, seat: int) -> str:
        """Return a text after the secrets."""
        return ""

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        """Return two or three things that depict the decisive moment."""
        return self.people(event)

    def when(self, index: int, event: Event) -> str:
        """Return the round of the moment."""
        return self.say("poster.last")

    def tint(self, seat: int) -> str:
        return SEATS[seat]

    def is_eliminated(self, seat: int) -> bool:
        return False

    def score(self, seat: int) -> str:
        return format_number(self.summary.standings[seat].total)

    def goal(self, seat: int) -> str:
        """Return the name of a drawing to show instead of the score."""
        return ""

    def bounds(self) -> tuple[float, float]:
        """Return the scores of an empty and of a full bar."""
        totals = [standing.total for standing in self.summary.standings]
        return min(0, *totals), max(totals)

    def moment(self) -> NumberedEvent | None:
        """Return the event that decided the game, or None if the winner pulled ahead gradually.

        It is the event with which the winner took the lead for good. If they always led or that gain was small, it is
        the event that brought most of their final lead; only gains they never lost again count. Without a winner, a
        score timeline or a decisive event, return the last event.
        """
        decisive = [entry for entry in self.summary.public_events if entry[1].key in self.decisive_events]
        course = self.summary.score_timeline
        if not self.summary.winners or not course or not decisive:
            entries = decisive or self.summary.public_events
            return entries[-1] if entries else None
        leads = [self.lead_in(point) for point in course]
        margins = {n: min(leads[n:]) - leads[n - 1] for n in range(1, len(leads))}
        for_good = 1 + max((n for n, lead in enumerate(leads) if lead < min(1, leads[-1])), default=-1)
        for n in (for_good, *sorted(margins, key=lambda n: (-margins[n], -n))):
            inside = [entry for entry in decisive if course[n].since <= entry[0] < course[n].events]
            if inside and n in margins and self.is_significant(margins[n]):
                by = seat_id(self.mover(course[n - 1], course[n]))
                return next((entry for entry in inside if by in entry[1].fields.values()), inside[0])
        return None

    def mover(self, before: ScorePoint, after: ScorePoint) -> int:
        """Return who extended the winner's lead: the winner by their gain, or a rival by their loss."""
        grown = [now - then for then, now in zip(before.totals, after.totals, strict=True)]
        winner = self.summary.winners[0]
        return max(range(len(grown)), key=lambda seat: grown[seat] if seat == winner else -grown[seat])

    def is_significant(self, lead: int) -> bool:
        """Return True if a gain is at least half of the final lead, or an eighth of the winner's score."""
        last, winner = self.summary.score_timeline[-1], self.summary.winners[0]
        return lead > 0 and (2 * lead >= self.lead_in(last) or 8 * lead >= last.totals[winner])

    # ---- helpers
    def lead_in(self, point: ScorePoint) -> int:
        winner = self.summary.winners[0]
        return point.totals[winner] - max(n for seat, n in enumerate(point.totals) if seat != winner)

    def gain(self, index: int, seat: int) -> int:
        """Return how much a seat's score changed in the step that contains this log index."""
        for before, after in zip(self.summary.score_timeline, self.summary.score_timeline[1:], strict=False):
            if after.since <= index < after.events:
                return after.totals[seat] - before.totals[seat]
        return 0

    def chip(self, index: int, event: Event, round_: str) -> str:
        """Return the round, with the gain of the seat that the event is about."""
        about = event.fields.get("p") or event.fields.get("q")
        n = self.gain(index, seat_of(about)) if is_seat(about) else 0
        return self.say("poster.gained", when=round_, n=n) if n > 0 else round_

    def events_until(self, index: int, *keys: str) -> list[Event]:
        """Return the public events with these keys up to this place in the log."""
        return [event for place, event in self.summary.public_events if event.key in keys and place <= index]

    def people(self, event: Event) -> list[Badge]:
        """Return badges of the seats that an event names."""
        seats = [seat_of(event.fields[key]) for key in ("p", "q", "t") if is_seat(event.fields.get(key))]
        return [Badge(seat, 52 + 44 * i - 22 * (len(seats) - 1), 40, 56) for i, seat in enumerate(seats[:2])]

    @property
    def is_early(self) -> bool:
        return bool(self.summary.early_end)

    @property
    def order(self) -> list[int]:
        """Return the seats, best first."""
        ranks = places(list(self.summary.standings))
        return sorted(range(len(ranks)), key=lambda seat: (seat not in self.summary.winners, ranks[seat]))

    @property
    def best(self) -> int:
        """Return the seat that the illustration shows: the winner, or the leader."""
        return self.order[0]

    @property
    def points(self) -> str:
        """Return the number shown in the illustration."""
        return self.score(self.best)

    # ---- the picture
    def scene(self) -> Scene:
        low, high = self.bounds()
        best = sorted(self.summary.wins, key=lambda won: -won[1])[:3]
        wins = [self.say("poster.won", name=name, n=n) for name, n in best]
        return posters.poster(
            posters.PosterSpec(
                look=self.look,
                title=self.summary.title,
                head=self.head(),
                series=self.say("poster.series", wins=wins) if wins else "",
                rows=tuple(self.row(seat) for seat in self.order),
                low=low,
                high=high,
                moment=self.decisive_moment(),
                foot=self.summary.foot,
                hero=self.hero(),
                still=posters.scenery(self.look.ground, self.is_early),
                spacing=self.spacing,
                shrink=self.shrink,
                sign=self.sign,
                neutral=self.neutral_seats,
            )
        )

    def head(self) -> tuple[str, ...]:
        winners = [f"s{seat}" for seat in self.summary.winners]
        if not winners:
            return (self.say("poster.early"),)
        if len(winners) > 2:
            return (self.say("poster.shared"),)
        if len(winners) == 2:
            both = self.say("poster.both", p=winners[0], q=winners[1])
            return posters.split_headline(both, self.say("poster.both-win", both=both), self.say("poster.win"))
        name = self.translator.name(winners[0])
        return posters.split_headline(name, self.say("poster.wins", p=winners[0]), self.say("poster.wins-alone"))

    def row(self, seat: int) -> PosterRow:
        course = [point.totals[seat] for point in self.summary.score_timeline]
        return PosterRow(
            seat=seat,
            name=self.translator.names[seat],
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

    def lead_in_the_end(self) -> str:
        """Return by how much the winner was ahead, if no single moment decided the game."""
        first, second = (self.summary.standings[seat].total for seat in self.order[:2])
        alone = len(self.summary.winners) == 1 and not any(self.is_eliminated(seat) for seat in self.order)
        if not alone or first <= second:
            return self.say("poster.no-moment")
        amount = self.say("hint.amount", n=first - second)
        return self.say("poster.lead", p=f"s{self.order[0]}", amount=amount)

    def decisive_moment(self) -> PosterMoment:
        moment = self.moment()
        if moment is None and self.summary.public_events:
            winner = Badge(self.best, 52, 36, 60)
            return PosterMoment(self.say("poster.little-by-little"), self.lead_in_the_end(), (winner,))
        if moment is None:
            return PosterMoment(self.say("poster.last"), self.summary.early_end or self.summary.headline, ())
        index, event = moment
        things = tuple(self.window(event))
        if not self.is_early:
            return PosterMoment(self.when(index, event), self.summary.sentence(event), things)
        note = self.summary.note.partition(" · ")[0]
        return PosterMoment(note[:1].upper() + note[1:] or self.say("poster.last"), self.summary.early_end, things)

    # ---- alt text
    def alt(self) -> str:
        """Return the alt text: the winner, the scores with the secrets, and the decisive moment."""
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
        secrets = self.summary.endings[seat].secrets(seat).rstrip(".")
        return self.say("poster.alt-secret", p=f"s{seat}", kept=secrets) if secrets else ""
