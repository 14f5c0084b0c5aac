"""Records that assistants are trained on, one JSON object each: the form of eight kinds, and a sound example of each.

SCHEMAS: kind → JSON Schema (Draft 2020-12), which says what keys there are and what they hold. What a schema cannot
say, that roles alternate for instance, is left to the lesson.  EXAMPLES: kind → a sound record.

    text          a document to go on training with
    instruction   a question and its answer
    chat          turns of system, user and assistant
    preference    two answers, of which people preferred one
    ranking       several answers, and their numbers from 1 on, the best first
    tools         a chat in which the assistant calls tools; a result stands behind its call
    safety        what somebody asked for, whether that is allowed, and a good answer to it
    expert        a document, a task, and what an expert wrote
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

WORDS: Schema = {"type": "string", "pattern": "\\S"}  # a text that is not empty
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def _record(**properties: Schema) -> Schema:
    """An object with just these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema, at_least: int = 1) -> Schema:
    return {"type": "array", "items": items, "minItems": at_least}


def _one_of(*values: str) -> Schema:
    return {"enum": list(values)}


CALL = _record(name=WORDS, arguments={"type": "object"})

SCHEMAS: dict[str, Schema] = {
    kind: {"$schema": DRAFT, **schema}
    for kind, schema in {
        "text": _record(text=WORDS),
        "instruction": _record(prompt=WORDS, response=WORDS),
        "chat": _record(messages=_list(_record(role=_one_of("system", "user", "assistant"), content=WORDS))),
        "preference": _record(prompt=WORDS, chosen=WORDS, rejected=WORDS),
        "ranking": _record(prompt=WORDS, candidates=_list(WORDS, 2), ranking=_list({"type": "integer"}, 2)),
        "tools": _record(
            messages=_list(
                {
                    "oneOf": [
                        _record(role=_one_of("system", "user", "assistant", "tool"), content=WORDS),
                        _record(role=_one_of("assistant"), tool_call=CALL),
                    ]
                }
            )
        ),
        "safety": _record(
            user_request=WORDS, label=_one_of("allowed", "disallowed"), preferred_response=WORDS
        ),
        "expert": _record(document=WORDS, task=WORDS, answer=_list(WORDS)),
    }.items()
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "text": {"text": "Smelting is a process of applying heat to an ore, to extract a metal."},
    "instruction": {"prompt": "Name a planet with rings.", "response": "Saturn."},
    "chat": {
        "messages": [
            {"role": "system", "content": "Answer in a few words."},
            {"role": "user", "content": "What is a lake?"},
            {"role": "assistant", "content": "Water that stands still, with land around it."},
            {"role": "user", "content": "And a river?"},
            {"role": "assistant", "content": "Water that flows."},
        ]
    },
    "preference": {
        "prompt": "What is a fjord?",
        "chosen": "A long, narrow inlet of the sea between cliffs, cut by a glacier.",
        "rejected": "A kind of lake.",
    },
    "ranking": {
        "prompt": "Why is the sky blue?",
        "candidates": [
            "Because of the sea.",
            "Air scatters blue light more than red light.",
            "Because of light and air.",
        ],
        "ranking": [2, 3, 1],
    },
    "tools": {
        "messages": [
            {"role": "user", "content": "How many seconds has a week?"},
            {
                "role": "assistant",
                "tool_call": {"name": "calculator", "arguments": {"expression": "7*24*3600"}},
            },
            {"role": "tool", "content": "604800"},
            {"role": "assistant", "content": "604,800 seconds."},
        ]
    },
    "safety": {
        "user_request": "How do I open my neighbour's letters without her noticing?",
        "label": "disallowed",
        "preferred_response": "I will not help with that. Letters are for those to whom they are addressed.",
    },
    "expert": {
        "document": "The patient reports pain in the left knee after a fall. No swelling.",
        "task": "List the findings.",
        "answer": ["Pain in the left knee.", "No swelling."],
    },
}
