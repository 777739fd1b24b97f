"""From a path or an address to the search's evaluator: what `--model` means. Imports torch only where a model runs in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reaprover.core import Evaluator
from reaprover.errors import InputError, PrerequisiteError
from reaprover.model.sampling import Sampling

if TYPE_CHECKING:
    from reaprover.model.base import Base
    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.snapshot.contract import Contract
    from reaprover.snapshot.model_folder import ModelFolder

SESSION = "prove"
"""Session id of a model loaded for proving."""

API_KEY = "REAPROVER_API_KEY"
"""Environment variable with the bearer token of a server."""

SHIPPED = "tiny"
"""Name of the model that comes with this package."""
MODEL_PACKAGES = ("torch", "transformers", "peft")
"""What a model that runs here needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a model is loaded.

    Attributes:
        base: folder of the base model; not needed for the tiny release, and not allowed for a model folder, which holds its own.
        allow_other_base: accept a base that the contract does not name, labelled.
        fresh_head: a base alone is wanted, with an untrained adapter and head.
        device: `cpu`, `cuda`, …; None takes a GPU if there is one.
        dtype: `float32` or `bfloat16`; None decides by device.
        quantization: None, `8bit` or `4bit`.
        gguf_file: name of a GGUF file in the base folder.
    """

    base: str | Path | None = None
    allow_other_base: bool = False
    fresh_head: bool = False
    device: str | None = None
    dtype: str | None = None
    quantization: str | None = None
    gguf_file: str | None = None


def shipped_model() -> Path | None:
    """The model folder that comes with this package; None if it has none, or lies in an archive."""
    folder = Path(__file__).parent.parent / "shipped" / SHIPPED
    return folder if (folder / "release" / "manifest.json").is_file() else None


def require_shipped_model() -> Path:
    """The model folder that comes with this package.

    Raises:
        PrerequisiteError: this installation has none.
    """
    folder = shipped_model()
    if folder is None:
        raise PrerequisiteError("shipped model: this installation has none; name a model folder with --model, or take the catalogue")
    return folder


def is_address(spec: str) -> bool:
    """Whether `--model` names a server."""
    return spec.startswith(("http://", "https://"))


def load_model_evaluator(
    spec: str,
    *,
    options: ModelOptions | None = None,
    sampling: Sampling | None = None,
    seed: int = 0,
    model: str | None = None,
    default_distance: float | None = None,
) -> Evaluator:
    """The evaluator that `spec` names.

    Args:
        spec: address of a server; or a folder: a model folder (base and release, or base and weights), a release, a PEFT folder
            with a value head, or a base model (`fresh_head`).
        options: for models that run here.
        sampling: None takes temperature 0.99, at most 256 tokens, top-k 50.
        seed: of the samples, for models that run here.
        model: name of the model on a server.
        default_distance: value of every state on a server without values.

    Raises:
        InputError: `spec` is none of these.
        PrerequisiteError: torch, transformers or PEFT are not installed.
        SnapshotRefusal, LoadMismatch: the files are refused.
        UsageError, InfrastructureError: the server is refused, or cannot be reached.
    """
    sampling = sampling or Sampling(max_tokens=256)
    if is_address(spec):
        from reaprover.model.remote import RemoteEvaluator

        return RemoteEvaluator(spec, model=model, sampling=sampling, default_distance=default_distance)
    require_model_packages()
    from reaprover.model.evaluator import ModelEvaluator
    from reaprover.model.worker import ModelWorker

    loaded, name = load_model(Path(spec), options or ModelOptions())
    return ModelEvaluator(ModelWorker(loaded), SESSION, sampling=sampling, seed=seed, name=name)


def load_model(path: Path, options: ModelOptions, *, session_id: str = SESSION) -> tuple[PolicyValueModel, str]:
    """A model with one session of the weights at `path`, and a name of these weights.

    Raises:
        as `load_model_evaluator`.
    """
    from reaprover.model.network import LoraShape
    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.snapshot import import_peft, load_release
    from reaprover.snapshot.model_folder import find_model_folder

    if (folder := find_model_folder(path)) is not None:
        if options.base is not None or options.allow_other_base or options.fresh_head or options.gguf_file is not None:
            raise InputError(
                str(path), "is a model folder, which holds its own base", expected="no other base", advice="leave out the options of bases"
            )
        options = replace(options, base=folder.base)
        weights, contract, name = _weights_of(folder)
    elif (path / "manifest.json").is_file():
        release = load_release(path, base=options.base if not options.allow_other_base else None)
        weights, contract, name = Weights(release.adapter, release.value_head), release.contract, release.identity.weights_sha256[:12]
    elif (path / "adapter_config.json").is_file():
        imported = import_peft(path)
        assert imported.adapter is not None
        weights, contract = Weights(imported.adapter, imported.value_head), imported.contract
        name = f"peft-{imported.adapter.manifest_sha256()[:12]}"
    elif (path / "config.json").is_file() or options.gguf_file is not None:
        if not options.fresh_head:
            raise InputError(
                str(path),
                "is a base model without a value head",
                expected="a release or a PEFT folder",
                advice="ask for an untrained head explicitly (fresh_head) if that is what you want",
            )
        model = PolicyValueModel(_base(path, options, None), LoraShape())
        model.create(session_id)
        return model, "fresh"
    else:
        found = ", ".join(sorted(entry.name for entry in path.iterdir())[:6]) if path.is_dir() else "no such folder"
        raise InputError(
            str(path),
            "is no model",
            found=found or "an empty folder",
            expected="a model folder (base/ and release/), a release (manifest.json), a PEFT folder (adapter_config.json) "
            "or a base model (config.json)",
        )
    base = base_of(contract, options, path)
    model = PolicyValueModel(base, contract)
    model.create(session_id, weights)
    return model, name


def _weights_of(folder: ModelFolder) -> tuple[Weights, Contract, str]:
    """Weights of a model folder, their contract and their name."""
    from reaprover.model.policy_value import Weights
    from reaprover.snapshot import load_release
    from reaprover.snapshot.model_folder import read_weights

    if folder.release is not None:
        release = load_release(folder.release, base=folder.base)
        return Weights(release.adapter, release.value_head), release.contract, release.identity.weights_sha256[:12]
    saved = read_weights(folder.path)
    return Weights(saved.adapter, saved.value_head), saved.contract, saved.sha256[:12]


def missing_packages(names: Sequence[str] = MODEL_PACKAGES) -> list[str]:
    """Those of the packages that are not installed."""
    from importlib.util import find_spec

    return [name for name in names if find_spec(name) is None]


def require_model_packages(names: Sequence[str] = MODEL_PACKAGES) -> None:
    """Refuse early where the model extra is missing.

    Raises:
        PrerequisiteError: which package, and how to get it.
    """
    missing = missing_packages(names)
    if missing:
        raise PrerequisiteError(
            f"packages {', '.join(missing)}: not installed, needed to run a model here; run: pip install 'reaprover[model]', "
            "or give the address of a server"
        )


def base_of(contract: object, options: ModelOptions, path: Path) -> Base:
    """The base that a contract needs: from the folder that the options name, or by formula for the tiny release.

    Raises:
        InputError: another contract, and no folder named.
        SnapshotRefusal, LoadMismatch: the folder is not that base.
    """
    from reaprover.model.tiny import TINY_CONTRACT_SHA256, tiny_base
    from reaprover.snapshot.contract import Contract

    assert isinstance(contract, Contract)
    if options.base is not None:
        return _base(Path(options.base), options, contract)
    if contract.sha256 == TINY_CONTRACT_SHA256:
        return tiny_base(device=_device(options))
    wanted = f"{contract.fingerprint.get('repository', 'the base')} at revision {contract.fingerprint.get('revision', 'unknown')}"
    raise InputError(
        str(path), "holds an adapter and a head only", expected=f"its base beside it: {wanted}", advice="give the base's folder"
    )


def _base(folder: Path, options: ModelOptions, contract: object) -> Base:
    from reaprover.model.base import load_base
    from reaprover.snapshot.contract import Contract

    assert contract is None or isinstance(contract, Contract)
    return load_base(
        folder,
        contract=contract,
        allow_other_base=options.allow_other_base,
        device=_device(options),
        dtype=options.dtype,
        quantization=options.quantization,
        gguf_file=options.gguf_file,
    )


def _device(options: ModelOptions) -> str:
    import torch

    return options.device or ("cuda" if torch.cuda.is_available() else "cpu")
