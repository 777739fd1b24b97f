"""Tests of `reaprover.lean`."""
