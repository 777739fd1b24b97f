"""Names as values, and their lossless written form.

A `Name` is the tuple of its components from the root: `("Nat", "add")`; a text component is a `str`, a numeric one an
`int`, so `("1",)` and `(1,)` differ. Names are compared as tuples, never as text. The written form is for people and
receipts: two different names never share one, and reading gives the same name back (spec verification.md, section 5).
"""

from __future__ import annotations

import re

from reaprover.errors import InputError

Name = tuple[str | int, ...]

_PLAIN = re.compile(r"[^\W\d][\w'!?]*", re.UNICODE)
_ESCAPE = re.compile(r"\\u\{([0-9a-f]{1,6})\}|\\(\\)")
_MAX_CHARS = 10_000


def write_name(name: Name) -> str:
    """The written form: components joined by dots; unusual text in «», with `\\u{hex}` for what could mislead.

    Args:
        name: any name; the anonymous one is written `[anonymous]`.
    """
    return ".".join(str(part) if isinstance(part, int) else _write_part(part) for part in name) if name else "[anonymous]"


def _write_part(part: str) -> str:
    if _PLAIN.fullmatch(part):
        return part
    return "«" + "".join(c if c.isprintable() and c not in "«»\\" else f"\\u{{{ord(c):x}}}" for c in part) + "»"


def read_name(text: str) -> Name:
    """The name that `text` writes.

    Args:
        text: what `write_name` gives, or a name as typed in Lean (`A.«b c».t`).

    Raises:
        InputError: `text` is no name.
    """
    if text == "[anonymous]":
        return ()
    if len(text) > _MAX_CHARS:
        raise InputError("name", "is too long", found=f"{len(text)} characters", expected=f"at most {_MAX_CHARS}")
    parts: list[str | int] = []
    rest = text
    while True:
        if rest.startswith("«"):
            end = rest.find("»")
            if end < 0:
                raise InputError("name", "« without »", found=repr(text))
            parts.append(_ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else "\\", rest[1:end]))
            rest = rest[end + 1 :]
        else:
            end = rest.find(".")
            word = rest if end < 0 else rest[:end]
            if word.isascii() and word.isdigit():
                parts.append(int(word))
            elif word and not any(c.isspace() or c in '«»()[]{},;:="\\' for c in word) and not word[0].isdigit():
                parts.append(word)
            else:
                raise InputError("name", "is not a Lean name", found=repr(text), expected="components joined by dots, unusual ones in «»")
            rest = "" if end < 0 else rest[end:]
        if not rest:
            return tuple(parts)
        if not rest.startswith("."):
            raise InputError("name", "is not a Lean name", found=repr(text), expected="a dot between components")
        rest = rest[1:]
