"""Checks of single JSON fields, each with the refusal code that the format gives it."""

from __future__ import annotations

from collections.abc import Iterable

from reaprover.core.canonical import JsonObject, JsonValue
from reaprover.snapshot.identity import is_identifier, is_sha256
from reaprover.snapshot.refusal import refuse


def require_object(value: JsonValue, file: str, where: str) -> JsonObject:
    """The value as an object, else `wrong_type`."""
    if not isinstance(value, dict):
        raise refuse("wrong_type", file, where, found=_kind(value), expected="an object")
    return value


def require_keys(value: JsonValue, keys: Iterable[str], file: str, where: str, *, optional: Iterable[str] = ()) -> JsonObject:
    """The value as an object with exactly these keys (and perhaps the optional ones), else `wrong_keys`."""
    found = require_object(value, file, where)
    wanted = set(keys)
    missing, extra = wanted - set(found), set(found) - wanted - set(optional)
    if missing or extra:
        said = [f"{word} {', '.join(sorted(names)[:4])}" for word, names in (("without", missing), ("with", extra)) if names]
        raise refuse("wrong_keys", file, where, found=" and ".join(said), expected="exactly " + ", ".join(sorted(wanted)))
    return found


def require_schema(value: JsonObject, known: Iterable[str], file: str) -> str:
    """The `schema_version`, which must be one of `known`: else `wrong_keys` (absent) or `unsupported_schema`."""
    known = tuple(known)
    if "schema_version" not in value:
        raise refuse("wrong_keys", file, "", found="no schema_version", expected=" or ".join(known))
    found = value["schema_version"]
    if not isinstance(found, str) or found not in known:
        raise refuse("unsupported_schema", file, "/schema_version", found=found, expected=" or ".join(known))
    return found


def require_identifier_text(value: JsonValue, file: str, where: str) -> str:
    """The value as an identifier, else `bad_identifier_text`."""
    if not isinstance(value, str) or not is_identifier(value):
        raise refuse("bad_identifier_text", file, where, found=value, expected="an identifier of 1 to 64 characters")
    return value


def require_sha256_text(value: JsonValue, file: str, where: str) -> str:
    """The value as a sha256 text, else `bad_sha256_text`."""
    if not isinstance(value, str) or not is_sha256(value):
        raise refuse("bad_sha256_text", file, where, found=value, expected="64 characters of 0-9 a-f")
    return value


def require_count(value: JsonValue, file: str, where: str, *, minimum: int = 0) -> int:
    """The value as an integer of at least `minimum`: else `wrong_type` (booleans and floats too) or `out_of_range`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse("wrong_type", file, where, found=_kind(value), expected="an integer")
    if value < minimum:
        raise refuse("out_of_range", file, where, found=value, expected=f"at least {minimum}")
    return value


def require_bool(value: JsonValue, file: str, where: str) -> bool:
    """The value as a boolean, else `wrong_type`."""
    if not isinstance(value, bool):
        raise refuse("wrong_type", file, where, found=_kind(value), expected="true or false")
    return value


def require_choice(value: JsonValue, choices: Iterable[str], file: str, where: str) -> str:
    """The value as one of these words: else `wrong_type` or `out_of_range`."""
    if not isinstance(value, str):
        raise refuse("wrong_type", file, where, found=_kind(value), expected="a text")
    if value not in (known := tuple(choices)):
        raise refuse("out_of_range", file, where, found=value, expected=" or ".join(known))
    return value


def _kind(value: JsonValue) -> str:
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a text", list: "a list", dict: "an object"}
    return "null" if value is None else f"{names[type(value)]} ({ascii(value)[:40]})"
