"""The replay store: what may enter, what is held, and what a killed writer leaves."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reaprover.core import Theorem
from reaprover.core.declaration import proof_text
from reaprover.errors import InputError, LeakageError, UsageError
from reaprover.learn.leakage import EvaluationGuard
from reaprover.learn.replay import MERGED_SHARDS, ReplayLimits, ReplayStore, sample_batch
from reaprover.learn.transition import Solution, Transition, environment_identity
from reaprover.problems import Problem

from .solutions import ENVIRONMENT, receipt, solution

GUARD = EvaluationGuard([Problem("held/1", Theorem("h", "(a b : Nat) (h : a < b) (k : b < 9)", "a < 8"))])
WRITER = Path(__file__).with_name("replay_writer.py")
ROOT = Path(__file__).parent.parent.parent


def opened(folder: Path, **options: Any) -> ReplayStore:
    return ReplayStore(folder, guard=options.pop("guard", GUARD), **options)


def test_what_was_appended_is_there_after_opening_again(tmp_path: Path) -> None:
    expected = [transition for i in range(3) for transition in solution(i).transitions]
    with opened(tmp_path) as store:
        assert store.append([solution(0), solution(1)]).num_transitions == 6
        store.append([solution(2)])
        assert list(store) == expected
    with opened(tmp_path) as store:
        assert list(store) == expected
        assert store[0] == expected[0]
        assert store[-2:] == expected[-2:]
        assert store.environment == environment_identity(receipt(""))
        kept = list(store.solutions())
    assert [(one.search_id, one.theorem, one.script) for one in kept] == [
        (one.search_id, one.theorem, one.script) for one in map(solution, range(3))
    ]
    assert kept[0].receipt == solution(0).receipt


def test_the_manifest_names_counts_hashes_and_versions(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    (shard,) = manifest["shards"]
    assert (manifest["num_transitions"], manifest["num_solutions"]) == (3, 1)
    assert set(manifest["versions"]) == {"reaprover", "pyarrow"}
    assert manifest["guard"] == GUARD.sha256
    for kind in ("transitions", "solutions"):
        data = (tmp_path / f"{kind}-00000001.parquet").read_bytes()
        assert hashlib.sha256(data).hexdigest() == shard[f"{kind}_sha256"]


@pytest.mark.parametrize("theorem", [
    Theorem("mine", "(x y : Nat) (k : y < 9) (h : x < y)", "8 > x"),
    Theorem("mine", "(a b : Nat) (h : a < b) (k : b < 9)", "a < 8"),
    Theorem("mine", "(a b : Nat) (h : a < b) (k : b < 9)", "a < 8", negated=True),
    Theorem("mine", "", "¬ ∀ (a b : Nat), a < b ∧ b < 9 → a < 8"),
])  # fmt: skip
def test_a_held_out_statement_its_negation_and_its_renamed_copy_are_refused(tmp_path: Path, theorem: Theorem) -> None:
    with opened(tmp_path) as store:
        with pytest.raises(LeakageError, match=r"mine.*held/1"):
            store.append([solution(0), solution(1, theorem=theorem)])
        assert len(store) == 0  # all of them enter, or none
        assert store.num_appended == 0


def test_a_proof_that_claims_a_held_out_statement_on_its_way_is_refused(tmp_path: Path) -> None:
    script = "have key : ∀ (a b : Nat), a < b → b < 9 → a < 8 := by omega\nsimp"
    with opened(tmp_path) as store, pytest.raises(LeakageError, match=r"t0, on the way of its proof.*held/1"):
        store.append([solution(0, script=script)])


def test_a_store_is_checked_again_under_another_guard(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
        assert store.leaked() == []
    with pytest.raises(LeakageError, match="later"):
        opened(tmp_path, guard=EvaluationGuard([Problem("later", Theorem("x", "(k : Nat)", "0 + k = k + 0"))]))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"verdict": "unverified"}, "verdict"),
        ({"verdict": "rejected"}, "verdict"),
        ({"polarity": "negation"}, "polarity"),
        ({"script_sha256": "0" * 64}, "script_sha256"),
        ({"environment": {**ENVIRONMENT, "lean": "4.34.0"}}, "environment"),
        ({"environment": {**ENVIRONMENT, "core_sha256": "d" * 64}}, "environment"),
    ],
)
def test_only_verified_receipts_of_this_environment_script_and_polarity_enter(tmp_path: Path, changes: dict[str, Any], field: str) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
        with pytest.raises(InputError, match=field):
            store.append([solution(1, **changes)])
        assert len(store) == 3


def of_one_file(*solutions: Solution, header: str = "", **changes: Any) -> list[Solution]:
    """The solutions as if they had been verified in one file behind `header`, with its receipt."""
    head = f"{header}\n" if header else ""
    file = "\n".join([head, *(proof_text(one.theorem, one.script) for one in solutions)])
    reference = "\n".join([head, *(f"{one.theorem.declaration} := sorry\n" for one in solutions)])
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in (("file", file), ("reference", reference))}
    evidence = {"others": [one.theorem.name for one in solutions[1:]], "apart": True}
    asked = {"theorem": solutions[0].theorem.name, "checks": {"E": evidence}, **{f"{name}_sha256": it for name, it in digests.items()}}
    made = receipt("", **{"script_sha256": None, **asked, **changes})
    steps = [tuple(dataclasses.replace(t, receipt=made["record_sha256"]) for t in one.transitions) for one in solutions]
    return [dataclasses.replace(one, receipt=made, file=file, transitions=t) for one, t in zip(solutions, steps, strict=True)]


def test_a_receipt_of_a_file_must_be_of_a_file_that_holds_the_proof(tmp_path: Path) -> None:
    both = of_one_file(solution(0), solution(1))
    with opened(tmp_path) as store:
        store.append(both)
        assert [s.file for s in store.solutions()] == [both[0].file] * 2
        for bad in ({"file": both[0].file + "\n"}, {"script": "sorry"}, {"file": ""}):
            with pytest.raises(InputError, match=r"file|script"):
                store.append([dataclasses.replace(both[0], search_id="again", **bad)])


@pytest.mark.parametrize(
    ("solutions", "field"),
    [
        (of_one_file(solution(0), solution(1), header='local notation "False" => True'), "file"),
        (of_one_file(solution(0), solution(1, script="exact t0 n")), "script"),
        (of_one_file(solution(0), solution(1, script="exact «t0».aux n")), "script"),
        (of_one_file(solution(0), solution(1), checks={"E": {"others": ["t1"]}}), "apart"),
        (of_one_file(solution(0), solution(1), reference_sha256="a" * 64), "reference_sha256"),
    ],
)
def test_a_proof_that_another_header_or_a_neighbour_made_does_not_enter(tmp_path: Path, solutions: list[Solution], field: str) -> None:
    with opened(tmp_path) as store, pytest.raises(InputError, match=field):
        store.append(solutions)


def test_a_receipt_of_another_theorem_does_not_vouch_for_the_same_script(tmp_path: Path) -> None:
    true, false = Theorem("t", "", "1 = 1"), Theorem("t", "", "1 = 2")
    with opened(tmp_path) as store:
        store.append([solution(0, theorem=true, script="decide")])
        own = receipt("decide", false)
        for stolen in (
            receipt("decide", true),
            own | {"reference_sha256": receipt("decide", true)["reference_sha256"]},
            own | {"reference_sha256": None},
            own | {"level": "fast"},
        ):
            with pytest.raises(InputError, match=r"file_sha256|reference_sha256|level"):
                store.append([dataclasses.replace(solution(1, theorem=false, script="decide"), receipt=stolen)])
        assert len(store) == 3


@pytest.mark.parametrize(
    "file",
    [
        "/- theorem t : 1 = 2 := by\n  decide\n-/\ntheorem u : True := by\n  trivial\n",
        'def s := "theorem t : 1 = 2 := by\n  decide\n"\ntheorem u : True := by\n  trivial\n',
        "theorem t : 1 = 2 := by\n  decide\n  omega\n",
        "namespace N\ntheorem t : 1 = 2 := by\n  decide\n",
        "theorem t : 1 = 2 := by\n  decide\ntheorem u : True := by\n  trivial\n",
    ],
    ids=["comment", "string", "longer-script", "other-name", "not-asked-for"],
)
def test_a_file_that_only_mentions_a_proof_does_not_vouch_for_it(tmp_path: Path, file: str) -> None:
    theorem = Theorem("t", "", "1 = 2")
    made = solution(1, theorem=theorem, script="decide")
    of_file = made.receipt | {"theorem": "u", "script_sha256": None, "file_sha256": hashlib.sha256(file.encode()).hexdigest()}
    with opened(tmp_path) as store, pytest.raises(InputError, match=r"file|theorem"):
        store.append([dataclasses.replace(made, receipt=of_file, file=file)])


def test_transitions_of_another_search_or_without_a_step_to_go_are_refused(tmp_path: Path) -> None:
    good = solution(0)
    with opened(tmp_path) as store:
        for change in ({"search_id": "other"}, {"statement": "True"}, {"value_target": 0}, {"value_target": True}, {"receipt": "other"}):
            bad = dataclasses.replace(good.transitions[0], **change)
            with pytest.raises(InputError, match=r"transitions\[0\]"):
                store.append([dataclasses.replace(good, transitions=(bad, *good.transitions[1:]))])
        with pytest.raises(InputError, match="at least one"):
            store.append([dataclasses.replace(good, transitions=())])


def test_a_store_of_another_environment_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
    with pytest.raises(InputError, match="another environment"):
        opened(tmp_path, environment="some other")
    opened(tmp_path, environment=environment_identity(receipt(""))).close()


def test_a_solution_that_comes_again_is_no_news(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
        again = store.append([solution(0), solution(0)])
        assert (again.num_repeated, again.num_transitions, len(store)) == (2, 0, 3)
    with opened(tmp_path) as store:
        assert store.append([solution(0)]).num_repeated == 1


def test_a_proof_shortened_afterwards_takes_the_place_of_the_first_one(tmp_path: Path) -> None:
    shorter = solution(0, steps=2)
    for reopen in (False, True):
        folder = tmp_path / str(reopen)
        store = opened(folder)
        store.append([solution(0, steps=5), solution(1)])
        if reopen:
            store.close()
            store = opened(folder)
        store.append([shorter])
        assert list(store) == [*solution(1).transitions, *shorter.transitions]
        store.close()
        with opened(folder) as store:
            assert list(store) == [*solution(1).transitions, *shorter.transitions]
            assert [one.script for one in store.solutions()] == [solution(1).script, shorter.script]


def test_a_duplicate_of_state_and_tactic_is_held_once_and_the_newest_wins(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0, prefix="same", checkpoint="old")])
        store.append([solution(1, prefix="same", checkpoint="new", steps=2), solution(2)])
        found = [(t.checkpoint, t.tactic) for t in store]
    assert found[:3] == [("old", "tactic_same_2"), ("new", "tactic_same_0"), ("new", "tactic_same_1")]


def test_at_most_64_transitions_of_a_statement_are_held_renamed_copies_and_negation_included(tmp_path: Path) -> None:
    forms = [
        Theorem("a", "(n : Nat)", "n < n + 1"),
        Theorem("b", "(m : Nat)", "m + 1 > m"),
        Theorem("c", "(k : Nat)", "k < k + 1", negated=True),
    ]
    with opened(tmp_path) as store:
        store.append([solution(99)])
        for i in range(30):
            store.append([solution(i, theorem=forms[i % 3], steps=3)])
        held = [t for t in store if t.theorem_id in "abc"]
        assert len(held) == 64
        assert held[-1] == solution(29, theorem=forms[2]).transitions[-1]
        assert held[0] == solution(8, theorem=forms[2]).transitions[2]  # 90 arrived, the oldest 26 went
        assert len(store) == 67


def test_the_oldest_transitions_go_first_above_the_capacity(tmp_path: Path) -> None:
    limits = ReplayLimits(capacity=10)
    every = [t for i in range(9) for t in solution(i).transitions]
    with opened(tmp_path, limits=limits) as store:
        for i in range(9):
            store.append([solution(i)])
        assert list(store) == every[-10:]
        store.append([solution(9, steps=25)])
        assert list(store) == list(solution(9, steps=25).transitions[-10:])
    with opened(tmp_path, limits=ReplayLimits(capacity=5)) as store:
        assert len(store) == 10  # other limits count from the next append
        store.append([solution(10, steps=1)])
        assert len(store) == 5


class Model:
    """The rules of the store, written down naively: a list and one append at a time."""

    def __init__(self, limits: ReplayLimits) -> None:
        self.limits, self.held, self.known = limits, list[tuple[str, Transition]](), dict[str, Solution]()

    def append(self, one: Solution) -> None:
        if self.known.get(one.search_id) == one:
            return
        self.known[one.search_id] = one
        self.held = [pair for pair in self.held if pair[1].search_id != one.search_id]
        new = [(one.theorem.conclusion, t) for t in one.transitions]
        new = [pair for i, pair in enumerate(new) if all(later.identity != pair[1].identity for _, later in new[i + 1 :])]
        self.held = [pair for pair in self.held if all(t.identity != pair[1].identity for _, t in new)] + new
        own = [pair for pair in self.held if pair[0] == one.theorem.conclusion]
        for pair in own[: max(0, len(own) - self.limits.per_statement)]:
            self.held.remove(pair)
        self.held = self.held[max(0, len(self.held) - self.limits.capacity) :]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5), st.integers(0, 6), st.integers(0, 3), st.booleans()), max_size=60))
def test_any_history_with_restarts_and_merges_holds_what_the_rules_say(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[int, int, int, int, bool]]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    limits = ReplayLimits(capacity=20, per_statement=7)
    model = Model(limits)
    store = opened(folder, limits=limits)
    reader = opened(folder, read_only=True)
    for number, steps, states, statement, restart in history:
        one = solution(number, steps=steps, prefix=f"p{states}", theorem=Theorem("t", "(n : Nat)", f"n < n + {statement + 1}"))
        if restart:
            store.close()
            store = opened(folder, limits=limits)
        store.append([one])
        model.append(one)
        assert list(store) == [t for _, t in model.held]
    reader.refresh()
    assert list(reader) == list(store)
    assert {one.search_id: one.script for one in store.solutions()} == {key: one.script for key, one in model.known.items()}
    store.close()


def test_shards_are_merged_and_every_solution_stays(tmp_path: Path) -> None:
    count = MERGED_SHARDS**2 + 3
    with opened(tmp_path) as store:
        for i in range(count):
            store.append([solution(i, steps=1)])
        expected = [solution(i, steps=1).transitions[0] for i in range(count)]
        assert list(store) == expected
        assert [one.search_id for one in store.solutions()] == [f"search-{i}" for i in range(count)]
    assert len(list(tmp_path.glob("*.parquet"))) == 2 * 4
    with opened(tmp_path) as store:
        assert list(store) == expected
        assert store.num_appended == count


def test_one_process_writes_and_others_follow(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with pytest.raises(UsageError, match="another process writes"):
            opened(tmp_path)
        reader = opened(tmp_path, read_only=True)
        assert (len(reader), reader.refresh()) == (0, False)
        store.append([solution(0)])
        assert reader.refresh()
        assert list(reader) == list(store)
        with pytest.raises(UsageError, match="not open for writing"):
            reader.append([solution(1)])


def test_a_shard_that_the_manifest_does_not_name_is_ignored_and_removed(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
    for name in ("transitions-00000002.parquet", ".solutions-00000002.parquet.tmp-" + "0" * 32, ".manifest.json.tmp-" + "0" * 32):
        (tmp_path / name).write_bytes(b"half a sha")
    with opened(tmp_path) as store:
        assert len(store) == 3
        store.append([solution(1)])
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".writer.lock",
        "manifest.json",
        *(f"{kind}-0000000{i}.parquet" for kind in ("solutions", "transitions") for i in (1, 2)),
    ]


@pytest.mark.parametrize("name", ["transitions-00000001.parquet", "solutions-00000001.parquet"])
def test_a_damaged_or_missing_shard_is_named(tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as store:
        store.append([solution(0)])
    data = bytearray((tmp_path / name).read_bytes())
    data[20] ^= 1
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=rf"{name}: is damaged"):
        opened(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match=rf"{name}: is missing"):
        opened(tmp_path)


@pytest.mark.parametrize("text", ["[]", '{"format": "x"}', '{"format": "reaprover.learn.replay.v1"}', "{"])
def test_a_damaged_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        opened(tmp_path)


def test_ages_are_told_by_checkpoint_and_time(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.age_distribution(0.0).quantiles_s == ()
        for i, checkpoint in enumerate(("c0", "c0", "c1", "c0", "c2")):
            store.append([solution(i, checkpoint=checkpoint, steps=1)])
        ages = store.age_distribution(2000.0)
    assert list(ages.by_checkpoint.items()) == [("c0", 3), ("c1", 1), ("c2", 1)]
    assert ages.quantiles_s == (996.0, 997.0, 998.0, 999.0, 1000.0)


@pytest.mark.parametrize(("size", "num_supervised", "num_replayed"), [(10, 1, 9), (4096, 410, 3686)])
def test_a_batch_holds_exactly_its_tenth_of_supervised_samples(size: int, num_supervised: int, num_replayed: int) -> None:
    batch = sample_batch(random.Random(1), ["r"] * 3, ["s"] * 2, size)
    assert (batch.supervised.count("s"), batch.replayed.count("r")) == (num_supervised, num_replayed)
    assert (len(batch.supervised), len(batch.replayed)) == (num_supervised, num_replayed)


def test_the_same_state_of_the_sampler_draws_the_same_batch(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.append([solution(i) for i in range(20)])
        one = sample_batch(random.Random(7), store, store[:5], 40)
    with opened(tmp_path) as store:
        assert sample_batch(random.Random(7), store, store[:5], 40) == one
        assert len(set(one.replayed)) > 15


def test_an_empty_source_that_is_needed_is_refused() -> None:
    with pytest.raises(UsageError, match="supervised source is empty"):
        sample_batch(random.Random(0), ["r"], [], 10)
    assert sample_batch(random.Random(0), ["r"], [], 4).supervised == ()  # a tenth of four rounds to none
    with pytest.raises(UsageError, match="replayed source is empty"):
        sample_batch(random.Random(0), [], ["s"], 10)
    with pytest.raises(UsageError, match="size"):
        sample_batch(random.Random(0), ["r"], ["s"], 0)


def expect_acknowledged(folder: Path, num_acknowledged: int) -> int:
    """The store holds every acknowledged solution once, at most one more, in order; how many it holds."""
    with opened(folder, read_only=True) as store:
        num_held = len(store.search_ids)
        assert num_acknowledged <= num_held <= num_acknowledged + 1
        assert list(store) == [t for i in range(num_held) for t in solution(i, steps=1 + i % 4).transitions]
        assert [one.search_id for one in store.solutions()] == [f"search-{i}" for i in range(num_held)]
    return num_held


def writer(folder: Path, first: int, *fatal: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(WRITER), str(folder), str(first), *fatal]
    return subprocess.Popen(command, cwd=ROOT, env={"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}, stdout=subprocess.PIPE)


def last_acknowledged(output: bytes) -> int:
    """Number of the last whole line, -1 if there is none but `ready`."""
    lines = output.decode().split("\n")[:-1]
    return int(lines[-1]) if lines[-1:] not in ([], ["ready"]) else -1


@pytest.mark.slow
def test_twenty_kills_at_random_moments_lose_and_double_nothing(tmp_path: Path) -> None:
    rng = random.Random(0)
    acknowledged = 0
    for _ in range(20):
        process = writer(tmp_path, acknowledged)
        assert process.stdout is not None
        with process, process.stdout as output:
            said = output.readline()
            assert said == b"ready\n"
            until = time.monotonic() + rng.uniform(0.0, 0.25)
            while (left := until - time.monotonic()) > 0:
                if select.select([output], [], [], left)[0]:
                    said += output.read1()
            process.send_signal(signal.SIGKILL)
            said += output.read()
        assert process.wait() == -signal.SIGKILL
        acknowledged = max(acknowledged, last_acknowledged(said) + 1)
        expect_acknowledged(tmp_path, acknowledged)
    assert acknowledged > 20


@pytest.mark.slow
def test_a_kill_at_every_flush_of_the_first_appends_loses_and_doubles_nothing(tmp_path: Path) -> None:
    acknowledged = 0
    for fatal in range(1, 14):
        process = writer(tmp_path, acknowledged, str(fatal))
        output, _ = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        acknowledged = max(acknowledged, last_acknowledged(output) + 1)
        expect_acknowledged(tmp_path, acknowledged)
    assert acknowledged >= 10
