"""What has still to be brought into the form of Candy Chaser.  When it is empty it goes, with what asks it."""

GAMES: set[str] = set()
FILES = {
    "cogs/answers.py",
    "cogs/commands.py",
    "cogs/game_cog.py",
    "cogs/hob/cog.py",
    "cogs/lobby.py",
    "cogs/lookup.py",
    "cogs/more.py",
    "cogs/ui/pending.py",
    "cogs/ui/words.py",
}
PATHS = {"candy_chaser"}  # games whose labels take options apart themselves
