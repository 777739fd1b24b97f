"""The map of the house: which package may import which. Imports go one way."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "reaprover"

# package (or top-level module) → packages of ours that it may import. A new package needs a line here.
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "core": {"errors"},
    "problems": {"core", "errors"},
    "policy": {"core", "errors"},
    "search": {"core", "errors"},
    "lean": {"core", "errors"},
    "verify": {"core", "errors", "lean"},
    "snapshot": {"core", "errors"},
    "model": {"core", "errors", "snapshot"},
    "learn": {"core", "errors", "model", "problems", "snapshot"},
    "runtime": {"core", "errors", "learn", "model", "snapshot"},
    "serve": {"core", "errors", "model", "runtime", "snapshot"},
    "testing": {"core", "errors"},
    "prover": {"core", "errors", "lean", "search", "verify"},
    "online": {"core", "errors", "learn", "model", "prover", "runtime", "search", "snapshot", "verify"},
    "train": {"core", "errors", "evals", "lean", "learn", "model", "policy", "problems", "prover", "search", "snapshot", "verify"},
    "evals": {"core", "errors", "lean", "model", "policy", "problems", "prover", "search", "verify"},
    "cli": {"core", "errors", "evals", "lean", "model", "online", "policy", "problems"}
    | {"learn", "prover", "runtime", "search", "serve", "snapshot", "train", "verify"},
}
HEAVY = {"torch", "transformers", "peft", "numpy", "safetensors", "pyarrow", "matplotlib"}
HEAVY_ALLOWED = {"snapshot", "model", "learn", "evals", "train"}
HEAVY_ALLOWED_AT_TOP = {"model", "learn", "evals"}  # imported only when needed; elsewhere only inside functions


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, bool]]:
    """(imported module, is at the top level of the module) for every import in `path`, relative ones excluded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    found: list[tuple[str, bool]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; write the full name"
            module = node.module or ""
            found += [(f"{module}.{alias.name}" if module == "reaprover" else module, id(node) in top) for alias in node.names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    package = package_of(path)
    if package in {"__init__", "__main__"}:
        return
    assert package in ALLOWED, f"package {package!r} is not on the map: add it to ALLOWED with what it may import"
    for module, _ in imports(path):
        if module.startswith("reaprover."):
            target = module.split(".")[1]
            if target in {package, "__version__"}:
                continue
            assert target in ALLOWED[package], (
                f"{path.relative_to(SOURCE)} imports {module}, but {package} may import only {sorted(ALLOWED[package])}: "
                "move the code down, pass the thing in as an argument, or wire it in cli"
            )


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_heavy_libraries_are_imported_late_and_only_where_they_belong(path: Path) -> None:
    for module, at_top in imports(path):
        name = module.split(".")[0]
        if name in HEAVY:
            assert package_of(path) in HEAVY_ALLOWED, f"{path.relative_to(SOURCE)} imports {name}: only {sorted(HEAVY_ALLOWED)} may"
            is_free = not at_top or package_of(path) in HEAVY_ALLOWED_AT_TOP
            assert is_free, f"{path.relative_to(SOURCE)} imports {name} at the top: import it where it is needed"


def test_the_map_has_no_cycle() -> None:
    seen: set[str] = set()
    remaining = dict(ALLOWED)
    while remaining:
        ready = [name for name, needs in remaining.items() if needs <= seen]
        assert ready, f"cycle among {sorted(remaining)}"
        for name in ready:
            seen.add(name)
            del remaining[name]


def test_the_command_line_starts_without_heavy_libraries() -> None:
    code = f"import sys, reaprover.cli; print(sorted(set(sys.modules) & {HEAVY!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
