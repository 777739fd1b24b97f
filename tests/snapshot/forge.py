"""Makes snapshots that are wrong in one place and right everywhere else, without the code under test.

Files are made with `json`, `hashlib`, `base64`, `zipfile` and a small assembler of pickles; sizes and hashes are repaired, so
that the named check itself is reached.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import io
import json
import math
import struct
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
TINY = DATA / "releases" / "tiny-torch-2.13"
FILES = ("manifest.json", "session.json", "backend.json")
MODULES = {
    "self_attn.q_proj": (64, 64),
    "self_attn.k_proj": (64, 32),
    "self_attn.v_proj": (64, 32),
    "self_attn.o_proj": (64, 64),
    "mlp.gate_proj": (64, 128),
    "mlp.up_proj": (64, 128),
    "mlp.down_proj": (128, 64),
}
RANK = 4


def canonical(value: Any) -> bytes:
    """The canonical bytes as the specification writes them down."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n").encode()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def tiny() -> dict[str, bytes]:
    """The three files of the tiny release."""
    return dict(_tiny())


@functools.cache
def _tiny() -> dict[str, bytes]:
    return {name: (TINY / name).read_bytes() for name in FILES}


def tiny_session() -> Any:
    return json.loads(tiny()["session.json"])


def tiny_contract() -> Any:
    return json.loads(tiny()["backend.json"])["contract"]


def tiny_payload() -> bytes:
    return base64.b64decode(json.loads(tiny()["backend.json"])["payload"])


def backend(contract: Any = None, payload: bytes | None = None) -> bytes:
    """`backend.json` with another contract or payload."""
    document = json.loads(tiny()["backend.json"])
    if contract is not None:
        document["contract"] = contract
    if payload is not None:
        document["payload"] = base64.b64encode(payload).decode()
    return canonical(document)


def repaired(
    *, session: Any = None, session_bytes: bytes | None = None, backend_bytes: bytes | None = None, manifest: Any = None
) -> dict[str, bytes]:
    """All three files, with `weights_sha256` (in a session given as an object), sizes and hashes made right again."""
    files = tiny()
    if backend_bytes is not None:
        files["backend.json"] = backend_bytes
    if session_bytes is None:
        record = tiny_session() if session is None else session
        if isinstance(record, dict) and record.get("weights_sha256") == tiny_session()["weights_sha256"]:
            record["weights_sha256"] = sha256(files["backend.json"])
        session_bytes = canonical(record)
    files["session.json"] = session_bytes
    document = json.loads(files["manifest.json"]) if manifest is None else manifest
    for name in ("session.json", "backend.json"):
        document["files"][name] = {"bytes": len(files[name]), "sha256": sha256(files[name])}
    files["manifest.json"] = canonical(document)
    return files


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


# -- archives


def shapes() -> dict[str, dict[str, tuple[int, ...]]]:
    """Names and shapes of the tiny release, from its description."""
    adapter = {
        f"base_model.model.model.layers.{layer}.{module}.lora_{part}.weight": (RANK, inputs) if part == "A" else (outputs, RANK)
        for layer in range(2)
        for module, (inputs, outputs) in MODULES.items()
        for part in "AB"
    }
    return {"adapter": adapter, "value_head": {"0.weight": (256, 64), "0.bias": (256,), "2.weight": (64, 256), "2.bias": (64,)}}


def formula(name: str, shape: Sequence[int], scale: float) -> bytes:
    """A tensor's bytes by the formula of the tiny release's description."""
    import zlib

    import numpy as np

    x = (np.uint32(zlib.crc32(name.encode())) + np.arange(math.prod(shape), dtype=np.uint64) * 2654435761).astype(np.uint32)
    x = (x ^ (x >> 16)) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * np.uint32(0x846CA68B)
    x = x ^ (x >> 16)
    return ((x.astype(np.float64) / 2**32 - 0.5) * scale).astype(np.float32).tobytes()


@functools.cache
def tensors() -> list[tuple[str, str, tuple[int, ...], bytes]]:
    """(group, name, shape, bytes) of the tiny release in order."""
    return [
        (group, name, shape, formula(name if group == "adapter" else f"value_head.{name}", shape, 0.3 if group == "adapter" else 0.5))
        for group, names in shapes().items()
        for name, shape in names.items()
    ]


