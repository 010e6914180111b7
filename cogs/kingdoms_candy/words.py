"""What Kingdom's Candy: Monsters says while it is played.  The rules in words are in pages.py."""

from cogs.ui.words import Plural, Template

BLURB = "Be a villain: buy Monsters, use their abilities, feed them, and hoard the most Candies."

GUIDE = (
    "On your turn do one thing: collect 5 sugar, buy a Monster, or buy an Ability.",
    "Monsters count Candies at the end; most of them bring something each round, unasked.",
    "Tuck an Ability under a Monster to use it, or keep it for its Candies: Monsters of its colour cost less then.",
    "Each round ends with an Event. Four of them are Black Candy: your Monsters eat sugar then.",
    "What you cannot feed becomes black cubes, 1 Candy less each; 2 sugar remove one before your action.",
    "After the fourth Black Candy the most Candies win. 4 sugar make 1 Candy, at any time.",
)

COLOURS = {"red": "Red", "blue": "Blue", "green": "Green"}
KINDS = {
    "starter": "Starting Monster",
    "monster": "Monster",
    "ability": "Ability",
    "event": "Event",
    "first-player": "First Player card",
}
MOMENTS = {
    "any": "any time in your turn",
    "start": "start of your turn",
    "collect": "when you collect",
    "buy-ability": "when you buy an Ability",
    "buy-monster": "when you buy a Monster",
    "black-candy": "at Black Candy",
    "once": "once a game, in your turn",
    "end": "end of the game",
    "event": "in the Event phase",
}
WHEN = {  # the same on a card that is for sale
    "any": "Any time",
    "start": "Each turn",
    "collect": "When you collect",
    "buy-ability": "Buying an Ability",
    "buy-monster": "Buying a Monster",
    "black-candy": "At Black Candy",
    "once": "Once a game",
    "end": "At the end",
}
OUTLOOK = {"certain": "for certain", "perhaps": "perhaps", "no": "not now"}  # Black Candy, this round
IN_ALL, PAY = "in all", "pay"

