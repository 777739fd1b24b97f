"""`WholeFileEnvironment`: tactic steps by compiling whole files, for toolchains without a tactic server (a user's Lake project).

Decisions:

* A state is the script that leads to it. Each tactic of a batch becomes one theorem of a file with that script and the tactic behind it;
  what is left open is read from the message of kind `Tactic.unsolvedGoals` at the theorem's own `by`, never from words. Closed needs
  evidence: no error, no `sorry`, and an answer to `#check` behind it.
* There is nothing to hold, so nothing to rebuild; but every step costs a start and an import. `LeanEnvironment` is for speed.
* Terms cannot be looked at from outside: keys are printed goals, every state counts as one with metavariables (merged by equal text only),
  goals are never split. The strict check decides in the end.
* A text that could end the proof and begin another command, or that asks for `sorry` or for options, is refused by its tokens.
* When a file is not finished in time, or its process dies, the tactics of the batch are tried one by one: one cannot spoil the rest.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from reaprover.core import ErrorKind, Part, ProofState, TacticError, TacticResult, TacticStatus, Theorem
from reaprover.core.declaration import indent, lex
from reaprover.errors import InfrastructureError, InputError
from reaprover.lean.messages import MAX_DEPTH, MAX_HEARTBEATS, is_limit
from reaprover.lean.process import LeanRun
from reaprover.lean.session import Context, TacticLimits, check_context
from reaprover.lean.toolchain import Toolchain

_FORBIDDEN = frozenset(
    ["sorry", "admit", "stop", "native_decide", "bv_decide", "run_tac", "by_elab", "set_option", "unsafe", "show_term", "dbg_trace", "open"]
)
_COMMANDS = frozenset(
    [
        *("theorem", "lemma", "example", "def", "abbrev", "axiom", "inductive", "structure", "class", "instance", "opaque", "namespace"),
        *("section", "end", "mutual", "variable", "universe", "import", "macro", "macro_rules", "syntax", "notation", "elab", "elab_rules"),
        *("attribute", "initialize", "run_cmd", "private", "protected", "noncomputable", "partial", "infix", "infixl", "infixr", "prefix"),
    ]
)
_STEP = "reaprover_step_"
_UNSOLVED = "Tactic.unsolvedGoals"


class WholeFileEnvironment:
    """Implements `core.Environment` by whole files."""

    def __init__(self, theorem: Theorem, toolchain: Toolchain, *, limits: TacticLimits | None = None, start_s: float = 60.0) -> None:
        """Elaborate the statement.

        Args:
            theorem: what is to be proved.
            toolchain: the Lean that compiles.
            limits: what each tactic may use; heartbeats add up along a script.
            start_s: seconds that a start with its imports may take, on top of the tactics' own.

        Raises:
            InputError: Lean refuses imports, header or statement.
            InfrastructureError: no answer.
        """
        self.theorem, self.toolchain = theorem, toolchain
        self.limits = limits or TacticLimits()
        self._start_s = start_s
        self._name = secrets.token_hex(4)
        self._lock = threading.RLock()
        self._scripts: dict[str, tuple[str, ...]] = {}
        self._next_number = 1
        self.num_runs = 0
        context = Context.of(theorem)
        self._preamble = f"{toolchain.preamble(context.imports)}{context.header}\n"
        check_context(toolchain, context, timeout_s=start_s)
        self._root = self._open()

    @property
    def identity(self) -> str:
        """Names toolchain, library, options and theorem."""
        content = "\0".join((self.theorem.declaration, self.theorem.header, *self.theorem.imports))
        digest = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return f"{self.toolchain.versions.identity}:whole-file:heartbeats-{self.limits.heartbeats}:theorem-{digest}"

    def initial_state(self) -> ProofState:
        """The state of the theorem with its binders introduced."""
        return self._root

    def apply_batch(self, state: ProofState, tactics: Sequence[str]) -> list[TacticResult]:
        """Apply each tactic to `state`, in isolation; one result per tactic, in order."""
        with self._lock:
            script = self._scripts.get(state.handle)
            if script is None:
                return [_failed(tactic, ErrorKind.STATE, f"unknown or released state {state.handle!r}") for tactic in tactics]
            results: dict[int, TacticResult] = {}
            for index, tactic in enumerate(tactics):
                if (refused := _refusal(tactic)) is not None:
                    results[index] = TacticResult(tactic, TacticStatus.FAILED, error=refused)
            runnable = [index for index in range(len(tactics)) if index not in results]
            answers = self._run(script, [tactics[index] for index in runnable])
            results.update(zip(runnable, answers, strict=True))
            return [results[index] for index in range(len(tactics))]

    def split(self, state: ProofState) -> list[Part]:
        """Goals are never split here: their terms are not seen."""
        return []

    def release(self, states: Sequence[ProofState]) -> None:
        """Forget states; unknown ones are ignored."""
        with self._lock:
            for state in states:
                if state.handle != self._root.handle:
                    self._scripts.pop(state.handle, None)

    def replay(self, script: str) -> TacticResult:
        """Run a whole script on the theorem, as it would stand behind `:= by`."""
        with self._lock:
            (result,) = self._run((), [script], script.count("\n"))
            return result

    def close(self) -> None:
        """Forget everything; idempotent."""
        with self._lock:
            self._scripts.clear()

    def _open(self) -> ProofState:
        run = self._compile(["skip"], 0)
        messages = [message for message in _messages(run) if message["severity"] == "error"]
        opened = [message for message in messages if message["kind"] == _UNSOLVED]
        if len(messages) == 1 and opened:
            return self._add((), _goals(opened[0]))
        if limit := next(filter(_limit, messages), None):
            raise InfrastructureError(f"lean: a limit was reached in the statement of {self.theorem.name}: {limit['data']}")
        if messages:
            raise InputError(
                f"theorem {self.theorem.name}", f"Lean refuses the statement: {messages[0]['data']}", advice="correct the statement"
            )
        raise InfrastructureError(f"lean: no answer about the statement of {self.theorem.name}: {_ending(run)}")

    def _run(self, script: tuple[str, ...], tactics: Sequence[str], depth: int | None = None) -> list[TacticResult]:
        """Results of `tactics` behind `script`, which counts for `depth` tactics more (default: its own number)."""
        if not tactics:
            return []
        run = self._compile(["\n".join((*script, tactic)) for tactic in tactics], len(script) if depth is None else depth)
        if run.status in (0, 1) and not run.timed_out:
            return self._read(run, script, tactics)
        if len(tactics) > 1:
            return [result for tactic in tactics for result in self._run(script, [tactic])]
        kind = ErrorKind.TIMEOUT if run.timed_out else ErrorKind.CRASH
        return [_failed(tactics[0], kind, _ending(run))]

    def _compile(self, scripts: Sequence[str], depth: int) -> LeanRun:
        """Compile a file with one theorem per script."""
        text = self._preamble
        self._lines: list[tuple[int, int]] = []
        for number, script in enumerate(scripts, 1):
            begin = text.count("\n") + 1
            block = indent(script.strip("\n"), 2)
            text += f"{self._declaration(number)} := by\n{block}\n#check @{_STEP}{number}\n"
            self._lines.append((begin, text.count("\n")))
        walls = [self.limits.wall_s(script.rsplit("\n", 1)[-1]) for script in scripts]
        heartbeats = self.limits.heartbeats * (depth + 1)
        self.num_runs += 1
        return self.toolchain.run(
            ["--json", "-DmaxErrors=1000000", f"-DmaxHeartbeats={heartbeats}", "{text}"], text=text, timeout_s=self._start_s + max(walls)
        )

    def _declaration(self, number: int) -> str:
        return dataclasses.replace(self.theorem, name=f"{_STEP}{number}").declaration

    def _read(self, run: LeanRun, script: tuple[str, ...], tactics: Sequence[str]) -> list[TacticResult]:
        messages = list(_messages(run))
        results = []
        for (begin, end), tactic in zip(self._lines, tactics, strict=True):
            mine = [message for message in messages if begin <= message["pos"]["line"] <= end]
            errors = [message for message in mine if message["severity"] == "error"]
            opened = [message for message in errors if message["kind"] == _UNSOLVED and message["pos"]["line"] <= self._proof_line(begin)]
            if len(errors) == 1 and opened:
                state = self._add((*script, tactic), _goals(opened[0]))
                results.append(TacticResult(tactic, TacticStatus.OPEN, state))
            elif errors:
                first = next(filter(_limit, errors), errors[0])
                kind = _limit(first) or (ErrorKind.PARSE if first.get("keepFullRange") else ErrorKind.ELAB)
                results.append(_failed(tactic, kind, str(first["data"])[:2048]))
            elif any(message["kind"] == "hasSorry" for message in mine):
                results.append(_failed(tactic, ErrorKind.SORRY, "the proof uses sorry"))
            elif any(message["severity"] == "information" and message["pos"]["line"] == end for message in mine):
                results.append(TacticResult(tactic, TacticStatus.CLOSED))
            else:  # the theorem is not in the environment, and nobody says why
                results.append(_failed(tactic, ErrorKind.INTERNAL, "Lean says nothing about this theorem"))
        return results

    def _proof_line(self, begin: int) -> int:
        """The line of the theorem's own `by`."""
        return begin + self._declaration(1).count("\n")

    def _add(self, script: tuple[str, ...], goals: tuple[str, ...]) -> ProofState:
        handle = f"{self._name}/f/{self._next_number}"
        self._next_number += 1
        self._scripts[handle] = script
        return ProofState(handle, goals, json.dumps(goals, ensure_ascii=False), True, (tuple(range(len(goals))),))


