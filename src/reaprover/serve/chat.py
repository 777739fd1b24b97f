"""Requests and replies of policy and value, in the wire form of the original and in OpenAI's (spec service.md, sections 3.2 and 8)."""

from __future__ import annotations

import json
import math
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass

from reaprover.core.canonical import JsonObject, JsonValue
from reaprover.errors import InputError
from reaprover.model.prompt import messages_prompt
from reaprover.model.sampling import MAX_SAMPLES, MAX_STOPS, MAX_TOKENS, MAX_TOP_LOGPROBS, Answer, Sample, Sampling
from reaprover.serve.errors import HttpRefusal

ROLES = ("system", "user", "assistant", "tool")
_COMMON = {"model", "n", "temperature", "max_tokens", "logprobs", "seed", "stop", "top_k", "top_p"}
_CHAT = _COMMON | {"messages", "max_completion_tokens", "top_logprobs"}
_COMPLETION = _COMMON | {"prompt", "echo"}
_UNSUPPORTED = {
    **dict.fromkeys(("stream", "echo"), (False, None)),
    **dict.fromkeys(("tools", "functions"), ([], None)),
    **dict.fromkeys(("tool_choice", "function_call"), ("none", None)),
    **dict.fromkeys(("response_format", "stream_options", "suffix"), (None,)),
    **dict.fromkeys(("logit_bias",), ({}, None)),
    **dict.fromkeys(("presence_penalty", "frequency_penalty"), (0, 0.0, None)),
}


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A checked request.

    Attributes:
        model: as asked.
        prompt: the complete text.
        sampling: how to sample.
        wants_logprobs: report log-probabilities.
        seed: or None.
    """

    model: str
    prompt: str
    sampling: Sampling
    wants_logprobs: bool
    seed: int | None = None


def parse_session_chat(body: JsonObject, *, top_k: int) -> ChatRequest:
    """A policy or value request of a session route; unknown fields are ignored, as in the original.

    Raises:
        InputError: the first field that is wrong.
    """
    if body.get("stream", False) is not False:
        raise InputError("stream", "is not offered", found=_kind(body["stream"]), expected="false")
    model = body.get("model", "reap")
    if not isinstance(model, str) or not model:
        raise InputError("model", "is no name", found=_kind(model), expected="a text that is not empty")
    prompt = _messages(body.get("messages"))
    sampling = Sampling(
        num_samples=_integer(body.get("n", 1), "n", 1, MAX_SAMPLES),
        max_tokens=_integer(body.get("max_tokens", 1024), "max_tokens", 1, MAX_TOKENS),
        temperature=_number(body.get("temperature", 0.99), "temperature", 0.0, 100.0),
        top_k=top_k,
    )
    return ChatRequest(model, prompt, sampling, _flag(body.get("logprobs", False), "logprobs"))


def parse_openai(body: JsonObject, *, top_k: int, chat: bool) -> ChatRequest:
    """A request of `/v1/chat/completions` or `/v1/completions`; nothing is silently ignored.

    Raises:
        InputError, HttpRefusal: the first field that is wrong or not offered.
    """
    for key, neutral in _UNSUPPORTED.items():
        if key in body and not any(body[key] is value or (body[key] == value and type(body[key]) is type(value)) for value in neutral):
            raise HttpRefusal(400, "ValueError", f"{key}: is not offered; leave it out", param=key, code="unsupported_parameter")
    for key in sorted(body.keys() - (_CHAT if chat else _COMPLETION) - _UNSUPPORTED.keys()):
        raise HttpRefusal(400, "ValueError", f"{key[:64]}: is not known; leave it out", param=key[:64], code="unknown_parameter")
    given = {key: value for key, value in body.items() if value is not None}
    model = given.get("model")
    if not isinstance(model, str) or not model:
        raise InputError("model", "is missing", found=_kind(model), expected="the name of a served model")
    if chat:
        prompt, wants = _messages(given.get("messages")), _flag(given.get("logprobs", False), "logprobs")
        num_top = _integer(given.get("top_logprobs", 0), "top_logprobs", 0, MAX_TOP_LOGPROBS)
        if num_top and not wants:
            raise InputError("top_logprobs", "needs logprobs", expected="logprobs true")
        if "max_tokens" in given and "max_completion_tokens" in given:
            raise InputError("max_tokens", "is given twice", expected="max_tokens or max_completion_tokens")
        limit, where = given.get("max_completion_tokens", given.get("max_tokens", 1024)), "max_tokens"
    else:
        text = given.get("prompt")
        if not isinstance(text, str) or not text:
            raise InputError("prompt", "is no text", found=_kind(text), expected="a text that is not empty")
        prompt, asked = text, given.get("logprobs")
        wants = asked is not None and asked is not False
        num_top = 0 if asked in (None, False) else _integer(asked, "logprobs", 0, MAX_TOP_LOGPROBS)
        limit, where = given.get("max_tokens", 1024), "max_tokens"
    stop = given.get("stop", [])
    stops = [stop] if isinstance(stop, str) else stop
    if not isinstance(stops, list) or len(stops) > MAX_STOPS or not all(isinstance(text, str) and text for text in stops):
        raise InputError("stop", "is not usable", found=_kind(stop), expected=f"at most {MAX_STOPS} texts that are not empty")
    seed = given.get("seed")
    if seed is not None:
        seed = _integer(seed, "seed", -(2**53), 2**53)
    sampling = Sampling(
        num_samples=_integer(given.get("n", 1), "n", 1, MAX_SAMPLES),
        max_tokens=_integer(limit, where, 1, MAX_TOKENS),
        temperature=_number(given.get("temperature", 0.99), "temperature", 0.0, 100.0),
        top_k=_integer(given.get("top_k", top_k), "top_k", 0, 1 << 31),
        top_p=_number(given.get("top_p", 1.0), "top_p", 0.0, 1.0),
        stop=tuple(str(text) for text in stops),
        num_top_logprobs=num_top,
    )
    return ChatRequest(model, prompt, sampling, wants, seed)


def policy_reply(request: ChatRequest, answer: Answer, *, original: bool) -> JsonObject:
    """The reply of a policy route."""
    choices: list[JsonValue] = []
    for index, sample in enumerate(answer.samples):
        finish = "stop" if original else sample.finish.value
        choice: JsonObject = {"index": index, "message": {"role": "assistant", "content": sample.content}, "finish_reason": finish}
        if request.wants_logprobs:
            choice["logprobs"] = {"content": [{"token": t, "logprob": v} for t, v in zip(sample.pieces, sample.logprobs, strict=True)]}
        choices.append(choice)
    return _envelope(request.model, "chat.completion", "chatcmpl-", answer, choices, usage=not original) | {
        "policy_version": answer.version
    }


def value_reply(request: ChatRequest, answer: Answer, *, original: bool) -> JsonObject:
    """The reply of a value route: one choice whose content is `{"score":d}`."""
    content = json.dumps({"score": answer.distance}, separators=(",", ":"), allow_nan=False)
    choices: list[JsonValue] = [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}]
    return _envelope(request.model, "chat.completion", "chatcmpl-", answer, choices, usage=not original) | {
        "policy_version": answer.version
    }


def openai_reply(request: ChatRequest, answer: Answer, *, chat: bool, is_value: bool) -> JsonObject:
    """The reply of an OpenAI-style route."""
    choices: list[JsonValue] = []
    if is_value:
        content = json.dumps({"score": answer.distance}, separators=(",", ":"), allow_nan=False)
        choices.append(_openai_choice(0, content, "stop", None, chat))
    else:
        for index, sample in enumerate(answer.samples):
            listed = (_chat_logprobs(sample) if chat else _completion_logprobs(sample)) if request.wants_logprobs else None
            choices.append(_openai_choice(index, sample.text if not chat else sample.content, sample.finish.value, listed, chat))
    kind, prefix = ("chat.completion", "chatcmpl-") if chat else ("text_completion", "cmpl-")
    return _envelope(request.model, kind, prefix, answer, choices, usage=True)


def _openai_choice(index: int, text: str, finish: str, logprobs: JsonObject | None, chat: bool) -> JsonObject:
    body: JsonObject = {"message": {"role": "assistant", "content": text, "refusal": None}} if chat else {"text": text}
    return {"index": index, **body, "logprobs": logprobs, "finish_reason": finish}


def _chat_logprobs(sample: Sample) -> JsonObject:
    entries: list[JsonValue] = []
    for index, (token, logprob) in enumerate(zip(sample.pieces, sample.logprobs, strict=True)):
        top = [_entry(*pair) for pair in sample.top[index]] if sample.top else []
        entries.append({**_entry(token, logprob), "top_logprobs": [*top]})
    return {"content": entries, "refusal": None}


def _completion_logprobs(sample: Sample) -> JsonObject:
    offsets, at = [], 0
    for piece in sample.pieces:
        offsets.append(at)
        at += len(piece)
    top: JsonValue = [dict(pairs) for pairs in sample.top] if sample.top else None
    return {"tokens": [*sample.pieces], "token_logprobs": [*sample.logprobs], "top_logprobs": top, "text_offset": [*offsets]}


def _entry(token: str, logprob: float) -> JsonObject:
    return {"token": token, "logprob": logprob, "bytes": list(token.encode("utf-8", "surrogatepass"))}


def _envelope(model: str, kind: str, prefix: str, answer: Answer, choices: list[JsonValue], *, usage: bool) -> JsonObject:
    reply: JsonObject = {
        "id": prefix + secrets.token_hex(16),
        "object": kind,
        "created": int(time.time()),
        "model": model,
        "choices": choices,
    }
    if usage:
        read, written = answer.num_prompt_tokens, answer.num_completion_tokens
        reply["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return reply


def _messages(value: JsonValue) -> str:
    if not isinstance(value, list) or not value:
        raise InputError("messages", "is no list of messages", found=_kind(value), expected="a list that is not empty")
    contents = []
    for index, message in enumerate(value):
        where = f"messages[{index}]"
        if not isinstance(message, Mapping):
            raise InputError(where, "is no object", found=_kind(message), expected="an object with role and content")
        if message.get("role") not in ROLES:
            raise InputError(f"{where}.role", "is not known", found=_kind(message.get("role")), expected=", ".join(ROLES))
        content = message.get("content")
        if not isinstance(content, str):
            raise InputError(f"{where}.content", "is no text", found=_kind(content), expected="a text")
        contents.append(content)
    prompt = messages_prompt(contents)
    if not prompt:
        raise InputError("messages", "are empty", expected="a prompt of at least one character")
    return prompt


def _integer(value: JsonValue, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(where, "is out of range", found=_kind(value), expected=f"an integer from {low} to {high}")
    return value


def _number(value: JsonValue, where: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not low <= value <= high:
        raise InputError(where, "is out of range", found=_kind(value), expected=f"a number from {low:g} to {high:g}")
    return float(value)


def _flag(value: JsonValue, where: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(where, "is no boolean", found=_kind(value), expected="true or false")
    return value


def _kind(value: JsonValue) -> str:
    """What is there, without repeating a text: it may be a prompt."""
    if value is None:
        return "null or nothing"
    if isinstance(value, str):
        return f"a text of {len(value)} characters"
    return repr(value)[:40] if isinstance(value, bool | int | float) else f"a {type(value).__name__}"
