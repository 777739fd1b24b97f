"""Constants of compiled modules: the trusted library, and on top of it the modules of a candidate.

The library is trusted, and it may be large (a project with Mathlib), so it is never decoded whole: of the modules that the file
imports, directly or not, names are listed, and only constants that a question reaches are decoded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reaprover.errors import InfrastructureError
from reaprover.verify.name import Name, read_name, write_name
from reaprover.verify.olean import LEAN_VERSION, PARTS, Constant, Kind, Module, OleanError, Safety, read_image
from reaprover.verify.term import Store, constants

LARGEST_STORE = 3_000_000
"""Terms of a library that are kept decoded, nodes."""

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
    """

    def __init__(self, folders: Iterable[Path], roots: Sequence[str] = ("Init",)) -> None:
        """Find the modules that `roots` import, themselves included.

        Args:
            folders: where compiled modules lie, the first that has one wins.
            roots: what the library is seen through.

        Raises:
            InfrastructureError: a module is missing, cannot be read, or is of another Lean version.
        """
        self._folders = tuple(folders)
        self.files: dict[str, Path] = {}
        self.hashes: dict[str, str] = {}
        self._marks: dict[str, _Mark] = {}
        self._homes: dict[Name, tuple[str, ...]] = {}
        self._find(roots)
        self.hashes = dict(sorted(self.hashes.items()))
        self.sha256 = hashlib.sha256("".join(f"{n} {h}\n" for n, h in self.hashes.items()).encode()).hexdigest()
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

    def axioms_of(self, names: Iterable[Name]) -> frozenset[Name]:
        """The axioms that library constants rest on, through everything, with unsafe and partial constants they use.

        Raises:
            OleanError: something that they rest on is declared nowhere, or twice and differently.
        """
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


def _file_of(folder: Path, module: str) -> Path:
    *parents, last = map(str, read_name(module))
    return folder.joinpath(*parents, f"{last}.olean")


def _mark(path: Path) -> _Mark:
    """What changes when a file is replaced: its number, size and time."""
    facts = path.stat()
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


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
