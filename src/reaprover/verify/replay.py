"""K: the candidate's declarations through Lean's kernel, in a process that never ran the candidate's code.

The process imports the trusted library and our replay program only. It reads the text of `export.py`, adds every
declaration with full checking, compares what the kernel generates, and answers line by line into a file of its own under a
nonce that nobody else has seen.

A toolchain without our modules (a user's project) is asked through its own `leanchecker` instead. That program reads the memory
image itself, so the module is read, and everything in it exported, by our reader first; only its exit status can accept.
"""

from __future__ import annotations

import json
import secrets
import threading
from pathlib import Path
from typing import Any, Final

from reaprover.core.canonical import sha256
from reaprover.errors import InfrastructureError
from reaprover.lean.toolchain import Toolchain
from reaprover.verify.compile import launch_environment, read_output, readable_paths
from reaprover.verify.environment import Compiled
from reaprover.verify.export import ExportError, export
from reaprover.verify.finding import Check, Finding, absent, failed, passed, unverified
from reaprover.verify.messages import KERNEL_LIMITS, is_kernel_limit
from reaprover.verify.name import Name, write_name
from reaprover.verify.sandbox import Limits, run_sandboxed

MODULE: Final = "Reaprover.Replay"
_RESOURCE: Final = ("heartbeat", "recursion")
_LIMITS: Final = (*KERNEL_LIMITS, "out of memory")
_REFUSALS: Final = ("kernel", "mismatch", "missing", "duplicate")


def check_kernel(
    candidate: Compiled,
    target: Name,
    *,
    toolchain: Toolchain,
    folder: Path,
    limits: Limits,
    namespaces: bool = True,
    stop: threading.Event | None = None,
) -> Finding:
    """Replay all of the candidate's safe declarations.

    Args:
        candidate: the compiled modules.
        target: full name of the theorem, which must be among them.
        toolchain: the Lean whose kernel judges.
        folder: a folder of the judge's.
        limits: of the replay's process.
        namespaces: see `run_sandboxed`.
        stop: kills the run when set.
    """
    try:
        text, names = export(candidate)
    except ExportError as error:
        return failed(Check.KERNEL, f"cannot be exported: {error}")
    if target not in names:
        return failed(Check.KERNEL, f"{write_name(target)} is not among the declarations to replay")
    work = folder / "replay"
    if not toolchain.versions.has_server:
        return _check_by_leanchecker(candidate, toolchain, work, len(names), limits, namespaces, stop)
    inputs, scratch = work / "in", work / "scratch"
    inputs.mkdir(parents=True)
    scratch.mkdir()
    nonce = secrets.token_hex(16)
    requests, replies, main = inputs / "requests", scratch / "replies", inputs / "Main.lean"
    requests.write_text(text, encoding="utf-8")
    call = " ".join(json.dumps(word, ensure_ascii=False) for word in (str(requests), str(replies), nonce))
    main.write_text(
        f"prelude\nimport Init\nimport {MODULE}\ntheorem Reaprover.replay_session : True := by reaprover_replay {call}\n", encoding="utf-8"
    )
    launch = toolchain.launch()
    run = run_sandboxed(
        [*launch.command, "--json", f"-M{limits.memory_bytes >> 20}", "-R", str(inputs), str(main)],
        environment=launch_environment(launch),
        folder=scratch,
        writable=[scratch],
        readable=[*readable_paths(toolchain, launch), inputs],
        stdout=work / "stdout",
        stderr=work / "stderr",
        limits=limits,
        namespaces=namespaces,
        stop=stop,
    )
    facts: dict[str, Any] = {"declarations": len(names), "export_sha256": sha256(text)}
    if run.killed:
        return unverified(Check.KERNEL, f"the replay did not end by itself: {run.killed}", infrastructure=True, **facts)
    answers = _read_replies(replies, nonce)
    if answers is None:
        said = (read_output(work / "stdout", 2000) + read_output(work / "stderr", 2000)).decode("utf-8", "replace").strip()[:300]
        return unverified(
            Check.KERNEL, f"the replay left no complete report (exit status {run.status}): {said}", infrastructure=True, **facts
        )
    return judge(answers, names, facts)


