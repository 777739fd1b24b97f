"""The real Lean, found and compiled once for all tests."""

from __future__ import annotations

import platform
import signal
import sys

import pytest

from reaprover.lean.toolchain import EmbeddedToolchain

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets jobs in the background ignore it, and their children too


@pytest.fixture(scope="session")
def toolchain() -> EmbeddedToolchain:
    """The embedded toolchain with its library compiled."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("the embedded Lean runs on Linux x86_64 only")
    found = EmbeddedToolchain.find()
    found.prepare()
    return found
