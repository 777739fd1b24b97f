"""A value head trained offline, on states whose distances are known (spec learning.md, section 9).

    splits = split(rows, seed)                                  # by family, 80 / 10 / 10
    table, fits = base_features(trainee, [row.state for row in splits.rows[Part.TRAIN]])
    trained = train_head(Table(features, classes), validation, HeadConfig())

Decisions:
- What is hashed for the split is a statement's *family*: the problem that it is a variant of, else the statement itself. So roots and
  families are apart by construction; states that stand in two splits are dropped, and so are states whose vectors do. `check_isolation`
  says it once more of the result.
- Of equal states the smallest known depth stays. The order of the rows follows from their hashes alone, not from the order of arrival.
- Features are the frozen base's hidden state at the prompt's last token, the adapter switched off, taken once and kept as float16.
  Padding stands on the right, which under causal attention is the same as padding on the left.
- The head is trained on the CPU in float32: small enough, and the same bits every time.
- Classes are min(depth, 64) − 1, all of weight 1. The weights of the best validation NLL are kept, the initial ones are the matched
  random head.
"""

from __future__ import annotations

import copy
import enum
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from reaprover.errors import InputError, TrainingFailed
from reaprover.learn.trainee import Trainee
from reaprover.model.network import new_head
from reaprover.model.prompt import reap_prompt
from reaprover.model.value import NUM_BINS

SEED = 20260829
MAX_BATCH_TOKENS = 16_384
"""Padded tokens of one pass for features; memory, not results, depends on it."""


class Part(enum.Enum):
    """What a state is used for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A state with a known distance.

    Attributes:
        state: the printed goals, joined by line feeds.
        key: what makes it the same state as another one; 64 hex digits.
        root: the theorem that it was met in.
        family: what that theorem is a variant of; its own id if of nothing.
        depth: tactics on the longest branch of a verified proof from here, ≥ 1.
    """

    state: str
    key: str
    root: str
    family: str
    depth: int


@dataclass(frozen=True, slots=True)
class Splits:
    """Rows apart.

    Attributes:
        rows: those of each part, in the order that training numbers them.
        num_offered: rows before anything was dropped.
        num_duplicates: dropped because the same state was known at a depth that is not larger.
        num_shared: dropped because the state stood in two parts.
    """

    rows: Mapping[Part, tuple[Row, ...]]
    num_offered: int
    num_duplicates: int
    num_shared: int


def part_of(family: str, seed: int) -> Part:
    """The part of a family: sha256 of seed, NUL, name; tenths 0 … 7 train, 8 validate, 9 test."""
    word = hashlib.sha256(f"{seed}\0{family}".encode("utf-8", "surrogatepass")).digest()
    tenth = int.from_bytes(word[:8], "big") % 10
    return Part.TRAIN if tenth < 8 else Part.VALIDATION if tenth == 8 else Part.TEST


def split(rows: Iterable[Row], seed: int = SEED) -> Splits:
    """Put rows into parts, see the module.

    Raises:
        InputError: a depth below 1.
    """
    states: dict[str, list[Row]] = {}
    num_offered = num_shared = num_duplicates = 0
    for row in rows:
        if row.depth < 1:
            raise InputError(f"state of {row.root}, depth", "is out of range", found=str(row.depth), expected="an integer of at least 1")
        states.setdefault(row.key, []).append(row)
        num_offered += 1
    parts: dict[Part, list[Row]] = {part: [] for part in Part}
    for key in sorted(states):
        same = states[key]
        found = {part_of(row.family, seed) for row in same}
        if len(found) > 1:
            num_shared += len(same)
            continue
        num_duplicates += len(same) - 1
        parts[found.pop()].append(min(same, key=lambda row: (row.depth, row.root, row.state)))
    return Splits({part: tuple(chosen) for part, chosen in parts.items()}, num_offered, num_duplicates, num_shared)


