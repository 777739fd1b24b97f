"""The replay store: verified transitions in columnar shards, first in, first out (spec rl.md, section 6). No torch.

Layout of a store's folder:

    manifest.json               format, versions, environment, guard, next numbers, and the shards with their counts and sha256
    transitions-00000001.parquet    one row per transition, with its number, its item and the numbers of rows that this append removed
    solutions-00000001.parquet      one row per solved search: theorem, script and whole receipt, so that each can be verified again

Decisions:
- The manifest is replaced as a whole after its shard is on the disk: a shard that it does not name does not exist. `append` returns when
  the manifest is on the disk; a process killed before has appended nothing, after has appended all.
- A search's transitions come once. The same solution again is no news (a writer that was killed may simply retry); another solution of
  the same search takes the place of the first one (a proof shortened afterwards).
- What an append removes (an older duplicate of state and tactic, the oldest of a statement above its share, the oldest of all above the
  capacity) is written with it, so that reading never depends on limits that were changed since.
- Sixteen neighbouring shards of one level are merged into one of the next. Solutions are never removed: they are the evidence.
- A writer holds a lock; any number of readers may follow it with `refresh`. The live transitions are held in memory.
- Nothing enters but from a receipt `verified` at level strict or above, under the store's environment and polarity, and of this very text:
  of the file that theorem and script make, against the theorem as its reference; or of a file of several behind the theorem's own header in
  which both stand together, as Lean reads it, against all of its theorems left open, with none resting on another. Short scripts prove many
  theorems, so a script's own hash says nothing. Nothing enters that the guard holds out. These are checks of the caller's mistakes: hashes
  are not signatures.
"""

from __future__ import annotations

import io
import json
import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

import reaprover
from reaprover.core import Verdict
from reaprover.core.canonical import canonical_json, canonical_text, parse_json, sha256
from reaprover.core.declaration import head_text, parse_theorems, proof_text
from reaprover.core.durable import write_durably
from reaprover.errors import InfrastructureError, InputError, LeakageError, PrerequisiteError, UsageError
from reaprover.learn.leakage import EvaluationGuard, item_of
from reaprover.learn.transition import (
    Objective,
    Solution,
    Transition,
    environment_identity,
    positive_statement,
    theorem_from_json,
    theorem_to_json,
)

try:
    import fcntl
except ImportError:  # not POSIX: one writer at a time is then the caller's care
    fcntl = None  # type: ignore[assignment]  # the module is either there or None

