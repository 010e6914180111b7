"""The record of a finished game, its seal, seed and answers, which anyone can verify."""

import json
from collections.abc import Sequence
from typing import Any

from bot.tables.history import apply_entry
from db import AnswerRow, effective_line
from engine import GAMES
from engine.game import Game
from engine.machine import EngineError
from engine.rng import seal

VERSION = 1


def build_proof(
    game: Game[Any], session_id: str, rules_options: dict[str, Any], g: Any, entries: Sequence[AnswerRow]
) -> str:
    """Return the record of a game as JSON; `g` is the final table. It names seats but no persons."""
    result = game.result(g)
    return json.dumps(
        {
            "hob": VERSION,
            "table": session_id,
            "game": game.slug,
            "seats": g.players,
            "options": rules_options,
            "seal": seal(g.seed),
            "seed": g.seed,
            "history": [
                {"at": e.revision, "question": e.question, "seat": e.seat, "option": e.option, "back": e.back_to}
                for e in entries
            ],
            "scores": [score.model_dump(mode="json") for score in result.scores] if result is not None else None,
        },
        indent=1,
    )


def verify_proof(text: str) -> tuple[bool, list[str]]:
    """Check that the seal is the seed's and the answers lead to the scores. Return the verdict and a report."""
    try:
        record = json.loads(text)
        game = GAMES[record["game"]]
        facts = [f"{game.title}, table {record['table']}", f"seed {record['seed']}", f"seal {record['seal']}"]
        if seal(record["seed"]) != record["seal"]:
            return False, [*facts, "FALSE: the seal doesn't match the seed."]
        g = game.deal(record["seats"], record["seed"], **record["options"])
        entries = [
            AnswerRow(record["table"], e["at"], e["question"], e["seat"], "", e["option"], None, 0.0, e["back"])
            for e in record["history"]
        ]
        for entry in effective_line(entries):
            g = apply_entry(game, g, entry)
        result = game.result(g)
        scores = [score.model_dump(mode="json") for score in result.scores] if result is not None else None
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, EngineError) as fault:
        return False, [
            f"FALSE: not a game record that this version of Hob can read: {type(fault).__name__}: {str(fault)[:200]}"
        ]
    if scores != record["scores"]:
        return False, [*facts, "FALSE: with this seed, these answers lead to other scores."]
    return True, [*facts, f"TRUE: {len(entries)} entries lead from this seed to these scores."]
