"""The end of Ghosts Love Candy as a poster: the winner's ghost in front of the moon, with its favourite candy."""

from collections.abc import Sequence

from bot.pictures import Pieces, Sprite, Text, art
from bot.pictures.palette import GHOSTS, SEATS, WHITE
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, is_seat
from engine.ghosts_love_candy.view import StreetView
from engine.machine import Event, seat_of

SIZES: dict[str, tuple[int, ...]] = {
    **{f"{part}_ghosts": (900,) for part in ("stage", "confetti", "front", "band")},
    "pumpkin": (170,),
    "rosette": (140,),
    "hero_ghost": (330,),
}
RIVALS = ((2, 462, 84), (390, 334, 70), (58, 496, 64), (8, 378, 60), (396, 404, 56))
HEAP = ((70, 72, 44), (98, 84, 48), (122, 62, 42))  # places of candies in the window
TALL = 0.912  # ratio of height to width of the winner's ghost


class GhostsPoster(GamePoster[StreetView]):
    look = GHOSTS
    decisive_events = (
        *("haunts", "haunts-no-candy", "is-scared", "is-scared-for-good", "takes-candy", "takes-candy-from-player"),
        *("asks-for-candy", "gives-candy", "pays-and-takes", "moves-kid", "sends-home", "swaps-kids"),
        *("trades-with-kid", "trades-with-player"),
    )
    close = 0.64
    shrink = 0.06
    sign = "love"

    def favourite_candies(self, seat: int) -> list[str]:
        """Return the candies of a Love card, the best first."""
        return [*self.summary.views[seat].loves[seat]]

    def hero(self) -> Pieces:
        winners = self.summary.winners[:2]
        rivals = [seat for seat in self.order if seat not in winners or self.is_early]
        places = zip(RIVALS, rivals, strict=False)
        wide = 330 if len(winners) < 2 else 244
        lefts = [
            round(228 - wide / 2 + (i - (max(len(winners), 1) - 1) / 2) * 172) for i in range(max(len(winners), 1))
        ]
        tints = [SEATS[seat] for seat in winners] or [WHITE]
        top = round(537 - wide * TALL)
        best = self.favourite_candies(self.best)
        alone = len(winners) == 1
        return [
            [Sprite(x, y, size, "ghost", SEATS[seat]) for (x, y, size), seat in places],
            Sprite(0, 0, 900, "front_ghosts"),
            [
                (
                    Sprite(left, top, wide, "hero_ghost", tint),
                    not self.is_early
                    and Sprite(
                        left + round(wide * 0.315), round(537 - wide * 1.13), round(wide * 0.32), "crown", turn=10
                    ),
                )
                for left, tint in zip(lefts, tints, strict=True)
            ],
            alone
            and (Sprite(24, 248, 84, f"candy_{best[0]}", turn=16), Sprite(350, 244, 78, f"candy_{best[1]}", turn=-12)),
            [rosettes([seat], 96 + 136 * i, 476, 76) for i, seat in enumerate(winners)]
            if len(winners) > 1
            else rosettes(winners, 186, 452),
            not self.is_early and (Sprite(274, 392, 170, "pumpkin"), Text(359, 496, self.points, "onthing", 130)),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        values = self.summary.views[seat].loves[seat]
        return [Thing(f"candy_{candy}", veil=value == 0) for candy, value in values.items()]

    def when(self, index: int, event: Event) -> str:
        begun = [
            told.fields["n"] for place, told in self.summary.public_events if told.key == "round" and place <= index
        ]
        return self.chip(index, event, self.say("picture.round-of", n=begun[-1] if begun else self.view.round))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        kid = fields.get("kid") or fields.get("a")
        things: list[Thing | Badge] = []
        if kid and not is_seat(kid):
            things.append(Thing(art(f"kid_{kid}", "kid_unknown"), 2, 20, 112))
        if "ghost" in fields:
            tint = SEATS[seat_of(fields["p"])]
            things += [Thing("ghost", 90, 6, 64, tint), Badge(str(fields["ghost"]), 122, 46, 28)]
        elif event.key.startswith("is-scared"):
            things += [Thing("scared", 96, 4, 58), Badge(seat_of(fields["q"]), 104, 80, 48)]
        elif "p" in fields or "q" in fields:
            things.append(Badge(seat_of(fields.get("p") or fields["q"]), 104, 6, 48))
        candies = fields.get("candies") or [fields[key] for key in ("candy", "take") if key in fields]
        things += [Thing(f"candy_{candy}", *place) for place, candy in zip(HEAP, candies, strict=False)]
        return things
