"""The routes (spec service.md, section 2).

Decisions:
- Bodies are read and parsed here, strictly (no duplicate keys, no NaN, bounded depth and size), not by the framework: it would accept
  what the specification refuses, and answer with forms that the Lean client misreads.
- A handler admits work and waits for it; a client that goes away changes nothing about admitted work.
- Requests, prompts, tactics and tokens stand in no log.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import reaprover
from reaprover.core.canonical import JsonObject, JsonValue
from reaprover.errors import InputError, SessionNotFoundError, UsageError
from reaprover.model.sampling import DEFAULT_TOP_K, Answer
from reaprover.runtime.runtime import Runtime
from reaprover.serve import schemas
from reaprover.serve.chat import ChatRequest, openai_reply, parse_openai, parse_session_chat, policy_reply, value_reply
from reaprover.serve.errors import HttpRefusal, message_of, openai_error, session_error, status_of
from reaprover.serve.gate import BODY_S, Limit, Log, Token, read_object, unauthorized
from reaprover.serve.metrics import ServiceMetrics
from reaprover.serve.premises import MAX_QUERY, MAX_RESULTS, PremiseIndex

MAX_OPEN = 64
_JSON = "application/json; charset=utf-8"
_KNOWN_METHODS = {"GET", "POST", "DELETE"}


@dataclass(frozen=True, slots=True)
class Served:
    """A release that is served read-only.

    Attributes:
        name: on the wire.
        served_id: the backend's id of its weights.
        facts: `base_revision`, `weights_sha256`, `contract_sha256`, `experience_id`.
    """

    name: str
    served_id: str
    facts: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceConfig:
    """How the service behaves.

    Attributes:
        token: required of clients.
        original: answer byte for byte as the original did (wire mode `original`).
        top_k: of session and default sampling; 0 is off.
        request_s: longest wait for one request, seconds.
        body_s: longest time to receive a body, seconds.
        max_open: requests at once.
        served: read-only models; the first is the default.
        premises: index, or None.
        log: where lines go.
    """

    token: Token = field(default_factory=lambda: Token(None))
    original: bool = False
    top_k: int = DEFAULT_TOP_K
    request_s: float = 1200.0
    body_s: float = BODY_S
    max_open: int = MAX_OPEN
    served: tuple[Served, ...] = ()
    premises: PremiseIndex | None = None
    log: Log = field(default_factory=Log)


Handler = Callable[..., Awaitable[Response]]


class _Service:
    """Handlers and what they share."""

    def __init__(self, runtime: Runtime, config: ServiceConfig) -> None:
        self.runtime, self.config = runtime, config
        self.started_s = time.monotonic()
        self.metrics = ServiceMetrics(self._numbers)

    # -- around every handler ------------------------------------------------------------------------------------------

    def route(self, name: str, work: Callable[[Request], Awaitable[Response]], *, openai: bool = False, is_open: bool = False) -> Handler:
        """A handler that checks the token, turns exceptions into replies, logs and counts."""

        async def handle(request: Request) -> Response:
            began_s = time.monotonic()
            try:
                if not is_open:
                    self.config.token.require(request)
                response = await work(request)
            except ClientDisconnect:
                response = Response(status_code=499)
            except Exception as error:
                response = self.error_reply(request, error, action=name, openai=openai)
            self.metrics.observe(name, response.status_code, time.monotonic() - began_s)
            return response

        return handle

    def error_reply(self, request: Request, error: BaseException, *, action: str, openai: bool) -> Response:
        """The reply to a failed request, and its line in the log."""
        if isinstance(error, HTTPException):
            error = self._http_refusal(request, error)
        turn = openai_error if openai else lambda e: session_error(e, original=self.config.original)
        status, body, headers = turn(error)
        self.config.log.write(
            event="gpu_http_error",
            method=request.method,
            session_id=request.path_params.get("session_id"),
            action=action,
            status=status,
            error=status_of(error)[0],
            message=message_of(error),
        )
        return _reply(body, status, headers)

    def _http_refusal(self, request: Request, error: HTTPException) -> HttpRefusal:
        """Unknown paths, and methods that a known path has not."""
        if error.status_code in (404, 405):
            if request.method not in _KNOWN_METHODS:
                return HttpRefusal(405, "MethodNotAllowed", f"method: is not offered; expected {', '.join(sorted(_KNOWN_METHODS))}")
            status = 400 if self.config.original and request.method == "POST" else 404
            return HttpRefusal(status, "not_found", "address: is not known")
        return HttpRefusal(error.status_code, "ValueError", str(error.detail))

    async def body(self, request: Request) -> JsonObject:
        """The request's body."""
        return await read_object(request, body_s=self.config.body_s)

    async def wait(self, future: Future[Any], *, is_change: bool = True) -> Any:
        """The result of admitted work; a change goes on when the wait ends."""
        waiting: Awaitable[Any] = asyncio.wrap_future(future)
        if is_change:
            waiting = asyncio.shield(waiting)
        try:
            return await asyncio.wait_for(waiting, self.config.request_s)
        except TimeoutError:
            if future.done():  # the work's own time-out
                raise
            more = "; it goes on, repeat the identical request to learn how it ended" if is_change else ""
            raise TimeoutError(f"request: took longer than {self.config.request_s:g} s{more}") from None

    # -- sessions ------------------------------------------------------------------------------------------------------

    def change(self, name: str, admit: Callable[[str, JsonObject], Future[JsonObject]], status: int = 200) -> Handler:
        """The handler of a change with a body."""

        async def work(request: Request) -> Response:
            body = await self.body(request)
            return _reply(await self.wait(admit(request.path_params["session_id"], body)), status)

        return self.route(name, work)

    async def delete(self, request: Request) -> Response:
        """DELETE of a session."""
        return _reply(await self.wait(self.runtime.delete(request.path_params["session_id"])))

    async def retirement(self, request: Request) -> Response:
        """GET retire; does not wait for the model."""
        return _reply(await asyncio.to_thread(self.runtime.retirement, request.path_params["session_id"]))

    async def state(self, request: Request) -> Response:
        """GET state."""
        return _reply(self.runtime.state(request.path_params["session_id"]))

    async def sessions(self, request: Request) -> Response:
        """GET sessions."""
        return _reply({"sessions": [*self.runtime.sessions()]})

    async def policy(self, request: Request) -> Response:
        """POST policy of a session."""
        session_id: str = request.path_params["session_id"]
        chat = parse_session_chat(await self.body(request), top_k=self.config.top_k)
        answer = await self._answer(session_id, self.runtime.answer(session_id, chat.prompt, chat.sampling))
        return _reply(policy_reply(chat, answer, original=self.config.original))

    async def value(self, request: Request) -> Response:
        """POST value of a session."""
        session_id: str = request.path_params["session_id"]
        chat = parse_session_chat(await self.body(request), top_k=self.config.top_k)
        answer = await self._answer(session_id, self.runtime.answer(session_id, chat.prompt, None))
        return _reply(value_reply(chat, answer, original=self.config.original))

    async def _answer(self, session_id: str | None, future: Future[Answer]) -> Answer:
        try:
            answer: Answer = await self.wait(future, is_change=False)
        except UsageError:
            if session_id is not None:
                self.runtime.state(session_id)  # it may have gone while the request waited
            raise
        self.metrics.count_tokens(answer.num_prompt_tokens, answer.num_completion_tokens)
        return answer

    # -- read-only models ----------------------------------------------------------------------------------------------

    def _default(self) -> Served:
        if not self.config.served:
            raise SessionNotFoundError("model: none is served without a session; start the server with --release")
        return self.config.served[0]

    async def default_policy(self, request: Request) -> Response:
        """POST policy without a session."""
        chat = parse_session_chat(await self.body(request), top_k=self.config.top_k)
        answer = await self._answer(None, self.runtime.read(self._default().served_id, chat.prompt, chat.sampling))
        return _reply(policy_reply(chat, answer, original=self.config.original))

    async def default_value(self, request: Request) -> Response:
        """POST value without a session."""
        chat = parse_session_chat(await self.body(request), top_k=self.config.top_k)
        answer = await self._answer(None, self.runtime.read(self._default().served_id, chat.prompt, None))
        return _reply(value_reply(chat, answer, original=self.config.original))

    async def models(self, request: Request) -> Response:
        """GET models."""
        listed: list[JsonValue] = [
            {"id": f"{served.name}{part}", "object": "model", "created": 0, "owned_by": "reaprover", "reaprover": served.facts}
            for served in self.config.served
            for part in ("", ":value")
        ]
        return _reply({"object": "list", "data": listed})

    def openai(self, *, chat: bool) -> Callable[[Request], Awaitable[Response]]:
        """POST of an OpenAI-style route."""

        async def work(request: Request) -> Response:
            asked = parse_openai(await self.body(request), top_k=self.config.top_k, chat=chat)
            served, is_value = self._served(asked)
            sampling = None if is_value else asked.sampling
            answer = await self._answer(None, self.runtime.read(served.served_id, asked.prompt, sampling, seed=asked.seed))
            return _reply(openai_reply(asked, answer, chat=chat, is_value=is_value))

        return work

    def _served(self, asked: ChatRequest) -> tuple[Served, bool]:
        for served in self.config.served:
            if asked.model in (served.name, f"{served.name}:value"):
                return served, asked.model != served.name
        raise HttpRefusal(404, "NotFoundError", "model: is not served; GET /v1/models lists what is", param="model", code="model_not_found")

    async def premises(self, request: Request) -> Response:
        """POST premises, with the token in the header or as the last part of the path."""
        if "token" in request.path_params:
            if not self.config.token.matches(request.path_params["token"]):
                raise unauthorized()
        else:
            self.config.token.require(request)
        body = await self.body(request)
        query, number = body.get("query"), body.get("num_results")
        if not isinstance(query, str) or not 1 <= len(query) <= MAX_QUERY:
            raise InputError("query", "is out of range", found=type(query).__name__, expected=f"a text of 1 to {MAX_QUERY} characters")
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_RESULTS:
            raise InputError("num_results", "is out of range", found=repr(number)[:40], expected=f"an integer from 0 to {MAX_RESULTS}")
        index = self.config.premises
        if index is None:
            return _reply([], headers={"X-Reaprover-Premises": "none"})
        return _reply([*await asyncio.to_thread(index.search, query, number)])

    # -- the service itself --------------------------------------------------------------------------------------------

    async def contract(self, request: Request) -> Response:
        """GET the initialization contract."""
        contract = self.runtime.backend.contract
        return _reply({"initialization_contract": contract.document, "initialization_contract_sha256": contract.sha256})

    async def health(self, request: Request) -> Response:
        """GET health; never waits for the model."""
        backend = self.runtime.backend
        is_ok = backend.worker.is_alive
        status = 200 if is_ok else 503
        if not self.config.token.allows(request):
            return _reply({"ok": is_ok, "backend": backend.name}, status)
        queue = backend.worker.metrics()
        base = backend.base_facts()
        document: JsonObject = {
            "ok": is_ok,
            "backend": backend.name,
            "gpu_actor_completed": queue.completed,
            "gpu_actor_max_active": queue.max_active,
            "gpu_actor": {"schema_version": "reap.gpu-actor.metrics.v1", "accepting": is_ok, **asdict(queue)},
            "max_resident_sessions": self.runtime.max_resident,
            "reaprover": {
                "version": reaprover.__version__,
                "wire": "original" if self.config.original else "extended",
                "policy_top_k": self.config.top_k,
                "base": {"name": base["name"], "revision": base["revision"], "override": base["base_override"]},
                **self.runtime.counts(),
                "uptime_s": time.monotonic() - self.started_s,
            },
        }
        return _reply(document, status)

    async def metrics_page(self, request: Request) -> Response:
        """GET metrics."""
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    def _numbers(self) -> dict[str, float]:
        queue = self.runtime.backend.worker.metrics()
        numbers = {f"sessions_{name}": float(value) for name, value in self.runtime.counts().items()}
        return numbers | {"queued_requests": float(queue.queued), "active_requests": float(queue.active)}


