"""Texts that go with a release: the model card, the attribution, the licence. Nothing in them says more than is known.

An acceptance record is a statement by whoever wrote the release; hashes detect corruption and mix-ups, they are not
signatures. The texts say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reaprover.snapshot.contract import Contract

if TYPE_CHECKING:
    from reaprover.snapshot.reading import ReleaseContents

REAL_PROVER = "FrenzyMath/REAL-Prover"
UPSTREAM = "Qwen/Qwen2.5-Math-7B"


def notice(contract: Contract) -> str:
    """Attribution of the base model chain and its licence."""
    fingerprint = contract.fingerprint
    repository, revision = fingerprint.get("repository"), fingerprint.get("revision")
    lines = ["This folder holds a LoRA adapter and a value head trained on a base model. The base model's weights are not included.", ""]
    if repository == REAL_PROVER:
        lines += [
            f"Base model: {REAL_PROVER}, revision {revision}, Apache License 2.0",
            f"Derived by its authors from: {UPSTREAM}, Apache License 2.0",
            "",
            "Copyright of the base models is with their authors. Keep this attribution in every copy and derivative.",
            "Licence text: https://www.apache.org/licenses/LICENSE-2.0",
        ]
    else:
        lines += [
            f"Base model: {repository or 'not named by the contract'}, revision {revision or 'not named'}",
            "Keep the attribution and the licence of the base model in every copy and derivative.",
        ]
    return "\n".join(lines) + "\n"


def model_card(contents: ReleaseContents) -> str:
    """The model card of a release: identity, contents, base chain, how to verify on three systems, use, limits."""
    manifest, session, contract = contents.manifest, contents.session, contents.contract
    fingerprint = contract.fingerprint
    repository, revision = fingerprint.get("repository", "unknown"), fingerprint.get("revision", "unknown")
    source = session.source
    chain = [f"- Policy base: `{repository}`, revision `{revision}`"]
    licence = "other"
    if repository == REAL_PROVER:
        licence = "apache-2.0"
        chain.append(f"- Its upstream language model: `{UPSTREAM}`; both are published under Apache-2.0: keep the attribution")
    files = [
        ("backend.json", manifest.backend.num_bytes, manifest.backend.sha256, "contract and weights"),
        ("session.json", manifest.session.num_bytes, manifest.session.sha256, "provenance and acceptance record"),
        ("manifest.json", len(contents.manifest_bytes), manifest.sha256, "sizes and hashes of the other two"),
    ]
    rows = "\n".join(f"| `{name}` | {purpose} | {size:,} | `{digest}` |" for name, size, digest, purpose in files)
    parent = f"`{source.parent_experience_id}`" if source.parent_experience_id else "none: it started fresh"
    base_lines = f"base_model:\n  - {repository}\n" if repository == REAL_PROVER else ""
    parts = "LoRA adapter and value head" if contents.weights else "toy weights"
    return f"""---
license: {licence}
{base_lines}tags:
  - lean4
  - theorem-proving
  - lora
  - value-head
  - research-artifact
---

# {session.experience_id}

An experience release in the format `{"reap.gpu.snapshot.v1"}`: {parts}, written after an accepted proof.
It is not a checkpoint of a whole model: the base model's weights are not in it.

## Files

| file | purpose | bytes | sha256 |
|---|---|---:|---|
{rows}

## Base model

{chr(10).join(chain)}
- Hidden size {contract.hidden_size}, LoRA rank {contract.lora_rank}, alpha {contract.lora_alpha}
- Contract sha256: `{contract.sha256}`

## Provenance

- Session `{source.session_id}`, theorem id `{source.theorem_id}`, policy version {source.policy_version}
- Parent experience: {parent}
- Acceptance record: `{session.acceptance.kind.value}`, evidence sha256 `{session.acceptance.evidence_sha256}`

## Verify before use

`backend.json` must have the sha256 `{manifest.backend.sha256}`.

Linux:

```sh
echo "{manifest.backend.sha256}  backend.json" | sha256sum --check
```

macOS:

```sh
echo "{manifest.backend.sha256}  backend.json" | shasum -a 256 --check
```

Windows PowerShell:

```powershell
(Get-FileHash -Algorithm SHA256 .\\backend.json).Hash -eq "{manifest.backend.sha256.upper()}"
```

Any system, with every check of the format:

```sh
reaprover snapshot verify . --expect-sha256 {manifest.backend.sha256}
```

## Use

```python
import reaprover

release = reaprover.load_release(".")
release.adapter.torch()      # tensors by name; needs torch
release.to_peft("adapter")   # a folder that PEFT loads on the base model
```

## Limits

- The acceptance record is the publisher's statement that a fresh Lean process accepted a proof. The hashes detect damage and
  mix-ups; they are not signatures. The evidence itself is not in this folder.
- Nothing here says how well the weights work on other theorems; no benchmark result is implied.
- The adapter fits the base model and revision above only, and is not a general-purpose chat model.
"""
