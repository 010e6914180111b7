"""Candy Chaser's table and its end in words."""

from cogs.ui.in_words import Ending, InWords
from engine.candy_chaser.state import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView
from engine.game import Line, Score


class ChaserInWords(InWords[ChaserView]):
    def note(self) -> str:
        phase = "over" if self.view.over else "tattling" if self.view.tattling else "marketing"
        return self.say(f"table.{phase}")

    def seat_line(self, seat: int) -> str:
        if seat in self.view.out:
            return self.say("table.out-tattled" if self.view.out[seat] else "table.out-wrong")
        return self.say("table.cards-left", n=self.view.cards_left[seat])

    def hand(self) -> str:
        assert self.view.seat is not None
        mine, left = self.view.objectives[self.view.seat], self.view.tattles
        if not left:
            return self.say("table.hand-empty", candy=mine)
        return self.say("table.hand", candy=mine, left=left)

    def table(self) -> list[str]:
        places = [
            self.say("table.in-goal" if place == GOAL else "table.on", candy=candy, place=place)
            for candy, place in self.view.cubes.items()
        ]
        lines = [self.say("table.board"), " · ".join(places)]
        if not self.view.tattling:
            is_open = [candy for candy, can in self.view.goal_open.items() if can]
            lines.append(self.say("table.goal-open" if is_open else "table.goal-closed", candies=is_open))
        return lines


class ChaserEnding(Ending[ChaserView]):
    def placed(self, score: Score) -> str:
        """The eliminated and the others are ranked, but only one wins, and nobody counts points."""
        return self.say("score.wins" if score.place == 1 else "score.ranked", place=score.place, p=f"s{score.seat}")

    def line(self, line: Line) -> str:
        if line.key == "smuggled" and line.fields["place"] == GOAL:
            return self.say("score.smuggled-goal", candy=line.fields["candy"])
        return super().line(line)

    def revealed(self, seat: int) -> str:
        """The smuggled candy; at the end the score says it."""
        candy = self.view.objectives[seat]
        assert candy is not None
        if self.view.over:
            return ""
        return self.line(Line(key="smuggled", fields={"candy": candy, "place": self.view.cubes[candy]}))

    def below_scores(self) -> str:
        nobodys = [candy for candy in CANDIES if candy not in self.view.objectives]
        return self.say("score.nobodys", candies=nobodys) if nobodys else ""
