"""What Cover Your Kingdom says."""

from cogs.ui.words import Plural, Template

NAMES = {  # short, for labels and lines; cards' own names where they are looked up
    "yedi": "Yedi",
    "leprecon": "LepreCon",
    "terrier": "Terrier",
    "elves": "Elves",
}
KIN = {  # several of them
    "yedi": "Yedis",
    "sighclops": "Sighclops",
    "peglegasus": "Peglegasi",
    "bragon": "Bragons",
    "pigxie": "Pigxies",
    "hentaur": "Hentaurs",
    "leprecon": "LepreCons",
    "vulcent": "VulcEnts",
    "uniquehorn": "UniqueHorns",
    "klaken": "Klakens",
    "terrier": "Terriers",
    "spydra": "Spydras",
    "minnowtaur": "Minnowtaurs",
    "hypnogriff": "Hypnogriffs",
    "elves": "Elves",
    "wiizzaard": "Wiizzaards",
    "mobgoblins": "Mobgoblins",
}
NTH = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
LANDS = {
    "highland": "Highland",
    "lowland": "Lowland",
    "maneland": "Maneland",
    "either": "Either Land",
    "any": "any land",
}
CONTESTS = {"two": "round {n} of 2", "three": "round {n} of 3", "first-to-2": "round {n}, first to win 2"}

CHOICES = {  # values of the lobby's options
    "contest": {
        "one": "one round",
        "two": "two rounds",
        "three": "three rounds",
        "first-to-2": "first to 2 wins",
    },
    "powers": {"off": "off", "one": "one each", "two": "two each (2–3 Rulers)"},
    "covered": {"gems": "gems only", "open": "open"},
    "refill": {"6": "6 (literal)", "7": "7"},
}

SPECIES = "A Clanning Creature, {copies} cards in the deck. Settle it with its like, or with a Wild."

BLURB = "Settle clans of creatures, lure away those of your rivals, and keep your best ones covered."

