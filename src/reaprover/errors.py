"""Every exception that reaprover raises on purpose.

```
ReaproverError
├── UsageError              exit 2: the request is wrong (arguments, files, configuration)
│   └── InputError          a file or a field: where, found, expected, advice
├── PrerequisiteError       exit 3: something that must be installed is missing or has the wrong version
├── InfrastructureError     exit 4: no verdict could be reached (a process died, a limit, a disk)
│   ├── LeanError           a Lean process or its protocol, with an `ErrorKind`
│   └── UnreproducibleError a saved state that a replay does not rebuild
└── SnapshotError           exit 1: a snapshot is refused; subclasses live beside the snapshot format
```

Expected outcomes (a failed tactic, an unsolved problem, a rejected proof) are values, never exceptions.
A message is one sentence: where, what is wrong, what was found, what was expected, what to do.
"""

from __future__ import annotations


class ReaproverError(Exception):
    """Root of all exceptions raised on purpose; `exit_code` is what the command line returns for it."""

    exit_code = 4


class UsageError(ReaproverError):
    """The request cannot be carried out as it was made."""

    exit_code = 2


class InputError(UsageError):
    """A file or a field does not hold what it must.

    Attributes:
        where: file, field or line that is wrong.
        found: what is there.
        expected: what must be there.
        advice: what to do about it.
    """

    def __init__(self, where: str, problem: str, *, found: str = "", expected: str = "", advice: str = "") -> None:
        self.where, self.problem, self.found, self.expected, self.advice = where, problem, found, expected, advice
        parts = [f"{where}: {problem}"]
        if found:
            parts.append(f"found {found}")
        if expected:
            parts.append(f"expected {expected}")
        if advice:
            parts.append(advice)
        super().__init__("; ".join(parts))


class PrerequisiteError(ReaproverError):
    """Something that must be installed is missing or has another version than the one needed."""

    exit_code = 3


class InfrastructureError(ReaproverError):
    """No verdict could be reached: a process, a disk or a limit, never a property of a theorem."""

    exit_code = 4


class UnreproducibleError(InfrastructureError):
    """A saved search state was rebuilt by replay and came out as another one.

    Attributes:
        node: index of the tree node whose state differs.
        tactic: the tactic, or focus, that was replayed.
    """

    def __init__(self, node: int, tactic: str, found: str, expected: str) -> None:
        self.node, self.tactic = node, tactic
        super().__init__(f"node {node}: replaying {tactic[:80]!r} gives another state; found {found}, expected key {expected!r}")


class SnapshotError(ReaproverError):
    """A snapshot is refused."""

    exit_code = 1
