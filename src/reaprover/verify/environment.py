"""Constants of compiled modules: the trusted library, and on top of it the modules of a candidate.

The library is trusted, so of it only names and which axioms each constant rests on are needed in the common case. For a small
library (our core) that is computed once for all of it, and kept in the user's cache under the hash of its bytes. A large one
(a project with Mathlib) is never decoded whole: of the modules that the file imports, directly or not, names are listed, and
only constants that a question reaches are decoded.
"""

from __future__ import annotations

import gc
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError
from reaprover.verify.name import Name, read_name, write_name
from reaprover.verify.olean import LEAN_VERSION, PARTS, Constant, Kind, Module, OleanError, Safety, read_image
from reaprover.verify.term import Store, constants

EAGER_BYTES = 128 << 20
"""Size of a library up to which it is summarised whole; our core has 40 MiB."""

LARGEST_STORE = 3_000_000
"""Terms of a library that are kept decoded, nodes."""

_SUMMARY_FORMAT = "reaprover.library-summary.v1"
_Mark = tuple[int, int, int]


def references(constant: Constant) -> set[Name]:
    """Every constant that `constant` rests on directly: in its type, value and rules, its block, type and constructors."""
    terms = [constant.type]
    if constant.value is not None:
        terms.append(constant.value)
    terms.extend(rule.rhs for rule in constant.rules)
    found = constants(*terms)
    if constant.kind is Kind.CONSTRUCTOR:
        found.add(constant.inductive)
    elif constant.kind is Kind.INDUCTIVE:
        found.update(constant.constructors)
        found.update(constant.block)
    elif constant.kind is Kind.RECURSOR:
        found.update(constant.block)
        found.update(rule.constructor for rule in constant.rules)
    return found


@dataclass(slots=True)
class _Shelf:
    """Decoded modules, all over one store."""

    store: Store = field(default_factory=Store)
    modules: dict[str, Module] = field(default_factory=dict)


