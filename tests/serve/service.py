"""A service in this process on a real socket, and requests to it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from reaprover.model.prompt import reap_prompt
from reaprover.runtime.runtime import Runtime
from reaprover.runtime.toy import ToyBackend
from reaprover.serve.app import Served, ServiceConfig, make_app
from reaprover.serve.gate import Log
from reaprover.serve.server import make_server

DATA = Path(__file__).parent.parent / "data"
RELEASE = DATA / "releases" / "tiny-torch-2.13"
PROMPT = reap_prompt(["⊢ True"])
MESSAGES = [{"role": "user", "content": PROMPT}]


class Lines:
    """Collects what is logged."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text


@dataclass
class Service:
    """A running service."""

    client: httpx.Client
    runtime: Runtime
    url: str
    port: int
    log: Lines

    def ask(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        """Status and parsed body."""
        more = {} if body is None else {"json": body}
        reply = self.client.request(method, path, **more, **options)
        assert int(reply.headers["content-length"]) == len(reply.content)
        assert reply.headers["content-type"] == "application/json; charset=utf-8"
        return reply.status_code, reply.json()

    def post(self, path: str, body: Any = None, *, expect: int = 200) -> Any:
        """The body of a reply that has this status."""
        status, document = self.ask("POST", path, {} if body is None else body)
        assert status == expect, document
        return document


def toy_backend() -> tuple[Any, tuple[Served, ...]]:
    """The toy, also served read-only."""
    backend = ToyBackend()
    backend.create("release:toy", None)
    return backend, (Served("toy", "release:toy", {"base_revision": None}),)


def tiny_backend(**options: Any) -> tuple[Any, tuple[Served, ...]]:
    """The golden tiny model, its release served read-only."""
    import torch

    from reaprover.model.policy_value import PolicyValueModel, Weights
    from reaprover.model.tiny import tiny_base
    from reaprover.runtime.model_backend import ModelBackend
    from reaprover.snapshot import load_release

    torch.set_num_threads(1)
    release = load_release(RELEASE)
    model = PolicyValueModel(tiny_base(), release.contract)
    model.create("release:tiny", Weights(release.adapter, release.value_head))
    backend = ModelBackend(model, release.contract, **options)
    return backend, (Served("tiny", "release:tiny", {"weights_sha256": release.identity.weights_sha256}),)


@contextmanager
def running(
    root: Path,
    make_backend: Callable[[], tuple[Any, tuple[Served, ...]]] = toy_backend,
    *,
    runtime_options: Any = None,
    head_s: float = 30.0,
    **config: Any,
) -> Iterator[Service]:
    """A service on a free port; ends in order."""
    backend, served = make_backend()
    runtime = Runtime(backend, root / "snapshots", experience_root=root / "experiences", **(runtime_options or {}))
    lines, ready = Lines(), threading.Event()
    app = make_app(runtime, ServiceConfig(served=served, log=Log(lines), **config))
    server = make_server(app, "127.0.0.1", 0, max_open=config.get("max_open", 64), head_s=head_s, on_ready=lambda *_: ready.set())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert ready.wait(30)
    assert server.address is not None
    url = f"http://127.0.0.1:{server.address[1]}"
    with httpx.Client(base_url=url, timeout=60) as client:
        try:
            yield Service(client, runtime, url, server.address[1], lines)
        finally:
            client.close()
            server.should_exit = True
            thread.join(60)
            assert not thread.is_alive()
