"""The rules of Ghosts Love Candy in our own words, a page per chapter of the rulebook, and its cards."""

from bot.i18n.card_texts import told
from bot.i18n.translator import Voice
from bot.screens.game_ui import Page
from engine import GAMES
from engine.decks import Card
from engine.ghosts_love_candy.cards import Kid, Love

GUIDE = {
    "1": "Each round everybody picks a ghost in secret; the highest number haunts first.",
    "2": "Haunting a kid gives you all its candy; then the blue box of some kids works at once.",
    "3": "Your secret Love card says what each candy is worth to you: 5 down to 0.",
    "4": "If the ghosts on a kid reach its Courage, the last to haunt it gets the kid: −2 points.",
    "5": "Each ghost is played once, so the big ones are soon gone.",
    "6": "The most points after the last round win.",
}

PAGES = {
    "goal.title": "Goal",
    "goal": (
        "You are ghosts on a Halloween street. Haunt the kids and take their candy, but do not frighten them: a "
        "scared kid clings to whoever haunted it last, and that costs points. The highest score at the end wins."
    ),
    "set-up.title": "Set-up",
    "set-up": (
        "• Everybody has ghosts 1 to 9, and an empty stash in the open.\n"
        "• Everybody is dealt one of six Love cards. Only its owner sees it; the cards left over are seen by "
        "nobody. It gives the six candies 5, 4, 3, 2, 1 and 0 points.\n"
        "• The kids are shuffled. With **3 or 4 players** six of them stand in the neighborhood and the game has "
        "eight rounds. With **5 or 6 players** there are eight kids and six rounds, and ghosts 4 and 6 go back to"
        " the box.\n"
        "• There are 48 candies, eight each of Candy Corn, Peppermint, Lollipops, Gummies, Chocolate and "
        "Licorice. They are shuffled too.\n"
        "• Kid number 1 stands beside the Kid deck; the row goes on from there."
    ),
    "round.title": "A round",
    "round": (
        "**1. Place candy.** Every kid of the neighborhood gets one candy from the deck. What was not taken "
        "stays, so candy heaps up on kids that nobody haunts.\n"
        "**2. Choose a ghost.** Everybody picks one of their own in secret. You may change your mind until the "
        "last player has chosen; then all are shown together.\n"
        "**3. Order of turns.** The highest ghost goes first, then the next, down to the lowest. Tied players "
        "draw a kid each from the Kid deck: the higher small number goes first. Several ties are settled from the"
        " highest ghost down, and the kids drawn are discarded at the end of it.\n"
        "**4. Turns.** Each player in this order takes one turn. When all have had theirs, the next round begins;"
        " kids, candy and ghosts of the neighborhood stay as they are."
    ),
    "turn.title": "Your turn",
    "turn": (
        "**1. Place your ghost** on any kid, whether it has candy or not, and whoever haunts it already. It lies "
        "on top of the other ghosts there; the top ghost is the last that haunted the kid, also when an ability "
        "moved it there.\n"
        "**2. Take candy.** All candy of that kid goes to your stash, in the open.\n"
        "**3. The kid's ability.** A blue box works now, for you, even if there was no candy and even if the kid "
        "is about to be scared. A yellow box has a timing of its own.\n"
        "**4. Scare kids.** The whole row is checked; see the next page. Then your turn is over."
    ),
    "scare.title": "Scared kids",
    "scare": (
        "A kid is scared when the numbers of all ghosts on it add up to its Courage or more. At the end of every "
        "turn the row is checked once, from the Kid deck outward, whoever haunted where. For each scared kid:\n"
        "• the kid goes to the stash of the player whose ghost is on top;\n"
        "• all its ghosts are discarded, for good;\n"
        "• candy that lies on it is discarded;\n"
        "• a new kid moves in at once, with no candy until the next round.\n"
        "Then the check goes on with the next kid. When the Kid deck has run out, the discarded kids are shuffled"
        " and become the new one. Kids that were not scared keep their ghosts."
    ),
    "abilities.title": "Abilities",
    "abilities": (
        "Every kid has one ability, in a box.\n"
        "• **Blue** works at once, right after you took the candy. “You may” leaves it to you; otherwise you "
        "must, if it is possible at all. What is impossible is skipped.\n"
        "• **Yellow** works at another time: always while the kid is in the row, at the moment it is scared, in "
        "the final count while it is in the row, or in a stash.\n"
        "Where a card and the rules differ, the card counts. “Adjacent” means the next kid to the left or right; "
        "the row does not go round. A rival is any other player. A moved ghost lies on top where it arrives, "
        "takes no candy and uses no ability."
    ),
    "end.title": "End and final count",
    "end": (
        "The round in which the last candy was placed is the last one. Everybody has one ghost left, which counts"
        " nothing. Then all Love cards are shown, and each player counts:\n"
        "• each candy in the stash by their own Love card, 0 to 5; kids still in the row may change these values;\n"
        "• what kids still in the row give for sets of candies or for ghosts on them;\n"
        "• −2 for each kid in the stash, unless the kid says something else.\n"
        "The highest score wins. Those who tie for it shout “BOO!” and share first place, and everybody plays again: "
        "press *Play again*."
    ),
    "cards.title": "Where the cards come from",
    "cards": (
        "The texts of the printed Kid cards are not public. The 24 kids of Hob's own deck are therefore a "
        "**stand-in**, invented for Hob: their names, numbers and abilities are ours. Only the names Chef, "
        "Cheerleader and Skeleton were read in public pictures; what they do here is our reading of these, in our"
        " own words.\n\n"
        "Love cards A, B and C were read in a public picture. D, E and F are ours, made so that over the six "
        "cards every candy has every value once.\n\n"
        "Whoever runs this Hob and owns the game can lay a deck file with its kids into the folder `decks/ghosts-"
        "love-candy`; it can then be chosen in the lobby under *Options*."
    ),
}

