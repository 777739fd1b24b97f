"""Writes the policy's list of lemmas out of the core library: `python tests/policy/generate_lemmas.py`.

The names come from the library's sources, the statements from `#check` in the compiled library, so that each lemma listed is there and
reads as Lean prints it. Names that stock Lean does not have are left out: a proof found with the list also checks in stock Lean.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import reaprover.lean.library
import reaprover.policy
from reaprover.core.declaration import parse_theorems
from reaprover.lean.toolchain import EmbeddedToolchain

TARGET = Path(reaprover.policy.__file__).parent / "lemmas.jsonl"
SUBJECTS = ("And", "Bool", "Classical", "Eq", "Exists", "Function", "Iff", "Int", "List", "Nat", "Ne", "Not", "Option", "Or", "Prod", "Sum")
"""Namespaces of lemmas that are worth proposing; so are lemmas outside any namespace."""
INTERNAL = re.compile(
    r"Internal|Simproc|Linear|Lean\.|sizeOf|noConfusion|inj_?[A-Z]|«"
    r"|^(snn|ev|dot|ac|eq_mp|eq_of_heq|heq|cast|dif|dite|ite|have_|forall_prop|letFun)"
    r"|_congr'?$|\.(rec|brec|below)"
)


def library_names() -> list[str]:
    """Public theorems of the library's sources, in order of module name and place."""
    root = Path(next(iter(reaprover.lean.library.__path__)))
    names: list[str] = []
    for path in sorted((root / "Init").rglob("*.lean")):
        for found in parse_theorems(path.read_text(encoding="utf-8"), where=str(path)):
            parts = found.full_name.split(".")
            listed = len(parts) == 1 or parts[0] in SUBJECTS
            if found.keyword == "theorem" and "private" not in found.modifiers and listed and not INTERNAL.search(found.full_name):
                names.append(found.full_name)
    return list(dict.fromkeys(names))


def lemma_lines(names: list[str]) -> list[str]:
    """One JSON object a lemma: name, binders and conclusion as printed."""
    toolchain = EmbeddedToolchain.find()
    toolchain.prepare()
    text = toolchain.preamble(()) + "\n".join(f"#check {name}" for name in names) + "\n"
    result = toolchain.run(["--json", "-DmaxErrors=1000000", "{text}"], text=text, timeout_s=120)
    lines = []
    for line in result.stdout.splitlines():
        message = json.loads(line) if line.startswith("{") else {}
        if message.get("severity") != "information":
            continue
        (found,) = parse_theorems(f"theorem {message['data']} := sorry")
        theorem = found.theorem
        binders, conclusion = " ".join(theorem.binders.split()), " ".join(theorem.conclusion.split())
        lines.append(json.dumps({"name": theorem.name, "binders": binders, "conclusion": conclusion}, ensure_ascii=False))
    return lines


if __name__ == "__main__":
    content = lemma_lines(library_names())
    TARGET.write_text("\n".join(content) + "\n", encoding="utf-8")
    print(f"{len(content)} lemmas")
