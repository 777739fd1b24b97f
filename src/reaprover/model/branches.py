"""Several continuations of one prompt in one pass: each sees the prompt and itself, none sees another.

A row is the prompt's tokens, then those of the branches as a tree: what several branches begin with stands there once. Positions of a
branch go on from the prompt's last, and a token sees its ancestors only. So the hidden states of a branch are those of prompt and branch
alone (up to rounding), and what is common is paid for once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch


@dataclass(frozen=True, slots=True)
class Branched:
    """B rows of T tokens.

    Attributes:
        ids: [B, T], padded on the right; nothing sees the padding.
        positions: [B, T].
        mask: [B, 1, T, T], additive.
        ends: for each row, of each branch where its last token stands in the row.
        num_tokens: without padding.
    """

    ids: torch.Tensor
    positions: torch.Tensor
    mask: torch.Tensor
    ends: tuple[tuple[int, ...], ...]
    num_tokens: int


def branch_inputs(
    rows: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]], pad_id: int, dtype: torch.dtype, device: torch.device
) -> Branched:
    """Put prompts and branches together; nothing is cut, and the tokens of a row's first branch follow each other.

    Args:
        rows: per row a prompt of at least one token, and its branches, each of at least one.
        pad_id: any valid id.
        dtype: of the mask, the base's.
        device: of the tensors.
    """
    trees = [_tree(prompt, branches) for prompt, branches in rows]
    length = max(len(tree.ids) for tree in trees)
    ids = np.full((len(rows), length), pad_id, dtype=np.int64)
    positions = np.zeros((len(rows), length), dtype=np.int64)
    seen = np.zeros((len(rows), length, length), dtype=bool)
    for index, tree in enumerate(trees):
        size, row = len(tree.ids), seen[index]
        ids[index, :size] = tree.ids
        positions[index, :size] = tree.depths
        for at, parent in enumerate(tree.parents):
            if parent >= 0:
                row[at] = row[parent]
            row[at, at] = True
        row[range(size, length), range(size, length)] = True  # a softmax over nothing would be NaN
    mask = torch.zeros(seen.shape, dtype=dtype).masked_fill_(torch.from_numpy(~seen), torch.finfo(dtype).min)
    return Branched(
        torch.from_numpy(ids).to(device),
        torch.from_numpy(positions).to(device),
        mask[:, None].to(device),
        tuple(tree.ends for tree in trees),
        sum(len(tree.ids) for tree in trees),
    )


def num_tokens(prompt: Sequence[int], branches: Sequence[Sequence[int]]) -> int:
    """Tokens of such a row."""
    return len(_tree(prompt, branches).ids)


@dataclass(frozen=True, slots=True)
class _Tree:
    ids: list[int]
    parents: list[int]  # −1 for the first token
    depths: list[int]
    ends: tuple[int, ...]


def _tree(prompt: Sequence[int], branches: Sequence[Sequence[int]]) -> _Tree:
    ids, parents, depths = list(prompt), list(range(-1, len(prompt) - 1)), list(range(len(prompt)))
    children: dict[tuple[int, int], int] = {}  # of a parent's place and a token
    ends = []
    for branch in branches:
        at = len(prompt) - 1
        for token in branch:
            following = children.get((at, token))
            if following is None:
                following = children[at, token] = len(ids)
                ids.append(token)
                parents.append(at)
                depths.append(depths[at] + 1)
            at = following
        ends.append(at)
    return _Tree(ids, parents, depths, tuple(ends))
