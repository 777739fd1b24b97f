"""Policies without weights, and what goes around those with weights. Imports core and errors only."""

from reaprover.policy.catalogue import CataloguePolicy
from reaprover.policy.combined import LongStatesDead, Mixed
from reaprover.policy.sampled import SampledCatalogue

__all__ = ["CataloguePolicy", "LongStatesDead", "Mixed", "SampledCatalogue"]
