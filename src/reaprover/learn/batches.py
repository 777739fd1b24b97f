"""Examples, and how they become batches: encoding, order, padding.

Decisions:
- **Tokenisation of our own training: `encode(prompt) + encode_plain(tactic) + end token`, without a space before the tactic.** What is
  trained is what is sampled: generation continues after the prompt's last token and stops at the end token, and its `content` strips
  white space, so the plain tactic is a fixed point. The wire objective `search_visit_backup` trains `encode_plain(tactic)` without end
  token; those are exactly the first tokens of this form, so learning inside a search reinforces the tokens that will be sampled. With a
  leading space (as the published model samples) it would reinforce others.
- The order is a pure function of seed and step: step k takes positions kB … kB + B − 1 of an endless row of permutations. So a resumed
  run sees what an unbroken one sees, and no sampler state can be lost.
- Nothing is ever cut: an example that exceeds the context is refused with its number.
- Padding is on the right, after the last token. With causal attention it changes nothing before it, and no mask is needed.
- A batch is split into micro batches of similar lengths, so that padding and passes together cost least.
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from reaprover.core.canonical import canonical_json
from reaprover.errors import InputError
from reaprover.learn.replay import sample_batch
from reaprover.model.branches import branch_inputs, num_tokens
from reaprover.model.prompt import shown
from reaprover.model.tokenizer import Tokenizer
from reaprover.model.value import NUM_BINS

_PASS_COST = 64  # what one more micro batch costs, in padded tokens


@dataclass(frozen=True, slots=True)
class Example:
    """What was right in one state.

    Attributes:
        prompt: of `reap_prompt`, complete.
        tactic: the text that was executed, without white space at its ends; None trains the value alone.
        distance: remaining steps ≥ 1; None trains no distance.
        beyond: steps, an integer in [1, 63], that were tried without a proof: the distance is larger (censored); None where it is known.
        weight: scales the example's losses, ≥ 0.
        rivals: tactics that a proposer named beside the executed one, each with the proposer's log-probability less that of the executed
            one; empty trains no ranking.
        is_written: whether the tactic's tokens are learnt; what was made by a rule, and is long, is ranked only.
    """

    prompt: str
    tactic: str | None
    distance: float | None
    weight: float = 1.0
    rivals: tuple[tuple[str, float], ...] = ()
    beyond: int | None = None
    is_written: bool = True


@dataclass(frozen=True, slots=True)
class Encoded:
    """An example as token ids.

    Attributes:
        number: its place in the list it comes from, for messages.
        ids: prompt, tactic, end token.
        num_prompt: how many of them are the prompt.
        num_branched: tokens in all if the tactics to rank are read too; what they begin with in common is read once.
        distance, weight, beyond: as in the example.
        ranked: token ids of what is read of the executed tactic and of each rival to rank them, end token included; empty without rivals.
        rival_priors: as in the example.
    """

    number: int
    ids: tuple[int, ...]
    num_prompt: int
    num_branched: int
    distance: float | None
    weight: float
    ranked: tuple[tuple[int, ...], ...] = ()
    rival_priors: tuple[float, ...] = ()
    beyond: int | None = None

    @property
    def num_tactic(self) -> int:
        """Tokens of the tactic, end token included."""
        return len(self.ids) - self.num_prompt


def encode_example(example: Example, tokenizer: Tokenizer, end_id: int, context_length: int, number: int = 0) -> Encoded:
    """Token ids of an example.

    Raises:
        InputError: no prompt, an empty or unstripped tactic, a special token inside it, a weight below 0, or too many tokens.
    """
    where = f"example {number}"
    prompt = tokenizer.encode(example.prompt)
    tactic: list[int] = []
    if example.tactic is not None:
        if not example.tactic or example.tactic != example.tactic.strip():
            raise InputError(
                f"{where}, tactic", "is not stripped", found=repr(example.tactic)[:80], expected="text without white space around"
            )
        tactic = [*tokenizer.encode_plain(example.tactic), end_id] if example.is_written else []
    if not prompt or end_id in prompt or end_id in tactic[:-1]:
        raise InputError(where, "is no example", found="an empty prompt, or an end token inside it", expected="a prompt and a tactic")
    if not 0 <= example.weight < float("inf"):
        raise InputError(f"{where}, weight", "is out of range", found=repr(example.weight), expected="a finite number of at least 0")
    texts = [example.tactic or "", *(text for text, _ in example.rivals)] if example.rivals else []
    ranked = tuple((*tokenizer.encode_plain(shown(text)), end_id) for text in texts)
    if any(len(one) < 2 or end_id in one[:-1] for one in ranked):
        raise InputError(f"{where}, rivals", "are none", found="an empty text, an end token, or no tactic", expected="other tactics")
    longest = max(map(len, (tactic, *ranked)))
    if len(prompt) + longest > context_length:
        found = f"{len(prompt)} + {longest} tokens"
        raise InputError(where, "is too long; nothing is cut off", found=found, expected=f"at most {context_length}", advice="leave it out")
    if example.beyond is not None and not (1 <= example.beyond < NUM_BINS and example.distance is None):
        found = f"{example.beyond}, with distance {example.distance}"
        raise InputError(f"{where}, beyond", "is out of range", found=found, expected=f"a number from 1 to {NUM_BINS - 1}, and no distance")
    priors = tuple(prior for _, prior in example.rivals)
    num_branched = num_tokens(prompt, [tactic, *ranked])
    return Encoded(number, (*prompt, *tactic), len(prompt), num_branched, example.distance, example.weight, ranked, priors, example.beyond)


def examples_sha256(examples: Sequence[Example]) -> str:
    """Digest of a list of examples, in order."""
    digest = hashlib.sha256()
    for example in examples:
        rivals = [[text, repr(prior)] for text, prior in example.rivals]
        numbers = [repr(example.distance), repr(example.weight), example.beyond, example.is_written]
        digest.update(canonical_json([example.prompt, example.tactic, *numbers, *rivals]))
    return digest.hexdigest()


def batch_numbers(step: int, batch_size: int, num_examples: int, seed: int) -> list[int]:
    """Which examples step `step` (from 0) takes; each appears once per pass through the list."""
    numbers = []
    for position in range(step * batch_size, (step + 1) * batch_size):
        epoch, index = divmod(position, num_examples)
        numbers.append(_permutation(seed, epoch, num_examples)[index])
    return numbers


def mixed_numbers(step: int, batch_size: int, num_replayed: int, num_supervised: int, supervised_fraction: float, seed: int) -> list[int]:
    """Which examples step `step` takes of a list whose first `num_replayed` are replayed and whose rest are supervised.

    Exactly round(`supervised_fraction` · `batch_size`) supervised ones, drawn with replacement (spec rl.md, section 7); they come first.

    Raises:
        UsageError: as `replay.sample_batch`.
    """
    replayed, supervised = range(num_replayed), range(num_replayed, num_replayed + num_supervised)
    batch = sample_batch(random.Random(f"mixed {seed} {step}"), replayed, supervised, batch_size, supervised_fraction)
    return [*batch.supervised, *batch.replayed]


@functools.lru_cache(maxsize=4)
def _permutation(seed: int, epoch: int, num_examples: int) -> tuple[int, ...]:
    word = hashlib.sha256(f"reaprover.batches.v1 {seed} {epoch}".encode()).digest()
    generator = torch.Generator().manual_seed(int.from_bytes(word[:8], "big") % 2**63)
    return tuple(torch.randperm(num_examples, generator=generator).tolist())


def split_batch(batch: Sequence[Encoded], max_tokens: int) -> list[list[Encoded]]:
    """Micro batches of similar lengths with the least padding plus passes, each of at most `max_tokens` padded tokens or of one example.

    Lengths are those with the tactics to rank.

    Args:
        batch: in any order; equal lengths keep theirs.
        max_tokens: padded tokens of a micro batch.
    """
    rows = sorted(batch, key=lambda row: row.num_branched)
    best: list[tuple[float, int]] = [(0.0, 0)]  # of the first n rows: cost, and where the last micro batch begins
    for end in range(1, len(rows) + 1):
        length, found = rows[end - 1].num_branched, (float("inf"), end - 1)
        for begin in range(end - 1, -1, -1):
            padded = length * (end - begin)
            if padded > max_tokens and begin < end - 1:
                break
            found = min(found, (best[begin][0] + padded + _PASS_COST, begin))
        best.append(found)
    parts, end = [], len(rows)
    while end:
        begin = best[end][1]
        parts.append(rows[begin:end])
        end = begin
    return parts[::-1]


@dataclass(frozen=True, slots=True)
class MicroBatch:
    """Tensors of a micro batch of B examples, T tokens long; N policy tokens, M prompt tokens, D distances.

    Attributes:
        ids: [B, T], padded on the right.
        policy_at: [N] flat positions whose logits predict tactic tokens.
        policy_ids: [N] these tokens.
        policy_weights: [N] of their examples.
        policy_rows: [N] rows of their examples.
        prompt_at, prompt_ids, prompt_weights, prompt_rows: the same for prompt tokens after the first.
        value_at: [D] flat positions of the prompts' last tokens.
        value_rows: [D].
        value_weights: [D].
        distances: of these examples.
        positions, mask: [B, T] and [B, 1, T, T] where examples have rivals; None where every row is one text.
        rank_at: [R, C] flat positions of the end tokens of the executed tactic (first) and of its rivals, for R examples with rivals.
        rank_priors: [R, C] the proposer's log-probabilities, that of the executed one 0; −∞ where there is no rival.
        rank_rows: [R].
        rank_weights: [R].
        censored_at, censored_rows, censored_weights: [S] as for distances, of the examples with `beyond`.
        beyond: of these examples.
    """

    ids: torch.Tensor
    policy_at: torch.Tensor
    policy_ids: torch.Tensor
    policy_weights: torch.Tensor
    policy_rows: torch.Tensor
    prompt_at: torch.Tensor
    prompt_ids: torch.Tensor
    prompt_weights: torch.Tensor
    prompt_rows: torch.Tensor
    value_at: torch.Tensor
    value_weights: torch.Tensor
    value_rows: torch.Tensor
    distances: tuple[float, ...]
    positions: torch.Tensor | None
    mask: torch.Tensor | None
    rank_at: torch.Tensor
    rank_priors: torch.Tensor
    rank_rows: torch.Tensor
    rank_weights: torch.Tensor
    censored_at: torch.Tensor
    censored_rows: torch.Tensor
    censored_weights: torch.Tensor
    beyond: tuple[int, ...]


def micro_batch(
    rows: Sequence[Encoded], pad_id: int, device: torch.device, *, with_prompts: bool = False, with_rivals: bool = False
) -> MicroBatch:
    """Pad examples and say where their losses are read.

    Args:
        rows: at least one.
        pad_id: any valid id; what it stands for is never seen.
        device: of the tensors.
        with_prompts: whether prompt tokens are targets too.
        with_rivals: whether rivals are read too.
    """
    ranked = [(index, row) for index, row in enumerate(rows) if with_rivals and row.ranked]
    positions = mask = None
    if ranked:
        inputs = branch_inputs([(row.ids[: row.num_prompt], _branches(row)) for row in rows], pad_id, torch.float32, device)
        ids, positions, mask, length = inputs.ids, inputs.positions, inputs.mask, inputs.ids.shape[1]
    else:
        length = max(len(row.ids) for row in rows)
        ids = torch.full((len(rows), length), pad_id, dtype=torch.long)
        for index, row in enumerate(rows):
            ids[index, : len(row.ids)] = torch.tensor(row.ids)
    policy: list[tuple[int, int, int]] = []  # position, token, row
    prompt: list[tuple[int, int, int]] = []
    for index, row in enumerate(rows):
        start = index * length
        policy += [(start + at - 1, row.ids[at], index) for at in range(row.num_prompt, len(row.ids))]
        if with_prompts:
            prompt += [(start + at - 1, row.ids[at], index) for at in range(1, row.num_prompt)]
    valued = [(index, row) for index, row in enumerate(rows) if row.distance is not None]
    censored = [(index, row) for index, row in enumerate(rows) if row.beyond is not None]
    weights = torch.tensor([row.weight for row in rows], dtype=torch.float32)

    def columns(targets: list[tuple[int, int, int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        table = torch.tensor(targets, dtype=torch.long).reshape(-1, 3)
        at, tokens, owners = table.unbind(1)
        return at.to(device), tokens.to(device), weights[owners].to(device), owners.to(device)

    num_ranked = max((len(row.ranked) for _, row in ranked), default=0)
    rank_at = torch.zeros((len(ranked), num_ranked), dtype=torch.long)
    rank_priors = torch.full((len(ranked), num_ranked), -torch.inf)
    for place, (index, row) in enumerate(ranked):
        ends = inputs.ends[index][-len(row.ranked) :]  # before them perhaps the tactic itself, whole
        rank_at[place, : len(ends)] = torch.tensor(ends) + index * length
        rank_priors[place, : len(ends)] = torch.tensor((0.0, *row.rival_priors))
    rank_rows = torch.tensor([index for index, _ in ranked], dtype=torch.long)
    value_rows = torch.tensor([index for index, _ in valued], dtype=torch.long)
    value_at = torch.tensor([index * length + row.num_prompt - 1 for index, row in valued], dtype=torch.long)
    censored_rows = torch.tensor([index for index, _ in censored], dtype=torch.long)
    censored_at = torch.tensor([index * length + row.num_prompt - 1 for index, row in censored], dtype=torch.long)
    return MicroBatch(
        ids.to(device),
        *columns(policy),
        *columns(prompt),
        value_at.to(device),
        weights[value_rows].to(device),
        value_rows.to(device),
        tuple(row.distance for _, row in valued if row.distance is not None),
        positions,
        mask,
        rank_at.to(device),
        rank_priors.to(device),
        rank_rows.to(device),
        weights[rank_rows].to(device),
        censored_at.to(device),
        censored_rows.to(device),
        weights[censored_rows].to(device),
        tuple(row.beyond for _, row in censored if row.beyond is not None),
    )


def _branches(row: Encoded) -> list[tuple[int, ...]]:
    return [tactic for tactic in (row.ids[row.num_prompt :], *row.ranked) if tactic]
