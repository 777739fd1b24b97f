"""The one pass over `backend.json`: base64 against the standard library, blocks, threads, memory."""

from __future__ import annotations

import base64
import json
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.snapshot.backend import payload_begin, read_backend
from reaprover.snapshot.base64_blocks import GROUP, Base64Decoder
from reaprover.snapshot.files import open_snapshot
from reaprover.snapshot.refusal import SnapshotRefusal

from . import forge
from .refusing import refused


def decode(text: bytes) -> bytes:
    decoder = Base64Decoder(len(text), "backend.json")
    whole = max(0, len(text) - 1) // GROUP * GROUP
    decoder.decode(memoryview(text)[:whole], decoder.reserve(whole))
    return decoder.finish(text[whole:]).tobytes()


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_what_the_standard_library_encodes_is_decoded(data: bytes) -> None:
    assert decode(base64.b64encode(data)) == data


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=60), st.data())
def test_every_other_character_is_refused_where_it_stands(data: bytes, draw: st.DataObject) -> None:
    text = bytearray(base64.b64encode(data).rstrip(b"="))
    at = draw.draw(st.integers(0, len(text) - 1))
    text[at] = draw.draw(st.sampled_from([c for c in range(256) if not (chr(c).isascii() and chr(c).isalnum()) and chr(c) not in "+/"]))
    text += b"=" * (-len(text) % 4)
    with pytest.raises(SnapshotRefusal) as caught:
        decode(bytes(text))
    assert caught.value.code in ("bad_base64", "not_canonical")


@settings(deadline=None)
@given(st.text("ABab01+/=", max_size=40))
def test_a_text_is_decoded_exactly_if_encoding_gives_it_back(text: str) -> None:
    data = text.encode()
    try:
        expected = base64.b64decode(data, validate=True)
        canonical = base64.b64encode(expected) == data
    except ValueError:
        canonical = False
    if canonical:
        assert decode(data) == expected
    else:
        with pytest.raises(SnapshotRefusal):
            decode(data)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 100, 786_000, 786_432, 1_572_864, 1_600_001, 4_718_592, 5_000_000])
def test_payloads_of_any_size_come_through_the_blocks_unchanged_with_the_right_hash(tmp_path: Path, size: int) -> None:
    """Blocks are hashed and decoded by several threads: the order must be right every time."""
    payload = random.Random(size).randbytes(size)
    folder = forge.write(tmp_path / "s", forge.with_payload(payload))
    expected = forge.sha256((folder / "backend.json").read_bytes())
    with open_snapshot(folder, in_store=True) as opened:
        for _ in range(5):
            text = read_backend(opened.files["backend.json"])
            assert text.fault is None
            assert text.payload is not None
            assert (text.sha256, text.payload.tobytes()) == (expected, payload)


@pytest.mark.parametrize("tail", range(0, 40, 3))
def test_a_tail_that_begins_near_the_edge_of_a_block_is_found(tmp_path: Path, tail: int) -> None:
    """Live sessions have keys after the payload; the closing quote may stand anywhere in a block."""
    head = b'{"encoding":"torch-save-base64","payload":"'
    size = (2 * 1024 * 1024 - len(head) - tail) // 4 * 4
    document = head + b"A" * size + b'","schema_version":"x","session_id":"' + b"y" * tail + b'"}\n'
    folder = forge.write(tmp_path / "s", forge.repaired(backend_bytes=document))
    with open_snapshot(folder, in_store=True) as opened:
        text = read_backend(opened.files["backend.json"])
    assert text.fault is None
    assert text.payload is not None
    assert text.payload.tobytes() == bytes(size // 4 * 3)
    assert text.document == {"encoding": "torch-save-base64", "payload": "", "schema_version": "x", "session_id": "y" * tail}


def test_a_damaged_character_in_any_block_is_named_with_its_position(tmp_path: Path) -> None:
    document = json.loads(forge.backend(payload=bytes(5_000_000)))
    for at in (0, 17, 1_000_003, 3_999_999, len(document["payload"]) - 5):
        text = document["payload"]
        changed = forge.canonical(document | {"payload": text[:at] + "~" + text[at + 1 :]})
        error = refused(forge.write(tmp_path / "s", forge.repaired(backend_bytes=changed)), "bad_base64")
        assert error.where == f"/payload, character {at}"


def test_only_the_payload_of_the_top_level_is_the_payload() -> None:
    head = b'{"a":{"payload":"x","b":"\\"payload\\":\\"y"},"c":["payload"],"payload":"AAAA'
    assert head[payload_begin(head) or 0 :] == b"AAAA"
    assert payload_begin(b'{"contract":{"payload":"AAAA"}}') is None
    assert payload_begin(b'{"payload": "AAAA"}') is None


def test_a_nested_payload_does_not_mislead_the_reader(tmp_path: Path) -> None:
    contract = forge.tiny_contract() | {"payload": "AAAA"}
    folder = forge.write(tmp_path / "s", forge.repaired(backend_bytes=forge.backend(contract)))
    assert refused(folder, "contract_field").where == "/contract/payload"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files by /proc")
def test_refusals_leave_no_file_open(tmp_path: Path) -> None:
    folder = forge.write(tmp_path / "s", forge.tiny() | {"session.json": b"{}\n"})
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        refused(folder, "file_size_mismatch")
    assert len(os.listdir("/proc/self/fd")) == before
