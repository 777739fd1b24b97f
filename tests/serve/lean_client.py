"""What the REAP Lean client decodes, strictly: it never looks at the status, so no error body may decode."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, NonNegativeInt

REQUEST = (
    '{{"model":"awesome-reaper","messages":[{{"role":"user","content":{prompt}}}],"n":{n},'
    '"temperature":0.98999999999999999111821580299875,"max_tokens":{max_tokens},"stream":false,"logprobs":true}}'
)
HEADERS = {"accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer awesome-reaper"}


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class Token(_Strict):
    """An entry of `logprobs.content`."""

    token: str
    logprob: float


class Logprobs(_Strict):
    """`logprobs` of a choice."""

    content: list[Token]


class Message(_Strict):
    """A message."""

    role: str
    content: str


class Choice(_Strict):
    """A choice."""

    index: NonNegativeInt
    message: Message
    logprobs: Logprobs | None = None


class Reply(_Strict):
    """A reply."""

    id: str
    choices: list[Choice]


def decode(document: Any) -> Reply:
    """The reply, or pydantic's ValidationError."""
    return Reply.model_validate(document)
