"""Run folders as a search leaves them, with the plan of a one-lesson course."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from reaprover.verify.course import Budgets, make_plan

NONCE = "000000000001"
SESSION = f"course-{NONCE}-01"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def make_run(folder: Path, statement: str, script: str, **changes: Any) -> Path:
    """A run folder as a search leaves it."""
    source = f"theorem demo {statement} := by\n  reapTrainingMCTS\n"
    out = folder / "outputs" / SESSION
    out.mkdir(parents=True)
    (folder / "inputs").mkdir()
    (folder / "inputs" / "demo.lean").write_text(source)
    session = {"session_id": SESSION, "theorem_sha256": sha(source.encode()), "profile": "online-search-visit-backup-v1", "gamma": 0.99}
    result = {
        "schema_version": "reap.training.result.v1",
        "session_id": SESSION,
        "solved": True,
        "status": "solved",
        "proof_script": script,
    }
    online = {"session_id": SESSION, "status": "completed", "root_verified": True, "returncode": 0, "error": None, "optimizer_updates": 3}
    records = {"session": session, "result": result, "online-result": online}
    for name, record in records.items():
        (out / f"{name}.json").write_text(json.dumps({**record, **changes.get(name.replace("-", "_"), {})}, indent=1))
    return folder


def write_plan(run: Path) -> Path:
    """Plan the lesson of a run folder after the fact."""
    source = (run / "inputs" / "demo.lean").read_bytes()
    plan = make_plan("demo", [("demo.lean", "demo", source)], Budgets(8, 4, 64, 3, 2, 100), NONCE)
    (run / "plan.json").write_bytes(plan.to_bytes())
    return run
