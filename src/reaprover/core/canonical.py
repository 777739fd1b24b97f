"""Canonical JSON: one value, one sequence of bytes; and a parser that refuses what other parsers guess.

Decisions (snapshot format, section 2):

* Bytes are UTF-8, keys sorted by code point, no spaces, non-ASCII as itself, numbers as Python's `repr`, one final line
  feed. The line feed counts in sizes and hashes; `canonical_text` is the form without it.
* Whatever `canonical_json` writes, `parse_json` reads: integers within ±(2^53−1), depth at most 64, finite numbers, no
  lone surrogates. A value that could not be read back is refused when it is written.
* `parse_json` refuses duplicate keys, non-finite and out-of-range numbers, depth, byte-order marks, NULs and encodings
  other than UTF-8 before anybody looks at the value; every refusal carries a code and a JSON pointer.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator
from enum import Enum
from typing import NoReturn, TypeAlias

from reaprover.errors import InputError

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = "dict[str, JsonValue]"

MAX_JSON_DEPTH = 64
"""Deepest nesting read or written; the outermost bracket is 1."""

MAX_JSON_INTEGER = 2**53 - 1
"""Largest absolute value of an integer: every reader, also one with only float64, gives it back exactly."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)  # also one without an end: else the search would be quadratic
_BRACKETS = str.maketrans("{}", "[]")
_NOT_BRACKETS = re.compile(r"[^\[\]]+")


class JsonFault(Enum):
    """Why a JSON text was refused; the values are the refusal codes of the snapshot format."""

    BAD_UTF8 = "bad_utf8"
    BAD_JSON = "bad_json"
    TOO_DEEP = "json_too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NON_FINITE = "non_finite_number"
    OUT_OF_RANGE = "number_out_of_range"
    NOT_CANONICAL = "not_canonical"


class JsonError(InputError):
    """A JSON text or value is refused.

    Attributes:
        fault: which rule is broken.
        where: JSON pointer of the place, empty for the whole text.
    """

    def __init__(self, fault: JsonFault, where: str, problem: str, *, found: str, expected: str) -> None:
        self.fault = fault
        super().__init__(where, problem, found=found, expected=expected)


