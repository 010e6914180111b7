"""What Ghosts Love Candy says."""

from cogs.ui.pending import Page
from cogs.ui.words import Plural, Template

CANDIES = {
    "candy-corn": "Candy Corn",
    "peppermint": "Peppermint",
    "lollipops": "Lollipops",
    "gummies": "Gummies",
    "chocolate": "Chocolate",
    "licorice": "Licorice",
}

BLURB = "Haunt kids and gobble candy, but do not scare them."

SAY: dict[str, Template] = {
    "choose": "Choose a ghost; all are shown together.",
    "haunt": "Haunt a kid with your **{ghost}**.",
    "ability": "**{kid}**: {text}",
    "hand-over": "Give {q} one of your candies.",
}
PAID = "You pay with {candy}. From which kid do you take all candy?"
NOW: dict[str, Template] = {
    "choose": "**{p}** chooses a ghost.",
    "haunt": "**{p}** haunts a kid with the **{ghost}**.",
    "ability": "**{p}** uses {kid}: *{text}*",
    "hand-over": "**{p}** gives {q} a candy.",
}
ALL = {"choose": "Everybody chooses a ghost:"}

LOG: dict[str, Template] = {
    "round": "Round {n}: a candy for every kid",
    "all-reveal": "All reveal: {shown}",
    "tie": "{shown}: {first} goes before {rest}",
    "tie-at-random": "No kids are left to draw: chance orders {seats}",
    "reshuffled": "The Kid deck is reshuffled",
    "haunts": "{p} haunts {kid} with the {ghost} and takes {candies}",
    "haunts-no-candy": "{p} haunts {kid} with the {ghost} and finds no candy",
    "haunts-nobody": "{p} finds nobody to haunt; the {ghost} is discarded",
    "does-not-use": "{p} does not use {kid}",
    "can-do-nothing": "{kid} can do nothing here",
    "takes-candy": "{p} takes {candy} from {kid}",
    "takes-candy-from-player": "{p} takes {candy} from {q}",
    "asks-for-candy": "{p} asks {q}, who gives {candy}",
    "gives-candy": "{kid} gives {q} {candies} from {a}",
    "pays-and-takes": "{p} puts {candy} on {kid} and takes {candies} from {a}",
    "moves-all-candy": "{p} moves {candies} from {a} to {b}",
    "trades-with-kid": "{p} trades {give} for {take} on {kid}",
    "trades-with-player": "{p} trades {give} for {take} with {q}",
    "clears-ghosts": Plural("{p} clears 1 ghost from {kid}", "{p} clears {n} ghosts from {kid}"),
    "moves-ghost": "{p} moves {q}'s {ghost} from {a} to {b}",
    "moves-kid": "{p} moves {kid} from {a}'s stash to {b}'s",
    "sends-home": "{p} sends home {kid}",
    "swaps-kids": "{p} swaps {a} and {b}",
    "looks": "{p} looks at {q}'s Love card",
    "loves": "{q} loves {shown}",
    "is-safe": "{kid} is safe beside {guard}",
    "is-scared": "{kid} is scared ({sum} of {courage}) and goes to {q}; {new} moves in",
    "is-scared-for-good": "{kid} is scared ({sum} of {courage}) and goes to {q}; nobody is left to move in",
}
OWN = {  # where what is moved was the player's own
    "moves-ghost": "{p} moves their {ghost} from {a} to {b}",
    "moves-kid": "{p} moves {kid} from their stash to {b}'s",
}
DRAWS, DRAWS_TOO = "{p} draws {number}", "{p} {number}"

