"""Every word of it."""

from bot.i18n.catalogue import Catalogue, Plural
from bot.i18n.common import COMMON

WORDS = Catalogue(
    "rock-paper-scissors",
    {
        "game": {"blurb": "Rock blunts scissors, scissors cut paper, paper wraps rock."},
        "guide": {"1": "All show a hand at once; first to two points."},
        "page": {"goal.title": "Goal", "goal": "Be the first to two points."},
        "ruling": {"1": "With three players a hand may beat two at once; it is one point all the same."},
        "thing": {"rock": "Rock", "paper": "Paper", "scissors": "Scissors"},
        "ask": {"show": "Show a hand."},
        "now": {"show": "**{p}** shows a hand."},
        "all": {"show": "Everybody shows a hand:"},
        "log": {"scores": "{p} scores and has {n}", "shows": "{p} shows {shape}", "all-show": "{shown:,}"},
        "why": {"no-shape": "“{shape}” is no hand: rock, paper or scissors."},
        "score": {"hands": "Hands won"},
        "verb": {"show": "Show a hand", "show.shape": "Which"},
        "not-now": {"show": "You show a hand when everybody does."},
        "kind": {"shape": "hand"},
        "table": {
            "points": Plural("{n} point", "{n} points"),
            "seat": Plural("{p}: {n} point", "{p}: {n} points"),
        },
        "picture": {"title": "Rock Paper Scissors", "goal": "First to two"},
        "alt": {"table": "Rock Paper Scissors. {points:,}.", "seat": "{p} {n}"},
    },
    COMMON,
)
