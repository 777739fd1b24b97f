"""M: severity and kind decide, text never does."""

from __future__ import annotations

import json

import pytest

from reaprover.verify.finding import Status
from reaprover.verify.messages import check_messages


def line(severity: str, kind: str = "[anonymous]", data: str = "x") -> str:
    return json.dumps({"severity": severity, "kind": kind, "data": data, "pos": {"line": 3, "column": 0}}) + "\n"


def status(output: str, exit_status: int | None = 0, killed: str = "") -> Status:
    return check_messages(output.encode(), exit_status=exit_status, killed=killed).status


def test_silence_and_warnings_pass() -> None:
    assert status("") is Status.PASS
    assert status(line("warning", "hasSorry") + line("information")) is Status.PASS


def test_an_error_anywhere_refuses() -> None:
    assert status(line("warning") + line("error") + line("information"), 1) is Status.FAIL
    assert status(line("error"), 0) is Status.FAIL


@pytest.mark.parametrize(
    "kind", ["runtime.maxRecDepth", "runtime.maxHeartbeats", "nested.runtime.maxRecDepth", "a.b.runtime.maxHeartbeats"]
)
def test_a_resource_limit_is_no_refutation(kind: str) -> None:
    assert status(line("error", kind), 1) is Status.UNVERIFIED


@pytest.mark.parametrize("limit", ["deep recursion detected, use …", "excessive memory consumption detected", "deterministic timeout"])
def test_a_limit_of_the_kernel_is_no_refutation_and_has_no_kind(limit: str) -> None:
    assert status(line("error", data=f"(kernel) {limit}"), 1) is Status.UNVERIFIED
    assert status(line("error", data=f"it says (kernel) {limit}"), 1) is Status.FAIL
    assert status(line("error", data="(kernel) application type mismatch"), 1) is Status.FAIL


def test_a_resource_limit_does_not_hide_another_error() -> None:
    assert status(line("error", "runtime.maxRecDepth") + line("error"), 1) is Status.FAIL


def test_the_kind_counts_and_not_the_text() -> None:
    assert status(line("error", data="maximum recursion depth has been reached"), 1) is Status.FAIL
    assert status(line("information", data='{"severity": "error"}')) is Status.PASS


def test_a_line_that_is_no_message_refuses() -> None:
    assert status('{"goals": [], "id": 7, "ok": true}\n') is Status.FAIL
    assert status("'t' does not depend on any axioms\n") is Status.FAIL
    assert status("[" * 100_000 + "\n") is Status.FAIL


def test_a_killed_or_broken_run_is_no_refutation() -> None:
    assert status("", None, "signal SIGKILL") is Status.UNVERIFIED
    assert status("half a li", None, "wall clock of 1 s") is Status.UNVERIFIED
    assert status("", 1) is Status.UNVERIFIED
    assert status(line("warning") + '{"sev', 1) is Status.UNVERIFIED  # no room for the rest
    assert status(line("warning") + '{"sev', 0) is Status.UNVERIFIED


@pytest.mark.parametrize("text", ["unknown module prefix 'Init'\n\nNo directory", "object file 'Init.olean' of module Init does not exist"])
def test_a_library_that_cannot_be_read_is_no_refutation(text: str) -> None:
    assert status(line("error", data=text), 1) is Status.UNVERIFIED
    assert status(line("error", data=f"it says {text}"), 1) is Status.FAIL
    assert status(line("error", "Elab", text), 1) is Status.FAIL
