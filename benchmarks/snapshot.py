"""Reading the full-size release, beside the straightforward way and the floor, in one run.

Each row is a fresh process, rounds interleaved, medians over the rounds:

* straightforward: `json.loads`, `b64decode(validate=True)`, `torch.load(weights_only=True)`; checks no hash and no CRC
* straightforward, text dropped: the same, letting go of the text after parsing
* verify + decode: every check of the format and all tensors as arrays, without torch
* command line: `reaprover snapshot verify`, the same with the whole program around it
* verify + decode with torch: torch imported first, tensors given as torch tensors
* hashes only: `verify --hashes-only`
* floor: sha256 of `backend.json` alone

    python benchmarks/snapshot.py [--release FOLDER] [--rounds 5] [--realtime] [--out benchmarks/results/snapshot.txt]

Without `--release` the synthetic release of exactly the published sizes is built in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PAUSE_S = 1.5
ROWS = {
    "straightforward": "straightforward",
    "straightforward, text dropped": "dropped",
    "verify + decode": "ours",
    "command line": "cli",
    "verify + decode with torch": "torch",
    "hashes only": "hashes",
    "floor: sha256 of the file": "floor",
}


def straightforward(folder: Path, *, keep_text: bool) -> tuple[float, object]:
    """What one would write without this package."""
    import base64
    import io

    import torch

    begin = time.perf_counter()
    text = (folder / "backend.json").read_text(encoding="utf-8")
    document = json.loads(text)
    if not keep_text:
        del text
    tensors = torch.load(io.BytesIO(base64.b64decode(document["payload"], validate=True)), weights_only=True)
    return time.perf_counter() - begin, (tensors, document)


def ours(folder: Path, *, with_torch: bool) -> tuple[float, object]:
    """Every check and all tensors."""
    if with_torch:
        import torch  # noqa: F401  # imported before the clock starts, as in the straightforward way
    import numpy as np  # noqa: F401  # likewise

    from reaprover.snapshot import ReleaseContents, verify_snapshot

    begin = time.perf_counter()
    report, contents = verify_snapshot(folder)
    assert report.passed
    assert isinstance(contents, ReleaseContents)
    assert contents.weights is not None
    groups = (contents.weights.adapter, contents.weights.value_head)
    tensors = [group.torch() if with_torch else group.numpy() for group in groups]
    return time.perf_counter() - begin, (tensors, contents)


def hashes(folder: Path) -> tuple[float, object]:
    """Level 0 only."""
    from reaprover.snapshot import verify_snapshot

    begin = time.perf_counter()
    report, _ = verify_snapshot(folder, hashes_only=True)
    assert report.passed
    return time.perf_counter() - begin, report


def floor(folder: Path) -> tuple[float, object]:
    """Nothing can check the file faster than its sha256."""
    import hashlib

    begin = time.perf_counter()
    with (folder / "backend.json").open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return time.perf_counter() - begin, digest


def worker(kind: str, folder: Path) -> None:
    """One measurement: prints loading seconds, processor seconds of the process and peak resident bytes."""
    import resource

    if kind == "cli":
        from reaprover.cli import run

        begin = time.perf_counter()
        stdout, sys.stdout = sys.stdout, open(os.devnull, "w")  # noqa: SIM115  # the process ends here
        assert run(["snapshot", "verify", str(folder), "--json"]) == 0
        seconds, kept = time.perf_counter() - begin, None
        sys.stdout = stdout
    elif kind in ("straightforward", "dropped"):
        seconds, kept = straightforward(folder, keep_text=kind == "straightforward")
    elif kind in ("ours", "torch"):
        seconds, kept = ours(folder, with_torch=kind == "torch")
    else:
        seconds, kept = {"hashes": hashes, "floor": floor}[kind](folder)
    scale = 1 if sys.platform == "darwin" else 1024
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"load_s": seconds, "cpu_s": used.ru_utime + used.ru_stime, "peak_bytes": used.ru_maxrss * scale}))
    del kept


def measure(kind: str, folder: Path, *, realtime: bool) -> dict[str, float]:
    """Run one measurement in a fresh process; with `realtime` ahead of all others, after a pause that lets them breathe."""
    command = [sys.executable, __file__, "--worker", kind, "--release", str(folder)]
    if realtime:
        time.sleep(PAUSE_S)
        command = ["chrt", "-r", "1", *command]
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {"process_s": time.perf_counter() - begin, **json.loads(done.stdout)}


def benchmark(folder: Path, rounds: int, *, realtime: bool = False) -> dict[str, Any]:
    """All rows, interleaved; the first round only warms the caches."""
    samples: dict[str, list[dict[str, float]]] = {name: [] for name in ROWS}
    for number in range(rounds + 1):
        for name, kind in ROWS.items():
            sample = measure(kind, folder, realtime=realtime)
            if number:
                samples[name].append(sample)
    rows = {
        name: {key: statistics.median(sample[key] for sample in found) for key in ("process_s", "load_s", "cpu_s", "peak_bytes")}
        | {"process_s_min": min(sample["process_s"] for sample in found), "load_s_min": min(sample["load_s"] for sample in found)}
        for name, found in samples.items()
    }
    size = (folder / "backend.json").stat().st_size
    base, mine, fast = rows["straightforward"], rows["verify + decode"], rows["hashes only"]
    return {
        "benchmark": "snapshot",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load_average": os.getloadavg()[0],
        "rounds": rounds,
        "realtime": realtime,
        "file_bytes": {path.name: path.stat().st_size for path in sorted(folder.glob("*.json"))},
        "rows": rows,
        "whole_process_ratio": base["process_s"] / mine["process_s"],
        "loading_ratio": base["load_s"] / mine["load_s"],
        "floor_ratio": mine["load_s"] / rows["floor: sha256 of the file"]["load_s"],
        "hashes_mb_per_s": size / 1e6 / fast["load_s"],
        "requirements": {
            "whole process at least 4 times faster": base["process_s"] / mine["process_s"] >= 4,
            "loading at least 2.5 times faster": base["load_s"] / mine["load_s"] >= 2.5,
            "loading at least 4 times faster (goal)": base["load_s"] / mine["load_s"] >= 4,
            "peak under 260 MB without torch": mine["peak_bytes"] < 260e6,
            "peak under 600 MB with torch": rows["verify + decode with torch"]["peak_bytes"] < 600e6,
            "hashes only at 500 MB/s": size / 1e6 / fast["load_s"] >= 500,
        },
    }


def table(result: dict[str, Any]) -> str:
    """The result as text."""
    lines = [f"{'':<32}{'whole process':>14}{'loading':>11}{'processor':>11}{'peak':>10}"]
    for name, row in result["rows"].items():
        lines.append(
            f"{name:<32}{row['process_s']:>12.2f} s{row['load_s']:>9.2f} s{row['cpu_s']:>9.2f} s{row['peak_bytes'] / 1e6:>7.0f} MB"
        )
    lines.append(f"whole process {result['whole_process_ratio']:.1f} times faster, loading {result['loading_ratio']:.1f} times;")
    lines.append(f"{result['floor_ratio']:.1f} times the floor; hashes only at {result['hashes_mb_per_s']:.0f} MB/s")
    lines += [f"{'met    ' if met else 'NOT MET'}  {name}" for name, met in result["requirements"].items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--release", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--realtime", action="store_true", help="for a machine that others use: Linux, root")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        worker(arguments.worker, arguments.release)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.release
        if folder is None:
            folder = Path(temporary) / "release"  # built by another process: a child inherits its parent's peak
            subprocess.run(
                [sys.executable, str(Path(__file__).parent / "synthetic_release.py"), str(folder)], check=True, stdout=sys.stderr
            )
        result = benchmark(folder, arguments.rounds, realtime=arguments.realtime)
    print(table(result))
    print(json.dumps(result))
    if arguments.out:
        arguments.out.write_text(table(result) + "\n" + json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
