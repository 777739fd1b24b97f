"""A stand-in for a Lake project: real processes that answer as `lake`, `lean` and `leanchecker` do, over the embedded Lean.

`lake env lean --version|--print-prefix|--print-libdir` and `lake env printenv LEAN_PATH` are all that is asked of `lake`.
"""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from reaprover.lean.process import run_to_end
from reaprover.lean.toolchain import EmbeddedToolchain, LakeToolchain

ACCEPTS = 'test -f "${LEAN_PATH%%:*}/$1.olean"'
"""A `leanchecker` that accepts what it finds."""


@dataclass(frozen=True, slots=True)
class LakeProject:
    """A project with a built module `P`, on a toolchain of its own.

    Attributes:
        folder: of the project.
        prefix: of its Lean toolchain.
        embedded: what stands behind it.
    """

    folder: Path
    prefix: Path
    embedded: EmbeddedToolchain

    @property
    def modules(self) -> Path:
        """Where its compiled modules lie."""
        return self.folder / ".lake" / "build" / "lib" / "lean"

    @property
    def toolchain(self) -> LakeToolchain:
        """As reaprover finds it."""
        return LakeToolchain.find(self.folder)

    def build(self, name: str, text: str) -> None:
        """Compile a module of the project, as `lake build` would."""
        (self.folder / f"{name}.lean").write_text(text, encoding="utf-8")
        run = run_to_end(
            self.embedded.launch(self.modules),
            ["-R", str(self.folder), "-o", str(self.modules / f"{name}.olean"), str(self.folder / f"{name}.lean")],
            timeout_s=60,
        )
        assert run.status == 0, run

    def set_leanchecker(self, body: str) -> None:
        """Give the toolchain a `leanchecker`; `body` is a shell script that sees LEAN_PATH and the modules' names."""
        _script(self.prefix / "bin" / "leanchecker", body)


def make_project(folder: Path, embedded: EmbeddedToolchain, monkeypatch: pytest.MonkeyPatch) -> LakeProject:
    """Write the project into `folder`, and put its `lake` on PATH."""
    project = LakeProject(folder / "project", folder / "lean", embedded)
    project.modules.mkdir(parents=True)
    (project.folder / "lakefile.toml").write_text('name = "p"\n')
    (project.folder / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    project.build("P", "def double (n : Nat) : Nat := n + n\ntheorem double_zero : double 0 = 0 := rfl\ntheorem gap : 1 = 2 := sorry\n")
    lean = project.prefix / "bin" / "lean"
    lean.parent.mkdir(parents=True)
    command = embedded.launcher.command
    if len(command) == 1:
        shutil.copy(command[0], lean)
    else:
        _script(lean, f'exec {shlex.join(command)} "$@"')
    answers = {
        "lean --print-prefix": f"echo {shlex.quote(str(project.prefix))}",
        "lean --print-libdir": f"echo {shlex.quote(str(embedded.core))}",
        "printenv LEAN_PATH": "echo .lake/build/lib/lean",
        "lean --version": f"exec {shlex.quote(str(lean))} --version",
    }
    cases = "\n".join(f"'env {question}') {answer};;" for question, answer in answers.items())
    put_on_path(folder / "bin", monkeypatch, f'case "$*" in\n{cases}\n*) echo "unknown command: $*" >&2; exit 1;;\nesac')
    return project


def put_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A `lake` that runs `body`."""
    _script(folder / "lake", body)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def _script(path: Path, body: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