class Library:
    """The trusted modules, decoded on demand.

    Attributes:
        files: module name to its `.olean` file.
        hashes: module name to the sha256 of its bytes.
        sha256: hash over the names and bytes of all modules.
        num_bytes: size of all modules.
    """

    def __init__(
        self, folders: Iterable[Path], roots: Sequence[str] = ("Init",), cache: Path | None = None, *, eager_bytes: int = EAGER_BYTES
    ) -> None:
        """Find the modules that `roots` import, themselves included.

        Args:
            folders: where compiled modules lie, the first that has one wins.
            roots: what the library is seen through.
            cache: folder for the summary; None keeps it in memory.
            eager_bytes: a library up to this size is summarised whole; of a larger one only what a question reaches is read.

        Raises:
            InfrastructureError: a module is missing, cannot be read, or is of another Lean version.
        """
        self._folders = tuple(folders)
        self._cache = cache
        self.files: dict[str, Path] = {}
        self.hashes: dict[str, str] = {}
        self.num_bytes = 0
        self._marks: dict[str, _Mark] = {}
        self._homes: dict[Name, tuple[str, ...]] = {}
        self._find(roots)
        self.hashes = dict(sorted(self.hashes.items()))
        self.sha256 = hashlib.sha256("".join(f"{n} {h}\n" for n, h in self.hashes.items()).encode()).hexdigest()
        self._is_eager = self.num_bytes <= eager_bytes
        self._summary: dict[Name, int] | None = None
        self._axioms: tuple[Name, ...] = ()
        self._rests: dict[Name, tuple[bool, frozenset[Name]]] = {}
        self._terms, self._walked = _Shelf(), _Shelf()

    def _find(self, roots: Sequence[str]) -> None:
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name in self.files:
                continue
            path = self._locate(name)
            if path is None:
                raise InfrastructureError(
                    f"library module {name} is not compiled; build it first: `lake build` in a project, otherwise `reaprover lean build`"
                )
            self.files[name], self._marks[name] = path, _mark(path)
            module = Module(read_image(path), str(path), Store())
            if module.lean_version != LEAN_VERSION:
                raise OleanError(
                    f"{path}: was written by Lean {module.lean_version}, and this reader knows the files of {LEAN_VERSION}; "
                    "use a project with that version, or check with the toolchain's `leanchecker` or comparator"
                )
            if module.is_module and len(PARTS) != sum(path.with_name(path.name + part).is_file() for part in PARTS):
                raise OleanError(f"{path}{PARTS[-1]}: is missing, and without it proofs are not seen; build the project again: lake build")
            self.hashes[name] = hashlib.sha256(module.data).hexdigest()
            self.num_bytes += len(module.data)
            home = (name,)
            for constant in module.names:
                self._homes[constant] = self._homes[constant] + home if constant in self._homes else home
            waiting.extend(write_name(i) for i in module.imports)

    def _locate(self, name: str) -> Path | None:
        return next((p for f in self._folders if (p := _file_of(f, name)).is_file()), None)

    @property
    def is_current(self) -> bool:
        """Whether every module is still found at the same place, in the same files."""
        try:
            return all(self._locate(name) == path and _mark(path) == self._marks[name] for name, path in self.files.items())
        except OSError:
            return False

    @property
    def store(self) -> Store:
        """What the terms given out belong to."""
        return self._terms.store

    def _module(self, name: str, shelf: _Shelf) -> Module:
        """A module on a shelf.

        Raises:
            InfrastructureError: its bytes are not what they were.
        """
        if name not in shelf.modules:
            data = read_image(self.files[name])
            if hashlib.sha256(data).hexdigest() != self.hashes[name]:
                raise InfrastructureError(f"{self.files[name]}: changed while it was in use; check again")
            shelf.modules[name] = Module(data, str(self.files[name]), shelf.store)
        return shelf.modules[name]

    @property
    def modules(self) -> Mapping[str, Module]:
        """All modules, over `store`."""
        return {name: self._module(name, self._terms) for name in self.files}

    def renew(self, largest: int = LARGEST_STORE) -> None:
        """Forget decoded terms once more than `largest` nodes are kept; terms given out before stay usable by themselves."""
        if self.store.size > largest:
            self._terms = _Shelf()

    def __contains__(self, name: Name) -> bool:
        return name in self._homes

    def constant(self, name: Name) -> Constant | None:
        """A constant of the library, its terms in `store`; None if there is none."""
        homes = self._homes.get(name)
        return self._module(homes[0], self._terms).constant(name) if homes is not None else None

    # ---- what the library's constants rest on ---------------------------------------------------------------------------

    @property
    def axioms(self) -> tuple[Name, ...]:
        """The axioms that the library declares."""
        _ = self.summary
        return self._axioms

    def axioms_of(self, names: Iterable[Name]) -> frozenset[Name]:
        """The axioms that library constants rest on, through everything, with unsafe and partial constants they use.

        Raises:
            OleanError: something that they rest on is declared nowhere, or twice and differently.
        """
        if not self._is_eager:
            return self._walk(names)
        mask = 0
        for name in names:
            mask |= self.summary.get(name, 0)
        return frozenset(axiom for i, axiom in enumerate(self._axioms) if mask >> i & 1)

    def _walk(self, names: Iterable[Name]) -> frozenset[Name]:
        """`axioms_of` by following references from `names`; what a constant refers to is remembered."""
        found: set[Name] = set()
        seen = set(names)
        waiting = list(seen)
        while waiting:
            name = waiting.pop()
            if name not in self._rests:
                self._rests[name] = self._look_at(name)
            is_root, used = self._rests[name]
            if is_root:
                found.add(name)
            waiting.extend(used - seen)
            seen |= used
            if self._walked.store.size > LARGEST_STORE:
                self._walked = _Shelf()
        return frozenset(found)

    def _look_at(self, name: Name) -> tuple[bool, frozenset[Name]]:
        """Whether `name` is an axiom, unsafe or partial, and what it refers to."""
        homes = self._homes.get(name, ())
        if not homes:
            raise OleanError(f"{write_name(name)}: the library refers to it, and none of the imported modules declares it")
        declared = [self._module(home, self._walked).constant(name) for home in homes]
        if len(declared) > 1 and any(constant.kind is not Kind.THEOREM for constant in declared):
            raise OleanError(f"{self.files[homes[1]]}: declares {write_name(name)}, which another library module declares too")
        is_root = any(constant.kind is Kind.AXIOM or constant.safety is not Safety.SAFE for constant in declared)
        return is_root, frozenset().union(*map(references, declared))

    @property
    def summary(self) -> Mapping[Name, int]:
        """Constant → set of what it rests on, as bits into the list of axioms (unsafe and partial constants count as such)."""
        if self._summary is None:
            self._summary = self._load_summary()
            if self._summary is None:
                collecting = gc.isenabled()
                gc.disable()  # hundreds of thousands of small objects, none of them garbage
                try:
                    self._summary = self._compute_summary()
                finally:
                    if collecting:
                        gc.enable()
                self._save_summary()
        return self._summary

    def _summary_path(self) -> Path | None:
        return None if self._cache is None else self._cache / f"library-summary-{self.sha256[:32]}.json"

    def _load_summary(self) -> dict[Name, int] | None:
        path = self._summary_path()
        if path is None or not path.is_file():
            return None
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["format"] != _SUMMARY_FORMAT or record["library"] != self.sha256:
                return None
            self._axioms = tuple(read_name(text) for text in record["axioms"])
            return {_name_of(parts): mask for mask, names in record["constants"] for parts in names}
        except (OSError, ValueError, KeyError, TypeError, InfrastructureError):
            return None  # computed again

    def _save_summary(self) -> None:
        path = self._summary_path()
        if path is None or self._summary is None:
            return
        groups: dict[int, list[list[str | int]]] = {}
        for name, mask in self._summary.items():
            groups.setdefault(mask, []).append(list(name))
        record = {
            "format": _SUMMARY_FORMAT,
            "library": self.sha256,
            "axioms": [write_name(a) for a in self._axioms],
            "constants": sorted(groups.items()),
        }
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(path, json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
        except (OSError, InfrastructureError):
            return  # a cache that cannot be written costs time, nothing else

    def _compute_summary(self) -> dict[Name, int]:
        edges: dict[Name, set[Name]] = {}
        roots: list[Name] = []
        for module in self.modules.values():
            for constant in module.constants():
                if constant.name in edges and constant.kind is not Kind.THEOREM:  # Lean itself allows equal theorems twice
                    raise OleanError(f"{module.where}: declares {write_name(constant.name)}, which another library module declares too")
                edges[constant.name] = references(constant) | edges.get(constant.name, set())
                if constant.kind is Kind.AXIOM or constant.safety is not Safety.SAFE:
                    roots.append(constant.name)
        self._axioms = tuple(sorted(roots, key=write_name))
        users: dict[Name, list[Name]] = {}
        for name, used in edges.items():
            for other in used:
                users.setdefault(other, []).append(name)
        summary = dict.fromkeys(edges, 0)
        for i, root in enumerate(self._axioms):
            bit = 1 << i
            stack = [root]
            while stack:
                name = stack.pop()
                if not summary.get(name, bit) & bit:
                    summary[name] |= bit
                    stack.extend(users.get(name, ()))
        return summary


def _file_of(folder: Path, module: str) -> Path:
    *parents, last = module.split(".")
    return folder.joinpath(*parents, f"{last}.olean")


def _mark(path: Path) -> _Mark:
    """What changes when a file is replaced: its number, size and time."""
    facts = path.stat()
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def _name_of(parts: list[str | int]) -> Name:
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class Compiled:
    """The modules of a candidate or of a reference, in dependency order, the main one last.

    Attributes:
        modules: name and content.
        library: what they stand on.
    """

    modules: tuple[tuple[str, Module], ...]
    library: Library

    @property
    def main(self) -> Module:
        """The module of the file itself."""
        return self.modules[-1][1]

    def find(self, name: Name) -> Constant | None:
        """A constant of these modules (not of the library)."""
        for _, module in self.modules:
            if name in module:
                return module.constant(name)
        return None

    def constants(self) -> Iterator[Constant]:
        """All constants of these modules."""
        for _, module in self.modules:
            yield from module.constants()
