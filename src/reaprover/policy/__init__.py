"""Policies without weights. Imports core and errors only."""

from reaprover.policy.catalogue import CataloguePolicy
from reaprover.policy.sampled import SampledCatalogue

__all__ = ["CataloguePolicy", "SampledCatalogue"]
