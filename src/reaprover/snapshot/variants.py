"""What `backend.json` says around its payload: the release form and the live-session forms (sections 6 and 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.snapshot.contract import TOY
from reaprover.snapshot.fields import require_bool, require_count, require_identifier_text, require_keys, require_object, require_schema
from reaprover.snapshot.identity import BACKEND
from reaprover.snapshot.refusal import refuse

ENCODING = "torch-save-base64"
TOY_SCHEMA = "reap.gpu.toy-backend.v1"
_TOY_KEYS = ("learned", "optimizer_steps", "value_score")
CATEGORICAL_SCHEMA = "reap.gpu.real-search-categorical-backend.v1"
LIVE_KEYS: dict[str, tuple[str, ...]] = {
    "reap.gpu.real-prover-backend.v1": (),
    "reap.gpu.real-search-backend.v1": ("session_id", "search_config"),
    CATEGORICAL_SCHEMA: ("session_id", "search_config", "categorical_search_config"),
    "reap.gpu.verified-replay-backend.v1": ("session_id", "verified_config"),
    "reap.gpu.mixed-replay-backend.v1": ("session_id", "mixed_config"),
    TOY_SCHEMA: _TOY_KEYS,
}
"""Keys of live backends by schema, besides `schema_version`, `encoding`, `payload`."""


@dataclass(frozen=True, slots=True)
class ToyWeights:
    """What the toy backend transfers.

    Attributes:
        adapter: whether it has learned.
        value_head: its value.
    """

    adapter: bool
    value_head: float


@dataclass(frozen=True, slots=True)
class LiveBackend:
    """`backend.json` of a live session, without the payload.

    Attributes:
        schema: which objective wrote it; snapshots of different objectives are never loaded into one another.
        config: `search_config`, `verified_config` or `mixed_config`; empty where the schema has none.
        experience_contract: the contract, if the snapshot was sealed for publication.
        toy: the three fields of the toy backend, else empty.
    """

    schema: str
    config: JsonObject
    experience_contract: JsonObject | None
    toy: JsonObject


def release_contract(document: JsonObject) -> tuple[JsonObject, ToyWeights | None]:
    """The contract object of a release's `backend.json`, and for the toy its weights.

    Raises:
        SnapshotCorrupt: `variant_mismatch`, `wrong_keys`, `wrong_type`, `unknown_encoding`.
    """
    if "schema_version" in document:
        raise refuse(
            "variant_mismatch", BACKEND, "/schema_version", found=document["schema_version"], expected="a release, without this key"
        )
    contract = document.get("contract")
    if isinstance(contract, dict) and contract.get("backend") == TOY:
        require_keys(document, ("contract", "adapter", "value_head"), BACKEND, "")
        value = document["value_head"]
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise refuse("wrong_type", BACKEND, "/value_head", found=value, expected="a number")
        return contract, ToyWeights(require_bool(document["adapter"], BACKEND, "/adapter"), float(value))
    require_keys(document, ("contract", "encoding", "payload"), BACKEND, "")
    contract = require_object(document["contract"], BACKEND, "/contract")
    _check_encoding(document)
    return contract, None


def live_backend(document: JsonObject, session_id: str) -> LiveBackend:
    """The live-session form.

    Raises:
        SnapshotCorrupt: `variant_mismatch`, `unsupported_schema`, `wrong_keys`, `wrong_type`, `unknown_encoding`,
            `identity_mismatch`.
    """
    if "schema_version" not in document:
        raise refuse("variant_mismatch", BACKEND, "/schema_version", found="no such key", expected="the schema of a live session")
    schema = require_schema(document, LIVE_KEYS, BACKEND)
    keys = ("schema_version", *LIVE_KEYS[schema])
    if schema == TOY_SCHEMA:
        require_keys(document, keys, BACKEND, "", optional=("experience_contract",))
        require_bool(document["learned"], BACKEND, "/learned")
        require_count(document["optimizer_steps"], BACKEND, "/optimizer_steps")
        score = document["value_score"]
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise refuse("wrong_type", BACKEND, "/value_score", found=score, expected="a number")
    else:
        require_keys(document, (*keys, "encoding", "payload"), BACKEND, "", optional=("experience_contract",))
        _check_encoding(document)
    if "session_id" in document:
        own_id = require_identifier_text(document["session_id"], BACKEND, "/session_id")
        if own_id != session_id:
            raise refuse("identity_mismatch", BACKEND, "/session_id", found=own_id, expected=session_id)
        if "." in own_id:
            raise refuse("bad_identifier_text", BACKEND, "/session_id", found=own_id, expected="a session id without a dot")
    configs = {key: require_object(document[key], BACKEND, f"/{key}") for key in keys if key.endswith("_config")}
    if schema == CATEGORICAL_SCHEMA and len({canonical_json(config) for config in configs.values()}) != 1:
        raise refuse("contract_field", BACKEND, "/categorical_search_config", found="another value", expected="the same as search_config")
    contract = document.get("experience_contract")
    if "experience_contract" in document:
        contract = require_object(contract, BACKEND, "/experience_contract")
    toy = {key: document[key] for key in _TOY_KEYS} if schema == TOY_SCHEMA else {}
    return LiveBackend(schema, next(iter(configs.values()), {}), contract if isinstance(contract, dict) else None, toy)


def _check_encoding(document: JsonObject) -> None:
    if document["encoding"] != ENCODING:
        raise refuse("unknown_encoding", BACKEND, "/encoding", found=document["encoding"], expected=ENCODING)
    if not isinstance(document["payload"], str):
        raise refuse("wrong_type", BACKEND, "/payload", found=type(document["payload"]).__name__, expected="a text")
