"""Many clients at once, clients that go away, a server that is killed, a fuzzer of the OpenAPI document."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from reaprover.runtime.trajectories import TrajectoryStore

from ..runtime.bundles import THEOREM_ID, bundle, success_event
from .lean_client import decode
from .service import MESSAGES, Service, running, tiny_backend, toy_backend
from .test_life import search_event, toy_event


def event(event_id: str) -> dict[str, Any]:
    return {"event_id": event_id, "kind": "toy", "reward": 1}


def cut_off(service: Service, path: str, body: Any) -> None:
    """Send a request and go away without reading."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
        connection.sendall(head + data)


def test_a_thousand_mixed_requests_with_clients_that_go_away_lose_and_double_no_update(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:
        sessions = [f"s{number}" for number in range(4)]
        for session_id in sessions:
            service.post(f"/sessions/{session_id}", {"theorem_id": "t"}, expect=201)
        applied: dict[str, list[tuple[str, int]]] = {session_id: [] for session_id in sessions}
        sent: dict[str, set[str]] = {session_id: set() for session_id in sessions}
        lock, statuses = threading.Lock(), []

        def one(number: int) -> None:
            source = random.Random(number)
            session_id = source.choice(sessions)
            kind = source.choice(["policy", "value", "learn", "learn", "state", "health", "gone", "bad"])
            client = service.client
            path = f"/sessions/{session_id}"
            chat = {"messages": MESSAGES, "n": 2, "logprobs": True}
            if kind in ("policy", "value"):
                reply = client.post(f"{path}/{kind}/v1/chat/completions", json=chat)
                if reply.status_code == 200:
                    decode(reply.json())
            elif kind in ("learn", "gone"):
                version = client.get(f"{path}/state/v1").json().get("policy_version", 0)
                body = {"expected_policy_version": version, "event": event(f"e{number}")}
                with lock:
                    sent[session_id].add(f"e{number}")
                if kind == "gone":
                    cut_off(service, f"{path}/learn/v1", body)
                    return
                reply = client.post(f"{path}/learn/v1", json=body)
                if reply.status_code == 200:
                    with lock:
                        applied[session_id].append((f"e{number}", reply.json()["policy_version"]))
            elif kind == "state":
                reply = client.get(f"{path}/state/v1")
            elif kind == "bad":
                reply = client.post(f"{path}/policy/v1/chat/completions", content=b"{")
            else:
                reply = client.get("/health")
            with lock:
                statuses.append(reply.status_code)

        with ThreadPoolExecutor(32) as pool:
            list(pool.map(one, range(1000)))
        assert set(statuses) <= {200, 400, 409, 429}
        assert statuses.count(200) > 300
        final = {session_id: service.ask("GET", f"/sessions/{session_id}/state/v1")[1] for session_id in sessions}
    with running(tmp_path, toy_backend) as service:
        for session_id, state in final.items():
            known, state = state["event_receipts"], service.ask("GET", f"/sessions/{session_id}/state/v1")[1]
            receipts = state["event_receipts"]  # a learn whose client went away may have come after the first look
            assert {event_id: receipts[event_id] for event_id in known} == known
            assert state["policy_version"] == len(receipts) > 0
            assert sorted(r["response"]["policy_version"] for r in receipts.values()) == list(range(1, len(receipts) + 1))
            assert all(receipts[event_id]["response"]["policy_version"] == version for event_id, version in applied[session_id])
            assert set(receipts) <= sent[session_id]


def test_sixty_four_clients_at_once_meet_no_deadlock(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        barrier = threading.Barrier(64)

        def one(_: int) -> int:
            barrier.wait(30)
            return service.client.post("/sessions/s1/policy/v1/chat/completions", json={"messages": MESSAGES}).status_code

        with ThreadPoolExecutor(64) as pool:
            assert set(pool.map(one, range(64))) == {200}


@pytest.mark.slow
def test_ten_thousand_requests_leave_memory_and_open_files_as_they_were(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        process, chat = psutil.Process(), {"messages": MESSAGES}

        def ask(number: int) -> None:
            for _ in range(number):
                assert service.client.post("/sessions/s1/value/v1/chat/completions", json=chat).status_code == 200
                assert service.client.post("/sessions/s9/value/v1/chat/completions", json=chat).status_code == 404

        ask(500)
        service.log.text = ""
        before, files = process.memory_info().rss, process.num_fds()
        ask(5000)
        service.log.text = ""
        assert process.memory_info().rss - before < 16 << 20
        assert process.num_fds() <= files + 2


def start(root: Path) -> tuple[subprocess.Popen[str], str]:
    """The program itself, listening."""
    command = [sys.executable, "-m", "reaprover", "serve", "--backend", "toy", "--port", "0"]
    command += ["--snapshot-root", str(root / "snapshots"), "--experience-root", str(root / "experiences")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {"REAPROVER_API_KEY": ""}
    )
    assert process.stdout is not None
    ready = json.loads(process.stdout.readline())
    assert ready["ready"] is True
    return process, f"http://{ready['host']}:{ready['port']}"


def test_a_killed_server_comes_back_with_every_event_that_it_acknowledged(tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}
    for round_number in range(3):
        process, url = start(tmp_path)
        try:
            with httpx.Client(base_url=url, timeout=30) as client:
                if round_number == 0:
                    client.post("/sessions/s1", json={}).raise_for_status()
                state = client.get("/sessions/s1/state/v1").json()
                for event_id, version in acknowledged.items():
                    assert state["event_receipts"][event_id]["response"]["policy_version"] == version
                assert state["policy_version"] == len(state["event_receipts"]) <= len(acknowledged) + round_number
                killer = threading.Timer(0.15 + 0.1 * round_number, process.kill)
                killer.start()
                version = state["policy_version"]
                with contextlib.suppress(httpx.TransportError):
                    while True:
                        body = {"expected_policy_version": version, "event": event(f"r{round_number}.{version}")}
                        receipt = client.post("/sessions/s1/learn/v1", json=body).json()
                        version = receipt["policy_version"]
                        acknowledged[receipt["event_id"]] = version
                killer.join()
            assert process.wait(30) == -signal.SIGKILL
        finally:
            process.kill()
            process.communicate()
    assert acknowledged


def test_the_program_ends_in_order_on_sigterm_and_refuses_what_is_unsafe(tmp_path: Path) -> None:
    process, url = start(tmp_path)
    assert httpx.get(f"{url}/health").json()["ok"] is True
    process.terminate()
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    base = [sys.executable, "-m", "reaprover", "serve", "--backend", "toy", "--port", "0", "--snapshot-root", str(tmp_path / "x")]
    environment = {key: value for key, value in os.environ.items() if key != "REAPROVER_API_KEY"}
    for options, expected in (
        (["--host", "0.0.0.0"], "can be reached by others"),
        (["--backend", "verified-replay"], "not offered"),
        (["--max-post-update-kl", "0"], "--max-post-update-kl"),
        (["--categorical-value-artifact", "x"], "all three or none"),
    ):
        done = subprocess.run([*base, *options], capture_output=True, text=True, timeout=60, env=environment, check=False)
        assert done.returncode == 2
        assert expected in done.stderr
        assert done.stdout == ""


FUZZED = [pytest.param("toy", 40, id="toy"), pytest.param("tiny", 30, id="tiny", marks=pytest.mark.model)]


def small(body: Any) -> None:
    """Let a generated request that is valid ask for little: the fuzzer looks for errors, not for load."""
    if isinstance(body, dict):
        for key, most in (("n", 2), ("max_tokens", 3), ("max_completion_tokens", 3)):
            value = body.get(key)
            if (key in body or key == "max_tokens") and (value is None or (type(value) is int and 1 <= value <= 8192)):
                body[key] = most


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # the fuzzer's own libraries warn
@pytest.mark.parametrize(("kind", "num_examples"), FUZZED)
def test_a_fuzzer_of_the_openapi_document_finds_no_server_error(tmp_path: Path, kind: str, num_examples: int) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, settings

    store = TrajectoryStore(tmp_path / "successes")
    store.publish(bundle())

    def make_backend() -> Any:
        return toy_backend() if kind == "toy" else tiny_backend(success_root=tmp_path / "successes")

    with running(tmp_path, make_backend) as service:
        for session_id in ("s1", "s2"):
            service.post(f"/sessions/{session_id}", {"theorem_id": THEOREM_ID}, expect=201)
        schema = schemathesis.openapi.from_url(f"{service.url}/openapi.json")
        seen: dict[int, int] = {}
        source = random.Random(1)

        found = list(schema.get_all_operations())
        assert len(found) >= 20
        for result in found:
            operation = result.ok()

            @settings(
                max_examples=num_examples,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.explicit, Phase.generate],
            )
            @schemathesis_given(operation)
            def run(case: Any) -> None:
                seen[-1] = seen.get(-1, 0) + 1
                if seen[-1] % 2 and "session_id" in (case.path_parameters or {}):
                    case.path_parameters["session_id"] = "s1"
                small(case.body)
                if case.path.endswith("/learn/v1") and isinstance(case.body, dict) and source.random() < 0.7:
                    case.body = {"expected_policy_version": 0, "event": mutated(kind, source)}
                reply = case.call()
                seen[reply.status_code] = seen.get(reply.status_code, 0) + 1
                assert reply.status_code < 500, (case.method, case.path, reply.text[:500])

            run()
        assert seen.get(200, 0) > 50
        assert service.ask("GET", "/health")[1]["ok"] is True


def mutated(kind: str, source: random.Random) -> Any:
    """A learning event that is right but for one field, or two."""
    document: Any = toy_event("s1", 0) if kind == "toy" else search_event("s1", 0)
    if kind != "toy" and source.random() < 0.4:
        document = success_event(bundle())
    odd = [None, True, -1, 0, 1.5, 1e300, -1e300, 2**53, "", " ", "s1", "\x00", "\ud7ff" * 70, [], {}, [[]], [{}], {"a": 1}]
    nodes = [document]
    if kind != "toy" and "backup" in document:
        nodes += [document["backup"], document["candidates"][0]]
    for _ in range(source.randint(1, 2)):
        node = source.choice(nodes)
        node[source.choice(sorted(node))] = source.choice(odd)
    return document


def schemathesis_given(operation: Any) -> Any:
    from hypothesis import given

    return given(case=operation.as_strategy())