def check_isolation(rows: Mapping[Part, Sequence[Row]], vectors: Mapping[Part, Sequence[str]]) -> None:
    """No state, root, family or state vector stands in two parts.

    Args:
        rows: of each part.
        vectors: hashes of their features.

    Raises:
        InputError: one does; the error names it.
    """
    for what, names in (
        ("state", {part: {row.key for row in rows[part]} for part in rows}),
        ("root", {part: {row.root for row in rows[part]} for part in rows}),
        ("family", {part: {row.family for row in rows[part]} for part in rows}),
        ("vector", {part: set(vectors[part]) for part in vectors}),
    ):
        seen: dict[str, Part] = {}
        for part, own in names.items():
            for name in sorted(own):
                if name in seen:
                    found = f"in {seen[name].value} and {part.value}"
                    raise InputError(f"{what} {name[:80]!r}", "stands in two splits", found=found, expected="one of them")
                seen[name] = part


# ---- features ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a head is trained on.

    Attributes:
        features: [N, H] float16.
        classes: [N] int64, min(depth, 64) − 1.
    """

    features: torch.Tensor
    classes: torch.Tensor

    def __len__(self) -> int:
        """N."""
        return len(self.classes)


def classes_of(rows: Sequence[Row]) -> torch.Tensor:
    """Classes [N] of rows: min(depth, 64) − 1."""
    return torch.tensor([min(row.depth, NUM_BINS) - 1 for row in rows], dtype=torch.long)


@torch.no_grad()
def base_features(
    trainee: Trainee,
    states: Sequence[str],
    *,
    stop_fn: Callable[[], bool] = lambda: False,
    progress_fn: Callable[[int, int], None] = lambda _done, _of: None,
) -> tuple[torch.Tensor, list[int]] | None:
    """Hidden states of the bare base at the last token of each state's prompt.

    Args:
        trainee: a session on the base; its adapter is switched off.
        states: printed goals, joined by line feeds.
        stop_fn: asked between passes.
        progress_fn: told (states done, states).

    Returns:
        Features [M, H], float16, and the places of the M states that fit into the base's context, ascending; None if it was stopped.

    Raises:
        InputError: a hidden state that float16 cannot hold.
    """
    ids = [trainee.tokenizer.encode(reap_prompt([state])) for state in states]
    fits = [place for place, own in enumerate(ids) if 0 < len(own) < trainee.context_length]
    found: dict[int, torch.Tensor] = {}
    for places in _passes(sorted(fits, key=lambda place: (len(ids[place]), place)), ids):
        if stop_fn():
            return None
        length = max(len(ids[place]) for place in places)
        padded = torch.full((len(places), length), trainee.end_id, dtype=torch.long)  # [B, T]
        for index, place in enumerate(places):
            padded[index, : len(ids[place])] = torch.tensor(ids[place])
        last = torch.tensor([len(ids[place]) - 1 for place in places])
        hidden = trainee.reference_hidden(padded.to(trainee.device)).cpu()[torch.arange(len(places)), last]  # [B, H]
        half = hidden.to(torch.float16)
        if not bool(torch.isfinite(half).all()):
            raise InputError("features", "do not fit into float16", found="infinities or NaN", expected="finite hidden states of the base")
        found |= zip(places, half, strict=True)
        progress_fn(len(found), len(fits))
    return (torch.stack([found[place] for place in fits]) if fits else torch.zeros(0, 0, dtype=torch.float16)), fits


def _passes(order: Sequence[int], ids: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Places in groups of ascending length, each of at most `MAX_BATCH_TOKENS` padded tokens or of one."""
    group: list[int] = []
    for place in order:
        if group and len(ids[place]) * (len(group) + 1) > MAX_BATCH_TOKENS:
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def vector_hashes(features: torch.Tensor) -> list[str]:
    """sha256 of each row's bytes."""
    return [hashlib.sha256(row.numpy().tobytes()).hexdigest() for row in features.contiguous()]


# ---- training ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadConfig:
    """The recipe's numbers.

    Attributes:
        max_epochs: at most.
        patience: epochs without a better validation NLL before it ends.
        batch_size: rows a step.
        learning_rate, weight_decay: of AdamW.
        clip_norm: global norm of the gradients.
        seed: of split, initial head and order.

    Raises:
        InputError: a number out of its range.
    """

    max_epochs: int = 30
    patience: int = 5
    batch_size: int = 4096
    learning_rate: float = 1e-3
    weight_decay: float = 0.01
    clip_norm: float = 1.0
    seed: int = SEED

    def __post_init__(self) -> None:
        for name in ("max_epochs", "patience", "batch_size", "learning_rate", "clip_norm"):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(name, "is out of range", found=str(getattr(self, name)), expected="a number above 0")


