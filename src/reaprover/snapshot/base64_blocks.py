"""Base64, decoded block by block into one buffer, strictly, without a second copy (section 9).

A table maps each pair of characters to 12 bits already shifted to their place in a little-endian word; two look-ups and
an OR give three bytes, and four such words are packed into three. This runs at several times the standard library's speed
without holding the interpreter lock, and refuses what Python's decoders let pass: non-zero unused bits, white space,
padding inside.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from reaprover.snapshot.refusal import SnapshotRefusal, refuse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
GROUP = 16
"""Characters in the unit of fast decoding (12 bytes)."""

_STEP = 1 << 18  # characters decoded at once: tables and temporaries stay in the cache
_INVALID = 0xFF000000
_NOT_ALPHABET = re.compile(rb"[^A-Za-z0-9+/]")
_FINAL = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


@functools.cache
def _tables() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """For the first and the second pair of a group: the pair as a little-endian word → its bits, or `_INVALID`."""
    import numpy as np

    six = np.full(256, 64, np.uint32)
    six[np.frombuffer(ALPHABET, np.uint8)] = np.arange(64, dtype=np.uint32)
    pair = np.arange(65536, dtype=np.uint32)
    high, low = six[pair & 255], six[pair >> 8]
    bits = (high << 6 | low) & 4095
    first = bits >> 4 | (bits & 15) << 12
    second = bits >> 8 << 8 | (bits & 255) << 16
    valid = (high < 64) & (low < 64)
    return np.where(valid, first, np.uint32(_INVALID)), np.where(valid, second, np.uint32(_INVALID))


class Base64Decoder:
    """Decodes a text that arrives in pieces into a buffer of known size.

    The caller reserves room for pieces whose length is a multiple of `GROUP`, in their order, lets `decode` fill it, in any
    order and thread, and passes the rest, at most `GROUP` characters, to `finish`; so the group that may hold padding is
    always in the rest.
    """

    def __init__(self, max_chars: int, file: str) -> None:
        """Make room for the bytes of at most `max_chars` characters; `file` is named in refusals."""
        import numpy as np

        self._file = file
        self._num_chars = 0
        self._out = np.empty(-(-max_chars // GROUP) * GROUP // 4 * 3, np.uint8)

    def reserve(self, num_chars: int) -> int:
        """Room for the next `num_chars` characters; gives their position for `decode`."""
        at = self._num_chars
        self._num_chars += num_chars
        return at

    def decode(self, chars: memoryview, at: int) -> None:
        """Decode whole groups to their reserved place.

        Raises:
            SnapshotCorrupt: `bad_base64`, or `not_canonical` for a JSON escape.
        """
        import numpy as np

        first, second = _tables()
        words, others = np.empty((2, min(_STEP, len(chars)) // 4), np.uint32)
        shifted = np.empty(len(words) // 4, np.uint32)
        for start in range(0, len(chars), _STEP):
            piece = chars[start : start + _STEP]
            num_words = len(piece) // 4
            w, v, t = words[:num_words], others[:num_words], shifted[: num_words // 4]
            pairs = np.frombuffer(piece, np.uint16)
            first.take(pairs[0::2], mode="clip", out=w)
            second.take(pairs[1::2], mode="clip", out=v)
            np.bitwise_or(w, v, out=w)
            if w.max() >= _INVALID:
                raise self._refuse_char(bytes(piece), at + start)
            begin = (at + start) // 4 * 3
            out = self._out[begin : begin + 3 * num_words].view(np.uint32).reshape(-1, 3)
            a, b, c, d = (w[i::4] for i in range(4))
            np.bitwise_or(a, np.left_shift(b, 24, out=t), out=out[:, 0])
            np.right_shift(b, 8, out=b)
            np.bitwise_or(b, np.left_shift(c, 16, out=t), out=out[:, 1])
            np.right_shift(c, 16, out=c)
            np.bitwise_or(c, np.left_shift(d, 8, out=t), out=out[:, 2])

    def finish(self, rest: bytes) -> NDArray[np.uint8]:
        """Decode the rest and give all bytes.

        Raises:
            SnapshotCorrupt: `bad_base64`, `base64_not_canonical`, or `not_canonical` for a JSON escape.
        """
        import numpy as np

        if _FINAL.fullmatch(rest) is None:
            raise self._refuse_char(rest, self._num_chars)
        padding = rest.count(b"=")
        number = 0
        for char in rest.rstrip(b"="):
            number = number << 6 | ALPHABET.index(char)
        unused = 2 * padding
        if number & ((1 << unused) - 1):
            raise refuse(
                "base64_not_canonical",
                self._file,
                f"/payload, character {self._num_chars + len(rest) - 4}",
                found=rest[-4:],
                expected="zeros in the unused bits of the last group",
            )
        last = (number >> unused).to_bytes(len(rest) // 4 * 3 - padding, "big")
        begin = self._num_chars // 4 * 3
        self._out[begin : begin + len(last)] = np.frombuffer(last, np.uint8)
        return self._out[: begin + len(last)]

    def _refuse_char(self, piece: bytes, at: int) -> SnapshotRefusal:
        bad = _NOT_ALPHABET.search(piece)
        if bad is None:
            return refuse("bad_base64", self._file, "/payload", found=f"{at + len(piece)} characters", expected="a multiple of 4")
        where = f"/payload, character {at + bad.start()}"
        if bad.group() == b"\\":
            return refuse("not_canonical", self._file, where, found="a JSON escape", expected="the character itself")
        return refuse("bad_base64", self._file, where, found=bad.group(), expected="A-Z a-z 0-9 + /, and = only at the end")
