"""A process that publishes releases in a loop until it is killed: `writer_process.py SOURCE ROOT PREFIX`.

It prints one line before it begins, and one for each release that is published.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from reaprover.snapshot import ReleaseDraft, SnapshotExists, SnapshotStore, load_release


def main(source: str, root: str, prefix: str) -> None:
    release = load_release(source)
    draft = ReleaseDraft(
        "exp-0", release.provenance, release.acceptance.evidence_sha256, release.contract.document, release.adapter, release.value_head
    )
    store = SnapshotStore(Path(root))
    print("begin", flush=True)
    number = 0
    while True:
        name = f"{prefix}-{number}"
        try:
            store.publish_release(replace(draft, experience_id=name))
            print(f"published {name}", flush=True)
        except SnapshotExists:
            print(f"exists {name}", flush=True)
        number += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
