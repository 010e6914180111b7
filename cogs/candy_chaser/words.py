"""Every sentence and word of Candy Chaser, by key; the pages of its rules stand in `pages.py`."""

from bot.i18n.catalogue import Catalogue, Plural, Section
from bot.i18n.common import COMMON
from cogs.candy_chaser.pages import COACH, GUIDE, PAGES, RULINGS

GAME = {
    "blurb": "Push up the price of the candy you smuggle. Tattle on the others before they tattle on you.",
    "cover-above": "Candy",
    "cover-below": "Chaser",
    "facts": "{least}–{most} players · 15 min",
}

THINGS = {"blue": "Blue", "purple": "Purple", "green": "Green", "yellow": "Yellow", "red": "Red"}

ASK = {
    "move": "You rolled **{die:+}**: move one cube.",
    "tattle": "You may tattle. Right: they are out. Wrong: you are out.",
    "tattle-again": "You were right: {t} is out. Tattle again?",
}
NOW = {
    "move": "**{p}** rolled **{die:+}** and moves a cube.",
    "tattle": "**{p}** may tattle.",
    "tattle-again": "**{p}** may tattle again.",
}
LOG = {
    "moves": "{p} rolls {die:+} and moves {candy} from {a} to {b}",
    "stops": "{p} rolls {die:+}; {candy} stops at {b}, the last space open to it",
    "stays": "{p} rolls {die:+}; {candy} stays on {a}",
    "goes-in": "{p} rolls {die:+} and moves {candy} from {a} into the goal",
    "tattling-begins": "{candy} reaches the goal: tattling begins with {q}",
    "does-not-tattle": "{p} does not tattle",
    "tattles-right": "{p} tattles on {t} and is right: {t} is out",
    "tattles-wrong": "{p} tattles on {t} and is wrong: {p} is out",
    "you-slid-right": "You slid {t} your {candy} card: right",
    "you-slid-wrong": "You slid {t} your {candy} card: wrong; tell nobody which it was, nor your own candy",
    "slid-to-you-right": "{p} slid you {candy}: right; tell nobody until the end",
    "slid-to-you-wrong": "{p} slid you {candy}: wrong",
    "only-left": "Only {p} is left",
}
WHY = {
    "no-candy": "“{candy}” is no candy of this game: Blue, Purple, Green, Yellow or Red.",
    "full-number": "A cube moves the full number rolled, {die:+}; name the candy.",
    "not-tattling-yet": "Tattling begins when a cube reaches the goal.",
    "move-is-over": "No cube moves any more: a cube has reached the goal.",
    "not-yourself": "You cannot tattle on yourself.",
    "is-out": "{t} is out already.",
    "card-given-away": "You gave your {candy} card away.",
}
SCORE = {
    "smuggled": "Smuggled {candy}, on {place}",
    "smuggled-goal": "Smuggled {candy}, in the goal",
    "out-tattled": "Out: tattled on by {p}",
    "out-wrong": "Out: a wrong tattle",
    "stands-above": "{a} stands above {b} on the board",
    "wins": "{place}. {p} wins",
    "ranked": "{place}. {p}",
    "nobodys": "Nobody dealt in {candies}.",
    "slid-right": "{p} slid {t} {candy}: right.",
    "slid-wrong": "{p} slid {t} {candy}: wrong.",
}

VERB = {
    "move": "Move one cube by the number you rolled",
    "move.candy": "The cube to move",
    "tattle": "Tattle on a player with one of your cards",
    "tattle.player": "On whom",
    "tattle.candy": "The candy you think they smuggle",
    "pass": "Do not tattle",
}
NOT_NOW = {
    "move": "You move a cube on your own turn.",
    "tattle": "You tattle when your chance comes, after a cube has reached the goal.",
    "pass": "You can only pass when you may tattle.",
}
KIND = {"candy": "candy", "player": "player"}
PLACEHOLDER = {"": "Tattle on…"}
LABEL = {
    "pass": "Don't tattle",
    "into-goal": "{candy} {here} → GOAL",
    "into-goal.text": "Ends the marketing",
    "stays": "{candy} stays on {here}",
    "moves": "{candy} {here} → {there}",
    "smuggles": "{who} smuggles {candy}",
    "own": "You smuggle that yourself: it would be wrong",
    "has-moved": "Has moved it by {n:+} in all",
    "has-not-moved": "Has never moved it",
    "sure": "Does {who} smuggle {candy}? If not, you are out.",
    "tattle": "Tattle",
}

