"""Policies without weights. Imports core and errors only."""

from reaprover.policy.catalogue import CataloguePolicy

__all__ = ["CataloguePolicy"]
