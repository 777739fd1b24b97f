"""The public interface: load a release, look at it, verify it, convert it.

    import reaprover

    release = reaprover.load_release("path/to/release")
    release.identity.experience_id, release.provenance.parent_experience_id, release.acceptance.kind
    release.adapter["base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"].torch()
    release.verify().passed
    release.to_peft("adapter")
    release.save("copy")

Loading checks everything that can be checked and holds the decoded payload in one buffer; tensors are views on it, made when
they are looked at, as NumPy or torch sees fit.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.canonical import JsonObject, canonical_json
from reaprover.core.durable import publish_folder
from reaprover.snapshot.card import licence, model_card, notice
from reaprover.snapshot.contract import Contract
from reaprover.snapshot.identity import BACKEND, MANIFEST, SESSION
from reaprover.snapshot.peft import export_peft
from reaprover.snapshot.reading import Expectations, ReleaseContents, read_snapshot
from reaprover.snapshot.refusal import refuse
from reaprover.snapshot.report import VerifyReport, verify_snapshot
from reaprover.snapshot.session import Acceptance, Source
from reaprover.snapshot.tensors import Dtype, TensorGroup
from reaprover.snapshot.variants import ToyWeights
from reaprover.snapshot.writing import publish_snapshot, record_of, release_backend_blocks


@dataclass(frozen=True, slots=True)
class Identity:
    """What names a release.

    Attributes:
        experience_id: the experience.
        manifest_sha256: pins all three files.
        session_sha256: of `session.json`.
        weights_sha256: of `backend.json`.
        contract_sha256: of the contract inside.
    """

    experience_id: str
    manifest_sha256: str
    session_sha256: str
    weights_sha256: str
    contract_sha256: str


class Release:
    """A loaded, completely checked experience release. Made by `load_release`."""

    def __init__(self, folder: Path, contents: ReleaseContents, expect: Expectations) -> None:
        self._folder, self._contents, self._expect = folder, contents, expect

    def __repr__(self) -> str:
        return f"Release({self.identity.experience_id!r}, weights_sha256={self.identity.weights_sha256!r})"

    @property
    def contents(self) -> ReleaseContents:
        """The records behind this object."""
        return self._contents

    @property
    def identity(self) -> Identity:
        """Ids and hashes."""
        c = self._contents
        return Identity(c.session.experience_id, c.manifest.sha256, c.manifest.session.sha256, c.session.weights_sha256, c.contract.sha256)

    @property
    def provenance(self) -> Source:
        """Session, theorem, policy version, sealed snapshot, parent."""
        return self._contents.session.source

    @property
    def acceptance(self) -> Acceptance:
        """Who accepted the proof and the hash of the evidence; a statement, not a signature."""
        return self._contents.session.acceptance

    @property
    def contract(self) -> Contract:
        """The contract, checked to agree with itself."""
        return self._contents.contract

    @property
    def adapter(self) -> TensorGroup:
        """The LoRA tensors by name.

        Raises:
            SnapshotIncompatible: a toy release has none.
        """
        return self._weights()[0]

    @property
    def value_head(self) -> TensorGroup:
        """The value head's tensors by name: `0.weight`, `0.bias`, `2.weight`, `2.bias`.

        Raises:
            SnapshotIncompatible: a toy release has none.
        """
        return self._weights()[1]

    @property
    def toy(self) -> ToyWeights | None:
        """The weights of a toy release, else None."""
        return self._contents.toy

    def _weights(self) -> tuple[TensorGroup, TensorGroup]:
        weights = self._contents.weights
        if weights is None:
            raise refuse("contract_field", BACKEND, "/contract/backend", found="toy", expected="a release with tensors")
        return weights.adapter, weights.value_head

    def verify(self, *, expect_sha256: str | None = None) -> VerifyReport:
        """Read the files again from the disk and check everything; the report names every check and the level reached."""
        return verify_snapshot(self._folder, self._expect, expect_sha256=expect_sha256)[0]

    def to_peft(self, out: str | os.PathLike[str]) -> None:
        """Write a folder that PEFT loads, with the value head beside it. Raises `SnapshotExists` if it is there."""
        export_peft(self._contents, Path(out))

    def save(self, folder: str | os.PathLike[str], *, with_card: bool = False) -> None:
        """Write the three files again, to the same bytes.

        Args:
            folder: must not exist.
            with_card: add README.md, LICENSE, NOTICE and .gitattributes, as a model hub wants them.

        Raises:
            SnapshotExists: `already_exists`.
            InfrastructureError: the disk refuses.
        """
        save_release(self._contents, Path(folder), with_card=with_card)

    def card(self) -> str:
        """The model card as Markdown."""
        return model_card(self._contents)


def load_release(
    path: str | os.PathLike[str],
    *,
    expected_contract: JsonObject | str | None = None,
    adapter_dtype: str | Dtype = Dtype.FLOAT32,
    base: str | os.PathLike[str] | None = None,
    weights_sha256: str | None = None,
    snapshot_sha256: str | None = None,
    link_root: str | os.PathLike[str] | None = None,
) -> Release:
    """Load an experience release from a folder with its three files, with every check of the format.

    Args:
        path: the folder, e.g. a download; README, licence and the hub's bookkeeping may lie beside the three files.
        expected_contract: the contract (or its sha256) that the release must carry.
        adapter_dtype: `float32`, or `bfloat16` if you know that this release has a bfloat16 adapter.
        base: directory of the base model to compare with the contract.
        weights_sha256: pin of the weights; give both pins or none.
        snapshot_sha256: pin of the sealed snapshot that the release was made from.
        link_root: allow files that are links into this folder (a model hub's cache).

    Raises:
        SnapshotRefusal: the first check that fails, with code, file, place, what was found and expected, and advice.
        InfrastructureError: the system refuses to read.
        PrerequisiteError: NumPy is missing.
    """
    expect = Expectations(
        experience_weights_sha256=weights_sha256,
        experience_snapshot_sha256=snapshot_sha256,
        contract=expected_contract,
        base=None if base is None else Path(base),
        adapter_dtype=dtype_named(adapter_dtype),
        link_root=None if link_root is None else Path(link_root),
    )
    folder = Path(path)
    contents = read_snapshot(folder, expect)
    if not isinstance(contents, ReleaseContents):
        raise refuse("variant_mismatch", SESSION, "/schema_version", found="a live session", expected="an experience release")
    return Release(folder, contents, expect)


def dtype_named(word: str | Dtype) -> Dtype:
    """The adapter dtype of this name.

    Raises:
        SnapshotIncompatible: `wrong_dtype`, if it is neither float32 nor bfloat16.
    """
    dtype = next((d for d in (Dtype.FLOAT32, Dtype.BFLOAT16) if word in (d, d.word)), None)
    if dtype is None:
        raise refuse("wrong_dtype", "", "adapter_dtype", found=str(word), expected="float32 or bfloat16")
    return dtype


def save_release(contents: ReleaseContents, folder: Path, *, with_card: bool = False) -> None:
    """Write a release that was read to a new folder, to the same bytes; see `Release.save`."""

    def backend() -> bytes | Iterable[bytes]:
        if contents.payload is None:
            assert contents.toy is not None
            toy = contents.toy
            return canonical_json({"contract": contents.contract.document, "adapter": toy.adapter, "value_head": toy.value_head})
        return release_backend_blocks(contents.contract.document, [contents.payload.data])

    blocks = backend()
    found = record_of([blocks] if isinstance(blocks, bytes) else blocks)
    if found != contents.manifest.backend:
        raise refuse("file_sha256_mismatch", BACKEND, "in memory", found=found.sha256, expected=contents.manifest.backend.sha256)
    session = contents.session.to_bytes()
    if not with_card:
        publish_snapshot(folder, session, backend, contents.manifest)
        return
    try:
        publish_folder(
            folder,
            {
                SESSION: session,
                BACKEND: backend,
                MANIFEST: contents.manifest_bytes,
                "README.md": model_card(contents).encode(),
                "LICENSE": licence(),
                "NOTICE": notice(contents.contract).encode(),
                ".gitattributes": b"backend.json filter=lfs diff=lfs merge=lfs -text\n*.json -text\n",
            },
        )
    except FileExistsError:
        raise refuse("already_exists", "", str(folder), found="something of this name", expected="a new name") from None