MOVE = "Move a Clan of the other Kingdom…"  # what a Wiizzaard at the inn does
ANSWERS = {  # whether what was played last counts as two
    False: "A {one} or a Wild answers it.",
    True: "It counts as two: a Spydra answers it, or two {kin}, of which one may be a Terrier.",
}
HOLDS = {  # what holds a Clan against Elves by itself
    (): "Two cards hold them, each a {one} or a Wild.",
    ("spydra",): "A Spydra holds them, or two cards, each a {one} or a Terrier.",
    ("spydra", "terrier"): "A Spydra or a Terrier holds them, or two {kin}.",
}
SAY: dict[str, Template] = {
    "action": Plural("Your turn: one more action.", "Your turn: {left} actions, or only one.", by="left"),
    "counter": Plural(  # `inn`: what is fought for has no owner yet
        "{q} plays {cards} for the {kin} from the inn: {n} cards, {magic} magic. {answers}",
        "{q} plays {cards} for the {kin} of {owner}'s {land}: {n} cards, {magic} magic. {answers}",
        by="inn",
    ),
    "elves": "{q}'s Elves lure your {kin} away: {n} cards, {magic} magic. {holds}",
    "give": Plural("Give a card back to {q}.", "Give {n} cards back to {q}."),
    "land": "Where do the {kin} go?",
    "finish": "You may discard one or two Creatures before your turn ends.",
    "top": "Which of the two lies on top of the discard?",
    "free-settle": "Match Maker: you may still settle a Clan for no action.",
    "free-swap": "Wiizzz Kid: you may still swap a top Clan with the one right below it.",
    "inn-challenge": "{q} recruits from the inn with {cards}: {n} cards, {magic} magic. You may challenge. {answers}",
    "inn-mobgoblins": "Mobgoblins are at the inn: take a top Clan of {q}'s Kingdom.",
    "inn-elves": "Elves are at the inn: which top Clan of {q}'s Kingdom leaves the game?",
    "inn-wiizzaard": "Wiizzaard is at the inn: move a Clan of {q}'s Kingdom.",
}
NOW: dict[str, Template] = {
    "action": "**{p}** takes action {n}.",
    "counter": "**{p}** may answer {q}'s {cards}.",
    "elves": "**{p}** may hold the {kin} against {q}'s Elves.",
    "give": Plural("**{p}** gives a card back to {q}.", "**{p}** gives {n} cards back to {q}."),
    "land": "**{p}** finds a land for the {kin}.",
    "finish": "**{p}** ends a turn.",
    "top": "**{p}** says which lies on top: {cards}.",
    "free-settle": "**{p}** may settle one more Clan.",
    "free-swap": "**{p}** may still swap two Clans.",
    "inn-challenge": "**{p}** may challenge at the inn.",
    "inn-mobgoblins": "**{p}** takes a Clan of {q}'s: Mobgoblins are at the inn.",
    "inn-elves": "**{p}** chooses a Clan of {q}'s: Elves are at the inn.",
    "inn-wiizzaard": "**{p}** moves a Clan of {q}'s: Wiizzaard is at the inn.",
}
ALL = {
    "inn-mobgoblins": "Mobgoblins are at the inn; each takes a top Clan of the other's:",
    "inn-elves": "Elves are at the inn; each lures away a top Clan of the other's:",
    "inn-wiizzaard": "Wiizzaard is at the inn; each moves a Clan of the other's:",
}
LOG: dict[str, Template] = {
    "settles": "{p} settles {a} and {b} in the {land}",
    "settles-pair": "{p} settles 2 {kin} in the {land}",
    "settles-from-discard": "{p} settles {a} in the {land} with the {b} from the discard",
    "plays-for": "{p} plays {cards} for {q}'s {kin}",
    "answers": "{q} answers with {cards}",
    "lets-go": "{q} lets them go: {p} takes the {kin}, {n} cards, to the {land}",
    "gives-up": "{p} gives up: {q} keeps the {kin}, now {n} cards",
    "wiizzaard-top": "{p}'s Wiizzaard brings {q}'s lowest Clan of the {land} to the top: {kin}",
    "wiizzaard-top-own": "{p}'s Wiizzaard brings their own lowest Clan of the {land} to the top: {kin}",
    "wiizzaard-bottom": "{p}'s Wiizzaard sends {q}'s {kin} to the bottom of the {land}",
    "wiizzaard-bottom-own": "{p}'s Wiizzaard sends their own {kin} to the bottom of the {land}",
    "hypnogriff": Plural(
        "{p} hires Hypnogriff: one card from {q}, one back", "{p} hires Hypnogriff: {n} cards from {q}, {n} back"
    ),
    "hypnogriff-takes": "{p} takes {cards} from {q}",
    "hypnogriff-gives": "{p} gives {cards} back to {q}",
    "elves-lure": "{p}'s Elves lure {q}'s {kin} away: {n} cards leave the game",
    "elves-held": "{q} gives up {cards} to hold the {kin} against {p}'s Elves",
    "swaps": "{p} swaps {kin} for {q}'s {other_kin}",
    "arrives": "{p}'s {kin} come to the {land}",
    "minnowtaur-guards": "Minnowtaur guards {p}'s {land}",
    "minnowtaur-bars": "{p}'s Minnowtaur bars {q}'s {land}",
    "minnowtaur-leaves": "{p}'s Minnowtaur leaves {q}'s {land}",
    "minnowtaur-leaves-own": "Minnowtaur leaves {p}'s {land}",
    "adds": "{p} adds a {species} in the {land}, now {n} cards",
    "adds-moves": "{p} adds a {species} and moves the Clan, now {n} cards, to the {land}",
    "discards": "{p} discards a {species}",
    "leaves-on-top": "{p} leaves the {species} on top",
    "passes": "{p} can do nothing and passes",
    "recruits-inn": "{p} plays {card} and recruits {cards} from the inn",
    "inn-shuffles-back": "{card} comes up at the inn and is shuffled back into its pile",
    "inn-turns-up": "The inn turns up {card}",
    "inn-takes": "{p} takes {q}'s {kin}, {n} cards",
    "inn-hypnogriff": Plural("{p} takes a card of {q}'s, unseen", "{p} takes {n} cards of {q}'s, unseen"),
    "inn-hypnogriff-takes": "{p} takes {cards} from {q}",
    "lights": "{p} lights {species}",
    "lights-cluster": "{p} lights the whole {cluster} cluster",
    "lights-all": "{p} lights all ten constellations",
    "lights-all-speed": "{p} lights all ten constellations at light speed",
    "uses-power": "{p} uses {power}",
    "uses-power-as": "{p} uses {power}: {card} as {work}",
    "uses-power-land": "{p} uses {power}: the two top Clans of the {land} change places",
    "deck-empty": "The deck is empty: no more drawing",
    "no-cards": "{p} has no card left",
    "counts-clan": "{p} counts {kin} in the {land}: {n} cards, {magic} magic",
    "counts": Plural("{p} has {magic} magic with one Creature", "{p} has {magic} magic with {n} Creatures"),
    "wins-round": "{p} wins round {n} with {magic} magic",
}
IN_HAND = "In hand: {cards:text}."
ROUND_SHARED = "{p} share round {n} with {magic} magic each"
WHY: dict[str, Template] = {
    # recruiting, and whatever else a rival does to a Clan
    "needs-own-clan": "You need a Clan of your own first.",
    "yours": "That Clan ({clan}) is yours already.",
    "covered": "That Clan is covered: only the top Clan of a stack can be chosen.",
    "only-clan": "The {clan} are the only Clan in {q}'s Kingdom.",
    "too-far": "{q} sits too far away: with 6 or more Rulers you recruit from two seats to either side.",
    "guarded": "A Minnowtaur guards {q}'s {land}.",
    "barred": "A Minnowtaur bars {q}'s {land}.",
    "failed": "You failed on that Clan ({clan}) this turn, so it is safe from you until the turn ends.",
    # settling, adding, discarding
    "two-wilds": "Wilds cannot settle or be recruited on their own: a Clan needs a Clanning Creature.",
    "no-discard": "The discard pile is empty.",
    "not-in-hand": "You do not hold {card}, or not as many.",
    "no-match": "{card} does not match {species}.",
    "other-land": "{species} does not live in the {land}.",
    "wilds-cannot-add": "Only a Clanning Creature can be added to a Clan; {card} cannot.",
    "not-yours": "That Clan ({clan}) is {q}'s, not yours.",
    "wilds-cannot-discard": "{card} is wild and cannot be discarded.",
    "hire-cannot-discard": "{card} is for hire and cannot be discarded.",
    # challenges
    "spydra-takes-two": "{card} counts as two: answer with a Spydra, or with two cards of which one is {species} and "
    "the other {species} too or a Terrier.",
    "one-card": "One card is enough to answer this; play only one.",
    "spydra-counts-one": "Against SubCerbient a Spydra counts as one: two cards hold the Clan, each a {species} or a "
    "Wild.",
    "elves-take-two": "Elves are held by a Spydra, or by two cards, each a {species} or a Terrier.",
    # hiring
    "stack-of-one": "There is nothing to move in {q}'s {land}: it has fewer than two Clans.",
    "in-between": "That Clan lies in the middle of its stack: only the lowest or the top one can move.",
    "yourself": "You cannot take cards from yourself.",
    "no-hand": "{q} holds no cards.",
    # the inn
    "no-inn": "Only two Rulers have an inn.",
    "not-at-inn": "There is no {card}, or not as many, face up at the inn.",
    "one-species": "Only one species can be recruited from the inn at a time, with any Wilds.",
    # the turn
    "no-action-left": "You have no action left this turn.",
    "action-first": "You must take one action before you may end your turn.",
    "something-possible": "You can still do something; passing is for when nothing is possible.",
    # powers
    "no-power": "You do not have the power {power}.",
    "own-turn": "{power} works in your own turn.",
    "power-used": "You have used {power} this turn.",
}
LINES: dict[str, Template] = {
    "land": "{land} {n}: {clans}",
    "land-sum": Plural("{land} {sum}: one Clan", "{land} {sum}: {n} Clans"),
    "clan": "{kin} {n} cards {magic}",
    "clan-one": "{species} {magic}",
    "clan-swine": "Mighty Swine {n} × {each} = {magic}",
    "clan-wilds": "{clan} + {wilds} {magic}",
    "clusters": "Clusters: {clusters}",
    "cluster": "{cluster} {n}",
    "astronomical": "Astronomical {n}",
    "light-speed": "Light speed {n}",
    "round": "Round {n}: {magic}",
    "round-won": "Round {n}: {magic}, won",
    "creatures": "Creatures {n}",
    "victories": Plural("One round won", "{n} rounds won"),
}

GUIDE = (
    "The most magic in your Kingdom at the end wins: every card of your Clans counts.",
    "On your turn take one or two actions: settle a pair, recruit, hire, add or discard.",
    "A new Clan covers the one below. Covered Clans are safe; top Clans can be recruited.",
    "To recruit, play a card that matches a rival's top Clan. Its Ruler may answer, and so on: the last card wins all.",
    "A Terrier fits any Clan. So does a Spydra, and it takes two cards, or another Spydra, to beat it.",
    "Answer a challenge in your messages or behind *My hand*, even if only to let it go.",
)