TABLE: Section = {
    "marketing": "marketing",
    "tattling": "tattling",
    "over": "over",
    "out-tattled": "out, tattled on",
    "out-wrong": "out, a wrong tattle",
    "cards-left": Plural("{n} tattle card", "{n} tattle cards"),
    "hand": "You smuggle **{candy}**. Tattletale cards left: {left}.",
    "hand-empty": "You smuggle **{candy}**. Tattletale cards left: none.",
    # what one tattles by
    "ranked": "Now: {places:·}.",
    "ahead": "Ahead of your {candy}: {ahead:,}.",
    "ahead-none": "No candy is ahead of your {candy}.",
    "tie-order": "On the same space {candies:,} win in this order.",
    "push": "{candy} {n:+}",
    "moved": "{p} has moved {moves:,}",
    "moved-nothing": "{p} has moved nothing",
    "moved-out": "{p} (out) has moved {moves:,}",
    "moved-nothing-out": "{p} (out) has moved nothing",
    "after-you": "After you tattle: {seats:,}.",
    "after-you-nobody": "You are the last to tattle.",
    "board": "**Board**",
    "in-goal": "{candy} in the goal",
    "on": "{candy} on {place}",
    "goal-closed": "The goal is closed.",
    "goal-open": "The goal is open to {candies}.",
}
PICTURE: Section = {
    "title": "Candy Chaser",
    "wins": "{p} wins",
    "may-tattle": "{p} may tattle",
    "you-may-tattle": "You may tattle",
    "rolled": "{p} rolled {die:+}",
    "tattles": Plural("{n} tattle", "{n} tattles"),
    "hand": "Your view",
    "you-smuggle": "You smuggle {candy}",
    "never-caught": "never caught",
    "wrong-tattle": "wrong tattle",
    "caught-by": "caught by {p}",
    "tattling": "Tattling",
    "marketing": "Marketing",
    "who-pushed": "Who pushed what, and how far",
    "you": "You",
    "state-now": "now",
    "state-next": "to come",
    "state-passed": "passed",
    "state-out": "out",
    "state-waits": "waits",
    "goal": "GOAL",
    "yours": "yours",
    "beats-you": "beats you",
    "equal": "Equal places: the upper one wins",
    "your-cards": "Your cards",
    "slid-right": "Right: {p} is out",
    "slid-wrong": "Wrong: {p} is out",
    "end-wins": "wins",
    "end-beaten": "beaten",
    "end-found-out": "found out",
    "end-tattled-wrong": "tattled wrong",
    "nobodys": "Nobody's:",
}
ALT = {
    "cubes": "Candy Chaser. {cubes:,}.",
    "in-goal": "{candy} in the goal",
    "on": "{candy} on {place:spoken}",
    "smuggled": "{p} smuggled {candy}",
    "fate": "{where}, {fate}",
    "ended": "{smuggled:,}. {p} wins.",
    "goal-open": "The goal is open.",
    "goal-open-to": "The goal is open to {candies} only.",
    "goal-closed": "The goal is closed.",
    "may-tattle": "{p} may tattle.",
    "rolled": "{p} rolled {die:+spoken}.",
    "out": "Out: {out:,}.",
    "you-smuggle": "You smuggle {candy}.",
    "left": "Tattletale cards left: {left:,}.",
    "left-none": "Tattletale cards left: none.",
    "places": "{cubes:,}.",
    "push": "{candy} {n:+spoken}",
    "moved": "{p} has moved {moves:,}.",
    "tattles-now": "{p} tattles now.",
    "was-right": "{candy} went to {p} and was right.",
    "was-wrong": "{candy} went to {p} and was wrong.",
}

HINT: dict[str, str | Plural] = {  # there are no points: what one wins by is the place of one's candy
    "gain": Plural("At once it moves your candy {n:+} space.", "At once it moves your candy {n:+} spaces."),
    "no-gain": "At once your candy stays where it is.",
}

WORDS = Catalogue(
    "candy-chaser",
    {
        "game": GAME,
        "coach": COACH,
        "guide": GUIDE,
        "page": PAGES,
        "ruling": RULINGS,
        "thing": THINGS,
        "ask": ASK,
        "now": NOW,
        "log": LOG,
        "why": WHY,
        "score": SCORE,
        "verb": VERB,
        "not-now": NOT_NOW,
        "kind": KIND,
        "placeholder": PLACEHOLDER,
        "label": LABEL,
        "table": TABLE,
        "picture": PICTURE,
        "alt": ALT,
        "hint": HINT,
    },
    COMMON,
    __package__,
)
