"""`reaprover.base-identity.v1`: one digest over the weights of a base, the same on every machine (spec model.md, section 8).

Tensors sorted by checkpoint name; for each the canonical JSON (with line feed) of `[name, dtype, shape]`, dtype in the words of
safetensors, then the raw little-endian row-major bytes. Tied tensors that the checkpoint does not store are not counted. Reading
15 GB takes a while, so the digest is remembered with sizes and times of the files, and can be recomputed on demand.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reaprover.core.canonical import JsonError, JsonObject, canonical_json, parse_json
from reaprover.core.durable import write_durably
from reaprover.errors import LoadMismatch

_BLOCK = 1 << 24
_MAX_HEADER_BYTES = 64 * 1024 * 1024
_MEMORY = "base-identity.json"


def identity_of_files(folder: Path, *, cache: Path | None = None, recompute: bool = False) -> str:
    """Digest of all `*.safetensors` files of a checkpoint.

    Args:
        folder: the checkpoint.
        cache: folder to remember digests in; None remembers nothing.
        recompute: read the files again whatever is remembered.

    Raises:
        LoadMismatch: no such files, a file that is no safetensors file, or two tensors of one name.
    """
    files = sorted(folder.glob("*.safetensors"))
    if not files:
        raise LoadMismatch(f"base {folder}", "no *.safetensors file", "the weights as safetensors", "pickled weights are never read")
    stamp = {file.name: [file.stat().st_size, file.stat().st_mtime_ns] for file in files}
    key, memory = str(folder.resolve()), {} if cache is None else _remembered(cache / _MEMORY)
    known = memory.get(key)
    if not recompute and isinstance(known, dict) and known.get("files") == _plain(stamp):
        return str(known["identity"])
    places: dict[str, tuple[Path, str, list[int], int, int]] = {}
    for file in files:
        for name, dtype, shape, start, end in _header(file):
            if name in places:
                raise LoadMismatch(f"base {file.name}, tensor {name}", "stored twice", "one tensor of each name")
            places[name] = (file, dtype, shape, start, end)
    digest = hashlib.sha256()
    for name, (file, dtype, shape, start, end) in sorted(places.items()):
        digest.update(canonical_json([name, dtype, shape]))
        with file.open("rb") as source:
            source.seek(start)
            left = end - start
            while left:
                block = source.read(min(left, _BLOCK))
                if not block:
                    raise LoadMismatch(f"base {file.name}, tensor {name}", "the file ends", f"{left} more bytes")
                digest.update(block)
                left -= len(block)
    identity = digest.hexdigest()
    if cache is not None:
        memory[key] = {"files": _plain(stamp), "identity": identity}
        cache.mkdir(parents=True, exist_ok=True)
        write_durably(cache / _MEMORY, canonical_json(memory))
    return identity


def identity_of_module(module: Any) -> str:
    """Digest of a model in memory that has no adapter; for models that come from no safetensors file."""
    import torch

    words = {torch.float32: "F32", torch.bfloat16: "BF16", torch.float16: "F16", torch.float64: "F64", torch.uint8: "U8", torch.int8: "I8"}
    tensors = dict(module.state_dict())
    if getattr(module.config, "tie_word_embeddings", False):
        tensors.pop("lm_head.weight", None)
    digest = hashlib.sha256()
    for name, tensor in sorted(tensors.items()):
        digest.update(canonical_json([name, words[tensor.dtype], list(tensor.shape)]))
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().data)
    return digest.hexdigest()


def _header(file: Path) -> Iterator[tuple[str, str, list[int], int, int]]:
    """(name, dtype, shape, first byte, byte after the last) of each tensor."""
    with file.open("rb") as source:
        start = source.read(8)
        length = struct.unpack("<Q", start)[0] if len(start) == 8 else 0
        if not 0 < length <= _MAX_HEADER_BYTES:
            raise LoadMismatch(f"base {file.name}", f"a header of {length} bytes", "a safetensors file")
        try:
            header = parse_json(source.read(length))
        except JsonError as error:
            raise LoadMismatch(f"base {file.name}", str(error), "a safetensors header") from None
    if not isinstance(header, dict):
        raise LoadMismatch(f"base {file.name}", "no object", "a safetensors header")
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        match entry:
            case {"dtype": str(dtype), "shape": list(shape), "data_offsets": [int(begin), int(end)]} if 0 <= begin <= end:
                yield name, dtype, [int(str(size)) for size in shape], 8 + length + begin, 8 + length + end
            case _:
                raise LoadMismatch(f"base {file.name}, tensor {name}", "an entry of another form", "dtype, shape and data_offsets")


def _plain(stamp: dict[str, list[int]]) -> JsonObject:
    # times in nanoseconds exceed what our JSON holds as integers
    return {name: f"{size} {time_ns}" for name, (size, time_ns) in stamp.items()}


def _remembered(path: Path) -> JsonObject:
    try:
        found = parse_json(path.read_bytes())
    except (OSError, JsonError):  # nothing remembered, or damaged: the digest is computed again
        return {}
    return found if isinstance(found, dict) else {}
