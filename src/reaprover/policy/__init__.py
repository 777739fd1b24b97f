"""Policies without weights, and what goes around those with weights. Imports core and errors only."""

from reaprover.policy.catalogue import Broad, CataloguePolicy, broad_candidates
from reaprover.policy.combined import MAX_RANKED, LongStatesDead, Ranked
from reaprover.policy.sampled import Sampled

__all__ = ["MAX_RANKED", "Broad", "CataloguePolicy", "LongStatesDead", "Ranked", "Sampled", "broad_candidates"]
