"""Write the tiny release again with the torch at hand, as a golden release that every later version must read.

    python tests/data/releases/write.py            # run once for each torch version, in an environment of its own

It makes `tiny-torch-<version>` beside this file, from `tiny-torch-2.13`, with torch and the standard library alone. Not part of the
tests: other versions of torch are large downloads.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from pathlib import Path

import torch

HERE = Path(__file__).parent
SOURCE = HERE / "tiny-torch-2.13"


def canonical(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n").encode()


def main() -> None:
    version = torch.__version__.split("+")[0]
    target = HERE / f"tiny-torch-{'.'.join(version.split('.')[:2])}"
    backend = json.loads((SOURCE / "backend.json").read_bytes())
    session = json.loads((SOURCE / "session.json").read_bytes())
    tensors = torch.load(io.BytesIO(base64.b64decode(backend["payload"])), weights_only=True)
    head = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.SiLU(), torch.nn.Linear(256, 64))
    head.load_state_dict(tensors["value_head"])
    out = io.BytesIO()
    torch.save({"adapter": dict(tensors["adapter"]), "value_head": head.state_dict()}, out)
    backend["payload"] = base64.b64encode(out.getvalue()).decode()
    files = {"backend.json": canonical(backend)}
    session["weights_sha256"] = hashlib.sha256(files["backend.json"]).hexdigest()
    files["session.json"] = canonical(session)
    records = {name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    identity = {"schema_version": "reap.gpu.snapshot.v1", "session_id": session["experience_id"], "snapshot": "release"}
    files["manifest.json"] = canonical(identity | {"files": records})
    target.mkdir()
    for name, data in files.items():
        (target / name).write_bytes(data)
    payload = out.getvalue()
    print(f"{target.name}: torch {torch.__version__}, payload {len(payload)} bytes, sha256 {hashlib.sha256(payload).hexdigest()}")


if __name__ == "__main__":
    main()