WHY: dict[str, Template] = {
    "already-played": "You have already played your {ghost}.",
    "back-in-the-box": "The {ghost} is back in the box: five or six players play without 4 and 6.",
    "no-such-kid": "{kid} is not in the neighborhood just now.",
    "not-this-kid": "It must be another kid than {kid}.",
    "not-adjacent": "{kid} does not stand beside the kid that you haunt.",
    "no-candy-there": "{place} has no candy.",
    "candy-not-there": "{place} has no {candy}.",
    "no-ghost-there": "No ghost haunts {kid}.",
    "not-yourself": "It must be another player than you.",
    "not-richer": "{q} does not have more candy than you.",
    "no-ghost-beside": "{q} has no ghost on a kid beside the one that you haunt.",
    "not-next": "{q} does not sit next to you.",
    "not-in-a-stash": "{kid} is in nobody's stash.",
    "not-your-kid": "{kid} is not in your stash.",
    "somebody-else": "{q} holds that kid already; it must go to somebody else.",
    "must-use": "{kid} leaves no choice: you must do what the card says.",
}

LINES: dict[str, Template] = {
    "candy": "{candy} {n} × {value} = {points}",
    "candy-changed": "{candy} {n} × {value} ({shown}) = {points}",
    "sets": "6 different candies × {n} ({kid}) = {points}",
    "ghosts-on": "Ghosts on {kid} {n} × {each} = {points}",
    "stash-kids": "Kids in the stash: {shown}",
    "kids-gain": Plural("{kid}: 1 kid + {each} = {points}", "{kid}: {n} kids + {each} each = {points}"),
}
BOO = "{p} tie: BOO!"
ROW_AT_THE_END = "In the row: {kids}."
LOVED = "Loved {shown}."
IN_HAND = "{loved} Ghosts in hand: {ghosts}."

# What an option says, by the verb of the ability; "rival" where its candy is a player's.  The first template that has
# all that was chosen so far counts.
OPTIONS: dict[str, tuple[str, ...]] = {
    "take-candy": ("{candy} from {source}", "From {source}", "{candy}"),
    "beg-candy": ("{source}",),
    "take-all-candy": ("{source}",),
    "pay-to-take": ("Pay {paid}",),
    "move-candy": ("{source} → {target}", "From {source}", "To {target}"),
    "trade-candy": ("{give} for {take} on {source}", "{give} to {source}", "{give} for {take}", "Give {give}"),
    "trade-candy-rival": ("{give} for {take} of {source}", "{give} to {source}", "Give {give}"),
    "clear-ghosts": ("{source}",),
    "move-ghost": ("{source} → {target}", "From {source}", "To {target}"),
    "move-kid": ("{moved} → {target}", "{moved}"),
    "send-home": ("{moved}",),
    "swap-kids": ("{a} ↔ {b}",),
    "peek": ("{source}",),
}
TWO_KIDS = "Choose two kids…"
IN_A_STASH = "{value:+} in a stash"
SKIP = "Don't use it"
USE = "Use {kid}"

GUIDE = (
    "Each round everybody picks a ghost in secret; the highest number haunts first.",
    "Haunting a kid gives you all its candy; then a blue box works at once.",
    "Your secret Love card says what each candy is worth to you: 5 down to 0.",
    "If the ghosts on a kid reach its Courage, the last to haunt it gets the kid: −2 points.",
    "Each ghost is played once, so the big ones are soon gone.",
    "The most points after the last round win.",
)