FORMAT: Final = "reaprover.learn.replay.v1"
MANIFEST: Final = "manifest.json"
LEVELS: Final = ("strict", "paranoid")
"""Of the strict lane; what is verified at level fast is provisional."""
MERGED_SHARDS: Final = 16
"""So many neighbouring shards of one level become one."""
MAX_MANIFEST_BYTES: Final = 64 * 1024**2
MAX_SHARD_BYTES: Final = 4 * 1024**3

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReplayLimits:
    """How much is held.

    Attributes:
        capacity: transitions held; the oldest go first.
        per_statement: transitions held per statement, its renamed copies and its negation included.
    """

    capacity: int = 1_000_000
    per_statement: int = 64

    def __post_init__(self) -> None:
        if self.capacity < 1 or self.per_statement < 1:
            raise UsageError(f"replay: capacity is {self.capacity}, per_statement is {self.per_statement}; expected numbers of at least 1")


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did.

    Attributes:
        num_solutions: solutions that were news.
        num_transitions: transitions written.
        num_removed: transitions that went for them.
        num_repeated: solutions that were there already.
    """

    num_solutions: int = 0
    num_transitions: int = 0
    num_removed: int = 0
    num_repeated: int = 0


@dataclass(frozen=True, slots=True)
class AgeDistribution:
    """How old the held transitions are.

    Attributes:
        by_checkpoint: transitions by the checkpoint that produced them, in order of first arrival.
        quantiles_s: age in seconds at 0, 25, 50, 75 and 100 %; empty for an empty store.
    """

    by_checkpoint: dict[str, int]
    quantiles_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Shard:
    """An entry of the manifest; `level` 0 was appended, higher ones were merged."""

    number: int
    level: int
    num_transitions: int
    num_solutions: int
    transitions_sha256: str
    solutions_sha256: str


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    item: str
    transition: Transition


@dataclass(frozen=True, slots=True)
class _Manifest:
    environment: str
    guard: str
    next_number: int
    next_shard: int
    shards: tuple[_Shard, ...]


class ReplayStore(Sequence[Transition]):
    """The transitions held, oldest first, as a sequence. One writer, any number of readers; not for several threads."""

    def __init__(
        self,
        folder: Path,
        *,
        guard: EvaluationGuard,
        environment: str = "",
        limits: ReplayLimits | None = None,
        read_only: bool = False,
    ) -> None:
        """Open a store, or make one.

        Args:
            folder: its folder; made if it is missing and not `read_only`.
            guard: what may not enter; if it is another one than the store was written under, all that is there is checked again.
            environment: identity (`environment_identity`) under which receipts must have been written; empty takes that of the store,
                or for a new one that of the first solution.
            limits: how much is held.
            read_only: follow another process's store.

        Raises:
            PrerequisiteError: pyarrow is missing.
            UsageError: another process writes here.
            LeakageError: a solution in the store is held out by `guard`.
            InputError: the manifest or a shard is damaged, or the store belongs to another environment.
            InfrastructureError: the folder cannot be made or written.
        """
        _parquet()
        self.folder = Path(folder)
        self.guard = guard
        self.limits = limits or ReplayLimits()
        self._lock: int | None = None
        self._ordered: list[_Row] | None = None
        self._read_only = read_only
        if not read_only:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InfrastructureError(f"{self.folder}: cannot be made: {error.strerror or error}; choose another folder") from error
            self._lock = _hold(self.folder)
        try:
            self._load(environment)
            if self._manifest.guard not in ("", guard.sha256):
                self._check_again()
            if not read_only:
                self._remove_unnamed()
        except BaseException:
            self.close()
            raise

    # Reading

    def __len__(self) -> int:
        """Transitions held."""
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        """The transition at `index`, 0 the oldest; or those of a slice."""
        rows = self._in_order()[index]
        return [row.transition for row in rows] if isinstance(index, slice) else rows.transition

    def __iter__(self) -> Iterator[Transition]:
        """The transitions, oldest first."""
        return (row.transition for row in self._in_order())

    @property
    def environment(self) -> str:
        """Identity under which its receipts were written; empty while it holds nothing."""
        return self._manifest.environment

    @property
    def num_appended(self) -> int:
        """Transitions ever written."""
        return self._manifest.next_number - 1

    @property
    def search_ids(self) -> frozenset[str]:
        """Searches whose solutions are here."""
        return frozenset(self._digests)

    def solutions(self) -> Iterator[Solution]:
        """Every solution, in the order of arrival, without its transitions (one that was replaced comes once, the newest).

        Raises:
            InputError: a shard is damaged.
        """
        newest: dict[str, int] = {}
        for shard in self._manifest.shards:
            newest.update((record["search_id"], shard.number) for record in self._read_solutions(shard))
        for shard in self._manifest.shards:
            for record in self._read_solutions(shard):
                if newest[record["search_id"]] == shard.number:
                    yield _solution(record)

    def leaked(self, guard: EvaluationGuard | None = None) -> list[tuple[str, str]]:
        """Pairs of a theorem id and the held-out id that its solution has in it; empty as long as the guard did its work."""
        guard = guard or self.guard
        found = [(one.theorem_id, guard.find(one.theorem) or guard.find_claim(one.script)) for one in self.solutions()]
        found += [(one.theorem_id, guard.find_state(one.state)) for one in self]
        return [(theorem_id, held_out) for theorem_id, held_out in dict.fromkeys(found) if held_out is not None]

    def age_distribution(self, now_s: float) -> AgeDistribution:
        """Ages of the held transitions at `now_s`, Unix seconds."""
        rows = self._in_order()
        ages = sorted(now_s - row.transition.time for row in rows)
        quantiles = tuple(ages[round(share * (len(ages) - 1))] for share in (0.0, 0.25, 0.5, 0.75, 1.0)) if ages else ()
        return AgeDistribution(dict(Counter(row.transition.checkpoint for row in rows)), quantiles)

    def refresh(self) -> bool:
        """Take what the writer has appended since; whether anything changed.

        Raises:
            InputError: the manifest or a shard is damaged.
        """
        before = self._manifest
        if self._read_only and self._read_manifest() != before:
            self._load("")
        return self._manifest != before

    # Writing

    def append(self, solutions: Iterable[Solution]) -> Appended:
        """Write solutions with their transitions; durable when it returns. All of them enter, or none.

        Raises:
            LeakageError: a statement is held out for evaluation, or a proof claims or comes down to one that is.
            InputError: a receipt is not `verified` under the store's environment for this script and polarity, or a transition does not
                belong to its solution.
            UsageError: the store is open for reading, or closed.
            InfrastructureError: the disk refuses; the store is as before.
        """
        if self._read_only or self._lock is None:
            raise UsageError(f"{self.folder}: the store is not open for writing; open it without read_only")
        environment = self._manifest.environment
        news: dict[str, tuple[Solution, str]] = {}
        num_repeated = 0
        for solution in solutions:
            environment = environment or environment_identity(solution.receipt)
            self._check(solution, environment)
            digest = _digest(solution)
            if self._digests.get(solution.search_id) == digest or (solution.search_id in news and news[solution.search_id][1] == digest):
                num_repeated += 1
                continue
            news.pop(solution.search_id, None)
            news[solution.search_id] = solution, digest
        if not news:
            return Appended(num_repeated=num_repeated)
        number = self._manifest.next_number
        rows = []
        for solution, _ in news.values():
            item = item_of(solution.theorem).key
            for transition in solution.transitions:
                rows.append(_Row(number, item, transition))
                number += 1
        removed = self._displaced(rows, news)
        self._write(
            rows,
            sorted(removed),
            [_solution_record(solution, digest) for solution, digest in news.values()],
            environment=environment,
            next_number=number,
        )
        for gone in removed:
            self._forget(gone)
        for row in rows:
            if row.number not in removed:
                self._remember(row)
        self._digests.update((search_id, digest) for search_id, (_, digest) in news.items())
        self._merge()
        return Appended(len(news), len(rows), len(removed), num_repeated)

    def close(self) -> None:
        """Let the next writer in; idempotent."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> ReplayStore:
        """The store itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Let the next writer in."""
        self.close()

    # Which transitions are held

    def _in_order(self) -> list[_Row]:
        if self._ordered is None:
            self._ordered = list(self._rows.values())  # numbers only ever grow, so the order of arrival is that of the dict
        return self._ordered

    def _remember(self, row: _Row) -> None:
        self._rows[row.number] = row
        self._by_identity[row.transition.identity] = row.number
        self._by_item.setdefault(row.item, {})[row.number] = None
        self._by_search.setdefault(row.transition.search_id, {})[row.number] = None
        self._ordered = None

    def _forget(self, number: int) -> None:
        row = self._rows.pop(number, None)
        if row is None:  # it was written and displaced by one append
            return
        if self._by_identity.get(row.transition.identity) == number:
            del self._by_identity[row.transition.identity]
        for index, key in ((self._by_item, row.item), (self._by_search, row.transition.search_id)):
            del index[key][number]
            if not index[key]:
                del index[key]
        self._ordered = None

    def _displaced(self, rows: Sequence[_Row], search_ids: Iterable[str]) -> set[int]:
        """Numbers of held and of new rows that the arrival of `rows` removes."""
        gone = {number for search_id in search_ids for number in self._by_search.get(search_id, ())}
        identities: dict[tuple[str, str], int] = {}
        for row in rows:
            older = identities.get(row.transition.identity, self._by_identity.get(row.transition.identity))
            if older is not None:
                gone.add(older)
            identities[row.transition.identity] = row.number
        items: dict[str, list[int]] = {}
        for row in rows:
            items.setdefault(row.item, []).append(row.number)
        for item, numbers in items.items():
            live = [number for number in (*self._by_item.get(item, ()), *numbers) if number not in gone]
            gone.update(sorted(live)[: max(0, len(live) - self.limits.per_statement)])
        excess = len(self._rows) + len(rows) - len(gone) - self.limits.capacity
        if excess > 0:
            order = (number for number in (*(row.number for row in self._in_order()), *(row.number for row in rows)) if number not in gone)
            gone.update([next(order) for _ in range(excess)])
        return gone

    def _check_again(self) -> None:
        for theorem_id, held_out in self.leaked():
            raise LeakageError(theorem_id, held_out)

    def _check(self, solution: Solution, environment: str) -> None:
        where = f"solution {solution.search_id!r} of {solution.theorem_id!r}"
        self.guard.check(solution.theorem_id, solution.theorem)
        found = self.guard.find_on_the_way(solution.script, [one.state for one in solution.transitions])
        if found is not None:
            raise LeakageError(f"{solution.theorem_id}, on the way of its proof", found)

        def require(fits: bool, what: str, found: object, expected: str) -> None:
            if not fits:
                raise InputError(f"{where}, {what}", "may not enter the replay", found=repr(found)[:160], expected=expected)

        receipt = solution.receipt
        require(receipt.get("verdict") == Verdict.VERIFIED.value, "receipt.verdict", receipt.get("verdict"), "verified")
        polarity = "negation" if solution.theorem.negated else "statement"
        require(receipt.get("polarity") == polarity, "receipt.polarity", receipt.get("polarity"), polarity)
        require(receipt.get("level") in LEVELS, "receipt.level", receipt.get("level"), f"one of {LEVELS}")
        head = head_text(solution.theorem)
        text = head + proof_text(solution.theorem, solution.script.replace("\r\n", "\n"))
        digests = {"file": _text_sha256(solution.file or text)}
        if solution.file:
            name, proof = next(reversed(_proofs(text, head)[0].items()))
            proofs, reference = _proofs(solution.file, head)
            fits = solution.file.startswith(f"{head}\n") and proofs.get(name) == proof
            require(fits, "file", solution.file[:80], f"a file with the theorem's header that holds {name} with its script")
            evidence = receipt.get("checks", {}).get("E", {})
            named = [receipt.get("theorem"), *evidence.get("others", ())]
            require(name in named, "receipt.theorem", named, f"{name} among what was asked for")
            is_alone = not mentions(solution.script, proofs.keys() - {name})
            require(is_alone, "script", solution.script[:80], "no name of another theorem of its file")
            require(
                evidence.get("apart") is True, "receipt.checks.E.apart", evidence.get("apart"), "a check that no proof rests on another"
            )
            digests["reference"] = _text_sha256(reference)
        else:
            digests["reference"] = _text_sha256(f"{head}{solution.theorem.declaration} := sorry\n")
            digests["script"] = _text_sha256(solution.script)
        for what, digest in digests.items():
            found = receipt.get(f"{what}_sha256")
            require(found == digest, f"receipt.{what}_sha256", found, f"{digest}, that of the solution's own {what}")
        found = environment_identity(receipt)
        require(found == environment, "receipt.environment", found, f"{environment}; verify the proof again, or start another store")
        require(bool(solution.transitions), "transitions", (), "at least one")
        record, objective = receipt.get("record_sha256"), Objective.of(solution.theorem)
        for i, one in enumerate(solution.transitions):
            expected = (solution.search_id, solution.theorem_id, objective, environment, record, positive_statement(solution.theorem))
            given = (one.search_id, one.theorem_id, one.objective, one.environment, one.receipt, one.statement)
            require(given == expected, f"transitions[{i}]", given, f"{expected}, as its solution")
            is_target = isinstance(one.value_target, int) and not isinstance(one.value_target, bool) and one.value_target <= -1
            require(is_target, f"transitions[{i}].value_target", one.value_target, "an integer of at most -1")

    # Files

    def _path(self, kind: str, number: int) -> Path:
        return self.folder / f"{kind}-{number:08d}.parquet"

    def _read_manifest(self) -> _Manifest:
        path = self.folder / MANIFEST
        if not path.exists():
            return _Manifest("", "", 1, 1, ())
        return _parse_manifest(_read(path, MAX_MANIFEST_BYTES), str(path))

    def _load(self, environment: str) -> None:
        for is_last in (False, False, True):
            manifest = self._read_manifest()
            try:
                self._load_shards(manifest)
                break
            except FileNotFoundError as error:  # the writer has merged this shard meanwhile
                if is_last or self._read_manifest() == manifest:
                    raise InputError(str(error.filename), "is missing", expected=f"a file that {MANIFEST} names") from None
        if environment and manifest.environment and environment != manifest.environment:
            raise InputError(
                str(self.folder / MANIFEST),
                "belongs to another environment",
                found=manifest.environment,
                expected=environment,
                advice="start another store: proofs are worth what verified them",
            )
        if environment and not manifest.environment:
            manifest = _Manifest(environment, manifest.guard, manifest.next_number, manifest.next_shard, manifest.shards)
        self._manifest = manifest

    def _load_shards(self, manifest: _Manifest) -> None:
        rows: list[_Row] = []
        gone: set[int] = set()
        digests: dict[str, str] = {}
        for shard in manifest.shards:
            held, removed = self._read_transitions(shard)
            rows += held
            gone.update(removed)
            digests.update((record["search_id"], record["digest"]) for record in self._read_solutions(shard))
        self._rows: dict[int, _Row] = {}
        self._by_identity: dict[tuple[str, str], int] = {}
        self._by_item: dict[str, dict[int, None]] = {}
        self._by_search: dict[str, dict[int, None]] = {}
        self._ordered = None
        self._digests = digests
        for row in rows:
            if row.number not in gone:
                self._remember(row)

    def _remove_unnamed(self) -> None:
        """Remove shards that no manifest names and staged files: what a killed writer left."""
        named = {self._path(kind, shard.number).name for shard in self._manifest.shards for kind in ("transitions", "solutions")}
        for path in self.folder.iterdir():
            is_shard = path.suffix == ".parquet" and path.name.startswith(("transitions-", "solutions-")) and path.name not in named
            is_staged = path.name.startswith((".transitions-", ".solutions-", f".{MANIFEST}.tmp-"))
            if is_shard or is_staged:
                path.unlink(missing_ok=True)

    def _write(
        self,
        rows: Sequence[_Row],
        removed: Sequence[int],
        solutions: Sequence[dict[str, Any]],
        *,
        environment: str,
        next_number: int,
        level: int = 0,
        kept: tuple[_Shard, ...] | None = None,
    ) -> None:
        """Write one shard, then the manifest with it behind the shards `kept` (default: all)."""
        number = self._manifest.next_shard
        transitions, evidence = _transitions_file(rows, removed), _solutions_file(solutions)
        write_durably(self._path("transitions", number), transitions)
        write_durably(self._path("solutions", number), evidence)
        shard = _Shard(number, level, len(rows), len(solutions), sha256(transitions), sha256(evidence))
        shards = (*(self._manifest.shards if kept is None else kept), shard)
        manifest = _Manifest(environment, self.guard.sha256, next_number, number + 1, shards)
        write_durably(self.folder / MANIFEST, _manifest_json(manifest))
        self._manifest = manifest

    def _merge(self) -> None:
        """Merge the last shards as long as enough of them have one level."""
        while True:
            shards = self._manifest.shards
            last = shards[-MERGED_SHARDS:]
            if len(last) < MERGED_SHARDS or len({shard.level for shard in last}) > 1:
                return
            rows: list[_Row] = []
            removed: set[int] = set()
            solutions: dict[str, dict[str, Any]] = {}
            for shard in last:
                held, gone = self._read_transitions(shard)
                rows += held
                removed.update(gone)
                for record in self._read_solutions(shard):
                    solutions.pop(record["search_id"], None)
                    solutions[record["search_id"]] = record
            here = {row.number for row in rows}
            self._write(
                [row for row in rows if row.number in self._rows],
                sorted(removed - here),
                list(solutions.values()),
                environment=self._manifest.environment,
                next_number=self._manifest.next_number,
                level=last[0].level + 1,
                kept=shards[:-MERGED_SHARDS],
            )
            for shard in last:
                for kind in ("transitions", "solutions"):
                    self._path(kind, shard.number).unlink(missing_ok=True)

    def _read_transitions(self, shard: _Shard) -> tuple[list[_Row], list[int]]:
        path = self._path("transitions", shard.number)
        table = _table(path, shard.transitions_sha256, _TRANSITION_COLUMNS)
        if table.num_rows != shard.num_transitions:
            raise InputError(str(path), "has another number of rows", found=str(table.num_rows), expected=str(shard.num_transitions))
        rows = [
            _Row(
                record.pop("number"),
                record.pop("item"),
                Transition(**{**record, "objective": Objective(record["objective"])}),
            )
            for record in table.to_pylist()
        ]
        removed = json.loads((table.schema.metadata or {}).get(b"removed", b"[]"))
        return rows, removed

    def _read_solutions(self, shard: _Shard) -> list[dict[str, Any]]:
        records: list[dict[str, Any]] = _table(self._path("solutions", shard.number), shard.solutions_sha256, _SOLUTION_COLUMNS).to_pylist()
        return records


