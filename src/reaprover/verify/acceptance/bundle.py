"""The evidence bundle of a release: copies of its records with a manifest (acceptance.md, section 8).

`reaprover snapshot verify RELEASE --evidence BUNDLE` reads it; the output of Lean goes along, so that the gates can be
evaluated again without the run folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reaprover.core.canonical import JsonObject, canonical_json, sha256
from reaprover.errors import InfrastructureError
from reaprover.verify.acceptance.inputs import read_inputs
from reaprover.verify.acceptance.validate import validate
from reaprover.verify.records import read_file, write_new

SCHEMA: Final = "reap.course-success-handoff.v1"
_CHECK: Final = ("receipt.json", "accepted.json", "stdout.log", "stderr.log", "reaprover-check.json")
_RECORDS: Final = ("intent.json", "response.json", "complete.json")


def write_bundle(run_folder: Path, session_id: str, target: Path, *, lesson_index: int = 1) -> str:
    """Write the bundle of a session whose proof was accepted, with whatever records of the later phases there are.

    Args:
        run_folder: the run or course folder.
        session_id: the session.
        target: folder to make.
        lesson_index: place of the lesson in its course, which names the folders of its phases.

    Returns:
        `evidence_sha256`, what the acceptance block of the release must say.

    Raises:
        InputError: the evidence does not hold.
        FileExistsError: the folder exists.
        InfrastructureError: the disk.
    """
    check = run_folder / "proof-check" / session_id
    facts = validate(check, run_folder)
    inputs = read_inputs(run_folder, session_id)
    out, ops = run_folder / "outputs" / session_id, run_folder / "ops"
    members = {
        "family/plan.json": run_folder / "plan.json",
        "proof/source.lean": run_folder / inputs.files["source"]["path"],
        "proof/proof.lean": check / "proof.lean",
        "verification/request.json": run_folder / "verification-requests" / f"{session_id}.json",
    }
    members |= {f"verification/{name}": check / name for name in _CHECK}
    members |= {f"search/{name}": out / name for name in ("observer.jsonl", "online-result.json", "raw_tree.json")}
    members |= {f"success-replay/{name}": out / "success-replay" / name for name in ("dataset.json", "replay-receipt.json")}
    for phase in ("success-learn", "seal", "publish", "retire"):
        members |= {f"{phase}/{name}": ops / f"{lesson_index:02d}-{phase}" / name for name in _RECORDS}
    files: JsonObject = {}
    try:
        target.mkdir(parents=True)
        for name, path in members.items():
            if path.exists():
                data = read_file(path)
                (target / name).parent.mkdir(exist_ok=True)
                write_new(target / name, data)
                files[name] = {"bytes": len(data), "sha256": sha256(data), "source": path.relative_to(run_folder).as_posix()}
    except FileExistsError:
        raise
    except OSError as error:
        raise InfrastructureError(f"{target}: cannot be written: {error.strerror or error}") from error
    write_new(target / "manifest.json", canonical_json({"schema_version": SCHEMA, "session_id": session_id, "files": files}))
    return str(facts["evidence_sha256"])
