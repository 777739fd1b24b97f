"""What is asked of a model and what it answers, as plain data. No torch.

Log-probabilities are always those of the adapted model at temperature 1 over the full vocabulary, end token included; temperature,
top-k and top-p only decide which tokens are drawn (spec model.md, section 3).
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from reaprover.errors import InputError

DEFAULT_TOP_K = 50
"""What the original's library applied by default; the contract does not record it."""

MAX_SAMPLES, MAX_TOKENS, MAX_TEMPERATURE, MAX_STOPS, MAX_TOP_LOGPROBS = 64, 8192, 100.0, 4, 20


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to sample.

    Attributes:
        num_samples: K, 1 to 64.
        max_tokens: most new tokens, 1 to 8,192; never beyond the context.
        temperature: 0 to 100; 0 gives one greedy sequence, copied K times.
        top_k: sample among the k likeliest tokens; 0 is off.
        top_p: sample among the likeliest tokens that hold this probability, in (0, 1].
        stop: at most 4 texts; the text ends before the first of them.
        num_top_logprobs: alternatives reported per token, 0 to 20.

    Raises:
        InputError: a field outside its range, named.
    """

    num_samples: int = 1
    max_tokens: int = 1024
    temperature: float = 0.99
    top_k: int = DEFAULT_TOP_K
    top_p: float = 1.0
    stop: tuple[str, ...] = ()
    num_top_logprobs: int = 0

    def __post_init__(self) -> None:
        _require_integer("n", self.num_samples, 1, MAX_SAMPLES)
        _require_integer("max_tokens", self.max_tokens, 1, MAX_TOKENS)
        _require_number("temperature", self.temperature, 0.0, MAX_TEMPERATURE)
        _require_integer("top_k", self.top_k, 0, 1 << 31)
        _require_number("top_p", self.top_p, 0.0, 1.0)
        if self.top_p == 0:
            raise InputError("top_p", "is out of range", found="0", expected="a number above 0, at most 1")
        _require_integer("top_logprobs", self.num_top_logprobs, 0, MAX_TOP_LOGPROBS)
        if len(self.stop) > MAX_STOPS or not all(isinstance(text, str) and text for text in self.stop):
            raise InputError("stop", "is not usable", found=repr(self.stop)[:80], expected=f"at most {MAX_STOPS} texts that are not empty")


def _require_integer(where: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(where, "is out of range", found=repr(value)[:40], expected=f"an integer from {low} to {high}")


def _require_number(where: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not low <= value <= high:
        raise InputError(where, "is out of range", found=repr(value)[:40], expected=f"a number from {low:g} to {high:g}")


class Finish(enum.Enum):
    """Why a sequence ended; `LENGTH` means it was cut and is no complete tactic."""

    STOP = "stop"
    LENGTH = "length"


@dataclass(frozen=True, slots=True)
class Sample:
    """One sampled sequence.

    Attributes:
        token_ids: what was generated, the end token included.
        logprobs: natural log-probability of each token, ≤ 0.
        pieces: the text of each token; empty for special tokens.
        text: the decoded text without special tokens, not stripped; ends before a stop text.
        finish: end token or stop text, or cut.
        top: for each token its likeliest alternatives as (text, log-probability); empty if not asked for.
    """

    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    pieces: tuple[str, ...]
    text: str
    finish: Finish
    top: tuple[tuple[tuple[str, float], ...], ...] = ()

    @property
    def content(self) -> str:
        """The text without white space at its ends."""
        return self.text.strip()

    @property
    def logprob(self) -> float:
        """Sum over all tokens, the raw log-probability of the candidate."""
        return math.fsum(self.logprobs)


@dataclass(frozen=True, slots=True)
class Request:
    """One prompt for one session.

    Attributes:
        session_id: whose weights and random stream.
        prompt: the complete text.
        sampling: how to sample; None asks for the value alone, which draws nothing.
        seed: makes the samples a function of weights and request; None takes the session's stream.
    """

    session_id: str
    prompt: str
    sampling: Sampling | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one pass over a prompt gives.

    Attributes:
        samples: in order of their index; empty if only the value was asked for.
        distance: expected remaining steps, in [1, 64].
        num_prompt_tokens: read.
        num_completion_tokens: written, over all samples, end tokens counted.
        version: the session's policy version that made it.
    """

    samples: tuple[Sample, ...]
    distance: float
    num_prompt_tokens: int
    num_completion_tokens: int = 0
    version: int = 0
