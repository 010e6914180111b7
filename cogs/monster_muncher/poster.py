"""The end of Monster Muncher as a poster: the winner's hungriest Monster on the tongue of an open mouth."""

from collections.abc import Sequence
from itertools import pairwise

from bot.pictures import Pieces, Sprite, Text, art
from bot.pictures.palette import MUNCHER
from bot.pictures.posters import Badge, Thing, rosettes
from bot.screens.game_over_poster import GamePoster, is_seat
from engine.machine import Event, seat_of
from engine.monster_muncher.cards import DECKS, MuncherCard
from engine.monster_muncher.view import MonsterView, MuncherView

SIZES: dict[str, tuple[int, ...]] = {
    **{f"{part}_muncher": (900,) for part in ("stage", "confetti", "front", "band")},
    "plate": (190,),
    "rosette": (146,),
}
TURN_EVENTS = ("plays", "plays-snack", "discards", "draws-and-ends", "passes")
LIPS = ((26, 196, 84, 12), (352, 190, 84, -12), (4, 320, 74, -8), (380, 306, 74, 14))


class MuncherPoster(GamePoster[MuncherView]):
    look = MUNCHER
    decisive_events = (
        *("plays", "plays-snack", "replaces", "destroys", "destroys-own", "steals", "bounces", "bounces-own", "swaps"),
        *("gives", "announces"),
    )

    def drawing(self, card: str) -> str:
        kind = "mun" if self.card(card).party else "snack"
        return art(f"{kind}_{card}", f"{kind}_unknown")

    def card(self, card: str) -> MuncherCard:
        return DECKS[self.view.deck][card]

    def hero(self) -> Pieces:
        row = self.monsters(self.best)
        hungriest = self.drawing(row[0].card) if row and not self.is_early else "mun_unknown"
        snacks = [snack.card for monster in row for snack in monster.snacks]
        return [
            Sprite(92, 268, 272, hungriest),
            Sprite(0, 0, 900, "front_muncher"),
            rosettes(self.summary.winners, 76, 486, 96),
            not self.is_early
            and (
                Sprite(266, 398, 190, "plate"),
                Text(361, 493, self.points, "onplate", 130),
                [
                    Sprite(x, y, size, self.drawing(snack), turn=turn)
                    for (x, y, size, turn), snack in zip(LIPS, snacks, strict=False)
                ],
            ),
        ]

    def monsters(self, seat: int) -> list[MonsterView]:
        """Return the row that scored, the hungriest first."""
        return sorted(self.view.rows[seat], key=lambda monster: -monster.hunger)

    def secrets(self, seat: int) -> Sequence[Thing]:
        return [Thing(self.drawing(monster.card)) for monster in self.monsters(seat)]

    def secrets_text(self, seat: int) -> str:
        row = [self.say("alt.poster-monster", card=one.card, n=one.hunger) for one in self.monsters(seat)]
        return self.say("alt.poster-row", p=f"s{seat}", monsters=row) if row else ""

    def bounds(self) -> tuple[float, float]:
        low, high = super().bounds()
        return low, max(high, self.view.goal)

    def when(self, index: int, event: Event) -> str:
        """Return the turn, counted by who takes one: a new one begins with another seat."""
        turns = [
            told.fields["p"] for place, told in self.summary.public_events if told.key in TURN_EVENTS and place <= index
        ]
        changed = sum(one != other for one, other in pairwise(turns)) + 1
        return self.chip(index, event, self.say("picture.turn-of", n=-(-changed // self.view.players)))

    def window(self, event: Event) -> Sequence[Thing | Badge]:
        fields = event.fields
        cards = [fields[key] for key in ("m", "card", "old", "a", "b") if key in fields] + list(fields.get("cards", ()))
        drawn = [self.drawing(card) for card in cards[:2]]
        things: list[Thing | Badge] = [
            Thing(name, x, y, size) for (x, y, size), name in zip(((-2, 12, 118), (90, 54, 72)), drawn, strict=False)
        ]
        about = fields.get("p")
        return [*things, Badge(seat_of(about), 112, 6, 42)] if is_seat(about) else things
