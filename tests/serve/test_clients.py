"""The clients that people have: the REAP Lean tactic's bytes, curl's habits, the openai package, our own evaluator."""

from __future__ import annotations

import json
import math
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .lean_client import HEADERS, REQUEST, decode
from .service import MESSAGES, PROMPT, Service, running, tiny_backend, toy_backend

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:openai")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("toy"), toy_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        yield service


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("tiny"), tiny_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        yield service


def lean_request(n: int = 6, max_tokens: int = 8) -> bytes:
    """What the tactic's client writes, byte for byte: compact, exact decimals, non-ASCII as itself."""
    return REQUEST.format(prompt=json.dumps(PROMPT, ensure_ascii=False), n=n, max_tokens=max_tokens).encode()


@pytest.mark.model
@pytest.mark.parametrize("prefix", ["/sessions/s1", ""])
def test_the_requests_of_the_lean_tactic_are_answered_in_the_form_that_it_decodes(tiny: Service, prefix: str) -> None:
    reply = tiny.client.post(f"{prefix}/policy/v1/chat/completions", content=lean_request(), headers=HEADERS)
    assert reply.status_code == 200
    decoded = decode(reply.json())
    assert [choice.index for choice in decoded.choices] == list(range(6))
    assert decoded.id.startswith("chatcmpl-")
    for choice, raw in zip(decoded.choices, reply.json()["choices"], strict=True):
        assert choice.logprobs is not None
        assert choice.logprobs.content
        assert all(entry.logprob <= 0 for entry in choice.logprobs.content)
        assert choice.message.content == choice.message.content.strip()
        assert raw["finish_reason"] in ("stop", "length")
        if raw["finish_reason"] == "length":
            assert len(choice.logprobs.content) == 8
    value = tiny.client.post(f"{prefix}/value/v1/chat/completions", content=lean_request(n=1), headers=HEADERS)
    (choice,) = decode(value.json()).choices
    assert choice.logprobs is None
    assert 1 <= json.loads(choice.message.content)["score"] <= 64
    assert choice.message.content == json.dumps(json.loads(choice.message.content), separators=(",", ":"))


@pytest.mark.model
def test_values_of_the_release_are_the_golden_ones(tiny: Service) -> None:
    reply = tiny.post("/value/v1/chat/completions", {"messages": MESSAGES})
    assert json.loads(reply["choices"][0]["message"]["content"])["score"] == pytest.approx(46.98421, abs=2e-3)
    reply = tiny.post("/v1/chat/completions", {"messages": MESSAGES, "model": "tiny:value"})
    assert json.loads(reply["choices"][0]["message"]["content"])["score"] == pytest.approx(46.98421, abs=2e-3)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the tactic's client calls curl, which is not here")
def test_curl_with_a_long_body_gets_its_answer_without_waiting_for_a_second(toy: Service) -> None:
    body = REQUEST.format(prompt=json.dumps("x" * 100_000), n=2, max_tokens=8)
    command = ["curl", "-sS", "-X", "POST", f"{toy.url}/sessions/s1/policy/v1/chat/completions", "-m", "20"]
    for name, value in HEADERS.items():
        command += ["-H", f"{name}: {value}"]
    command += ["-H", "Expect: 100-continue", "-w", "\n%{time_total}", "-d", body]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    document, _, seconds = done.stdout.rpartition("\n")
    assert len(decode(json.loads(document)).choices) == 2
    assert float(seconds) < 0.9  # curl waits a second for a 100 that does not come


def exchange(service: Service, *parts: bytes, read_all: bool = True) -> bytes:
    """Send parts over one connection; everything that comes back until the server is silent or closes."""
    received = b""
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
        for part in parts:
            connection.sendall(part)
        connection.shutdown(socket.SHUT_WR)
        while read_all and (block := connection.recv(65536)):
            received += block
    return received


def test_a_hundred_continue_is_sent_at_once_and_pipelined_requests_are_answered_in_order(toy: Service) -> None:
    body = b'{"messages":[{"role":"user","content":"x"}]}'
    head = b"POST /sessions/s1/value/v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    head %= len(body)
    with socket.create_connection(("127.0.0.1", toy.port), timeout=10) as connection:
        connection.sendall(head + b"Expect: 100-continue\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert b"200 OK" in connection.recv(4096)
    ask = b"GET /sessions/%s/state/v1 HTTP/1.1\r\nHost: x\r\n\r\n"
    received = exchange(toy, ask % b"s1" + ask % b"s9" + b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]] == [200, 404, 404]