def make_app(runtime: Runtime, config: ServiceConfig) -> FastAPI:
    """The application; it closes the runtime at its end."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(runtime.close)

    app = FastAPI(
        title="reaprover",
        version=reaprover.__version__,
        lifespan=lifespan,
        redirect_slashes=False,
        openapi_url="/openapi.json",
        docs_url="/docs",
        redoc_url=None,
        description="Sessions that search and learn, and read-only models; docs/service.md describes replies and errors.",
    )
    service = _Service(runtime, config)
    session = "/sessions/{session_id}"

    def add(method: str, path: str, name: str, handler: Handler, body: dict[str, Any] | None = None) -> None:
        parameters = [
            {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
            for part in path.split("/")
            if part[:1] == "{"
        ]
        app.add_api_route(
            path,
            handler,
            methods=[method],
            name=name,
            operation_id=f"{name}_{method.lower()}",
            response_model=None,
            openapi_extra={**(body or {}), **({"parameters": parameters} if parameters else {})},
        )

    def read(path: str, name: str, work: Callable[[Request], Awaitable[Response]], **options: bool) -> None:
        add("GET", path, name, service.route(name, work, **options))

    def ask(path: str, name: str, work: Callable[[Request], Awaitable[Response]], schema: dict[str, Any], **options: bool) -> None:
        add("POST", path, name, service.route(name, work, **options), schemas.body_of(schema))

    def change(
        path: str,
        name: str,
        admit: Callable[[str, JsonObject], Future[JsonObject]],
        schema: dict[str, Any],
        status: int,
        optional: bool = False,
    ) -> None:
        add("POST", session + path, name, service.change(name, admit, status), schemas.body_of(schema, is_optional=optional))

    read("/health", "health", service.health, is_open=True)
    read("/initialization-contract", "contract", service.contract)
    read("/metrics", "metrics", service.metrics_page)
    read("/sessions", "sessions", service.sessions)
    read(f"{session}/state/v1", "state", service.state)
    read(f"{session}/retire/v1", "retirement", service.retirement)
    change("", "create", runtime.create, schemas.CREATE, 201, optional=True)
    change("/learn/v1", "learn", runtime.learn, schemas.LEARN, 200)
    change("/snapshot/v1", "snapshot", runtime.snapshot, schemas.SNAPSHOT, 201)
    change("/experience/v1", "experience", runtime.publish, schemas.PUBLISH, 201)
    change("/restore/v1", "restore", runtime.restore, schemas.RESTORE, 200)
    change("/retire/v1", "retire", runtime.retire, schemas.RETIRE, 200)
    add("DELETE", session, "delete", service.route("delete", service.delete))
    ask(f"{session}/policy/v1/chat/completions", "policy", service.policy, schemas.CHAT)
    ask(f"{session}/value/v1/chat/completions", "value", service.value, schemas.CHAT)
    ask("/policy/v1/chat/completions", "default_policy", service.default_policy, schemas.CHAT)
    ask("/value/v1/chat/completions", "default_value", service.default_value, schemas.CHAT)
    read("/v1/models", "models", service.models, openai=True)
    ask("/v1/chat/completions", "chat_completions", service.openai(chat=True), schemas.OPENAI_CHAT, openai=True)
    ask("/v1/completions", "completions", service.openai(chat=False), schemas.OPENAI_COMPLETION, openai=True)
    ask("/premises/v1", "premises", service.premises, schemas.PREMISES, is_open=True)
    ask("/premises/v1/{token}", "premises_with_token", service.premises, schemas.PREMISES, is_open=True)

    async def on_http_exception(request: Request, error: Exception) -> Response:
        is_openai = request.url.path.startswith("/v1/")
        if not config.token.allows(request):
            error = unauthorized()
        response = service.error_reply(request, error, action="unknown", openai=is_openai)
        service.metrics.observe("unknown", response.status_code, 0.0)
        return response

    app.add_exception_handler(HTTPException, on_http_exception)
    for path in ("/openapi.json", "/docs"):
        _guard(app, path, service)
    app.add_middleware(Limit, max_open=config.max_open)
    return app


def _guard(app: FastAPI, path: str, service: _Service) -> None:
    """Ask for the token where the framework's own pages are served."""
    route: Any = next(route for route in app.router.routes if getattr(route, "path", None) == path)
    inner = route.endpoint
    from starlette.routing import Route

    index = app.router.routes.index(route)
    app.router.routes[index] = Route(path, service.route(path[1:], inner), methods=["GET"], include_in_schema=False)


def _reply(body: JsonValue, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return Response(data, status_code=status, media_type=_JSON, headers=headers)
