"""Servers on a real socket: an OpenAI-compatible one with chosen faults, and our own wire, both without any model."""

from __future__ import annotations

import json
import math
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Any]
PROBABILITIES = {" rfl": 0.6, " simp": 0.3, " omega": 0.1}
END = "<|end|>"


@contextmanager
def serving(answer_fn: Callable[[str, str, dict[str, Any], dict[str, str]], Answer]) -> Iterator[str]:
    """Serve `answer_fn(method, path, body, headers)` on a free port; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else {}
            status, document = answer_fn(self.command, self.path, body, dict(self.headers))
            data = document if isinstance(document, bytes) else json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815  # the library's names

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def openai_server(fault: str = "", *, values: bool = True, chat_shape: bool = False) -> Callable[..., Answer]:
    """One-token tactics, then an end token; `fault` names what goes wrong."""
    source = random.Random(7)

    def draw(temperature: float) -> tuple[str, float]:
        weights = [p ** (1 / max(temperature, 1e-3)) for p in PROBABILITIES.values()]
        text = source.choices(list(PROBABILITIES), weights)[0]
        tempered = math.log(weights[list(PROBABILITIES).index(text)] / sum(weights))
        return text, tempered if fault == "tempered" else math.log(PROBABILITIES[text])

    def choice(index: int, body: dict[str, Any]) -> dict[str, Any]:
        text, logprob = draw(body["temperature"])
        cut = body["max_tokens"] == 1 or text == " omega"
        tokens, logprobs = ([text], [logprob]) if cut or fault == "no end" else ([text, END], [logprob, -0.25])
        listed: Any = {"tokens": tokens, "token_logprobs": logprobs}
        if chat_shape:
            listed = {"content": [{"token": t, "logprob": v} for t, v in zip(tokens, logprobs, strict=True)]}
        if fault == "null":
            listed = None
        if fault == "hole":
            listed["token_logprobs"][-1] = None
        if fault == "positive":
            listed["token_logprobs"][0] = 0.5
        if fault == "no entries":
            listed = {"content": []}
        return {"index": index, "text": text, "logprobs": listed, "finish_reason": "length" if cut else "stop"}

    def answer(method: str, path: str, body: dict[str, Any], headers: dict[str, str]) -> Answer:
        if fault == "token" and headers.get("Authorization") != "Bearer secret":
            return 401, {"error": {"message": "who are you?"}}
        if path == "/v1/models":
            names = ["tactics", *(["tactics:value"] if values else [])]
            return 200, {"object": "list", "data": [{"id": name} for name in names]}
        if path == "/v1/completions":
            if fault == "later" and body["n"] == 3:
                return 500, {"error": {"message": "out of memory"}}
            if fault == "logprobs refused":
                return 400, {"error": {"message": "logprobs is not supported", "param": "logprobs"}}
            if fault == "no json":
                return 200, b"<html>"
            number = 1 if fault == "n" else body["n"]
            choices = [choice(index, body) for index in range(number)]
            return 200, {"id": "c", "choices": choices[::-1], "usage": {"total_tokens": 100 + number}}
        if path == "/v1/chat/completions" and body["model"] == "tactics:value":
            return 200, {"id": "c", "choices": [{"index": 0, "message": {"role": "assistant", "content": '{"score":3.5}'}}]}
        return 404, {"error": {"message": "no such route"}}

    return answer


def reap_server(score: str = '{"score":3.25}', finish: bool = True) -> Callable[..., Answer]:
    """The policy and value routes of the original wire; the policy version grows with every policy call of more than 16 samples."""
    state = {"version": 0}

    def answer(method: str, path: str, body: dict[str, Any], headers: dict[str, str]) -> Answer:
        message = {"role": "assistant"}
        if path == "/sessions/s1/value/v1/chat/completions":
            return 200, {"id": "c", "choices": [{"index": 0, "message": message | {"content": score}}]}
        if path != "/sessions/s1/policy/v1/chat/completions":
            return 404, {"error": "not_found"}
        number = body.get("n", 1)
        content = [{"token": " intro", "logprob": -0.5}, {"token": " n", "logprob": -0.25}, {"token": "", "logprob": -0.125}]
        if body["max_tokens"] < 3:
            content = content[: body["max_tokens"]]
        choices = [
            {"index": i, "message": message | {"content": "intro n"}, "finish_reason": "stop", "logprobs": {"content": content}}
            for i in range(number)
        ]
        state["version"] += number == 5
        return 200, {"id": "c", "object": "chat.completion", "policy_version": state["version"], "choices": choices}

    return answer
