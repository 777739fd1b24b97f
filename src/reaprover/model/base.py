"""The frozen base model: loaded from files, checked against the contract, never changed.

Decisions:
- Files only: safetensors (or GGUF where asked for by name), no network, no code from the folder, no pickles.
- Every tensor of the checkpoint must land in the model and every parameter must come from it; the library's loading report is read.
- A base other than the contract's needs `allow_other_base=True` and is labelled `is_override` wherever it is reported.
- Any decoder with the seven projections per layer (Qwen2, Llama and their like) and full attention will do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from reaprover.core.cache import cache_folder
from reaprover.core.canonical import JsonObject
from reaprover.errors import LoadMismatch, PrerequisiteError
from reaprover.model.identity import identity_of_files, identity_of_module
from reaprover.model.tokenizer import PretrainedTokenizer, Tokenizer
from reaprover.snapshot.base import check_base
from reaprover.snapshot.contract import BaseShape, Contract
from reaprover.snapshot.payload import MODULES
from reaprover.snapshot.refusal import SnapshotRefusal

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
"""Allowed dtypes of a base. float16 overflows on these models and is refused."""


@dataclass(slots=True, eq=False)
class Base:
    """A frozen base and what is known of it.

    Attributes:
        model: the causal LM, in evaluation mode, without gradients; adapters are injected into it by `network`.
        tokenizer: its tokenizer.
        name: repository or folder name.
        identity: its `reaprover.base-identity.v1`.
        revision: the pinned revision, if the contract's checks passed.
        is_override: it is not the base of the contract; recorded in every receipt.
        end_ids: tokens that end a sequence.
        context_length: prompt and generation together, tokens.
        quantization: None, `8bit` or `4bit`.
        checked, not_checked: what was compared with the contract, one line each.
    """

    model: Any
    tokenizer: Tokenizer
    name: str
    identity: str
    revision: str | None = None
    is_override: bool = False
    end_ids: frozenset[int] = frozenset()
    context_length: int = 4096
    quantization: str | None = None
    checked: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    shape: BaseShape = field(init=False)

    def __post_init__(self) -> None:
        self.shape = base_shape(self.model.config)
        _check_architecture(self)
        self.model.eval()
        self.model.requires_grad_(False)

    @property
    def hidden_size(self) -> int:
        """H."""
        return int(self.model.config.hidden_size)

    @property
    def vocab_size(self) -> int:
        """V, rows of the output layer."""
        return int(self.model.get_output_embeddings().weight.shape[0])

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return torch.device(self.model.get_input_embeddings().weight.device)

    @property
    def dtype(self) -> torch.dtype:
        """Of its embeddings, float32 or bfloat16."""
        dtype: torch.dtype = self.model.get_input_embeddings().weight.dtype
        return dtype

    def modules(self) -> Iterator[tuple[str, torch.nn.Module]]:
        """The modules that adapters sit on, by name, in the order of the model."""
        for layer in range(self.shape.num_layers):
            for module in MODULES:
                name = f"model.layers.{layer}.{module}"
                yield name, self.model.get_submodule(name)

    def facts(self) -> JsonObject:
        """What health pages and receipts say about it."""
        return {
            "name": self.name,
            "revision": self.revision,
            "identity": self.identity,
            "base_override": self.is_override,
            "dtype": str(self.dtype).removeprefix("torch."),
            "device": str(self.device),
            "quantization": self.quantization,
            "checked": list(self.checked),
            "not_checked": list(self.not_checked),
        }


def base_shape(config: Any) -> BaseShape:
    """Sizes of a model by its configuration."""
    head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    return BaseShape(int(config.intermediate_size), int(config.num_key_value_heads * head_dim), int(config.num_hidden_layers))


def load_base(
    folder: str | Path,
    *,
    contract: Contract | None = None,
    allow_other_base: bool = False,
    device: str = "cpu",
    dtype: str | None = None,
    attention: str | None = None,
    quantization: str | None = None,
    gguf_file: str | None = None,
    cache: Path | None = None,
) -> Base:
    """Load a base model from a folder.

    Args:
        folder: a checkpoint as transformers reads it.
        contract: what it must be; None where there is no contract, e.g. for a fresh adapter on a base of your own.
        allow_other_base: go on with a base that the contract does not name; it is labelled everywhere.
        device: `cpu`, `cuda`, `cuda:1`, …
        dtype: `float32` or `bfloat16`; None takes bfloat16 on a GPU and float32 on the CPU.
        attention: the library's name of a kernel, e.g. `eager`, `sdpa`; None takes its default.
        quantization: None, `8bit` or `4bit` (needs bitsandbytes and a GPU; labelled as an override).
        gguf_file: name of a GGUF file in the folder, read instead of safetensors (needs the package gguf).
        cache: where digests of weights are remembered; None takes the user's cache folder.

    Raises:
        SnapshotIncompatible: `base_mismatch`, the folder is not the contract's base.
        LoadMismatch: tensors missing or left over, or an architecture that does not fit.
        PrerequisiteError: a package is missing.
    """
    from transformers import AutoModelForCausalLM
    from transformers.utils.logging import disable_progress_bar

    folder = Path(folder)
    if not (folder / "config.json").is_file() and gguf_file is None:
        raise LoadMismatch(f"base {folder}", "no config.json", "a model folder, or a GGUF file named by gguf_file")
    checked, not_checked, is_override = _compare(folder, contract, allow_other_base, quantization)
    kind = DTYPES.get(dtype or ("float32" if device == "cpu" else "bfloat16"))
    if kind is None:
        raise LoadMismatch("dtype", str(dtype), " or ".join(DTYPES))
    options: dict[str, Any] = {"dtype": kind, "local_files_only": True, "trust_remote_code": False, "output_loading_info": True}
    if attention is not None:
        options["attn_implementation"] = attention
    if gguf_file is not None:
        _require_package("gguf", "to read GGUF files")
        options["gguf_file"] = gguf_file
    else:
        options["use_safetensors"] = True
    if quantization is not None:
        options |= {"quantization_config": _quantization(quantization), "device_map": {"": device}}
    disable_progress_bar()
    model, report = AutoModelForCausalLM.from_pretrained(folder, **options)
    for key, advice in (("missing_keys", "stays random"), ("unexpected_keys", "is left over"), ("mismatched_keys", "has another shape")):
        found = sorted(map(str, report.get(key) or ()))
        if found:
            raise LoadMismatch(f"base {folder.name}", f"{len(found)} tensors, {found[0]} first", f"none that {advice}")
    if quantization is None:
        model = model.to(device)
    identity = identity_of_module(model) if gguf_file else identity_of_files(folder, cache=cache or cache_folder() / "model")
    if contract is not None and contract.pins_base_content and not is_override and identity != contract.document.get("base_sha256"):
        raise LoadMismatch(f"base {folder.name}, identity", identity, contract.document.get("base_sha256"))
    tokenizer = PretrainedTokenizer.load(folder, gguf_file)
    fingerprint = contract.fingerprint if contract is not None and not is_override else {}
    return Base(
        model,
        tokenizer,
        name=str(fingerprint.get("repository") or folder.name),
        identity=identity,
        revision=str(fingerprint["revision"]) if "revision" in fingerprint else None,
        is_override=is_override,
        end_ids=tokenizer.end_ids | end_ids_of(model),
        context_length=_context_length(model.config, contract),
        quantization=quantization,
        checked=checked,
        not_checked=not_checked,
    )


def end_ids_of(model: Any) -> frozenset[int]:
    """End tokens by generation configuration, else by model configuration."""
    for config in (getattr(model, "generation_config", None), model.config):
        found = getattr(config, "eos_token_id", None)
        if found is not None:
            return frozenset(map(int, found)) if isinstance(found, list | tuple) else frozenset({int(found)})
    return frozenset()


def _compare(
    folder: Path, contract: Contract | None, allow: bool, quantization: str | None
) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    if contract is None:
        return (), ("everything: there is no contract to compare with",), False
    try:
        report = check_base(folder, contract)
    except SnapshotRefusal as refusal:
        if not allow:
            raise
        return (), (f"overridden: {refusal}",), True
    if quantization is not None:
        if not allow:
            raise LoadMismatch("quantization", quantization, "none, as the contract's base", "allow another base explicitly")
        return report.checked, (*report.not_checked, f"overridden: {quantization} weights"), True
    return report.checked, report.not_checked, False


def _context_length(config: Any, contract: Contract | None) -> int:
    limit = int(getattr(config, "max_position_embeddings", 4096))
    search = contract.document.get("search_config") if contract is not None else None
    named = search.get("max_sequence_tokens") if isinstance(search, dict) else None
    return min(limit, int(named)) if isinstance(named, int) else min(limit, 4096)


def _quantization(word: str) -> Any:
    _require_package("bitsandbytes", "for 4- and 8-bit bases")
    from transformers import BitsAndBytesConfig

    if word not in ("4bit", "8bit"):
        raise LoadMismatch("quantization", word, "4bit or 8bit")
    return BitsAndBytesConfig(load_in_4bit=word == "4bit", load_in_8bit=word == "8bit", bnb_4bit_compute_dtype=torch.bfloat16)


def _require_package(name: str, why: str) -> None:
    from importlib.util import find_spec

    if find_spec(name) is None:
        raise PrerequisiteError(f"package {name}: not installed, needed {why}; run: pip install {name}")


def _check_architecture(base: Base) -> None:
    config = base.model.config
    if "sliding_attention" in (getattr(config, "layer_types", None) or ()):
        raise LoadMismatch(f"base {base.name}, layer_types", "sliding windows", "full attention in every layer")
    h, i, kv = base.hidden_size, base.shape.intermediate_size, base.shape.key_value_size
    head_dim = getattr(config, "head_dim", None) or h // config.num_attention_heads
    q = int(config.num_attention_heads * head_dim)
    wanted = dict(zip(MODULES, ((h, q), (h, kv), (h, kv), (q, h), (h, i), (h, i), (i, h)), strict=True))
    try:
        for name, module in base.modules():
            found = (getattr(module, "in_features", None), getattr(module, "out_features", None))
            expected = next(sizes for ending, sizes in wanted.items() if name.endswith(ending))
            if found != expected:
                raise LoadMismatch(f"base {base.name}, module {name}", found, expected)
    except AttributeError as error:
        named = json.dumps(list(MODULES))
        raise LoadMismatch(f"base {base.name}, {type(base.model).__name__}", str(error), f"layers with the modules {named}") from error
    if base.end_ids and max(base.end_ids) >= base.vocab_size:
        raise LoadMismatch(f"base {base.name}, end token", max(base.end_ids), f"less than the vocabulary of {base.vocab_size}")