@dataclass(frozen=True, slots=True)
class MixedBatch(Generic[T]):
    """A batch of learning.

    Attributes:
        supervised: its supervised samples, exactly their share.
        replayed: the rest.
    """

    supervised: tuple[T, ...]
    replayed: tuple[T, ...]


def sample_batch(
    rng: random.Random, replayed: Sequence[T], supervised: Sequence[T], size: int, supervised_fraction: float = 0.10
) -> MixedBatch[T]:
    """A batch with exactly round(`supervised_fraction` · `size`) supervised samples; drawn uniformly with replacement.

    Args:
        rng: the sampler's state; the same state and the same sources give the same batch.
        replayed: what the rest is drawn from, e.g. a `ReplayStore`.
        supervised: what the supervised part is drawn from.
        size: B, at least 1.
        supervised_fraction: in [0, 1].

    Raises:
        UsageError: a number is out of range, or a source that is needed is empty.
    """
    if size < 1 or not 0.0 <= supervised_fraction <= 1.0:
        raise UsageError(f"batch: size is {size}, supervised_fraction is {supervised_fraction}; expected at least 1, and a share in [0, 1]")
    num_supervised = round(supervised_fraction * size)
    parts: list[tuple[T, ...]] = []
    for name, source, count in (("supervised", supervised, num_supervised), ("replayed", replayed, size - num_supervised)):
        if count and not len(source):
            raise UsageError(f"batch: the {name} source is empty; expected at least one sample for {count} of {size} places")
        parts.append(tuple(source[rng.randrange(len(source))] for _ in range(count)))
    return MixedBatch(*parts)


