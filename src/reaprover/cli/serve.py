"""`reaprover serve`: sessions and read-only models over HTTP."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from reaprover.core.canonical import JsonObject, parse_json
from reaprover.errors import InputError, PrerequisiteError, UsageError
from reaprover.model.loading import API_KEY, ModelOptions, require_model_packages
from reaprover.model.sampling import DEFAULT_TOP_K

if TYPE_CHECKING:
    from reaprover.runtime.backend import Backend
    from reaprover.serve.app import Served
    from reaprover.snapshot import Release

TOY, SEARCH = "toy", "real-search-categorical"


class Wire(StrEnum):
    """Form of replies."""

    EXTENDED = "extended"
    ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class _ModelChoice:
    releases: tuple[Path, ...]
    contract: Path | None
    base: Path | None
    head: Path | None
    head_sha256: str | None
    head_role: str | None
    allow_other_base: bool
    device: str | None
    dtype: str | None
    gamma: float | None
    max_post_update_kl: float | None
    success_root: Path | None


def serve(
    backend: Annotated[str, Option(help=f"What answers and learns: {TOY}, {SEARCH}.")] = SEARCH,
    host: Annotated[str, Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(min=0, max=65535, help="0 takes a free one.")] = 8760,
    release: Annotated[list[Path] | None, Option(help="A release to serve read-only; may be repeated, the first is the default.")] = None,
    contract: Annotated[Path | None, Option(help="The contract, if no release gives it.")] = None,
    model_path: Annotated[Path | None, Option(help="Folder of the base model; the tiny release needs none.")] = None,
    allow_other_base: Annotated[bool, Option(help="Accept a base that the contract does not name; labelled everywhere.")] = False,
    device: Annotated[str | None, Option(help="cpu, cuda, cuda:1; default a GPU if there is one.")] = None,
    dtype: Annotated[str | None, Option(help="float32 or bfloat16; default by device.")] = None,
    gamma: Annotated[float | None, Option(help="Discount; must be the contract's.")] = None,
    categorical_value_artifact: Annotated[Path | None, Option(help="Value head of fresh sessions.")] = None,
    categorical_value_artifact_sha256: Annotated[str | None, Option(help="Its sha256.")] = None,
    categorical_value_artifact_role: Annotated[
        str | None, Option(help="pretrained or matched-random-initial, as the contract says.")
    ] = None,
    max_post_update_kl: Annotated[float | None, Option(help="Undo a learning step that moves the policy further than this.")] = None,
    success_dataset_root: Annotated[Path | None, Option(help="Store of verified proofs that sessions may learn from.")] = None,
    snapshot_root: Annotated[Path, Option(help="Folder of sessions and snapshots.")] = Path("snapshots"),
    experience_root: Annotated[Path, Option(help="Folder of releases.")] = Path("experiences"),
    max_resident_sessions: Annotated[int | None, Option(min=1, help="Most sessions, quarantined ones counted.")] = None,
    api_key_file: Annotated[Path | None, Option(help=f"File with the bearer token; else {API_KEY} from the environment.")] = None,
    insecure_no_auth: Annotated[bool, Option("--insecure-no-auth", help="Listen beyond this machine without a token.")] = False,
    wire: Annotated[Wire, Option(help="Form of replies.")] = Wire.EXTENDED,
    premise_index: Annotated[Path | None, Option(help="JSON lines of formal_name and formal_statement.")] = None,
    top_k: Annotated[int, Option(min=0, help="Sample among the k likeliest tokens; 0 is off.")] = DEFAULT_TOP_K,
    request_timeout: Annotated[float, Option(min=0.1, help="Longest wait for one request, seconds.")] = 1200.0,
    max_connections: Annotated[int, Option(min=1, max=4096, help="Requests at once; more are answered 429.")] = 64,
) -> None:
    """Serve sessions and read-only models over HTTP; see docs/service.md.

    Prints one JSON line to stdout when it listens. Ends in order on SIGTERM and Ctrl-C.
    """
    token = _token(api_key_file)
    _require_safe(host, token, insecure_no_auth)
    if backend not in (TOY, SEARCH):
        raise UsageError(f"--backend: found {backend!r}, expected {TOY} or {SEARCH}; the others are not offered")
    if max_post_update_kl is not None and not 0 < max_post_update_kl < float("inf"):
        raise UsageError(f"--max-post-update-kl: found {max_post_update_kl}, expected a finite number above 0")
    head = (categorical_value_artifact, categorical_value_artifact_sha256, categorical_value_artifact_role)
    if len({value is None for value in head}) != 1:
        raise UsageError("--categorical-value-artifact: needs its sha256 and role; give all three or none")
    if success_dataset_root is not None and (backend == TOY or not success_dataset_root.is_dir()):
        raise UsageError(f"--success-dataset-root: expected a folder, and --backend {SEARCH}; found {success_dataset_root}")
    _require_packages(() if backend == TOY else ("torch", "transformers", "peft"))
    from reaprover.runtime.runtime import Runtime
    from reaprover.serve.app import ServiceConfig, make_app
    from reaprover.serve.gate import Token
    from reaprover.serve.premises import PremiseIndex
    from reaprover.serve.server import make_server, ready_line

    premises = None if premise_index is None else PremiseIndex.load(premise_index)
    made, served = (
        _toy()
        if backend == TOY
        else _model(
            _ModelChoice(
                tuple(release or ()),
                contract,
                model_path,
                *head,
                allow_other_base,
                device,
                dtype,
                gamma,
                max_post_update_kl,
                success_dataset_root,
            )
        )
    )
    runtime = Runtime(made, snapshot_root, experience_root=experience_root, max_resident=max_resident_sessions)
    config = ServiceConfig(
        token=Token(token),
        original=wire is Wire.ORIGINAL,
        top_k=top_k,
        request_s=request_timeout,
        max_open=max_connections,
        served=served,
        premises=premises,
    )

    def on_ready(bound_host: str, bound_port: int) -> None:
        typer.echo(ready_line(made.name, bound_host, bound_port, wire=wire.value))

    server = make_server(make_app(runtime, config), host, port, max_open=max_connections, on_ready=on_ready)
    server.run()
    if not server.started:
        raise UsageError(f"--port: {host}:{port} cannot be listened on; choose another port")


def _token(path: Path | None) -> str | None:
    """The bearer token; it never stands on a command line."""
    if path is None:
        return os.environ.get(API_KEY) or None
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--api-key-file: cannot be read ({type(error).__name__}); give a text file with the token") from None
    if not text or not text.isascii() or any(c.isspace() for c in text):
        raise UsageError("--api-key-file: holds no token; expected one word of ASCII characters")
    return text


def _require_safe(host: str, token: str | None, insecure: bool) -> None:
    try:
        is_local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_local = host == "localhost"
    if not is_local and token is None and not insecure:
        raise UsageError(f"--host: {host} can be reached by others and no token is set; set {API_KEY}, or give --insecure-no-auth")


def _require_packages(model: Sequence[str]) -> None:
    from importlib.util import find_spec

    if missing := [name for name in ("fastapi", "uvicorn", "prometheus_client") if find_spec(name) is None]:
        raise PrerequisiteError(f"packages {', '.join(missing)}: not installed, needed to serve; run: pip install 'reaprover[serve]'")
    if model:
        require_model_packages(model)


def _toy() -> tuple[Backend, tuple[Served, ...]]:
    from reaprover.runtime.toy import ToyBackend
    from reaprover.serve.app import Served

    backend = ToyBackend()
    backend.create("release:toy", None)
    facts: JsonObject = {"base_revision": None, "weights_sha256": None, "contract_sha256": backend.contract.sha256, "experience_id": None}
    return backend, (Served("toy", "release:toy", facts),)


def _model(choice: _ModelChoice) -> tuple[Backend, tuple[Served, ...]]:
    from reaprover.model.head_artifact import read_head_artifact
    from reaprover.model.loading import base_of
    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.runtime.model_backend import ModelBackend
    from reaprover.serve.app import Served
    from reaprover.snapshot import check_contract, load_release

    releases: list[Release] = []
    document: JsonObject | None = None
    if choice.contract is not None:
        value = parse_json(choice.contract.read_bytes())
        if not isinstance(value, dict):
            raise InputError(str(choice.contract), "is no contract", expected="a JSON object")
        document = value
    for path in choice.releases:
        releases.append(load_release(path, expected_contract=document))
        document = releases[0].contract.document
    if document is None:
        raise UsageError("--contract: is missing; give --release or --contract, they say what sessions and releases must agree with")
    checked = check_contract(document)
    if checked.backend != SEARCH:
        raise UsageError(f"--backend: {SEARCH} does not go with a contract of backend {checked.backend!r}")
    config = document["search_config"]
    assert isinstance(config, dict)
    if choice.gamma is not None and choice.gamma != config["gamma"]:
        raise UsageError(f"--gamma: found {choice.gamma}, expected {config['gamma']}, as the contract says")
    head = None
    if choice.head is not None:
        assert choice.head_sha256 is not None
        assert choice.head_role is not None
        head = read_head_artifact(choice.head, sha256=choice.head_sha256, role=choice.head_role, contract=checked).head
    options = ModelOptions(base=choice.base, allow_other_base=choice.allow_other_base, device=choice.device, dtype=choice.dtype)
    base = base_of(checked, options, choice.releases[0] if choice.releases else choice.contract or Path())
    model = PolicyValueModel(base, checked)
    served = []
    for release in releases:
        name = release.identity.experience_id
        model.create(f"release:{name}", Weights(release.adapter, release.value_head))
        facts: JsonObject = {
            "base_revision": base.revision,
            "weights_sha256": release.identity.weights_sha256,
            "contract_sha256": checked.sha256,
            "experience_id": name,
        }
        served.append(Served(name, f"release:{name}", facts))
    backend = ModelBackend(model, checked, head=head, max_post_update_kl=choice.max_post_update_kl, success_root=choice.success_root)
    return backend, tuple(served)
