"""The losses of training as pure functions (spec rl.md, section 7).

    policy = Σ_i w_i Σ_t nll_it / B          (sum over a tactic's tokens, end token included; mean over the batch)
    value  = Σ_i w_i · two-hot cross-entropy of the distance, at the prompt's last position / number of examples with a distance
    total  = policy + value_weight · value   (value_weight 0.001)

Our own, not the specification's: censored = Σ_i w_i · −log P(distance > c), for a state of which c steps were tried without a proof, with
the weight of the value; and rank = Σ_i w_i · cross-entropy of the executed tactic among it and its rivals, where each has the
proposer's log-probability plus the head's log-odds after it.

Decisions:
- Every loss is a sum divided by a number that is given, so that parts of a batch add up to the whole whatever the parts are.
- `Reduction.TOKEN_MEAN` divides the policy's sum by the number of tokens instead of B. The value's weight means something else under
  it, so records name the reduction.
- Weights of examples scale terms, not denominators.
- Log-softmaxes are float32.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import torch
from torch.nn import functional

from reaprover.model.value import two_hot

VALUE_WEIGHT = 0.001


class Reduction(enum.Enum):
    """How token losses become the loss of a batch."""

    SUM = "sum"
    TOKEN_MEAN = "token_mean"

    def denominator(self, num_examples: int, num_tokens: int) -> float:
        """What the sum over all tokens of a batch is divided by."""
        return float(max(num_examples if self is Reduction.SUM else num_tokens, 1))


def token_nll(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """−log P of target tokens [N] under logits [N, V]; float32 [N], natural logarithm."""
    nll: torch.Tensor = functional.cross_entropy(logits.float(), targets, reduction="none")
    return nll


def token_kl(logits: torch.Tensor, reference: torch.Tensor) -> torch.Tensor:
    """KL of the current distributions to the reference's, both logits [N, V], over the full vocabulary; float32 [N]."""
    current, base = torch.log_softmax(logits.float(), -1), torch.log_softmax(reference.float(), -1)  # [N, V]
    return (current.exp() * (current - base)).sum(-1)


def two_hot_targets(distances: Sequence[float]) -> torch.Tensor:
    """Target distributions [B, 64] of distances in steps.

    Raises:
        InputError: a distance that is no finite number of at least 1.
    """
    return torch.tensor([two_hot(distance).dense() for distance in distances], dtype=torch.float32).reshape(len(distances), -1)


def value_nll(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Cross-entropy −Σ t·log_softmax of head logits [B, 64] to target distributions [B, 64]; float32 [B]."""
    return -(targets * torch.log_softmax(logits.float(), -1)).sum(-1)


def censored_nll(logits: torch.Tensor, beyond: Sequence[int]) -> torch.Tensor:
    """−log P(distance > c) of head logits [S, 64] for S states of which c steps, from 1 to 63, were tried without a proof; float32 [S]."""
    bins = torch.arange(1, logits.shape[-1] + 1, device=logits.device)
    left = bins > torch.tensor(beyond, device=logits.device)[:, None]  # [S, 64]
    return -torch.logsumexp(torch.log_softmax(logits.float(), -1).masked_fill(~left, -torch.inf), -1)


def rank_nll(priors: torch.Tensor, log_odds: torch.Tensor) -> torch.Tensor:
    """−log P of the first of C tactics in each of R rows; float32 [R].

    Args:
        priors: [R, C] log-probabilities up to a constant per row; −∞ where there is no tactic.
        log_odds: [R, C] what is added to them; finite.
    """
    return -torch.log_softmax(priors + log_odds.float(), -1)[:, 0]


def weighted_sum(losses: torch.Tensor, weights: torch.Tensor, denominator: float) -> torch.Tensor:
    """Σ w·loss / denominator of losses [N] with weights [N]; a scalar. `denominator` is that of the whole batch."""
    return (losses * weights).sum() / denominator


def total_loss(policy: torch.Tensor, *others: tuple[float, torch.Tensor]) -> torch.Tensor:
    """Policy loss plus other terms times their weights, all scalars."""
    return torch.stack([policy, *(weight * term for weight, term in others)]).sum()