_TRANSITION_TYPES = {"value_target": "int64", "node": "int64", "time": "float64"}
_TRANSITION_COLUMNS = {
    "number": "int64",
    "item": "string",
    **{field.name: _TRANSITION_TYPES.get(field.name, "string") for field in fields(Transition)},
}
_SOLUTION_COLUMNS = {
    "search_id": "string",
    "theorem_id": "string",
    "theorem": "string",
    "script": "string",
    "file": "string",
    "receipt": "string",
    "checkpoint": "string",
    "environment": "string",
    "time": "float64",
    "digest": "string",
}


def _parquet() -> tuple[Any, Any]:
    """pyarrow and its parquet part, imported when a store is opened."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # it ships no types
        import pyarrow.parquet  # type: ignore[import-untyped]  # as above
    except ImportError as error:
        raise PrerequisiteError("replay: pyarrow is missing; install reaprover with its learn extra") from error
    return pyarrow, pyarrow.parquet


def _encode(records: list[dict[str, Any]], columns: dict[str, str], metadata: dict[str, str]) -> bytes:
    arrow, parquet = _parquet()
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in columns.items()], metadata={"format": FORMAT, **metadata})
    sink = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(records, schema=schema), sink, compression="zstd")
    return sink.getvalue()


def _transitions_file(rows: Sequence[_Row], removed: Sequence[int]) -> bytes:
    records = [
        {"number": row.number, "item": row.item, **asdict(row.transition), "objective": row.transition.objective.value} for row in rows
    ]
    return _encode(records, _TRANSITION_COLUMNS, {"removed": json.dumps(list(removed))})


def _solutions_file(records: Sequence[dict[str, Any]]) -> bytes:
    return _encode(list(records), _SOLUTION_COLUMNS, {})


def _solution_record(solution: Solution, digest: str) -> dict[str, Any]:
    return {
        "search_id": solution.search_id,
        "theorem_id": solution.theorem_id,
        "theorem": canonical_text(theorem_to_json(solution.theorem)),
        "script": solution.script,
        "file": solution.file,
        "receipt": canonical_text(dict(solution.receipt)),
        "checkpoint": solution.checkpoint,
        "environment": environment_identity(solution.receipt),
        "time": solution.time,
        "digest": digest,
    }


def _solution(record: dict[str, Any]) -> Solution:
    theorem, receipt = parse_json(record["theorem"].encode()), parse_json(record["receipt"].encode())
    assert isinstance(theorem, dict)
    assert isinstance(receipt, dict)
    return Solution(
        search_id=record["search_id"],
        theorem_id=record["theorem_id"],
        theorem=theorem_from_json(theorem),
        script=record["script"],
        file=record["file"],
        receipt=receipt,
        checkpoint=record["checkpoint"],
        time=record["time"],
        transitions=(),
    )


def _digest(solution: Solution) -> str:
    """Hash of what a solution teaches; when it was verified and under which record plays no part."""
    steps = [[one.state, one.state_key, one.tactic, one.value_target, one.node] for one in solution.transitions]
    content = [theorem_to_json(solution.theorem), solution.theorem_id, solution.script, solution.checkpoint, steps]
    return sha256(canonical_text(content).encode())


def _text_sha256(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass"))


def mentions(script: str, names: Iterable[str]) -> bool:
    """Whether a script writes one of these theorems' names anywhere, so that it could rest on them or on parts of their proofs."""
    return any(name.rpartition(".")[2].strip("«»") in script for name in names)


