"""One pass over `backend.json`: hash every byte, decode the payload into one buffer, parse what stands around it (section 9).

The text before the payload (*head*) and after it (*tail*) are small and parsed together, as one document with an empty
payload; the payload never exists as text. A fault that is found on the way is held back: the caller first learns whether
the file is the one that the manifest names, because a damaged download must be called that, whatever it looks like.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reaprover.core.canonical import JsonError, JsonObject, parse_json, require_canonical
from reaprover.errors import PrerequisiteError
from reaprover.snapshot.base64_blocks import GROUP, Base64Decoder
from reaprover.snapshot.fields import require_object
from reaprover.snapshot.files import OpenFile
from reaprover.snapshot.identity import BACKEND
from reaprover.snapshot.refusal import SnapshotRefusal, from_json, refuse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_TEXT_BYTES = 1024 * 1024
"""Limit of head and tail."""

MAX_BACKEND_BYTES = 4 * 1024**3
"""Larger files are refused unread; a full live session with its optimizer has about 0.9 GB."""

PAYLOAD = b'"payload":"'
BLOCK_BYTES = 1 << 20
_NUM_BLOCKS = 6
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)

Progress = Callable[[int, int], None]
"""Called with (bytes read, bytes in all) after every block."""


@dataclass(slots=True)
class BackendText:
    """What the pass over `backend.json` gave.

    Attributes:
        sha256: of all bytes.
        num_bytes: how many were read.
        document: head and tail as one object whose `payload` is empty, or None if that did not parse.
        text: the bytes of head and tail.
        payload: the decoded archive, or None if there is no payload text (toy) or it did not decode.
        fault: the first fault of the content.
    """

    sha256: str = ""
    num_bytes: int = 0
    document: JsonObject | None = None
    text: bytes = b""
    payload: NDArray[np.uint8] | None = None
    fault: SnapshotRefusal | None = None

    def require_canonical(self) -> None:
        """Refuse head and tail that are not canonical: `not_canonical`."""
        assert self.document is not None
        try:
            require_canonical(self.text, self.document)
        except JsonError as error:
            raise from_json(error, BACKEND) from None


def hash_file(file: OpenFile, on_progress: Progress | None = None) -> tuple[str, int]:
    """sha256 and length of a file, nothing else looked at."""
    digest, offset = hashlib.sha256(), 0
    block = memoryview(bytearray(BLOCK_BYTES))
    while count := file.read_into(block[: min(BLOCK_BYTES, file.num_bytes - offset)], offset):
        digest.update(block[:count])
        offset += count
        if on_progress:
            on_progress(offset, file.num_bytes)
    return digest.hexdigest(), offset


def read_backend(file: OpenFile, on_progress: Progress | None = None) -> BackendText:
    """Read, hash, decode and parse; faults of the content are returned, not raised.

    Args:
        file: the open file, not larger than `MAX_BACKEND_BYTES`.
        on_progress: called after every block.

    Raises:
        PrerequisiteError: NumPy is missing.
    """
    # One thread hashes the blocks in their order, two decode them in any order, this one reads ahead.
    with ThreadPoolExecutor(1) as hasher, ThreadPoolExecutor(2) as decoders:
        return _Pass(file, hasher, decoders, on_progress).run()


@dataclass(slots=True)
class _Pass:
    file: OpenFile
    hasher: Executor
    decoders: Executor
    on_progress: Progress | None
    result: BackendText = field(default_factory=BackendText)
    tail: bytearray = field(default_factory=bytearray)
    decoder: Base64Decoder | None = None
    busy: deque[list[Future[None]]] = field(default_factory=deque)

    def run(self) -> BackendText:
        result, digest, size = self.result, hashlib.sha256(), self.file.num_bytes
        first = bytearray(min(MAX_TEXT_BYTES, size))
        del first[self.file.read_into(memoryview(first), 0) :]
        digest.update(first)
        result.num_bytes = len(first)
        begin = payload_begin(first)
        rest = b""
        if begin is not None:
            self.decoder = _decoder(size - begin)
            self.busy.append([])
            rest = self.piece(first[begin:], len(first) - begin, b"")
        elif size > MAX_TEXT_BYTES:
            result.fault = _too_large("head")
        room = min(BLOCK_BYTES, size - len(first)) + GROUP
        blocks = [bytearray(room) for _ in range(_NUM_BLOCKS if room > GROUP else 0)]
        while result.num_bytes < size:
            if len(self.busy) == _NUM_BLOCKS - 1:
                self.wait()
            blocks.append(block := blocks.pop(0))  # the one used longest ago is free again
            view, carry = memoryview(block), len(rest)
            end = carry + min(BLOCK_BYTES, size - result.num_bytes)
            count = self.file.read_into(view[carry:end], result.num_bytes)
            if count == 0:  # shorter than it was: the look for changes will say so
                break
            self.busy.append([self.hasher.submit(digest.update, view[carry : carry + count])])
            block[:carry] = rest
            rest = self.piece(block, carry + count, rest)
            result.num_bytes += count
            if self.on_progress:
                self.on_progress(result.num_bytes, size)
        while self.busy:
            self.wait()
        result.sha256 = digest.hexdigest()
        self.conclude(bytes(first[:begin]), rest)
        return result

    def piece(self, block: bytearray, end: int, rest: bytes) -> bytes:
        """Decode the whole groups of `block[:end]`, which begins with the rest of the last piece; gives the new rest."""
        if self.decoder is None or self.result.fault is not None:
            return b""
        if self.tail:
            self.add_tail(block[len(rest) : end])
            return rest
        quote = block.find(b'"', 0, end)
        if quote >= 0:
            self.add_tail(block[quote:end])
            end = quote
        whole = max(0, end - 1) // GROUP * GROUP
        if whole:
            at = self.decoder.reserve(whole)
            self.busy[-1].append(self.decoders.submit(self.decoder.decode, memoryview(block)[:whole], at))
        return bytes(block[whole:end])

    def wait(self) -> None:
        """Wait until the oldest block is hashed and decoded; the first fault in the order of the file is kept."""
        for future in self.busy.popleft():
            try:
                future.result()
            except SnapshotRefusal as fault:
                self.result.fault = self.result.fault or fault

    def add_tail(self, text: bytearray) -> None:
        self.tail += text
        if len(self.tail) > MAX_TEXT_BYTES:
            self.result.fault = _too_large("tail")

    def conclude(self, head: bytes, rest: bytes) -> None:
        result = self.result
        if result.fault is not None:
            return
        result.text = head + bytes(self.tail)
        try:
            if self.decoder is not None and self.tail:
                result.payload = self.decoder.finish(rest)
            result.document = require_object(parse_json(result.text), BACKEND, "")
        except SnapshotRefusal as fault:
            result.fault = fault
        except JsonError as error:
            result.fault = from_json(error, BACKEND)


def payload_begin(head: bytes | bytearray) -> int | None:
    """Where the payload text of the top level begins in the first bytes of the file, or None if it does not."""
    depth = 0
    for token in _TOKEN.finditer(head):
        mark = token.group()
        if mark in (b"{", b"["):
            depth += 1
        elif mark in (b"}", b"]"):
            depth -= 1
        elif depth == 1 and mark == b'"payload"' and head[token.end() : token.end() + 2] == b':"':
            return token.end() + 2
    return None


def _decoder(max_chars: int) -> Base64Decoder:
    try:
        return Base64Decoder(max_chars, BACKEND)
    except ModuleNotFoundError as error:
        raise PrerequisiteError("reading tensors needs NumPy: install reaprover[snapshot]") from error


def _too_large(part: str) -> SnapshotRefusal:
    return refuse("file_too_large", BACKEND, part, found=f"a {part} above {MAX_TEXT_BYTES} bytes", expected=f"at most {MAX_TEXT_BYTES}")