PAGES = (
    Page(
        "goal",
        "Goal",
        "You are ghosts on a Halloween street. Haunt the kids and take their candy, but do not frighten them: a scared "
        "kid clings to whoever haunted it last, and that costs points. The highest score at the end wins.",
    ),
    Page(
        "set-up",
        "Set-up",
        "• Everybody has ghosts 1 to 9, and an empty stash in the open.\n"
        "• Everybody is dealt one of six Love cards. Only its owner sees it; the cards left over are seen by nobody. "
        "It gives the six candies 5, 4, 3, 2, 1 and 0 points.\n"
        "• The kids are shuffled. With **3 or 4 players** six of them stand in the neighborhood and the game has eight "
        "rounds. With **5 or 6 players** there are eight kids and six rounds, and ghosts 4 and 6 go back to the box.\n"
        "• There are 48 candies, eight each of Candy Corn, Peppermint, Lollipops, Gummies, Chocolate and Licorice. "
        "They are shuffled too.\n"
        "• Kid number 1 stands beside the Kid deck; the row goes on from there.",
    ),
    Page(
        "round",
        "A round",
        "**1. Place candy.** Every kid of the neighborhood gets one candy from the deck. What was not taken stays, so "
        "candy heaps up on kids that nobody haunts.\n"
        "**2. Choose a ghost.** Everybody picks one of their own in secret. You may change your mind until the last "
        "player has chosen; then all are shown together.\n"
        "**3. Order of turns.** The highest ghost goes first, then the next, down to the lowest. Tied players draw a "
        "kid each from the Kid deck: the higher small number goes first. Several ties are settled from the highest "
        "ghost down, and the kids drawn are discarded at the end of it.\n"
        "**4. Turns.** Each player in this order takes one turn. When all have had theirs, the next round begins; "
        "kids, candy and ghosts of the neighborhood stay as they are.",
    ),
    Page(
        "turn",
        "Your turn",
        "**1. Place your ghost** on any kid, whether it has candy or not, and whoever haunts it already. It lies on "
        "top of the other ghosts there; the top ghost is the last that haunted the kid, also when an ability moved it "
        "there.\n"
        "**2. Take candy.** All candy of that kid goes to your stash, in the open.\n"
        "**3. The kid's ability.** A blue box works now, for you, even if there was no candy and even if the kid is "
        "about to be scared. A yellow box has a timing of its own.\n"
        "**4. Scare kids.** The whole row is checked; see the next page. Then your turn is over.",
    ),
    Page(
        "scare",
        "Scared kids",
        "A kid is scared when the numbers of all ghosts on it add up to its Courage or more. At the end of every turn "
        "the row is checked once, from the Kid deck outward, whoever haunted where. For each scared kid:\n"
        "• the kid goes to the stash of the player whose ghost is on top;\n"
        "• all its ghosts are discarded, for good;\n"
        "• candy that lies on it is discarded;\n"
        "• a new kid moves in at once, with no candy until the next round.\n"
        "Then the check goes on with the next kid. When the Kid deck has run out, the discarded kids are shuffled and "
        "become the new one. Kids that were not scared keep their ghosts.",
    ),
    Page(
        "abilities",
        "Abilities",
        "Every kid has one ability, in a box.\n"
        "• **Blue** works at once, right after you took the candy. “You may” leaves it to you; otherwise you must, if "
        "it is possible at all. What is impossible is skipped.\n"
        "• **Yellow** works at another time: always while the kid is in the row, at the moment it is scared, in the "
        "final count while it is in the row, or in a stash.\n"
        "Where a card and the rules differ, the card counts. “Adjacent” means the next kid to the left or right; the "
        "row does not go round. A rival is any other player. A moved ghost lies on top where it arrives, takes no "
        "candy and uses no ability.",
    ),
    Page(
        "end",
        "End and final count",
        "The round in which the last candy was placed is the last one. Everybody has one ghost left, which counts "
        "nothing. Then all Love cards are shown, and each player counts:\n"
        "• each candy in the stash by their own Love card, 0 to 5; kids still in the row may change these values;\n"
        "• what kids still in the row give for sets of candies or for ghosts on them;\n"
        "• −2 for each kid in the stash, unless the kid says something else.\n"
        "The highest score wins. If it is shared, there is no winner: those who tie shout “BOO!”, and everybody plays "
        "again. Press *Play again* for that.",
    ),
    Page(
        "cards",
        "Where the cards come from",
        "The texts of the printed Kid cards are not public. The 24 kids of Hob's own deck are therefore a **stand-in**"
        ", invented for Hob: their names, numbers and abilities are ours. Only the names Chef, Cheerleader and "
        "Skeleton were read in public pictures; what they do here is our reading of these, in our own words.\n\n"
        "Love cards A, B and C were read in a public picture. D, E and F are ours, made so that over the six cards "
        "every candy has every value once.\n\n"
        "Whoever runs this Hob and owns the game can lay a deck file with its kids into the folder "
        "`decks/ghosts-love-candy`; it can then be chosen in the lobby under *Options*.",
    ),
)