@lru_cache(maxsize=4)
def _proofs(file: str, head: str) -> tuple[dict[str, str], str]:
    """Of the theorems behind a file's head: full name to text with proof, without comments around it; and the file with all left open."""
    behind = [one for one in parse_theorems(file) if one.start >= len(head)]
    reference = "\n".join([head, *(f"{file[one.start : one.proof_start]}sorry\n" for one in behind)])
    return {one.full_name: file[one.start : one.end] for one in behind}, reference


def _table(path: Path, digest: str, columns: dict[str, str]) -> Any:
    """A shard's table, after its hash and its columns were checked."""
    arrow, parquet = _parquet()
    data = _read(path, MAX_SHARD_BYTES)
    if sha256(data) != digest:
        raise InputError(str(path), "is damaged", found=f"sha256 {sha256(data)}", expected=f"{digest}, as {MANIFEST} says")
    try:
        table = parquet.read_table(io.BytesIO(data))
    except arrow.ArrowException as error:
        raise InputError(str(path), "is not a parquet file", found=str(error)[:120]) from error
    found = {field.name: str(field.type).replace("double", "float64") for field in table.schema}
    if found != columns:
        raise InputError(str(path), "has other columns", found=str(found), expected=str(columns))
    return table


def _manifest_json(manifest: _Manifest) -> bytes:
    arrow, _ = _parquet()
    return canonical_json(
        {
            "format": FORMAT,
            "versions": {"reaprover": reaprover.__version__, "pyarrow": arrow.__version__},
            "environment": manifest.environment,
            "guard": manifest.guard,
            "next_number": manifest.next_number,
            "next_shard": manifest.next_shard,
            "num_transitions": sum(shard.num_transitions for shard in manifest.shards),
            "num_solutions": sum(shard.num_solutions for shard in manifest.shards),
            "shards": [asdict(shard) for shard in manifest.shards],
        }
    )


