"""Bad and odd requests: each has its status, class and body keys, and none decodes as an answer for the Lean client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from .lean_client import decode
from .service import MESSAGES, Service, running, toy_backend

CHAT = {"messages": MESSAGES}
EVENT = {"event_id": "e1", "kind": "toy", "reward": 1}
P, L, S = "/sessions/s1/policy/v1/chat/completions", "/sessions/s1/learn/v1", "/sessions/s1/snapshot/v1"
JSON = {"Content-Type": "application/json"}


def deep(levels: int) -> bytes:
    return b'{"a":' + b"[" * levels + b"]" * levels + b"}"


# name → method, path, body (bytes as they are, else JSON), headers, status, class
SHAPES: dict[str, tuple[str, str, Any, dict[str, str], int, str]] = {
    "no JSON": ("POST", P, b"{", JSON, 400, "ValueError"),
    "a list": ("POST", P, [], {}, 400, "ValueError"),
    "a duplicate key": ("POST", L, b'{"event":{},"event":{}}', JSON, 400, "ValueError"),
    "NaN": ("POST", P, b'{"temperature":NaN}', JSON, 400, "ValueError"),
    "overflow": ("POST", P, b'{"temperature":1e999}', JSON, 400, "ValueError"),
    "too deep": ("POST", P, deep(70), JSON, 400, "ValueError"),
    "no UTF-8": ("POST", P, b'{"model":"\xff"}', JSON, 400, "ValueError"),
    "another media type": ("POST", P, b"{}", {"Content-Type": "text/plain"}, 415, "UnsupportedMediaType"),
    "too large": ("POST", P, b'{"a":"' + b"x" * (8 << 20) + b'"}', JSON, 413, "RequestTooLarge"),
    "no messages": ("POST", P, {}, {}, 400, "ValueError"),
    "messages that are none": ("POST", P, {"messages": "hi"}, {}, 400, "ValueError"),
    "an unknown role": ("POST", P, {"messages": [{"role": "king", "content": "x"}]}, {}, 400, "ValueError"),
    "content in parts": ("POST", P, {"messages": [{"role": "user", "content": [{"type": "text"}]}]}, {}, 400, "ValueError"),
    "n of 0": ("POST", P, CHAT | {"n": 0}, {}, 400, "ValueError"),
    "n of true": ("POST", P, CHAT | {"n": True}, {}, 400, "ValueError"),
    "n of 65": ("POST", P, CHAT | {"n": 65}, {}, 400, "ValueError"),
    "max_tokens of 8193": ("POST", P, CHAT | {"max_tokens": 8193}, {}, 400, "ValueError"),
    "a negative temperature": ("POST", P, CHAT | {"temperature": -1}, {}, 400, "ValueError"),
    "logprobs as a number": ("POST", P, CHAT | {"logprobs": 1}, {}, 400, "ValueError"),
    "streaming": ("POST", P, CHAT | {"stream": True}, {}, 400, "ValueError"),
    "an empty model name": ("POST", P, CHAT | {"model": ""}, {}, 400, "ValueError"),
    "an unknown session": ("POST", P.replace("s1", "s9"), CHAT, {}, 404, "SessionNotFoundError"),
    "a bad request to an unknown session": ("POST", P.replace("s1", "s9"), {}, {}, 400, "ValueError"),
    "a malformed session id": ("POST", "/sessions/a%20b", {}, {}, 400, "InvalidIdentifierError"),
    "a session id of 65 characters": ("POST", "/sessions/" + "a" * 65, {}, {}, 400, "InvalidIdentifierError"),
    "an unknown key at creation": ("POST", "/sessions/s2", {"theorem": "t"}, {}, 400, "ValueError"),
    "a session that exists": ("POST", "/sessions/s1", {}, {}, 409, "DuplicateSessionError"),
    "an actor on this backend": ("POST", "/sessions/s2", {"role": "actor"}, {}, 400, "ValueError"),
    "an experience without a theorem": ("POST", "/sessions/s2", {"experience_id": "exp-1"}, {}, 400, "ValueError"),
    "another contract": ("POST", "/sessions/s2", {"expected_initialization_contract_sha256": "0" * 64}, {}, 400, "ValueError"),
    "an experience that is not there": (
        "POST",
        "/sessions/s2",
        {"theorem_id": "t", "experience_id": "e"},
        {},
        422,
        "SnapshotNotFoundError",
    ),
    "a version that is a float": ("POST", L, {"expected_policy_version": 0.0, "event": EVENT}, {}, 400, "ValueError"),
    "a version that is true": ("POST", L, {"expected_policy_version": False, "event": EVENT}, {}, 400, "ValueError"),
    "a stale version": ("POST", L, {"expected_policy_version": 3, "event": EVENT}, {}, 409, "VersionConflictError"),
    "an event that is a list": ("POST", L, {"expected_policy_version": 0, "event": []}, {}, 400, "ValueError"),
    "an event without an id": ("POST", L, {"expected_policy_version": 0, "event": {"reward": 1}}, {}, 400, "InvalidIdentifierError"),
    "an event of another kind": ("POST", L, {"expected_policy_version": 0, "event": EVENT | {"kind": "x"}}, {}, 400, "ValueError"),
    "a snapshot name with a slash": ("POST", S, {"name": "a/b"}, {}, 400, "InvalidIdentifierError"),
    "a snapshot name that is a number": ("POST", S, {"name": 1}, {}, 400, "ValueError"),
    "a seal of a session without a theorem": ("POST", S, {"name": "a", "for_experience": True}, {}, 400, "ValueError"),
    "a snapshot that exists": ("POST", S, {"name": "taken"}, {}, 409, "FileExistsError"),
    "a restore of nothing": ("POST", "/sessions/s1/restore/v1", {"name": "none"}, {}, 422, "SnapshotNotFoundError"),
    "retire with another key": ("POST", "/sessions/s1/retire/v1", {"name": "a"}, {}, 400, "ValueError"),
    "no retirement": ("GET", "/sessions/s1/retire/v1", None, {}, 404, "SessionNotFoundError"),
    "an unknown action": ("POST", "/sessions/s1/dance/v1", {}, {}, 404, "not_found"),
    "an unknown path": ("GET", "/nowhere", None, {}, 404, "not_found"),
    "a known path with another known method": ("DELETE", "/health", None, {}, 404, "not_found"),
    "another method": ("PUT", "/sessions/s1", {}, {}, 405, "MethodNotAllowed"),
    "no premises": ("POST", "/premises/v1", {"query": "", "num_results": 3}, {}, 400, "ValueError"),
    "too many premises": ("POST", "/premises/v1", {"query": "a", "num_results": 257}, {}, 400, "ValueError"),
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("service"), toy_backend) as found:
        found.post("/sessions/s1", {}, expect=201)
        found.post(S, {"name": "taken"}, expect=201)
        yield found


@pytest.mark.parametrize("name", SHAPES)
def test_a_bad_request_gets_its_status_and_changes_nothing(service: Service, name: str) -> None:
    method, path, body, headers, status, kind = SHAPES[name]
    before = service.ask("GET", "/sessions")[1], service.ask("GET", "/sessions/s1/state/v1")[1]
    more = {} if body is None else {"content": body} if isinstance(body, bytes) else {"json": body}
    reply = service.client.request(method, path, headers=headers, **more)
    document = reply.json()
    assert (reply.status_code, document["error"]) == (status, kind), document
    assert set(document) - {"code"} == ({"error"} if kind == "not_found" else {"error", "message"})
    assert reply.headers["content-type"] == "application/json; charset=utf-8"
    with pytest.raises(ValidationError):
        decode(document)
    assert (service.ask("GET", "/sessions")[1], service.ask("GET", "/sessions/s1/state/v1")[1]) == before


OPENAI: dict[str, tuple[Any, int, str | None]] = {
    "no model": ({"messages": MESSAGES}, 400, "model"),
    "an unknown model": ({"messages": MESSAGES, "model": "gpt"}, 404, "model"),
    "streaming": ({"messages": MESSAGES, "model": "toy", "stream": True}, 400, "stream"),
    "tools": ({"messages": MESSAGES, "model": "toy", "tools": [{}]}, 400, "tools"),
    "a response format": ({"messages": MESSAGES, "model": "toy", "response_format": {"type": "text"}}, 400, "response_format"),
    "a penalty": ({"messages": MESSAGES, "model": "toy", "presence_penalty": 0.5}, 400, "presence_penalty"),
    "an unknown parameter": ({"messages": MESSAGES, "model": "toy", "best_of": 3}, 400, "best_of"),
    "top_logprobs without logprobs": ({"messages": MESSAGES, "model": "toy", "top_logprobs": 2}, 400, "top_logprobs"),
    "five stop texts": ({"messages": MESSAGES, "model": "toy", "stop": ["a"] * 5}, 400, "stop"),
    "top_p of 0": ({"messages": MESSAGES, "model": "toy", "top_p": 0}, 400, "top_p"),
    "a seed that is a text": ({"messages": MESSAGES, "model": "toy", "seed": "1"}, 400, "seed"),
}


@pytest.mark.parametrize("name", OPENAI)
def test_a_bad_openai_request_names_its_parameter(service: Service, name: str) -> None:
    body, status, param = OPENAI[name]
    found, document = service.ask("POST", "/v1/chat/completions", body)
    assert found == status
    assert set(document) == {"error"}
    assert set(document["error"]) == {"message", "type", "param", "code"}
    assert document["error"]["param"] == param
    assert document["error"]["type"] == "invalid_request_error"
    with pytest.raises(ValidationError):
        decode(document)


def test_neutral_values_of_what_is_not_offered_are_accepted(service: Service) -> None:
    body = {"messages": MESSAGES, "model": "toy", "stream": False, "tools": None, "presence_penalty": 0, "logit_bias": {}}
    assert service.ask("POST", "/v1/chat/completions", body)[0] == 200
    status, document = service.ask("POST", "/v1/completions", {"prompt": "x", "model": "toy", "echo": True, "max_tokens": 1})
    assert (status, document["error"]["param"]) == (400, "echo")
    status, document = service.ask("POST", "/v1/completions", {"prompt": "x", "model": "toy", "max_tokens": 0, "logprobs": 10})
    assert (status, document["error"]["param"]) == (400, "max_tokens")


def test_the_order_of_checks_of_a_learn_is_that_of_the_specification(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:

        def learn(expected: int, **changes: Any) -> tuple[int, str]:
            status, document = service.ask("POST", L, {"expected_policy_version": expected, "event": EVENT | changes})
            return status, document.get("error", "")

        assert learn(0) == (404, "SessionNotFoundError")
        service.post("/sessions/s1", {"theorem_id": "t"}, expect=201)
        assert learn(0) == (200, "")
        assert learn(7) == (200, "")  # idempotency comes before the version
        assert learn(7, reward=2) == (409, "EventConflictError")  # and so does the conflict
        assert learn(7, event_id="e2", kind="x") == (409, "VersionConflictError")  # the version before the event
        assert learn(1, event_id="e2", kind="x") == (400, "ValueError")
        assert service.ask("GET", "/sessions/s1/state/v1")[1]["policy_version"] == 1
        service.post(S, {"name": "sealed", "for_experience": True}, expect=201)
        assert learn(0) == (400, "ValueError")  # completed comes before idempotency
        assert service.ask("POST", "/sessions/s1/restore/v1", {"name": "sealed"})[0] == 400


def test_publishing_wants_the_source_of_the_seal_and_a_passed_check(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend) as service:
        service.post("/sessions/s1", {"theorem_id": "t"}, expect=201)
        assert service.ask("POST", S, {"name": "early", "for_experience": True})[0] == 400  # nothing learnt
        service.post(L, {"expected_policy_version": 0, "event": EVENT})
        service.post(S, {"name": "plain"}, expect=201)
        source = service.post(S, {"name": "sealed", "for_experience": True}, expect=201)["source"]
        good = {"kind": "local-mechanism", "completed": True, "passed": True, "evidence_sha256": "0" * 64, "source": source}
        bad: list[dict[str, Any]] = [
            {"passed": False},
            {"completed": 1},
            {"kind": "hearsay"},
            {"evidence_sha256": "A" * 64},
            {"source": source | {"policy_version": 1.0}},
            {"source": source | {"theorem_id": "u"}},
            {"more": 1},
        ]
        body = {"snapshot": "sealed", "experience_id": "exp-1", "acceptance": good}
        for changes in bad:
            status, document = service.ask("POST", "/sessions/s1/experience/v1", body | {"acceptance": good | changes})
            assert (status, document["error"]) == (400, "ValueError"), changes
        assert service.ask("POST", "/sessions/s1/experience/v1", body | {"snapshot": "plain"})[0] == 400
        assert not list((tmp_path / "experiences").iterdir())
        service.ask("DELETE", "/sessions/s1")
        service.post("/sessions/s1/experience/v1", body, expect=201)  # needs no live session


def test_a_full_service_refuses_new_sessions_and_a_deleted_id_is_free_again(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, runtime_options={"max_resident": 1}) as service:
        service.post("/sessions/s1", {}, expect=201)
        assert service.ask("POST", "/sessions/s2", {})[0] == 400
        assert service.ask("POST", "/sessions/s1", {})[0] == 409  # the id comes before the capacity
        service.ask("DELETE", "/sessions/s1")
        service.post("/sessions/s2", {}, expect=201)


def test_the_original_wire_answers_as_before(tmp_path: Path) -> None:
    with running(tmp_path, toy_backend, original=True) as service:
        service.post("/sessions/s1", {}, expect=201)
        service.post(S, {"name": "a"}, expect=201)
        assert service.ask("POST", S, {"name": "a"})[0] == 500
        assert service.ask("POST", "/nowhere", {}) == (400, {"error": "not_found"})
        assert service.ask("GET", "/nowhere") == (404, {"error": "not_found"})
        reply = service.post(P, CHAT | {"logprobs": True})
        assert set(reply) == {"id", "object", "created", "model", "policy_version", "choices"}
        assert set(reply["choices"][0]) == {"index", "message", "finish_reason", "logprobs"}
        decode(reply)


TOKEN = "correct-horse"
ROUTES = [
    ("GET", "/initialization-contract"),
    ("GET", "/sessions"),
    ("GET", "/sessions/s1/state/v1"),
    ("GET", "/sessions/s1/retire/v1"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/docs"),
    ("GET", "/v1/models"),
    ("GET", "/nowhere"),
    ("DELETE", "/sessions/s1"),
    *(("POST", f"/sessions/s1{action}") for action in ("", "/learn/v1", "/snapshot/v1", "/experience/v1", "/restore/v1", "/retire/v1")),
    *(("POST", path) for path in (P, P.replace("policy", "value"), "/policy/v1/chat/completions", "/value/v1/chat/completions")),
    *(("POST", path) for path in ("/v1/chat/completions", "/v1/completions", "/premises/v1")),
]


def test_every_route_wants_the_token_and_no_log_holds_it(tmp_path: Path) -> None:
    from reaprover.serve.gate import Token

    with running(tmp_path, toy_backend, token=Token(TOKEN)) as service:
        for header in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Authorization": f"Basic {TOKEN}"}):
            for method, path in ROUTES:
                reply = service.client.request(method, path, headers=header)
                assert reply.status_code == 401, (method, path)
                assert TOKEN not in reply.text
                with pytest.raises(ValidationError):
                    decode(reply.json())
            assert service.ask("GET", "/health", headers=header) == (200, {"ok": True, "backend": "toy"})
        right = {"Authorization": f"Bearer {TOKEN}"}
        for method, path in ROUTES:
            assert service.client.request(method, path, headers=right).status_code != 401, (method, path)
        assert "reaprover" in service.ask("GET", "/health", headers=right)[1]
        body = {"query": "⊢ True", "num_results": 3}
        assert service.ask("POST", f"/premises/v1/{TOKEN}", body) == (200, [])
        assert service.ask("POST", "/premises/v1/wrong", body)[0] == 401
        assert service.ask("POST", f"/premises/v1/{TOKEN}", {"query": 1, "num_results": 3})[0] == 400
        assert TOKEN not in service.log.text
        assert service.log.text


def test_errors_are_logged_as_json_lines_without_prompts(tmp_path: Path) -> None:
    secret = "the goal that nobody else may read"
    with running(tmp_path, toy_backend) as service:
        service.post("/sessions/s1", {}, expect=201)
        chat = {"messages": [{"role": "user", "content": secret}]}
        service.post(P, chat)
        service.ask("POST", P, chat | {"n": 0})
        service.ask("POST", P, {"messages": secret})
        service.ask("POST", L, {"expected_policy_version": 0, "event": {"event_id": "e", "kind": secret}})
        service.ask("POST", "/sessions/s9/policy/v1/chat/completions", chat)
    lines = [json.loads(line) for line in service.log.text.splitlines()]
    assert len(lines) == 4
    for line in lines:
        assert set(line) == {"event", "time_unix", "method", "session_id", "action", "status", "error", "message"}
        assert line["event"] == "gpu_http_error"
    assert {line["session_id"] for line in lines} == {"s1", "s9"}
    assert secret not in "".join(line["message"] for line in lines if line["action"] != "learn")


def test_premises_are_a_function_of_index_query_and_number(tmp_path: Path) -> None:
    from reaprover.errors import InputError
    from reaprover.serve.premises import PremiseIndex

    names = {"Nat.add_comm": "∀ (n m : ℕ), n + m = m + n", "Nat.succ_pos": "∀ (n : ℕ), 0 < n.succ", "True.intro": "True"}
    path = tmp_path / "index.jsonl"
    path.write_text("".join(json.dumps({"formal_name": n, "formal_statement": s}) + "\n" for n, s in names.items()), encoding="utf-8")
    with running(tmp_path, toy_backend, premises=PremiseIndex.load(path)) as service:
        body = {"query": "n m : ℕ\n⊢ n + m = m + n", "num_results": 2}
        found = service.post("/premises/v1", body)
        assert found[0] == {"formal_name": "Nat.add_comm", "formal_statement": names["Nat.add_comm"]}
        assert len(found) == 2
        assert service.post("/premises/v1", body) == found
        assert service.post("/premises/v1", body | {"num_results": 0}) == []
    path.write_text('{"formal_name": "a"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"index.jsonl, line 1"):
        PremiseIndex.load(path)