def _check_by_leanchecker(
    candidate: Compiled,
    toolchain: Toolchain,
    work: Path,
    num_declarations: int,
    limits: Limits,
    namespaces: bool,
    stop: threading.Event | None,
) -> Finding:
    """Replay the candidate's modules by the toolchain's `leanchecker`, on top of what they import."""
    modules, scratch = work / "modules", work / "scratch"
    modules.mkdir(parents=True)
    scratch.mkdir()
    for name, module in candidate.modules:
        (modules / f"{name}.olean").write_bytes(module.data)
    launch = toolchain.leanchecker(modules)
    if launch is None:
        return absent(
            Check.KERNEL,
            "absent: this toolchain has no leanchecker (Lean 4.28 and later bring it); use such a toolchain, or comparator; "
            "level fast makes the other checks",
        )
    run = run_sandboxed(
        [*launch.command, *(name for name, _ in candidate.modules)],
        environment=launch_environment(launch),
        folder=scratch,
        writable=[scratch],
        readable=[*readable_paths(toolchain, launch), modules],
        stdout=work / "stdout",
        stderr=work / "stderr",
        limits=limits,
        namespaces=namespaces,
        stop=stop,
    )
    facts: dict[str, Any] = {"program": "leanchecker", "declarations": num_declarations}
    if run.killed:
        return unverified(Check.KERNEL, f"leanchecker did not end by itself: {run.killed}", infrastructure=True, **facts)
    if run.status == 0:
        return passed(Check.KERNEL, f"{num_declarations} declarations accepted by the toolchain's leanchecker", **facts)
    said = (read_output(work / "stdout", 1 << 20) + read_output(work / "stderr", 1 << 20)).decode("utf-8", "replace").strip()
    reason = f"leanchecker ended with status {run.status}: {said[-300:]}"
    if "(kernel)" in said and not any(word in said for word in _LIMITS):
        return failed(Check.KERNEL, reason, **facts)
    return unverified(Check.KERNEL, reason, **facts)  # it may also have found no module, or no memory


def _read_replies(path: Path, nonce: str) -> list[dict[str, Any]] | None:
    """The replies, the last one included; None if they are not complete or not ours."""
    try:
        lines = read_output(path).decode("utf-8").rstrip("\n").split("\n")
        answers = [json.loads(line) for line in lines]
    except (OSError, ValueError, RecursionError, InfrastructureError):
        return None
    if not answers or any(not isinstance(a, dict) or a.get("nonce") != nonce for a in answers):
        return None
    if answers[-1].get("done") is not True or any("done" in a for a in answers[:-1]):
        return None
    return answers


def judge(answers: list[dict[str, Any]], names: list[Name], facts: dict[str, Any]) -> Finding:
    """What a complete list of replies says. The first that is not a yes decides: what rests on a declaration that was not added fails too.

    Args:
        answers: one per declaration or comparison line, then the closing one.
        names: what each of them is about.
        facts: for the receipt.
    """
    *answers, last = answers
    bad = [(name, a) for name, a in zip(names, answers, strict=False) if a.get("ok") is not True]
    name, answer = bad[0] if bad else ((), {})
    is_limit = is_kernel_limit(_message(answer))
    if _kind(answer) in _REFUSALS and not is_limit:
        more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        return failed(Check.KERNEL, f"the kernel refuses {write_name(name)}: {_message(answer)}{more}", **facts)
    if len(answers) != len(names) or last.get("count") != len(names):
        return unverified(Check.KERNEL, f"the replay answered {len(answers)} of {len(names)} lines", infrastructure=True, **facts)
    if bad:
        infrastructure = _kind(answer) not in _RESOURCE and not is_limit
        return unverified(Check.KERNEL, f"{write_name(name)}: {_message(answer)}", infrastructure=infrastructure, **facts)
    if last.get("failed") != 0:
        return unverified(Check.KERNEL, "the replay contradicts itself", infrastructure=True, **facts)
    return passed(Check.KERNEL, f"{len(names)} declarations and comparisons accepted in a fresh process", **facts)


def _kind(answer: dict[str, Any]) -> str:
    error = answer.get("error")
    return str(error.get("kind")) if isinstance(error, dict) else ""


def _message(answer: dict[str, Any]) -> str:
    error = answer.get("error")
    return str(error.get("message"))[:300] if isinstance(error, dict) else "no reason given"
