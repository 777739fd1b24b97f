"""What a check starts from: the records of a search, and the proof text made from them (acceptance.md, sections 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reaprover.core.canonical import sha256
from reaprover.core.declaration import indent
from reaprover.errors import InputError
from reaprover.verify.records import read_file, read_object

MARKER: Final = "  reapTrainingMCTS"
INPUT_FILES: Final = {"session": "session.json", "result": "result.json", "online_result": "online-result.json"}
_SESSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class AcceptanceError(InputError):
    """Evidence that does not hold together, or inputs from which no proof text can be made."""


def proof_text(source: str, script: str, theorem: str) -> str:
    """The file that is checked: the searched source with the script in place of the marker, and an axiom report.

    Args:
        source: the searched source; the marker line `  reapTrainingMCTS` occurs once, and the word nowhere else.
        script: the tactic block found.
        theorem: name of the theorem.

    Raises:
        AcceptanceError: marker missing or doubled, or a blank script.
    """
    return f"{_filled(source, script)}\n#print axioms {theorem}\n"


def _filled(source: str, script: str) -> str:
    if not script.strip():
        raise AcceptanceError("proof_script", "is blank", expected="a tactic block")
    lines = source.split("\n")
    places = [i for i, line in enumerate(lines) if line == MARKER]
    word = MARKER.strip()
    if len(places) != 1 or source.count(word) != 1:
        raise AcceptanceError("source", "does not hold the marker line once", found=f"{source.count(word)} times", expected=repr(MARKER))
    return "\n".join([*lines[: places[0]], indent(script, 2), *lines[places[0] + 1 :]])


@dataclass(frozen=True, slots=True)
class Inputs:
    """The four inputs of a check, read and found consistent."""

    source: str
    script: str
    session_id: str
    online_status: str
    online_updates: int
    files: Mapping[str, Mapping[str, str]]


def read_inputs(run_folder: Path, session_id: str) -> Inputs:
    """Read a searched source and the records of its session (acceptance.md, sections 2 and 3).

    Raises:
        AcceptanceError: a file is missing or malformed, or they contradict each other.
    """
    if not _SESSION.fullmatch(session_id):
        raise AcceptanceError("session", "has an id of another form", found=session_id[:80], expected="letters, digits, _ and -")
    folder = run_folder / "outputs" / session_id
    records = {name: read_object(folder / file) for name, file in INPUT_FILES.items()}
    session, result, online = records["session"], records["result"], records["online_result"]
    for name, record in records.items():
        if record.get("session_id") != session_id:
            raise AcceptanceError(f"{name}: session_id", "is another one", found=repr(record.get("session_id"))[:80], expected=session_id)
    wanted = session.get("theorem_sha256")
    candidates = ((path, read_file(path)) for path in sorted((run_folder / "inputs").glob("*.lean")))
    source, data = next(((path, data) for path, data in candidates if sha256(data) == wanted), (None, b""))
    if source is None:
        raise AcceptanceError("inputs", "hold no source with the session's theorem_sha256", found=str(wanted)[:80])
    try:
        text = data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise AcceptanceError(str(source), "is not UTF-8", found=f"byte {data[error.start]:#04x} at {error.start}") from None
    if result.get("solved") is not True:
        raise AcceptanceError("result: solved", "is not true", found=repr(result.get("solved"))[:40])
    facts = (online.get("root_verified"), online.get("returncode"), online.get("error"))
    if facts != (True, 0, None):
        raise AcceptanceError(
            "online_result", "does not say that the root was verified", found=repr(facts)[:120], expected="(True, 0, None)"
        )
    script = result.get("proof_script")
    if not isinstance(script, str) or not script.strip():
        raise AcceptanceError("result: proof_script", "is blank", expected="a tactic block")
    paths = {"source": source, **{name: folder / file for name, file in INPUT_FILES.items()}}
    files = {name: {"path": p.relative_to(run_folder).as_posix(), "sha256": sha256(read_file(p))} for name, p in paths.items()}
    updates = online.get("optimizer_updates")
    return Inputs(
        text,
        script,
        session_id,
        str(online.get("status")),
        updates if isinstance(updates, int) else 0,
        files,
    )
