"""Candy Chaser's table and its end in words."""

from collections.abc import Iterator
from importlib.resources import files

from bot.i18n.catalogue import COMMON, Catalogue
from bot.i18n.fitting import MAX_ALT, cut
from bot.i18n.translator import Translator
from bot.screens.text_renderer import GameOverText, TextRenderer
from engine.candy_chaser.rules import CANDIES, GOAL
from engine.candy_chaser.view import ChaserView
from engine.game import Line, Score

WORDS = Catalogue("candy-chaser", files(__package__) / "text", COMMON)


def by_rank(view: ChaserView) -> list[str]:
    """Return the candies, best first; in a tie, the one higher on the board."""
    return sorted(view.cubes, key=lambda candy: (-view.cubes[candy], CANDIES.index(candy)))


def ahead_of(view: ChaserView, me: int) -> list[str]:
    """Return the candies that would beat `me`, without those that `me` knows to be out."""
    ranked, mine = by_rank(view), view.objectives[me]
    assert mine is not None
    caught = {slide.candy for slide in view.slid if slide.right}
    return [candy for candy in ranked[: ranked.index(mine)] if candy not in caught]


def seats_to_tattle(view: ChaserView, me: int) -> list[str] | None:
    """Return the seats that may tattle after `me`; None if `me` will not."""
    if me not in view.to_tattle:
        return None
    return [f"s{seat}" for seat in view.to_tattle[view.to_tattle.index(me) + 1 :]]


def push_phrases(view: ChaserView, seat: int, translator: Translator) -> list[str]:
    """Return a seat's pushes such as "Green +6", the largest first."""
    sums = sorted(view.pushes[seat].items(), key=lambda push: -push[1])
    return [translator.tr("table.push", candy=candy, n=n) for candy, n in sums]


class ChaserTextRenderer(TextRenderer[ChaserView]):
    def seat_line(self, seat: int) -> str:
        if seat in self.view.out:
            return self.say("table.out-tattled" if self.view.out[seat] else "table.out-wrong")
        return self.say("table.cards-left", n=self.view.cards_left[seat])

    def hand(self) -> str:
        mine, left = self.view.objectives[self.view.me], self.view.tattles
        lines = [self.say("table.hand" if left else "table.hand-empty", candy=mine, left=left)]
        return "\n".join([*lines, *(self.deciding(self.view.me) if self.view.tattling else [])])

    def deciding(self, me: int) -> Iterator[str]:
        """Yield the facts that a tattling player needs: the candies ahead, each player's moves, and who is next."""
        view, say, ahead = self.view, self.say, ahead_of(self.view, me)
        yield say("table.ranked", places=[self.place(candy) for candy in by_rank(view)])
        yield say("table.ahead" if ahead else "table.ahead-none", candy=view.objectives[me], ahead=ahead)
        yield say("table.tie-order", candies=CANDIES)
        for seat in range(view.players):
            if seat == me:
                continue
            moves = push_phrases(view, seat, self.translator)
            if seat in view.out:
                key = "table.moved-out" if moves else "table.moved-nothing-out"
            else:
                key = "table.moved" if moves else "table.moved-nothing"
            yield say(key, p=f"s{seat}", moves=moves)
        if (after := seats_to_tattle(view, me)) is not None:
            yield say("table.after-you" if after else "table.after-you-nobody", seats=after)

    def place(self, candy: str) -> str:
        place = self.view.cubes[candy]
        return self.say("table.in-goal" if place == GOAL else "table.on", candy=candy, place=place)

    def table(self) -> list[str]:
        lines = [self.say("table.board"), " · ".join(map(self.place, self.view.cubes))]
        for seat in range(self.view.players):
            if moves := push_phrases(self.view, seat, self.translator):
                lines.append(self.say("table.moved", p=f"s{seat}", moves=moves))
        if not self.view.tattling:
            is_open = [candy for candy, can in self.view.goal_open.items() if can]
            lines.append(self.say("table.goal-open" if is_open else "table.goal-closed", candies=is_open))
        return lines


