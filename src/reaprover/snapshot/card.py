"""Texts that go with a release: the model card, the attribution, the licence. Nothing in them says more than is known.

An acceptance record is a statement by whoever wrote the release; hashes detect corruption and mix-ups, they are not
signatures. The texts say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reaprover.core.canonical import JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.snapshot.contract import Contract

if TYPE_CHECKING:
    from reaprover.snapshot.manifest import Manifest
    from reaprover.snapshot.reading import ReleaseContents
    from reaprover.snapshot.session import ReleaseSession

REAL_PROVER = "FrenzyMath/REAL-Prover"
UPSTREAM = "Qwen/Qwen2.5-Math-7B"
REQUIRED_SECTIONS = ("Summary", "Data", "Training", "Results", "Limits")
"""What the card of a model of our own must say, in this order."""


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


def licence() -> bytes:
    """The text of the Apache License 2.0."""
    from importlib.resources import files  # late: slow to import, and seldom needed

    return files(__package__).joinpath("apache-2.0.txt").read_bytes()


def own_notice(name: str) -> str:
    """Attribution of a model of our own."""
    return f"{name}\nCopyright 2026 the reaprover authors\n\nLicensed under the Apache License, Version 2.0; see LICENSE.\n"


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

An experience release in the format `reap.gpu.snapshot.v1`: {parts}, written after an accepted proof.
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
- Parent experience: {_parent(source.parent_experience_id)}
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


def own_model_card(name: str, sections: JsonObject, contract: Contract, session: ReleaseSession, manifest: Manifest) -> str:
    """The card of a model that was trained from nothing and comes with its base: a model folder's `README.md`.

    Args:
        name: of the model, the card's title.
        sections: title to content, in order: a text; a list of texts (bullets); an object (a table of two columns); a list of objects
            with the same keys (a table with a row each). All of `REQUIRED_SECTIONS` must be there.
        contract: the contract.
        session, manifest: of the release.

    Raises:
        InputError: a section is missing, empty, or of another form.
    """
    missing = [title for title in REQUIRED_SECTIONS if not sections.get(title)]
    if missing:
        raise InputError(
            "card",
            "lacks sections",
            found=", ".join(sections) or "none",
            expected=", ".join(missing),
            advice="say it, also if it is little",
        )
    order = [*REQUIRED_SECTIONS, *(title for title in sections if title not in REQUIRED_SECTIONS)]
    body = "\n\n".join(f"## {title}\n\n{_section(title, sections[title])}" for title in order)
    source, fingerprint = session.source, contract.fingerprint
    weights = fingerprint.get("weights")
    num_bytes = sum(int(str(w.get("size"))) for w in weights if isinstance(w, dict)) if isinstance(weights, list) else 0
    return f"""---
license: apache-2.0
library_name: reaprover
tags:
  - lean4
  - theorem-proving
  - lora
  - value-head
---

# {name}

{body}

## Files

| part | what it is |
|---|---|
| `base/` | the frozen base: configuration, tokenizer, {num_bytes:,} bytes of weights as safetensors |
| `release/` | adapter and value head in the format `reap.gpu.snapshot.v1`, with provenance and acceptance |
| `evidence/` | the proof, and the record of its check, that the acceptance rests on |
| `figures.json` | the figures of this card for programs |

## Identity

| | |
|---|---|
| experience | `{session.experience_id}` |
| weights (`backend.json`) | `{manifest.backend.sha256}` |
| manifest | `{manifest.sha256}` |
| contract | `{contract.sha256}` |
| base | `{fingerprint.get("repository")}`, revision `{fingerprint.get("revision")}`, identity `{contract.document.get("base_sha256")}` |
| shape | hidden size {contract.hidden_size}, LoRA rank {contract.lora_rank}, alpha {contract.lora_alpha} |
| session | `{source.session_id}`, {source.policy_version} updates, parent {_parent(source.parent_experience_id)} |
| accepted proof | of theorem `{source.theorem_id}`, evidence `{session.acceptance.evidence_sha256}` |

## Verify

In this folder:

```sh
reaprover snapshot verify . --expect-sha256 {manifest.backend.sha256}
```

It compares every file of the base with the contract, every byte of the release with its manifest, and follows every link from the
acceptance to the proof. Hashes are not signatures: compare the sha256 above with one from a place that you trust. To check the proof
itself again, run `reaprover check evidence/proof/proof.lean`.

## Use

```sh
reaprover prove --model . --statement "∀ p q : Prop, p ∧ q → q ∧ p"
```

## Licence

Apache License 2.0: base, adapter, head and texts. The base was trained from random initialisation; no other model's weights are in it.
"""


def _parent(experience_id: str | None) -> str:
    return f"`{experience_id}`" if experience_id else "none (started fresh)"


def _section(title: str, content: JsonValue) -> str:
    match content:
        case str():
            return content.strip()
        case dict():
            return _table(("", ""), [(key, value) for key, value in content.items()])
        case list() if all(isinstance(item, str) for item in content):
            return "\n".join(f"- {item}" for item in content)
        case [dict() as first, *_] if all(isinstance(item, dict) and list(item) == list(first) for item in content):
            return _table(tuple(first), [tuple(item.values()) for item in content if isinstance(item, Mapping)])
        case _:
            raise InputError(
                f"card, section {title}", "has another form", expected="a text, a list of texts, an object, or objects with the same keys"
            )


def _table(head: tuple[str, ...], rows: list[tuple[JsonValue, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(value: JsonValue) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|").replace("\n", " ")
