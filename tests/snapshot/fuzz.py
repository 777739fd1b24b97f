"""Mutates the tiny release and requires a refusal, or the very same tensors: never a crash, a hang, or a changed meaning.

    python -m tests.snapshot.fuzz --mutations 100000 --seed 0

Four targets: the files with their hashes left as they were (every success is a failure); `backend.json` with hashes repaired
and the contract pinned; the archive alone; the pickle alone, its CRC repaired. In the last three a load may succeed, since
dates, versions, padding and memo numbers carry nothing, but then every tensor must be bit-equal.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from reaprover.snapshot import Expectations, ReleaseContents, SnapshotRefusal, check_contract, read_snapshot
from reaprover.snapshot.payload import Weights, open_archive, release_weights

from . import forge

MAX_SECONDS = 5.0
"""Processor time of one mutation; a block without processor time ends by the time-out of the test."""
MAX_GROWTH_BYTES = 1 << 29
INTERESTING = (
    b"\0",
    b"\xff",
    b"\x80",
    b"PK",
    b"..",
    b"/",
    b".",
    b"(",
    b"}",
    b"R",
    b"Q",
    b"\xff\xff\xff\xff",
    b"\0\0\0\x80",
    b'"',
    b"\\",
    b"=",
)


def mutate(data: bytes, generator: random.Random) -> bytes:
    """One to three small changes; the result always differs from `data`."""
    changed = bytearray(data)
    for _ in range(generator.choice((1, 1, 1, 2, 3))):
        at = generator.randrange(len(changed) + 1)
        kind = generator.randrange(9)
        if kind == 0 and at < len(changed):
            changed[at] ^= 1 << generator.randrange(8)
        elif kind == 1 and at < len(changed):
            changed[at] = generator.randrange(256)
        elif kind == 2:
            del changed[at:]
        elif kind == 3:
            del changed[at : at + generator.randrange(1, 40)]
        elif kind == 4:
            changed[at:at] = generator.randbytes(generator.randrange(1, 9))
        elif kind == 5:
            begin = generator.randrange(len(changed) + 1)
            changed[at:at] = changed[begin : begin + generator.randrange(1, 200)]
        elif kind == 6:
            piece = generator.choice(INTERESTING)
            changed[at : at + len(piece)] = piece
        elif kind == 7:
            begin, length = generator.randrange(len(changed) + 1), generator.randrange(1, 64)
            changed[at : at + length] = changed[begin : begin + length]
        else:
            number = generator.choice((0, 1, 2**16 - 1, 2**31, 2**32 - 1))
            changed[at : at + 4] = number.to_bytes(4, "little")
    if bytes(changed) == data:
        changed.append(generator.randrange(256))
    return bytes(changed)


def _peak_bytes() -> int:
    """The largest resident size of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Fuzzer:
    """Runs mutations of one seed and counts how each ended."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.generator = random.Random(seed)
        self.files = forge.tiny()
        self.contract = check_contract(forge.tiny_contract())
        self.payload = forge.tiny_payload()
        self.pickle = forge.release_pickle()
        self.data = {f"{group}/{name}": data for group, name, _, data in forge.tensors()}
        self.ends: collections.Counter[str] = collections.Counter()
        self.slowest_s = 0.0
        self.on_disk: dict[str, bytes] = {}

    def targets(self) -> Sequence[tuple[float, Callable[[], None]]]:
        """Share of each target."""
        return (0.15, self.unrepaired), (0.15, self.repaired), (0.4, self.archive), (0.3, self.pickled)

    def run(self, num_mutations: int) -> None:
        """Run so many mutations.

        Raises:
            AssertionError: a mutation was accepted with another meaning, or took too long.
        """
        peak_before = _peak_bytes()
        for share, target in self.targets():
            for _ in range(round(num_mutations * share)):
                begin = time.process_time()
                try:
                    target()
                    self.ends["accepted, bit-equal"] += 1
                except SnapshotRefusal as refusal:
                    self.ends[refusal.code] += 1
                took = time.process_time() - begin
                self.slowest_s = max(self.slowest_s, took)
                assert took < MAX_SECONDS, f"{target.__name__} took {took:.1f} s"
        grown = _peak_bytes() - peak_before
        assert grown < MAX_GROWTH_BYTES, f"{grown} bytes more resident than before"

    def unrepaired(self) -> None:
        name = self.generator.choice(forge.FILES)
        self.write(self.files | {name: mutate(self.files[name], self.generator)})
        read_snapshot(self.folder)
        raise AssertionError(f"a changed {name} was accepted")

    def repaired(self) -> None:
        self.write(forge.repaired(backend_bytes=mutate(self.files["backend.json"], self.generator)))
        contents = read_snapshot(self.folder, Expectations(contract=self.contract.sha256))
        assert isinstance(contents, ReleaseContents)
        assert contents.weights is not None
        self.require_equal(contents.weights)

    def archive(self) -> None:
        data = mutate(self.payload, self.generator)
        self.require_equal(release_weights(open_archive(memoryview(data), "payload"), self.contract))

    def pickled(self) -> None:
        data = forge.archive(forge.entries(data_pkl=mutate(self.pickle, self.generator)))
        self.require_equal(release_weights(open_archive(memoryview(data), "payload"), self.contract))

    def write(self, files: dict[str, bytes]) -> None:
        for name, data in files.items():
            if self.on_disk.get(name) != data:
                (self.folder / name).write_bytes(data)
                self.on_disk[name] = data

    def require_equal(self, weights: Weights) -> None:
        found = {f"adapter/{name}": t.tobytes() for name, t in weights.adapter.items()}
        found |= {f"value_head/{name}": t.tobytes() for name, t in weights.value_head.items()}
        assert found == self.data, "accepted with other tensors"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), arguments.seed)
        fuzzer.run(arguments.mutations)
    summary = {
        "mutations": sum(fuzzer.ends.values()),
        "seed": arguments.seed,
        "ends": dict(fuzzer.ends.most_common()),
        "slowest_s": round(fuzzer.slowest_s, 3),
        "resident_mb": _peak_bytes() >> 20,
        "seconds": round(time.perf_counter() - begin, 1),
    }
    print(json.dumps(summary))


if __name__ == "__main__":
    main()
