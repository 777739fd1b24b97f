"""Tests of `reaprover.cli`."""
