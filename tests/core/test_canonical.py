"""Expected bytes and hashes are those of the format's specification, or of the standard library."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.core.canonical import (
    MAX_JSON_INTEGER,
    JsonError,
    JsonFault,
    canonical_json,
    event_digest,
    parse_canonical,
    parse_json,
    pointer,
)

SCALARS = st.none() | st.booleans() | st.integers(-MAX_JSON_INTEGER, MAX_JSON_INTEGER) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(SCALARS | TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=20)


def test_the_vectors_of_the_specification() -> None:
    data = canonical_json({"b": [1, 2.5, 1e-06, True, None], "a": '∀ x, "q"\n', "A": {}})
    assert len(data) == 58
    assert hashlib.sha256(data).hexdigest() == "668c817ad57fa6d42b7acdfceeeab29654db6958e3920c1509eec93d1f4a1e82"
    event = {"event_id": "e1", "kind": "toy", "prompt": "π ≤ 4", "reward": 1}
    assert event_digest(event) == "5799119e952e950e8f07ca3487c9fcbc6cd6570e5ccb69695fb7299d6975ea8c"


@settings(deadline=None)
@given(VALUES)
def test_what_is_written_is_read_back_and_is_what_json_writes(value: object) -> None:
    data = canonical_json(value)
    assert data == (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n").encode()
    assert canonical_json(parse_canonical(data)) == data


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_refused(data: bytes) -> None:
    with suppress(JsonError):
        parse_json(data)


@pytest.mark.parametrize(
    ("text", "fault", "where"),
    [
        (b'{"a":{"b":[0,{"c":1,"c":2}]}}', JsonFault.DUPLICATE_KEY, "/a/b/1/c"),
        (b'{"a/b~":NaN}', JsonFault.NON_FINITE, "/a~1b~0"),
        (b"[1,[1e400]]", JsonFault.NON_FINITE, "/1/0"),
        (b"[9007199254740992]", JsonFault.OUT_OF_RANGE, "/0"),
        (b'{"\\ud800":1}', JsonFault.BAD_UTF8, ""),
        (b"\xef\xbb\xbf{}", JsonFault.BAD_UTF8, ""),
        (b"[" * 65 + b"]" * 65, JsonFault.TOO_DEEP, ""),
        (b"", JsonFault.BAD_JSON, "line 1 column 1"),
        (b"[1] 2", JsonFault.BAD_JSON, "line 1 column 5"),
    ],
)
def test_a_refusal_names_fault_and_place(text: bytes, fault: JsonFault, where: str) -> None:
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert (caught.value.fault, caught.value.where) == (fault, where)


def test_limits_are_inclusive_and_brackets_in_texts_do_not_count() -> None:
    assert parse_json(b"[9007199254740991,-9007199254740991]") == [MAX_JSON_INTEGER, -MAX_JSON_INTEGER]
    assert parse_json(b"[" * 64 + b"]" * 64) is not None
    assert parse_json(b'["' + b"[" * 1000 + b'","\\"[[[\\\\"]') == ["[" * 1000, '"[[[\\']
    assert parse_json(b'"\\ud83d\\ude00"') == "😀"


@pytest.mark.timeout(10)
def test_hostile_texts_are_refused_in_linear_time() -> None:
    for text in (b'"' + b'\\"' * 2_000_000, b"[" * 4_000_000, b'{"a":' * 1_000_000, b"9" * 4_000_000, b'"' * 2_000_001):
        with pytest.raises(JsonError):
            parse_json(text)


@pytest.mark.parametrize("value", [{1: 2}, {"a": float("nan")}, [2**53], {"x": {1, 2}}, "\ud800", {"\ud800": 1}, b"bytes", object()])
def test_a_value_that_could_not_be_read_back_is_not_written(value: object) -> None:
    with pytest.raises(JsonError):
        canonical_json(value)


def test_too_deep_a_value_is_not_written() -> None:
    value: list[object] = []
    for _ in range(63):
        value = [value]
    assert canonical_json(value).count(b"[") == 64
    with pytest.raises(JsonError):
        canonical_json([value])


def test_a_pointer_escapes_as_rfc_6901_says() -> None:
    assert pointer("a/b", "m~n", 0) == "/a~1b/m~0n/0"
