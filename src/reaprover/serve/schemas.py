"""JSON schemas of request bodies, for the OpenAPI document. The code that checks bodies is elsewhere and decides."""

from __future__ import annotations

from typing import Any

_ID = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"}
_SHA256 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_COUNT = {"type": "integer", "minimum": 0}


def _object(properties: dict[str, Any], required: list[str], *, closed: bool = True) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": not closed}


_MESSAGES = {
    "type": "array",
    "minItems": 1,
    "items": _object(
        {"role": {"enum": ["system", "user", "assistant", "tool"]}, "content": {"type": "string"}}, ["role", "content"], closed=False
    ),
}
_SAMPLING = {
    "n": {"type": "integer", "minimum": 1, "maximum": 64},
    "temperature": {"type": "number", "minimum": 0, "maximum": 100},
    "max_tokens": {"type": "integer", "minimum": 1, "maximum": 8192},
}
_OPENAI = {
    **_SAMPLING,
    "model": {"type": "string", "minLength": 1},
    "seed": {"type": "integer"},
    "stop": {"type": "array", "maxItems": 4, "items": {"type": "string", "minLength": 1}},
    "top_k": {"type": "integer", "minimum": 0},
    "top_p": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
}
CHAT = _object(
    {**_SAMPLING, "messages": _MESSAGES, "model": {"type": "string", "minLength": 1}, "logprobs": {"type": "boolean"}},
    ["messages"],
    closed=False,
)
CREATE = _object(
    {
        **dict.fromkeys(("theorem_id", "experience_id"), _ID),
        **dict.fromkeys(
            (
                *("experience_weights_sha256", "experience_snapshot_sha256", "model_release_sha256"),
                "expected_initialization_contract_sha256",
            ),
            _SHA256,
        ),
        "role": {"enum": ["theorem", "learner", "actor"]},
    },
    [],
)
LEARN = _object(
    {"expected_policy_version": _COUNT, "event": _object({"event_id": _ID}, ["event_id"], closed=False)},
    ["expected_policy_version", "event"],
)
SNAPSHOT = _object({"name": _ID, "for_experience": {"type": "boolean"}}, ["name"])
PUBLISH = _object({"snapshot": _ID, "experience_id": _ID, "acceptance": {"type": "object"}}, ["snapshot", "experience_id", "acceptance"])
RESTORE = _object({"name": _ID}, ["name"])
RETIRE = _object(
    {"name": _ID, "expected_policy_version": _COUNT, "reuse_snapshot": {"type": "boolean"}}, ["name", "expected_policy_version"]
)
PREMISES = _object(
    {
        "query": {"type": "string", "minLength": 1, "maxLength": 65536},
        "num_results": {"type": "integer", "minimum": 0, "maximum": 256},
    },
    ["query", "num_results"],
)
OPENAI_CHAT = _object(
    {**_OPENAI, "messages": _MESSAGES, "logprobs": {"type": "boolean"}, "top_logprobs": {"type": "integer", "minimum": 0, "maximum": 20}},
    ["messages", "model"],
)
OPENAI_COMPLETION = _object(
    {**_OPENAI, "prompt": {"type": "string", "minLength": 1}, "logprobs": {"type": "integer", "minimum": 0, "maximum": 20}},
    ["prompt", "model"],
)


def body_of(schema: dict[str, Any], *, is_optional: bool = False) -> dict[str, Any]:
    """What a route says about its body."""
    return {"requestBody": {"required": not is_optional, "content": {"application/json": {"schema": schema}}}}