class ChaserGameOverText(GameOverText[ChaserView]):
    def score_heading(self, score: Score) -> str:
        """Return a seat's place and name; there are no points."""
        return self.say("place.alone", place=score.place, p=f"s{score.seat}")

    def line(self, line: Line) -> str:
        if line.key == "smuggled" and line.fields["place"] == GOAL:
            return self.say("score.smuggled-goal", candy=line.fields["candy"])
        return super().line(line)

    def secrets(self, seat: int) -> str:
        """Return the smuggled candy; at the end, the score contains it."""
        candy = self.view.objectives[seat]
        assert candy is not None
        if self.view.over:
            return ""
        return self.line(Line(key="smuggled", fields={"candy": candy, "place": self.view.cubes[candy]}))

    def below_scores(self) -> str:
        undealt = [candy for candy in CANDIES if candy not in self.view.objectives]
        lines = [self.say("score.nobodys", candies=undealt)] if undealt else []
        for slide in self.view.slid:
            key = "score.slid-right" if slide.right else "score.slid-wrong"
            lines.append(self.say(key, p=f"s{slide.accuser}", t=f"s{slide.target}", candy=slide.candy))
        return "\n".join(lines)


# ---- the pictures in words
def table_alt(view: ChaserView, translator: Translator) -> str:
    say, active = translator.tr, f"s{view.active}"
    parts = [say("alt.cubes", cubes=cubes(view, translator))]
    if view.seat is not None and not view.tattling and not view.over:
        parts.append(say("alt.you-smuggle", candy=view.objectives[view.seat]))
    if view.over:
        secrets = [say("alt.smuggled", p=f"s{seat}", candy=candy) for seat, candy in enumerate(view.objectives)]
        parts.append(say("alt.ended", smuggled=secrets, p=f"s{view.winners[0]}"))
    elif view.tattling:
        parts.append(say("alt.may-tattle", p=active))
    else:
        is_open = [candy for candy, can in view.goal_open.items() if can]
        goal = "goal-open" if len(is_open) == len(CANDIES) else "goal-open-to" if is_open else "goal-closed"
        parts.append(say(f"alt.{goal}", candies=is_open))
        parts.append(say("alt.rolled", p=active, die=view.die))
    if view.out:
        parts.append(say("alt.out", out=[f"s{seat}" for seat in view.out]))
    return " ".join(parts)


def cubes(view: ChaserView, translator: Translator) -> list[str]:
    return [
        translator.tr("alt.in-goal" if place == GOAL else "alt.on", candy=candy, place=place)
        for candy, place in view.cubes.items()
    ]


def hand_alt(view: ChaserView, translator: Translator) -> str:
    say = translator.tr
    mine = view.objectives[view.me]
    parts = [
        say("alt.you-smuggle", candy=mine),
        say("alt.left" if view.tattles else "alt.left-none", left=view.tattles),
    ]
    parts.append(say("alt.places", cubes=cubes(view, translator)))
    ahead = ahead_of(view, view.me)
    parts.append(say("table.ahead" if ahead else "table.ahead-none", candy=mine, ahead=ahead))
    parts.append(say("table.tie-order", candies=CANDIES))
    for seat, sums in enumerate(view.pushes):
        if sums:
            moves = [say("alt.push", candy=candy, n=n) for candy, n in sums.items()]
            parts.append(say("alt.moved", p=f"s{seat}", moves=moves))
    if view.out:
        parts.append(say("alt.out", out=[f"s{seat}" for seat in view.out]))
    if view.tattling and not view.over:
        parts.append(say("alt.tattles-now", p=f"s{view.active}"))
    if (coming := seats_to_tattle(view, view.me)) is not None:
        parts.append(say("table.after-you" if coming else "table.after-you-nobody", seats=coming))
    for slide in view.slid:
        if slide.accuser == view.seat and slide.candy:
            key = "alt.was-right" if slide.right else "alt.was-wrong"
            parts.append(say(key, candy=slide.candy, p=f"s{slide.target}"))
    return cut(" ".join(parts), MAX_ALT)