def test_headers_that_are_too_large_and_requests_that_are_none_are_refused(toy: Service) -> None:
    long = exchange(toy, b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 20_000 + b"\r\n\r\n")
    assert long.split(b" ")[1] in (b"431", b"400")  # whole, or cut by the parser
    assert b" 400 " in exchange(toy, b"\x00\x01\x02 nonsense\r\n\r\n").split(b"\r\n")[0]
    assert toy.ask("GET", "/health")[0] == 200


def test_a_body_that_comes_too_slowly_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, body_s=0.2) as service:
        head = b"POST /sessions/s1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
            connection.sendall(head)
            assert b" 408 " in connection.recv(4096).split(b"\r\n")[0]
        assert service.ask("GET", "/sessions")[1] == {"sessions": []}


@pytest.mark.model
def test_the_openai_client_lists_models_and_gets_completions(tiny: Service) -> None:
    import openai

    with openai.OpenAI(base_url=f"{tiny.url}/v1", api_key="any", max_retries=0) as client:
        assert [model.id for model in client.models.list()] == ["tiny", "tiny:value"]
        messages: Any = MESSAGES
        options: Any = {"model": "tiny", "messages": messages, "n": 2, "max_tokens": 5, "temperature": 0.9, "logprobs": True, "seed": 7}
        reply = client.chat.completions.create(**options, top_logprobs=2)
        assert [choice.index for choice in reply.choices] == [0, 1]
        assert reply.usage is not None
        assert reply.usage.total_tokens == reply.usage.prompt_tokens + reply.usage.completion_tokens
        listed = reply.choices[0].logprobs
        assert listed is not None
        assert listed.content is not None
        for entry in listed.content:
            assert entry.logprob <= 0
            assert len(entry.top_logprobs) == 2
            assert bytes(entry.bytes or []).decode(errors="replace") == entry.token
        again = client.chat.completions.create(**options, top_logprobs=2)
        assert [c.message.content for c in again.choices] == [c.message.content for c in reply.choices]
        only = client.chat.completions.create(**options)
        assert only.choices[0].logprobs is not None
        assert only.choices[0].logprobs.content is not None
        assert all(entry.top_logprobs == [] for entry in only.choices[0].logprobs.content)
        text = client.completions.create(model="tiny", prompt=PROMPT, max_tokens=1, logprobs=3, n=2)
        assert text.choices[0].finish_reason in ("length", "stop")
        assert text.choices[0].logprobs is not None
        assert len(text.choices[0].logprobs.token_logprobs or []) == 1
        for wrong, kind in ({"model": "gpt"}, openai.NotFoundError), ({"n": 65}, openai.BadRequestError):
            with pytest.raises(kind) as caught:
                client.chat.completions.create(**(options | wrong))
            assert caught.value.body is not None
        with pytest.raises(openai.BadRequestError, match="stream"):
            client.chat.completions.create(**options, stream=True)


@pytest.mark.model
@pytest.mark.parametrize("where", ["/sessions/s1", "", "/v1"])
def test_our_own_evaluator_accepts_every_address_of_the_service(tiny: Service, where: str) -> None:
    from reaprover.core import Observation
    from reaprover.model.remote import RemoteEvaluator
    from reaprover.model.sampling import Sampling

    with RemoteEvaluator(tiny.url + where, sampling=Sampling(max_tokens=6)) as evaluator:
        (evaluation,) = evaluator.evaluate([Observation(key="k", goals=("⊢ True",), num_candidates=4)])
        assert evaluation.candidates
        assert -64 <= evaluation.value <= -1
        assert all(c.logprob <= 0 and math.isfinite(c.logprob) for c in evaluation.candidates)


@pytest.mark.model
def test_policy_replies_are_those_of_the_model_asked_directly(tiny: Service) -> None:
    from reaprover.model.sampling import Sampling

    body = {"messages": MESSAGES, "model": "tiny", "n": 3, "max_tokens": 6, "temperature": 0.99, "logprobs": True, "seed": 11}
    reply = tiny.post("/v1/chat/completions", body)
    model = tiny.runtime.backend.model  # type: ignore[attr-defined]  # the test knows which backend this is
    answer = model.generate("release:tiny", PROMPT, Sampling(num_samples=3, max_tokens=6), seed=11)
    assert [choice["message"]["content"] for choice in reply["choices"]] == [sample.content for sample in answer.samples]
    for choice, sample in zip(reply["choices"], answer.samples, strict=True):
        assert [entry["logprob"] for entry in choice["logprobs"]["content"]] == list(sample.logprobs)
        scored = model.score("release:tiny", PROMPT, sample.token_ids)
        assert scored == pytest.approx(sample.logprobs, abs=1e-4)
