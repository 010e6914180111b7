"""A mypy plugin: checks that keys passed to the translator or to UserError exist in the text files.

    translator.tr("said.fine")                   Key "said.fien" is in no text file
    translator.tr(f"table.note-{kind}", …)       at least one key must match
    raise UserError("full")                 means "refused.full"

A game's module may use the keys of that game and of `bot`, any other module those of all games and features. Keys in
variables aren't checked; tests/bot/i18n/test_catalogues.py finds missing and unused ones.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from mypy.nodes import CallExpr, ConditionalExpr, Expression, ListExpr, MemberExpr, StrExpr, TypeInfo
from mypy.plugin import FunctionSigContext, MethodSigContext, Plugin, ReportConfigContext
from mypy.types import FunctionLike

ROOT = Path(__file__).parents[1]
COMMON = "bot/i18n/text"
GAME = re.compile(r"cogs/\w+(?=/)")
# Built from card ids; caught, not shown.
ELSEWHERE = re.compile(r"card\..*|refused\.(repeated|illegal|back-ask|back-uncounted)", re.DOTALL)
Context = FunctionSigContext | MethodSigContext


@cache
def keys_of(folder: str) -> frozenset[str]:
    data = tomllib.loads((ROOT / folder / "en.toml").read_text(encoding="utf-8"))
    return frozenset(f"{section}.{key}" for section, texts in data.items() for key in texts)


@cache
def keys_in(game: str) -> frozenset[str]:
    """Return the keys that a game's folder may use; for an empty `game`, those of all games and features."""
    folders = [f"{game}/text"] if game else [path.relative_to(ROOT).as_posix() for path in ROOT.glob("cogs/*/text")]
    return keys_of(COMMON).union(*map(keys_of, folders))


def usable_keys(path: str) -> frozenset[str]:
    """Return the keys that the module at this path may use."""
    game = GAME.search(path)
    return keys_in(game[0] if game and (ROOT / game[0] / "ui.py").exists() else "")


@cache
def digest(keys: frozenset[str]) -> str:
    return hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()


def patterns(node: Expression) -> Iterator[str]:
    """Yield regular expressions for the possible values of an argument, as far as the source shows them."""
    match node:
        case StrExpr(value=value):
            yield re.escape(value)
        case ConditionalExpr(if_expr=one, else_expr=other):
            yield from patterns(one)
            yield from patterns(other)
        case CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name="join"), args=[ListExpr(items=parts)]):
            yield "".join(re.escape(part.value) if isinstance(part, StrExpr) else ".*" for part in parts)


def key_checker(prefix: str, argument: int) -> Callable[[Context], FunctionLike]:
    def check(context: Context) -> FunctionLike:
        keys = usable_keys(context.api.path)
        for node in context.args[argument] if len(context.args) > argument else ():
            for pattern in patterns(node):
                whole = re.escape(prefix) + pattern
                key = whole.replace("\\", "")
                if key not in keys and not ELSEWHERE.fullmatch(key) and not any(re.fullmatch(whole, k) for k in keys):
                    context.api.fail(f'Key "{key}" is in no text file', node)
        return context.default_signature

    return check


FIRST = key_checker("", 0)
SAYS = {"say": FIRST, "tr": FIRST, "tr_fitting": FIRST, "text": key_checker("", 1)}
REFUSES = key_checker("refused.", 0)


class Keys(Plugin):
    def get_function_signature_hook(self, fullname: str) -> Callable[[Context], FunctionLike] | None:
        found = self.lookup_fully_qualified(fullname)
        if found is not None and isinstance(found.node, TypeInfo) and found.node.has_base("bot.errors.UserError"):
            return REFUSES
        name = fullname.rpartition(".")[2]
        return SAYS[name] if name in ("say", "tr") else None

    def get_method_signature_hook(self, fullname: str) -> Callable[[Context], FunctionLike] | None:
        room, _, name = fullname.rpartition(".")
        if name == "text" and not room.startswith("bot.screens."):
            return None
        return SAYS.get(name) if room.startswith(("bot.", "cogs.")) else None

    def report_config_data(self, context: ReportConfigContext) -> str:
        """Make mypy check a module again when the keys have changed."""
        return digest(usable_keys(context.path))


def plugin(version: str) -> type[Plugin]:
    return Keys
