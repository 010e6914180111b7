"""Checks records of games of Candy Chaser that a Hob has handed out: `python3 check_candy_chaser.py FILE …`

It needs Python alone and shares nothing with Hob: the rules stand here once more, from the rulebook, and the shuffle is
SHA-256 and BLAKE2b as Python brings them.  checking.md, in the same folder, explains records.
"""

import copy
import json
import sys
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

CANDIES = ["blue", "purple", "green", "yellow", "red"]
DIE = [-2, -1, 1, 1, 2, 3]


class Untrue(Exception):
    """What does not hold."""


class Chance:
    """A chain of hashes that begins at the seed: of each, 16 bytes are the next link and 8 a number."""

    def __init__(self, seed: str) -> None:
        self.link = blake2b(seed.encode(), digest_size=16, person=b"hob start").digest()

    def below(self, n: int) -> int:
        while True:
            hashed = blake2b(self.link, digest_size=24).digest()
            self.link, number = hashed[:16], int.from_bytes(hashed[16:], "big")
            if number < 2**64 - 2**64 % n:  # else some numbers would be likelier than others
                return number % n


class Game:
    def __init__(self, seats: int, seed: str) -> None:
        self.seats, self.chance = seats, Chance(seed)
        cards = CANDIES[:]
        for last in range(4, 0, -1):
            other = self.chance.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        self.secret = cards[:seats]
        self.cube = dict.fromkeys(CANDIES, 0)
        self.cards = [set(CANDIES) for _ in range(seats)]
        self.out: set[int] = set()
        self.turn = self.chance.below(seats)
        self.die = DIE[self.chance.below(6)]
        self.tattlers: list[int] | None = None  # who may still tattle; None while candy is moved

    def left(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def over(self) -> bool:
        return self.tattlers == []

    def answer(self, seat: int, option: str) -> None:
        if self.over() or seat != (self.turn if self.tattlers is None else self.tattlers[0]):
            raise Untrue(f"seat {seat} is not asked")
        if self.tattlers is None:
            self.move(option)
        else:
            self.tattle(seat, option)
            self.skip()

    def move(self, candy: str) -> None:
        if candy not in CANDIES:
            raise Untrue(f"{candy} is no candy")
        open_goal = any(place >= 3 for other, place in self.cube.items() if other != candy)
        self.cube[candy] = max(-2, min(self.cube[candy] + self.die, 6 if open_goal else 5))
        if self.cube[candy] == 6:
            self.tattlers = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
            return
        self.turn = (self.turn + 1) % self.seats
        self.die = DIE[self.chance.below(6)]

    def tattle(self, seat: int, option: str) -> None:
        assert self.tattlers is not None
        if option == "pass":
            self.tattlers.pop(0)
            return
        who, _, candy = option.partition("/")
        target = int(who[1:])
        if target == seat or target not in self.left() or candy not in self.cards[seat]:
            raise Untrue(f"seat {seat} cannot tattle {option}")
        self.cards[seat].remove(candy)
        if self.secret[target] == candy:  # who is right may tattle again
            self.out.add(target)
        else:
            self.out.add(seat)
            self.tattlers.pop(0)

    def skip(self) -> None:
        """The eliminated do not tattle, nor the last one left."""
        while self.tattlers and (self.tattlers[0] in self.out or len(self.left()) == 1):
            self.tattlers.pop(0)

    def places(self) -> list[tuple[int, int, int]]:
        """Seat, place and where its candy stands; those who are out share the last place."""
        best = sorted(self.left(), key=lambda seat: (-self.cube[self.secret[seat]], CANDIES.index(self.secret[seat])))
        ranked = [(seat, place) for place, seat in enumerate(best, 1)]
        ranked += [(seat, len(best) + 1) for seat in sorted(self.out)]
        return [(seat, place, self.cube[self.secret[seat]]) for seat, place in ranked]


def check(record: dict[str, Any]) -> str:
    """What has been found to be true.  Raises Untrue."""
    if record["game"] != "candy-chaser":
        raise Untrue(f"a record of {record['game']}; this program knows Candy Chaser alone")
    if sha256(f"hob:{record['seed']}".encode()).hexdigest() != record["seal"]:
        raise Untrue("the seal is not this seed's")
    game, before = Game(record["seats"], record["seed"]), {}
    for entry in record["history"]:
        before[entry["at"]] = copy.deepcopy(game)
        if entry["back"] is None:
            game.answer(entry["seat"], entry["option"])
            continue
        game = copy.deepcopy(before[entry["back"]])  # an answer was taken back
        if entry["option"] == "anew":  # and what was seen of chance does not come again
            game.chance = Chance(f"{record['seed']} back-{entry['at']}")
    if not game.over():
        if record["scores"] is None:
            return "ended early, after what these answers lead to"
        raise Untrue("with these answers the game is not over")
    told = [(score["seat"], score["place"], score["total"]) for score in record["scores"] or []]
    if told != game.places():
        raise Untrue(f"these answers lead to {game.places()}, not to {told}")
    return f"{len(record['history'])} entries lead from this seed to these scores"


def main(files: list[str]) -> int:
    wrong = 0
    for file in files:
        try:
            print(f"TRUE: {file}: {check(json.loads(Path(file).read_text(encoding='utf-8')))}.")
        except (Untrue, ValueError, KeyError, TypeError, IndexError) as fault:
            print(f"FALSE: {file}: {fault}.")
            wrong += 1
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