SAY: dict[str, Template] = {
    "action": "Your turn: collect, buy a Monster or buy an Ability.",
    "pickpocket": "{card}: take up to {n} sugar from an opponent.",
    "shortage": "The Kingdom is short: take {n} sugar from whom?",
    "use-now": "Use {ability} at once? {card} costs {a}, {ability} {b}.",
    "finish": "Use more abilities, or end your turn.",
    "feed": "Feed your Monsters: they eat {n}. You have {purse}.",
    "first-player-card": "You may discard one card of the Kingdom.",
}
NOW: dict[str, Template] = {
    "action": "**{p}** takes a turn.",
    "pickpocket": "**{p}** may take sugar from an opponent.",
    "shortage": "**{p}** takes the missing {n} sugar from an opponent.",
    "use-now": "**{p}** may use {ability} at once.",
    "finish": "**{p}** may use more abilities, or ends the turn.",
    "feed": Plural(
        "**{p}** feeds a Monster, which eats {n}.", "**{p}** feeds {monsters} Monsters, which eat {n}.", "monsters"
    ),
    "first-player-card": "**{p}** may discard a card of the Kingdom.",
}
LOG: dict[str, Template] = {
    "gains": "{p} gains {n} sugar ({sources})",
    "gains-set-candy": Plural("{p} gains 1 Candy for a set of colours", "{p} gains {n} Candies for sets of colours"),
    "collects": "{p} collects {n} sugar",
    "takes": "{p} takes {n} sugar from {q}",
    "passes": "{p} passes",
    "converts": Plural("{p} converts {n} sugar into 1 Candy", "{p} converts {n} sugar into {k} Candies", "k"),
    "removes": Plural("{p} removes 1 black cube", "{p} removes {n} black cubes"),
    "buys": "{p} buys {card} for {n}",
    "buys-cheaper": "{p} buys {card} for {n} (−{k}: {sources})",
    "buys-keeps": "{p} buys {card} for {n} and keeps it",
    "buys-keeps-cheaper": "{p} buys {card} for {n} (−{k}: {sources}) and keeps it",
    "buys-tucks": "{p} buys {card} for {n} and tucks it under {m}",
    "buys-tucks-cheaper": "{p} buys {card} for {n} (−{k}: {sources}) and tucks it under {m}",
    "uses-gain-sugar": "{p} uses {card}: {n} sugar",
    "uses-gain-candy": Plural("{p} uses {card}: 1 Candy", "{p} uses {card}: {n} Candies"),
    "uses-rob": "{p} uses {card} and takes {n} sugar from {q}",
    "uses-clear-slot": "{p} uses {card} and discards {c} from the Kingdom",
    "uses-halve": "{p} uses {card}; sugar returned: {shares}",
    "uses-return-black": Plural(
        "{p} uses {card} and returns 1 black cube", "{p} uses {card} and returns {n} black cubes"
    ),
    "uses-one-eats-less": "{p} uses {card}: one Monster eats {n} less",
    "uses-host-eats-less": "{p} uses {card}: {m} eats {n} less",
    "uses-others-eat-less": "{p} uses {card}: each other Monster eats {n} less",
    "uses-use-now": "{p} uses {card} to use {ability} at once",
    "event-candy": Plural("Event: {event}. {who} takes {loot}", "Event: {event}. {who} take {loot} each", "who"),
    "event-sugar": "Event: {event}. Sugar taken: {shares}",
    "event-toll": "Event: {event}. Sugar returned: {shares}",
    "event-toll-black": Plural(
        "Event: {event}. Sugar returned: {shares}. {black} takes a black cube",
        "Event: {event}. Sugar returned: {shares}. {black} take a black cube each",
        "black",
    ),
    "event-clearance": "Event: {event}. All cards of the Kingdom change",
    "event-truce": "Event: {event}. Sugar taken: {shares}",
    "event-truce-black": Plural(
        "Event: {event}. {who} returns a black cube", "Event: {event}. {who} return a black cube each", "who"
    ),
    "event-truce-both": Plural(
        "Event: {event}. {who} returns a black cube. Sugar taken: {shares}",
        "Event: {event}. {who} return a black cube each. Sugar taken: {shares}",
        "who",
    ),
    "event-share": "Event: {event}. {q} gives sugar: {shares}",
    "event-nobody": "Event: {event}. Nobody alone has the most",
    "black-candy": "Event: Black Candy, {n} of 4",
    "feeds": Plural("{p} feeds a Monster: {food}", "{p} feeds {n} Monsters: {food}"),
    "feeds-nothing": Plural("{p} feeds a Monster, which eats nothing", "{p} feeds {n} Monsters, which eat nothing"),
    "discards-monster": "{p} discards {m}",
    "discards-monster-tucked": "{p} discards {m} with {cards}",
    "discards-card": "{p} discards {card} from the Kingdom",
    "first-player": "{q} is First Player",
}
SOURCE = {"set": "Monsters of one colour"}
WHY: dict[str, Template] = {
    "costs": "{card} costs {n} sugar; you have {k}.",
    "already-tucked": "{card} is tucked under {m} already; another one can only be kept.",
    "already-kept": "{card} is among your kept Abilities already; another one can only be tucked.",
    "both-places-taken": "You have {card} tucked and kept; there is no place for a third.",
    "no-monster": "You control no Monster to tuck {card} under.",
    "not-yours": "{card} is none of your cards in play.",
    "no-place-for-monsters": "{card} is a Monster: it is bought without a place.",
    "not-in-the-kingdom": "{card} does not lie face up in the Kingdom.",
    "used": "{card} has been used in this round.",
    "once-a-game": "{card} works once a game, and has been used.",
    "by-itself": "{card} works by itself when its moment comes.",
    "counts-at-the-end": "{card} counts at the end of the game; it is not used before.",
    "kept-only-counts": "You have kept {card}; the text of a kept Ability cannot be used.",
    "only-before-action": "{card} is used at the start of your turn, before your action.",
    "only-your-turn": "{card} is used in your own turn.",
    "only-collect": "{card} is used when you collect, and asks you by itself then.",
    "only-buy-ability": "{card} is used when you tuck an Ability you buy, and asks you by itself then.",
    "only-black-candy": "{card} is used at Black Candy, when you feed.",
    "does-nothing": "{card} would change nothing now.",
    "not-that": "{card} cannot be used on that.",
    "too-little-sugar": "That takes {n} sugar; you have {k}.",
    "no-such-cubes": Plural("You have {k} black cube.", "You have {k} black cubes.", "k"),
    "cubes-before-action": "Black cubes are removed at the start of your turn, before your action.",
    "they-eat": "Your Monsters eat {n}; sugar, Candies and black cubes together make that number.",
    "too-few-candies": "That takes {n} of your Candies; you have {k}.",
    "sugar-first": "Candies feed only what your sugar cannot.",
    "eats-nothing": "{card} eats nothing: it is fed, and stays.",
}
# The same, behind a card on *My monsters*.
STATE: dict[str, Template] = {
    "": "**open now**",
    "costs": "needs {n} sugar",
    "used": "used this round",
    "worked": "has worked this round",
    "once-a-game": "used, once a game",
    "by-itself": "by itself",
    "counts-at-the-end": "at the end",
    "only-before-action": "before your action",
    "only-your-turn": "in your turn",
    "only-collect": "when you collect",
    "only-buy-ability": "when you tuck an Ability you buy",
    "only-black-candy": "at Black Candy",
    "does-nothing": "would change nothing now",
}
LINES: dict[str, Template] = {
    "monsters": "Monsters {points}",
    "kept": "Kept Abilities {points}",
    "tucked": "Tucked Abilities {points}",
    "candies": "Candy tokens {points}",
    "sugar": Plural("Sugar {n} cube = {points}", "Sugar {n} cubes = {points}"),
    "black": "Black cubes {points}",
    "bonuses": "Bonuses: {shares}",
    "bonuses-none": "Bonuses {points}",
    "more-candies": "More Candy tokens: {a} to {b}",
    "more-monsters": "More Monsters: {a} to {b}",
}
FIXED = {"collect": "Collect 5", "pass": "Pass", "done": "End turn"}
NONE = {"pickpocket": "Take nothing", "use-now": "Not now", "first-player-card": "Leave them"}
PLACES = {"keep": "Keep it", "tuck": "Under {m}"}  # of an Ability that is bought by a command
GROUPS = {  # by the first part of an option
    "buy": "Buy…",
    "use": "Use an ability…",
    "convert": "Turn sugar into Candies…",
    "remove": "Remove black cubes…",
    "keep": "Feed…",
    "discard": "Discard a Monster…",
}
BUY_ABILITY, PLACE_IT, FEED_LESS = "Buy an Ability…", "Keep it, or tuck it under…", "Feed less…"  # selects
ASK_PASS = "Pass? You take no action this turn."
ASK_DISCARD = "Discard {m}? It is gone."
ASK_DISCARD_TUCKED = "Discard {m}? It is gone, and with it {cards}."