# Our own readings of the rulebook; the code marks each with "Ruling".
# Above a new kind of question: what is asked, and what matters.
COACH = {
    "choose": (
        "Everybody picks one ghost in secret, and the highest number haunts first, and so has first choice. "
        "The heart on a kid shows what its candy is worth to you; each ghost is played once, so keep the big ones for "
        "kids that are worth it."
    ),
    "haunt": (
        "You get all candy that lies on this kid; your Love card says what each kind is worth to you. "
        "If the ghosts there reach its Courage, the last one to haunt it gets the kid, and that costs 2 points."
    ),
    "ability": (
        "What stands in a kid's blue box, in the table's picture, works at once for whoever haunts that kid. "
        "Take what your Love card likes, and think of who comes after you in this round."
    ),
    "hand-over": (
        "Somebody's kid takes a candy from you, and you choose which. Give away what your Love card likes least."
    ),
}

RULINGS = {
    "candies": "There are six types of candy, eight cards of each.",
    "loves": (
        "Three Love cards are read from a public picture; the other three are ours, so that every candy has every"
        " value once over the six cards."
    ),
    "kids": (
        "The printed Kid cards are not public: Hob's own kids are a stand-in, and only the names Chef, "
        "Cheerleader and Skeleton are read from pictures."
    ),
    "ties": (
        "In a tie the groups draw from the highest ghost down, each group in seat order, and the draw orders that"
        " group alone."
    ),
    "random-tie": (
        "If Kid deck and discarded kids cannot give every tied player a card, the whole group is ordered at random."
    ),
    "reshuffle": ("The discarded kids become the new Kid deck when the next card is needed; ghosts stay discarded."),
    "nobody-moves-in": (
        "If no kid is left to move in, the spot stays empty: it gets no candy, cannot be chosen and breaks adjacency."
    ),
    "rounds": ("Where spots stayed empty and candy is left over, the game still ends after its eight or six rounds."),
    "adjacent": "Adjacent means the next spot to the left or right; the row does not wrap.",
    "blue-box": (
        "A blue box acts after the candy is taken and before the scare check, also on a kid that this ghost will "
        "scare, and also when there was no candy."
    ),
    "elsewhere": (
        "Kids in stashes, in the discard, and drawn for ties have no ability, apart from what they say about stashes."
    ),
    "once": "One ability per haunt: moved ghosts, swapped kids and newcomers never use a blue box.",
    "moved-ghost": (
        "A moved ghost lies on top of its new pile, takes no candy there, and its owner is now the last to haunt there."
    ),
    "nobody-to-haunt": "Should the whole neighborhood be empty, a ghost haunts nobody and is discarded.",
    "cleared": "Cleared ghosts are discarded; they never return to a hand.",
    "no-ghosts": "A kid without ghosts is never scared, whatever its Courage.",
    "looked-up": (
        "Courage and protection are looked up at the moment a spot is checked; no spot is checked twice in a turn."
    ),
    "newcomer": "A newcomer that changes Courage or protects counts at once for the spots not yet checked.",
    "protection": "Protection beats less Courage; neither works on the kid that gives it.",
    "protected": (
        "A protected kid may have more ghosts than Courage for several turns; when protection ends, the owner of "
        "the top ghost gets it, in whosever turn."
    ),
    "trickster": (
        "Top-Hat Trickster swaps the two kids alone: candy and ghosts stay at their spots and belong to the kids "
        "that arrive. His own spot may be one of the two."
    ),
    "gumball": (
        "Gumball Machine: after the new kid has moved in, the candy of the next spot outward goes to whoever got "
        "the Machine, before that spot is checked."
    ),
    "all-possible": (
        "An ability is offered only if all of it is possible; one that must be used is used whenever it can be."
    ),
    "equal-trade": "A trade of equal candies is allowed and changes nothing.",
    "pirate": "Bathtub Pirate: more candy counts pieces, after you took candy; equal is not more.",
    "astronaut": (
        "Foil Astronaut: both halves or nothing. The candy paid stays on him, and is discarded if he is scared "
        "this turn."
    ),
    "vampire": "Juice Vampire: a ghost anywhere in an adjacent pile will do; ghosts on the Vampire do not count.",
    "juggler": "Three-Ball Juggler: the next player in seat order, not in turn order.",
    "skeleton": (
        "Skeleton: any stash kid may be moved, also your own and also one worth points; giver and receiver differ. A "
        "kid scared in this turn comes to a stash too late for it."
    ),
    "broom": "Broom Pilot: the other kid's top ghost may be moved onto the Pilot himself.",
    "postie": (
        "Parcel Postie: candy moved onto a kid that is then scared is discarded with the candy that lay there already."
    ),
    "medic": "Sticker Medic: the kid is discarded and may come back when the Kid deck is reshuffled.",
    "seer": (
        "Tea-Leaf Seer: you may look again at a Love card seen for the rest of the game; unused Love cards stay unseen."
    ),
    "last-check": (
        "Kids with a box for the end of the game count only if they stand in the row after the last scare check."
    ),
    "final-count": (
        "Final count: Love card, replaced values (Fizzy Scientist), added ones (Stern Dentist, also below 0), "
        "sets, ghosts, kids in stashes, Towel Superhero."
    ),
    "superhero": "Towel Superhero: each other kid of the stash below 0 gains 1, once.",
    "shared": (
        "Those who tie for the highest score shout “BOO!” and share first place; playing again is up to the players."
    ),
}


