"""The rules of Candy Chaser in our own words, a page per chapter of the rulebook."""

GUIDE = {
    "1": "Each player smuggles one candy in secret; highest price at the end wins.",
    "2": "On your turn Hob rolls a die, and you move any one cube by that number.",
    "3": "Do not push your own candy too plainly: the others are watching.",
    "4": "A cube may enter the goal while another stands on 3, 4 or 5; then everybody may tattle once around.",
    "5": "Guess somebody's candy right, and they are out. Guess wrong, and you are.",
}

PAGES = {
    "goal.title": "Goal",
    "goal": (
        "You are a smuggler with one kind of candy that nobody else deals in. Whoever's candy stands highest at the "
        "end wins, if they are still in the game. Be quiet about yours: a player who finds out which it is can throw "
        "you out, and you them."
    ),
    "set-up.title": "Set-up",
    "set-up": (
        "The board has a row for each of five candies: Blue, Purple, Green, Yellow, Red, from top to bottom. All five "
        "cubes begin on 0. Each player gets one secret Objective card, the candy they smuggle; the cards left over go "
        "back to the box unseen, so one to three candies are nobody's. Each player also gets five Tattletale cards, "
        "one per candy. A random player begins."
    ),
    "marketing.title": "Marketing: roll and move",
    "marketing": (
        "On your turn Hob rolls the die: −2, −1, +1, +1, +2 or +3. You must move one cube, of any candy, by exactly "
        "that number.\n• Only one cube moves; the number is not split.\n• A cube that would leave the board stops at "
        "the last space open to it, −2 below and 5 above.\n• You may give a minus to a cube on −2, or a plus to a cube "
        "on 5 while the goal is closed to it: then it stays.\n• Cubes never block each other.\n• Then it is the next "
        "player's turn."
    ),
    "goal-space.title": "The goal",
    "goal-space": (
        "The goal lies one space behind 5. A cube may enter it only while at least one other cube stands on 3 or more, "
        "so there must be two in the framed zone. It need not be your own. Once open, a cube that is moved far enough, "
        "or further, goes in. The first cube in the goal ends the marketing."
    ),
    "tattling.title": "Tattling",
    "tattling": (
        "One round, from the left of whoever moved the cube into the goal; that player is last. On your chance you may "
        "slide a Tattletale card to somebody still in the game, in secret; Hob tells whether it is right.\n"
        "• Right: they are out, and you may tattle on another.\n"
        "• Wrong: you are out.\n"
        "• Nobody else learns which card it was, and nobody who is out tells their candy.\n"
        "• You may also let it be. Eliminated players tattle no more. It ends at once when one player is left."
    ),
    "winner.title": "Who wins",
    "winner": (
        "Of the players still in the game, the one whose candy stands highest; the goal is above 5. In a tie the candy "
        "whose row is higher on the board wins: Blue, Purple, Green, Yellow, Red. If only one player is left, that "
        "player wins whatever the price."
    ),
    "tips.title": "Tips",
    "tips": (
        "When tattling begins, the player with the highest candy is about to win: find out who that might be. If it is "
        "you, you need not tattle, but staying silent looks suspicious."
    ),
}

# Our own readings of the rulebook; the code marks each with "Ruling".
# Above a new kind of question: what is asked, and what matters.
COACH = {
    "move": (
        "Each of you smuggles one candy in secret, and whoever smuggles the highest one at the end wins. "
        "Move any cube by what you rolled; pushing only your own gives it away, for the others watch who pushes what."
    ),
    "tattle": (
        "Name somebody's candy: if you are right, they are out; if you are wrong, you are. "
        "You have one card for each colour, and letting it be costs nothing."
    ),
    "tattle-again": (
        "You were right, so you may go on at once. One good guess is plenty, unless you are as sure of the next."
    ),
}

RULINGS = {
    "die": "The die has the faces −2, −1, +1, +1, +2 and +3. The rulebook gives its range; the split is ours.",
    "out": "An eliminated player can no longer be tattled on, so the round ends at once when one player is left.",
    "own-candy": "You may tattle with the card of your own candy; it can only be wrong.",
    "ranks": (
        "The rulebook names only the winner; the others left are ranked by their candy, and the eliminated come last "
        "together."
    ),
    "shown": "All objectives are shown when the game has been decided.",
}
