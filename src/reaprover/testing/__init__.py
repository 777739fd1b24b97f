"""Fakes and contract tests for whoever implements a seam; imported by tests, never by the package itself."""
