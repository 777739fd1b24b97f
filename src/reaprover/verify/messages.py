"""M: what Lean reported (spec verification.md, section 2), read from `lean --json`, one object a line, never from text.

With two exceptions: errors of the kernel and of imports have no kind, so the kernel's own limits, and modules that cannot be read, are told
by how their text begins.
"""

from __future__ import annotations

from typing import Any, Final

from reaprover.lean.messages import Message
from reaprover.lean.messages import read_messages as read_messages
from reaprover.verify.finding import Check, Finding, failed, passed, unverified

MAX_BYTES: Final = 64 << 20
KERNEL_LIMITS: Final = ("deep recursion", "deterministic timeout", "excessive memory", "the kernel refused to evaluate", "interrupted")
_IMPORT: Final = ("unknown module prefix", "object file", "failed to open file", "failed to read file", "failed to locate")


def is_resource(message: Message) -> bool:
    """A limit was reached, of the elaborator or of the kernel, or a module could not be read: nothing is said about the proof."""
    return message.is_resource or is_kernel_limit(message.text) or (message.kind == "[anonymous]" and message.text.startswith(_IMPORT))


def is_kernel_limit(text: str) -> bool:
    """Whether an error of the kernel says that it gave up, not that it refuses."""
    return any(text.startswith(f"(kernel) {limit}") for limit in KERNEL_LIMITS)


def check_messages(output: bytes, *, exit_status: int | None, killed: str) -> Finding:
    """No error anywhere in the file, kernel errors included; resource limits leave it unverified.

    Args:
        output: what `lean --json` wrote.
        exit_status: of the process; None if it was killed.
        killed: by what; empty if it ended by itself.
    """
    if len(output) > MAX_BYTES:
        return unverified(Check.MESSAGES, f"Lean wrote {len(output)} bytes, more than {MAX_BYTES} are not read")
    messages, num_foreign = read_messages(output)
    errors = [m for m in messages if m.severity == "error"]
    facts: dict[str, Any] = {
        "errors": len(errors),
        "warnings": sum(m.severity == "warning" for m in messages),
        "kinds": sorted({m.kind for m in messages if m.severity != "information"})[:50],
    }
    serious = [m for m in errors if not is_resource(m)]
    if serious:
        return failed(Check.MESSAGES, _describe(serious), line=serious[0].line, **facts)
    if killed:
        return unverified(Check.MESSAGES, f"Lean did not end by itself: {killed}", **facts)
    if errors:
        return unverified(Check.MESSAGES, f"a resource limit, or a library that cannot be read: {_describe(errors)}", **facts)
    if exit_status != 0:
        return unverified(Check.MESSAGES, f"exit status {exit_status} without an error message", **facts)
    if num_foreign and not output.endswith(b"\n"):
        return unverified(Check.MESSAGES, "the output is cut off", **facts)
    if num_foreign:
        return failed(Check.MESSAGES, f"{num_foreign} lines of the output are no messages of Lean", **facts)
    return passed(Check.MESSAGES, "no error message", **facts)


def _describe(errors: list[Message]) -> str:
    first = errors[0]
    text = first.text.strip().split("\n")[0][:200]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"line {first.line}: {text}{more}"
