"""Every exception that reaprover raises on purpose.

```
ReaproverError
├── UsageError              exit 2: the request is wrong (arguments, files, configuration)
│   ├── InputError          a file or a field: where, found, expected, advice
│   ├── PromptTooLong       a prompt that leaves no room in the model's context
│   └── LeakageError        an evaluation statement was offered as training data
├── PrerequisiteError       exit 3: something that must be installed is missing or has the wrong version
├── InfrastructureError     exit 4: no verdict could be reached (a process died, a limit, a disk)
│   ├── LeanError           a Lean process or its protocol, with an `ErrorKind`; lives in `reaprover.lean.wire`
│   ├── UnreproducibleError a saved state that a replay does not rebuild
│   └── LearningStopped     learning inside a search met a doubt; its tree has ended
├── ModelError              exit 1: a model is refused at load
│   ├── LoadMismatch        tensor or setting: found, expected
│   └── TrainingFailed      numbers that are not finite, or a loss that grows; the last good checkpoint stays
├── SessionError            exit 1: a session refuses a request
│   ├── SessionNotFoundError, DuplicateSessionError, VersionConflictError, EventConflictError
│   ├── KLGuardExceeded     a learning step went too far and was undone
│   ├── SessionQuarantined  its state is not known; only deleting helps
│   └── Overloaded          too many requests wait
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


class LeakageError(UsageError):
    """A statement that is held out for evaluation was offered as training data.

    Attributes:
        training_id: the item that was offered.
        evaluation_id: the item that it is, up to names, order of hypotheses and negation.
    """

    def __init__(self, training_id: str, evaluation_id: str) -> None:
        self.training_id, self.evaluation_id = training_id, evaluation_id
        super().__init__(
            f"training item {training_id!r}: is the evaluation item {evaluation_id!r} up to names, order of hypotheses and negation; "
            "expected statements that no evaluation split holds; remove it from the training data"
        )


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


class LearningStopped(InfrastructureError):  # an end, told by the word that records use
    """Learning inside a search met a doubt: its tree has ended, and nothing is sent again.

    Attributes:
        step: checkpoint at which it ended.
        reason: what was in doubt.
    """

    def __init__(self, step: int, reason: str) -> None:
        self.step, self.reason = step, reason
        super().__init__(f"learning, checkpoint {step}: {reason}; the tree ends here and nothing is sent again")


class SnapshotError(ReaproverError):
    """A snapshot is refused."""

    exit_code = 1


class PromptTooLong(UsageError):
    """A prompt leaves no room for a token in the model's context; it is never truncated.

    Attributes:
        num_tokens: length of the prompt.
        context_length: the model's limit, prompt and generation together.
    """

    def __init__(self, num_tokens: int, context_length: int) -> None:
        self.num_tokens, self.context_length = num_tokens, context_length
        super().__init__(
            f"prompt: is too long; found {num_tokens} tokens, expected fewer than {context_length}; nothing is cut off, shorten the state"
        )


class ModelError(ReaproverError):
    """A model cannot be used."""

    exit_code = 1


class LoadMismatch(ModelError):
    """Base, adapter or head do not fit together, or were not written completely.

    Attributes:
        where: tensor, module or setting.
        found: what is there.
        expected: what must be there.
    """

    def __init__(self, where: str, found: object, expected: object, advice: str = "") -> None:
        self.where, self.found, self.expected = where, str(found), str(expected)
        super().__init__(f"{where}: does not fit; found {found}, expected {expected}" + (f"; {advice}" if advice else ""))


class TrainingFailed(ModelError):
    """A training run cannot go on; its last good checkpoint stays.

    Attributes:
        step: the step that failed, counted from 0.
        examples: numbers of the examples in question, in the list that was trained on.
    """

    def __init__(self, step: int, examples: tuple[int, ...], problem: str) -> None:
        self.step, self.examples = step, examples
        named = ", ".join(map(str, examples[:8])) + (f" and {len(examples) - 8} more" if len(examples) > 8 else "")
        super().__init__(f"training, step {step}, examples {named}: {problem}")


class SessionError(ReaproverError):
    """A session, or the runtime that holds it, refuses a request."""

    exit_code = 1


class SessionNotFoundError(SessionError):
    """There is no session of this id."""


class DuplicateSessionError(SessionError):
    """A session of this id exists."""


class VersionConflictError(SessionError):
    """The caller expected another policy version than the current one.

    Attributes:
        expected: what the caller expected.
        current: the session's version.
    """

    def __init__(self, session_id: str, expected: int, current: int) -> None:
        self.expected, self.current = expected, current
        super().__init__(
            f"session {session_id}: expected_policy_version is stale; found {expected}, expected {current}; read the state and decide anew"
        )


class EventConflictError(SessionError):
    """An event id was used before with another content."""


class KLGuardExceeded(SessionError):  # the wire format fixes the name
    """A learning step moved the policy further from the base than allowed; it was undone.

    Attributes:
        kl: visit-weighted KL after the step.
        maximum: the limit.
    """

    def __init__(self, kl: float, maximum: float) -> None:
        self.kl, self.maximum = kl, maximum
        super().__init__(f"event: the step was undone; found a KL of {kl} after it, expected at most {maximum}")


class SessionQuarantined(SessionError):  # a state, told by the word that clients look for
    """What a session holds is not known after a failed undo; it can only be deleted."""


class Overloaded(SessionError):  # the wire format fixes the name
    """Too many requests wait; try again later."""
