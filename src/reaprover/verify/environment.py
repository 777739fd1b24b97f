"""Constants of compiled modules: the trusted library, and on top of it the modules of a candidate.

The library is trusted, so of it only names and a summary are needed in the common case: which axioms each constant rests
on. The summary of a library is computed once from its compiled modules and kept in the user's cache under the hash of
their bytes. Terms of the library are decoded on demand.
"""

from __future__ import annotations

import gc
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError
from reaprover.verify.name import Name, read_name, write_name
from reaprover.verify.olean import Constant, Kind, Module, OleanError, Safety
from reaprover.verify.term import Store, constants

_SUMMARY_FORMAT = "reaprover.library-summary.v1"


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


class Library:
    """The trusted modules, decoded on demand.

    Attributes:
        files: module name to file.
        sha256: hash over the names and bytes of all modules.
        hashes: module name to the sha256 of its bytes.
    """

    def __init__(self, folders: Iterable[Path], root: str = "Init", cache: Path | None = None) -> None:
        """Find the modules that `root` imports, itself included.

        Args:
            folders: where compiled modules lie, the first that has one wins.
            root: the module that stands for the library.
            cache: folder for the summary; None keeps it in memory.

        Raises:
            InfrastructureError: a module is missing or cannot be read.
        """
        self._folders = tuple(folders)
        self._cache = cache
        self._data: dict[str, bytes] = {}
        self.files: dict[str, Path] = {}
        self._find(root)
        self.hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(self._data.items())}
        self.sha256 = hashlib.sha256("".join(f"{n} {h}\n" for n, h in self.hashes.items()).encode()).hexdigest()
        self._summary: dict[Name, int] | None = None
        self._axioms: tuple[Name, ...] = ()
        self.store = Store()
        self._modules: dict[str, Module] | None = None
        self._home: dict[Name, Module] = {}

    def _find(self, root: str) -> None:
        waiting = [root]
        store = Store()
        while waiting:
            name = waiting.pop()
            if name in self.files:
                continue
            path = next((p for f in self._folders if (p := f.joinpath(*name.split(".")).with_suffix(".olean")).is_file()), None)
            if path is None:
                raise InfrastructureError(f"library module {name} is not compiled; build the core library first")
            self.files[name] = path
            try:
                self._data[name] = path.read_bytes()
            except OSError as error:
                raise InfrastructureError(f"{path}: cannot be read: {error.strerror}") from error
            waiting.extend(write_name(i) for i in Module(self._data[name], name, store).imports)

    @property
    def modules(self) -> Mapping[str, Module]:
        """All modules, over `store`."""
        if self._modules is None:
            self._modules = {name: Module(data, name, self.store) for name, data in self._data.items()}
            for module in self._modules.values():
                for name in module.names:
                    self._home[name] = module
        return self._modules

    def renew(self, largest: int = 3_000_000) -> None:
        """Forget decoded terms once more than `largest` nodes are kept; terms given out before stay usable by themselves."""
        if self.store.size > largest:
            self.store = Store()
            self._modules = None
            self._home = {}

    def __contains__(self, name: Name) -> bool:
        return name in self.summary

    def constant(self, name: Name) -> Constant | None:
        """A constant of the library, its terms in `store`; None if there is none."""
        _ = self.modules
        home = self._home.get(name)
        return home.constant(name) if home is not None else None

    # ---- what the library's constants rest on ---------------------------------------------------------------------------

    @property
    def axioms(self) -> tuple[Name, ...]:
        """The axioms that the library declares."""
        _ = self.summary
        return self._axioms

    def axioms_of(self, name: Name) -> frozenset[Name]:
        """The axioms that a library constant rests on, through everything, with unsafe and partial constants it uses."""
        mask = self.summary.get(name, 0)
        return frozenset(axiom for i, axiom in enumerate(self._axioms) if mask >> i & 1)

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
