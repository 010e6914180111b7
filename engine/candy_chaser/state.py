"""The state of a Candy Chaser table."""

from dataclasses import dataclass, field

from engine.machine import Rules, Table

rules = Rules()

CANDIES = ["blue", "purple", "green", "yellow", "red"]  # top to bottom of the board; in a tie the higher one wins
DIE = [-2, -1, 1, 1, 2, 3]  # Ruling: no zero, −2 to +3 as printed; which value occurs twice is our choice.
FLOOR, TOP, GOAL = -2, 5, 6  # the goal space is one past 5
ZONE = 3  # the bordered zone begins here


@dataclass
class Slide:
    """One Tattletale card slid to a player; only those two may know its candy."""

    accuser: int
    target: int
    candy: str
    right: bool


@dataclass
class Chaser(Table):
    objectives: list[str] = field(default_factory=list)  # by seat
    box: list[str] = field(default_factory=list)  # Objective cards that were not dealt
    tattles: list[list[str]] = field(default_factory=list)  # Tattletale cards left, by seat
    cubes: dict[str, int] = field(default_factory=dict)
    active: int = 0
    die: int = 0
    moved: str = ""  # the cube moved last, and where it came from
    moved_from: int = 0
    tattling: bool = False
    slid: list[Slide] = field(default_factory=list)

    def eliminated(self) -> dict[int, Slide]:
        """Return the eliminated seats, each with the Tattletale card that eliminated it."""
        return {slide.target if slide.right else slide.accuser: slide for slide in self.slid}

    def remaining(self) -> list[int]:
        out = self.eliminated()
        return [seat for seat in range(self.players) if seat not in out]
