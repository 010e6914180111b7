"""Files, links, make targets and pieces of code that READMEs and docs/ mention exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HIDDEN = {".venv", ".venv-3.14", ".git", ".pytest_cache"}
PAGES = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for file in sorted(ROOT.rglob("*.md"))
    if not HIDDEN & {*file.relative_to(ROOT).parts}
}
LINK = re.compile(r"""\]\(([^)#\s]+)|(?:src|href)="([^"#]+)""")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?!/)[\w.<>*/-]+\.(py|md|toml|svg|txt|yaml|yml|json)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")
MADE = {
    "bot/i18n/text/fr.toml",
    "text/en.toml",
    "text/<language>.toml",
    "text/de.toml",
    "crazy_eights/rules.py",
    "crazy_eights/ui.py",
    "compose.override.yaml",
    "pins.txt",
    "wrong.txt",
    "cog.py",
    "arena.jsonl",
    "specs/openapi.json",
}


def links(text: str) -> Iterator[str]:
    for to in LINK.finditer(text):
        found = to[1] or to[2]
        if not found.startswith("http"):
            yield found


def there(name: str, page: str) -> bool:
    """Return True if such a file exists below the page's folder, or relative to one of the usual folders."""
    beside = Path(page).parent
    pattern = re.sub(r"<[^>]+>", "*", name)
    places = {ROOT, ROOT / beside, *(ROOT / room for room in ("engine", "bot", "cogs", "tests"))}
    return any(any(place.glob(f"**/{pattern}" if "/" not in pattern else pattern)) for place in places)


@pytest.mark.parametrize("page", PAGES)
def test_linked_files_exist(page: str) -> None:
    assert [to for to in links(PAGES[page]) if not (ROOT / page).parent.joinpath(to).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_linked_headings_exist(page: str) -> None:
    for to, part in re.findall(r"\]\((?!http)([^)#\s]*)#([^)\s]+)\)", PAGES[page]):
        target = (ROOT / page).parent.joinpath(to) if to else ROOT / page
        titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        assert part in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles], f"{to}#{part}"


@pytest.mark.parametrize("page", PAGES)
def test_files_and_make_targets_named_in_pages_exist(page: str) -> None:
    quoted = QUOTED.findall(re.sub(r"```.*?```", "", PAGES[page], flags=re.DOTALL))
    if page != "CHANGELOG.md":  # which also names files of the past
        names = [name for name in quoted if FILE.fullmatch(name)]
        assert [name for name in names if name not in MADE and not there(name, page)] == []
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for said in quoted for name in TARGET.findall(said) if name not in targets] == []


def test_the_recipes_for_cards_are_real_code() -> None:
    """Each piece of code stands in the file that was named last, line by line and in this order."""
    page = PAGES["docs/implementing-cards.md"]
    file, recipes = "", 0
    for found in re.finditer(r"`(engine/\S+\.py)`|```python\n(.*?)```", page, re.DOTALL):
        if found[1]:
            file = found[1]
            continue
        rest = iter((ROOT / file).read_text(encoding="utf-8").splitlines())
        missing = [line for line in found[2].splitlines() if line and line not in rest]  # advances `rest`
        assert missing == [], file
        recipes += 1
    assert recipes >= 7