def entries(**replaced: bytes | None) -> list[tuple[str, bytes]]:
    """Entries of a plain archive of the tiny release; `data_pkl=b"..."` and so on replace some, None drops one."""
    found: list[tuple[str, bytes | None]] = [("data.pkl", release_pickle()), ("byteorder", b"little")]
    found += [(f"data/{index}", data) for index, (_, _, _, data) in enumerate(tensors())]
    found.append(("version", b"3\n"))
    by_key = {name: name.replace(".", "_").replace("/", "_") for name, _ in found}
    kept = [(name, replaced.get(by_key[name], data)) for name, data in found]
    return [(name, data) for name, data in kept if data is not None]


def archive(items: Sequence[tuple[str, bytes]], prefix: str = "archive/", compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", compression) as file:
        warnings.simplefilter("ignore")  # duplicate names are meant
        for name, data in items:
            file.writestr(zipfile.ZipInfo(prefix + name), data, compression)
    return out.getvalue()


# -- pickles


def text(value: str) -> bytes:
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def number(value: int) -> bytes:
    if 0 <= value < 256:
        return struct.pack("<cB", b"K", value)
    if -(2**31) <= value < 2**31:
        return struct.pack("<ci", b"J", value)
    return b"\x8a\x08" + value.to_bytes(8, "little", signed=True)


def tuple_of(*items: bytes) -> bytes:
    return b"(" + b"".join(items) + b"t"


def name_of(module: str, name: str) -> bytes:
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n"


def dict_of(*pairs: tuple[bytes, bytes], empty: bytes = b"}") -> bytes:
    return empty + b"(" + b"".join(key + value for key, value in pairs) + b"u"


ORDERED = name_of("collections", "OrderedDict") + b")R"


def row_major(shape: Sequence[int]) -> list[int]:
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def tensor(
    key: str,
    shape: Sequence[int],
    *,
    storage: str = "FloatStorage",
    elements: int | None = None,
    strides: Sequence[int] | None = None,
    offset: int = 0,
    grad: bytes = b"\x89",
    hooks: bytes = ORDERED,
    more: bytes = b"",
    function: bytes = name_of("torch._utils", "_rebuild_tensor_v2"),
    location: str = "cpu",
) -> bytes:
    count = number(math.prod(shape) if elements is None else elements)
    identity = tuple_of(text("storage"), name_of("torch", storage), text(key), text(location), count) + b"Q"
    sizes = tuple_of(*map(number, shape))
    steps = tuple_of(*map(number, row_major(shape) if strides is None else strides))
    return function + b"(" + identity + number(offset) + sizes + steps + grad + hooks + more + b"tR"


def pickle(body: bytes) -> bytes:
    return b"\x80\x02" + body + b"."


def release_pickle(
    changed: Mapping[str, bytes | None] | None = None,
    added: Sequence[tuple[str, str, bytes]] = (),
    top: Sequence[tuple[bytes, bytes]] = (),
    renamed: Mapping[str, str] | None = None,
) -> bytes:
    """The tiny release's pickle with some tensors replaced (None drops one), renamed or added, and more keys on top."""
    groups: dict[str, list[tuple[bytes, bytes]]] = {"adapter": [], "value_head": []}
    for index, (group, name, shape, _) in enumerate(tensors()):
        body = (changed or {}).get(name, tensor(str(index), shape))
        if body is not None:
            groups[group].append((text((renamed or {}).get(name, name)), body))
    for group, name, body in added:
        groups[group].append((text(name), body))
    return pickle(dict_of(*((text(group), dict_of(*pairs)) for group, pairs in groups.items()), *top))


def with_pickle(data_pkl: bytes, more: Sequence[tuple[str, bytes]] = (), **replaced: bytes | None) -> dict[str, bytes]:
    """A repaired snapshot whose archive has this pickle and these further entries."""
    return with_payload(archive([*entries(data_pkl=data_pkl, **replaced), *more]))


def with_payload(payload: bytes) -> dict[str, bytes]:
    return repaired(backend_bytes=backend(payload=payload))
