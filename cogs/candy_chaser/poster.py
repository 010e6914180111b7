"""The end of Candy Chaser as a poster: the best smuggled candy on a cake stand, those caught behind bars."""

from collections.abc import Sequence

from bot.i18n.fitting import format_number
from bot.pictures import Pieces, Sprite, Text
from bot.pictures.palette import CHASER, HUES
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, NumberedEvent
from engine.candy_chaser.state import FLOOR, GOAL
from engine.candy_chaser.view import ChaserView
from engine.machine import Event, seat_of

SIZES: dict[str, tuple[int, ...]] = {
    "stage_chaser": (900,),
    "confetti_chaser": (900,),
    "band_chaser": (900,),
    "rosette": (140,),
}
CAGES = ((16, 416), (354, 416), (16, 330))


class ChaserPoster(GamePoster[ChaserView]):
    look = CHASER
    decisive_events = ("tattles-right", "tattles-wrong")
    neutral_seats = True

    def smuggled_candy(self, seat: int) -> str:
        return str(self.summary.views[seat].objectives[seat])

    def hero(self) -> Pieces:
        candy = f"chaser_{self.smuggled_candy(self.best)}"
        caught = [seat for seat in self.order if self.view.out.get(seat)]
        return [
            [
                (Sprite(x + 9, y + 9, 66, f"chaser_{self.smuggled_candy(seat)}"), Sprite(x, y, 84, "bars"))
                for (x, y), seat in zip(CAGES, caught, strict=False)
            ],
            Sprite(114, 226, 232, candy),
            not self.is_early
            and (
                Sprite(120, 214, 220, "mask"),
                Sprite(120, 206, 220, "smirk"),
                Sprite(186, 184, 92, "crown", turn=8),
                rosettes(self.summary.winners, 230, 496, 92, True),
                Sprite(296, 262, 150, "tag", turn=-8),
                Sprite(356, 312, 62, "goal") if self.goal(self.best) else Text(386, 342, self.points, "ontag", 90),
            ),
        ]

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(f"chaser_{self.smuggled_candy(seat)}", size=40)]

    def words(self, seat: int) -> str:
        """Return how it ended for a seat."""
        if seat not in self.view.out:
            return self.say("picture.never-caught") if self.view.over else ""
        if not self.view.out[seat]:
            return self.say("picture.wrong-tattle")
        by = next(slide.accuser for slide in reversed(self.view.slid) if slide.right and slide.target == seat)
        return self.say("picture.caught-by", p=f"s{by}")

    def tint(self, seat: int) -> str:
        return HUES[self.smuggled_candy(seat)][1]

    def is_eliminated(self, seat: int) -> bool:
        return seat in self.view.out

    def goal(self, seat: int) -> str:
        return "goal" if self.view.cubes[self.smuggled_candy(seat)] == GOAL else ""

    def bounds(self) -> tuple[float, float]:
        return FLOOR - 0.5, GOAL

    def moment(self) -> NumberedEvent | None:
        """Return the last tattle; without any, the move that ended the marketing."""
        public = [told for told in self.summary.public_events if told[1].key in self.decisive_events]
        moves = [told for told in self.summary.public_events if "candy" in told[1].fields and "die" in told[1].fields]
        return next(reversed(public or moves), None)

    def when(self, index: int, event: Event) -> str:
        return self.say("picture.tattling" if event.key in self.decisive_events else "picture.marketing")

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        if event.key not in self.decisive_events:
            moved = event.fields
            to = [Thing("goal", 100, 20, 46)] if moved["b"] == GOAL else [Badge(format_number(moved["b"]), 124, 44, 40)]
            return [Badge(seat_of(moved["p"]), 8, 82, 48), Thing(f"chaser_{moved['candy']}", 24, 14, 70), *to]
        who, whom = seat_of(event.fields["p"]), seat_of(event.fields["t"])
        right = event.key == "tattles-right"
        slid = next(s for s in reversed(self.view.slid) if (s.accuser, s.target, s.right) == (who, whom, right))
        shown = [Thing(f"chaser_{slid.candy}", 92, 6, 56)] if slid.candy else []
        verdict = Thing("yes" if right else "no", 116, 42, 34)
        return [Badge(who, 8, 82), Thing("mega", 18, 14, 80), *shown, verdict, Badge(whom, 102, 82)]

    def seat_alt(self, seat: int) -> str:
        candy, place = self.smuggled_candy(seat), self.view.cubes[self.smuggled_candy(seat)]
        key = "alt.in-goal" if place == GOAL else "alt.on"
        where = self.say(key, candy=candy, place=place)
        return self.say("alt.fate", where=where, fate=self.words(seat)) if self.words(seat) else where
