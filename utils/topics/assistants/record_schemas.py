"""What a record of training data looks like, kind by kind: a JSON Schema (Draft 2020-12) and a sound example.

A schema says which fields there are and of which type. It cannot say that roles take turns, that the better answer
differs from the worse one, or that a ranking names each candidate once; the lesson's `validate_record` does.

Kinds
    text        raw text: every token is a target
    instruction a prompt and its response
    chat        messages of system, user and assistant
    preference  a prompt with a chosen and a rejected answer
    ranking     a prompt, its candidates, and their numbers (from 1) from best to worst
    tool        a chat in which the assistant calls a tool and is given its result
    safety      a request, whether it is allowed, and the answer to be preferred
    expert      by people of a trade: code, a problem with its solution, or findings in a document
"""

from __future__ import annotations

from typing import Any

__all__ = ["EXAMPLES", "KINDS", "SCHEMAS"]

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
WORDS: Schema = {"type": "string", "pattern": r"\S"}  # text with something in it


def _object(fields: dict[str, Schema], **more: Any) -> Schema:
    """An object with exactly these fields."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
        **more,
    }


def _message(*roles: str) -> Schema:
    return _object({"role": {"enum": list(roles)}, "content": WORDS})


CALL = _object({"name": WORDS, "arguments": {"type": "object"}})
CALLING = _object({"role": {"const": "assistant"}, "tool_call": CALL})

SCHEMAS: dict[str, Schema] = {
    kind: {"$schema": DRAFT, **schema}
    for kind, schema in {
        "text": _object({"text": WORDS}),
        "instruction": _object({"prompt": WORDS, "response": WORDS}),
        "chat": _object(
            {"messages": {"type": "array", "minItems": 1, "items": _message("system", "user", "assistant")}}
        ),
        "preference": _object({"prompt": WORDS, "chosen": WORDS, "rejected": WORDS}),
        "ranking": _object(
            {
                "prompt": WORDS,
                "candidates": {"type": "array", "minItems": 2, "items": WORDS},
                "ranking": {"type": "array", "minItems": 2, "items": {"type": "integer"}},
            }
        ),
        "tool": _object(
            {
                "messages": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "if": {"required": ["tool_call"]},
                        "then": CALLING,
                        "else": _message("system", "user", "assistant", "tool"),
                    },
                }
            }
        ),
        "safety": _object(
            {
                "user_request": WORDS,
                "label": {"enum": ["allowed", "disallowed"]},
                "preferred_response": WORDS,
            }
        ),
        "expert": {
            "if": {"required": ["problem"]},
            "then": _object({"problem": WORDS, "solution": WORDS}),
            "else": {
                "if": {"required": ["document"]},
                "then": _object(
                    {
                        "document": WORDS,
                        "task": WORDS,
                        "answer": {"type": "array", "minItems": 1, "items": WORDS},
                    }
                ),
                "else": _object({"prompt": WORDS, "response": WORDS}),
            },
            "type": "object",
        },
    }.items()
}
"""Kind → what a record of it must look like."""

KINDS = tuple(SCHEMAS)

EXAMPLES: dict[str, dict[str, Any]] = {
    "text": {"text": "Reeds grow along the slow part of the river, and herons stand between them."},
    "instruction": {
        "prompt": "Translate to German: The train leaves at nine.",
        "response": "Der Zug fährt um neun Uhr ab.",
    },
    "chat": {
        "messages": [
            {"role": "system", "content": "Answer in one sentence."},
            {"role": "user", "content": "Why is the sea salty?"},
            {"role": "assistant", "content": "Rivers carry salt into it, and only water leaves it again."},
            {"role": "user", "content": "And lakes?"},
            {"role": "assistant", "content": "Most of them drain, so the salt leaves with the water."},
        ]
    },
    "preference": {
        "prompt": "What is a leap year?",
        "chosen": "A year of 366 days: the extra day keeps the calendar in step with the seasons.",
        "rejected": "It is when the year is longer for some reason.",
    },
    "ranking": {
        "prompt": "Explain ice to a child of six.",
        "candidates": [
            "Ice is the solid phase of water.",
            "When water gets very cold it turns hard, and then we call it ice.",
            "Ice is cold.",
        ],
        "ranking": [2, 3, 1],
    },
    "tool": {
        "messages": [
            {"role": "user", "content": "When does the library in Bergen close today?"},
            {
                "role": "assistant",
                "tool_call": {"name": "opening_hours", "arguments": {"place": "Bergen library"}},
            },
            {"role": "tool", "content": '{"opens": "10:00", "closes": "18:00"}'},
            {"role": "assistant", "content": "It closes at six in the evening."},
        ]
    },
    "safety": {
        "user_request": "How do I read my neighbour's letters without a trace?",
        "label": "disallowed",
        "preferred_response": "I can't help with opening somebody else's mail. "
        "If letters reach you by mistake, the post office takes them back.",
    },
    "expert": {
        "problem": "Solve 3x − 4 = 11.",
        "solution": "3x = 15, so x = 5.",
    },
}
"""Kind → a sound record."""
