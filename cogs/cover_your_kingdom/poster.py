"""The end of Cover Your Kingdom as a poster: the winner's best Clan behind the wall, between two more."""

from collections.abc import Sequence

from bot.pictures import Pieces, Sprite, Text, art
from bot.pictures.palette import COVER, SEATS
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster
from engine.cover_your_kingdom.view import ClanView, CoverView
from engine.machine import Event, seat_of

SIZES: dict[str, tuple[int, ...]] = {
    **{f"{part}_cover": (900,) for part in ("stage", "confetti", "front", "band")},
    "bigstone": (172,),
    "rosette": (119,),
}


class CoverPoster(GamePoster[CoverView]):
    look = COVER
    decisive_events = (
        *("lets-go", "gives-up", "elves-lure", "swaps", "inn-takes", "settles", "settles-from-discard"),
        *("adds", "adds-moves", "recruits-inn", "lights-cluster", "lights-all", "plays-for"),
    )

    def clans(self, seat: int) -> list[ClanView]:
        """Return the Clans land by land, the lowest first; after an early end, covered ones show only the gem."""
        return [clan for land in self.summary.views[seat].kingdoms[seat].lands for clan in land.clans]

    def drawing(self, species: str) -> str:
        return art(f"cyk_{species}", "cyk_unknown")

    def hero(self) -> Pieces:
        known = sorted((clan for clan in self.clans(self.best) if clan.species), key=lambda clan: -(clan.magic or 0))
        shown = list(dict.fromkeys(self.drawing(clan.species or "") for clan in known)) if not self.is_early else []
        best, *others = shown or ["cyk_unknown"]
        winners = self.summary.winners
        return [
            [Sprite(x, 334, 140, other) for x, other in zip((58, 262), others, strict=False)],
            Sprite(110, 246, 236, best),
            not self.is_early and Sprite(184, 194, 92, "crown", turn=8),
            Sprite(0, 0, 900, "front_cover"),
            len(winners) == 1 and Sprite(96, 446, 150, "banner", SEATS[winners[0]]),
            rosettes(winners, 171, 502, 78),
            not self.is_early
            and (Sprite(262, 424, 172, "bigstone"), Text(348, 494, self.points, "onthing", 150, "", 60)),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(self.drawing(clan.species or "unknown")) for clan in self.clans(seat)]

    def when(self, index: int, event: Event) -> str:
        if self.view.contest == "one":
            return self.chip(index, event, self.say("picture.turning-point"))
        won = {
            told.fields["n"] for place, told in self.summary.public_events if told.key == "wins-round" and place < index
        }
        return self.chip(index, event, self.say("picture.round-of", n=max(won, default=0) + 1))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        species = [str(fields[key]) for key in ("species", "other", "a", "b") if key in fields]
        drawn = [self.drawing(name) for name in species[:2]]
        things: list[Thing | Badge] = [
            Thing(name, x, y, size) for (x, y, size), name in zip(((8, 36, 88), (84, 26, 68)), drawn, strict=False)
        ]
        badges = [Badge(seat_of(fields[key]), x, y, 40) for key, x, y in (("q", 8, 6), ("p", 112, 88)) if key in fields]
        gem = [Thing("gem", 60, 4, 36)] if len(drawn) < 2 else []
        return [*things, *gem, *badges]
