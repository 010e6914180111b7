"""The end of Kingdom's Candy as a poster: the winner's best Monster in the gate of a chocolate castle."""

from collections.abc import Sequence

from bot.pictures import Pieces, Sprite, Text, art
from bot.pictures.palette import KINGDOM
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster
from cogs.kingdoms_candy.text import cards_of
from engine.kingdoms_candy.cards import BLACK_CANDIES
from engine.kingdoms_candy.view import KingdomView
from engine.machine import Event, seat_of

SIZES: dict[str, tuple[int, ...]] = {
    **{f"{part}_kingdom": (900,) for part in ("stage", "confetti", "front", "band")},
    "sweet": (190,),
    "rosette": (146,),
}
MOUTHS = ((-4, 44, 92), (70, 50, 88))  # places of Monsters in the window
CUBES = ((8, 4, 40), (108, 2, 46), (86, 40, 34))


class KingdomPoster(GamePoster[KingdomView]):
    look = KINGDOM
    decisive_events = ("feeds", "buys", "buys-cheaper", "buys-keeps", "buys-tucks", "gains-set-candy")

    def hero(self) -> Pieces:
        return [
            Sprite(118, 352, 216, self.champion()),
            not self.is_early and Sprite(184, 308, 84, "crown", turn=8),
            rosettes(self.summary.winners, 84, 470, 96),
            Sprite(0, 0, 900, "front_kingdom"),
            not self.is_early and (Sprite(268, 396, 190, "sweet"), Text(363, 491, self.points, "onplate", 120)),
        ]

    def champion(self) -> str:
        """Return the drawing of the Monster that counts most."""
        deck = cards_of(self.view)
        monsters = [deck[monster.id] for monster in self.view.villains[self.best].monsters]
        if self.is_early or not monsters:
            return "mon_unknown"
        return art(f"mon_{max(monsters, key=lambda card: card.value).id}", "mon_unknown")

    def secrets(self, seat: int) -> Sequence[Thing]:
        """Return the parts of the score, because nothing was secret."""
        mine, deck = self.view.villains[seat], cards_of(self.view)
        things = [Thing(art(f"mon_{monster.id}", "mon_unknown")) for monster in mine.monsters]
        things += [Thing(f"kc_{deck[name].colour}") for name in mine.kept]
        things += [Thing("candy_token", behind=str(mine.candies))] if mine.candies else []
        return [*things, Thing("black_cube", behind=str(mine.black))] if mine.black else things

    def when(self, index: int, event: Event) -> str:
        if event.key == "feeds":
            come = [
                told.fields["n"]
                for place, told in self.summary.public_events
                if told.key == "black-candy" and place <= index
            ]
            if come:
                return self.say("picture.black-last" if come[-1] == BLACK_CANDIES else "picture.black-nth", n=come[-1])
        passed = sum(told.key == "first-player" for place, told in self.summary.public_events if place <= index)
        return self.chip(index, event, self.say("picture.round", n=passed + 1))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        if "p" not in event.fields:
            return ()
        seat = seat_of(event.fields["p"])
        badge = Badge(seat, 54, 92, 40)
        if event.key == "feeds":
            hungry = [art(f"mon_{monster.id}", "mon_unknown") for monster in self.view.villains[seat].monsters]
            things = [Thing(name, x, y, size) for (x, y, size), name in zip(MOUTHS, hungry, strict=False)]
            cubes = [Thing("black_cube", x, y, size) for x, y, size in CUBES[: event.fields["b"]]]
            return [*things, Thing("feed", 54, 10, 48), *cubes, badge]
        card = event.fields.get("card")
        if card is None:
            return [Badge(seat, 18, 40, 60), Thing("candy_token", 86, 36, 62)]
        kind = "mon" if cards_of(self.view)[card].feed is not None else "abi"
        return [Thing(art(f"{kind}_{card}", "mon_unknown"), 6, 8, 118), Badge(seat, 104, 78, 48)]
