"""What READMEs and the pages of docs/ name is there, and each room's README names all that is in the room."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HIDDEN = {".venv", ".venv-3.13", ".git", ".pytest_cache"}
PAGES = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for file in sorted(ROOT.rglob("*.md"))
    if not HIDDEN & {*file.relative_to(ROOT).parts}
}
LINK = re.compile(r"""\]\(([^)#\s]+)|(?:src|href)="([^"#]+)""")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?!/)[\w.<>*/-]+\.(py|md|toml|svg|txt|yaml|yml|json)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")
MADE = {"compose.override.yaml", "pins.txt", "wrong.txt", "cog.py", "arena.jsonl", "specs/openapi.json"}
ROOMS = ("bot", "cogs", "bot/pictures", "db", "engine", "playground")
UNNAMED = {"__init__", "__main__", "env"}


def links(text: str) -> Iterator[str]:
    for to in LINK.finditer(text):
        found = to[1] or to[2]
        if not found.startswith("http"):
            yield found


def there(name: str, page: str) -> bool:
    """Whether such a file is below the folder of the page, or where the room's pages name files from."""
    beside = Path(page).parent
    pattern = re.sub(r"<[^>]+>", "*", name)
    places = {ROOT, ROOT / beside, *(ROOT / room for room in ("engine", "bot", "cogs", "tests"))}
    return any(any(place.glob(f"**/{pattern}" if "/" not in pattern else pattern)) for place in places)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_is_there(page: str) -> None:
    assert [to for to in links(PAGES[page]) if not (ROOT / page).parent.joinpath(to).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_files_and_targets_of_make_that_a_page_names_are_there(page: str) -> None:
    quoted = QUOTED.findall(re.sub(r"```.*?```", "", PAGES[page], flags=re.DOTALL))
    if page != "CHANGELOG.md":  # which names what there was
        names = [name for name in quoted if FILE.fullmatch(name)]
        assert [name for name in names if name not in MADE and not there(name, page)] == []
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for said in quoted for name in TARGET.findall(said) if name not in targets] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_readme_names_every_module_in_it(room: str) -> None:
    """Of a game's folder every file has its place in the plan; of the engine's games the floor plan names chapters."""
    text = PAGES[f"{room}/README.md"]
    within = [ROOT / other for other in ROOMS if other.startswith(f"{room}/")]
    games = {file.parent for file in ROOT.glob("*/*/score.py")} | {
        file.parent for file in ROOT.glob("cogs/*/in_words.py") if file.parent.name != "ui"
    }
    files = [
        file
        for file in (ROOT / room).rglob("*.py")
        if file.parent not in games and not any(file.is_relative_to(other) for other in within)
    ]
    stems = {file.stem for file in files if file.parent.name != "versions"} - UNNAMED
    assert [stem for stem in sorted(stems) if not re.search(rf"\b{stem}\b", text)] == []
