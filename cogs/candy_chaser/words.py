"""What Candy Chaser says."""

from cogs.ui.face import Page

CANDIES = {"blue": "Blue", "purple": "Purple", "green": "Green", "yellow": "Yellow", "red": "Red"}

BLURB = "Push up the price of the candy you smuggle, and tattle on the others before they tattle on you."

SAY = {
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
OWN = "You smuggle that yourself: it would be wrong"
LINES = {
    "smuggled": "Smuggled {candy}, on {place}",
    "smuggled-goal": "Smuggled {candy}, in the goal",
    "out-tattled": "Out: tattled on by {p}",
    "out-wrong": "Out: a wrong tattle",
    "stands-above": "{a} stands above {b} on the board",
}

GUIDE = (
    "Each player smuggles one candy in secret; highest price at the end wins.",
    "On your turn Hob rolls a die, and you move any one cube by that number.",
    "Do not push your own candy too plainly: the others are watching.",
    "When a cube reaches the goal, everybody may tattle once around.",
    "Guess somebody's candy right, and they are out. Guess wrong, and you are.",
)

PAGES = (
    Page(
        "goal",
        "Goal",
        "You are a smuggler with one kind of candy that nobody else deals in. Whoever's candy stands highest at the "
        "end wins, if they are still in the game. Be quiet about yours: a player who finds out which it is can throw "
        "you out, and you them.",
    ),
    Page(
        "set-up",
        "Set-up",
        "The board has a row for each of five candies: Blue, Purple, Green, Yellow, Red, from top to bottom. All five "
        "cubes begin on 0. Each player gets one secret Objective card, the candy they smuggle; the cards left over go "
        "back to the box unseen, so one to three candies are nobody's. Each player also gets five Tattletale cards, "
        "one per candy. A random player begins.",
    ),
    Page(
        "marketing",
        "Marketing: roll and move",
        "On your turn Hob rolls the die: −2, −1, +1, +1, +2 or +3. You must move one cube, of any candy, by exactly "
        "that number.\n• Only one cube moves; the number is not split.\n• A cube that would leave the board stops at "
        "the last space open to it, −2 below and 5 above.\n• You may give a minus to a cube on −2, or a plus to a cube "
        "on 5 while the goal is closed to it: then it stays.\n• Cubes never block each other.\n• Then it is the next "
        "player's turn.",
    ),
    Page(
        "goal-space",
        "The goal",
        "The goal lies one space behind 5. A cube may enter it only while at least one other cube stands on 3 or more, "
        "so there must be two in the framed zone. It need not be your own. Once open, a cube that is moved far enough, "
        "or further, goes in. The first cube in the goal ends the marketing.",
    ),
    Page(
        "tattling",
        "Tattling",
        "One round, from the left of whoever moved the cube into the goal; that player is last. On your chance you may "
        "slide a Tattletale card to somebody still in the game, in secret; Hob tells whether it is right.\n"
        "• Right: they are out, and you may tattle on another.\n"
        "• Wrong: you are out.\n"
        "• Nobody else learns which card it was, and nobody who is out tells their candy.\n"
        "• You may also let it be. Eliminated players tattle no more. It ends at once when one player is left.",
    ),
    Page(
        "winner",
        "Who wins",
        "Of the players still in the game, the one whose candy stands highest; the goal is above 5. In a tie the candy "
        "whose row is higher on the board wins: Blue, Purple, Green, Yellow, Red. If only one player is left, that "
        "player wins whatever the price.",
    ),
    Page(
        "tips",
        "Tips",
        "When tattling begins, the player with the highest candy is about to win: find out who that might be. If it is "
        "you, you need not tattle, but staying silent looks suspicious.",
    ),
)