def _parse_manifest(data: bytes, where: str) -> _Manifest:
    value = parse_json(data)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise InputError(where, "is no manifest of a replay store", expected=f"format {FORMAT}")
    shards = value.get("shards")
    names = {field.name: int if field.name in _SHARD_NUMBERS else str for field in fields(_Shard)}
    fits = (
        isinstance(value.get("environment"), str)
        and isinstance(value.get("guard"), str)
        and all(type(value.get(key)) is int for key in ("next_number", "next_shard"))
        and isinstance(shards, list)
        and all(
            isinstance(shard, dict) and set(shard) == set(names) and all(type(shard[key]) is kind for key, kind in names.items())
            for shard in shards
        )
    )
    if not fits:
        raise InputError(
            where, "has other fields than a manifest", found=str(sorted(value))[:200], expected="environment, guard, shards, …"
        )
    record: dict[str, Any] = dict(value)
    return _Manifest(
        record["environment"],
        record["guard"],
        record["next_number"],
        record["next_shard"],
        tuple(_Shard(**shard) for shard in record["shards"]),
    )


_SHARD_NUMBERS = frozenset({"number", "level", "num_transitions", "num_solutions"})


def _read(path: Path, max_bytes: int) -> bytes:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise InputError(str(path), "is too large", found=f"{size} bytes", expected=f"at most {max_bytes}")
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InfrastructureError(f"{path}: cannot be read: {error.strerror or error}") from error


def _hold(folder: Path) -> int:
    """Lock the store for this process; the system lets go when it dies."""
    handle = os.open(folder / ".writer.lock", os.O_RDWR | os.O_CREAT, 0o644)
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise UsageError(f"{folder}: another process writes to this store; wait for it, or open the store read_only") from None
    return handle
