"""Several continuations of one prompt in one pass: each sees the prompt and itself, none sees another.

A row is the prompt's tokens, then those of each branch; positions of a branch go on from the prompt's last, and a mask keeps branches
apart. So the hidden states of a branch are those of prompt and branch alone (up to rounding), and the prompt is paid for once.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch


def branch_inputs(
    rows: Sequence[tuple[Sequence[int], Sequence[Sequence[int]]]], pad_id: int, dtype: torch.dtype, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Token ids [B, T], positions [B, T] and the additive mask [B, 1, T, T] of B rows.

    Args:
        rows: per row a prompt of at least one token, and its branches; nothing is cut.
        pad_id: any valid id; padding is on the right and nothing sees it.
        dtype: of the mask, the base's.
        device: of the tensors.
    """
    length = max(len(prompt) + sum(map(len, branches)) for prompt, branches in rows)
    ids = torch.full((len(rows), length), pad_id, dtype=torch.long)
    positions = torch.zeros((len(rows), length), dtype=torch.long)
    owners = torch.full((len(rows), length), -1, dtype=torch.long)  # 0 for the prompt, 1, 2, … for the branches
    for index, (prompt, branches) in enumerate(rows):
        start = 0
        for owner, part in enumerate((prompt, *branches)):
            end = start + len(part)
            ids[index, start:end] = torch.tensor(part, dtype=torch.long)
            first = 0 if owner == 0 else len(prompt)
            positions[index, start:end] = torch.arange(first, first + len(part))
            owners[index, start:end] = owner
            start = end
    reader, read = owners[:, :, None], owners[:, None, :]
    seen = torch.ones(length, length, dtype=torch.bool).tril() & ((reader == read) | ((read == 0) & (reader > 0)))
    mask = torch.zeros(seen.shape, dtype=dtype).masked_fill_(~seen, torch.finfo(dtype).min)
    return ids.to(device), positions.to(device), mask[:, None].to(device)
