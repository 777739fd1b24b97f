"""Does an evidence folder belong to a release, link by link? (acceptance.md, section 8; level L3)

Every file of the bundle is compared with the bundle's manifest, then every link between bundle and release is followed, one
line each. The gates of the check are evaluated again from the Lean output if the bundle holds it; without it they are only
what the receipt says, and the level is not reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from reaprover.core.axiom_report import STANDARD_AXIOMS, printed_axioms
from reaprover.core.canonical import JsonError, JsonObject, JsonValue, canonical_json, parse_json, sha256
from reaprover.snapshot.fields import require_object
from reaprover.snapshot.identity import MANIFEST
from reaprover.snapshot.reading import Level, ReleaseContents
from reaprover.snapshot.refusal import SnapshotRefusal
from reaprover.snapshot.report import Check, CheckStatus
from reaprover.snapshot.safetensors_file import read_regular_file

SCHEMA = "reap.course-success-handoff.v1"
_MAX_FILE_BYTES = 256 * 1024 * 1024
_MAX_FILES = 10_000


def check_evidence(folder: Path, contents: ReleaseContents) -> tuple[Check, ...]:
    """Check an evidence bundle against a release; every line is a check of level L3. Nothing is raised for what it holds."""
    return _Evidence(folder, contents).run()


@dataclass(slots=True)
class _Evidence:
    folder: Path
    contents: ReleaseContents
    checks: list[Check] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    def run(self) -> tuple[Check, ...]:
        try:
            self.load()
        except (SnapshotRefusal, JsonError, OSError) as error:
            self.add("bundle", False, str(error))
        else:
            self.follow()
        return tuple(self.checks)

    def add(self, name: str, holds: bool | None, detail: str) -> None:
        status = CheckStatus.NOT_CHECKED if holds is None else CheckStatus.PASSED if holds else CheckStatus.REFUSED
        self.checks.append(Check(Level.EVIDENCE, name, status, detail))

    def load(self) -> None:
        """Read the bundle: sizes and hashes as its manifest says, nothing extra, plain contained files."""
        manifest = require_object(parse_json(bytes(read_regular_file(self.folder / MANIFEST, 16 * 1024 * 1024))), MANIFEST, "")
        listed = require_object(manifest.get("files"), MANIFEST, "/files")
        self.add("bundle schema", manifest.get("schema_version") == SCHEMA, str(manifest.get("schema_version"))[:80])
        self.equal("bundle session", manifest.get("session_id"), self.contents.session.source.session_id)
        there = {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_symlink() or not path.is_dir()}
        extra = sorted(there - set(listed) - {MANIFEST})
        self.add("nothing extra", not extra and len(there) <= _MAX_FILES, ", ".join(extra[:3]) or f"{len(listed)} files")
        for name, entry in listed.items():
            path = PurePosixPath(name)
            plain = not path.is_absolute() and ".." not in path.parts and str(path) == name and "\\" not in name
            if not plain or not (self.folder / name).resolve().is_relative_to(self.folder.resolve()):
                self.add(f"file {name[:60]}", False, "a path that is not contained")
                continue
            data = bytes(read_regular_file(self.folder / name, _MAX_FILE_BYTES))
            facts = require_object(entry, MANIFEST, f"/files/{name}")
            agrees = facts.get("bytes") == len(data) and facts.get("sha256") == sha256(data)
            self.add(f"file {name}", agrees, f"{len(data)} bytes, sha256 {sha256(data)}")
            self.files[name] = data

    def document(self, name: str) -> JsonObject:
        """A JSON file of the bundle, or an empty object with a refused line if it is no such thing."""
        try:
            return require_object(parse_json(self.files[name]), name, "")
        except (JsonError, SnapshotRefusal) as error:
            self.add(f"form of {name}", False, str(error))
            return {}

    def equal(self, name: str, found: JsonValue, wanted: JsonValue) -> None:
        self.add(name, canonical_json(found) == canonical_json(wanted), f"found {str(found)[:80]}, expected {str(wanted)[:80]}")

    def has(self, name: str, *needed: str) -> bool:
        missing = [file for file in needed if file not in self.files]
        if missing:
            self.add(name, None, f"{missing[0]} is not in the bundle")
        return not missing

    def follow(self) -> None:
        session, source = self.contents.session, self.contents.session.source
        if self.has("accepted.json ↔ evidence_sha256", "verification/accepted.json"):
            accepted = self.document("verification/accepted.json")
            self.equal(
                "accepted.json ↔ evidence_sha256", sha256(self.files["verification/accepted.json"]), session.acceptance.evidence_sha256
            )
            self.equal("accepted.json ↔ source.session_id", accepted.get("session_id"), source.session_id)
            self.equal("accepted.json ↔ source.theorem_id", accepted.get("theorem_sha256"), source.theorem_id)
            self.receipt(accepted)
        if self.has("publish ↔ session.json", "publish/response.json"):
            same = self.files["publish/response.json"] == session.to_bytes()
            self.add("publish ↔ session.json", same, "the same bytes" if same else "other bytes")
        if self.has("seal ↔ source", "seal/response.json"):
            self.equal("seal ↔ source", self.document("seal/response.json").get("source"), source.to_json())
        self.learning()
        if self.has("retire ↔ policy_version", "retire/response.json"):
            self.equal("retire ↔ policy_version", self.document("retire/response.json").get("policy_version"), source.policy_version)

    def receipt(self, accepted: JsonObject) -> None:
        if self.has("receipt.json ↔ accepted.json", "verification/receipt.json"):
            receipt = self.document("verification/receipt.json")
            rest = {key: value for key, value in accepted.items() if key != "verification_receipt_sha256"}
            self.equal("receipt.json ↔ accepted.json", rest, receipt)
            digest = sha256(self.files["verification/receipt.json"])
            self.equal("receipt.json ↔ verification_receipt_sha256", accepted.get("verification_receipt_sha256"), digest)
        self.equal("passed", accepted.get("passed"), True)
        if self.has("request ↔ input_files", "verification/request.json"):
            self.equal("request ↔ input_files", self.document("verification/request.json").get("input_files"), accepted.get("input_files"))
        for name, key in (("proof/source.lean", "theorem_sha256"), ("proof/proof.lean", "proof_sha256")):
            if self.has(f"{name} ↔ {key}", name):
                self.equal(f"{name} ↔ {key}", sha256(self.files[name]), accepted.get(key))
        self.gates(accepted)

    def gates(self, accepted: JsonObject) -> None:
        """The gates of the check: as recorded, and again from the output of Lean."""
        for key in ("lean_returncode", "container_exit_code"):
            self.equal(f"gate exit: {key}", accepted.get(key), 0)
        self.equal("gate environment: network", accepted.get("network"), "none")
        axioms = accepted.get("axioms")
        names = {str(name) for name in axioms} if isinstance(axioms, list) else {"?"}
        self.add("gate axioms, as recorded", names <= STANDARD_AXIOMS, ", ".join(sorted(names)) or "none")
        logs = ("verification/stdout.log", "verification/stderr.log")
        if not self.has("gates, from the output of Lean", *logs):
            return
        recorded = accepted.get("files")
        for log in logs:
            entry = recorded.get(log.rsplit("/", 1)[1]) if isinstance(recorded, dict) else None
            self.equal(f"{log} ↔ files", entry.get("sha256") if isinstance(entry, dict) else None, sha256(self.files[log]))
        output = self.files[logs[0]].decode(errors="replace")
        self.add("gate sorry", "sorryAx" not in output + self.files[logs[1]].decode(errors="replace"), "no sorryAx in the output")
        printed = printed_axioms(output, str(accepted.get("theorem")))
        found = {"?"} if printed is None else set(printed)
        self.add("gate axioms, from the output", found <= STANDARD_AXIOMS and found == names, ", ".join(sorted(found)) or "none")

    def learning(self) -> None:
        """Terminal learning and the sum of updates."""
        source, learned = self.contents.session.source, 0
        if self.updates() == source.policy_version and "success-learn/intent.json" not in self.files:
            self.add("success-learn", True, "there was none: the updates alone make the version")
        elif self.has("success-learn ↔ evidence_sha256", "success-learn/intent.json"):
            event = self.document("success-learn/intent.json").get("event")
            event = event if isinstance(event, dict) else {}
            learned = 1
            self.equal(
                "success-learn ↔ evidence_sha256", event.get("course_acceptance_sha256"), self.contents.session.acceptance.evidence_sha256
            )
            if self.has("success-learn ↔ dataset.json", "success-replay/dataset.json"):
                digest = sha256(self.files["success-replay/dataset.json"])
                self.equal("success-learn ↔ dataset.json", event.get("dataset_sha256"), digest)
        if self.has("updates ↔ policy_version", "search/online-result.json"):
            updates = self.updates()
            self.equal("updates ↔ policy_version", None if updates is None else updates + learned, source.policy_version)

    def updates(self) -> int | None:
        """Updates before terminal learning, as the session's record says; None if it says nothing."""
        if "search/online-result.json" not in self.files:
            return None
        found = self.document("search/online-result.json").get("optimizer_updates")
        return found if isinstance(found, int) and not isinstance(found, bool) else None
