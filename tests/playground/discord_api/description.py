"""Check requests and responses against Discord's own API description (see README.md in this folder)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

Exchange = dict[str, Any]  # method, path, request, status, response: a line of `python -m playground --record`

API = json.loads((Path(__file__).parent / "openapi.min.json").read_text(encoding="utf-8"))
REGISTRY: Registry[Any] = Registry().with_resource("urn:discord", Resource(API, DRAFT202012))
ROUTES = [
    (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path)
    for path in sorted(API["paths"], key=lambda path: path.count("{"))
]
# discord.py sends ids as numbers, while the description has them as strings; Discord accepts both. No other number is
# this large.
SMALLEST_ID = 1 << 40
LONG = re.compile(r"\d{17,}")


@cache
def template(method: str, path: str) -> str | None:
    """Return the description's path template for a path, or None."""
    return next(
        (known for fits, known in ROUTES if fits.fullmatch(path) and method.lower() in API["paths"][known]), None
    )


@cache
def schema(path: str, method: str, part: str, status: int = 0) -> str | None:
    """Return the reference to a body's schema, or None if the description has none."""
    operation = API["paths"][path][method.lower()]
    if part == "request":
        place, node = ["requestBody"], operation.get("requestBody")
    else:
        known = operation["responses"]
        key = next((key for key in (str(status), f"{status // 100}XX") if key in known), "")
        place, node = ["responses", key], known.get(key)
    if not node:
        return None
    start = "#/" + "/".join(word.replace("/", "~1") for word in ("paths", path, method.lower(), *place))
    if "$ref" in node:
        start = node["$ref"]
        node = API["components"]["responses"][start.rpartition("/")[2]]
    for kind in ("application/json", "multipart/form-data"):
        if kind in node.get("content", {}):
            return f"urn:discord{start}/content/{kind.replace('/', '~1')}/schema"
    return None


def as_discord_reads(body: Any, inside: str = "") -> Any:
    """Return a request with ids as strings and numeric strings as numbers."""
    if isinstance(body, dict):
        return {key: as_discord_reads(value, f"{inside}.{key}") for key, value in body.items()}
    if isinstance(body, list):
        return [as_discord_reads(item, inside) for item in body]
    if isinstance(body, str) and inside.endswith(".default_member_permissions"):
        return int(body)
    number = isinstance(body, int) and not isinstance(body, bool)
    return str(body) if number and (body >= SMALLEST_ID or inside.endswith(".attachments.id")) else body


def deepest(error: ValidationError) -> str:
    """Return the relevant fault of a value that fits none of several schemas, for the schema with the value's type."""
    while error.context:
        forms: dict[Any, list[ValidationError]] = {}
        for one in error.context:
            forms.setdefault(one.schema_path[0], []).append(one)
        depth = len(error.absolute_path) + 1
        meant = [f for f in forms.values() if not any(is_type(one, depth) for one in f)] or list(forms.values())
        error = min(
            (one for form in meant for one in form), key=lambda one: (-len(one.absolute_path), len(one.message))
        )
    return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:160]}"


def is_type(error: ValidationError, depth: int) -> bool:
    """Return True if the fault is that a component or an option has another type."""
    return len(error.absolute_path) == depth and error.absolute_path[-1] == "type"


def faults_of(exchange: Exchange) -> Iterable[str]:
    method, status = exchange["method"], exchange["status"]
    path = template(method, exchange["path"])
    if path is None:
        if status != 404:
            yield f"{method} {exchange['path']}: Discord knows no such route"
        return
    response = exchange["response"]
    # the description has words for the error codes inside, Discord sends numbers
    if status >= 400 and isinstance(response, dict):
        response = {key: value for key, value in response.items() if key != "errors"}
    bodies = [("response", response, schema(path, method, "response", status))]
    if status < 400:  # a rejected request may be invalid
        bodies.append(("request", as_discord_reads(exchange["request"]), schema(path, method, "request")))
    for part, body, where in bodies:
        if body is not None and where is not None:
            for fault in judged(where, renumbered(json.dumps(body))):
                yield f"{method} {path} {status}, {part} {fault}"


def renumbered(text: str) -> str:
    """Replace the ids, so that two bodies that differ only in ids are equal."""
    ids: dict[str, str] = {}
    return LONG.sub(lambda found: ids.setdefault(found[0], str(10**17 + len(ids))), text)


@lru_cache(4096)
def judged(where: str, body: str) -> list[str]:
    """Return the faults of a body. Equal bodies and equal parts are judged once, because bots repeat themselves."""
    asked = {"$ref": where}
    if Remembering(asked, registry=REGISTRY).is_valid(json.loads(body)):
        return []
    return [deepest(error) for error in Draft202012Validator(asked, registry=REGISTRY).iter_errors(json.loads(body))]


def remembered(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Validate a reference, once for equal parts, caching only whether a part is valid."""
    key = ref, json.dumps(instance)
    if key not in FITS:
        FITS[key] = next(Draft202012Validator.VALIDATORS["$ref"](validator, ref, instance, schema), None) is None
    if not FITS[key]:
        yield ValidationError("It does not fit.")


FITS: dict[tuple[str, str], bool] = {}
Remembering: Any = extend(Draft202012Validator, {"$ref": remembered})


def faults(exchanges: Iterable[Exchange]) -> list[str]:
    """Return the faults of these exchanges by the description, without duplicates."""
    return list(dict.fromkeys(fault for exchange in exchanges for fault in faults_of(exchange)))


def bodies(exchanges: Iterable[Exchange]) -> int:
    """Count the bodies that the description can judge, so that a test can't pass without judging any."""
    count = 0
    for one in exchanges:
        if path := template(one["method"], one["path"]):
            count += one["response"] is not None and schema(path, one["method"], "response", one["status"]) is not None
            count += one["request"] is not None and schema(path, one["method"], "request") is not None
    return count


def recorded(record: Path) -> list[Exchange]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
