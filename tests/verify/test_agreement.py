"""Both kernels agree on every proof of the library's own tests: omega, simp, ac_rfl, decide, induction, recursion."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reaprover.core import Verdict
from reaprover.lean.toolchain import EmbeddedToolchain
from reaprover.verify.finding import Check
from reaprover.verify.strict import Level, StrictChecker, Submission

FILES = sorted((Path(__file__).parents[1] / "lean" / "library").glob("*.lean"))


@pytest.mark.lean
@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_proof_of_the_library_s_tests_passes_the_paranoid_level(path: Path, toolchain: EmbeddedToolchain) -> None:
    numbers = iter(range(1, 10_000))
    source = re.sub(r"^example\b", lambda _: f"theorem agree_{next(numbers)}", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    source = re.sub(r"^(prelude|import .*)\n", "", source, flags=re.MULTILINE)
    count = next(numbers) - 1
    checker = StrictChecker(toolchain, level=Level.PARANOID)
    others = tuple((f"agree_{n}",) for n in range(1, count))
    report = checker.check_file(Submission(source, (f"agree_{count}",), others=others))
    assert report.result.verdict is Verdict.VERIFIED, report.result.reasons
    assert report.finding(Check.SECOND_KERNEL).facts["declarations"] >= count