@dataclass(frozen=True, slots=True)
class Epoch:
    """How an epoch went; number 0 is the initial head.

    Attributes:
        number: from 0.
        train_nll: mean over its steps, each before its update; None for number 0.
        validation_nll: after it.
    """

    number: int
    train_nll: float | None
    validation_nll: float


@dataclass(frozen=True, slots=True, eq=False)
class TrainedHead:
    """What came of it.

    Attributes:
        head: the weights of the best epoch.
        initial: the weights it began with, the matched random head.
        epochs: all that ran.
        best_epoch: number of the one that was kept.
        order_sha256: over the row numbers in the order in which all epochs took them.
    """

    head: nn.Sequential
    initial: nn.Sequential
    epochs: tuple[Epoch, ...]
    best_epoch: int
    order_sha256: str


def initial_head(hidden_size: int, seed: int) -> nn.Sequential:
    """The head that training begins with; a function of its arguments."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return new_head(hidden_size)


def train_head(
    train: Table,
    validation: Table,
    config: HeadConfig,
    *,
    stop_fn: Callable[[], bool] = lambda: False,
    progress_fn: Callable[[Epoch], None] = lambda _: None,
) -> TrainedHead | None:
    """Train a head on features; None if it was stopped. Same arguments, same bits.

    Raises:
        InputError: a part without rows.
        TrainingFailed: a loss or gradient that is not finite.
    """
    for name, table in (("train", train), ("validation", validation)):
        if not len(table):
            raise InputError(f"{name} split", "has no states", expected="at least one", advice="bring more theorems")
    head = initial_head(train.features.shape[1], config.seed)
    initial = copy.deepcopy(head)
    optimizer = torch.optim.AdamW(head.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay)
    order = hashlib.sha256()
    with _deterministic():
        epochs = [Epoch(0, None, mean_nll(head, validation))]
        progress_fn(epochs[0])
        best, kept = epochs[0], copy.deepcopy(head)
        for number in range(1, config.max_epochs + 1):
            permutation = _permutation(config.seed, number, len(train))
            order.update(permutation.numpy().tobytes())
            total = 0.0
            for start in range(0, len(train), config.batch_size):
                numbers = permutation[start : start + config.batch_size]
                if stop_fn():
                    return None
                loss = functional.cross_entropy(head(train.features[numbers].float()), train.classes[numbers])
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
                norm = float(nn.utils.clip_grad_norm_(head.parameters(), config.clip_norm))
                value = float(loss.detach())
                if not (math.isfinite(value) and math.isfinite(norm)):
                    raise TrainingFailed(number, tuple(numbers.tolist()[:8]), f"a loss of {value} with a gradient of norm {norm}")
                optimizer.step()
                total += value * len(numbers)
            epochs.append(Epoch(number, total / len(train), mean_nll(head, validation)))
            progress_fn(epochs[-1])
            if epochs[-1].validation_nll < best.validation_nll:
                best, kept = epochs[-1], copy.deepcopy(head)
            elif number - best.number >= config.patience:
                break
    return TrainedHead(kept, initial, tuple(epochs), best.number, order.hexdigest())


@torch.no_grad()
def mean_nll(head: nn.Sequential, table: Table) -> float:
    """Mean cross-entropy of a head, natural logarithm."""
    return float(functional.cross_entropy(head(table.features.float()), table.classes))


@torch.no_grad()
def distributions(head: nn.Sequential, features: torch.Tensor) -> torch.Tensor:
    """Probabilities [N, 64] of features [N, H], float64."""
    return torch.softmax(head(features.float()).double(), -1)


def _permutation(seed: int, epoch: int, num_rows: int) -> torch.Tensor:
    word = hashlib.sha256(f"reaprover.value-training.v1 {seed} {epoch}".encode()).digest()
    return torch.randperm(num_rows, generator=torch.Generator().manual_seed(int.from_bytes(word[:8], "big") % 2**63))


@contextmanager
def _deterministic() -> Iterator[None]:
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)
