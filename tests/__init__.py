"""Tests of `reaprover`, one package for each of its packages."""