def canonical_text(value: object) -> str:
    """The canonical JSON text of `value`, without the final line feed (event digests and fingerprints use this form).

    Raises:
        JsonError: the value holds something that a strict reader could not give back.
    """
    _check_writable(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_json(value: object) -> bytes:
    """The canonical bytes of `value`: UTF-8 with one final line feed.

    Args:
        value: dicts with string keys, lists or tuples, strings, booleans, None, integers within ±(2^53−1), finite floats.

    Raises:
        JsonError: the value holds something that a strict reader could not give back.
    """
    return (canonical_text(value) + "\n").encode()


def event_digest(value: object) -> str:
    """sha256 (64 hex digits) of the canonical text without its line feed."""
    return sha256(canonical_text(value))


def indented_json(record: object) -> bytes:
    """A record for people, as the original writes it: two spaces, keys in their order, non-ASCII as itself, a final line feed."""
    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode()


def sha256(data: bytes | str) -> str:
    """sha256 (64 hex digits) of bytes, or of a text's UTF-8; what stands for undecodable bytes in it counts as those bytes."""
    return hashlib.sha256(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data).hexdigest()


def parse_json(data: bytes) -> JsonValue:
    """Parse UTF-8 JSON strictly; what it returns is free of duplicates, surprises in numbers, and unbounded depth.

    Raises:
        JsonError: with the fault and a JSON pointer.
    """
    text = _decode(data)
    _check_depth(text)
    faults: list[_Marked] = []

    def mark(fault: JsonFault, found: str) -> _Marked:
        faults.append(_Marked(fault, found))
        return faults[-1]

    def parse_int(digits: str) -> int | _Marked:
        if len(digits) > 17 or abs(int(digits)) > MAX_JSON_INTEGER:
            return mark(JsonFault.OUT_OF_RANGE, digits if len(digits) <= 40 else f"an integer of {len(digits)} digits")
        return int(digits)

    def parse_float(digits: str) -> float | _Marked:
        number = float(digits)
        return number if math.isfinite(number) else mark(JsonFault.NON_FINITE, digits[:40])

    def parse_object(pairs: list[tuple[str, object]]) -> object:
        result = dict(pairs)
        if len(result) != len(pairs):
            seen: set[str] = set()
            key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add gives None
            mark(JsonFault.DUPLICATE_KEY, json.dumps(key)[:80])
            result[key] = faults[-1]
        return result

    try:
        value = json.loads(
            text,
            object_pairs_hook=parse_object,
            parse_int=parse_int,
            parse_float=parse_float,
            parse_constant=lambda name: mark(JsonFault.NON_FINITE, name),
        )
    except json.JSONDecodeError as error:
        raise JsonError(
            JsonFault.BAD_JSON, f"line {error.lineno} column {error.colno}", "is not JSON", found=error.msg, expected="one JSON value"
        ) from None
    if faults:
        _raise_marked(value, faults[0])
    if "\\u" in text:
        _check_surrogates(value)
    return value  # type: ignore[no-any-return]  # json.loads is untyped; the hooks above keep it within JsonValue


def parse_canonical(data: bytes) -> JsonValue:
    """Parse strictly and require that the bytes are the canonical bytes of the value they hold.

    Raises:
        JsonError: as `parse_json`, or with `JsonFault.NOT_CANONICAL`.
    """
    value = parse_json(data)
    require_canonical(data, value)
    return value


def require_canonical(data: bytes, value: JsonValue) -> None:
    """Require that `data` is exactly the canonical form of `value`, and name the first byte that differs.

    Raises:
        JsonError: it is not; `JsonFault.NOT_CANONICAL`.
    """
    wanted = canonical_json(value)
    if data == wanted:
        return
    at = next((i for i, (a, b) in enumerate(zip(data, wanted, strict=False)) if a != b), min(len(data), len(wanted)))
    raise JsonError(
        JsonFault.NOT_CANONICAL,
        f"byte {at}",
        "is not in canonical form",
        found=repr(data[at : at + 20]) if at < len(data) else "the end of the text",
        expected=repr(wanted[at : at + 20]) if at < len(wanted) else "the end of the text",
    )


def pointer(*keys: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path of keys and indices."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


class _Marked:
    """Stands in a parsed value where a fault was found, so that its JSON pointer can be told."""

    def __init__(self, fault: JsonFault, found: str) -> None:
        self.fault, self.found = fault, found


def _decode(data: bytes) -> str:
    if data[:3] == b"\xef\xbb\xbf":
        problem, found = "begins with a byte-order mark", "EF BB BF"
    elif 0 in data:
        problem, found = "holds a NUL byte", f"NUL at byte {data.index(0)}"
    else:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            problem, found = "is not UTF-8", f"byte {data[error.start]:#04x} at {error.start}"
    raise JsonError(JsonFault.BAD_UTF8, "", problem, found=found, expected="UTF-8 without a mark")


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _NOT_BRACKETS.sub("", _STRING.sub("", text).translate(_BRACKETS)):
        depth += 1 if bracket == "[" else -1
        if depth > MAX_JSON_DEPTH:
            raise JsonError(
                JsonFault.TOO_DEEP, "", "is nested too deep", found=f"depth {depth} or more", expected=f"at most {MAX_JSON_DEPTH}"
            )


_EXPECTED = {
    JsonFault.OUT_OF_RANGE: ("has an integer out of range", f"at most ±{MAX_JSON_INTEGER}"),
    JsonFault.NON_FINITE: ("has a number that is not finite", "a finite number"),
    JsonFault.DUPLICATE_KEY: ("has a key twice", "every key once"),
}


def _raise_marked(value: object, marked: _Marked) -> None:
    where = next((path for path, leaf in _leaves(value) if leaf is marked), "")
    problem, expected = _EXPECTED[marked.fault]
    raise JsonError(marked.fault, where, problem, found=marked.found, expected=expected)


def _leaves(value: object) -> Iterator[tuple[str, object]]:
    """Every key and every scalar with its pointer; iterative, so depth cannot hurt."""
    stack: list[tuple[str, object]] = [("", value)]
    while stack:
        path, node = stack.pop()
        if isinstance(node, dict):
            for key, item in node.items():
                yield path, key
                stack.append((path + pointer(key), item))
        elif isinstance(node, list):
            stack.extend((f"{path}/{i}", item) for i, item in enumerate(node))
        else:
            yield path, node


def _check_surrogates(value: object) -> None:
    for path, leaf in _leaves(value):
        if isinstance(leaf, str) and any("\ud800" <= c <= "\udfff" for c in leaf):
            raise JsonError(
                JsonFault.BAD_UTF8,
                _printable(path),
                "holds half of a surrogate pair",
                found=ascii(leaf)[:80],
                expected="text that UTF-8 can hold",
            )


def _check_writable(value: object) -> None:
    """Refuse what `parse_json` would refuse (or change) when it reads the text back."""
    stack: list[tuple[str, object, int]] = [("", value, 1)]
    while stack:
        path, node, depth = stack.pop()
        if isinstance(node, str):
            if not node.isascii() and any("\ud800" <= c <= "\udfff" for c in node):
                _refuse_value(JsonFault.BAD_UTF8, path, node, "text that UTF-8 can hold")
        elif isinstance(node, bool) or node is None:
            continue
        elif isinstance(node, int):
            if abs(node) > MAX_JSON_INTEGER:
                _refuse_value(JsonFault.OUT_OF_RANGE, path, node, f"at most ±{MAX_JSON_INTEGER}")
        elif isinstance(node, float):
            if not math.isfinite(node):
                _refuse_value(JsonFault.NON_FINITE, path, node, "a finite number")
        elif isinstance(node, dict | list | tuple):
            if depth > MAX_JSON_DEPTH:
                _refuse_value(JsonFault.TOO_DEEP, path, type(node), f"depth at most {MAX_JSON_DEPTH}")
            if isinstance(node, dict):
                for key, item in node.items():
                    if not isinstance(key, str):
                        _refuse_value(JsonFault.BAD_JSON, path, key, "keys that are strings")
                    stack.append((path, key, depth))
                    stack.append((f"{path}/{key}", item, depth + 1))
            else:
                stack.extend((f"{path}/{i}", item, depth + 1) for i, item in enumerate(node))
        else:
            _refuse_value(JsonFault.BAD_JSON, path, node, "a JSON value")


def _refuse_value(fault: JsonFault, path: str, found: object, expected: str) -> NoReturn:
    raise JsonError(fault, _printable(path), "cannot be written as canonical JSON", found=ascii(found)[:80], expected=expected)


def _printable(path: str) -> str:
    return path.encode(errors="backslashreplace").decode()
