"""Rows 10 to 31 of the format's table: JSON, records, acceptance, base64."""

# ruff: noqa: E501  # one row of a table is one line

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import forge
from .refusing import refused_files

SESSION, BACKEND, MANIFEST = "session.json", "backend.json", "manifest.json"


def manifest_with(change: Callable[[Any], object]) -> dict[str, bytes]:
    document = json.loads(forge.tiny()[MANIFEST])
    change(document)
    return forge.tiny() | {MANIFEST: forge.canonical(document)}


def session_with(change: Callable[[Any], object]) -> dict[str, bytes]:
    document = forge.tiny_session()
    change(document)
    return forge.repaired(session=document)


def source_with(**values: Any) -> dict[str, bytes]:
    """The same change in `source` and `acceptance.source`."""
    return session_with(lambda s: (s["source"].update(values), s["acceptance"]["source"].update(values)))


def acceptance_with(**values: Any) -> dict[str, bytes]:
    return session_with(lambda s: s["acceptance"].update(values))


def replaced(name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    """A change of the bytes of one file, hashes repaired where the file has them."""
    data = forge.tiny()[name]
    assert old in data
    data = data.replace(old, new, 1)
    if name == MANIFEST:
        return forge.tiny() | {MANIFEST: data}
    return forge.repaired(session_bytes=data) if name == SESSION else forge.repaired(backend_bytes=data)


def backend_with(**values: Any) -> dict[str, bytes]:
    document = json.loads(forge.tiny()[BACKEND]) | values
    return forge.repaired(backend_bytes=forge.canonical({key: value for key, value in document.items() if value is not None}))


def whole(name: str, change: Callable[[bytes], bytes]) -> dict[str, bytes]:
    return replaced(name, forge.tiny()[name], change(forge.tiny()[name]))


def payload_with(change: Callable[[str], str]) -> dict[str, bytes]:
    return backend_with(payload=change(json.loads(forge.tiny()[BACKEND])["payload"]))


MOVED = b'{"payload":"' + base64.b64encode(forge.tiny_payload()) + b'",' + forge.tiny()[BACKEND][1:].split(b',"payload"')[0] + b"}\n"
HUGE = b"9" * 5000
ROWS: dict[str, tuple[str, dict[str, bytes]]] = {
    "10 key twice in the manifest": ("duplicate_key", replaced(MANIFEST, b'"snapshot":', b'"snapshot":"release","snapshot":')),
    "10 key twice nested": ("duplicate_key", replaced(SESSION, b'"passed":true', b'"passed":true,"passed":true')),
    "10 key twice in the contract": ("duplicate_key", replaced(BACKEND, b'"gamma":0.99', b'"gamma":0.99,"gamma":0.99')),
    "10 payload twice": ("duplicate_key", replaced(BACKEND, b'"payload":"', b'"payload":"","payload":"')),
    "11 manifest, extra": ("wrong_keys", manifest_with(lambda m: m.update(note=1))),
    "11 manifest, missing": ("wrong_keys", manifest_with(lambda m: m.pop("snapshot"))),
    "11 manifest, no schema": ("wrong_keys", manifest_with(lambda m: m.pop("schema_version"))),
    "11 manifest, third file": ("wrong_keys", manifest_with(lambda m: m["files"].update({"x.json": {}}))),
    "11 session, extra": ("wrong_keys", session_with(lambda s: s.update(note=1))),
    "11 session, missing": ("wrong_keys", session_with(lambda s: s.pop("transfer"))),
    "11 session, no schema": ("wrong_keys", session_with(lambda s: s.pop("schema_version"))),
    "11 source, extra": ("wrong_keys", source_with(note=1)),
    "11 source, missing": ("wrong_keys", session_with(lambda s: s["source"].pop("theorem_id"))),
    "11 acceptance, extra": ("wrong_keys", acceptance_with(note=1)),
    "11 acceptance, missing": ("wrong_keys", session_with(lambda s: s["acceptance"].pop("kind"))),
    "11 backend, extra before the payload": ("wrong_keys", backend_with(aaa=1)),
    "11 backend, extra after the payload": ("wrong_keys", backend_with(zzz=1)),
    "11 backend, missing": ("wrong_keys", backend_with(encoding=None)),
    "11 backend, no payload": ("wrong_keys", backend_with(payload=None)),
    "12 bytes true": ("wrong_type", manifest_with(lambda m: m["files"][SESSION].update(bytes=True))),
    "12 bytes 983.0": ("wrong_type", manifest_with(lambda m: m["files"][SESSION].update(bytes=983.0))),
    "12 bytes text": ("wrong_type", manifest_with(lambda m: m["files"][SESSION].update(bytes="983"))),
    "12 bytes negative": ("out_of_range", manifest_with(lambda m: m["files"][SESSION].update(bytes=-1))),
    "13 sha256 upper case": ("bad_sha256_text", acceptance_with(evidence_sha256="A" * 64)),
    "13 sha256 of 63": ("bad_sha256_text", acceptance_with(evidence_sha256="9" * 63)),
    "13 sha256 with a line feed": ("bad_sha256_text", acceptance_with(evidence_sha256="9" * 64 + "\n")),
    "13 sha256 a number": ("bad_sha256_text", acceptance_with(evidence_sha256=9)),
    "13 weights_sha256 null": ("bad_sha256_text", session_with(lambda s: s.update(weights_sha256=None))),
    "13 manifest sha256": ("bad_sha256_text", manifest_with(lambda m: m["files"][BACKEND].update(sha256="x"))),
    "13 identifier in the manifest": ("bad_identifier_text", manifest_with(lambda m: m.update(session_id="a/b"))),
    "13 identifier a number": ("bad_identifier_text", manifest_with(lambda m: m.update(snapshot=5))),
    "13 identifier with a line feed": ("bad_identifier_text", source_with(session_id="course-1\n")),
    "13 parent malformed": ("bad_identifier_text", source_with(parent_experience_id="..")),
    "13 parent false": ("bad_identifier_text", source_with(parent_experience_id=False)),
    "14 NaN": ("non_finite_number", replaced(BACKEND, b'"gamma":0.99', b'"gamma":NaN')),
    "14 Infinity": ("non_finite_number", replaced(BACKEND, b'"gamma":0.99', b'"gamma":-Infinity')),
    "14 1e999": ("non_finite_number", replaced(BACKEND, b'"gamma":0.99', b'"gamma":1e999')),
    "15 integer of 5,000 digits": ("number_out_of_range", replaced(SESSION, b'"policy_version":3', b'"policy_version":' + HUGE)),
    "15 2^53": ("number_out_of_range", replaced(SESSION, b'"policy_version":3', b'"policy_version":9007199254740992')),
    "15 in the contract": ("number_out_of_range", replaced(BACKEND, b'"lora_alpha":8', b'"lora_alpha":-9007199254740992')),
    "16 deep session": ("json_too_deep", whole(SESSION, lambda d: b"[" * 100_000 + b"]" * 100_000)),
    "16 deep contract": ("json_too_deep", replaced(BACKEND, b'"lora_alpha":8', b'"lora_alpha":' + b"[" * 100_000 + b"]" * 100_000)),
    "16 syntax": ("bad_json", replaced(SESSION, b'"passed":true', b'"passed":yes')),
    "16 cut short": ("bad_json", whole(SESSION, lambda d: d[:-2])),
    "16 text after the value": ("bad_json", whole(SESSION, lambda d: d[:-1] + b" {}\n")),
    "16 backend cut in the payload": ("bad_json", whole(BACKEND, lambda d: d[:-7])),
    "16 backend cut in the head": ("bad_json", whole(BACKEND, lambda d: d[:3000])),
    "16 not an object": ("wrong_type", whole(SESSION, lambda d: b"[]\n")),
    "17 byte-order mark": ("bad_utf8", whole(SESSION, lambda d: b"\xef\xbb\xbf" + d)),
    "17 UTF-16 with a mark": ("bad_utf8", whole(SESSION, lambda d: d.decode().encode("utf-16"))),
    "17 UTF-16 without a mark": ("bad_utf8", whole(SESSION, lambda d: d.decode().encode("utf-16-le"))),
    "17 UTF-32 manifest": ("bad_utf8", whole(MANIFEST, lambda d: d.decode().encode("utf-32-be"))),
    "17 invalid UTF-8": ("bad_utf8", replaced(SESSION, b"experience-candidate", b"experience\xc3candidate")),
    "17 lone surrogate": ("bad_utf8", replaced(SESSION, b"experience-candidate", b"\\ud800")),
    "17 mark before the backend": ("bad_utf8", whole(BACKEND, lambda d: b"\xef\xbb\xbf" + d)),
    "18 space after a comma": ("not_canonical", replaced(SESSION, b'","', b'", "')),
    "18 order": ("not_canonical", replaced(SESSION, b'"completed":true,"evidence', b'"zz":1,"completed":true,"evidence')),
    "18 keys out of order": ("not_canonical", whole(SESSION, lambda d: (json.dumps(dict(reversed(json.loads(d).items())), separators=(",", ":")) + "\n").encode())),
    "18 another number": ("not_canonical", replaced(BACKEND, b"1e-06", b"0.000001")),
    "18 CRLF": ("not_canonical", whole(SESSION, lambda d: d[:-1] + b"\r\n")),
    "18 no final line feed": ("not_canonical", whole(SESSION, lambda d: d[:-1])),
    "18 two line feeds": ("not_canonical", whole(BACKEND, lambda d: d + b"\n")),
    "18 manifest": ("not_canonical", whole(MANIFEST, lambda d: d + b"\n")),
    "18 payload not in its place": ("not_canonical", forge.repaired(backend_bytes=MOVED)),
    "18 payload after a space": ("not_canonical", replaced(BACKEND, b'"payload":"', b'"payload": "')),
    "18 escape in the payload": ("not_canonical", payload_with(lambda p: p[:100] + "@@" + p[102:])),  # replaced below
    "18 escaped slash": ("not_canonical", replaced(SESSION, b"independent-lean", b"independent\\u002dlean")),
    "19 manifest schema": ("unsupported_schema", manifest_with(lambda m: m.update(schema_version="reap.gpu.snapshot.v2"))),
    "19 manifest schema a number": ("unsupported_schema", manifest_with(lambda m: m.update(schema_version=1))),
    "19 session schema": ("unsupported_schema", session_with(lambda s: s.update(schema_version="reap.gpu.experience.v2"))),
    "20 experience_id": ("identity_mismatch", session_with(lambda s: s.update(experience_id="exp-000000000009-01"))),
    "20 manifest's id": ("identity_mismatch", manifest_with(lambda m: m.update(session_id="exp-000000000009-01"))),
    "20 a release not called release": ("identity_mismatch", manifest_with(lambda m: m.update(snapshot="other"))),
    "21 live backend": ("variant_mismatch", backend_with(schema_version="reap.gpu.real-prover-backend.v1", contract=None)),
    "22 weights_sha256": ("weights_sha256_mismatch", session_with(lambda s: s.update(weights_sha256="0" * 64))),
    "24 acceptance.source": ("acceptance_mismatch", acceptance_with(source=forge.tiny_session()["source"] | {"policy_version": 4})),
    "24 type": ("acceptance_mismatch", acceptance_with(source=forge.tiny_session()["source"] | {"policy_version": 3.0})),
    "24 key": ("acceptance_mismatch", acceptance_with(source=forge.tiny_session()["source"] | {"note": None})),
    "24 null": ("acceptance_mismatch", acceptance_with(source=None)),
    **{f"25 passed {v!r}": ("acceptance_not_passed", acceptance_with(passed=v)) for v in (False, 1, "true", None)},
    **{f"25 completed {v!r}": ("acceptance_not_passed", acceptance_with(completed=v)) for v in (False, 1, "true")},
    **{f"26 kind {v!r}": ("acceptance_kind", acceptance_with(kind=v)) for v in ("trust-me", 1, None, "local-mechanism")},
    "27 reordered": ("transfer_mismatch", session_with(lambda s: s.update(transfer=["value_head", "adapter"]))),
    "27 optimizer": ("transfer_mismatch", session_with(lambda s: s.update(transfer=["adapter", "value_head", "optimizer"]))),
    "27 empty": ("transfer_mismatch", session_with(lambda s: s.update(transfer=[]))),
    "27 text": ("transfer_mismatch", session_with(lambda s: s.update(transfer="adapter"))),
    "28 true": ("wrong_type", source_with(policy_version=True)),
    "28 1.0": ("wrong_type", source_with(policy_version=1.0)),
    "28 0": ("out_of_range", source_with(policy_version=0)),
    "28 -1": ("out_of_range", source_with(policy_version=-1)),
    "29 encoding": ("unknown_encoding", backend_with(encoding="torch-save-hex")),
    "29 encoding a number": ("unknown_encoding", backend_with(encoding=1)),
    "30 space": ("bad_base64", payload_with(lambda p: p[:400] + " " + p[401:])),
    "30 line feed": ("bad_base64", replaced(BACKEND, forge.tiny()[BACKEND][9000:9008], forge.tiny()[BACKEND][9000:9007] + b"\n")),
    "30 url alphabet": ("bad_base64", payload_with(lambda p: p[:400] + "-_" + p[402:])),
    "30 padding inside": ("bad_base64", payload_with(lambda p: p[:400] + "AA==" + p[404:])),
    "30 length": ("bad_base64", payload_with(lambda p: p[:-4] + "A")),
    "30 not ASCII": ("bad_base64", payload_with(lambda p: p[:400] + "é" + p[401:])),
    "30 three padding signs": ("bad_base64", payload_with(lambda p: p[:-4] + "A===")),
    "31 unused bits": ("base64_not_canonical", payload_with(lambda p: p[:-4] + "AAB=")),
    "31 unused bits of two": ("base64_not_canonical", payload_with(lambda p: p[:-4] + "AB==")),
}  # fmt: skip
ROWS["18 escape in the payload"] = ("not_canonical", whole(BACKEND, lambda d: d[:9000] + b"\\u0041" + d[9001:]))
ROWS["18 order"] = ("not_canonical", replaced(SESSION, b'"completed":true,"evidence_sha256":"' + b"9" * 64 + b'"', b'"evidence_sha256":"' + b"9" * 64 + b'","completed":true'))  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_forged_record_is_refused_with_the_code_of_its_row(row: str, tmp_path: Path) -> None:
    code, files = ROWS[row]
    refused_files(tmp_path, files, code)


def test_another_id_or_name_than_asked_for_is_an_identity_mismatch(tmp_path: Path) -> None:
    refused_files(tmp_path, forge.tiny(), "identity_mismatch", session_id="exp-000000000005-01")
    refused_files(tmp_path, forge.tiny(), "identity_mismatch", snapshot="before")


def test_pins_that_differ_or_only_one_of_them_are_a_pin_mismatch(tmp_path: Path) -> None:
    weights, snapshot = forge.tiny_session()["weights_sha256"], forge.tiny_session()["source"]["snapshot_sha256"]
    for pins in (
        {"experience_weights_sha256": weights},
        {"experience_snapshot_sha256": snapshot},
        {"experience_weights_sha256": snapshot, "experience_snapshot_sha256": snapshot},
        {"experience_weights_sha256": weights, "experience_snapshot_sha256": weights},
    ):
        refused_files(tmp_path, forge.tiny(), "pin_mismatch", **pins)


def test_damage_is_named_before_meaning_when_hashes_are_not_repaired(tmp_path: Path) -> None:
    for change in (b'"enkoding":', b'"encoding":"torch-save-base65"', b"\xff"):
        data = forge.tiny()["backend.json"].replace(b'"encoding":', change, 1)
        data = data[: len(forge.tiny()["backend.json"])].ljust(len(forge.tiny()["backend.json"]), b"x")
        refused_files(tmp_path, forge.tiny() | {"backend.json": data}, "file_sha256_mismatch")