def _messages(run: LeanRun) -> Iterator[dict[str, Any]]:
    for line in run.stdout.splitlines():
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict) and {"severity", "kind", "data", "pos"} <= message.keys():
            yield message


def _limit(message: dict[str, Any]) -> ErrorKind | None:
    """The limit that a message is about."""
    kind = str(message["kind"])
    if is_limit(kind, MAX_HEARTBEATS):
        return ErrorKind.HEARTBEAT
    return ErrorKind.RECURSION if is_limit(kind, MAX_DEPTH) else None


def _goals(message: dict[str, Any]) -> tuple[str, ...]:
    return tuple(goal for goal in str(message["data"]).split("\n", 1)[1].split("\n\n") if goal.strip())


def _refusal(tactic: str) -> TacticError | None:
    """Why a text is not run at all."""
    try:
        tactic.encode()
        tokens = list(lex(tactic))
    except (InputError, UnicodeEncodeError) as error:
        return TacticError(ErrorKind.PARSE, str(error)[:2048])
    if not any(token.kind != "comment" for token in tokens) or "\0" in tactic:
        return TacticError(ErrorKind.PARSE, "not a tactic")
    for token in tokens:
        if token.text in _FORBIDDEN or (token.kind == "word" and token.text in ("apply?", "exact?", "rw?", "simp?")):
            return TacticError(ErrorKind.FORBIDDEN, f"this syntax is not allowed in a proof: {token.text}")
        if token.text in _COMMANDS or token.kind == "hash" or token.text == "@[":
            return TacticError(ErrorKind.PARSE, f"a command is not a tactic: {token.text}")
    return None


def _ending(run: LeanRun) -> str:
    if run.timed_out:
        return f"no end within {run.elapsed_s:.1f} s; the process was killed"
    return f"exit status {run.status}: {(run.stderr.strip() or run.stdout.strip())[-1000:]}"


def _failed(tactic: str, kind: ErrorKind, message: str) -> TacticResult:
    return TacticResult(tactic, TacticStatus.FAILED, error=TacticError(kind, message))
