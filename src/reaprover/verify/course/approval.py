"""What a person agrees to, and where the machines are, before anything remote runs (acceptance.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from reaprover.core.canonical import JsonObject, canonical_json, sha256
from reaprover.errors import InputError
from reaprover.verify.course.plan import Plan
from reaprover.verify.records import read_object, write_new

APPROVAL_FILE: Final = "approval.json"
APPROVAL_SCHEMA: Final = "reap.teacher-course.runtime-approval.v1"
APPROVAL_CHECKS: Final[Mapping[str, str]] = {
    "sources_read": "the sources state the theorems that are meant",
    "order_is_right": "the lessons come in this order, the target last",
    "budgets_are_affordable": "steps, tokens and updates may be spent",
    "server_is_mine": "the address of the runtime is the server that is meant, and nobody else uses its sessions",
    "contract_is_right": "base, adapter and objective are those of the contract",
    "results_may_be_published": "experiences may be published under the names of the plan",
}
"""The six checks, each with what is confirmed."""

RUNTIME_FILE: Final = "runtime.json"
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_HASHES: Final = ("environment_sha256", "cpu_image", "base_sha256", "initialization_contract_sha256")
_REQUIRED: Final = (
    *("project_dir", "gpu_base_url", "http_timeout_seconds", "barrier_timeout_seconds", "max_request_body_bytes", "scoring_mode"),
    *("model_context_tokens", "lean_bin", "initialization_contract", *_HASHES),
)
_OPTIONAL: Final = (
    *("verification_mode", "success_finalization", "training_snapshot_interval", "total_deadline_seconds"),
    "selection_value_refresh",
)


def approve(folder: Path, plan: Plan, by: str, confirmed: Collection[str]) -> None:
    """Write down that a person confirmed all six checks for this plan.

    Raises:
        InputError: a check is missing or unknown, the name is blank, or there is an approval already.
    """
    missing = [name for name in APPROVAL_CHECKS if name not in confirmed]
    unknown = sorted(set(confirmed) - set(APPROVAL_CHECKS))
    if unknown:
        raise InputError("approval", "confirms checks that are none", found=", ".join(unknown)[:120], expected=", ".join(APPROVAL_CHECKS))
    if missing:
        told = "; ".join(f"{name} ({APPROVAL_CHECKS[name]})" for name in missing)
        raise InputError("approval", "does not confirm every check", expected=told)
    if not by.strip():
        raise InputError("approval", "names nobody", expected="who confirms")
    record = {"schema_version": APPROVAL_SCHEMA, "plan_sha256": plan.sha256, "by": by, "checks": dict.fromkeys(APPROVAL_CHECKS, True)}
    try:
        write_new(folder / APPROVAL_FILE, canonical_json(record))
    except FileExistsError as error:
        raise InputError(str(folder / APPROVAL_FILE), "exists already") from error


def is_approved(folder: Path, plan: Plan) -> bool:
    """Whether a person confirmed all checks for this very plan.

    Raises:
        InputError: the file cannot be read.
    """
    if not (folder / APPROVAL_FILE).exists():
        return False
    record = read_object(folder / APPROVAL_FILE)
    wanted = {"schema_version": APPROVAL_SCHEMA, "plan_sha256": plan.sha256, "checks": dict.fromkeys(APPROVAL_CHECKS, True)}
    return {key: record.get(key) for key in wanted} == wanted


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where a course runs; the fields of `runtime.json` that our driver uses, and the whole record.

    Attributes:
        gpu_base_url: origin of the model server.
        http_timeout_s: of one request.
        barrier_timeout_s: of a request that waits for others; larger.
        max_body_bytes: of one request.
        cpu_image: 64 hex digits of the environment that proofs are checked in.
        contract_sha256: of the contract that the server must have.
        gamma: discount of that contract.
        checks_elsewhere: proofs are checked on another machine and imported (`verification_mode` `import`; else `local`).
        has_success_learning: a verified proof is learnt from once more before the seal.
        record: the whole of it.
    """

    gpu_base_url: str
    http_timeout_s: int
    barrier_timeout_s: int
    max_body_bytes: int
    cpu_image: str
    contract_sha256: str
    gamma: float
    checks_elsewhere: bool
    has_success_learning: bool
    record: JsonObject


def read_runtime(folder: Path) -> Runtime | None:
    """Read `runtime.json` of a course; None if there is none, and then nothing remote runs.

    Raises:
        InputError: it is malformed, or its numbers or hashes contradict each other.
    """
    path = folder / RUNTIME_FILE
    if not path.exists():
        return None
    record = read_object(path)
    missing, unknown = [k for k in _REQUIRED if k not in record], sorted(set(record) - {*_REQUIRED, *_OPTIONAL})
    if missing or unknown:
        raise InputError(str(path), "has other keys than a runtime", found=f"missing {missing}, unknown {unknown}"[:300])
    http_s = _integer(path, record, "http_timeout_seconds", 1, 86_400)
    barrier_s = _integer(path, record, "barrier_timeout_seconds", http_s + 1, 172_800)
    body = _integer(path, record, "max_request_body_bytes", 8_192, 262_144)
    _integer(path, record, "model_context_tokens", 4096, 4096)
    if record["scoring_mode"] != "tokenwise":
        raise InputError(f"{path}: scoring_mode", "is refused", found=repr(record["scoring_mode"])[:40], expected="tokenwise")
    for key in _HASHES:
        if not isinstance(record[key], str) or not _HEX64.fullmatch(record[key]):
            raise InputError(f"{path}: {key}", "is no sha256", found=repr(record[key])[:80], expected="64 hexadecimal digits")
    contract = record["initialization_contract"]
    if not isinstance(contract, dict) or sha256(canonical_json(contract)) != record["initialization_contract_sha256"]:
        raise InputError(f"{path}: initialization_contract_sha256", "is not the contract's")
    mode = record.get("verification_mode", "local")
    if mode not in ("local", "import"):
        raise InputError(f"{path}: verification_mode", "is refused", found=repr(mode)[:40], expected="local or import")
    return Runtime(
        _origin(path, record["gpu_base_url"]),
        http_s,
        barrier_s,
        body,
        record["cpu_image"],
        record["initialization_contract_sha256"],
        _gamma(contract),
        mode == "import",
        bool(record.get("success_finalization")),
        record,
    )


def _integer(path: Path, record: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = record[key]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{path}: {key}", "is out of range", found=repr(value)[:40], expected=f"an integer from {least} to {most}")
    return value


def _origin(path: Path, url: object) -> str:
    where = f"{path}: gpu_base_url"
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        _ = parts.port
    except ValueError:
        raise InputError(where, "is no address", found=repr(url)[:80]) from None
    plain = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and not (parts.query or parts.fragment)
    if not plain or parts.username is not None or parts.password is not None:
        raise InputError(where, "is no plain origin", expected="http://HOST:PORT without credentials, path or query")
    return f"{parts.scheme}://{parts.netloc}"


def _gamma(contract: Mapping[str, Any]) -> float:
    config = contract.get("search_config")
    value = config.get("gamma") if isinstance(config, dict) else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.99
