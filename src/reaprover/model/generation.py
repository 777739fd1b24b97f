"""Sampling with one pass over each prompt: its last hidden state gives the value, its keys and values serve all samples.

Decisions:
- Prompts are read alone, without padding; so a value is bit for bit the one of a single request, whatever else is in the batch.
- Decoding packs the newest tokens of all live samples of all prompts into one row of Q queries. The cache is one row too: the keys of
  each prompt once (not once per sample), then the keys of the samples; a mask lets a sample see its prompt and itself. Nothing is
  padded or copied per sample, prompts may have any lengths, and requests may join and leave between steps.
- Log-probabilities come from the logits that the token was drawn from: float32, temperature 1, full vocabulary, end token included.
- Each request draws from a generator of its own, so samples do not depend on what else is in the batch.
- Non-finite logits raise `FloatingPointError`; a missing number is never replaced.

In float32 a packed step differs from a single one in the last bits only (other matrix sizes, other summation order): log-probabilities
agree within 1e-4 a token (measured: below 1e-5), in bfloat16 within 0.05.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch
from transformers import DynamicCache

from reaprover.errors import PromptTooLong
from reaprover.model.network import Network, head_distance
from reaprover.model.sampling import Answer, Finish, Sample, Sampling

_MIN_COMPACTION = 256  # dead keys below this number are not worth moving the others
_MIN_TEMPERATURE = 1e-5


@dataclass(slots=True, eq=False)
class Job:
    """One prompt in a batch; complete when `answer` is there.

    Attributes:
        prompt: token ids.
        sampling: how to sample; None for the value alone.
        generator: where its draws come from.
        version: reported in the answer.
        answer: the result.
        distance: of the prompt, once it was read.
    """

    prompt: tuple[int, ...]
    sampling: Sampling | None
    generator: torch.Generator | None
    version: int = 0
    answer: Answer | None = None
    distance: float = 0.0
    rows: list[_Row] = field(default_factory=list)

    def restarted(self) -> Job:
        """The same job from its beginning; its draws come from the same seed."""
        generator = self.generator
        if generator is not None:
            generator = torch.Generator(generator.device).manual_seed(generator.initial_seed())
        return Job(self.prompt, self.sampling, generator, self.version)


@dataclass(slots=True, eq=False)
class _Row:
    number: int
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    top: list[list[tuple[int, float]]] = field(default_factory=list)
    finish: Finish | None = None
    text: str | None = None  # only if a stop text ended it


class Decoder:
    """A running batch for one slot. Not thread-safe.

    Attributes:
        slot: whose adapter and head.
    """

    def __init__(self, network: Network, slot: str) -> None:
        self.network, self.slot = network, slot
        self._jobs: list[Job] = []
        self._cache: Any = None  # per layer keys and values [1, heads, N, D]
        self._owner: torch.Tensor = torch.empty(0, dtype=torch.long)  # [N]: −1 − job for a prompt's key, row number for a sample's
        self._num_made = 0

    @property
    def num_rows(self) -> int:
        """Samples still being written."""
        return sum(len(_live(job)) for job in self._jobs)

    @torch.no_grad()
    def add(self, job: Job) -> None:
        """Read a prompt, draw its first tokens, and let it join the batch; a value request is answered at once.

        Raises:
            PromptTooLong: no room for a token.
            FloatingPointError: the model gave numbers that are not finite; the batch goes on without this job.
        """
        base, prompt = self.network.base, job.prompt
        if not prompt or len(prompt) >= base.context_length:
            raise PromptTooLong(len(prompt), base.context_length)
        cache = None if job.sampling is None else DynamicCache()
        ids = torch.tensor([prompt], device=base.device)  # [1, T]
        last = self.network.hidden(self.slot, ids, cache=cache)[0, -1]  # [H]
        job.distance = float(head_distance(self.network.value_logits(self.slot, last)))
        _require_finite(job.distance == job.distance, "value")
        if job.sampling is None:
            job.answer = Answer((), job.distance, len(prompt), 0, job.version)
            return
        num_rows = 1 if job.sampling.temperature == 0 else job.sampling.num_samples
        logits = self.network.logits(last).expand(num_rows, -1)  # [K, V]
        for _ in range(num_rows):
            self._num_made += 1
            job.rows.append(_Row(self._num_made))
        self._draw(job, job.rows, logits)
        if not _live(job):
            self._finish(job)
            return
        self._jobs.append(job)
        self._join(cache, torch.full((len(prompt),), -job.rows[0].number, dtype=torch.long, device=base.device))

    @torch.no_grad()
    def step(self) -> list[Job]:
        """One token for every live sample; returns the jobs that are complete now and have left the batch.

        Raises:
            FloatingPointError: the model gave numbers that are not finite.
        """
        live = [(job, row) for job in self._jobs for row in _live(job)]
        if not live:
            return []
        device, dtype = self.network.base.device, self.network.base.dtype
        ids = torch.tensor([[row.ids[-1] for _, row in live]], device=device)  # [1, Q]
        positions = torch.tensor([[len(job.prompt) + len(row.ids) - 1 for job, row in live]], device=device)
        numbers = torch.tensor([row.number for _, row in live], device=device)  # [Q]
        prompts = torch.tensor([-job.rows[0].number for job, _ in live], device=device)
        owner = torch.cat([self._owner, numbers])  # [N + Q]
        seen = (owner == numbers[:, None]) | (owner == prompts[:, None])  # [Q, N + Q]
        mask = torch.zeros(seen.shape, dtype=dtype, device=device).masked_fill_(~seen, torch.finfo(dtype).min)
        hidden = self.network.hidden(self.slot, ids, positions=positions, mask=mask[None, None], cache=self._cache)[0]  # [Q, H]
        self._owner = owner
        logits = self.network.logits(hidden)  # [Q, V]
        start = 0
        for job in self._jobs:
            rows = _live(job)
            self._draw(job, rows, logits[start : start + len(rows)])
            start += len(rows)
        done = [job for job in self._jobs if not _live(job)]
        for job in done:
            self._finish(job)
            self._jobs.remove(job)
        self._compact()
        return done

    def run(self) -> None:
        """Step until nothing is left."""
        while self._jobs:
            self.step()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _draw(self, job: Job, rows: list[_Row], logits: torch.Tensor) -> None:
        """Append one token to each row, with its log-probability, and see which rows end."""
        sampling, base = job.sampling, self.network.base
        assert sampling is not None
        _require_finite(bool(torch.isfinite(logits).all()), "logits")
        chosen = draw(logits, sampling, job.generator)  # [K]
        totals = torch.logsumexp(logits, -1)  # [K]
        logprobs = (logits.gather(1, chosen[:, None])[:, 0] - totals).clamp(max=0.0)
        tops: list[list[tuple[int, float]]] = []
        if sampling.num_top_logprobs:
            best = torch.topk(logits, min(sampling.num_top_logprobs, logits.shape[1]), -1)
            pairs = zip(best.indices.tolist(), (best.values - totals[:, None]).clamp(max=0.0).tolist(), strict=True)
            tops = [list(zip(tokens, values, strict=True)) for tokens, values in pairs]
        limit = min(sampling.max_tokens, base.context_length - len(job.prompt))
        for index, (row, token, logprob) in enumerate(zip(rows, chosen.tolist(), logprobs.tolist(), strict=True)):
            row.ids.append(token)
            row.logprobs.append(logprob)
            if tops:
                row.top.append(tops[index])
            if token in base.end_ids or (sampling.stop and self._stops(row, sampling.stop)):
                row.finish = Finish.STOP
            elif len(row.ids) >= limit:
                row.finish = Finish.LENGTH

    def _stops(self, row: _Row, stops: tuple[str, ...]) -> bool:
        text = self.network.base.tokenizer.decode(row.ids)
        cuts = [at for at in (text.find(stop) for stop in stops) if at >= 0]
        if not cuts:
            return False
        row.text = text[: min(cuts)]
        return True

    def _finish(self, job: Job) -> None:
        tokenizer, sampling = self.network.base.tokenizer, job.sampling
        assert sampling is not None
        samples = []
        for row in job.rows:
            assert row.finish is not None
            samples.append(
                Sample(
                    tuple(row.ids),
                    tuple(row.logprobs),
                    tuple(map(tokenizer.piece, row.ids)),
                    tokenizer.decode(row.ids) if row.text is None else row.text,
                    row.finish,
                    tuple(tuple((tokenizer.piece(token), value) for token, value in pairs) for pairs in row.top),
                )
            )
        if sampling.temperature == 0:
            samples = samples * sampling.num_samples
        job.answer = Answer(tuple(samples), job.distance, len(job.prompt), sum(len(s.token_ids) for s in samples), job.version)

    # -- the packed cache ----------------------------------------------------------------------------------------------

    def _join(self, cache: Any, owner: torch.Tensor) -> None:
        if self._cache is None:
            self._cache, self._owner = cache, owner
            return
        for layer, new in zip(self._cache.layers, cache.layers, strict=True):
            layer.update(new.keys, new.values)
        self._owner = torch.cat([self._owner, owner])

    def _compact(self) -> None:
        """Drop the keys of rows and prompts that nobody looks at any more, once they are many."""
        if not self._jobs:
            self._cache, self._owner = None, self._owner[:0]
            return
        wanted = [row.number for job in self._jobs for row in _live(job)] + [-job.rows[0].number for job in self._jobs]
        keep = torch.isin(self._owner, torch.tensor(wanted, device=self._owner.device))
        num_dead = int((~keep).sum())
        if num_dead < max(_MIN_COMPACTION, len(self._owner) // 4):
            return
        indices = keep.nonzero()[:, 0]
        for layer in self._cache.layers:
            layer.keys, layer.values = layer.keys.index_select(2, indices), layer.values.index_select(2, indices)
        self._owner = self._owner[indices]


def draw(logits: torch.Tensor, sampling: Sampling, generator: torch.Generator | None) -> torch.Tensor:
    """One token id per row of logits [K, V] in float32, by temperature, top-k and top-p; temperature 0 takes the likeliest."""
    if sampling.temperature == 0:
        return logits.argmax(-1)
    candidates: torch.Tensor | None = None
    if 0 < sampling.top_k < logits.shape[1]:
        logits, candidates = torch.topk(logits, sampling.top_k, -1)  # sorted, likeliest first
    elif sampling.top_p < 1:
        logits, candidates = torch.sort(logits, -1, descending=True)
    probabilities = torch.softmax(logits / max(sampling.temperature, _MIN_TEMPERATURE), -1)
    if sampling.top_p < 1:
        before = probabilities.cumsum(-1) - probabilities
        probabilities = probabilities.masked_fill(before >= sampling.top_p, 0.0)  # the first stays: nothing is before it
    chosen = torch.multinomial(probabilities, 1, generator=generator)  # [K, 1]
    return (chosen if candidates is None else candidates.gather(1, chosen))[:, 0]


def _live(job: Job) -> list[_Row]:
    return [row for row in job.rows if row.finish is None]


def _require_finite(is_finite: bool, what: str) -> None:
    if not is_finite:
        raise FloatingPointError(f"model: {what} that are not finite; check dtype and weights")