def about_card(card: Card, voice: Voice) -> str:
    if not isinstance(card, Kid):
        return card.text
    when = voice.say(f"table.when-{card.when}")
    numbers = voice.say("table.numbers", courage=card.courage, tie=card.tie, stash=card.stash, when=when)
    return f"{numbers}\n{card.text or card.short}"


def more_pages(voice: Voice) -> list[Page]:
    """Hob's own kids by their small numbers, and the Love cards."""
    cards = told("ghosts-love-candy", GAMES["ghosts-love-candy"].cards()).values()
    kids = sorted((card for card in cards if isinstance(card, Kid)), key=lambda kid: kid.tie)
    texts = [kid_line(kid, voice) for kid in kids]
    loves = [voice.say("table.page-love", love=card.name, text=card.text) for card in cards if isinstance(card, Love)]
    half = len(texts) // 2
    return [
        Page("kids-1", voice.say("table.page-kids-1"), "\n".join(texts[:half])),
        Page("kids-2", voice.say("table.page-kids-2"), "\n".join(texts[half:])),
        Page("loves", voice.say("table.page-loves"), "\n".join(loves)),
    ]


def kid_line(kid: Kid, voice: Voice) -> str:
    key = "table.page-kid-blue" if kid.box == "blue" else "table.page-kid-yellow"
    return voice.say(key, tie=kid.tie, kid=kid.name, courage=kid.courage, text=kid.text)
